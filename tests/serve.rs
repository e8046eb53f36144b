//! Play over the network: `cardwright serve`, spoken to as pages and programs do.

mod journal;
mod messages;
mod pictures;
mod protocol;
mod proxy;
mod safety;
mod secrets;
mod seats;

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket, connect};

use crate::process::{Ends, Running, cardwright};

/// Time for an answer that always comes.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server, ended when it is dropped.
pub struct Server {
    child: Running,
    address: Address,
}

/// Address of a server: `127.0.0.1:40123`.
pub struct Address(pub String);

impl Server {
    /// Starts `serve` with these games and a folder of journals.
    pub fn start(games: &[&str], folder: &Path) -> Server {
        let mut command = cardwright();
        command.arg("serve").args(games).args(["--port", "0", "--data"]).arg(folder.join("matches"));
        Server::of(command)
    }

    /// Starts a command that prints its address.
    pub fn of(mut command: std::process::Command) -> Server {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).begun();
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line).expect("read");
        let address =
            line.trim().strip_prefix("http://").expect("an address").trim_end_matches('/').to_owned();
        Server { child, address: Address(address) }
    }

    /// Ends it as a loss of power would.
    pub fn kill(mut self) {
        self.child.kill().expect("killed");
        self.child.wait().expect("ended");
    }
}

impl std::ops::Deref for Server {
    type Target = Address;

    fn deref(&self) -> &Address {
        &self.address
    }
}

impl Address {
    /// Sends a request; returns the status, the head and the body.
    pub fn request(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> (u16, String, Vec<u8>) {
        let mut stream = TcpStream::connect(&self.0).expect("connected");
        stream.set_read_timeout(Some(PATIENCE)).expect("set");
        let mut head =
            format!("{method} {path} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
        if !headers.iter().any(|(name, _)| *name == "Host") {
            head.push_str(&format!("Host: {}\r\n", self.0));
        }
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        stream.write_all(format!("{head}\r\n{body}").as_bytes()).expect("sent");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("read");
        let end = answer.windows(4).position(|w| w == b"\r\n\r\n").expect("a head");
        let head = String::from_utf8(answer[..end].to_vec()).expect("UTF-8");
        let status = head.split(' ').nth(1).expect("a status").parse().expect("a number");
        let chunked = head.to_ascii_lowercase().contains("transfer-encoding: chunked");
        let body = answer[end + 4..].to_vec();
        (status, head, if chunked { unchunked(&body) } else { body })
    }

    /// Gets JSON.
    pub fn get(&self, path: &str) -> Value {
        let (status, _, body) = self.request("GET", path, &[], "");
        assert_eq!(status, 200, "{path}: {}", String::from_utf8_lossy(&body));
        serde_json::from_slice(&body).expect("JSON")
    }

    /// Posts JSON; returns the status and the answer.
    pub fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        let (status, _, answer) = self.request("POST", path, &[], &body.to_string());
        (status, serde_json::from_slice(&answer).expect("JSON"))
    }

    /// Makes a match.
    pub fn create(&self, settings: &Value) -> Value {
        let (status, made) = self.post("/api/matches", settings);
        assert_eq!(status, 200, "{made}");
        made
    }

    /// Joins by a link.
    pub fn join(&self, link: &Value) -> Client {
        let link = link.as_str().expect("a link");
        let (id, secret) =
            link.strip_prefix("/table/").and_then(|rest| rest.split_once("#s=")).expect("a link");
        self.join_as(id, secret)
    }

    /// Joins a match by a secret.
    pub fn join_as(&self, id: &str, secret: &str) -> Client {
        let (mut socket, _) = connect(format!("ws://{}/ws/{id}", self.0)).expect("connected");
        if let MaybeTlsStream::Plain(stream) = socket.get_mut() {
            stream.set_read_timeout(Some(PATIENCE)).expect("set");
        }
        let mut client = Client { socket, heard: Vec::new(), end: String::new() };
        client.send(&json!({ "do": "join", "secret": secret }));
        client
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Puts the chunks of a body together.
fn unchunked(body: &[u8]) -> Vec<u8> {
    let mut rest = body;
    let mut whole = Vec::new();
    while let Some(end) = rest.windows(2).position(|w| w == b"\r\n") {
        let size = std::str::from_utf8(&rest[..end]).expect("UTF-8");
        let size = usize::from_str_radix(size.trim(), 16).expect("a size");
        if size == 0 {
            break;
        }
        whole.extend_from_slice(&rest[end + 2..end + 2 + size]);
        rest = &rest[end + 4 + size..];
    }
    whole
}

/// A connection to a match.
pub struct Client {
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    /// Everything that it was sent.
    pub heard: Vec<String>,
    /// The reason why nothing more comes.
    end: String,
}

impl Client {
    pub fn send(&mut self, line: &Value) {
        self.send_text(&line.to_string());
    }

    pub fn send_text(&mut self, line: &str) {
        self.socket.send(Message::text(line)).expect("sent");
    }

    /// The next message; none if the server has closed.
    pub fn next(&mut self) -> Option<Value> {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => {
                    self.heard.push(text.as_str().to_owned());
                    return Some(serde_json::from_str(&text).expect("JSON"));
                }
                Ok(Message::Close(_)) => {
                    self.end = "the server closed the connection".into();
                    return None;
                }
                // A signal that this process takes ends a read that has a time limit.
                Err(tungstenite::Error::Io(error)) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => {
                    self.end = error.to_string();
                    return None;
                }
                Ok(_) => {}
            }
        }
    }

    /// The next message that is so.
    pub fn until(&mut self, so: impl Fn(&Value) -> bool) -> Value {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            match self.next() {
                Some(message) if so(&message) => return message,
                Some(_) => {}
                None => {
                    let last: String =
                        self.heard.last().into_iter().flat_map(|text| text.chars()).take(200).collect();
                    panic!("{}, after: {last}", self.end)
                }
            }
        }
        panic!("the message did not come");
    }

    /// The next position with at least so many answers.
    pub fn position(&mut self, ply: u64) -> Value {
        self.until(|message| message["event"] == "position" && message["ply"].as_u64() >= Some(ply))
    }

    /// Returns whether a position with this number of answers was sent.
    pub fn heard_position(&self, ply: u64) -> bool {
        let mut messages = self.heard.iter().filter_map(|text| serde_json::from_str::<Value>(text).ok());
        messages.any(|message| message["event"] == "position" && message["ply"] == ply)
    }

    /// The answer to a line.
    pub fn ask(&mut self, line: &Value) -> Value {
        let id = json!(format!("line {}", self.heard.len()));
        let mut line = line.clone();
        line["id"] = id.clone();
        self.send(&line);
        self.until(|message| message["id"] == id)
    }
}
