//! Places in the author's files at which a card is declared.

use std::ops::Range;

use crate::ir::{FileTextId, Ir};
use crate::place::{FileId, Span};
use crate::print::game::missing_icons::texts_of_card;

/// The part of a card's declaration that a diagnostic is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardPart {
    /// Its id, for what is wrong with the card as a whole.
    Id,
    /// Its `name`, or its id if it has none.
    Name,
}

/// Returns the place of a part of a card's declaration; `None` if it is not found. Tables of TOML and rows of
/// CSV files are found by their text, since the compiled game has no places of them.
pub fn declaration_of_card(ir: &Ir, id: &str, part: CardPart) -> Option<Span> {
    ir.names.id_where(|name| name.id == id)?;
    // A card with a text is declared in the file that has the text, or else in any file.
    let of_text = texts_of_card(ir, id).into_iter().map(|span| FileTextId(span.file.0));
    let all = (0_u32..).zip(&ir.files).map(|(file, _)| FileTextId(file));
    let mut places = of_text.chain(all).filter_map(|file| {
        let text = ir.files.find(file)?;
        let is_table = text.name.ends_with(".toml");
        let range = if is_table { in_toml(&text.text, id, part) } else { in_rows(&text.text, id) };
        range.map(|range| Span::new(FileId(file.0), range.start, range.end))
    });
    places.next()
}

/// Returns the place of a card in a TOML file, after `[cards.ID]` or as a key of `[cards]`.
fn in_toml(text: &str, id: &str, part: CardPart) -> Option<Range<usize>> {
    let header = format!("[cards.{id}]");
    if let Some(from) = beginning_of_line(text, &header) {
        let whole = from + 1..from + header.len() - 1;
        let body = &text[whole.end..];
        let body = &body[..body.find("\n[").unwrap_or(body.len())];
        let name = (part == CardPart::Name).then(|| value_of_name(body)).flatten();
        return Some(name.map_or(whole.clone(), |name| whole.end + name.start..whole.end + name.end));
    }
    let from = beginning_of_line(text, &format!("{id} = {{"))?;
    text[..from].contains("[cards]").then(|| from..from + id.len())
}

/// Returns the place of a line's value, without blanks, after `name =` in the lines of a table.
fn value_of_name(body: &str) -> Option<Range<usize>> {
    let from = body.match_indices("\nname").find_map(|(at, key)| {
        let rest = body[at + key.len()..].trim_start_matches([' ', '\t']).strip_prefix('=')?;
        Some(body.len() - rest.trim_start_matches([' ', '\t']).len())
    })?;
    let line = body[from..].lines().next().unwrap_or_default();
    let quote = line.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let end = line[1..].find(quote)? + 2;
    Some(from..from + end)
}

/// Returns the place of the first cell of a card's row.
fn in_rows(text: &str, id: &str) -> Option<Range<usize>> {
    let from = [',', ';', '\t'].iter().find_map(|end| beginning_of_line(text, &format!("{id}{end}")))?;
    Some(from..from + id.len())
}

/// Returns the position of a line that begins with these words.
fn beginning_of_line(text: &str, words: &str) -> Option<usize> {
    text.match_indices(words).map(|(at, _)| at).find(|at| *at == 0 || text.as_bytes()[at - 1] == b'\n')
}
