//! Reasons for which a session ends early.

/// Reasons for ending early.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The editor sent `exit` without `shutdown`.
    #[error("it says `exit` before `shutdown`")]
    ExitBeforeShutdown,
    /// Reading or writing failed.
    #[error("{0}")]
    Io(#[from] std::io::Error),
}
