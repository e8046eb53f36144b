//! `cardwright perft`: counts move sequences.

use std::io::Write;
use std::num::NonZero;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use serde_json::json;

use super::command_result::{CommandError, CommandResult};
use super::lists;
use super::open::{self, AgreementArgs};
use super::ui::{FormatArg, Ui};
use crate::diagnostics::{Diagnostic, nearest};
use crate::ir::{Ir, ScenarioInfo, StartPoint};
use crate::play::{
    FixedChance, LONGEST_MOVE, MoveCounts, Moves, MovesError, Obstacle, ScenarioStart, perft_from,
    scenario_start, sources_of,
};
use crate::report::{count_noun, grouped};
use crate::table::{self, Names, State, Table};

/// Count the sequences of moves from the start, by depth
///
/// For many games the counts are known: another count means that a rule is wrong. A move is a choice with its
/// `more` choices. A game that ends before a depth does not count at that depth.
#[derive(clap::Args)]
pub(super) struct PerftArgs {
    /// Game folder, or id of a shipped game
    game: String,

    /// Maximum number of moves
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=64))]
    depth: u32,

    #[command(flatten)]
    agreed: AgreementArgs,

    /// Start from this scenario: its players, options, zones and state
    #[arg(long, value_name = "ID", conflicts_with_all = ["players", "setup", "options", "decks", "seed"])]
    scenario: Option<String>,

    /// Also count the last depth by first move
    #[arg(long)]
    divide: bool,

    /// Number of threads [default: one per core]
    #[arg(long, short = 'j', value_name = "N")]
    jobs: Option<NonZero<usize>>,
}

/// Counts, and writes a line for each depth as soon as it is done.
pub(super) fn run(args: &PerftArgs, ui: &Ui) -> CommandResult {
    let game = lists::open_to_start(&args.game, args.scenario.as_ref(), &args.agreed, 1, ui)?;
    let ir = &game.ir;
    let table = open::table(ir)?;
    let names = Names::new(ir);
    let (state, chance, head) = match &args.scenario {
        Some(id) => {
            let (start, head) = from_scenario(&table, &names, id)?;
            (start.state, Some(start.chance), head)
        }
        None => {
            let (state, head) = from_setup(&table, &args.agreed)?;
            (state, None, head)
        }
    };
    let from = PerftStart { state: &state, chance: chance.as_ref() };
    let jobs = open::threads(args.jobs);
    let json = ui.format == FormatArg::Json;
    let mut out = ui.out();
    if !json {
        let bold = anstyle::Style::new().bold();
        writeln!(out, "{bold}{}{bold:#} · {head}\n", ir.game.name)?;
        writeln!(out, "{bold}depth {:>18} {:>10} {:>14}{bold:#}", "sequences", "time", "a second")?;
    }
    for depth in 1..=args.depth {
        let start = Instant::now();
        let reached = perft_from(&table, &state, from.chance, depth, jobs)
            .map_err(|stuck| moves_error(&table, &names, from, &stuck))?;
        let time = start.elapsed();
        let divided = args.divide && depth == args.depth;
        if json {
            let mut line = json!({ "depth": depth, "count": reached.total(), "seconds": time.as_secs_f64() });
            if divided {
                let of = |(name, count)| json!({ "move": name, "count": count });
                line["moves"] = division(&table, &names, from, &reached).map(of).collect();
            }
            writeln!(out, "{line}")?;
        } else {
            writeln!(
                out,
                "{depth:>5} {:>18} {:>10} {:>14}",
                grouped(reached.total()),
                format_time(time),
                rate(&reached, time)
            )?;
            if divided {
                let moves: Vec<(String, u64)> = division(&table, &names, from, &reached).collect();
                let longest = moves.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
                writeln!(out)?;
                for (name, sequences) in moves {
                    writeln!(out, "{name:longest$}  {}", grouped(sequences))?;
                }
            }
        }
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the state at the first choice of a game, and a description of its settings.
pub(super) fn from_setup(table: &Table, agreed: &AgreementArgs) -> Result<(State, String), CommandError> {
    let ir = table.ir();
    let mut machine = table.machine();
    let agreement = agreed.settle(&mut machine, 1, Some(1))?;
    let mut state = agreement.lay(&mut machine).map_err(|why| open::disagreement(ir, table, why))?;
    machine.start(&mut state, StartPoint::Setup);
    match machine.advance(&mut state) {
        table::Stop::Choice => {}
        table::Stop::Fault(fault) => return Err(open::fault_stop(ir, table, &fault)),
        _ => return Err(CommandError::Usage(format!("{} ends before anybody has a choice", ir.game.name))),
    }
    let head = format!("{} · seed {}", count_noun(u64::from(agreement.players), "player"), agreement.seed);
    Ok((state, head))
}

/// Returns the scenario with an id.
pub(super) fn find_scenario<'ir>(ir: &'ir Ir, id: &str) -> Result<&'ir ScenarioInfo, CommandError> {
    ir.scenario(id).ok_or_else(|| {
        let known = || ir.scenarios.iter().map(|s| s.id.as_str());
        let game = &ir.game.name;
        CommandError::Usage(match nearest(id, known()) {
            Some(meant) => format!("{game} has no scenario `{id}`; did you mean `{meant}`?"),
            None if ir.scenarios.is_empty() => format!("{game} has no scenarios"),
            None => {
                format!("{game} has no scenario `{id}`; it has: {}", known().collect::<Vec<_>>().join(", "))
            }
        })
    })
}

/// Returns the first choice of a scenario, and its name.
pub(super) fn from_scenario<'t>(
    table: &'t Table<'t>,
    names: &Names,
    id: &str,
) -> Result<(ScenarioStart<'t>, String), CommandError> {
    let ir = table.ir();
    let scenario = find_scenario(ir, id)?;
    let start = scenario_start(table, names, scenario).map_err(|said| command_error(ir, *said))?;
    Ok((start, format!("“{}”", scenario.name)))
}

/// Converts a diagnostic about the game.
pub(super) fn command_error(ir: &Ir, diagnostic: Diagnostic) -> CommandError {
    CommandError::Found(vec![diagnostic], Box::new(sources_of(ir)))
}

/// The position from which moves are counted.
#[derive(Clone, Copy)]
struct PerftStart<'a, 't> {
    state: &'a State,
    chance: Option<&'a FixedChance<'t>>,
}

/// Returns the name of each first move, and the number of sequences that begin with it.
fn division<'a, 't>(
    table: &'t Table<'t>,
    names: &'a Names,
    from: PerftStart<'a, 't>,
    reached: &'a MoveCounts,
) -> impl Iterator<Item = (String, u64)> {
    let mut moves = Moves::new(table).fixing(from.chance);
    let named =
        move |(path, count): (&[u32], &u64)| (moves.names(names, from.state, path).join(", "), *count);
    reached.moves.iter().zip(&reached.counts).map(named)
}

/// Converts the reason why counting stopped.
fn moves_error<'t>(
    table: &'t Table<'t>,
    names: &Names,
    from: PerftStart<'_, 't>,
    stuck: &MovesError,
) -> CommandError {
    let way = Moves::new(table).fixing(from.chance).names(names, from.state, &stuck.path).join(", ");
    match &stuck.why {
        Obstacle::Fault(fault) => {
            let mut said = fault.to_diagnostic(table);
            said.cause = Some(match said.cause {
                Some(cause) => format!("{cause}; it came of: {way}"),
                None => format!("it came of: {way}"),
            });
            command_error(table.ir(), said)
        }
        Obstacle::TooLong => CommandError::Usage(format!(
            "a move does not end: it takes more than {LONGEST_MOVE} choices. It began with: {way}"
        )),
        Obstacle::TooMany | Obstacle::NotAsked => {
            CommandError::Usage(format!("the table refused an option of its own: {way}"))
        }
    }
}

fn format_time(time: Duration) -> String {
    match time.as_secs_f64() {
        s if s < 0.01 => format!("{:.2} ms", s * 1e3),
        s if s < 1.0 => format!("{:.0} ms", s * 1e3),
        s => format!("{s:.2} s"),
    }
}

fn rate(reached: &MoveCounts, time: Duration) -> String {
    grouped((reached.total() as f64 / time.as_secs_f64().max(1e-9)) as u64)
}
