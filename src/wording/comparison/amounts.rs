//! The numbers of rules that are amounts: those that slots return, that modifiers add, and by which states
//! change.

use super::number_phrases::ChangedValue;
use crate::check::hir::parts::{for_each_part, statement_parts};
use crate::check::hir::tree::{Aggregate, Arith, HExpr, HKind, HStmt};
use crate::check::hir::types::Ty;
use crate::check::symbols::items::{FunctionSymbol, ReadableValue};
use crate::check::symbols::symbol_table::SymbolTable;
use crate::ir::{FieldId, FunctionId};
use crate::source::Span;
use rustc_hash::FxHashMap;

/// The numbers that are amounts, by their spans.
#[derive(Debug, Default)]
pub(super) struct Amounts {
    pub numbers: FxHashMap<Span, SignedAmount>,
    /// The values without any number that functions return and whose sign is known; true if negative.
    signs: FxHashMap<Span, bool>,
}

/// A number that is an amount.
#[derive(Clone, Copy, Debug)]
pub(super) struct SignedAmount {
    pub number: i64,
    /// True if it is taken off.
    pub minus: bool,
    /// The value that it changes; `None` if the rule returns it.
    pub change: Option<ChangedValue>,
    /// True if the value changes by exactly this number.
    pub is_exact: bool,
}

/// Returns what a new value of a state adds to the old one or takes off (true), perhaps up to a limit:
/// `max(0, coins - 2)`.
fn change_in(f: FieldId, e: &HExpr) -> Option<(bool, &HExpr)> {
    match &e.kind {
        HKind::Arith(op @ (Arith::Add | Arith::Sub), now, by) => {
            let is_old = matches!(&now.kind, HKind::Field(g, _) | HKind::TableField(g) if *g == f);
            is_old.then_some((*op == Arith::Sub, by))
        }
        HKind::Arith(Arith::Min | Arith::Max, a, b) => change_in(f, a).or_else(|| change_in(f, b)),
        HKind::Ranged(of, _) => change_in(f, of),
        _ => None,
    }
}

/// A state that a function changes by exactly what its caller passes.
#[derive(Clone, Copy, Debug)]
struct ChangedByCaller {
    param: usize,
    state: FieldId,
    is_lost: bool,
}

/// Returns an expression without the check of its range.
fn without_range(e: &HExpr) -> &HExpr {
    if let HKind::Ranged(of, _) = &e.kind { without_range(of) } else { e }
}

/// Returns the amount in `min(n, salt)`, of which no more than the state itself is taken off.
fn within_state(f: FieldId, by: &HExpr) -> &HExpr {
    let is_state =
        |e: &HExpr| matches!(&without_range(e).kind, HKind::Field(g, _) | HKind::TableField(g) if *g == f);
    match &without_range(by).kind {
        HKind::Arith(Arith::Min, n, all) if is_state(all) => without_range(n),
        HKind::Arith(Arith::Min, all, n) if is_state(all) => without_range(n),
        _ => without_range(by),
    }
}

/// Returns the functions that change a state by the value of a parameter, as verbs such as `gain` do.
fn changes_by_callers(symbols: &SymbolTable) -> FxHashMap<FunctionId, Vec<ChangedByCaller>> {
    let changes_of = |f: &FunctionSymbol| {
        let mut found: Vec<ChangedByCaller> = Vec::new();
        let body = f.body.iter().flat_map(|body| &body.body);
        // A verb has its statements in a scope.
        let statements = body.flat_map(|s| match s {
            HStmt::Scope(inner) => inner.as_slice(),
            s => std::slice::from_ref(s),
        });
        for s in statements {
            let (state, e) = match s {
                HStmt::Put(state, _, e) | HStmt::PutTable(state, e) => (*state, e),
                _ => continue,
            };
            if let Some((is_lost, by)) = change_in(state, e)
                && let HKind::Local(local) = within_state(state, by).kind
                && (local.0 as usize) < f.params.len()
            {
                found.push(ChangedByCaller { param: local.0 as usize, state, is_lost });
            }
        }
        // A parameter that one player loses and another gets says nothing of either.
        let all = found.clone();
        found.retain(|change| all.iter().filter(|other| other.param == change.param).count() == 1);
        found
    };
    let all = symbols.functions.iter_ids().map(|(id, f)| (id, changes_of(f)));
    all.filter(|(_, changes)| !changes.is_empty()).collect()
}

/// Returns whether a value is never above 0 (true) or never below (false), if either is known.
fn sign_of(symbols: &SymbolTable, e: &HExpr) -> Option<bool> {
    let is_positive = |e: &HExpr| sign_of(symbols, e) == Some(false);
    let all_positive = |all: &[&HExpr]| all.iter().all(|e| is_positive(e)).then_some(false);
    let is_natural = |range: Option<(i64, i64)>| range.is_some_and(|(low, _)| low >= 0).then_some(false);
    match &e.kind {
        HKind::Int(n) => (*n > 0).then_some(false),
        HKind::Aggregate { op: Aggregate::Count, .. } | HKind::PlayerCount => Some(false),
        HKind::Field(f, _) | HKind::TableField(f) => is_natural(symbols.fields[*f].range),
        HKind::Ranged(of, _) => sign_of(symbols, of),
        HKind::Negate(of) => is_positive(of).then_some(true),
        HKind::Arith(Arith::Sub, a, b) => (matches!(a.kind, HKind::Int(0)) && is_positive(b)).then_some(true),
        HKind::Arith(Arith::Add | Arith::Mul | Arith::Div | Arith::Min | Arith::Max, a, b) => {
            all_positive(&[a, b])
        }
        HKind::If(_, a, b) if !matches!(b.kind, HKind::Int(0)) => all_positive(&[a, b]),
        HKind::If(_, a, _) => sign_of(symbols, a),
        _ => None,
    }
}

impl Amounts {
    /// Returns the values whose sign is known, in the order of their places.
    pub fn signs(&self) -> Vec<(Span, bool)> {
        let mut signs: Vec<(Span, bool)> = self.signs.iter().map(|(span, sign)| (*span, *sign)).collect();
        signs.sort_unstable();
        signs
    }

    /// Finds the amounts in all functions.
    pub fn of(symbols: &SymbolTable) -> Amounts {
        let mut amounts = Amounts::default();
        let by_callers = changes_by_callers(symbols);
        for f in &symbols.functions {
            if let Some(body) = &f.body {
                if f.result == Ty::Int {
                    body.body.iter().for_each(|s| amounts.note_returned_amounts(symbols, s));
                }
                body.body.iter().for_each(|s| amounts.note_changes(s));
                if !by_callers.is_empty() {
                    amounts.note_arguments(&body.body, &by_callers);
                }
            }
        }
        for (value, f) in &symbols.modified {
            let body = symbols.functions[*f].body.iter().flat_map(|body| &body.body);
            body.for_each(|s| amounts.note_modifiers(*value, s));
        }
        amounts
    }

    /// Notes the amounts that a statement returns.
    fn note_returned_amounts(&mut self, symbols: &SymbolTable, s: &HStmt) {
        match s {
            HStmt::Return(Some(e)) => {
                if let Some(is_negative) = sign_of(symbols, e) {
                    self.signs.insert(e.span, is_negative);
                }
                self.amounts_in(e, false, None);
            }
            HStmt::If(_, a, b) => a.iter().chain(b).for_each(|s| self.note_returned_amounts(symbols, s)),
            _ => {}
        }
    }

    /// Notes the amounts of changes of state: `embers += 3`.
    fn note_changes(&mut self, s: &HStmt) {
        let change = match s {
            HStmt::Put(f, _, e) | HStmt::PutTable(f, e) => Some((f, e)),
            _ => None,
        };
        if let Some((f, e)) = change
            && let Some((is_lost, by)) = change_in(*f, e)
        {
            self.amounts_in(by, is_lost, Some(ChangedValue::State(*f)));
            // No limit, as in `min(9, coins + 3)`
            if matches!(e.kind, HKind::Arith(Arith::Add | Arith::Sub, ..)) {
                self.numbers.entry(by.span).and_modify(|amount| amount.is_exact = true);
            }
        }
        statement_parts(s).1.into_iter().flatten().for_each(|s| self.note_changes(s));
    }

    /// Notes the amounts that are passed to functions which change a state by them: `gain(you, 3)`.
    fn note_arguments(&mut self, body: &[HStmt], by_callers: &FxHashMap<FunctionId, Vec<ChangedByCaller>>) {
        for s in body {
            let (exprs, blocks) = statement_parts(s);
            exprs.into_iter().for_each(|e| self.note_arguments_in(e, by_callers));
            blocks.into_iter().for_each(|block| self.note_arguments(block, by_callers));
        }
    }

    fn note_arguments_in(&mut self, e: &HExpr, by_callers: &FxHashMap<FunctionId, Vec<ChangedByCaller>>) {
        if let HKind::Call(f, arguments) = &e.kind {
            for change in by_callers.get(f).into_iter().flatten() {
                let Some(argument) = arguments.get(change.param) else { continue };
                self.amounts_in(argument, change.is_lost, Some(ChangedValue::State(change.state)));
            }
        }
        for_each_part(e, |part| self.note_arguments_in(part, by_callers));
    }

    /// Notes the amounts that modifiers add, in the function that reads a value through them.
    fn note_modifiers(&mut self, value: ReadableValue, s: &HStmt) {
        if let HStmt::Set(local, HExpr { kind: HKind::Arith(Arith::Add, now, by), .. }) = s
            && matches!(now.kind, HKind::Local(l) if l == *local)
        {
            self.amounts_in(by, false, Some(ChangedValue::Modified(value)));
        }
        statement_parts(s).1.into_iter().flatten().for_each(|s| self.note_modifiers(value, s));
    }

    fn amounts_in(&mut self, e: &HExpr, minus: bool, change: Option<ChangedValue>) {
        match &e.kind {
            HKind::Int(n) => {
                let amount = SignedAmount { number: *n, minus: minus != (*n < 0), change, is_exact: false };
                // Code that is compiled into several functions has the same amounts in each.
                self.numbers.entry(e.span).or_insert(amount);
            }
            HKind::Negate(of) => self.amounts_in(of, !minus, change),
            HKind::Ranged(of, _) => self.amounts_in(of, minus, change),
            HKind::Arith(Arith::Min | Arith::Max, a, b) if change.is_some() => {
                self.amounts_in(a, minus, change);
                self.amounts_in(b, minus, change);
            }
            HKind::If(_, a, b) | HKind::Arith(Arith::Add, a, b) => {
                self.amounts_in(a, minus, change);
                // The 0 of an `if` without `else` has the span of the other branch.
                if a.span != b.span {
                    self.amounts_in(b, minus, change);
                }
            }
            HKind::Arith(Arith::Sub, a, b) => {
                self.amounts_in(a, minus, change);
                self.amounts_in(b, !minus, change);
            }
            HKind::Arith(Arith::Mul, a, b) => {
                for (factor, other) in [(a, b), (b, a)] {
                    // If both are numbers, neither is the amount by itself.
                    if !matches!(other.kind, HKind::Int(_)) && !matches!(factor.kind, HKind::Aggregate { .. })
                    {
                        self.amounts_in(factor, minus, change);
                    }
                }
            }
            _ => {}
        }
    }
}
