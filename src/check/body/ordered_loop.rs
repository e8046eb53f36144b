//! `for each c in S by e`: a loop in ascending order of e.

use crate::check::body::defaults::nothing;
use crate::check::body::scope::{Cx, VariableOrigin};
use crate::check::hir::tree::{Aggregate, CompareOp, HExpr, HKind, HStmt, Local, LoopSource, SetOp};
use crate::check::hir::types::Ty;
use crate::source::Span;
use crate::syntax::ast::{Block, Expr, Name};

/// The elements that a loop goes through.
struct LoopElements {
    /// The set of all of them.
    all: HExpr,
    /// The order in which elements with equal keys come; `None` for that of the box.
    order: Option<LoopSource>,
    /// The type of one element.
    ty: Ty,
}

/// The loop's sort key.
struct SortKey {
    /// The variable of the element whose key it is.
    element: Local,
    key: HExpr,
}

impl Cx<'_> {
    /// Selects the least of the remaining elements in each iteration, so that ties keep their order: that of
    /// an ordered zone, that of the turns, otherwise that of the box.
    pub(in crate::check) fn for_each_by(
        &mut self,
        name: &Name,
        set: &Expr,
        by: &Expr,
        body: &Block,
        out: &mut Vec<HStmt>,
    ) {
        let Some(LoopElements { all, order, ty }) = self.loop_elements(name, set, out) else {
            // The sort key is not checked: without its element it would only cause follow-up errors.
            return self.body_without_source(name, Ty::Error, body);
        };
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
        let key = SortKey { element: asked, key: make(&Ty::Int, by.kind) };
        let remaining = make(&set_ty, HKind::Local(rest));
        let mut turn = Vec::new();
        let least = match order {
            Some(order) => self.least_in_order(&ty, order, remaining.clone(), key, &mut turn),
            None => HKind::Aggregate {
                op: Aggregate::Best,
                set: Box::new(remaining.clone()),
                element: asked,
                of: Some(Box::new(make(&Ty::Int, HKind::Negate(Box::new(key.key))))),
            },
        };
        let one = make(&set_ty, HKind::SetOf(vec![make(&ty, HKind::Local(local))]));
        let left = HKind::SetOp(SetOp::Without, Box::new(remaining), Box::new(one));
        let mut then = vec![HStmt::Set(rest, make(&set_ty, left))];
        then.extend(body);
        turn.push(HStmt::IfLet(local, make(&ty.optional(), least), then, vec![HStmt::Break]));
        out.push(HStmt::Set(rest, all));
        out.push(HStmt::While(make(&Ty::Bool, HKind::Bool(true)), turn));
    }

    /// Checks what a loop goes through. A zone and the first player of `turn_order` are evaluated once, into
    /// variables.
    fn loop_elements(&mut self, name: &Name, set: &Expr, out: &mut Vec<HStmt>) -> Option<LoopElements> {
        let span = self.span(&set.at);
        if let Some(first) = self.turn_order(set) {
            let first = self.typed(first, &Ty::Player);
            if first.ty == Ty::Error {
                return None;
            }
            let first = self.kept(first, out);
            let all = HExpr { ty: Ty::Player.set(), span, kind: HKind::Players };
            return Some(LoopElements { all, order: Some(LoopSource::Turns(first)), ty: Ty::Player });
        }
        let mut all = self.set_for(&name.text, set);
        let mut order = None;
        if matches!(all.ty, Ty::Zone(_)) && self.zone_without_order(&all).is_none() {
            all = self.kept(all, out);
            order = Some(LoopSource::Zone(all.clone()));
        }
        let (all, ty) = self.as_set(all, "`for each` goes through a set")?;
        let ty = self.element_of(set, ty);
        Some(LoopElements { all, order, ty })
    }

    /// Assigns a value to a new variable, and returns an expression that reads it.
    fn kept(&mut self, value: HExpr, out: &mut Vec<HStmt>) -> HExpr {
        let (ty, span, local) = (value.ty.clone(), value.span, self.local(value.ty.clone()));
        out.push(HStmt::Set(local, value));
        HExpr { ty, span, kind: HKind::Local(local) }
    }

    /// Adds statements that find the first of the remaining elements with the least key, in an order. Returns
    /// an expression for it, which is none once no remaining element is left in the order.
    fn least_in_order(
        &mut self,
        ty: &Ty,
        order: LoopSource,
        remaining: HExpr,
        SortKey { element, key }: SortKey,
        out: &mut Vec<HStmt>,
    ) -> HKind {
        let span: Span = remaining.span;
        let make = |ty: &Ty, kind| HExpr { ty: ty.clone(), span, kind };
        let maybe = ty.clone().optional();
        let (found, least, now) = (self.local(maybe.clone()), self.local(Ty::Int), self.local(Ty::Int));
        let read = |local| Box::new(make(&Ty::Int, HKind::Local(local)));
        let is_some = make(&Ty::Bool, HKind::IsSome(Box::new(make(&maybe, HKind::Local(found)))));
        let is_first = Box::new(make(&Ty::Bool, HKind::Not(Box::new(is_some))));
        let is_less = Box::new(make(&Ty::Bool, HKind::Compare(CompareOp::Lt, read(now), read(least))));
        let candidate = make(ty, HKind::Local(element));
        let keep = HStmt::If(
            make(&Ty::Bool, HKind::Or(is_first, is_less)),
            vec![HStmt::Set(found, candidate.clone()), HStmt::Set(least, *read(now))],
            Vec::new(),
        );
        let remains = make(&Ty::Bool, HKind::In(Box::new(candidate), Box::new(remaining)));
        let look = HStmt::If(remains, vec![HStmt::Set(now, key), keep], Vec::new());
        out.extend(nothing(&maybe, span).map(|none| HStmt::Set(found, none)));
        out.push(HStmt::ForEach(element, order, vec![look]));
        HKind::Local(found)
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
