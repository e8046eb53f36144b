//! Parses a text: events of the parser, the tree, and its diagnostics.

use toml_parser::{ParseError, Source};

use super::errors::diagnose;
use super::events::events;
use super::parts::parse_in_parts;
use super::tree::build;
use super::tree_error::TreeError;
use crate::diagnostics::Diagnostic;
use crate::place::{FileId, Sources, Span};
use crate::source::toml_node::TomlTable;

/// Parses a file of `sources` as TOML 1.0. Returns all syntax errors in order of position, with as much of
/// the tree as could be parsed.
///
/// Errors that are plainly consequences of others are omitted. Syntax of TOML 1.1 is accepted, with a
/// warning.
pub fn parse_toml(sources: &Sources, file: FileId) -> (TomlTable, Vec<Diagnostic>) {
    parse(&sources.file(file).text, file)
}

/// Parses a text as [`parse_toml`] does, with spans in `file`.
pub(in crate::source) fn parse(text: &str, file: FileId) -> (TomlTable, Vec<Diagnostic>) {
    if let Some(root) = parse_in_parts(text, file) {
        return (root, Vec::new());
    }
    let source = Source::new(text);
    let (events, mut errors) = events(source);
    let mut built = build(source, file, &events, &mut errors);
    // An unclosed string that ends at the next one swaps strings and code in the rest of the file; errors
    // there reveal it.
    let wrong_after = |end: u32| {
        let place =
            |e: &ParseError| e.unexpected().or(e.context()).is_some_and(|s| s.start() >= end as usize);
        errors.iter().any(place) || built.faults.iter().any(|f| f.is_syntax() && f.at().start >= end)
    };
    if let Some((open, key)) = built.swallowing.iter().copied().find(|(text, _)| wrong_after(text.end)) {
        built.faults.push(TreeError::Swallowed { open: Span { end: open.start + 3, ..open }, key });
    }
    let diagnostics = diagnose(text, file, errors, built.faults);
    (built.root, diagnostics)
}
