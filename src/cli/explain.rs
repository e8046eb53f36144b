//! `cardwright explain`: explains diagnostic codes.

use std::io::Write;
use std::process::ExitCode;

use super::command_result::{CommandError, CommandResult};
use super::ui::{FormatArg, Ui};
use crate::diagnostics::codes::{self, Explained};

/// Explain a diagnostic code such as CW0104, with an example; without a code, list them all
#[derive(clap::Args)]
pub(super) struct ExplainArgs {
    /// The code, with or without CW and leading zeros
    code: Option<String>,
}

/// Writes the page of a code, or the list of codes.
pub(super) fn run(args: &ExplainArgs, ui: &Ui) -> CommandResult {
    let mut out = ui.out();
    match &args.code {
        Some(code) => {
            let page = codes::find(code).ok_or_else(|| {
                CommandError::Usage(format!("there is no code `{code}`; `cardwright explain` lists them all"))
            })?;
            match ui.format {
                FormatArg::Json => writeln!(out, "{}", json(page))?,
                _ => write!(out, "{}", crate::diagnostics::explain(page, true))?,
            }
        }
        None => {
            for page in codes::all() {
                match ui.format {
                    FormatArg::Json => writeln!(out, "{}", json(page))?,
                    _ => writeln!(out, "{}  {}", page.code, page.title)?,
                }
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn json(page: &Explained) -> serde_json::Value {
    serde_json::json!({ "code": page.code.to_string(), "title": page.title, "text": page.text.trim_end() })
}
