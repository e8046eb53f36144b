//! Type checking of expressions.

use crate::check::body::branches::is_constant_name;
use crate::check::body::defaults::holding;
use crate::check::body::messages;
use crate::check::body::scope::Cx;
use crate::check::hir::tree::{Arith, HExpr, HKind, SetOp, error_expr};
use crate::check::hir::types::Ty;
use crate::check::symbols::items::COMPONENT;
use crate::ir::{NameId, ToIndex};
use crate::source::Span;
use crate::syntax::ast::{BinaryOp, Expr, ExprKind, Name, UnaryOp};

impl Cx<'_> {
    /// Checks an expression. `want` is the expected type, a hint for resolving names; the result may have
    /// another type.
    pub(in crate::check) fn expr(&mut self, e: &Expr, want: Option<&Ty>) -> HExpr {
        let checked = self.expr_or_zones(e, want);
        if let Ty::Zones(_) = checked.ty { self.which_zone(&checked) } else { checked }
    }

    /// Checks an expression that may also denote all zones of a declaration with one per value, not yet
    /// indexed.
    pub(in crate::check) fn expr_or_zones(&mut self, e: &Expr, want: Option<&Ty>) -> HExpr {
        let checked = self.expr_kind(e, want);
        self.record_type(&checked);
        checked
    }

    fn expr_kind(&mut self, e: &Expr, want: Option<&Ty>) -> HExpr {
        let span = self.span(&e.at);
        let make = |ty: Ty, kind: HKind| HExpr { ty, span, kind };
        match &e.kind {
            ExprKind::Error => error_expr(span),
            ExprKind::Int(v) => make(Ty::Int, HKind::Int(*v)),
            ExprKind::Bool(v) => make(Ty::Bool, HKind::Bool(*v)),
            ExprKind::Text(text) => self.text_as_value(text, span, want),
            ExprKind::Name(text) => self.name(text, span, want),
            ExprKind::Set(elements) => self.set_literal(elements, span, want),
            ExprKind::Amount(entries) => self.amount_literal(entries, span, want),
            ExprKind::Range(a, b) => self.range(a, b, span),
            ExprKind::Field { of, field } => self.field(of, field, span),
            ExprKind::Index { of, index } => self.index(e, of, index, span),
            ExprKind::Call { receiver, callee, args } => {
                self.call(receiver.as_deref(), callee, args, span, want)
            }
            ExprKind::Unary { op: UnaryOp::Not, of } => {
                let of = self.typed(of, &Ty::Bool);
                make(Ty::Bool, HKind::Not(Box::new(of)))
            }
            ExprKind::Unary { op: UnaryOp::Negate, of } => {
                let of = self.expr(of, Some(&Ty::Int));
                if let Ty::Amount(_) = of.ty {
                    return self.times_amount(of, make(Ty::Int, HKind::Int(-1)), span);
                }
                let of = self.coerce(of, &Ty::Int);
                match of.kind {
                    HKind::Int(v) => make(Ty::Int, HKind::Int(v.wrapping_neg())),
                    _ => make(Ty::Int, HKind::Negate(Box::new(of))),
                }
            }
            ExprKind::Binary { op, left, right } => self.binary(*op, left, right, span, want),
            ExprKind::If { then, cond, other } => self.branches(then, cond, other.as_deref(), span, want),
            ExprKind::Where { set, cond } => {
                if let Some(d) = self.named_in_where(set, span) {
                    return self.wrong(d, span);
                }
                let all = self.expr(set, want);
                self.filtered(all, set, None, cond, span)
            }
            ExprKind::Is { of, kind, negated } => self.is_kind(of, kind, *negated, span),
            ExprKind::IsNone { of, negated } => self.is_none(of, *negated, span),
            ExprKind::Has { of, keyword } => self.has(of.as_deref(), keyword, span),
            ExprKind::As { rule, who } => self.slot_as(rule, who, span, want),
        }
    }

    /// Checks `a..b`.
    fn range(&mut self, a: &Expr, b: &Expr, span: Span) -> HExpr {
        let any_ints = std::mem::take(&mut self.any_ints);
        let a = self.typed(a, &Ty::Int);
        let b = self.typed(b, &Ty::Int);
        if !any_ints {
            for end in [&a, &b] {
                self.check_constant_range(end, (0, 63), |n, span| messages::number_not_in_sets(span, n));
            }
        }
        HExpr { ty: Ty::Int.set(), span, kind: HKind::Range(Box::new(a), Box::new(b)) }
    }

    /// Checks `of[index]`, the expression `e`.
    fn index(&mut self, e: &Expr, of: &Expr, index: &Expr, span: Span) -> HExpr {
        if let ExprKind::Name(n) = &of.kind
            && n == "players"
        {
            let seat = self.typed(index, &Ty::Int);
            let most = i64::from(self.symbols.max_players);
            self.check_constant_range(&seat, (1, most), |n, span| messages::no_seat(span, n, most));
            let always = |seat: &i64| (1..=i64::from(self.symbols.min_players)).contains(seat);
            let kind = match seat.kind {
                HKind::Int(seat) if always(&seat) => HKind::Value(seat as u64 - 1),
                _ => HKind::PlayerAt(Box::new(seat)),
            };
            return HExpr { ty: Ty::Player, span, kind };
        }
        if let Some(d) = self.thing_in_brackets(e, span) {
            return self.wrong(d, span);
        }
        let of = self.expr_or_zones(of, None);
        match of.ty {
            Ty::Zones(_) => return self.zone_for(of, index, span),
            Ty::Amount(_) => return self.lane_of(of, index, span),
            Ty::Error => return error_expr(span),
            _ => {}
        }
        self.expr(index, None);
        self.wrong(messages::not_indexed(span, &of.ty.a(self.symbols)), span)
    }

    /// Checks `of is kind`.
    fn is_kind(&mut self, of: &Expr, kind: &Name, negated: bool, span: Span) -> HExpr {
        let make = |ty: Ty, kind: HKind| HExpr { ty, span, kind };
        let of = self.expr(of, None);
        let of = if self.symbols.kind_named(&kind.text).is_some() { self.require_some(of) } else { of };
        let Some(k) = self.symbols.kind_named(&kind.text) else {
            let d = self.no_kind(&of, &kind.text, negated, self.span(&kind.at));
            return self.wrong(d, span);
        };
        let of = self.coerce(of, &Ty::Component(COMPONENT));
        let of_kind = &self.symbols.kinds[k];
        let all = HKind::ConstSet(self.symbols.span_set(of_kind.first, of_kind.count));
        let all = HExpr { ty: Ty::Component(k).set(), span, kind: all };
        let is = make(Ty::Bool, HKind::In(Box::new(of), Box::new(all)));
        if negated { make(Ty::Bool, HKind::Not(Box::new(is))) } else { is }
    }

    /// Checks `of is none`.
    fn is_none(&mut self, of: &Expr, negated: bool, span: Span) -> HExpr {
        let make = |ty: Ty, kind: HKind| HExpr { ty, span, kind };
        let of = self.expr(of, None);
        if !matches!(of.ty, Ty::Optional(_)) && of.ty != Ty::Error {
            let help = match (&of.ty, self.optional_declaration(&of)) {
                (Ty::Set(_) | Ty::Zone(_), _) => "whether a set is empty is asked with `none(…)`".to_owned(),
                (_, Some(ty)) => format!("if there need not be one, declare it as `{ty}`"),
                _ => "only a `T?` can be none".to_owned(),
            };
            self.note_never_none(&of);
            return self.wrong(messages::never_none(of.span, &of.ty.a(self.symbols), &help), span);
        }
        let some = make(Ty::Bool, HKind::IsSome(Box::new(of)));
        if negated { some } else { make(Ty::Bool, HKind::Not(Box::new(some))) }
    }

    /// Checks `rule as who`.
    fn slot_as(&mut self, rule: &Expr, who: &Expr, span: Span, want: Option<&Ty>) -> HExpr {
        let rule = self.expr(rule, want);
        let who = self.expr(who, None);
        let who = self.require_some(who);
        match rule.kind {
            HKind::Slot { slot, rule: bearer, who: None, args } => {
                let kind = self.symbols.slots[slot].kind;
                let who = self.coerce(who, &Ty::Component(kind));
                let kind = HKind::Slot { slot, rule: bearer, who: Some(Box::new(who)), args };
                HExpr { ty: rule.ty, span, kind }
            }
            _ if rule.ty == Ty::Error => rule,
            _ => self.wrong(messages::not_a_slot(rule.span), span),
        }
    }

    /// Builds the set of elements for which a condition holds; `binder` names the element besides `it`.
    pub(in crate::check) fn filtered(
        &mut self,
        set: HExpr,
        tree: &Expr,
        binder: Option<&str>,
        cond: &Expr,
        span: Span,
    ) -> HExpr {
        let Some((set, element_ty)) = self.as_set(set, "`where` looks through a set") else {
            return error_expr(span);
        };
        let element = self.local(element_ty.clone());
        let mark = self.enter();
        let element_ty = self.element_named(tree, binder, element_ty);
        self.element(element, element_ty.clone());
        if let Some(name) = binder {
            self.bind(name, element, element_ty);
        }
        self.inside += 1;
        let cond = self.typed(cond, &Ty::Bool);
        self.inside -= 1;
        self.leave(mark);
        let ty = set.ty.clone();
        HExpr { ty, span, kind: HKind::Filter { set: Box::new(set), element, cond: Box::new(cond) } }
    }

    /// Checks an expression and coerces it to a type.
    pub(in crate::check) fn typed(&mut self, e: &Expr, want: &Ty) -> HExpr {
        let checked = self.expr(e, Some(want));
        self.coerce(checked, want)
    }

    /// Coerces a checked expression to a type, or reports why it does not fit.
    pub(in crate::check) fn coerce(&mut self, e: HExpr, want: &Ty) -> HExpr {
        if e.ty.fits(want, self.symbols) {
            return holding(e, want);
        }
        let span = e.span;
        match (&e.ty, want) {
            (Ty::Zone(kind), Ty::Set(_)) => {
                let ty = Ty::Component(*kind).set();
                if ty.fits(want, self.symbols) {
                    return HExpr { ty, span, kind: HKind::Contents(Box::new(e)) };
                }
            }
            (Ty::Name, Ty::Component(_)) => {
                if is_constant_name(&e)
                    && let HKind::If(cond, a, b) = e.kind
                {
                    let (a, b) = (self.coerce(*a, want), self.coerce(*b, want));
                    let ty = a.ty.join(&b.ty, self.symbols).unwrap_or(Ty::Error);
                    if ty == Ty::Error {
                        return error_expr(span);
                    }
                    return HExpr { ty, span, kind: HKind::If(cond, Box::new(a), Box::new(b)) };
                }
                if let HKind::Value(n) = e.kind {
                    let n = NameId::from_index(n.index());
                    let info = &self.symbols.names[n];
                    let by_list = self.symbols.by_list.find(n) == Some(&true) && !self.trial;
                    if by_list {
                        let place = self.place_to_look(info.kind);
                        return self.wrong(messages::card_of_lists(span, &info.id, &place), span);
                    }
                    if info.copies == 1 {
                        let ty = Ty::Component(info.kind);
                        return self
                            .coerce(HExpr { ty, span, kind: HKind::Value(u64::from(info.first.0)) }, want);
                    }
                    let place = self.place_to_look(info.kind);
                    return self.wrong(messages::which_copy(span, info.copies, &info.id, &place), span);
                }
            }
            (Ty::Name, Ty::Optional(inner)) if matches!(**inner, Ty::Component(_)) => {
                return self.coerce(e, inner);
            }
            (Ty::Set(of), Ty::Set(inner)) if **of == Ty::Name && matches!(**inner, Ty::Component(_)) => {
                if let HKind::SetOf(names) = e.kind {
                    let of: Vec<HExpr> = names.into_iter().map(|n| self.coerce(n, inner)).collect();
                    return HExpr { ty: want.clone(), span, kind: HKind::SetOf(of) };
                }
            }
            (Ty::Optional(inner), _) if inner.fits(want, self.symbols) => return self.unopened(e),
            _ => {}
        }
        let d = self.misfit(&e, want);
        self.wrong(d, span)
    }

    /// Returns the expression; reports an error if it may be none.
    pub(in crate::check) fn require_some(&mut self, e: HExpr) -> HExpr {
        if matches!(e.ty, Ty::Optional(_)) { self.unopened(e) } else { e }
    }

    /// Returns the expression as a set, and its elements' type; reports an error if it is not a set.
    pub(in crate::check) fn as_set(&mut self, e: HExpr, why: &str) -> Option<(HExpr, Ty)> {
        match e.ty.clone() {
            Ty::Set(inner) => Some((e, *inner)),
            Ty::Zone(kind) => {
                let inner = Ty::Component(kind);
                let span = e.span;
                Some((HExpr { ty: inner.clone().set(), span, kind: HKind::Contents(Box::new(e)) }, inner))
            }
            Ty::Error => None,
            Ty::Optional(_) => {
                self.unopened(e);
                None
            }
            other => {
                let d = self.not_a_set(&e, &other, why);
                self.report(d);
                None
            }
        }
    }

    fn set_literal(&mut self, elements: &[Expr], span: Span, want: Option<&Ty>) -> HExpr {
        // `{x in S where C}`
        if let [Expr { kind: ExprKind::Where { set, cond }, .. }] = elements
            && let ExprKind::Binary { op: BinaryOp::In, left, right } = &set.kind
            && let ExprKind::Name(name) = &left.kind
        {
            let all = self.expr(right, want);
            return self.filtered(all, right, Some(name), cond, span);
        }
        let wanted = match want {
            Some(Ty::Set(inner)) => Some((**inner).clone()),
            _ => None,
        };
        let mut ty: Option<Ty> = None;
        let mut parts = Vec::new();
        for element in elements {
            let hint = ty.clone().or_else(|| wanted.clone());
            let checked = self.expr(element, hint.as_ref());
            let checked = match (&wanted, &checked.ty) {
                (Some(Ty::Component(_)), Ty::Name) => self.coerce(checked, &Ty::Component(COMPONENT)),
                _ => self.require_some(checked),
            };
            let joined = match &ty {
                None => Some(checked.ty.clone()),
                Some(t) => t.join(&checked.ty, self.symbols),
            };
            match joined {
                Some(t) => ty = Some(t),
                None => {
                    let (first, at) =
                        (ty.clone().unwrap_or(Ty::Error), parts.first().map_or(span, |p: &HExpr| p.span));
                    self.report(messages::mixed_set(
                        checked.span,
                        &checked.ty.a(self.symbols),
                        at,
                        &first.a(self.symbols),
                    ));
                    continue;
                }
            }
            parts.push(checked);
        }
        let ty = ty.or(wanted).unwrap_or(Ty::Error);
        if matches!(ty, Ty::Set(_) | Ty::Zone(_) | Ty::Bool | Ty::Amount(_)) {
            return self.wrong(messages::set_of_sets(span, &ty.a(self.symbols)), span);
        }
        HExpr { ty: ty.set(), span, kind: HKind::SetOf(parts) }
    }

    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr, span: Span, want: Option<&Ty>) -> HExpr {
        match op {
            BinaryOp::And | BinaryOp::Or => self.check_logic(op, left, right, span),
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Both => self.sum(op, left, right, span, want),
            BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => self.product(op, left, right, span),
            BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => {
                self.comparison(op, left, right, span)
            }
            BinaryOp::Eq | BinaryOp::Ne => self.equality(op == BinaryOp::Eq, left, right, span),
            BinaryOp::In | BinaryOp::NotIn => self.membership(op, left, right, span),
            BinaryOp::Default => self.default(left, right, span, want),
        }
    }

    /// Checks `+`, `-` and `&`, of numbers, amounts and sets.
    fn sum(&mut self, op: BinaryOp, left: &Expr, right: &Expr, span: Span, want: Option<&Ty>) -> HExpr {
        let a = self.expr(left, want);
        let a = self.require_some(a);
        if a.ty == Ty::Error {
            self.expr(right, want);
            return error_expr(span);
        }
        if matches!(a.ty, Ty::Set(_) | Ty::Zone(_)) {
            return self.set_operation(op, a, right, span);
        }
        if op == BinaryOp::Both {
            return self.wrong(messages::intersection_of_values(a.span, &a.ty.a(self.symbols)), span);
        }
        let arith = if op == BinaryOp::Add { Arith::Add } else { Arith::Sub };
        let hint = if matches!(a.ty, Ty::Amount(_)) { a.ty.clone() } else { Ty::Int };
        let b = self.expr(right, Some(&hint));
        if matches!(a.ty, Ty::Amount(_)) || matches!(b.ty, Ty::Amount(_)) {
            return self.each(arith, a, b, span);
        }
        let a = self.coerce(a, &Ty::Int);
        let b = self.coerce(b, &Ty::Int);
        HExpr { ty: Ty::Int, span, kind: HKind::Arith(arith, Box::new(a), Box::new(b)) }
    }

    /// Checks `*`, `/` and `%`.
    fn product(&mut self, op: BinaryOp, left: &Expr, right: &Expr, span: Span) -> HExpr {
        let a = self.expr(left, Some(&Ty::Int));
        let b = self.expr(right, Some(&Ty::Int));
        if let Some(scaled) = self.scaled(op, &a, &b, span) {
            return scaled;
        }
        let (a, b) = (self.coerce(a, &Ty::Int), self.coerce(b, &Ty::Int));
        if op != BinaryOp::Mul && matches!(b.kind, HKind::Int(0)) {
            return self.wrong(messages::division_by_zero(b.span), span);
        }
        let arith = match op {
            BinaryOp::Mul => Arith::Mul,
            BinaryOp::Div => Arith::Div,
            _ => Arith::Rem,
        };
        HExpr { ty: Ty::Int, span, kind: HKind::Arith(arith, Box::new(a), Box::new(b)) }
    }

    /// Checks `in` and `not in`.
    fn membership(&mut self, op: BinaryOp, left: &Expr, right: &Expr, span: Span) -> HExpr {
        let make = |ty: Ty, kind: HKind| HExpr { ty, span, kind };
        let (element, set) = self.in_set(left, right);
        let Some((set, inner)) = self.as_set(set, "`in` asks whether something is in a set") else {
            return make(Ty::Error, HKind::Bool(false));
        };
        // An optional can be tested for membership without opening it: none is in no set.
        let element = match &element.ty {
            Ty::Optional(t) if t.fits(&inner, self.symbols) || inner.fits(t, self.symbols) => element,
            Ty::Component(_) if matches!(inner, Ty::Component(_)) => element,
            Ty::Name if matches!(inner, Ty::Component(_)) => self.coerce(element, &Ty::Component(COMPONENT)),
            _ => self.coerce(element, &inner),
        };
        if element.ty == Ty::Error {
            return make(Ty::Error, HKind::Bool(false));
        }
        self.warn_of_other_kinds((left, &element), (right, &set));
        let is = make(Ty::Bool, HKind::In(Box::new(element), Box::new(set)));
        if op == BinaryOp::In { is } else { make(Ty::Bool, HKind::Not(Box::new(is))) }
    }

    /// Checks `left ?? right`.
    fn default(&mut self, left: &Expr, right: &Expr, span: Span, want: Option<&Ty>) -> HExpr {
        let a = self.expr(left, want);
        let inner = match &a.ty {
            Ty::Optional(inner) => (**inner).clone(),
            Ty::Error => Ty::Error,
            other => {
                self.note_never_none(&a);
                return self.wrong(messages::needless_default(a.span, &other.a(self.symbols)), span);
            }
        };
        let b = self.expr(right, Some(&inner));
        let b = match (&b.ty, &inner) {
            (Ty::Optional(_), _) => b,
            (Ty::Component(_) | Ty::Name, Ty::Component(_)) => self.coerce(b, &Ty::Component(COMPONENT)),
            _ => self.coerce(b, &inner),
        };
        let ty = inner.join(&b.ty, self.symbols).unwrap_or(Ty::Error);
        HExpr { ty, span, kind: HKind::Default(Box::new(a), Box::new(b)) }
    }

    fn set_operation(&mut self, op: BinaryOp, left: HExpr, right: &Expr, span: Span) -> HExpr {
        let Some((left, inner)) = self.as_set(left, "this works on sets") else { return error_expr(span) };
        let want = left.ty.clone();
        let right = self.expr(right, Some(&want));
        if let (Ty::Amount(_), true, BinaryOp::Add | BinaryOp::Sub) = (&right.ty, want.is_any_set(), op) {
            return self.each(if op == BinaryOp::Add { Arith::Add } else { Arith::Sub }, left, right, span);
        }
        // A single element on the right is treated as the set of it.
        let element = match &right.ty {
            Ty::Set(_) | Ty::Zone(_) | Ty::Error => None,
            Ty::Optional(_) => Some(self.unopened(right.clone())),
            _ => Some(right.clone()),
        };
        let right = match element {
            Some(element) => {
                let element = match (&element.ty, &inner) {
                    (Ty::Component(_) | Ty::Name, Ty::Component(_)) => {
                        self.coerce(element, &Ty::Component(COMPONENT))
                    }
                    _ => self.coerce(element, &inner),
                };
                let at = element.span;
                HExpr { ty: element.ty.clone().set(), span: at, kind: HKind::SetOf(vec![element]) }
            }
            None if matches!(right.ty, Ty::Zone(_)) => {
                let Some((set, _)) = self.as_set(right, "this works on sets") else {
                    return error_expr(span);
                };
                set
            }
            None => right,
        };
        let Some(joined) = left.ty.join(&right.ty, self.symbols) else {
            self.coerce(right, &want);
            return error_expr(span);
        };
        let (left, right) = (holding(left, &joined), holding(right, &joined));
        let (set_op, ty) = match op {
            BinaryOp::Add => (SetOp::Union, joined),
            BinaryOp::Sub => (SetOp::Without, left.ty.clone()),
            _ => (SetOp::Both, left.ty.clone()),
        };
        HExpr { ty, span, kind: HKind::SetOp(set_op, Box::new(left), Box::new(right)) }
    }
}
