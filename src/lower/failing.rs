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
            HKind::Negate(_) | HKind::Abs(_) | HKind::Range(..) | HKind::PlayerAt(_) | HKind::Open(..) => true,
            HKind::Call(..) | HKind::Slot { .. } | HKind::Roll(..) => true,
            HKind::Aggregate { op, of: Some(of), .. } => match op {
                Aggregate::Sum => true,
                Aggregate::Values => of.ty == Ty::Int,
                _ => false,
            },
            HKind::SetOf(elements) => elements.iter().any(|e| e.ty == Ty::Int),
            _ => false,
        }
    });
    can
}
