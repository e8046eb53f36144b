//! Derivation of random seeds, and draws from them.

use crate::ir::PlayerId;
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
pub fn bot_seed(game: u64, seat: PlayerId) -> u64 {
    mix(game ^ 0x626f_7473, u64::from(seat))
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
