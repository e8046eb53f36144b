//! Bytes that Cardwright wrote, and somebody changed: compiled games, states, parts of simulations, saved
//! games.

use crate::archive;
use crate::play::{Answers, play_on, replayed, whole_game};
use cardwright::compile::{CompiledGame, OpenResult};
use cardwright::diagnostics::{Format, render};
use cardwright::hash::content_hash;
use cardwright::ir::Ir;
use cardwright::ir::bytes::{from_bytes, to_bytes};
use cardwright::lab::{CountSelection, GameSource, Shard, Simulation, Study, StudyQuestion, simulate};
use cardwright::package::PackageFiles;
use cardwright::play::{Agreement, BotKind, SavedGame};
use cardwright::report::{StudySimulation, study_json, study_text};
use cardwright::source::Sources;
use cardwright::table::Table;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

/// A game with something of everything, and one with a board.
pub fn games() -> &'static [Ir] {
    static GAMES: OnceLock<Vec<Ir>> = OnceLock::new();
    GAMES.get_or_init(|| opened().map(|game| game.ir).into())
}

/// The same games, in a form that can be laid for lists.
pub fn whole_games() -> &'static [CompiledGame] {
    static GAMES: OnceLock<Vec<CompiledGame>> = OnceLock::new();
    GAMES.get_or_init(|| opened().into())
}

/// Opens a game of this repository.
fn shipped(id: &str) -> OpenResult {
    CompiledGame::open(&format!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../cards/{}"), id))
}

fn opened() -> [CompiledGame; 4] {
    let base = CompiledGame::from_files(PackageFiles::from_texts(archive::base()), Vec::new());
    let opened = [base, shipped("tic-tac-toe"), shipped("leduc-poker"), shipped("fantasy-realms")];
    opened.map(|opened| opened.game.expect("it compiles"))
}

/// Bytes under a head of 16 whose second half is their hash, as compiled games and parts have it.
fn with_hash(head: &[u8], body: &[u8]) -> Vec<u8> {
    [head, &content_hash(body).to_le_bytes(), body].concat()
}

/// The head of what Cardwright writes.
fn head(bytes: &[u8]) -> &[u8] {
    bytes.get(..8).unwrap_or_default()
}

/// A compiled game: what `verify` accepts can be played, and its states can be loaded.
pub fn ir(data: &[u8]) {
    let bytes = with_hash(head(&to_bytes(&games()[1])), data);
    let Ok(ir) = from_bytes(&bytes) else { return };
    let Ok(table) = Table::new(&ir) else { return };
    whole_game(&table, &mut Answers::new(data));
}

/// The words of a state of one of the games; the first byte says which.
pub fn state(data: &[u8]) {
    let Some((which, words)) = data.split_first() else { return };
    let games = games();
    let table = Table::new(&games[usize::from(*which) % games.len()]).expect("it is sound");
    let mut machine = table.machine();
    let Ok(laid) = machine.lay(table.ir().game.players.1, &[], 1) else { return };
    let saved = table.save(&laid);
    let bytes = [&saved[..16], words].concat();
    let Ok(mut state) = table.load(&bytes) else { return };
    assert!(table.save(&state) == bytes, "saved otherwise than loaded");
    play_on(&table, &mut state, &mut Answers::new(data));
}

/// A part of a simulation.
pub fn study() -> Study {
    let ir = &games()[2];
    let table = Table::new(ir).expect("it is sound");
    let agreement =
        Agreement { players: 2, options: ir.options.iter().map(|o| o.default).collect(), seed: 1 };
    let wants = CountSelection { cards: true, choices: true, ..CountSelection::default() };
    let simulation = Simulation { wants, ..Simulation::new(agreement, vec![BotKind::Random; 2], 8) };
    let played = simulate(&table, &simulation, &AtomicBool::new(false), |_| {}).expect("it can be laid");
    let part = Shard::new(
        ir,
        GameSource { package: "leduc-poker".into(), ..GameSource::default() },
        &simulation,
        &played,
    );
    Study {
        question: StudyQuestion::One,
        entries: vec![cardwright::lab::StudyEntry { label: String::new(), part }],
    }
}

/// A part of a simulation: every readable part can be joined and shown.
pub fn part(data: &[u8]) {
    static WHOLE: OnceLock<Vec<u8>> = OnceLock::new();
    let whole = WHOLE.get_or_init(|| study().to_bytes());
    let Ok(mut read) = Study::from_bytes(&with_hash(head(whole), data)) else { return };
    let ir = &games()[2];
    let _ = read.join(&Study::from_bytes(whole).expect("it was written a moment ago"));
    let simulations: Vec<Option<Simulation>> =
        read.entries.iter().map(|e| e.part.simulation(ir).ok()).collect();
    let results: Vec<_> = read.entries.iter().map(|e| e.part.results(None)).collect();
    let shown: Vec<StudySimulation> = read
        .entries
        .iter()
        .zip(simulations.iter().zip(&results))
        .filter_map(|(entry, (simulation, results))| {
            Some(StudySimulation {
                label: &entry.label,
                package: "leduc-poker",
                ir,
                simulation: simulation.as_ref()?,
                results,
                played: entry.part.games(),
                speed: None,
            })
        })
        .collect();
    if shown.len() == read.entries.len() && !shown.is_empty() {
        study_text(&read.question, &shown, 100);
        study_json(&read.question, &shown);
    }
}

/// A saved game; it names the game it is from.
pub fn saved(data: &[u8]) {
    let mut sources = Sources::default();
    let file = sources.add("saved.toml", String::from_utf8_lossy(data).into_owned());
    let (saved, places) = match SavedGame::parse(&sources, file) {
        Ok(read) => read,
        Err(found) => {
            assert!(!found.is_empty(), "it is refused without a word");
            render(&found, &sources, Format::Human { color: true, width: 80, unicode: true });
            return;
        }
    };
    let Some(ir) = games().iter().find(|ir| ir.game.id == saved.game) else { return };
    let table = Table::new(ir).expect("it is sound");
    if let Err(cardwright::play::ReplayError::Saved(why)) = replayed(&table, &saved, &places) {
        render(&[*why], &sources, Format::Json);
    }
}
