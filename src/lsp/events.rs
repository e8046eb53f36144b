//! The events of the server's loop.

use lsp_server::{Message, RequestId};

use super::lenses::LensSubject;

/// An event of the server's loop.
pub(super) enum ServerEvent {
    /// A message of the editor.
    Message(Message),
    /// The command of a lens has finished.
    Finished(LensResult),
    /// The editor has disconnected.
    Gone,
}

/// The result of a lens's command.
pub(super) struct LensResult {
    /// The request to answer.
    pub(super) id: RequestId,
    pub(super) command: String,
    pub(super) subject: LensSubject,
    /// The version of the package for which it was computed.
    pub(super) version: u64,
    pub(super) result: Result<String, String>,
}
