//! Folding of errors and warnings that many cards have in common: a slot for bookkeeping that no text
//! mentions is one mistake, not sixty.

use super::messages::{self, IN_RULE, IN_TEXT};
use crate::check::is_empty_rule;
use crate::check::symbols::symbol_table::SymbolTable;
use crate::diagnostics::codes::lint as codes;
use crate::diagnostics::{Code, Diagnostic};
use crate::model::{CardDecl, Package};
use crate::source::Span;
use std::collections::HashMap;

/// Maximum number of such diagnostics that are reported one by one.
const FEW: usize = 3;
/// The share of the cards with a rule in a slot that must have such a diagnostic: `ALMOST_ALL` of `OF`.
const ALMOST_ALL: usize = 4;
const OF: usize = 5;
/// Maximum number of cards that are named.
const MOST_NAMED: usize = 20;

/// Diagnostics with the same code about rules in the same slot.
#[derive(Default)]
struct AlikeDiagnostics<'a> {
    /// The ids of the cards, each once, in the order of the diagnostics.
    cards: Vec<&'a str>,
    found: Vec<&'a Diagnostic>,
}

/// Folds diagnostics with the same code about rules in the same slot into one.
pub(super) fn fold_by_slot(
    symbols: &SymbolTable,
    package: &Package,
    found: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    let slots = slots_of(package, &found);
    let mut alike: HashMap<(Code, &str), AlikeDiagnostics> = HashMap::new();
    for (d, slot) in found.iter().zip(&slots) {
        if let Some((card, slot)) = slot {
            let of = alike.entry((d.code, *slot)).or_default();
            of.found.push(d);
            // A rule can differ from its text in several ways.
            if of.cards.last() != Some(card) {
                of.cards.push(*card);
            }
        }
    }
    let with_rules: HashMap<&str, usize> =
        alike.keys().map(|(_, slot)| (*slot, cards_with(package, slot))).collect();
    let mut out: Vec<Diagnostic> = Vec::new();
    for (d, slot) in found.iter().zip(&slots) {
        let of = slot.and_then(|(_, slot)| Some((slot, alike.get(&(d.code, slot))?)));
        let is_folded = |(slot, of): &(&str, &AlikeDiagnostics)| {
            // If other texts say their rules, the slot is part of the texts, and each card is a mistake.
            of.cards.len() > FEW && of.cards.len() * OF >= with_rules[*slot] * ALMOST_ALL
        };
        let Some((slot, AlikeDiagnostics { cards, found })) = of.filter(is_folded) else {
            out.push(d.clone());
            continue;
        };
        // The first of them is kept as the representative.
        if !found.first().is_some_and(|first| std::ptr::eq(*first, d)) {
            continue;
        }
        let whole = match d.code {
            codes::TEXT_NUMBER => messages::numbers_not_said_in_slot(slot, cards.len()),
            _ => messages::words_not_said_in_slot(slot, cards.len()),
        };
        let mut whole = Diagnostic { severity: d.severity, suggestions: d.suggestions.clone(), ..whole };
        for label in found.iter().flat_map(|one| &one.labels).filter(|label| label.text == IN_RULE) {
            whole = whole.at(label.span, "not in the text of this card");
        }
        if let Some(declared) = symbols.slots.iter().find(|s| s.id == slot) {
            whole = whole.at(declared.span, "the slot");
        }
        out.push(whole.because(messages::cards_named(cards, MOST_NAMED)));
    }
    out
}

/// Returns the number of cards with a text and a rule of their own in a slot.
fn cards_with(package: &Package, slot: &str) -> usize {
    let has_rule = |card: &CardDecl| {
        card.fields.iter().any(|(id, node)| {
            id.text == slot && node.as_text().is_some_and(|code| !is_empty_rule(&code.value))
        })
    };
    package.cards.iter().filter(|card| card.text.is_some() && has_rule(card)).count()
}

/// Returns, for each diagnostic about a rule that disagrees with its text, the card and the slot that contain
/// the rule.
fn slots_of<'p>(package: &'p Package, found: &[Diagnostic]) -> Vec<Option<(&'p str, &'p str)>> {
    let nowhere = Span::new(crate::source::FileId(u32::MAX), 0, 0);
    let place = |d: &Diagnostic| {
        let of_words = [codes::TEXT_WORD, codes::TEXT_NUMBER].contains(&d.code);
        let rule_first = of_words && d.labels.first().is_some_and(|l| l.text == IN_RULE);
        // If the place is in the text, the mistake is in this text alone and is not grouped with others.
        let rule_first = rule_first && d.labels.iter().all(|label| label.text != IN_TEXT);
        d.labels.first().filter(|_| rule_first).map_or(nowhere, |label| label.span)
    };
    slots_at(package, &found.iter().map(place).collect::<Vec<_>>())
}

/// Returns, for each place, the card that contains it, and the key of the card.
pub(super) fn slots_at<'p>(package: &'p Package, places: &[Span]) -> Vec<Option<(&'p str, &'p str)>> {
    if places.is_empty() {
        return Vec::new();
    }
    let mut fields: Vec<_> = package
        .cards
        .iter()
        .flat_map(|card| card.fields.iter().map(move |field| (card.id.text.as_str(), field)))
        .filter_map(|(card, (id, node))| Some((node.as_text()?.span, (card, id.text.as_str()))))
        .collect();
    fields.sort_by_key(|(span, _)| (span.file, span.start));
    let slot = |at: &Span| {
        let before = fields.partition_point(|(span, _)| (span.file, span.start) <= (at.file, at.start));
        let (span, key) = fields.get(before.checked_sub(1)?)?;
        (span.file == at.file && at.end <= span.end).then_some(*key)
    };
    places.iter().map(slot).collect()
}
