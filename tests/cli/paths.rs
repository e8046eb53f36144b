//! The compiled game, its prints and its counts do not depend on the location of the package.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use cardwright::package::copy_out;

use super::{cardwright, text};

/// Every file that `build`, `print` and `sim` write for a game, run in `folder` and told `game`.
fn outputs(folder: &Path, game: &str) -> BTreeMap<String, Vec<u8>> {
    let out = tempfile::tempdir().expect("a folder");
    let path = |name: &str| out.path().join(name).display().to_string();
    let json = path("figures.json");
    let page = path("figures.html");
    let runs: [&[&str]; 3] = [
        &["build", game, "--listing", "--out", &path("built")],
        &["print", game, "--out", &path("printed")],
        &["sim", game, "-n", "20", "--stats", "all", "--save", &json, "--save", &page, "--seed", "1"],
    ];
    for args in runs {
        let run = cardwright().current_dir(folder).args(args).output().expect("it runs");
        assert_eq!(run.status.code(), Some(0), "{args:?}: {}", text(&run.stderr));
    }
    let mut found = BTreeMap::new();
    let mut folders = vec![out.path().to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).expect("a folder").map(|e| e.expect("an entry").path()) {
            if entry.is_dir() {
                folders.push(entry);
            } else {
                let name = entry.strip_prefix(out.path()).expect("below").display().to_string();
                found.insert(name, fs::read(entry).expect("a file"));
            }
        }
    }
    found
}

#[test]
fn the_same_game_gives_the_same_bytes_from_any_path() {
    let place = tempfile::tempdir().expect("a folder");
    let shelves = ["here", "far/away"].map(|shelf| place.path().join(shelf));
    for shelf in &shelves {
        // Included packages are put beside it.
        crate::support::ship();
        copy_out("realm-classic", &shelf.join("realm-classic"), |_, bytes| bytes.to_vec()).expect("copied");
    }
    let first = outputs(place.path(), "here/realm-classic");
    assert!(
        first.keys().any(|name| name.ends_with(".cwir")) && first.keys().any(|name| name.ends_with(".pdf")),
        "{:?}",
        first.keys()
    );
    let absolute = shelves[1].join("realm-classic").display().to_string();
    let others: [(&Path, &str); 3] = [
        (&shelves[1].join("realm-classic"), "."),
        (place.path(), absolute.as_str()),
        (place.path(), "realm-classic"), // the one that is shipped, embedded in the program
    ];
    for (folder, game) in others {
        let other = outputs(folder, game);
        assert_eq!(other.keys().collect::<Vec<_>>(), first.keys().collect::<Vec<_>>(), "{game}");
        for (name, bytes) in &first {
            assert!(other[name] == *bytes, "{name} of {game} in {} differs", folder.display());
        }
    }
}

/// Commands that messages propose can be pasted into a shell, whatever the names in them.
#[cfg(unix)]
#[test]
fn commands_that_are_proposed_are_words_of_a_shell() {
    let place = tempfile::tempdir().expect("a folder");
    let name = "my game's $HOME ü";
    let quoted = "'my game'\\''s $HOME ü'";
    let run = |args: &[&str]| {
        let run = cardwright().current_dir(place.path()).args(args).output().expect("it runs");
        format!("{}{}", text(&run.stdout), text(&run.stderr))
    };
    let in_shell = |command: &str| {
        let program = env!("CARGO_BIN_EXE_cardwright");
        let line = format!("'{program}'{}", command.strip_prefix("cardwright").expect("a command"));
        let mut shell = std::process::Command::new("sh");
        let run = shell.current_dir(place.path()).args(["-c", &line]).output().expect("it runs");
        assert_eq!(run.status.code(), Some(0), "{line}: {}{}", text(&run.stdout), text(&run.stderr));
    };
    let said = run(&["new", name]);
    assert!(said.contains(&format!("cardwright check {quoted}")), "{said}");
    in_shell(&format!("cardwright check {quoted}"));
    let said = run(&["demo", name]);
    assert!(said.contains(&format!("cardwright sim {quoted} -n 10000")), "{said}");
    let said = run(&["sim", name, "-n", "2", "--max-plies", "2"]);
    let again = said.lines().find(|line| line.trim().starts_with("cardwright play")).expect("a command");
    assert!(again.trim().starts_with(&format!("cardwright play {quoted} --players")), "{said}");
    let said = run(&["sim", name, "-n", "2", "--find", "true", "--save", "fü nd.toml"]);
    assert!(said.contains("`cardwright replay 'fü nd.toml'` goes there"), "{said}");
    in_shell("cardwright replay 'fü nd.toml'");
    // A saved game whose package has moved.
    fs::rename(place.path().join(name), place.path().join("an other")).expect("renamed");
    let in_a_line = |args: &[&str]| run(args).split_whitespace().collect::<Vec<_>>().join(" ");
    let said = in_a_line(&["play", "--load", "fü nd.toml"]);
    assert!(said.contains("`cardwright play PACKAGE --load 'fü nd.toml'`"), "{said}");
    let said = in_a_line(&["replay", "fü nd.toml"]);
    assert!(said.contains("`cardwright replay 'fü nd.toml' --game PACKAGE`"), "{said}");
    let said = in_a_line(&["print", "an other", "--printer", "my printer"]);
    assert!(said.contains("`--printer 'my printer' --offset 0.5,-0.3`"), "{said}");
    // A plain name stays as it is.
    let said = run(&["new", "plain/Grün_1.0"]);
    assert!(said.contains("cardwright check plain/Grün_1.0 "), "{said}");
}

#[test]
fn a_file_in_the_way_of_a_folder_is_named() {
    crate::support::ship();
    let place = tempfile::tempdir().expect("a folder");
    fs::write(place.path().join("notes"), "mine").expect("a file");
    for args in [["print", "hex", "--out", "notes/pages"], ["build", "hex", "--out", "notes/built"]] {
        let run = cardwright().current_dir(place.path()).args(args).output().expect("it runs");
        let said = text(&run.stderr);
        assert_eq!(run.status.code(), Some(1), "{said}");
        assert!(said.contains("`notes` is a file, and not a folder") && said.contains("help:"), "{said}");
    }
    fs::create_dir(place.path().join("out")).expect("a folder");
    fs::write(place.path().join("out/hex"), "mine").expect("a file");
    let run = cardwright()
        .current_dir(place.path())
        .args(["print", "hex", "--out", "out"])
        .output()
        .expect("it runs");
    let said = text(&run.stderr);
    assert!(said.contains("out/hex` is a file, and not a folder") && said.contains("help:"), "{said}");
    assert_eq!(fs::read_to_string(place.path().join("notes")).expect("a file"), "mine");
}
