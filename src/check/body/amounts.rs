//! Amounts: literals, indexing, arithmetic and comparison.

use crate::check::body::messages;
use crate::check::body::scope::{Cx, You};
use crate::check::hir::parts::parts;
use crate::check::hir::tree::{Arith, CompareOp, HExpr, HKind, error_expr};
use crate::check::hir::types::Ty;
use crate::check::symbols::symbol_table::SymbolTable;
use crate::diagnostics::{Diagnostic, plural};
use crate::ir::{AmountDomain, Owner};
use crate::source::Span;
use crate::syntax::ast::{BinaryOp, Expr};

impl SymbolTable {
    /// Returns the type of an amount's index.
    pub fn key_of(&self, per: AmountDomain) -> Ty {
        match per {
            AmountDomain::Enum(e) => Ty::Enum(e),
            AmountDomain::Name => Ty::Name,
            AmountDomain::Range(..) => Ty::Int,
        }
    }

    /// Returns an example of an amount's index, and the name of the set of all indices, if it has one.
    fn key_example(&self, per: AmountDomain) -> (String, Option<String>) {
        match per {
            AmountDomain::Enum(e) => {
                let info = &self.enums[e];
                (info.values.first().cloned().unwrap_or_else(|| "…".into()), Some(plural(&info.id)))
            }
            AmountDomain::Name => (self.names.first().map_or_else(|| "…".into(), |n| n.id.clone()), None),
            AmountDomain::Range(first, last) => (first.to_string(), Some(format!("({first}..{last})"))),
        }
    }
}

/// Returns the type of one lane of an amount.
fn lane_ty(pers: &[AmountDomain]) -> Ty {
    match pers {
        [_, rest @ ..] if !rest.is_empty() => Ty::Amount(rest.to_vec()),
        _ => Ty::Int,
    }
}

impl Cx<'_> {
    /// Checks `amount[index]`: its value is one number, or an amount if `amount` has two indices.
    pub(in crate::check) fn lane_of(&mut self, amount: HExpr, index: &Expr, span: Span) -> HExpr {
        let Ty::Amount(pers) = &amount.ty else { return error_expr(span) };
        let ty = lane_ty(pers);
        let what = self.source_text(amount.span).unwrap_or("…").to_owned();
        match pers.first().copied().and_then(|per| self.lane_number(per, index, &what)) {
            Some(lane) => HExpr { ty, span, kind: HKind::Lane(Box::new(amount), Box::new(lane)) },
            None => error_expr(span),
        }
    }

    /// Checks an index of an amount, and returns it as a lane number counted from 0.
    fn lane_number(&mut self, per: AmountDomain, index: &Expr, what: &str) -> Option<HExpr> {
        let key = self.symbols.key_of(per);
        let index = self.typed(index, &key);
        if index.ty == Ty::Error {
            return None;
        }
        let AmountDomain::Range(first, last) = per else { return Some(index) };
        let (first, last, span) = (i64::from(first), i64::from(last), index.span);
        let make = |kind: HKind| HExpr { ty: Ty::Int, span, kind };
        if let HKind::Int(number) = index.kind {
            if !(first..=last).contains(&number) {
                self.report(messages::outside_lanes(span, what, number, first, last));
                return None;
            }
            return Some(make(HKind::Value((number - first) as u64)));
        }
        match first {
            0 => Some(index),
            first => Some(make(HKind::Arith(Arith::Sub, Box::new(index), Box::new(make(HKind::Int(first)))))),
        }
    }

    /// Checks an amount literal, `{fire = 1, earth = 2}`.
    pub(in crate::check) fn amount_literal(
        &mut self,
        entries: &[(Expr, Expr)],
        span: Span,
        want: Option<&Ty>,
    ) -> HExpr {
        let pers = match want {
            Some(Ty::Amount(pers)) => pers.clone(),
            _ => match entries.first().and_then(|(key, _)| self.per_of_key(key)) {
                Some(per) => vec![per],
                None => return error_expr(span),
            },
        };
        let ty = lane_ty(&pers);
        let mut parts: Vec<(HExpr, HExpr)> = Vec::new();
        let mut wrong = false;
        for (key, value) in entries {
            let lane = pers.first().and_then(|per| self.lane_number(*per, key, ""));
            let value = self.typed(value, &ty);
            let Some(lane) = lane else {
                wrong = true;
                continue;
            };
            let same = |other: &HExpr| match (&lane.kind, &other.kind) {
                (HKind::Value(a), HKind::Value(b)) => a == b,
                (HKind::Int(a), HKind::Int(b)) => a == b,
                _ => false,
            };
            if let Some((first, _)) = parts.iter().find(|(other, _)| same(other)) {
                let shown = self.source_text(lane.span).unwrap_or("…");
                self.report(messages::two_numbers(lane.span, shown, first.span));
                wrong = true;
                continue;
            }
            wrong |= value.ty == Ty::Error;
            parts.push((lane, value));
        }
        if wrong {
            return error_expr(span);
        }
        HExpr { ty: Ty::Amount(pers), span, kind: HKind::Amount(parts) }
    }

    /// Infers the domain of an amount (its `per`) from its first key, if no type is expected.
    fn per_of_key(&mut self, key: &Expr) -> Option<AmountDomain> {
        let checked = self.expr(key, None);
        match checked.ty {
            Ty::Enum(e) => Some(AmountDomain::Enum(e)),
            Ty::Name => Some(AmountDomain::Name),
            Ty::Error => None,
            _ => {
                self.report(messages::unclear_amount(checked.span, &checked.ty.a(self.symbols)));
                None
            }
        }
    }

    /// Checks elementwise arithmetic. One operand is an amount, the other may be `{}`; reports an operand of
    /// another type.
    pub(in crate::check) fn each(&mut self, op: Arith, a: HExpr, b: HExpr, span: Span) -> HExpr {
        let ty = match (&a.ty, &b.ty) {
            (Ty::Amount(_), _) => a.ty.clone(),
            (_, ty) => ty.clone(),
        };
        if a.ty == Ty::Error || b.ty == Ty::Error {
            return error_expr(span);
        }
        for side in [&a, &b] {
            if side.ty == Ty::Int && ty != Ty::Int {
                let nothing = matches!(side.kind, HKind::Int(0));
                let d = self.misfit(side, &ty);
                let d = match (nothing, self.source_text(side.span)) {
                    (true, _) => d.help("nothing of anything is written `{}`"),
                    (false, written) => d.help(format!(
                        "say for which value it is, `{{{} = {}}}`; what is not said is 0",
                        self.example_key(&ty),
                        written.unwrap_or("…")
                    )),
                };
                return self.wrong(d, span);
            }
        }
        let (a, b) = (self.coerce(a, &ty), self.coerce(b, &ty));
        if a.ty == Ty::Error || b.ty == Ty::Error {
            return error_expr(span);
        }
        HExpr { ty, span, kind: HKind::Each(op, Box::new(a), Box::new(b)) }
    }

    /// Multiplies each number of an amount by a number.
    pub(in crate::check) fn times_amount(&mut self, amount: HExpr, by: HExpr, span: Span) -> HExpr {
        let by = self.coerce(by, &Ty::Int);
        if by.ty == Ty::Error {
            return error_expr(span);
        }
        HExpr { ty: amount.ty.clone(), span, kind: HKind::Each(Arith::Mul, Box::new(amount), Box::new(by)) }
    }

    /// Checks `a * b`, `a / b`, `a % b` with an amount as an operand; returns none if neither is one.
    pub(in crate::check) fn scaled(
        &mut self,
        op: BinaryOp,
        a: &HExpr,
        b: &HExpr,
        span: Span,
    ) -> Option<HExpr> {
        let (amount, by, first) = match (&a.ty, &b.ty) {
            (Ty::Amount(_), _) => (a, b, true),
            (_, Ty::Amount(_)) => (b, a, false),
            _ => return None,
        };
        if op == BinaryOp::Mul && !matches!(by.ty, Ty::Amount(_)) {
            return Some(self.times_amount(amount.clone(), by.clone(), span));
        }
        let (key, all) = self.key_words(&amount.ty);
        let problem = match (op, first) {
            (BinaryOp::Mul, _) => "two amounts cannot be multiplied",
            (_, true) => "an amount cannot be divided",
            (_, false) => "nothing can be divided by an amount",
        };
        let shown = self.source_text(amount.span).unwrap_or("…");
        let found = amount.ty.a(self.symbols);
        let d = messages::unscalable_amount(amount.span, problem, &found, shown, &key, all.as_deref());
        Some(self.wrong(d, span))
    }

    /// Checks `a <= b`, `a < b` … with an amount as an operand; returns none if neither is one.
    pub(in crate::check) fn covers(
        &mut self,
        op: BinaryOp,
        a: &HExpr,
        b: &HExpr,
        span: Span,
    ) -> Option<HExpr> {
        let amount = match (&a.ty, &b.ty) {
            (Ty::Amount(_), _) => a,
            (_, Ty::Amount(_)) => b,
            _ => return None,
        };
        let ty = amount.ty.clone();
        if let Some(side) = [a, b].into_iter().find(|side| side.ty == Ty::Int) {
            let shown = self.source_text(amount.span).unwrap_or("…");
            let d = self.misfit(side, &ty);
            let d = d.help(format!(
                "all together are `sum({shown})`, those of one value `{shown}[{}]`",
                self.example_key(&ty)
            ));
            return Some(self.wrong(d, span));
        }
        if matches!(op, BinaryOp::Lt | BinaryOp::Gt) {
            let (left, right) =
                (self.source_text(a.span).unwrap_or("…"), self.source_text(b.span).unwrap_or("…"));
            let sign = if op == BinaryOp::Lt { "<" } else { ">" };
            let d = messages::ordered_amounts(amount.span, &ty.a(self.symbols), left, sign, right);
            return Some(self.wrong(d, span));
        }
        let (a, b) = (self.coerce(a.clone(), &ty), self.coerce(b.clone(), &ty));
        if a.ty == Ty::Error || b.ty == Ty::Error {
            return Some(HExpr { ty: Ty::Error, span, kind: HKind::Bool(false) });
        }
        let (a, b) = if op == BinaryOp::Le { (a, b) } else { (b, a) };
        Some(HExpr { ty: Ty::Bool, span, kind: HKind::EachLe(Box::new(a), Box::new(b)) })
    }

    /// Checks `a < b` and the other order comparisons, of two numbers, two amounts or two values of an
    /// ordered enum.
    pub(in crate::check) fn comparison(
        &mut self,
        op: BinaryOp,
        left: &Expr,
        right: &Expr,
        span: Span,
    ) -> HExpr {
        let a = self.expr(left, Some(&Ty::Int));
        let want = if matches!(a.ty, Ty::Amount(_) | Ty::Enum(_)) { a.ty.clone() } else { Ty::Int };
        let b = self.expr(right, Some(&want));
        self.warn_of_same_sides((left, &a), (right, &b), span);
        if let Some(covers) = self.covers(op, &a, &b, span) {
            return covers;
        }
        let of = [&a, &b].into_iter().find(|side| matches!(side.ty, Ty::Enum(_))).cloned();
        if let Some(d) = of.as_ref().and_then(|of| self.unordered(of)) {
            let is_number = a.ty == Ty::Int || b.ty == Ty::Int;
            let lane = of.as_ref().filter(|_| is_number).and_then(|of| self.number_of_value(of));
            let d = match (lane, of.as_ref().and_then(|of| self.source_text(of.span))) {
                (Some(lane), Some(value)) => {
                    let at = of.as_ref().map_or(span, |of| of.span);
                    d.help(format!("the number that is kept for it is `{lane}`")).replace(at, value, &lane)
                }
                _ => d,
            };
            return self.wrong(d, span);
        }
        let want = of.map_or(Ty::Int, |of| of.ty);
        let (a, b) = (Box::new(self.coerce(a, &want)), Box::new(self.coerce(b, &want)));
        if a.ty == Ty::Error || b.ty == Ty::Error {
            return HExpr { ty: Ty::Error, span, kind: HKind::Bool(false) };
        }
        self.warn_of_decided(op, (left, &*a), (right, &*b), span);
        // Operands are evaluated in the order written: they may be swapped only if neither has side effects.
        let in_order = self.has_effects(&a) || self.has_effects(&b);
        let not = |kind| HKind::Not(Box::new(HExpr { ty: Ty::Bool, span, kind }));
        let kind = match op {
            BinaryOp::Lt => HKind::Compare(CompareOp::Lt, a, b),
            BinaryOp::Le => HKind::Compare(CompareOp::Le, a, b),
            BinaryOp::Gt if in_order => not(HKind::Compare(CompareOp::Le, a, b)),
            BinaryOp::Gt => HKind::Compare(CompareOp::Lt, b, a),
            _ if in_order => not(HKind::Compare(CompareOp::Lt, a, b)),
            _ => HKind::Compare(CompareOp::Le, b, a),
        };
        HExpr { ty: Ty::Bool, span, kind }
    }

    /// Returns whether the evaluation of an expression draws a random number, or calls something with side
    /// effects.
    fn has_effects(&self, e: &HExpr) -> bool {
        let own = match &e.kind {
            HKind::Call(function, _) => self.symbols.functions.find(*function).is_some_and(|f| f.effects),
            HKind::Roll(..) | HKind::RollDie(..) | HKind::Random(_) => true,
            _ => false,
        };
        own || parts(e).any(|part| self.has_effects(part))
    }

    /// Returns the error for an order comparison of values of an enum that has no order.
    pub(in crate::check) fn unordered(&self, of: &HExpr) -> Option<Diagnostic> {
        let Ty::Enum(e) = of.ty else { return None };
        if self.symbols.ordered_enums.contains(&e) {
            return None;
        }
        let info = &self.symbols.enums[e];
        let first: Vec<String> = info.values.iter().take(2).map(|v| format!("\"{v}\"")).collect();
        let found = of.ty.a(self.symbols);
        Some(messages::unordered_enum(of.span, &info.id, &found, &first.join(", ")))
    }

    /// Returns code for the state that keeps a number for a value of an enum, if there is one.
    fn number_of_value(&self, value: &HExpr) -> Option<String> {
        let Ty::Enum(e) = value.ty else { return None };
        let written = self.source_text(value.span)?;
        let is_kept = |pers: &[AmountDomain]| matches!(pers, [AmountDomain::Enum(of)] if *of == e);
        let field = self.symbols.fields.iter().find(|field| {
            matches!(&field.ty, Ty::Amount(pers) if is_kept(pers))
                && field.span.is_some()
                && matches!(field.owner, Owner::Table | Owner::Player)
        })?;
        let id = &field.id;
        let is_others = matches!(field.owner, Owner::Player) && self.you == You::Nobody;
        Some(match is_others {
            true => format!("{}.{id}[{written}]", self.player_in_scope()),
            false => format!("{id}[{written}]"),
        })
    }

    /// Returns an example of an index of an amount of this type.
    pub(in crate::check) fn example_key(&self, ty: &Ty) -> String {
        self.key_words(ty).0
    }

    /// Returns the same example, and the name of the set of all indices.
    pub(in crate::check) fn key_words(&self, ty: &Ty) -> (String, Option<String>) {
        match ty {
            Ty::Amount(pers) => {
                pers.first().map_or(("…".into(), None), |per| self.symbols.key_example(*per))
            }
            _ => ("…".into(), None),
        }
    }

    /// Returns an index of an amount: a variable of this name, if it is one, or else an example.
    pub(in crate::check) fn key_in_scope(&self, ty: &Ty, name: &str) -> String {
        let key_ty = match ty {
            Ty::Amount(pers) => pers.first().map(|per| self.symbols.key_of(*per)),
            _ => None,
        };
        match key_ty {
            Some(key_ty) if self.is_variable_of(name, &key_ty) => name.to_owned(),
            _ => self.key_words(ty).0,
        }
    }
}

/// Splits an indexed amount into the amount at its root and the indices, outermost first.
pub(in crate::check) fn taken_apart(place: HExpr) -> (HExpr, Vec<HExpr>) {
    match place.kind {
        HKind::Lane(of, lane) => {
            let (root, mut lanes) = taken_apart(*of);
            lanes.push(*lane);
            (root, lanes)
        }
        _ => (place, Vec::new()),
    }
}

/// Returns an amount with the value at the given indices replaced.
pub(in crate::check) fn replaced(amount: HExpr, lanes: &[HExpr], value: HExpr) -> HExpr {
    let [lane, rest @ ..] = lanes else { return value };
    let Ty::Amount(pers) = &amount.ty else { return value };
    let inner = HKind::Lane(Box::new(amount.clone()), Box::new(lane.clone()));
    let inner = HExpr { ty: lane_ty(pers), span: value.span, kind: inner };
    let (ty, span) = (amount.ty.clone(), value.span);
    let value = replaced(inner, rest, value);
    HExpr { ty, span, kind: HKind::With(Box::new(amount), Box::new(lane.clone()), Box::new(value)) }
}
