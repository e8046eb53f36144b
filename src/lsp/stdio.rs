//! Messages on standard input and output. One that cannot be read is answered, as JSON-RPC has it, instead of
//! ending the server.

use std::fmt::Display;
use std::io::{self, BufRead, Read, Write};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use lsp_server::{Connection, ErrorCode, Message, RequestId};
use lsp_types::notification::{Exit, Notification as LspNotification};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::threads::lock;

/// Maximum length of a message. A longer one is a header that was damaged.
const MAX_LENGTH: usize = 256 << 20;

/// The threads that read standard input and write standard output.
pub struct Threads {
    reader: JoinHandle<io::Result<()>>,
    writer: JoinHandle<io::Result<()>>,
}

impl Threads {
    /// Waits until everything is written. The connection must be dropped before.
    ///
    /// # Errors
    /// Reading or writing failed.
    pub fn join(self) -> io::Result<()> {
        let ended = |thread: JoinHandle<io::Result<()>>| {
            thread.join().unwrap_or_else(|_| Err(io::Error::other("a thread of the connection panicked")))
        };
        let written = ended(self.writer);
        ended(self.reader).and(written)
    }
}

/// Connects the server with standard input and output.
pub fn connect() -> (Connection, Threads) {
    let (server, client) = Connection::memory();
    let Connection { sender: received, receiver: to_send } = client;
    let output = Arc::new(Mutex::new(io::stdout()));
    let answers = Arc::clone(&output);
    let reader = thread::spawn(move || {
        let mut input = io::stdin().lock();
        while let Some(body) =
            read_body(&mut input).inspect_err(|why| ErrorAnswer::unreadable(why).send(&answers))?
        {
            match parse(&body) {
                Ok(message) => {
                    let is_last =
                        matches!(&message, Message::Notification(one) if one.method == Exit::METHOD);
                    if received.send(message).is_err() || is_last {
                        break;
                    }
                }
                Err(refused) => refused.send(&answers),
            }
        }
        Ok(())
    });
    let writer = thread::spawn(move || {
        for message in to_send {
            let mut output = lock(&output);
            message.write(&mut *output)?;
        }
        Ok(())
    });
    (server, Threads { reader, writer })
}

/// Reads the body of a message; `None` at the end of the input.
fn read_body(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let damaged = |what: String| io::Error::new(io::ErrorKind::InvalidData, what);
    let mut length = None;
    let mut is_first = true;
    loop {
        let mut line = Vec::new();
        // A header is short; anything else need not be kept.
        if input.by_ref().take(4096).read_until(b'\n', &mut line)? == 0 {
            return if is_first {
                Ok(None)
            } else {
                Err(damaged("the input ends inside a header".to_owned()))
            };
        }
        is_first = false;
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end_matches(['\r', '\n']);
        if line.is_empty() {
            break;
        }
        let header = line
            .split_once(':')
            .ok_or_else(|| damaged(format!("`{line}` is not a header: expected `Content-Length: …`")))?;
        if header.0.eq_ignore_ascii_case("content-length") {
            length = header.1.trim().parse::<usize>().ok().filter(|length| *length <= MAX_LENGTH);
            length.ok_or_else(|| damaged(format!("`{line}` is not a length")))?;
        }
    }
    let length = length.ok_or_else(|| damaged("a header without `Content-Length`".to_owned()))?;
    let mut body = Vec::new();
    input.by_ref().take(length as u64).read_to_end(&mut body)?;
    match body.len() == length {
        true => Ok(Some(body)),
        false => Err(damaged(format!("the input ends after {} of {length} bytes of a message", body.len()))),
    }
}

/// The answer to a message that cannot be read: an error of JSON-RPC.
struct ErrorAnswer {
    /// The id of the request; null if it has none that could be one.
    id: Value,
    code: ErrorCode,
    why: String,
}

impl ErrorAnswer {
    /// Refuses what is not JSON. Its request is unknown, so the answer has no id.
    fn unreadable(why: &dyn Display) -> ErrorAnswer {
        ErrorAnswer { id: Value::Null, code: ErrorCode::ParseError, why: why.to_string() }
    }

    fn send(&self, output: &Mutex<io::Stdout>) {
        let error = json!({ "code": self.code as i32, "message": self.why });
        let text = json!({ "jsonrpc": "2.0", "id": self.id, "error": error }).to_string();
        let mut output = lock(output);
        // An editor that does not listen goes away, which ends the server.
        let _ = write!(output, "Content-Length: {}\r\n\r\n{text}", text.len()).and_then(|()| output.flush());
    }
}

/// Parses a message.
fn parse(body: &[u8]) -> Result<Message, ErrorAnswer> {
    let value: Value = serde_json::from_slice(body).map_err(|why| ErrorAnswer::unreadable(&why))?;
    let id = value.get("id").filter(|id| RequestId::deserialize(*id).is_ok()).cloned();
    let refused = |why: &str| ErrorAnswer {
        id: id.clone().unwrap_or_default(),
        code: ErrorCode::InvalidRequest,
        why: why.to_owned(),
    };
    // A request with another id would pass for a notification, which is not answered.
    if id.is_none() && value.get("id").is_some() && value.get("method").is_some() {
        return Err(refused("expected an integer of 32 bits or a string as `id`"));
    }
    let words = "expected an object with `method`, or an answer with `id`, and `result` or `error`";
    serde_json::from_value(value).map_err(|_| refused(words))
}
