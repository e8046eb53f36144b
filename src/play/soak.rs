//! Soak: random games under all combinations of options, in which invariants are checked at every choice.

use super::agreement::Agreement;
use super::combinations::{Combinations, PlayableCombinations};
use super::information_set::{InformationSet, PositionDifference, watched};
use super::opening::{Opening, go_on};
use super::saved_game::{ReplayStep, SavedGame};
use super::seeds::{draw_below, game_seed, mix};
use crate::ir::ToIndex;
use crate::source::Sources;
use crate::table::{Fault, Machine, Names, PickKind, Rejection, State, Stop, Table};
use crate::threads::{elsewhere, lock, side_by_side, take_out};
use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Settings of a soak.
#[derive(Clone, Copy, Debug)]
pub struct Soak {
    /// Total number of games, and maximum number of combinations, each of which is played at least once.
    pub games: u64,
    /// Random seed, from which each game's seed is derived.
    pub seed: u64,
    /// Maximum number of choices, after which a game counts as endless.
    pub max_plies: u64,
    /// Number of threads.
    pub jobs: NonZero<usize>,
}

/// An invariant that was violated; `docs/reliability.md` lists them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BrokenInvariant {
    /// Bytes of the state are rejected on load: a component is in two places, or a number is out of range.
    Places(String),
    /// A player who is not in the game must choose, or there are no options.
    Options,
    /// Saving and loading the state changes it.
    Save,
    /// The loaded state has different options, on another machine and thread.
    Resume,
    /// An answer that was tried and undone left side effects.
    Undo,
    /// Declined without a list of its options, a choice leads to another state than declined by its option.
    Declined,
    /// The game does not end within the allowed choices, or stops without a choice.
    Endless,
    /// Replayed from its saved file, the game ends differently.
    Replay,
    /// At two positions of the same information set, a player is shown something different, or a bot chooses
    /// differently.
    Foreseen(PositionDifference),
    /// A rule faulted.
    Fault(Box<Fault>),
}

/// A violated invariant, with its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenGame {
    /// Number of the game, from 0.
    pub index: u64,
    /// Settings, with the game's own seed.
    pub agreement: Agreement,
    /// Number of choices answered.
    pub plies: u64,
    /// The first invariant that was violated.
    pub what: BrokenInvariant,
}

/// The result of [`soak`]: the work done, and the first violated invariant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SoakResult {
    /// Number of combinations of options and player counts, including those that a `[[require]]` forbids;
    /// `None` for 2⁶⁴ and more.
    pub combinations: Option<u64>,
    /// Number of combinations laid out to find playable ones.
    pub laid: u64,
    /// The reason why the first unplayable combination cannot be played.
    pub refused: Option<String>,
    /// Number of combinations that were played.
    pub tried: u64,
    /// Number of games.
    pub games: u64,
    /// Number of choices checked.
    pub plies: u64,
    /// The game of the lowest number in which an invariant was violated.
    pub broken: Option<BrokenGame>,
}

/// Plays the games. `progress` is called now and then with the number of games finished since. The result
/// does not depend on the number of threads.
///
/// # Errors
/// A rule faulted while a table was laid out.
pub fn soak(table: &Table, soak: &Soak, progress: impl Fn(u64) + Sync) -> Result<SoakResult, Box<Fault>> {
    soak_among(table, soak, &Combinations::new(table.ir()), progress)
}

/// Like `soak`, with some combinations of options and player counts.
///
/// # Errors
/// A rule faulted while a table was laid out.
pub fn soak_among(
    table: &Table,
    soak: &Soak,
    combinations: &Combinations,
    progress: impl Fn(u64) + Sync,
) -> Result<SoakResult, Box<Fault>> {
    let playable = combinations.playable(&mut table.machine(), soak.games.max(1), soak.seed)?;
    let PlayableCombinations { agreements: playable, laid, refused } = playable;
    let games = if playable.is_empty() { 0 } else { soak.games.max(playable.len() as u64) };
    let (combinations, tried) = (combinations.count(), playable.len() as u64);
    let found = SoakResult { combinations, laid, refused, tried, games, ..SoakResult::default() };
    Ok(play_all(table, soak, None, &playable, found, progress))
}

/// Like `soak`, with one opening, such as a scenario's, and its settings.
pub fn soak_from(
    table: &Table,
    soak: &Soak,
    (opening, agreed): (&Opening, Agreement),
    progress: impl Fn(u64) + Sync,
) -> SoakResult {
    let found =
        SoakResult { combinations: Some(1), laid: 1, tried: 1, games: soak.games, ..SoakResult::default() };
    play_all(table, soak, Some(opening), &[agreed], found, progress)
}

/// Plays the number of games in `found`, with each of the settings in turn.
fn play_all(
    table: &Table,
    soak: &Soak,
    opening: Option<&Opening>,
    playable: &[Agreement],
    found: SoakResult,
    progress: impl Fn(u64) + Sync,
) -> SoakResult {
    let games = found.games;
    let (next, found) = (AtomicU64::new(0), Mutex::new(found));
    let work = || {
        let mut watcher = SoakChecker::new(table, soak, opening);
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= games {
                return;
            }
            let mut agreement = playable[(index % playable.len() as u64).index()].clone();
            agreement.seed = game_seed(soak.seed, index);
            let ended = watcher.game(&agreement, index);
            let mut found = lock(&found);
            found.plies += watcher.state.plies();
            if let Err(what) = ended
                && found.broken.as_ref().is_none_or(|b| index < b.index)
            {
                found.broken = Some(BrokenGame { index, agreement, plies: watcher.state.plies(), what });
                // Games with a lower number are finished; no later game is begun.
                next.fetch_max(games, Ordering::Relaxed);
            }
            progress(1);
        }
    };
    side_by_side(soak.jobs.get(), work);
    take_out(found)
}

/// Number of states collected before they are checked on another thread. A limit, because large states of a
/// long game would fill the memory.
const MOMENTS: usize = 64;

/// Bytes of a state at a choice, with the names of its options.
struct Moment {
    bytes: Vec<u8>,
    options: Vec<String>,
}

/// A checker with its machine and state, reused from game to game: earlier games must leave no trace.
struct SoakChecker<'t> {
    table: &'t Table<'t>,
    names: Names<'t>,
    machine: Machine<'t>,
    state: State,
    answers: Vec<usize>,
    steps: Vec<ReplayStep>,
    soak: &'t Soak,
    /// Start of each game; `None` for a newly laid-out table before setup.
    opening: Option<&'t Opening<'t>>,
}

impl<'t> SoakChecker<'t> {
    fn new(table: &'t Table<'t>, soak: &'t Soak, opening: Option<&'t Opening<'t>>) -> Self {
        let names = Names::new(table.ir());
        SoakChecker {
            table,
            names,
            machine: table.machine(),
            state: State::default(),
            answers: Vec::new(),
            steps: Vec::new(),
            soak,
            opening,
        }
    }

    /// Returns the start of a game.
    fn opening(&mut self, agreement: &Agreement) -> Result<Opening<'t>, BrokenInvariant> {
        match self.opening {
            Some(opening) => {
                let mut opening = opening.clone();
                opening.state.reseed(agreement.seed);
                Ok(opening)
            }
            // Laying it out has succeeded before.
            None => agreement
                .lay(&mut self.machine)
                .map(Opening::before_setup)
                .map_err(|_| BrokenInvariant::Replay),
        }
    }

    fn game(&mut self, agreement: &Agreement, index: u64) -> Result<(), BrokenInvariant> {
        let opening = self.opening(agreement)?;
        self.answers.clear();
        self.steps.clear();
        let mut chance = opening.begin(&mut self.machine, &mut self.state);
        let (table, mut moments) = (self.table, Vec::new());
        loop {
            match go_on(&mut chance, &self.names, &mut self.machine, &mut self.state) {
                Stop::Choice => {
                    moments.push(self.choice(agreement.seed)?);
                    if moments.len() == MOMENTS {
                        elsewhere(|| resume(table, &moments))?;
                        moments.clear();
                    }
                }
                Stop::Over => break,
                Stop::Fault(fault) => return Err(BrokenInvariant::Fault(fault)),
                Stop::Idle | Stop::Returned | Stop::Chance(_) => return Err(BrokenInvariant::Endless),
            }
        }
        elsewhere(|| resume(table, &moments))?;
        self.machine.outcome(&self.state).map_err(BrokenInvariant::Fault)?;
        self.check_information_set(&opening, agreement.seed, index)?;
        if opening.is_of_scenario {
            return self.replay_by_names(&opening, &self.steps); // such a game is not saved
        }
        let steps = self.round_trip(agreement)?;
        self.replay_by_names(&opening, &steps)
    }

    /// Checks a state that waits at a choice, and answers it.
    fn choice(&mut self, seed: u64) -> Result<Moment, BrokenInvariant> {
        if self.state.plies() >= self.soak.max_plies {
            return Err(BrokenInvariant::Endless);
        }
        let bytes = self.table.save(&self.state);
        let back = self.table.load(&bytes).map_err(|why| BrokenInvariant::Places(why.to_string()))?;
        if back.words() != self.state.words() {
            return Err(BrokenInvariant::Save);
        }
        let options = options_of(&mut self.machine, &self.names, &mut self.state)?;
        let count = options.len();
        let answer = draw_below(seed, self.state.plies(), count);
        // Tries an answer and undoes it: the next option, so that it differs from the actual answer if
        // possible.
        let mut tried = self.state.clone();
        choose(&mut self.machine, &mut tried, (answer + 1) % count)?;
        // A fault here is reported by the game that takes this answer.
        let _ = self.machine.advance(&mut tried);
        tried.copy_from(&back);
        if options_of(&mut self.machine, &self.names, &mut tried)? != options || tried.words() != back.words()
        {
            return Err(BrokenInvariant::Undo);
        }
        self.declined(&back)?;
        let seat = self.state.chooser().unwrap_or_default();
        self.steps.push(ReplayStep { seat, answer: options[answer].clone() });
        self.answers.push(answer);
        choose(&mut self.machine, &mut self.state, answer)?;
        Ok(Moment { bytes, options })
    }

    /// Checks that a state that waits at a choice can be declined without a list of its options, as lookahead
    /// does, with the same result.
    fn declined(&mut self, back: &State) -> Result<(), BrokenInvariant> {
        let mut machine = self.table.machine();
        let mut unlisted = back.clone();
        if !machine.decline(&mut unlisted) {
            return Ok(());
        }
        let mut listed = back.clone();
        let options = self.machine.options(&mut listed).map_err(refused)?;
        let choice = self.table.ir().choice(options.choice());
        let arm = choice.and_then(|choice| choice.decline).map(PickKind::Arm);
        let place =
            options.iter().position(|pick| Some(pick.kind) == arm).ok_or(BrokenInvariant::Declined)?;
        choose(&mut self.machine, &mut listed, place)?;
        let stops = (machine.advance_unlisted(&mut unlisted), self.machine.advance(&mut listed));
        let same = match stops {
            // The list may raise a fault that the search for one option does not reach.
            (_, Stop::Fault(_)) => return Ok(()),
            (Stop::Choice, Stop::Choice) => {
                unlisted.chooser() == listed.chooser() && machine.options(&mut unlisted).is_ok()
            }
            (one, other) => one == other,
        };
        // Lists change the contents of registers that are not read any more.
        let same = same && self.table.key(&unlisted) == self.table.key(&listed);
        if same { Ok(()) } else { Err(BrokenInvariant::Declined) }
    }

    /// Compares one choice of the game with other positions of the same information set. One bot is checked
    /// in each game.
    fn check_information_set(&self, opening: &Opening, seed: u64, index: u64) -> Result<(), BrokenInvariant> {
        if self.table.is_open() || self.answers.is_empty() {
            return Ok(());
        }
        let seed = mix(seed, 0);
        let at = draw_below(seed, 0, self.answers.len());
        let Some(alike) = InformationSet::new(self.table, opening, &self.answers, at, mix(seed, 1)) else {
            return Err(BrokenInvariant::Replay);
        };
        let bots = watched(self.table.ir());
        let bot = bots[(index % bots.len() as u64).index()];
        let differs = alike
            .first_visible_difference(self.table)
            .or_else(|| alike.first_bot_difference(self.table, bot, mix(seed, 2)));
        differs.map_or(Ok(()), |difference| Err(BrokenInvariant::Foreseen(difference)))
    }

    /// Returns the answers of the game after a round trip through a saved file.
    fn round_trip(&self, agreement: &Agreement) -> Result<Vec<ReplayStep>, BrokenInvariant> {
        let ir = self.table.ir();
        let saved = SavedGame {
            lists: Vec::new(),
            game: ir.game.id.clone(),
            version: ir.game.version.clone(),
            package: String::new(),
            rules: self.table.fingerprint(),
            players: agreement.players,
            seed: agreement.seed,
            seats: Vec::new(),
            options: agreement.option_texts(ir).map(|(option, value)| (option.into(), value)).collect(),
            steps: self.steps.clone(),
            picks: Vec::new(),
        };
        let mut sources = Sources::default();
        let file = sources.add("game.toml", saved.to_toml());
        let Ok((read, places)) = SavedGame::parse(&sources, file) else {
            return Err(BrokenInvariant::Replay);
        };
        let mut machine = self.table.machine();
        let agreed = read.agreement(&places, &mut machine);
        if read != saved
            || agreed.ok().as_ref() != Some(agreement)
            || read.changed(&places, self.table).is_some()
        {
            return Err(BrokenInvariant::Replay);
        }
        Ok(read.steps)
    }

    /// Replays the game by the names of its answers, with a fresh machine and state.
    fn replay_by_names(&self, opening: &Opening, steps: &[ReplayStep]) -> Result<(), BrokenInvariant> {
        let (mut machine, mut state) = (self.table.machine(), State::default());
        let mut chance = opening.begin(&mut machine, &mut state);
        for step in steps {
            let stop = go_on(&mut chance, &self.names, &mut machine, &mut state);
            if stop != Stop::Choice || state.chooser() != Some(step.seat) {
                return Err(BrokenInvariant::Replay);
            }
            let options = machine.options(&mut state).map_err(refused)?;
            let Ok(answer) = self.names.find(options, &step.answer) else {
                return Err(BrokenInvariant::Replay);
            };
            choose(&mut machine, &mut state, answer).map_err(|_| BrokenInvariant::Replay)?;
        }
        let stop = go_on(&mut chance, &self.names, &mut machine, &mut state);
        let same = stop == Stop::Over && self.table.save(&state) == self.table.save(&self.state);
        if same { Ok(()) } else { Err(BrokenInvariant::Replay) }
    }
}

/// Returns the names of the options of a state that waits at a choice.
fn options_of(
    machine: &mut Machine,
    names: &Names,
    state: &mut State,
) -> Result<Vec<String>, BrokenInvariant> {
    let players = state.players();
    let options = machine.options(state).map_err(refused)?;
    if options.is_empty() || options.chooser().0 >= players {
        return Err(BrokenInvariant::Options);
    }
    Ok(names.names(options))
}

fn choose(machine: &mut Machine, state: &mut State, index: usize) -> Result<(), BrokenInvariant> {
    machine.choose(state, index).map_err(refused)
}

fn refused(why: Rejection) -> BrokenInvariant {
    match why {
        Rejection::Fault(fault) => BrokenInvariant::Fault(fault),
        Rejection::NotAsked | Rejection::NotPossible => BrokenInvariant::Options,
    }
}

/// Checks that loaded states have the same options as before.
fn resume(table: &Table, moments: &[Moment]) -> Result<(), BrokenInvariant> {
    let (names, mut machine) = (Names::new(table.ir()), table.machine());
    for moment in moments {
        let mut state = table.load(&moment.bytes).map_err(|_| BrokenInvariant::Save)?;
        if options_of(&mut machine, &names, &mut state)? != moment.options {
            return Err(BrokenInvariant::Resume);
        }
    }
    Ok(())
}
