//! Lists of options in play, and the answers of playouts to them.

use super::choice_data::PlayoutChoice;
use super::fault::FaultKind;
use super::frame_layout::WINDOW;
use super::knowledge::{knows, names_unseen};
use super::machine::Machine;
use super::options::PickKind;
use super::program::Table;
use super::sets;
use crate::ir::{ChoiceId, ChoiceInfo, Layout, PlayerId, Reg};
#[cfg(feature = "native")]
use crate::ir::{Op, ToIndex};
#[cfg(feature = "native")]
use std::ops::Range;

impl Table<'_> {
    /// Returns the number in the registers of `Choose` that tells the actions and the fixed options of a
    /// choice apart.
    #[inline]
    pub(super) fn answer_number(&self, choice: ChoiceId, kind: PickKind) -> Option<u64> {
        let choice = self.ir.choice(choice)?;
        let number = match kind {
            PickKind::Element => 0,
            PickKind::Action(action) if choice.actions.first() == Some(&action) => 0,
            PickKind::Action(action) => choice.actions.iter().position(|a| *a == action)?,
            PickKind::Arm(arm) => choice.actions.len().max(1) + arm.index(),
        };
        Some(number as u64)
    }

    /// Returns the facts about each choice that playouts need.
    pub(super) fn playout_choices(&self) -> Vec<PlayoutChoice> {
        let of = |(id, choice): (u16, &ChoiceInfo)| {
            let hides = self.shows.get(usize::from(id)).is_some_and(|shows| shows.components);
            PlayoutChoice {
                hides,
                joins: self.copies.are_offered(ChoiceId(id)),
                has_one_number: choice.arms.is_empty() && choice.actions.len() <= 1,
            }
        };
        (0..).zip(&self.ir.choices).map(of).collect()
    }
}

impl Machine<'_> {
    /// Begins a list of options at an instruction of a frame.
    #[inline]
    pub(super) fn begin_list(&mut self, choice: ChoiceId, at: (usize, usize)) {
        self.options.begin(choice);
        self.listed_at = at;
    }

    /// Executes the `Choose` at an instruction of a frame, with its registers for the answer and for the
    /// chooser. Returns false if the machine must stop, and true if the playout has answered: the fuel of the
    /// machine is then new.
    #[inline]
    pub(super) fn end_list(
        &mut self,
        fixed: &mut [u64],
        frame: &mut [u64; WINDOW],
        (pc, base): (usize, usize),
        (d, by): (Reg, Reg),
    ) -> Result<bool, FaultKind> {
        if self.listed_at.1 != base {
            return Err(FaultKind::Damaged("a choice without its list of options"));
        }
        let chooser = frame[by.index() % WINDOW];
        if chooser >= fixed[Layout::PLAYERS] {
            return Err(FaultKind::NoSuchThing(chooser as i64));
        }
        let chooser = PlayerId(chooser as u8);
        if self.options.is_empty() {
            return Err(self.no_option(chooser));
        }
        self.options.set_chooser(chooser);
        self.choose_pc = pc;
        if self.playout.is_none() || self.brief || !self.ran.is_empty() {
            return Ok(false);
        }
        Ok(self.pick_at_random(fixed, &mut frame[d.index() % WINDOW..]).is_some())
    }

    /// Picks an option of the current list, unless somebody has to see the list. Writes the registers of
    /// `Choose`: the number of the action, and the values of the option. `fixed` are the words of the state
    /// before its stack.
    #[inline(never)]
    fn pick_at_random(&mut self, fixed: &mut [u64], registers: &mut [u64]) -> Option<()> {
        let (plies, choice) = (fixed[Layout::PLIES], self.options.choice());
        let until = self.playout.as_ref()?.until;
        if plies >= until || self.options.is_too_long() {
            return None;
        }
        let known = self.table.playout_choices.get(choice.index()).copied()?;
        if !known.is_plain() && !self.is_plain(fixed, known) {
            return None;
        }
        let playout = self.playout.as_mut()?;
        let chooser = self.options.chooser();
        let index = playout.draws.below(self.options.len(), chooser, plies)?;
        let (number, values) = registers.split_first_mut()?;
        let kind = self.options.write_nth(index as u32, values)?;
        *number = if known.has_one_number { 0 } else { self.table.answer_number(choice, kind)? };
        self.count_answer(fixed, chooser);
        Some(())
    }

    /// Counts an answer of the playout to a choice, after which the list is no longer needed.
    #[inline]
    fn count_answer(&mut self, fixed: &mut [u64], chooser: PlayerId) {
        if let Some(playout) = &mut self.playout {
            playout.turns.note(Some(chooser));
        }
        fixed[Layout::PLIES] = fixed[Layout::PLIES].wrapping_add(1);
        self.listed_at = (0, usize::MAX);
        self.fill();
    }

    /// Picks one of the options of a straight list, unless somebody has to see the list: options without
    /// parameters, or the elements of one set, which follow the beginning of the list. Does what
    /// [`Machine::pick_at_random`] does, without the list.
    #[cfg(feature = "native")]
    pub(super) fn pick_straight(
        &mut self,
        fixed: &mut [u64],
        frame: &mut [u64; WINDOW],
        (choice, list): (ChoiceId, Range<usize>),
        (d, by): (Reg, Reg),
    ) -> Option<()> {
        let (plies, chooser) = (fixed[Layout::PLIES], frame[by.index() % WINDOW]);
        let known = self.table.playout_choices.get(choice.index()).copied()?;
        let playout = self.playout.as_mut().filter(|playout| plies < playout.until)?;
        if chooser >= fixed[Layout::PLAYERS] || self.brief || !self.ran.is_empty() {
            return None;
        }
        let chooser = PlayerId(chooser as u8);
        // Without an option nothing is drawn: the list ends in a fault.
        let options = self.table.code.get(list.start + 1..list.end).filter(|list| !list.is_empty())?;
        if let &[Op::OptSet { n, a }] = options {
            let set = &frame[a.index()..a.index() + n.index()];
            let count = sets::count(set);
            if count == 0 || !known.is_plain() && !is_plain_set(self.table, fixed, (chooser, known), set) {
                return None;
            }
            let element = sets::nth(set, playout.draws.below(count, chooser, plies)?)?;
            let [number, value] = frame.get_mut(d.index()..)?.first_chunk_mut()?;
            (*number, *value) = (0, element);
        } else if known.is_plain() {
            let kind = match *options.get(playout.draws.below(options.len(), chooser, plies)?)? {
                Op::OptArm { arm } => PickKind::Arm(arm),
                Op::OptAct0 { action } => PickKind::Action(action),
                _ => return None,
            };
            frame[d.index() % WINDOW] = self.table.answer_number(choice, kind)?;
        } else {
            return None;
        }
        self.count_answer(fixed, chooser);
        Some(())
    }

    /// Returns whether the options of the current list are offered as they were listed: none is concealed or
    /// joined with another.
    fn is_plain(&mut self, fixed: &[u64], known: PlayoutChoice) -> bool {
        let (table, chooser) = (self.table, self.options.chooser());
        if self.options.group_count() <= FEW {
            return self.has_plain_groups(fixed, known);
        }
        self.collect_named();
        self.has_named = !is_plain_set(table, fixed, (chooser, known), &self.named);
        !self.has_named
    }

    /// Does what [`Machine::is_plain`] does, group by group.
    fn has_plain_groups(&self, fixed: &[u64], known: PlayoutChoice) -> bool {
        let (table, asked) = (self.table, (self.options.chooser(), known));
        let choice = self.options.choice();
        self.options.groups().all(|(kind, values, set)| {
            let mut components =
                values.iter().enumerate().filter(|(place, _)| table.is_component(choice, kind, *place));
            components.all(|(_, component)| is_plain_component(table, fixed, asked, *component))
                && (!table.is_component(choice, kind, values.len()) || is_plain_set(table, fixed, asked, set))
        })
    }
}

/// The number of groups of options up to which each is looked at, instead of the set of all components that
/// they name.
const FEW: usize = 8;

/// Returns whether options that name a set of components are offered to a chooser as they are listed.
#[inline]
fn is_plain_set(
    table: &Table,
    fixed: &[u64],
    (chooser, known): (PlayerId, PlayoutChoice),
    named: &[u64],
) -> bool {
    let is_hidden = known.hides && names_unseen(table, fixed, chooser, named);
    let is_joined =
        known.joins && table.copies.later.iter().zip(named).any(|(later, named)| later & named != 0);
    !is_hidden && !is_joined
}

/// Returns whether options that name a component are offered to a chooser as they are listed. Damaged rules
/// may name one that does not exist.
fn is_plain_component(
    table: &Table,
    fixed: &[u64],
    (chooser, known): (PlayerId, PlayoutChoice),
    component: u64,
) -> bool {
    if component >= table.components {
        return true;
    }
    let is_joined = known.joins && sets::has(&table.copies.later, component);
    !is_joined && (!known.hides || knows(table, fixed, chooser, component))
}
