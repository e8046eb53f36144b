//! The functions of a game, one after another, and which of them can suspend.

use super::emit::FunctionLowering;
use super::inline::Inliner;
use super::lowering::Lowering;
use crate::check::hir::tree::{HFunction, HStmt};
use crate::check::symbols::symbol_table::SymbolTable;
use crate::ir::code::Op;
use crate::ir::{CodeAddress, FunctionId, FunctionInfo, SlotInfo};
use crate::threads::{self, lock, one_ahead};
use rustc_hash::FxHashSet;
use std::rc::Rc;
use std::sync::Mutex;

/// The number of functions whose bodies are prepared together.
const AT_ONCE: usize = 32;

/// Returns a function's body with small calculations inlined; `None` if it becomes no function.
fn inlined(symbols: &SymbolTable, f: FunctionId, inliner: &mut Inliner) -> Option<HFunction> {
    // The options of an action are emitted at each `act`.
    let offers = |b: &&HFunction| b.body.iter().any(|s| matches!(s, HStmt::Offer { .. }));
    symbols.functions[f].body.as_ref().filter(|b| !offers(b)).map(|b| inliner.body(b))
}

impl Lowering<'_> {
    pub(super) fn offers(&mut self, inliner: &mut Inliner) {
        for action in &self.symbols.actions {
            if let Some(body) = &self.symbols.functions[action.options].body {
                self.offers.insert(action.options, Rc::new(inliner.body(body)));
            }
        }
    }

    /// Lowers functions in this order. The bodies of some are prepared in another thread while those before
    /// them become instructions.
    pub(super) fn functions(&mut self, all: &[FunctionId]) {
        let symbols = self.symbols;
        let looked_up: FxHashSet<FunctionId> = self.tabulated.keys().copied().collect();
        // The small calculations are found once for all.
        let inliner = Mutex::new(Inliner::new(symbols, looked_up));
        let inlined = |some: &&[FunctionId]| {
            let mut inliner = lock(&inliner);
            some.iter().map(|f| inlined(symbols, *f, &mut inliner)).collect::<Vec<_>>()
        };
        let threads = threads::count(None).get();
        one_ahead(&all.chunks(AT_ONCE).collect::<Vec<_>>(), threads, inlined, |some, bodies| {
            some.iter().zip(&bodies).for_each(|(f, body)| self.function(*f, body.as_ref()));
            bodies
        });
    }

    fn function(&mut self, f: FunctionId, body: Option<&HFunction>) {
        let symbols = self.symbols;
        let declared = &symbols.functions[f];
        let entry = CodeAddress::from_index(self.ir.code.len());
        let param_words: usize = declared.params.iter().map(|p| symbols.words(&p.ty)).sum();
        let result_words = symbols.words(&declared.result);
        let missing = HFunction {
            locals: declared.params.iter().map(|p| p.ty.clone()).collect(),
            body: Vec::new(),
            asker: None,
        };
        let frame = FunctionLowering::new(self, body.unwrap_or(&missing), result_words).run(body.is_none());
        self.ir.functions.push(FunctionInfo {
            name: declared.id.clone(),
            entry,
            param_words: param_words as u16,
            result_words: result_words as u16,
            result: (result_words > 0).then(|| symbols.value_type(&declared.result)),
            frame_words: frame,
            suspends: false,
            held: std::mem::take(&mut self.held),
        });
    }

    /// Finds the functions that can suspend at a choice or chance, directly or through their callees.
    pub(super) fn find_suspending(&mut self) {
        let n = self.ir.functions.len();
        let end_of = |f: usize| match self.ir.functions.get(f + 1) {
            Some(next) => next.entry.index(),
            None => self.ir.code.len(),
        };
        let mut callers: Vec<Vec<usize>> = vec![Vec::new(); n];
        let mut slot_callers: Vec<Vec<usize>> = vec![Vec::new(); self.ir.slots.len()];
        let mut open: Vec<usize> = Vec::new();
        for f in 0..n {
            let mut stops = false;
            for op in &self.ir.code[(self.ir.functions[FunctionId::from_index(f)].entry.index())..end_of(f)] {
                match op {
                    Op::Choose { .. } => stops = true,
                    Op::Call { f: callee, .. } => callers[callee.index()].push(f),
                    Op::CallSlot { s, .. } => slot_callers[s.index()].push(f),
                    _ => stops |= op.is_chance(),
                }
            }
            if stops {
                open.push(f);
            }
        }
        for (slot, who) in self.ir.slots.iter().zip(&slot_callers) {
            let mut rules: Vec<FunctionId> =
                slot.rules.iter().copied().filter(|r| *r != SlotInfo::EMPTY).collect();
            rules.sort_unstable();
            rules.dedup();
            for rule in rules {
                callers[rule.index()].extend(who);
            }
        }
        while let Some(f) = open.pop() {
            if !std::mem::replace(&mut self.ir.functions[FunctionId::from_index(f)].suspends, true) {
                open.extend(&callers[f]);
            }
        }
        // The frames of the other functions are never observed.
        self.ir.functions.iter_mut().filter(|f| !f.suspends).for_each(|f| f.held = Vec::new());
    }
}
