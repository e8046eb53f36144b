//! Random code: verified code neither panics nor hangs; and bytes with a right hash but wrong contents are
//! refused or harmless.

use super::asm::Game;
use cardwright::ir::bytes::{from_bytes, to_bytes};
use cardwright::ir::code::FailureCode;
use cardwright::ir::layout::Owner;
use cardwright::ir::{
    ActionId, ArmId, AttributeId, ChoiceId, CodeAddress, ComponentId, DeclaredName, EnumId, FieldId,
    FunctionId, Ir, KindId, LogId, Op, PlayerId, Reg, SlotId, SlotInfo, ValueType, ZoneId, ZonePlaceId,
};
use cardwright::model::{StartPoint, ZoneViewers};
use cardwright::table::{ChanceOutcome, Listen, Stop, Table};
use proptest::prelude::*;

const FRAME: u16 = 16;

/// A game with something of everything, without code.
fn furniture() -> Game {
    let mut game = Game::new(1, 3);
    game.option("limit", (0, 5), 2);
    game.cards(&[("a", "A", 40), ("b", "B", 30)]);
    let suit = game.enumeration("suit", &["x", "y", "z"]);
    game.field("coins", Owner::Player, ValueType::Int, 1, Some((-3, 9)));
    let suits = game.field("suit", Owner::Component, ValueType::Enum(EnumId(suit)), 1, None);
    game.index(suits, 3);
    game.field("seen", Owner::Player, ValueType::Set(Box::new(ValueType::Component)), 2, None);
    game.ir.kinds.push(cardwright::ir::KindInfo {
        id: "unit".into(),
        plural: "units".into(),
        base: Some(KindId(0)),
        first: ComponentId(40),
        count: 30,
    });
    game.zone("deck", false, true, ZoneViewers::None, None);
    game.zone("hand", true, false, ZoneViewers::Owner, None);
    game.zone("units", false, true, ZoneViewers::All, Some(1));
    let pass = game.action("pass", &[], None);
    let take = game.action("take", &[("a", ValueType::Int), ("b", ValueType::Component)], None);
    game.choice("", None, &["stop"], &[pass, take]);
    game.choice("card", Some(ValueType::Component), &["none"], &[]);
    game.log("{{ a }} and {{ b }}", &[("a", ValueType::Int), ("b", ValueType::Component)]);
    let column: Vec<u64> = (0..140).collect();
    let base = game.pool(&column);
    for (id, words) in [("one", 1), ("two", 2)] {
        game.ir.attributes.push(cardwright::ir::AttributeInfo {
            id: String::from(id).into(),
            ty: ValueType::Int,
            base,
            words,
            kind: KindId(0),
            owner: Owner::Component,
        });
    }
    game
}

/// A game that lays a deck, deals, and then chooses a card of a hand again and again, some frames deep.
pub fn busy_game() -> Ir {
    let mut game = furniture();
    let all = game.pool(&[u64::MAX, 0b11_1111]);
    let (deck, hand) = (0, 1);
    game.lay(&[
        Op::Words { n: 2, d: Reg(1), k: all },
        Op::Int { d: Reg(3), v: deck },
        Op::MoveAll { n: 2, bottom: 0, a: Reg(1), z: Reg(3) },
        Op::Done,
    ]);
    let turn = game.function(
        "verb turn",
        1,
        1,
        FRAME,
        &[
            Op::PlayerZone { n: 2, d: Reg(2), zone: ZonePlaceId(hand as u16), p: Reg(1) },
            Op::OptBegin { choice: ChoiceId(1) },
            Op::OptSet { n: 2, a: Reg(2) },
            Op::OptArm { arm: ArmId(0) },
            Op::Choose { d: Reg(4), by: Reg(1) },
            Op::Ret { n: 1, a: Reg(5) },
        ],
    );
    game.play(&[
        Op::Int { d: Reg(1), v: 0 },
        Op::Int { d: Reg(2), v: deck },
        Op::Shuffle { z: Reg(2) },
        Op::ZoneOf { d: Reg(3), zone: ZonePlaceId(hand as u16), p: Reg(1) },
        Op::Int { d: Reg(4), v: 5 },
        Op::Deal { at: Reg(2) },
        Op::Move { n: 1, d: Reg(11), a: Reg(1) },
        Op::Call { f: FunctionId(turn), at: Reg(10) },
        Op::Int { d: Reg(5), v: 2 },
        Op::Put { f: FieldId(1), i: Reg(10), a: Reg(5) },
        Op::NextPlayer { d: Reg(1), a: Reg(1) },
        Op::Jump { to: CodeAddress(6) },
    ]);
    game.ir
}

fn reg() -> impl Strategy<Value = u16> {
    0..FRAME
}

/// Any instruction; most pass verification, since operands are drawn from small ranges.
fn op() -> impl Strategy<Value = Op> {
    let small = 0u16..4;
    let operands = (0u8..150, reg(), reg(), reg(), 1u8..3, 0u32..24, -6i16..6, small, any::<bool>());
    operands.prop_map(|(which, d, a, b, n, to, by, f, flag)| match which % 78 {
        0 => Op::Int { d: Reg(d), v: i32::from(by) },
        1 => Op::Word { d: Reg(d), k: to },
        2 => Op::Words { n, d: Reg(d), k: to },
        3 => Op::Move { n, d: Reg(d), a: Reg(a) },
        4 => Op::Zero { n, d: Reg(d) },
        5 => Op::Add { d: Reg(d), a: Reg(a), b: Reg(b) },
        6 => Op::AddI { d: Reg(d), a: Reg(a), v: by },
        7 => Op::Sub { d: Reg(d), a: Reg(a), b: Reg(b) },
        8 => Op::Mul { d: Reg(d), a: Reg(a), b: Reg(b) },
        9 => Op::MulI { d: Reg(d), a: Reg(a), v: by },
        10 => Op::Div { d: Reg(d), a: Reg(a), b: Reg(b) },
        11 => Op::Rem { d: Reg(d), a: Reg(a), b: Reg(b) },
        12 => Op::Neg { d: Reg(d), a: Reg(a) },
        13 => Op::Abs { d: Reg(d), a: Reg(a) },
        14 => Op::Min { d: Reg(d), a: Reg(a), b: Reg(b) },
        15 => Op::Max { d: Reg(d), a: Reg(a), b: Reg(b) },
        16 => Op::Not { d: Reg(d), a: Reg(a) },
        17 => Op::Eq { d: Reg(d), a: Reg(a), b: Reg(b) },
        18 => Op::Ne { d: Reg(d), a: Reg(a), b: Reg(b) },
        19 => Op::Lt { d: Reg(d), a: Reg(a), b: Reg(b) },
        20 => Op::Le { d: Reg(d), a: Reg(a), b: Reg(b) },
        21 => Op::EqI { d: Reg(d), a: Reg(a), v: by },
        22 => Op::IsSome { d: Reg(d), a: Reg(a) },
        23 => Op::Jump { to: CodeAddress(to) },
        24 => Op::JumpIf { a: Reg(a), to: CodeAddress(to) },
        25 => Op::JumpUnless { a: Reg(a), to: CodeAddress(to) },
        26 => Op::JumpNone { a: Reg(a), to: CodeAddress(to) },
        27 => Op::JumpEmpty { n, a: Reg(a), to: CodeAddress(to) },
        28 => Op::Switch { n, a: Reg(a) },
        29 => Op::And { n, d: Reg(d), a: Reg(a), b: Reg(b) },
        30 => Op::Or { n, d: Reg(d), a: Reg(a), b: Reg(b) },
        31 => Op::Minus { n, d: Reg(d), a: Reg(a), b: Reg(b) },
        32 => Op::AndPool { n, d: Reg(d), k: to },
        33 => Op::MinusPool { n, d: Reg(d), k: to },
        34 => Op::AndState { n, d: Reg(d), addr: to * 9 },
        35 => Op::MinusState { n, d: Reg(d), addr: to * 9 },
        36 => Op::OrState { n, d: Reg(d), addr: to * 9 },
        37 => Op::Count { n, d: Reg(d), a: Reg(a) },
        38 => Op::Any { n, d: Reg(d), a: Reg(a) },
        39 => Op::SetEq { n, d: Reg(d), a: Reg(a), b: Reg(b) },
        40 => Op::Has { n, d: Reg(d), a: Reg(a), b: Reg(b) },
        41 => Op::Insert { n, d: Reg(d), a: Reg(a) },
        42 => Op::Remove { n, d: Reg(d), a: Reg(a) },
        43 => Op::Single { n, d: Reg(d), a: Reg(a) },
        44 => Op::First { n, d: Reg(d), a: Reg(a) },
        45 => Op::Only { n, d: Reg(d), a: Reg(a) },
        46 => Op::Next { n, d: Reg(d), a: Reg(a), by },
        47 => Op::NextInZone { n: 2, d: Reg(d), a: Reg(a), by },
        48 => Op::Range { d: Reg(d), a: Reg(a), b: Reg(b) },
        49 => Op::Load { d: Reg(d), addr: to * 9 },
        50 => Op::LoadSet { n, d: Reg(d), addr: to * 9 },
        51 => Op::Get { d: Reg(d), f: FieldId(f % 2), i: Reg(a) },
        52 => Op::GetSet { n: 2, d: Reg(d), f: FieldId(2), i: Reg(a) },
        53 => Op::Put { f: FieldId(f % 2), i: Reg(a), a: Reg(b) },
        54 => Op::PutSet { n: 2, f: FieldId(2), i: Reg(a), a: Reg(b) },
        55 => Op::IndexOf { n: 2, d: Reg(d), f: FieldId(1), a: Reg(a) },
        56 => Op::Attr { d: Reg(d), f: AttributeId(0), i: Reg(a) },
        57 => Op::AttrSet { n: 2, d: Reg(d), f: AttributeId(1), i: Reg(a) },
        58 => Op::ZoneOf { d: Reg(d), zone: ZonePlaceId(1), p: Reg(a) },
        59 => Op::ZoneSet { n: 2, d: Reg(d), z: Reg(a) },
        60 => Op::PlayerZone { n: 2, d: Reg(d), zone: ZonePlaceId(1), p: Reg(a) },
        61 => Op::MoveTo { bottom: u8::from(flag), c: Reg(a), z: Reg(b) },
        62 => Op::MoveAll { n: 2, bottom: u8::from(flag), a: Reg(a), z: Reg(b) },
        63 => {
            if flag {
                Op::Box { c: Reg(a) }
            } else {
                Op::Place { d: Reg(d), c: Reg(a) }
            }
        }
        64 => {
            if flag {
                Op::Holder { d: Reg(d), c: Reg(a) }
            } else {
                Op::ZoneOwner { d: Reg(d), z: Reg(a) }
            }
        }
        65 => {
            if flag {
                Op::Top { d: Reg(d), z: Reg(a) }
            } else {
                Op::Bottom { d: Reg(d), z: Reg(a) }
            }
        }
        66 => {
            if flag {
                Op::Deal { at: Reg(a) }
            } else {
                Op::Swap { a: Reg(a), b: Reg(b) }
            }
        }
        67 => {
            if flag {
                Op::Players { d: Reg(d) }
            } else {
                Op::PlayerCount { d: Reg(d) }
            }
        }
        68 => {
            if flag {
                Op::NextPlayer { d: Reg(d), a: Reg(a) }
            } else if b % 2 == 0 {
                Op::SeatsOn { d: Reg(d), a: Reg(a), b: Reg(b) }
            } else {
                Op::Seat { d: Reg(d), a: Reg(a) }
            }
        }
        69 => {
            if flag {
                Op::Call { f: FunctionId(f), at: Reg(a) }
            } else {
                Op::CallSlot { s: SlotId(0), c: Reg(a), at: Reg(b) }
            }
        }
        70 => {
            if flag {
                Op::Ret { n: n - 1, a: Reg(a) }
            } else {
                Op::Done
            }
        }
        71 => match f {
            0 => Op::OptBegin { choice: ChoiceId(u16::from(flag)) },
            1 => Op::OptSet { n, a: Reg(a) },
            2 => Op::OptArm { arm: ArmId(0) },
            _ => Op::OptAct { n, action: ActionId(1), fixed: Reg(b), a: Reg(a) },
        },
        72 => match f {
            0 => Op::OptAct0 { action: ActionId(0) },
            1 => Op::OptCount { d: Reg(d) },
            _ => Op::Choose { d: Reg(d), by: Reg(a) },
        },
        73 => match f {
            0 => Op::Roll { d: Reg(d), a: Reg(a) },
            1 => Op::Random { n, d: Reg(d), a: Reg(a) },
            2 => Op::Shuffle { z: Reg(a) },
            _ => Op::Log { log: LogId(0), at: Reg(a) },
        },
        74 => match f {
            0 => Op::KeepLess { n, d: Reg(d), f: FieldId(0), a: Reg(a) },
            1 => Op::KeepFrom { n, d: Reg(d), f: FieldId(1), a: Reg(a) },
            2 => Op::KeepIs { n, d: Reg(d), f: FieldId(1), a: Reg(a) },
            _ => Op::ValuesOf { n, d: Reg(d), f: FieldId(u16::from(flag)), a: Reg(a) },
        },
        75 => match f {
            0 => Op::EachLe { n, d: Reg(d), a: Reg(a), b: Reg(b) },
            1 => Op::Total { n, d: Reg(d), a: Reg(a) },
            2 => Op::KeepInPlay { n: 2, out: u8::from(flag), d: Reg(d) },
            _ => Op::InPlaces { n: 2, d: Reg(d), zone: ZoneId(u16::from(flag)), at: Reg(a) },
        },
        76 => match f {
            0 => Op::CellsOf { n, d: Reg(d), a: Reg(a) },
            1 if flag => Op::AddEach { n, d: Reg(d), a: Reg(a), b: Reg(b) },
            1 => Op::KeepOn { n, d: Reg(d), a: Reg(a) },
            2 if flag => Op::MaxEach { n, d: Reg(d), a: Reg(a), b: Reg(b) },
            _ => Op::OnCells { n: 2, d: Reg(d), zone: ZoneId(u16::from(flag)), a: Reg(a) },
        },
        _ => match f {
            0 => Op::Tally { c: Reg(a), a: Reg(b) },
            1 => {
                if flag {
                    Op::Win { a: Reg(a), named: 0 }
                } else {
                    Op::Lose { a: Reg(a), named: 0 }
                }
            }
            2 => Op::End { draw: u8::from(flag), named: 0 },
            _ => {
                if flag {
                    Op::TallyNone { c: Reg(a) }
                } else {
                    Op::Fail { why: FailureCode::NobodyHolds }
                }
            }
        },
    })
}

/// A list of options with its choice, so that choices are reached often.
fn choice() -> impl Strategy<Value = Vec<Op>> {
    (reg(), reg(), reg(), 0u16..2).prop_map(|(a, d, by, choice)| {
        vec![
            Op::OptBegin { choice: ChoiceId(choice) },
            if choice == 1 { Op::OptSet { n: 2, a: Reg(a) } } else { Op::OptAct0 { action: ActionId(0) } },
            Op::OptArm { arm: ArmId(0) },
            Op::Choose { d: Reg(d), by: Reg(by) },
        ]
    })
}

fn code() -> impl Strategy<Value = Vec<Op>> {
    let piece = prop_oneof![8 => op().prop_map(|op| vec![op]), 1 => choice()];
    prop::collection::vec(piece, 1..40).prop_map(|pieces| pieces.concat())
}

/// Lets each instruction that does not pass be replaced, so that whole functions do.
fn passing(functions: &[Vec<Op>]) -> Option<Ir> {
    let mut game = furniture();
    game.lay(&[Op::Done]);
    for (i, code) in functions.iter().enumerate() {
        let mut code = code.clone();
        // The target of a jump.
        let last = code.len() as u32;
        for op in &mut code {
            match op {
                Op::Jump { to }
                | Op::JumpIf { to, .. }
                | Op::JumpUnless { to, .. }
                | Op::JumpNone { to, .. }
                | Op::JumpEmpty { to, .. } => to.0 %= last,
                _ => {}
            }
        }
        code.push(Op::Ret { n: 1, a: Reg(1) });
        let id = game.function(&format!("f{i}"), 1 - u16::from(i == 0), 1, FRAME, &code);
        game.ir.functions[FunctionId(id)].suspends = i % 2 == 0;
        if i == 0 {
            game.ir.play = Some(FunctionId(id));
        }
    }
    let rules = (0..70).map(|i| if i % 3 == 0 { SlotInfo::EMPTY } else { FunctionId(2) }).collect();
    game.ir.slots.push(SlotInfo { id: DeclaredName::of_game("slot"), result_words: 1, rules });
    let mut ir = game.ir;
    for _ in 0..200 {
        match Table::new(&ir) {
            Ok(_) => return Some(ir),
            Err(error) => match error.at {
                Some(at) => ir.code[at.index()] = Op::AddI { d: Reg(1), a: Reg(2), v: 1 },
                None => return None,
            },
        }
    }
    None
}

/// Plays with every kind of answer until it ends, fails or has been long enough.
fn play(ir: &Ir, seed: u64, asks: bool) {
    let table = Table::new(ir).expect("it has been verified");
    let mut machine = table.machine();
    machine.set_fuel(2_000);
    machine.ask_chance(asks);
    machine.listen(Listen::Everything);
    let mut state = machine.lay(3, &[], seed).expect("nothing is laid");
    for (component, zone) in [(0, 0), (1, 0), (2, 0), (3, 1), (4, 2), (45, 4), (46, 4), (60, 4)] {
        table
            .place_component(&mut state, ComponentId(component), ZonePlaceId(zone), false)
            .expect("it may be there");
    }
    machine.start(&mut state, StartPoint::Play);
    for ply in 0..12u64 {
        match machine.advance(&mut state) {
            Stop::Choice => {
                let (index, len) = {
                    let options = machine.options(&mut state).expect("it waits");
                    assert_eq!(options.iter().count(), options.len());
                    ((seed.wrapping_add(ply) % options.len() as u64) as usize, options.len())
                };
                assert!(len > 0);
                let mut loaded =
                    table.load(&table.save(&state)).expect("a state that was reached can be loaded");
                let mut other = table.machine();
                other.set_fuel(2_000);
                if other.choose(&mut loaded, index).is_ok() {
                    assert_eq!(loaded.plies(), state.plies() + 1);
                }
                if machine.choose(&mut state, index).is_err() {
                    return;
                }
            }
            Stop::Chance(_) => machine.give(&mut state, ChanceOutcome::Draw).expect("it can be drawn"),
            Stop::Fault(fault) => {
                fault.to_diagnostic(&table);
                return;
            }
            Stop::Over => {
                machine.outcome(&state).expect("there is no scoring");
                table.view(&state, Some(PlayerId(0)));
                return;
            }
            Stop::Idle | Stop::Returned => return,
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_code_neither_panics_nor_hangs(
        functions in prop::collection::vec(code(), 3..=4),
        seed in any::<u64>(),
        asks in any::<bool>(),
    ) {
        if let Some(ir) = passing(&functions) {
            play(&ir, seed, asks);
            play(&ir, seed, asks);
        }
    }

    #[test]
    fn random_bytes_of_a_game_are_refused_or_harmless(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        seed in any::<u64>(),
    ) {
        let mut bytes = to_bytes(&busy_game());
        for (at, value) in changes {
            let at = 16 + at.index(bytes.len() - 16);
            bytes[at] = value;
        }
        // With the right hash, so that only decoding and verification stand in the way.
        let hash = cardwright::hash::content_hash(&bytes[16..]);
        bytes[8..16].copy_from_slice(&hash.to_le_bytes());
        if let Ok(ir) = from_bytes(&bytes) {
            let table = Table::new(&ir).expect("from_bytes has verified it");
            let mut machine = table.machine();
            machine.set_fuel(2_000);
            let players = ir.game.players.0.max(1);
            if let Ok(mut state) = machine.lay(players, &[], seed) {
                machine.start(&mut state, StartPoint::Play);
                for _ in 0..6 {
                    if machine.advance(&mut state) != Stop::Choice || machine.choose(&mut state, 0).is_err() {
                        break;
                    }
                }
                table.view(&state, None);
            }
        }
    }
}
