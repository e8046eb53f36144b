//! The error of verification.

use crate::ir::ids::CodeAddress;

/// A violated invariant of an IR.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the compiled rules do not hold together: {what}{}", .at.map_or(String::new(), |pc| format!(" (instruction {pc})")))]
pub struct VerifyError {
    /// The violated invariant in words, as the error shows it.
    pub what: String,
    /// The address of the invalid instruction; `None` if something else than code is invalid.
    pub at: Option<CodeAddress>,
}

pub(super) type VerifyResult = Result<(), VerifyError>;

pub(super) fn check(holds: bool, what: impl FnOnce() -> String) -> VerifyResult {
    if holds { Ok(()) } else { Err(VerifyError { what: what(), at: None }) }
}
