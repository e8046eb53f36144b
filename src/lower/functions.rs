//! The functions of a game, one after another, and which of them can suspend.

use super::emit::FunctionLowering;
use super::inline::Inliner;
use super::lowering::Lowering;
use crate::check::hir::tree::{HFunction, HStmt};
use crate::ir::code::Op;
use crate::ir::{CodeAddress, FunctionId, FunctionInfo, SlotInfo};
use std::rc::Rc;

impl Lowering<'_> {
    pub(super) fn offers(&mut self, inliner: &mut Inliner) {
        for action in &self.symbols.actions {
            if let Some(body) = &self.symbols.functions[action.options].body {
                self.offers.insert(action.options, Rc::new(inliner.body(body)));
            }
        }
    }

    pub(super) fn function(&mut self, f: FunctionId, inliner: &mut Inliner) {
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
        // The options of an action are emitted at each `act`.
        let offers = |b: &&HFunction| b.body.iter().any(|s| matches!(s, HStmt::Offer { .. }));
        let body = declared.body.as_ref().filter(|b| !offers(b)).map(|b| inliner.body(b));
        let frame =
            FunctionLowering::new(self, body.as_ref().unwrap_or(&missing), result_words).run(body.is_none());
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
