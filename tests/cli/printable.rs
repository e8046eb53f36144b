//! Nothing that a package holds moves a terminal's cursor, sets its clipboard or turns its text around.

use std::fs;
use std::path::Path;

use super::{cardwright, text};

/// Sets the clipboard (OSC 52), hides the following text, moves the cursor up, rings, and turns text around.
const ODD: &str = r"\u001b]52;c;aGk=\u0007\u001b[8m\u001b[3A\u0008\u202e\u009b2J";

/// The same without numbers, which the text of a rule is held to.
const BARE: &str = r"\u001b]c;aGk=\u0007\u001b[m\u001b[A\u0008\u202e\u009bJ";

fn game(folder: &Path) {
    let game = format!(
        "[game]\nid = \"odd\"\nname = \"{ODD}Odd\"\nversion = \"1.0.0\"\nsummary = \"{ODD}\"\nplayers = [2, 2]\n[enums]\n\
         e = [\"left\", \"right\"]\n[words]\nleft = \"{ODD}Left\"\n[options.long]\ntext = \"{ODD}\"\n\
         [zones.deck]\nstart = \"cards\"\n[zones.pile]\n[state.player]\nside = \"e\"\n\
         [actions.play]\nparams = {{ c = \"deck\" }}\ntext = \"{BARE}Play {{{{ c }}}}\"\ndo = \"move(c, pile)\"\n\
         [flow]\nplay = \"\"\"\nfor each p in players {{\n  act p from {{play}}\n  choose s from es by p \"{ODD}?\"\n  p.side = s\n  \
         choose by p {{ option \"{ODD}a\" {{ }}; option \"b\" {{ }} }}\n  log \"{ODD}{{{{ p }}}} {{{{ s }}}}\"\n}}\nend\n\"\"\"\n"
    );
    let cards =
        format!("[cards.a]\nname = \"{ODD}A\"\ntext = \"{ODD}\"\ncopies = 2\n[cards.b]\nname = \"B\"\n");
    fs::create_dir_all(folder.join("odd/cards")).expect("a folder");
    fs::write(folder.join("odd/game.toml"), game).expect("written");
    fs::write(folder.join("odd/cards/c.toml"), cards).expect("written");
}

#[test]
fn control_characters_of_a_package_never_reach_the_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    game(folder.path());
    let saved = folder.path().join("saved.toml");
    let saved = saved.to_str().expect("plain");
    let runs: [&[&str]; 8] = [
        &["check", "odd"],
        &["play", "odd", "--seed", "1", "--save-on-exit", saved],
        &["replay", saved],
        &["demo", "odd"],
        &["sim", "odd", "-n", "20"],
        &["perft", "odd", "--depth", "1", "--divide"],
        &["ir", "odd"],
        &["run", "odd"],
    ];
    for args in runs {
        for colour in ["never", "always"] {
            let mut command = cardwright();
            let output = command
                .args(args)
                .args(["--color", colour])
                .current_dir(folder.path())
                .output()
                .expect("it runs");
            let said = format!("{}{}", text(&output.stdout), text(&output.stderr));
            assert!(said.len() > 10, "{args:?} says something");
            let plain = if colour == "never" { said } else { without_styles(&said) };
            let odd = plain.chars().find(|c| (c.is_control() && *c != '\n') || *c == '\u{202e}');
            assert_eq!(odd, None, "{args:?}: {plain:?}");
        }
    }
}

/// Without the colours and weights that this program writes; no other sequence is one.
fn without_styles(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (numbers, rest) = part.split_once('m').unwrap_or(("?", part));
        // Concealed is no style of ours.
        if numbers == "8" || !numbers.chars().all(|c| c.is_ascii_digit() || c == ';') {
            out.push('\x1b');
        }
        out.push_str(rest);
    }
    out
}

#[cfg(unix)]
#[test]
fn names_of_files_are_shown_without_control_characters() {
    let folder = tempfile::tempdir().expect("a folder");
    game(folder.path());
    fs::write(folder.path().join("odd/cards/\u{1b}]0;x\u{7}.toml"), "[cards.z]\nname = 3\n")
        .expect("written");
    for format in ["human", "short", "github"] {
        let output = cardwright()
            .args(["check", "odd", "--format", format])
            .current_dir(folder.path())
            .output()
            .expect("it runs");
        let said = format!("{}{}", text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(1), "{said:?}");
        assert_eq!(said.chars().find(|c| c.is_control() && *c != '\n'), None, "{format}: {said:?}");
    }
}
