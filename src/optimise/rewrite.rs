//! Passes based on value numbering: constant and copy propagation, strength reduction, and elimination of
//! common subexpressions.

use super::body::{Body, FlowGraph, Instruction, UNPLACED};
use super::registers::{Window, meet, operands};
use super::sets;
use super::value_table::{Registers, ValueNumber, ValueTable};
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
                    body.nodes[i].op = Op::Jump { to: UNPLACED };
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
        // Words of such a set are overwritten before they are read, as they would not be elsewhere.
        let is_overwritten =
            |result: Window| result.1 > 1 && window.1 > 1 && result != window && meet(result, window);
        if result.is_some_and(is_overwritten) {
            continue;
        }
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
        Some(true) => node.op = Op::Jump { to: UNPLACED },
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
