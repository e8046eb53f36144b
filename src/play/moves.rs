//! Whole moves: a choice with all following choices that are marked `more`.
//!
//! A move ends when the game ends, when another player must choose, or when the next choice is not `more`. If
//! a game has no `more` choice, each option is a whole move, so moves are counted without trying them.

use super::scenario::chance::FixedChance;
use super::seeds::mix;
use crate::ir::{SeatNumber, ToIndex};
use crate::table::{Fault, Machine, Names, Rejection, Sampler, State, Stop, Table, TableOptions};

/// Maximum number of choices of one move.
pub const LONGEST: usize = 256;

/// The error when moves cannot be listed or counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovesError {
    /// Obstacle at the end of `path`.
    pub why: Obstacle,
    /// Options that led there, from the given state.
    pub path: Vec<u32>,
}

/// Reason why moves cannot be listed or counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// A rule faulted while a move was tried.
    Fault(Box<Fault>),
    /// A move takes more than [`LONGEST`] choices.
    TooLong,
    /// The budget of tried choices is used up.
    TooMany,
    /// The given state does not wait at a choice.
    NotAsked,
}

impl MovesError {
    fn new(why: Obstacle) -> MovesError {
        MovesError { why, path: Vec::new() }
    }

    /// Prepends a path from the root.
    fn after_path(mut self, path: &[u32]) -> MovesError {
        self.path.splice(0..0, path.iter().copied());
        self
    }

    /// Prepends one option, for paths built from their end.
    fn prepend(mut self, index: usize) -> MovesError {
        self.path.insert(0, index as u32);
        self
    }
}

/// A list of whole moves, each a sequence of option indices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveList {
    options: Vec<u32>,
    /// End of each move in `options`.
    ends: Vec<u32>,
}

impl MoveList {
    /// Returns the number of moves.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns whether there are no moves.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the `index`-th move: an option index for each of its choices.
    pub fn get(&self, index: usize) -> Option<&[u32]> {
        let end = self.ends.get(index)?.index();
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before].index());
        self.options.get(start..end)
    }

    /// Iterates over all moves, in the order of their options.
    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        (0..self.len()).filter_map(|i| self.get(i))
    }

    fn push(&mut self, path: &[u32]) {
        self.options.extend_from_slice(path);
        self.ends.push(self.options.len() as u32);
    }
}

/// The position after a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MoveResult {
    /// A choice of the same move.
    More,
    /// A choice of the next move.
    Move,
    /// The end of the game.
    End,
}

/// A state that waits at a choice, with the machine that has listed its options.
struct MoveLevel<'t> {
    machine: Machine<'t>,
    state: State,
    /// Remaining fixed results of chance.
    chance: Option<FixedChance<'t>>,
}

/// Generator of whole moves. Each choice of a move is tried on a copy of the state; the buffers are reused.
/// Chance uses each state's own generator, as in play.
pub struct Moves<'t> {
    table: &'t Table<'t>,
    levels: Vec<MoveLevel<'t>>,
    path: Vec<u32>,
    sampler: Sampler,
    sample: State,
    /// Number of choices that may still be tried.
    left: u64,
    /// Results of chance fixed by a scenario, with the names to look them up.
    chance: Option<(Names<'t>, FixedChance<'t>)>,
}

impl<'t> Moves<'t> {
    /// Creates a generator for the states of a game.
    pub fn new(table: &'t Table<'t>) -> Self {
        let (sampler, sample) = (Sampler::default(), State::default());
        Moves { table, levels: Vec::new(), path: Vec::new(), sampler, sample, left: u64::MAX, chance: None }
    }

    /// Sets the results of chance that a scenario has fixed. Every path from a given state begins with all of
    /// them.
    #[must_use]
    pub fn fixing(mut self, chance: Option<&FixedChance<'t>>) -> Self {
        self.chance = chance.map(|chance| (Names::new(self.table.ir()), chance.clone()));
        self
    }

    /// Lists all whole moves of a state that waits at a choice.
    pub fn list(&mut self, state: &State) -> Result<MoveList, MovesError> {
        let mut list = MoveList::default();
        let options = self.begin(state)?;
        if self.continues(0) {
            self.for_each_move(state, |path, _, _| list.push(path))?;
        } else {
            (0..options as u32).for_each(|option| list.push(&[option]));
        }
        Ok(list)
    }

    /// Counts the whole moves of a state that waits at a choice.
    pub fn count(&mut self, state: &State) -> Result<u64, MovesError> {
        self.perft(state, 1)
    }

    /// Counts the sequences of `depth` whole moves from a state that waits at a choice. Sequences that end
    /// the game earlier do not count. At depth 0 there is one, the empty sequence.
    pub fn perft(&mut self, state: &State, depth: u32) -> Result<u64, MovesError> {
        self.perft_after(state, &[], depth)
    }

    /// Like [`Moves::perft`], from the state that a path of options leads to.
    pub fn perft_after(&mut self, state: &State, path: &[u32], depth: u32) -> Result<u64, MovesError> {
        let options = self.go(state, path)?;
        if depth == 0 {
            return Ok(1);
        }
        self.sequences(0, options, depth, 1).map_err(|stuck| stuck.after_path(path))
    }

    /// Counts, for each option of a state that waits at a choice, the whole moves that begin with it. An
    /// option whose rules fault counts as one, so that the fault occurs when it is chosen. Fails after
    /// `budget` tried choices.
    pub fn weigh(&mut self, state: &State, budget: u64, weights: &mut Vec<u64>) -> Result<(), MovesError> {
        let options = self.begin(state)?;
        weights.clear();
        self.left = budget;
        let mut weighed = Ok(());
        for option in 0..options {
            let moves = match self.step(0, option) {
                Ok(MoveResult::More) => self.width(1).and_then(|options| self.sequences(1, options, 1, 2)),
                Ok(_) => Ok(1),
                Err(stuck) => Err(stuck),
            };
            match moves {
                Ok(moves) => weights.push(moves),
                Err(MovesError { why: Obstacle::Fault(_) | Obstacle::TooLong, .. }) => weights.push(1),
                Err(stuck) => {
                    weighed = Err(stuck);
                    break;
                }
            }
        }
        self.left = u64::MAX;
        weighed
    }

    /// Like [`Moves::weigh`], for the options of a state, on a sample in which all that the chooser cannot
    /// see is redrawn. Returns false if the budget is used up or a sample leaks hidden information.
    pub(super) fn weigh_sample(
        &mut self,
        state: &State,
        options: &TableOptions,
        seed: u64,
        budget: u64,
        weights: &mut Vec<u64>,
    ) -> bool {
        self.reach(0);
        let MoveLevel { machine, .. } = &mut self.levels[0];
        let chooser = options.chooser();
        if !self.sampler.may_look_ahead(machine, state, chooser, mix(seed, u64::MAX - 1)) {
            return false;
        }
        let mut sample = std::mem::take(&mut self.sample);
        self.sampler.sample(machine, state, chooser, seed, &mut sample);
        let weighed = self.weigh(&sample, budget, weights).is_ok();
        self.sample = sample;
        if weighed {
            let MoveLevel { machine, state, .. } = &mut self.levels[0];
            let Ok(offered) = machine.options(state) else { return false };
            // Legality may depend on hidden information, so the sample may offer different options.
            if offered.len() != options.len() || offered.iter().ne(options.iter()) {
                let of = |pick| offered.position(&pick).and_then(|at| weights.get(at)).copied().unwrap_or(1);
                *weights = options.iter().map(of).collect();
            }
        }
        weighed
    }

    /// Calls `done` with each whole move, the state that it leads to, and whether that state waits at the
    /// next choice; otherwise the game is over.
    pub fn for_each_move(
        &mut self,
        state: &State,
        done: impl FnMut(&[u32], &State, bool),
    ) -> Result<(), MovesError> {
        self.each_after(state, &[], done)
    }

    /// Like [`Moves::for_each_move`], from the state that a path of options leads to; the path is not part of
    /// the moves.
    pub fn each_after(
        &mut self,
        state: &State,
        path: &[u32],
        mut done: impl FnMut(&[u32], &State, bool),
    ) -> Result<(), MovesError> {
        let options = self.go(state, path)?;
        self.path.clear();
        self.walk(0, options, &mut done).map_err(|stuck| stuck.after_path(path))
    }

    /// Copies the state that a path of options leads to into the first level. Returns its number of options.
    fn go(&mut self, state: &State, path: &[u32]) -> Result<usize, MovesError> {
        let options = self.begin(state)?;
        for (at, index) in path.iter().enumerate() {
            self.step(0, index.index()).map_err(|stuck| stuck.after_path(&path[..at]))?;
            self.levels.swap(0, 1);
        }
        if path.is_empty() { Ok(options) } else { self.width(0).map_err(|stuck| stuck.after_path(path)) }
    }

    /// Returns the stable names of the options on a path from a state, up to the first invalid one.
    pub fn names(&mut self, names: &Names, state: &State, path: &[u32]) -> Vec<String> {
        self.names_with_seats(names, state, path).into_iter().map(|(_, name)| name).collect()
    }

    /// Like [`Moves::names`], each with the seat that chooses, from 1.
    pub fn names_with_seats(
        &mut self,
        names: &Names,
        state: &State,
        path: &[u32],
    ) -> Vec<(SeatNumber, String)> {
        let mut told = Vec::new();
        if self.begin(state).is_err() {
            return told;
        }
        for (level, index) in path.iter().enumerate() {
            let MoveLevel { machine, state, .. } = &mut self.levels[level];
            let Ok(options) = machine.options(state) else { break };
            let Some(name) = names.names(options).into_iter().nth(index.index()) else { break };
            told.push((options.chooser().seat(), name));
            if level + 1 < path.len() && self.step(level, index.index()).is_err() {
                break;
            }
        }
        told
    }

    /// Copies a state into the first level. Returns its number of options.
    fn begin(&mut self, state: &State) -> Result<usize, MovesError> {
        self.reach(0);
        let level = &mut self.levels[0];
        level.state.copy_from(state);
        level.chance = self.chance.as_ref().map(|(_, chance)| chance.clone());
        self.width(0)
    }

    /// Ensures that the buffers of levels 0 to `level` exist.
    fn reach(&mut self, level: usize) {
        while self.levels.len() <= level {
            let mut machine = self.table.machine();
            machine.ask_chance(self.chance.is_some());
            self.levels.push(MoveLevel { machine, state: State::default(), chance: None });
        }
    }

    /// Returns the number of options of a level.
    fn width(&mut self, level: usize) -> Result<usize, MovesError> {
        let MoveLevel { machine, state, .. } = &mut self.levels[level];
        machine.options(state).map(TableOptions::len).map_err(|refused| {
            MovesError::new(match refused {
                Rejection::Fault(fault) => Obstacle::Fault(fault),
                Rejection::NotAsked | Rejection::NotPossible => Obstacle::NotAsked,
            })
        })
    }

    /// Returns whether the choice of a level may be followed by more of the same move.
    fn continues(&mut self, level: usize) -> bool {
        let MoveLevel { machine, state, .. } = &mut self.levels[level];
        machine.options(state).is_ok_and(|options| self.table.continues(options.choice()))
    }

    /// Applies an option of a level; the result is in the next level.
    #[inline]
    fn step(&mut self, level: usize, index: usize) -> Result<MoveResult, MovesError> {
        let failed = |why| Err(MovesError::new(why).prepend(index));
        let Some(left) = self.left.checked_sub(1) else { return failed(Obstacle::TooMany) };
        self.left = left;
        if self.table.is_stopped() {
            return failed(Obstacle::Fault(Box::new(Fault::interrupted())));
        }
        self.reach(level + 1);
        let (above, below) = self.levels.split_at_mut(level + 1);
        let (Some(from), Some(to)) = (above.last_mut(), below.first_mut()) else {
            return failed(Obstacle::NotAsked);
        };
        to.state.copy_from(&from.state);
        // The copy carries the stamp of the option list in this machine, so options are not listed again.
        match from.machine.choose(&mut to.state, index) {
            Ok(()) => {}
            Err(Rejection::Fault(fault)) => return failed(Obstacle::Fault(fault)),
            Err(Rejection::NotAsked | Rejection::NotPossible) => return failed(Obstacle::NotAsked),
        }
        let stop = match &self.chance {
            None => to.machine.advance(&mut to.state),
            Some((names, _)) => {
                to.chance.clone_from(&from.chance);
                match &mut to.chance {
                    Some(chance) => chance.advance(names, &mut to.machine, &mut to.state),
                    None => to.machine.advance(&mut to.state),
                }
            }
        };
        match stop {
            Stop::Choice if !self.table.has_more() => Ok(MoveResult::Move),
            Stop::Choice => {
                let more = to.machine.options(&mut to.state).ok().and_then(|options| {
                    let choice = self.table.ir().choice(options.choice())?;
                    Some(choice.more && from.state.chooser() == Some(options.chooser()))
                });
                Ok(if more == Some(true) { MoveResult::More } else { MoveResult::Move })
            }
            Stop::Fault(fault) => failed(Obstacle::Fault(fault)),
            Stop::Over | Stop::Idle | Stop::Returned | Stop::Chance(_) => Ok(MoveResult::End),
        }
    }

    /// Counts the sequences from a level with this many options: the rest of the current move, which is at
    /// its `length`-th choice, and the other moves up to `depth`.
    fn sequences(
        &mut self,
        level: usize,
        options: usize,
        depth: u32,
        length: usize,
    ) -> Result<u64, MovesError> {
        // Options of the last choice need not be executed to be counted.
        if depth == 1 && !self.continues(level) {
            return Ok(options as u64);
        }
        let mut sum: u64 = 0;
        for index in 0..options {
            let (depth, length) = match self.step(level, index)? {
                MoveResult::More if length == LONGEST => {
                    return Err(MovesError::new(Obstacle::TooLong).prepend(index));
                }
                MoveResult::More => (depth, length + 1),
                MoveResult::Move => (depth - 1, 1),
                MoveResult::End => {
                    sum += u64::from(depth == 1);
                    continue;
                }
            };
            let sequences = match depth {
                0 => Ok(1),
                _ => self
                    .width(level + 1)
                    .and_then(|options| self.sequences(level + 1, options, depth, length)),
            };
            sum = sum.saturating_add(sequences.map_err(|stuck| stuck.prepend(index))?);
        }
        Ok(sum)
    }

    fn walk(
        &mut self,
        level: usize,
        options: usize,
        done: &mut dyn FnMut(&[u32], &State, bool),
    ) -> Result<(), MovesError> {
        for index in 0..options {
            let next = self.step(level, index)?;
            self.path.push(index as u32);
            match next {
                MoveResult::More if self.path.len() == LONGEST => {
                    return Err(MovesError::new(Obstacle::TooLong).prepend(index));
                }
                MoveResult::More => {
                    let walked =
                        self.width(level + 1).and_then(|options| self.walk(level + 1, options, done));
                    walked.map_err(|stuck| stuck.prepend(index))?;
                }
                MoveResult::Move | MoveResult::End => {
                    done(&self.path, &self.levels[level + 1].state, next == MoveResult::Move)
                }
            }
            self.path.pop();
        }
        Ok(())
    }
}
