//! Rules after the optimiser behave as compiled: the same options, states and faults, after all passes.

use super::asm;
use cardwright::compile::CompiledGame;
use cardwright::ir::bytes::to_bytes;
use cardwright::ir::layout::Owner;
use cardwright::ir::{
    ActionId, ArmId, ChoiceId, CodeAddress, EnumId, FieldId, FunctionId, Ir, Op, Reg, StartPoint, ValueType,
    listing,
};
use cardwright::optimise::optimise;
use cardwright::table::{ChanceOutcome, FaultKind, Listen, Machine, State, Stop, Table};
use proptest::prelude::*;

/// A game under way, with its rules optimised or as compiled.
struct Side<'t> {
    machine: Machine<'t>,
    state: State,
}

impl<'t> Side<'t> {
    fn new(table: &'t Table<'t>, players: u8, seed: u64, fuel: u64, asks: bool) -> Option<Self> {
        let mut machine = table.machine();
        machine.set_fuel(fuel);
        machine.ask_chance(asks);
        machine.listen(Listen::Everything);
        let mut state = machine.lay(players, &[], seed).ok()?;
        machine.start(&mut state, StartPoint::Setup);
        Some(Side { machine, state })
    }
}

/// Plays both in step and compares them at each stop, including waiting registers if the compiler has made
/// the rules. Returns the number of choices.
fn plays_the_same(
    ir: &Ir,
    players: u8,
    seed: u64,
    choices: u64,
    fuel: u64,
    asks: bool,
    compiled: bool,
) -> u64 {
    let fast = Table::new(ir).expect("it has been verified");
    let plain = Table::unoptimised(ir).expect("it has been verified");
    #[cfg(feature = "native")]
    {
        let native = Table::new(ir).expect("it has been verified");
        native.compile().expect("there is machine code for this processor");
        play_the_same((&native, &fast), players, seed, choices, fuel, asks, compiled, true);
    }
    play_the_same((&fast, &plain), players, seed, choices, fuel, asks, compiled, false)
}

/// Plays both in step. If both run the same instructions, they spend the same fuel.
#[allow(clippy::too_many_arguments)]
fn play_the_same(
    (fast, plain): (&Table, &Table),
    players: u8,
    seed: u64,
    choices: u64,
    fuel: u64,
    asks: bool,
    compiled: bool,
    same_fuel: bool,
) -> u64 {
    let ir = fast.ir();
    let sides = (Side::new(fast, players, seed, fuel, asks), Side::new(plain, players, seed, fuel, asks));
    let (Some(mut fast_side), Some(mut plain_side)) = sides else { return 0 };
    let fixed = ir.layout.stack as usize;
    let mut draws = seed;
    let mut made = 0;
    while made < choices {
        let stop = fast_side.machine.advance(&mut fast_side.state);
        let other = plain_side.machine.advance(&mut plain_side.state);
        // Fuel depends on the code that runs: one of them may have more of it left.
        let spent = |stop: &Stop| matches!(stop, Stop::Fault(fault) if fault.kind == FaultKind::FuelSpent);
        if !same_fuel && (spent(&stop) || spent(&other)) {
            break;
        }
        assert_eq!(stop, other, "{} after {made} choices", ir.game.id);
        assert_eq!(
            fast_side.machine.events(),
            plain_side.machine.events(),
            "{} after {made} choices",
            ir.game.id
        );
        if let Stop::Fault(_) = stop {
            break;
        }
        let states = (&fast_side.state, &plain_side.state);
        assert_eq!(
            states.0.words()[..fixed],
            states.1.words()[..fixed],
            "{} after {made} choices",
            ir.game.id
        );
        // Lists of random rules may change registers that they read, so that a state depends on how often it
        // was listed.
        if compiled {
            assert_eq!(fast.key(states.0), plain.key(states.1), "{} after {made} choices", ir.game.id);
        }
        match stop {
            Stop::Choice => {
                let options: Vec<_> =
                    fast_side.machine.options(&mut fast_side.state).expect("a choice").iter().collect();
                let others: Vec<_> =
                    plain_side.machine.options(&mut plain_side.state).expect("a choice").iter().collect();
                assert_eq!(options, others, "{} after {made} choices", ir.game.id);
                draws = draws.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
                let index = (draws >> 33) as usize % options.len();
                if made % 16 == 5 {
                    // A state means the same under both.
                    let (ours, theirs) = (fast.save(&fast_side.state), plain.save(&plain_side.state));
                    fast_side.state = fast.load(&theirs).expect("a state of the game");
                    plain_side.state = plain.load(&ours).expect("a state of the game");
                }
                // Random rules may list other options when they are asked again.
                let chosen = fast_side.machine.choose(&mut fast_side.state, index);
                assert_eq!(chosen, plain_side.machine.choose(&mut plain_side.state, index), "{}", ir.game.id);
                if chosen.is_err() {
                    break;
                }
                made += 1;
            }
            Stop::Chance(_) => {
                fast_side.machine.give(&mut fast_side.state, ChanceOutcome::Draw).expect("it can be drawn");
                plain_side.machine.give(&mut plain_side.state, ChanceOutcome::Draw).expect("it can be drawn");
            }
            _ => {
                let outcomes = (
                    fast_side.machine.outcome(&fast_side.state),
                    plain_side.machine.outcome(&plain_side.state),
                );
                assert_eq!(outcomes.0.ok(), outcomes.1.ok(), "{}", ir.game.id);
                break;
            }
        }
    }
    made
}

#[test]
fn shipped_games_play_as_they_were_compiled() {
    for id in crate::support::ids() {
        let Some(game) = CompiledGame::open(id).game else { continue };
        let (fewest, most) = game.ir.game.players;
        for (players, seed) in [(fewest, 1), (most, 2)] {
            plays_the_same(&game.ir, players, seed, 150, Machine::FUEL, seed == 2, true);
        }
    }
}

#[test]
fn rules_become_shorter() {
    // In a list of Breakthrough's moves the same is asked for every piece, in both directions.
    let game = crate::support::open("breakthrough").game.expect("a shipped game");
    let fast = Table::new(&game.ir).expect("it holds together");
    let optimised = optimise(&game.ir);
    assert_eq!(optimised.code.len(), game.ir.code.len());
    assert_eq!(fast.ir().code, game.ir.code);
    let list = |code: &[Op]| {
        let begin = code.iter().position(|op| matches!(op, Op::OptBegin { .. })).expect("a list");
        let head = begin + code[begin..].iter().position(|op| matches!(op, Op::Next { .. })).expect("a loop");
        code[head..].iter().take_while(|op| !matches!(op, Op::OptAct { .. })).count()
    };
    assert!(list(&optimised.code) * 2 < list(&game.ir.code), "{}", listing(&game.ir));
}

#[test]
fn a_game_means_the_same_whatever_passes_do() {
    let game = crate::support::open("breakthrough").game.expect("a shipped game");
    let bytes = to_bytes(&game.ir);
    let fast = Table::new(&game.ir).expect("it holds together");
    let plain = Table::unoptimised(&game.ir).expect("it holds together");
    assert_eq!(fast.fingerprint(), plain.fingerprint());
    assert_eq!(bytes, to_bytes(fast.ir()));
}

/// The first of two conditions does not decide alone which branch is taken.
#[test]
fn conditions_of_several_parts_in_loops_are_as_written() {
    let conditions = [
        "p or x > 3",
        "p and x > 3",
        "not (p or x > 3)",
        "p or q or x > 3",
        "(p or x > 3) and q",
        "p and (q or x > 3)",
        "(p and x > 3) or (q and x < 3)",
        "p and x in 0..3",
        "(p or x > 3) == (x > 2 and q)",
    ];
    let loops = [
        "repeat 2 { NAME += w if COND else 0 }",
        "for each c in cards { if COND { NAME += w } }",
        "NAME += sum(cards, w if COND else 0)",
        "let i = 0\nwhile i < 2 { let now = COND\nNAME += w if now else 0\ni += 1 }",
    ];
    let (mut fields, mut verbs, mut play) = (String::new(), String::new(), String::new());
    for (c, condition) in conditions.iter().enumerate() {
        for (l, code) in loops.iter().enumerate() {
            let name = format!("f{c}_{l}");
            fields += &format!("{name} = \"int 0..100000000\"\n");
            let code = code.replace("NAME", &name).replace("COND", condition);
            verbs += &format!(
                "[verbs.v{c}_{l}]\nparams = {{ p = \"bool\", q = \"bool\", x = \"int\", w = \"int\" }}\ndo = '''\n{code}\n'''\n"
            );
            for case in 0..12u32 {
                let (p, q, x) = (case & 1 == 1, case & 2 == 2, [1, 3, 9][case as usize / 4]);
                play += &format!("v{c}_{l}({p}, {q}, {x}, {})\n", 4u32.pow(case));
            }
        }
    }
    let game = format!(
        "[game]\nid = \"c\"\nname = \"C\"\nplayers = [1, 1]\n[kinds.card]\n[zones.deck]\nstart = \"cards\"\n\
         [state.table]\n{fields}{verbs}[flow]\nplay = '''\n{play}end\n'''\n"
    );
    let cards = "[cards.a]\nkind = \"card\"\n[cards.b]\nkind = \"card\"\n";
    let opened = crate::support::opened([("game.toml", game.as_str()), ("cards/c.toml", cards)]);
    plays_the_same(&crate::support::playable(opened).ir, 1, 1, 1, Machine::FUEL, false, true);
}

/// A game that calls a function with this code once.
fn game_with(code: &[Op]) -> Ir {
    let mut game = asm::Game::new(2, 2);
    game.cards(&[("a", "A", 70)]);
    game.pool(&[0b1011, 0b10]);
    game.lay(&[Op::Done]);
    game.function("f", 1, 1, 16, code);
    game.play(&[Op::Int { d: Reg(6), v: 0 }, Op::Call { f: FunctionId(1), at: Reg(5) }, Op::Done]);
    game.ir
}

#[test]
fn loops_over_sets_that_are_empty_disappear() {
    // Cards that nobody has brought: none, of those in play that wear a ring.
    let code = |first: Op| {
        [
            Op::Int { d: Reg(2), v: 0 },
            first,
            Op::AndPool { n: 2, d: Reg(3), k: 0 },
            Op::Next { n: 2, d: Reg(5), a: Reg(3), by: 2 },
            Op::AddI { d: Reg(2), a: Reg(2), v: 1 },
            Op::Jump { to: CodeAddress(3) },
            Op::Ret { n: 1, a: Reg(2) },
        ]
    };
    let loops = |ir: &Ir| optimise(ir).code.iter().filter(|op| matches!(op, Op::Next { .. })).count();
    assert_eq!(loops(&game_with(&code(Op::Zero { n: 2, d: Reg(3) }))), 0);
    assert_eq!(loops(&game_with(&code(Op::OutOfPlay { n: 2, d: Reg(3) }))), 1);
}

/// Registers that random rules use; a call's frame begins behind them.
const REGISTERS: u16 = 12;
const CALL: u16 = 13;

fn reg() -> impl Strategy<Value = u16> {
    1..REGISTERS
}

/// The first of two registers.
fn pair() -> impl Strategy<Value = u16> {
    1..REGISTERS - 1
}

/// An instruction about small numbers, sets of one or two words, and the state.
fn op() -> impl Strategy<Value = Op> {
    let operands = (0u8..64, (reg(), reg(), reg()), (pair(), pair(), pair()), -3i16..6);
    operands.prop_map(|(which, (d, a, b), (dd, aa, bb), v)| match which {
        0 | 1 => Op::Int { d: Reg(d), v: i32::from(v) },
        2 => Op::Words { n: 2, d: Reg(dd), k: 0 },
        3 | 4 => Op::Move { n: 1, d: Reg(d), a: Reg(a) },
        5 => Op::Move { n: 2, d: Reg(dd), a: Reg(aa) },
        6 => Op::Zero { n: 1, d: Reg(d) },
        7 => Op::Add { d: Reg(d), a: Reg(a), b: Reg(b) },
        8 => Op::AddI { d: Reg(d), a: Reg(a), v },
        9 => Op::Sub { d: Reg(d), a: Reg(a), b: Reg(b) },
        10 => Op::Mul { d: Reg(d), a: Reg(a), b: Reg(b) },
        11 => Op::Div { d: Reg(d), a: Reg(a), b: Reg(b) },
        12 => Op::Min { d: Reg(d), a: Reg(a), b: Reg(b) },
        13 => Op::Not { d: Reg(d), a: Reg(a) },
        14 | 15 => Op::Eq { d: Reg(d), a: Reg(a), b: Reg(b) },
        16 => Op::Lt { d: Reg(d), a: Reg(a), b: Reg(b) },
        17 => Op::EqI { d: Reg(d), a: Reg(a), v },
        18 => Op::IsSome { d: Reg(d), a: Reg(a) },
        19 => Op::And { n: 2, d: Reg(dd), a: Reg(aa), b: Reg(bb) },
        20 => Op::Or { n: 1, d: Reg(d), a: Reg(a), b: Reg(b) },
        21 => Op::Minus { n: 2, d: Reg(dd), a: Reg(aa), b: Reg(bb) },
        22 => Op::AndPool { n: 2, d: Reg(dd), k: 0 },
        23 => Op::MinusState { n: 2, d: Reg(dd), addr: 89 },
        24 => Op::Count { n: 2, d: Reg(d), a: Reg(aa) },
        25 => Op::Any { n: 1, d: Reg(d), a: Reg(a) },
        26 => Op::Has { n: 2, d: Reg(d), a: Reg(aa), b: Reg(b) },
        27 => Op::Insert { n: 2, d: Reg(dd), a: Reg(a) },
        28 => Op::Remove { n: 1, d: Reg(d), a: Reg(a) },
        29 => Op::Single { n: 2, d: Reg(dd), a: Reg(a) },
        30 => Op::First { n: 2, d: Reg(d), a: Reg(aa) },
        31 | 32 => Op::Get { d: Reg(d), f: FieldId(0), i: Reg(a) },
        33 | 34 => Op::Put { f: FieldId(0), i: Reg(a), a: Reg(b) },
        35 => Op::GetSet { n: 2, d: Reg(dd), f: FieldId(1), i: Reg(a) },
        36 => Op::PutSet { n: 2, f: FieldId(1), i: Reg(a), a: Reg(aa) },
        37 => Op::IndexOf { n: 2, d: Reg(dd), f: FieldId(2), a: Reg(a) },
        38 => Op::Put { f: FieldId(2), i: Reg(a), a: Reg(b) },
        39 => Op::NextPlayer { d: Reg(d), a: Reg(a) },
        40 => Op::PlayerCount { d: Reg(d) },
        41 => Op::OptCount { d: Reg(d) },
        42 => Op::Move { n: 1, d: Reg(REGISTERS), a: Reg(a) },
        43 => Op::AddEach { n: 2, d: Reg(dd), a: Reg(aa), b: Reg(bb) },
        44 => Op::MaxEach { n: 2, d: Reg(dd), a: Reg(aa), b: Reg(bb) },
        45 => Op::EachLe { n: 2, d: Reg(d), a: Reg(aa), b: Reg(bb) },
        46 => Op::Total { n: 2, d: Reg(d), a: Reg(aa) },
        // Sets that are known to be empty, or whole.
        47 => Op::Zero { n: 2, d: Reg(dd) },
        48 => Op::AndPool { n: 2, d: Reg(dd), k: 2 },
        49 => Op::MinusPool { n: 2, d: Reg(dd), k: 2 },
        50 => Op::AndPool { n: 2, d: Reg(dd), k: 4 },
        51 => Op::Or { n: 2, d: Reg(dd), a: Reg(aa), b: Reg(bb) },
        52 => Op::Lane { n: 2, d: Reg(d), a: Reg(aa), i: Reg(b) },
        53 => Op::SetLane { n: 2, d: Reg(dd), i: Reg(a), a: Reg(b) },
        54 => Op::SubEach { n: 2, d: Reg(dd), a: Reg(aa), b: Reg(bb) },
        55 => Op::MinEach { n: 2, d: Reg(dd), a: Reg(aa), b: Reg(bb) },
        56 => Op::KeepLess { n: 2, d: Reg(dd), f: FieldId(2), a: Reg(a) },
        57 => Op::KeepNot { n: 1, d: Reg(d), f: FieldId(0), a: Reg(a) },
        58 => Op::KeepFrom { n: 2, d: Reg(dd), f: FieldId(2), a: Reg(a) },
        59 => Op::ValuesOf { n: 2, d: Reg(d), f: FieldId(2), a: Reg(aa) },
        60 => Op::ValuesOf { n: 1, d: Reg(d), f: FieldId(0), a: Reg(a) },
        61 => Op::KeepInPlay { n: 2, out: 1, d: Reg(dd) },
        62 => Op::KeepInPlay { n: 2, out: 0, d: Reg(dd) },
        _ => Op::Move { n: 1, d: Reg(d), a: Reg(REGISTERS) },
    })
}

/// A piece of random rules; jumps count from its first instruction.
fn piece(inner: BoxedStrategy<Vec<Op>>) -> BoxedStrategy<Vec<Op>> {
    prop_oneof![
        // if
        (reg(), inner.clone(), inner.clone()).prop_map(|(a, yes, no)| {
            let mut code = vec![Op::JumpUnless { a: Reg(a), to: CodeAddress(0) }];
            code.extend(&yes);
            code.push(Op::Jump { to: CodeAddress(0) });
            let other = code.len() as u32;
            code.extend(shifted(&no, other));
            let end = code.len() as u32;
            code[0] = Op::JumpUnless { a: Reg(a), to: CodeAddress(other) };
            let yes = shifted(&yes, 1);
            code[1..=yes.len()].copy_from_slice(&yes);
            code[yes.len() + 1] = Op::Jump { to: CodeAddress(end) };
            code
        }),
        // if one of two, or both
        (reg(), reg(), any::<bool>(), inner.clone(), inner.clone()).prop_map(|(a, b, either, yes, no)| {
            let other = yes.len() as u32 + 3;
            let end = other + no.len() as u32;
            let first = match either {
                true => Op::JumpIf { a: Reg(a), to: CodeAddress(2) },
                false => Op::JumpUnless { a: Reg(a), to: CodeAddress(other) },
            };
            let mut code = vec![first, Op::JumpUnless { a: Reg(b), to: CodeAddress(other) }];
            code.extend(shifted(&yes, 2));
            code.push(Op::Jump { to: CodeAddress(end) });
            code.extend(shifted(&no, other));
            code
        }),
        // for each
        (reg(), pair(), inner.clone()).prop_map(|(d, set, turn)| {
            let mut code = vec![Op::Next { n: 2, d: Reg(d), a: Reg(set), by: turn.len() as i16 + 1 }];
            code.extend(shifted(&turn, 1));
            code.push(Op::Jump { to: CodeAddress(0) });
            code
        }),
        // a choice, its list made in a loop
        (reg(), pair(), inner.clone()).prop_map(|(d, set, turn)| {
            let mut code = vec![
                Op::Int { d: Reg(REGISTERS), v: 0 },
                Op::OptBegin { choice: ChoiceId(0) },
                Op::OptArm { arm: ArmId(0) },
            ];
            code.push(Op::Next { n: 2, d: Reg(d), a: Reg(set), by: turn.len() as i16 + 2 });
            code.extend(shifted(&turn, 4));
            code.push(Op::OptAct { n: 2, action: ActionId(0), fixed: Reg(d), a: Reg(set) });
            code.push(Op::Jump { to: CodeAddress(3) });
            // An answer fills as many registers as it has parameters: only its number is always there.
            code.push(Op::Choose { d: Reg(CALL), by: Reg(REGISTERS) });
            code.push(Op::Move { n: 1, d: Reg(d), a: Reg(CALL) });
            code
        }),
        // a call
        (0u16..2, reg(), reg()).prop_map(|(f, a, d)| {
            let call = Op::Call { f: FunctionId(f + 1), at: Reg(CALL) };
            vec![
                Op::Move { n: 1, d: Reg(CALL + 1), a: Reg(a) },
                call,
                Op::Move { n: 1, d: Reg(d), a: Reg(CALL) },
            ]
        }),
        inner,
    ]
    .boxed()
}

/// Jumps of a piece that begins so much later.
fn shifted(code: &[Op], by: u32) -> Vec<Op> {
    code.iter()
        .map(|op| match *op {
            Op::Jump { to } => Op::Jump { to: to + by },
            Op::JumpUnless { a, to } => Op::JumpUnless { a, to: to + by },
            Op::JumpIf { a, to } => Op::JumpIf { a, to: to + by },
            other => other,
        })
        .collect()
}

fn pieces(depth: u32) -> BoxedStrategy<Vec<Op>> {
    let joined = |pieces: Vec<Vec<Op>>| {
        pieces.iter().fold(Vec::new(), |mut code: Vec<Op>, piece| {
            code.extend(shifted(piece, code.len() as u32));
            code
        })
    };
    let one = match depth {
        0 => prop::collection::vec(op(), 1..6).boxed(),
        _ => piece(pieces(depth - 1)),
    };
    prop::collection::vec(one, 1..4).prop_map(joined).boxed()
}

/// A game whose rules are these.
fn game(play: &[Op], calculations: [&[Op]; 2]) -> Ir {
    let mut game = asm::Game::new(3, 3);
    game.cards(&[("a", "A", 70)]);
    let suit = game.enumeration("suit", &["x", "y", "z"]);
    game.field("coins", Owner::Player, ValueType::Int, 1, Some((-9, 9)));
    game.field("seen", Owner::Player, ValueType::Set(Box::new(ValueType::Component)), 2, None);
    let suits = game.field("suit", Owner::Component, ValueType::Enum(EnumId(suit)), 1, None);
    game.index(suits, 3);
    let take = game.action("take", &[("a", ValueType::Int), ("b", ValueType::Component)], None);
    game.choice("", None, &["stop"], &[take]);
    game.pool(&[0b1011, 0b10, 0, 0, u64::MAX, u64::MAX]);
    game.lay(&[Op::Done]);
    for (i, code) in calculations.iter().enumerate() {
        // The one may call the other.
        let calls = |op: &Op| !matches!(op, Op::Call { f, .. } if i == 0 || *f == FunctionId(2));
        let code: Vec<Op> = code
            .iter()
            .map(|op| if calls(op) { *op } else { Op::AddI { d: Reg(CALL), a: Reg(1), v: 1 } })
            .collect();
        let end = [Op::Ret { n: 1, a: Reg(2) }];
        game.function(&format!("f{i}"), 1, 1, 32, &[code.as_slice(), &end].concat());
    }
    game.play(&[play, &[Op::Jump { to: CodeAddress(0) }]].concat());
    game.ir
}

/// The result overwrites the second word of the set before it is read, so that no copy of the set may be read
/// in its place.
#[test]
fn a_set_that_is_overwritten_while_it_is_read_is_not_read_elsewhere() {
    let play = [
        Op::Int { d: Reg(1), v: 0 },
        Op::Int { d: Reg(2), v: -1 },
        Op::Move { n: 2, d: Reg(7), a: Reg(1) },
        Op::Zero { n: 2, d: Reg(3) },
        Op::Minus { n: 2, d: Reg(8), a: Reg(7), b: Reg(3) },
        Op::Count { n: 2, d: Reg(5), a: Reg(8) },
        Op::Int { d: Reg(6), v: 0 },
        Op::Put { f: FieldId(0), i: Reg(6), a: Reg(5) },
        Op::Int { d: Reg(12), v: 0 },
        Op::OptBegin { choice: ChoiceId(0) },
        Op::OptArm { arm: ArmId(0) },
        Op::Choose { d: Reg(13), by: Reg(12) },
    ];
    let none = [Op::Int { d: Reg(2), v: 0 }];
    assert!(plays_the_same(&game(&play, [&none, &none]), 3, 0, 4, 20_000, false, false) > 0);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_rules_play_as_they_were_compiled(
        play in pieces(3),
        first in pieces(1),
        second in pieces(2),
        seed in any::<u64>(),
        asks in any::<bool>(),
    ) {
        let ir = game(&play, [&first, &second]);
        if Table::unoptimised(&ir).is_ok() {
            plays_the_same(&ir, 3, seed, 12, 20_000, asks, false);
        }
    }
}
