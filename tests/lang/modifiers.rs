//! Modifiers: while they apply, an attribute reads differently.

use super::lab::Lab;
use cardwright::ir::PlayerId;
use cardwright::model::StartPoint;
use cardwright::report::look;
use cardwright::table::{Names, Stop, Table};

#[test]
fn set_applies_first_then_every_add() {
    let rules = r#"
[[modifiers]]
attribute = "strength"
where = "it.suit == flame"
add = "1"
[[modifiers]]
attribute = "strength"
where = "it == blaze"
set = "2"
[[modifiers]]
attribute = "strength"
add = "seat(players[1]) * 10"
"#;
    Lab::base().rules(rules).check(&[
        ("blaze.strength", "13"),
        ("spark.strength", "12"),
        ("hill.strength", "14"),
        ("blaze.printed.strength", "9"),
        ("sum(cards, strength)", "136"),
        ("cards where strength > 16", "{guard, rider}"),
        ("best(cards, strength)", "rider"),
        ("cards where printed.strength == 9 and strength == 13", "{blaze}"),
    ]);
}

#[test]
fn of_several_sets_the_last_holds() {
    let rules = "[[modifiers]]\nattribute = \"strength\"\nset = \"1\"\n[[modifiers]]\nattribute = \"strength\"\nwhere = \"it == hill\"\nset = \"2\"";
    let cards = "[cards.idol]\n[[cards.idol.modifiers]]\nattribute = \"strength\"\nwhere = \"it == moss\"\nset = \"3\"";
    Lab::base().rules(rules).cards(cards).check(&[
        ("spark.strength", "1"),
        ("hill.strength", "2"),
        ("moss.strength", "3"),
    ]);
}

#[test]
fn on_a_card_while_it_is_in_play() {
    let cards = r#"
[cards.drum]
strength = 0
[[cards.drum.modifiers]]
attribute = "strength"
where = "it.suit == army and it != self"
add = "self.strength + 3"
[cards.flag]
[[cards.flag.modifiers]]
attribute = "speed"
where = "holder(it) == you"
add = "coins"
"#;
    let lab = Lab::base().cards(cards);
    lab.check(&[
        ("guard.strength", "10"),
        ("rider.strength", "11"),
        ("hill.strength", "4"),
        ("rider.speed", "4"),
    ]);
    lab.clone().go("move(drum, box)").check(&[("go(players[1])", "done"), ("guard.strength", "7")]);
    lab.clone().go("move(flag, hand)\nmove(guard, hand)\nmove(rider, next(you).hand)\ncoins = 5").check(&[
        ("go(players[1])", "done"),
        ("guard.speed", "6"),
        ("rider.speed", "4"),
    ]);
}

#[test]
fn it_is_the_component_that_is_asked() {
    let rules = "[kinds.card.state]\nboots = \"card?\"";
    let cards = "[cards.boots_of_speed]\n[[cards.boots_of_speed.modifiers]]\nattribute = \"speed\"\nwhere = \"it.boots == self\"\nadd = \"2 * it.printed.speed\"";
    Lab::base().rules(rules).cards(cards).go("guard.boots = boots_of_speed").check(&[
        ("guard.speed", "1"),
        ("go(players[1])", "done"),
        ("guard.speed", "3"),
        ("rider.speed", "4"),
        ("sum(units, speed)", "7"),
    ]);
}

#[test]
fn modifiers_do_not_see_each_other() {
    let rules = r#"
[[modifiers]]
attribute = "strength"
add = "it.strength"
[[modifiers]]
attribute = "strength"
where = "it.strength > 8"
add = "100"
[[modifiers]]
attribute = "speed"
add = "it.strength"
"#;
    Lab::base().rules(rules).check(&[
        ("blaze.strength", "118"),
        ("rider.strength", "16"),
        ("rider.speed", "12"),
    ]);
}

#[test]
fn state_reads_differently_too_and_keeps_what_is_stored() {
    let rules = r#"
[kinds.card.state]
power = { type = "int 0..20", printed = true, default = 2 }
[[modifiers]]
attribute = "power"
where = "it.suit == army"
add = "5"
[[modifiers]]
attribute = "suit"
where = "it.marked"
set = "flood"
"#;
    let lab = Lab::base().rules(rules).go("guard.power += 1\nguard.power -= 2\nhill.marked = true");
    lab.check(&[
        ("guard.power", "7"),
        ("go(players[1])", "done"),
        ("guard.power", "6"),
        ("guard.printed.power", "2"),
        ("hill.power", "2"),
        ("hill.suit", "flood"),
        ("cards where suit == flood", "{hill, lake, lake#2}"),
        ("count(cards where suit == land)", "3"),
        ("values(cards where marked, suit)", "{flood}"),
    ]);
}

#[test]
fn sets_and_bools_are_modified() {
    let rules = r#"
[kinds.card.attributes]
colours = "set of suit"
lucky = { type = "bool", default = false }
[[modifiers]]
attribute = "colours"
where = "it.strength > 7"
add = "{flood, it.suit}"
[[modifiers]]
attribute = "lucky"
where = "it.strength < 2"
set = "true"
"#;
    let cards = "[cards.gem]\nstrength = 20\ncolours = [\"land\"]\nsuit = \"flame\"";
    Lab::base().rules(rules).cards(cards).check(&[
        ("gem.colours", "{land, flood, flame}"),
        ("rider.colours", "{flood, army}"),
        ("hill.colours", "{}"),
        ("cards where lucky", "{spark, twin, twin#2}"),
        ("cards where flood in colours", "{blaze, gem, rider}"),
    ]);
}

#[test]
fn kinds_that_both_declare_it_are_both_modified() {
    let rules = r#"
[kinds.ship]
base = "card"
[kinds.ship.attributes]
hull = { type = "int 0..9", default = 3 }
[kinds.cart]
base = "card"
[kinds.cart.attributes]
hull = { type = "int 0..9", default = 1 }
[[modifiers]]
attribute = "hull"
add = "1"
"#;
    let cards = "[cards.ark]\nkind = \"ship\"\n[cards.wain]\nkind = \"cart\"\n[[cards.wain.modifiers]]\nattribute = \"hull\"\nwhere = \"it == self\"\nadd = \"it.printed.hull\"";
    Lab::base().rules(rules).cards(cards).check(&[("ark.hull", "4"), ("wain.hull", "3")]);
}

#[test]
fn keywords_modify() {
    let rules = "[keywords.swift]\nparams = { n = \"int 1..9\" }\n[[keywords.swift.modifiers]]\nattribute = \"speed\"\nwhere = \"it == self\"\nadd = \"n\"";
    let cards = "[cards.hare]\nkind = \"unit\"\nkeywords = [\"swift 5\"]\n[cards.hound]\nkind = \"unit\"\nspeed = 3\nkeywords = [\"swift 1\"]";
    Lab::base().rules(rules).cards(cards).check(&[
        ("hare.speed", "6"),
        ("hound.speed", "4"),
        ("rider.speed", "4"),
    ]);
}

#[test]
fn what_would_ask_itself_without_end_is_said() {
    let rules = "[functions.total]\nreturns = \"int\"\ncode = \"sum(cards, strength)\"\n[[modifiers]]\nattribute = \"strength\"\nadd = \"total\"";
    let errors = Lab::base().rules(rules).errors();
    assert_eq!(errors, ["CW0508"]);
    Lab::base().rules("[[modifiers]]\nattribute = \"width\"\nadd = \"1\"").refuses("CW0516");
    Lab::base().rules("[[modifiers]]\nattribute = \"strength\"\nadd = \"roll(d6)\"").refuses("CW0507");
    Lab::base().rules("[[modifiers]]\nattribute = \"suit\"\nadd = \"flood\"").refuses("CW0502");
}

#[test]
fn the_table_shows_what_is_read() {
    let stronger = "[[modifiers]]\nattribute = \"speed\"\nwhere = \"it == rider\"\nadd = \"3\"\n";
    let game = Lab::base().rules(stronger).game();
    let table = Table::new(&game.ir).expect("sound");
    let names = Names::new(&game.ir);
    let laid = table.machine().lay(2, &[], 1).expect("laid");
    let mut state = laid.clone();
    let zone = names.find_zone("discards").expect("a zone");
    for card in ["rider", "guard"] {
        let card = names.find_components(card).expect("a card").next().expect("a copy");
        table.place_component(&mut state, card, zone, false).expect("it can lie there");
    }
    let shown = look(&table, &names, &table.view(&state, Some(PlayerId(0))), (&state, &laid), 80);
    assert!(
        shown.contains("Rider (speed 7)") && shown.contains("Guard") && !shown.contains("Guard ("),
        "{shown}"
    );
}

#[test]
fn the_table_shows_what_has_become_0() {
    let rules = "[state.player]\nlife = { type = \"int 0..9\", start = \"5\" }\nmarks = \"int 0..9\"\ndebts = \"int 0..9\"\n\
                 [state.table]\nleft = { type = \"int 0..9\", start = \"2\" }\nround = \"int 0..9\"\n\
                 [kinds.hero]\nbase = \"unit\"\n[kinds.hero.state]\nvigour = { type = \"int 0..9\", start = \"3\" }\nwounds = \"int 0..9\"\n";
    let slower = "[[modifiers]]\nattribute = \"speed\"\nwhere = \"it == guard\"\nset = \"0\"\n";
    let flow = "players[1].life = 0\nplayers[2].marks = 4\nleft = 0\nmove(ann, discards)\nmove(guard, discards)\nann.vigour = 0";
    let cards = "[cards.ann]\nkind = \"hero\"\n";
    let game = Lab::base().rules(rules).rules(slower).cards(cards).flow(flow).game();
    let table = Table::new(&game.ir).expect("sound");
    let names = Names::new(&game.ir);
    let mut machine = table.machine();
    let laid = machine.lay(2, &[], 1).expect("laid");
    let mut state = laid.clone();
    machine.start(&mut state, StartPoint::Play);
    assert_eq!(machine.advance(&mut state), Stop::Over);
    let line = |viewer: u8, label: &str| {
        let shown = look(&table, &names, &table.view(&state, Some(PlayerId(viewer))), (&state, &laid), 120);
        let line = shown.lines().find(|line| line.trim_start().starts_with(label)).map(str::to_owned);
        line.unwrap_or_else(|| panic!("no {label}: {shown}"))
    };
    // Changed from the start, or other than that of the other player; what is 0 everywhere is left out.
    let you = line(0, "you");
    assert!(you.contains("life 0") && you.contains("marks 0") && !you.contains("debts"), "{you}");
    let other = line(0, "player 2");
    assert!(other.contains("life 5") && other.contains("marks 4") && !other.contains("debts"), "{other}");
    let table_line = line(0, "table");
    assert!(table_line.contains("left 0") && !table_line.contains("round"), "{table_line}");
    let discards = line(0, "discards");
    assert!(discards.contains("Ann (vigour 0)") && discards.contains("Guard (speed 0)"), "{discards}");
    assert!(!discards.contains("wounds"), "{discards}");
}
