//! `cardwright build`: writes the compiled game, its sheets, and its gallery.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use super::command_result::{CommandError, CommandResult};
use super::export::stage_export;
use super::open;
use super::print::{open_stage, print_files, stage_print};
use super::ui::Ui;
use crate::diagnostics::{Diagnostic, Severity};
use crate::ir::bytes::{from_bytes, to_bytes};
use crate::ir::{Ir, listing};
use crate::print::Request;
use crate::print::export::{ExportForm, ExportOptions};

/// Check a game, and write its compiled rules and its printed sheets
#[derive(clap::Args)]
pub(super) struct BuildArgs {
    /// Game folder, or id of a shipped game
    #[arg(default_value = ".")]
    game: String,

    /// Output folder; each game gets a subfolder
    #[arg(long, visible_alias = "output", default_value = "output", value_name = "FOLDER")]
    out: PathBuf,

    /// Also write the listing
    #[arg(long)]
    listing: bool,
}

/// Compiles, prints and exports. Either all files are put into place, or none.
pub(super) fn run(args: &BuildArgs, ui: &Ui) -> CommandResult {
    let game = open::whole_game(&args.game)?;
    let id = &game.ir.game.id;
    let folder = args.out.join(id);
    let mut stage = open_stage(&args.out, id, ui)?;
    let mut text = String::new();
    let bytes = to_bytes(&game.ir);
    if from_bytes(&bytes).map(|read| to_bytes(&read)).as_ref() != Ok(&bytes) {
        return Err(CommandError::Usage(
            "this is a bug in Cardwright: the compiled game does not come back from its bytes".into(),
        ));
    }
    stage.file_of("build", "game.cwir", &bytes)?;
    text.push_str(&format!("{}: {} bytes\n", folder.join("game.cwir").display(), bytes.len()));
    if args.listing {
        let listing = listing(&game.ir);
        stage.file_of("build", "game.lst", listing.as_bytes())?;
        text.push_str(&format!("{}: {} lines\n", folder.join("game.lst").display(), listing.lines().count()));
    }
    stage.complete("build");
    if has_paper(&game.ir) {
        let request = Request::default();
        let Some(printed) = print_files(&game, &request, &[], ui)? else { return Ok(ExitCode::FAILURE) };
        for line in stage_print(&printed, &request, &mut stage, &folder)? {
            text.push_str(&format!("{line}\n"));
        }
        drop(printed);
        // The warnings of the faces were reported when they were printed.
        let errors = |found: &mut Vec<Diagnostic>| found.retain(|d| d.severity == Severity::Error);
        let to = (&mut stage, "export gallery", folder.as_path());
        let Some(made) =
            stage_export(&game, &request, &ExportOptions::new(ExportForm::Gallery), errors, to, ui)?
        else {
            return Ok(ExitCode::FAILURE);
        };
        text.push_str(&made);
    }
    stage.finish()?;
    write!(ui.out(), "{text}")?;
    Ok(ExitCode::SUCCESS)
}

/// Returns whether there is anything to print.
fn has_paper(ir: &Ir) -> bool {
    !ir.components.is_empty() || !ir.boards.is_empty() || !ir.print.pieces.is_empty()
}
