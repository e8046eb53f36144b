//! The dispatch loop against plain Rust that does the same, in the same run: `cargo bench --bench machine`.

#[path = "../tests/table/asm.rs"]
mod asm;

use asm::Game;
use cardwright::ir::StartPoint;
use cardwright::ir::layout::Owner;
use cardwright::ir::{CodeAddress, FieldId, FunctionId, Ir, Op, Reg, ValueType};
use cardwright::table::{Stop, Table, chance, sets};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

/// Turns of the counting loop; each is three instructions.
const TURNS: u64 = 100_000;

/// Sums 1..=n: add, add, compare and jump.
fn counting() -> Ir {
    let mut game = Game::new(1, 1);
    game.lay(&[Op::Done]);
    game.function(
        "sum",
        1,
        1,
        8,
        &[
            Op::Int { d: Reg(2), v: 0 },
            Op::Int { d: Reg(3), v: 0 },
            Op::AddI { d: Reg(2), a: Reg(2), v: 1 },
            Op::Add { d: Reg(3), a: Reg(3), b: Reg(2) },
            Op::Lt { d: Reg(4), a: Reg(2), b: Reg(1) },
            Op::JumpIf { a: Reg(4), to: CodeAddress(2) },
            Op::Ret { n: 1, a: Reg(3) },
        ],
    );
    game.ir
}

#[divan::bench]
fn counting_loop(bencher: Bencher) {
    let ir = counting();
    let table = Table::new(&ir).expect("it is well formed");
    let mut machine = table.machine();
    let mut state = machine.lay(1, &[], 1).expect("one player");
    bencher.counter(ItemsCount::new(TURNS * 4)).bench_local(|| {
        machine.evaluate(&mut state, FunctionId(1), &[black_box(TURNS)]).map(|r| r[0]).expect("it ends")
    });
}

#[divan::bench]
fn counting_loop_rust(bencher: Bencher) {
    bencher.counter(ItemsCount::new(TURNS * 4)).bench_local(|| {
        let (mut i, mut sum) = (0u64, 0u64);
        while i < black_box(TURNS) {
            i += 1;
            sum += i;
        }
        sum
    });
}

const CARDS: usize = 53;

/// The sum of the strengths of those cards of a set whose strength is above a bound, one by one: a `where`
/// without an index.
fn filter() -> Ir {
    let mut game = Game::new(1, 1);
    let names: Vec<String> = (0..CARDS).map(|i| format!("c{i}")).collect();
    let cards: Vec<(&str, &str, u32)> = names.iter().map(|n| (n.as_str(), n.as_str(), 1)).collect();
    game.cards(&cards);
    let strength = game.field("strength", Owner::Component, ValueType::Int, 1, Some((0, 40)));
    let mut lay = vec![];
    for i in 0..CARDS as i32 {
        lay.push(Op::Int { d: Reg(1), v: i });
        lay.push(Op::Int { d: Reg(2), v: i * 7 % 41 });
        lay.push(Op::Put { f: FieldId(strength), i: Reg(1), a: Reg(2) });
    }
    lay.push(Op::Done);
    game.lay(&lay);
    game.function(
        "sum",
        2,
        1,
        8,
        &[
            Op::Int { d: Reg(3), v: 0 },
            Op::Next { n: 1, d: Reg(4), a: Reg(1), by: 5 },
            Op::Get { d: Reg(5), f: FieldId(strength), i: Reg(4) },
            Op::Le { d: Reg(6), a: Reg(5), b: Reg(2) },
            Op::JumpIf { a: Reg(6), to: CodeAddress(1) },
            Op::Add { d: Reg(3), a: Reg(3), b: Reg(5) },
            Op::Jump { to: CodeAddress(1) },
            Op::Ret { n: 1, a: Reg(3) },
        ],
    );
    game.ir
}

const ALL_CARDS: u64 = (1 << CARDS) - 1;

#[divan::bench]
fn set_filter(bencher: Bencher) {
    let ir = filter();
    let table = Table::new(&ir).expect("it is well formed");
    let mut machine = table.machine();
    let mut state = machine.lay(1, &[], 1).expect("one player");
    bencher.counter(ItemsCount::new(CARDS)).bench_local(|| {
        machine
            .evaluate(&mut state, FunctionId(1), &[black_box(ALL_CARDS), black_box(20)])
            .map(|r| r[0])
            .expect("it ends")
    });
}

#[divan::bench]
fn set_filter_rust(bencher: Bencher) {
    let strengths: Vec<u64> = (0..CARDS as u64).map(|i| i * 7 % 41).collect();
    bencher.counter(ItemsCount::new(CARDS)).bench_local(|| {
        let (set, bound) = (black_box(ALL_CARDS), black_box(20));
        sets::elements(&[set]).map(|c| strengths[c as usize]).filter(|s| *s > bound).sum::<u64>()
    });
}

/// A call and its return.
#[divan::bench]
fn small_calls(bencher: Bencher) {
    let mut game = Game::new(1, 1);
    game.lay(&[Op::Done]);
    let inner = game.function(
        "double",
        1,
        1,
        4,
        &[Op::Add { d: Reg(2), a: Reg(1), b: Reg(1) }, Op::Ret { n: 1, a: Reg(2) }],
    );
    game.ir.functions[FunctionId(inner)].suspends = false;
    let outer = game.function(
        "loop",
        1,
        1,
        12,
        &[
            Op::Int { d: Reg(2), v: 0 },
            Op::AddI { d: Reg(2), a: Reg(2), v: 1 },
            Op::Move { n: 1, d: Reg(6), a: Reg(2) },
            Op::Call { f: FunctionId(inner), at: Reg(5) },
            Op::Lt { d: Reg(4), a: Reg(2), b: Reg(1) },
            Op::JumpIf { a: Reg(4), to: CodeAddress(1) },
            Op::Ret { n: 1, a: Reg(5) },
        ],
    );
    let ir = game.ir;
    let table = Table::new(&ir).expect("it is well formed");
    let mut machine = table.machine();
    let mut state = machine.lay(1, &[], 1).expect("one player");
    bencher.counter(ItemsCount::new(TURNS)).bench_local(|| {
        machine.evaluate(&mut state, FunctionId(outer), &[black_box(TURNS)]).map(|r| r[0]).expect("it ends")
    });
}

/// Games a sample.
const GAMES: usize = 1000;

/// A call of a function that does nothing: the host's cost of each call.
#[divan::bench]
fn host_calls(bencher: Bencher) {
    let mut game = Game::new(1, 1);
    game.lay(&[Op::Done]);
    let ir = game.ir;
    let table = Table::new(&ir).expect("it is well formed");
    let mut machine = table.machine();
    let mut state = machine.lay(1, &[], 1).expect("one player");
    bencher
        .bench_local(|| machine.evaluate(&mut state, FunctionId(0), &[]).map(|r| r.len()).expect("it ends"));
}

/// A whole game, choices uniform; the laid table is copied for each.
#[divan::bench]
fn tic_tac_toe(bencher: Bencher) {
    let ir = asm::tic_tac_toe();
    let table = Table::new(&ir).expect("it is well formed");
    let mut machine = table.machine();
    let mut laid = machine.lay(2, &[], 1).expect("two players");
    machine.start(&mut laid, StartPoint::Play);
    let mut state = laid.clone();
    let mut random = vec![0; 4];
    chance::seed(&mut random, 7);
    let mut game = || {
        state.copy_from(&laid);
        while machine.advance(&mut state) == Stop::Choice {
            let count = machine.options(&mut state).map_or(0, |o| o.len());
            let index = chance::below(&mut random, count as u64) as usize;
            machine.choose(&mut state, index).expect("it is one of them");
        }
        state.winners()
    };
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| (0..GAMES).map(|_| game()).sum::<u64>());
}

#[divan::bench]
fn tic_tac_toe_rust(bencher: Bencher) {
    const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
    let mut random = vec![0; 4];
    chance::seed(&mut random, 7);
    let mut game = || {
        let mut cells = [0u8; 9];
        let mut player = 1;
        for left in (1..=9).rev() {
            let rank = chance::below(&mut random, left) as usize;
            let free = (0..9).filter(|i| cells[*i] == 0).nth(rank).expect("so many are free");
            cells[free] = player;
            let mine = (0..9).filter(|i| cells[*i] == player).fold(0u16, |set, i| set | 1 << i);
            if LINES.iter().any(|line| mine & line == *line) {
                return player;
            }
            player = 3 - player;
        }
        0
    };
    bencher
        .counter(ItemsCount::new(GAMES))
        .bench_local(|| (0..GAMES).map(|_| u64::from(game())).sum::<u64>());
}
