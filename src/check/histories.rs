//! Histories: the state and zones that make up a position, and the built-in words about earlier positions.

use super::declare::Declarations;
use super::hir::{Effect, HExpr, HKind};
use super::scope::Cx;
use super::types::Ty;
use super::world::{Global, History};
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::check as codes;
use crate::model::{Ident, Package};
use crate::source::Span;
use crate::syntax::ast::{Expr, ExprKind};
use crate::vocabulary::{Builtin, Word};

impl<'p> Declarations<'p> {
    /// Declares the histories, over the state and zones declared so far.
    pub(super) fn histories(&mut self, package: &'p Package) {
        for decl in &package.histories {
            let all = |n: usize| (0..n as u16).collect::<Vec<u16>>();
            let declared = |f: &u16| self.world.fields[*f as usize].span.is_some();
            let mut history = History {
                id: decl.id.text.clone(),
                fields: all(self.world.fields.len()).into_iter().filter(declared).collect(),
                zones: all(self.world.zones.len()),
                keep: decl.keep,
                span: decl.id.span,
            };
            if let Some(of) = &decl.of {
                let named = |id: &str| of.iter().any(|name| name.text == id);
                history.fields.retain(|f| named(&self.world.fields[*f as usize].id));
                history.zones.retain(|z| named(&self.world.zones[*z as usize].id));
                for name in of {
                    self.is_state(name);
                }
            }
            self.world.histories.push(history);
        }
    }

    /// Reports a name that cannot be part of a position.
    fn is_state(&mut self, name: &Ident) {
        let fields = self.world.fields.iter().filter(|f| f.span.is_some()).map(|f| f.id.as_str());
        let known: Vec<&str> = fields.chain(self.world.zones.iter().map(|z| z.id.as_str())).collect();
        if known.contains(&name.text.as_str()) {
            return;
        }
        let d = Diagnostic::error(codes::UNKNOWN_STATE, format!("there is no state and no zone `{}`", name.text))
            .at(name.span, "not known")
            .suggest(&name.text, known);
        self.diagnostics.push(d);
    }
}

impl Cx<'_> {
    /// Checks `times(h)`.
    pub(super) fn times(&mut self, history: &Expr, span: Span) -> HExpr {
        match self.history(history) {
            Ok(h) => HExpr { ty: Ty::Int, span, kind: HKind::Times(h) },
            Err(Some(d)) => self.wrong(d, span),
            Err(None) => super::world::error_expr(span),
        }
    }

    /// Checks `record(h)` and `forget(h)`.
    pub(super) fn remember(&mut self, word: &'static Word, history: &Expr) -> Option<Effect> {
        match self.history(history) {
            Ok(h) if word.builtin == Builtin::Record => Some(Effect::Record(h)),
            Ok(h) => Some(Effect::Forget(h)),
            Err(d) => {
                d.into_iter().for_each(|d| self.report(d));
                None
            }
        }
    }

    /// Resolves a history given as an argument. The error is none if it has already been reported.
    fn history(&mut self, e: &Expr) -> Result<u16, Option<Diagnostic>> {
        let span = self.span(&e.at);
        let name = match &e.kind {
            ExprKind::Name(name) => name.as_str(),
            ExprKind::Error => return Err(None),
            _ => "",
        };
        match self.world.globals.get(name) {
            Some(Global::History(h)) => {
                self.uses.histories.insert(*h);
                return Ok(*h);
            }
            Some(Global::Unclear) => return Err(None),
            _ => {}
        }
        let d = Diagnostic::error(codes::NOT_A_HISTORY, "a history is meant here").at(span, "is none");
        Err(Some(match self.world.histories.as_slice() {
            [] => d.help("declare one: `[histories.positions]` with `keep = 100`"),
            [only] => d.help(format!("write `{}`", only.id)),
            all => d.suggest(name, all.iter().map(|h| h.id.as_str())),
        }))
    }
}
