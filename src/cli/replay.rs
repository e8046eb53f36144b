//! `cardwright replay`: replays a saved game from its beginning.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use super::command_result::CommandResult;
use super::ui::Ui;
use super::{open, saved};
use crate::diagnostics::{shell_path, shell_word};
use crate::play::story;
use crate::report::{count_noun, look, standings, verdict};
use crate::table::{Players, Stop};

/// Replay a saved game, and print its record and result
///
/// Fails at the first answer that no longer fits the rules, and points at its line.
#[derive(clap::Args)]
pub(super) struct ReplayArgs {
    /// The saved game
    file: PathBuf,

    /// Stop after this many answers, and show the table to the player who must choose
    #[arg(long, value_name = "N")]
    to: Option<usize>,

    /// Game, if it has moved since the file was saved
    #[arg(long, value_name = "GAME")]
    game: Option<String>,

    /// Print the result only
    #[arg(long, short)]
    quiet: bool,
}

/// Replays the game and prints its record.
pub(super) fn run(args: &ReplayArgs, ui: &Ui) -> CommandResult {
    let again = |package: &str| {
        format!("cardwright replay {} --game {}", shell_path(&args.file), shell_word(package))
    };
    let opened = saved::open(&args.file, args.game.as_deref(), again)?;
    let ir = &opened.game.ir;
    let table = open::table(ir)?;
    let (mut session, stopped) =
        saved::replay(&opened, &table, args.to.unwrap_or(usize::MAX), |_| false, ui)?;
    let mut out = ui.out();
    if !args.quiet {
        for turn in story(session.record(), Players::NONE) {
            writeln!(out, "· {}", turn.text())?;
        }
        writeln!(out)?;
    }
    let answers = count_noun(session.steps().len() as u64, "answer");
    match stopped {
        Stop::Over => {
            let outcome = session.outcome().map_err(|fault| open::fault_stop(ir, &table, &fault))?;
            let labels: Vec<String> =
                (1..=session.agreement().players).map(|p| format!("player {p}")).collect();
            let text = standings(session.names(), &outcome, &session.breakdown(), &labels, ui.out_width());
            writeln!(out, "{text}\n{} ({answers})", verdict(ir, &outcome, &labels))?;
        }
        Stop::Choice => {
            let names = crate::table::Names::new(ir);
            let picked = match session.picks() {
                [] => String::new(),
                picks => format!("; picked: {}", picks.join(", ")),
            };
            let asked = session.observation().ok().map(|seen| {
                let question = seen.question(&names).map_or_else(String::new, |q| format!(": {q}"));
                let options = count_noun(seen.options().len() as u64, "option");
                format!(" Player {} has to choose{question} ({options}{picked})", seen.player().seat())
            });
            writeln!(out, "After {answers} the game is not over.{}", asked.unwrap_or_default())?;
            if let (Some(_), false, Some(player)) = (args.to, args.quiet, session.state().chooser()) {
                let view = table.view(session.state(), Some(player));
                let shown = look(
                    &table,
                    session.names(),
                    &view,
                    (session.state(), session.initial_state()),
                    ui.out_width(),
                );
                write!(out, "\nThe table as player {} sees it:\n\n{shown}", player.seat())?;
            }
        }
        Stop::Fault(fault) => {
            writeln!(out, "After {answers} a rule fails.")?;
            out.flush()?;
            return Err(open::fault_stop(ir, &table, &fault));
        }
        _ => writeln!(out, "After {answers} there is nothing more to play.")?,
    }
    Ok(ExitCode::SUCCESS)
}
