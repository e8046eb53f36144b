//! Parser of code strings. It never fails: code that cannot be parsed becomes an `Error` node and an entry in
//! the list of errors.

pub mod ast;
mod brackets;
mod classes;
mod lexer;
mod node_starts;
mod parser;
mod pieces;
mod reading_statements;
mod standard_form;
mod token;
mod words;

pub use classes::{TokenClass, token_classes};
pub use parser::{NESTING, ParseResult, SyntaxError, parse_block, parse_expr, parse_function, parse_type};
pub use pieces::{CodeForm, CodePiece, PieceKind, pieces};
pub use reading_statements::{calls_around, statements_reading};
pub use standard_form::{in_one_line, meaning_key, names};
pub use words::{RESERVED, TYPE_WORDS, is_reserved};
