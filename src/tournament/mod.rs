//! Tournaments: entries, schedule, and results.
//!
//! A tournament is a file that people write and in which results are saved. [`read`] parses it, [`Schedule`]
//! determines the matches, and [`TournamentProgress`] tracks their results. [`Host`] plays the matches
//! between bots.

mod host;
mod messages;
mod progress;
mod read;
mod result_writer;
mod sample;
mod schedule;

pub use host::{Host, PlayedMatches, lay};
pub use progress::{GameResult, MatchSide, MatchState, StandingsRow, TournamentProgress, Verdict};
pub use read::{EntryId, Participant, SavedResult, Tournament, TournamentFormat, read};
pub use result_writer::with_result;
pub use sample::sample;
pub use schedule::{MatchId, MatchStage, Schedule, ScheduleSlot, ScheduledMatch};
