//! Walks along calls, from function to function. A chain of calls may be as long as a game has functions, so
//! none of them is recursive.

use super::ids::FunctionId;
use std::collections::HashSet;

/// Returns a function and all that it calls, directly or indirectly: callees before callers, except in
/// cycles. `callees` is asked once for each function, and may leave out those that do not matter.
pub fn callees_first(
    start: FunctionId,
    mut callees: impl FnMut(FunctionId) -> Vec<FunctionId>,
) -> Vec<FunctionId> {
    let mut order = Vec::new();
    let mut seen = HashSet::from([start]);
    let mut open = vec![(start, callees(start).into_iter())];
    while let Some((function, rest)) = open.last_mut() {
        match rest.find(|callee| seen.insert(*callee)) {
            Some(callee) => open.push((callee, callees(callee).into_iter())),
            None => {
                order.push(*function);
                open.pop();
            }
        }
    }
    order
}

/// Returns the groups of functions that call each other, directly or indirectly: a group of those that a
/// function calls comes before its own. A function that is in no cycle is alone. `calls` holds the callees of
/// each function; those out of its range are skipped.
///
/// This is Tarjan's algorithm of strongly connected components.
pub fn cyclic_groups(calls: &[Vec<FunctionId>]) -> Vec<Vec<FunctionId>> {
    let count = calls.len();
    let mut groups = Vec::new();
    // The number of each function in the order of visits, and the lowest that its descent comes back to.
    let mut numbers: Vec<Option<usize>> = vec![None; count];
    let mut lowest = vec![0; count];
    let mut is_grouped = vec![false; count];
    let (mut visited, mut descent, mut pending) = (0, Vec::new(), Vec::new());
    for start in 0..count {
        descent.extend(numbers[start].is_none().then_some((start, 0)));
        while let Some((at, next)) = descent.pop() {
            if next == 0 {
                (numbers[at], lowest[at]) = (Some(visited), visited);
                visited += 1;
                pending.push(at);
            }
            match calls[at].get(next).map(|callee| callee.index()) {
                Some(callee) => {
                    descent.push((at, next + 1));
                    match numbers.get(callee) {
                        Some(None) => descent.push((callee, 0)),
                        Some(Some(number)) if !is_grouped[callee] => lowest[at] = lowest[at].min(*number),
                        _ => {}
                    }
                }
                None => {
                    if numbers[at] == Some(lowest[at]) {
                        let first = pending.iter().rposition(|f| *f == at).unwrap_or_default();
                        let group = pending.split_off(first);
                        group.iter().for_each(|f| is_grouped[*f] = true);
                        groups.push(group.into_iter().map(FunctionId::from_index).collect());
                    }
                    if let Some((caller, _)) = descent.last() {
                        lowest[*caller] = lowest[*caller].min(lowest[at]);
                    }
                }
            }
        }
    }
    groups
}
