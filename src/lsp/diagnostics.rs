//! Diagnostics as editors show them.

use crate::place::TextRange;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use lsp_types::{Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, NumberOrString, Range};
use serde_json::{Value, json};

use super::editor_client::EditorClient;
use super::packages::OpenPackage;
use crate::diagnostics::{self, Fix, Severity, Suggestion};
use crate::place::Span;

/// The keys of a quick fix in a diagnostic's `data`: its title, the range to replace and the new text, or
/// words that a text may have.
pub const TITLE: &str = "title";
pub const RANGE: &str = "range";
pub const REPLACEMENT: &str = "replacement";
pub const UNCHECKED: &str = "unchecked";

/// Runs the compiler on a package. Returns the files whose diagnostics changed.
pub fn of_compiler(package: &mut OpenPackage, client: EditorClient) -> BTreeSet<PathBuf> {
    let found = package.compile();
    replace(package, &found, client)
}

/// Runs all checks on a package, unless it is stopped. Returns the files whose diagnostics changed.
pub fn of_everything(
    package: &mut OpenPackage,
    stop: Option<&'static AtomicBool>,
    client: EditorClient,
) -> BTreeSet<PathBuf> {
    match package.inspect(stop) {
        Some(found) => replace(package, &found, client),
        None => BTreeSet::new(),
    }
}

/// Replaces the diagnostics of a package. Diagnostics without a span, and diagnostics in workbooks, which
/// editors do not open as texts, are placed at the beginning of `game.toml`, or of another file if there is
/// none.
fn replace(
    package: &mut OpenPackage,
    found: &[diagnostics::Diagnostic],
    client: EditorClient,
) -> BTreeSet<PathBuf> {
    let mut all: BTreeMap<PathBuf, Vec<Diagnostic>> = BTreeMap::new();
    let game = package.game_file().or_else(|| package.sources().files().next().map(|(id, _)| id));
    for diagnostic in found {
        let file = diagnostic.labels.first().map(|label| label.span.file);
        let file = file.filter(|file| package.sources().file(*file).sheet().is_none()).or(game);
        let Some(path) = file.and_then(|file| package.path(file)) else { continue };
        all.entry(path.to_owned()).or_default().push(to_lsp(diagnostic, package, client));
    }
    let before = std::mem::replace(&mut package.found, all);
    let paths = before.keys().chain(package.found.keys());
    paths.filter(|path| before.get(*path) != package.found.get(*path)).cloned().collect()
}

fn to_lsp(diagnostic: &diagnostics::Diagnostic, package: &OpenPackage, client: EditorClient) -> Diagnostic {
    let range = |span: Span| client.range(package, span);
    let first = diagnostic.labels.first();
    let in_workbook = first.filter(|label| package.sources().file(label.span.file).sheet().is_some());
    let mut message = diagnostic.message.clone();
    if let Some(label) = in_workbook {
        let place = package.sources().file(label.span.file).place_name(label.span.first_byte());
        message = format!("{place}: {message}");
    }
    for more in [first.map(|label| &label.text), diagnostic.cause.as_ref(), diagnostic.help.as_ref()] {
        if let Some(more) = more.filter(|more| !more.is_empty()) {
            message.push('\n');
            message.push_str(more);
        }
    }
    let related = diagnostic.labels.iter().skip(1).filter_map(|label| {
        let message = if label.text.is_empty() { "here".to_owned() } else { label.text.clone() };
        Some(DiagnosticRelatedInformation { location: client.location(package, label.span)?, message })
    });
    let related: Vec<DiagnosticRelatedInformation> = related.collect();
    Diagnostic {
        range: first.filter(|_| in_workbook.is_none()).map_or_else(Range::default, |label| range(label.span)),
        severity: Some(match diagnostic.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
        }),
        code: Some(NumberOrString::String(diagnostic.code.to_string())),
        source: Some("cardwright".into()),
        message,
        related_information: (!related.is_empty()).then_some(related),
        data: fixes(diagnostic, package, client),
        ..Diagnostic::default()
    }
}

/// Returns the suggestions of a diagnostic, for quick fixes. Only those in the file of the diagnostic are
/// kept.
fn fixes(diagnostic: &diagnostics::Diagnostic, package: &OpenPackage, client: EditorClient) -> Option<Value> {
    let file = diagnostic.labels.first()?.span.file;
    if package.sources().file(file).sheet().is_some() {
        return None;
    }
    let fix = |suggestion: &Suggestion| match &suggestion.fix {
        Fix::Accept(words) => Some(json!({ TITLE: suggestion.title, UNCHECKED: words })),
        Fix::Replace { .. } => {
            let (span, text) = suggestion.edit(package.sources()).filter(|(span, _)| span.file == file)?;
            Some(json!({ TITLE: suggestion.title, RANGE: client.range(package, span), REPLACEMENT: text }))
        }
    };
    let fixes: Vec<Value> = diagnostic.suggestions.iter().filter_map(fix).collect();
    (!fixes.is_empty()).then(|| fixes.into())
}

/// Returns the diagnostics of a file from all packages that it belongs to, each once.
pub fn merge<'l>(packages: impl Iterator<Item = &'l mut OpenPackage>, path: &Path) -> Vec<Diagnostic> {
    let mut lists = packages.filter_map(|package| package.found.get(path));
    let mut all = lists.next().cloned().unwrap_or_default();
    for list in lists {
        let more: Vec<&Diagnostic> = list.iter().filter(|diagnostic| !all.contains(diagnostic)).collect();
        let more: Vec<Diagnostic> = more.into_iter().cloned().collect();
        all.extend(more);
    }
    all
}
