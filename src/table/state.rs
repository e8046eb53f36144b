//! The state of a game: one flat buffer of words, the suspended flow included.

use crate::ir::Layout;
use std::hash::{Hash, Hasher};

/// What a state is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Has something to run: `advance` goes on.
    Running,
    /// Waits at a choice point.
    Choosing,
    /// The game is over.
    Over,
    /// A rule could not be carried out; nothing goes on from here.
    Faulted,
    /// Waits for a roll, a shuffle or a random pick.
    Chance,
    /// Has nothing to run: no flow was started, or setup ended and there is no play.
    Idle,
}

impl Status {
    pub(super) fn word(self) -> u64 {
        match self {
            Status::Running => 0,
            Status::Choosing => 1,
            Status::Over => 2,
            Status::Faulted => 3,
            Status::Chance => 4,
            Status::Idle => 5,
        }
    }

    pub(super) fn of(word: u64) -> Status {
        match word {
            0 => Status::Running,
            1 => Status::Choosing,
            2 => Status::Over,
            4 => Status::Chance,
            5 => Status::Idle,
            _ => Status::Faulted,
        }
    }
}

/// The state of a game: every counter, zone and suspended frame, and the generator. A copy of it is a copy of the game.
///
/// Two states are equal when all their live words are, so a game that went the same way with the same seed is equal to itself,
/// step for step.
#[derive(Debug)]
pub struct State {
    /// Live up to `TOP`; what is beyond is room for frames.
    pub(super) words: Vec<u64>,
    /// Names the list of options that some machine made for it; 0 for none. Not part of the state.
    pub(super) stamp: u64,
}

impl State {
    /// Only for layouts whose header fits, which verification has seen to.
    pub(super) fn blank(size: usize) -> State {
        let mut words = vec![0; size.max(Layout::OPTIONS)];
        words[Layout::TOP] = size as u64;
        words[Layout::STATUS] = Status::Idle.word();
        State { words, stamp: 0 }
    }

    /// One past the last live word.
    pub(super) fn top(&self) -> usize {
        (self.words[Layout::TOP] as usize).min(self.words.len())
    }

    /// The live words.
    pub fn words(&self) -> &[u64] {
        &self.words[..self.top()]
    }

    /// Makes this a copy of `other`, without an allocation once it has been as large.
    pub fn copy_from(&mut self, other: &State) {
        let live = other.words();
        if self.words.len() < live.len() {
            self.words.resize(live.len(), 0);
        }
        self.words[..live.len()].copy_from_slice(live);
        self.stamp = other.stamp;
    }

    /// What it is doing.
    pub fn status(&self) -> Status {
        Status::of(self.words[Layout::STATUS])
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.status() == Status::Over
    }

    /// Who must choose, from 0; `None` unless it waits at a choice point.
    pub fn chooser(&self) -> Option<u8> {
        (self.status() == Status::Choosing).then_some(self.words[Layout::CHOOSER] as u8)
    }

    /// How many players sit at the table.
    pub fn players(&self) -> u8 {
        self.words[Layout::PLAYERS].min(64) as u8
    }

    /// The set of the players at the table, lowest bit first.
    pub fn seats(&self) -> u64 {
        super::outcome::seats(u64::from(self.players()))
    }

    /// How many choices have been answered.
    pub fn plies(&self) -> u64 {
        self.words[Layout::PLIES]
    }

    /// What was agreed on option `index` of `Ir::options` (0 for one that does not exist).
    pub fn option(&self, index: usize) -> i64 {
        self.words.get(Layout::OPTIONS + index).map_or(0, |w| *w as i64)
    }

    /// The set of players who have won, lowest bit first.
    pub fn winners(&self) -> u64 {
        self.words[Layout::WINNERS]
    }

    /// The set of players who are out, those who have lost among them.
    pub fn out(&self) -> u64 {
        self.words[Layout::OUT]
    }

    /// The set of players who have lost.
    pub fn losers(&self) -> u64 {
        self.words[Layout::LOSERS]
    }

    /// Seeds the generator anew: the same state, another course of chance.
    pub fn reseed(&mut self, seed: u64) {
        // In which order unseen components are offered goes by the generator.
        self.stamp = 0;
        super::chance::seed(&mut self.words, seed);
    }

    /// A hash of the live words: fast, and the same on every machine.
    pub fn digest(&self) -> u64 {
        self.words()
            .iter()
            .fold(0, |hash: u64, &word| (hash.rotate_left(26) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95))
    }
}

impl Default for State {
    /// A state of no game: room to copy others into.
    fn default() -> State {
        State::blank(0)
    }
}

impl Clone for State {
    fn clone(&self) -> State {
        State { words: self.words().to_vec(), stamp: self.stamp }
    }

    fn clone_from(&mut self, source: &State) {
        self.copy_from(source);
    }
}

impl PartialEq for State {
    fn eq(&self, other: &State) -> bool {
        self.words() == other.words()
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.digest());
    }
}
