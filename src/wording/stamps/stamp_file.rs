//! Writer of `stamps.toml`: a line for each text, sorted, so that changes of different cards merge.

use super::readings::{Reading, ReadingState};
use crate::model::stamps::{StampDecl, StampTable};
use crate::source::toml_string;
use crate::wording::kept_comments::{KeptComments, STAMPS};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Writes `stamps.toml`. Readings in `accepted` are stamped in their current state; the others keep their
/// stamp, or have none. A stamp whose rule and text mean the same as before is left as it was. Returns the
/// number of new stamps, too. `before`: the current file, whose own comments and line ends are kept; comments
/// of stamps that are gone move to its end.
pub fn stamps_to_toml(
    readings: &[Reading],
    before: &str,
    accepted: impl Fn(&Reading) -> bool,
) -> (String, usize) {
    let mut out = format!("{STAMPS}\n");
    let mut count = 0;
    let mut kept = KeptComments::of(before);
    let mut as_before: BTreeSet<(&str, &str)> = BTreeSet::new();
    for table in StampTable::ALL {
        let mut header = Some(format!("\n[{}]\n", table.key()));
        for reading in readings.iter().filter(|reading| reading.table == table) {
            // A function or verb without a text is stamped with the rules that call it.
            let first = reading.read.is_none() && reading.now.text.is_none();
            let stamp = match reading.state() {
                ReadingState::Current => reading.read.as_ref(),
                _ if first || accepted(reading) => {
                    count += usize::from(!first);
                    Some(&reading.now)
                }
                _ => reading.read.as_ref(),
            };
            let Some(stamp) = stamp else { continue };
            if reading.read.as_ref() == Some(stamp) {
                as_before.insert((table.key(), &reading.id));
            }
            if let Some(old_id) = &reading.renamed {
                kept.rename(table.key(), old_id, &reading.id);
            }
            out.push_str(&header.take().unwrap_or_default());
            line(&mut out, &reading.id, stamp);
        }
    }
    let text = kept.carry_over_stamps(out, |table, id| as_before.contains(&(table, id)));
    (text, count)
}

fn line(out: &mut String, id: &str, stamp: &StampDecl) {
    let rules: Vec<String> = stamp.rule.iter().map(|rule| toml_string(rule)).collect();
    let text = stamp.text.as_ref().map(|text| format!(", text = {}", toml_string(text))).unwrap_or_default();
    let _ = writeln!(out, "{id} = {{ rule = [{}]{text} }}", rules.join(", "));
}
