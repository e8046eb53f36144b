//! The `greedy` bot: takes the move with the best resulting position.

use super::judge::Judge;
use super::lookahead::{Lookahead, LookaheadPurpose, OptionResults};
use super::seat::{Observation, TableBot};
use super::seeds::{draw_below, mix};
use crate::ir::BotInfo;
use crate::table::{FailedEvaluations, Table};

/// Takes the move with the greatest evaluation of the resulting position; ties are broken uniformly at
/// random. A move of several choices is tried to its end.
///
/// It never has access to the actual state: it tries moves on samples of what its player sees.
pub struct Greedy<'t> {
    seed: u64,
    tries: Lookahead<'t>,
}

impl<'t> Greedy<'t> {
    /// Creates the bot for a game, with the evaluation of one of its bots; without one, the score.
    pub fn new(table: &'t Table<'t>, bot: Option<&BotInfo>) -> Self {
        Greedy { seed: 0, tries: Lookahead::new(table, Judge::of(table.ir(), bot), LookaheadPurpose::Best) }
    }
}

impl TableBot for Greedy<'_> {
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
        if seen.options().len() == 1 {
            return 0;
        }
        let seed = mix(self.seed, seen.plies());
        let tried = self.tries.all(seen, seed);
        let Some(best) = tried.iter().max_by(|a, b| a.against(b)) else { return 0 };
        let equal = |tried: &OptionResults| tried.against(best).is_eq();
        let ways = tried.iter().filter(|tried| equal(tried)).count();
        let nth = draw_below(seed, u64::MAX, ways);
        tried.iter().enumerate().filter(|(_, tried)| equal(tried)).nth(nth).map_or(0, |(index, _)| index)
    }
}
