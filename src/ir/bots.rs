//! Bots that a game declares.

use serde::{Deserialize, Serialize};

use super::ids::{ActionId, FunctionId};

/// A bot that a game declares.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BotInfo {
    /// The name by which seats refer to it.
    pub id: String,
    /// A sentence that describes its play; may be empty.
    pub text: String,
    /// A function from a player to an int: the value of the position for them. Without it, the score is used.
    pub evaluate: Option<FunctionId>,
    /// Values of moves by themselves.
    pub prefers: Vec<PreferenceInfo>,
    /// True if it picks a move with probability proportional to its value, instead of the best.
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
    /// Every option of an action.
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
