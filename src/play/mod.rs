//! Seats, bots, scenarios, replays, evaluation: everything that answers choices.

mod agreement;
mod answer_search;
mod answers;
mod bot;
mod bot_registry;
mod combinations;
mod decks;
mod errors;
mod eval;
mod greedy;
mod information_set;
mod judge;
mod laying;
mod log_line;
mod lookahead;
mod mcts;
mod messages;
mod mixed;
mod moves;
mod opening;
mod payoff;
mod perft;
mod position;
mod record;
mod replay;
mod replay_lists;
mod saved_game;
mod saved_lists;
mod scenario;
mod scenario_writer;
mod seat;
mod seeds;
mod session;
mod setups;
mod soak;
mod solve;

pub use agreement::{Agreement, Disagreement, options};
pub use answer_search::{AnswerSearch, LIMIT as SEARCH_LIMIT, SearchError};
pub(crate) use answers::decline_or_fail;
pub use answers::{AnswerError, AnswerProgress, Decision, ResolvedAnswers};
pub use bot::{FirstBot, Random};
pub use bot_registry::{BotKind, bot_names};
pub use combinations::{Combinations, PlayableCombinations, scattered};
pub use decks::{
    AttributeCurve, CardCountChange, Cost, DeckList, Economy, ListEntry, ListError, ListPart, LoadedLists,
    NamedList, PaymentOdds, PregameSettings, ResourceSource, chance_of_first, check_deck, check_decks,
    curves, differences, in_no_list, laid_for, list_text, lists_in_turn, options_with, read_deck, read_list,
    read_lists, refuse_named, to_played_list,
};
pub use eval::{BatchError, LineCounts, Settings as EvalSettings, TableContents, batch as eval_batch};
pub use greedy::Greedy;
pub use information_set::{InformationSet, PositionDifference};
pub(crate) use laying::fault_words;
pub use log_line::LogLine;
pub use mcts::Mcts;
pub use mixed::MixedBot;
pub use moves::{LONGEST as LONGEST_MOVE, MoveList, Moves, MovesError, Obstacle};
pub use opening::{Opening, go_on};
pub use perft::{MoveCounts, perft, perft_from};
pub use position::{OptionEntry, Options, Outcome, SeatOutcome, choice_json, over_json};
pub use record::{RecordEntry, RecordTurn, ScoredComponent, breakdown, last_turns, story};
pub use replay::{ReplayError, sources_of};
pub use saved_game::{ReplaySpans, ReplayStep, SavedGame};
pub use scenario::{
    FixedChance, ScenarioResult, ScenarioStart, check_scenarios, run_scenario, scenario_end, scenario_start,
    scenario_table,
};
pub use scenario_writer::{check_scenario_id, position_as_scenario};
pub(crate) use seat::add_counts;
pub use seat::{Observation, Preference, SearchEffort, TableBot};
pub use seeds::{bot_seed, game_seed};
pub use session::{ComponentPoints, NoOption, OptionLine, SelectionLines, Session};
pub use setups::{check_setups, setup};
pub use soak::{BrokenGame, BrokenInvariant, Soak, SoakResult, soak, soak_among, soak_from};
pub use solve::{GameValue, LIMIT as SOLVE_LIMIT, Solution, SolveError, solve};
