//! Runs the simulations of a command.

use std::collections::VecDeque;
use std::num::NonZero;
use std::ops::Range;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use super::args::{Extra, SimArgs};
use super::plan::{Games, PlanSpec, table_of};
use super::report::StudyReport;
use super::{find, merge, save};
use crate::cli::command_result::{CommandError, CommandResult};
use crate::cli::ui::{Ui, progress};
use crate::cli::{ctrl_c, lists, open};
use crate::lab::{
    GameFault, GameSource, Shard, Simulation, StoppingRule, Study, StudyEntry, figures, simulate,
};
use crate::play::refuse_named;
use crate::report::SimulationSpeed;
use crate::table::{Profiler, Table};

/// Simulate many games between bots, and count wins, lengths and scores
///
/// The same seed gives the same results with any number of threads. `--format json` prints them as a JSON
/// object.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(in crate::cli) struct SimCommand {
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
pub(in crate::cli) fn command(command: &SimCommand, ui: &Ui) -> CommandResult {
    match (&command.merge, &command.args.game) {
        (Some(SimSubcommand::Merge(args)), _) => merge::run(args, ui),
        (None, Some(game)) => run(game, &command.args, ui),
        (None, None) => Err(CommandError::Usage("name a game".into())),
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
    // No game is played any more: an interrupt of the report ends the program.
    ctrl_c::release();
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
