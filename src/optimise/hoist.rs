//! Loop-invariant code motion: values that no iteration changes are computed before the loop.

use super::body::{Body, FlowGraph, Instruction, InstructionId, NaturalLoop, UNPLACED, dominates};
use super::effects::Effects;
use super::registers::{Window, operands};
use super::rewrite::insert;
use super::value_table::{Registers, ValueDefinition, ValueNumber, ValueTable};
use crate::ir::{CodeAddress, Op, Reg};
use rustc_hash::FxHashMap;

/// Computes values in the preheader of a loop.
struct LoopHoister<'b, 'i> {
    body: &'b mut Body<'i>,
    values: &'b mut ValueTable,
    /// The values of registers in the preheader.
    registers: Registers,
    made: Vec<Instruction>,
    homes: FxHashMap<ValueNumber, Reg>,
    origin: CodeAddress,
    most: usize,
}

/// The maximum number of instructions in the preheader of one loop.
const MOST_AHEAD: usize = 64;

impl LoopHoister<'_, '_> {
    /// Appends an instruction to the preheader.
    fn push(&mut self, op: Op) {
        let node = self.body.node(op, self.origin);
        self.made.push(node);
    }

    /// Returns a register that holds the value, and computes the value if needed. Returns `None` if the
    /// computation could fault, or needs a value that is not available.
    fn home(&mut self, value: ValueNumber, n: usize) -> Option<Reg> {
        if let Some(home) = self.homes.get(&value) {
            return Some(*home);
        }
        let words = self.values.words(value, n);
        if let Some(r) = self.values.holder(&self.registers, &words, |_| true) {
            return Some(r);
        }
        if self.made.len() >= MOST_AHEAD || self.body.registers + n > self.most {
            return None;
        }
        let d = self.body.fresh(n);
        self.fill(d, value, n)?;
        self.homes.insert(value, d);
        Some(d)
    }

    /// Computes a value into a register.
    fn fill(&mut self, d: Reg, value: ValueNumber, n: usize) -> Option<()> {
        let words = self.values.words(value, n);
        let held = self.values.holder(&self.registers, &words, |_| true);
        if let Some(a) = self.homes.get(&value).copied().or(held) {
            self.push(Op::Move { n: u8::try_from(n).ok()?, d, a });
            return Some(());
        }
        if let Some(&k) = self.values.pooled.get(&words) {
            self.push(Op::Words { n: u8::try_from(n).ok()?, d, k });
            return Some(());
        }
        match self.values.origin(value).clone() {
            ValueDefinition::Constant(word) => self.push(Op::Int { d, v: i32::try_from(word as i64).ok()? }),
            ValueDefinition::Either(asked, yes, no) if n == 1 => {
                let asked = self.home(asked, 1)?;
                // Both branches are computed: they cannot fault.
                let (yes, no) = (self.operand(yes)?, self.operand(no)?);
                let skip = self.body.node(Op::JumpUnless { a: asked, to: UNPLACED }, self.origin);
                let other = self.body.node(Op::Int { d, v: 0 }, self.origin);
                let end = self.body.node(Op::Move { n: 1, d, a: d }, self.origin);
                let over = self.body.node(Op::Jump { to: UNPLACED }, self.origin);
                let value = |from: Result<i32, Reg>| match from {
                    Ok(v) => Op::Int { d, v },
                    Err(a) => Op::Move { n: 1, d, a },
                };
                self.made.push(Instruction { to: Some(other.label), ..skip });
                self.push(value(yes));
                self.made.push(Instruction { to: Some(end.label), ..over });
                self.made.push(Instruction { op: value(no), ..other });
                // A target for the jump, removed later as dead code.
                self.made.push(end);
            }
            ValueDefinition::Worked(mut op, given) => {
                if !self.is_sure(&op, &given) {
                    return None;
                }
                let ir = self.body.ir;
                let parts = operands(ir, &mut op)?;
                if parts.result()?.1 != n {
                    return None;
                }
                let (in_place, reads) =
                    (parts.in_place, parts.read().map(|(_, n)| n).collect::<Vec<usize>>());
                let mut homes = Vec::with_capacity(reads.len());
                for (value, n) in given.iter().zip(&reads) {
                    homes.push(self.home(*value, *n)?);
                }
                if in_place {
                    self.fill(d, *given.get(reads.len())?, n)?;
                }
                if Effects::of(&op).reads && given.last() != Some(&self.registers[0].value) {
                    return None;
                }
                let parts = operands(ir, &mut op)?;
                parts.result.into_iter().for_each(|(r, _)| *r = d);
                parts.read.into_iter().flatten().zip(homes).for_each(|((r, _), home)| *r = home);
                self.push(op);
            }
            ValueDefinition::Leaf | ValueDefinition::Either(..) => return None,
        }
        Some(())
    }

    /// Returns a constant, or a register that holds the value.
    fn operand(&mut self, value: ValueNumber) -> Option<Result<i32, Reg>> {
        match self.values.constant(value).and_then(|word| i32::try_from(word as i64).ok()) {
            Some(v) => Some(Ok(v)),
            None => self.home(value, 1).map(Err),
        }
    }

    /// Returns whether an instruction on these values cannot fault.
    fn is_sure(&self, op: &Op, given: &[ValueNumber]) -> bool {
        let effects = Effects::of(op);
        let below = |limit: u64| {
            given.first().and_then(|v| self.values.constant(*v)).is_some_and(|word| word < limit)
        };
        let ir = self.body.ir;
        effects.computes
            && (!effects.faults
                || match *op {
                    Op::Get { f, .. } | Op::GetSet { f, .. } => {
                        ir.layout.fields.find(f).is_some_and(|f| below(u64::from(f.owners)))
                    }
                    Op::Attr { f, .. } | Op::AttrSet { f, .. } => {
                        ir.attributes.find(f).is_some_and(|a| below(ir.owners(a.owner) as u64))
                    }
                    Op::Row { t, .. } => ir.tables.find(t).is_some_and(|t| below(u64::from(t.rows))),
                    Op::Single { n, .. } => below(u64::from(n) * 64),
                    _ => false,
                })
    }

    /// Computes a value ahead of the loop, if it can be computed there and no register that the loop leaves
    /// unchanged holds it.
    fn compute_ahead(&mut self, value: ValueNumber, n: usize, changed: &[bool]) {
        let words = self.values.words(value, n);
        let stays = |r: Reg| changed.get(r.index()..r.index() + n).is_some_and(|c| !c.contains(&true));
        if self.values.holder(&self.registers, &words, stays).is_some() || self.homes.contains_key(&value) {
            return;
        }
        let (made, registers) = (self.made.len(), self.body.registers);
        let homes = self.homes.clone();
        if self.made.len() >= MOST_AHEAD || registers + n > self.most {
            return;
        }
        let d = self.body.fresh(n);
        match self.fill(d, value, n) {
            // One value may take several instructions, so the bound is checked again.
            Some(()) if self.made.len() <= MOST_AHEAD => {
                self.homes.insert(value, d);
            }
            _ => {
                self.made.truncate(made);
                self.body.registers = registers;
                self.homes = homes;
            }
        }
    }
}

/// Loop-invariant code motion: computes in the preheader each value that every iteration reads and none
/// changes, if the computation cannot fault. [`propagate`](super::rewrite::propagate) then makes the loop
/// read it there. Returns whether the preheader got any instruction.
pub(super) fn hoist(
    body: &mut Body,
    flow: &FlowGraph,
    loops: &[NaturalLoop],
    values: &mut ValueTable,
    most: usize,
) -> bool {
    let above = flow.dominators();
    let mut added = Vec::new();
    let mut heads = Vec::new();
    for around in loops {
        if !can_have_preheader(body, flow, around) {
            continue;
        }
        let Some(registers) = values.ahead.get(&around.head).cloned() else { continue };
        let mut changed = vec![false; body.registers];
        let begin = &values.begin[around.head];
        changed.iter_mut().zip(begin.iter().zip(&registers)).for_each(|(c, (a, b))| *c = a.value != b.value);
        let head = body.nodes[flow.blocks[around.head].nodes.start];
        let wanted = values_always_read(body, flow, around, &above, values);
        let mut ahead = LoopHoister {
            body,
            values,
            registers,
            made: Vec::new(),
            homes: FxHashMap::default(),
            origin: head.origin,
            most,
        };
        for (value, n) in wanted {
            ahead.compute_ahead(value, n, &changed);
        }
        let made = ahead.made;
        if let Some(first) = made.first() {
            heads.push((around.head, first.label, head.label));
            added.extend(made.into_iter().map(|node| (flow.blocks[around.head].nodes.start, node)));
        }
    }
    for (block, label, old) in heads {
        if let Some(around) = loops.iter().find(|l| l.head == block) {
            enter_by_preheader(body, flow, around, label, old);
        }
    }
    let any = !added.is_empty();
    insert(body, added);
    any
}

/// Returns whether a loop can have a preheader: nothing in it can suspend the frame, and the block before its
/// head is outside it.
fn can_have_preheader(body: &Body, flow: &FlowGraph, around: &NaturalLoop) -> bool {
    let here = || flow.blocks.iter().enumerate().filter(|(b, _)| around.blocks[*b]);
    let stops = here()
        .any(|(_, block)| body.nodes[block.nodes.clone()].iter().any(|n| !n.gone && n.anchor.is_some()));
    // The preceding block falls through to the head. It must not be part of the loop, because the
    // preheader goes between the two.
    let falls = around.head > 0 && {
        let before = around.head - 1;
        around.blocks[before] && flow.blocks[before].next.last() == Some(&around.head)
    };
    !stops && !falls
}

/// Returns the values that every iteration of a loop reads, each with its number of words.
fn values_always_read(
    body: &Body,
    flow: &FlowGraph,
    around: &NaturalLoop,
    above: &[usize],
    values: &mut ValueTable,
) -> Vec<(ValueNumber, usize)> {
    let here = flow.blocks.iter().enumerate().filter(|(b, _)| around.blocks[*b]);
    let mut wanted: Vec<(ValueNumber, usize)> = Vec::new();
    let always = here.filter(|(b, _)| {
        flow.rank[*b] != usize::MAX && around.back.iter().all(|back| dominates(above, *b, *back))
    });
    for (b, block) in always {
        let mut now = values.begin[b].clone();
        for i in block.nodes.clone() {
            let mut node = body.nodes[i];
            if !node.gone
                && let Some(parts) = operands(body.ir, &mut node.op)
            {
                for window in parts.read().collect::<Vec<Window>>() {
                    let value = values.range_value(&now, window);
                    let stays = !matches!(values.origin(value), ValueDefinition::Leaf);
                    if stays && !wanted.contains(&(value, window.1)) {
                        wanted.push((value, window.1));
                    }
                }
            }
            values.step(body, i, &mut now);
        }
    }
    wanted
}

/// Redirects the jumps into a loop from outside to its preheader, and those from inside to its `old` head.
fn enter_by_preheader(
    body: &mut Body,
    flow: &FlowGraph,
    around: &NaturalLoop,
    preheader: InstructionId,
    old: InstructionId,
) {
    let places = body.places();
    let starts: Vec<bool> = {
        let mut inside = vec![false; body.nodes.len()];
        for (b, block) in flow.blocks.iter().enumerate() {
            inside[block.nodes.clone()].fill(around.blocks[b]);
        }
        inside
    };
    let head = flow.blocks[around.head].nodes.clone();
    for (i, inside) in starts.iter().enumerate() {
        let goes = body.nodes[i].to.and_then(|to| places.get(&to)).is_some_and(|to| {
            *to == head.start || (*to < head.start && body.nodes[*to..head.start].iter().all(|n| n.gone))
        });
        if goes {
            body.nodes[i].to = Some(if *inside { old } else { preheader });
        }
    }
}
