//! Names of options and things, and the view of each player.

use super::asm::Game;
use cardwright::ir::ZoneViewers;
use cardwright::ir::{
    ArmId, ComponentId, EnumId, FieldId, FunctionId, Ir, KindId, KindInfo, Op, PlayerId, Reg, ValueType,
    ZonePlaceId,
};
use cardwright::table::{Names, Stop, Table, fold};

/// A choice point with something of everything.
fn menu() -> (Ir, u16) {
    let mut game = Game::new(1, 2);
    game.cards(&[
        ("dragon", "Dragon", 2),
        ("doppelganger", "Doppelgänger", 1),
        ("collectors_map", "Collector’s Map", 1),
    ]);
    let take = game.action("take", &[("card", ValueType::Component)], Some("take {{ card }}"));
    let give_away =
        game.action("give_away", &[("card", ValueType::Component), ("p", ValueType::Player)], None);
    let choice =
        game.choice("card", Some(ValueType::Component), &["none", "as a building"], &[take, give_away]);
    game.lay(&[Op::Done]);
    let all = game.pool(&[0b1111]);
    let ask = game.function(
        "ask",
        0,
        0,
        16,
        &[
            Op::Word { d: Reg(1), k: all },
            Op::Zero { n: 1, d: Reg(2) },
            Op::Int { d: Reg(3), v: 0b10 },
            Op::OptBegin { choice },
            Op::OptSet { n: 1, a: Reg(1) },
            Op::OptArm { arm: ArmId(0) },
            Op::OptArm { arm: ArmId(1) },
            Op::OptAct { n: 1, action: take, fixed: Reg(2), a: Reg(1) },
            Op::OptAct { n: 1, action: give_away, fixed: Reg(2), a: Reg(3) },
            Op::Choose { d: Reg(5), by: Reg(2) },
            Op::Done,
        ],
    );
    (game.ir, ask)
}

#[test]
fn options_have_names_and_labels() {
    let (ir, ask) = menu();
    let table = Table::new(&ir).expect("it is well formed");
    let mut machine = table.machine();
    let mut state = machine.lay(1, &[], 1).expect("it can be laid");
    assert_eq!(machine.call(&mut state, FunctionId(ask), &[]), Stop::Choice);
    let names = Names::new(&ir);
    let options = machine.options(&mut state).expect("it waits");
    insta::assert_snapshot!(
        names
            .names(options)
            .iter()
            .zip(names.labels(options))
            .map(|(n, l)| format!("{n:22} {l}"))
            .collect::<Vec<_>>()
            .join("\n")
    );
    // Nine options are offered; those that the dragon stands for come after them.
    for (written, expected) in [
        ("dragon", 0),
        ("Dragon", 0),
        ("DRAGON#2", 9),
        ("Doppelgänger", 1),
        ("doppelganger", 1),
        ("DOPPELGÄNGER", 1),
        ("Collector's Map", 2),
        ("collectors-map", 2),
        ("none", 3),
        ("As a building", 4),
        ("take dragon", 5),
        ("Take Dragon", 5),
        ("take dragon#2", 10),
        ("take Collector’s map", 7),
        ("give_away dragon player 2", 8),
        ("Give away Dragon player 2", 8),
    ] {
        assert_eq!(names.find(options, written), Ok(expected), "{written}");
    }
    let unknown = names.find(options, "take dragoon").expect_err("there is none");
    assert_eq!(unknown.nearest.as_deref(), Some("take dragon"));
    assert_eq!(names.find(options, "something else").expect_err("there is none").nearest, None);
}

#[test]
fn values_and_things_have_names() {
    let mut game = Game::new(1, 3);
    game.cards(&[("dragon", "Dragon", 2), ("doppelganger", "Doppelgänger", 1)]);
    let suit = game.enumeration("suit", &["land", "flood"]);
    let hand = game.zone("hand", true, false, ZoneViewers::Owner, None);
    let deck = game.zone("deck", false, true, ZoneViewers::None, None);
    game.lay(&[Op::Done]);
    let names = Names::new(&game.ir);
    let value = |ty: ValueType, words: &[u64]| (names.value(&ty, words), names.format_value(&ty, words));
    let both = |a: &str, b: &str| (a.to_string(), b.to_string());
    assert_eq!(value(ValueType::Int, &[-4i64 as u64]), both("-4", "-4"));
    assert_eq!(value(ValueType::Bool, &[1]), both("yes", "yes"));
    assert_eq!(value(ValueType::Enum(EnumId(suit)), &[1]), both("flood", "flood"));
    assert_eq!(value(ValueType::Name, &[1]), both("doppelganger", "Doppelgänger"));
    assert_eq!(value(ValueType::Player, &[1]), both("player 2", "player 2"));
    assert_eq!(value(ValueType::Component, &[1]), both("dragon#2", "Dragon"));
    assert_eq!(value(ValueType::Component, &[99]), both("none", "none"));
    assert_eq!(value(ValueType::Zone, &[u64::from(hand) + 1]), both("hand[2]", "hand[2]"));
    assert_eq!(
        value(ValueType::Optional(Box::new(ValueType::Int)), &[cardwright::ir::NONE]),
        both("none", "none")
    );
    assert_eq!(
        value(ValueType::Set(Box::new(ValueType::Component)), &[0b101]),
        both("{dragon, doppelganger}", "Dragon, Doppelgänger")
    );
    assert_eq!(names.find_zone("deck"), Ok(ZonePlaceId(deck)));
    assert_eq!(names.find_zone("hand[3]"), Ok(ZonePlaceId(hand + 2)));
    for wrong in ["hand", "hand[0]", "hand[4]", "deck[1]", "hand[x]"] {
        assert!(names.find_zone(wrong).is_err(), "{wrong}");
    }
    assert_eq!(names.find_zone("dekc").expect_err("there is none").nearest.as_deref(), Some("deck"));
    assert_eq!(names.find_components("Dragon"), Ok(ComponentId(0).run(2)));
    assert_eq!(names.find_components("dragon#2"), Ok(ComponentId(1).run(1)));
    assert_eq!(names.find_components("DOPPELGANGER"), Ok(ComponentId(2).run(1)));
    assert_eq!(
        names.find_components("dragon#3").expect_err("there are two").nearest.as_deref(),
        Some("dragon")
    );
    assert_eq!(
        names.find_components("Dragonn").expect_err("there is none").nearest.as_deref(),
        Some("Dragon")
    );
}

#[test]
fn spellings_meet() {
    for (a, b) in [
        ("Île d’Éole", "ile deole"),
        ("Straße", "STRASSE"),
        ("well-known_card", "Well Known  Card"),
        ("Łódź", "lodz"),
    ] {
        assert_eq!(fold(a), fold(b));
    }
    assert_ne!(fold("-4"), fold("4"));
    assert_ne!(fold("dragon#2"), fold("dragon"));
}

#[test]
fn a_view_hides_what_its_viewer_may_not_see() {
    let mut game = Game::new(2, 3);
    game.cards(&[("c", "C", 6)]);
    let marked = game.field("marked", cardwright::ir::layout::Owner::Component, ValueType::Bool, 1, None);
    game.field("coins", cardwright::ir::layout::Owner::Player, ValueType::Int, 1, Some((0, 9)));
    let deck = game.zone("deck", false, true, ZoneViewers::None, None);
    let hand = game.zone("hand", true, false, ZoneViewers::Owner, None);
    let discards = game.zone("discards", false, true, ZoneViewers::All, None);
    game.lay(&[Op::Done]);
    let table = Table::new(&game.ir).expect("it is well formed");
    let mut state = table.machine().lay(2, &[], 1).expect("it can be laid");
    for (zone, cards) in [(deck, &[0, 1][..]), (hand, &[2]), (hand + 1, &[3]), (discards, &[5, 4])] {
        let cards: Vec<ComponentId> = cards.iter().copied().map(ComponentId).collect();
        table.arrange(&mut state, ZonePlaceId(zone), &cards).expect("it holds them");
    }
    let told = |viewer| {
        let view = table.view(&state, viewer);
        let zones: Vec<String> = view
            .zones
            .iter()
            .map(|z| format!("{}{:?} {} {:?}", z.name, z.owner.map(|p| p.0), z.count, z.contents))
            .collect();
        let fields: Vec<String> = view.fields.iter().map(|f| format!("{}[{}]", f.name, f.owner)).collect();
        format!("{}\n{}", zones.join("\n"), fields.join(" "))
    };
    insta::assert_snapshot!(format!("player 2\n{}\n\na spectator\n{}", told(Some(PlayerId(1))), told(None)));
    assert!(
        table
            .view(&state, Some(PlayerId(0)))
            .fields
            .iter()
            .all(|f| f.field != FieldId(marked) || [2, 4, 5].contains(&f.owner))
    );
}

/// An IR from a file may have kinds that are their own bases.
#[test]
fn a_kind_is_below_its_bases_and_the_search_for_them_ends() {
    let mut ir = Game::new(1, 2).ir;
    for (id, base) in
        [("hero", Some(0)), ("elder", Some(1)), ("loop", Some(3)), ("later", Some(5)), ("back", Some(4))]
    {
        let base = base.map(KindId);
        ir.kinds.push(KindInfo {
            id: id.into(),
            plural: format!("{id}s"),
            base,
            first: ComponentId(0),
            count: 0,
        });
    }
    let below =
        |kind: u16| (0..7).filter(|above| ir.is_below(KindId(kind), KindId(*above))).collect::<Vec<u16>>();
    assert_eq!([0, 1, 2].map(below), [vec![0], vec![0, 1], vec![0, 1, 2]]);
    // Neither its own base, nor one after it, nor a kind that is not there.
    assert_eq!([3, 4, 6].map(below), [vec![3], vec![4], vec![6]]);
    assert_eq!(below(5), [4, 5]);
}
