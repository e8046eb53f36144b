//! Taint of the results of bulk instructions.

use super::instruction_taint::{contents, field};
use super::taint::{Taint, part};
use super::taint_flow::TaintFlow;
use crate::ir::{Ir, Op, Reg, ToIndex};

impl TaintFlow {
    /// Returns the registers that a bulk instruction writes, and their taint; `None` for other instructions.
    pub(super) fn bulk(&self, ir: &Ir, i: usize, op: Op) -> Option<(Reg, usize, Taint)> {
        let reads = |from: Reg, words: usize| self.taint_of(i, from, words);
        // The list of actions may depend on where the component is.
        let placed = |taint: Taint| if self.lists { Taint::Secret } else { taint };
        let words = ir.component_words();
        Some(match op {
            Op::CellsOf { n, d, a } => (d, n.index(), placed(part(reads(a, words)))),
            Op::KeepOn { n, d, a } => (d, words, placed(part(reads(d, words).max(reads(a, n.index()))))),
            Op::KeepInPlay { n, d, .. } => (d, n.index(), placed(part(reads(d, n.index())))),
            Op::OnCells { n, d, zone, a } => {
                let cells = part(reads(a, ir.geometry.words.index()));
                (d, n.index(), contents(ir.zones.find(zone)).max(cells))
            }
            Op::InPlaces { n, d, zone, at } => {
                (d, n.index(), contents(ir.zones.find(zone)).max(part(reads(at, 2))))
            }
            Op::KeepLess { n, d, f, a }
            | Op::KeepUpTo { n, d, f, a }
            | Op::KeepMore { n, d, f, a }
            | Op::KeepFrom { n, d, f, a }
            | Op::KeepIs { n, d, f, a }
            | Op::KeepNot { n, d, f, a } => {
                let taint = reads(d, n.index()).max(reads(a, 1)).max(field(ir, f));
                (d, n.index(), part(taint))
            }
            Op::ValuesOf { n, d, f, a } => (d, 1, field(ir, f).max(part(reads(a, n.index())))),
            _ => return None,
        })
    }
}
