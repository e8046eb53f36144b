//! `cardwright solve`: solves a small game.

use std::io::Write;
use std::process::ExitCode;

use serde_json::json;

use super::command_result::CommandResult;
use super::lists;
use super::messages;
use super::open::{self, AgreementArgs};
use super::perft::{command_error, from_scenario, from_setup};
use super::ui::{FormatArg, Ui};
use crate::diagnostics::Diagnostic;
use crate::ir::{Ir, PlayerId, SeatNumber};
use crate::play::{Moves, SOLVE_LIMIT, Solution, SolveError, solve};
use crate::report::count_noun;
use crate::table::{Names, State, Table, span_of};

/// Solve a small two-player game: who wins with best play, in how many choices, by which line
///
/// The game must have no chance in play, and hide nothing. The answer is exact; a game that needs more than
/// --limit positions gets none.
#[derive(clap::Args)]
pub(super) struct SolveArgs {
    /// Game folder, or id of a shipped game
    game: String,

    #[command(flatten)]
    agreed: AgreementArgs,

    /// Start from this scenario: its players, options, zones and state
    #[arg(long, value_name = "ID", conflicts_with_all = ["players", "options", "decks", "seed"])]
    scenario: Option<String>,

    /// Limit of positions searched
    #[arg(long, value_name = "N", default_value_t = SOLVE_LIMIT, value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,
}

/// Solves the game and reports the winner; fails if it is not solved.
pub(super) fn run(args: &SolveArgs, ui: &Ui) -> CommandResult {
    let game = lists::open_to_start(&args.game, args.scenario.as_ref(), &args.agreed, 1, ui)?;
    let ir = &game.ir;
    let table = open::table(ir)?;
    let names = Names::new(ir);
    let (state, head) = match &args.scenario {
        // Fixed chance of a scenario can be ignored, because games of chance are not solved.
        Some(id) => from_scenario(&table, &names, id).map(|(start, head)| (start.state, head))?,
        None => from_setup(&table, &args.agreed)?,
    };
    let solution = solve(&table, &state, args.limit)
        .map_err(|why| command_error(ir, unsolved(&table, &names, &state, &why)))?;
    let mut out = ui.out();
    let line = line(&table, &names, &state, &solution);
    if ui.format == FormatArg::Json {
        let line: Vec<_> = line.iter().map(|(seat, name)| json!({ "seat": seat, "choice": name })).collect();
        let report = json!({
            "game": ir.game.id, "winner": solution.value.winner().map(PlayerId::seat), "choices": solution.choices,
            "line": line, "positions": solution.positions,
        });
        writeln!(out, "{report}")?;
    } else {
        let bold = anstyle::Style::new().bold();
        writeln!(out, "{bold}{}{bold:#} · {head}\n", ir.game.name)?;
        writeln!(out, "{}", verdict(&solution))?;
        if !line.is_empty() {
            writeln!(out, "\nA line of best play:")?;
            let width = line.len().to_string().len();
            for (number, (seat, name)) in line.iter().enumerate() {
                writeln!(out, "{:>width$}. player {seat}: {name}", number + 1)?;
            }
        }
        writeln!(out, "\n{} looked at.", count_noun(solution.positions, "position"))?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the result as a sentence.
fn verdict(solution: &Solution) -> String {
    let Some(winner) = solution.value.winner() else {
        return "With best play nobody wins: the game is a draw.".into();
    };
    let player = winner.seat();
    match solution.choices {
        Some(choices) => {
            let choices = count_noun(u64::from(choices), "choice");
            format!("With best play player {player} wins, after {choices} at the latest.")
        }
        None => format!("With best play player {player} wins; how soon was not found out within the limit."),
    }
}

/// Returns each choice of the line of play: the seat, from 1, and the option.
fn line(table: &Table, names: &Names, state: &State, solution: &Solution) -> Vec<(SeatNumber, String)> {
    Moves::new(table).names_with_seats(names, state, &solution.line)
}

/// Returns the reason why a game was not solved.
fn unsolved(table: &Table, names: &Names, state: &State, why: &SolveError) -> Diagnostic {
    let ir: &Ir = table.ir();
    let name = &ir.game.name;
    let way = |path: &[u32]| {
        let told = Moves::new(table).names(names, state, path);
        if told.is_empty() { "the first choice".to_owned() } else { told.join(", ") }
    };
    match why {
        SolveError::Players(players) => messages::not_for_two(name, *players),
        SolveError::Together => messages::played_together(name),
        SolveError::Hidden(zone) => {
            messages::has_hidden_zones(name, ir.zones.find(*zone).map_or("?", |z| z.id.as_str()))
        }
        SolveError::Chance(pc) => messages::has_chance(name, span_of(ir, *pc)),
        SolveError::NotAsked => messages::nobody_chooses(name),
        SolveError::Circle(path) => messages::position_again(name, &way(path)),
        SolveError::TooLong => messages::line_too_long(name),
        SolveError::TooMany(limit) => messages::too_many_positions(name, *limit),
        SolveError::Fault(path, fault) => {
            let mut said = fault.to_diagnostic(table);
            said.cause = Some(match said.cause {
                Some(cause) => format!("{cause}; it came of: {}", way(path)),
                None => format!("it came of: {}", way(path)),
            });
            said
        }
    }
}
