//! Stops and continuations: choices, copies, calls, chance, endings.

use super::asm::{Game, tic_tac_toe};
use cardwright::ir::layout::Owner;
use cardwright::ir::{
    ArmId, ChoiceId, CodeAddress, ComponentId, EnumId, FieldId, FunctionId, Ir, LogId, Op, OptionId, PlaceId,
    PlayerId, Reg, ValueType, ZonePlaceId,
};
use cardwright::model::{StartPoint, ZoneViewers};
use cardwright::table::{
    ChanceOutcome, ChanceRequest, Ending, Event, FaultKind, LayFault, Listen, Machine, PickKind, Rejection,
    State, Status, Stop, Table,
};

/// Plays on, always with the option that `pick` says, and gives the options counted at each choice.
fn play_on(machine: &mut Machine, state: &mut State, mut pick: impl FnMut(usize) -> usize) -> Vec<usize> {
    let mut counts = Vec::new();
    while machine.advance(state) == Stop::Choice {
        let count = machine.options(state).expect("it waits").len();
        counts.push(count);
        machine.choose(state, pick(count)).expect("it is one of them");
    }
    counts
}

#[test]
fn a_game_from_start_to_end() {
    let ir = tic_tac_toe();
    let table = Table::new(&ir).expect("it is well formed");
    let mut machine = table.machine();
    let mut state = machine.lay(2, &[], 1).expect("it can be laid");
    assert_eq!(state.status(), Status::Idle);
    machine.start(&mut state, StartPoint::Setup);
    assert_eq!(state.status(), Status::Running);
    // Cells 0 1 2 3 4 5 6: the first player has 0, 2, 4, 6.
    assert_eq!(play_on(&mut machine, &mut state, |_| 0), [9, 8, 7, 6, 5, 4, 3]);
    assert!(state.is_over());
    assert_eq!((state.winners(), state.plies()), (0b01, 7));
    assert_eq!(machine.advance(&mut state), Stop::Over);
    let outcome = machine.outcome(&state).expect("nothing can go wrong");
    assert_eq!(outcome.ending, Ending::Settled);
    assert_eq!(
        outcome.standings.iter().map(|s| (s.rank, s.won)).collect::<Vec<_>>(),
        [(1, true), (2, false)]
    );
}

#[test]
fn a_copy_is_the_game() {
    let ir = tic_tac_toe();
    let table = Table::new(&ir).expect("it is well formed");
    let mut machine = table.machine();
    let mut state = machine.lay(2, &[], 1).expect("it can be laid");
    machine.start(&mut state, StartPoint::Play);
    let mut kept = Vec::new();
    while machine.advance(&mut state) == Stop::Choice {
        kept.push(state.clone());
        machine.choose(&mut state, 0).expect("there is one");
    }
    // Undo: go back to any of them, play it again, and come to the same end; on another machine too.
    let mut other = table.machine();
    for (i, earlier) in kept.iter().enumerate() {
        let mut again = kept[0].clone();
        again.copy_from(earlier);
        assert_eq!(again.plies() as usize, i);
        assert_eq!(play_on(&mut other, &mut again, |_| 0).len(), kept.len() - i);
        assert_eq!((&again, again.digest()), (&state, state.digest()));
    }
}

#[test]
fn choosing_at_a_state_that_another_list_was_made_after() {
    let ir = tic_tac_toe();
    let table = Table::new(&ir).expect("it is well formed");
    let mut machine = table.machine();
    let mut state = machine.lay(2, &[], 1).expect("it can be laid");
    machine.start(&mut state, StartPoint::Play);
    assert_eq!(machine.advance(&mut state), Stop::Choice);
    let root = state.clone();
    let mut ends = Vec::new();
    for i in 0..9 {
        state.copy_from(&root);
        machine.choose(&mut state, i).expect("there are nine");
        assert_eq!(machine.advance(&mut state), Stop::Choice);
        ends.push(
            machine.options(&mut state).expect("it waits").iter().map(|p| p.values()[0]).collect::<Vec<_>>(),
        );
    }
    for (i, left) in ends.iter().enumerate() {
        assert_eq!(*left, (0..9).filter(|c| *c != i as u64).collect::<Vec<_>>());
    }
    let before = state.clone();
    assert_eq!(machine.choose(&mut state, 8), Err(Rejection::NotPossible));
    let taken = machine.options(&mut state.clone()).expect("it waits").nth(0).expect("there is one");
    assert_eq!(state, before);
    machine.pick(&mut state, &taken).expect("it is one of them");
    assert_eq!(machine.advance(&mut state), Stop::Choice);
    assert_eq!(machine.pick(&mut state, &taken), Err(Rejection::NotPossible));
    assert_eq!(machine.choose(&mut machine_free(&ir), 0), Err(Rejection::NotAsked));
}

fn machine_free(ir: &Ir) -> State {
    let table = Table::new(ir).expect("it is well formed");
    table.machine().lay(2, &[], 1).expect("it can be laid")
}

/// Two suits and a hand; actions `pass` and `take(card, suit)`; arms.
fn menu() -> (Ir, u16, u16) {
    let mut game = Game::new(1, 2);
    game.cards(&[("dragon", "Dragon", 2), ("sea_snake", "Sea Snake", 1)]);
    let suit = game.enumeration("suit", &["land", "flood", "flame"]);
    let pass = game.action("pass", &[], None);
    let take = game.action(
        "take",
        &[("card", ValueType::Component), ("suit", ValueType::Enum(EnumId(suit)))],
        Some("take {{ card }} as {{ suit }}"),
    );
    let acts = game.choice("", None, &[], &[pass, take]);
    let element = game.choice("card", Some(ValueType::Component), &["none", "as a building"], &[]);
    game.lay(&[Op::Done]);
    // For each card of {0, 2}: take(card, {land, flame}); result: place, card, suit.
    let act = game.function(
        "verb act",
        0,
        3,
        24,
        &[
            Op::OptBegin { choice: acts },
            Op::OptAct0 { action: pass },
            Op::Int { d: Reg(1), v: 0b101 },
            Op::Int { d: Reg(2), v: 0b101 },
            Op::Next { n: 1, d: Reg(3), a: Reg(1), by: 2 },
            Op::OptAct { n: 1, action: take, fixed: Reg(3), a: Reg(2) },
            Op::Jump { to: CodeAddress(4) },
            Op::OptCount { d: Reg(4) },
            Op::Zero { n: 1, d: Reg(5) },
            Op::Choose { d: Reg(10), by: Reg(5) },
            Op::Ret { n: 3, a: Reg(10) },
        ],
    );
    let choose = game.function(
        "verb choose",
        1,
        2,
        24,
        &[
            Op::OptBegin { choice: element },
            Op::OptArm { arm: ArmId(0) },
            Op::OptSet { n: 1, a: Reg(1) },
            Op::OptArm { arm: ArmId(1) },
            Op::Zero { n: 1, d: Reg(5) },
            Op::Choose { d: Reg(10), by: Reg(5) },
            Op::Ret { n: 2, a: Reg(10) },
        ],
    );
    (game.ir, act, choose)
}

#[test]
fn options_are_counted_and_found_without_a_list() {
    let (ir, act, choose) = menu();
    let table = Table::new(&ir).expect("it is well formed");
    let mut machine = table.machine();
    let mut state = machine.lay(1, &[], 1).expect("it can be laid");
    let laid = state.clone();
    let expected = [vec![0, 0, 0], vec![1, 0, 0], vec![1, 0, 2], vec![1, 2, 0], vec![1, 2, 2]];
    for (i, expected) in expected.iter().enumerate() {
        assert_eq!(machine.call(&mut state, FunctionId(act), &[]), Stop::Choice);
        assert_eq!(machine.options(&mut state).expect("it waits").len(), 5);
        machine.choose(&mut state, i).expect("there are five");
        assert_eq!(machine.advance(&mut state), Stop::Returned);
        assert_eq!(machine.result(), expected);
        assert_eq!(state.status(), Status::Idle);
    }
    let answers: Vec<Vec<u64>> = (0..4)
        .map(|i| {
            assert_eq!(machine.call(&mut state, FunctionId(choose), &[0b110]), Stop::Choice);
            let picks: Vec<PickKind> =
                machine.options(&mut state).expect("it waits").iter().map(|p| p.kind).collect();
            assert_eq!(
                picks,
                [PickKind::Arm(ArmId(0)), PickKind::Element, PickKind::Element, PickKind::Arm(ArmId(1))]
            );
            machine.choose(&mut state, i).expect("there are four");
            assert_eq!(machine.advance(&mut state), Stop::Returned);
            machine.result().to_vec()
        })
        .collect();
    assert_eq!(answers, [[1, 0], [0, 1], [0, 2], [2, 0]]);
    // All that is left of it is the count of choices.
    assert_eq!((laid.plies(), state.plies()), (0, 9));
    assert_eq!(laid.words()[16..], state.words()[16..]);
}

#[test]
fn a_state_tells_which_choice_it_waits_at_and_which_component_asks() {
    let (mut ir, act, choose) = menu();
    ir.choices[ChoiceId(1)].asker = Some(Reg(1));
    let table = Table::new(&ir).expect("it is well formed");
    let mut machine = table.machine();
    let mut state = machine.lay(1, &[], 1).expect("it can be laid");
    assert_eq!((table.choice_of(&state), table.asker(&state)), (None, None));
    assert_eq!(machine.call(&mut state, FunctionId(act), &[]), Stop::Choice);
    assert_eq!((table.choice_of(&state), table.asker(&state)), (Some(ChoiceId(0)), None));
    machine.abandon(&mut state);
    assert_eq!(machine.call(&mut state, FunctionId(choose), &[0b10]), Stop::Choice);
    assert_eq!(
        (table.choice_of(&state), table.asker(&state.clone())),
        (Some(ChoiceId(1)), Some(ComponentId(2)))
    );
    assert_eq!(state.chooser(), Some(PlayerId(0)));
}

#[test]
fn a_call_leaves_the_flow_where_it_stood() {
    let ir = tic_tac_toe();
    let mut ir = ir;
    let entry = CodeAddress::from_index(ir.code.len());
    ir.code.extend([
        Op::PlayerCount { d: Reg(1) },
        Op::Ret { n: 1, a: Reg(1) },
        Op::Fail { why: cardwright::ir::code::FailureCode::NoReturn },
    ]);
    ir.origins.resize(ir.code.len(), PlaceId(0));
    let mut info = ir.functions[FunctionId(0)].clone();
    (info.entry, info.result_words, info.name) = (entry, 1, "function count".into());
    ir.functions.push(info.clone());
    info.entry = entry + 2;
    ir.functions.push(info);
    let table = Table::new(&ir).expect("it is well formed");
    let mut machine = table.machine();
    let mut state = machine.lay(2, &[], 1).expect("it can be laid");
    machine.start(&mut state, StartPoint::Play);
    assert_eq!(machine.advance(&mut state), Stop::Choice);
    let waiting = state.clone();
    assert_eq!(machine.evaluate(&mut state, FunctionId(2), &[]), Ok(&[2][..]));
    assert_eq!(state, waiting);
    let Err(fault) = machine.evaluate(&mut state, FunctionId(3), &[]) else { panic!("it fails") };
    assert_eq!(fault.kind, FaultKind::NoReturn);
    assert_eq!(state, waiting);
    // A call of a function that chooses, inside a game that waits: the inner choice first, then the outer.
    assert_eq!(machine.call(&mut state, ir.play.expect("there is one"), &[]), Stop::Choice);
    assert!(machine.abandon(&mut state));
    assert_eq!(state, waiting);
    assert!(!machine.abandon(&mut state));
    let Err(fault) = machine.evaluate(&mut state, ir.play.expect("there is one"), &[]) else {
        panic!("it stops")
    };
    assert!(matches!(fault.kind, FaultKind::Damaged(_)));
    assert_eq!(state, waiting);
    machine.choose(&mut state, 0).expect("it waits again");
    assert_eq!(machine.advance(&mut state), Stop::Choice);
}

#[test]
fn calls_refuse_what_they_cannot_call() {
    let ir = tic_tac_toe();
    let table = Table::new(&ir).expect("it is well formed");
    let mut machine = table.machine();
    let mut state = machine.lay(2, &[], 1).expect("it can be laid");
    assert!(machine.evaluate(&mut state, FunctionId(99), &[]).is_err());
    assert!(machine.evaluate(&mut state, FunctionId(0), &[1]).is_err());
    assert_eq!(machine.advance(&mut state), Stop::Idle);
}

/// A deck of 20; `roll(d6)`, `random({3, 5, 40})` into a field each, then a shuffle.
fn gamble() -> (Ir, u16, u16) {
    let mut game = Game::new(1, 1);
    game.cards(&[("c", "C", 20)]);
    let seen = game.field("seen", Owner::Table, ValueType::Int, 1, Some((0, 99)));
    let deck = game.zone("deck", false, true, ZoneViewers::None, None);
    let all = game.pool(&[0xf_ffff, 1 << 3 | 1 << 5 | 1 << 40]);
    game.lay(&[
        Op::Word { d: Reg(1), k: all },
        Op::Int { d: Reg(2), v: i32::from(deck) },
        Op::MoveAll { n: 1, bottom: 0, a: Reg(1), z: Reg(2) },
        Op::Done,
    ]);
    game.play(&[
        Op::Int { d: Reg(1), v: 0 },
        Op::Int { d: Reg(2), v: 6 },
        Op::Roll { d: Reg(3), a: Reg(2) },
        Op::Word { d: Reg(4), k: all + 1 },
        Op::Random { n: 1, d: Reg(5), a: Reg(4) },
        Op::Add { d: Reg(3), a: Reg(3), b: Reg(5) },
        Op::Put { f: FieldId(seen), i: Reg(1), a: Reg(3) },
        Op::Zero { n: 1, d: Reg(6) },
        Op::Random { n: 1, d: Reg(7), a: Reg(6) },
        Op::Int { d: Reg(8), v: i32::from(deck) },
        Op::Shuffle { z: Reg(8) },
        Op::End { draw: 1, named: 0 },
    ]);
    (game.ir, seen, deck)
}

#[test]
fn chance_follows_the_seed() {
    let (ir, seen, deck) = gamble();
    let table = Table::new(&ir).expect("it is well formed");
    let mut machine = table.machine();
    machine.listen(Listen::Everything);
    let mut all = std::collections::BTreeSet::new();
    for seed in 0..200 {
        let mut play = |seed| {
            let mut state = machine.lay(1, &[], seed).expect("it can be laid");
            machine.start(&mut state, StartPoint::Play);
            machine.clear_events();
            assert_eq!(machine.advance(&mut state), Stop::Over);
            state
        };
        let state = play(seed);
        assert_eq!(state, play(seed));
        let value = table.field(&state, FieldId(seen), 0).expect("it exists")[0];
        all.insert(value);
        let mut order = table.contents(&state, ZonePlaceId(deck));
        assert_ne!(order, ComponentId(0).run(20).rev().collect::<Vec<_>>());
        order.sort_unstable();
        assert_eq!(order, ComponentId(0).run(20).collect::<Vec<_>>());
        let Event::Roll { sides: 6, result, .. } = machine.events()[0] else { panic!("it rolled first") };
        let Event::Random { element } = machine.events()[1] else { panic!("then picked") };
        assert_eq!(value, result as u64 + element);
        assert_eq!(machine.events()[2], Event::Shuffle { zone: ZonePlaceId(deck) });
    }
    let expected: std::collections::BTreeSet<u64> =
        [3, 5, 40].iter().flat_map(|e| (1..=6).map(move |r| e + r)).collect();
    assert_eq!(all, expected);
}

#[test]
fn chance_can_be_given() {
    let (ir, seen, deck) = gamble();
    let table = Table::new(&ir).expect("it is well formed");
    let mut machine = table.machine();
    machine.ask_chance(true);
    let mut state = machine.lay(1, &[], 5).expect("it can be laid");
    machine.start(&mut state, StartPoint::Play);
    assert_eq!(
        machine.advance(&mut state),
        Stop::Chance(Box::new(ChanceRequest::Roll { sides: 6, die: None }))
    );
    assert_eq!(state.status(), Status::Chance);
    assert_eq!(machine.give(&mut state, ChanceOutcome::Roll(7)), Err(Rejection::NotPossible));
    assert_eq!(machine.give(&mut state, ChanceOutcome::Pick(3)), Err(Rejection::NotPossible));
    assert_eq!(
        machine.advance(&mut state),
        Stop::Chance(Box::new(ChanceRequest::Roll { sides: 6, die: None }))
    );
    machine.give(&mut state, ChanceOutcome::Roll(6)).expect("a die shows that");
    assert_eq!(machine.give(&mut state, ChanceOutcome::Roll(6)), Err(Rejection::NotAsked));
    assert_eq!(machine.advance(&mut state), Stop::Chance(Box::new(ChanceRequest::Random)));
    assert_eq!(machine.random_set(), [1 << 3 | 1 << 5 | 1 << 40]);
    assert_eq!(machine.give(&mut state, ChanceOutcome::Pick(4)), Err(Rejection::NotPossible));
    machine.give(&mut state, ChanceOutcome::Pick(40)).expect("it is one of them");
    assert_eq!(
        machine.advance(&mut state),
        Stop::Chance(Box::new(ChanceRequest::Shuffle { zone: ZonePlaceId(deck) }))
    );
    assert_eq!(
        machine.give(&mut state, ChanceOutcome::Top(&[ComponentId(1), ComponentId(1)])),
        Err(Rejection::NotPossible)
    );
    assert_eq!(machine.give(&mut state, ChanceOutcome::Top(&[ComponentId(20)])), Err(Rejection::NotPossible));
    machine.give(&mut state, ChanceOutcome::Top(&[ComponentId(7), ComponentId(3)])).expect("both are in it");
    assert_eq!(machine.advance(&mut state), Stop::Over);
    assert_eq!(table.field(&state, FieldId(seen), 0), Some(&[46][..]));
    assert_eq!(table.contents(&state, ZonePlaceId(deck))[..2], [ComponentId(7), ComponentId(3)]);

    // Drawing after all comes to the same as never having asked, on a machine that does not ask too.
    let mut drawn = machine.lay(1, &[], 5).expect("it can be laid");
    machine.start(&mut drawn, StartPoint::Play);
    let mut plain = drawn.clone();
    while let Stop::Chance(_) = machine.advance(&mut drawn) {
        machine.give(&mut drawn, ChanceOutcome::Draw).expect("it can be drawn");
    }
    let mut other = table.machine();
    assert_eq!(other.advance(&mut plain), Stop::Over);
    assert_eq!(drawn, plain);
}

#[test]
fn the_generator_is_the_one_it_says() {
    use rand_core::{Rng, SeedableRng};
    for seed in [0, 1, 0xdead_beef, u64::MAX] {
        let mut words = vec![0; 4];
        cardwright::table::chance::seed(&mut words, seed);
        let mut theirs = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(seed);
        for _ in 0..100 {
            assert_eq!(cardwright::table::chance::next(&mut words), theirs.next_u64());
        }
    }
    // Written down once: the meaning of a seed does not change.
    let mut words = vec![0; 4];
    cardwright::table::chance::seed(&mut words, 42);
    let draws: Vec<u64> = (0..12).map(|_| cardwright::table::chance::below(&mut words, 6)).collect();
    assert_eq!(draws, DRAWS_OF_SEED_42);
    let mut deck: Vec<u64> = words.iter().copied().chain(0..8).collect();
    cardwright::table::chance::shuffle(&mut deck, 4, 8);
    assert_eq!(deck[4..], SHUFFLE_AFTER);
}

const DRAWS_OF_SEED_42: [u64; 12] = [4, 1, 5, 4, 4, 3, 0, 3, 1, 5, 3, 5];
const SHUFFLE_AFTER: [u64; 8] = [4, 1, 3, 6, 7, 2, 0, 5];

#[test]
fn options_of_the_table_are_checked() {
    let mut game = Game::new(2, 3);
    game.option("limit", (1, 9), 4);
    game.option("blind", (0, 1), 0);
    game.ir.options[OptionId(1)].ty = ValueType::Bool;
    game.lay(&[Op::Done]);
    let addr = cardwright::ir::Layout::OPTIONS as u32;
    // limit < 5 or three players
    let require = game.function(
        "require",
        0,
        1,
        8,
        &[
            Op::Load { d: Reg(1), addr },
            Op::Int { d: Reg(2), v: 5 },
            Op::Lt { d: Reg(3), a: Reg(1), b: Reg(2) },
            Op::PlayerCount { d: Reg(4) },
            Op::EqI { d: Reg(4), a: Reg(4), v: 3 },
            Op::Or { n: 1, d: Reg(3), a: Reg(3), b: Reg(4) },
            Op::Ret { n: 1, a: Reg(3) },
        ],
    );
    game.ir
        .requires
        .push(cardwright::ir::RequireInfo { function: FunctionId(require), text: "too many".into() });
    let ir = game.ir;
    let table = Table::new(&ir).expect("it is well formed");
    let mut machine = table.machine();
    assert_eq!(machine.lay(2, &[], 1).map(|s| (s.option(0), s.option(1), s.players())), Ok((4, 0, 2)));
    assert_eq!(machine.lay(2, &[2, 1], 1).map(|s| (s.option(0), s.option(1))), Ok((2, 1)));
    assert_eq!(machine.lay(1, &[], 1), Err(LayFault::Players { asked: 1, range: (2, 3) }));
    assert_eq!(machine.lay(4, &[], 1), Err(LayFault::Players { asked: 4, range: (2, 3) }));
    assert_eq!(machine.lay(2, &[10], 1), Err(LayFault::Option { option: OptionId(0), value: 10 }));
    assert_eq!(machine.lay(2, &[4, 2], 1), Err(LayFault::Option { option: OptionId(1), value: 2 }));
    assert_eq!(machine.lay(2, &[1, 1, 1], 1), Err(LayFault::TooManyOptions));
    assert_eq!(machine.lay(2, &[5], 1), Err(LayFault::Requires(0)));
    assert!(machine.lay(3, &[5], 1).is_ok());
    let told = |players, options: &[i64]| {
        table.machine().lay(players, options, 1).expect_err("it cannot").message(&ir)
    };
    assert_eq!(told(4, &[]), "this game is for 2 to 3 players, not 4");
    assert_eq!(told(2, &[10]), "the option `limit` cannot be 10: it goes from 1 to 9");
    assert_eq!(told(2, &[5]), "too many");
}

#[test]
fn setup_leads_to_play_and_play_to_the_end() {
    let mut game = Game::new(1, 1);
    let seen = game.field("seen", Owner::Table, ValueType::Int, 1, Some((0, 99)));
    game.lay(&[Op::Done]);
    let step = |v| {
        [
            Op::Zero { n: 1, d: Reg(1) },
            Op::Get { d: Reg(2), f: FieldId(0), i: Reg(1) },
            Op::MulI { d: Reg(2), a: Reg(2), v: 10 },
            Op::AddI { d: Reg(2), a: Reg(2), v },
            Op::Put { f: FieldId(0), i: Reg(1), a: Reg(2) },
            Op::Done,
        ]
    };
    game.ir.setup = Some(FunctionId(game.function("flow setup", 0, 0, 8, &step(1))));
    let setup_only = game.ir.clone();
    game.play(&step(2));
    for (begin, expected) in [(StartPoint::Nothing, 0), (StartPoint::Play, 2), (StartPoint::Setup, 12)] {
        let table = Table::new(&game.ir).expect("it is well formed");
        let mut machine = table.machine();
        let mut state = machine.lay(1, &[], 1).expect("it can be laid");
        machine.start(&mut state, begin);
        let stop = machine.advance(&mut state);
        assert_eq!(stop, if begin == StartPoint::Nothing { Stop::Idle } else { Stop::Over });
        assert_eq!(table.field(&state, FieldId(seen), 0), Some(&[expected][..]));
    }
    let table = Table::new(&setup_only).expect("it is well formed");
    let mut machine = table.machine();
    let mut state = machine.lay(1, &[], 1).expect("it can be laid");
    machine.start(&mut state, StartPoint::Setup);
    assert_eq!(machine.advance(&mut state), Stop::Idle);
}

/// Ends as `op` says; register 1 holds `set`. Scores are by seat: 5, 9, 9, 9; ties 1, 0, 2, 2.
fn ended(players: u8, set: u64, op: Op) -> (Vec<(u8, bool)>, Ending) {
    let mut game = Game::new(1, 4);
    game.lay(&[Op::Done]);
    let pool = game.pool(&[set, 5, 9, 9, 9, 1, 0, 2, 2]);
    let by_seat = |k: u32| {
        let mut code = vec![Op::Switch { n: 4, a: Reg(1) }];
        code.extend((0..4).map(|i| Op::Jump { to: CodeAddress(5 + 2 * i) }));
        code.extend((0..4).flat_map(|i| [Op::Word { d: Reg(2), k: k + i }, Op::Ret { n: 1, a: Reg(2) }]));
        code
    };
    let score = by_seat(pool + 1);
    let ties = by_seat(pool + 5);
    game.ir.score = Some(FunctionId(game.function("score", 1, 1, 8, &score)));
    let ties = game.function("tie", 1, 1, 8, &ties);
    game.ir.ties.push(FunctionId(ties));
    game.play(&[Op::Word { d: Reg(1), k: pool }, op, Op::End { draw: 0, named: 0 }]);
    let table = Table::new(&game.ir).expect("it is well formed");
    let mut machine = table.machine();
    let mut state = machine.lay(players, &[], 1).expect("it can be laid");
    machine.start(&mut state, StartPoint::Play);
    assert_eq!(machine.advance(&mut state), Stop::Over);
    let outcome = machine.outcome(&state).expect("scoring works");
    assert!(outcome.winners().all(|p| outcome.standings[p.index()].won));
    (outcome.standings.iter().map(|s| (s.rank, s.won)).collect(), outcome.ending)
}

#[test]
fn endings() {
    let nothing = Op::Zero { n: 1, d: Reg(2) };
    let ended = |players, set, op| ended(players, set, op);
    assert_eq!(ended(4, 0, nothing), (vec![(4, false), (3, false), (1, true), (1, true)], Ending::Scored));
    assert_eq!(
        ended(4, 0b1000, Op::Lose { a: Reg(1), named: 0 }),
        (vec![(3, false), (2, false), (1, true), (4, false)], Ending::Scored)
    );
    assert_eq!(
        ended(3, 0b010, Op::Win { a: Reg(1), named: 0 }),
        (vec![(3, false), (1, true), (2, false)], Ending::Settled)
    );
    assert_eq!(
        ended(3, 0b110, Op::Lose { a: Reg(1), named: 0 }),
        (vec![(1, true), (3, false), (2, false)], Ending::Settled)
    );
    assert_eq!(
        ended(3, 0b111, Op::Lose { a: Reg(1), named: 0 }),
        (vec![(3, false), (2, false), (1, false)], Ending::Settled)
    );
    assert_eq!(ended(1, 0b1, Op::Lose { a: Reg(1), named: 0 }), (vec![(1, false)], Ending::Settled));
    assert_eq!(ended(2, 0, Op::End { draw: 1, named: 0 }), (vec![(1, false), (1, false)], Ending::Draw));
    assert_eq!(ended(1, 0, nothing).0, [(1, true)]);
}

#[test]
fn tallies_and_lines_for_the_record() {
    let mut game = Game::new(1, 1);
    game.cards(&[("dragon", "Dragon", 1)]);
    let log = game.log("{{ p }} has {{ n }}", &[("p", ValueType::Player), ("n", ValueType::Int)]);
    game.lay(&[Op::Done]);
    let function = game.function(
        "tell",
        2,
        0,
        8,
        &[
            Op::Log { log: LogId(log), at: Reg(1) },
            Op::Zero { n: 1, d: Reg(3) },
            Op::Tally { c: Reg(3), a: Reg(2) },
            Op::TallyNone { c: Reg(3) },
            Op::Done,
        ],
    );
    let table = Table::new(&game.ir).expect("it is well formed");
    let mut machine = table.machine();
    let mut state = machine.lay(1, &[], 1).expect("it can be laid");
    machine.evaluate(&mut state, FunctionId(function), &[0, 4]).expect("it runs");
    assert!(machine.events().is_empty());
    machine.listen(Listen::Record);
    machine.evaluate(&mut state, FunctionId(function), &[0, 4]).expect("it runs");
    assert_eq!(
        machine.events()[1..],
        [
            Event::Tally { component: ComponentId(0), points: Some(4) },
            Event::Tally { component: ComponentId(0), points: None }
        ]
    );
    let names = cardwright::table::Names::new(&game.ir);
    assert_eq!(names.log_line(&machine.events()[0], 0).as_deref(), Some("player 1 has 4"));
    machine.clear_events();
    assert!(machine.events().is_empty());
}
