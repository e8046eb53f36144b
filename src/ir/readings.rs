//! Attributes and state whose value modifiers may change on reading.

use serde::{Deserialize, Serialize};

use super::ids::{AttributeId, FieldId, FunctionId, KindId};

/// A readable value: one of `Ir::attributes`, or one of `Layout::fields`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ReadSource {
    /// A printed attribute of components.
    Attribute(AttributeId),
    /// A component's state.
    Field(FieldId),
}

/// An attribute or field that modifiers may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadingInfo {
    /// The attribute or field.
    pub of: ReadSource,
    /// The kind of the components that have it.
    pub kind: KindId,
    /// A function from a component to the modified value, without side effects.
    pub function: FunctionId,
}
