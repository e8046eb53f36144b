//! `play`, `replay`, `sim` and `demo` as their users meet them.

use crate::process::Ends;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Output, Stdio};

use super::{cardwright, run, text};
use crate::play::BIDS;

/// A folder with the game of bids in it.
fn bids() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), BIDS);
    folder
}

fn write(folder: &Path, texts: &[(&str, &str)]) {
    for (name, text) in texts {
        let path = folder.join("bids").join(name);
        fs::create_dir_all(path.parent().expect("it has one")).expect("a folder");
        fs::write(path, text).expect("written");
    }
}

/// Runs in a folder, with lines to read.
pub(super) fn typed(folder: &Path, args: &[&str], input: &str) -> Output {
    typed_at_width(None, folder, args, input)
}

/// Like `typed`, with the width of the terminal in `COLUMNS`.
pub(super) fn typed_at_width(columns: Option<&str>, folder: &Path, args: &[&str], input: &str) -> Output {
    let mut command = cardwright();
    command
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    columns.map(|columns| command.env("COLUMNS", columns));
    let mut child = command.begun();
    child.stdin.take().expect("piped").write_all(input.as_bytes()).expect("it reads");
    child.wait_with_output().expect("it ends")
}

fn said(output: &Output) -> String {
    let code = output.status.code().map_or("no code".into(), |c| c.to_string());
    format!("{}──── standard error\n{}──── {code}\n", text(&output.stdout), text(&output.stderr))
}

#[test]
fn a_player_passes_until_something_happens() {
    let game = r#"
[game]
id = "bids"
name = "Windows"
version = "0.1.0"
players = [2, 2]
[state.player]
used = "int 0..9"
[actions.use]
do = "you.used += 1"
[flow]
play = """
repeat 4 { may act turn_order(players[1]) from {use} "Anybody?" }
choose n from 1..2 by players[2] "How many?"
repeat 2 { may act turn_order(players[1]) from {use} "Anybody again?" }
choose n from 1..2 by players[1] "And you?"
end
"""
"#;
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), &[("game.toml", game)]);
    let asked = |input: &str| {
        let output = typed(folder.path(), &["play", "bids", "--seats", "human,idle", "--seed", "1"], input);
        let shown = text(&output.stdout).to_owned();
        let count = |question: &str| shown.lines().filter(|line| *line == question).count();
        (count("Anybody?"), count("Anybody again?"), count("And you?"), shown)
    };
    write(folder.path(), &[("game.toml", &format!("{game}[bots.idle]\nevaluate = \"-used\"\n"))]);
    let (first, again, own, shown) = asked("?\npass!\npass!\n1\n");
    assert!(shown.contains("  pass!         pass, and go on passing"), "{shown}");
    // Player 2's choices in between have happened; passes have not.
    assert_eq!((first, again, own), (1, 1, 1), "{shown}");
    let (first, again, own, shown) = asked("pass\npass\npass\npass!\npass!\npass!\n1\n");
    assert_eq!((first, again, own), (4, 1, 1), "{shown}");
    assert!(shown.contains("There is nothing to pass here."), "{shown}");
}

#[test]
fn a_game_is_played_by_numbers_and_names() {
    let folder = bids();
    let input = "?\n? élm\n? ehlm\n1\npass\nlog\nundo\noptions\nowe one more\nsotp\n12\nsave\nsave kept.toml\ntable\n3\n";
    let output = typed(folder.path(), &["play", "bids", "--seed", "1", "--seats", "human,first"], input);
    assert_eq!(output.status.code(), Some(0));
    assert!(!text(&output.stdout).contains('\u{1b}'));
    insta::assert_snapshot!(said(&output));
    let kept = fs::read_to_string(folder.path().join("kept.toml")).expect("saved");
    let rules = kept.lines().find(|l| l.starts_with("rules")).expect("a hash").to_string();
    insta::assert_snapshot!(kept.replace(&rules, "rules = <rules>"));
    let replayed = typed(folder.path(), &["replay", "kept.toml"], "");
    insta::assert_snapshot!(said(&replayed));
}

#[test]
fn a_game_is_played_in_another_language() {
    let folder = bids();
    let german = "[words]\nhand = \"Blatt\"\n";
    write(folder.path(), &[("texts/de.toml", german)]);
    let seats = ["play", "bids", "--seed", "1", "--seats", "human,first"];
    let output = typed(folder.path(), &[&seats[..], &["--lang", "de"]].concat(), "table\n");
    assert!(said(&output).contains("Blatt"), "{}", said(&output));
    let output = typed(folder.path(), &seats, "table\n");
    assert!(!said(&output).contains("Blatt"), "{}", said(&output));
    let output = typed(folder.path(), &[&seats[..], &["--lang", "fr"]].concat(), "");
    assert!(output.status.code() == Some(1) && said(&output).contains("CW0608"), "{}", said(&output));
}

#[test]
fn the_end_of_the_input_ends_the_game_and_nothing_is_lost() {
    let folder = bids();
    let play = ["play", "bids", "--players", "2", "--seed", "1", "--seats", "human,first"];
    let left = typed(folder.path(), &play, "1\npass\n");
    assert_eq!(left.status.code(), Some(0));
    assert_eq!(
        text(&left.stderr),
        "The game was left before its end, and not saved (`save FILE` or `--save-on-exit FILE` does).\n"
    );
    let saving = [&play[..], &["--save-on-exit", "saves/it.toml"]].concat();
    let left = typed(folder.path(), &saving, "1\npass\nquit\n");
    assert_eq!(
        text(&left.stderr),
        "Saved to saves/it.toml; `cardwright play --load saves/it.toml` goes on.\n"
    );
    // On from there, to the end that an uninterrupted game has.
    let loaded = typed(
        folder.path(),
        &["play", "--load", "saves/it.toml", "--save-on-exit", "end.toml"],
        "undo\npass\nowe\n3\n",
    );
    assert_eq!(loaded.status.code(), Some(0), "{}", said(&loaded));
    let whole =
        typed(folder.path(), &[&play[..], &["--save-on-exit", "whole.toml"]].concat(), "1\npass\nowe\n3\n");
    assert_eq!(whole.status.code(), Some(0));
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("saved");
    assert_eq!(read("end.toml"), read("whole.toml"));
    let last =
        |output: &Output| text(&output.stdout).lines().rev().take(5).map(String::from).collect::<Vec<_>>();
    assert_eq!(last(&loaded), last(&whole));
}

#[test]
fn several_people_are_told_only_what_they_may_know() {
    let folder = bids();
    let args = ["play", "bids", "--seed", "1", "--seats", "human,human"];
    let output = typed(folder.path(), &args, "1\n1\npass\nquit\n");
    let shown = text(&output.stdout);
    let second = shown.split("--- turn 2: player 2 ---").nth(1).expect("their turn");
    assert!(second.contains("player 1: chooses in secret: Which card do you bid?"), "{shown}");
    assert!(second.contains("player 1   hand 1 card · bid 1 card"), "{shown}");
}

#[test]
fn a_replay_that_no_longer_fits_points_at_the_line() {
    let folder = bids();
    let save = ["play", "bids", "--seed", "1", "--seats", "human,first", "--save-on-exit", "it.toml"];
    typed(folder.path(), &save, "1\npass\nowe\n");
    let changed = BIDS.iter().map(|(name, text)| (*name, text.replace("actions.owe]", "actions.lend]")));
    let changed: Vec<(&str, String)> = changed.collect();
    write(folder.path(), &changed.iter().map(|(n, t)| (*n, t.as_str())).collect::<Vec<_>>());
    let output = typed(folder.path(), &["replay", "it.toml"], "");
    assert_eq!(output.status.code(), Some(1));
    insta::assert_snapshot!(said(&output));
    // As far as it goes, it goes.
    let output = typed(folder.path(), &["replay", "it.toml", "--to", "3", "--quiet"], "");
    assert_eq!(output.status.code(), Some(0));
    assert!(
        text(&output.stdout).starts_with("After 3 answers the game is not over. Player "),
        "{}",
        said(&output)
    );
    assert!(text(&output.stderr).contains("CW0853"));
    let output = typed(folder.path(), &["replay", "it.toml", "--to", "1"], "");
    let shown = text(&output.stdout);
    let (told, table) = shown.split_once("The table as player ").expect("the table");
    assert!(told.contains("After 1 answer the game is not over."), "{shown}");
    assert!(table.contains(" sees it:\n\n  stock ") && table.contains("your hand"), "{shown}");
    for (file, code) in [("none.toml", "CW0003"), ("bids/game.toml", "CW0850")] {
        let output = typed(folder.path(), &["replay", file, "--format", "short"], "");
        assert_eq!(output.status.code(), Some(1));
        assert!(text(&output.stderr).contains(code), "{}", said(&output));
    }
}

#[test]
fn a_simulation_reads_well() {
    let folder = bids();
    let output = typed(
        folder.path(),
        &["sim", "bids", "-n", "300", "--players", "3", "--bots", "random,random,first"],
        "",
    );
    assert_eq!(output.status.code(), Some(1), "some owe too much");
    let commands = |l: &&str| l.starts_with("  cardwright play");
    assert!(text(&output.stdout).lines().filter(|l| !commands(l)).all(|l| l.chars().count() <= 80));
    insta::assert_snapshot!(said(&output));
    let args = ["sim", "bids", "-n", "10", "-o", "length=endless", "--bots", "first", "--max-plies", "50"];
    let output = typed(folder.path(), &args, "");
    assert_eq!(output.status.code(), Some(0));
    insta::assert_snapshot!(said(&output));
    // The command that it names shows the game, and stops it at the same choice.
    let again =
        text(&output.stdout).lines().find_map(|l| l.trim().strip_prefix("cardwright ")).expect("a command");
    let mut again: Vec<&str> = again.split(' ').collect();
    assert_eq!(again.split_off(again.len() - 2), ["--max-plies", "50"]);
    again.extend(["--max-plies", "500"]);
    let shown = typed(folder.path(), &again, "");
    assert_eq!(shown.status.code(), Some(0), "{}", said(&shown));
    assert!(text(&shown.stdout).contains("… 301 more …"), "{}", said(&shown));
    assert!(
        text(&shown.stdout)
            .ends_with("\nThe game is stopped after 500 choices of bots in a row (--max-plies).\n")
    );
    let speed = typed(folder.path(), &[&args[..], &["--stats", "speed"]].concat(), "");
    assert!(text(&speed.stdout).contains(" games/s, "), "{}", said(&speed));
}

#[test]
fn a_game_without_end_says_where_it_goes_round_and_whole_lines_that_never_ran() {
    let game = r#"[game]
id = "bids"
name = "Round and round"
players = [2, 2]
[state.table]
round = "int 0..9"
[actions.stay]
do = "log \"{{ you }} stays\""
[actions.go]
when = "round > 3"
do = '''
round += 1 if round < 4 else 2
end
'''
[flow]
play = '''
choose n from 1..3 by players[1] "Which of three?"
while n > 0 {
  for each p in players { act p from {stay, go} "What now?" }
}
'''
"#;
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), &[("game.toml", game)]);
    for bots in ["random,random", "first,first"] {
        let args = ["sim", "bids", "-n", "3", "--max-plies", "300", "--stats", "rules", "--bots", bots];
        let output = typed(folder.path(), &args, "");
        let shown = text(&output.stdout);
        assert!(shown.contains("3 games stopped after 300 choices; the first:"), "{shown}");
        let named = "Asked most at their end, in 100.0 % of the choices:\n  What now? (game.toml:19)\n";
        assert!(shown.contains(named), "{shown}");
        let (_, never) = shown.split_once("Never ran").expect("some never ran");
        assert!(never.contains("game.toml:12  round += 1 if round < 4 else 2\n"), "{shown}");
        assert!(never.contains("game.toml:13  end\n") && !never.contains("'''"), "{shown}");
    }
}

#[test]
fn a_simulation_is_the_same_for_any_number_of_threads() {
    let sim = |jobs: &str, format: &str| {
        let args = ["sim", "fantasy-realms", "-n", "400", "--seed", "3", "--jobs", jobs, "--format", format];
        let output = run(&args);
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        text(&output.stdout).to_string()
    };
    assert_eq!(sim("1", "human"), sim("4", "human"));
    let json = sim("3", "json");
    assert_eq!(json, sim("1", "json"));
    let report: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(
        (&report["finished"], &report["seed"], &report["players"]),
        (&400.into(), &3.into(), &3.into())
    );
    assert_eq!(report["seats"].as_array().map(Vec::len), Some(3));
    let share = report["seats"][0]["share"].as_f64().expect("a share");
    assert!(
        report["seats"][0]["low"].as_f64() < Some(share) && report["seats"][0]["high"].as_f64() > Some(share)
    );
}

#[test]
fn what_cannot_be_played_is_told_in_a_line() {
    let folder = bids();
    let cases: [(&[&str], &str); 9] = [
        (&["play", "bids", "--players", "4"], "Bids is for 1 to 3 players, not for 4"),
        (&["play", "bids", "--seats", "huma"], "nobody is called `huma`; did you mean `human`?"),
        (&["play", "bids", "--seats", "rnadom"], "there is no bot `rnadom`; did you mean `random`?"),
        (&["play", "bids", "--players", "1", "--seats", "human,random"], "2 seats were named for 1 player"),
        (&["play", "bids", "-o", "limit=0"], "the option `limit` is a number from 1 to 9, not `0`"),
        (&["sim", "bids", "-o", "limitt=2"], "Bids has no option `limitt`; did you mean `limit`?"),
        (
            &["sim", "bids", "--players", "3", "--bots", "first,first"],
            "2 bots were named for 3 players: name one for all, or one for each",
        ),
        (
            &["play", "--load", "x.toml", "--seed", "1"],
            "a saved game brings its own players, options, lists and seed: leave them out with --load",
        ),
        (
            &["sim", "bids", "--option", "limit"],
            "invalid value 'limit' for '--option <ID=VALUE>': write an option as `id=value`",
        ),
    ];
    for (args, message) in cases {
        let output = typed(folder.path(), args, "");
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", said(&output));
        assert!(
            text(&output.stderr).starts_with(&format!("error: {message}\n")),
            "{args:?}: {}",
            said(&output)
        );
    }
}

/// What `sim` stops at its limit, `play` stops there, too, if only bots play.
#[test]
fn a_game_that_does_not_end_is_shown_as_far_as_it_was_simulated() {
    let folder = tempfile::tempdir().expect("a folder");
    let still = "[game]\nid = \"still\"\nname = \"Still\"\nplayers = [1, 1]\n[state.table]\nwaits = \"int 0..MOST\"\n\
                 [actions.wait]\ndo = \"waits += 1\"\n[flow]\nplay = \"while true { act players[1] from {wait} }\"\n";
    let run = |most: &str, args: &[&str]| {
        fs::create_dir_all(folder.path().join("still")).expect("a folder");
        fs::write(folder.path().join("still/game.toml"), still.replace("MOST", most)).expect("written");
        let output = typed(folder.path(), args, "");
        format!("{}{}", text(&output.stdout), text(&output.stderr))
    };
    for (most, more, words) in [
        ("200000", &[][..], "stopped after 100,000 choices of bots in a row"),
        ("200000", &["--max-plies", "10500"], "stopped after 10,500 choices of bots in a row"),
        ("11000", &[], "CW07"),
        ("11000", &["--max-plies", "20000"], "CW07"),
    ] {
        let told = run(most, &[&["sim", "still", "-n", "2"][..], more].concat());
        let again =
            told.lines().find_map(|line| line.trim().strip_prefix("cardwright play")).expect("a command");
        let again: Vec<&str> = ["play"].into_iter().chain(again.split_whitespace()).collect();
        assert!(again.ends_with(more), "{again:?}");
        let shown = run(most, &again);
        assert!(shown.contains(words), "{again:?}: {shown}");
    }
    // With a person, who waits for the bots, the limit is lower.
    let help = run("9", &["play", "--help"]);
    assert!(help.contains("bots in a row [default: 10000; 100000 if only bots play]"), "{help}");
}

#[test]
fn the_demonstration_plays_a_game_and_says_what_to_try_next() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = typed(folder.path(), &["demo"], "");
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let shown = text(&output.stdout);
    assert!(shown.lines().count() <= 60 && shown.lines().all(|l| l.chars().count() <= 110), "{shown}");
    for part in [
        "✓ checked: ",
        "✓ compiled: ",
        "✓ played: 3 bots",
        "What counted",
        " has won.",
        "cardwright new my-game",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    let stable = |output: &Output| {
        text(&output.stdout).lines().filter(|l| !l.contains("compiled")).map(String::from).collect::<Vec<_>>()
    };
    assert_eq!(stable(&output), stable(&typed(folder.path(), &["demo"], "")));
    assert_ne!(stable(&output), stable(&typed(folder.path(), &["demo", "--seed", "2"], "")));
    assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 0, "nothing is written");
}

#[test]
fn the_demonstration_counts_as_check_does() {
    let folder = tempfile::tempdir().expect("a folder");
    for game in ["fantasy-realms", "realm-builder"] {
        let check = typed(folder.path(), &["check", game], "");
        let counts: Vec<&str> = text(&check.stdout).trim().split([':', ',']).map(str::trim).collect();
        let of = |word: &str| counts.iter().find(|count| count.contains(word)).expect("a count").to_string();
        let demo = typed(folder.path(), &["demo", game], "");
        let shown = text(&demo.stdout);
        let line = shown.lines().find(|line| line.starts_with("✓ checked: ")).expect("counts");
        assert!(line.contains(&of(" component")) && line.ends_with(&of(" scenario")), "{line}: {counts:?}");
    }
}

#[test]
fn no_terminal_no_escapes_and_colours_on_demand() {
    let folder = bids();
    let plain = typed(folder.path(), &["play", "bids", "--seed", "1"], "1\n3\n");
    let colored = typed(folder.path(), &["play", "bids", "--seed", "1", "--color", "always"], "1\n3\n");
    assert!(!text(&plain.stdout).contains('\u{1b}') && text(&colored.stdout).contains("\u{1b}[1m"));
    assert!(!text(&colored.stdout).contains("\u{1b}[2J"));
}

/// A game that nobody ends, one in which a rule fails, and one that keeps its promises.
#[test]
fn soak_says_what_was_broken_and_where() {
    let folder = bids();
    let sound = typed(folder.path(), &["soak", "bids", "-n", "40", "--max-plies", "400"], "");
    let said_of = said(&sound);
    assert!(
        !sound.status.success() && said_of.contains("CW0701") && said_of.contains("length=endless"),
        "{said_of}"
    );
    let endless = [(
        "game.toml",
        "[game]\nid = \"still\"\nname = \"Still\"\nplayers = [1, 1]\n[actions.wait]\ndo = \"\"\n[flow]\nplay = \"while true { act players[1] from {wait} }\"\n",
    )];
    write(folder.path(), &endless);
    fs::remove_dir_all(folder.path().join("bids/cards")).expect("there were cards");
    let endless = typed(folder.path(), &["soak", "bids", "--max-plies", "50"], "");
    let said_of = said(&endless);
    assert!(
        !endless.status.success() && said_of.contains("CW0840") && said_of.contains("after 50 choices"),
        "{said_of}"
    );
    // The limit, and the option that raises it.
    let way_out = "did not end within 50 choices";
    let in_one_line = said_of.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(in_one_line.contains(way_out) && in_one_line.contains("`--max-plies 500`"), "{said_of}");
    let sound = run(&["soak", "tic-tac-toe", "-n", "7"]);
    assert!(
        sound.status.success() && text(&sound.stdout).starts_with("tic-tac-toe: ok: 7 games, "),
        "{}",
        said(&sound)
    );
    let nothing = [(
        "game.toml",
        "[game]\nid = \"still\"\nname = \"Still\"\nplayers = [1, 1]\n[options.long]\n[[require]]\nthat = \"long and not long\"\n\
         text = \"It is both.\"\n[actions.wait]\ndo = \"\"\n[flow]\nplay = \"act players[1] from {wait}\"\n",
    )];
    write(folder.path(), &nothing);
    let nothing = typed(folder.path(), &["soak", "bids", "-n", "1"], "");
    let said_of = said(&nothing);
    assert_eq!(nothing.status.code(), Some(1), "{said_of}");
    assert!(said_of.contains("CW0842") && said_of.contains("It is both."), "{said_of}");
}

#[test]
fn soak_and_sim_stop_a_game_after_as_many_choices() {
    for command in ["soak", "sim"] {
        let help = run(&[command, "--help"]);
        let help = text(&help.stdout).split_whitespace().collect::<Vec<_>>().join(" ");
        let option = help.split("--max-plies").nth(1).unwrap_or_default();
        assert!(
            option.split(']').next().is_some_and(|o| o.ends_with("[default: 100000")),
            "{command}: {help}"
        );
    }
}

#[test]
fn soak_plays_what_is_asked_for() {
    let some = run(&["soak", "minute-realms", "-n", "6", "--players", "3"]);
    assert!(some.status.success(), "{}", said(&some));
    assert!(
        text(&some.stdout).contains(" of 1 combination of options and players"),
        "{}",
        text(&some.stdout)
    );
    for wrong in [&["--players", "99"][..], &["--option", "nothing=7"]] {
        let refused = run(&[&["soak", "minute-realms", "-n", "6"], wrong].concat());
        assert_eq!(refused.status.code(), Some(2), "{}", said(&refused));
    }
}

#[test]
fn a_turn_is_marked_where_somebody_else_was_asked_before() {
    let folder = bids();
    let play = |seats: &str, input: &str| {
        let args = ["play", "bids", "--seed", "1", "--seats", seats];
        text(&typed(folder.path(), &args, input).stdout).to_string()
    };
    let marks = |shown: &str| -> Vec<String> {
        shown.lines().filter(|line| line.starts_with("--- ")).map(String::from).collect()
    };
    // Player 1 bids, then player 2; then player 1 is asked twice.
    assert_eq!(
        marks(&play("human,first", "1\nowe\npass\n"))[..2],
        ["--- turn 1: yours ---", "--- turn 3: yours ---"]
    );
    let both = play("human,human", "1\n1\npass\nquit\n");
    assert_eq!(
        marks(&both)[..3],
        ["--- turn 1: player 1 ---", "--- turn 2: player 2 ---", "--- turn 3: player 1 ---"]
    );
    // A turn that is taken back is counted once.
    let again = play("human,first", "1\nundo\n1\n");
    assert_eq!(
        marks(&again),
        ["--- turn 1: yours ---", "--- turn 3: yours ---", "--- turn 1: yours ---", "--- turn 3: yours ---"]
    );
}

/// Two of four are given away; the next choice has one option alone.
const GIFTS: &[(&str, &str)] = &[
    (
        "game.toml",
        r#"
[game]
name    = "Gifts"
id      = "gifts"
players = [1, 2]
[zones]
hand = { per = "player", start = "cards where self == players[1]" }
away = { start = "{}" }
[flow]
play = '''
choose exactly 2 gifts from players[1].hand by players[1]
move(gifts, away)
choose last from {ash} by players[1]
end
'''
"#,
    ),
    ("cards/trees.toml", "[cards]\nash = {}\nbirch = {}\ncedar = {}\nelm = {}\n"),
];

#[test]
fn several_are_taken_in_one_line_and_a_lone_option_is_not_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), GIFTS);
    let play = |seats: &str, input: &str| {
        let output =
            typed(folder.path(), &["play", "bids", "--seed", "1", "--players", "2", "--seats", seats], input);
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        text(&output.stdout).to_string()
    };
    insta::assert_snapshot!(play("human,first", "4 2\n"));
    // One by one, in any order, the question says how far it has come.
    insta::assert_snapshot!(play("human,first", "elm\n4\n7\n1 2\nundo\nElm, Birch\n"));
    // A player who is not asked would reveal their hand to the other at the terminal.
    let together = play("human,human", "1 2\n1\n");
    assert!(together.contains("last?"), "{together}");
}

/// Runs the game of gifts.
fn gifts(folder: &Path, args: &[&str], input: &str) -> String {
    let output = typed(folder, args, input);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    text(&output.stdout).to_string()
}

#[test]
fn a_game_saved_amid_a_selection_goes_on_where_it_stood() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    write(here, GIFTS);
    let play = ["play", "bids", "--seed", "1", "--players", "2", "--seats", "human,first"];
    let whole = gifts(here, &play, "elm\nbirch\n");
    let saved = gifts(here, &play, "elm\nsave kept.toml\n");
    assert!(!saved.contains("not saved") && !saved.contains("not in it"), "{saved}");
    let kept = fs::read_to_string(here.join("kept.toml")).expect("saved");
    assert!(kept.contains("choices = [\n]\n") && kept.ends_with("picks = [\"elm\"]\n"), "{kept}");
    gifts(here, &[&play[..], &["--save-on-exit", "left.toml"]].concat(), "elm\n");
    assert_eq!(fs::read_to_string(here.join("left.toml")).expect("saved"), kept);
    let replayed = gifts(here, &["replay", "kept.toml"], "");
    assert!(replayed.contains("After 0 answers") && replayed.contains("picked: elm)"), "{replayed}");

    let load = |input: &str| gifts(here, &["play", "--load", "kept.toml"], input);
    let asked = load("");
    assert!(asked.contains("(2 of 2)") && asked.contains("Elm (picked)"), "{asked}");
    let last = |said: &str| said.lines().last().map(String::from);
    assert_eq!(last(&load("birch\n")), last(&whole));
    let back = load("undo\nundo\n");
    assert!(back.contains("(1 of 2)") && back.contains("There is nothing to undo yet."), "{back}");
    // A pick that was put back is not saved.
    gifts(here, &["play", "--load", "kept.toml", "--save-on-exit", "left.toml"], "undo\n");
    let left = fs::read_to_string(here.join("left.toml")).expect("saved");
    assert!(!left.contains("picks"), "{left}");

    for (picks, code, what) in [
        ("[\"oak\"]", "CW0852", "`oak` cannot be picked any more"),
        ("[\"elm\", \"elm\"]", "CW0852", "`elm` is picked twice"),
        ("[\"elm\", \"ash\"]", "CW0852", "would be complete"),
        ("\"elm\"", "CW0850", "`picks` must be a list of names"),
        ("[4]", "CW0850", "a pick is the name"),
    ] {
        fs::write(here.join("wrong.toml"), kept.replace("[\"elm\"]", picks)).expect("written");
        let refused = said(&typed(here, &["play", "--load", "wrong.toml"], ""));
        assert!(
            refused.contains(code) && refused.contains(what) && refused.ends_with("──── 1\n"),
            "{refused}"
        );
    }
    let over = kept.replace("choices = [\n", "choices = [\n    [1, \"birch\"],\n    [1, \"elm\"],\n");
    fs::write(here.join("wrong.toml"), over).expect("written");
    let refused = said(&typed(here, &["replay", "wrong.toml"], ""));
    assert!(refused.contains("no selection is under way"), "{refused}");
    // Files of the format before have no picks.
    let old = kept.replace("format = 2", "format = 1").replace("picks = [\"elm\"]\n", "");
    fs::write(here.join("old.toml"), old).expect("written");
    assert!(gifts(here, &["play", "--load", "old.toml"], "").contains("(1 of 2)"));
}

#[test]
fn undo_after_loading_goes_back_to_what_was_asked() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    write(here, GIFTS);
    let play = ["play", "bids", "--seed", "1", "--players", "2", "--seats", "human,human"];
    gifts(here, &play, "elm, birch\nsave kept.toml\n");
    let back = gifts(here, &["play", "--load", "kept.toml"], "undo\nundo\n");
    let (_, back) = back.split_once("Back to an earlier choice.").expect("undone");
    assert!(back.contains("(1 of 2)") && !back.contains("picked"), "{back}");
    assert!(back.contains("There is nothing to undo yet."), "{back}");
}

#[test]
fn a_saved_game_is_not_written_over_anything_else() {
    let folder = bids();
    let rules = folder.path().join("bids/game.toml");
    let before = fs::read_to_string(&rules).expect("the rules");
    let play = ["play", "bids", "--seed", "1", "--seats", "human,first"];
    let output = typed(folder.path(), &play, "save bids/game.toml\nsave kept.toml\nsave kept.toml\n");
    assert_eq!(output.status.code(), Some(0));
    let told = text(&output.stdout);
    assert!(told.contains("`bids/game.toml` is there already and is not a saved game"), "{told}");
    assert_eq!(told.matches("Saved to kept.toml").count(), 2, "{told}");
    let output = typed(folder.path(), &[&play[..], &["--save-on-exit", "bids/game.toml"]].concat(), "1\n");
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert_eq!(fs::read_to_string(&rules).expect("the rules"), before);
}

#[test]
fn a_position_at_the_terminal_becomes_a_scenario() {
    let folder = bids();
    let play =
        |input: &str| typed(folder.path(), &["play", "bids", "--seed", "3", "--seats", "human,human"], input);
    let first = play("scenario\nscenario bids/scenarios/here.toml\nscenario bids/scenarios/here.toml\n");
    let first = said(&first);
    assert!(first.contains("Say to which file: `scenario "), "{first}");
    assert!(first.contains("Written to bids/scenarios/here.toml"), "{first}");
    assert!(first.contains("`bids/scenarios/here.toml` is there already"), "{first}");
    let formatted = typed(folder.path(), &["fmt", "--check", "bids/scenarios/here.toml"], "");
    assert_eq!(formatted.status.code(), Some(0), "{}", said(&formatted));
    let run = typed(folder.path(), &["run", "bids"], "");
    assert_eq!(run.status.code(), Some(0), "{}", said(&run));
    let again = typed(
        folder.path(),
        &["play", "bids", "--scenario", "here", "--seats", "human,human"],
        "scenario x.toml\n",
    );
    assert!(said(&again).contains("only one that began with setup"), "{}", said(&again));
}
