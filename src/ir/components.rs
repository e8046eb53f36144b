//! Kinds and components.

use super::ids::{ComponentId, IdRange, KindId, NameId, ToIndex};
use super::lists::ComponentOrigin;
use crate::diagnostics::grouped;
use serde::{Deserialize, Serialize};

/// A kind of components. Its descendants follow it in `Ir::kinds`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KindInfo {
    /// The singular: `hero`.
    pub id: String,
    /// Its plural: `heroes`.
    pub plural: String,
    /// The parent kind; `None` for the root of the hierarchy.
    pub base: Option<KindId>,
    /// Its components, including those of descendant kinds: `first..first + count`.
    pub first: ComponentId,
    /// The number of its components.
    pub count: u32,
}

impl KindInfo {
    /// Returns its components, including those of descendant kinds.
    pub fn components(&self) -> IdRange<ComponentId> {
        IdRange::new(self.first, self.count.index())
    }

    /// Returns whether a component is of this kind.
    pub fn holds(&self, component: u64) -> bool {
        let first = u64::from(self.first);
        (first..first + u64::from(self.count)).contains(&component)
    }

    /// Returns a count with the singular or plural noun: `1 hero`, `2,000 heroes`.
    pub fn count_noun(&self, number: u64) -> String {
        format!("{} {}", grouped(number), self.noun(number).replace('_', " "))
    }

    /// Returns the id for one, and the plural for any other number.
    pub fn noun(&self, number: u64) -> &str {
        if number == 1 { &self.id } else { &self.plural }
    }

    /// Returns whether a component is of this kind.
    pub fn has(&self, component: ComponentId) -> bool {
        self.components().contains(component)
    }
}

/// A physical component.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ComponentInfo {
    /// Its id in choices and scenarios: `badger`, `badger#2`.
    pub id: String,
    /// Index into `Ir::names`.
    pub name: NameId,
    /// The deck list that it came from; `None` if it is not from a list.
    pub origin: Option<ComponentOrigin>,
}
