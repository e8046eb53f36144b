//! Analysis of which choices may be followed by another choice of the same move.
//!
//! If a choice never is, its options can be counted without looking at their consequences. The analysis is
//! conservative: it follows every path through the code, whether or not a game can take it.

use super::program::Table;
use crate::ir::{CodeAddress, FunctionId, Ir, Op, SlotInfo};

/// Returns for each choice of `Ir::choices` whether a choice that is `more` of the move may follow it, before
/// any other choice.
pub(super) fn continues(table: &Table) -> Vec<bool> {
    let ir = table.ir;
    let mut continues = vec![false; ir.choices.len()];
    if !ir.choices.iter().any(|choice| choice.more) {
        return continues;
    }
    let returns = return_places(ir);
    let mut seen = vec![[CodeAddress(0); 2]; ir.code.len()];
    let mut listing = None;
    for (pc, op) in ir.code.iter().enumerate() {
        match op {
            Op::OptBegin { choice } => listing = Some(choice.index()),
            Op::Choose { .. } => {
                if let Some(slot) = listing.and_then(|choice| continues.get_mut(choice)) {
                    *slot |= meets_more(table, &returns, CodeAddress::from_index(pc), &mut seen);
                }
            }
            _ => {}
        }
    }
    continues
}

/// Returns for each function the instructions at which its callers continue.
fn return_places(ir: &Ir) -> Vec<Vec<CodeAddress>> {
    let mut places = vec![Vec::new(); ir.functions.len()];
    let mut add = |function: FunctionId, pc: CodeAddress| {
        if let Some(places) = places.get_mut(function.index()) {
            places.push(pc + 1);
        }
    };
    for (pc, op) in (0..).map(CodeAddress).zip(&ir.code) {
        match op {
            Op::Call { f, .. } => add(*f, pc),
            Op::CallSlot { s, .. } => {
                let rules = ir.slots.find(*s).map_or(&[][..], |slot| &slot.rules);
                let mut rules: Vec<FunctionId> =
                    rules.iter().copied().filter(|rule| *rule != SlotInfo::EMPTY).collect();
                rules.sort_unstable();
                rules.dedup();
                rules.into_iter().for_each(|rule| add(rule, pc));
            }
            _ => {}
        }
    }
    if let (Some(setup), Some(play)) = (ir.setup, ir.play)
        && let Some(entry) = ir.functions.find(play).map(|f| f.entry)
        && let Some(places) = places.get_mut(setup.index())
    {
        places.push(entry);
    }
    places
}

/// Returns whether the list of a choice that is `more` may begin after the choice at `from`, before another
/// choice stops the game. For each instruction, `seen` holds the choice from which it was last reached,
/// separately for two contexts: outside and inside a call made after the choice. The caller of such a call is
/// followed already.
fn meets_more(
    table: &Table,
    returns: &[Vec<CodeAddress>],
    from: CodeAddress,
    seen: &mut [[CodeAddress; 2]],
) -> bool {
    let ir = table.ir;
    let mark = from + 1;
    let mut open = vec![(from + 1, false)];
    while let Some((pc, called)) = open.pop() {
        match seen.get_mut(pc.index()).map(|seen| &mut seen[usize::from(called)]) {
            Some(last) if *last != mark => *last = mark,
            _ => continue,
        }
        let next = pc + 1;
        let here = |pc: CodeAddress| (pc, called);
        match ir.code[pc.index()] {
            // A choice with an empty list is skipped, so the code after it is followed too.
            Op::OptBegin { choice } if ir.choice(choice).is_some_and(|c| c.more) => return true,
            Op::Choose { .. } | Op::Win { .. } | Op::End { .. } => {}
            Op::Fail { .. } | Op::Outside { .. } => {}
            Op::Jump { to } => open.push(here(to)),
            Op::Switch { n, .. } => open.extend(next.run(usize::from(n)).map(here)),
            Op::Ret { .. } | Op::Done if called => {}
            Op::Ret { .. } | Op::Done => {
                let places = table.function_at(pc).and_then(|function| returns.get(function.index()));
                open.extend(places.into_iter().flatten().map(|pc| (*pc, false)));
            }
            Op::Call { f, .. } => {
                open.push(here(next));
                open.extend(ir.functions.find(f).map(|f| (f.entry, true)));
            }
            Op::CallSlot { s, .. } => {
                open.push(here(next));
                let rules = ir.slots.find(s).map_or(&[][..], |slot| &slot.rules);
                open.extend(
                    rules.iter().filter_map(|rule| ir.functions.find(*rule)).map(|f| (f.entry, true)),
                );
            }
            op => open.extend(op.target(pc).into_iter().chain([next]).map(here)),
        }
    }
    false
}
