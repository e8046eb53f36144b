//! Code strings, with their positions in files.

use crate::place::TextRange;
use std::ops::Range;

use super::packages::OpenPackage;
use crate::place::{FileId, SourceFile, Span};
use crate::syntax::CodeForm;

/// Returns the bytes of a string's contents, without its quotes.
pub fn contents(file: &SourceFile, span: Span) -> Range<usize> {
    let all = (span.first_byte())..span.end_byte();
    let Some(text) = file.text.get(all.clone()) else { return all.start..all.start };
    let length = quotes(text);
    all.start + length..all.end - length
}

/// Returns the length of the quotes at each end of a string; 0 of a text without.
pub fn quotes(text: &str) -> usize {
    let is_quoted =
        |mark: &&str| text.len() >= 2 * mark.len() && text.starts_with(*mark) && text.ends_with(*mark);
    ["\"\"\"", "'''", "\"", "'"].into_iter().find(is_quoted).map_or(0, str::len)
}

/// Returns whether a string has no escapes, so that it holds exactly the bytes between its quotes.
pub fn is_plain(file: &SourceFile, span: Span) -> bool {
    let text = file.text.get((span.first_byte())..span.end_byte()).unwrap_or_default();
    !text.starts_with('"') || !text.contains('\\')
}

/// Returns the spans of the code strings of a file with their grammar, types among them, in order.
pub fn code_of(package: &OpenPackage, file: FileId) -> Vec<(Span, CodeForm)> {
    let strings = package.code_strings(file);
    let span =
        |place: Range<usize>| Some((Span::new(file, place.start, place.end), strings.form_at(&place)?));
    strings.places().filter_map(span).collect()
}
