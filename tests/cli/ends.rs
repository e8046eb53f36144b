//! The ends of commands: one table of exit codes, for every reader of their output and every signal.

use crate::process::Ends;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
#[cfg(unix)]
use std::time::{Duration, Instant};

use super::{cardwright, text};

const GAME: &str = "[game]\nid = \"g\"\nname = \"G\"\nplayers = [1, 2]\n[zones.deck]\nstart = \"cards\"\n[flow]\nplay = \"choose c from deck by players[1]; choose d from deck by players[1]\"\n";

/// A folder with a game `g`, one that is broken, `bad`, a scenario that fails, and a list of lines for
/// `eval`.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let put = |path: &str, content: &str| {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, content).expect("written");
    };
    put("g/game.toml", GAME);
    put("g/cards/cards.toml", "[cards.ant]\nname = \"Ant\"\n[cards.bee]\nname = \"Bee\"\n");
    put("g/scenarios/fails.toml", "name = \"Fails\"\n[[steps]]\nexpect = \"1 == 2\"\n");
    put("fault/game.toml", &GAME.replace("choose d", "if 1 / (count(deck) - 2) == 0 { end }; choose d"));
    put("fault/cards/cards.toml", "[cards.ant]\nname = \"Ant\"\n[cards.bee]\nname = \"Bee\"\n");
    put("bad/game.toml", "[game]\n");
    put("untidy/game.toml", &GAME.replace('[', " [ "));
    put("list.toml", "[cards]\nant = 1\n");
    put("cup.toml", &cup("g", "random"));
    put("lines.jsonl", "{\"eval\": \"1 +\"}\n{\"eval\": \"1 + 1\"}\n");
    folder
}

/// A tournament of two such bots.
fn cup(game: &str, bot: &str) -> String {
    let entry = |name: &str| format!("[[entries]]\nname = \"{name}\"\nbot = \"{bot}\"\n");
    let head = format!("game = \"{game}\"\nform = \"knockout\"\nplayers = 2\n");
    head + &entry("A") + &entry("B")
}

/// The number of files below a folder.
fn files_in(folder: &Path, out: &str) -> usize {
    let mut count = 0;
    let mut folders = vec![folder.join(out)];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).expect("a folder").map(|e| e.expect("an entry").path()) {
            if entry.is_dir() { folders.push(entry) } else { count += 1 }
        }
    }
    count
}

/// Tests several rows at once: most of their time is spent waiting for programs.
fn side_by_side<T: Sync>(rows: &[T], test: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                while let Some(row) = rows.get(next.fetch_add(1, Ordering::Relaxed)) {
                    test(row);
                }
            });
        }
    });
}

fn run_in(folder: &Path, args: &[&str]) -> Output {
    let mut command = cardwright();
    command.current_dir(folder).arg("--color=never").args(args).stdin(Stdio::null());
    command.env("XDG_CONFIG_HOME", folder.join("settings")).ended()
}

/// The commands that the program's help lists.
fn commands() -> Vec<String> {
    let help = cardwright().arg("--help").ended();
    let listed = text(&help.stdout).split_once("Commands:\n").expect("a list of commands").1;
    let lines = listed.lines().take_while(|line| line.starts_with("  "));
    lines
        .filter(|line| !line.starts_with("   "))
        .filter_map(|line| Some(line.split_whitespace().next()?.into()))
        .collect()
}

/// Every command stands in a table.
fn assert_all<'a>(table: impl IntoIterator<Item = &'a str>) {
    let tried: Vec<&str> = table.into_iter().collect();
    let commands = commands();
    assert!(commands.len() > 20, "{commands:?}");
    let missing: Vec<&String> = commands.iter().filter(|name| !tried.contains(&name.as_str())).collect();
    assert!(missing.is_empty(), "not tried: {missing:?}");
}

#[test]
fn exit_codes_are_one_table() {
    let folder = folder();
    // 0: all is well. 1: the input is wrong. 2: the command line is wrong.
    let table: &[(i32, &[&str])] = &[
        (0, &["check", "tic-tac-toe"]),
        (0, &["demo", "g"]),
        (1, &["demo", "bad"]),
        (0, &["drive", "g"]),
        (1, &["drive", "bad"]),
        (1, &["check", "bad"]),
        (1, &["check", "nosuch"]),
        (2, &["check", "--nosuch"]),
        (0, &["help"]),
        (0, &["help", "print"]),
        (2, &["help", "nosuch"]),
        (0, &["new", "made"]),
        (1, &["new", "g"]),
        (2, &["new", "123"]),
        (1, &["new", "other", "--from", "nosuch"]),
        (0, &["build", "tic-tac-toe", "--out", "out"]),
        (0, &["build", "tic-tac-toe", "--output", "out"]),
        (1, &["build", "bad", "--out", "out"]),
        (1, &["build", "tic-tac-toe", "--out", "lines.jsonl"]),
        (1, &["print", "bad"]),
        (1, &["print", "g", "--deck", "nosuch.toml"]),
        (1, &["print", "g", "--printer", "nosuch"]),
        (2, &["print", "g", "--paper", "nosuch"]),
        (2, &["print", "g", "--paper", "49x50"]),
        (2, &["print", "g", "--paper", "nanx100"]),
        (2, &["print", "g", "--gutter", "nan"]),
        (2, &["print", "g", "--gutter", "inf"]),
        (2, &["print", "g", "--gutter", "-5"]),
        (2, &["print", "g", "--gutter", "1e9"]),
        (0, &["print", "g", "--paper", "a4", "--gutter", "2.5", "--out", "out"]),
        (1, &["export", "bad", "--to", "csv"]),
        (1, &["export", "g", "--to", "csv", "--deck", "nosuch.toml"]),
        (2, &["export", "g", "--to", "nosuch"]),
        (0, &["export", "g", "--to", "csv", "--output", "out"]),
        (1, &["ir", "bad"]),
        (0, &["ir", "g"]),
        (1, &["run", "g"]),
        (1, &["run", "bad"]),
        (0, &["run", "tic-tac-toe"]),
        (1, &["play", "bad"]),
        (1, &["play", "--load", "nosuch.toml"]),
        (2, &["play"]),
        (0, &["play", "g", "--seed", "1"]),
        (1, &["replay", "nosuch.toml"]),
        (2, &["replay"]),
        (1, &["sim", "bad"]),
        (1, &["sim", "fault", "-n", "5"]),
        (0, &["sim", "g", "-n", "5"]),
        (1, &["sim", "g", "-n", "5", "--resume", "nosuch.part"]),
        (2, &["sim", "g", "-n", "5", "--save", "counts.nosuch"]),
        (1, &["sim", "merge", "nosuch.part"]),
        (1, &["soak", "bad"]),
        (0, &["soak", "g", "-n", "5"]),
        (1, &["perft", "bad", "--depth", "1"]),
        (1, &["solve", "bad"]),
        (1, &["eval", "bad", "--eval", "1"]),
        (0, &["eval", "g", "--eval", "1"]),
        (1, &["eval", "g", "--batch", "lines.jsonl"]),
        (1, &["eval", "g", "--batch", "nosuch"]),
        (1, &["eval", "g", "--batch", "g"]),
        (2, &["eval", "g"]),
        (1, &["deck", "check", "nosuch.toml", "--game", "g"]),
        (1, &["deck", "check", "g", "--game", "g"]),
        (0, &["deck", "show", "list.toml", "--game", "g"]),
        (1, &["deck", "show", "nosuch.toml", "--game", "g"]),
        (0, &["deck", "diff", "list.toml", "list.toml", "--game", "g"]),
        (1, &["deck", "diff", "list.toml", "nosuch.toml", "--game", "g"]),
        (0, &["tournament", "cup.toml", "--no-ask"]),
        (1, &["tournament", "nosuch.toml"]),
        (2, &["tournament", "cup.toml", "--save", "cup.nosuch"]),
        (2, &["tournament", "cup.toml", "--result", "9.9=A"]),
        (1, &["fmt", "--check", "untidy"]),
        (0, &["fmt", "untidy"]),
        (0, &["fmt", "--check", "untidy"]),
        (1, &["fmt", "nosuch.toml"]),
        (1, &["fmt", "tic-tac-toe"]),
        (2, &["fmt", "--nosuch"]),
        (1, &["schema", "bad"]),
        (0, &["schema", "g"]),
        (1, &["sheet", "bad"]),
        (0, &["sheet", "g"]),
        (1, &["sheet", "g"]),
        (2, &["sheet", "g", "--out", "cards.csv"]),
        (1, &["texts", "bad", "--lang", "de"]),
        (2, &["texts", "g", "--lang", "?"]),
        (0, &["texts", "g", "--lang", "de"]),
        (0, &["explain"]),
        (2, &["explain", "nosuch"]),
        (0, &["completions", "bash"]),
        (2, &["completions", "nosuch"]),
        (0, &["lsp"]),
        (2, &["lsp", "nosuch"]),
        (2, &["serve"]),
        (1, &["serve", "nosuch"]),
        (2, &["serve", "g", "--origin", "nosuch"]),
        (1, &["studio", "nosuch"]),
        (2, &["studio", "--port", "nosuch"]),
        (2, &["nosuch"]),
    ];
    assert_all(table.iter().map(|(_, args)| args[0]));
    let mut wrong = Vec::new();
    for (code, args) in table {
        let run = run_in(folder.path(), args);
        let said = text(&run.stderr);
        if run.status.code() != Some(*code) || (*code == 2 && !said.contains("error:")) {
            wrong.push(format!(
                "{args:?} ends with {:?}, not {code}: {said}{}",
                run.status.code(),
                text(&run.stdout)
            ));
        }
        // Files that cannot be read are named.
        for named in args.iter().filter(|arg| arg.starts_with("nosuch.") && *code == 1) {
            assert!(said.contains(named), "{args:?}: {said}");
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let batch = run_in(folder.path(), &["eval", "g", "--batch", "g"]);
    assert!(text(&batch.stderr).contains("`g` cannot be read"), "{}", text(&batch.stderr));
    let paper = run_in(folder.path(), &["print", "g", "--paper", "leter"]);
    assert!(text(&paper.stderr).contains("did you mean `letter`?"), "{}", text(&paper.stderr));
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_silences_output_and_nothing_else() {
    let program = env!("CARGO_BIN_EXE_cardwright");
    let piped_in = |folder: &Path, args: &str, to: &str| {
        // The reader is gone before anything is written.
        let script = format!("{{ sleep 0.3; '{program}' {args}; echo $? >&3; }} {to} | true");
        let script = format!("{{ {script}; }} 3>&1");
        let mut command = Command::new("sh");
        command.current_dir(folder).args(["-c", &script]).env("XDG_CONFIG_HOME", folder);
        let run = command.ended();
        text(&run.stdout).trim().to_owned()
    };
    let table = [
        ("check tic-tac-toe nosuch", 1),
        ("check tic-tac-toe", 0),
        ("check bad --format json", 1),
        ("run g", 1),
        ("sim fault -n 5", 1),
        ("sim g -n 5", 0),
        ("eval g --batch lines.jsonl", 1),
        ("soak g -n 5", 0),
        ("ir g", 0),
        ("explain", 0),
        ("help", 0),
        ("explain nosuch", 2),
        ("play g --seed 1 --seats random,random", 0),
        ("perft g --depth 1", 0),
        ("demo g", 0),
        ("solve g", 1),
        ("deck check nosuch.toml --game g", 1),
        ("deck show list.toml --game g", 0),
        ("deck diff list.toml list.toml --game g", 0),
        ("tournament cup.toml --no-ask", 0),
        ("tournament nosuch.toml", 1),
        ("fmt --check untidy", 1),
        ("fmt untidy", 0),
        ("schema bad", 1),
        ("sheet bad", 1),
        ("texts bad --lang de", 1),
        ("completions bash", 0),
        ("lsp", 0),
        ("serve nosuch", 1),
        ("studio nosuch", 1),
        ("sim merge nosuch.part", 1),
        ("replay nosuch.toml", 1),
        ("drive g", 0),
        ("new 123", 2),
    ];
    let writing = ["build g --out", "print g --out", "export g --to svg --out"];
    assert_all(table.iter().map(|(args, _)| args).chain(&writing).filter_map(|args| args.split(' ').next()));
    side_by_side(&table, |(args, expected)| {
        let folder = folder();
        for to in ["", "2>&1"] {
            assert_eq!(piped_in(folder.path(), args, to), expected.to_string(), "{args} {to}");
        }
    });
    let folder = folder();
    let piped = |args: &str, to: &str| piped_in(folder.path(), args, to);
    let files = |out: &str| files_in(folder.path(), out);
    for command in writing {
        let run = run_in(folder.path(), &[&command.split(' ').collect::<Vec<_>>()[..], &["seen"]].concat());
        assert_eq!(run.status.code(), Some(0), "{}", text(&run.stderr));
        assert_eq!(piped(&format!("{command} unseen"), ""), "0", "{command}");
        assert_eq!(files("unseen"), files("seen"), "{command}");
    }
    // Commands that write into the package, or create one, write all of it.
    for (args, made) in [
        ("schema g", "g/schema/cards.schema.json"),
        ("texts g --lang de", "g/texts/de.toml"),
        ("new mine", "mine/game.toml"),
        ("sim g -n 5 --save counts.part", "counts.part"),
        ("sim merge counts.part --save merged.csv", "merged.csv"),
        ("sim g -n 5 --find any(deck) --save found.toml", "found.toml"),
    ] {
        assert_eq!(piped(&args.replace("any(deck)", "'any(deck)'"), ""), "0", "{args}");
        assert!(folder.path().join(made).is_file(), "{made}");
    }
    assert_eq!(piped("replay found.toml", ""), "0");
    assert_eq!(piped("sim g -n 5 --save counts.json", ""), "0");
    assert!(folder.path().join("counts.json").is_file());
    assert_eq!(piped("play g --seed 1 --seats random,random --save-on-exit over.toml", ""), "0");
    assert!(folder.path().join("over.toml").is_file());
}

#[cfg(unix)]
#[test]
fn a_game_is_saved_whatever_signal_ends_it() {
    use std::io::{BufRead, Write};
    use std::os::unix::process::ExitStatusExt;
    for (name, number) in [("INT", 2), ("TERM", 15), ("HUP", 1), ("QUIT", 3), ("ALRM", 14)] {
        let folder = folder();
        let mut command = cardwright();
        command.current_dir(folder.path()).args(["play", "g", "--seed", "1", "--save-on-exit", "saved.toml"]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).begun();
        let mut input = child.stdin.take().expect("an input");
        input.write_all(b"bee\n").expect("typed");
        let mut out = std::io::BufReader::new(child.stdout.take().expect("an output"));
        // The second question stands there: the first is answered.
        let mut asked = 0;
        while asked < 2 {
            let mut line = String::new();
            assert!(out.read_line(&mut line).expect("UTF-8") > 0, "it goes on");
            asked += usize::from(["c?", "d?"].contains(&line.trim()));
        }
        let sent =
            Command::new("kill").args([format!("-{name}"), child.id().to_string()]).status().expect("a kill");
        assert!(sent.success());
        let ended = child.wait_with_output().expect("it ends");
        assert_eq!(ended.status.signal(), Some(number), "{name}: {}", text(&ended.stderr));
        let saved = fs::read_to_string(folder.path().join("saved.toml")).expect("saved");
        assert!(saved.contains("bee"), "{saved}");
        let replayed = run_in(folder.path(), &["replay", "saved.toml"]);
        assert_eq!(replayed.status.code(), Some(0), "{}", text(&replayed.stderr));
        assert!(
            text(&replayed.stdout).contains("After 1 answer the game is not over."),
            "{}",
            text(&replayed.stdout)
        );
        assert_eq!(
            fs::read_dir(folder.path())
                .expect("a folder")
                .filter(|e| e.as_ref().is_ok_and(|e| e.file_name().to_string_lossy().starts_with('.')))
                .count(),
            0
        );
    }
}

/// Returns whether this test was started with a signal ignored, as by `nohup` or in a shell's background. Its
/// children then ignore it, too.
#[cfg(unix)]
fn is_ignored(name: &str) -> bool {
    let number = [("HUP", 1), ("INT", 2), ("TERM", 15)]
        .into_iter()
        .find(|(known, _)| *known == name)
        .map_or(0, |(_, n)| n);
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default();
    number > 0 && mask >> (number - 1) & 1 == 1
}

/// The folder, with a game that does not end: nothing but a signal ends it.
#[cfg(unix)]
fn long_games() -> tempfile::TempDir {
    let folder = folder();
    let endless =
        GAME.replace("choose d from deck by players[1]", "while true { choose d from deck by players[1] }");
    fs::create_dir_all(folder.path().join("endless/cards")).expect("made");
    fs::write(folder.path().join("endless/game.toml"), endless).expect("written");
    // Bots that think for hours: every game has its most plies, which a fast machine plays in a moment.
    fs::write(folder.path().join("endless.toml"), cup("endless", "mcts:900000000")).expect("written");
    fs::copy(folder.path().join("g/cards/cards.toml"), folder.path().join("endless/cards/cards.toml"))
        .expect("copied");
    folder
}

/// Ends a command by a signal in the midst of its work. A fast machine prints a game before a slow one has read
/// it, so one that has ended by itself is begun anew and seen for a third of the time that it took.
#[cfg(unix)]
fn ended_at_work(args: &[&str], signal: &str, ends_as_usual: bool) -> (tempfile::TempDir, Output) {
    let mut most = Duration::from_millis(900);
    loop {
        assert!(most > Duration::from_millis(10), "{args:?} does not last");
        let folder = long_games();
        let mut command = cardwright();
        command.current_dir(folder.path()).args(args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let (begun, mut child) = (Instant::now(), command.begun());
        let mut lasts = true;
        while lasts && begun.elapsed() < most {
            std::thread::sleep(Duration::from_millis(5));
            lasts = child.try_wait().expect("asked").is_none();
        }
        let waited = begun.elapsed();
        if lasts {
            let id = child.id().to_string();
            let sent = Command::new("kill").args([format!("-{signal}"), id]).status().expect("a kill");
            assert!(sent.success());
        }
        let output = child.wait_with_output().expect("it ends");
        // It may have been done while the signal was on its way.
        if lasts && (ends_as_usual || !output.status.success()) {
            return (folder, output);
        }
        most = most.min(waited / 3);
    }
}

/// Every lasting command ends at once when it is stopped, and leaves nothing half written.
#[cfg(unix)]
#[test]
fn whatever_lasts_ends_at_a_signal() {
    use std::os::unix::process::ExitStatusExt;
    // Long enough for any machine, and yet an end if this test dies before its child.
    let most = "5000000";
    // Results counted so far are shown, and the command ends as usual at Ctrl-C; other commands end by the
    // signal.
    type Row<'a> = (&'a [&'a str], &'a [(&'a str, i32)]);
    let table: &[Row] = &[
        (
            &["sim", "endless", "-n", "1000", "--max-plies", most, "--save", "w.part"],
            &[("INT", 0), ("TERM", 15), ("HUP", 1)],
        ),
        (&["soak", "endless", "-n", "1000", "--max-plies", most], &[("INT", 2), ("TERM", 15), ("HUP", 1)]),
        (&["tournament", "endless.toml"], &[("INT", 0), ("TERM", 15), ("HUP", 1)]),
        (&["perft", "endless", "--depth", "60"], &[("INT", 2), ("TERM", 15), ("HUP", 1)]),
        (&["eval", "g", "--batch", "-"], &[("INT", 2), ("TERM", 15), ("HUP", 1)]),
        (&["drive", "g"], &[("INT", 2), ("TERM", 15), ("HUP", 1)]),
        (&["play", "g", "--seed", "1"], &[("INT", 2), ("TERM", 15), ("HUP", 1)]),
        (&["lsp"], &[("INT", 2), ("TERM", 15), ("HUP", 1)]),
        (&["serve", "g", "--port", "0", "--data", "matches"], &[("INT", 0), ("TERM", 15), ("HUP", 1)]),
        (&["studio", "g", "--port", "0"], &[("INT", 0), ("TERM", 15), ("HUP", 1)]),
        (&["solve", "connect-four"], &[("INT", 2), ("TERM", 15), ("HUP", 1)]),
        (&["run", "realm-builder"], &[("INT", 2), ("TERM", 15), ("HUP", 1)]),
        (&["print", "twelve-realms", "--out", "out"], &[("INT", 2), ("TERM", 15), ("HUP", 1)]),
        (
            &["export", "twelve-realms", "--to", "png", "--out", "out"],
            &[("INT", 2), ("TERM", 15), ("HUP", 1)],
        ),
        (&["build", "twelve-realms", "--out", "out"], &[("INT", 2), ("TERM", 15), ("HUP", 1)]),
    ];
    let rows: Vec<_> =
        table.iter().flat_map(|(args, signals)| signals.iter().map(move |signal| (args, signal))).collect();
    side_by_side(&rows, |(args, (name, number))| {
        if is_ignored(name) {
            return;
        }
        let (folder, ended) = ended_at_work(args, name, *number == 0);
        match number {
            0 => assert_eq!(ended.status.code(), Some(0), "{args:?} {name}: {}", text(&ended.stderr)),
            number => {
                assert_eq!(ended.status.signal(), Some(*number), "{args:?} {name}: {}", text(&ended.stderr))
            }
        }
        let hidden = fs::read_dir(folder.path()).expect("a folder").flatten();
        assert_eq!(
            hidden.filter(|e| e.file_name().to_string_lossy().starts_with('.')).count(),
            0,
            "{args:?}"
        );
        // An unfinished output is hidden, until the next run removes it.
        let mut open = vec![folder.path().join("out")];
        while let Some(entries) = open.pop().and_then(|folder| fs::read_dir(folder).ok()) {
            let seen: Vec<_> =
                entries.flatten().filter(|e| !e.file_name().to_string_lossy().starts_with('.')).collect();
            assert!(seen.iter().all(|entry| entry.path().is_dir()), "{args:?} {name}: {seen:?}");
            open.extend(seen.iter().map(|entry| entry.path()));
        }
    });
}

/// Short commands end by the signal or as ever, and leave a package whole.
#[cfg(unix)]
#[test]
fn what_is_quick_ends_at_a_signal_too() {
    use std::os::unix::process::ExitStatusExt;
    let folder = folder();
    let table: &[(&[&str], i32)] = &[
        (&["check", "realm-builder"], 0),
        (&["ir", "realm-builder"], 0),
        (&["explain"], 0),
        (&["help"], 0),
        (&["completions", "bash"], 0),
        (&["demo", "g"], 0),
        (&["replay", "nosuch.toml"], 1),
        (&["sim", "merge", "nosuch.part"], 1),
        (&["deck", "show", "list.toml", "--game", "g"], 0),
        (&["fmt", "untidy"], 0),
        (&["schema", "g"], 0),
        (&["sheet", "bad"], 1),
        (&["texts", "g", "--lang", "de"], 0),
        (&["new", "NEW"], 0),
    ];
    let lasting = [
        "sim",
        "soak",
        "tournament",
        "perft",
        "eval",
        "drive",
        "play",
        "solve",
        "run",
        "print",
        "export",
        "build",
        "lsp",
        "serve",
        "studio",
    ];
    assert_all(table.iter().map(|(args, _)| args[0]).chain(lasting));
    for (args, code) in table {
        for (number, wait) in [0, 2, 8, 32, 128].into_iter().enumerate() {
            let new = format!("new{number}");
            let mut command = cardwright();
            command
                .current_dir(folder.path())
                .args(args.iter().map(|arg| if *arg == "NEW" { &new } else { *arg }));
            let mut child =
                command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).begun();
            std::thread::sleep(Duration::from_millis(wait));
            let sent = Command::new("kill")
                .args(["-TERM".to_owned(), child.id().to_string()])
                .status()
                .expect("a kill");
            assert!(sent.success() || child.try_wait().expect("asked").is_some());
            let ended = child.wait_with_output().expect("it ends").status;
            assert!(
                ended.signal() == Some(15) || ended.code() == Some(*code),
                "{args:?} after {wait} ms: {ended:?}"
            );
            if folder.path().join(&new).join("game.toml").exists() {
                assert_eq!(
                    run_in(folder.path(), &["check", &new]).status.code(),
                    Some(0),
                    "{args:?} after {wait} ms"
                );
            }
        }
    }
    assert_eq!(run_in(folder.path(), &["run", "g"]).status.code(), Some(1), "only the scenario that fails");
    assert_eq!(run_in(folder.path(), &["check", "g"]).status.code(), Some(0));
}
