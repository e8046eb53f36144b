//! Declarations of boards: their shape, the diagnostics of wrong ones, schemas for editors; and how boards
//! are drawn.

use crate::support;
use cardwright::compile::CompiledGame;
use cardwright::diagnostics::{Diagnostic, Format, render};
use cardwright::ir::{CellId, PlayerId};
use cardwright::model::{BoardFormDecl, Package, StartPoint, read_package};
use cardwright::package::PackageFiles;
use cardwright::report::boards;
use cardwright::table::{Names, Stop, Table};
use cardwright::{editor, schema};

const GAME: (&str, &str) = ("game.toml", "[game]\nid = \"valley\"\nname = \"Valley\"\nplayers = [2, 2]\n");

fn read(files: &[(&str, &str)]) -> (Package, Vec<Diagnostic>) {
    read_package(&PackageFiles::from_texts(files.iter().copied()))
}

/// Returns the diagnostics of a rules file, as a person sees them.
fn said(rules: &str) -> String {
    let (package, found) = read(&[GAME, ("rules/a.toml", rules)]);
    support::report(&found, &package.sources, 110)
}

const GOOD: &str = r#"
[boards.field]
grid = [4, 3]
lines = [["a1", "b1", "c1", "d1"], ["a2", "b2"]]
[boards.field.state]
side = "player?"
height = { type = "int 0..9", start = "row" }
[boards.field.attributes]
dark = { type = "bool", is = "(column + row) % 2 == 0" }
[boards.map.areas]
town = ["wood", "ford"]
wood = []
ford = ["wood"]
[boards.ring]
lines = [["x", "y", "z"], ["z", "w", "x"]]
"#;

#[test]
fn boards_as_declared() {
    let (package, found) = read(&[GAME, ("rules/a.toml", GOOD)]);
    assert!(found.is_empty(), "{found:?}");
    let [field, map, ring] = &package.boards[..] else { panic!("three boards") };
    assert!(matches!(field.form, BoardFormDecl::Grid(4, 3)));
    assert_eq!(field.cells().join(" "), "a1 b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 d3");
    assert_eq!(field.lines.iter().map(Vec::len).collect::<Vec<_>>(), [4, 2]);
    assert_eq!(field.attributes[0].is.as_ref().unwrap().value, "(column + row) % 2 == 0");
    assert_eq!(field.state[1].start.as_ref().map(|s| s.value.as_str()), Some("row"));
    assert!(
        matches!(&map.form, BoardFormDecl::Areas(areas) if areas[0].adjoins.len() == 2 && areas[1].adjoins.is_empty())
    );
    assert_eq!(map.cells().join(" "), "town wood ford");
    assert!(matches!(ring.form, BoardFormDecl::Lines));
    assert_eq!(ring.cells().join(" "), "x y z w");
    let hex = "[boards.h]\nhex = [2, 2]\n";
    assert!(matches!(read(&[GAME, ("rules/a.toml", hex)]).0.boards[0].form, BoardFormDecl::Hex(2, 2)));
}

#[test]
fn what_is_wrong_with_a_board_is_said() {
    insta::assert_snapshot!(
        "forms",
        said(
            r#"
[boards.none]
[boards.state_only.state]
side = "player?"
[boards.two]
grid = [3, 3]
areas = { a = [] }
[boards.misspelt]
gird = [3, 3]
[boards.large]
hex = [26, 26]
[boards.larger]
grid = [27, 3]
[boards.flat]
grid = [3]
[boards.empty]
areas = {}
[boards.square]
grid = "3x3"
"#
        )
    );
    insta::assert_snapshot!(
        "areas",
        said(
            r#"
[boards.map.areas]
town = ["wood", "frod", "town"]
wood = ["town", "sea", "town"]
ford = []
end = []
"The Hill" = []
"#
        )
    );
    insta::assert_snapshot!(
        "lines",
        said(
            r#"
[boards.field]
grid = [3, 3]
lines = [["a1", "b2", "c4"], ["a1", "a1"], ["b1"]]
[boards.map]
areas = { town = ["wood"], wood = [] }
lines = [["town", "wod"]]
"#
        )
    );
    insta::assert_snapshot!(
        "cells",
        said(
            r#"
[boards.field]
grid = [3, 3]
[boards.field.state]
rank = { type = "bool", printed = true }
size = { type = "int 0..3", default = 2 }
column = "int 1..3"
side = "player?"
[boards.field.attributes]
block = "int 0..3"
side = { type = "bool", is = "true" }
corner = { type = "bool" }
[boards.other]
hex = [2, 2]
[boards.mine]
lines = [["x", "win"]]
[enums]
cell = ["prison"]
[zones.cells]
[zones.mine]
"#
        )
    );
}

#[test]
fn a_zone_on_a_board_that_is_too_large_is_no_other_error() {
    for grid in ["[26, 26]", "[30, 30]"] {
        let rules = format!("[boards.big]\ngrid = {grid}\n[zones.square]\nper = \"big\"\n");
        let opened = support::opened([("game.toml", GAME.1), ("rules/a.toml", rules.as_str())]);
        let said = support::report(&opened.diagnostics, &opened.sources, 110);
        assert!(!said.contains("CW0570"), "{said}");
        assert!(said.contains("26 columns") && said.contains("512"), "{said}");
    }
}

#[test]
fn scenarios_name_cells() {
    let scenario = |state: &str| {
        let text = format!("[state]\n{state}\n");
        let (package, found) = read(&[GAME, ("rules/a.toml", GOOD), ("scenarios/a.toml", &text)]);
        let keys: Vec<String> =
            package.scenarios.iter().flat_map(|s| &s.state).map(|(id, _)| id.text.clone()).collect();
        (keys, render(&found, &package.sources, Format::Short))
    };
    let (keys, found) = scenario("\"height[a1 d3]\" = 4\n\"height[b2]\" = 3\nround = 2\n\"coins[1]\" = 2");
    assert_eq!((keys.len(), keys[0].as_str(), found.as_str()), (4, "height[a1 d3]", ""));
    for wrong in ["\"height[]\" = 4", "\"height[a1\" = 4", "\"height[a1]b\" = 4", "\"Height[a1]\" = 4"] {
        assert!(scenario(wrong).1.contains("names nothing that has a value"), "{wrong}");
    }
}

#[test]
fn editors_know_what_cells_hold() {
    let (package, _) = read(&[GAME, ("rules/a.toml", GOOD)]);
    let schemas = editor::schemas(&package);
    let scenario = &schemas.iter().find(|(name, _)| name == "scenario.schema.json").expect("one of them").1;
    let validator = jsonschema::draft7::new(scenario).expect("a valid schema");
    let fits = |state: serde_json::Value| validator.is_valid(&serde_json::json!({ "state": state }));
    assert!(fits(serde_json::json!({ "height[a1 d3]": 4, "side[a1]": 1 })));
    assert!(!fits(serde_json::json!({ "height[a1 d3]": 12 })));
    assert!(!fits(serde_json::json!({ "hieght[a1]": 1 })));
    assert!(schema::to_text(scenario).contains("side[a1]"));
}

/// The boards of a game after its setup, as a spectator sees them, with colours.
fn drawn(rules: &str, setup: &str) -> String {
    let rules = format!("{rules}\n[flow]\nsetup = \"\"\"\n{setup}\n\"\"\"\n");
    let ir = support::playable(support::opened([GAME, ("rules/a.toml", &rules)])).ir;
    let table = Table::new(&ir).expect("sound");
    let mut machine = table.machine();
    let mut state = machine.lay(2, &[], 1).expect("laid");
    machine.start(&mut state, StartPoint::Setup);
    assert_eq!(machine.advance(&mut state), Stop::Idle);
    boards(&Names::new(&ir), &ir, &table.view(&state, None), 60)
}

fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

#[test]
fn a_grid_is_drawn_with_what_its_cells_hold() {
    let rules = r#"
[enums]
rank = ["pawn", "knight", "king", "queen"]
[boards.field]
grid = [4, 3]
[boards.field.state]
side = "player?"
rank = "rank?"
tired = "bool"
"#;
    let setup = r#"
for each c in cells where row == 1 { c.side = players[1]; c.rank = pawn }
for each c in cells where row == 3 { c.side = players[2]; c.rank = knight }
for each c in cells where row == 1 and column == 2 { c.rank = king; c.tired = true }
"#;
    let text = drawn(rules, setup);
    insta::assert_snapshot!("grid", plain(&text));
    // Whose it is shows in the colour.
    for coloured in ["\u{1b}[1m\u{1b}[31mp1", "\u{1b}[1m\u{1b}[36mkn2"] {
        assert!(text.contains(coloured), "{text:?}");
    }
}

#[test]
fn lines_part_a_grid_and_dots_mark_it() {
    let rules = r#"
[boards.field]
grid = [6, 4]
drawn = { blocks = "block", dots = "well" }
[boards.field.state]
side = "player?"
way = "direction?"
[boards.field.attributes]
block = { type = "int 0..9", is = "0 if row == 1 else (column - 1) / 3 + 2 * (row / 4) + 1" }
well = { type = "bool", is = "column in {2, 5} and row == 3" }
"#;
    let setup = r#"
for each c in cells where row == 2 and column < 5 { c.side = players[1] }
for each c in cells where row == 3 and column < 3 { c.side = players[2]; c.way = sw }
for each c in cells where row == 2 and column == 1 { c.way = n }
"#;
    insta::assert_snapshot!("ruled", plain(&drawn(rules, setup)));
}

#[test]
fn what_a_drawing_names_is_an_attribute() {
    let attributes = "[boards.field.attributes]\nblock = { type = \"int 0..1\", is = \"row / 3\" }\n";
    let of =
        |drawn: &str| said(&format!("[boards.field]\ngrid = [3, 3]\ndrawn = {{ {drawn} }}\n{attributes}"));
    assert_eq!(of("blocks = \"block\""), "");
    insta::assert_snapshot!(
        "drawn_wrongly",
        [of("blocks = \"blok\""), of("blocks = \"side\", dots = \"block\""), of("lines = \"block\"")]
            .join("")
    );
}

#[test]
fn words_for_values_are_what_is_drawn() {
    let rules = r#"
[enums]
rank = ["base", "power"]
[words]
power = "Emperor"
[boards.field]
grid = [2, 1]
[boards.field.state]
side = "player?"
rank = "rank?"
"#;
    let text = plain(&drawn(rules, "a1.side = players[1]\na1.rank = power\nb1.rank = base"));
    assert!(text.contains(" 1  E1 b\n") && text.contains("E Emperor"), "{text}");
}

#[test]
fn hexagons_slant_and_areas_are_listed() {
    let hex = "[boards.h]\nhex = [5, 4]\n[boards.h.state]\nside = \"player?\"\n";
    insta::assert_snapshot!(
        "hex",
        plain(&drawn(hex, "for each c in cells where row == 2 { c.side = players[2] }"))
    );
    let map = r#"
[boards.map]
areas = { town = ["wood", "ford"], wood = [], ford = ["wood"] }
[boards.ring]
lines = [["x", "y", "z"]]
[boards.map.state]
side = "player?"
armies = "int 0..20"
"#;
    let setup = "for each c in neighbours(town) { c.side = players[2]; c.armies = 12 }";
    insta::assert_snapshot!("map", plain(&drawn(map, setup)));
    assert_eq!(drawn("[boards.bare]\ngrid = [2, 2]\n", ""), "");
}

#[test]
fn places_called_by_coordinates_are_drawn_where_they_are() {
    let rules = r#"
[boards.ring]
lines = [["a1", "c1", "c3", "a3"], ["a3", "a1"], ["b2", "b4"]]
[boards.ring.state]
side = "player?"
"#;
    let text = plain(&drawn(rules, "c1.side = players[2]"));
    let expected =
        "   4      ·\n   3  ·───┼───·\n   2  │   ·   │\n   1  ·───────2\n      a   b   c\n  2 player 2\n";
    let trimmed: Vec<&str> = text.lines().map(str::trim_end).collect();
    assert_eq!(trimmed.join("\n") + "\n", expected);
}

#[test]
fn cells_are_written_small_where_a_text_begins_with_one() {
    let rules = r#"
[boards.field]
grid = [2, 1]
[actions.go]
params = { from = "cells where column == 1", to = "step(from, {e})" }
do = "end"
text = "{{ from }} {{ to }}"
[actions.leave]
params = { c = "cells where column == 2" }
do = "end"
text = "leave {{ c }}"
[flow]
play = "act players[1]"
"#;
    let ir = support::playable(support::opened([GAME, ("rules/a.toml", rules)])).ir;
    let table = Table::new(&ir).expect("sound");
    let mut machine = table.machine();
    let mut state = machine.lay(2, &[], 1).expect("laid");
    machine.start(&mut state, StartPoint::Setup);
    assert_eq!(machine.advance(&mut state), Stop::Choice);
    let labels = Names::new(&ir).labels(machine.options(&mut state).expect("it waits"));
    assert_eq!(labels, ["a1 b1", "Leave b1"]);
}

#[test]
fn a_crowded_grid_keeps_to_80_columns_and_shows_whose_things_lie_there() {
    let rules = r#"
[boards.map]
grid = [15, 15]
drawn = { blocks = "block" }
[boards.map.attributes]
block = { type = "int 0..24", is = "(column - 1) / 3 + 5 * ((row - 1) / 3)" }
[boards.map.state]
land = "bool"
height = "int 0..9"
depth = "int 0..20"
fire = "bool"
keeper = "player?"
kept = "int 0..4"
[zones.square]
per = "map"
[kinds.token.state]
lord = "player?"
[flow]
setup = """
for each c in cells where row <= 3 and column <= 3 { c.land = true; c.height = 2 }
a1.height = 0
a1.depth = 2
b1.height = 1
b1.depth = 1
c1.fire = true
c1.keeper = players[1]
c1.kept = 3
for each t in tokens { move(t, a3.square); t.lord = players[2] }
"""
"#;
    let cards = ("cards/a.toml", "kind = \"token\"\n[cards.kelpie]\n");
    let ir = support::playable(support::opened([GAME, ("rules/a.toml", rules), cards])).ir;
    let table = Table::new(&ir).expect("sound");
    let mut machine = table.machine();
    let mut state = machine.lay(2, &[], 1).expect("laid");
    let laid = state.clone();
    machine.start(&mut state, StartPoint::Setup);
    assert_eq!(machine.advance(&mut state), Stop::Idle);
    let (names, view) = (Names::new(&ir), table.view(&state, Some(PlayerId(0))));
    let text = plain(&cardwright::report::look(&table, &names, &view, (&state, &laid), 80));
    let widest = text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    assert!(widest <= 80, "{widest}\n{text}");
    // Depth has a letter, and `land` is said once; the letter of a player is that of a component's.
    for row in ["   1  d2   1d1  f2k3│·", "   2  2    2    2   │·", "   3  2B   2    2   │·"] {
        assert!(text.contains(row), "{row}\n{text}");
    }
    let legend = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for sign in ["B player 2", "f fire", "numbers: height", "d and a number: depth", "all but ·: land"] {
        assert!(legend.contains(sign), "{sign}\n{text}");
    }
    for detail in ["  c1        keeper player 1\n", "  a3        Kelpie (lord player 2)\n"] {
        assert!(text.contains(detail), "{detail}\n{text}");
    }
}

#[test]
fn areas_with_names_and_zones_are_drawn_in_lines() {
    let rules = r#"
[options.far]
default = false
[boards.map.attributes]
number = { type = "int 0..6", default = 0 }
[boards.map.state]
cursed = "bool"
[boards.thornwood]
base = "map"
name = "The Thornwood"
[boards.thornwood.areas]
briar = ["old_oak"]
old_oak = { name = "Old Oak" }
[boards.fen]
base = "map"
areas = { reeds = ["mud"], mud = [] }
[boards.frostfell]
base = "map"
areas = { hearth = [] }
only_if = "far"
[zones.lair]
per = "map"
[kinds.token.state]
hurt = "int 0..9"
"#;
    let cards = ("cards/a.toml", "kind = \"token\"\n[cards.kelpie]\ncopies = 2\n");
    let flow = "[flow]\nsetup = \"\"\"\nfor each c in tokens { move(c, old_oak.lair) }\nold_oak.cursed = true\n\"\"\"\n";
    let rules = format!("{rules}{flow}");
    let ir = support::playable(support::opened([GAME, ("rules/a.toml", &rules), cards])).ir;
    let table = Table::new(&ir).expect("sound");
    let mut machine = table.machine();
    let mut state = machine.lay(2, &[0], 1).expect("laid");
    let laid = state.clone();
    machine.start(&mut state, StartPoint::Setup);
    assert_eq!(machine.advance(&mut state), Stop::Idle);
    let text = cardwright::report::look(
        &table,
        &Names::new(&ir),
        &table.view(&state, Some(PlayerId(0))),
        (&state, &laid),
        60,
    );
    let text = plain(&text);
    assert!(
        text.starts_with(
            "  The Thornwood\n    Briar\n    Old Oak  cursed · Kelpie ×2\n  fen\n    reeds · mud\n"
        ),
        "{text}"
    );
    assert!(!text.contains("hearth") && !text.contains("lair"), "{text}");
}

#[test]
fn a_place_says_what_it_adjoins() {
    let rules = "[boards.coast.attributes]\nprice = \"int 0..9\"\n[boards.coast.areas.rock]\nname = \"Chapel Rock\"\nprice = 3\n\
                 adjoins = [\"cove\", \"pans\"]\n[boards.coast.areas.cove]\nname = \"The Cove\"\nprice = 0\n\
                 [boards.coast.areas.pans]\nname = \"Saltpans\"\nprice = 5\n";
    let files = PackageFiles::from_texts([GAME, ("rules/a.toml", rules)]);
    let game = CompiledGame::from_files(files, Vec::new()).game.expect("it compiles");
    let told = |cell| {
        anstream::adapter::strip_str(&cardwright::report::place(&game.ir, &Names::new(&game.ir), cell, 80))
            .to_string()
    };
    assert_eq!(told(CellId(0)), "  Chapel Rock  price 3\n  adjoins The Cove, Saltpans\n");
    assert_eq!(told(CellId(1)), "  The Cove\n  adjoins Chapel Rock\n");
}
