//! `cardwright sim`: simulates many games, and counts them.

mod find;
mod merge;
mod plan;
mod report;
mod save;

use std::collections::VecDeque;
use std::num::NonZero;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use clap::ValueEnum;

use self::plan::{Games, PlanSpec, table_of};
use self::report::StudyReport;
use super::ctrl_c;
use super::open::{self, AgreementArgs};
use super::ui::{Ui, progress};
use super::{CommandError, CommandResult, lists};
use crate::lab::{
    CountSelection, GameFault, GameSource, MAX_PLIES, Shard, Simulation, StoppingRule, Study, StudyEntry,
    WATCH, figures, simulate,
};
use crate::play::refuse_named;
use crate::report::SimulationSpeed;
use crate::table::{Profiler, Table};

/// Games to play, and figures to count
#[derive(clap::Args)]
struct SimArgs {
    /// Game folder, or id of a shipped game
    #[arg(required = true)]
    game: Option<String>,

    /// Number of games [default: 1000; with --until at most 1000000]
    #[arg(short = 'n', long, value_name = "N", hide_default_value = true, value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,

    #[command(flatten)]
    agreed: AgreementArgs,

    /// One bot for all seats, one per seat, or one per side: random, first, greedy, mcts:1000, mcts:200ms, or
    /// one of the game's own
    #[arg(
        long,
        visible_alias = "bots",
        value_name = "BOT,…",
        value_delimiter = ',',
        default_value = "random"
    )]
    seats: Vec<String>,

    /// Rotate the bots by one seat after each game, and count by bot
    #[arg(long)]
    rotate: bool,

    /// Play each shuffle once per rotation, so that every bot gets the same luck
    #[arg(long, requires = "rotate")]
    mirror: bool,

    /// Number of threads [default: one per core]
    #[arg(long, short = 'j', value_name = "N")]
    jobs: Option<NonZero<usize>>,

    /// Stop a game after this many choices
    #[arg(long, default_value_t = MAX_PLIES, value_name = "N")]
    max_plies: u64,

    /// Further statistics
    #[arg(long, value_enum, value_name = "WHAT,…", value_delimiter = ',')]
    stats: Vec<Extra>,

    /// Number of games traced for `--stats rules`
    #[arg(long, default_value_t = WATCH, value_name = "N")]
    watch: u64,

    /// Play only shard K of N; `sim merge` merges the parts
    #[arg(long, value_name = "K/N", value_parser = shard)]
    shard: Option<(u64, u64)>,

    /// Show which functions and lines of the rules take the time; `--save FILE.folded` writes their stacks
    /// for flame graphs
    #[arg(long, conflicts_with_all = ["league", "matchup", "sweep", "compare", "find", "shrink"])]
    profile: bool,

    /// Write the results to a file: .json, .html, .csv, .parquet, .folded for --profile, or .part for `sim
    /// merge` and --resume; repeatable
    #[arg(long, value_name = "FILE")]
    save: Vec<PathBuf>,

    /// Start from this scenario: its players, options, zones and state
    #[arg(long, value_name = "ID", conflicts_with_all = ["players", "setup", "options", "decks", "matchup", "compare", "find", "shrink"])]
    scenario: Option<String>,

    /// Round robin of these bots, with seats swapped
    #[arg(long, value_name = "BOT,…", value_delimiter = ',', conflicts_with_all = ["sweep", "compare", "seats", "rotate"])]
    league: Vec<String>,

    /// Round robin of these deck lists (names or files): -n games per pairing and seating, with the same
    /// shuffles
    #[arg(long = "decks", value_name = "LIST,…", value_delimiter = ',', conflicts_with_all = ["league", "sweep", "compare", "rotate"])]
    matchup: Vec<String>,

    /// Values to try, such as cards.badger.cost=1..4, option.variant=base,chaos or players=2..5; repeatable
    #[arg(long, value_name = "NAME=VALUES", conflicts_with = "compare")]
    sweep: Vec<String>,

    /// Compare with another state of the package: a folder, or a git revision
    #[arg(long, value_name = "REV|FOLDER")]
    compare: Option<String>,

    /// Play until a confidence interval is narrow enough, such as "ci(win.seat1) < 0.5%"
    #[arg(long, value_name = "CONDITION", value_parser = StoppingRule::parse, conflicts_with_all = ["shard", "resume"])]
    until: Option<StoppingRule>,

    /// Resume from a saved part
    #[arg(long, value_name = "FILE.part", conflicts_with = "shard")]
    resume: Option<PathBuf>,

    #[command(flatten)]
    find: find::FindArgs,
}

/// Simulate many games between bots, and count wins, lengths and scores
///
/// The same seed gives the same results with any number of threads. `--format json` prints them as a JSON
/// object.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(super) struct SimCommand {
    #[command(subcommand)]
    merge: Option<SimSubcommand>,

    #[command(flatten)]
    args: SimArgs,
}

#[derive(clap::Subcommand)]
enum SimSubcommand {
    Merge(merge::MergeArgs),
}

/// Runs the command.
pub(super) fn command(command: &SimCommand, ui: &Ui) -> CommandResult {
    match (&command.merge, &command.args.game) {
        (Some(SimSubcommand::Merge(args)), _) => merge::run(args, ui),
        (None, Some(game)) => run(game, &command.args, ui),
        (None, None) => Err(CommandError::Usage("name a game".into())),
    }
}

/// Parses a shard: `3/16`.
fn shard(written: &str) -> Result<(u64, u64), String> {
    let numbers = written.split_once('/').and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
    match numbers {
        Some((k, n)) if 1 <= k && k <= n => Ok((k, n)),
        _ => Err("write the third of sixteen parts as `3/16`".into()),
    }
}

/// Details to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Extra {
    /// Choices by number, options and entropy
    Choices,
    /// Effect of each card for the player who has it
    Cards,
    /// Rules by share of the work, and rules that never ran
    Rules,
    /// Margins of victory, and changes of the lead
    Scores,
    /// Effect of each card within its list: in the opening hand, drawn, played
    Lists,
    /// Speed
    Speed,
    /// All of these but speed
    All,
}

fn wants(stats: &[Extra]) -> CountSelection {
    let said = |extra| stats.contains(&extra) || stats.contains(&Extra::All);
    CountSelection {
        choices: said(Extra::Choices),
        cards: said(Extra::Cards),
        rules: said(Extra::Rules),
        scores: said(Extra::Scores),
        lists: said(Extra::Lists),
    }
}

/// Plays the games and writes the report; fails if one ended in a fault.
fn run(package: &str, args: &SimArgs, ui: &Ui) -> CommandResult {
    if args.find.is_asked() {
        return find::run(package, args, ui);
    }
    save::check(&args.save, args.profile)?;
    let mut base = open::game(package)?;
    if let Some(id) = &args.scenario {
        base = lists::for_scenario(base, id, ui)?;
    }
    if !base.ir.lists.are_brought() {
        refuse_named(&base, &args.agreed.decks)?;
    }
    let PlanSpec { question, arms } = PlanSpec::of(package, args, &base.ir)?;
    let made =
        GameSource { package: package.into(), scenario: args.scenario.clone(), ..GameSource::default() };
    let games = Games::of(Some((made, base)), arms.iter().map(|arm| &arm.made))?;
    let profiler = args.profile.then(Profiler::default);
    let mut tables = games.tables()?;
    for (_, table) in &mut tables {
        profiler.iter().for_each(|profiler| table.profile_with(profiler));
    }
    let mut simulations = Vec::new();
    for arm in &arms {
        let table = table_of(&tables, &arm.made)?;
        simulations.push((table, arm.simulation(args, table)?));
    }
    let before = args.resume.as_deref().map(save::read).transpose()?;
    let games = simulations.iter().map(|(_, s)| s.part.end - s.part.start).sum();
    let jobs = open::threads(args.jobs);
    let (bar, stop) = (progress(games, "games"), ctrl_c::catch());
    let (mut entries, mut faults, mut times, mut sure) = (Vec::new(), Vec::new(), Vec::new(), true);
    for (at, ((table, simulation), arm)) in simulations.iter_mut().zip(&arms).enumerate() {
        let mut missing = VecDeque::new();
        if let Some(part) = before.as_ref().and_then(|study| study.entries.get(at)).map(|e| &e.part) {
            // Plays only the missing games. Merging the saved part later checks that it belongs to this
            // simulation.
            missing.extend(part.missing_games());
            simulation.part = missing.pop_front().unwrap_or(simulation.games..simulation.games);
        }
        // More threads than games would be idle.
        let most =
            usize::try_from(simulation.games).ok().and_then(NonZero::new).unwrap_or(NonZero::<usize>::MIN);
        simulation.jobs = jobs.min(most);
        let start = Instant::now();
        let mut playing = RunningSimulation {
            table,
            simulation,
            stop,
            progress: &|games| bar.inc(games),
            faults: Vec::new(),
        };
        let mut play = || {
            let (mut part, enough) = playing.part(&arm.made, args.until.as_ref())?;
            // If several threads were interrupted, there are gaps.
            for games in missing.drain(..) {
                part.join(&playing.play(&arm.made, games)?)
                    .map_err(|why| save::refused(args.resume.as_deref(), &why))?;
            }
            Ok::<_, CommandError>((part, enough))
        };
        let (part, enough) = match &profiler {
            Some(profiler) => profiler.during(play)?,
            None => play()?,
        };
        faults.push(playing.faults);
        sure &= enough;
        times.push(start.elapsed());
        entries.push(StudyEntry { label: arm.label.clone(), part });
    }
    bar.finish_and_clear();
    let mut study = Study { question, entries };
    if let Some(before) = &before {
        study.join(before).map_err(|why| save::refused(args.resume.as_deref(), &why))?;
    }
    let said = args.stats.contains(&Extra::Speed);
    let speeds = times.into_iter().map(|time| said.then_some(SimulationSpeed { time })).collect();
    let until = args.until.as_ref().map(|until| (until.to_string(), sure));
    let profile = profiler.as_ref().map(Profiler::take);
    StudyReport { study: &study, simulations, faults, speeds, until, profile }.write(&args.save, ui)
}

/// A simulation in progress.
struct RunningSimulation<'a> {
    table: &'a Table<'a>,
    simulation: &'a Simulation,
    stop: &'a AtomicBool,
    progress: &'a (dyn Fn(u64) + Sync),
    /// Games that ended in a fault: the first of each range.
    faults: Vec<GameFault>,
}

impl RunningSimulation<'_> {
    /// Plays all its games, or until the stopping rule is met; returns whether it is.
    fn part(
        &mut self,
        made: &GameSource,
        until: Option<&StoppingRule>,
    ) -> Result<(Shard, bool), CommandError> {
        let Some(until) = until else {
            return Ok((self.play(made, self.simulation.part.clone())?, true));
        };
        let (ir, seats) = (self.table.ir(), u64::from(self.simulation.agreement.players));
        let Range { start, end } = self.simulation.part.clone();
        let mut part = self.play(made, start..start)?;
        loop {
            let from = start + part.games();
            let to = from.saturating_add(StoppingRule::next(part.games(), seats)).min(end);
            let more = self.play(made, from..to)?;
            let whole = more.games() == to - from;
            part.join(&more).map_err(|why| save::refused(None, &why))?;
            let sure = until.is_met(&figures(ir, self.simulation, &part.results(None)));
            let sure =
                sure.map_err(|name| CommandError::Usage(format!("there is no figure `{name}` here")))?;
            if sure || to == end || !whole {
                return Ok((part, sure));
            }
        }
    }

    fn play(&mut self, made: &GameSource, part: Range<u64>) -> Result<Shard, CommandError> {
        let simulation = Simulation { part, ..self.simulation.clone() };
        let played = simulate(self.table, &simulation, self.stop, self.progress);
        let played = played.map_err(|why| open::disagreement(self.table.ir(), self.table, why))?;
        self.faults.extend(played.results.fault.clone());
        Ok(Shard::new(self.table.ir(), made.clone(), &simulation, &played))
    }
}
