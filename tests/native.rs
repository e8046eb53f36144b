//! Machine code behaves as the dispatch loop does: the same options, states, faults and fuel, in shipped
//! games and in random rules.

#[path = "table/asm.rs"]
mod asm;
#[path = "table/optimised.rs"]
mod optimised;
#[allow(dead_code, reason = "these tests need only some of it")]
mod support;

use asm::Game;
use cardwright::ir::layout::Owner;
use cardwright::ir::{CodeAddress, FieldId, FunctionId, NONE, Op, Reg, StartPoint, ValueType};
use cardwright::lab::{Simulation, simulate};
use cardwright::play::{Agreement, BotKind};
use cardwright::table::{FaultKind, Listen, Stop, Table};
use std::sync::atomic::AtomicBool;

/// The faults and the result of a function with and without machine code, for so much fuel.
fn evaluated(function: &[Op], argument: u64, fuel: u64) -> [Result<Vec<u64>, (FaultKind, CodeAddress)>; 2] {
    evaluated_in(Game::new(1, 1), function, argument, fuel)
}

/// The same, in a game that has already declared its fields.
fn evaluated_in(
    mut game: Game,
    function: &[Op],
    argument: u64,
    fuel: u64,
) -> [Result<Vec<u64>, (FaultKind, CodeAddress)>; 2] {
    game.lay(&[Op::Done]);
    game.function("f", 1, 1, 8, function);
    // Only what play calls is compiled.
    game.play(&[Op::Int { d: Reg(2), v: 1 }, Op::Call { f: FunctionId(1), at: Reg(1) }, Op::Done]);
    [false, true].map(|compiles| {
        let table = Table::new(&game.ir).expect("it is well formed");
        if compiles {
            table.compile().expect("there is machine code for this processor");
        }
        let mut machine = table.machine();
        machine.set_fuel(fuel);
        let mut state = machine.lay(1, &[], 1).expect("one player");
        let result = machine.evaluate(&mut state, FunctionId(1), &[argument]);
        result.map(<[u64]>::to_vec).map_err(|fault| (fault.kind.clone(), fault.pc))
    })
}

/// f(n) = n + f(n − 1), f(0) = 0.
const SUM: [Op; 7] = [
    Op::Int { d: Reg(2), v: 0 },
    Op::JumpUnless { a: Reg(1), to: CodeAddress(6) },
    Op::AddI { d: Reg(4), a: Reg(1), v: -1 },
    Op::Call { f: FunctionId(1), at: Reg(3) },
    Op::Add { d: Reg(2), a: Reg(1), b: Reg(3) },
    Op::Jump { to: CodeAddress(6) },
    Op::Ret { n: 1, a: Reg(2) },
];

#[test]
fn deep_calls_return_through_machine_code_and_the_loop() {
    // Deeper than the stack that machine code may use, so that it is left and entered again.
    for depth in [0, 1, 100, 2_000] {
        let [plain, native] = evaluated(&SUM, depth, 1_000_000);
        assert_eq!(plain, Ok(vec![depth * (depth + 1) / 2]));
        assert_eq!(native, plain);
    }
}

#[test]
fn calls_without_end_are_the_same_fault() {
    let [plain, native] = evaluated(&SUM, u64::MAX / 2, 100_000_000);
    assert!(matches!(plain, Err((FaultKind::TooDeep, _))), "{plain:?}");
    assert_eq!(native, plain);
}

#[test]
fn fuel_ends_at_the_same_instruction() {
    let forever = [
        Op::AddI { d: Reg(1), a: Reg(1), v: 1 },
        Op::AddI { d: Reg(2), a: Reg(1), v: 3 },
        Op::Jump { to: CodeAddress(0) },
    ];
    for fuel in [10, 11, 12, 13, 300_000, 300_001] {
        let [plain, native] = evaluated(&forever, 1, fuel);
        assert!(matches!(plain, Err((FaultKind::FuelSpent, _))), "{plain:?}");
        assert_eq!(native, plain, "{fuel}");
    }
}

#[test]
fn arithmetic_fails_alike() {
    let values = [0, 1, 2, 7, 63, 64, u64::MAX, i64::MIN as u64, i64::MAX as u64, (-7i64) as u64];
    let both = |op: Op| [Op::Int { d: Reg(3), v: -3 }, op, Op::Ret { n: 1, a: Reg(2) }];
    let ops = [
        Op::Add { d: Reg(2), a: Reg(1), b: Reg(1) },
        Op::AddI { d: Reg(2), a: Reg(1), v: -1 },
        Op::Sub { d: Reg(2), a: Reg(3), b: Reg(1) },
        Op::Mul { d: Reg(2), a: Reg(1), b: Reg(3) },
        Op::MulI { d: Reg(2), a: Reg(1), v: 5 },
        Op::Div { d: Reg(2), a: Reg(1), b: Reg(3) },
        Op::Div { d: Reg(2), a: Reg(3), b: Reg(1) },
        Op::Rem { d: Reg(2), a: Reg(1), b: Reg(3) },
        Op::Rem { d: Reg(2), a: Reg(3), b: Reg(1) },
        Op::Neg { d: Reg(2), a: Reg(1) },
        Op::Abs { d: Reg(2), a: Reg(1) },
        Op::Min { d: Reg(2), a: Reg(1), b: Reg(3) },
        Op::Max { d: Reg(2), a: Reg(1), b: Reg(3) },
        Op::Not { d: Reg(2), a: Reg(1) },
        Op::Le { d: Reg(2), a: Reg(1), b: Reg(3) },
        Op::IsSome { d: Reg(2), a: Reg(1) },
        Op::Single { n: 1, d: Reg(2), a: Reg(1) },
        Op::First { n: 1, d: Reg(2), a: Reg(1) },
        Op::Only { n: 1, d: Reg(2), a: Reg(1) },
        Op::Count { n: 1, d: Reg(2), a: Reg(1) },
        Op::Has { n: 1, d: Reg(2), a: Reg(3), b: Reg(1) },
        Op::Range { d: Reg(2), a: Reg(3), b: Reg(1) },
        Op::Seat { d: Reg(2), a: Reg(1) },
    ];
    for op in ops {
        for value in values {
            let [plain, native] = evaluated(&both(op), value, 1_000);
            assert_eq!(native, plain, "{op:?} of {value}");
        }
    }
}

#[test]
fn ranges_of_sets_are_kept_alike() {
    let set = ValueType::Set(Box::new(ValueType::Int));
    let optional = ValueType::Optional(Box::new(ValueType::Int));
    for (ty, range) in [(set, (1, 4)), (optional, (0, 9))] {
        for value in [0, 1, 2, 9, 10, 0b1_1110, 0b10_0010, u64::MAX, NONE] {
            let mut game = Game::new(1, 1);
            let field = FieldId(game.field("marks", Owner::Player, ty.clone(), 1, Some(range)));
            let code = [
                Op::Int { d: Reg(3), v: 0 },
                Op::PutRanged { f: field, i: Reg(3), a: Reg(1) },
                Op::Get { d: Reg(2), f: field, i: Reg(3) },
                Op::Ret { n: 1, a: Reg(2) },
            ];
            let [plain, native] = evaluated_in(game, &code, value, 1_000);
            assert_eq!(native, plain, "{value} in {ty:?}");
        }
    }
}

/// The fault, with its place, or the ending of a game that computes with `k`: as compiled, optimised, and as
/// machine code.
fn three_ways(rules: &str, k: i64, code: &str) -> [String; 3] {
    let game = format!(
        "[game]\nid = \"lab\"\nname = \"Lab\"\nplayers = [1, 1]\n[enums]\nsuit = [\"land\", \"flood\"]\n[state.table]\n\
         k = {{ type = \"int -99..99\", start = \"{k}\" }}\nn = \"int -99999..99999\"\n{rules}\n[flow]\nplay = '''\n{code}\n\
         log \"{{{{ n }}}}\"\nend in draw\n'''\n"
    );
    let ir = support::playable(support::opened([("game.toml", game.as_str())])).ir;
    [0, 1, 2].map(|way| {
        let table = if way == 0 { Table::unoptimised(&ir) } else { Table::new(&ir) }.expect("it is sound");
        if way == 2 {
            table.compile().expect("there is machine code for this processor");
        }
        let mut machine = table.machine();
        machine.listen(Listen::Everything);
        let mut state = machine.lay(1, &[], 1).expect("one player");
        machine.start(&mut state, StartPoint::Setup);
        match machine.advance(&mut state) {
            Stop::Fault(fault) => {
                format!("{:?} at {:?} in {}", fault.kind, ir.place_of(fault.pc), fault.trace_text(&table))
            }
            Stop::Over => format!("{:?}", machine.events()),
            other => format!("{other:?}"),
        }
    })
}

#[test]
fn ranges_of_arguments_and_results_are_kept_alike() {
    let function = |params: &str, returns: &str, code: &str| {
        format!(
            "[functions.f]\nparams = {{ n = \"{params}\" }}\nreturns = \"{returns}\"\ncode = '''\n{code}\n'''\n"
        )
    };
    let verb = |returns: &str, code: &str| {
        format!("[verbs.f]\nparams = {{ n = \"int\" }}\nreturns = \"{returns}\"\ndo = '''\n{code}\n'''\n")
    };
    type RangedCase<'a> = (String, &'a str, &'a dyn Fn(i64) -> bool);
    let cases: [RangedCase; 9] = [
        (function("int", "int 0..3", "n * 2"), "n = f(k)", &|k| (0..=1).contains(&k)),
        (function("int", "int 0..3", "for each i in 1..2 { n += i }\nreturn n"), "n = f(k)", &|k| {
            (-3..=0).contains(&k)
        }),
        (function("int 0..3", "int", "n + 1"), "n = f(k)", &|k| (0..=3).contains(&k)),
        // An argument that is not read is checked, too.
        (function("int 0..3", "int", "7"), "n = f(k)", &|k| (0..=3).contains(&k)),
        (function("int", "set of int 0..3", "{1, n}"), "n = count(f(k))", &|k| (0..=3).contains(&k)),
        (function("int", "int 0..3?", "if n == 5 { return none }\nreturn n"), "n = f(k) ?? 9", &|k| {
            k == 5 || (0..=3).contains(&k)
        }),
        (function("int", "int 0..3 per suit", "{land = 1, flood = n}"), "n = sum(f(k))", &|k| {
            (0..=3).contains(&k)
        }),
        (verb("int 0..3", "k += 1\nreturn n"), "n = f(k)", &|k| (0..=3).contains(&k)),
        // Of several elements, only the last is outside.
        (function("int", "int 0..3", "n"), "n = sum({0, 1}, f(it + k))", &|k| (0..=2).contains(&k)),
    ];
    for (rules, code, holds) in cases {
        for k in -4..=6 {
            let [plain, optimised, native] = three_ways(&rules, k, code);
            assert_eq!(
                plain.contains("OutsideRange"),
                !holds(k) && !plain.contains("NotInSet"),
                "{k}: {plain}"
            );
            assert_eq!(optimised, plain, "{k} in {rules}");
            assert_eq!(native, plain, "{k} in {rules}");
        }
    }
}

#[test]
fn playouts_are_the_same_games() {
    for id in
        ["tic-tac-toe", "connect-four", "leduc-poker", "breakthrough", "fantasy-realms", "minute-realms"]
    {
        let ir = cardwright::compile::CompiledGame::open(&format!("cards/{id}"))
            .game
            .expect("a shipped game compiles")
            .ir;
        let played = [false, true].map(|compiles| {
            let table = Table::new(&ir).expect("it is sound");
            if compiles {
                table.compile().expect("there is machine code for this processor");
            }
            let agreement = Agreement::settle(&mut table.machine(), None, [], 3).expect("they agree");
            let bots = vec![BotKind::Random; usize::from(agreement.players)];
            let simulation = Simulation::new(agreement, bots, 100);
            simulate(&table, &simulation, &AtomicBool::new(false), |_| {}).expect("laid").results
        });
        assert_eq!(played[0], played[1], "{id}");
    }
}
