//! A hint about a component, in the form that players read.

use crate::ir::AttributeId;

/// A hint about a component: it does or does not have a value in an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ComponentHint {
    /// The attribute.
    pub attribute: AttributeId,
    /// The value.
    pub value: u64,
    /// True if the component has the value.
    pub is: bool,
}
