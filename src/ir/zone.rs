//! Zones as declared, with their domains.

use super::ids::ToIndex;
use super::ids::{CellId, ComponentId, EnumId, FunctionId, KindId, ZonePlaceId};
use crate::vocabulary::ZoneViewers;
use serde::{Deserialize, Serialize};

/// A zone as declared: one place, or one for each thing and value of `per`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ZoneInfo {
    /// The name by which rules refer to it: alone, or as a member of its owner.
    pub id: String,
    /// The index of its first entry in `Layout::zones`. The place of thing `t` and value `v`, both counted
    /// from 0, is `first + t * per.values + v`.
    pub first: ZonePlaceId,
    /// The domain of its places.
    pub per: ZonePer,
    /// True if its components have an order, from top to bottom.
    pub ordered: bool,
    /// The players who see its contents.
    pub seen_by: ZoneViewers,
    /// The players who see its contents, if they are given by an expression.
    pub viewers: Option<ViewersInfo>,
    /// The players who, in addition, see its top component.
    pub top_seen_by: ZoneViewers,
    /// The players who see its top component, if they are given by an expression.
    pub top_viewers: Option<ViewersInfo>,
    /// The kind of components that it may hold; `None` for any component.
    pub holds: Option<KindId>,
}

impl ZoneInfo {
    /// Returns whether its places are one for each player, without a key.
    pub fn per_player(&self) -> bool {
        self.per.thing == ZoneOwner::Player && self.per.key.is_none()
    }

    /// Returns the arguments of its expressions about viewers: the thing and the value of one of its places,
    /// if it has them.
    pub fn arguments_of(&self, place: ZonePlaceId) -> impl Iterator<Item = u64> + use<> {
        let (thing, value) = self.of_place(place);
        let thing = (self.per.thing != ZoneOwner::Table).then_some(thing);
        thing.into_iter().chain(self.per.key.map(|_| value))
    }

    /// Returns the expressions about its viewers.
    pub fn viewers(&self) -> impl Iterator<Item = ViewersInfo> + use<> {
        self.viewers.into_iter().chain(self.top_viewers)
    }

    /// Returns the first of its places with the same value as `place`.
    pub fn first_with_value_of(&self, place: ZonePlaceId) -> ZonePlaceId {
        let at = place.after(self.first).unwrap_or(0);
        self.first.offset(at % self.per.values.max(1).index())
    }

    /// Returns the thing (a player, cell or component; 0 for the table) and the value (0 without a key) of
    /// one of its places.
    pub fn of_place(&self, place: ZonePlaceId) -> (u64, u64) {
        let (at, values) = (u32::from(place.0.saturating_sub(self.first.0)), self.per.values.max(1));
        let thing = match self.per.thing {
            ZoneOwner::Table | ZoneOwner::Player => at / values,
            ZoneOwner::Cell(first) => first.0 + at / values,
            ZoneOwner::Component(first) => first.0 + at / values,
        };
        let value = match self.per.key {
            Some(ZoneKey::Int(first)) => (first + i64::from(at % values)) as u64,
            Some(ZoneKey::Enum(_) | ZoneKey::Name) | None => u64::from(at % values),
        };
        (u64::from(thing), value)
    }

    /// Returns the range of its entries in `Layout::zones`.
    pub fn places(&self) -> std::ops::Range<usize> {
        self.first.index()..self.first.index() + self.per.things.index() * self.per.values.index()
    }
}

/// The players who see into the places of a zone, given by an expression. It is evaluated once, when a table
/// is laid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ViewersInfo {
    /// The function from the thing and the value of a place, as far as there are any, to a set of players.
    pub function: FunctionId,
    /// Address of the first place's set of players; those of the other places follow.
    pub base: u32,
}

/// The domain of a zone's places: a thing, written before the dot, and a value, written in brackets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ZonePer {
    /// The owners of the places.
    pub thing: ZoneOwner,
    /// The number of owners, at least one.
    pub things: u32,
    /// The key in brackets, if there is one.
    pub key: Option<ZoneKey>,
    /// The number of values of the key; 1 without a key.
    pub values: u32,
}

impl ZonePer {
    /// The domain of a single zone of the table.
    pub const TABLE: ZonePer = ZonePer { thing: ZoneOwner::Table, things: 1, key: None, values: 1 };
}

/// The owners of a zone's places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ZoneOwner {
    /// The table: a single zone.
    Table,
    /// Each player.
    Player,
    /// Each cell from this one on.
    Cell(CellId),
    /// Each component from this one on.
    Component(ComponentId),
}

/// The values of a zone's index, for each of which every owner has a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ZoneKey {
    /// A value of this enum of `Ir::enums`.
    Enum(EnumId),
    /// The name of a card.
    Name,
    /// A whole number, from this one on.
    Int(i64),
}
