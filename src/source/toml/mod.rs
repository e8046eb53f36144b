//! Parses TOML into [`TomlNode`](super::TomlNode)s.
//!
//! The `toml_parser` crate does the lexing and the grammar, and emits events. [`tree`] builds our own table
//! from them in one pass. A ready-made document would not tell where a duplicate was first written, where
//! each header is, or which file offset each byte of a string with escapes comes from.

mod errors;
mod events;
mod grammar;
mod messages;
mod open_table;
mod parse;
mod parts;
mod quotes;
mod tentative;
mod text;
mod tree;
mod tree_error;
mod write;

pub(super) use parse::parse;
pub use parse::parse_toml;
pub use write::{toml_key, toml_string};
