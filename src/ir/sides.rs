//! What is settled before play: options as bundles, and how the players are divided into sides.

use serde::{Deserialize, Serialize};

/// `[setups.x]`: options as a bundle. Those that it does not name are as their defaults are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SetupInfo {
    /// Its id.
    pub id: String,
    /// Which of `Ir::options` have which value.
    pub options: Vec<(u16, i64)>,
}

impl SetupInfo {
    /// Whether it names none but these options.
    pub fn is_of(&self, options: &[super::OptionInfo]) -> bool {
        self.options.iter().all(|(o, _)| usize::from(*o) < options.len())
    }
}

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
