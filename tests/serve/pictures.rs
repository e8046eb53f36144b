//! The data of a page: faces, figures on boards, words, and addresses that lead nowhere.

use super::Server;
use serde_json::{Value, json};

/// Returns the pictures of the cards of a position, by a key of their data.
fn pictures<'p>(position: &'p Value, key: &str) -> Vec<&'p str> {
    let cards = position["cards"].as_object().expect("cards").values();
    cards.filter_map(|card| card[key].as_str()).collect()
}

/// Gets a picture, which must exist.
fn svg(server: &Server, address: &str) -> String {
    let (status, head, svg) = server.request("GET", address, &[], "");
    assert_eq!(status, 200, "{address}");
    assert!(head.contains("image/svg+xml"), "{head}");
    String::from_utf8(svg).expect("UTF-8")
}

#[test]
fn every_face_that_a_table_names_exists() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(&["twelve-realms"], folder.path());
    let made = server.create(&json!({ "seed": 3, "players": 2, "seats": ["random", "random"] }));
    let mut watching = server.join(&made["links"]["public"]);
    // Tokens that stand for cards have faces of their own; a hero stands on a board as a pawn.
    let position = watching.until(|message| {
        let cards = || message["cards"].as_object().into_iter().flat_map(|cards| cards.values());
        cards().any(|card| card["kind"] == "foe") && cards().any(|card| card["figure"].is_string())
    });
    let faces = pictures(&position, "face");
    assert!(faces.iter().any(|face| face.contains("/foes/")), "{faces:?}");
    for face in faces {
        svg(&server, face);
    }
    let figures = pictures(&position, "figure");
    assert!(figures.iter().any(|figure| figure.contains("/pawns/")), "{figures:?}");
    for figure in figures {
        svg(&server, figure);
    }
}

#[test]
fn a_folded_figure_shows_the_part_that_stands_upright() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(&["realm-builder"], folder.path());
    let made =
        server.create(&json!({ "decks": { "1": "ember", "2": "tide" }, "seats": ["human", "random"] }));
    let position = server.join(&made["links"]["referee"]).position(0);
    let figures = pictures(&position, "figure");
    let figure = figures.iter().find(|figure| figure.contains("/standees/")).expect("a standee");
    // The lower half of 52 mm, without its foot of 6 mm.
    let part =
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"18mm\" height=\"20mm\" viewBox=\"0 26 18 20\">";
    let upright = svg(&server, figure);
    assert!(upright.starts_with(part) && upright.ends_with("</svg>\n"), "{}", &upright[..200]);
    let whole = svg(&server, &figure.replace("-upright", ""));
    assert!(whole.contains("viewBox=\"0 0 18 52\""), "{}", &whole[..200]);
}

#[test]
fn pieces_on_cells_are_those_that_are_printed() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(&["chess"], folder.path());
    let made = server.create(&json!({}));
    let position = server.join(&made["links"]["public"]).position(0);
    for (cell, path) in [("e1", "pieces/king-1.svg"), ("e8", "pieces/king-2.svg")] {
        let piece = &position["cells"][cell]["piece"];
        let picture = piece["picture"].as_str().expect("a picture");
        assert!(picture.ends_with(path), "{picture}");
        let word = piece["word"].as_u64().expect("an index") as usize;
        assert_eq!(position["cells"][cell]["words"][word], "king", "{}", position["cells"][cell]);
        svg(&server, picture);
    }
    assert!(position["cells"]["e4"].is_null());
}

#[test]
fn a_piece_called_as_the_state_of_its_player_is_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let own = "[game]\nid = \"town\"\nname = \"Town\"\nplayers = [2, 4]\n[boards.town]\ngrid = [2, 1]\n[boards.town.state]\nstall = \"player?\"\n\
               [flow]\nsetup = \"for each c in cells { c.stall = players[2] }\"\nplay = \"repeat 9 { choose by players[1] { option \\\"Wait\\\" {}; option \\\"Go\\\" {} } }\"\n";
    let print = "[pieces.cook]\nform = \"round\"\nsize = 20\ncount = 1\n[pieces.stall]\nform = \"square\"\nsize = 15\ncount = 3\n";
    let game = folder.path().join("town");
    std::fs::create_dir(&game).expect("a folder");
    std::fs::write(game.join("game.toml"), own).expect("a file");
    std::fs::write(game.join("print.toml"), print).expect("a file");
    let server = Server::start(&[game.to_str().expect("a path")], folder.path());
    let made = server.create(&json!({}));
    let position = server.join(&made["links"]["public"]).position(0);
    for cell in position["cells"].as_object().expect("cells").values() {
        let picture = cell["piece"]["picture"].as_str().expect("a picture");
        assert!(picture.ends_with("pieces/stall-2.svg"), "{picture}");
        assert!(cell["piece"]["word"].is_null(), "{cell}");
        svg(&server, picture);
    }
    assert_eq!(position["cells"].as_object().map(serde_json::Map::len), Some(2));
}

#[test]
fn values_and_lists_have_names_for_people() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(&["realm-builder"], folder.path());
    let game = &server.get("/api/games")["games"][0];
    let format = &game["options"].as_array().expect("options")[0];
    assert_eq!(format["values"][0], "each_alone");
    assert_eq!(format["value_names"][0], "Each alone");
    let (decks, names) = (&game["decks"], &game["deck_names"]);
    assert_eq!(decks.as_array().map(Vec::len), names.as_array().map(Vec::len), "{names}");
    assert!(names.as_array().is_some_and(|names| names.iter().all(Value::is_string)), "{names}");
}

#[test]
fn an_unknown_address_is_answered_in_words() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(&["tic-tac-toe"], folder.path());
    let (status, head, page) = server.request("GET", "/nowhere", &[("Accept", "text/html,*/*")], "");
    let page = String::from_utf8(page).expect("UTF-8");
    assert!(status == 404 && head.contains("text/html"), "{status}: {head}");
    assert!(page.contains("nothing at this address") && page.contains("href=\"/\""), "{page}");
    let (status, head, answer) = server.request("GET", "/api/nowhere", &[], "");
    let answer: Value = serde_json::from_slice(&answer).expect("JSON");
    assert!(status == 404 && head.contains("application/json"), "{status}: {head}");
    assert_eq!(answer, json!({ "ok": false, "error": "there is nothing at `/api/nowhere`" }));
}
