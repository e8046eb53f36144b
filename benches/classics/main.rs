//! Random games of the classics: the shipped packages on the machine, beside the same games written out in
//! plain Rust (and over bits, where their boards are small), in one run: `cargo bench --bench classics`.
//!
//! Before anything is timed, the lengths of games and the shares of wins of both sides are compared.

mod by_hand;
mod chess;
mod draughts;

use by_hand::{Chance, Game as Played};
use cardwright::compile::CompiledGame;
use cardwright::ir::StartPoint;
use cardwright::lab::{Simulation, Stats, simulate};
use cardwright::play::{Agreement, BotKind};
use cardwright::table::{Stop, Table};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use std::sync::atomic::AtomicBool;

/// Games at a time.
const GAMES: u64 = 50;

type Play = fn(&mut Chance) -> Played;

/// A game by hand.
struct ByHand {
    id: &'static str,
    plain: Play,
    bits: Option<Play>,
    /// Number of games that are played on each side before the comparison.
    games: u64,
    /// By how much their lengths may differ: by chance, or because a whole move is several choices.
    apart: f64,
}

const fn by_hand(id: &'static str, plain: Play, bits: Option<Play>) -> ByHand {
    ByHand { id, plain, bits, games: 2000, apart: 0.04 }
}

const BY_HAND: [ByHand; 9] = [
    by_hand("tic-tac-toe", by_hand::tic_tac_toe, Some(by_hand::tic_tac_toe_bits)),
    by_hand("connect-four", by_hand::connect_four, Some(by_hand::connect_four_bits)),
    by_hand("breakthrough", by_hand::breakthrough, Some(by_hand::breakthrough_bits)),
    by_hand("reversi", by_hand::reversi, Some(by_hand::reversi_bits)),
    by_hand("hex", by_hand::hex, None),
    by_hand("kuhn-poker", by_hand::kuhn, None),
    by_hand("leduc-poker", by_hand::leduc, None),
    ByHand { apart: 0.12, ..by_hand("draughts", draughts::draughts, None) },
    ByHand { games: 500, apart: 0.15, ..by_hand("chess", chess::chess, None) },
];

fn main() {
    assert_eq!(chess::perft(3), 8902);
    for game in &BY_HAND {
        let ours = figures_of(&data(game.id, game.games));
        for play in std::iter::once(game.plain).chain(game.bits) {
            agree(game, ours, play);
        }
    }
    divan::main();
}

/// Choices in a game, and the share of games that the first player wins alone.
type Figures = (f64, f64);

fn figures_of(stats: &Stats) -> Figures {
    let games = stats.finished.max(1) as f64;
    let alone = stats.seats[0].wins - stats.seats[0].shared;
    (stats.plies as f64 / games, alone as f64 / games)
}

/// Stops where a game by hand is not the game of the package, by more than chance would explain.
fn agree(game: &ByHand, ours: Figures, play: Play) {
    let mut chance = Chance(7);
    let (mut plies, mut wins) = (0, 0);
    for _ in 0..game.games {
        let (length, winner) = play(&mut chance);
        plies += u64::from(length);
        wins += u64::from(winner == Some(0));
    }
    let theirs = (plies as f64 / game.games as f64, wins as f64 / game.games as f64);
    let close = (theirs.0 / ours.0 - 1.0).abs() < game.apart && (theirs.1 - ours.1).abs() < 0.06;
    assert!(close, "{}: by hand {theirs:?}, as data {ours:?}", game.id);
}

/// Plays a shipped game with random bots, on one thread.
fn data(id: &str, games: u64) -> Stats {
    let ir = CompiledGame::open(&format!("cards/{id}")).game.expect("a shipped game compiles").ir;
    let table = Table::new(&ir).expect("sound");
    played(&table, games)
}

fn played(table: &Table, games: u64) -> Stats {
    let agreement = Agreement::settle(&mut table.machine(), Some(2), [], 1).expect("two players");
    let bots = vec![BotKind::Random; 2];
    let played = simulate(table, &Simulation::new(agreement, bots, games), &AtomicBool::new(false), |_| {});
    played.expect("they agree").results.counts.stats
}

#[divan::bench(args = BY_HAND.iter().map(|game| game.id), sample_count = 20)]
fn as_data(bencher: Bencher, id: &str) {
    let ir = CompiledGame::open(&format!("cards/{id}")).game.expect("a shipped game compiles").ir;
    let table = Table::new(&ir).expect("sound");
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| played(&table, GAMES));
}

#[divan::bench(args = BY_HAND.iter().map(|game| game.id), sample_count = 20)]
fn in_plain_rust(bencher: Bencher, id: &str) {
    alone(bencher, BY_HAND.iter().find(|game| game.id == id).map(|game| game.plain));
}

#[divan::bench(args = BY_HAND.iter().filter(|game| game.bits.is_some()).map(|game| game.id), sample_count = 20)]
fn in_rust_over_bits(bencher: Bencher, id: &str) {
    alone(bencher, BY_HAND.iter().find(|game| game.id == id).and_then(|game| game.bits));
}

/// A state copied and put back, as undo and search do at every choice, some choices into a game.
#[divan::bench(args = BY_HAND.iter().map(|game| game.id).chain(["realm-featured", "fantasy-realms"]))]
fn undo(bencher: Bencher, id: &str) {
    let ir = CompiledGame::open(&format!("cards/{id}")).game.expect("a shipped game compiles").ir;
    let table = Table::new(&ir).expect("sound");
    let mut machine = table.machine();
    let agreement = Agreement::settle(&mut machine, None, [], 1).expect("they agree");
    let mut state = agreement.lay(&mut machine).expect("laid");
    machine.start(&mut state, StartPoint::Setup);
    for _ in 0..4 {
        if machine.advance(&mut state) == Stop::Choice {
            machine.choose(&mut state, 0).expect("an option");
        }
    }
    machine.advance(&mut state);
    let mut kept = state.clone();
    bencher.bench_local(|| {
        kept.copy_from(black_box(&state));
        state.copy_from(black_box(&kept));
    });
}

fn alone(bencher: Bencher, play: Option<Play>) {
    let play = play.expect("listed");
    let mut chance = Chance(1);
    bencher
        .counter(ItemsCount::new(GAMES))
        .bench_local(|| (0..GAMES).map(|_| u64::from(play(&mut chance).0)).sum::<u64>());
}
