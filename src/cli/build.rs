//! `cardwright build`: the compiled game as a file, on paper, and as a page to look at.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use super::export::export_game;
use super::print::print_game;
use super::ui::Ui;
use super::{Outcome, Stop, open};
use crate::diagnostics::{Diagnostic, Severity};
use crate::ir::bytes::{from_bytes, to_bytes};
use crate::ir::{Ir, listing};
use crate::package::write_atomically;
use crate::print::Request;
use crate::print::export::{Form, Options};

/// Check a game, and write what it compiles to and what it is printed as
#[derive(clap::Args)]
pub(super) struct Args {
    /// The game's folder, or the id of a shipped game; by default the folder you are in
    #[arg(default_value = ".")]
    game: String,

    /// The folder to write to; the game gets one of its own inside
    #[arg(long, default_value = "output", value_name = "FOLDER")]
    output: PathBuf,

    /// Write the listing beside it
    #[arg(long)]
    listing: bool,
}

/// Compiles, writes, reads back and compares.
pub(super) fn run(args: &Args, ui: &Ui) -> Outcome {
    let game = open::whole_game(&args.game)?;
    let id = &game.ir.game.id;
    let bytes = to_bytes(&game.ir);
    let mut out = ui.out();
    let path = write_atomically(&args.output, &format!("{id}/game.cwir"), &bytes)?;
    let read = std::fs::read(&path)?;
    if from_bytes(&read).ok().as_ref() != Some(&game.ir) {
        return Err(Stop::Usage(format!(
            "{} did not come back as it was written: is the disk in order?",
            path.display()
        )));
    }
    writeln!(out, "{}: {} bytes", path.display(), bytes.len())?;
    if args.listing {
        let text = listing(&game.ir);
        let path = write_atomically(&args.output, &format!("{id}/game.lst"), text.as_bytes())?;
        writeln!(out, "{}: {} lines", path.display(), text.lines().count())?;
    }
    if !has_paper(&game.ir) {
        return Ok(ExitCode::SUCCESS);
    }
    let printed = print_game(&game, &Request::default(), &[], &args.output, ui)?;
    if printed != ExitCode::SUCCESS {
        return Ok(printed);
    }
    // What is to be said of the faces has been said.
    let errors = |found: &mut Vec<Diagnostic>| found.retain(|d| d.severity == Severity::Error);
    export_game(&game, &Request::default(), &Options::new(Form::Gallery), errors, &args.output.join(id), ui)
}

/// Whether there is anything to print.
fn has_paper(ir: &Ir) -> bool {
    !ir.components.is_empty() || !ir.boards.is_empty() || !ir.print.pieces.is_empty()
}
