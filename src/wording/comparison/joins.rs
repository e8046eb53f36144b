//! Two values or names that a text joins with "and" and a rule with `or`, or the other way round.

use super::text_parser::{Mention, MentionedItem};
use super::text_words::tokens;
use crate::source::Span;
use std::ops::Range;

/// Two conditions that a rule joins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct JoinedConditions {
    /// The place of both.
    pub span: Span,
    /// True if they are joined by `or`, and not by `and`.
    pub is_or: bool,
    /// The start of the second.
    pub split: u32,
}

/// A word of a text that joins two things otherwise than its rule.
pub(super) struct OtherJoin {
    /// True if the text has "or" and the rule `and`; else it is the other way round.
    pub is_or_in_text: bool,
    pub in_rule: Span,
    pub in_text: Range<usize>,
}

/// Finds the first two things of a text that its rule joins otherwise. `things`: those of the rule, each with
/// its place.
pub(super) fn find_other_join(
    text: &str,
    mentions: &[Mention],
    things: &[(MentionedItem, Span)],
    joins: &[JoinedConditions],
) -> Option<OtherJoin> {
    mentions.windows(2).find_map(|pair| {
        let [a, b] = pair else { return None };
        let is_or = joining_word(text, a, b)?;
        let (a_in_rule, b_in_rule) = (only_place(a, things)?, only_place(b, things)?);
        let (first, second) = match a_in_rule.start < b_in_rule.start {
            true => (a_in_rule, b_in_rule),
            false => (b_in_rule, a_in_rule),
        };
        let encloses = |join: &&JoinedConditions| {
            join.span.encloses(first) && join.span.encloses(second) && first.end <= join.split
        };
        let splits = |join: &JoinedConditions| join.split <= second.start;
        let all = joins.iter().filter(encloses).filter(|join| splits(join));
        let smallest = all.min_by_key(|join| join.span.end - join.span.start)?;
        (smallest.is_or != is_or).then_some(OtherJoin {
            is_or_in_text: is_or,
            in_rule: smallest.span,
            in_text: a.range.start..b.range.end,
        })
    })
}

/// Returns whether a text joins any two things directly.
pub(super) fn joins_any(text: &str, mentions: &[Mention]) -> bool {
    mentions.windows(2).any(|pair| matches!(pair, [a, b] if joining_word(text, a, b).is_some()))
}

/// Returns whether "or" joins two things directly, and not "and": "an Ash or an Elm"; `None` if neither does,
/// or if "and" may make a list of alternatives ("for each Ash and Elm").
fn joining_word(text: &str, a: &Mention, b: &Mention) -> Option<bool> {
    let between = text.get(a.range.end..b.range.start)?;
    if between.contains(['.', ';', ':', '(', ')', '\n']) {
        return None;
    }
    let words = tokens(between, 0);
    let is_filler = |word: &str| matches!(word, "a" | "an" | "any" | "at" | "least" | "one" | "with" | "if");
    let joins: Vec<&str> = words.iter().map(|token| &*token.word).filter(|word| !is_filler(word)).collect();
    match joins[..] {
        ["or"] => Some(true),
        // "Works with Ashes and Elms alike"
        ["and"] if text.get(b.range.end..)?.trim_start().starts_with("alike") => None,
        ["and"] if is_whole(text.get(..a.range.start)?) => Some(false),
        _ => None,
    }
}

/// Returns whether the words before a list ask for all of it: "with an Ash and an Elm", "both".
fn is_whole(before: &str) -> bool {
    let words = tokens(before, 0);
    let last = words.iter().rev().take(4).map(|token| &*token.word);
    // "If you have both an Ash and an Elm"
    let is_list = |word: &str| matches!(word, "each" | "every" | "all" | "per" | "of");
    let asks = |word: &str| matches!(word, "with" | "if" | "have" | "has" | "hold" | "holds");
    let last: Vec<&str> = last.collect();
    !last.iter().any(|word| is_list(word)) && last.iter().any(|word| asks(word))
}

/// Returns the place of a mentioned thing in the rule, if it is there once.
pub(super) fn only_place(mention: &Mention, things: &[(MentionedItem, Span)]) -> Option<Span> {
    let mut places = things.iter().filter(|(thing, _)| mention.of.contains(thing)).map(|(_, at)| *at);
    let first = places.next()?;
    places.next().is_none().then_some(first)
}
