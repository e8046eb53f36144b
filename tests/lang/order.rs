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

/// What a loop over the deck by this key logs, with a seed, after the deck was shuffled and logged in its
/// order.
fn shuffled_and_sorted(key: &str, seed: u64) -> (Vec<String>, Vec<String>) {
    let code = format!(
        "shuffle(deck)\nfor each c in deck {{ log \"{{{{ c }}}}\" }}\nfor each c in deck by {key} {{ log \"{{{{ c }}}}\" }}"
    );
    let mut log = Lab::base().go(&code).seed(seed).asks(&["go(players[1])"]).log;
    let sorted = log.split_off(log.len() / 2);
    (log, sorted)
}

#[test]
fn ties_in_an_ordered_zone_keep_its_order() {
    let orders: std::collections::BTreeSet<Vec<String>> = (1..=4)
        .map(|seed| {
            let (shuffled, sorted) = shuffled_and_sorted("strength / 100", seed);
            assert_eq!(shuffled, sorted, "all are equal");
            sorted
        })
        .collect();
    assert!(orders.len() > 1, "each seed has an order of its own");
    // Hill, Lake twice, Spark, Twin twice and Moss are below 6; then come Blaze, Guard and Rider.
    let (shuffled, sorted) = shuffled_and_sorted("strength / 6", 3);
    let high = |name: &&String| ["Blaze", "Guard", "Rider"].contains(&name.as_str());
    let expected: Vec<String> =
        shuffled.iter().filter(|c| !high(c)).chain(shuffled.iter().filter(high)).cloned().collect();
    assert_eq!(sorted, expected);
}

#[test]
fn a_deck_is_sorted_within_itself() {
    let tiers = "shuffle(deck)\nfor each c in deck by strength / 6 { move(c, deck, bottom) }\n\
                 for each c in deck { log \"{{ c }}\" }";
    let decks: Vec<Vec<String>> =
        (1..=4).map(|seed| Lab::base().go(tiers).seed(seed).asks(&["go(players[1])"]).log).collect();
    for deck in &decks {
        let mut last = deck[7..].to_vec();
        last.sort();
        assert_eq!(last, ["Blaze", "Guard", "Rider"]);
    }
    assert!(decks.iter().any(|deck| deck != &decks[0]), "each tier stays shuffled: {decks:?}");
}

#[test]
fn an_ordered_loop_over_a_zone_goes_as_one_without_a_key() {
    let log = |code: &str| Lab::base().go(code).asks(&["go(players[1])"]).log;
    // What has left is passed over, and a zone that is evaluated once stays the same.
    assert_eq!(
        log(
            "for each c in deck by -strength {\n log \"{{ c }}\"\n move(deck where strength < 8, discards)\n}"
        ),
        ["Blaze", "Rider"]
    );
    assert_eq!(
        log(
            "let z = deck\nfor each c in z by strength {\n z = discards\n if c.strength < 7 { continue }\n log \"{{ c }}\"\n \
             if c.strength == 8 { break }\n}"
        ),
        ["Guard", "Rider"]
    );
    // A set of what lies in the zone, and a zone without an order, go by the box as before.
    let box_order = ["Hill", "Lake", "Lake", "Spark", "Blaze", "Twin", "Twin", "Moss", "Guard", "Rider"];
    assert_eq!(log("shuffle(deck)\nfor each c in deck where true by 0 { log \"{{ c }}\" }"), box_order);
    assert_eq!(log("move(deck, discards)\nfor each c in discards by 0 { log \"{{ c }}\" }"), box_order);
}

#[test]
fn turns_are_sorted_and_ties_go_in_turn_order() {
    let log = |players: u8, code: &str| Lab::base().go(code).players(players).asks(&["go(players[1])"]).log;
    let by = |key: &str| {
        let code = format!(
            "players[1].coins = 5\nfor each p in turn_order(players[3]) by {key} {{ log \"{{{{ p }}}}\" }}"
        );
        log(4, &code)
    };
    assert_eq!(by("0"), ["player 3", "player 4", "player 1", "player 2"]);
    assert_eq!(by("-coins"), ["player 1", "player 3", "player 4", "player 2"]);
    assert_eq!(by("it.coins"), ["player 3", "player 4", "player 2", "player 1"]);
    assert_eq!(
        log(
            3,
            "let q = players[2]\nfor each p in turn_order(q) by 0 {\n log \"{{ p }}\"\n q = players[3]\n out players[3]\n}"
        ),
        ["player 2", "player 1"],
        "a player who is out is passed over, and the first player is asked for once"
    );
}
