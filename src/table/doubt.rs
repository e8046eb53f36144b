//! Places in the rules that tell what is hidden.
//!
//! A sample keeps where the rules have come to. Where something hidden has decided that they came there, the place itself says what
//! it was: four branches on a face-down card that each ask the same question. So each branch that may go by what somebody does not
//! see is noted here as a [`Guard`] of the places that it decides. On a sample it is looked at again: where it would have gone
//! otherwise, the place tells, and nobody may look ahead from it.
//!
//! Where no other choice of the game looks like the one that is asked, the player knows the place as well as the rules do.

use super::frames::{Frames, Suspended};
use super::machine::Machine;
use super::program::Table;
use super::recipes::{Maker, Recipe};
use super::secrets::{Flow, Summary, Taint};
use super::sets;
use super::state::State;
use crate::ir::{ChoiceInfo, NONE, Op};

/// What has decided that the rules came to a place, and may be hidden.
#[derive(Debug)]
pub(super) enum Guard {
    /// A branch: what of a value it went by, and how to work the value out.
    Branch(By, Recipe, usize),
    /// Whose rule is run: the component in the first parameter of the frame above.
    Bearer,
    /// Something that cannot be worked out again.
    Unknown,
}

/// What of a value decides a branch.
#[derive(Clone, Copy, Debug)]
pub(super) enum By {
    /// All of it.
    Value,
    /// Whether it is none.
    None,
    /// Whether it is an empty set.
    Empty,
}

impl By {
    fn of(self, value: &[u64]) -> u64 {
        match self {
            By::Value => value.first().copied().unwrap_or_default(),
            By::None => u64::from(value.first() == Some(&NONE)),
            By::Empty => u64::from(value.iter().all(|word| *word == 0)),
        }
    }
}

/// The guards of an instruction of a function at which its frame can be suspended.
pub(super) fn guards(table: &Table, flow: &Flow, summary: &Summary, at: usize) -> Vec<Guard> {
    let ir = table.ir;
    let suspends = |f: u16| ir.functions.get(f as usize).is_some_and(|f| f.suspends);
    let mut found = Vec::new();
    match flow.code[at] {
        Op::OptBegin { .. } => {}
        Op::Call { f, .. } if suspends(f) => {}
        Op::CallSlot { s, c, .. } if ir.slots.get(s as usize).is_some_and(|s| s.rules.iter().any(|r| suspends(*r))) => {
            match flow.taint(at, c) {
                Taint::Open | Taint::Shown => {}
                Taint::Content | Taint::Picked => found.push(Guard::Bearer),
                Taint::Secret => found.push(Guard::Unknown),
            }
        }
        _ => return found,
    }
    let pc = u64::from(flow.entry) + at as u64;
    let held = table.suspended(pc).map_or(&[][..], |f| &f.held);
    let leads_here = leading_to(flow, at);
    for (j, op) in flow.code.iter().enumerate() {
        let (by, register, words) = match *op {
            Op::JumpIf { a, .. } | Op::JumpUnless { a, .. } | Op::Switch { a, .. } => (By::Value, a, 1),
            Op::JumpNone { a, .. } => (By::None, a, 1),
            Op::JumpEmpty { n, a, .. } | Op::Next { n, a, .. } | Op::NextInZone { n, a, .. } => {
                (By::Empty, a, n as usize)
            }
            _ => continue,
        };
        if leads_here[j] && flow.decides(j) == Some(Taint::Secret) && passes(table, flow, at, j) {
            let maker = Maker::new(table, flow, summary, held, at).lively(table.matters(pc).unwrap_or_default());
            let recipe = maker.before(j, register, words);
            found.push(recipe.map_or(Guard::Unknown, |recipe| Guard::Branch(by, recipe, words)));
        }
    }
    found
}

/// For each instruction whether the rules may come from it to another one.
fn leading_to(flow: &Flow, at: usize) -> Vec<bool> {
    let mut leads = vec![false; flow.code.len()];
    let mut open = flow.previous[at].clone();
    while let Some(i) = open.pop() {
        if !std::mem::replace(&mut leads[i], true) {
            open.extend(&flow.previous[i]);
        }
    }
    leads
}

/// Whether the rules may pass an instruction by after a branch that may lead there: return to their caller, come back to the branch,
/// or end the game after somebody was asked something else, without having been there. Then the branch decides that they come there.
/// The end of the game at once is no way around: everybody would have seen it.
fn passes(table: &Table, flow: &Flow, at: usize, branch: usize) -> bool {
    let suspends = |f: u16| table.ir.functions.get(f as usize).is_some_and(|f| f.suspends);
    let slot_stops = |s: u16| table.ir.slots.get(s as usize).is_some_and(|s| s.rules.iter().any(|r| suspends(*r)));
    // For each instruction whether it was come to, before and after some other stop.
    let mut seen = vec![[false; 2]; flow.code.len()];
    let next = |i: usize, stopped: bool| flow.next[i].iter().map(move |to| (*to, stopped));
    let mut open: Vec<(usize, bool)> = next(branch, false).collect();
    while let Some((i, stopped)) = open.pop() {
        if i == at {
            continue;
        }
        if i == branch {
            return true;
        }
        if seen.get_mut(i).is_some_and(|seen| !std::mem::replace(&mut seen[usize::from(stopped)], true)) {
            match flow.code[i] {
                Op::Ret { .. } | Op::Done => return true,
                Op::Win { .. } | Op::Lose { .. } | Op::End { .. } if stopped => return true,
                _ => {}
            }
            let stops = match flow.code[i] {
                Op::OptBegin { .. } => true,
                Op::Call { f, .. } => suspends(f),
                Op::CallSlot { s, .. } => slot_stops(s),
                _ => false,
            };
            open.extend(next(i, stopped || stops));
        }
    }
    false
}

impl Table<'_> {
    /// Whether the place in the rules at which a state waits may tell a player what is hidden from them, so that a sample has to be
    /// held against it.
    pub(super) fn may_tell(&self, state: &State, player: u8) -> bool {
        let secrets = self.secrets();
        let frames: Vec<Suspended> = Frames::new(self, state).collect();
        let guarded = (0..frames.len()).rev().find(|k| self.guards_of(state, &frames, *k, player).next().is_some());
        let Some(outermost) = guarded else { return false };
        // All that was called from there on is called in one place only, and asks what nothing else asks.
        let called_once = frames[..outermost].iter().all(|frame| {
            let function = u32::try_from(frame.pc).ok().and_then(|pc| self.function_at(pc));
            function.is_some_and(|f| secrets.calls_of(f) == 1)
        });
        let choice = self.choice_of(state);
        !(called_once && choice.is_some_and(|choice| looks_like_no_other(self, choice)))
    }

    /// Whether suspended rules hold a set with components that a player does not see, of which nobody has told how many they are.
    pub(super) fn holds_uncounted(&self, state: &State, player: u8) -> bool {
        let unseen = |c: u64| u32::try_from(c).is_ok_and(|c| self.is_unseen(state, Some(player), c));
        Frames::new(self, state).any(|Suspended { pc, base, .. }| {
            self.secrets().uncounted_at(pc).iter().any(|register| {
                let at = base + *register as usize;
                let set = state.words.get(at..at + self.component_words()).unwrap_or_default();
                sets::elements(set).any(unseen)
            })
        })
    }

    /// The guards of a frame that may be hidden from a player. Whose rule is run is known where they see the component.
    fn guards_of<'a>(
        &'a self,
        state: &'a State,
        frames: &'a [Suspended],
        k: usize,
        player: u8,
    ) -> impl Iterator<Item = &'a Guard> {
        let bearer = k.checked_sub(1).and_then(|above| state.words().get(frames[above].base + 1)).copied();
        let seen = bearer.and_then(|c| u32::try_from(c).ok()).is_some_and(|c| !self.is_unseen(state, Some(player), c));
        self.secrets().guards_at(frames[k].pc).iter().filter(move |guard| !(seen && matches!(guard, Guard::Bearer)))
    }

    /// Whether all that has decided where the rules are would have decided the same on a sample.
    pub(super) fn fits(&self, machine: &mut Machine, state: &State, player: u8, sample: &State) -> bool {
        let (mut truth, mut sample) = (state.clone(), sample.clone());
        let frames: Vec<Suspended> = Frames::new(self, state).collect();
        (0..frames.len()).all(|k| {
            let base = frames[k].base;
            self.guards_of(state, &frames, k, player).all(|guard| match guard {
                Guard::Branch(by, recipe, words) => {
                    let mut way = |state: &mut State| Some(by.of(&recipe.words(machine, state, base, *words)?));
                    let truly = way(&mut truth);
                    truly.is_some() && truly == way(&mut sample)
                }
                Guard::Bearer | Guard::Unknown => false,
            })
        })
    }
}

/// Whether what a choice shows tells it from every other choice of the game.
fn looks_like_no_other(table: &Table, choice: u16) -> bool {
    // A text that is filled in may come to read like any other.
    let texts = |c: &ChoiceInfo| (c.prompt.clone(), c.arms.clone());
    let rest =
        |c: &ChoiceInfo| (c.variable.clone(), c.element.clone(), c.actions.clone(), c.arms.len(), c.asker.is_some());
    let choices = &table.ir.choices;
    let Some(own) = choices.get(choice as usize) else { return false };
    let alike = |other: &ChoiceInfo| {
        let filled = !own.holes.is_empty() || !other.holes.is_empty();
        rest(other) == rest(own) && (filled || texts(other) == texts(own))
    };
    choices.iter().filter(|other| alike(other)).count() == 1
}
