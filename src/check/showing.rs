//! `show`: whose faces, and who sees them.

use super::hir::{Effect, HExpr, HKind};
use super::scope::Cx;
use super::types::Ty;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::check as codes;
use crate::source::Span;
use crate::syntax::ast::{Expr, ExprKind};

impl Cx<'_> {
    /// A player, or a set of players: as a set.
    pub(super) fn some_players(&mut self, who: &Expr) -> HExpr {
        let who = self.expr(who, Some(&Ty::Player));
        match &who.ty {
            Ty::Set(_) => self.coerce(who, &Ty::Player.set()),
            _ => {
                let at = who.span;
                let who = self.coerce(who, &Ty::Player);
                HExpr { ty: Ty::Player.set(), span: at, kind: HKind::SetOf(vec![who]) }
            }
        }
    }

    /// `show(c, p)`, `show(S, players)`.
    pub(super) fn show(&mut self, what: &Expr, who: &Expr, span: Span) -> Option<Effect> {
        if let ExprKind::Name(word) = &who.kind
            && matches!(word.as_str(), "all" | "everybody" | "others")
        {
            let everybody = word != "others";
            let d = Diagnostic::error(codes::TYPE_MISMATCH, "who sees it?").at(self.span(&who.at), "no player");
            let help = if everybody { "all of them are `players`" } else { "all but one player are `players - p`" };
            self.report(d.help(help));
            return None;
        }
        let written = |e: &Expr| self.code.value.get(e.at.start as usize..e.at.end as usize).unwrap_or("…").to_owned();
        let (first, second) = (written(what), written(who));
        let what = self.expr(what, Some(&Ty::Component(0)));
        let players = matches!(&what.ty, Ty::Player) || what.ty == Ty::Player.set();
        if players {
            let d = Diagnostic::error(codes::WRONG_ARGUMENTS, "`show` takes last who sees it");
            let d = d.at(span, "written `show(c, p)`").help(format!("write `show({second}, {first})`"));
            self.report(d);
            return None;
        }
        let what = match what.ty {
            Ty::Set(_) | Ty::Zone(_) => self.coerce(what, &Ty::Component(0).set()),
            _ => {
                let at = what.span;
                let one = self.coerce(what, &Ty::Component(0));
                if one.ty == Ty::Error {
                    return None;
                }
                HExpr { ty: Ty::Component(0).set(), span: at, kind: HKind::SetOf(vec![one]) }
            }
        };
        let who = self.some_players(who);
        (what.ty != Ty::Error && who.ty != Ty::Error).then_some(Effect::Show(what, who))
    }
}
