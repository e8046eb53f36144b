//! The built-in words about earlier positions.

use crate::check::body::messages;
use crate::check::body::scope::Cx;
use crate::check::hir::tree::{HEffect, HExpr, HKind, error_expr};
use crate::check::hir::types::Ty;
use crate::check::symbols::items::Global;
use crate::diagnostics::Diagnostic;
use crate::ir::HistoryId;
use crate::source::Span;
use crate::syntax::ast::{Expr, ExprKind};
use crate::vocabulary::{Builtin, WordEntry};

impl Cx<'_> {
    /// Checks `times(h)`.
    pub(in crate::check) fn times(&mut self, history: &Expr, span: Span) -> HExpr {
        match self.history(history) {
            Ok(h) => HExpr { ty: Ty::Int, span, kind: HKind::Times(h) },
            Err(Some(d)) => self.wrong(d, span),
            Err(None) => error_expr(span),
        }
    }

    /// Checks `record(h)` and `forget(h)`.
    pub(in crate::check) fn remember(&mut self, word: &'static WordEntry, history: &Expr) -> Option<HEffect> {
        match self.history(history) {
            Ok(h) if word.builtin == Builtin::Record => Some(HEffect::Record(h)),
            Ok(h) => Some(HEffect::Forget(h)),
            Err(d) => {
                d.into_iter().for_each(|d| self.report(d));
                None
            }
        }
    }

    /// Resolves a history given as an argument. The error is none if it has already been reported.
    fn history(&mut self, e: &Expr) -> Result<HistoryId, Option<Diagnostic>> {
        let span = self.span(&e.at);
        let name = match &e.kind {
            ExprKind::Name(name) => name.as_str(),
            ExprKind::Error => return Err(None),
            _ => "",
        };
        match self.symbols.globals.get(name) {
            Some(Global::History(h)) => {
                self.uses.histories.insert(*h);
                return Ok(*h);
            }
            Some(Global::Unclear) => return Err(None),
            _ => {}
        }
        let d = messages::history_expected(span);
        Err(Some(match &*self.symbols.histories {
            [] => d.help("declare one: `[histories.positions]` with `keep = 100`"),
            [only] => d.help(format!("write `{}`", only.id)),
            all => d.suggest(name, all.iter().map(|h| h.id.as_str())),
        }))
    }
}
