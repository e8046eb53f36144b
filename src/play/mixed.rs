//! The bot that picks a move at random, in proportion to an expression of the game's.

use super::bot::{draw_below, mix, weighted};
use super::judge::Judge;
use super::seat::{Bot, Seen};
use super::tries::{For, Tried, Tries};
use crate::ir::BotInfo;
use crate::table::Table;

/// A mean is kept in so many parts of one: weights are whole numbers.
const PARTS: u128 = 16;

/// Picks a whole move with probability proportional to a function of the player on the position after it; below 0 counts
/// as 0. Where all are 0, it picks an option uniformly at random.
///
/// It tries moves on samples of what its player sees, and adds up what they come to: so weights that depend on what the player
/// knows alone are exact.
pub struct Mixed<'t> {
    seed: u64,
    tries: Tries<'t>,
    weights: Vec<u128>,
}

impl<'t> Mixed<'t> {
    /// For a game, by one of its bots.
    pub fn new(table: &'t Table<'t>, bot: &BotInfo) -> Self {
        let judge = Judge::of(table.ir(), Some(bot));
        Mixed { seed: 0, tries: Tries::new(table, judge, For::Weights), weights: Vec::new() }
    }
}

impl Bot for Mixed<'_> {
    fn begin(&mut self, seed: u64) {
        self.seed = seed;
    }

    fn choose(&mut self, seen: &Seen) -> usize {
        let options = seen.options().len();
        if options == 1 {
            return 0;
        }
        let seed = mix(self.seed, seen.plies());
        // What could be tried on some samples only counts as much as what could be tried on all.
        let weight = |tried: &Tried| tried.sum.max(0).unsigned_abs() * PARTS / u128::from(tried.count.max(1));
        self.weights.clear();
        self.weights.extend(self.tries.all(seen, seed).iter().map(weight));
        if self.weights.iter().all(|w| *w == 0) {
            return draw_below(seed, u64::MAX, options);
        }
        weighted(mix(seed, u64::MAX), self.weights.iter().copied())
    }
}
