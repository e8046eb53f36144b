//! Code lenses: run a scenario, play from it, measure the effects of a card in the lab; with the results
//! beside them.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};

use lsp_types::{CodeLens, Command};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::declarations::{Declaration, DeclarationKind};
use super::editor_client::EditorClient;
use super::packages::OpenPackage;
use crate::compile::CompiledGame;
use crate::diagnostics::{Severity, count_noun, error_count};
use crate::lab::{CardEffects, CountSelection, MAX_PLIES, Simulation, simulate};
use crate::package::{FileRole, PackageFiles};
use crate::place::{FileId, Span};
use crate::play::{Agreement, BotKind, Disagreement, fault_words, run_scenario};
use crate::table::{Machine, Names, Table};

/// The command that runs a scenario.
pub const RUN_SCENARIO: &str = "cardwright.runScenario";
/// The command that plays games at random and compares players who held a card with the others.
pub const CARD_IN_LAB: &str = "cardwright.cardInLab";
/// The command with which the editor runs the program in a terminal.
const OPEN_TERMINAL: &str = "cardwright.openTerminal";

/// Number of games that are played for a card.
const GAMES: u64 = 1000;

/// The subject of a lens, as the argument of its command.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct LensSubject {
    /// The folder of the package.
    pub package: std::path::PathBuf,
    /// The id of the scenario or card.
    pub id: String,
}

/// Returns the lenses of a file. With `terminal`, also those that the editor runs in a terminal.
pub fn lenses(package: &mut OpenPackage, id: FileId, terminal: bool, client: EditorClient) -> Vec<CodeLens> {
    let Some(role) = package.role(id) else { return Vec::new() };
    let Some(folder) = package.folder().map(ToOwned::to_owned) else { return Vec::new() };
    let (package, analysis) = package.analysed();
    let declared = |kind: DeclarationKind| {
        let mut all: Vec<&Declaration> = analysis
            .declarations
            .all()
            .iter()
            .filter(|one| one.kind == kind && one.span.file == id)
            .collect();
        all.sort_by_key(|one| one.span.start);
        all
    };
    let lens = |span: Span, title: String, command: &str, arguments: Value| CodeLens {
        range: client.range(package, span),
        command: Some(Command { title, command: command.to_owned(), arguments: Some(vec![arguments]) }),
        data: None,
    };
    let run = |one: &Declaration, command: &str, usual: &str| {
        let result = package.results.get(&(command.to_owned(), one.name.clone()));
        let title = result.map_or_else(|| usual.to_owned(), |result| format!("{usual}: {result}"));
        let subject = json!(LensSubject { package: folder.clone(), id: one.name.clone() });
        lens(one.span, title, command, subject)
    };
    let in_terminal = |span: Span, title: &str, args: &[&str]| {
        terminal
            .then(|| lens(span, title.to_owned(), OPEN_TERMINAL, json!({ "package": folder, "args": args })))
    };
    let game = folder.to_string_lossy();
    let mut found = Vec::new();
    match role {
        FileRole::Scenario => {
            for one in declared(DeclarationKind::Scenario) {
                found.push(run(one, RUN_SCENARIO, "Run this scenario"));
                found.extend(in_terminal(
                    one.span,
                    "Play from here",
                    &["play", &game, "--scenario", &one.name],
                ));
            }
        }
        FileRole::Cards | FileRole::CardsCsv => {
            found.extend(
                declared(DeclarationKind::Card).into_iter().map(|one| run(one, CARD_IN_LAB, "In the lab")),
            );
        }
        FileRole::Game => {
            let start = Span::new(id, 0, 0);
            found.extend(in_terminal(start, "Play", &["play", &game]));
            found.extend(in_terminal(start, "Simulate", &["sim", &game]));
        }
        _ => {}
    }
    found
}

/// Runs the subject of a command, and returns a line for people.
///
/// # Errors
/// Why it cannot be run.
pub fn run(command: &str, files: PackageFiles, id: &str, stop: &AtomicBool) -> Result<String, String> {
    let opened = CompiledGame::from_files(files, Vec::new());
    let errors = error_count(&opened.diagnostics);
    let Some(game) = opened.game else {
        return Err(format!("the package has {}: mend it first", count_noun(errors as u64, "error")));
    };
    match command {
        RUN_SCENARIO => in_scenario(&game, id),
        CARD_IN_LAB => in_lab(&game, id, stop),
        other => Err(format!("`{other}` is not served")),
    }
}

fn in_scenario(game: &CompiledGame, id: &str) -> Result<String, String> {
    let of_lists = if game.ir.lists.are_brought() { game.scenario_tables() } else { Vec::new() };
    let games = of_lists.iter().filter_map(|table| table.game.as_ref()).chain([game]);
    let found =
        games.filter_map(|game| Some((game, game.ir.scenarios.iter().position(|one| one.id == id)?))).next();
    let Some((game, scenario)) = found else {
        return Err(format!("the scenario `{id}` cannot be run: see its diagnostics"));
    };
    let table = Table::for_checks(&game.ir)?;
    let result = run_scenario(&table, &Names::new(&game.ir), scenario);
    let steps = count_noun(result.steps as u64, "step");
    let failed = result.diagnostics.iter().find(|d| d.severity == Severity::Error);
    Ok(match failed {
        None => format!("ok, {steps}"),
        Some(d) => format!("failed after {steps}: {}", d.message),
    })
}

fn in_lab(game: &CompiledGame, id: &str, stop: &AtomicBool) -> Result<String, String> {
    // In games for which players bring lists, those of the package are played.
    let with_lists = match game.lists(game.ir.game.players.0, &[]) {
        Some(lists) if game.ir.lists.are_brought() => Some(
            game.laid_for(&lists).map_err(|_| "no table can be laid for the package's lists".to_owned())?,
        ),
        _ => None,
    };
    let ir = &with_lists.as_ref().unwrap_or(game).ir;
    let Some(name) = ir.names.iter().position(|name| name.id == id) else {
        return Err(format!("`{id}` is not at the table with the package's lists"));
    };
    let table = Table::of_compiled(ir)?;
    let words = |why: Disagreement| match why {
        Disagreement::Words(why) => why,
        Disagreement::Fault(fault) => format!("the table cannot be laid: {}", fault_words(&table, &fault)),
    };
    let agreement = Agreement::settle(&mut Machine::new(&table), None, [], 1).map_err(words)?;
    let players = agreement.players;
    let simulation = Simulation {
        wants: CountSelection { cards: true, ..CountSelection::default() },
        max_plies: MAX_PLIES,
        jobs: std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN),
        ..Simulation::new(agreement, vec![BotKind::Random; usize::from(players)], GAMES)
    };
    let played = simulate(&table, &simulation, stop, |_| {}).map_err(words)?;
    if stop.load(Ordering::Relaxed) {
        return Err("stopped: something else was asked for".to_owned());
    }
    let effects = played.results.counts.cards.as_ref().map(|cards| cards.effects(ir)).unwrap_or_default();
    let effect = effects.into_iter().find(|effect| effect.name.index() == name);
    let count = played.count();
    Ok(format!(
        "{count} random games of {players}: {}",
        effect.map_or("never in play".into(), |effect| words_of(&effect))
    ))
}

/// Says how often players held or chose a card, and by how much more often they won.
fn words_of(effect: &CardEffects) -> String {
    if effect.dead {
        return format!("in {}, but nobody ever chose or held it", count_noun(effect.games, "game"));
    }
    let told = [("held", effect.held), ("chose", effect.chosen)].map(|(how, one)| {
        let difference = one.difference?;
        let points = difference.share * 100.0;
        let half = (difference.high - difference.low) * 50.0;
        let who = count_noun(one.so.times, "player");
        let way = if points < 0.0 { "less" } else { "more" };
        Some(format!(
            "{who} {how} it and won {:.1} percentage points {way} often than others (± {half:.1})",
            points.abs()
        ))
    });
    let told: Vec<String> = told.into_iter().flatten().collect();
    if told.is_empty() {
        return "all players held it, or none, so there is nothing to compare".to_owned();
    }
    told.join("; ")
}
