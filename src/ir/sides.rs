//! The division of the players into sides.

use super::ids::FunctionId;
use serde::{Deserialize, Serialize};

/// `[scoring] together`: the division of the players into sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum SidesInfo {
    /// Each player is a side.
    #[default]
    Each,
    /// All players are one side.
    Table,
    /// A function of `Ir::functions`, from a player to a value of one word: players with the same value are
    /// on one side.
    By(FunctionId),
}

impl SidesInfo {
    /// Returns the function that computes a player's side, if there is one.
    pub fn function(self) -> Option<FunctionId> {
        match self {
            SidesInfo::By(function) => Some(function),
            SidesInfo::Each | SidesInfo::Table => None,
        }
    }
}
