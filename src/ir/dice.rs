//! Dice that a game declares.

use super::Ir;
use super::info::ValueType;
use serde::{Deserialize, Serialize};

/// A die that a game declares.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DieInfo {
    /// Its id.
    pub id: String,
    /// The type of its faces: whole numbers, or values of an enum.
    pub ty: ValueType,
    /// The values of its faces.
    pub faces: Vec<i64>,
}

impl DieInfo {
    /// Whether it has faces, and each is a value of its type.
    pub(super) fn is_sound(&self, ir: &Ir) -> bool {
        let shown = |face: &i64| match self.ty {
            ValueType::Int => true,
            ValueType::Enum(e) => ir.enums.find(e).is_some_and(|e| (0..e.values.len() as i64).contains(face)),
            _ => false,
        };
        !self.faces.is_empty() && self.faces.iter().all(shown)
    }
}
