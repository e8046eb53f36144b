//! Payoffs where nobody plays against anybody: how good a game was, beside whether it was won.
//!
//! In a game that all players win or lose together, random play hardly ever wins, and a search that is told of nothing but wins sees no
//! difference. So each game has a grade, its score for example. Grades have any unit; what counts is how they differ, so they are
//! measured by the standard deviation of all games of a search.

use crate::play::worth;
use crate::table::{Ending, Machine, Players, State};

/// The weight of a standard deviation of grades beside a win.
const WEIGHT: f64 = 0.25;

/// The payoff of a game that ended or was broken off: from 0 (lost) to 1 (won), between them where it is neither; and its grade, the sum
/// of a function's values for all players. `None` where the function fails.
pub(super) fn payoff(machine: &mut Machine, state: &mut State, target: Option<u16>) -> Option<(f64, f64)> {
    let won = match state.ending() {
        Ending::Settled => f64::from(u8::from(state.winners() != 0)),
        Ending::Open | Ending::Draw | Ending::Scored => 0.5,
    };
    let grade = match target {
        Some(function) => worth::sum(machine, state, function, Players::of_word(state.seats()))? as f64,
        None => 0.0,
    };
    Some((won, grade))
}

/// The games of a search.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Grades {
    count: f64,
    won: f64,
    sum: f64,
    squares: f64,
    least: f64,
}

/// What a search does with payoffs: how much a grade counts beside a win, and how much weight lies on what was seldom tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    pub grade: f64,
    pub exploration: f64,
}

impl Grades {
    /// Adds a game: from 0 (lost) to 1 (won), and its grade.
    pub fn add(&mut self, won: f64, grade: f64) {
        self.least = if self.count == 0.0 { grade } else { self.least.min(grade) };
        self.count += 1.0;
        self.won += won;
        self.sum += grade;
        self.squares += grade * grade;
    }

    /// The least grade so far, which a game counts that a rule's failure ended.
    pub fn least(&self) -> f64 {
        self.least
    }

    /// How payoffs are weighed, where `exploration` is right for games that are won as often as lost: the wider payoffs are apart, the
    /// more chance has a part in their means.
    pub fn scale(&self, exploration: f64) -> Scale {
        let count = self.count.max(1.0);
        let mean = self.sum / count;
        let deviation = (self.squares / count - mean * mean).max(0.0).sqrt();
        let won = self.won / count;
        let spread = (won * (1.0 - won) + WEIGHT * WEIGHT).sqrt();
        let grade = if deviation > 0.0 { WEIGHT / deviation } else { 0.0 };
        Scale { grade, exploration: exploration * 2.0 * spread }
    }
}
