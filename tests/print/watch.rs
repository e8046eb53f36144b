//! `print --watch`: its messages about a change.

use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};
use std::sync::mpsc;
use std::time::Duration;

/// Ends a program, in every case.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_saved_card_is_printed_again_and_its_page_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = folder.path().join("g");
    crate::support::ship();
    cardwright::package::copy_out("fantasy-realms", &game, |_, bytes| bytes.to_vec()).expect("copied");
    let out = folder.path().join("out");
    let child = std::process::Command::new(env!("CARGO_BIN_EXE_cardwright"))
        .args(["print", "--watch", "--sheet", "cards", "--out"])
        .arg(&out)
        .arg(&game)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut child = Ended(child);
    let (to, lines) = mpsc::channel();
    for stream in [
        Box::new(child.0.stdout.take().expect("a pipe")) as Box<dyn std::io::Read + Send>,
        Box::new(child.0.stderr.take().expect("a pipe")),
    ] {
        let to = to.clone();
        std::thread::spawn(move || {
            BufReader::new(stream).lines().map_while(Result::ok).for_each(|line| {
                let _ = to.send(line);
            });
        });
    }
    let wait_for = |words: &str| {
        let mut said = Vec::new();
        loop {
            let line =
                lines.recv_timeout(Duration::from_secs(60)).unwrap_or_else(|_| panic!("{words}: {said:?}"));
            if line.contains(words) {
                return line;
            }
            said.push(line);
        }
    };
    wait_for("Waiting for changes");
    let path = game.join("cards/armies.toml");
    let change = |from: &str, to: &str| {
        let text = std::fs::read_to_string(&path).expect("a file");
        assert!(text.contains(from), "{from}");
        // At once: what is seen half-written would be reported as well.
        let beside = folder.path().join("beside.toml");
        std::fs::write(&beside, text.replacen(from, to, 1)).expect("written");
        std::fs::rename(&beside, &path).expect("renamed");
    };
    let pdf = || std::fs::read(out.join("fantasy-realms/cards.pdf")).expect("printed");
    let before = pdf();
    change("\"Knights\"", "\"Knaves\"");
    let line = wait_for("looks different");
    assert!(line.starts_with("cards.pdf: page ") && line.contains(" ms after the change"), "{line}");
    let after = pdf();
    assert_ne!(before, after);
    // A broken file is reported, the PDF stays, and the watch goes on.
    change("\"Knaves\"", "\"Knaves");
    wait_for("CW0");
    assert_eq!(pdf(), after);
    change("\"Knaves", "\"Knights\"");
    wait_for("no more errors");
    wait_for("looks different");
    assert_eq!(pdf(), before);
    // A repaired file that looks unchanged is reported as well, too.
    change("\"Knights\"", "\"Knights");
    wait_for("CW0");
    change("\"Knights", "\"Knights\"");
    wait_for("no more errors");
    // A link that leads out of the package is an error, though no file of the package has changed.
    #[cfg(unix)]
    {
        let link = game.join("cards/elsewhere.toml");
        std::os::unix::fs::symlink(folder.path(), &link).expect("a link");
        wait_for("CW0006");
        std::fs::remove_file(&link).expect("removed");
        wait_for("no more errors");
    }
}
