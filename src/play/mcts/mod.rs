//! Monte Carlo tree search (MCTS): UCT with random playouts.
//!
//! Each iteration plays on a determinization of the player's view, so the search knows neither hidden
//! information nor future chance. Because samples may differ, tree nodes identify options by their content,
//! not by their index.

mod graded;
mod tree;

use std::time::{Duration, Instant};

use super::payoff::{self, PayoffSpread, PlayerSides};
use super::seat::{Observation, Preference, SearchEffort, TableBot};
use super::seeds::{draw_below, mix};
use crate::ir::{FunctionId, SearchBudget, ToIndex};
use crate::table::{
    Draws, FailedEvaluations, Machine, Pick, Playout, Sampler, State, Stop, Table, Turns, chance,
};
use graded::Grades;
use tree::{SearchTree, TreeStep};

/// Maximum number of choices in one iteration.
const LONGEST: u32 = 2_000;
/// Maximum number of tree nodes; beyond it the tree no longer grows.
const MOST_NODES: usize = 1 << 20;
/// Maximum size of the options of all nodes, in bytes; beyond it the tree no longer grows.
const MOST_BYTES: usize = 512 << 20;

/// Bot that searches with playouts and takes the option with the best results.
pub struct Mcts<'t> {
    budget: SearchBudget,
    /// Evaluation function (a player → an int), and the number of random choices after which it is called
    /// instead of playing on.
    judge: Option<(FunctionId, u32)>,
    /// Spread of the evaluation between sides, over the playouts of this search so far.
    spread: PayoffSpread,
    sides: PlayerSides,
    /// Outcomes of this search's playouts, if all players are on one side.
    grades: Option<Grades>,
    /// Evaluation of unfinished playouts: a player → an int.
    evaluate: Option<FunctionId>,
    /// Evaluation of playouts that all players win or lose together: a player → an int.
    target: Option<FunctionId>,
    seed: u64,
    machine: Machine<'t>,
    sampler: Sampler,
    /// Determinization of the current position.
    root: State,
    state: State,
    rng: [u64; 4],
    tree: SearchTree,
    steps: Vec<TreeStep>,
    shares: Vec<f64>,
    picks: Vec<Pick>,
    /// True if nothing is hidden and no chance is involved: every sample equals the table itself.
    open: bool,
    /// True if some zone is hidden from some player.
    hidden: bool,
    work: SearchEffort,
}

impl<'t> Mcts<'t> {
    /// Creates the bot for a game. The functions are indices into `Ir::functions`, each a player → an int.
    /// `judge` evaluates a playout after the given number of random choices, instead of playing it to its
    /// end; `evaluate` evaluates playouts that were cut off.
    pub fn new(
        table: &'t Table<'t>,
        budget: SearchBudget,
        judge: Option<(FunctionId, u32)>,
        evaluate: Option<FunctionId>,
    ) -> Self {
        Mcts {
            budget,
            judge,
            spread: PayoffSpread::default(),
            sides: PlayerSides::default(),
            grades: None,
            evaluate,
            target: judge.map(|(function, _)| function).or(table.ir().score).or(evaluate),
            seed: 0,
            machine: table.machine(),
            sampler: Sampler::default(),
            root: State::default(),
            state: State::default(),
            rng: [1, 2, 3, 4],
            tree: SearchTree::default(),
            steps: Vec::new(),
            shares: Vec::new(),
            picks: Vec::new(),
            open: table.is_open(),
            hidden: !table.all_seen(),
            work: SearchEffort::default(),
        }
    }

    /// Plays one iteration: down the tree, one new node, and a random playout from there.
    fn iterate(&mut self, seen: &Observation) {
        if self.hidden {
            let seed = chance::next(&mut self.rng);
            seen.sample(&mut self.sampler, &mut self.machine, seed, &mut self.state);
        } else {
            self.state.copy_from(&self.root);
            if !self.open {
                self.state.reseed(chance::next(&mut self.rng));
            }
        }
        self.steps.clear();
        let keys = matches!(self.budget, SearchBudget::Milliseconds(_)) && self.open;
        let Self { machine, state, rng, tree, steps, picks, sides, grades, .. } = self;
        tree.weigh(grades.as_ref());
        let graded = grades.is_some();
        let mut node = Some(0);
        let mut plies = 0;
        let mut outside = 0;
        let fine = loop {
            // Nothing grows from the second choice outside the tree on: the machine answers those that
            // follow.
            let is_playout = node.is_none() && steps.len() < plies.index();
            if is_playout {
                let after = self.judge.map_or(u32::MAX, |(_, after)| after.saturating_sub(outside));
                let until = state.plies() + u64::from(after.min(LONGEST - plies));
                machine.playout =
                    Some(Playout { draws: Draws::Generator(*rng), until, turns: Turns::default() });
            }
            let before = state.plies();
            let stop = machine.advance(state);
            if let Some(Playout { draws: Draws::Generator(words), .. }) = machine.playout.take() {
                *rng = words;
                let answered = (state.plies() - before) as u32;
                (plies, outside) = (plies + answered, outside + answered);
            }
            match stop {
                Stop::Choice if plies < LONGEST => {}
                Stop::Choice if graded => break true,
                Stop::Choice => {
                    let Some(function) = self.evaluate else {
                        self.shares.fill(sides.draw());
                        break true;
                    };
                    break payoff::lead(machine, state, function, sides, &mut self.shares);
                }
                Stop::Over if graded => break true,
                Stop::Over => break payoff::shares(machine, state, sides, &mut self.shares),
                _ => break false,
            }
            // An edge becomes a node when it is taken for the second time.
            if node.is_none()
                && tree.len() < MOST_NODES
                && tree.bytes() < MOST_BYTES
                && let Some(last) =
                    steps.last().filter(|last| steps.len() as u32 == plies && tree.was_visited(**last))
            {
                let key = if keys { machine.table().key(state) } else { 0 };
                node = tree.grow(*last, key);
            }
            if node.is_none() && plies > 0 {
                if let Some((function, _)) = self.judge.filter(|(_, after)| outside >= *after) {
                    if graded {
                        break true;
                    }
                    break payoff::judge(machine, state, function, sides, &mut self.spread, &mut self.shares);
                }
                outside += 1;
            }
            let Ok(options) = machine.options(state) else { break false };
            let index = match node {
                Some(at) => {
                    let among = (at == 0 && !self.open).then_some(picks.as_slice());
                    let draw = |bound: usize| chance::below(rng, bound as u64).index();
                    let Some(way) = tree.choose(at, options, self.open, among, draw) else { break false };
                    steps.push(way.step);
                    node = way.next;
                    way.option
                }
                None => chance::below(rng, options.len() as u64).index(),
            };
            if machine.choose(state, index).is_err() {
                break false;
            }
            plies += 1;
        };
        self.note(fine);
        self.work.playouts += 1;
        self.work.plies += u64::from(plies);
    }

    /// Records the result of an iteration on its path. `fine` is false if a rule faulted.
    fn note(&mut self, fine: bool) {
        match &mut self.grades {
            Some(grades) => {
                let ended =
                    if fine { graded::payoff(&mut self.machine, &mut self.state, self.target) } else { None };
                let (won, grade) = ended.unwrap_or((0.0, grades.least()));
                grades.add(won, grade);
                self.tree.note_graded(&self.steps, won, grade);
            }
            None => {
                if !fine {
                    // A faulting rule counts 0 for every player.
                    self.shares.fill(0.0);
                }
                self.tree.note(&self.steps, &self.shares);
            }
        }
    }

    /// Reuses the subtree of the last tree that matches the current position, or starts with an empty tree.
    fn plant(&mut self) {
        let reused = matches!(self.budget, SearchBudget::Milliseconds(_))
            && self.open
            && self.tree.len() < MOST_NODES
            && self.tree.bytes() < MOST_BYTES
            && self.tree.root_at(self.machine.table().key(&self.root));
        if !reused {
            self.tree.clear();
        }
    }
}

impl TableBot for Mcts<'_> {
    fn begin(&mut self, seed: u64) {
        self.seed = seed;
        self.tree.clear();
    }

    fn count(&mut self, counts: bool) -> Vec<u64> {
        self.machine.count(counts)
    }

    fn failed(&mut self) -> FailedEvaluations {
        self.machine.take_failed()
    }

    fn choose(&mut self, seen: &Observation) -> usize {
        let options = seen.options();
        if options.len() == 1 {
            return 0;
        }
        let seed = mix(self.seed, seen.plies());
        chance::seed(&mut self.rng, seed);
        // If the position in the rules reveals hidden information, samples would contradict it.
        if self.hidden && !seen.may_look_ahead(&mut self.sampler, &mut self.machine, mix(seed, u64::MAX - 1))
        {
            return draw_below(seed, u64::MAX, options.len());
        }
        seen.sample(&mut self.sampler, &mut self.machine, seed, &mut self.root);
        self.shares.clear();
        self.shares.resize(usize::from(self.root.players()), 0.0);
        self.picks.clear();
        if !self.open {
            self.picks.extend(options.iter());
        }
        self.spread = PayoffSpread::default();
        let told = self.sides.look(&mut self.machine, &mut self.root);
        let together = told && self.sides.is_table();
        self.grades = together.then(Grades::default);
        self.plant();
        match self.budget {
            SearchBudget::Iterations(n) => {
                for _ in 0..n {
                    if self.machine.table().is_stopped() {
                        break;
                    }
                    self.iterate(seen);
                }
            }
            SearchBudget::Milliseconds(ms) => {
                let end = Instant::now() + Duration::from_millis(u64::from(ms));
                // At least one iteration, so that there is a result.
                self.iterate(seen);
                while Instant::now() < end && !self.machine.table().is_stopped() {
                    self.iterate(seen);
                }
            }
        }
        self.tree.best(options, self.open).unwrap_or(0)
    }

    fn work(&self) -> SearchEffort {
        self.work
    }

    fn preferences(&self, seen: &Observation) -> Vec<Preference> {
        self.tree.preferences(seen.options(), self.open)
    }
}
