//! Ids: an index into each list of the IR is a type of its own, so that none is taken for another.

use serde::{Deserialize, Serialize};
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut, Index, IndexMut};

/// An index into a list of one sort of items.
pub trait Id: Copy {
    /// Creates the id of an index. An index beyond the limits of declarations becomes the greatest id.
    fn from_index(index: usize) -> Self;

    /// Returns the index.
    fn index(self) -> usize;
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $name(pub u16);

        impl $name {
            /// Creates the id of an index. An index beyond the limits of declarations becomes the greatest id.
            pub fn from_index(index: usize) -> Self {
                $name(u16::try_from(index).unwrap_or(u16::MAX))
            }

            /// Returns the index.
            pub fn index(self) -> usize {
                usize::from(self.0)
            }
        }

        impl Id for $name {
            fn from_index(index: usize) -> Self {
                $name::from_index(index)
            }

            fn index(self) -> usize {
                $name::index(self)
            }
        }
    )*};
}

ids! {
    /// Index into the groups of components' actions with one id.
    ActionGroupId;
    /// Index into `Ir::actions`.
    ActionId;
    /// Index into `Ir::attributes`.
    AttributeId;
    /// Index into `Ir::choices`.
    ChoiceId;
    /// Index into the constant sets that have a name.
    ConstantId;
    /// Index into `Ir::dice`.
    DieId;
    /// Index into `Ir::enums`.
    EnumId;
    /// Index into `Layout::fields`.
    FieldId;
    /// Index into `Ir::functions`.
    FunctionId;
    /// Index into `Layout::histories`.
    HistoryId;
    /// Index into the keywords.
    KeywordId;
    /// Index into `Ir::kinds`.
    KindId;
    /// Index into `Ir::names`.
    NameId;
    /// Index into `Ir::options`.
    OptionId;
    /// Index into `Ir::slots`.
    SlotId;
    /// Index into `Ir::zones`.
    ZoneId;
}

/// A list whose items are found by their id.
#[derive(Clone, Debug, PartialEq)]
pub struct IdVec<I, T> {
    items: Vec<T>,
    id: PhantomData<I>,
}

impl<I: Id, T> IdVec<I, T> {
    /// Returns the ids of all items.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + use<I, T> {
        (0..self.items.len()).map(I::from_index)
    }

    /// Returns all items with their ids.
    pub fn iter_ids(&self) -> impl DoubleEndedIterator<Item = (I, &T)> + ExactSizeIterator {
        self.items.iter().enumerate().map(|(index, item)| (I::from_index(index), item))
    }

    /// Returns the item of an id, if there is one.
    pub fn find(&self, id: I) -> Option<&T> {
        self.items.get(id.index())
    }

    /// Returns the id of the first item that a condition holds for.
    pub fn id_where(&self, is_it: impl FnMut(&T) -> bool) -> Option<I> {
        self.items.iter().position(is_it).map(I::from_index)
    }

    /// Adds an item.
    pub fn push(&mut self, item: T) {
        self.items.push(item);
    }

    /// Removes the items from an index on.
    pub fn truncate(&mut self, len: usize) {
        self.items.truncate(len);
    }

    /// Returns the list without its ids.
    pub fn into_vec(self) -> Vec<T> {
        self.items
    }
}

impl<I, T> Default for IdVec<I, T> {
    fn default() -> Self {
        IdVec { items: Vec::new(), id: PhantomData }
    }
}

impl<I, T> From<Vec<T>> for IdVec<I, T> {
    fn from(items: Vec<T>) -> Self {
        IdVec { items, id: PhantomData }
    }
}

impl<I, T> Deref for IdVec<I, T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items
    }
}

impl<I, T> DerefMut for IdVec<I, T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items
    }
}

impl<I: Id, T> Index<I> for IdVec<I, T> {
    type Output = T;

    fn index(&self, id: I) -> &T {
        &self.items[id.index()]
    }
}

impl<I: Id, T> IndexMut<I> for IdVec<I, T> {
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.items[id.index()]
    }
}

impl<'v, I, T> IntoIterator for &'v IdVec<I, T> {
    type Item = &'v T;
    type IntoIter = std::slice::Iter<'v, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.iter()
    }
}

impl<'v, I, T> IntoIterator for &'v mut IdVec<I, T> {
    type Item = &'v mut T;
    type IntoIter = std::slice::IterMut<'v, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.iter_mut()
    }
}
