//! Payoffs of cooperative games: a grade for the quality of a game, in addition to win or loss.
//!
//! In a game that all players win or lose together, random play hardly ever wins, so a search by wins alone
//! finds no difference between moves. Therefore each playout has a grade, such as its score. Grades have any
//! unit; only their differences matter, so they are divided by the standard deviation of all playouts of a
//! search.

use crate::ir::FunctionId;
use crate::play::payoff;
use crate::table::{Ending, Machine, Players, State};

/// Weight of one standard deviation of grades, relative to a win.
const WEIGHT: f64 = 0.25;

/// Returns the payoff of a game that ended or was cut off, from 0 (lost) to 1 (won), and its grade: the sum
/// of a function over all players. The payoff is 0.5 if the game is neither won nor lost. Returns `None` if
/// the function faults.
pub(super) fn payoff(
    machine: &mut Machine,
    state: &mut State,
    target: Option<FunctionId>,
) -> Option<(f64, f64)> {
    let won = match state.ending() {
        Ending::Settled => f64::from(u8::from(state.winners() != 0)),
        Ending::Open | Ending::Draw | Ending::Scored => 0.5,
    };
    let grade = match target {
        Some(function) => payoff::sum(machine, state, function, Players::of_word(state.seats()))? as f64,
        None => 0.0,
    };
    Some((won, grade))
}

/// Statistics of a search's playouts.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Grades {
    count: f64,
    won: f64,
    sum: f64,
    squares: f64,
    least: f64,
}

/// Weights of a search: of a grade relative to a win, and of the exploration term.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchWeights {
    pub grade: f64,
    pub exploration: f64,
}

impl Grades {
    /// Adds a playout: its payoff from 0 (lost) to 1 (won), and its grade.
    pub fn add(&mut self, won: f64, grade: f64) {
        self.least = if self.count == 0.0 { grade } else { self.least.min(grade) };
        self.count += 1.0;
        self.won += won;
        self.sum += grade;
        self.squares += grade * grade;
    }

    /// Returns the least grade so far; it is used for playouts that end in a fault.
    pub fn least(&self) -> f64 {
        self.least
    }

    /// Returns the weights. `exploration` is the constant for games won half of the time: it scales with the
    /// standard deviation of payoffs, because a wider spread makes their means less certain.
    pub fn scale(&self, exploration: f64) -> SearchWeights {
        let count = self.count.max(1.0);
        let mean = self.sum / count;
        let deviation = (self.squares / count - mean * mean).max(0.0).sqrt();
        let won = self.won / count;
        let spread = (won * (1.0 - won) + WEIGHT * WEIGHT).sqrt();
        let grade = if deviation > 0.0 { WEIGHT / deviation } else { 0.0 };
        SearchWeights { grade, exploration: exploration * 2.0 * spread }
    }
}
