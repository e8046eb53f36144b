//! Analysis of expressions that can end in a fault. Bulk evaluation must not raise a fault that
//! element-by-element evaluation would have short-circuited past.

use super::consts::walk;
use crate::check::Ty;
use crate::check::hir::tree::{Aggregate, Arith, HExpr, HKind};

/// Returns whether the evaluation of an expression can end in a fault.
pub(super) fn can_fail(e: &HExpr) -> bool {
    let mut can = false;
    walk(e, &mut |e| {
        can |= match &e.kind {
            HKind::Arith(op, ..) => !matches!(op, Arith::Min | Arith::Max),
            HKind::Each(op, ..) => !matches!(op, Arith::Min | Arith::Max),
            // An index computed in play may lie outside the range that the amount has numbers for.
            HKind::Lane(_, lane) | HKind::With(_, lane, _) => may_miss(lane),
            HKind::Amount(of) => of.iter().any(|(lane, _)| may_miss(lane)),
            HKind::SumOf(_) => true,
            HKind::Negate(_) | HKind::Abs(_) | HKind::Range(..) | HKind::PlayerAt(_) | HKind::Open(..) => {
                true
            }
            HKind::Ranged(..) => true,
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

/// Returns whether the index of an amount may lie outside its lanes.
fn may_miss(lane: &HExpr) -> bool {
    lane.ty == Ty::Int && !matches!(lane.kind, HKind::Int(_) | HKind::Value(_))
}
