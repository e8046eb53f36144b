//! The report of a tournament, for people and for programs: matches, results and standings.

mod bracket;
mod json;
mod page;
mod paper;
mod text;
mod tournament_report;

pub use paper::sample_pages;
pub use tournament_report::TournamentReport;
