//! Several diagnostics: their order, one in place of many, and their number.

use super::codes::lint;
use super::diagnostic::{Diagnostic, Severity};
use super::nouns::count_noun;

/// Sorts diagnostics by span, those without a span first, and removes duplicates. Missing translations come
/// last: they are about whole files, which are complete when all else is right.
pub fn sort(diagnostics: &mut Vec<Diagnostic>) {
    let place = |d: &Diagnostic| (d.code == lint::NOT_TRANSLATED, d.labels.first().map(|l| l.span));
    diagnostics.sort_by_key(place);
    // Duplicates have the same span, so they are close to each other, but not always adjacent.
    let mut kept: Vec<Diagnostic> = Vec::with_capacity(diagnostics.len());
    for d in diagnostics.drain(..) {
        if !kept.iter().rev().take_while(|k| place(k) == place(&d)).any(|k| *k == d) {
            kept.push(d);
        }
    }
    *diagnostics = kept;
}

/// Returns the number of errors among diagnostics.
pub fn error_count(diagnostics: &[Diagnostic]) -> usize {
    diagnostics.iter().filter(|d| d.severity == Severity::Error).count()
}

/// Combines diagnostics with one cause: returns the first error, with a note of how many more there are of
/// `what`.
pub fn folded(mut found: Vec<Diagnostic>, what: &str) -> Option<Diagnostic> {
    sort(&mut found);
    let worst = found.iter().position(|d| d.severity == Severity::Error).unwrap_or(0);
    let more = found.len().saturating_sub(1);
    let mut first = found.into_iter().nth(worst)?;
    if more > 0 {
        let said =
            format!("{more} more {} wrong with {what}", if more == 1 { "thing is" } else { "things are" });
        first.cause =
            Some(first.cause.map_or_else(|| format!("{said}."), |cause| format!("{cause} {said}.")));
    }
    Some(first)
}

/// Counts diagnostics by severity: "2 errors, 1 warning"; empty if there are none.
pub fn summary(diagnostics: &[Diagnostic]) -> String {
    let count = |severity, one: &str| {
        let n = diagnostics.iter().filter(|d| d.severity == severity).count();
        (n > 0).then(|| count_noun(n as u64, one))
    };
    let parts = [count(Severity::Error, "error"), count(Severity::Warning, "warning")];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}
