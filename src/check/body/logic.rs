//! `and` and `or`: logical operators, and the common mistake of joining values instead of conditions.

use crate::check::body::messages;
use crate::check::body::scope::Cx;
use crate::check::hir::tree::{HExpr, HKind, error_expr};
use crate::check::hir::types::Ty;
use crate::diagnostics::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{BinaryOp, Expr, ExprKind};

impl Cx<'_> {
    /// Checks `left and right` or `left or right`.
    pub(in crate::check) fn check_logic(
        &mut self,
        op: BinaryOp,
        left: &Expr,
        right: &Expr,
        span: Span,
    ) -> HExpr {
        if let Some(d) = self.one_of_several(op, left, right) {
            return self.wrong(d, span);
        }
        let since = self.happened;
        let a = self.typed(left, &Ty::Bool);
        let mark = self.enter();
        if op == BinaryOp::And {
            self.narrow(left);
        }
        self.know(&a, op == BinaryOp::And, since);
        let b = self.typed(right, &Ty::Bool);
        self.leave(mark);
        if a.ty == Ty::Error || b.ty == Ty::Error {
            return error_expr(span);
        }
        let (a, b) = (Box::new(a), Box::new(b));
        HExpr {
            ty: Ty::Bool,
            span,
            kind: if op == BinaryOp::And { HKind::And(a, b) } else { HKind::Or(a, b) },
        }
    }

    /// Returns the error for `round == 3 or 4`, which is written `round in {3, 4}`: a comparison joined with
    /// bare values of its right side's type.
    fn one_of_several(&mut self, op: BinaryOp, left: &Expr, right: &Expr) -> Option<Diagnostic> {
        let (mut first, mut values) = (left, vec![right]);
        while let ExprKind::Binary { op: joined, left, right } = &first.kind
            && *joined == op
        {
            values.push(right);
            first = left;
        }
        let ExprKind::Binary { op: compared @ (BinaryOp::Eq | BinaryOp::Ne), left: what, right: one } =
            &first.kind
        else {
            return None;
        };
        values.reverse();
        if !values
            .iter()
            .all(|v| matches!(v.kind, ExprKind::Name(_) | ExprKind::Int(_) | ExprKind::Field { .. }))
        {
            return None;
        }
        let of = self.quietly(|cx| {
            let of = cx.expr(one, None).ty;
            let of = if of == Ty::Error { cx.expr(what, None).ty } else { of };
            let is_of = |ty: Ty| ty != Ty::Error && ty.fits(&of, cx.symbols);
            let alike = values.iter().map(|value| cx.expr(value, Some(&of)).ty).collect::<Vec<_>>();
            (of != Ty::Bool && of != Ty::Error && alike.into_iter().all(is_of)).then_some(of)
        })?;
        let all: Vec<&str> =
            std::iter::once(&**one).chain(values.iter().copied()).map(|e| self.written(e)).collect();
        let (word, asked) = (if op == BinaryOp::Or { "or" } else { "and" }, self.written(what));
        let meant = match (op, compared) {
            (BinaryOp::Or, BinaryOp::Eq) => format!("`{asked} in {{{}}}`", all.join(", ")),
            (BinaryOp::And, BinaryOp::Eq) => {
                let each: Vec<String> = all.iter().map(|v| format!("{asked} == {v}")).collect();
                format!("`{}`", each.join(" and "))
            }
            _ => format!("`{asked} not in {{{}}}`", all.join(", ")),
        };
        let second = self.span(&values[0].at);
        Some(messages::values_joined(second, word, &of.a(self.symbols), &meant))
    }
}
