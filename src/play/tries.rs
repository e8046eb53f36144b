//! Moves tried out: what the table is worth to a player after each of them.

use super::bot::mix;
use super::judge::Judge;
use super::seat::Seen;
use super::worth::{self, Sides};
use crate::ir::Layout;
use crate::table::{Ending, Machine, Pick, PickKind, Sampler, State, Stop, Table};
use std::cmp::Ordering;

/// On how many samples a move is tried at most, where chance or hidden things have a part in it.
const SAMPLES: u32 = 16;
/// After how many samples it is asked which options need more.
const ROUNDS: [u32; 3] = [2, 4, 8];
/// An option that came to the same on so many samples is taken to come to the same on all: rarely it does not.
const SURE: u32 = 4;
/// The number of options that are never dropped for being worse than others.
const MOST_KEPT: usize = 3;
/// How many choices of one move may be tried.
const MOST_TRIED: u32 = 4096;
/// The most choices of a move that are looked at.
const DEEPEST: usize = 64;
/// How many windows for answers that a move opens are passed.
const MOST_PASSED: u32 = 64;
/// What having won is worth to who wants the best: more than any value that an expression can have.
const WON: i128 = 1 << 112;
/// What an expression counts for is counted so finely that it decides between draws, too.
const FINE: i128 = 1 << 32;

/// What moves are tried for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum For {
    /// The best: an option is worth what the best move is that begins with it, and nothing is better than having won.
    Best,
    /// Weights: an option weighs as much as all moves together that begin with it; the end of the game is judged as any table is.
    Weights,
}

/// What an option came to.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tried {
    /// In all.
    pub sum: i128,
    /// On how many samples it could be tried.
    pub count: u32,
    last: i128,
    /// Not on all samples the same.
    varies: bool,
    /// It is tried no more.
    settled: bool,
}

impl Tried {
    fn came_to(&mut self, value: i128) {
        self.varies |= self.count > 0 && self.last != value;
        self.last = value;
        self.sum += value;
        self.count += 1;
    }

    /// Compares the means, without dividing; what could be tried on no sample is the worst.
    pub(super) fn against(&self, other: &Self) -> Ordering {
        match (self.count, other.count) {
            (0, _) | (_, 0) => self.count.min(1).cmp(&other.count.min(1)),
            (n, m) => (self.sum * i128::from(m)).cmp(&(other.sum * i128::from(n))),
        }
    }
}

/// Tries moves. It never sees the table itself, but samples of what a player sees.
pub(super) struct Tries<'t> {
    table: &'t Table<'t>,
    judge: Judge,
    purpose: For,
    sampler: Sampler,
    sample: State,
    /// A machine and a state for each choice of a move.
    levels: Vec<(Machine<'t>, State)>,
    shares: Vec<f64>,
    sides: Sides,
    tried: Vec<Tried>,
    /// Options in the order of what they came to.
    order: Vec<usize>,
    picks: Vec<Pick>,
    /// How many choices of the move at hand were tried.
    choices: u32,
    /// Where the frame begins in which the move is chosen: what is asked in a frame above it belongs to the move.
    frame: u64,
    /// A window for answers that the move opened was passed.
    passed: bool,
}

impl<'t> Tries<'t> {
    /// For a game, by what a bot goes by.
    pub(super) fn new(table: &'t Table<'t>, judge: Judge, purpose: For) -> Self {
        Tries {
            table,
            judge,
            purpose,
            sampler: Sampler::default(),
            sample: State::default(),
            levels: Vec::new(),
            shares: Vec::new(),
            sides: Sides::default(),
            tried: Vec::new(),
            order: Vec::new(),
            picks: Vec::new(),
            choices: 0,
            frame: 0,
            passed: false,
        }
    }

    /// Tries every option, and for each gives what it came to in all, and on how many samples it could be tried: on none where the
    /// place in the rules tells what is hidden.
    pub(super) fn all(&mut self, seen: &Seen, seed: u64) -> &[Tried] {
        let options = seen.options();
        let you = seen.player();
        self.reach(0);
        self.tried.clear();
        self.tried.resize(options.len(), Tried::default());
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
            self.shares.resize(self.sample.players() as usize, 0.0);
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
                // The sample may offer other things, where what is hidden has a say in what is legal.
                let place = match (self.picks.get(index), machine.options(state)) {
                    (None, _) => Some(index),
                    (Some(pick), Ok(options)) => options.position(pick),
                    (Some(_), Err(_)) => None,
                };
                (self.choices, self.passed) = (0, false);
                if let Some(value) = place.and_then(|place| self.try_option(0, place, you, 0)) {
                    self.tried[index].came_to(value);
                }
            }
        }
        &self.tried
    }

    /// Settles the options that need no more samples; false if that is all of them. What came to the same again and again is
    /// taken to depend on nothing hidden. Of the rest, to find the best, the worse half is dropped: samples go where they decide something.
    fn narrow(&mut self) -> bool {
        for tried in &mut self.tried {
            tried.settled |= tried.count >= SURE && !tried.varies;
        }
        if self.purpose == For::Best {
            self.order.clear();
            self.order.extend((0..self.tried.len()).filter(|i| !self.tried[*i].settled));
            let tried = &self.tried;
            self.order.sort_by(|a, b| tried[*b].against(&tried[*a]));
            let kept = self.order.len().div_ceil(2).max(MOST_KEPT.min(self.order.len()));
            if let Some(last) = kept.checked_sub(1).and_then(|last| self.order.get(last)).map(|last| self.tried[*last])
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
            self.levels.push((self.table.machine(), State::default()));
        }
    }

    /// Goes on after a choice, and passes in the windows for answers that the move itself has opened: what it does is done only once
    /// they are closed.
    fn advance(&mut self, level: usize) -> Stop {
        let (machine, state) = &mut self.levels[level];
        for _ in 0..MOST_PASSED {
            let stop = machine.advance_unlisted(state);
            if stop != Stop::Choice || state.words()[Layout::BASE] <= self.frame {
                return stop;
            }
            let Ok(options) = machine.options(state) else { return stop };
            let choice = self.table.ir().choices.get(options.choice() as usize);
            let pass = choice.filter(|choice| !choice.actions.is_empty()).and_then(|choice| choice.decline);
            let arm = |arm: u16| options.iter().position(|pick| pick.kind == PickKind::Arm(arm));
            let Some(place) = pass.and_then(arm) else { return stop };
            self.passed = true;
            if machine.choose(state, place).is_err() {
                return stop;
            }
        }
        machine.advance_unlisted(state)
    }

    /// What the state at a level comes to for a player, to whom the move so far was worth `gained` by itself: it stands right after a
    /// choice. `None` where a rule fails.
    fn worth(&mut self, level: usize, you: u8, gained: i128) -> Option<i128> {
        let stop = self.advance(level);
        let (machine, state) = &mut self.levels[level];
        match stop {
            Stop::Choice => {}
            Stop::Over if self.purpose == For::Weights => return self.value(level, you, gained),
            Stop::Over => {
                let over = state.ending();
                if !worth::shares(machine, state, &mut self.sides, &mut self.shares) {
                    return None;
                }
                let (share, draw) = (self.shares.get(you as usize)?, self.sides.draw());
                // Of equal ends, the better by what is judged otherwise: how close it was, how far a table of friends has come.
                let table = self.sides.is_table();
                let sign = match share.total_cmp(&draw) {
                    _ if table && over != Ending::Settled => 0,
                    Ordering::Equal if table => -1,
                    Ordering::Less => -1,
                    Ordering::Equal => 0,
                    Ordering::Greater => 1,
                };
                let value = self.value(level, you, gained)?;
                // A draw counts as nothing beside a game that goes on.
                let drawn = !table && sign == 0;
                return Some(if drawn {
                    gained * FINE + (value / FINE).clamp(1 - FINE, FINE - 1)
                } else {
                    value + sign * WON
                });
            }
            _ => return None,
        }
        let choice = self.table.choice_of(state).and_then(|choice| self.table.ir().choices.get(choice as usize));
        // What a move asks of its player once its windows are closed, such as where a piece goes, is a part of it.
        let inside = self.passed && state.words()[Layout::BASE] > self.frame;
        let more = choice.is_some_and(|c| c.more || inside && c.actions.is_empty());
        if more && state.chooser() == Some(you) && level < DEEPEST && self.choices < MOST_TRIED {
            let count = machine.options(state).ok()?.len();
            let purpose = self.purpose;
            let moves = (0..count).filter_map(|index| self.try_option(level, index, you, gained));
            return match purpose {
                For::Best => moves.max(),
                For::Weights => moves.reduce(|a, b| a + b),
            };
        }
        self.value(level, you, gained)
    }

    /// How good the state at a level is for a player, with what the move that led there was worth to them by itself.
    fn value(&mut self, level: usize, you: u8, gained: i128) -> Option<i128> {
        let (machine, state) = &mut self.levels[level];
        let value = match (self.judge.evaluate, self.purpose) {
            (None, _) => gained,
            (Some(function), For::Weights) => i128::from(worth::value(machine, state, function, you)?) + gained,
            (Some(_), For::Best) if !self.sides.look(machine, state) => return None,
            (Some(function), For::Best) => worth::sum(machine, state, function, self.sides.mates(you))? + gained,
        };
        Some(if self.purpose == For::Weights { value.max(0) } else { value * FINE })
    }

    /// What an option of the state at a level comes to, tried at the next; the choices before it were worth `gained` by themselves.
    fn try_option(&mut self, level: usize, index: usize, you: u8, gained: i128) -> Option<i128> {
        self.choices += 1;
        if self.table.is_stopped() {
            return None;
        }
        self.reach(level + 1);
        let (above, below) = self.levels.split_at_mut(level + 1);
        let ((machine, from), (_, to)) = (above.last_mut()?, below.first_mut()?);
        let gained = gained + i128::from(self.judge.prefers(machine, from, index)?);
        // What was listed last may have been evaluated away: a copy is answered as its original would be.
        machine.options(from).ok()?;
        to.copy_from(from);
        machine.choose(to, index).ok()?;
        self.worth(level + 1, you, gained)
    }
}
