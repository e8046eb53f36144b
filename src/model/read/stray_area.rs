//! Areas that boards do not have, until all boards are read.

use crate::diagnostics::Diagnostic;

/// An area that is named on a board, and is not there.
pub(super) struct StrayArea {
    pub board: String,
    pub area: String,
    pub found: Diagnostic,
}
