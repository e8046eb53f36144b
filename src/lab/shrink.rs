//! Shrinks a game that was found to the shortest one that shows the same.
//!
//! A game is its seed and a list of option indices. Any list is a game: beyond its end option 0 is taken, and
//! an index beyond the options means the last option. So the search tries shorter and lower lists, as
//! property-based testing does.

use super::find::{FoundGame, GameWatcher, SearchGoal, StopCondition, StopKind};
use super::simulation::Simulation;
use crate::ir::ToIndex;
use crate::play::Disagreement;
use crate::table::Table;
use std::ops::Range;

/// Maximum number of games tried.
pub const TRIES: u64 = 20_000;

/// The result of shrinking a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShrinkResult {
    /// The best game that shows the same.
    pub found: FoundGame,
    /// Number of games tried.
    pub tried: u64,
    /// True if no tried change improves it any more; false if [`TRIES`] ended the search.
    pub settled: bool,
}

/// Shrinks a game that was found. A game is better if it shows the same (for a fault: the same code at the
/// same instruction) after fewer choices, or after equally many with lexicographically lower option indices.
///
/// # Errors
/// The table cannot be laid as agreed.
pub fn shrink(
    table: &Table,
    simulation: &Simulation,
    wanted: SearchGoal,
    found: &FoundGame,
) -> Result<ShrinkResult, Disagreement> {
    let laid = simulation.agreement.lay(&mut table.machine())?;
    let target = match &found.point {
        StopKind::Fault(fault) => StopCondition::Same(fault.code(), fault.pc),
        StopKind::Choice | StopKind::Over => wanted.into(),
    };
    let watcher = GameWatcher::new(table, &laid, target);
    let mut shrinker = Shrinker { watcher, best: found.clone(), tried: 0 };
    loop {
        let before = shrinker.best.answers.clone();
        shrinker.stretches(|answers, stretch| drop(answers.drain(stretch)));
        shrinker.stretches(|answers, stretch| answers[stretch].fill(0));
        shrinker.lower();
        let settled = shrinker.best.answers == before;
        if settled || shrinker.is_spent() {
            let Shrinker { best, tried, .. } = shrinker;
            return Ok(ShrinkResult { found: best, tried, settled: settled && tried < TRIES });
        }
    }
}

struct Shrinker<'t> {
    watcher: GameWatcher<'t>,
    best: FoundGame,
    tried: u64,
}

impl Shrinker<'_> {
    /// Returns whether no more games may be tried.
    fn is_spent(&self) -> bool {
        self.tried >= TRIES
    }

    /// Tries a game. If it is better than the best so far, it replaces that, and the function returns true.
    fn better(&mut self, answers: &[u32]) -> bool {
        let best = &self.best.answers;
        let same = answers.iter().chain(std::iter::repeat(&0)).take(best.len()).eq(best);
        if same || self.is_spent() {
            return false;
        }
        self.tried += 1;
        let most = best.len() as u64;
        let answer = |nth: usize| answers.get(nth).map_or(0, |index| index.index());
        let Some(point) = self.watcher.play(self.best.game.seed, most, |_, nth| answer(nth)) else {
            return false;
        };
        let (new, old) = (&self.watcher.answers, &self.best.answers);
        if (new.len(), new) >= (old.len(), old) {
            return false;
        }
        self.best.answers.clone_from(&self.watcher.answers);
        self.best.point = point;
        true
    }

    /// Applies `change` to ranges of the game, from half of its length down to single choices, and keeps
    /// improvements.
    fn stretches(&mut self, change: impl Fn(&mut Vec<u32>, Range<usize>)) {
        let mut size = self.best.answers.len().div_ceil(2);
        while size > 0 {
            let mut start = 0;
            while start < self.best.answers.len() {
                if self.is_spent() {
                    return;
                }
                let mut answers = self.best.answers.clone();
                let end = (start + size).min(answers.len());
                change(&mut answers, start..end);
                if !self.better(&answers) {
                    start += size;
                }
            }
            size /= 2;
        }
    }

    /// Lowers single indices, by half down to 1, and keeps improvements.
    fn lower(&mut self) {
        let mut place = 0;
        while let Some(number) = self.best.answers.get(place).copied() {
            let mut by = number.div_ceil(2);
            while by > 0 {
                if self.is_spent() {
                    return;
                }
                let mut answers = self.best.answers.clone();
                match answers.get_mut(place) {
                    Some(number) if *number >= by => *number -= by,
                    _ => {
                        by /= 2;
                        continue;
                    }
                }
                if !self.better(&answers) {
                    by /= 2;
                }
            }
            place += 1;
        }
    }
}
