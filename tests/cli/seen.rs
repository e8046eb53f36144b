//! The table of shipped games at the terminal, answers to `?` there, and advice about lists.

use std::fs;
use std::path::Path;

use super::lists::said;
use super::play::typed_at_width;
use super::text;

fn played(args: &[&str], input: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let output = typed_at_width(None, folder.path(), args, input);
    format!("{}{}", text(&output.stdout), text(&output.stderr))
}

/// The text with single blanks in place of wrapped lines and columns.
fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn water_and_height_are_told_apart_and_a_place_says_its_state() {
    let args = ["play", "realm-builder", "--seed", "5", "--deck", "1=ember", "--deck", "2=tide"];
    let shown = played(&args, &format!("{}? f11\n", "1\n".repeat(9)));
    let rows: Vec<&str> = shown.lines().filter(|line| line.contains('│')).collect();
    let widest = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
    assert!((60..=80).contains(&widest), "{widest}\n{shown}");
    // A lake two deep beside plain ground of height 2.
    let row = rows.iter().rfind(|row| row.trim_start().starts_with("11 ")).expect("row 11");
    assert!(row.contains("d2") && row.contains(" 2 "), "{row}");
    assert!(shown.contains("d and a number: depth"), "{shown}");
    assert!(in_one_line(&shown).contains("now: land · height 0 · depth 2"), "{shown}");
}

#[test]
fn markers_that_lie_in_no_zone_are_shown_with_their_state() {
    let shown =
        played(&["play", "twelve-realms", "--seed", "5"], &format!("{}? Jade River\n", "1\n".repeat(12)));
    let shown = in_one_line(&shown);
    assert!(shown.contains("Jade River (in play, track 7)"), "{shown}");
    assert!(shown.contains("now: in play, track 7"), "{shown}");
    // Boards on which nothing lies are only named.
    assert!(shown.contains("nothing on Briarwood · Castle Gloam"), "{shown}");
    assert!(!shown.contains("Gingerbread House"), "{shown}");
}

#[test]
fn a_name_that_means_several_things_is_answered_with_all_of_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = "[game]\nid = \"ferry\"\nname = \"Ferry\"\nplayers = [1, 1]\n[zones.deck]\nstart = \"cards\"\n\
                [boards.coast.areas.fish_market]\nadjoins = [\"old_pier\"]\n[boards.coast.areas.old_pier]\n\
                [flow]\nplay = \"choose c from deck by players[1]\"\n[keywords.swift]\ntext = \"Goes first.\"\n";
    let cards = "[cards.m1]\nname = \"Fish Market\"\ntext = \"Trade.\"\nkeywords = [\"swift\"]\n\
                 [cards.even_hand]\n[cards.m2]\nname = \"Even Hand\"\ntext = \"Deal.\"\n";
    fs::create_dir_all(folder.path().join("ferry/cards")).expect("a folder");
    fs::write(folder.path().join("ferry/game.toml"), game).expect("written");
    fs::write(folder.path().join("ferry/cards/cards.toml"), cards).expect("written");
    let asked = |name: &str| {
        let args = ["play", "ferry", "--seed", "1"];
        text(&typed_at_width(None, folder.path(), &args, &format!("{name}\n")).stdout).to_owned()
    };
    let shown = asked("? fish_market");
    let place = shown.find("adjoins ");
    let card = shown.find("Trade.");
    // The place comes first, since it has this id.
    assert!(place.is_some() && card.is_some() && place < card, "{shown}");
    assert!(asked("? even hand").contains("Deal."), "{}", asked("? even hand"));
    assert!(asked("?").contains("? Swift       all about a keyword"), "{}", asked("?"));
}

fn checked(folder: &Path, name: &str, list: &str) -> String {
    fs::write(folder.join(name), list).expect("written");
    said(folder, &["deck", "check", name, "--game", "realm-builder"]).1
}

#[test]
fn cards_that_no_list_may_hold_are_refused_before_the_rules_are_compiled_for_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let list = "[self]\n1 Ash Warden\n[cards]\n36 Fire Token\n4 Crossroads\n2 Earth Beacon\n";
    let told = checked(folder.path(), "mine.txt", list);
    for refused in ["Crossroads cannot be in a deck", "Earth Beacon cannot be in a deck"] {
        assert!(told.contains(refused), "{refused}\n{told}");
    }
    assert!(!told.contains("CW0502") && !told.contains("map.toml"), "{told}");
    let args = ["play", "realm-builder", "--deck", "1=./mine.txt"];
    let (_, told) = said(folder.path(), &args);
    assert!(told.contains("Crossroads cannot be in a deck") && !told.contains("CW0502"), "{told}");
}

#[test]
fn lists_of_other_programs_are_refused_with_advice_that_can_be_followed() {
    let folder = tempfile::tempdir().expect("a folder");
    for (line, advice) in [
        ("<?xml version=\"1.0\"?>", "this is a file of another program"),
        ("// comment", "a comment begins with `#`"),
        ("SB: 2 Spark", "a heading so: `[side]`"),
        ("count,name", "write a card so: `4 Spark`"),
        ("Self: 1 Ash Warden", "write `[self]` on a line of its own, and `1 Ash Warden` below it"),
        ("cards", "write a heading so: `[cards]`"),
        ("Purse of Coppers: 20", "write it so: `20 Purse of Coppers`"),
        ("4 Ash Hound (RLM) 12", "did you mean `Ash Hound`?"),
        ("4 Ash Hound [RLM]", "did you mean `Ash Hound`?"),
    ] {
        let told = checked(folder.path(), "mine.txt", &format!("{line}\n"));
        assert!(in_one_line(&told).contains(advice), "{line}: {advice}\n{told}");
        assert!(!told.contains(&format!("`1 {line}`")), "{line}\n{told}");
    }
    for line in ["20X Ash Hound", "20 X Ash Hound", "20 x Ash Hound", "20× Ash Hound"] {
        let told = checked(folder.path(), "mine.txt", &format!("[cards]\n{line}\n"));
        assert!(!told.contains("there is no card"), "{line}\n{told}");
    }
    // The ending of a file says how it is written.
    let list = "[self]\n1 Ash Warden\n[cards]\n40 Fire Token\n";
    assert!(checked(folder.path(), "mine.TXT", list).contains("ok: 41 cards"));
    for name in ["mine.csv", "mine"] {
        assert!(checked(folder.path(), name, list).contains("name the file `mine.txt`"), "{name}");
    }
    fs::write(folder.path().join("mine.xlsx"), b"PK\x03\x04\xff\xfe").expect("written");
    let (_, told) = said(folder.path(), &["deck", "check", "mine.xlsx", "--game", "realm-builder"]);
    assert!(told.contains("export the list as plain text") && !told.contains("CSV"), "{told}");
}
