//! Texts of cards, written from their rules.

use super::super::packages::OpenPackage;
use super::edits::{EditorSelection, TextReplacement, toml_string};
use crate::compile::CompiledGame;
use crate::ir::ToIndex;
use crate::package::FileRole;
use crate::place::TextRange;
use crate::source::{self, TomlEntry, TomlTable, parse_toml};

/// Returns whether the selection begins at a card's header or text.
pub(super) fn is_at_card(package: &OpenPackage, at: EditorSelection) -> bool {
    card_at(package, at).is_some()
}

/// Returns the card whose header or text is in the line where the selection begins.
fn card_at(package: &OpenPackage, at: EditorSelection) -> Option<(String, TomlTable, usize)> {
    let file = package.sources().file(at.file);
    let line = file.line_range(file.line_of(at.bytes.0));
    let written = file.text[line.clone()].trim_start();
    if package.role(at.file) != Some(FileRole::Cards)
        || !(written.starts_with('[') || written.starts_with("text"))
    {
        return None;
    }
    let (root, _) = parse_toml(package.sources(), at.file);
    let source::TomlValue::Table(cards) = &root.entry("cards")?.value.value else { return None };
    let is_here = |entry: &&TomlEntry| {
        let source::TomlValue::Table(card) = &entry.value.value else { return false };
        let text = card.entry("text").map(|text| text.key_span.start.index());
        let header = entry.value.span.first_byte();
        line.contains(&header) || text.is_some_and(|text| line.contains(&text))
    };
    let card = cards.entries.iter().find(is_here)?;
    let source::TomlValue::Table(of) = &card.value.value else { return None };
    let header = file.line_range(file.line_of(card.value.span.first_byte()));
    let is_header = file.text[header.clone()].trim_start().starts_with('[');
    is_header.then(|| (card.key.clone(), of.clone(), header.end))
}

/// Writes the wording of a card's rules into its text.
pub(super) fn text_of_rule(package: &OpenPackage, at: EditorSelection) -> Option<Vec<TextReplacement>> {
    let (card, of, header_end) = card_at(package, at)?;
    let before = of.entry("text");
    let text = CompiledGame::rules_in_words(package.files()).remove(&card)?.text;
    let old = before.and_then(|text| text.value.as_text()).map(|text| text.value.as_str());
    if old == Some(text.as_str()) {
        return None;
    }
    let written = toml_string(&text);
    let change = match before {
        Some(text) => (at.file, (text.value.span.first_byte())..text.value.span.end_byte(), written),
        None => (at.file, header_end..header_end, format!("\ntext = {written}")),
    };
    Some(vec![change])
}
