//! Cardwright: declare a tabletop game in TOML; check it, compile it, play it, simulate it, test it.
//!
//! The modules are the steps a game goes through, in order; each imports only those above it
//! (`tests/layering.rs` holds that).

/// Names and types: from declarations and syntax trees to a typed HIR, every error in one pass.
pub mod check;
/// The command line, one file per command.
pub mod cli;
/// All steps from files to IR in one call.
pub mod compile;
/// Plain-data diagnostics with stable codes, rendered for people and for programs. Serves every step.
pub mod diagnostics;
/// What editors are told of one game: schemas that know its words.
pub mod editor;
/// The one artefact: components, texts, rules code, spans; lowering to it, its listing and its bytes.
pub mod ir;
/// From the typed HIR to the IR.
pub mod lower;
/// What the author declared: typed, spans kept, nothing resolved.
pub mod model;
/// The only file I/O: packages, what they include, the shipped games, and whole-file writing.
pub mod package;
/// Seats, bots, scenarios, replays, evaluation, simulation.
pub mod play;
/// Figures for people: tables and intervals.
pub mod report;
/// Shape: JSON Schemas, the fixed ones and one generated per game, and validation against them.
pub mod schema;
/// Text to a tree in which every key and value knows its bytes: TOML and CSV.
pub mod source;
/// Code strings to syntax trees; never fails: a tree and its errors.
pub mod syntax;
/// A table laid from the IR: flat state, interpreter, choice points, views, seeded chance.
pub mod table;
/// The built-in words of the language in one table: signature, explanation, example.
pub mod vocabulary;
