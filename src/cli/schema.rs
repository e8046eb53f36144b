//! `cardwright schema`: writes JSON Schemas of a game for editors.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use super::command_result::{CommandError, CommandResult};
use super::ui::Ui;
use crate::diagnostics::{Severity, error_count, shell_path};
use crate::{editor, model, package, schema};

/// Write the JSON Schemas of a game into its folder `schema`, for completion in editors
///
/// Every TOML file of a package names its schema in its first line, `#:schema ../schema/cards.schema.json`;
/// Taplo, Even Better TOML and Tombi read it. Run this again after changing what the game declares.
#[derive(clap::Args)]
pub(super) struct SchemaArgs {
    /// The game's folder
    folder: PathBuf,
}

/// Writes the schemas; none if a file cannot be read, since its names would be missing.
pub(super) fn run(args: &SchemaArgs, ui: &Ui) -> CommandResult {
    let (files, mut found) = package::load(&args.folder);
    let wrong = found.iter().any(|d| d.severity == Severity::Error);
    let (game, in_files) = model::read_package(&files);
    if wrong || game.incomplete || !game.lost.is_empty() {
        found.extend(in_files);
        return Err(CommandError::Found(found, Box::new(game.sources)));
    }
    let mut stage = package::StagedFiles::new(&args.folder, "")?;
    for (name, schema) in editor::schemas(&game) {
        stage.file(&format!("schema/{name}"), schema::to_text(&schema).as_bytes())?;
    }
    let mut out = ui.out();
    for path in stage.finish()? {
        writeln!(out, "{}", path.display())?;
    }
    let errors = error_count(&in_files);
    if errors > 0 {
        ui.complain(&format!(
            "some words may be missing from the schemas: `cardwright check {}` says what is wrong",
            shell_path(&args.folder)
        ));
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}
