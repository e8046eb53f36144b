//! Scenarios, deck lists, translations and `print.toml` are set aside where they are broken: the game is
//! played without them.

use crate::process::Ends;
use std::fs;
use std::path::Path;

use cardwright::compile::CompiledGame;
use cardwright::package::{FileRole, PackageFiles};

const GAME: &str = r#"
[game]
id = "crabs"
name = "Crabs"
players = [1, 2]
[state.table]
tide = "int 0..9"
[zones.beach]
holds = "card"
start = "cards"
[flow]
play = '''
choose c from beach by players[1] "Which crab?"
tide = 3
end
'''
"#;
const SCORED: &str = "[scoring]\nscore = \"tide + seat(p)\"\n";
const CARDS: &str = "[cards.red]\nname = \"Red\"\ncopies = 2\n[cards.blue]\nname = \"Blue\"\n";
const GOOD: &str = "name = \"Good\"\n[[steps]]\nexpect = \"count(beach) == 3\"\n";

/// A list of cards that the game does not have any more.
fn stale(of: &str) -> String {
    (1..=12).map(|n| of.replace('N', &n.to_string())).collect()
}

/// A package with a stale scenario, a scenario that cannot be read, a stale deck list and a broken
/// translation, and a good scenario.
fn stale_package(folder: &Path) -> String {
    let old =
        format!("name = \"Old\"\n{}", stale("[[steps]]\nexpect = \"any(beach where name == crabN)\"\n"));
    let list = format!("name = \"Old\"\n[cards]\n{}", stale("crabN = 1\n"));
    for (path, text) in [
        ("game.toml", format!("{GAME}{SCORED}").as_str()),
        ("cards/crabs.toml", CARDS),
        ("decks/old.toml", &list),
        ("scenarios/good.toml", GOOD),
        ("scenarios/old.toml", &old),
        ("scenarios/unread.toml", "name = \"Unread\n"),
        ("texts/de.toml", "[cards.red]\nname = 3\n"),
    ] {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder.to_str().unwrap().into()
}

fn cardwright(args: &[&str]) -> (Option<i32>, String, String) {
    let output = crate::process::cardwright().args(args).ended();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn what_is_stale_stops_nothing_that_plays() {
    let dir = tempfile::tempdir().unwrap();
    let game = stale_package(dir.path());
    let output = dir.path().join("output");
    let output = output.to_str().unwrap();
    for args in [
        &["sim", &game, "-n", "3"][..],
        &["eval", &game, "{\"eval\": \"count(beach)\"}"],
        &["play", &game, "--seats", "random,random"],
        &["print", &game, "--output", output],
        &["soak", &game, "-n", "2"],
    ] {
        let (code, out, err) = cardwright(args);
        assert_eq!((code, err.contains("error")), (Some(0), false), "{args:?}: {out}{err}");
    }
    let (code, _, err) = cardwright(&["print", &game, "--output", output, "--lang", "de"]);
    assert_eq!((code, err.contains("de.toml")), (Some(1), true), "what is asked for is not left out: {err}");
}

/// Paper is further from play than scenarios are.
#[test]
fn what_is_wrong_with_paper_stops_only_what_prints() {
    let dir = tempfile::tempdir().unwrap();
    let game = stale_package(dir.path());
    let output = dir.path().join("output");
    let output = output.to_str().unwrap();
    for print in ["[colours]\nred = \"blue\"\n", "[colours", "[sheets.cards]\ncomponents = \"crab\"\n"] {
        fs::write(dir.path().join("print.toml"), print).unwrap();
        for args in [
            &["sim", &game, "-n", "3"][..],
            &["play", &game, "--seats", "random,random"],
            &["soak", &game, "-n", "2"],
        ] {
            let (code, out, err) = cardwright(args);
            assert_eq!((code, err.contains("error")), (Some(0), false), "{args:?}: {out}{err}");
        }
        for args in [
            &["print", &game, "--output", output][..],
            &["export", &game, "--to", "svg", "--output", output],
            &["print", "tic-tac-toe", "--output", output, "--changed-since", &game],
            &["check", &game],
        ] {
            let (code, out, err) = cardwright(args);
            assert_eq!(
                (code, format!("{out}{err}").contains("print.toml")),
                (Some(1), true),
                "{args:?}: {out}{err}"
            );
        }
        assert!(!Path::new(output).exists());
    }
}

#[test]
fn run_reports_the_broken_and_runs_the_rest() {
    let dir = tempfile::tempdir().unwrap();
    let game = stale_package(dir.path());
    let (code, out, err) = cardwright(&["run", &game]);
    assert_eq!(code, Some(1));
    assert!(out.contains("ok      ") && out.contains("good.toml  Good\n"), "{out}");
    assert!(out.contains("FAILED  ") && out.contains("old.toml  Old\n"), "{out}");
    assert!(out.contains("unread.toml  Unread\n"), "{out}");
    assert!(out.ends_with("3 scenarios: 1 ok, 2 failed\n"), "{out}");
    assert!(err.contains("there are 9 more errors of this sort in this scenario"), "{err}");
    assert!(!err.contains("decks/") && !err.contains("texts/"), "these are for `check` to say: {err}");
    let good = format!("{game}/scenarios/good.toml");
    let (code, out, err) = cardwright(&["run", &good]);
    assert_eq!((code, out.ends_with("1 scenario: ok\n"), err.as_str()), (Some(0), true, ""), "{out}");
    let old = format!("{game}/scenarios/old.toml");
    let (code, out, _) = cardwright(&["run", &old, "--format", "json"]);
    assert_eq!(code, Some(1));
    let line: serde_json::Value = serde_json::from_str(out.lines().next().unwrap()).unwrap();
    assert_eq!((&line["scenario"], &line["ok"], &line["steps"]), (&"old".into(), &false.into(), &0.into()));
}

#[test]
fn run_goes_on_after_a_game_that_cannot_be_played() {
    let dir = tempfile::tempdir().unwrap();
    let none = dir.path().join("none");
    fs::create_dir(&none).unwrap();
    fs::write(
        none.join("game.toml"),
        "[game]\nid = \"none\"\nname = \"None\"\nplayers = [1, 2]\n[flow]\nplay = \"go\"\n",
    )
    .unwrap();
    let none = none.to_str().unwrap();
    let (code, out, err) = cardwright(&["run", none, "tic-tac-toe"]);
    assert_eq!(code, Some(1));
    assert!(err.contains("none/game.toml") && out.contains("scenarios: ok"), "{out}{err}");
}

#[test]
fn check_and_build_say_everything() {
    let dir = tempfile::tempdir().unwrap();
    let game = stale_package(dir.path());
    let (code, out, _) = cardwright(&["check", &game, "--format", "short"]);
    assert_eq!(code, Some(1));
    let of = |file: &str| out.lines().filter(|line| line.contains(file) && line.contains("error")).count();
    assert_eq!([of("old.toml:"), of("unread.toml:"), of("de.toml:")], [5, 1, 1], "{out}");
    let output = dir.path().join("output");
    let (code, ..) = cardwright(&["build", &game, "--output", output.to_str().unwrap()]);
    assert_eq!((code, output.exists()), (Some(1), false));
}

#[test]
fn a_game_knows_what_was_set_aside() {
    let list = "name = \"Old\"\n[cards]\ncrab = 1\n";
    let files = [
        ("game.toml", GAME),
        ("cards/c.toml", CARDS),
        ("decks/a.toml", list),
        ("decks/b.toml", "[cards]\nred = 2\n"),
    ];
    let opened = CompiledGame::from_files(PackageFiles::from_texts(files), Vec::new());
    let ir = opened.game.expect("it can be played").ir;
    assert_eq!(ir.decks.iter().map(|d| d.id.as_str()).collect::<Vec<_>>(), ["b"]);
    let broken: Vec<(&str, FileRole)> =
        opened.broken.iter().map(|(file, role)| (opened.sources.file(*file).name.as_str(), *role)).collect();
    assert_eq!(broken, [("decks/a.toml", FileRole::Deck)]);
    // Errors of the game itself are still reported.
    let files = [("game.toml", GAME.replace("tide = 3", "tied = 3")), ("decks/a.toml", list.into())];
    assert!(CompiledGame::from_files(PackageFiles::from_texts(files), Vec::new()).game.is_none());
}

#[test]
fn a_deck_asks_for_no_more_than_the_box_holds() {
    let dir = tempfile::tempdir().unwrap();
    let game = stale_package(dir.path());
    let list = dir.path().join("mine.toml");
    let check = |cards: &str| {
        fs::write(&list, format!("name = \"Mine\"\n[cards]\n{cards}")).unwrap();
        cardwright(&["deck", "check", list.to_str().unwrap(), "--game", &game])
    };
    assert_eq!(check("red = 2\n").0, Some(0));
    let (code, _, err) = check("red = 3\nblue = 1\n");
    assert_eq!(code, Some(1));
    assert!(err.contains("the box holds 2 of Red, and this deck has 3"), "{err}");
}

#[test]
fn scenarios_and_questions_know_the_score() {
    let scenario = "name = \"Scored\"\nplayers = 2\n[state]\ntide = 4\n[[steps]]\nvalue = \"score(players[2])\"\nequals = 6\n";
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path();
    fs::create_dir_all(folder.join("scenarios")).unwrap();
    fs::create_dir_all(folder.join("cards")).unwrap();
    fs::write(folder.join("cards/c.toml"), CARDS).unwrap();
    fs::write(folder.join("game.toml"), format!("{GAME}{SCORED}")).unwrap();
    fs::write(folder.join("scenarios/s.toml"), scenario).unwrap();
    let game = folder.to_str().unwrap();
    assert_eq!(cardwright(&["run", game]).0, Some(0));
    fs::write(folder.join("game.toml"), GAME).unwrap();
    let why = "`score(p)` is what `[scoring]` says, and this game has no `[scoring]`.";
    let (code, _, err) = cardwright(&["run", game]);
    assert_eq!(code, Some(1));
    assert!(err.contains(why), "{err}");
    let (code, _, err) = cardwright(&["sim", game, "--find", "score(players[1]) > 3"]);
    assert_eq!(code, Some(2), "it is the command line that is wrong");
    assert!(err.contains(why), "{err}");
}

const OWNERS: &str = r#"
[game]
id = "owners"
name = "Owners"
players = [1, 2]
[kinds.horse]
base = "card"
[kinds.horse.state]
power = "int 0..9"
at = "cell?"
[kinds.dragon]
base = "card"
[kinds.dragon.state]
power = "int 0..9"
[kinds.card.state]
level = "int 0..9"
[state.player]
level = "int 0..9"
[state.table]
guest = { type = "card?" }
[boards.board]
grid = [3, 3]
[boards.board.state]
level = "int 0..9"
[zones.deck]
start = "cards"
[flow]
play = "end"
"#;
const OWNED: &str = "[cards.roan]\nname = \"Roan\"\nkind = \"horse\"\n[cards.smaug]\nname = \"Smaug\"\nkind = \"dragon\"\ncopies = 2\n\
                     [cards.a1]\nname = \"Ace\"\n";

/// Returns the failures of a scenario with this `[state]`, in short lines.
fn laid(state: &str, expect: &str) -> String {
    let scenario = format!("name = \"S\"\nplayers = 2\n[state]\n{state}\n[[steps]]\nexpect = \"{expect}\"\n");
    let files = [("game.toml", OWNERS), ("cards/c.toml", OWNED), ("scenarios/s.toml", scenario.as_str())];
    let mut opened = CompiledGame::from_files(PackageFiles::from_texts(files), Vec::new());
    // Only scenarios use these declarations.
    opened.diagnostics.retain(|d| d.code.to_string() != "CW0600");
    let format = cardwright::diagnostics::Format::Human { color: false, width: 160, unicode: false };
    let said = cardwright::diagnostics::render(&opened.diagnostics, &opened.sources, format);
    let ir = opened.game.unwrap_or_else(|| panic!("{said}")).ir;
    if ir.scenarios.is_empty() {
        return said;
    }
    let table = cardwright::table::Table::new(&ir).unwrap();
    let result = cardwright::play::run_scenario(&table, &cardwright::table::Names::new(&ir), 0);
    let sources = cardwright::play::sources_of(&ir);
    format!("{said}{}", cardwright::diagnostics::render(&result.diagnostics, &sources, format))
}

#[test]
fn the_state_of_a_scenario_is_told_apart_by_whose_it_is() {
    for (state, expect) in [
        ("\"power[smaug]\" = 3", "sum(dragons, power) == 3 and roan.power == 0"),
        ("\"power[Roan]\" = 3", "roan.power == 3"),
        ("\"power[smaug#2]\" = 3", "sum(dragons, power) == 3"),
        ("\"at[Roan]\" = \"c3\"", "roan.at == c3"),
        ("guest = \"smaug#2\"", "guest is not none and guest != first(dragons)"),
        (
            "\"level[2]\" = 2\n\"level[roan]\" = 3\n\"level[b2 c3]\" = 4\n\"level[Ace]\" = 5",
            "players[2].level == 2 and roan.level == 3 and b2.level == 4 and c3.level == 4 and players[1].level == 0",
        ),
    ] {
        assert_eq!(laid(state, expect), "", "{state}");
    }
    for (state, said) in [
        ("\"level[3]\" = 1", "there is no seat `3`"),
        ("\"level[a1]\" = 1", "`a1` is a component and a cell"),
        ("\"level[pony]\" = 1", "`\"level[1]\"` for a player's"),
        ("power = 1", "`\"power[roan]\"` for that of a `horse`, `\"power[smaug]\"` for that of a `dragon`"),
        ("\"power[Ace]\" = 1", "`Ace` has no `power`"),
        ("\"at[pony]\" = \"c3\"", "there is no card `pony`"),
        ("\"at[roan]\" = \"c9\"", "there is no cell `c9`"),
        ("\"leevl[1]\" = 1", "did you mean `level`?"),
    ] {
        let found = laid(state, "true");
        assert!(found.contains(said), "{state}: {found}");
    }
}

#[test]
fn a_translation_that_differs_from_its_rule_stops_only_its_own_language() {
    let dir = tempfile::tempdir().unwrap();
    let game = dir.path().to_str().unwrap().to_owned();
    let cards = "[cards.red]\nname = \"Red\"\ntext = \"+2 for the beach.\"\nworth = \"2\"\n";
    let of_red = "[kinds.card.slots]\nworth = { returns = \"int\", default = \"0\" }\n";
    for (path, text) in [
        ("game.toml", format!("{GAME}{SCORED}{of_red}").as_str()),
        ("cards/crabs.toml", cards),
        ("texts/de.toml", "[cards.red]\ntext = \"+3 für den Strand.\"\n"),
    ] {
        let path = dir.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    for args in [&["sim", &game, "-n", "3"][..], &["print", &game, "--output", &format!("{game}/out")]] {
        let (code, out, err) = cardwright(args);
        assert_eq!((code, err.contains("error")), (Some(0), false), "{args:?}: {out}{err}");
    }
    for args in [&["check", &game][..], &["play", &game, "--seats", "random,random", "--lang", "de"]] {
        let (code, out, err) = cardwright(args);
        assert_eq!(code, Some(1), "{args:?}: {out}{err}");
        assert!(err.contains("CW0601") && err.contains("de.toml:2"), "{args:?}: {err}");
    }
}
