//! Parses deck lists, as TOML or plain text.

use std::collections::{HashMap, HashSet};

use super::messages;
use crate::diagnostics::{Code, Diagnostic, grouped};
use crate::ir::{Bringer, Ir, ListedCard, ListedInfo, MAIN_PART, MOST_LISTED, NameId, PlayedList};
use crate::schema::{self, FileShape};
use crate::source::{FileId, Sources, Span, TomlValue, parse_toml};
use crate::table::Names;

/// Maximum number of errors of one code reported for a list; the rest are counted.
const MOST_ERRORS: usize = 100;

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

/// A line whose card name is not resolved yet.
struct UnresolvedLine<'t> {
    part: usize,
    card: &'t str,
    count: u32,
    key: Span,
    value: Span,
}

/// Reads a deck list. Returns it with its diagnostics, without checking the game's `[deck]` rules.
pub fn read_deck(ir: &Ir, sources: &Sources, file: FileId) -> (DeckList, Vec<Diagnostic>) {
    let path = &sources.file(file).name;
    let stem = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let (id, ending) = stem.rsplit_once('.').unwrap_or((stem, ""));
    let mut list = DeckList { id: id.into(), name: schema::name_of_id(id), parts: Vec::new(), file };
    if ending == "txt" {
        let found = plain(ir, sources, &mut list);
        return (list, found);
    }
    let (root, mut found) = parse_toml(sources, file);
    if !found.is_empty() {
        return (list, found);
    }
    found = schema::validate(FileShape::Deck, file, &root);
    let mut lines = Vec::new();
    for entry in &root.entries {
        match &entry.value.value {
            TomlValue::Text(name) if entry.key == "name" => list.name = name.value.clone(),
            TomlValue::Table(cards) => {
                let part = part_of(ir, &mut list, &entry.key, entry.key_span, &mut found);
                for line in &cards.entries {
                    // The schema validation reported values that are not numbers.
                    let TomlValue::Int(count) = line.value.value else { continue };
                    let Ok(count) = u32::try_from(count) else { continue };
                    lines.push(UnresolvedLine {
                        part,
                        card: &line.key,
                        count,
                        key: line.key_span,
                        value: line.value.span,
                    });
                }
            }
            _ => {}
        }
    }
    fill(ir, &mut list, lines, &mut found);
    (list, bounded(found))
}

/// Reads plain text: `4 Spark`, one a line; `# …` is a comment, `[hero]` or `Hero:` is the heading of a part.
fn plain(ir: &Ir, sources: &Sources, list: &mut DeckList) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut lines = Vec::new();
    let mut part = None;
    let text = &sources.file(list.file).text;
    // Some editors begin a file with a byte order mark.
    let mut start = text.len() - text.trim_start_matches('\u{feff}').len();
    let text = &text[start..];
    for whole in text.split_inclusive('\n') {
        let begin = start;
        start += whole.len();
        let written = whole.split('#').next().unwrap_or_default();
        let line = written.trim();
        let from = begin + (written.len() - written.trim_start().len());
        let span = |from: usize, to: usize| Span::new(list_file(list), from, to);
        if line.is_empty() {
            continue;
        }
        let heading =
            line.strip_prefix('[').and_then(|l| l.strip_suffix(']')).or_else(|| line.strip_suffix(':'));
        if let Some(heading) = heading {
            let at = span(from, from + line.len());
            let id = heading.trim().to_lowercase().replace(' ', "_");
            part = Some(part_of(ir, list, &id, at, &mut found));
            continue;
        }
        let digits = line.bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = line.split_at(digits);
        let card =
            rest.trim_start().strip_prefix(['x', '×']).filter(|r| r.starts_with(' ')).unwrap_or(rest).trim();
        let Some(count) =
            number.parse::<u32>().ok().filter(|n| (1..=100_000).contains(n) && !card.is_empty())
        else {
            found.push(messages::bad_line(span(from, from + line.len())));
            continue;
        };
        let at = from + (line.len() - card.len());
        let (key, value) = (span(at, at + card.len()), span(from, from + digits));
        let part = match part {
            Some(part) => part,
            None => *part.insert(part_of(ir, list, MAIN_PART, value, &mut found)),
        };
        lines.push(UnresolvedLine { part, card, count, key, value });
    }
    fill(ir, list, lines, &mut found);
    bounded(found)
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

fn list_file(list: &DeckList) -> FileId {
    list.file
}

/// Returns the index of a part in the list; adds it if it is new.
fn part_of(ir: &Ir, list: &mut DeckList, id: &str, span: Span, found: &mut Vec<Diagnostic>) -> usize {
    if let Some(at) = list.parts.iter().position(|part| part.id == id) {
        return at;
    }
    let known: Vec<&str> = match &ir.deck_rules {
        Some(rules) => rules.parts.iter().map(|part| part.id.as_str()).collect(),
        None => vec![MAIN_PART],
    };
    if !known.contains(&id) {
        found.push(messages::unknown_part(span, id, known));
    }
    list.parts.push(ListPart { id: id.into(), entries: Vec::new(), span });
    list.parts.len() - 1
}

/// Resolves the card name of each line.
fn fill(ir: &Ir, list: &mut DeckList, lines: Vec<UnresolvedLine>, found: &mut Vec<Diagnostic>) {
    let mut all = 0;
    let beyond = lines.iter().find(|line| {
        all += u64::from(line.count);
        all > MOST_LISTED
    });
    if let Some(line) = beyond {
        found.push(messages::list_too_long(line.key, MOST_LISTED));
        return;
    }
    let names = Names::new(ir);
    let namesakes = Namesakes::of(ir);
    let mut first: HashMap<(usize, NameId), Span> = HashMap::new();
    for line in lines {
        if let Some(ids) = namesakes.ids(line.card) {
            found.push(messages::card_of_several(line.key, line.card, &ids));
            continue;
        }
        let name = match names.find_name(line.card) {
            Ok(name) => name,
            Err(unknown) => {
                found.push(messages::unknown_card(line.key, line.card, unknown.nearest));
                continue;
            }
        };
        if let Some(before) = first.get(&(line.part, name)) {
            found.push(messages::card_twice(&printed_name(ir, name), line.key, *before));
            continue;
        }
        first.insert((line.part, name), line.key);
        if let Some(part) = list.parts.get_mut(line.part) {
            part.entries.push(ListEntry { name, count: line.count, key: line.key, value: line.value });
        }
    }
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
