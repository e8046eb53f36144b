//! Slips on the command line: a name without its ending, an attribute that nothing has, a folder for a file.

use std::path::Path;
use std::process::Output;

use super::{cardwright, text};
use crate::process::Ends;

fn run(folder: &Path, args: &[&str]) -> (Option<i32>, String) {
    let mut command = cardwright();
    let Output { status, stdout, stderr } =
        command.current_dir(folder).arg("--color=never").args(args).ended();
    (status.code(), format!("{}{}", text(&stdout), text(&stderr)))
}

#[test]
fn slips_are_named_with_a_way_out() {
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(run(folder.path(), &["new", "game"]).0, Some(0));
    let said = |code: i32, args: &[&str], part: &str| {
        let (ended, said) = run(folder.path(), args);
        assert!(ended == Some(code) && said.contains(part), "{args:?}: {ended:?}: {said}");
    };
    // A scenario goes by its file, with or without the ending.
    said(0, &["run", "game/scenarios/a-short-evening"], "1 scenario: ok");
    let near = "has no scenario `a-short-evenin`; did you mean `a-short-evening`?";
    said(2, &["run", "game/scenarios/a-short-evenin.toml"], near);
    said(1, &["run", "game/nothing"], "there is no game `game/nothing`");
    let (ended, shown) = run(&folder.path().join("game"), &["run", "a-short-evening"]);
    assert!(ended == Some(1) && shown.contains("name the file: `scenarios/a-short-evening.toml`"), "{shown}");
    let (ended, shown) = run(&folder.path().join("game"), &["run", "a-shorter-evening"]);
    assert!(ended == Some(1) && !shown.contains("name the file"), "{shown}");
    said(
        2,
        &["print", "game", "--only", "tast=3"],
        "no component has an attribute `tast`; did you mean `taste`?",
    );
    said(2, &["export", "game", "--to", "png", "--only", "what=3"], "no component has an attribute `what`");
    // A value that nothing has is refused with those that there are, and so is a sheet.
    said(2, &["print", "game", "--only", "taste=nosuch"], "nothing has `taste = nosuch`; the values are `");
    said(2, &["export", "game", "--to", "png", "--only", "name=nosuch"], "nothing has `name = nosuch`");
    let (ended, sheets) = run(folder.path(), &["print", "game", "--sheet", "pieces"]);
    assert!(ended == Some(1) && sheets.contains("there is no sheet `pieces`"), "{ended:?}: {sheets}");
    assert!(!sheets.contains("and `pieces`") && sheets.contains("sheet"), "{sheets}");
    said(1, &["deck", "check", "game"], "`game` is a folder: name the file of a list");
}

#[test]
fn options_that_a_form_makes_nothing_of_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(run(folder.path(), &["new", "game"]).0, Some(0));
    let refused = |form: &str, option: &[&str], forms: &str| {
        let (code, said) = run(folder.path(), &[&["export", "game", "--to", form], option].concat());
        assert!(
            code == Some(2) && said.contains(option[0]) && said.contains(forms),
            "{form}: {code:?}: {said}"
        );
    };
    refused("svg", &["--dpi", "100"], "`--to png`, `--to gallery`");
    refused("game-crafter", &["--dpi", "100"], "`--to png`");
    refused("tts", &["--bleed"], "`--to png` and `--to svg`");
    refused("png", &["--split", "taste"], "`--to tts`");
    refused("png", &["--url", "https://example.org"], "`--to tts` and `--to cockatrice`");
    refused("csv", &["--style", "fan"], "`--to png`");
    refused("png", &["--pdfx", "some.icc"], "`--to drive-thru-cards`");
    assert!(!folder.path().join("output").exists());
    assert_eq!(run(folder.path(), &["export", "game", "--to", "svg", "--bleed"]).0, Some(0));
}

#[test]
fn a_sheet_that_is_not_there_is_named_even_beside_others() {
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(run(folder.path(), &["new", "game"]).0, Some(0));
    for command in
        [&["export", "game", "--to", "csv"][..], &["export", "game", "--to", "png"], &["print", "game"]]
    {
        for sheets in [&["--sheet", "nosuch"][..], &["--sheet", "cards", "--sheet", "nosuch"]] {
            let (code, said) = run(folder.path(), &[command, sheets].concat());
            assert!(code == Some(1) && said.contains("there is no sheet `nosuch`"), "{code:?}: {said}");
            assert!(said.contains("`cards`"), "{said}");
        }
    }
    assert_eq!(run(folder.path(), &["export", "game", "--to", "csv", "--sheet", "cards"]).0, Some(0));
}

#[test]
fn the_address_of_pictures_is_that_of_a_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(run(folder.path(), &["new", "game"]).0, Some(0));
    for (url, begins) in [
        ("https://example.org/a", "https://example.org/a/"),
        ("https://example.org/a/", "https://example.org/a/"),
        ("https://example.org/?file=", "https://example.org/?file="),
    ] {
        assert_eq!(run(folder.path(), &["export", "game", "--to", "cockatrice", "--url", url]).0, Some(0));
        let files = walk(&folder.path().join("output"));
        let xml = files.iter().find(|(name, _)| name.ends_with(".xml")).expect("a list of cards");
        assert!(xml.1.contains(&format!("picURL=\"{begins}")) && !xml.1.contains("a//"), "{url}: {}", xml.1);
    }
}

#[test]
fn a_scenario_with_an_error_shows_it_wherever_it_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(run(folder.path(), &["new", "game"]).0, Some(0));
    let broken =
        "name = \"Half\"\nbegin = \"play\"\n[state]\nmoom = 3\n[[steps]]\nexpect = \"nosuch == 1\"\n";
    std::fs::write(folder.path().join("game/scenarios/half.toml"), broken).expect("written");
    for command in [
        &["play", "game", "--seats", "first"][..],
        &["sim", "game", "-n", "1"],
        &["soak", "game", "-n", "1"],
        &["perft", "game", "--depth", "1"],
        &["solve", "game"],
        &["export", "game", "--to", "tts"],
    ] {
        let (code, said) = run(folder.path(), &[command, &["--scenario", "half"]].concat());
        assert!(code == Some(1) && !said.contains("has no scenario"), "{command:?}: {code:?}: {said}");
        // Both errors, at their lines.
        assert!(said.contains("half.toml:4") && said.contains("half.toml:6"), "{command:?}: {said}");
    }
    let mut drive = cardwright();
    drive.current_dir(folder.path()).args(["drive", "game"]);
    drive.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
    let mut drive = drive.begun();
    let line = b"{\"do\": \"new\", \"scenario\": \"half\"}\n";
    std::io::Write::write_all(&mut drive.stdin.take().expect("piped"), line).expect("it reads");
    let said = text(&drive.wait_with_output().expect("it ends").stdout).to_owned();
    let words = ["the scenario `half` has an error: ", "moom", "scenarios/half.toml:4"];
    assert!(words.iter().all(|words| said.contains(words)), "{said}");
}

/// The text files below a folder.
fn walk(folder: &Path) -> Vec<(String, String)> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let each = entries.flat_map(|entry| {
        let path = entry.path();
        match path.is_dir() {
            true => walk(&path),
            false => std::fs::read_to_string(&path)
                .map(|content| vec![(path.to_string_lossy().into_owned(), content)])
                .unwrap_or_default(),
        }
    });
    each.collect()
}

#[test]
fn what_is_given_twice_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let said = |args: &[&str], part: &str| {
        let (ended, said) = run(folder.path(), args);
        assert!(ended == Some(2) && said.contains(part), "{args:?}: {ended:?}: {said}");
    };
    let sim = ["sim", "fantasy-realms", "-n", "2"];
    let with = |more: &[&'static str]| [&sim[..], more].concat();
    said(&with(&["--sweep", "players=3..4", "--sweep", "players=5"]), "`--sweep` varies `players` twice");
    said(
        &with(&["--sweep", "option.variant=base", "--sweep", "option.variant=chaos"]),
        "`--sweep` varies `option.variant` twice",
    );
    said(
        &[
            "sim",
            "minute-realms",
            "-n",
            "2",
            "--sweep",
            "cards.cloth_hall.cost=0..1",
            "--sweep",
            "cards.cloth*.cost=2",
        ],
        "two of `--sweep` vary `cards.cloth_hall.cost`",
    );
    said(&with(&["--option", "variant=base", "-o", "variant=chaos"]), "`--option` sets `variant` twice");
    said(&with(&["-o", "variant=base,variant=base"]), "`--option` sets `variant` twice");
    let eval = ["eval", "fantasy-realms", "--eval", "1"];
    for (flag, key) in
        [("--zone", "hand[1]"), ("--state", "round"), ("--answer", "Island"), ("-o", "variant")]
    {
        let (one, other) = (format!("{key}=1"), format!("{key}=2"));
        let flag_word = if flag == "-o" { "--option" } else { flag };
        let args = [&eval[..], &[flag, &one, flag, &other]].concat();
        said(&args, &format!("`{flag_word}` sets `{key}` twice"));
    }
    for again in ["x.json", "./x.json"] {
        said(&with(&["--save", "x.json", "--save", again]), "is named twice");
    }
    // Different names may stand beside each other.
    let (ended, shown) =
        run(folder.path(), &with(&["--sweep", "players=3", "--sweep", "option.variant=base"]));
    assert_eq!(ended, Some(0), "{shown}");
}

#[test]
fn expressions_may_begin_with_a_minus() {
    let folder = tempfile::tempdir().expect("a folder");
    let (ended, shown) = run(folder.path(), &["eval", "fantasy-realms", "--eval", "-7 / 2"]);
    assert!(ended == Some(0) && shown.contains("-4"), "{shown}");
    let find = ["sim", "tic-tac-toe", "-n", "3", "--find", "-count(players) < 0"];
    let (ended, shown) = run(folder.path(), &find);
    assert!(ended == Some(0), "{shown}");
}

#[test]
fn games_of_the_program_are_to_be_copied_first() {
    let folder = tempfile::tempdir().expect("a folder");
    let (ended, shown) = run(folder.path(), &["texts", "fantasy-realms", "--accept"]);
    let copy = "cardwright new fantasy-realms --from fantasy-realms";
    assert!(ended == Some(1) && shown.contains(copy), "{shown}");
    std::fs::create_dir(folder.path().join("g")).expect("a folder");
    let slips = [("french-deck", "`french-deck` comes with"), ("french-dek", "did you mean \"french-deck\"")];
    for (wanted, near) in slips {
        let include = format!("include = [\"{wanted}\"]\n");
        let game = format!("[game]\nid = \"g\"\nname = \"G\"\nplayers = [1, 2]\n{include}");
        std::fs::write(folder.path().join("g/game.toml"), game).expect("a file");
        let (ended, shown) = run(folder.path(), &["check", "g"]);
        let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(ended == Some(1) && shown.contains(near), "{shown}");
        assert!(shown.contains("cardwright new french-deck --from french-deck"), "{shown}");
    }
    // All folders that come with a game are named.
    let (ended, shown) = run(folder.path(), &["new", "realms", "--from", "twelve-realms"]);
    assert_eq!(ended, Some(0), "{shown}");
    for realm in ["briarwood", "shining_sands"] {
        assert!(shown.contains(&format!("twelve-realms-{realm}")), "{shown}");
    }
}

#[test]
fn parameters_of_actions_are_answered_as_choices() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |path: &str, text: &str| {
        let path = folder.path().join("g").join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    };
    let game = "[game]\nid = \"g\"\nname = \"G\"\nplayers = [1, 2]\n[state.player]\ncoins = \"int 0..9\"\n\
                [actions.take]\nparams = { t = \"1..3\" }\ndo = \"you.coins += t\"\n\
                [flow]\nplay = '''\nfor each p in players { act p from {take} }\nend\n'''\n\
                [scoring]\nscore = \"p.coins\"\n";
    write("game.toml", game);
    let answers = "name = \"A\"\nbegin = \"play\"\n[answers]\nt = \"2\"\n";
    write("scenarios/a.toml", &format!("{answers}[[steps]]\nexpect = \"true\"\n"));
    let (ended, shown) = run(folder.path(), &["run", "g"]);
    assert!(ended == Some(1) && shown.contains("`t`, which is a parameter of an action"), "{shown}");
}
