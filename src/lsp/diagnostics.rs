//! Diagnostics as editors show them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity,
    NumberOrString, Range, TextEdit, Uri, WorkspaceEdit,
};
use serde_json::{Value, json};

use super::documents::Client;
use super::packages::OpenPackage;
use crate::diagnostics::{self, Severity};
use crate::place::{Sources, Span};

/// The key of the suggested word in a diagnostic's `data`.
const REPLACEMENT: &str = "replacement";

/// Finds everything that is wrong with a package, by file. Those without a span are at the beginning of `game.toml`, or of
/// another file if there is none.
pub fn diagnostics_by_file(package: &OpenPackage, client: Client) -> BTreeMap<PathBuf, Vec<Diagnostic>> {
    let mut all: BTreeMap<PathBuf, Vec<Diagnostic>> = BTreeMap::new();
    let game = package.sources().files().find(|(_, file)| file.package_path == "game.toml");
    let game = game.or_else(|| package.sources().files().next()).map(|(id, _)| id);
    for diagnostic in package.diagnostics() {
        let file = diagnostic.labels.first().map(|label| label.span.file).or(game);
        let Some(path) = file.and_then(|file| package.path(file)) else { continue };
        all.entry(path.to_owned()).or_default().push(to_lsp(&diagnostic, package, client));
    }
    all
}

fn to_lsp(diagnostic: &diagnostics::Diagnostic, package: &OpenPackage, client: Client) -> Diagnostic {
    let sources = package.sources();
    let range = |span: Span| client.range(package, span);
    let first = diagnostic.labels.first();
    let mut message = diagnostic.message.clone();
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
        range: first.map_or_else(Range::default, |label| range(label.span)),
        severity: Some(match diagnostic.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
        }),
        code: Some(NumberOrString::String(diagnostic.code.to_string())),
        source: Some("cardwright".into()),
        message,
        related_information: (!related.is_empty()).then_some(related),
        data: replacement(diagnostic, sources).map(|word| json!({ REPLACEMENT: word })),
        ..Diagnostic::default()
    }
}

/// Returns the word that a diagnostic suggests, if it may stand in the place of all that is underlined.
fn replacement(diagnostic: &diagnostics::Diagnostic, sources: &Sources) -> Option<String> {
    // A longer help is about another word than the underlined one.
    let word = diagnostic.help.as_ref()?.strip_prefix("did you mean `")?.strip_suffix("`?")?;
    let underlined = sources.text(diagnostic.labels.first()?.span);
    (is_word(word) && is_word(underlined)).then(|| word.to_owned())
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-')
}

/// Returns the quick fixes of diagnostics that the editor shows.
pub fn quick_fixes(uri: &Uri, shown: Vec<Diagnostic>) -> Vec<CodeActionOrCommand> {
    let fix = |diagnostic: Diagnostic| {
        let word = diagnostic.data.as_ref().and_then(|data| data.get(REPLACEMENT)).and_then(Value::as_str)?.to_owned();
        let edit = TextEdit::new(diagnostic.range, word.clone());
        #[expect(clippy::mutable_key_type, reason = "the protocol's type for edits")]
        let changes = [(uri.clone(), vec![edit])].into_iter().collect();
        Some(CodeActionOrCommand::CodeAction(CodeAction {
            title: format!("Write `{word}`"),
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![diagnostic]),
            edit: Some(WorkspaceEdit::new(changes)),
            is_preferred: Some(true),
            ..CodeAction::default()
        }))
    };
    shown.into_iter().filter_map(fix).collect()
}

/// Returns the diagnostics of a file from all packages that it belongs to, each once.
pub fn merged<'l>(packages: impl Iterator<Item = &'l mut OpenPackage>, path: &Path) -> Vec<Diagnostic> {
    let mut lists = packages.filter_map(|package| package.found.get(path));
    let mut all = lists.next().cloned().unwrap_or_default();
    for list in lists {
        let more: Vec<&Diagnostic> = list.iter().filter(|diagnostic| !all.contains(diagnostic)).collect();
        let more: Vec<Diagnostic> = more.into_iter().cloned().collect();
        all.extend(more);
    }
    all
}
