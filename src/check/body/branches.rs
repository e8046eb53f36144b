//! `X if C else Y`: both branches get one type.

use crate::check::body::defaults::{holding, nothing};
use crate::check::body::messages;
use crate::check::body::scope::Cx;
use crate::check::hir::tree::{HExpr, HKind, error_expr};
use crate::check::hir::types::Ty;
use crate::check::symbols::items::COMPONENT;
use crate::source::Span;
use crate::syntax::ast::Expr;

impl Cx<'_> {
    /// Checks `then if cond else other`.
    pub(in crate::check) fn branches(
        &mut self,
        then: &Expr,
        cond: &Expr,
        other: Option<&Expr>,
        span: Span,
        want: Option<&Ty>,
    ) -> HExpr {
        let since = self.happened;
        let cond_h = self.typed(cond, &Ty::Bool);
        let mark = self.enter();
        self.narrow(cond);
        self.know(&cond_h, true, since);
        let then = self.expr(then, want);
        let then = self.suited(then, want);
        self.leave(mark);
        let other = match other {
            Some(other) => {
                self.know(&cond_h, false, since);
                let other = self.expr(other, want.or(Some(&then.ty.clone())));
                self.leave(mark);
                self.suited(other, want)
            }
            None => self.nothing_of(&then, want),
        };
        let (then, other) = self.named_alike(then, other);
        let (then, other) = match then.ty.join(&other.ty, self.symbols) {
            None if !matches!(then.ty, Ty::Zone(_)) && !matches!(other.ty, Ty::Zone(_)) => {
                return self.wrong(
                    messages::branches_differ(
                        other.span,
                        &other.ty.a(self.symbols),
                        then.span,
                        &then.ty.a(self.symbols),
                    ),
                    span,
                );
            }
            _ => self.alike(then, other),
        };
        if then.ty == Ty::Error || other.ty == Ty::Error {
            return error_expr(span);
        }
        let ty = then.ty.join(&other.ty, self.symbols).unwrap_or(Ty::Error);
        HExpr { ty, span, kind: HKind::If(Box::new(cond_h), Box::new(then), Box::new(other)) }
    }

    /// Coerces a branch to the expected type where a name or a zone stands for something else, as it would be
    /// coerced without the `if`.
    fn suited(&mut self, e: HExpr, want: Option<&Ty>) -> HExpr {
        let Some(want) = want else { return e };
        let single = if let Ty::Optional(inner) = want { inner } else { want };
        let stands_for = match (&e.ty, single) {
            (Ty::Name, Ty::Component(_)) => is_constant_name(&e),
            (Ty::Set(of), Ty::Set(inner)) => **of == Ty::Name && matches!(**inner, Ty::Component(_)),
            (Ty::Zone(kind), Ty::Set(_)) => Ty::Component(*kind).set().fits(single, self.symbols),
            _ => false,
        };
        if stands_for { self.coerce(e, single) } else { e }
    }

    /// Converts a card's name in one branch to a component if the other branch is a component.
    fn named_alike(&mut self, a: HExpr, b: HExpr) -> (HExpr, HExpr) {
        let component = |ty: &Ty| match ty {
            Ty::Optional(of) => matches!(**of, Ty::Component(_)),
            ty => matches!(ty, Ty::Component(_)),
        };
        let components = |ty: &Ty| match ty {
            Ty::Set(of) => matches!(**of, Ty::Component(_)),
            ty => matches!(ty, Ty::Zone(_)),
        };
        let names = |e: &HExpr| e.ty == Ty::Name.set() && matches!(e.kind, HKind::SetOf(_));
        let one = Ty::Component(COMPONENT);
        match (&a, &b) {
            (a_, b_) if component(&a_.ty) && is_constant_name(b_) => (a, self.coerce(b, &one)),
            (a_, b_) if component(&b_.ty) && is_constant_name(a_) => (self.coerce(a, &one), b),
            (a_, b_) if components(&a_.ty) && names(b_) => (a, self.coerce(b, &one.set())),
            (a_, b_) if components(&b_.ty) && names(a_) => (self.coerce(a, &one.set()), b),
            _ => (a, b),
        }
    }

    /// Returns the default value of the missing `else`; reports an error if the type has none.
    fn nothing_of(&mut self, e: &HExpr, want: Option<&Ty>) -> HExpr {
        let ty = match want {
            Some(want @ Ty::Optional(inner)) if e.ty.fits(inner, self.symbols) && !e.ty.is_error() => want,
            _ => &e.ty,
        };
        nothing(ty, e.span)
            .unwrap_or_else(|| self.wrong(messages::else_missing(e.span, &e.ty.a(self.symbols)), e.span))
    }

    /// Converts two expressions to their common type; reports the second if there is none.
    fn alike(&mut self, a: HExpr, b: HExpr) -> (HExpr, HExpr) {
        if let Some(ty) = a.ty.join(&b.ty, self.symbols) {
            return (holding(a, &ty), holding(b, &ty));
        }
        match (&a.ty, &b.ty) {
            (Ty::Zone(_), _) | (_, Ty::Zone(_)) => {
                let ty = Ty::Component(COMPONENT).set();
                let a = if matches!(a.ty, Ty::Zone(_)) { self.coerce(a, &ty) } else { a };
                let b = if matches!(b.ty, Ty::Zone(_)) { self.coerce(b, &ty) } else { b };
                if let Some(ty) = a.ty.join(&b.ty, self.symbols) {
                    return (holding(a, &ty), holding(b, &ty));
                }
                let ty = a.ty.clone();
                let b = self.coerce(b, &ty);
                (a, b)
            }
            _ => {
                let ty = a.ty.clone();
                let b = self.coerce(b, &ty);
                (a, b)
            }
        }
    }
}

/// Returns whether an expression is a card's name, or an `if` between such names: then it can stand for the
/// card itself.
pub(in crate::check) fn is_constant_name(e: &HExpr) -> bool {
    match &e.kind {
        HKind::Value(_) => e.ty == Ty::Name,
        HKind::If(_, a, b) => e.ty == Ty::Name && is_constant_name(a) && is_constant_name(b),
        _ => false,
    }
}
