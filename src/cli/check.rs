//! `cardwright check`: reports all errors and warnings of packages.

use std::io::Write;
use std::process::ExitCode;

use clap::ValueEnum;

use super::print::leaf;
use super::ui::{Format, Ui};
use super::{Outcome, open};
use crate::compile::Game;
use crate::diagnostics::codes::play as codes;
use crate::diagnostics::{self, Diagnostic, Severity};
use crate::ir::Ir;
use crate::play::{check_decks, check_setups};
use crate::print::{self, Request, leaves};
use crate::report::sample_pages;
use crate::table::check_starts;

/// Report everything that is wrong with a game: files, rules, texts, decks
#[derive(clap::Args)]
pub(super) struct Args {
    /// Game folders, or ids of shipped games
    #[arg(default_value = ".")]
    games: Vec<String>,

    /// Treat these as errors, too
    #[arg(long, value_enum, value_name = "WHAT")]
    deny: Option<Deny>,
}

/// What else counts as an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Deny {
    /// All warnings
    Warnings,
}

/// Checks each package; fails if one has an error.
pub(super) fn run(args: &Args, ui: &Ui) -> Outcome {
    let mut failed = false;
    for name in &args.games {
        let mut opened = Game::open(name);
        let mut summary = None;
        if let Some(game) = &opened.game {
            let table = open::table(&game.ir)?;
            opened.diagnostics.extend(check_starts(&table));
            opened.diagnostics.extend(check_setups(&table));
            opened.diagnostics.extend(check_decks(game, &opened.sources));
            opened.diagnostics.extend(print::check_files(&game.ir));
            opened.diagnostics.extend(check_leaves(&game.ir));
            let tables = game.scenario_tables();
            let scenarios = tables.iter().filter_map(|t| t.game.as_ref()).map(|game| game.ir.scenarios.len()).sum();
            // A stale list is reported once, not for each of its scenarios.
            let found = tables.into_iter().flat_map(|table| table.diagnostics);
            opened.diagnostics.extend(found.filter(|d| d.code != codes::STALE_LIST));
            diagnostics::sort(&mut opened.diagnostics);
            summary = Some(contents(&game.ir, scenarios));
        }
        if args.deny == Some(Deny::Warnings) {
            deny(&mut opened.diagnostics);
        }
        let wrong = ui.report_found(&opened.diagnostics, &opened.sources)?;
        failed |= wrong;
        if let (Some(summary), Format::Human, false) = (summary, ui.format, wrong) {
            let warned = diagnostics::summary(&opened.diagnostics);
            let state = if warned.is_empty() { "ok" } else { &warned };
            writeln!(ui.out(), "{name}: {state}: {summary}")?;
        }
    }
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Returns the errors of the package's own faces for pages of tournaments and lists, which no sheet uses.
fn check_leaves(ir: &Ir) -> Vec<Diagnostic> {
    let own = |face: &str| {
        let path = |ending: &str| format!("faces/{face}.{ending}");
        ir.print.assets.iter().any(|asset| asset.path == path("svg.j2") || asset.path == path("svg"))
    };
    let by_sheet = |face: &str| ir.print.sheets.iter().any(|sheet| sheet.face.as_deref() == Some(face));
    let mut found: Vec<Diagnostic> = Vec::new();
    for page in sample_pages(ir).into_iter().filter(|page| own(page.face) && !by_sheet(page.face)) {
        let made = leaves(ir, &Request::default(), page.face, "a tournament", &[leaf(page)]).found;
        // Overflowing texts are only reported for pages that are printed.
        found.extend(made.into_iter().filter(|d| d.severity == Severity::Error));
    }
    // Two pages of one face have the same errors.
    let mut said = std::collections::HashSet::new();
    found.retain(|d| said.insert((d.code, d.message.clone())));
    found
}

/// Turns warnings into errors.
fn deny(found: &mut [Diagnostic]) {
    for diagnostic in found {
        diagnostic.severity = Severity::Error;
    }
}

/// Describes the contents of a game in a line.
fn contents(ir: &Ir, scenarios_with_lists: usize) -> String {
    let count = |n: usize, one: &str| diagnostics::counted(n as u64, one);
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
