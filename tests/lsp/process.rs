//! The server as a process.

use std::io::{BufReader, Write};
use std::process::{Command, Stdio};

use lsp_server::Message;

use super::*;

/// Starts the server, says these messages, and returns its exit code and the methods and ids of what it said.
fn conversation(messages: &[Value]) -> (Option<i32>, Vec<String>) {
    let mut server = Command::new(env!("CARGO_BIN_EXE_cardwright"))
        .arg("lsp")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a process");
    let mut to = server.stdin.take().expect("its input");
    for message in messages {
        let text = message.to_string();
        write!(to, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("it listens");
    }
    drop(to);
    let mut from = BufReader::new(server.stdout.take().expect("its output"));
    let mut said = Vec::new();
    while let Some(message) = Message::read(&mut from).expect("a message") {
        said.push(match message {
            Message::Response(response) => format!("answer {}", response.id),
            Message::Notification(told) => told.method,
            Message::Request(asked) => asked.method,
        });
    }
    (server.wait().expect("an end").code(), said)
}

/// The request that begins a conversation.
fn initialize() -> Value {
    json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": { "capabilities": {} } })
}

#[test]
fn it_speaks_on_standard_input_and_output() {
    let (_folder, root) = package();
    let rules = root.join("rules/rules.toml");
    let document =
        json!({ "uri": uri(&rules), "languageId": "toml", "version": 1, "text": RULES.replace("moss", "mos") });
    let (code, said) = conversation(&[
        initialize(),
        json!({ "jsonrpc": "2.0", "method": "initialized", "params": {} }),
        json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": { "textDocument": document } }),
        json!({ "jsonrpc": "2.0", "id": 2, "method": "shutdown" }),
        json!({ "jsonrpc": "2.0", "method": "exit" }),
    ]);
    assert_eq!(code, Some(0));
    assert!(said.starts_with(&["answer 1".to_owned()]) && said.contains(&"answer 2".to_owned()), "{said:?}");
}

#[test]
fn an_editor_that_goes_away_or_says_something_else_ends_it() {
    let ready = json!({ "jsonrpc": "2.0", "method": "initialized", "params": {} });
    assert_eq!(conversation(&[initialize(), ready]).0, Some(0));
    // It cannot begin with anything but `initialize`.
    assert_eq!(conversation(&[json!({ "jsonrpc": "2.0", "method": "exit" })]).0, Some(1));
    assert_eq!(conversation(&[]).0, Some(0));
}

#[test]
fn what_comes_too_early_or_too_late_is_refused() {
    let hover = |id: i32| json!({ "jsonrpc": "2.0", "id": id, "method": "textDocument/hover", "params": {} });
    let shutdown = json!({ "jsonrpc": "2.0", "id": 3, "method": "shutdown" });
    let exit = json!({ "jsonrpc": "2.0", "method": "exit" });
    let (code, said) = conversation(&[hover(0), initialize(), hover(2), shutdown, hover(4), exit.clone()]);
    assert_eq!(code, Some(0));
    assert_eq!(said, ["answer 0", "answer 1", "answer 2", "answer 3", "answer 4"]);
    assert_eq!(conversation(&[initialize(), exit]).0, Some(1), "the end was not asked for");
}
