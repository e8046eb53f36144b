//! Lookahead: evaluates each option by trying its moves on samples.

use super::judge::Judge;
use super::payoff::{self, PlayerSides};
use super::seat::{Observation, add_counts};
use super::seeds::mix;
use crate::ir::{Layout, PlayerId};
use crate::table::{Ending, FailedEvaluations, Machine, Pick, PickKind, Sampler, State, Stop, Table};
use std::cmp::Ordering;

/// Maximum number of samples for a move, if chance or hidden information is involved.
const SAMPLES: u32 = 16;
/// Numbers of samples after which options are pruned.
const ROUNDS: [u32; 3] = [2, 4, 8];
/// Number of equal results after which an option is taken to have the same result on all samples. This is
/// rarely wrong.
const SURE: u32 = 4;
/// The same for an option on which no chance was drawn: only hidden information could make a difference then.
const SURE_WITHOUT_CHANCE: u32 = 2;
/// Number of options that are never pruned for being worse than others.
const MOST_KEPT: usize = 3;
/// Maximum number of choices tried for one option.
const MOST_TRIED: u32 = 4096;
/// Maximum number of choices of a move.
const DEEPEST: usize = 64;
/// Maximum number of windows passed during a move.
const MOST_PASSED: u32 = 64;
/// Value of a win for `LookaheadPurpose::Best`: greater than any value of an expression.
const WON: i128 = 1 << 112;
/// Fixed-point scale of evaluations, so that they also break ties between draws.
const FINE: i128 = 1 << 32;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LookaheadPurpose {
    /// Find the best move: an option's value is that of the best move beginning with it, and a win is better
    /// than any evaluation.
    Best,
    /// Compute weights: an option's value is the sum over all moves beginning with it; a finished game is
    /// evaluated like any position.
    Weights,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OptionResults {
    /// Sum of the values.
    pub sum: i128,
    /// Number of samples on which the option could be tried.
    pub count: u32,
    last: i128,
    /// True if the value differs between samples.
    varies: bool,
    /// True if a rule drew a random result while the option was tried.
    drew: bool,
    /// True if it gets no more samples: its value did not vary, or better options remain.
    settled: bool,
}

impl OptionResults {
    fn came_to(&mut self, value: i128) {
        self.varies |= self.count > 0 && self.last != value;
        self.last = value;
        self.sum += value;
        self.count += 1;
    }

    /// Compares means without division; an option that could be tried on no sample is the worst.
    pub(super) fn against(&self, other: &Self) -> Ordering {
        match (self.count, other.count) {
            (0, _) | (_, 0) => self.count.min(1).cmp(&other.count.min(1)),
            (n, m) => (self.sum * i128::from(m)).cmp(&(other.sum * i128::from(n))),
        }
    }
}

/// Lookahead of a bot. It has no access to the actual state, only to samples of what a player sees.
pub(super) struct Lookahead<'t> {
    table: &'t Table<'t>,
    judge: Judge,
    purpose: LookaheadPurpose,
    sampler: Sampler,
    sample: State,
    /// Machine and state for each choice of a move.
    levels: Vec<(Machine<'t>, State)>,
    shares: Vec<f64>,
    sides: PlayerSides,
    tried: Vec<OptionResults>,
    /// Options, sorted by their results.
    order: Vec<usize>,
    picks: Vec<Pick>,
    /// Number of choices tried for the current option.
    choices: u32,
    /// True if executions of instructions are counted.
    counts: bool,
    /// Base of the frame in which the move is chosen. Questions asked in frames above it belong to the move.
    frame: u64,
    /// True if a window that the move opened was passed.
    passed: bool,
    /// True if the current option has drawn chance.
    drew: bool,
}

impl<'t> Lookahead<'t> {
    /// Creates a lookahead for a game, with a bot's evaluation functions.
    pub(super) fn new(table: &'t Table<'t>, judge: Judge, purpose: LookaheadPurpose) -> Self {
        Lookahead {
            table,
            judge,
            purpose,
            sampler: Sampler::default(),
            sample: State::default(),
            levels: Vec::new(),
            shares: Vec::new(),
            sides: PlayerSides::default(),
            tried: Vec::new(),
            order: Vec::new(),
            picks: Vec::new(),
            choices: 0,
            counts: false,
            frame: 0,
            passed: false,
            drew: false,
        }
    }

    /// Starts or ends counting the executions of each instruction, and returns the counts so far.
    pub(super) fn count(&mut self, counts: bool) -> Vec<u64> {
        self.counts = counts;
        let mut all = Vec::new();
        for (machine, _) in &mut self.levels {
            add_counts(&mut all, &machine.count(counts));
        }
        all
    }

    /// Returns the evaluations that have failed since this was last called.
    pub(super) fn failed(&mut self) -> FailedEvaluations {
        let mut failed = FailedEvaluations::default();
        self.levels.iter_mut().for_each(|(machine, _)| failed.add(machine.take_failed()));
        failed
    }

    /// Tries every option. Returns for each the sum of its values and the number of samples on which it could
    /// be tried: 0 if the position in the rules reveals hidden information.
    pub(super) fn all(&mut self, seen: &Observation, seed: u64) -> &[OptionResults] {
        let options = seen.options();
        let you = seen.player();
        self.reach(0);
        self.tried.clear();
        self.tried.resize(options.len(), OptionResults::default());
        let open = self.table.is_open();
        self.picks.clear();
        if !open {
            self.picks.extend(options.iter());
        }
        let (machine, _) = &mut self.levels[0];
        if !open && !seen.may_look_ahead(&mut self.sampler, machine, mix(seed, u64::MAX - 1)) {
            return &self.tried;
        }
        for sample in 0..if open { 1 } else { SAMPLES } {
            if ROUNDS.contains(&sample) && !self.narrow() {
                break;
            }
            let (machine, _) = &mut self.levels[0];
            seen.sample(&mut self.sampler, machine, mix(seed, u64::from(sample)), &mut self.sample);
            self.shares.resize(usize::from(self.sample.players()), 0.0);
            let (machine, state) = &mut self.levels[0];
            state.copy_from(&self.sample);
            self.frame = state.words()[Layout::BASE];
            if machine.options(state).is_err() {
                continue;
            }
            for index in 0..self.tried.len() {
                if self.tried[index].settled {
                    continue;
                }
                let (machine, state) = &mut self.levels[0];
                // The sample may offer different options, if hidden information affects legality.
                let place = match (self.picks.get(index), machine.options(state)) {
                    (None, _) => Some(index),
                    (Some(pick), Ok(options)) => options.position_near(pick, index),
                    (Some(_), Err(_)) => None,
                };
                (self.choices, self.passed, self.drew) = (0, false, false);
                let value = place.and_then(|place| self.try_option(0, place, you, 0));
                self.tried[index].drew |= self.drew;
                if let Some(value) = value {
                    self.tried[index].came_to(value);
                }
            }
        }
        &self.tried
    }

    /// Marks options that need no more samples; returns false if none is left. A constant result is taken to
    /// depend on nothing hidden. To find the best option, the worse half of the rest is pruned, so that
    /// samples go where they matter.
    fn narrow(&mut self) -> bool {
        for tried in &mut self.tried {
            let sure = if tried.drew { SURE } else { SURE_WITHOUT_CHANCE };
            tried.settled |= tried.count >= sure && !tried.varies;
        }
        if self.purpose == LookaheadPurpose::Best {
            self.order.clear();
            self.order.extend((0..self.tried.len()).filter(|i| !self.tried[*i].settled));
            let tried = &self.tried;
            self.order.sort_by(|a, b| tried[*b].against(&tried[*a]));
            let kept = self.order.len().div_ceil(2).max(MOST_KEPT.min(self.order.len()));
            if let Some(last) =
                kept.checked_sub(1).and_then(|last| self.order.get(last)).map(|last| self.tried[*last])
            {
                for tried in self.tried.iter_mut().filter(|tried| tried.against(&last).is_lt()) {
                    tried.settled = true;
                }
            }
        }
        self.tried.iter().any(|tried| !tried.settled)
    }

    fn reach(&mut self, level: usize) {
        while self.levels.len() <= level {
            let mut machine = self.table.machine();
            if self.counts {
                machine.count(true);
            }
            self.levels.push((machine, State::default()));
        }
    }

    /// Advances after a choice, and passes in windows that the move itself has opened, because its effect
    /// happens only after they close.
    fn advance(&mut self, level: usize) -> Stop {
        let (machine, state) = &mut self.levels[level];
        for _ in 0..MOST_PASSED {
            let stop = machine.advance_unlisted(state);
            if stop != Stop::Choice || state.words()[Layout::BASE] <= self.frame {
                return stop;
            }
            let choice = self.table.choice_of(state).and_then(|choice| self.table.ir().choice(choice));
            let Some(pass) =
                choice.filter(|choice| !choice.actions.is_empty()).and_then(|choice| choice.decline)
            else {
                return stop;
            };
            if machine.decline(state) {
                self.passed = true;
                continue;
            }
            let Ok(options) = machine.options(state) else { return stop };
            let Some(place) = options.iter().position(|pick| pick.kind == PickKind::Arm(pass)) else {
                return stop;
            };
            self.passed = true;
            if machine.choose(state, place).is_err() {
                return stop;
            }
        }
        machine.advance_unlisted(state)
    }

    /// Returns the value of the state at a level for a player, at the first stop after a choice. `gained` is
    /// the sum of the move's preference values so far. Returns `None` if a rule faults.
    fn worth(&mut self, level: usize, stop: Stop, you: PlayerId, gained: i128) -> Option<i128> {
        let (machine, state) = &mut self.levels[level];
        match stop {
            Stop::Choice => {}
            Stop::Over if self.purpose == LookaheadPurpose::Weights => return self.value(level, you, gained),
            Stop::Over => {
                let over = state.ending();
                if !payoff::shares(machine, state, &mut self.sides, &mut self.shares) {
                    return None;
                }
                let (share, draw) = (self.shares.get(you.index())?, self.sides.draw());
                // Ties between endings are broken by the evaluation: how close the result was, or how far a
                // cooperative game got.
                let table = self.sides.is_table();
                let sign = match share.total_cmp(&draw) {
                    _ if table && over != Ending::Settled => 0,
                    Ordering::Equal if table => -1,
                    Ordering::Less => -1,
                    Ordering::Equal => 0,
                    Ordering::Greater => 1,
                };
                let value = self.value(level, you, gained)?;
                // A draw has value 0 relative to a game that continues.
                let drawn = !table && sign == 0;
                return Some(if drawn {
                    gained * FINE + (value / FINE).clamp(1 - FINE, FINE - 1)
                } else {
                    value + sign * WON
                });
            }
            _ => return None,
        }
        let choice = self.table.choice_of(state).and_then(|choice| self.table.ir().choice(choice));
        // Choices of the same player after the windows are closed, such as a destination, are part of the
        // move.
        let inside = self.passed && state.words()[Layout::BASE] > self.frame;
        let more = choice.is_some_and(|c| c.more || inside && c.actions.is_empty());
        if more && state.chooser() == Some(you) && level < DEEPEST && self.choices < MOST_TRIED {
            let count = machine.options(state).ok()?.len();
            let purpose = self.purpose;
            let moves = (0..count).filter_map(|index| self.try_option(level, index, you, gained));
            return match purpose {
                LookaheadPurpose::Best => moves.max(),
                LookaheadPurpose::Weights => moves.reduce(|a, b| a + b),
            };
        }
        self.value(level, you, gained)
    }

    /// Returns the evaluation of the state at a level for a player, plus the move's preference values.
    fn value(&mut self, level: usize, you: PlayerId, gained: i128) -> Option<i128> {
        let (machine, state) = &mut self.levels[level];
        let value = match (self.judge.evaluate, self.purpose) {
            (None, _) => gained,
            (Some(function), LookaheadPurpose::Weights) => {
                i128::from(payoff::value(machine, state, function, you)?) + gained
            }
            (Some(_), LookaheadPurpose::Best) if !self.sides.look(machine, state) => return None,
            (Some(function), LookaheadPurpose::Best) => {
                payoff::sum(machine, state, function, self.sides.mates(you))? + gained
            }
        };
        Some(if self.purpose == LookaheadPurpose::Weights { value.max(0) } else { value * FINE })
    }

    /// Returns the value of an option of a level, tried at the next level. `gained` is the sum of the
    /// preference values before it.
    fn try_option(&mut self, level: usize, index: usize, you: PlayerId, gained: i128) -> Option<i128> {
        self.choices += 1;
        if self.table.is_stopped() {
            return None;
        }
        self.reach(level + 1);
        let (above, below) = self.levels.split_at_mut(level + 1);
        let ((machine, from), (_, to)) = (above.last_mut()?, below.first_mut()?);
        let gained = gained + i128::from(self.judge.prefers(machine, from, index)?);
        // Evaluation may have replaced the machine's option list; the copy must be answered by the list of
        // its original.
        machine.options(from).ok()?;
        to.copy_from(from);
        machine.choose(to, index).ok()?;
        let before = to.generator();
        let stop = self.advance(level + 1);
        self.drew |= self.levels[level + 1].1.generator() != before;
        self.worth(level + 1, stop, you, gained)
    }
}
