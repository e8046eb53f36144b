//! Results of the taint analysis for whole functions.

use super::instruction_taint::{FunctionBody, looks};
use super::offers::spread_to_callers;
use super::taint::Taint;
use crate::ir::{FunctionId, Ir, Op, ToIndex};

/// Results of the analysis for whole functions.
pub(super) struct Summary {
    /// For each parameter word, the taint of the arguments of all callers.
    pub params: Vec<Vec<Taint>>,
    pub results: Vec<Taint>,
    /// Functions for which `params` has changed, with repetitions, until this is emptied.
    pub raised: Vec<FunctionId>,
    /// True for each function that has no side effects and cannot suspend.
    pub pure: Vec<bool>,
}

impl Summary {
    pub(super) fn of(ir: &Ir, callers: &[Vec<FunctionId>]) -> Summary {
        let bodies = ir.bodies();
        // The effects of callees count as the function's own.
        let does = |which: &dyn Fn(&FunctionBody, usize, &Op) -> bool| {
            let direct = bodies.iter().map(|body| {
                let code = FunctionBody { entry: body.start(), ops: &ir.code[body.indices()] };
                let mut ops = code.ops.iter().enumerate();
                ops.any(|(i, op)| !matches!(op, Op::Call { .. } | Op::CallSlot { .. }) && which(&code, i, op))
            });
            spread_to_callers(callers, direct.collect(), |_| true)
        };
        let pure: Vec<bool> = does(&|_, _, op| acts(op)).into_iter().map(|acts| !acts).collect();
        let open: Vec<bool> =
            does(&|code, i, _| looks(ir, code, i)).into_iter().map(|looks| !looks).collect();
        let params = ir.functions.iter().map(|f| vec![Taint::Open; f.param_words.index()]).collect();
        let results = open
            .iter()
            .zip(&ir.functions)
            .map(|(open, f)| if *open || f.suspends { Taint::Open } else { Taint::Secret });
        Summary { params, results: results.collect(), raised: Vec::new(), pure }
    }
}

/// Returns whether an instruction has side effects, uses chance or asks a player.
fn acts(op: &Op) -> bool {
    matches!(
        op,
        Op::Put { .. }
            | Op::PutSet { .. }
            | Op::PutEach { .. }
            | Op::PutRanged { .. }
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
