//! Conditions: equality, membership, `has`, and narrowing by `is`.

use crate::check::body::defaults::holding;
use crate::check::body::messages;
use crate::check::body::narrowing::asks_the_same;
use crate::check::body::scope::Cx;
use crate::check::hir::tree::{CompareOp, HExpr, HKind};
use crate::check::hir::types::Ty;
use crate::check::symbols::items::COMPONENT;
use crate::diagnostics::with_article;
use crate::ir::{KeywordId, KindId, SlotId};
use crate::source::Span;
use crate::syntax::ast::{BinaryOp, Expr, ExprKind};

impl Cx<'_> {
    /// Checks both sides of `==` or `in`: the left type is the type expected on the right. A value that
    /// several enums share is resolved by the other side.
    pub(in crate::check) fn hinting(
        &mut self,
        left: &Expr,
        right: &Expr,
        hint: impl Fn(Ty) -> Ty,
    ) -> (HExpr, HExpr) {
        if let ExprKind::Name(text) = &left.kind
            && self.enums_with(text).len() > 1
            && !self.means_something(text)
        {
            let b = self.expr(right, None);
            let a = self.expr(left, Some(&b.ty));
            return (a, b);
        }
        let a = self.expr(left, None);
        let hint = (a.ty != Ty::Error).then(|| hint(a.ty.clone()));
        let b = self.expr(right, hint.as_ref());
        (a, b)
    }

    /// Checks both sides of `x in S`. An interval with arbitrary bounds may stand on the right: it is never
    /// materialised as a set.
    pub(in crate::check) fn in_set(&mut self, left: &Expr, right: &Expr) -> (HExpr, HExpr) {
        if !matches!(right.kind, ExprKind::Range(..)) {
            return self.hinting(left, right, |ty| ty.set());
        }
        let element = self.expr(left, None);
        self.any_ints = true;
        let set = self.expr(right, None);
        self.any_ints = false;
        (element, set)
    }

    pub(in crate::check) fn equality(&mut self, equal: bool, left: &Expr, right: &Expr, span: Span) -> HExpr {
        let make = |kind: HKind| HExpr { ty: Ty::Bool, span, kind };
        let (a, b) = self.hinting(left, right, |ty| ty);
        if a.ty.is_error() || b.ty.is_error() {
            return HExpr { ty: Ty::Error, span, kind: HKind::Bool(false) };
        }
        self.warn_of_same_sides((left, &a), (right, &b), span);
        let is_set = |ty: &Ty| matches!(ty, Ty::Set(_) | Ty::Amount(_));
        let is_component = |ty: &Ty| match ty {
            Ty::Optional(of) => matches!(**of, Ty::Component(_)),
            ty => matches!(ty, Ty::Component(_)),
        };
        let (a, b) = match (&a.ty, &b.ty) {
            (Ty::Zone(_), Ty::Set(_)) => {
                let want = b.ty.clone();
                (self.coerce(a, &want), b)
            }
            (Ty::Set(_), Ty::Zone(_)) => {
                let want = a.ty.clone();
                let b = self.coerce(b, &want);
                (a, b)
            }
            (of, Ty::Name) if is_component(of) => {
                let b = self.coerce(b, &Ty::Component(COMPONENT));
                (a, b)
            }
            (Ty::Name, of) if is_component(of) => (self.coerce(a, &Ty::Component(COMPONENT)), b),
            _ => (a, b),
        };
        if a.ty == Ty::Error || b.ty == Ty::Error {
            return HExpr { ty: Ty::Error, span, kind: HKind::Bool(false) };
        }
        let Some(ty) = a.ty.join(&b.ty, self.symbols) else {
            let d = self.unequal(&a, &b);
            return self.wrong(d, span);
        };
        self.warn_of_other_kinds((left, &a), (right, &b));
        let op = if equal { BinaryOp::Eq } else { BinaryOp::Ne };
        self.warn_of_decided(op, (left, &a), (right, &b), span);
        let (a, b) = (holding(a, &ty), holding(b, &ty));
        let compare = if is_set(&a.ty) {
            let same = make(HKind::SetEq(Box::new(a), Box::new(b)));
            if equal { same.kind } else { HKind::Not(Box::new(same)) }
        } else {
            HKind::Compare(if equal { CompareOp::Eq } else { CompareOp::Ne }, Box::new(a), Box::new(b))
        };
        make(compare)
    }

    /// Warns of a comparison of a value with itself. Usually one side is meant to be a variable that is
    /// shadowed by the element of a `where`.
    pub(in crate::check) fn warn_of_same_sides(
        &mut self,
        left: (&Expr, &HExpr),
        right: (&Expr, &HExpr),
        span: Span,
    ) {
        if !is_same_value(left.1, right.1) {
            return;
        }
        let hidden = [left, right].into_iter().find_map(|(written, meant)| match &written.kind {
            ExprKind::Name(name)
                if !matches!(meant.kind, HKind::Local(_)) && self.variable(name).is_some() =>
            {
                Some((name, meant.span))
            }
            _ => None,
        });
        self.report(match hidden {
            Some((name, at)) => messages::hidden_by_element(span, name, at),
            None => {
                messages::same_sides(span).help("compare it with something else, or leave the condition out")
            }
        });
    }

    /// Warns of `==` and `in` between components of kinds that have no component in common. Usually one side
    /// is `it`, and means an element nearer than the intended one.
    pub(in crate::check) fn warn_of_other_kinds(&mut self, left: (&Expr, &HExpr), right: (&Expr, &HExpr)) {
        let (Some(a), Some(b)) = (kind_of(&left.1.ty), kind_of(&right.1.ty)) else { return };
        if self.symbols.is_below(a, b) || self.symbols.is_below(b, a) {
            self.uses.alike_kinds.insert((left.1.span, right.1.span));
            return;
        }
        let name = |kind: KindId| with_article(&self.symbols.kinds[kind].id);
        let is_it = |written: &Expr| matches!(&written.kind, ExprKind::Name(name) if name == "it");
        let help = if is_it(left.0) || is_it(right.0) {
            "`it` is the nearest element; name the outer one: `{c in … where …}`, or `any(c in …, …)`"
        } else {
            "compare components of the same kind, or their attributes"
        };
        self.report(messages::never_same(left.1.span, &name(a), &name(b), right.1.span, help));
    }

    pub(in crate::check) fn has(
        &mut self,
        of: Option<&Expr>,
        keyword: &crate::syntax::ast::Name,
        span: Span,
    ) -> HExpr {
        let of = match of {
            Some(of) => self.expr(of, None),
            None => match self
                .it(span)
                .filter(|it| matches!(it.ty, Ty::Component(_)))
                .or_else(|| self.myself(span))
            {
                Some(of) => of,
                None => return self.name("it", span, None),
            },
        };
        let of = self.require_some(of);
        let of = self.coerce(of, &Ty::Component(COMPONENT));
        let bearers = if let Some(k) = self.symbols.keywords.iter().position(|k| k.id == keyword.text) {
            self.uses.keywords.insert(KeywordId::from_index(k));
            HKind::ConstSet(self.symbols.keywords[KeywordId::from_index(k)].bearers.clone())
        } else if let Some(s) = self.symbols.slots.iter().position(|s| s.id == keyword.text) {
            self.uses.slots.insert(SlotId::from_index(s));
            HKind::Bearers(SlotId::from_index(s))
        } else if let Some(borne) = self.symbols.borne_actions.iter().find(|borne| borne.id == keyword.text) {
            HKind::ConstSet(borne.bearers.clone())
        } else {
            let at = self.span(&keyword.at);
            let known = self.symbols.keywords.iter().map(|k| k.id.as_str());
            let known = known.chain(self.symbols.borne_actions.iter().map(|borne| borne.id.as_str()));
            let known =
                known.chain(self.symbols.slots.iter().filter(|s| s.id.is_declared()).map(|s| s.id.as_str()));
            let d = messages::unknown_keyword(at, &keyword.text).suggest(&keyword.text, known);
            return self.wrong(d, span);
        };
        let set = HExpr { ty: Ty::Component(COMPONENT).set(), span, kind: bearers };
        HExpr { ty: Ty::Bool, span, kind: HKind::In(Box::new(of), Box::new(set)) }
    }

    /// Returns the type of a set's elements, narrowed by `is` in a `where` of the set (`S where it is unit`).
    pub(in crate::check) fn element_of(&self, set: &Expr, ty: Ty) -> Ty {
        self.element_named(set, None, ty)
    }

    /// Does what [`Cx::element_of`] does for a set whose elements are also called `name`.
    pub(in crate::check) fn element_named(&self, set: &Expr, name: Option<&str>, ty: Ty) -> Ty {
        let ExprKind::Where { set, cond } = &set.kind else { return ty };
        self.asked_kind(cond, name, self.element_named(set, name, ty))
    }

    /// Narrows the type of an element by each conjunct `it is kind` of a condition. `called` is its other
    /// name.
    fn asked_kind(&self, cond: &Expr, called: Option<&str>, ty: Ty) -> Ty {
        match &cond.kind {
            ExprKind::Binary { op: BinaryOp::And, left, right } => {
                self.asked_kind(right, called, self.asked_kind(left, called, ty))
            }
            ExprKind::Is { of, kind, negated: false } if matches!(&of.kind, ExprKind::Name(name) if name == "it" || called == Some(name)) => {
                match (&ty, self.symbols.kind_named(&kind.text)) {
                    (Ty::Component(was), Some(k)) if self.symbols.is_below(k, *was) => Ty::Component(k),
                    _ => ty,
                }
            }
            _ => ty,
        }
    }

    /// Narrows x to the kind wherever the condition contains `x is kind`, until the enclosing scope is left.
    pub(in crate::check) fn narrow(&mut self, cond: &Expr) {
        match &cond.kind {
            ExprKind::Binary { op: BinaryOp::And, left, right } => {
                self.narrow(left);
                self.narrow(right);
            }
            ExprKind::Is { of, kind, negated: false } => {
                let (ExprKind::Name(name), Some(k)) = (&of.kind, self.symbols.kind_named(&kind.text)) else {
                    return;
                };
                let span = self.span(&of.at);
                let found = match name.as_str() {
                    "it" => self.it(span),
                    "self" => self.myself(span),
                    _ => self.variable(name).map(|(local, ty)| HExpr { ty, span, kind: HKind::Local(local) }),
                };
                if let Some(HExpr { kind: HKind::Local(local), ty: Ty::Component(was), .. }) = found
                    && !self.symbols.is_below(was, k)
                {
                    if name == "it" {
                        self.element(local, Ty::Component(k));
                    } else {
                        self.bind(name, local, Ty::Component(k));
                    }
                }
            }
            _ => {}
        }
    }
}

/// Returns whether two expressions read the same variable, state, attribute or zone, and so have equal values
/// when evaluated together.
fn is_same_value(a: &HExpr, b: &HExpr) -> bool {
    let read = match &a.kind {
        HKind::Local(_) | HKind::Option(_) | HKind::TableField(_) | HKind::Zone(_) => true,
        HKind::Field(_, of) | HKind::Attribute(_, of) | HKind::PlayerZone(_, of) => is_same_value(of, of),
        _ => false,
    };
    read && asks_the_same(a, b)
}

/// Returns the kind of a component, of an optional one, or of the elements of a set.
fn kind_of(ty: &Ty) -> Option<KindId> {
    match ty {
        Ty::Component(kind) => Some(*kind),
        Ty::Optional(of) | Ty::Set(of) => kind_of(of),
        _ => None,
    }
}
