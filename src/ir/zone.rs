//! Zones as declared: what there is one place of for each.

use super::info::SeenBy;
use serde::{Deserialize, Serialize};

/// A zone as declared: one place, or one for each of what `per` names.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ZoneInfo {
    /// Its id.
    pub id: String,
    /// The first of its entries in `Layout::zones`. The place of thing `t` and value `v`, both counted from 0, is
    /// `first + t * per.values + v`.
    pub first: u16,
    /// What there is one place of for each.
    pub per: ZonePer,
    /// It keeps an order.
    pub ordered: bool,
    /// Who sees what is in it.
    pub seen_by: SeenBy,
    /// Who sees what lies on top, besides.
    pub top_seen_by: SeenBy,
    /// Which kind it holds.
    pub holds: Option<u16>,
}

impl ZoneInfo {
    /// Whether there is one for each player and nothing else.
    pub fn per_player(&self) -> bool {
        self.per.thing == ZoneThing::Player && self.per.key.is_none()
    }

    /// The first of its places that is for the same value as another.
    pub fn first_with_value_of(&self, place: u16) -> u16 {
        let at = place.saturating_sub(self.first);
        self.first + (u32::from(at) % self.per.values.max(1)) as u16
    }

    /// The thing (a player, cell or component; 0 for the table) and the value (0 without one) that one of its places is for.
    pub fn of_place(&self, place: u16) -> (u64, u64) {
        let (at, values) = (u32::from(place.saturating_sub(self.first)), self.per.values.max(1));
        let thing = match self.per.thing {
            ZoneThing::Table | ZoneThing::Player => at / values,
            ZoneThing::Cell(first) | ZoneThing::Component(first) => first + at / values,
        };
        let value = match self.per.key {
            Some(ZoneKey::Int(first)) => (first + i64::from(at % values)) as u64,
            Some(ZoneKey::Enum(_) | ZoneKey::Name) | None => u64::from(at % values),
        };
        (u64::from(thing), value)
    }

    /// Its entries in `Layout::zones`.
    pub fn places(&self) -> std::ops::Range<usize> {
        self.first as usize..self.first as usize + self.per.things as usize * self.per.values as usize
    }
}

/// What a zone is declared one of for each: a thing, which stands before the dot, and a value, which stands in brackets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ZonePer {
    /// Whose the zones are.
    pub thing: ZoneThing,
    /// How many things there are, at least one.
    pub things: u32,
    /// What stands in brackets, if anything.
    pub key: Option<ZoneKey>,
    /// How many values that has; 1 without one.
    pub values: u32,
}

impl ZonePer {
    /// A zone of the table's.
    pub const TABLE: ZonePer = ZonePer { thing: ZoneThing::Table, things: 1, key: None, values: 1 };
}

/// Whose a zone is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ZoneThing {
    /// The table's: there is one for all.
    Table,
    /// Each player's.
    Player,
    /// One on each cell from this one on.
    Cell(u32),
    /// One for each component from this one on.
    Component(u32),
}

/// What a zone's brackets take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ZoneKey {
    /// A value of this enum of `Ir::enums`.
    Enum(u16),
    /// A name.
    Name,
    /// A whole number, from this one on.
    Int(i64),
}
