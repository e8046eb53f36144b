//! Schemas and settings that editors get for a game, tested with real TOML tools.
//!
//! The tools are of a registry and not of this repository. If `CARDWRIGHT_EDITOR_TOOLS` names a folder with
//! them, they are run; otherwise the tests that need them say that they are skipped:
//!
//! ```sh
//! npm install --prefix /somewhere @taplo/cli@0.7.0 @taplo/lsp@0.8.0
//! CARDWRIGHT_EDITOR_TOOLS=/somewhere cargo test editor
//! ```

use crate::process::{Ends, skip};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use cardwright::model::read_package;
use cardwright::package::PackageFiles;
use cardwright::schema::FileShape;
use cardwright::{editor, package, schema};
use serde_json::{Value, json};

/// A game with all that its schemas have to know of.
const GAME: &str = r#"#:schema ./schema/game.schema.json
[game]
id = "tides"
name = "Tides"
players = [2, 3]
[options.variant]
values = ["base", "duel"]
text = "Which game is played"
[options.length]
range = [1, 9]
default = 5
[enums]
colour = ["red", "blue"]
[kinds.card.attributes]
colour = "colour"
cost = { type = "int 0..9", default = 1 }
[kinds.card.slots]
bonus = { returns = "int", default = "0", params = { p = "player" } }
[kinds.boat]
base = "card"
[kinds.boat.attributes]
speed = "int 0..40"
moods = "set of colour"
[kinds.boat.state]
crew = { type = "int 0..5", printed = true }
wet = "bool"
[kinds.spell]
base = "card"
[kinds.spell.attributes]
speed = "bool"
[kinds.spell.slots]
effect = { do = true }
[zones.hand]
per = "player"
[zones.pool]
[state.table]
round = "int 1..8"
[state.player]
coins = "int 0..9"
[keywords.flying]
text = "It flies."
[keywords.armoured]
params = { level = "int 1..3" }
[keywords.far]
params = { n = "int" }
[verbs.draw]
do = "cancel"
"#;

const GOOD: &str = r#"#:schema ../schema/cards.schema.json
kind = "boat"
[cards.oar]
name = "Old Oar"
colour = "red"
speed = 3
moods = ["red"]
crew = 2
keywords = ["flying", "armoured 2", "far 77"]
bonus = "2 if any(pool)"
[cards.spark]
kind = "spell"
speed = true
effect = "draw"
[[cards.spark.reactions]]
after = "draw"
in = "pool"
do = "cancel"
"#;

const SCENARIO: &str = r#"#:schema ../schema/scenario.schema.json
players = 2
options = { variant = "duel", length = 3 }
[zones]
"hand[1]" = ["Old Oar", "spark", "oar#2"]
pool = []
[state]
"coins[2]" = 3
round = 2
[answers]
"Old Oar" = "spark"
[chance]
"hand[3]" = ["oar"]
roll = [1]
"#;

const DECK: &str =
    "#:schema ../schema/deck.schema.json\nname = \"All\"\n[cards]\noar = 1\n\"Old Oar\" = 1\nspark = 1\n";

fn tides() -> Vec<(&'static str, &'static str)> {
    vec![("game.toml", GAME), ("cards/a.toml", GOOD), ("scenarios/a.toml", SCENARIO), ("decks/a.toml", DECK)]
}

fn schemas_of(files: &[(&str, &str)]) -> Vec<(String, Value)> {
    let (game, found) = read_package(&PackageFiles::from_texts(files.iter().copied()));
    assert!(found.is_empty(), "{found:?}");
    editor::schemas(&game)
}

fn schema(name: &str) -> Value {
    let all = schemas_of(&tides());
    all.into_iter().find(|(n, _)| n == name).expect("it is one of them").1
}

/// Returns the errors of a TOML text against a schema.
fn errors(schema: &Value, toml: &str) -> Vec<String> {
    let value: toml::Value = toml::from_str(toml).expect("TOML");
    let value = serde_json::to_value(value).expect("JSON");
    let validator = jsonschema::draft7::new(schema).expect("a valid schema");
    validator.iter_errors(&value).map(|e| e.instance_path().to_string()).collect()
}

#[test]
fn a_good_package_is_as_its_schemas_say() {
    let schemas = schemas_of(&tides());
    assert_eq!(schemas.len(), FileShape::OF_PACKAGES.len());
    for (name, schema) in &schemas {
        assert!(jsonschema::meta::is_valid(schema), "{name}");
        assert_eq!(schema["$schema"], "http://json-schema.org/draft-07/schema#");
    }
    let of = |name: &str| &schemas.iter().find(|(n, _)| n == name).expect("it is one of them").1;
    assert_eq!(errors(of("game.schema.json"), GAME), [""; 0]);
    assert_eq!(errors(of("cards.schema.json"), GOOD), [""; 0]);
    assert_eq!(errors(of("scenario.schema.json"), SCENARIO), [""; 0]);
    assert_eq!(errors(of("deck.schema.json"), DECK), [""; 0]);
}

#[test]
fn each_mistake_in_a_card_is_one_error() {
    let schema = schema("cards.schema.json");
    let wrong = |card: &str| errors(&schema, &format!("kind = \"boat\"\n[cards.oar]\n{card}"));
    for (card, at) in [
        ("colour = \"green\"", "/cards/oar/colour"),
        ("cost = 12", "/cards/oar/cost"),
        ("speed = true", "/cards/oar/speed"),
        ("moods = [\"red\", \"green\"]", "/cards/oar/moods/1"),
        ("keywords = [\"flyin\"]", "/cards/oar/keywords/0"),
        ("keywords = [\"armoured 4\"]", "/cards/oar/keywords/0"),
        ("sped = 3", "/cards/oar"),
        ("wet = true", "/cards/oar"),
        ("effect = \"draw\"", "/cards/oar/effect"),
        ("kind = \"ship\"", "/cards/oar/kind"),
        ("kind = \"spell\"\nspeed = 3", "/cards/oar/speed"),
        ("kind = \"card\"\nspeed = 3", "/cards/oar/speed"),
        ("bonus = 3", "/cards/oar/bonus"),
    ] {
        assert_eq!(wrong(card), [at], "{card}");
    }
    assert_eq!(errors(&schema, "[cards.oar]\nspeed = 3"), ["/cards/oar/speed"]);
}

#[test]
fn each_mistake_in_a_scenario_or_a_deck_is_one_error() {
    let scenario = schema("scenario.schema.json");
    for (text, at) in [
        ("players = 4", "/players"),
        ("options = { variant = \"long\" }", "/options/variant"),
        ("options = { lenght = 1 }", "/options"),
        ("[zones]\nhand = []", "/zones"),
        ("[zones]\n\"hand[4]\" = []", "/zones"),
        ("[zones]\npool = [\"Old Ore\"]", "/zones/pool/0"),
        ("[state]\nround = 9", "/state/round"),
        ("[chance]\nrol = [1]", "/chance"),
    ] {
        assert_eq!(errors(&scenario, text), [at], "{text}");
    }
    let deck = schema("deck.schema.json");
    assert_eq!(errors(&deck, "[cards]\n\"Old Ore\" = 1"), ["/cards"]);
}

#[test]
fn a_game_of_one_sort_of_card_has_no_conditions() {
    let game =
        "[game]\nid = \"t\"\nname = \"T\"\nplayers = [1, 1]\n[kinds.card.attributes]\ncost = \"int\"\n";
    let schemas = schemas_of(&[("game.toml", game)]);
    let cards = &schemas.iter().find(|(n, _)| n == "cards.schema.json").expect("it is one of them").1;
    assert!(!cards.to_string().contains("\"if\""));
    assert_eq!(errors(cards, "[cards.a]\ncost = 3"), [""; 0]);
    assert_eq!(errors(cards, "[cards.a]\ncots = 3"), ["/cards/a"]);
}

#[test]
fn kinds_that_are_their_own_base_end() {
    let game = "[game]\nid = \"t\"\nname = \"T\"\nplayers = [1, 1]\n[kinds.a]\nbase = \"b\"\n[kinds.a.attributes]\ncost = \"int\"\n[kinds.b]\nbase = \"a\"\n";
    let schemas = schemas_of(&[("game.toml", game)]);
    let cards = &schemas.iter().find(|(n, _)| n == "cards.schema.json").expect("it is one of them").1;
    // Each has what it inherits, once around.
    for kind in ["a", "b"] {
        assert_eq!(errors(cards, &format!("[cards.x]\nkind = \"{kind}\"\ncost = 3")), [""; 0]);
    }
    assert_eq!(errors(cards, "[cards.x]\nkind = \"b\"\ncost = true"), ["/cards/x/cost"]);
}

#[test]
fn the_schemas_of_shipped_games_are_current() {
    for id in crate::support::ids() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cards").join(id);
        let (files, _) = package::load(&folder);
        for (name, schema) in editor::schemas(&read_package(&files).0) {
            let stored = std::fs::read_to_string(folder.join("schema").join(&name)).unwrap_or_default();
            assert!(
                stored == schema::to_text(&schema),
                "{name} of {id} is out of date: run `cardwright schema cards/{id}`"
            );
        }
    }
}

/// The folder with the tools, if there is one.
fn tools() -> Option<PathBuf> {
    let folder = std::env::var_os("CARDWRIGHT_EDITOR_TOOLS").map(|f| PathBuf::from(f).join("node_modules"));
    if folder.is_none() {
        skip("CARDWRIGHT_EDITOR_TOOLS names no folder with TOML tools (see tests/editor/mod.rs)");
    }
    folder
}

/// The package on disk, with its schemas written by the command.
fn on_disk(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (path, text) in files {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().expect("it is in the folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    let output = crate::process::cardwright().arg("schema").arg(folder.path()).ended();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 7);
    folder
}

#[test]
fn the_command_writes_what_editors_read() {
    let folder = on_disk(&tides());
    let written = std::fs::read_to_string(folder.path().join("schema/cards.schema.json")).expect("a schema");
    assert_eq!(written, schema::to_text(&schema("cards.schema.json")));
    // A broken file would leave its words out: better the schemas of before.
    std::fs::write(folder.path().join("game.toml"), "[game").expect("a file");
    let output = crate::process::cardwright().arg("schema").arg(folder.path()).ended();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        std::fs::read_to_string(folder.path().join("schema/cards.schema.json")).expect("a schema"),
        written
    );
}

#[test]
fn taplo_finds_the_mistakes() {
    let Some(tools) = tools() else { return };
    let bad = "#:schema ../schema/cards.schema.json\n[cards.net]\ncolour = \"green\"\ncost = 12\nkeywords = [\"flyin\"]\n";
    let mut files = tides();
    files.push(("cards/bad.toml", bad));
    let folder = on_disk(&files);
    let lint = |file: &str| {
        let output =
            Command::new(tools.join(".bin/taplo")).args(["lint", file]).current_dir(folder.path()).output();
        let output = output.expect("taplo runs");
        (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    for file in ["game.toml", "cards/a.toml", "scenarios/a.toml", "decks/a.toml"] {
        let (good, said) = lint(file);
        assert!(good, "{file}: {said}");
    }
    let (good, said) = lint("cards/bad.toml");
    assert!(!good);
    for mistake in
        ["\"green\" is not one of", "12 is greater than the maximum of 9", "\"flyin\" is not valid"]
    {
        assert!(said.contains(mistake), "{said}");
    }
}

#[test]
fn an_editor_completes_the_words_of_the_game() {
    let Some(tools) = tools() else { return };
    let folder = on_disk(&tides());
    let file = folder.path().join("cards/new.toml");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/editor/complete.mjs");
    let ask = |text: &str, at: &[(usize, usize)]| -> Vec<Vec<String>> {
        let mut node = Command::new("node")
            .arg(&script)
            .args([&tools, folder.path(), &file])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("node runs");
        let question = json!({ "text": text, "at": at }).to_string();
        node.stdin.take().expect("it is piped").write_all(question.as_bytes()).expect("it reads");
        let output = node.wait_with_output().expect("it ends");
        serde_json::from_slice(&output.stdout).expect("a list of labels")
    };
    let text = "#:schema ../schema/cards.schema.json\n[cards.net]\ncolour = \"\"\nkeywords = []\nsp\n[[cards.net.reactions]]\nafter = \"\"\n";
    let offered = ask(text, &[(2, 10), (3, 12), (4, 2), (6, 9)]);
    assert_eq!(offered[0], ["\"red\"", "\"blue\""]);
    for keyword in ["\"flying\"", "\"armoured 1\"", "\"armoured 3\""] {
        assert!(offered[1].iter().any(|o| o == keyword), "{offered:?}");
    }
    for key in ["cost", "speed", "bonus", "effect", "crew", "copies", "text"] {
        assert!(offered[2].iter().any(|o| o == key), "{offered:?}");
    }
    assert!(offered[3].contains(&"\"draw\"".to_owned()), "{offered:?}");
}
