//! Plays the games of a simulation in one thread.

use super::counts::{LEADS_ONE_IN, Length, MEETINGS_ONE_IN};
use super::simulation::Simulation;
use super::simulation_results::{EvaluationFault, GameFault, GameRef, SimulationResults};
use crate::ir::{CodeAddress, PlayerId, ToIndex};
use crate::play::{
    BotKind, FixedChance, Observation, Opening, SearchEffort, TableBot, bot_seed, fault_words, go_on,
};
use crate::table::{
    Draws, FailedEvaluations, Fault, FaultKind, Machine, Names, Playout, Rejection, State, Stop, Table,
    TableOptions, TableOutcome, Turns,
};
use std::sync::atomic::{AtomicBool, Ordering};

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

/// Number of choices that bots make in a game stopped at the limit, to find where it goes round.
const MORE_CHOICES: u32 = 500;

/// A thread's machine, state and bots, used for game after game.
pub(super) struct SimulationWorker<'t> {
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
    /// True if the machine answers choices itself: every bot is uniformly random, and nothing else needs the
    /// choices.
    plays_out: bool,
    /// The random seed of each seat's bot in the current game.
    seat_seeds: Vec<u64>,
    /// The seat of each bot in the current game (`seat_of`) and the bot of each seat (`bot_at`).
    seat_of: Vec<usize>,
    bot_at: Vec<usize>,
    /// The result of the last game.
    outcome: TableOutcome,
    results: SimulationResults,
    stop: &'t AtomicBool,
    /// True if some bot plays playouts in order to choose.
    thinks: bool,
    /// True if any bot evaluates tables.
    judges: bool,
    /// Work of bots in games that are not counted.
    wasted: SearchEffort,
}

impl<'t> SimulationWorker<'t> {
    pub fn new(
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
    pub fn into_results(mut self) -> SimulationResults {
        let work = self.work();
        self.results.work.playouts += work.playouts - self.wasted.playouts;
        self.results.work.plies += work.plies - self.wasted.plies;
        if let Some(cards) = &mut self.results.counts.cards {
            cards.settle();
        }
        self.results
    }

    /// Plays a game. Returns false if it was interrupted, in which case it is not counted.
    pub fn play(&mut self, index: u64) -> bool {
        let simulation = self.simulation;
        let before = if self.thinks { self.work() } else { SearchEffort::default() };
        let seed = simulation.seed(index);
        self.seat_bots(index, seed);
        let watched = simulation.watches(index);
        if watched {
            self.begin_watching();
        }
        self.begin_counts(index);
        self.chance = self.beginning.begin(&mut self.machine, &mut self.state);
        self.state.reseed(seed);
        if let Some(choices) = &mut self.results.counts.choices {
            choices.begin();
        }
        self.turns.begin(simulation.agreement.players.index());
        if self.plays_out && !watched {
            self.play_out();
        }
        let end = self.run();
        if let Some(Playout { draws: Draws::Seats(seeds), turns, .. }) = self.machine.playout.take() {
            (self.seat_seeds, self.turns) = (seeds, turns);
        }
        let interrupted = matches!(end, End::Interrupted);
        // Scoring is watched, too.
        let ended = self.score(end);
        // Interrupted rules and bots may have answered differently, so the game is not counted.
        if interrupted || self.stop.load(Ordering::Relaxed) {
            self.take_back(before);
            return false;
        }
        if watched {
            self.count_rules();
        }
        self.results.counts.stats.plies += self.state.plies();
        let game = GameRef { index, seed };
        if self.judges {
            self.count_failed_evaluations(&game);
        }
        // Each thread takes games in ascending order, so the first one it keeps has its lowest number.
        match ended {
            Ok(true) => self.count_finished(),
            Ok(false) => {
                self.results.counts.stats.unfinished += 1;
                self.results.counts.give_up();
                self.count_last_asked();
                self.results.unfinished.get_or_insert(game);
            }
            Err(fault) => self.fault(game, fault),
        }
        true
    }

    /// Seats the bots for a game, each with a random seed of its own.
    fn seat_bots(&mut self, index: u64, seed: u64) {
        if self.simulation.rotate || self.seat_of.is_empty() {
            self.seat_of.clear();
            self.seat_of.extend(self.simulation.seating(index));
            for (number, seat) in self.seat_of.iter().enumerate() {
                if let Some(sits) = self.bot_at.get_mut(*seat) {
                    *sits = number;
                }
            }
        }
        self.seat_seeds.clear();
        self.seat_seeds.extend((0..).take(self.bots.len()).map(|seat| bot_seed(seed, PlayerId(seat))));
        for (bot, seat) in self.bots.iter_mut().zip(&self.seat_of) {
            bot.begin(self.seat_seeds.get(*seat).copied().unwrap_or_default());
        }
    }

    /// Begins to count the rules that run.
    fn begin_watching(&mut self) {
        self.machine.count(true);
        self.bots.iter_mut().for_each(|bot| drop(bot.count(true)));
        // The table is laid once for all games. A watched game lays it again, so that those instructions
        // are counted.
        if !self.beginning.is_of_scenario {
            let _ = self.simulation.agreement.lay(&mut self.machine);
        }
    }

    /// Tells the counts that a game begins.
    fn begin_counts(&mut self, index: u64) {
        if let Some(leads) = &mut self.results.counts.leads {
            let has_score = self.machine.table().ir().score.is_some();
            leads.begin(has_score && index.is_multiple_of(LEADS_ONE_IN));
        }
        if let Some(cards) = &mut self.results.counts.cards {
            cards.begin(index.is_multiple_of(MEETINGS_ONE_IN));
        }
    }

    /// Computes the outcome of a finished game, and the answers to the game's own figures. Returns whether it
    /// finished.
    fn score(&mut self, end: End) -> Result<bool, Box<Fault>> {
        match end {
            End::Finished => {
                let ended = self.machine.outcome_into(&self.state, &mut self.outcome);
                let (asked, state) = (&mut self.results.counts.asked, &self.state);
                // Figures of a report are no part of the game.
                let asked = ended.and_then(|()| self.machine.without_counting(|m| asked.evaluate(m, state)));
                asked.map(|()| true)
            }
            End::Unfinished | End::Interrupted => Ok(false),
            End::Fault(fault) => Err(fault),
        }
    }

    /// Takes back all counts of a game that was interrupted. `before` is the work of bots before the game.
    fn take_back(&mut self, before: SearchEffort) {
        self.machine.count(false);
        self.bots.iter_mut().for_each(|bot| drop(bot.count(false)));
        self.results.counts.take_back();
        let work = self.work();
        self.wasted =
            SearchEffort { playouts: work.playouts - before.playouts, plies: work.plies - before.plies };
    }

    /// Counts the rules that ran in a watched game.
    fn count_rules(&mut self) {
        let ran = self.machine.count(false);
        if let Some(rules) = &mut self.results.counts.rules {
            rules.games += 1;
            rules.add(&ran);
            self.bots.iter_mut().for_each(|bot| rules.add_of_bots(&bot.count(false)));
        }
    }

    /// Counts the evaluations of bots that ended in a fault.
    fn count_failed_evaluations(&mut self, game: &GameRef) {
        let mut failed = FailedEvaluations::default();
        self.bots.iter_mut().for_each(|bot| failed.add(bot.failed()));
        self.results.counts.stats.misjudged += failed.count;
        if let (Some(fault), None) = (failed.first, &self.results.misjudged) {
            let why = fault_words(self.machine.table(), &fault);
            self.results.misjudged = Some(EvaluationFault { game: game.clone(), why });
        }
    }

    /// Counts the choice points at which a game that was stopped goes on, so that the report can name one.
    /// The bots answer some more choices, which nothing else counts, unless they think long.
    fn count_last_asked(&mut self) {
        let mut more = if self.thinks { 0 } else { MORE_CHOICES };
        while let Some(choice) = self.machine.table().choice_of(&self.state) {
            *self.results.counts.stats.asked_last.entry(choice).or_default() += 1;
            if more == 0 || self.answer_uncounted().is_err() {
                break;
            }
            more -= 1;
            let stop = go_on(&mut self.chance, &self.names, &mut self.machine, &mut self.state);
            if !matches!(stop, Stop::Choice) {
                break;
            }
        }
        // The next game begins without failures of these choices.
        self.bots.iter_mut().for_each(|bot| drop(bot.failed()));
    }

    /// Asks the bot of the player who must choose, and applies its answer.
    fn answer_uncounted(&mut self) -> Result<(), Rejection> {
        let index = self.ask_bot()?;
        self.machine.choose(&mut self.state, index)
    }

    /// Returns the number of the option that the chooser's bot takes.
    fn ask_bot(&mut self) -> Result<usize, Rejection> {
        let table = self.machine.table();
        let options: &TableOptions = self.machine.options(&mut self.state)?;
        let last = options.len().saturating_sub(1);
        let bot = self.bot_at.get(options.chooser().index()).and_then(|bot| self.bots.get_mut(*bot));
        let bot = bot.ok_or(Rejection::NotAsked)?;
        Ok(bot.choose(&Observation::new(table, &self.state, options)).min(last))
    }

    /// Counts a finished game.
    fn count_finished(&mut self) {
        let plies = self.state.plies();
        let turns = &self.turns.counts;
        let rounds = turns.iter().max().copied().unwrap_or_default();
        let length = Length { plies, turns: turns.iter().sum(), rounds };
        let counts = &mut self.results.counts;
        let outcome = &self.outcome;
        counts.stats.finish(outcome, length, &self.seat_of, self.simulation.rotate);
        counts.choices.iter_mut().for_each(|c| c.finish());
        let table = self.machine.table();
        counts.asked.finish(table.ir(), outcome, &self.seat_of);
        counts.cards.iter_mut().for_each(|c| c.finish(table, &self.state, outcome));
        counts.lists.iter_mut().for_each(|l| l.finish(table, &self.state, outcome));
        counts.leads.iter_mut().for_each(|l| l.finish(outcome));
    }

    fn fault(&mut self, game: GameRef, fault: Box<Fault>) {
        self.results.counts.stats.faults += 1;
        self.results.counts.give_up();
        self.results.fault.get_or_insert(GameFault { game, fault: Some(fault) });
    }

    /// Lets the machine answer the choices of the game, as its bots would.
    fn play_out(&mut self) {
        let seeds = std::mem::take(&mut self.seat_seeds);
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
                        let state = &mut self.state;
                        self.machine.without_counting(|machine| {
                            leads.turn(machine, state);
                            // Scoring replaces the options that were listed.
                            let _ = machine.options(state);
                        });
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
        let index = self.ask_bot()?;
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
    Box::new(Fault { kind: FaultKind::Damaged(what), pc: CodeAddress(0), trace: Vec::new() })
}
