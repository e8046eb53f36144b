//! Functions that list the options of a choice, and actions that look alike to a player who does not see the bearer.

use crate::ir::{ActionId, Ir, Op, SlotInfo};
use std::collections::HashMap;

/// Returns for each function whether it lists options for its callers, directly or through its callees.
pub(super) fn listing(ir: &Ir) -> Vec<bool> {
    let bodies = ir.bodies();
    let mut lists = vec![false; ir.functions.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (f, body) in bodies.iter().enumerate().filter(|(f, _)| !ir.functions[*f].suspends) {
            let listed = ir.code[body.start as usize..body.end as usize].iter().any(|op| match op {
                Op::OptSet { .. } | Op::OptAct { .. } => true,
                Op::Call { f, .. } => lists[*f as usize],
                Op::CallSlot { s, .. } => rules_of(ir, *s).any(|rule| lists[rule as usize]),
                _ => false,
            });
            changed |= listed && !std::mem::replace(&mut lists[f], true);
        }
    }
    lists
}

/// Returns the functions that a slot may run.
pub(super) fn rules_of(ir: &Ir, slot: u16) -> impl Iterator<Item = u16> + '_ {
    let rules = ir.slots.get(slot as usize).map_or(&[][..], |slot| &slot.rules);
    rules.iter().copied().filter(|rule| *rule != SlotInfo::EMPTY)
}

/// Returns for each action the first that looks like it.
pub(super) fn look_alikes(ir: &Ir) -> Vec<ActionId> {
    let mut first: HashMap<(&str, Option<&str>), Vec<ActionId>> = HashMap::new();
    let mut looks: Vec<ActionId> = (0..ir.actions.len() as u16).map(ActionId).collect();
    for (look, action) in looks.iter_mut().zip(&ir.actions).filter(|(_, action)| action.of.is_some()) {
        let known = first.entry((&action.id, action.mode.as_deref())).or_default();
        match known.iter().find(|a| ir.actions[a.index()].looks_like(action)) {
            Some(alike) => *look = *alike,
            None => known.push(*look),
        }
    }
    looks
}
