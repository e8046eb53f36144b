//! The notifications of an editor: files that are opened, changed, saved and closed.

use lsp_server::{Message, Notification, Request};
use lsp_types::notification::{
    DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument, DidOpenTextDocument,
    DidSaveTextDocument, Notification as LspNotification,
};
use lsp_types::request::{RegisterCapability, Request as LspRequest};
use serde_json::json;

use super::cancellation::cancelled_id;
use super::positions::canonical_path;
use super::server::Server;

impl Server<'_> {
    /// Registers for notifications of changed files.
    pub(super) fn watch(&self) {
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

    pub(super) fn handle_notification(&mut self, notification: Notification) {
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
}

/// Returns the parameters of a notification; `None` if they cannot be parsed, for which the protocol has no
/// response.
fn params_of<N: LspNotification>(notification: Notification) -> Option<N::Params> {
    notification.extract::<N::Params>(N::METHOD).ok()
}
