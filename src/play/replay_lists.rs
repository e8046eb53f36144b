//! The deck lists for which a table is laid out to replay a saved game.

use super::messages;
use super::saved_game::{ReplaySpans, SavedGame};
use crate::diagnostics::Diagnostic;
use crate::ir::{Bringer, Ir, ListedCard, PlayedLists};

impl SavedGame {
    /// Returns the lists for which a table must be laid out to replay the game.
    ///
    /// # Errors
    /// A card of a list is no longer in the game, or there are lists in a game without deck lists, or none in
    /// a game with them.
    pub fn laid_for(&self, ir: &Ir, places: &ReplaySpans) -> Result<PlayedLists, Diagnostic> {
        if self.lists.is_empty() == ir.lists.are_brought() && self.game == ir.game.id {
            let name = &ir.game.name;
            let at = places.lists.first().copied().unwrap_or(places.players);
            return Err(match self.lists.is_empty() {
                true => messages::saved_without_lists(at, name),
                false => messages::saved_with_lists(at, name),
            });
        }
        let bring: Vec<Bringer> = ir.lists.bringers(self.players).collect();
        for (i, (list, place)) in self.lists.iter().zip(&places.lists).enumerate() {
            let who = list.bringer;
            if self.lists[..i].iter().any(|other| other.bringer == who) {
                return Err(messages::list_twice(*place, who));
            }
            if self.game == ir.game.id && !bring.contains(&who) {
                let those: Vec<String> = bring.iter().map(ToString::to_string).collect();
                return Err(messages::nobody_brings(*place, who, &those));
            }
            let parts = || ir.deck_rules.iter().flat_map(|rules| &rules.parts).map(|part| part.id.as_str());
            let lost = list.cards.iter().find(|card| !parts().any(|part| part == card.part));
            if let Some(lost) = lost.filter(|_| parts().next().is_some()) {
                return Err(messages::part_lost(*place, &ir.game.name, &lost.part, parts()));
            }
            let known = |card: &ListedCard| ir.names.iter().any(|name| name.id == card.card);
            if let Some(lost) = list.cards.iter().find(|card| !known(card)) {
                return Err(messages::card_lost(*place, &ir.game.name, &lost.card));
            }
        }
        if let Some(missing) =
            bring.iter().find(|who| self.game == ir.game.id && !self.lists.iter().any(|l| l.bringer == **who))
        {
            let at = places.lists.first().copied().unwrap_or(places.players);
            return Err(messages::list_missing(at, *missing));
        }
        let mut lists = self.lists.clone();
        // The game may have been saved in another language.
        for list in &mut lists {
            if let Some(deck) = ir.deck(&list.id) {
                list.name.clone_from(&deck.name);
            }
        }
        Ok(PlayedLists { players: self.players, lists, laid: Vec::new() })
    }
}
