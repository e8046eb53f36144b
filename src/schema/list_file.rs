//! The contents of a deck list's file, before any name is resolved.
//!
//! Lists are read twice: those of a package with it, and those that are played, which may lie anywhere, for
//! the compiled game.

use super::messages;
use crate::diagnostics::Diagnostic;
use crate::source::{Span, TomlTable, TomlValue};

/// Maximum number of cards in a list, so that no table gets more components than it holds by one list.
const MOST_LISTED: u64 = 10_000;

/// A deck list as its file has it.
#[derive(Debug, Default)]
pub struct ListFile {
    /// The value of `name`; `None` if the file does not have it.
    pub name: Option<String>,
    /// The parts, in the order of the file.
    pub parts: Vec<ListFilePart>,
    /// True if a part or a line has another value than the schema allows, and is left out.
    pub is_incomplete: bool,
}

/// A part of a list: the lines under one heading.
#[derive(Debug)]
pub struct ListFilePart {
    /// `cards`, or the id of another part.
    pub id: String,
    /// Span of the heading.
    pub span: Span,
    /// The lines, in the order of the file.
    pub lines: Vec<ListFileLine>,
}

/// A line of a list.
#[derive(Debug)]
pub struct ListFileLine {
    /// Id or printed name of a card.
    pub card: String,
    /// Span of the card's name.
    pub span: Span,
    /// Number of copies.
    pub count: u32,
    /// Span of the number.
    pub count_span: Span,
}

impl ListFile {
    /// Reads the tables of a file. The schema reports wrong values.
    pub fn read(root: &TomlTable) -> ListFile {
        let mut list = ListFile::default();
        for entry in &root.entries {
            match &entry.value.value {
                TomlValue::Text(name) if entry.key == "name" => list.name = Some(name.value.clone()),
                _ if entry.key == "name" => {}
                TomlValue::Table(cards) => {
                    let lines: Vec<ListFileLine> = cards
                        .entries
                        .iter()
                        .filter_map(|line| {
                            let TomlValue::Int(count) = line.value.value else { return None };
                            Some(ListFileLine {
                                card: line.key.clone(),
                                span: line.key_span,
                                count: u32::try_from(count).ok()?,
                                count_span: line.value.span,
                            })
                        })
                        .collect();
                    list.is_incomplete |= lines.len() < cards.entries.len();
                    list.parts.push(ListFilePart { id: entry.key.clone(), span: entry.key_span, lines });
                }
                _ => list.is_incomplete = true,
            }
        }
        list
    }

    /// Returns the error of a list with more cards than any table holds, at the first card beyond.
    pub fn too_long(&self) -> Option<Diagnostic> {
        let mut all = 0;
        let beyond = self.parts.iter().flat_map(|part| &part.lines).find(|line| {
            all += u64::from(line.count);
            all > MOST_LISTED
        })?;
        Some(messages::list_too_long(beyond.span, MOST_LISTED))
    }
}
