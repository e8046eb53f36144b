//! Lowering of endings, and of players who are out.

use super::emit::{FunctionLowering, UNAIMED};
use crate::check::Ty;
use crate::check::hir::tree::{HEffect, HExpr, HKind, HStmt, Local};
use crate::check::symbols::items::SideDivision;
use crate::ir::Reg;
use crate::ir::code::Op;
use crate::source::Span;

fn players(span: Span, kind: HKind) -> HExpr {
    HExpr { ty: Ty::Player.set(), span, kind }
}

impl FunctionLowering<'_, '_> {
    /// Lowers `win`, `lose`, `out` and `end`.
    pub(super) fn ending(&mut self, effect: &HEffect, span: Span) {
        match effect {
            HEffect::Win(who, name) => {
                let a = self.with_their_sides(who);
                let named = self.name_of_ending(name, span);
                self.emit(Op::Win { a, named });
            }
            HEffect::Lose(who, name) => {
                let a = self.with_their_sides(who);
                let named = self.name_of_ending(name, span);
                self.emit(Op::Lose { a, named });
                // `Op::Lose` ends play when one player is left. If one side is left, this makes it win.
                if let SideDivision::By { last, .. } = self.l.symbols.sides {
                    let a = self.value(&players(span, HKind::Call(last, Vec::new())));
                    let on = self.emit(Op::JumpEmpty { n: 1, a, to: UNAIMED });
                    self.emit(Op::Win { a, named });
                    self.arrive(vec![on]);
                }
            }
            HEffect::Out(who) => {
                let a = self.value(who);
                self.emit(Op::Out { a });
            }
            HEffect::End(draw, name) => {
                let named = self.name_of_ending(name, span);
                self.emit(Op::End { draw: u8::from(*draw), named });
            }
            _ => {}
        }
    }

    /// Lowers a set of players together with everybody on their sides.
    fn with_their_sides(&mut self, who: &HExpr) -> Reg {
        match self.l.symbols.sides {
            SideDivision::Each => self.value(who),
            SideDivision::Table => {
                // Still evaluated, since it may draw a random number or raise a fault.
                self.value(who);
                self.value(&players(who.span, HKind::Players))
            }
            SideDivision::By { mates, .. } => {
                self.value(&players(who.span, HKind::Call(mates, vec![who.clone()])))
            }
        }
    }

    /// Returns the number of an ending's name, counted from 1; 0 if it has no name.
    fn name_of_ending(&mut self, name: &Option<String>, span: Span) -> u16 {
        let Some(name) = name else { return 0 };
        let known = self.l.ir.endings.iter().position(|known| known == name);
        let at = known.unwrap_or_else(|| {
            self.l.ir.endings.push(name.clone());
            self.l.ir.endings.len() - 1
        });
        1 + self.l.number(at + 1, "endings with a name", Some(span))
    }

    /// Returns the body of a loop over players that skips those who are out when their turn in the loop
    /// comes.
    pub(super) fn unless_out(&self, player: Local, span: Span, body: &[HStmt]) -> Vec<HStmt> {
        let it = HExpr { ty: Ty::Player, span, kind: HKind::Local(player) };
        let playing = players(span, HKind::Playing);
        let cond = HExpr { ty: Ty::Bool, span, kind: HKind::In(Box::new(it), Box::new(playing)) };
        vec![HStmt::If(cond, body.to_vec(), Vec::new())]
    }
}
