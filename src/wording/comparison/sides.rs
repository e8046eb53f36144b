//! Comparisons, limits and amounts of which a text says another side than its rule: "fewer than 4" for
//! "at least 4".

use super::bounds::{Bound, opens_comparison, verb_of_change};
use super::clause_words::{self, is_denial};
use super::compare::{TextComparison, is_within_any};
use super::messages;
use super::number_match::expresses;
use super::number_phrases::NumberPhrases;
use super::subject::{RuleContent, begins_with};
use super::text_parser::{TextContent, TextNumber};
use super::text_words::TextToken;
use crate::source::Span;
use std::ops::Range;

/// A text with its words, for what is said around a number, and what its rules have.
struct NumberWords<'t> {
    text: &'t str,
    words: &'t [TextToken<'t>],
    said: &'t TextContent,
    content: &'t RuleContent<'t>,
}

/// A place in a rule, what the rule says there, and what its text says.
type OtherSide = (Span, String, String);

impl<'t> NumberWords<'t> {
    /// Returns the words of the sentence in which a number stands: those before it, and those behind it.
    fn sentence(&self, number: &TextNumber) -> (&[TextToken<'t>], &[TextToken<'t>]) {
        let at = self.words.partition_point(|word| word.range.start < number.range.start);
        let behind = self.words.partition_point(|word| word.range.start < number.range.end);
        let ends = |from: usize, to: usize| {
            let between = self.text.get(from..to).unwrap_or_default();
            between.contains(['.', ';', ':', '(', ')', '\n', '!', '?'])
        };
        let (mut first, mut start) = (at, number.range.start);
        while let Some(before) = first.checked_sub(1).map(|i| &self.words[i])
            && !ends(before.range.end, start)
        {
            (first, start) = (first - 1, before.range.start);
        }
        let (mut last, mut end) = (behind, number.range.end);
        while let Some(next) = self.words.get(last)
            && !ends(end, next.range.start)
        {
            (last, end) = (last + 1, next.range.end);
        }
        (&self.words[first..at], &self.words[behind..last])
    }

    /// Returns whether the text has a word that may turn what a comparison is for around, at another place
    /// than `turn`.
    fn has_denial(&self, turn: Option<usize>) -> bool {
        const TURNS: &str = "no non none nor neither nothing nobody zero 0 otherwise else instead except but \
            however only until till ignore ignores ignored cancel cancels cancelled skip skips \
            stop stops prevent prevents void free immune safe blank blanked exempt spared \
            useless fail fails avoid avoids save saves protect protects keep keeps forbid \
            forbids exclude excludes excluded barring miss misses wasted wait need needs \
            required requires too spoils undoes negates bar bars barred out back";
        let is_turn = |at: usize| {
            let word = &*self.words[at].word;
            let next = self.words.get(at + 1).map_or("", |next| &*next.word);
            // "Have 4 coins or lose", "other than one above 4"
            let is_pair =
                matches!((word, next), ("or", "lose" | "loses" | "pay" | "pays") | ("other", "than"));
            is_pair || TURNS.split(' ').any(|turn| turn == word) || is_denial(word)
        };
        (0..self.words.len())
            .any(|at| turn != Some(at) && is_turn(at) && !opens_comparison(&self.words[at..]))
            || self.loses_bonus()
    }

    /// Returns the index of a word before a number that turns its comparison around: "unless you have 4 or
    /// more", "if you do not have 4 or more".
    fn turn_before(&self, number: &TextNumber) -> Option<usize> {
        let (before, _) = self.sentence(number);
        let first = self.words.partition_point(|word| word.range.start < number.range.start) - before.len();
        let is_turn = |at: usize| match &*before[at].word {
            "unless" => true,
            "not" | "don't" | "doesn't" => before
                .get(at + 1)
                .is_some_and(|next| matches!(&*next.word, "have" | "hold" | "own" | "control")),
            _ => false,
        };
        // "If you don't have an Ash and have at least 3 coins"
        let ends = |at: usize| {
            let next = before[at..].windows(2).filter(|two| matches!(&*two[0].word, "and" | "but"));
            next.into_iter().any(|two| matches!(&*two[1].word, "have" | "hold" | "own" | "you"))
        };
        (0..before.len()).find(|at| is_turn(*at) && !ends(*at)).map(|at| first + at)
    }

    /// Returns whether the text says that something is lost that is no number: "loses its bonus".
    fn loses_bonus(&self) -> bool {
        let is_lost = |pair: &[TextToken]| {
            matches!(&*pair[0].word, "lose" | "loses" | "lost")
                && matches!(&*pair[1].word, "this" | "that" | "these" | "the" | "its" | "it" | "all" | "with")
        };
        self.words.windows(2).any(is_lost)
    }
}

/// Returns the side of its number on which a comparison holds: `Some(true)` if above.
fn is_above(bound: Bound) -> Option<bool> {
    match bound {
        Bound::AtLeast | Bound::MoreThan => Some(true),
        Bound::AtMost | Bound::LessThan => Some(false),
        _ => None,
    }
}

impl TextComparison<'_> {
    /// Reports comparisons of which the text says the other side, limits of which it says the opposite, and
    /// amounts that it limits though the rule does not.
    pub(super) fn sides(
        &mut self,
        content: &RuleContent,
        words: &[TextToken],
        said: &TextContent,
        plain: &[Range<usize>],
    ) {
        let around = NumberWords { text: &self.subject.text.value, words, said, content };
        let numbers =
            said.numbers.iter().filter(|n| n.firm && !n.too_large && is_within_any(plain, &n.range));
        let numbers: Vec<&TextNumber> = numbers.filter(|n| n.bound != Bound::Plain || n.is_denied).collect();
        for n in numbers {
            let turn = around.turn_before(n);
            let found = match turn.is_some() {
                true => self.other_side(n, &around, true),
                false => self
                    .other_side(n, &around, false)
                    .or_else(|| other_limit(n, &around))
                    .or_else(|| limited_change(n, &around)),
            };
            let Some((span, rule, text)) = found else { continue };
            // Looked for last: hardly any text comes so far.
            if around.has_denial(turn) || self.excuses_number(n.value) {
                continue;
            }
            let d = messages::other_side(self.subject.id, (&rule, span), (&text, self.place(&n.range)));
            let d = self.or_unchecked(d, "mend one of the two", &[n.value.to_string()]);
            self.comparison.found.push(d);
            return;
        }
    }

    /// Finds a comparison that must hold for the rule to do something, and of which a number of the text is
    /// the other side. `is_turned`: "unless" stands before the number.
    fn other_side(&self, n: &TextNumber, around: &NumberWords, is_turned: bool) -> Option<OtherSide> {
        let (content, said) = (around.content, around.said);
        let (before, behind) = around.sentence(n);
        let compares =
            |word: &TextToken| matches!(&*word.word, "than" | "before" | "after" | "under" | "over");
        let is_above_in_text = match n.bound {
            // "Unless you have 4" for `>= 4`
            Bound::Plain if !is_turned || before.iter().any(compares) => return None,
            Bound::Plain => true,
            bound => is_above(bound)?,
        };
        let mut compared = content.numbers.iter().filter(|(ways, _)| {
            ways.split.is_some() && ways.bound.is_some() && expresses(n, ways, content, true)
        });
        let (ways, span) = compared.clone().next()?;
        let side = |ways: &NumberPhrases| ways.bound.and_then(is_above);
        let is_other =
            |ways: &NumberPhrases| ways.is_held && side(ways) == Some(is_above_in_text == is_turned);
        if !compared.all(|(ways, _)| is_other(ways)) || n.bound == Bound::Plain && ways.is_upper() {
            return None;
        }
        // "With fewer than 4 coins, this is useless. With 4 or more, gain a gem."
        let is_right = |m: &&TextNumber| {
            m.range != n.range && is_above(m.bound) == side(ways) && expresses(m, ways, content, true)
        };
        // The sentence must say what is done, too.
        let is_amount = |m: &&TextNumber| {
            let is_same = |(other, _): &(&NumberPhrases, Span)| {
                other.split.is_none() && !other.is_exact && other.written == m.value
            };
            let first = before.first().map_or(n.range.start, |word| word.range.start);
            let last = behind.last().map_or(n.range.end, |word| word.range.end);
            m.range != n.range
                && (first..last).contains(&m.range.start)
                && content.numbers.iter().any(is_same)
        };
        let is_called = |word: &TextToken| {
            let verb = word.word.strip_suffix('s').unwrap_or(&word.word);
            let call = format!("{verb}(");
            verb.len() > 2 && self.subject.rules.iter().any(|(code, _)| code.value.contains(&call))
        };
        let is_done =
            said.numbers.iter().any(|m| is_amount(&m)) || before.iter().chain(behind).any(is_called);
        if !is_done || said.numbers.iter().any(|m| is_right(&m)) {
            return None;
        }
        let (rule, sign) = ways.bound?.with(ways.written)?;
        let bound = if n.bound == Bound::Plain { Bound::AtLeast } else { n.bound };
        let (text, _) = bound.with(n.value)?;
        let unless = if is_turned { "unless it is " } else { "" };
        Some((*span, format!("{rule} ({sign})"), format!("{unless}{text}")))
    }

    /// Reports "gain a coin", if the rule does not speak of coins, or takes one off.
    pub(super) fn single_changes(
        &mut self,
        content: &RuleContent,
        words: &[TextToken],
        plain: &[Range<usize>],
    ) {
        let text = &self.subject.text.value;
        for (at, word) in words.iter().enumerate() {
            if !matches!(&*word.word, "a" | "an") || !is_within_any(plain, &word.range) {
                continue;
            }
            let Some(is_lost) = verb_of_change(text, words, at) else { continue };
            let after = text.get(word.range.end..).unwrap_or_default();
            let (id, place) = (self.subject.id, self.place(&word.range));
            let mut same =
                content.changes.iter().filter(|change| !change.names.is_empty() && change.is_of(after));
            // "Gain 3 coins. Each opponent loses a coin."
            if let Some(change) = same.clone().find(|change| change.ways.written == 1)
                && same.all(|change| change.ways.minus != is_lost)
                && !self.excuses_number(1)
            {
                let d = messages::other_sign(id, 1, is_lost, change.span, place);
                let d = self.or_unchecked(d, "mend one of the two", &["1".to_owned()]);
                self.comparison.found.push(d);
                return;
            }
            let Some(name) = content.other_states.iter().find(|name| begins_with(after, name)) else {
                continue;
            };
            if self.excuses_word(name) {
                continue;
            }
            let rules = self.subject.rules.iter().map(|(code, _)| code.span);
            let d = messages::words_without_rule(id, &[((*name).to_owned(), place)], rules);
            let d = self.or_unchecked(d, "mend the text or the rule", &[(*name).to_owned()]);
            self.comparison.found.push(d);
            return;
        }
    }
}

/// Finds a limit, such as that of `min(…, 10)`, of which a number of the text is the opposite: "at least
/// 10".
fn other_limit(n: &TextNumber, around: &NumberWords) -> Option<OtherSide> {
    let content = around.content;
    let (before, _) = around.sentence(n);
    // "With more than 10, lose the rest" says what a limit is for.
    let is_condition = |word: &TextToken| {
        clause_words::is_condition(&word.word)
            || matches!(&*word.word, "with" | "have" | "has" | "having" | "you" | "any" | "unless")
    };
    let last = before.last().map_or("", |word| &*word.word);
    let is_lower = match n.bound {
        Bound::Minimum => true,
        Bound::UpTo => false,
        Bound::AtLeast if last == "least" => true,
        Bound::AtMost if last == "most" => false,
        _ => return None,
    };
    if before.iter().any(is_condition) {
        return None;
    }
    // "With at least one" is `min(1, count(…))`.
    let mut same = content.numbers.iter().filter(|(ways, _)| ways.written == n.value && n.value > 1);
    let (ways, span) = same.clone().next()?;
    let limit = ways.limit?;
    let is_opposite =
        |ways: &NumberPhrases| ways.limit == Some(if is_lower { Bound::AtMost } else { Bound::AtLeast });
    let is_compared =
        |(ways, _): &(&NumberPhrases, Span)| ways.split.is_some() && ways.all().any(|way| way == n.value);
    if !same.all(|(ways, _)| is_opposite(ways)) || content.numbers.iter().any(is_compared) {
        return None;
    }
    let (rule, _) = limit.with(n.value)?;
    let (text, _) = if is_lower { Bound::AtLeast } else { Bound::AtMost }.with(n.value)?;
    Some((*span, rule, text))
}

/// Finds a change of a state by exactly a number of which the text makes a limit: "gain up to 3 coins",
/// "set your coins to 3".
fn limited_change(n: &TextNumber, around: &NumberWords) -> Option<OtherSide> {
    let content = around.content;
    let (before, _) = around.sentence(n);
    let is_set = || before.iter().any(|word| matches!(&*word.word, "set" | "sets"));
    let is_limited = match n.bound {
        Bound::Reach => is_set(),
        Bound::UpTo => n.is_lost.is_some(),
        bound => bound.is_comparison() && n.is_lost.is_some(),
    };
    if !is_limited {
        return None;
    }
    let after = around.text.get(n.range.end..).unwrap_or_default();
    let change = content.changes.iter().find(|change| change.ways.written == n.value)?;
    // "Gain at least 3 coins: 3, and 2 more with an Ash"
    if content.changes.iter().filter(|other| other.names == change.names).count() > 1 {
        return None;
    }
    let is_named = match n.bound {
        Bound::Reach => change
            .names
            .iter()
            .any(|name| before.iter().any(|word| begins_with(&around.text[word.range.start..], name))),
        _ => !change.names.is_empty() && change.is_of(after),
    };
    let is_exact =
        |(ways, _): &(&NumberPhrases, Span)| ways.is_exact_change || !ways.all().any(|way| way == n.value);
    if !is_named || !content.numbers.iter().all(is_exact) {
        return None;
    }
    let text = match n.bound.with(n.value) {
        Some((text, _)) => text,
        None => format!("that it becomes {}", n.value),
    };
    Some((change.span, format!("a change by {}", n.value), text))
}
