//! The result of a command, and the reasons why one stops early.

use std::io;
use std::process::ExitCode;

use crate::diagnostics::Diagnostic;
use crate::source::Sources;

/// The reason why a command stops early.
#[derive(Debug)]
pub(super) enum CommandError {
    /// Reading or writing failed.
    Io(io::Error),
    /// The command line is invalid.
    Usage(String),
    /// The input has errors.
    Found(Vec<Diagnostic>, Box<Sources>),
}

/// Converts a diagnostic without a place, such as that a file cannot be written.
impl From<Diagnostic> for CommandError {
    fn from(diagnostic: Diagnostic) -> Self {
        CommandError::Found(vec![diagnostic], Box::default())
    }
}

impl From<io::Error> for CommandError {
    fn from(error: io::Error) -> Self {
        CommandError::Io(error)
    }
}

/// The result of a command.
pub(super) type CommandResult = Result<ExitCode, CommandError>;
