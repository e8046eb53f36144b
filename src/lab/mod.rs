//! The lab: plays many games and counts them, to tell whether a game is any good.

mod compare;
mod counts;
mod dominated;
mod effects;
mod figures;
mod find;
mod histogram;
mod part;
mod plan;
mod run;
mod shares;
mod shrink;
mod sides;
mod study;
mod until;

pub use compare::{Change, changes};
pub use counts::{
    Answers, Asked, Card, Cards, Choices, Counts, LEADS_ONE_IN, Leads, Length, Line, ListCard, ListCards,
    MEETINGS_ONE_IN, Meetings, Rules, SeatCards, SeatStats, Seen, SideStats, Site, Stats, Taken, Tries, Wants,
    site_question,
};
pub use dominated::Dominated;
pub use effects::{CardEffects, Effect};
pub use figures::{Contender, Figure, Measure, figures, lines, seat_names, share_of_answers};
pub use find::{Found, Point, Search, Wanted, find};
pub use histogram::Histogram;
pub use part::{Made, Part, PartError};
pub use plan::{Arm, Plan, matchup, sweep};
pub use run::{GameFault, GameRef, MAX_PLIES, Misjudged, Played, Results, Simulation, WATCH, simulate};
pub use shares::{
    Difference, Interval, Moments, difference, difference_of_means, discoveries, normal, stratified, wilson,
};
pub use shrink::{Shrunk, TRIES, shrink};
pub use sides::{seatings, sides_at};
pub use study::{Entry, Question, Study};
pub use until::Until;
