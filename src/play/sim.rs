//! Many games, on as many threads as wanted: what is counted never depends on how many.

use super::agreement::{Agreement, Disagreement};
use super::bot::{bot_seed, game_seed};
use super::kinds::BotKind;
use super::seat::{Bot, Seen, Work};
use super::stats::Stats;
use crate::ir::Begin;
use crate::table::{Fault, FaultKind, Machine, Refused, State, Stop, Table};
use std::num::NonZero;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// How many games a thread takes at a time.
const BATCH: u64 = 16;

/// What is to be simulated.
#[derive(Clone, Debug)]
pub struct Simulation {
    /// What the players agree; its seed is the simulation's, from which each game's is made (see [`game_seed`]).
    pub agreement: Agreement,
    /// Who sits where: a bot for each player.
    pub bots: Vec<BotKind>,
    /// Everybody moves one seat on with each game. What is counted is then counted by bot, in the order of `bots`.
    pub rotate: bool,
    /// How many games.
    pub games: u64,
    /// After how many choices a game is given up.
    pub max_plies: u64,
    /// How many threads.
    pub jobs: NonZero<usize>,
}

/// One game among many.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    pub stats: Stats,
    /// The first game that was given up.
    pub unfinished: Option<GameRef>,
    /// The first game that ended in a fault, and the fault.
    pub fault: Option<(GameRef, Box<Fault>)>,
    /// What the bots have played out in order to choose.
    pub work: Work,
}

impl Simulation {
    /// How many seats each bot sits behind its own in a game.
    pub fn shift(&self, index: u64) -> usize {
        let seats = self.bots.len().max(1) as u64;
        if self.rotate { (index % seats) as usize } else { 0 }
    }

    /// Who sits where in a game.
    pub fn seats(&self, index: u64) -> Vec<BotKind> {
        let mut bots = self.bots.clone();
        bots.rotate_right(self.shift(index));
        bots
    }
}

impl Results {
    fn merge(&mut self, other: Results) {
        self.stats.merge(&other.stats);
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

/// Plays them all. `progress` is told now and then how many more games are done.
pub fn simulate(
    table: &Table,
    simulation: &Simulation,
    progress: impl Fn(u64) + Sync,
) -> Result<Results, Disagreement> {
    // Laying draws on no chance, so one table laid serves every game.
    let laid = simulation.agreement.lay(&mut table.machine())?;
    let next = AtomicU64::new(0);
    let work = || {
        let mut worker = Worker::new(table, simulation, &laid);
        loop {
            let from = next.fetch_add(BATCH, Ordering::Relaxed);
            let to = from.saturating_add(BATCH).min(simulation.games);
            if from >= to {
                return worker.done();
            }
            (from..to).for_each(|index| worker.play(index));
            progress(to - from);
        }
    };
    let mut results = Results::nothing(simulation.agreement.players);
    thread::scope(|scope| {
        let helpers: Vec<_> = (1..simulation.jobs.get()).map(|_| scope.spawn(work)).collect();
        results.merge(work());
        for helper in helpers {
            match helper.join() {
                Ok(theirs) => results.merge(theirs),
                // The hook has said it already; this thread must not go on as if nothing had happened.
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
    });
    Ok(results)
}

impl Results {
    fn nothing(players: u8) -> Results {
        Results { stats: Stats::new(players), unfinished: None, fault: None, work: Work::default() }
    }
}

/// How a game ended.
enum End {
    Finished,
    Unfinished,
    Fault(Box<Fault>),
}

/// A thread's machine, state and bots, used for game after game.
struct Worker<'t> {
    machine: Machine<'t>,
    state: State,
    laid: &'t State,
    bots: Vec<Box<dyn Bot + 't>>,
    simulation: &'t Simulation,
    results: Results,
}

impl<'t> Worker<'t> {
    fn new(table: &'t Table<'t>, simulation: &'t Simulation, laid: &'t State) -> Self {
        Worker {
            machine: table.machine(),
            state: laid.clone(),
            laid,
            bots: simulation.bots.iter().map(|b| b.make(table)).collect(),
            simulation,
            results: Results::nothing(simulation.agreement.players),
        }
    }

    /// What came of its games.
    fn done(mut self) -> Results {
        for work in self.bots.iter().map(|bot| bot.work()) {
            self.results.work.playouts += work.playouts;
            self.results.work.plies += work.plies;
        }
        self.results
    }

    fn play(&mut self, index: u64) {
        let seed = game_seed(self.simulation.agreement.seed, index);
        self.state.copy_from(self.laid);
        self.state.reseed(seed);
        let shift = self.simulation.shift(index);
        let seats = self.bots.len().max(1);
        for (number, bot) in self.bots.iter_mut().enumerate() {
            bot.begin(bot_seed(seed, ((number + shift) % seats) as u8));
        }
        self.machine.start(&mut self.state, Begin::Setup);
        let end = self.run(shift);
        let plies = self.state.plies();
        let stats = &mut self.results.stats;
        stats.plies += plies;
        let game = GameRef { index, seed };
        // Each thread takes games in rising order, so the first it meets is its lowest.
        match end {
            End::Finished => match self.machine.outcome(&self.state) {
                Ok(outcome) => stats.finish(&outcome, plies, self.simulation.shift(index)),
                Err(fault) => self.fault(game, fault),
            },
            End::Unfinished => {
                stats.unfinished += 1;
                self.results.unfinished.get_or_insert(game);
            }
            End::Fault(fault) => self.fault(game, fault),
        }
    }

    fn fault(&mut self, game: GameRef, fault: Box<Fault>) {
        self.results.stats.faults += 1;
        self.results.fault.get_or_insert((game, fault));
    }

    fn run(&mut self, shift: usize) -> End {
        loop {
            match self.machine.advance(&mut self.state) {
                Stop::Choice if self.state.plies() >= self.simulation.max_plies => return End::Unfinished,
                Stop::Choice => {
                    if let Err(refused) = answer(&mut self.machine, &mut self.state, &mut self.bots, shift) {
                        return match refused {
                            Refused::Fault(fault) => End::Fault(fault),
                            _ => End::Fault(stuck("a choice that no bot can answer")),
                        };
                    }
                }
                Stop::Over => return End::Finished,
                Stop::Fault(fault) => return End::Fault(fault),
                // Nothing was left to the host: without a `play` a game does not end, and chance is the table's own.
                Stop::Idle | Stop::Returned | Stop::Chance(_) => return End::Unfinished,
            }
        }
    }
}

fn stuck(what: &'static str) -> Box<Fault> {
    Box::new(Fault { kind: FaultKind::Damaged(what), pc: 0, trace: Vec::new() })
}

/// Lets the bot of whoever must choose do so.
#[inline]
fn answer(
    machine: &mut Machine,
    state: &mut State,
    bots: &mut [Box<dyn Bot + '_>],
    shift: usize,
) -> Result<(), Refused> {
    let table = machine.table();
    let options = machine.options(state)?;
    let last = options.len().saturating_sub(1);
    let seats = bots.len();
    let chooser = options.chooser() as usize;
    let bot = bots.get_mut(if shift == 0 { chooser } else { (chooser + seats - shift) % seats });
    let bot = bot.ok_or(Refused::NotAsked)?;
    let index = bot.choose(&Seen::new(table, state, options)).min(last);
    machine.choose(state, index)
}
