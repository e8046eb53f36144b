//! Reader: from spanned trees to declarations.
//!
//! A file is parsed, checked against the schema of its shape, and read. Values that the schema rejected are
//! left out and, if a declaration makes no sense without one, the whole declaration (`Package::refused`),
//! so that no error is reported a second time.

mod boards;
mod bots;
mod callables;
mod cards;
mod components;
mod copies;
mod decks;
mod fields;
mod file;
mod game;
mod ids;
mod lists;
mod messages;
mod names;
mod package;
mod print;
mod reader;
mod scenarios;
mod sorts;
mod stamps;
mod stray_area;
mod texts;
mod tokens;

pub use lists::{default_lists, tables_of_scenarios};
pub use package::{ReadPurpose, read_package, read_package_for};
