//! `cardwright run`: runs scenarios.

use std::fs::canonicalize;
use std::io::Write;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};

use anstyle::AnsiColor;

use super::command_result::{CommandError, CommandResult};
use super::ui::{FormatArg, Ui};
use super::{messages, open};
use crate::compile::{CompiledGame, OpenResult, is_error_in};
use crate::diagnostics::codes::package as codes;
use crate::diagnostics::{Diagnostic, Severity, count_noun, did_you_mean};
use crate::ir::Ir;
use crate::package::{FileRole, package_of};
use crate::place::shown_path;
use crate::play::{ScenarioResult, run_scenario, sources_of};
use crate::source::{FileId, Sources, TomlValue, parse_toml};
use crate::table::{Names, Table};
use crate::threads::side_by_side;

/// Run scenarios, and report which pass
///
/// A failure shows the line of the expectation, what was found, and what led there.
#[derive(clap::Args)]
pub(super) struct RunArgs {
    /// Scenario files, game folders, or ids of shipped games
    #[arg(default_value = ".", value_name = "FILE|GAME")]
    what: Vec<String>,

    /// Number of threads [default: one per core]
    #[arg(long, short = 'j', value_name = "N")]
    jobs: Option<NonZero<usize>>,
}

/// A game and some of its scenarios.
struct ScenarioSelection {
    game: String,
    /// Ids of the scenarios; `None` for all.
    scenarios: Option<Vec<String>>,
}

/// Runs the scenarios; fails if one does not hold.
pub(super) fn run(args: &RunArgs, ui: &Ui) -> CommandResult {
    let jobs = open::threads(args.jobs).get();
    let (mut ran, mut failed) = (0, 0);
    let mut unplayable = 0;
    for chosen in choose(&args.what) {
        let mut opened = CompiledGame::open(&chosen.game);
        let Some(game) = &opened.game else {
            // An invalid game does not stop the scenarios of other games.
            opened.diagnostics.retain(|d| d.severity == Severity::Error);
            if let Some(scenario) = scenario_by_id(&chosen.game, &opened.diagnostics) {
                opened.diagnostics = vec![scenario];
            }
            ui.report_found(&opened.diagnostics, &opened.sources)?;
            unplayable += 1;
            continue;
        };
        // If players bring lists, each set of lists has its own compiled table.
        let mut tables = if game.ir.lists.are_brought() { game.scenario_tables() } else { Vec::new() };
        match tables.is_empty() {
            true => tables.push(opened),
            false => add_unreadable(&mut tables, &opened),
        }
        check_selection(&tables, &chosen)?;
        for mut opened in tables {
            let broken = broken(&opened);
            let mut found = Vec::new();
            if let Some(game) = &opened.game {
                let table = open::table(&game.ir)?;
                let mut results = run_all(&table, &selected_indices(&game.ir, &chosen), jobs);
                if ui.format == FormatArg::Human {
                    // Failures stand last, above their reports.
                    results.sort_by_key(|result| !result.holds());
                }
                for result in results {
                    let holds = result.holds();
                    ran += 1;
                    failed += usize::from(!holds);
                    report(&game.ir, &result, ui)?;
                    found.extend(result.diagnostics);
                }
            }
            let mut unread = Vec::new();
            let wanted = |id: &String| chosen.scenarios.as_ref().is_none_or(|ids| ids.contains(id));
            for (id, file) in broken.iter().filter(|(id, _)| wanted(id)) {
                ran += 1;
                failed += 1;
                let name = written_name(&opened.sources, *file);
                line(id, &opened.sources.file(*file).name, name.as_deref().unwrap_or(id), false, 0, ui)?;
                unread.extend(opened.diagnostics.iter().filter(|d| is_error_in(d, *file)).cloned());
            }
            match &opened.game {
                Some(game) => {
                    ui.report_found(&found, &sources_of(&game.ir))?;
                    ui.report_found(&unread, &opened.sources)?;
                }
                None => {
                    opened.diagnostics.retain(|d| d.severity == Severity::Error);
                    ui.report_found(&opened.diagnostics, &opened.sources)?;
                    unplayable += 1;
                }
            }
        }
    }
    if ui.format == FormatArg::Human {
        let scenarios = count_noun(ran as u64, "scenario");
        match (ran, failed) {
            (0, _) if unplayable > 0 => {}
            (0, _) => writeln!(ui.out(), "there are no scenarios")?,
            (_, 0) => writeln!(ui.out(), "{scenarios}: ok")?,
            _ => writeln!(ui.out(), "{scenarios}: {} ok, {failed} failed", ran - failed)?,
        }
    }
    Ok(if failed + unplayable == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Adds the scenarios whose files could not even be read to the first of the tables, which were made of the
/// others.
fn add_unreadable(tables: &mut [OpenResult], opened: &OpenResult) {
    let known: Vec<FileId> = tables.iter().flat_map(|table| &table.broken).map(|(file, _)| *file).collect();
    let Some(first) = tables.first_mut() else { return };
    for (file, role) in &opened.broken {
        if *role == FileRole::Scenario && !known.contains(file) {
            first.broken.push((*file, *role));
            first.diagnostics.extend(opened.diagnostics.iter().filter(|d| is_error_in(d, *file)).cloned());
        }
    }
}

/// Returns the error for a name of no game that is the id of a scenario of the package around the current
/// folder.
fn scenario_by_id(id: &str, found: &[Diagnostic]) -> Option<Diagnostic> {
    let is_no_game = found.iter().any(|d| d.code == codes::NO_SUCH_GAME);
    let name = format!("{id}.toml");
    let is_id = is_no_game && Path::new(&name).file_name().is_some_and(|file| file == name.as_str());
    let package = is_id.then(|| package_of(Path::new(".")))??;
    let file = package.join("scenarios").join(&name);
    let shown = shown_path(&file);
    file.is_file().then(|| messages::scenario_by_id(id, shown.trim_start_matches("./")))
}

/// Returns the games and scenarios named, each game once.
fn choose(what: &[String]) -> Vec<ScenarioSelection> {
    let mut all: Vec<ScenarioSelection> = Vec::new();
    for named in what {
        let path = Path::new(named);
        // A scenario may be written without its ending. One that does not exist is looked for by its id, too.
        let in_folder = path.parent().filter(|folder| folder.is_dir() && !path.is_dir());
        let of = if path.is_file() { package_of(path) } else { in_folder.and_then(package_of) };
        let scenario = of.as_ref().and_then(|package| {
            let inside = shown_path(&path_inside(path, package));
            let inside = inside.trim_start_matches("./");
            let file = if inside.ends_with(".toml") { inside.to_owned() } else { format!("{inside}.toml") };
            (FileRole::of(&file) == Some(FileRole::Scenario))
                .then(|| path.file_stem().map(|s| s.to_string_lossy().into_owned()))?
        });
        let of = of.filter(|_| path.is_file() || scenario.is_some());
        let game = of.map_or_else(|| named.clone(), |package| package.to_string_lossy().into_owned());
        match (all.iter_mut().find(|c| c.game == game), scenario) {
            (Some(chosen), Some(scenario)) => {
                chosen.scenarios.iter_mut().for_each(|s| s.push(scenario.clone()))
            }
            (Some(chosen), None) => chosen.scenarios = None,
            (None, scenario) => all.push(ScenarioSelection { game, scenarios: scenario.map(|s| vec![s]) }),
        }
    }
    all
}

/// Returns the path of a file inside its package.
fn path_inside(file: &Path, package: &Path) -> PathBuf {
    if let Ok(inside) = file.strip_prefix(package) {
        return inside.to_owned();
    }
    // The package of `a.toml` may be `..`.
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let (Ok(folder), Ok(package)) = (canonicalize(folder), canonicalize(package)) else { return file.into() };
    let inside = folder.strip_prefix(package).ok().zip(file.file_name());
    inside.map_or_else(|| file.into(), |(folder, name)| folder.join(name))
}

/// Returns the ids and files of the scenarios that cannot be run.
fn broken(opened: &OpenResult) -> Vec<(String, FileId)> {
    let scenarios = opened.broken.iter().filter(|(_, role)| *role == FileRole::Scenario);
    let id = |file: FileId| {
        Path::new(&opened.sources.file(file).name).file_stem().map(|s| s.to_string_lossy().into_owned())
    };
    scenarios.filter_map(|(file, _)| Some((id(*file)?, *file))).collect()
}

/// Returns the `name` in a scenario's file, if it can be read.
fn written_name(sources: &Sources, file: FileId) -> Option<String> {
    let (root, _) = parse_toml(sources, file);
    match &root.entry("name")?.value.value {
        TomlValue::Text(name) => Some(name.value.clone()),
        _ => None,
    }
}

/// Fails if one of the chosen scenarios does not exist.
fn check_selection(tables: &[OpenResult], chosen: &ScenarioSelection) -> Result<(), CommandError> {
    let is_there = |id: &String| {
        tables.iter().any(|table| {
            let scenarios = table.game.iter().flat_map(|game| &game.ir.scenarios);
            table.game.is_none()
                || scenarios.into_iter().any(|s| s.id == *id)
                || broken(table).iter().any(|(b, _)| b == id)
        })
    };
    match chosen.scenarios.iter().flatten().find(|id| !is_there(id)) {
        Some(id) => {
            let games = tables.iter().filter_map(|table| table.game.as_ref());
            let known = games.flat_map(|game| &game.ir.scenarios).map(|s| s.id.as_str());
            let near = did_you_mean(id, known);
            Err(CommandError::Usage(format!("`{}` has no scenario `{id}`{near}", chosen.game)))
        }
        None => Ok(()),
    }
}

/// Returns the indices of the chosen scenarios in `Ir::scenarios`, in ascending order.
fn selected_indices(ir: &Ir, chosen: &ScenarioSelection) -> Vec<usize> {
    let wanted = |id: &String| chosen.scenarios.as_ref().is_none_or(|ids| ids.contains(id));
    (0..ir.scenarios.len()).filter(|i| wanted(&ir.scenarios[*i].id)).collect()
}

fn run_all(table: &Table, which: &[usize], jobs: usize) -> Vec<ScenarioResult> {
    let next = AtomicUsize::new(0);
    let work = || {
        let names = Names::new(table.ir());
        let mut done = Vec::new();
        while let Some(&scenario) = which.get(next.fetch_add(1, Ordering::Relaxed)) {
            done.push(run_scenario(table, &names, scenario));
        }
        done
    };
    let mut results: Vec<ScenarioResult> =
        side_by_side(jobs.min(which.len()), work).into_iter().flatten().collect();
    results.sort_by_key(|r| r.scenario);
    results
}

/// Writes the result of a scenario in a line.
fn report(ir: &Ir, result: &ScenarioResult, ui: &Ui) -> std::io::Result<()> {
    let Some(info) = ir.scenarios.get(result.scenario) else { return Ok(()) };
    let file = ir.places.find(info.place).and_then(|p| ir.files.find(p.file));
    let file = file.map_or(info.id.as_str(), |f| f.display_path());
    line(&info.id, file, &info.name, result.holds(), result.steps, ui)
}

fn line(id: &str, file: &str, name: &str, ok: bool, steps: usize, ui: &Ui) -> std::io::Result<()> {
    let mut out = ui.out();
    match ui.format {
        FormatArg::Json => {
            let line =
                serde_json::json!({ "scenario": id, "file": file, "name": name, "ok": ok, "steps": steps });
            writeln!(out, "{line}")
        }
        FormatArg::Human => {
            let (word, color) = if ok { ("ok    ", AnsiColor::Green) } else { ("FAILED", AnsiColor::Red) };
            let style = color.on_default();
            writeln!(out, "{style}{word}{style:#}  {file}  {name}")
        }
        FormatArg::Short | FormatArg::Github => Ok(()),
    }
}
