//! Players whom a text picks out by words for which its rule has nothing: "the player after you", "each
//! player who is asleep".

use super::card_facts::OwnFacts;
use super::compare::TextComparison;
use super::facts::FactSet;
use super::messages;
use super::text_claims::{ClaimKind, is_rival, speaks_of_players};
use super::text_words::TextToken;
use std::ops::Range;

/// Parts of words in code that goes by the order of seats.
const SEATS: [&str; 10] =
    ["next", "previous", "seat", "turns", "left", "right", "neighbo", "after", "before", "order"];

/// Words of texts for the player after another.
const NEIGHBOURS: [&str; 8] =
    ["left", "after", "next", "clockwise", "neighbour", "neighbours", "neighbor", "neighbors"];

impl TextComparison<'_> {
    /// Reports "the player after you", where no rule goes by the order of seats.
    pub(super) fn neighbours(&mut self, words: &[TextToken], own: &OwnFacts) {
        let has_seat = SEATS.iter().any(|word| self.has_code(word));
        if !self.is_plain_card() || has_seat || own.called.has_any(FactSet::SEATS) {
            return;
        }
        let is_neighbour = |of: &&[TextToken]| {
            matches!(&*of[0].word, "player" | "opponent")
                && matches!(&*of[1].word, "after" | "before")
                && &*of[2].word == "you"
        };
        let Some(said) = words.windows(3).find(is_neighbour) else { return };
        self.players_unknown(said[0].range.start..said[2].range.end);
    }

    /// Reports "the player to your right" or "each other player" for `next(you)`, and a text without any player.
    pub(super) fn other_neighbours(&mut self, words: &[TextToken], own: &OwnFacts) {
        let is_next = self.has_code("next(") && !self.has_code("-");
        let has_others = ["players", "choose", "previous", "for each"].iter().any(|word| self.has_code(word));
        let Some(written) = own.place(FactSet::SEATS).filter(|_| self.is_plain_card() && is_next) else {
            return;
        };
        if has_others || own.called.has_any(FactSet::SEATS) {
            return;
        }
        let says = |known: &[&str]| words.iter().any(|token| known.contains(&&*token.word));
        let d = if !speaks_of_players(words) {
            messages::players_not_said(self.subject.id, written, self.subject.text.span)
        } else {
            if says(&NEIGHBOURS) {
                return;
            }
            let is_before = |two: &&[TextToken]| {
                matches!(
                    (&*two[0].word, &*two[1].word),
                    ("your" | "the", "right") | ("before", "you") | ("previous", "player")
                )
            };
            let is_several = |two: &&[TextToken]| {
                let is_player = two[1].word.starts_with("player") || is_rival(&two[1].word);
                is_player && matches!(&*two[0].word, "each" | "every" | "all" | "other" | "another" | "any")
            };
            let before = words.windows(2).find(is_before).map(|two| ("the one before you", two));
            let several = || words.windows(2).find(is_several).map(|two| ("others", two));
            let Some((text, two)) = before.or_else(several) else { return };
            let said = self.place(&(two[0].range.start..two[1].range.end));
            messages::other_players(self.subject.id, ("the player after you", written), (text, said))
        };
        if self.excuses_claim(ClaimKind::Players) {
            return;
        }
        let d = self.or_unchecked(d, "mend one of the two", &["players".to_owned()]);
        self.comparison.found.push(d);
    }

    /// Reports "each player who is asleep" and "an opponent with coins", where the rule takes all players, or
    /// all of the others.
    pub(super) fn players_picked(&mut self, words: &[TextToken], own: &OwnFacts) {
        let picks = ["where", "if ", "if(", "best(", "max(", "min(", "any(", "none(", "while", "continue"];
        let is_picked = picks.iter().any(|word| self.has_code(word));
        let is_of_players = own.has_any(FactSet::EACH_PLAYER.or(FactSet::CHOSEN_PLAYER));
        // A function may return some of the players, and a verb do nothing for others.
        let seen = FactSet::DENIAL.or(FactSet::SEATS).or(FactSet::HIGHEST).or(FactSet::LOWEST);
        if !self.is_plain_card() || is_picked || !is_of_players || own.called.has_any(seen) {
            return;
        }
        let is_pick = |of: &&[TextToken]| {
            let is_noun = matches!(&*of[0].word, "player" | "players") || is_rival(&of[0].word);
            let is_who = matches!(&*of[1].word, "who" | "that")
                && matches!(&*of[2].word, "is" | "are" | "has" | "have" | "holds" | "hold" | "owns" | "own");
            // "With any card", of which each then gives one
            let end = of[2].range.end;
            let is_of_cards = words
                .iter()
                .skip_while(|word| word.range.end < end)
                .take(5)
                .any(|word| word.word.starts_with("card"));
            is_noun && !is_of_cards && (is_who || matches!(&*of[1].word, "with" | "without" | "whose"))
        };
        let Some(said) = words.windows(3).find(is_pick) else { return };
        self.players_unknown(said[0].range.start..said[2].range.end);
    }

    /// Returns whether all that is done because of the card are its own rules.
    fn is_plain_card(&self) -> bool {
        self.subject.card.is_some_and(|card| {
            [card.reactions.len(), card.actions.len(), card.modifiers.len(), card.keywords.len()] == [0; 4]
        })
    }

    fn players_unknown(&mut self, range: Range<usize>) {
        if self.excuses_claim(ClaimKind::Players) {
            return;
        }
        let word = self.subject.text.value.get(range.clone()).unwrap_or_default().to_lowercase();
        let rules = self.subject.rules.iter().map(|(code, _)| code.span);
        let d = messages::words_without_rule(self.subject.id, &[(word, self.place(&range))], rules);
        let d = self.or_unchecked(d, "mend the text or the rule", &["players".to_owned()]);
        self.comparison.found.push(d);
    }
}
