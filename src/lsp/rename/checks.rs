//! Conditions of every renaming: the new name is an id, and the rules mean the same afterwards.

use crate::compile::OpenResult;
use crate::diagnostics::Severity;
use crate::ir::Ir;

pub(super) fn is_id(new: &str) -> Result<(), String> {
    let is_id = new.starts_with(|c: char| c.is_ascii_lowercase())
        && new.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    if is_id {
        Ok(())
    } else {
        Err(format!("`{new}` is not an id: a–z, 0–9 and `_`, with a letter first"))
    }
}

/// Checks that a package compiles to the same code as before, and has no more errors.
pub(super) fn is_the_same(
    before: &OpenResult,
    after: &OpenResult,
    is_same: impl Fn(&Ir, &Ir) -> bool,
) -> Result<(), String> {
    let errors =
        |opened: &OpenResult| opened.diagnostics.iter().filter(|d| d.severity == Severity::Error).count();
    let (Some(old), Some(new)) = (&before.game, &after.game) else {
        let first = after.diagnostics.iter().find(|d| d.severity == Severity::Error);
        return Err(match (&before.game, first) {
            (Some(_), Some(error)) => format!("it would be an error: {}", error.message),
            _ => "the package has errors: mend them first".to_owned(),
        });
    };
    if errors(after) > errors(before) {
        let known: Vec<&str> = before.diagnostics.iter().map(|d| d.message.as_str()).collect();
        let more = after.diagnostics.iter().filter(|d| d.severity == Severity::Error);
        let more = more.map(|d| d.message.as_str()).find(|message| !known.contains(message));
        return Err(format!("it would be an error: {}", more.unwrap_or_default()));
    }
    if !is_same(&old.ir, &new.ir) {
        return Err("the rules would mean something else: something nearer has that name".to_owned());
    }
    Ok(())
}
