//! Lowering of aggregates: one instruction, or a loop over the elements.

use super::emit::{FunctionLowering, UNAIMED};
use crate::check::Ty;
use crate::check::hir::tree::{Aggregate, HExpr, HKind, Local};
use crate::ir::NONE;
use crate::ir::code::{Op, Reg};

impl FunctionLowering<'_, '_> {
    /// Lowers an aggregate of what `of` is for each element of a set, or of the set itself, into `d`.
    pub(super) fn aggregate(
        &mut self,
        op: Aggregate,
        set: &HExpr,
        element: Local,
        of: Option<&HExpr>,
        d: Reg,
        result_words: usize,
    ) {
        let n = self.words(set);
        let n8 = n as u8;
        let Some(of) = of else {
            return self.aggregate_set(op, set, d);
        };
        if self.in_one_step(op, set, element, of, d) {
            return;
        }
        let rest = self.owned(set);
        // A component without a rule adds nothing, so the loop visits only those that bear one.
        if let (Aggregate::Sum | Aggregate::Union, HKind::Slot { slot, rule, .. }) = (op, &of.kind)
            && matches!(rule.kind, HKind::Local(l) if l == element)
        {
            let bearers = self.l.bearers(*slot);
            let k = self.l.constant(&bearers);
            self.emit(Op::AndPool { n: n8, d: rest, k });
        }
        let e = self.local(element);
        let m = result_words;
        let acc = self.temp(m);
        match op {
            Aggregate::Max | Aggregate::Best => self.int(acc, i64::MIN),
            Aggregate::Min => self.int(acc, i64::MAX),
            _ => self.zero(acc, m),
        }
        let best = self.temp(1);
        if op == Aggregate::Best {
            self.int(best, NONE as i64);
        }
        // The extremes of an empty set are 0, not the start value of the accumulator.
        let nothing = match op {
            Aggregate::Max | Aggregate::Min => Some(self.emit(Op::JumpEmpty { n: n8, a: rest, to: UNAIMED })),
            _ => None,
        };
        let top = self.next_pc();
        let done = self.emit(Op::Next { n: n8, d: e, a: rest, by: 0 });
        let mark = self.next;
        let r = self.value(of);
        // A value that is none is not an element of the result.
        if op == Aggregate::Values && matches!(of.ty, Ty::Optional(_)) {
            let none = self.emit(Op::JumpNone { a: r, to: UNAIMED });
            self.aim(none, top);
        }
        self.accumulate(op, r, (acc, m), (best, e));
        self.next = mark;
        self.emit(Op::Jump { to: top });
        self.arrive(vec![done]);
        if op == Aggregate::Best {
            self.copy(d, best, 1);
        } else {
            self.copy(d, acc, m);
        }
        if let Some(nothing) = nothing {
            let end = self.emit(Op::Jump { to: UNAIMED });
            self.arrive(vec![nothing]);
            self.int(d, 0);
            self.arrive(vec![end]);
        }
    }

    /// Lowers an aggregate of a set itself.
    fn aggregate_set(&mut self, op: Aggregate, set: &HExpr, d: Reg) {
        let n8 = self.words(set) as u8;
        let a = self.value(set);
        match op {
            Aggregate::Count => self.emit(Op::Count { n: n8, d, a }),
            Aggregate::Any => self.emit(Op::Any { n: n8, d, a }),
            Aggregate::None => {
                self.emit(Op::Any { n: n8, d, a });
                self.emit(Op::Not { d, a: d })
            }
            Aggregate::First => self.emit(Op::First { n: n8, d, a }),
            _ => self.emit(Op::Only { n: n8, d, a }),
        };
    }

    /// Adds the value of one element, in `r`, to an accumulator of `m` words; `best` is the element of the
    /// best value so far.
    fn accumulate(&mut self, op: Aggregate, r: Reg, (acc, m): (Reg, usize), (best, e): (Reg, Reg)) {
        match op {
            Aggregate::Sum => {
                for k in 0..m as u16 {
                    self.emit(Op::Add { d: acc + k, a: acc + k, b: r + k });
                }
            }
            Aggregate::Max => {
                self.emit(Op::Max { d: acc, a: acc, b: r });
            }
            Aggregate::Min => {
                self.emit(Op::Min { d: acc, a: acc, b: r });
            }
            Aggregate::Best => {
                // Only a greater value replaces the best: of equals, the first stays.
                let more = self.temp(1);
                self.emit(Op::Lt { d: more, a: acc, b: r });
                let past = self.emit(Op::JumpUnless { a: more, to: UNAIMED });
                self.copy(acc, r, 1);
                self.copy(best, e, 1);
                self.arrive(vec![past]);
            }
            Aggregate::Union => {
                self.emit(Op::Or { n: m as u8, d: acc, a: acc, b: r });
            }
            _ => {
                self.emit(Op::Insert { n: m as u8, d: acc, a: r });
            }
        }
    }
}
