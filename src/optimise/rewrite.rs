//! Passes based on value numbering: constant and copy propagation, strength reduction, elimination of common
//! subexpressions, and loop-invariant code motion.

use super::body::{Body, FlowGraph, Instruction, NaturalLoop, dominates};
use super::effects::Effects;
use super::registers::{Window, meet, operands};
use super::sets;
use super::values::{Registers, ValueDefinition, ValueNumber, ValueTable};
use crate::ir::{NONE, Op, Reg};
use rustc_hash::FxHashMap;

/// Propagates copies and constants, reduces strength, reuses common subexpressions, and folds conditional
/// jumps. Returns whether anything changed.
pub(super) fn propagate(body: &mut Body, flow: &FlowGraph, values: &mut ValueTable) -> bool {
    let mut changed = false;
    for &b in &flow.order {
        let mut registers = values.begin[b].clone();
        for i in flow.blocks[b].nodes.clone() {
            if !body.nodes[i].gone && body.nodes[i].anchor.is_none() {
                let before = body.nodes[i].op;
                reduce(body, values, i, &registers);
                older(body, values, i, &registers);
                reuse(body, values, i, &registers);
                decide(body, values, i, &registers);
                if sets::never_begins(body, flow, values, b, i) {
                    body.nodes[i].op = Op::Jump { to: 0 };
                }
                changed |= before != body.nodes[i].op || body.nodes[i].gone;
            }
            values.step(body, i, &mut registers);
        }
    }
    changed
}

/// Strength reduction: an operand that is a small constant becomes part of the instruction.
fn reduce(body: &mut Body, values: &ValueTable, i: usize, registers: &Registers) {
    let op = body.nodes[i].op;
    let small =
        |r: Reg| values.constant(registers[r.index()].value).and_then(|word| i16::try_from(word as i64).ok());
    body.nodes[i].op = match op {
        Op::Add { d, a, b } => match (small(a), small(b)) {
            (_, Some(v)) => Op::AddI { d, a, v },
            (Some(v), _) => Op::AddI { d, a: b, v },
            _ => op,
        },
        Op::Sub { d, a, b } => match small(b).and_then(i16::checked_neg) {
            Some(v) => Op::AddI { d, a, v },
            None => op,
        },
        Op::Mul { d, a, b } => match (small(a), small(b)) {
            (_, Some(v)) => Op::MulI { d, a, v },
            (Some(v), _) => Op::MulI { d, a: b, v },
            _ => op,
        },
        Op::Eq { d, a, b } => match (small(a), small(b)) {
            (_, Some(v)) => Op::EqI { d, a, v },
            (Some(v), _) => Op::EqI { d, a: b, v },
            _ => op,
        },
        Op::Move { n: 1, d, a } => match values.constant(registers[a.index()].value) {
            Some(word) => match i32::try_from(word as i64) {
                Ok(v) => Op::Int { d, v },
                Err(_) => op,
            },
            None => op,
        },
        _ => op,
    };
}

/// Copy propagation: reads each operand from the register that has held its value for longest, so that copies
/// become dead.
fn older(body: &mut Body, values: &ValueTable, i: usize, registers: &Registers) {
    let mut op = body.nodes[i].op;
    let ir = body.ir;
    let Some(parts) = operands(ir, &mut op) else { return };
    let result: Option<Window> = parts.result();
    for read in parts.read.into_iter().flatten() {
        let window: Window = (*read.0, read.1);
        let wanted: Vec<_> =
            registers[window.0.index()..window.0.index() + window.1].iter().map(|held| held.value).collect();
        // The result must not overwrite a set that is still being read.
        let fits = |r: Reg| {
            let there = (r, window.1);
            result.is_none_or(|result| {
                result.1 == 1 || window.1 == 1 || there == result || !meet(there, result)
            })
        };
        if let Some(r) = values.holder(registers, &wanted, fits) {
            *read.0 = r;
        }
    }
    body.nodes[i].op = op;
}

/// Common subexpressions: copies a value that a register already holds, instead of computing it again.
fn reuse(body: &mut Body, values: &mut ValueTable, i: usize, registers: &Registers) {
    let node = body.nodes[i];
    if matches!(
        node.op,
        Op::Move { .. } | Op::Int { .. } | Op::Word { .. } | Op::Words { .. } | Op::Zero { .. }
    ) {
        return;
    }
    let Some(known) = values.worked(body, &node, registers) else { return };
    let mut op = node.op;
    let result = match op {
        Op::Call { at, .. } => (at, known.len()),
        _ => match operands(body.ir, &mut op).and_then(|parts| parts.result()) {
            Some(result) => result,
            None => return,
        },
    };
    if known.is_empty() || result.1 != known.len() {
        return;
    }
    if let (&[value], false) = (known.as_slice(), matches!(op, Op::Call { .. }))
        && let Some(word) = values.constant(value)
        && let Ok(v) = i32::try_from(word as i64)
    {
        body.nodes[i].op = Op::Int { d: result.0, v };
        return;
    }
    let Ok(n) = u8::try_from(known.len()) else { return };
    let is_call = matches!(op, Op::Call { .. });
    if !is_call && known.iter().all(|value| values.constant(*value) == Some(0)) {
        body.nodes[i].op = Op::Zero { n, d: result.0 };
    } else if let Some(a) = values.holder(registers, &known, |_| true) {
        body.nodes[i].op = Op::Move { n, d: result.0, a };
    } else if let (false, Some(&k)) = (is_call, values.pooled.get(&known)) {
        body.nodes[i].op = Op::Words { n, d: result.0, k };
    }
}

/// Folds a jump whose condition is constant: it becomes unconditional, or is removed.
fn decide(body: &mut Body, values: &ValueTable, i: usize, registers: &Registers) {
    let node = &mut body.nodes[i];
    let known = |a: Reg| values.constant(registers[a.index()].value);
    let jumps = match node.op {
        Op::JumpIf { a, .. } => known(a).map(|word| word != 0),
        Op::JumpUnless { a, .. } => known(a).map(|word| word == 0),
        Op::JumpNone { a, .. } => known(a).map(|word| word == NONE),
        Op::JumpEmpty { n, a, .. } if sets::is_empty(values, registers, a, n) => Some(true),
        Op::JumpEmpty { n, a, .. } if sets::is_inhabited(values, registers, a, n) => Some(false),
        _ => None,
    };
    match jumps {
        Some(true) => node.op = Op::Jump { to: 0 },
        Some(false) => node.gone = true,
        None => {}
    }
}

/// Gives each value that is computed at several places a register of its own, which each of them fills. So
/// the value is still available where it is needed again. Returns whether there is any such value.
pub(super) fn share(body: &mut Body, flow: &FlowGraph, values: &mut ValueTable, most: usize) -> bool {
    let mut found: FxHashMap<Vec<ValueNumber>, Vec<usize>> = FxHashMap::default();
    for &b in &flow.order {
        let mut registers = values.begin[b].clone();
        for i in flow.blocks[b].nodes.clone() {
            let node = body.nodes[i];
            let plain = matches!(
                node.op,
                Op::Move { .. } | Op::Int { .. } | Op::Word { .. } | Op::Words { .. } | Op::Zero { .. }
            );
            if !node.gone
                && !plain
                && let Some(known) = values.worked(body, &node, &registers)
                && let Some(first) = known.first()
                && values.constant(*first).is_none()
            {
                found.entry(known).or_default().push(i);
            }
            values.step(body, i, &mut registers);
        }
    }
    let mut repeated: Vec<_> = found.into_iter().filter(|(_, places)| places.len() > 1).collect();
    // Sort by position in the code: the order of the hash map is not deterministic.
    repeated.sort_unstable_by_key(|(_, places)| places[0]);
    let mut added = Vec::new();
    for (words, places) in repeated {
        let Ok(n) = u8::try_from(words.len()) else { continue };
        if body.registers + words.len() > most {
            break;
        }
        let home = body.fresh(words.len());
        for i in places {
            let mut node = body.nodes[i];
            let result = match node.op {
                Op::Call { at, .. } => Some(at),
                _ => operands(body.ir, &mut node.op).and_then(|parts| parts.result()).map(|(d, _)| d),
            };
            if let Some(a) = result {
                let copy = body.node(Op::Move { n, d: home, a }, node.origin);
                added.push((i + 1, copy));
            }
        }
    }
    let any = !added.is_empty();
    insert(body, added);
    any
}

/// Inserts instructions before the instructions at these indices.
pub(super) fn insert(body: &mut Body, mut added: Vec<(usize, Instruction)>) {
    added.sort_by_key(|(at, _)| *at);
    let mut nodes = Vec::with_capacity(body.nodes.len() + added.len());
    let mut added = added.into_iter().peekable();
    for (i, node) in body.nodes.iter().enumerate() {
        while let Some((_, new)) = added.next_if(|(at, _)| *at == i) {
            nodes.push(new);
        }
        nodes.push(*node);
    }
    nodes.extend(added.map(|(_, new)| new));
    body.nodes = nodes;
}

/// Computes values in the preheader of a loop.
struct LoopHoister<'b, 'i> {
    body: &'b mut Body<'i>,
    values: &'b mut ValueTable,
    /// The values of registers in the preheader.
    registers: Registers,
    made: Vec<Instruction>,
    homes: FxHashMap<ValueNumber, Reg>,
    origin: u32,
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
        if self.made.len() > MOST_AHEAD || self.body.registers + n > self.most {
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
                let skip = self.body.node(Op::JumpUnless { a: asked, to: 0 }, self.origin);
                let other = self.body.node(Op::Int { d, v: 0 }, self.origin);
                let end = self.body.node(Op::Move { n: 1, d, a: d }, self.origin);
                let over = self.body.node(Op::Jump { to: 0 }, self.origin);
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
            ValueDefinition::Leaf | ValueDefinition::Part(..) | ValueDefinition::Either(..) => return None,
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

    /// Whether an instruction on these values cannot fault.
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
}

/// Loop-invariant code motion: computes in the preheader each value that every iteration reads and none
/// changes, if the computation cannot fault. [`propagate`] then makes the loop read it there. Returns whether
/// the preheader got any instruction.
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
        let here = || flow.blocks.iter().enumerate().filter(|(b, _)| around.blocks[*b]);
        let stops = here()
            .any(|(_, block)| body.nodes[block.nodes.clone()].iter().any(|n| !n.gone && n.anchor.is_some()));
        // The preceding block falls through to the head. It must not be part of the loop, because the
        // preheader goes between the two.
        let falls = around.head > 0 && {
            let before = around.head - 1;
            around.blocks[before] && flow.blocks[before].next.last() == Some(&around.head)
        };
        let Some(registers) = values.ahead.get(&around.head).cloned() else { continue };
        if stops || falls {
            continue;
        }
        let mut changed = vec![false; body.registers];
        let begin = &values.begin[around.head];
        changed.iter_mut().zip(begin.iter().zip(&registers)).for_each(|(c, (a, b))| *c = a.value != b.value);
        let head = body.nodes[flow.blocks[around.head].nodes.start];
        let mut wanted: Vec<(ValueNumber, usize)> = Vec::new();
        let always = here().filter(|(b, _)| {
            flow.rank[*b] != usize::MAX && around.back.iter().all(|back| dominates(&above, *b, *back))
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
                        let stays = !matches!(
                            values.origin(value),
                            ValueDefinition::Leaf | ValueDefinition::Part(..)
                        );
                        if stays && !wanted.contains(&(value, window.1)) {
                            wanted.push((value, window.1));
                        }
                    }
                }
                values.step(body, i, &mut now);
            }
        }
        let origin = head.origin;
        let mut ahead = LoopHoister {
            body,
            values,
            registers,
            made: Vec::new(),
            homes: FxHashMap::default(),
            origin,
            most,
        };
        for (value, n) in wanted {
            let words = ahead.values.words(value, n);
            let stays = |r: Reg| changed.get(r.index()..r.index() + n).is_some_and(|c| !c.contains(&true));
            if ahead.values.holder(&ahead.registers, &words, stays).is_some()
                || ahead.homes.contains_key(&value)
            {
                continue;
            }
            let (made, registers) = (ahead.made.len(), ahead.body.registers);
            let homes = ahead.homes.clone();
            if ahead.made.len() > MOST_AHEAD || registers + n > most {
                continue;
            }
            let d = ahead.body.fresh(n);
            match ahead.fill(d, value, n) {
                Some(()) => {
                    ahead.homes.insert(value, d);
                }
                None => {
                    ahead.made.truncate(made);
                    ahead.body.registers = registers;
                    ahead.homes = homes;
                }
            }
        }
        let made = ahead.made;
        if let Some(first) = made.first() {
            heads.push((around.head, first.label, head.label));
            added.extend(made.into_iter().map(|node| (flow.blocks[around.head].nodes.start, node)));
        }
    }
    // Redirect jumps into the loop from outside to its preheader.
    for (block, label, old) in heads {
        let Some(around) = loops.iter().find(|l| l.head == block) else { continue };
        let places = body.places();
        let starts: Vec<bool> = {
            let mut inside = vec![false; body.nodes.len()];
            for (b, block) in flow.blocks.iter().enumerate() {
                inside[block.nodes.clone()].fill(around.blocks[b]);
            }
            inside
        };
        let head = flow.blocks[block].nodes.clone();
        for (i, inside) in starts.iter().enumerate() {
            let goes = body.nodes[i].to.and_then(|to| places.get(&to)).is_some_and(|to| {
                *to == head.start || (*to < head.start && body.nodes[*to..head.start].iter().all(|n| n.gone))
            });
            if goes {
                body.nodes[i].to = Some(if *inside { old } else { label });
            }
        }
    }
    let any = !added.is_empty();
    insert(body, added);
    any
}
