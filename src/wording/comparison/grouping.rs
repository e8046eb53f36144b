//! Folding of errors and warnings that many cards have in common: a slot for bookkeeping that no text
//! mentions is one mistake, not sixty.

use crate::check::symbols::symbol_table::SymbolTable;
use crate::diagnostics::codes::lint as codes;
use crate::diagnostics::{Code, Diagnostic};
use crate::model::Package;
use crate::source::Span;
use std::collections::HashMap;

/// Maximum number of such diagnostics that are reported one by one.
const FEW: usize = 3;

/// Folds diagnostics with the same code about rules in the same slot into one.
pub(super) fn fold_by_slot(
    world: &SymbolTable,
    package: &Package,
    found: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    let slots = slots_of(package, &found);
    let mut alike: HashMap<(Code, &str), Vec<&Diagnostic>> = HashMap::new();
    for (d, slot) in found.iter().zip(&slots) {
        if let Some(slot) = slot {
            alike.entry((d.code, slot)).or_default().push(d);
        }
    }
    let mut out: Vec<Diagnostic> = Vec::new();
    for (d, slot) in found.iter().zip(&slots) {
        let of = slot.as_deref().and_then(|slot| Some((slot, alike.get(&(d.code, slot))?)));
        let Some((slot, of)) = of.filter(|(_, of)| of.len() > FEW) else {
            out.push(d.clone());
            continue;
        };
        // The first of them is kept as the representative.
        if !of.first().is_some_and(|first| std::ptr::eq(*first, d)) {
            continue;
        }
        let what = match d.code {
            codes::TEXT_NUMBER => "say numbers that their texts do not",
            _ => "speak of what their texts do not say",
        };
        let message = format!("the rules of {} cards in the slot `{slot}` {what}", of.len());
        let mut whole = Diagnostic { message, labels: Vec::new(), cause: None, help: None, ..d.clone() };
        for one in of.iter().take(FEW) {
            if let Some(label) = one.labels.first() {
                whole = whole.at(label.span, "not in the text of this card");
            }
        }
        if let Some(declared) = world.slots.iter().find(|s| s.id == slot) {
            whole = whole.at(declared.span, "the slot");
        }
        out.push(whole.help(
            "say it in the texts; if the slot is not part of them, declare it with `unchecked = true`",
        ));
    }
    out
}

/// Returns, for each diagnostic about a rule that disagrees with its text, the slot that contains the rule.
fn slots_of(package: &Package, found: &[Diagnostic]) -> Vec<Option<String>> {
    let nowhere = Span::new(crate::source::FileId(u32::MAX), 0, 0);
    let place = |d: &Diagnostic| {
        let of_words = [codes::TEXT_WORD, codes::TEXT_NUMBER].contains(&d.code);
        let rule_first = of_words && d.labels.first().is_some_and(|l| l.text == "in the rule");
        d.labels.first().filter(|_| rule_first).map_or(nowhere, |label| label.span)
    };
    slots_at(package, &found.iter().map(place).collect::<Vec<_>>())
}

/// Returns, for each place, the key of the card that contains it.
pub(super) fn slots_at(package: &Package, places: &[Span]) -> Vec<Option<String>> {
    let mut fields: Vec<_> = package
        .cards
        .iter()
        .flat_map(|card| &card.fields)
        .filter_map(|(id, node)| Some((node.as_text()?.span, id.text.as_str())))
        .collect();
    fields.sort_by_key(|(span, _)| (span.file, span.start));
    let slot = |at: &Span| {
        let before = fields.partition_point(|(span, _)| (span.file, span.start) <= (at.file, at.start));
        let (span, id) = fields.get(before.checked_sub(1)?)?;
        (span.file == at.file && at.end <= span.end).then(|| (*id).to_owned())
    };
    places.iter().map(slot).collect()
}
