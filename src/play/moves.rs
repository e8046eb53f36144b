//! Whole moves: a choice and every choice after it that is `more` of the move.
//!
//! A move ends where the game does, where somebody else must choose, or where the next choice is not `more` of it. Where no
//! choice of a game is, each option is a whole move and nothing has to be tried to count them.

use super::bot::mix;
use super::scenario::FixedChance;
use super::seat::Seen;
use crate::table::{Fault, Machine, Names, Refused, Sampler, State, Stop, Table};

/// The most choices of one move.
pub const LONGEST: usize = 256;

/// Why moves could not be listed or counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stuck {
    /// What stood in the way.
    pub why: Obstacle,
    /// The options that led there, from the state that was asked about.
    pub path: Vec<u32>,
}

/// What stood in the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// A rule could not be carried out.
    Fault(Box<Fault>),
    /// A move takes more than [`LONGEST`] choices.
    TooLong,
    /// More was tried than was allowed.
    TooMany,
    /// The state that was asked about waits for nobody.
    NotAsked,
}

impl Stuck {
    fn new(why: Obstacle) -> Stuck {
        Stuck { why, path: Vec::new() }
    }

    /// What was met on the way from the end of a path, as met from its beginning.
    fn after_path(mut self, path: &[u32]) -> Stuck {
        self.path.splice(0..0, path.iter().copied());
        self
    }

    /// Where paths are made from their ends.
    fn after(mut self, index: usize) -> Stuck {
        self.path.insert(0, index as u32);
        self
    }
}

/// Whole moves, each as the options that make it up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveList {
    options: Vec<u32>,
    /// Where each move ends in `options`.
    ends: Vec<u32>,
}

impl MoveList {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The `index`-th move: the index of an option for each of its choices.
    pub fn get(&self, index: usize) -> Option<&[u32]> {
        let end = *self.ends.get(index)? as usize;
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        self.options.get(start..end)
    }

    /// All of them, in the order of their options.
    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        (0..self.len()).filter_map(|i| self.get(i))
    }

    fn push(&mut self, path: &[u32]) {
        self.options.extend_from_slice(path);
        self.ends.push(self.options.len() as u32);
    }
}

/// What a choice led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// To more of the same move.
    More,
    /// To another move.
    Move,
    /// To the end of the game.
    End,
}

/// A state that waits at a choice, and the machine that has its options at hand.
struct Level<'t> {
    machine: Machine<'t>,
    state: State,
    /// What is fixed of chance from here on.
    chance: Option<FixedChance<'t>>,
}

/// What lists and counts whole moves. Each choice on the way is tried on a state of its own, which is kept for the next; chance
/// on the way comes from each state's generator, as in play.
pub struct Moves<'t> {
    table: &'t Table<'t>,
    levels: Vec<Level<'t>>,
    path: Vec<u32>,
    sampler: Sampler,
    sample: State,
    /// How many choices may yet be tried.
    left: u64,
    /// What a scenario has fixed of chance, which is given by names.
    chance: Option<(Names<'t>, FixedChance<'t>)>,
}

impl<'t> Moves<'t> {
    /// For the states of a game.
    pub fn new(table: &'t Table<'t>) -> Self {
        let (sampler, sample) = (Sampler::default(), State::default());
        Moves { table, levels: Vec::new(), path: Vec::new(), sampler, sample, left: u64::MAX, chance: None }
    }

    /// The same with what a scenario has fixed of chance: it comes on every way from the states that are asked about.
    #[must_use]
    pub fn fixing(mut self, chance: Option<&FixedChance<'t>>) -> Self {
        self.chance = chance.map(|chance| (Names::new(self.table.ir()), chance.clone()));
        self
    }

    /// All whole moves of a state that waits at a choice.
    pub fn list(&mut self, state: &State) -> Result<MoveList, Stuck> {
        let mut list = MoveList::default();
        let options = self.begin(state)?;
        if self.continues(0) {
            self.each(state, |path, _, _| list.push(path))?;
        } else {
            (0..options as u32).for_each(|option| list.push(&[option]));
        }
        Ok(list)
    }

    /// How many whole moves a state has that waits at a choice.
    pub fn count(&mut self, state: &State) -> Result<u64, Stuck> {
        self.perft(state, 1)
    }

    /// How many sequences of `depth` whole moves there are from a state that waits at a choice. A sequence that ends the game
    /// earlier is none. At depth 0 there is one, the empty one.
    pub fn perft(&mut self, state: &State, depth: u32) -> Result<u64, Stuck> {
        self.perft_after(state, &[], depth)
    }

    /// The same from the state that a path of options leads to.
    pub fn perft_after(&mut self, state: &State, path: &[u32], depth: u32) -> Result<u64, Stuck> {
        let options = self.go(state, path)?;
        if depth == 0 {
            return Ok(1);
        }
        self.sequences(0, options, depth, 1).map_err(|stuck| stuck.after_path(path))
    }

    /// For each option of a state that waits at a choice: how many whole moves begin with it. An option whose rules fail counts
    /// as one, so that it is met where it is chosen. It stops after `budget` choices tried.
    pub fn weigh(&mut self, state: &State, budget: u64, weights: &mut Vec<u64>) -> Result<(), Stuck> {
        let options = self.begin(state)?;
        weights.clear();
        self.left = budget;
        let mut weighed = Ok(());
        for option in 0..options {
            let moves = match self.step(0, option) {
                Ok(Next::More) => self.width(1).and_then(|options| self.sequences(1, options, 1, 2)),
                Ok(_) => Ok(1),
                Err(stuck) => Err(stuck),
            };
            match moves {
                Ok(moves) => weights.push(moves),
                Err(Stuck { why: Obstacle::Fault(_) | Obstacle::TooLong, .. }) => weights.push(1),
                Err(stuck) => {
                    weighed = Err(stuck);
                    break;
                }
            }
        }
        self.left = u64::MAX;
        weighed
    }

    /// As [`Moves::weigh`] for the options of somebody who chooses, on a sample of what they see. Returns false where it stopped at the limit.
    pub(super) fn weigh_sample(&mut self, seen: &Seen, seed: u64, budget: u64, weights: &mut Vec<u64>) -> bool {
        self.reach(0);
        let Level { machine, .. } = &mut self.levels[0];
        if !seen.may_look_ahead(&mut self.sampler, machine, mix(seed, u64::MAX - 1)) {
            return false;
        }
        let mut sample = std::mem::take(&mut self.sample);
        seen.sample(&mut self.sampler, machine, seed, &mut sample);
        let weighed = self.weigh(&sample, budget, weights).is_ok();
        self.sample = sample;
        if weighed {
            let Level { machine, state, .. } = &mut self.levels[0];
            let Ok(offered) = machine.options(state) else { return false };
            // What is legal may hang on what is hidden: then the sample offers other things.
            if offered.len() != seen.options().len() || offered.iter().ne(seen.options().iter()) {
                let of = |pick| offered.position(&pick).and_then(|at| weights.get(at)).copied().unwrap_or(1);
                *weights = seen.options().iter().map(of).collect();
            }
        }
        weighed
    }

    /// The state that each whole move leads to, with the move; `true` where it waits at the next choice, `false` where the game
    /// is over.
    pub fn each(&mut self, state: &State, done: impl FnMut(&[u32], &State, bool)) -> Result<(), Stuck> {
        self.each_after(state, &[], done)
    }

    /// The same from the state that a path of options leads to; the moves are told without the path.
    pub fn each_after(
        &mut self,
        state: &State,
        path: &[u32],
        mut done: impl FnMut(&[u32], &State, bool),
    ) -> Result<(), Stuck> {
        let options = self.go(state, path)?;
        self.path.clear();
        self.walk(0, options, &mut done).map_err(|stuck| stuck.after_path(path))
    }

    /// Takes the state that a path of options leads to as the first level; says how many options it has.
    fn go(&mut self, state: &State, path: &[u32]) -> Result<usize, Stuck> {
        let options = self.begin(state)?;
        for (at, index) in path.iter().enumerate() {
            self.step(0, *index as usize).map_err(|stuck| stuck.after_path(&path[..at]))?;
            self.levels.swap(0, 1);
        }
        if path.is_empty() { Ok(options) } else { self.width(0).map_err(|stuck| stuck.after_path(path)) }
    }

    /// The stable names of the options on a path from a state, as far as it goes.
    pub fn names(&mut self, names: &Names, state: &State, path: &[u32]) -> Vec<String> {
        self.told(names, state, path).into_iter().map(|(_, name)| name).collect()
    }

    /// The same, each with the seat that chooses, from 1.
    pub fn told(&mut self, names: &Names, state: &State, path: &[u32]) -> Vec<(u8, String)> {
        let mut told = Vec::new();
        if self.begin(state).is_err() {
            return told;
        }
        for (level, index) in path.iter().enumerate() {
            let Level { machine, state, .. } = &mut self.levels[level];
            let Ok(options) = machine.options(state) else { break };
            let Some(name) = names.names(options).into_iter().nth(*index as usize) else { break };
            told.push((options.chooser() + 1, name));
            if level + 1 < path.len() && self.step(level, *index as usize).is_err() {
                break;
            }
        }
        told
    }

    /// Takes a state as the first level; says how many options it has.
    fn begin(&mut self, state: &State) -> Result<usize, Stuck> {
        self.reach(0);
        let level = &mut self.levels[0];
        level.state.copy_from(state);
        level.chance = self.chance.as_ref().map(|(_, chance)| chance.clone());
        self.width(0)
    }

    /// Makes sure that a level is there.
    fn reach(&mut self, level: usize) {
        while self.levels.len() <= level {
            let mut machine = self.table.machine();
            machine.ask_chance(self.chance.is_some());
            self.levels.push(Level { machine, state: State::default(), chance: None });
        }
    }

    /// How many options a level has.
    fn width(&mut self, level: usize) -> Result<usize, Stuck> {
        let Level { machine, state, .. } = &mut self.levels[level];
        machine.options(state).map(crate::table::Options::len).map_err(|refused| {
            Stuck::new(match refused {
                Refused::Fault(fault) => Obstacle::Fault(fault),
                Refused::NotAsked | Refused::NotPossible => Obstacle::NotAsked,
            })
        })
    }

    /// Whether more of the same move may follow the choice of a level.
    fn continues(&mut self, level: usize) -> bool {
        let Level { machine, state, .. } = &mut self.levels[level];
        machine.options(state).is_ok_and(|options| self.table.continues(options.choice()))
    }

    /// Tries an option of a level on the next one.
    #[inline]
    fn step(&mut self, level: usize, index: usize) -> Result<Next, Stuck> {
        let failed = |why| Err(Stuck::new(why).after(index));
        let Some(left) = self.left.checked_sub(1) else { return failed(Obstacle::TooMany) };
        self.left = left;
        if self.table.is_stopped() {
            return failed(Obstacle::Fault(Box::new(Fault::interrupted())));
        }
        self.reach(level + 1);
        let (above, below) = self.levels.split_at_mut(level + 1);
        let (Some(from), Some(to)) = (above.last_mut(), below.first_mut()) else { return failed(Obstacle::NotAsked) };
        to.state.copy_from(&from.state);
        // The copy bears the stamp of the list that this machine still has, so it is not made anew.
        match from.machine.choose(&mut to.state, index) {
            Ok(()) => {}
            Err(Refused::Fault(fault)) => return failed(Obstacle::Fault(fault)),
            Err(Refused::NotAsked | Refused::NotPossible) => return failed(Obstacle::NotAsked),
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
            Stop::Choice if !self.table.has_more() => Ok(Next::Move),
            Stop::Choice => {
                let more = to.machine.options(&mut to.state).ok().and_then(|options| {
                    let choice = self.table.ir().choices.get(options.choice() as usize)?;
                    Some(choice.more && from.state.chooser() == Some(options.chooser()))
                });
                Ok(if more == Some(true) { Next::More } else { Next::Move })
            }
            Stop::Fault(fault) => failed(Obstacle::Fault(fault)),
            Stop::Over | Stop::Idle | Stop::Returned | Stop::Chance(_) => Ok(Next::End),
        }
    }

    /// How many sequences there are from a level that has so many options: the rest of the move under way, which is at its
    /// `length`-th choice, and of the others of `depth`.
    fn sequences(&mut self, level: usize, options: usize, depth: u32, length: usize) -> Result<u64, Stuck> {
        if depth == 1 && !self.continues(level) {
            return Ok(options as u64);
        }
        let mut sum: u64 = 0;
        for index in 0..options {
            let (depth, length) = match self.step(level, index)? {
                Next::More if length == LONGEST => return Err(Stuck::new(Obstacle::TooLong).after(index)),
                Next::More => (depth, length + 1),
                Next::Move => (depth - 1, 1),
                Next::End => {
                    sum += u64::from(depth == 1);
                    continue;
                }
            };
            let sequences = match depth {
                0 => Ok(1),
                _ => self.width(level + 1).and_then(|options| self.sequences(level + 1, options, depth, length)),
            };
            sum = sum.saturating_add(sequences.map_err(|stuck| stuck.after(index))?);
        }
        Ok(sum)
    }

    fn walk(&mut self, level: usize, options: usize, done: &mut dyn FnMut(&[u32], &State, bool)) -> Result<(), Stuck> {
        for index in 0..options {
            let next = self.step(level, index)?;
            self.path.push(index as u32);
            match next {
                Next::More if self.path.len() == LONGEST => {
                    return Err(Stuck::new(Obstacle::TooLong).after(index));
                }
                Next::More => {
                    let walked = self.width(level + 1).and_then(|options| self.walk(level + 1, options, done));
                    walked.map_err(|stuck| stuck.after(index))?;
                }
                Next::Move | Next::End => done(&self.path, &self.levels[level + 1].state, next == Next::Move),
            }
            self.path.pop();
        }
        Ok(())
    }
}
