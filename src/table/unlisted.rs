//! Choices without a list of options: for bots that evaluate the position after a move, and need no list of
//! the next choice.

use super::machine::Machine;
use super::options::PickKind;
use super::state::State;
use super::stop::Stop;
use crate::ir::{CodeAddress, Ir, Layout, NONE, Op, PlayerId};
use std::ops::Range;

impl Machine<'_> {
    /// Like [`Machine::advance`], but without listing a choice: the state stops as soon as it is certain that
    /// there is an option. [`Machine::options`] then builds the list, and reports a fault of a rule in it.
    pub(crate) fn advance_unlisted(&mut self, state: &mut State) -> Stop {
        self.brief = true;
        let stop = self.advance(state);
        self.brief = false;
        stop
    }

    /// Returns whether the current list is certain to stop at its choice; if so, sets the chooser. Listing
    /// options has no side effects, and a list with an option is never skipped, so one option suffices.
    pub(super) fn has_enough(&mut self, fixed: &[u64], frame: &[u64], base: usize) -> bool {
        let chooser =
            frame.get((self.table.chooser_register(self.options.choice())).index()).copied().unwrap_or(NONE);
        let enough = !self.options.is_empty() && self.listed_at.1 == base && chooser < fixed[Layout::PLAYERS];
        if enough {
            self.options.set_chooser(PlayerId(chooser as u8));
        }
        enough
    }

    /// Returns whether the list that was just begun is certain to offer declining; if so, sets the chooser.
    pub(super) fn may_decline(&mut self, fixed: &[u64], frame: &[u64]) -> bool {
        let choice = self.options.choice();
        let chooser = frame.get(self.table.chooser_register(choice).index()).copied().unwrap_or(NONE);
        let may = self.table.declinable(choice).is_some() && chooser < fixed[Layout::PLAYERS];
        if may {
            self.options.set_chooser(PlayerId(chooser as u8));
        }
        may
    }

    /// Declines a choice point without listing its options. Returns `false`, and changes nothing, if the
    /// state does not wait at a choice that can be declined in every position.
    pub(crate) fn decline(&mut self, state: &mut State) -> bool {
        let Some(choice) = self.table.choice_of(state) else { return false };
        let Some(at) = self.table.declinable(choice) else { return false };
        let Some(arm) = self.table.ir.choice(choice).and_then(|choice| choice.decline) else {
            return false;
        };
        self.answer(state, choice, at.index(), PickKind::Arm(arm), &[]).is_some()
    }
}

/// Returns for each choice the index of its `Choose`, if its list of options always ends with the one that
/// declines: no code between `OptBegin` and `Choose` leaves the list, or jumps over that option. A choice
/// whose code is there twice has none.
pub(super) fn declinable(ir: &Ir) -> Vec<Option<CodeAddress>> {
    let mut declinable = vec![None; ir.choices.len()];
    let mut met = vec![false; ir.choices.len()];
    let mut begun = None;
    for (pc, op) in ir.code.iter().enumerate() {
        match op {
            Op::OptBegin { choice } => begun = Some((*choice, pc)),
            Op::Choose { .. } => {
                let Some((choice, start)) = begun.take() else { continue };
                let Some(declines) = ir.choice(choice).and_then(|choice| choice.decline) else {
                    continue;
                };
                if std::mem::replace(&mut met[choice.index()], true) {
                    declinable[choice.index()] = None;
                    continue;
                }
                let ends = ir.code[start..pc].last() == Some(&Op::OptArm { arm: declines });
                let stays = |(at, op): (usize, &Op)| {
                    stays_within(op, CodeAddress::from_index(start + at), start + 1..pc)
                };
                if ends && ir.code[start..pc].iter().enumerate().all(stays) {
                    declinable[choice.index()] = Some(CodeAddress::from_index(pc));
                }
            }
            _ => {}
        }
    }
    declinable
}

/// Returns whether the instruction `op` at `pc` jumps to nowhere outside a range of instructions.
fn stays_within(op: &Op, pc: CodeAddress, range: Range<usize>) -> bool {
    match op {
        Op::Ret { .. } | Op::Done => false,
        _ => op.target(pc).is_none_or(|to| range.contains(&to.index())),
    }
}
