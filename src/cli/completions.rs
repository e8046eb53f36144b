//! `cardwright completions`: completion scripts for shells.

use std::io::Write;
use std::process::ExitCode;

use clap::CommandFactory;

use super::ui::Ui;
use super::{Cli, CommandResult};

/// Write a shell's completion script
#[derive(clap::Args)]
pub(super) struct CompletionsArgs {
    /// The shell
    shell: clap_complete::Shell,
}

/// Writes the script to standard output.
pub(super) fn run(args: &CompletionsArgs, ui: &Ui) -> CommandResult {
    // Generated in memory, since the generator panics if writing fails.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "cardwright", &mut script);
    ui.out().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}
