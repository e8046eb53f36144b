//! The bots that come with Cardwright, and the seeds of everything that chance decides.

use super::seat::{Bot, Seen};
use crate::diagnostics::nearest;
use std::str::FromStr;

/// The `(index + 1)`-th output of SplitMix64 started at `seed`.
#[inline]
fn mix(seed: u64, index: u64) -> u64 {
    let mut z = seed.wrapping_add(index.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The seed of the `index`-th game, from 0, of a simulation: the upper 53 bits of the `(index + 1)`-th output of SplitMix64 started
/// at `seed`. Programs that read JSON keep 53 bits of a number.
pub fn game_seed(seed: u64, index: u64) -> u64 {
    mix(seed, index) >> 11
}

/// Where the bot of a seat, from 0, begins in the game of that seed. It must not meet the table's own generator, which is
/// seeded by SplitMix64 too: hence the constant (`bots`).
pub fn bot_seed(game: u64, seat: u8) -> u64 {
    mix(game ^ 0x626f_7473, u64::from(seat))
}

/// Chooses any whole move, each as likely; in most games each option is one. Where a move takes several choices, an option is as
/// likely as the moves that begin with it are many.
///
/// What it chooses depends on its seed and on how many choices the game has seen, not on what it was asked before: so it goes
/// the same way in a game that was resumed as in one that was not.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random {
    seed: u64,
}

impl Bot for Random {
    fn begin(&mut self, seed: u64) {
        self.seed = seed;
    }

    fn choose(&mut self, seen: &Seen) -> usize {
        let draw = mix(self.seed, seen.plies());
        if let Some(weights) = seen.weights() {
            return weighted(draw, &weights);
        }
        scale(draw, seen.options().len())
    }
}

/// A number below `bound`, each as likely: the `index`-th draw from a seed.
pub(super) fn draw_below(seed: u64, index: u64, bound: usize) -> usize {
    scale(mix(seed, index), bound)
}

/// The high half of the product. Its bias is below `bound` in 2⁶⁴: nobody will ever see it.
fn scale(draw: u64, bound: usize) -> usize {
    ((u128::from(draw) * bound as u128) >> 64) as usize
}

/// The place whose share of all weights a draw falls into.
fn weighted(draw: u64, weights: &[u64]) -> usize {
    let total: u128 = weights.iter().map(|w| u128::from(*w)).sum();
    let mut rest = (u128::from(draw) * total) >> 64;
    for (index, weight) in weights.iter().enumerate() {
        match rest.checked_sub(u128::from(*weight)) {
            Some(beyond) => rest = beyond,
            None => return index,
        }
    }
    0
}

/// Chooses the first option.
#[derive(Clone, Copy, Debug, Default)]
pub struct First;

impl Bot for First {
    fn begin(&mut self, _: u64) {}

    fn choose(&mut self, _: &Seen) -> usize {
        0
    }
}

/// The bots there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BotKind {
    /// [`Random`]
    Random,
    /// [`First`]
    First,
}

impl BotKind {
    /// All of them.
    pub const ALL: [BotKind; 2] = [BotKind::Random, BotKind::First];

    /// What it is called: `random`, `first`.
    pub fn name(self) -> &'static str {
        match self {
            BotKind::Random => "random",
            BotKind::First => "first",
        }
    }

    /// Such a bot.
    pub fn make(self) -> Box<dyn Bot> {
        match self {
            BotKind::Random => Box::new(Random::default()),
            BotKind::First => Box::new(First),
        }
    }
}

impl FromStr for BotKind {
    type Err = String;

    /// The error says which bots there are.
    fn from_str(written: &str) -> Result<Self, String> {
        let names = BotKind::ALL.map(BotKind::name);
        BotKind::ALL.into_iter().find(|b| b.name() == written).ok_or_else(|| match nearest(written, names) {
            Some(near) => format!("there is no bot `{written}`; did you mean `{near}`?"),
            None => format!("there is no bot `{written}`; there are: {}", names.join(", ")),
        })
    }
}
