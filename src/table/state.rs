//! The state of a game: one flat buffer of words, the suspended flow included.

use super::seats::seats;
use crate::ir::{Layout, PlayerId, ToIndex};
use std::hash::{Hash, Hasher};

/// The execution status of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Has code to run; `advance` continues.
    Running,
    /// Waits at a choice point.
    Choosing,
    /// The game is over.
    Over,
    /// A rule raised a fault; execution cannot continue.
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

/// The state of a game: every counter, zone and suspended frame, and the random generator. A clone of it is a
/// clone of the game.
///
/// Two states are equal if all their live words are. So a game replayed with the same answers and the same
/// random seed has equal states at every step.
#[derive(Debug)]
pub struct State {
    /// Live up to `TOP`; the words beyond are spare capacity for frames.
    pub(super) words: Vec<u64>,
    /// Identifies the list of options that a machine has made for this state; 0 if there is none. Not part of
    /// the state.
    pub(super) stamp: u64,
}

impl State {
    /// The layout's header must fit in `size`, which the verifier guarantees.
    pub(super) fn blank(size: usize) -> State {
        let mut words = vec![0; size.max(Layout::OPTIONS)];
        words[Layout::TOP] = size as u64;
        words[Layout::STATUS] = Status::Idle.word();
        State { words, stamp: 0 }
    }

    /// Returns the index one past the last live word.
    pub(super) fn top(&self) -> usize {
        (self.words[Layout::TOP].index()).min(self.words.len())
    }

    /// Returns the live words.
    pub fn words(&self) -> &[u64] {
        &self.words[..self.top()]
    }

    /// Copies `other` into this state, without an allocation if the buffer is large enough.
    pub fn copy_from(&mut self, other: &State) {
        let live = other.words();
        if self.words.len() < live.len() {
            self.words.resize(live.len(), 0);
        }
        self.words[..live.len()].copy_from_slice(live);
        self.stamp = other.stamp;
    }

    /// Returns the status: whether the state waits, and for what.
    pub fn status(&self) -> Status {
        Status::of(self.words[Layout::STATUS])
    }

    /// Returns whether the game is over.
    pub fn is_over(&self) -> bool {
        self.status() == Status::Over
    }

    /// Returns the player who must choose, from 0; `None` unless the state waits at a choice point.
    pub fn chooser(&self) -> Option<PlayerId> {
        (self.status() == Status::Choosing).then_some(PlayerId(self.words[Layout::CHOOSER] as u8))
    }

    /// Returns the number of players at the table.
    pub fn players(&self) -> u8 {
        self.words[Layout::PLAYERS].min(64) as u8
    }

    /// Returns the set of the players at the table, player 0 in the lowest bit.
    pub fn seats(&self) -> u64 {
        seats(u64::from(self.players()))
    }

    /// Returns the random generator's words: unchanged as long as no chance is drawn.
    pub(crate) fn generator(&self) -> [u64; 4] {
        self.words.get(Layout::RNG..).and_then(|words| words.first_chunk()).copied().unwrap_or_default()
    }

    /// Returns the number of choices answered.
    pub fn plies(&self) -> u64 {
        self.words[Layout::PLIES]
    }

    /// Returns the value of option `index` of `Ir::options` (0 if there is no such option).
    pub fn option(&self, index: usize) -> i64 {
        self.words.get(Layout::OPTIONS + index).map_or(0, |w| *w as i64)
    }

    /// Returns the set of players who have won, player 0 in the lowest bit.
    pub fn winners(&self) -> u64 {
        self.words[Layout::WINNERS]
    }

    /// Returns the set of players who are out, including those who have lost.
    pub fn out(&self) -> u64 {
        self.words[Layout::OUT]
    }

    /// Returns the set of players who have lost.
    pub fn losers(&self) -> u64 {
        self.words[Layout::LOSERS]
    }

    /// Reseeds the random generator: the same position, with different chance from here on.
    pub fn reseed(&mut self, seed: u64) {
        // The order of unseen components in lists of options depends on the generator.
        self.stamp = 0;
        super::chance::seed(&mut self.words, seed);
    }

    /// Returns a hash of the live words. It is fast, and equal on every platform.
    pub fn digest(&self) -> u64 {
        self.words()
            .iter()
            .fold(0, |hash: u64, &word| (hash.rotate_left(26) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95))
    }
}

impl Default for State {
    /// Creates an empty buffer, to copy other states into.
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
