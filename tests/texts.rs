//! Texts that agree with the rules: those that authors write, generated ones, and those in other languages.

use crate::process::Ends;
use cardwright::ir::{BoardId, EnumId, NameId, OptionId, rules_hash};
use std::collections::BTreeMap;
use std::path::Path;

use cardwright::compile::{CompiledGame, OpenResult};
use cardwright::diagnostics::{Format, Severity, render};
use cardwright::package::PackageFiles;
use cardwright::print::{Request, print};
use cardwright::table::{Names, Table};

const PLAIN: Format = Format::Human { color: false, width: 110, unicode: true };

/// The files of a shipped game by their paths.
fn shipped(id: &str) -> BTreeMap<String, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("cards").join(id);
    let mut files = BTreeMap::new();
    for folder in ["", "rules", "cards", "decks", "faces", "texts"] {
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
    let mut files = shipped("fantasy-realms");
    // Texts are compared with rules here; tests/drift.rs is about stamps.
    files.remove("stamps.toml");
    files
}

fn open(files: &BTreeMap<String, String>) -> OpenResult {
    CompiledGame::from_files(PackageFiles::from_texts(files.clone()), Vec::new())
}

fn said(opened: &OpenResult) -> String {
    render(&opened.diagnostics, &opened.sources, PLAIN)
}

/// One part of a file changed.
fn changed(path: &str, from: &str, to: &str) -> OpenResult {
    let mut files = realms();
    let text = files.get_mut(path).expect("the game has it");
    assert_eq!(text.matches(from).count(), 1, "is it there, once? {from}");
    *text = text.replace(from, to);
    open(&files)
}

#[test]
fn the_texts_of_many_cards_are_compared_in_their_order() {
    let card = |i: usize| {
        format!(
            "[cards.c{i}]\nname = \"Card {i}\"\nsuit = \"land\"\nstrength = 1\nbonus = \"{}\"\ntext = \"+{} of them.\"\n",
            100 + i,
            if i.is_multiple_of(2) { 100 + i } else { 700 + i },
        )
    };
    let cards: String = std::iter::once("kind = \"card\"\n".to_owned()).chain((0..60).map(card)).collect();
    let mut files = realms();
    files.retain(|path, _| path == "game.toml" || path == "rules/scoring.toml");
    files.insert("cards/all.toml".to_owned(), cards);
    let found = said(&open(&files));
    let places = (0..60).map(|i| found.find(&format!("+{} of them", 700 + i)));
    let places: Vec<usize> = places.skip(1).step_by(2).map(|at| at.expect("it is reported")).collect();
    assert_eq!(places.len(), 30);
    assert!(places.is_sorted(), "{found}");
    assert!((0..60).step_by(2).all(|i| !found.contains(&format!("+{} of them", 100 + i))), "{found}");
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
    for (path, text) in files.iter().filter(|(path, _)| path.starts_with("cards/") && path.ends_with(".toml"))
    {
        for (at, line) in text.lines().enumerate().filter(|(at, line)| rule(line) && told_of(text, *at)) {
            let Some(number) = line.split(|c: char| !c.is_ascii_digit()).find(|n| n.len() > 1) else {
                continue;
            };
            let wrong = line.replacen(number, &(number.parse::<u32>().expect("digits") + 1).to_string(), 1);
            let lines: Vec<&str> =
                text.lines().enumerate().map(|(i, l)| if i == at { &wrong } else { l }).collect();
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
    files.retain(|path, _| !path.starts_with("texts/"));
    for (path, text) in files.iter_mut().filter(|(path, _)| path.starts_with("cards/")) {
        if path.ends_with(".csv") {
            // The column has another name, so that it is no text; its cells stand in quotes only if they have
            // a comma.
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
fn a_text_that_is_made_says_how_long_state_lasts() {
    let game = r#"
[game]
id = "mire"
name = "Mire"
players = [2, 2]
[verbs.end_turn]
do = 'log "over"'
text = "the turn ends"
[verbs.begin_turn]
params = { p = "player" }
do = 'log "{{ p }}"'
text = "{{ p }} begins a turn"
[verbs.rest]
do = 'log "rest"'
[kinds.card.slots]
effect = { do = true, text = "{{ value }}" }
[kinds.card.state]
awake = { type = "bool", until = "end_turn" }
stuck = { type = "bool", until = "begin_turn(holder)" }
lord = "player?"
lent = { type = "int 0..9", until = "begin_turn(lord)" }
slow = { type = "bool", until = "end_turn", text = "{{ it }} is slow" }
tired = { type = "bool", until = "rest" }
[zones.deck]
start = "cards"
[flow]
play = "for each p in players { for each c in deck { c.effect }; begin_turn(p); end_turn(); rest() }"
"#;
    let text_of = |effect: &str| {
        let cards = format!("[cards.bog]\nname = \"Bog\"\neffect = \"{effect}\"\n");
        let opened =
            open(&[("game.toml".to_owned(), game.to_owned()), ("cards/c.toml".to_owned(), cards)].into());
        let told: Vec<String> = opened.diagnostics.iter().map(|d| d.code.to_string()).collect();
        let game = opened.game.as_ref().unwrap_or_else(|| panic!("{}", said(&opened)));
        (game.ir.names[NameId(0)].text.clone(), told.contains(&"CW0604".to_owned()))
    };
    for (effect, text) in [
        ("self.awake = true", "This card becomes awake until the turn ends."),
        ("self.awake = false", "This card becomes not awake."),
        ("self.stuck = true", "This card becomes stuck until its holder begins a turn."),
        ("self.lent += 2", "The lent of this card rises by 2 until its lord begins a turn."),
        ("self.slow = true", "This card is slow."),
    ] {
        assert_eq!(text_of(effect), (text.to_owned(), false), "{effect}");
    }
    // A verb without words.
    assert_eq!(text_of("self.tired = true"), (String::new(), true));
}

#[test]
fn what_is_made_of_a_rule_agrees_with_it() {
    let game = open(&without_texts()).game.expect("it compiles");
    let mut files = without_texts();
    let mut said_of = 0;
    for (_, text) in
        files.iter_mut().filter(|(path, _)| path.starts_with("cards/") && path.ends_with(".toml"))
    {
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
    let files =
        BTreeMap::from([("game.toml".to_owned(), WORDED.to_owned()), ("cards/all.toml".to_owned(), cards)]);
    let opened = open(&files);
    assert!(opened.diagnostics.iter().all(|d| d.severity == Severity::Warning), "{}", said(&opened));
    let game = opened.game.as_ref().expect("it compiles");
    let mut shown = String::new();
    for (name, (_, rule)) in game.ir.names.iter().zip(RULES) {
        shown.push_str(&format!("{rule}\n    {}\n", name.text));
    }
    insta::assert_snapshot!("worded", format!("{shown}\n{}", said(&opened)));
}

#[test]
fn amounts_and_dice_have_words() {
    let worded = WORDED
        .replace(
            "[kinds.card.attributes]\n",
            "[dice]\nluck = [0, 0, 2]\n[kinds.card.attributes]\ncost = \"int 0..9 per hue\"\n",
        )
        .replace(
            "[state.table]\n",
            "dyes = \"int 0..9 per hue\"\n[state.table]\nvat = \"int 0..9 per hue\"\n",
        );
    let rules = [
        ("pays", "wakes = \"dyes -= {red = 2, blue = 1}; dyes[white] += 3\""),
        ("costs", "sleeps = \"cost <= dyes\""),
        ("lacks", "bonus = \"2 * sum(max(cost - dyes, {}))\""),
        ("dyed", "bonus = \"dyes[red] + sum(dyes)\""),
        ("rolls", "wakes = \"coins += roll(luck); vat[red] += 1; dyes += cost; dyes[blue] = 0\""),
    ];
    let mut cards = String::new();
    for (id, rule) in rules {
        cards.push_str(&format!("[cards.a_{id}]\nhue = \"white\"\nworth = 2\n{rule}\n"));
    }
    let files = BTreeMap::from([("game.toml".to_owned(), worded), ("cards/all.toml".to_owned(), cards)]);
    let opened = open(&files);
    let game = opened.game.as_ref().unwrap_or_else(|| panic!("{}", said(&opened)));
    let shown =
        game.ir.names.iter().zip(rules).map(|(name, (_, rule))| format!("{rule}\n    {}\n", name.text));
    insta::assert_snapshot!("worded_amounts", shown.collect::<String>());
}

#[test]
fn in_other_languages_cards_without_a_text_are_counted() {
    let game = WORDED.replace("players = [2, 2]", "players = [2, 2]\nlanguage = \"de\"");
    let cards = "[cards.a]\nhue = \"red\"\nworth = 1\nbonus = \"3\"\n[cards.b]\nhue = \"red\"\nworth = 1\nbonus = \"coins\"\n\
                 [cards.c]\nhue = \"red\"\nworth = 1\nbonus = \"4\"\ntext = \"+4.\"\n[cards.d]\nhue = \"red\"\nworth = 1\nbonus = \"0\"\n";
    let files = [("game.toml", game.as_str()), ("cards/all.toml", cards)];
    let opened = open(&files.map(|(path, text)| (path.to_owned(), text.to_owned())).into());
    let found: Vec<_> = opened.diagnostics.iter().filter(|d| d.code.to_string() == "CW0604").collect();
    assert_eq!(found.len(), 1, "{}", said(&opened));
    assert_eq!(found[0].message, "2 cards have rules and no text");
}

/// A small game in another language, with these lines of its translation in place of others.
fn translated(changes: &[(&str, &str)]) -> OpenResult {
    let game = WORDED.replace(
        "[enums]",
        "[words]\nred = \"Ruby\"\n[options.mild]\ntext = \"Whether it is mild\"\n[enums]",
    );
    let cards = "[cards.rose]\nhue = \"red\"\nworth = 4\nbonus = \"12 * count(hand where hue == blue)\"\n\
                 text = \"+12 for each blue card, {{ hue }} or not. Worth {{ worth }}.\"\nflavour = \"It smells.\"\n\
                 [cards.lily]\nhue = \"white\"\nworth = 2\nbonus = \"30 if any(garden)\"\nkeywords = [\"shy 2\"]\n";
    let mut german = "[game]\nname = \"Gemacht\"\n[words]\nred = \"Rubin\"\nblue = \"Blau\"\nwhite = \"Weiß\"\ncard = \"Karte\"\ncards = \"Karten\"\n\
                      hue = \"Ton\"\nworth = \"Wert\"\ndeck = \"Stapel\"\ngarden = \"Garten\"\nhand = \"Hand\"\nshy = \"Scheu\"\n[options]\nmild = \"Ob es mild ist\"\n\
                      [cards.rose]\nname = \"Rose\"\ntext = \"+12 für jede blaue Karte, {{ hue }} oder nicht. {{ worth }} wert.\"\n\
                      flavour = \"Sie duftet.\"\n[cards.lily]\nname = \"Lilie\"\ntext = \"+30, wenn im Garten eine Karte liegt.\"\n"
        .to_owned();
    german.push_str("[phrases]\n");
    for (key, english) in cardwright::vocabulary::PHRASES {
        german.push_str(&format!("{key} = \"{english} (de)\"\n"));
    }
    german.push_str("[keywords]\nshy = \"Kostet {{ level }}.\"\n");
    for (from, to) in changes {
        assert_eq!(german.matches(from).count(), 1, "is it there, once? {from}");
        german = german.replace(from, to);
    }
    let files = [("game.toml", game), ("cards/all.toml", cards.to_owned()), ("texts/de.toml", german)];
    let mut opened = open(&files.into_iter().map(|(path, text)| (path.to_owned(), text)).collect());
    // That game has words for rules that these cards do not have.
    opened.diagnostics.retain(|d| d.code.to_string() != "CW0600");
    opened
}

#[test]
fn names_that_are_numbers_hide_no_number_of_a_text() {
    let game = "[game]\nid = \"t\"\nname = \"T\"\nplayers = [2, 2]\n[enums]\nsize = [\"three\", \"tall\"]\n[kinds.card.attributes]\nsize = \"size\"\n\
        [kinds.card.slots]\nbonus = { returns = \"int\", default = \"0\" }\n[words]\ntall = \"6\"\n\
        [zones.hand]\nper = \"player\"\nholds = \"card\"\n[zones.chest]\nholds = \"card\"\nstart = \"cards\"\n\
        [flow]\nplay = \"end\"\n[scoring]\nscore = \"sum(p.hand, bonus)\"\n";
    let found = |name: &str, text: &str| {
        let cards = format!(
            "[cards.odd]\nname = \"{name}\"\nsize = \"tall\"\n[cards.rose]\nsize = \"three\"\n\
             bonus = \"5 if count(chest) >= 3 else 6\"\ntext = \"{text}\"\n"
        );
        let files = [("game.toml", game.to_owned()), ("cards/all.toml", cards)];
        said(&open(&files.into_iter().map(|(path, text)| (path.to_owned(), text)).collect()))
    };
    for name in ["5", "-5", "3 or more", "three", "five"] {
        let said = found(name, "+5 with three or more cards in the chest, else 6.");
        assert_eq!(said, "", "{name}");
        // A wrong number is still found.
        let said = found(name, "+4 with three or more cards in the chest, else 6.");
        assert!(said.contains("CW0601"), "{name}: {said}");
    }
}

#[test]
fn a_word_that_only_a_translation_needs_is_not_needlessly_unchecked() {
    let game = "[game]\nid = \"t\"\nname = \"T\"\nplayers = [2, 2]\n[kinds.card.slots]\nbonus = { returns = \"int\", default = \"0\" }\n\
        [zones.hand]\nper = \"player\"\nholds = \"card\"\nstart = \"cards\"\n[flow]\nplay = \"end\"\n[scoring]\nscore = \"sum(p.hand, bonus)\"\n";
    let found = |unchecked: &str, german: &str| {
        let cards = format!("[cards.rose]\nname = \"Rose\"\nbonus = \"12\"\ntext = \"+12.\"\n{unchecked}");
        let texts = format!("[cards.rose]\nname = \"Rose\"\ntext = \"{german}\"\n");
        let files = [("game.toml", game.to_owned()), ("cards/all.toml", cards), ("texts/de.toml", texts)];
        said(&open(&files.into_iter().map(|(path, text)| (path.to_owned(), text)).collect()))
    };
    let (dozen, twelve) = ("Ein Dutzend mehr.", "+12.");
    let said = found("", dozen);
    assert!(said.contains("CW0601") && said.contains("`unchecked = [\"12\"]`"), "{said}");
    let said = found("unchecked = [\"12\"]\n", dozen);
    assert!(!said.contains("CW0601") && !said.contains("CW0603"), "{said}");
    let said = found("unchecked = [\"12\"]\n", twelve);
    assert!(said.contains("CW0603"), "{said}");
}

#[test]
fn another_comparison_is_said_as_one() {
    let told = |rule: &str, text: &str| said(&with_card("bonus", "false", rule, text));
    let rule = "4 if count(hand) >= 3 else 0";
    assert!(!told(rule, "+4 with 3 or more cards in hand.").contains("CW0601"));
    let other = told(rule, "+4 with more than 3 cards in hand.");
    assert!(other.contains("the rule of `reed` says at least 3, and its text says more than 3"), "{other}");
    assert!(other.contains("`>= 3`") && other.contains("`> 3`"), "{other}");
    let next = told("4 if count(hand) < 3 else 0", "+4 with fewer than 2 cards in hand.");
    assert!(next.contains("says fewer than 3, and its text says fewer than 2"), "{next}");
    // Another number is one, and hides no comparison.
    let number = told(rule, "+4 with 8 or more cards in hand.");
    assert!(number.contains("says 3, and its text says 8"), "{number}");
}

#[test]
fn abilities_of_a_keyword_that_no_card_bears_are_not_compared() {
    let keyword = |rule: &str| {
        let game = format!(
            "[game]\nid = \"t\"\nname = \"T\"\nplayers = [2, 2]\n[state.player]\nthanks = \"int 0..9\"\n\
             [zones.hand]\nper = \"player\"\nholds = \"card\"\nstart = \"cards where false\"\n[zones.chest]\nholds = \"card\"\nstart = \"cards\"\n\
             [verbs.pay]\nparams = {{ p = \"player\" }}\ndo = \"p.thanks += 1\"\n[keywords.zip]\ntext = \"Gain 5 thanks.\"\n{rule}\n\
             [flow]\nplay = \"for each p in turn_order(players[1]) {{ pay(p) }}\\nend\"\n[scoring]\nscore = \"p.thanks\"\n"
        );
        let files = [("game.toml", game), ("cards/all.toml", "[cards.rose]\n".to_owned())];
        said(&open(&files.into_iter().map(|(path, text)| (path.to_owned(), text)).collect()))
    };
    for rule in [
        "[[keywords.zip.reactions]]\nafter = \"pay\"\ndo = \"p.thanks += 5\"",
        "[keywords.zip.actions.go]\nin = \"hand\"\ndo = \"you.thanks += 5\"",
    ] {
        let said = keyword(rule);
        assert!(!said.contains("CW0601"), "{said}");
    }
}

#[test]
fn scenarios_keep_their_names_in_other_languages() {
    let rules = "[game]\nid = \"t\"\nname = \"T\"\nplayers = [2, 2]\n[enums]\ncol = [\"red\", \"blu\"]\n\
        [words]\nred = \"Deep Red\"\n[dice]\ncol = [\"red\", \"blu\"]\n[zones.hand]\nper = \"player\"\nholds = \"card\"\n\
        [zones.chest]\nholds = \"card\"\nstart = \"cards\"\n[zones.gone]\nholds = \"card\"\n[flow]\nplay = '''\n\
        let f = roll(col)\nif f == red { if let r = random(chest) { move(r, gone) } }\n\
        choose c from players[1].hand by players[1] \"Throw one\"\nmove(c, gone)\n\
        choose d from players[1].hand by players[1] \"Throw another\"\nmove(d, gone)\nend\n'''\n\
        [scoring]\nscore = \"count(p.hand)\"\n";
    let cards = "[cards.ant]\nname = \"Red Ant\"\n[cards.bee]\nname = \"Busy Bee\"\n[cards.fly]\nname = \"Fat Fly\"\n\
        [cards.moth]\nname = \"Old Moth\"\n";
    let scenario = "name = \"S\"\nbegin = \"play\"\n[zones]\n\"hand[1]\" = [\"Red Ant\", \"Busy Bee\"]\n[answers]\nc = \"Red Ant\"\n\
        [chance]\nroll = [\"Deep Red\"]\nrandom = [\"Fat Fly\"]\n[[steps]]\noptions = [\"Busy Bee\"]\n\
        [[steps]]\nchoose = \"Busy Bee\"\n[[steps]]\nexpect = \"count(gone) == 3\"\n";
    // One of the German names is the name of another card in English.
    let german = "[words]\nred = \"Tiefrot\"\n[cards.ant]\nname = \"Rote Ameise\"\n[cards.bee]\nname = \"Red Ant\"\n\
        [cards.fly]\nname = \"Fliege\"\n";
    let files = [
        ("game.toml", rules),
        ("cards/all.toml", cards),
        ("scenarios/s.toml", scenario),
        ("texts/de.toml", german),
    ];
    let files = files.into_iter().map(|(path, text)| (path.to_owned(), text.to_owned())).collect();
    let opened = open(&files);
    let mut game = opened.game.unwrap_or_else(|| panic!("{:?}", opened.diagnostics));
    for language in ["en", "de"] {
        game.speak(language).expect("there is such a language");
        let table = Table::new(&game.ir).expect("it is sound");
        let names = Names::new(&game.ir);
        let result = cardwright::play::run_scenario(&table, &names, 0);
        assert_eq!(result.diagnostics, [], "{language}");
        let start = cardwright::play::scenario_start(&table, &names, &game.ir.scenarios[0]);
        assert!(start.is_ok(), "{language}: {:?}", start.err());
    }
}

#[test]
fn a_game_speaks_the_languages_of_its_texts() {
    let mut opened = translated(&[]);
    assert_eq!(said(&opened), "");
    let game = opened.game.as_mut().expect("it compiles");
    let refused = game.speak("fr").expect_err("there is no French");
    assert_eq!(refused.code.to_string(), "CW0608");
    let english = game.ir.names[NameId(0)].text.clone();
    assert_eq!(english, "+12 for each blue card, Ruby or not. Worth 4.");
    game.speak("de").expect("there is German");
    let ir = &game.ir;
    assert_eq!((ir.game.name.as_str(), ir.game.language.as_str()), ("Gemacht", "de"));
    assert_eq!(ir.names[NameId(0)].text, "+12 für jede blaue Karte, Rubin oder nicht. 4 wert.");
    assert_eq!(
        (ir.names[NameId(1)].printed.as_str(), ir.names[NameId(1)].reminders[0].as_str()),
        ("Lilie", "Kostet 2.")
    );
    assert_eq!((ir.print.label("worth").as_str(), ir.print.label("shy").as_str()), ("Wert", "Scheu"));
    assert_eq!(ir.options[OptionId(0)].text, "Ob es mild ist");
    assert_eq!(ir.print.phrase("sheet", &[("n", "2"), ("of", "3")]), "sheet 2 of 3 (de)");
    // Play does not change.
    assert_eq!(ir.enums[EnumId(0)].values, ["red", "blue", "white"]);
    let printed = print(ir, &Request::default());
    assert!(!printed.files.is_empty(), "{:?}", printed.found);
}

#[test]
fn what_a_translation_lacks_and_has_too_much_is_said() {
    let opened = translated(&[
        ("flavour = \"Sie duftet.\"\n", ""),
        ("shy = \"Scheu\"", "shi = \"Scheu\""),
        ("[cards.lily]", "[cards.lilly]"),
        ("mild = \"Ob es mild ist\"", "mild = \"\""),
        ("[phrases]", "[of]\n\"cards.rose\" = \"00000000\"\n\"cards.iris\" = \"00000000\"\n[phrases]"),
    ]);
    assert!(opened.diagnostics.iter().all(|d| d.severity == Severity::Warning));
    insta::assert_snapshot!("translation", said(&opened));
}

#[test]
fn a_translated_text_has_the_numbers_of_the_rule() {
    let mut opened = translated(&[("+12 für", "+13 für")]);
    // The game goes without that language.
    let game = opened.game.as_mut().expect("it compiles");
    assert_eq!(game.speak("de").expect_err("its text is wrong").code.to_string(), "CW0601");
    insta::assert_snapshot!("translated_number", said(&opened));
}

#[test]
fn a_wrong_text_of_the_original_hides_nothing_of_the_others() {
    let game = "[game]\nid = \"g\"\nname = \"G\"\nplayers = [2, 2]\n[kinds.card.slots]\nbonus = { returns = \"int\" }\n\
                [zones.deck]\nstart = \"cards\"\n[scoring]\nscore = \"sum(deck, bonus)\"\n";
    let german = "[cards.rose]\nname = \"Rose\"\ntext = \"+12.\"\n[cards.lily]\nname = \"Lilie\"\ntext = \"+31.\"\n\
                  [cards.iris]\nname = \"Iris\"\n";
    let told = |rose: &str, german: &str| {
        let cards = format!(
            "[cards.rose]\nbonus = \"12\"\ntext = \"{rose}\"\n[cards.lily]\nbonus = \"30\"\ntext = \"+30.\"\n\
             [cards.fern]\nbonus = \"40\"\ntext = \"+41.\"\n"
        );
        let files = [("game.toml", game), ("cards/all.toml", &cards), ("texts/de.toml", german)];
        said(&open(&files.map(|(path, text)| (path.to_owned(), text.to_owned())).into()))
    };
    for rose in ["+13.", "+12 {{ nosuch }}"] {
        let told = told(rose, german);
        let of_rose = if rose == "+13." { "the rule of `rose` says 12" } else { "asks for `nosuch`" };
        // The original of another card, a translation, one of nothing, and those that there are not.
        for words in [of_rose, "+41", "+31", "CW0605", "the game has no `cards.iris.name` to translate"] {
            assert!(told.contains(words), "{rose}: {words}\n{told}");
        }
        assert!(!told.contains("+12."), "this translation is right: {told}");
    }
    // A translation that cannot be filled in hides no other.
    let told = told("+12.", &german.replace("+12.", "+12 {{ nosuch }}."));
    assert!(told.contains("nosuch") && told.contains("+31"), "{told}");
}

#[test]
fn a_file_of_translations_is_brought_up_to_date() {
    let opened = translated(&[("flavour = \"Sie duftet.\"\n", ""), ("[cards.lily]", "[cards.lilly]")]);
    let languages = &opened.game.as_ref().expect("it compiles").languages;
    let (text, counts) = languages.to_toml("de", false, "");
    insta::assert_snapshot!("texts_file", text);
    assert_eq!((counts.missing, counts.stale), (3, 0));
    // A written file is read back unchanged; translations whose original has changed are marked until they
    // are revised.
    let stale = text.replace(&languages.hashes()["cards.rose"], "00000000");
    let again = |text: &str, done: bool| {
        let german = translated(&[])
            .sources
            .files()
            .map(|(_, f)| f)
            .find(|f| f.name == "texts/de.toml")
            .map(|f| f.text.clone());
        let opened = translated(&[(german.expect("it is there").as_str(), text)]);
        opened.game.expect("it compiles").languages.to_toml("de", done, "")
    };
    let (marked, counts) = again(&stale, false);
    assert_eq!(counts.stale, 1);
    assert!(marked.contains("# has changed since it was translated\nname = \"Rose\""), "{marked}");
    assert_eq!(again(&marked, true), again(&text, true));
}

#[test]
fn a_file_of_translations_asks_for_the_plurals_of_kinds() {
    let without = translated(&[("cards = \"Karten\"\n", "")]);
    assert!(said(&without).contains("words.cards"), "{}", said(&without));
    let (text, _) = without.game.as_ref().expect("it compiles").languages.to_toml("de", false, "");
    assert!(text.contains("cards = \"\""), "{text}");
    let mut with = translated(&[]);
    assert!(!said(&with).contains("words.cards"), "{}", said(&with));
    let game = with.game.as_mut().expect("it compiles");
    game.speak("de").expect("a language of it");
    assert_eq!(game.ir.print.label("cards"), "Karten");
}

#[test]
fn what_a_comment_cannot_hold_is_written_as_in_strings() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = "[game]\nid = \"b\"\nname = \"B\"\nplayers = [1, 1]\n[kinds.card]\n[flow]\nplay = \"end\"\n";
    let cards = "[cards.bell]\nkind = \"card\"\nflavour = \"Bells\\u0007 ring.\\r\\nTwice.\"\n";
    std::fs::create_dir(folder.path().join("cards")).expect("a folder");
    std::fs::write(folder.path().join("game.toml"), game).expect("written");
    std::fs::write(folder.path().join("cards/all.toml"), cards).expect("written");
    let written = || {
        let mut command = crate::process::cardwright();
        let out = command.args(["texts", "--lang", "fr"]).arg(folder.path()).ended();
        assert_eq!(out.status.code(), Some(0), "{}", String::from_utf8_lossy(&out.stderr));
        std::fs::read_to_string(folder.path().join("texts/fr.toml")).expect("it was written")
    };
    let first = written();
    assert!(first.contains("# Bells\\u0007 ring.\\u000D\n# Twice.\n"), "{first}");
    assert_eq!(written(), first, "again, and nothing is there twice");
}

#[test]
fn words_of_a_rule_are_shown_without_a_text_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = "[game]\nid = \"o\"\nname = \"O\"\nplayers = [1, 1]\n[kinds.card.slots]\n\
                bonus = { returns = \"int\", default = \"0\", text = \"{{ value }}\" }\n[zones.hand]\nper = \"player\"\n\
                [flow]\nplay = \"end\"\n[scoring]\nscore = \"sum(cards, bonus)\"\n";
    let cards = "[cards.barn_owl]\nbonus = \"3 if any(hand)\"\n[cards.stone]\n";
    std::fs::create_dir(folder.path().join("cards")).expect("a folder");
    std::fs::write(folder.path().join("game.toml"), game).expect("written");
    std::fs::write(folder.path().join("cards/all.toml"), cards).expect("written");
    let say = |id: &str| {
        let mut command = crate::process::cardwright();
        let out = command.arg("check").arg(folder.path()).args(["--say", id]).ended();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        (out.status.code(), text(out.stdout), text(out.stderr))
    };
    let (code, said, _) = say("barn_owl");
    assert_eq!(code, Some(0));
    assert!(said.starts_with("barn_owl: no text is written") && said.contains("+3 with any card"), "{said}");
    assert_eq!(say("Barn Owl").1, said);
    let (code, _, said) = say("barn_own");
    assert!(code == Some(2) && said.contains("did you mean `barn_owl`?"), "{said}");
    assert_eq!(say("stone").0, Some(2));
    // A card with a rule that has no words is there all the same.
    let mute = game.replace(", text = \"{{ value }}\"", "");
    std::fs::write(folder.path().join("game.toml"), mute).expect("written");
    let (code, said, _) = say("barn_owl");
    let expected =
        "barn_owl: no text is written, and none can be made of the rule\n  rule      bonus: 3 if any(hand)\n";
    assert_eq!((code, said.as_str()), (Some(0), expected));
}

#[test]
fn the_german_realms_are_whole() {
    let mut game = open(&realms()).game.expect("it compiles");
    assert!(game.languages.spoken.iter().any(|s| s.language == "de"));
    game.speak("de").expect("there is German");
    for name in &game.ir.names {
        let spoken = &game.languages.spoken[0].written;
        assert!(spoken.contains_key(&format!("cards.{}.text", name.id)), "{}", name.id);
    }
    let dragon = game.ir.names.iter().find(|n| n.id == "dragon").expect("it is one of them");
    assert_eq!(
        (dragon.printed.as_str(), dragon.text.as_str()),
        ("Drache", "−40, wenn du keinen Zauberer hast.")
    );
}

#[test]
fn the_examples_of_the_page_are_so() {
    let page =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/texts.md")).expect("UTF-8");
    // Rules and the texts made of them, in the first table of their section.
    let section = page.split("## Texts made of rules").nth(1).expect("it has the section");
    let rows: Vec<(&str, &str)> = section
        .lines()
        .skip_while(|l| !l.starts_with("| rule"))
        .skip(2)
        .take_while(|l| l.starts_with('|'))
        .map(|l| l.trim_matches(['|', ' ']).split_once("` | ").expect("a rule and a text"))
        .collect();
    assert!(rows.len() > 5);
    let mut cards = String::new();
    for (i, (rule, _)) in rows.iter().enumerate() {
        let rule = rule.trim_start_matches('`');
        cards.push_str(&format!("[cards.shown_{i}]\nsuit = \"artifact\"\nstrength = 1\n{rule}\n"));
    }
    // A card whose text says more than its rule can know.
    let mut blocks = page.split("```toml").map(|block| block.split("```").next().unwrap_or_default());
    cards.push_str(blocks.find(|block| block.contains("unchecked")).expect("it is shown"));
    let mut files = realms();
    files.retain(|path, _| !path.starts_with("texts/"));
    files.insert("cards/shown.toml".to_owned(), cards);
    let opened = open(&files);
    assert_eq!(said(&opened), "");
    let ir = &opened.game.as_ref().expect("it compiles").ir;
    for (i, (rule, text)) in rows.iter().enumerate() {
        let name = ir.names.iter().find(|n| n.id == format!("shown_{i}")).expect("it is a card");
        assert_eq!(name.text, *text, "{rule}");
    }
}

#[test]
fn the_command_writes_a_file_that_can_be_read() {
    let folder = tempfile::tempdir().expect("a folder");
    for (path, text) in realms() {
        let to = folder.path().join(&path);
        std::fs::create_dir_all(to.parent().expect("it has one")).expect("a folder");
        std::fs::write(to, text).expect("a file");
    }
    let run = |args: &[&str]| {
        let mut command = crate::process::cardwright();
        let out = command.args(args).arg(folder.path()).ended();
        (out.status.code(), String::from_utf8(out.stdout).expect("UTF-8"))
    };
    let read = |language: &str| {
        std::fs::read_to_string(folder.path().join(format!("texts/{language}.toml"))).expect("it was written")
    };
    let (code, said) = run(&["texts", "--lang", "fr"]);
    assert_eq!(code, Some(0));
    assert!(said.contains("0 translated"), "{said}");
    let french = read("fr");
    assert!(french.contains("\n[cards.dragon]\n# Dragon\nname = \"\"\n"), "{french}");
    // An empty translation needs no command that adds it.
    let checked = crate::process::cardwright().args(["check", "--color=never"]).arg(folder.path()).ended();
    let checked = String::from_utf8(checked.stderr).expect("UTF-8");
    let (_, of_french) = checked.split_once("not translated into `fr`").expect("a warning");
    assert!(
        of_french.contains("Nothing stands at `") && of_french.contains("help: write them;"),
        "{checked}"
    );
    // German is unchanged, and nothing of it is missing.
    let (_, said) = run(&["texts", "--lang", "de"]);
    assert!(said.ends_with("0 missing, 0 changed since\n"), "{said}");
    let german = read("de");
    assert!(german.contains("name = \"Drache\"") && german.contains("\"cards.dragon\" = "));
    run(&["texts", "--lang", "de"]);
    assert_eq!(read("de"), german);
    // A translator's own comments stay: on top, above a card, above a text, behind one, at the end, and with
    // removed entries.
    let mine = german
        .replacen('\n', "\n# Translated by Anna.\n", 1)
        .replace("[cards.dragon]\n", "# Grimm says Lindwurm.\n[cards.dragon]\n# the short form\n")
        .replace("name = \"Drache\"", "name = \"Drache\" # not Lindwurm")
        .replace("# Grimm", "# Sindbad has it.\n[cards.roc]\n# Which bird?\nname = \"Rock\"\n\n# Grimm")
        + "# ask Berta\n";
    std::fs::write(folder.path().join("texts/de.toml"), &mine).expect("written");
    run(&["texts", "--lang", "de"]);
    let kept = read("de");
    for comment in [
        "schema.json\n# Translated by Anna.\n",
        "# Grimm says Lindwurm.\n",
        "[cards.dragon]\n# the short form\nname = \"Drache\" # not Lindwurm\n",
        "# no longer in the game:\n# Sindbad has it.\n# Which bird?\n# cards.roc.name = \"Rock\"\n",
        "# ask Berta\n",
    ] {
        assert_eq!(kept.matches(comment).count(), 1, "{comment}{kept}");
    }
    run(&["texts", "--lang", "de"]);
    assert_eq!(read("de"), kept, "again, and nothing changes");
    // Our remark about a missing text is not a comment of theirs.
    let filled = french.replace("# Dragon\nname = \"\"", "# Dragon\nname = \"Dragon rouge\"");
    std::fs::write(folder.path().join("texts/fr.toml"), filled).expect("written");
    run(&["texts", "--lang", "fr"]);
    assert!(read("fr").contains("\n[cards.dragon]\nname = \"Dragon rouge\"\n"), "{}", read("fr"));
    assert_eq!(run(&["texts", "--lang", "../x"]).0, Some(2));
    let out = crate::process::cardwright().arg("texts").arg(folder.path()).ended();
    let said = String::from_utf8(out.stderr).expect("UTF-8");
    assert!(said.contains("`--lang de`") && said.contains("`--accept`"), "{said}");
    assert_eq!(out.status.code(), Some(2));
    assert_eq!(run(&["print", "--lang", "nl"]).0, Some(1));
}

/// A game whose one card has this rule and this text.
fn with_card(slot: &str, declared: &str, rule: &str, text: &str) -> OpenResult {
    let game = format!(
        r#"
[game]
id = "said"
name = "Said"
players = [2, 2]
[kinds.card.attributes]
worth = "int 0..9"
[kinds.card.slots]
now = {{ do = true }}
bonus = {{ returns = "int" }}
upkeep = {{ do = true, unchecked = true }}
[state.player]
coins = "int 0..99"
glory = "int 0..99"
phase = {{ type = "int 0..99", unchecked = {declared} }}
[zones.deck]
ordered = true
start = "cards"
[zones.hand]
per = "player"
[verbs.draw]
params = {{ p = "player" }}
do = "deal(deck, p.hand, 1)"
[verbs.drop]
params = {{ p = "player" }}
do = "if let c = first(p.hand) {{ move(c, deck) }}"
[flow]
play = '''
for each c in cards where holder(it) is not none {{ c.now; c.upkeep }}
drop(players[1])
draw(players[1])
end
'''
[scoring]
score = "sum(p.hand, bonus) + p.phase + p.coins + p.glory"
"#
    );
    let card = format!("[cards.reed]\nworth = 7\n{slot} = '''\n{rule}\n'''\ntext = \"{text}\"\n");
    let mut opened =
        open(&BTreeMap::from([("game.toml".to_owned(), game), ("cards/cards.toml".to_owned(), card)]));
    // Most rules set none of the game's state.
    opened.diagnostics.retain(|d| d.code.to_string() != "CW0600");
    opened
}

/// Rules, each with sentences that are true of it.
const TRUE: &[(&str, &str, &[&str])] = &[
    (
        "now",
        "while count(you.hand) > 3 { drop(you) }",
        &[
            "You discard down to 3 cards.",
            "Discard until you have 3 cards.",
            "If you have more than three cards, discard the rest.",
            "With 4 or more cards, discard the rest.",
            "Discard, while you have four cards or more.",
            "Keep at most 3 cards.",
            "Keep no more than 3 cards.",
            "Keep 3 cards or fewer.",
        ],
    ),
    (
        "now",
        "while count(you.hand) < 5 { draw(you) }",
        &[
            "Draw up to 5 cards.",
            "Draw, while you have fewer than 5 cards.",
            "Draw until you have at least 5.",
            "With 4 cards or fewer, draw.",
            "No fewer than five cards are in your hand then.",
        ],
    ),
    (
        "bonus",
        "worth if count(you.hand) >= 12",
        &["With 12+ cards.", "With more than 11 cards.", "With at least a dozen and 12."],
    ),
    (
        "bonus",
        "worth if 12 <= count(you.hand)",
        &["With 12 cards or more.", "Unless you hold fewer than 12."],
    ),
    ("bonus", "worth / 4", &["A quarter of its worth."]),
    ("bonus", "3 * count(you.hand) - 15", &["Triples your cards, less fifteen.", "+3 for each card, −15."]),
];

/// The rule with each of its numbers raised and lowered by one.
fn mutated(rule: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(start) = rule[at..].find(|c: char| c.is_ascii_digit()).map(|i| at + i) {
        let len = rule[start..].find(|c: char| !c.is_ascii_digit()).unwrap_or(rule.len() - start);
        at = start + len;
        let n: i64 = rule[start..at].parse().expect("digits");
        out.extend([n - 1, n + 1].map(|n| format!("{}{n}{}", &rule[..start], &rule[at..])));
    }
    out
}

#[test]
fn true_sentences_are_taken_and_false_ones_are_not() {
    for (slot, rule, texts) in TRUE {
        for text in *texts {
            let opened = with_card(slot, "false", rule, text);
            assert_eq!(said(&opened), "", "{rule}\n{text}");
            for wrong in mutated(rule) {
                let opened = with_card(slot, "false", &wrong, text);
                let told = opened.diagnostics.iter().any(|d| d.code.to_string() == "CW0601");
                assert!(told && opened.game.is_none(), "{wrong}\n{text}\n{}", said(&opened));
            }
        }
    }
}

#[test]
fn comparatives_and_the_faces_of_dice_say_a_comparison() {
    let right = [
        ("if worth > 4 { draw(you) }", "If it is stronger than 4, draw a card."),
        ("if worth > 4 { draw(you) }", "If it is more expensive than 4, draw a card."),
        ("if worth > 4 { draw(you) }", "With worth 5 or better, draw a card."),
        ("if worth > 4 { draw(you) }", "With worth 5 and up, draw a card."),
        ("if worth < 4 { draw(you) }", "If it is weaker than 4, draw a card."),
        ("if worth < 4 { draw(you) }", "If it is cheaper than 4, draw a card."),
        ("if worth < 4 { draw(you) }", "If it is not above 3, draw a card."),
        ("if roll(d6) >= 5 { draw(you) }", "Roll a d6: on a 5 or 6, draw a card."),
        ("if roll(d6) > 3 { draw(you) }", "Roll a d6: on a 4, 5 or 6, draw a card."),
        ("if roll(d6) <= 3 { draw(you) }", "Roll a d6: on a 1, 2 or 3, draw a card."),
        ("let n = roll(d6)\nif n >= 5 { draw(you) }", "Roll a d6: on a 5 or 6, draw a card."),
        ("if count(you.hand) == 4 { draw(you) }", "With exactly four cards, draw a card."),
        ("if count(you.hand) == 4 { draw(you) }", "With 4 cards, draw a card."),
        ("you.coins -= 3", "Lose 3 coins."),
        ("you.coins += 3\nnext(you).coins -= 3", "Gain 3 coins; the next player loses 3 coins."),
        ("if you.coins >= 3 { you.glory += 2 }", "With 3 coins, gain 2 glory."),
        ("if you.coins < 5 { you.glory += 2 }", "Gain 2 glory unless you have 5 coins."),
        ("if you.coins <= 4 { you.glory += 2 }", "Without 5 coins, gain 2 glory."),
        ("if you.coins < 5 { you.glory += 2 }", "If you do not have 5 coins, gain 2 glory."),
        ("you.coins -= 3", "Pay 3 coins."),
        ("you.coins += 3", "Earn 3 coins."),
    ];
    for (rule, text) in right {
        assert_eq!(said(&with_card("now", "false", rule, text)), "", "{rule}\n{text}");
    }
    let wrong = [
        ("if you.coins < 6 { you.glory += 2 }", "Gain 2 glory unless you have 4 coins.", "CW0601"),
        ("if you.coins < 5 { you.glory += 2 }", "If you have 5 coins, gain 2 glory.", "CW0601"),
        ("you.coins += 3", "Pay 3 coins.", "CW0601"),
        ("you.coins -= 3", "Earn 3 coins.", "CW0601"),
        ("if worth > 4 { draw(you) }", "If it is stronger than 5, draw a card.", "CW0601"),
        ("if worth > 4 { draw(you) }", "If it is weaker than 4, draw a card.", "CW0601"),
        ("if roll(d6) >= 5 { draw(you) }", "Roll a d6: on a 6, draw a card.", "CW0601"),
        ("if roll(d6) >= 5 { draw(you) }", "Roll a d6: on a 3, 4, 5 or 6, draw a card.", "CW0601"),
        ("if count(you.hand) == 4 { draw(you) }", "With four or more cards, draw a card.", "CW0601"),
        ("if count(you.hand) == 4 { draw(you) }", "With at most four cards, draw a card.", "CW0601"),
        ("you.coins -= 3", "Gain 3 coins.", "CW0601"),
        ("you.coins += 3", "You lose 3 coins.", "CW0601"),
        ("you.coins += 3", "Gain 3 coins and 3 glory.", "CW0602"),
    ];
    for (rule, text, code) in wrong {
        let opened = with_card("now", "false", rule, text);
        let told = opened.diagnostics.iter().any(|d| d.code.to_string() == code);
        assert!(told, "{rule}\n{text}\n{}", said(&opened));
    }
}

#[test]
fn what_is_done_twice_may_be_said_so() {
    for text in ["Draw twice.", "Draw two cards.", "Draw a card and draw another."] {
        assert_eq!(said(&with_card("now", "false", "draw(you)\ndraw(you)", text)), "", "{text}");
    }
    for (rule, text) in [("draw(you)", "Draw twice."), ("draw(you)\ndraw(you)", "Draw three cards.")] {
        let told = with_card("now", "false", rule, text).diagnostics;
        assert!(told.iter().any(|d| d.code.to_string() == "CW0601"), "{rule}: {text}");
    }
}

#[test]
fn bookkeeping_is_no_part_of_the_text() {
    assert_eq!(said(&with_card("upkeep", "false", "you.coins += 12", "A reed.")), "");
    let rule = "if you.phase == 17 and you.phase < 20 { draw(you) }\nyou.phase = 18";
    assert_eq!(said(&with_card("now", "true", rule, "Draw a card.")), "");
    assert!(with_card("now", "false", rule, "Draw a card.").game.is_none());
}

#[test]
fn a_reaction_before_a_verb_is_compared_with_its_own_rule() {
    let game = "[game]\nid = \"lab\"\nname = \"Lab\"\nplayers = [2, 2]\n[zones.field]\nper = \"player\"\nstart = \"cards\"\n[state.player]\npoints = \"int 0..99\"\n";
    let rules = "[verbs.dusk]\nparams = { p = \"player\" }\ndo = \"p.points += 17\"\n[flow]\nplay = \"for each p in players { dusk(p) }\"\n";
    let told = |gain: u8| {
        let card = format!(
            "[cards.tower]\ntext = \"At dusk, you gain 2 points.\"\n[[cards.tower.reactions]]\nbefore = \"dusk\"\nin = \"field\"\ndo = \"p.points += {gain}\"\n"
        );
        let files = [("game.toml", game), ("rules/rules.toml", rules), ("cards/cards.toml", card.as_str())];
        said(&CompiledGame::from_files(PackageFiles::from_texts(files), Vec::new()))
    };
    assert_eq!(told(2), "");
    let wrong = told(3);
    assert!(wrong.contains("the rule of `tower` says 3, and its text says 2"), "{wrong}");
    assert!(!wrong.contains("17"), "{wrong}");
}

/// A game on a map, with a card that prints a place, a setup that has a word, and a translation.
fn on_a_map() -> BTreeMap<String, String> {
    let game = "[game]\nid = \"coast\"\nname = \"Coast\"\nplayers = [2, 2]\n[options.nights]\nrange = [3, 9]\ndefault = 6\n\
                text = \"How many nights\"\n[setups.short]\nnights = 3\n[words]\nshort = \"A short night\"\n\
                [boards.coast.areas.rock]\nname = \"Chapel Rock\"\nadjoins = [\"cove\"]\n[boards.coast.areas.cove]\nname = \"The Cove\"\n\
                [kinds.card.attributes]\nport = \"cell\"\n[zones.deck]\nstart = \"cards\"\n";
    let card = "[cards.order]\nname = \"Order\"\nport = \"rock\"\ntext = \"Bring it to {{ port }}.\"\n";
    let german = "[words]\nrock = \"Kapellenfels\"\n[cards.order]\nname = \"Auftrag\"\ntext = \"Bring es nach {{ port }}.\"\n";
    let files = [("game.toml", game), ("cards/c.toml", card), ("texts/de.toml", german)];
    files.map(|(path, text)| (path.to_owned(), text.to_owned())).into()
}

#[test]
fn a_text_names_a_place_as_it_is_printed() {
    let mut opened = open(&on_a_map());
    let told = said(&opened);
    let game = opened.game.as_mut().unwrap_or_else(|| panic!("{told}"));
    assert_eq!(game.ir.names[NameId(0)].text, "Bring it to Chapel Rock.");
    game.speak("de").expect("there is German");
    assert_eq!(game.ir.names[NameId(0)].text, "Bring es nach Kapellenfels.");
}

#[test]
fn names_of_boards_and_areas_are_no_part_of_the_rules() {
    let mut files = on_a_map();
    let german = files.get_mut("texts/de.toml").expect("it is there");
    *german = german.replace("[words]\n", "[words]\ncoast = \"Küste\"\n");
    let mut game = open(&files).game.expect("it compiles");
    let rules = rules_hash(&game.ir);
    game.speak("de").expect("there is German");
    assert_eq!(game.ir.boards[BoardId(0)].name.as_deref(), Some("Küste"));
    assert_eq!(rules_hash(&game.ir), rules, "in German");
    for (from, to) in [
        ("Chapel Rock", "The Rock"),
        ("name = \"Chapel Rock\"\n", ""),
        ("[boards.coast.areas.rock]", "[boards.coast]\nname = \"The Coast\"\n[boards.coast.areas.rock]"),
    ] {
        let mut files = on_a_map();
        let game = files.get_mut("game.toml").expect("it is there");
        assert!(game.contains(from), "{from}");
        *game = game.replace(from, to);
        assert_eq!(rules_hash(&open(&files).game.expect("it compiles").ir), rules, "{to}");
    }
    let mut files = on_a_map();
    let game = files.get_mut("game.toml").expect("it is there");
    *game = game.replace("adjoins = [\"cove\"]\n", "");
    assert_ne!(rules_hash(&open(&files).game.expect("it compiles").ir), rules, "who adjoins whom");
}

/// The diagnostics of a card whose rule counts the cards of a zone of an area.
fn about_areas(rule: &str, text: &str) -> String {
    let game = "[game]\nid = \"coast\"\nname = \"Coast\"\nplayers = [2, 2]\n\
                [boards.coast.areas.rock]\nname = \"Chapel Rock\"\nadjoins = [\"cove\"]\n[boards.coast.areas.cove]\nadjoins = [\"quay\"]\n[boards.coast.areas.quay]\n\
                [kinds.card.slots]\nbonus = { returns = \"int\" }\n[zones.shore]\nper = \"coast\"\nstart = \"cards where self == cove\"\n\
                [state.table]\ntotal = \"int -999..999\"\n[flow]\nplay = \"for each c in cove.shore { total += c.bonus }; end\"\n";
    let card = format!("[cards.order]\nbonus = \"{rule}\"\ntext = \"{text}\"\n");
    let files = [("game.toml", game.to_owned()), ("cards/c.toml", card)];
    let opened = open(&files.map(|(path, text)| (path.to_owned(), text)).into());
    assert!(opened.game.is_some(), "{}", said(&opened));
    said(&opened)
}

#[test]
fn areas_of_boards_are_compared_as_names_are() {
    let rock = "2 * count(rock.shore)";
    assert_eq!(about_areas(rock, "+2 for each card at Chapel Rock."), "");
    let other = about_areas(rock, "+2 for each card at the Cove.");
    assert!(other.contains("speaks of Chapel Rock, and its text does not"), "{other}");
    assert!(other.contains("speaks of Cove, and its rule does not"), "{other}");
    assert!(other.contains("unchecked = [\"Cove\"]"), "{other}");
    let both = about_areas(rock, "+2 for each card at Chapel Rock or the Quay.");
    assert!(both.contains("CW0602") && both.contains("speaks of Quay"), "{both}");
    // In lowercase, and at the beginning of a sentence, a word may be an ordinary one.
    assert_eq!(about_areas(rock, "Cove or quay: +2 for each card at Chapel Rock. Quay days are long."), "");
    let list = "+2 for each card at Chapel Rock.\\n- Quay days are long.\\n(Cove days are short.)";
    assert_eq!(about_areas(rock, list), "");
    assert_eq!(
        about_areas("2 * count(rock.shore + cove.shore)", "+2 for each card at Chapel Rock and in the Cove."),
        ""
    );
}

#[test]
fn the_original_of_a_setup_is_its_word() {
    let game = open(&on_a_map()).game.expect("it compiles");
    let (text, _) = game.languages.to_toml("de", false, "");
    assert!(text.contains("# A short night\nshort = "), "{text}");
}

#[test]
fn what_boards_figures_and_rules_name_is_translated() {
    let mut files = on_a_map();
    let game = files.get_mut("game.toml").expect("it is there");
    *game = game.replace(
        "[boards.coast.areas.rock]",
        "[boards.coast.attributes]\nmile = \"int 0..9\"\n[boards.coast.areas.rock]\nmile = 3",
    );
    *game = game.replace("[boards.coast.areas.cove]", "[boards.coast.areas.cove]\nmile = 0");
    game.push_str("[state.table]\nrounds = \"int 0..9\"\nwind = \"int 0..9\"\n[dice]\ncurrent = [0, 1, 2]\n");
    *game = game.replace("[words]", "[words]\nrounds = \"Rounds\"");
    let opened = open(&files);
    let (text, counts) = opened.game.as_ref().expect("it compiles").languages.to_toml("de", false, "");
    for line in
        ["# Mile\nmile = \"\"", "# Deck\ndeck = \"\"", "# Current\ncurrent = \"\"", "# Rounds\nrounds = \"\""]
    {
        assert!(text.contains(line), "{line}\n{text}");
    }
    assert!(!text.contains("wind"), "nobody said that it is read: {text}");
    let words =
        "mile = \"Meile\"\ndeck = \"Stapel\"\ncurrent = \"Strom\"\nrounds = \"Runden\"\nwind = \"Wind\"\n";
    let german = files.get_mut("texts/de.toml").expect("it is there");
    *german = german.replace("[words]\n", &format!("[words]\n{words}"));
    let opened = open(&files);
    assert!(!said(&opened).contains("CW0606"), "{}", said(&opened));
    let mut game = opened.game.expect("it compiles");
    let (text, after) = game.languages.to_toml("de", false, "");
    // The word of `wind`, which is now one of them, was not lacking before.
    assert_eq!((after.translated, after.missing), (counts.translated + 5, counts.missing - 4), "{text}");
    assert!(!text.contains("no longer in the game"), "{text}");
    game.speak("de").expect("there is German");
    assert_eq!(
        (game.ir.print.label("mile").as_str(), game.ir.print.label("deck").as_str()),
        ("Meile", "Stapel")
    );
    // A key that resembles nothing has no suggestion, however long its table is.
    let german = files.get_mut("texts/de.toml").expect("it is there");
    *german = german.replace("wind = ", "zzz = ").replace("rounds = ", "round = ");
    let told = said(&open(&files));
    assert!(told.contains("the game has no `words.zzz` to translate"), "{told}");
    assert!(told.contains("help: leave it out"), "{told}");
    assert!(told.contains("did you mean `words.rounds`?"), "{told}");
}

#[test]
fn a_text_may_name_a_card_whose_kind_is_called_so() {
    let game = "[game]\nid = \"talk\"\nname = \"Talk\"\nplayers = [2, 2]\n[kinds.rumour]\n[kinds.card.slots]\nheard = { do = true }\n\
                [zones.deck]\nstart = \"cards\"\n[zones.bin]\n[flow]\nplay = \"for each c in cards { c.heard }\"\n";
    let with = |text: &str| {
        let cards = format!(
            "[cards.rumour]\nkind = \"rumour\"\n[cards.fact]\n[cards.hearsay]\ntext = \"{text}\"\n\
             heard = \"for each c in deck {{ if c is rumour {{ move(c, bin) }} }}\"\n"
        );
        open(
            &[("game.toml", game), ("cards/c.toml", &cards)]
                .map(|(p, t)| (p.to_owned(), t.to_owned()))
                .into(),
        )
    };
    let good = with("Put each Rumour away.");
    assert!(!said(&good).contains("CW0602"), "{}", said(&good));
    let wrong = with("Put each Fact away.");
    assert!(said(&wrong).contains("the text of `hearsay` speaks of Fact"), "{}", said(&wrong));
}

/// A game whose cards have a number as a rule.
const ORDERED: &str = "[game]\nid = \"rows\"\nname = \"Rows\"\nplayers = [2, 2]\n[kinds.card.slots]\norder = { returns = \"int\", default = \"0\" }\n\
                       [state.table]\nn = \"int 0..9999\"\n[zones.deck]\nstart = \"cards\"\n[flow]\nplay = \"for each c in cards { n += c.order }\"\n";

fn with_cards(cards: &str) -> OpenResult {
    open(&[("game.toml", ORDERED), ("cards/c.toml", cards)].map(|(p, t)| (p.to_owned(), t.to_owned())).into())
}

#[test]
fn differences_of_many_cards_name_each_card_and_place() {
    let weed = |n: usize| format!("[cards.weed_{n}]\ntext = \"A weed.\"\norder = \"{}\"\n", 100 + n);
    let cards: String = (0..25).map(weed).collect();
    let opened = with_cards(&cards);
    let one: Vec<_> = opened.diagnostics.iter().filter(|d| d.code.to_string() == "CW0601").collect();
    let [one] = one.as_slice() else { panic!("{}", said(&opened)) };
    let named: Vec<String> = (0..20).map(|n| format!("`weed_{n}`")).collect();
    let cause = format!("The cards are {} and 5 more.", named.join(", "));
    assert_eq!(one.cause.as_deref(), Some(cause.as_str()));
    // Programs get all places; people a few of them, and the slot.
    assert_eq!(one.labels.len(), 26);
    assert_eq!(said(&opened).matches("not in the text of this card").count(), 3);
}

#[test]
fn cards_of_a_slot_that_other_texts_say_are_mistakes_of_their_own() {
    let right = |n: usize| format!("[cards.herb_{n}]\ntext = \"Worth {n}.\"\norder = \"{n}\"\n");
    let wrong = |n: usize| format!("[cards.weed_{n}]\ntext = \"Worth nothing.\"\norder = \"{n}\"\n");
    let cards: String = (2..10).map(right).chain((10..15).map(wrong)).collect();
    let opened = with_cards(&cards);
    let found: Vec<_> = opened.diagnostics.iter().filter(|d| d.code.to_string() == "CW0601").collect();
    assert_eq!(found.len(), 5, "{}", said(&opened));
    for (n, d) in (10..15).zip(found) {
        assert_eq!(d.message, format!("the rule of `weed_{n}` says {n}, and its text does not"));
        let help = d.help.as_deref().unwrap_or_default();
        assert!(!help.contains("unchecked = true"), "the slot is part of the texts: {help}");
    }
}

#[test]
fn a_number_too_large_for_any_rule_differs_from_all() {
    let card = "[cards.big]\ntext = \"Order 3, then 99999999999999999999999.\"\norder = \"3\"\n";
    let wrong = said(&with_cards(card));
    let message = "the text of `big` says 99999999999999999999999, and its rule does not";
    assert!(wrong.contains(message), "{wrong}");
    let accepted = with_cards(&format!("{card}unchecked = [\"99999999999999999999999\"]\n"));
    let accepted = said(&accepted);
    assert!(!accepted.contains("CW0601") && !accepted.contains("CW0603"), "{accepted}");
}

#[test]
fn a_name_that_shows_nothing_is_refused() {
    for name in ["   ", "\\u200b", "\\u00a0\\u2060"] {
        let said = said(&with_cards(&format!("[cards.ghost]\nname = \"{name}\"\n")));
        assert!(said.contains("error[CW0208]\n  × the name of `ghost` shows nothing\n"), "{said}");
    }
    let board = "[boards.map]\nareas = { wood = { name = \" \", adjoins = [\"hill\"] }, hill = [] }\n";
    let files =
        [("game.toml", ORDERED), ("rules/map.toml", board)].map(|(p, t)| (p.to_owned(), t.to_owned()));
    let said = said(&open(&files.into()));
    assert!(said.contains("the name of `wood` shows nothing"), "{said}");
}

#[test]
fn holes_that_no_phrase_has_are_reported_and_nothing_else() {
    // The empty word is an error of its own.
    let game = "[game]\nid = \"t\"\nname = \"T\"\nplayers = [2, 2]\n[enums]\nrank = [\"low\", \"high\"]\n\
        [kinds.card.attributes]\nrank = \"rank\"\n[words]\nrank = \"\"\n[zones.deck]\nstart = \"cards\"\n\
        [flow]\nplay = \"end\"\n";
    let card = "[cards.one]\nrank = \"low\"\n";
    let german = "[words]\nrank = \"Rang\"\n[phrases]\nsheet = \"Bogen {m} von {of}\"\nyes = \"ja{n}\"\n\
                  card = \"{n} Karte\"\n";
    let files = [("game.toml", game), ("cards/c.toml", card), ("texts/de.toml", german)];
    let opened = open(&files.into_iter().map(|(path, text)| (path.to_owned(), text.to_owned())).collect());
    let told = said(&opened);
    assert_eq!(told.matches("CW0606").count(), 2, "{told}");
    assert!(told.contains("nothing is filled in for `{m}` of the phrase `sheet`"), "{told}");
    assert!(told.contains("write `{n}` and `{of}`"), "{told}");
    assert!(told.contains("nothing is filled in for `{n}` of the phrase `yes`"), "{told}");
    assert!(told.contains("leave it out: this phrase has no holes"), "{told}");
}
