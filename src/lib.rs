//! Cardwright: declare a tabletop game in TOML; check it, compile it, play it, simulate it, test it.
//!
//! The modules are the steps that a game goes through, in order; each imports only those above it (`tests/layering.rs` holds
//! that). `docs/architecture.md` draws the map.

/// The author's files, and places in them: so that every later step can point at the line it speaks of.
pub mod place;

/// What went wrong, as plain data with stable codes; rendered for people and for programs. Serves every step.
pub mod diagnostics;

/// Text to a tree in which every key and value knows its bytes: TOML and CSV.
pub mod source;

/// The only file I/O: packages, what they include, the shipped games, and whole-file writing.
pub mod package;

/// Shape: the JSON Schemas of each kind of file, and validation against them.
pub mod schema;

/// The words that the language brings: those that code calls, those that settings are picked by.
pub mod vocabulary;

/// Code strings to syntax trees; never fails: a tree and its errors.
pub mod syntax;

/// What the author declared: typed, spans kept, nothing resolved.
pub mod model;

/// What editors are told of one game: schemas that know its words.
pub mod editor;

/// The one artefact: components, texts, rules as code, places; its check, its listing and its bytes.
pub mod ir;

/// Names and types: from declarations and syntax trees to a typed HIR, every error in one pass.
pub mod check;

/// From the typed HIR to the IR.
pub mod lower;

/// All steps from files to IR in one call.
pub mod compile;

/// A table laid from the IR: flat state, interpreter, choice points, views, seeded chance.
pub mod table;

/// Seats, bots, scenarios, replays, evaluation, simulation.
pub mod play;

/// Figures for people: tables and intervals.
pub mod report;

/// The command line, one file per command.
pub mod cli;
