//! `cardwright sim merge`: merges parts of a simulation.

use std::path::PathBuf;

use super::plan::{Games, table_of};
use super::report::StudyReport;
use super::save;
use crate::cli::command_result::{CommandError, CommandResult};
use crate::cli::ui::Ui;
use crate::lab::StudyEntry;

/// Merge parts saved by `sim --shard` or an interrupted `sim` into the report of a single run
#[derive(clap::Args)]
pub(super) struct MergeArgs {
    /// Parts, in any order
    #[arg(required = true, value_name = "FILE.part")]
    parts: Vec<PathBuf>,

    /// Game folder or id of a shipped game, if it has moved since the parts were saved
    #[arg(long, value_name = "GAME")]
    game: Option<String>,

    /// Write the results to a file: .json, .html, .csv, .parquet or .part; repeatable
    #[arg(long, value_name = "FILE")]
    save: Vec<PathBuf>,

    /// Merge the parts even if games between them are missing
    #[arg(long)]
    incomplete: bool,
}

/// Merges the parts and writes the report.
pub(super) fn run(args: &MergeArgs, ui: &Ui) -> CommandResult {
    save::check(&args.save, false)?;
    let mut parts = args.parts.iter();
    let Some(first) = parts.next() else { return Err(CommandError::Usage("name the parts".into())) };
    let mut whole = save::read(first)?;
    for path in parts {
        let part = save::read(path)?;
        whole.join(&part).map_err(|why| save::refused(Some(path), &why))?;
    }
    for StudyEntry { label, part } in whole.entries.iter().filter(|_| !args.incomplete) {
        if let Some(missing) = part.missing_games().first() {
            let of = if label.is_empty() { String::new() } else { format!(" of `{label}`") };
            let message = format!(
                "games {} to {}{of} are in none of these parts: name all of them, or take --incomplete",
                missing.start,
                missing.end - 1
            );
            return Err(CommandError::Usage(message));
        }
    }
    for StudyEntry { part, .. } in &mut whole.entries {
        if let Some(game) = &args.game {
            part.made.package.clone_from(game);
        }
    }
    let games = Games::of(None, whole.entries.iter().map(|entry| &entry.part.made))?;
    let tables = games.tables()?;
    let mut simulations = Vec::new();
    for StudyEntry { part, .. } in &whole.entries {
        let table = table_of(&tables, &part.made)?;
        let simulation = part.simulation(table.ir()).map_err(|why| save::refused(Some(first), &why))?;
        simulations.push((table, simulation));
    }
    let (faults, speeds) = (vec![Vec::new(); simulations.len()], vec![None; simulations.len()]);
    StudyReport { study: &whole, simulations, faults, speeds, until: None, profile: None }
        .write(&args.save, ui)
}
