//! Rolls of dice.

use crate::check::body::messages;
use crate::check::body::scope::Cx;
use crate::check::hir::tree::{HExpr, HKind, error_expr};
use crate::check::hir::types::Ty;
use crate::check::symbols::values::sides_of;
use crate::ir::DieId;
use crate::source::Span;
use crate::syntax::ast::{Expr, ExprKind};

impl Cx<'_> {
    /// Checks `roll(die)`, or `roll(n, die)` if `several`.
    pub(in crate::check) fn roll(&mut self, n: HExpr, several: bool, dice: &Expr, span: Span) -> HExpr {
        let at = self.span(&dice.at);
        let symbols = self.symbols;
        let name = match &dice.kind {
            ExprKind::Name(name) => name.as_str(),
            _ => "",
        };
        if let Some(d) = symbols.dice.iter().position(|die| die.info.id == name) {
            self.uses.dice.insert(DieId::from_index(d));
            let ty = symbols.dice[DieId::from_index(d)].ty.clone();
            if several && ty != Ty::Int && ty != Ty::Error {
                return self.wrong(messages::die_not_added(at, name, &ty.a(symbols)), span);
            }
            if !self.may_happen("a roll", span) || ty == Ty::Error {
                return error_expr(span);
            }
            return HExpr { ty, span, kind: HKind::RollDie(Box::new(n), DieId::from_index(d)) };
        }
        let Some(sides) = sides_of(name) else {
            if symbols.refused.iter().any(|id| id == name) {
                return error_expr(span);
            }
            let known: Vec<&str> = symbols.dice.iter().map(|die| die.info.id.as_str()).collect();
            return self.wrong(messages::not_a_die(at, &known), span);
        };
        if !self.may_happen("a roll", span) {
            return error_expr(span);
        }
        let sides = HExpr { ty: Ty::Int, span: at, kind: HKind::Int(sides) };
        HExpr { ty: Ty::Int, span, kind: HKind::Roll(Box::new(n), Box::new(sides)) }
    }
}
