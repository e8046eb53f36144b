//! The slots whose amounts a game may subtract, so that its texts may have the other sign.

use crate::check::hir::parts::{for_each_part, statement_parts};
use crate::check::hir::tree::{Arith, HExpr, HKind, HStmt};
use crate::check::hir::types::Ty;
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
}

/// The sources of values in the rules of a game.
#[derive(Default)]
struct ValueSources {
    /// The sources that each function mentions.
    mentioned: HashMap<FunctionId, HashSet<ValueSource>>,
    /// The functions that store a value in a state.
    writers: HashMap<FieldId, HashSet<FunctionId>>,
    /// The sources that are subtracted somewhere.
    subtracted: HashSet<ValueSource>,
    /// Functions that subtract a variable, which may hold anything that they or their callers mention.
    subtract_variables: HashSet<FunctionId>,
}

/// Returns the ids of the slots whose amounts the rules may subtract. It has too many rather than too few: a
/// variable may hold any value of its function and of the functions that call it.
pub(super) fn subtracted_slots(symbols: &SymbolTable) -> HashSet<&str> {
    let mut sources = ValueSources::default();
    for (f, function) in symbols.functions.iter().enumerate() {
        if let Some(body) = &function.body {
            sources.block(FunctionId::from_index(f), &body.body);
        }
    }
    let mut open: Vec<ValueSource> = sources.subtracted.iter().copied().collect();
    open.extend(sources.callers(symbols).into_iter().map(ValueSource::Function));
    let mut found: HashSet<ValueSource> = HashSet::new();
    while let Some(source) = open.pop() {
        if !found.insert(source) {
            continue;
        }
        match source {
            ValueSource::Slot(_) => {}
            ValueSource::Function(f) => open.extend(sources.mentioned.get(&f).into_iter().flatten()),
            ValueSource::Field(field) => {
                let writers = sources.writers.get(&field).into_iter().flatten();
                open.extend(writers.map(|f| ValueSource::Function(*f)));
            }
        }
    }
    let slots = symbols.slots.iter_ids().filter(|(slot, _)| found.contains(&ValueSource::Slot(*slot)));
    slots.map(|(_, slot)| slot.id.as_str()).collect()
}

impl ValueSources {
    fn block(&mut self, f: FunctionId, body: &[HStmt]) {
        for statement in body {
            if let HStmt::PutTable(field, _) | HStmt::Put(field, ..) = statement {
                self.writers.entry(*field).or_default().insert(f);
            }
            let (expressions, blocks) = statement_parts(statement);
            for e in expressions {
                self.expression(f, e);
            }
            for block in blocks {
                self.block(f, block);
            }
        }
    }

    fn expression(&mut self, f: FunctionId, e: &HExpr) {
        if let Some(source) = source_of(e) {
            self.mentioned.entry(f).or_default().insert(source);
        }
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
            _ => {}
        }
        for_each_part(e, |part| self.expression(f, part));
    }

    /// Notes what an expression that is subtracted may be.
    fn subtract(&mut self, f: FunctionId, e: &HExpr) {
        self.subtracted.extend(source_of(e));
        if matches!((&e.kind, &e.ty), (HKind::Local(_), Ty::Int | Ty::Amount(_))) {
            self.subtract_variables.insert(f);
        }
        for_each_part(e, |part| self.subtract(f, part));
    }

    /// Returns the functions that subtract a variable, and all that call them.
    fn callers(&self, symbols: &SymbolTable) -> HashSet<FunctionId> {
        let mut found = HashSet::new();
        let mut open: Vec<FunctionId> = self.subtract_variables.iter().copied().collect();
        let rule_of =
            |f: FunctionId| symbols.slots.iter_ids().filter(move |(_, slot)| slot.rules.contains(&Some(f)));
        while let Some(f) = open.pop() {
            if !found.insert(f) {
                continue;
            }
            let mut as_called = vec![ValueSource::Function(f)];
            as_called.extend(rule_of(f).map(|(slot, _)| ValueSource::Slot(slot)));
            let calls = |of: &HashSet<ValueSource>| as_called.iter().any(|called| of.contains(called));
            open.extend(self.mentioned.iter().filter(|(_, of)| calls(of)).map(|(caller, _)| *caller));
        }
        found
    }
}

fn source_of(e: &HExpr) -> Option<ValueSource> {
    match &e.kind {
        HKind::Slot { slot, .. } => Some(ValueSource::Slot(*slot)),
        HKind::Call(f, _) => Some(ValueSource::Function(*f)),
        HKind::TableField(field) | HKind::Field(field, _) => Some(ValueSource::Field(*field)),
        _ => None,
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
