//! Each group of instructions does what its description says.

use super::asm::Game;
use cardwright::ir::ZoneViewers;
use cardwright::ir::layout::Owner;
use cardwright::ir::{
    AmountDomain, AttributeId, CodeAddress, ComponentId, DeclaredName, EnumId, FieldId, FunctionId, Ir,
    KindId, NONE, Op, PlayerId, Reg, SlotId, ValueType, ZonePlaceId,
};
use cardwright::table::{FaultKind, LayFault, State, Table};

/// A game with two zones, 70 cards, some fields; then anything that the test adds.
fn base() -> (Game, Fields) {
    let mut game = Game::new(1, 4);
    let names: Vec<String> = (0..70).map(|i| format!("c{i}")).collect();
    let cards: Vec<(&str, &str, u32)> = names.iter().map(|n| (n.as_str(), n.as_str(), 1)).collect();
    game.cards(&cards);
    let coins = game.field("coins", Owner::Player, ValueType::Int, 1, Some((0, 9)));
    let suit = game.enumeration("suit", &["land", "flood", "flame"]);
    let suit = game.field("suit", Owner::Component, ValueType::Enum(EnumId(suit)), 1, None);
    game.index(suit, 3);
    let active = game.field("active", Owner::Player, ValueType::Set(Box::new(ValueType::Component)), 2, None);
    let deck = game.zone("deck", false, true, ZoneViewers::None, None);
    let heap = game.zone("heap", false, false, ZoneViewers::All, None);
    let hand = game.zone("hand", true, false, ZoneViewers::Owner, None);
    game.pool(&[0b1010, 0b1]);
    game.lay(&[Op::Done]);
    (game, Fields { coins, suit, active, deck, heap, hand })
}

struct Fields {
    coins: u16,
    suit: u16,
    active: u16,
    deck: u16,
    heap: u16,
    hand: u16,
}

/// Runs code as a function with `args` in registers 1.., at a table of three, and gives registers 10..10 +
/// results.
fn run_in(
    mut game: Game,
    args: &[u64],
    code: &[Op],
    results: u16,
) -> Result<(Vec<u64>, Ir, State), FaultKind> {
    let mut code = code.to_vec();
    code.push(Op::Ret { n: results as u8, a: Reg(10) });
    let function = game.function("test", args.len() as u16, results, 40, &code);
    let ir = game.ir;
    let table = Table::new(&ir).expect("the code is well formed");
    let mut machine = table.machine();
    let mut state = machine.lay(3, &[], 1).expect("it can be laid");
    let result =
        machine.evaluate(&mut state, FunctionId(function), args).map(<[u64]>::to_vec).map_err(|f| f.kind)?;
    Ok((result, ir, state))
}

fn run(args: &[i64], code: &[Op]) -> Result<i64, FaultKind> {
    let args: Vec<u64> = args.iter().map(|a| *a as u64).collect();
    run_in(base().0, &args, code, 1).map(|(r, ..)| r[0] as i64)
}

fn words(args: &[u64], code: &[Op], results: u16) -> Vec<u64> {
    run_in(base().0, args, code, results).expect("it runs").0
}

#[test]
fn ints() {
    let op = |op: Op, args: &[i64]| run(args, &[op]);
    assert_eq!(op(Op::Add { d: Reg(10), a: Reg(1), b: Reg(2) }, &[3, 4]), Ok(7));
    assert_eq!(op(Op::Add { d: Reg(10), a: Reg(1), b: Reg(2) }, &[i64::MAX, 1]), Err(FaultKind::Overflow));
    assert_eq!(op(Op::AddI { d: Reg(10), a: Reg(1), v: -5 }, &[3]), Ok(-2));
    assert_eq!(op(Op::Sub { d: Reg(10), a: Reg(1), b: Reg(2) }, &[3, 4]), Ok(-1));
    assert_eq!(op(Op::Sub { d: Reg(10), a: Reg(1), b: Reg(2) }, &[i64::MIN, 1]), Err(FaultKind::Overflow));
    assert_eq!(op(Op::Mul { d: Reg(10), a: Reg(1), b: Reg(2) }, &[-3, 4]), Ok(-12));
    assert_eq!(op(Op::Mul { d: Reg(10), a: Reg(1), b: Reg(2) }, &[i64::MAX, 2]), Err(FaultKind::Overflow));
    assert_eq!(op(Op::MulI { d: Reg(10), a: Reg(1), v: -4 }, &[3]), Ok(-12));
    assert_eq!(op(Op::Neg { d: Reg(10), a: Reg(1) }, &[3]), Ok(-3));
    assert_eq!(op(Op::Neg { d: Reg(10), a: Reg(1) }, &[i64::MIN]), Err(FaultKind::Overflow));
    assert_eq!(op(Op::Abs { d: Reg(10), a: Reg(1) }, &[-3]), Ok(3));
    assert_eq!(op(Op::Min { d: Reg(10), a: Reg(1), b: Reg(2) }, &[-3, 4]), Ok(-3));
    assert_eq!(op(Op::Max { d: Reg(10), a: Reg(1), b: Reg(2) }, &[-3, 4]), Ok(4));
    assert_eq!(op(Op::Lt { d: Reg(10), a: Reg(1), b: Reg(2) }, &[-3, 4]), Ok(1));
    assert_eq!(op(Op::Le { d: Reg(10), a: Reg(1), b: Reg(2) }, &[5, 4]), Ok(0));
    assert_eq!(op(Op::Eq { d: Reg(10), a: Reg(1), b: Reg(2) }, &[5, 5]), Ok(1));
    assert_eq!(op(Op::Ne { d: Reg(10), a: Reg(1), b: Reg(2) }, &[5, 5]), Ok(0));
    assert_eq!(op(Op::EqI { d: Reg(10), a: Reg(1), v: -5 }, &[-5]), Ok(1));
    assert_eq!(op(Op::Not { d: Reg(10), a: Reg(1) }, &[1]), Ok(0));
    assert_eq!(op(Op::IsSome { d: Reg(10), a: Reg(1) }, &[NONE as i64]), Ok(0));
    assert_eq!(op(Op::IsSome { d: Reg(10), a: Reg(1) }, &[0]), Ok(1));
    assert_eq!(op(Op::Int { d: Reg(10), v: -7 }, &[]), Ok(-7));
    assert_eq!(op(Op::Word { d: Reg(10), k: 0 }, &[]), Ok(0b1010));
}

#[test]
fn division_rounds_towards_minus_infinity() {
    for (a, b, quotient, rest) in
        [(7, 2, 3, 1), (-7, 2, -4, 1), (7, -2, -4, -1), (-7, -2, 3, -1), (6, -2, -3, 0)]
    {
        assert_eq!(run(&[a, b], &[Op::Div { d: Reg(10), a: Reg(1), b: Reg(2) }]), Ok(quotient), "{a} / {b}");
        assert_eq!(run(&[a, b], &[Op::Rem { d: Reg(10), a: Reg(1), b: Reg(2) }]), Ok(rest), "{a} % {b}");
    }
    assert_eq!(run(&[1, 0], &[Op::Div { d: Reg(10), a: Reg(1), b: Reg(2) }]), Err(FaultKind::DivisionByZero));
    assert_eq!(run(&[1, 0], &[Op::Rem { d: Reg(10), a: Reg(1), b: Reg(2) }]), Err(FaultKind::DivisionByZero));
    assert_eq!(
        run(&[i64::MIN, -1], &[Op::Div { d: Reg(10), a: Reg(1), b: Reg(2) }]),
        Err(FaultKind::Overflow)
    );
    assert_eq!(run(&[i64::MIN, -1], &[Op::Rem { d: Reg(10), a: Reg(1), b: Reg(2) }]), Ok(0));
}

#[test]
fn jumps() {
    let taken = |jump: Op, arg: i64| {
        run(&[arg], &[Op::Int { d: Reg(10), v: 0 }, jump, Op::Int { d: Reg(10), v: 1 }]) == Ok(0)
    };
    assert!(taken(Op::Jump { to: CodeAddress(3) }, 0));
    assert!(taken(Op::JumpIf { a: Reg(1), to: CodeAddress(3) }, 1));
    assert!(!taken(Op::JumpIf { a: Reg(1), to: CodeAddress(3) }, 0));
    assert!(taken(Op::JumpUnless { a: Reg(1), to: CodeAddress(3) }, 0));
    assert!(!taken(Op::JumpUnless { a: Reg(1), to: CodeAddress(3) }, 1));
    assert!(taken(Op::JumpNone { a: Reg(1), to: CodeAddress(3) }, NONE as i64));
    assert!(!taken(Op::JumpNone { a: Reg(1), to: CodeAddress(3) }, 0));
    assert!(taken(Op::JumpEmpty { n: 1, a: Reg(1), to: CodeAddress(3) }, 0));
    assert!(!taken(Op::JumpEmpty { n: 1, a: Reg(1), to: CodeAddress(3) }, 2));
    let switch = |case: i64| {
        run(
            &[case],
            &[
                Op::Switch { n: 2, a: Reg(1) },
                Op::Jump { to: CodeAddress(3) },
                Op::Jump { to: CodeAddress(5) },
                Op::Int { d: Reg(10), v: 100 },
                Op::Jump { to: CodeAddress(6) },
                Op::Int { d: Reg(10), v: 200 },
            ],
        )
    };
    assert_eq!((switch(0), switch(1)), (Ok(100), Ok(200)));
    assert_eq!(switch(2), Err(FaultKind::NoSuchThing(2)));
}

#[test]
fn sets_of_several_words() {
    let (a, b) = ([0b0110, 0b01], [0b0011, 0b11]);
    let args = [a[0], a[1], b[0], b[1]];
    let op = |op: Op| words(&args, &[op], 2);
    assert_eq!(op(Op::And { n: 2, d: Reg(10), a: Reg(1), b: Reg(3) }), [0b0010, 0b01]);
    assert_eq!(op(Op::Or { n: 2, d: Reg(10), a: Reg(1), b: Reg(3) }), [0b0111, 0b11]);
    assert_eq!(op(Op::Minus { n: 2, d: Reg(10), a: Reg(1), b: Reg(3) }), [0b0100, 0b00]);
    assert_eq!(op(Op::Move { n: 2, d: Reg(10), a: Reg(2) }), [a[1], b[0]]);
    assert_eq!(op(Op::Words { n: 2, d: Reg(10), k: 0 }), [0b1010, 0b1]);
    let onto = |op: Op| words(&args, &[Op::Move { n: 2, d: Reg(10), a: Reg(1) }, op], 2);
    assert_eq!(onto(Op::AndPool { n: 2, d: Reg(10), k: 0 }), [0b0010, 0b01]);
    assert_eq!(onto(Op::MinusPool { n: 2, d: Reg(10), k: 0 }), [0b0100, 0b00]);
    assert_eq!(onto(Op::Zero { n: 2, d: Reg(10) }), [0, 0]);
    assert_eq!(onto(Op::Insert { n: 2, d: Reg(10), a: Reg(5) }), [0b0111, 0b01], "register 5 is 0");
    assert_eq!(onto(Op::Remove { n: 2, d: Reg(10), a: Reg(6) }), [0b0110, 0b01]);
    let one = |op: Op| words(&args, &[op], 1)[0];
    assert_eq!(one(Op::Count { n: 2, d: Reg(10), a: Reg(1) }), 3);
    assert_eq!(one(Op::Any { n: 2, d: Reg(10), a: Reg(1) }), 1);
    assert_eq!(one(Op::SetEq { n: 2, d: Reg(10), a: Reg(1), b: Reg(3) }), 0);
    assert_eq!(one(Op::SetEq { n: 2, d: Reg(10), a: Reg(1), b: Reg(1) }), 1);
    assert_eq!(one(Op::First { n: 2, d: Reg(10), a: Reg(1) }), 1);
    assert_eq!(one(Op::Only { n: 2, d: Reg(10), a: Reg(1) }), NONE);
    assert_eq!(words(&[0, 4], &[Op::Only { n: 2, d: Reg(10), a: Reg(1) }], 1), [66]);
    assert_eq!(words(&[0, 0], &[Op::First { n: 2, d: Reg(10), a: Reg(1) }], 1), [NONE]);
}

#[test]
fn elements_that_a_set_cannot_hold() {
    assert_eq!(words(&[6, 0, 64], &[Op::Has { n: 2, d: Reg(10), a: Reg(1), b: Reg(3) }], 1), [0]);
    assert_eq!(words(&[6, 1, 64], &[Op::Has { n: 2, d: Reg(10), a: Reg(1), b: Reg(3) }], 1), [1]);
    assert_eq!(words(&[6, 1, NONE], &[Op::Has { n: 2, d: Reg(10), a: Reg(1), b: Reg(3) }], 1), [0]);
    assert_eq!(
        words(
            &[6, 1, NONE],
            &[Op::Move { n: 2, d: Reg(10), a: Reg(1) }, Op::Remove { n: 2, d: Reg(10), a: Reg(3) }],
            2
        ),
        [6, 1]
    );
    assert_eq!(words(&[65], &[Op::Single { n: 2, d: Reg(10), a: Reg(1) }], 2), [0, 2]);
    assert_eq!(run(&[64], &[Op::Single { n: 1, d: Reg(10), a: Reg(1) }]), Err(FaultKind::NotInSet(64)));
    assert_eq!(run(&[-1], &[Op::Insert { n: 2, d: Reg(10), a: Reg(1) }]), Err(FaultKind::NotInSet(-1)));
    assert_eq!(run(&[1, 3], &[Op::Range { d: Reg(10), a: Reg(1), b: Reg(2) }]), Ok(0b1110));
    assert_eq!(run(&[0, 63], &[Op::Range { d: Reg(10), a: Reg(1), b: Reg(2) }]), Ok(-1));
    assert_eq!(run(&[3, 1], &[Op::Range { d: Reg(10), a: Reg(1), b: Reg(2) }]), Ok(0));
    assert_eq!(run(&[70, 3], &[Op::Range { d: Reg(10), a: Reg(1), b: Reg(2) }]), Ok(0));
    assert_eq!(
        run(&[-1, 3], &[Op::Range { d: Reg(10), a: Reg(1), b: Reg(2) }]),
        Err(FaultKind::NotInSet(-1))
    );
    assert_eq!(
        run(&[0, 64], &[Op::Range { d: Reg(10), a: Reg(1), b: Reg(2) }]),
        Err(FaultKind::NotInSet(64))
    );
}

#[test]
fn next_goes_through_a_set_from_below() {
    // 10 = 10 * 10 + element, over {1, 3, 64}
    let code = [
        Op::Next { n: 2, d: Reg(4), a: Reg(1), by: 3 },
        Op::MulI { d: Reg(10), a: Reg(10), v: 100 },
        Op::Add { d: Reg(10), a: Reg(10), b: Reg(4) },
        Op::Jump { to: CodeAddress(0) },
    ];
    assert_eq!(words(&[0b1010, 1], &code, 1), [10364]);
    let code = [
        Op::Next { n: 1, d: Reg(4), a: Reg(1), by: 3 },
        Op::MulI { d: Reg(10), a: Reg(10), v: 100 },
        Op::Add { d: Reg(10), a: Reg(10), b: Reg(4) },
        Op::Jump { to: CodeAddress(0) },
    ];
    assert_eq!(words(&[0b101010], &code, 1), [10305]);
}

#[test]
fn next_goes_through_an_ordered_zone_from_the_top() {
    let (game, f) = base();
    let deck = i32::from(f.deck);
    let put = |c: i32| [Op::Int { d: Reg(20), v: c }, Op::MoveTo { bottom: 0, c: Reg(20), z: Reg(5) }];
    let mut code = vec![Op::Int { d: Reg(5), v: deck }];
    for c in [7, 66, 3, 9] {
        code.extend(put(c));
    }
    code.push(Op::ZoneSet { n: 2, d: Reg(6), z: Reg(5) });
    // 3 leaves before it is its turn; 8 was never there.
    code.extend([Op::Int { d: Reg(20), v: 8 }, Op::Insert { n: 2, d: Reg(6), a: Reg(20) }]);
    code.extend([Op::Int { d: Reg(20), v: 3 }, Op::Box { c: Reg(20) }]);
    let start = code.len() as u32;
    code.extend([
        Op::NextInZone { n: 2, d: Reg(4), a: Reg(6), by: 3 },
        Op::MulI { d: Reg(10), a: Reg(10), v: 100 },
        Op::Add { d: Reg(10), a: Reg(10), b: Reg(4) },
        Op::Jump { to: CodeAddress(start) },
    ]);
    assert_eq!(run_in(game, &[], &code, 1).expect("it runs").0, [96607]);
}

#[test]
fn fields_and_their_indices() {
    let (game, f) = base();
    let code = [
        Op::Int { d: Reg(1), v: 65 },
        Op::Int { d: Reg(2), v: 2 },
        Op::Put { f: FieldId(f.suit), i: Reg(1), a: Reg(2) },
        Op::Get { d: Reg(10), f: FieldId(f.suit), i: Reg(1) },
        Op::IndexOf { n: 2, d: Reg(11), f: FieldId(f.suit), a: Reg(2) },
        Op::Int { d: Reg(3), v: 0 },
        Op::IndexOf { n: 2, d: Reg(13), f: FieldId(f.suit), a: Reg(3) },
        Op::Int { d: Reg(3), v: 3 },
        Op::IndexOf { n: 2, d: Reg(15), f: FieldId(f.suit), a: Reg(3) },
    ];
    let (result, ir, state) = run_in(game, &[], &code, 7).expect("it runs");
    assert_eq!(result, [2, 0, 2, u64::MAX, 0b111101, 0, 0]);
    let table = Table::new(&ir).expect("it is well formed");
    assert_eq!(table.field(&state, FieldId(f.suit), 65), Some(&[2][..]));

    let (game, f) = base();
    let code = [
        Op::Int { d: Reg(1), v: 1 },
        Op::PutSet { n: 2, f: FieldId(f.active), i: Reg(1), a: Reg(2) },
        Op::GetSet { n: 2, d: Reg(10), f: FieldId(f.active), i: Reg(1) },
    ];
    assert_eq!(run_in(game, &[9, 5, 6], &code, 2).expect("it runs").0, [5, 6]);

    let (game, f) = base();
    let addr = game.ir.layout.fields[FieldId(f.coins)].base;
    let code =
        [Op::Put { f: FieldId(f.coins), i: Reg(1), a: Reg(2) }, Op::Load { d: Reg(10), addr: addr + 2 }];
    assert_eq!(run_in(game, &[2, 9], &code, 1).expect("it runs").0, [9]);
}

#[test]
fn amounts_are_words_of_their_own() {
    assert_eq!(words(&[7, 8, 9, 2], &[Op::Lane { n: 3, d: Reg(10), a: Reg(1), i: Reg(4) }], 1), [9]);
    let missed = run(&[7, 8, 9, 3], &[Op::Lane { n: 3, d: Reg(10), a: Reg(1), i: Reg(4) }]);
    assert_eq!(missed, Err(FaultKind::NoSuchLane));
    let code =
        [Op::Move { n: 3, d: Reg(10), a: Reg(1) }, Op::SetLane { n: 3, d: Reg(10), i: Reg(4), a: Reg(5) }];
    assert_eq!(words(&[7, 8, 9, 1, 5], &code, 3), [7, 5, 9]);
    assert_eq!(run(&[7, 8, 9, -1, 5], &code), Err(FaultKind::NoSuchLane));

    let stock = |values: [i64; 2]| {
        let (mut game, _) = base();
        let ty = ValueType::Amount(vec![AmountDomain::Range(1, 2)]);
        let stock = game.field("stock", Owner::Player, ty, 2, Some((0, 9)));
        let code = [
            Op::PutEach { n: 2, f: FieldId(stock), i: Reg(1), a: Reg(2) },
            Op::GetSet { n: 2, d: Reg(10), f: FieldId(stock), i: Reg(1) },
        ];
        run_in(game, &[1, values[0] as u64, values[1] as u64], &code, 2)
            .map(|(words, ..)| words)
            .map_err(|fault| (stock, fault))
    };
    assert_eq!(stock([3, 9]), Ok(vec![3, 9]));
    let (field, fault) = stock([3, 10]).expect_err("it leaves the range");
    assert_eq!(fault, FaultKind::OutOfRange { field: FieldId(field), owner: 1, lane: 1, value: 10 });
    assert!(matches!(stock([-1, 10]), Err((_, FaultKind::OutOfRange { lane: 0, value: -1, .. }))));
}

#[test]
fn numbers_of_a_set_are_stored_in_a_range() {
    let put = |ty: ValueType, value: u64| {
        let (mut game, _) = base();
        let least = i64::from(matches!(ty, ValueType::Set(_)));
        let marks = game.field("marks", Owner::Player, ty, 1, Some((least, 4)));
        let code = [
            Op::PutRanged { f: FieldId(marks), i: Reg(1), a: Reg(2) },
            Op::Get { d: Reg(10), f: FieldId(marks), i: Reg(1) },
        ];
        run_in(game, &[1, value], &code, 1).map(|(words, ..)| words[0])
    };
    let set = || ValueType::Set(Box::new(ValueType::Int));
    assert_eq!(put(set(), 0b1_1110), Ok(0b1_1110));
    assert_eq!(put(set(), 0), Ok(0));
    let outside = |fault| match fault {
        Err(FaultKind::OutOfRange { owner: 1, lane: 0, value, .. }) => value,
        other => panic!("{other:?}"),
    };
    assert_eq!(outside(put(set(), 0b1)), 0);
    assert_eq!(outside(put(set(), 0b110_0010)), 5);
    let optional = || ValueType::Optional(Box::new(ValueType::Int));
    assert_eq!(put(optional(), NONE), Ok(NONE));
    assert_eq!(put(optional(), 4), Ok(4));
    assert_eq!(outside(put(optional(), 5)), 5);
}

#[test]
fn numbers_of_an_amount_are_asked_together() {
    let covers = |a: [i64; 2], b: [i64; 2]| {
        run(&[a[0], a[1], b[0], b[1]], &[Op::EachLe { n: 2, d: Reg(10), a: Reg(1), b: Reg(3) }])
            .expect("it runs")
    };
    assert_eq!([covers([1, -2], [1, -1]), covers([2, -2], [1, -1]), covers([1, 0], [1, -1])], [1, 0, 0]);
    assert_eq!(run(&[3, -5, 4], &[Op::Total { n: 3, d: Reg(10), a: Reg(1) }]), Ok(2));
    assert_eq!(run(&[i64::MAX, 1], &[Op::Total { n: 2, d: Reg(10), a: Reg(1) }]), Err(FaultKind::Overflow));
}

#[test]
fn laying_a_table_leaves_every_value_in_its_range() {
    let (mut game, _) = base();
    let rank = game.field("rank", Owner::Player, ValueType::Int, 1, Some((1, 9)));
    let table = Table::new(&game.ir).expect("the code is well formed");
    let laid = table.machine().lay(2, &[], 1).map(|_| ()).expect_err("nothing has set the rank of a player");
    assert!(
        matches!(laid, LayFault::Fault(fault) if fault.kind == FaultKind::Damaged("a value outside its range"))
    );
    let each = |player: i32| {
        [
            Op::Int { d: Reg(1), v: player },
            Op::Int { d: Reg(2), v: 1 },
            Op::Put { f: FieldId(rank), i: Reg(1), a: Reg(2) },
        ]
    };
    game.lay(&[&each(0)[..], &each(1)[..], &[Op::Done]].concat());
    let table = Table::new(&game.ir).expect("the code is well formed");
    let state = table.machine().lay(2, &[], 1).expect("each has a rank");
    assert!(table.load(&table.save(&state)).is_ok());
}

#[test]
fn amounts_are_combined_lane_by_lane() {
    type Each = fn(u16, u16, u16) -> Op;
    let all: [(Each, [i64; 3]); 4] = [
        (|d, a, b| Op::AddEach { n: 3, d: Reg(d), a: Reg(a), b: Reg(b) }, [4, -3, 9]),
        (|d, a, b| Op::SubEach { n: 3, d: Reg(d), a: Reg(a), b: Reg(b) }, [-2, -7, 1]),
        (|d, a, b| Op::MinEach { n: 3, d: Reg(d), a: Reg(a), b: Reg(b) }, [1, -5, 4]),
        (|d, a, b| Op::MaxEach { n: 3, d: Reg(d), a: Reg(a), b: Reg(b) }, [3, 2, 5]),
    ];
    for (each, expected) in all {
        // Wherever the result lies: apart from its operands, on one, or across their lanes.
        for d in [10, 1, 4, 2, 3, 5, 0] {
            let mut code = vec![Op::Move { n: 6, d: Reg(12), a: Reg(1) }, each(11 + d, 12, 15)];
            code.push(Op::Move { n: 3, d: Reg(10), a: Reg(11 + d) });
            let given = [1, -5, 5, 3, 2, 4].map(|v: i64| v as u64);
            let found = words(&given, &code, 3).into_iter().map(|w| w as i64).collect::<Vec<_>>();
            assert_eq!(found, expected, "{:?}", code[1]);
        }
    }
    assert_eq!(
        run(&[i64::MAX, 1], &[Op::AddEach { n: 1, d: Reg(10), a: Reg(1), b: Reg(2) }]),
        Err(FaultKind::Overflow)
    );
    assert_eq!(
        run(&[i64::MIN, 1], &[Op::SubEach { n: 1, d: Reg(10), a: Reg(1), b: Reg(2) }]),
        Err(FaultKind::Overflow)
    );
}

#[test]
fn owners_are_kept_by_their_numbers() {
    type Keep = fn(u16) -> Op;
    let kept = |op: Keep| {
        let (game, f) = base();
        let mut code = Vec::new();
        for (owner, coins) in [(0, 3), (1, 5), (2, 7)] {
            code.extend([Op::Int { d: Reg(4), v: owner }, Op::Int { d: Reg(5), v: coins }]);
            code.push(Op::Put { f: FieldId(f.coins), i: Reg(4), a: Reg(5) });
        }
        code.extend([Op::Int { d: Reg(10), v: 0b111 }, Op::Int { d: Reg(4), v: 5 }, op(f.coins)]);
        run_in(game, &[], &code, 1).expect("it runs").0[0]
    };
    assert_eq!(kept(|f| Op::KeepLess { n: 1, d: Reg(10), f: FieldId(f), a: Reg(4) }), 0b001);
    assert_eq!(kept(|f| Op::KeepUpTo { n: 1, d: Reg(10), f: FieldId(f), a: Reg(4) }), 0b011);
    assert_eq!(kept(|f| Op::KeepMore { n: 1, d: Reg(10), f: FieldId(f), a: Reg(4) }), 0b100);
    assert_eq!(kept(|f| Op::KeepFrom { n: 1, d: Reg(10), f: FieldId(f), a: Reg(4) }), 0b110);
    assert_eq!(kept(|f| Op::KeepIs { n: 1, d: Reg(10), f: FieldId(f), a: Reg(4) }), 0b010);
    assert_eq!(kept(|f| Op::KeepNot { n: 1, d: Reg(10), f: FieldId(f), a: Reg(4) }), 0b101);
    assert_eq!(
        kept(|f| Op::ValuesOf { n: 1, d: Reg(10), f: FieldId(f), a: Reg(10) }),
        1 << 3 | 1 << 5 | 1 << 7
    );
    // There is no owner 5.
    for op in [
        |f| Op::KeepLess { n: 1, d: Reg(10), f: FieldId(f), a: Reg(4) },
        |f| Op::ValuesOf { n: 1, d: Reg(10), f: FieldId(f), a: Reg(10) },
    ] as [Keep; 2]
    {
        let (game, f) = base();
        let fault =
            run_in(game, &[], &[Op::Int { d: Reg(10), v: 1 << 5 }, op(f.coins)], 1).map(|(words, ..)| words);
        assert_eq!(fault, Err(FaultKind::NoSuchThing(5)));
    }
}

#[test]
fn components_are_kept_in_play_or_out_of_it() {
    let (game, f) = base();
    let code = [
        Op::Int { d: Reg(4), v: i32::from(f.heap) },
        Op::Int { d: Reg(5), v: 66 },
        Op::MoveTo { bottom: 0, c: Reg(5), z: Reg(4) },
        Op::Word { d: Reg(10), k: 0 },
        Op::Int { d: Reg(11), v: 0b111 },
        Op::Move { n: 2, d: Reg(12), a: Reg(10) },
        Op::KeepInPlay { n: 2, out: 0, d: Reg(10) },
        Op::KeepInPlay { n: 2, out: 1, d: Reg(12) },
    ];
    assert_eq!(run_in(game, &[], &code, 4).expect("it runs").0, [0, 0b100, 0b1010, 0b011]);
}

#[test]
fn stored_ints_keep_their_range() {
    for (value, owner) in [(10, 2), (-1, 0)] {
        let (game, f) = base();
        let code = [Op::Put { f: FieldId(f.coins), i: Reg(1), a: Reg(2) }];
        let fault = run_in(game, &[owner, value as u64], &code, 1).map(|_| ());
        assert_eq!(
            fault,
            Err(FaultKind::OutOfRange { field: FieldId(f.coins), owner: owner as u32, lane: 0, value })
        );
    }
    let (game, f) = base();
    let fault = run_in(game, &[9], &[Op::Get { d: Reg(10), f: FieldId(f.coins), i: Reg(1) }], 1).map(|_| ());
    assert_eq!(fault, Err(FaultKind::NoSuchThing(9)));
}

#[test]
fn zones_keep_set_order_and_place_together() {
    let (game, f) = base();
    let (deck, heap, hand) = (u64::from(f.deck), u64::from(f.heap), u64::from(f.hand));
    let mut code = vec![];
    for (c, bottom) in [(5, 0), (66, 0), (7, 1), (8, 0)] {
        code.extend([Op::Int { d: Reg(6), v: c }, Op::MoveTo { bottom, c: Reg(6), z: Reg(1) }]);
    }
    // The deck is 8 66 5 7 from the top; then 66 goes to the heap and 5 on top of the deck.
    code.extend([Op::Int { d: Reg(6), v: 66 }, Op::MoveTo { bottom: 0, c: Reg(6), z: Reg(2) }]);
    code.extend([Op::Int { d: Reg(6), v: 5 }, Op::MoveTo { bottom: 0, c: Reg(6), z: Reg(1) }]);
    code.extend([
        Op::Top { d: Reg(10), z: Reg(1) },
        Op::Bottom { d: Reg(11), z: Reg(1) },
        Op::Top { d: Reg(12), z: Reg(3) },
        Op::ZoneSet { n: 2, d: Reg(13), z: Reg(1) },
        Op::Int { d: Reg(6), v: 66 },
        Op::Place { d: Reg(15), c: Reg(6) },
        Op::Holder { d: Reg(16), c: Reg(6) },
        Op::Int { d: Reg(6), v: 1 },
        Op::Place { d: Reg(17), c: Reg(6) },
        // To player 2's hand.
        Op::ZoneOf { d: Reg(7), zone: ZonePlaceId(f.hand), p: Reg(6) },
        Op::MoveTo { bottom: 0, c: Reg(6), z: Reg(7) },
        Op::Holder { d: Reg(18), c: Reg(6) },
        Op::PlayerZone { n: 2, d: Reg(19), zone: ZonePlaceId(f.hand), p: Reg(6) },
        Op::ZoneOwner { d: Reg(21), z: Reg(7) },
    ]);
    let (result, ir, state) = run_in(game, &[deck, heap, hand], &code, 12).expect("it runs");
    assert_eq!(result, [5, 7, NONE, 1 << 5 | 1 << 7 | 1 << 8, 0, heap, NONE, NONE, 1, 2, 0, 1]);
    let table = Table::new(&ir).expect("it is well formed");
    assert_eq!(table.contents(&state, ZonePlaceId(f.deck)), [ComponentId(5), ComponentId(8), ComponentId(7)]);
    assert_eq!(table.contents(&state, ZonePlaceId(f.heap)), [ComponentId(66)]);
    assert_eq!(table.zone_of(&state, ComponentId(66)), Some(ZonePlaceId(f.heap)));
    assert_eq!(table.holder(&state, ComponentId(1)), Some(PlayerId(1)));
    table.load(&table.save(&state)).expect("set, order and place agree");
}

#[test]
fn dealing_moving_all_and_swapping() {
    let (game, f) = base();
    let mut code = vec![Op::MoveAll { n: 2, bottom: 0, a: Reg(4), z: Reg(1) }];
    // The deck is 64 3 2 1; three are dealt to the heap.
    code.extend([
        Op::Move { n: 1, d: Reg(20), a: Reg(1) },
        Op::Move { n: 1, d: Reg(21), a: Reg(2) },
        Op::Int { d: Reg(22), v: 3 },
        Op::Deal { at: Reg(20) },
        // To itself: the top goes to the top.
        Op::Move { n: 1, d: Reg(21), a: Reg(1) },
        Op::Int { d: Reg(22), v: i32::MAX },
        Op::Deal { at: Reg(20) },
        Op::Int { d: Reg(23), v: 1 },
        Op::Int { d: Reg(24), v: 64 },
        Op::Swap { a: Reg(23), b: Reg(24) },
    ]);
    let (_, ir, state) =
        run_in(game, &[f.deck.into(), f.heap.into(), 0, 0b1110, 1], &code, 1).expect("it runs");
    let table = Table::new(&ir).expect("it is well formed");
    assert_eq!(table.contents(&state, ZonePlaceId(f.deck)), [ComponentId(64)]);
    assert_eq!(table.contents(&state, ZonePlaceId(f.heap)), [ComponentId(1), ComponentId(2), ComponentId(3)]);
    table.load(&table.save(&state)).expect("set, order and place agree");
}

#[test]
fn swapping_with_a_component_out_of_play() {
    let (game, f) = base();
    let code = [
        Op::MoveAll { n: 2, bottom: 0, a: Reg(2), z: Reg(1) },
        Op::Int { d: Reg(5), v: 2 },
        Op::Int { d: Reg(6), v: 60 },
        Op::Swap { a: Reg(5), b: Reg(6) },
    ];
    let (_, ir, state) = run_in(game, &[f.deck.into(), 0b1110, 0], &code, 1).expect("it runs");
    let table = Table::new(&ir).expect("it is well formed");
    assert_eq!(
        table.contents(&state, ZonePlaceId(f.deck)),
        [ComponentId(3), ComponentId(60), ComponentId(1)]
    );
    assert_eq!(table.zone_of(&state, ComponentId(2)), None);
    table.load(&table.save(&state)).expect("set, order and place agree");
}

#[test]
fn a_zone_holds_only_its_kind() {
    let mut game = Game::new(1, 1);
    game.cards(&[("a", "A", 2), ("b", "B", 2)]);
    game.ir.kinds.push(cardwright::ir::KindInfo {
        id: "unit".into(),
        plural: "units".into(),
        base: Some(KindId(0)),
        first: ComponentId(2),
        count: 2,
    });
    let units = game.zone("units", false, true, ZoneViewers::All, Some(1));
    game.lay(&[Op::Done]);
    let ir = game.ir;
    let table = Table::new(&ir).expect("it is well formed");
    let mut state = table.machine().lay(1, &[], 1).expect("it can be laid");
    assert_eq!(
        table.place_component(&mut state, ComponentId(1), ZonePlaceId(units), false),
        Err(FaultKind::WrongKind { component: ComponentId(1), zone: ZonePlaceId(units) })
    );
    assert_eq!(table.arrange(&mut state, ZonePlaceId(units), &[ComponentId(2), ComponentId(3)]), Ok(()));
    assert_eq!(table.contents(&state, ZonePlaceId(units)), [ComponentId(2), ComponentId(3)]);
}

#[test]
fn players_and_seats() {
    assert_eq!(run(&[], &[Op::Players { d: Reg(10) }]), Ok(0b111));
    assert_eq!(run(&[], &[Op::PlayerCount { d: Reg(10) }]), Ok(3));
    assert_eq!(run(&[1], &[Op::NextPlayer { d: Reg(10), a: Reg(1) }]), Ok(2));
    assert_eq!(run(&[2], &[Op::NextPlayer { d: Reg(10), a: Reg(1) }]), Ok(0));
    assert_eq!(run(&[3], &[Op::NextPlayer { d: Reg(10), a: Reg(1) }]), Err(FaultKind::NoSuchThing(3)));
    let seats_on =
        |player: i64, by: i64| run(&[player, by], &[Op::SeatsOn { d: Reg(10), a: Reg(1), b: Reg(2) }]);
    for (by, seat) in [(0, 1), (1, 2), (2, 0), (3, 1), (-1, 0), (-2, 2), (i64::MAX, 2), (i64::MIN, 2)] {
        assert_eq!(seats_on(1, by), Ok(seat), "{by}");
    }
    assert_eq!(seats_on(3, 0), Err(FaultKind::NoSuchThing(3)));
    assert_eq!(run(&[3], &[Op::Seat { d: Reg(10), a: Reg(1) }]), Ok(2));
    assert_eq!(run(&[0], &[Op::Seat { d: Reg(10), a: Reg(1) }]), Err(FaultKind::NoSuchSeat(0)));
    assert_eq!(run(&[4], &[Op::Seat { d: Reg(10), a: Reg(1) }]), Err(FaultKind::NoSuchSeat(4)));
}

#[test]
fn printed_attributes() {
    let (mut game, _) = base();
    let column: Vec<u64> = (0..70).flat_map(|i| [i, i + 1]).collect();
    let base = game.pool(&column);
    let attribute = |id: &str, words| cardwright::ir::AttributeInfo {
        id: String::from(id).into(),
        ty: ValueType::Int,
        base,
        words,
        kind: KindId(0),
        owner: Owner::Component,
    };
    game.ir.attributes.push(attribute("one", 1));
    game.ir.attributes.push(attribute("two", 2));
    let code = [
        Op::Attr { d: Reg(10), f: AttributeId(0), i: Reg(1) },
        Op::AttrSet { n: 2, d: Reg(11), f: AttributeId(1), i: Reg(1) },
    ];
    assert_eq!(run_in(game, &[4], &code, 3).expect("it runs").0, [2, 4, 5]);
    let row = |component: u64, row: u64| {
        let (mut game, _) = super::instructions::base();
        let column: Vec<u64> = (0..280).collect();
        let base = game.pool(&column);
        game.ir.attributes.push(cardwright::ir::AttributeInfo { base, ..attribute("four", 4) });
        let code = [Op::AttrRow { n: 2, d: Reg(10), f: AttributeId(0), at: Reg(1) }];
        run_in(game, &[component, row], &code, 2).map(|(words, ..)| words)
    };
    assert_eq!((row(3, 0), row(3, 1)), (Ok(vec![12, 13]), Ok(vec![14, 15])));
    assert_eq!((row(3, 2), row(70, 0)), (Err(FaultKind::NoSuchLane), Err(FaultKind::NoSuchThing(70))));
    let (mut game, _) = super::instructions::base();
    game.ir.attributes.push(cardwright::ir::AttributeInfo {
        id: String::from("one").into(),
        ty: ValueType::Int,
        base: 0,
        words: 1,
        kind: KindId(0),
        owner: Owner::Component,
    });
    game.pool(&[0; 70]);
    let fault = run_in(game, &[70], &[Op::Attr { d: Reg(10), f: AttributeId(0), i: Reg(1) }], 1).map(|_| ());
    assert_eq!(fault, Err(FaultKind::NoSuchThing(70)));
}

#[test]
fn calls_slots_and_recursion() {
    let (mut game, _) = base();
    // factorial(n)
    let me = game.ir.functions.len() as u16;
    game.function(
        "factorial",
        1,
        1,
        8,
        &[
            Op::Int { d: Reg(2), v: 1 },
            Op::Le { d: Reg(3), a: Reg(1), b: Reg(2) },
            Op::JumpIf { a: Reg(3), to: CodeAddress(7) },
            Op::AddI { d: Reg(5), a: Reg(1), v: -1 },
            Op::Call { f: FunctionId(me), at: Reg(4) },
            Op::Mul { d: Reg(2), a: Reg(1), b: Reg(4) },
            Op::Jump { to: CodeAddress(7) },
            Op::Ret { n: 1, a: Reg(2) },
        ],
    );
    let mut rules = vec![cardwright::ir::SlotInfo::EMPTY; 70];
    rules[5] = FunctionId(me);
    game.ir.slots.push(cardwright::ir::SlotInfo {
        id: DeclaredName::of_game("worth"),
        result_words: 1,
        rules,
    });
    let code = [
        Op::Move { n: 1, d: Reg(31), a: Reg(1) },
        Op::Call { f: FunctionId(me), at: Reg(30) },
        Op::Move { n: 1, d: Reg(10), a: Reg(30) },
        Op::Int { d: Reg(2), v: 5 },
        Op::Int { d: Reg(31), v: 3 },
        Op::CallSlot { s: SlotId(0), c: Reg(2), at: Reg(30) },
        Op::Move { n: 1, d: Reg(11), a: Reg(30) },
        Op::Int { d: Reg(2), v: 6 },
        Op::CallSlot { s: SlotId(0), c: Reg(2), at: Reg(30) },
        Op::Move { n: 1, d: Reg(12), a: Reg(30) },
    ];
    assert_eq!(run_in(game, &[10], &code, 3).expect("it runs").0, [3_628_800, 6, 0]);
}

#[test]
fn the_nth_element_is_found_without_a_list() {
    use cardwright::table::sets;
    for set in
        [&[0u64][..], &[1], &[0b1011_0000], &[u64::MAX], &[1 << 63], &[0xf0f0_f0f0_f0f0_f0f0, 0, 7 << 61, 1]]
    {
        let all: Vec<u64> = sets::elements(set).collect();
        for rank in 0..70 {
            assert_eq!(sets::nth(set, rank), all.get(rank).copied(), "{set:x?} at {rank}");
        }
        assert_eq!((sets::first(set), sets::last(set)), (all.first().copied(), all.last().copied()));
    }
}
