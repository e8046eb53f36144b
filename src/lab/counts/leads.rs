//! How far ahead, and how often somebody else is.

use crate::lab::{Histogram, Moments};
use crate::table::{Ending, Machine, Outcome, State};
use serde::{Deserialize, Serialize};

/// One game in so many is looked at after each turn: scoring a table that often costs time.
pub const ONE_IN: u64 = 16;

/// How close games are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leads {
    /// How far the best score was ahead of the second, in games that scores decided; a side has one.
    pub margins: Moments,
    /// How often the lead went from one side to another, in the games looked at.
    pub changes: Histogram,
    /// Who led last in the game under way, and how often that has changed.
    #[serde(skip)]
    open: Option<(Option<u64>, u64)>,
}

impl Leads {
    /// A game begins, which is looked at or not.
    pub fn begin(&mut self, looked_at: bool) {
        self.open = looked_at.then_some((None, 0));
    }

    /// A turn is over.
    pub fn turn(&mut self, machine: &mut Machine, state: &mut State) {
        let (Some((ahead, changes)), Some(score)) = (&mut self.open, machine.table().ir().score) else { return };
        let mut best: Option<(i64, Option<u64>)> = None;
        let mut sides = Vec::new();
        if machine.side_values(state, &mut sides).is_err() {
            self.open = None;
            return;
        }
        for (player, side) in sides.iter().enumerate() {
            // Where a rule cannot score a table in the middle of a game, the game is not looked at any further.
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
        // Level is nobody's lead, and takes it from nobody.
        if let Some((_, Some(now))) = best {
            *changes += u64::from(ahead.is_some_and(|before| before != now));
            *ahead = Some(now);
        }
    }

    /// The game is over.
    pub fn finish(&mut self, outcome: &Outcome) {
        let best = |side| outcome.players_of(side).filter_map(|p| outcome.standings[p].score).max();
        let decided = outcome.ending == Ending::Scored;
        let mut scores: Vec<i64> = (0..if decided { outcome.side_count() } else { 0 }).filter_map(best).collect();
        scores.sort_unstable();
        if let [.., second, first] = scores[..] {
            self.margins.add(first.saturating_sub(second));
        }
        if let Some((_, changes)) = self.open.take() {
            self.changes.add(changes);
        }
    }

    /// Adds all that the other has counted.
    pub fn merge(&mut self, other: &Leads) {
        self.margins.merge(&other.margins);
        self.changes.merge(&other.changes);
    }
}
