//! The simplest bots.

use super::moves::Moves;
use super::seat::{Observation, TableBot};
use super::seeds::{mix, weighted};
use crate::table::Table;
use crate::table::chance::scale;

/// Picks a whole move uniformly at random; in most games each option is one. If a move takes several choices,
/// the probability of an option is proportional to the number of moves that begin with it.
///
/// The choice depends only on the seed and on the number of plies so far, not on earlier calls. So a resumed
/// game continues as it would have without the interruption.
pub struct Random<'t> {
    seed: u64,
    /// Counts whole moves, if the game has moves of several choices.
    moves: Option<Moves<'t>>,
    weights: Vec<u64>,
}

impl<'t> Random<'t> {
    /// Creates the bot for a game.
    pub fn new(table: &'t Table<'t>) -> Self {
        let moves = table.has_more().then(|| Moves::new(table));
        Random { seed: 0, moves, weights: Vec::new() }
    }
}

impl TableBot for Random<'_> {
    fn begin(&mut self, seed: u64) {
        self.seed = seed;
    }

    fn choose(&mut self, seen: &Observation) -> usize {
        let draw = mix(self.seed, seen.plies());
        if let Some(moves) = &mut self.moves
            && seen.weigh(moves, mix(draw, 0), &mut self.weights)
        {
            return weighted(draw, self.weights.iter().map(|w| u128::from(*w)));
        }
        scale(draw, seen.options().len())
    }
}

/// Chooses the first option.
#[derive(Clone, Copy, Debug, Default)]
pub struct FirstBot;

impl TableBot for FirstBot {
    fn begin(&mut self, _: u64) {}

    fn choose(&mut self, _: &Observation) -> usize {
        0
    }
}
