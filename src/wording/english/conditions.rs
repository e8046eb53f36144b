//! Conditions in words: "with any Root", "without any Moth", "if your coins are at least 3".

use super::rule_wording::{RuleWording, WordingProblem, WordingResult, asks_for, or};
use crate::check::hir::tree::{Aggregate, CompareOp, HExpr, HKind};
use crate::check::hir::types::Ty;
use crate::check::symbols::items::ReadableValue;
use crate::model::CodeText;

/// A condition as a phrase after its consequence.
#[derive(Clone, Debug)]
pub(super) enum ConditionPhrase {
    /// All of these are present.
    With(Vec<String>),
    /// This thing is absent.
    Without(String),
    /// This clause is true.
    If(String),
    /// These clauses are false.
    Unless(FalseClauses),
    /// Both conditions.
    And(Box<ConditionPhrase>, Box<ConditionPhrase>),
    /// The condition, and the clauses are false.
    But(Box<ConditionPhrase>, FalseClauses),
    /// Either condition.
    Or(Box<ConditionPhrase>, Box<ConditionPhrase>),
}

/// Clauses after "unless": "it rains or it snows".
#[derive(Clone, Debug)]
pub(super) struct FalseClauses {
    of: Vec<String>,
    /// True if all of them together are false, and each may be true: "unless it rains and it snows".
    is_all: bool,
}

impl FalseClauses {
    fn one(clause: String) -> FalseClauses {
        FalseClauses { of: vec![clause], is_all: false }
    }

    /// Joins clauses with "and" if `is_all`, else with "or"; `None` if they have the other word among them,
    /// since the groups could not be told apart.
    fn joined(&self, other: &FalseClauses, is_all: bool) -> Option<FalseClauses> {
        let of = [self, other].iter().flat_map(|clauses| clauses.of.iter().cloned()).collect();
        let is_alike = |clauses: &&FalseClauses| clauses.of.len() == 1 || clauses.is_all == is_all;
        let joint = FalseClauses { of, is_all };
        let other_word = if is_all { " or " } else { " and " };
        let is_single = [self, other].iter().all(is_alike);
        (is_single && joint.of.iter().all(|clause| !clause.contains(other_word))).then_some(joint)
    }

    fn to_words(&self) -> String {
        self.of.join(if self.is_all { " and " } else { " or " })
    }

    /// Returns the condition that "unless" in front of these clauses would negate.
    fn negated(self) -> ConditionPhrase {
        let is_all = self.is_all;
        let clauses = self.of.into_iter().map(ConditionPhrase::If);
        let joined = clauses.reduce(|a, b| match is_all {
            true => ConditionPhrase::both(a, b),
            false => ConditionPhrase::either(a, b),
        });
        joined.unwrap_or(ConditionPhrase::With(Vec::new()))
    }
}

/// Returns whether words of what is present are joined from several conditions.
fn is_joined(what: &str) -> bool {
    what.contains(" or any ") || what.contains(" or ") && !what.starts_with("any ")
}

/// Words things that are all present. In a list, alternatives get "either" and come last: "Oak and either Owl
/// or Fox".
fn all_of(of: &[String]) -> String {
    if of.len() == 1 {
        return of.concat();
    }
    let (joined, mut words): (Vec<String>, Vec<String>) = of.iter().cloned().partition(|w| is_joined(w));
    words.extend(joined.iter().map(|w| format!("either {w}")));
    super::rule_wording::and(&words)
}

/// Returns the verb after "there" for words of what is present: "are" for "at least 2 cards".
fn is_or_are(what: &str) -> &'static str {
    let number = COUNTED.iter().find_map(|(_, before)| what.strip_prefix(before)?.strip_prefix(' '));
    match number.and_then(|words| words.split(' ').next()).is_some_and(|n| n != "1") {
        true => "are",
        false => "is",
    }
}

impl ConditionPhrase {
    /// Words the condition after its consequence: "with Oak and Owl".
    pub fn to_phrase(&self) -> String {
        match self {
            ConditionPhrase::With(of) => {
                format!("with {}", all_of(of))
            }
            ConditionPhrase::Without(what) => format!("without {what}"),
            ConditionPhrase::If(what) => format!("if {what}"),
            ConditionPhrase::Unless(what) => format!("unless {}", what.to_words()),
            ConditionPhrase::And(a, b) => {
                // "if it rains and either with any Owl or without any Fox"
                let part = |part: &ConditionPhrase| match part {
                    ConditionPhrase::Or(..) => format!("either {}", part.to_phrase()),
                    ConditionPhrase::With(of) if of.len() == 1 && is_joined(&of[0]) => {
                        format!("with either {}", of[0])
                    }
                    _ => part.to_phrase(),
                };
                // The alternatives come last: what follows could be read as a part of their last.
                let (first, last) = if a.has_choice() { (b, a) } else { (a, b) };
                format!("{} and {}", part(first), part(last))
            }
            ConditionPhrase::But(a, what) => format!("{} unless {}", a.to_phrase(), what.to_words()),
            // "with any Owl, or without any Fox unless …"
            ConditionPhrase::Or(a, b) if b.weight() > 0 => format!("{}, or {}", a.to_phrase(), b.to_phrase()),
            ConditionPhrase::Or(a, b) => format!("{} or {}", a.to_phrase(), b.to_phrase()),
        }
    }

    /// Words the condition before its consequence: "if there is any moth".
    pub fn leading(&self) -> String {
        match self {
            ConditionPhrase::With(of) => {
                let all = all_of(of);
                // "If there are other than 2 cards" would be odd.
                if let Some(what) =
                    all.strip_prefix("other than ").filter(|_| of.len() == 1 && !is_joined(&all))
                {
                    let what = format!("exactly {what}");
                    return format!("unless there {} {what}", is_or_are(&what));
                }
                format!("if there {} {all}", is_or_are(&all))
            }
            // "If there is no card in your hand or any card in your field" would be either.
            ConditionPhrase::Without(what) if is_joined(what) || !what.starts_with("any ") => {
                format!("unless there {} {what}", is_or_are(what))
            }
            ConditionPhrase::Without(what) => {
                format!("if there is no {}", what.strip_prefix("any ").unwrap_or(what))
            }
            other => other.to_phrase(),
        }
    }

    /// Returns whether the phrase is unambiguous inside a longer sentence.
    fn is_clear(&self) -> bool {
        match self {
            ConditionPhrase::With(of) => of.iter().filter(|w| is_joined(w)).count() < 2 || of.len() == 1,
            ConditionPhrase::Without(_) | ConditionPhrase::If(_) | ConditionPhrase::Unless(_) => true,
            ConditionPhrase::And(a, b) if a.has_choice() && b.has_choice() => false,
            // "Either A or B" may only be the last part.
            ConditionPhrase::And(a, b)
                if [a, b].iter().any(|p| p.has_choice() && !matches!(***p, Self::Or(..) | Self::With(_))) =>
            {
                false
            }
            ConditionPhrase::And(a, b) => [a, b].iter().all(|part| {
                let is_joint = match &***part {
                    ConditionPhrase::Or(a, b) => a.weight() == 0 && b.weight() == 0,
                    ConditionPhrase::Unless(_) | ConditionPhrase::But(..) => false,
                    _ => true,
                };
                is_joint && part.is_clear()
            }),
            ConditionPhrase::But(a, _) => {
                let is_either = matches!(
                    **a,
                    ConditionPhrase::Or(..) | ConditionPhrase::Unless(_) | ConditionPhrase::But(..)
                );
                !is_either && a.is_clear()
            }
            ConditionPhrase::Or(a, b) => a.weight() < 2 && a.is_clear() && b.is_clear(),
        }
    }

    /// Returns whether the phrase has alternatives of clauses, or words that are joined of some.
    fn has_choice(&self) -> bool {
        match self {
            ConditionPhrase::With(of) => of.iter().any(|w| is_joined(w)),
            ConditionPhrase::Without(_) | ConditionPhrase::If(_) | ConditionPhrase::Unless(_) => false,
            ConditionPhrase::And(a, b) => a.has_choice() || b.has_choice(),
            ConditionPhrase::But(a, _) => a.has_choice(),
            ConditionPhrase::Or(..) => true,
        }
    }

    /// Returns how easily the phrase could be read as part of another: alternatives are sorted by this, the
    /// least first.
    fn weight(&self) -> u8 {
        match self {
            ConditionPhrase::With(_) | ConditionPhrase::Without(_) | ConditionPhrase::If(_) => 0,
            ConditionPhrase::Or(a, b) => a.weight().max(b.weight()),
            ConditionPhrase::And(..) => 1,
            ConditionPhrase::Unless(_) | ConditionPhrase::But(..) => 2,
        }
    }

    /// Joins two conditions that must both hold.
    fn both(a: ConditionPhrase, b: ConditionPhrase) -> ConditionPhrase {
        let is_plain =
            |phrase: &ConditionPhrase| phrase.weight() < 2 && !matches!(phrase, ConditionPhrase::Or(..));
        match (a, b) {
            (ConditionPhrase::With(mut a), ConditionPhrase::With(b)) => {
                a.extend(b);
                ConditionPhrase::With(a)
            }
            (ConditionPhrase::Unless(a), ConditionPhrase::Unless(b)) => match a.joined(&b, false) {
                Some(joint) => ConditionPhrase::Unless(joint),
                None => ConditionPhrase::And(
                    Box::new(ConditionPhrase::Unless(a)),
                    Box::new(ConditionPhrase::Unless(b)),
                ),
            },
            // "without any Owl unless …", not "unless … and without any Owl"
            (ConditionPhrase::Unless(clause), other) | (other, ConditionPhrase::Unless(clause))
                if is_plain(&other) =>
            {
                ConditionPhrase::But(Box::new(other), clause)
            }
            (ConditionPhrase::But(a, clause), other) | (other, ConditionPhrase::But(a, clause))
                if is_plain(&other) =>
            {
                ConditionPhrase::But(Box::new(ConditionPhrase::both(*a, other)), clause)
            }
            (a, b) => ConditionPhrase::And(Box::new(a), Box::new(b)),
        }
    }

    /// Joins two conditions of which one must hold.
    fn either(a: ConditionPhrase, b: ConditionPhrase) -> ConditionPhrase {
        match (a, b) {
            (ConditionPhrase::With(a), ConditionPhrase::With(b)) if a.len() == 1 && b.len() == 1 => {
                ConditionPhrase::With(vec![or(&[a.concat(), b.concat()])])
            }
            (ConditionPhrase::Unless(a), ConditionPhrase::Unless(b)) => match a.joined(&b, true) {
                Some(joint) => ConditionPhrase::Unless(joint),
                None => ConditionPhrase::Or(
                    Box::new(ConditionPhrase::Unless(a)),
                    Box::new(ConditionPhrase::Unless(b)),
                ),
            },
            (a, b) if a.weight() > b.weight() => ConditionPhrase::Or(Box::new(b), Box::new(a)),
            (a, b) => ConditionPhrase::Or(Box::new(a), Box::new(b)),
        }
    }

    pub fn negated(self) -> ConditionPhrase {
        match self {
            ConditionPhrase::With(of) if of.len() == 1 => ConditionPhrase::Without(of.concat()),
            ConditionPhrase::With(of) => {
                let parts = of.into_iter().map(ConditionPhrase::Without);
                parts.reduce(ConditionPhrase::either).unwrap_or(ConditionPhrase::With(Vec::new()))
            }
            ConditionPhrase::Without(what) => ConditionPhrase::With(vec![what]),
            ConditionPhrase::If(what) => ConditionPhrase::Unless(FalseClauses::one(what)),
            ConditionPhrase::Unless(what) => what.negated(),
            ConditionPhrase::And(a, b) => ConditionPhrase::either(a.negated(), b.negated()),
            ConditionPhrase::But(a, what) => ConditionPhrase::either(a.negated(), what.negated()),
            ConditionPhrase::Or(a, b) => ConditionPhrase::both(a.negated(), b.negated()),
        }
    }
}

/// Returns whether a condition compares numbers, so that its opposite has words of its own.
fn has_bound(e: &HExpr) -> bool {
    match &e.kind {
        HKind::Compare(_, a, _) => a.ty == Ty::Int,
        HKind::And(a, b) | HKind::Or(a, b) => has_bound(a) || has_bound(b),
        HKind::Not(of) => has_bound(of),
        _ => false,
    }
}

impl<'a> RuleWording<'a> {
    /// Converts an expression to a condition in words that can be read in one way only.
    pub fn condition(&mut self, e: &HExpr) -> WordingResult<ConditionPhrase> {
        self.condition_or_not(e, false)
    }

    /// Converts the opposite of an expression to a condition in words that can be read in one way only.
    pub fn opposite(&mut self, e: &HExpr) -> WordingResult<ConditionPhrase> {
        self.condition_or_not(e, true)
    }

    /// Converts a condition, or its opposite if `is_negated`.
    fn condition_or_not(&mut self, e: &HExpr, is_negated: bool) -> WordingResult<ConditionPhrase> {
        self.variables.enter();
        let phrase = if is_negated { self.word_opposite(e) } else { self.word_condition(e) };
        self.variables.leave();
        let phrase = phrase?;
        if phrase.is_clear() { Ok(phrase) } else { Err(WordingProblem::NoWords(e.span)) }
    }

    /// Words the opposite of a condition: "at most 3 cards", not "without more than 3 cards".
    fn word_opposite(&mut self, e: &HExpr) -> WordingResult<ConditionPhrase> {
        Ok(match &e.kind {
            HKind::Not(of) => self.condition(of)?,
            _ if !has_bound(e) => self.condition(e)?.negated(),
            HKind::And(a, b) => {
                ConditionPhrase::either(self.condition_or_not(a, true)?, self.condition_or_not(b, true)?)
            }
            HKind::Or(a, b) => {
                ConditionPhrase::both(self.condition_or_not(a, true)?, self.condition_or_not(b, true)?)
            }
            HKind::Compare(how, a, b) if a.ty == Ty::Int => match how {
                CompareOp::Lt => self.compared(CompareOp::Le, b, a)?,
                CompareOp::Le => self.compared(CompareOp::Lt, b, a)?,
                CompareOp::Eq => self.compared(CompareOp::Ne, a, b)?,
                CompareOp::Ne => self.compared(CompareOp::Eq, a, b)?,
            },
            _ => self.condition(e)?.negated(),
        })
    }

    fn word_condition(&mut self, e: &HExpr) -> WordingResult<ConditionPhrase> {
        Ok(match &e.kind {
            HKind::Aggregate { op: Aggregate::Any, set, of: None, .. } => {
                ConditionPhrase::With(vec![self.noun(set)?.any()])
            }
            HKind::Aggregate { op: Aggregate::None, set, of: None, .. } => {
                ConditionPhrase::Without(self.noun(set)?.any())
            }
            HKind::And(a, b) => ConditionPhrase::both(self.condition(a)?, self.condition(b)?),
            HKind::Or(a, b) => ConditionPhrase::either(self.condition(a)?, self.condition(b)?),
            HKind::Not(of) => self.condition_or_not(of, true)?,
            HKind::Call(f, args) if self.readable(e).is_none() => {
                let words = self.function(*f, args, e.span, Default::default())?;
                match words.strip_prefix("with ") {
                    Some(what) => ConditionPhrase::With(vec![what.to_owned()]),
                    None => ConditionPhrase::If(words),
                }
            }
            HKind::Compare(how, a, b) => self.compared(*how, a, b)?,
            HKind::EachLe(a, b) => self.word_coverage(a, b)?,
            // The words of a state that is set also say that it has a value: "the word Owl is gone from its
            // penalty".
            HKind::In(a, set) if self.state_text(set).is_some() => {
                let (Some((text, of)), value) = (self.state_text(set), self.thing(a)?) else {
                    return Err(WordingProblem::NoWords(set.span));
                };
                let it = self.thing(of)?;
                ConditionPhrase::If(
                    self.fill(
                        text,
                        [("it".to_owned(), it.into()), ("value".to_owned(), value.into())].into(),
                    )?,
                )
            }
            HKind::In(a, set) if matches!(a.kind, HKind::CellOf(_)) => {
                ConditionPhrase::If(format!("{} is {}", self.thing(a)?, self.noun(set)?.a()))
            }
            HKind::In(a, set)
                if matches!(set.kind, HKind::Call(..))
                    && matches!(a.ty, Ty::Component(_) | Ty::Cell | Ty::Player) =>
            {
                let (who, is) = self.subject(a)?;
                let noun = self.noun(set)?;
                // This card is never another card.
                if self.is_self(a) && noun.excludes_self() {
                    return Err(WordingProblem::NoWords(e.span));
                }
                ConditionPhrase::If(format!("{who} {is} {}", noun.a()))
            }
            HKind::In(a, set) => {
                ConditionPhrase::If(format!("{} is {}", self.thing(a)?, or(&self.values(set)?)))
            }
            HKind::Field(..) | HKind::Attribute(..) | HKind::Call(..) => {
                let Some((id, of)) = self.read(e) else { return Err(WordingProblem::NoWords(e.span)) };
                let of = of.clone();
                let label = self.texts.label(id);
                let (who, is) = self.subject(&of)?;
                ConditionPhrase::If(format!("{who} {is} {label}"))
            }
            HKind::IsSome(of) => match &of.kind {
                HKind::ZoneOf(c) => ConditionPhrase::If(format!("{} is in play", self.thing(c)?)),
                _ => return Err(WordingProblem::NoWords(e.span)),
            },
            HKind::Option(o) => {
                let option = &self.symbols.options[*o];
                ConditionPhrase::If(format!("you play with “{}”", option.id.replace('_', " ")))
            }
            _ => return Err(WordingProblem::NoWords(e.span)),
        })
    }

    /// Returns the `text` of a state that words both it and its value, and its owner.
    fn state_text<'e>(&self, set: &'e HExpr) -> Option<(&'a CodeText, &'e HExpr)> {
        let HKind::Field(f, of) = &set.kind else { return None };
        let text = self.text_of(ReadableValue::Field(*f))?;
        (asks_for(text, "it") && asks_for(text, "value")).then_some((text, of))
    }

    /// Words the subject of a clause, with "is" or "are".
    fn subject(&mut self, e: &HExpr) -> WordingResult<(String, &'static str)> {
        let who = self.thing(e)?;
        let is = if who == "you" { "are" } else { "is" };
        Ok((who, is))
    }

    /// Words a side of a comparison. "Random omen" is for what a die of omens decides, not for its roll.
    fn side(&mut self, e: &HExpr) -> WordingResult<String> {
        match (&e.kind, &e.ty) {
            (HKind::RollDie(n, die), Ty::Enum(_)) if matches!(n.kind, HKind::Int(1)) => {
                Ok(format!("the roll of the {} die", self.texts.label(&self.symbols.dice[*die].info.id)))
            }
            _ => self.thing(e),
        }
    }

    fn compared(&mut self, how: CompareOp, a: &HExpr, b: &HExpr) -> WordingResult<ConditionPhrase> {
        // The set behind a count.
        let counted = |e: &HExpr| match &e.kind {
            HKind::Aggregate { op: Aggregate::Count, set, .. } => Some(set.clone()),
            _ => None,
        };
        if let (Some(left), Some(right)) = (counted(a), counted(b))
            && let HKind::Aggregate { op: Aggregate::Values, set, of: Some(of), .. } = &right.kind
            && how == CompareOp::Eq
            && let Some((id, _)) = self.read(of)
        {
            let (all, among) = (self.noun(&left)?.many(), self.noun(set)?.many());
            if all == among {
                let all = if all.starts_with("your ") { format!("of {all}") } else { all };
                return Ok(ConditionPhrase::If(format!(
                    "no two {all} have the same {}",
                    id.replace('_', " ")
                )));
            }
        }
        let (set, n, words) = match (counted(a), &b.kind, counted(b), &a.kind) {
            (Some(set), HKind::Int(n), ..) => (Some(set), *n, bound_words(how, true)),
            (_, _, Some(set), HKind::Int(n)) => (Some(set), *n, bound_words(how, false)),
            _ => (None, 0, ""),
        };
        if let Some(set) = set {
            let before = self.variables.clone();
            let noun = self.noun(&set)?;
            // "Fewer than 2 Owls or cards with strength" could be fewer than 2 Owls.
            if noun.is_one() {
                let before = COUNTED.iter().find(|(w, _)| *w == words).map_or("", |(_, before)| *before);
                let noun = if n == 1 { noun.plain() } else { noun.many() };
                return Ok(ConditionPhrase::With(vec![format!("{before} {n} {noun}")]));
            }
            self.variables = before;
        }
        if let HKind::Option(o) = &a.kind
            && matches!(how, CompareOp::Eq | CompareOp::Ne)
        {
            let option = self.symbols.options[*o].id.replace('_', " ");
            let is = ConditionPhrase::If(format!("the {option} is {}", self.thing(b)?));
            return Ok(if how == CompareOp::Ne { is.negated() } else { is });
        }
        // "your coins are at least 3", not "3 is at most your coins".
        let turned = matches!(a.kind, HKind::Int(_));
        let (a, b) = if turned { (b, a) } else { (a, b) };
        let (left, right) = (self.side(a)?, self.side(b)?);
        let is_read = !matches!(
            a.kind,
            HKind::Arith(..) | HKind::Abs(_) | HKind::Aggregate { .. } | HKind::Roll(..) | HKind::RollDie(..)
        );
        let is = if is_read && left.ends_with('s') && matches!(a.ty, Ty::Int) { "are" } else { "is" };
        Ok(match (how, turned) {
            (CompareOp::Eq, _) => ConditionPhrase::If(format!("{left} {is} {right}")),
            (CompareOp::Ne, _) => ConditionPhrase::Unless(FalseClauses::one(format!("{left} {is} {right}"))),
            (CompareOp::Lt, false) => ConditionPhrase::If(format!("{left} {is} less than {right}")),
            (CompareOp::Lt, true) => ConditionPhrase::If(format!("{left} {is} more than {right}")),
            (CompareOp::Le, false) => ConditionPhrase::If(format!("{left} {is} at most {right}")),
            (CompareOp::Le, true) => ConditionPhrase::If(format!("{left} {is} at least {right}")),
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
pub(super) fn bound_words(how: CompareOp, left: bool) -> &'static str {
    match (how, left) {
        (CompareOp::Eq, _) => "{}",
        (CompareOp::Ne, _) => "other than {}",
        (CompareOp::Lt, true) => "less than {}",
        (CompareOp::Le, true) => "{} or less",
        (CompareOp::Lt, false) => "more than {}",
        (CompareOp::Le, false) => "{} or more",
    }
}
