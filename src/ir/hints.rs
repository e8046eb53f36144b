//! Hints: `show(S, p, colour == red)` tells p which of S are red, and nothing else about them.
//!
//! Each attribute in a hint has a [`HintInfo`]. For each of its printed values there is a field: for each
//! player, the set of components that the player has got a hint about for this value.

use serde::{Deserialize, Serialize};

use super::ids::{AttributeId, FieldId, HintId};

impl HintId {
    /// The maximum number of attributes that the rules of a game give hints about.
    pub const MOST: usize = 255;
}

/// An attribute that rules give hints about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HintInfo {
    /// The attribute; it belongs to components and has one word per value.
    pub attribute: AttributeId,
    /// The values that components have in print, ascending.
    pub values: Vec<u64>,
    /// The index of its first field in `Layout::fields`; it has one for each value.
    pub first: FieldId,
}
