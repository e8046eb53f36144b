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
    // Each number of two digits in the rule of a card with a text, raised by one, is missed there.
    let files = realms();
    let told_of = |text: &str, at: usize| {
        let mut card = text.lines().skip(at).take_while(|l| !l.is_empty());
        card.any(|l| l.starts_with("text = "))
    };
    let rule = |line: &str| ["bonus = ", "penalty = "].iter().any(|key| line.starts_with(key));
    let mut tried = 0;
    for (path, text) in files.iter().filter(|(path, _)| path.starts_with("cards/") && path.ends_with(".toml")) {
        for (at, line) in text.lines().enumerate().filter(|(at, line)| rule(line) && told_of(text, *at)) {
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
    assert!(tried >= 15, "{tried}");
}

/// The game without any text that its author wrote on a card.
fn without_texts() -> BTreeMap<String, String> {
    let mut files = realms();
    for (path, text) in files.iter_mut().filter(|(path, _)| path.starts_with("cards/")) {
        if path.ends_with(".csv") {
            // The column is called otherwise, so that it is no text; what it holds stands in quotes only where it has a comma.
            *text = text.replacen(",text,", ",flavour,", 1).replacen(",flavour\n", ",unchecked\n", 1);
            *text = text.lines().map(blank_last).collect::<Vec<_>>().join("\n");
        } else {
            let lines: Vec<&str> = text.lines().filter(|l| !l.starts_with("text = ")).collect();
            *text = lines.join("\n");
        }
    }
    files
}

/// A row whose last cell is empty.
fn blank_last(row: &str) -> String {
    if row.starts_with("id,") {
        return row.to_owned();
    }
    let cut = match row.strip_suffix('"') {
        Some(rest) => rest.rfind(",\"").expect("it begins"),
        None => row.rfind(',').expect("there are cells"),
    };
    row[..=cut].to_owned()
}

#[test]
fn a_card_without_a_text_gets_it_from_its_rule() {
    let opened = open(&without_texts());
    let game = opened.game.as_ref().expect("it compiles");
    let mut shown = String::new();
    for name in &game.ir.names {
        shown.push_str(&format!("{}: {}\n", name.printed, name.text.replace('\n', " / ")));
    }
    shown.push_str("\n-- without words --\n");
    for d in &opened.diagnostics {
        let label = &d.labels[0];
        shown.push_str(&format!("{}: {}: {}\n", d.code, d.message, opened.sources.text(label.span)));
    }
    insta::assert_snapshot!("generated", shown);
}

#[test]
fn what_is_made_of_a_rule_agrees_with_it() {
    let game = open(&without_texts()).game.expect("it compiles");
    let mut files = without_texts();
    let mut said_of = 0;
    for (_, text) in files.iter_mut().filter(|(path, _)| path.starts_with("cards/") && path.ends_with(".toml")) {
        for name in game.ir.names.iter().filter(|n| !n.text.is_empty()) {
            let header = format!("[cards.{}]\n", name.id);
            if text.contains(&header) {
                *text = text.replace(&header, &format!("{header}text = \"{}\"\n", name.text));
                said_of += 1;
            }
        }
    }
    assert!(said_of >= 40, "{said_of}");
    let opened = open(&files);
    let disagree: Vec<_> = opened.diagnostics.iter().filter(|d| d.code.to_string() != "CW0604").collect();
    assert!(disagree.is_empty(), "{}", said(&opened));
}

/// A game with a rule of each sort that can be said.
const WORDED: &str = r#"
[game]
id = "worded"
name = "Worded"
players = [2, 2]

[enums]
hue = ["red", "blue", "white"]

[kinds.card.attributes]
hue = "hue"
worth = "int 0..9"
[kinds.card.state]
asleep = { type = "bool", text = "{{ it }} falls asleep" }
shine = "int 0..9"
[kinds.card.slots]
bonus = { returns = "int", text = "{{ value }}" }
sleeps = { returns = "bool", text = "Sleeps {{ value }}" }
wakes = { do = true, text = "When it wakes, {{ value }}" }

[state.player]
coins = "int 0..99"
[state.table]
round = "int 0..9"

[zones.deck]
ordered = true
start = "cards"
[zones.garden]
[zones.hand]
per = "player"

[verbs.draw]
params = { p = "player", n = "int" }
do = "deal(deck, p.hand, n)"
text = "draw {{ n }} cards"

[functions.rested]
params = { self = "card" }
returns = "bool"
code = "shine > 3"
text = "it has rested"

[functions.secret]
params = { self = "card" }
returns = "int"
code = "shine + 3"

[keywords.shy]
params = { level = "int 1..5" }
text = "Costs {{ level }} to pick."

[scoring]
score = "sum(p.hand, bonus) + round"

[flow]
play = """
for each p in players { for each c in p.hand { if c.sleeps { c.wakes } } }
end
"""
"#;

/// Cards of that game: an id, and their rule.
const RULES: [(&str, &str); 22] = [
    ("each", "bonus = \"2 * count(hand where hue == red)\""),
    ("garden", "bonus = \"3 if any(garden where hue in {red, blue})\""),
    ("others", "bonus = \"-2 * count(hand - self)\""),
    ("coins", "bonus = \"coins\""),
    ("each_coin", "bonus = \"2 * coins - 3\""),
    ("at_least", "bonus = \"5 if count(hand where hue == blue) >= 3\""),
    ("more", "bonus = \"5 if count(hand) > 4 else 2\""),
    ("worth", "bonus = \"sum(hand where worth >= 3, worth)\""),
    ("not", "bonus = \"4 if not rested\""),
    ("kinds", "bonus = \"2 * count(values(hand, hue))\""),
    ("not_red", "bonus = \"count(hand where hue != red and asleep)\""),
    ("max", "bonus = \"max(hand, worth) + min(garden, worth)\""),
    ("rich", "sleeps = \"coins >= 3 or round == 2\""),
    ("draws", "wakes = \"draw(you, 2)\""),
    ("may", "wakes = \"may \\\"Draw?\\\" { draw(you, 3) }\""),
    ("moves", "wakes = \"choose c from hand where hue == white; move(c, garden); coins += 2\""),
    ("some", "wakes = \"choose up to 2 cs from hand { move(cs, garden) }\""),
    ("all", "wakes = \"for each c in garden where hue == red { c.asleep = true; c.shine += 2 }\""),
    ("if", "wakes = \"if any(garden) { draw(you, 2) } else { coins -= 1 }\""),
    ("shuffles", "wakes = \"deal(deck, hand, 2); shuffle(deck); round = 3; win you\""),
    ("secret", "bonus = \"self.secret\""),
    ("shy", "keywords = [\"shy 2\"]"),
];

#[test]
fn every_sort_of_rule_has_words() {
    let mut cards = String::new();
    for (id, rule) in RULES {
        cards.push_str(&format!("[cards.a_{id}]\nhue = \"white\"\nworth = 2\n{rule}\n"));
    }
    let files = BTreeMap::from([("game.toml".to_owned(), WORDED.to_owned()), ("cards/all.toml".to_owned(), cards)]);
    let opened = open(&files);
    assert!(opened.diagnostics.iter().all(|d| d.severity == Severity::Warning), "{}", said(&opened));
    let game = opened.game.as_ref().expect("it compiles");
    let mut shown = String::new();
    for (name, (_, rule)) in game.ir.names.iter().zip(RULES) {
        shown.push_str(&format!("{rule}\n    {}\n", name.text));
    }
    insta::assert_snapshot!("worded", format!("{shown}\n{}", said(&opened)));
}
