//! Deeds on a condition and otherwise, which a text has the other way round than its rule.

use super::bounds::Bound;
use super::compare::{TextComparison, is_within_any};
use super::messages;
use super::number_match::expresses;
use super::subject::RuleContent;
use super::text_parser::{TextContent, TextNumber};
use super::text_words::TextToken;
use crate::source::Span;
use std::ops::Range;

impl TextComparison<'_> {
    /// Reports "if you have 5 or more, lose 2; otherwise gain 4" for a rule that gains 4 with 5 or more, and
    /// loses 2 otherwise: the two amounts of an `else`, each on the side of the other.
    pub(super) fn exchanged_branches(
        &mut self,
        words: &[TextToken],
        said: &TextContent,
        content: &RuleContent,
        plain: &[Range<usize>],
    ) {
        let elses = self.subject.rules.iter().flat_map(|(code, _)| {
            code.value.match_indices("else").map(|(at, word)| code.span_of(at, at + word.len()))
        });
        let [other_side] = elses.collect::<Vec<Span>>()[..] else { return };
        if self.has_code("else if") || !self.comparison.found.is_empty() {
            return;
        }
        let numbers = || content.numbers.iter();
        let mut compared = numbers().filter(|(ways, _)| ways.split.is_some());
        let (Some((ways, at)), None) = (compared.next(), compared.next()) else { return };
        let amounts = |is_before: bool| -> Vec<(i64, Span)> {
            let all = numbers().filter(|(ways, _)| ways.split.is_none() && ways.written > 1);
            all.filter(|(_, span)| (span.end <= other_side.start) == is_before)
                .map(|(ways, span)| (ways.written, *span))
                .collect()
        };
        let ([then], [other]) = (&amounts(true)[..], &amounts(false)[..]) else { return };
        let firm = |n: &&TextNumber| n.firm && !n.too_large && is_within_any(plain, &n.range);
        let is_comparison =
            |n: &&TextNumber| n.bound.is_comparison() && expresses(n, ways, content, self.english);
        let mut conditions = said.numbers.iter().filter(firm).filter(is_comparison);
        let (Some(condition), None) = (conditions.next(), conditions.next()) else { return };
        let only = |value: i64| {
            let mut same = said
                .numbers
                .iter()
                .filter(firm)
                .filter(|n| n.value == value && n.range != condition.range && n.bound == Bound::Plain);
            same.next().filter(|_| same.next().is_none())
        };
        let (Some(on_it), Some(on_other)) = (only(then.0), only(other.0)) else { return };
        let mut turns = words.iter().filter(|word| matches!(&*word.word, "otherwise" | "else"));
        let (Some(turn), None) = (turns.next(), turns.next()) else { return };
        let is_upper = matches!(condition.bound, Bound::AtMost | Bound::LessThan) != condition.is_denied;
        let is_same_side = is_upper == ways.is_upper();
        let (first, second) = if is_same_side { (on_it, on_other) } else { (on_other, on_it) };
        let starts = |n: &TextNumber| n.range.start;
        let is_exchanged = starts(second) < turn.range.start
            && turn.range.start < starts(first)
            && starts(condition) < turn.range.start;
        if then.0 == other.0
            || !is_exchanged
            || self.excuses_number(then.0)
            || self.excuses_number(other.0)
            || self.excuses_word("otherwise")
        {
            return;
        }
        let places =
            [(then, on_it), (other, on_other)].map(|((n, span), of)| (*n, *span, self.place(&of.range)));
        let d = messages::branches_exchanged(self.subject.id, places, *at);
        let both = [then.0.to_string(), other.0.to_string()];
        let d = self.or_unchecked(d, "mend one of the two", &both);
        self.comparison.found.push(d);
    }
}
