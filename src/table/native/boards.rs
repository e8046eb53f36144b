//! Writes machine code for steps and rows on boards of one word, where the rules name the direction or the
//! length.

use super::function::{FunctionTranslation, WORD};
use crate::ir::{Op, Reg, ToIndex};
use cranelift_codegen::ir::{InstBuilder, Value};

/// The maximum length of a row that is written out step by step.
const MOST_STEPS: i64 = 8;

impl FunctionTranslation<'_, '_, '_> {
    /// Writes the code of an instruction; returns false if it is left to Rust.
    pub fn emit_board(&mut self, op: Op) -> bool {
        match op {
            Op::StepSet { n: 1, d, a, dir } => {
                let direction = self.constant(dir).and_then(|direction| usize::try_from(direction).ok());
                let Some((by, mask)) = direction.and_then(|direction| self.shift_of(direction)) else {
                    return false;
                };
                let cells = self.get(a);
                let shifted = self.shifted(cells, by, mask);
                self.set(d, shifted);
            }
            Op::InARow { n: 1, d, a, len } => {
                let Some(len) = self.constant(len).filter(|len| (2..=MOST_STEPS).contains(len)) else {
                    return false;
                };
                let axes = &self.table.ir.geometry.axes;
                let Some(shifts) = axes.iter().map(|axis| self.shift_of(usize::from(*axis))).collect() else {
                    return false;
                };
                self.row_on(d, a, len, shifts);
            }
            _ => return false,
        }
        true
    }

    /// Returns the bits by which a step in a direction shifts a board of one word, and the cells that have a
    /// neighbour there.
    fn shift_of(&self, direction: usize) -> Option<(i32, u64)> {
        let ir = self.table.ir;
        let (by, mask) = ir.geometry.shifts.get(direction)?;
        Some((*by, *ir.pool.get(mask.index())?))
    }

    fn shifted(&mut self, cells: Value, by: i32, mask: u64) -> Value {
        let mask = self.word(mask as i64);
        let from = self.build.ins().band(cells, mask);
        let bits = self.word(i64::from(by.unsigned_abs()));
        if by >= 0 { self.build.ins().ishl(from, bits) } else { self.build.ins().ushr(from, bits) }
    }

    /// Writes whether `len` cells in a row are in a set.
    fn row_on(&mut self, d: Reg, a: Reg, len: i64, shifts: Vec<(i32, u64)>) {
        let cells = self.get(a);
        let mut all = self.build.ins().iconst(WORD, 0);
        for (by, mask) in shifts {
            let mut run = cells;
            for _ in 1..len {
                let next = self.shifted(run, by, mask);
                run = self.build.ins().band(cells, next);
            }
            all = self.build.ins().bor(all, run);
        }
        let found = self.is_not(all, 0);
        self.set_truth(d, found);
    }
}
