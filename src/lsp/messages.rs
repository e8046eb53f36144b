//! The messages of the language server itself.

use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::package as codes;

/// CW0003: a package that cannot be inspected.
pub(super) fn not_inspected(why: String) -> Diagnostic {
    Diagnostic::error(codes::UNREADABLE, why)
}
