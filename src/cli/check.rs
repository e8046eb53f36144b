//! `cardwright check`: reports all errors and warnings of packages.

mod say;

use std::io::Write;
use std::process::ExitCode;

use clap::ValueEnum;

use super::command_result::{CommandError, CommandResult};
use super::ctrl_c;
use super::ui::{FormatArg, Ui};
use crate::diagnostics::{self, Diagnostic, Severity};
use crate::inspect::open_and_inspect;
use crate::ir::Ir;

/// Report everything that is wrong with a game: files, rules, texts, decks
#[derive(clap::Args)]
pub(super) struct CheckArgs {
    /// Game folders, or ids of shipped games
    #[arg(default_value = ".")]
    games: Vec<String>,

    /// Treat these as errors, too
    #[arg(long, value_enum, value_name = "WHAT")]
    deny: Option<CheckDeny>,

    /// Show the text of this card, keyword or function beside its rule: both as they are, both as they were
    /// last accepted, and the rule in words
    #[arg(long, value_name = "CARD")]
    say: Vec<String>,
}

/// Findings that count as errors, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CheckDeny {
    /// All warnings
    Warnings,
}

/// Checks each package; fails if one has an error.
pub(super) fn run(args: &CheckArgs, ui: &Ui) -> CommandResult {
    if !args.say.is_empty() {
        return say::say(&args.games, &args.say, ui);
    }
    let mut failed = false;
    for name in &args.games {
        let (mut opened, scenarios) =
            open_and_inspect(name, Some(ctrl_c::flag())).map_err(CommandError::Usage)?;
        let mut summary = None;
        if let (Some(game), Some(scenarios)) = (&opened.game, scenarios) {
            summary = Some(contents(&game.ir, scenarios));
        }
        if args.deny == Some(CheckDeny::Warnings) {
            deny(&mut opened.diagnostics);
        }
        let wrong = ui.report_found(&opened.diagnostics, &opened.sources)?;
        failed |= wrong;
        if let (Some(summary), FormatArg::Human, false) = (summary, ui.format, wrong) {
            let warned = diagnostics::summary(&opened.diagnostics);
            let state = if warned.is_empty() { "ok" } else { &warned };
            writeln!(ui.out(), "{name}: {state}: {summary}")?;
        }
        // Freeing the parts of a game of 5,400 cards took 6 % of the time of a check, and the program ends
        // soon.
        std::mem::forget(opened);
    }
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Turns warnings into errors.
fn deny(found: &mut [Diagnostic]) {
    for diagnostic in found {
        diagnostic.severity = Severity::Error;
    }
}

/// Describes the contents of a game in a line.
fn contents(ir: &Ir, scenarios_with_lists: usize) -> String {
    let count = |n: usize, one: &str| diagnostics::count_noun(n as u64, one);
    let mut all = vec![
        count(ir.components.len(), "component"),
        count(ir.functions.len(), "rule"),
        count(ir.decks.len(), "deck"),
        count(ir.scenarios.len() + scenarios_with_lists, "scenario"),
    ];
    if !ir.setups.is_empty() {
        let ids: Vec<&str> = ir.setups.iter().map(|setup| setup.id.as_str()).collect();
        all.push(format!("{} ({})", count(ids.len(), "setup"), ids.join(", ")));
    }
    all.join(", ")
}
