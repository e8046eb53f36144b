//! `cardwright ir`: the compiled game as text.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use super::ui::Ui;
use super::{Outcome, Stop, open};
use crate::ir::bytes::from_bytes;
use crate::ir::listing;

/// Show the compiled rules, with the author's lines beside the instructions
#[derive(clap::Args)]
pub(super) struct Args {
    /// The game's folder, the id of a shipped game, or a compiled game (.cwir)
    game: String,
}

/// Writes the listing to standard output.
pub(super) fn run(args: &Args, ui: &Ui) -> Outcome {
    let compiled = Path::new(&args.game);
    let text = if compiled.is_file() && compiled.extension().is_some_and(|e| e == "cwir") {
        let bytes = std::fs::read(compiled)?;
        let ir = from_bytes(&bytes).map_err(|e| Stop::Usage(format!("{}: {e}", args.game)))?;
        listing(&ir)
    } else {
        listing(&open::game(&args.game)?.ir)
    };
    ui.out().write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}
