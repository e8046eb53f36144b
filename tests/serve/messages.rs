//! Ten thousand messages that no well-behaved page sends: nothing crashes, nobody learns more than they may,
//! and the match goes on.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tungstenite::Message;

use super::secrets::cards_in;
use super::{Client, Server};

/// Number of messages, unless `CARDWRIGHT_MESSAGES` says another.
const MESSAGES: usize = 10_000;
/// Messages of a connection: fewer than it may send at once, so that each of them is read.
const OF_ONE: usize = 55;
const SEED: u64 = 4_037_200_794_235_010_051;
const SEATS: u64 = 3;

/// A generator of random numbers: SplitMix64.
struct Draw(u64);

impl Draw {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn of<'a, T: ?Sized>(&mut self, all: &[&'a T]) -> &'a T {
        all[self.below(all.len())]
    }
}

/// A value of some type, sometimes deep, large or strange.
fn value(draw: &mut Draw) -> String {
    let depth = 1 + draw.below(200);
    match draw.below(16) {
        0 => "null".into(),
        1 => "true".into(),
        2 => "-1".into(),
        3 => "18446744073709551615".into(),
        4 => "18446744073709551616".into(),
        5 => "1e400".into(),
        6 => "0.5".into(),
        7 => "\"\"".into(),
        8 => "\"\\u0000\\ud800\"".into(),
        9 => format!("\"{}\"", "x".repeat(draw.below(60_000))),
        10 => format!("{}{}", "[".repeat(depth), "]".repeat(depth)),
        11 => format!("{}{}", "[".repeat(30_000), "]".repeat(30_000)),
        12 => format!("{}1{}", "{\"a\":".repeat(depth), "}".repeat(depth)),
        13 => "{}".into(),
        14 => "\"../../game.toml\"".into(),
        _ => draw.below(300).to_string(),
    }
}

/// The knowledge of the sender of messages.
struct Sender<'a> {
    ply: u64,
    /// All cards; their names are only sent misspelt, so that a name in an answer does not come from the
    /// message.
    cards: &'a [String],
    secrets: &'a [String],
    sent: Vec<String>,
}

const WORDS: &[&str] = &[
    "new", "ask", "choose", "undo", "view", "state", "record", "save", "scenario", "hint", "join", "", "Ask",
];
const KEYS: &[&str] = &[
    "option", "ply", "seat", "name", "replace", "bot", "scenario", "players", "secret", "id", "do", "seed",
    "zones",
];

impl Sender<'_> {
    /// A message that is text.
    fn line(&mut self, draw: &mut Draw) -> String {
        let (ply, seat) = (self.ply, draw.below(5));
        let line = match draw.below(14) {
            0 => (0..draw.below(80))
                .map(|_| char::from_u32(draw.next() as u32 % 0x2000).unwrap_or('?'))
                .collect(),
            1 => {
                let mut whole = format!("{{\"do\":\"choose\",\"option\":{},\"ply\":{ply}}}", value(draw));
                let mut end = draw.below(whole.len() + 1);
                while !whole.is_char_boundary(end) {
                    end -= 1;
                }
                whole.truncate(end);
                whole
            }
            2 => format!("{{\"do\":{},\"id\":{}}}", value(draw), draw.below(9)),
            3 => format!("{{\"do\":\"{}\",\"{}\":{}}}", draw.of(WORDS), draw.of(KEYS), value(draw)),
            4 => format!(
                "{{\"do\":\"choose\",\"option\":{},\"ply\":{}}}",
                draw.below(20),
                ply.wrapping_sub(draw.below(3) as u64)
            ),
            5 => format!("{{\"do\":\"view\",\"seat\":{seat}}}"),
            6 => format!("{{\"do\":\"record\",\"seat\":{seat}}}"),
            7 => format!(
                "{{\"do\":\"{}\"}}",
                draw.of(&["state", "save", "scenario", "undo", "ask", "hint", "view", "record"])
            ),
            8 => {
                format!("{{\"do\":\"join\",\"secret\":\"{}\"}}", self.secrets[draw.below(self.secrets.len())])
            }
            9 => {
                let mut name = self.cards[draw.below(self.cards.len())].clone();
                name.replace_range(name.len() - 1.., "q");
                let verb = draw.of(&["", "take ", "discard ", "draw ", "play "]);
                format!("{{\"do\":\"choose\",\"option\":\"{verb}{name}\",\"ply\":{ply}}}")
            }
            10 => match self.sent.len() {
                0 => "{}".into(),
                sent => self.sent[draw.below(sent)].clone(),
            },
            11 => format!(
                "{{\"do\":\"hint\",\"bot\":\"{}\"}}",
                draw.of(&["mcts:999999999", "human", "mcts", "\\u0000", "../x"])
            ),
            12 => format!(
                "{{\"do\":\"scenario\",\"name\":\"{}\",\"replace\":true}}",
                draw.of(&["../x", "x", "/etc/x", "con"])
            ),
            _ => value(draw),
        };
        self.sent.push(line.clone());
        line
    }
}

/// Returns whether a text has a name that stands alone.
fn names(text: &str, name: &str) -> bool {
    let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    text.match_indices(name).any(|(at, _)| {
        !is_part(text[..at].chars().next_back()) && !is_part(text[at + name.len()..].chars().next())
    })
}

/// A match, with the messages to its referee.
struct Watched {
    links: Value,
    referee: Client,
    cards: BTreeSet<String>,
    /// The cards that each player has seen, by seat, and that lay open, under 0.
    seen: Vec<BTreeSet<String>>,
    last: Value,
}

impl Watched {
    fn new(server: &Server) -> Watched {
        let made =
            server.create(&json!({ "players": SEATS, "options": { "variant": "base" }, "seed": SEED }));
        let links = made["links"].clone();
        let mut referee = server.join(&links["referee"]);
        let last = referee.position(0);
        let cards = cards_in(&last, |_| true);
        let mut watched = Watched {
            links,
            referee,
            cards,
            seen: vec![BTreeSet::new(); SEATS as usize + 1],
            last: last.clone(),
        };
        watched.note(&last);
        watched
    }

    fn note(&mut self, position: &Value) {
        for seat in 0..=SEATS {
            let own = format!("hand[{seat}]");
            self.seen[seat as usize]
                .extend(cards_in(position, |zone| zone.starts_with("discard") || zone == own));
        }
        self.last = position.clone();
    }

    /// Reads new events.
    fn follow(&mut self) {
        let before = self.referee.heard.len();
        // A line that is one too many is refused unread, so without its id.
        let is_refused = |message: &Value| {
            message["error"].as_str().is_some_and(|error| error.contains("too many messages"))
        };
        loop {
            self.referee.send(&json!({ "do": "ask", "id": "follow" }));
            let answer = self.referee.until(|message| message["id"] == "follow" || is_refused(message));
            if answer["ok"] == true {
                break;
            }
            assert!(is_refused(&answer), "{answer}");
            std::thread::sleep(std::time::Duration::from_millis(100));
        }
        let heard = self.referee.heard[before..].iter();
        let heard = heard.map(|text| serde_json::from_str(text).expect("JSON"));
        let positions: Vec<Value> = heard.filter(|message: &Value| message["event"] == "position").collect();
        positions.iter().for_each(|position| self.note(position));
    }

    /// Returns whether nothing but the hands and the deck hides cards: once drawing has ended, cards may ask
    /// about any card.
    fn is_early(&self) -> bool {
        self.last["view"]["zones"]["discards"]["count"].as_u64() < Some(9)
    }

    fn ply(&self) -> u64 {
        self.last["ply"].as_u64().expect("a ply")
    }

    /// Lets the player who must choose choose.
    fn go_on(&mut self, server: &Server) {
        let seat = self.last["position"]["seat"].as_u64().expect("a seat");
        let ply = self.ply();
        let mut client = server.join(&self.links["seats"][seat as usize - 1]);
        let answer = client.ask(&json!({ "do": "choose", "option": 0, "ply": ply }));
        assert_eq!(answer["ok"], true, "the match does not go on: {answer}");
        self.follow();
        assert!(self.ply() > ply);
    }
}

#[test]
fn random_messages_neither_end_the_match_nor_learn_what_is_hidden() {
    let wanted = std::env::var("CARDWRIGHT_MESSAGES").ok().and_then(|n| n.parse().ok()).unwrap_or(MESSAGES);
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(&["fantasy-realms"], folder.path());
    let mut draw = Draw(SEED);
    let mut watched = Watched::new(&server);
    let (mut sent, mut fulfilled, mut refused, mut ended, mut batch) = (0, 0, 0, 0, 0u64);
    while sent < wanted {
        if !watched.is_early() {
            watched = Watched::new(&server);
        }
        // Every role in turn; the last is the referee, who may know everything.
        let role = batch % (2 * SEATS + 2);
        batch += 1;
        let (link, seat) = match role {
            0..SEATS => (&watched.links["seats"][role as usize], role + 1),
            SEATS..6 => (&watched.links["shoulder"][(role - SEATS) as usize], role - SEATS + 1),
            6 => (&watched.links["public"], 0),
            _ => (&watched.links["referee"], u64::MAX),
        };
        let own = link.as_str().and_then(|link| link.split_once("#s=")).expect("a link").1.to_owned();
        let secrets: Vec<String> =
            watched.links.to_string().split("#s=").skip(1).map(|rest| rest[..26].to_owned()).collect();
        assert_eq!(secrets.len() as u64, 2 * SEATS + 2);
        let mut client = server.join(link);
        client.position(watched.ply());
        let cards: Vec<String> = watched.cards.iter().cloned().collect();
        let mut sender = Sender { ply: watched.ply(), cards: &cards, secrets: &secrets, sent: Vec::new() };
        let (mut awaited, mut is_open) = (0, true);
        for _ in 0..OF_ONE.min(wanted - sent) {
            let message = match draw.below(120) {
                0 => Message::binary(vec![draw.next() as u8; draw.below(2000)]),
                1 => Message::Ping(vec![7; draw.below(100)].into()),
                2 => Message::text(format!("{{\"do\":\"choose\",\"option\":\"{}\"}}", "y".repeat(70_000))),
                _ => Message::text(sender.line(&mut draw)),
            };
            let is_large = message.len() > 65_536;
            awaited += usize::from(!message.is_ping() && !is_large);
            sent += 1;
            if client.socket.send(message).is_err() || is_large {
                is_open = false;
                break;
            }
        }
        let from = client.heard.len();
        while awaited > 0 || !is_open {
            let Some(answer) = client.next() else {
                // If a client sends after the server has ended the connection, the system drops what the
                // client had not read.
                assert!(!is_open, "the server has closed a connection of role {role} in batch {batch}");
                ended += 1;
                break;
            };
            if answer.get("event").is_some() {
                continue;
            }
            awaited = awaited.saturating_sub(1);
            match answer["ok"].as_bool() {
                Some(true) => fulfilled += 1,
                _ => {
                    assert!(answer["error"].as_str().is_some_and(|words| !words.is_empty()), "{answer}");
                    refused += 1;
                }
            }
        }
        watched.follow();
        let said = client.heard[from..].join("\n");
        for secret in secrets.iter().filter(|secret| **secret != own) {
            assert!(!said.contains(secret.as_str()), "role {role} was told a secret in batch {batch}");
        }
        if seat <= SEATS {
            assert!(!said.contains(&SEED.to_string()), "role {role} was told the seed in batch {batch}");
            for card in watched.cards.difference(&watched.seen[seat as usize]) {
                assert!(!names(&said, card), "role {role} was told of `{card}` in batch {batch}:\n{said}");
            }
        }
        drop(client);
        if batch % 8 == 0 && watched.is_early() {
            watched.go_on(&server);
        }
    }
    assert!(
        fulfilled > wanted / 20 && refused > wanted / 3,
        "{sent} sent: {fulfilled} fulfilled, {refused} refused"
    );
    assert!(wanted < MESSAGES || ended > 10, "{ended} connections were ended");
    watched.go_on(&server);
    assert_eq!(server.get("/api/games")["games"][0]["id"], "fantasy-realms");
}
