//! Comparisons of a text with the number of the rule, or its neighbour, that say something else: "two or fewer"
//! for `>= 2`.

use super::bounds::Bound;
use super::compare::{TextComparison, is_within_any};
use super::messages;
use super::number_match::expresses;
use super::number_phrases::NumberPhrases;
use super::subject::RuleContent;
use super::text_parser::{TextContent, TextNumber};
use crate::source::Span;
use std::ops::Range;

impl TextComparison<'_> {
    /// Reports comparisons that the text says with the number of the rule or its neighbour, but not as the
    /// rule does, and takes them from the `missing` ones. Returns their ranges in the text.
    pub(super) fn other_comparisons(
        &mut self,
        content: &RuleContent,
        said: &TextContent,
        plain: &[Range<usize>],
        missing: &mut Vec<(&NumberPhrases, Span)>,
    ) -> Vec<Range<usize>> {
        let expressed = |n: &TextNumber, is_comparison: bool| {
            let alike = content.numbers.iter().filter(|(ways, _)| !is_comparison || ways.split.is_some());
            alike.filter(|(ways, _)| expresses(n, ways, content, self.english)).count()
        };
        // The number of "two or fewer" may be that of an amount, too, if there are as many of those.
        let is_of_amount = |n: &TextNumber| {
            let same = said.numbers.iter().filter(|other| other.value == n.value).count();
            let is_comparison = n.bound.is_comparison() || n.bound == Bound::Exactly;
            !is_comparison || expressed(n, true) > 0 || same <= expressed(n, false)
        };
        let is_spare = |n: &&TextNumber| {
            n.firm
                && !n.too_large
                && is_within_any(plain, &n.range)
                && (expressed(n, false) == 0 || !is_of_amount(n))
        };
        let spare: Vec<&TextNumber> = said.numbers.iter().filter(is_spare).filter(|_| self.english).collect();
        let (mut found, mut ranges) = (Vec::new(), Vec::new());
        missing.retain(|(ways, span)| {
            let compared = spare.iter().filter(|n| ways.all().any(|way| way == n.value));
            let mut both = compared.filter_map(|n| {
                let (rule, text) = (ways.bound?.with(ways.written)?, n.bound.with(n.value)?);
                Some((rule, text, n))
            });
            let Some((rule, text, n)) = both.next() else { return true };
            let place = self.place(&n.range);
            let d = messages::other_comparison(self.subject.id, (rule, *span), (text, place));
            let mut numbers = vec![ways.written.to_string(), n.value.to_string()];
            numbers.dedup();
            ranges.push(n.range.clone());
            found.push(self.or_unchecked(d, "mend one of the two", &numbers));
            false
        });
        self.comparison.found.extend(found);
        ranges
    }
}
