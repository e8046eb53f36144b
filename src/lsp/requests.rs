//! The requests of an editor, each with its answer.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use lsp_server::{ErrorCode, ExtractError, Request, RequestId, Response};
use lsp_types::request::{
    CodeActionRequest, CodeActionResolveRequest, CodeLensRequest, Completion, DocumentSymbolRequest,
    ExecuteCommand, FoldingRangeRequest, Formatting, GotoDefinition, HoverRequest, InlayHintRequest,
    PrepareRenameRequest, References, Rename, Request as LspRequest, SemanticTokensFullRequest,
    SemanticTokensRangeRequest, SignatureHelpRequest, WorkspaceSymbolRequest,
};
use lsp_types::{
    CodeActionParams, CodeActionResponse, CodeActionTriggerKind, CompletionResponse, DocumentSymbolResponse,
    GotoDefinitionResponse, SemanticTokens, SemanticTokensRangeResult, SemanticTokensResult,
    TextDocumentPositionParams, Uri, WorkspaceSymbolParams, WorkspaceSymbolResponse,
};
use serde_json::{Value, json};

use super::actions::{self, DeferredEdit, EditorSelection};
use super::editor_client::EditorClient;
use super::events::{LensResult, ServerEvent};
use super::lenses::{self, LensSubject};
use super::packages::OpenPackage;
use super::positions::canonical_path;
use super::server::Server;
use super::{answers, completion, folding, formatting, highlight, hints, rename, signature};
use crate::place::FileId;

/// An answer, or why there is none.
type RequestResult = Result<Value, (ErrorCode, String)>;

impl Server<'_> {
    /// Answers a request; `None` if the answer comes later.
    pub(super) fn handle_request(&mut self, request: Request) -> Option<Response> {
        let id = request.id.clone();
        let answered = match request.method.as_str() {
            HoverRequest::METHOD => self.respond::<HoverRequest>(request, |server, params| {
                let pictures = server.settings.options.pictures;
                let at = params.text_document_position_params;
                server
                    .at(&at, |package, file, offset, client| {
                        answers::hover(package, file, offset, pictures, client)
                    })
                    .flatten()
            }),
            Completion::METHOD => self.respond::<Completion>(request, |server, params| {
                let options = server.settings.options;
                let items = server.at(&params.text_document_position, |package, file, offset, client| {
                    completion::completion(package, file, offset, options, client)
                });
                items.map(CompletionResponse::Array)
            }),
            SignatureHelpRequest::METHOD => {
                self.respond::<SignatureHelpRequest>(request, |server, params| {
                    let at = params.text_document_position_params;
                    server
                        .at(&at, |package, file, offset, _| signature::signature_help(package, file, offset))
                        .flatten()
                })
            }
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
            DocumentSymbolRequest::METHOD => {
                self.respond::<DocumentSymbolRequest>(request, |server, params| {
                    let symbols = server.in_file(&params.text_document.uri, answers::symbols);
                    symbols.map(DocumentSymbolResponse::Nested)
                })
            }
            WorkspaceSymbolRequest::METHOD => {
                self.respond::<WorkspaceSymbolRequest>(request, Self::workspace_symbols)
            }
            FoldingRangeRequest::METHOD => self.respond::<FoldingRangeRequest>(request, |server, params| {
                server.in_file(&params.text_document.uri, |package, file, _| {
                    folding::folding_ranges(package, file)
                })
            }),
            Formatting::METHOD => self.respond::<Formatting>(request, |server, params| {
                server.in_file(&params.text_document.uri, formatting::format).flatten()
            }),
            SemanticTokensFullRequest::METHOD => {
                self.respond::<SemanticTokensFullRequest>(request, |server, params| {
                    let uri = &params.text_document.uri;
                    let tokens = |package: &mut OpenPackage, file, client: EditorClient| {
                        highlight::tokens(package, file, None, client)
                    };
                    let data = server.in_file(uri, tokens)?;
                    Some(SemanticTokensResult::Tokens(SemanticTokens { result_id: None, data }))
                })
            }
            SemanticTokensRangeRequest::METHOD => {
                self.respond::<SemanticTokensRangeRequest>(request, |server, params| {
                    let data = server.in_file(&params.text_document.uri, |package, file, client| {
                        highlight::tokens(package, file, Some(params.range), client)
                    })?;
                    Some(SemanticTokensRangeResult::Tokens(SemanticTokens { result_id: None, data }))
                })
            }
            InlayHintRequest::METHOD => self.respond::<InlayHintRequest>(request, |server, params| {
                let sentences = server.settings.options.sentences;
                server.in_file(&params.text_document.uri, |package, file, client| {
                    hints::inlay_hints(package, file, params.range, sentences, client)
                })
            }),
            CodeLensRequest::METHOD => self.respond::<CodeLensRequest>(request, |server, params| {
                let terminal = server.settings.options.terminal;
                server.in_file(&params.text_document.uri, |package, file, client| {
                    lenses::lenses(package, file, terminal, client)
                })
            }),
            Rename::METHOD => self.rename(request),
            PrepareRenameRequest::METHOD => self.prepare_rename(request),
            CodeActionResolveRequest::METHOD => self.resolve_action(request),
            CodeActionRequest::METHOD => self.respond::<CodeActionRequest>(request, Self::code_actions),
            ExecuteCommand::METHOD => match self.execute(request) {
                Ok(()) => return None,
                Err(why) => Err(why),
            },
            other => Err((ErrorCode::MethodNotFound, format!("`{other}` is not served"))),
        };
        Some(response(id, answered))
    }

    /// Returns the declarations in all open packages that match a query.
    fn workspace_symbols(&mut self, params: WorkspaceSymbolParams) -> Option<WorkspaceSymbolResponse> {
        let client = EditorClient { encoding: self.settings.encoding, documents: &self.documents };
        let of = |package: &mut OpenPackage| answers::workspace_symbols(package, &params.query, client);
        Some(WorkspaceSymbolResponse::Nested(self.packages.all().flat_map(of).collect()))
    }

    /// Returns the quick fixes and the refactorings at a selection.
    fn code_actions(&mut self, params: CodeActionParams) -> Option<CodeActionResponse> {
        let uri = &params.text_document.uri;
        let context = params.context;
        let is_alone = canonical_path(uri).is_some_and(|path| self.packages.of(&path).count() == 1);
        // Refactorings compile the package: they are not looked for at each move of the cursor.
        let is_asked = context.trigger_kind != Some(CodeActionTriggerKind::AUTOMATIC)
            && context
                .only
                .as_ref()
                .is_none_or(|only| only.iter().any(|kind| kind.as_str().starts_with("refactor")));
        let lazily = self.settings.resolves_actions;
        self.in_file(uri, |package, file, client| {
            let at = selection(package, file, uri, params.range, client);
            let mut all = actions::quick_fixes(package, at, context.diagnostics, client);
            // A change of what several games share could break those that are not looked at.
            if is_alone && is_asked && !package.is_included(file) {
                all.extend(actions::refactorings(package, at, params.range, lazily, client));
            }
            all
        })
    }

    /// Renames in every package that the file belongs to, or in none.
    fn rename(&mut self, request: Request) -> RequestResult {
        let (_, params) =
            request.extract::<<Rename as LspRequest>::Params>(Rename::METHOD).map_err(unreadable)?;
        let refused = |why: String| (ErrorCode::RequestFailed, why);
        let place = params.text_document_position;
        let path = canonical_path(&place.text_document.uri);
        let path = path.ok_or_else(|| refused("this file is not on a disk".into()))?;
        let client = EditorClient { encoding: self.settings.encoding, documents: &self.documents };
        let mut edits = rename::Edits::new();
        for package in self.packages.of(&path) {
            let Some(file) = package.file(&path) else { continue };
            let offset = client.encoding.offset(package.sources().file(file), place.position);
            rename::rename(package, file, offset, &params.new_name, client, &mut edits).map_err(refused)?;
        }
        if edits.is_empty() {
            return Err(refused("this file belongs to no package".into()));
        }
        serde_json::to_value(rename::workspace_edit(edits))
            .map_err(|why| (ErrorCode::InternalError, why.to_string()))
    }

    /// Returns the range of the name that could be renamed, or why it cannot be.
    fn prepare_rename(&mut self, request: Request) -> RequestResult {
        let method = PrepareRenameRequest::METHOD;
        let (_, place) =
            request.extract::<<PrepareRenameRequest as LspRequest>::Params>(method).map_err(unreadable)?;
        let found = self.at(&place, |package, file, offset, client| {
            let span = rename::renameable(package, file, offset)?;
            Ok((client.range(package, span), package.sources().text(span).to_owned()))
        });
        let (range, placeholder) = found
            .unwrap_or_else(|| Err("this file belongs to no package".to_owned()))
            .map_err(|why| (ErrorCode::RequestFailed, why))?;
        Ok(json!({ "range": range, "placeholder": placeholder }))
    }

    /// Finds the edit of a refactoring that was chosen.
    fn resolve_action(&mut self, request: Request) -> RequestResult {
        let method = CodeActionResolveRequest::METHOD;
        let (_, mut action) = request
            .extract::<<CodeActionResolveRequest as LspRequest>::Params>(method)
            .map_err(unreadable)?;
        let data = action.data.clone().unwrap_or_default();
        let deferred: DeferredEdit =
            serde_json::from_value(data).map_err(|why| (ErrorCode::InvalidParams, why.to_string()))?;
        let edit = self.in_file(&deferred.uri, |package, file, client| {
            let at = selection(package, file, &deferred.uri, deferred.range, client);
            actions::resolve(package, at, &deferred, client)
        });
        let edit = edit.unwrap_or_else(|| Err("this file belongs to no package".to_owned()));
        action.edit = Some(edit.map_err(|why| (ErrorCode::RequestFailed, why))?);
        serde_json::to_value(action).map_err(|why| (ErrorCode::InternalError, why.to_string()))
    }

    /// Begins the work of a lens in the background.
    fn execute(&mut self, request: Request) -> Result<(), (ErrorCode, String)> {
        let method = ExecuteCommand::METHOD;
        let (id, params) =
            request.extract::<<ExecuteCommand as LspRequest>::Params>(method).map_err(unreadable)?;
        let wrong = |why: String| (ErrorCode::InvalidParams, why);
        let command = params.command;
        if ![lenses::RUN_SCENARIO, lenses::CARD_IN_LAB].contains(&command.as_str()) {
            return Err(wrong(format!("`{command}` is not served")));
        }
        let first = params.arguments.into_iter().next().unwrap_or(Value::Null);
        let subject: LensSubject = serde_json::from_value(first).map_err(|why| wrong(why.to_string()))?;
        let package = self.packages.all().find(|package| package.folder() == Some(subject.package.as_path()));
        let package =
            package.ok_or_else(|| wrong(format!("no file of {} is open", subject.package.display())))?;
        let (files, version) = (package.files().clone(), package.version);
        let events = self.events.clone();
        // A new run replaces one that is still going on.
        self.stop.store(true, Ordering::Relaxed);
        self.stop = Arc::default();
        let stop = Arc::clone(&self.stop);
        std::thread::spawn(move || {
            let run = AssertUnwindSafe(|| lenses::run(&command, files, &subject.id, &stop));
            let result = catch_unwind(run)
                .unwrap_or_else(|_| Err("this is a bug in Cardwright: it panicked".to_owned()));
            // If the receiver is gone, the session has ended.
            let _ = events.send(ServerEvent::Finished(LensResult { id, command, subject, version, result }));
        });
        Ok(())
    }

    fn respond<R: LspRequest>(
        &mut self,
        request: Request,
        answer: impl FnOnce(&mut Self, R::Params) -> R::Result,
    ) -> RequestResult {
        let (_, params) = request.extract::<R::Params>(R::METHOD).map_err(unreadable)?;
        let answer = answer(self, params);
        serde_json::to_value(answer).map_err(|why| (ErrorCode::InternalError, why.to_string()))
    }

    /// Answers about a place in a file; `None` if the file belongs to no package.
    fn at<T>(
        &mut self,
        place: &TextDocumentPositionParams,
        answer: impl FnOnce(&mut OpenPackage, FileId, usize, EditorClient) -> T,
    ) -> Option<T> {
        self.in_file(&place.text_document.uri, |package, file, client| {
            let offset = client.encoding.offset(package.sources().file(file), place.position);
            answer(package, file, offset, client)
        })
    }

    /// Answers about a file, as the package around it, else the first that includes it.
    fn in_file<T>(
        &mut self,
        uri: &Uri,
        answer: impl FnOnce(&mut OpenPackage, FileId, EditorClient) -> T,
    ) -> Option<T> {
        let path = canonical_path(uri)?;
        let client = EditorClient { encoding: self.settings.encoding, documents: &self.documents };
        let package = self.packages.nearest(&path)?;
        let file = package.file(&path)?;
        Some(answer(package, file, client))
    }
}

/// Returns a range of a file as a selection.
fn selection<'u>(
    package: &OpenPackage,
    file: FileId,
    uri: &'u Uri,
    range: lsp_types::Range,
    client: EditorClient,
) -> EditorSelection<'u> {
    let text = package.sources().file(file);
    let byte = |position| client.encoding.offset(text, position);
    let (start, end) = (byte(range.start), byte(range.end));
    EditorSelection { file, uri, bytes: (start.min(end), start.max(end)) }
}

/// Makes the response to a request.
fn response(id: RequestId, answered: RequestResult) -> Response {
    match answered {
        Ok(value) => Response::new_ok(id, value),
        Err((code, why)) => Response::new_err(id, code as i32, why),
    }
}

/// Returns the error for a request that cannot be read.
fn unreadable(why: ExtractError<Request>) -> (ErrorCode, String) {
    match why {
        ExtractError::JsonError { error, .. } => (ErrorCode::InvalidParams, error.to_string()),
        ExtractError::MethodMismatch(_) => (ErrorCode::InternalError, "another method".to_owned()),
    }
}
