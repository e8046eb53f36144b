//! Seats, bots, scenarios, replays, evaluation, simulation.

mod agreement;
mod answers;
mod best;
mod bot;
mod combinations;
mod deck;
mod eval;
mod moves;
mod perft;
mod record;
mod replay;
mod scenario;
mod seat;
mod session;
mod sim;
mod soak;
mod stats;

pub use agreement::{Agreement, Disagreement, option_text, options};
pub use answers::{Answers, Decision, Progress, Wrong};
pub use best::{LIMIT as SEARCH_LIMIT, Search, SearchError};
pub use bot::{BotKind, First, Random, bot_seed, game_seed};
pub use combinations::Combinations;
pub use deck::{check_deck, check_decks};
pub use eval::{Counts, Settings as EvalSettings, batch as eval_batch};
pub use moves::{LONGEST as LONGEST_MOVE, MoveList, Moves, Obstacle, Stuck};
pub use perft::{Reached, perft};
pub use record::{Counted, Entry, Readers, Turn, breakdown, story};
pub use replay::{NotReplayed, Places, Saved, Step, sources_of};
pub use scenario::{ScenarioResult, run_scenario, scenario_state};
pub use seat::{Bot, Seen};
pub use session::{Session, Tally};
pub use sim::{GameRef, Results, Simulation, simulate};
pub use soak::{Broken, BrokenGame, Soak, Soaked, soak};
pub use stats::{Interval, Moments, SeatStats, Stats, wilson};
