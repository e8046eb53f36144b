//! `docs/thirteenth-realm.md`: its files make a realm that is checked, played and printed with the others,
//! and a game of only some realms stands without the rest.

use crate::process::Ends;
use std::fs;
use std::path::Path;

use cardwright::package::copy_out;

const PAGE: &str = include_str!("../docs/thirteenth-realm.md");
const ID: &str = "twelve-realms-drowned_ys";

/// The page's files: path and text of each block whose first line names one.
fn files() -> Vec<(String, String)> {
    let blocks = PAGE.split("\n```").skip(1).step_by(2);
    let file = |block: &str| {
        let (_, text) = block.split_once('\n')?;
        let (first, rest) = text.split_once('\n')?;
        let path = first.trim_start_matches("# ").trim_start_matches("{#- ").trim_end_matches(" -#}");
        path.starts_with(ID).then(|| (path.to_owned(), rest.to_owned()))
    };
    blocks.filter_map(file).collect()
}

fn cardwright(folder: &Path, args: &[&str]) -> String {
    let output = crate::process::cardwright().current_dir(folder).args(args).ended();
    let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("UTF-8")).concat();
    assert!(output.status.success(), "{args:?}: {said}");
    said
}

/// Changes what `include` of the copied game says.
fn include(game: &Path, change: impl Fn(&str) -> String) {
    let path = game.join("game.toml");
    fs::write(&path, change(&fs::read_to_string(&path).expect("it is there"))).expect("written");
}

#[test]
fn a_realm_is_a_folder_and_a_line() {
    let dir = tempfile::tempdir().expect("a folder");
    let here = dir.path();
    crate::support::ship();
    copy_out("twelve-realms", &here.join("my-realms"), |_, bytes| bytes.to_vec()).expect("it can be copied");
    let files = files();
    assert_eq!(files.len(), 4);
    for (path, text) in files {
        let path = here.join(path);
        fs::create_dir_all(path.parent().expect("it is in a folder")).expect("made");
        fs::write(path, text).expect("written");
    }
    include(&here.join("my-realms"), |text| {
        text.replace("include = [", &format!("include = [\n  \"{ID}\","))
    });

    cardwright(here, &["texts", "my-realms", "--accept"]);
    cardwright(here, &["check", "my-realms", "--deny", "warnings"]);
    let played = cardwright(here, &["sim", "my-realms", "--option", "with_drowned_ys=true", "-n", "200"]);
    assert!(played.contains("200 games finished"), "{played}");
    let printed = cardwright(here, &["print", "my-realms", "--only", "realm=drowned_ys"]);
    let sheets = ["cards", "foes", "fragments", "troves", "markers", "map_of_drowned_ys"];
    assert!(sheets.iter().all(|sheet| printed.contains(&format!("{sheet}.pdf"))), "{printed}");
    assert!(
        !["heroes", "reference", "map_of_briarwood"].iter().any(|sheet| printed.contains(sheet)),
        "{printed}"
    );
}

#[test]
fn a_realm_can_be_left_out() {
    let dir = tempfile::tempdir().expect("a folder");
    let game = dir.path().join("my-realms");
    crate::support::ship();
    copy_out("twelve-realms", &game, |_, bytes| bytes.to_vec()).expect("it can be copied");
    let left = ["raven_moor", "greenholt", "jade_river"];
    include(&game, |text| {
        let line =
            |line: &&str| !left.iter().any(|realm| line.trim() == format!("\"twelve-realms-{realm}\","));
        text.lines().filter(line).collect::<Vec<_>>().join("\n")
    });
    fs::remove_dir_all(game.join("scenarios")).expect("they name realms");
    fs::remove_file(game.join("rules/adventures.toml")).expect("so do these");
    for realm in left {
        fs::remove_dir_all(dir.path().join(format!("twelve-realms-{realm}")))
            .expect("it was put beside the game");
    }
    let said = cardwright(dir.path(), &["check", "my-realms"]);
    assert!(!said.contains("error"), "{said}");
    let played = cardwright(dir.path(), &["sim", "my-realms", "--players", "6", "-n", "100"]);
    assert!(played.contains("100 games finished"), "{played}");
}
