//! All problems of a package: those found by compiling, then those found by the table, its players and the
//! printer.

mod scenes;

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

pub use self::scenes::{pieces_set_up, set_up, set_up_as, with_game_scenes, with_scenes};
use crate::compile::{CompiledGame, OpenResult};
use crate::diagnostics::codes::{play as codes, print as print_codes};
use crate::diagnostics::{self, Diagnostic, Severity};
use crate::ir::Ir;
use crate::play::{check_decks, check_scenarios, check_setups};
use crate::print::export::check_faces;
use crate::print::{self, InsertedPage, Request, leaves};
use crate::report::{PaperPage, sample_pages};
use crate::source::Sources;
use crate::table::{Table, check_starts};

/// Opens a package, and adds the diagnostics that compiling does not find, as [`inspect`] does. The compiled
/// rules are inspected while the texts are still compared with them.
///
/// # Errors
/// The compiled game is not sound, which is a bug in Cardwright.
pub fn open_and_inspect(
    name_or_path: &str,
    stop: Option<&'static AtomicBool>,
) -> Result<(OpenResult, Option<usize>), String> {
    let (mut opened, seen) = CompiledGame::open_with_look(name_or_path, |ir| inspect_rules(ir, stop));
    let scenarios = match seen {
        Some(found) => add_findings(&mut opened, found?, stop)?,
        None => None,
    };
    Ok((opened, scenarios))
}

/// Adds the diagnostics that compiling does not find to those of an opened package: impossible starts,
/// setups, lists, scenarios at tables with lists, faces. Returns the number of these scenarios; `None`
/// without a game to inspect.
///
/// `stop` interrupts long checks, whose remaining findings are then not reported.
///
/// # Errors
/// The compiled game is not sound, which is a bug in Cardwright.
pub fn inspect(opened: &mut OpenResult, stop: Option<&'static AtomicBool>) -> Result<Option<usize>, String> {
    let Some(game) = &opened.game else { return Ok(None) };
    let found = inspect_rules(&game.ir, stop)?;
    add_findings(opened, found, stop)
}

/// Adds the findings about the compiled rules, and those about the other files.
fn add_findings(
    opened: &mut OpenResult,
    mut found: Vec<Diagnostic>,
    stop: Option<&'static AtomicBool>,
) -> Result<Option<usize>, String> {
    let Some(game) = &opened.game else { return Ok(None) };
    let (of_files, scenarios) = inspect_files(game, &opened.sources, stop)?;
    found.extend(of_files);
    drop_consequences(&mut found, &opened.diagnostics);
    opened.diagnostics.extend(found);
    diagnostics::sort(&mut opened.diagnostics);
    Ok(Some(scenarios))
}

/// Removes findings that follow from errors already reported: a sheet with an error is left out of the
/// compiled game, so that its components seem to be on no sheet.
pub fn drop_consequences(found: &mut Vec<Diagnostic>, reported: &[Diagnostic]) {
    let file = |d: &Diagnostic| d.labels.first().map(|label| label.span.file);
    let is_wrong = |d: &Diagnostic| {
        reported.iter().any(|other| other.severity == Severity::Error && file(other) == file(d))
    };
    found.retain(|d| d.code != print_codes::UNSHOWN || !is_wrong(d));
}

/// Inspects a game and its files in the same way. Returns the diagnostics, and the number of scenarios at
/// tables with lists.
///
/// # Errors
/// The compiled game is not sound, which is a bug in Cardwright.
pub fn inspect_game(
    game: &CompiledGame,
    sources: &Sources,
    stop: Option<&'static AtomicBool>,
) -> Result<(Vec<Diagnostic>, usize), String> {
    let mut found = inspect_rules(&game.ir, stop)?;
    let (of_files, scenarios) = inspect_files(game, sources, stop)?;
    found.extend(of_files);
    Ok((found, scenarios))
}

/// Returns what the table, its players and the printer find wrong with the compiled rules.
fn inspect_rules(ir: &Ir, stop: Option<&'static AtomicBool>) -> Result<Vec<Diagnostic>, String> {
    let mut table = Table::for_checks(ir)?;
    if let Some(stop) = stop {
        table.stop_when(stop);
    }
    let steps: [&dyn Fn() -> Vec<Diagnostic>; 7] = [
        &|| check_starts(&table),
        &|| check_setups(&table),
        &|| check_scenarios(&table),
        &|| print::check_files(ir),
        &|| check_faces(ir),
        &|| print::backs::check(ir, || set_up(&table).map(|setting| setting.zones).unwrap_or_default()),
        &|| check_leaves(ir),
    ];
    let mut found: Vec<Diagnostic> =
        steps.iter().take_while(|_| !is_stopped(stop)).flat_map(|step| step()).collect();
    // Sizes and papers by unknown names are reported with their lines when the package is compiled.
    found.retain(|d| d.code != print_codes::UNKNOWN_SIZE);
    Ok(found)
}

/// Returns what is wrong with the deck lists and the scenarios at tables with lists, and the number of these
/// scenarios.
fn inspect_files(
    game: &CompiledGame,
    sources: &Sources,
    stop: Option<&'static AtomicBool>,
) -> Result<(Vec<Diagnostic>, usize), String> {
    let mut found = if is_stopped(stop) { Vec::new() } else { check_decks(game, sources) };
    let is_stopped = || is_stopped(stop);
    let tables = game.scenario_tables_until(&is_stopped);
    let mut scenarios = 0;
    for game in tables.iter().filter_map(|t| t.game.as_ref()).take_while(|_| !is_stopped()) {
        scenarios += game.ir.scenarios.len();
        found.extend(check_scenarios(&Table::for_checks(&game.ir)?));
    }
    // A stale list is reported once, not for each of its scenarios.
    let of_tables = tables.into_iter().flat_map(|table| table.diagnostics);
    found.extend(of_tables.filter(|d| d.code != codes::STALE_LIST));
    Ok((found, scenarios))
}

fn is_stopped(stop: Option<&'static AtomicBool>) -> bool {
    stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
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
    let mut said = HashSet::new();
    found.retain(|d| said.insert((d.code, d.message.clone())));
    found
}

/// Converts a page of a report to a page for printing.
pub(crate) fn leaf(page: PaperPage) -> InsertedPage {
    InsertedPage { face: page.face.into(), across: page.across, data: page.data }
}
