//! Dead code elimination: removes computations whose result is never read, copies that the instruction before
//! can do itself, and needless jumps.

use super::body::{Bits, Body, FlowGraph, Instruction};
use super::effects::leaves;
use super::registers::{Window, meet, operands};
use crate::ir::verify::AccessedRegisters;
use crate::ir::{Op, Reg, ToIndex};

/// Returns the registers that are live at the end of each block.
pub(super) fn live_after(body: &Body, flow: &FlowGraph) -> Vec<Vec<u64>> {
    let size = body.registers.div_ceil(64);
    let mut before = vec![vec![0u64; size]; flow.blocks.len()];
    let mut after = vec![vec![0u64; size]; flow.blocks.len()];
    let mut told = AccessedRegisters::default();
    let mut changed = true;
    while changed {
        changed = false;
        for &b in flow.order.iter().rev() {
            let mut live = vec![0u64; size];
            let last = body.nodes[flow.blocks[b].nodes.clone()].iter().rev().find(|node| !node.gone);
            if let (Some(Op::Next { d, .. } | Op::NextInZone { d, .. }), [ends, goes_on]) =
                (last.map(|node| node.op), flow.blocks[b].next.as_slice())
            {
                // `d` is written if the loop continues, and keeps its value if it ends.
                live.copy_from_slice(&before[*goes_on]);
                Bits::remove(&mut live, (d, 1));
                live.iter_mut().zip(&before[*ends]).for_each(|(l, n)| *l |= n);
            } else {
                for next in &flow.blocks[b].next {
                    live.iter_mut().zip(&before[*next]).for_each(|(l, n)| *l |= n);
                }
            }
            after[b].copy_from_slice(&live);
            for i in flow.blocks[b].nodes.clone().rev() {
                told = step(body, i, &mut live, told);
            }
            changed |= before[b] != live;
            before[b] = live;
        }
    }
    after
}

/// Updates liveness backwards over one instruction.
fn step(body: &Body, i: usize, live: &mut [u64], told: AccessedRegisters) -> AccessedRegisters {
    let node = &body.nodes[i];
    if node.gone {
        return told;
    }
    let told = body.touched(node, told);
    // A loop's `Next` writes `d` on one branch only, which `live_after` has handled.
    if node.to.is_none() {
        told.writes.iter().for_each(|w| Bits::remove(live, *w));
    }
    told.reads.iter().for_each(|r| Bits::add(live, *r));
    if let Some(anchor) = node.anchor {
        live.iter_mut().zip(&body.kept[anchor.index()]).for_each(|(l, k)| *l |= k);
    }
    told
}

/// Records for each anchor the registers that a frame suspended there must preserve.
pub(super) fn keep(body: &mut Body) {
    let flow = body.flow();
    let after = live_after(body, &flow);
    let mut told = AccessedRegisters::default();
    let mut kept = std::mem::take(&mut body.kept);
    for &b in &flow.order {
        let mut live = after[b].clone();
        for i in flow.blocks[b].nodes.clone().rev() {
            let anchor = body.nodes[i].anchor;
            let behind = anchor.map(|_| live.clone());
            body.nodes[i].anchor = None;
            told = step(body, i, &mut live, told);
            body.nodes[i].anchor = anchor;
            if let (Some(anchor), Some(behind)) = (anchor, behind) {
                // Rebuilding the list of options reads the registers at its start, so both sets are kept.
                kept[anchor.index()] = live.iter().zip(&behind).map(|(l, b)| l | b).collect();
            }
        }
    }
    // A list may be rebuilt: the registers read at its start must still hold their values at its end.
    let mut begun = None;
    for node in &body.nodes {
        match (node.op, node.anchor) {
            (Op::OptBegin { .. }, Some(anchor)) => begun = Some(anchor.index()),
            (Op::Choose { .. }, Some(anchor)) => {
                let begin: Vec<u64> = begun.map(|begun| kept[begun].clone()).unwrap_or_default();
                kept[anchor.index()].iter_mut().zip(&begin).for_each(|(kept, begin)| *kept |= begin);
            }
            _ => {}
        }
    }
    body.kept = kept;
}

/// Removes unreachable instructions, and computations whose result is not read. Returns whether anything was
/// removed.
pub(super) fn remove_dead(body: &mut Body) -> bool {
    let flow = body.flow();
    let mut removed = false;
    for (b, block) in flow.blocks.iter().enumerate() {
        if flow.rank[b] == usize::MAX {
            for node in &mut body.nodes[block.nodes.clone()] {
                // An unreachable anchor keeps its position.
                removed |= !node.gone && node.anchor.is_none() && !node.case;
                node.gone |= node.anchor.is_none() && !node.case;
            }
        }
    }
    let after = live_after(body, &flow);
    let mut told = AccessedRegisters::default();
    for &b in &flow.order {
        let mut live = after[b].clone();
        for i in flow.blocks[b].nodes.clone().rev() {
            let mut node = body.nodes[i];
            if node.gone {
                continue;
            }
            let effects = body.callees.effects(body.ir, &node.op);
            let result = operands(body.ir, &mut node.op).and_then(|o| o.result());
            let idle = effects.computes && !effects.faults && node.anchor.is_none();
            let read = result.is_none_or(|w| Bits::any(&live, w));
            let itself = matches!(node.op, Op::Move { d, a, .. } if d == a);
            if idle && (!read || itself) {
                body.nodes[i].gone = true;
                removed = true;
                continue;
            }
            if let Op::Move { n, d, a } = node.op
                && !Bits::any(&live, (a, usize::from(n)))
                && !meet((a, usize::from(n)), (d, usize::from(n)))
                && pass_on(body, flow.blocks[b].nodes.start, i, (a, usize::from(n)), d)
            {
                body.nodes[i].gone = true;
                removed = true;
                continue;
            }
            told = step(body, i, &mut live, told);
        }
    }
    removed
}

/// Renames the result of the instructions that fill `from` to `to`. At instruction `copy`, `from` is copied
/// to `to`, and not read after it. Returns whether it did.
fn pass_on(body: &mut Body, start: usize, copy: usize, from: Window, to: Reg) -> bool {
    let to = (to, from.1);
    let mut renamed = Vec::new();
    for i in (start..copy).rev() {
        let mut node = body.nodes[i];
        if node.gone {
            continue;
        }
        if node.anchor.is_some() {
            return false;
        }
        // A call may overwrite every register from the beginning of its frame.
        let frame =
            super::effects::frame_of_call(&node.op).map(|at| (at, body.registers.saturating_sub(at.index())));
        if frame.is_some_and(|frame| meet(frame, from) || meet(frame, to)) {
            return false;
        }
        let told = body.touched(&node, AccessedRegisters::default());
        let touches = |w: Window| told.reads.iter().chain(&told.writes).any(|other| meet(*other, w));
        if touches(to) {
            return false;
        }
        if !touches(from) {
            continue;
        }
        let Some(parts) = operands(body.ir, &mut node.op) else { return false };
        let (result, in_place) = (parts.result(), parts.in_place);
        let reads = parts.read().any(|w| meet(w, from));
        match result {
            // The instruction that fills `from` may read its old value; no instruction between it and the
            // copy may.
            Some(w) if w == from && !(in_place && reads) => {
                renamed.push(i);
                if !in_place {
                    for i in renamed {
                        if let Some((r, _)) = operands(body.ir, &mut body.nodes[i].op).and_then(|o| o.result)
                        {
                            *r = to.0;
                        }
                    }
                    return true;
                }
            }
            _ => return false,
        }
    }
    false
}

/// Threads jumps to jumps, and removes jumps to the next instruction. Returns whether anything changed.
pub(super) fn thread_jumps(body: &mut Body) -> bool {
    let places = body.places();
    let count = body.nodes.len();
    let at = |nodes: &[Instruction], from: usize| (from..count).find(|i| !nodes[*i].gone);
    let mut changed = false;
    for i in 0..count {
        let node = body.nodes[i];
        let Some(mut to) = node.to.filter(|_| !node.gone) else { continue };
        for _ in 0..8 {
            let target = places.get(&to).and_then(|p| at(&body.nodes, *p));
            match target.map(|t| body.nodes[t]) {
                Some(Instruction { op: Op::Jump { .. }, to: Some(further), .. }) if further != to => {
                    to = further
                }
                _ => break,
            }
        }
        changed |= node.to != Some(to);
        body.nodes[i].to = Some(to);
        let target = places.get(&to).and_then(|p| at(&body.nodes, *p));
        let next = at(&body.nodes, i + 1);
        let only_jumps = matches!(
            node.op,
            Op::Jump { .. }
                | Op::JumpIf { .. }
                | Op::JumpUnless { .. }
                | Op::JumpNone { .. }
                | Op::JumpEmpty { .. }
        );
        if only_jumps && !node.case && target.is_some() && target == next {
            body.nodes[i].gone = true;
            changed = true;
        } else if let (Op::Jump { .. }, false, Some(target)) = (node.op, node.case, target) {
            let target = body.nodes[target];
            if matches!(target.op, Op::Ret { .. } | Op::Done) && leaves(&target.op) {
                body.nodes[i] = Instruction { op: target.op, to: None, origin: target.origin, ..node };
                changed = true;
            }
        }
    }
    changed
}
