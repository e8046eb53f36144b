//! Code strings to syntax trees. Nothing here fails: what cannot be read becomes an `Error` node and an entry in the list of errors.

pub mod ast;
mod lexer;
mod parser;

pub use parser::{Parsed, SyntaxError, parse_block, parse_expr, parse_type};
