//! From files to declarations.

use cardwright::SeatNumber;
use std::collections::HashMap;
use std::path::Path;

use crate::support;
use cardwright::diagnostics::Diagnostic;
use cardwright::model::{OptionValues, Package, StepKind, ZoneViewers, read_package};
use cardwright::package::PackageFiles;
use cardwright::schema::{FileShape, ShapeValidator, validate_by};
use cardwright::source::{Sources, parse_toml};

/// The texts of a package on disk.
fn files_of(folder: &Path) -> Vec<(String, String)> {
    let mut files = Vec::new();
    for inner in ["", "rules", "cards", "decks", "scenarios"] {
        let Ok(entries) = std::fs::read_dir(folder.join(inner)) else { continue };
        for entry in entries.flatten().filter(|e| e.path().is_file()) {
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = if inner.is_empty() { name } else { format!("{inner}/{name}") };
            files.push((path, std::fs::read_to_string(entry.path()).expect("UTF-8")));
        }
    }
    files
}

/// Each finding as a block: how a person sees it.
fn seen(found: &[Diagnostic], package: &Package) -> String {
    support::report(found, &package.sources, 110)
}

#[test]
fn the_shipped_packages_read_without_a_word() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("cards");
    let folders = std::fs::read_dir(root).expect("shipped packages").flatten();
    for folder in folders.filter(|f| f.path().join("game.toml").exists()) {
        let (files, missing) = cardwright::package::load(&folder.path());
        assert_eq!(missing, []);
        let (package, found) = read_package(&files);
        assert!(found.is_empty(), "{}\n{}", folder.path().display(), seen(&found, &package));
        assert!(package.refused.is_empty() && !package.incomplete && package.lost.is_empty());
    }
}

fn read(files: &[(&str, &str)]) -> (Package, Vec<Diagnostic>) {
    read_package(&PackageFiles::from_texts(files.iter().copied()))
}

fn said(files: &[(&str, &str)]) -> String {
    let (package, found) = read(files);
    seen(&found, &package)
}

const GAME: (&str, &str) = ("game.toml", "[game]\nid = \"tides\"\nname = \"Tides\"\nplayers = [2, 4]\n");

#[test]
fn names_that_are_taken() {
    insta::assert_snapshot!(
        "twice",
        said(&[
            GAME,
            (
                "rules/a.toml",
                "[zones.pool]\n[functions.worth]\nreturns = \"int\"\ncode = \"1\"\n[flow]\nsetup = \"\"\n[scoring]\nscore = \"1\"\n[deck]\ncomplete = true\n[kinds.card.attributes]\nweight = \"int\"\n[kinds.boat]\n"
            ),
            (
                "rules/b.toml",
                "[zones.pool]\nordered = true\n[functions.worth]\nreturns = \"int\"\ncode = \"2\"\n[flow]\nsetup = \"\"\nplay = \"end\"\n[scoring]\nscore = \"2\"\n[deck]\nsize = [1, 2]\n[kinds.card.attributes]\nweight = \"bool\"\nspeed = \"int\"\n[kinds.boat]\nbase = \"card\"\n"
            ),
            ("cards/a.toml", "[cards.oar]\n"),
            ("cards/b.csv", "id,name\noar,Oar\n"),
        ])
    );
    insta::assert_snapshot!(
        "taken",
        said(&[
            GAME,
            (
                "rules/a.toml",
                r#"
[options.tide]
range = [0, 3]
[enums]
colour = ["red", "blue"]
tide = ["ebb", "flow"]
[state.table]
colour = "colour"
market = "int 0..9"
[kinds.boat]
base = "card"
[zones.cards]
[zones.market]
[zones.boats]
[functions.colours]
returns = "int"
code = "1"
[functions.boat]
returns = "int"
code = "2"
[verbs.market]
do = "cancel"
"#
            ),
        ])
    );
    insta::assert_snapshot!(
        "words",
        said(&[
            GAME,
            (
                "rules/a.toml",
                "[enums]\nmood = [\"win\", \"calm\"]\nplayer = [\"a\"]\n[verbs.choose]\nparams = { you = \"player\", may = \"int\" }\ndo = \"\"\n[kinds.card.attributes]\ncopies = \"int\"\nname = \"int\"\n[kinds.card.state]\nname = { type = \"name\", printed = true }\nwet = { type = \"bool\", default = true }\nold = { type = \"bool\", printed = true, start = \"true\" }\n[kinds.boat]\nbase = \"card\"\n[kinds.boat.slots.wet]\nreturns = \"int\"\n"
            ),
            ("cards/a.toml", "[cards.end]\n"),
        ])
    );
}

#[test]
fn values_that_do_not_go_together() {
    insta::assert_snapshot!(
        "together",
        said(&[
            (
                "game.toml",
                r#"
[game]
id = "tides"
name = "Tides"
players = [4, 2]
[options.a]
values = ["one", "two"]
default = "three"
[options.b]
range = [9, 1]
[options.c]
range = [1, 9]
default = 10
[options.d]
default = "yes"
[options.e]
values = ["one"]
range = [1, 2]
[kinds.card.slots.f]
[kinds.card.slots.g]
returns = "int"
do = true
[[reactions]]
before = "x"
after = "x"
do = "cancel"
[[reactions]]
do = "cancel"
[[reactions]]
befor = "x"
do = "cancel"
[[modifiers]]
attribute = "x"
[[modifiers]]
attribute = "x"
add = "1"
set = "1"
[deck]
size = [60, 40]
"#,
            ),
            (
                "scenarios/a.toml",
                "[[steps]]\n[[steps]]\ndo = \"end\"\nexpect = \"true\"\n[[steps]]\nplay = \"random\"\nuntil = \"end\"\nplies = 3\n[[steps]]\nfault = \"CW0700\"\ndo = \"end\"\n[[steps]]\nexpcet = \"true\"\n",
            ),
            (
                "cards/a.csv",
                "id,name,copies,keywords,reactions\nOld Oar,Old Oar,1,,\noar,Oar,many,a; b 2 ;,\nnet,Net,0,,x\n",
            )
        ])
    );
}

#[test]
fn a_package_without_a_game() {
    insta::assert_snapshot!("no_game", said(&[("rules/a.toml", "[zones.pool]\n")]));
    insta::assert_snapshot!("no_game_table", said(&[("game.toml", "[zones.pool]\n")]));
}

#[test]
fn one_broken_file_does_not_hide_the_others() {
    let (package, found) = read(&[
        GAME,
        ("rules/a.toml", "[zones.pool\n"),
        ("rules/b.toml", "[zones.sea]\nper = 3\n"),
        ("decks/a.toml", "x"),
    ]);
    assert!(package.may_exist("pool") && !package.may_exist("lake"));
    assert_eq!(found.len(), 3, "{}", seen(&found, &package));
    assert_eq!(package.zones[0].id.text, "sea");
    // A deck list declares nothing.
    assert!(read(&[GAME, ("decks/a.toml", "x")]).0.lost.is_empty());
}

#[test]
fn what_is_refused_may_still_exist() {
    let (package, found) = read(&[
        GAME,
        (
            "rules/a.toml",
            "[functions.f]\ncode = \"1\"\n[enums]\ncolour = [1]\n[kinds.card.state]\nwet = 1\n[flow]\nplay = 1\n",
        ),
    ]);
    assert_eq!(found.len(), 4, "{}", seen(&found, &package));
    assert!(["f", "colour", "wet", "flow"].into_iter().all(|name| package.may_exist(name)));
    assert!(!package.may_exist("g") && package.functions.is_empty());
}

#[test]
fn cards_of_both_sorts_of_file() {
    let (package, found) = read(&[
        GAME,
        (
            "cards/a.toml",
            "kind = \"boat\"\n[cards.old_oar]\ncopies = 3\nkeywords = [\"swift 2\"]\nweight = 4\ntext = \"T\"\n[cards.b]\nkind = \"card\"\nname = \"Bee\"\n",
        ),
        ("cards/b.csv", "id,name,kind,copies,keywords,weight\nnet,A Net,gear,2,swift 2; dry,7\nsail,,,,,\n"),
    ]);
    assert!(found.is_empty(), "{}", seen(&found, &package));
    let shown: Vec<String> = package
        .cards
        .iter()
        .map(|c| {
            let keywords: Vec<&str> = c.keywords.iter().map(|k| k.value.as_str()).collect();
            let fields: Vec<&str> = c.fields.iter().map(|(id, _)| id.text.as_str()).collect();
            format!("{} {:?} {} ×{} {keywords:?} {fields:?}", c.id.text, c.name.text, c.kind.text, c.copies)
        })
        .collect();
    assert_eq!(
        shown,
        [
            "old_oar \"Old Oar\" boat ×3 [\"swift 2\"] [\"weight\"]",
            "b \"Bee\" card ×1 [] []",
            "net \"A Net\" gear ×2 [\"swift 2\", \"dry\"] [\"weight\"]",
            "sail \"Sail\" card ×1 [] []",
        ]
    );
    // A part of a cell knows its bytes.
    let dry = &package.cards[2].keywords[1];
    assert_eq!(package.sources.text(dry.span_of(0, 3)), "dry");
    assert_eq!(package.sources.text(package.cards[2].keywords[0].span), "swift 2");
}

#[test]
fn a_game_as_declared() {
    let (package, found) = read(&[
        (
            "game.toml",
            r#"
[game]
id = "tides"
name = "Tides"
players = [2, 4]
[options.variant]
values = ["base", "duel"]
default = "duel"
[options.length]
range = [1, 9]
[options.fast]
[kinds.card.attributes]
weight = { type = "int 0..9", default = 2 }
[kinds.card.slots]
bonus = { returns = "int", default = "0", params = { p = "player", n = "int" } }
[zones.hand]
per = "player"
seen_by = "owner"
[actions.take]
params = { card = "pool where wet", to = "players" }
do = "move(card, to.hand)"
[[reactions]]
before = "take"
do = "cancel"
"#,
        ),
        (
            "scenarios/first-turn.toml",
            "players = 3\nbegin = \"setup\"\n[zones]\n\"hand[1]\" = [\"Oar\"]\n[[steps]]\nchoose = \"take oar\"\nby = 2\n[[steps]]\nfault = \"CW0700\"\ndo = \"end\"\n[[steps]]\nplay = \"random\"\nuntil = \"end\"\n",
        ),
    ]);
    assert!(found.is_empty(), "{}", seen(&found, &package));
    let options: Vec<_> = package.options.iter().map(|o| &o.values).collect();
    assert!(
        matches!(options[..], [OptionValues::Enum(values, 1), OptionValues::Range(1, 9, 1), OptionValues::Bool(false)] if values.len() == 2)
    );
    assert_eq!(package.game.players, (2, 4));
    assert_eq!(package.kinds[0].attributes[0].ty.value, "int 0..9");
    let params: Vec<_> =
        package.kinds[0].slots[0].params.iter().map(|p| (p.id.text.as_str(), p.ty.value.as_str())).collect();
    assert_eq!(params, [("p", "player"), ("n", "int")]);
    assert_eq!(package.zones[0].per[0].text, "player");
    assert!(package.zones[0].seen_by == ZoneViewers::Owner);
    assert_eq!(
        package.actions[0].params.iter().map(|p| p.id.text.as_str()).collect::<Vec<_>>(),
        ["card", "to"]
    );
    assert!(package.reactions[0].before && package.reactions[0].verb.text == "take");
    let scenario = &package.scenarios[0];
    assert_eq!((scenario.id.text.as_str(), scenario.name.as_str()), ("first-turn", "First Turn"));
    assert!(
        matches!(&scenario.steps[0].kind, StepKind::Choose(what, Some((SeatNumber(2), _))) if what.text == "take oar")
    );
    assert!(matches!(&scenario.steps[1].kind, StepKind::Fault(code, Some(_)) if code.text == "CW0700"));
    assert!(matches!(&scenario.steps[2].kind, StepKind::Play { plies: None, .. }));
}

#[test]
fn the_game_of_an_included_package_does_not_count() {
    let mut files = PackageFiles::from_texts([(
        "game.toml",
        "[game]\nid = \"sea\"\nname = \"Sea\"\nplayers = [1, 1]\n[zones.sea]\n",
    )]);
    files.files[0].included = true;
    let file = files.sources.add(GAME.0, GAME.1);
    files.files.push(cardwright::package::PackageFile { file, ..files.files[0] });
    files.files[1].included = false;
    let (package, found) = read_package(&files);
    assert!(found.is_empty(), "{}", seen(&found, &package));
    assert_eq!((package.game.id.as_str(), package.zones.len()), ("tides", 1));
}

/// Cuts a file before each table's header.
fn tables_of(text: &str) -> Vec<String> {
    let mut tables = vec![String::new()];
    let mut is_in_string = false;
    for line in text.split_inclusive('\n') {
        if line.starts_with('[') && !is_in_string {
            tables.push(String::new());
        }
        is_in_string ^= line.matches("'''").count() % 2 == 1;
        tables.last_mut().expect("one").push_str(line);
    }
    tables
}

/// Holds that a library without the crate `jsonschema` says the same of a file.
fn validators_agree(path: &str, text: &str) {
    let shape = match path.split_once('/') {
        None => FileShape::ALL.into_iter().find(|shape| path == format!("{}.toml", shape.name())),
        Some((folder, _)) => FileShape::ALL.into_iter().find(|shape| {
            shape.files().trim_matches('`').split_once('/').is_some_and(|(of, _)| of == folder)
        }),
    };
    let Some(shape) = shape else { panic!("{path} has no shape") };
    let mut sources = Sources::default();
    let file = sources.add(path, text);
    let (root, _) = parse_toml(&sources, file);
    let by = |validator| {
        let found = validate_by(validator, shape, file, &root);
        let mut found: Vec<String> = found.iter().map(|diagnostic| format!("{diagnostic:?}")).collect();
        found.sort();
        found
    };
    assert_eq!(by(ShapeValidator::Subset), by(ShapeValidator::Whole), "{path}\n{text}");
}

/// Replaces each value of the shipped packages by one of every other sort: it is reported once if at all, at a
/// place in the file, and by both validators alike. The same key in the same sort of table is read by the
/// same code, so four of them are tried.
#[test]
fn one_wrong_value_is_one_error() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("cards");
    let mut tried: HashMap<(String, usize, String), u32> = HashMap::new();
    for folder in std::fs::read_dir(root).expect("shipped packages").flatten() {
        let files = files_of(&folder.path()).into_iter().filter(|(path, _)| path.ends_with(".toml"));
        // A table at a time, since a long file takes long to read.
        for (path, text) in
            files.flat_map(|(path, text)| tables_of(&text).into_iter().map(move |t| (path.clone(), t)))
        {
            // A value of several lines is none that one line can replace.
            let read_alone = |text: &str| read_package(&PackageFiles::from_texts([(path.as_str(), text)]));
            // Names that are missing in a file alone, since another file of the package has them.
            let lacks = read_alone(&text).1.iter().filter(|d| d.code.0 != 300).count();
            let whole = |l: &str| !l.starts_with('#') && !l.contains("'''") && !l.trim_end().ends_with('[');
            let mut table = "";
            for (at, line) in text.lines().enumerate().filter(|(_, l)| whole(l)) {
                if line.starts_with('[') {
                    table = line.trim_matches(['[', ']']);
                }
                let Some((key, _)) = line.split_once(" = ") else { continue };
                let section = table.split('.').next().unwrap_or_default().to_owned();
                // `"lord[tide_speaker]"` is read as any key of `lord` is.
                let key_sort =
                    key.trim().trim_matches('"').split(['[', '.', ' ']).next().unwrap_or_default().to_owned();
                let sort = (section, table.matches('.').count(), key_sort);
                let times = tried.entry(sort).or_default();
                *times += 1;
                let first = *times == 1;
                if *times > 4 {
                    continue;
                }
                let without: Vec<&str> =
                    text.lines().enumerate().filter(|(i, _)| *i != at).map(|(_, line)| line).collect();
                validators_agree(&path, &without.join("\n"));
                validators_agree(&path, &text.replacen(key.trim(), "Some-Key", 1));
                for value in ["3", "-1", "\"x\"", "true", "[]", "[1]", "{}", "{ x = 1 }", "1.5", "1979-05-27"]
                {
                    let line = format!("{key} = {value}");
                    let mutated: Vec<&str> = text
                        .lines()
                        .enumerate()
                        .map(|(i, l)| if i == at { line.as_str() } else { l })
                        .collect();
                    let (package, found) = read_alone(&mutated.join("\n"));
                    validators_agree(&path, &mutated.join("\n"));
                    let of_this: Vec<_> = found.iter().filter(|d| d.code.0 != 300).cloned().collect();
                    // A table may lack two things, and have one that is unknown; a list may be too short, and
                    // its item wrong.
                    let mistakes = match value {
                        v if v.contains('{') => 3,
                        "[1]" => 2,
                        _ => 1,
                    };
                    assert!(of_this.len() <= mistakes + lacks, "{line}\n{}", seen(&of_this, &package));
                    for label in of_this.iter().flat_map(|d| &d.labels) {
                        assert!(
                            label.span.start <= label.span.end
                                && label.span.end as usize <= mutated.join("\n").len()
                        );
                    }
                    if first && ["3", "\"x\"", "[1]"].contains(&value) && !path.starts_with("scenarios") {
                        cardwright::editor::schemas(&package);
                    }
                }
            }
        }
    }
}
