//! Moves tried out: what the table is worth to a player after each of them.

use super::bot::mix;
use super::seat::Seen;
use super::worth::{self, Sides};
use crate::ir::Layout;
use crate::table::{Ending, Machine, Pick, PickKind, Sampler, State, Stop, Table};
use std::cmp::Ordering;

/// On how many samples a move is tried where chance or hidden things have a part in it.
pub(super) const SAMPLES: u32 = 16;
/// How many choices of one move may be tried.
const MOST_TRIED: u32 = 4096;
/// The most choices of a move that are looked at.
const DEEPEST: usize = 64;
/// How many windows for answers that a move opens are passed.
const MOST_PASSED: u32 = 64;
/// What having won is worth to who wants the best: more than any value that an expression can have.
const WON: i128 = 1 << 80;

/// What moves are tried for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum For {
    /// The best: an option is worth what the best move is that begins with it, and nothing is better than having won.
    Best,
    /// Weights: an option weighs as much as all moves together that begin with it; the end of the game is judged as any table is.
    Weights,
}

/// Tries moves. It never sees the table itself, but samples of what a player sees.
pub(super) struct Tries<'t> {
    table: &'t Table<'t>,
    /// How good the table is: a player → an int. Without it the end of the game alone counts.
    evaluate: Option<u16>,
    purpose: For,
    sampler: Sampler,
    sample: State,
    /// A machine and a state for each choice of a move.
    levels: Vec<(Machine<'t>, State)>,
    shares: Vec<f64>,
    sides: Sides,
    /// For each option what it came to, on how many samples.
    sums: Vec<(i128, u32)>,
    picks: Vec<Pick>,
    tried: u32,
    /// Where the frame begins in which the move is chosen: what is asked in a frame above it belongs to the move.
    frame: u64,
    /// A window for answers that the move opened was passed.
    passed: bool,
}

impl<'t> Tries<'t> {
    /// For a game, by one of `Ir::functions`: a player → an int.
    pub(super) fn new(table: &'t Table<'t>, evaluate: Option<u16>, purpose: For) -> Self {
        Tries {
            table,
            evaluate,
            purpose,
            sampler: Sampler::default(),
            sample: State::default(),
            levels: Vec::new(),
            shares: Vec::new(),
            sides: Sides::default(),
            sums: Vec::new(),
            picks: Vec::new(),
            tried: 0,
            frame: 0,
            passed: false,
        }
    }

    /// Tries every option, and for each gives what it came to in all, and on how many samples it could be tried: on none where the
    /// place in the rules tells what is hidden.
    pub(super) fn all(&mut self, seen: &Seen, seed: u64) -> &[(i128, u32)] {
        let options = seen.options();
        let you = seen.player();
        self.reach(0);
        self.sums.clear();
        self.sums.resize(options.len(), (0, 0));
        let open = self.table.is_open();
        self.picks.clear();
        if !open {
            self.picks.extend(options.iter());
        }
        let (machine, _) = &mut self.levels[0];
        if !open && !seen.may_look_ahead(&mut self.sampler, machine, mix(seed, u64::MAX - 1)) {
            return &self.sums;
        }
        for sample in 0..if open { 1 } else { SAMPLES } {
            let (machine, _) = &mut self.levels[0];
            seen.sample(&mut self.sampler, machine, mix(seed, u64::from(sample)), &mut self.sample);
            self.shares.resize(self.sample.players() as usize, 0.0);
            let (machine, state) = &mut self.levels[0];
            state.copy_from(&self.sample);
            self.frame = state.words()[Layout::BASE];
            if machine.options(state).is_err() {
                continue;
            }
            for index in 0..self.sums.len() {
                let (machine, state) = &mut self.levels[0];
                // The sample may offer other things, where what is hidden has a say in what is legal.
                let place = match (self.picks.get(index), machine.options(state)) {
                    (None, _) => Some(index),
                    (Some(pick), Ok(options)) => options.position(pick),
                    (Some(_), Err(_)) => None,
                };
                (self.tried, self.passed) = (0, false);
                if let Some(value) = place.and_then(|place| self.try_option(0, place, you)) {
                    let (sum, count) = &mut self.sums[index];
                    *sum += value;
                    *count += 1;
                }
            }
        }
        &self.sums
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
            let stop = machine.advance(state);
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
        machine.advance(state)
    }

    /// What the state at a level comes to for a player: it stands right after a choice. `None` where a rule fails.
    fn worth(&mut self, level: usize, you: u8) -> Option<i128> {
        let stop = self.advance(level);
        let (machine, state) = &mut self.levels[level];
        match stop {
            Stop::Choice => {}
            Stop::Over if self.purpose == For::Weights => return self.value(level, you),
            Stop::Over => {
                let over = state.ending();
                if !worth::shares(machine, state, &mut self.sides, &mut self.shares) {
                    return None;
                }
                let (share, draw) = (self.shares.get(you as usize)?, self.sides.draw());
                if self.sides.is_table() {
                    // Nobody is to be beaten: how good the end is counts, beside whether it is won or lost.
                    let sign = match over {
                        Ending::Settled if *share > draw => 1,
                        Ending::Settled => -1,
                        Ending::Open | Ending::Draw | Ending::Scored => 0,
                    };
                    return self.value(level, you).map(|value| value + sign * WON);
                }
                return Some(match share.total_cmp(&draw) {
                    Ordering::Less => -WON,
                    Ordering::Equal => 0,
                    Ordering::Greater => WON,
                });
            }
            _ => return None,
        }
        let options = machine.options(state).ok()?;
        let choice = self.table.ir().choices.get(options.choice() as usize);
        // What a move asks of its player once its windows are closed, such as where a piece goes, is a part of it.
        let inside = self.passed && state.words()[Layout::BASE] > self.frame;
        let more = choice.is_some_and(|c| c.more || inside && c.actions.is_empty());
        let count = options.len();
        if more && options.chooser() == you && level < DEEPEST && self.tried < MOST_TRIED {
            let purpose = self.purpose;
            let moves = (0..count).filter_map(|index| self.try_option(level, index, you));
            return match purpose {
                For::Best => moves.max(),
                For::Weights => moves.reduce(|a, b| a + b),
            };
        }
        self.value(level, you)
    }

    /// How good the state at a level is for a player.
    fn value(&mut self, level: usize, you: u8) -> Option<i128> {
        let (machine, state) = &mut self.levels[level];
        let Some(function) = self.evaluate else { return Some(0) };
        if self.purpose == For::Weights {
            return Some(i128::from(worth::value(machine, state, function, you)?.max(0)));
        }
        if !self.sides.look(machine, state) {
            return None;
        }
        worth::sum(machine, state, function, self.sides.mates(you))
    }

    /// What an option of the state at a level comes to, tried at the next.
    fn try_option(&mut self, level: usize, index: usize, you: u8) -> Option<i128> {
        self.tried += 1;
        if self.table.is_stopped() {
            return None;
        }
        self.reach(level + 1);
        let (above, below) = self.levels.split_at_mut(level + 1);
        let ((machine, from), (_, to)) = (above.last_mut()?, below.first_mut()?);
        // What was listed last may have been evaluated away: a copy is answered as its original would be.
        machine.options(from).ok()?;
        to.copy_from(from);
        machine.choose(to, index).ok()?;
        self.worth(level + 1, you)
    }
}
