//! A match from its making to its end.

use super::Server;
use serde_json::json;

#[test]
fn two_seats_play_a_game_to_its_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(&["tic-tac-toe"], folder.path());
    let made = server.create(&json!({ "game": "tic-tac-toe", "seed": 1 }));
    let (mut one, mut two) =
        (server.join(&made["links"]["seats"][0]), server.join(&made["links"]["seats"][1]));
    let joined = one.next().expect("an answer");
    assert_eq!(
        (&joined["ok"], &joined["joined"]["role"], &joined["joined"]["seat"]),
        (&json!(true), &json!("seat"), &json!(1))
    );
    for (ply, cell) in ["a1", "b1", "a2", "b2", "a3"].into_iter().enumerate() {
        let (chooser, other) = if ply % 2 == 0 { (&mut one, &mut two) } else { (&mut two, &mut one) };
        let position = chooser.position(ply as u64);
        let option = position["position"]["options"].as_array().and_then(|options| {
            options.iter().find(|option| option["name"].as_str().is_some_and(|name| name.ends_with(cell)))
        });
        let option = option.unwrap_or_else(|| panic!("{cell} in {position}"))["name"].clone();
        // Who does not choose sees whose turn it is, and nothing of the options.
        let seen = other.position(ply as u64);
        assert_eq!(seen["position"]["seat"], position["position"]["seat"]);
        assert!(
            seen["position"].get("options").is_none() && seen["position"].get("question").is_none(),
            "{seen}"
        );
        assert_eq!(chooser.ask(&json!({ "do": "choose", "option": option, "ply": ply }))["ok"], true);
    }
    for client in [&mut one, &mut two] {
        let end = client.position(5);
        assert_eq!(end["position"]["status"], "over");
        assert_eq!(
            (&end["position"]["seats"][0]["won"], &end["position"]["seats"][1]["won"]),
            (&json!(true), &json!(false))
        );
        assert_eq!(end["cells"]["a1"]["player"], 1, "{}", end["cells"]);
    }
}

#[test]
fn answers_out_of_turn_or_too_late_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(&["tic-tac-toe"], folder.path());
    let made = server.create(&json!({}));
    let (mut one, mut two) =
        (server.join(&made["links"]["seats"][0]), server.join(&made["links"]["seats"][1]));
    let mut referee = server.join(&made["links"]["referee"]);
    let refused = |answer: serde_json::Value, part: &str| {
        let error = answer["error"].as_str().unwrap_or_default().to_owned();
        assert!(answer["ok"] == false && error.contains(part), "{answer}");
    };
    refused(two.ask(&json!({ "do": "choose", "option": 0 })), "player 1's turn");
    refused(referee.ask(&json!({ "do": "choose", "option": 0 })), "onlookers do not play");
    refused(one.ask(&json!({ "do": "choose", "option": 9 })), "from 0 to 8");
    assert_eq!(one.ask(&json!({ "do": "choose", "option": 0, "ply": 0 }))["ok"], true);
    refused(one.ask(&json!({ "do": "choose", "option": 0, "ply": 0 })), "moved on");
    refused(two.ask(&json!({ "do": "choose", "option": 0, "ply": 0 })), "moved on");
    refused(two.ask(&json!({ "do": "undo" })), "taken back");
    refused(two.ask(&json!({ "do": "hint", "bot": "random" })), "no advice");
    refused(two.ask(&json!({ "do": "new" })), "one game");
    for secret in ["state", "save"] {
        refused(two.ask(&json!({ "do": secret })), "only the referee");
        assert_eq!(referee.ask(&json!({ "do": secret }))["ok"], true);
    }
    refused(two.ask(&json!({ "do": "view", "seat": 1 })), "somebody else's");
    refused(two.ask(&json!({ "do": "record", "seat": 1 })), "somebody else's");
    // The position came before the answers to later requests.
    assert!(referee.heard_position(1), "{:?}", referee.heard);
}

#[test]
fn bots_play_their_seats_and_rest_while_nobody_watches() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(&["tic-tac-toe"], folder.path());
    let made = server.create(&json!({ "seats": ["random", "mcts:20"], "listed": true }));
    assert_eq!(made["links"]["seats"], json!([null, null]));
    assert_eq!(server.get("/api/matches")["matches"][0]["ply"], 0);
    let mut watching = server.join(&made["links"]["public"]);
    let end = watching.until(|message| message["position"]["status"] == "over");
    assert!(end["ply"].as_u64() >= Some(5), "{end}");
}

#[test]
fn lists_are_played_and_only_those_of_the_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(&["realm-builder"], folder.path());
    let made =
        server.create(&json!({ "decks": { "1": "ember", "2": "tide" }, "seats": ["human", "random"] }));
    let mut one = server.join(&made["links"]["seats"][0]);
    let position = one.position(0);
    let cards = position["cards"].as_object().expect("cards");
    // Faces are those of the box, for any number of copies in a list.
    let face = cards.values().find_map(|card| card["face"].as_str()).expect("a card with a face");
    let (status, head, svg) = server.request("GET", face, &[], "");
    assert_eq!(status, 200, "{face}");
    assert!(head.contains("image/svg+xml") && svg.starts_with(b"<"), "{head}");
    let (status, refused) = server.post("/api/matches", &json!({ "decks": { "1": "/etc/passwd" } }));
    assert_eq!(status, 400);
    assert!(refused["error"].as_str().is_some_and(|e| e.contains("no list `/etc/passwd`")), "{refused}");
}

#[test]
fn what_is_wrong_with_settings_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(&["connect-four", "tic-tac-toe"], folder.path());
    let wrong = [
        (json!({}), "which game"),
        (json!({ "game": "conect-four" }), "no game `conect-four`; there are: connect-four, tic-tac-toe"),
        (json!({ "game": "connect-four", "players": 3 }), "is for 2 players"),
        (json!({ "game": "connect-four", "options": { "colums": 7 } }), "did you mean `columns`?"),
        (json!({ "game": "connect-four", "seats": ["human", "human", "human"] }), "for 2 players, not for 3"),
        (json!({ "game": "connect-four", "seats": ["gredy"] }), "did you mean `greedy`?"),
        (json!({ "game": "connect-four", "seats": ["mcts:99999999"] }), "thinks for too long"),
        (json!({ "game": "connect-four", "seats": ["mcts:60000ms"] }), "thinks for too long"),
        (json!({ "game": "connect-four", "clock": { "seconds": 0 } }), "a clock has"),
        (json!({ "game": "connect-four", "scenario": "x" }), "are for the studio"),
        (json!({ "game": "connect-four", "undo": true }), "are for the studio"),
        (json!({ "game": "connect-four", "name": "\u{202e}x" }), "can be seen"),
        (json!({ "game": "connect-four", "name": "\u{200b}\u{3164}" }), "can be seen"),
        (json!({ "game": "connect-four", "name": "a\u{2028}b" }), "can be seen"),
        (json!({ "game": "connect-four", "name": "a\nb" }), "one line"),
        (json!({ "game": "connect-four", "plyers": 2 }), "plyers"),
        (json!([1]), "must be an object"),
    ];
    for (settings, part) in wrong {
        let (status, answer) = server.post("/api/matches", &settings);
        assert!((400..500).contains(&status), "{settings}: {status}");
        assert!(answer["error"].as_str().is_some_and(|e| e.contains(part)), "{settings}: {answer}");
    }
}
