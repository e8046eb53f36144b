//! Simulations that pages start, watch and stop.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::events::Events;
use super::package::Workbench;
use crate::compile::Game;
use crate::diagnostics::{grouped, json_text};
use crate::ir::Ir;
use crate::lab::{Question, Results, Simulation, Tries, Wants, lines, simulate, wilson};
use crate::play::{Agreement, BotKind, ListError, Sitting, fault_words};
use crate::report::{Shown, page, study_json, study_text};
use crate::serve::named_lists;
use crate::table::Table;

/// Number of games of the first portion, after which there is a first result.
const FIRST: u64 = 32;
/// Time that a portion should take, at least.
const PORTION: Duration = Duration::from_millis(400);
/// Maximum number of games.
const MOST: u64 = 10_000_000;
/// Width of the report, in characters.
const WIDTH: usize = 110;
/// Number of simulations that run at the same time.
const AT_ONCE: usize = 4;
/// Number of results that are kept.
const KEPT: usize = 20;

/// The figures of each card by id: `{"figures": [{"title", "value"}]}`.
pub type CardFigures = BTreeMap<String, Value>;

/// A request for a simulation.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SimulationRequest {
    games: Option<u64>,
    players: Option<u8>,
    seats: Vec<String>,
    setup: Option<String>,
    options: Map<String, Value>,
    decks: BTreeMap<String, String>,
    seed: Option<u64>,
}

/// All simulations.
#[derive(Debug, Default)]
pub struct Jobs(Mutex<BTreeMap<u64, Arc<Job>>>);

/// A simulation.
#[derive(Debug)]
pub struct Job {
    number: u64,
    game: String,
    games: u64,
    stop: AtomicBool,
    state: Mutex<Progress>,
}

/// State and results of a simulation.
#[derive(Debug, Default)]
struct Progress {
    event: Value,
    text: String,
    page: Option<String>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Jobs {
    /// Returns a simulation.
    pub fn get(&self, number: u64) -> Option<Arc<Job>> {
        lock(&self.0).get(&number).cloned()
    }

    /// Starts a simulation in a thread of its own.
    ///
    /// # Errors
    /// There is no game, or it cannot be played so; a message.
    pub fn start(
        &self,
        workbench: &Arc<Workbench>,
        wanted: &SimulationRequest,
        number: u64,
        events: &Events,
    ) -> Result<(), String> {
        let game = workbench.state().current()?;
        if lock(&self.0).values().filter(|job| job.is_running()).count() >= AT_ONCE {
            return Err(format!("{AT_ONCE} simulations are running: stop one, or wait for it"));
        }
        let games = wanted.games.unwrap_or(1000);
        if !(1..=MOST).contains(&games) {
            return Err(format!("a simulation has 1 to {} games", grouped(MOST)));
        }
        let sitting = Sitting {
            players: wanted.players,
            seats: u8::try_from(wanted.seats.len()).map_err(|_| "there are too many seats")?,
            decks: named_lists(&game.ir, &wanted.decks)?,
            setup: wanted.setup.clone(),
            options: wanted.options.iter().map(|(id, value)| (id.clone(), json_text(value))).collect(),
        };
        let laid = sitting.laid(&game).map_err(ListError::into_message)?;
        let game = laid.map_or(game, Arc::new);
        let seed = wanted.seed.unwrap_or(1);
        let simulation = simulation(&game.ir, &sitting, &wanted.seats, games, seed)?;
        let job = Arc::new(Job {
            number,
            game: workbench.id.clone(),
            games,
            stop: AtomicBool::new(false),
            state: Mutex::default(),
        });
        let mut all = lock(&self.0);
        all.insert(number, Arc::clone(&job));
        while all.len() > KEPT
            && let Some(oldest) = all.iter().find(|(_, job)| !job.is_running()).map(|(number, _)| *number)
        {
            all.remove(&oldest);
        }
        drop(all);
        let (workbench, events) = (Arc::clone(workbench), events.clone());
        thread::spawn(move || job.run(&game, simulation, &workbench, &events));
        Ok(())
    }
}

/// Settles a simulation.
fn simulation(ir: &Ir, sitting: &Sitting, seats: &[String], games: u64, seed: u64) -> Result<Simulation, String> {
    let table = Table::of_compiled(ir)?;
    let agreement: Agreement = sitting.settle(&mut table.machine(), seed).map_err(|why| why.into_message(&table))?;
    let players = usize::from(agreement.players);
    let named = seats.iter().map(|seat| BotKind::of(ir, seat)).collect::<Result<Vec<_>, _>>()?;
    if named.len() > players {
        return Err(format!("{} seats were named for {players} players", named.len()));
    }
    let others = named.last().copied().filter(|_| named.len() == 1).unwrap_or(BotKind::Random);
    let bots = (0..players).map(|seat| named.get(seat).copied().unwrap_or(others)).collect();
    let mut simulation = Simulation::new(agreement, bots, games);
    simulation.wants = Wants { choices: true, cards: true, rules: false, scores: true, lists: false };
    simulation.jobs = thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    Ok(simulation)
}

impl Job {
    /// Stops it; what was played is kept.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    fn is_running(&self) -> bool {
        let state = lock(&self.state);
        state.event.is_null() || state.event["state"] == "running"
    }

    /// Formats what is known of it, with the report as the terminal shows it.
    pub fn json(&self) -> Value {
        let told = lock(&self.state);
        let mut said = told.event.clone();
        if said.is_null() {
            said = json!({ "event": "lab", "game": self.game, "job": self.number, "state": "running", "played": 0, "of": self.games, "seats": [] });
        }
        said["text"] = told.text.as_str().into();
        said
    }

    /// Returns the lab's page, if there is a result.
    pub fn page(&self) -> Option<String> {
        lock(&self.state).page.clone()
    }

    /// Plays portions of games until all are played.
    fn run(&self, game: &Game, mut simulation: Simulation, workbench: &Workbench, events: &Events) {
        let said = |state: &str, played: u64, seats: Vec<Value>, error: Option<String>| {
            let event = json!({
                "event": "lab", "game": self.game, "job": self.number, "state": state,
                "played": played, "of": self.games, "seats": seats, "error": error,
            });
            lock(&self.state).event = event.clone();
            events.tell(&event);
        };
        let ir = &game.ir;
        let mut table = match Table::of_compiled(ir) {
            Ok(table) => table,
            Err(words) => return said("failed", 0, Vec::new(), Some(words)),
        };
        table.stop_when(&self.stop);
        let (mut all, mut played, mut portion): (Option<Results>, u64, u64) = (None, 0, FIRST);
        while played < self.games && !self.stop.load(Ordering::Relaxed) {
            simulation.part = played..(played + portion).min(self.games);
            let start = Instant::now();
            let done = match simulate(&table, &simulation, &self.stop, |_| {}) {
                Ok(done) => done,
                Err(why) => return said("failed", played, Vec::new(), Some(why.into_message(&table))),
            };
            // A portion that was interrupted does not count, so that the result is that of a shorter simulation.
            if done.count() < simulation.part.end - simulation.part.start {
                break;
            }
            played += done.count();
            let results = done.results;
            match &mut all {
                Some(all) => all.merge(results),
                none => *none = Some(results),
            }
            if start.elapsed() < PORTION {
                portion = portion.saturating_mul(2);
            }
            if let Some(all) = &all {
                said("running", played, seats(ir, &simulation, all), None);
            }
        }
        simulation.part = 0..played;
        let Some(results) = all else { return said("stopped", 0, Vec::new(), None) };
        let shown = [Shown {
            label: "",
            package: &workbench.named,
            ir,
            simulation: &simulation,
            results: &results,
            played,
            speed: None,
        }];
        let text = study_text(&Question::One, &shown, WIDTH);
        let page = page(ir, &study_json(&Question::One, &shown)).ok();
        {
            let mut told = lock(&self.state);
            told.text = anstream::adapter::strip_str(&text).to_string();
            told.page = page;
        }
        workbench.state().lab = cards(ir, &results);
        let fault =
            results.fault.as_ref().and_then(|fault| fault.fault.as_ref()).map(|fault| fault_words(&table, fault));
        let state = if fault.is_some() {
            "failed"
        } else if played < self.games {
            "stopped"
        } else {
            "done"
        };
        said(state, played, seats(ir, &simulation, &results), fault);
    }
}

/// Formats the win rates, with 95 % confidence intervals.
fn seats(ir: &Ir, simulation: &Simulation, results: &Results) -> Vec<Value> {
    let contenders = lines(ir, simulation, &results.counts.stats);
    let seat = |(seat, contender): (u64, crate::lab::Contender)| {
        let wins = contender.did.wins;
        let interval = wilson(wins, contender.games);
        let share = if contender.games == 0 { 0.0 } else { wins as f64 / contender.games as f64 };
        json!({ "seat": seat, "name": contender.name, "bot": contender.bots, "wins": share, "low": interval.low, "high": interval.high })
    };
    (1..).zip(contenders).map(seat).collect()
}

/// Formats the figures of each card.
fn cards(ir: &Ir, results: &Results) -> CardFigures {
    let Some(cards) = &results.counts.cards else { return CardFigures::new() };
    let share = |Tries { wins, times }: Tries| {
        (times > 0).then(|| format!("{:.0} % of {}", wins as f64 / times as f64 * 100.0, grouped(times)))
    };
    let of_card = |effects: crate::lab::CardEffects| {
        let name = ir.names.get(usize::from(effects.name))?;
        let figures = [
            ("Wins of players who could have chosen it", effects.offered),
            ("Wins of players who chose it", effects.chosen),
            ("Wins of players who held it", effects.held),
            ("Wins of players who had it at the end", effects.kept),
        ];
        let figures = figures.into_iter().filter_map(|(title, effect)| {
            let mut value = share(effect.so)?;
            if let Some(difference) = effect.difference {
                let points = (difference.share * 100.0).round();
                let sign = if points < 0.0 { "−" } else { "+" };
                value.push_str(&format!(", {sign}{:.0} percentage points", points.abs()));
            }
            Some(json!({ "title": title, "value": value, "marked": effect.marked }))
        });
        Some((name.id.clone(), json!({ "figures": figures.collect::<Vec<Value>>(), "dead": effects.dead })))
    };
    cards.effects(ir).into_iter().filter_map(of_card).collect()
}
