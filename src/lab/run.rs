//! Plays many games on several threads. The counts do not depend on the number of threads.

use super::simulation::Simulation;
use super::simulation_results::{PlayedGames, SimulationResults, merge_ranges};
use super::worker::SimulationWorker;
use crate::play::{BotKind, Disagreement, Opening, scenario_start};
use crate::table::{FaultKind, Names, Table};
use crate::threads::side_by_side;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Games that a thread takes at a time.
const BATCH: u64 = 16;

/// Takes the next batch of games before `end`; `None` once all are taken.
pub(super) fn batch(next: &AtomicU64, end: u64) -> Option<Range<u64>> {
    let after = |from: u64| from.saturating_add(BATCH).min(end);
    let taken =
        next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |from| (from < end).then(|| after(from)));
    taken.ok().map(|from| from..after(from))
}

/// The number of random games from which on machine code is worth its making, which takes as long as some 50
/// games.
const COMPILED_FROM: u64 = 200;

/// Plays all games of the simulation, or until `stop` is set. Games interrupted by `stop` are not counted. A
/// long game stops at once if the table watches the same flag ([`Table::stop_when`]), otherwise at one of its
/// next choices. `progress` is called now and then with the number of games finished since the last call.
///
/// # Errors
/// The table cannot be laid as agreed.
pub fn simulate(
    table: &Table,
    simulation: &Simulation,
    stop: &AtomicBool,
    progress: impl Fn(u64) + Sync,
) -> Result<PlayedGames, Disagreement> {
    let games = simulation.part.end.saturating_sub(simulation.part.start);
    if games >= COMPILED_FROM || simulation.bots.iter().any(|bot| *bot != BotKind::Random) {
        // Without machine code the same games take longer.
        let _ = table.compile();
    }
    let beginning = match opening(table, simulation) {
        // The games of earlier simulations of the study are kept.
        Err(Disagreement::Fault(fault)) if fault.kind == FaultKind::Interrupted => {
            return Ok(PlayedGames {
                games: Vec::new(),
                results: SimulationResults::nothing(table, simulation),
            });
        }
        beginning => beginning?,
    };
    let next = AtomicU64::new(simulation.part.start);
    let work = || {
        let mut worker = SimulationWorker::new(table, simulation, &beginning, stop);
        let mut played = Vec::new();
        while !stop.load(Ordering::Relaxed)
            && let Some(games) = batch(&next, simulation.part.end)
        {
            let interrupted = games.clone().find(|index| !worker.play(*index));
            let games = games.start..interrupted.unwrap_or(games.end);
            progress(games.end - games.start);
            played.push(games);
        }
        (worker.into_results(), played)
    };
    let mut results = SimulationResults::nothing(table, simulation);
    let mut games = Vec::new();
    for (theirs, played) in side_by_side(simulation.jobs.get(), work) {
        results.merge(theirs);
        games.extend(played);
    }
    Ok(PlayedGames { games: merge_ranges(games), results })
}

/// Returns the position from which every game starts. Laying a table uses no randomness, so all games share
/// one.
fn opening<'t>(table: &'t Table, simulation: &Simulation) -> Result<Opening<'t>, Disagreement> {
    let Some(id) = &simulation.scenario else {
        return Ok(Opening::before_setup(simulation.agreement.lay(&mut table.machine())?));
    };
    let ir = table.ir();
    let scenario = ir.scenario(id);
    let scenario = scenario.ok_or_else(|| Disagreement::Words(format!("there is no scenario `{id}`")))?;
    let start =
        scenario_start(table, &Names::new(ir), scenario).map_err(|why| Disagreement::Words(why.message))?;
    Ok(Opening::of_scenario(start))
}
