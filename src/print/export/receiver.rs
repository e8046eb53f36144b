//! Receivers of the files of an export.

use crate::diagnostics::{Diagnostic, Severity};

/// Receives the files of an export.
pub trait Receiver {
    /// Announces the number of faces that will be drawn.
    fn expect(&mut self, faces: usize);

    /// Reports that more faces have been drawn.
    fn faces_drawn(&mut self, faces: usize);

    /// Takes a file. `path` is relative to the folder of the game, with `/` as the separator.
    ///
    /// # Errors
    /// The reason why it could not be taken; the export then stops.
    fn file(&mut self, path: &str, bytes: &[u8]) -> Result<(), Diagnostic>;
}

/// The result of an export whose files were handed to a receiver.
#[derive(Clone, Debug, Default)]
pub struct ExportResult {
    /// Descriptions of the outputs, one line each.
    pub made: Vec<String>,
    /// The report on a print shop's requirements.
    pub report: String,
    /// All diagnostics. If there is an error, the files handed over are incomplete and must be discarded.
    pub found: Vec<Diagnostic>,
}

impl ExportResult {
    /// Returns whether there is an error.
    pub fn failed(&self) -> bool {
        self.found.iter().any(|d| d.severity == Severity::Error)
    }
}

/// The reason for stopping an export.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ExportStop {
    /// A failure that the result does not have yet.
    #[error(transparent)]
    Failed(Box<Diagnostic>),
    /// One or more failures that the result has already.
    #[error("the export failed, as its result says")]
    Recorded,
}

impl From<Diagnostic> for ExportStop {
    fn from(failure: Diagnostic) -> ExportStop {
        ExportStop::Failed(Box::new(failure))
    }
}
