//! Simulations that pages start, watch and stop.

use std::collections::{BTreeMap, VecDeque};
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::card_figures::card_figures;
use super::events::Events;
use super::package::Workbench;
use crate::compile::CompiledGame;
use crate::diagnostics::{Severity, grouped};
use crate::ir::Ir;
use crate::lab::{
    self, CountSelection, Plan, Simulation, SimulationResults, StudyQuestion, lines, matchup, simulate,
    sweep, wilson,
};
use crate::play::{Agreement, BotKind, ListError, PregameSettings, fault_words};
use crate::report::{StudySimulation, page, study_json, study_text};
use crate::serve::{named_lists, sitting};
use crate::table::Table;
use crate::threads::lock;

/// Number of games of the first portion, after which there is a first result.
const FIRST: u64 = 32;
/// Time that a portion should take, at least.
const PORTION: Duration = Duration::from_millis(400);
/// Time between two messages to pages, at least, where many simulations are played together.
const TOLD: Duration = Duration::from_millis(200);
/// Maximum number of games.
const MOST: u64 = 10_000_000;
/// Width of the report, in characters.
const WIDTH: usize = 110;
/// Number of simulations that run at the same time.
const AT_ONCE: usize = 4;
/// Number of results that are kept.
const KEPT: usize = 20;

/// A request for a simulation, or for several that answer a question together.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SimulationRequest {
    /// Number of games of each simulation.
    games: Option<u64>,
    players: Option<u8>,
    seats: Vec<String>,
    setup: Option<String>,
    options: Map<String, Value>,
    decks: BTreeMap<String, String>,
    seed: Option<u64>,
    /// Values to try, written as for `sim --sweep`.
    sweep: Vec<String>,
    /// Lists of the game that meet each other.
    matchup: Vec<String>,
}

impl SimulationRequest {
    fn games(&self) -> u64 {
        self.games.unwrap_or(1000)
    }

    /// Plans the simulations. `package` is the game as the user named it.
    fn plan(&self, package: &str, ir: &Ir) -> Result<Plan, String> {
        let (setup, seats) = (self.setup.as_deref(), self.seats.len());
        let sitting = sitting(ir, self.players, seats, setup, &self.options, &self.decks)?;
        match (self.sweep.is_empty(), self.matchup.is_empty()) {
            (true, true) => {
                let one = lab::Arm { sitting, ..lab::Arm::default() };
                Ok(Plan { question: StudyQuestion::One, arms: vec![one] })
            }
            (false, true) => sweep(package, &PregameSettings { seats: 0, ..sitting }, &self.sweep, ir),
            (true, false) => {
                let lists = self.matchup.iter().map(|list| ("1".to_owned(), list.clone()));
                for list in lists {
                    // A page may not name files of this machine.
                    named_lists(ir, &BTreeMap::from([list]))?;
                }
                matchup(&PregameSettings { seats: 0, ..sitting }, &self.matchup, ir)
            }
            (false, false) => Err("either values are tried, or lists meet: not both at once".into()),
        }
    }
}

/// One simulation, ready to be played.
struct StudioArm {
    label: String,
    game: Arc<CompiledGame>,
    simulation: Simulation,
    results: Option<SimulationResults>,
    played: u64,
}

/// All simulations that pages have started.
#[derive(Debug, Default)]
pub struct Jobs(Mutex<JobList>);

#[derive(Debug, Default)]
struct JobList {
    /// By game and number.
    jobs: BTreeMap<(String, u64), Arc<SimulationJob>>,
    /// In the order in which they were started.
    order: VecDeque<(String, u64)>,
    /// The last number of each game.
    numbers: BTreeMap<String, u64>,
}

/// A simulation, or several that answer a question together.
#[derive(Debug)]
pub struct SimulationJob {
    number: u64,
    game: String,
    /// Number of games of all simulations.
    games: u64,
    stop: AtomicBool,
    state: Mutex<JobProgress>,
}

/// State and results of a simulation.
#[derive(Debug, Default)]
struct JobProgress {
    event: Value,
    text: String,
    page: Option<String>,
}

impl Jobs {
    pub fn get(&self, game: &str, number: u64) -> Option<Arc<SimulationJob>> {
        lock(&self.0).jobs.get(&(game.to_owned(), number)).cloned()
    }

    /// Starts simulations in a thread of its own; returns their number among those of the game.
    ///
    /// # Errors
    /// There is no game, or it cannot be played with these settings; a message.
    pub fn start(
        &self,
        workbench: &Arc<Workbench>,
        request: SimulationRequest,
        events: &Events,
    ) -> Result<u64, String> {
        let game = workbench.state().current()?;
        let games = request.games();
        let plan = request.plan(&workbench.named, &game.ir)?;
        let of_all = games.checked_mul(plan.arms.len() as u64).filter(|all| (1..=MOST).contains(all));
        let Some(of_all) = of_all else {
            let of = if plan.arms.len() > 1 {
                format!(", in all {} of them", plan.arms.len())
            } else {
                String::new()
            };
            return Err(format!("a simulation has 1 to {} games{of}", grouped(MOST)));
        };
        let reserved = self.reserve(&workbench.id, of_all)?;
        // Wrong settings are reported at once, if the first simulation shows them.
        let mut arms = plan.arms.into_iter();
        let first = arms.next().ok_or("there is nothing to play")?;
        let first = StudioArm::open(first, &game, &workbench.named, &request)?;
        let job = reserved.start();
        let number = job.number;
        let (workbench, events) = (Arc::clone(workbench), events.clone());
        thread::spawn(move || {
            let study = StudioStudy { question: plan.question, arms: vec![first], games };
            let run = || job.open_and_run(study, arms, &game, &request, &workbench, &events);
            // A job that is not running any more must not seem to be: it would take the place of another.
            if catch_unwind(AssertUnwindSafe(run)).is_err() {
                job.publish_panic(&events);
            }
        });
        Ok(number)
    }

    /// Adds a job that is about to start, if not too many are running. All is done under one lock, so that
    /// requests at the same time do not take the same place.
    ///
    /// # Errors
    /// Too many are running; a message.
    fn reserve(&self, game: &str, games: u64) -> Result<Reservation<'_>, String> {
        let mut all = lock(&self.0);
        if all.jobs.values().filter(|job| job.is_running()).count() >= AT_ONCE {
            return Err(format!("{AT_ONCE} simulations are running: stop one, or wait for it"));
        }
        let number = all.numbers.entry(game.to_owned()).or_default();
        *number += 1;
        let number = *number;
        let (stop, state) = (AtomicBool::new(false), Mutex::default());
        let job = Arc::new(SimulationJob { number, game: game.to_owned(), games, stop, state });
        all.jobs.insert(job.key(), Arc::clone(&job));
        Ok(Reservation { jobs: self, job, is_started: false })
    }
}

/// The place of a job that is about to start. If it does not, the place is free again.
struct Reservation<'j> {
    jobs: &'j Jobs,
    job: Arc<SimulationJob>,
    is_started: bool,
}

impl Reservation<'_> {
    /// Keeps the job, and forgets the oldest results.
    fn start(mut self) -> Arc<SimulationJob> {
        self.is_started = true;
        let mut all = lock(&self.jobs.0);
        all.order.push_back(self.job.key());
        while all.order.len() > KEPT
            && let Some(at) =
                all.order.iter().position(|key| all.jobs.get(key).is_none_or(|job| !job.is_running()))
            && let Some(oldest) = all.order.remove(at)
        {
            all.jobs.remove(&oldest);
        }
        Arc::clone(&self.job)
    }
}

impl Drop for Reservation<'_> {
    fn drop(&mut self) {
        if !self.is_started {
            lock(&self.jobs.0).jobs.remove(&self.job.key());
        }
    }
}

impl StudioArm {
    /// Compiles the game of a planned simulation, and settles it.
    fn open(
        planned: lab::Arm,
        game: &Arc<CompiledGame>,
        package: &str,
        request: &SimulationRequest,
    ) -> Result<StudioArm, String> {
        let lab::Arm { label, changes, sitting } = planned;
        let game = if changes.is_empty() { Arc::clone(game) } else { Arc::new(changed(package, &changes)?) };
        let laid = sitting.compile_for_lists(&game).map_err(ListError::into_message)?;
        let game = laid.map_or(game, Arc::new);
        let is_one = label.is_empty();
        let simulation = simulation(&game.ir, &sitting, request, is_one)?;
        Ok(StudioArm { label, game, simulation, results: None, played: 0 })
    }

    fn row(&self) -> Value {
        let seats = self
            .results
            .as_ref()
            .map_or_else(Vec::new, |results| seats(&self.game.ir, &self.simulation, results));
        json!({ "label": self.label, "played": self.played, "seats": seats })
    }
}

/// Compiles a package with other values in its files.
fn changed(package: &str, changes: &[(String, String)]) -> Result<CompiledGame, String> {
    let opened = CompiledGame::open_changed(package, changes).map_err(|why| why.to_string())?;
    opened.game.ok_or_else(|| {
        let with: Vec<String> = changes.iter().map(|(path, value)| format!("`{path}` = {value}")).collect();
        let first = opened.diagnostics.iter().find(|d| d.severity == Severity::Error);
        let first = first.map_or_else(String::new, |d| format!(": {}", d.message));
        format!("the game has mistakes with {}{first}", with.join(", "))
    })
}

/// Settles a simulation.
fn simulation(
    ir: &Ir,
    sitting: &PregameSettings,
    request: &SimulationRequest,
    is_one: bool,
) -> Result<Simulation, String> {
    let table = Table::of_compiled(ir)?;
    let seed = request.seed.unwrap_or(1);
    let agreement: Agreement =
        sitting.settle(&mut table.machine(), seed).map_err(|why| why.into_message(&table))?;
    let players = usize::from(agreement.players);
    let mut named = request.seats.iter().map(|seat| BotKind::of(ir, seat)).collect::<Result<Vec<_>, _>>()?;
    if named.len() > players && is_one {
        return Err(format!("{} seats were named for {players} players", named.len()));
    }
    // If the number of players varies, the last bot plays the additional seats, too.
    let others = named.last().copied().filter(|_| named.len() == 1 || !is_one).unwrap_or(BotKind::Random);
    named.truncate(players);
    let bots = (0..players).map(|seat| named.get(seat).copied().unwrap_or(others)).collect();
    let mut simulation = Simulation::new(agreement, bots, request.games());
    simulation.wants = CountSelection {
        choices: true,
        cards: true,
        rules: false,
        scores: true,
        lists: !request.matchup.is_empty(),
    };
    simulation.jobs = thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    Ok(simulation)
}

/// Simulations that are played together.
struct StudioStudy {
    question: StudyQuestion,
    arms: Vec<StudioArm>,
    /// Number of games of each.
    games: u64,
}

impl StudioStudy {
    fn games_played(&self) -> u64 {
        self.arms.iter().map(|arm| arm.played).sum()
    }

    /// Returns the first fault of a game that was played, as a message.
    fn fault(&self, tables: &ArmTables) -> Option<String> {
        self.arms.iter().find_map(|arm| {
            let fault = arm.results.as_ref()?.fault.as_ref()?.fault.as_ref()?;
            Some(fault_words(table_of(tables, &arm.game)?, fault))
        })
    }
}

impl SimulationJob {
    /// Stops the simulation and keeps the games played so far.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Returns its key in the list of jobs.
    fn key(&self) -> (String, u64) {
        (self.game.clone(), self.number)
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn is_running(&self) -> bool {
        let state = lock(&self.state);
        state.event.is_null() || state.event["state"] == "running"
    }

    /// Formats the job's state, with the report as the terminal shows it.
    pub fn json(&self) -> Value {
        let mut said = self.last_event();
        said["text"] = lock(&self.state).text.as_str().into();
        said
    }

    /// Returns the last published progress.
    fn last_event(&self) -> Value {
        let event = lock(&self.state).event.clone();
        if event.is_null() {
            json!({ "event": "lab", "game": self.game, "job": self.number, "state": "running", "played": 0, "of": self.games, "seats": [] })
        } else {
            event
        }
    }

    /// Returns the lab's page, if there is a result.
    pub fn page(&self) -> Option<String> {
        lock(&self.state).page.clone()
    }

    /// Publishes how far the job is to all pages.
    fn publish_progress(&self, events: &Events, study: &StudioStudy, state: &str, error: Option<String>) {
        let mut event = json!({
            "event": "lab", "game": self.game, "job": self.number, "state": state,
            "played": study.games_played(), "of": self.games, "error": error, "seats": [],
        });
        match (&study.question, study.arms.first()) {
            (StudyQuestion::One, Some(arm)) => event["seats"] = arm.row()["seats"].take(),
            _ => event["rows"] = study.arms.iter().map(StudioArm::row).collect(),
        }
        lock(&self.state).event = event.clone();
        events.publish(&event);
    }

    /// Publishes that a panic has ended the job.
    fn publish_panic(&self, events: &Events) {
        let mut event = self.last_event();
        event["state"] = "failed".into();
        event["error"] = "the simulation broke off: this is a bug in Cardwright".into();
        lock(&self.state).event = event.clone();
        events.publish(&event);
    }

    /// Compiles the other simulations, each of which may take a moment, and plays.
    fn open_and_run(
        &self,
        mut study: StudioStudy,
        others: impl Iterator<Item = lab::Arm>,
        game: &Arc<CompiledGame>,
        request: &SimulationRequest,
        workbench: &Workbench,
        events: &Events,
    ) {
        for planned in others {
            if self.is_stopped() {
                return self.publish_progress(events, &study, "stopped", None);
            }
            match StudioArm::open(planned, game, &workbench.named, request) {
                Ok(arm) => study.arms.push(arm),
                Err(words) => return self.publish_progress(events, &study, "failed", Some(words)),
            }
            self.publish_progress(events, &study, "running", None);
        }
        let mut games: Vec<Arc<CompiledGame>> = Vec::new();
        for arm in &study.arms {
            if !games.iter().any(|known| Arc::ptr_eq(known, &arm.game)) {
                games.push(Arc::clone(&arm.game));
            }
        }
        let tables = games.iter().map(|game| {
            let mut table = Table::of_compiled(&game.ir)?;
            table.stop_when(&self.stop);
            Ok(table)
        });
        match tables.collect::<Result<Vec<Table>, String>>() {
            Ok(tables) => {
                let all: Vec<(&Arc<CompiledGame>, &Table)> = games.iter().zip(&tables).collect();
                self.run(study, &all, workbench, events);
            }
            Err(words) => self.publish_progress(events, &study, "failed", Some(words)),
        }
    }

    /// Plays the simulations, and publishes their results.
    fn run(&self, mut study: StudioStudy, tables: &ArmTables, workbench: &Workbench, events: &Events) {
        if let Err(words) = self.play(&mut study, tables, events) {
            return self.publish_progress(events, &study, "failed", Some(words));
        }
        for arm in &mut study.arms {
            arm.simulation.part = 0..arm.played;
        }
        let shown: Vec<StudySimulation> =
            study.arms.iter().filter_map(|arm| as_study_simulation(arm, &workbench.named)).collect();
        let Some(first) = shown.first() else {
            return self.publish_progress(events, &study, "stopped", None);
        };
        let (text, page) = reports(&study, &shown);
        {
            let mut told = lock(&self.state);
            told.text = anstream::adapter::strip_str(&text).to_string();
            told.page = page;
        }
        if study.question == StudyQuestion::One {
            workbench.state().lab = card_figures(first.ir, first.results);
        }
        let fault = study.fault(tables);
        let state = if fault.is_some() {
            "failed"
        } else if study.games_played() < self.games {
            "stopped"
        } else {
            "done"
        };
        self.publish_progress(events, &study, state, fault);
    }

    /// Plays portions of the games of each simulation in turn, until all are played or the job is stopped.
    ///
    /// # Errors
    /// A table cannot be laid out as agreed; a message.
    fn play(&self, study: &mut StudioStudy, tables: &ArmTables, events: &Events) -> Result<(), String> {
        let (mut portion, mut told) = (FIRST, Instant::now());
        while study.games_played() < self.games && !self.is_stopped() {
            let start = Instant::now();
            for at in 0..study.arms.len() {
                let games = study.games;
                let arm = &mut study.arms[at];
                let Some(table) = table_of(tables, &arm.game) else { return Ok(()) };
                arm.simulation.part = arm.played..(arm.played + portion).min(games);
                let done = simulate(table, &arm.simulation, &self.stop, |_| {})
                    .map_err(|why| why.into_message(table))?;
                // A portion that was interrupted does not count, so that the result is that of a shorter
                // simulation.
                if done.count() < arm.simulation.part.end - arm.simulation.part.start {
                    return Ok(());
                }
                arm.played += done.count();
                match &mut arm.results {
                    Some(all) => all.merge(done.results),
                    none => *none = Some(done.results),
                }
                if study.arms.len() == 1 || told.elapsed() >= TOLD {
                    told = Instant::now();
                    self.publish_progress(events, study, "running", None);
                }
            }
            if start.elapsed() < PORTION {
                portion = portion.saturating_mul(2);
            }
        }
        Ok(())
    }
}

/// The games of a study, each with its table.
type ArmTables<'a, 'g> = [(&'a Arc<CompiledGame>, &'a Table<'g>)];

/// Returns the table of a game.
fn table_of<'a, 'g>(tables: &ArmTables<'a, 'g>, game: &Arc<CompiledGame>) -> Option<&'a Table<'g>> {
    tables.iter().find(|(of, _)| Arc::ptr_eq(of, game)).map(|(_, table)| *table)
}

/// Formats the results as a text and as a page. If a study was stopped early, each simulation that was played
/// is reported on its own, without a page.
fn reports(study: &StudioStudy, shown: &[StudySimulation]) -> (String, Option<String>) {
    match shown {
        [first, ..] if shown.len() == study.arms.len() => {
            let page = page(first.ir, &study_json(&study.question, shown)).ok();
            (study_text(&study.question, shown, WIDTH), page)
        }
        _ => {
            let alone = |shown: &StudySimulation| {
                format!("{}\n{}", shown.label, study_text(&StudyQuestion::One, &[*shown], WIDTH))
            };
            (shown.iter().map(alone).collect::<Vec<_>>().join("\n"), None)
        }
    }
}

/// Converts an arm to the form that reports take; `None` if none of its games were played.
fn as_study_simulation<'a>(arm: &'a StudioArm, package: &'a str) -> Option<StudySimulation<'a>> {
    let results = arm.results.as_ref()?;
    let (ir, simulation) = (&arm.game.ir, &arm.simulation);
    Some(StudySimulation {
        label: &arm.label,
        package,
        ir,
        simulation,
        results,
        played: arm.played,
        speed: None,
    })
}

/// Formats the win rates, with 95 % confidence intervals.
fn seats(ir: &Ir, simulation: &Simulation, results: &SimulationResults) -> Vec<Value> {
    let contenders = lines(ir, simulation, &results.counts.stats);
    let seat = |(seat, contender): (u64, lab::ContenderInfo)| {
        let wins = contender.did.wins;
        let interval = wilson(wins, contender.games);
        let share = if contender.games == 0 { 0.0 } else { wins as f64 / contender.games as f64 };
        json!({ "seat": seat, "name": contender.name, "bot": contender.bots, "wins": share, "low": interval.low, "high": interval.high })
    };
    (1..).zip(contenders).map(seat).collect()
}
