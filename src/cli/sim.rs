//! `cardwright sim`: many games, counted.

use std::io::Write;
use std::num::NonZero;
use std::process::ExitCode;
use std::time::Instant;

use clap::ValueEnum;

use super::open::{self, Agreed};
use super::ui::{Format, Ui, progress};
use super::{Outcome, Stop};
use crate::play::{BotKind, Simulation, simulate, sources_of};
use crate::report::{Speed, plural, simulation_json, simulation_text};

/// Let bots play many games, and count who wins, how long it takes and with what scores
///
/// The same seed gives the same results with any number of threads. `--format json` writes them as a JSON object.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The game's folder, or the id of a shipped game
    game: String,

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

    /// How many threads; by default one for each core
    #[arg(long, short = 'j', value_name = "N")]
    jobs: Option<NonZero<usize>>,

    /// After how many choices a game is given up
    #[arg(long, default_value_t = 10_000, value_name = "N")]
    max_plies: u64,

    /// What else to say
    #[arg(long, value_enum, value_name = "WHAT")]
    stats: Option<Extra>,
}

/// What else to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Extra {
    /// How fast it went
    Speed,
}

/// Plays the games and writes the report; fails where one ended in a fault.
pub(super) fn run(args: &Args, ui: &Ui) -> Outcome {
    let game = open::game(&args.game)?;
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
    let jobs = args.jobs.or_else(|| std::thread::available_parallelism().ok()).unwrap_or(NonZero::<usize>::MIN);
    // More threads than games would have nothing to do.
    let most = usize::try_from(args.games).ok().and_then(NonZero::new).unwrap_or(NonZero::<usize>::MIN);
    let simulation = Simulation {
        agreement,
        bots,
        rotate: args.rotate,
        games: args.games,
        max_plies: args.max_plies,
        jobs: jobs.min(most),
    };
    let bar = progress(args.games, "games");
    let start = Instant::now();
    let results = simulate(&table, &simulation, |games| bar.inc(games));
    let time = start.elapsed();
    bar.finish_and_clear();
    let results = results.map_err(|why| open::disagreement(ir, &table, why))?;
    let speed = (args.stats == Some(Extra::Speed)).then_some(Speed { time });
    let mut out = ui.out();
    match ui.format {
        Format::Json => writeln!(out, "{}", simulation_json(ir, &simulation, &results, speed))?,
        _ => write!(out, "{}", simulation_text(ir, &args.game, &simulation, &results, speed, ui.out_width()))?,
    }
    out.flush()?;
    match &results.fault {
        Some((_, fault)) => Err(Stop::Found(vec![fault.to_diagnostic(&table)], Box::new(sources_of(ir)))),
        None => Ok(ExitCode::SUCCESS),
    }
}
