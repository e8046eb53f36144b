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

/// Sends bytes to a server; returns its exit code, what it wrote, and what it said on the standard error.
fn bytes(sent: &[u8]) -> (Option<i32>, String, String) {
    let mut server = Command::new(env!("CARGO_BIN_EXE_cardwright"))
        .arg("lsp")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a process");
    let _ = server.stdin.take().expect("its input").write_all(sent);
    let output = server.wait_with_output().expect("an end");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn what_is_not_a_message_is_answered_and_does_not_end_it() {
    let framed = |text: &str| format!("Content-Length: {}\r\n\r\n{text}", text.len());
    let talk = |strange: &[u8]| {
        let mut sent = framed(&initialize().to_string()).into_bytes();
        sent.extend(strange);
        sent.extend(framed(r#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#).bytes());
        sent.extend(framed(r#"{"jsonrpc":"2.0","method":"exit"}"#).bytes());
        bytes(&sent)
    };
    // Headers are read whatever their case, and others are passed over.
    let other = "content-length: 2\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n{]";
    for (strange, code) in [
        (framed("{\"jsonrpc\": "), -32700),
        (framed("\u{fffd}"), -32700),
        (other.to_owned(), -32700),
        (framed("[1, 2]"), -32600),
        (framed("{\"id\": {}}"), -32600),
    ] {
        let (ended, said, _) = talk(strange.as_bytes());
        assert!(said.contains(&format!("\"code\":{code}")) && said.contains("\"id\":null"), "{strange}: {said}");
        assert!(said.contains("\"id\":2"), "the next request is answered: {said}");
        assert_eq!(ended, Some(0), "{strange}");
    }
    // After a damaged header, nobody knows where the next message begins.
    for strange in [
        "Content-Length: many\r\n\r\n{}",
        "{\"jsonrpc\": \"2.0\"}\r\n\r\n",
        "X-Header: 1\r\n\r\n{}",
        "Content-Length: 99999999999\r\n\r\n",
    ] {
        let (ended, said, error) = talk(strange.as_bytes());
        assert!(said.contains("\"code\":-32700"), "{strange}: {said}");
        assert_eq!(ended, Some(1), "{strange}: {error}");
        assert!(error.contains("does not keep to the protocol"), "{strange}: {error}");
    }
    assert_eq!(bytes(b"Content-Length: 10\r\n\r\n{}").0, Some(1));
}
