//! Positions in the rules that reveal hidden information.
//!
//! A sample keeps the position in the rules. If a hidden condition decided that the rules came there, the
//! position itself reveals the condition: for example, four branches on a face-down card that each ask the
//! same question. So each branch whose condition may be hidden is recorded as a [`Guard`] of the positions
//! that it decides, and evaluated again on samples. If it goes otherwise on a sample, the position reveals
//! hidden information, and no bot may look ahead from it.
//!
//! If no other choice of the game looks like the current one, the player knows the position anyway.

use super::frames::{Frames, SuspendedFrame};
use super::machine::Machine;
use super::program::Table;
use super::recipe_builder::RecipeBuilder;
use super::secrets::{BranchProperty, Guard};
use super::sets;
use super::state::State;
use super::taint::Taint;
use super::taint_flow::TaintFlow;
use super::taint_summary::Summary;
use crate::ir::{ChoiceId, ChoiceInfo, ComponentId, FunctionId, Op, PlayerId, ToIndex};

/// Returns the guards of an instruction at which a frame can be suspended.
pub(super) fn guards(table: &Table, flow: &TaintFlow, summary: &Summary, at: usize) -> Vec<Guard> {
    let ir = table.ir;
    let suspends = |f: FunctionId| ir.functions.find(f).is_some_and(|f| f.suspends);
    let mut found = Vec::new();
    match flow.code[at] {
        Op::OptBegin { .. } => {}
        Op::Call { f, .. } if suspends(f) => {}
        Op::CallSlot { s, c, .. }
            if ir.slots.find(s).is_some_and(|s| s.rules.iter().any(|r| suspends(*r))) =>
        {
            match flow.taint(at, c) {
                Taint::Open | Taint::Shown => {}
                Taint::Content | Taint::Picked => found.push(Guard::Bearer),
                Taint::Secret => found.push(Guard::Unknown),
            }
        }
        _ => return found,
    }
    let pc = flow.entry.offset(at);
    let held = table.suspended(pc).map_or(&[][..], |f| &f.held);
    let leads_here = leading_to(flow, at);
    for (j, op) in flow.code.iter().enumerate() {
        let (by, register, words) = match *op {
            Op::JumpIf { a, .. } | Op::JumpUnless { a, .. } | Op::Switch { a, .. } => {
                (BranchProperty::Value, a, 1)
            }
            Op::JumpNone { a, .. } => (BranchProperty::None, a, 1),
            Op::JumpEmpty { n, a, .. } | Op::Next { n, a, .. } | Op::NextInZone { n, a, .. } => {
                (BranchProperty::Empty, a, n.index())
            }
            _ => continue,
        };
        if leads_here[j] && flow.decides(j) == Some(Taint::Secret) && passes(table, flow, at, j) {
            let maker = RecipeBuilder::new(table, flow, summary, held, at)
                .lively(table.matters(pc).unwrap_or_default());
            let recipe = maker.value_before(j, register, words);
            found.push(recipe.map_or(Guard::Unknown, |recipe| Guard::Branch(by, recipe, words)));
        }
    }
    found
}

/// Returns for each instruction whether control can flow from it to instruction `at`.
fn leading_to(flow: &TaintFlow, at: usize) -> Vec<bool> {
    let mut leads = vec![false; flow.code.len()];
    let mut open = flow.previous[at].clone();
    while let Some(i) = open.pop() {
        if !std::mem::replace(&mut leads[i], true) {
            open.extend(&flow.previous[i]);
        }
    }
    leads
}

/// Returns whether control, after a branch that may lead to an instruction, can also avoid it: by returning
/// to the caller, by reaching the branch again, or by ending the game after another question. Then the branch
/// decides whether the instruction is reached. An immediate end of the game does not count: everybody would
/// have seen it.
fn passes(table: &Table, flow: &TaintFlow, at: usize, branch: usize) -> bool {
    let suspends = |f: FunctionId| table.ir.functions.find(f).is_some_and(|f| f.suspends);
    let slot_stops =
        |s: u16| table.ir.slots.get(s.index()).is_some_and(|s| s.rules.iter().any(|r| suspends(*r)));
    // For each instruction, whether it was reached, before and after another stop.
    let mut seen = vec![[false; 2]; flow.code.len()];
    let next = |i: usize, stopped: bool| flow.next[i].iter().map(move |to| (*to, stopped));
    let mut open: Vec<(usize, bool)> = next(branch, false).collect();
    while let Some((i, stopped)) = open.pop() {
        if i == at {
            continue;
        }
        if i == branch {
            // A loop that always leads on to the instruction reveals nothing by how often it goes on.
            if flow.postdominators.as_ref().is_some_and(|ways| ways.lead_through(branch, at)) {
                continue;
            }
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
                Op::CallSlot { s, .. } => slot_stops(s.0),
                _ => false,
            };
            open.extend(next(i, stopped || stops));
        }
    }
    false
}

impl Table<'_> {
    /// Returns whether the position in the rules at which a state waits may reveal hidden information to a
    /// player, so that samples must be checked against it.
    pub(super) fn may_tell(&self, state: &State, player: PlayerId) -> bool {
        let secrets = self.secrets();
        let frames: Vec<SuspendedFrame> = Frames::new(self, state).collect();
        let guarded =
            (0..frames.len()).rev().find(|k| self.guards_of(state, &frames, *k, player).next().is_some());
        let Some(outermost) = guarded else { return false };
        // All functions called from there on have a single call site, and the question is unique.
        let called_once = frames[..outermost].iter().all(|frame| {
            let function = self.function_at(frame.pc);
            function.is_some_and(|f| secrets.calls_of(f) == 1)
        });
        let choice = self.choice_of(state);
        !(called_once && choice.is_some_and(|choice| looks_like_no_other(self, choice)))
    }

    /// Returns whether suspended rules hold a set with components that a player does not see, whose number
    /// was not announced.
    pub(super) fn holds_uncounted(&self, state: &State, player: PlayerId) -> bool {
        let unseen =
            |c: u64| u32::try_from(c).is_ok_and(|c| self.is_unseen(state, Some(player), ComponentId(c)));
        Frames::new(self, state).any(|SuspendedFrame { pc, base, .. }| {
            self.secrets().uncounted_at(pc).iter().any(|register| {
                let at = base + register.index();
                let set = state.words.get(at..at + self.component_words()).unwrap_or_default();
                sets::elements(set).any(unseen)
            })
        })
    }

    /// Returns the guards of a frame that may be hidden from a player. A rule reveals nothing if they see its
    /// component.
    fn guards_of<'a>(
        &'a self,
        state: &'a State,
        frames: &'a [SuspendedFrame],
        k: usize,
        player: PlayerId,
    ) -> impl Iterator<Item = &'a Guard> {
        let bearer = k.checked_sub(1).and_then(|above| state.words().get(frames[above].base + 1)).copied();
        let seen = bearer
            .and_then(|c| u32::try_from(c).ok())
            .is_some_and(|c| !self.is_unseen(state, Some(player), ComponentId(c)));
        self.secrets()
            .guards_at(frames[k].pc)
            .iter()
            .filter(move |guard| !(seen && matches!(guard, Guard::Bearer)))
    }

    /// Returns whether all guards of the current position have the same result on a sample.
    pub(super) fn fits(
        &self,
        machine: &mut Machine,
        state: &State,
        player: PlayerId,
        sample: &State,
    ) -> bool {
        let (mut truth, mut sample) = (state.clone(), sample.clone());
        let frames: Vec<SuspendedFrame> = Frames::new(self, state).collect();
        (0..frames.len()).all(|k| {
            let base = frames[k].base;
            self.guards_of(state, &frames, k, player).all(|guard| match guard {
                Guard::Branch(by, recipe, words) => {
                    let mut way =
                        |state: &mut State| Some(by.of(&recipe.words(machine, state, base, *words)?));
                    let truly = way(&mut truth);
                    truly.is_some() && truly == way(&mut sample)
                }
                Guard::Bearer | Guard::Unknown => false,
            })
        })
    }
}

/// Returns whether a choice can be distinguished from every other choice of the game by its view and options.
fn looks_like_no_other(table: &Table, choice: ChoiceId) -> bool {
    // A text with holes may read like any other once rendered.
    let texts = |c: &ChoiceInfo| (c.prompt.clone(), c.arms.clone());
    let rest = |c: &ChoiceInfo| {
        (c.variable.clone(), c.element.clone(), c.actions.clone(), c.arms.len(), c.asker.is_some())
    };
    let choices = &table.ir.choices;
    let Some(own) = choices.get(choice.index()) else { return false };
    let alike = |other: &ChoiceInfo| {
        let filled = !own.holes.is_empty() || !other.holes.is_empty();
        rest(other) == rest(own) && (filled || texts(other) == texts(own))
    };
    choices.iter().filter(|other| alike(other)).count() == 1
}
