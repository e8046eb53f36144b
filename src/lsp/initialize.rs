//! The start of a session: the capabilities of the editor and of the server.

use lsp_server::{Connection, ErrorCode, Message, Response};
use lsp_types::notification::{Exit, Notification as LspNotification};
use lsp_types::request::{Initialize, Request as LspRequest};
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CodeLensOptions, CompletionOptions,
    ExecuteCommandOptions, FoldingRangeProviderCapability, HoverProviderCapability, InitializeParams, OneOf,
    RenameOptions, SaveOptions, SemanticTokensFullOptions, SemanticTokensOptions,
    SemanticTokensServerCapabilities, ServerCapabilities, SignatureHelpOptions, TextDocumentSyncCapability,
    TextDocumentSyncKind, TextDocumentSyncOptions, TextDocumentSyncSaveOptions, WorkDoneProgressOptions,
};
use serde::Deserialize;
use serde_json::json;

use super::events::ServerEvent;
use super::inbox::Inbox;
use super::positions::Encoding;
use super::serve_error::ServeError;
use super::{highlight, lenses};

/// The `initializationOptions` of an editor.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct ClientOptions {
    /// True if keys and values that a schema knows are completed, which another server may do.
    pub keys: bool,
    /// True if snippets are completed, if the editor can fill them in.
    pub snippets: bool,
    /// True if the editor has a command that runs the program in a terminal.
    pub terminal: bool,
    /// True if hovering over a card shows its picture.
    pub pictures: bool,
    /// True if the sentence that is made of a card's rule is an inlay hint.
    pub sentences: bool,
}

impl Default for ClientOptions {
    fn default() -> ClientOptions {
        ClientOptions { keys: true, snippets: true, terminal: false, pictures: false, sentences: false }
    }
}

/// The settings of a conversation.
#[derive(Clone, Copy, Debug)]
pub struct ClientSettings {
    /// The unit of columns.
    pub encoding: Encoding,
    /// The editor's options.
    pub options: ClientOptions,
    /// True if the editor can watch files on the disk for the server.
    pub watches: bool,
    /// True if it supports refreshing lenses.
    pub refreshes_lenses: bool,
    /// True if it asks for the edit of a code action when the action is chosen.
    pub resolves_actions: bool,
    /// True if it shows the code of a diagnostic as a link.
    pub links_codes: bool,
}

/// Exchanges capabilities with the editor. Returns `None` if it disconnects before.
pub fn initialize(connection: &Connection, events: &Inbox) -> Result<Option<ClientSettings>, ServeError> {
    while let Ok(ServerEvent::Message(message)) = events.recv() {
        match message {
            Message::Request(request) if request.method == Initialize::METHOD => {
                let params = match serde_json::from_value::<InitializeParams>(request.params) {
                    Ok(params) => params,
                    Err(why) => {
                        let refused =
                            Response::new_err(request.id, ErrorCode::InvalidParams as i32, why.to_string());
                        let _ = connection.sender.send(Message::Response(refused));
                        continue;
                    }
                };
                let general = params.capabilities.general.as_ref();
                let encoding =
                    Encoding::agreed(general.and_then(|general| general.position_encodings.as_deref()));
                let about = json!({ "name": "cardwright", "version": env!("CARGO_PKG_VERSION") });
                let agreed = json!({ "capabilities": capabilities(encoding), "serverInfo": about });
                let _ = connection.sender.send(Message::Response(Response::new_ok(request.id, agreed)));
                // ClientOptions that cannot be read are those of another server.
                let options =
                    params.initialization_options.and_then(|options| serde_json::from_value(options).ok());
                let mut options: ClientOptions = options.unwrap_or_default();
                let text = params.capabilities.text_document.unwrap_or_default();
                let actions = text.code_action.unwrap_or_default();
                let is_edit = |name: &String| name == "edit";
                let resolves_actions = actions.data_support.unwrap_or_default()
                    && actions.resolve_support.is_some_and(|support| support.properties.iter().any(is_edit));
                let shown = text.publish_diagnostics.unwrap_or_default();
                let items = text.completion.and_then(|completion| completion.completion_item);
                options.snippets &= items.and_then(|items| items.snippet_support).unwrap_or_default();
                let workspace = params.capabilities.workspace.unwrap_or_default();
                let files = workspace.did_change_watched_files.and_then(|files| files.dynamic_registration);
                let lenses = workspace.code_lens.and_then(|lenses| lenses.refresh_support);
                return Ok(Some(ClientSettings {
                    encoding,
                    options,
                    watches: files.unwrap_or_default(),
                    refreshes_lenses: lenses.unwrap_or_default(),
                    resolves_actions,
                    links_codes: shown.code_description_support.unwrap_or_default(),
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
    let highlighting = SemanticTokensOptions {
        legend: highlight::legend(),
        range: Some(true),
        full: Some(SemanticTokensFullOptions::Bool(true)),
        ..SemanticTokensOptions::default()
    };
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
            trigger_characters: Some([".", "{", "|", "\""].map(str::to_owned).to_vec()),
            ..CompletionOptions::default()
        }),
        signature_help_provider: Some(SignatureHelpOptions {
            trigger_characters: Some(["(", ","].map(str::to_owned).to_vec()),
            ..SignatureHelpOptions::default()
        }),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        })),
        document_symbol_provider: Some(OneOf::Left(true)),
        workspace_symbol_provider: Some(OneOf::Left(true)),
        document_formatting_provider: Some(OneOf::Left(true)),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        semantic_tokens_provider: Some(SemanticTokensServerCapabilities::SemanticTokensOptions(highlighting)),
        inlay_hint_provider: Some(OneOf::Left(true)),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: vec![lenses::RUN_SCENARIO.to_owned(), lenses::CARD_IN_LAB.to_owned()],
            ..ExecuteCommandOptions::default()
        }),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![
                CodeActionKind::QUICKFIX,
                CodeActionKind::REFACTOR_EXTRACT,
                CodeActionKind::REFACTOR_REWRITE,
            ]),
            resolve_provider: Some(true),
            ..CodeActionOptions::default()
        })),
        ..ServerCapabilities::default()
    }
}
