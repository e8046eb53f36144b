//! Figures: values that a game reports when it is over.

use serde::{Deserialize, Serialize};

use super::ids::FunctionId;
use super::value_type::ValueType;

/// `[figures.x]`: a value computed at the end of each game, for the lab.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FigureInfo {
    /// The name of the figure in reports.
    pub id: String,
    /// True if the figure is computed for each player, which is its function's one parameter; false if it is
    /// computed once for the table.
    pub per_player: bool,
    /// The function that computes the value at the end of a game.
    pub function: FunctionId,
    /// The type of the function's result.
    pub ty: ValueType,
}

impl FigureInfo {
    /// Returns whether its values are numbers, which have a mean; others are counted as categories.
    pub fn is_number(&self) -> bool {
        self.ty == ValueType::Int
    }
}
