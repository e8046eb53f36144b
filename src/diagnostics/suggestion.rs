//! Ways out that a program can take: a quick fix in an editor, or a field of the JSON output.

use crate::place::{Sources, Span};

/// A change that would fix a problem.
#[derive(Clone, Debug, PartialEq)]
pub struct Suggestion {
    /// The title, as a menu shows it.
    pub title: String,
    /// The change that a program can make.
    pub fix: Fix,
}

/// The change of a [`Suggestion`].
#[derive(Clone, Debug, PartialEq)]
pub enum Fix {
    /// Replaces a text in the author's file.
    Replace {
        /// The place. A value in quotes may be given with them; they stay.
        span: Span,
        /// The text that is expected there. If there is another one, such as a longer expression, nothing can
        /// be replaced.
        written: String,
        /// The replacement, as it is to stand in the file.
        text: String,
    },
    /// These words are added to the key `unchecked` beside a text.
    Accept(Vec<String>),
}

impl Suggestion {
    /// Returns the bytes to replace, and the new text; `None` if the text there is not the expected one, or
    /// the new text needs escapes.
    pub fn edit<'s>(&'s self, sources: &Sources) -> Option<(Span, &'s str)> {
        let Fix::Replace { span, written, text } = &self.fix else { return None };
        let mut span = *span;
        // The text of a sheet is not that of the workbook.
        if sources.file(span.file).sheet().is_some() {
            return None;
        }
        let there = sources.text(span);
        let quote = there.chars().next().filter(|c| matches!(c, '"' | '\'') && !written.starts_with(*c));
        if quote.is_some_and(|quote| there.len() > 1 && there.ends_with(quote)) {
            span = Span { start: span.start + 1, end: span.end - 1, ..span };
        }
        let needs_escape = |c: char| matches!(c, '"' | '\'' | '\\') || c.is_control();
        let is_meant = sources.text(span) == written && !text.contains(needs_escape);
        is_meant.then_some((span, text.as_str()))
    }
}
