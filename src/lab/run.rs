//! Many games, on as many threads as wanted: what is counted never depends on how many.

use super::counts::{Counts, LEADS_ONE_IN, Length, MEETINGS_ONE_IN, Wants};
use crate::ir::Begin;
use crate::play::{
    Agreement, Bot, BotKind, Disagreement, FixedChance, Opening, Seen, Work, bot_seed, game_seed, go_on, scenario_start,
};
use crate::table::{Fault, FaultKind, Machine, Names, Options, Outcome, Refused, State, Stop, Table};
use crate::threads::side_by_side;
use serde::{Deserialize, Serialize};
use std::num::NonZero;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// How many games a thread takes at a time.
const BATCH: u64 = 16;

/// How many games are watched closely if nobody says.
pub const WATCH: u64 = 64;
/// Default limit of choices in a game.
pub const MAX_PLIES: u64 = 100_000;

/// What is to be simulated.
#[derive(Clone, Debug)]
pub struct Simulation {
    /// What the players agree; its seed is the simulation's, from which each game's is made (see [`game_seed`]).
    pub agreement: Agreement,
    /// Who sits where: a bot for each player.
    pub bots: Vec<BotKind>,
    /// Everybody moves one seat on with each game. What is counted is then counted by bot, in the order of `bots`.
    pub rotate: bool,
    /// In which seat each bot sits, game after game, where they rotate; if it is empty, each goes on to the next seat.
    pub seatings: Vec<Vec<usize>>,
    /// Games of which only the seats differ have the same seed, each so many games as there are seats.
    pub mirror: bool,
    /// How many games.
    pub games: u64,
    /// Which of them are played here; all of them unless they are parted.
    pub part: Range<u64>,
    /// What is counted besides who wins.
    pub wants: Wants,
    /// How many games are watched closely where rules are counted.
    pub watch: u64,
    /// Limit of choices after which a game is stopped.
    pub max_plies: u64,
    /// The id of the scenario where games begin, rather than with setup.
    pub scenario: Option<String>,
    /// How many threads.
    pub jobs: NonZero<usize>,
}

/// One game among many.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRef {
    /// Which, from 0.
    pub index: u64,
    /// Its seed.
    pub seed: u64,
}

/// What came of a simulation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Results {
    /// What was counted.
    pub counts: Counts,
    /// The first game that was stopped unfinished.
    pub unfinished: Option<GameRef>,
    /// The first game that ended in a fault, and the fault.
    pub fault: Option<(GameRef, Box<Fault>)>,
    /// What the bots have played out in order to choose.
    pub work: Work,
}

impl Simulation {
    /// Games between these bots, one for each player, in one thread; nothing is counted but who wins.
    pub fn new(agreement: Agreement, bots: Vec<BotKind>, games: u64) -> Simulation {
        Simulation {
            agreement,
            bots,
            rotate: false,
            seatings: Vec::new(),
            mirror: false,
            games,
            part: 0..games,
            wants: Wants::default(),
            watch: WATCH,
            max_plies: MAX_PLIES,
            scenario: None,
            jobs: NonZero::<usize>::MIN,
        }
    }

    /// In which seat each bot sits in a game.
    pub fn seating(&self, index: u64) -> impl Iterator<Item = usize> + '_ {
        let count = self.bots.len();
        let by = if self.rotate { (index % count.max(1) as u64) as usize } else { 0 };
        let seats = self.seatings.get(by).filter(|_| self.rotate);
        (0..count).map(move |bot| seats.and_then(|seats| seats.get(bot)).copied().unwrap_or((bot + by) % count))
    }

    /// Who sits where in a game.
    pub fn seats(&self, index: u64) -> Vec<BotKind> {
        let mut bots = self.bots.clone();
        for (bot, seat) in self.bots.iter().zip(self.seating(index)) {
            if let Some(place) = bots.get_mut(seat) {
                *place = *bot;
            }
        }
        bots
    }

    /// The seed of a game.
    pub fn seed(&self, index: u64) -> u64 {
        let seats = self.bots.len().max(1) as u64;
        game_seed(self.agreement.seed, if self.mirror { index / seats } else { index })
    }

    /// Whether a game is watched closely: some of them, evenly spread.
    fn watches(&self, index: u64) -> bool {
        self.wants.rules && index.is_multiple_of(self.games.div_ceil(self.watch.max(1)).max(1))
    }
}

impl Results {
    /// Adds what came of other games.
    pub fn merge(&mut self, other: Results) {
        self.counts.merge(&other.counts);
        self.work.playouts += other.work.playouts;
        self.work.plies += other.work.plies;
        let first = |a: &GameRef, b: &GameRef| a.index < b.index;
        if let Some(game) = other.unfinished
            && self.unfinished.as_ref().is_none_or(|mine| first(&game, mine))
        {
            self.unfinished = Some(game);
        }
        if let Some((game, fault)) = other.fault
            && self.fault.as_ref().is_none_or(|(mine, _)| first(&game, mine))
        {
            self.fault = Some((game, fault));
        }
    }
}

/// The next games that a thread takes of those before `end`; `None` once all are taken.
pub(super) fn batch(next: &AtomicU64, end: u64) -> Option<Range<u64>> {
    let after = |from: u64| from.saturating_add(BATCH).min(end);
    let taken = next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |from| (from < end).then(|| after(from)));
    taken.ok().map(|from| from..after(from))
}

/// Plays them all, or until `stop` is set: games that are under way then count in nothing. A game that takes long heeds it at once if the
/// table does ([`Table::stop_when`]), else at its next choices. `progress` is told now and then how many more games are done.
///
/// # Errors
/// Why a table cannot be laid as agreed.
pub fn simulate(
    table: &Table,
    simulation: &Simulation,
    stop: &AtomicBool,
    progress: impl Fn(u64) + Sync,
) -> Result<Played, Disagreement> {
    let beginning = opening(table, simulation)?;
    let next = AtomicU64::new(simulation.part.start);
    let work = || {
        let mut worker = Worker::new(table, simulation, &beginning, stop);
        let mut played = Vec::new();
        while !stop.load(Ordering::Relaxed)
            && let Some(games) = batch(&next, simulation.part.end)
        {
            let interrupted = games.clone().find(|index| !worker.play(*index));
            let games = games.start..interrupted.unwrap_or(games.end);
            progress(games.end - games.start);
            played.push(games);
        }
        (worker.done(), played)
    };
    let mut results = Results::nothing(table, simulation);
    let mut games = Vec::new();
    for (theirs, played) in side_by_side(simulation.jobs.get(), work) {
        results.merge(theirs);
        games.extend(played);
    }
    Ok(Played { games: joined(games), results })
}

/// Where every game begins. Laying a table draws on no chance, so one serves every game.
fn opening<'t>(table: &'t Table, simulation: &Simulation) -> Result<Opening<'t>, Disagreement> {
    let Some(id) = &simulation.scenario else {
        return Ok(Opening::laid(simulation.agreement.lay(&mut table.machine())?));
    };
    let ir = table.ir();
    let scenario = ir.scenarios.iter().find(|scenario| scenario.id == *id);
    let scenario = scenario.ok_or_else(|| Disagreement::Words(format!("there is no scenario `{id}`")))?;
    let start = scenario_start(table, &Names::new(ir), scenario).map_err(|why| Disagreement::Words(why.message))?;
    Ok(Opening::of_scenario(start))
}

/// Ranges of games that nobody played twice, in rising order and as few as can be.
pub(super) fn joined(mut games: Vec<Range<u64>>) -> Vec<Range<u64>> {
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

/// What came of the games that were played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Which they are, in rising order: all of them, if nobody interrupted.
    pub games: Vec<Range<u64>>,
    /// What came of them.
    pub results: Results,
}

impl Played {
    /// How many they are.
    pub fn count(&self) -> u64 {
        self.games.iter().map(|range| range.end - range.start).sum()
    }
}

impl Results {
    fn nothing(table: &Table, simulation: &Simulation) -> Results {
        Results {
            counts: Counts::new(table.ir(), simulation.agreement.players, simulation.wants),
            unfinished: None,
            fault: None,
            work: Work::default(),
        }
    }
}

/// How a game ended.
enum End {
    Finished,
    Unfinished,
    /// The user wants no more.
    Interrupted,
    Fault(Box<Fault>),
}

/// After how many choices of a game it is looked whether the user wants no more.
const LOOK: u64 = 64;

/// A thread's machine, state and bots, used for game after game.
struct Worker<'t> {
    machine: Machine<'t>,
    state: State,
    beginning: &'t Opening<'t>,
    /// What is fixed of chance in the game under way, and has not come yet.
    chance: Option<FixedChance<'t>>,
    names: Names<'t>,
    bots: Vec<Box<dyn Bot + 't>>,
    simulation: &'t Simulation,
    /// How many turns each player had in the game under way.
    turns: Vec<u64>,
    /// In which seat each bot sits in the game under way, and which bot sits in each seat.
    seat_of: Vec<usize>,
    bot_at: Vec<usize>,
    /// How the last game ended.
    outcome: Outcome,
    results: Results,
    stop: &'t AtomicBool,
    /// Some bot plays games out in order to choose.
    thinks: bool,
    /// What bots played out in a game that counts in nothing.
    wasted: Work,
}

impl<'t> Worker<'t> {
    fn new(table: &'t Table<'t>, simulation: &'t Simulation, beginning: &'t Opening<'t>, stop: &'t AtomicBool) -> Self {
        let mut machine = table.machine();
        machine.ask_chance(beginning.chance.is_some());
        Worker {
            machine,
            state: beginning.state.clone(),
            beginning,
            chance: None,
            names: Names::new(table.ir()),
            bots: simulation.bots.iter().map(|b| b.make(table)).collect(),
            simulation,
            turns: vec![0; simulation.agreement.players as usize],
            seat_of: Vec::new(),
            bot_at: (0..simulation.bots.len()).collect(),
            outcome: Outcome::open(),
            results: Results::nothing(table, simulation),
            stop,
            thinks: simulation.bots.iter().any(|bot| matches!(bot, BotKind::Mcts(_))),
            wasted: Work::default(),
        }
    }

    /// What its bots have played out.
    fn work(&self) -> Work {
        let each = self.bots.iter().map(|bot| bot.work());
        each.fold(Work::default(), |a, b| Work { playouts: a.playouts + b.playouts, plies: a.plies + b.plies })
    }

    /// What came of its games.
    fn done(mut self) -> Results {
        let work = self.work();
        self.results.work.playouts += work.playouts - self.wasted.playouts;
        self.results.work.plies += work.plies - self.wasted.plies;
        if let Some(cards) = &mut self.results.counts.cards {
            cards.settle();
        }
        self.results
    }

    /// Plays a game; false if it was interrupted and counts in nothing.
    fn play(&mut self, index: u64) -> bool {
        let simulation = self.simulation;
        let before = if self.thinks { self.work() } else { Work::default() };
        let seed = simulation.seed(index);
        self.state.copy_from(&self.beginning.state);
        self.chance.clone_from(&self.beginning.chance);
        self.state.reseed(seed);
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
            // Laying the table is done once for all games; those that are watched do it for themselves, to have it counted.
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
        if !self.beginning.is_of_scenario {
            self.machine.start(&mut self.state, Begin::Setup);
        }
        if let Some(choices) = &mut self.results.counts.choices {
            choices.begin();
        }
        let end = self.run();
        let interrupted = matches!(end, End::Interrupted);
        let plies = self.state.plies();
        let rounds = self.turns.iter().max().copied().unwrap_or_default();
        let length = Length { plies, turns: self.turns.iter().sum(), rounds };
        // Scoring belongs to what is watched.
        let outcome = match end {
            End::Finished => {
                let ended = self.machine.outcome_into(&self.state, &mut self.outcome);
                let asked = ended.and_then(|()| self.results.counts.asked.ask(&mut self.machine, &self.state));
                asked.map(|()| true)
            }
            End::Unfinished | End::Interrupted => Ok(false),
            End::Fault(fault) => Err(fault),
        };
        // Rules and bots that were interrupted have not answered as they would have.
        if interrupted || self.stop.load(Ordering::Relaxed) {
            self.machine.count(false);
            self.results.counts.take_back();
            let work = self.work();
            self.wasted = Work { playouts: work.playouts - before.playouts, plies: work.plies - before.plies };
            return false;
        }
        let counts = &mut self.results.counts;
        if watched {
            let ran = self.machine.count(false);
            if let Some(rules) = &mut counts.rules {
                rules.games += 1;
                rules.add(&ran);
            }
        }
        counts.stats.plies += plies;
        let game = GameRef { index, seed };
        // Each thread takes games in rising order, so the first it meets is its lowest.
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
        self.results.fault.get_or_insert((game, fault));
    }

    /// Plays to the end; gives how it came.
    fn run(&mut self) -> End {
        self.turns.fill(0);
        let mut last = None;
        let max_plies = self.simulation.max_plies;
        let mut look = LOOK.min(max_plies);
        loop {
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
                    if chooser != last {
                        last = chooser;
                        if let Some(turns) = chooser.and_then(|player| self.turns.get_mut(player as usize)) {
                            *turns += 1;
                        }
                        if let Some(leads) = &mut self.results.counts.leads {
                            leads.turn(&mut self.machine, &mut self.state);
                        }
                    }
                    if let Err(refused) = self.answer() {
                        let fault = match refused {
                            Refused::Fault(fault) if fault.kind == FaultKind::Interrupted => return End::Interrupted,
                            Refused::Fault(fault) => fault,
                            _ => stuck("a choice that no bot can answer"),
                        };
                        return End::Fault(fault);
                    }
                }
                Stop::Over => return End::Finished,
                Stop::Fault(fault) if fault.kind == FaultKind::Interrupted => return End::Interrupted,
                Stop::Fault(fault) => return End::Fault(fault),
                // Nothing was left to the host: without a `play` a game does not end, and chance is the table's own.
                Stop::Idle | Stop::Returned | Stop::Chance(_) => return End::Unfinished,
            }
        }
    }

    /// Lets the bot of whoever must choose do so.
    #[inline]
    fn answer(&mut self) -> Result<(), Refused> {
        let table = self.machine.table();
        let options: &Options = self.machine.options(&mut self.state)?;
        let last = options.len().saturating_sub(1);
        let bot = self.bot_at.get(options.chooser() as usize).and_then(|bot| self.bots.get_mut(*bot));
        let bot = bot.ok_or(Refused::NotAsked)?;
        let index = bot.choose(&Seen::new(table, &self.state, options)).min(last);
        let wants = self.simulation.wants;
        let counts = &mut self.results.counts;
        self.machine.choose_noting(&mut self.state, index, |options, pick| {
            if wants.cards || wants.choices || wants.lists {
                counts.chosen(options, pick);
            }
        })
    }
}

fn stuck(what: &'static str) -> Box<Fault> {
    Box::new(Fault { kind: FaultKind::Damaged(what), pc: 0, trace: Vec::new() })
}
