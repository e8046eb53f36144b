//! Lints for code that is legal but probably not intended: unused declarations, unreachable statements. Also
//! the flow analyses that checking needs.

use crate::check::rules::checker::RuleChecker;
use crate::check::rules::layout::TableLayout;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::lint as codes;
use crate::ir::{ActionGroupId, ActionId, DieId, FunctionId, HistoryId, SlotId};

impl<'p> RuleChecker<'p> {
    /// Warns of unused declarations. Skipped for packages with errors: the erroneous code may be the use.
    pub(in crate::check) fn lints(&mut self, layout: TableLayout) {
        let package = self.package;
        if self.errors() > 0 {
            return;
        }
        self.state_names_hidden();
        let mut out: Vec<Diagnostic> = Vec::new();
        let unused = |what: &str, id: &str, span, help: &str| {
            Diagnostic::warning(codes::UNUSED, format!("nothing uses the {what} `{id}`"))
                .at(span, "declared here")
                .help(help)
        };
        for (i, f) in package.functions.iter().enumerate() {
            if !self.uses.functions.contains(&FunctionId::from_index(i)) {
                out.push(unused("function", &f.id.text, f.id.span, "leave it out, or call it"));
            }
        }
        for (i, v) in package.verbs.iter().enumerate() {
            let f = FunctionId::from_index(package.functions.len() + i);
            if !self.uses.functions.contains(&f) {
                out.push(unused("verb", &v.id.text, v.id.span, "leave it out, or call it"));
            }
        }
        for (i, a) in package.actions.iter().enumerate() {
            if !self.uses.actions.contains(&ActionId::from_index(i)) {
                out.push(
                    Diagnostic::warning(codes::UNUSED, format!("no `act` offers the action `{}`", a.id.text))
                        .at(a.id.span, "declared here")
                        .help(format!("offer it: `act p from {{{}, …}}`", a.id.text)),
                );
            }
        }
        for (g, borne) in self.world.borne_actions.iter().enumerate() {
            if !self.uses.borne_actions.contains(&ActionGroupId::from_index(g))
                && borne.actions.iter().all(|a| !self.uses.actions.contains(a))
            {
                out.push(
                    Diagnostic::warning(codes::UNUSED, format!("no `act` offers the action `{}`", borne.id))
                        .at(borne.span, "declared here")
                        .help(format!("offer it: `act p from {{{}, …}}`", borne.id)),
                );
            }
        }
        for (i, s) in self.world.slots.iter().enumerate() {
            if !self.uses.slots.contains(&SlotId::from_index(i)) {
                out.push(unused(
                    "slot",
                    &s.id,
                    s.span,
                    &format!("leave it out, or ask cards for it: `c.{}`", s.id),
                ));
            }
        }
        for (i, die) in self.world.dice.iter().enumerate() {
            if !self.uses.dice.contains(&DieId::from_index(i)) {
                let id = &die.info.id;
                out.push(unused("die", id, die.span, &format!("leave it out, or roll it: `roll({id})`")));
            }
        }
        for (i, h) in self.world.histories.iter().enumerate() {
            if !self.uses.histories.contains(&HistoryId::from_index(i)) {
                let help = format!("leave it out, or `record({0})` and ask for `times({0})`", h.id);
                out.push(unused("history", &h.id, h.span, &help));
            }
        }
        for k in &self.world.keywords {
            if k.bearers.iter().all(|w| *w == 0) {
                out.push(
                    Diagnostic::warning(codes::UNUSED, format!("no card bears the keyword `{}`", k.id))
                        .at(k.span, "declared here")
                        .help("leave it out, or list it among the `keywords` of a card"),
                );
            }
        }
        out.extend(self.unused_declarations(layout));
        out.extend(self.cards_that_look_the_same());
        out.extend(self.replaced_keyword_rules());
        // Each package uses only a part of what several packages share.
        out.retain(|d| d.labels.first().is_none_or(|l| !package.included.contains(&l.span.file)));
        self.diagnostics.extend(out);
    }
}
