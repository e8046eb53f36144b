//! A simulation with its results, as reports take it, and its speed.

use std::time::Duration;

use crate::ir::Ir;
use crate::lab::{Simulation, SimulationFigure, SimulationResults, figures};

/// A simulation of a study with its results.
#[derive(Clone, Copy)]
pub struct StudySimulation<'a> {
    /// Its label among the others.
    pub label: &'a str,
    /// The game's name on the command line.
    pub package: &'a str,
    /// The compiled game that was simulated.
    pub ir: &'a Ir,
    /// The settings of the simulation.
    pub simulation: &'a Simulation,
    /// The results of its games.
    pub results: &'a SimulationResults,
    /// Number of games played.
    pub played: u64,
    /// Its speed, if reported.
    pub speed: Option<SimulationSpeed>,
}

impl StudySimulation<'_> {
    pub(super) fn figures(&self) -> Vec<SimulationFigure> {
        figures(self.ir, self.simulation, self.results)
    }
}

/// The time that a simulation took.
#[derive(Clone, Copy, Debug)]
pub struct SimulationSpeed {
    /// Elapsed time.
    pub time: Duration,
}

impl SimulationSpeed {
    pub(super) fn seconds(self) -> f64 {
        self.time.as_secs_f64().max(1e-9)
    }

    /// Returns games per second, choices per second, and nanoseconds per choice on one thread (`None` without
    /// choices).
    pub(super) fn rates(
        self,
        simulation: &Simulation,
        results: &SimulationResults,
        played: u64,
    ) -> (f64, f64, Option<f64>) {
        let plies = results.counts.stats.plies as f64;
        let each = (plies > 0.0).then(|| self.seconds() * simulation.jobs.get() as f64 * 1e9 / plies);
        (played as f64 / self.seconds(), plies / self.seconds(), each)
    }
}
