//! The counts over many games. All of them are whole numbers, and merging them is commutative and
//! associative.

mod cards;
mod choices;
mod leads;
mod limit;
mod list_cards;
mod meetings;
mod own_figures;
mod readers;
mod results;
mod rules;
mod simulation_counts;

pub use cards::{CardCount, CardCounts};
pub use choices::{ChoiceCounts, ChoicePointCounts, CountedAnswer, site_question};
pub use leads::{LeadCounts, ONE_IN as LEADS_ONE_IN};
pub use list_cards::{ListCardCount, ListCardCounts, SeatCards};
pub use meetings::{MeetingCounts, ONE_IN as MEETINGS_ONE_IN};
pub use own_figures::{FigureCounts, OwnFigureCounts, ValueFrequency};
pub use results::{Length, SeatStats, SideStats, Stats};
pub use rules::{RuleCounts, RuleLineCount};
pub use simulation_counts::{CountSelection, SimulationCounts};
