//! Warnings about texts that were not read beside their rules as both are now.

use super::readings::{Reading, ReadingState, readings};
use crate::check::CheckedRules;
use crate::diagnostics::codes::lint as codes;
use crate::diagnostics::{Diagnostic, count_noun, list};
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
        rules.report(warning(reading, words.as_deref()));
    }
    if let Some(more @ [first, ..]) = stale.get(FEW..) {
        let ids: Vec<&str> = more.iter().map(|reading| reading.id.as_str()).take(FEW).collect();
        let (texts, are) =
            (count_noun(more.len() as u64, "more text"), if more.len() == 1 { "is" } else { "are" });
        let message = format!("{texts} {are} to be read beside the rule");
        let rest = if more.len() > FEW { " …" } else { "" };
        let d = Diagnostic::warning(codes::TEXT_UNREAD, message).at(first.text_span, "the first of them");
        let d = d.because(format!("They are {}{rest}.", list(&ids)));
        rules.report(
            d.help("`cardwright check GAME --say CARD` shows one beside its rule; `cardwright texts GAME --accept` stamps them all"),
        );
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

fn warning(reading: &Reading, words: Option<&str>) -> Diagnostic {
    let id = &reading.id;
    let (gone, come) = reading.rule_changes();
    let old_text = reading.read.as_ref().and_then(|read| read.text.as_deref()).unwrap_or_default();
    let message = match reading.state() {
        ReadingState::TextChanged if reading.now.text.is_none() => {
            format!("the function `{id}` no longer has the text that was read beside it")
        }
        _ if reading.now.text.is_none() => {
            let users: Vec<&String> = reading.used_by.iter().collect();
            let texts = match users[..] {
                [one] => format!("the text of `{one}` rests"),
                _ => format!("{} texts rest", users.len()),
            };
            format!("the function `{id}` has changed, on which {texts}")
        }
        ReadingState::RuleChanged => format!("the rule of `{id}` has changed since its text was last read"),
        ReadingState::TextChanged => {
            format!("the text of `{id}` has changed since it was last read beside its rule")
        }
        ReadingState::BothChanged => {
            format!("the rule and the text of `{id}` have changed since they were last read")
        }
        ReadingState::Current | ReadingState::Unread => {
            format!("the text of `{id}` was never read beside its rule")
        }
    };
    let d = Diagnostic::warning(codes::TEXT_UNREAD, message);
    let question =
        if reading.now.text.is_some() { "does it say what the rule does?" } else { "what does it do now?" };
    let mut d = d.at(reading.text_span, question);
    let spans = if come.is_empty() && !gone.is_empty() {
        &[][..]
    } else if come.is_empty() {
        &reading.rule_spans
    } else {
        &come
    };
    for span in spans.iter().take(3).filter(|_| reading.now.text.is_some()) {
        d = d.at(*span, if come.is_empty() { "the rule" } else { "the rule now" });
    }
    let mut cause: Vec<String> = Vec::new();
    match gone[..] {
        [] => {}
        [one] => cause.push(format!("The rule was `{one}`.")),
        _ => cause.push(format!("The rules were {}.", list(&gone))),
    }
    if matches!(reading.state(), ReadingState::TextChanged | ReadingState::BothChanged) {
        cause.push(format!("The text was “{old_text}”"));
    }
    let was = reading.renamed.as_ref().filter(|_| reading.state() == ReadingState::Unread);
    cause.extend(
        was.map(|was| format!("The same text and rule were read as `{was}`, which is gone: was it renamed?")),
    );
    cause.extend(words.map(|words| format!("In words, the rule is now: “{words}”")));
    let d = if cause.is_empty() { d } else { d.because(cause.join(" ")) };
    let both =
        if reading.now.text.is_some() { "if text and rule agree" } else { "if the texts are still right" };
    d.help(format!("{both}: `cardwright texts GAME --accept {id}`"))
}
