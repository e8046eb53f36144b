//! Packages with a file that cannot be read: errors elsewhere are reported, and possible consequences are
//! not.

use std::fs;
use std::path::Path;

use cardwright::compile::CompiledGame;
use cardwright::diagnostics::{Diagnostic, Severity};
use cardwright::package::{self, FileRole, PackageFiles};

use crate::process::Ends;

const GAME: &str = r#"[game]
id = "woods"
name = "Woods"
version = "0.1.0"
players = [2, 4]

[enums]
suit = ["root", "herb", "moss"]

[kinds.card.attributes]
suit = "suit"
strength = "int 0..9"

[state.player]
coins = "int 0..99"

[zones.deck]
ordered = true
start = "cards"
[zones.hand]
per = "player"
seen_by = "owner"

[flow]
play = '''
for each p in players { pay(p, 1) }
shuffle(deck)
end
'''
[scoring]
score = "worth(p)"
"#;

const RULES: &str = r#"[functions.worth]
params = { p = "player" }
returns = "int"
code = "sum(p.hand, strength) + count(p.hand where suit == moss) * 2"

[verbs.pay]
params = { p = "player", n = "int" }
do = "p.coins = max(0, p.coins - n)"
"#;

/// A type mismatch, a name that is nowhere, a bracket, an unknown key, a number of arguments, a value that an
/// enum does not have.
const WRONG: &str = r#"[functions.mismatch]
returns = "int"
code = "3 + true"
[functions.nowhere]
params = { p = "player" }
returns = "int"
code = "count(p.hand) + nonsense"
[functions.open]
returns = "int"
code = "max(1, 2"
[verbs.keys]
parms = { p = "player" }
do = "shuffle(deck)"
[functions.arguments]
params = { p = "player" }
returns = "int"
code = "worth(p, 1)"
[functions.value]
returns = "int"
code = "count(deck where suit == bark)"
"#;

const CARDS: &str =
    "[cards.badger]\nsuit = \"root\"\nstrength = 3\n[cards.fern]\nsuit = \"herb\"\nstrength = 2\n";

/// The diagnostics of a package as `file: code`, with errors of the file that is broken left out.
fn found(parts: &[(&str, &str)], broken: &str) -> Vec<String> {
    let dir = tempfile::tempdir().expect("a folder");
    for (path, text) in [
        ("game.toml", GAME),
        ("rules/rules.toml", RULES),
        ("rules/wrong.toml", WRONG),
        ("cards/cards.toml", CARDS),
    ]
    .iter()
    .filter(|(path, _)| parts.iter().all(|(other, _)| path != other))
    .chain(parts)
    {
        let path = dir.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    let output = crate::process::cardwright().args(["check", "--format", "json"]).arg(dir.path()).ended();
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let lines = text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
    let lines = lines.map(|line| {
        let file = line["labels"][0]["file"]
            .as_str()
            .unwrap_or_default()
            .rsplit('/')
            .next()
            .unwrap_or_default()
            .to_owned();
        (file, line["code"].as_str().unwrap_or_default().to_owned())
    });
    let lines: Vec<(String, String)> = lines.collect();
    let is_broken = |file: &str| broken.ends_with(file);
    assert!(broken.is_empty() || lines.iter().any(|(file, _)| is_broken(file)), "{text}");
    lines
        .into_iter()
        .filter(|(file, _)| broken.is_empty() || !is_broken(file))
        .map(|(file, code)| format!("{file}: {code}"))
        .collect()
}

fn wrong(codes: &[&str]) -> Vec<String> {
    codes.iter().map(|code| format!("wrong.toml: {code}")).collect()
}

#[test]
fn a_broken_file_hides_only_what_may_depend_on_it() {
    let all = ["CW0502", "CW0500", "CW0402", "CW0200", "CW0504", "CW0514"];
    assert_eq!(found(&[], ""), wrong(&all));
    // A card is named nowhere.
    let cards = CARDS.replace("strength = 2", "strength = ");
    assert_eq!(found(&[("cards/cards.toml", &cards)], "cards.toml"), wrong(&all));
    // The settings of the game declare nothing.
    let game = GAME.replace("players = [2, 4]", "players = [2, 4");
    assert_eq!(found(&[("game.toml", &game)], "game.toml"), wrong(&all));
    // The parameters of `worth` are not known.
    let rules = RULES.replace("\"int\"\ncode = \"sum(", "\"int\"\ncode = \"sum(\"");
    assert_eq!(
        found(&[("rules/rules.toml", &rules)], "rules.toml"),
        wrong(&["CW0502", "CW0500", "CW0402", "CW0200", "CW0514"])
    );
    // The suit may be the broken one.
    let game = GAME.replace("\"moss\"]", "\"moss\"");
    assert_eq!(
        found(&[("game.toml", &game)], "game.toml"),
        wrong(&["CW0502", "CW0500", "CW0402", "CW0200", "CW0504"])
    );
    let game = GAME.replace("suit = \"suit\"", "suit = \"suit");
    assert_eq!(
        found(&[("game.toml", &game)], "game.toml"),
        wrong(&["CW0502", "CW0500", "CW0402", "CW0200", "CW0504"])
    );
    // A string without an end.
    let game = GAME.replace("end\n'''", "end\n");
    assert_eq!(found(&[("game.toml", &game)], "game.toml"), wrong(&all));
}

#[test]
fn a_broken_rule_hides_nothing_about_the_table() {
    // A scenario and a zone, each with an error that has nothing to do with the verb.
    let game = GAME.replace("[zones.hand]", "[zones.vault]\nseen_by = \"owner\"\n[zones.hand]");
    let parts = [
        ("game.toml", game.as_str()),
        ("rules/wrong.toml", ""),
        ("scenarios/many.toml", "name = \"Many\"\nplayers = 9\n"),
    ];
    let all = found(&parts, "");
    assert_eq!(all, ["game.toml: CW0572", "many.toml: CW0800"]);
    let with = |broken: &'static str, path: &'static str, text: &str| {
        let text = text.to_owned();
        let others: Vec<(&str, &str)> = parts.iter().copied().filter(|(other, _)| *other != path).collect();
        found(&[others.as_slice(), &[(path, text.as_str())]].concat(), broken)
    };
    assert_eq!(with("rules.toml", "rules/rules.toml", &RULES.replace("n = \"int\" }", "n = \"int\"")), all);
    // Without a kind, the type of a card is unknown.
    let without = with("more.toml", "rules/more.toml", "[kinds.other\nbase = \"card\"\n");
    assert_eq!(without, Vec::<String>::new());
}

#[test]
fn a_row_without_an_end_hides_its_own_card_only() {
    let rules = "[functions.cards_named]\nreturns = \"int\"\ncode = \"count(deck where name == mole) + count(deck where name == stoat) + 3 + true\"\n";
    let csv = "id,suit,strength\nmole,root,3\nvole,\"her\"b,2\n";
    let parts = [("cards/more.csv", csv), ("rules/wrong.toml", rules)];
    assert_eq!(found(&parts, "more.csv"), wrong(&["CW0511", "CW0502"]));
    let csv = "id,suit,strength\nmole,root,3\nstoat,\"her\"b,2\n";
    let parts = [("cards/more.csv", csv), ("rules/wrong.toml", rules)];
    assert_eq!(found(&parts, "more.csv"), wrong(&["CW0502"]));
}

#[test]
fn what_is_left_out_takes_linear_memory() {
    // Keys were kept with everything before them in their line, and for each entry all keys of its header:
    // many GB of less than a MB.
    let line = format!("[cards.newt]\n{}\n", "x = \"\"\"".repeat(100_000));
    let header = format!("[state.{}b\n{}", "a.".repeat(50_000), "x = 1\n".repeat(10_000));
    for broken in [line, header] {
        let dir = tempfile::tempdir().expect("a folder");
        for (path, text) in
            [("game.toml", GAME), ("rules/rules.toml", RULES), ("rules/more.toml", broken.as_str())]
        {
            let path = dir.path().join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        let (files, loading) = package::load(dir.path());
        let found = CompiledGame::from_files(files, loading).diagnostics;
        assert!(found.iter().any(|d| d.code.0 >= 100 && d.code.0 < 200), "{found:?}");
    }
}

#[test]
fn a_file_with_warnings_is_read() {
    // Newer TOML in a file must not cost its declarations.
    let rules = RULES.replace("{ p = \"player\" }", "{\n  p = \"player\",\n}");
    assert_eq!(found(&[("rules/rules.toml", &rules), ("rules/wrong.toml", "")], ""), ["rules.toml: CW0114"]);
}

/// A generator of numbers, so that each run is the same.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound.max(1)
    }
}

/// Errors that are not about the file that was broken.
fn elsewhere(files: PackageFiles, broken: cardwright::place::FileId) -> Option<Vec<Diagnostic>> {
    let opened = CompiledGame::from_files(files, Vec::new());
    let is_syntax = |d: &&Diagnostic| d.code.0 >= 100 && d.code.0 < 200;
    let is_broken = |d: &Diagnostic| d.labels.first().is_some_and(|label| label.span.file == broken);
    let is_error = |d: &&Diagnostic| d.severity == Severity::Error;
    opened.diagnostics.iter().filter(is_error).any(|d| is_syntax(&d) && is_broken(d)).then_some(())?;
    Some(opened.diagnostics.into_iter().filter(|d| !is_broken(d)).collect())
}

#[test]
fn no_false_error_comes_of_a_broken_file() {
    // More by hand: `CARDWRIGHT_EDITS=2000 cargo test no_false_error`.
    let edits = std::env::var("CARDWRIGHT_EDITS").ok().and_then(|n| n.parse().ok()).unwrap_or(40);
    let games = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("cards")).expect("a folder");
    let mut games: Vec<_> =
        games.flatten().map(|entry| entry.path()).filter(|path| path.join("game.toml").is_file()).collect();
    games.sort();
    let mut numbers = Numbers(7);
    let mut broken = 0;
    let loaded: Vec<PackageFiles> = games.iter().map(|path| package::load(path).0).collect();
    for edit in 0..edits {
        let files = &loaded[edit % loaded.len()];
        let declare = |role: FileRole| {
            matches!(role, FileRole::Game | FileRole::Rules | FileRole::Cards | FileRole::CardsCsv)
        };
        let of: Vec<_> = files.files.iter().filter(|one| declare(one.role)).collect();
        let one = of[numbers.below(of.len())];
        let mut text = files.sources.file(one.file).text.clone();
        // Quotes and brackets are removed or inserted, as happens while somebody types.
        let signs: Vec<usize> =
            text.char_indices().filter(|(_, c)| "[]{}\"'=\n".contains(*c)).map(|(at, _)| at).collect();
        let at = signs[numbers.below(signs.len())];
        let typed = ["\"", "'''", "[", "]", "{", "= ", "x", "\n[x"];
        match numbers.below(3) {
            0 => text.insert_str(at, typed[numbers.below(typed.len())]),
            _ => text.replace_range(at..=at, ""),
        }
        let mut files = files.clone();
        files.sources.replace(one.file, text.as_str());
        let Some(found) = elsewhere(files.clone(), one.file) else { continue };
        broken += 1;
        assert!(
            found.is_empty(),
            "edit {edit}, byte {at} of {}: {}",
            files.sources.file(one.file).name,
            cardwright::diagnostics::render(&found, &files.sources, cardwright::diagnostics::Format::Short)
        );
    }
    assert!(broken > edits / 4, "{broken} of {edits}");
}
