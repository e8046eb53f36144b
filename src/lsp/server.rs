//! The state of the server, and the messages to which it answers.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU32};
use std::sync::{Arc, mpsc};

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use lsp_types::notification::{Exit, Initialized, Notification as LspNotification, ShowMessage};
use lsp_types::request::{CodeLensRefresh, Request as LspRequest, Shutdown};
use lsp_types::{MessageType, ShowMessageParams, Uri};
use serde_json::{Value, json};

use super::cancellation::CancelledRequests;
use super::code_pages::CodePages;
use super::documents::Documents;
use super::events::{LensResult, ServerEvent};
use super::initialize::ClientSettings;
use super::packages::Packages;
use super::serve_error::ServeError;

pub(super) struct Server<'c> {
    pub(super) connection: &'c Connection,
    pub(super) settings: ClientSettings,
    /// The pages that diagnostics link to, if the editor shows such links.
    pub(super) pages: Option<CodePages>,
    /// The channel on which threads report.
    pub(super) events: mpsc::Sender<ServerEvent>,
    /// Interrupts an inspection: set if a message has arrived since it began.
    pub(super) interrupted: &'static AtomicBool,
    /// Number of inspections that were interrupted since one was completed.
    pub(super) stopped: Arc<AtomicU32>,
    /// True if `interrupted` was set by a request, not by an edit.
    pub(super) stopped_by_request: Arc<AtomicBool>,
    /// The requests that the editor has cancelled.
    pub(super) cancelled: CancelledRequests,
    /// Stops the command of a lens.
    pub(super) stop: Arc<AtomicBool>,
    /// The number of requests sent to the editor.
    pub(super) requests: i32,
    pub(super) documents: Documents,
    pub(super) packages: Packages,
    /// Files that were opened or closed since diagnostics were last published.
    pub(super) touched: BTreeSet<PathBuf>,
    /// The URIs under which the editor shows diagnostics of a file.
    pub(super) published: BTreeMap<PathBuf, Vec<Uri>>,
    /// True if the editor has sent `shutdown`.
    pub(super) is_ending: bool,
}

impl Server<'_> {
    /// Handles an event. Returns how the session ended, if it did.
    pub(super) fn handle(&mut self, event: ServerEvent) -> Option<Result<(), ServeError>> {
        match event {
            ServerEvent::Message(message) => self.handle_message(message),
            ServerEvent::Finished(finished) => {
                self.finish(finished);
                None
            }
            ServerEvent::Gone => Some(Ok(())),
        }
    }

    /// Handles a message. Returns how the session ended, if it did.
    fn handle_message(&mut self, message: Message) -> Option<Result<(), ServeError>> {
        match message {
            Message::Request(request) => {
                let response = if self.cancelled.has(&request.id) {
                    let why = "cancelled".to_owned();
                    Some(Response::new_err(request.id, ErrorCode::RequestCanceled as i32, why))
                } else if self.is_ending {
                    let why = "nothing is served after `shutdown`".to_owned();
                    Some(Response::new_err(request.id, ErrorCode::InvalidRequest as i32, why))
                } else if request.method == Shutdown::METHOD {
                    self.is_ending = true;
                    Some(Response::new_ok(request.id, Value::Null))
                } else {
                    self.handle_request(request)
                };
                response.into_iter().for_each(|response| self.send(Message::Response(response)));
            }
            Message::Notification(notification) if notification.method == Exit::METHOD => {
                return Some(if self.is_ending { Ok(()) } else { Err(ServeError::ExitBeforeShutdown) });
            }
            Message::Notification(notification) if notification.method == Initialized::METHOD => self.watch(),
            Message::Notification(notification) => self.handle_notification(notification),
            Message::Response(_) => {}
        }
        None
    }

    /// Sends a message. An error is ignored: if the editor has disconnected, the next event says so.
    pub(super) fn send(&self, message: Message) {
        let _ = self.connection.sender.send(message);
    }

    /// Responds to the request of a lens, and keeps the result for display at the lens if it is still valid.
    fn finish(&mut self, finished: LensResult) {
        let LensResult { id, command, subject, version, result } = finished;
        let (kind, message) = match &result {
            Ok(found) => (MessageType::INFO, format!("{}: {found}", subject.id)),
            Err(why) => (MessageType::WARNING, format!("{}: {why}", subject.id)),
        };
        let shown = json!(ShowMessageParams { typ: kind, message });
        self.send(Message::Notification(Notification::new(ShowMessage::METHOD.into(), shown)));
        self.send(Message::Response(Response::new_ok(id, json!({ "ok": result.is_ok() }))));
        let package = self.packages.all().find(|package| package.folder() == Some(subject.package.as_path()));
        if let (Some(package), Ok(found)) = (package.filter(|package| package.version == version), result) {
            package.results.insert((command, subject.id), found);
            if self.settings.refreshes_lenses {
                self.requests += 1;
                let refresh = Request::new(self.requests.into(), CodeLensRefresh::METHOD.into(), Value::Null);
                self.send(Message::Request(refresh));
            }
        }
    }
}
