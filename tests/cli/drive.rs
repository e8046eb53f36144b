//! Games driven by another program.

use super::{cardwright, text};
use crate::process::{Ends, run_installed};
use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// The answers to these lines.
fn drive(game: &str, lines: &[Value]) -> Vec<Value> {
    let mut child = cardwright().args(["drive", game]).stdin(Stdio::piped()).stdout(Stdio::piped()).begun();
    let mut input = child.stdin.take().expect("its input");
    for line in lines {
        writeln!(input, "{line}").expect("written");
    }
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    text(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn a_game_is_played_undone_and_saved() {
    let new = json!({ "do": "new", "seed": 3 });
    let first = json!({ "do": "choose", "option": "drop a1" });
    let by_number = json!({ "do": "choose", "option": 1 });
    let (undo, ask, save) = (json!({ "do": "undo" }), json!({ "do": "ask" }), json!({ "do": "save" }));
    let record = json!({ "do": "record" });
    let said = drive(
        "connect-four",
        &[
            ask.clone(),
            new.clone(),
            first,
            undo.clone(),
            by_number,
            record,
            save,
            ask,
            undo.clone(),
            undo,
            new,
        ],
    );
    assert!(said[0]["error"].as_str().is_some_and(|e| e.contains("begin with")), "{}", said[0]);
    assert_eq!((&said[1]["status"], &said[1]["seat"]), (&json!("choice"), &json!(1)));
    assert_eq!(
        said[1]["options"][0],
        json!({ "name": "drop a1", "label": "Drop a1", "action": "drop", "parts": { "c": "a1" } })
    );
    assert_eq!(said[2]["seat"], 2);
    assert_eq!(said[3], said[1], "undone");
    assert_eq!(said[5]["record"], json!(["player 1: Drop b1"]));
    assert!(said[6]["saved"].as_str().is_some_and(|saved| saved.contains("drop b1")), "{}", said[6]);
    assert_eq!(said[7], said[4]);
    assert_eq!((&said[8], &said[9]["ok"]), (&said[1], &json!(false)));
    assert_eq!(said[10], said[1], "the same seed, the same game");
}

#[test]
fn a_seat_sees_no_more_than_is_its_own() {
    let new = json!({ "do": "new", "players": 3, "options": { "variant": "base" } });
    let lines = [new, json!({ "do": "view", "seat": 2 }), json!({ "do": "view" }), json!({ "do": "state" })];
    let said = drive("fantasy-realms", &lines);
    let cards = |answer: &Value, zone: &str| answer["zones"][zone]["contents"].as_array().map(Vec::len);
    assert_eq!(
        (cards(&said[1], "hand[2]"), cards(&said[1], "hand[1]"), cards(&said[1], "deck")),
        (Some(7), None, None)
    );
    assert_eq!(cards(&said[2], "hand[2]"), None);
    assert_eq!(
        (cards(&said[3], "hand[1]"), said[1]["zones"]["hand[1]"]["count"].as_u64()),
        (Some(7), Some(7))
    );
    let keys = |answer: &Value| answer["state"].as_object().map_or(0, serde_json::Map::len);
    assert!(keys(&said[3]) > keys(&said[1]) && keys(&said[1]) > keys(&said[2]));
}

#[test]
fn what_is_wrong_is_said_and_the_game_goes_on() {
    let new = |more: Value| {
        let mut line = json!({ "do": "new" });
        line.as_object_mut().expect("a table").extend(more.as_object().cloned().unwrap_or_default());
        line
    };
    let wrong = [
        (new(json!({ "players": 9 })), "is for 2 players, not for 9"),
        (new(json!({ "options": { "colums": 7 } })), "did you mean `columns`?"),
        (new(json!({ "setup": "long" })), "no setup `long`"),
        (new(json!({ "plyers": 2 })), "`new` has no `plyers`; did you mean `players`?"),
    ];
    for (line, part) in wrong {
        let said = drive("connect-four", &[line, new(json!({}))]);
        assert!(said[0]["error"].as_str().is_some_and(|e| e.contains(part)), "{}", said[0]);
        assert_eq!(said[1]["status"], "choice");
    }
    let wrong = [
        (json!({ "do": "choose", "option": "drop a9" }), "none of the options"),
        (json!({ "do": "choose", "option": 99 }), "from 0 to 6"),
        (json!({ "do": "choose" }), "`choose` needs an `option`"),
        (json!({ "do": "jump" }), "`jump` cannot be done; there are new, ask, choose"),
        (json!({ "do": "fly" }), "record, save, scenario"),
        (json!({ "do": "chose" }), "`chose` cannot be done; did you mean `choose`?"),
        (json!({ "seat": 1 }), "a line says with `do` what is to be done: new, ask"),
        (
            json!({ "do": "new", "players": "two" }),
            "`players` is \"two\"; expected a whole number from 0 to 255",
        ),
        (json!({ "do": "new", "players": 300 }), "`players` is 300; expected a whole number from 0 to 255"),
        (
            json!({ "do": "new", "players": "two".repeat(99) }),
            "`players` is something else than a whole number",
        ),
        (json!({ "do": "new", "begin": "end" }), "`begin` is \"end\"; expected `setup` or `play`"),
        (json!({ "do": "new", "options": [1] }), "`options` is [1]; expected an object"),
        (json!({ "do": "new", "decks": { "1": 2 } }), "`decks` is {\"1\":2}; expected an object of strings"),
        (json!({ "do": "view", "seat": 3 }), "seats are 1 to 2"),
        (json!([1]), "a line is an object"),
        (json!(["view", 1]), "a line is an object"),
        (json!({ "do": "save", "seat": 1 }), "`save` has no `seat`: its line has nothing but `do`"),
        (json!({ "do": "ask", "x": 2 }), "`ask` has no `x`"),
        (json!({ "do": "view", "seet": 1 }), "`view` has no `seet`; did you mean `seat`?"),
        (json!({ "do": "choose", "option": 0, "by": 1 }), "beside `do` it may have: option"),
    ];
    for (line, part) in wrong {
        let said = drive("connect-four", &[new(json!({})), line, json!({ "do": "ask" })]);
        assert!(said[1]["error"].as_str().is_some_and(|e| e.contains(part)), "{}", said[1]);
        assert_eq!(said[2], said[0]);
    }
}

#[test]
fn the_client_of_the_documentation_plays_a_game_to_its_end() {
    let client = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/drive/client.py");
    let mut python = Command::new("python3");
    python.arg(client).args(["fantasy-realms", "3", env!("CARGO_BIN_EXE_cardwright")]);
    let Some(output) = run_installed(&mut python) else { return };
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(text(&output.stdout).lines().count(), 3);
}

#[test]
fn a_line_that_is_too_long_is_refused_and_the_game_goes_on() {
    let mut child =
        cardwright().args(["drive", "tic-tac-toe"]).stdin(Stdio::piped()).stdout(Stdio::piped()).begun();
    let mut input = child.stdin.take().expect("piped");
    let ask = |length: usize| format!("{:<14}{}", r#"{"do": "ask"}"#, " ".repeat(length - 14));
    // The longest line that is read, one that is longer by a byte, and one that is much longer.
    let asked: String = [1 << 20, (1 << 20) + 1, 9 << 20, 20].map(|length| ask(length) + "\n").concat();
    let lines = format!("{{\"do\": \"new\"}}\n{asked}");
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("a thread").expect("every line was read");
    assert_eq!(output.status.code(), Some(0));
    let said: Vec<Value> =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(said.iter().map(|a| a["ok"] == true).collect::<Vec<_>>(), [true, true, false, false, true]);
    for refused in &said[2..4] {
        assert_eq!(refused["error"], "a line of the input is longer than 1024 KiB");
    }
    assert_eq!(said[4], said[1], "the game stands where it stood");
}

#[test]
fn a_game_begins_where_a_scenario_does() {
    let new = json!({ "do": "new", "scenario": "signal" });
    let signal = json!({ "do": "choose", "option": "signal_harbour player 2 curlew" });
    let lines = [
        new,
        signal,
        json!({ "do": "view", "seat": 2 }),
        json!({ "do": "save" }),
        json!({ "do": "undo" }),
        json!({ "do": "new", "scenario": "signal", "players": 2 }),
        json!({ "do": "new", "scenario": "sginal" }),
    ];
    let said = drive("fog-bell", &lines);
    assert_eq!((&said[0]["status"], &said[0]["seat"]), (&json!("choice"), &json!(1)));
    assert_eq!(said[1]["seat"], 2);
    let row = &said[2]["zones"]["row[2]"];
    assert_eq!((&row["contents"], &row["told"]["1"]), (&Value::Null, &json!(["not curlew"])));
    assert!(said[3]["error"].as_str().is_some_and(|e| e.contains("cannot be saved")), "{}", said[3]);
    assert_eq!(said[4], said[0], "undone");
    assert!(said[5]["error"].as_str().is_some_and(|e| e.contains("leave `players`")), "{}", said[5]);
    assert!(said[6]["error"].as_str().is_some_and(|e| e.contains("did you mean `signal`?")), "{}", said[6]);
}

/// Lines as no program would write them: each has an answer, and the game goes on.
#[test]
fn every_line_has_an_answer_whatever_it_is() {
    let game = crate::support::open("leduc-poker").game.expect("it compiles");
    let lines = [
        "{\"do\": \"new\", \"seed\": 7}",
        "{\"do\": \"choose\", \"option\": 0}",
        "{\"do\": \"choose\", \"option\": \"call\"}",
        "{\"do\": \"view\", \"seat\": 1}",
        "{\"do\": \"record\", \"seat\": 2}",
        "{\"do\": \"undo\"}",
        "{\"do\": \"state\"}",
        "{\"do\": \"save\"}",
        "{\"do\": \"new\", \"players\": 2, \"options\": {\"x\": 1}, \"decks\": {\"1\": \"mine\"}, \"scenario\": \"none\"}",
    ];
    let mut random = 1u64;
    let mut below = |bound: usize| {
        random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (random >> 33) as usize % bound
    };
    let (mut refused, mut played) = (0, 0);
    for _ in 0..200 {
        let mut input = Vec::new();
        for _ in 0..20 {
            let mut line = lines[below(lines.len())].as_bytes().to_vec();
            for _ in 0..[0, 0, 1, 3][below(4)] {
                let at = below(line.len());
                match below(3) {
                    0 => line[at] = below(256) as u8,
                    1 => drop(line.remove(at)),
                    _ => line.extend_from_within(at..(at + 9).min(line.len())),
                }
            }
            input.extend(line.into_iter().filter(|byte| *byte != b'\n').chain([b'\n']));
        }
        let mut out = Vec::new();
        cardwright::cli::drive(&game, "leduc-poker", &mut &input[..], &mut out)
            .expect("memory can be read and written");
        let answers: Vec<Value> =
            text(&out).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let asked =
            String::from_utf8_lossy(&input).split('\n').filter(|line| !line.trim().is_empty()).count();
        assert_eq!(answers.len(), asked, "{}", String::from_utf8_lossy(&input));
        for answer in answers {
            match (answer["ok"].as_bool().expect("it says so"), answer["error"].as_str()) {
                (false, words) => refused += usize::from(!words.expect("why").is_empty()),
                (true, _) => played += 1,
            }
        }
    }
    assert!(refused > 500 && played > 500, "{refused} {played}");
}

/// Writes a game and gives its folder.
fn game(files: &[(&str, &str)]) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    for (path, text) in files {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().expect("it has one")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    let path = folder.path().to_string_lossy().into_owned();
    (folder, path)
}

#[test]
fn chance_that_a_scenario_fixes_goes_on_and_the_record_begins_where_it_does() {
    let rules = "[game]\nid = \"rolls\"\nname = \"Rolls\"\nplayers = [2, 2]\n[state.table]\nsum = \"int 0..99\"\n[flow]\n\
                 play = '''\nrepeat 3 {\nlet r = roll(d6)\nlog \"rolled {{ r }}\"\nsum += r\nchoose n from 1..r by players[1]\n}\nend\n'''\n";
    let sixes = "name = \"Sixes\"\nbegin = \"play\"\n[chance]\nroll = [6, 5, 6]\n";
    let (_folder, path) = game(&[("game.toml", rules), ("scenarios/sixes.toml", sixes)]);
    let choose = json!({ "do": "choose", "option": 0 });
    let (record, state, undo) =
        (json!({ "do": "record" }), json!({ "do": "state" }), json!({ "do": "undo" }));
    let new = json!({ "do": "new", "scenario": "sixes" });
    let said = drive(
        &path,
        &[new, record.clone(), choose.clone(), choose.clone(), state, undo, choose.clone(), record],
    );
    let lines = |answer: &Value| {
        answer["record"].as_array().expect("lines").iter().map(|l| l.to_string()).collect::<String>()
    };
    assert!(lines(&said[1]).contains("rolled 6"), "{}", said[1]);
    assert_eq!(said[2]["options"].as_array().map(Vec::len), Some(5));
    assert_eq!(said[4]["state"]["sum"], "17");
    // Options that were taken back are offered again.
    assert_eq!(said[6]["options"].as_array().map(Vec::len), Some(6));
    assert!(lines(&said[7]).contains("rolled 5"), "{}", said[7]);
}

#[test]
fn components_have_the_state_of_their_kind() {
    let rules = "[game]\nid = \"k\"\nname = \"K\"\nplayers = [2, 2]\n[kinds.unit]\nbase = \"card\"\n[kinds.unit.state]\n\
                 hurt = \"int 3..9\"\npal = \"unit?\"\n[kinds.coin]\nbase = \"token\"\n[zones.a]\nstart = \"units + coins\"\n\
                 [flow]\nplay = \"for each p in players { choose c from units by p { c.hurt += 1 } }\"\n";
    let cards = "[cards.x]\nkind = \"unit\"\n[cards.gold]\nkind = \"coin\"\n";
    let (_folder, path) = game(&[("game.toml", rules), ("cards/cards.toml", cards)]);
    let lines = [json!({ "do": "new" }), json!({ "do": "state" }), json!({ "do": "view", "seat": 1 })];
    for answer in &drive(&path, &lines)[1..] {
        let state = answer["state"].as_object().expect("state");
        assert_eq!(state.get("hurt[x]"), Some(&json!("3")), "{answer}");
        assert!(state.keys().all(|key| !key.contains("gold")), "{answer}");
    }
}

#[test]
fn seeds_that_cannot_be_saved_and_lines_that_are_no_json_are_said_to_be() {
    let new = |seed: Value| json!({ "do": "new", "seed": seed });
    let most = i64::MAX as u64;
    for seed in [json!(u64::MAX), json!(most + 1), json!(-1), json!(1.5)] {
        let said = drive("tic-tac-toe", &[new(seed)]);
        let error = said[0]["error"].as_str().expect("an error");
        assert!(error.contains("`seed` is a whole number from 0 to 9223372036854775807"), "{error}");
    }
    let said = drive("tic-tac-toe", &[new(json!(most)), json!({ "do": "save" })]);
    assert!(
        said[1]["saved"].as_str().is_some_and(|saved| saved.contains(&format!("seed = {most}\n"))),
        "{}",
        said[1]
    );
    let mut child = cardwright();
    let mut child = child
        .args(["drive", "tic-tac-toe"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    child.stdin.take().expect("its input").write_all(b"jump\n{\"do\": \n").expect("written");
    let output = child.wait_with_output().expect("it ends");
    for (line, why) in text(&output.stdout)
        .lines()
        .zip(["a value is missing here, at column 1", "it ends too soon, at column 6"])
    {
        let said = format!("a line is a JSON object, such as {{\\\"do\\\": \\\"ask\\\"}}: {why}");
        assert!(line.contains(&said), "{line}");
    }
    assert_eq!(text(&output.stdout).lines().count(), 2);
}

#[test]
fn a_copy_goes_by_its_printed_name() {
    let rules = "[game]\nid = \"c\"\nname = \"C\"\nplayers = [2, 2]\n[zones.deck]\nstart = \"cards\"\n[zones.heap]\n[actions.take]\n\
                 params = { c = \"deck\" }\ndo = \"move(c, heap)\"\n[flow]\n\
                 play = \"choose c from deck by players[1] { move(c, heap) }\\nact players[1] from {take}\"\n";
    let cards = "[cards.copper]\nname = \"Shiny Copper\"\ncopies = 4\n[cards.tin]\n";
    let steps = "name = \"Third\"\nbegin = \"play\"\n[[steps]]\nchoose = \"Shiny Copper#3\"\n[[steps]]\nchoose = \"take Shiny Copper#2\"\n\
                 [[steps]]\nexpect = \"count(heap where name == copper) == 2\"\n";
    let (folder, path) =
        game(&[("game.toml", rules), ("cards/cards.toml", cards), ("scenarios/third.toml", steps)]);
    let choose = |option: &str| json!({ "do": "choose", "option": option });
    let lines = [
        json!({ "do": "new" }),
        choose("Shiny Copper#3"),
        choose("take shiny copper#2"),
        json!({ "do": "state" }),
    ];
    let said = drive(&path, &lines);
    assert_eq!(said[3]["zones"]["heap"]["contents"], json!(["copper#2", "copper#3"]), "{}", said[3]);
    let output = cardwright().arg("run").arg(folder.path()).output().expect("it runs");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(drive(&path, &[json!({ "do": "new" }), choose("Shiny Copper#9")])[1]["error"].is_string());
}

#[test]
fn a_game_begins_on_a_table_that_is_laid_out() {
    let new = json!({ "do": "new", "state": { "disc[a1 b1 c1]": 1, "disc[a2 b2]": 2 } });
    let lines = [
        new.clone(),
        json!({ "do": "choose", "option": "drop d1" }),
        json!({ "do": "undo" }),
        json!({ "do": "save" }),
        json!({ "do": "new", "state": { "disk[a1]": 1 } }),
        json!({ "do": "new", "scenario": "row", "state": { "disc[a1]": 1 } }),
        json!({ "do": "new", "begin": "never" }),
        new,
    ];
    let said = drive("connect-four", &lines);
    assert_eq!(
        (&said[0]["status"], said[0]["options"].as_array().map(Vec::len)),
        (&json!("choice"), Some(7))
    );
    assert_eq!((&said[1]["status"], &said[1]["seats"][0]["won"]), (&json!("over"), &json!(true)));
    assert_eq!(said[2], said[0], "undone");
    for (answer, part) in
        [(3, "cannot be saved"), (4, "there is no state `disk`"), (5, "leave `players`"), (6, "never")]
    {
        assert!(said[answer]["error"].as_str().is_some_and(|e| e.contains(part)), "{}", said[answer]);
    }
    assert_eq!(said[7], said[0]);
}

#[test]
fn zones_are_laid_out_for_as_many_as_play() {
    let hands = json!({ "hand[1]": ["Dragon", "Swamp"], "hand[2]": ["Warhorse"], "discards": ["Knights"] });
    let new = |players: u8| json!({ "do": "new", "players": players, "zones": hands });
    let said = drive(
        "fantasy-realms",
        &[
            new(3),
            json!({ "do": "view", "seat": 1 }),
            json!({ "do": "new", "zones": { "hand[1]": ["Dragn"] } }),
        ],
    );
    assert_eq!(said[0]["status"], "choice", "{}", said[0]);
    assert_eq!(said[1]["zones"]["hand[1]"]["contents"], json!(["dragon", "swamp"]));
    assert!(said[2]["error"].as_str().is_some_and(|e| e.contains("did you mean `Dragon`?")), "{}", said[2]);
}

#[test]
fn what_may_be_written_agrees_with_its_schema() {
    let schema = include_str!("../../docs/drive/schema.json");
    let schema: Value = serde_json::from_str(schema).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let good = [
        json!({ "do": "new", "zones": { "hand[1]": ["Dragon"] }, "state": { "round": 2, "at[Roan]": "c3" }, "begin": "play" }),
        json!({ "do": "new", "scenario": "row" }),
        json!({ "do": "choose", "option": 3 }),
    ];
    assert!(good.iter().all(|line| validator.is_valid(line)));
    let bad = [
        json!({ "do": "new", "begin": "nothing" }),
        json!({ "do": "new", "zones": ["Dragon"] }),
        json!({ "do": "look" }),
    ];
    assert!(bad.iter().all(|line| !validator.is_valid(line)));
}

#[test]
fn a_new_game_that_is_refused_leaves_the_game_as_it_stood() {
    let wrong = [
        json!({ "do": "new", "seed": -1 }),
        json!({ "do": "new", "players": 9 }),
        json!({ "do": "new", "options": { "nothing": 1 } }),
        json!({ "do": "new", "setup": "nothing" }),
        json!({ "do": "new", "scenario": "nothing" }),
        json!({ "do": "new", "decks": { "1": "nothing" } }),
        json!({ "do": "new", "zones": { "nothing": [] } }),
    ];
    let begun = [json!({ "do": "new", "seed": 3 }), json!({ "do": "choose", "option": 0 })];
    let mut lines = begun.to_vec();
    for line in wrong {
        lines.extend([line, json!({ "do": "ask" })]);
    }
    let said = drive("fantasy-realms", &lines);
    for (line, pair) in lines[2..].chunks(2).zip(said[2..].chunks(2)) {
        assert!(pair[0]["ok"] == false && pair[0]["error"] != "", "{}: {}", line[0], pair[0]);
        assert_eq!(pair[1], said[1], "after {}", line[0]);
    }
    // Of a game whose players bring lists, too; and a good line begins another one.
    let (folder, game) = game(&[
        ("game.toml", LISTS),
        ("cards/cards.toml", "[cards.ant]\n[cards.bee]\n"),
        ("decks/ants.toml", "[cards]\nant = 2\n"),
        ("decks/bees.toml", "[cards]\nbee = 2\n"),
    ]);
    let with = |list: &str| json!({ "do": "new", "decks": { "1": list }, "id": list });
    let ask = json!({ "do": "ask" });
    let said = drive(&game, &[with("ants"), with("wasps"), ask.clone(), with("bees"), ask]);
    drop(folder);
    let first = |said: &Value| said["options"][0]["name"].clone();
    assert_eq!((first(&said[0]), &said[0]["id"]), (json!("ant"), &json!("ants")), "{}", said[0]);
    assert_eq!((&said[1]["ok"], &said[1]["id"]), (&json!(false), &json!("wasps")), "{}", said[1]);
    assert_eq!(first(&said[2]), "ant", "{}", said[2]);
    assert_eq!((first(&said[3]), first(&said[4])), (json!("bee"), json!("bee")));
}

const LISTS: &str = "[game]\nid = \"insects\"\nname = \"Insects\"\nplayers = [1, 1]\n[zones.hand]\nper = \"player\"\n\
                     start = \"list\"\n[flow]\nplay = \"choose c from players[1].hand by players[1]\"\n";

#[test]
fn keys_are_given_once_and_an_id_can_be_repeated() {
    let lines = [
        r#"{"do": "new", "seed": 1}"#,
        r#"{"do": "ask", "do": "undo"}"#,
        r#"{"do": "new", "options": {"a": 1, "a": 2}, "id": 7}"#,
        r#"{"do": "ask", "id": -1}"#,
        r#"{"do": "ask", "id": 1.5}"#,
        r#"{"do": "ask", "id": 18446744073709551616}"#,
        r#"{"do": "ask", "id": [1]}"#,
        r#"{"do": "ask", "id": null}"#,
        r#"{"do": "ask", "id": 18446744073709551615}"#,
        r#"{"do": "ask", "id": "seven"}"#,
    ];
    let game = crate::support::shipped("connect-four");
    let mut out = Vec::new();
    cardwright::cli::drive(&game, "connect-four", &mut lines.join("\n").as_bytes(), &mut out)
        .expect("driven");
    let said: Vec<Value> = text(&out).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(said[1]["error"], "`do` is given twice");
    assert_eq!((&said[2]["error"], &said[2]["id"]), (&json!("`a` is given twice"), &json!(7)));
    for (line, said) in lines.iter().zip(&said).take(8).skip(3) {
        let error = said["error"].as_str().unwrap_or_default();
        assert!(
            error.contains("`id` is a text or a whole number") && said.get("id").is_none(),
            "{line}: {said}"
        );
    }
    assert_eq!((&said[8]["ok"], &said[8]["id"]), (&json!(true), &json!(u64::MAX)));
    assert_eq!(said[9]["id"], "seven");
    let schema: Value = serde_json::from_str(include_str!("../../docs/drive/schema.json")).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let fits = |id: Value| validator.is_valid(&json!({ "do": "ask", "id": id }));
    assert!(fits(json!(7)) && fits(json!("a")) && !fits(json!(-1)) && !fits(json!([])) && !fits(json!(null)));
}

#[test]
fn a_view_has_the_changed_state_of_markers_in_no_zone() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = folder.path().join("trails");
    let write = |path: &str, text: &str| {
        std::fs::create_dir_all(game.join(path).parent().expect("it has one")).expect("a folder");
        std::fs::write(game.join(path), text).expect("a file");
    };
    let play = "for each m in markers where name == pawn { m.place = 4 }\nchoose n from 1..3 by players[1]\n\
                for each m in markers where name == pawn { m.place = n }\nchoose k from 1..3 by players[2]\n\
                for each m in markers where name == pawn { m.place = k }\nend";
    let rules = format!(
        "[game]\nid = \"trails\"\nname = \"Trails\"\nplayers = [2, 2]\n\
         [kinds.marker]\nbase = \"token\"\n[kinds.marker.state]\nplace = \"int 0..9\"\n\
         [flow]\nplay = '''\n{play}\n'''\n"
    );
    write("game.toml", &rules);
    write("cards/markers.toml", "[cards.pawn]\nkind = \"marker\"\n[cards.rook]\nkind = \"marker\"\n");
    let (new, view) = (json!({ "do": "new" }), |seat: u8| json!({ "do": "view", "seat": seat }));
    let choose = json!({ "do": "choose", "option": 1 });
    let lines = [new, view(1), view(2), json!({ "do": "view" }), choose, view(1)];
    let said = drive(game.to_str().expect("a path"), &lines);
    // The rook stands where it stood at the start, as at the terminal.
    for seen in &said[1..4] {
        assert_eq!(seen["state"], json!({ "place[pawn]": "4" }));
    }
    assert_eq!(said[5]["state"], json!({ "place[pawn]": "2" }));
}
