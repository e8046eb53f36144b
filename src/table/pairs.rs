//! Pairs of instructions that the dispatch loop executes as one.

use crate::ir::Op;

/// Replaces the first half of each pair by the fused instruction. Every instruction keeps its index, so that
/// jumps, source places and the suspended frames of saved states stay valid. A jump to the second half of a
/// pair still finds it.
pub(super) fn pair(code: &[Op]) -> Vec<Op> {
    let mut paired = code.to_vec();
    for (i, slot) in paired.iter_mut().enumerate() {
        let on = match code.get(i + 1) {
            Some(Op::JumpIf { a, .. } | Op::JumpUnless { a, .. }) => Some(*a),
            _ => None,
        };
        *slot = match *slot {
            Op::Eq { d, a, b } if on == Some(d) => Op::EqJump { d, a, b },
            Op::Lt { d, a, b } if on == Some(d) => Op::LtJump { d, a, b },
            Op::Le { d, a, b } if on == Some(d) => Op::LeJump { d, a, b },
            Op::EqI { d, a, v } if on == Some(d) => Op::EqIJump { d, a, v },
            Op::Has { n, d, a, b } if on == Some(d) => Op::HasJump { n, d, a, b },
            Op::Jump { to } if matches!(code.get(to.index()), Some(Op::Next { .. })) => Op::JumpNext { to },
            other => other,
        };
    }
    paired
}

/// Returns an instruction as it was before [`pair`] fused it.
#[cfg(feature = "native")]
pub(super) fn unpaired(op: Op) -> Op {
    match op {
        Op::EqJump { d, a, b } => Op::Eq { d, a, b },
        Op::LtJump { d, a, b } => Op::Lt { d, a, b },
        Op::LeJump { d, a, b } => Op::Le { d, a, b },
        Op::EqIJump { d, a, v } => Op::EqI { d, a, v },
        Op::HasJump { n, d, a, b } => Op::Has { n, d, a, b },
        Op::JumpNext { to } => Op::Jump { to },
        other => other,
    }
}
