//! The language server: what `check` finds and what names mean, while the files of packages are edited.
//!
//! It speaks the Language Server Protocol 3.17. Everything is found by the compiler itself, from the files as they stand in the editor.

mod answers;
mod declarations;
mod diagnostics;
mod documents;
mod names;
mod packages;
mod positions;
mod rename;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::mpsc;

use lsp_server::{Connection, ErrorCode, ExtractError, Message, Notification, Request, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument, DidOpenTextDocument, DidSaveTextDocument, Exit,
    Initialized, Notification as LspNotification, PublishDiagnostics,
};
use lsp_types::request::{
    CodeActionRequest, Completion, DocumentSymbolRequest, GotoDefinition, HoverRequest, Initialize, References,
    RegisterCapability, Rename, Request as LspRequest, Shutdown, WorkspaceSymbolRequest,
};
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CompletionOptions, DocumentSymbolResponse,
    GotoDefinitionResponse, HoverProviderCapability, InitializeParams, OneOf, PublishDiagnosticsParams, SaveOptions,
    ServerCapabilities, TextDocumentPositionParams, TextDocumentSyncCapability, TextDocumentSyncKind,
    TextDocumentSyncOptions, TextDocumentSyncSaveOptions, Uri, WorkspaceSymbolResponse,
};
use serde_json::{Value, json};

use documents::{Client, Documents};
use packages::{OpenPackage, Packages};
use positions::{Encoding, path_of};

use crate::place::FileId;

/// Reasons why serving ends early.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The editor ended it without asking for the end first.
    #[error("it says `exit` before `shutdown`")]
    ExitBeforeShutdown,
    /// Reading or writing failed.
    #[error("{0}")]
    Io(#[from] std::io::Error),
}

/// Serves an editor on standard input and output until it ends the conversation, or goes away.
///
/// # Errors
/// The editor breaks the protocol, or the connection.
pub fn serve_stdio() -> Result<(), ServeError> {
    let (connection, threads) = Connection::stdio();
    let ended = serve(&connection);
    drop(connection);
    match threads.join() {
        // An editor that goes away does not wait for the last answer.
        Err(why) if why.kind() != std::io::ErrorKind::BrokenPipe => Err(why.into()),
        _ => ended,
    }
}

/// Serves an editor over a connection until it ends the conversation, or goes away.
///
/// # Errors
/// The editor breaks the protocol.
pub fn serve(connection: &Connection) -> Result<(), ServeError> {
    // The connection hands over one message at a time. Waiting messages are queued here, so that later edits are known before a check.
    let (waiting, messages) = mpsc::channel();
    let arriving = connection.receiver.clone();
    std::thread::spawn(move || arriving.into_iter().all(|message| waiting.send(message).is_ok()));
    let Some(mut server) = initialize(connection, &messages)? else { return Ok(()) };
    while let Ok(message) = messages.recv() {
        let mut next = Some(message);
        // All edits that have come are taken before anything is checked: later ones make the results of earlier ones stale.
        while let Some(message) = next {
            let is_notification = matches!(message, Message::Notification(_));
            if let Some(ended) = server.handle_message(message) {
                return ended;
            }
            next = is_notification.then(|| messages.try_recv().ok()).flatten();
        }
        server.publish();
    }
    Ok(())
}

/// Agrees with the editor on what is served. Returns nothing if it goes away before.
fn initialize<'c>(
    connection: &'c Connection,
    messages: &mpsc::Receiver<Message>,
) -> Result<Option<Server<'c>>, ServeError> {
    while let Ok(message) = messages.recv() {
        match message {
            Message::Request(request) if request.method == Initialize::METHOD => {
                let params = match serde_json::from_value::<InitializeParams>(request.params) {
                    Ok(params) => params,
                    Err(why) => {
                        let refused = Response::new_err(request.id, ErrorCode::InvalidParams as i32, why.to_string());
                        let _ = connection.sender.send(Message::Response(refused));
                        continue;
                    }
                };
                let general = params.capabilities.general.as_ref();
                let encoding = Encoding::agreed(general.and_then(|general| general.position_encodings.as_deref()));
                let about = json!({ "name": "cardwright", "version": env!("CARGO_PKG_VERSION") });
                let agreed = json!({ "capabilities": capabilities(encoding), "serverInfo": about });
                let _ = connection.sender.send(Message::Response(Response::new_ok(request.id, agreed)));
                let files = params.capabilities.workspace.and_then(|workspace| workspace.did_change_watched_files);
                let watches = files.and_then(|files| files.dynamic_registration).unwrap_or_default();
                return Ok(Some(Server {
                    connection,
                    encoding,
                    documents: Documents::default(),
                    packages: Packages::default(),
                    touched: BTreeSet::new(),
                    published: BTreeMap::new(),
                    watches,
                    is_ending: false,
                }));
            }
            Message::Request(request) => {
                let why = "nothing is served before `initialize`".to_owned();
                let refused = Response::new_err(request.id, ErrorCode::ServerNotInitialized as i32, why);
                let _ = connection.sender.send(Message::Response(refused));
            }
            Message::Notification(notification) if notification.method == Exit::METHOD => {
                return Err(ServeError::ExitBeforeShutdown);
            }
            Message::Notification(_) | Message::Response(_) => {}
        }
    }
    Ok(None)
}

fn capabilities(encoding: Encoding) -> ServerCapabilities {
    ServerCapabilities {
        position_encoding: Some(encoding.kind()),
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions { include_text: Some(false) })),
            ..TextDocumentSyncOptions::default()
        })),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(vec![".".into()]),
            ..CompletionOptions::default()
        }),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        workspace_symbol_provider: Some(OneOf::Left(true)),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX]),
            ..CodeActionOptions::default()
        })),
        ..ServerCapabilities::default()
    }
}

struct Server<'c> {
    connection: &'c Connection,
    encoding: Encoding,
    documents: Documents,
    packages: Packages,
    /// Files that were opened or closed since diagnostics were last published.
    touched: BTreeSet<PathBuf>,
    /// The URIs under which the editor shows diagnostics of a file.
    published: BTreeMap<PathBuf, Vec<Uri>>,
    /// Whether the editor can be asked to watch files on the disk.
    watches: bool,
    /// Whether the editor has asked for the end.
    is_ending: bool,
}

impl Server<'_> {
    /// Takes a message. Returns how the conversation ended, if it did.
    fn handle_message(&mut self, message: Message) -> Option<Result<(), ServeError>> {
        match message {
            Message::Request(request) => {
                let response = if self.is_ending {
                    let why = "nothing is served after `shutdown`".to_owned();
                    Response::new_err(request.id, ErrorCode::InvalidRequest as i32, why)
                } else if request.method == Shutdown::METHOD {
                    self.is_ending = true;
                    Response::new_ok(request.id, Value::Null)
                } else {
                    self.handle_request(request)
                };
                self.send(Message::Response(response));
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

    /// Sends a message. If nobody listens any more, the next that comes is the end.
    fn send(&self, message: Message) {
        let _ = self.connection.sender.send(message);
    }

    /// Registers for changes of files on the disk.
    fn watch(&self) {
        if !self.watches {
            return;
        }
        let watchers =
            ["toml", "csv", "j2", "svg", "md"].map(|ending| json!({ "globPattern": format!("**/*.{ending}") }));
        let wanted = json!({
            "id": "files",
            "method": DidChangeWatchedFiles::METHOD,
            "registerOptions": { "watchers": watchers },
        });
        let asked = json!({ "registrations": [wanted] });
        self.send(Message::Request(Request::new("files".to_owned().into(), RegisterCapability::METHOD.into(), asked)));
    }

    fn handle_request(&mut self, request: Request) -> Response {
        let id = request.id.clone();
        let answered = match request.method.as_str() {
            HoverRequest::METHOD => self.respond::<HoverRequest>(request, |server, params| {
                let at = params.text_document_position_params;
                server.at(&at, answers::hover).flatten()
            }),
            Completion::METHOD => self.respond::<Completion>(request, |server, params| {
                let items = server.at(&params.text_document_position, |package, file, offset, client| {
                    answers::completion(package, file, offset, client)
                });
                items.map(lsp_types::CompletionResponse::Array)
            }),
            GotoDefinition::METHOD => self.respond::<GotoDefinition>(request, |server, params| {
                let at = params.text_document_position_params;
                server.at(&at, answers::definition).map(GotoDefinitionResponse::Array)
            }),
            References::METHOD => self.respond::<References>(request, |server, params| {
                let all = params.context.include_declaration;
                server.at(&params.text_document_position, |package, file, offset, client| {
                    answers::references(package, file, offset, all, client)
                })
            }),
            DocumentSymbolRequest::METHOD => self.respond::<DocumentSymbolRequest>(request, |server, params| {
                let symbols = server.in_file(&params.text_document.uri, answers::symbols);
                symbols.map(DocumentSymbolResponse::Nested)
            }),
            WorkspaceSymbolRequest::METHOD => self.respond::<WorkspaceSymbolRequest>(request, |server, params| {
                let client = Client { encoding: server.encoding, documents: &server.documents };
                let of = |package: &mut OpenPackage| answers::workspace_symbols(package, &params.query, client);
                Some(WorkspaceSymbolResponse::Nested(server.packages.all().flat_map(of).collect()))
            }),
            Rename::METHOD => self.rename(request),
            CodeActionRequest::METHOD => self.respond::<CodeActionRequest>(request, |_, params| {
                Some(diagnostics::quick_fixes(&params.text_document.uri, params.context.diagnostics))
            }),
            other => Err((ErrorCode::MethodNotFound, format!("`{other}` is not served"))),
        };
        match answered {
            Ok(value) => Response::new_ok(id, value),
            Err((code, why)) => Response::new_err(id, code as i32, why),
        }
    }

    /// Renames in every package that the file belongs to, or in none.
    fn rename(&mut self, request: Request) -> Result<Value, (ErrorCode, String)> {
        let (_, params) = request.extract::<<Rename as LspRequest>::Params>(Rename::METHOD).map_err(unreadable)?;
        let refused = |why: String| (ErrorCode::RequestFailed, why);
        let place = params.text_document_position;
        let path = canonical_path(&place.text_document.uri);
        let path = path.ok_or_else(|| refused("this file is not on a disk".into()))?;
        let client = Client { encoding: self.encoding, documents: &self.documents };
        let mut edits = rename::Edits::new();
        for package in self.packages.of(&path) {
            let Some(file) = package.file(&path) else { continue };
            let offset = client.encoding.offset(package.sources().file(file), place.position);
            rename::rename(package, file, offset, &params.new_name, client, &mut edits).map_err(refused)?;
        }
        if edits.is_empty() {
            return Err(refused("this file belongs to no package".into()));
        }
        serde_json::to_value(rename::workspace_edit(edits)).map_err(|why| (ErrorCode::InternalError, why.to_string()))
    }

    fn respond<R: LspRequest>(
        &mut self,
        request: Request,
        answer: impl FnOnce(&mut Self, R::Params) -> R::Result,
    ) -> Result<Value, (ErrorCode, String)> {
        let (_, params) = request.extract::<R::Params>(R::METHOD).map_err(unreadable)?;
        let answer = answer(self, params);
        serde_json::to_value(answer).map_err(|why| (ErrorCode::InternalError, why.to_string()))
    }

    fn handle_notification(&mut self, notification: Notification) {
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
                if let Some(text) = self.documents.change(&path, version, params.content_changes, self.encoding) {
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

    /// Answers about a place in a file; `None` if the file belongs to no package.
    fn at<T>(
        &mut self,
        place: &TextDocumentPositionParams,
        answer: impl FnOnce(&mut OpenPackage, FileId, usize, Client) -> T,
    ) -> Option<T> {
        self.in_file(&place.text_document.uri, |package, file, client| {
            let offset = client.encoding.offset(package.sources().file(file), place.position);
            answer(package, file, offset, client)
        })
    }

    /// Answers about a file, as the first package to which it belongs.
    fn in_file<T>(&mut self, uri: &Uri, answer: impl FnOnce(&mut OpenPackage, FileId, Client) -> T) -> Option<T> {
        let path = canonical_path(uri)?;
        let client = Client { encoding: self.encoding, documents: &self.documents };
        let package = self.packages.of(&path).next()?;
        let file = package.file(&path)?;
        Some(answer(package, file, client))
    }

    /// Publishes the diagnostics of the packages that changed, for every file of which they are others than before.
    fn publish(&mut self) {
        let mut changed = std::mem::take(&mut self.touched);
        let client = Client { encoding: self.encoding, documents: &self.documents };
        for package in self.packages.stale() {
            let found = diagnostics::diagnostics_by_file(package, client);
            let before = std::mem::replace(&mut package.found, found);
            let paths = before.keys().chain(package.found.keys());
            changed.extend(paths.filter(|path| before.get(*path) != package.found.get(*path)).cloned());
        }
        for path in changed {
            let diagnostics = diagnostics::merged(self.packages.all(), &path);
            let version = self.documents.get(&path).map(|document| document.version);
            let now = self.documents.uris(&path);
            let before = self.published.remove(&path).unwrap_or_default();
            // Taken back under URIs that the file no longer has.
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

/// Returns the error for a request that cannot be read.
fn unreadable(why: ExtractError<Request>) -> (ErrorCode, String) {
    match why {
        ExtractError::JsonError { error, .. } => (ErrorCode::InvalidParams, error.to_string()),
        ExtractError::MethodMismatch(_) => (ErrorCode::InternalError, "another method".to_owned()),
    }
}

/// Returns the parameters of a notification; `None` if they cannot be read, which the protocol has no answer to.
fn params_of<N: LspNotification>(notification: Notification) -> Option<N::Params> {
    notification.extract::<N::Params>(N::METHOD).ok()
}

/// Returns the path of a file without links, so that each file has one path.
fn canonical_path(uri: &Uri) -> Option<PathBuf> {
    let path = path_of(uri)?;
    Some(real(&path).unwrap_or(path))
}

/// Resolves the links of a path. Of a file that is not saved yet, those of its folder.
fn real(path: &Path) -> Option<PathBuf> {
    let of_folder = || Some(std::fs::canonicalize(path.parent()?).ok()?.join(path.file_name()?));
    std::fs::canonicalize(path).ok().or_else(of_folder)
}
