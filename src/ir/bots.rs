//! Bots that a game declares.

use serde::{Deserialize, Serialize};

use super::verify::{VerifyResult, check};
use super::{ActionId, FunctionId, Ir};

/// A bot that a game declares.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BotInfo {
    /// Its id.
    pub id: String,
    /// A sentence that describes its play; may be empty.
    pub text: String,
    /// A function from a player to an int: the value of the position for them. Without it, the score is used.
    pub evaluate: Option<FunctionId>,
    /// Values of moves by themselves.
    pub prefers: Vec<PreferenceInfo>,
    /// Whether it picks a move with probability proportional to its value, instead of the best.
    pub mixed: bool,
    /// For a bot that plays games out: the number of choices after which it evaluates the position instead.
    pub after: u32,
}

/// The value of a move by itself, evaluated before the move is made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PreferenceInfo {
    /// The moves that it applies to.
    pub of: PreferenceTarget,
    /// A function to an int, from the player who moves and a prefix of the option's values.
    pub function: FunctionId,
}

/// The moves that a preference applies to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum PreferenceTarget {
    /// An action.
    Action(ActionId),
    /// The elements of every choice of one element into this variable.
    Variable(String),
}

impl BotInfo {
    /// Returns all functions that the bot uses.
    pub fn functions(&self) -> impl Iterator<Item = FunctionId> + '_ {
        self.evaluate.iter().chain(self.prefers.iter().map(|p| &p.function)).copied()
    }
}

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
