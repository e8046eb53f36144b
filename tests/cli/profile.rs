//! `sim --profile`: where the time of the rules goes.

use std::fs;

use super::{cardwright, text};
use crate::process::Ends;

/// A game with one slow function, called through another, and one of a long body whose loop costs more fuel
/// than a slice.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let long: String = (0..40).map(|i| format!("t += {i} * n - t / 3; ")).collect();
    let game = format!(
        "[game]\nid = \"g\"\nname = \"G\"\nplayers = [1, 1]\n[zones.deck]\nstart = \"cards\"\n[state.table]\nsum = \"int -1000000..1000000\"\n\
         [functions.slow]\nparams = {{ n = \"int\" }}\nreturns = \"int\"\ncode = \"let t = 0; let i = 0; while i < n {{ i += 1; {long} }}; return t\"\n\
         [functions.caller]\nreturns = \"int\"\ncode = \"return slow(300) + slow(200)\"\n\
         [flow]\nplay = \"choose c from deck by players[1]; sum = caller() % 2\"\n"
    );
    fs::create_dir_all(folder.path().join("g/cards")).expect("folders");
    fs::write(folder.path().join("g/game.toml"), game).expect("a file");
    fs::write(folder.path().join("g/cards/all.toml"), "[cards.ant]\n[cards.bee]\n").expect("a file");
    folder
}

#[test]
fn a_profile_names_the_functions_and_lines_that_take_the_time() {
    let folder = folder();
    let run = |args: &[&str]| cardwright().current_dir(folder.path()).args(args).ended();
    let out = run(&["sim", "g", "-n", "300", "--profile", "--save", "rules.folded", "--save", "page.html"]);
    let said = text(&out.stdout);
    assert_eq!(out.status.code(), Some(0), "{said}{}", text(&out.stderr));
    let first = said.lines().skip_while(|line| !line.contains("Function")).nth(1).expect("a function");
    assert!(first.contains("slow"), "{said}");
    assert!(said.contains("game.toml:") && said.contains("samples; no rule ran in"), "{said}");
    // Each line is a stack, outermost first, and its count.
    let folded = fs::read_to_string(folder.path().join("rules.folded")).expect("saved");
    for line in folded.lines() {
        let (stack, count) = line.rsplit_once(' ').expect("a count");
        assert!(!stack.is_empty() && count.parse::<u64>().is_ok_and(|count| count > 0), "{line}");
    }
    assert!(folded.lines().any(|line| line.starts_with("flow play;") && line.contains("slow")), "{folded}");
    let page = fs::read_to_string(folder.path().join("page.html")).expect("saved");
    let profile = page.split("Where the time goes").nth(1).expect("a section");
    assert!(profile.contains("slow") && profile.contains("game.toml:"), "{profile}");
}

#[test]
fn a_profile_changes_no_game() {
    let folder = folder();
    let run = |args: &[&str]| {
        let out = cardwright().current_dir(folder.path()).args(args).ended();
        let mut report: serde_json::Value = serde_json::from_slice(&out.stdout).expect("JSON");
        (out.status.code(), report.as_object_mut().and_then(|report| report.remove("profile")), report)
    };
    for game in ["g", "minute-realms", "realm-builder"] {
        let args = ["sim", game, "-n", "4", "--seed", "5", "--seats", "greedy", "--format", "json"];
        let ((code, none, plain), (with, profile, profiled)) =
            (run(&args), run(&[&args[..], &["--profile"]].concat()));
        assert_eq!((code, none, plain), (with, None, profiled), "{game}");
        assert!(profile.expect("a profile")["samples"].is_u64());
    }
}

#[test]
fn a_long_rule_comes_to_an_end_in_a_profile_too() {
    let folder = folder();
    let path = folder.path().join("g/game.toml");
    let game = fs::read_to_string(&path).expect("a file");
    // Nearly all the work that a rule may do between two choices.
    let long = "let i = 0; while i < 1200000 { i += 1; if i % 3 == 0 { sum = i % 7 } else { sum = i % 5 } }";
    fs::write(&path, game.replace("sum = caller() % 2", long)).expect("a file");
    let run = |args: &[&str]| cardwright().current_dir(folder.path()).args(args).ended().status.code();
    assert_eq!(run(&["sim", "g", "-n", "1"]), Some(0));
    assert_eq!(run(&["sim", "g", "-n", "1", "--profile"]), Some(0));
}

#[test]
fn stacks_are_saved_only_of_a_profile() {
    let folder = folder();
    let out = cardwright().current_dir(folder.path()).args(["sim", "g", "--save", "rules.folded"]).ended();
    assert_eq!(out.status.code(), Some(2));
    assert!(text(&out.stderr).contains("needs `--profile`"), "{}", text(&out.stderr));
    assert!(!folder.path().join("rules.folded").exists());
}
