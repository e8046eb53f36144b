//! Tournaments: pairings, matches of bots, results that people enter.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::lists::{said, sparring};

/// Writes a tournament's file beside the game of `docs/decks.md`, and shows or plays it as JSON.
struct Cup {
    folder: tempfile::TempDir,
}

impl Cup {
    fn new(text: &str) -> Cup {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("cup.toml"), text).expect("a file");
        Cup { folder }
    }

    fn here(&self) -> &Path {
        self.folder.path()
    }

    fn text(&self) -> String {
        fs::read_to_string(self.here().join("cup.toml")).expect("it is there")
    }

    fn run(&self, args: &[&str]) -> (Option<i32>, String) {
        said(self.here(), &[&["tournament", "cup.toml"], args].concat())
    }

    fn json(&self, args: &[&str]) -> Value {
        let (code, text) = self.run(&[args, &["--format", "json"]].concat());
        assert_eq!(code, Some(0), "{text}");
        serde_json::from_str(&text).expect("JSON")
    }
}

/// A tournament of so many entries, all played by this bot or by hand.
fn entries(head: &str, count: usize, bot: &str) -> String {
    let bot = if bot.is_empty() { String::new() } else { format!("bot = \"{bot}\"\n") };
    let entry = |n: usize| format!("[[entries]]\nname = \"{}\"\n{bot}", NAMES[n]);
    format!("{head}\n{}", (0..count).map(entry).collect::<String>())
}

const NAMES: [&str; 6] = ["Ann", "Bea", "Cid", "Dan", "Eve", "Fay"];

fn winner(report: &Value, id: &str) -> String {
    let found = report["matches"].as_array().expect("a list").iter().find(|m| m["match"] == id);
    let found = found.unwrap_or_else(|| panic!("no match {id}: {report}"));
    found["winner"].as_str().unwrap_or("-").to_owned()
}

fn between(report: &Value, id: &str) -> Vec<String> {
    let found =
        report["matches"].as_array().expect("a list").iter().find(|m| m["match"] == id).expect("a match");
    let sides = found["between"].as_array().expect("a list").iter();
    sides.map(|side| side.as_str().unwrap_or("-").to_owned()).collect()
}

fn order(report: &Value) -> Vec<String> {
    let rows = report["table"].as_array().expect("a list").iter();
    rows.map(|row| format!("{}{}", row["place"], row["entry"].as_str().expect("a name"))).collect()
}

#[test]
fn the_tournament_of_the_docs_is_played_and_asked_for() {
    let blocks = include_str!("../../docs/tournament.md");
    let toml = blocks.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a block");
    let cup = Cup::new(toml);
    sparring(&cup.here().join("sparring"));
    let report = cup.json(&[]);
    // Three entries: the best seed has a bye.
    assert_eq!(between(&report, "1.1"), ["Ann", "-"]);
    assert_eq!(winner(&report, "1.1"), "Ann");
    assert_eq!(between(&report, "1.2"), ["Bea", "Cid"]);
    assert_eq!(report["over"], false);
    let (code, told) = cup.run(&["--result", "1.2=Cid,draw,Cid", "--result", "2.1=Ann,1", "--no-ask"]);
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("Ann won it."), "{told}");
    let (code, late) = cup.run(&["--result", "2.1=Ann", "--no-ask"]);
    assert!(code == Some(2) && late.contains("it has been decided; all matches are decided"), "{late}");
    // People's own lines stay; results are added.
    let text = cup.text();
    assert!(
        text.contains("# the best seed first") && text.contains("list = \"keepers\"           # no bot"),
        "{text}"
    );
    assert!(
        text.contains(
            "[[results]]\nmatch = \"1.2\"\nbetween = [\"Bea\", \"Cid\"]\nwon = [\"Cid\", \"draw\", \"Cid\"]\n"
        ),
        "{text}"
    );
    assert_eq!(order(&cup.json(&["--show"])), ["1Ann", "2Cid", "3Bea"]);
}

#[test]
fn bots_play_the_same_with_any_number_of_threads() {
    let head = "game = \"tic-tac-toe\"\nform = \"round_robin\"\nbest_of = 2\nseed = 5";
    let of = |jobs: &str| {
        let cup = Cup::new(&entries(head, 5, "random"));
        let report = cup.json(&["-j", jobs]);
        assert_eq!(report["over"], true);
        assert_eq!(report["matches"].as_array().map(Vec::len), Some(10));
        (report, cup.text())
    };
    let (one, three) = (of("1"), of("3"));
    assert_eq!(one, three);
    // Every match gives its points: three for one side, or one for each.
    let rows = one.0["table"].as_array().expect("a list").clone();
    let sum =
        |of: &str, what: &str| rows.iter().map(|row| row[of][what].as_u64().expect("a number")).sum::<u64>();
    let points: u64 = rows.iter().map(|row| row["points"].as_u64().expect("a number")).sum();
    assert_eq!(sum("matches", "won"), sum("matches", "lost"));
    assert_eq!(points, 3 * sum("matches", "won") + sum("matches", "level"));
    // Another seed plays other games.
    let other = Cup::new(&entries(&head.replace("seed = 5", "seed = 6"), 5, "random"));
    assert_ne!(other.json(&[])["matches"], one.0["matches"]);
}

#[test]
fn who_loses_twice_is_out() {
    let cup = Cup::new(&entries("game = \"tic-tac-toe\"\nform = \"double_elimination\"", 5, ""));
    let mut played = 0;
    loop {
        let report = cup.json(&[]);
        let open =
            report["matches"].as_array().expect("a list").iter().find(|m| m["verdict"] == "open").cloned();
        let Some(open) = open else { break };
        // The later name wins: Eve, the lowest seed, wins all.
        let sides = between(&report, open["match"].as_str().expect("an id"));
        let best = sides.iter().max().expect("two");
        let (code, told) =
            cup.run(&["--no-ask", "--result", &format!("{}={best}", open["match"].as_str().expect("an id"))]);
        assert_eq!(code, Some(0), "{told}");
        played += 1;
        assert!(played < 12, "{report}");
    }
    let report = cup.json(&[]);
    assert_eq!(report["over"], true);
    // Everybody but the winner loses twice, the winner never: two matches for each of four.
    assert_eq!(played, 8);
    assert_eq!(order(&report)[..2], ["1Eve", "2Dan"]);
    let lost = |name: &str| {
        let row = report["table"]
            .as_array()
            .expect("a list")
            .iter()
            .find(|row| row["entry"] == name)
            .expect("a row")
            .clone();
        row["matches"]["lost"].as_u64().expect("a number")
    };
    assert_eq!(NAMES[..4].iter().map(|name| lost(name)).collect::<Vec<_>>(), [2, 2, 2, 2]);
    assert_eq!(lost("Eve"), 0);
    assert_eq!(
        report["matches"].as_array().and_then(|all| all.last()).map(|m| m["verdict"].clone()),
        Some("unneeded".into())
    );
}

#[test]
fn who_wins_on_a_ladder_takes_the_place() {
    let cup = Cup::new(&entries("game = \"tic-tac-toe\"\nform = \"ladder\"\nrounds = 2", 4, ""));
    let (code, told) = cup.run(&["--no-ask", "--result", "1.1=Bea", "--result", "1.2=draw"]);
    assert_eq!(code, Some(0), "{told}");
    // Bea is first now; in the second round Ann, who is second, meets Cid, who kept the third place.
    let report = cup.json(&["--result", "2.1=Cid"]);
    assert_eq!(between(&report, "2.1"), ["Ann", "Cid"]);
    assert_eq!(order(&report), ["1Bea", "2Cid", "3Ann", "4Dan"]);
}

#[test]
fn every_three_meet_at_a_table_for_three() {
    let head = "game = \"fog\"\nform = \"round_robin\"\nplayers = 3";
    let game = "[game]\nid = \"fog\"\nname = \"Fog\"\nplayers = [2, 4]\n[state.player]\nn = \"int 0..9\"\n[actions.up]\n\
                do = \"n += 1\"\n[flow]\nplay = \"for each p in players { may act p from {up} }\\nend\"\n[scoring]\nscore = \"p.n\"\n";
    let cup = Cup::new(&entries(head, 4, "random"));
    fs::create_dir(cup.here().join("fog")).expect("a folder");
    fs::write(cup.here().join("fog/game.toml"), game).expect("a file");
    let report = cup.json(&[]);
    assert_eq!(report["matches"].as_array().map(Vec::len), Some(4));
    assert_eq!(between(&report, "1.1").len(), 3);
    assert_eq!(report["over"], true);
}

#[test]
fn what_cannot_be_is_said_at_its_line_with_the_way_out() {
    let wrong = |text: &str| {
        let cup = Cup::new(text);
        sparring(&cup.here().join("sparring"));
        let (code, told) = cup.run(&[]);
        assert_ne!(code, Some(0), "{told}");
        assert!(told.contains("cup.toml:"), "{told}");
        told
    };
    let of = |form: &str| entries(&format!("game = \"tic-tac-toe\"\nform = \"{form}\""), 3, "random");
    let misspelt = wrong(&of("knockuot"));
    assert!(misspelt.contains("knockout"), "{misspelt}");
    let bot = wrong(&of("knockout").replacen("bot = \"random\"", "bot = \"randm\"", 1));
    assert!(
        bot.contains("there is no bot `randm`; did you mean `random`?") && bot.contains("leave `bot` out"),
        "{bot}"
    );
    let twice = wrong(&of("knockout").replace("Bea", "Ann"));
    assert!(twice.contains("two entries are called `Ann`"), "{twice}");
    let result = "[[results]]\nmatch = \"1.2\"\nbetween = [\"Bea\", \"Cid\"]\nwon = [\"Cdi\"]\n";
    let nobody = wrong(&(of("knockout") + result));
    assert!(
        nobody.contains("`Cdi` does not play in match 1.2") && nobody.contains("did you mean `Cid`?"),
        "{nobody}"
    );
    let others = wrong(&(of("knockout") + &result.replace("Bea", "Ann")));
    assert!(others.contains("match 1.2 is between Bea and Cid"), "{others}");
    let early = wrong(&(of("knockout") + &result.replace("1.2", "2.1")));
    assert!(early.contains("match 2.1 cannot have been played"), "{early}");
    let many = wrong(&(of("knockout") + &result.replace("[\"Cdi\"]", "[\"Cid\", \"Bea\"]")));
    assert!(
        many.contains("match 1.2 was decided after game 1") && many.contains("raise `best_of`"),
        "{many}"
    );
    let lists = entries("game = \"sparring\"\nform = \"knockout\"", 2, "random");
    let none = wrong(&lists);
    assert!(none.contains("`Ann` brings no list") && none.contains("`keepers`, `raiders`"), "{none}");
    let unknown = wrong(&lists.replace("bot =", "list = \"raider\"\nbot ="));
    assert!(unknown.contains("did you mean `raiders`?"), "{unknown}");
    let no_lists = wrong(&of("knockout").replacen("bot =", "list = \"swift\"\nbot =", 1));
    assert!(no_lists.contains("the players of Tic-tac-toe bring no lists"), "{no_lists}");
    let together = wrong(&of("knockout").replace("tic-tac-toe", "fog-bell"));
    assert!(together.contains("all players are one side"), "{together}");
}

/// Outside of Windows, a backslash is a character of a name.
#[cfg(unix)]
#[test]
fn a_file_is_shown_by_its_own_name() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("our\\cup.toml"), "form = \"ladder\"\n").expect("a file");
    let (_, told) = said(folder.path(), &["tournament", "our\\cup.toml"]);
    assert!(told.contains("our\\cup.toml:"), "{told}");
}

#[test]
fn whoever_has_won_more_stands_higher_before_the_end() {
    for form in ["knockout", "double_elimination"] {
        let cup = Cup::new(&entries(&format!("game = \"tic-tac-toe\"\nform = \"{form}\""), 4, ""));
        let shown = cup.json(&["--no-ask"]);
        let first =
            shown["matches"].as_array().expect("a list")[1]["match"].as_str().expect("an id").to_owned();
        let sides = between(&shown, &first);
        let report = cup.json(&["--no-ask", "--result", &format!("{first}={}", sides[1])]);
        assert_ne!(sides[1], "Ann", "the best seed has not played");
        assert_eq!(order(&report)[0], format!("null{}", sides[1]), "{form}: {report}");
    }
}

#[test]
fn a_report_is_a_page_and_a_pdf() {
    let cup = Cup::new(&entries(
        "game = \"tic-tac-toe\"\nform = \"knockout\"\nname = \"Cup & *Saucer*\"",
        6,
        "random",
    ));
    let (code, told) = cup.run(&["--save", "cup.html", "--save", "cup.pdf", "--save", "cup.json"]);
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("Quarter-finals") && told.contains("┐") && told.contains("├"), "{told}");
    let page = fs::read_to_string(cup.here().join("cup.html")).expect("a page");
    // The version is the game's, not the tournament's.
    assert!(page.contains("<h1>Cup &amp; *Saucer*</h1>") && page.contains("class=\"bracket\""), "{page}");
    assert!(page.contains("<dt>Game</dt><dd>Tic-tac-toe 0.1.0</dd>"), "{page}");
    assert!(page.contains("<footer>Cup &amp; *Saucer* · made"), "{page}");
    // Heads stand above names on the same side.
    assert!(page.contains(".plain thead th.text { text-align: left; }"), "{page}");
    let pdf = fs::read(cup.here().join("cup.pdf")).expect("a file");
    assert!(pdf.starts_with(b"%PDF"));
    let (code, told) = cup.run(&["--save", "cup.txt"]);
    assert_eq!((code, told.contains(".html, .json, .pdf")), (Some(2), true), "{told}");
}

#[test]
fn who_wins_the_second_final_is_first_alone() {
    let cup = Cup::new(&entries("game = \"tic-tac-toe\"\nform = \"double_elimination\"", 2, ""));
    // Ann wins the upper bracket, loses the first final, and wins the second.
    let (code, told) = cup.run(&["--no-ask", "--result", "U1.1=Ann", "--result", "F1=Bea"]);
    assert_eq!((code, told.contains("1 match left")), (Some(0), true), "{told}");
    let (code, told) = cup.run(&["--no-ask", "--result", "F2=Ann"]);
    assert_eq!((code, told.contains("\nAnn won it.")), (Some(0), true), "{told}");
    assert_eq!(order(&cup.json(&["--show"])), ["1Ann", "2Bea"]);
}

#[test]
fn runs_at_once_lose_no_result() {
    let pairs: Vec<(usize, usize)> = (0..6).flat_map(|a| (a + 1..6).map(move |b| (a, b))).collect();
    let cup = Cup::new(&entries("game = \"tic-tac-toe\"\nform = \"round_robin\"", 6, ""));
    let report = cup.json(&["--show"]);
    let ids: Vec<&str> =
        report["matches"].as_array().expect("a list").iter().filter_map(|m| m["match"].as_str()).collect();
    assert_eq!(ids.len(), pairs.len());
    let enter = |id: &str, result: &str| {
        let mut command = super::cardwright();
        command.current_dir(cup.here()).args(["tournament", "cup.toml", "--no-ask", "--result"]);
        command.arg(format!("{id}={result}")).stdout(std::process::Stdio::null()).spawn().expect("it runs")
    };
    let all: Vec<_> = ids.iter().map(|id| enter(id, "draw")).collect();
    for mut child in all {
        assert!(child.wait().expect("it ends").success());
    }
    let report = cup.json(&["--show"]);
    assert_eq!(report["over"], true, "{}", cup.text());
}

#[test]
fn a_result_that_came_meanwhile_stays() {
    // `--result` of a match that somebody else has entered by then is refused, in either order.
    let cup = Cup::new(&entries("game = \"tic-tac-toe\"\nform = \"round_robin\"", 2, ""));
    let run = |result: &str| cup.run(&["--no-ask", "--result", result]);
    assert_eq!(run("1.1=Ann").0, Some(0));
    let before = cup.text();
    let (code, told) = run("1.1=Bea");
    assert_eq!((code, told.contains("it has been decided"), cup.text()), (Some(2), true, before), "{told}");
    // Several are entered together, or none of them.
    let cup = Cup::new(&entries("game = \"tic-tac-toe\"\nform = \"knockout\"\nbest_of = 1", 4, ""));
    let before = cup.text();
    for wrong in [
        &["1.1=Ann", "1.2=Cdi"][..],
        &["1.1=Ann", "1.2=Bea", "1.1=Dan"],
        &["1.1=Ann,Ann"],
        &["1.1=Ann", "3.1=1"],
    ] {
        let args: Vec<&str> =
            wrong.iter().flat_map(|result| ["--result", result]).chain(["--no-ask"]).collect();
        let (code, told) = cup.run(&args);
        assert_eq!((code, cup.text() == before), (Some(2), true), "{wrong:?}: {told}");
        assert!(told.contains("--result"), "{told}");
    }
}

/// Comments within results that are edited by hand stay, wherever they are.
#[test]
fn comments_within_results_stay() {
    let head = "game = \"tic-tac-toe\"\nform = \"round_robin\"\nbest_of = 3\n";
    let first = "[[results]]\nmatch = '1.1' # in the rain\nbetween = ['Ann', 'Bea']\nwon = [\n  \"Bea\", # close\n] # so far\n";
    let played_on = |text: &str| {
        let cup = Cup::new(text);
        let (code, told) = cup.run(&["--no-ask", "--result", "1.1=draw,Bea"]);
        assert_eq!(code, Some(0), "{told}");
        cup.text()
    };
    let text = played_on(&(entries(head, 2, "") + first));
    for kept in ["'1.1' # in the rain\n", "\"Bea\", # close\n", "] # so far\n", "\"draw\", \"Bea\""] {
        assert!(text.contains(kept), "{kept}: {text}");
    }
    // Lines end as they did.
    let returns = played_on(&(entries(head, 2, "") + first).replace('\n', "\r\n"));
    assert_eq!(returns, text.replace('\n', "\r\n"));
    // Results within one list.
    let inline = "results = [ # by hand\n  { match = \"1.1\", between = [\"Ann\", \"Bea\"], won = [\"Bea\"] }, # one\n] # all\n";
    let text = played_on(&entries(&format!("{head}{inline}"), 2, ""));
    for kept in ["[ # by hand\n", "won = [\"Bea\", \"draw\", \"Bea\"] }, # one\n", "] # all\n"] {
        assert!(text.contains(kept), "{kept}: {text}");
    }
    let text = played_on(&entries(&format!("{head}results = [] # none yet\n"), 2, ""));
    let one = "results = [\n  { match = \"1.1\", between = [\"Ann\", \"Bea\"], won = [\"draw\", \"Bea\"] },\n] # none yet\n";
    assert!(text.contains(one), "{text}");
    let cup = Cup::new(&text);
    assert_eq!(order(&cup.json(&["--show"])).len(), 2);
}

#[test]
fn reports_are_all_saved_or_none() {
    let cup = Cup::new(&entries("game = \"tic-tac-toe\"\nform = \"knockout\"", 2, "random"));
    let run = |args: &[&str]| cup.run(args);
    let before = cup.text();
    fs::write(cup.here().join("cup.json"), &before).expect("a file");
    let own = said(cup.here(), &["tournament", "cup.json", "--save", "./cup.json"]);
    assert_eq!((own.0, own.1.contains("`./cup.json` is the tournament")), (Some(2), true), "{}", own.1);
    assert_eq!(fs::read_to_string(cup.here().join("cup.json")).expect("a file"), before);
    let (code, told) = run(&["--save", "a.html", "--save", "./a.html"]);
    assert_eq!((code, told.contains("named twice")), (Some(2), true), "{told}");
    // The second cannot be written, so the first is unchanged.
    fs::create_dir(cup.here().join("b.json")).expect("a folder");
    let (code, told) = run(&["--save", "a.html", "--save", "b.json"]);
    assert_eq!((code, told.contains("`b.json` cannot be written")), (Some(1), true), "{told}");
    assert!(!cup.here().join("a.html").exists());
}

#[test]
fn faces_for_tournaments_are_checked_and_named() {
    let cup = Cup::new(&entries("game = \"mine\"\nform = \"knockout\"", 2, "random"));
    let game =
        "[game]\nid = \"mine\"\nname = \"Mine\"\nplayers = [2, 2]\n[flow]\nplay = \"win players[1]\"\n";
    let face = |name: &str, text: &str| {
        fs::create_dir_all(cup.here().join("mine/faces")).expect("a folder");
        fs::write(cup.here().join("mine/game.toml"), game).expect("a file");
        fs::write(cup.here().join(format!("mine/faces/{name}.svg.j2")), text).expect("a file");
    };
    face(
        "table",
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 10 10\"><text>{{ titel }}</text></svg>",
    );
    let (code, told) = said(cup.here(), &["check", "mine"]);
    assert_eq!((code, told.contains("table.svg.j2")), (Some(1), true), "{told}");
    let (code, told) = cup.run(&["--save", "a.html", "--save", "a.pdf"]);
    assert_eq!((code, told.contains("table.svg.j2")), (Some(1), true), "{told}");
    assert!(!cup.here().join("a.html").exists());
    face(
        "table",
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 10 10\"><rect width=\"5\" height=\"5\" data-text=\"{{ title }}\"/></svg>",
    );
    assert_eq!(said(cup.here(), &["check", "mine"]).0, Some(0));
    face("bracket", "<svg xmlns=\"http://www.w3.org/2000/svg\" onload=\"x()\"/>");
    let (code, told) = said(cup.here(), &["check", "mine"]);
    assert_eq!((code, told.contains("bracket.svg.j2")), (Some(1), true), "{told}");
}

#[cfg(unix)]
#[test]
fn a_pipe_is_no_list() {
    let cup = Cup::new(
        &entries("game = \"sparring\"\nform = \"knockout\"", 2, "random")
            .replace("bot =", "list = \"pipe.toml\"\nbot ="),
    );
    sparring(&cup.here().join("sparring"));
    let made =
        std::process::Command::new("mkfifo").arg(cup.here().join("pipe.toml")).status().expect("it runs");
    assert!(made.success());
    let (code, told) = cup.run(&[]);
    assert_eq!((code, told.contains("is not a regular file")), (Some(1), true), "{told}");
}

/// While bots play, an interrupt ends their matches; while a person is asked, it ends the program.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_question_after_bots_have_played() {
    use crate::process::{Ends, Running};
    use std::io::{Read, Write};
    use std::process::{Command, Stdio};
    use std::time::Duration;

    let entry = |name: &str, bot: &str| format!("[[entries]]\nname = \"{name}\"\nbot = \"{bot}\"\n");
    let text = [
        "game = \"tic-tac-toe\"\nform = \"knockout\"\n".to_owned(),
        entry("Ann", "random"),
        "[[entries]]\nname = \"Bea\"\n".to_owned(),
        entry("Cid", "mcts:900000000"),
        entry("Dan", "random"),
    ];
    let cup = Cup::new(&text.concat());
    let asked = || -> Running {
        let mut command = super::cardwright();
        command.current_dir(cup.here()).args(["tournament", "cup.toml"]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).begun();
        let (mut told, mut bytes) = (Vec::new(), [0; 256]);
        let errors = child.stderr.as_mut().expect("piped");
        while !String::from_utf8_lossy(&told).contains("Who won?") {
            let count = errors.read(&mut bytes).expect("read");
            assert!(count > 0, "{}", String::from_utf8_lossy(&told));
            told.extend(&bytes[..count]);
        }
        child
    };
    let interrupt = |child: &Running| {
        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().expect("there is `kill`").success());
    };
    let mut child = asked();
    assert!(cup.text().contains("between = [\"Ann\", \"Dan\"]"), "{}", cup.text());
    // `wait` would close it, and the end of the input ends the program as well.
    let kept_open = child.stdin.take();
    interrupt(&child);
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    drop(kept_open);

    // The answer leads to a match of bots that takes hours: the interrupt of that is the first again.
    fs::write(cup.here().join("cup.toml"), text.concat()).expect("a file");
    let mut child = asked();
    child.stdin.as_mut().expect("piped").write_all(b"Cid\n").expect("written");
    while !cup.text().contains("between = [\"Bea\", \"Cid\"]") {
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_millis(500));
    interrupt(&child);
    let output = child.wait_with_output().expect("it ends");
    let told = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!((output.status.code(), told.contains("what was played is kept")), (Some(0), true), "{told}");
}

#[test]
fn no_entry_is_called_what_results_mean_otherwise() {
    for name in ["2", "draw", "Draw ", "D"] {
        let cup = Cup::new(&format!(
            "game = \"hex\"\nform = \"knockout\"\n[[entries]]\nname = \"{name}\"\n[[entries]]\nname = \"Bea\"\n"
        ));
        let (code, told) = cup.run(&["--no-ask"]);
        let says = format!("CW0870]\n  × an entry cannot be called `{}`", name.trim());
        assert!(code == Some(1) && told.contains(&says), "{told}");
    }
}

#[test]
fn an_entry_whose_name_has_a_comma_wins_by_its_number() {
    let cup = Cup::new(
        "game = \"hex\"\nform = \"knockout\"\n[[entries]]\nname = \"B,ea\"\n[[entries]]\nname = \"Cid\"\n",
    );
    let (code, told) = cup.run(&["--no-ask", "--result", "1.1=B,ea"]);
    assert!(code == Some(2) && told.contains("write `1` for B,ea, `2` for Cid, or draw"), "{told}");
    let (code, told) = cup.run(&["--no-ask", "--result", "1.1=1"]);
    assert!(code == Some(0) && told.contains("B,ea won it."), "{told}");
}
