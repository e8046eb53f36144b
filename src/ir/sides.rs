//! How the players of a game are divided into sides.

use serde::{Deserialize, Serialize};

/// `[scoring] together`: how the players are divided into sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum SidesInfo {
    /// Each player is a side.
    #[default]
    Each,
    /// All players are one side.
    Table,
    /// By a function of `Ir::functions`, a player → a value of one word: players with the same value are on one side.
    By(u16),
}

impl SidesInfo {
    /// The function that tells sides apart, if there is one.
    pub fn function(self) -> Option<u16> {
        match self {
            SidesInfo::By(function) => Some(function),
            SidesInfo::Each | SidesInfo::Table => None,
        }
    }
}
