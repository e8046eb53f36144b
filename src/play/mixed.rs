//! The bot with mixed strategies: picks a move with probability proportional to an expression of the game.

use super::judge::Judge;
use super::lookahead::{Lookahead, LookaheadPurpose, OptionResults};
use super::seat::{Observation, TableBot};
use super::seeds::{draw_below, mix, weighted};
use crate::ir::BotInfo;
use crate::table::{FailedEvaluations, Table};

/// Fixed-point scale of mean weights, because weights are integers.
const PARTS: u128 = 16;

/// Picks a whole move with probability proportional to a function of the player on the position after it;
/// below 0 counts as 0. If all are 0, it picks an option uniformly at random.
///
/// It tries moves on samples of what its player sees, and adds up the results. So weights that depend only on
/// what the player knows are exact.
pub struct MixedBot<'t> {
    seed: u64,
    tries: Lookahead<'t>,
    weights: Vec<u128>,
}

impl<'t> MixedBot<'t> {
    /// Creates the bot for a game, with one of its bot declarations.
    pub fn new(table: &'t Table<'t>, bot: &BotInfo) -> Self {
        let judge = Judge::of(table.ir(), Some(bot));
        MixedBot {
            seed: 0,
            tries: Lookahead::new(table, judge, LookaheadPurpose::Weights),
            weights: Vec::new(),
        }
    }
}

impl TableBot for MixedBot<'_> {
    fn begin(&mut self, seed: u64) {
        self.seed = seed;
    }

    fn count(&mut self, counts: bool) -> Vec<u64> {
        self.tries.count(counts)
    }

    fn failed(&mut self) -> FailedEvaluations {
        self.tries.failed()
    }

    fn choose(&mut self, seen: &Observation) -> usize {
        let options = seen.options().len();
        if options == 1 {
            return 0;
        }
        let seed = mix(self.seed, seen.plies());
        // The mean over the samples on which a move could be tried, so that moves impossible on some samples
        // are not underweighted.
        let weight =
            |tried: &OptionResults| tried.sum.max(0).unsigned_abs() * PARTS / u128::from(tried.count.max(1));
        self.weights.clear();
        self.weights.extend(self.tries.all(seen, seed).iter().map(weight));
        if self.weights.iter().all(|w| *w == 0) {
            return draw_below(seed, u64::MAX, options);
        }
        weighted(mix(seed, u64::MAX), self.weights.iter().copied())
    }
}
