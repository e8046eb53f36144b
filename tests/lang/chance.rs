//! Chance: dice, random picks and shuffles; the same seed, the same course.

use super::lab::Lab;
use std::collections::BTreeSet;

#[test]
fn dice_show_what_they_can() {
    let lab = Lab::base()
        .go("repeat 300 { let n = roll(d6); log \"{{ n }}\" }\nlet m = roll(0, d6) + roll(-1, d6)\nlog \"{{ m }}\"");
    let log = lab.asks(&["go(players[1])"]).log;
    let shown: BTreeSet<&str> = log[..300].iter().map(String::as_str).collect();
    assert_eq!(shown.into_iter().collect::<Vec<_>>(), ["1", "2", "3", "4", "5", "6"]);
    assert_eq!(log[300], "0");
    let lab = Lab::base()
        .go("repeat 500 { let n = roll(2, d4); log \"{{ n }}\" }\nlet k = 3\nlet one = roll(k, d1)\nlog \"{{ one }}\"");
    let log = lab.asks(&["go(players[1])"]).log;
    let shown: BTreeSet<&str> = log[..500].iter().map(String::as_str).collect();
    assert_eq!(shown.into_iter().collect::<Vec<_>>(), ["2", "3", "4", "5", "6", "7", "8"]);
    assert_eq!(log[500], "3");
}

#[test]
fn a_die_has_a_number_of_sides() {
    Lab::base().go("let n = roll(6)").refuses("CW0502");
    Lab::base().go("let n = roll(d0)").refuses("CW0502");
    Lab::base().check(&[("roll(d1)", "1"), ("roll(5, d1)", "5"), ("roll(d20) in 1..20", "yes")]);
}

#[test]
fn random_picks_are_of_the_set() {
    let lab = Lab::base().go("repeat 100 { if let c = random(units + hill) { log \"{{ c }}\" } }\nif let c = random(discards) { log \"never\" } else { log \"none\" }\nlet p = random(players) ?? you\nlet s = random(suits - land) ?? land\nlog \"{{ s }}\"\nlet n = random(3..3) ?? 0\nlog \"{{ n }}\"");
    let log = lab.asks(&["go(players[1])"]).log;
    let shown: BTreeSet<&str> = log[..100].iter().map(String::as_str).collect();
    assert_eq!(shown.into_iter().collect::<Vec<_>>(), ["Guard", "Hill", "Rider"]);
    assert_eq!(log[100], "none");
    assert_eq!(log[102], "3");
}

#[test]
fn shuffling_changes_the_order_only() {
    let go = "shuffle(deck)\nfor each c in deck { log \"{{ c }}\" }\nlet heap = discards\nshuffle(heap)";
    let lab = Lab::base().go(go);
    let orders: BTreeSet<String> =
        (0..20).map(|seed| lab.clone().seed(seed).asks(&["go(players[1])"]).log.join(" ")).collect();
    assert!(orders.len() > 15, "{orders:?}");
    for order in &orders {
        let mut cards: Vec<&str> = order.split(' ').collect();
        cards.sort_unstable();
        assert_eq!(cards.join(" "), "Blaze Guard Hill Lake Lake Moss Rider Spark Twin Twin");
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let go = "shuffle(deck)\nlet n = roll(3, d6)\nlog \"{{ n }}\"\nif let c = random(deck) { log \"{{ c }}\" }\nchoose c from deck\nlet m = roll(d20)\nlog \"{{ m }}\"";
    let lab = Lab::base().go(go).answers(&["hill"]);
    let play = |seed: u64| lab.clone().seed(seed).asks(&["go(players[1])"]).log;
    assert_eq!(play(7), play(7));
    assert_ne!((0..8).map(play).collect::<BTreeSet<_>>().len(), 1);
}

#[test]
fn chance_is_not_for_calculations() {
    for (code, error) in [
        ("roll(d6)", "CW0507"),
        ("count(units where roll(d6) > 3)", "CW0507"),
        ("random(1..3) ?? 0", "CW0507"),
    ] {
        let rules = format!("[functions.f]\nreturns = \"int\"\ncode = \"{code}\"");
        Lab::base().rules(&rules).refuses(error);
    }
}
