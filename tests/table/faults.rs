//! Faults: detection, names, places, and messages.

use super::asm::Game;
use cardwright::diagnostics::codes;
use cardwright::ir::code::FailureCode;
use cardwright::ir::layout::Owner;
use cardwright::ir::{
    ActionId, ArmId, AttributeId, ChoiceId, CodeAddress, ComponentId, FieldId, FunctionId, Ir, KindId, LogId,
    Op, Reg, SlotId, ValueType, ZonePlaceId,
};
use cardwright::model::{StartPoint, ZoneViewers};
use cardwright::table::{Fault, FaultKind, Status, Stop, Table};

/// The fault that play ends in.
fn fault(ir: &Ir, fuel: u64) -> Fault {
    let table = Table::new(ir).expect("it is well formed");
    let mut machine = table.machine();
    machine.set_fuel(fuel);
    let mut state = machine.lay(2, &[], 1).expect("it can be laid");
    machine.start(&mut state, StartPoint::Play);
    let Stop::Fault(fault) = machine.advance(&mut state) else { panic!("it fails") };
    assert_eq!(state.status(), Status::Faulted);
    assert!(matches!(machine.advance(&mut state), Stop::Fault(_)));
    *fault
}

fn plays(code: &[Op]) -> Ir {
    let mut game = Game::new(2, 2);
    game.cards(&[("dragon", "Dragon", 1), ("rock", "Rock", 1)]);
    game.field("coins", Owner::Player, ValueType::Int, 1, Some((0, 9)));
    game.ir.kinds.push(cardwright::ir::KindInfo {
        id: "unit".into(),
        plural: "units".into(),
        base: Some(KindId(0)),
        first: ComponentId(1),
        count: 1,
    });
    game.zone("field", false, false, ZoneViewers::All, Some(1));
    game.choice("card", Some(ValueType::Component), &[], &[]);
    let pass = game.action("pass", &[], None);
    game.choice("", None, &[], &[pass]);
    game.lay(&[Op::Done]);
    game.play(code);
    game.ir
}

#[test]
fn each_fault_is_told_in_words() {
    let choose = |choice| {
        vec![
            Op::Int { d: Reg(1), v: 1 },
            Op::OptBegin { choice },
            Op::Choose { d: Reg(2), by: Reg(1) },
            Op::Done,
        ]
    };
    let after = |ops: &[Op]| ops.iter().copied().chain([Op::Done]).collect::<Vec<_>>();
    let cases: Vec<Vec<Op>> = vec![
        after(&[
            Op::Int { d: Reg(1), v: 1 },
            Op::Int { d: Reg(2), v: 10 },
            Op::Put { f: FieldId(0), i: Reg(1), a: Reg(2) },
        ]),
        choose(ChoiceId(0)),
        choose(ChoiceId(1)),
        after(&[Op::Div { d: Reg(1), a: Reg(2), b: Reg(3) }]),
        after(&[
            Op::Int { d: Reg(1), v: i32::MAX },
            Op::Mul { d: Reg(1), a: Reg(1), b: Reg(1) },
            Op::Mul { d: Reg(1), a: Reg(1), b: Reg(1) },
        ]),
        vec![Op::Fail { why: FailureCode::NobodyHolds }],
        vec![Op::Fail { why: FailureCode::NoReturn }],
        vec![Op::Fail { why: FailureCode::NothingToChoose }],
        vec![Op::Fail { why: FailureCode::NoLegalAction }],
        after(&[Op::MoveTo { bottom: 0, c: Reg(1), z: Reg(2) }]),
        after(&[Op::Int { d: Reg(1), v: 3 }, Op::Seat { d: Reg(2), a: Reg(1) }]),
        after(&[Op::Roll { d: Reg(1), a: Reg(2) }]),
        after(&[Op::Int { d: Reg(1), v: 64 }, Op::Single { n: 1, d: Reg(2), a: Reg(1) }]),
        after(&[Op::Top { d: Reg(1), z: Reg(2) }, Op::Holder { d: Reg(3), c: Reg(1) }]),
        vec![Op::Jump { to: CodeAddress(0) }],
    ];
    let mut told = Vec::new();
    for code in cases {
        let ir = plays(&code);
        let fault = fault(&ir, 10_000);
        let table = Table::new(&ir).expect("it is well formed");
        let diagnostic = fault.to_diagnostic(&table);
        assert!(codes::fault::ALL.iter().any(|e| e.code == diagnostic.code));
        assert_eq!(diagnostic.labels.len(), 1);
        assert_eq!((diagnostic.labels[0].span.start, diagnostic.labels[0].span.end), (0, 4));
        told.push(format!(
            "{} {}\n  at: {}\n  because: {}\n  help: {}",
            diagnostic.code,
            diagnostic.message,
            diagnostic.labels[0].text,
            diagnostic.cause.unwrap_or_default(),
            diagnostic.help.unwrap_or_default()
        ));
    }
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn a_fault_names_the_calls_that_led_to_it() {
    let mut game = Game::new(2, 2);
    game.lay(&[Op::Done]);
    let inner = game.function(
        "verb burn",
        0,
        0,
        4,
        &[Op::Zero { n: 1, d: Reg(1) }, Op::Div { d: Reg(1), a: Reg(1), b: Reg(1) }, Op::Done],
    );
    let outer =
        game.function("dragon.clear", 0, 0, 8, &[Op::Call { f: FunctionId(inner), at: Reg(3) }, Op::Done]);
    game.play(&[Op::Zero { n: 1, d: Reg(1) }, Op::Call { f: FunctionId(outer), at: Reg(5) }, Op::Done]);
    let fault = fault(&game.ir, 1000);
    let called: Vec<&str> =
        fault.trace.iter().map(|f| game.ir.functions[FunctionId(f.function.0)].name.as_str()).collect();
    assert_eq!(called, ["verb burn", "dragon.clear", "flow play"]);
    assert!(matches!(game.ir.code[fault.pc.index()], Op::Div { .. }));
    let table = Table::new(&game.ir).expect("it is well formed");
    assert_eq!(
        fault.trace_text(&table),
        "in verb burn (game.toml:1)\nin dragon.clear (game.toml:1)\nin flow play (game.toml:1)"
    );
}

#[test]
fn rules_without_an_end_are_stopped() {
    // A loop, a loop over a set that is filled again, and a call of itself.
    let mut game = Game::new(2, 2);
    game.lay(&[Op::Done]);
    let me = game.ir.functions.len() as u16;
    game.function("deep", 0, 0, 4, &[Op::Call { f: FunctionId(me), at: Reg(2) }, Op::Done]);
    game.play(&[Op::Call { f: FunctionId(me), at: Reg(5) }, Op::Done]);
    assert_eq!(fault(&game.ir, 1 << 40).kind, FaultKind::TooDeep);
    assert_eq!(fault(&game.ir, 1 << 40).trace.len(), Fault::TRACE);
    let table = Table::new(&game.ir).expect("it is well formed");
    let trace = fault(&game.ir, 1 << 40).trace_text(&table);
    assert_eq!(trace, "in deep (game.toml:1)\n… the same, 31 more times at least");
    assert_eq!(fault(&game.ir, 100).kind, FaultKind::FuelSpent);
    let ir = plays(&[
        Op::Int { d: Reg(1), v: 7 },
        Op::Next { n: 1, d: Reg(2), a: Reg(1), by: -1 },
        Op::Jump { to: CodeAddress(0) },
    ]);
    assert_eq!(fault(&ir, 1000).kind, FaultKind::FuelSpent);
    let ir = plays(&[Op::Next { n: 1, d: Reg(2), a: Reg(1), by: -1 }, Op::Jump { to: CodeAddress(0) }]);
    assert_eq!(fault(&ir, 1000).kind, FaultKind::FuelSpent);
    // The same work under the same fuel ends at the same place.
    assert_eq!(fault(&ir, 1000), fault(&ir, 1000));
}

#[test]
fn code_that_does_not_hold_together_is_refused() {
    let refuse = |code: &[Op]| {
        let ir = plays(code);
        let error = Table::new(&ir).map(|_| ()).expect_err(&format!("{code:?}"));
        assert!(!error.to_string().is_empty());
    };
    let done = Op::Done;
    for op in [
        Op::Add { d: Reg(32), a: Reg(1), b: Reg(1) },
        Op::Add { d: Reg(1), a: Reg(1), b: Reg(32) },
        Op::Int { d: Reg(0), v: 1 },
        Op::Move { n: 3, d: Reg(1), a: Reg(30) },
        Op::Move { n: 0, d: Reg(1), a: Reg(2) },
        Op::Word { d: Reg(1), k: 0 },
        Op::Jump { to: CodeAddress(2) },
        Op::JumpIf { a: Reg(1), to: CodeAddress(100) },
        Op::Next { n: 1, d: Reg(1), a: Reg(2), by: 1 },
        Op::Next { n: 1, d: Reg(1), a: Reg(2), by: -3 },
        Op::Switch { n: 1, a: Reg(1) },
        Op::Load { d: Reg(1), addr: 10_000 },
        Op::Get { d: Reg(1), f: FieldId(1), i: Reg(1) },
        Op::IndexOf { n: 1, d: Reg(1), f: FieldId(0), a: Reg(1) },
        Op::Attr { d: Reg(1), f: AttributeId(0), i: Reg(1) },
        Op::ZoneSet { n: 2, d: Reg(1), z: Reg(1) },
        Op::PlayerZone { n: 1, d: Reg(1), zone: ZonePlaceId(0), p: Reg(1) },
        Op::NextInZone { n: 1, d: Reg(2), a: Reg(1), by: 0 },
        Op::Deal { at: Reg(30) },
        Op::Call { f: FunctionId(9), at: Reg(1) },
        Op::Call { f: FunctionId(0), at: Reg(0) },
        Op::CallSlot { s: SlotId(0), c: Reg(1), at: Reg(1) },
        Op::Ret { n: 2, a: Reg(31) },
        Op::OptBegin { choice: ChoiceId(2) },
        Op::OptArm { arm: ArmId(0) },
        Op::OptAct0 { action: ActionId(0) },
        Op::Choose { d: Reg(1), by: Reg(1) },
        Op::Log { log: LogId(0), at: Reg(1) },
    ] {
        refuse(&[op, done]);
    }
    refuse(&[Op::Zero { n: 1, d: Reg(1) }]);
    refuse(&[Op::OptBegin { choice: ChoiceId(0) }, Op::Choose { d: Reg(31), by: Reg(1) }, done]);
    refuse(&[Op::OptBegin { choice: ChoiceId(0) }, Op::OptAct0 { action: ActionId(0) }, done]);
}
