//! What components and cells hold of their attributes: a column of the pool each.

use serde::{Deserialize, Serialize};

use super::{AttributeInfo, FieldInfo, Ir, KindInfo, Owner};

/// One of `Ir::attributes`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct AttributeId(pub u16);

impl KindInfo {
    /// Whether a component is of this kind.
    pub fn has(&self, component: u32) -> bool {
        component.checked_sub(self.first).is_some_and(|nth| nth < self.count)
    }
}

impl Ir {
    /// An attribute.
    pub fn attribute(&self, id: AttributeId) -> Option<&AttributeInfo> {
        self.attributes.get(usize::from(id.0))
    }

    /// Whether a component is of the kind that has an attribute.
    pub fn bears(&self, component: u32, attribute: &AttributeInfo) -> bool {
        let kind = || self.kinds.get(usize::from(attribute.kind));
        attribute.owner == Owner::Component && kind().is_some_and(|kind| kind.has(component))
    }

    /// Whether an owner has a field: of components those of its kind do.
    pub fn bears_field(&self, owner: u32, field: &FieldInfo) -> bool {
        let kind = || self.kinds.get(usize::from(field.kind.0));
        field.owner != Owner::Component || kind().is_none_or(|kind| kind.has(owner))
    }

    /// What the column of an attribute holds of a component or of a cell, whichever has it; empty beyond the pool.
    pub fn stored(&self, attribute: &AttributeInfo, of: u32) -> &[u64] {
        let words = usize::from(attribute.words);
        let start = attribute.base as usize + of as usize * words;
        self.pool.get(start..start + words).unwrap_or_default()
    }

    /// What a component prints, of an attribute of a word a value; none where its kind has no such attribute.
    pub fn printed_word(&self, id: AttributeId, component: u64) -> Option<u64> {
        let component = u32::try_from(component).ok()?;
        let info = self.attribute(id).filter(|info| self.bears(component, info))?;
        let [word] = self.stored(info, component) else { return None };
        Some(*word)
    }
}
