//! Lists on the command line: who brings which, and what is wrong with them.

use std::fs;
use std::path::Path;

use super::{cardwright, text};

/// Writes the game of `docs/decks.md`.
pub(super) fn sparring(folder: &Path) {
    for (_, files) in crate::cookbook::sections(include_str!("../../docs/decks.md")) {
        for (path, text) in files {
            let path = folder.join(path);
            fs::create_dir_all(path.parent().expect("it has one")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
    }
}

/// Runs the program beside the game; gives its exit code and all that it says.
pub(super) fn said(folder: &Path, args: &[&str]) -> (Option<i32>, String) {
    let out = cardwright().current_dir(folder).args(args).output().expect("it runs");
    (out.status.code(), text(&[out.stdout, out.stderr].concat()).to_owned())
}

#[test]
fn each_seat_brings_the_list_that_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    sparring(&here.join("sparring"));
    let mine = "name = \"Mine\"\n[hero]\nroan = 1\n[cards]\nspark = 20\n";
    fs::write(here.join("mine.toml"), mine).expect("a file");
    let run = |args: &[&str]| said(here, args);
    let (code, checked) = run(&["check", "sparring"]);
    assert_eq!((code, checked.contains("2 decks, 1 scenario")), (Some(0), true), "{checked}");
    let (code, ran) = run(&["run", "sparring"]);
    assert_eq!((code, ran.contains("1 scenario: ok")), (Some(0), true), "{ran}");

    // Played, saved, and played again though the file says something else by then.
    let play = ["play", "sparring", "--deck", "1=keepers", "--deck", "2=./mine.toml"];
    let rest = ["--seats", "random,random", "--seed", "4", "--save-on-exit", "game.toml"];
    let (code, _) = run(&[&play[..], &rest[..]].concat());
    assert_eq!(code, Some(0));
    let saved = fs::read_to_string(here.join("game.toml")).expect("it was saved");
    assert!(saved.contains("[lists.2]\nlist = \"mine\"\nname = \"Mine\"\n"), "{saved}");
    assert!(saved.contains("[lists.2.parts.cards]\nspark = 20\n"), "{saved}");
    let (_, before) = run(&["replay", "game.toml"]);
    fs::write(here.join("mine.toml"), mine.replace("20", "30")).expect("a file");
    fs::write(here.join("sparring/decks/keepers.toml"), "[hero]\nroan = 1\n[cards]\nspark = 8\n").expect("a file");
    let (code, after) = run(&["replay", "game.toml"]);
    assert_eq!((code, after), (Some(0), before));
    // A card that is in the game no longer.
    fs::write(here.join("game.toml"), saved.replace("comet = 3", "meteor = 3")).expect("a file");
    let (code, lost) = run(&["replay", "game.toml"]);
    assert_eq!(code, Some(1));
    assert!(lost.contains("Sparring has no card `meteor` any more") && lost.contains("CW0851"), "{lost}");

    for command in [&["sim", "sparring", "-n", "20"][..], &["soak", "sparring", "-n", "8"], &["demo", "sparring"]] {
        let (code, said) = run(&[command, &["--deck", "mine.toml"]].concat());
        assert_eq!(code, Some(0), "{said}");
    }
    let ask = ["eval", "sparring", "--eval", "count(players[2].library)", "--deck", "2=mine.toml"];
    let (code, value) = run(&ask);
    assert_eq!((code, value.contains("30")), (Some(0), true), "{value}");
}

#[test]
fn lists_that_cannot_be_brought_are_refused_with_the_way_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    sparring(&here.join("sparring"));
    fs::write(here.join("mine.toml"), "[hero]\nroan = 1\n[cards]\nspark = 4\nbolt = 9\n").expect("a file");
    let wrong = |decks: &[&str]| {
        let decks: Vec<&str> = decks.iter().flat_map(|deck| ["--deck", deck]).collect();
        let (code, said) = said(here, &[&["sim", "sparring", "-n", "1", "--players", "2"], &decks[..]].concat());
        assert_ne!(code, Some(0), "{said}");
        said
    };
    let illegal = wrong(&["1=./mine.toml"]);
    assert!(illegal.contains("./mine.toml:5:8") && illegal.contains("at most 4 of this card"), "{illegal}");
    let unknown = wrong(&["1=raider"]);
    assert!(
        unknown.contains("Sparring has no list `raider`") && unknown.contains("did you mean `raiders`?"),
        "{unknown}"
    );
    let no_file = wrong(&["1=./yours.toml"]);
    assert!(no_file.contains("`./yours.toml` cannot be read"), "{no_file}");
    let seat = wrong(&["3=raiders"]);
    assert!(seat.contains("there is no seat 3 to bring `raiders`: 2 sit down"), "{seat}");
    let table = wrong(&["table=raiders"]);
    assert!(table.contains("every seat brings its own"), "{table}");
    let nobody = wrong(&["you=raiders"]);
    assert!(nobody.contains("`you` is not a seat: write its number, from 1, or `table`"), "{nobody}");
    let twice = wrong(&["1=raiders", "1=keepers"]);
    assert!(twice.contains("`--deck` names two lists for 1"), "{twice}");
    let (code, none) = said(here, &["sim", "tic-tac-toe", "-n", "1", "--deck", "raiders"]);
    assert_eq!(code, Some(1));
    assert!(none.contains("nobody brings a list in Tic-tac-toe"), "{none}");
    // Without a list in the package, one has to be named.
    fs::remove_dir_all(here.join("sparring/decks")).expect("removed");
    fs::remove_dir_all(here.join("sparring/scenarios")).expect("removed");
    let (code, none) = said(here, &["play", "sparring"]);
    assert_eq!(code, Some(1));
    assert!(none.contains("`--deck 1=./mine.toml`"), "{none}");
    let (code, all) = said(here, &["check", "sparring"]);
    assert_eq!(code, Some(0), "{all}");
}
