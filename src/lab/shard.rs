//! Parts (shards) of a simulation, which are merged into the whole.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::counts::{CountSelection, SimulationCounts};
use super::sides::{seatings, sides_at};
use super::simulation::Simulation;
use super::simulation_results::{
    EvaluationFault, GameFault, GameRef, PlayedGames, SimulationResults, merge_ranges,
};
use crate::hash::content_hash;
use crate::ir::Ir;
use crate::ir::bytes::to_bytes;
use crate::play::{Agreement, BotKind, PregameSettings, SearchEffort};
use crate::table::{Fault, Table};

/// The terms that all parts of a simulation share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Terms {
    game: String,
    version: String,
    /// A hash of the compiled game, independent of its folder.
    rules: u64,
    players: u8,
    options: Vec<i64>,
    seed: u64,
    bots: Vec<String>,
    rotate: bool,
    mirror: bool,
    games: u64,
    wants: CountSelection,
    watch: u64,
    max_plies: u64,
}

/// The source of a simulation's game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameSource {
    /// The game as it was named on the command line.
    pub package: String,
    /// Another state of the package: a folder or a revision.
    pub revision: Option<String>,
    /// Values substituted at places in its files.
    pub changes: Vec<(String, String)>,
    /// The players and lists that the table is laid for, where players bring lists.
    pub lists: Option<PregameSettings>,
    /// The scenario from which its games start; `None` to start with setup.
    pub scenario: Option<String>,
}

/// The counts of some of the games of a simulation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// The source of its game, from which the game can be compiled again.
    pub made: GameSource,
    terms: Terms,
    /// The games played, as ascending ranges that do not touch.
    played: Vec<Range<u64>>,
    counts: SimulationCounts,
    unfinished: Option<GameRef>,
    /// The first game that ended in a fault. Playing it again brings the fault about again.
    fault: Option<GameRef>,
    misjudged: Option<EvaluationFault>,
    playouts: u64,
    plies: u64,
}

/// The reason why parts cannot be merged, or why bytes are not a part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShardError {
    /// The bytes do not start as a part does, or were cut off or changed.
    #[error("it is not a shard of a simulation, or it is damaged")]
    Damaged,
    /// Another version of Cardwright wrote them.
    #[error("another version of Cardwright wrote it: this one reads format {reads}, and it has format {has}")]
    OtherFormat {
        /// The format of the bytes.
        has: u16,
        /// The format that this version reads.
        reads: u16,
    },
    /// The parts are of different simulations.
    #[error("it is part of another simulation: {0} is not the same")]
    Other(&'static str),
    /// A game is in both parts (duplicate).
    #[error("game {0} is in two parts")]
    Twice(u64),
    /// The rules of the game have changed since the part was played.
    #[error("{0} has changed since")]
    Changed(String),
    /// A bot named in the part does not exist in the game.
    #[error("{0}")]
    Bot(String),
}

impl Shard {
    /// Creates the part of a simulation from the games played.
    pub fn new(ir: &Ir, made: GameSource, simulation: &Simulation, played: &PlayedGames) -> Shard {
        let results = &played.results;
        Shard {
            made,
            terms: Terms::of(ir, simulation),
            played: played.games.clone(),
            counts: results.counts.clone(),
            unfinished: results.unfinished.clone(),
            fault: results.fault.as_ref().map(|first| first.game.clone()),
            misjudged: results.misjudged.clone(),
            playouts: results.work.playouts,
            plies: results.work.plies,
        }
    }

    /// Merges another shard of the same simulation into this one.
    ///
    /// # Errors
    /// The other shard belongs to another simulation, or both contain the same game.
    pub fn join(&mut self, other: &Shard) -> Result<(), ShardError> {
        self.check_join(other)?;
        self.merge(other);
        Ok(())
    }

    /// Checks that the other shard belongs to the same simulation, and has none of the games of this one.
    pub(super) fn check_join(&self, other: &Shard) -> Result<(), ShardError> {
        self.terms.same(&other.terms)?;
        if self.made.scenario != other.made.scenario {
            return Err(ShardError::Other("the scenario"));
        }
        let twice = other.played.iter().find_map(|theirs| {
            let with = self.played.iter().find(|mine| mine.start < theirs.end && theirs.start < mine.end)?;
            Some(with.start.max(theirs.start))
        });
        twice.map_or(Ok(()), |game| Err(ShardError::Twice(game)))
    }

    /// Merges another shard, which [`Shard::check_join`] has accepted.
    pub(super) fn merge(&mut self, other: &Shard) {
        self.played.extend(other.played.iter().cloned());
        self.played = merge_ranges(std::mem::take(&mut self.played));
        self.counts.merge(&other.counts);
        let earlier = |mine: &Option<GameRef>, theirs: &Option<GameRef>| {
            [mine, theirs].into_iter().flatten().min_by_key(|game| game.index).cloned()
        };
        self.unfinished = earlier(&self.unfinished, &other.unfinished);
        self.fault = earlier(&self.fault, &other.fault);
        let misjudged = self.misjudged.take().into_iter().chain(other.misjudged.clone());
        self.misjudged = misjudged.min_by_key(|misjudged| misjudged.game.index);
        self.playouts = self.playouts.saturating_add(other.playouts);
        self.plies = self.plies.saturating_add(other.plies);
    }

    /// Returns whether the figures are consistent with its number of games: a file could claim anything. The
    /// game's own cards and rules are not known here, so of these only upper bounds are checked.
    pub(super) fn is_sound(&self) -> bool {
        let apart = self.played.windows(2).all(|two| two[0].end < two[1].start);
        let within = self.played.iter().all(|range| range.start < range.end && range.end <= self.terms.games);
        let asked = |game: &Option<GameRef>| game.as_ref().is_none_or(|game| game.index < self.terms.games);
        apart
            && within
            && asked(&self.unfinished)
            && asked(&self.fault)
            && asked(&self.misjudged.as_ref().map(|misjudged| misjudged.game.clone()))
            && usize::from(self.terms.players) == self.counts.stats.seats.len()
            && self.terms.bots.len() == self.counts.stats.seats.len()
            && self.playouts.max(self.plies) < 1 << 56
            && self.counts.is_sound(self.games())
    }

    /// Returns the number of games played.
    pub fn games(&self) -> u64 {
        self.played.iter().map(|range| range.end - range.start).sum()
    }

    /// Returns the games of the simulation that this part does not have, as ascending ranges.
    pub fn missing_games(&self) -> Vec<Range<u64>> {
        let ends = std::iter::once(0).chain(self.played.iter().map(|range| range.end));
        let starts = self.played.iter().map(|range| range.start).chain([self.terms.games]);
        ends.zip(starts).filter(|(from, to)| from < to).map(|(from, to)| from..to).collect()
    }

    /// Returns the simulation that it is part of.
    ///
    /// # Errors
    /// The game is not the one that was played.
    pub fn simulation(&self, ir: &Ir) -> Result<Simulation, ShardError> {
        let terms = &self.terms;
        if terms.rules != content_hash(&to_bytes(ir)) {
            return Err(ShardError::Changed(self.made.package.clone()));
        }
        let bots: Result<Vec<BotKind>, String> = terms.bots.iter().map(|bot| BotKind::of(ir, bot)).collect();
        let agreement =
            Agreement { players: terms.players, options: terms.options.clone(), seed: terms.seed };
        let seatings = match Table::unoptimised(ir) {
            Ok(table) if terms.rotate => seatings(&sides_at(&table, &agreement)).unwrap_or_default(),
            _ => Vec::new(),
        };
        Ok(Simulation {
            rotate: terms.rotate,
            seatings,
            mirror: terms.mirror,
            wants: terms.wants,
            watch: terms.watch,
            max_plies: terms.max_plies,
            scenario: self.made.scenario.clone(),
            ..Simulation::new(agreement, bots.map_err(ShardError::Bot)?, terms.games)
        })
    }

    /// Returns the first game that ended in a fault.
    pub fn fault(&self) -> Option<&GameRef> {
        self.fault.as_ref()
    }

    /// Returns its results. `fault` is the fault of its first faulted game, if it is known.
    pub fn results(&self, fault: Option<Box<Fault>>) -> SimulationResults {
        SimulationResults {
            counts: self.counts.clone(),
            unfinished: self.unfinished.clone(),
            fault: self.fault.clone().map(|game| GameFault { game, fault }),
            misjudged: self.misjudged.clone(),
            work: SearchEffort { playouts: self.playouts, plies: self.plies },
        }
    }
}

impl Terms {
    fn of(ir: &Ir, simulation: &Simulation) -> Terms {
        let agreement = &simulation.agreement;
        Terms {
            game: ir.game.id.clone(),
            version: ir.game.version.clone(),
            rules: content_hash(&to_bytes(ir)),
            players: agreement.players,
            options: agreement.options.clone(),
            seed: agreement.seed,
            bots: simulation.bots.iter().map(|bot| bot.name(ir)).collect(),
            rotate: simulation.rotate,
            mirror: simulation.mirror,
            games: simulation.games,
            wants: simulation.wants,
            watch: simulation.watch,
            max_plies: simulation.max_plies,
        }
    }

    fn same(&self, other: &Terms) -> Result<(), ShardError> {
        let parts = [
            ("the game", self.game == other.game),
            ("the game's version", self.version == other.version),
            ("the compiled game", self.rules == other.rules),
            ("the number of players", self.players == other.players),
            ("what was agreed", self.options == other.options),
            ("the seed", self.seed == other.seed),
            ("who plays", self.bots == other.bots),
            ("how seats change", (self.rotate, self.mirror) == (other.rotate, other.mirror)),
            ("the number of games", self.games == other.games),
            (
                "what is counted",
                (self.wants, self.watch, self.max_plies) == (other.wants, other.watch, other.max_plies),
            ),
        ];
        match parts.into_iter().find(|(_, same)| !same) {
            Some((what, _)) => Err(ShardError::Other(what)),
            None => Ok(()),
        }
    }
}
