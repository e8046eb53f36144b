//! Numbers of things that are no plain number: "you draw X cards, where X is the number of players".

use super::agreement::{ANY_NUMBER, THAT_NUMBER, is_before_counted};
use super::rule_wording::{RuleWording, WordingProblem, WordingResult};
use crate::check::hir::tree::{Aggregate, Arith, HExpr, HKind};
use crate::check::hir::types::Ty;

/// The letter for a number that needs words of its own.
const X: &str = "X";
/// The words between a clause and the number that its letter stands for.
pub(super) const WHERE_X: &str = ", where X is ";

/// Returns whether words are a number in digits, or one that the rule leaves open.
fn is_plain_number(words: &str) -> bool {
    let is_digit = |c: char| c.is_ascii_digit() || c == '−';
    words.contains([',', ' ']) && words.starts_with('−')
        || words.chars().all(is_digit)
        || [ANY_NUMBER, THAT_NUMBER].iter().any(|open| words.contains(open))
}

impl RuleWording<'_> {
    /// Words a number before the noun of what it counts: "3", or "X" if it needs several words. These come
    /// at the end of the clause.
    pub(super) fn counted(&mut self, e: &HExpr) -> WordingResult<String> {
        let words = self.quantity(e)?;
        self.as_letter(words, e)
    }

    /// Words a number for the hole of a `text`, as [`Self::counted`] does if a noun follows the hole.
    pub(super) fn in_hole(&mut self, text: &str, hole: &str, e: &HExpr) -> WordingResult<String> {
        let words = self.thing(e)?;
        match e.ty == Ty::Int && is_before_counted(text, hole) {
            true => self.as_letter(words, e),
            false => Ok(words),
        }
    }

    fn as_letter(&mut self, words: String, e: &HExpr) -> WordingResult<String> {
        if is_plain_number(&words) {
            return Ok(words);
        }
        let is_many = match self.read(e) {
            Some((id, _)) => self.texts.label(id).ends_with('s'),
            None => false,
        };
        let number = if is_many { "the number of " } else { "" };
        let equation = format!("{WHERE_X}{number}{words}");
        // One letter stands for one number.
        match &self.equation {
            Some(other) if *other != equation => Err(WordingProblem::NoWords(e.span)),
            _ => {
                self.equation = Some(equation);
                Ok(X.to_owned())
            }
        }
    }

    /// Words an amount of things: "2 coins", "1 coin for each card in your hand", "X coins".
    pub(super) fn amount_of(&mut self, e: &HExpr, label: &str, one: &str) -> WordingResult<String> {
        let of = |n: i64| format!("{} {}", n, if n == 1 { one } else { label });
        let is_count = |e: &HExpr| matches!(e.kind, HKind::Aggregate { op: Aggregate::Count, .. });
        match &e.kind {
            HKind::Aggregate { op: Aggregate::Count, .. } => {
                Ok(format!("{} for {}", of(1), self.word_count(e)?))
            }
            HKind::Arith(Arith::Mul, a, b) => match (&a.kind, &b.kind) {
                (HKind::Int(n), _) if is_count(b) && *n > 0 => {
                    Ok(format!("{} for {}", of(*n), self.word_count(b)?))
                }
                (_, HKind::Int(n)) if is_count(a) && *n > 0 => {
                    Ok(format!("{} for {}", of(*n), self.word_count(a)?))
                }
                _ => Ok(format!("{} {label}", self.counted(e)?)),
            },
            _ => {
                let n = self.counted(e)?;
                Ok(format!("{n} {}", if n == "1" { one } else { label }))
            }
        }
    }
}
