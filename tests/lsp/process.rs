//! The server as a process.

use std::io::{BufReader, Write};
use std::process::{Command, Stdio};

use lsp_server::{Connection, Message};

use super::*;

impl Editor {
    /// Starts a server as a process: the program that `CARDWRIGHT` names, else the one under test. Returns
    /// its process id, too.
    pub(super) fn of_process(capabilities: &Value, cache: &Path) -> (Editor, u32) {
        let program =
            std::env::var("CARDWRIGHT").unwrap_or_else(|_| env!("CARGO_BIN_EXE_cardwright").to_owned());
        let mut command = Command::new(program);
        command.arg("lsp").env("XDG_CACHE_HOME", cache).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("a process");
        let process = child.id();
        let (mut input, output) =
            (child.stdin.take().expect("its input"), child.stdout.take().expect("its output"));
        let (Connection { sender, receiver }, connection) = Connection::memory();
        std::thread::spawn(move || receiver.into_iter().try_for_each(|message| message.write(&mut input)));
        let server = std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(message) = Message::read(&mut output).expect("a message") {
                let _ = sender.send(message);
            }
            assert!(child.wait().expect("an end").success());
        });
        let client = Client::connect(connection, server, capabilities, &Value::Null);
        (Editor { client, shown: BTreeMap::new(), said: Vec::new(), texts: BTreeMap::new() }, process)
    }
}

/// Starts the server, sends these messages, and returns its exit code and the methods and ids of its own
/// messages.
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
    let document = json!({ "uri": uri(&rules), "languageId": "toml", "version": 1, "text": RULES.replace("moss", "mos") });
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

/// Sends bytes to a server; returns its exit code, its output, and its standard error.
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
    // Headers are read in upper or lower case, and unknown ones are skipped.
    let other = "content-length: 2\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n{]";
    let message = "expected an object with `method`";
    let id = "expected an integer of 32 bits or a string as `id`";
    for (strange, code, answered, why) in [
        (framed("{\"jsonrpc\": "), -32700, "null", ""),
        (framed("\u{fffd}"), -32700, "null", ""),
        (other.to_owned(), -32700, "null", ""),
        (framed("[1, 2]"), -32600, "null", message),
        (framed("{\"id\": {}}"), -32600, "null", message),
        (framed("{\"id\": 7, \"method\": 5}"), -32600, "7", message),
        (framed("{\"id\": \"a\", \"method\": 5}"), -32600, "\"a\"", message),
        (framed("{\"id\": 7.5, \"method\": \"shutdown\"}"), -32600, "null", id),
        (framed("{\"id\": null, \"method\": \"shutdown\"}"), -32600, "null", id),
        (framed("{\"id\": 99999999999, \"method\": \"shutdown\"}"), -32600, "null", id),
    ] {
        let (ended, said, _) = talk(strange.as_bytes());
        assert!(
            said.contains(&format!("\"code\":{code}")) && said.contains(&format!("\"id\":{answered}")),
            "{strange}: {said}"
        );
        assert!(said.contains(why), "{said}");
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

#[test]
fn codes_link_to_their_pages() {
    let (folder, root) = package();
    let cache = folder.path().canonicalize().expect("it is there").join("cache");
    let rules = root.join("rules/rules.toml");
    let links = json!({ "textDocument": { "publishDiagnostics": { "codeDescriptionSupport": true } } });
    let (mut editor, _) = Editor::of_process(&links, &cache);
    editor.open(&rules);
    assert!(!cache.exists(), "a page is written when something links to it");
    let mut page_of = |from: &str, to: &str| {
        editor.write(&rules, from, to);
        let [wrong] = &editor.diagnostics(&rules)[..] else { panic!("{:?}", editor.shown) };
        let link = wrong.code_description.as_ref().expect("a link").href.as_str().to_owned();
        (Path::new(link.strip_prefix("file://").expect("a file")).to_owned(), wrong.code.clone())
    };
    let (page, code) = page_of("p.hand, strength", "p.hand, strenth");
    assert!(page.starts_with(&cache) && page.ends_with("CW0500.md"), "{}", page.display());
    assert_eq!(code, Some(lsp_types::NumberOrString::String("CW0500".into())));
    let text = std::fs::read_to_string(&page).expect("a page");
    assert!(text.starts_with("# CW0500: unknown name\n\n") && text.contains("Right:\n```toml\n"), "{text}");
    // A page that is gone is written again, and one that says something else is replaced by the next server.
    std::fs::remove_file(&page).expect("it was there");
    assert!(page_of("strenth", "stremth").0.is_file());
    std::fs::write(&page, "something else").expect("a file");
    let (mut editor, _) = Editor::of_process(&links, &cache);
    editor.open_as(&rules, &RULES.replace("strength", "strenth"));
    assert_eq!(editor.diagnostics(&rules).len(), 1);
    assert_eq!(std::fs::read_to_string(&page).expect("a page"), text);
    // Without a place for pages nothing links to them. Nor is anything written for an editor that shows no
    // links.
    std::fs::remove_dir_all(&cache).expect("it was there");
    let (mut editor, _) = Editor::of_process(&json!({}), &cache);
    editor.open_as(&rules, &RULES.replace("strength", "strenth"));
    assert_eq!(editor.diagnostics(&rules)[0].code_description, None);
    assert!(!cache.exists());
    std::fs::write(&cache, "no folder").expect("a file");
    let (mut editor, _) = Editor::of_process(&links, &cache);
    editor.open_as(&rules, &RULES.replace("strength", "strenth"));
    assert_eq!(editor.diagnostics(&rules)[0].code_description, None);
}

#[test]
fn a_cancelled_request_is_not_worked_on() {
    let (_folder, root) = package();
    let rules = root.join("rules/rules.toml");
    let mut editor = Editor::start();
    editor.open(&rules);
    let place = editor.at(&rules, "strength)", 2);
    let (mut cancelled, mut answered) = (0, 0);
    for id in 1000..1200 {
        editor.client.send(id, "textDocument/hover", place.clone());
        editor.say("$/cancelRequest", json!({ "id": id }));
    }
    // An unknown id, and one that is no id, are passed over.
    editor.say("$/cancelRequest", json!({ "id": "unknown" }));
    editor.say("$/cancelRequest", json!({ "id": {} }));
    while cancelled + answered < 200 {
        let Message::Response(answer) = editor.client.receive() else { continue };
        match answer.response_result {
            Ok(_) => answered += 1,
            Err(why) => {
                assert_eq!((why.code, why.message.as_str()), (-32800, "cancelled"));
                cancelled += 1;
            }
        }
    }
    // While one is worked on, those after it are taken back.
    assert!(cancelled > 0, "{answered} were answered");
    // The same id may be used again.
    editor.client.send(1199, "textDocument/hover", place);
    let Message::Response(answer) = editor.client.receive() else { panic!("an answer is expected") };
    assert!(answer.response_result.is_ok(), "{answer:?}");
}
