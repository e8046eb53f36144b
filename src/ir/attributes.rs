//! Values of attributes of components and cells: a column of the pool for each attribute.

use super::ids::ToIndex;
use super::ids::{AttributeId, ComponentId};
use super::layout::{FieldInfo, Owner};
use super::root::Ir;
use super::tables::AttributeInfo;

impl Ir {
    /// Returns an attribute by its id; `None` if the id is out of range.
    pub fn attribute(&self, id: AttributeId) -> Option<&AttributeInfo> {
        self.attributes.get(usize::from(id.0))
    }

    /// Returns whether a component is of the kind that has an attribute.
    pub fn bears(&self, component: ComponentId, attribute: &AttributeInfo) -> bool {
        let kind = || self.kinds.get(attribute.kind.index());
        attribute.owner == Owner::Component && kind().is_some_and(|kind| kind.has(component))
    }

    /// Returns whether an owner has a field. A component has the fields of its kind.
    pub fn bears_field(&self, owner: u32, field: &FieldInfo) -> bool {
        let kind = || self.kinds.get(usize::from(field.kind.0));
        field.owner != Owner::Component || kind().is_none_or(|kind| kind.has(ComponentId(owner)))
    }

    /// Returns the value of an attribute of a component or cell; empty if it is beyond the pool.
    pub fn stored(&self, attribute: &AttributeInfo, of: u32) -> &[u64] {
        let words = usize::from(attribute.words);
        let start = attribute.base.index() + of.index() * words;
        self.pool.get(start..start + words).unwrap_or_default()
    }

    /// Returns the printed value of a one-word attribute of a component; `None` if its kind does not have the
    /// attribute.
    pub fn printed_word(&self, id: AttributeId, component: u64) -> Option<u64> {
        let component = u32::try_from(component).ok()?;
        let info = self.attribute(id).filter(|info| self.bears(ComponentId(component), info))?;
        let [word] = self.stored(info, component) else { return None };
        Some(*word)
    }
}
