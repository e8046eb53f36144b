//! What an editor waits for: from a keystroke to the message about it, and to the names that are offered.
//!
//! `cargo bench --bench editing`

use std::fmt::Write;
use std::path::{Path, PathBuf};

use divan::Bencher;
use lsp_server::{Connection, Message, Notification, Request};
use serde_json::{Value, json};

fn main() {
    divan::main();
}

/// An editor with one file of a package open, and its server.
struct Editor {
    connection: Connection,
    uri: String,
    version: i32,
    /// Where the suit of the first card stands.
    line: usize,
    _folder: tempfile::TempDir,
}

/// The shipped rules with so many made-up cards, each with two formulas and a condition of its own.
fn package(root: &Path, cards: usize) -> (PathBuf, String) {
    let suits = ["land", "flood", "weather", "flame", "army", "wizard", "leader", "beast", "weapon", "artifact"];
    let mut text = String::from("kind = \"card\"\n");
    for i in 0..cards {
        let (s, t) = (suits[i % 10], suits[i / 10 % 10]);
        write!(
            text,
            "[cards.card_{i}]\nname = \"Card {i}\"\nsuit = \"{s}\"\nstrength = {}\n\
             bonus = \"{} * count(others where suit == {t})\"\npenalty = \"-{} if none(active where suit == {t})\"\n\
             blanks = \"suit == {t} and strength > {}\"\ntext = \"Plus something for each {t}. Strength {{{{ strength }}}}.\"\n",
            i % 41,
            i % 20,
            i % 30,
            i % 40,
        )
        .expect("a string takes all");
    }
    let put = |path: &str, text: &str| {
        let path = root.join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(&path, text).expect("a file");
        path
    };
    put("game.toml", include_str!("../cards/fantasy-realms/game.toml"));
    put("rules/scoring.toml", include_str!("../cards/fantasy-realms/rules/scoring.toml"));
    (put("cards/all.toml", &text), text)
}

impl Editor {
    fn open(cards: usize) -> Editor {
        let folder = tempfile::tempdir().expect("a folder");
        let (path, text) = package(&folder.path().canonicalize().expect("it is there").join("many"), cards);
        let (server, connection) = Connection::memory();
        std::thread::spawn(move || cardwright::lsp::serve(&server));
        let mut editor =
            Editor { connection, uri: format!("file://{}", path.display()), version: 1, line: 3, _folder: folder };
        editor.ask("initialize", json!({ "capabilities": {} }));
        editor.say("initialized", json!({}));
        let document = json!({ "uri": editor.uri, "languageId": "toml", "version": 1, "text": text });
        editor.say("textDocument/didOpen", json!({ "textDocument": document }));
        editor
    }

    fn say(&self, method: &str, params: Value) {
        let said = Notification::new(method.into(), params);
        self.connection.sender.send(Message::Notification(said)).expect("the server listens");
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        let request = Request::new(1.into(), method.into(), params);
        self.connection.sender.send(Message::Request(request)).expect("the server listens");
        loop {
            if let Message::Response(answer) = self.connection.receiver.recv().expect("an answer") {
                return answer.response_result.expect("an answer");
            }
        }
    }

    /// Writes the suit of the first card, which is wrong or right again.
    fn write(&mut self, suit: &str) {
        self.version += 1;
        let range =
            json!({ "start": { "line": self.line, "character": 0 }, "end": { "line": self.line, "character": 99 } });
        let document = json!({ "uri": self.uri, "version": self.version });
        let change = json!([{ "range": range, "text": format!("suit = \"{suit}\"") }]);
        self.say("textDocument/didChange", json!({ "textDocument": document, "contentChanges": change }));
    }

    fn told(&mut self) -> usize {
        loop {
            if let Message::Notification(told) = self.connection.receiver.recv().expect("a message") {
                return told.params["diagnostics"].as_array().expect("diagnostics").len();
            }
        }
    }
}

/// A wrong word is written and taken back: two keystrokes, each with what is said of it.
#[divan::bench(args = [54, 540])]
fn two_keystrokes(bencher: Bencher, cards: usize) {
    let mut editor = Editor::open(cards);
    editor.write("lant");
    editor.told();
    bencher.bench_local(|| {
        editor.write("land");
        let right = editor.told();
        editor.write("lant");
        let wrong = editor.told();
        assert!(wrong > right, "{wrong} {right}");
    });
}

/// The names that could follow in a formula.
#[divan::bench(args = [54, 540])]
fn completion(bencher: Bencher, cards: usize) {
    let mut editor = Editor::open(cards);
    let place = json!({ "line": editor.line + 2, "character": 34 });
    let asked = json!({ "textDocument": { "uri": editor.uri }, "position": place });
    bencher.bench_local(|| {
        let offered = editor.ask("textDocument/completion", asked.clone());
        assert!(offered.as_array().is_some_and(|all| all.len() > 50), "{offered}");
    });
}
