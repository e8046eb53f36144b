//! Numbers in words: effects on a score ("+5 for each Herb"), and quantities.

use super::rule_wording::{EACH, RuleWording, WordingProblem, WordingResult, format_number, signed};
use crate::check::hir::tree::{Aggregate, Arith, HExpr, HKind};
use crate::check::hir::types::Ty;
use crate::diagnostics::plural;
use crate::vocabulary::{Builtin, english};

/// The words between an amount and its limit.
const LIMIT: &str = ", but not ";
/// The words between an amount and the one that stands for it if a condition is false.
const OTHERWISE: &str = ", otherwise ";

/// Returns whether a phrase after an amount could be read as a part of the amount's last phrase.
fn is_compound(amount: &str) -> bool {
    amount.contains([',', ';', ':'])
}

/// Words an amount with its condition, which comes first if it could be read as that of a part: "with Owl: +2
/// for each Fox".
fn conditional(amount: String, phrase: &str) -> String {
    let joins_noun = amount.contains(" for each ") && phrase.starts_with("with");
    match is_compound(&amount) || joins_noun {
        true => format!("{phrase}: {amount}"),
        false => format!("{amount} {phrase}"),
    }
}

/// Joins two amounts. Limits and alternatives could be read as those of both, so a simple amount does not
/// come before one of these.
fn both(a: String, b: String) -> Option<String> {
    let is_prefixed = |amount: &str| amount.contains(": ");
    let is_open = |amount: &str| [LIMIT, OTHERWISE].iter().any(|word| amount.contains(word));
    // All amounts behind "with Owl: " would be read as parts of that.
    match (is_prefixed(&a), is_prefixed(&b)) {
        (true, true) => return None,
        (true, false) => return Some(format!("{b}; and {a}")),
        (false, true) => return Some(format!("{a}; and {b}")),
        (false, false) => {}
    }
    Some(match (is_open(&a), is_open(&b)) {
        (false, false) => format!("{a}, and {b}"),
        (false, true) => format!("{b}; and {a}"),
        (true, _) => format!("{a}; and {b}"),
    })
}

/// Returns whether one of two operands is a number, which limits the other.
fn has_limit(a: &HExpr, b: &HExpr) -> bool {
    matches!(a.kind, HKind::Int(_)) != matches!(b.kind, HKind::Int(_))
}

impl RuleWording<'_> {
    /// Returns the words for the state or attribute that is read of each element of a set.
    fn read_label(&self, of: &HExpr) -> WordingResult<String> {
        let Some((id, _)) = self.read(of) else { return Err(WordingProblem::NoWords(of.span)) };
        Ok(id.replace('_', " "))
    }

    /// Returns whether an amount is read from a state or attribute.
    fn is_measure(&self, kind: &HKind) -> bool {
        matches!(kind, HKind::Field(..) | HKind::Attribute(..) | HKind::TableField(_))
    }

    /// Words the change that a number makes to a score; `sign` is −1 if it is subtracted.
    pub fn worth(&mut self, e: &HExpr, sign: i64) -> WordingResult<String> {
        match &e.kind {
            HKind::Int(n) => Ok(signed(n.saturating_mul(sign))),
            HKind::Negate(of) => self.worth(of, -sign),
            HKind::Arith(Arith::Mul, a, b) => match (&a.kind, &b.kind) {
                (HKind::Int(n), _) => self.times(b, n.saturating_mul(sign)),
                (_, HKind::Int(n)) => self.times(a, n.saturating_mul(sign)),
                // One factor is conditional, the other a count.
                (HKind::If(..), _) => self.per(b, a, sign),
                (_, HKind::If(..)) => self.per(a, b, sign),
                _ => Err(WordingProblem::NoWords(e.span)),
            },
            HKind::Arith(Arith::Add, a, b) => {
                both(self.worth(a, sign)?, self.worth(b, sign)?).ok_or(WordingProblem::NoWords(e.span))
            }
            HKind::Arith(Arith::Sub, zero, b) if matches!(zero.kind, HKind::Int(0)) => self.worth(b, -sign),
            // "+9 minus your coins"
            HKind::Arith(Arith::Sub, a, b) if matches!(a.kind, HKind::Int(_)) && self.is_measure(&b.kind) => {
                if sign > 0 {
                    return Ok(format!("{} minus {}", self.worth(a, sign)?, self.quantity(b)?));
                }
                Ok(format!("{} {}", self.worth(a, sign)?, self.worth(b, -sign)?))
            }
            HKind::Arith(Arith::Max, a, b) | HKind::Arith(Arith::Min, a, b)
                if sign > 0 && has_limit(a, b) =>
            {
                let (limit, amount) = if matches!(a.kind, HKind::Int(_)) { (a, b) } else { (b, a) };
                let less = if matches!(e.kind, HKind::Arith(Arith::Max, ..)) { "less" } else { "more" };
                let (amount, limit) = (self.worth(amount, sign)?, self.quantity(limit)?);
                let in_all = if amount.contains(", ") { " in all" } else { "" };
                Ok(format!("{amount}{LIMIT}{less} than {limit}{in_all}"))
            }
            HKind::Arith(Arith::Sub, a, b) => {
                both(self.worth(a, sign)?, self.worth(b, -sign)?).ok_or(WordingProblem::NoWords(e.span))
            }
            HKind::If(cond, then, other) => self.depending(cond, then, other, sign),
            HKind::Aggregate { op: Aggregate::Count, .. } => self.times(e, sign),
            HKind::Aggregate { op: Aggregate::Sum, set, element, of: Some(of) }
                if self.read(of).is_none() =>
            {
                let noun = self.noun(set)?;
                let it = format!("that {}", noun.plain());
                self.call(*element, it.clone(), it);
                Ok(format!("for {}: {}", noun.each_once(), self.worth(of, sign)?))
            }
            HKind::Call(f, args) if self.readable(e).is_none() => {
                let words = self.function(*f, args, e.span, Default::default())?;
                if words.starts_with(EACH) {
                    return Ok(format!("{} for {words}", signed(sign)));
                }
                if sign < 0 { Ok(format!("minus {words}")) } else { Ok(words) }
            }
            _ if self.is_plural_of_yours(e) => self.times(e, sign),
            HKind::Aggregate { op: Aggregate::Sum, set, of: Some(of), .. } => {
                let words = english(Builtin::Sum, &[self.noun(set)?.each_once(), self.read_label(of)?]);
                Ok(if sign < 0 { format!("minus {words}") } else { format!("plus {words}") })
            }
            _ => {
                let words = self.quantity(e)?;
                Ok(if sign < 0 { format!("minus {words}") } else { format!("plus {words}") })
            }
        }
    }

    /// Returns whether an amount is a number of things that you have, such as your coins.
    fn is_plural_of_yours(&self, e: &HExpr) -> bool {
        let HKind::Field(f, of) = &e.kind else { return false };
        self.is_you(of) && e.ty == Ty::Int && self.texts.label(&self.symbols.fields[*f].id).ends_with('s')
    }

    /// Words a number for each element of a count.
    fn times(&mut self, e: &HExpr, n: i64) -> WordingResult<String> {
        match &e.kind {
            HKind::Int(more) => Ok(signed(n.saturating_mul(*more))),
            HKind::Aggregate { op: Aggregate::Count, .. } | HKind::Arith(Arith::Add, ..) => {
                Ok(format!("{} for {}", signed(n), self.word_count(e)?))
            }
            HKind::If(cond, then, other) if matches!(other.kind, HKind::Int(0)) => {
                let times = self.times(then, n)?;
                Ok(conditional(times, &self.condition(cond)?.to_phrase()))
            }
            HKind::Call(f, args) if self.readable(e).is_none() => {
                let words = self.function(*f, args, e.span, Default::default())?;
                if words.starts_with(EACH) {
                    return Ok(format!("{} for {words}", signed(n)));
                }
                let word = if n < 0 { "minus" } else { "plus" };
                Ok(if n.abs() == 1 {
                    format!("{word} {words}")
                } else {
                    format!("{word} {} times {words}", n.unsigned_abs())
                })
            }
            // "for the hue with the most: +2 for each card in that hue"
            HKind::Aggregate { op: op @ (Aggregate::Max | Aggregate::Min), set, element, of: Some(of) }
                if matches!(&of.kind, HKind::Call(..)) && self.read(of).is_none() =>
            {
                let noun = self.noun(set)?.plain();
                let that = format!("that {noun}");
                self.call(*element, that.clone(), that);
                let most = if *op == Aggregate::Max { "most" } else { "fewest" };
                Ok(format!("for the {noun} with the {most}: {}", self.times(of, n)?))
            }
            _ if self.is_plural_of_yours(e) => Ok(format!("{} for each of {}", signed(n), self.quantity(e)?)),
            // "minus the number of cards minus one" and "3 times your coins divided by 2" can be read in two
            // ways.
            HKind::Arith(Arith::Sub | Arith::Div, ..) if n != 1 => Err(WordingProblem::NoWords(e.span)),
            _ if n.abs() == 1 => {
                let words = self.quantity(e)?;
                Ok(if n < 0 { format!("minus {words}") } else { format!("plus {words}") })
            }
            _ => {
                let words = self.quantity(e)?;
                let word = if n < 0 { "minus" } else { "plus" };
                Ok(format!("{word} {} times {words}", n.unsigned_abs()))
            }
        }
    }

    /// Words a count after "for": "each Herb and each Root".
    pub(super) fn word_count(&mut self, e: &HExpr) -> WordingResult<String> {
        match &e.kind {
            HKind::Arith(Arith::Add, a, b) => {
                Ok(format!("{} and {}", self.word_count(a)?, self.word_count(b)?))
            }
            HKind::Aggregate { op: Aggregate::Count, set, .. } => {
                if let HKind::Aggregate { op: Aggregate::Values, set, of: Some(of), .. } = &set.kind
                    && let Some((id, _)) = self.read(of)
                {
                    let label = id.replace('_', " ");
                    return Ok(format!("each different {label} among {}", self.noun(set)?.many()));
                }
                Ok(self.noun(set)?.each_once())
            }
            _ => Err(WordingProblem::NoWords(e.span)),
        }
    }

    /// Words a conditional amount for each element: "For each Herb: +20 with Owl, otherwise +5".
    fn per(&mut self, count: &HExpr, amount: &HExpr, sign: i64) -> WordingResult<String> {
        let counted = self.word_count(count)?;
        Ok(format!("for {counted}: {}", self.worth(amount, sign)?))
    }

    fn depending(&mut self, cond: &HExpr, then: &HExpr, other: &HExpr, sign: i64) -> WordingResult<String> {
        let nothing = |e: &HExpr| matches!(e.kind, HKind::Int(0));
        if nothing(then) {
            let condition = self.opposite(cond)?;
            let other = self.worth(other, sign)?;
            return Ok(conditional(other, &condition.to_phrase()));
        }
        let condition = self.condition(cond)?;
        let within = self.worth(then, sign)?;
        if nothing(other) {
            // A nested condition follows the outer one.
            return Ok(match then.kind {
                HKind::If(..) => format!("{}: {within}", condition.to_phrase()),
                _ => conditional(within, &condition.to_phrase()),
            });
        }
        // "Otherwise" would be read as that of the inner condition.
        if matches!(&then.kind, HKind::If(_, _, none) if nothing(none)) {
            return Err(WordingProblem::NoWords(then.span));
        }
        let otherwise = self.worth(other, sign)?;
        let (within, condition) = (within, condition.to_phrase());
        Ok(match is_compound(&within) {
            true => format!("{condition}: {within}; otherwise {otherwise}"),
            false => format!("{within} {condition}{OTHERWISE}{otherwise}"),
        })
    }

    /// Words a number as a noun: "3", "the number of Herbs", "your coins".
    pub fn quantity(&mut self, e: &HExpr) -> WordingResult<String> {
        match &e.kind {
            HKind::Int(n) => Ok(format_number(*n)),
            HKind::Ranged(of, _) => self.quantity(of),
            HKind::Aggregate { op: Aggregate::Count, set, .. } => {
                if let HKind::Aggregate { op: Aggregate::Values, set, of: Some(of), .. } = &set.kind
                    && let Some((id, _)) = self.read(of)
                {
                    let what = format!(
                        "different {} among {}",
                        plural(&id.replace('_', " ")),
                        self.noun(set)?.many()
                    );
                    return Ok(english(Builtin::Count, &[what]));
                }
                Ok(english(Builtin::Count, &[self.noun(set)?.many()]))
            }
            // "The strength of each card" is compared or divided card by card.
            HKind::Aggregate { op: Aggregate::Sum, set, of: Some(of), .. } => {
                let label = self.read_label(of)?;
                Ok(format!("the total {label} of {}", self.noun(set)?.many()))
            }
            HKind::Aggregate { op, set, of: Some(of), .. } => {
                let word = match op {
                    Aggregate::Max => Builtin::Max,
                    Aggregate::Min => Builtin::Min,
                    _ => return Err(WordingProblem::NoWords(e.span)),
                };
                let label = self.read_label(of)?;
                // "any Herb, Root or Stone", not "any Herb or any Root".
                Ok(english(word, &[self.noun(set)?.any(), label]))
            }
            HKind::Arith(Arith::Sub, zero, b) if matches!(zero.kind, HKind::Int(0)) => match &b.kind {
                // The amount removed is at most what there is.
                HKind::Arith(Arith::Min, n, most) if matches!(n.kind, HKind::Int(_)) => {
                    self.limit = Some(format!(", but loses no more than {}", self.quantity(most)?));
                    Ok(format!("−{}", self.quantity(n)?))
                }
                _ => Ok(format!("minus {}", self.quantity(b)?)),
            },
            HKind::Arith(op, a, b) => {
                // "two times the number of cards minus one" can be read in two ways.
                let is_sum = |e: &HExpr| matches!(e.kind, HKind::Arith(Arith::Add | Arith::Sub, ..));
                let is_product = |e: &HExpr| matches!(e.kind, HKind::Arith(Arith::Mul | Arith::Div, ..));
                // "the lesser of your coins and your glory plus 1", too.
                let is_open =
                    |e: &HExpr| matches!(e.kind, HKind::Arith(Arith::Min | Arith::Max, ..) | HKind::Abs(_));
                let is_reckoned = |e: &HExpr| matches!(e.kind, HKind::Arith(..) | HKind::Abs(_));
                let is_unclear = match op {
                    Arith::Min | Arith::Max => is_open(a) || is_reckoned(b),
                    _ if is_open(a) => true,
                    Arith::Mul => is_sum(a) || is_sum(b) || is_product(b),
                    Arith::Div => is_sum(a) || is_sum(b) || is_product(b),
                    Arith::Sub => is_sum(b),
                    _ => false,
                };
                if is_unclear {
                    return Err(WordingProblem::NoWords(e.span));
                }
                let (a, b) = (self.quantity(a)?, self.quantity(b)?);
                Ok(match op {
                    Arith::Add => format!("{a} plus {b}"),
                    Arith::Sub => format!("{a} minus {b}"),
                    Arith::Mul => format!("{a} times {b}"),
                    Arith::Div => format!("{a} divided by {b}, rounded down"),
                    Arith::Min => format!("the lesser of {a} and {b}"),
                    Arith::Max => format!("the greater of {a} and {b}"),
                    Arith::Rem => return Err(WordingProblem::NoWords(e.span)),
                })
            }
            HKind::Abs(of) if matches!(of.kind, HKind::Arith(..) | HKind::Abs(_)) => {
                Err(WordingProblem::NoWords(of.span))
            }
            HKind::Abs(of) => Ok(english(Builtin::Abs, &[self.quantity(of)?])),
            HKind::RollDie(n, die) => {
                let id = self.symbols.dice[*die].info.id.replace('_', " ");
                match n.kind {
                    HKind::Int(1) => Ok(format!("the roll of the {id} die")),
                    _ => Ok(format!("the roll of {} {id} dice", self.quantity(n)?)),
                }
            }
            HKind::Roll(n, sides) if matches!(n.kind, HKind::Int(1)) => {
                Ok(format!("the roll of a die with {} sides", self.quantity(sides)?))
            }
            HKind::Roll(n, sides) => Ok(english(Builtin::Roll, &[self.quantity(n)?, self.quantity(sides)?])),
            HKind::SeatOf(_)
            | HKind::TableField(_)
            | HKind::Field(..)
            | HKind::Attribute(..)
            | HKind::Local(_)
            | HKind::Call(..) => self.thing(e),
            HKind::Amount(_) | HKind::Lane(..) | HKind::SumOf(_) | HKind::Each(..) => self.amount(e),
            HKind::PlayerCount => Ok("the number of players".to_owned()),
            HKind::Board(..) if e.ty == Ty::Int => self.thing(e),
            _ => Err(WordingProblem::NoWords(e.span)),
        }
    }
}
