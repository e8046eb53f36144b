//! The error of every function of this layer.

use crate::place::TextRange;
use std::fmt;

use crate::diagnostics::{self, Diagnostic, Format};
use crate::play::{ListError, ReplayError, sources_of};
use crate::source::Sources;
use crate::table::{Fault, Table};

/// The subject of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A package that cannot be played.
    Package,
    /// Settings that a game does not allow: players, options, lists, bots, a language, sheets.
    Settings,
    /// An answer that is not one of the options, or an answer without a choice. The match is unchanged.
    Answer,
    /// A saved match that does not fit the game.
    Saved,
    /// A fault: a rule failed in play.
    Fault,
    /// Paper that cannot be printed.
    Print,
    /// A bug in Cardwright.
    Bug,
}

/// The reason why something could not be done.
#[derive(Clone, Debug)]
pub struct Error {
    kind: ErrorKind,
    message: String,
    found: Vec<Diagnostic>,
    sources: Box<Sources>,
}

impl Error {
    pub(super) fn new(kind: ErrorKind, message: impl Into<String>) -> Error {
        Error { kind, message: message.into(), found: Vec::new(), sources: Box::default() }
    }

    pub(super) fn settings(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Settings, message)
    }

    /// Creates an error from diagnostics, which contain at least one error.
    pub(super) fn from_diagnostics(kind: ErrorKind, found: Vec<Diagnostic>, sources: Sources) -> Error {
        let first = found.iter().min_by_key(|d| d.severity != diagnostics::Severity::Error);
        let message = first.map_or_else(String::new, |d| {
            let place = d.labels.first().map(|label| {
                let file = sources.file(label.span.file);
                let before = file.text.get(..label.span.first_byte()).unwrap_or_default();
                format!("{}:{}: ", file.name, before.matches('\n').count() + 1)
            });
            format!("{}{} {}", place.unwrap_or_default(), d.code, d.message)
        });
        Error { kind, message, found, sources: Box::new(sources) }
    }

    pub(super) fn of_lists(why: ListError) -> Error {
        match why {
            ListError::Words(words) => Error::settings(words),
            ListError::Found(found, sources) => Error::from_diagnostics(ErrorKind::Settings, found, *sources),
        }
    }

    pub(super) fn of_replay(why: ReplayError, sources: Sources, table: &Table) -> Error {
        match why {
            ReplayError::Saved(d) => Error::from_diagnostics(ErrorKind::Saved, vec![*d], sources),
            ReplayError::Fault(fault) => Error::fault(&fault, table),
        }
    }

    /// Creates an error from a fault, at its line. Its message may reveal hidden information.
    pub(super) fn fault(fault: &Fault, table: &Table) -> Error {
        Error::from_diagnostics(ErrorKind::Fault, vec![fault.to_diagnostic(table)], sources_of(table.ir()))
    }

    /// Returns the subject of the error: a package, settings, an answer …
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Returns the diagnostics, each with its code; empty if there is only a message.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.found
    }

    /// Returns the text for people: each problem with its line, cause and way out, as `cardwright check`
    /// prints it, without colour.
    #[must_use]
    pub fn report(&self) -> String {
        match self.found.is_empty() {
            true => self.message.clone(),
            false => diagnostics::render(
                &self.found,
                &self.sources,
                Format::Human { color: false, width: 100, unicode: true },
            ),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}
