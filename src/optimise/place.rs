//! Lays out an optimised body in the function's range of code. Anchors keep their positions, so that
//! suspended frames and saved games stay valid.

use super::body::{Body, Instruction, UNPLACED};
use super::effects::leaves;
use crate::ir::{CodeAddress, FailureCode, Op};
use rustc_hash::FxHashMap;

/// Fills unreachable positions.
const FILLER: Op = Op::Fail { why: FailureCode::NoReturn };

/// Returns the instructions of a function with their origins; `None` if they do not fit between its anchors.
pub(super) fn place(body: &Body) -> Option<Vec<(Op, CodeAddress)>> {
    let room = body.range.len();
    let mut placed: Vec<Option<Instruction>> = Vec::with_capacity(room);
    let mut rest: Vec<Instruction> = Vec::new();
    for node in body.nodes.iter().filter(|node| !node.gone) {
        if node.anchor.is_none() {
            rest.push(*node);
            continue;
        }
        let at = node.origin.after(body.range.start())?;
        let free = at.checked_sub(placed.len() + rest.len())?;
        let end = rest.iter().rposition(|n| leaves(&n.op) && !n.case);
        // Fill the gap after an instruction that control does not pass, but not between the jumps of a
        // `Switch`.
        let gap = end.filter(|end| rest.get(end + 1).is_none_or(|n| !n.case));
        match gap {
            Some(gap) => {
                let behind = rest.split_off(gap + 1);
                placed.extend(rest.drain(..).map(Some));
                placed.extend((0..free).map(|_| None));
                placed.extend(behind.into_iter().map(Some));
            }
            None => {
                placed.extend(rest.drain(..).map(Some));
                if free > 0 {
                    let over = Instruction {
                        op: Op::Jump { to: UNPLACED },
                        to: Some(node.label),
                        anchor: None,
                        case: false,
                        ..*node
                    };
                    // The label of the anchor must stay unique: see below.
                    placed.push(Some(Instruction { label: super::body::InstructionId(u32::MAX), ..over }));
                    placed.extend((1..free).map(|_| None));
                }
            }
        }
        placed.push(Some(*node));
    }
    placed.extend(rest.into_iter().map(Some));
    if placed.len() > room {
        return None;
    }
    let mut at: FxHashMap<super::body::InstructionId, usize> = FxHashMap::default();
    for (i, node) in placed.iter().enumerate() {
        if let Some(node) = node {
            at.insert(node.label, i);
        }
    }
    // The label of a removed instruction means the next one that is left.
    let mut next = None;
    for node in body.nodes.iter().rev() {
        if node.gone {
            if let Some(next) = next {
                at.insert(node.label, next);
            }
        } else {
            next = at.get(&node.label).copied();
        }
    }
    let start = body.range.start();
    let mut code = Vec::with_capacity(room);
    for (i, node) in placed.iter().enumerate() {
        let Some(node) = node else {
            code.push((FILLER, start.offset(i)));
            continue;
        };
        let mut op = node.op;
        if let Some(label) = node.to {
            let target = *at.get(&label)?;
            let absolute = start.offset(target);
            match &mut op {
                Op::Jump { to }
                | Op::JumpIf { to, .. }
                | Op::JumpUnless { to, .. }
                | Op::JumpNone { to, .. }
                | Op::JumpEmpty { to, .. } => *to = absolute,
                Op::Next { by, .. } | Op::NextInZone { by, .. } => {
                    *by = i16::try_from(target as i64 - i as i64 - 1).ok()?;
                }
                _ => return None,
            }
        }
        code.push((op, node.origin));
    }
    (code.len()..room).for_each(|i| code.push((FILLER, start.offset(i))));
    Some(code)
}
