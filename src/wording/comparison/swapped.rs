//! Numbers that a text gives the other way round: each stands with the words that belong to the other.

use super::clause_words::is_denial;
use super::clauses::{Clauses, first_word, last_word};
use super::meanings::NumberPlace;
use super::number_match::expresses;
use super::number_phrases::{ChangedValue, NumberPhrases};
use super::subject::{RuleContent, begins_with_any};
use super::text_parser::{Mention, MentionedItem, TextContent, TextNumber};
use super::text_words::singular;
use crate::check::symbols::items::ReadableValue;
use crate::check::symbols::symbol_table::SymbolTable;
use crate::model::Package;
use crate::source::Span;
use std::ops::Range;

/// Maximum number of numbers in a rule or text that are compared in pairs.
const MOST: usize = 24;

/// The words for the functions and values of a game.
pub(super) struct RuleNames<'s> {
    pub symbols: &'s SymbolTable,
    pub package: &'s Package,
}

/// A number of the rule that the text has once, as `said`.
struct NumberPair<'a> {
    ways: &'a NumberPhrases,
    span: Span,
    place: &'a NumberPlace,
    said: &'a TextNumber,
}

/// A rule and its text, as far as they show which words belong to a number.
struct PairComparison<'a> {
    names: &'a RuleNames<'a>,
    content: &'a RuleContent<'a>,
    mentions: &'a [Mention],
    text: &'a str,
    clauses: Clauses,
    /// The numbers of the text.
    numbers: &'a [&'a TextNumber],
}

/// A number, its place in the rule, and its range in the text.
pub(super) type PlacedNumber = (i64, Span, Range<usize>);

/// Finds two numbers of a rule that the text has in the place of each other. Each must be once in the rule
/// and once in the text, and what stands beside them must speak for the exchange and nothing against it.
pub(super) fn find_swapped(
    names: &RuleNames,
    content: &RuleContent,
    said: &TextContent,
    text: &str,
    plain: &[Range<usize>],
) -> Option<[PlacedNumber; 2]> {
    let several = 2..=MOST;
    if !several.contains(&content.numbers.len()) || !several.contains(&said.numbers.len()) {
        return None;
    }
    // "One" and "a" may be no number.
    let is_number = |n: &&TextNumber| {
        let is_written = n.value > 1 || text[n.range.clone()].starts_with(|c: char| c.is_ascii_digit());
        n.firm && is_written && plain.iter().any(|p| p.start <= n.range.start && n.range.end <= p.end)
    };
    let numbers: Vec<&TextNumber> = said.numbers.iter().filter(is_number).collect();
    let pairs = pairs_of(content, &numbers);
    if pairs.len() < 2 {
        return None;
    }
    let clauses = Clauses::of(text, &said.mentions);
    let mentions = &said.mentions;
    PairComparison { names, content, mentions, text, clauses, numbers: &numbers }.find(&pairs)
}

/// Returns the numbers that the rule has once and the text has once.
fn pairs_of<'a>(content: &'a RuleContent, numbers: &[&'a TextNumber]) -> Vec<NumberPair<'a>> {
    let mut pairs: Vec<NumberPair> = Vec::new();
    for ((ways, span), place) in content.numbers.iter().zip(&content.places) {
        let is_alike = |(other, at): &(&NumberPhrases, Span)| other.written == ways.written && at != span;
        let mut said = numbers.iter().filter(|n| expresses(n, ways, content, true));
        let (Some(said), None) = (said.next(), said.next()) else { continue };
        // "1 or more" need not be said, so that another 1 would be taken for it.
        let is_small = ways.written < 1 || ways.written == 1 && ways.split.is_some();
        if !is_small && !content.numbers.iter().any(is_alike) && pairs.iter().all(|pair| pair.span != *span) {
            pairs.push(NumberPair { ways, span: *span, place, said });
        }
    }
    pairs
}

impl PairComparison<'_> {
    fn find(&self, pairs: &[NumberPair]) -> Option<[PlacedNumber; 2]> {
        for (i, a) in pairs.iter().enumerate() {
            for b in &pairs[i + 1..] {
                let is_clear = a.said.range != b.said.range
                    && !expresses(a.said, b.ways, self.content, true)
                    && !expresses(b.said, a.ways, self.content, true);
                let is_swapped =
                    || self.are_exchanged(a, b) || self.are_branches(a, b) || self.are_branches(b, a);
                if is_clear && is_swapped() {
                    return Some([a, b].map(|n| (n.ways.written, n.span, n.said.range.clone())));
                }
            }
        }
        None
    }

    /// Returns whether each of two numbers stands with words of the other, and neither with its own.
    fn are_exchanged(&self, a: &NumberPair, b: &NumberPair) -> bool {
        self.fits(a, b, a, true)
            && self.fits(b, a, b, true)
            && !self.fits(a, a, b, false)
            && !self.fits(b, b, a, false)
    }

    /// Returns whether the text has the amount of a condition and the amount without it the other way round:
    /// "+20 for each Herb; +5 for each instead with a Root". Only the first has words of its own.
    fn are_branches(&self, with: &NumberPair, without: &NumberPair) -> bool {
        let condition = match (with.place.branch, without.place.branch) {
            (Some((condition, false)), Some((other, true))) if condition == other => condition,
            _ => return false,
        };
        let is_of_condition = |mention: &&Mention| {
            mention
                .of
                .iter()
                .any(|thing| self.has_thing(condition, thing) && !self.has_thing(without.place.scope, thing))
        };
        let is_said_of = |pair: &NumberPair, is_sure: bool| {
            let reached = self.mentions.iter().filter(|m| self.belongs(m, pair, is_sure));
            reached.filter(is_of_condition).count() > 0
        };
        is_said_of(without, true)
            && !is_said_of(with, false)
            && !self.is_negated(self.clause_of(without.said))
    }

    /// Returns the index of the clause in which a number is.
    fn clause_of(&self, number: &TextNumber) -> usize {
        self.clauses.index_of(number.range.start)
    }

    /// Returns whether a clause denies something.
    fn is_negated(&self, clause: usize) -> bool {
        const OTHERS: [&str; 12] = [
            "no",
            "until",
            "except",
            "otherwise",
            "else",
            "lose",
            "loses",
            "neither",
            "nor",
            "none",
            "rather",
            "but",
        ];
        let mut words = self.text[self.clauses.range(clause)].split(|c: char| !c.is_alphabetic());
        let mut before = "";
        words.any(|word| {
            // "Isn't", and "instead of"
            let is_part = word == "t" || before == "instead" && word == "of";
            before = word;
            let word = word.to_ascii_lowercase();
            is_part || is_denial(&word) || OTHERS.contains(&word.as_str())
        })
    }

    /// Returns whether words beside the number of `at` belong to the number of `rule` and not to that of
    /// `other`. Not `is_sure`: also words that may belong to it.
    fn fits(&self, at: &NumberPair, rule: &NumberPair, other: &NumberPair, is_sure: bool) -> bool {
        let is_amount = |pair: &NumberPair| pair.ways.amount || pair.ways.change.is_some();
        let is_compared = |pair: &NumberPair| pair.ways.split.is_some();
        let said = at.said;
        is_amount(rule) && !is_amount(other) && said.minus.is_some()
            || is_compared(rule) && !is_compared(other) && said.bound.is_comparison()
            || self.has_words_of_parameter(at, rule, other)
            || self.is_followed_by_state(at, rule, other)
            || self.mentions.iter().any(|mention| {
                // An amount is not the number of a thing: "+5 with 3 Herbs".
                let is_directly_before = follows(self.text, said, mention);
                let is_counted = rule.ways.amount && is_directly_before;
                let is_only_of_rule = |thing| {
                    other.ways.amount && is_directly_before || !self.has_thing(other.place.scope, thing)
                };
                !is_counted
                    && self.belongs(mention, at, is_sure)
                    && mention
                        .of
                        .iter()
                        .any(|thing| self.has_thing(rule.place.scope, thing) && is_only_of_rule(thing))
            })
    }

    /// Returns whether a value or name stands in a part of the rule.
    fn has_thing(&self, scope: Span, thing: &MentionedItem) -> bool {
        self.content.things.iter().any(|(known, span)| known == thing && scope.encloses(*span))
    }

    /// Returns whether a mention belongs to a number of the text: it follows it, or is in the same clause as
    /// no other number. If not `is_sure`, it may also be in a clause beside it that has no number, or in the
    /// same clause as several.
    fn belongs(&self, mention: &Mention, pair: &NumberPair, is_sure: bool) -> bool {
        if follows(self.text, pair.said, mention) {
            return true;
        }
        let clause = self.clauses.index_of(mention.range.start);
        let own = self.clause_of(pair.said);
        let numbers = |clause: usize| self.numbers.iter().filter(|n| self.clause_of(n) == clause).count();
        let is_of_another = || self.numbers.iter().any(|n| follows(self.text, n, mention));
        match clause == own {
            true => numbers(clause) == 1 || !is_sure && !is_of_another(),
            false => !is_sure && clause.abs_diff(own) == 1 && numbers(clause) == 0,
        }
    }

    /// Returns whether a word beside a number is one that the text of a function has beside its parameter:
    /// "within 4 squares".
    fn has_words_of_parameter(&self, at: &NumberPair, rule: &NumberPair, other: &NumberPair) -> bool {
        let words = self.names.words_of_parameter(rule.place);
        if words == (None, None) {
            return false;
        }
        let others = self.names.words_of_parameter(other.place);
        let clause = self.clauses.range(self.clause_of(at.said));
        let range = &at.said.range;
        let before = self.text.get(clause.start..range.start).unwrap_or_default();
        let before = last_word(before.trim_end_matches(|c: char| !c.is_alphanumeric()));
        let after = self.text.get(range.end..clause.end).unwrap_or_default();
        let after = first_word(after.trim_start_matches([' ', '*']));
        let is_same = |word: Option<&str>, said: &str| {
            word.is_some_and(|word| !said.is_empty() && normalised(word) == normalised(said))
        };
        is_same(words.0, before) && words.0 != others.0 || is_same(words.1, after) && words.1 != others.1
    }

    /// Returns whether a number stands before the name of the state or attribute that the rule changes by it.
    fn is_followed_by_state(&self, at: &NumberPair, rule: &NumberPair, other: &NumberPair) -> bool {
        let Some(change) = rule.ways.change.filter(|_| rule.ways.change != other.ways.change) else {
            return false;
        };
        let after = self.text.get(at.said.range.end..).unwrap_or_default();
        match change {
            ChangedValue::State(_) => {
                let known = self.content.changes.iter().find(|known| known.span == rule.span);
                known.is_some_and(|known| begins_with_any(after, known.names))
            }
            ChangedValue::Modified(value) => begins_with_any(after, &self.names.names_of_value(value)),
        }
    }
}

impl RuleNames<'_> {
    /// Returns the words before and after the parameter to which a number is passed, in the text of its
    /// function; `None` if there is no word, or one that may stand beside any number.
    fn words_of_parameter(&self, place: &NumberPlace) -> (Option<&str>, Option<&str>) {
        let Some((f, index)) = place.argument else { return (None, None) };
        let functions = &self.package.functions;
        let (params, text) = match functions.get(f.index()) {
            Some(function) => (&function.params, &function.text),
            None => match f.index().checked_sub(functions.len()).and_then(|v| self.package.verbs.get(v)) {
                Some(verb) => (&verb.params, &verb.text),
                None => return (None, None),
            },
        };
        let (Some(param), Some(text)) = (params.get(index), text) else { return (None, None) };
        let mut holes = text.value.match_indices("{{").filter_map(|(at, _)| {
            let hole = text.value[at + 2..].trim_start().strip_prefix(param.id.text.as_str())?;
            let is_whole = !hole.starts_with(|c: char| c.is_alphanumeric() || c == '_');
            is_whole.then_some((at, hole.split_once("}}")?.1))
        });
        let Some((at, after)) = holes.next() else { return (None, None) };
        (particular(last_word(text.value[..at].trim_end())), particular(first_word(after.trim_start())))
    }

    /// Returns the words for a value that modifiers change, in lowercase.
    fn names_of_value(&self, value: ReadableValue) -> Vec<String> {
        let id = match value {
            ReadableValue::Attribute(a) => self.symbols.attributes[a].id.as_str(),
            ReadableValue::Field(f) => self.symbols.fields[f].id.as_str(),
        };
        let printed = self.package.words.iter().find(|word| word.id.text == id);
        printed.map(|word| word.printed.to_lowercase()).into_iter().chain([id.replace('_', " ")]).collect()
    }
}

/// Returns a word that does not stand beside numbers of all sorts.
fn particular(word: &str) -> Option<&str> {
    const COMMON: [&str; 22] = [
        "a", "an", "the", "for", "of", "and", "or", "to", "is", "has", "have", "by", "at", "in", "on",
        "with", "than", "each", "more", "s", "from", "if",
    ];
    (!word.is_empty() && !COMMON.contains(&word)).then_some(word)
}

fn normalised(word: &str) -> String {
    singular(&word.to_lowercase()).into_owned()
}

/// Returns whether a mention directly follows a number: "3 Herbs".
fn follows(text: &str, number: &TextNumber, mention: &Mention) -> bool {
    let between = text.get(number.range.end..mention.range.start);
    between.is_some_and(|between| !between.is_empty() && between.chars().all(|c| c == ' ' || c == '*'))
}
