//! Operations that a rule repeats, of which a text may say how often.

use crate::check::hir::parts::statement_parts;
use crate::check::hir::tree::{HEffect, HExpr, HKind, HStmt};
use crate::ir::FunctionId;
use crate::source::Span;

/// An operation of a statement, for counting repetitions.
#[derive(PartialEq)]
pub(super) enum OperationKind {
    Call(FunctionId),
    Effect(std::mem::Discriminant<HEffect>),
    Choice,
}

/// Collects the operations of statements and of all their blocks.
pub(super) fn note_deeds(body: &[HStmt], deeds: &mut Vec<(OperationKind, Span)>) {
    for s in body {
        deeds.extend(deed(s));
        statement_parts(s).1.into_iter().for_each(|block| note_deeds(block, deeds));
    }
}

/// Returns the operation of a statement without its blocks; `None` if it is none that counts.
pub(super) fn deed(s: &HStmt) -> Option<(OperationKind, Span)> {
    match s {
        HStmt::Do(HExpr { kind: HKind::Call(f, _), span, .. })
        | HStmt::Set(_, HExpr { kind: HKind::Call(f, _), span, .. }) => {
            Some((OperationKind::Call(*f), *span))
        }
        HStmt::Effect(effect, span) => Some((OperationKind::Effect(std::mem::discriminant(effect)), *span)),
        HStmt::Choose { span, .. } => Some((OperationKind::Choice, *span)),
        _ => None,
    }
}
