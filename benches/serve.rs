//! `cardwright serve` under load: 500 people at 150 matches, the server on one core. How long does an answer
//! take, and how much memory does a match need?
//!
//! `cargo bench --bench serve --profile ci`. Each person answers half a second to one and a half after it is
//! their turn. The clients run on the other cores, as far as there are any.

#![allow(clippy::unwrap_used, clippy::print_stdout, missing_docs)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::{Message, connect};

const MATCHES: usize = 150;
const TIME: Duration = Duration::from_secs(30);

fn main() {
    // `cargo test --benches` runs nothing.
    if std::env::args().any(|arg| arg == "--test") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let program = env!("CARGO_BIN_EXE_cardwright");
    let pinned = Command::new("taskset").arg("--version").output().is_ok();
    let mut command = if pinned { Command::new("taskset") } else { Command::new(program) };
    if pinned {
        command.args(["-c", "0", program]);
    }
    command
        .args(["serve", "fantasy-realms", "--port", "0", "--rate", "0", "--data"])
        .arg(folder.path().join("m"));
    let mut server = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("http://").unwrap().trim_end_matches('/').to_owned();

    let memory = || {
        let status = std::fs::read_to_string(format!("/proc/{}/status", server.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or("0 kB").to_owned();
        line.trim().trim_end_matches(" kB").trim().parse::<u64>().unwrap_or(0)
    };
    // The first match opens the table that all share.
    let mut links = vec![create(&address, 3)];
    let before = memory();
    links.extend((1..MATCHES).map(|i| create(&address, if i % 3 == 1 { 4 } else { 3 })));
    let end = Arc::new(AtomicBool::new(false));
    let times = Arc::new(Mutex::new(Vec::new()));
    let seats: Vec<String> = links
        .iter()
        .flat_map(|made| made["links"]["seats"].as_array().unwrap().clone())
        .map(|link| link.as_str().unwrap().to_owned())
        .collect();
    let people: Vec<_> = seats
        .iter()
        .enumerate()
        .map(|(number, link)| {
            let (address, link, end, times) =
                (address.clone(), link.clone(), Arc::clone(&end), Arc::clone(&times));
            thread::Builder::new()
                .stack_size(256 << 10)
                .spawn(move || person(number, &address, &link, &end, &times))
                .unwrap()
        })
        .collect();
    thread::sleep(TIME);
    let after = memory();
    end.store(true, Ordering::Relaxed);
    for person in people {
        person.join().unwrap();
    }
    server.kill().unwrap();
    server.wait().unwrap();
    let mut times = std::mem::take(&mut *times.lock().unwrap());
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    println!(
        "{} seats in {MATCHES} matches, {} answers in {} s{}",
        seats.len(),
        times.len(),
        TIME.as_secs(),
        if pinned { ", server on one core" } else { "" }
    );
    println!("an answer: median {:.1} ms, 99 % below {:.1} ms, longest {:.1} ms", at(0.5), at(0.99), at(1.0));
    println!(
        "memory: {:.1} MB with one match, {:.0} KB for each further match with its connections",
        before as f64 / 1024.0,
        (after.saturating_sub(before)) as f64 / (MATCHES - 1) as f64
    );
}

/// Makes a match.
fn create(address: &str, players: usize) -> Value {
    let body = json!({ "players": players, "options": { "variant": "base" } }).to_string();
    let mut stream = TcpStream::connect(address).unwrap();
    let head = format!(
        "POST /api/matches HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let made: Value = serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap();
    assert_eq!(made["ok"], true, "{made}");
    made
}

/// Plays a seat until the end; notes the time from each answer to its acknowledgement.
fn person(number: usize, address: &str, link: &str, end: &AtomicBool, times: &Mutex<Vec<Duration>>) {
    let (id, secret) = link.strip_prefix("/table/").and_then(|rest| rest.split_once("#s=")).unwrap();
    let (mut socket, _) = connect(format!("ws://{address}/ws/{id}")).unwrap();
    if let tungstenite::stream::MaybeTlsStream::Plain(stream) = socket.get_mut() {
        stream.set_read_timeout(Some(Duration::from_millis(100))).unwrap();
    }
    socket.send(Message::text(json!({ "do": "join", "secret": secret }).to_string())).unwrap();
    let seat = link_seat(&mut socket);
    let mut draw = number as u64 * 7919 + 1;
    let mut asked: Option<(Instant, u64)> = None;
    let mut due: Option<(Instant, u64, u64)> = None;
    while !end.load(Ordering::Relaxed) {
        if let Some((at, ply, options)) = due
            && Instant::now() >= at
        {
            draw = draw.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            asked = Some((Instant::now(), ply));
            due = None;
            let line = json!({ "do": "choose", "option": (draw >> 33) % options, "ply": ply, "id": ply });
            socket.send(Message::text(line.to_string())).unwrap();
        }
        let message = match socket.read() {
            Ok(Message::Text(text)) => serde_json::from_str::<Value>(&text).unwrap(),
            Ok(_) => continue,
            Err(tungstenite::Error::Io(error)) if error.kind() == std::io::ErrorKind::WouldBlock => continue,
            Err(error) => panic!("{error}"),
        };
        if let Some((since, ply)) = asked
            && message["id"] == ply
        {
            times.lock().unwrap().push(since.elapsed());
            asked = None;
        }
        let position = &message["position"];
        if position["status"] == "choice" && position["seat"] == seat {
            draw = draw.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let think = Duration::from_millis(500 + (draw >> 33) % 1000);
            let options = position["options"].as_array().unwrap().len() as u64;
            due = Some((Instant::now() + think, message["ply"].as_u64().unwrap(), options));
        }
    }
}

/// The seat that the server says, from 1.
fn link_seat(socket: &mut tungstenite::WebSocket<tungstenite::stream::MaybeTlsStream<TcpStream>>) -> u64 {
    loop {
        if let Ok(Message::Text(text)) = socket.read() {
            let message: Value = serde_json::from_str(&text).unwrap();
            return message["joined"]["seat"].as_u64().unwrap();
        }
    }
}
