//! Type checking of statements.

use crate::check::body::defaults::nothing;
use crate::check::body::messages;
use crate::check::body::scope::{Cx, VariableOrigin};
use crate::check::hir::control_flow::{always_returns, leaves_loop};
use crate::check::hir::tree::{HEffect, HExpr, HKind, HStmt, LoopSource, error_expr};
use crate::check::hir::types::Ty;
use crate::check::symbols::editor_info::COMPLETION_MARKER;
use crate::check::symbols::items::{COMPONENT, Global, SideDivision, ZoneSymbol};
use crate::place::TextRange;
use crate::source::Span;
use crate::syntax::ast::{Block, Expr, ExprKind, Name, Stmt, StmtKind};
use crate::vocabulary::{self, Builtin};

impl<'a> Cx<'a> {
    /// Checks a block in its own scope.
    pub(in crate::check) fn block(&mut self, block: &Block) -> Vec<HStmt> {
        let mark = self.enter();
        self.blocks += 1;
        let mut out = Vec::with_capacity(block.statements.len());
        let mut ended: Option<Span> = None;
        for stmt in &block.statements {
            let span = self.span(&stmt.at);
            if let Some(end) = ended.take() {
                self.report(messages::unreachable(span, end));
            }
            self.statement(stmt, span, &mut out);
            if matches!(
                stmt.kind,
                StmtKind::Break
                    | StmtKind::Continue
                    | StmtKind::Return(_)
                    | StmtKind::ReturnNone
                    | StmtKind::Cancel
                    | StmtKind::End { .. }
                    | StmtKind::Win { .. }
            ) {
                ended = Some(span);
            }
        }
        self.blocks -= 1;
        self.leave(mark);
        out
    }

    /// Checks the statements of a whole code string, which must return a value unless `result` is `Unit`.
    pub(in crate::check) fn statements(&mut self, tree: &Block, result: &Ty) -> Vec<HStmt> {
        if *result == Ty::Unit {
            return self.block(tree);
        }
        self.returns = Some(result.clone());
        let body = self.block(tree);
        if !always_returns(&body) {
            self.missing_return(tree, result);
        }
        body
    }

    /// Reports that the end of some statements is reachable, though they must return a value.
    pub(in crate::check) fn missing_return(&mut self, tree: &Block, result: &Ty) {
        if *result == Ty::Error {
            return;
        }
        let (span, label) = match tree.statements.last() {
            Some(Stmt {
                at,
                kind: StmtKind::If { other: None, .. } | StmtKind::IfLet { other: None, .. },
            }) => (self.span(at), "and otherwise?"),
            Some(last) => (self.span(&last.at), "after this, nothing is returned"),
            None => (self.code.span, "nothing is returned"),
        };
        self.report(messages::may_not_return(span, label, &result.a(self.symbols)));
    }

    fn check_else_block(&mut self, block: &Option<Block>) -> Vec<HStmt> {
        block.as_ref().map(|b| self.block(b)).unwrap_or_default()
    }

    fn statement(&mut self, stmt: &Stmt, span: Span, out: &mut Vec<HStmt>) {
        match &stmt.kind {
            StmtKind::Error => {}
            StmtKind::Let { name, ty, value } => {
                let outer = self.beginning.replace(name.text.clone());
                let value = match ty {
                    Some(ty) => self.of_written_type(ty, value.as_ref(), span),
                    None => {
                        let value = value.as_ref().map(|value| self.expr(value, None));
                        self.storable(value.unwrap_or_else(|| error_expr(span)))
                    }
                };
                self.beginning = outer;
                let local = self.local(value.ty.clone());
                self.declare(name, local, value.ty.clone(), VariableOrigin::Let);
                if self.happens(&value) {
                    // The name of the result is for readers only; the call is made for its side effects.
                    self.reads(local);
                }
                out.push(HStmt::Set(local, value));
            }
            StmtKind::Forget(target) => self.forget(target, span, out),
            StmtKind::Assign { target, op, value } => self.assign(target, *op, value, span, out),
            StmtKind::If { cond, then, other } => {
                let cond_h = self.typed(cond, &Ty::Bool);
                let mark = self.enter();
                self.narrow(cond);
                self.know_in(&cond_h, true, then);
                let then = self.block(then);
                self.leave(mark);
                let other = other.as_ref().map_or_else(Vec::new, |other| {
                    self.know_in(&cond_h, false, other);
                    self.block(other)
                });
                self.leave(mark);
                out.push(HStmt::If(cond_h, then, other));
            }
            StmtKind::IfLet { name, value: opened, then, other } => {
                self.if_let(name, opened, then, other, out)
            }
            StmtKind::ForEach { name, set, by: Some(by), body } => self.for_each_by(name, set, by, body, out),
            StmtKind::ForEach { name, set, by: None, body } => self.for_each(name, set, body, out),
            StmtKind::Repeat { times, body } => {
                let times = self.typed(times, &Ty::Int);
                self.not_negative(&times, "`repeat`");
                self.loops += 1;
                let body = self.block(body);
                self.loops -= 1;
                out.push(HStmt::Repeat(times, body));
            }
            StmtKind::While { cond, body } => {
                let cond = self.typed(cond, &Ty::Bool);
                self.loops += 1;
                let body = self.block(body);
                self.loops -= 1;
                if matches!(cond.kind, HKind::Bool(true)) && !leaves_loop(&body) {
                    self.report(messages::endless_loop(cond.span));
                }
                out.push(HStmt::While(cond, body));
            }
            StmtKind::Break | StmtKind::Continue => {
                if self.loops == 0 {
                    let word = self.code.value[(stmt.at.first_byte())..stmt.at.end_byte()].trim().to_string();
                    self.report(messages::outside_loop(span, &word));
                    return;
                }
                out.push(if matches!(stmt.kind, StmtKind::Break) { HStmt::Break } else { HStmt::Continue });
            }
            StmtKind::Return(value) => self.return_statement(value.as_ref(), span, out),
            StmtKind::ReturnNone => self.return_none(span, out),
            StmtKind::Choose(choose) => self.choose(choose, span, out),
            StmtKind::May { by, prompt, then, other } => {
                self.may(by.as_ref(), prompt, then, other, span, out)
            }
            StmtKind::ChooseOption { more, by, prompt, options } => {
                self.choose_option(*more, by.as_ref(), prompt, options, span, out)
            }
            StmtKind::Act { may, .. } => self.act(&stmt.kind, *may, span, out),
            StmtKind::Do(e) => self.do_statement(e, span, out),
            StmtKind::Cancel => self.cancel(span, out),
            StmtKind::Win { who: Expr { kind: ExprKind::If { cond, other: None, then }, .. }, .. }
            | StmtKind::Lose { who: Expr { kind: ExprKind::If { cond, other: None, then }, .. }, .. }
            | StmtKind::Out(Expr { kind: ExprKind::If { cond, other: None, then }, .. }) => {
                self.report_ending_with_if(&stmt.kind, (cond, then), span)
            }
            StmtKind::Win { who, .. } | StmtKind::Lose { who, .. } | StmtKind::Out(who) => {
                self.ending_of_players(&stmt.kind, who, span, out)
            }
            StmtKind::End { draw, ending } => {
                if self.may_happen("an ending", span) {
                    out.push(HStmt::Effect(HEffect::End(*draw, ending.clone()), span));
                }
            }
            StmtKind::Log { text, text_at } => {
                if self.may_happen("a line for the record", span)
                    && let Some(log) = self.log(text, text_at)
                {
                    out.push(HStmt::Effect(log, span));
                }
            }
        }
    }

    /// Reports an `if` without `else` after the players of an ending: `win p if cond`.
    fn report_ending_with_if(&mut self, kind: &StmtKind, (cond, then): (&Expr, &Expr), span: Span) {
        let word = match kind {
            StmtKind::Win { .. } => "win",
            StmtKind::Lose { .. } => "lose",
            _ => "out",
        };
        let help = format!("write `if {} {{ {word} {} }}`", self.written(cond), self.written(then));
        self.report(messages::ending_with_if(span, word, &help));
    }

    /// Checks `win`, `lose` and `out`, and records whether players can be out while others play on.
    fn ending_of_players(&mut self, kind: &StmtKind, who: &Expr, span: Span, out: &mut Vec<HStmt>) {
        let who = self.some_players(who);
        let what = if matches!(kind, StmtKind::Out(_)) { "`out`" } else { "an ending" };
        if self.may_happen(what, span) {
            let effect = match kind {
                StmtKind::Win { ending, .. } => HEffect::Win(who, ending.clone()),
                StmtKind::Lose { ending, .. } => {
                    // With two players, or if all lose together, nobody plays on.
                    let on = self.symbols.max_players > 2 && self.symbols.sides != SideDivision::Table;
                    self.uses.out |= on && !self.trial;
                    HEffect::Lose(who, ending.clone())
                }
                _ => {
                    self.uses.out |= !self.trial;
                    HEffect::Out(who)
                }
            };
            out.push(HStmt::Effect(effect, span));
        }
    }

    fn if_let(
        &mut self,
        name: &Name,
        opened: &Expr,
        then: &Block,
        other: &Option<Block>,
        out: &mut Vec<HStmt>,
    ) {
        let value = self.expr(opened, None);
        let inner = match &value.ty {
            Ty::Optional(inner) => (**inner).clone(),
            Ty::Error => Ty::Error,
            ty => {
                let written = self.source_text(value.span).filter(|code| !code.contains('\n')).unwrap_or("…");
                let plain = messages::plain_let(&name.text, written, other.is_some());
                let optional = self.optional_declaration(&value);
                let found = ty.a(self.symbols);
                self.report(messages::nothing_to_open(value.span, &found, &plain, optional.as_deref()));
                self.note_never_none(&value);
                ty.clone()
            }
        };
        let local = self.local(inner.clone());
        let mark = self.enter();
        self.declare_opened(name, opened, local, inner);
        let then = self.block(then);
        self.leave(mark);
        let other = self.check_else_block(other);
        out.push(HStmt::IfLet(local, value, then, other));
    }

    /// Converts a value to one that a variable can hold: a zone stays a zone.
    fn storable(&mut self, value: HExpr) -> HExpr {
        if value.ty == Ty::Unit {
            let span = value.span;
            return self.wrong(messages::nothing_to_keep(span), span);
        }
        if value.ty.is_any_set() {
            let span = value.span;
            return self.wrong(messages::set_of_nothing(span), span);
        }
        value
    }

    fn return_statement(&mut self, value: Option<&Expr>, span: Span, out: &mut Vec<HStmt>) {
        let value = match (value, self.returns.clone()) {
            (Some(value), Some(ty)) => {
                let outer = self.returned.replace(self.span(&value.at));
                let checked = self.typed(value, &ty);
                self.returned = outer;
                Some(self.ranged_result(checked))
            }
            (None, None) => None,
            (None, Some(ty)) => {
                self.report(messages::return_without_value(span, &ty.a(self.symbols)));
                return;
            }
            (Some(value), None) => {
                let value = self.expr(value, None);
                let shown = match value.ty {
                    Ty::Unit | Ty::Error => None,
                    _ => Some(value.ty.show(self.symbols)),
                };
                let found = value.ty.a(self.symbols);
                self.report(messages::value_returned(value.span, &found, shown.as_deref()));
                return;
            }
        };
        self.leave_with(value, out);
    }

    /// Returns a value (`None`: no value) from the rule, which may be inlined into a larger function.
    pub(in crate::check) fn leave_with(&mut self, value: Option<HExpr>, out: &mut Vec<HStmt>) {
        match self.leave {
            None => out.push(HStmt::Return(value)),
            Some(result) => {
                if let (Some(local), Some(value)) = (result, value) {
                    out.push(HStmt::Set(local, value));
                }
                out.push(HStmt::Leave(0));
            }
        }
    }

    /// Leaves the verb, which then returns the default value of its type.
    fn cancel(&mut self, span: Span, out: &mut Vec<HStmt>) {
        let d = match &self.cancels {
            Some(Ty::Unit) => return out.push(HStmt::Return(None)),
            Some(ty) => match nothing(ty, span) {
                Some(nothing) => return out.push(HStmt::Return(Some(self.nothing_in_range(nothing)))),
                None => messages::not_cancelled(span, &ty.a(self.symbols), &ty.show(self.symbols)),
            },
            None => messages::cancel_outside(span),
        };
        self.report(d);
    }

    fn for_each(&mut self, name: &Name, set: &Expr, body: &Block, out: &mut Vec<HStmt>) {
        let (through, ty) = match &set.kind {
            ExprKind::Range(a, b) => {
                let a = self.typed(a, &Ty::Int);
                let b = self.typed(b, &Ty::Int);
                (Some(LoopSource::Ints(a, b)), Ty::Int)
            }
            _ if let Some(first) = self.turn_order(set) => {
                let first = self.typed(first, &Ty::Player);
                (Some(LoopSource::Turns(first)), Ty::Player)
            }
            _ => {
                let tree = set;
                let set = self.set_for(&name.text, tree);
                match set.ty {
                    Ty::Zone(kind) => {
                        let ordered = self.zone_without_order(&set).is_none();
                        let ty = Ty::Component(kind);
                        if ordered {
                            (Some(LoopSource::Zone(set)), ty)
                        } else {
                            let contents = self.coerce(set, &ty.clone().set());
                            (Some(LoopSource::Set(contents)), ty)
                        }
                    }
                    _ => match self.as_set(set, "`for each` goes through a set") {
                        Some((set, inner)) => (Some(LoopSource::Set(set)), self.element_of(tree, inner)),
                        None => (None, Ty::Error),
                    },
                }
            }
        };
        let local = self.local(ty.clone());
        let mark = self.enter();
        self.declare(name, local, ty, VariableOrigin::Each);
        self.loops += 1;
        let body = self.block(body);
        self.loops -= 1;
        self.leave(mark);
        if let Some(through) = through {
            out.push(HStmt::ForEach(local, through, body));
        }
    }

    /// Returns whether a value results from a side effect or a random number.
    fn happens(&self, value: &HExpr) -> bool {
        match &value.kind {
            HKind::Call(f, _) => self.symbols.functions[*f].effects,
            HKind::Roll(..) | HKind::RollDie(..) | HKind::Random(_) => true,
            _ => false,
        }
    }

    /// Returns the zone of an expression, if it keeps no order; `None` for a zone that is known only in play.
    pub(in crate::check) fn zone_without_order(&self, zone: &HExpr) -> Option<&'a ZoneSymbol> {
        match &zone.kind {
            HKind::Zone(z) | HKind::PlayerZone(z, _) | HKind::ZoneAt(z, ..) => {
                Some(&self.symbols.zones[*z]).filter(|zone| !zone.ordered)
            }
            HKind::If(_, a, b) => self.zone_without_order(b).and(self.zone_without_order(a)),
            _ => None,
        }
    }

    fn do_statement(&mut self, e: &Expr, span: Span, out: &mut Vec<HStmt>) {
        if let ExprKind::Call { receiver: None, callee, args } = &e.kind
            && matches!(self.symbols.globals.get(&callee.text), None | Some(Global::Unclear))
            && let Some(word) = vocabulary::find(&callee.text)
            && word.nature == vocabulary::WordNature::Change
        {
            if !self.may_happen(&format!("`{}`", word.name), span) {
                return;
            }
            let effect = self.unless_unclear(&callee.text, |cx| cx.effect(word, args, span));
            if let Some(effect) = effect {
                out.push(HStmt::Effect(effect, span));
            }
            return;
        }
        if self.filled_in(e, out) {
            return;
        }
        let checked = self.expr(e, None);
        match &checked.kind {
            _ if checked.ty == Ty::Error => {}
            HKind::Call(f, _) if self.symbols.functions[*f].effects => out.push(HStmt::Do(checked)),
            HKind::Slot { .. } if checked.ty == Ty::Unit => {
                if self.may_happen("a rule that does something", span) {
                    out.push(HStmt::Do(checked));
                }
            }
            HKind::Roll(..) | HKind::RollDie(..) | HKind::Random(_) => out.push(HStmt::Do(checked)),
            _ => {
                self.report(messages::no_effect(span));
            }
        }
    }

    fn effect(&mut self, word: &'static vocabulary::WordEntry, args: &[Expr], span: Span) -> Option<HEffect> {
        match (word.builtin, args) {
            (Builtin::Move, [what, to]) | (Builtin::Move, [what, to, _]) => {
                self.move_effect(what, to, args.get(2))
            }
            (Builtin::Deal, [from, to, n]) => self.deal(from, to, n, span),
            (Builtin::Swap, [a, b]) => {
                let a = self.typed(a, &Ty::Component(COMPONENT));
                let b = self.typed(b, &Ty::Component(COMPONENT));
                Some(HEffect::Swap(a, b))
            }
            (Builtin::Shuffle, [z]) => {
                let z = self.zone(z)?;
                if let Some(zone) = self.zone_without_order(&z) {
                    self.report(messages::shuffle_without_order(z.span, &zone.id, zone.span));
                }
                Some(HEffect::Shuffle(z))
            }
            (Builtin::Show, [what, who]) => self.show(what, who, span),
            (Builtin::Show, [what, who, property]) => self.show_property(what, who, property, span),
            (Builtin::Record | Builtin::Forget, [history]) => self.remember(word, history),
            (Builtin::Tally, [c]) => {
                let c = self.typed(c, &Ty::Component(COMPONENT));
                Some(HEffect::Tally(c, None))
            }
            (Builtin::Tally, [c, n]) => {
                let c = self.typed(c, &Ty::Component(COMPONENT));
                let n = self.typed(n, &Ty::Int);
                Some(HEffect::Tally(c, Some(n)))
            }
            (Builtin::Show, [what]) => self.show_to_nobody(word, what, span),
            _ => {
                self.wrong_form(word, args.len(), span);
                None
            }
        }
    }

    /// Checks `move(what, to, place)`.
    fn move_effect(&mut self, what: &Expr, to: &Expr, place: Option<&Expr>) -> Option<HEffect> {
        let bottom = match place {
            None => false,
            Some(place) => match &place.kind {
                ExprKind::Name(n) if n == "bottom" => true,
                ExprKind::Name(n) if n == "top" => false,
                other => {
                    if matches!(other, ExprKind::Name(n) if n == COMPLETION_MARKER) {
                        self.record_words([("bottom", "under the rest"), ("top", "on top")]);
                    }
                    let at = self.span(&place.at);
                    self.report(messages::neither_top_nor_bottom(at));
                    return None;
                }
            },
        };
        let what = self.expr(what, Some(&Ty::Component(COMPONENT)));
        let moved = self.kind_of(&what).map(|kind| (kind, what.span));
        if matches!(&to.kind, ExprKind::Name(n) if n == "box") {
            let what = match what.ty {
                Ty::Set(_) | Ty::Zone(_) => self.coerce(what, &Ty::Component(COMPONENT).set()),
                _ => self.coerce(what, &Ty::Component(COMPONENT)),
            };
            return (what.ty != Ty::Error).then_some(HEffect::Box(what));
        }
        let several = matches!(what.ty, Ty::Set(_) | Ty::Zone(_));
        let want = if several { Ty::Component(COMPONENT).set() } else { Ty::Component(COMPONENT) };
        let what = self.coerce(what, &want);
        let to = self.zone(to)?;
        if let (Some(place), Some(zone)) = (place, self.zone_without_order(&to)) {
            let (at, word) = (self.span(&place.at), if bottom { "bottom" } else { "top" });
            self.report(messages::move_without_order(at, &zone.id, word, zone.span));
        }
        if what.ty == Ty::Error {
            return None;
        }
        if let Some((kind, span)) = moved {
            self.can_lie_in(kind, span, &to);
        }
        Some(if several { HEffect::MoveAll(what, to, bottom) } else { HEffect::Move(what, to, bottom) })
    }

    /// Checks `deal(from, to, n)`.
    fn deal(&mut self, from_tree: &Expr, to_tree: &Expr, n_tree: &Expr, span: Span) -> Option<HEffect> {
        let from = self.zone(from_tree);
        let to = self.expr(to_tree, Some(&Ty::Zone(COMPONENT)));
        if to.ty == Ty::Int {
            // The number comes last, unlike in other languages.
            let (from, n, to) = (self.written(from_tree), self.written(n_tree), self.written(to_tree));
            self.report(messages::number_not_last(span, from, n, to));
            return None;
        }
        let to = self.coerce(to, &Ty::Zone(COMPONENT));
        let to = (to.ty != Ty::Error).then_some(to);
        let n = self.typed(n_tree, &Ty::Int);
        self.not_negative(&n, "`deal`");
        let from = from?;
        if let (Some(to), Ty::Zone(kind)) = (&to, &from.ty) {
            self.can_lie_in(*kind, from.span, to);
        }
        if let Some(zone) = self.zone_without_order(&from) {
            self.report(messages::deal_without_order(from.span, &zone.id, zone.span));
        }
        Some(HEffect::Deal(from, to?, n))
    }

    fn zone(&mut self, z: &Expr) -> Option<HExpr> {
        let z = self.typed(z, &Ty::Zone(COMPONENT));
        (z.ty != Ty::Error).then_some(z)
    }
}
