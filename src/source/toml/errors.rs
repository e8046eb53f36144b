//! What is wrong with a TOML file, said in its author's words.

use toml_parser::ParseError;
use toml_parser::parser::Event;

use super::tree::Fault;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::source as codes;
use crate::source::{FileId, Span};

/// All that is wrong, in the order of the places, without what is only a consequence.
pub(super) fn diagnose(
    _text: &str,
    file: FileId,
    _events: &[Event],
    errors: Vec<ParseError>,
    faults: Vec<Fault>,
) -> Vec<Diagnostic> {
    let mut all: Vec<Diagnostic> = errors
        .iter()
        .map(|e| {
            let at = e.unexpected().or(e.context()).unwrap_or(toml_parser::Span::new_unchecked(0, 0));
            Diagnostic::error(codes::SYNTAX, e.description().to_owned()).at(Span::new(file, at.start(), at.end()), "")
        })
        .collect();
    all.extend(faults.iter().map(|f| Diagnostic::error(codes::SYNTAX, "to be said better").at(f.at(), "")));
    all.sort_by_key(|d| d.labels.first().map(|l| l.span));
    all
}
