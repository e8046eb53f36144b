//! A game that can be played, as a handle that its users share.

use std::ops::RangeInclusive;
use std::sync::Arc;

use self_cell::self_cell;
use serde::Serialize;
use serde_json::Value;

use super::config::MatchConfig;
use super::error::{Error, ErrorKind};
use crate::compile;
use crate::diagnostics::{Diagnostic, Severity};
use crate::ir::Ir;
#[cfg(feature = "print")]
use crate::package::FileRole;
use crate::package::{self, PackageFiles};
use crate::play::{BatchError, EvalSettings, eval_batch};
use crate::table::Table;

self_cell!(
    /// A compiled game with its table, which borrows it.
    pub(super) struct GameCell {
        owner: compile::CompiledGame,

        #[covariant]
        dependent: Table,
    }
);

impl GameCell {
    pub(super) fn compiled(game: compile::CompiledGame) -> Result<Arc<GameCell>, Error> {
        let prepared = GameCell::try_new(game, |game| Table::of_compiled(&game.ir));
        prepared.map(Arc::new).map_err(|why| Error::new(ErrorKind::Bug, why))
    }

    pub(super) fn game(&self) -> &compile::CompiledGame {
        self.borrow_owner()
    }

    pub(super) fn table(&self) -> &Table<'_> {
        self.borrow_dependent()
    }

    pub(super) fn ir(&self) -> &Ir {
        &self.borrow_owner().ir
    }
}

struct Inner {
    prepared: Arc<GameCell>,
    /// The files, to compile the game again for expressions and languages.
    files: PackageFiles,
    language: Option<String>,
    name: String,
    warnings: Vec<Diagnostic>,
    /// The errors of `print.toml`; if there are some, it is among the files that are left out.
    #[cfg(feature = "print")]
    print_errors: Vec<Diagnostic>,
}

/// A game, compiled and ready to be played. A clone is another handle of the same game.
#[derive(Clone)]
pub struct Game(Arc<Inner>);

/// A card of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct CardEntry {
    /// The key of its table `[cards.x]`, or the `id` of its row.
    pub id: String,
    /// Its printed name.
    pub name: String,
    /// Its text; empty if it has none.
    pub text: String,
    /// Number of copies in the game.
    pub copies: u32,
}

impl Game {
    /// Opens a package by its folder, or by its id a game that the program ships
    /// ([`ship`](crate::package::ship)). Scenarios, deck lists, translations and `print.toml` with errors are
    /// left out.
    ///
    /// # Errors
    /// The game cannot be played; [`Error::report`] says why.
    pub fn open(name_or_path: &str) -> Result<Game, Error> {
        let (files, found) = package::open(name_or_path);
        Game::compiled(files, found, None, name_or_path.to_owned())
    }

    /// Compiles a package from the texts of its files, each with its path inside the package: `game.toml`,
    /// `cards/woods.toml`. Nothing is read from the disk.
    ///
    /// # Errors
    /// The game cannot be played; [`Error::report`] says why.
    pub fn from_texts<P: Into<String>, T: Into<String>>(
        texts: impl IntoIterator<Item = (P, T)>,
    ) -> Result<Game, Error> {
        Game::compiled(PackageFiles::from_texts(texts), Vec::new(), None, String::new())
    }

    fn compiled(
        files: PackageFiles,
        found: Vec<Diagnostic>,
        language: Option<String>,
        name: String,
    ) -> Result<Game, Error> {
        let opened = compile::CompiledGame::from_files(files.clone(), found);
        let Some(mut game) = opened.game else {
            let errors = opened.diagnostics.into_iter().filter(|d| d.severity == Severity::Error).collect();
            return Err(Error::from_diagnostics(ErrorKind::Package, errors, opened.sources));
        };
        if let Some(language) = &language {
            game.speak(language)
                .map_err(|d| Error::from_diagnostics(ErrorKind::Settings, vec![d], game.sources().clone()))?;
        }
        #[cfg(feature = "print")]
        let print_errors = {
            let print = |d: &&Diagnostic| {
                opened
                    .broken
                    .iter()
                    .any(|(file, role)| *role == FileRole::Print && compile::is_error_in(d, *file))
            };
            opened.diagnostics.iter().filter(print).cloned().collect()
        };
        Ok(Game(Arc::new(Inner {
            prepared: GameCell::compiled(game)?,
            files,
            language,
            name,
            warnings: opened.diagnostics,
            #[cfg(feature = "print")]
            print_errors,
        })))
    }

    /// Compiles the game again with all texts in another language of the package: `de`.
    ///
    /// # Errors
    /// The package has no translation into it, or one with errors.
    pub fn in_language(&self, language: &str) -> Result<Game, Error> {
        Game::compiled(self.0.files.clone(), Vec::new(), Some(language.to_owned()), self.0.name.clone())
    }

    /// Returns the game's id.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.ir().game.id
    }

    /// Returns the game's title.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.ir().game.name
    }

    /// Returns the allowed numbers of players.
    #[must_use]
    pub fn players(&self) -> RangeInclusive<u8> {
        let (fewest, most) = self.ir().game.players;
        fewest..=most
    }

    /// Returns the cards, in the order of the package.
    #[must_use]
    pub fn cards(&self) -> Vec<CardEntry> {
        let card = |name: &crate::ir::NameInfo| CardEntry {
            id: name.id.clone(),
            name: name.printed.clone(),
            text: name.text.clone(),
            copies: name.copies,
        };
        self.ir().names.iter().map(card).collect()
    }

    /// Returns the ids of the package's deck lists.
    #[must_use]
    pub fn lists(&self) -> Vec<&str> {
        self.ir().decks.iter().map(|deck| deck.id.as_str()).collect()
    }

    /// Returns the diagnostics of a game that can be played all the same: warnings, and errors in the files
    /// that are left out.
    #[must_use]
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.0.warnings
    }

    /// Evaluates the game's rules on tables laid out by hand. Each line and its answer is an object as
    /// described in `docs/eval.md`; an answer with `error` does not affect the others. Lists are named by
    /// their ids: a file is refused, since lines may come from a client, who must not read the server's disk.
    /// Expressions are compiled once for all lines, so pass many lines at a time.
    ///
    /// # Errors
    /// The game cannot be laid out at all.
    pub fn evaluate(&self, lines: &[Value]) -> Result<Vec<Value>, Error> {
        let mut input = Vec::new();
        for line in lines {
            input.extend(line.to_string().into_bytes());
            input.push(b'\n');
        }
        // Expressions are added to the compiled game, which matches share: they get one of their own.
        let again = Game::compiled(self.0.files.clone(), Vec::new(), self.0.language.clone(), String::new())?;
        let Some(mut game) = again.into_compiled() else {
            return Err(Error::new(ErrorKind::Bug, "the game compiles no longer"));
        };
        let mut output = Vec::new();
        let settings = EvalSettings { seed: MatchConfig::SEED, list_files: false, ..EvalSettings::default() };
        eval_batch(&mut game, &settings, Box::new(std::io::Cursor::new(input)), &mut output).map_err(
            |why| match why {
                BatchError::Lists(why) => Error::of_lists(why),
                BatchError::Io(why) => Error::new(ErrorKind::Bug, why.to_string()),
            },
        )?;
        let answers = serde_json::Deserializer::from_slice(&output).into_iter::<Value>();
        answers.collect::<Result<_, _>>().map_err(|why| Error::new(ErrorKind::Bug, why.to_string()))
    }

    /// Returns the compiled game, if this is its only handle.
    fn into_compiled(self) -> Option<compile::CompiledGame> {
        Some(Arc::into_inner(Arc::into_inner(self.0)?.prepared)?.into_owner())
    }

    #[cfg(feature = "print")]
    /// Checks that `print.toml` has no error.
    pub(super) fn check_printable(&self) -> Result<(), Error> {
        match self.0.print_errors.is_empty() {
            true => Ok(()),
            false => {
                let sources = self.0.prepared.game().sources().clone();
                Err(Error::from_diagnostics(ErrorKind::Print, self.0.print_errors.clone(), sources))
            }
        }
    }

    pub(super) fn ir(&self) -> &Ir {
        self.0.prepared.ir()
    }

    pub(super) fn prepared(&self) -> &Arc<GameCell> {
        &self.0.prepared
    }

    /// Returns the package as its user named it; empty for texts.
    pub(super) fn package(&self) -> &str {
        &self.0.name
    }
}

impl std::fmt::Debug for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.debug_struct("Game").field("id", &self.id()).finish_non_exhaustive()
    }
}
