//! The lab: plays many games and counts them, to tell whether a game is any good.

mod compare;
mod counts;
mod dominated;
mod effects;
mod figures;
mod find;
mod histogram;
mod plan;
mod run;
mod shard;
mod shrink;
mod sides;
mod simulation;
mod simulation_results;
mod statistics;
mod stopping_rule;
mod study;
mod trials;
mod worker;

pub use compare::{FigureChange, changes};
pub use counts::{
    CardCount, CardCounts, ChoiceCounts, ChoicePointCounts, CountSelection, CountedAnswer, FigureCounts,
    LEADS_ONE_IN, LeadCounts, Length, ListCardCount, ListCardCounts, MEETINGS_ONE_IN, MeetingCounts,
    OwnFigureCounts, RuleCounts, RuleLineCount, SeatCards, SeatStats, SideStats, SimulationCounts, Stats,
    ValueFrequency, site_question,
};
pub use dominated::DominatedCard;
pub use effects::{CardEffects, RelationEffect};
pub use figures::{ContenderInfo, Measure, SimulationFigure, figures, lines, seat_names, share_of_answers};
pub use find::{ConditionError, FoundGame, GameSearch, SearchGoal, StopKind, find};
pub use histogram::Histogram;
pub use plan::{Arm, Plan, matchup, sweep};
pub use run::simulate;
pub use shard::{GameSource, Shard, ShardError};
pub use shrink::{ShrinkResult, TRIES, shrink};
pub use sides::{seatings, sides_at};
pub use simulation::{MAX_PLIES, Simulation, WATCH};
pub use simulation_results::{EvaluationFault, GameFault, GameRef, PlayedGames, SimulationResults};
pub use statistics::{
    Interval, Moments, ShareDifference, difference, difference_of_means, discoveries, normal, stratified,
    wilson,
};
pub use stopping_rule::StoppingRule;
pub use study::{Study, StudyEntry, StudyQuestion};
pub use trials::Trials;
