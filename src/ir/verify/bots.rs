//! Checks the bots that a game declares.

use super::error::{VerifyResult, check};
use crate::ir::bots::{PreferenceInfo, PreferenceTarget};
use crate::ir::ids::FunctionId;
use crate::ir::root::Ir;

impl PreferenceTarget {
    /// Returns the number of values of an option of such a move; `None` if the action does not exist.
    fn values(&self, ir: &Ir) -> Option<u16> {
        match self {
            PreferenceTarget::Action(action) => ir.actions.find(*action).map(|info| info.params.len() as u16),
            PreferenceTarget::Variable(_) => Some(1),
        }
    }
}

/// Checks the functions of bots.
pub(super) fn bots(ir: &Ir) -> VerifyResult {
    let params = |f: FunctionId| ir.functions.find(f).filter(|f| f.result_words == 1).map(|f| f.param_words);
    for bot in &ir.bots {
        let judges = bot.evaluate.is_none_or(|f| params(f) == Some(1));
        // A preference takes the player who moves, then at most as many values as the option has.
        let fits = |p: &PreferenceInfo| {
            p.of.values(ir)
                .zip(params(p.function))
                .is_some_and(|(values, params)| (1..=values + 1).contains(&params))
        };
        check(judges && bot.prefers.iter().all(fits), || format!("what the bot `{}` goes by", bot.id))?;
    }
    Ok(())
}
