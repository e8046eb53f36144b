//! Writes the report of a study.

use std::io::Write;
use std::num::NonZero;
use std::path::PathBuf;
use std::process::ExitCode;

use super::save::{self, ResultsFile};
use crate::cli::command_result::{CommandError, CommandResult};
use crate::cli::ui::{FormatArg, Ui};
use crate::cli::{ctrl_c, open};
use crate::lab::{CountSelection, GameFault, Shard, Simulation, SimulationResults, Study, simulate};
use crate::play::sources_of;
use crate::report::{SimulationSpeed, StudySimulation, profile_json, profile_text, study_json, study_text};
use crate::table::{Fault, Profile, Table};

/// A study with the tables and the simulations of its entries.
pub(super) struct StudyReport<'a> {
    pub(super) study: &'a Study,
    pub(super) simulations: Vec<(&'a Table<'a>, Simulation)>,
    /// Faults of each that came up now, and not in a part that was read.
    pub(super) faults: Vec<Vec<GameFault>>,
    /// The speed of each, if reported.
    pub(super) speeds: Vec<Option<SimulationSpeed>>,
    /// The stopping rule, and whether it was met.
    pub(super) until: Option<(String, bool)>,
    /// The profile of the rules, if requested.
    pub(super) profile: Option<Profile>,
}

impl StudyReport<'_> {
    /// Writes the report to the terminal and to files; fails if a game ended in a fault.
    pub(super) fn write(&self, files: &[PathBuf], ui: &Ui) -> CommandResult {
        let Study { question, entries } = self.study;
        let results = entries.iter().zip(&self.simulations).zip(&self.faults).map(
            |((entry, (table, simulation)), known)| {
                Ok(entry.part.results(first_fault(table, simulation, &entry.part, known)?))
            },
        );
        let results = results.collect::<Result<Vec<SimulationResults>, CommandError>>()?;
        let with = entries.iter().zip(&self.simulations).zip(results.iter().zip(&self.speeds));
        let shown: Vec<StudySimulation> = with
            .map(|((entry, (table, simulation)), (results, speed))| StudySimulation {
                label: &entry.label,
                package: &entry.part.made.package,
                ir: table.ir(),
                simulation,
                results,
                played: entry.part.games(),
                speed: *speed,
            })
            .collect();
        let mut json = study_json(question, &shown);
        if let (Some(profile), Some(shown)) = (&self.profile, shown.first()) {
            json["profile"] = profile_json(shown.ir, profile);
        }
        let answer =
            ResultsFile { study: self.study, shown: &shown, json: &json, profile: self.profile.as_ref() };
        save::write(files, &answer)?;
        let mut out = ui.out();
        match ui.format {
            FormatArg::Json => writeln!(out, "{json}")?,
            _ => {
                write!(out, "{}", study_text(question, &shown, ui.out_width()))?;
                if let (Some(profile), Some(shown)) = (&self.profile, shown.first()) {
                    write!(out, "\n{}", profile_text(shown.ir, profile, ui.out_width()))?;
                }
                match &self.until {
                    Some((until, true)) => writeln!(out, "Sure enough: {until}.")?,
                    Some((until, false)) => writeln!(out, "Not yet sure: {until} takes more games.")?,
                    None => {}
                }
            }
        }
        out.flush()?;
        let first = self
            .simulations
            .iter()
            .zip(&results)
            .find_map(|((table, _), r)| Some((table, r.fault.as_ref()?)));
        match first {
            Some((table, GameFault { fault: Some(fault), .. })) => {
                Err(CommandError::Found(vec![fault.to_diagnostic(table)], Box::new(sources_of(table.ir()))))
            }
            Some((_, GameFault { fault: None, .. })) => Ok(ExitCode::FAILURE),
            None => Ok(ExitCode::SUCCESS),
        }
    }
}

/// Returns the fault of the first game that ended in one. A part names the game alone, so a game that was not
/// played now is replayed; an interrupt ends the replay, and the game is then reported without its fault.
fn first_fault(
    table: &Table,
    simulation: &Simulation,
    part: &Shard,
    known: &[GameFault],
) -> Result<Option<Box<Fault>>, CommandError> {
    let Some(game) = part.fault() else { return Ok(None) };
    if let Some(known) = known.iter().find(|known| known.game.index == game.index) {
        return Ok(known.fault.clone());
    }
    let alone = Simulation {
        part: game.index..game.index + 1,
        wants: CountSelection::default(),
        jobs: NonZero::<usize>::MIN,
        ..simulation.clone()
    };
    let played = simulate(table, &alone, ctrl_c::flag(), |_| {});
    let played = played.map_err(|why| open::disagreement(table.ir(), table, why))?;
    Ok(played.results.fault.and_then(|first| first.fault))
}
