//! Tokens to trees: Pratt parsing for expressions, one function a statement.

use super::ast::{At, Block, Expr, TypeExpr};
use crate::diagnostics::Code;

/// A tree and everything that was wrong with its text.
pub struct Parsed<T> {
    /// The tree; holds `Error` nodes where the text made no sense.
    pub tree: T,
    /// What was wrong, in the order of the text. None is a consequence of another.
    pub errors: Vec<SyntaxError>,
}

/// One thing that is wrong with a code string.
#[derive(Clone, Debug, PartialEq)]
pub struct SyntaxError {
    /// One of `diagnostics::codes::syntax`.
    pub code: Code,
    /// What is wrong, one line.
    pub message: String,
    /// Where, in the code string.
    pub at: At,
    /// What the label under the place says.
    pub label: String,
    /// The way out.
    pub help: Option<String>,
}

/// Reads a whole code string as one expression (leading and trailing white space and line ends allowed).
pub fn parse_expr(_text: &str) -> Parsed<Expr> {
    unimplemented!()
}

/// Reads a whole code string as statements.
pub fn parse_block(_text: &str) -> Parsed<Block> {
    unimplemented!()
}

/// Reads a type, as declarations write it: `set of int 0..40`, `card?`.
pub fn parse_type(_text: &str) -> Parsed<TypeExpr> {
    unimplemented!()
}
