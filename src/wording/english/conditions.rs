//! Conditions in words: "with any Root", "without any Moth", "if your coins are at least 3".

use super::voice::{Voice, Worded, WordingProblem, asks_for, or};
use crate::check::hir::tree::{Aggregate, Compare, HExpr, HKind};
use crate::check::hir::types::Ty;
use crate::check::symbols::items::Readable;
use crate::model::Code;

/// A condition as a phrase after its consequence.
#[derive(Clone, Debug)]
pub(super) enum Condition {
    /// All of these are present.
    With(Vec<String>),
    /// This is absent.
    Without(String),
    /// This clause is true.
    If(String),
    /// This clause is false.
    Unless(String),
    /// Both conditions.
    And(Box<Condition>, Box<Condition>),
    /// The condition, and the clause is false.
    But(Box<Condition>, String),
    /// Either condition.
    Or(Box<Condition>, Box<Condition>),
}

impl Condition {
    /// Words the condition after its consequence: "with Oak and Owl".
    pub fn shown(&self) -> String {
        match self {
            Condition::With(of) => {
                // In a list, an item with alternatives gets "either": "Oak and either Owl or Fox".
                let alone = of.len() == 1;
                let item = |w: &String| match w.contains(" or ") && !alone && !w.starts_with("any ") {
                    true => format!("either {w}"),
                    false => w.clone(),
                };
                format!("with {}", super::voice::and(&of.iter().map(item).collect::<Vec<_>>()))
            }
            Condition::Without(what) => format!("without {what}"),
            Condition::If(what) => format!("if {what}"),
            Condition::Unless(what) => format!("unless {what}"),
            Condition::And(a, b) => format!("{} and {}", a.shown(), b.shown()),
            Condition::But(a, clause) => format!("{} unless {clause}", a.shown()),
            Condition::Or(a, b) => format!("{} or {}", a.shown(), b.shown()),
        }
    }

    /// Words the condition before its consequence: "if there is any moth".
    pub fn leading(&self) -> String {
        match self {
            Condition::With(of) => format!("if there is {}", super::voice::and(of)),
            Condition::Without(what) => format!("if there is no {}", what.strip_prefix("any ").unwrap_or(what)),
            other => other.shown(),
        }
    }

    /// Returns the negated condition.
    pub fn negated(self) -> Condition {
        match self {
            Condition::With(of) if of.len() == 1 => Condition::Without(of.concat()),
            Condition::With(of) => {
                let parts = of.into_iter().map(Condition::Without);
                parts.reduce(|a, b| Condition::Or(Box::new(a), Box::new(b))).unwrap_or(Condition::With(Vec::new()))
            }
            Condition::Without(what) => Condition::With(vec![what]),
            Condition::If(what) => Condition::Unless(what),
            Condition::Unless(what) => Condition::If(what),
            Condition::And(a, b) => Condition::Or(Box::new(a.negated()), Box::new(b.negated())),
            Condition::But(a, clause) => Condition::Or(Box::new(a.negated()), Box::new(Condition::If(clause))),
            Condition::Or(a, b) => Condition::And(Box::new(a.negated()), Box::new(b.negated())),
        }
    }
}

impl<'a> Voice<'a> {
    /// Converts an expression to a condition in words.
    pub fn condition(&mut self, e: &HExpr) -> Worded<Condition> {
        Ok(match &e.kind {
            HKind::Aggregate { op: Aggregate::Any, set, of: None, .. } => Condition::With(vec![self.noun(set)?.any()]),
            HKind::Aggregate { op: Aggregate::None, set, of: None, .. } => Condition::Without(self.noun(set)?.any()),
            HKind::And(a, b) => match (self.condition(a)?, self.condition(b)?) {
                (Condition::With(mut a), Condition::With(b)) => {
                    a.extend(b);
                    Condition::With(a)
                }
                // "without any Owl unless …", not "unless … and without any Owl"
                (Condition::Unless(clause), b @ (Condition::With(_) | Condition::Without(_))) => {
                    Condition::But(Box::new(b), clause)
                }
                (a, b) => Condition::And(Box::new(a), Box::new(b)),
            },
            HKind::Or(a, b) => match (self.condition(a)?, self.condition(b)?) {
                (Condition::With(a), Condition::With(b)) if a.len() == 1 && b.len() == 1 => {
                    Condition::With(vec![or(&[a.concat(), b.concat()])])
                }
                (a, b) => Condition::Or(Box::new(a), Box::new(b)),
            },
            HKind::Not(of) => self.condition(of)?.negated(),
            HKind::Call(f, args) if self.readable(e).is_none() => {
                let words = self.function(*f, args, e.span, Default::default())?;
                match words.strip_prefix("with ") {
                    Some(what) => Condition::With(vec![what.to_owned()]),
                    None => Condition::If(words),
                }
            }
            HKind::Compare(how, a, b) => self.compared(*how, a, b)?,
            HKind::EachLe(a, b) => self.covered(a, b)?,
            // The words of a state that is set also say that it has a value: "the word Owl is gone from its penalty".
            HKind::In(a, set) if self.state_text(set).is_some() => {
                let (Some((text, of)), value) = (self.state_text(set), self.thing(a)?) else {
                    return Err(WordingProblem::NoWords(set.span));
                };
                let it = self.thing(of)?;
                Condition::If(
                    self.fill(text, [("it".to_owned(), it.into()), ("value".to_owned(), value.into())].into())?,
                )
            }
            HKind::In(a, set) => Condition::If(format!("{} is {}", self.thing(a)?, or(&self.values(set)?))),
            HKind::Field(..) | HKind::Attribute(..) | HKind::Call(..) => {
                let Some((id, of)) = self.read(e) else { return Err(WordingProblem::NoWords(e.span)) };
                let of = of.clone();
                let label = id.replace('_', " ");
                let (who, is) = self.subject(&of)?;
                Condition::If(format!("{who} {is} {label}"))
            }
            HKind::IsSome(of) => match &of.kind {
                HKind::ZoneOf(c) => Condition::If(format!("{} is in play", self.thing(c)?)),
                _ => return Err(WordingProblem::NoWords(e.span)),
            },
            HKind::Option(o) => {
                let option = &self.world.options[*o];
                Condition::If(format!("you play with “{}”", option.id.replace('_', " ")))
            }
            _ => return Err(WordingProblem::NoWords(e.span)),
        })
    }

    /// Returns the `text` of a state that words both it and its value, and its owner.
    fn state_text<'e>(&self, set: &'e HExpr) -> Option<(&'a Code, &'e HExpr)> {
        let HKind::Field(f, of) = &set.kind else { return None };
        let text = self.text_of(Readable::Field(*f))?;
        (asks_for(text, "it") && asks_for(text, "value")).then_some((text, of))
    }

    /// Words the subject of a clause, with "is" or "are".
    fn subject(&mut self, e: &HExpr) -> Worded<(String, &'static str)> {
        let who = self.thing(e)?;
        let is = if who == "you" { "are" } else { "is" };
        Ok((who, is))
    }

    fn compared(&mut self, how: Compare, a: &HExpr, b: &HExpr) -> Worded<Condition> {
        // The set behind a count.
        let counted = |e: &HExpr| match &e.kind {
            HKind::Aggregate { op: Aggregate::Count, set, .. } => Some(set.clone()),
            _ => None,
        };
        if let (Some(left), Some(right)) = (counted(a), counted(b))
            && let HKind::Aggregate { op: Aggregate::Values, set, of: Some(of), .. } = &right.kind
            && how == Compare::Eq
            && let Some((id, _)) = self.read(of)
        {
            let (all, among) = (self.noun(&left)?.many(), self.noun(set)?.many());
            if all == among {
                let all = if all.starts_with("your ") { format!("of {all}") } else { all };
                return Ok(Condition::If(format!("no two {all} have the same {}", id.replace('_', " "))));
            }
        }
        let (set, n, words) = match (counted(a), &b.kind, counted(b), &a.kind) {
            (Some(set), HKind::Int(n), ..) => (Some(set), *n, bound(how, true)),
            (_, _, Some(set), HKind::Int(n)) => (Some(set), *n, bound(how, false)),
            _ => (None, 0, ""),
        };
        if let Some(set) = set {
            let noun = self.noun(&set)?;
            let before = COUNTED.iter().find(|(w, _)| *w == words).map_or("", |(_, before)| *before);
            let noun = if n == 1 { noun.plain() } else { noun.many() };
            return Ok(Condition::With(vec![format!("{before} {n} {noun}")]));
        }
        if let HKind::Option(o) = &a.kind
            && matches!(how, Compare::Eq | Compare::Ne)
        {
            let option = self.world.options[*o].id.replace('_', " ");
            let is = Condition::If(format!("the {option} is {}", self.thing(b)?));
            return Ok(if how == Compare::Ne { is.negated() } else { is });
        }
        // "your coins are at least 3", not "3 is at most your coins".
        let turned = matches!(a.kind, HKind::Int(_));
        let (a, b) = if turned { (b, a) } else { (a, b) };
        let (left, right) = (self.thing(a)?, self.thing(b)?);
        let is = if left.ends_with('s') && matches!(a.ty, Ty::Int) { "are" } else { "is" };
        Ok(match (how, turned) {
            (Compare::Eq, _) => Condition::If(format!("{left} {is} {right}")),
            (Compare::Ne, _) => Condition::Unless(format!("{left} {is} {right}")),
            (Compare::Lt, false) => Condition::If(format!("{left} {is} less than {right}")),
            (Compare::Lt, true) => Condition::If(format!("{left} {is} more than {right}")),
            (Compare::Le, false) => Condition::If(format!("{left} {is} at most {right}")),
            (Compare::Le, true) => Condition::If(format!("{left} {is} at least {right}")),
        })
    }
}

/// The words for a bound on a measure, and those before a number of things.
const COUNTED: [(&str, &str); 6] = [
    ("{}", "exactly"),
    ("other than {}", "other than"),
    ("less than {}", "fewer than"),
    ("{} or less", "at most"),
    ("more than {}", "more than"),
    ("{} or more", "at least"),
];

/// Returns the words of a bound; `left`: the bounded value is the left operand.
pub(super) fn bound(how: Compare, left: bool) -> &'static str {
    match (how, left) {
        (Compare::Eq, _) => "{}",
        (Compare::Ne, _) => "other than {}",
        (Compare::Lt, true) => "less than {}",
        (Compare::Le, true) => "{} or less",
        (Compare::Lt, false) => "more than {}",
        (Compare::Le, false) => "{} or more",
    }
}
