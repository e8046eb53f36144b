//! The workshop in a browser, by the requests of its pages.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::process::cardwright;
use crate::serve::Server;

/// A copy of a shipped game, open in a studio.
fn studio(folder: &Path, from: &str) -> Server {
    let game = folder.join("g");
    assert!(
        cardwright().arg("new").arg(&game).args(["--from", from]).output().expect("run").status.success()
    );
    let mut command = cardwright();
    command
        .arg("studio")
        .arg(&game)
        .args(["--port", "0"])
        .env_remove("CARDWRIGHT_EDITOR")
        .env("VISUAL", "vim");
    let server = Server::of(command);
    until(|| server.get("/api/studio")["games"][0]["playable"] == true);
    server
}

/// Waits for something that comes.
fn until(so: impl Fn() -> bool) {
    let start = Instant::now();
    while !so() {
        assert!(start.elapsed() < Duration::from_secs(60), "it did not come");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn id(server: &Server) -> String {
    server.get("/api/studio")["games"][0]["id"].as_str().expect("an id").to_owned()
}

fn card<'a>(cards: &'a Value, name: &str) -> &'a Value {
    let found = cards["cards"].as_array().and_then(|all| all.iter().find(|card| card["id"] == name));
    found.unwrap_or_else(|| panic!("{name} in {cards}"))
}

#[test]
fn a_saved_file_changes_the_faces_that_it_concerns() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = studio(folder.path(), "fantasy-realms");
    let path = format!("/api/studio/{}", id(&server));
    let before = server.get(&format!("{path}/cards"));
    assert_eq!(card(&before, "dragon")["attributes"]["strength"], "30");
    let file = folder.path().join("g/cards/beasts.toml");
    let text = fs::read_to_string(&file).expect("read");
    fs::write(&file, text.replacen("strength = 30", "strength = 31", 1)).expect("written");
    let cards = || server.get(&format!("{path}/cards"));
    until(|| card(&cards(), "dragon")["attributes"]["strength"] == "31");
    let after = cards();
    assert_ne!(card(&after, "dragon")["face"], card(&before, "dragon")["face"]);
    assert_eq!(card(&after, "dragon")["before"], card(&before, "dragon")["face"]);
    assert_eq!(
        (&card(&after, "knights")["face"], &card(&after, "knights")["before"]),
        (&card(&before, "knights")["face"], &Value::Null)
    );
    for face in [&card(&after, "dragon")["face"], &card(&after, "dragon")["before"]] {
        let (status, head, svg) = server.request("GET", face.as_str().expect("an address"), &[], "");
        assert!(status == 200 && head.contains("immutable") && svg.starts_with(b"<"), "{face}: {head}");
    }
    let source = &card(&after, "dragon")["source"];
    assert!(
        source["text"]
            .as_str()
            .is_some_and(|t| t.starts_with("[cards.dragon]") && t.contains("strength = 31")),
        "{source}"
    );
    let (status, _) = server.post(&format!("{path}/accept"), &json!({}));
    assert_eq!((status, &card(&cards(), "dragon")["before"]), (200, &Value::Null));
}

#[test]
fn changes_that_the_system_does_not_tell_of_are_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = studio(folder.path(), "fantasy-realms");
    let path = format!("/api/studio/{}/cards", id(&server));
    let file = folder.path().join("g/cards/beasts.toml");
    let text = fs::read_to_string(&file).expect("read");
    // Written by its name outside of the package, the file changes without a word about its own folder.
    let outside = folder.path().join("outside.toml");
    fs::hard_link(&file, &outside).expect("a second name");
    for strength in ["31", "32"] {
        let changed = text.replacen("strength = 30", &format!("strength = {strength}"), 1);
        fs::write(&outside, changed).expect("written");
        until(|| card(&server.get(&path), "dragon")["attributes"]["strength"] == strength);
    }
}

#[test]
fn a_changed_picture_is_found_without_the_system() {
    let folder = tempfile::tempdir().expect("a folder");
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/pages/hearts");
    let outside = folder.path().join("outside.png");
    fs::copy(pages.join("cards-006.png"), &outside).expect("copied");
    let server = studio(folder.path(), "fantasy-realms");
    // Each reading counts twice: once its faces are drawn, and once it is checked.
    let version = || server.get("/api/studio")["games"][0]["version"].as_u64().expect("a number");
    until(|| version() == 2);
    fs::create_dir_all(folder.path().join("g/art")).expect("made");
    fs::hard_link(&outside, folder.path().join("g/art/a.png")).expect("a second name");
    until(|| version() == 4);
    fs::write(&outside, fs::read(pages.join("cards-008.png")).expect("read")).expect("written");
    until(|| version() > 4);
}

#[test]
fn a_card_ends_where_its_last_value_does() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = studio(folder.path(), "fantasy-realms");
    let path = format!("/api/studio/{}/cards", id(&server));
    let file = folder.path().join("g/cards/beasts.toml");
    let text = fs::read_to_string(&file).expect("read");
    let flavour = "flavour = \"\"\"\n[asleep]\n# It really was.\"\"\"\n\n# About the hydra.";
    fs::write(&file, text.replace("flavour = \"It was asleep. It really was.\"", flavour)).expect("written");
    let source = || server.get(&path);
    let of = |name: &str| card(&source(), name)["source"]["text"].as_str().unwrap_or_default().to_owned();
    until(|| of("dragon").contains("\"\"\""));
    assert!(of("dragon").starts_with("[cards.dragon]\n"), "{}", of("dragon"));
    assert!(of("dragon").ends_with("\n[asleep]\n# It really was.\"\"\""), "{}", of("dragon"));
    assert!(of("hydra").starts_with("[cards.hydra]\n"), "{}", of("hydra"));
}

#[cfg(feature = "sheets")]
#[test]
fn a_saved_workbook_changes_the_faces_that_it_concerns() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = folder.path().join("g");
    assert!(cardwright().arg("new").arg(&game).arg("--sheet").output().expect("run").status.success());
    let mut command = cardwright();
    command.arg("studio").arg(&game).args(["--port", "0"]);
    let server = Server::of(command);
    until(|| server.get("/api/studio")["games"][0]["playable"] == true);
    let path = format!("/api/studio/{}", id(&server));
    let cards = || server.get(&format!("{path}/cards"));
    let problems = || server.get(&format!("{path}/problems"))["problems"].clone();
    let before = cards();
    let source = &card(&before, "thyme")["source"];
    assert!(source["file"].as_str().is_some_and(|file| file.ends_with("cards/cards.xlsx/Cards")), "{source}");
    assert!(source["text"].as_str().is_some_and(|row| row.starts_with("thyme,Thyme,herb,2,")), "{source}");

    // Half of it is there for a moment: that is reported, the faces stay, and it does not last.
    let file = game.join("cards/cards.xlsx");
    let whole = fs::read(&file).expect("read");
    fs::write(&file, &whole[..whole.len() / 2]).expect("written");
    until(|| problems()[0]["code"] == "CW0014");
    assert_eq!(card(&cards(), "thyme")["face"], card(&before, "thyme")["face"]);
    fs::write(&file, &whole).expect("written");
    until(|| problems() == json!([]));

    // As spreadsheets save: a lock file, then a new workbook that is renamed.
    fs::write(game.join("cards/.~lock.cards.xlsx#"), ",somebody").expect("written");
    fs::write(game.join("cards/~$cards.xlsx"), "somebody").expect("written");
    let mut workbook = rust_xlsxwriter::Workbook::new();
    let sheet = workbook.add_worksheet().set_name("Cards").expect("a name");
    for (row, cells) in (0..).zip([["id", "suit", "taste"], ["turnip", "root", "7"], ["thyme", "herp", "2"]])
    {
        sheet.write_row(row, 0, cells).expect("written");
    }
    let beside = game.join("cards/1A2B3C4D");
    fs::write(&beside, workbook.save_to_buffer().expect("a workbook")).expect("written");
    fs::remove_dir_all(game.join("scenarios")).expect("removed");
    fs::remove_dir_all(game.join("decks")).expect("removed");
    fs::rename(&beside, &file).expect("renamed");
    until(|| problems()[0]["code"] == "CW0514");
    let label = &problems()[0]["labels"][0];
    assert!(
        label["cell"] == "B3"
            && label["file"].as_str().is_some_and(|file| file.ends_with("cards.xlsx/Cards")),
        "{label}"
    );
}

#[test]
fn errors_are_shown_and_the_last_faces_stay() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = studio(folder.path(), "fantasy-realms");
    let path = format!("/api/studio/{}", id(&server));
    let file = folder.path().join("g/cards/beasts.toml");
    let text = fs::read_to_string(&file).expect("read");
    fs::write(&file, text.replacen("suit == wizard)", "suit == wizzard)", 1)).expect("written");
    let problems = || server.get(&format!("{path}/problems"))["problems"].clone();
    until(|| problems()[0]["code"] == "CW0514");
    let problem = problems()[0].clone();
    assert_eq!(problem["help"], "did you mean `wizard`?");
    assert!(problem["labels"][0]["file"].as_str().is_some_and(|f| f.ends_with("beasts.toml")), "{problem}");
    assert!(problem["text"].as_str().is_some_and(|t| t.contains("there is no suit `wizzard`")), "{problem}");
    let cards = server.get(&format!("{path}/cards"));
    assert!(card(&cards, "dragon")["face"].is_string());
    fs::write(&file, text).expect("written");
    until(|| problems() == json!([]));
}

#[test]
fn a_table_gives_back_and_advises() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = studio(folder.path(), "connect-four");
    let game = id(&server);
    let made = server.create(&json!({ "game": game, "seats": ["human", "random"] }));
    let mut one = server.join(&made["links"]["seats"][0]);
    let first = one.position(0);
    let advice = one.ask(&json!({ "do": "hint", "bot": "mcts:50" }));
    assert_eq!((&advice["ok"], &advice["playouts"]), (&json!(true), &json!(50)));
    let options = advice["options"].as_array().expect("options");
    assert!(
        options.len() == 7
            && options.iter().all(|o| o["value"].as_f64().is_some_and(|v| (0.0..=1.0).contains(&v))),
        "{advice}"
    );
    assert_eq!(one.ask(&json!({ "do": "choose", "option": 3 }))["ok"], true);
    assert_eq!(one.position(2)["position"]["seat"], 1);
    assert_eq!(one.ask(&json!({ "do": "undo" }))["ok"], true);
    let again = one.until(|message| message["event"] == "position");
    assert_eq!(
        (&again["ply"], &again["position"]),
        (&json!(0), &first["position"]),
        "up to one's own last answer"
    );
}

#[test]
fn the_clock_of_a_player_counts_up_to_an_undo() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = studio(folder.path(), "connect-four");
    let made = server.create(&json!({ "game": id(&server), "clock": { "seconds": 600 } }));
    let mut one = server.join(&made["links"]["seats"][0]);
    let mut other = server.join(&made["links"]["seats"][1]);
    other.position(0);
    assert_eq!(one.ask(&json!({ "do": "choose", "option": 3 }))["ok"], true);
    other.position(1);
    // A longer time on a slow machine changes nothing.
    std::thread::sleep(Duration::from_millis(50));
    assert_eq!(one.ask(&json!({ "do": "undo" }))["ok"], true);
    let again = other.until(|message| message["event"] == "position" && message["ply"] == 0);
    let left = again["seats"][1]["clock_ms"].as_u64().expect("a time");
    assert!(left <= 600_000 - 50, "{left} ms left");
}

#[test]
fn a_match_that_goes_on_after_its_end_is_in_the_lobby_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = studio(folder.path(), "tic-tac-toe");
    let settings = json!({ "game": id(&server), "listed": true, "seats": ["human", "human"] });
    let made = server.create(&settings);
    let mut seats = [0, 1].map(|seat| server.join(&made["links"]["seats"][seat]));
    // Each takes the first free place: the first player has a row first.
    let mut ply = 0;
    while seats[0].position(ply)["position"]["status"] == "choice" {
        let seat = usize::try_from(ply % 2).expect("a seat");
        assert_eq!(seats[seat].ask(&json!({ "do": "choose", "option": 0, "ply": ply }))["ok"], true);
        ply += 1;
    }
    let matches = || server.get("/api/matches")["matches"].as_array().expect("a list").len();
    assert_eq!(matches(), 0);
    assert_eq!(seats[0].ask(&json!({ "do": "undo" }))["ok"], true);
    assert_eq!(matches(), 1);
}

#[test]
fn a_table_begins_from_a_scenario() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = studio(folder.path(), "chess");
    let games = server.get("/api/games");
    let scenario = &games["games"][0]["scenarios"][0];
    let made = server.create(&json!({ "game": id(&server), "scenario": scenario["id"] }));
    let (fresh, laid) =
        (server.create(&json!({ "game": id(&server) })), server.join(&made["links"]["referee"]).position(0));
    assert_ne!(server.join(&fresh["links"]["referee"]).position(0)["cells"], laid["cells"]);
}

#[test]
fn a_position_becomes_a_scenario_of_the_package() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = studio(folder.path(), "crazy-eights");
    let game = id(&server);
    let made = server.create(&json!({ "game": game, "players": 2, "seed": 7 }));
    let mut seats = [server.join(&made["links"]["seats"][0]), server.join(&made["links"]["seats"][1])];
    let allowed = |link: &Value| {
        let mut client = server.join(link);
        let answer = client.until(|message| message.get("joined").is_some());
        answer["joined"]["scenario"].clone()
    };
    for (link, may) in [("seats", true), ("shoulder", false)] {
        assert_eq!(allowed(&made["links"][link][0]), may, "{link}");
    }
    assert_eq!(
        (allowed(&made["links"]["referee"]), allowed(&made["links"]["public"])),
        (json!(true), json!(false))
    );
    let first = seats[0].position(0)["position"]["seat"].as_u64().expect("a seat") as usize - 1;
    assert_eq!(seats[first].ask(&json!({ "do": "choose", "option": 0 }))["ok"], true);
    let before = server.join(&made["links"]["referee"]).position(1);
    let file = folder.path().join("g/scenarios/after-one.toml");
    for name in ["../after-one", "After", "", "a/b", "nul", "after.toml"] {
        let answer = seats[0].ask(&json!({ "do": "scenario", "name": name }));
        assert_eq!(answer["ok"], false, "{name}: {answer}");
    }
    let onlooker =
        server.join(&made["links"]["public"]).ask(&json!({ "do": "scenario", "name": "after-one" }));
    assert!(onlooker["ok"] == false && !file.exists(), "{onlooker}");
    let text = seats[0].ask(&json!({ "do": "scenario" }));
    assert_eq!(text["ok"], false, "the text has the seed: {text}");
    let written = seats[0].ask(&json!({ "do": "scenario", "name": "after-one" }));
    assert_eq!((&written["ok"], &written["file"]), (&json!(true), &json!("scenarios/after-one.toml")));
    let first_text = fs::read_to_string(&file).expect("written");
    // Another position does not replace it unless that is asked for.
    let second = seats.iter_mut().find_map(|seat| {
        seat.ask(&json!({ "do": "choose", "option": 0 }))["ok"].as_bool().filter(|chosen| *chosen)
    });
    assert_eq!(second, Some(true));
    let refused = seats[0].ask(&json!({ "do": "scenario", "name": "after-one" }));
    assert_eq!((&refused["ok"], &refused["exists"]), (&json!(false), &json!(true)));
    assert_eq!(fs::read_to_string(&file).expect("there"), first_text);
    until(|| {
        let games = server.get("/api/games");
        games["games"][0]["scenarios"]
            .as_array()
            .is_some_and(|all| all.iter().any(|one| one["id"] == "after-one"))
    });
    assert_eq!(server.get(&format!("/api/studio/{game}/problems"))["problems"], json!([]));
    let again = server.create(&json!({ "game": game, "scenario": "after-one" }));
    let mut referee = server.join(&again["links"]["referee"]);
    let joined = referee.until(|message| message.get("joined").is_some());
    assert_eq!(joined["joined"]["scenario"], false, "its beginning is no setup");
    let there = referee.position(1);
    assert_eq!((&there["view"], &there["position"]), (&before["view"], &before["position"]));
    let replaced = seats[0].ask(&json!({ "do": "scenario", "name": "after-one", "replace": true }));
    assert_eq!(replaced["ok"], true, "{replaced}");
    assert_ne!(fs::read_to_string(&file).expect("there"), first_text);
    let nameless = seats[0].ask(&json!({ "do": "scenario" }));
    assert!(
        nameless["error"].as_str().is_some_and(|e| e.contains("`scenario` needs a `name`")),
        "{nameless}"
    );
}

#[test]
fn a_shipped_game_has_no_place_for_scenarios() {
    let mut command = cardwright();
    command.args(["studio", "tic-tac-toe", "--port", "0"]);
    let server = Server::of(command);
    until(|| server.get("/api/studio")["games"][0]["playable"] == true);
    let made = server.create(&json!({}));
    let mut referee = server.join(&made["links"]["referee"]);
    assert_eq!(referee.until(|message| message.get("joined").is_some())["joined"]["scenario"], false);
    assert_eq!(referee.ask(&json!({ "do": "scenario", "name": "here" }))["ok"], false);
    assert_eq!(referee.ask(&json!({ "do": "scenario" }))["ok"], true);
}

#[test]
fn the_lab_plays_and_cards_get_their_figures() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = studio(folder.path(), "fantasy-realms");
    let path = format!("/api/studio/{}", id(&server));
    let (status, started) = server.post(
        &format!("{path}/lab"),
        &json!({ "games": 40, "players": 3, "seats": ["random", "greedy", "random"] }),
    );
    assert_eq!(status, 200, "{started}");
    for number in ["-1", "99", "many"] {
        let (status, _, said) = server.request("GET", &format!("{path}/lab/{number}"), &[], "");
        let said = String::from_utf8_lossy(&said).into_owned();
        assert!(status == 404 && said.contains("there is no such simulation"), "{number}: {said}");
    }
    let job = format!("{path}/lab/{}", started["job"]);
    until(|| server.get(&job)["state"] == "done");
    let done = server.get(&job);
    assert_eq!((&done["played"], done["seats"].as_array().map(Vec::len)), (&json!(40), Some(3)));
    assert!(done["text"].as_str().is_some_and(|t| t.contains("40 games") && !t.contains('\u{1b}')), "{done}");
    let wins: f64 = done["seats"].as_array().into_iter().flatten().filter_map(|s| s["wins"].as_f64()).sum();
    assert!((0.9..=1.2).contains(&wins), "{done}");
    let (status, head, page) = server.request("GET", &format!("{job}/page"), &[], "");
    assert!(
        status == 200 && head.contains("sandbox") && String::from_utf8_lossy(&page).contains("40"),
        "{head}"
    );
    assert!(card(&server.get(&format!("{path}/cards")), "dragon")["lab"]["figures"][0]["value"].is_string());
    let (status, refused) = server.post(&format!("{path}/lab"), &json!({ "seats": ["gredy"] }));
    assert!(
        status == 400 && refused["error"].as_str().is_some_and(|e| e.contains("did you mean `greedy`?")),
        "{refused}"
    );
    // A simulation that would last for hours stops on request.
    let (_, long) = server.post(&format!("{path}/lab"), &json!({ "games": 10_000_000 }));
    let job = format!("{path}/lab/{}", long["job"]);
    until(|| server.get(&job)["played"].as_u64() > Some(0));
    server.post(&format!("{job}/stop"), &json!({}));
    until(|| server.get(&job)["state"] == "stopped");
}

#[test]
fn requests_at_once_start_no_more_simulations_than_may_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = studio(folder.path(), "fantasy-realms");
    let path = format!("/api/studio/{}/lab", id(&server));
    // The game is compiled for the first value before it starts, which takes a moment.
    let long = json!({ "games": 1_000_000, "sweep": ["cards.dragon.strength=0,40"], "players": 3 });
    let answers: Vec<(u16, Value)> = std::thread::scope(|scope| {
        let start = || scope.spawn(|| server.post(&path, &long));
        let started: Vec<_> = (0..8).map(|_| start()).collect();
        started.into_iter().map(|one| one.join().expect("an answer")).collect()
    });
    let (started, refused): (Vec<_>, Vec<_>) = answers.into_iter().partition(|(status, _)| *status == 200);
    assert!(started.len() == 4 && refused.len() == 4, "{started:?} {refused:?}");
    for (_, answer) in refused {
        let error = answer["error"].as_str().unwrap_or_default();
        assert!(error.starts_with("4 simulations are running"), "{answer}");
    }
    // One that does not start takes no place, and one that has stopped leaves its own.
    let wrong = json!({ "seats": ["random", "random"], "players": 3, "sweep": ["cards.dragon.strength=x"] });
    let mut running: Vec<String> = started.iter().map(|(_, one)| format!("{path}/{}", one["job"])).collect();
    let stopped = running.remove(0);
    server.post(&format!("{stopped}/stop"), &json!({}));
    until(|| server.get(&stopped)["state"] == "stopped");
    for _ in 0..3 {
        assert_eq!(server.post(&path, &wrong).0, 400);
    }
    let (status, again) = server.post(&path, &long);
    assert_eq!(status, 200, "{again}");
    running.push(format!("{path}/{}", again["job"]));
    for job in running {
        server.post(&format!("{job}/stop"), &json!({}));
    }
}

#[test]
fn pages_are_made_and_kept_for_a_while() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = studio(folder.path(), "tic-tac-toe");
    let path = format!("/api/studio/{}", id(&server));
    let sheets = server.get(&format!("{path}/sheets"));
    assert!(sheets["papers"].as_array().is_some_and(|papers| papers.contains(&json!("A4"))), "{sheets}");
    let (status, printed) =
        server.post(&format!("{path}/print"), &json!({ "paper": "letter", "ink": "grey" }));
    assert_eq!(status, 200, "{printed}");
    let file = &printed["files"][0];
    let (status, head, pdf) = server.request("GET", file["url"].as_str().expect("an address"), &[], "");
    assert!(status == 200 && head.contains("application/pdf") && pdf.starts_with(b"%PDF"), "{head}");
    assert_eq!(file["bytes"].as_u64(), Some(pdf.len() as u64));
    let own = format!("/{}/", id(&server));
    let elsewhere = file["url"].as_str().expect("an address").replacen(&own, "/another/", 1);
    assert_eq!(server.request("GET", &elsewhere, &[], "").0, 404, "{elsewhere} is of another game");
    let (status, refused) = server.post(&format!("{path}/print"), &json!({ "paper": "A44" }));
    assert!(
        status == 400 && refused["error"].as_str().is_some_and(|e| e.contains("no paper `A44`")),
        "{refused}"
    );
}

#[test]
fn only_files_of_the_package_are_opened_in_the_editor() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = studio(folder.path(), "tic-tac-toe");
    let path = format!("/api/studio/{}/open", id(&server));
    let own = folder.path().join("g/game.toml");
    let (status, answer) = server.post(&path, &json!({ "file": own, "line": 1 }));
    assert!(
        status == 400 && answer["error"].as_str().is_some_and(|e| e.contains("`vim` needs a terminal")),
        "{answer}"
    );
    for other in ["/etc/passwd", "../secret", ""] {
        let (status, answer) = server.post(&path, &json!({ "file": other, "line": 1 }));
        assert_eq!(status, 404, "{answer}");
    }
}

#[test]
fn a_face_changed_back_is_as_before() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = studio(folder.path(), "fantasy-realms");
    let path = format!("/api/studio/{}/cards", id(&server));
    let file = folder.path().join("g/cards/beasts.toml");
    let text = fs::read_to_string(&file).expect("read");
    let changed = || card(&server.get(&path), "dragon")["before"].is_string();
    fs::write(&file, text.replacen("strength = 30", "strength = 31", 1)).expect("written");
    until(changed);
    fs::write(&file, &text).expect("written");
    until(|| !changed());
    assert_eq!(card(&server.get(&path), "dragon")["attributes"]["strength"], "30");
}

#[test]
fn nothing_is_printed_or_simulated_by_rules_that_are_no_more() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = studio(folder.path(), "tic-tac-toe");
    let path = format!("/api/studio/{}", id(&server));
    fs::write(folder.path().join("g/game.toml"), "[game\n").expect("written");
    until(|| server.get("/api/studio")["games"][0]["current"] == false);
    for what in ["print", "lab"] {
        let (status, refused) = server.post(&format!("{path}/{what}"), &json!({}));
        assert!(
            status == 400 && refused["error"].as_str().is_some_and(|e| e.contains("see Problems")),
            "{refused}"
        );
    }
}

#[test]
fn a_card_shows_its_rule_in_words_also_beside_a_text() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = folder.path().join("ferns");
    fs::create_dir_all(game.join("cards")).expect("a folder");
    let rules = r#"
[game]
id = "ferns"
name = "Ferns"
players = [1, 2]
[kinds.card.attributes]
strength = "int 0..9"
[kinds.card.slots]
bonus = { returns = "int", text = "Worth {{ value }}." }
[zones.hand]
per = "player"
start = "cards"
[flow]
play = "end"
[scoring]
score = "sum(p.hand, strength + bonus)"
"#;
    fs::write(game.join("game.toml"), rules).expect("written");
    let cards = "kind = \"card\"\n[cards.fern]\nstrength = 1\nbonus = \"7\"\n[cards.moss]\nstrength = 2\nbonus = \"count(hand) - count(hand where strength > 1)\"\ntext = \"Mossy.\"\n";
    fs::write(game.join("cards/cards.toml"), cards).expect("written");
    let mut command = cardwright();
    command.arg("studio").arg(&game).args(["--port", "0"]);
    let server = Server::of(command);
    // Faces come before the slower work, of which the rules in words are a part.
    until(|| server.get("/api/studio")["games"][0]["playable"] == true);
    let fern = || card(&server.get("/api/studio/ferns/cards"), "fern").clone();
    until(|| fern()["rule"] == "Worth +7.");
    assert_eq!(fern()["rule_is_whole"], true);
    // A text by hand stands on the face; the rule's wording is shown as before.
    fs::write(
        game.join("cards/cards.toml"),
        cards.replacen("strength = 1", "text = \"Worth more than 7 in spring.\"\nstrength = 1", 1),
    )
    .expect("written");
    until(|| fern()["says"].as_str().is_some_and(|says| says.contains("in spring")));
    until(|| fern()["rule"] == "Worth +7.");
    // Without a slot that has words, there is nothing to say.
    fs::write(game.join("game.toml"), rules.replacen(", text = \"Worth {{ value }}.\"", "", 1))
        .expect("written");
    until(|| fern()["rule"] == Value::Null);
}

/// Starts simulations and waits until they have ended.
fn simulated(server: &Server, path: &str, request: &Value) -> Value {
    let (status, started) = server.post(&format!("{path}/lab"), request);
    assert_eq!(status, 200, "{started}");
    let job = format!("{path}/lab/{}", started["job"]);
    until(|| server.get(&job)["state"] != "running");
    server.get(&job)
}

/// The widths of all intervals in a report, sorted: a narrower page breaks its tables elsewhere.
fn intervals(text: &str) -> Vec<&str> {
    let mut all: Vec<&str> = text.split_whitespace().filter(|word| word.starts_with('±')).collect();
    all.sort_unstable();
    all
}

#[test]
fn the_lab_tries_values_as_the_terminal_does() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = studio(folder.path(), "fantasy-realms");
    let path = format!("/api/studio/{}", id(&server));
    let file = folder.path().join("g/cards/beasts.toml");
    let text = fs::read_to_string(&file).expect("read");
    let sweep = ["cards.dragon.strength=0,40", "players=3..4"];
    let done = simulated(
        &server,
        &path,
        &json!({ "games": 30, "sweep": sweep, "seats": ["random", "greedy", "greedy"] }),
    );
    assert_eq!(
        (&done["state"], &done["played"], &done["job"]),
        (&json!("done"), &json!(120), &json!(1)),
        "{done}"
    );
    let rows = done["rows"].as_array().expect("rows");
    let labels: Vec<&str> = rows.iter().filter_map(|row| row["label"].as_str()).collect();
    assert_eq!(labels[..2], ["cards.dragon.strength=0, players=3", "cards.dragon.strength=0, players=4"]);
    assert!(rows.iter().all(|row| row["played"] == 30), "{done}");
    let bots: Vec<&str> =
        rows[1]["seats"].as_array().into_iter().flatten().filter_map(|seat| seat["bot"].as_str()).collect();
    assert_eq!(bots, ["random", "greedy", "greedy", "greedy"], "the last bot plays further seats");
    let done = simulated(&server, &path, &json!({ "games": 30, "sweep": sweep, "seats": ["random"] }));
    let game = folder.path().join("g");
    let mut terminal = cardwright();
    terminal.arg("sim").arg(&game).args([
        "-n",
        "30",
        "--sweep",
        sweep[0],
        "--sweep",
        sweep[1],
        "--stats",
        "choices,cards,scores",
    ]);
    let said = terminal.output().expect("run");
    let (said, text_here) = (String::from_utf8_lossy(&said.stdout), done["text"].as_str().expect("a report"));
    assert!(intervals(&said).len() > 20, "{said}");
    assert_eq!(intervals(text_here), intervals(&said));
    assert_eq!(fs::read_to_string(&file).expect("read"), text, "files are not changed");
    let (status, _, page) = server.request("GET", &format!("{path}/lab/1/page"), &[], "");
    assert!(status == 200 && String::from_utf8_lossy(&page).contains("players=4"));
    // Another run of the same game has the next number; a long one can be stopped.
    let (_, started) =
        server.post(&format!("{path}/lab"), &json!({ "games": 1_000_000, "sweep": ["players=3..6"] }));
    assert_eq!(started["job"], 3);
    until(|| server.get(&format!("{path}/lab/3"))["played"].as_u64() > Some(0));
    server.post(&format!("{path}/lab/3/stop"), &json!({}));
    until(|| server.get(&format!("{path}/lab/3"))["state"] == "stopped");
    for (sweep, expected) in [
        (json!(["cards.dragn.strength=1..2"]), "dragn"),
        (json!(["players"]), "cannot be varied"),
        (json!(["players=1..9999"]), "more than 1000"),
    ] {
        let (status, refused) = server.post(&format!("{path}/lab"), &json!({ "sweep": sweep }));
        assert!(
            status == 400 && refused["error"].as_str().is_some_and(|e| e.contains(expected)),
            "{refused}"
        );
    }
}

#[test]
fn the_lab_lets_lists_meet() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = studio(folder.path(), "realm-builder");
    let path = format!("/api/studio/{}", id(&server));
    let games = server.get("/api/games");
    let lists: Vec<&str> = games["games"][0]["decks"]
        .as_array()
        .expect("lists")
        .iter()
        .filter_map(Value::as_str)
        .take(2)
        .collect();
    let done = simulated(&server, &path, &json!({ "games": 4, "matchup": lists }));
    assert_eq!((&done["state"], &done["played"]), (&json!("done"), &json!(8)), "{done}");
    assert_eq!(done["rows"][0]["label"], format!("{} before {}", lists[0], lists[1]));
    assert!(done["text"].as_str().is_some_and(|text| lists.iter().all(|list| text.contains(list))), "{done}");
    let (status, refused) =
        server.post(&format!("{path}/lab"), &json!({ "matchup": ["../../etc/passwd", lists[0]] }));
    assert!(
        status == 400 && refused["error"].as_str().is_some_and(|e| e.contains("there is no list")),
        "{refused}"
    );
}
