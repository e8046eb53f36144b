//! The language server: the diagnostics of `check`, and the meaning of names, while files are edited.
//!
//! It implements the Language Server Protocol 3.17. All answers come from the compiler itself, run on the
//! files as they are in the editor.

mod actions;
mod answers;
mod cancellation;
mod code_pages;
mod completion;
mod declarations;
mod diagnostics;
mod documents;
mod folding;
mod formatting;
mod highlight;
mod hints;
mod inbox;
mod initialize;
mod keys;
mod lenses;
mod name_completion;
mod names;
mod packages;
mod picture;
mod places;
mod positions;
mod rename;
mod requests;
mod signature;
mod snippets;
mod stdio;
mod strings;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument, DidOpenTextDocument,
    DidSaveTextDocument, Exit, Initialized, Notification as LspNotification, PublishDiagnostics, ShowMessage,
};
use lsp_types::request::{
    CodeActionRequest, CodeLensRefresh, Completion, Formatting, GotoDefinition, HoverRequest,
    RegisterCapability, Request as LspRequest, Shutdown, SignatureHelpRequest,
};
use lsp_types::{MessageType, PublishDiagnosticsParams, ShowMessageParams, Uri};
use serde_json::{Value, json};

use cancellation::{CancelledRequests, cancelled_id};
use code_pages::CodePages;
use documents::{Documents, EditorClient};
use inbox::{Inbox, MessageSender};
use initialize::{ClientSettings, initialize};
use lenses::LensSubject;
use packages::{Freshness, Packages};
use positions::path_of;

/// Inspections that take longer than this wait for a pause in typing.
const QUICK: Duration = Duration::from_millis(30);

/// Requests for which a person waits: they interrupt an inspection, which is then restarted.
const AWAITED: [&str; 6] = [
    Completion::METHOD,
    SignatureHelpRequest::METHOD,
    HoverRequest::METHOD,
    GotoDefinition::METHOD,
    Formatting::METHOD,
    CodeActionRequest::METHOD,
];

/// Maximum number of times that requests may interrupt an inspection, so that it ends even if an editor sends
/// requests all the time.
const MAX_STOPS: u32 = 16;

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

/// Serves an editor on standard input and output until it ends the session or disconnects.
///
/// # Errors
/// The editor breaks the protocol, or the connection.
pub fn serve_stdio() -> Result<(), ServeError> {
    let (connection, threads) = stdio::connect();
    let ended = serve(&connection);
    drop(connection);
    match threads.join() {
        // An editor that disconnects does not wait for the last response.
        Err(why) if why.kind() != std::io::ErrorKind::BrokenPipe => Err(why.into()),
        _ => ended,
    }
}

/// Serves an editor over a connection until it ends the session or disconnects.
///
/// # Errors
/// The editor breaks the protocol.
pub fn serve(connection: &Connection) -> Result<(), ServeError> {
    // The connection hands over one message at a time. Waiting messages are queued here, so that later edits
    // are known before a check starts.
    let (events, arrived) = mpsc::channel();
    let unread = Arc::new(AtomicUsize::new(0));
    let inbox = Inbox { events: arrived, unread: Arc::clone(&unread) };
    let waiting = MessageSender { events: events.clone(), unread };
    let messages = connection.receiver.clone();
    // These are leaked once a session, and a process has only one.
    let interrupted: &'static AtomicBool = Box::leak(Box::new(AtomicBool::new(false)));
    let stopped = Arc::new(AtomicU32::new(0));
    let times_stopped = Arc::clone(&stopped);
    let asked = Arc::new(AtomicBool::new(false));
    let stopped_by_request = Arc::clone(&asked);
    let cancelled = CancelledRequests::default();
    let now_cancelled = cancelled.clone();
    std::thread::spawn(move || {
        for message in messages {
            let interrupts = match &message {
                Message::Notification(notification) => match cancelled_id(notification) {
                    Some(id) => {
                        now_cancelled.add(id);
                        false
                    }
                    None => true,
                },
                Message::Request(request) => {
                    AWAITED.contains(&request.method.as_str())
                        && times_stopped.load(Ordering::Relaxed) < MAX_STOPS
                }
                Message::Response(_) => false,
            };
            let by_request = matches!(message, Message::Request(_));
            let announce = || {
                if interrupts {
                    asked.store(by_request, Ordering::SeqCst);
                    interrupted.store(true, Ordering::SeqCst);
                }
            };
            if !waiting.send(ServerEvent::Message(message), announce) {
                return;
            }
        }
        // The thread of a lens may still hold a sender.
        waiting.send(ServerEvent::Gone, || {});
    });
    let Some(settings) = initialize(connection, &inbox)? else { return Ok(()) };
    let pages = settings.links_codes.then(CodePages::of_user);
    let mut server = Server {
        connection,
        settings,
        pages,
        events,
        interrupted,
        stopped,
        stopped_by_request,
        cancelled,
        stop: Arc::default(),
        requests: 0,
        documents: Documents::default(),
        packages: Packages::default(),
        touched: BTreeSet::new(),
        published: BTreeMap::new(),
        is_ending: false,
    };
    while let Ok(event) = inbox.recv() {
        let mut next = Some(event);
        while next.is_some() {
            // All edits that have arrived are applied before a check: later ones make the results of earlier
            // ones stale.
            while let Some(event) = next {
                let is_notification = matches!(event, ServerEvent::Message(Message::Notification(_)));
                if let Some(ended) = server.handle(event) {
                    return ended;
                }
                next = is_notification.then(|| inbox.next_at_hand()).flatten();
            }
            server.publish();
            // The message that set the flag is already here.
            interrupted.store(false, Ordering::SeqCst);
            next = inbox.next_at_hand();
            if next.is_none() {
                server.publish_rest();
            }
        }
    }
    Ok(())
}

/// An event of the server's loop.
enum ServerEvent {
    /// A message of the editor.
    Message(Message),
    /// The command of a lens has finished.
    Finished(LensResult),
    /// The editor has disconnected.
    Gone,
}

/// The result of a lens's command.
struct LensResult {
    /// The request to answer.
    id: RequestId,
    command: String,
    subject: LensSubject,
    /// The version of the package for which it was computed.
    version: u64,
    result: Result<String, String>,
}

struct Server<'c> {
    connection: &'c Connection,
    settings: ClientSettings,
    /// The pages that diagnostics link to, if the editor shows such links.
    pages: Option<CodePages>,
    /// The channel on which threads report.
    events: mpsc::Sender<ServerEvent>,
    /// Interrupts an inspection: set if a message has arrived since it began.
    interrupted: &'static AtomicBool,
    /// Number of inspections that were interrupted since one was completed.
    stopped: Arc<AtomicU32>,
    /// True if `interrupted` was set by a request, not by an edit.
    stopped_by_request: Arc<AtomicBool>,
    /// The requests that the editor has cancelled.
    cancelled: CancelledRequests,
    /// Stops the command of a lens.
    stop: Arc<AtomicBool>,
    /// The number of requests sent to the editor.
    requests: i32,
    documents: Documents,
    packages: Packages,
    /// Files that were opened or closed since diagnostics were last published.
    touched: BTreeSet<PathBuf>,
    /// The URIs under which the editor shows diagnostics of a file.
    published: BTreeMap<PathBuf, Vec<Uri>>,
    /// Whether the editor has sent `shutdown`.
    is_ending: bool,
}

impl Server<'_> {
    /// Handles an event. Returns how the session ended, if it did.
    fn handle(&mut self, event: ServerEvent) -> Option<Result<(), ServeError>> {
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
    fn send(&self, message: Message) {
        let _ = self.connection.sender.send(message);
    }

    /// Registers for notifications of changed files.
    fn watch(&self) {
        if !self.settings.watches {
            return;
        }
        let watchers = ["toml", "csv", "xlsx", "ods", "j2", "svg", "md"]
            .map(|ending| json!({ "globPattern": format!("**/*.{ending}") }));
        let wanted = json!({
            "id": "files",
            "method": DidChangeWatchedFiles::METHOD,
            "registerOptions": { "watchers": watchers },
        });
        let asked = json!({ "registrations": [wanted] });
        self.send(Message::Request(Request::new(
            "files".to_owned().into(),
            RegisterCapability::METHOD.into(),
            asked,
        )));
    }

    fn handle_notification(&mut self, notification: Notification) {
        if let Some(id) = cancelled_id(&notification) {
            // The request came before its cancellation, so it is answered by now.
            self.cancelled.remove(&id);
            return;
        }
        match notification.method.as_str() {
            DidOpenTextDocument::METHOD => {
                let Some(params) = params_of::<DidOpenTextDocument>(notification) else { return };
                let document = params.text_document;
                let Some(path) = canonical_path(&document.uri) else { return };
                self.documents.open(path.clone(), document.uri, document.text.clone(), document.version);
                self.packages.open(&path, &self.documents);
                self.packages.replace(&path, &document.text);
                self.touched.insert(path);
            }
            DidChangeTextDocument::METHOD => {
                let Some(params) = params_of::<DidChangeTextDocument>(notification) else { return };
                let Some(path) = canonical_path(&params.text_document.uri) else { return };
                let version = params.text_document.version;
                if let Some(text) =
                    self.documents.change(&path, version, params.content_changes, self.settings.encoding)
                {
                    self.packages.replace(&path, text);
                }
            }
            DidSaveTextDocument::METHOD => {
                let Some(params) = params_of::<DidSaveTextDocument>(notification) else { return };
                let Some(path) = canonical_path(&params.text_document.uri) else { return };
                self.packages.reload(&[path], &self.documents);
            }
            DidCloseTextDocument::METHOD => {
                let Some(params) = params_of::<DidCloseTextDocument>(notification) else { return };
                let Some(path) = canonical_path(&params.text_document.uri) else { return };
                self.documents.close(&path, &params.text_document.uri);
                if self.documents.get(&path).is_none() {
                    self.packages.reload(std::slice::from_ref(&path), &self.documents);
                }
                self.touched.insert(path);
            }
            DidChangeWatchedFiles::METHOD => {
                let Some(params) = params_of::<DidChangeWatchedFiles>(notification) else { return };
                let changed = params.changes.iter().filter_map(|change| canonical_path(&change.uri));
                self.packages.reload(&changed.collect::<Vec<_>>(), &self.documents);
            }
            _ => {}
        }
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

    /// Publishes the diagnostics of the packages that changed; at first only those of the compiler, unless
    /// the last inspection was quick.
    fn publish(&mut self) {
        let mut changed = std::mem::take(&mut self.touched);
        let client = EditorClient { encoding: self.settings.encoding, documents: &self.documents };
        for package in self.packages.all().filter(|package| package.freshness == Freshness::Stale) {
            changed.extend(match package.inspection.is_some_and(|took| took < QUICK) {
                true => diagnostics::of_everything(package, None, client),
                false => diagnostics::of_compiler(package, client),
            });
        }
        self.publish_in(changed);
    }

    /// Inspects the packages whose inspection is pending and publishes the findings, unless it is
    /// interrupted.
    fn publish_rest(&mut self) {
        let mut changed = BTreeSet::new();
        let client = EditorClient { encoding: self.settings.encoding, documents: &self.documents };
        for package in self.packages.all().filter(|package| package.freshness == Freshness::Compiled) {
            changed.extend(diagnostics::of_everything(package, Some(self.interrupted), client));
            if package.freshness == Freshness::Inspected {
                self.stopped.store(0, Ordering::Relaxed);
                continue;
            }
            // An edit restarts it in any case.
            self.stopped
                .fetch_add(u32::from(self.stopped_by_request.load(Ordering::SeqCst)), Ordering::Relaxed);
            break;
        }
        self.publish_in(changed);
    }

    /// Publishes the diagnostics of files.
    fn publish_in(&mut self, changed: BTreeSet<PathBuf>) {
        for path in changed {
            let mut diagnostics = diagnostics::merge(self.packages.all(), &path);
            if let Some(pages) = &mut self.pages {
                diagnostics.iter_mut().for_each(|diagnostic| pages.link(diagnostic));
            }
            let version = self.documents.get(&path).map(|document| document.version);
            let now = self.documents.uris(&path);
            let before = self.published.remove(&path).unwrap_or_default();
            // Clears diagnostics under URIs that the file no longer has.
            for uri in before.iter().filter(|uri| diagnostics.is_empty() || !now.contains(uri)) {
                self.publish_under(uri.clone(), Vec::new(), version);
            }
            if !diagnostics.is_empty() {
                now.iter().for_each(|uri| self.publish_under(uri.clone(), diagnostics.clone(), version));
                self.published.insert(path, now);
            }
        }
    }

    fn publish_under(&self, uri: Uri, diagnostics: Vec<lsp_types::Diagnostic>, version: Option<i32>) {
        let params = PublishDiagnosticsParams { uri, diagnostics, version };
        self.send(Message::Notification(Notification::new(PublishDiagnostics::METHOD.into(), params)));
    }
}

/// Returns the parameters of a notification; `None` if they cannot be parsed, for which the protocol has no
/// response.
fn params_of<N: LspNotification>(notification: Notification) -> Option<N::Params> {
    notification.extract::<N::Params>(N::METHOD).ok()
}

/// Returns the path of a file with symbolic links resolved, so that each file has one path.
fn canonical_path(uri: &Uri) -> Option<PathBuf> {
    let path = path_of(uri)?;
    Some(real(&path).unwrap_or(path))
}

/// Resolves the symbolic links of a path; for a file that is not saved yet, those of its folder.
fn real(path: &Path) -> Option<PathBuf> {
    let of_folder = || Some(std::fs::canonicalize(path.parent()?).ok()?.join(path.file_name()?));
    std::fs::canonicalize(path).ok().or_else(of_folder)
}
