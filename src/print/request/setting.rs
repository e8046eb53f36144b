//! Components and pieces on a table, as a scenario lays it out.

use crate::ir::{CellId, ComponentId, SeatNumber, ZonePlaceId};
use crate::print::request::scenes::StandingPiece;

/// The players who see the contents of a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// No player, or some players but not all.
    Nobody,
    /// One player alone, from 1.
    Player(SeatNumber),
    /// All players.
    Everybody,
}

/// A zone and its contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZoneSetting {
    /// A key that no other zone has.
    pub key: ZonePlaceId,
    /// Its name for people.
    pub label: String,
    /// Its components, as indices into `Ir::components`; from the top down, if it is ordered.
    pub components: Vec<ComponentId>,
    /// Its owner, from 1.
    pub player: Option<SeatNumber>,
    /// Its cell, as an index into `Ir::cells`.
    pub cell: Option<CellId>,
    /// True if its components have an order, from the top down.
    pub is_ordered: bool,
    /// The players who see its contents.
    pub sight: Sight,
}

/// A number that the game keeps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CounterSetting {
    /// The id of its field.
    pub id: String,
    /// Its owner, from 1; none for numbers of the table.
    pub player: Option<SeatNumber>,
    /// The number when the table is laid.
    pub value: i64,
}

/// A table to be set up elsewhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableSetting {
    /// Number of players.
    pub players: u8,
    /// The pieces on boards.
    pub standing: Vec<StandingPiece>,
    /// The zones that are not empty; none if cards are to stay in their decks.
    pub zones: Vec<ZoneSetting>,
    /// The numbers of the table and of players.
    pub counters: Vec<CounterSetting>,
}
