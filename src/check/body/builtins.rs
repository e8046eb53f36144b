//! Calls of the built-in words in expressions. Words that only change something are statements: see `stmt`.

use crate::check::body::messages;
use crate::check::body::scope::Cx;
use crate::check::hir::tree::{Aggregate, Arith, HExpr, HKind, Local, error_expr};
use crate::check::hir::types::Ty;
use crate::check::symbols::items::COMPONENT;
use crate::check::symbols::items::NAME_ATTRIBUTE;
use crate::diagnostics::Diagnostic;
use crate::ir::KindId;
use crate::source::Span;
use crate::syntax::ast::{BinaryOp, Expr, ExprKind, Name};
use crate::vocabulary::{Builtin, WordEntry, WordNature};

impl Cx<'_> {
    /// Reports a call of a word with the wrong number of arguments.
    pub(in crate::check) fn wrong_form(&mut self, word: &WordEntry, given: usize, span: Span) -> HExpr {
        let forms: Vec<String> = word.forms.iter().map(|f| format!("`{f}`")).collect();
        let forms = forms.join(" or ");
        let d = messages::wrong_form(span, word.name, given, &forms);
        let d = d.help(match (word.builtin, given) {
            (Builtin::Sum | Builtin::Max | Builtin::Min | Builtin::Best, 1) => {
                format!("say of what, behind the set: for example `{}`", word.example)
            }
            _ => format!("for example: `{}`", self.without_you(word.example)),
        });
        self.wrong(d, span)
    }

    /// Checks `word(args)` where a value is expected.
    pub(in crate::check) fn builtin(
        &mut self,
        word: &'static WordEntry,
        callee: &Name,
        args: &[Expr],
        span: Span,
        want: Option<&Ty>,
    ) -> HExpr {
        let make = |ty: Ty, kind: HKind| HExpr { ty, span, kind };
        match (word.builtin, args) {
            (Builtin::Min | Builtin::Max, [a, b]) if !self.is_binder(a) => {
                self.less_or_more(word, (a, b), span, want)
            }
            _ if word.nature == WordNature::Board => self.board_word(word, args, span),
            _ if word.nature == WordNature::Aggregate => self.aggregate(word, args, span, want),
            (Builtin::Abs, [a]) => {
                let a = self.typed(a, &Ty::Int);
                make(Ty::Int, HKind::Abs(Box::new(a)))
            }
            (Builtin::Clamp, [a, low, high]) => {
                let (a, low, high) =
                    (self.typed(a, &Ty::Int), self.typed(low, &Ty::Int), self.typed(high, &Ty::Int));
                let at_least = make(Ty::Int, HKind::Arith(Arith::Max, Box::new(a), Box::new(low)));
                make(Ty::Int, HKind::Arith(Arith::Min, Box::new(at_least), Box::new(high)))
            }
            (Builtin::Seat, [p]) => {
                let p = self.typed(p, &Ty::Player);
                make(Ty::Int, HKind::SeatOf(Box::new(p)))
            }
            (Builtin::Next, [p]) => {
                let p = self.typed(p, &Ty::Player);
                make(Ty::Player, HKind::Next(Box::new(p)))
            }
            (Builtin::Next, [p, n]) => {
                let (p, n) = (self.typed(p, &Ty::Player), self.typed(n, &Ty::Int));
                make(Ty::Player, HKind::SeatsOn(Box::new(p), Box::new(n)))
            }
            (Builtin::TurnOrder, [p]) => {
                self.typed(p, &Ty::Player);
                self.wrong(messages::turn_order_as_set(span), span)
            }
            (Builtin::Holder, [c]) => {
                let c = self.typed(c, &Ty::Component(COMPONENT));
                make(Ty::Player.optional(), HKind::Holder(Box::new(c)))
            }
            (Builtin::Owner, [c]) => self.owner(c, span),
            (Builtin::CellOf, [c]) => {
                let c = self.typed(c, &Ty::Component(COMPONENT));
                make(Ty::Cell.optional(), HKind::CellOf(Box::new(c)))
            }
            (Builtin::Bearer, [c]) => {
                let c = self.typed(c, &Ty::Component(COMPONENT));
                make(Ty::Component(COMPONENT).optional(), HKind::Bearer(Box::new(c)))
            }
            (Builtin::ZoneOf, [c]) => {
                let c = self.typed(c, &Ty::Component(COMPONENT));
                make(Ty::Zone(COMPONENT).optional(), HKind::ZoneOf(Box::new(c)))
            }
            (Builtin::Top | Builtin::Bottom, [z]) => {
                let z = self.expr(z, Some(&Ty::Zone(COMPONENT)));
                let Some(kind) = self.ordered_zone(&z, word.name) else { return error_expr(span) };
                let ty = Ty::Component(kind).optional();
                make(
                    ty,
                    if word.builtin == Builtin::Top {
                        HKind::Top(Box::new(z))
                    } else {
                        HKind::Bottom(Box::new(z))
                    },
                )
            }
            (Builtin::NameOf, [c]) => {
                let c = self.typed(c, &Ty::Component(COMPONENT));
                make(Ty::Name, HKind::Attribute(NAME_ATTRIBUTE, Box::new(c)))
            }
            (Builtin::Roll, [dice]) => {
                let one = make(Ty::Int, HKind::Int(1));
                self.roll(one, false, dice, span)
            }
            (Builtin::Roll, [n, dice]) => {
                let n = self.typed(n, &Ty::Int);
                self.roll(n, true, dice, span)
            }
            (Builtin::Random, [set]) => {
                let set = self.expr(set, None);
                let allowed = self.may_happen("chance", span);
                match self.as_set(set, "`random` picks from a set") {
                    Some((set, inner)) if allowed => make(inner.optional(), HKind::Random(Box::new(set))),
                    _ => error_expr(span),
                }
            }
            (Builtin::Times, [history]) => self.times(history, span),
            _ if word.nature == WordNature::Change => {
                let at = self.span(&callee.at);
                if self.may_happen(&format!("`{}`", word.name), at) {
                    self.report(messages::change_as_value(span, word.name));
                }
                error_expr(span)
            }
            _ => self.wrong_form(word, args.len(), span),
        }
    }

    /// Checks `min(a, b)` and `max(a, b)`: of two numbers, amounts or sets.
    fn less_or_more(
        &mut self,
        word: &'static WordEntry,
        (a, b): (&Expr, &Expr),
        span: Span,
        want: Option<&Ty>,
    ) -> HExpr {
        let first = self.expr(a, None);
        let arith = if word.builtin == Builtin::Min { Arith::Min } else { Arith::Max };
        if matches!(first.ty, Ty::Amount(_)) || first.ty.is_any_set() {
            let second = self.expr(b, Some(&first.ty));
            return self.each(arith, first, second, span);
        }
        // The erroneous expression may have been meant as a set, whose elements have the member that
        // `b` names.
        if matches!(first.ty, Ty::Set(_) | Ty::Zone(_) | Ty::Error) {
            return self.aggregate_over(word, first, a, Some(b), None, span, want);
        }
        let first = self.coerce(first, &Ty::Int);
        let second = self.expr(b, Some(&Ty::Int));
        if matches!(second.ty, Ty::Amount(_)) {
            return self.each(arith, first, second, span);
        }
        let second = self.coerce(second, &Ty::Int);
        HExpr { ty: Ty::Int, span, kind: HKind::Arith(arith, Box::new(first), Box::new(second)) }
    }

    /// Checks `owner(c)`.
    fn owner(&mut self, c: &Expr, span: Span) -> HExpr {
        let make = |ty: Ty, kind: HKind| HExpr { ty, span, kind };
        let c = self.typed(c, &Ty::Component(COMPONENT));
        match self.symbols.owner_attribute {
            Some(owner) => make(Ty::Player.optional(), HKind::Attribute(owner, Box::new(c))),
            None => self.wrong(messages::no_owner(span), span),
        }
    }

    /// Returns the kind that an ordered zone holds; reports an error if the argument is not one.
    fn ordered_zone(&mut self, z: &HExpr, word: &str) -> Option<KindId> {
        let Ty::Zone(kind) = z.ty else {
            if z.ty != Ty::Error {
                let d = messages::ordered_zone_expected(z.span, word, &z.ty.a(self.symbols));
                let d = match z.ty {
                    Ty::Set(_) => d
                        .because("Only a zone has an order; a set has none.")
                        .help("`first(S)` takes one out of a set S"),
                    _ => d.help("name a zone, such as `deck` or `p.hand`"),
                };
                self.report(d);
            }
            return None;
        };
        if let Some(zone) = self.zone_without_order(z) {
            self.report(messages::zone_without_order(z.span, &zone.id, word, zone.span));
            return None;
        }
        Some(kind)
    }

    /// Returns whether an argument has the form `x in S`, which binds x to the elements of S.
    fn is_binder(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Binary { op: BinaryOp::In, left, .. } => matches!(left.kind, ExprKind::Name(_)),
            ExprKind::Where { set, .. } => self.is_binder(set),
            _ => false,
        }
    }

    /// Returns the error for `count(c in S)` without a second argument; `c in S` alone is a membership test.
    fn lone_binder(&mut self, word: &WordEntry, set: &Expr, span: Span) -> Option<Diagnostic> {
        let (inner, cond) = match &set.kind {
            ExprKind::Where { set, cond } => (&**set, Some(cond)),
            _ => (set, None),
        };
        let ExprKind::Binary { op: BinaryOp::In, left, right } = &inner.kind else { return None };
        let ExprKind::Name(name) = &left.kind else { return None };
        if self.means_something(name) {
            return None;
        }
        let (word, of) = (word.name, self.written(right));
        let help = match cond {
            None => format!(
                "write `{word}({of})`; what is asked of each {name} stands behind a comma: `{word}({name} in {of}, …)`"
            ),
            Some(cond) => format!("write `{word}({name} in {of}, {})`", self.written(cond)),
        };
        Some(messages::lone_binder(span, word, name, &help))
    }

    fn aggregate(&mut self, word: &'static WordEntry, args: &[Expr], span: Span, want: Option<&Ty>) -> HExpr {
        let (set, of) = match args {
            [set] => (set, None),
            [set, of] => (set, Some(of)),
            _ => {
                for arg in args {
                    self.expr(arg, None);
                }
                return self.wrong_form(word, args.len(), span);
            }
        };
        if let (ExprKind::Binary { op: BinaryOp::In, left, right }, Some(_)) = (&set.kind, of)
            && let ExprKind::Name(name) = &left.kind
        {
            let checked = self.expr(right, None);
            return self.aggregate_over(word, checked, right, of, Some(name), span, want);
        }
        if let (ExprKind::Where { set: inner, cond }, Some(_)) = (&set.kind, of)
            && let ExprKind::Binary { op: BinaryOp::In, left, right } = &inner.kind
            && let ExprKind::Name(name) = &left.kind
        {
            // In `x in S where C`, x is bound to the elements of S for which C holds, and C may use the name.
            let all = self.expr(right, None);
            let those = self.filtered(all, right, Some(name), cond, span);
            return self.aggregate_over(word, those, set, of, Some(name), span, want);
        }
        if let Some(d) = self.lone_binder(word, set, span) {
            return self.wrong(d, span);
        }
        let hint = match word.builtin {
            Builtin::First | Builtin::Only => want,
            _ => None,
        };
        let checked = self.expr(set, hint);
        if let (Ty::Amount(_), Builtin::Sum, None) = (&checked.ty, word.builtin, of) {
            return HExpr { ty: Ty::Int, span, kind: HKind::SumOf(Box::new(checked)) };
        }
        self.aggregate_over(word, checked, set, of, None, span, want)
    }

    /// Checks an aggregate over a set; `tree` is the set's syntax tree.
    #[allow(clippy::too_many_arguments)] // the parts of one expression
    fn aggregate_over(
        &mut self,
        word: &'static WordEntry,
        set: HExpr,
        tree: &Expr,
        of: Option<&Expr>,
        binder: Option<&str>,
        span: Span,
        want: Option<&Ty>,
    ) -> HExpr {
        let why = format!("`{}` looks through a set", word.name);
        let Some((set, inner)) = self.as_set(set, &why) else {
            // The condition is not checked: without its element's type it would only cause follow-up errors.
            return error_expr(span);
        };
        let element = self.local(inner.clone());
        let of = of.map(|of| self.operand(word, of, (tree, binder), (element, inner.clone()), want));
        let (op, of, ty) = match (word.builtin, of) {
            (Builtin::Count, None) => (Aggregate::Count, None, Ty::Int),
            (Builtin::Any, None) => (Aggregate::Any, None, Ty::Bool),
            (Builtin::None, None) => (Aggregate::None, None, Ty::Bool),
            (Builtin::Count | Builtin::Any | Builtin::None | Builtin::All, Some(cond)) => {
                return self.test_of_those(word, set, (element, inner), cond, span);
            }
            (Builtin::Sum, Some(of)) => {
                let ty = of.ty.clone();
                (Aggregate::Sum, Some(of), ty)
            }
            (Builtin::Max | Builtin::Min, Some(of)) => {
                let op = if word.builtin == Builtin::Max { Aggregate::Max } else { Aggregate::Min };
                let ty = if matches!(of.ty, Ty::Enum(_)) { of.ty.clone() } else { Ty::Int };
                (op, Some(of), ty)
            }
            (Builtin::Best, Some(of)) => (Aggregate::Best, Some(of), inner.optional()),
            (Builtin::Union, Some(of)) => {
                let Some((of, ty)) = self.as_set(of, "`union` joins sets") else { return error_expr(span) };
                (Aggregate::Union, Some(of), ty.set())
            }
            // Elements for which the optional is none contribute no value.
            (Builtin::Values, Some(of)) => {
                let ty = match of.ty.clone() {
                    Ty::Optional(inner) => *inner,
                    ty => ty,
                };
                if matches!(ty, Ty::Set(_) | Ty::Zone(_) | Ty::Bool | Ty::Unit | Ty::Amount(_)) {
                    return self.wrong(messages::not_held_in_set(of.span, &ty.a(self.symbols)), span);
                }
                (Aggregate::Values, Some(of), ty.set())
            }
            (Builtin::First, None) => (Aggregate::First, None, inner.optional()),
            (Builtin::Only, None) => (Aggregate::Only, None, inner.optional()),
            (_, of) => return self.wrong_form(word, 1 + usize::from(of.is_some()), span),
        };
        if of.as_ref().is_some_and(|of| of.ty == Ty::Error) {
            return error_expr(span);
        }
        HExpr { ty, span, kind: HKind::Aggregate { op, set: Box::new(set), element, of: of.map(Box::new) } }
    }

    /// Checks the expression that an aggregate evaluates for each element of a set.
    fn operand(
        &mut self,
        word: &'static WordEntry,
        of: &Expr,
        (tree, binder): (&Expr, Option<&str>),
        (element, inner): (Local, Ty),
        want: Option<&Ty>,
    ) -> HExpr {
        let mark = self.enter();
        let asked = self.element_named(tree, binder, inner);
        match binder {
            Some(name) => self.bind(name, element, asked),
            None => self.element(element, asked),
        }
        self.inside += 1;
        let want = match word.builtin {
            Builtin::Count | Builtin::Any | Builtin::None | Builtin::All => Some(Ty::Bool),
            Builtin::Sum | Builtin::Max | Builtin::Min | Builtin::Best => Some(Ty::Int),
            Builtin::Union => want.cloned(),
            _ => None,
        };
        let checked = self.expr(of, want.as_ref());
        let ranks = matches!(word.builtin, Builtin::Max | Builtin::Min | Builtin::Best);
        if let Some(d) = self.unordered(&checked).filter(|_| ranks) {
            self.report(d);
        }
        let checked = match want {
            // Amounts are summed elementwise.
            Some(_) if word.builtin == Builtin::Sum && matches!(checked.ty, Ty::Amount(_)) => checked,
            // Values of an ordered enum compare as their numbers do.
            Some(_) if ranks && matches!(checked.ty, Ty::Enum(_)) => checked,
            Some(want) if word.builtin != Builtin::Union => self.coerce(checked, &want),
            _ => checked,
        };
        self.inside -= 1;
        self.leave(mark);
        checked
    }

    /// Builds the count or the test of the elements for which a condition holds; `all` tests that no element
    /// violates it.
    fn test_of_those(
        &mut self,
        word: &WordEntry,
        set: HExpr,
        (element, inner): (Local, Ty),
        cond: HExpr,
        span: Span,
    ) -> HExpr {
        let at = cond.span;
        let cond = match word.builtin {
            Builtin::All => HExpr { ty: Ty::Bool, span: at, kind: HKind::Not(Box::new(cond)) },
            _ => cond,
        };
        let filtered = HKind::Filter { set: Box::new(set.clone()), element, cond: Box::new(cond) };
        let filtered = HExpr { ty: set.ty.clone(), span, kind: filtered };
        let unused = self.local(inner);
        let (op, ty) = match word.builtin {
            Builtin::Count => (Aggregate::Count, Ty::Int),
            Builtin::Any => (Aggregate::Any, Ty::Bool),
            _ => (Aggregate::None, Ty::Bool),
        };
        let kind = HKind::Aggregate { op, set: Box::new(filtered), element: unused, of: None };
        HExpr { ty, span, kind }
    }
}
