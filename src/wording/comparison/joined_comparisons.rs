//! Two comparisons that a text joins with "or" and its rule with `and`, or the other way round: "on stone 12 or
//! with 10 coins".

use super::bounds::is_comparative;
use super::card_facts::OwnFacts;
use super::compare::TextComparison;
use super::messages;
use super::number_match::expresses;
use super::number_phrases::NumberPhrases;
use super::subject::RuleContent;
use super::text_claims::{ClaimKind, speaks_of_absence};
use super::text_parser::{TextContent, TextNumber};
use super::text_words::{TextToken, sentence_around};
use crate::source::Span;
use std::ops::Range;

impl TextComparison<'_> {
    /// Reports two comparisons that text and rule join by different words.
    pub(super) fn joined_comparisons(
        &mut self,
        words: &[TextToken],
        said: &TextContent,
        content: &RuleContent,
        own: &OwnFacts,
    ) {
        if own.joined.is_empty() || ["none(", "not ", "!=", "else"].iter().any(|word| self.has_code(word)) {
            return;
        }
        let compared = |n: &TextNumber| {
            let is_compared = |(ways, _): &&(&NumberPhrases, Span)| {
                (ways.split.is_some() || ways.is_exact) && expresses(n, ways, content, true)
            };
            let mut all = content.numbers.iter().filter(is_compared);
            let first = all.next()?;
            all.next().is_none().then_some(first.1)
        };
        let subject = self.subject;
        let text = &subject.text.value;
        let found = said.numbers.windows(2).find_map(|pair| {
            let [a, b] = pair else { return None };
            let (first, second) = (compared(a)?, compared(b)?);
            let is_or = joined_by_or(text, words, a.range.end..b.range.start)?;
            let (first, second) = if first.start < second.start { (first, second) } else { (second, first) };
            let joins = own.joined.iter().filter(|join| {
                join.span.encloses(first)
                    && join.span.encloses(second)
                    && (first.end..=second.start).contains(&join.split)
            });
            let join = joins.min_by_key(|join| join.span.end - join.span.start)?;
            (join.is_or != is_or).then_some((join.span, is_or, a.range.start..b.range.end))
        });
        let Some((written, is_or, range)) = found else { return };
        if speaks_of_absence(sentence_around(text, words, &range)) || self.excuses_claim(ClaimKind::Join) {
            return;
        }
        let d = messages::other_join(self.subject.id, written, is_or, self.place(&range));
        let word = if is_or { "or" } else { "and" };
        let d = self.or_unchecked(d, "mend one of the two", &[word.to_owned()]);
        self.comparison.found.push(d);
    }
}

/// Returns whether "or" joins two clauses, and not "and"; `None` if neither does, or both do. "4 or more" joins
/// nothing.
fn joined_by_or(text: &str, words: &[TextToken], between: Range<usize>) -> Option<bool> {
    const LISTS: [&str; 5] = ["each", "every", "per", "between", "from"];
    if text.get(between.clone())?.contains(['.', ';', ':', '(', ')', '\n']) {
        return None;
    }
    let inside = |token: &TextToken| between.start <= token.range.start && token.range.end <= between.end;
    let joins = words.windows(2).filter(|two| inside(&two[0])).filter_map(|two| {
        match (&*two[0].word, &*two[1].word) {
            ("or", next) if is_comparative(next) => None,
            ("or", _) => Some(true),
            ("and", _) => Some(false),
            _ => None,
        }
    });
    let [is_or] = joins.collect::<Vec<_>>()[..] else { return None };
    let before = words.iter().rev().filter(|token| token.range.end <= between.start).take(8);
    let is_listed = before.into_iter().any(|token| LISTS.contains(&&*token.word));
    (!is_listed).then_some(is_or)
}
