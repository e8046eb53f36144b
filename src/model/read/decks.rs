//! Reader of deck lists.

use super::fields::{Fields, ident, number};
use super::messages;
use super::reader::ModelReader;
use crate::model::decks::DeckDecl;
use crate::model::ident::Ident;
use crate::source::{Span, TomlEntry, TomlTable};
use crate::vocabulary::{MAIN_PART, MOST_LISTED};

impl ModelReader {
    pub(super) fn deck_list(&mut self, root: TomlTable, start: Span) {
        let id = self.file_id(start);
        let mut root = Fields::of_table(root, start);
        let count = |entry: TomlEntry| {
            let how_many = number(&entry.value)?;
            Some((Ident { text: entry.key, span: entry.key_span }, how_many))
        };
        let name = root
            .code("name")
            .map(ident)
            .map_or_else(|| crate::schema::name_of_id(&id.text), |name| name.text);
        let mut parts = Vec::new();
        for TomlEntry { key, key_span, value } in root.rest() {
            let entries = Fields::of(value).map_or_else(Vec::new, Fields::rest);
            let all = entries.len();
            let cards: Vec<_> = entries.into_iter().filter_map(count).collect();
            // A list without one of its lines would be another deck.
            if cards.len() < all {
                self.package.refused.push(id);
                return;
            }
            parts.push((Ident { text: key, span: key_span }, cards));
        }
        let mut all = 0;
        for (card, count) in parts.iter().flat_map(|(_, cards)| cards) {
            all += u64::from(*count);
            if all > MOST_LISTED {
                self.found.push(messages::list_too_long(card.span, MOST_LISTED));
                self.package.refused.push(id);
                return;
            }
        }
        parts.sort_by_key(|(part, _)| part.text != MAIN_PART);
        self.package.decks.push(DeckDecl { id, name, parts, span: start });
    }

    /// Returns the id of a deck or a scenario: its file's name.
    pub(super) fn file_id(&self, start: Span) -> Ident {
        Ident { text: super::ids::stem(&self.package.sources.file(start.file).name).to_owned(), span: start }
    }
}
