//! The lab: many games played and counted, to tell whether a game is any good.

mod counts;
mod figures;
mod histogram;
mod part;
mod run;
mod shares;

pub use counts::{
    Card, Cards, Choices, Counts, LEADS_ONE_IN, Leads, Line, Rules, SeatStats, Site, Stats, Taken, Tries, Wants,
};
pub use figures::{CardEffects, Effect};
pub use histogram::Histogram;
pub use part::{Part, PartError};
pub use run::{GameRef, MAX_PLIES, Played, Results, Simulation, WATCH, simulate};
pub use shares::{Difference, Interval, Moments, difference, discoveries, wilson};
