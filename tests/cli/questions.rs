//! `sim --league`, `--sweep`, `--compare` and `--until`: several simulations that answer one question.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::{cardwright, text};

/// Everybody takes a card, and the greatest wins. One more question comes after, so that no bot sees at once
/// who has won.
const GAME: &str = r#"
[game]
id = "odds"
name = "Odds"
players = [2, 3]
[options.generous]
default = false
[kinds.card.attributes]
worth = "int 0..9"
[kinds.card.slots]
bonus = { returns = "int", default = "0" }
[zones.tray]
start = "cards"
[zones.hand]
per = "player"
[state.player]
points = "int 0..99"
[state.table]
start = { type = "int 0..9", start = "2" }
[functions.extra]
returns = "int"
code = "5 if generous else 0"
[flow]
play = """
for each p in players {
  choose card from tray by p "Which card?"
  move(card, p.hand)
  p.points += card.worth + card.bonus + start
  if p == players[1] { p.points += extra }
}
choose card from tray by players[1] "Which of the rest is finest?"
end
"""
[scoring]
score = "p.points"
[bots.high]
evaluate = "points"
[bots.low]
evaluate = "-points"
"#;

const CARDS: &str = r#"
kind = "card"
[cards.oak]
name = "Oak"
worth = 1
bonus = "2"
text = "Counts **2** more."
[cards.elm]
name = "Elm"
worth = 2
[cards.ash]
name = "Ash"
worth = 3
"#;

/// A folder with the game in it.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let game = folder.path().join("odds");
    fs::create_dir_all(game.join("cards")).expect("made");
    fs::write(game.join("game.toml"), GAME).expect("written");
    fs::write(game.join("cards/trees.toml"), CARDS).expect("written");
    fs::write(game.join("cards/more.csv"), "id,name,kind,worth\nfir,Fir,card,0\n").expect("written");
    folder
}

fn sim(folder: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    let args = [&["sim", "odds"], args].concat();
    let output = cardwright().args(&args).current_dir(folder).output().expect("it runs");
    (output.status.code(), text(&output.stdout).to_owned(), text(&output.stderr).to_owned())
}

fn json(folder: &Path, args: &[&str]) -> Value {
    let (code, out, err) = sim(folder, &[args, &["--format", "json"]].concat());
    assert_eq!(code, Some(0), "{err}");
    serde_json::from_str(&out).expect("JSON")
}

/// The values of a figure of a sweep.
fn values(report: &Value, figure: &str) -> Vec<f64> {
    let figures = report["sweep"]["figures"].as_array().expect("figures");
    let found =
        figures.iter().find(|f| f["figure"] == figure).unwrap_or_else(|| panic!("no {figure} in {report}"));
    found["values"]
        .as_array()
        .expect("values")
        .iter()
        .map(|v| v["value"].as_f64().expect("a number"))
        .collect()
}

#[test]
fn a_sweep_puts_each_value_in_its_place() {
    let folder = folder();
    let folder = folder.path();
    // The first player takes the card that is worth most, so the score shows its worth: printed, of a
    // spreadsheet, of state, of an option.
    let best = ["--seats", "high", "-n", "6"];
    let of =
        |sweep: &str, seat: &str| values(&json(folder, &[&best[..], &["--sweep", sweep]].concat()), seat);
    assert_eq!(of("cards.ash.worth=3..6", "score.seat1"), [5.0, 6.0, 7.0, 8.0]);
    assert_eq!(of("cards.fir.worth=0,9", "score.seat1"), [5.0, 11.0]);
    assert_eq!(of("state.table.start.start=2,4", "score.seat1"), [5.0, 7.0]);
    assert_eq!(of("option.generous=false,true", "score.seat1"), [5.0, 10.0]);
    // A string stays one, its text may say another number, and a key that is not there yet is added.
    assert_eq!(of("cards.oak.bonus=2,4", "score.seat1"), [5.0, 7.0]);
    assert_eq!(of("cards.elm.bonus=\"0\",\"7\"", "score.seat1"), [5.0, 11.0]);
    // Nothing of it stays in the files.
    assert_eq!(fs::read_to_string(folder.join("odds/cards/trees.toml")).expect("there"), CARDS);
}

#[test]
fn one_sweep_varies_many_places_by_one_factor() {
    let folder = folder();
    let folder = folder.path();
    let best = ["--seats", "high", "-n", "6"];
    let of = |sweep: &str| values(&json(folder, &[&best[..], &["--sweep", sweep]].concat()), "score.seat1");
    // Elm is worth 2, ash 3, and the table starts with 2 points for everybody.
    assert_eq!(of("cards.*.worth=*0,*1,*2"), [4.0, 5.0, 8.0], "oak counts 2 more, whatever it is worth");
    assert_eq!(of("cards.ash.worth=*2"), [8.0]);
    assert_eq!(of("cards.*sh.worth=9"), [11.0], "a value goes to all of them");
    assert_eq!(of("option.gen*=false,true"), [5.0, 10.0]);
    for (sweep, said) in [
        ("cards.*.price=*2", "no number in Odds is called `cards.*.price`"),
        ("option.gen*=*2", "no number in Odds is called `option.gen*`"),
    ] {
        let (code, _, err) = sim(folder, &["-n", "6", "--sweep", sweep]);
        assert!(code == Some(2) && err.contains(said), "{err}");
    }
}

#[test]
fn what_is_asked_of_each_player_counts_once_a_table() {
    let folder = folder();
    let path = folder.path().join("odds/game.toml");
    fs::write(&path, format!("{GAME}[figures]\neven = {{ value = \"start == 2\", per = \"player\" }}\n"))
        .expect("written");
    let report = json(folder.path(), &["-n", "40", "--players", "2"]);
    let value = &report["figures"][0]["values"][0];
    assert_eq!((&value["times"], &value["share"]), (&80.into(), &1.0.into()), "{value}");
    // For 40 of 40 tables, Wilson's interval begins at 91.2 %; for 80 players it would begin at 95.4 %.
    let low = value["low"].as_f64().expect("a number");
    assert!((low - 0.9124).abs() < 0.001, "{value}");
}

#[test]
fn several_sweeps_give_every_combination() {
    let folder = folder();
    let report =
        json(folder.path(), &["-n", "6", "--sweep", "cards.ash.worth=1..2", "--sweep", "players=2..3"]);
    assert_eq!(report["sweep"]["of"], "cards.ash.worth, players");
    let at: Vec<&str> =
        report["sweep"]["values"].as_array().expect("values").iter().filter_map(Value::as_str).collect();
    assert_eq!(at, ["1, 2", "1, 3", "2, 2", "2, 3"]);
    let players: Vec<u64> = report["entries"]
        .as_array()
        .expect("all")
        .iter()
        .filter_map(|e| e["report"]["players"].as_u64())
        .collect();
    assert_eq!(players, [2, 3, 2, 3]);
    // A value of a sweep gives the same results as a run with that value in the files.
    let changed = CARDS.replace("worth = 3", "worth = 1");
    fs::write(folder.path().join("odds/cards/trees.toml"), changed).expect("written");
    assert_eq!(json(folder.path(), &["-n", "6", "--players", "3"]), report["entries"][1]["report"]);
}

#[test]
fn values_that_cannot_be_are_refused_before_anything_is_played() {
    let folder = folder();
    let refused = |sweep: &str| {
        let (code, out, err) = sim(folder.path(), &["--sweep", sweep]);
        assert_eq!(
            (code, out.as_str()),
            (Some(if err.contains("CW0841") { 1 } else { 2 }), ""),
            "{sweep}: {err}"
        );
        err
    };
    let found = refused("cards.ash.worth=8..10");
    assert!(found.contains("`cards.ash.worth` = 10") && found.contains("trees.toml:13"), "{found}");
    assert!(refused("cards.asch.worth=1").contains("did you mean `cards.ash.worth`?"));
    assert!(refused("cards.ash=1").contains("`cards.ash` is a table"));
    assert!(refused("option.genrous=true").contains("did you mean `generous`?"));
    assert!(refused("cards.ash.worth").contains("cannot be varied"));
    assert!(refused("cards.ash.worth=4..1").contains("is empty"));
    assert!(refused("cards.ash.worth=0..5000").contains("more than 1000 values"));
}

#[test]
fn a_league_says_who_beats_whom() {
    let folder = folder();
    let league = |args: &[&str]| {
        let report = json(folder.path(), &[&["--league", "high,low,random", "-n", "100"], args].concat());
        let table = report["league"]["table"].as_array().expect("a table").clone();
        let share = |a: usize, b: usize| table[a]["against"][b]["share"].as_f64().expect("a share");
        (
            report["entries"].as_array().expect("all").len(),
            [share(0, 0), share(1, 0), share(0, 1), share(2, 0)],
        )
    };
    // The greatest number wins against the least, first or second.
    let (meetings, [high_low, low_high, high_random, random_high]) = league(&[]);
    assert_eq!((meetings, high_low, low_high), (3, 1.0, 0.0));
    assert!(high_random > 0.5 && random_high > 0.0, "{high_random} {random_high}");
    // With three players, one is alone: the lone low loses, and the lone high wins against two that leave it
    // everything.
    let (meetings, [high_low, low_high, ..]) = league(&["--players", "3"]);
    assert_eq!((meetings, high_low, low_high), (6, 1.0, 0.0));
    let (code, out, _) = sim(folder.path(), &["--league", "low,high", "-n", "3"]);
    assert_eq!(code, Some(0));
    // The best comes first, and games are rounded up to whole rotations.
    assert!(out.contains("a league at 2 players · 4 games"), "{out}");
    assert!(out.find("\nhigh").expect("a row") < out.find("\nlow").expect("a row"), "{out}");
    let (code, _, err) = sim(folder.path(), &["--league", "low,hihg", "-n", "3"]);
    assert_eq!(code, Some(2));
    assert!(err.contains("did you mean `high`?"), "{err}");
}

#[test]
fn comparing_says_what_has_changed() {
    let folder = folder();
    let folder = folder.path();
    let git = |args: &[&str]| {
        let who = ["-c", "user.name=a", "-c", "user.email=a@b"];
        let status = Command::new("git").args(who).args(args).current_dir(folder).output().expect("git");
        assert!(status.status.success(), "{}", text(&status.stderr));
    };
    git(&["init", "-q"]);
    git(&["add", "."]);
    git(&["commit", "-qm", "before"]);
    let same = json(folder, &["--compare", "HEAD", "-n", "400"]);
    let figures = same["compare"]["figures"].as_array().expect("figures");
    assert!(figures.iter().all(|f| f["difference"] == 0.0 && f["marked"] == false), "{same}");
    // A better card for the player who finds it.
    fs::write(folder.join("odds/cards/trees.toml"), CARDS.replace("worth = 3", "worth = 9"))
        .expect("written");
    let changed = json(folder, &["--compare", "HEAD", "-n", "400", "--stats", "cards"]);
    let figure = |name: &str| {
        let figures = changed["compare"]["figures"].as_array().expect("figures");
        figures.iter().find(|f| f["figure"] == name).unwrap_or_else(|| panic!("no {name}")).clone()
    };
    assert_eq!(
        (&figure("score.seat1")["marked"], &figure("win_kept.oak")["marked"]),
        (&true.into(), &true.into())
    );
    assert!(figure("score.seat1")["difference"].as_f64().expect("a number") > 1.0);
    // Who chooses at random chooses as before.
    assert_eq!(figure("chosen.ash")["marked"], false);
    let (_, out, _) = sim(folder, &["--compare", "HEAD", "-n", "400"]);
    let (likely, not) = out.split_once("Not likely").expect("both");
    assert!(likely.contains("score.seat1") && not.contains("choices"), "{out}");
    let (code, _, err) = sim(folder, &["--compare", "HEAD~7"]);
    assert_eq!(code, Some(1));
    assert!(err.contains("HEAD~7"), "{err}");
}

#[test]
fn until_it_is_sure() {
    let folder = folder();
    let run = |until: &str, jobs: &str| json(folder.path(), &["--until", until, "-j", jobs]);
    let half = |report: &Value| {
        let seat = &report["seats"][0];
        (seat["high"].as_f64().expect("high") - seat["low"].as_f64().expect("low")) / 2.0
    };
    let sure = run("ci(win.seat1) < 2%", "1");
    assert!(half(&sure) < 0.02, "{sure}");
    assert_eq!(run("ci(win.seat1) < 2%", "2"), sure);
    // One look earlier it was not yet sure.
    let played = sure["played"].as_u64().expect("a number");
    let mut looks: Vec<u64> = vec![512];
    while looks[looks.len() - 1] < played {
        let last = looks[looks.len() - 1];
        looks.push((last + (last / 4).max(512)).next_multiple_of(2));
    }
    assert_eq!(looks.pop(), Some(played));
    let before = json(folder.path(), &["-n", &looks.pop().expect("several looks").to_string()]);
    assert!(half(&before) >= 0.02, "{before}");
    let both = run("ci(win.*) < 3% and ci(score.seat1) < 0.05", "2");
    assert!(both["played"].as_u64() > Some(512));
    let (_, out, _) = sim(folder.path(), &["--until", "ci(score.seat1) < 0.5"]);
    assert!(
        out.contains("512 of 1,000,000 games") && out.contains("Sure enough: ci(score.seat1) < 0.5."),
        "{out}"
    );
    let (_, out, _) = sim(folder.path(), &["--until", "ci(win.seat1) < 0.1%", "-n", "600"]);
    assert!(out.contains("600 games") && out.contains("Not yet sure"), "{out}");
    let (code, _, err) = sim(folder.path(), &["--until", "ci(win.seat4) < 1%"]);
    assert_eq!(code, Some(2));
    assert!(err.contains("no figure `win.seat4`"), "{err}");
    assert!(sim(folder.path(), &["--until", "win.seat1 > 0.5"]).2.contains("is not a condition"));
}

#[test]
fn leagues_and_sweeps_are_the_same_in_parts_and_on_threads() {
    let folder = folder();
    let folder = folder.path();
    let questions: [&[&str]; 2] = [
        &["--league", "high,low,random", "-n", "30", "--stats", "all"],
        &[
            "--sweep",
            "cards.ash.worth=1..3",
            "--sweep",
            "option.generous=true,false",
            "-n",
            "31",
            "--stats",
            "all",
        ],
    ];
    for question in questions {
        let files = ["--save", "a.json", "--save", "a.csv", "--save", "a.parquet", "--save", "a.part"];
        let (code, whole, err) = sim(folder, &[question, &files, &["-j", "1"]].concat());
        assert_eq!(code, Some(0), "{err}");
        assert_eq!(sim(folder, &[question, &["-j", "2"]].concat()).1, whole);
        let mut merge = vec!["sim".to_owned(), "merge".to_owned()];
        for k in 1..=5 {
            let (shard, file) = (format!("{k}/5"), format!("{k}.part"));
            assert_eq!(sim(folder, &[question, &["--shard", &shard, "--save", &file]].concat()).0, Some(0));
            merge.insert(2, file);
        }
        let files = ["--save", "b.json", "--save", "b.csv", "--save", "b.parquet", "--save", "b.part"];
        let merged = cardwright().args(&merge).args(files).current_dir(folder).output().expect("it runs");
        assert_eq!(text(&merged.stdout), whole);
        for ending in ["json", "csv", "parquet", "part"] {
            let read = |name: &str| fs::read(folder.join(format!("{name}.{ending}"))).expect("saved");
            assert!(read("a") == read("b"), "{ending}");
        }
    }
}

#[test]
fn rows_hold_every_figure() {
    let folder = folder();
    let folder = folder.path();
    let report = json(folder, &["-n", "100", "--stats", "cards", "--save", "f.csv", "--save", "f.parquet"]);
    let csv = fs::read_to_string(folder.join("f.csv")).expect("saved");
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows[0], ["entry", "figure", "of", "value", "low", "high", "count"]);
    let row = |figure: &str, of: &str| {
        rows.iter()
            .find(|r| r[1] == figure && r[2] == of)
            .unwrap_or_else(|| panic!("no {figure} of {of}"))
            .clone()
    };
    let seat = &report["seats"][0];
    let win = row("win", "seat1");
    let numbers = [&seat["share"], &seat["low"], &seat["high"]].map(|n| n.as_f64().expect("a number"));
    assert_eq!([win[3], win[4], win[5]].map(|n| n.parse::<f64>().expect("a number")), numbers);
    assert_eq!(win[6], "100");
    assert_eq!(row("chosen", "fir")[6], "200");
    // The same rows, read by the format's own library.
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;
    let file = fs::File::open(folder.join("f.parquet")).expect("saved");
    let reader = SerializedFileReader::new(file).expect("Parquet");
    let mut found = 0;
    for (row, written) in reader.get_row_iter(None).expect("rows").zip(&rows[1..]) {
        let row = row.expect("a row");
        assert_eq!(row.get_string(1).expect("a string"), written[1]);
        assert_eq!(row.get_double(3).expect("a number"), written[3].parse::<f64>().expect("a number"));
        assert_eq!(row.get_double(4).ok().map_or(String::new(), |low| low.to_string()), written[4]);
        found += 1;
    }
    assert_eq!(found, rows.len() - 1);
}
