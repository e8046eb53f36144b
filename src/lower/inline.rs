//! Inlining of small calculations at their calls, so that a call costs nothing and a constant argument is
//! seen as constant: `with({badger})` becomes a lookup of one set of the state.

use super::consts::walk;
use super::fault_analysis::can_fail;
use crate::check::Ty;
use crate::check::hir::parts::{called_in, for_each_part, for_each_part_mut};
use crate::check::hir::tree::{ChoiceCount, HEffect, HExpr, HFunction, HKind, HStmt, Local, LoopSource};
use crate::check::symbols::symbol_table::SymbolTable;
use crate::ir::{FunctionId, ToIndex, callees_first};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// The maximum number of subexpressions of a calculation that is inlined.
const LARGEST: usize = 64;

/// A calculation that consists of one expression, optionally after some `let`s.
struct InlinableFunction {
    /// How the calculation reads each of its parameters.
    params: Vec<Reads>,
    /// The types of its variables, those of the parameters first.
    locals: Vec<Ty>,
    lets: Vec<(Local, HExpr, Reads)>,
    value: HExpr,
}

/// How a calculation reads a variable.
#[derive(Clone, Copy)]
struct Reads {
    /// The number of places.
    count: usize,
    /// True if one of them is evaluated for each element of a set.
    is_in_loop: bool,
    /// True if every evaluation reads it.
    is_sure: bool,
}

/// Inlines calls of small calculations.
pub(super) struct Inliner<'w> {
    symbols: &'w SymbolTable,
    small: FxHashMap<FunctionId, Option<Arc<InlinableFunction>>>,
    /// Calculations that are tabulated: a lookup costs less than inlining them.
    looked_up: FxHashSet<FunctionId>,
}

impl<'w> Inliner<'w> {
    pub fn new(symbols: &'w SymbolTable, looked_up: FxHashSet<FunctionId>) -> Self {
        Inliner { symbols, small: FxHashMap::default(), looked_up }
    }

    /// Returns a body with its calls of small calculations inlined.
    pub fn body(&mut self, body: &HFunction) -> HFunction {
        let HFunction { mut locals, body: mut statements, asker } = body.clone();
        self.block(&mut statements, &mut locals);
        HFunction { locals, body: statements, asker }
    }

    fn small(&mut self, f: FunctionId) -> Option<Arc<InlinableFunction>> {
        if let Some(known) = self.small.get(&f) {
            return known.clone();
        }
        // Callees come first, so that `find` descends no deeper than one call. Calculations are not
        // recursive; the entry guards against those that were never checked.
        for f in callees_first(f, |f| self.unknown_calls(f)) {
            self.small.insert(f, None);
            let found = self.find(f).map(Arc::new);
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
                    let mut e = e.clone();
                    self.expr(&mut e, &mut locals);
                    lets.push((*local, e));
                }
                _ => return None,
            }
        }
        let mut value = value.clone();
        self.expr(&mut value, &mut locals);
        let mut size = 0;
        walk(&value, &mut |_| size += 1);
        lets.iter().for_each(|(_, e)| walk(e, &mut |_| size += 1));
        if size > LARGEST {
            return None;
        }
        let all: Vec<&HExpr> = lets.iter().map(|(_, e)| e).chain([&value]).collect();
        let params = (0..params as u32).map(|i| Reads::of(Local(i), &all)).collect();
        let of_lets: Vec<Reads> = lets.iter().map(|(l, _)| Reads::of(*l, &all)).collect();
        let lets = lets.into_iter().zip(of_lets).map(|((l, e), reads)| (l, e, reads)).collect();
        Some(InlinableFunction { params, locals, lets, value })
    }

    fn expr(&mut self, e: &mut HExpr, locals: &mut Vec<Ty>) {
        for_each_part_mut(e, |part| self.expr(part, locals));
        let HKind::Call(f, args) = &mut e.kind else { return };
        if self.looked_up.contains(f) {
            return;
        }
        let Some(small) = self.small(*f) else { return };
        // The replacement of each variable of the calculation: an argument, a `let`'s value, or (for
        // elements) a new variable.
        let given = args.len();
        let mut stands_for: Vec<Option<HExpr>> = std::mem::take(args).into_iter().map(Some).collect();
        stands_for.resize(small.locals.len().max(given), None);
        for (i, ty) in small.locals.iter().enumerate().skip(small.params.len()) {
            let local = Local(i as u32);
            if small.lets.iter().all(|(l, ..)| *l != local) {
                locals.push(ty.clone());
                let kind = HKind::Local(Local(locals.len() as u32 - 1));
                stands_for[i] = Some(HExpr { ty: ty.clone(), span: e.span, kind });
            }
        }
        for (local, value, _) in &small.lets {
            let mut value = value.clone();
            substitute(&mut value, &stands_for);
            stands_for[local.0.index()] = Some(value);
        }
        let lets = small.lets.iter().map(|(l, _, reads)| (l.0.index(), reads));
        let values = lets.chain(small.params.iter().enumerate());
        let may_stand_for = |(i, reads): (usize, &Reads)| {
            let Some(value) = &stands_for[i] else { return false };
            // A value that costs something may be inserted only once, and not into a loop. A call evaluates
            // its arguments first, even those that the calculation would not read. So a fault must not
            // disappear by inlining.
            (is_cheap(value) || reads.count <= 1 && !reads.is_in_loop)
                && !happens(self.symbols, value)
                && (reads.is_sure || !can_fail(value))
        };
        if !{ values }.all(may_stand_for) {
            stands_for.truncate(given);
            *args = stands_for.into_iter().flatten().collect();
            return;
        }
        let mut value = small.value.clone();
        substitute(&mut value, &stands_for);
        // The call's declared type stays, even if the value's own is narrower.
        (e.span, e.kind) = (value.span, value.kind);
    }

    fn exprs<'e>(&mut self, all: impl IntoIterator<Item = &'e mut HExpr>, locals: &mut Vec<Ty>) {
        all.into_iter().for_each(|e| self.expr(e, locals));
    }

    fn block(&mut self, body: &mut [HStmt], locals: &mut Vec<Ty>) {
        body.iter_mut().for_each(|s| self.statement(s, locals));
    }

    fn statement(&mut self, s: &mut HStmt, locals: &mut Vec<Ty>) {
        match s {
            HStmt::Set(_, e) | HStmt::PutTable(_, e) | HStmt::Do(e) => self.expr(e, locals),
            HStmt::Put(_, of, e) => self.exprs([of, e], locals),
            HStmt::If(e, a, b) | HStmt::IfLet(_, e, a, b) => {
                self.expr(e, locals);
                self.block(a, locals);
                self.block(b, locals);
            }
            HStmt::ForEach(_, through, body) => {
                self.through(through, locals);
                self.block(body, locals);
            }
            HStmt::Repeat(e, body) | HStmt::While(e, body) => {
                self.expr(e, locals);
                self.block(body, locals);
            }
            HStmt::Scope(body) => self.block(body, locals),
            HStmt::Return(e) => self.exprs(e, locals),
            HStmt::Effect(effect, _) => self.effect(effect, locals),
            HStmt::Choose { take, from, by, then, other, .. } => {
                if let ChoiceCount::Many(least, most) = take {
                    self.exprs(least.iter_mut().chain(most), locals);
                }
                self.exprs([from, by], locals);
                then.iter_mut().for_each(|body| self.block(body, locals));
                self.block(other, locals);
            }
            HStmt::ChooseArm { by, arms, .. } => {
                self.expr(by, locals);
                for (_, when, body) in arms {
                    self.exprs(when, locals);
                    self.block(body, locals);
                }
            }
            HStmt::Act { who, then, other, .. } => {
                self.expr(who, locals);
                self.block(then, locals);
                other.iter_mut().for_each(|body| self.block(body, locals));
            }
            HStmt::Window { players, .. } => self.through(players, locals),
            HStmt::Offer { params, when, .. } => {
                self.exprs(params.iter_mut().map(|(_, e)| e).chain(when), locals);
            }
            HStmt::Break | HStmt::Continue | HStmt::Leave(_) | HStmt::Fail(..) => {}
        }
    }

    fn through(&mut self, through: &mut LoopSource, locals: &mut Vec<Ty>) {
        match through {
            LoopSource::Set(e) | LoopSource::Zone(e) | LoopSource::Turns(e) => self.expr(e, locals),
            LoopSource::Ints(a, b) => self.exprs([a, b], locals),
        }
    }

    fn effect(&mut self, effect: &mut HEffect, locals: &mut Vec<Ty>) {
        match effect {
            HEffect::Move(a, b, _)
            | HEffect::MoveAll(a, b, _)
            | HEffect::Swap(a, b)
            | HEffect::Show(a, b) => {
                self.exprs([a, b], locals);
            }
            HEffect::Deal(a, b, c) | HEffect::Hint(a, b, _, c) => self.exprs([a, b, c], locals),
            HEffect::Box(a)
            | HEffect::Shuffle(a)
            | HEffect::Win(a, _)
            | HEffect::Lose(a, _)
            | HEffect::Out(a) => self.expr(a, locals),
            HEffect::Tally(a, b) => self.exprs([a].into_iter().chain(b), locals),
            HEffect::End(..) | HEffect::Record(_) | HEffect::Forget(_) => {}
            HEffect::Log(_, values) => self.exprs(values.iter_mut().map(|(_, value)| value), locals),
        }
    }
}

impl Reads {
    /// `all`: the values of a calculation's `let`s, and its result.
    fn of(local: Local, all: &[&HExpr]) -> Reads {
        let mut reads = Reads { count: 0, is_in_loop: false, is_sure: false };
        for e in all {
            reads.add(e, local, false);
            reads.is_sure |= surely_reads(e, local);
        }
        reads
    }

    fn add(&mut self, e: &HExpr, local: Local, in_loop: bool) {
        match &e.kind {
            HKind::Local(l) if *l == local => {
                self.count += 1;
                self.is_in_loop |= in_loop;
            }
            HKind::Filter { set, cond, .. } => {
                self.add(set, local, in_loop);
                self.add(cond, local, true);
            }
            HKind::Aggregate { set, of: Some(of), .. } => {
                self.add(set, local, in_loop);
                self.add(of, local, true);
            }
            _ => for_each_part(e, |part| self.add(part, local, in_loop)),
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
fn surely_reads(e: &HExpr, local: Local) -> bool {
    let reads = |e: &HExpr| surely_reads(e, local);
    match &e.kind {
        HKind::Local(l) => *l == local,
        HKind::And(a, _) | HKind::Or(a, _) | HKind::Default(a, _) => reads(a),
        HKind::If(cond, a, b) => reads(cond) || reads(a) && reads(b),
        HKind::Filter { set, .. } | HKind::Aggregate { set, .. } => reads(set),
        _ => {
            let mut any = false;
            for_each_part(e, |part| any |= reads(part));
            any
        }
    }
}

/// Replaces variables by their values, and elements by their new variables.
fn substitute(e: &mut HExpr, stands_for: &[Option<HExpr>]) {
    let value_of = |l: Local| stands_for.get(l.0.index()).and_then(|value| value.as_ref());
    if let HKind::Local(l) = &e.kind {
        if let Some(value) = value_of(*l) {
            // A narrowed variable keeps its narrower type.
            (e.span, e.kind) = (value.span, value.kind.clone());
        }
        return;
    }
    for_each_part_mut(e, |part| substitute(part, stands_for));
    if let HKind::Filter { element, .. } | HKind::Aggregate { element, .. } = &mut e.kind
        && let Some(HKind::Local(new)) = value_of(*element).map(|value| &value.kind)
    {
        *element = *new;
    }
}
