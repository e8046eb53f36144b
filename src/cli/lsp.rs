//! `cardwright lsp`: the language server on standard input and output.

use std::io;
use std::process::ExitCode;

use super::command_result::{CommandError, CommandResult};
use crate::lsp::serve_stdio;

/// Serve editors by the Language Server Protocol: diagnostics, completion and explanations as you type
///
/// An editor starts this program, and speaks with it over standard input and output: see docs/editors.md.
#[derive(clap::Args)]
pub(super) struct LspArgs {}

/// Serves until the editor ends it.
pub(super) fn run(_: &LspArgs) -> CommandResult {
    let broken = |why| io::Error::other(format!("the editor does not keep to the protocol: {why}"));
    serve_stdio().map_err(|why| CommandError::Io(broken(why)))?;
    Ok(ExitCode::SUCCESS)
}
