//! A package's repository runs nothing, whatever is in its settings.

use std::fs;
use std::path::{Path, PathBuf};

use super::{cardwright, text};
use crate::process::{git, skip};

/// A package in a repository whose settings name a program wherever git would run one.
struct Trap {
    folder: tempfile::TempDir,
}

impl Trap {
    /// `None` if there is no git.
    fn new() -> Option<Trap> {
        let trap = Trap { folder: tempfile::tempdir().expect("a folder") };
        let shelf = trap.shelf();
        let mut files = vec![
            (
                "game/game.toml",
                "[game]\nid = \"game\"\nname = \"Game\"\nplayers = [1, 4]\n[zones.deck]\nstart = \"cards\"\n[flow]\nplay = \"end\"\n",
            ),
            ("game/cards/cards.toml", "[cards.badger]\nname = \"Badger\"\n"),
            (
                ".gitattributes",
                "* filter=trap diff=trap merge=trap text eol=lf working-tree-encoding=UTF-8\n",
            ),
        ];
        files.push(("game/.gitattributes", files[2].1));
        for (path, content) in files {
            let path = shelf.join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            fs::write(path, content).expect("written");
        }
        let made = [&["init", "-q"][..], &["add", "-A"], &["commit", "-qm", "first"], &["tag", "v1"]];
        for args in made {
            trap.git(args)?;
        }
        fs::write(shelf.join("game/cards/cards.toml"), "[cards.badger]\nname = \"Heron\"\n")
            .expect("written");
        trap.set();
        Some(trap)
    }

    fn shelf(&self) -> PathBuf {
        self.folder.path().join("shelf")
    }

    fn marker(&self, name: &str) -> PathBuf {
        self.folder.path().join("ran").join(name)
    }

    /// Runs git and returns its output; `None` if there is no git.
    #[track_caller]
    fn git(&self, args: &[&str]) -> Option<String> {
        fs::create_dir_all(self.folder.path().join("ran")).expect("made");
        git(&self.shelf(), self.folder.path(), args)
    }

    /// Lays every trap there is.
    fn set(&self) {
        let marks = |name: &str| format!("touch {}; false", self.marker(name).display());
        let git = self.shelf().join(".git");
        let hooks = self.folder.path().join("hooks");
        fs::create_dir_all(&hooks).expect("made");
        for name in [
            "post-checkout",
            "post-index-change",
            "reference-transaction",
            "pre-auto-gc",
            "fsmonitor-watchman",
        ] {
            for folder in [&git.join("hooks"), &hooks] {
                fs::create_dir_all(folder).expect("made");
                script(&folder.join(name), &marks("hook"));
            }
        }
        let mut settings = String::new();
        let mut set = |section: &str, key: &str, value: &str| {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            settings.push_str(&format!("[{section}]\n\t{key} = \"{value}\"\n"));
        };
        for (key, name) in [
            ("sshCommand", "ssh"),
            ("fsmonitor", "fsmonitor"),
            ("pager", "pager"),
            ("editor", "editor"),
            ("askPass", "askpass"),
            ("gitProxy", "proxy"),
            ("alternateRefsCommand", "alternates"),
        ] {
            set("core", key, &marks(name));
        }
        set("core", "hooksPath", &hooks.display().to_string());
        for command in ["ls-tree", "cat-file", "rev-parse"] {
            set("alias", command, &format!("!{}", marks("alias")));
            set("pager", command, &marks("pager"));
        }
        for (section, key) in [
            ("filter \"trap\"", "smudge"),
            ("filter \"trap\"", "clean"),
            ("filter \"trap\"", "process"),
            ("diff \"trap\"", "textconv"),
            ("diff \"trap\"", "command"),
            ("diff", "external"),
            ("merge \"trap\"", "driver"),
            ("credential", "helper"),
            ("gpg", "program"),
            ("uploadpack", "packObjectsHook"),
        ] {
            set(section, key, &marks(key));
        }
        set("filter \"trap\"", "required", "true");
        set("protocol", "allow", "always");
        set("protocol \"ext\"", "allow", "always");
        set("extensions", "partialClone", "origin");
        set("core", "repositoryformatversion", "1");
        let other = self.folder.path().join("included");
        fs::write(&other, &settings).expect("written");
        let whole = fs::read_to_string(git.join("config")).expect("settings");
        let more = format!("{whole}[include]\n\tpath = {}\n{settings}", other.display());
        fs::write(git.join("config"), more).expect("written");
    }

    /// Declares where missing objects would be fetched from, and takes away the file's content.
    fn lacks_a_blob(&self, remote: &str) {
        let git = self.shelf().join(".git");
        let whole = fs::read_to_string(git.join("config")).expect("settings");
        fs::write(git.join("config"), format!("{whole}[remote \"origin\"]\n\tpromisor = true\n{remote}"))
            .expect("written");
        let blob = self.git(&["rev-parse", "HEAD:game/game.toml"]).expect("a hash");
        fs::remove_file(git.join("objects").join(&blob[..2]).join(&blob[2..])).expect("it is there");
        let ran = self.folder.path().join("ran");
        fs::remove_dir_all(&ran).expect("gone");
        fs::create_dir_all(&ran).expect("made");
    }

    /// Runs a command of ours in the folder of the package; returns its output and its exit code.
    fn run(&self, args: &[&str]) -> (Option<i32>, String) {
        let mut command = cardwright();
        // A folder of the search path that is none but where one stands.
        let path = format!(":.:{}", std::env::var("PATH").unwrap_or_default());
        let out = self.folder.path().join("out");
        command.current_dir(self.shelf()).args(["--color=never", "--format=short"]).args(args);
        command.env("PATH", path).env("HOME", self.folder.path());
        if args[0] == "print" {
            command.arg("--out").arg(out);
        }
        let run = command.output().expect("it runs");
        (run.status.code(), format!("{}{}", text(&run.stdout), text(&run.stderr)))
    }

    #[track_caller]
    fn nothing_ran(&self) {
        let ran: Vec<_> = fs::read_dir(self.folder.path().join("ran")).expect("a folder").collect();
        assert!(ran.is_empty(), "{ran:?}");
    }
}

fn script(path: &Path, line: &str) {
    fs::write(path, format!("#!/bin/sh\n{line}\n")).expect("written");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("set");
    }
}

const ASKED: [&[&str]; 2] = [&["print", "game", "--changed-since"], &["sim", "game", "-n", "2", "--compare"]];

#[test]
fn settings_of_a_repository_run_nothing_while_a_revision_is_read() {
    let Some(trap) = Trap::new() else { return };
    script(&trap.shelf().join("git"), &format!("touch {}", trap.marker("own-git").display()));
    for asked in ASKED {
        for revision in ["HEAD", "v1", "HEAD@{0}"] {
            let (code, said) = trap.run(&[asked, &[revision]].concat());
            assert_eq!(code, Some(0), "{asked:?} {revision}: {said}");
            trap.nothing_ran();
        }
    }
    // The other state was read: its card had another name.
    let (_, said) = trap.run(&["print", "game", "--changed-since", "HEAD"]);
    assert!(said.contains("cards.pdf: 1 card"), "{said}");
}

/// A revision is written to temporary folders. Each operation on the disk fails once in turn.
#[test]
fn a_disk_that_takes_no_revision_is_reported_and_nothing_is_left() {
    let Some(trap) = Trap::new() else { return };
    let temporary = trap.folder.path().join("temporary");
    fs::create_dir(&temporary).expect("made");
    for number in 1.. {
        let mut command = cardwright();
        command.current_dir(trap.shelf()).args(["--color=never", "sim", "game", "-n", "2"]);
        command.args(["--compare", "HEAD"]).env("HOME", trap.folder.path()).env("TMPDIR", &temporary);
        let run = command.env("CARDWRIGHT_FAULT", format!("fail:{number}")).output().expect("it runs");
        let said = text(&run.stderr);
        assert_eq!(fs::read_dir(&temporary).expect("a folder").count(), 0, "{number}: {said}");
        if run.status.success() {
            assert!(number > 10 && !said.contains("injected fault"), "{number}: {said}");
            return;
        }
        assert_eq!(run.status.code(), Some(1), "{number}: {said}");
        // The fault says so itself, and so does the message.
        assert_eq!(said.matches("injected fault").count(), 2, "{number}: {said}");
    }
}

#[test]
fn what_a_repository_lacks_is_fetched_by_no_means() {
    let remotes = [
        "\turl = ssh://nowhere.invalid/x\n",
        "\turl = \"ext::touch MARKER\"\n",
        "\turl = x\n\tvcs = trap\n",
        "\turl = file:///nowhere\n\tuploadpack = touch MARKER\n",
        "\turl = .\n\tuploadpack = touch MARKER\n",
    ];
    for remote in remotes {
        let Some(trap) = Trap::new() else { return };
        script(&trap.shelf().join("git-remote-trap"), &format!("touch {}", trap.marker("helper").display()));
        trap.lacks_a_blob(&remote.replace("MARKER", &trap.marker("remote").display().to_string()));
        for asked in ASKED {
            let (code, said) = trap.run(&[asked, &["HEAD"]].concat());
            assert_eq!(code, Some(1), "{remote}: {said}");
            assert!(said.contains("CW0952"), "{said}");
            trap.nothing_ran();
        }
    }
}

#[test]
fn work_trees_folders_below_and_long_hashes_are_read() {
    let Some(trap) = Trap::new() else { return };
    let second = trap.folder.path().join("second");
    trap.git(&["worktree", "add", "-q", "--no-checkout", &second.display().to_string(), "-b", "side"])
        .expect("made");
    fs::create_dir_all(second.join("game")).expect("made");
    fs::copy(trap.shelf().join("game/game.toml"), second.join("game/game.toml")).expect("copied");
    let game = second.join("game").display().to_string();
    let (code, said) = trap.run(&["sim", &game, "-n", "2", "--compare", "side"]);
    assert_eq!(code, Some(0), "{said}");
    // Packed: objects in one file, and references in another.
    trap.git(&["pack-refs", "--all"]).expect("packed");
    trap.git(&["repack", "-q", "-a", "-d"]).expect("packed");
    let (code, said) = trap.run(&["sim", "game", "-n", "2", "--compare", "HEAD~0"]);
    assert_eq!(code, Some(0), "{said}");
    let below = tempfile::tempdir().expect("a folder");
    let shelf = below.path().join("a/b");
    fs::create_dir_all(shelf.join("game")).expect("made");
    fs::copy(trap.shelf().join("game/game.toml"), shelf.join("game/game.toml")).expect("copied");
    // Long hashes came with git 2.29.
    let version = trap.git(&["--version"]).expect("a version");
    let mut numbers = version.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse::<u32>().ok());
    if (numbers.next(), numbers.next()) < (Some(2), Some(29)) {
        return skip(&format!("{version} has no long hashes"));
    }
    for args in [&["init", "-q", "--object-format=sha256"][..], &["add", "-A"], &["commit", "-qm", "first"]] {
        git(below.path(), below.path(), args);
    }
    let game = shelf.join("game").display().to_string();
    let (code, said) = trap.run(&["sim", &game, "-n", "2", "--compare", "HEAD"]);
    assert_eq!(code, Some(0), "{said}");
}

/// A package that is the whole of its repository.
#[test]
fn a_package_at_the_top_of_its_repository_has_revisions() {
    let folder = tempfile::tempdir().expect("a folder");
    let package = folder.path().join("alone");
    fs::create_dir_all(package.join("cards")).expect("made");
    let game = "[game]\nid = \"alone\"\nname = \"Alone\"\nplayers = [1, 4]\n[zones.deck]\nstart = \"cards\"\n[flow]\nplay = \"end\"\n";
    let card = |name: &str| format!("[cards.badger]\nname = \"{name}\"\n[cards.otter]\nname = \"Otter\"\n");
    fs::write(package.join("game.toml"), game).expect("written");
    fs::write(package.join("cards/cards.toml"), card("Badger")).expect("written");
    for args in [&["init", "-q"][..], &["add", "-A"], &["commit", "-qm", "first"]] {
        if git(&package, folder.path(), args).is_none() {
            return;
        }
    }
    fs::write(package.join("cards/cards.toml"), card("Heron")).expect("written");
    let mut command = cardwright();
    command.current_dir(&package).args(["--color=never", "print", "--changed-since", "HEAD", "--out"]);
    let run = command.arg(folder.path().join("out")).output().expect("it runs");
    let said = format!("{}{}", text(&run.stdout), text(&run.stderr));
    assert!(run.status.success() && said.contains("1 card"), "{said}");
}
