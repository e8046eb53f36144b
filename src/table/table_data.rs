//! The data of the dispatch loop, in compact form.

use crate::ir::{CodeAddress, NONE, ToIndex};
use std::num::NonZeroU32;

/// The data of a function for calls.
#[derive(Clone, Copy, Debug)]
pub(super) struct FunctionData {
    pub entry: CodeAddress,
    /// The fuel of a call.
    pub cost: u32,
    pub params: u16,
    pub frame: u16,
    pub zeroed: bool,
}

/// The data of a stored field for `Get` and `Put`.
#[derive(Clone, Copy, Debug)]
pub(super) struct FieldData {
    pub base: u32,
    pub owners: u32,
    pub words: u32,
    pub index_words: u32,
    pub index_base: u32,
    /// The number of values of the index; 0 without an index.
    pub index_values: u32,
    /// True if the set of owners whose value is none follows the other sets of the index.
    pub index_none: bool,
    pub low: i64,
    pub high: i64,
}

impl FieldData {
    /// Returns which set of the index holds the owners of a value.
    #[inline]
    pub fn index_set(&self, value: u64) -> Option<usize> {
        if value < u64::from(self.index_values) {
            Some(value.index())
        } else if self.index_none && value == NONE {
            Some(self.index_values.index())
        } else {
            None
        }
    }
}

/// The data of a zone for moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct ZoneData {
    /// Its index in `Layout::zones`.
    pub index: u32,
    /// The address of its set; 0 if it has none, and its contents are read from the components' places.
    pub set: u32,
    /// The address of its order; 0 if it does not keep the order as a list.
    pub order: u32,
    /// True if its order is stored in the components' ranks.
    pub ranked: bool,
    /// The capacity of its order, in components.
    pub room: u32,
    /// The lowest component that it may hold; the range is `low..high`.
    pub low: u32,
    pub high: u32,
    /// The player who owns it, or `NONE`.
    pub owner: u64,
    /// The cell or component that owns it, or `NONE`.
    pub cell: u64,
    pub bearer: u64,
    /// The entries of `Table::anew` that this zone preserves, one bit each.
    pub keeps: u64,
    /// The players who see its contents, and those who see its top component, as sets; all bits are set if
    /// everybody sees it. If an expression gives the viewers, these sets are empty, and the addresses of the
    /// sets follow.
    pub seers: u64,
    pub top_seers: u64,
    pub seers_at: Option<NonZeroU32>,
    pub top_seers_at: Option<NonZeroU32>,
}

impl ZoneData {
    /// Returns whether its components have an order.
    pub fn is_ordered(&self) -> bool {
        self.order != 0 || self.ranked
    }

    /// Returns whether everybody sees its contents in every state.
    pub fn is_seen_by_all(&self) -> bool {
        self.seers_at.is_none() && self.seers == u64::MAX
    }

    /// Returns the players who see its contents.
    pub fn seers(&self, words: &[u64]) -> u64 {
        self.seers_at.map_or(self.seers, |at| words[at.get().index()])
    }

    /// Returns the players who see its top component, besides those who see its contents.
    pub fn top_seers(&self, words: &[u64]) -> u64 {
        self.top_seers_at.map_or(self.top_seers, |at| words[at.get().index()])
    }
}

/// The data of a declared zone for `ZoneAt`: its first place, and its domains of things and values.
#[derive(Clone, Copy, Debug)]
pub(super) struct ZoneFamily {
    pub first: u64,
    pub thing: u64,
    pub things: u64,
    pub value: i64,
    pub values: u64,
}

impl ZoneFamily {
    pub fn place(&self, thing: u64, value: u64) -> Option<u64> {
        let thing = thing.checked_sub(self.thing).filter(|thing| *thing < self.things)?;
        let value = (value as i64).checked_sub(self.value).and_then(|v| u64::try_from(v).ok());
        let value = value.filter(|value| *value < self.values)?;
        Some(self.first + thing * self.values + value)
    }
}

/// The cell of a zone, or the component that bears it, or neither, in one word: the result of a search for
/// the cell of a component.
#[derive(Clone, Copy, Debug)]
pub(super) struct ZoneSite(u64);

impl ZoneSite {
    /// Marks a component; cells and components are far fewer.
    const BEARER: u64 = 1 << 62;

    pub(super) fn of(zone: &ZoneData) -> ZoneSite {
        ZoneSite(if zone.bearer == NONE { zone.cell } else { ZoneSite::BEARER | zone.bearer })
    }

    /// Returns the cell, or [`NONE`]; or else the component to continue with.
    #[inline]
    pub fn cell(self) -> Result<u64, u64> {
        if self.0 >> 62 == 1 { Err(self.0 & !ZoneSite::BEARER) } else { Ok(self.0) }
    }
}

/// A printed attribute.
#[derive(Clone, Copy, Debug)]
pub(super) struct AttributeData {
    pub base: u32,
    pub words: u32,
    pub owners: u64,
}

/// Location of the groups in the state: each bit of the group numbers is a set of components.
#[derive(Clone, Copy, Debug)]
pub(super) struct GroupLocation {
    /// Address of the lowest bits for player 0; those of the other players follow.
    pub base: usize,
    /// The number of words from the sets of one bit to those of the next.
    pub stride: usize,
    /// The number of bits of a group, at least one.
    pub bits: usize,
}
