//! State that is kept while a component lies somewhere, and begins anew where it leaves.

use super::lab::Lab;

const SQUARES: &str = r#"
[boards.field]
areas = { town = ["wood"], wood = [] }
[boards.sea]
areas = { bay = [] }
[zones.square]
per = "cell"
holds = "unit"
[zones.camp]
[kinds.card.state]
hurt = { type = "int 0..60", in = "square" }
tired = { type = "bool", in = ["square", "camp"] }
ashore = { type = "int 3..9", in = "field" }
pace = { type = "int 0..9", printed = true, default = 2, in = "field" }
prey = { type = "card?", in = "square" }
seen = { type = "set of suit", in = "square" }
own = { type = "card", start = "self", in = "camp" }
moves = "int 0..9"
"#;
const MARK: &str = "guard.hurt = 7\nguard.tired = true\nguard.ashore = 5\nguard.pace = 9\nguard.prey = hill\nguard.seen = {flood}\nguard.own = rider\nguard.moves = 3\n";

/// Returns the guard's state after these statements, which follow its time in town with all of the state set.
fn after(what: &str) -> String {
    let lab = Lab::base().rules(SQUARES).go(&format!("move(guard, town.square)\n{MARK}{what}"));
    let asked =
        ["hurt", "tired", "ashore", "pace", "prey", "seen", "own", "moves"].map(|id| format!("guard.{id}"));
    let mut questions = vec!["go(players[1])"];
    questions.extend(asked.iter().map(String::as_str));
    let values = lab.asks(&questions).values;
    assert_eq!(values[0], "done");
    values[1..].join(" ")
}

#[test]
fn it_is_kept_from_place_to_place_and_forgotten_elsewhere() {
    assert_eq!(after(""), "7 yes 5 9 hill {flood} rider 3");
    assert_eq!(after("move(guard, wood.square)"), "7 yes 5 9 hill {flood} rider 3");
    // The sea is a square, and no part of the field.
    assert_eq!(after("move(guard, bay.square)"), "7 yes 3 2 hill {flood} rider 3");
    assert_eq!(after("move(guard, camp)"), "0 yes 3 2 none {} rider 3");
    assert_eq!(after("move(guard, camp)\nmove(guard, discards)"), "0 no 3 2 none {} guard 3");
    assert_eq!(after("move(guard, box)"), "0 no 3 2 none {} rider 3");
    assert_eq!(after("move(rider, camp)\nswap(guard, rider)"), "0 yes 3 2 none {} rider 3");
}

#[test]
fn sets_by_its_value_know_of_it() {
    let lab =
        Lab::base().rules(SQUARES).go(&format!("move(guard, town.square)\n{MARK}move(guard, discards)"));
    lab.check(&[
        ("units where hurt == 7", "{}"),
        ("go(players[1])", "done"),
        ("units where hurt == 7", "{}"),
        ("units where hurt == 0", "{guard, rider}"),
        ("units where prey == hill", "{}"),
        ("units where tired", "{}"),
        ("cards where own == rider", "{guard, rider}"),
    ]);
}

#[test]
fn slips_are_told() {
    let with = |state: &str| {
        Lab::base()
            .rules(SQUARES)
            .rules(&format!("[kinds.foe]\nbase = \"token\"\n[kinds.foe.state]\n{state}\n"))
    };
    with("a = { type = \"bool\", in = \"sqare\" }").refuses("CW0529");
    with("a = { type = \"bool\", in = \"square\" }").refuses("CW0502");
    let late = "[kinds.card.state]\na = { type = \"int 0..9\", in = \"deck\", start = \"count(deck)\" }\n";
    Lab::base().rules(late).refuses("CW0507");
}
