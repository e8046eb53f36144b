//! The simplest bots, and the derivation of random seeds.

use super::moves::Moves;
use super::seat::{Observation, TableBot};
use crate::table::Table;
use crate::table::chance::scale;
pub(super) use crate::table::chance::split_mix as mix;

/// Returns the random seed of the `index`-th game, from 0, of a simulation: the upper 53 bits of the
/// `(index + 1)`-th output of SplitMix64 started at `seed`. It has 53 bits because many JSON readers keep
/// only those of a number.
pub fn game_seed(seed: u64, index: u64) -> u64 {
    mix(seed, index) >> 11
}

/// Returns the random seed of the bot in a seat, from 0, for a game's seed. It must not coincide with the
/// table's own generator, which is also seeded by SplitMix64: hence the constant (`bots`).
pub fn bot_seed(game: u64, seat: u8) -> u64 {
    mix(game ^ 0x626f_7473, u64::from(seat))
}

/// Picks a whole move uniformly at random; in most games each option is one. Where a move takes several
/// choices, the probability of an option is proportional to the number of moves that begin with it.
///
/// The choice depends only on the seed and on the number of plies so far, not on earlier calls. So a resumed
/// game continues as it would have without the interruption.
pub struct Random<'t> {
    seed: u64,
    /// Counts whole moves, if the game has moves of several choices.
    moves: Option<Moves<'t>>,
    weights: Vec<u64>,
}

impl<'t> Random<'t> {
    /// Creates the bot for a game.
    pub fn new(table: &'t Table<'t>) -> Self {
        let moves = table.has_more().then(|| Moves::new(table));
        Random { seed: 0, moves, weights: Vec::new() }
    }
}

impl TableBot for Random<'_> {
    fn begin(&mut self, seed: u64) {
        self.seed = seed;
    }

    fn choose(&mut self, seen: &Observation) -> usize {
        let draw = mix(self.seed, seen.plies());
        if let Some(moves) = &mut self.moves
            && seen.weigh(moves, mix(draw, 0), &mut self.weights)
        {
            return weighted(draw, self.weights.iter().map(|w| u128::from(*w)));
        }
        scale(draw, seen.options().len())
    }
}

/// Returns a uniformly random number below `bound`: the `index`-th draw from a seed.
pub(super) fn draw_below(seed: u64, index: u64, bound: usize) -> usize {
    scale(mix(seed, index), bound)
}

/// Returns an index with probability proportional to its weight. The sum of all weights must be below 2¹²⁰.
pub(super) fn weighted(draw: u64, weights: impl Iterator<Item = u128> + Clone) -> usize {
    let (total, draw): (u128, u128) = (weights.clone().sum(), u128::from(draw));
    // The high part of a 64-bit number times a longer one, without overflow.
    let mut rest = draw * (total >> 64) + ((draw * (total & u128::from(u64::MAX))) >> 64);
    for (index, weight) in weights.enumerate() {
        match rest.checked_sub(weight) {
            Some(beyond) => rest = beyond,
            None => return index,
        }
    }
    0
}

/// Chooses the first option.
#[derive(Clone, Copy, Debug, Default)]
pub struct FirstBot;

impl TableBot for FirstBot {
    fn begin(&mut self, _: u64) {}

    fn choose(&mut self, _: &Observation) -> usize {
        0
    }
}
