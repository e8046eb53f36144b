//! Lints for code that is legal but probably not intended: unused declarations, unreachable statements. Also
//! the flow analyses that checking needs.

use crate::check::lints::{LintedRules, messages};
use crate::diagnostics::Diagnostic;
use crate::ir::{ActionGroupId, ActionId, DieId, FunctionId, HistoryId};

impl LintedRules<'_, '_> {
    /// Returns all warnings of lints. They are only meant for packages without errors: the erroneous code may
    /// be the use that is missing.
    pub(in crate::check) fn lints(&self) -> Vec<Diagnostic> {
        let package = self.package;
        let mut out: Vec<Diagnostic> = Vec::new();
        for (i, f) in package.functions.iter().enumerate() {
            if !self.uses.functions.contains(&FunctionId::from_index(i)) {
                out.push(messages::unused(f.id.span, "function", &f.id.text, "leave it out, or call it"));
            }
        }
        for (i, v) in package.verbs.iter().enumerate() {
            let f = FunctionId::from_index(package.functions.len() + i);
            if !self.uses.functions.contains(&f) {
                out.push(messages::unused(v.id.span, "verb", &v.id.text, "leave it out, or call it"));
            }
        }
        for (i, a) in package.actions.iter().enumerate() {
            if !self.uses.actions.contains(&ActionId::from_index(i)) {
                out.push(messages::action_not_offered(a.id.span, &a.id.text));
            }
        }
        for (g, borne) in self.symbols.borne_actions.iter().enumerate() {
            if !self.uses.borne_actions.contains(&ActionGroupId::from_index(g))
                && borne.actions.iter().all(|a| !self.uses.actions.contains(a))
            {
                out.push(messages::action_not_offered(borne.span, &borne.id));
            }
        }
        // The kind of tokens that stand for cards has the declarations of the cards' kind once more.
        let slots = || self.symbols.slots.iter_ids();
        for (slot, s) in slots() {
            let is_first =
                slots().find(|(_, other)| other.span == s.span).is_none_or(|(first, _)| first == slot);
            let is_used = || slots().any(|(id, other)| other.span == s.span && self.uses.slots.contains(&id));
            if is_first && !is_used() {
                out.push(messages::unused(
                    s.span,
                    "slot",
                    &s.id,
                    &format!("leave it out, or ask cards for it: `c.{}`", s.id),
                ));
            }
        }
        for (i, die) in self.symbols.dice.iter().enumerate() {
            if !self.uses.dice.contains(&DieId::from_index(i)) {
                let id = &die.info.id;
                out.push(messages::unused(
                    die.span,
                    "die",
                    id,
                    &format!("leave it out, or roll it: `roll({id})`"),
                ));
            }
        }
        for (i, h) in self.symbols.histories.iter().enumerate() {
            if !self.uses.histories.contains(&HistoryId::from_index(i)) {
                let help = format!("leave it out, or `record({0})` and ask for `times({0})`", h.id);
                out.push(messages::unused(h.span, "history", &h.id, &help));
            }
        }
        for k in &self.symbols.keywords {
            if k.bearers.iter().all(|w| *w == 0) {
                out.push(messages::keyword_not_borne(k.span, &k.id));
            }
        }
        out.extend(self.unused_declarations());
        out.extend(self.cards_that_look_the_same());
        out.extend(self.replaced_keyword_rules());
        // Each package uses only a part of what several packages share.
        out.retain(|d| d.labels.first().is_none_or(|l| !package.included.contains(&l.span.file)));
        out.extend(self.state_names_hidden());
        out
    }
}
