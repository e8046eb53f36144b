//! Neovim with its own client, where there is one.

use std::process::Command;

use super::*;
use crate::process::run_installed;

#[test]
fn neovim_shows_mends_and_renames() {
    if run_installed(Command::new("nvim").arg("--version")).is_none() {
        return;
    }
    let (_folder, root) = package();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lsp/neovim.lua");
    let run = Command::new("nvim")
        .args(["--headless", "-u", "NONE", "-c"])
        .arg(format!("luafile {}", script.display()))
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
        "Write `moss`",
        "it is taken back: yes",
        "[cards.bracken]",
    ];
    assert_eq!(said.lines().collect::<Vec<_>>(), expected, "{}", String::from_utf8_lossy(&run.stderr));
}
