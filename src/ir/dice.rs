//! Dice that a game declares.

use super::value_type::ValueType;
use serde::{Deserialize, Serialize};

/// A die that a game declares.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DieInfo {
    /// The name by which `roll` refers to it.
    pub id: String,
    /// The type of its faces: whole numbers, or values of an enum.
    pub ty: ValueType,
    /// The values of its faces.
    pub faces: Vec<i64>,
}
