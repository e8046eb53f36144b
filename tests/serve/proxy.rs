//! The reverse proxy of docs/hosting.md, with the command for a container behind it.

use std::fs;
use std::net::TcpListener;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::Server;
use crate::process::{Ends, cardwright, run_installed};

const PAGE: &str = include_str!("../../docs/hosting.md");
const NAME: &str = "play.example.org";

/// The block of the page after the line that opens it.
fn block(opening: &str) -> &'static str {
    let (_, rest) = PAGE.split_once(opening).expect("the page has it");
    rest.split_once("\n```").expect("its end").0
}

#[test]
fn the_proxy_of_the_page_passes_on_requests_and_sockets() {
    for (program, version) in [("nginx", "-v"), ("openssl", "version"), ("curl", "--version")] {
        if run_installed(Command::new(program).arg(version)).is_none() {
            return;
        }
    }
    let folder = tempfile::tempdir().expect("a folder");
    let at = |file: &str| folder.path().join(file).display().to_string();
    let made = Command::new("openssl")
        .args([
            "req",
            "-x509",
            "-newkey",
            "rsa:2048",
            "-nodes",
            "-days",
            "2",
            "-subj",
            "/CN=play.example.org",
        ])
        .args(["-keyout", &at("privkey.pem"), "-out", &at("fullchain.pem")])
        .output();
    assert!(made.is_ok_and(|output| output.status.success()), "a certificate");
    let port = TcpListener::bind("127.0.0.1:0").and_then(|l| l.local_addr()).expect("a free port").port();
    let origin = format!("https://{NAME}:{port}");

    // The command as the page has it, but for the port, the folder and the address of the pages.
    let line = block("In a container, bind all addresses and keep the folder outside:\n\n```\n").trim();
    let line = line.replace("/data", &at("data")).replace("https://play.example.org", &origin);
    let mut command = cardwright();
    command.args(line.strip_prefix("cardwright ").expect("a command").split(' ')).args(["--port", "0"]);
    let server = Server::of(command);
    assert!(server.0.starts_with("0.0.0.0:"), "{}", server.0);

    let own = block("```nginx\n")
        .replace("127.0.0.1:8460", &server.0.replace("0.0.0.0", "127.0.0.1"))
        .replace("listen 443", &format!("listen 127.0.0.1:{port}"))
        .replace("/etc/letsencrypt/live/play.example.org", &folder.path().display().to_string());
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
    let temporary: String = temporary.iter().map(|of| format!("{of}_temp_path {};\n", at(of))).collect();
    let text = format!(
        "daemon off;\nmaster_process off;\npid {};\nerror_log stderr;\nevents {{}}\nhttp {{\naccess_log off;\n{temporary}{own}\n}}\n",
        at("pid")
    );
    fs::write(folder.path().join("nginx.conf"), &text).expect("written");
    let mut nginx = Command::new("nginx").args(["-c", &at("nginx.conf"), "-p", &at("")]).begun();

    let curl = |path: &str, args: &[&str]| -> (String, String) {
        let output = Command::new("curl")
            .args([
                "--silent",
                "--insecure",
                "--max-time",
                "10",
                "--resolve",
                &format!("{NAME}:{port}:127.0.0.1"),
            ])
            .args(["--write-out", "\\n%{http_code}"])
            .args(args)
            .arg(format!("{origin}{path}"))
            .output()
            .expect("run");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        said.rsplit_once('\n').map(|(body, code)| (code.to_owned(), body.to_owned())).expect("a status")
    };
    let start = Instant::now();
    while curl("/api/games", &[]).0 != "200" {
        assert!(
            start.elapsed() < Duration::from_secs(60),
            "nginx passes nothing on: {:?}\n{text}",
            curl("/api/games", &[])
        );
        std::thread::sleep(Duration::from_millis(100));
    }
    let own = format!("Origin: {origin}");
    let (status, made) = curl("/api/matches", &["--header", &own, "--data", "{}"]);
    let made: Value = serde_json::from_str(&made).expect("JSON");
    assert_eq!((status.as_str(), &made["ok"]), ("200", &json!(true)), "{made}");
    let socket = format!("/ws/{}", made["match"].as_str().expect("an id"));
    let upgrade = |origin: &str| {
        let key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==";
        let asks = ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13", key, origin];
        let mut args = vec!["--http1.1", "--max-time", "2"];
        asks.iter().for_each(|ask| args.extend(["--header", ask]));
        curl(&socket, &args).0
    };
    assert_eq!(
        (upgrade(&own), upgrade("Origin: https://evil.example")),
        ("101".to_owned(), "403".to_owned())
    );
    let _ = nginx.kill();
}
