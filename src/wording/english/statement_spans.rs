//! Spans of statements.

use crate::check::hir::tree::HStmt;
use crate::source::Span;

/// Returns the span of a statement, if it has one.
pub(super) fn span_of(s: &HStmt) -> Option<Span> {
    match s {
        HStmt::Effect(_, span)
        | HStmt::Choose { span, .. }
        | HStmt::ChooseArm { span, .. }
        | HStmt::Act { span, .. }
        | HStmt::Window { span, .. }
        | HStmt::Fail(_, span) => Some(*span),
        HStmt::Set(_, e)
        | HStmt::PutTable(_, e)
        | HStmt::Put(_, _, e)
        | HStmt::If(e, ..)
        | HStmt::IfLet(_, e, ..)
        | HStmt::Repeat(e, _)
        | HStmt::While(e, _)
        | HStmt::Return(Some(e))
        | HStmt::Do(e) => Some(e.span),
        HStmt::ForEach(_, _, body) | HStmt::Scope(body) => body.iter().find_map(span_of),
        _ => None,
    }
}
