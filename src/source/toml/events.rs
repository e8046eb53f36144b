//! Calls the parser of TOML on a text.

use toml_parser::parser::{Event, RecursionGuard, ValidateWhitespace, parse_document};
use toml_parser::{ParseError, Source};

use super::tree::MAX_DEPTH;

/// Returns the events and the errors of a text or of a part of it.
pub(super) fn events(source: Source<'_>) -> (Vec<Event>, Vec<ParseError>) {
    let tokens = source.lex().into_vec();
    let mut events: Vec<Event> = Vec::with_capacity(tokens.len());
    let mut errors: Vec<ParseError> = Vec::new();
    let mut checked = ValidateWhitespace::new(&mut events, source);
    let mut bounded = RecursionGuard::new(&mut checked, MAX_DEPTH);
    parse_document(&tokens, &mut bounded, &mut errors);
    (events, errors)
}
