//! The bot that takes the move after which the table is best for it.

use super::bot::{draw_below, mix};
use super::seat::{Bot, Seen};
use super::tries::{For, Tries};
use crate::table::Table;

/// Takes the move after which a function of the player is greatest; of equals any, each as likely. A move is tried to its end.
///
/// It never sees the table itself: it tries moves on samples of what its player sees.
pub struct Greedy<'t> {
    seed: u64,
    tries: Tries<'t>,
}

impl<'t> Greedy<'t> {
    /// For a game, by one of `Ir::functions`: a player → an int.
    pub fn new(table: &'t Table<'t>, evaluate: Option<u16>) -> Self {
        Greedy { seed: 0, tries: Tries::new(table, evaluate, For::Best) }
    }
}

impl Bot for Greedy<'_> {
    fn begin(&mut self, seed: u64) {
        self.seed = seed;
    }

    fn choose(&mut self, seen: &Seen) -> usize {
        if seen.options().len() == 1 {
            return 0;
        }
        let seed = mix(self.seed, seen.plies());
        let sums = self.tries.all(seen, seed);
        // Means are compared without dividing; what could be tried on no sample comes last.
        let better = |a: (i128, u32), b: (i128, u32)| match (a.1, b.1) {
            (0, _) => false,
            (_, 0) => true,
            (n, m) => a.0 * i128::from(m) > b.0 * i128::from(n),
        };
        let best = sums.iter().copied().fold((0, 0), |best, sum| if better(sum, best) { sum } else { best });
        let equal = |sum: &(i128, u32)| !better(*sum, best) && !better(best, *sum);
        let ways = sums.iter().filter(|sum| equal(sum)).count();
        let nth = draw_below(seed, u64::MAX, ways);
        sums.iter().enumerate().filter(|(_, sum)| equal(sum)).nth(nth).map_or(0, |(index, _)| index)
    }
}
