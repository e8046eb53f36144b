//! Bots and `solve` as their users meet them.

use std::fs;
use std::path::Path;
use std::process::Output;

use super::play::typed;
use super::{cardwright, text};

/// Two players take turns to take one or two from a heap; who takes the last wins. And a variant with a die.
const GAME: &str = r#"
[game]
id = "heap"
name = "Heap"
players = [2, 2]
[options.size]
range = [1, 90]
default = 4
[options.dice]
default = false
[state.table]
heap = "int 0..90"
[state.player]
taken = "int 0..90"
[bots.greedy]
evaluate = "taken"
[bots.shy]
evaluate = "-taken"
text = "Takes as little as it can."
[flow]
setup = "heap = size"
play = """
let p = players[1]
while true {
  choose n from 1..min(2, heap) by p
  heap -= n
  p.taken += n
  if heap == 0 { win p }
  p = next(p)
}
"""
"#;

fn heap() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir_all(folder.path().join("heap/scenarios")).expect("a folder");
    fs::write(folder.path().join("heap/game.toml"), GAME).expect("written");
    let scenario = "name = \"Three left\"\nplayers = 2\nbegin = \"play\"\n[state]\nheap = 3\n\
                    [[steps]]\nplay = \"shy\"\nplies = 1\n[[steps]]\nexpect = \"heap == 2\"\n\
                    [[steps]]\nplay = \"mcts:20\"\nuntil = \"end\"\n[[steps]]\nwinners = [2]\n";
    fs::write(folder.path().join("heap/scenarios/three.toml"), scenario).expect("written");
    folder
}

fn run(folder: &Path, args: &[&str]) -> Output {
    cardwright().current_dir(folder).args(args).output().expect("it runs")
}

fn said(output: &Output) -> &str {
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    text(&output.stdout)
}

#[test]
fn a_games_own_bots_sit_wherever_others_do() {
    let folder = heap();
    let scenarios = run(folder.path(), &["run", "heap"]);
    assert_eq!(scenarios.status.code(), Some(0), "{}", text(&scenarios.stderr));
    let output = run(folder.path(), &["play", "heap", "--seats", "shy,greedy", "--seed", "1"]);
    let shown = said(&output);
    assert!(shown.contains("1") && shown.contains("2"), "{shown}");
    // Shy takes 1, greedy 2, shy the last.
    let sim = |more: &[&str]| {
        let args = [&["sim", "heap", "-n", "10", "--format", "json"], more].concat();
        serde_json::from_str::<serde_json::Value>(said(&run(folder.path(), &args))).expect("JSON")
    };
    let fixed = sim(&["--bots", "shy,greedy"]);
    assert_eq!((&fixed["seats"][0]["bot"], &fixed["seats"][0]["wins"]), (&"shy".into(), &10.into()));
    assert_eq!(fixed["rotate"], false);
    // Each takes one, so that the second takes the last.
    let rotated = sim(&["--bots", "first,first", "--rotate", "--jobs", "2", "--stats", "speed"]);
    assert_eq!(sim(&["--bots", "first,first"])["seats"][1]["wins"], 10);
    assert_eq!((&rotated["seats"][0]["wins"], &rotated["seats"][1]["wins"]), (&5.into(), &5.into()));
    assert_eq!(rotated["speed"]["playouts"], 0);
    let ahead = sim(&["--bots", "mcts:40,random", "-o", "size=5", "--stats", "speed"]);
    assert!(ahead["seats"][0]["wins"].as_u64() >= Some(9), "{ahead}");
    assert!(ahead["speed"]["playouts"].as_u64() > Some(400), "{ahead}");
}

#[test]
fn nobody_by_that_name_is_told() {
    let folder = heap();
    for args in [&["sim", "heap", "--bots", "shi"][..], &["play", "heap", "--seats", "shi"]] {
        let output = run(folder.path(), args);
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(text(&output.stderr), "error: there is no bot `shi`; did you mean `shy`?\n");
    }
    let output = run(folder.path(), &["sim", "heap", "--bots", "mcts:fast"]);
    assert!(text(&output.stderr).contains("write `mcts:1000` or `mcts:200ms`"), "{}", text(&output.stderr));
    let path = folder.path().join("heap/scenarios/three.toml");
    let scenario = fs::read_to_string(&path).expect("there");
    fs::write(&path, scenario.replace("\"shy\"", "\"shi\"")).expect("written");
    let output = run(folder.path(), &["check", "heap"]);
    assert_eq!(output.status.code(), Some(1));
    let told = text(&output.stderr);
    assert!(told.contains("CW0803") && told.contains("did you mean `shy`?"), "{told}");
}

#[test]
fn a_bot_cannot_be_called_like_somebody_who_is_there() {
    let folder = heap();
    let path = folder.path().join("heap/game.toml");
    fs::write(&path, GAME.replace("bots.shy", "bots.human")).expect("written");
    let output = run(folder.path(), &["check", "heap"]);
    let told = text(&output.stderr);
    assert!(told.contains("CW0302") && told.contains("`human` is a person"), "{told}");
}

#[test]
fn solve_says_who_wins_and_how() {
    let folder = heap();
    let output = run(folder.path(), &["solve", "heap"]);
    let shown = said(&output);
    assert!(shown.contains("With best play player 1 wins, after 3 choices at the latest."), "{shown}");
    assert!(shown.contains("\n1. player 1: 1\n2. player 2: 1\n3. player 1: 2\n"), "{shown}");
    let of = |args: &[&str]| {
        let args = [&["solve", "heap", "--format", "json"], args].concat();
        serde_json::from_str::<serde_json::Value>(said(&run(folder.path(), &args))).expect("JSON")
    };
    let solved = of(&["-o", "size=6"]);
    assert_eq!((&solved["winner"], &solved["choices"]), (&2.into(), &4.into()));
    let line = solved["line"].as_array().expect("a list");
    assert_eq!((line.len(), &line[0]["seat"]), (4, &1.into()));
    assert_eq!(of(&["--scenario", "three"])["winner"], 2);
}

#[test]
fn play_sim_and_soak_begin_where_a_scenario_does() {
    let folder = heap();
    let folder = folder.path();
    let three = ["heap", "--scenario", "three"];
    let of = |args: &[&str]| run(folder, &[&["sim"], &three[..], args].concat());
    // With three left, a player who takes one leaves two to be taken.
    let report = of(&["-n", "10", "--seats", "shy,greedy", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(said(&report)).expect("JSON");
    let wins: Vec<u64> = report["seats"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|s| s["wins"].as_u64().expect("a number"))
        .collect();
    assert_eq!(wins, [0, 10], "{report}");
    let played = typed(folder, &["play", "heap", "--scenario", "three", "--seats", "human,shy"], "2\n");
    assert!(text(&played.stdout).contains("Player 2 has won."), "{}", text(&played.stdout));
    let left =
        typed(folder, &["play", "heap", "--scenario", "three", "--seats", "human,shy"], "save kept.toml\n");
    assert!(
        text(&left.stdout).contains("a game that began from a scenario cannot be saved"),
        "{}",
        text(&left.stdout)
    );
    assert!(!folder.join("kept.toml").exists() && text(&left.stderr).is_empty(), "{}", text(&left.stderr));
    let soaked = run(folder, &[&["soak"], &three[..], &["-n", "20", "--format", "json"]].concat());
    let soaked: serde_json::Value = serde_json::from_str(said(&soaked)).expect("JSON");
    // Three are taken in two or three choices; a whole heap would take more.
    let choices = soaked["choices"].as_u64().expect("a number");
    assert!(soaked["games"] == 20 && (40..=60).contains(&choices), "{soaked}");
    let refused = run(folder, &[&["soak"], &three[..], &["--players", "2"]].concat());
    assert!(text(&refused.stderr).contains("cannot be used with"), "{}", text(&refused.stderr));
    for (args, words) in [
        (&["--players", "2"][..], "cannot be used with"),
        (&["--sweep", "option.size=1..2"], "a scenario says itself who plays"),
        (&["--league", "shy,greedy"], "a league does not begin from a scenario"),
    ] {
        let refused = of(args);
        assert!(
            refused.status.code() == Some(2) && text(&refused.stderr).contains(words),
            "{}",
            text(&refused.stderr)
        );
    }
    let unknown = run(folder, &["sim", "heap", "--scenario", "thre"]);
    assert!(text(&unknown.stderr).contains("did you mean `three`?"), "{}", text(&unknown.stderr));
}

#[test]
fn what_a_scenario_fixes_of_chance_comes_in_every_game_from_it() {
    let folder = heap();
    let path = folder.path().join("heap/game.toml");
    fs::write(&path, GAME.replace("heap -= n", "heap -= n; p.taken += roll(d6)")).expect("written");
    let fixed = "name = \"Six\"\nplayers = 2\nbegin = \"play\"\n[state]\nheap = 1\n[chance]\nroll = [6]\n[[steps]]\nchoose = \"1\"\n";
    fs::write(folder.path().join("heap/scenarios/six.toml"), fixed).expect("written");
    let figures = "[figures]\nmost = \"max(players, taken)\"\n";
    let whole = fs::read_to_string(&path).expect("there");
    fs::write(&path, whole.replace("[flow]", &format!("{figures}[flow]"))).expect("written");
    let output = run(folder.path(), &["sim", "heap", "--scenario", "six", "-n", "20", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(said(&output)).expect("JSON");
    let most = &report["figures"][0]["number"];
    assert_eq!((&most["min"], &most["max"]), (&7.into(), &7.into()), "{report}");
    // The command that shows a game again begins there, too.
    let output = run(folder.path(), &["sim", "heap", "--scenario", "three", "-n", "20", "--max-plies", "1"]);
    let told = text(&output.stdout);
    assert!(
        told.contains("from scenario three")
            && told.contains("cardwright play heap --scenario three --seed "),
        "{told}"
    );
    let refused = run(folder.path(), &["sim", "heap", "--scenario", "six", "--shrink"]);
    assert_eq!(refused.status.code(), Some(2), "{}", text(&refused.stderr));
    // A rule that only fails when a six is rolled fails there in every game.
    let fails = whole.replace("p.taken += roll(d6)", "p.taken += roll(d6) / 6 * 1000");
    assert_ne!(fails, whole);
    fs::write(&path, fails).expect("written");
    let output = run(folder.path(), &["soak", "heap", "--scenario", "six", "-n", "2"]);
    let told = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("agreed: --scenario six --seed"), "{told}");
}

#[test]
fn what_is_not_solved_is_said_to_be_not_solved() {
    let folder = heap();
    let output = run(folder.path(), &["solve", "heap", "-o", "size=80", "--limit", "20"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).is_empty());
    let told = text(&output.stderr);
    assert!(told.contains("CW0861") && told.contains("Heap was not solved within 20 positions"), "{told}");
    let alone = "[game]\nid = \"alone\"\nname = \"Alone\"\nplayers = [1, 1]\n[flow]\n\
                 play = \"choose n from 1..2 by players[1]\"\n";
    fs::create_dir(folder.path().join("alone")).expect("a folder");
    fs::write(folder.path().join("alone/game.toml"), alone).expect("written");
    let output = run(folder.path(), &["solve", "alone"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("Alone cannot be solved: 1 player plays it"), "{said}");
    let hidden = run(folder.path(), &["solve", "kuhn-poker"]);
    let told = text(&hidden.stderr);
    assert_eq!(hidden.status.code(), Some(1));
    assert!(told.contains("CW0860") && told.contains("`deck` is not `seen_by = \"all\"`"), "{told}");
    let path = folder.path().join("heap/game.toml");
    fs::write(&path, GAME.replace("heap -= n", "heap -= n; if dice { p.taken = roll(d6) }"))
        .expect("written");
    let chance = run(folder.path(), &["solve", "heap"]);
    let told = text(&chance.stderr);
    assert!(told.contains("CW0860") && told.contains("draws on chance"), "{told}");
}

#[test]
fn choices_of_scenarios_are_no_choices_of_play() {
    let folder = heap();
    let scenario = "name = \"Ask\"\nplayers = 2\n[[steps]]\ndo = \"choose n from 1..2 by players[1]\"\n";
    fs::write(folder.path().join("heap/scenarios/ask.toml"), scenario).expect("written");
    let out = run(folder.path(), &["sim", "heap", "-n", "5", "--stats", "choices"]);
    let said = said(&out);
    assert!(said.contains("(game.toml:") && !said.contains("scenarios"), "{said}");
}

#[test]
fn partners_may_share_one_bot() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = "[game]\nid = \"pairs\"\nname = \"Pairs\"\nplayers = [4, 4]\n[state.player]\nn = \"int 0..9\"\n\
                [scoring]\ntogether = \"p.n\"\nscore = \"p.n\"\n[flow]\n\
                setup = \"for each p in players { p.n = seat(p) % 2 }\"\n\
                play = \"for each p in players { choose x from 1..2 by p }; end\"\n";
    fs::create_dir(folder.path().join("pairs")).expect("a folder");
    fs::write(folder.path().join("pairs/game.toml"), game).expect("written");
    let sides =
        run(folder.path(), &["sim", "pairs", "-n", "8", "--seats", "first,random", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_slice(&sides.stdout).expect("JSON");
    let seats =
        report["seats"].as_array().expect("seats").iter().map(|seat| seat["bot"].as_str().expect("a name"));
    assert_eq!(seats.collect::<Vec<_>>(), ["first", "random", "first", "random"]);
    let three = run(folder.path(), &["sim", "pairs", "-n", "8", "--seats", "first,random,first"]);
    assert_eq!(three.status.code(), Some(2));
    let why = "3 bots were named for 4 players: name one for all, one for each, or one for each side";
    assert!(text(&three.stderr).contains(why), "{}", text(&three.stderr));
}

/// A bot that cannot judge any position, and one that cannot judge some moves.
fn failing() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let bots = "[bots.bad]\nevaluate = \"1 / (taken - taken)\"\n[bots.odd]\nevaluate = \"0\"\n[bots.odd.prefers]\nn = \"1 / (n - 2)\"\n";
    fs::create_dir(folder.path().join("heap")).expect("a folder");
    fs::write(folder.path().join("heap/game.toml"), GAME.replace("[flow]", &format!("{bots}[flow]")))
        .expect("written");
    folder
}

#[test]
fn evaluations_that_fail_are_counted_and_the_first_is_shown() {
    let folder = failing();
    let run = |args: &[&str]| -> Output {
        cardwright().args(args).current_dir(folder.path()).output().expect("it runs")
    };
    for bots in ["bad,random", "odd,random", "mcts:40,bad"] {
        let sim = |jobs: &str| run(&["sim", "heap", "-n", "40", "--bots", bots, "-j", jobs]);
        let one = text(&sim("1").stdout).to_owned();
        assert!(
            one.contains("of bots failed, so they could not judge these moves: game.toml:")
                && one.contains("CW0704"),
            "{one}"
        );
        let again = one.lines().skip_while(|line| *line != "The first:").nth(1).expect("a command");
        assert!(again.trim_start().starts_with("cardwright play heap --players 2 --seed "), "{one}");
        assert_eq!(text(&sim("2").stdout), one);
    }
    let json = run(&["sim", "heap", "-n", "40", "--bots", "bad,random", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).expect("JSON");
    let failed = &json["failed_evaluations"];
    assert!(
        failed["count"].as_u64() > Some(0)
            && failed["first"]["why"].as_str().is_some_and(|w| w.contains("CW0704")),
        "{failed}"
    );
    let sound = run(&["sim", "heap", "-n", "40", "--bots", "shy,random"]);
    assert!(!text(&sound.stdout).contains("failed"), "{}", text(&sound.stdout));
    let played = run(&["play", "heap", "--seats", "bad,random"]);
    assert!(
        text(&played.stdout).contains("of player 1's bot failed, so it could not judge these moves"),
        "{}",
        text(&played.stdout)
    );
}
