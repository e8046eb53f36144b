//! The deck lists for which a table is laid out to replay a saved game.

use super::saved_game::{ReplaySpans, SavedGame};
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::replay as codes;
use crate::ir::{Bringer, Ir, ListedCard, PlayedLists};

impl SavedGame {
    /// Returns the lists for which a table must be laid out to replay the game.
    ///
    /// # Errors
    /// A card of a list is no longer in the game, or there are lists in a game without deck lists, or none in
    /// a game with them.
    pub fn laid_for(&self, ir: &Ir, places: &ReplaySpans) -> Result<PlayedLists, Diagnostic> {
        let wrong = |message: String| Diagnostic::error(codes::CANNOT_BE_LAID, message);
        if self.lists.is_empty() == ir.lists.are_brought() && self.game == ir.game.id {
            let name = &ir.game.name;
            let (message, label) = match self.lists.is_empty() {
                true => {
                    (format!("{name} is played with lists, and this game was saved without"), "no `[lists]`")
                }
                false => {
                    (format!("{name} is played without lists, and this game was saved with some"), "a list")
                }
            };
            let at = places.lists.first().copied().unwrap_or(places.players);
            return Err(wrong(message).at(at, label).help("the rules have changed since: play it anew"));
        }
        let bring: Vec<Bringer> = ir.lists.bringers(self.players).collect();
        for (i, (list, place)) in self.lists.iter().zip(&places.lists).enumerate() {
            let who = list.bringer;
            if self.lists[..i].iter().any(|other| other.bringer == who) {
                return Err(wrong(format!("two lists are brought by `{who}`"))
                    .at(*place, "the second")
                    .help("remove one"));
            }
            if self.game == ir.game.id && !bring.contains(&who) {
                let those: Vec<String> = bring.iter().map(ToString::to_string).collect();
                let d = wrong(format!("nobody brings a list as `{who}`")).at(*place, "in this game");
                return Err(d.help(format!("lists are brought by {}", crate::diagnostics::list(&those))));
            }
            let parts = || ir.deck_rules.iter().flat_map(|rules| &rules.parts).map(|part| part.id.as_str());
            let lost = list.cards.iter().find(|card| !parts().any(|part| part == card.part));
            if let Some(lost) = lost.filter(|_| parts().next().is_some()) {
                let d = wrong(format!("lists of {} have no part `{}`", ir.game.name, lost.part));
                return Err(d.at(*place, "in this list").suggest(&lost.part, parts()));
            }
            let known = |card: &ListedCard| ir.names.iter().any(|name| name.id == card.card);
            if let Some(lost) = list.cards.iter().find(|card| !known(card)) {
                let d = wrong(format!("{} has no card `{}` any more", ir.game.name, lost.card));
                return Err(d
                    .at(*place, "in this list")
                    .help("the game can only be played again with the cards it had"));
            }
        }
        if let Some(missing) =
            bring.iter().find(|who| self.game == ir.game.id && !self.lists.iter().any(|l| l.bringer == **who))
        {
            let at = places.lists.first().copied().unwrap_or(places.players);
            let d =
                wrong(format!("`{missing}` brings no list")).at(at, "the lists that there are begin here");
            return Err(d.help(format!("the file needs `[lists.{missing}]`")));
        }
        Ok(PlayedLists { players: self.players, lists: self.lists.clone(), laid: Vec::new() })
    }
}
