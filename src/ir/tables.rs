//! Tables that code reads: tables, attributes, and the rules in slots.

use super::declared_name::DeclaredName;
use super::ids::{FunctionId, KindId};
use super::layout::Owner;
use super::value_type::ValueType;
use serde::{Deserialize, Serialize};

/// A lookup table in the pool: row `i` is at `base + i * words`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableInfo {
    /// Pool index of row 0.
    pub base: u32,
    /// Words per row.
    pub words: u16,
    /// The number of rows.
    pub rows: u32,
}

/// A printed attribute: component `i`'s value is at `pool[base + i * words ..]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AttributeInfo {
    /// Its name: that of the attribute, or a keyword's and its parameter's.
    pub id: DeclaredName,
    /// The type of one owner's value.
    pub ty: ValueType,
    /// Pool index of component 0's value.
    pub base: u32,
    /// Words per value.
    pub words: u16,
    /// The kind of the components that have it.
    pub kind: KindId,
    /// Its owner: components, or cells (then `kind` does not apply).
    pub owner: Owner,
}

/// A slot: a rule for each component that has one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SlotInfo {
    /// The name of the slot.
    pub id: DeclaredName,
    /// The number of words of its result; 0 for statements.
    pub result_words: u16,
    /// The function of each component (parameters: `self`, then the slot's), or [`SlotInfo::EMPTY`].
    pub rules: Vec<FunctionId>,
}

impl SlotInfo {
    /// The rule of a component without one: a call does nothing, and its result is 0.
    pub const EMPTY: FunctionId = FunctionId(u16::MAX);
}
