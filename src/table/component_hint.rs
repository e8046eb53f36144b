//! A hint about a component, in the form that players read.

use crate::ir::AttributeId;

/// A hint about a component: it does or does not have a value in an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ComponentHint {
    /// Index into `Ir::attributes`.
    pub attribute: AttributeId,
    /// The value, as the one word of the attribute.
    pub value: u64,
    /// True if the component has the value.
    pub is: bool,
}
