//! Cardwright: declare a tabletop game in TOML; check it, compile it, play it, simulate it, test it.
//!
//! ```no_run
//! use cardwright::{Game, Match, MatchConfig, Position};
//!
//! let game = Game::open("my-game")?; // a folder
//! let mut table = Match::new(&game, &MatchConfig::default().seed(7))?;
//! while let Position::Choice(options) = table.position() {
//!     let last = options.options.len() - 1;
//!     table.choose(last)?;
//! }
//! assert!(table.outcome().is_some());
//! # Ok::<(), cardwright::Error>(())
//! ```
//!
//! The names at the root are the library for other programs: owned handles, with errors that implement
//! `std::error::Error`; see `docs/embedding.md`. They are stable: within a minor version, names are only
//! added. The modules are internal, and may change in any version.
//!
//! The modules are the steps from a package to play and print, in order. Each imports only those above it, as
//! `tests/layering.rs` checks. `docs/architecture.md` describes them.
//!
//! - [`place`]: the author's files and spans in them, so that every later step can point at lines.
//! - [`diagnostics`]: errors and warnings of every step: plain data with stable codes, rendered for people
//!   and programs.
//! - [`guard`]: calls of third-party file readers, whose panics become errors.
//! - [`hash`]: hashes of contents, equal on every machine.
//! - [`ids`]: types of indices: players, and what the IR lists.
//! - [`threads`]: parallel work, whose results do not depend on the number of threads.
//! - [`source`]: parsers of TOML, CSV and workbooks, into trees in which every key and value has its span.
//! - [`package`]: the only file I/O: packages and their includes, the shipped games, and atomic writing of
//!   files.
//! - [`schema`]: the JSON Schema of each kind of file, and validation against it.
//! - [`vocabulary`]: the words of the language: built-in functions, and names of settings.
//! - [`syntax`]: parser of code strings. It never fails, but returns a tree and its errors.
//! - [`model`]: the author's declarations, typed and with spans; names are unresolved.
//! - [`editor`]: schemas of one game, which know its words, for editors.
//! - [`format`](mod@format): formatter of files: spaces and indentation, and no other change.
//! - [`ir`]: the compiled game: components, texts, code and spans; its verifier, its listing and its bytes.
//! - [`check`]: name resolution and type checking: from declarations and syntax trees to a typed HIR, with
//!   all errors.
//! - [`wording`]: comparison of texts and rules, texts generated from rules, stamps, translations.
//! - [`lower`]: lowering of the typed HIR to the IR.
//! - [`compile`]: all steps from files to IR in one call.
//! - [`optimise`]: optimiser of compiled rules.
//! - [`table`]: interpreter of the IR: flat state, choice points, views, seeded chance.
//! - [`play`]: seats, bots, scenarios, replays, evaluation.
//! - [`protocol`]: protocol of games played by other programs, in lines of JSON.
//! - [`lab`]: simulation of many games, and statistics: wins, choices, effects of cards, executed rules.
//! - [`tournament`]: tournaments: files, schedules, results.
//! - [`report`]: reports for people, as text and HTML, and figures for programs.
//! - [`print`](mod@print): faces, sheets and PDFs, from the IR alone.
//! - [`inspect`]: all diagnostics of a package, from all of these steps.
//! - [`embed`]: the library for other programs: owned handles, re-exported at the root.
//! - [`lsp`]: the language server.
//! - [`web`]: connections of the servers, and the files of their pages.
//! - [`serve`]: matches over the network.
//! - [`studio`]: the workshop in a browser.
//! - `cli`: the command line, one file per command.

pub mod place;
pub mod diagnostics;
pub mod guard;
pub mod hash;
pub mod ids;
pub mod threads;
pub mod source;
pub mod package;
pub mod schema;
pub mod vocabulary;
pub mod syntax;
pub mod model;
pub mod editor;
pub mod format;
pub mod ir;
pub mod check;
pub mod wording;
pub mod lower;
pub mod compile;
pub mod optimise;
pub mod table;
pub mod play;
pub mod protocol;
pub mod lab;
pub mod tournament;
pub mod report;
#[cfg(feature = "print")]
pub mod print;
#[cfg(feature = "print")]
pub mod inspect;
pub mod embed;
#[cfg(feature = "lsp")]
pub mod lsp;
#[cfg(feature = "serve")]
pub mod web;
#[cfg(feature = "serve")]
pub mod serve;
#[cfg(feature = "studio")]
pub mod studio;
// For `main.rs` alone: no part of the library.
#[cfg(feature = "cli")]
#[doc(hidden)]
#[allow(rustdoc::bare_urls)] // the help of commands, which terminals read
pub mod cli;

#[doc(inline)]
pub use embed::{
    Bot, CardEntry, Contender, Error, ErrorKind, FaultReport, Game, Match, MatchConfig, OptionEntry, Options,
    Outcome, Position, ScoreFigures, SeatNumber, SeatOutcome, ShippedBot, SimulationConfig, SimulationReport,
    Turn, View, ZoneView, simulate,
};
#[cfg(feature = "print")]
#[doc(inline)]
pub use embed::{PrintConfig, PrintFile, PrintOutput, print};

/// The code of `docs/embedding.md`, run with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/embedding.md")]
pub struct EmbeddingPage;
