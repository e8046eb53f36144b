//! All codes with their titles and the pages that `cardwright explain` prints. One file per step of the
//! pipeline.

mod catalogue;
mod declaration;

/// 0500–0599 as well: actions and windows.
pub mod actions;
/// 0500–0599: names and types.
pub mod check;
/// 0930–0949: pictures and tables for elsewhere.
pub mod export;
/// 0700–0799: faults while a game is played.
pub mod fault;
/// 0600–0699: probable mistakes, and texts that differ from their rules.
pub mod lint;
/// 0300–0399: declarations.
pub mod model;
/// 0500–0599 as well: names.
pub mod names;
/// 0001–0099: packages and files.
pub mod package;
/// 0800–0849: scenarios, decks, evaluation.
pub mod play;
/// 0900–0929: paper.
pub mod print;
/// 0950–0979: printers, and reprints of changed faces.
pub mod printer;
/// 0850–0859: saved games.
pub mod replay;
/// 0200–0299: shape.
pub mod schema;
/// 0860–0869: solving.
pub mod solve;
/// 0100–0199: TOML, CSV and sheets.
pub mod source;
/// 0400–0499: code strings.
pub mod syntax;
/// 0870–0889: tournaments.
pub mod tournament;

pub use catalogue::{all, find};
pub use declaration::Explained;
