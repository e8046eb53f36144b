//! Reader of cards, from TOML and CSV.

use super::fields::{self, Fields};
use super::reader::ModelReader;
use crate::diagnostics::shows_nothing;
use crate::model::cards::CardDecl;
use crate::model::ident::{CodeText, Ident};
use crate::model::read::messages;
use crate::schema::{bad_id, id_of};
use crate::source::{Span, Text, TomlEntry, TomlNode, TomlTable, TomlValue};

impl ModelReader {
    pub(super) fn cards(&mut self, root: TomlTable, start: Span) {
        let mut root = Fields::of_table(root, start);
        let kind = root.ident("kind");
        let cards = root.entries("cards");
        self.package.cards.reserve(cards.len());
        for (id, value) in super::ids::with_ids(cards) {
            match Fields::of(value) {
                Some(card) => self.card(id, card, kind.as_ref()),
                None => self.package.refused.push(id),
            }
        }
    }

    fn card(&mut self, id: Ident, mut card: Fields, file_kind: Option<&Ident>) {
        let reactions = card.list("reactions");
        let modifiers = card.list("modifiers");
        let actions = card.entries("actions");
        let counted = card.key_span("copies").is_some();
        let (agreed, copies) = match card.take("copies").map(|entry| entry.value) {
            Some(TomlNode { value: TomlValue::Text(text), .. }) => (Some(text), None),
            node => (None, node.as_ref().and_then(fields::number)),
        };
        let decl = CardDecl {
            name: card
                .ident("name")
                .unwrap_or_else(|| Ident { text: crate::schema::name_of_id(&id.text), span: id.span }),
            kind: card
                .ident("kind")
                .or_else(|| file_kind.cloned())
                .unwrap_or_else(|| Ident { text: "card".to_owned(), span: id.span }),
            counted,
            copies: copies.unwrap_or(1),
            agreed,
            by_list: false,
            origins: Vec::new(),
            keywords: card.codes("keywords"),
            text: card.code("text"),
            flavour: card.code("flavour"),
            unchecked: card.codes("unchecked"),
            only_if: card.code("only_if"),
            reactions: self.reactions(reactions),
            modifiers: self.modifiers(modifiers),
            actions: self.actions(actions),
            span: card.span,
            fields: card
                .rest()
                .into_iter()
                .map(|entry| (Ident { text: entry.key, span: entry.key_span }, entry.value))
                .collect(),
            card: None,
            id,
        };
        // An empty name has another message, and is left out of a spreadsheet.
        if !decl.name.text.is_empty() && shows_nothing(&decl.name.text) {
            self.found.push(messages::invisible_name(decl.name.span, &decl.id.text));
        }
        self.package.cards.push(decl);
    }

    /// Reads the rows of a CSV file as cards, after converting the cells of the keys common to all cards.
    pub(super) fn csv_cards(&mut self, root: TomlTable, start: Span) {
        let mut root = Fields::of_table(root, start);
        for TomlEntry { key, key_span, value } in root.entries("cards") {
            let id = Ident { text: key, span: key_span };
            if !super::ids::is_id(&id.text) {
                let wrong = bad_id(&id.text, id.span);
                self.found.push(match id_of(&id.text) {
                    Some(better) => {
                        wrong.help(format!("write `{better}`; what is printed on the card is its `name`"))
                    }
                    None => wrong,
                });
                continue;
            }
            let Some(mut row) = Fields::of(value) else { continue };
            let cell = row.take("copies");
            let agreed = cell.as_ref().and_then(|cell| expression_cell(cell)).cloned();
            let copies = match agreed {
                Some(_) => Some(1),
                None => cell.and_then(|cell| self.whole_number(cell)),
            };
            let keywords = row.code("keywords").map_or_else(Vec::new, |cell| split_list(&cell));
            let unchecked = row.code("unchecked").map_or_else(Vec::new, |cell| split_list(&cell));
            for key in ["reactions", "modifiers", "actions"] {
                if let Some(cell) = row.take(key) {
                    self.found.push(messages::not_in_spreadsheets(cell.value.span, key, &id.text));
                }
            }
            self.card(id, row, None);
            if let Some(card) = self.package.cards.last_mut() {
                card.copies = copies.unwrap_or(1);
                card.agreed = agreed;
                card.counted = copies.is_some();
                card.keywords = keywords;
                card.unchecked = unchecked;
            }
        }
    }

    fn whole_number(&mut self, cell: TomlEntry) -> Option<u32> {
        let TomlValue::Text(text) = &cell.value.value else { return None };
        let number = text.value.trim().replace('−', "-").parse::<i64>().ok();
        match number {
            Some(copies @ 1..=999) => Some(copies as u32),
            Some(_) => {
                self.found.push(messages::copies_out_of_range(cell.value.span, text.value.trim()));
                None
            }
            None => {
                self.found.push(messages::copies_not_whole(cell.value.span, &text.value));
                None
            }
        }
    }
}

/// Returns the text of a cell that holds an expression, which contains a space, unlike a number; otherwise
/// `None`.
fn expression_cell(cell: &TomlEntry) -> Option<&Text> {
    let TomlValue::Text(text) = &cell.value.value else { return None };
    text.value.contains(' ').then_some(text)
}

/// Splits a cell that holds a list: `a; b`.
fn split_list(cell: &Text) -> Vec<CodeText> {
    let mut parts = Vec::new();
    let mut start = 0;
    for part in cell.value.split(';') {
        let from = start + (part.len() - part.trim_start().len());
        let word = part.trim();
        if !word.is_empty() {
            parts.push(sub_text(cell, from, from + word.len()));
        }
        start += part.len() + 1;
    }
    parts
}

/// Returns a part of a string, with its mapping to the file.
fn sub_text(text: &Text, start: usize, end: usize) -> Text {
    let span = text.span_of(start, end);
    let first = text.map.partition_point(|m| (m.0 as usize) <= start).max(1) - 1;
    let within = text.map[first..].iter().filter(|m| (m.0 as usize) < end);
    let map = within.map(|&(decoded, file)| {
        let skipped = (start as u32).saturating_sub(decoded);
        (decoded.saturating_sub(start as u32), file + skipped)
    });
    Text { value: text.value[start..end].to_owned(), map: map.collect(), span }
}
