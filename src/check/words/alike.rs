//! Warnings that many cards have in common, put together: a slot for bookkeeping, of which no text speaks, is one slip and not
//! sixty.

use crate::check::world::World;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::lint as codes;
use crate::model::Package;
use std::collections::HashMap;

/// So many are told one by one.
const FEW: usize = 3;

/// The same warnings, where those of rules in one slot are one.
pub(super) fn put_together(world: &World, package: &Package, found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let slots = slots_of(package, &found);
    let mut counts: HashMap<&str, usize> = HashMap::new();
    slots.iter().flatten().for_each(|slot| *counts.entry(slot).or_default() += 1);
    let mut out: Vec<Diagnostic> = Vec::new();
    let mut told: Vec<&str> = Vec::new();
    for (d, slot) in found.iter().zip(&slots) {
        let Some(slot) = slot.as_deref().filter(|slot| counts[slot] > FEW) else {
            out.push(d.clone());
            continue;
        };
        if told.contains(&slot) {
            continue;
        }
        told.push(slot);
        let of: Vec<&Diagnostic> =
            found.iter().zip(&slots).filter(|(_, s)| s.as_deref() == Some(slot)).map(|(d, _)| d).collect();
        let message =
            format!("the rules of {} cards in the slot `{slot}` speak of what their texts do not say", of.len());
        let mut whole = Diagnostic::warning(codes::TEXT_WORD, message);
        for one in of.iter().take(FEW) {
            if let Some(label) = one.labels.first() {
                whole = whole.at(label.span, "not in the text of this card");
            }
        }
        if let Some(declared) = world.slots.iter().find(|s| s.id == slot) {
            whole = whole.at(declared.span, "the slot");
        }
        out.push(whole.help("say it in the texts; if the slot is no part of them, declare it with `unchecked = true`"));
    }
    out
}

/// For each warning that a rule speaks of what its text does not: the slot that the rule stands in.
fn slots_of(package: &Package, found: &[Diagnostic]) -> Vec<Option<String>> {
    let mut fields: Vec<_> = package
        .cards
        .iter()
        .flat_map(|card| &card.fields)
        .filter_map(|(id, node)| Some((node.as_text()?.span, id.text.as_str())))
        .collect();
    fields.sort_by_key(|(span, _)| (span.file, span.start));
    let slot = |d: &Diagnostic| {
        let rule_first = d.code == codes::TEXT_WORD && d.labels.first().is_some_and(|l| l.text == "in the rule");
        let at = d.labels.first().filter(|_| rule_first)?.span;
        let before = fields.partition_point(|(span, _)| (span.file, span.start) <= (at.file, at.start));
        let (span, id) = fields.get(before.checked_sub(1)?)?;
        (span.file == at.file && at.end <= span.end).then(|| (*id).to_owned())
    };
    found.iter().map(slot).collect()
}
