//! Assignments to variables and state.

use crate::check::body::amounts::{replaced, taken_apart};
use crate::check::body::messages;
use crate::check::body::scope::{Cx, VariableOrigin};
use crate::check::hir::tree::{Arith, HExpr, HKind, HStmt, SetOp};
use crate::check::hir::types::Ty;
use crate::diagnostics::plural;
use crate::place::Span;
use crate::place::TextRange;
use crate::syntax::ast::{BinaryOp, Expr, ExprKind};

impl Cx<'_> {
    pub(in crate::check) fn assign(
        &mut self,
        target: &Expr,
        op: Option<BinaryOp>,
        value: &Expr,
        span: Span,
        out: &mut Vec<HStmt>,
    ) {
        if self.report_unknown_target(target, op, span) {
            self.expr(value, None);
            return;
        }
        let place = match &target.kind {
            ExprKind::Name(_) => self.unread(|cx| cx.written_to(target)),
            _ => self.written_to(target),
        };
        let ty = place.ty.clone();
        // For an amount, the indices select one of its numbers.
        let (place, lanes) = taken_apart(place);
        let Some(place) = self.assignable(place, &ty, target, value, span) else { return };
        let again = op.is_some() || !lanes.is_empty();
        let whole = if again { self.once(place, out) } else { place };
        let lanes: Vec<HExpr> = lanes.into_iter().map(|lane| self.store_index(lane, out)).collect();
        let place = lanes.iter().fold(whole.clone(), |of, lane| {
            let ty = match &of.ty {
                Ty::Amount(pers) if pers.len() > 1 => Ty::Amount(pers[1..].to_vec()),
                _ => Ty::Int,
            };
            HExpr { ty, span: whole.span, kind: HKind::Lane(Box::new(of), Box::new(lane.clone())) }
        });
        let Some(new) = self.new_value(op, &place, &ty, value, span) else { return };
        if new.ty == Ty::Error {
            return;
        }
        let new = match whole.kind {
            HKind::TableField(f) | HKind::Field(f, _) => {
                let new = match self.symbols.fields[f].range.filter(|_| op.is_none()) {
                    Some(range) => self.completed(new, range),
                    None => new,
                };
                self.keeps_to(f, op, &new);
                new
            }
            _ => new,
        };
        let new = replaced(whole.clone(), &lanes, new);
        out.push(match whole.kind {
            HKind::Local(local) => HStmt::Set(local, new),
            HKind::TableField(f) => HStmt::PutTable(f, new),
            HKind::Field(f, owner) => HStmt::Put(f, *owner, new),
            _ => return,
        });
    }

    /// Reports a target that is an unknown name; returns whether it is one.
    fn report_unknown_target(&mut self, target: &Expr, op: Option<BinaryOp>, span: Span) -> bool {
        if let ExprKind::Name(name) = &target.kind
            && !matches!(name.as_str(), "self" | "you" | "it")
            && !self.is_players(name)
            && !self.symbols.globals.contains_key(name)
            && self.unread(|cx| cx.find_name(name, span, None)).is_none()
        {
            let at = self.span(&target.at);
            let mut d = self.unknown_target(name, at, None);
            if d.help.is_none() && op.is_none() {
                d = d.help(format!("a new variable begins with `let`: `let {name} = …`"));
            }
            self.report(d);
            return true;
        }
        false
    }

    /// Returns the place of an assignment if it can be given a value; otherwise reports why not.
    fn assignable(
        &mut self,
        place: HExpr,
        ty: &Ty,
        target: &Expr,
        value: &Expr,
        span: Span,
    ) -> Option<HExpr> {
        let (label, help) = match &place.kind {
            _ if *ty == Ty::Error || place.ty == Ty::Error => {
                self.expr(value, None);
                return None;
            }
            HKind::Local(_) => match &root(target).kind {
                ExprKind::Name(name) if self.variable(name).is_some() => return Some(place),
                _ => ("this stays what it is", None),
            },
            HKind::TableField(_) | HKind::Field(..) => {
                return self.may_happen("a change of state", span).then_some(place);
            }
            HKind::Attribute(a, _) => {
                let id = &self.symbols.attributes[*a].id;
                let help = format!(
                    "declare `{id}` as state, with `printed = true`: it then starts as the card says"
                );
                ("printed, so it stays", Some(help))
            }
            HKind::Zone(_) | HKind::PlayerZone(..) | HKind::ZoneAt(..) => {
                let zone = self.source_text(place.span).unwrap_or("…");
                ("a zone", Some(format!("components get there with `move`: `move(S, {zone})`")))
            }
            HKind::Option(_) => ("an option: agreed before play", None),
            _ => ("not a variable or state", None),
        };
        self.not_assignable(target, value, label, help);
        None
    }

    /// Returns the value that a place is given; `None` if the operator does not fit its type, which is
    /// reported.
    fn new_value(
        &mut self,
        op: Option<BinaryOp>,
        place: &HExpr,
        ty: &Ty,
        value: &Expr,
        span: Span,
    ) -> Option<HExpr> {
        let Some(op) = op else { return Some(self.typed(value, ty)) };
        Some(match ty {
            Ty::Set(inner) => {
                let right = self.expr(value, Some(ty));
                let right = match &right.ty {
                    Ty::Set(_) | Ty::Zone(_) => self.coerce(right, ty),
                    _ => {
                        let right = self.coerce(right, inner);
                        let at = right.span;
                        HExpr { ty: ty.clone(), span: at, kind: HKind::SetOf(vec![right]) }
                    }
                };
                let op = if op == BinaryOp::Add { SetOp::Union } else { SetOp::Without };
                HExpr {
                    ty: ty.clone(),
                    span,
                    kind: HKind::SetOp(op, Box::new(place.clone()), Box::new(right)),
                }
            }
            Ty::Int => {
                let right = self.typed(value, &Ty::Int);
                let op = if op == BinaryOp::Add { Arith::Add } else { Arith::Sub };
                HExpr { ty: Ty::Int, span, kind: HKind::Arith(op, Box::new(place.clone()), Box::new(right)) }
            }
            Ty::Amount(_) => {
                let right = self.expr(value, Some(ty));
                let op = if op == BinaryOp::Add { Arith::Add } else { Arith::Sub };
                self.each(op, place.clone(), right, span)
            }
            _ => {
                let op = if op == BinaryOp::Add { "+=" } else { "-=" };
                let d = messages::not_added_to(place.span, op, &ty.a(self.symbols));
                self.report(match (ty, self.source_text(place.span)) {
                    (Ty::Enum(e), Some(place)) if self.symbols.ordered_enums.contains(e) => {
                        let all = plural(&self.symbols.enums[*e].id);
                        let (which, step) = match op {
                            "+=" => ("next above", format!("min({all} where it > {place}, it)")),
                            _ => ("next below", format!("max({all} where it < {place}, it)")),
                        };
                        d.help(format!(
                            "a new value is given with `=`; the {which}, as long as there is one, is `{step}`"
                        ))
                    }
                    _ => d,
                });
                return None;
            }
        })
    }

    /// Checks the target of an assignment. Its value is read as stored, without modifiers; its owner is read
    /// as usual.
    fn written_to(&mut self, target: &Expr) -> HExpr {
        let was_raw = self.raw;
        if let ExprKind::Index { of, index } = &target.kind {
            let amount = match &of.kind {
                ExprKind::Name(_) => self.unread(|cx| cx.stored_amount(of)),
                _ => self.stored_amount(of),
            };
            let span = self.span(&target.at);
            return match amount.ty {
                Ty::Amount(_) => self.lane_of(amount, index, span),
                Ty::Error => amount,
                _ => self.expr(target, None),
            };
        }
        match target.kind {
            ExprKind::Field { .. } => self.stored = true,
            _ => self.raw = true,
        }
        let place = self.expr(target, None);
        (self.raw, self.stored) = (was_raw, false);
        place
    }

    /// Checks the amount before the brackets of an assignment's target, as stored.
    fn stored_amount(&mut self, of: &Expr) -> HExpr {
        if let ExprKind::Index { .. } = of.kind {
            return self.written_to(of);
        }
        let was_raw = self.raw;
        match of.kind {
            ExprKind::Field { .. } => self.stored = true,
            _ => self.raw = true,
        }
        let amount = self.expr_or_zones(of, None);
        (self.raw, self.stored) = (was_raw, false);
        amount
    }

    /// Stores an index that is used twice in a variable, so that it is evaluated once.
    fn store_index(&mut self, e: HExpr, out: &mut Vec<HStmt>) -> HExpr {
        if matches!(e.kind, HKind::Local(_) | HKind::Value(_) | HKind::Int(_)) {
            return e;
        }
        let local = self.local(e.ty.clone());
        let held = HExpr { ty: e.ty.clone(), span: e.span, kind: HKind::Local(local) };
        out.push(HStmt::Set(local, e));
        held
    }

    /// Stores the owner of a field that is both read and written in a variable, so that it is evaluated once.
    fn once(&mut self, place: HExpr, out: &mut Vec<HStmt>) -> HExpr {
        match place.kind {
            HKind::Field(f, owner) if !matches!(owner.kind, HKind::Local(_) | HKind::Value(_)) => {
                let local = self.local(owner.ty.clone());
                let whose = HExpr { ty: owner.ty.clone(), span: owner.span, kind: HKind::Local(local) };
                out.push(HStmt::Set(local, *owner));
                HExpr { kind: HKind::Field(f, Box::new(whose)), ..place }
            }
            _ => place,
        }
    }

    /// Returns whether an expression is a variable that a `let` has made.
    fn is_let(&self, place: &HExpr) -> bool {
        let HKind::Local(local) = place.kind else { return false };
        self.declared.iter().any(|v| v.local == local && matches!(v.origin, VariableOrigin::Let))
    }

    /// Checks `target = none`, which empties a variable or state of type `T?`.
    pub(in crate::check) fn forget(&mut self, target: &Expr, span: Span, out: &mut Vec<HStmt>) {
        let place = match &target.kind {
            ExprKind::Name(_) => self.unread(|cx| cx.written_to(target)),
            _ => self.written_to(target),
        };
        if !matches!(place.ty, Ty::Optional(_)) {
            if place.ty != Ty::Error {
                let help = match (&place.ty, self.optional_declaration(&place), self.source_text(place.span))
                {
                    (Ty::Set(_) | Ty::Amount(_), _, Some(written)) => {
                        format!("it is emptied with `{written} = {{}}`")
                    }
                    (_, Some(ty), _) => format!("if there need not be one, declare it as `{ty}`"),
                    (ty, None, Some(written)) if self.is_let(&place) => {
                        let ty = ty.show(self.symbols);
                        format!("if there need not be one, begin with `let {written}: {ty}? = …`")
                    }
                    _ => "only a `T?` can be emptied".to_owned(),
                };
                self.report(messages::never_none(place.span, &place.ty.a(self.symbols), &help));
            }
            return;
        }
        let none = HExpr { ty: place.ty.clone(), span, kind: HKind::Value(crate::ir::NONE) };
        match place.kind {
            HKind::Local(local) => out.push(HStmt::Set(local, none)),
            HKind::TableField(_) | HKind::Field(..) if !self.may_happen("a change of state", span) => {}
            HKind::TableField(f) => out.push(HStmt::PutTable(f, none)),
            HKind::Field(f, owner) => out.push(HStmt::Put(f, *owner, none)),
            _ => {
                self.report(messages::not_emptied(place.span));
            }
        }
    }

    fn not_assignable(&mut self, target: &Expr, value: &Expr, label: &str, help: Option<String>) {
        self.expr(value, None);
        let span = self.span(&target.at);
        let shown = self.code.value[(target.at.first_byte())..target.at.end_byte()].to_string();
        let mut d = messages::not_assignable(span, &shown, label);
        d.help = help;
        self.report(d);
    }

    /// Checks the source set of a loop or choice, with the loop variable marked as not yet in scope.
    pub(in crate::check) fn set_for(&mut self, variable: &str, set: &Expr) -> HExpr {
        let was = self.coming.replace(variable.to_string());
        let set = self.expr(set, None);
        self.coming = was;
        set
    }
}

/// Returns the target without its indices: `a.b` for `a.b[1][2]`.
fn root(target: &Expr) -> &Expr {
    match &target.kind {
        ExprKind::Index { of, .. } => root(of),
        _ => target,
    }
}
