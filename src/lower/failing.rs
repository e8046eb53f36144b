//! Which expressions can end in a fault. What is asked of a whole set at once must not be asked where, element by element, nobody
//! would have come to it.

use super::consts::walk;
use crate::check::Ty;
use crate::check::hir::{Aggregate, Arith, HExpr, HKind};

/// Whether working out an expression can end in a fault.
pub(super) fn can_fail(e: &HExpr) -> bool {
    let mut can = false;
    walk(e, &mut |e| {
        can |= match &e.kind {
            HKind::Arith(op, ..) => !matches!(op, Arith::Min | Arith::Max),
            HKind::Each(op, ..) => !matches!(op, Arith::Min | Arith::Max),
            // A number in brackets may lie outside the range that an amount is for.
            HKind::Lane(_, lane) | HKind::With(_, lane, _) => may_miss(lane),
            HKind::Amount(of) => of.iter().any(|(lane, _)| may_miss(lane)),
            HKind::SumOf(_) => true,
            HKind::Negate(_) | HKind::Abs(_) | HKind::Range(..) | HKind::PlayerAt(_) | HKind::Open(..) => true,
            HKind::Call(..) | HKind::Slot { .. } | HKind::Roll(..) | HKind::RollDie(..) => true,
            HKind::Aggregate { op, of: Some(of), .. } => match op {
                Aggregate::Sum => true,
                Aggregate::Values => of.ty == Ty::Int || of.ty == Ty::Int.optional(),
                _ => false,
            },
            HKind::SetOf(elements) => elements.iter().any(|e| e.ty == Ty::Int),
            _ => false,
        }
    });
    can
}

/// Whether what stands in an amount's brackets may be none of what there is a number for.
fn may_miss(lane: &HExpr) -> bool {
    lane.ty == Ty::Int && !matches!(lane.kind, HKind::Int(_) | HKind::Value(_))
}
