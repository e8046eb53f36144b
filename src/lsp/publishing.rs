//! Publishes diagnostics: those of the compiler immediately, the others when the user pauses.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Duration;

use lsp_server::{Message, Notification};
use lsp_types::notification::{Notification as LspNotification, PublishDiagnostics};
use lsp_types::{PublishDiagnosticsParams, Uri};

use super::diagnostics;
use super::editor_client::EditorClient;
use super::packages::Freshness;
use super::server::Server;

/// Inspections that take longer than this wait for a pause in typing.
const QUICK: Duration = Duration::from_millis(30);

impl Server<'_> {
    /// Publishes the diagnostics of the packages that changed; at first only those of the compiler, unless
    /// the last inspection was quick.
    pub(super) fn publish(&mut self) {
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
    pub(super) fn publish_rest(&mut self) {
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
