//! One test binary: linking is what costs. A module per subject; all of them use the library's public face or
//! the command line.

// what a test may do, a library may not
#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::print_stderr)]

mod asked_cards;
mod aside;
mod boards_front;
mod bounds;
mod broken;
mod chains;
mod check;
mod ci;
mod cli;
mod cookbook;
mod diagnostics;
mod drift;
mod eval;
mod format;
mod docs;
mod editor;
mod embed;
mod lab;
#[cfg(feature = "lsp")]
mod lsp;
mod lang;
mod layering;
mod made_texts;
mod made_texts_declined;
mod messages;
mod model;
mod names;
mod new;
mod page;
mod package;
mod play;
mod playthroughs;
mod print;
mod process;
mod rooms;
mod scenario;
mod schema;
#[cfg(feature = "serve")]
mod serve;
#[cfg(feature = "sheets")]
mod sheets;
mod source;
mod stamps;
#[cfg(feature = "studio")]
mod studio;
mod suite;
mod support;
mod syntax;
mod table;
mod templates;
mod text_claims;
mod text_drift;
mod text_deeds;
mod text_numbers;
mod texts;
mod thirteenth;
mod tournament;
