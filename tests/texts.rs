//! Texts that say what the rules do: those that authors write, those that are made, and those in other languages.

use std::collections::BTreeMap;
use std::path::Path;

use cardwright::compile::{Game, Opened};
use cardwright::diagnostics::{Format, Severity, render};
use cardwright::package::PackageFiles;

const PLAIN: Format = Format::Human { color: false, width: 110, unicode: true };

/// The files of a shipped game by their paths.
fn shipped(id: &str) -> BTreeMap<String, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("cards").join(id);
    let mut files = BTreeMap::new();
    for folder in ["", "rules", "cards", "decks", "texts"] {
        for entry in std::fs::read_dir(root.join(folder)).into_iter().flatten().flatten() {
            if let Ok(text) = std::fs::read_to_string(entry.path()) {
                let name = entry.file_name().to_string_lossy().into_owned();
                files.insert(if folder.is_empty() { name } else { format!("{folder}/{name}") }, text);
            }
        }
    }
    files
}

/// The game with its cards' texts against their rules, seven suits and all.
fn realms() -> BTreeMap<String, String> {
    shipped("fantasy-realms")
}

fn open(files: &BTreeMap<String, String>) -> Opened {
    Game::from_files(PackageFiles::from_texts(files.clone()), Vec::new())
}

fn said(opened: &Opened) -> String {
    render(&opened.diagnostics, &opened.sources, PLAIN)
}

/// One part of a file changed.
fn changed(path: &str, from: &str, to: &str) -> Opened {
    let mut files = realms();
    let text = files.get_mut(path).expect("the game has it");
    assert_eq!(text.matches(from).count(), 1, "is it there, once? {from}");
    *text = text.replace(from, to);
    open(&files)
}

#[test]
fn texts_of_the_shipped_cards_agree_with_their_rules() {
    let opened = open(&realms());
    assert_eq!(said(&opened), "");
}

#[test]
fn a_number_changed_in_the_rule_alone_is_an_error() {
    let opened = changed("cards/beasts.toml", "\"-40 if none(active", "\"-45 if none(active");
    assert!(opened.game.is_none());
    insta::assert_snapshot!("number", said(&opened));
}

#[test]
fn a_number_changed_in_a_spreadsheet_alone_is_an_error() {
    let opened = changed("cards/weapons.csv", "25 if any(active", "20 if any(active");
    assert!(opened.game.is_none());
    insta::assert_snapshot!("number_csv", said(&opened));
}

#[test]
fn a_suit_changed_in_the_rule_alone_is_a_warning() {
    let opened = changed("cards/armies.toml", "where suit == leader)", "where suit == wizard)");
    assert!(opened.diagnostics.iter().all(|d| d.severity == Severity::Warning));
    insta::assert_snapshot!("value", said(&opened));
}

#[test]
fn a_name_changed_in_the_rule_alone_is_a_warning() {
    let opened = changed("cards/beasts.toml", "with({swamp})", "with({island})");
    assert!(opened.diagnostics.iter().all(|d| d.severity == Severity::Warning));
    insta::assert_snapshot!("name", said(&opened));
}

#[test]
fn every_number_of_every_card_is_looked_at() {
    // Each number of two digits in a card's rule, raised by one, is missed in its text.
    let files = realms();
    let rule = |line: &str| ["bonus = ", "penalty = "].iter().any(|key| line.starts_with(key));
    let mut tried = 0;
    for (path, text) in files.iter().filter(|(path, _)| path.starts_with("cards/") && path.ends_with(".toml")) {
        for (at, line) in text.lines().enumerate().filter(|(_, line)| rule(line)) {
            let Some(number) = line.split(|c: char| !c.is_ascii_digit()).find(|n| n.len() > 1) else { continue };
            let wrong = line.replacen(number, &(number.parse::<u32>().expect("digits") + 1).to_string(), 1);
            let lines: Vec<&str> = text.lines().enumerate().map(|(i, l)| if i == at { &wrong } else { l }).collect();
            let mut files = files.clone();
            files.insert(path.clone(), lines.join("\n"));
            let opened = open(&files);
            let told = opened.diagnostics.iter().any(|d| d.code.to_string() == "CW0601");
            assert!(told && opened.game.is_none(), "{path}: {wrong}\n{}", said(&opened));
            tried += 1;
        }
    }
    assert!(tried >= 25, "{tried}");
}
