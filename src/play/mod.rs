//! Seats, bots, scenarios, replays, evaluation: everything that answers choices.

mod agreement;
mod alike;
mod answers;
mod best;
mod bot;
mod combinations;
mod decks;
mod errors;
mod eval;
mod greedy;
mod judge;
mod kinds;
mod laying;
mod log_line;
mod mcts;
mod mixed;
mod moves;
mod opening;
mod perft;
mod position;
mod record;
mod replay;
mod saved_lists;
mod scenario;
mod seat;
mod session;
mod soak;
mod setups;
mod solve;
mod tries;
mod worth;

pub use agreement::{Agreement, Disagreement, options};
pub use alike::{Alike, Difference};
pub use answers::{Answers, Decision, Progress, Wrong};
pub use best::{LIMIT as SEARCH_LIMIT, Search, SearchError};
pub use bot::{First, Random, bot_seed, game_seed};
pub use combinations::{Combinations, Playable, scattered};
pub use decks::{
    Changed, Cost, Curve, DeckList, Economy, ListEntry, ListError, ListPart, Lists, NamedList, Paying, Sitting, Source,
    brought, chance_of_first, check_deck, check_decks, curves, differences, in_no_list, laid_for, lists_in_turn,
    options_with, read_deck, read_list, read_lists, refuse_named,
};
pub use eval::{BatchError, Counts, LaidOut, Settings as EvalSettings, batch as eval_batch};
pub use greedy::Greedy;
pub use kinds::{BotKind, bot_names};
pub(crate) use laying::fault_words;
pub use log_line::LogLine;
pub use mcts::Mcts;
pub use mixed::Mixed;
pub use moves::{LONGEST as LONGEST_MOVE, MoveList, Moves, Obstacle, Stuck};
pub use opening::{Opening, go_on};
pub use perft::{Reached, perft, perft_from};
pub use position::{OptionEntry, Options, Outcome, SeatOutcome, choice_json, over_json};
pub use record::{Counted, Entry, Turn, breakdown, story};
pub use replay::{NotReplayed, Places, Saved, Step, sources_of};
pub use scenario::{
    FixedChance, ScenarioResult, ScenarioStart, check_scenario_id, position_as_scenario, run_scenario, scenario_start,
};
pub(crate) use seat::add_counts;
pub use seat::{Bot, Preference, Seen, Work};
pub use session::{NoOption, OptionLine, SelectionLines, Session, Tally};
pub use setups::{check_setups, setup};
pub use soak::{Broken, BrokenGame, Soak, Soaked, soak, soak_among, soak_from};
pub use solve::{LIMIT as SOLVE_LIMIT, Solution, Unsolved, Value, solve};
