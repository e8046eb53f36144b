//! Texts of cards, written from their rules.

use super::super::packages::OpenPackage;
use super::{Change, Selection, toml_string};
use crate::compile::Game;
use crate::package::Role;
use crate::source::{self, Entry, Table, parse_toml};

/// Whether the selection begins at a card's header or text.
pub(super) fn is_at_card(package: &OpenPackage, at: Selection) -> bool {
    card_at(package, at).is_some()
}

/// Returns the card whose header or text is in the line where the selection begins.
fn card_at(package: &OpenPackage, at: Selection) -> Option<(String, Table, usize)> {
    let file = package.sources().file(at.file);
    let line = file.line_range(file.line_of(at.bytes.0));
    let written = file.text[line.clone()].trim_start();
    if package.role(at.file) != Some(Role::Cards) || !(written.starts_with('[') || written.starts_with("text")) {
        return None;
    }
    let (root, _) = parse_toml(package.sources(), at.file);
    let source::Value::Table(cards) = &root.entry("cards")?.value.value else { return None };
    let is_here = |entry: &&Entry| {
        let source::Value::Table(card) = &entry.value.value else { return false };
        let text = card.entry("text").map(|text| text.key_span.start as usize);
        let header = entry.value.span.start as usize;
        line.contains(&header) || text.is_some_and(|text| line.contains(&text))
    };
    let card = cards.entries.iter().find(is_here)?;
    let source::Value::Table(of) = &card.value.value else { return None };
    let header = file.line_range(file.line_of(card.value.span.start as usize));
    let is_header = file.text[header.clone()].trim_start().starts_with('[');
    is_header.then(|| (card.key.clone(), of.clone(), header.end))
}

/// Writes what the rules of a card say into its text.
pub(super) fn text_of_rule(package: &OpenPackage, at: Selection) -> Option<Vec<Change>> {
    let (card, of, header_end) = card_at(package, at)?;
    let before = of.entry("text");
    let text = Game::rules_in_words(package.files()).remove(&card)?.text;
    let old = before.and_then(|text| text.value.as_text()).map(|text| text.value.as_str());
    if old == Some(text.as_str()) {
        return None;
    }
    let written = toml_string(&text);
    let change = match before {
        Some(text) => (at.file, text.value.span.start as usize..text.value.span.end as usize, written),
        None => (at.file, header_end..header_end, format!("\ntext = {written}")),
    };
    Some(vec![change])
}
