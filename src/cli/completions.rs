//! `cardwright completions`: completion scripts for shells.

use std::io::Write;
use std::process::ExitCode;

use super::command_result::CommandResult;
use super::ui::Ui;

/// Write a shell's completion script
#[derive(clap::Args)]
pub(super) struct CompletionsArgs {
    /// The shell
    shell: clap_complete::Shell,
}

/// Writes the script for a command line to standard output.
pub(super) fn run(args: &CompletionsArgs, command_line: &mut clap::Command, ui: &Ui) -> CommandResult {
    // Generated in memory, since the generator panics if writing fails.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, command_line, "cardwright", &mut script);
    ui.out().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}
