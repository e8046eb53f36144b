//! `cardwright sim`: many games, counted.

use std::io::Write;
use std::num::NonZero;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use clap::ValueEnum;

use super::open::{self, Agreed};
use super::ui::{Format, Ui, progress};
use super::{Outcome, Stop};
use crate::lab::{MAX_PLIES, Simulation, WATCH, Wants, simulate};
use crate::play::{BotKind, sources_of};
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
    if args.mirror && args.games % u64::from(agreement.players) != 0 {
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
    let simulation = Simulation {
        rotate: args.rotate,
        mirror: args.mirror,
        wants: wants(&args.stats),
        watch: args.watch,
        max_plies: args.max_plies,
        jobs: jobs.min(most),
        ..Simulation::new(agreement, bots, args.games)
    };
    let bar = progress(args.games, "games");
    let start = Instant::now();
    let stop = AtomicBool::new(false);
    let results = simulate(&table, &simulation, &stop, |games| bar.inc(games)).map(|played| played.results);
    let time = start.elapsed();
    bar.finish_and_clear();
    let results = results.map_err(|why| open::disagreement(ir, &table, why))?;
    let speed = (args.stats.contains(&Extra::Speed)).then_some(Speed { time });
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
