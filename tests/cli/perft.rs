//! `perft` as its users meet it.

use std::fs;
use std::path::Path;
use std::process::Output;

use super::{cardwright, text};

const GAME: &str = r#"
[game]
id = "rows"
name = "Rows"
players = [2, 2]
[boards.board]
grid = [3, 3]
[boards.board.state]
side = "player?"
[state.table]
first = { type = "player", start = "players[1]" }
[actions.mark]
params = { c = "cells where side is none" }
do = "c.side = you"
[flow]
play = """
let p = first
while true {
  act p from {mark}
  if in_a_row(cells where side == p, 3) { win p }
  if none(cells where side is none) { end in draw }
  p = next(p)
}
"""
"#;

const NEARLY: &str = r#"
name = "A fork"
players = 2
begin = "play"
[state]
first = 2
"side[a1 a3 b2]" = 1
"side[a2 c3]" = 2
"#;

fn rows() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join("rows").join(name);
        fs::create_dir_all(path.parent().expect("it has one")).expect("a folder");
        fs::write(path, text).expect("written");
    };
    write("game.toml", GAME);
    write("scenarios/fork.toml", NEARLY);
    write("scenarios/laid.toml", "name = \"Laid\"\nplayers = 2\n");
    folder
}

fn perft(folder: &Path, args: &[&str]) -> Output {
    cardwright().current_dir(folder).args(["perft", "rows"]).args(args).output().expect("it runs")
}

/// The counts of a report, by depth.
fn counts(output: &Output) -> Vec<String> {
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let line = |line: &str| line.split_whitespace().nth(1).map(str::to_owned);
    text(&output.stdout).lines().skip(3).map_while(line).collect()
}

#[test]
fn sequences_are_counted_for_each_depth() {
    let folder = rows();
    let counted = counts(&perft(folder.path(), &["--depth", "6"]));
    assert_eq!(counted, ["9", "72", "504", "3,024", "15,120", "54,720"]);
    assert_eq!(counts(&perft(folder.path(), &["--depth", "6", "--jobs", "3"])), counted);
    let json = perft(folder.path(), &["--depth", "2", "--divide", "--format", "json"]);
    let lines: Vec<serde_json::Value> =
        text(&json.stdout).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((lines.len(), &lines[0]["count"], &lines[1]["count"]), (2, &9.into(), &72.into()));
    assert_eq!(lines[0].get("moves"), None);
    assert_eq!(lines[1]["moves"][8], serde_json::json!({ "move": "mark c3", "count": 8 }));
}

#[test]
fn a_scenario_says_where_to_begin() {
    let folder = rows();
    let output = perft(folder.path(), &["--depth", "4", "--scenario", "fork", "--divide"]);
    let said = text(&output.stdout);
    assert!(said.starts_with("Rows · “A fork”\n\ndepth "), "{said}");
    // Four cells are left. A player who does not take c1 lets it be taken, which wins.
    assert_eq!(counts(&output), ["4", "12", "18", "14"]);
    assert!(said.ends_with("\nmark b1  4\nmark c1  4\nmark c2  2\nmark b3  4\n"), "{said}");
}

#[test]
fn what_cannot_be_counted_is_said() {
    let folder = rows();
    let wrong = |args: &[&str], code: i32, words: &str| {
        let output = perft(folder.path(), args);
        assert_eq!(output.status.code(), Some(code));
        assert!(text(&output.stderr).contains(words), "{}", text(&output.stderr));
    };
    wrong(&["--depth", "1", "--scenario", "frok"], 2, "Rows has no scenario `frok`; did you mean `fork`?");
    wrong(&["--depth", "1", "--scenario", "fork", "--players", "2"], 2, "cannot be used with");
    wrong(&["--depth", "0"], 2, "0 is not in 1..=64");
    wrong(&["--depth", "1", "--scenario", "laid"], 1, "say where it starts: `begin = \"play\"`");
}

/// Three rolls, each of which determines the number of options: a fixed roll is fixed on every branch.
const ROLLS: &str = r#"
[game]
id = "rolls"
name = "Rolls"
players = [2, 2]
[state.table]
sum = "int 0..99"
[flow]
play = """
repeat 3 {
  let r = roll(d6)
  sum += r
  choose n from 1..r by players[1]
}
end
"""
"#;

fn rolls() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join("rows").join(name);
        fs::create_dir_all(path.parent().expect("it has one")).expect("a folder");
        fs::write(path, text).expect("written");
    };
    write("game.toml", ROLLS);
    write("scenarios/sixes.toml", "name = \"Sixes\"\nbegin = \"play\"\n[chance]\nroll = [6, 6, 6]\n");
    folder
}

#[test]
fn what_a_scenario_fixes_of_chance_comes_on_every_way() {
    let folder = rolls();
    for jobs in ["1", "3"] {
        let counted = counts(&perft(folder.path(), &["--depth", "3", "--scenario", "sixes", "--jobs", jobs]));
        assert_eq!(counted, ["6", "36", "216"], "{jobs}");
    }
    let divided = perft(folder.path(), &["--depth", "3", "--scenario", "sixes", "--divide"]);
    assert!(text(&divided.stdout).ends_with("\n5  36\n6  36\n"), "{}", text(&divided.stdout));
}
