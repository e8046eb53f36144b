//! Deeds that a text lets a player decline, and those that follow, where the rule has another order or none.

use super::card_facts::OwnFacts;
use super::claims::is_form_of;
use super::compare::TextComparison;
use super::facts::FactSet;
use super::messages;
use super::text_claims::ClaimKind;
use super::text_words::TextToken;
use crate::ir::FunctionId;
use crate::source::Span;
use std::ops::Range;

impl TextComparison<'_> {
    /// Reports "if you do not", where the rule does nothing if a choice is declined, and "you may draw a card.
    /// If you do, discard one", where the rule does the second first.
    pub(super) fn option_and_deed(&mut self, words: &[TextToken], own: &OwnFacts) {
        let Some(written) = own.place(FactSet::DECLINED) else { return };
        let starts = |at: usize, said: &[&str]| {
            let part = words.get(at..at + said.len());
            part.is_some_and(|part| part.iter().zip(said).all(|(token, word)| &*token.word == *word))
        };
        let is_denied =
            |at: &usize| starts(*at, &["if", "you", "do", "not"]) || starts(*at, &["if", "you", "don't"]);
        if let Some(at) = (0..words.len()).find(is_denied) {
            if !self.has_code("else") && !self.excuses_claim(ClaimKind::Denial) {
                let range = words[at].range.start..words[at + 2].range.end;
                let rules = self.subject.rules.iter().map(|(code, _)| code.span);
                let said = [("if you do not".to_owned(), self.place(&range))];
                let d = messages::words_without_rule(self.subject.id, &said, rules);
                let d = self.or_unchecked(d, "mend the text or the rule", &["not".to_owned()]);
                self.comparison.found.push(d);
            }
            return;
        }
        let Some(then) = (0..words.len()).find(|at| starts(*at, &["if", "you", "do"])) else { return };
        let Some(may) = (0..then).find(|at| &*words[*at].word == "may") else { return };
        let called = |(at, f): &(Span, FunctionId)| Some((*at, self.verb(*f)?.id.text.as_str()));
        let calls: Vec<(Span, &str)> = own.calls.iter().filter_map(called).collect();
        let place = |id: &str| calls.iter().filter(|(_, other)| *other == id).map(|(at, _)| at.start).min();
        let verb_in = |part: Range<usize>| {
            part.into_iter().find_map(|i| {
                let said = calls.iter().find(|(_, id)| is_form_of(&words[i].word, id));
                said.map(|(_, id)| (i, *id))
            })
        };
        let (Some((first, a)), Some((second, b))) = (verb_in(may..then), verb_in(then..words.len())) else {
            return;
        };
        let is_other = a != b && place(a) > place(b);
        if !is_other || self.excuses_word(a) || self.excuses_word(b) {
            return;
        }
        let range = words[first].range.start..words[second].range.end;
        let d = messages::other_order(self.subject.id, (b, a), written, self.place(&range));
        let d = self.or_unchecked(d, "mend one of the two", &[a.to_owned()]);
        self.comparison.found.push(d);
    }
}
