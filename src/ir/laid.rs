//! State as a table is laid out with it, by a scenario or by an outside program.

use serde::{Deserialize, Serialize};

/// One of `Layout::fields`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct FieldId(pub u16);

/// A state that is set before play: `coins[1] = 4`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LaidValue {
    /// Which state.
    pub field: FieldId,
    /// Whose: 0 for the table's; a player, a component or a cell.
    pub owner: u32,
    /// Of an amount, the first of its words that is set; otherwise 0.
    pub first: u16,
    /// What is set.
    pub words: Vec<u64>,
}
