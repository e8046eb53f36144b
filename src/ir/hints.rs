//! Hints: `show(S, p, colour == red)` tells p which of S are red, and nothing else of them.
//!
//! For each attribute that a rule gives hints of there is a [`HintInfo`], and for each value that a component prints there a field
//! which holds, for each player, the components of which they were told whether it is this value.

use serde::{Deserialize, Serialize};

use super::{AttributeId, FieldInfo, Ir, Layout};

/// One of `Ir::hints`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct HintId(pub u8);

impl HintId {
    /// The most attributes that rules of a game give hints of.
    pub const MOST: usize = 255;
}

/// An attribute that rules give hints of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HintInfo {
    /// The attribute: one of components, of a word a value.
    pub attribute: AttributeId,
    /// The values that components print, in order.
    pub values: Vec<u64>,
    /// The first of `Layout::fields` that are its: one for each value.
    pub first: u16,
}

impl HintInfo {
    /// Whether its attribute and its fields are there.
    pub(super) fn holds_together(&self, ir: &Ir) -> bool {
        let fits = |field: &FieldInfo| field.id == Layout::HINTED;
        let fields = usize::from(self.first)..usize::from(self.first) + self.values.len();
        ir.attribute(self.attribute).is_some_and(|a| a.words == 1 && a.owner == super::Owner::Component)
            && ir.layout.fields.get(fields).is_some_and(|fields| fields.iter().all(fits))
    }
}
