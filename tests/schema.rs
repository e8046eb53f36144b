//! Shapes: the schemas in `schemas/`, and the diagnostics of files with another shape.

use cardwright::diagnostics::{Format, render};
use cardwright::model::read_package;
use cardwright::package::PackageFiles;
use cardwright::schema::{self, FileShape};

/// Set this to write `schemas/` anew.
const WRITE: &str = "CARDWRIGHT_WRITE_SCHEMAS";

#[test]
fn the_schemas_in_the_repository_are_those_of_the_code() {
    for shape in FileShape::ALL {
        let path = format!("{}/schemas/{}", env!("CARGO_MANIFEST_DIR"), shape.file_name());
        let text = schema::to_text(shape.schema());
        if std::env::var_os(WRITE).is_some() {
            std::fs::write(&path, &text).expect("schemas/ can be written");
        }
        let stored = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            stored == text,
            "{path} is out of date: run `{WRITE}=1 cargo test schemas_in_the_repository`"
        );
    }
}

/// Returns the diagnostics of a package, as a person sees them.
fn said(files: &[(&str, &str)]) -> String {
    let (package, found) = read_package(&PackageFiles::from_texts(files.iter().copied()));
    render(&found, &package.sources, Format::Human { color: false, width: 110, unicode: true })
}

const GAME: (&str, &str) = ("game.toml", "[game]\nid = \"tides\"\nname = \"Tides\"\nplayers = [2, 4]\n");

#[test]
fn a_file_of_another_shape() {
    insta::assert_snapshot!(
        "game",
        said(&[(
            "game.toml",
            r#"
titel = "Tides"
[game]
id = "My Tides"
version = 1
players = [2, 3, 4]
[options.variant]
values = ["base", "Two Players", "base"]
[enums]
suit = []
[kinds.card.attributes]
strength = { typ = "int 0..40" }
cost = 3
[kinds.Unit]
base = "card"
[zones.hand]
per = "seat"
seen_by = "owners"
ordered = "true"
[functions.others]
code = "hand"
[actions.pass]
do = ["end"]
[state.table]
round = { type = "int 1..8", start = 1 }
[reactions]
after = "discard"
[flow]
start = "shuffle(deck)"
[scoring]
ties = ["p.total"]
[cards.lamp]
name = "Lamp"
"#,
        )])
    );
    insta::assert_snapshot!(
        "rules",
        said(&[GAME, ("rules/more.toml", "[game]\nid = \"x\"\n[sheets.a]\n[[require]]\nthat = 1\n")])
    );
    insta::assert_snapshot!(
        "cards",
        said(&[
            GAME,
            (
                "cards/all.toml",
                "kind = [\"card\"]\n[lamp]\nname = \"Lamp\"\n[cards.\"Old Lamp\"]\nname = \"\"\n[cards.boat]\ncopies = \"2\"\nkeywords = \"swift\"\ntext = 3\n[cards.oar]\ncopies = 0\n[cards.net]\ncopies = 2.0\nname = 1999-01-01\n[[cards.net.reactions]]\nbefor = \"draw\"\nwhen = \"x\"\n[[cards.crew]]\nname = 'Crew'\n",
            )
        ])
    );
    insta::assert_snapshot!(
        "deck",
        said(&[
            GAME,
            ("decks/all.toml", "name = \"All\"\n[cards]\nlamp = \"1\"\n\"Old Lamp\" = 0\n"),
            ("decks/none.toml", "name = \"None\"\n")
        ])
    );
    insta::assert_snapshot!(
        "scenario",
        said(&[
            GAME,
            (
                "scenarios/one.toml",
                "players = 40\nseed = -1\nbegin = \"middle\"\n[zones]\n\"hand[one]\" = []\n\"hand[1]\" = \"Lamp\"\n[[steps]]\nvalue = \"score(players[1])\"\n[[steps]]\nhidden = \"deck\"\n[[steps]]\nby = 1\nexpect = \"true\"\n[[steps]]\nfault = \"702\"\n[[steps]]\nvalue = \"x\"\nequals = 1.5\ndetail = { lamp = \"blanked\", boat = 3 }\n[[steps]]\nwinners = [1, 1]\n",
            )
        ])
    );
    insta::assert_snapshot!(
        "print",
        said(&[GAME, ("print.toml", "[sheets.cards]\npaper = \"A4\"\nsize = [63, 2.5]\n")])
    );
}

/// Returns the errors that a schema of a shipped game finds in the files that it is for.
fn refused(game: &std::path::Path, schema: &str, folder: &str) -> Vec<String> {
    let read = |path: &std::path::Path| std::fs::read_to_string(path).expect("it can be read");
    let schema = serde_json::from_str(&read(&game.join("schema").join(schema))).expect("it is JSON");
    let validator = jsonschema::validator_for(&schema).expect("it is a schema");
    let mut wrong = Vec::new();
    for entry in std::fs::read_dir(game.join(folder)).into_iter().flatten().flatten() {
        if entry.path().extension().is_some_and(|end| end == "toml") {
            let file: serde_json::Value = toml::from_str(&read(&entry.path())).expect("it is TOML");
            wrong.extend(
                validator
                    .iter_errors(&file)
                    .map(|e| format!("{}: {}: {e}", entry.path().display(), e.instance_path())),
            );
        }
    }
    wrong
}

#[test]
fn shipped_files_fit_the_schemas_beside_them() {
    let cards = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("cards");
    let mut tried = 0;
    for game in std::fs::read_dir(cards).expect("there are games").flatten().map(|entry| entry.path()) {
        if game.join("schema").is_dir() {
            let of = [
                ("scenario.schema.json", "scenarios"),
                ("deck.schema.json", "decks"),
                ("cards.schema.json", "cards"),
                ("rules.schema.json", "rules"),
                ("texts.schema.json", "texts"),
            ];
            for (schema, folder) in of {
                assert_eq!(refused(&game, schema, folder), Vec::<String>::new());
            }
            tried += 1;
        }
    }
    assert!(tried > 5, "{tried}");
}
