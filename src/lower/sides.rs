//! Endings, and players who are out.

use super::emit::Body;
use crate::check::Ty;
use crate::check::hir::{Effect, HExpr, HKind, HStmt, Local};
use crate::check::sides::Sides;
use crate::ir::Reg;
use crate::ir::code::Op;
use crate::source::Span;

fn players(span: Span, kind: HKind) -> HExpr {
    HExpr { ty: Ty::Player.set(), span, kind }
}

impl Body<'_, '_> {
    /// `win`, `lose`, `out`, `end`.
    pub(super) fn ending(&mut self, effect: &Effect, span: Span) {
        match effect {
            Effect::Win(who, name) => {
                let a = self.with_their_sides(who);
                let named = self.name_of_ending(name, span);
                self.emit(Op::Win { a, named });
            }
            Effect::Lose(who, name) => {
                let a = self.with_their_sides(who);
                let named = self.name_of_ending(name, span);
                self.emit(Op::Lose { a, named });
                // The instruction ends play where one player is left; where one side is, these have won.
                if let Sides::By { last, .. } = self.l.world.sides {
                    let a = self.value(&players(span, HKind::Call(last, Vec::new())));
                    let on = self.emit(Op::JumpEmpty { n: 1, a, to: 0 });
                    self.emit(Op::Win { a, named });
                    self.arrive(vec![on]);
                }
            }
            Effect::Out(who) => {
                let a = self.value(who);
                self.emit(Op::Out { a });
            }
            Effect::End(draw, name) => {
                let named = self.name_of_ending(name, span);
                self.emit(Op::End { draw: u8::from(*draw), named });
            }
            _ => {}
        }
    }

    /// A set of players, and all who are on their sides.
    fn with_their_sides(&mut self, who: &HExpr) -> Reg {
        match self.l.world.sides {
            Sides::Each => self.value(who),
            Sides::Table => {
                // Worked out all the same, since it may draw on chance or fail.
                self.value(who);
                self.value(&players(who.span, HKind::Players))
            }
            Sides::By { mates, .. } => self.value(&players(who.span, HKind::Call(mates, vec![who.clone()]))),
        }
    }

    /// The number of an ending's name, from 1; 0 for none.
    fn name_of_ending(&mut self, name: &Option<String>, span: Span) -> u16 {
        let Some(name) = name else { return 0 };
        let known = self.l.ir.endings.iter().position(|known| known == name);
        let at = known.unwrap_or_else(|| {
            self.l.ir.endings.push(name.clone());
            self.l.ir.endings.len() - 1
        });
        1 + self.l.number(at + 1, "endings with a name", Some(span))
    }

    /// The body of a loop over players that passes over those who are out when it comes to them.
    pub(super) fn unless_out(&self, player: Local, span: Span, body: &[HStmt]) -> Vec<HStmt> {
        let it = HExpr { ty: Ty::Player, span, kind: HKind::Local(player) };
        let playing = players(span, HKind::Playing);
        let cond = HExpr { ty: Ty::Bool, span, kind: HKind::In(Box::new(it), Box::new(playing)) };
        vec![HStmt::If(cond, body.to_vec(), Vec::new())]
    }
}
