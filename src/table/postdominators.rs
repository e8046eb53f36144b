//! Instructions that every way on goes through (postdominators): where the two sides of a branch meet again.
//!
//! Until there, a branch decides whether an instruction is reached, and how often (Ferrante, Ottenstein and
//! Warren, "The Program Dependence Graph and Its Use in Optimization", 1987). They are computed by the
//! algorithm of Cooper, Harvey and Kennedy ("A Simple, Fast Dominance Algorithm", 2001).

use crate::ir::Op;

/// The immediate postdominator of each instruction of a function.
pub(super) struct Postdominators {
    /// The instruction, or [`Postdominators::end`]; `None` if the function does not go on from there.
    of: Vec<Option<usize>>,
}

impl Postdominators {
    /// `next` and `previous` are the successors and predecessors of each instruction.
    ///
    /// Ways that end the game count as no ways on, since everybody sees that they were not taken, unless
    /// there is no other. Endless loops count as left where they begin anew.
    pub fn of(code: &[Op], next: &[Vec<usize>], previous: &[Vec<usize>]) -> Postdominators {
        let returns = |i: usize| matches!(code[i], Op::Ret { .. } | Op::Done);
        let mut ends: Vec<usize> = (0..code.len()).filter(|i| returns(*i)).collect();
        if leading_to(&ends, previous).first() == Some(&false) {
            // A function that always ends the game does so by its last instruction at the latest.
            let ends_game = |i: &usize| matches!(code[*i], Op::Win { .. } | Op::End { .. });
            let is_in_loop = |i: usize| (0..=i).any(|top| previous[top].iter().any(|from| *from >= i));
            ends.extend((0..code.len()).rev().find(ends_game).filter(|i| !is_in_loop(*i)));
        }
        let leads_on = leading_to(&ends, previous);
        let begins_anew = |top: &usize| !leads_on[*top] && previous[*top].iter().any(|from| from >= top);
        ends.extend((0..code.len()).filter(begins_anew));
        Postdominators { of: immediate(&ends, next, previous) }
    }

    /// Returns whether every way on from an instruction goes through another, at once or in the end.
    pub fn lead_through(&self, from: usize, through: usize) -> bool {
        let next = |i: &usize| self.of.get(*i).copied().flatten();
        std::iter::successors(next(&from), next).any(|i| i == through)
    }

    /// Calls `visit` with each instruction that a branch decides on.
    pub fn decided_by(&self, branch: usize, next: &[Vec<usize>], mut visit: impl FnMut(usize)) {
        let join = self.of.get(branch).copied().flatten();
        let mut seen = vec![false; next.len()];
        let mut open: Vec<usize> = next[branch].clone();
        while let Some(i) = open.pop() {
            if Some(i) == join || seen.get(i).is_none_or(|seen| *seen) {
                continue;
            }
            seen[i] = true;
            visit(i);
            open.extend(&next[i]);
        }
    }
}

/// Returns for each instruction whether one of the `ends` can be reached from it.
fn leading_to(ends: &[usize], previous: &[Vec<usize>]) -> Vec<bool> {
    let mut leads = vec![false; previous.len()];
    let mut open = ends.to_vec();
    while let Some(i) = open.pop() {
        if !std::mem::replace(&mut leads[i], true) {
            open.extend(&previous[i]);
        }
    }
    leads
}

/// Returns the immediate postdominators; the number of instructions stands for the common end of all `ends`.
fn immediate(ends: &[usize], next: &[Vec<usize>], previous: &[Vec<usize>]) -> Vec<Option<usize>> {
    let end = next.len();
    // The instructions in postorder of the ways back from the end, each with how many of its predecessors
    // were visited.
    let mut order = Vec::with_capacity(end);
    let mut seen = vec![false; end];
    for first in ends {
        let mut open: Vec<(usize, usize)> = Vec::new();
        if !std::mem::replace(&mut seen[*first], true) {
            open.push((*first, 0));
        }
        while let Some((i, visited)) = open.last_mut() {
            match previous[*i].get(*visited) {
                Some(from) => {
                    *visited += 1;
                    if !std::mem::replace(&mut seen[*from], true) {
                        open.push((*from, 0));
                    }
                }
                None => {
                    order.push(*i);
                    open.pop();
                }
            }
        }
    }
    let mut rank = vec![0; end + 1];
    order.iter().enumerate().for_each(|(k, i)| rank[*i] = k);
    rank[end] = order.len();
    let mut of: Vec<Option<usize>> = vec![None; end + 1];
    of[end] = Some(end);
    let is_end: Vec<bool> = {
        let mut is_end = vec![false; end];
        ends.iter().for_each(|i| is_end[*i] = true);
        is_end
    };
    let mut changed = true;
    while changed {
        changed = false;
        for i in order.iter().rev().copied() {
            let ways = next[i].iter().copied().filter(|to| *to < end);
            let ways = ways.chain(is_end[i].then_some(end)).filter(|to| of[*to].is_some());
            let common = ways.reduce(|a, b| meet(&of, &rank, a, b));
            changed |= common.is_some() && std::mem::replace(&mut of[i], common) != common;
        }
    }
    of.truncate(end);
    of
}

/// Returns the first instruction that lies on all ways from both.
fn meet(of: &[Option<usize>], rank: &[usize], mut a: usize, mut b: usize) -> usize {
    let end = of.len() - 1;
    while a != b {
        let lower = if rank[a] < rank[b] { &mut a } else { &mut b };
        *lower = of[*lower].unwrap_or(end);
    }
    a
}
