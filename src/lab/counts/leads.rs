//! Counts leads: margins of victory, and changes of the lead during a game.

use crate::lab::histogram::Histogram;
use crate::lab::statistics::Moments;
use crate::table::{Ending, Machine, State, TableOutcome};
use serde::{Deserialize, Serialize};

/// One game in this many is scored after each turn, since scoring that often costs time.
pub const ONE_IN: u64 = 16;

/// The counts of margins and leads.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeadCounts {
    /// The best score minus the second best, in games that scores decided. A side has one score.
    pub margins: Moments,
    /// Number of times the lead passed from one side to another in a game, in the games that are scored after
    /// each turn.
    pub changes: Histogram,
    /// The side that last had the lead in the current game, and the number of changes so far; `None` if the
    /// game is not scored after each turn.
    #[serde(skip)]
    open: Option<(Option<u64>, u64)>,
}

impl LeadCounts {
    /// Begins a game. `looked_at` is true if it is sampled and has a score: then it is scored after each
    /// turn.
    pub fn begin(&mut self, looked_at: bool) {
        self.open = looked_at.then_some((None, 0));
    }

    /// Scores the position at the end of a turn.
    pub fn turn(&mut self, machine: &mut Machine, state: &mut State) {
        let (Some((ahead, changes)), Some(score)) = (&mut self.open, machine.table().ir().score) else {
            return;
        };
        let mut best: Option<(i64, Option<u64>)> = None;
        let mut sides = Vec::new();
        if machine.side_values(state, &mut sides).is_err() {
            self.open = None;
            return;
        }
        for (player, side) in sides.iter().enumerate() {
            // If scoring fails in the middle of a game, its leads are no longer counted.
            let Ok(words) = machine.evaluate(state, score, &[player as u64]) else {
                self.open = None;
                return;
            };
            let points = words.first().copied().unwrap_or_default() as i64;
            best = match best {
                Some((most, _)) if most > points => best,
                Some((most, led)) if most == points => Some((most, led.filter(|led| led == side))),
                _ => Some((points, Some(*side))),
            };
        }
        // A tie does not change the lead.
        if let Some((_, Some(now))) = best {
            *changes += u64::from(ahead.is_some_and(|before| before != now));
            *ahead = Some(now);
        }
    }

    /// Counts the result of the game.
    pub fn finish(&mut self, outcome: &TableOutcome) {
        let best = |side| outcome.players_of(side).filter_map(|p| outcome.standings[p.index()].score).max();
        let decided = outcome.ending == Ending::Scored;
        let mut scores: Vec<i64> =
            (0..if decided { outcome.side_count() } else { 0 }).filter_map(best).collect();
        scores.sort_unstable();
        if let [.., second, first] = scores[..] {
            self.margins.add(first.saturating_sub(second));
        }
        if let Some((_, changes)) = self.open.take() {
            self.changes.add(changes);
        }
    }

    /// Adds the other's counts.
    pub fn merge(&mut self, other: &LeadCounts) {
        self.margins.merge(&other.margins);
        self.changes.merge(&other.changes);
    }
}
