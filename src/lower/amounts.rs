//! Lowering of amounts. Elementwise sums, differences, minima and maxima, aggregates over all lanes, and
//! lanes with an index known only in play have their own instructions. Other elementwise operations are
//! unrolled, one instruction per number.

use super::consts::constant;
use super::emit::{FunctionLowering, Patch, UNAIMED};
use super::evaluate::{Constant, Env, arith};
use super::expr::arithmetic;
use super::lowering::Lowering;
use crate::check::Ty;
use crate::check::hir::tree::{Arith, HExpr, HKind};
use crate::ir::code::{Op, Reg};

/// Returns the instruction that combines two amounts lane by lane, if there is one.
fn lane_op(op: Arith, n: u8, d: Reg, a: Reg, b: Reg) -> Option<Op> {
    Some(match op {
        Arith::Add => Op::AddEach { n, d, a, b },
        Arith::Sub => Op::SubEach { n, d, a, b },
        Arith::Min => Op::MinEach { n, d, a, b },
        Arith::Max => Op::MaxEach { n, d, a, b },
        Arith::Mul | Arith::Div | Arith::Rem => return None,
    })
}

impl FunctionLowering<'_, '_> {
    /// Returns whether this amount is read directly from a state variable of the table.
    pub(super) fn is_table_field(&self, e: &HExpr) -> bool {
        matches!(e.kind, HKind::TableField(_))
    }

    /// Lowers an amount, or an operation on one, into the registers from `d` on.
    pub(super) fn amount(&mut self, e: &HExpr, d: Reg) {
        let n = self.words(e);
        match &e.kind {
            HKind::Amount(parts) => {
                self.zero(d, n);
                for (lane, value) in parts {
                    let mark = self.next;
                    self.put_lane(d, n, lane, value);
                    self.next = mark;
                }
            }
            HKind::With(of, lane, value) => {
                // Evaluated first: the inserted value may have side effects on the amount.
                let new = self.owned(value);
                let at = if constant(lane).is_none() { self.owned(lane) } else { Reg(0) };
                self.into(of, d);
                self.put_word(d, n, lane, at, new, self.words(value));
            }
            HKind::Lane(of, lane) => self.lane(of, lane, d, n),
            HKind::Each(op, a, b) => {
                let (a, scalar) = (self.value(a), b.ty == Ty::Int);
                let b = self.value(b);
                if n > 1
                    && !scalar
                    && let Some(op) = lane_op(*op, n as u8, d, a, b)
                {
                    self.emit(op);
                    return;
                }
                for k in 0..n as u16 {
                    let (d, a, b) = (d + k, a + k, if scalar { b } else { b + k });
                    self.emit(arithmetic(*op, d, a, b));
                }
            }
            HKind::SumOf(of) => {
                let (n, a) = (self.words(of), self.value(of));
                if n == 1 {
                    return self.copy(d, a, 1);
                }
                self.emit(Op::Total { n: n as u8, d, a });
            }
            _ => unreachable!("only amounts are asked for"),
        }
    }

    /// Lowers the value at one lane of an amount into `m` registers.
    fn lane(&mut self, of: &HExpr, lane: &HExpr, d: Reg, m: usize) {
        let n = self.words(of);
        match (constant(lane), &of.kind) {
            (Some(at), HKind::TableField(f)) => {
                let addr = self.l.ir.layout.fields[*f].base + (at * m) as u32;
                self.emit(if m == 1 { Op::Load { d, addr } } else { Op::LoadSet { n: m as u8, d, addr } });
            }
            (Some(at), _) => {
                let a = self.value(of) + Reg::from_index(at * m).0;
                self.copy(d, a, m);
            }
            // A row of a printed amount is read without the others.
            (None, HKind::Attribute(f, owner)) if m > 1 => {
                let at = self.temp(2);
                self.into(owner, at);
                self.into(lane, at + 1);
                self.emit(Op::AttrRow { n: m as u8, d, f: *f, at });
            }
            (None, _) => {
                let a = self.value(of);
                if m == 1 {
                    let i = self.value(lane);
                    self.emit(Op::Lane { n: n as u8, d, a, i });
                    return;
                }
                let i = self.first_of_row(lane, m);
                for k in 0..m as u16 {
                    self.emit(Op::Lane { n: n as u8, d: d + k, a, i });
                    self.emit(Op::AddI { d: i, a: i, v: 1 });
                }
            }
        }
    }

    /// Emits the lane times `m`, the offset of the first word of that row, into a fresh register.
    fn first_of_row(&mut self, lane: &HExpr, m: usize) -> Reg {
        let i = self.owned(lane);
        self.emit(Op::MulI { d: i, a: i, v: m as i16 });
        i
    }

    /// Writes a value to one lane of an amount of `n` words, which occupies registers of its own.
    pub(super) fn put_lane(&mut self, d: Reg, n: usize, lane: &HExpr, value: &HExpr) {
        let mark = self.next;
        let new = self.value(value);
        let at = if constant(lane).is_none() { self.owned(lane) } else { Reg(0) };
        self.put_word(d, n, lane, at, new, self.words(value));
        self.next = mark;
    }

    /// Writes `m` words from register `new` on to a lane: a constant one, or the one in register `at`, which
    /// is clobbered.
    fn put_word(&mut self, d: Reg, n: usize, lane: &HExpr, at: Reg, new: Reg, m: usize) {
        if let Some(place) = constant(lane) {
            return self.copy(d + Reg::from_index(place * m).0, new, m);
        }
        if m > 1 {
            self.emit(Op::MulI { d: at, a: at, v: m as i16 });
        }
        for k in 0..m as u16 {
            self.emit(Op::SetLane { n: n as u8, d, i: at, a: new + k });
            if k + 1 < Reg::from_index(m).0 {
                self.emit(Op::AddI { d: at, a: at, v: 1 });
            }
        }
    }

    /// Jumps unless every number of `a` is less than or equal to the one of `b`.
    pub(super) fn jump_unless_covered(&mut self, a: &HExpr, b: &HExpr) -> Vec<Patch> {
        let n = self.words(a);
        let (a, b) = (self.value(a), self.value(b));
        let holds = self.temp(1);
        self.emit(Op::EachLe { n: n as u8, d: holds, a, b });
        vec![self.emit(Op::JumpUnless { a: holds, to: UNAIMED })]
    }
}

impl Lowering<'_> {
    /// Evaluates an amount, or an operation on one, at compile time, if all it depends on is known.
    pub(super) fn amount_known(&self, e: &HExpr, words: usize, env: &mut Env) -> Option<Constant> {
        let put = |into: &mut [u64], at: u64, value: Constant| {
            let value = match value {
                Constant::Word(word) => vec![word],
                Constant::Set(words) => words,
            };
            let from = usize::try_from(at).ok()?.checked_mul(value.len())?;
            into.get_mut(from..from.checked_add(value.len())?)?.copy_from_slice(&value);
            Some(())
        };
        Some(match &e.kind {
            HKind::Amount(parts) => {
                let mut out = vec![0; words];
                for (lane, value) in parts {
                    let (at, value) = (self.word(lane, env)?, self.evaluate(value, env)?);
                    put(&mut out, at, value)?;
                }
                Constant::Set(out)
            }
            HKind::With(of, lane, value) => {
                let mut out = self.set(of, env)?;
                let (at, value) = (self.word(lane, env)?, self.evaluate(value, env)?);
                put(&mut out, at, value)?;
                Constant::Set(out)
            }
            HKind::Lane(of, lane) => {
                let (of, at) = (self.set(of, env)?, usize::try_from(self.word(lane, env)?).ok()?);
                let row = of.get(at.checked_mul(words)?..at.checked_add(1)?.checked_mul(words)?)?;
                match e.ty {
                    Ty::Amount(_) => Constant::Set(row.to_vec()),
                    _ => Constant::Word(*row.first()?),
                }
            }
            HKind::Each(op, a, b) => {
                let a = self.set(a, env)?;
                let b = match b.ty {
                    Ty::Int => vec![self.word(b, env)?; a.len()],
                    _ => self.set(b, env)?,
                };
                let each = a.iter().zip(&b).map(|(a, b)| arith(*op, *a as i64, *b as i64).map(|v| v as u64));
                Constant::Set(each.collect::<Option<Vec<u64>>>()?)
            }
            HKind::EachLe(a, b) => {
                let (a, b) = (self.set(a, env)?, self.set(b, env)?);
                Constant::Word(u64::from(a.iter().zip(&b).all(|(a, b)| *a as i64 <= *b as i64)))
            }
            HKind::SumOf(of) => {
                let of = self.set(of, env)?;
                Constant::Word(of.iter().try_fold(0i64, |sum, word| sum.checked_add(*word as i64))? as u64)
            }
            _ => return None,
        })
    }
}
