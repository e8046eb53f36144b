//! Warnings about texts that were not read beside their rules as both are now.

use super::messages;
use super::readings::{Reading, ReadingState, readings};
use crate::check::CheckedRules;
use crate::model::stamps::StampTable;
use crate::wording::english::rule_in_words;

/// Maximum number of texts that are reported one by one.
const FEW: usize = 5;

/// Reports every text that was not read beside its rules as both are now. A package without stamps has no
/// such reports.
pub(in crate::wording) fn report_stale_readings(rules: &mut CheckedRules) {
    let package = rules.package();
    if package.stamps.is_none() || rules.has_errors() {
        return;
    }
    let stale: Vec<Reading> = readings(package).into_iter().filter(is_stale).collect();
    for reading in stale.iter().take(FEW) {
        let words = match reading.table {
            StampTable::Cards => rule_in_words(rules, &reading.id),
            _ => None,
        };
        rules.report(messages::unread(reading, words.as_deref()));
    }
    if let Some(more @ [first, ..]) = stale.get(FEW..) {
        let ids: Vec<&str> = more.iter().map(|reading| reading.id.as_str()).collect();
        rules.report(messages::more_unread(first.text_span, &ids, FEW));
    }
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
