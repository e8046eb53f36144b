//! The numbers of rules that are amounts: those that slots return, that modifiers add, and by which states
//! change.

use super::number_phrases::ChangedValue;
use crate::check::hir::parts::statement_parts;
use crate::check::hir::tree::{Arith, HExpr, HKind, HStmt};
use crate::check::hir::types::Ty;
use crate::check::symbols::items::ReadableValue;
use crate::check::symbols::symbol_table::SymbolTable;
use crate::ir::FieldId;
use crate::source::Span;
use rustc_hash::FxHashMap;

/// The numbers that are amounts, by their spans.
#[derive(Debug, Default)]
pub(super) struct Amounts(pub FxHashMap<Span, SignedAmount>);

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

impl Amounts {
    /// Finds the amounts in all functions.
    pub fn of(symbols: &SymbolTable) -> Amounts {
        let mut amounts = Amounts::default();
        for f in &symbols.functions {
            if let Some(body) = &f.body {
                if f.result == Ty::Int {
                    body.body.iter().for_each(|s| amounts.note_returned_amounts(s));
                }
                body.body.iter().for_each(|s| amounts.note_changes(s));
            }
        }
        for (value, f) in &symbols.modified {
            let body = symbols.functions[*f].body.iter().flat_map(|body| &body.body);
            body.for_each(|s| amounts.note_modifiers(*value, s));
        }
        amounts
    }

    /// Notes the amounts that a statement returns.
    fn note_returned_amounts(&mut self, s: &HStmt) {
        match s {
            HStmt::Return(Some(e)) => self.amounts_in(e, false, None),
            HStmt::If(_, a, b) => a.iter().chain(b).for_each(|s| self.note_returned_amounts(s)),
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
                self.0.entry(by.span).and_modify(|amount| amount.is_exact = true);
            }
        }
        statement_parts(s).1.into_iter().flatten().for_each(|s| self.note_changes(s));
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
                self.0.entry(e.span).or_insert(amount);
            }
            HKind::Negate(of) => self.amounts_in(of, !minus, change),
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
