//! The messages about texts that were not read beside their rules as both are now.

use super::readings::{Reading, ReadingState};
use crate::diagnostics::codes::lint as codes;
use crate::diagnostics::{Diagnostic, count_noun, list};
use crate::model::stamps::StampTable;
use crate::source::Span;

/// CW0616: a text that was not read beside its rule; `words` is the rule in words.
pub(super) fn unread(reading: &Reading, words: Option<&str>) -> Diagnostic {
    let id = &reading.id;
    let (gone, come) = reading.rule_changes();
    let callable = match reading.table {
        StampTable::Verbs => "verb",
        StampTable::Slots => "slot",
        _ => "function",
    };
    // A card without a rule of its own is read for itself.
    let beside = if reading.now.rule.is_empty() { "" } else { " beside its rule" };
    let old_text = reading.read.as_ref().and_then(|read| read.text.as_deref()).unwrap_or_default();
    let rule = if reading.is_of_values { "printed values" } else { "rule" };
    let have = if reading.is_of_values { "have" } else { "has" };
    let message = match reading.state() {
        ReadingState::TextChanged if reading.now.text.is_none() => {
            format!("the {callable} `{id}` no longer has the text that was read beside it")
        }
        _ if reading.now.text.is_none() => {
            let users: Vec<&String> = reading.used_by.iter().collect();
            let texts = match users[..] {
                [one] => format!("the text of `{one}` rests"),
                _ => format!("{} texts rest", users.len()),
            };
            format!("the {callable} `{id}` has changed, on which {texts}")
        }
        ReadingState::RuleChanged => {
            format!("the {rule} of `{id}` {have} changed since its text was last read")
        }
        ReadingState::TextChanged => {
            format!("the text of `{id}` has changed since it was last read{beside}")
        }
        ReadingState::BothChanged => {
            format!("the {rule} and the text of `{id}` have changed since they were last read")
        }
        ReadingState::Current | ReadingState::Unread => {
            format!("the text of `{id}` was never read{beside}")
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

/// CW0616: more texts than are reported one by one; at most `few` of them are named.
pub(super) fn more_unread(first: Span, ids: &[&str], few: usize) -> Diagnostic {
    let are = if ids.len() == 1 { "is" } else { "are" };
    let texts = count_noun(ids.len() as u64, "more text");
    let rest = if ids.len() > few { " …" } else { "" };
    Diagnostic::warning(codes::TEXT_UNREAD, format!("{texts} {are} to be read beside the rule"))
        .at(first, "the first of them")
        .because(format!("They are {}{rest}.", list(&ids[..ids.len().min(few)])))
        .help(
            "`cardwright check GAME --say CARD` shows one beside its rule; `cardwright texts GAME --accept` \
             stamps them all",
        )
}
