//! All codes in one list, and the search for one.

use super::declaration::Explained;
use super::{
    actions, check, export, fault, lint, model, names, package, play, print, printer, replay, schema, solve,
    source, syntax, tournament,
};
use crate::diagnostics::code::Code;

/// All codes, in order.
pub fn all() -> impl Iterator<Item = &'static Explained> {
    let mut all: Vec<&'static Explained> = [
        package::ALL,
        source::ALL,
        schema::ALL,
        model::ALL,
        syntax::ALL,
        names::ALL,
        check::ALL,
        actions::ALL,
        lint::ALL,
        fault::ALL,
        play::ALL,
        replay::ALL,
        solve::ALL,
        tournament::ALL,
        print::ALL,
        export::ALL,
        printer::ALL,
    ]
    .into_iter()
    .flatten()
    .collect();
    all.sort_by_key(|e| e.code);
    all.into_iter()
}

/// Returns the page of a code, written `CW0123`, `cw123` or `123`.
pub fn find(code: &str) -> Option<&'static Explained> {
    let digits = code.trim();
    let digits = digits.strip_prefix("CW").or_else(|| digits.strip_prefix("cw")).unwrap_or(digits);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let number: u16 = digits.parse().ok()?;
    all().find(|e| e.code == Code(number))
}
