//! States and games as bytes.

use super::asm::{Game, tic_tac_toe};
use cardwright::ir::StartPoint;
use cardwright::ir::bytes::{FORMAT, IrBytesError, from_bytes, to_bytes};
use cardwright::ir::{EnumId, FileTextId, FunctionId, Ir, Op, PlayerId, Reg, ValueType, ZonePlaceId};
use cardwright::table::{SaveError, Stop, Table};

#[test]
fn a_saved_game_goes_on_where_it_stood() {
    let ir = tic_tac_toe();
    let table = Table::new(&ir).expect("it is well formed");
    let mut machine = table.machine();
    let mut state = machine.lay(2, &[], 1).expect("it can be laid");
    machine.start(&mut state, StartPoint::Play);
    loop {
        let stop = machine.advance(&mut state);
        let bytes = table.save(&state);
        let mut loaded = table.load(&bytes).expect("it was saved by this table");
        assert_eq!(loaded, state);
        assert_eq!(table.save(&loaded), bytes);
        if stop != Stop::Choice {
            break;
        }
        let options: Vec<_> = machine.options(&mut state).expect("it waits").iter().collect();
        let mut other = table.machine();
        assert_eq!(other.options(&mut loaded).expect("it waits").iter().collect::<Vec<_>>(), options);
        machine.choose(&mut state, 0).expect("there is one");
        other.choose(&mut loaded, 0).expect("there is one");
        assert_eq!(loaded, state);
    }
}

#[test]
fn a_save_in_the_middle_of_nested_calls() {
    let ir = tic_tac_toe();
    let table = Table::new(&ir).expect("it is well formed");
    let play = ir.play.expect("there is one");
    let mut machine = table.machine();
    let mut state = machine.lay(2, &[], 1).expect("it can be laid");
    machine.start(&mut state, StartPoint::Play);
    assert_eq!(machine.advance(&mut state), Stop::Choice);
    for _ in 0..3 {
        assert_eq!(machine.call(&mut state, play, &[]), Stop::Choice);
        assert_eq!(table.load(&table.save(&state)).as_ref(), Ok(&state));
    }
}

#[test]
fn a_save_of_another_game_is_refused() {
    let ir = tic_tac_toe();
    let table = Table::new(&ir).expect("it is well formed");
    let state = table.machine().lay(2, &[], 1).expect("it can be laid");
    let bytes = table.save(&state);
    let mut changed = ir.clone();
    changed.code[1] = Op::Int { d: Reg(1), v: 1 };
    let other = Table::new(&changed).expect("it is well formed");
    assert_eq!(other.load(&bytes), Err(SaveError::OtherRules));
    // Texts and files do not matter to a save.
    let mut reworded = ir.clone();
    reworded.files[FileTextId(0)].text.push_str("# a comment\n");
    reworded.game.summary = "Another summary".into();
    assert!(Table::new(&reworded).expect("it is well formed").load(&bytes).is_ok());
    assert_eq!(table.load(b"hello"), Err(SaveError::NotASave));
    assert_eq!(table.load(&bytes[..bytes.len() - 1]), Err(SaveError::Damaged { what: "its length" }));
    let mut later = bytes.clone();
    later[6] = 9;
    assert_eq!(table.load(&later), Err(SaveError::OtherFormat { found: 9 }));
}

/// A value of the state that names a component, a player or a place beyond the last. Rules that nobody
/// compiled could store it.
#[test]
fn a_save_that_names_what_does_not_exist_can_be_seen_and_played() {
    let files = [
        (
            "game.toml",
            "[game]\nid = \"g\"\nname = \"G\"\nplayers = [2, 3]\n[enums]\nsuit = [\"red\", \"blue\"]\n\
             [zones]\ndeck = { start = \"cards\" }\nhand = { per = \"player\" }\n\
             [state.table]\ncaptain = \"card?\"\nturn = { type = \"player\", start = \"players[1]\" }\nseen = \"set of card\"\ntrump = \"suit?\"\nfast = \"bool\"\n\
             [flow]\nplay = \"captain = first(deck); choose c from deck by turn; move(c, turn.hand); end\"\n",
        ),
        ("cards/cards.toml", "[cards.ant]\nname = \"Ant\"\n[cards.bee]\nname = \"Bee\"\n"),
    ];
    let opened = cardwright::compile::CompiledGame::from_files(
        cardwright::package::PackageFiles::from_texts(files),
        Vec::new(),
    );
    let ir = opened.game.expect("it compiles").ir;
    let table = Table::new(&ir).expect("it is well formed");
    let mut machine = table.machine();
    let mut state = machine.lay(2, &[], 3).expect("it can be laid");
    machine.start(&mut state, StartPoint::Play);
    assert_eq!(machine.advance(&mut state), Stop::Choice);
    let bytes = table.save(&state);
    assert!(table.load(&bytes).is_ok());
    for (id, value) in [("captain", 2), ("turn", 2), ("seen", 4), ("trump", 2), ("fast", 2)] {
        let field = ir.layout.fields.iter().find(|field| field.id == id).expect("it is declared");
        let mut damaged = bytes.clone();
        let at = 16 + 8 * field.base as usize;
        damaged[at..at + 8].copy_from_slice(&u64::to_le_bytes(value));
        let mut damaged = table.load(&damaged).expect("its invariants hold");
        for viewer in [None, Some(PlayerId(0)), Some(PlayerId(1))] {
            assert!(!table.view(&damaged, viewer).zones.is_empty(), "{id}");
        }
        assert_eq!(machine.advance(&mut damaged), Stop::Choice, "{id}");
        machine.choose(&mut damaged, 0).expect("there is an option");
        machine.advance(&mut damaged);
    }
}

#[test]
fn a_changed_bit_of_a_save_never_brings_a_machine_down() {
    let ir = super::random::busy_game();
    let table = Table::new(&ir).expect("it is well formed");
    let mut machine = table.machine();
    machine.set_fuel(5_000);
    let mut state = machine.lay(2, &[], 3).expect("it can be laid");
    machine.start(&mut state, StartPoint::Play);
    for _ in 0..3 {
        assert_eq!(machine.advance(&mut state), Stop::Choice);
        machine.choose(&mut state, 0).expect("there is one");
    }
    assert_eq!(machine.advance(&mut state), Stop::Choice);
    let play = ir.play.expect("there is one");
    assert_eq!(machine.call(&mut state, play, &[]), Stop::Choice);
    let bytes = table.save(&state);
    let mut refused = 0;
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << bit;
            match table.load(&damaged) {
                Err(_) => refused += 1,
                Ok(mut state) => {
                    for _ in 0..20 {
                        if machine.advance(&mut state) != Stop::Choice
                            || machine.choose(&mut state, 0).is_err()
                        {
                            break;
                        }
                    }
                }
            }
        }
    }
    assert!(refused * 3 > bytes.len() * 8, "only {refused} of {} were noticed", bytes.len() * 8);
}

#[test]
fn a_game_goes_through_bytes() {
    for ir in [tic_tac_toe(), super::random::busy_game()] {
        let bytes = to_bytes(&ir);
        assert_eq!(from_bytes(&bytes).as_ref(), Ok(&ir));
        assert_eq!(to_bytes(&ir), bytes);
    }
}

#[test]
fn bytes_that_are_no_game_are_refused() {
    let ir = super::random::busy_game();
    let bytes = to_bytes(&ir);
    assert_eq!(from_bytes(b""), Err(IrBytesError::NotAnIr));
    assert_eq!(from_bytes(b"PNG and so on, for a while"), Err(IrBytesError::NotAnIr));
    let mut later = bytes.clone();
    later[6] += 1;
    assert_eq!(from_bytes(&later), Err(IrBytesError::OtherFormat { found: FORMAT + 1 }));
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x10;
        assert!(from_bytes(&damaged).is_err(), "byte {at}");
        assert!(from_bytes(&bytes[..at]).is_err(), "cut at {at}");
    }
    // Well-formed bytes of something that does not hold together.
    let mut wrong = ir.clone();
    wrong.lay = FunctionId(999);
    assert!(matches!(from_bytes(&to_bytes(&wrong)), Err(IrBytesError::Invalid(_))));
    // Words of the state that two things share: storing one would change the other, and no saved state could
    // be loaded.
    let mut shared = ir.clone();
    shared.layout.zones[ZonePlaceId(1)].set = shared.layout.zones[ZonePlaceId(0)].set;
    let refused = from_bytes(&to_bytes(&shared)).expect_err("two zones in the same words");
    assert!(refused.to_string().contains("another thing's too"), "{refused}");
    let empty = Ir::default();
    assert!(matches!(from_bytes(&to_bytes(&empty)), Err(IrBytesError::Invalid(_))));
    // A type that is nested without end.
    let mut deep = Game::new(1, 1);
    deep.lay(&[Op::Done]);
    let ty = (0..1_000).fold(ValueType::Int, |ty, _| ValueType::Set(Box::new(ty)));
    deep.log("{{ x }}", &[("x", ty)]);
    assert_eq!(from_bytes(&to_bytes(&deep.ir)), Err(IrBytesError::Damaged));
}

#[test]
fn types_go_through_bytes() {
    use ValueType::{Bool, Component, Enum, Int, Name, Optional, Player, Set, Zone};
    let types = [
        Int,
        Bool,
        Enum(EnumId(3)),
        Name,
        Player,
        Component,
        Zone,
        Set(Box::new(Enum(EnumId(1)))),
        Optional(Box::new(Set(Box::new(Player)))),
    ];
    for ty in types {
        let written = Vec::from(ty.clone());
        assert_eq!(ValueType::try_from(written), Ok(ty));
    }
    for wrong in [vec![], vec![10], vec![2], vec![7], vec![0, 0], vec![8, 2]] {
        assert!(ValueType::try_from(wrong).is_err());
    }
}
