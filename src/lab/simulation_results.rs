//! The results of a simulation, and the games that they are of.

use super::counts::SimulationCounts;
use super::simulation::Simulation;
use crate::play::SearchEffort;
use crate::table::{Fault, Table};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// A game of a simulation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRef {
    /// Its number, from 0.
    pub index: u64,
    /// Its random seed.
    pub seed: u64,
}

/// A game that ended in a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFault {
    /// The game, by its number and seed.
    pub game: GameRef,
    /// The fault; `None` if only the game is known, as from a saved part.
    pub fault: Option<Box<Fault>>,
}

/// A game in which a bot's evaluation ended in a fault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EvaluationFault {
    /// The game, by its number and seed.
    pub game: GameRef,
    /// The fault, with its place.
    pub why: String,
}

/// The counts of a simulation, and the first of its games that went wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SimulationResults {
    /// The counts of its games.
    pub counts: SimulationCounts,
    /// The first game that was stopped unfinished.
    pub unfinished: Option<GameRef>,
    /// The first game that ended in a fault.
    pub fault: Option<GameFault>,
    /// The first game in which a bot's evaluation failed.
    pub misjudged: Option<EvaluationFault>,
    /// The playouts and plies that the bots played in order to choose.
    pub work: SearchEffort,
}

impl SimulationResults {
    /// Adds the results of other games.
    pub fn merge(&mut self, other: SimulationResults) {
        self.counts.merge(&other.counts);
        self.work.playouts += other.work.playouts;
        self.work.plies += other.work.plies;
        let first = |a: &GameRef, b: &GameRef| a.index < b.index;
        if let Some(game) = other.unfinished
            && self.unfinished.as_ref().is_none_or(|mine| first(&game, mine))
        {
            self.unfinished = Some(game);
        }
        if let Some(misjudged) = other.misjudged
            && self.misjudged.as_ref().is_none_or(|mine| first(&misjudged.game, &mine.game))
        {
            self.misjudged = Some(misjudged);
        }
        if let Some(fault) = other.fault
            && self.fault.as_ref().is_none_or(|mine| first(&fault.game, &mine.game))
        {
            self.fault = Some(fault);
        }
    }

    /// Creates results of no games.
    pub(super) fn nothing(table: &Table, simulation: &Simulation) -> SimulationResults {
        SimulationResults {
            counts: SimulationCounts::new(table.ir(), simulation.agreement.players, simulation.wants),
            unfinished: None,
            fault: None,
            misjudged: None,
            work: SearchEffort::default(),
        }
    }
}

/// The games that a run played, with their results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGames {
    /// The games, as ascending ranges; all of them unless the run was interrupted.
    pub games: Vec<Range<u64>>,
    /// Their results.
    pub results: SimulationResults,
}

impl PlayedGames {
    /// Returns the number of games.
    pub fn count(&self) -> u64 {
        self.games.iter().map(|range| range.end - range.start).sum()
    }
}

/// Sorts and merges ranges of games that do not overlap into as few ranges as possible.
pub(super) fn merge_ranges(mut games: Vec<Range<u64>>) -> Vec<Range<u64>> {
    games.retain(|range| !range.is_empty());
    games.sort_by_key(|range| range.start);
    games.dedup_by(|next, before| {
        let joined = before.end == next.start;
        if joined {
            before.end = next.end;
        }
        joined
    });
    games
}
