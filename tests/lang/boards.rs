//! Boards, as `docs/boards.md` describes them. Constants are computed when a game is compiled; the same
//! questions are asked of state too, which the machine answers.

use super::lab::Lab;
use cardwright::ir::FileTextId;
use cardwright::table::{LayFault, Table};

/// Four by three cells; a set, a cell and a direction in the state.
const GRID: &str = r#"
[boards.field]
grid = [4, 3]
lines = [["a1", "a2", "a3"], ["a3", "b3", "c3"]]
[boards.field.attributes]
block = { type = "int 0..3", is = "(column - 1) / 2" }
[boards.field.state]
side = "player?"
level = { type = "int 0..9", start = "row" }

[state.table]
some = { type = "set of cell", start = "{a1, a2, b2, d1}" }
line = { type = "set of cell", start = "{a1, a2, a3, b3}" }
at = { type = "cell", start = "b2" }
way = { type = "direction", start = "e" }
lost = "cell?"

[functions.leaps]
params = { from = "cell" }
returns = "set of cell"
code = "cells where abs(column - from.column) * abs(row - from.row) == 2"

[functions.beside]
params = { from = "cell", d = "direction" }
returns = "set of cell"
code = "step({from}, left(d)) + step({from}, right(d))"
"#;

#[test]
fn cells_and_what_they_have() {
    Lab::base().rules(GRID).check(&[
        ("count(cells)", "12"),
        ("field == cells", "yes"),
        ("cells where row == 3", "{a3, b3, c3, d3}"),
        ("d2.column * 10 + d2.row", "42"),
        ("cells where block == 1 and row == 1", "{c1, d1}"),
        ("cells where block == at.block", "{a1, b1, a2, b2, a3, b3}"),
        ("at.level", "2"),
        ("cells where level > 2", "{a3, b3, c3, d3}"),
        ("count(cells where side is none)", "12"),
        ("cells where side is not none", "{}"),
        ("cells where side == players[1]", "{}"),
        ("at == b2 and at in some", "yes"),
        ("lost is none", "yes"),
        ("lost ?? c3", "c3"),
    ]);
}

#[test]
fn what_cells_work_out_keeps_to_its_range() {
    let beyond = GRID.replace("int 0..3\", is = \"(column - 1) / 2\"", "int 0..3\", is = \"column * row\"");
    assert_ne!(beyond, GRID);
    Lab::base().rules(&beyond).refuses("CW0513");
}

#[test]
fn amounts_and_sets_on_areas_keep_to_their_range() {
    let board = |attribute: &str, area: &str, each: &str| {
        let rules = format!(
            "[boards.vale.attributes]\nx = {attribute}\n{each}[boards.vale.areas.glen]\n{area}\n\
             [boards.vale.areas.moor]\nadjoins = [\"glen\"]\n"
        );
        let lab = Lab::base().rules(&rules);
        (lab.errors(), lab.wrong_places())
    };
    let refused = |place: &str| (vec!["CW0513".to_owned()], vec![place.to_owned()]);
    let amount = "{ type = \"int 0..3 per suit\", default = {} }";
    let each = "[boards.vale]\neach = { x = { flood = 40 } }\n";
    assert_eq!(board(amount, "x = { flood = 40 }", ""), refused("40"));
    assert_eq!(board(amount, "x = { flood = -1 }", ""), refused("-1"));
    assert_eq!(board(amount, "", each), refused("40"));
    assert_eq!(board(&amount.replace("{} }", "{ flood = 77 } }"), "", ""), refused("77"));
    let is = "{ type = \"int 0..3 per suit\", is = \"{flood = 50}\" }";
    assert_eq!(board(is, "", ""), refused("\"{flood = 50}\""));
    let list = "{ type = \"int 0..3 per 1..2\", default = [0, 0] }";
    assert_eq!(board(list, "x = [1, 9]", ""), refused("9"));
    let set = "{ type = \"set of int 0..3\", default = [] }";
    assert_eq!(board(set, "x = [1, 9]", ""), refused("9"));
    let is = "{ type = \"set of int 0..3\", is = \"{1, 9}\" }";
    assert_eq!(board(is, "", ""), refused("\"{1, 9}\""));
    let optional = "{ type = \"int 0..3?\", is = \"9 if self == glen else 1\" }";
    assert_eq!(board(optional, "", "").0, ["CW0513"]);
    // Other boards have nothing of a formula that leaves the range there.
    let two = "[boards.vale.attributes]\nx = { type = \"set of int 0..3\", \
               is = \"{1} if self in vale else {2, 9}\" }\n\
               y = { type = \"int 1..3 per suit\", is = \"{land = 2, flood = 2, flame = 2, army = 2} if self in vale else {}\" }\n\
               z = { type = \"int 0..3?\", is = \"2 if self in vale else 9\" }\n\
               [boards.vale.areas.glen]\n[boards.vale.areas.moor]\nadjoins = [\"glen\"]\n\
               [boards.hill.areas.top]\n[boards.hill.areas.foot]\nadjoins = [\"top\"]\n";
    Lab::base().rules(two).check(&[
        ("glen.x", "{1}"),
        ("top.x", "{2}"),
        ("top.y[land]", "1"),
        ("top.z ?? 77", "0"),
    ]);
}

#[test]
fn a_fault_at_the_start_of_a_cell_is_at_its_start() {
    let rules = "[boards.vale.state]\ns = { type = \"int 0..3\", start = \"nine()\" }\n\
                 [functions.nine]\nreturns = \"int\"\ncode = \"3 * 3\"\n\
                 [boards.vale.areas.glen]\n[boards.vale.areas.moor]\nadjoins = [\"glen\"]\n";
    let LayFault::Fault(fault) = Lab::base().rules(rules).not_laid() else { panic!("it is a fault") };
    let game = Lab::base().rules(rules).game();
    let table = Table::new(&game.ir).expect("it is sound");
    let diagnostic = fault.to_diagnostic(&table);
    let span = diagnostic.labels[0].span;
    let text = &game.ir.files[FileTextId(span.file.0)].text;
    assert_eq!(&text[span.start as usize..span.end as usize], "nine()");
}

#[test]
fn what_a_cell_holds_changes() {
    let lab = Lab::base().rules(GRID).go(
        "at.side = you\nfor each c in cells where row == 1 { c.side = next(you) }\na1.side = none\nlost = d3\nlost = none",
    );
    let after = |question: &str| lab.asks(&["go(players[1])", question]).values[1].clone();
    assert_eq!(after("cells where side == players[1]"), "{b2}");
    assert_eq!(after("cells where side == players[2]"), "{b1, c1, d1}");
    assert_eq!(after("cells where side != players[1] and side is not none"), "{b1, c1, d1}");
    assert_eq!(after("count(cells where side is none)"), "8");
    assert_eq!(after("lost is none"), "yes");
}

#[test]
fn numbers_of_cells_are_asked_of_all_at_once() {
    // `level + zero` is no field: each cell is asked by itself, which must give the same.
    let lab = Lab::base()
        .rules(GRID)
        .rules("[state.table]\nzero = \"int 0..9\"\n")
        .go("for each c in cells { c.level = (c.column * c.column + 2 * c.row) % 10 }");
    let comparisons = ["<", "<=", ">", ">=", "==", "!="];
    let bounds = comparisons.iter().flat_map(|compared| (-1..=11).map(move |bound| (compared, bound)));
    let questions: Vec<String> = bounds
        .flat_map(|(compared, bound)| {
            [
                format!("(cells where level {compared} {bound}) == (cells where level + zero {compared} {bound})"),
                format!("(some where {bound} {compared} level) == (some where {bound} {compared} level + zero)"),
                format!("(some where not level {compared} {bound} or column == 1) == (some where not level + zero {compared} {bound} or column == 1)"),
            ]
        })
        .collect();
    let asked: Vec<&str> =
        std::iter::once("go(players[1])").chain(questions.iter().map(String::as_str)).collect();
    let answers = lab.asks(&asked).values;
    for (question, answer) in asked.iter().zip(&answers).skip(1) {
        assert_eq!(answer, "yes", "{question}");
    }
    assert_eq!(lab.asks(&["go(players[1])", "cells where level > 7"]).values[1], "{d1, b2}");
}

#[test]
fn steps_and_rays() {
    Lab::base().rules(GRID).check(&[
        ("step(b2, n)", "b3"),
        ("step(b2, sw)", "a1"),
        ("step(d3, e)", "none"),
        ("step(at, way)", "c2"),
        ("step(at, opposite(way))", "a2"),
        ("step({a1, b2, d1}, ne)", "{b2, c3}"),
        ("step(some, way)", "{b1, b2, c2}"),
        ("step(some, s)", "{a1, b1}"),
        ("step(some, nw)", "{c2, a3}"),
        ("ray(a1, ne)", "{b2, c3}"),
        ("ray(at, way)", "{c2, d2}"),
        ("ray(a1, e, {c1})", "{b1, c1}"),
        ("ray(at, s, some)", "{b1}"),
        ("ray(d1, w, some)", "{a1, b1, c1}"),
        ("ray(d2, w, some)", "{b2, c2}"),
    ]);
}

#[test]
fn steps_and_rays_in_several_directions() {
    Lab::base().rules(GRID).check(&[
        ("step(b2, {n, se})", "{c1, b3}"),
        ("step(a1, diagonals)", "{b2}"),
        ("step(some, {n, e})", "{b1, a2, b2, c2, d2, a3, b3}"),
        ("step(some, {w} if at == b2 else {e})", "{c1, a2}"),
        ("step({a1, b2}, {})", "{}"),
        ("ray(at, {n, e})", "{c2, d2, b3}"),
        ("ray(a1, {n, ne, e}, {b1, b2})", "{b1, a2, b2, a3}"),
        ("ray({d1, a3}, {n, s, w}, some)", "{a1, b1, c1, a2, d2, d3}"),
        ("ray({d1, d3}, w, {c1})", "{c1, a3, b3, c3}"),
        ("ray({}, directions, some)", "{}"),
        ("count(ray(at, directions))", "9"),
    ]);
    let all = "[functions.all_ways]\nparams = { a = \"cell\" }\nreturns = \"set of cell\"\n\
               code = \"ray({a}, diagonals, {c3}) + step(a, {n, s})\"\n";
    Lab::base()
        .rules(&format!("{GRID}{all}"))
        .check(&[("all_ways(a1)", "{a2, b2, c3}"), ("all_ways(at)", "{a1, b1, c1, a3, b3, c3}")]);
    Lab::base().rules(GRID).go("if any(ray(a1, {b2}, some)) { end }").refuses("CW0502");
}

#[test]
fn directions_turn() {
    Lab::base().rules(GRID).check(&[
        ("directions", "{n, e, s, w, ne, se, sw, nw}"),
        ("orthogonals", "{n, e, s, w}"),
        ("diagonals", "{ne, se, sw, nw}"),
        ("opposite(n)", "s"),
        ("opposite(se)", "nw"),
        ("left(n)", "w"),
        ("right(n)", "e"),
        ("left(ne)", "nw"),
        ("right(way)", "s"),
    ]);
}

#[test]
fn neighbours_groups_and_borders() {
    Lab::base().rules(GRID).check(&[
        ("neighbours(a1)", "{b1, a2}"),
        ("around(a1)", "{b1, a2, b2}"),
        ("neighbours(at)", "{b1, a2, c2, b3}"),
        ("count(around(at))", "8"),
        ("neighbours({a1, d3})", "{b1, a2, d2, c3}"),
        ("around({d3})", "{c2, d2, c3}"),
        ("neighbours(some) & some", "{a1, a2, b2}"),
        ("group(a1, some)", "{a1, a2, b2}"),
        ("group(d1, some)", "{d1}"),
        ("group(c3, some)", "{}"),
        ("group({a1, d1}, some)", "{a1, d1, a2, b2}"),
        ("border({a1})", "{b1, a2}"),
        ("border(group(at, some))", "{b1, c2, a3, b3}"),
        ("distance(a1, d3)", "5"),
        ("distance(at, at)", "0"),
    ]);
}

#[test]
fn rows_and_lines() {
    Lab::base().rules(GRID).check(&[
        ("in_a_row({a1, b2, c3}, 3)", "yes"),
        ("in_a_row({a1, b2, d3}, 3)", "no"),
        ("in_a_row(line, 3)", "yes"),
        ("in_a_row(line, 4)", "no"),
        ("in_a_row(some, 2)", "yes"),
        ("in_a_row(some - at, 3)", "no"),
        ("in_a_row({d1, a2, b2}, 3)", "no"),
        ("in_a_row(some, 1)", "yes"),
        ("lined(line)", "{a1, a2, a3}"),
        ("lined(line + c3)", "{a1, a2, a3, b3, c3}"),
        ("lined(some)", "{}"),
    ]);
}

#[test]
fn calculations_of_cells_are_looked_up() {
    Lab::base().rules(GRID).check(&[
        ("leaps(a1)", "{c2, b3}"),
        ("leaps(at)", "{d1, d3}"),
        ("beside(at, way)", "{b1, b3}"),
        ("beside(a1, n)", "{b1}"),
        ("union(c in some, leaps(c))", "{c1, d1, b2, c2, b3, c3, d3}"),
    ]);
}

#[test]
fn hexagons() {
    let hex = "[boards.hive]\nhex = [3, 3]\n[state.table]\nat = { type = \"cell\", start = \"b2\" }\n";
    Lab::base().rules(hex).check(&[
        ("directions", "{e, w, ne, se, sw, nw}"),
        ("neighbours(b2)", "{b1, c1, a2, c2, a3, b3}"),
        ("around(at) == neighbours(at)", "yes"),
        ("step(at, ne)", "b3"),
        ("step(at, nw)", "a3"),
        ("step(at, n)", "none"),
        ("opposite(ne)", "sw"),
        ("left(e)", "ne"),
        ("right(e)", "se"),
        ("distance(a1, c3)", "4"),
        ("in_a_row({a1, a2, a3}, 3)", "yes"),
        ("in_a_row({c1, b2, a3}, 3)", "yes"),
        ("in_a_row({a1, b2, c3}, 3)", "no"),
    ]);
}

#[test]
fn areas_and_boards_of_lines() {
    let areas = "[boards.land_map]\nareas = { town = [\"wood\", \"ford\"], wood = [], ford = [\"hut\"], hut = [], isle = [] }\n";
    Lab::base().rules(areas).check(&[
        ("neighbours(wood)", "{town}"),
        ("neighbours(ford)", "{town, hut}"),
        ("distance(wood, hut)", "3"),
        ("distance(wood, isle)", "-1"),
        ("group(wood, cells - ford)", "{town, wood}"),
        ("wood.column + wood.row", "0"),
    ]);
    let lines = "[boards.mill]\nlines = [[\"p1\", \"p2\", \"p3\"], [\"p3\", \"p4\", \"p5\"]]\n";
    Lab::base().rules(lines).check(&[
        ("count(cells)", "5"),
        ("neighbours(p3)", "{p2, p4}"),
        ("lined(cells - p1)", "{p3, p4, p5}"),
        ("distance(p1, p5)", "4"),
    ]);
}

#[test]
fn what_asks_of_boards_needs_one() {
    let asks = "[verbs.go]\nparams = { p = \"player\" }\ndo = \"for each d in neighbours(players) { p.coins += 1 }\"\n";
    Lab::base().rules(asks).refuses("CW0543");
}

/// More cells than one word holds.
#[test]
fn large_boards() {
    let large = "[boards.field]\ngrid = [12, 12]\n[state.table]\nsome = { type = \"set of cell\", start = \"cells where row == 6\" }\n\
                 at = { type = \"cell\", start = \"a6\" }\n";
    Lab::base().rules(large).check(&[
        ("step(some, n) == (cells where row == 7)", "yes"),
        ("step(some, s) == (cells where row == 5)", "yes"),
        ("count(step(some, e))", "11"),
        ("a6 in step(some, w)", "yes"),
        ("in_a_row(some, 12)", "yes"),
        ("in_a_row(some - f6, 7)", "no"),
        ("count(group(at, some))", "12"),
        ("count(ray(at, e, cells where column > 6))", "6"),
        ("distance(a1, l12)", "22"),
    ]);
}
