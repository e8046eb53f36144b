//! Events between two stops, for callers that show or check them.

use crate::ir::{ComponentId, DieId, LogId, ZonePlaceId};

/// The events that a machine records. Recording costs almost nothing if it is off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Listen {
    /// No events.
    #[default]
    Nothing,
    /// Lines of the record and tallies.
    Record,
    /// Lines of the record, tallies, and every move, roll and shuffle.
    Everything,
}

/// An occurrence that a machine records, if its [`Listen`] asks for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A line of the record, with the values of its variables.
    Log {
        /// Index into `Ir::logs`.
        log: LogId,
        /// The values of its variables, each in as many words as its type has.
        values: Vec<u64>,
    },
    /// A component scored points.
    Tally {
        /// Index into `Ir::components`.
        component: ComponentId,
        /// Its points, which may be negative.
        points: Option<i64>,
    },
    /// A component moved; `None` is out of play.
    Move {
        /// Index into `Ir::components`.
        component: ComponentId,
        /// The zone of `Layout::zones` that it left.
        from: Option<ZonePlaceId>,
        /// The zone of `Layout::zones` that it entered.
        to: Option<ZonePlaceId>,
    },
    /// A die was rolled.
    Roll {
        /// The number of sides.
        sides: i64,
        /// The side it showed, from 1.
        result: i64,
        /// Index into `Ir::dice`, if the game declares the die.
        die: Option<DieId>,
    },
    /// An element was picked at random.
    Random {
        /// The picked element, as a word of the type of the set.
        element: u64,
    },
    /// A face was shown.
    Show {
        /// Index into `Ir::components`.
        component: ComponentId,
        /// The set of players who saw it.
        to: u64,
    },
    /// A zone was shuffled.
    Shuffle {
        /// Index into `Layout::zones`.
        zone: ZonePlaceId,
    },
}

impl Event {
    /// Returns the component and the points of a tally; `None` for other events.
    pub fn tally(&self) -> Option<(ComponentId, Option<i64>)> {
        match self {
            Event::Tally { component, points } => Some((*component, *points)),
            _ => None,
        }
    }
}

/// Adds up the points of two tallies of one component; `None` for a tally that it counts nothing at all.
pub fn sum_points(one: Option<i64>, other: Option<i64>) -> Option<i64> {
    match (one, other) {
        (Some(a), Some(b)) => Some(a.saturating_add(b)),
        (a, b) => a.or(b),
    }
}
