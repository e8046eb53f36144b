//! Plays many games on several threads. The counts do not depend on the number of threads.

use super::counts::{CountSelection, LEADS_ONE_IN, Length, MEETINGS_ONE_IN, SimulationCounts};
use crate::ir::ToIndex;
use crate::play::{
    Agreement, BotKind, Disagreement, FixedChance, Observation, Opening, SearchEffort, TableBot, bot_seed,
    fault_words, game_seed, go_on, scenario_start,
};
use crate::table::{
    Draws, FailedEvaluations, Fault, FaultKind, Machine, Names, Playout, Rejection, State, Stop, Table,
    TableOptions, TableOutcome, Turns,
};
use crate::threads::side_by_side;
use serde::{Deserialize, Serialize};
use std::num::NonZero;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Games that a thread takes at a time.
const BATCH: u64 = 16;

/// Default number of games watched closely.
pub const WATCH: u64 = 64;
/// Default limit of choices in a game.
pub const MAX_PLIES: u64 = 100_000;

/// A simulation to be run.
#[derive(Clone, Debug)]
pub struct Simulation {
    /// The agreement of the players. Its seed is the simulation's; each game's seed is derived from it (see
    /// [`game_seed`]).
    pub agreement: Agreement,
    /// The bot of each seat.
    pub bots: Vec<BotKind>,
    /// Whether every bot moves to another seat with each game. Results are then counted by bot, in the order
    /// of `bots`.
    pub rotate: bool,
    /// The seat of each bot, game after game, where bots rotate. If empty, each bot moves on to the next
    /// seat.
    pub seatings: Vec<Vec<usize>>,
    /// Whether successive games, as many as there are seats, share a random seed and differ only in their
    /// seats.
    pub mirror: bool,
    /// Number of games.
    pub games: u64,
    /// The games that this run plays; all of them unless the simulation is split into parts.
    pub part: Range<u64>,
    /// The counts to collect besides the results.
    pub wants: CountSelection,
    /// Number of games watched closely where rules are counted.
    pub watch: u64,
    /// Limit of choices after which a game is stopped.
    pub max_plies: u64,
    /// The id of the scenario from which games start; `None` to start with setup.
    pub scenario: Option<String>,
    /// Number of threads.
    pub jobs: NonZero<usize>,
}

/// A game of a simulation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRef {
    /// Its number, from 0.
    pub index: u64,
    /// Its random seed.
    pub seed: u64,
}

/// A game that ended in a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFault {
    /// The game.
    pub game: GameRef,
    /// The fault; `None` if only the game is known, as from a saved part.
    pub fault: Option<Box<Fault>>,
}

/// A game in which a bot's evaluation ended in a fault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EvaluationFault {
    /// The game.
    pub game: GameRef,
    /// The fault, with its place.
    pub why: String,
}

/// The results of a simulation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SimulationResults {
    /// The counts.
    pub counts: SimulationCounts,
    /// The first game that was stopped unfinished.
    pub unfinished: Option<GameRef>,
    /// The first game that ended in a fault.
    pub fault: Option<GameFault>,
    /// The first game in which a bot's evaluation failed.
    pub misjudged: Option<EvaluationFault>,
    /// The playouts and plies that the bots played in order to choose.
    pub work: SearchEffort,
}

impl Simulation {
    /// Creates a simulation of games between `bots`, one for each seat, in one thread, that counts only the
    /// results.
    pub fn new(agreement: Agreement, bots: Vec<BotKind>, games: u64) -> Simulation {
        Simulation {
            agreement,
            bots,
            rotate: false,
            seatings: Vec::new(),
            mirror: false,
            games,
            part: 0..games,
            wants: CountSelection::default(),
            watch: WATCH,
            max_plies: MAX_PLIES,
            scenario: None,
            jobs: NonZero::<usize>::MIN,
        }
    }

    /// Returns the seat of each bot in the game `index`.
    pub fn seating(&self, index: u64) -> impl Iterator<Item = usize> + '_ {
        let count = self.bots.len();
        let by = if self.rotate { (index % count.max(1) as u64).index() } else { 0 };
        let seats = self.seatings.get(by).filter(|_| self.rotate);
        (0..count)
            .map(move |bot| seats.and_then(|seats| seats.get(bot)).copied().unwrap_or((bot + by) % count))
    }

    /// Returns the bot of each seat in the game `index`.
    pub fn seats(&self, index: u64) -> Vec<BotKind> {
        let mut bots = self.bots.clone();
        for (bot, seat) in self.bots.iter().zip(self.seating(index)) {
            if let Some(place) = bots.get_mut(seat) {
                *place = *bot;
            }
        }
        bots
    }

    /// Returns the random seed of the game `index`.
    pub fn seed(&self, index: u64) -> u64 {
        let seats = self.bots.len().max(1) as u64;
        game_seed(self.agreement.seed, if self.mirror { index / seats } else { index })
    }

    /// Whether machines can answer choices themselves: every bot picks each option with the same probability,
    /// and nobody counts choices.
    fn plays_out(&self, table: &Table) -> bool {
        let CountSelection { cards, choices, lists, scores, .. } = self.wants;
        let looks = cards || choices || lists || scores;
        !looks
            && !table.has_more()
            && !table.is_profiled()
            && self.bots.iter().all(|bot| *bot == BotKind::Random)
    }

    /// Whether the game `index` is watched closely. Watched games are evenly spread.
    fn watches(&self, index: u64) -> bool {
        self.wants.rules && index.is_multiple_of(self.games.div_ceil(self.watch.max(1)).max(1))
    }
}

impl SimulationResults {
    /// Adds the results of other games.
    pub fn merge(&mut self, other: SimulationResults) {
        self.counts.merge(&other.counts);
        self.work.playouts += other.work.playouts;
        self.work.plies += other.work.plies;
        let first = |a: &GameRef, b: &GameRef| a.index < b.index;
        if let Some(game) = other.unfinished
            && self.unfinished.as_ref().is_none_or(|mine| first(&game, mine))
        {
            self.unfinished = Some(game);
        }
        if let Some(misjudged) = other.misjudged
            && self.misjudged.as_ref().is_none_or(|mine| first(&misjudged.game, &mine.game))
        {
            self.misjudged = Some(misjudged);
        }
        if let Some(fault) = other.fault
            && self.fault.as_ref().is_none_or(|mine| first(&fault.game, &mine.game))
        {
            self.fault = Some(fault);
        }
    }
}

/// Takes the next batch of games before `end`; `None` once all are taken.
pub(super) fn batch(next: &AtomicU64, end: u64) -> Option<Range<u64>> {
    let after = |from: u64| from.saturating_add(BATCH).min(end);
    let taken =
        next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |from| (from < end).then(|| after(from)));
    taken.ok().map(|from| from..after(from))
}

/// The number of random games from which on machine code is worth its making, which takes as long as some 50
/// games.
const COMPILED_FROM: u64 = 200;

/// Plays all games of the simulation, or until `stop` is set. Games interrupted by `stop` are not counted. A
/// long game stops at once if the table watches the same flag ([`Table::stop_when`]), otherwise at one of its
/// next choices. `progress` is called now and then with the number of games finished since the last call.
///
/// # Errors
/// The table cannot be laid as agreed.
pub fn simulate(
    table: &Table,
    simulation: &Simulation,
    stop: &AtomicBool,
    progress: impl Fn(u64) + Sync,
) -> Result<PlayedGames, Disagreement> {
    let games = simulation.part.end.saturating_sub(simulation.part.start);
    if games >= COMPILED_FROM || simulation.bots.iter().any(|bot| *bot != BotKind::Random) {
        // Without machine code the same games take longer.
        let _ = table.compile();
    }
    let beginning = match opening(table, simulation) {
        // The games of earlier simulations of the study are kept.
        Err(Disagreement::Fault(fault)) if fault.kind == FaultKind::Interrupted => {
            return Ok(PlayedGames {
                games: Vec::new(),
                results: SimulationResults::nothing(table, simulation),
            });
        }
        beginning => beginning?,
    };
    let next = AtomicU64::new(simulation.part.start);
    let work = || {
        let mut worker = SimulationWorker::new(table, simulation, &beginning, stop);
        let mut played = Vec::new();
        while !stop.load(Ordering::Relaxed)
            && let Some(games) = batch(&next, simulation.part.end)
        {
            let interrupted = games.clone().find(|index| !worker.play(*index));
            let games = games.start..interrupted.unwrap_or(games.end);
            progress(games.end - games.start);
            played.push(games);
        }
        (worker.into_results(), played)
    };
    let mut results = SimulationResults::nothing(table, simulation);
    let mut games = Vec::new();
    for (theirs, played) in side_by_side(simulation.jobs.get(), work) {
        results.merge(theirs);
        games.extend(played);
    }
    Ok(PlayedGames { games: merge_ranges(games), results })
}

/// Returns the position from which every game starts. Laying a table uses no randomness, so all games share
/// one.
fn opening<'t>(table: &'t Table, simulation: &Simulation) -> Result<Opening<'t>, Disagreement> {
    let Some(id) = &simulation.scenario else {
        return Ok(Opening::before_setup(simulation.agreement.lay(&mut table.machine())?));
    };
    let ir = table.ir();
    let scenario = ir.scenarios.iter().find(|scenario| scenario.id == *id);
    let scenario = scenario.ok_or_else(|| Disagreement::Words(format!("there is no scenario `{id}`")))?;
    let start =
        scenario_start(table, &Names::new(ir), scenario).map_err(|why| Disagreement::Words(why.message))?;
    Ok(Opening::of_scenario(start))
}

/// Sorts and merges ranges of games that do not overlap into as few ranges as possible.
pub(super) fn merge_ranges(mut games: Vec<Range<u64>>) -> Vec<Range<u64>> {
    games.retain(|range| !range.is_empty());
    games.sort_by_key(|range| range.start);
    games.dedup_by(|next, before| {
        let joined = before.end == next.start;
        if joined {
            before.end = next.end;
        }
        joined
    });
    games
}

/// The games that a run played, with their results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGames {
    /// The games, as ascending ranges; all of them unless the run was interrupted.
    pub games: Vec<Range<u64>>,
    /// Their results.
    pub results: SimulationResults,
}

impl PlayedGames {
    /// Returns the number of games.
    pub fn count(&self) -> u64 {
        self.games.iter().map(|range| range.end - range.start).sum()
    }
}

impl SimulationResults {
    fn nothing(table: &Table, simulation: &Simulation) -> SimulationResults {
        SimulationResults {
            counts: SimulationCounts::new(table.ir(), simulation.agreement.players, simulation.wants),
            unfinished: None,
            fault: None,
            misjudged: None,
            work: SearchEffort::default(),
        }
    }
}

/// The way in which a game ended.
enum End {
    Finished,
    Unfinished,
    /// The user stopped the run.
    Interrupted,
    Fault(Box<Fault>),
}

/// Number of plies between two checks of the stop flag within a game.
const LOOK: u64 = 64;

/// A thread's machine, state and bots, used for game after game.
struct SimulationWorker<'t> {
    machine: Machine<'t>,
    state: State,
    beginning: &'t Opening<'t>,
    /// The fixed chance outcomes of the current game that are still to come.
    chance: Option<FixedChance<'t>>,
    names: Names<'t>,
    bots: Vec<Box<dyn TableBot + 't>>,
    simulation: &'t Simulation,
    /// The turns of the current game, unless the machine counts them.
    turns: Turns,
    /// Whether the machine answers choices itself: every bot picks each option with the same probability, and
    /// nobody looks at a choice.
    plays_out: bool,
    /// A buffer for the random seed of each seat's bot.
    seat_seeds: Vec<u64>,
    /// The seat of each bot in the current game (`seat_of`) and the bot of each seat (`bot_at`).
    seat_of: Vec<usize>,
    bot_at: Vec<usize>,
    /// The result of the last game.
    outcome: TableOutcome,
    results: SimulationResults,
    stop: &'t AtomicBool,
    /// Whether some bot plays playouts in order to choose.
    thinks: bool,
    /// Whether any bot evaluates tables.
    judges: bool,
    /// Work of bots in games that are not counted.
    wasted: SearchEffort,
}

impl<'t> SimulationWorker<'t> {
    fn new(
        table: &'t Table<'t>,
        simulation: &'t Simulation,
        beginning: &'t Opening<'t>,
        stop: &'t AtomicBool,
    ) -> Self {
        SimulationWorker {
            machine: table.machine(),
            state: beginning.state.clone(),
            beginning,
            chance: None,
            names: Names::new(table.ir()),
            bots: simulation.bots.iter().map(|b| b.make(table)).collect(),
            simulation,
            turns: Turns::default(),
            plays_out: simulation.plays_out(table),
            seat_seeds: Vec::new(),
            seat_of: Vec::new(),
            bot_at: (0..simulation.bots.len()).collect(),
            outcome: TableOutcome::open(),
            results: SimulationResults::nothing(table, simulation),
            stop,
            thinks: simulation.bots.iter().any(|bot| matches!(bot, BotKind::Mcts(_))),
            judges: simulation.bots.iter().any(|bot| !matches!(bot, BotKind::Random | BotKind::First)),
            wasted: SearchEffort::default(),
        }
    }

    /// Returns the total work of its bots.
    fn work(&self) -> SearchEffort {
        let each = self.bots.iter().map(|bot| bot.work());
        each.fold(SearchEffort::default(), |a, b| SearchEffort {
            playouts: a.playouts + b.playouts,
            plies: a.plies + b.plies,
        })
    }

    /// Returns the results of its games.
    fn into_results(mut self) -> SimulationResults {
        let work = self.work();
        self.results.work.playouts += work.playouts - self.wasted.playouts;
        self.results.work.plies += work.plies - self.wasted.plies;
        if let Some(cards) = &mut self.results.counts.cards {
            cards.settle();
        }
        self.results
    }

    /// Plays a game. Returns false if it was interrupted, in which case it is not counted.
    fn play(&mut self, index: u64) -> bool {
        let simulation = self.simulation;
        let before = if self.thinks { self.work() } else { SearchEffort::default() };
        let seed = simulation.seed(index);
        self.seat_of.clear();
        self.seat_of.extend(simulation.seating(index));
        for (bot, (number, seat)) in self.bots.iter_mut().zip(self.seat_of.iter().enumerate()) {
            bot.begin(bot_seed(seed, *seat as u8));
            if let Some(sits) = self.bot_at.get_mut(*seat) {
                *sits = number;
            }
        }
        let watched = simulation.watches(index);
        if watched {
            self.machine.count(true);
            self.bots.iter_mut().for_each(|bot| drop(bot.count(true)));
            // The table is laid once for all games. A watched game lays it again, so that those instructions
            // are counted.
            if !self.beginning.is_of_scenario {
                let _ = simulation.agreement.lay(&mut self.machine);
            }
        }
        if let Some(leads) = &mut self.results.counts.leads {
            leads.begin(index.is_multiple_of(LEADS_ONE_IN));
        }
        if let Some(cards) = &mut self.results.counts.cards {
            cards.begin(index.is_multiple_of(MEETINGS_ONE_IN));
        }
        self.chance = self.beginning.begin(&mut self.machine, &mut self.state);
        self.state.reseed(seed);
        if let Some(choices) = &mut self.results.counts.choices {
            choices.begin();
        }
        self.turns.begin(simulation.agreement.players.index());
        if self.plays_out && !watched {
            self.play_out(seed);
        }
        let end = self.run();
        if let Some(Playout { draws: Draws::Seats(seeds), turns, .. }) = self.machine.playout.take() {
            (self.seat_seeds, self.turns) = (seeds, turns);
        }
        let interrupted = matches!(end, End::Interrupted);
        let plies = self.state.plies();
        let turns = &self.turns.counts;
        let rounds = turns.iter().max().copied().unwrap_or_default();
        let length = Length { plies, turns: turns.iter().sum(), rounds };
        // Scoring is watched, too.
        let outcome = match end {
            End::Finished => {
                let ended = self.machine.outcome_into(&self.state, &mut self.outcome);
                let asked =
                    ended.and_then(|()| self.results.counts.asked.evaluate(&mut self.machine, &self.state));
                asked.map(|()| true)
            }
            End::Unfinished | End::Interrupted => Ok(false),
            End::Fault(fault) => Err(fault),
        };
        // Interrupted rules and bots may have answered differently, so the game is not counted.
        if interrupted || self.stop.load(Ordering::Relaxed) {
            self.machine.count(false);
            self.bots.iter_mut().for_each(|bot| drop(bot.count(false)));
            self.results.counts.take_back();
            let work = self.work();
            self.wasted =
                SearchEffort { playouts: work.playouts - before.playouts, plies: work.plies - before.plies };
            return false;
        }
        let counts = &mut self.results.counts;
        if watched {
            let ran = self.machine.count(false);
            if let Some(rules) = &mut counts.rules {
                rules.games += 1;
                rules.add(&ran);
                self.bots.iter_mut().for_each(|bot| rules.add_of_bots(&bot.count(false)));
            }
        }
        counts.stats.plies += plies;
        let game = GameRef { index, seed };
        if self.judges {
            let mut failed = FailedEvaluations::default();
            self.bots.iter_mut().for_each(|bot| failed.add(bot.failed()));
            counts.stats.misjudged += failed.count;
            if let (Some(fault), None) = (failed.first, &self.results.misjudged) {
                let why = fault_words(self.machine.table(), &fault);
                self.results.misjudged = Some(EvaluationFault { game: game.clone(), why });
            }
        }
        // Each thread takes games in ascending order, so the first one it keeps has its lowest number.
        match outcome {
            Ok(true) => {
                let outcome = &self.outcome;
                counts.stats.finish(outcome, length, &self.seat_of, simulation.rotate);
                counts.choices.iter_mut().for_each(|c| c.finish());
                let table = self.machine.table();
                counts.asked.finish(table.ir(), outcome, &self.seat_of);
                counts.cards.iter_mut().for_each(|c| c.finish(table, &self.state, outcome));
                counts.lists.iter_mut().for_each(|l| l.finish(table, &self.state, outcome));
                counts.leads.iter_mut().for_each(|l| l.finish(outcome));
            }
            Ok(false) => {
                counts.stats.unfinished += 1;
                counts.give_up();
                self.results.unfinished.get_or_insert(game);
            }
            Err(fault) => self.fault(game, fault),
        }
        true
    }

    fn fault(&mut self, game: GameRef, fault: Box<Fault>) {
        self.results.counts.stats.faults += 1;
        self.results.counts.give_up();
        self.results.fault.get_or_insert(GameFault { game, fault: Some(fault) });
    }

    /// Lets the machine answer the choices of the game, as its bots would.
    fn play_out(&mut self, seed: u64) {
        let mut seeds = std::mem::take(&mut self.seat_seeds);
        seeds.clear();
        seeds.extend((0..self.bots.len()).map(|seat| bot_seed(seed, seat as u8)));
        let turns = std::mem::take(&mut self.turns);
        self.machine.playout = Some(Playout { draws: Draws::Seats(seeds), until: 0, turns });
    }

    /// Returns the turns of the current game.
    fn turns(&mut self) -> &mut Turns {
        match &mut self.machine.playout {
            Some(playout) => &mut playout.turns,
            None => &mut self.turns,
        }
    }

    /// Plays the game to its end and returns how it ended.
    fn run(&mut self) -> End {
        let max_plies = self.simulation.max_plies;
        let mut look = LOOK.min(max_plies);
        loop {
            if let Some(playout) = &mut self.machine.playout {
                playout.until = look;
            }
            match go_on(&mut self.chance, &self.names, &mut self.machine, &mut self.state) {
                Stop::Choice => {
                    let plies = self.state.plies();
                    if plies >= look {
                        if plies >= max_plies {
                            return End::Unfinished;
                        }
                        if self.stop.load(Ordering::Relaxed) {
                            return End::Interrupted;
                        }
                        look = plies.saturating_add(LOOK).min(max_plies);
                    }
                    if let Some(cards) = &mut self.results.counts.cards {
                        cards.stands(self.machine.table(), &self.state);
                    }
                    if let Some(lists) = &mut self.results.counts.lists {
                        lists.stands(self.machine.table(), &self.state);
                    }
                    let chooser = self.state.chooser();
                    if self.turns().note(chooser)
                        && let Some(leads) = &mut self.results.counts.leads
                    {
                        leads.turn(&mut self.machine, &mut self.state);
                    }
                    if let Err(refused) = self.answer() {
                        let fault = match refused {
                            Rejection::Fault(fault) if fault.kind == FaultKind::Interrupted => {
                                return End::Interrupted;
                            }
                            Rejection::Fault(fault) => fault,
                            _ => stuck("a choice that no bot can answer"),
                        };
                        return End::Fault(fault);
                    }
                }
                Stop::Over => return End::Finished,
                Stop::Fault(fault) if fault.kind == FaultKind::Interrupted => return End::Interrupted,
                Stop::Fault(fault) => return End::Fault(fault),
                // Nothing asks the host here: without a `play` a game does not end, and the table draws its
                // own chance.
                Stop::Idle | Stop::Returned | Stop::Chance(_) => return End::Unfinished,
            }
        }
    }

    /// Asks the bot of the player who must choose, and applies its answer.
    #[inline]
    fn answer(&mut self) -> Result<(), Rejection> {
        let table = self.machine.table();
        let options: &TableOptions = self.machine.options(&mut self.state)?;
        let last = options.len().saturating_sub(1);
        let bot = self.bot_at.get(usize::from(options.chooser())).and_then(|bot| self.bots.get_mut(*bot));
        let bot = bot.ok_or(Rejection::NotAsked)?;
        let index = bot.choose(&Observation::new(table, &self.state, options)).min(last);
        let wants = self.simulation.wants;
        let counts = &mut self.results.counts;
        self.machine.choose_noting(&mut self.state, index, |options, pick| {
            if wants.cards || wants.choices || wants.lists {
                counts.count_choice(options, pick);
            }
        })
    }
}

fn stuck(what: &'static str) -> Box<Fault> {
    Box::new(Fault { kind: FaultKind::Damaged(what), pc: 0, trace: Vec::new() })
}
