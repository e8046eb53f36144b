//! Many matches between the game's bots, counted.

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::Serialize;

use super::config::MatchConfig;
use super::error::Error;
use super::game::{Game, GameCell};
use super::game_match::disagreement;
use crate::lab::{self, Interval, Simulation, lines, wilson};
use crate::play::BotKind;

/// The settings of a simulation.
#[derive(Clone, Debug)]
#[must_use]
pub struct SimulationConfig {
    table: MatchConfig,
    bots: Vec<String>,
    games: u64,
    rotate: bool,
    threads: NonZero<usize>,
}

impl SimulationConfig {
    /// Creates the settings of `games` games between random bots, in one thread.
    pub fn new(games: u64) -> Self {
        SimulationConfig {
            table: MatchConfig::default(),
            bots: vec!["random".into()],
            games,
            rotate: false,
            threads: NonZero::<usize>::MIN,
        }
    }

    /// Sets players, options, lists and the random seed, from which each game's is derived.
    pub fn table(self, table: MatchConfig) -> Self {
        SimulationConfig { table, ..self }
    }

    /// Sets the bot of each seat, or one for all seats.
    pub fn bots<B: Into<String>>(self, bots: impl IntoIterator<Item = B>) -> Self {
        SimulationConfig { bots: bots.into_iter().map(Into::into).collect(), ..self }
    }

    /// Rotates the bots by one seat after each game, and counts by bot.
    pub fn rotate(self, rotate: bool) -> Self {
        SimulationConfig { rotate, ..self }
    }

    /// Sets the number of threads. The results do not depend on it.
    pub fn threads(self, threads: NonZero<usize>) -> Self {
        SimulationConfig { threads, ..self }
    }
}

/// The results of a simulation.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SimulationReport {
    /// Number of games that were played to their end.
    pub finished: u64,
    /// Games that were stopped after [`lab::MAX_PLIES`] choices.
    pub unfinished: u64,
    /// Games in which a rule failed.
    pub faults: u64,
    /// Finished games without a winner.
    pub drawn: u64,
    /// Mean number of choices in a finished game.
    pub mean_choices: f64,
    /// The results of each seat; of each bot if bots rotate; of each side in a game with sides.
    pub contenders: Vec<Contender>,
}

/// The results of a seat, a bot or a side.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Contender {
    /// Its name: `seat1`, a bot, a side.
    pub name: String,
    /// Its bot, or the bots of a side.
    pub bot: String,
    /// Number of finished games that it played.
    pub games: u64,
    /// Number of these that it won, alone or with others.
    pub wins: u64,
    /// Wins per game.
    pub win_rate: f64,
    /// The 95 % confidence interval of the win rate.
    pub interval: (f64, f64),
    /// Its scores, if the game has scoring.
    pub scores: Option<ScoreFigures>,
}

/// The scores of a contender.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ScoreFigures {
    /// The mean score of a game.
    pub mean: f64,
    /// The standard deviation.
    pub deviation: f64,
    /// The least and the greatest.
    pub range: (i64, i64),
}

/// Simulates many games between bots. The same seed gives the same results with any number of threads.
///
/// # Errors
/// The game does not allow these settings, or there is no such bot.
pub fn simulate(game: &Game, config: &SimulationConfig) -> Result<SimulationReport, Error> {
    let sitting = config.table.sitting()?;
    let prepared = match sitting.compile_for_lists(game.prepared().game()).map_err(Error::of_lists)? {
        Some(laid) => GameCell::compiled(laid)?,
        None => Arc::clone(game.prepared()),
    };
    let (table, ir) = (prepared.table(), prepared.ir());
    let agreement = sitting.settle(&mut table.machine(), config.table.seed_or_default());
    let agreement = agreement.map_err(|why| disagreement(&prepared, why))?;
    let players = usize::from(agreement.players);
    let mut bots = config.bots.iter().map(|bot| BotKind::of(ir, bot)).collect::<Result<Vec<_>, _>>();
    if let Ok(bots) = &mut bots
        && let [one] = bots[..]
    {
        bots.resize(players, one);
    }
    let bots = bots.map_err(Error::settings)?;
    if bots.len() != players {
        return Err(Error::settings(format!("there are {} bots for {players} seats", bots.len())));
    }
    let simulation = Simulation {
        rotate: config.rotate,
        jobs: config.threads,
        ..Simulation::new(agreement, bots, config.games)
    };
    let played = lab::simulate(table, &simulation, &AtomicBool::new(false), |_| ());
    let results = played.map_err(|why| disagreement(&prepared, why))?.results;
    let stats = &results.counts.stats;
    let contenders = lines(ir, &simulation, stats).into_iter().map(|line| {
        let Interval { low, high } = wilson(line.did.wins, line.games);
        let scores = line.did.scores;
        Contender {
            name: line.name,
            bot: line.bots,
            games: line.games,
            wins: line.did.wins,
            win_rate: line.did.wins as f64 / line.games.max(1) as f64,
            interval: (low, high),
            scores: scores.range().map(|range| ScoreFigures {
                mean: scores.mean(),
                deviation: scores.deviation(),
                range,
            }),
        }
    });
    Ok(SimulationReport {
        finished: stats.finished,
        unfinished: stats.unfinished,
        faults: stats.faults,
        drawn: stats.drawn,
        mean_choices: stats.lengths.mean(),
        contenders: contenders.collect(),
    })
}
