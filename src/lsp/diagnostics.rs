//! Diagnostics as editors show them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use lsp_types::{Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, NumberOrString, Range};
use serde_json::{Value, json};

use super::documents::Client;
use super::packages::OpenPackage;
use crate::diagnostics::{self, Severity};
use crate::place::{Sources, Span};

/// The key of the suggested word in a diagnostic's `data`.
pub const REPLACEMENT: &str = "replacement";

/// The key of the words that a text may have, as items of a TOML array, in a diagnostic's `data`.
pub const UNCHECKED: &str = "unchecked";

/// Finds what the compiler finds in a package. Returns the files of which the diagnostics changed.
pub fn of_compiler(package: &mut OpenPackage, client: Client) -> BTreeSet<PathBuf> {
    let found = package.compile();
    replace(package, &found, client)
}

/// Finds everything that is wrong with a package, unless it is stopped. Returns the files of which the diagnostics changed.
pub fn of_everything(
    package: &mut OpenPackage,
    stop: Option<&'static AtomicBool>,
    client: Client,
) -> BTreeSet<PathBuf> {
    match package.inspect(stop) {
        Some(found) => replace(package, &found, client),
        None => BTreeSet::new(),
    }
}

/// Replaces the diagnostics of a package. Those without a span are at the beginning of `game.toml`, or of another file if there is none.
fn replace(package: &mut OpenPackage, found: &[diagnostics::Diagnostic], client: Client) -> BTreeSet<PathBuf> {
    let mut all: BTreeMap<PathBuf, Vec<Diagnostic>> = BTreeMap::new();
    let game = package.game_file().or_else(|| package.sources().files().next().map(|(id, _)| id));
    for diagnostic in found {
        let file = diagnostic.labels.first().map(|label| label.span.file).or(game);
        let Some(path) = file.and_then(|file| package.path(file)) else { continue };
        all.entry(path.to_owned()).or_default().push(to_lsp(diagnostic, package, client));
    }
    let before = std::mem::replace(&mut package.found, all);
    let paths = before.keys().chain(package.found.keys());
    paths.filter(|path| before.get(*path) != package.found.get(*path)).cloned().collect()
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
        data: fix(diagnostic, sources),
        ..Diagnostic::default()
    }
}

/// Returns what a quick fix needs to know of a diagnostic's way out.
fn fix(diagnostic: &diagnostics::Diagnostic, sources: &Sources) -> Option<Value> {
    if let Some(word) = replacement(diagnostic, sources) {
        return Some(json!({ REPLACEMENT: word }));
    }
    let (_, rest) = diagnostic.help.as_ref()?.split_once("`unchecked = [")?;
    let (words, _) = rest.split_once("]`")?;
    Some(json!({ UNCHECKED: words }))
}

/// Returns the word that a diagnostic suggests, if it may stand in the place of all that is underlined.
fn replacement(diagnostic: &diagnostics::Diagnostic, sources: &Sources) -> Option<String> {
    // A longer help is about another word than the underlined one.
    let word = diagnostic.help.as_ref()?.strip_prefix("did you mean `")?.strip_suffix("`?")?;
    let underlined = sources.text(diagnostic.labels.first()?.span);
    // The value of a key is underlined with its quotes.
    let quote = underlined.chars().next().filter(|c| ['"', '\''].contains(c));
    let inside = quote.and_then(|quote| underlined.strip_prefix(quote)?.strip_suffix(quote)).unwrap_or(underlined);
    let quote = quote.map(String::from).unwrap_or_default();
    (is_word(word) && is_word(inside)).then(|| format!("{quote}{word}{quote}"))
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-')
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
