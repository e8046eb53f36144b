//! What `check` says of how a table begins, before anybody plays.

use super::{run, text};
use std::fs;
use std::path::Path;

const GAME: &str = r#"
[game]
id = "lamps"
name = "Lamps"
players = [2, 3]
[enums]
colour = ["amber", "green"]
[kinds.card.attributes]
colour = "colour"
[flow]
play = "end"
"#;

const CARDS: &str = r#"
[cards.dusk]
colour = "amber"
copies = 3
[cards.dawn]
colour = "green"
copies = 2
"#;

/// What `check` says of a game with these zones, and its exit code.
fn check(zones: &str) -> (String, Option<i32>) {
    let dir = tempfile::tempdir().expect("a folder");
    let write = |file: &str, content: &str| {
        let path = dir.path().join(file);
        fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).expect("made");
        fs::write(path, content).expect("written");
    };
    write("game.toml", &format!("{GAME}{zones}"));
    write("cards/cards.toml", CARDS);
    let output = run(&["check", &dir.path().to_string_lossy()]);
    (format!("{}{}", text(&output.stdout), text(&output.stderr)), output.status.code())
}

#[test]
fn zones_of_one_declaration_that_claim_the_same() {
    let (said, code) = check("[zones.bag]\nper = \"colour\"\nstart = \"cards\"\n");
    assert!(said.contains("CW0610") && said.contains("`start` of `bag` claims 5 components"), "{said}");
    assert!(said.contains("Dusk begins in bag[amber], and then in bag[green]"), "{said}");
    assert_eq!(code, Some(0));
    let (said, _) = check("[zones.bag]\nper = \"colour\"\nstart = \"cards where colour == self\"\n");
    assert!(!said.contains("CW0610"), "{said}");
}

#[test]
fn zones_that_leave_nothing_in_others() {
    let (said, _) = check("[zones.shelf]\nstart = \"cards where colour == amber\"\n[zones.deck]\nstart = \"cards\"\n");
    assert!(said.contains("CW0610") && said.contains("`start` of `deck` leaves nothing in `shelf`"), "{said}");
    // Some that are taken out of what was claimed before are meant.
    let (said, _) = check("[zones.deck]\nstart = \"cards\"\n[zones.shelf]\nstart = \"cards where colour == amber\"\n");
    assert!(!said.contains("CW0610"), "{said}");
}

#[test]
fn what_can_never_be_laid_is_refused() {
    let (said, code) = check("[zones.pack]\nper = \"card\"\nstart = \"cards where it == self\"\n");
    assert!(said.contains("CW0721") && said.contains("game.toml"), "{said}");
    assert_eq!(code, Some(1));
}

#[test]
fn pictures_that_print_refuses_are_found_by_check() {
    let dir = tempfile::tempdir().expect("a folder");
    fs::create_dir_all(dir.path().join("art")).expect("made");
    fs::write(dir.path().join("game.toml"), GAME).expect("written");
    let picture =
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="x()"><rect width="9" height="9"/></svg>"#;
    fs::write(dir.path().join("art/a.svg"), picture).expect("written");
    let output = run(&["check", &dir.path().to_string_lossy()]);
    let said = format!("{}{}", text(&output.stdout), text(&output.stderr));
    assert!(said.contains("art/a.svg") && said.contains("onload"), "{said}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn new_prints_commands_that_a_shell_takes() {
    let dir = tempfile::tempdir().expect("a folder");
    let folder = dir.path().join("My Game");
    let output = run(&["new", &folder.to_string_lossy()]);
    let said = text(&output.stdout);
    assert!(said.contains(&format!("cardwright check \"{}\"", folder.display())), "{said}");
}

#[test]
fn no_games_are_nothing_to_count() {
    assert_eq!(run(&["sim", "tic-tac-toe", "-n", "0"]).status.code(), Some(2));
}
