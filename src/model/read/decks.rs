//! Reader of deck lists.

use super::reader::ModelReader;
use crate::model::decks::DeckDecl;
use crate::model::ident::Ident;
use crate::schema::{ListFile, name_of_id};
use crate::source::{Span, TomlTable};
use crate::vocabulary::MAIN_PART;

impl ModelReader {
    pub(super) fn deck_list(&mut self, root: &TomlTable, start: Span) {
        let id = self.file_id(start);
        let list = ListFile::read(root);
        let too_long = list.too_long();
        // A list without one of its lines would be another deck.
        if list.is_incomplete || too_long.is_some() {
            self.found.extend(too_long);
            self.package.refused.push(id);
            return;
        }
        let name = list.name.unwrap_or_else(|| name_of_id(&id.text));
        let parts = list.parts.into_iter().map(|part| {
            let cards = part.lines.into_iter();
            let cards = cards.map(|line| (Ident { text: line.card, span: line.span }, line.count));
            (Ident { text: part.id, span: part.span }, cards.collect())
        });
        let mut parts: Vec<(Ident, Vec<(Ident, u32)>)> = parts.collect();
        parts.sort_by_key(|(part, _)| part.text != MAIN_PART);
        self.package.decks.push(DeckDecl { id, name, parts, span: start });
    }

    /// Returns the id of a deck or a scenario: its file's name.
    pub(super) fn file_id(&self, start: Span) -> Ident {
        Ident { text: super::ids::stem(&self.package.sources.file(start.file).name).to_owned(), span: start }
    }
}
