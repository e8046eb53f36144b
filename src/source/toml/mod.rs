//! TOML to [`Node`](super::Node)s.
//!
//! The `toml_parser` crate does the lexing and the grammar and hands out events; [`tree`] makes of them our own
//! table in one pass, which a ready-made document could not give us: where a duplicate was first written, where each
//! header stands, and where each byte of a string with escapes comes from.

mod errors;
mod grammar;
mod quotes;
mod text;
mod tree;

use toml_parser::parser::{Event, RecursionGuard, ValidateWhitespace, parse_document};
use toml_parser::{ParseError, Source};

use super::{FileId, Sources, Span, Table};
use crate::diagnostics::Diagnostic;

/// How deeply tables and lists may be nested; more is a mistake, and would cost stack wherever the tree is walked.
const MAX_DEPTH: u32 = 64;

/// Reads a file of `sources` as TOML 1.0. All syntax errors come back, in the order of their places, with as much of the tree as could be read.
///
/// Errors that are plainly consequences of another are left out. What only TOML 1.1 allows is read, with a warning.
pub fn parse_toml(sources: &Sources, file: FileId) -> (Table, Vec<Diagnostic>) {
    let text = &sources.file(file).text;
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
    // A string that runs into the next one turns all that follows inside out; told by the errors there.
    let wrong_after = |end: u32| {
        let place = |e: &ParseError| e.unexpected().or(e.context()).is_some_and(|s| s.start() >= end as usize);
        errors.iter().any(place) || built.faults.iter().any(|f| f.is_syntax() && f.at().start >= end)
    };
    if let Some((open, key)) = built.swallowing.iter().copied().find(|(text, _)| wrong_after(text.end)) {
        built.faults.push(tree::Fault::Swallowed { open: Span { end: open.start + 3, ..open }, key });
    }
    let diagnostics = errors::diagnose(text, file, errors, built.faults);
    (built.root, diagnostics)
}
