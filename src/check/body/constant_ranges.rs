//! Constants outside the range of their target: they would be a fault at every run, so they are rejected.

use crate::check::body::scope::Cx;
use crate::check::hir::tree::{Arith, HExpr, HKind};
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::check as codes;
use crate::ir::FieldId;
use crate::syntax::ast::BinaryOp;

impl Cx<'_> {
    /// Rejects constants outside a range, in each branch of an `if`. `message` returns the message and the
    /// help for a number; for an empty help, the help is to change the number or the range.
    pub(in crate::check) fn check_constant_range(
        &mut self,
        e: &HExpr,
        range: (i64, i64),
        message: impl Fn(i64) -> (String, String) + Copy,
    ) {
        if let HKind::If(_, a, b) = &e.kind {
            self.check_constant_range(a, range, message);
            self.check_constant_range(b, range, message);
            return;
        }
        let Some(n) = constant(e).filter(|n| !(range.0..=range.1).contains(n) && !self.trial) else { return };
        let (message, help) = message(n);
        let d = Diagnostic::error(codes::OUT_OF_RANGE, message)
            .at(e.span, if n < range.0 { "too small" } else { "too large" });
        self.report(if help.is_empty() {
            d.help("change the number, or the range where it is declared")
        } else {
            d.help(help)
        });
    }

    /// Rejects a negative constant as a count.
    pub(in crate::check) fn not_negative(&mut self, e: &HExpr, what: &str) {
        self.check_constant_range(e, (0, i64::MAX), |n| {
            (format!("{what} cannot take {n}"), "a count is 0 or more".to_owned())
        });
    }

    /// Rejects an assignment that a field can never hold: a constant outside its range, or a change larger
    /// than the whole range.
    pub(in crate::check) fn keeps_to(&mut self, field: FieldId, op: Option<BinaryOp>, new: &HExpr) {
        let info = &self.world.fields[field];
        let (Some((low, high)), false) = (info.range, self.trial) else { return };
        if let HKind::Amount(parts) = &new.kind {
            return parts.iter().for_each(|(_, value)| self.keeps_to(field, op, value));
        }
        let mut leaves = Vec::new();
        let (range, of) = match (op, &new.kind) {
            (None, _) => ((low, high), new),
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
            let d = match op {
                None => {
                    let message = format!("`{}` must be from {low} to {high}, not {n}", info.id);
                    Diagnostic::error(codes::OUT_OF_RANGE, message)
                        .at(span, if n < low { "too small" } else { "too large" })
                }
                Some(_) => {
                    let message =
                        format!("`{}` goes from {low} to {high}, and cannot change by {n}", info.id);
                    Diagnostic::error(codes::OUT_OF_RANGE, message).at(span, "more than the whole range")
                }
            };
            let d = match info.span {
                Some(declared) => d.at(declared, "declared here"),
                None => d,
            };
            self.report(d.help("change the number, or the range"));
        }
    }
}

/// Collects the constants that an expression may evaluate to, in each branch of an `if`.
fn constants(e: &HExpr, out: &mut Vec<(i64, crate::source::Span)>) {
    match &e.kind {
        HKind::If(_, a, b) | HKind::Default(a, b) => {
            constants(a, out);
            constants(b, out);
        }
        _ => out.extend(constant(e).map(|n| (n, e.span))),
    }
}

/// Evaluates an expression that consists of numbers alone.
fn constant(e: &HExpr) -> Option<i64> {
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
