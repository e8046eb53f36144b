//! Numbers that a text says in other words, or that its words show to be for something else, and the sign of
//! a value without a number.

use super::claims::is_form_of;
use super::clauses::last_word;
use super::compare::{TextComparison, is_within_any};
use super::messages;
use super::number_match::is_of_compared_row;
use super::number_phrases::NumberPhrases;
use super::subject::RuleContent;
use super::text_parser::{TextContent, TextNumber};
use super::text_words::{TextToken, tokens};
use std::ops::Range;

impl TextComparison<'_> {
    /// Returns whether words without a number say the end of a range or the size of a set: "on the last stone",
    /// "one of each suit".
    pub(super) fn is_said_in_words(&self, ways: &NumberPhrases, words: &[TextToken]) -> bool {
        let is_end =
            |word: &str| matches!(word, "full" | "last" | "final" | "maximum" | "farthest" | "furthest");
        let is_all = |word: &str| matches!(word, "each" | "every" | "all");
        let is_compared = ways.split.is_some() || ways.is_exact;
        is_compared
            && (self.is_greatest(ways) && words.iter().any(|token| is_end(&token.word))
                || words
                    .windows(2)
                    .any(|two| is_all(&two[0].word) && self.size_of_enum(&two[1]) == Some(ways.written)))
    }

    /// Returns whether the number of a comparison is the greatest that there is: that of the compared state,
    /// or of the columns or rows of a board.
    fn is_greatest(&self, ways: &NumberPhrases) -> bool {
        let n = ways.written;
        match ways.compared.map(|f| self.symbols.fields[f].range) {
            Some(range) => range.is_some_and(|(_, high)| high == n),
            None => self
                .symbols
                .boards
                .iter()
                .any(|board| [board.size.0, board.size.1].map(i64::from).contains(&n)),
        }
    }

    /// Returns the number of values of the enum that goes by a word: "suits".
    fn size_of_enum(&self, word: &TextToken) -> Option<i64> {
        let named = self.symbols.enums.iter().find(|e| *e.id == *word.stem)?;
        i64::try_from(named.values.len()).ok()
    }

    /// Returns whether a number of the text is one of "4, 5 or 6" for `>= 4`, or the 4 of "the four suits".
    pub(super) fn is_of_row_or_enum(
        &self,
        n: &TextNumber,
        said: &TextContent,
        content: &RuleContent,
    ) -> bool {
        let text = &self.subject.text.value;
        let is_size = || {
            let words = tokens(text.get(n.range.end..).unwrap_or_default(), 0);
            words.first().is_some_and(|next| self.size_of_enum(next) == Some(n.value))
        };
        is_of_compared_row(n, &said.numbers, content, text) || is_size()
    }

    /// Returns whether a number of the text stands behind the verb to which the rule passes it: "crawl 4".
    pub(super) fn is_argument(&self, n: &TextNumber, content: &RuleContent) -> bool {
        let before = self.subject.text.value.get(..n.range.start).unwrap_or_default();
        let passed = content.numbers.iter().zip(&content.places);
        passed.filter(|((ways, _), _)| ways.split.is_none() && ways.written == n.value).any(|(_, place)| {
            let verb = place.argument.and_then(|(f, _)| self.verb(f));
            verb.is_some_and(|verb| is_form_of(&last_word(before.trim_end()).to_lowercase(), &verb.id.text))
        })
    }

    /// Reports "−1 for each coin", if the rule returns the number of coins.
    pub(super) fn sign_of_value(
        &mut self,
        content: &RuleContent,
        said: &TextContent,
        plain: &[Range<usize>],
    ) {
        let Some((is_negative, span)) = content.sign.filter(|_| content.scores.is_empty()) else { return };
        let mut signed = said.numbers.iter().filter(|n| n.minus.is_some() && is_within_any(plain, &n.range));
        let Some(first) = signed.clone().next() else { return };
        if signed.clone().all(|n| n.minus == Some(is_negative)) {
            self.comparison.same_signs.push(span);
            return;
        }
        if !signed.all(|n| n.minus == Some(!is_negative)) || self.excuses_number(first.value) {
            return;
        }
        let d = messages::other_sign_of_value(self.subject.id, is_negative, span, self.place(&first.range));
        let d = self.or_unchecked(d, "mend one of the two", &[first.value.to_string()]);
        self.comparison.other_signs.push(d);
    }
}
