//! A new package, and the commands that a newcomer runs on it: check, build, ir.

use crate::process::Ends;
use std::path::Path;
use std::process::Output;

/// The program, started in a folder.
fn cardwright(folder: &Path, args: &[&str]) -> Output {
    crate::process::cardwright().args(args).current_dir(folder).ended()
}

/// Returns the output of a successful command.
fn says(folder: &Path, args: &[&str]) -> String {
    let output = cardwright(folder, args);
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!((output.status.code(), err.as_ref()), (Some(0), ""), "{args:?}: {out}");
    out.into_owned()
}

/// Returns the message of a failing command.
fn complains(folder: &Path, args: &[&str], code: i32) -> String {
    let output = cardwright(folder, args);
    assert_eq!(output.status.code(), Some(code), "{args:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_new_package_checks_builds_runs_and_plays() {
    let dir = tempfile::tempdir().expect("a folder");
    let here = dir.path();
    let said = says(here, &["new", "Été in the Kitchen"]);
    assert!(said.starts_with("Ete In The Kitchen: "), "{said}");
    assert!(said.contains("cardwright check"), "{said}");
    let game = std::fs::read_to_string(here.join("Été in the Kitchen/game.toml")).expect("it is there");
    assert!(game.contains("id = \"ete-in-the-kitchen\"\nname = \"Ete In The Kitchen\"\n"));
    assert!(here.join("Été in the Kitchen/schema/cards.schema.json").is_file());
    let folder = "Été in the Kitchen";
    assert!(says(here, &["check", folder, "--deny", "warnings"]).contains(": ok: "));
    assert!(says(here, &["run", folder]).contains(": ok\n"));
    assert!(says(here, &["build", folder]).starts_with("output/ete-in-the-kitchen/game.cwir: "));
    assert!(says(here, &["sim", folder, "-n", "20"]).contains("20 games finished"));
    // And from inside.
    let inside = here.join(folder);
    assert!(says(&inside, &["check"]).starts_with(".: ok: "));
    assert!(says(&inside, &["run", "scenarios/a-short-evening.toml"]).ends_with("1 scenario: ok\n"));
    assert!(says(&inside, &["deck", "check", "decks/full.toml"]).ends_with(": ok: 17 cards\n"));
}

#[test]
fn a_shipped_game_can_be_begun_with() {
    let dir = tempfile::tempdir().expect("a folder");
    let here = dir.path();
    for id in crate::support::ids() {
        let to = format!("my-{id}");
        says(here, &["new", &to, "--from", id, "--name", "My \"own\""]);
        let opened = cardwright::compile::CompiledGame::open(here.join(&to).to_str().expect("UTF-8"));
        let rules = std::fs::read_to_string(here.join(&to).join("rules.md")).unwrap_or_default();
        assert!(rules.is_empty() || rules.starts_with("# My \"own\"\n"), "{id}: {rules:.60}");
        let readme = std::fs::read_to_string(here.join(&to).join("README.md")).unwrap_or_default();
        assert!(readme.is_empty() || readme.starts_with("# My \"own\"\n"), "{id}: {readme:.60}");
        // Translations are of the new name, too.
        assert_eq!(opened.diagnostics.len(), 0, "{id}: {:?}", opened.diagnostics.first());
        let ir = opened.game.expect("it compiles").ir;
        assert_eq!((ir.game.id, ir.game.name.as_str()), (to.clone(), "My \"own\""));
        // The program has each file of the game; the script that lists them does not notice a new one.
        let (files, _) = cardwright::package::open(id);
        let shipped =
            files.files.iter().filter(|file| !file.included).map(|file| &files.sources.file(file.file).name);
        let absent: Vec<&String> =
            shipped.filter(|name| !here.join(name.replacen(id, &to, 1)).exists()).collect();
        assert!(absent.is_empty(), "the program lacks {absent:?}: touch build.rs");
        if !ir.scenarios.is_empty() {
            assert!(says(here, &["run", &to]).ends_with(": ok\n"));
        }
    }
}

#[test]
fn nothing_is_overwritten_and_names_must_make_sense() {
    let dir = tempfile::tempdir().expect("a folder");
    let here = dir.path();
    std::fs::create_dir(here.join("mine")).expect("a folder");
    says(here, &["new", "mine"]);
    assert!(complains(here, &["new", "mine"], 1).contains("`mine` is there already, and not empty"));
    std::fs::write(here.join("a-file"), "kept").expect("written");
    complains(here, &["new", "a-file"], 1);
    assert_eq!(std::fs::read_to_string(here.join("a-file")).expect("it is there"), "kept");
    assert!(complains(here, &["new", "123"], 2).contains("needs a letter"));
    for name in [" ", "\u{200b}", "A\u{2028}B", "A\nB", "\u{202e}evil"] {
        assert!(complains(here, &["new", "other", "--name", name], 2).contains("a game's name is one line"));
    }
    let from = complains(here, &["new", "other", "--from", "fantasy-realm"], 1);
    assert!(from.contains("did you mean `fantasy-realms`?"), "{from}");
    assert!(!here.join("other").exists() && !here.join("123").exists());
}

#[test]
fn a_build_can_be_read_back_and_listed() {
    let dir = tempfile::tempdir().expect("a folder");
    let here = dir.path();
    let said = says(here, &["build", "fantasy-realms", "--listing", "--output", "out"]);
    let written = ["game.cwir", "game.lst", "cards.pdf", "rules.pdf", "gallery/index.html"];
    for name in written {
        assert!(said.contains(&format!("out/fantasy-realms/{name}: ")), "{name}: {said}");
    }
    let page =
        std::fs::read_to_string(here.join("out/fantasy-realms/gallery/index.html")).expect("it is there");
    assert!(
        page.contains("src=\"cards/dragon.png\"")
            && here.join("out/fantasy-realms/gallery/cards/dragon.png").exists()
    );
    for name in ["cards.pdf", "rules.pdf"] {
        assert!(
            std::fs::read(here.join("out/fantasy-realms").join(name))
                .is_ok_and(|b| b.starts_with(b"%PDF-1.7")),
            "{name}"
        );
    }
    let bytes = std::fs::read(here.join("out/fantasy-realms/game.cwir")).expect("it is there");
    let ir = cardwright::ir::bytes::from_bytes(&bytes).expect("it is sound");
    let listing = std::fs::read_to_string(here.join("out/fantasy-realms/game.lst")).expect("it is there");
    assert_eq!(says(here, &["ir", "fantasy-realms"]), listing);
    assert_eq!(says(here, &["ir", "out/fantasy-realms/game.cwir"]), listing);
    // Every function is there, every instruction on a line of its own, and the author's lines beside them.
    for function in &ir.functions {
        assert!(listing.contains(&format!("\n{}(", function.name)), "{}", function.name);
    }
    let numbered = listing.lines().filter(|l| {
        l.split_whitespace().find(|w| !w.ends_with(':')).is_some_and(|w| w.parse::<u32>().is_ok())
            && l.starts_with(' ')
    });
    assert!(numbered.count() >= ir.code.len());
    assert!(listing.contains("│ rules/scoring.toml:"));
    assert!(!listing.contains('?') || !listing.contains(" ? "), "everything has a name");
    std::fs::write(here.join("broken.cwir"), &bytes[..bytes.len() - 1]).expect("written");
    assert!(complains(here, &["ir", "broken.cwir"], 1).contains("damaged"));
    std::fs::write(here.join("no.cwir"), "no game").expect("written");
    assert!(complains(here, &["ir", "no.cwir"], 1).contains("this is not a compiled game"));
    assert!(complains(here, &["build", "nothing"], 1).contains("there is no game `nothing`"));
}

#[test]
fn the_starter_says_how_its_rules_are_watched() {
    let dir = tempfile::tempdir().expect("a folder");
    let here = dir.path();
    says(here, &["new", "soup"]);
    let readme = std::fs::read_to_string(here.join("soup/README.md")).expect("it is there");
    assert!(readme.contains("`cardwright texts . --accept`"), "{readme}");
    assert!(says(here, &["texts", "soup", "--accept"]).contains("soup/stamps.toml"));
    assert!(says(here, &["check", "soup", "--deny", "warnings"]).contains(": ok: "));
    let cards = here.join("soup/cards/cards.toml");
    let text = std::fs::read_to_string(&cards).expect("it is there");
    let changed = text.replacen("count(others", "count(hand", 1);
    assert_ne!(text, changed, "a rule of the starter counts other cards");
    std::fs::write(&cards, changed).expect("written");
    assert!(complains(here, &["check", "soup", "--deny", "warnings"], 1).contains("CW0616"));
}

#[test]
fn check_says_everything_and_can_be_strict() {
    let dir = tempfile::tempdir().expect("a folder");
    let here = dir.path();
    says(here, &["new", "mine"]);
    let cards = here.join("mine/cards/cards.toml");
    let text = std::fs::read_to_string(&cards).expect("it is there");
    std::fs::write(&cards, text.replacen("suit = \"root\"", "suit = \"rot\"", 1)).expect("written");
    let said = complains(here, &["check", "mine"], 1);
    assert!(said.contains("`rot`") && said.contains("did you mean `root`?"), "{said}");
    let json = cardwright(here, &["check", "mine", "--format", "json"]);
    let line: serde_json::Value = serde_json::from_slice(&json.stdout).expect("one object");
    assert_eq!(line["severity"], "error");
    std::fs::write(&cards, text).expect("written");
    std::fs::write(here.join("mine/notes.toml"), "").expect("written");
    let warned = cardwright(here, &["check", "mine"]);
    assert_eq!(warned.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&warned.stdout).starts_with("mine: 1 warning: "));
    complains(here, &["check", "mine", "--deny", "warnings"], 1);
}
