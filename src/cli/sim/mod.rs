//! `cardwright sim`: many games, counted.

mod merge;
mod save;

use std::io::Write;
use std::num::NonZero;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use clap::ValueEnum;

use super::open::{self, Agreed};
use super::ui::{Format, Ui, progress};
use super::{Outcome, Stop};
use crate::ir::Ir;
use crate::lab::{MAX_PLIES, Part, Results, Simulation, WATCH, Wants, simulate};
use crate::play::{BotKind, sources_of};
use crate::report::{Speed, plural, simulation_json, simulation_text};
use crate::table::Table;

/// Let bots play many games, and count who wins, how long it takes and with what scores
///
/// The same seed gives the same results with any number of threads. `--format json` writes them as a JSON object.
#[derive(clap::Args)]
struct Args {
    /// The game's folder, or the id of a shipped game
    #[arg(required = true)]
    game: Option<String>,

    /// How many games
    #[arg(short = 'n', long, default_value_t = 1000, value_name = "N")]
    games: u64,

    #[command(flatten)]
    agreed: Agreed,

    /// One bot for all seats, or one for each: random, first, greedy, mcts:1000, mcts:200ms, or one of the game's own
    #[arg(long, value_name = "BOT,…", value_delimiter = ',', default_value = "random")]
    bots: Vec<String>,

    /// Move every bot one seat on in each game, and count by bot
    #[arg(long)]
    rotate: bool,

    /// Play each shuffle once in every rotation, so that luck falls to every bot in turn
    #[arg(long, requires = "rotate")]
    mirror: bool,

    /// How many threads; by default one for each core
    #[arg(long, short = 'j', value_name = "N")]
    jobs: Option<NonZero<usize>>,

    /// After how many choices a game is given up
    #[arg(long, default_value_t = MAX_PLIES, value_name = "N")]
    max_plies: u64,

    /// What else to count and say
    #[arg(long, value_enum, value_name = "WHAT,…", value_delimiter = ',')]
    stats: Vec<Extra>,

    /// How many games are watched closely for `--stats rules`
    #[arg(long, default_value_t = WATCH, value_name = "N")]
    watch: u64,

    /// Play the K-th of N parts only; `sim merge` joins them
    #[arg(long, value_name = "K/N", value_parser = shard)]
    shard: Option<(u64, u64)>,

    /// Write what was counted to a file: .json, or .part for `sim merge` and --resume; as often as you like
    #[arg(long, value_name = "FILE")]
    save: Vec<PathBuf>,

    /// Go on from a part that was saved
    #[arg(long, value_name = "FILE.part", conflicts_with = "shard")]
    resume: Option<PathBuf>,
}

/// What `sim` does.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(super) struct Command {
    #[command(subcommand)]
    merge: Option<Sub>,

    #[command(flatten)]
    args: Args,
}

#[derive(clap::Subcommand)]
enum Sub {
    Merge(merge::Args),
}

/// Runs what was asked for.
pub(super) fn command(command: &Command, ui: &Ui) -> Outcome {
    match (&command.merge, &command.args.game) {
        (Some(Sub::Merge(args)), _) => merge::run(args, ui),
        (None, Some(game)) => run(game, &command.args, ui),
        (None, None) => Err(Stop::Usage("name a game".into())),
    }
}

/// `3/16`
fn shard(written: &str) -> Result<(u64, u64), String> {
    let numbers = written.split_once('/').and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
    match numbers {
        Some((k, n)) if 1 <= k && k <= n => Ok((k, n)),
        _ => Err("write the third of sixteen parts as `3/16`".into()),
    }
}

/// What else to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Extra {
    /// What is decided: how often, among how many options, how evenly
    Choices,
    /// What each card does for who has it
    Cards,
    /// Which rules ran, and which never did
    Rules,
    /// How far ahead the winner was, and how often the lead changed
    Scores,
    /// How fast it went
    Speed,
    /// Everything but how fast it went
    All,
}

fn wants(stats: &[Extra]) -> Wants {
    let said = |extra| stats.contains(&extra) || stats.contains(&Extra::All);
    Wants {
        choices: said(Extra::Choices),
        cards: said(Extra::Cards),
        rules: said(Extra::Rules),
        scores: said(Extra::Scores),
    }
}

/// Plays the games and writes the report; fails where one ended in a fault.
fn run(package: &str, args: &Args, ui: &Ui) -> Outcome {
    save::check(&args.save)?;
    let game = open::game(package)?;
    let ir = &game.ir;
    let table = open::table(ir)?;
    if ir.play.is_none() {
        return Err(Stop::Usage(format!(
            "{} has no `play` in its `[flow]`: there is nothing to simulate",
            ir.game.name
        )));
    }
    let named = args.bots.iter().map(|bot| BotKind::of(ir, bot.trim()).map_err(Stop::Usage));
    let named = named.collect::<Result<Vec<BotKind>, Stop>>()?;
    let at_least = u8::try_from(named.len()).map_err(|_| Stop::Usage("there are too many bots".into()))?;
    let agreement = args.agreed.settle(&mut table.machine(), at_least, Some(1))?;
    let players = agreement.players as usize;
    let bots = match named.as_slice() {
        [one] => vec![*one; players],
        several if several.len() == players => several.to_vec(),
        several => {
            let message = format!(
                "{} were named for {}: name one for all, or one for each",
                plural(several.len() as u64, "bot"),
                plural(players as u64, "player")
            );
            return Err(Stop::Usage(message));
        }
    };
    if args.mirror && !args.games.is_multiple_of(u64::from(agreement.players)) {
        let message = format!(
            "{} cannot be mirrored for {}: take a multiple",
            plural(args.games, "game"),
            plural(u64::from(agreement.players), "player")
        );
        return Err(Stop::Usage(message));
    }
    let jobs = args.jobs.or_else(|| std::thread::available_parallelism().ok()).unwrap_or(NonZero::<usize>::MIN);
    // More threads than games would have nothing to do.
    let most = usize::try_from(args.games).ok().and_then(NonZero::new).unwrap_or(NonZero::<usize>::MIN);
    let mut simulation = Simulation {
        rotate: args.rotate,
        mirror: args.mirror,
        wants: wants(&args.stats),
        watch: args.watch,
        max_plies: args.max_plies,
        jobs: jobs.min(most),
        ..Simulation::new(agreement, bots, args.games)
    };
    if let Some((k, of)) = args.shard {
        let from = |k: u64| (u128::from(args.games) * u128::from(k) / u128::from(of)) as u64;
        simulation.part = from(k - 1)..from(k);
    }
    let before = args.resume.as_deref().map(save::read).transpose()?;
    if let Some(part) = &before {
        // Nothing of it yet: whether it is part of this very simulation shows when they are joined.
        let missing = part.missing();
        simulation.part = missing.first().cloned().unwrap_or(args.games..args.games);
    }
    let bar = progress(simulation.part.end - simulation.part.start, "games");
    let start = Instant::now();
    let played = simulate(&table, &simulation, stop_at_interrupt(), |games| bar.inc(games));
    let time = start.elapsed();
    bar.finish_and_clear();
    let played = played.map_err(|why| open::disagreement(ir, &table, why))?;
    let mut part = Part::new(ir, package, &simulation, &played);
    if let Some(before) = &before {
        part.join(before).map_err(|why| save::refused(args.resume.as_deref(), &why))?;
    }
    let results = part.results(again(&table, &simulation, &part)?);
    let speed = (args.stats.contains(&Extra::Speed)).then_some(Speed { time });
    let report = Report { ir, table: &table, part: &part, simulation: &simulation, results: &results, speed };
    report.write(&args.save, ui)
}

/// The fault of the first game that ended in one, which is played again for it.
fn again(table: &Table, simulation: &Simulation, part: &Part) -> Result<Option<Results>, Stop> {
    let Some(game) = part.fault() else { return Ok(None) };
    let alone = Simulation {
        part: game.index..game.index + 1,
        wants: Wants::default(),
        jobs: NonZero::<usize>::MIN,
        ..simulation.clone()
    };
    let played = simulate(table, &alone, &AtomicBool::new(false), |_| {});
    played.map(|played| Some(played.results)).map_err(|why| open::disagreement(table.ir(), table, why))
}

/// Set when the user interrupts: what was played until then is reported all the same.
fn stop_at_interrupt() -> &'static AtomicBool {
    static STOP: AtomicBool = AtomicBool::new(false);
    // Where no handler can be set, an interrupt ends the program as it would without.
    let _ = ctrlc::set_handler(|| STOP.store(true, Ordering::Relaxed));
    &STOP
}

/// What came of a simulation, or of parts of one.
struct Report<'a> {
    ir: &'a Ir,
    table: &'a Table<'a>,
    part: &'a Part,
    simulation: &'a Simulation,
    results: &'a Results,
    speed: Option<Speed>,
}

impl Report<'_> {
    /// Writes it to the terminal and to files; fails where a game ended in a fault.
    fn write(&self, files: &[PathBuf], ui: &Ui) -> Outcome {
        let Report { ir, part, simulation, results, speed, .. } = *self;
        let json = simulation_json(ir, simulation, results, part.games(), speed);
        for file in files {
            save::write(file, part, &json)?;
        }
        let mut out = ui.out();
        match ui.format {
            Format::Json => writeln!(out, "{json}")?,
            _ => {
                let width = ui.out_width();
                write!(out, "{}", simulation_text(ir, &part.package, simulation, results, part.games(), speed, width))?;
            }
        }
        out.flush()?;
        match &results.fault {
            Some((_, fault)) => Err(Stop::Found(vec![fault.to_diagnostic(self.table)], Box::new(sources_of(ir)))),
            None => Ok(ExitCode::SUCCESS),
        }
    }
}
