//! Functions that list the options of a choice, and actions that look alike to a player who does not see the
//! bearer.

use crate::ir::{ActionId, FunctionId, Ir, Op, SlotId, SlotInfo};
use std::collections::{BTreeSet, HashMap};

/// Returns for each function whether it lists options for its callers, directly or through its callees.
pub(super) fn listing(ir: &Ir, callers: &[Vec<FunctionId>]) -> Vec<bool> {
    let lists = |op: &Op| matches!(op, Op::OptSet { .. } | Op::OptAct { .. });
    let direct = ir.bodies().into_iter().map(|body| ir.code[body.indices()].iter().any(lists));
    spread_to_callers(callers, direct.collect(), |f| !ir.functions[f].suspends)
}

/// Returns the callers of each function, without repetitions.
pub(super) fn callers_of_each(ir: &Ir) -> Vec<Vec<FunctionId>> {
    let of_slots: Vec<BTreeSet<FunctionId>> =
        ir.slots.ids().map(|slot| rules_of(ir, slot).collect()).collect();
    let mut callers = vec![Vec::new(); ir.functions.len()];
    for (body, f) in ir.bodies().iter().zip(ir.functions.ids()) {
        let mut callees: BTreeSet<FunctionId> = BTreeSet::new();
        let mut slots: BTreeSet<SlotId> = BTreeSet::new();
        for op in &ir.code[body.indices()] {
            match op {
                Op::Call { f, .. } => {
                    callees.insert(*f);
                }
                Op::CallSlot { s, .. } if slots.insert(*s) => {
                    callees.extend(of_slots.get(s.index()).into_iter().flatten());
                }
                _ => {}
            }
        }
        for callee in callees {
            callers
                .get_mut(callee.index())
                .into_iter()
                .for_each(|callers: &mut Vec<FunctionId>| callers.push(f));
        }
    }
    callers
}

/// Returns for each function whether something holds of it or of one that it calls, directly or indirectly.
/// It is never true of functions that `may` excludes.
pub(super) fn spread_to_callers(
    callers: &[Vec<FunctionId>],
    direct: Vec<bool>,
    may: impl Fn(FunctionId) -> bool,
) -> Vec<bool> {
    let mut holds = vec![false; direct.len()];
    let of_itself = direct.iter().enumerate().filter(|(_, direct)| **direct);
    let mut open: Vec<FunctionId> = of_itself.map(|(f, _)| FunctionId::from_index(f)).collect();
    while let Some(f) = open.pop() {
        if may(f) && !std::mem::replace(&mut holds[f.index()], true) {
            open.extend(&callers[f.index()]);
        }
    }
    holds
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
