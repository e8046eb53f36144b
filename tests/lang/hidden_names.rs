//! The warning about public state that names a card out of a zone into which nobody sees.

use super::lab::Lab;

const STATE: &str = r#"
[state.table]
beast = "card?"
herd = "set of card"
[state.player]
prey = "card?"
[zones.pile]
ordered = true
seen_by = "none"
start = "cards where suit == flood"
[zones.lair]
[verbs.reveal]
params = { c = "card" }
do = "show(c, players)"
"#;

#[track_caller]
fn warns(code: &str, expected: &[&str]) {
    assert_eq!(Lab::base().rules(STATE).go(code).told_of("nobody sees"), expected, "{code}");
}

#[test]
fn state_that_names_what_nobody_sees_is_told() {
    warns("beast = top(pile)", &["CW0614"]);
    warns("if let c = top(pile) { beast = c }", &["CW0614"]);
    warns("let c = first(pile where strength > 3)\nprey = c", &["CW0614"]);
    warns("herd = pile where strength > 2", &["CW0614"]);
    let lab = Lab::base().rules(STATE).go("beast = top(pile)");
    let help = lab.help().join(" ");
    assert!(help.contains("`show(c, players)`") && help.contains("where all see it"), "{help}");
}

#[test]
fn what_is_moved_shown_or_seen_is_not() {
    warns("if let c = top(pile) { beast = c; move(c, lair) }", &[]);
    warns("if let c = top(pile) { move(c, lair); beast = c }", &[]);
    warns("deal(pile, lair, 1)\nbeast = first(lair)", &[]);
    warns("if let c = top(pile) { show(c, players); beast = c }", &[]);
    warns("if let c = top(pile) { reveal(c); beast = c }", &[]);
    warns("beast = top(pile)\nif let c = beast { move(c, lair) }", &[]);
    warns("beast = first(hand)", &[]);
    warns("if let c = top(pile) { coins = c.strength }", &[]);
}
