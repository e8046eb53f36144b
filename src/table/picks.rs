//! Values in suspended rules that were not announced to any player: random picks, and numbers of components
//! that fulfil a condition.

use super::frames::holds;
use super::program::Table;
use super::taint::Taint;
use super::taint_flow::TaintFlow;
use crate::ir::{Op, Reg, ToIndex};

impl TaintFlow {
    /// Returns the live sets of components of a frame suspended here whose number was not announced. A sample
    /// resamples the components, but keeps their number. The sets that are chosen from are excluded, because
    /// the chooser can count them.
    pub(super) fn uncounted(&self, table: &Table, i: usize) -> Vec<Reg> {
        let pc = self.entry.offset(i);
        let held = table.suspended(pc).map_or(&[][..], |f| &f.held);
        let Some(live) = table.matters(pc) else { return Vec::new() };
        let mut offered: Vec<Reg> = Vec::new();
        if let Op::OptBegin { choice } = self.code[i] {
            let selection = table.ir.choice(choice).and_then(|choice| choice.selection.as_ref());
            offered.extend(selection.iter().flat_map(|selection| [selection.set, selection.rest]));
            for op in self.code[i..].iter().take_while(|op| !matches!(op, Op::Choose { .. })) {
                offered.extend(if let Op::OptSet { a, .. } = op { Some(*a) } else { None });
            }
        }
        let words = table.component_words();
        let matters = |at: u16| {
            (at..at + words as u16)
                .any(|r| live.get(r.index() / 64).is_some_and(|set| set >> (r % 64) & 1 == 1))
        };
        let sets = held.iter().filter(|held| held.set && holds(table, held, pc, held.at)).map(|held| held.at);
        let hidden = sets.filter(|at| {
            matters(at.0) && !offered.contains(at) && self.taint_of(i, *at, words) == Taint::Secret
        });
        hidden.collect()
    }

    /// Returns whether a set that an instruction reads is a set of players, as far as the preceding
    /// instructions show.
    pub(super) fn is_of_players(&self, i: usize, set: u16) -> bool {
        let mut register = set;
        for j in (0..i).rev() {
            let meets = |(d, n): &(Reg, usize)| (d.index()..d.index() + n).contains(&register.index());
            if !self.touched[j].writes.iter().any(meets) {
                continue;
            }
            match self.code[j] {
                Op::Players { .. } | Op::Playing { .. } => return true,
                Op::Move { a, .. } | Op::And { a, .. } | Op::Or { a, .. } | Op::Minus { a, .. } => {
                    register = a.0
                }
                Op::Insert { a, .. } | Op::Next { a, .. } => register = a.0,
                Op::Remove { .. } => {}
                _ => return false,
            }
        }
        false
    }
}
