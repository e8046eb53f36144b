//! Files that commands save: which of them they replace, and which they refuse to read.

use std::fs;

use super::{cardwright, text};
use crate::process::Ends;
use cardwright::play::SavedGame;
use cardwright::source::Sources;

const GAME: &str = "[game]\nid = \"g\"\nname = \"G\"\nplayers = [1, 2]\n[zones.deck]\nstart = \"cards\"\n[flow]\nplay = \"choose c from deck by players[1]\"\n";
const CARDS: &str = "id,name\nant,Ant\nbee,Bee\n";

/// A game in the folder `g`, with a package that it includes beside it.
fn place() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |path: &str, content: &str| {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, content).expect("written");
    };
    write("g/game.toml", &GAME.replace("players = [1, 2]\n", "players = [1, 2]\ninclude = [\"house\"]\n"));
    write("g/cards/cards.csv", CARDS);
    write("house/cards/more.csv", "id,name\ncow,Cow\n");
    folder
}

#[test]
fn a_simulation_replaces_no_file_of_a_game() {
    let place = place();
    let refused = |args: &[&str]| {
        let ran = cardwright().current_dir(place.path()).args(["sim", "g", "-n", "2"]).args(args).ended();
        assert_eq!(ran.status.code(), Some(2), "{args:?}: {}", text(&ran.stderr));
        text(&ran.stderr).to_owned()
    };
    for file in ["g/cards/cards.csv", "g/cards/new.csv", "house/cards/more.csv", "./g/../g/cards/cards.csv"] {
        assert_eq!(
            refused(&["--save", file]),
            format!(
                "error: `{file}` cannot be saved: a game reads the file of this name as its own; name another file\n"
            )
        );
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("g/cards/cards.csv", place.path().join("link.csv")).expect("a link");
        assert!(refused(&["--save", "link.csv"]).contains("`link.csv` cannot be saved"));
    }
    for file in ["g/game.toml", "g/scenarios/found.toml", "g/texts/de.toml"] {
        assert!(refused(&["--find", "any(deck)", "--save", file]).contains("cannot be saved"), "{file}");
    }
    fs::write(place.path().join("notes.toml"), "a = 1\n").expect("written");
    let notes = refused(&["--find", "any(deck)", "--save", "notes.toml"]);
    assert!(notes.contains("`notes.toml` is there already and is not a saved game"), "{notes}");
    assert_eq!(fs::read_to_string(place.path().join("g/cards/cards.csv")).expect("a file"), CARDS);
    assert!(!place.path().join("g/cards/new.csv").exists());
    // Other files in the game's folder are written, and written again.
    for _ in 0..2 {
        let args = ["sim", "g", "-n", "2", "--save", "g/counts/rows.csv", "--save", "g/rows.csv"];
        let ran = cardwright().current_dir(place.path()).args(args).ended();
        assert_eq!(ran.status.code(), Some(0), "{}", text(&ran.stderr));
    }
}

const SAVED: &str = "format = 2\ngame = \"g\"\nversion = \"\"\npackage = \"g\"\nrules = \"0000000000000000\"\nplayers = 2\nseed = 1\n\
                     seats = [\"human\", \"first\"]\n[play]\nchoices = []\n";

#[test]
fn a_saved_game_names_players_and_a_seed_that_there_are() {
    let place = place();
    let load = |saved: &str, more: &[&str]| {
        fs::write(place.path().join("saved.toml"), saved).expect("written");
        let ran =
            cardwright().current_dir(place.path()).args(["play", "--load", "saved.toml"]).args(more).ended();
        (ran.status.code(), text(&ran.stderr).to_owned())
    };
    for (from, to, parts) in [
        (
            "\"human\", ",
            "\"zzz\", ",
            ["CW0851", "nobody can take seat 1 of this saved game", "saved.toml:8:10"],
        ),
        (
            "\"first\"",
            "\"mcts:0\"",
            ["CW0851", "nobody can take seat 2 of this saved game", "saved.toml:8:19"],
        ),
        ("seed = 1", "seed = -5", ["CW0850", "`seed` must be a whole number of 0 or more", "saved.toml:7:8"]),
    ] {
        let (code, said) = load(&SAVED.replace(from, to), &[]);
        assert_eq!(code, Some(1), "{said}");
        assert!(parts.iter().all(|part| said.contains(part)), "{said}");
    }
    // The players can be named anew.
    let (code, said) = load(&SAVED.replace("\"human\"", "\"zzz\""), &["--seats", "first,first"]);
    assert_eq!(code, Some(0), "{said}");
}

#[test]
fn a_saved_game_keeps_any_seed() {
    let saved = SavedGame { game: "g".into(), players: 2, seed: u64::MAX, ..SavedGame::default() };
    let mut sources = Sources::default();
    let file = sources.add("saved.toml", saved.to_toml());
    let (read, _) = SavedGame::parse(&sources, file).expect("it reads what it wrote");
    assert_eq!(read, saved);
}

#[test]
fn a_game_saved_in_one_language_is_resumed_in_another() {
    let place = place();
    let map =
        "[boards.coast.areas.rock]\nname = \"Chapel Rock\"\n[boards.coast.areas.cove]\nname = \"The Cove\"\n";
    let write = |path: &str, content: &str| {
        let path = place.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, content).expect("written");
    };
    let play = "choose c from coast by players[1]; choose d from coast by players[1]";
    write(
        "g/game.toml",
        &GAME.replace("[flow]", &format!("{map}[flow]")).replace("choose c from deck by players[1]", play),
    );
    write("g/texts/de.toml", "[words]\nrock = \"Kapellenfels\"\ncoast = \"Küste\"\n");
    let run = |args: &[&str], input: &str| {
        let ran = super::play::typed(place.path(), args, input);
        let told = format!("{}{}", text(&ran.stdout), text(&ran.stderr));
        assert_eq!(ran.status.code(), Some(0), "{args:?}: {told}");
        told
    };
    let play = ["play", "g", "--lang", "de", "--seats", "human", "--save-on-exit", "it.toml"];
    let told = run(&play, "Kapellenfels\n");
    assert!(told.contains("Kapellenfels"), "{told}");
    for (args, input) in [
        (&["play", "--load", "it.toml"][..], "The Cove\n"),
        (&["play", "--load", "it.toml", "--lang", "de"], "The Cove\n"),
        (&["replay", "it.toml"], ""),
    ] {
        let told = run(args, input);
        assert!(!told.contains("CW0853"), "{args:?}: {told}");
    }
}

#[test]
fn a_saved_game_whose_package_is_not_found_says_where_it_was_looked_for() {
    let place = place();
    let game = GAME.replace("id = \"g\"", "id = \"lost\"");
    fs::create_dir_all(place.path().join("here/games/lost/cards")).expect("made");
    fs::create_dir_all(place.path().join("there")).expect("made");
    fs::write(place.path().join("here/games/lost/game.toml"), game).expect("written");
    fs::write(place.path().join("here/games/lost/cards/cards.csv"), CARDS).expect("written");
    let run = |folder: &str, args: &[&str]| {
        let ran = cardwright().current_dir(place.path().join(folder)).args(args).ended();
        (ran.status.code(), format!("{}{}", text(&ran.stdout), text(&ran.stderr)))
    };
    let saved = ["play", "games/lost", "--seats", "first", "--seed", "1", "--save-on-exit", "it.toml"];
    assert_eq!(run("here", &saved).0, Some(0));
    // From elsewhere, with the package beside the file.
    for (args, again) in [
        (&["replay", "../here/it.toml"][..], "cardwright replay ../here/it.toml --game ../here/games/lost"),
        (&["play", "--load", "../here/it.toml"], "cardwright play ../here/games/lost --load ../here/it.toml"),
    ] {
        let (code, told) = run("there", args);
        let told = told.replace("\n", " ").split_whitespace().collect::<Vec<_>>().join(" ");
        let words = ["CW0001", "there is no package `games/lost`", "it.toml:5", "there`", again];
        assert!(code == Some(1) && words.iter().all(|words| told.contains(words)), "{code:?}: {told}");
        assert!(!told.contains("tic-tac-toe"), "no other game is meant: {told}");
        assert_eq!(run("there", &again.split(' ').skip(1).collect::<Vec<_>>()).0, Some(0), "{again}");
    }
    // The package is nowhere around.
    fs::rename(place.path().join("here/it.toml"), place.path().join("there/it.toml")).expect("moved");
    let (code, told) = run("there", &["replay", "it.toml"]);
    let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
    let way = "go to the folder in which the game was saved, or name the package: `cardwright replay it.toml --game PACKAGE`";
    assert!(code == Some(1) && told.contains(way), "{code:?}: {told}");
}

#[test]
fn no_other_package_with_the_same_id_is_taken_for_one_that_is_missing() {
    let place = place();
    let package = |folder: &str, id: &str| {
        let folder = place.path().join(folder);
        fs::create_dir_all(folder.join("cards")).expect("made");
        fs::write(folder.join("game.toml"), GAME.replace("id = \"g\"", &format!("id = \"{id}\"")))
            .expect("written");
        fs::write(folder.join("cards/cards.csv"), CARDS).expect("written");
    };
    let run = |args: &[&str]| {
        let ran = cardwright().current_dir(place.path()).args(args).ended();
        let told = format!("{}{}", text(&ran.stdout), text(&ran.stderr));
        (ran.status.code(), told.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    // The second has the id of a shipped game, which a folder of that name hides.
    for (folder, id) in [("old/mine", "mine"), ("old/hearts", "hearts")] {
        package(folder, id);
        let saved = ["play", folder, "--seats", "first", "--seed", "1", "--save-on-exit", "it.toml"];
        assert_eq!(run(&saved).0, Some(0));
        fs::rename(place.path().join(folder), place.path().join("moved")).expect("moved");
        package(id, id);
        for (args, again) in [
            (&["replay", "it.toml"][..], format!("cardwright replay it.toml --game {id}")),
            (&["play", "--load", "it.toml"], format!("cardwright play {id} --load it.toml")),
        ] {
            let (code, told) = run(args);
            let words = ["CW0001", &format!("there is no package `{folder}`"), &again];
            assert!(code == Some(1) && words.iter().all(|words| told.contains(words)), "{code:?}: {told}");
        }
        fs::remove_dir_all(place.path().join("moved")).expect("removed");
        fs::remove_file(place.path().join("it.toml")).expect("removed");
    }
}

#[test]
fn a_game_saved_from_inside_its_folder_is_found_from_elsewhere() {
    let place = tempfile::tempdir().expect("a folder");
    let package = |folder: &str, id: &str| {
        let folder = place.path().join(folder);
        fs::create_dir_all(folder.join("cards")).expect("made");
        fs::create_dir_all(folder.join("saves")).expect("made");
        fs::write(folder.join("game.toml"), GAME.replace("id = \"g\"", &format!("id = \"{id}\"")))
            .expect("written");
        fs::write(folder.join("cards/cards.csv"), CARDS).expect("written");
    };
    package("my-game", "mine");
    package("her-game", "hers");
    fs::create_dir_all(place.path().join("empty")).expect("made");
    let run = |folder: &str, args: &[&str]| {
        let ran = cardwright().current_dir(place.path().join(folder)).args(args).ended();
        let told = format!("{}{}", text(&ran.stdout), text(&ran.stderr));
        (ran.status.code(), told.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    let play = ["--seats", "first", "--seed", "1", "--save-on-exit"];
    for file in ["evening.toml", "saves/late.toml"] {
        assert_eq!(run("my-game", &[&["play", "."][..], &play, &[file]].concat()).0, Some(0));
    }
    let none = ["CW0001", "there is no package `.`", "package = \".\"", "the path was looked for from `"];
    let other =
        ["CW0854", "this game was saved from `mine`, not from `hers`", "package = \".\"", "at this path"];
    for (folder, file, game, words) in [
        ("", "my-game/evening.toml", "my-game", none),
        ("", "my-game/saves/late.toml", "my-game", none),
        ("empty", "../my-game/evening.toml", "../my-game", none),
        ("her-game", "../my-game/evening.toml", "../my-game", other),
    ] {
        for (args, again) in [
            (&["replay", file][..], format!("cardwright replay {file} --game {game}")),
            (&["play", "--load", file], format!("cardwright play {game} --load {file}")),
        ] {
            let (code, told) = run(folder, args);
            let said = words.iter().all(|words| told.contains(words)) && told.contains(file);
            assert!(code == Some(1) && said && told.contains(&format!("did you mean `{again}`?")), "{told}");
            assert!(!told.contains("CW0002"), "{told}");
            assert_eq!(run(folder, &again.split(' ').skip(1).collect::<Vec<_>>()).0, Some(0), "{again}");
        }
    }
    // From a folder inside the package, and with a path that led there from outside.
    let (_, told) = run("my-game/saves", &["replay", "late.toml"]);
    assert!(told.contains("CW0001") && told.contains("/my-game`?"), "{told}");
    assert_eq!(run("", &[&["play", "my-game"][..], &play, &["my-game/out.toml"]].concat()).0, Some(0));
    let (_, told) = run("my-game", &["play", "--load", "out.toml"]);
    assert!(told.contains("did you mean `cardwright play . --load out.toml`?"), "{told}");
    // Another game around the file is not meant.
    fs::copy(place.path().join("my-game/evening.toml"), place.path().join("her-game/it.toml"))
        .expect("copied");
    let (_, told) = run("", &["replay", "her-game/it.toml"]);
    let way = "go to the folder in which the game was saved, or name the package: `cardwright replay her-game/it.toml";
    assert!(told.contains("CW0001") && told.contains(way), "{told}");
}
