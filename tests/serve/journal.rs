//! Matches outlive the program.

use super::Server;
use serde_json::{Value, json};
use std::fs;

/// Plays on until so many answers are given, by any seat; returns the last position of the referee.
fn play(server: &Server, links: &Value, until: u64) -> Value {
    let mut referee = server.join(&links["referee"]);
    let mut seats: Vec<_> =
        links["seats"].as_array().expect("links").iter().map(|link| server.join(link)).collect();
    let mut position = referee.position(0);
    while position["ply"].as_u64() < Some(until) && position["position"]["status"] == "choice" {
        let ply = position["ply"].as_u64().expect("a number");
        let seat = position["position"]["seat"].as_u64().expect("a seat") as usize;
        assert_eq!(seats[seat - 1].ask(&json!({ "do": "choose", "option": 0, "ply": ply }))["ok"], true);
        position = referee.position(ply + 1);
    }
    position
}

#[test]
fn what_was_acknowledged_survives_a_kill() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut server = Server::start(&["fantasy-realms"], folder.path());
    let made = server.create(&json!({ "players": 3, "options": { "variant": "base" } }));
    let kills: u64 = std::env::var("CARDWRIGHT_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(3);
    let mut last = play(&server, &made["links"], 2);
    for kill in 0..kills {
        server.kill();
        server = Server::start(&["fantasy-realms"], folder.path());
        let again = server.join(&made["links"]["referee"]).position(0);
        for key in ["ply", "position", "view", "record"] {
            assert_eq!(again[key], last[key], "{key} after kill {kill}");
        }
        if last["position"]["status"] != "choice" {
            return;
        }
        last = play(&server, &made["links"], last["ply"].as_u64().expect("a number") + 2);
    }
}

#[test]
fn a_kill_between_answer_and_word_loses_nothing_that_was_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut server = Server::start(&["connect-four"], folder.path());
    let mut made = server.create(&json!({ "seats": ["human", "human"] }));
    let mut told = 0;
    let kills: u64 = std::env::var("CARDWRIGHT_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(4);
    for kill in 0..kills {
        let mut seats: Vec<_> = (0..2).map(|seat| server.join(&made["links"]["seats"][seat])).collect();
        let position = seats[0].position(0);
        let ply = position["ply"].as_u64().expect("a number");
        assert!(ply >= told, "{told} answers were acknowledged, and {ply} were kept");
        if position["position"]["status"] != "choice" {
            made = server.create(&json!({ "seats": ["human", "human"] }));
            told = 0;
            continue;
        }
        // Both send answers as fast as they can, and the server dies at some moment of it.
        for step in 0..4 {
            for seat in &mut seats {
                seat.send(&json!({ "do": "choose", "option": (ply + step) % 7, "id": step }));
            }
        }
        std::thread::sleep(std::time::Duration::from_micros(300 * kill % 5000));
        server.kill();
        for seat in &mut seats {
            while let Some(message) = seat.next() {
                told = told.max(message["ply"].as_u64().unwrap_or(0));
            }
        }
        server = Server::start(&["connect-four"], folder.path());
    }
}

#[test]
fn half_a_line_is_cut_off_and_the_match_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(&["tic-tac-toe"], folder.path());
    let made = server.create(&json!({}));
    play(&server, &made["links"], 2);
    server.kill();
    let file = folder.path().join(format!("matches/{}.match", made["match"].as_str().expect("an id")));
    let whole = fs::read_to_string(&file).expect("read");
    fs::write(&file, format!("{whole}{{\"answer\":{{\"seat\":1,\"opt")).expect("written");
    let server = Server::start(&["tic-tac-toe"], folder.path());
    let position = play(&server, &made["links"], 3);
    assert_eq!(position["ply"], 3);
    server.kill();
    let now = fs::read_to_string(&file).expect("read");
    assert!(
        now.starts_with(&whole) && now.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()),
        "{now}"
    );
}

#[test]
fn a_match_does_not_go_on_by_other_rules() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = folder.path().join("g");
    assert!(
        crate::process::cardwright()
            .arg("new")
            .arg(&game)
            .args(["--from", "tic-tac-toe"])
            .output()
            .expect("run")
            .status
            .success()
    );
    let path = game.to_str().expect("UTF-8");
    let server = Server::start(&[path], folder.path());
    let made = server.create(&json!({}));
    play(&server, &made["links"], 1);
    server.kill();
    let file = game.join("game.toml");
    let text = fs::read_to_string(&file).expect("read");
    fs::write(&file, text.replace("grid = [3, 3]", "grid = [3, 4]")).expect("written");
    let server = Server::start(&[path], folder.path());
    let secret = made["links"]["public"].as_str().and_then(|l| l.split_once("#s=")).expect("a link").1;
    let refused = server.join_as(made["match"].as_str().expect("an id"), secret).next().expect("an answer");
    assert!(
        refused["error"].as_str().is_some_and(|e| e.contains("rules of the game have changed")),
        "{refused}"
    );
    drop(server);
    fs::write(&file, text).expect("written");
    let server = Server::start(&[path], folder.path());
    assert_eq!(play(&server, &made["links"], 2)["ply"], 2);
}

#[test]
fn a_folder_belongs_to_one_server_at_a_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = Server::start(&["tic-tac-toe"], folder.path());
    let mut second = crate::process::cardwright();
    second.args(["serve", "tic-tac-toe", "--port", "0", "--data"]).arg(folder.path().join("matches"));
    let refused = crate::process::Ends::ended(&mut second);
    assert_eq!(refused.status.code(), Some(1));
    let words = String::from_utf8(refused.stderr).expect("UTF-8");
    assert!(
        words.contains("another program keeps its matches") && words.contains("name another folder"),
        "{words}"
    );
    first.kill();
    // A lock does not outlive its program.
    Server::start(&["tic-tac-toe"], folder.path());
}

#[test]
fn an_answer_that_cannot_be_kept_was_not_given() {
    let folder = tempfile::tempdir().expect("a folder");
    // Folder, lock, then four operations for the journal of the match: the seventh writes the first answer.
    let mut command = crate::process::cardwright();
    command.env("CARDWRIGHT_FAULT", "fail:7").args(["serve", "tic-tac-toe", "--port", "0", "--data"]);
    command.arg(folder.path().join("matches"));
    let server = Server::of(command);
    // Who has given a name sits already: joining writes nothing.
    let made = server.create(&json!({ "name": "Ann" }));
    let mut one = server.join(&made["links"]["seats"][0]);
    let before = one.position(0);
    let refused = one.ask(&json!({ "do": "choose", "option": 4 }));
    assert!(refused["error"].as_str().is_some_and(|e| e.contains("cannot keep the answer")), "{refused}");
    let asked = one.ask(&json!({ "do": "ask" }));
    assert_eq!(asked["options"], before["position"]["options"]);
    assert_eq!(server.join(&made["links"]["public"]).position(0)["ply"], 0, "nobody is told of it");
    assert_eq!(one.ask(&json!({ "do": "choose", "option": 4 }))["ok"], true, "the disk works again");
    server.kill();
    let server = Server::start(&["tic-tac-toe"], folder.path());
    assert_eq!(server.join(&made["links"]["public"]).position(0)["ply"], 1);
}

/// Changes the journal of a match: its header, and the lines that are added at its end.
fn edit(folder: &std::path::Path, made: &Value, change: impl Fn(&mut Value), lines: &[Value]) {
    let path = folder.join(format!("matches/{}.match", made["match"].as_str().expect("an id")));
    let text = fs::read_to_string(&path).expect("read");
    let (first, rest) = text.split_once('\n').expect("lines");
    let mut header: Value = serde_json::from_str(first).expect("JSON");
    change(&mut header);
    let added: String = lines.iter().map(|line| format!("{line}\n")).collect();
    fs::write(&path, format!("{header}\n{rest}{added}")).expect("written");
}

#[test]
fn an_answer_whose_undo_cannot_be_kept_stays() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(&["tic-tac-toe"], folder.path());
    let made = server.create(&json!({ "name": "Ann" }));
    let mut one = server.join(&made["links"]["seats"][0]);
    assert_eq!(one.ask(&json!({ "do": "choose", "option": 4 }))["ok"], true);
    let before = server.join(&made["links"]["referee"]).position(1);
    server.kill();
    edit(folder.path(), &made, |header| header["undo"] = true.into(), &[]);
    let mut command = crate::process::cardwright();
    // The lock of the folder comes first; the second operation writes the undo.
    command.env("CARDWRIGHT_FAULT", "fail:2").args(["serve", "tic-tac-toe", "--port", "0", "--data"]);
    command.arg(folder.path().join("matches"));
    let server = Server::of(command);
    let mut one = server.join(&made["links"]["seats"][0]);
    one.position(1);
    let refused = one.ask(&json!({ "do": "undo" }));
    assert!(refused["error"].as_str().is_some_and(|e| e.contains("cannot keep")), "{refused}");
    let after = server.join(&made["links"]["referee"]).position(1);
    assert_eq!((&after["position"], &after["record"]), (&before["position"], &before["record"]));
    assert_eq!(after["broken"], Value::Null);
    assert_eq!(one.ask(&json!({ "do": "undo" }))["ok"], true, "the disk works again");
    one.position(0);
    server.kill();
    let server = Server::start(&["tic-tac-toe"], folder.path());
    assert_eq!(server.join(&made["links"]["public"]).position(0)["ply"], 0);
}

#[test]
fn a_seat_without_time_has_none_after_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(&["tic-tac-toe"], folder.path());
    let made = server.create(&json!({ "clock": { "seconds": 60 } }));
    server.kill();
    edit(folder.path(), &made, |_| {}, &[json!({ "late": { "seat": 1 } })]);
    let server = Server::start(&["tic-tac-toe"], folder.path());
    let position = server.join(&made["links"]["public"]).position(0);
    assert_eq!(position["seats"][0]["clock_ms"], 0, "{position}");
    assert_eq!(position["seats"][1]["clock_ms"], 60_000);
}

#[test]
fn time_that_passed_before_an_undo_stays_passed_after_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(&["tic-tac-toe"], folder.path());
    let made = server.create(&json!({ "clock": { "seconds": 60 } }));
    server.kill();
    edit(folder.path(), &made, |header| header["undo"] = true.into(), &[]);
    let server = Server::start(&["tic-tac-toe"], folder.path());
    let mut one = server.join(&made["links"]["seats"][0]);
    let mut two = server.join(&made["links"]["seats"][1]);
    assert_eq!(one.ask(&json!({ "do": "choose", "option": 4 }))["ok"], true);
    two.position(1);
    // The second player thinks, and then the first takes the answer back.
    std::thread::sleep(std::time::Duration::from_millis(400));
    assert_eq!(one.ask(&json!({ "do": "undo" }))["ok"], true);
    one.position(0);
    server.kill();
    let server = Server::start(&["tic-tac-toe"], folder.path());
    let position = server.join(&made["links"]["public"]).position(0);
    let left = position["seats"][1]["clock_ms"].as_u64().expect("a number");
    assert!((30_000..=59_700).contains(&left), "{position}");
}

#[test]
fn a_match_that_goes_on_after_its_end_is_listed() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(&["tic-tac-toe"], folder.path());
    let made = server.create(&json!({ "listed": true }));
    let end = play(&server, &made["links"], 9);
    assert_eq!(end["position"]["status"], "over");
    server.kill();
    let listed = || Server::start(&["tic-tac-toe"], folder.path()).get("/api/matches")["matches"].clone();
    assert_eq!(listed(), json!([]));
    let undo = json!({ "undo": { "plies": 1 } });
    edit(folder.path(), &made, |header| header["undo"] = true.into(), &[undo]);
    assert_eq!(listed()[0]["match"], made["match"]);
    // It may end again.
    edit(folder.path(), &made, |_| {}, &[json!({ "over": {} })]);
    assert_eq!(listed(), json!([]));
}

#[test]
fn journals_that_do_not_fit_are_refused_and_harm_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(&["tic-tac-toe"], folder.path());
    let made = server.create(&json!({}));
    play(&server, &made["links"], 1);
    server.kill();
    let id = made["match"].as_str().expect("an id");
    let matches = folder.path().join("matches");
    let whole = fs::read_to_string(matches.join(format!("{id}.match"))).expect("read");
    let (first, rest) = whole.split_once('\n').expect("lines");
    let mut header: Value = serde_json::from_str(first).expect("JSON");
    header["id"] = "crowd".into();
    header["seats"] = json!(vec![header["seats"][0].clone(); 300]);
    let wrong = [
        ("crowd", format!("{header}\n{rest}")),
        ("copy", whole.clone()),
        ("noend", first.to_owned()),
        ("empty", String::new()),
        ("noise", "\u{0}\u{1}\n".to_owned()),
    ];
    for (name, text) in &wrong {
        fs::write(matches.join(format!("{name}.match")), text).expect("written");
    }
    let server = Server::start(&["tic-tac-toe"], folder.path());
    for (name, text) in &wrong {
        let mut client = server.join_as(name, "x");
        assert_eq!(client.next().expect("an answer")["ok"], false);
        assert_eq!(
            &fs::read_to_string(matches.join(format!("{name}.match"))).expect("read"),
            text,
            "{name} is untouched"
        );
    }
    assert_eq!(play(&server, &made["links"], 2)["ply"], 2);
}

#[test]
fn a_damaged_journal_tells_nobody_what_was_to_choose() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(&["tic-tac-toe"], folder.path());
    let made = server.create(&json!({}));
    play(&server, &made["links"], 1);
    server.kill();
    let journal = folder.path().join(format!("matches/{}.match", made["match"].as_str().expect("an id")));
    let text = fs::read_to_string(&journal).expect("read");
    let damaged = text.replace("place a1", "place a9");
    assert_ne!(damaged, text, "the first answer");
    fs::write(&journal, damaged).expect("written");
    let server = Server::start(&["tic-tac-toe"], folder.path());
    let refused = server.join(&made["links"]["public"]).next().expect("an answer");
    assert_eq!(refused["error"], "answer 1 of its journal is not possible");
}

/// The journals in a folder that this process holds open.
#[cfg(target_os = "linux")]
fn open_journals(folder: &std::path::Path) -> usize {
    let links = fs::read_dir("/proc/self/fd").expect("a list").flatten();
    let files = links.filter_map(|link| fs::read_link(link.path()).ok());
    files.filter(|file| file.starts_with(folder) && file.extension().is_some_and(|e| e == "match")).count()
}

#[test]
#[cfg(target_os = "linux")]
fn a_match_that_nobody_watches_leaves_memory_and_comes_back() {
    use cardwright::serve::{Hub, Policy, routes};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::{Duration, Instant};

    static STOP: AtomicBool = AtomicBool::new(false);
    let folder = tempfile::tempdir().expect("a folder");
    let game = Arc::new(crate::support::open("tic-tac-toe").game.expect("it compiles"));
    let policy = Policy { workshop: false, matches_per_minute: 0, idle: Duration::from_millis(300) };
    let (hub, _) = Hub::new(vec![game], Some(folder.path().to_owned()), policy, 1, &STOP).expect("a hub");
    let listener = cardwright::web::bind("127.0.0.1:0".parse().expect("an address")).expect("bound");
    let address = listener.local_addr().expect("an address").to_string();
    let running = std::thread::spawn(move || cardwright::web::serve(listener, routes(hub), &STOP));
    let server = super::Address(address);
    let made = server.create(&json!({}));
    let mut one = server.join(&made["links"]["seats"][0]);
    let chooser = one.position(0)["position"]["seat"].as_u64().expect("a seat") as usize;
    let mut chooser = server.join(&made["links"]["seats"][chooser - 1]);
    assert_eq!(chooser.ask(&json!({ "do": "choose", "option": 4 }))["ok"], true);
    let before = one.position(1);
    std::thread::sleep(Duration::from_millis(700));
    assert_eq!(open_journals(folder.path()), 1, "it stays while somebody watches");
    drop((one, chooser));
    let start = Instant::now();
    while open_journals(folder.path()) > 0 {
        assert!(start.elapsed() < super::PATIENCE, "it has not left memory");
        std::thread::sleep(Duration::from_millis(20));
    }
    let after = server.join(&made["links"]["seats"][0]).position(1);
    assert_eq!((&after["view"], &after["position"]["seat"]), (&before["view"], &before["position"]["seat"]));
    STOP.store(true, Ordering::Relaxed);
    running.join().expect("no panic").expect("served");
}

#[test]
fn a_match_without_a_journal_leaves_nothing_behind() {
    use cardwright::serve::{Hub, NewMatch, Policy};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::{Duration, Instant};

    static STOP: AtomicBool = AtomicBool::new(false);
    let game = || Arc::new(crate::support::shipped("tic-tac-toe"));
    let first = game();
    let left = Arc::downgrade(&first);
    let policy = Policy { workshop: true, matches_per_minute: 0, idle: Duration::from_secs(1) };
    let (hub, _) = Hub::new(vec![first], None, policy, 1, &STOP).expect("a hub");
    hub.create(NewMatch::default(), std::net::Ipv4Addr::LOCALHOST.into()).expect("a match");
    assert!(left.upgrade().is_some());
    // A changed file makes another game; the match was the last that had the first one.
    hub.offer(game());
    let start = Instant::now();
    while left.upgrade().is_some() {
        assert!(start.elapsed() < super::PATIENCE, "the game is still kept");
        std::thread::sleep(Duration::from_millis(20));
    }
    STOP.store(true, Ordering::Relaxed);
}

#[test]
fn a_journal_is_its_owners_and_may_be_deleted() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(&["tic-tac-toe"], folder.path());
    let (gone, stays) = (server.create(&json!({})), server.create(&json!({})));
    let file = |made: &Value| {
        folder.path().join("matches").join(format!("{}.match", made["match"].as_str().expect("an id")))
    };
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(file(&gone)).expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    server.kill();
    fs::remove_file(file(&gone)).expect("deleted");
    let server = Server::start(&["tic-tac-toe"], folder.path());
    server.join(&stays["links"]["seats"][0]).position(0);
    let refused = server.join(&gone["links"]["seats"][0]).next().expect("an answer");
    assert_eq!((&refused["ok"], &refused["error"]), (&json!(false), &json!("there is no such match")));
}

/// A match that cannot be resumed at the moment stays in the lobby's list.
#[test]
#[cfg(unix)]
fn the_lobby_lists_a_match_again_once_its_journal_can_be_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(&["tic-tac-toe"], folder.path());
    let made = server.create(&json!({ "listed": true }));
    let gone = server.create(&json!({ "listed": true }));
    server.kill();
    let server = Server::start(&["tic-tac-toe"], folder.path());
    let file = |made: &Value| {
        folder.path().join("matches").join(format!("{}.match", made["match"].as_str().expect("an id")))
    };
    let (journals, aside) = (folder.path().join("matches"), folder.path().join("aside"));
    fs::remove_file(file(&gone)).expect("removed");
    fs::rename(&journals, &aside).expect("moved");
    fs::write(&journals, "").expect("written");
    assert_eq!(server.get("/api/matches")["matches"], json!([]));
    fs::remove_file(&journals).expect("removed");
    fs::rename(&aside, &journals).expect("moved");
    let listed = server.get("/api/matches")["matches"].clone();
    assert_eq!((listed.as_array().map(Vec::len), &listed[0]["match"]), (Some(1), &made["match"]), "{listed}");
}

/// A journal that is damaged is read once, not at each look into the lobby.
#[test]
fn the_lobby_gives_a_damaged_journal_up() {
    for damaged in ["", "\u{0}\u{1}\n", "half a line"] {
        let folder = tempfile::tempdir().expect("a folder");
        let server = Server::start(&["tic-tac-toe"], folder.path());
        let made = server.create(&json!({ "listed": true }));
        server.kill();
        let server = Server::start(&["tic-tac-toe"], folder.path());
        let id = made["match"].as_str().expect("an id");
        let journal = folder.path().join("matches").join(format!("{id}.match"));
        let whole = fs::read(&journal).expect("read");
        fs::write(&journal, damaged).expect("written");
        assert_eq!(server.get("/api/matches")["matches"], json!([]), "{damaged:?}");
        fs::write(&journal, &whole).expect("written");
        assert_eq!(server.get("/api/matches")["matches"], json!([]), "{damaged:?}");
    }
}

#[test]
fn a_match_that_is_refused_leaves_no_journal() {
    // Folder, lock, then four operations for the journal of the match.
    for fault in ["fail:3", "fail:4", "fail:5", "fail:6"] {
        let folder = tempfile::tempdir().expect("a folder");
        let matches = folder.path().join("matches");
        let mut command = crate::process::cardwright();
        command.env("CARDWRIGHT_FAULT", fault).args(["serve", "tic-tac-toe", "--port", "0", "--data"]);
        let server = Server::of({
            command.arg(&matches);
            command
        });
        let (status, refused) = server.post("/api/matches", &json!({}));
        assert_eq!((status, &refused["ok"]), (400, &json!(false)), "{fault}: {refused}");
        let journals = || {
            let names = fs::read_dir(&matches).expect("a folder").map(|e| e.expect("an entry").file_name());
            names.filter(|name| name.to_string_lossy().ends_with(".match")).count()
        };
        assert_eq!(journals(), 0, "{fault}");
        server.create(&json!({}));
        assert_eq!(journals(), 1, "{fault}: the disk works again");
    }
}
