//! The lines of a package's files that declare its cards.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{CardDecl, Package};
use crate::place::{FileId, SourceFile, TextRange};
use crate::source::{Sources, TomlNode, TomlTable, TomlValue, parse_csv, parse_toml};

/// The lines of a card's declaration.
pub(super) struct CardSource {
    /// The file, as diagnostics show it.
    pub file: String,
    /// First line, from 1.
    pub line: usize,
    pub text: String,
}

/// Returns the lines of each card, by its id: from its header to the end of its last value, or its row.
pub(super) fn card_sources(package: &Package) -> BTreeMap<&str, CardSource> {
    let files: BTreeSet<FileId> = package.cards.iter().map(|card| card.span.file).collect();
    let ends: BTreeMap<(FileId, usize), usize> =
        files.into_iter().flat_map(|file| ends_in(&package.sources, file)).collect();
    let source = |card: &CardDecl| {
        let (file, start) = (card.span.file, card.span.first_byte());
        let end = ends.get(&(file, start)).copied().unwrap_or(card.span.end_byte());
        lines(package.sources.file(file), start, end)
    };
    package.cards.iter().map(|card| (card.id.text.as_str(), source(card))).collect()
}

/// Returns the whole lines around some bytes.
fn lines(file: &SourceFile, start: usize, end: usize) -> CardSource {
    let line = file.line_of(start);
    let last = file.line_of(end.saturating_sub(1).max(start));
    let text = &file.text[file.line_range(line).start..file.line_range(last).end];
    CardSource { file: file.name.clone(), line, text: text.lines().collect::<Vec<&str>>().join("\n") }
}

/// Returns the end of each card of a file, by the place of the card's first byte.
fn ends_in(sources: &Sources, file: FileId) -> Vec<((FileId, usize), usize)> {
    let parse = if sources.file(file).has_rows() { parse_csv } else { parse_toml };
    let (tree, _) = parse(sources, file);
    let Some(cards) = tree.get("cards").and_then(TomlNode::as_table) else { return Vec::new() };
    let text = sources.file(file).text.as_str();
    let mut headers = Vec::new();
    headers_in_table(&tree, text, &mut headers);
    headers.sort_unstable();
    let mut ends = Vec::with_capacity(cards.entries.len());
    for card in &cards.entries {
        let start = card.value.span.first_byte();
        let mut own = Vec::new();
        headers_in_node(&card.value, text, &mut own);
        let own: BTreeSet<usize> = own.into_iter().collect();
        // Tables of the card may stand below other cards; only those right below it are among its lines.
        let later = &headers[headers.partition_point(|header| *header <= start)..];
        let next = later.iter().find(|header| !own.contains(header)).copied().unwrap_or(text.len());
        ends.push(((file, start), last_end(&card.value, next)));
    }
    ends
}

/// Finds the first bytes of the headers of a table's tables.
fn headers_in_table(table: &TomlTable, text: &str, found: &mut Vec<usize>) {
    table.entries.iter().for_each(|entry| headers_in_node(&entry.value, text, found));
}

fn headers_in_node(node: &TomlNode, text: &str, found: &mut Vec<usize>) {
    match &node.value {
        TomlValue::Table(table) => {
            let start = node.span.first_byte();
            // A table without a header begins with a brace or a key.
            if text.as_bytes().get(start) == Some(&b'[') {
                found.push(start);
            }
            headers_in_table(table, text, found);
        }
        TomlValue::Array(items) => items.iter().for_each(|item| headers_in_node(item, text, found)),
        _ => {}
    }
}

/// Returns the last byte of a value that lies before `next`, plus one.
fn last_end(node: &TomlNode, next: usize) -> usize {
    let own = match &node.value {
        TomlValue::Text(text) => text.span.end_byte().max(node.span.end_byte()),
        _ => node.span.end_byte(),
    };
    let inner = match &node.value {
        TomlValue::Table(table) => {
            table.entries.iter().map(|entry| last_end(&entry.value, next)).max().unwrap_or(0)
        }
        TomlValue::Array(items) => items.iter().map(|item| last_end(item, next)).max().unwrap_or(0),
        _ => 0,
    };
    if own <= next { own.max(inner) } else { inner }
}
