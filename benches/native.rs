//! Random games in machine code beside the dispatch loop, in one run: `cargo bench --no-default-features
//! --features native --bench native`.
//!
//! Before anything is timed, both play the same games: the hashes of their last states are compared.

use cardwright::compile::CompiledGame;
use cardwright::ir::{Ir, StartPoint};
use cardwright::play::Agreement;
use cardwright::table::{Machine, State, Stop, Table};
use divan::Bencher;
use divan::counter::ItemsCount;

const GAMES: [&str; 14] = [
    "tic-tac-toe",
    "connect-four",
    "breakthrough",
    "reversi",
    "hex",
    "chess",
    "draughts",
    "kuhn-poker",
    "leduc-poker",
    "fantasy-realms",
    "minute-realms",
    "realm-medieval",
    "realm-featured",
    "twelve-realms",
];

/// Games at a time.
const AT_ONCE: u64 = 20;

fn main() {
    for id in GAMES {
        let ir = compiled(id);
        let ends = [false, true].map(|in_machine_code| {
            let table = table(&ir, in_machine_code);
            let mut machine = table.machine();
            let laid = lay(&mut machine);
            (0..AT_ONCE).map(|seed| table.key(&play(&mut machine, &laid, seed))).collect::<Vec<u128>>()
        });
        assert_eq!(ends[0], ends[1], "{id}");
    }
    divan::main();
}

fn compiled(id: &str) -> Ir {
    CompiledGame::open(&format!("cards/{id}")).game.expect("a shipped game compiles").ir
}

fn table(ir: &Ir, in_machine_code: bool) -> Table<'_> {
    let table = Table::new(ir).expect("sound");
    if in_machine_code {
        table.compile().expect("there is machine code for this processor");
    }
    table
}

fn lay(machine: &mut Machine) -> State {
    let agreement = Agreement::settle(machine, None, [], 1).expect("they agree");
    agreement.lay(machine).expect("laid")
}

/// Plays a game with uniformly random choices, and returns its last state.
fn play(machine: &mut Machine, laid: &State, seed: u64) -> State {
    let mut state = laid.clone();
    state.reseed(seed);
    machine.start(&mut state, StartPoint::Setup);
    let mut draw = seed;
    while machine.advance(&mut state) == Stop::Choice && state.plies() < 20_000 {
        let count = machine.options(&mut state).expect("a choice").len() as u64;
        draw = draw.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        machine.choose(&mut state, ((draw >> 33) % count) as usize).expect("an option");
    }
    state
}

#[divan::bench(args = GAMES, sample_count = 20)]
fn dispatch_loop(bencher: Bencher, id: &str) {
    timed(bencher, id, false);
}

#[divan::bench(args = GAMES, sample_count = 20)]
fn machine_code(bencher: Bencher, id: &str) {
    timed(bencher, id, true);
}

fn timed(bencher: Bencher, id: &str, in_machine_code: bool) {
    let ir = compiled(id);
    let table = table(&ir, in_machine_code);
    let mut machine = table.machine();
    let laid = lay(&mut machine);
    let mut seed = 0;
    bencher.counter(ItemsCount::new(AT_ONCE)).bench_local(|| {
        for _ in 0..AT_ONCE {
            seed += 1;
            play(&mut machine, &laid, seed);
        }
    });
}
