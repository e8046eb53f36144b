//! Checks that arguments and results keep to their range.

use super::emit::{FunctionLowering, UNAIMED};
use super::lowering::Lowering;
use crate::check::Ty;
use crate::check::hir::tree::RangedValue;
use crate::ir::code::{Op, Reg};
use crate::ir::{RangeId, RangeInfo};

impl FunctionLowering<'_, '_> {
    /// Emits a fault if a number of the value in the registers from `a` on is outside its range.
    pub(super) fn check_range(&mut self, a: Reg, ty: &Ty, of: RangedValue) {
        let info = self.l.range_info(of, ty);
        let (low, high) = info.range;
        let mark = self.next;
        let mut inside = Vec::new();
        match ty {
            Ty::Set(_) => {
                let others = self.temp(1);
                let allowed = (low.max(0)..=high.min(63)).fold(0, |set, n| set | 1u64 << n);
                let k = self.l.constant(&[allowed]);
                self.copy(others, a, 1);
                self.emit(Op::MinusPool { n: 1, d: others, k });
                inside.push(self.emit(Op::JumpEmpty { n: 1, a: others, to: UNAIMED }));
            }
            Ty::Amount(_) => {
                let n = self.l.symbols.words(ty);
                let (bound, not_less, not_more) = (self.temp(n), self.temp(1), self.temp(1));
                let k = self.l.constant(&vec![low as u64; n]);
                self.emit(Op::Words { n: n as u8, d: bound, k });
                self.emit(Op::EachLe { n: n as u8, d: not_less, a: bound, b: a });
                let k = self.l.constant(&vec![high as u64; n]);
                self.emit(Op::Words { n: n as u8, d: bound, k });
                self.emit(Op::EachLe { n: n as u8, d: not_more, a, b: bound });
                self.emit(Op::Mul { d: not_less, a: not_less, b: not_more });
                inside.push(self.emit(Op::JumpIf { a: not_less, to: UNAIMED }));
            }
            _ => {
                if matches!(ty, Ty::Optional(_)) {
                    inside.push(self.emit(Op::JumpNone { a, to: UNAIMED }));
                }
                let (bound, not_less, not_more) = (self.temp(1), self.temp(1), self.temp(1));
                self.int(bound, low);
                self.emit(Op::Le { d: not_less, a: bound, b: a });
                self.int(bound, high);
                self.emit(Op::Le { d: not_more, a, b: bound });
                self.emit(Op::Mul { d: not_less, a: not_less, b: not_more });
                inside.push(self.emit(Op::JumpIf { a: not_less, to: UNAIMED }));
            }
        }
        let r = self.l.range(info);
        self.emit(Op::Outside { r, a });
        self.arrive(inside);
        self.next = mark;
    }
}

impl Lowering<'_> {
    /// Returns the declared range of an argument or a result of this type.
    pub(super) fn range_info(&self, of: RangedValue, ty: &Ty) -> RangeInfo {
        let (RangedValue::Result(f) | RangedValue::Argument(f, _)) = of;
        let function = &self.symbols.functions[f];
        let (param, range) = match of {
            RangedValue::Result(_) => (None, function.range),
            RangedValue::Argument(_, i) => {
                let param = &function.params[usize::from(i)];
                (Some(param.id.clone()), param.range)
            }
        };
        let range = range.unwrap_or((i64::MIN, i64::MAX));
        RangeInfo { function: function.id.to_string(), param, ty: self.symbols.value_type(ty), range }
    }

    /// Returns the number of a range in `Ir::ranges`.
    fn range(&mut self, info: RangeInfo) -> RangeId {
        match self.ir.ranges.iter().position(|known| *known == info) {
            Some(known) => RangeId::from_index(known),
            None => {
                self.ir.ranges.push(info);
                RangeId(self.number(self.ir.ranges.len(), "ranges of arguments and results", None))
            }
        }
    }
}
