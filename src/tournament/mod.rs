//! Tournaments: entries, schedule, and results.
//!
//! A tournament is a file that people write and in which results are saved. [`read`] parses it, [`Schedule`] determines the matches, and
//! [`Progress`] tracks their results. [`Host`] plays the matches between bots.

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
