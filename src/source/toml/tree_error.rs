//! Errors found while the tree is built.

use toml_parser::ParseError;
use toml_parser::decoder::Encoding;

use crate::place::Span;

/// An error found while building the tree; errors of the grammar are `ParseError`s.
pub(super) enum TreeError {
    /// A duplicate key.
    Twice { key: String, at: Span, before: Span },
    /// A duplicate header, or a header of a table that was written as a value.
    HeaderTwice { header: Span, before: Span, before_is_header: bool },
    /// `[[x]]` where `x` is something else, or `[x]` where `[[x]]` exists.
    OtherForm { header: Span, before: Span },
    /// Keys inside a value that is not a table, or inside a table that is complete.
    Closed { key: String, at: Span, before: Span, what: &'static str },
    /// An invalid unquoted value, with the parser's reason.
    Scalar { at: Span, reason: String },
    /// An invalid string.
    Text { at: Span, form: Encoding, error: ParseError },
    /// A multi-line string that extends to the opening quotes of the next one.
    Swallowed { open: Span, key: Span },
    /// An invalid key.
    Key { at: Span, error: ParseError },
    /// A number that does not fit 64 bits.
    BadNumber { at: Span },
    /// An invalid date.
    BadDate { at: Span },
    /// Nesting that is too deep.
    TooDeep { at: Span },
    /// A newline in `{ … }`.
    LineInInlineTable { at: Span },
    /// A comma before `}`.
    CommaInInlineTable { at: Span },
    /// `\e` or `\x41`.
    NewEscape { at: Span },
}

impl TreeError {
    /// Returns whether the grammar is violated, not only the meaning.
    pub(super) fn is_syntax(&self) -> bool {
        matches!(self, TreeError::Scalar { .. } | TreeError::Text { .. } | TreeError::Key { .. })
    }

    /// Returns the span to report.
    pub(super) fn at(&self) -> Span {
        match *self {
            TreeError::Twice { at, .. }
            | TreeError::HeaderTwice { header: at, .. }
            | TreeError::OtherForm { header: at, .. }
            | TreeError::Closed { at, .. }
            | TreeError::Scalar { at, .. }
            | TreeError::Text { at, .. }
            | TreeError::Swallowed { open: at, .. }
            | TreeError::Key { at, .. }
            | TreeError::BadNumber { at }
            | TreeError::BadDate { at }
            | TreeError::TooDeep { at }
            | TreeError::LineInInlineTable { at }
            | TreeError::CommaInInlineTable { at }
            | TreeError::NewEscape { at } => at,
        }
    }
}
