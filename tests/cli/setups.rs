//! Setups on the command line.

use super::{run, text};
use std::fs;

const GAME: &str = r#"
[game]
id = "lamps"
name = "Lamps"
players = [2, 3]
[options.rounds]
range = [1, 9]
default = 2
[options.duel]
[options.teams]
[[require]]
that = "not duel or not teams"
text = "A duel is not played in teams."
[setups.long]
rounds = 8
[setups.brawl]
rounds = 4
duel = true
[flow]
play = "repeat rounds { may by players[1] \"Go?\" {} }"
"#;

/// Runs a command on the game with these declarations besides: exit code, output and messages.
fn lamps(more: &str, args: &[&str]) -> (Option<i32>, String) {
    let dir = tempfile::tempdir().expect("a folder");
    fs::write(dir.path().join("game.toml"), format!("{GAME}{more}")).expect("written");
    let folder = dir.path().to_string_lossy();
    let output = run(&[&args[..1], &[folder.as_ref()], &args[1..]].concat());
    (output.status.code(), format!("{}{}", text(&output.stdout), text(&output.stderr)))
}

#[test]
fn check_names_them() {
    let (code, said) = lamps("", &["check"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("2 setups (long, brawl)"), "{said}");
    let (_, listing) = lamps("", &["ir"]);
    assert!(listing.contains("  setup brawl: rounds = 4, duel = true\n"), "{listing}");
}

#[test]
fn check_warns_of_one_that_can_never_be_played() {
    let (code, said) = lamps("[setups.grand]\nduel = true\nteams = true\n", &["check"]);
    assert_eq!(code, Some(0), "{said}");
    for part in [
        "CW0611",
        "the setup `grand` can never be played",
        "A duel is not played in teams.",
        "[setups.grand]",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
}

#[test]
fn sim_plays_them_and_varies_them() {
    let (code, said) = lamps("", &["sim", "-n", "2", "--setup", "long", "-o", "duel=true"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("rounds 8 · duel true"), "{said}");
    let (code, said) = lamps("", &["sim", "-n", "2", "--sweep", "setup=brawl,long"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("4.00") && said.contains("8.00"), "{said}");
    let (code, said) = lamps("", &["sim", "-n", "2", "--sweep", "setup=brawl,lung"]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("Lamps has no setup `lung`; did you mean `long`?"), "{said}");
}

#[test]
fn soak_plays_one_with_the_other_options_at_their_defaults() {
    let (code, said) = lamps("", &["soak", "-n", "4", "--setup", "brawl", "--players", "2"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("1 of 1 combination"), "{said}");
}
