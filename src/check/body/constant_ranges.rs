//! Constants outside the range of their target: they would be a fault at every run, so they are rejected.

use crate::check::body::messages;
use crate::check::body::scope::Cx;
use crate::check::hir::tree::{Arith, HExpr, HKind, SetOp};
use crate::diagnostics::Diagnostic;
use crate::ir::FieldId;
use crate::place::Span;
use crate::syntax::ast::BinaryOp;

impl Cx<'_> {
    /// Rejects constants outside a range, in each branch of an `if`, and in sets and amounts. `message`
    /// returns the error for a number and its span.
    pub(in crate::check) fn check_constant_range(
        &mut self,
        e: &HExpr,
        range: (i64, i64),
        message: impl Fn(i64, Span) -> Diagnostic + Copy,
    ) {
        if self.trial {
            return;
        }
        let mut leaves = Vec::new();
        constants(e, &mut leaves);
        for (n, span) in leaves.into_iter().filter(|(n, _)| !(range.0..=range.1).contains(n)) {
            self.report(message(n, span));
        }
    }

    /// Rejects a negative constant as a count.
    pub(in crate::check) fn not_negative(&mut self, e: &HExpr, what: &str) {
        self.check_constant_range(e, (0, i64::MAX), |n, span| messages::negative_count(span, what, n));
    }

    /// Rejects an assignment that a field can never hold: a constant outside its range, or a change larger
    /// than the whole range.
    pub(in crate::check) fn keeps_to(&mut self, field: FieldId, op: Option<BinaryOp>, new: &HExpr) {
        let info = &self.symbols.fields[field];
        let (Some((low, high)), false) = (info.range, self.trial) else { return };
        if let HKind::Amount(parts) = &new.kind {
            return parts.iter().for_each(|(_, value)| self.keeps_to(field, op, value));
        }
        let mut leaves = Vec::new();
        let (range, of) = match (op, &new.kind) {
            (None, _) => ((low, high), new),
            // Elements that a set does not have may be taken from it.
            (Some(_), HKind::SetOp(SetOp::Union, _, by)) => ((low, high), &**by),
            (Some(_), HKind::Arith(_, _, by)) => {
                let width = high.saturating_sub(low);
                ((-width, width), &**by)
            }
            _ => return,
        };
        constants(of, &mut leaves);
        for (n, span) in leaves {
            if (range.0..=range.1).contains(&n) {
                continue;
            }
            let changes = op.is_some() && !matches!(new.kind, HKind::SetOp(..));
            self.report(match changes {
                false => messages::out_of_range(span, &info.id, n, (low, high), info.span),
                true => messages::change_out_of_range(span, &info.id, n, (low, high), info.span),
            });
        }
    }
}

/// Collects the constants that an expression may evaluate to, in each branch of an `if`, and those that a set
/// or an amount holds.
pub(in crate::check) fn constants(e: &HExpr, out: &mut Vec<(i64, Span)>) {
    match &e.kind {
        HKind::If(_, a, b) | HKind::Default(a, b) => {
            constants(a, out);
            constants(b, out);
        }
        HKind::SetOf(elements) => elements.iter().for_each(|element| constants(element, out)),
        HKind::SetOp(SetOp::Union, a, b) => {
            constants(a, out);
            constants(b, out);
        }
        HKind::Range(a, b) => {
            if let (Some(first), Some(last)) = (constant(a), constant(b))
                && first <= last
            {
                out.extend([(first, a.span), (last, b.span)]);
            }
        }
        HKind::Amount(parts) => parts.iter().for_each(|(_, value)| constants(value, out)),
        _ => out.extend(constant(e).map(|n| (n, e.span))),
    }
}

/// Evaluates an expression that consists of numbers alone.
pub(in crate::check::body) fn constant(e: &HExpr) -> Option<i64> {
    match &e.kind {
        HKind::Int(n) => Some(*n),
        HKind::Negate(a) => constant(a)?.checked_neg(),
        HKind::Abs(a) => constant(a)?.checked_abs(),
        HKind::Arith(op, a, b) => {
            let (a, b) = (constant(a)?, constant(b)?);
            match op {
                Arith::Add => a.checked_add(b),
                Arith::Sub => a.checked_sub(b),
                Arith::Mul => a.checked_mul(b),
                Arith::Min => Some(a.min(b)),
                Arith::Max => Some(a.max(b)),
                Arith::Div | Arith::Rem => None,
            }
        }
        _ => None,
    }
}
