//! Evaluation from other programs: the protocol of `docs/eval.md`.

use crate::process::Ends;
use std::io::{BufRead, BufReader, Cursor, Write};
use std::process::{Command, Stdio};

use crate::support;
use cardwright::compile::CompiledGame;
use cardwright::play::{EvalSettings, eval_batch};
use serde_json::{Value, json};

/// A game of cards that ask for all sorts of things when they are counted.
const BIRDS: &[(&str, &str)] = &[
    (
        "game.toml",
        r#"
[game]
id = "birds"
name = "Birds"
players = [2, 4]

[options.house]
values = ["plain", "crowded"]
[options.bonus]
range = [0, 9]
[[require]]
that = "house == plain or player_count >= 3"
text = "A crowded house needs three players."

[enums]
colour = ["red", "green", "blue"]

[kinds.card.attributes]
worth = "int 0..20"
[kinds.card.state]
colour = { type = "colour", printed = true }
extra = "int -50..50"
[kinds.card.slots]
ask = { do = true }

[zones.deck]
holds = "card"
ordered = true
start = "cards"
[zones.hand]
holds = "card"
per = "player"
[zones.nest]
holds = "egg"
[kinds.egg]
base = "piece"

[verbs.score]
params = { you = "player" }
returns = "int"
do = '''
for each c in hand { c.extra = 0; c.colour = c.printed.colour }
for each c in hand { c.ask }
let total = bonus
for each c in hand {
  if c.colour == blue { tally(c) } else { tally(c, c.worth); tally(c, c.extra); total += c.worth + c.extra }
}
return total
'''

[verbs.toss]
returns = "int"
do = "return roll(d6)"

[verbs.stop]
returns = "int"
do = "end"

[functions.bad]
params = { n = "int" }
returns = "int"
code = "1 / n"

[verbs.pick]
params = { you = "player" }
returns = "int"
do = '''
let sum = 0
repeat 2 {
  may choose prize from hand { sum = sum * 10 + prize.worth }
}
return sum
'''
"#,
    ),
    (
        "cards/cards.toml",
        r##"
[cards.fox]
name = "Red Fox"
colour = "red"
worth = 5
[cards.owl]
name = "Öwl"
colour = "green"
worth = 3
copies = 2
[cards.magpie]
colour = "green"
worth = 1
ask = '''
choose card from you.hand - self "Paint which card?"
choose colour from colours "And how?"
card.colour = colour
'''
[cards.heron]
colour = "green"
worth = 2
ask = '''
may choose card from you.hand where colour == red { extra = card.worth } else {
  may choose colour from colours { extra = 10 if colour == green else 1 }
}
'''
[cards.jay]
colour = "red"
worth = 4
ask = '''may "Double it?" { extra = worth }'''
[cards.wren]
colour = "red"
worth = 1
ask = '''
choose "How does it sing?" {
  option "high" { extra = 2 }
  option "low" { extra = -2 }
}
'''
[cards.crow]
colour = "red"
worth = 6
ask = '''repeat 2 { may choose card from you.hand - self { card.extra += 1 } }'''
[cards.pebble]
kind = "egg"
"##,
    ),
];

fn birds() -> CompiledGame {
    support::playable(support::opened(BIRDS.iter().copied()))
}

/// Evaluates lines in their written form.
fn eval(game: &mut CompiledGame, settings: &EvalSettings, lines: &str) -> Vec<Value> {
    let mut out = Vec::new();
    let counts =
        eval_batch(game, settings, Box::new(Cursor::new(lines.to_owned())), &mut out).expect("it writes");
    let out = String::from_utf8(out).expect("UTF-8");
    let values: Vec<Value> = out.lines().map(|l| serde_json::from_str(l).expect("JSON")).collect();
    assert_eq!(counts.lines, values.len() as u64);
    assert_eq!(counts.errors, values.iter().filter(|v| v.get("error").is_some()).count() as u64);
    values
}

/// One line of the birds, scored for seat 1 unless it says something else.
fn one(line: Value) -> Value {
    with(&EvalSettings { eval: Some("score(players[1])".into()), ..EvalSettings::default() }, line)
}

fn with(settings: &EvalSettings, line: Value) -> Value {
    eval(&mut birds(), settings, &line.to_string()).remove(0)
}

/// Returns the error of a line.
fn wrong(line: Value) -> String {
    let out = one(line);
    out["error"].as_str().unwrap_or_else(|| panic!("no error: {out}")).into()
}

#[test]
fn three_hundred_hands_agree_card_by_card() {
    let hands: Vec<Value> = include_str!("data/fantasy-realms-hands.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let line = |(id, hand): (usize, &Value)| {
        let line = json!({
            "id": id, "zones": { "hand[1]": hand["hand"] }, "answers": hand["choices"], "eval": "score(players[1])",
        });
        format!("{line}\n")
    };
    let lines: String = hands.iter().enumerate().map(line).collect();
    let mut game = support::shipped("fantasy-realms");
    let alone = eval(&mut game, &EvalSettings::default(), &lines);
    assert_eq!(alone.len(), 300);
    for (i, (hand, out)) in hands.iter().zip(&alone).enumerate() {
        let expected = json!({ "id": i, "value": hand["score"], "detail": hand["cards"] });
        assert_eq!(*out, expected, "{}", hand["hand"]);
    }
    let shared = eval(&mut game, &EvalSettings { jobs: 3, ..EvalSettings::default() }, &lines);
    assert_eq!(alone, shared);
}

#[test]
fn zones_named_hold_just_what_is_named() {
    let ask = |eval: &str| {
        let zones = json!({ "hand[2]": ["Red Fox", "ÖWL", "owl"], "deck": ["jay", "heron"] });
        one(json!({ "zones": zones, "eval": eval }))["value"].clone()
    };
    assert_eq!(ask("players[2].hand"), json!(["Red Fox", "owl", "owl#2"]));
    assert_eq!(ask("top(deck)"), json!("Jay"));
    assert_eq!(ask("count(deck)"), json!(2));
    assert_eq!(ask("none(players[1].hand)"), json!(true));
    let capitals = json!({ "HAND[2]": ["fox"], "Deck": [] });
    let capitals = json!({ "zones": capitals, "eval": "count(players[2].hand) - count(deck)" });
    assert_eq!(one(capitals)["value"], json!(1));
    assert_eq!(wrong(json!({ "zones": { "hand[1]": [], "Hand[1]": [] } })), "`hand[1]` is given twice");
    assert_eq!(one(json!({ "eval": "count(deck)" }))["value"], json!(8));
    assert_eq!(one(json!({ "zones": { "hand[1]": ["jay"] }, "eval": "count(deck)" }))["value"], json!(7));
}

#[test]
fn several_expressions_are_each_asked_of_the_table_as_it_was_laid() {
    let line = json!({
        "zones": { "hand[1]": ["jay"] }, "answers": { "jay": "yes" },
        "eval": ["score(players[1])", "count(players[1].hand)", "score(players[1])"],
    });
    assert_eq!(
        one(line.clone()),
        json!({ "id": null, "value": [8, 1, 8], "detail": [{ "Jay": 8 }, {}, { "Jay": 8 }] })
    );
    let found = with(&best(), json!({ "zones": line["zones"], "eval": ["score(players[1])", "1"] }));
    assert_eq!((&found["value"], &found["answers"]), (&json!([8, 1]), &json!([{ "Jay": "yes" }, {}])));
    assert_eq!(one(json!({ "eval": ["1"] }))["value"], json!([1]), "a list of one is a list");
}

/// A line asked of a shipped game.
fn shipped(game: &str, line: Value) -> Value {
    let mut game = support::shipped(game);
    eval(&mut game, &EvalSettings::default(), &line.to_string()).remove(0)
}

#[test]
fn state_is_laid_as_scenarios_lay_it() {
    let line = json!({
        "state": { "disc[a1 b1 c1]": 1, "disc[d1]": 2, "field": ["a1", "b1", "c1", "d1", "e1"], "disc[c1]": "none" },
        "eval": ["cells where disc == players[1]", "count(empty)", "cells where disc is none and row == 1"],
    });
    assert_eq!(shipped("connect-four", line)["value"], json!([["a1", "b1"], 2, ["c1", "e1", "f1", "g1"]]));
    let extra = |state: Value| one(json!({ "state": state, "eval": "sum(cards, extra)" }));
    assert_eq!(extra(json!({ "extra[Red Fox]": 5, "extra[owl#2]": -7 }))["value"], -2);
    let wrong = |state: Value| extra(state)["error"].as_str().map(str::to_owned).expect("an error");
    assert!(wrong(json!({ "extar[fox]": 5 })).contains("there is no state `extar` (did you mean `extra`?)"));
    assert!(
        wrong(json!({ "extra[fx]": 5 })).contains("did you mean `fox`?"),
        "{}",
        wrong(json!({ "extra[fx]": 5 }))
    );
    assert!(wrong(json!({ "extra[fox]": 99 })).contains("-50"), "{}", wrong(json!({ "extra[fox]": 99 })));
    assert!(
        wrong(json!({ "extra[fox]": "much" })).contains("extra"),
        "{}",
        wrong(json!({ "extra[fox]": "much" }))
    );
    assert!(wrong(json!({ "extra[fox]": null })).contains("null"));
    assert!(wrong(json!({ "extra": 5 })).contains("whose `extra`?"));
}

#[test]
fn advice_on_state_is_valid_json() {
    const SHOP: &str = r#"
[game]
id = "shop"
name = "Shop"
players = [1, 2]
[enums]
good = ["wood", "stone"]
[state.player]
stock = "int 0..9 per good"
[flow]
play = "end"
"#;
    let mut game = support::playable(support::opened([("game.toml", SHOP)]));
    let line = json!({ "state": { "stock[1]": 3 }, "eval": "1" });
    let said = eval(&mut game, &EvalSettings::default(), &line.to_string()).remove(0);
    let said = said["error"].as_str().expect("an error");
    let advice = said.split_once("write for example `").and_then(|(_, rest)| rest.split_once('`'));
    let advice = advice.expect(said).0;
    assert_eq!(advice, r#""stock[1]": {"wood": 1}"#);
    let line = format!(r#"{{"state": {{{advice}}}, "eval": "players[1].stock[wood]"}}"#);
    assert_eq!(eval(&mut game, &EvalSettings::default(), &line).remove(0)["value"], 1);
}

#[test]
fn a_seat_that_state_names_is_at_the_table() {
    let line = |players: Value| {
        let line = json!({ "players": players, "state": { "points[4]": 7 }, "eval": "players[4].points + 10 * player_count" });
        shipped("hearts", line)
    };
    assert_eq!(shipped("hearts", json!({ "state": { "points[4]": 7 }, "eval": "player_count" }))["value"], 4);
    assert!(line(json!(3))["error"].as_str().is_some_and(|e| e.contains("seat 4")), "{}", line(json!(3)));
}

#[test]
fn a_game_that_is_begun_says_its_position() {
    let laid = json!({ "disc[a1 b1]": 1, "disc[c1 d1]": 2 });
    let line = json!({ "state": laid, "begin": "play", "eval": "count(empty)" });
    let out = shipped("connect-four", line);
    let position = &out["position"];
    assert_eq!(
        (&position["status"], &position["seat"], &out["value"]),
        (&json!("choice"), &json!(1), &json!(38))
    );
    let names: Vec<&str> =
        position["options"].as_array().expect("a list").iter().filter_map(|o| o["name"].as_str()).collect();
    assert_eq!(names, ["drop e1", "drop f1", "drop g1", "drop a2", "drop b2", "drop c2", "drop d2"]);
    // Answers are taken, and nothing need be asked.
    let won =
        json!({ "state": { "disc[a1 b1 c1]": 1 }, "begin": "play", "answers": { "choice": "drop d1" } });
    let over = shipped("connect-four", won);
    assert_eq!(
        (&over["position"]["status"], &over["position"]["seats"][0]["won"]),
        (&json!("over"), &json!(true))
    );
    assert_eq!(over.get("value"), None);
    let alone = one(json!({ "begin": "play", "eval": "1" }));
    assert!(alone["error"].as_str().is_some_and(|e| e.contains("no `play`")), "{alone}");
}

#[test]
fn every_sort_of_value_comes_out() {
    let value = |eval: &str| one(json!({ "eval": eval }))["value"].clone();
    assert_eq!(value("2 - 5"), json!(-3));
    assert_eq!(value("first(deck)"), json!("Red Fox"));
    assert_eq!(value("first(players[1].hand)"), Value::Null);
    assert_eq!(value("colours - green"), json!(["red", "blue"]));
    assert_eq!(value("values(deck, name) & {owl, jay}"), json!(["Öwl", "Jay"]));
    assert_eq!(value("next(players[1])"), json!("player 2"));
    assert_eq!(value("house"), json!("plain"));
}

#[test]
fn tallies_make_the_detail() {
    let out = one(
        json!({ "id": "x", "zones": { "hand[1]": ["jay", "owl", "owl#2"] }, "answers": { "jay": "yes" } }),
    );
    let expected = json!({ "id": "x", "value": 14, "detail": { "owl": 3, "owl#2": 3, "Jay": 8 } });
    assert_eq!(out, expected);
    let painted = one(
        json!({ "zones": { "hand[1]": ["magpie", "owl"] }, "answers": { "magpie": { "card": "owl", "colour": "blue" } } }),
    );
    assert_eq!(painted["detail"], json!({ "owl": null, "Magpie": 1 }));
}

#[test]
fn ids_come_back_as_they_are_written() {
    let settings = EvalSettings { eval: Some("1".into()), ..EvalSettings::default() };
    let lines = "{\"id\": 1.50}\n\n{\"id\":[1, {\"a\":null}]}\n{}\n{\"eval\":\"1\",\"id\":\"\\u00e4\"}";
    let mut out = Vec::new();
    eval_batch(&mut birds(), &settings, Box::new(Cursor::new(lines)), &mut out).expect("it writes");
    let expected = "{\"id\": 1.50, \"value\": 1, \"detail\": {}}\n{\"id\": [1, {\"a\":null}], \"value\": 1, \"detail\": {}}\n\
                    {\"id\": null, \"value\": 1, \"detail\": {}}\n{\"id\": \"\\u00e4\", \"value\": 1, \"detail\": {}}\n";
    assert_eq!(String::from_utf8(out).expect("UTF-8"), expected);
}

#[test]
fn an_answer_finds_the_choice_that_has_it() {
    let heron = |answer: Value| {
        one(json!({ "zones": { "hand[1]": ["heron", "fox"] }, "answers": { "Heron": answer } }))["value"]
            .clone()
    };
    assert_eq!(heron(json!("Red Fox")), json!(12));
    assert_eq!(heron(json!("green")), json!(17), "the first question is declined");
    assert_eq!(heron(json!({ "colour": "blue" })), json!(8));
    assert_eq!(heron(json!("none")), json!(7));
    assert_eq!(heron(Value::Null), json!(7), "as though it were not there");
    let jay = |answer: Value| {
        one(json!({ "zones": { "hand[1]": ["jay"] }, "answers": { "jay": answer } }))["value"].clone()
    };
    assert_eq!(jay(json!("yes")), json!(8));
    assert_eq!(jay(json!(true)), json!(8));
    assert_eq!(jay(json!({ "choice": "yes" })), json!(8));
    assert_eq!(jay(json!({ "Double it?": "yes" })), json!(8));
    assert_eq!(jay(json!("no")), json!(4));
    let wren = one(json!({ "zones": { "hand[1]": ["wren"] }, "answers": { "wren": "High" } }));
    assert_eq!(wren["value"], json!(3));
    // If no card asks, the key is the variable.
    let pick = |answers: Value| {
        one(json!({ "zones": { "hand[1]": ["jay", "wren"] }, "answers": answers, "eval": "pick(players[1])" }))["value"]
            .clone()
    };
    assert_eq!(pick(json!({ "prize": "jay" })), json!(44), "it answers every time");
    assert_eq!(pick(json!({ "prize": ["wren", "jay"] })), json!(14));
    assert_eq!(pick(json!({ "prize": ["wren"] })), json!(1), "a list is used up");
    assert_eq!(pick(json!({ "prize": ["none", "jay"] })), json!(4));
}

#[test]
fn an_answer_for_somebody_who_does_not_ask_is_no_error() {
    let out = one(json!({ "zones": { "hand[1]": ["jay"] }, "answers": { "Heron": "green", "jay": "yes" } }));
    assert_eq!(out["value"], json!(8));
}

#[test]
fn a_bad_line_says_what_is_wrong_with_it() {
    let hand = |cards: Value| json!({ "zones": { "hand[1]": cards } });
    assert_eq!(wrong(hand(json!(["Red Fx"]))), "there is no component `Red Fx`: did you mean `Red Fox`?");
    assert_eq!(wrong(hand(json!(["jay", "Jay"]))), "`Jay` is named twice, and there is one");
    assert_eq!(
        wrong(hand(json!(["owl", "owl", "owl"]))),
        "`owl` is named more than 2 times, and there are 2"
    );
    assert_eq!(wrong(hand(json!(["owl#3"]))), "there is no component `owl#3`: did you mean `owl`?");
    assert_eq!(wrong(hand(json!("jay"))), "`zones` is the string \"jay\"; expected a list of components");
    assert_eq!(wrong(json!({ "zones": { "nest": ["jay"] } })), "Jay cannot be in `nest`");
    assert_eq!(
        wrong(json!({ "zones": { "hand": [] } })),
        "`hand` is each player's own: write `hand[1]` for who sits at seat 1"
    );
    assert_eq!(
        wrong(json!({ "zones": { "deck[1]": [] } })),
        "`deck` is the table's and has no seats: write `deck`"
    );
    assert_eq!(wrong(json!({ "zones": { "hand[5]": [] } })), "there is no zone `hand[5]`: seats are 1 to 4");
    assert_eq!(
        wrong(json!({ "zones": { "hnad[1]": [] } })),
        "there is no zone `hnad[1]`: did you mean `hand[1]`?"
    );
    assert_eq!(
        wrong(json!({ "zones": { "hand[4]": [] }, "players": 3 })),
        "there is no seat 4 at a table of 3"
    );
    assert_eq!(wrong(json!({ "zone": {} })), "a line has no `zone`: did you mean `zones`?");
    assert_eq!(
        wrong(json!({ "zones": 5 })),
        "`zones` is the number 5; expected an object: zones, and what lies in each"
    );
    assert_eq!(wrong(json!([])), "a line is a list; expected an object with `zones` and `eval`");
    assert_eq!(wrong(json!({ "players": 9 })), "Birds is for 2 to 4 players, not for 9");
    assert_eq!(
        wrong(json!({ "options": { "house": "crowdd" } })),
        "the option `house` cannot be `crowdd`; did you mean `crowded`?"
    );
    assert_eq!(
        wrong(json!({ "options": { "house": "crowded" }, "players": 2 })),
        "A crowded house needs three players."
    );
    assert_eq!(wrong(json!({ "eval": "stop()" })), "the game ended before there was a value");
    assert_eq!(
        wrong(json!({ "answers": { "Hron": "green" } })),
        "nothing asks by the name `Hron`: did you mean `Heron`?"
    );
    let heron =
        |answer: &str| json!({ "zones": { "hand[1]": ["heron", "fox"] }, "answers": { "heron": answer } });
    assert_eq!(
        wrong(heron("gren")),
        "`gren` is not an option of the choice of `card` of Heron; the options are Red Fox, none"
    );
    assert_eq!(
        wrong(json!({ "zones": { "hand[1]": ["magpie", "jay"] }, "answers": { "magpie": "jay" } })),
        "“And how?” of Magpie has no answer, and cannot be declined; the options are red, green, blue"
    );
    let eval = |code: &str| wrong(json!({ "id": 3, "eval": code }));
    assert_eq!(
        wrong(json!({ "eval": 1 })),
        "`eval` is the number 1; expected an expression, or a list of them"
    );
    assert_eq!(wrong(json!({ "eval": [] })), "`eval` is an empty list: there is nothing to evaluate");
    assert_eq!(wrong(json!({ "begin": "now" })), "`begin` is `setup`, `play` or `nothing`, not `now`");
    assert_eq!(wrong(json!({ "seed": true })), "`seed` is true; expected a whole number, 0 or more");
    assert!(eval("scor(players[1])").contains("`score`"), "{}", eval("scor(players[1])"));
    assert_eq!(eval("bad(0)"), "game.toml:62: CW0704 division by zero");
}

#[test]
fn a_bad_line_keeps_its_id_and_the_rest_is_done() {
    let lines = "{\"id\": 1, \"eval\": \"1\"}\n{\"id\": 2, \"zones\": 7, \"eval\": \"1\"}\n{\"id\": 3, \"eval\": \n{\"id\": 4}\n{\"id\": 5, \"eval\": \"2 + 3\"}";
    let out = eval(&mut birds(), &EvalSettings::default(), lines);
    let ids: Vec<&Value> = out.iter().map(|v| &v["id"]).collect();
    assert_eq!(ids, [&json!(1), &json!(2), &Value::Null, &json!(4), &json!(5)]);
    assert_eq!(out[2]["error"], "this is not JSON: it ends too soon");
    assert_eq!(out[3]["error"], "it does not say what to evaluate: give `eval`");
    assert_eq!(out[4]["value"], 5);
}

#[test]
fn an_id_comes_back_as_it_is_written() {
    let ids = ["12345678901234567890123", "1e400", "1.10", "\"\\u0041\"", "-0", "{\"a\": [1.0]}"];
    for wrong in ["\"zones\": 1, \"eval\": \"1\"", "\"eva\": \"1\"", "\"eval\": \"x\"", "\"eval\": \"1\""] {
        let lines: Vec<String> = ids.iter().map(|id| format!("{{\"id\": {id}, {wrong}}}")).collect();
        let mut out = Vec::new();
        let lines = Box::new(Cursor::new(lines.join("\n")));
        eval_batch(&mut birds(), &EvalSettings::default(), lines, &mut out).expect("it writes");
        let out = String::from_utf8(out).expect("UTF-8");
        for (id, line) in ids.iter().zip(out.lines()) {
            assert!(line.starts_with(&format!("{{\"id\": {id}, ")), "{wrong}: {line}");
        }
    }
}

#[test]
fn players_options_and_seeds() {
    let players = |line: Value| {
        one(json!({ "eval": "player_count", "zones": line["zones"], "options": line["options"] }))["value"]
            .clone()
    };
    assert_eq!(players(json!({ "zones": {}, "options": {} })), json!(2));
    assert_eq!(players(json!({ "zones": { "hand[3]": [] }, "options": {} })), json!(3));
    assert_eq!(players(json!({ "zones": {}, "options": { "house": "crowded" } })), json!(3));
    let settings = EvalSettings {
        options: vec![("bonus".into(), "4".into())],
        players: Some(4),
        eval: Some("bonus * 10 + player_count".into()),
        ..EvalSettings::default()
    };
    assert_eq!(with(&settings, json!({}))["value"], 44);
    assert_eq!(with(&settings, json!({ "options": { "bonus": 7 }, "players": 2 }))["value"], 72);
    let lines: String = (0..60).map(|seed| format!("{{\"seed\": {seed}, \"eval\": \"toss()\"}}\n")).collect();
    let tossed = eval(&mut birds(), &EvalSettings::default(), &lines);
    for side in 1..=6 {
        assert!(tossed.iter().any(|v| v["value"] == side), "{side} never came");
    }
    assert_eq!(tossed, eval(&mut birds(), &EvalSettings { jobs: 2, ..EvalSettings::default() }, &lines));
}

/// The game of `docs/decks.md`, whose players bring lists: sable and her sparks and comets, roan and his
/// sparks and bolts.
fn sparring() -> CompiledGame {
    let files =
        crate::cookbook::sections(include_str!("../docs/decks.md")).into_iter().flat_map(|(_, files)| files);
    let opened = support::opened(files);
    opened.game.expect("nothing is wrong")
}

#[test]
fn a_line_names_the_lists_that_are_brought() {
    let lines = [
        json!({"id": 1, "decks": {"1": "raiders", "2": "keepers"}, "eval": "count(players[1].library where name == bolt)"}),
        json!({"id": 2, "eval": "count(players[1].library where name == bolt)"}),
        json!({"id": 3, "decks": {"1": "raiders", "2": "raiders"}, "eval": "count(cards where name == bolt)"}),
        // Another spelling of the same table, with zones of cards that only its lists have.
        json!({"id": 4, "decks": {"2": "keepers", "1": "raiders"}, "zones": {"hand[1]": ["Bolt"], "hand[2]": ["Comet", "comet#2"]},
            "eval": ["count(players[1].hand where owner(it) == players[1])", "count(players[2].hand where name == comet)"]}),
        json!({"id": 5, "decks": {"3": "keepers"}, "eval": "count(players)"}),
        json!({"id": 6, "players": 4, "decks": {"4": "raiders"}, "eval": "count(players[4].champion where name == roan)"}),
        json!({"id": 7, "zones": {"hand[3]": []}, "eval": "count(players)"}),
    ];
    let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
    let told = |jobs: usize, lines: &str| {
        eval(&mut sparring(), &EvalSettings { jobs, ..EvalSettings::default() }, lines)
    };
    let out = told(1, &lines.join("\n"));
    let values: Vec<&Value> = out.iter().map(|line| &line["value"]).collect();
    assert_eq!(
        values,
        [&json!(4), &json!(0), &json!(8), &json!([1, 2]), &json!(3), &json!(1), &json!(3)],
        "{out:?}"
    );
    assert_eq!(out, told(3, &lines.join("\n")));
    let alone: Vec<Value> = lines.iter().flat_map(|line| told(1, line)).collect();
    assert_eq!(out, alone, "a line means the same whatever stands before it");
}

#[test]
fn lists_that_cannot_be_brought_are_an_error_of_their_line() {
    let told = |line: Value| {
        let out = eval(
            &mut sparring(),
            &EvalSettings { eval: Some("1".into()), ..EvalSettings::default() },
            &line.to_string(),
        );
        out[0]["error"].as_str().unwrap_or_else(|| panic!("{out:?}")).to_owned()
    };
    let error = |decks: Value| told(json!({"id": 1, "decks": decks}));
    assert_eq!(error(json!({"1": "raider"})), "Sparring has no list `raider` (did you mean `raiders`?)");
    assert_eq!(error(json!({"one": "raiders"})), "`one` is not a seat: write its number, from 1, or `table`");
    assert_eq!(error(json!({"5": "raiders"})), "there is no seat 5 to bring `raiders`: 4 sit down");
    assert_eq!(error(json!(["raiders"])), "`decks` is a list; expected an object");
    assert_eq!(
        told(json!({"decks": {"1": "raiders"}, "players": 9})),
        "Sparring is for 2 to 4 players, not for 9"
    );
    let nobody = wrong(json!({"decks": {"1": "raiders"}, "eval": "1"}));
    assert_eq!(nobody, "nobody brings a list in Birds: leave `decks` out");
}

#[test]
fn more_pairs_of_lists_than_are_kept_at_once_are_each_evaluated() {
    let mut files: Vec<(String, String)> = crate::cookbook::sections(include_str!("../docs/decks.md"))
        .into_iter()
        .flat_map(|(_, files)| files)
        .collect();
    for n in 1..=9 {
        let list = format!("name = \"List {n}\"\n[hero]\nroan = 1\n[cards]\nspark = {}\n", 9 + n);
        files.push((format!("decks/list_{n}.toml"), list));
    }
    let opened = support::opened(files);
    let mut game = opened.game.expect("nothing is wrong");
    let pairs: Vec<(usize, usize)> = (1..=9).flat_map(|a| (1..=9).map(move |b| (a, b))).collect();
    let line = |(a, b): &(usize, usize)| json!({"decks": {"1": format!("list_{a}"), "2": format!("list_{b}")}, "eval": "count(players[1].library) * 100 + count(players[2].library)"});
    // Twice over, so that tables that were given up are wanted again.
    let all: Vec<&(usize, usize)> = pairs.iter().chain(&pairs).collect();
    let lines: Vec<String> = all.iter().map(|pair| line(pair).to_string()).collect();
    let out = eval(&mut game, &EvalSettings { jobs: 2, ..EvalSettings::default() }, &lines.join("\n"));
    for ((a, b), told) in all.iter().zip(&out) {
        assert_eq!(told["value"], json!((9 + a) * 100 + 9 + b), "{a} against {b}");
    }
    assert_eq!(out.len(), 162);
}

fn best() -> EvalSettings {
    EvalSettings { eval: Some("score(players[1])".into()), best: true, ..EvalSettings::default() }
}

#[test]
fn the_best_answers_are_found_and_can_be_given_back() {
    let hands = [
        json!(["fox"]),
        json!(["heron", "fox", "jay"]),
        json!(["magpie", "owl", "heron"]),
        json!(["magpie", "owl", "owl", "wren", "crow"]),
        json!(["crow", "fox"]),
        json!(["magpie", "heron", "jay", "wren", "crow", "fox", "owl", "owl"]),
    ];
    let values = [5, 25, 16, 18, 13, 43];
    for (hand, value) in hands.into_iter().zip(values) {
        let zones = json!({ "hand[1]": hand });
        let found = with(&best(), json!({ "zones": zones }));
        assert_eq!(found["value"], value, "{found}");
        let again = one(json!({ "zones": zones, "answers": found["answers"] }));
        assert_eq!((&again["value"], &again["detail"]), (&found["value"], &found["detail"]), "{found}");
    }
}

#[test]
fn the_best_answers_have_the_form_of_given_ones() {
    let answers = |hand: Value| with(&best(), json!({ "zones": { "hand[1]": hand } }))["answers"].clone();
    assert_eq!(answers(json!(["fox"])), json!({}));
    assert_eq!(answers(json!(["jay", "wren"])), json!({ "Jay": "yes", "Wren": "high" }));
    assert_eq!(answers(json!(["heron", "fox"])), json!({ "Heron": { "colour": "green" } }));
    assert_eq!(answers(json!(["magpie", "owl"])), json!({ "Magpie": { "card": "owl", "colour": "red" } }));
    assert_eq!(answers(json!(["crow", "fox"])), json!({ "Crow": { "card": ["Red Fox", "Red Fox"] } }));
    let pick = with(
        &EvalSettings { eval: Some("pick(players[1])".into()), ..best() },
        json!({ "zones": { "hand[1]": ["jay", "fox"] } }),
    );
    assert_eq!((&pick["value"], &pick["answers"]), (&json!(55), &json!({ "prize": ["Red Fox", "Red Fox"] })));
}

#[test]
fn answers_that_are_given_are_kept_in_a_search() {
    let zones = json!({ "hand[1]": ["magpie", "owl", "jay"] });
    let line = json!({ "zones": zones, "answers": { "magpie": { "card": "jay", "colour": "blue" } } });
    let found = with(&best(), line);
    assert_eq!((&found["value"], &found["detail"]["Jay"]), (&json!(4), &Value::Null));
    let part = with(&best(), json!({ "zones": zones, "answers": { "magpie": { "colour": "blue" } } }));
    assert_eq!(part["value"], 9, "{part}");
    assert_eq!(part["answers"]["Magpie"], json!({ "card": "owl", "colour": "blue" }));
}

#[test]
fn a_search_is_bounded() {
    let line = json!({ "zones": { "hand[1]": ["magpie", "crow", "owl", "jay", "fox"] } });
    let found = with(&EvalSettings { best_limit: 50, ..best() }, line);
    assert!(found["error"].as_str().expect("an error").contains("more ways to answer than 50"), "{found}");
    let colour = with(
        &EvalSettings { eval: Some("first(players[1].hand) ?? first(deck)".into()), ..best() },
        json!({}),
    );
    assert!(colour["error"].as_str().is_some() || colour["value"].is_string(), "{colour}");
}

#[test]
fn the_best_value_is_a_number() {
    for code in ["true", "first(players[1].hand)", "colours", "player_count > 2"] {
        let found = with(&EvalSettings { eval: Some(code.into()), ..best() }, json!({}));
        assert_eq!(found["error"], "the greatest value can be searched for numbers only", "{code}: {found}");
    }
}

#[test]
fn keys_within_a_line_are_given_once_and_a_mark_at_its_beginning_is_skipped() {
    for (line, twice) in [
        (r#"{"answers": {"Jay": "yes", "Jay": "no"}, "eval": "1"}"#, "`Jay` is given twice"),
        (r#"{"options": {"bonus": 1, "bonus": 2}, "eval": "1"}"#, "`bonus` is given twice"),
        (r#"{"state": {"extra[fox]": 1, "extra[fox]": 2}, "eval": "1"}"#, "`extra[fox]` is given twice"),
    ] {
        let found = eval(&mut birds(), &EvalSettings::default(), line).remove(0);
        assert!(found["error"].as_str().is_some_and(|e| e.contains(twice)), "{found}");
    }
    let found =
        eval(&mut birds(), &EvalSettings::default(), "\u{feff}{\"eval\": \"1\"}\n{\"eval\": \"2\"}\n");
    assert_eq!((&found[0]["value"], &found[1]["value"]), (&json!(1), &json!(2)), "{found:?}");
    let found =
        eval(&mut birds(), &EvalSettings::default(), "{\"eval\": \"1\"}\n\u{feff}{\"eval\": \"2\"}\n");
    assert!(found[1]["error"].is_string(), "the mark stands at the beginning of the input alone");
}

#[test]
fn the_best_of_a_hand_that_asks_a_lot() {
    let hand = json!(["Mirage", "Shapeshifter", "Island", "Doppelgänger", "King", "Swamp", "Magic Wand"]);
    let mut game = support::shipped("fantasy-realms");
    let line = json!({ "zones": { "hand[1]": hand } });
    let found = eval(&mut game, &best(), &line.to_string()).remove(0);
    let line =
        json!({ "zones": { "hand[1]": hand }, "answers": found["answers"], "eval": "score(players[1])" });
    let again = eval(&mut game, &EvalSettings::default(), &line.to_string()).remove(0);
    assert_eq!(found["value"], again["value"]);
    // No other answer is worth more.
    for wild in ["Knights", "Swamp", "Great Flood", "Mountain"] {
        for other in ["Queen", "Forge", "Warhorse", "Collector"] {
            let answers = json!({ "Mirage": wild, "Shapeshifter": other, "Island": "Swamp" });
            let line =
                json!({ "zones": { "hand[1]": hand }, "answers": answers, "eval": "score(players[1])" });
            let one = eval(&mut game, &EvalSettings::default(), &line.to_string()).remove(0);
            assert!(one["value"].as_i64() <= found["value"].as_i64(), "{one}");
        }
    }
}

fn cardwright(args: &[&str]) -> Command {
    let mut command = crate::process::cardwright();
    command.args(args);
    command
}

#[test]
fn the_command_answers_line_by_line() {
    let mut child = cardwright(&["eval", "fantasy-realms", "--batch", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .begun();
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    for n in 1..=3 {
        writeln!(input, "{{\"id\": {n}, \"eval\": \"{n} * 2\"}}").expect("it reads");
        let mut line = String::new();
        output.read_line(&mut line).expect("it answers before the next line");
        assert_eq!(line, format!("{{\"id\": {n}, \"value\": {}, \"detail\": {{}}}}\n", n * 2));
    }
    drop(input);
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn the_command_takes_a_line_from_its_arguments() {
    let run = |args: &[&str]| {
        let output = cardwright(&[&["eval", "fantasy-realms"], args].concat()).ended();
        (
            output.status.code(),
            String::from_utf8(output.stdout).expect("UTF-8"),
            String::from_utf8(output.stderr).expect("UTF-8"),
        )
    };
    let (code, out, _) = run(&[
        "--eval",
        "score(players[1])",
        "--zone",
        "hand[1]=Island, Swamp, Knights",
        "--answer",
        "Island=Swamp",
    ]);
    assert_eq!(
        (code, out.as_str()),
        (
            Some(0),
            "{\"id\": null, \"value\": 44, \"detail\": {\"Knights\": 12, \"Swamp\": 18, \"Island\": 14}}\n"
        )
    );
    let (code, out, _) =
        run(&["{\"id\": 1, \"eval\": \"player_count\"}", "--options", "variant=two_player,trades=2"]);
    assert_eq!((code, out.as_str()), (Some(0), "{\"id\": 1, \"value\": 2, \"detail\": {}}\n"));
    let (code, out, _) = run(&["{\"id\": 1, \"eval\": \"nothing\"}"]);
    assert_eq!(code, Some(1));
    assert!(out.contains("error"));
    assert_eq!(run(&[]).0, Some(2));
    assert_eq!(run(&["--batch", "no-such-file"]).0, Some(1));
    let unknown = cardwright(&["eval", "fantasy-realm", "--eval", "1"]).ended();
    assert_eq!(unknown.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("did you mean `fantasy-realms`?"));
}

#[test]
fn the_page_shows_what_comes_out() {
    let page = include_str!("../docs/eval.md");
    let json_after = |title: &str| {
        let (_, rest) =
            page.split_once(title).and_then(|(_, rest)| rest.split_once("```json\n")).expect(title);
        rest.split_once("```").expect("it ends").0.replace('\n', "").replace("{…}", "{}")
    };
    let parsed = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
    let mut game = support::shipped("fantasy-realms");
    let line = json_after("## A line in");
    let shown = parsed(&json_after("## A line out"));
    assert_eq!(eval(&mut game, &EvalSettings::default(), &line), [shown]);

    let mut line = parsed(&line);
    line.as_object_mut().expect("an object").remove("answers");
    let settings = EvalSettings { best: true, ..EvalSettings::default() };
    let [best] = &mut eval(&mut game, &settings, &line.to_string())[..] else { panic!("one line") };
    best["detail"] = json!({});
    assert_eq!(*best, parsed(&json_after("## The best answers")));
}
