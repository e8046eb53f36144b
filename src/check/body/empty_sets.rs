//! Sets that have no element in any game, whatever lies on the table.

use crate::check::body::constant_ranges::constant;
use crate::check::hir::tree::{CompareOp, HExpr, HKind, SetOp};
use crate::check::hir::types::Ty;
use std::collections::BTreeSet;

/// Returns whether a set is empty by the way in which it is written. A kind or an enum without members is
/// not: another game that includes the same package may have some.
pub(in crate::check::body) fn is_always_empty(set: &HExpr) -> bool {
    if elements(set).is_some_and(|all| all.is_empty()) {
        return true;
    }
    match &set.kind {
        HKind::Range(first, last) => matches!((constant(first), constant(last)), (Some(a), Some(b)) if a > b),
        HKind::Filter { set, cond, .. } => is_always_empty(set) || truth(cond) == Some(false),
        HKind::If(cond, then, other) => match truth(cond) {
            Some(true) => is_always_empty(then),
            Some(false) => is_always_empty(other),
            None => is_always_empty(then) && is_always_empty(other),
        },
        HKind::SetOp(SetOp::Union, a, b) => is_always_empty(a) && is_always_empty(b),
        HKind::SetOp(SetOp::Both, a, b) => is_always_empty(a) || is_always_empty(b),
        HKind::SetOp(SetOp::Without, a, _) => is_always_empty(a),
        _ => false,
    }
}

/// Returns the elements of a set of constants, as numbers of one type.
fn elements(set: &HExpr) -> Option<BTreeSet<i64>> {
    match &set.kind {
        HKind::SetOf(all) => all.iter().map(element).collect(),
        HKind::Range(first, last) => {
            let (first, last) = (constant(first)?, constant(last)?);
            // Sets of numbers hold 0 to 63; larger intervals are refused or only looped over.
            (last.checked_sub(first)? < 64).then(|| (first..=last).collect())
        }
        HKind::SetOp(op, a, b) => {
            let (a, b) = (elements(a)?, elements(b)?);
            Some(match op {
                SetOp::Union => &a | &b,
                SetOp::Without => &a - &b,
                SetOp::Both => &a & &b,
            })
        }
        _ => None,
    }
}

fn element(e: &HExpr) -> Option<i64> {
    match &e.kind {
        HKind::Value(value) => i64::try_from(*value).ok(),
        _ => constant(e),
    }
}

/// Evaluates a condition of constants.
fn truth(cond: &HExpr) -> Option<bool> {
    if cond.ty != Ty::Bool {
        return None;
    }
    match &cond.kind {
        HKind::Bool(value) => Some(*value),
        HKind::Not(a) => truth(a).map(|value| !value),
        HKind::And(a, b) => match (truth(a), truth(b)) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (a, b) => Some(a? && b?),
        },
        HKind::Or(a, b) => match (truth(a), truth(b)) {
            (Some(true), _) | (_, Some(true)) => Some(true),
            (a, b) => Some(a? || b?),
        },
        HKind::Compare(op, a, b) => {
            let (a, b) = (constant(a)?, constant(b)?);
            Some(match op {
                CompareOp::Eq => a == b,
                CompareOp::Ne => a != b,
                CompareOp::Lt => a < b,
                CompareOp::Le => a <= b,
            })
        }
        _ => None,
    }
}
