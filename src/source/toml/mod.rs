//! Parses TOML into [`Node`](super::Node)s.
//!
//! The `toml_parser` crate does the lexing and the grammar, and emits events. [`tree`] builds our own table
//! from them in one pass. A ready-made document would not tell where a duplicate was first written, where
//! each header is, or which file offset each byte of a string with escapes comes from.

mod errors;
mod grammar;
mod quotes;
mod text;
mod tree;

use toml_parser::parser::{Event, RecursionGuard, ValidateWhitespace, parse_document};
use toml_parser::{ParseError, Source};

use super::{FileId, Sources, Span, TomlTable};
use crate::diagnostics::Diagnostic;

/// Maximum nesting depth of tables and arrays; deeper nesting is a mistake, and would use call stack in every
/// visitor of the tree.
const MAX_DEPTH: u32 = 64;

/// Parses a file of `sources` as TOML 1.0. Returns all syntax errors in order of position, with as much of
/// the tree as could be parsed.
///
/// Errors that are plainly consequences of others are omitted. Syntax of TOML 1.1 is accepted, with a
/// warning.
pub fn parse_toml(sources: &Sources, file: FileId) -> (TomlTable, Vec<Diagnostic>) {
    parse(&sources.file(file).text, file)
}

/// Parses a text in the same way; the spans are those of `file`.
pub(super) fn parse(text: &str, file: FileId) -> (TomlTable, Vec<Diagnostic>) {
    let source = Source::new(text);
    let tokens = source.lex().into_vec();
    let mut events: Vec<Event> = Vec::with_capacity(tokens.len());
    let mut errors: Vec<ParseError> = Vec::new();
    {
        let mut checked = ValidateWhitespace::new(&mut events, source);
        let mut bounded = RecursionGuard::new(&mut checked, MAX_DEPTH);
        parse_document(&tokens, &mut bounded, &mut errors);
    }
    let mut built = tree::build(source, file, &events, &mut errors);
    // An unclosed string that ends at the next one swaps strings and code in the rest of the file; errors
    // there reveal it.
    let wrong_after = |end: u32| {
        let place =
            |e: &ParseError| e.unexpected().or(e.context()).is_some_and(|s| s.start() >= end as usize);
        errors.iter().any(place) || built.faults.iter().any(|f| f.is_syntax() && f.at().start >= end)
    };
    if let Some((open, key)) = built.swallowing.iter().copied().find(|(text, _)| wrong_after(text.end)) {
        built.faults.push(tree::TreeError::Swallowed { open: Span { end: open.start + 3, ..open }, key });
    }
    let diagnostics = errors::diagnose(text, file, errors, built.faults);
    (built.root, diagnostics)
}
