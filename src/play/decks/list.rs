//! Parses deck lists, as TOML or plain text.

use std::collections::{HashMap, HashSet};

use super::line_purpose::without_export_marks;
use super::messages::{self, MOST_ERRORS};
use super::plain_text::read_plain_text;
use crate::diagnostics::{self, Code, Diagnostic, grouped};
use crate::ir::{Bringer, Ir, ListedCard, ListedInfo, MAIN_PART, NameId, PlayedList};
use crate::schema::{self, FileShape, ListFile, ListFilePart};
use crate::source::{FileId, Sources, Span, parse_toml};
use crate::table::Names;

/// A deck list: cards with their counts and spans.
#[derive(Clone, Debug)]
pub struct DeckList {
    /// File name without folder and extension.
    pub id: String,
    /// Name of the list for people.
    pub name: String,
    /// Parts, in the order of the file.
    pub parts: Vec<ListPart>,
    /// The file that it was read from.
    pub file: FileId,
}

/// A part of a list: its entries under one heading.
#[derive(Clone, Debug)]
pub struct ListPart {
    /// `cards`, or the id of a part that the game declares.
    pub id: String,
    /// Entries, one for each card.
    pub entries: Vec<ListEntry>,
    /// Span of the heading.
    pub span: Span,
}

/// A line of a list.
#[derive(Clone, Debug)]
pub struct ListEntry {
    /// Name of the card.
    pub name: NameId,
    /// Number of copies.
    pub count: u32,
    /// Span of the card's name.
    pub key: Span,
    /// Span of the number.
    pub value: Span,
}

impl DeckList {
    /// Returns the total number of cards.
    pub fn total(&self) -> u64 {
        self.parts.iter().map(ListPart::total).sum()
    }

    /// Returns all entries, each with its part.
    pub fn cards(&self) -> Vec<ListedInfo> {
        let listed = |part: &ListPart, e: &ListEntry| ListedInfo {
            part: part.id.clone(),
            name: e.name,
            count: e.count,
        };
        self.parts.iter().flat_map(|part| part.entries.iter().map(move |entry| listed(part, entry))).collect()
    }

    /// Converts the list to one that `bringer` brings.
    pub fn brought_by(&self, ir: &Ir, bringer: Bringer) -> PlayedList {
        to_played_list(ir, bringer, &self.id, &self.name, &self.cards())
    }
}

/// Converts a list of the package to one that `bringer` brings.
pub fn to_played_list(ir: &Ir, bringer: Bringer, id: &str, name: &str, cards: &[ListedInfo]) -> PlayedList {
    let listed = |listed: &ListedInfo| {
        let card = ir.names.find(listed.name)?.id.clone();
        Some(ListedCard { part: listed.part.clone(), card, count: listed.count })
    };
    PlayedList { bringer, id: id.into(), name: name.into(), cards: cards.iter().filter_map(listed).collect() }
}

impl ListPart {
    /// Returns the total number of cards.
    pub fn total(&self) -> u64 {
        self.entries.iter().map(|e| u64::from(e.count)).sum()
    }
}

/// Reads a deck list. Returns it with its diagnostics, without checking the game's `[deck]` rules.
pub fn read_deck(ir: &Ir, sources: &Sources, file: FileId) -> (DeckList, Vec<Diagnostic>) {
    let path = &sources.file(file).name;
    let stem = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let (id, ending) = stem.rsplit_once('.').unwrap_or((stem, ""));
    let mut list = DeckList { id: id.into(), name: schema::name_of_id(id), parts: Vec::new(), file };
    let (written, mut found) = match ending.to_lowercase().as_str() {
        "txt" => read_plain_text(ir, &sources.file(file).text, file),
        ending => {
            let (root, mut found) = parse_toml(sources, file);
            if !found.is_empty() {
                if ending != "toml" {
                    // Further errors would be about a text that nobody meant as TOML.
                    found.truncate(1);
                    found = found.into_iter().map(|d| messages::not_named_as_text(d, id)).collect();
                }
                return (list, found);
            }
            (ListFile::read(&root), schema::validate(FileShape::Deck, file, &root))
        }
    };
    if let Some(name) = &written.name {
        list.name.clone_from(name);
    }
    fill(ir, &mut list, written, &mut found);
    diagnostics::sort(&mut found);
    (list, bounded(found))
}

/// Keeps the first errors of each code; the last one kept says how many more there are.
fn bounded(found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut counts: HashMap<Code, usize> = HashMap::new();
    let mut kept: Vec<Diagnostic> = Vec::new();
    for diagnostic in found {
        let count = counts.entry(diagnostic.code).or_default();
        *count += 1;
        if *count <= MOST_ERRORS {
            kept.push(diagnostic);
        }
    }
    for (code, count) in counts.into_iter().filter(|(_, count)| *count > MOST_ERRORS) {
        if let Some(last) = kept.iter_mut().rev().find(|d| d.code == code) {
            last.cause =
                Some(format!("There are {} more of this sort.", grouped((count - MOST_ERRORS) as u64)));
        }
    }
    kept
}

/// Adds the parts of a file to a list, and resolves the card name of each line.
fn fill(ir: &Ir, list: &mut DeckList, written: ListFile, found: &mut Vec<Diagnostic>) {
    let too_long = written.too_long();
    let known: Vec<&str> = match &ir.deck_rules {
        Some(rules) => rules.parts.iter().map(|part| part.id.as_str()).collect(),
        None => vec![MAIN_PART],
    };
    let names = Names::new(ir);
    let namesakes = Namesakes::of(ir);
    for ListFilePart { id, span, lines } in written.parts {
        if !known.contains(&id.as_str()) {
            found.push(messages::unknown_part(span, &id, known.clone()));
        }
        let mut first: HashMap<NameId, Span> = HashMap::new();
        let mut entries = Vec::new();
        for line in lines.into_iter().filter(|_| too_long.is_none()) {
            if let Some(ids) = namesakes.ids(&line.card) {
                found.push(messages::card_of_several(line.span, &line.card, &ids));
                continue;
            }
            let name = match names.find_name(&line.card) {
                Ok(name) => name,
                Err(unknown) => {
                    let bare = without_export_marks(&line.card);
                    let near = names.find_name(bare).ok().map(|name| printed_name(ir, name));
                    found.push(messages::unknown_card(line.span, &line.card, near.or(unknown.nearest)));
                    continue;
                }
            };
            if let Some(before) = first.get(&name) {
                found.push(messages::card_twice(&printed_name(ir, name), line.span, *before));
                continue;
            }
            first.insert(name, line.span);
            entries.push(ListEntry { name, count: line.count, key: line.span, value: line.count_span });
        }
        list.parts.push(ListPart { id, entries, span });
    }
    found.extend(too_long);
}

/// Cards with the same printed name, distinguished only by their ids.
struct Namesakes<'i> {
    ids: HashSet<&'i str>,
    printed: HashMap<&'i str, Vec<&'i str>>,
}

impl<'i> Namesakes<'i> {
    fn of(ir: &'i Ir) -> Self {
        let mut printed: HashMap<&str, Vec<&str>> = HashMap::new();
        // A component that represents a card comes with that card.
        for name in ir.names.iter().filter(|name| name.card.is_none()) {
            printed.entry(&name.printed).or_default().push(&name.id);
        }
        printed.retain(|_, ids| ids.len() > 1);
        Namesakes { ids: ir.names.iter().map(|name| name.id.as_str()).collect(), printed }
    }

    /// Returns the ids of the cards that share a printed name; `None` if it is unambiguous, or is itself an
    /// id.
    fn ids(&self, written: &str) -> Option<Vec<&'i str>> {
        self.printed.get(written).filter(|_| !self.ids.contains(written)).cloned()
    }
}

/// Returns the printed name of a card.
pub(super) fn printed_name(ir: &Ir, name: NameId) -> String {
    ir.names.find(name).map_or_else(String::new, |n| n.printed.clone())
}
