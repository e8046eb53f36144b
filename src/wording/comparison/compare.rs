//! Diagnostics for disagreements between a text and its rules.

use super::card_facts::CardFacts;
use super::messages;
use super::number_match::{expresses, is_of_other_row};
use super::number_phrases::NumberPhrases;
use super::outcome::ComparisonOutcome;
use super::rule_facts::RuleFacts;
use super::subject::{RuleContent, TextSubject, begins_with, is_plain_amount};
use super::swapped::{RuleNames, find_swapped};
use super::text_claims::{ClaimKind, claims_of_excuse};
use super::text_deeds::{DeedVerb, TextDeed};
use super::text_parser::{Lexicon, Mention, MentionedItem, TextContent, TextNumber, read, read_words};
use super::text_words::tokens;
use crate::check::symbols::symbol_table::SymbolTable;
use crate::diagnostics::Diagnostic;
use crate::ir::{NameId, ToIndex};
use crate::model::{CodeText, Package};
use crate::source::Span;
use std::ops::Range;

/// Returns all diagnostics about one text.
pub(super) fn compare<'a, F: Fn() -> &'a RuleFacts>(
    symbols: &SymbolTable,
    package: &Package,
    subject: &TextSubject,
    content: &RuleContent,
    lexicon: &Lexicon,
    english: bool,
    facts: &CardFacts<'a, '_, F>,
) -> ComparisonOutcome {
    let words = tokens(&subject.text.value, 0);
    let said = read_words(&subject.text.value, &words, lexicon, english);
    let filled = subject.filled.map(|text| read(text, lexicon, english)).unwrap_or_default();
    let plain = plain_parts(&subject.text.value);
    let excused: Vec<Excuse> =
        subject.unchecked.iter().map(|code| Excuse::of(code, lexicon, english)).collect();
    let mut comparison = TextComparison {
        symbols,
        package,
        subject,
        excused,
        english,
        comparison: ComparisonOutcome::default(),
    };
    comparison.numbers(content, &said, &filled, &plain);
    if english && !subject.partly {
        comparison.words(content, &said, &filled, &plain);
        comparison.sides(content, &words, &said, &plain);
        comparison.single_changes(content, &words, &plain);
        comparison.exchanged_branches(&words, &said, content, &plain);
        comparison.deeds(&said, &plain, |deed| facts.explain_deed(deed, &said));
        let claims = said.claims.iter().filter(|claim| is_within_any(&plain, &claim.range));
        comparison.claims(claims, |claim| facts.explain_claim(claim, &said));
        if subject.card.is_some() {
            let filled = subject.filled.map(|text| (text, tokens(text, 0)));
            let (text, words) = match &filled {
                Some((text, words)) => (*text, words),
                None => (subject.text.value.as_str(), &words),
            };
            comparison.facts(text, words, &said, content, || facts.own());
        }
    }
    comparison.needless();
    comparison.comparison
}

/// A word listed in `unchecked`.
struct Excuse<'p> {
    code: &'p CodeText,
    numbers: Vec<i64>,
    things: Vec<MentionedItem>,
    verb: Option<DeedVerb>,
    claims: Vec<ClaimKind>,
    /// True if the warning that it is needless is not for this text.
    used: bool,
    /// True if this text differs from its rule without it.
    needed: bool,
}

impl<'p> Excuse<'p> {
    fn of(code: &'p CodeText, lexicon: &Lexicon, english: bool) -> Excuse<'p> {
        // The word is written in its printed form, except for the number.
        let said = read(&code.value, lexicon, true);
        let numbers = said.numbers.iter().map(|n| n.value).collect();
        // In other languages words are not compared, so they neither excuse anything nor are needless.
        Excuse {
            code,
            numbers,
            things: said.mentions.into_iter().flat_map(|m| m.of).collect(),
            verb: DeedVerb::of(&code.value.to_lowercase()),
            claims: claims_of_excuse(&code.value, &lexicon.zones),
            used: !english,
            needed: false,
        }
    }
}

/// The comparison of one text with its rules.
pub(super) struct TextComparison<'s> {
    pub symbols: &'s SymbolTable,
    pub package: &'s Package,
    pub subject: &'s TextSubject<'s>,
    excused: Vec<Excuse<'s>>,
    pub english: bool,
    pub comparison: ComparisonOutcome,
}

impl TextComparison<'_> {
    /// Returns whether a word under `unchecked` fits, and notes that it is needed.
    fn excuses_any(&mut self, fits: impl Fn(&Excuse) -> bool) -> bool {
        let mut excused = false;
        for excuse in self.excused.iter_mut().filter(|excuse| fits(excuse)) {
            (excuse.used, excuse.needed, excused) = (true, true, true);
        }
        excused
    }

    pub(super) fn excuses_number(&mut self, n: i64) -> bool {
        self.excuses_any(|excuse| excuse.numbers.contains(&n))
    }

    fn excuses(&mut self, thing: &MentionedItem) -> bool {
        self.excuses_any(|excuse| excuse.things.contains(thing))
    }

    fn excuses_verb(&mut self, verb: DeedVerb) -> bool {
        self.excuses_any(|excuse| excuse.verb == Some(verb))
    }

    /// Returns whether a word itself is left unchecked.
    pub(super) fn excuses_word(&mut self, word: &str) -> bool {
        self.excuses_any(|excuse| excuse.code.value.eq_ignore_ascii_case(word))
    }

    pub(super) fn excuses_claim(&mut self, claim: ClaimKind) -> bool {
        self.excuses_any(|excuse| excuse.claims.contains(&claim))
    }

    fn numbers(
        &mut self,
        content: &RuleContent,
        said: &TextContent,
        filled: &TextContent,
        plain: &[Range<usize>],
    ) {
        let english = self.english;
        let mut missing: Vec<(&NumberPhrases, Span)> = Vec::new();
        // Those which no text need say, but none may deny.
        let mut quiet: Vec<(&NumberPhrases, Span)> = Vec::new();
        let numbers = content.numbers.iter().zip(&content.places).filter(|_| !self.subject.partly);
        for ((ways, span), place) in numbers {
            let is_compared = ways.split.is_some() || ways.is_exact;
            let mut all = said.numbers.iter().chain(&filled.numbers);
            let is_other = |n| content.is_amount(n) || english && self.is_argument(n, content);
            // "On a 4, 5 or 6" is not `roll(d6) >= 5`.
            let text = &self.subject.text.value;
            let is_in_row = |n| {
                english
                    && (ways.faces.is_some() || ways.is_exact)
                    && is_of_other_row(n, &said.numbers, content, text)
            };
            let is_said = all.any(|n| {
                expresses(n, ways, content, self.english) && !(is_compared && (is_other(n) || is_in_row(n)))
            });
            let small = ways.is_end || ways.all().any(|n| n <= 1) || content.is_payment(ways, said);
            let is_repeated = || english && self.repeats_verb(place, ways.written);
            if !is_said && small && ways.written > 1 {
                quiet.push((ways, *span));
            }
            if is_said
                || small
                || is_repeated()
                || missing.iter().any(|(m, _)| m == ways)
                || self.excuses_number(ways.written)
            {
                continue;
            }
            missing.push((ways, *span));
        }
        if !missing.is_empty() && english {
            let words = tokens(&self.subject.text.value, 0);
            missing.retain(|(ways, _)| !self.is_said_in_words(ways, &words));
        }
        let mut extra: Vec<&TextNumber> = Vec::new();
        for n in
            said.numbers.iter().filter(|n| n.firm && is_within_any(plain, &n.range)).filter(|n| {
                n.too_large || !content.may_say(n.value) && !may_compare(n, content, said, english)
            })
        {
            if english && self.is_of_row_or_enum(n, said, content) {
                continue;
            }
            if !extra.iter().any(|e| e.value == n.value) && !self.excuses_number(n.value) {
                extra.push(n);
            }
        }
        let mut compared = self.other_comparisons(content, said, plain, &mut missing);
        if missing.is_empty() && extra.is_empty() && compared.is_empty() {
            compared = self.other_comparisons(content, said, plain, &mut quiet);
        }
        extra.retain(|n| !compared.contains(&n.range));
        let id = self.subject.id;
        if missing.is_empty() && extra.is_empty() && compared.is_empty() {
            self.printed_instead(content, said, plain);
            self.repeated(content, said, plain);
            let found = self.comparison.found.len() + self.comparison.other_signs.len();
            self.signs(content, said, plain);
            self.sign_of_value(content, said, plain);
            if self.comparison.found.len() + self.comparison.other_signs.len() == found {
                self.swapped(content, said, plain);
            }
        }
        if missing.len() == extra.len() {
            for ((ways, span), n) in missing.into_iter().zip(extra) {
                let (rule, text) = (expected_text(ways), self.written(n));
                let d = messages::other_number(id, (&rule, span), (&text, self.place(&n.range)));
                let both = [ways.written.to_string(), text];
                let d = self.or_unchecked(d, "mend one of the two", &both);
                self.comparison.found.push(d);
            }
            return;
        }
        for (ways, span) in missing {
            let is_there = said.numbers.iter().any(|n| n.value == ways.written);
            let exactly = if ways.is_exact && is_there { "exactly " } else { "" };
            let rule = format!("{exactly}{}", expected_text(ways));
            let d = messages::number_not_said(id, &rule, span, self.subject.text.span);
            let d = self.or_unchecked(d, "say it in the text", &[ways.written.to_string()]);
            self.comparison.found.push(d);
        }
        for n in extra {
            let text = self.written(n);
            let rules = self.subject.rules.iter().map(|(code, _)| code.span);
            let d = messages::number_without_rule(id, &text, self.place(&n.range), rules);
            let d = self.or_unchecked(d, "mend the text or the rule", &[text]);
            self.comparison.found.push(d);
        }
    }

    /// Returns a number of the text in digits.
    fn written(&self, number: &TextNumber) -> String {
        let digits = self.subject.text.value.get(number.range.clone()).filter(|_| number.too_large);
        digits.map_or_else(|| number.value.to_string(), |digits| digits.replace(',', ""))
    }

    /// Reports a number that only the card's printed values explain, if the rule has a 0 or 1 that the text
    /// does not say: the number was probably that.
    fn printed_instead(&mut self, content: &RuleContent, said: &TextContent, plain: &[Range<usize>]) {
        let says = |n: i64| said.numbers.iter().any(|s| s.value == n);
        let is_small =
            |ways: &NumberPhrases| ways.split.is_none() && ways.written <= 1 && !says(ways.written);
        let changes = content.changes.iter().map(|change| (change.ways, change.span));
        let mut amounts = content.scores.iter().map(|(ways, span)| (*ways, *span)).chain(changes);
        let Some((ways, span)) = amounts.find(|(ways, _)| is_small(ways)) else { return };
        let only_printed = |n: &&TextNumber| {
            let explained =
                n.value <= 1 || content.has_number(n.value) || !content.printed.contains(&n.value);
            let ranged = content.ranges.iter().any(|(a, b)| (*a..=*b).contains(&n.value));
            n.firm && !explained && !ranged && is_within_any(plain, &n.range)
        };
        let Some(n) = said.numbers.iter().find(only_printed).filter(|n| !self.excuses_number(n.value)) else {
            return;
        };
        let (rule, text, id) = (ways.written, n.value, self.subject.id);
        let d = messages::printed_number(id, (rule, span), (text, self.place(&n.range)));
        let d = self.or_unchecked(d, "mend one of the two", &[text.to_string()]);
        self.comparison.found.push(d);
    }

    /// Reports numbers that text and rule both have, but one of them more often in the text, and another more
    /// often in the rule.
    fn repeated(&mut self, content: &RuleContent, said: &TextContent, plain: &[Range<usize>]) {
        if self.subject.partly {
            return;
        }
        let counted =
            |ways: &&NumberPhrases| ways.split.is_none() && ways.plain.len() == 1 && ways.written > 1;
        let rule: Vec<i64> =
            content.numbers.iter().map(|(ways, _)| *ways).filter(counted).map(|ways| ways.written).collect();
        let text: Vec<&TextNumber> =
            said.numbers.iter().filter(|n| n.firm && is_within_any(plain, &n.range)).collect();
        let times =
            |n: i64| (rule.iter().filter(|r| **r == n).count(), text.iter().filter(|t| t.value == n).count());
        // A printed value explains a number only while the rule has none to spare.
        let in_rule = |n: i64| content.numbers.iter().any(|(ways, _)| ways.written == n);
        let only_printed = |n: i64| content.printed.contains(&n) && !content.has_number(n);
        let more_in_text = text.iter().find(|t| {
            let (r, often) = times(t.value);
            often > r && (r > 0 || t.value > 1 && only_printed(t.value) && !in_rule(t.value))
        });
        let more_in_rule = rule.iter().find(|n| matches!(times(**n), (r, t) if t > 0 && r > t));
        let (Some(said), Some(written)) = (more_in_text, more_in_rule) else { return };
        if self.excuses_number(said.value) || self.excuses_number(*written) {
            return;
        }
        let (id, n, m) = (self.subject.id, said.value, *written);
        let span = content
            .numbers
            .iter()
            .rev()
            .find(|(ways, _)| ways.written == m)
            .map_or(self.subject.text.span, |(_, s)| *s);
        let counted = |n: i64| (n, times(n).0, times(n).1);
        let d = messages::number_repeated(id, (counted(m), span), (counted(n), self.place(&said.range)));
        let d = self.or_unchecked(d, "mend one of the two", &[m.to_string(), n.to_string()]);
        self.comparison.found.push(d);
    }

    /// Reports a sign in the text that no amount of the rule has, though the rule has the same amount with
    /// the other sign.
    fn signs(&mut self, content: &RuleContent, said: &TextContent, plain: &[Range<usize>]) {
        for n in said.numbers.iter().filter(|n| n.value != 0 && is_within_any(plain, &n.range)) {
            let Some(minus) = n.minus.or(n.is_lost) else { continue };
            let after = self.subject.text.value.get(n.range.end..).unwrap_or_default();
            // "Lose 3 coins" is no amount of a slot, but "lose 3" and "lose 3 points" are.
            let is_score = n.minus.is_some() || is_plain_amount(after) && !self.is_state(after);
            let scores = content.scores.iter().filter(|_| is_score);
            let scores = scores.map(|(ways, span)| (ways, *span, true));
            let changes = content.changes.iter().filter(|change| change.is_of(after));
            let changes = changes.map(|change| (&change.ways, change.span, false));
            let mut same = scores
                .chain(changes)
                .filter(|(ways, ..)| ways.split.is_none() && ways.written == n.value)
                .peekable();
            let Some((_, span, is_score)) = same.peek().copied() else { continue };
            if same.any(|(ways, ..)| ways.minus == minus) {
                self.comparison.same_signs.extend(is_score.then_some(span));
                continue;
            }
            if self.excuses_number(n.value) {
                continue;
            }
            // The number may be another one of the rule, though not that of a comparison: "gain 4 coins".
            let is_another = |(ways, at): &(&NumberPhrases, Span)| {
                ways.written == n.value && *at != span && ways.split.is_none()
            };
            if !is_score && content.numbers.iter().any(is_another) {
                continue;
            }
            let d = messages::other_sign(self.subject.id, n.value, minus, span, self.place(&n.range));
            let d = self.or_unchecked(d, "mend one of the two", &[n.value.to_string()]);
            // Only a slot may be one that the game subtracts.
            match is_score {
                true => self.comparison.other_signs.push(d),
                false => self.comparison.found.push(d),
            }
        }
    }

    /// Returns whether a text begins with the name of a state.
    fn is_state(&self, text: &str) -> bool {
        self.symbols.fields.iter().any(|field| begins_with(text, &field.id))
    }

    /// Reports two numbers of the rule, each of which the text gives with the words that belong to the other.
    fn swapped(&mut self, content: &RuleContent, said: &TextContent, plain: &[Range<usize>]) {
        if !self.english || self.subject.partly {
            return;
        }
        let text = &self.subject.text.value;
        let names = RuleNames { symbols: self.symbols, package: self.package };
        let Some(numbers) = find_swapped(&names, content, said, text, plain) else { return };
        let [(a, _, _), (b, _, _)] = &numbers;
        if self.excuses_number(*a) || self.excuses_number(*b) {
            return;
        }
        let quoted = [a.to_string(), b.to_string()];
        let places = numbers.map(|(n, span, range)| (n, span, self.place(&range)));
        let d = messages::numbers_swapped(self.subject.id, places);
        let d = self.or_unchecked(d, "mend one of the two", &quoted);
        self.comparison.found.push(d);
    }

    fn words(
        &mut self,
        content: &RuleContent,
        said: &TextContent,
        filled: &TextContent,
        plain: &[Range<usize>],
    ) {
        let id = self.subject.id;
        let mentioned = |thing: &MentionedItem| {
            said.mentions.iter().chain(&filled.mentions).any(|m| m.of.contains(thing))
        };
        let mut told: Vec<MentionedItem> = Vec::new();
        let mut unsaid: Vec<(String, Span)> = Vec::new();
        for (thing, span) in &content.things {
            let own = self.subject.name.is_some_and(|n| *thing == MentionedItem::Name(n));
            let all = matches!(thing, MentionedItem::Value(e, _) if content.any.contains(e));
            if mentioned(thing) || own || all || told.contains(thing) || self.excuses(thing) {
                continue;
            }
            told.push(*thing);
            unsaid.push((self.printed_name(thing), *span));
        }
        if !unsaid.is_empty() {
            let d = messages::words_not_said(id, &unsaid, self.subject.text.span);
            let quoted: Vec<String> = unsaid.iter().map(|(word, _)| word.clone()).collect();
            let help = if unsaid.len() == 1 { "name it in the text" } else { "name them in the text" };
            let d = self.or_unchecked(d, help, &quoted);
            self.comparison.found.push(d);
        }
        // If a text writes words of its rules in lowercase, other lowercase words count as references too; in
        // other texts "stone" may be an ordinary word.
        let small =
            said.mentions.iter().any(|m| !m.capital && m.of.iter().any(|t| content.may_things.contains(t)));
        let mut extra: Vec<(String, Span)> = Vec::new();
        for Mention { of, capital, range } in &said.mentions {
            let Some(thing) = of.first() else { continue };
            // The capital letter of a sentence does not make a word the name of an area.
            let is_proper = |thing: &MentionedItem| {
                *capital && !(matches!(thing, MentionedItem::Area(_)) && self.begins_sentence(range))
            };
            let known = of.iter().any(|t| content.may_name(t, is_proper(t)));
            if known
                || !(*capital || small)
                || !is_within_any(plain, range)
                || told.contains(thing)
                || self.excuses(thing)
            {
                continue;
            }
            told.push(*thing);
            extra.push((self.printed_name(thing), self.place(range)));
        }
        self.other_states(content, said, plain);
        if !extra.is_empty() {
            let rules = self.subject.rules.iter().map(|(code, _)| code.span);
            let d = messages::words_without_rule(id, &extra, rules);
            let quoted: Vec<String> = extra.iter().map(|(word, _)| word.clone()).collect();
            let d = self.or_unchecked(d, "mend the text or the rule", &quoted);
            self.comparison.found.push(d);
        }
    }

    /// Reports a number of something that players have, such as "2 glory", of which the rules do not speak.
    fn other_states(&mut self, content: &RuleContent, said: &TextContent, plain: &[Range<usize>]) {
        for n in said.numbers.iter().filter(|n| n.firm && is_within_any(plain, &n.range)) {
            let after = self.subject.text.value.get(n.range.end..).unwrap_or_default().trim_start();
            // "6 or more coins"
            let ends = ["or more ", "or fewer ", "or less "];
            let after = ends.iter().find_map(|end| after.strip_prefix(end)).unwrap_or(after);
            let Some(name) = content.other_states.iter().find(|name| begins_with(after, name)) else {
                continue;
            };
            if self.excuses_number(n.value) {
                continue;
            }
            let rules = self.subject.rules.iter().map(|(code, _)| code.span);
            let extra = [((*name).to_owned(), self.place(&n.range))];
            let d = messages::words_without_rule(self.subject.id, &extra, rules);
            let d = self.or_unchecked(d, "mend the text or the rule", &[self.written(n)]);
            self.comparison.found.push(d);
        }
    }

    /// Reports clauses that say to do something, such as to draw a card, which no rule does.
    fn deeds(
        &mut self,
        said: &TextContent,
        plain: &[Range<usize>],
        is_explained: impl Fn(&TextDeed) -> bool,
    ) {
        let mut told: Vec<DeedVerb> = Vec::new();
        for deed in said.deeds.iter().filter(|deed| is_within_any(plain, &deed.range)) {
            let verb = deed.verb;
            if told.contains(&verb) || is_explained(deed) || self.excuses_verb(verb) {
                continue;
            }
            told.push(verb);
            let rules = self.subject.rules.iter().map(|(code, _)| code.span);
            let place = self.place(&deed.range);
            let d = messages::deed_without_rule(self.subject.id, verb.said(), place, rules);
            let d = self.or_unchecked(d, "mend the text or the rule", &[verb.word().to_owned()]);
            self.comparison.found.push(d);
        }
    }

    /// Warns of words in `unchecked` that need not be there, and notes the others.
    fn needless(&mut self) {
        let needed = self.excused.iter().filter(|e| e.needed).map(|e| e.code.span);
        self.comparison.needed.extend(needed);
        for excuse in self.excused.iter().filter(|e| !e.used) {
            let means_nothing = excuse.numbers.is_empty()
                && excuse.things.is_empty()
                && excuse.verb.is_none()
                && excuse.claims.is_empty();
            let (code, id) = (excuse.code, self.subject.id);
            let d = messages::needless_unchecked(code.span, &code.value, id, means_nothing);
            self.comparison.found.push(d);
        }
    }

    /// Adds the ways out of a difference: to mend it, or to accept these words.
    pub(super) fn or_unchecked(&self, d: Diagnostic, mend: &str, words: &[String]) -> Diagnostic {
        if self.subject.partly {
            // Only cards and keywords have the key `unchecked`.
            return d.help(format!("{mend}; a part that is looked up, `{{{{ … }}}}`, is not compared"));
        }
        let shown: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
        d.help(format!("{mend}; if both are right as they are: `unchecked = [{}]`", shown.join(", ")))
            .accept(words.to_vec())
    }

    /// Returns whether one word in a range of the text is the first of a sentence.
    fn begins_sentence(&self, range: &Range<usize>) -> bool {
        let text = &self.subject.text.value;
        let is_word = text.get(range.clone()).is_some_and(|words| !words.contains(' '));
        let before = text.get(..range.start).unwrap_or_default();
        let before = before.trim_end_matches([' ', '*', '“', '"', '(', '[']);
        // The signs that begin an item of a list.
        let item = before.strip_suffix(['-', '+']).filter(|line| line.is_empty() || line.ends_with('\n'));
        is_word && item.unwrap_or(before).chars().next_back().is_none_or(|c| ".!?:\n".contains(c))
    }

    /// Converts a range of the text to a span of its file.
    pub(super) fn place(&self, range: &Range<usize>) -> Span {
        self.subject.text.span_of(range.start, range.end)
    }

    /// Returns the printed form of an item.
    fn printed_name(&self, thing: &MentionedItem) -> String {
        match thing {
            MentionedItem::Value(e, v) => self.symbols.enums[*e].printed[v.index()].clone(),
            MentionedItem::Name(n) => self.symbols.names[NameId::from_index(n.index())].printed.clone(),
            MentionedItem::Area(cell) => {
                self.symbols.cells.find(*cell).map(|cell| cell.printed.clone()).unwrap_or_default()
            }
        }
    }
}

/// Returns whether a number of the text may be that of a comparison in the rule, or its neighbour. If the
/// text has the comparison elsewhere, it has to say it, too.
fn may_compare(n: &TextNumber, content: &RuleContent, text: &TextContent, english: bool) -> bool {
    let compared = content.numbers.iter().map(|(ways, _)| *ways).filter(|ways| ways.split.is_some());
    let mut compared = compared.filter(|ways| ways.all().any(|way| way == n.value));
    compared.any(|ways| {
        let says = |n: &TextNumber| expresses(n, ways, content, english);
        !english || says(n) || !text.numbers.iter().any(says)
    })
}

/// Returns whether a range is within one of others.
pub(super) fn is_within_any(parts: &[Range<usize>], range: &Range<usize>) -> bool {
    parts.iter().any(|p| p.start <= range.start && range.end <= p.end)
}

/// Formats the expected number: "4", "more than 4 (`> 4`)".
fn expected_text(ways: &NumberPhrases) -> String {
    let compared = ways.bound.and_then(|bound| bound.with(ways.written));
    match (&ways.plain[..], compared) {
        ([reached], Some((words, sign))) if *reached != ways.written => format!("{words} ({sign})"),
        _ => ways.written.to_string(),
    }
}

/// Returns the parts of a text outside template expressions.
fn plain_parts(text: &str) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut from = 0;
    // Most texts have none.
    let has_template = text.contains('{');
    while has_template
        && let Some(open) = ["{{", "{%", "{#"].iter().filter_map(|b| text[from..].find(b)).min()
    {
        let open = from + open;
        parts.push(from..open);
        let close = ["}}", "%}", "#}"].iter().filter_map(|b| text[open..].find(b)).min();
        from = close.map_or(text.len(), |c| open + c + 2);
    }
    parts.push(from..text.len());
    parts
}
