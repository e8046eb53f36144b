//! Lists on the command line: who brings which, and their errors.

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
    assert!(saved.contains("[lists.2]\nlist = \"./mine.toml\"\nname = \"Mine\"\n"), "{saved}");
    assert!(saved.contains("[lists.2.parts.cards]\nspark = 20\n"), "{saved}");
    let (_, before) = run(&["replay", "game.toml"]);
    fs::write(here.join("mine.toml"), mine.replace("20", "30")).expect("a file");
    fs::write(here.join("sparring/decks/keepers.toml"), "[hero]\nroan = 1\n[cards]\nspark = 8\n")
        .expect("a file");
    let (code, after) = run(&["replay", "game.toml"]);
    assert_eq!((code, after), (Some(0), before));
    // As many games are soaked as were asked for, shared among the lists and numbers of players.
    for (asked, games, tables) in [
        ("20", "20 games", "6 of 6 tables of lists were played"),
        ("7", "7 games", "6 of 6 tables of lists were played"),
        ("2", "2 games", "2 of 6 tables of lists were played"),
        ("1", "1 game", "1 of 6 tables of lists was played"),
    ] {
        let (code, soaked) = run(&["soak", "sparring", "-n", asked]);
        assert_eq!(code, Some(0), "{soaked}");
        assert!(
            soaked.contains(&format!("ok: {games}, ")) && soaked.trim_end().ends_with(tables),
            "{soaked}"
        );
    }
    let (_, soaked) = run(&["soak", "sparring", "-n", "2", "--format", "json"]);
    assert!(
        soaked.contains("\"tables_of_lists\":6") && soaked.contains("\"tables_of_lists_played\":2"),
        "{soaked}"
    );
    // A card that is in the game no longer.
    fs::write(here.join("game.toml"), saved.replace("comet = 3", "meteor = 3")).expect("a file");
    let (code, lost) = run(&["replay", "game.toml"]);
    assert_eq!(code, Some(1));
    assert!(lost.contains("Sparring has no card `meteor` any more") && lost.contains("CW0851"), "{lost}");

    for command in
        [&["sim", "sparring", "-n", "20"][..], &["soak", "sparring", "-n", "8"], &["demo", "sparring"]]
    {
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
        let (code, said) =
            said(here, &[&["sim", "sparring", "-n", "1", "--players", "2"], &decks[..]].concat());
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
    let again = wrong(&["01=raiders"]);
    assert!(again.contains("`01` is not a seat"), "{again}");
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

#[test]
fn lists_are_shown_and_compared() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    sparring(&here.join("sparring"));
    let json = |args: &[&str]| -> serde_json::Value {
        let (code, text) = said(here, &[args, &["--format", "json"]].concat());
        assert_eq!(code, Some(0), "{text}");
        serde_json::from_str(&text).expect("JSON")
    };
    let raiders = "sparring/decks/raiders.toml";
    let shown = json(&["deck", "show", raiders, "--hand", "4", "--turns", "8"]);
    let main = shown["parts"]
        .as_array()
        .and_then(|parts| parts.iter().find(|p| p["part"] == "cards"))
        .expect("it has one");
    let curve = main["curves"]
        .as_array()
        .and_then(|all| all.iter().find(|c| c["attribute"] == "harm"))
        .expect("a curve");
    // 8 sparks of 1 and 4 bolts of 3.
    assert_eq!(
        curve["values"],
        serde_json::json!([{ "value": "1", "count": 8 }, { "value": "3", "count": 4 }])
    );
    assert_eq!(curve["mean"], 20.0 / 12.0);
    let bolt =
        main["cards"].as_array().and_then(|all| all.iter().find(|c| c["id"] == "bolt")).expect("a card");
    let by = |turn: usize| bolt["first_by_turn"][turn - 1].as_f64().expect("a number");
    // None of 4 among the first 5 of 12: C(8, 5) of C(12, 5) ways.
    assert!((by(1) - (1.0 - 56.0 / 792.0)).abs() < 1e-12, "{}", by(1));
    // Nine cards cannot all be the eight others.
    assert!((by(5) - 1.0).abs() < f64::EPSILON);
    let (_, text) = said(here, &["deck", "show", raiders, "--by", "basic"]);
    assert!(text.contains("Raiders · 13 cards") && text.contains("basic"), "{text}");
    // Cards without a value of an attribute have no mean.
    let toml = here.join("sparring/game.toml");
    let text = fs::read_to_string(&toml).expect("a file");
    let basic = "basic = { type = \"bool\", default = false }\n";
    fs::write(&toml, text.replace(basic, &format!("{basic}rune = \"int 1..9?\"\n"))).expect("a file");
    let shown = json(&["deck", "show", raiders, "--by", "rune"]);
    let runes = &shown["parts"]
        .as_array()
        .expect("a list")
        .iter()
        .find(|p| p["part"] == "cards")
        .expect("it")["curves"][0];
    assert_eq!((&runes["attribute"], &runes["values"][0]["count"]), (&"rune".into(), &12.into()), "{runes}");
    assert_eq!(runes["mean"], serde_json::Value::Null, "{runes}");
    fs::write(&toml, text).expect("a file");
    let (code, wrong) = said(here, &["deck", "show", raiders, "--by", "ham"]);
    assert_eq!((code, wrong.contains("did you mean `harm`?")), (Some(2), true), "{wrong}");

    fs::write(here.join("mine.txt"), "Hero:\n1 Sable\n[cards]\n9 Spark\n4 Bolt\n").expect("a file");
    let diff = json(&["deck", "diff", raiders, "mine.txt"]);
    let changes: Vec<(String, i64, i64)> = diff["cards"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|c| {
            (
                c["id"].as_str().expect("an id").to_owned(),
                c["before"].as_i64().expect("a number"),
                c["after"].as_i64().expect("a number"),
            )
        })
        .collect();
    let expected = [("roan", 1, 0), ("spark", 8, 9), ("sable", 0, 1)].map(|(id, a, b)| (id.to_owned(), a, b));
    assert_eq!(
        {
            let mut all = changes;
            all.sort();
            all
        },
        {
            let mut all = expected.to_vec();
            all.sort();
            all
        }
    );
    let (_, text) = said(here, &["deck", "diff", raiders, "mine.txt"]);
    assert!(text.contains("+1") && text.contains("8 → 9") && text.contains("[hero]"), "{text}");
    let checked = json(&["deck", "check", raiders]);
    assert_eq!((&checked["ok"], &checked["count"]), (&serde_json::json!(true), &serde_json::json!(13)));
}

#[test]
fn lists_meet_in_both_seatings() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    sparring(&here.join("sparring"));
    // Nothing but sparks: it loses to both others.
    fs::write(here.join("mine.toml"), "[hero]\nroan = 1\n[cards]\nspark = 20\n").expect("a file");
    let args = ["sim", "sparring", "-n", "200", "--decks", "raiders,keepers,./mine.toml"];
    let (code, text) = said(here, &args);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("3 lists against each other") && text.contains("Mixture"), "{text}");
    let (_, json) = said(here, &[&args[..], &["--format", "json"]].concat());
    let report: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let table = report["decks"]["table"].as_array().expect("a table");
    let mut shares = 0.0;
    for row in table {
        let list = row["list"].as_str().expect("a name");
        shares += row["mixture"].as_f64().expect("a share");
        for against in row["against"].as_array().expect("a list") {
            assert_eq!(against["games"], 400);
            let other = table.iter().find(|r| r["list"] == against["list"]).expect("it is there");
            let back = other["against"]
                .as_array()
                .expect("a list")
                .iter()
                .find(|a| a["list"] == list)
                .expect("it met");
            let both = against["share"].as_f64().expect("a share") + back["share"].as_f64().expect("a share");
            assert!((both - 1.0).abs() < 1e-9, "{row}");
        }
    }
    assert!((shares - 1.0).abs() < 1e-9);
    let mine = table.iter().find(|row| row["list"] == "./mine.toml").expect("it is there");
    assert!(
        mine["mean"].as_f64().expect("a share") < 0.4 && mine["mixture"].as_f64().expect("a share") < 0.01,
        "{mine}"
    );
    let (_, again) = said(here, &[&args[..], &["--format", "json", "-j", "1"]].concat());
    assert_eq!(again, json);
    for (wrong, says) in [("raiders", "name two or more"), ("raiders,raiders", "is named twice")] {
        let (code, said) = said(here, &["sim", "sparring", "--decks", wrong]);
        assert_eq!((code, said.contains(says)), (Some(2), true), "{said}");
    }
}

#[test]
fn lists_that_cannot_be_are_refused_and_nothing_is_lost() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    sparring(&here.join("sparring"));
    fs::write(here.join("mine.toml"), "[hero]\nroan = 1\n[cards]\nspark = 20\n").expect("a file");
    let run = |args: &[&str]| said(here, args);

    // More copies than a table holds, in a saved game: the game is refused, not the program broken.
    let decks = ["--deck", "1=keepers", "--deck", "2=./mine.toml"];
    let play = ["play", "sparring", "--seats", "random,random", "--seed", "4", "--save-on-exit", "game.toml"];
    assert_eq!(run(&[&play[..], &decks].concat()).0, Some(0));
    let saved = fs::read_to_string(here.join("game.toml")).expect("it was saved");
    fs::write(here.join("many.toml"), saved.replace("spark = 20", "spark = 1000000")).expect("a file");
    for args in [&["replay", "many.toml"][..], &["play", "--load", "many.toml"]] {
        let (code, told) = run(args);
        assert_eq!((code, told.contains("bug in Cardwright")), (Some(1), false), "{told}");
    }

    // Lists that nobody can bring, or of which a part is not the game's.
    let second = |to: &str| {
        saved.replace("[lists.2]", &format!("[lists.{to}]")).replace("[lists.2.", &format!("[lists.{to}."))
    };
    let from = saved.find("\n[lists.2]").expect("a second list");
    let to = saved.find("\n# The seat").expect("answers");
    let alone = format!("{}{}", &saved[..from], &saved[to..]);
    for (text, told) in [
        (second("3"), "nobody brings a list as `3`"),
        (second("table"), "nobody brings a list as `table`"),
        (saved.replace("[lists.2.parts.cards]", "[lists.2.parts.library]"), "have no part `library`"),
        (alone, "`2` brings no list"),
    ] {
        fs::write(here.join("odd.toml"), text).expect("a file");
        let (code, said) = run(&["replay", "odd.toml"]);
        assert_eq!((code, said.contains(told) && said.contains("CW0851")), (Some(1), true), "{told}: {said}");
    }

    // The command that shows a game again brings the same lists.
    let (_, told) = run(&[&["sim", "sparring", "-n", "3", "--max-plies", "1"][..], &decks].concat());
    assert!(told.contains(" --deck 1=keepers --deck 2=./mine.toml"), "{told}");

    // A list of the package that breaks its rules is nobody's by default.
    fs::write(here.join("sparring/decks/aaa.toml"), "[cards]\nspark = 99\n").expect("a file");
    let (code, told) =
        run(&["play", "sparring", "--seats", "random,random", "--seed", "4", "--save-on-exit", "two.toml"]);
    assert_eq!((code, told.contains("seed 4 · Keepers, Raiders")), (Some(0), true), "{told}");
    let saved = fs::read_to_string(here.join("two.toml")).expect("it was saved");
    assert!(!saved.contains("\"aaa\""), "{saved}");

    // A package all of whose scenarios are broken has scenarios that failed.
    let scenarios: Vec<_> =
        fs::read_dir(here.join("sparring/scenarios")).expect("a folder").flatten().collect();
    for scenario in &scenarios {
        let text = fs::read_to_string(scenario.path()).expect("a file");
        fs::write(scenario.path(), format!("players = 99\n{text}")).expect("a file");
    }
    let (code, told) = run(&["run", "sparring"]);
    assert_eq!((code, told.contains("there are no scenarios")), (Some(1), false), "{told}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_list_that_never_ends_is_not_read_to_its_end() {
    let folder = tempfile::tempdir().expect("a folder");
    sparring(&folder.path().join("sparring"));
    std::os::unix::fs::symlink("/dev/zero", folder.path().join("sparring/decks/zero.toml")).expect("a link");
    let (code, told) = said(folder.path(), &["deck", "check", "sparring/decks/zero.toml"]);
    assert_eq!((code, told.contains("longer than 64 MiB")), (Some(1), true), "{told}");
}

#[test]
fn lists_against_lists_are_rows_and_a_table_on_the_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    sparring(&here.join("sparring"));
    let meet = ["sim", "sparring", "--decks", "raiders,keepers", "-n", "40"];
    let (code, text) =
        said(here, &[&meet[..], &["--save", "m.csv", "--save", "m.html", "--save", "m.parquet"]].concat());
    assert_eq!(code, Some(0), "{text}");
    let csv = fs::read_to_string(here.join("m.csv")).expect("rows");
    let value = |start: &str| -> f64 {
        let row =
            csv.lines().find_map(|line| line.strip_prefix(start)).unwrap_or_else(|| panic!("{start}: {csv}"));
        row.split(',').next().and_then(|value| value.parse().ok()).expect("a number")
    };
    let (one, other) = (value("raiders,matchup,keepers,"), value("keepers,matchup,raiders,"));
    assert!((one + other - 1.0).abs() < 1e-12, "{one} {other}");
    // With two lists, the mean is the one matchup, and the better list is always brought.
    assert_eq!(value("raiders,matchup_mean,,").to_bits(), one.to_bits());
    assert_eq!(value("raiders,mixture,,") > 0.5, one > 0.5);
    assert!(text.contains("The first seat wins "), "{text}");
    let page = fs::read_to_string(here.join("m.html")).expect("a page");
    assert!(page.contains("Every list against every other") && page.contains("Mixture"), "{page}");
    assert!(fs::read(here.join("m.parquet")).expect("rows").starts_with(b"PAR1"));
}

#[test]
fn chances_that_would_take_too_long_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    let goods: Vec<String> = (0..10).map(|i| format!("\"good_{i}\"")).collect();
    let game = format!(
        "[game]\nid = \"wells\"\nname = \"Wells\"\nplayers = [2, 2]\n[enums]\ngood = [{}]\n[kinds.card.attributes]\nprice = {{ type = \
         \"int 0..99 per good\", default = {{}} }}\ngives = {{ type = \"int 0..99 per good\", default = {{}} }}\n[zones.library]\nper = \
         \"player\"\nordered = true\nstart = \"list\"\n[flow]\nplay = \"end\"\n",
        goods.join(", ")
    );
    let amount = |i: usize, most: usize| {
        let each: Vec<String> =
            (0..10).map(|g| format!("good_{g} = {}", (i * 37 + g * 11) % most + 1)).collect();
        each.join(", ")
    };
    let card = |i: usize| {
        format!("[cards.c{i}]\nprice = {{ {} }}\ngives = {{ {} }}\n", amount(i, 97), amount(i + 5, 7))
    };
    let cards: String = (0..30).map(card).collect();
    let list: String = (0..30).map(|i| format!("2 c{i}\n")).collect();
    fs::create_dir_all(here.join("wells/cards")).expect("folders");
    fs::write(here.join("wells/game.toml"), game).expect("a file");
    fs::write(here.join("wells/cards/all.toml"), cards).expect("a file");
    fs::write(here.join("mine.txt"), list).expect("a file");
    let (code, told) =
        said(here, &["deck", "show", "mine.txt", "--game", "wells", "--cost", "price", "--sources", "gives"]);
    assert!(code == Some(2) && told.contains("the chances would take too long to work out"), "{told}");
}

#[test]
fn costs_are_set_against_sources() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    let game = "[game]\nid = \"wells\"\nname = \"Wells\"\nplayers = [2, 2]\n[enums]\nsap = [\"oak\", \"elm\", \"ash\"]\n\
                [kinds.card.attributes]\nprice = { type = \"int 0..9 per sap\", default = {} }\ngives = { type = \"sap?\", default = \"none\" }\nharm = { type = \"int 0..9\", default = 0 }\n\
                [zones.library]\nper = \"player\"\nordered = true\nstart = \"list\"\n[flow]\nplay = \"end\"\n";
    let cards = "[cards.oak_well]\ngives = \"oak\"\n[cards.elm_well]\ngives = \"elm\"\n[cards.dart]\nharm = 1\nprice = { oak = 1 }\n\
                 [cards.lance]\nprice = { oak = 2, elm = 1 }\n";
    fs::create_dir_all(here.join("wells/cards")).expect("folders");
    fs::write(here.join("wells/game.toml"), game).expect("a file");
    fs::write(here.join("wells/cards/all.toml"), cards).expect("a file");
    fs::write(here.join("mine.txt"), "4 oak_well\n2 elm_well\n3 dart\n1 lance\n").expect("a file");
    let show = ["deck", "show", "mine.txt", "--game", "wells", "--hand", "3", "--turns", "3"];
    let (code, text) =
        said(here, &[&show[..], &["--cost", "price", "--sources", "gives", "--format", "json"]].concat());
    assert_eq!(code, Some(0), "{text}");
    let report: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let by = |what: &str, key: &str, wanted: &str, turns: &str| -> f64 {
        let all = report["paying"][what].as_array().expect("a list");
        let found = all.iter().find(|of| of[key].to_string().contains(wanted)).expect("it is there");
        found[turns][0].as_f64().expect("a number")
    };
    // Four of ten cards are drawn by the first turn: C(10, 4) is 210. No oak well: C(6, 4) = 15. No elm well:
    // C(8, 4) = 70.
    assert!((by("sources", "of", "oak", "first_by_turn") - (1.0 - 15.0 / 210.0)).abs() < 1e-12);
    assert!((by("sources", "of", "elm", "first_by_turn") - (1.0 - 70.0 / 210.0)).abs() < 1e-12);
    assert!((by("costs", "cards", "dart", "payable_by_turn") - (1.0 - 15.0 / 210.0)).abs() < 1e-12);
    // Two or more oak and one or more elm among four: 2+1+other 6·2·4, 2+2 6·1, 3+1 4·2, of 210.
    assert!((by("costs", "cards", "lance", "payable_by_turn") - (48.0 + 6.0 + 8.0) / 210.0).abs() < 1e-12);
    let (code, text) = said(here, &[&show[..], &["--cost", "price", "--sources", "gives"]].concat());
    assert_eq!(
        (code, text.contains("first source") && text.contains("cost paid")),
        (Some(0), true),
        "{text}"
    );
    let wrong = |cost: &str, sources: &str| {
        let (code, told) = said(here, &[&show[..], &["--cost", cost, "--sources", sources]].concat());
        assert_eq!(code, Some(2), "{told}");
        told
    };
    let unknown = wrong("prize", "gives");
    assert!(
        unknown.contains("`--cost`: no card has an attribute `prize`; did you mean `price`?"),
        "{unknown}"
    );
    let apart = wrong("harm", "gives");
    assert!(apart.contains("nothing that `harm` asks for is what `gives` gives"), "{apart}");
}

#[test]
fn a_list_is_printed_by_its_name_with_a_page_that_shows_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    sparring(&here.join("sparring"));
    let (code, text) = said(here, &["print", "sparring", "--deck", "raiders"]);
    assert_eq!(code, Some(0), "{text}");
    // Eight sparks and four bolts, the hero of its part, and the list.
    assert!(text.contains("spells.pdf: 12 ") && text.contains("heroes.pdf: 1 "), "{text}");
    assert!(text.contains("list.pdf") && !text.contains("embers.pdf"), "{text}");
    assert!(fs::read(here.join("output/sparring/list.pdf")).expect("a file").starts_with(b"%PDF"));
    let (code, text) = said(here, &["print", "sparring", "--deck", "raider"]);
    assert_eq!((code, text.contains("did you mean `raiders`?")), (Some(1), true), "{text}");
}

#[test]
fn a_list_of_the_game_is_checked_by_its_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    sparring(&here.join("sparring"));
    let (code, checked) = said(here, &["deck", "check", "keepers", "--game", "sparring"]);
    assert_eq!((code, checked.contains("keepers: ok: ")), (Some(0), true), "{checked}");
    let (code, shown) = said(here, &["deck", "show", "keepers", "--game", "sparring"]);
    assert_eq!(code, Some(0), "{shown}");
    let (code, unknown) = said(here, &["deck", "check", "kepers", "--game", "sparring"]);
    assert_eq!((code, unknown.contains("did you mean `keepers`?")), (Some(1), true), "{unknown}");
    // A card that does not exist hides no other that there are too many of.
    fs::write(here.join("mine.toml"), "name = \"Mine\"\n[hero]\nroan = 1\n[cards]\nsprak = 2\ncomet = 90\n")
        .expect("a file");
    let (code, both) = said(here, &["deck", "check", "mine.toml", "--game", "sparring"]);
    assert_eq!(code, Some(1));
    assert!(both.contains("there is no card `sprak`") && both.contains("90 of Comet"), "{both}");
}

#[test]
fn a_scenario_that_is_no_scenario_is_counted_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = folder.path().join("sparring");
    sparring(&game);
    let decks = |first: &str| format!("name = \"Own\"\n[decks]\n1 = \"{first}\"\n2 = \"raiders\"\n");
    fs::write(game.join("scenarios/other.toml"), decks("raiders")).expect("a file");
    fs::write(game.join("scenarios/broken.toml"), format!("bogus = 1\n{}", decks("keepers")))
        .expect("a file");
    let (code, ran) = said(folder.path(), &["run", "sparring"]);
    assert_eq!(code, Some(1));
    assert!(ran.contains("3 scenarios: 2 ok, 1 failed"), "{ran}");
    assert_eq!(ran.matches("CW0200").count(), 1, "{ran}");
    let (_, lines) = said(folder.path(), &["run", "sparring", "--format", "json"]);
    assert_eq!(lines.lines().filter(|line| line.contains("\"scenario\"")).count(), 3, "{lines}");
}

#[test]
fn a_file_of_a_package_may_be_named_from_the_folder_that_it_is_in() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = folder.path().join("sparring");
    sparring(&game);
    let scenarios = game.join("scenarios");
    fs::write(scenarios.join("other.toml"), "name = \"Other\"\n").expect("a file");
    let comet = fs::read_dir(&scenarios).expect("a folder").flatten().map(|entry| entry.file_name());
    let comet =
        comet.into_iter().filter_map(|name| name.into_string().ok()).find(|name| name != "other.toml");
    let comet = comet.expect("the scenario of the page");
    let dotted = format!("./{comet}");
    let stem = dotted.trim_end_matches(".toml").to_owned();
    for named in [&comet, &dotted, &stem, &format!("../scenarios/{comet}")] {
        let (code, ran) = said(&scenarios, &["run", named]);
        assert_eq!(code, Some(0), "{named}: {ran}");
        assert!(ran.contains("1 scenario: ok") && ran.contains("A comet does five"), "{named}: {ran}");
    }
    let (code, checked) = said(&game.join("decks"), &["deck", "check", "keepers.toml"]);
    assert_eq!(code, Some(0), "{checked}");
    let (code, checked) = said(&scenarios, &["check", "other.toml"]);
    assert_eq!(code, Some(0), "{checked}");
    // Of a folder outside of any package nothing is known.
    fs::write(folder.path().join("alone.toml"), "name = \"Alone\"\n").expect("a file");
    let (code, ran) = said(folder.path(), &["run", "alone.toml"]);
    assert_eq!(code, Some(1), "{ran}");
    assert!(ran.contains("there is no game `alone.toml`"), "{ran}");
}

#[test]
fn a_list_that_is_wrong_as_a_file_stops_nothing_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    sparring(&here.join("sparring"));
    let (list, scenario) = (here.join("sparring/decks/worn.toml"), here.join("sparring/scenarios/worn.toml"));
    fs::write(&list, b"name = \"W\xfcrfel\"\n[cards]\nspark = 20\n").expect("a file");
    fs::write(&scenario, b"name = \"\xff\"\n").expect("a file");
    let (code, simulated) = said(here, &["sim", "sparring", "-n", "2"]);
    assert_eq!(code, Some(0), "{simulated}");
    let (code, ran) = said(here, &["run", "sparring"]);
    assert!(code == Some(1) && ran.contains("1 ok, 1 failed"), "{ran}");
    let (code, checked) = said(here, &["deck", "check", "keepers", "--game", "sparring"]);
    assert_eq!(code, Some(0), "{checked}");
    let (code, checked) = said(here, &["check", "sparring"]);
    assert!(code == Some(1) && checked.matches("CW0004").count() == 2, "{checked}");
    // Outside of the package, too, the error says which byte is wrong.
    fs::copy(&list, here.join("mine.toml")).expect("copied");
    let (code, mine) = said(here, &["deck", "check", "mine.toml", "--game", "sparring"]);
    let is_said =
        mine.contains("CW0004") && mine.contains("byte 9, on line 1, is 0xfc") && mine.contains("UTF-8");
    assert!(code == Some(1) && is_said, "{mine}");
}

#[test]
fn a_list_of_more_cards_than_a_table_holds_is_wrong_itself() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    sparring(&here.join("sparring"));
    let list = "[hero]\nroan = 1\n[cards]\nspark = 9000\ncomet = 1001\n";
    fs::write(here.join("mine.toml"), list).expect("a file");
    let (code, checked) = said(here, &["deck", "check", "mine.toml", "--game", "sparring"]);
    assert!(code == Some(1) && checked.contains("CW0204") && checked.contains("mine.toml:5:1"), "{checked}");
    assert_eq!(checked.matches("error[").count(), 1, "{checked}");
    // So is one of the package, and the game is not.
    fs::copy(here.join("mine.toml"), here.join("sparring/decks/huge.toml")).expect("copied");
    let (code, simulated) = said(here, &["sim", "sparring", "-n", "1"]);
    assert_eq!(code, Some(0), "{simulated}");
    let (_, checked) = said(here, &["check", "sparring"]);
    assert!(checked.contains("CW0204") && checked.matches("error[").count() == 1, "{checked}");
}
