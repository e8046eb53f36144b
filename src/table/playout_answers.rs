//! Lists of options in play, and the answers of playouts to them.

use super::choice_data::PlayoutChoice;
use super::fault::FaultKind;
use super::frame_layout::WINDOW;
use super::knowledge::names_unseen;
use super::machine::Machine;
use super::options::PickKind;
use super::program::Table;
#[cfg(feature = "native")]
use crate::ir::Op;
use crate::ir::{ChoiceId, ChoiceInfo, Layout, PlayerId, Reg};
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
                is_plain: !hides && !self.copies.are_offered(ChoiceId(id)),
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
        if !known.is_plain && !self.is_plain(fixed) {
            self.has_named = true;
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

    /// Picks one of the options without parameters that follow the beginning of a list, unless somebody has
    /// to see the list. Does what [`Machine::pick_at_random`] does, without the list.
    #[cfg(feature = "native")]
    pub(super) fn pick_plainly(
        &mut self,
        fixed: &mut [u64],
        frame: &mut [u64; WINDOW],
        (choice, list): (ChoiceId, Range<usize>),
        (d, by): (Reg, Reg),
    ) -> Option<()> {
        let (plies, chooser) = (fixed[Layout::PLIES], frame[by.index() % WINDOW]);
        let known = self.table.playout_choices.get(choice.index()).copied()?;
        let playout = self.playout.as_mut().filter(|playout| plies < playout.until)?;
        if chooser >= fixed[Layout::PLAYERS] || !known.is_plain || self.brief || !self.ran.is_empty() {
            return None;
        }
        let chooser = PlayerId(chooser as u8);
        // Without an option nothing is drawn: the list ends in a fault.
        let options = self.table.code.get(list.start + 1..list.end).filter(|list| !list.is_empty())?;
        let index = playout.draws.below(options.len(), chooser, plies)?;
        let kind = match *options.get(index)? {
            Op::OptArm { arm } => PickKind::Arm(arm),
            Op::OptAct0 { action } => PickKind::Action(action),
            _ => return None,
        };
        frame[d.index() % WINDOW] = self.table.answer_number(choice, kind)?;
        self.count_answer(fixed, chooser);
        Some(())
    }

    /// Returns whether the options of the current list are offered as they were listed: none is concealed or
    /// joined with another.
    fn is_plain(&mut self, fixed: &[u64]) -> bool {
        self.collect_named();
        let (table, choice) = (self.table, self.options.choice());
        let hides = table.shows.get(choice.index()).is_some_and(|shows| shows.components);
        (!hides || !names_unseen(table, fixed, self.options.chooser(), &self.named))
            && !self.names_copies(choice)
    }
}
