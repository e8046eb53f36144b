//! A text with its rules, and the facts that the rules let the text state.

use super::bounds::Bound;
use super::meanings::{Meaning, NumberPlace};
use super::number_phrases::{ChangedValue, NumberPhrases};
use super::text_parser::{MentionedItem, TextContent, TextNumber};
use super::text_words::singular;
use crate::ir::{EnumId, FieldId};
use crate::model::{CardDecl, CodeText};
use crate::source::Span;
use std::collections::BTreeSet;
use std::sync::Arc;

/// An item with a text and rules.
pub(super) struct TextSubject<'p> {
    pub id: &'p str,
    /// Its text as written.
    pub text: &'p CodeText,
    /// Its rendered text, if that differs.
    pub filled: Option<&'p str>,
    /// Its rules: the code as written here, and the equal code at the place where it was checked.
    pub rules: Vec<(&'p CodeText, &'p CodeText)>,
    /// The number of the card's name, if it is a card.
    pub name: Option<u64>,
    /// The card, if it is one.
    pub card: Option<&'p CardDecl>,
    /// Words in which text and rules need not agree.
    pub unchecked: &'p [CodeText],
    /// True if its text may omit parts of its rules; the parts that it does mention must still be right.
    pub partly: bool,
}

impl<'p> TextSubject<'p> {
    /// Makes the subject of a text as written that is no card's and has to say its rules in full.
    pub fn of(id: &'p str, text: &'p CodeText, rules: Vec<(&'p CodeText, &'p CodeText)>) -> Self {
        TextSubject { id, text, filled: None, rules, name: None, card: None, unchecked: &[], partly: false }
    }
}

/// The amount of a modifier or of a change of state.
pub(super) struct ChangedAmount<'m> {
    pub ways: &'m NumberPhrases,
    pub span: Span,
    /// The words for the state, in lowercase; empty for a modifier.
    pub names: &'m [String],
}

impl ChangedAmount<'_> {
    /// Returns whether words behind a number show that it is this amount: "3 embers". The number of a
    /// modifier needs none.
    pub fn is_of(&self, after: &str) -> bool {
        self.names.is_empty() || begins_with_any(after, self.names)
    }
}

/// Returns whether a text begins with one of several names, in the singular or plural.
pub(super) fn begins_with_any(text: &str, names: &[String]) -> bool {
    names.iter().any(|name| begins_with(text, name))
}

/// Returns whether a text begins with a name, in the singular or plural.
pub(super) fn begins_with(text: &str, name: &str) -> bool {
    // "Lose 3 {coin}"
    let text = text.trim_start();
    let text = text.strip_prefix('{').unwrap_or(text);
    // Most words differ in their first letter, which is compared without a copy.
    let first = |word: &str| word.chars().next().and_then(|c| c.to_lowercase().next());
    if !name.is_empty() && first(text.trim_start()) != first(name.trim_start()) {
        return false;
    }
    let plain = |word: &str| {
        let word = word.to_lowercase();
        singular(word.trim_end_matches(|c: char| !c.is_alphanumeric())).into_owned()
    };
    let mut words = text.split_whitespace();
    name.split_whitespace()
        .all(|of| words.next().is_some_and(|word| first(word) == first(of) && plain(word) == plain(of)))
}

/// Returns whether the words behind a number name nothing that is counted but points.
pub(super) fn is_plain_amount(after: &str) -> bool {
    let rest = after.trim_start();
    let word: String = rest.chars().take_while(|c| c.is_alphabetic()).collect();
    matches!(word.as_str(), "" | "with" | "if" | "unless" | "for" | "without" | "while" | "point" | "points")
}

/// The contents of a subject's rules, with spans in its own code.
#[derive(Default)]
pub(super) struct RuleContent<'m> {
    /// Numbers that must be mentioned.
    pub numbers: Vec<(&'m NumberPhrases, Span)>,
    /// The place of each of them in its rule.
    pub places: Vec<NumberPlace>,
    /// The numbers among them that are amounts of a slot: they have a sign, and texts state 0 and 1 of them,
    /// too.
    pub scores: Vec<(&'m NumberPhrases, Span)>,
    /// The numbers among them that modifiers and changes of state add or take off.
    pub changes: Vec<ChangedAmount<'m>>,
    /// Numbers that may be mentioned; a few, so that a list costs less than a set.
    pub may: Vec<i64>,
    /// Ranges of numbers that may be mentioned.
    pub ranges: Vec<(i64, i64)>,
    /// Values and names that must be mentioned.
    pub things: Vec<(MentionedItem, Span)>,
    /// Values and names that may be mentioned.
    pub may_things: Vec<MentionedItem>,
    /// The place of a value without a number that the rules return, and whether it is negative; `None` if
    /// they return another, too.
    pub sign: Option<(bool, Span)>,
    /// Values that the card itself prints, such as its suit.
    pub printed_things: Vec<MentionedItem>,
    /// Numbers that only the printed values allow.
    pub printed: Vec<i64>,
    /// Enums with a value that the rules test.
    pub enums: BTreeSet<EnumId>,
    /// Enums that cards print, such as suits: their words mean something in every text.
    pub on_cards: Arc<BTreeSet<EnumId>>,
    /// Enums whose values a text may mention freely.
    pub any: BTreeSet<EnumId>,
    /// States that the rules read or change.
    pub states: BTreeSet<FieldId>,
    /// The words for the numbers of players, such as coins, of which the rules do not speak; in lowercase.
    pub other_states: Vec<&'m str>,
}

impl RuleContent<'_> {
    /// Allows a meaning in the text. `is_own`: it is one of the subject's own rules, and not of what they
    /// call.
    pub fn allow(&mut self, meaning: &Meaning, is_own: bool) {
        match meaning {
            // The numbers around a comparison are those of the comparison alone.
            Meaning::Number(number) if number.ways.split.is_some() && is_own => {}
            Meaning::Number(number) => self.may.extend(number.ways.all()),
            Meaning::Count(n) => self.may.push(*n),
            Meaning::Numbers(a, b) => self.ranges.push((*a, *b)),
            Meaning::Value(e, v) => {
                self.may_things.push(MentionedItem::Value(*e, *v));
                self.enums.insert(*e);
            }
            Meaning::AnyValue(e) => {
                self.any.insert(*e);
            }
            Meaning::Enum(e) => {
                self.enums.insert(*e);
            }
            Meaning::Name(n) | Meaning::MayName(n) => {
                self.may_things.push(MentionedItem::Name(*n));
            }
            Meaning::Area(cell) => {
                self.may_things.push(MentionedItem::Area(*cell));
            }
            Meaning::State(f) => {
                self.states.insert(*f);
            }
            Meaning::Call(_) | Meaning::Slot(_) => {}
        }
    }

    /// Returns whether a number of a text has the sign or the verb of an amount that the rules have: the 5 of
    /// "+5 with four or more cards" says nothing of a comparison with 5.
    pub fn is_amount(&self, n: &TextNumber) -> bool {
        let is_same = |ways: &NumberPhrases| ways.split.is_none() && ways.written == n.value;
        let is_score = || self.scores.iter().any(|(ways, _)| is_same(ways));
        let is_change = || self.changes.iter().any(|change| is_same(change.ways));
        n.minus.is_some() && is_score() || n.is_lost.is_some() && is_change()
    }

    /// Returns whether a comparison only asks for what the rules then take off: "pay 4 coins" is
    /// `if coins >= 4 { coins -= 4 }`, unless the text has a comparison of its own.
    pub fn is_payment(&self, ways: &NumberPhrases, said: &TextContent) -> bool {
        let (Some(split), Some(state)) = (ways.split, ways.compared) else { return false };
        let is_compared = |n: &TextNumber| {
            (n.bound.is_comparison() || n.bound == Bound::Exactly) && ways.all().any(|way| way == n.value)
        };
        if said.numbers.iter().any(is_compared) {
            return false;
        }
        let is_taken = |change: &ChangedAmount| {
            let paid = change.ways.written;
            change.ways.change == Some(ChangedValue::State(state))
                && change.ways.minus
                && paid == ways.written
                && split.checked_add(1) == Some(paid)
        };
        self.changes.iter().any(is_taken)
    }

    /// Returns whether the rules have a number, be it that of a comparison.
    pub fn has_number(&self, n: i64) -> bool {
        let is_compared = |ways: &NumberPhrases| ways.split.is_some() && ways.all().any(|way| way == n);
        self.may.contains(&n) || self.numbers.iter().any(|(ways, _)| is_compared(ways))
    }

    /// Returns whether a text may mention a number.
    pub fn may_say(&self, n: i64) -> bool {
        n <= 1
            || self.may.contains(&n)
            || self.printed.contains(&n)
            || self.ranges.iter().any(|(a, b)| (*a..=*b).contains(&n))
    }

    /// Returns whether the rules allow a text to mention a value or name. A value of an enum that the rules
    /// do not test, or an area, counts only as a proper noun, with a capital letter: in lowercase it may be
    /// an ordinary word.
    pub fn may_name(&self, thing: &MentionedItem, capital: bool) -> bool {
        let ordinary = |e: &EnumId| !(self.enums.contains(e) || capital && self.on_cards.contains(e));
        self.may_things.contains(thing)
            || matches!(thing, MentionedItem::Value(e, _) if self.any.contains(e) || ordinary(e))
            || matches!(thing, MentionedItem::Area(_) if !capital)
    }
}

/// Translates a span to the equal code at another place.
pub(super) fn map_span(span: Span, from: &CodeText, to: &CodeText) -> Span {
    if std::ptr::eq(from, to) {
        return span;
    }
    to.span_of(from.decoded(span.start), from.decoded(span.end))
}
