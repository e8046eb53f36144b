//! No connection is ever sent information that is hidden from its role.

use super::{Client, Server};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The ids of the cards in a referee's view, zone by zone.
pub(super) fn cards_in(view: &Value, wanted: impl Fn(&str) -> bool) -> BTreeSet<String> {
    let zones = view["view"]["zones"].as_object().expect("zones").iter().filter(|(zone, _)| wanted(zone));
    let cards = zones.flat_map(|(_, zone)| zone["contents"].as_array().cloned().unwrap_or_default());
    cards.map(|card| card.as_str().expect("an id").to_owned()).collect()
}

/// Returns the messages since the last call.
fn since(client: &mut Client, heard: &mut usize) -> String {
    let new = client.heard[*heard..].join("\n");
    *heard = client.heard.len();
    new
}

#[test]
fn hands_and_decks_stay_hidden_through_a_whole_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(&["fantasy-realms"], folder.path());
    let made = server.create(&json!({ "players": 3, "options": { "variant": "base" }, "seed": 11 }));
    let links = &made["links"];
    let mut referee = server.join(&links["referee"]);
    let mut clients: Vec<(Option<u64>, Client)> = Vec::new();
    for seat in 0..3 {
        clients.push((Some(seat + 1), server.join(&links["seats"][seat as usize])));
        clients.push((Some(seat + 1), server.join(&links["shoulder"][seat as usize])));
    }
    clients.push((None, server.join(&links["public"])));
    let mut heard = vec![0; clients.len()];
    // Once a card has been seen by a player, they may remember it.
    let mut seen: Vec<BTreeSet<String>> = vec![BTreeSet::new(); clients.len()];
    let first = referee.position(0);
    let everything = cards_in(&first, |_| true);
    assert!(everything.len() > 50, "{everything:?}");
    for ply in 0..400u64 {
        // The position at the start may be sent only once.
        let truth = if ply == 0 { first.clone() } else { referee.position(ply) };
        // With ten discarded cards drawing ends; then cards may ask about any card of the box.
        let over = truth["view"]["zones"]["discards"]["count"].as_u64() >= Some(10);
        for (at, (seat, client)) in clients.iter_mut().enumerate() {
            client.position(ply);
            let own = seat.map(|seat| format!("hand[{seat}]"));
            let open = cards_in(&truth, |zone| zone.starts_with("discard") || own.as_deref() == Some(zone));
            seen[at].extend(open);
            let said = since(client, &mut heard[at]);
            for card in everything.difference(&seen[at]).filter(|_| !over) {
                assert!(
                    !said.contains(&format!("\"{card}\"")),
                    "seat {seat:?} was told of {card} at ply {ply}:\n{said}"
                );
                assert!(
                    !said.contains(&format!("/{card}.svg")),
                    "seat {seat:?} was shown {card} at ply {ply}"
                );
            }
        }
        if over {
            assert!(ply > 20);
            return;
        }
        let chooser = truth["position"]["seat"].as_u64().expect("a seat");
        let options = truth["position"]["options"].as_array().expect("the referee sees the options");
        // The game ends once enough cards lie in the discard area, and only drawing adds to it.
        let draws = |option: &Value| option["name"].as_str().is_some_and(|name| name.starts_with("draw"));
        let option = match options.iter().position(draws) {
            Some(draw) if ply % 3 > 0 => draw,
            _ => (ply as usize * 7 + 3) % options.len(),
        };
        let (_, client) = &mut clients[(chooser as usize - 1) * 2];
        client.send(&json!({ "do": "choose", "option": option, "ply": ply }));
    }
    panic!("the game did not end");
}

#[test]
fn only_the_right_secret_opens_a_match() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(&["tic-tac-toe"], folder.path());
    let (made, other) = (server.create(&json!({})), server.create(&json!({})));
    let id = made["match"].as_str().expect("an id");
    let secret = |made: &Value| {
        made["links"]["referee"].as_str().and_then(|l| l.split_once("#s=")).expect("a link").1.to_owned()
    };
    for wrong in ["", "x", &secret(&other), &secret(&made)[1..], &format!("{}a", secret(&made))] {
        let mut client = server.join_as(id, wrong);
        let refused = client.next().expect("an answer");
        assert!(refused["error"].as_str().is_some_and(|e| e.contains("does not belong")), "{refused}");
        assert!(client.next().is_none(), "closed");
    }
    // Nothing public holds a secret.
    for path in ["/api/matches".to_owned(), format!("/api/matches/{id}/stage"), "/api/games".to_owned()] {
        let said = server.get(&path).to_string();
        assert!(!said.contains(&secret(&made)) && !said.contains("secret"), "{path}: {said}");
    }
}
