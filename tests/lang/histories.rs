//! Histories, as `docs/language.md` has them.

use super::lab::Lab;

/// A counter, a cell state, an ordered zone and a heap, with histories of some and of all of it.
const PAST: &str = r#"
[boards.field]
grid = [3, 3]
[boards.field.state]
side = "player?"
[state.table]
phase = "int 0..9"
other = "int 0..9"
[zones.pile]
ordered = true
[zones.heap]
[histories.some]
of = ["side", "phase"]
keep = 3
[histories.places]
of = ["pile", "heap"]
keep = 10
[histories.everything]
keep = 10
"#;

/// Checks the values of expressions after statements have run.
fn after(statements: &str, expected: &[(&str, &str)]) {
    let lab = Lab::base()
        .rules(PAST)
        .go(&format!("record(some); record(places); record(everything)\n{statements}"));
    for (question, answer) in expected {
        assert_eq!(
            lab.asks(&["go(players[1])", question]).values[1],
            *answer,
            "{question} after {statements}"
        );
    }
}

#[test]
fn a_position_is_counted_as_often_as_it_was_recorded() {
    after("", &[("times(some)", "1"), ("times(everything)", "1")]);
    after("record(some)", &[("times(some)", "2"), ("times(everything)", "1")]);
    after("phase = 1", &[("times(some)", "0"), ("times(places)", "1")]);
    after("phase = 1; record(some); phase = 0; record(some)", &[("times(some)", "2")]);
}

#[test]
fn only_what_is_named_counts() {
    after("other = 1", &[("times(some)", "1"), ("times(places)", "1"), ("times(everything)", "0")]);
    after("b2.side = you", &[("times(some)", "0"), ("times(everything)", "0")]);
    after("b2.side = you; b2.side = none", &[("times(some)", "1"), ("times(everything)", "1")]);
    after("b2.side = you; record(some); b2.side = none; c2.side = you", &[("times(some)", "0")]);
    after("b2.side = you; record(some); b2.side = next(you)", &[("times(some)", "0")]);
    after("you.coins += 1", &[("times(some)", "1"), ("times(everything)", "0")]);
}

#[test]
fn what_lies_where_counts_with_its_order() {
    let two =
        "let a = top(deck) ?? hill; move(a, pile); let b = top(deck) ?? hill; move(b, pile); record(places)";
    after(two, &[("times(places)", "1"), ("times(some)", "1")]);
    after(&format!("{two}\nmove(a, pile)"), &[("times(places)", "0")]);
    after(&format!("{two}\nmove(a, pile); move(b, pile)"), &[("times(places)", "1")]);
    after(
        &format!("{two}\nmove(pile, heap); record(places); move(a, deck); move(a, heap)"),
        &[("times(places)", "1")],
    );
    after(&format!("{two}\nmove(b, deck)"), &[("times(places)", "0")]);
}

#[test]
fn a_full_history_forgets_the_oldest() {
    let five = "for each n in 1..5 { phase = n; record(some) }\n";
    after(&format!("{five}phase = 2"), &[("times(some)", "0")]);
    after(&format!("{five}phase = 3"), &[("times(some)", "1")]);
    after(&format!("{five}phase = 5"), &[("times(some)", "1")]);
}

#[test]
fn what_is_forgotten_is_gone() {
    after("forget(some)", &[("times(some)", "0"), ("times(everything)", "1")]);
    after("forget(some); record(some)", &[("times(some)", "1")]);
}

/// Equal states are equal byte for byte, whatever was recorded before.
#[test]
fn forgetting_leaves_no_trace() {
    let state = |statements: &str| Lab::base().rules(PAST).go(statements).asks(&["go(players[1])"]).state;
    let many = state("for each n in 1..7 { phase = n; record(some) }\nphase = 0; forget(some)");
    assert_eq!(state("record(some); forget(some)"), many);
}

#[test]
fn histories_are_no_values_and_have_to_be_declared() {
    Lab::base().rules(PAST).go("record(phase)").refuses("CW0547");
    Lab::base().rules(PAST).go("record(deck)").refuses("CW0547");
    Lab::base().rules(PAST).go("other = some").refuses("CW0547");
    Lab::base().rules(PAST).go("other = record(some)").refuses("CW0502");
    Lab::base().rules(PAST).go("other = times()").refuses("CW0504");
    Lab::base().rules("[histories.past]\nof = [\"plase\"]\nkeep = 3\n").go("record(past)").refuses("CW0546");
    Lab::base().rules("[histories.deck]\nkeep = 3\n").go("record(deck)").refuses("CW0302");
    let calculates = "[functions.wrong]\nreturns = \"int\"\ncode = \"\"\"\nrecord(some)\nreturn 1\n\"\"\"\n";
    Lab::base().rules(&format!("{PAST}{calculates}")).go("other = wrong").refuses("CW0507");
}
