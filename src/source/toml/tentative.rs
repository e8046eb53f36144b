//! Diagnostics that may be consequences of others, and the text that they are about.

use crate::diagnostics::Diagnostic;
use crate::place::{FileId, Span, TextRange};

/// A diagnostic that may turn out to be a consequence of another.
pub(super) struct TentativeDiagnostic {
    /// Offset at which the error begins.
    pub(super) start: usize,
    pub(super) diagnostic: Diagnostic,
    pub(super) reach: ErrorReach,
}

/// The part of the file in which other errors may be consequences of this one.
#[derive(Clone, Copy, PartialEq, PartialOrd, Eq, Ord)]
pub(super) enum ErrorReach {
    /// The rest of the file.
    Rest,
    /// The lines below, as long as each has an error.
    Below,
    /// The rest of the line.
    Line,
    /// Nothing: the syntax is correct.
    Nothing,
}

/// The text of a file, for messages about it.
#[derive(Clone, Copy)]
pub(super) struct MessageSource<'t> {
    pub(super) text: &'t str,
    pub(super) file: FileId,
}

impl<'t> MessageSource<'t> {
    pub(super) fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.file, start, end)
    }

    pub(super) fn get(&self, span: Span) -> &'t str {
        self.text.get((span.first_byte())..span.end_byte()).unwrap_or("")
    }

    /// Returns the text from `at` to the end of its line.
    pub(super) fn rest_of_line(&self, at: usize) -> &'t str {
        let rest = self.text.get(at..).unwrap_or("");
        rest.lines().next().unwrap_or("")
    }

    /// Returns the text from the start of the line to `at`.
    pub(super) fn line_before(&self, at: usize) -> &'t str {
        let before = self.text.get(..at).unwrap_or("");
        &before[before.rfind('\n').map_or(0, |i| i + 1)..]
    }
}
