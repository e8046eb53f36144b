//! Constants outside the range of their target: they would be a fault at every run, so they are rejected.

use crate::check::body::messages;
use crate::check::body::scope::Cx;
use crate::check::hir::tree::{Arith, HExpr, HKind, RangedValue, SetOp};
use crate::check::hir::types::Ty;
use crate::check::symbols::values::nearest_to_0;
use crate::diagnostics::Diagnostic;
use crate::ir::{AmountDomain, FieldId, NONE, elements};
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

    /// Returns the value of an argument or a result that must be in a range: the value itself if it is sure
    /// to be.
    pub(in crate::check::body) fn ranged(&self, e: HExpr, range: (i64, i64), of: RangedValue) -> HExpr {
        if e.ty == Ty::Error || self.is_within(&e, range) {
            return e;
        }
        HExpr { ty: e.ty.clone(), span: e.span, kind: HKind::Ranged(Box::new(e), of) }
    }

    /// Returns the value that a function or verb returns, kept to its range. In a slot only constants are.
    pub(in crate::check::body) fn ranged_result(&mut self, e: HExpr) -> HExpr {
        let function = &self.symbols.functions[self.function];
        let Some(range) = function.range else { return e };
        let e = self.completed(e, range);
        self.check_constant_range(&e, range, |n, span| {
            messages::result_out_of_range(span, &function.id, n, range)
        });
        match function.span {
            Some(_) => self.ranged(e, range, RangedValue::Result(self.function)),
            None => e,
        }
    }

    /// Returns what a cancelled verb returns: of an int, the number of its range that is nearest to 0.
    pub(in crate::check::body) fn nothing_in_range(&self, e: HExpr) -> HExpr {
        let range = self.symbols.functions[self.function].range;
        match (&e.kind, range) {
            (HKind::Int(_), range) => HExpr { kind: HKind::Int(nearest_to_0(range)), ..e },
            (_, Some(range)) => {
                self.ranged(self.completed(e, range), range, RangedValue::Result(self.function))
            }
            (_, None) => e,
        }
    }

    /// Returns an amount with the numbers that are not written: each is that of the range which is nearest to
    /// 0.
    pub(in crate::check::body) fn completed(&self, e: HExpr, range: (i64, i64)) -> HExpr {
        let (Ty::Amount(pers), nearest @ (..=-1 | 1..)) = (&e.ty, nearest_to_0(Some(range))) else {
            return e;
        };
        let completed = |e: Box<HExpr>| Box::new(self.completed(*e, range));
        let kind = match e.kind {
            HKind::If(holds, a, b) => HKind::If(holds, completed(a), completed(b)),
            HKind::Amount(written) => {
                let mut parts = self.parts_of_amount(pers, nearest, e.span);
                let written = written.into_iter().map(|(lane, value)| (lane, self.completed(value, range)));
                parts.extend(written);
                HKind::Amount(parts)
            }
            kind => kind,
        };
        HExpr { kind, ..e }
    }

    /// Returns the parts of an amount whose numbers are all the same.
    fn parts_of_amount(&self, pers: &[AmountDomain], number: i64, span: Span) -> Vec<(HExpr, HExpr)> {
        let [per, rest @ ..] = pers else { return Vec::new() };
        let value = match rest {
            [] => HExpr { ty: Ty::Int, span, kind: HKind::Int(number) },
            rest => {
                let kind = HKind::Amount(self.parts_of_amount(rest, number, span));
                HExpr { ty: Ty::Amount(rest.to_vec()), span, kind }
            }
        };
        let key = self.symbols.key_of(*per);
        let lanes = 0..self.symbols.lanes(&[*per]) as u64;
        let lane = |n| HExpr { ty: key.clone(), span, kind: HKind::Value(n) };
        lanes.map(|n| (lane(n), value.clone())).collect()
    }

    /// Returns whether every number that an expression may evaluate to is known to be in a range.
    fn is_within(&self, e: &HExpr, range: (i64, i64)) -> bool {
        let covers = |other: Option<(i64, i64)>| other.is_some_and(|o| range.0 <= o.0 && o.1 <= range.1);
        let holds = |n: i64| covers(Some((n, n)));
        let both = |a: &HExpr, b: &HExpr| self.is_within(a, range) && self.is_within(b, range);
        match &e.kind {
            HKind::If(_, a, b) | HKind::Default(a, b) | HKind::SetOp(SetOp::Union, a, b) => both(a, b),
            HKind::Arith(Arith::Min | Arith::Max, a, b) if both(a, b) => true,
            // As `clamp` does it: `max(low, min(high, n))`.
            HKind::Arith(Arith::Max, a, b) => {
                let least = |e: &HExpr| constant(e).is_some_and(holds);
                let most = |e: &HExpr| match &e.kind {
                    HKind::Arith(Arith::Min, a, b) => [a, b].iter().any(|e| constant(e).is_some_and(holds)),
                    _ => false,
                };
                least(a) && most(b) || least(b) && most(a)
            }
            HKind::SetOp(SetOp::Without, a, _) => self.is_within(a, range),
            HKind::SetOp(SetOp::Both, a, b) => self.is_within(a, range) || self.is_within(b, range),
            HKind::SetOf(elements) => elements.iter().all(|e| self.is_within(e, range)),
            HKind::Range(a, b) => both(a, b),
            HKind::Filter { set, .. } => self.is_within(set, range),
            HKind::ConstSet(words) => elements(words).all(|n| holds(n as i64)),
            // An int that may be none, and is.
            HKind::Value(NONE) => true,
            HKind::TableField(f) | HKind::Field(f, _) => covers(self.symbols.fields[*f].range),
            HKind::Call(f, _) => covers(self.symbols.functions[*f].range),
            _ => constant(e).is_some_and(holds),
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
