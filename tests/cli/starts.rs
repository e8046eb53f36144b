//! Findings of `check` about the start of a table, before anybody plays.

use super::{cardwright, run, text};
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

/// Returns the output of `check` for a game with these zones, and its exit code.
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
    let (said, _) =
        check("[zones.shelf]\nstart = \"cards where colour == amber\"\n[zones.deck]\nstart = \"cards\"\n");
    assert!(
        said.contains("CW0610") && said.contains("`start` of `deck` leaves nothing in `shelf`"),
        "{said}"
    );
    // Removing some of the components that another zone claimed is intended.
    let (said, _) =
        check("[zones.deck]\nstart = \"cards\"\n[zones.shelf]\nstart = \"cards where colour == amber\"\n");
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
    let picture = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="x()"><rect width="9" height="9"/></svg>"#;
    fs::write(dir.path().join("art/a.svg"), picture).expect("written");
    let output = run(&["check", &dir.path().to_string_lossy()]);
    let said = format!("{}{}", text(&output.stdout), text(&output.stderr));
    assert!(said.contains("art/a.svg") && said.contains("onload"), "{said}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn faces_that_print_refuses_are_found_by_check_at_their_line() {
    let dir = tempfile::tempdir().expect("a folder");
    fs::create_dir_all(dir.path().join("faces")).expect("made");
    fs::create_dir_all(dir.path().join("cards")).expect("made");
    fs::write(dir.path().join("game.toml"), GAME).expect("written");
    fs::write(dir.path().join("cards/cards.toml"), CARDS).expect("written");
    fs::write(dir.path().join("print.toml"), "[sheets.cards]\ncomponents = \"card\"\nface = \"own\"\n")
        .expect("written");
    let check = |face: &str| {
        fs::write(dir.path().join("faces/own.svg.j2"), face).expect("written");
        let output = run(&["check", &dir.path().to_string_lossy()]);
        (format!("{}{}", text(&output.stdout), text(&output.stderr)), output.status.code())
    };
    let face = |inside: &str| {
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63 88\">\n{inside}\n</svg>")
    };
    let (said, code) = check(&face("<circle r=\"3\"/>"));
    assert_eq!(code, Some(0), "{said}");
    // An attribute that no component has, and a text that is no template.
    for wrong in ["{{ strenght + 1 }}", "{% if %}"] {
        let (said, code) = check(&face(wrong));
        assert!(said.contains("CW0905") && said.contains("own.svg.j2:2"), "{said}");
        assert_eq!(code, Some(1));
    }
    let (said, code) = check(&face("{{ icon(\"nothing\", 1, 1, 5, \"black\") }}"));
    assert!(said.contains("CW0911") && said.contains("`nothing`"), "{said}");
    assert_eq!(code, Some(0), "a warning");
}

#[test]
fn new_prints_commands_that_a_shell_takes() {
    let dir = tempfile::tempdir().expect("a folder");
    let folder = dir.path().join("My Game");
    let output = run(&["new", &folder.to_string_lossy()]);
    let said = text(&output.stdout);
    assert!(said.contains(&format!("cardwright check '{}'", folder.display())), "{said}");
}

#[test]
fn a_folder_is_not_copied_as_a_shipped_game() {
    let dir = tempfile::tempdir().expect("a folder");
    let at = |name: &str| dir.path().join(name).to_string_lossy().into_owned();
    assert!(run(&["new", &at("mine")]).status.success());
    let output = run(&["new", &at("copy"), "--from", &at("mine")]);
    let said = text(&output.stderr).split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("is not a game that comes with Cardwright"), "{said}");
    assert!(said.contains("copy the folder itself") && !said.contains("did you mean"), "{said}");
    assert!(!dir.path().join("copy").exists());
}

#[test]
fn no_games_are_nothing_to_count() {
    assert_eq!(run(&["sim", "tic-tac-toe", "-n", "0"]).status.code(), Some(2));
}

/// Players and options that a game refuses are errors of a scenario before it is run.
#[test]
fn a_scenario_that_cannot_be_laid_is_an_error_of_the_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let put = |path: &str, text: &str| {
        let path = folder.path().join("spies").join(path);
        fs::create_dir_all(path.parent().expect("it has one")).expect("a folder");
        fs::write(path, text).expect("written");
    };
    put(
        "game.toml",
        "[game]\nid = \"spies\"\nname = \"Spies\"\nplayers = [2, 4]\n[options.spy]\ndefault = false\n\
         [[require]]\nthat = \"not spy or player_count >= 3\"\ntext = \"A spy needs three players.\"\n\
         [setups.dark]\nspy = true\n[flow]\nplay = \"end\"\n",
    );
    let check = |start: &str| {
        let steps = "[[steps]]\nexpect = \"player_count > 1\"\n";
        put("scenarios/few.toml", &format!("name = \"Few\"\n{start}{steps}"));
        let mut command = cardwright();
        command.current_dir(folder.path()).args(["check", "spies", "--format", "short"]);
        let out = command.output().expect("it runs");
        (out.status.code(), text(&[out.stdout, out.stderr].concat()).to_owned())
    };
    for (start, line) in [("players = 2\nsetup = \"dark\"\n", 3), ("players = 2\n[options]\nspy = true\n", 3)]
    {
        let (code, said) = check(start);
        assert!(said.contains("CW0810") && said.contains("A spy needs three players."), "{said}");
        assert!(said.contains(&format!("scenarios/few.toml:{line}:")) && code == Some(1), "{said}");
    }
    let (code, said) = check("players = 3\nsetup = \"dark\"\n");
    assert!(code == Some(0) && !said.contains("CW0810"), "{said}");
}

/// Cards that the options leave out of the game cannot be laid out, in tests and in positions.
#[test]
fn what_is_left_out_of_the_game_cannot_be_laid_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let put = |path: &str, text: &str| {
        let path = folder.path().join("few").join(path);
        fs::create_dir_all(path.parent().expect("it has one")).expect("a folder");
        fs::write(path, text).expect("written");
    };
    put(
        "game.toml",
        "[game]\nid = \"few\"\nname = \"Few\"\nplayers = [2, 4]\n[options.k]\nrange = [0, 9]\ndefault = 3\n\
         [zones.deck]\nordered = true\nstart = \"cards\"\n[flow]\nplay = \"end\"\n",
    );
    put("cards/cards.toml", "[cards.x]\ncopies = \"k\"\n[cards.y]\nonly_if = \"k == 3\"\n[cards.z]\n");
    let eval = |zone: &str, k: &str| {
        let mut command = cardwright();
        command.current_dir(folder.path()).args([
            "eval",
            "few",
            "--options",
            &format!("k={k}"),
            "--zone",
            zone,
        ]);
        let out = command.args(["--eval", "count(deck)"]).output().expect("it runs");
        (out.status.code(), text(&[out.stdout, out.stderr].concat()).to_owned())
    };
    for (zone, k, count) in [
        ("deck=x,x,x,y,z", "3", Some("5")),
        ("deck=x,x,x,x", "3", None),
        ("deck=x#9", "3", None),
        ("deck=y", "2", None),
    ] {
        let (code, said) = eval(zone, k);
        match count {
            Some(count) => assert!(code == Some(0) && said.contains(count), "{said}"),
            None => {
                assert!(
                    code == Some(1) && said.contains("is not in the game with these options"),
                    "{zone}: {said}"
                )
            }
        }
    }
    for (cards, k, holds) in [("\"x\", \"x\", \"y\"", 3, true), ("\"x#4\"", 3, false), ("\"y\"", 2, false)] {
        put(
            "scenarios/laid.toml",
            &format!(
                "name = \"Laid\"\nplayers = 2\n[options]\nk = {k}\n[zones]\ndeck = [{cards}]\n[[steps]]\nexpect = \"true\"\n"
            ),
        );
        let out = cardwright().current_dir(folder.path()).args(["run", "few"]).output().expect("it runs");
        let said = text(&[out.stdout, out.stderr].concat()).to_owned();
        assert_eq!(out.status.code() == Some(0), holds, "{cards}: {said}");
        assert_eq!(
            said.contains("is not in the game with these options and players"),
            !holds,
            "{cards}: {said}"
        );
    }
}
