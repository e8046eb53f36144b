//! Amounts in words: "2 combat and 1 magic", "your fire stock", "if your stock covers its cost".

use super::conditions::ConditionPhrase;
use super::rule_wording::{RuleWording, WordingProblem, WordingResult, and};
use crate::check::hir::tree::{Arith, HExpr, HKind};
use crate::check::hir::types::Ty;

impl RuleWording<'_> {
    /// Words an amount, or an operation on one.
    pub fn amount(&mut self, e: &HExpr) -> WordingResult<String> {
        match &e.kind {
            HKind::Amount(parts) if parts.is_empty() => Ok("nothing".to_owned()),
            HKind::Amount(parts) => {
                let mut words = Vec::new();
                for (lane, value) in parts {
                    words.push(format!("{} {}", self.quantity(value)?, self.lane(lane)?));
                }
                Ok(and(&words))
            }
            HKind::Lane(of, lane) => {
                let lane = self.lane(lane)?;
                let Some((id, whose)) = self.read(of) else {
                    return match &of.kind {
                        HKind::TableField(_) => {
                            let of = self.thing(of)?;
                            Ok(format!("the {lane} {}", of.strip_prefix("the ").unwrap_or(&of)))
                        }
                        _ => Ok(format!("the {lane} of {}", self.thing(of)?)),
                    };
                };
                let (label, whose) = (format!("{lane} {}", id.replace('_', " ")), whose.clone());
                self.whose(Some(&whose), &label)
            }
            HKind::SumOf(of) => Ok(format!("the total of {}", self.thing(of)?)),
            // `max(a - b, {})`
            HKind::Each(Arith::Max, a, b) if is_nothing(b) => match &a.kind {
                HKind::Each(Arith::Sub, a, b) => Ok(format!("{} beyond {}", self.thing(a)?, self.thing(b)?)),
                _ => Err(WordingProblem::NoWords(e.span)),
            },
            HKind::Each(op, a, b) => {
                let (a, b) = (self.thing(a)?, self.thing(b)?);
                Ok(match op {
                    Arith::Add => format!("{a} plus {b}"),
                    Arith::Sub => format!("{a} minus {b}"),
                    Arith::Mul => format!("{b} times {a}"),
                    Arith::Min => format!("the lesser of {a} and {b}, value by value"),
                    Arith::Max => format!("the greater of {a} and {b}, value by value"),
                    Arith::Div | Arith::Rem => return Err(WordingProblem::NoWords(e.span)),
                })
            }
            _ => Err(WordingProblem::NoWords(e.span)),
        }
    }

    /// Words the index of a lane.
    fn lane(&mut self, lane: &HExpr) -> WordingResult<String> {
        match (&lane.kind, &lane.ty) {
            // An index into a range is a lane number counted from 0 here, unlike in the rule.
            (HKind::Value(_), Ty::Int) => Err(WordingProblem::NoWords(lane.span)),
            (HKind::Value(_) | HKind::Local(_), _) => self.thing(lane),
            _ => Err(WordingProblem::NoWords(lane.span)),
        }
    }

    /// Splits a new value of an amount into a change by lane; `None` if it replaces the whole amount.
    pub fn change_of<'e>(&self, value: &'e HExpr, same: &dyn Fn(&HExpr) -> bool) -> Option<AmountChange<'e>> {
        let (gains, b) = match &value.kind {
            HKind::Each(op @ (Arith::Add | Arith::Sub), a, b) if same(a) => (*op == Arith::Add, &**b),
            HKind::With(of, lane, value) if same(of) => match &value.kind {
                // `dyes[red] += 1`
                HKind::Arith(op @ (Arith::Add | Arith::Sub), a, b)
                    if let HKind::Lane(of, _) = &a.kind
                        && same(of) =>
                {
                    return Some(AmountChange { gains: *op == Arith::Add, by: b, lane: Some(lane) });
                }
                _ => return None,
            },
            _ => return None,
        };
        Some(AmountChange { gains, by: b, lane: None })
    }

    /// Words the size of a change: "2 combat and 1 magic", "3 fire", "its cost".
    pub fn changed_by(&mut self, change: &AmountChange, is_counted: bool) -> WordingResult<String> {
        let by = match (&change.by.ty, change.lane) {
            (Ty::Int, Some(_)) => self.counted(change.by)?,
            (Ty::Int, None) if is_counted => self.counted(change.by)?,
            (Ty::Int, None) => self.quantity(change.by)?,
            _ => self.thing(change.by)?,
        };
        Ok(match change.lane {
            Some(lane) => format!("{by} {}", self.lane(lane)?),
            None => by,
        })
    }

    /// Words `a <= b` of two amounts: "the mana covers its cost".
    pub fn word_coverage(&mut self, a: &HExpr, b: &HExpr) -> WordingResult<ConditionPhrase> {
        let (a, b) = (self.thing(a)?, self.thing(b)?);
        let s = if b.ends_with('s') { "" } else { "s" };
        Ok(ConditionPhrase::If(format!("{b} cover{s} {a}")))
    }
}

/// A change to a state that is an amount.
pub struct AmountChange<'e> {
    /// True if it is an increase.
    pub gains: bool,
    /// The size of the change.
    by: &'e HExpr,
    /// The index, if only one lane changes.
    lane: Option<&'e HExpr>,
}

fn is_nothing(e: &HExpr) -> bool {
    matches!(&e.kind, HKind::Amount(parts) if parts.is_empty())
}
