//! Scenarios: lay out a table, run steps, and check expectations.
//!
//! Answers given in `[answers]` are used whenever their choice point comes up. A choice without an answer
//! waits for a `choose` or a bot if the flow asks it, or if such a step comes next; otherwise it is declined.
//! An `expect` is evaluated on a copy of the table, so it has no side effects; a `do` and a `value` change
//! the table.

pub(super) mod chance;
mod messages;
mod runner;
mod sight;
mod steps;
mod words;
mod written_names;

use super::agreement::{Agreement, Disagreement};
use crate::diagnostics::{Diagnostic, Severity};
use crate::ir::ScenarioInfo;
use crate::play::record::RecordEntry;
use crate::table::{Names, State, Table};
pub use chance::FixedChance;
use runner::Runner;

/// The result of running a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct ScenarioResult {
    /// Index into `Ir::scenarios`.
    pub scenario: usize,
    /// Number of steps that were run.
    pub steps: usize,
    /// An error if the scenario failed, and warnings for answers and fixed chance that were not used.
    pub diagnostics: Vec<Diagnostic>,
}

impl ScenarioResult {
    /// Returns whether all expectations held.
    pub fn holds(&self) -> bool {
        self.diagnostics.iter().all(|d| d.severity != Severity::Error)
    }
}

/// Returns an error for each scenario whose players and options the game refuses. Rules that fail while they
/// lay the table are reported when the scenario is run.
pub fn check_scenarios(table: &Table) -> Vec<Diagnostic> {
    let ir = table.ir();
    let mut machine = table.machine();
    let mut refused = |info: &ScenarioInfo| {
        let options = ir.options_with(&info.options);
        let agreement = Agreement { players: info.players, options, seed: info.seed };
        match agreement.lay(&mut machine) {
            Err(Disagreement::Words(why)) => {
                let unmet = agreement.unmet_requirement(&mut machine);
                Some(runner::not_agreed(ir, info, why, unmet))
            }
            Ok(_) | Err(Disagreement::Fault(_)) => None,
        }
    };
    ir.scenarios.iter().filter_map(&mut refused).collect()
}

/// A table laid out by a scenario, at the first choice that the scenario leaves open.
#[derive(Clone, Debug)]
pub struct ScenarioStart<'t> {
    /// The state of the table at that choice.
    pub state: State,
    /// Remaining fixed results of chance.
    pub chance: FixedChance<'t>,
    /// Record of the game up to this choice.
    pub record: Vec<RecordEntry>,
}

impl ScenarioStart<'_> {
    /// Returns the number of players and the options of the scenario; the seed is 0.
    pub fn agreement(&self, table: &Table) -> Agreement {
        let options = (0..table.ir().options.len()).map(|i| self.state.option(i)).collect();
        Agreement { players: self.state.players(), options, seed: 0 }
    }
}

/// Lays out a scenario's table and runs it up to the first choice that it leaves open: its zones, state and
/// options, its fixed chance and its answers. Its steps are not run. Returns an error if that fails, or if no
/// choice is left open.
pub fn scenario_start<'t>(
    table: &Table,
    names: &Names,
    scenario: &'t ScenarioInfo,
) -> Result<ScenarioStart<'t>, Box<Diagnostic>> {
    let (state, fixed, record) = Runner::new(table, names, scenario)?.waiting()?;
    Ok(ScenarioStart { state, chance: FixedChance::new(&scenario.chance, fixed), record })
}

/// Returns the table that a scenario lays out, for a picture: no choice needs an answer.
///
/// # Errors
/// A value has no place or a choice given does not exist.
pub fn scenario_table(
    table: &Table,
    names: &Names,
    scenario: &ScenarioInfo,
) -> Result<State, Box<Diagnostic>> {
    Runner::new(table, names, scenario)?.laid()
}

/// Returns the table after the steps of a scenario, to be shown.
///
/// # Errors
/// The table cannot be laid out, or a step fails.
pub fn scenario_end(table: &Table, names: &Names, scenario: &ScenarioInfo) -> Result<State, Box<Diagnostic>> {
    let mut runner = Runner::new(table, names, scenario)?;
    match runner.run(&mut 0) {
        Some(failed) => Err(Box::new(failed)),
        None => Ok(runner.state),
    }
}

/// Runs a scenario of `Ir::scenarios`. Its diagnostics point into the files of the IR.
pub fn run_scenario(table: &Table, names: &Names, scenario: usize) -> ScenarioResult {
    let Some(info) = table.ir().scenarios.get(scenario) else {
        let missing = messages::no_such_scenario(scenario);
        return ScenarioResult { scenario, steps: 0, diagnostics: vec![missing] };
    };
    let mut steps = 0;
    let mut diagnostics = Vec::new();
    match Runner::new(table, names, info) {
        Ok(mut runner) => {
            let failed = runner.run(&mut steps);
            // A failed scenario never reached the rest, so unused answers are not reported.
            if failed.is_none() {
                diagnostics.extend(runner.unused());
            }
            diagnostics.extend(failed);
        }
        Err(failed) => diagnostics.push(*failed),
    }
    ScenarioResult { scenario, steps, diagnostics }
}
