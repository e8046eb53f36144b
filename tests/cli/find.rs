//! `sim --find` and `sim --shrink` as their users meet them.

use std::fs;
use std::path::Path;
use std::process::Output;

use super::{cardwright, text};
use crate::play::find::LEVERS;

fn levers() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("levers")).expect("a folder");
    fs::write(folder.path().join("levers/game.toml"), LEVERS).expect("written");
    folder
}

fn sim(folder: &Path, args: &[&str]) -> Output {
    let all = [&["sim", "levers", "--seed", "2"], args].concat();
    cardwright().args(all).current_dir(folder).output().expect("it runs")
}

fn replay(folder: &Path, file: &str) -> Output {
    cardwright().args(["replay", file]).current_dir(folder).output().expect("it runs")
}

#[test]
fn a_game_that_was_found_is_told_and_saved() {
    let folder = levers();
    let folder = folder.path();
    let find = ["--find", "stage == 2", "--shrink", "--save", "found.toml"];
    let output = sim(folder, &find);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let said = text(&output.stdout);
    assert!(said.contains("choices stage == 2\nFrom ") && said.contains(" choices to 2, "), "{said}");
    assert!(
        said.ends_with(
            "· player 1: lever? 4\n· player 2: lever? 6\n\nPlayer 1 has to choose: lever? (9 options)\n\
         Saved: `cardwright replay found.toml` goes there.\n"
        ),
        "{said}"
    );
    for jobs in ["1", "2"] {
        assert_eq!(text(&sim(folder, &[&find[..], &["-j", jobs]].concat()).stdout), said);
    }
    let saved = fs::read_to_string(folder.join("found.toml")).expect("saved");
    assert!(saved.contains("choices = [\n    [1, \"4\"],\n    [2, \"6\"],\n]"), "{saved}");
    let again = replay(folder, "found.toml");
    // Not a word of rules that have changed.
    assert_eq!((again.status.code(), text(&again.stderr)), (Some(0), ""));
    assert!(text(&again.stdout).contains("After 2 answers the game is not over."));
    let json = sim(folder, &["--find", "stage == 2", "--shrink", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).expect("JSON");
    assert_eq!(json["found"]["answers"], serde_json::json!([[1, "4"], [2, "6"]]));
    assert_eq!((&json["found"]["player"], &json["found"]["over"]), (&1.into(), &false.into()));
}

#[test]
fn a_fault_is_told_shortly_and_comes_again() {
    let folder = levers();
    let folder = folder.path();
    let output = sim(folder, &["--shrink", "--save", "fault.toml"]);
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stdout);
    assert!(said.contains("a rule fails after ") && said.contains(" choices to 3, "), "{said}");
    assert!(said.contains("· player 1: lever? 4\n· player 2: lever? 6\n· player 1: lever? 8\n"), "{said}");
    let again = replay(folder, "fault.toml");
    assert_eq!(again.status.code(), Some(1));
    // The events before it are told first.
    let told = text(&again.stdout);
    assert!(
        told.starts_with("· player 1: lever? 4\n") && told.contains("After 3 answers a rule fails."),
        "{told}"
    );
    for fault in [text(&output.stderr), text(&again.stderr)] {
        assert!(fault.contains("CW0701") && fault.contains("`heat` cannot become 2"), "{fault}");
    }
}

#[test]
fn nothing_found_is_said_with_why_that_may_be() {
    let folder = levers();
    let folder = folder.path();
    let nothing = sim(folder, &["-n", "300", "--find", "players[1].points > 30"]);
    assert_eq!(nothing.status.code(), Some(1));
    assert!(
        text(&nothing.stdout).starts_with("In none of 300 games players[1].points > 30\n"),
        "{}",
        text(&nothing.stdout)
    );
    assert_eq!(text(&nothing.stderr), "");
    let failed = sim(folder, &["-n", "20", "--find", "6 / stage == 4"]);
    assert_eq!(failed.status.code(), Some(1));
    assert!(text(&failed.stdout).contains("It could not be worked out at "), "{}", text(&failed.stdout));
    assert!(text(&failed.stderr).contains("division by zero") && text(&failed.stderr).contains("6 / stage"));
    for (args, why) in [
        (&["--find", "stage"][..], "neither true nor false"),
        (&["--find", "stgae == 2"], "did you mean `stage`?"),
        (&["--find", "stage == 2", "--save", "found.part"], "--save FILE.toml"),
        (&["--find", "stage == 2", "--stats", "all"], "cannot be used with"),
    ] {
        let output = sim(folder, args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(text(&output.stderr).contains(why), "{}", text(&output.stderr));
    }
}

#[test]
fn an_expression_that_asks_is_found_and_its_failures_are_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let find = |more: &[&str]| {
        let args = [&["sim", "fantasy-realms", "-n", "1", "--seed", "7", "--find"][..], more].concat();
        cardwright().args(args).current_dir(folder).output().expect("it runs")
    };
    // Cards of this game ask when they are counted; what they ask can be declined.
    let found = find(&["score(players[1]) >= 40"]);
    assert_eq!(found.status.code(), Some(0), "{}{}", text(&found.stdout), text(&found.stderr));
    assert!(!text(&found.stdout).contains("worked out"), "{}", text(&found.stdout));
    let never = find(&["score(players[1]) >= 1900"]);
    assert_eq!((never.status.code(), text(&never.stderr)), (Some(1), ""));
    assert_eq!(text(&never.stdout), "In none of 1 game score(players[1]) >= 1900\n");
    // A failure before the place that was found is said, with its cause.
    let levers = levers();
    let late = sim(levers.path(), &["--find", "6 / stage == 3"]);
    assert_eq!(late.status.code(), Some(0), "{}", text(&late.stderr));
    let said = text(&late.stdout);
    assert!(
        said.contains("\nBefore that it could not be worked out everywhere; the first, in game 0 "),
        "{said}"
    );
    assert!(said.contains("division by zero"), "{said}");
    let json = sim(levers.path(), &["--find", "6 / stage == 3", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).expect("JSON");
    assert_eq!(json["first_failed"]["game"], 0);
    let json = sim(levers.path(), &["--find", "stage == 2", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).expect("JSON");
    assert!(json["first_failed"].is_null() && json["found"].is_object(), "{json}");
}
