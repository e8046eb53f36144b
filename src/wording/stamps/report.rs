//! Warnings about texts that were not read beside their rules as both are now.

use super::messages;
use super::readings::{Reading, ReadingState, readings};
use crate::check::CheckedRules;
use crate::diagnostics::Diagnostic;
use crate::model::stamps::StampTable;
use crate::wording::english::rule_in_words;

/// Maximum number of texts that are reported one by one.
const FEW: usize = 5;

/// Returns a warning of each text that was not read beside its rules as both are now; none for a package
/// without stamps.
pub(in crate::wording) fn stale_readings(rules: &CheckedRules) -> Vec<Diagnostic> {
    let package = rules.package();
    if package.stamps.is_none() {
        return Vec::new();
    }
    let mut found = Vec::new();
    let stale: Vec<Reading> = readings(package).into_iter().filter(is_stale).collect();
    for reading in stale.iter().take(FEW) {
        let words = match reading.table {
            StampTable::Cards => rule_in_words(rules, &reading.id),
            _ => None,
        };
        found.push(messages::unread(reading, words.as_deref()));
    }
    if let Some(more @ [first, ..]) = stale.get(FEW..) {
        let ids: Vec<&str> = more.iter().map(|reading| reading.id.as_str()).collect();
        found.push(messages::more_unread(first.text_span, &ids, FEW));
    }
    found
}

/// Returns whether a reading is to be reported.
fn is_stale(reading: &Reading) -> bool {
    match reading.state() {
        ReadingState::Current => false,
        // It is stamped together with the first rule that names it.
        ReadingState::Unread => reading.now.text.is_some(),
        _ => true,
    }
}
