//! Ids: an index into each sort of list is a type of its own, so that none is taken for another.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut, Index, IndexMut, Range};

/// The word that stands for "none" in every `T?`.
pub const NONE: u64 = i64::MIN as u64;

/// An index into a list of one sort of items.
pub trait Id: Copy {
    /// Creates the id of an index. An index beyond the limits of declarations becomes the greatest id.
    fn from_index(index: usize) -> Self;

    /// Returns the index of the item in its list.
    fn index(self) -> usize;
}

/// A count, an address or a word of the state that serves as an index.
pub trait ToIndex: Copy {
    /// Returns the same number as an index. A number beyond the addresses of the machine becomes the greatest
    /// index, which no list has.
    fn index(self) -> usize;
}

macro_rules! to_index {
    ($($number:ty)*) => {$(
        impl ToIndex for $number {
            #[inline(always)]
            fn index(self) -> usize {
                // The conversion is a call in a build without optimisation.
                match <$number>::BITS <= usize::BITS {
                    true => self as usize,
                    false => usize::try_from(self).unwrap_or(usize::MAX),
                }
            }
        }
    )*};
}

to_index! { u8 u16 u32 u64 }

/// Declares ids: types of indices into lists.
macro_rules! ids {
    ($number:ty: $($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize,
            serde::Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub $number);

        impl $name {
            /// Creates the id of an index. An index beyond the limits of declarations becomes the greatest
            /// id.
            #[inline]
            pub fn from_index(index: usize) -> Self {
                $name(<$number>::try_from(index).unwrap_or(<$number>::MAX))
            }

            /// Returns the id in a word of the state, if it is one: [`NONE`](crate::ids::NONE) is not.
            #[inline]
            pub fn from_word(word: u64) -> Option<Self> {
                <$number>::try_from(word).ok().map($name)
            }

            /// Returns the index of the item in its list.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// Returns the distance from `first` to this id in the list; `None` if this id comes before
            /// `first`.
            #[inline]
            pub fn after(self, first: Self) -> Option<usize> {
                self.index().checked_sub(first.index())
            }

            /// Returns the id of the item that stands `by` items further on in the list.
            #[inline]
            pub fn offset(self, by: usize) -> Self {
                $name::from_index(self.index() + by)
            }

            /// Returns the range of `count` consecutive ids that begins with this one.
            #[inline]
            pub fn run(self, count: usize) -> $crate::ids::IdRange<Self> {
                $crate::ids::IdRange::new(self, count)
            }
        }

        impl $crate::ids::Id for $name {
            #[inline]
            fn from_index(index: usize) -> Self {
                $name::from_index(index)
            }

            #[inline]
            fn index(self) -> usize {
                $name::index(self)
            }
        }

        /// Returns the word that represents the id in the game's state.
        impl From<$name> for u64 {
            #[inline]
            fn from(id: $name) -> u64 {
                u64::from(id.0)
            }
        }

        impl std::ops::Add<$number> for $name {
            type Output = $name;

            #[inline]
            fn add(self, n: $number) -> $name {
                $name(self.0 + n)
            }
        }

        impl std::ops::Sub<$number> for $name {
            type Output = $name;

            #[inline]
            fn sub(self, n: $number) -> $name {
                $name(self.0 - n)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(&self.0, f)
            }
        }
    )*};
}

pub(crate) use ids;

ids! {
    u8:
    /// A player, by seat, from 0.
    PlayerId;
}

impl PlayerId {
    /// Returns the players at a table of `players`, in the order of their seats.
    #[inline]
    pub fn all(players: u8) -> impl DoubleEndedIterator<Item = PlayerId> + ExactSizeIterator + Clone {
        (0..players).map(PlayerId)
    }

    /// Returns the number of the player's seat.
    #[inline]
    pub const fn seat(self) -> SeatNumber {
        SeatNumber(self.0.saturating_add(1))
    }
}

/// A seat as people count them: from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SeatNumber(pub u8);

impl SeatNumber {
    /// Returns the seats at a table of `players`, in order.
    #[inline]
    pub fn all(players: u8) -> impl DoubleEndedIterator<Item = SeatNumber> + ExactSizeIterator + Clone {
        PlayerId::all(players).map(PlayerId::seat)
    }

    /// Returns the player in the seat. `None` for 0, which is not a seat.
    #[inline]
    pub fn player(self) -> Option<PlayerId> {
        self.0.checked_sub(1).map(PlayerId)
    }

    /// Returns the index in lists by seat, from 0. That of 0, which is not a seat, is in no list.
    #[inline]
    pub fn index(self) -> usize {
        self.player().map_or(usize::MAX, PlayerId::index)
    }
}

impl fmt::Display for SeatNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A range of consecutive ids, which is also an iterator over them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IdRange<I> {
    indices: Range<usize>,
    id: PhantomData<I>,
}

impl<I: Id> IdRange<I> {
    /// Returns the ids from `first` on, `count` in all.
    #[inline]
    pub fn new(first: I, count: usize) -> Self {
        IdRange { indices: first.index()..first.index() + count, id: PhantomData }
    }

    /// Returns the ids from `first` on that stand before `end`.
    #[inline]
    pub fn between(first: I, end: I) -> Self {
        IdRange { indices: first.index()..end.index(), id: PhantomData }
    }

    /// Returns the first id. An empty range has one, too: its position.
    #[inline]
    pub fn start(&self) -> I {
        I::from_index(self.indices.start)
    }

    /// Returns the id one past the last.
    #[inline]
    pub fn end(&self) -> I {
        I::from_index(self.indices.end)
    }

    /// Returns whether an id is one of them.
    #[inline]
    pub fn contains(&self, id: I) -> bool {
        self.indices.contains(&id.index())
    }

    /// Returns whether an id is in both ranges.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.indices.start < other.indices.end && other.indices.start < self.indices.end
    }

    /// Returns the indices of the ids: the items' range in their list.
    #[inline]
    pub fn indices(&self) -> Range<usize> {
        self.indices.clone()
    }
}

impl<I: Id> Iterator for IdRange<I> {
    type Item = I;

    #[inline]
    fn next(&mut self) -> Option<I> {
        self.indices.next().map(I::from_index)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.indices.size_hint()
    }
}

impl<I: Id> DoubleEndedIterator for IdRange<I> {
    #[inline]
    fn next_back(&mut self) -> Option<I> {
        self.indices.next_back().map(I::from_index)
    }
}

impl<I: Id> ExactSizeIterator for IdRange<I> {}

/// A list whose items are found by their id.
#[derive(Clone, Debug, PartialEq)]
pub struct IdVec<I, T> {
    items: Vec<T>,
    id: PhantomData<I>,
}

impl<I: Id, T> IdVec<I, T> {
    /// Returns the ids of all items, in ascending order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + use<I, T> {
        (0..self.items.len()).map(I::from_index)
    }

    /// Returns all items with their ids, in ascending order of ids.
    pub fn iter_ids(&self) -> impl DoubleEndedIterator<Item = (I, &T)> + ExactSizeIterator {
        self.items.iter().enumerate().map(|(index, item)| (I::from_index(index), item))
    }

    /// Returns the item of an id, if there is one.
    #[inline]
    pub fn find(&self, id: I) -> Option<&T> {
        self.items.get(id.index())
    }

    /// Returns whether there is an item of an id.
    #[inline]
    pub fn has(&self, id: I) -> bool {
        id.index() < self.items.len()
    }

    /// Returns the id of the first item that a condition holds for.
    pub fn id_where(&self, is_it: impl FnMut(&T) -> bool) -> Option<I> {
        self.items.iter().position(is_it).map(I::from_index)
    }

    /// Adds an item, whose id is the length of the list so far.
    pub fn push(&mut self, item: T) {
        self.items.push(item);
    }

    /// Removes the items from an index on.
    pub fn truncate(&mut self, len: usize) {
        self.items.truncate(len);
    }

    /// Returns the items as a plain list, in the order of their ids.
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

impl<I, T> FromIterator<T> for IdVec<I, T> {
    fn from_iter<L: IntoIterator<Item = T>>(items: L) -> Self {
        Vec::from_iter(items).into()
    }
}

/// Written as the list of its items.
impl<I, T: Serialize> Serialize for IdVec<I, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.items.serialize(serializer)
    }
}

impl<'de, I, T: Deserialize<'de>> Deserialize<'de> for IdVec<I, T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(IdVec::from)
    }
}

impl<I, T> Deref for IdVec<I, T> {
    type Target = [T];

    #[inline]
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

    #[inline]
    fn index(&self, id: I) -> &T {
        &self.items[id.index()]
    }
}

impl<I: Id, T> IndexMut<I> for IdVec<I, T> {
    #[inline]
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.items[id.index()]
    }
}

impl<I: Id, T> Index<IdRange<I>> for IdVec<I, T> {
    type Output = [T];

    #[inline]
    fn index(&self, ids: IdRange<I>) -> &[T] {
        &self.items[ids.indices]
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
