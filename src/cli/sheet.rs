//! `cardwright sheet`: writes a workbook for the cards of a game.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use super::command_result::{CommandError, CommandResult};
use super::messages;
use super::ui::Ui;
use crate::diagnostics::{Severity, count_noun, list};
use crate::editor::{is_row, workbook};
use crate::model::{self, CardDecl};
use crate::package;
use crate::place::FileId;

/// Write a workbook (.xlsx) for the cards of a game, with its columns, drop-downs and notes
///
/// Each kind of card has a sheet. The first row has the keys; each further row will be a card. Workbooks in
/// the folder `cards` are read like CSV files.
#[derive(clap::Args)]
pub(super) struct SheetArgs {
    /// The game's folder, or the id of a shipped game
    game: String,

    /// The workbook to write [default: `cards/cards.xlsx` in the game's folder]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Write the game's cards as rows, except those that need TOML
    #[arg(long)]
    cards: bool,
}

/// Writes the workbook, unless the file exists.
pub(super) fn run(args: &SheetArgs, ui: &Ui) -> CommandResult {
    let (files, mut found) = package::open(&args.game);
    let (game, in_files) = model::read_package(&files);
    found.extend(in_files);
    // A column that is missing would be missing for good: workbooks are not replaced.
    if found.iter().any(|d| d.severity == Severity::Error) || game.incomplete || !game.lost.is_empty() {
        return Err(CommandError::Found(found, Box::new(game.sources)));
    }
    let path = match (&args.out, &files.origin) {
        (Some(path), _) => path.clone(),
        (None, package::PackageOrigin::Folder(folder)) => folder.join("cards").join("cards.xlsx"),
        (None, _) => {
            return Err(CommandError::Usage(
                "a shipped game has no folder: name the workbook with --out".into(),
            ));
        }
    };
    if path.extension().is_none_or(|ending| ending != "xlsx") {
        return Err(CommandError::Usage(format!(
            "`{}` is not the name of a workbook: it must end in `.xlsx`",
            path.display()
        )));
    }
    if path.symlink_metadata().is_ok() {
        return Err(messages::workbook_exists(&path).into());
    }
    // The cards of included packages stay where they are: other games share them.
    let included = |file: FileId| files.files.iter().any(|known| known.file == file && known.included);
    let is_own = |card: &CardDecl| card.card.is_none() && !included(card.span.file);
    let (rows, left_out): (Vec<&CardDecl>, Vec<&CardDecl>) =
        game.cards.iter().filter(|card| args.cards && is_own(card)).partition(|card| is_row(card));
    let bytes = workbook(&game, &rows)
        .map_err(|why| messages::workbook_not_written(&format!("`{}`", path.display()), why))?;
    package::write_file(&path, &bytes)?;
    let mut out = ui.out();
    match rows.len() {
        0 => writeln!(out, "{}: without cards yet", path.display())?,
        count => writeln!(out, "{}: {}", path.display(), count_noun(count as u64, "card"))?,
    }
    if !left_out.is_empty() {
        let names: Vec<&str> = left_out.iter().map(|card| card.id.text.as_str()).collect();
        writeln!(out, "Left out, since they need TOML: {}.", list(&names))?;
    }
    if !rows.is_empty() {
        writeln!(out, "Each card may be declared once: remove these from the files in which they are.")?;
    }
    Ok(ExitCode::SUCCESS)
}
