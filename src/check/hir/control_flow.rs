//! Flow analyses for checking: which statements can be reached, and how blocks end.

use crate::check::hir::tree::{HEffect, HKind, HStmt};

/// Returns whether every path through the statements ends in `return` (or in the end of the game, or a
/// fault).
pub(in crate::check) fn always_returns(body: &[HStmt]) -> bool {
    body.iter().any(|s| ends(s, false))
}

/// Checks the same inside a [`HStmt::Scope`], where `return` leaves the scope.
pub(in crate::check) fn always_returns_within(body: &[HStmt]) -> bool {
    body.iter().any(|s| ends(s, true))
}

fn ends(s: &HStmt, within: bool) -> bool {
    let all = |b: &[HStmt]| b.iter().any(|s| ends(s, within));
    match s {
        HStmt::Return(_) | HStmt::Fail(..) => true,
        HStmt::Leave(_) => within,
        HStmt::Effect(HEffect::End(..) | HEffect::Win(..), _) => true,
        HStmt::If(_, a, b) | HStmt::IfLet(_, _, a, b) => all(a) && all(b),
        HStmt::Choose { then: Some(then), other, .. } => all(then) && all(other),
        HStmt::ChooseArm { arms, .. } => arms.iter().all(|(_, _, b)| all(b)),
        HStmt::While(cond, b) => matches!(cond.kind, HKind::Bool(true)) && !leaves_by_break(b),
        _ => false,
    }
}

fn leaves_by_break(body: &[HStmt]) -> bool {
    body.iter().any(|s| match s {
        HStmt::Break => true,
        HStmt::If(_, a, b) | HStmt::IfLet(_, _, a, b) => leaves_by_break(a) || leaves_by_break(b),
        HStmt::Choose { then, other, .. } => {
            then.as_deref().is_some_and(leaves_by_break) || leaves_by_break(other)
        }
        HStmt::ChooseArm { arms, .. } => arms.iter().any(|(_, _, b)| leaves_by_break(b)),
        HStmt::Scope(b) => leaves_by_break(b),
        HStmt::Act { then, other, .. } => {
            leaves_by_break(then) || other.as_deref().is_some_and(leaves_by_break)
        }
        _ => false,
    })
}

/// Returns whether a loop's body contains something that may leave the loop.
pub(in crate::check) fn leaves_loop(body: &[HStmt]) -> bool {
    body.iter().any(|s| match s {
        // The callee may end the game.
        HStmt::Break | HStmt::Return(_) | HStmt::Leave(_) | HStmt::Do(_) => true,
        HStmt::Act { .. } | HStmt::Window { .. } => true,
        HStmt::Effect(HEffect::End(..) | HEffect::Win(..) | HEffect::Lose(..), _) => true,
        HStmt::If(_, a, b) | HStmt::IfLet(_, _, a, b) => leaves_loop(a) || leaves_loop(b),
        HStmt::ForEach(_, _, b) | HStmt::Repeat(_, b) | HStmt::While(_, b) | HStmt::Scope(b) => {
            leaves_loop(b)
        }
        HStmt::Choose { then, other, .. } => then.as_deref().is_some_and(leaves_loop) || leaves_loop(other),
        HStmt::ChooseArm { arms, .. } => arms.iter().any(|(_, _, b)| leaves_loop(b)),
        HStmt::Set(_, e) => matches!(e.kind, HKind::Call(..)),
        _ => false,
    })
}
