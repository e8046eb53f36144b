//! `sim --shard`, `sim merge` and `sim --resume`: parts that merge into the report of one run.

use std::fs;
use std::path::Path;
use std::process::Output;

use super::{cardwright, text};
use cardwright::lab::{ShardError, Study};

const RUN: [&str; 10] =
    ["sim", "minute-realms", "-n", "203", "--players", "3", "--seed", "4", "--bots", "random,greedy,first"];

fn sim(folder: &Path, args: &[&str]) -> Output {
    cardwright().args(args).current_dir(folder).output().expect("it runs")
}

/// Returns the output of a successful run.
fn written(folder: &Path, args: &[&str]) -> String {
    let output = sim(folder, args);
    assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
    text(&output.stdout).to_owned()
}

/// Returns the message of a refused run.
fn refused(folder: &Path, args: &[&str], code: i32) -> String {
    let output = sim(folder, args);
    assert_eq!(output.status.code(), Some(code), "{}", text(&output.stdout));
    text(&output.stderr).to_owned()
}

#[test]
fn parts_come_to_what_one_run_says() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let all = [&RUN[..], &["--rotate", "--stats", "all"]].concat();
    let whole = written(folder, &[&all[..], &["-j", "1", "--save", "whole.json"]].concat());
    assert_eq!(written(folder, &[&all[..], &["-j", "2"]].concat()), whole);
    let names: Vec<String> = (1..=5).map(|k| format!("{k}.part")).collect();
    for (k, name) in names.iter().enumerate() {
        let shard = format!("{}/5", k + 1);
        let part = written(folder, &[&all[..], &["--shard", &shard, "--save", name]].concat());
        assert!(part.contains("of 203 games"), "{part}");
    }
    // In any order.
    let parts: Vec<&str> = [3, 0, 4, 1, 2].iter().map(|i: &usize| names[*i].as_str()).collect();
    let merged = written(folder, &[&["sim", "merge"], &parts[..], &["--save", "merged.json"]].concat());
    assert_eq!(merged, whole);
    assert_eq!(
        fs::read(folder.join("merged.json")).expect("saved"),
        fs::read(folder.join("whole.json")).expect("saved")
    );
    // One is missing, and may be.
    let four = [&["sim", "merge"], &parts[..4]].concat();
    assert!(refused(folder, &four, 2).contains("games 81 to 120 are in none of these parts"));
    assert!(written(folder, &[&four[..], &["--incomplete"]].concat()).contains("163 of 203 games"));
    // Going on from one part comes to the same.
    let again = written(folder, &[&all[..], &["--resume", "1.part"]].concat());
    assert_eq!(again, whole);
}

#[test]
fn parts_of_something_else_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let run = ["sim", "tic-tac-toe", "-n", "100", "--seed", "1"];
    let part = |args: &[&str]| written(folder, &[&run[..], args].concat());
    part(&["--shard", "1/2", "--save", "a.part"]);
    part(&["--shard", "2/2", "--save", "b.part"]);
    part(&["--shard", "2/3", "--save", "c.part"]);
    part(&["--shard", "2/2", "--bots", "greedy", "--save", "d.part"]);
    written(folder, &["sim", "kuhn-poker", "-n", "100", "--seed", "1", "--shard", "2/2", "--save", "e.part"]);
    part(&["--shard", "2/2", "--scenario", "column", "--save", "i.part"]);
    fs::write(folder.join("f.part"), "nothing").expect("written");
    let mut damaged = fs::read(folder.join("b.part")).expect("saved");
    let last = damaged.len() - 1;
    damaged[last] ^= 1;
    fs::write(folder.join("g.part"), damaged).expect("written");
    let with = |other: &str| refused(folder, &["sim", "merge", "a.part", other], 1);
    for (other, why) in [
        ("c.part", "game 33 is in two parts"),
        ("d.part", "who plays is not the same"),
        ("e.part", "the game is not the same"),
        ("i.part", "the scenario is not the same"),
        ("f.part", "not a shard of a simulation"),
        ("g.part", "not a shard of a simulation"),
        ("h.part", "cannot be read"),
    ] {
        let said = with(other);
        assert!(said.contains("CW0855") && said.contains(why) && said.contains(other), "{other}: {said}");
    }
    // A device that never ends.
    #[cfg(unix)]
    for args in
        [&["sim", "merge", "a.part", "/dev/zero"][..], &[&run[..], &["--resume", "/dev/zero"]].concat()]
    {
        let said = refused(folder, args, 1);
        assert!(said.contains("CW0855") && said.contains("longer than 256 MiB"), "{said}");
    }
    let said = refused(folder, &[&run[..], &["--scenario", "column", "--resume", "a.part"]].concat(), 1);
    assert!(said.contains("CW0855") && said.contains("the scenario is not the same"), "{said}");
    assert!(refused(folder, &[&run[..], &["--save", "x.pdf"]].concat(), 2).contains(".part"));
    assert!(refused(folder, &[&run[..], &["--shard", "3/2"]].concat(), 2).contains("3/16"));
}

#[test]
fn parts_of_a_scenario_come_to_what_one_run_says() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let run = ["sim", "tic-tac-toe", "-n", "60", "--scenario", "column"];
    let whole = written(folder, &run);
    for shard in ["1", "2"] {
        let args = ["--shard", &format!("{shard}/2"), "--save", &format!("{shard}.part")];
        written(folder, &[&run[..], &args].concat());
    }
    let merged = written(folder, &["sim", "merge", "1.part", "2.part"]);
    assert_eq!(merged, whole);
}

#[test]
fn a_part_that_overlaps_in_one_entry_changes_none() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let shard = |shard: &str| {
        let league = ["sim", "tic-tac-toe", "--league", "first,random,greedy", "-n", "20", "--shard", shard];
        written(folder, &[&league[..], &["--save", "x.part"]].concat());
        Study::from_bytes(&fs::read(folder.join("x.part")).expect("saved")).expect("a study")
    };
    let (first, second) = (shard("1/2"), shard("2/2"));
    // The first two entries have the other half of the games, and the last the same.
    let mut overlapping = second.clone();
    overlapping.entries[2] = first.entries[2].clone();
    let mut study = first.clone();
    assert_eq!(study.join(&overlapping), Err(ShardError::Twice(0)));
    assert_eq!(study, first);
    assert_eq!(study.join(&second), Ok(()));
    assert!(study.entries.iter().all(|entry| entry.part.missing_games().is_empty()));
}

#[test]
fn another_game_is_not_compared() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    for (name, from) in [("one", "tic-tac-toe"), ("other", "connect-four")] {
        written(folder, &["new", name, "--from", from]);
    }
    let said = refused(folder, &["sim", "one", "-n", "2", "--compare", "other"], 1);
    assert!(said.contains("CW0952") && said.contains("`other` is a state of another game"), "{said}");
    written(folder, &["sim", "one", "-n", "2", "--compare", "one"]);
}
