//! Kinds that stand for cards: a token for each, with the card's printed data, its own state and place.

use super::lab::Lab;

/// Creatures in a deck, and foes that stand for them.
const FOES: &str = r#"
[keywords.horde]
[keywords.blast]
params = { level = "int 1..3" }
[kinds.creature]
base = "card"
[kinds.creature.attributes]
groups = "int 0..9"
wild = { type = "bool", default = false }
[kinds.creature.state]
hurt = "int 0..9"
[kinds.creature.slots]
reward = { returns = "int", default = "1" }
[kinds.lord]
base = "creature"
[kinds.lord.attributes]
crown = "int 0..3"
[kinds.foe]
base = "token"
stands_for = "creature"
copies = "1 if self is lord else 2 * copies + 2 if has horde else copies + groups % 2"
[kinds.foe.state]
fresh = "bool"
[zones.creatures_deck]
seen_by = "none"
holds = "creature"
ordered = true
start = "creatures"
[zones.supply]
per = "name"
holds = "foe"
start = "foes where name == self"
[boards.map]
areas = { town = ["wood"], wood = [] }
[zones.lair]
per = "map"
holds = "foe"
"#;
const BEASTS: &str = r#"
kind = "creature"
[cards.kelpie]
name = "Kelpie"
groups = 3
copies = 2
keywords = ["blast 2"]
reward = "groups + hurt"
[cards.goblin]
groups = 2
wild = true
keywords = ["horde"]
[cards.erlking]
kind = "lord"
groups = 4
crown = 2
"#;

fn lab() -> Lab {
    Lab::base().rules(FOES).cards(BEASTS)
}

#[test]
fn there_is_one_for_each_card_with_what_it_prints() {
    lab().check(&[
        ("creatures", "{kelpie, kelpie#2, goblin, erlking}"),
        ("foes", "{kelpie_foe, kelpie_foe#2, kelpie_foe#3, goblin_foe, goblin_foe#2, goblin_foe#3, goblin_foe#4, erlking_foe}"),
        ("foes where name == kelpie", "{kelpie_foe, kelpie_foe#2, kelpie_foe#3}"),
        ("count(supply[goblin])", "4"),
        ("erlking_foe.groups", "4"),
        ("sum(supply[kelpie], groups)", "9"),
        ("foes where wild", "{goblin_foe, goblin_foe#2, goblin_foe#3, goblin_foe#4}"),
        ("foes where has blast", "{kelpie_foe, kelpie_foe#2, kelpie_foe#3}"),
        ("max(foes where has blast, it.blast.level)", "2"),
        ("max(foes where name == kelpie, reward)", "3"),
        ("erlking_foe.reward", "1"),
        ("erlking_foe.name == erlking.name", "yes"),
        ("name_of(erlking_foe) == erlking", "yes"),
    ]);
}

#[test]
fn its_state_and_place_are_its_own() {
    let go = "let f = first(supply[kelpie])\nif let f = f { move(f, wood.lair)\nf.hurt = 4\nf.fresh = true }";
    lab().go(go).check(&[
        ("go(players[1])", "done"),
        ("wood.lair", "{kelpie_foe}"),
        ("sum(wood.lair, reward)", "7"),
        ("sum(creatures, hurt)", "0"),
        ("count(creatures_deck)", "4"),
        ("foes where fresh", "{kelpie_foe}"),
        ("count(foes where cell_of(it) is not none and name == kelpie)", "1"),
    ]);
    lab().go("move(erlking, wood.lair)").refuses("CW0502");
    lab().go("if erlking_foe.crown == 2 { end }").refuses("CW0503");
}

#[test]
fn options_name_it_unmistakably() {
    let flow = "for each f in supply[kelpie] { move(f, wood.lair) }\nmove(erlking_foe, wood.lair)
choose c from creatures + wood.lair by players[1] { log \"{{ c }}\" }";
    let played = lab().flow(flow).answers(&["kelpie_foe#2"]).play(&[]);
    assert_eq!(
        played.asked,
        [
            "1: kelpie_foe, erlking_foe, creatures_deck 1, creatures_deck 2, creatures_deck 3, creatures_deck 4"
        ]
    );
    assert_eq!(played.log, ["Kelpie"]);
    // People can tell cards and tokens apart where both may be taken.
    let both = lab().flow("move(erlking, discards)\nmove(erlking_foe, wood.lair)\nchoose c from discards + wood.lair by players[1] { }").game();
    let table = cardwright::table::Table::new(&both.ir).expect("sound");
    let mut machine = table.machine();
    let mut state = machine.lay(2, &[], 1).expect("laid");
    machine.start(&mut state, cardwright::model::StartPoint::Setup);
    machine.advance(&mut state);
    let options = machine.options(&mut state).expect("it waits").clone();
    let labels = cardwright::table::Names::new(&both.ir).labels(&options);
    assert_eq!(labels, ["Erlking", "Erlking (erlking_foe)"]);
}

#[test]
fn slips_are_told() {
    let kinds = |of: &str| {
        Lab::base()
            .cards("[cards.spider]\nkind = \"unit\"\n")
            .rules(&format!("[kinds.foe]\nbase = \"token\"\n{of}\n"))
    };
    kinds("stands_for = \"unti\"").refuses("CW0317");
    kinds("stands_for = \"token\"").refuses("CW0317");
    kinds("stands_for = \"unit\"").cards("[cards.spider_foe]\n").refuses("CW0317");
    kinds("stands_for = \"unit\"\ncopies = \"copies - 3\"").refuses("CW0318");
    kinds("stands_for = \"unit\"\ncopies = \"speeed\"").refuses("CW0318");
    kinds("copies = \"2\"").refuses("CW0310");
    let twice =
        kinds("stands_for = \"unit\"").rules("[kinds.ghost]\nbase = \"piece\"\nstands_for = \"foe\"\n");
    twice.refuses("CW0317");
}

/// Scouts, and wisps that stand for them in the wood.
const WISPS: &str = r#"
[kinds.scout]
base = "card"
[kinds.scout.attributes]
pace = { type = "int 0..9", default = 2 }
[kinds.scout.state]
hurt = { type = "int 0..9", in = "ranks" }
[kinds.wisp]
base = "token"
stands_for = "scout"
[zones.ranks]
per = "player"
holds = "scout"
[zones.wood]
holds = "wisp"
start = "wisps"
[keywords.proud]
[[keywords.proud.modifiers]]
attribute = "pace"
where = "it == self"
add = "1"
[verbs.hit]
params = { u = "scout" }
do = "u.hurt += 1"
"#;
const RANGER: &str = r#"
[cards.ranger]
kind = "scout"
keywords = ["proud"]
[[cards.ranger.reactions]]
after = "hit"
where = "u == self"
in = "ranks"
do = "if self in ranks { log \"ouch\" }"
[[cards.ranger.modifiers]]
attribute = "pace"
where = "it == self and it in players[1].ranks"
add = "1"
"#;

#[test]
fn rules_that_are_right_for_a_card_are_not_wrong_for_its_token() {
    let lab = Lab::base().rules(WISPS).cards(RANGER);
    assert_eq!(lab.told_of("is never a"), [""; 0]);
    lab.check(&[("ranger.pace", "3"), ("ranger_wisp.pace", "3"), ("count(wood)", "1")]);
    // What is wrong for both is reported.
    let wrong = RANGER.replace("where = \"u == self\"", "where = \"u == self and any(wood, it == u)\"");
    let found = Lab::base().rules(WISPS).cards(&wrong).told_of("is never a");
    assert_eq!(found.len(), 1, "{found:?}");
    // A keyword that is borne twice is reported for the card alone.
    let twice = RANGER.replace("[\"proud\"]", "[\"proud\", \"proud\"]");
    assert_eq!(Lab::base().rules(WISPS).cards(&twice).errors().len(), 1);
    // An error in the number of tokens is one error.
    let counted = WISPS.replace("stands_for = \"scout\"", "stands_for = \"scout\"\ncopies = \"hurt\"");
    assert_eq!(Lab::base().rules(&counted).cards(RANGER).errors(), ["CW0318"]);
}

#[test]
fn a_slot_of_cards_with_tokens_is_used_where_the_cards_are_asked() {
    let unused = |lab: Lab| lab.told_of("the slot `reward`").len();
    assert_eq!(unused(lab()), 1);
    let asks = "[functions.worth]\nparams = { c = \"creature\" }\nreturns = \"int\"\ncode = \"c.reward\"\n";
    assert_eq!(unused(Lab::base().rules(&format!("{FOES}{asks}")).cards(BEASTS)), 0);
}
