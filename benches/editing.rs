//! The latency of the language server: from a keystroke to its diagnostics, and to completion candidates.
//!
//! `cargo bench --bench editing`

use divan::Bencher;
use lsp_server::Message;
use serde_json::{Value, json};

use client::Client;
use generated::texts;

#[path = "../tests/lsp/client.rs"]
mod client;
mod generated;

fn main() {
    divan::main();
}

/// The line of the first card's suit, from 0.
const SUIT: u32 = 3;

/// An open file of cards.
struct Cards {
    client: Client,
    uri: String,
    version: i32,
    _folder: tempfile::TempDir,
}

impl Cards {
    fn open(count: usize) -> Cards {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().canonicalize().expect("it is there").join("many");
        let files = texts(count);
        for (path, text) in &files {
            let path = root.join(path);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, text).expect("a file");
        }
        let (path, text) = files.last().expect("the cards");
        let uri = format!("file://{}", root.join(path).display());
        let client = Client::start(&json!({}), &json!({}));
        let document = json!({ "uri": uri, "languageId": "toml", "version": 1, "text": text });
        client.notify("textDocument/didOpen", json!({ "textDocument": document }));
        Cards { client, uri, version: 1, _folder: folder }
    }

    /// Writes the suit of the first card, and returns the number of diagnostics.
    fn write(&mut self, suit: &str) -> usize {
        self.version += 1;
        let range =
            json!({ "start": { "line": SUIT, "character": 0 }, "end": { "line": SUIT, "character": 99 } });
        let document = json!({ "uri": self.uri, "version": self.version });
        let change = json!([{ "range": range, "text": format!("suit = \"{suit}\"") }]);
        self.client
            .notify("textDocument/didChange", json!({ "textDocument": document, "contentChanges": change }));
        loop {
            let Message::Notification(published) = self.client.receive() else {
                panic!("diagnostics are expected")
            };
            // Findings of inspection are published separately, and may still be about an earlier keystroke.
            if published.params["version"] == self.version {
                return published.params["diagnostics"].as_array().map_or(0, Vec::len);
            }
        }
    }
}

/// Two keystrokes, a wrong word and its correction, each with its diagnostics.
#[divan::bench(args = [54, 540])]
fn two_keystrokes(bencher: Bencher, count: usize) {
    let mut cards = Cards::open(count);
    cards.write("lant");
    bencher.bench_local(|| {
        let right = cards.write("land");
        let wrong = cards.write("lant");
        assert_ne!(wrong, right, "a wrong suit is another diagnostic");
    });
}

/// Candidates in the first card's formula.
#[divan::bench(args = [54, 540])]
fn completion(bencher: Bencher, count: usize) {
    let mut cards = Cards::open(count);
    let place = json!({ "line": SUIT + 2, "character": 34 });
    let asked: Value = json!({ "textDocument": { "uri": cards.uri }, "position": place });
    bencher.bench_local(|| {
        let offered = cards.client.request("textDocument/completion", asked.clone()).expect("candidates");
        assert!(offered.as_array().is_some_and(|all| all.len() > 50), "{offered}");
    });
}
