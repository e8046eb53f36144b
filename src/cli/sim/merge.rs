//! `cardwright sim merge`: parts of a simulation joined into one report.

use std::path::PathBuf;

use super::{Report, again, save};
use crate::cli::ui::Ui;
use crate::cli::{Outcome, Stop, open};

/// Join parts that `sim --shard` or an interrupted `sim` saved into the report that one run had given
#[derive(clap::Args)]
pub(super) struct Args {
    /// The parts, in any order
    #[arg(required = true, value_name = "FILE.part")]
    parts: Vec<PathBuf>,

    /// The game, if it is not where it was: its folder, or the id of a shipped game
    #[arg(long, value_name = "GAME")]
    game: Option<String>,

    /// Write what was counted to a file: .json or .part; as often as you like
    #[arg(long, value_name = "FILE")]
    save: Vec<PathBuf>,

    /// Join what there is, even if games are missing between
    #[arg(long)]
    incomplete: bool,
}

/// Joins the parts and writes the report.
pub(super) fn run(args: &Args, ui: &Ui) -> Outcome {
    save::check(&args.save)?;
    let mut parts = args.parts.iter();
    let Some(first) = parts.next() else { return Err(Stop::Usage("name the parts".into())) };
    let mut whole = save::read(first)?;
    for path in parts {
        let part = save::read(path)?;
        whole.join(&part).map_err(|why| save::refused(Some(path), &why))?;
    }
    if let Some(missing) = whole.missing().first().filter(|_| !args.incomplete) {
        let message = format!(
            "games {} to {} are in none of these parts: name all of them, or take --incomplete",
            missing.start,
            missing.end - 1
        );
        return Err(Stop::Usage(message));
    }
    let game = open::game(args.game.as_deref().unwrap_or(&whole.package))?;
    let table = open::table(&game.ir)?;
    let simulation = whole.simulation(&game.ir).map_err(|why| save::refused(Some(first), &why))?;
    let results = whole.results(again(&table, &simulation, &whole)?);
    let report =
        Report { ir: &game.ir, table: &table, part: &whole, simulation: &simulation, results: &results, speed: None };
    report.write(&args.save, ui)
}
