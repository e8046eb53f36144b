//! Recovery of the readable parts of a file with syntax errors.
//!
//! The file is cut into parts: the declarations of a TOML file, the lines of a CSV file. Parts with errors
//! are replaced by blanks, so that every other byte keeps its offset, and the file is parsed again.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::toml_node::TomlTable;
use super::{csv, toml};
use crate::diagnostics::codes::source as codes;
use crate::diagnostics::{Diagnostic, Severity};
use crate::place::{FileId, Sources, Span, TextRange};

/// Maximum number of attempts. Each reveals errors that the parser took for consequences of earlier ones.
const ATTEMPTS: usize = 12;

/// Maximum number of keys of a header that are kept.
const MAX_KEYS: usize = 16;

/// The readable declarations of a file with syntax errors.
#[derive(Debug)]
pub struct SalvageResult {
    /// The declarations without errors.
    pub root: TomlTable,
    /// The parts that were left out, in order.
    pub lost: Vec<LostPart>,
}

/// A part of a file that was left out.
#[derive(Clone, Debug, PartialEq)]
pub struct LostPart {
    /// The bytes that were left out.
    pub span: Span,
    /// The keys of its header, `["verbs", "pay"]`; empty for lines before the first header, `["cards"]` for
    /// rows.
    pub path: Vec<String>,
}

/// A part of a file that is read or left out as a whole.
struct FilePart {
    bytes: Range<usize>,
    path: Vec<String>,
    /// Parts of the same declaration are left out together.
    declaration: usize,
    /// The header that the part belongs to. The part is lost with it, since it would otherwise join another
    /// table.
    header: usize,
    /// True if each of its lines is an entry, or inside a string. Any other line may be a header that is not
    /// recognised.
    is_plain: bool,
}

/// Reads the declarations of a TOML file that have no syntax errors; `errors` are those of the whole file.
pub fn salvage_toml(sources: &Sources, file: FileId, errors: &[Diagnostic]) -> SalvageResult {
    let text = sources.file(file).text.as_str();
    let parts = toml_parts(text);
    let unclosed = |part: &FilePart| has_unclosed_quotes(&text[part.bytes.clone()]);
    let lost = parts.iter().map(unclosed).collect();
    salvage(text, file, errors, parts, lost, toml::parse)
}

/// Reads the rows of a CSV file that have no syntax errors; `errors` are those of the whole file.
pub fn salvage_csv(sources: &Sources, file: FileId, errors: &[Diagnostic]) -> SalvageResult {
    let text = sources.file(file).text.as_str();
    let mut start = 0;
    let lines = text.split_inclusive('\n').enumerate().map(|(declaration, line)| {
        start += line.len();
        FilePart {
            bytes: start - line.len()..start,
            path: vec!["cards".to_owned()],
            declaration,
            header: declaration,
            is_plain: true,
        }
    });
    let lines: Vec<FilePart> = lines.collect();
    let lost = vec![false; lines.len()];
    salvage(text, file, errors, lines, lost, csv::parser(sources, file))
}

fn salvage(
    text: &str,
    file: FileId,
    errors: &[Diagnostic],
    parts: Vec<FilePart>,
    mut lost: Vec<bool>,
    parse: fn(&str, FileId) -> (TomlTable, Vec<Diagnostic>),
) -> SalvageResult {
    let lost_part = |part: &FilePart| LostPart {
        span: Span::new(file, part.bytes.start, part.bytes.end),
        path: part.path.clone(),
    };
    let mut errors = errors.to_vec();
    for attempt in 0..ATTEMPTS {
        let before = lost.clone();
        for span in errors.iter().filter(|d| d.severity == Severity::Error).flat_map(broken_places) {
            let at = parts.partition_point(|part| part.bytes.end <= span.first_byte());
            if let Some(lost) = lost.get_mut(at.min(parts.len().saturating_sub(1))) {
                *lost = true;
            }
        }
        let declarations: HashSet<usize> =
            parts.iter().zip(&lost).filter(|(_, lost)| **lost).map(|(part, _)| part.declaration).collect();
        let mut may_have_other_header = false;
        for (at, part) in parts.iter().enumerate() {
            may_have_other_header &= part.header != at;
            lost[at] |=
                declarations.contains(&part.declaration) || lost[part.header] || may_have_other_header;
            may_have_other_header |= lost[at] && !part.is_plain;
        }
        if attempt > 0 && lost == before {
            break;
        }
        let mut rest = text.as_bytes().to_vec();
        for (part, _) in parts.iter().zip(&lost).filter(|(_, lost)| **lost) {
            let blank = |byte: &mut u8| *byte = if matches!(*byte, b'\n' | b'\r') { *byte } else { b' ' };
            rest[part.bytes.clone()].iter_mut().for_each(blank);
        }
        // Parts begin and end with lines, so no character was cut.
        let Ok(rest) = String::from_utf8(rest) else { break };
        let (root, found) = parse(&rest, file);
        errors = found;
        if errors.iter().all(|d| d.severity != Severity::Error) {
            let lost = parts.iter().zip(&lost).filter(|(_, lost)| **lost).map(|(part, _)| lost_part(part));
            return SalvageResult { root, lost: lost.collect() };
        }
    }
    SalvageResult { root: TomlTable::default(), lost: parts.iter().map(lost_part).collect() }
}

/// Returns the places of an error that cannot be read. If two declarations have one name, either may be the
/// right one.
fn broken_places(error: &Diagnostic) -> impl Iterator<Item = Span> {
    let both = matches!(error.code, codes::TWICE | codes::CLOSED | codes::CSV_ID_TWICE | codes::CSV_COLUMN);
    error.labels.iter().take(if both { usize::MAX } else { 1 }).map(|label| label.span)
}

/// Cuts a TOML file at its headers. A table whose entries are declarations of their own is cut at its
/// entries, too.
fn toml_parts(text: &str) -> Vec<FilePart> {
    let mut parts: Vec<FilePart> = Vec::new();
    let mut declarations = 0;
    let mut known: HashMap<Vec<String>, usize> = HashMap::new();
    // The element of a repeated table to which tables below it belong.
    let mut element: Option<(String, usize)> = None;
    let mut start = 0;
    let mut at_header = 0;
    let mut of_entries = true;
    let mut is_inside_string = false;
    for line in text.split_inclusive('\n') {
        let bytes = start..start + line.len();
        start = bytes.end;
        if let Some((path, repeated)) = header(line) {
            let first = path.first().cloned().unwrap_or_default();
            let of_element =
                element.as_ref().filter(|(of, _)| *of == first && !(repeated && path.len() == 1));
            let two = path.get(..2).filter(|_| !repeated).map(<[String]>::to_vec);
            declarations += 1;
            let declaration = match (of_element, &two) {
                (Some((_, declaration)), _) => *declaration,
                (None, Some(two)) => *known.entry(two.clone()).or_insert(declarations),
                (None, None) => declarations,
            };
            if repeated && path.len() == 1 {
                element = Some((first.clone(), declaration));
            }
            of_entries =
                element.as_ref().is_none_or(|(of, _)| *of != first) && (path.len() == 1 || first == "state");
            (at_header, is_inside_string) = (parts.len(), false);
            parts.push(FilePart { bytes, path, declaration, header: at_header, is_plain: true });
            continue;
        }
        if parts.is_empty() || of_entries && !is_inside_string && is_entry(line) {
            declarations += 1;
            let path = parts.get(at_header).map_or_else(Vec::new, |part| part.path.clone());
            let is_plain = is_entry(line) || is_empty(line);
            parts.push(FilePart { bytes, path, declaration: declarations, header: at_header, is_plain });
        } else if let Some(part) = parts.last_mut() {
            part.bytes.end = bytes.end;
            part.is_plain &= is_inside_string || is_empty(line);
        }
        is_inside_string ^= has_unclosed_quotes(line);
    }
    parts
}

/// Returns the keys of a header and whether it is one of a repeated table. Its brackets need not be closed.
fn header(line: &str) -> Option<(Vec<String>, bool)> {
    let line = line.trim();
    let inside = line.strip_prefix('[')?;
    let (inside, repeated) = inside.strip_prefix('[').map_or((inside, false), |inside| (inside, true));
    let mut path = Vec::new();
    let mut rest = inside.trim_start();
    loop {
        let (key, after) = match rest.chars().next().filter(|c| matches!(c, '"' | '\'')) {
            Some(quote) => rest[1..].split_once(quote)?,
            None => rest.split_at(
                rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-')).unwrap_or(rest.len()),
            ),
        };
        if key.is_empty() {
            return None;
        }
        // A file nests less deeply, and each entry below the header keeps the path.
        if path.len() < MAX_KEYS {
            path.push(key.to_owned());
        }
        rest = after.trim_start();
        match rest.strip_prefix('.') {
            Some(more) => rest = more.trim_start(),
            None => break,
        }
    }
    let after = rest.trim_start_matches(']').trim_start();
    (after.is_empty() || after.starts_with('#')).then_some((path, repeated))
}

/// Returns whether a line begins with a key and its `=`.
fn is_entry(line: &str) -> bool {
    let key = line.trim_start_matches(|c: char| c.is_alphanumeric() || "_-.\"'".contains(c));
    let value = key.trim_start().strip_prefix('=');
    key.len() < line.len() && value.is_some_and(|value| !value.starts_with('='))
}

/// Returns whether a line has nothing but a comment.
fn is_empty(line: &str) -> bool {
    let line = line.trim();
    line.is_empty() || line.starts_with('#')
}

/// Returns whether a multi-line string begins or ends in a text without its other end.
fn has_unclosed_quotes(text: &str) -> bool {
    ["'''", "\"\"\""].iter().any(|quotes| text.matches(quotes).count() % 2 == 1)
}
