//! Boards of one sort: areas with printed data, what all of them have, and boards that are not in the game.

use super::lab::Lab;

/// Two realms of three areas each, and a track that is no map.
const REALMS: &str = r#"
[options.far]
[enums]
realm = ["thorn", "frost"]
[boards.map.attributes]
realm  = "realm?"
number = { type = "int 0..6", default = 0 }
town   = { type = "bool", default = false }
near   = "set of suit"
rim    = { type = "bool", is = "number == 2" }
[boards.map.state]
cursed = "bool"
[zones.lair]
per = "map"
[functions.areas]
params = { r = "realm" }
returns = "set of cell"
code = "map where realm == r"
[functions.town_of]
params = { r = "realm" }
returns = "cell?"
code = "only(areas(r) where town)"
"#;
const THORN: &str = r#"
[boards.thornwood]
base = "map"
name = "The Thornwood"
each = { realm = "thorn" }
[boards.thornwood.areas.briar]
adjoins = ["old_oak", "mill"]
town = true
[boards.thornwood.areas.old_oak]
name = "Old Oak"
number = 1
near = ["land", "flame"]
[boards.thornwood.areas.mill]
adjoins = ["old_oak"]
number = 2
"#;
const TRACK: &str = "[boards.track]\nareas = { space_1 = [\"space_2\"], space_2 = [] }\n";
const FROST: &str = r#"
[boards.frostfell]
base = "map"
each = { realm = "frost" }
only_if = "far"
areas.hearth = { adjoins = ["glacier"], town = true }
areas.glacier = { number = 2 }
"#;

fn lab() -> Lab {
    Lab::base().rules(REALMS).rules(THORN).rules(TRACK).rules(FROST)
}

#[test]
fn areas_have_what_they_and_their_board_say() {
    lab().options(&[1]).check(&[
        ("briar.town and not old_oak.town", "yes"),
        ("old_oak.number * 10 + mill.number", "12"),
        ("old_oak.near", "{land, flame}"),
        ("mill.near", "{}"),
        ("mill.realm == thorn and glacier.realm == frost", "yes"),
        ("space_1.realm is none", "yes"),
        ("space_1.number", "0"),
        ("cells where rim", "{mill, glacier}"),
        ("neighbours(briar)", "{old_oak, mill}"),
        ("neighbours(mill) where town", "{briar}"),
    ]);
}

#[test]
fn a_sort_is_the_cells_of_all_its_boards() {
    lab().options(&[1]).go("move(hill, old_oak.lair)\nmove(moss, glacier.lair)").check(&[
        ("map", "{briar, old_oak, mill, hearth, glacier}"),
        ("thornwood", "{briar, old_oak, mill}"),
        ("map == thornwood + frostfell", "yes"),
        ("areas(frost)", "{hearth, glacier}"),
        ("town_of(thorn)", "briar"),
        ("town_of(frost)", "hearth"),
        ("count(cells)", "7"),
        ("go(players[1])", "done"),
        ("map where any(lair)", "{old_oak, glacier}"),
        ("cell_of(moss)", "glacier"),
        ("count(space_1.lair)", "CW0720"),
    ]);
}

#[test]
fn a_board_that_is_not_in_the_game_is_in_no_set() {
    lab().options(&[0]).check(&[
        ("cells", "{briar, old_oak, mill, space_1, space_2}"),
        ("map", "{briar, old_oak, mill}"),
        ("frostfell", "{}"),
        ("areas(frost)", "{}"),
        ("town_of(frost)", "none"),
        ("town_of(thorn)", "briar"),
        ("track", "{space_1, space_2}"),
    ]);
    let asked = lab()
        .options(&[0])
        .flow("choose a from cells where not town by players[1] { log \"{{ a }}\" }")
        .answers(&["Old Oak"])
        .play(&[]);
    assert_eq!(asked.log, ["Old Oak"]);
    assert_eq!(asked.asked, ["1: old_oak, mill, space_1, space_2"]);
}
