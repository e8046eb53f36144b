//! The built-in words about boards.

use crate::check::body::messages;
use crate::check::body::scope::Cx;
use crate::check::hir::tree::{BoardOp, HExpr, HKind, SetOp};
use crate::check::hir::types::Ty;
use crate::source::Span;
use crate::syntax::ast::{Expr, ExprKind};
use crate::vocabulary::{Builtin, WordEntry};

impl Cx<'_> {
    /// Checks a call of a built-in word about boards.
    pub(in crate::check) fn board_word(
        &mut self,
        word: &'static WordEntry,
        args: &[Expr],
        span: Span,
    ) -> HExpr {
        let make = |ty: Ty, op: BoardOp, parts: Vec<HExpr>| HExpr { ty, span, kind: HKind::Board(op, parts) };
        if self.symbols.cells.is_empty() {
            for arg in args {
                self.expr(arg, None);
            }
            return self.wrong(messages::no_board(span, word.name), span);
        }
        let cells = Ty::Cell.set();
        let direction = self.symbols.direction.map_or(Ty::Error, Ty::Enum);
        match (word.builtin, args) {
            (Builtin::Step, [a, d]) => {
                let a = self.cell_or_set(a);
                let d = self.direction_or_set(d, &direction);
                match (&a.ty, &d.ty) {
                    (_, Ty::Set(_)) => make(cells, BoardOp::Steps, vec![as_set(a), d]),
                    (Ty::Set(_), _) => make(cells, BoardOp::StepSet, vec![a, d]),
                    _ => make(Ty::Cell.optional(), BoardOp::Step, vec![a, d]),
                }
            }
            (Builtin::Neighbours | Builtin::Around, [a]) => {
                let a = self.cell_or_set(a);
                let of_set = matches!(a.ty, Ty::Set(_));
                let op = match (word.builtin, of_set) {
                    (Builtin::Neighbours, false) => BoardOp::Neighbours,
                    (Builtin::Neighbours, true) => BoardOp::Spread,
                    (_, false) => BoardOp::Around,
                    (_, true) => BoardOp::SpreadAround,
                };
                make(cells, op, vec![a])
            }
            (Builtin::Ray, [c, stop]) if self.symbols.direction.is_some() && self.is_set_of_cells(stop) => {
                self.expr(c, None);
                let at = self.span(&stop.at);
                let (c, stop) = (self.source_text(self.span(&c.at)), self.source_text(at));
                self.wrong(
                    messages::ray_without_direction(at, c.unwrap_or("c"), stop.unwrap_or("stop")),
                    span,
                )
            }
            (Builtin::Ray, [c, d, stop @ ..]) if stop.len() <= 1 => {
                let c = self.cell_or_set(c);
                let d = self.direction_or_set(d, &direction);
                let stop = stop.first().map(|stop| self.typed(stop, &cells));
                match (&c.ty, &d.ty, stop) {
                    (Ty::Set(_), _, stop) | (_, Ty::Set(_), stop) => {
                        let nothing = HExpr { ty: cells.clone(), span, kind: HKind::SetOf(Vec::new()) };
                        let d = HExpr { ty: direction.set(), ..as_set(d) };
                        make(cells, BoardOp::Rays, vec![as_set(c), d, stop.unwrap_or(nothing)])
                    }
                    (_, _, Some(stop)) => make(cells, BoardOp::RayTo, vec![c, d, stop]),
                    (_, _, None) => make(cells, BoardOp::Ray, vec![c, d]),
                }
            }
            (Builtin::Group, [from, inside]) => {
                let from = as_set(self.cell_or_set(from));
                let parts = vec![from, self.typed(inside, &cells)];
                make(cells, BoardOp::Group, parts)
            }
            (Builtin::Border, [set]) => {
                let set = self.typed(set, &cells);
                let spread = make(cells.clone(), BoardOp::Spread, vec![set.clone()]);
                let kind = HKind::SetOp(SetOp::Without, Box::new(spread), Box::new(set));
                HExpr { ty: cells, span, kind }
            }
            (Builtin::Distance, [a, b]) => {
                let parts = vec![self.typed(a, &Ty::Cell), self.typed(b, &Ty::Cell)];
                make(Ty::Int, BoardOp::Distance, parts)
            }
            (Builtin::InARow, [set, n]) => {
                let parts = vec![self.typed(set, &cells), self.typed(n, &Ty::Int)];
                make(Ty::Bool, BoardOp::InARow, parts)
            }
            (Builtin::Lined, [set]) => {
                let parts = vec![self.typed(set, &cells)];
                make(cells, BoardOp::Lined, parts)
            }
            (Builtin::Opposite | Builtin::Left | Builtin::Right, [d]) => {
                let parts = vec![self.typed(d, &direction)];
                let op = match word.builtin {
                    Builtin::Opposite => BoardOp::Opposite,
                    Builtin::Left => BoardOp::Left,
                    _ => BoardOp::Right,
                };
                make(direction, op, parts)
            }
            _ => {
                for arg in args {
                    self.expr(arg, None);
                }
                self.wrong_form(word, args.len(), span)
            }
        }
    }

    /// Returns whether an expression is a set of cells. Nothing is reported.
    fn is_set_of_cells(&mut self, e: &Expr) -> bool {
        self.quietly(|cx| cx.expr(e, None).ty) == Ty::Cell.set()
    }

    fn cell_or_set(&mut self, e: &Expr) -> HExpr {
        let e = self.expr(e, Some(&Ty::Cell));
        match e.ty {
            Ty::Set(_) => self.coerce(e, &Ty::Cell.set()),
            _ => self.coerce(e, &Ty::Cell),
        }
    }

    fn direction_or_set(&mut self, e: &Expr, direction: &Ty) -> HExpr {
        let directions = direction.clone().set();
        let want = if is_literal_set(e) { &directions } else { direction };
        let e = self.expr(e, Some(want));
        match e.ty {
            Ty::Set(_) => self.coerce(e, &directions),
            _ => self.coerce(e, direction),
        }
    }
}

/// Returns whether an expression is a set literal: then a name in it denotes an element, even if something
/// else has the same name.
fn is_literal_set(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Set(_) => true,
        ExprKind::If { then, other, .. } => {
            is_literal_set(then) || other.as_deref().is_some_and(is_literal_set)
        }
        _ => false,
    }
}

/// Wraps a single value in a set.
fn as_set(e: HExpr) -> HExpr {
    match e.ty {
        Ty::Set(_) | Ty::Error => e,
        _ => HExpr { ty: e.ty.clone().set(), span: e.span, kind: HKind::SetOf(vec![e]) },
    }
}
