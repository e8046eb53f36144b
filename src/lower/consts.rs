//! Compile-time constants: constant sets, and conditions over printed attributes.

use super::evaluate::{Constant, Env};
use super::lowering::Lowering;
use crate::check::Ty;
use crate::check::hir::parts::for_each_part;
use crate::check::hir::tree::{HExpr, HKind, HStmt, Local};
use crate::ir::{SlotId, ToIndex};

impl Lowering<'_> {
    /// Returns the words of a set; `None` if it is not a compile-time constant.
    pub(super) fn const_set(&self, e: &HExpr) -> Option<Vec<u64>> {
        if matches!(e.ty, Ty::Set(_)) { self.const_words(e) } else { None }
    }

    /// Returns the words of a set or an amount; `None` if it is not a compile-time constant.
    pub(super) fn const_words(&self, e: &HExpr) -> Option<Vec<u64>> {
        match self.evaluate(e, &mut Env::new(20_000))? {
            Constant::Set(words) => Some(words),
            Constant::Word(_) => None,
        }
    }

    /// Returns the set of components that bear a rule in a slot.
    pub(super) fn bearers(&self, slot: SlotId) -> Vec<u64> {
        let mut words = vec![0u64; self.symbols.component_words()];
        for (c, rule) in self.symbols.slots[slot].rules.iter().enumerate() {
            if rule.is_some() {
                words[c / 64] |= 1 << (c % 64);
            }
        }
        words
    }

    /// Returns the components or cells for which a condition over `element` holds, if the condition depends
    /// only on printed attributes.
    pub(super) fn printed_set(&self, cond: &HExpr, element: Local, ty: &Ty) -> Option<Vec<u64>> {
        let (first, count) = match ty {
            Ty::Component(kind) => {
                let kind = &self.symbols.kinds[*kind];
                (kind.first.0, kind.count)
            }
            Ty::Cell => (0, self.symbols.cells.len() as u32),
            _ => return None,
        };
        let mut words = vec![0u64; self.symbols.words(&ty.clone().set())];
        let mut env = Env::new(count.saturating_mul(1000));
        for c in first..first + count {
            env.set(element, Constant::Word(u64::from(c)));
            match self.evaluate(cond, &mut env)? {
                Constant::Word(0) => {}
                _ => words[c.index() / 64] |= 1 << (c % 64),
            }
        }
        // A kind without components reveals nothing about the attributes that the condition depends on.
        (count > 0).then_some(words)
    }
}

/// Visits an expression and all its subexpressions.
pub(super) fn walk(e: &HExpr, visit: &mut dyn FnMut(&HExpr)) {
    visit(e);
    for_each_part(e, |part| walk(part, visit));
}

/// Returns the slot whose rule is the loop body's only statement, run for the loop's element.
pub(super) fn only_runs_slot(body: &[HStmt], element: Local) -> Option<SlotId> {
    match body {
        [HStmt::Do(HExpr { kind: HKind::Slot { slot, rule, .. }, .. })] => {
            matches!(rule.kind, HKind::Local(l) if l == element).then_some(*slot)
        }
        _ => None,
    }
}

/// Returns the lane index of an amount, if it is a compile-time constant.
pub(super) fn constant(lane: &HExpr) -> Option<usize> {
    match lane.kind {
        HKind::Value(v) => usize::try_from(v).ok(),
        HKind::Int(v) => usize::try_from(v).ok(),
        _ => None,
    }
}
