//! Things that clients must not be able to do.

use super::Server;
use serde_json::{Value, json};

#[test]
fn other_sites_and_other_names_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(&["tic-tac-toe"], folder.path());
    let port = server.0.rsplit_once(':').expect("a port").1;
    let status = |headers: &[(&str, &str)]| server.request("GET", "/api/games", headers, "").0;
    assert_eq!(status(&[("Host", &format!("localhost:{port}"))]), 200);
    assert_eq!(status(&[("Host", "[::1]")]), 200);
    assert_eq!(status(&[("Host", "evil.example")]), 403, "a name that was made to mean this machine");
    assert_eq!(status(&[("Host", &format!("localhost.evil.example:{port}"))]), 403);
    assert_eq!(status(&[("Host", "")]), 403);
    assert_eq!(status(&[("Host", "localhost"), ("Host", "evil.example")]), 403, "two names");
    let whole = |address: &str| server.request("GET", address, &[("Host", "localhost")], "").0;
    assert_eq!(whole("http://localhost/api/games"), 200);
    assert_eq!(whole("http://evil.example/api/games"), 403, "a name in the address");
    assert_eq!(status(&[("Origin", &format!("http://{}", server.0))]), 200);
    for origin in ["http://evil.example", "null", "", &format!("http://{}.evil.example", server.0)] {
        assert_eq!(status(&[("Origin", origin)]), 403, "{origin}");
    }
    let made = server.create(&json!({}));
    let id = made["match"].as_str().expect("an id");
    let upgrade = [
        ("Connection", "Upgrade"),
        ("Upgrade", "websocket"),
        ("Sec-WebSocket-Version", "13"),
        ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
        ("Origin", "http://evil.example"),
    ];
    assert_eq!(server.request("GET", &format!("/ws/{id}"), &upgrade, "").0, 403);
}

#[test]
fn a_proxy_is_known_by_its_origin() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = crate::process::cardwright();
    command.args(["serve", "tic-tac-toe", "--port", "0", "--origin", "https://play.example.org", "--data"]);
    command.arg(folder.path().join("m"));
    let server = Server::of(command);
    let proxied = [("Host", "play.example.org"), ("Origin", "https://play.example.org")];
    assert_eq!(server.request("GET", "/", &proxied, "").0, 200);
    let other = [("Host", "play.example.org"), ("Origin", "https://other.example.org")];
    assert_eq!(server.request("GET", "/", &other, "").0, 403);
}

#[test]
fn an_origin_may_name_the_default_port() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = crate::process::cardwright();
    command.args(["serve", "tic-tac-toe", "--port", "0", "--origin", "https://play.example.org:443"]);
    command.args([
        "--origin",
        "http://old.example.org:80/",
        "--origin",
        "https://odd.example.org:80",
        "--data",
    ]);
    command.arg(folder.path().join("m"));
    let server = Server::of(command);
    let status = |host: &str, scheme: &str| {
        let origin = format!("{scheme}://{host}");
        server.request("GET", "/", &[("Host", host), ("Origin", &origin)], "").0
    };
    assert_eq!(status("play.example.org", "https"), 200);
    assert_eq!(status("old.example.org", "http"), 200);
    assert_eq!(status("odd.example.org:80", "https"), 200);
    assert_eq!(status("odd.example.org", "https"), 403, "80 is not the default port of https");
}

#[test]
fn pages_carry_their_protection_and_no_file_but_theirs_is_served() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(&["tic-tac-toe"], folder.path());
    for path in ["/", "/table/x", "/assets/base.css", "/api/games", "/nosuch"] {
        let (_, head, _) = server.request("GET", path, &[], "");
        let head = head.to_ascii_lowercase();
        assert!(
            head.contains("content-security-policy: default-src 'none'; script-src 'self'"),
            "{path}: {head}"
        );
        assert!(head.contains("x-content-type-options: nosniff"), "{path}: {head}");
    }
    let (_, _, page) = server.request("GET", "/", &[], "");
    let page = String::from_utf8(page).expect("UTF-8");
    assert!(!page.contains("<script>") && !page.contains("style=") && !page.contains("https://"), "{page}");
    for path in [
        "/assets/..%2fCargo.toml",
        "/assets/%2e%2e%2f%2e%2e%2fCargo.toml",
        "/assets/..%2f..%2fsrc%2flib.rs",
        "/assets/studio.html",
        "/faces/x/..%2f..%2fgame.toml",
        "/faces/../Cargo.toml",
        "/ws/..%2fx",
    ] {
        let (status, _, body) = server.request("GET", path, &[], "");
        assert!(status >= 400, "{path}: {status} {}", String::from_utf8_lossy(&body));
    }
}

#[test]
fn nonsense_neither_ends_the_server_nor_the_match() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(&["tic-tac-toe"], folder.path());
    let made = server.create(&json!({}));
    let mut one = server.join(&made["links"]["seats"][0]);
    one.position(0);
    let lines = [
        "",
        "x",
        "{",
        "[]",
        "null",
        "\"\"",
        "{\"do\":1}",
        "{\"do\":\"choose\"}",
        "{\"do\":\"choose\",\"option\":{}}",
        "{\"do\":\"choose\",\"option\":-1}",
        "{\"do\":\"choose\",\"option\":1e400}",
        "{\"do\":\"join\",\"secret\":\"x\"}",
        "{\"do\":\"view\",\"seat\":255}",
        "{\"do\":\"view\",\"seat\":0}",
        "{\"do\":\"hint\",\"bot\":\"mcts:999999999\"}",
        "{\"do\":\"choose\",\"option\":\"\\u0000\"}",
        "{\"do\":\"choose\",\"option\":0,\"ply\":18446744073709551615}",
    ];
    for line in lines {
        one.send_text(line);
        let answer = one.until(|message| message.get("event").is_none());
        assert_eq!(answer["ok"], false, "{line}: {answer}");
        assert!(answer["error"].as_str().is_some_and(|e| !e.is_empty()), "{line}: {answer}");
    }
    // More than the limit of one connection, which is reported to the client.
    let flood = (0..200).map(|_| one.send_text("{\"do\":\"ask\"}")).count();
    let limited =
        one.until(|message| message["error"].as_str().is_some_and(|e| e.contains("too many messages")));
    assert_eq!((flood, &limited["ok"]), (200, &json!(false)));
    // A message that is too large ends its connection, and nothing else.
    let mut two = server.join(&made["links"]["seats"][1]);
    two.position(0);
    two.send_text(&format!("{{\"do\":\"choose\",\"option\":\"{}\"}}", "x".repeat(100_000)));
    while two.next().is_some() {}
    let (status, _, body) =
        server.request("POST", "/api/matches", &[], &format!("{{\"name\":\"{}\"}}", "x".repeat(100_000)));
    let refused: Value = serde_json::from_slice(&body).expect("JSON, as every refusal");
    assert_eq!((status, &refused["ok"]), (413, &json!(false)), "{refused}");
    let mut again = server.join(&made["links"]["seats"][0]);
    assert_eq!(again.ask(&json!({ "do": "choose", "option": 0 }))["ok"], true);
}

#[test]
fn matches_from_one_place_are_limited() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(&["tic-tac-toe"], folder.path());
    let refused = (0..40).find_map(|_| {
        let (status, answer) = server.post("/api/matches", &json!({}));
        (status != 200).then_some((status, answer))
    });
    let (status, answer) = refused.expect("a limit");
    assert_eq!(status, 429, "{answer}");
}

#[test]
fn a_wrong_request_is_told_its_key() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(&["tic-tac-toe"], folder.path());
    for (request, words) in [
        (json!({ "seed": -1 }), "`seed` is the number -1; expected a whole number, 0 or more"),
        (json!({ "seats": [1] }), "an entry of `seats` is the number 1; expected a string"),
        (json!({ "seats": 1 }), "`seats` is the number 1; expected a list"),
        (
            json!({ "players": 300, "listed": true }),
            "`players` is the number 300; expected a whole number from 0 to 255",
        ),
        (json!({ "undo": "yes" }), "`undo` is the string \"yes\"; expected `true` or `false`"),
    ] {
        let (status, said) = server.post("/api/matches", &request);
        assert_eq!((status, said["error"].as_str()), (400, Some(words)), "{request}");
    }
    let made = server.create(&json!({}));
    let said =
        server.join(&made["links"]["seats"][0]).ask(&json!({ "do": "choose", "option": 0, "ply": -1 }));
    assert_eq!(said["error"], "`ply` is -1; expected a whole number, 0 or more");
}

/// A socket for both kinds of addresses reports IPv4 clients as IPv6 addresses.
#[test]
fn each_client_has_a_rate_of_new_matches_of_its_own() {
    use cardwright::serve::{Hub, NewMatch, Policy};
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    static STOP: AtomicBool = AtomicBool::new(false);
    let game = Arc::new(crate::support::open("tic-tac-toe").game.expect("it compiles"));
    let idle = std::time::Duration::from_secs(600);
    let policy = Policy { workshop: false, matches_per_minute: 1, idle };
    let (hub, _) = Hub::new(vec![game], None, policy, 1, &STOP).expect("a hub");
    let create = |from: &str| hub.create(NewMatch::default(), from.parse().expect("an address")).is_ok();
    for (one, same, others) in [
        ("::ffff:192.0.2.1", "192.0.2.1", "::ffff:192.0.2.2"),
        ("2001:db8::1", "2001:db8::ffff:1", "2001:db8:0:1::1"),
    ] {
        assert!((0..30).any(|_| !create(one)), "{one} has a limit");
        assert!(!create(same), "{same} is the same client as {one}");
        assert!(create(others), "{others} is another client");
    }
}

#[test]
fn refused_requests_are_no_matches() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(&["tic-tac-toe"], folder.path());
    for _ in 0..30 {
        let (status, answer) = server.post("/api/matches", &json!({ "game": "nope" }));
        assert_eq!(status, 404, "{answer}");
    }
    let (status, answer) = server.post("/api/matches", &json!({}));
    assert_eq!(status, 200, "{answer}");
    // Checking a request takes time, so refused ones have a limit, too.
    let limited = (0..400).any(|_| server.post("/api/matches", &json!({ "game": "nope" })).0 == 429);
    assert!(limited, "a limit");
}
