//! Tournaments: who takes part, who meets whom, and what came of it.
//!
//! A tournament is a file that people write and that keeps what was played. [`read`] takes it apart, [`Schedule`] says which matches
//! there are, [`Progress`] how far they have come. [`Host`] plays those of bots.

mod host;
mod keep;
mod progress;
mod read;
mod sample;
mod schedule;

pub use host::{Host, Played, lay};
pub use keep::with_result;
pub use progress::{GameResult, MatchState, Progress, Row, Side, Verdict};
pub use read::{Entry, EntryId, Form, KeptResult, Tournament, read};
pub use sample::sample;
pub use schedule::{Match, MatchId, Schedule, Slot, Stage};
