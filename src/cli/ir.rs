//! `cardwright ir`: lists the compiled game as text.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use super::command_result::{CommandError, CommandResult};
use super::ui::Ui;
use super::{messages, open};
use crate::diagnostics::count_noun;
use crate::ir::bytes::{IrBytesError, from_bytes};
use crate::ir::{FunctionId, Ir, listing, listing_of};
use crate::optimise::optimise;

/// Show the compiled rules, with the author's lines beside the instructions
#[derive(clap::Args)]
pub(super) struct IrArgs {
    /// The game's folder, the id of a shipped game, or a compiled game (.cwir)
    game: String,
    /// Show the rules that passes of the optimiser change, as compiled and as played
    #[arg(long)]
    passes: bool,
}

/// Writes the listing to standard output.
pub(super) fn run(args: &IrArgs, ui: &Ui) -> CommandResult {
    let compiled = Path::new(&args.game);
    let shown = if args.passes { passes } else { listing };
    let text = if compiled.is_file() && compiled.extension().is_some_and(|e| e == "cwir") {
        let bytes = std::fs::read(compiled)?;
        let ir = from_bytes(&bytes).map_err(|why| unreadable(&args.game, &why))?;
        shown(&ir)
    } else {
        shown(&open::game(&args.game)?.ir)
    };
    ui.out().write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the error of a file that is not a compiled game.
fn unreadable(path: &str, why: &IrBytesError) -> CommandError {
    messages::not_a_compiled_game(path, why.to_string()).into()
}

/// Lists the functions that the optimiser changes, before and after.
fn passes(ir: &Ir) -> String {
    let optimised = optimise(ir);
    let bodies = ir.bodies();
    let changed = |f: FunctionId| {
        bodies.get(usize::from(f.0)).is_some_and(|body| {
            let body = body.indices();
            ir.code[body.clone()] != optimised.code[body]
        })
    };
    let count = ir.functions.ids().filter(|f| changed(*f)).count();
    let played = optimised.applied(ir);
    format!(
        "{} of {} are changed.\n\nAs compiled\n{}\nAs played\n{}",
        count,
        count_noun(ir.functions.len() as u64, "function"),
        listing_of(ir, changed),
        listing_of(&played, changed)
    )
}
