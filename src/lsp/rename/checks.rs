//! Conditions of every renaming: the new name is an id, and the rules mean the same afterwards.

use crate::compile::OpenResult;
use crate::diagnostics::{Diagnostic, Severity};
use crate::ir::Ir;
use crate::place::{FileId, Span};

pub(super) fn is_id(new: &str) -> Result<(), String> {
    let is_id = new.starts_with(|c: char| c.is_ascii_lowercase())
        && new.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    if is_id {
        Ok(())
    } else {
        Err(format!("`{new}` is not an id: a–z, 0–9 and `_`, with a letter first"))
    }
}

/// The replacement of a name by another one, for finding places of the renamed files in the old ones.
#[derive(Clone, Copy)]
pub(super) struct Renaming<'r> {
    /// The places of the name in the old files, in order.
    pub places: &'r [Span],
    pub new: &'r str,
}

impl Renaming<'_> {
    /// Returns the file and byte at which the start of a span of the renamed files was before.
    fn place_before(self, span: Span) -> (FileId, i64) {
        let mut start = i64::from(span.start);
        for place in self.places.iter().filter(|place| place.file == span.file) {
            // `start` does not count the places before this one any more.
            if i64::from(place.start) >= start {
                break;
            }
            start -= self.new.len() as i64 - i64::from(place.end - place.start);
        }
        (span.file, start)
    }
}

/// Returns the errors of a package.
fn errors(opened: &OpenResult) -> impl DoubleEndedIterator<Item = &Diagnostic> {
    opened.diagnostics.iter().filter(|d| d.severity == Severity::Error)
}

/// Checks that a package compiles to the same code as before, and has no more errors.
pub(super) fn is_the_same(
    before: &OpenResult,
    after: &OpenResult,
    renaming: Renaming,
    is_same: impl Fn(&Ir, &Ir) -> bool,
) -> Result<(), String> {
    let (Some(old), Some(new)) = (&before.game, &after.game) else {
        let first = errors(after).next();
        return Err(match (&before.game, first) {
            (Some(_), Some(error)) => format!("it would be an error: {}", error.message),
            _ => "the package has errors: mend them first".to_owned(),
        });
    };
    if errors(after).count() > errors(before).count() {
        let identity = |d: &Diagnostic, place: &dyn Fn(Span) -> (FileId, i64)| {
            (d.code, d.labels.first().map(|label| place(label.span)))
        };
        let known: Vec<_> =
            errors(before).map(|d| identity(d, &|span| (span.file, i64::from(span.start)))).collect();
        let is_new = |d: &&Diagnostic| !known.contains(&identity(d, &|span| renaming.place_before(span)));
        let more = errors(after).find(is_new).or(errors(after).last());
        return Err(format!("it would be an error: {}", more.map_or("", |error| &error.message)));
    }
    if !is_same(&old.ir, &new.ir) {
        return Err("the rules would mean something else: something nearer has that name".to_owned());
    }
    Ok(())
}
