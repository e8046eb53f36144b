//! Scenarios: a table is laid out, things are done, and what must hold is held against what is.
//!
//! Answers given in `[answers]` are taken whenever their choice point comes; what is left open waits for a `choose` or a bot where
//! the flow asks, or where such a step comes next, and is declined elsewhere. An `expect` looks at a copy of the table, so that
//! asking changes nothing; a `do` and a `value` happen.

mod chance;
mod runner;
mod steps;
mod words;

use crate::diagnostics::{Diagnostic, Severity};
use crate::ir::ScenarioInfo;
use crate::play::Agreement;
use crate::play::record::Entry;
use crate::table::{Names, State, Table};
pub use chance::FixedChance;
use runner::Runner;

/// How a scenario went.
#[derive(Clone, Debug, PartialEq)]
pub struct ScenarioResult {
    /// Which of `Ir::scenarios`.
    pub scenario: usize,
    /// How many of its steps were done.
    pub steps: usize,
    /// What is to be said: an error if it failed, and warnings of what was prepared and not used.
    pub diagnostics: Vec<Diagnostic>,
}

impl ScenarioResult {
    /// Whether everything held.
    pub fn holds(&self) -> bool {
        self.diagnostics.iter().all(|d| d.severity != Severity::Error)
    }
}

/// A table that a scenario has laid out, at the first choice that is left open.
#[derive(Clone, Debug)]
pub struct ScenarioStart<'t> {
    /// The table.
    pub state: State,
    /// What is fixed of chance from here on.
    pub chance: FixedChance<'t>,
    /// What has happened until then.
    pub record: Vec<Entry>,
}

impl ScenarioStart<'_> {
    /// What the scenario agrees: how many play, and the options.
    pub fn agreement(&self, table: &Table) -> Agreement {
        let options = (0..table.ir().options.len()).map(|i| self.state.option(i)).collect();
        Agreement { players: self.state.players(), options, seed: 0 }
    }
}

/// The table as a scenario lays it out and begins, up to the first choice that it leaves open: its zones, state and options, what it
/// fixes of chance, what it answers. Its steps are not done. An error where that fails, or where nobody is asked anything.
pub fn scenario_start<'t>(
    table: &Table,
    names: &Names,
    scenario: &'t ScenarioInfo,
) -> Result<ScenarioStart<'t>, Box<Diagnostic>> {
    let (state, fixed, record) = Runner::new(table, names, scenario)?.waiting()?;
    Ok(ScenarioStart { state, chance: FixedChance::new(&scenario.chance, fixed), record })
}

/// Runs a scenario of `Ir::scenarios`; its diagnostics point into the files of the IR.
pub fn run_scenario(table: &Table, names: &Names, scenario: usize) -> ScenarioResult {
    let Some(info) = table.ir().scenarios.get(scenario) else {
        return ScenarioResult { scenario, steps: 0, diagnostics: Vec::new() };
    };
    let mut steps = 0;
    let mut diagnostics = Vec::new();
    match Runner::new(table, names, info) {
        Ok(mut runner) => {
            let failed = runner.run(&mut steps);
            // What a scenario that broke off did not come to use is no news.
            if failed.is_none() {
                diagnostics.extend(runner.unused());
            }
            diagnostics.extend(failed);
        }
        Err(failed) => diagnostics.push(*failed),
    }
    ScenarioResult { scenario, steps, diagnostics }
}
