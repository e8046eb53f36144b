//! Constants out of range are refused when a package is compiled, at the constant.

use super::lab::Lab;

#[track_caller]
fn refused(code: &str, place: &str) {
    let rules = "[state.table]\nround = \"int 1..9\"\n[functions.up]\nparams = { n = \"int 1..3\" }\nreturns = \"int\"\ncode = \"n\"";
    let lab = Lab::base().rules(rules).go(code);
    assert_eq!(
        (lab.errors(), lab.wrong_places()),
        (vec!["CW0513".to_string()], vec![place.to_string()]),
        "{code}"
    );
}

#[test]
fn state_keeps_to_its_range() {
    refused("coins = 100", "100");
    refused("coins = -1", "-1");
    refused("coins = 99 + 1", "99 + 1");
    refused("coins = 12 if any(deck) else 120", "120");
    refused("round = 0", "0");
    refused("coins += 100", "100");
    refused("for each p in players { p.coins = 100 }", "100");
}

#[test]
fn seats_counts_and_parameters_do_too() {
    refused("players[0].coins = 1", "0");
    refused("players[5].coins = 1", "5");
    refused("repeat -1 { coins = 3 }", "-1");
    refused("deal(deck, hand, -1)", "-1");
    refused("choose up to -1 cs from hand\nmove(cs, deck)", "-1");
    refused("coins = up(4)", "4");
    refused("coins = up(3) + up(0 if any(deck) else 1)", "0");
}

#[test]
fn what_may_be_right_is_not_refused() {
    let code = "coins = 99\ncoins = 0\ncoins -= 3\nlet k = 100\nif coins == 100 { coins = k }\nplayers[4].coins = 3\nrepeat 0 { coins = 1 }";
    assert_eq!(Lab::base().go(code).errors(), [""; 0]);
}

#[test]
fn a_scenario_may_try_what_ends_in_a_fault() {
    let scenario = "name = \"Too rich\"\n[[steps]]\nfault = \"CW0701\"\ndo = \"players[1].coins = 1000\"\n";
    assert_eq!(Lab::base().file("scenarios/rich.toml", scenario).errors(), [""; 0]);
}

/// State, attributes and a function whose sets hold numbers of a range, and whose numbers may be none.
const SETS: &str = r#"
[state.table]
marks = "set of int 1..5"
best = "int 0..9?"
[kinds.mage]
base = "card"
[kinds.mage.attributes]
runes = { type = "set of int 1..5", default = [] }
level = { type = "int 0..3?", default = "none" }
[functions.up]
params = { ns = "set of int 1..3" }
returns = "int"
code = "count(ns)"
"#;

#[track_caller]
fn refused_of_sets(code: &str, places: &[&str]) {
    let lab = Lab::base().rules(SETS).go(code);
    assert_eq!(lab.errors(), vec!["CW0513"; places.len()], "{code}");
    assert_eq!(lab.wrong_places(), places, "{code}");
}

#[test]
fn numbers_of_sets_keep_to_their_range() {
    refused_of_sets("marks = {9}", &["9"]);
    refused_of_sets("marks = {0, 3, 6}", &["0", "6"]);
    refused_of_sets("marks += {9}", &["9"]);
    refused_of_sets("marks += 9", &["9"]);
    refused_of_sets("marks = marks + {2, 9}", &["9"]);
    refused_of_sets("marks = 1..6", &["6"]);
    refused_of_sets("marks = {1} if any(deck) else {7}", &["7"]);
    refused_of_sets("best = 10", &["10"]);
    refused_of_sets("coins = up({3, 4})", &["4"]);
    let right = "marks = {1, 5}\nmarks -= {9}\nmarks = 5..1\nmarks = marks & {3, 9}\nbest = none\nbest = 9\n\
                 coins = up({1, 3})";
    assert_eq!(Lab::base().rules(SETS).go(right).errors(), [""; 0]);
    for (card, place) in [("runes = [3, 9]", "9"), ("level = 4", "4")] {
        let lab = Lab::base().rules(SETS).cards(&format!("[cards.merlin]\nkind = \"mage\"\n{card}\n"));
        assert_eq!((lab.errors(), lab.wrong_places()), (vec!["CW0513".into()], vec![place.into()]), "{card}");
    }
}

#[test]
fn constant_results_keep_to_their_range() {
    let refused = |rules: &str, place: &str| {
        let lab = Lab::base().rules(rules);
        assert_eq!(
            (lab.errors(), lab.wrong_places()),
            (vec!["CW0513".into()], vec![place.into()]),
            "{rules}"
        );
    };
    refused("[functions.f]\nreturns = \"int 0..3\"\ncode = \"9\"", "9");
    refused(
        "[functions.f]\nreturns = \"int 0..3?\"\ncode = \"if any(deck) { return none }\\nreturn 4\"",
        "4",
    );
    refused("[functions.f]\nreturns = \"set of int 0..3\"\ncode = \"{1, 9}\"", "9");
    refused("[functions.f]\nreturns = \"int 0..3 per suit\"\ncode = \"{land = -1}\"", "-1");
    refused("[verbs.v]\nreturns = \"int 1..3\"\ndo = \"if any(deck) { return 0 }\\nreturn 2\"", "0");
    let slot = "[kinds.card.slots]\nbonus = { returns = \"int 0..5\", default = \"0\", params = { n = \"int 1..3\" } }\n";
    refused(&format!("{slot}[functions.f]\nreturns = \"int\"\ncode = \"sum(cards, it.bonus(4))\""), "4");
    let lab = Lab::base().rules(slot).cards("[cards.mage]\nbonus = \"9\"\n");
    assert_eq!((lab.errors(), lab.wrong_places()), (vec!["CW0513".into()], vec!["9".into()]));
}

#[test]
fn start_values_keep_to_their_range() {
    for (state, place) in [
        ("n = { type = \"int 0..3\", start = \"9\" }", "9"),
        ("n = { type = \"set of int 0..3\", start = \"{2, 9}\" }", "9"),
        ("n = { type = \"int 0..3 per suit\", start = \"{land = 9}\" }", "9"),
        ("n = { type = \"int 0..3?\", start = \"9\" }", "9"),
    ] {
        let lab = Lab::base().rules(&format!("[state.player]\n{state}"));
        assert_eq!(
            (lab.errors(), lab.wrong_places()),
            (vec!["CW0513".into()], vec![place.into()]),
            "{state}"
        );
    }
}

#[test]
fn scenarios_keep_to_the_range_of_sets() {
    let scenario = "name = \"Marked\"\n[state]\nmarks = [2, 9]\n";
    Lab::base().rules(SETS).file("scenarios/marked.toml", scenario).refuses("CW0513");
}
