//! Emacs with Eglot, where there are both.

use std::process::Command;

use super::*;
use crate::process::{run_installed, skip};

#[test]
fn emacs_shows_mends_and_renames() {
    let eglot = run_installed(Command::new("emacs").args(["--batch", "--eval", "(require 'eglot)"]));
    let Some(eglot) = eglot else { return };
    if !eglot.status.success() {
        return skip("this Emacs has no Eglot");
    }
    let (_folder, root) = package();
    let run = Command::new("emacs")
        .args(["--batch", "-l"])
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lsp/emacs.el"))
        .env("PACKAGE", &root)
        .env("PROGRAM", env!("CARGO_BIN_EXE_cardwright"))
        .env("XDG_CACHE_HOME", root.with_file_name("cache"))
        .output()
        .expect("it ran");
    let said = String::from_utf8_lossy(&run.stdout).replace('\r', "");
    let expected = [
        "the server is there: yes",
        "a wrong value is said: yes",
        "there is no suit `mosss` / not known / did you mean `moss`?",
        "it is taken back: yes",
        "suit == moss)",
        "the second file is managed: yes",
        "servers: 1",
        "game.toml: 1 renamed, 0 not",
        "rules/rules.toml: 1 renamed, 0 not",
        // The word in the text for people is none of its uses.
        "cards/cards.toml: 2 renamed, 1 not",
    ];
    assert_eq!(said.lines().collect::<Vec<_>>(), expected, "{}", String::from_utf8_lossy(&run.stderr));
}
