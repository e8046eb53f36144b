//! Ids and code strings with their places in the files.

use crate::source::{Span, Text};

/// An id or name with its span.
#[derive(Clone, Debug, PartialEq)]
pub struct Ident {
    /// The text as written.
    pub text: String,
    /// The bytes of the name alone, without quotes.
    pub span: Span,
}

/// A code, type or template string: [`Text`] maps each of its bytes to the file.
pub type CodeText = Text;
