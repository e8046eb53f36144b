//! State that a scenario or an outside program sets before play.

use serde::{Deserialize, Serialize};

use super::ids::FieldId;

/// A value that is set before play: `coins[1] = 4`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InitialValue {
    /// The field whose value is set.
    pub field: FieldId,
    /// The owner: 0 for the table; otherwise a player, a component or a cell.
    pub owner: u32,
    /// For an amount, the index of its first word that is set; otherwise 0.
    pub first: u16,
    /// The words to set.
    pub words: Vec<u64>,
}
