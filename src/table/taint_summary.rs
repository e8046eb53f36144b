//! Results of the taint analysis for whole functions.

use super::instruction_taint::{FunctionBody, looks};
use super::taint::Taint;
use crate::ir::{Ir, Op, SlotInfo, ToIndex};

/// Results of the analysis for whole functions.
pub(super) struct Summary {
    /// For each parameter word, the taint of the arguments of all callers.
    pub params: Vec<Vec<Taint>>,
    pub results: Vec<Taint>,
    /// True for each function that has no side effects and cannot suspend.
    pub pure: Vec<bool>,
}

impl Summary {
    pub(super) fn of(ir: &Ir) -> Summary {
        let bodies = ir.bodies();
        let mut pure = vec![true; ir.functions.len()];
        let mut open = vec![true; ir.functions.len()];
        // Iterate to a fixed point: the effects of callees count as the function's own.
        let mut changed = true;
        while changed {
            changed = false;
            for (f, body) in bodies.iter().enumerate() {
                let code = FunctionBody { entry: body.start(), ops: &ir.code[body.indices()] };
                for (i, op) in code.ops.iter().enumerate() {
                    let (pure_op, open_op) = match op {
                        Op::Call { f, .. } => (pure[f.index()], open[f.index()]),
                        Op::CallSlot { s, .. } => {
                            let rules = ir.slots.find(*s).map_or(&[][..], |s| &s.rules);
                            let all = |of: &[bool]| {
                                rules.iter().filter(|r| **r != SlotInfo::EMPTY).all(|r| of[r.index()])
                            };
                            (all(&pure), all(&open))
                        }
                        _ => (!acts(op), !looks(ir, &code, i)),
                    };
                    changed |= pure[f] && !pure_op || open[f] && !open_op;
                    pure[f] &= pure_op;
                    open[f] &= open_op;
                }
            }
        }
        let params = ir.functions.iter().map(|f| vec![Taint::Open; f.param_words.index()]).collect();
        let results = open
            .iter()
            .zip(&ir.functions)
            .map(|(open, f)| if *open || f.suspends { Taint::Open } else { Taint::Secret });
        Summary { params, results: results.collect(), pure }
    }
}

/// Returns whether an instruction has side effects, uses chance or asks a player.
fn acts(op: &Op) -> bool {
    matches!(
        op,
        Op::Put { .. }
            | Op::PutSet { .. }
            | Op::PutEach { .. }
            | Op::MoveTo { .. }
            | Op::MoveAll { .. }
            | Op::Box { .. }
            | Op::Deal { .. }
            | Op::Swap { .. }
            | Op::Show { .. }
            | Op::Hint { .. }
            | Op::Record { .. }
            | Op::Forget { .. }
            | Op::OptBegin { .. }
            | Op::Choose { .. }
            | Op::Roll { .. }
            | Op::RollDie { .. }
            | Op::Random { .. }
            | Op::Shuffle { .. }
            | Op::Win { .. }
            | Op::Lose { .. }
            | Op::Out { .. }
            | Op::End { .. }
    )
}
