//! Formatter: normalises spaces and indentation of a TOML file and of the code strings in it.
//!
//! It keeps the author's lines, comments and order, and every other character. `proof` compares the meaning
//! of each file before and after; a difference is a bug of the formatter, and the file is not changed.

mod code;
mod columns;
mod document;
mod formatter;
mod proof;
mod strings;

pub use formatter::{FormatError, format_file, format_text};
