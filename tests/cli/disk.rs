//! Each operation on a disk fails once in turn, and is the last of its process once in turn. Afterwards the
//! disk has either the old state or the new one, whole, and nothing else.

use crate::process::Ends;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use super::{cardwright, text};
use cardwright::package::StagedFiles;

type Tree = BTreeMap<String, Vec<u8>>;

/// Every file and folder below a folder.
fn tree(folder: &Path) -> Tree {
    let mut found = Tree::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).expect("a folder").map(|e| e.expect("an entry")) {
            let name = entry.path().strip_prefix(folder).expect("below").to_string_lossy().into_owned();
            if entry.file_type().expect("a type").is_dir() {
                found.insert(name + "/", Vec::new());
                folders.push(entry.path());
            } else {
                found.insert(name, fs::read(entry.path()).expect("a file"));
            }
        }
    }
    found
}

fn copy(from: &Tree, to: &Path) {
    let _ = fs::remove_dir_all(to);
    fs::create_dir_all(to).expect("made");
    for (name, bytes) in from {
        match name.strip_suffix('/') {
            Some(folder) => fs::create_dir_all(to.join(folder)).expect("made"),
            None => fs::write(to.join(name), bytes).expect("written"),
        }
    }
}

fn game(folder: &Path, version: &str, cards: &[&str]) {
    let toml = format!(
        "[game]\nid = \"g\"\nname = \"G\"\nversion = \"{version}\"\nplayers = [1, 2]\n[zones.deck]\nstart = \"cards\"\n[flow]\nplay = \"choose c from deck by players[1]\"\n"
    );
    fs::create_dir_all(folder.join("cards")).expect("made");
    fs::write(folder.join("game.toml"), toml).expect("written");
    let cards: String =
        cards.iter().map(|c| format!("[cards.{c}]\nname = \"{c}\"\ntext = \"{version}\"\n")).collect();
    fs::write(folder.join("cards/cards.toml"), cards).expect("written");
}

/// A command that writes below the folder `w`, in a folder where there are two states of a game, `one` and
/// `two`.
struct Tried<'a> {
    /// `GAME` stands for the state of the game.
    args: &'a [&'a str],
    input: &'a str,
    /// A part that the message must name.
    names: &'a str,
    /// The folder that many files are put into, if so many are; a killed run is finished there.
    many: Option<&'a str>,
    /// The contents of `w` come from running the same command with the other state of the game.
    again: bool,
    /// The game lies in `w/g`: the command writes into the package itself.
    inside: bool,
    /// A file that lies in `w`, by its name, and its content.
    lies: Option<(&'a str, String)>,
    /// Arguments of a command that runs before.
    before: &'a [&'a str],
    /// After the first operations, each how manieth fails, unless all are asked for.
    step: usize,
}

impl Default for Tried<'_> {
    fn default() -> Self {
        Tried {
            args: &[],
            input: "",
            names: "",
            many: None,
            again: false,
            inside: false,
            lies: None,
            before: &[],
            step: 1,
        }
    }
}

struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new() -> Place {
        let folder = tempfile::tempdir().expect("a folder");
        game(&folder.path().join("one"), "1.0.0", &["ant", "bee"]);
        game(&folder.path().join("two"), "2.0.0", &["ant", "cow"]);
        fs::create_dir(folder.path().join("w")).expect("made");
        Place { folder }
    }

    fn w(&self) -> PathBuf {
        self.folder.path().join("w")
    }

    fn run(&self, tried: &Tried, game: &str, fault: &str) -> Output {
        use std::io::Write;
        let mut command = cardwright();
        command.current_dir(self.folder.path()).arg("--color=never").env("CARDWRIGHT_FAULT", fault);
        command.env("XDG_CONFIG_HOME", self.w());
        command.args(tried.args.iter().map(|arg| arg.replace("GAME", game)));
        let (input, output) = (std::process::Stdio::piped(), std::process::Stdio::piped());
        let mut child = command.stdin(input).stdout(output).stderr(std::process::Stdio::piped()).begun();
        let _ = child.stdin.take().expect("an input").write_all(tried.input.as_bytes());
        child.wait_with_output().expect("it ends")
    }
}

/// Returns whether every operation is to fail; otherwise about every ninth does.
fn all_operations() -> bool {
    std::env::var_os("CARDWRIGHT_EVERY_OPERATION").is_some()
}

#[track_caller]
fn every_operation(tried: &Tried) {
    let place = Place::new();
    if tried.again {
        let first = place.run(tried, "one", "");
        assert_eq!(first.status.code(), Some(0), "{}", text(&first.stderr));
    }
    if tried.inside {
        game(&place.w().join("g"), "1.0.0", &["ant", "bee"]);
    }
    if let Some((name, content)) = &tried.lies {
        fs::write(place.w().join(name), content).expect("written");
    }
    if !tried.before.is_empty() {
        let before = place.run(&Tried { args: tried.before, ..Tried::default() }, "two", "");
        assert_eq!(before.status.code(), Some(0), "{}", text(&before.stderr));
    }
    let old = tree(&place.w());
    let last = place.run(tried, "two", "");
    assert_eq!(last.status.code(), Some(0), "{}", text(&last.stderr));
    let new = tree(&place.w());
    assert_ne!(old, new);
    for how in ["fail", "kill"] {
        let mut number = 0;
        loop {
            number += if number < 8 || all_operations() { 1 } else { tried.step };
            assert!(number < 2000, "it ends");
            copy(&old, &place.w());
            let run = place.run(tried, "two", &format!("{how}:{number}"));
            let said = text(&run.stderr);
            let after = tree(&place.w());
            if !said.contains("injected fault") {
                assert_eq!(after, new);
                break;
            }
            let is = |tree: &Tree| {
                if *tree == old {
                    "old"
                } else if *tree == new {
                    "new"
                } else {
                    "neither"
                }
            };
            let at = format!("{:?} {how}:{number}: {said}{:?}", tried.args, after.keys());
            if how == "fail" {
                // Operations that only tidy up may fail, too.
                let expected = if run.status.code() == Some(0) { "new" } else { "old" };
                assert_eq!(is(&after), expected, "{at}");
                assert!(matches!(run.status.code(), Some(0 | 1)), "{at}");
                if run.status.code() == Some(1) {
                    let message: String = said.lines().filter(|l| !l.starts_with("injected fault")).collect();
                    assert!(message.contains(tried.names) && !message.contains(".cardwright-"), "{at}");
                }
                continue;
            }
            assert_eq!(run.status.code(), None, "{at}");
            if let Some(folder) = tried.many.filter(|folder| place.w().join(folder).is_dir()) {
                drop(StagedFiles::new(&place.w().join(folder), "").expect("a stage"));
                let finished = tree(&place.w());
                let made = |tree: &Tree| {
                    tree.iter()
                        .filter(|(n, _)| !n.ends_with('/'))
                        .map(|(n, b)| (n.clone(), b.clone()))
                        .collect::<Tree>()
                };
                assert!(
                    made(&finished) == made(&old) || made(&finished) == made(&new),
                    "{at}{:?}",
                    finished.keys()
                );
            }
            let again = place.run(tried, "two", "");
            assert_eq!(again.status.code(), Some(0), "{at}{}", text(&again.stderr));
            let mut finished = tree(&place.w());
            if tried.lies.is_some() && finished != new {
                // Nothing was left to write, so nothing was tidied up either.
                finished.retain(|name, _| !name.starts_with(".cardwright-"));
            }
            assert_eq!(is(&finished), "new", "{at}{:?}", tree(&place.w()).keys());
        }
        assert!(number > 5, "{:?} {how}: {number}", tried.args);
    }
}

#[test]
fn printing_is_all_or_nothing() {
    let args = ["print", "GAME", "--out", "w"];
    every_operation(&Tried {
        args: &args,
        input: "",
        names: "w/g",
        many: Some("g"),
        again: true,
        ..Tried::default()
    });
}

#[test]
fn exporting_is_all_or_nothing() {
    let args = ["export", "GAME", "--to", "svg", "--out", "w/a/b"];
    every_operation(&Tried {
        args: &args,
        input: "",
        names: "w/a",
        many: Some("a/b/g"),
        again: false,
        ..Tried::default()
    });
}

#[test]
fn exporting_again_is_all_or_nothing() {
    let args = ["export", "GAME", "--to", "svg", "--out", "w"];
    every_operation(&Tried {
        args: &args,
        input: "",
        names: "w/g",
        many: Some("g"),
        again: true,
        ..Tried::default()
    });
}

#[test]
fn saved_games_are_all_or_nothing() {
    let args = ["play", "GAME", "--seed", "1", "--save-on-exit", "w/deep/saved.toml"];
    every_operation(&Tried {
        args: &args,
        input: "1\n",
        names: "w/deep",
        many: None,
        again: false,
        ..Tried::default()
    });
    let args = ["play", "GAME", "--seed", "1", "--save-on-exit", "w/saved.toml"];
    every_operation(&Tried {
        args: &args,
        input: "1\n",
        names: "w/saved.toml",
        many: None,
        again: true,
        ..Tried::default()
    });
}

#[test]
fn counts_and_settings_are_all_or_nothing() {
    let args = ["sim", "GAME", "-n", "2", "--save", "w/counted.part"];
    every_operation(&Tried {
        args: &args,
        input: "",
        names: "w/counted.part",
        many: None,
        again: true,
        ..Tried::default()
    });
    let args = ["print", "calibration", "--printer", "GAME", "--offset", "1,1"];
    every_operation(&Tried {
        args: &args,
        input: "",
        names: "settings.toml",
        many: None,
        again: true,
        ..Tried::default()
    });
}

#[test]
fn what_is_built_is_all_or_nothing() {
    let args = ["build", "GAME", "--out", "w"];
    every_operation(&Tried {
        args: &args,
        names: "w/g",
        many: Some("g"),
        again: true,
        step: 9,
        ..Tried::default()
    });
}

#[test]
fn schemas_and_translations_are_all_or_nothing() {
    for args in [&["schema", "w/g"][..], &["texts", "w/g", "--lang", "de"]] {
        every_operation(&Tried { args, names: "w/g", inside: true, ..Tried::default() });
    }
}

#[test]
fn reports_and_games_that_are_found_are_all_or_nothing() {
    for file in ["w/report.html", "w/rows.csv", "w/rows.parquet", "w/figures.json"] {
        // The figures of both states of the game may be the same, so the file is a new one.
        let args = ["sim", "GAME", "-n", "2", "--save", file];
        every_operation(&Tried { args: &args, names: file, ..Tried::default() });
    }
    let args = ["sim", "GAME", "-n", "20", "--find", "any(deck)", "--save", "w/found.toml"];
    every_operation(&Tried { args: &args, names: "w/found.toml", again: true, ..Tried::default() });
}

#[test]
fn formatting_is_all_or_nothing() {
    let lies = Some(("list.toml", "a=1\nb  = [ 2 ]\n".to_owned()));
    every_operation(&Tried { args: &["fmt", "w/list.toml"], names: "w/list.toml", lies, ..Tried::default() });
}

/// A killed run's staged files do not overwrite what the author has written since.
#[test]
fn a_killed_run_undoes_no_later_edit() {
    let untidy = "a=1\nb  = [ 2 ]\n";
    let fmt = Tried {
        args: &["fmt", "w/one.toml", "w/two.toml", "w/three.toml"],
        names: "",
        many: None,
        again: false,
        ..Tried::default()
    };
    let place = Place::new();
    let [one, two, three] = ["one.toml", "two.toml", "three.toml"].map(|name| place.w().join(name));
    let ready = (1..200).find(|number| {
        copy(&Tree::new(), &place.w());
        [&one, &two, &three].into_iter().for_each(|path| fs::write(path, untidy).expect("written"));
        place.run(&fmt, "one", &format!("kill:{number}"));
        let left = tree(&place.w());
        left.keys().any(|name| name.ends_with("/ready"))
            && left.values().filter(|bytes| *bytes == untidy.as_bytes()).count() == 3
    });
    assert!(ready.is_some(), "a run that was killed before it put its files into place");
    fs::write(&one, "hours = \"of work\"\n").expect("written");
    let later = std::time::SystemTime::now() + std::time::Duration::from_secs(2);
    fs::File::options().write(true).open(&one).and_then(|file| file.set_modified(later)).expect("touched");
    let run = place.run(&fmt, "one", "");
    assert_eq!(run.status.code(), Some(0), "{}", text(&run.stderr));
    assert_eq!(fs::read_to_string(&one).expect("a file"), "hours = \"of work\"\n");
    assert_eq!(fs::read_to_string(&two).expect("a file"), "a = 1\nb = [2]\n");
    assert!(!tree(&place.w()).keys().any(|name| name.contains(".cardwright-")), "the leftover is gone");
}

/// A killed run's removal of a stale file spares what the author has written there since.
#[test]
fn a_killed_run_removes_no_later_file() {
    let export = Tried { args: &["export", "GAME", "--to", "svg", "--out", "w"], ..Tried::default() };
    let place = Place::new();
    let run = place.run(&export, "one", "");
    assert_eq!(run.status.code(), Some(0), "{}", text(&run.stderr));
    let old = tree(&place.w());
    let stale = old.keys().find(|name| name.ends_with("bee.svg")).expect("the card that is only in `one`");
    let killed = |number: u32| {
        copy(&old, &place.w());
        place.run(&export, "two", &format!("kill:{number}"));
        tree(&place.w())
    };
    // The first operation before which a run is killed that has removed the file.
    let (mut there, mut gone) = (1, 1000);
    while gone - there > 1 {
        let middle = (there + gone) / 2;
        if killed(middle).contains_key(stale) { there = middle } else { gone = middle }
    }
    for (number, is_there) in [(there, true), (gone, false)] {
        let left = killed(number);
        assert_eq!(left.contains_key(stale), is_there);
        assert!(left.keys().any(|name| name.ends_with("/ready")), "{:?}", left.keys());
        fs::write(place.w().join(stale), "<svg/>").expect("written");
        let run = place.run(&export, "two", "");
        assert_eq!(run.status.code(), Some(0), "{}", text(&run.stderr));
        let after = tree(&place.w());
        assert_eq!(after.get(stale).map(Vec::as_slice), Some(&b"<svg/>"[..]), "kill:{number}");
        assert!(!after.keys().any(|name| name.contains(".cardwright-")), "{:?}", after.keys());
    }
    // A removed file that comes back unchanged, as from a backup, is not removed again.
    killed(gone);
    fs::write(place.w().join(stale), &old[stale]).expect("written");
    place.run(&export, "two", "");
    assert!(place.w().join(stale).is_file());
}

#[test]
fn tournaments_are_all_or_nothing() {
    let entry = |name: &str| format!("[[entries]]\nname = \"{name}\"\nbot = \"random\"\n");
    let cup = || format!("game = \"../one\"\nform = \"knockout\"\nplayers = 2\n{}{}", entry("A"), entry("B"));
    let list = ["tournament", "w/cup.toml"];
    every_operation(&Tried {
        args: &list,
        names: "w/cup.toml",
        lies: Some(("cup.toml", cup())),
        ..Tried::default()
    });
    for file in ["w/cup.json", "w/cup.html", "w/cup.pdf"] {
        // All is played: only the report is written.
        let args = ["tournament", "w/cup.toml", "--save", file];
        let lies = Some(("cup.toml", cup()));
        every_operation(&Tried { args: &args, names: file, lies, before: &list, ..Tried::default() });
    }
}

#[test]
fn a_new_package_is_all_or_nothing() {
    let new = Tried {
        args: &["new", "w/GAME"],
        input: "",
        names: "",
        many: None,
        again: false,
        ..Tried::default()
    };
    let place = Place::new();
    // Every operation would take long, and the first ones differ most.
    let mut numbers = (1..8).chain((8..).step_by(if all_operations() { 1 } else { 7 }));
    loop {
        copy(&Tree::new(), &place.w());
        let number = numbers.next().expect("a number");
        let run = place.run(&new, "mine", &format!("fail:{number}"));
        let said = text(&run.stderr);
        if !said.contains("injected fault") {
            assert!(number > 40, "{number}");
            assert_eq!(run.status.code(), Some(0), "{said}");
            break;
        }
        let after = tree(&place.w());
        if run.status.code() == Some(0) {
            assert!(!after.keys().any(|name| name.contains(".cardwright")), "{said}");
        } else {
            assert_eq!(run.status.code(), Some(1), "{said}");
            assert!(after.is_empty(), "{said}{:?}", after.keys());
            assert!(said.contains("w/mine"), "{said}");
        }
    }
}

#[test]
fn a_new_package_whose_run_is_killed_is_finished_or_made_anew() {
    let new = Tried { args: &["new", "w/GAME"], ..Tried::default() };
    let place = Place::new();
    let run = place.run(&new, "mine", "");
    assert_eq!(run.status.code(), Some(0), "{}", text(&run.stderr));
    let whole = tree(&place.w());
    // The schemas are written after the game, and together; a folder that was made for them may stay.
    let files = |tree: &Tree, schemas: bool| -> Tree {
        let kept = tree.iter().filter(|(name, _)| !name.ends_with('/'));
        kept.filter(|(name, _)| schemas || !name.contains("/schema/"))
            .map(|(n, b)| (n.clone(), b.clone()))
            .collect()
    };
    let game = files(&whole, false);
    let (mut finished, mut anew) = (0, 0);
    let mut numbers = (1..8).chain((8..).step_by(if all_operations() { 1 } else { 5 }));
    loop {
        copy(&Tree::new(), &place.w());
        let number = numbers.next().expect("a number");
        let killed = place.run(&new, "mine", &format!("kill:{number}"));
        if !text(&killed.stderr).contains("injected fault") {
            break;
        }
        let left = tree(&place.w());
        if left.keys().any(|name| name.contains("/.cardwright-")) && !left.contains_key("mine/game.toml") {
            let check = place.run(&Tried { args: &["check", "w/mine"], ..Tried::default() }, "", "");
            let said = format!("{}{}", text(&check.stdout), text(&check.stderr));
            assert!(said.contains("CW0002") && said.contains("an earlier run was interrupted"), "{said}");
        }
        let again = place.run(&new, "mine", "");
        let (said, after) = (text(&again.stderr), tree(&place.w()));
        let at = format!("kill:{number}: {said}{:?}", after.keys());
        match again.status.code() {
            Some(0) => {
                anew += 1;
                assert_eq!(after, whole, "{at}");
            }
            code => {
                finished += 1;
                assert_eq!(code, Some(1), "{at}");
                assert!(said.contains("CW0012"), "{at}");
                assert!([&files(&whole, true), &game].contains(&&files(&after, true)), "{at}");
            }
        }
    }
    assert!(finished > 0 && anew > 0, "{finished} {anew}");
}

#[test]
fn a_stage_removes_only_what_is_its_own() {
    let place = Place::new();
    let print = Tried {
        args: &["print", "GAME", "--out", "w"],
        input: "",
        names: "",
        many: None,
        again: false,
        ..Tried::default()
    };
    let g = place.w().join("g");
    // Another program's, though it has our prefix; one of a run that lives; one with a stranger's file in it.
    for (name, file) in [(".cardwright-notes", "n"), (".cardwright-1-0", "lock"), (".cardwright-1-1", "lock")]
    {
        fs::create_dir_all(g.join(name)).expect("made");
        fs::write(g.join(name).join(file), "").expect("written");
    }
    fs::write(g.join(".cardwright-1-1/mine"), "mine").expect("written");
    fs::write(g.join(".cardwright-tmp"), "").expect("written");
    let live = fs::File::options().write(true).open(g.join(".cardwright-1-0/lock")).expect("a file");
    live.lock().expect("locked");
    // One that nobody here has made, which names files outside.
    fs::create_dir_all(g.join(".cardwright-1-2/new")).expect("made");
    fs::write(g.join(".cardwright-1-2/lock"), "").expect("written");
    fs::write(g.join(".cardwright-1-2/new/x"), "x").expect("written");
    fs::write(g.join(".cardwright-1-2/ready"), "cardwright 2\nremove 0-4 ../keep\nput ../x\nend")
        .expect("written");
    fs::write(place.w().join("keep"), "keep").expect("written");
    let run = place.run(&print, "one", "");
    assert_eq!(run.status.code(), Some(0), "{}", text(&run.stderr));
    let now = tree(&place.w());
    for kept in [
        "g/.cardwright-notes/n",
        "g/.cardwright-1-0/lock",
        "g/.cardwright-1-1/mine",
        "g/.cardwright-tmp",
        "keep",
    ] {
        assert!(now.contains_key(kept), "{kept}");
    }
    assert!(now.contains_key("g/.cardwright-1-2/ready") && !now.contains_key("x"), "{:?}", now.keys());
    drop(live);
    place.run(&print, "one", "");
    assert!(!tree(&place.w()).contains_key("g/.cardwright-1-0/"));
}

#[test]
fn what_a_complete_run_no_longer_makes_is_removed_if_it_is_ours() {
    let place = Place::new();
    let export = |args: &[&str], game: &str| {
        let args = [&["export", "GAME", "--to", "svg", "--out", "w"], args].concat();
        let run = place.run(
            &Tried { args: &args, input: "", names: "", many: None, again: false, ..Tried::default() },
            game,
            "",
        );
        assert_eq!(run.status.code(), Some(0), "{}", text(&run.stderr));
        tree(&place.w())
    };
    let first = export(&[], "one");
    assert!(
        first.contains_key("g/svg/cards/bee.svg") && first.contains_key("g/.cardwright.toml"),
        "{:?}",
        first.keys()
    );
    fs::write(place.w().join("g/svg/cards/mine.svg"), "mine").expect("written");
    // Only a part was asked for: the rest stays.
    let part = export(&["--only", "name=cow"], "two");
    assert!(
        part.contains_key("g/svg/cards/bee.svg") && part.contains_key("g/svg/cards/cow.svg"),
        "{:?}",
        part.keys()
    );
    let whole = export(&[], "two");
    assert!(
        !whole.contains_key("g/svg/cards/bee.svg") && whole.contains_key("g/svg/cards/mine.svg"),
        "{:?}",
        whole.keys()
    );
    // Files that the user has changed are left alone.
    fs::write(place.w().join("g/svg/cards/cow.svg"), "drawn over").expect("written");
    let back = export(&[], "one");
    assert_eq!(back["g/svg/cards/cow.svg"], b"drawn over");
    // A list of files that leads elsewhere removes nothing.
    fs::write(place.w().join("other"), "").expect("written");
    let list = "format = 2\n[files.\"export svg\"]\n\"../other\" = \"cbf29ce484222325-0\"\n";
    fs::write(place.w().join("g/.cardwright.toml"), list).expect("written");
    assert!(export(&[], "one").contains_key("other"));
}

#[test]
fn a_folder_in_the_place_of_a_file_is_found_before_anything_is_written() {
    let place = Place::new();
    fs::create_dir_all(place.w().join("g/svg/cards/cow.svg")).expect("made");
    fs::write(place.w().join("g/svg/cards/ant.svg"), "old").expect("written");
    let before = tree(&place.w());
    let args = ["export", "GAME", "--to", "svg", "--out", "w"];
    let run = place.run(
        &Tried { args: &args, input: "", names: "", many: None, again: false, ..Tried::default() },
        "two",
        "",
    );
    assert_eq!(run.status.code(), Some(1));
    assert!(text(&run.stderr).contains("w/g/svg/cards/cow.svg"), "{}", text(&run.stderr));
    assert_eq!(tree(&place.w()), before);
}

#[cfg(unix)]
#[test]
fn no_link_leads_out_and_no_link_or_device_is_replaced() {
    use std::os::unix::fs::{FileTypeExt, symlink};
    for args in [
        &["export", "GAME", "--to", "svg", "--out", "w/out"][..],
        &["print", "GAME", "--out", "w/out"],
        &["build", "GAME", "--out", "w/out"],
    ] {
        let place = Place::new();
        fs::create_dir(place.w().join("out")).expect("made");
        fs::create_dir(place.w().join("elsewhere")).expect("made");
        symlink(place.w().join("elsewhere"), place.w().join("out/g")).expect("a link");
        let run = place.run(&Tried { args, ..Tried::default() }, "one", "");
        assert_eq!(run.status.code(), Some(1), "{args:?}");
        assert!(text(&run.stderr).contains("leads out"), "{}", text(&run.stderr));
        assert_eq!(fs::read_dir(place.w().join("elsewhere")).expect("a folder").count(), 0);
    }
    let place = Place::new();
    let save = |file: &str| {
        let args = ["play", "GAME", "--seed", "1", "--save-on-exit", file];
        place.run(
            &Tried { args: &args, input: "1\n", names: "", many: None, again: false, ..Tried::default() },
            "one",
            "",
        )
    };
    fs::write(place.w().join("real.toml"), "\n").expect("written");
    symlink("real.toml", place.w().join("link.toml")).expect("a link");
    assert_eq!(save("w/link.toml").status.code(), Some(0));
    assert!(fs::symlink_metadata(place.w().join("link.toml")).is_ok_and(|there| there.is_symlink()));
    assert!(fs::read_to_string(place.w().join("real.toml")).is_ok_and(|saved| saved.contains("choices")));
    symlink("nowhere.toml", place.w().join("broken.toml")).expect("a link");
    let refused = save("w/broken.toml");
    assert_eq!(refused.status.code(), Some(1));
    assert!(text(&refused.stderr).contains("leads nowhere"), "{}", text(&refused.stderr));
    assert_eq!(save("/dev/null").status.code(), Some(0));
    assert!(fs::metadata("/dev/null").is_ok_and(|there| there.file_type().is_char_device()));
    let folder = save("w");
    assert!(folder.status.code() == Some(1) && text(&folder.stderr).contains("`w` cannot be written"));
}

/// A folder that came with a package, and only looks like a leftover of ours, is not read, finished or
/// removed.
#[cfg(unix)]
#[test]
fn a_leftover_from_elsewhere_is_left_alone() {
    use std::os::unix::fs::symlink;
    let print = Tried {
        args: &["print", "GAME", "--out", "w"],
        input: "",
        names: "",
        many: None,
        again: false,
        ..Tried::default()
    };
    type Forge = fn(&Path, &Path);
    let forgeries: [(&str, Forge); 6] = [
        ("a link for what was replaced", |leftover, home| {
            symlink(home, leftover.join("old")).expect("linked")
        }),
        ("a link for what is new", |leftover, home| symlink(home, leftover.join("new")).expect("linked")),
        ("a link among what is new", |leftover, home| {
            fs::create_dir(leftover.join("new")).expect("made");
            symlink(home, leftover.join("new/d")).expect("linked");
            fs::write(leftover.join("ready"), "cardwright 2\nput d/thesis\nend").expect("written");
        }),
        ("a list of files to remove", |leftover, _| {
            fs::create_dir(leftover.join("new")).expect("made");
            let hash = cardwright::hash::content_hash(b"mine");
            fs::write(leftover.join("ready"), format!("cardwright 2\nremove {hash:016x}-4 mine\nend"))
                .expect("written");
        }),
        ("an endless list", |leftover, _| symlink("/dev/zero", leftover.join("ready")).expect("linked")),
        ("a pipe for its lock", |leftover, _| {
            fs::remove_file(leftover.join("lock")).expect("removed");
            let made = std::process::Command::new("mkfifo").arg(leftover.join("lock")).status();
            assert!(made.expect("there is mkfifo").success());
        }),
    ];
    for (what, forge) in forgeries {
        let place = Place::new();
        let home = tempfile::tempdir().expect("a folder");
        fs::write(home.path().join("thesis"), "years").expect("written");
        let leftover = place.w().join("g/.cardwright-1-0");
        fs::create_dir_all(&leftover).expect("made");
        fs::write(leftover.join("lock"), "").expect("written");
        fs::write(place.w().join("g/mine"), "mine").expect("written");
        forge(&leftover, home.path());
        let run = place.run(&print, "one", "");
        assert_eq!(run.status.code(), Some(0), "{what}: {}", text(&run.stderr));
        assert_eq!(fs::read(home.path().join("thesis")).expect(what), b"years");
        assert_eq!(fs::read(place.w().join("g/mine")).expect(what), b"mine");
    }
    // A true one, but of another folder: as a copy or a clone brings it.
    let place = Place::new();
    let ready = (1..200).find_map(|number| {
        copy(&Tree::new(), &place.w());
        place.run(&print, "one", &format!("kill:{number}"));
        let left = tree(&place.w());
        left.keys().any(|name| name.ends_with("/ready")).then_some(left)
    });
    let ready = ready.expect("a run that was killed while it put its files into place");
    copy(&Tree::new(), &place.w());
    copy(&ready, &place.w());
    let before: Tree = ready.into_iter().filter(|(name, _)| name.contains(".cardwright-")).collect();
    let run = place.run(&print, "two", "");
    assert_eq!(run.status.code(), Some(0), "{}", text(&run.stderr));
    let after = tree(&place.w());
    assert!(before.iter().all(|(name, bytes)| after.get(name) == Some(bytes)), "{:?}", after.keys());
}
