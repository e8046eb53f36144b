//! Lints for code that is legal but probably not intended: unused declarations, unreachable statements. Also the flow analyses that
//! checking needs.

use super::hir::{Effect, HStmt};
use super::laying::TableLayout;
use super::rules::Rules;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::lint as codes;

/// Whether every path through the statements ends in `return` (or in the end of the game, or a fault).
pub(super) fn always_returns(body: &[HStmt]) -> bool {
    body.iter().any(|s| ends(s, false))
}

/// Checks the same inside a [`HStmt::Scope`], where `return` leaves the scope.
pub(super) fn always_returns_within(body: &[HStmt]) -> bool {
    body.iter().any(|s| ends(s, true))
}

fn ends(s: &HStmt, within: bool) -> bool {
    let all = |b: &[HStmt]| b.iter().any(|s| ends(s, within));
    match s {
        HStmt::Return(_) | HStmt::Fail(..) => true,
        HStmt::Leave(_) => within,
        HStmt::Effect(Effect::End(..) | Effect::Win(..), _) => true,
        HStmt::If(_, a, b) | HStmt::IfLet(_, _, a, b) => all(a) && all(b),
        HStmt::Choose { then: Some(then), other, .. } => all(then) && all(other),
        HStmt::ChooseArm { arms, .. } => arms.iter().all(|(_, _, b)| all(b)),
        HStmt::While(cond, b) => matches!(cond.kind, super::hir::HKind::Bool(true)) && !leaves_by_break(b),
        _ => false,
    }
}

fn leaves_by_break(body: &[HStmt]) -> bool {
    body.iter().any(|s| match s {
        HStmt::Break => true,
        HStmt::If(_, a, b) | HStmt::IfLet(_, _, a, b) => leaves_by_break(a) || leaves_by_break(b),
        HStmt::Choose { then, other, .. } => then.as_deref().is_some_and(leaves_by_break) || leaves_by_break(other),
        HStmt::ChooseArm { arms, .. } => arms.iter().any(|(_, _, b)| leaves_by_break(b)),
        HStmt::Scope(b) => leaves_by_break(b),
        HStmt::Act { then, other, .. } => leaves_by_break(then) || other.as_deref().is_some_and(leaves_by_break),
        _ => false,
    })
}

/// Whether a loop's body contains something that may leave the loop.
pub(super) fn leaves_loop(body: &[HStmt]) -> bool {
    body.iter().any(|s| match s {
        // The callee may end the game.
        HStmt::Break | HStmt::Return(_) | HStmt::Leave(_) | HStmt::Do(_) => true,
        HStmt::Act { .. } | HStmt::Window { .. } => true,
        HStmt::Effect(Effect::End(..) | Effect::Win(..) | Effect::Lose(..), _) => true,
        HStmt::If(_, a, b) | HStmt::IfLet(_, _, a, b) => leaves_loop(a) || leaves_loop(b),
        HStmt::ForEach(_, _, b) | HStmt::Repeat(_, b) | HStmt::While(_, b) | HStmt::Scope(b) => leaves_loop(b),
        HStmt::Choose { then, other, .. } => then.as_deref().is_some_and(leaves_loop) || leaves_loop(other),
        HStmt::ChooseArm { arms, .. } => arms.iter().any(|(_, _, b)| leaves_loop(b)),
        HStmt::Set(_, e) => matches!(e.kind, super::hir::HKind::Call(..)),
        _ => false,
    })
}

impl<'p> Rules<'p> {
    /// Warns of unused declarations. Skipped for packages with errors: the erroneous code may be the use.
    pub(super) fn lints(&mut self, layout: TableLayout) {
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
            if !self.uses.functions.contains(&(i as u16)) {
                out.push(unused("function", &f.id.text, f.id.span, "leave it out, or call it"));
            }
        }
        for (i, v) in package.verbs.iter().enumerate() {
            let f = (package.functions.len() + i) as u16;
            if !self.uses.functions.contains(&f) {
                out.push(unused("verb", &v.id.text, v.id.span, "leave it out, or call it"));
            }
        }
        for (i, a) in package.actions.iter().enumerate() {
            if !self.uses.actions.contains(&(i as u16)) {
                out.push(
                    Diagnostic::warning(codes::UNUSED, format!("no `act` offers the action `{}`", a.id.text))
                        .at(a.id.span, "declared here")
                        .help(format!("offer it: `act p from {{{}, …}}`", a.id.text)),
                );
            }
        }
        for (g, borne) in self.world.borne_actions.iter().enumerate() {
            if !self.uses.borne_actions.contains(&(g as u16))
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
            if !self.uses.slots.contains(&(i as u16)) {
                out.push(unused("slot", &s.id, s.span, &format!("leave it out, or ask cards for it: `c.{}`", s.id)));
            }
        }
        for (i, die) in self.world.dice.iter().enumerate() {
            if !self.uses.dice.contains(&(i as u16)) {
                let id = &die.info.id;
                out.push(unused("die", id, die.span, &format!("leave it out, or roll it: `roll({id})`")));
            }
        }
        for (i, h) in self.world.histories.iter().enumerate() {
            if !self.uses.histories.contains(&(i as u16)) {
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
        // Each package uses only a part of what several packages share.
        out.retain(|d| d.labels.first().is_none_or(|l| !package.included.contains(&l.span.file)));
        self.diagnostics.extend(out);
    }
}
