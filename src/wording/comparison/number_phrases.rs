//! The numbers with which a text may express a number of a rule.

use super::bounds::Bound;
use crate::check::hir::tree::{Arith, CompareOp, HExpr, HKind};
use crate::check::symbols::items::ReadableValue;
use crate::ir::FieldId;

/// The numbers with which a text may express a number of a rule. `n > 4` may be "more than 4", "5 or more",
/// "at most 4" (for the opposite case), and 5.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct NumberPhrases {
    /// The number in the rule, without its sign.
    pub written: i64,
    /// The numbers that are right without a word of comparison.
    pub plain: Vec<i64>,
    /// For a comparison: the greatest number on its lower side.
    pub split: Option<i64>,
    /// The comparison as it is written; `None` if it is none, or one with exactly this number.
    pub bound: Option<Bound>,
    /// True for a comparison with exactly this number: "4 or more" is not it.
    pub is_exact: bool,
    /// For a comparison with a roll of dice: the least and the greatest number with which it is true.
    pub faces: Option<(i64, i64)>,
    /// The place of a comparison in the rule.
    pub context: ComparisonContext,
    /// True if it is an amount that the rule returns, perhaps times a count.
    pub amount: bool,
    /// The value that it changes, if it is the amount of a modifier or of a change of state.
    pub change: Option<ChangedValue>,
    /// True if the amount is taken off.
    pub minus: bool,
    /// True for the amount of a change of state by exactly this number.
    pub is_exact_change: bool,
    /// True for a comparison that must hold for the rule to do or count something.
    pub is_held: bool,
    /// For a comparison: the state that is compared.
    pub compared: Option<FieldId>,
    /// For a number that limits a value: [`Bound::AtMost`] in `min(…, 10)`, [`Bound::AtLeast`] in
    /// `max(…, 10)`.
    pub limit: Option<Bound>,
    /// True for a limit at which the range of the changed state ends, so that no text need say it.
    pub is_end: bool,
}

/// The place of a comparison in a rule: if a text says "up to 4" of it, 4 is what the rule goes on to, or the
/// greatest number of which the condition is true.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum ComparisonContext {
    /// The condition of a loop.
    Loop,
    /// The condition of a statement.
    Guard,
    /// A condition within a set or a value.
    Value,
}

/// The value that an amount is added to or taken off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum ChangedValue {
    /// The attribute or state of a modifier.
    Modified(ReadableValue),
    State(FieldId),
}

impl NumberPhrases {
    pub fn plain(written: i64) -> NumberPhrases {
        let plain = vec![written];
        NumberPhrases {
            written,
            plain,
            split: None,
            bound: None,
            is_exact: false,
            faces: None,
            context: ComparisonContext::Value,
            amount: false,
            change: None,
            minus: false,
            is_exact_change: false,
            is_held: false,
            compared: None,
            limit: None,
            is_end: false,
        }
    }

    /// Returns whether a limit at a number ("down to 4", "up to 4") expresses this comparison. `is_capped`:
    /// the rule has that number as an amount, too.
    pub fn is_limited_by(&self, n: i64, up_to: bool, is_capped: bool) -> bool {
        let is_split = self.split.is_some_and(|split| split == n || split == -n);
        let is_written = self.written == n;
        match (self.context, up_to) {
            // The loop ends at the first number with which its condition is false.
            (ComparisonContext::Loop, _) => {
                let end = self.split.map(|split| split.saturating_add(i64::from(self.is_upper())));
                is_written || end.is_some_and(|end| end == n || end == -n)
            }
            (ComparisonContext::Guard, true) => is_written || is_split,
            (ComparisonContext::Value, true) => is_split || is_written && is_capped,
            (_, false) => is_written || is_split || self.plain.contains(&n),
        }
    }

    /// Returns whether it is a comparison that holds below its number.
    pub fn is_upper(&self) -> bool {
        matches!(self.bound, Some(Bound::LessThan | Bound::AtMost))
    }

    /// Returns every number with which a text may express this one.
    pub fn all(&self) -> impl Iterator<Item = i64> + '_ {
        let around = self.split.into_iter().flat_map(|k| [k, k.saturating_add(1)]);
        self.plain.iter().copied().chain([self.written]).chain(around.map(i64::saturating_abs))
    }
}

/// Returns whether a comparison with a number holds below it; `a` is its left side.
pub(super) fn is_upper_bound(how: CompareOp, a: &HExpr) -> bool {
    matches!(how, CompareOp::Lt | CompareOp::Le) && !matches!(a.kind, HKind::Int(_))
}

/// Returns the number in a comparison, and the ways to express it.
pub(super) fn comparison_bound<'e>(
    how: CompareOp,
    a: &'e HExpr,
    b: &'e HExpr,
) -> Option<(&'e HExpr, NumberPhrases)> {
    let (number, n, on_the_left) = match (&a.kind, &b.kind) {
        (HKind::Int(n), other) if !matches!(other, HKind::Int(_)) => (a, *n, true),
        (other, HKind::Int(n)) if !matches!(other, HKind::Int(_)) => (b, *n, false),
        _ => return None,
    };
    // The split, and the number at which the comparison just holds: `e < 5` is split at 4, and is expressed
    // as "4 or fewer".
    let (split, reached, bound) = match (how, on_the_left) {
        (CompareOp::Eq | CompareOp::Ne, _) => {
            let is_exact = how == CompareOp::Eq;
            return Some((number, NumberPhrases { is_exact, ..NumberPhrases::plain(n.saturating_abs()) }));
        }
        (CompareOp::Lt, false) => (n.saturating_sub(1), n.saturating_sub(1), Bound::LessThan),
        (CompareOp::Le, false) => (n, n, Bound::AtMost),
        (CompareOp::Lt, true) => (n, n.saturating_add(1), Bound::MoreThan),
        (CompareOp::Le, true) => (n.saturating_sub(1), n, Bound::AtLeast),
    };
    let plain = vec![reached.saturating_abs()];
    let ways = NumberPhrases {
        plain,
        split: Some(split),
        bound: Some(bound),
        ..NumberPhrases::plain(n.saturating_abs())
    };
    Some((number, ways))
}

/// Returns the result of an operation with two numbers of a rule, if it has one.
pub(super) fn folded(op: Arith, a: i64, b: i64) -> Option<i64> {
    match op {
        Arith::Add => a.checked_add(b),
        Arith::Sub => a.checked_sub(b),
        Arith::Mul => a.checked_mul(b),
        Arith::Div => a.checked_div(b),
        Arith::Rem => a.checked_rem(b),
        Arith::Min => Some(a.min(b)),
        Arith::Max => Some(a.max(b)),
    }
}
