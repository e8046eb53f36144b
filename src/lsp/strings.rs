//! Code strings as they stand in files.

use std::ops::Range;

use super::packages::OpenPackage;
use crate::place::{FileId, SourceFile, Span};
use crate::syntax::CodeForm;

/// Returns the bytes of a string's contents, without what begins and ends it.
pub fn contents(file: &SourceFile, span: Span) -> Range<usize> {
    let all = span.start as usize..span.end as usize;
    let Some(text) = file.text.get(all.clone()) else { return all.start..all.start };
    let is_quoted = |mark: &&str| text.len() >= 2 * mark.len() && text.starts_with(*mark) && text.ends_with(*mark);
    let marks = ["\"\"\"", "'''", "\"", "'"].into_iter().find(is_quoted).map_or(0, str::len);
    all.start + marks..all.end - marks
}

/// Whether the string at a span holds exactly the bytes between its quotes: it has no escapes.
pub fn is_plain(file: &SourceFile, span: Span) -> bool {
    let text = file.text.get(span.start as usize..span.end as usize).unwrap_or_default();
    !text.starts_with('"') || !text.contains('\\')
}

/// Returns the spans of the code strings of a file with their grammar, types among them, in order.
pub fn code_of(package: &OpenPackage, file: FileId) -> Vec<(Span, CodeForm)> {
    let strings = package.code_strings(file);
    let span = |place: Range<usize>| Some((Span::new(file, place.start, place.end), strings.form_at(&place)?));
    strings.places().filter_map(span).collect()
}
