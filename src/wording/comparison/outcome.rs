//! The result of comparing texts with their rules.

use super::grouping;
use super::subtracted_slots::subtracted_slots;
use crate::check::symbols::symbol_table::SymbolTable;
use crate::diagnostics::Diagnostic;
use crate::model::Package;
use crate::source::Span;

/// The result of comparing texts with their rules.
#[derive(Default)]
pub(super) struct ComparisonOutcome {
    pub found: Vec<Diagnostic>,
    /// Amounts whose sign is another in the text.
    pub other_signs: Vec<Diagnostic>,
    /// Spans in the rules of amounts that have the same sign in the text.
    pub same_signs: Vec<Span>,
    /// Spans of the words under `unchecked` without which a text would differ from its rule.
    pub needed: Vec<Span>,
}

impl ComparisonOutcome {
    pub fn join(&mut self, other: ComparisonOutcome) {
        self.found.extend(other.found);
        self.other_signs.extend(other.other_signs);
        self.same_signs.extend(other.same_signs);
        self.needed.extend(other.needed);
    }

    /// Returns all diagnostics. Signs are not compared for a slot that the game may subtract and whose
    /// amounts mostly have the other sign in their texts.
    pub fn settled(mut self, package: &Package, symbols: &SymbolTable) -> Vec<Diagnostic> {
        if self.other_signs.is_empty() {
            return self.found;
        }
        let spans = |d: &Diagnostic| d.labels.first().map(|label| label.span);
        let others: Vec<Span> = self.other_signs.iter().filter_map(spans).collect();
        let slots = |spans: &[Span]| -> Vec<Option<&str>> {
            grouping::slots_at(package, spans).into_iter().map(|of| of.map(|(_, slot)| slot)).collect()
        };
        let (same, other) = (slots(&self.same_signs), slots(&others));
        let count = |all: &[Option<&str>], slot: &Option<&str>| all.iter().filter(|s| *s == slot).count();
        let subtracted = subtracted_slots(symbols);
        let kept = self.other_signs.into_iter().zip(&other).filter(|(_, slot)| match slot {
            Some(id) if !subtracted.contains(id) => true,
            Some(_) => count(&same, slot) >= count(&other, slot),
            None => count(&same, slot) > count(&other, slot),
        });
        self.found.extend(kept.map(|(d, _)| d));
        self.found
    }
}
