//! Lowering of board queries: queries about single cells become table lookups, queries about sets become
//! instructions.

use super::emit::FunctionLowering;
use crate::check::hir::tree::{BoardOp, HExpr};
use crate::ir::code::{Op, Reg};
use crate::ir::{TableId, TableInfo};

impl FunctionLowering<'_, '_> {
    pub(super) fn board(&mut self, op: BoardOp, parts: &[HExpr], d: Reg, n: usize) {
        let words = usize::from(self.l.ir.geometry.words);
        let n8 = words as u8;
        match op {
            BoardOp::Step => {
                let g = &self.l.ir.geometry;
                let rows = self.l.symbols.steps.len() as u32;
                let t = self.info(TableInfo { base: g.steps, words: 1, rows });
                let i = self.pair(parts);
                self.emit(Op::Row { n: 1, d, t, i });
            }
            BoardOp::Neighbours | BoardOp::Around => {
                let g = &self.l.ir.geometry;
                let base = if op == BoardOp::Neighbours { g.neighbours } else { g.around };
                let rows = self.l.symbols.cells.len() as u32;
                let t = self.info(TableInfo { base, words: words as u16, rows });
                let i = self.value(&parts[0]);
                self.emit(Op::Row { n: n8, d, t, i });
            }
            BoardOp::Ray => {
                let rows = self.l.symbols.steps.len() as u32;
                let t = self.info(TableInfo { base: self.l.ir.geometry.rays, words: words as u16, rows });
                let i = self.pair(parts);
                self.emit(Op::Row { n: n8, d, t, i });
            }
            BoardOp::Distance => {
                let t = self.l.distance_table();
                // The table has row a · cells + b for the cells a and b.
                let i = self.owned(&parts[0]);
                let cells = self.temp(1);
                self.int(cells, self.l.symbols.cells.len() as i64);
                self.emit(Op::Mul { d: i, a: i, b: cells });
                let b = self.value(&parts[1]);
                self.emit(Op::Add { d: i, a: i, b });
                self.emit(Op::Row { n: 1, d, t, i });
            }
            BoardOp::Opposite | BoardOp::Left | BoardOp::Right => {
                let rows = self.l.turned[&op].clone();
                let t = self.l.table(rows, 1);
                let i = self.value(&parts[0]);
                self.emit(Op::Row { n: 1, d, t, i });
            }
            BoardOp::StepSet => {
                let a = self.value(&parts[0]);
                let dir = self.value(&parts[1]);
                self.emit(Op::StepSet { n: n8, d, a, dir });
            }
            BoardOp::Steps => {
                let a = self.value(&parts[0]);
                let dirs = self.value(&parts[1]);
                self.emit(Op::Steps { n: n8, d, a, dirs });
            }
            BoardOp::Spread | BoardOp::SpreadAround => {
                let a = self.value(&parts[0]);
                let around = u8::from(op == BoardOp::SpreadAround);
                self.emit(Op::Spread { n: n8, around, d, a });
            }
            BoardOp::Group => {
                let (a, b) = (self.value(&parts[0]), self.value(&parts[1]));
                self.emit(Op::Reach { n: n8, d, a, b });
            }
            BoardOp::RayTo => {
                // The operands are in consecutive registers: cell, direction, stops.
                let at = self.temp(2 + words);
                self.into(&parts[0], at);
                self.into(&parts[1], at + 1);
                self.into(&parts[2], at + 2);
                self.emit(Op::RayTo { n: n8, d, at });
            }
            BoardOp::Rays => {
                // The operands are in consecutive registers: directions, cells, stops.
                let at = self.temp(1 + 2 * words);
                self.into(&parts[1], at);
                self.into(&parts[0], at + 1);
                self.into(&parts[2], at + 1 + Reg::from_index(words).0);
                self.emit(Op::Rays { n: n8, d, at });
            }
            BoardOp::InARow => {
                let (a, len) = (self.value(&parts[0]), self.value(&parts[1]));
                self.emit(Op::InARow { n: n8, d, a, len });
            }
            BoardOp::Lined => {
                let a = self.value(&parts[0]);
                self.emit(Op::Lined { n: n8, d, a });
            }
        }
        debug_assert!(n <= words.max(1));
    }

    /// Emits direction · cells + cell, the row in tables that are indexed by both.
    fn pair(&mut self, parts: &[HExpr]) -> Reg {
        let i = self.owned(&parts[1]);
        let cells = self.l.symbols.cells.len() as i64;
        match i16::try_from(cells) {
            Ok(v) => self.emit(Op::MulI { d: i, a: i, v }),
            Err(_) => unreachable!("boards have 512 cells at most"),
        };
        let b = self.value(&parts[0]);
        self.emit(Op::Add { d: i, a: i, b });
        i
    }

    fn info(&mut self, info: TableInfo) -> TableId {
        self.l.table_number(info)
    }
}
