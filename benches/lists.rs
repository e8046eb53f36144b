//! The same two lists of 40 cards in play, out of a box of 160 cards and out of one of 7,000: `cargo bench
//! --bench lists`.
//!
//! The game is compiled for the lists that are played, so the box must not show. Before anything is timed,
//! the same games are played out of both boxes.

use cardwright::compile::CompiledGame;
use cardwright::ir::StartPoint;
use cardwright::package::PackageFiles;
use cardwright::play::laid_for;
use cardwright::table::{Machine, State, Stop, Table};
use divan::Bencher;
use divan::counter::ItemsCount;
use std::fmt::Write;

/// Games at a time.
const GAMES: u64 = 100;

const RULES: &str = r#"
[game]
id = "duel"
name = "Duel"
players = [2, 2]
[enums]
suit = ["ash", "birch", "cedar", "elm"]
[kinds.card.attributes]
suit = "suit"
cost = "int 0..6"
power = "int 0..9"
[deck]
size = [40, 40]
[zones.library]
per = "player"
ordered = true
seen_by = "none"
start = "list"
[zones.hand]
per = "player"
seen_by = "owner"
[zones.field]
per = "player"
[zones.spent]
per = "player"
[state.player]
energy = "int 0..30"
life = { type = "int -99..99", start = "30" }
[actions.play]
params = { c = "hand where cost <= energy" }
do = """
energy -= c.cost
move(c, field)
if c.suit == ash { next(you).life -= 1 }
"""
[actions.trade]
params = { c = "field", d = "next(you).field where power <= c.power" }
do = """
move(d, next(you).spent)
if c.power == d.power { move(c, spent) }
"""
[actions.done]
do = ""
[flow]
setup = "for each p in players { shuffle(p.library); deal(p.library, p.hand, 5) }"
play = """
repeat 15 {
  for each p in turn_order(players[1]) {
    deal(p.library, p.hand, 2)
    p.energy = 8
    let acts = 0
    while acts < 4 { act p from {play, trade, done}; acts += 1 }
    next(p).life -= sum(p.field where suit != elm, power) / 4
    if next(p).life <= 0 { end }
    let over = count(p.hand) - 7
    if over > 0 { choose exactly over cs from p.hand by p "Discard which?"; move(cs, p.spent) }
  }
}
end
"""
[scoring]
score = "p.life"
"#;

/// The game out of a box of so many cards, laid for two lists of 40 of them.
fn game(cards: usize) -> CompiledGame {
    let suits = ["ash", "birch", "cedar", "elm"];
    let mut all = String::from("id,name,kind,suit,cost,power\n");
    for i in 0..cards {
        let (suit, cost, power) = (suits[i % 4], i * 5 % 7, i * 3 % 10);
        writeln!(all, "c{i},Card {i},card,{suit},{cost},{power}").expect("a string takes all");
    }
    let list = |first: usize| {
        let cards: String = (first..first + 40).map(|i| format!("c{i} = 1\n")).collect();
        format!("name = \"From {first}\"\n[cards]\n{cards}")
    };
    let texts = [
        ("game.toml", RULES.to_owned()),
        ("cards/all.csv", all),
        ("decks/left.toml", list(0)),
        ("decks/right.toml", list(40)),
    ];
    let opened = CompiledGame::from_files(PackageFiles::from_texts(texts), Vec::new());
    let game = opened.game.expect("it compiles");
    let named = ["1=left", "2=right"].map(|list| list.parse().expect("a list"));
    laid_for(&game, &named, 2, &[]).expect("it can be laid")
}

/// Plays one game at random; gives how many choices it had.
fn play(machine: &mut Machine, base: &State, state: &mut State, seed: u64) -> u64 {
    state.copy_from(base);
    state.reseed(seed);
    let mut random = seed;
    machine.start(state, StartPoint::Setup);
    while machine.advance(state) == Stop::Choice {
        let n = machine.options(state).expect("it waits").len() as u64;
        random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        machine.choose(state, ((random >> 33) % n) as usize).expect("an option");
    }
    state.plies()
}

/// Gives the lengths of some games.
fn lengths(cards: usize) -> Vec<u64> {
    let game = game(cards);
    let table = Table::new(&game.ir).expect("the IR is sound");
    let mut machine = table.machine();
    let base = machine.lay(2, &[], 1).expect("it can be laid");
    let mut state = base.clone();
    (0..GAMES).map(|seed| play(&mut machine, &base, &mut state, seed)).collect()
}

fn main() {
    assert_eq!(lengths(160), lengths(7000), "the box shows in play");
    divan::main();
}

#[divan::bench(args = [160, 7000])]
fn games_out_of_a_box(bencher: Bencher, cards: usize) {
    let game = game(cards);
    let table = Table::new(&game.ir).expect("the IR is sound");
    let mut machine = table.machine();
    let base = machine.lay(2, &[], 1).expect("it can be laid");
    let (mut state, mut seed) = (base.clone(), 0);
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| {
        (0..GAMES).for_each(|_| {
            seed += 1;
            play(&mut machine, &base, &mut state, seed);
        });
    });
}
