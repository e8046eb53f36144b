//! The command line as its users meet it.

use std::process::{Command, Output};

use crate::process::{Ends, cardwright};

mod about;
mod bots;
mod disk;
mod drive;
mod ends;
mod find;
mod git;
mod list_cards;
mod lists;
mod lists_meet;
mod tournament;
mod parts;
mod perft;
mod paths;
mod play;
mod printable;
mod profile;
mod questions;
mod saves;
mod seen;
mod setups;
mod slips;
mod starts;
mod terminal_width;
mod told_apart;

fn run(args: &[&str]) -> Output {
    cardwright().args(args).ended()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

#[test]
fn explain_shows_the_page_of_a_code() {
    for code in ["CW0104", "cw0104", "104"] {
        let output = run(&["explain", code]);
        assert_eq!(output.status.code(), Some(0));
        let page = text(&output.stdout);
        assert!(page.starts_with("CW0104: written twice\n\n"), "{page}");
        assert!(!page.contains('\u{1b}'));
    }
    let colored = run(&["explain", "104", "--color", "always"]);
    assert!(text(&colored.stdout).starts_with("\u{1b}[1mCW0104"));
    let forced = cardwright().args(["explain", "104"]).env("CLICOLOR_FORCE", "1").ended();
    assert!(text(&forced.stdout).contains('\u{1b}'));
    let never = cardwright().args(["--color=never", "explain", "104"]).env("CLICOLOR_FORCE", "1").ended();
    assert!(!text(&never.stdout).contains('\u{1b}'));
    let json: serde_json::Value =
        serde_json::from_slice(&run(&["explain", "104", "--format", "json"]).stdout).expect("JSON");
    assert_eq!(json["code"], "CW0104");
}

#[test]
fn explain_alone_lists_every_code() {
    let output = run(&["explain"]);
    let listed: Vec<&str> = text(&output.stdout).lines().collect();
    assert_eq!(listed.len(), cardwright::diagnostics::codes::all().count());
    assert!(listed.contains(&"CW0104  written twice"));
    assert!(listed.is_sorted());
}

#[test]
fn a_wrong_command_line_ends_with_2_and_says_why_on_standard_error() {
    let output = run(&["explain", "CW1004"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(&output.stdout), "");
    assert_eq!(
        text(&output.stderr),
        "error: there is no code `CW1004`; `cardwright explain` lists them all\n"
    );
    for args in [&[][..], &["exlpain"], &["explain", "--format", "xml"]] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty());
    }
    assert!(text(&run(&["exlpain"]).stderr).contains("'explain'"));
}

#[test]
fn completions_are_written_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = run(&["completions", shell]);
        assert_eq!(output.status.code(), Some(0));
        assert!(text(&output.stdout).contains("explain"), "{shell}");
    }
}

#[test]
fn help_and_version_are_there() {
    let help = run(&["--help"]);
    assert_eq!(help.status.code(), Some(0));
    assert!(text(&help.stdout).contains("Usage: cardwright"));
    assert_eq!(text(&run(&["--version"]).stdout), format!("cardwright {}\n", env!("CARGO_PKG_VERSION")));
}

/// The default is not the least of `players` in `[game]`: options may exclude it.
#[test]
fn help_names_the_default_number_of_players() {
    for command in
        [&["play"][..], &["sim"], &["perft"], &["solve"], &["demo"], &["tournament"], &["deck", "check"]]
    {
        let output = run(&[command, &["--help"]].concat());
        let help = text(&output.stdout).split_whitespace().collect::<Vec<&str>>().join(" ");
        assert!(!help.contains("the game's minimum"), "{command:?}: {help}");
        if help.contains("--players") {
            let default = "[default: the fewest with which the game's `[[require]]` hold]";
            assert!(help.contains(&format!("Number of players {default}")), "{command:?}: {help}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_is_no_error() {
    let program = env!("CARGO_BIN_EXE_cardwright");
    let script = format!("{{ '{program}' explain; echo $? >&2; }} | true");
    for _ in 0..5 {
        let output = Command::new("sh").args(["-c", &script]).ended();
        assert_eq!(text(&output.stderr), "0\n");
    }
}

#[test]
fn passes_are_shown_as_compiled_and_as_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = "[game]\nid = \"loops\"\nname = \"Loops\"\nplayers = [1, 1]\n[state.table]\nstep = { type = \"int 0..9\", start = \"3\" }\n\
                total = \"int 0..99999\"\n[flow]\nplay = \"\"\"\nlet sum = 0\nfor each i in 1..9 { sum += step * step }\ntotal = sum\nend\n\"\"\"\n\
                [scoring]\nscore = \"total\"\n";
    std::fs::write(folder.path().join("game.toml"), game).expect("a file");
    let output = cardwright().args(["ir", "--passes"]).arg(folder.path()).ended();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let shown = text(&output.stdout);
    let (before, after) = shown.split_once("\nAs played\n").expect("both listings");
    assert!(before.contains(" are changed.\n\nAs compiled\n"), "{before}");
    // A value that no iteration of the loop changes is loaded before it.
    let loads = |listing: &str| listing.lines().filter(|line| line.contains(" = step")).count();
    let in_loop = |listing: &str| {
        let (_, rest) = listing.split_once("  L1: ").expect("the loop's head");
        loads(rest.split_once(" jump L1\n").expect("the jump back to it").0)
    };
    assert_eq!((in_loop(before), in_loop(after)), (2, 0), "{shown}");
    assert_eq!(loads(after), 1, "{after}");
}
