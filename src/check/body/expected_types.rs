//! Statements whose type is written or known beforehand: `let x: T = e`, `return none`.

use crate::check::body::messages;
use crate::check::body::scope::Cx;
use crate::check::hir::tree::{HExpr, HKind, HStmt, error_expr};
use crate::check::hir::types::Ty;
use crate::check::symbols::editor_info::COMPLETION_MARKER;
use crate::check::symbols::type_names::type_of;
use crate::ir::NONE;
use crate::place::TextRange;
use crate::source::Span;
use crate::syntax::ast::{Expr, TypeExpr};

/// Returns the bytes of a written type in its code string.
fn at_range(ty: &TypeExpr) -> std::ops::Range<usize> {
    (ty.at.first_byte())..ty.at.end_byte()
}

impl Cx<'_> {
    /// Checks the start value of a variable with a type.
    pub(in crate::check) fn of_written_type(
        &mut self,
        ty: &TypeExpr,
        value: Option<&Expr>,
        span: Span,
    ) -> HExpr {
        let at = self.span(&ty.at);
        let (ty, range) = match type_of(self.symbols, ty, self.code) {
            Ok(found) => found,
            Err(wrong) => {
                if self
                    .code
                    .value
                    .get(at_range(ty))
                    .is_some_and(|written| written.contains(COMPLETION_MARKER))
                {
                    self.record_type_names();
                }
                wrong.into_iter().for_each(|d| self.report(*d));
                value.into_iter().for_each(|value| drop(self.expr(value, None)));
                return error_expr(span);
            }
        };
        if range.is_some() {
            let shown = ty.show(self.symbols);
            self.report(messages::range_of_variable(at, &shown));
        }
        match (value, &ty) {
            (Some(value), _) => {
                let value = self.typed(value, &ty);
                // The variable's type is the written one, which may be wider than that of its start value.
                if value.ty == Ty::Error { value } else { HExpr { ty, ..value } }
            }
            (None, Ty::Optional(_)) => HExpr { ty, span, kind: HKind::Value(NONE) },
            (None, _) => {
                let help = match ty {
                    Ty::Set(_) | Ty::Amount(_) => "of nothing it is `{}`".to_owned(),
                    _ => format!("what may be none is a `{}?`", ty.show(self.symbols)),
                };
                self.wrong(messages::never_none(at, &ty.a(self.symbols), &help), span)
            }
        }
    }

    /// Checks `return none`, which only a rule that returns a `T?` may do.
    pub(in crate::check) fn return_none(&mut self, span: Span, out: &mut Vec<HStmt>) {
        match self.returns.clone() {
            Some(ty @ Ty::Optional(_)) => {
                self.leave_with(Some(HExpr { ty, span, kind: HKind::Value(NONE) }), out);
            }
            Some(Ty::Error) => {}
            Some(ty) => {
                let empty = matches!(ty, Ty::Set(_) | Ty::Amount(_));
                self.report(messages::none_returned(
                    span,
                    &ty.a(self.symbols),
                    &ty.show(self.symbols),
                    empty,
                ));
                self.leave_with(Some(error_expr(span)), out);
            }
            None => {
                self.report(messages::none_from_nothing(span));
            }
        }
    }
}
