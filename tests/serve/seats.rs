//! Seats: how they are taken, and the end of their time.

use super::Server;
use serde_json::json;

#[test]
fn an_open_seat_of_a_listed_match_is_taken_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(&["tic-tac-toe"], folder.path());
    let listed = server.create(&json!({ "listed": true, "name": "Ann" }));
    let hidden = server.create(&json!({}));
    let lobby = server.get("/api/matches");
    let all = lobby["matches"].as_array().expect("matches");
    assert_eq!(all.len(), 1, "{lobby}");
    assert_eq!((&all[0]["open_seats"], &all[0]["seats"][0]["name"]), (&json!([2]), &json!("Ann")));
    let seats =
        |made: &serde_json::Value| format!("/api/matches/{}/seats", made["match"].as_str().expect("an id"));
    let (status, taken) = server.post(&seats(&listed), &json!({ "seat": 2, "name": "Bea" }));
    assert_eq!((status, &taken["link"]), (200, &listed["links"]["seats"][1]));
    for (path, seat, part) in [
        (seats(&listed), 2, "is taken"),
        (seats(&listed), 1, "is taken"),
        (seats(&listed), 3, "no seat 3"),
        (seats(&listed), 0, "no seat 0"),
        (seats(&hidden), 2, "is taken"),
        ("/api/matches/nosuch/seats".to_owned(), 1, "no such match"),
        ("/api/matches/..%2f..%2fx/seats".to_owned(), 1, "no such match"),
    ] {
        let (status, refused) = server.post(&path, &json!({ "seat": seat }));
        assert!(
            status >= 400 && refused["error"].as_str().is_some_and(|e| e.contains(part)),
            "{path}: {refused}"
        );
    }
    let names = server.join(&listed["links"]["public"]).position(0);
    assert_eq!((&names["seats"][0]["name"], &names["seats"][1]["name"]), (&json!("Ann"), &json!("Bea")));
}

#[test]
fn a_seat_opened_by_its_link_is_taken() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(&["tic-tac-toe"], folder.path());
    let made = server.create(&json!({ "listed": true }));
    let mut two = server.join(&made["links"]["seats"][1]);
    let position = two.position(0);
    assert_eq!(
        (&position["seats"][0]["connected"], &position["seats"][1]["connected"]),
        (&json!(false), &json!(true))
    );
    assert_eq!(server.get("/api/matches")["matches"][0]["open_seats"], json!([1]));
}

#[test]
fn a_bot_plays_on_when_the_time_is_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(&["tic-tac-toe"], folder.path());
    let made = server.create(&json!({ "clock": { "seconds": 1 } }));
    let mut one = server.join(&made["links"]["seats"][0]);
    let alone = one.position(0);
    assert!(alone["seats"][0]["running"] == false, "no clock runs before everybody is there: {alone}");
    let mut two = server.join(&made["links"]["seats"][1]);
    let end = two.until(|message| message["position"]["status"] == "over");
    assert_eq!(end["seats"][0]["kind"], "random");
    assert_eq!(end["seats"][0]["clock_ms"], 0);
    let refused = one.ask(&json!({ "do": "choose", "option": 0 }));
    assert_eq!(refused["ok"], false);
}

#[test]
fn onlookers_cannot_keep_players_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(&["tic-tac-toe"], folder.path());
    let made = server.create(&json!({}));
    let mut watching = Vec::new();
    let refused = (0..60).find_map(|_| {
        let mut client = server.join(&made["links"]["public"]);
        let answer = client.next().expect("an answer");
        watching.push(client);
        (answer["ok"] == false).then_some(answer)
    });
    assert!(refused.is_some_and(|answer| answer["error"].as_str().is_some_and(|e| e.contains("too many"))));
    let mut one = server.join(&made["links"]["seats"][0]);
    assert_eq!(one.ask(&json!({ "do": "choose", "option": 0 }))["ok"], true);
}
