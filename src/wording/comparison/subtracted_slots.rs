//! The slots whose amounts a game may subtract, so that its texts may have the other sign.

use crate::check::hir::parts::{for_each_part, parts, statement_parts};
use crate::check::hir::tree::{Aggregate, Arith, HExpr, HKind, HStmt, Local, LoopSource};
use crate::check::symbols::symbol_table::SymbolTable;
use crate::ir::{FieldId, FunctionId, SlotId};
use std::collections::{HashMap, HashSet};

/// A source of the value of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum ValueSource {
    /// The rules of a slot.
    Slot(SlotId),
    /// A function, for the value that it returns.
    Function(FunctionId),
    /// A state.
    Field(FieldId),
    /// A variable of a function.
    Local(FunctionId, Local),
}

/// The sources of values in the rules of a game.
#[derive(Default)]
struct ValueSources {
    /// The sources of what each function returns, and of what states and variables are given.
    of: HashMap<ValueSource, HashSet<ValueSource>>,
    /// The sources that are subtracted somewhere.
    subtracted: HashSet<ValueSource>,
}

/// Returns the ids of the slots whose amounts the rules may subtract. It has too many rather than too few: a
/// variable may hold any value that it is given anywhere in its function.
pub(super) fn subtracted_slots(symbols: &SymbolTable) -> HashSet<&str> {
    let mut sources = ValueSources::default();
    for (f, function) in symbols.functions.iter().enumerate() {
        if let Some(body) = &function.body {
            sources.block(FunctionId::from_index(f), &body.body);
        }
    }
    let mut open: Vec<ValueSource> = sources.subtracted.iter().copied().collect();
    let mut found: HashSet<ValueSource> = HashSet::new();
    while let Some(source) = open.pop() {
        if found.insert(source) {
            open.extend(sources.of.get(&source).into_iter().flatten());
        }
    }
    let slots = symbols.slots.iter_ids().filter(|(slot, _)| found.contains(&ValueSource::Slot(*slot)));
    slots.map(|(_, slot)| slot.id.as_str()).collect()
}

impl ValueSources {
    fn block(&mut self, f: FunctionId, body: &[HStmt]) {
        for statement in body {
            match statement {
                HStmt::PutTable(field, value) | HStmt::Put(field, _, value) => {
                    self.give(f, ValueSource::Field(*field), value);
                }
                HStmt::Set(local, value) | HStmt::IfLet(local, value, ..) => {
                    self.give(f, ValueSource::Local(f, *local), value);
                }
                HStmt::ForEach(local, LoopSource::Set(set), _) => {
                    self.give(f, ValueSource::Local(f, *local), set);
                }
                HStmt::Choose { local, from, .. } => self.give(f, ValueSource::Local(f, *local), from),
                HStmt::Return(Some(value)) => self.give(f, ValueSource::Function(f), value),
                _ => {}
            }
            let (expressions, blocks) = statement_parts(statement);
            expressions.into_iter().for_each(|e| self.expression(f, e));
            blocks.into_iter().for_each(|block| self.block(f, block));
        }
    }

    /// Notes that something holds the value of an expression.
    fn give(&mut self, f: FunctionId, to: ValueSource, value: &HExpr) {
        for_each_source(f, value, &mut |source| {
            self.of.entry(to).or_default().insert(source);
        });
    }

    fn expression(&mut self, f: FunctionId, e: &HExpr) {
        match &e.kind {
            HKind::Arith(Arith::Sub, _, of) | HKind::Each(Arith::Sub, _, of) | HKind::Negate(of) => {
                self.subtract(f, of);
            }
            HKind::Arith(Arith::Mul | Arith::Div, a, b) | HKind::Each(Arith::Mul | Arith::Div, a, b)
                if [a, b].iter().any(|part| is_negative(part)) =>
            {
                self.subtract(f, a);
                self.subtract(f, b);
            }
            HKind::Call(callee, arguments) => {
                for (argument, param) in arguments.iter().zip(0..) {
                    self.give(f, ValueSource::Local(*callee, Local(param)), argument);
                }
            }
            HKind::Filter { set, element, .. } | HKind::Aggregate { set, element, .. } => {
                self.give(f, ValueSource::Local(f, *element), set);
            }
            _ => {}
        }
        for_each_part(e, |part| self.expression(f, part));
    }

    /// Notes that the value of an expression is subtracted.
    fn subtract(&mut self, f: FunctionId, e: &HExpr) {
        for_each_source(f, e, &mut |source| {
            self.subtracted.insert(source);
        });
    }
}

/// Passes the sources of a value on. Truths and numbers of elements have none: of what is counted, nothing is
/// taken off.
fn for_each_source(f: FunctionId, e: &HExpr, note: &mut dyn FnMut(ValueSource)) {
    match &e.kind {
        HKind::Slot { slot, .. } => note(ValueSource::Slot(*slot)),
        HKind::Call(called, _) => note(ValueSource::Function(*called)),
        HKind::TableField(field) | HKind::Field(field, _) => note(ValueSource::Field(*field)),
        HKind::Local(local) => note(ValueSource::Local(f, *local)),
        HKind::Compare(..) | HKind::And(..) | HKind::Or(..) | HKind::Not(_) | HKind::In(..) => {}
        HKind::Aggregate {
            op: Aggregate::Count | Aggregate::Any | Aggregate::None | Aggregate::All, ..
        } => {}
        HKind::If(_, then, otherwise) => {
            for_each_source(f, then, note);
            for_each_source(f, otherwise, note);
        }
        _ => parts(e).for_each(|part| for_each_source(f, part, note)),
    }
}

/// Returns whether an expression is a negative constant.
fn is_negative(e: &HExpr) -> bool {
    match &e.kind {
        HKind::Int(n) => *n < 0,
        HKind::Negate(of) => matches!(of.kind, HKind::Int(n) if n > 0),
        _ => false,
    }
}
