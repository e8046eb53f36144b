//! Playouts: choices that a machine answers itself, uniformly at random, without stopping.
//!
//! A stop costs more than a simple rule: the list is prepared for the chooser, and machine code is left and
//! entered again. A playout does without where no option names a component, or only public ones without
//! copies. At other choices the machine stops as usual, and its caller answers. Games are the same in both
//! ways.

use super::chance;
use crate::ir::{PlayerId, ToIndex};

/// The source of the numbers that pick options.
#[derive(Clone, Debug)]
pub(crate) enum Draws {
    /// An output of SplitMix64 for each choice, by the seed of the chooser's seat and the number of plies so
    /// far.
    Seats(Vec<u64>),
    /// A generator as in a state, which is advanced by each choice.
    Generator([u64; 4]),
}

impl Draws {
    /// Returns the index of an option; `None` if the chooser's seat has no seed.
    #[inline]
    pub(super) fn below(&mut self, bound: usize, chooser: PlayerId, plies: u64) -> Option<usize> {
        match self {
            Draws::Seats(seeds) => {
                seeds.get(chooser.index()).map(|seed| chance::scale(chance::split_mix(*seed, plies), bound))
            }
            Draws::Generator(words) => Some(chance::below(words, bound as u64).index()),
        }
    }
}

/// The turns of a game: the choices of a player in a row are one turn.
#[derive(Clone, Debug, Default)]
pub(crate) struct Turns {
    /// The number of turns of each player.
    pub counts: Vec<u64>,
    /// The player who chose last.
    last: Option<PlayerId>,
}

impl Turns {
    /// Begins a game.
    pub fn begin(&mut self, players: usize) {
        self.counts.clear();
        self.counts.resize(players, 0);
        self.last = None;
    }

    /// Counts a choice. Returns whether it begins a turn.
    #[inline]
    pub fn note(&mut self, chooser: Option<PlayerId>) -> bool {
        if self.last == chooser {
            return false;
        }
        self.last = chooser;
        if let Some(count) = chooser.and_then(|player| self.counts.get_mut(player.index())) {
            *count += 1;
        }
        true
    }
}

/// The choices that a machine answers itself.
#[derive(Clone, Debug)]
pub(crate) struct Playout {
    /// The source of its answers.
    pub draws: Draws,
    /// The number of plies of the state at which it stops for a choice as ever.
    pub until: u64,
    /// The turns so far.
    pub turns: Turns,
}
