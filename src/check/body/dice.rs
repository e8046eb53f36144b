//! Rolls of dice.

use crate::check::body::scope::Cx;
use crate::check::hir::tree::{HExpr, HKind, error_expr};
use crate::check::hir::types::Ty;
use crate::check::symbols::values::sides_of;
use crate::diagnostics::codes::check as codes;
use crate::diagnostics::{Diagnostic, list};
use crate::ir::DieId;
use crate::source::Span;
use crate::syntax::ast::{Expr, ExprKind};

impl Cx<'_> {
    /// Checks `roll(die)`, or `roll(n, die)` if `several`.
    pub(in crate::check) fn roll(&mut self, n: HExpr, several: bool, dice: &Expr, span: Span) -> HExpr {
        let at = self.span(&dice.at);
        let world = self.world;
        let name = match &dice.kind {
            ExprKind::Name(name) => name.as_str(),
            _ => "",
        };
        if let Some(d) = world.dice.iter().position(|die| die.info.id == name) {
            self.uses.dice.insert(DieId::from_index(d));
            let ty = world.dice[DieId::from_index(d)].ty.clone();
            if several && ty != Ty::Int && ty != Ty::Error {
                let d = Diagnostic::error(
                    codes::TYPE_MISMATCH,
                    format!("what `{name}` shows cannot be added up"),
                )
                .at(at, format!("shows {}", ty.a(world)))
                .help(format!("roll it one by one: `repeat 2 {{ let x = roll({name}) … }}`"));
                return self.wrong(d, span);
            }
            if !self.may_happen("a roll", span) || ty == Ty::Error {
                return error_expr(span);
            }
            return HExpr { ty, span, kind: HKind::RollDie(Box::new(n), DieId::from_index(d)) };
        }
        let Some(sides) = sides_of(name) else {
            let d = Diagnostic::error(codes::TYPE_MISMATCH, "this is not a die").at(at, "which die?");
            let known: Vec<&str> = world.dice.iter().map(|die| die.info.id.as_str()).collect();
            let d = match known.as_slice() {
                [] => d.help("a die is written `d` and its sides: `roll(d6)`, `roll(2, d20)`"),
                known => d.help(format!("a die is one of {}, or `d` and its sides: `roll(d6)`", list(known))),
            };
            return self.wrong(d, span);
        };
        if !self.may_happen("a roll", span) {
            return error_expr(span);
        }
        let sides = HExpr { ty: Ty::Int, span: at, kind: HKind::Int(sides) };
        HExpr { ty: Ty::Int, span, kind: HKind::Roll(Box::new(n), Box::new(sides)) }
    }
}
