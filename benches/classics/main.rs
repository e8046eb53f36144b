//! Random games of the classics: the shipped packages on the machine, beside the same games written out in plain Rust (and over
//! bits, where their boards are small), in one run: `cargo bench --bench classics`.
//!
//! Before anything is timed, the lengths of games and the shares of wins of both sides are held against each other.

mod by_hand;

use by_hand::{Chance, Game as Played};
use cardwright::compile::Game;
use cardwright::play::{Agreement, BotKind, Simulation, Stats, simulate};
use cardwright::table::Table;
use divan::Bencher;
use divan::counter::ItemsCount;
use std::num::NonZero;

/// Games at a time.
const GAMES: u64 = 200;

type ByHand = fn(&mut Chance) -> Played;

/// The games, and how they are played by hand: plainly, and over bits.
const GAMES_BY_HAND: [(&str, ByHand, Option<ByHand>); 7] = [
    ("tic-tac-toe", by_hand::tic_tac_toe, Some(by_hand::tic_tac_toe_bits)),
    ("connect-four", by_hand::connect_four, Some(by_hand::connect_four_bits)),
    ("breakthrough", by_hand::breakthrough, Some(by_hand::breakthrough_bits)),
    ("reversi", by_hand::reversi, Some(by_hand::reversi_bits)),
    ("hex", by_hand::hex, None),
    ("kuhn-poker", by_hand::kuhn, None),
    ("leduc-poker", by_hand::leduc, None),
];

fn main() {
    for (id, plain, bits) in GAMES_BY_HAND {
        let ours = figures_of(&data(id, 2000));
        for by_hand in std::iter::once(plain).chain(bits) {
            agree(id, ours, by_hand);
        }
    }
    divan::main();
}

/// Choices in a game, and the share of games that the first player wins alone.
type Figures = (f64, f64);

fn figures_of(stats: &Stats) -> Figures {
    let games = stats.finished.max(1) as f64;
    (stats.plies as f64 / games, stats.seats[0].wins as f64 / games)
}

/// Stops where a game by hand is not the game of the package, by more than chance would explain.
fn agree(id: &str, ours: Figures, by_hand: ByHand) {
    let mut chance = Chance(7);
    let games = 2000;
    let (mut plies, mut wins) = (0, 0);
    for _ in 0..games {
        let (length, winner) = by_hand(&mut chance);
        plies += length;
        wins += u32::from(winner == Some(0));
    }
    let theirs = (f64::from(plies) / f64::from(games), f64::from(wins) / f64::from(games));
    let close = (theirs.0 / ours.0 - 1.0).abs() < 0.04 && (theirs.1 - ours.1).abs() < 0.06;
    assert!(close, "{id}: by hand {theirs:?}, as data {ours:?}");
}

/// Plays a shipped game with random bots, on one thread.
fn data(id: &str, games: u64) -> Stats {
    let ir = Game::open(id).game.expect("a shipped game compiles").ir;
    let table = Table::new(&ir).expect("sound");
    played(&table, games)
}

fn played(table: &Table, games: u64) -> Stats {
    let agreement = Agreement::settle(&mut table.machine(), Some(2), [], 1).expect("two players");
    let bots = vec![BotKind::Random; 2];
    let simulation =
        Simulation { agreement, bots, rotate: false, games, max_plies: 10_000, jobs: NonZero::<usize>::MIN };
    simulate(table, &simulation, |_| {}).expect("they agree").stats
}

#[divan::bench(args = ["tic-tac-toe", "connect-four", "breakthrough", "reversi", "hex", "kuhn-poker", "leduc-poker", "draughts"])]
fn as_data(bencher: Bencher, id: &str) {
    let ir = Game::open(id).game.expect("a shipped game compiles").ir;
    let table = Table::new(&ir).expect("sound");
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| played(&table, GAMES));
}

#[divan::bench(args = ["tic-tac-toe", "connect-four", "breakthrough", "reversi", "hex", "kuhn-poker", "leduc-poker"])]
fn in_plain_rust(bencher: Bencher, id: &str) {
    let found = GAMES_BY_HAND.iter().find(|(game, ..)| *game == id).map(|(_, plain, _)| *plain);
    by_hand_alone(bencher, found.expect("listed"));
}

#[divan::bench(args = ["tic-tac-toe", "connect-four", "breakthrough", "reversi"])]
fn in_rust_over_bits(bencher: Bencher, id: &str) {
    let found = GAMES_BY_HAND.iter().find(|(game, ..)| *game == id).and_then(|(_, _, bits)| *bits);
    by_hand_alone(bencher, found.expect("listed"));
}

fn by_hand_alone(bencher: Bencher, by_hand: ByHand) {
    let mut chance = Chance(1);
    bencher
        .counter(ItemsCount::new(GAMES))
        .bench_local(|| (0..GAMES).map(|_| u64::from(by_hand(&mut chance).0)).sum::<u64>());
}
