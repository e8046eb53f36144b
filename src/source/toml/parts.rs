//! Parses a long text in parts, in several threads.
//!
//! A part begins at a header. The parser of a part knows nothing of those before it, so it cannot tell
//! whether the header is really one, or a line of a string. But if it is not, the part before ends in the
//! middle of that string, which is an error. So a text whose parts have no errors is what they say, and any
//! other is parsed whole, for its diagnostics.

use std::ops::Range;

use toml_parser::Source;

use super::events::events;
use super::tree::{TreeSection, build_sections, join_sections};
use crate::place::FileId;
use crate::source::toml_node::TomlTable;
use crate::threads;

/// The length of a part, in bytes, up to the next header. Shorter texts are parsed whole.
const PART: usize = 64 << 10;

/// Parses a text that has no errors and is long enough to have parts. Returns `None` for any other.
pub(super) fn parse_in_parts(text: &str, file: FileId) -> Option<TomlTable> {
    let parts = parts(text);
    if parts.len() < 2 {
        return None;
    }
    let threads = threads::count(None).get();
    let sections = threads::in_parallel(&parts, threads, || (), |(), part| sections(text, part, file));
    let sections: Option<Vec<Vec<TreeSection<'_>>>> = sections.into_iter().collect();
    join_sections(file, sections?.into_iter().flatten())
}

/// Returns the sections of a part of a text; `None` if it has errors.
fn sections<'t>(text: &'t str, part: &Range<usize>, file: FileId) -> Option<Vec<TreeSection<'t>>> {
    let source = Source::new(text.get(part.clone())?);
    let (events, errors) = events(source);
    if !errors.is_empty() {
        return None;
    }
    build_sections(source, (file, part.start), &events)
}

/// Divides a text into parts that begin with what looks like a header.
fn parts(text: &str) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut start = 0;
    while let Some(end) = text.get(start..).and_then(|rest| header_after(rest, PART)) {
        parts.push(start..start + end);
        start += end;
    }
    parts.push(start..text.len());
    parts
}

/// Returns the offset of the first line behind an offset that looks like a header.
fn header_after(text: &str, from: usize) -> Option<usize> {
    let mut at = from + text.as_bytes().get(from..)?.iter().position(|byte| *byte == b'\n')? + 1;
    for line in text.get(at..)?.split_inclusive('\n') {
        let words = line.trim_end();
        if words.starts_with('[') && words.ends_with(']') && !words.contains(['"', '\'', ',', ' ']) {
            return Some(at);
        }
        at += line.len();
    }
    None
}
