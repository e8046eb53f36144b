//! Cardwright: declare a tabletop game in TOML; check it, compile it, play it, simulate it, test it.
//!
//! ```no_run
//! use cardwright::{Game, Match, MatchConfig, Position};
//!
//! let game = Game::open("my-game")?; // a folder, or the id of a shipped game
//! let mut table = Match::new(&game, &MatchConfig::default().seed(7))?;
//! while let Position::Choice(options) = table.position() {
//!     let last = options.options.len() - 1;
//!     table.choose(last)?;
//! }
//! assert!(table.outcome().is_some());
//! # Ok::<(), cardwright::Error>(())
//! ```
//!
//! The names at the root are the library for other programs: owned handles, with errors that implement `std::error::Error`.
//! `docs/embedding.md` is their page. They are promised: within a minor version they only grow. The modules are the machinery; they may
//! change in any version.
//!
//! The modules are the steps that a game goes through, in order; each imports only those above it (`tests/layering.rs` holds
//! that), and `docs/architecture.md` draws the map.
//!
//! - [`place`]: the author's files, and places in them: so that every later step can point at the line it speaks of.
//! - [`diagnostics`]: what went wrong, as plain data with stable codes; rendered for people and for programs. Serves every step.
//! - [`guard`]: third-party readers of files, called so that a panic of theirs becomes an error.
//! - [`source`]: text to a tree in which every key and value knows its bytes: TOML, CSV and the sheets of workbooks.
//! - [`package`]: the only file I/O: packages, what they include, the shipped games, and whole-file writing.
//! - [`schema`]: shape: the JSON Schemas of each kind of file, and validation against them.
//! - [`vocabulary`]: the words that the language brings: those that code calls, those that settings are picked by.
//! - [`syntax`]: code strings to syntax trees; never fails: a tree and its errors.
//! - [`model`]: what the author declared: typed, spans kept, nothing resolved.
//! - [`editor`]: what editors are told of one game: schemas that know its words.
//! - [`format`](mod@format): the text of a file with its spaces and indentation in order, and no other change.
//! - [`ir`]: the one artefact: components, texts, rules as code, places; its check, its listing and its bytes.
//! - [`check`]: names and types: from declarations and syntax trees to a typed HIR, every error in one pass.
//! - [`wording`]: texts beside the rules: whether they agree, texts generated from rules, stamps, translations.
//! - [`lower`]: from the typed HIR to the IR.
//! - [`compile`]: all steps from files to IR in one call.
//! - [`threads`]: work done side by side, the same with any number of threads.
//! - [`optimise`]: rules as compiled to rules that do the same in fewer steps.
//! - [`table`]: a table laid from the IR: flat state, interpreter, choice points, views, seeded chance.
//! - [`play`]: seats, bots, scenarios, replays, evaluation.
//! - [`protocol`]: games played by other programs, in lines of JSON.
//! - [`lab`]: games by the thousand, counted: who wins, what is decided, what cards do, which rules run.
//! - [`tournament`]: who meets whom: files of tournaments, their schedules, and what was played.
//! - [`report`]: figures for people: tables and intervals.
//! - [`print`](mod@print): paper: faces, sheets and PDFs, from the IR alone.
//! - [`inspect`]: everything that is wrong with a package, of all these steps together.
//! - [`embed`]: the library for other programs: owned handles, re-exported at the root.
//! - [`lsp`]: the language server: what is wrong and what names mean, while files are edited.
//! - [`web`]: pages and connections of the servers.
//! - [`serve`]: matches over the network.
//! - [`studio`]: the workshop in a browser.
//! - `cli`: the command line, one file per command.

pub mod place;
pub mod diagnostics;
pub mod guard;
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
pub mod threads;
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
    Bot, CardEntry, Contender, Error, ErrorKind, FaultReport, Game, Match, MatchConfig, OptionEntry, Options, Outcome,
    Position, ScoreFigures, SeatOutcome, ShippedBot, SimulationConfig, SimulationReport, Turn, View, ZoneView,
    simulate,
};
#[cfg(feature = "print")]
#[doc(inline)]
pub use embed::{PrintConfig, PrintFile, PrintOutput, print};

/// The code of `docs/embedding.md`, run with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/embedding.md")]
pub struct EmbeddingPage;
