//! Default values, and the types that `{}` takes.

use crate::check::hir::tree::{HExpr, HKind};
use crate::check::hir::types::Ty;
use crate::source::Span;

/// Returns the default value of a type: 0, false, none or the empty set.
pub(in crate::check) fn nothing(ty: &Ty, span: Span) -> Option<HExpr> {
    let kind = match ty {
        Ty::Int | Ty::Error => HKind::Int(0),
        Ty::Bool => HKind::Bool(false),
        Ty::Optional(_) => HKind::Value(crate::ir::NONE),
        Ty::Set(_) => HKind::SetOf(Vec::new()),
        Ty::Amount(_) => HKind::Amount(Vec::new()),
        Ty::Zone(kind) => return nothing(&Ty::Component(*kind).set(), span),
        _ => return None,
    };
    Some(HExpr { ty: ty.clone(), span, kind })
}

/// Gives an expression that may contain `{}` its now known type.
pub(in crate::check) fn holding(mut e: HExpr, ty: &Ty) -> HExpr {
    if e.ty.is_any_set() && matches!(ty, Ty::Amount(_)) {
        return nothing_of(e, ty);
    }
    if e.ty.is_any_set() && matches!(ty, Ty::Set(_)) {
        e.ty = ty.clone();
        e.kind = match e.kind {
            HKind::If(cond, a, b) => HKind::If(cond, Box::new(holding(*a, ty)), Box::new(holding(*b, ty))),
            HKind::SetOp(op, a, b) => HKind::SetOp(op, Box::new(holding(*a, ty)), Box::new(holding(*b, ty))),
            kind => kind,
        };
    }
    e
}

/// Converts `{}` to an amount of a type that is now known.
pub(in crate::check) fn nothing_of(e: HExpr, ty: &Ty) -> HExpr {
    let HExpr { span, kind, .. } = e;
    let kind = match kind {
        HKind::If(cond, a, b) => HKind::If(cond, Box::new(holding(*a, ty)), Box::new(holding(*b, ty))),
        _ => HKind::Amount(Vec::new()),
    };
    HExpr { ty: ty.clone(), span, kind }
}
