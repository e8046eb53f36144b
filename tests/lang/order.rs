//! Values that compare, and elements in the order of a number.

use super::lab::Lab;

/// Five ranks, some of them on cards; and the statements.
fn ranked() -> Lab {
    Lab::base().rules(
        "[enums]\nrank = { values = [\"ten\", \"jack\", \"queen\", \"king\"], ordered = true }\n[kinds.card.attributes]\nrank = { type = \
         \"rank\", default = \"ten\" }\n[state.table]\nheld = { type = \"rank\", start = \"queen\" }\n",
    )
    .cards("[cards.knave]\nrank = \"jack\"\nstrength = 7\n[cards.regent]\nrank = \"king\"\nstrength = 2\n")
}

#[test]
fn values_of_an_ordered_enum_compare() {
    ranked().check(&[
        ("held < king and held >= queen and jack <= held", "yes"),
        ("king > held", "yes"),
        ("queen < jack", "no"),
        ("count(cards where rank > ten)", "2"),
        ("count(cards where rank >= held)", "1"),
        ("max(cards, rank)", "king"),
        ("min(cards where rank > ten, rank)", "jack"),
        ("max(cards where strength > 39, rank)", "ten"),
        ("best(cards, rank) == regent", "yes"),
    ]);
}

#[test]
fn what_does_not_compare() {
    let go = |code: &str| ranked().go(code);
    go("if held < 3 { log \"no\" }").refuses("CW0502");
    go("if 3 < held { log \"no\" }").refuses("CW0502");
    go("if flood < flame { log \"no\" }").refuses("CW0502");
    go("if any(cards where suit >= flood) { log \"no\" }").refuses("CW0502");
    go("let c = best(cards, suit)\nlog \"{{ c }}\"").refuses("CW0502");
    go("for each c in cards by suit { log \"{{ c }}\" }").refuses("CW0502");
    go("for each c in cards by marked { log \"{{ c }}\" }").refuses("CW0502");
    assert!(!ranked().go("if flood < flame { log \"no\" }").told_of("have no order").is_empty());
}

#[test]
fn loops_go_by_a_number_the_least_first() {
    let logged = |code: &str| ranked().go(code).asks(&["go(players[1])"]).log;
    let few = "cards where strength in {1, 2, 5, 7}";
    assert_eq!(
        logged(&format!("for each c in {few} by strength {{ log \"{{{{ c }}}}\" }}")),
        ["Spark", "Moss", "Regent", "Lake", "Lake", "Knave", "Guard"],
        "of equals the first in the order of the box"
    );
    assert_eq!(logged(&format!("for each c in {few} by -strength {{ log \"{{{{ c }}}}\" }}"))[0], "Knave");
    assert_eq!(
        logged("for each c in cards where rank > ten by rank { log \"{{ c }}\" }"),
        ["Knave", "Regent"]
    );
    let leaves = format!(
        "for each c in {few} by strength {{\n if c.strength == 2 {{ continue }}\n if c.strength == 7 {{ break }}\n log \"{{{{ c }}}}\"\n}}"
    );
    assert_eq!(logged(&leaves), ["Spark", "Lake", "Lake"]);
    assert_eq!(
        logged("for each p in players by -seat(it) {\n for each s in {flood, flame} by count(cards where suit == s) { log \"{{ p }} {{ s }}\" }\n}")
            .len(),
        4
    );
    let moved = "for each c in deck by strength { move(c, discards) }\nlog \"{{ left }}\"";
    assert_eq!(logged(&format!("let left = 3\n{moved}")), ["3"]);
}
