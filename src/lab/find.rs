//! Searches many games for the first that shows something.

use super::run::batch;
use super::simulation::Simulation;
use super::simulation_results::GameRef;
use crate::diagnostics::Code;
use crate::ir::{CodeAddress, FunctionId, PlayerId, StartPoint};
use crate::play::{
    AnswerError, BotKind, Disagreement, Observation, TableBot, bot_seed, decline_or_fail, fault_words,
};
use crate::table::{Fault, Machine, Names, Rejection, State, Stop, Table};
use crate::threads::{lock, side_by_side, take_out};
use std::error::Error;
use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The target of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchGoal {
    /// This function of `Ir::functions`, which has no parameters, returns true.
    Holds(FunctionId),
    /// A rule fails.
    Fault,
}

/// The kind of stop at which the target was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StopKind {
    /// A choice point, before it is answered.
    Choice,
    /// The end of the game.
    Over,
    /// A rule raised a fault.
    Fault(Box<Fault>),
}

/// The reason why a condition has no value at a stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConditionError {
    /// A rule raised a fault.
    Fault(Box<Fault>),
    /// A choice that cannot be declined.
    Unanswered(Box<AnswerError>),
    /// The game ended before there was a value.
    Ended,
    /// More choices were declined than are allowed in one evaluation.
    Endless,
}

impl ConditionError {
    /// Returns the reason as one line for people, with the place of a fault.
    pub fn message(&self, table: &Table) -> String {
        match self {
            ConditionError::Fault(fault) => fault_words(table, fault),
            other => other.to_string(),
        }
    }
}

impl fmt::Display for ConditionError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            ConditionError::Fault(fault) => fault.fmt(f),
            ConditionError::Unanswered(error) => write!(f, "{}; {}", error.message(), error.options_text()),
            ConditionError::Ended => f.write_str("the game ended before there was a value"),
            ConditionError::Endless => write!(f, "it stops for more than {MOST_DECLINED} choices"),
        }
    }
}

impl Error for ConditionError {}

/// Maximum number of choices that are declined in one evaluation.
const MOST_DECLINED: usize = 10_000;

/// A game that shows the target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundGame {
    /// Its number and seed, from which it can be played again.
    pub game: GameRef,
    /// The answers until then, as indices of options.
    pub answers: Vec<u32>,
    /// The stop at which the target was found.
    pub point: StopKind,
}

/// The result of a search. It does not depend on the number of threads: if something was found, the numbers
/// of games and places, which would, are 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameSearch {
    /// The game of the lowest number that shows the target.
    pub found: Option<FoundGame>,
    /// Number of games searched.
    pub games: u64,
    /// Number of them that ended in a fault.
    pub faults: u64,
    /// Number of stops at which the condition was evaluated.
    pub places: u64,
    /// Number of them at which its evaluation failed.
    pub failed: u64,
    /// The first game in which the evaluation failed, and the reason; it is not later than the game found.
    pub why: Option<(GameRef, ConditionError)>,
}

/// Plays the games of a simulation until the first that shows `wanted` is known, or until `stop` is set.
/// Ignores the simulation's `wants` and `watch`.
///
/// # Errors
/// The table cannot be laid as agreed.
pub fn find(
    table: &Table,
    simulation: &Simulation,
    wanted: SearchGoal,
    stop: &AtomicBool,
    progress: impl Fn(u64) + Sync,
) -> Result<GameSearch, Disagreement> {
    let laid = simulation.agreement.lay(&mut table.machine())?;
    let part = &simulation.part;
    let (next, first) = (AtomicU64::new(part.start), AtomicU64::new(u64::MAX));
    let whole = Mutex::new(GameSearch::default());
    let work = || {
        let mut watcher = GameWatcher::new(table, &laid, wanted.into());
        let mut seats = BotPool::new(table);
        let mut search = GameSearch::default();
        'games: while !stop.load(Ordering::Relaxed)
            && let Some(games) = batch(&next, part.end)
        {
            for index in games.clone() {
                // Games after one that was found need not be played.
                if index > first.load(Ordering::Relaxed) {
                    break;
                }
                let game = GameRef { index, seed: simulation.seed(index) };
                seats.begin(&simulation.seats(index), game.seed);
                let point = watcher.play(game.seed, simulation.max_plies, |seen, _| seats.choose(seen));
                // An interrupted game proves nothing.
                if stop.load(Ordering::Relaxed) {
                    break 'games;
                }
                // Each thread takes games in ascending order, so it keeps the lowest number.
                if let (None, Some(why)) = (&search.why, watcher.why.take()) {
                    search.why = Some((game.clone(), why));
                }
                if let Some(point) = point {
                    first.fetch_min(index, Ordering::Relaxed);
                    next.fetch_max(part.end, Ordering::Relaxed);
                    search.found = Some(FoundGame { game, answers: watcher.answers.clone(), point });
                    break;
                }
                search.count(&watcher);
            }
            progress(games.end - games.start);
        }
        lock(&whole).merge(search);
    };
    side_by_side(simulation.jobs.get(), work);
    let search = take_out(whole);
    // The counts of games after the one found depend on the threads' speed.
    Ok(match search.found {
        Some(found) => {
            let why = search.why.filter(|(game, _)| game.index <= found.game.index);
            GameSearch { found: Some(found), why, ..GameSearch::default() }
        }
        None => search,
    })
}

impl GameSearch {
    /// Counts a game that did not show the target.
    fn count(&mut self, watcher: &GameWatcher) {
        self.games += 1;
        self.faults += u64::from(watcher.ended_in_fault);
        self.places += watcher.places;
        self.failed += watcher.failed;
    }

    fn merge(&mut self, other: GameSearch) {
        self.games += other.games;
        self.faults += other.faults;
        self.places += other.places;
        self.failed += other.failed;
        let found = [self.found.take(), other.found];
        self.found = found.into_iter().flatten().min_by_key(|f| f.game.index);
        let why = [self.why.take(), other.why];
        self.why = why.into_iter().flatten().min_by_key(|(game, _)| game.index);
    }
}

/// The bots of a thread, created when first needed.
struct BotPool<'t> {
    table: &'t Table<'t>,
    /// For each seat, the bots that have sat there.
    bots: Vec<Vec<(BotKind, Box<dyn TableBot + 't>)>>,
    /// For each seat, the index of its current bot.
    now: Vec<usize>,
}

impl<'t> BotPool<'t> {
    fn new(table: &'t Table<'t>) -> Self {
        BotPool { table, bots: Vec::new(), now: Vec::new() }
    }

    /// Prepares the bots for a game of this seed.
    fn begin(&mut self, kinds: &[BotKind], seed: u64) {
        self.bots.resize_with(kinds.len(), Vec::new);
        self.now.clear();
        for ((seat, kind), bots) in kinds.iter().enumerate().zip(&mut self.bots) {
            let known = bots.iter().position(|(k, _)| k == kind);
            let who = known.unwrap_or_else(|| {
                bots.push((*kind, kind.make(self.table)));
                bots.len() - 1
            });
            bots[who].1.begin(bot_seed(seed, PlayerId::from_index(seat)));
            self.now.push(who);
        }
    }

    fn choose(&mut self, seen: &Observation) -> usize {
        let seat = seen.player().index();
        let who = self.now.get(seat).copied().unwrap_or_default();
        let bot = self.bots.get_mut(seat).and_then(|bots| bots.get_mut(who));
        bot.map_or(0, |(_, bot)| bot.choose(seen))
    }
}

/// The condition that ends a game under watch.
#[derive(Clone, Copy, Debug)]
pub(super) enum StopCondition {
    Holds(FunctionId),
    Fault,
    /// A fault of this code at this instruction.
    Same(Code, CodeAddress),
}

impl From<SearchGoal> for StopCondition {
    fn from(wanted: SearchGoal) -> Self {
        match wanted {
            SearchGoal::Holds(function) => StopCondition::Holds(function),
            SearchGoal::Fault => StopCondition::Fault,
        }
    }
}

/// Plays single games, and checks the target at each choice and at the end.
pub(super) struct GameWatcher<'t> {
    machine: Machine<'t>,
    names: Names<'t>,
    state: State,
    laid: &'t State,
    target: StopCondition,
    /// The answers of the last game, as indices of options.
    pub(super) answers: Vec<u32>,
    places: u64,
    failed: u64,
    why: Option<ConditionError>,
    ended_in_fault: bool,
}

impl<'t> GameWatcher<'t> {
    pub(super) fn new(table: &'t Table<'t>, laid: &'t State, target: StopCondition) -> Self {
        GameWatcher {
            machine: table.machine(),
            names: Names::new(table.ir()),
            state: laid.clone(),
            laid,
            target,
            answers: Vec::new(),
            places: 0,
            failed: 0,
            why: None,
            ended_in_fault: false,
        }
    }

    /// Plays the game of a seed, up to a limit of choices. `choose` is called with the number of choices
    /// made; an index beyond the options means the last option. Returns the stop at which the target was
    /// found.
    pub(super) fn play(
        &mut self,
        seed: u64,
        most: u64,
        mut choose: impl FnMut(&Observation, usize) -> usize,
    ) -> Option<StopKind> {
        self.state.copy_from(self.laid);
        self.state.reseed(seed);
        self.answers.clear();
        (self.places, self.failed, self.why, self.ended_in_fault) = (0, 0, None, false);
        self.machine.start(&mut self.state, StartPoint::Setup);
        loop {
            match self.machine.advance(&mut self.state) {
                Stop::Choice if self.holds() => return Some(StopKind::Choice),
                Stop::Choice if self.answers.len() as u64 >= most => return None,
                Stop::Choice => match self.answer(&mut choose) {
                    Ok(()) => {}
                    Err(Rejection::Fault(fault)) => return self.fault(fault),
                    Err(_) => return None,
                },
                Stop::Over if self.holds() => return Some(StopKind::Over),
                // Rules determine the winner, so they can fail here, too.
                Stop::Over => {
                    return self.machine.outcome(&self.state).err().and_then(|fault| self.fault(fault));
                }
                Stop::Fault(fault) => return self.fault(fault),
                Stop::Idle | Stop::Returned | Stop::Chance(_) => return None,
            }
        }
    }

    fn answer(&mut self, choose: &mut impl FnMut(&Observation, usize) -> usize) -> Result<(), Rejection> {
        let table = self.machine.table();
        let options = self.machine.options(&mut self.state)?;
        let last = options.len().saturating_sub(1);
        let index = choose(&Observation::new(table, &self.state, options), self.answers.len()).min(last);
        self.machine.choose(&mut self.state, index)?;
        self.answers.push(index as u32);
        Ok(())
    }

    /// Returns whether the condition holds here. Its side effects apply to a copy of the state, in which
    /// optional choices are declined.
    fn holds(&mut self) -> bool {
        let StopCondition::Holds(function) = self.target else { return false };
        self.places += 1;
        let names = &self.names;
        let holds =
            self.machine.on_copy(&self.state, |machine, copy| evaluate(machine, names, copy, function));
        holds.unwrap_or_else(|why| {
            self.failed += 1;
            self.why.get_or_insert(why);
            false
        })
    }

    fn fault(&mut self, fault: Box<Fault>) -> Option<StopKind> {
        self.ended_in_fault = true;
        let wanted = match self.target {
            StopCondition::Holds(_) => false,
            StopCondition::Fault => true,
            StopCondition::Same(code, pc) => (code, pc) == (fault.code(), fault.pc),
        };
        wanted.then_some(StopKind::Fault(fault))
    }
}

/// Returns the value of a condition.
fn evaluate(
    machine: &mut Machine,
    names: &Names,
    state: &mut State,
    function: FunctionId,
) -> Result<bool, ConditionError> {
    let table = machine.table();
    let refused = |refused| match refused {
        Rejection::Fault(fault) => ConditionError::Fault(fault),
        Rejection::NotAsked | Rejection::NotPossible => ConditionError::Ended,
    };
    let mut stop = machine.call(state, function, &[]);
    for _ in 0..=MOST_DECLINED {
        match stop {
            Stop::Choice => {}
            Stop::Returned => return Ok(machine.result().first().is_some_and(|word| *word != 0)),
            Stop::Fault(fault) => return Err(ConditionError::Fault(fault)),
            Stop::Over | Stop::Idle | Stop::Chance(_) => return Err(ConditionError::Ended),
        }
        let options = machine.options(state).map_err(refused)?;
        let index = decline_or_fail(names, table, state, options)
            .map_err(|error| ConditionError::Unanswered(Box::new(error)))?;
        machine.choose(state, index).map_err(refused)?;
        stop = machine.advance(state);
    }
    Err(ConditionError::Endless)
}
