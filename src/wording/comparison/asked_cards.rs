//! Cards that a rule asks for, and that its text does not, or the other way round.

use super::card_facts::OwnFacts;
use super::compare::TextComparison;
use super::facts::FactSet;
use super::joins::only_place;
use super::messages;
use super::subject::RuleContent;
use super::text_claims::{ClaimKind, is_denying, speaks_of_others};
use super::text_parser::{MentionedItem, TextContent};
use super::text_words::TextToken;
use crate::source::Span;

impl TextComparison<'_> {
    /// Reports a text that says "each Flame" on a card that is a Flame itself, where the rule counts the others.
    pub(super) fn other_cards(
        &mut self,
        words: &[TextToken],
        said: &TextContent,
        content: &RuleContent,
        own: &OwnFacts,
    ) {
        if speaks_of_others(words) {
            return;
        }
        let places = own.done.iter().filter(|(_, facts)| facts.has_any(FactSet::OTHER_CARDS));
        let places: Vec<Span> = places.map(|(at, _)| *at).collect();
        let is_own = |thing: &MentionedItem| content.printed_things.contains(thing);
        // The same value may be asked for elsewhere, with the card itself.
        let found = said.mentions.iter().find_map(|mention| {
            let at = only_place(mention, &content.things)?;
            let is_left_out = places.iter().any(|place| place.encloses(at));
            (is_left_out && mention.of.iter().any(is_own)).then_some((mention, at))
        });
        let Some((mention, written)) = found else { return };
        if self.excuses_word("other") {
            return;
        }
        let d = messages::other_not_said(self.subject.id, written, self.place(&mention.range));
        let d = self.or_unchecked(d, "mend one of the two", &["other".to_owned()]);
        self.comparison.found.push(d);
    }

    /// Reports "without a Herb", where the rule asks for a Herb to be there.
    pub(super) fn absent_cards(
        &mut self,
        words: &[TextToken],
        said: &TextContent,
        content: &RuleContent,
        own: &OwnFacts,
    ) {
        if own.has_any(FactSet::DENIAL) {
            return;
        }
        let asked = own.done.iter().filter(|(_, facts)| facts.has_any(FactSet::PRESENCE));
        let asked: Vec<Span> = asked.map(|(at, _)| *at).collect();
        let denials = said.claims.iter().filter(|claim| claim.kind == ClaimKind::Denial);
        let found = denials.filter_map(|claim| {
            let at = words.iter().position(|token| token.range == claim.range)?;
            let after = words.get(at + 1).map_or("", |next| &*next.word);
            let is_plain = (is_denying(&words[at].word) || &*words[at].word == "no")
                && !matches!(after, "other" | "another" | "for")
                // "No two Herbs are alike"
                && !words.get(at + 1).is_some_and(TextToken::is_number);
            let mention = said.mentions.iter().find(|mention| mention.range.start >= claim.range.end)?;
            // "If this is not your only Herb"
            let between = &words[at + 1..];
            let mut between = between.iter().take_while(|token| token.range.end <= mention.range.start);
            if between.any(|token| matches!(&*token.word, "only" | "just" | "than")) {
                return None;
            }
            // "With a Herb, unless that Herb is asleep"
            let same = said.mentions.iter().filter(|other| other.of.iter().any(|of| mention.of.contains(of)));
            let written = only_place(mention, &content.things)?;
            let is_asked = asked.iter().any(|place| place.encloses(written));
            (is_plain && is_asked && same.count() == 1).then_some((claim, mention, written))
        });
        let Some((claim, mention, written)) = found.into_iter().next() else { return };
        let at = self.place(&(claim.range.start..mention.range.end));
        let is_told =
            self.comparison.found.iter().any(|d| d.labels.iter().any(|label| at.encloses(label.span)));
        if is_told || self.excuses_claim(ClaimKind::Denial) {
            return;
        }
        let part =
            |range: &std::ops::Range<usize>| self.subject.text.value.get(range.clone()).unwrap_or_default();
        let (denial, word) = (part(&claim.range).to_lowercase(), part(&mention.range));
        let said = part(&(claim.range.start..mention.range.end));
        let d = messages::presence_denied(self.subject.id, word, written, (said, at));
        let d = self.or_unchecked(d, "mend one of the two", &[denial]);
        self.comparison.found.push(d);
    }
}
