//! Functions that list the options of a choice, and actions that look alike to a player who does not see the
//! bearer.

use crate::ir::{ActionId, FunctionId, Ir, Op, SlotId, SlotInfo};
use std::collections::HashMap;

/// Returns for each function whether it lists options for its callers, directly or through its callees.
pub(super) fn listing(ir: &Ir) -> Vec<bool> {
    let bodies = ir.bodies();
    let mut lists = vec![false; ir.functions.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (f, body) in
            bodies.iter().enumerate().filter(|(f, _)| !ir.functions[FunctionId::from_index(*f)].suspends)
        {
            let listed = ir.code[body.indices()].iter().any(|op| match op {
                Op::OptSet { .. } | Op::OptAct { .. } => true,
                Op::Call { f, .. } => lists[f.index()],
                Op::CallSlot { s, .. } => rules_of(ir, *s).any(|rule| lists[rule.index()]),
                _ => false,
            });
            changed |= listed && !std::mem::replace(&mut lists[f], true);
        }
    }
    lists
}

/// Returns the functions that a slot may run.
pub(super) fn rules_of(ir: &Ir, slot: SlotId) -> impl Iterator<Item = FunctionId> + '_ {
    let rules = ir.slots.find(slot).map_or(&[][..], |slot| &slot.rules);
    rules.iter().copied().filter(|rule| *rule != SlotInfo::EMPTY)
}

/// Returns for each action the first that looks like it.
pub(super) fn look_alikes(ir: &Ir) -> Vec<ActionId> {
    let mut first: HashMap<(&str, Option<&str>), Vec<ActionId>> = HashMap::new();
    let mut looks: Vec<ActionId> = ir.actions.ids().collect();
    for (look, action) in looks.iter_mut().zip(&ir.actions).filter(|(_, action)| action.of.is_some()) {
        let known = first.entry((&action.id, action.mode.as_deref())).or_default();
        match known.iter().find(|a| ir.actions[**a].looks_like(action)) {
            Some(alike) => *look = *alike,
            None => known.push(*look),
        }
    }
    looks
}
