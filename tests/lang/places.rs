//! Zones of cells, components and values: packs, lairs, piles for each colour.

use super::lab::Lab;

/// Units with packs, a map of three areas with a lair each, a pile for each suit and a line for each player
/// and suit.
const PLACES: &str = r#"
[boards.map]
areas = { town = ["wood", "ford"], wood = ["ford"], ford = [] }
[zones.lair]
per = "map"
[zones.pack]
per = "unit"
[zones.piles]
per = "suit"
ordered = true
[zones.lines]
per = ["player", "suit"]
ordered = true
[zones.shelf]
per = "2..4"
[zones.supply]
per = "name"
ordered = true
"#;

fn lab() -> Lab {
    Lab::base().rules(PLACES)
}

#[test]
fn each_cell_component_and_value_has_its_own() {
    let go =
        "move(moss, guard.pack)\nmove(guard, town.lair)\nmove(hill, piles[land])\nmove(blaze, players[2].lines[flame])
move(spark, shelf[3])\nmove(rider, supply[rider])";
    lab().go(go).check(&[
        ("go(players[1])", "done"),
        ("guard.pack - hill", "{moss}"),
        ("zone_of(moss) == guard.pack", "yes"),
        ("count(guard.pack)", "1"),
        ("rider.pack - hill", "{}"),
        ("town.lair - hill", "{guard}"),
        ("any(wood.lair)", "no"),
        ("union(suits, piles[it])", "{hill}"),
        ("players[2].lines[flame] - hill", "{blaze}"),
        ("any(players[1].lines[flame])", "no"),
        ("count(shelf[3])", "1"),
        ("count(shelf[2])", "0"),
        ("supply[rider] - hill", "{rider}"),
        ("cells where any(lair)", "{town}"),
        ("units where any(pack)", "{guard}"),
        ("zone_of(spark) == shelf[3]", "yes"),
        ("count(box)", "0"),
    ]);
}

#[test]
fn many_places_are_asked_at_once() {
    let go = "move(guard, town.lair)\nmove(spark, guard.pack)\nmove(rider, ford.lair)\nmove(moss, ford.lair)
move(cards where suit == flood, box)\nmove(hill, players[1].lines[flood])\nmove(blaze, players[1].lines[flame])";
    lab().go(go).check(&[
        ("go(players[1])", "done"),
        // Components in a pack are where its bearer is.
        ("cards where cell_of(it) in {town, wood}", "{spark, guard}"),
        ("cards where cell_of(it) in cells", "{spark, moss, guard, rider}"),
        ("units where not cell_of(it) in {town, wood}", "{rider}"),
        ("count(cards where not cell_of(it) in cells)", "6"),
        ("values(cards, cell_of(it))", "{town, ford}"),
        ("values(units - guard, cell_of(it))", "{ford}"),
        ("values(cards where marked, cell_of(it))", "{}"),
        ("union({town, wood}, lair)", "{guard}"),
        ("union(cells - town, it.lair)", "{moss, rider}"),
        ("union(cells where false, lair)", "{}"),
        ("union({flood, flame}, players[1].lines[it])", "{hill, blaze}"),
        ("union(suits - flood, players[1].lines[it])", "{blaze}"),
        ("union(suits where false, players[2].lines[it])", "{}"),
        ("union(2..4, shelf[it])", "{}"),
        ("union((players[1].coins - 2)..4, shelf[it])", "CW0720"),
        ("cards where zone_of(it) is none", "{lake, lake#2}"),
        ("any(cards where suit == flood and zone_of(it) is not none)", "no"),
    ]);
}

#[test]
fn a_value_may_be_worked_out_and_must_have_a_place() {
    let go = "for each c in cards { move(c, piles[c.suit]) }";
    lab().go(go).check(&[
        ("go(players[1])", "done"),
        ("count(piles[flood])", "2"),
        ("count(piles[hill.suit]) > 2", "yes"),
        ("union({flood, flame}, piles[it])", "{lake, lake#2, spark, blaze}"),
        ("count(shelf[players[1].coins])", "0"),
        ("count(shelf[players[1].coins + 2])", "CW0720"),
    ]);
    lab().go("move(hill, shelf[5])").refuses("CW0513");
}

#[test]
fn ordered_places_keep_their_order() {
    let go = "for each c in cards { move(c, piles[flood]) }\nmove(moss, piles[flood], bottom)\nmove(spark, deck)\nlog \"{{ c }}\"";
    let go = go.replace("log \"{{ c }}\"", "for each c in piles[flood] { log \"{{ c }}\" }");
    let played = lab().go(&go).asks(&["go(players[1])", "top(piles[flood])", "bottom(piles[flood])"]);
    assert_eq!(played.log.join(" "), "Rider Guard Twin Twin Blaze Lake Lake Hill Moss");
    assert_eq!(played.values, ["done", "rider", "moss"]);
    let go =
        "for each c in cards { move(c, piles[flood]) }\nswap(hill, rider)\ndeal(piles[flood], piles[land], 3)
for each c in piles[land] { log \"{{ c }}\" }";
    let played = lab().go(go).asks(&["go(players[1])", "count(piles[flood])", "bottom(piles[flood])"]);
    assert_eq!(played.log.join(" "), "Moss Guard Hill");
    assert_eq!(played.values, ["done", "7", "rider"]);
}

#[test]
fn shuffling_a_place_keeps_what_is_in_it() {
    let go = "for each c in cards { move(c, piles[flood]) }\nshuffle(piles[flood])\nfor each c in piles[flood] { log \"{{ c }}\" }";
    let orders: Vec<String> =
        (1..6).map(|seed| lab().seed(seed).go(go).asks(&["go(players[1])"]).log.join(" ")).collect();
    assert!(orders.iter().any(|order| *order != orders[0]), "{orders:?}");
    for order in &orders {
        let mut cards: Vec<&str> = order.split(' ').collect();
        cards.sort_unstable();
        assert_eq!(cards.join(" "), "Blaze Guard Hill Lake Lake Moss Rider Spark Twin Twin");
    }
}

#[test]
fn where_a_component_is_in_the_end() {
    let go = "move(hill, guard.pack)\nmove(guard, rider.pack)\nmove(rider, wood.lair)\nmove(moss, players[2].hand)";
    lab().go(go).check(&[
        ("go(players[1])", "done"),
        ("bearer(hill)", "guard"),
        ("bearer(guard)", "rider"),
        ("bearer(rider)", "none"),
        ("cell_of(hill)", "wood"),
        ("cell_of(moss)", "none"),
        ("holder(hill)", "none"),
    ]);
    let go = "move(hill, guard.pack)\nmove(guard, players[2].hand)";
    lab().go(go).check(&[
        ("go(players[1])", "done"),
        ("holder(hill)", "player 2"),
        ("cell_of(hill)", "none"),
    ]);
}

#[test]
fn nothing_lies_in_itself() {
    lab().go("move(guard, guard.pack)").check(&[("go(players[1])", "CW0721")]);
    lab().go("move(guard, rider.pack)\nmove(rider, guard.pack)").check(&[("go(players[1])", "CW0721")]);
}

#[test]
fn what_begins_in_each() {
    let rules = r#"
[boards.map]
areas = { town = ["wood"], wood = [] }
[zones.supply]
per = "name"
start = "cards where name == self and suit == flood"
[zones.pack]
per = "unit"
start = "cards where strength == self.strength - 6"
[zones.lair]
per = "cell"
holds = "unit"
start = "units where self == wood and it == rider"
"#;
    Lab::base().rules(rules).check(&[
        ("count(supply[lake])", "2"),
        ("count(supply[moss])", "0"),
        ("guard.pack - hill", "{spark}"),
        ("rider.pack - hill", "{moss}"),
        ("wood.lair - guard", "{rider}"),
    ]);
}

#[test]
fn a_zone_of_many_has_to_be_told_which() {
    lab().go("move(hill, piles)").refuses("CW0502");
    lab().go("move(hill, you.lines)").refuses("CW0502");
    lab().go("coins = count(piles)").refuses("CW0502");
    lab().go("move(hill, piles[town])").refuses("CW0502");
    lab().go("move(hill, deck[1])").refuses("CW0502");
    lab().go("move(hill, hill.pack)").refuses("CW0503");
}

#[test]
fn what_there_can_be_a_zone_for() {
    let with = |zone: &str| Lab::base().rules(&format!("[zones.piles]\n{zone}\n")).errors();
    assert_eq!(with("per = \"suits\""), ["CW0570"]);
    assert_eq!(with("per = \"cell\""), ["CW0570"]);
    assert_eq!(with("per = \"4..2\""), ["CW0570"]);
    assert_eq!(with("per = [\"suit\", \"name\"]"), ["CW0570"]);
    assert_eq!(with("per = [\"player\", \"unit\"]"), ["CW0570"]);
    assert_eq!(with("per = [\"name\", \"0..5000\"]"), ["CW0570"]);
    assert_eq!(with("per = \"0..50000\""), ["CW0571"]);
    assert_eq!(with("per = [\"card\", \"0..9000\"]"), ["CW0571"]);
    assert_eq!(with("per = \"unit\"\nseen_by = \"owner\""), ["CW0572"]);
    assert_eq!(with("per = [\"player\", \"suit\"]\nstart = \"cards\""), ["CW0574"]);
    let taken = Lab::base().rules("[zones.speed]\nper = \"unit\"\n").errors();
    assert_eq!(taken, ["CW0573"]);
}
