//! `for each c in S by e`: a loop in ascending order of e.

use crate::check::body::messages;
use crate::check::body::scope::{Cx, VariableOrigin};
use crate::check::hir::tree::{Aggregate, HExpr, HKind, HStmt, SetOp};
use crate::check::hir::types::Ty;
use crate::syntax::ast::{Block, Expr, Name};

impl Cx<'_> {
    /// Selects the least of the remaining elements in each iteration, so that ties keep their order in the
    /// set.
    pub(in crate::check) fn for_each_by(
        &mut self,
        name: &Name,
        set: &Expr,
        by: &Expr,
        body: &Block,
        out: &mut Vec<HStmt>,
    ) {
        if let Some(first) = self.turn_order(set) {
            self.typed(first, &Ty::Player);
            let d = messages::sorted_turn_order(self.span(&by.at), self.span(&set.at), self.written(by));
            self.report(d);
            return self.body_without_source(name, Ty::Player, body);
        }
        let all = self.set_for(&name.text, set);
        let Some((all, ty)) = self.as_set(all, "`for each` goes through a set") else {
            // The sort key is not checked: without its element it would only cause follow-up errors.
            return self.body_without_source(name, Ty::Error, body);
        };
        let ty = self.element_of(set, ty);
        let span = all.span;
        let make = |ty: &Ty, kind| HExpr { ty: ty.clone(), span, kind };
        let (set_ty, asked) = (all.ty.clone(), self.local(ty.clone()));
        let mark = self.enter();
        self.element(asked, ty.clone());
        // The name makes it accessible inside a nested `where`, too.
        self.bind(&name.text, asked, ty.clone());
        let by = self.expr(by, Some(&Ty::Int));
        self.leave(mark);
        if let Some(d) = self.unordered(&by) {
            self.report(d);
            return;
        }
        let by = if matches!(by.ty, Ty::Enum(_)) { by } else { self.coerce(by, &Ty::Int) };
        let rest = self.local(set_ty.clone());
        let local = self.local(ty.clone());
        let mark = self.enter();
        self.declare(name, local, ty.clone(), VariableOrigin::Each);
        self.loops += 1;
        let body = self.block(body);
        self.loops -= 1;
        self.leave(mark);
        if by.ty == Ty::Error {
            return;
        }
        let by = make(&Ty::Int, by.kind);
        let least = HKind::Aggregate {
            op: Aggregate::Best,
            set: Box::new(make(&set_ty, HKind::Local(rest))),
            element: asked,
            of: Some(Box::new(make(&Ty::Int, HKind::Negate(Box::new(by))))),
        };
        let one = make(&set_ty, HKind::SetOf(vec![make(&ty, HKind::Local(local))]));
        let left = HKind::SetOp(SetOp::Without, Box::new(make(&set_ty, HKind::Local(rest))), Box::new(one));
        let mut then = vec![HStmt::Set(rest, make(&set_ty, left))];
        then.extend(body);
        let turn = HStmt::IfLet(local, make(&ty.optional(), least), then, vec![HStmt::Break]);
        out.push(HStmt::Set(rest, all));
        out.push(HStmt::While(make(&Ty::Bool, HKind::Bool(true)), vec![turn]));
    }

    /// Checks the block of a loop whose source has an error, for errors of its own.
    fn body_without_source(&mut self, name: &Name, ty: Ty, body: &Block) {
        let local = self.local(ty.clone());
        let mark = self.enter();
        self.declare(name, local, ty, VariableOrigin::Each);
        self.loops += 1;
        self.block(body);
        self.loops -= 1;
        self.leave(mark);
    }
}
