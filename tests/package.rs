//! Packages: the files that are read, refused, and written.

use std::fs;
use std::path::Path;

use cardwright::diagnostics::{Diagnostic, Format, render};
use cardwright::package::{
    FileRole, PackageFiles, PackageOrigin, copy_out, embedded, load, open, package_of, write_atomically,
};
use tempfile::TempDir;

/// A folder with these files in it.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let dir = tempfile::tempdir().expect("a folder");
    for (path, text) in files {
        put(dir.path(), path, text.as_bytes());
    }
    dir
}

fn put(dir: &Path, path: &str, bytes: &[u8]) {
    let path = dir.join(path);
    fs::create_dir_all(path.parent().expect("it has one")).expect("a folder");
    fs::write(path, bytes).expect("a file");
}

/// Returns the files that are read, relative to the folder, each with its role and whether it is included.
fn read(package: &PackageFiles, dir: &Path) -> Vec<(String, FileRole, bool)> {
    let prefix = format!("{}/", dir.display());
    let name = |f: &cardwright::package::PackageFile| package.sources.file(f.file).name.replace(&prefix, "");
    package.files.iter().map(|f| (name(f), f.role, f.included)).collect()
}

/// All diagnostics, relative to the folder.
fn said(package: &PackageFiles, diagnostics: &[Diagnostic], dir: &Path) -> String {
    let text = render(diagnostics, &package.sources, Format::Short);
    text.replace(&format!("{}/", dir.display()), "").replace(&dir.display().to_string(), "HERE")
}

#[test]
fn a_package_is_read_part_by_part_in_the_order_of_names() {
    let dir = folder(&[
        ("game.toml", "[game]"),
        ("rules/b.toml", ""),
        ("rules/a.toml", ""),
        ("cards/z.toml", ""),
        ("cards/m.csv", "id\n"),
        ("decks/full.toml", ""),
        ("scenarios/one.toml", ""),
        ("print.toml", ""),
        ("README.md", "hello"),
        ("schema/game.schema.json", "{}"),
        ("art/x/readme.toml", ""),
        (".taplo.toml", ""),
        ("cards/.hidden.toml", ""),
    ]);
    let (package, diagnostics) = load(dir.path());
    assert_eq!(said(&package, &diagnostics, dir.path()), "");
    let expected = [
        ("game.toml", FileRole::Game),
        ("rules/a.toml", FileRole::Rules),
        ("rules/b.toml", FileRole::Rules),
        ("cards/m.csv", FileRole::CardsCsv),
        ("cards/z.toml", FileRole::Cards),
        ("decks/full.toml", FileRole::Deck),
        ("scenarios/one.toml", FileRole::Scenario),
        ("print.toml", FileRole::Print),
    ];
    assert_eq!(read(&package, dir.path()), expected.map(|(n, r)| (n.to_owned(), r, false)));
    assert_eq!(package.origin, PackageOrigin::Folder(dir.path().to_owned()));
    let in_memory = PackageFiles::from_texts([
        ("cards/z.toml", "z"),
        ("game.toml", "g"),
        ("notes.txt", "n"),
        ("cards/a.csv", "a"),
    ]);
    let names: Vec<&str> = in_memory.sources.files().map(|(_, f)| f.name.as_str()).collect();
    assert_eq!(names, ["game.toml", "cards/a.csv", "cards/z.toml"]);
}

#[test]
fn what_looks_like_a_part_and_is_not_read_is_said() {
    let dir = folder(&[
        ("Game.toml", ""),
        ("card/red.toml", ""),
        ("card/more.csv", ""),
        ("cards/more/blue.toml", ""),
        ("other/deep/down.toml", ""),
        ("data/figures.csv", ""),
        ("notes.toml", ""),
    ]);
    let (package, diagnostics) = load(dir.path());
    let all = said(&package, &diagnostics, dir.path());
    assert_eq!(
        all.lines().collect::<Vec<_>>(),
        [
            "warning[CW0007]: `Game.toml` is not read",
            "warning[CW0007]: `card/more.csv` is not read",
            "warning[CW0007]: `card/red.toml` is not read",
            "warning[CW0007]: `cards/more/blue.toml` is not read",
            "warning[CW0007]: `notes.toml` is not read",
            "warning[CW0007]: `other/deep/down.toml` is not read",
            "error[CW0002]: there is no `game.toml` in `HERE`",
        ]
    );
    let help: Vec<_> = diagnostics.iter().filter_map(|d| d.help.as_deref()).collect();
    assert_eq!(help[0], "did you mean `game.toml`?");
    assert_eq!(help[2], "did you mean `cards/red.toml`?");
    assert_eq!(help[3], "did you mean `cards/blue.toml`?");
    assert_eq!(help[6], "rename `Game.toml` to `game.toml`");
}

#[test]
fn a_saved_game_in_the_package_is_to_be_kept_elsewhere() {
    let saved = "# A saved game.\nformat = 2\ngame = \"red\"\nversion = \"0.1.0\"\npackage = \".\"\nrules = \"c3297c7994c5a43b\"\n\
                 players = 2\nseed = 5\nseats = [\"human\", \"random\"]\n\n[options]\ntrades = 3\n\n[play]\nchoices = [\n    [1, \"oar\"],\n]\n";
    let dir = folder(&[
        ("game.toml", ""),
        ("evening.toml", saved),
        ("saves/old.toml", saved),
        ("plan.toml", "format = 2\ngame = \"red\"\nplayers = 2\n"),
    ]);
    let (package, diagnostics) = load(dir.path());
    let all = said(&package, &diagnostics, dir.path());
    assert_eq!(
        all.lines().collect::<Vec<_>>(),
        [
            "warning[CW0007]: `evening.toml` is a saved game, not a part of the package",
            "warning[CW0007]: `plan.toml` is not read",
            "warning[CW0007]: `saves/old.toml` is a saved game, not a part of the package",
        ]
    );
    let help = diagnostics[0].help.as_deref().unwrap_or_default();
    let here = dir.path().display();
    assert_eq!(
        help.replace(&here.to_string(), "HERE"),
        "move it out of the package's folder; `cardwright play HERE --load FILE` resumes it from there"
    );
}

#[test]
fn included_packages_come_first_and_once() {
    let dir = folder(&[
        ("red/game.toml", "[game]\ninclude = [\"board\", \"dice\"]\n"),
        ("board/game.toml", "[game]\ninclude = ['dice']\n"),
        ("board/rules/board.toml", ""),
        ("board/decks/no.toml", ""),
        ("board/scenarios/no.toml", ""),
        ("dice/rules/dice.toml", ""),
    ]);
    let (package, diagnostics) = load(&dir.path().join("red"));
    assert_eq!(said(&package, &diagnostics, dir.path()), "");
    let expected = [
        ("dice/rules/dice.toml", FileRole::Rules, true),
        ("board/game.toml", FileRole::Game, true),
        ("board/rules/board.toml", FileRole::Rules, true),
        ("red/game.toml", FileRole::Game, false),
    ];
    assert_eq!(read(&package, dir.path()), expected.map(|(n, r, i)| (n.to_owned(), r, i)));
}

#[test]
fn an_include_is_a_name_beside_the_package_and_no_cycle() {
    let names = "[\"../red\", '/etc', \"\", \"..\", 'a\\b', \"bord\", \"red\", \"blue\", 3]";
    let dir = folder(&[
        ("red/game.toml", &format!("[game]\ninclude = {names}\n")),
        ("board/game.toml", ""),
        ("blue/game.toml", "[game]\ninclude = [\"red\"]"),
    ]);
    let (package, diagnostics) = load(&dir.path().join("red"));
    assert_eq!(
        said(&package, &diagnostics, dir.path()),
        "red/game.toml:2:12: error[CW0008]: `../red` is not the name of a package's folder\n\
         red/game.toml:2:22: error[CW0008]: `/etc` is not the name of a package's folder\n\
         red/game.toml:2:30: error[CW0008]: `` is not the name of a package's folder\n\
         red/game.toml:2:34: error[CW0008]: `..` is not the name of a package's folder\n\
         red/game.toml:2:40: error[CW0008]: `a\\b` is not the name of a package's folder\n\
         red/game.toml:2:47: error[CW0009]: there is no package `bord` beside this one\n\
         red/game.toml:2:55: error[CW0010]: `red` includes itself\n\
         blue/game.toml:2:12: error[CW0010]: `red` includes itself\n"
    );
    let help: Vec<_> = diagnostics.iter().filter_map(|d| d.help.as_deref()).collect();
    assert_eq!(help[0], "write \"red\", and put that package beside this one");
    assert_eq!(help[5], "did you mean \"board\"?");
    assert_eq!(diagnostics[7].cause.as_deref(), Some("by way of `blue`"));
}

#[test]
fn text_that_is_not_utf8_is_shown_at_its_first_wrong_byte() {
    let dir = folder(&[("game.toml", "")]);
    put(dir.path(), "cards/a.csv", b"id,name\nx,B\xe4r\n");
    put(dir.path(), "cards/b.csv", &[0xff, 0xfe, b'i', 0, b'd', 0]);
    let (package, diagnostics) = load(dir.path());
    assert_eq!(
        said(&package, &diagnostics, dir.path()),
        "cards/a.csv:2:4: error[CW0004]: `cards/a.csv` is not UTF-8\ncards/b.csv:1:1: error[CW0004]: `cards/b.csv` is not UTF-8\n"
    );
    assert_eq!(diagnostics[0].labels[0].text, "byte 11 is 0xe4");
    assert_eq!(diagnostics[1].help.as_deref(), Some("it is UTF-16: save it as UTF-8"));
    assert_eq!(package.files.len(), 1);
}

#[test]
fn a_file_beyond_bounds_is_refused() {
    let dir = folder(&[("game.toml", "")]);
    put(dir.path(), "cards/big.toml", &vec![b' '; (16 << 20) + 1]);
    put(dir.path(), "cards/just.toml", &vec![b' '; 16 << 20]);
    let (package, diagnostics) = load(dir.path());
    assert_eq!(
        said(&package, &diagnostics, dir.path()),
        "error[CW0005]: `cards/big.toml` has more than 16 MiB\n"
    );
    assert_eq!(package.files.len(), 2);
    let dir = folder(&[("game.toml", "")]);
    fs::create_dir(dir.path().join("cards")).expect("a folder");
    for i in 0..10_001 {
        fs::write(dir.path().join(format!("cards/c{i}.toml")), "").expect("a file");
    }
    let (package, diagnostics) = load(dir.path());
    assert_eq!(
        said(&package, &diagnostics, dir.path()),
        "error[CW0005]: this package has more than 10000 files\n"
    );
    assert_eq!(package.files.len(), 10_000);
}

#[cfg(unix)]
#[test]
fn a_link_is_followed_inside_the_package_only() {
    use std::os::unix::fs::symlink;
    let outside =
        folder(&[("secret.toml", "secret"), ("cards/secret.toml", "secret"), ("board/game.toml", "secret")]);
    let dir = folder(&[("red/game.toml", "[game]\ninclude = ['board']\n"), ("red/cards/a.toml", "")]);
    let red = dir.path().join("red");
    symlink("a.toml", red.join("cards/b.toml")).expect("a link");
    symlink(outside.path().join("secret.toml"), red.join("cards/c.toml")).expect("a link");
    symlink(outside.path().join("nothing.toml"), red.join("cards/d.toml")).expect("a link");
    symlink(outside.path().join("cards"), red.join("rules")).expect("a link");
    symlink("..", red.join("decks")).expect("a link");
    symlink(outside.path().join("board"), dir.path().join("board")).expect("a link");
    let mut mkfifo = std::process::Command::new("mkfifo");
    let piped = crate::process::run_installed(mkfifo.arg(red.join("cards/pipe.toml")));
    let (package, diagnostics) = load(&red);
    let mut expected = vec![
        "error[CW0003]: `red/cards/d.toml` cannot be read",
        "error[CW0006]: `red/cards/c.toml` is a link that leads out of the package",
        "error[CW0006]: `red/decks` is a link that leads out of the package",
        "error[CW0006]: `red/rules` is a link that leads out of the package",
        "red/game.toml:2:12: error[CW0009]: there is no package `board` beside this one",
    ];
    if let Some(run) = piped {
        assert!(run.status.success(), "{run:?}");
        expected.insert(1, "error[CW0003]: `red/cards/pipe.toml` cannot be read");
    }
    let all = said(&package, &diagnostics, dir.path());
    let mut lines: Vec<_> = all.lines().collect();
    lines.sort_unstable();
    assert_eq!(lines, expected);
    assert!(package.sources.files().all(|(_, f)| f.text != "secret"));
}

#[test]
fn a_game_is_named_by_its_folder_a_file_in_it_or_its_id() {
    let dir = folder(&[("red/game.toml", "[game]"), ("red/scenarios/one.toml", "")]);
    let red = dir.path().join("red");
    let scenario = red.join("scenarios/one.toml");
    for name in [&red, &red.join("game.toml"), &scenario] {
        let (package, diagnostics) = open(name.to_str().expect("UTF-8"));
        assert_eq!(diagnostics, []);
        assert_eq!(package.files.len(), 2);
    }
    assert_eq!(package_of(&scenario), Some(red.clone()));
    assert_eq!(package_of(Path::new("/")), None);
    for id in crate::support::ids() {
        let (package, diagnostics) = open(id);
        assert_eq!(diagnostics, []);
        assert_eq!(package.origin, PackageOrigin::Shipped(id));
        let game = package.files.iter().find(|file| file.role == FileRole::Game).expect("every game has one");
        assert_eq!(package.sources.file(game.file).name, format!("{id}/game.toml"));
        let near = format!("{id}x");
        let (_, diagnostics) = open(&near);
        assert_eq!(diagnostics[0].help, Some(format!("did you mean `{id}`?")));
    }
    let (package, diagnostics) = open(dir.path().join("rde").to_str().expect("UTF-8"));
    assert_eq!(said(&package, &diagnostics, dir.path()), "error[CW0001]: there is no game `rde`\n");
    let (_, diagnostics) = load(dir.path());
    assert_eq!(diagnostics[0].code.0, 2);
    assert!(diagnostics[0].help.as_deref().expect("help").ends_with("/red`?"));
}

#[test]
fn shipped_games_and_the_starter_can_be_copied_out() {
    let dir = tempfile::tempdir().expect("a folder");
    for name in crate::support::ids().chain(["starter"]) {
        let to = dir.path().join("new").join(name);
        let written = copy_out(name, &to, |_, bytes| bytes.to_vec()).expect("it can be copied");
        let files = embedded(name).expect("it is shipped");
        // They are as large as all the rest, and made anew from the game.
        assert!(!files.iter().any(|(path, _)| path.starts_with("schema/")), "{name}");
        let beside = written.iter().filter(|file| file.starts_with(to.join(".."))).count();
        assert_eq!(written.len() - beside, files.len());
        for (path, bytes) in files {
            assert_eq!(fs::read(to.join(path)).expect("it is there"), bytes);
        }
        let (package, diagnostics) = load(&to);
        assert_eq!(diagnostics, []);
        assert!(package.files.iter().any(|f| f.role == FileRole::Game));
        // Included files, faces besides rules, are put beside it, unless they are there already.
        let of_others = package.files.iter().filter(|f| f.included).count();
        let all = beside >= of_others && (beside > 0) == (of_others > 0);
        assert!(all || of_others > 0 && beside == 0, "{name}: {beside} of {of_others}");
        assert_eq!(copy_out(name, &to, |_, bytes| bytes.to_vec()).expect_err("it is not empty").code.0, 12);
    }
    assert_eq!(
        copy_out("no-such-game", &dir.path().join("x"), |_, bytes| bytes.to_vec())
            .expect_err("there is none")
            .code
            .0,
        1
    );
    assert!(!dir.path().join("x").exists());
    crate::support::ship();
    assert!(embedded("..").is_none() && embedded("").is_none());
}

#[cfg(target_os = "linux")]
#[test]
fn a_name_that_is_no_text_is_told() {
    use std::os::unix::ffi::OsStrExt;
    let dir = folder(&[("cards/\u{fffd}.toml", "[cards.a]\nname = \"A\"\n")]);
    let odd = dir.path().join("cards").join(std::ffi::OsStr::from_bytes(b"\xff.toml"));
    fs::write(odd, "[cards.b]\nname = \"B\"\n").expect("written");
    let (package, diagnostics) = load(dir.path());
    let wrong: Vec<&Diagnostic> = diagnostics.iter().filter(|d| d.code.0 == 3).collect();
    assert!(wrong.len() == 1 && wrong[0].message.contains("is not UTF-8"), "{diagnostics:?}");
    assert_eq!(package.files.iter().filter(|f| f.role == FileRole::Cards).count(), 1);
}

#[test]
fn files_are_written_whole_and_inside_their_folder() {
    let dir = tempfile::tempdir().expect("a folder");
    let out = dir.path().join("a/b");
    let path = write_atomically(&out, "c/d.txt", b"one").expect("written");
    assert_eq!(path, out.join("c/d.txt"));
    write_atomically(&out, "c/d.txt", b"two").expect("written again");
    assert_eq!(fs::read(&path).expect("it is there"), b"two");
    assert_eq!(fs::read_dir(out.join("c")).expect("a folder").count(), 1, "nothing else is left");
    for wrong in ["../x", "/x", "c/../../x", "", ".", "c/..", "c"] {
        let error = write_atomically(&out, wrong, b"no").expect_err(wrong);
        assert_eq!(error.code.0, 11);
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::{PermissionsExt, symlink};
        assert_eq!(fs::metadata(&path).expect("it is there").permissions().mode() & 0o600, 0o600);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("allowed");
        write_atomically(&out, "c/d.txt", b"three").expect("written");
        assert_eq!(fs::metadata(&path).expect("it is there").permissions().mode() & 0o777, 0o640);
        symlink(dir.path(), out.join("leads")).expect("a link");
        assert!(write_atomically(&out, "leads/x", b"no").is_err());
        assert!(write_atomically(&out, "leads/sub/x", b"no").is_err());
        // A link in the file's own place is neither replaced nor followed.
        fs::write(dir.path().join("kept"), "kept").expect("written");
        symlink(dir.path().join("kept"), out.join("link.txt")).expect("a link");
        let refused = write_atomically(&out, "link.txt", b"new").expect_err("a link");
        assert!(refused.cause.is_some_and(|why| why.contains("a link is in its place")));
        assert!(fs::symlink_metadata(out.join("link.txt")).is_ok_and(|there| there.is_symlink()));
        assert_eq!(fs::read(dir.path().join("kept")).expect("it is there"), b"kept");
    }
    assert!(!dir.path().join("x").exists() && !dir.path().join("sub").exists());
}

#[test]
fn a_folder_of_output_does_not_stand_in_for_a_shipped_game() {
    let folder = tempfile::tempdir().expect("a folder");
    use crate::process::Ends;
    let export = || {
        let mut command = crate::process::cardwright();
        command.current_dir(folder.path()).args(["export", "fantasy-realms", "--to", "json", "--out", "."]);
        command.ended().status.success()
    };
    // The second run finds the folder `fantasy-realms` that the first one made.
    assert!(export() && export());
}

/// Paths as people write them, without the table that a value is declared in.
#[test]
fn a_path_without_its_table_is_completed() {
    let said = |path: &str| {
        let changed = PackageFiles::from_texts([(
            "game.toml",
            "[options.weather]\nvalues = [\"fair\", \"storm\"]\n[cards.anchor]\nworth = 2\n",
        )])
        .change(path, "3");
        changed.expect_err("no such path").to_string()
    };
    assert!(said("weather").ends_with("did you mean `option.weather`?"), "{}", said("weather"));
    assert!(
        said("options.weather").ends_with("did you mean `option.weather`?"),
        "{}",
        said("options.weather")
    );
    assert!(said("anchor.worth").ends_with("did you mean `cards.anchor.worth`?"), "{}", said("anchor.worth"));
    assert!(said("options.weather.values").contains("is a list"), "{}", said("options.weather.values"));
}

#[test]
fn a_star_stands_for_any_characters() {
    use cardwright::package::fits;
    for (pattern, name) in [
        ("abc", "abc"),
        ("*", ""),
        ("*", "abc"),
        ("a*", "a"),
        ("*aba", "ababa"),
        ("*aba", "aba"),
        ("x*ab", "xabab"),
        ("*a*a", "aaa"),
        ("a*b*c", "abbcbc"),
        ("*ab*ab*", "xababx"),
        ("**c", "abc"),
    ] {
        assert!(fits(pattern, name), "{pattern} {name}");
    }
    for (pattern, name) in [
        ("", "a"),
        ("abc", "abcd"),
        ("aba*aba", "ababa"),
        ("a*a", "a"),
        ("*ab*ab*", "aba"),
        ("*a", "ab"),
        ("b*", "ab"),
        ("a*b*c", "acb"),
    ] {
        assert!(!fits(pattern, name), "{pattern} {name}");
    }
}

/// A key that is added may need quotes, and a number is written as TOML has it.
#[test]
fn an_added_key_is_toml() {
    let changed = |path: &str, value: &str| {
        let mut files = PackageFiles::from_texts([("game.toml", "[cards.anchor]\nname = \"Anchor\"\n")]);
        files.change(path, value).expect("it can be added");
        let text = files.sources.file(files.files[0].file).text.clone();
        text.parse::<toml::Table>().unwrap_or_else(|error| panic!("{text}: {error}"));
        text
    };
    assert!(changed("cards.anchor.worth", "007").contains("\nworth = 7\n"));
    assert!(changed("cards.anchor.worth", "-3").contains("\nworth = -3\n"));
    assert!(changed("cards.anchor.how heavy", "7").contains("\n\"how heavy\" = 7\n"));
    assert!(changed("cards.anchor.light", "false").contains("\nlight = false\n"));
}

/// A value that is declared twice counts once, by its first file.
#[test]
fn numbers_are_found_once() {
    let files = PackageFiles::from_texts([
        ("game.toml", "[cards.anchor]\nworth = 2\n[cards.buoy]\nworth = 3\n"),
        ("cards/more.toml", "[cards.buoy]\nworth = 4\n[cards.chain]\nworth = 5\n"),
    ]);
    let found = files.numbers("cards.*.worth");
    let found: Vec<(&str, i64)> = found.iter().map(|(path, number)| (path.as_str(), *number)).collect();
    assert_eq!(found, [("cards.anchor.worth", 2), ("cards.buoy.worth", 3), ("cards.chain.worth", 5)]);
}

/// Two readings are the same if nothing that a package is made of has changed.
#[test]
fn readings_are_compared_by_their_contents() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().join("g");
    fs::create_dir_all(root.join("art")).expect("a folder");
    let write = |path: &str, text: &str| fs::write(root.join(path), text).expect("written");
    write("game.toml", "[game]\nid = \"g\"\nname = \"G\"\n");
    write("art/a.png", "one");
    let before = load(&root).0;
    assert!(load(&root).0.is_same(&before));
    write("art/a.png", "two");
    assert!(!load(&root).0.is_same(&before), "a picture");
    write("art/a.png", "one");
    assert!(load(&root).0.is_same(&before));
    write("game.toml", "[game]\nid = \"g\"\nname = \"H\"\n");
    assert!(!load(&root).0.is_same(&before), "a text");
    write("game.toml", "[game]\nid = \"g\"\nname = \"G\"\n");
    fs::rename(root.join("art/a.png"), root.join("art/b.png")).expect("renamed");
    assert!(!load(&root).0.is_same(&before), "a name");
}
