//! The body of a function during optimisation: instructions whose jumps refer to labels, and the control flow
//! graph.

use super::effects::{Callees, frame_of_call, leaves};
use super::registers::{Window, operands};
use crate::ir::verify::{AccessedRegisters, touched};
use crate::ir::{ChoiceId, CodeAddress, IdRange, Ir, Op, Reg, ToIndex, changes};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The identity of an instruction of a body, independent of its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct InstructionId(pub u32);

/// The operand of jumps of a body, whose targets are labels until the body is placed.
pub(super) const UNPLACED: CodeAddress = CodeAddress(0);

/// An instruction of a body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Instruction {
    pub op: Op,
    pub label: InstructionId,
    /// The target of its jump.
    pub to: Option<InstructionId>,
    /// The instruction of `Ir::code` that this one was made from.
    pub origin: CodeAddress,
    /// The current choice point.
    pub choice: Option<ChoiceId>,
    /// Set if a frame can be suspended here: the instruction keeps its position and the registers live there.
    /// Index into [`Body::kept`].
    pub anchor: Option<u32>,
    /// True for a jump in the table of a `Switch`, which is never removed.
    pub case: bool,
    /// True if it has been removed; its label then denotes the next instruction that has not.
    pub gone: bool,
}

/// The body of a function.
pub(super) struct Body<'i> {
    pub ir: &'i Ir,
    pub callees: &'i Callees,
    pub range: IdRange<CodeAddress>,
    pub nodes: Vec<Instruction>,
    /// For each anchor, the set of registers that are read after it, a bit for each register.
    pub kept: Vec<Vec<u64>>,
    /// One past the last register in use.
    pub registers: usize,
    /// The registers beyond the frame that calls may clobber. No instruction of the body reads them.
    pub clobbered: Range<usize>,
    labels: u32,
}

/// A basic block, with its successors and predecessors.
#[derive(Clone, Debug, Default)]
pub(super) struct BasicBlock {
    pub nodes: Range<usize>,
    pub next: Vec<usize>,
    pub before: Vec<usize>,
}

/// The control flow graph of a body.
pub(super) struct FlowGraph {
    pub blocks: Vec<BasicBlock>,
    /// The reachable blocks in reverse postorder: each after its predecessors, back edges excepted.
    pub order: Vec<usize>,
    /// The index of each block in `order`; `usize::MAX` for unreachable blocks.
    pub rank: Vec<usize>,
}

impl<'i> Body<'i> {
    /// Creates the body of a function as compiled.
    pub fn new(ir: &'i Ir, callees: &'i Callees, range: IdRange<CodeAddress>, frame: usize) -> Self {
        let mut choice = None;
        let mut anchors = 0;
        let mut cases = 0;
        let code = &ir.code[range.indices()];
        let node = |(pc, op): (CodeAddress, &Op)| {
            if let Op::OptBegin { choice: begun } = op {
                choice = Some(*begun);
            }
            let to = op.target(pc).map(|to| InstructionId(to.0));
            let anchor = callees.suspended_at(ir, op).then(|| {
                anchors += 1;
                anchors - 1
            });
            let case = cases > 0;
            cases = if let Op::Switch { n, .. } = op { usize::from(*n) } else { cases.saturating_sub(1) };
            Instruction {
                op: *op,
                label: InstructionId(pc.0),
                to,
                origin: pc,
                choice,
                anchor,
                case,
                gone: false,
            }
        };
        let nodes: Vec<Instruction> = range.clone().zip(code).map(node).collect();
        let mut body = Body {
            ir,
            callees,
            labels: ir.code.len() as u32,
            nodes,
            kept: Vec::new(),
            registers: frame,
            clobbered: frame..frame,
            range,
        };
        body.kept = vec![Vec::new(); anchors.index()];
        body
    }

    /// Creates an instruction that does part of the work of instruction `origin`.
    pub fn node(&mut self, op: Op, origin: CodeAddress) -> Instruction {
        self.labels += 1;
        let label = InstructionId(self.labels - 1);
        Instruction { op, label, to: None, origin, choice: None, anchor: None, case: false, gone: false }
    }

    /// Allocates `words` unused registers.
    pub fn fresh(&mut self, words: usize) -> Reg {
        self.registers += words;
        Reg::from_index(self.registers - words)
    }

    /// Returns the index of each label.
    pub fn places(&self) -> FxHashMap<InstructionId, usize> {
        self.nodes.iter().enumerate().map(|(i, node)| (node.label, i)).collect()
    }

    /// Returns the registers that an instruction reads and writes. A register changed in place is in both
    /// lists.
    pub fn touched(&self, node: &Instruction, mut into: AccessedRegisters) -> AccessedRegisters {
        into.reads.clear();
        into.writes.clear();
        let mut op = node.op;
        if let Some(at) = frame_of_call(&op) {
            let functions = super::effects::callees_of(self.ir, &op).filter_map(|f| self.ir.functions.get(f));
            let (params, results) = functions.fold((0, 0), |(params, results), f| {
                (f.param_words.max(params), f.result_words.max(results))
            });
            into.reads.push((Reg((at + 1).0), usize::from(params)));
            if let Op::CallSlot { c, s, .. } = op {
                into.reads.push((c, 1));
                let empty = self.ir.slots.find(s).map_or(0, |slot| slot.result_words);
                into.writes.push((at, usize::from(results.max(empty))));
            } else {
                into.writes.push((at, usize::from(results)));
            }
        } else if let Some(operands) = operands(self.ir, &mut op) {
            into.reads.extend(operands.read());
            into.writes.extend(operands.result());
            if operands.in_place {
                into.reads.extend(operands.result());
            }
        } else {
            into = touched(self.ir, node.origin, node.choice, into);
            match op {
                Op::Next { n, a, .. } => into.reads.push((a, usize::from(n))),
                Op::NextInZone { n, a, .. } => {
                    into.reads.extend([(a, usize::from(n)), (Reg(a.0.saturating_sub(1)), 1)])
                }
                Op::OptBegin { choice } => {
                    let choice = self.ir.choice(choice);
                    into.reads.extend(choice.and_then(|c| c.asker).map(|asker| (asker, 1)));
                    if let Some(selection) = choice.and_then(|c| c.selection) {
                        let words = usize::from(selection.words);
                        into.reads.extend([(selection.set, words), (selection.rest, words)]);
                        into.reads.extend(selection.most.map(|most| (most, 1)));
                    }
                }
                _ if changes(&op) => into.reads.extend_from_slice(&into.writes.clone()),
                _ => {}
            }
        }
        into
    }

    /// Computes the control flow graph.
    pub fn flow(&self) -> FlowGraph {
        let places = self.places();
        let at = |label: InstructionId| {
            let from = places.get(&label).copied().unwrap_or(self.nodes.len());
            (from..self.nodes.len()).find(|i| !self.nodes[*i].gone).unwrap_or(self.nodes.len())
        };
        let mut begins = vec![false; self.nodes.len() + 1];
        begins[0] = true;
        let live = || self.nodes.iter().enumerate().filter(|(_, node)| !node.gone);
        for (i, node) in live() {
            if let Some(to) = node.to {
                begins[at(to)] = true;
            }
            if node.to.is_some() || leaves(&node.op) || matches!(node.op, Op::Switch { .. }) {
                begins[i + 1] = true;
            }
        }
        let starts: Vec<usize> = (0..self.nodes.len()).filter(|i| begins[*i]).collect();
        let mut block_of = vec![0; self.nodes.len() + 1];
        let mut blocks: Vec<BasicBlock> = Vec::with_capacity(starts.len());
        for (b, start) in starts.iter().enumerate() {
            let end = starts.get(b + 1).copied().unwrap_or(self.nodes.len());
            block_of[*start..end].fill(b);
            blocks.push(BasicBlock { nodes: *start..end, ..BasicBlock::default() });
        }
        let count = blocks.len();
        for b in 0..count {
            let nodes = blocks[b].nodes.clone();
            let last = nodes.clone().rev().find(|i| !self.nodes[*i].gone);
            let mut next = Vec::new();
            match last.map(|i| (i, self.nodes[i])) {
                Some((i, Instruction { op: Op::Switch { n, .. }, .. })) => {
                    let cases =
                        (i + 1..self.nodes.len()).filter(|j| !self.nodes[*j].gone).take(usize::from(n));
                    next.extend(cases.map(|j| block_of[j]));
                }
                Some((_, node)) => {
                    next.extend(node.to.map(&at).filter(|i| *i < self.nodes.len()).map(|i| block_of[i]));
                    if !leaves(&node.op) && b + 1 < count {
                        next.push(b + 1);
                    }
                }
                None if b + 1 < count => next.push(b + 1),
                None => {}
            }
            next.dedup();
            for to in &next {
                blocks[*to].before.push(b);
            }
            blocks[b].next = next;
        }
        let (order, rank) = order(&blocks);
        FlowGraph { blocks, order, rank }
    }
}

/// Returns the blocks reachable from the first one in reverse postorder, and their ranks.
fn order(blocks: &[BasicBlock]) -> (Vec<usize>, Vec<usize>) {
    let mut order = Vec::with_capacity(blocks.len());
    let mut seen = vec![false; blocks.len()];
    let mut open = vec![(0, 0)];
    if let Some(first) = seen.first_mut() {
        *first = true;
    }
    while let Some((b, i)) = open.pop() {
        match blocks.get(b).and_then(|block| block.next.get(i)) {
            Some(next) => {
                open.push((b, i + 1));
                if !std::mem::replace(&mut seen[*next], true) {
                    open.push((*next, 0));
                }
            }
            None => order.push(b),
        }
    }
    order.reverse();
    let mut rank = vec![usize::MAX; blocks.len()];
    order.iter().enumerate().for_each(|(i, b)| rank[*b] = i);
    (order, rank)
}

/// A natural loop: its head, and all its blocks.
pub(super) struct NaturalLoop {
    pub head: usize,
    pub blocks: Vec<bool>,
    /// The predecessors of the head inside the loop.
    pub back: Vec<usize>,
}

impl FlowGraph {
    /// Returns the loops, outer ones before inner ones; `None` if the graph is irreducible (a loop has an
    /// entry besides its head).
    pub fn loops(&self) -> Option<Vec<NaturalLoop>> {
        let mut loops = Vec::new();
        for &head in &self.order {
            let back: Vec<usize> = self.blocks[head]
                .before
                .iter()
                .copied()
                .filter(|b| self.rank[*b] != usize::MAX && self.rank[*b] >= self.rank[head])
                .collect();
            if back.is_empty() {
                continue;
            }
            let mut blocks = vec![false; self.blocks.len()];
            blocks[head] = true;
            let mut open = back.clone();
            while let Some(b) = open.pop() {
                if !std::mem::replace(&mut blocks[b], true) {
                    // A block with a lower rank than the head is entered without passing the head.
                    if self.rank[b] < self.rank[head] {
                        return None;
                    }
                    open.extend(self.blocks[b].before.iter().filter(|b| self.rank[**b] != usize::MAX));
                }
            }
            loops.push(NaturalLoop { head, blocks, back });
        }
        Some(loops)
    }

    /// Returns the immediate dominator of each block; the first block dominates itself.
    pub fn dominators(&self) -> Vec<usize> {
        let mut above = vec![usize::MAX; self.blocks.len()];
        let Some(&first) = self.order.first() else { return above };
        above[first] = first;
        let mut changed = true;
        while changed {
            changed = false;
            for &b in &self.order[1..] {
                let mut known = self.blocks[b].before.iter().copied().filter(|p| above[*p] != usize::MAX);
                let Some(mut common) = known.next() else { continue };
                for mut other in known {
                    while common != other {
                        if self.rank[common] > self.rank[other] {
                            common = above[common];
                        } else {
                            other = above[other];
                        }
                    }
                }
                changed |= std::mem::replace(&mut above[b], common) != common;
            }
        }
        above
    }
}

/// Returns whether block `by` dominates `block`.
pub(super) fn dominates(above: &[usize], by: usize, block: usize) -> bool {
    let mut b = block;
    loop {
        match above.get(b) {
            _ if b == by => return true,
            Some(up) if *up != b && *up != usize::MAX => b = *up,
            _ => return false,
        }
    }
}

/// Operations on a set of registers, one bit each.
pub(super) struct Bits;

impl Bits {
    pub fn add(bits: &mut [u64], (first, n): Window) {
        for r in first.index()..first.index() + n {
            if let Some(word) = bits.get_mut(r / 64) {
                *word |= 1 << (r % 64);
            }
        }
    }

    pub fn remove(bits: &mut [u64], (first, n): Window) {
        for r in first.index()..first.index() + n {
            if let Some(word) = bits.get_mut(r / 64) {
                *word &= !(1 << (r % 64));
            }
        }
    }

    pub fn any(bits: &[u64], (first, n): Window) -> bool {
        (first.index()..first.index() + n)
            .any(|r| bits.get(r / 64).is_some_and(|word| word >> (r % 64) & 1 == 1))
    }
}
