//! Deeds of a text with other amounts than the rule's, or joined otherwise: "crawl 2 stones" for
//! `crawl(you, 4)`, "lose 2 coins or draw a card" where the rule does both.

use super::bounds::{Bound, has_stop};
use super::card_facts::OwnFacts;
use super::claims::is_form_of;
use super::compare::TextComparison;
use super::facts::FactSet;
use super::messages;
use super::number_phrases::ChangedValue;
use super::subject::RuleContent;
use super::text_claims::ClaimKind;
use super::text_deeds::{is_behind_condition, is_main_clause};
use super::text_parser::{TextContent, TextNumber};
use super::text_words::TextToken;
use crate::ir::FunctionId;
use crate::model::VerbDecl;
use crate::source::Span;
use std::collections::BTreeSet;

impl TextComparison<'_> {
    /// Reports a verb of the game with a number that the rule does not pass to it: "crawl 2 stones" for
    /// `crawl(you, 4)`.
    pub(super) fn amounts_of_verbs(
        &mut self,
        words: &[TextToken],
        said: &TextContent,
        content: &RuleContent,
        own: &OwnFacts,
    ) {
        let called: BTreeSet<FunctionId> = own.calls.iter().map(|(_, f)| *f).collect();
        for f in called {
            let Some(verb) = self.verb(f) else { continue };
            let calls = own.calls.iter().filter(|(_, called)| *called == f).count();
            let numbers = content.numbers.iter().zip(&content.places);
            let passed: Vec<(i64, Span)> = numbers
                .filter(|((ways, _), place)| {
                    ways.split.is_none() && place.argument.is_some_and(|(g, _)| g == f)
                })
                .map(|((ways, span), _)| (ways.written, *span))
                .collect();
            let is_said =
                |at: &usize| is_form_of(&words[*at].word, &verb.id.text) && self.is_done(words, *at);
            let said_at: Vec<usize> = (0..words.len()).filter(is_said).collect();
            let done: Vec<&TextNumber> =
                said_at.iter().filter_map(|at| self.number_behind(words, *at, said)).collect();
            // "Draw one card, then another" is a deed of single cards.
            let done: Vec<&TextNumber> = done.into_iter().filter(|n| n.value != 1).collect();
            let single = || self.single_call(f, verb, own).map(|at| (1, at));
            let Some((amount, written)) = passed.first().copied().or_else(single) else { continue };
            let is_unlike = passed.iter().any(|(other, _)| *other != amount);
            let is_computed = !passed.is_empty() && passed.len() != calls;
            let is_of_cards = || done.iter().all(|n| n.value > 1 && self.is_of_cards(n));
            if is_unlike || is_computed || passed.is_empty() && !is_of_cards() {
                continue;
            }
            match done.first() {
                Some(first) if done.iter().all(|n| n.value != amount) => {
                    self.other_amount((amount, written), first);
                }
                None if amount > 1 => self.single_deed(words, &said_at, (amount, written)),
                _ => {}
            }
        }
    }

    /// Returns the place of the only call of a verb that is done to one component, if no loop repeats it.
    fn single_call(&self, f: FunctionId, verb: &VerbDecl, own: &OwnFacts) -> Option<Span> {
        let is_component =
            |ty: &str| ty == "component" || self.package.kinds.iter().any(|kind| kind.id.text == ty);
        let types = || verb.params.iter().map(|param| param.ty.value.trim());
        let is_of_one = types().filter(|ty| is_component(ty)).count() == 1
            && types().all(|ty| is_component(ty) || ty == "player");
        let repeats = ["for each", "repeat", "while", "choose up", "choose any"];
        let is_repeated = repeats.iter().any(|word| self.has_code(word));
        let mut calls = own.calls.iter().filter(|(_, called)| *called == f);
        let first = calls.next().filter(|_| is_of_one && !is_repeated)?;
        calls.next().is_none().then_some(first.0)
    }

    /// Returns whether a number is one of cards: "2 cards".
    fn is_of_cards(&self, n: &TextNumber) -> bool {
        let after = self.subject.text.value.get(n.range.end..).unwrap_or_default();
        let after = after.trim_start().to_lowercase();
        after.starts_with("cards") || self.package.kinds.iter().any(|kind| after.starts_with(&kind.id.text))
    }

    /// Reports "draw a card" for `draw(you, 2)`.
    fn single_deed(&mut self, words: &[TextToken], said_at: &[usize], (amount, written): (i64, Span)) {
        const REPEATS: [&str; 12] = [
            "another", "twice", "times", "again", "more", "each", "per", "every", "for", "both", "also",
            "second",
        ];
        let [at] = said_at[..] else { return };
        let is_word = |i: usize, known: &[&str]| words.get(i).is_some_and(|w| known.contains(&&*w.word));
        let is_one = is_word(at + 1, &["a", "an", "one"]) && is_word(at + 2, &["card"]);
        let is_repeated = words.iter().any(|token| REPEATS.contains(&&*token.word));
        if !is_one || is_repeated || self.is_told_at(written) || self.excuses_number(amount) {
            return;
        }
        let said = self.place(&(words[at].range.start..words[at + 2].range.end));
        let rule = amount.to_string();
        let d = messages::other_number(self.subject.id, (&rule, written), ("1", said));
        let d = self.or_unchecked(d, "mend one of the two", &[rule]);
        self.comparison.found.push(d);
    }

    /// Reports a change of a state by another number than the rule's: "lose 4 coins" for `coins -= 2`.
    pub(super) fn amounts_of_states(&mut self, said: &TextContent, content: &RuleContent, own: &OwnFacts) {
        let subject = self.subject;
        let text = &subject.text.value;
        let after = |n: &TextNumber| text.get(n.range.end..).unwrap_or_default().to_owned();
        let is_change = |n: &&TextNumber| n.is_lost.is_some() && n.bound == Bound::Plain && !n.too_large;
        let said: Vec<&TextNumber> = said.numbers.iter().filter(is_change).collect();
        for n in &said {
            let named = after(n);
            let changes = content.changes.iter().filter(|c| !c.names.is_empty() && c.is_of(&named));
            let changes: Vec<_> = changes.collect();
            let Some(ChangedValue::State(f)) = changes.first().and_then(|change| change.ways.change) else {
                continue;
            };
            let is_whole = own.changed.iter().filter(|changed| **changed == f).count() == changes.len();
            let is_known = |n: &&&TextNumber| changes.iter().any(|c| c.ways.written == n.value);
            let same = said.iter().filter(|other| changes[0].is_of(&after(other)));
            if !is_whole || same.into_iter().any(|other| is_known(&other)) {
                continue;
            }
            self.other_amount((changes[0].ways.written, changes[0].span), n);
        }
    }

    /// Reports "lose 2 coins or draw a card", where the rule does both without any choice.
    pub(super) fn alternative_deeds(&mut self, words: &[TextToken], own: &OwnFacts) {
        let choices = FactSet::OPTION.or(FactSet::ARMS).or(FactSet::DECLINED);
        // A choice among values may lead to one deed or the other.
        let is_either = self.has_code("else") || own.has_any(FactSet::CHOICE) && self.has_code("if ");
        if is_either || own.has_any(choices) || own.called.has_any(choices) {
            return;
        }
        let subject = self.subject;
        let text = &subject.text.value;
        let called = own.calls.iter().filter_map(|(_, f)| self.verb(*f));
        let called: Vec<&str> = called.map(|verb| verb.id.text.as_str()).collect();
        let is_changed = !own.changed.is_empty();
        let is_deed = |word: &str| {
            called.iter().any(|id| is_form_of(word, id))
                || is_changed && matches!(word, "gain" | "gains" | "lose" | "loses" | "pay" | "pays")
        };
        let is_joined = |at: &usize| {
            let is_deed_at = |i: usize| words.get(i).is_some_and(|word| is_deed(&word.word));
            let is_of_you = words.get(at + 1).is_some_and(|next| matches!(&*next.word, "you" | "they"));
            let is_second = &*words[*at].word == "or" && is_deed_at(at + 1 + usize::from(is_of_you));
            let clause = (0..*at).rev().take_while(|i| {
                !text[words[*i].range.end..words[i + 1].range.start].contains(['.', ';', ':', '(', ')', '\n'])
            });
            let first = clause.into_iter().find(|i| is_deed(&words[*i].word));
            is_second && first.is_some_and(|first| self.is_done(words, first))
        };
        let Some(at) = (1..words.len()).find(is_joined) else { return };
        if self.excuses_claim(ClaimKind::Option) {
            return;
        }
        let rules = self.subject.rules.iter().map(|(code, _)| code.span);
        let d = messages::option_without_rule(self.subject.id, "or", self.place(&words[at].range), rules);
        let d = self.or_unchecked(d, "mend the text or the rule", &["or".to_owned()]);
        self.comparison.found.push(d);
    }

    /// Reports "draw up to 3 cards" for an amount that the rule leaves nobody to choose.
    pub(super) fn free_amounts(&mut self, said: &TextContent, content: &RuleContent, own: &OwnFacts) {
        let choices = FactSet::CHOICE.or(FactSet::OPTION).or(FactSet::ARMS).or(FactSet::DECLINED);
        let all = choices.or(FactSet::LOWEST);
        if own.has_any(all) || own.called.has_any(all) {
            return;
        }
        let numbers = || content.numbers.iter().zip(&content.places);
        let is_amount = |n: &&TextNumber| {
            let mut same = numbers().filter(|((ways, _), _)| ways.all().any(|way| way == n.value)).peekable();
            same.peek().is_some()
                && same.all(|((ways, _), place)| {
                    let is_passed = place.argument.is_some() || ways.change.is_some();
                    ways.split.is_none() && ways.limit.is_none() && is_passed
                })
        };
        let free = |n: &&TextNumber| n.bound == Bound::UpTo && n.firm && !n.is_denied;
        let Some(n) = said.numbers.iter().filter(free).find(is_amount) else { return };
        if self.excuses_number(n.value) || self.excuses_claim(ClaimKind::Option) {
            return;
        }
        let rules = self.subject.rules.iter().map(|(code, _)| code.span);
        let d = messages::option_without_rule(self.subject.id, "up to", self.place(&n.range), rules);
        let d = self.or_unchecked(d, "mend the text or the rule", &[n.value.to_string()]);
        self.comparison.found.push(d);
    }

    /// Returns whether the verb at a position is that of a deed, and not of a condition.
    fn is_done(&self, words: &[TextToken], at: usize) -> bool {
        let text = &self.subject.text.value;
        let before = at.checked_sub(1).map_or("", |before| &*words[before].word);
        // "If you have 4 coins, lose 2 and draw a card"
        let is_second = || {
            let ends = |i: &usize| has_stop(text, &words[*i], &words[i + 1]);
            let clause = (0..at).rev().take_while(|i| !ends(i) || is_behind_condition(text, words, i + 1));
            clause.into_iter().any(|i| is_behind_condition(text, words, i))
        };
        is_main_clause(text, words, at)
            || is_behind_condition(text, words, at)
            || before == "otherwise"
            || matches!(before, "and" | "then" | "or") && is_second()
    }

    /// Returns the number behind a verb, without a comparison: "slip back 2".
    fn number_behind<'n>(
        &self,
        words: &[TextToken],
        at: usize,
        said: &'n TextContent,
    ) -> Option<&'n TextNumber> {
        let next = (at + 1..words.len().min(at + 3))
            .take_while(|i| !has_stop(&self.subject.text.value, &words[at], &words[*i]))
            .find(|i| words[*i].is_number())?;
        let range = &words[next].range;
        let is_there = |n: &&TextNumber| n.range.start <= range.start && range.end <= n.range.end;
        let number = said.numbers.iter().find(is_there)?;
        (number.firm && !number.too_large && number.bound == Bound::Plain).then_some(number)
    }

    /// Reports a number of a text for one of its rule.
    fn other_amount(&mut self, (amount, written): (i64, Span), n: &TextNumber) {
        let at = self.place(&n.range);
        if self.is_told_at(at) || self.excuses_number(n.value) || self.excuses_number(amount) {
            return;
        }
        let text = n.value.to_string();
        // A call without a number is done to one component.
        let rule = if amount == 1 { "a single one".to_owned() } else { amount.to_string() };
        let d = messages::other_number(self.subject.id, (&rule, written), (&text, at));
        let both = if amount == 1 { vec![text] } else { vec![rule, text] };
        let d = self.or_unchecked(d, "mend one of the two", &both);
        self.comparison.found.push(d);
    }
}
