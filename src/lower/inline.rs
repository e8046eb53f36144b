//! Inlining of small calculations at their calls, so that a call costs nothing and a constant argument is
//! seen as constant: `with({badger})` becomes a lookup of one set of the state.

use super::consts::walk;
use super::fault_analysis::can_fail;
use crate::check::Ty;
use crate::check::hir::parts::{called_in, parts};
use crate::check::hir::tree::{ChoiceCount, HEffect, HExpr, HFunction, HKind, HStmt, Local, LoopSource};
use crate::check::symbols::symbol_table::SymbolTable;
use crate::ir::{FunctionId, ToIndex, callees_first};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The maximum number of subexpressions of a calculation that is inlined.
const LARGEST: usize = 64;

/// A calculation that consists of one expression, optionally after some `let`s.
struct InlinableFunction {
    params: usize,
    locals: Vec<Ty>,
    lets: Vec<(Local, HExpr)>,
    value: HExpr,
}

/// Inlines calls of small calculations.
pub(super) struct Inliner<'w> {
    symbols: &'w SymbolTable,
    small: FxHashMap<FunctionId, Option<Rc<InlinableFunction>>>,
    /// Calculations that are tabulated: a lookup costs less than inlining them.
    looked_up: FxHashSet<FunctionId>,
}

impl<'w> Inliner<'w> {
    pub fn new(symbols: &'w SymbolTable, looked_up: FxHashSet<FunctionId>) -> Self {
        Inliner { symbols, small: FxHashMap::default(), looked_up }
    }

    /// Returns a body with its calls of small calculations inlined.
    pub fn body(&mut self, body: &HFunction) -> HFunction {
        let mut locals = body.locals.clone();
        let statements = body.body.iter().map(|s| self.statement(s.clone(), &mut locals)).collect();
        HFunction { locals, body: statements, asker: body.asker }
    }

    fn small(&mut self, f: FunctionId) -> Option<Rc<InlinableFunction>> {
        if let Some(known) = self.small.get(&f) {
            return known.clone();
        }
        // Callees come first, so that `find` descends no deeper than one call. Calculations are not
        // recursive; the entry guards against those that were never checked.
        for f in callees_first(f, |f| self.unknown_calls(f)) {
            self.small.insert(f, None);
            let found = self.find(f).map(Rc::new);
            self.small.insert(f, found);
        }
        self.small[&f].clone()
    }

    /// Returns the functions that a calculation calls and that were not looked at yet.
    fn unknown_calls(&self, f: FunctionId) -> Vec<FunctionId> {
        let function = &self.symbols.functions[f];
        let body = function.body.as_ref().filter(|_| !function.effects);
        let mut calls = body.map_or_else(Vec::new, |body| called_in(&body.body));
        calls.retain(|f| !self.small.contains_key(f) && !self.looked_up.contains(f));
        calls
    }

    fn find(&mut self, f: FunctionId) -> Option<InlinableFunction> {
        let function = &self.symbols.functions[f];
        if function.effects {
            return None;
        }
        let body = function.body.as_ref()?;
        let (last, before) = body.body.split_last()?;
        let HStmt::Return(Some(value)) = last else { return None };
        let params = function.params.len();
        let mut locals = body.locals.clone();
        let mut lets: Vec<(Local, HExpr)> = Vec::new();
        for s in before {
            match s {
                HStmt::Set(local, e) if local.0.index() >= params && lets.iter().all(|(l, _)| l != local) => {
                    lets.push((*local, self.expr(e.clone(), &mut locals)));
                }
                _ => return None,
            }
        }
        let value = self.expr(value.clone(), &mut locals);
        let mut size = 0;
        walk(&value, &mut |_| size += 1);
        lets.iter().for_each(|(_, e)| walk(e, &mut |_| size += 1));
        (size <= LARGEST).then_some(InlinableFunction { params, locals, lets, value })
    }

    fn expr(&mut self, e: HExpr, locals: &mut Vec<Ty>) -> HExpr {
        let e = map_parts(e, &mut |part| self.expr(part, locals));
        let HKind::Call(f, args) = &e.kind else { return e };
        if self.looked_up.contains(f) {
            return e;
        }
        let Some(small) = self.small(*f) else { return e };
        // The replacement of each variable of the calculation: an argument, a `let`'s value, or (for
        // elements) a new variable.
        let mut stands_for: FxHashMap<Local, HExpr> = FxHashMap::default();
        let given = args.iter().cloned().enumerate().map(|(i, arg)| (Local(i as u32), arg));
        for (local, value) in given {
            stands_for.insert(local, value);
        }
        for (i, ty) in small.locals.iter().enumerate().skip(small.params) {
            let local = Local(i as u32);
            if small.lets.iter().all(|(l, _)| *l != local) {
                locals.push(ty.clone());
                let kind = HKind::Local(Local(locals.len() as u32 - 1));
                stands_for.insert(local, HExpr { ty: ty.clone(), span: e.span, kind });
            }
        }
        for (local, value) in &small.lets {
            let value = substitute(value.clone(), &stands_for);
            stands_for.insert(*local, value);
        }
        // A value that costs something may be inserted only once, and not into a loop.
        let values = small.lets.iter().map(|(l, _)| *l).chain((0..small.params as u32).map(Local));
        for local in values {
            let (uses, looped) = uses_of(&small, local);
            let value = &stands_for[&local];
            if !is_cheap(value) && (uses > 1 || looped) {
                return e;
            }
            // A call evaluates its arguments first, even those that the calculation would not read. So a
            // fault must not disappear by inlining.
            let asked =
                small.lets.iter().map(|(_, e)| e).chain([&small.value]).any(|e| surely_asks(e, local));
            if happens(self.symbols, value) || can_fail(value) && !asked {
                return e;
            }
        }
        let mut out = substitute(small.value.clone(), &stands_for);
        // The declared type, if the value's own is narrower.
        out.ty = e.ty;
        out
    }

    fn statement(&mut self, s: HStmt, locals: &mut Vec<Ty>) -> HStmt {
        let block = |body: Vec<HStmt>, this: &mut Self, locals: &mut Vec<Ty>| -> Vec<HStmt> {
            body.into_iter().map(|s| this.statement(s, locals)).collect()
        };
        match s {
            HStmt::Set(l, e) => HStmt::Set(l, self.expr(e, locals)),
            HStmt::PutTable(f, e) => HStmt::PutTable(f, self.expr(e, locals)),
            HStmt::Put(f, o, e) => HStmt::Put(f, self.expr(o, locals), self.expr(e, locals)),
            HStmt::If(c, a, b) => {
                let c = self.expr(c, locals);
                HStmt::If(c, block(a, self, locals), block(b, self, locals))
            }
            HStmt::IfLet(l, e, a, b) => {
                let e = self.expr(e, locals);
                HStmt::IfLet(l, e, block(a, self, locals), block(b, self, locals))
            }
            HStmt::ForEach(l, through, body) => {
                let through = self.through(through, locals);
                HStmt::ForEach(l, through, block(body, self, locals))
            }
            HStmt::Repeat(e, body) => HStmt::Repeat(self.expr(e, locals), block(body, self, locals)),
            HStmt::While(e, body) => HStmt::While(self.expr(e, locals), block(body, self, locals)),
            HStmt::Scope(body) => HStmt::Scope(block(body, self, locals)),
            HStmt::Return(e) => HStmt::Return(e.map(|e| self.expr(e, locals))),
            HStmt::Do(e) => HStmt::Do(self.expr(e, locals)),
            HStmt::Effect(effect, span) => HStmt::Effect(self.effect(effect, locals), span),
            HStmt::Choose { more, take, local, from, by, prompt, holes, name, then, other, span } => {
                HStmt::Choose {
                    more,
                    take: match take {
                        ChoiceCount::Many(a, b) => ChoiceCount::Many(
                            a.map(|e| self.expr(e, locals)),
                            b.map(|e| self.expr(e, locals)),
                        ),
                        other => other,
                    },
                    local,
                    from: self.expr(from, locals),
                    by: self.expr(by, locals),
                    prompt,
                    holes,
                    name,
                    then: then.map(|b| block(b, self, locals)),
                    other: block(other, self, locals),
                    span,
                }
            }
            HStmt::ChooseArm { more, by, prompt, holes, arms, decline, span } => HStmt::ChooseArm {
                more,
                by: self.expr(by, locals),
                prompt,
                holes,
                arms: arms
                    .into_iter()
                    .map(|(label, when, body)| {
                        let when = when.map(|w| self.expr(w, locals));
                        (label, when, block(body, self, locals))
                    })
                    .collect(),
                decline,
                span,
            },
            HStmt::Act { more, who, actions, prompt, holes, may, then, other, span } => HStmt::Act {
                more,
                who: self.expr(who, locals),
                actions,
                prompt,
                holes,
                may,
                then: block(then, self, locals),
                other: other.map(|b| block(b, self, locals)),
                span,
            },
            HStmt::Window { more, players, player, actions, prompt, holes, span } => HStmt::Window {
                more,
                players: self.through(players, locals),
                player,
                actions,
                prompt,
                holes,
                span,
            },
            HStmt::Offer { action, params, when } => HStmt::Offer {
                action,
                params: params.into_iter().map(|(l, e)| (l, self.expr(e, locals))).collect(),
                when: when.map(|w| self.expr(w, locals)),
            },
            s @ (HStmt::Break | HStmt::Continue | HStmt::Leave(_) | HStmt::Fail(..)) => s,
        }
    }

    fn through(&mut self, through: LoopSource, locals: &mut Vec<Ty>) -> LoopSource {
        match through {
            LoopSource::Set(e) => LoopSource::Set(self.expr(e, locals)),
            LoopSource::Zone(e) => LoopSource::Zone(self.expr(e, locals)),
            LoopSource::Ints(a, b) => LoopSource::Ints(self.expr(a, locals), self.expr(b, locals)),
            LoopSource::Turns(e) => LoopSource::Turns(self.expr(e, locals)),
        }
    }

    fn effect(&mut self, effect: HEffect, locals: &mut Vec<Ty>) -> HEffect {
        let mut e = |e: HExpr| self.expr(e, locals);
        match effect {
            HEffect::Move(a, b, bottom) => HEffect::Move(e(a), e(b), bottom),
            HEffect::MoveAll(a, b, bottom) => HEffect::MoveAll(e(a), e(b), bottom),
            HEffect::Box(a) => HEffect::Box(e(a)),
            HEffect::Deal(a, b, c) => HEffect::Deal(e(a), e(b), e(c)),
            HEffect::Swap(a, b) => HEffect::Swap(e(a), e(b)),
            HEffect::Shuffle(a) => HEffect::Shuffle(e(a)),
            HEffect::Show(a, b) => HEffect::Show(e(a), e(b)),
            HEffect::Hint(a, b, attribute, value) => HEffect::Hint(e(a), e(b), attribute, e(value)),
            HEffect::Tally(a, b) => HEffect::Tally(e(a), b.map(e)),
            HEffect::Win(a, ending) => HEffect::Win(e(a), ending),
            HEffect::Lose(a, ending) => HEffect::Lose(e(a), ending),
            HEffect::Out(a) => HEffect::Out(e(a)),
            effect @ (HEffect::End(..) | HEffect::Record(_) | HEffect::Forget(_)) => effect,
            HEffect::Log(text, values) => {
                HEffect::Log(text, values.into_iter().map(|(n, v)| (n, e(v))).collect())
            }
        }
    }
}

/// Returns whether an expression may be evaluated repeatedly, because it costs no more than reading a
/// variable.
fn is_cheap(e: &HExpr) -> bool {
    match &e.kind {
        HKind::Local(_)
        | HKind::Int(_)
        | HKind::Bool(_)
        | HKind::Value(_)
        | HKind::ConstSet(_)
        | HKind::Option(_) => true,
        HKind::SetOf(parts) => parts.iter().all(|p| matches!(p.kind, HKind::Value(_) | HKind::Int(_))),
        HKind::Field(_, owner) | HKind::Attribute(_, owner) => matches!(owner.kind, HKind::Local(_)),
        _ => false,
    }
}

/// Returns whether an expression has side effects or draws a random number: then it must be evaluated in its
/// place.
fn happens(symbols: &SymbolTable, e: &HExpr) -> bool {
    let mut does = false;
    walk(e, &mut |e| {
        does |= match &e.kind {
            HKind::Call(f, _) => symbols.functions[*f].effects,
            HKind::Roll(..) | HKind::RollDie(..) | HKind::Random(_) => true,
            _ => false,
        }
    });
    does
}

/// Returns whether the evaluation of an expression always reads a variable.
fn surely_asks(e: &HExpr, local: Local) -> bool {
    let asks = |e: &HExpr| surely_asks(e, local);
    match &e.kind {
        HKind::Local(l) => *l == local,
        HKind::And(a, _) | HKind::Or(a, _) | HKind::Default(a, _) => asks(a),
        HKind::If(cond, a, b) => asks(cond) || asks(a) && asks(b),
        HKind::Filter { set, .. } | HKind::Aggregate { set, .. } => asks(set),
        _ => {
            let mut any = false;
            parts(e).for_each(|part| any |= asks(part));
            any
        }
    }
}

/// Counts how often a calculation reads a variable, and tells whether it does so once for each element of a
/// set.
fn uses_of(small: &InlinableFunction, local: Local) -> (usize, bool) {
    fn count(e: &HExpr, local: Local, looped: bool, out: &mut (usize, bool)) {
        match &e.kind {
            HKind::Local(l) if *l == local => {
                out.0 += 1;
                out.1 |= looped;
            }
            HKind::Filter { set, cond, .. } => {
                count(set, local, looped, out);
                count(cond, local, true, out);
            }
            HKind::Aggregate { set, of: Some(of), .. } => {
                count(set, local, looped, out);
                count(of, local, true, out);
            }
            _ => parts(e).for_each(|part| count(part, local, looped, out)),
        }
    }
    let mut out = (0, false);
    count(&small.value, local, false, &mut out);
    small.lets.iter().for_each(|(_, e)| count(e, local, false, &mut out));
    out
}

/// Replaces variables by their values, and elements by their new variables.
fn substitute(e: HExpr, stands_for: &FxHashMap<Local, HExpr>) -> HExpr {
    if let HKind::Local(l) = &e.kind {
        return match stands_for.get(l) {
            // A narrowed variable keeps its narrower type.
            Some(value) => HExpr { ty: e.ty, span: value.span, kind: value.kind.clone() },
            None => e,
        };
    }
    let renamed = |l: Local| match stands_for.get(&l).map(|v| &v.kind) {
        Some(HKind::Local(new)) => *new,
        _ => l,
    };
    let mut e = map_parts(e, &mut |part| substitute(part, stands_for));
    match &mut e.kind {
        HKind::Filter { element, .. } | HKind::Aggregate { element, .. } => *element = renamed(*element),
        _ => {}
    }
    e
}

/// Rebuilds an expression with each of its subexpressions mapped by `f`.
fn map_parts(e: HExpr, f: &mut impl FnMut(HExpr) -> HExpr) -> HExpr {
    let HExpr { ty, span, kind } = e;
    // The allocation is reused.
    let mut b = |mut e: Box<HExpr>| {
        let nothing = HExpr { ty: Ty::Int, span, kind: HKind::Int(0) };
        *e = f(std::mem::replace(&mut *e, nothing));
        e
    };
    let kind = match kind {
        kind @ (HKind::Int(_)
        | HKind::Bool(_)
        | HKind::Value(_)
        | HKind::Local(_)
        | HKind::Option(_)
        | HKind::TableField(_)
        | HKind::Zone(_)
        | HKind::Times(_)
        | HKind::ConstSet(_)
        | HKind::Bearers(_)
        | HKind::OutOfPlay
        | HKind::Players
        | HKind::PlayerCount
        | HKind::Playing
        | HKind::NotLost) => kind,
        HKind::Field(n, a) => HKind::Field(n, b(a)),
        HKind::Attribute(n, a) => HKind::Attribute(n, b(a)),
        HKind::PlayerZone(n, a) => HKind::PlayerZone(n, b(a)),
        HKind::Contents(a) => HKind::Contents(b(a)),
        HKind::Negate(a) => HKind::Negate(b(a)),
        HKind::Abs(a) => HKind::Abs(b(a)),
        HKind::Not(a) => HKind::Not(b(a)),
        HKind::Open(a, why) => HKind::Open(b(a), why),
        HKind::Next(a) => HKind::Next(b(a)),
        HKind::SeatOf(a) => HKind::SeatOf(b(a)),
        HKind::PlayerAt(a) => HKind::PlayerAt(b(a)),
        HKind::Holder(a) => HKind::Holder(b(a)),
        HKind::ZoneOf(a) => HKind::ZoneOf(b(a)),
        HKind::InZones(a, z) => HKind::InZones(b(a), z),
        HKind::CellOf(a) => HKind::CellOf(b(a)),
        HKind::Bearer(a) => HKind::Bearer(b(a)),
        HKind::ZoneAt(z, thing, value) => HKind::ZoneAt(z, thing.map(&mut b), value.map(&mut b)),
        HKind::IsSome(a) => HKind::IsSome(b(a)),
        HKind::Top(a) => HKind::Top(b(a)),
        HKind::Bottom(a) => HKind::Bottom(b(a)),
        HKind::Random(a) => HKind::Random(b(a)),
        HKind::SeatsOn(x, y) => HKind::SeatsOn(b(x), b(y)),
        HKind::Range(x, y) => HKind::Range(b(x), b(y)),
        HKind::Arith(op, x, y) => HKind::Arith(op, b(x), b(y)),
        HKind::Each(op, x, y) => HKind::Each(op, b(x), b(y)),
        HKind::EachLe(x, y) => HKind::EachLe(b(x), b(y)),
        HKind::Lane(x, y) => HKind::Lane(b(x), b(y)),
        HKind::With(x, y, z) => HKind::With(b(x), b(y), b(z)),
        HKind::SumOf(x) => HKind::SumOf(b(x)),
        HKind::Amount(of) => HKind::Amount(of.into_iter().map(|(x, y)| (f(x), f(y))).collect()),
        HKind::Compare(op, x, y) => HKind::Compare(op, b(x), b(y)),
        HKind::SetEq(x, y) => HKind::SetEq(b(x), b(y)),
        HKind::And(x, y) => HKind::And(b(x), b(y)),
        HKind::Or(x, y) => HKind::Or(b(x), b(y)),
        HKind::In(x, y) => HKind::In(b(x), b(y)),
        HKind::SetOp(op, x, y) => HKind::SetOp(op, b(x), b(y)),
        HKind::Default(x, y) => HKind::Default(b(x), b(y)),
        HKind::RollDie(x, die) => HKind::RollDie(b(x), die),
        HKind::Roll(x, y) => HKind::Roll(b(x), b(y)),
        HKind::If(x, y, z) => HKind::If(b(x), b(y), b(z)),
        HKind::Filter { set, element, cond } => HKind::Filter { set: b(set), element, cond: b(cond) },
        HKind::Aggregate { op, set, element, of } => {
            HKind::Aggregate { op, set: b(set), element, of: of.map(&mut b) }
        }
        HKind::SetOf(parts) => HKind::SetOf(parts.into_iter().map(&mut *f).collect()),
        HKind::Board(op, parts) => HKind::Board(op, parts.into_iter().map(&mut *f).collect()),
        HKind::Call(n, args) => HKind::Call(n, args.into_iter().map(&mut *f).collect()),
        HKind::Slot { slot, rule, who, args } => {
            let (rule, who) = (b(rule), who.map(&mut b));
            HKind::Slot { slot, rule, who, args: args.into_iter().map(&mut *f).collect() }
        }
    };
    HExpr { ty, span, kind }
}
