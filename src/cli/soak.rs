//! `cardwright soak`: plays random games under every combination of options, with checks at every choice.

use std::io::Write;
use std::num::NonZero;
use std::process::ExitCode;
use std::str::FromStr;

use serde_json::json;

use super::command_result::{CommandError, CommandResult};
use super::perft::from_scenario;
use super::ui::{FormatArg, Ui, progress};
use super::{lists, messages, open};
use crate::compile::CompiledGame;
use crate::diagnostics::{Diagnostic, shell_word};
use crate::ir::{Ir, ToIndex};
use crate::play::{
    BrokenGame, BrokenInvariant, Combinations, NamedList, Opening, PositionDifference, Soak, SoakResult,
    laid_for, lists_in_turn, options_with, refuse_named, scattered, soak_among, soak_from, sources_of,
};
use crate::report::{count_noun, grouped, lists_brought};
use crate::table::{Names, Table};

/// Play random games under every combination of options, and report broken promises
///
/// Checks places, ranges, options, saving, undo and replay, that bots know only what their seats know, and
/// that every game ends; docs/reliability.md lists all promises.
#[derive(clap::Args)]
pub(super) struct SoakArgs {
    /// Game folders, or ids of shipped games
    #[arg(required = true, value_name = "GAME")]
    games: Vec<String>,

    /// Number of games of each, spread over its lists, numbers of players and combinations of options
    #[arg(short = 'n', long = "games", default_value_t = 1000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    number: u64,

    /// Number of players [default: each number that the game allows]
    #[arg(long, value_name = "N")]
    players: Option<u8>,

    /// Only games with this setup; options outside of it keep their defaults
    #[arg(long, value_name = "ID")]
    setup: Option<String>,

    /// Only games with this option, such as variant=base; repeatable
    #[arg(long = "option", visible_alias = "options", short = 'o', value_delimiter = ',', value_name = "ID=VALUE", value_parser = open::pair)]
    options: Vec<(String, String)>,

    /// Deck list, such as 1=swift, 2=./mine.toml or table=common; without a seat, for all seats; repeatable
    /// [default: all lists of the package in turn]
    #[arg(long = "deck", value_name = "[SEAT=]LIST", value_parser = NamedList::from_str)]
    decks: Vec<NamedList>,

    /// Start from this scenario: its players, options, zones and state
    #[arg(long, value_name = "ID", conflicts_with_all = ["players", "setup", "options", "decks"])]
    scenario: Option<String>,

    /// Random seed
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,

    /// Number of choices after which a game counts as endless
    #[arg(long, default_value_t = 100_000, value_name = "N")]
    max_plies: u64,

    /// Number of threads [default: one per core]
    #[arg(long, short = 'j', value_name = "N")]
    jobs: Option<NonZero<usize>>,
}

/// Plays and checks the games; fails at the first broken promise.
pub(super) fn run(args: &SoakArgs, ui: &Ui) -> CommandResult {
    let jobs = open::threads(args.jobs);
    let mut out = ui.out();
    for name in &args.games {
        let game = open::game(name)?;
        let game = match &args.scenario {
            Some(id) => lists::for_scenario(game, id, ui)?,
            None => game,
        };
        if game.ir.play.is_none() {
            return Err(CommandError::Usage(format!(
                "{} has no `play` in its `[flow]`: there is nothing to play",
                game.ir.game.name
            )));
        }
        let bar = progress(args.number, "games");
        let mut soaked = SoakResult { combinations: Some(0), ..SoakResult::default() };
        let tables = if args.scenario.is_some() { None } else { tables(&game, args, &mut soaked)? };
        let games = tables.as_ref().map_or(std::slice::from_ref(&game), |tables| &tables.laid);
        for (i, game) in games.iter().enumerate() {
            let share = (args.number - soaked.games).div_ceil((games.len() - i) as u64);
            let plan = Soak { games: share, seed: args.seed, max_plies: args.max_plies, jobs };
            let more = soak_table(name, game, args, &plan, |games| bar.inc(games))?;
            add_combinations(&mut soaked, more.combinations, more.laid, more.refused);
            soaked.tried += more.tried;
            soaked.games += more.games;
            soaked.plies += more.plies;
        }
        bar.finish_and_clear();
        let ir = &game.ir;
        if soaked.games == 0 {
            return Err(nothing_played(ir, &soaked).into());
        }
        match ui.format {
            FormatArg::Json => {
                let mut line = json!({
                    "game": ir.game.id, "games": soaked.games, "choices": soaked.plies,
                    "combinations": soaked.combinations, "combinations_laid": soaked.laid,
                    "combinations_played": soaked.tried, "seed": args.seed,
                });
                if let Some(tables) = &tables {
                    line["tables_of_lists"] = json!(tables.of);
                    line["tables_of_lists_played"] = json!(tables.laid.len());
                }
                writeln!(out, "{line}")?;
            }
            _ => writeln!(
                out,
                "{name}: ok: {}, {}, {} of {} of options and players{}{}",
                count_noun(soaked.games, "game"),
                count_noun(soaked.plies, "choice"),
                grouped(soaked.tried),
                how_many(&soaked),
                ruled_out(&soaked),
                tables.as_ref().map_or_else(String::new, SoakTables::assignments_text),
            )?,
        }
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A game prepared for some of the possible assignments of lists.
struct SoakTables {
    /// The game for each assignment; at most as many as the number of games.
    laid: Vec<CompiledGame>,
    /// Number of possible assignments, including unplayable ones.
    of: usize,
}

impl SoakTables {
    /// Returns the number of assignments played, as the end of a line.
    fn assignments_text(&self) -> String {
        let played = self.laid.len();
        let were = if played == 1 { "was" } else { "were" };
        format!(
            "; {} of {} of lists {were} played",
            grouped(played as u64),
            count_noun(self.of as u64, "table")
        )
    }
}

/// Returns the games for the assignments of lists: each number of players, with every list in every seat. If
/// there are more assignments than games, a random sample determined by the seed is used. `None` if players
/// bring no lists. Unplayable assignments are skipped, and their combinations added to `soaked`.
fn tables(
    game: &CompiledGame,
    args: &SoakArgs,
    soaked: &mut SoakResult,
) -> Result<Option<SoakTables>, CommandError> {
    let (fewest, most) = game.ir.game.players;
    if !game.ir.lists.are_brought() {
        refuse_named(game, &args.decks)?;
        return Ok(None);
    }
    let players = args.players.map_or(fewest..=most, |players| players..=players);
    if !players.clone().all(|players| (fewest..=most).contains(&players)) {
        return Ok(None); // laying the table says so
    }
    let options =
        options_with(&game.ir, args.setup.as_deref(), &args.options).map_err(CommandError::Usage)?;
    let turns = if args.decks.is_empty() { game.ir.decks.len().max(1) } else { 1 };
    let all: Vec<(u8, usize)> =
        players.flat_map(|players| (0..turns).map(move |turn| (players, turn))).collect();
    let mut tables = SoakTables { laid: Vec::new(), of: all.len() };
    for index in scattered(all.len() as u64, args.seed) {
        if tables.laid.len() as u64 >= args.number {
            break;
        }
        let (players, turn) = all[index.index()];
        let named =
            if args.decks.is_empty() { lists_in_turn(game, players, turn) } else { args.decks.clone() };
        let laid = laid_for(game, &named, players, &options)?;
        let table = open::table(&laid.ir)?;
        let combinations = combinations(&laid.ir, &table, args)?;
        let found = combinations.playable(&mut table.machine(), 1, args.seed);
        let found = found.map_err(|fault| open::fault_stop(&laid.ir, &table, &fault))?;
        if found.agreements.is_empty() {
            add_combinations(soaked, combinations.count(), found.laid, found.refused);
        } else {
            tables.laid.push(laid);
        }
    }
    Ok(Some(tables))
}

/// Adds the number of combinations, the number laid, and the reason why the first cannot be played.
fn add_combinations(soaked: &mut SoakResult, combinations: Option<u64>, laid: u64, refused: Option<String>) {
    soaked.combinations = soaked.combinations.zip(combinations).and_then(|(a, b)| a.checked_add(b));
    soaked.laid += laid;
    soaked.refused = soaked.refused.take().or(refused);
}

/// Returns the requested combinations of options of one table.
fn combinations(ir: &Ir, table: &Table, args: &SoakArgs) -> Result<Combinations, CommandError> {
    let given = options_with(ir, args.setup.as_deref(), &args.options).map_err(CommandError::Usage)?;
    let given = given.iter().map(|(id, value)| (id.as_str(), value.as_str()));
    let combinations = Combinations::new(ir).agreed(ir, args.players, given);
    combinations.map_err(|why| open::disagreement(ir, table, why))
}

/// Soaks one table of a game.
fn soak_table(
    name: &str,
    game: &CompiledGame,
    args: &SoakArgs,
    plan: &Soak,
    progress: impl Fn(u64) + Sync,
) -> Result<SoakResult, CommandError> {
    let (ir, table) = (&game.ir, open::table(&game.ir)?);
    let soaked = match &args.scenario {
        Some(id) => {
            let (start, _) = from_scenario(&table, &Names::new(ir), id)?;
            let agreed = start.agreement(&table);
            soak_from(&table, plan, (&Opening::of_scenario(start), agreed), progress)
        }
        None => {
            let soaked = soak_among(&table, plan, &combinations(ir, &table, args)?, progress);
            soaked.map_err(|fault| open::fault_stop(ir, &table, &fault))?
        }
    };
    match &soaked.broken {
        Some(broken) => Err(broken_promise_error(name, ir, &table, args, broken)),
        None => Ok(soaked),
    }
}

/// Formats the number of combinations.
fn how_many(soaked: &SoakResult) -> String {
    soaked
        .combinations
        .map_or_else(|| "more than 10^19 combinations".into(), |n| count_noun(n, "combination"))
}

/// Formats the number of combinations excluded by the game's `[[require]]`s; empty if none.
fn ruled_out(soaked: &SoakResult) -> String {
    match soaked.laid.saturating_sub(soaked.tried) {
        0 => String::new(),
        out => format!(" ({} of the {} looked at are ruled out)", grouped(out), grouped(soaked.laid)),
    }
}

/// Returns the error for a game with no playable combination: nothing was tested, which is not a success.
fn nothing_played(ir: &Ir, soaked: &SoakResult) -> Diagnostic {
    let is_all = soaked.combinations == Some(soaked.laid);
    let why = soaked.refused.as_deref().unwrap_or("there is no combination");
    messages::nothing_played(&ir.game.name, &how_many(soaked), soaked.laid, is_all, why)
}

/// Returns the error for a broken promise, with the game in which it was broken.
fn broken_promise_error(
    name: &str,
    ir: &Ir,
    table: &Table,
    args: &SoakArgs,
    broken: &BrokenGame,
) -> CommandError {
    let agreed = &broken.agreement;
    let options: String =
        agreed.option_texts(ir).map(|(option, value)| format!(" --option {option}={value}")).collect();
    let place = format!("game {}, after {}", broken.index, count_noun(broken.plies, "choice"));
    let same = match &args.scenario {
        Some(id) => format!("--scenario {}", shell_word(id)),
        None => format!("--players {}{options}{}", agreed.players, lists_brought(ir)),
    };
    let again = format!("{same} --seed {}", agreed.seed);
    let what = match &broken.what {
        BrokenInvariant::Fault(fault) => {
            let mut said = fault.to_diagnostic(table);
            let short = format!(
                "`cardwright sim {} {same} -n 100000 --shrink` looks for a short game that fails",
                shell_word(name)
            );
            let met = format!("in {place}, agreed: {again}; {short}");
            said.cause = Some(said.cause.map_or_else(|| met.clone(), |cause| format!("{cause}; {met}")));
            return CommandError::Found(vec![said], Box::new(sources_of(ir)));
        }
        BrokenInvariant::Endless => {
            let limit = (broken.plies >= args.max_plies).then_some(args.max_plies);
            return messages::endless(&ir.game.name, limit, format!("{place}; agreed: {again}")).into();
        }
        other => other.to_string(),
    };
    let why = match &broken.what {
        BrokenInvariant::Foreseen(PositionDifference {
            player, lines: Some((one, other)), by_rules, ..
        }) => {
            let told = if *by_rules { ", who was told the same at both" } else { "" };
            let alike = format!("Of two tables that look alike to player {}{told}", player.seat());
            format!(
                "{alike}, one has `{one}` where the other has `{other}`. Seen in {place}; agreed: {again}"
            )
        }
        _ => format!("Seen in {place}; agreed: {again}"),
    };
    let by_rules =
        matches!(broken.what, BrokenInvariant::Foreseen(PositionDifference { by_rules: true, .. }));
    messages::broken_promise(&ir.game.name, &what, why, by_rules).into()
}
