//! A machine's requests for chance, and the outcomes that a host can supply.

use crate::ir::{ComponentId, DieId, ZonePlaceId};

/// A request for an outcome of chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChanceRequest {
    /// A roll of a die.
    Roll {
        /// The number of sides.
        sides: i64,
        /// Index into `Ir::dice`, if the game declares the die.
        die: Option<DieId>,
    },
    /// A random element of [`Machine::random_set`](super::Machine::random_set).
    Random,
    /// A new order of a zone.
    Shuffle {
        /// Index into `Layout::zones`.
        zone: ZonePlaceId,
    },
}

/// An outcome of chance supplied by the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChanceOutcome<'a> {
    /// The outcome is drawn by the state's random generator.
    Draw,
    /// The side that a die shows, from 1.
    Roll(i64),
    /// The element of the set that is picked.
    Pick(u64),
    /// The components on top, topmost first; the random generator shuffles the rest.
    Top(&'a [ComponentId]),
}
