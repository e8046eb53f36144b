//! Comparisons that a declared range decides: `round == 31`, if `round` is 0 to 30.

use crate::check::body::messages::{self, DecidedComparison};
use crate::check::body::scope::Cx;
use crate::check::hir::tree::{Aggregate, HExpr, HKind};
use crate::check::hir::types::Ty;
use crate::source::Span;
use crate::syntax::ast::{BinaryOp, Expr, ExprKind, UnaryOp};

impl Cx<'_> {
    /// Warns of a comparison of state or an attribute with a number as written, if every value of its range
    /// gives the same answer. Each side is given as written and as checked.
    pub(in crate::check) fn warn_of_decided(
        &mut self,
        op: BinaryOp,
        left: (&Expr, &HExpr),
        right: (&Expr, &HExpr),
        span: Span,
    ) {
        // A scenario may test what never happens.
        if self.trial {
            return;
        }
        let (value, number, op) = match (written_number(left.0), written_number(right.0)) {
            (None, Some(number)) => (left.1, number, op),
            (Some(number), None) => (right.1, number, mirrored(op)),
            _ => return,
        };
        if let HKind::Aggregate { op: Aggregate::Count, .. } = &value.kind
            && let Some(holds) = always_of_count(op, number)
        {
            let value = self.source_text(value.span).unwrap_or("…");
            return self.report(messages::decided_count(span, value, holds));
        }
        let answer = |(range, declared)| Some((range, declared, always(op, range, number)?));
        let Some((range, declared, holds)) = self.declared_range(value).and_then(answer) else {
            self.uses.open_comparisons.insert(span);
            return;
        };
        let value = self.source_text(value.span).unwrap_or("…").to_owned();
        self.report(messages::decided_comparison(DecidedComparison { span, value, holds, range, declared }));
    }

    /// Returns the declared range of a number that is read from state or from an attribute, and the place of
    /// the declaration. Modified values may be outside of it.
    fn declared_range(&self, value: &HExpr) -> Option<((i64, i64), Option<Span>)> {
        let is_number = match &value.ty {
            Ty::Optional(inner) => **inner == Ty::Int,
            ty => *ty == Ty::Int,
        };
        let mut of = value;
        while let HKind::Lane(amount, _) = &of.kind {
            of = amount;
        }
        match &of.kind {
            HKind::TableField(field) | HKind::Field(field, _) if is_number => {
                let field = self.symbols.fields.find(*field)?;
                Some((field.range?, field.span))
            }
            HKind::Attribute(attribute, _) if is_number => {
                self.symbols.attribute_ranges.get(attribute).map(|(range, span)| (*range, Some(*span)))
            }
            _ => None,
        }
    }
}

/// Returns the number that an expression writes out.
fn written_number(e: &Expr) -> Option<i64> {
    match &e.kind {
        ExprKind::Int(n) => Some(*n),
        ExprKind::Unary { op: UnaryOp::Negate, of } => written_number(of)?.checked_neg(),
        _ => None,
    }
}

/// Returns the answer of `count(S) op number` for all counts, which are never negative; `None` if it depends
/// on the count.
fn always_of_count(op: BinaryOp, number: i64) -> Option<bool> {
    match op {
        BinaryOp::Ge if number <= 0 => Some(true),
        BinaryOp::Lt if number <= 0 => Some(false),
        BinaryOp::Gt | BinaryOp::Ne if number < 0 => Some(true),
        BinaryOp::Le | BinaryOp::Eq if number < 0 => Some(false),
        _ => None,
    }
}

/// Returns the operator with which both sides of a comparison can be exchanged.
fn mirrored(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Lt => BinaryOp::Gt,
        BinaryOp::Le => BinaryOp::Ge,
        BinaryOp::Gt => BinaryOp::Lt,
        BinaryOp::Ge => BinaryOp::Le,
        op => op,
    }
}

/// Returns the answer of `value op number` for all values of a range; `None` if it is not the same for all,
/// or if the number is the bound itself and the comparison only repeats it (`x >= 0`).
fn always(op: BinaryOp, (low, high): (i64, i64), number: i64) -> Option<bool> {
    let (below, above) = (number < low, number > high);
    let (never, ever) = match op {
        BinaryOp::Eq => (below || above, false),
        BinaryOp::Ne => (false, below || above),
        BinaryOp::Lt => (number <= low, above),
        BinaryOp::Le => (below, above),
        BinaryOp::Gt => (number >= high, below),
        BinaryOp::Ge => (above, below),
        _ => (false, false),
    };
    (never || ever).then_some(ever)
}
