//! Zones: the table's and the players', ordered and heaps, their starting contents, and the built-ins that
//! move components.

use super::lab::Lab;

#[test]
fn what_begins_where() {
    let rules = r#"
[zones.market]
start = "cards where suit == flood"
[zones.pile]
ordered = true
start = "cards where strength == 0"
[zones.camp]
per = "player"
holds = "unit"
start = "units where strength == 6 + seat(self)"
[zones.empty]
"#;
    Lab::base().rules(rules).check(&[
        ("market", "{lake, lake#2}"),
        ("pile", "{twin, twin#2}"),
        ("players[1].camp", "{guard}"),
        ("players[2].camp", "{rider}"),
        ("empty", "{}"),
        ("count(deck)", "4"),
        ("box", "{}"),
    ]);
}

#[test]
fn the_first_of_an_ordered_zone_is_the_top() {
    Lab::base()
        .go("move(hill, discards)\nmove(moss, deck)\nmove(guard, deck, bottom)\nmove(spark, deck, top)")
        .check(&[
            ("top(deck)", "hill"),
            ("bottom(deck)", "rider"),
            ("go(players[1])", "done"),
            ("top(deck)", "spark"),
            ("bottom(deck)", "guard"),
        ]);
    let go = "for each c in deck { log \"{{ c }}\" }\nmove(hill, deck, bottom)\nmove(units, deck)\nfor each c in deck { log \"{{ c }}\" }";
    // A set is moved one by one in the order of the box, so that its last comes out on top.
    let played = Lab::base().go(go).asks(&["go(players[1])"]);
    assert_eq!(played.log[..10].join(" "), "Hill Lake Lake Spark Blaze Twin Twin Moss Guard Rider");
    assert_eq!(played.log[10..].join(" "), "Rider Guard Lake Lake Spark Blaze Twin Twin Moss Hill");
}

#[test]
fn a_zone_has_a_top_only_if_it_is_ordered() {
    Lab::base().go("if let c = top(discards) { move(c, deck) }").refuses("CW0535");
    Lab::base().go("deal(discards, deck, 1)").refuses("CW0535");
    Lab::base().go("if let c = top(units) { move(c, deck) }").refuses("CW0502");
    Lab::base().check(&[("top(deck) == hill", "yes"), ("first(discards)", "none")]);
}

#[test]
fn moving_one_and_many() {
    let go = "move(hill, discards)\nmove(cards where suit == flame, hand)\nmove(units, players[1].hand)\nmove(players[1].hand, discards)";
    Lab::base().go(go).check(&[
        ("go(players[2])", "done"),
        ("discards", "{hill, guard, rider}"),
        ("players[2].hand", "{spark, blaze}"),
        ("players[1].hand", "{}"),
        ("holder(spark)", "player 2"),
        ("holder(hill)", "none"),
        ("zone_of(spark) == players[2].hand", "yes"),
        ("zone_of(spark)", "hand[2]"),
        ("count(deck)", "5"),
    ]);
}

#[test]
fn the_box_is_where_those_in_no_zone_are() {
    let go = "move(hill, box)\nmove(units, box)\nmove(moss, box)\nif any(box) { log \"there\" }\nmove(moss, discards)";
    Lab::base().go(go).check(&[
        ("box", "{}"),
        ("go(players[2])", "done"),
        ("box", "{hill, guard, rider}"),
        ("count(box)", "3"),
        ("zone_of(hill)", "none"),
        ("holder(hill)", "none"),
        ("hill in box", "yes"),
        ("discards", "{moss}"),
    ]);
}

#[test]
fn dealing() {
    let go = "deal(deck, hand, 2)\ndeal(deck, discards, 0)\nlet less = -3\ndeal(deck, discards, less)\ndeal(deck, players[1].hand, 99)\ndeal(deck, hand, 1)";
    Lab::base().go(go).check(&[
        ("go(players[2])", "done"),
        ("players[2].hand", "{hill, lake}"),
        ("count(players[1].hand)", "8"),
        ("count(discards)", "0"),
        ("top(deck)", "none"),
    ]);
    // Dealt onto an ordered zone, the last is on top.
    let pile = Lab::base().rules("[zones.pile]\nordered = true").go("deal(deck, pile, 3)");
    pile.check(&[("go(players[1])", "done"), ("top(pile)", "lake#2"), ("bottom(pile)", "hill")]);
    // On itself, each goes to the top again.
    Lab::base().go("deal(deck, deck, 3)").check(&[
        ("go(players[1])", "done"),
        ("top(deck)", "hill"),
        ("count(deck)", "10"),
    ]);
}

#[test]
fn swapping() {
    let go =
        "move(guard, hand)\nswap(guard, lake_one)\nswap(hill, rider)\nmove(spark, box)\nswap(spark, moss)";
    let lab = Lab::base().rules(
        "[functions.lake_one]\nreturns = \"card\"\ncode = \"first(cards where name == lake) ?? hill\"",
    );
    let lab = lab.go(go);
    lab.check(&[
        ("go(players[1])", "done"),
        ("players[1].hand", "{lake}"),
        ("top(deck)", "rider"),
        ("bottom(deck)", "hill"),
        ("box", "{moss}"),
        ("guard in deck and spark in deck", "yes"),
    ]);
}

#[test]
fn swapping_keeps_places_in_the_order() {
    let go = "move(guard, hand)\nswap(guard, blaze)\nfor each c in deck { log \"{{ c }}\" }";
    let played = Lab::base().go(go).asks(&["go(players[1])"]);
    assert_eq!(played.log.join(" "), "Hill Lake Lake Spark Guard Twin Twin Moss Rider");
    let same = Lab::base().go("swap(hill, hill)").asks(&["go(players[1])", "top(deck)", "count(deck)"]);
    assert_eq!(same.values, ["done", "hill", "10"]);
}

#[test]
fn what_a_zone_does_not_hold_stays_out() {
    let rules = "[zones.camp]\nholds = \"unit\"";
    let lab = Lab::base().rules(rules);
    lab.check(&[("camp", "{}"), ("sum(camp, speed)", "0")]);
    lab.clone().go("move(guard, camp)").check(&[
        ("go(players[1])", "done"),
        ("camp", "{guard}"),
        ("sum(camp, speed)", "1"),
    ]);
    lab.clone()
        .go("for each c in deck { move(c, camp) }")
        .check(&[("go(players[1])", "CW0708"), ("count(deck)", "10")]);
    lab.clone().go("move(guard, camp)\nswap(guard, hill)").check(&[("go(players[1])", "CW0708")]);
    lab.go("for each u in camp { you.coins += u.speed }\nmove(deck where it is unit, camp)\nfor each u in camp { you.coins += u.speed }").check(&[
        ("go(players[1])", "done"),
        ("players[1].coins", "8"),
    ]);
}

#[test]
fn a_players_zone_is_named_through_the_player() {
    let lab =
        Lab::base().rules("[verbs.deal_all]\ndo = \"for each p in players { deal(deck, p.hand, seat(p)) }\"");
    let lab = lab.go("deal_all()\nmove(first(hand) ?? hill, next(you).hand)");
    lab.check(&[
        ("go(players[1])", "done"),
        ("players[1].hand", "{}"),
        ("players[2].hand", "{hill, lake, lake#2}"),
        ("count(union(players, hand))", "3"),
        ("players where any(hand)", "{player 2}"),
        ("players where count(hand) > 2", "{player 2}"),
        ("sum(p in players, count(p.hand))", "3"),
    ]);
    Lab::base().rules("[flow]\nplay = \"move(hill, hand)\"").refuses("CW0500");
}

#[test]
fn a_variable_may_hold_a_zone() {
    let go = "let z = discards\nmove(hill, z)\nif count(hand) == 0 { z = hand }\nmove(moss, z)\nlet n = count(z)\nlet there = z where strength > 0\ncoins = n * 10 + count(there)\nif let k = zone_of(rider) { move(guard, k) }\nfor each c in z { log \"{{ c }}\" }";
    let played = Lab::base().go(go).asks(&["go(players[1])", "players[1].coins", "top(deck)", "discards"]);
    assert_eq!(played.values, ["done", "11", "guard", "{hill}"]);
    assert_eq!(played.log, ["Moss"]);
    let rules = "[verbs.stow]\nparams = { c = \"card\", to = \"zone\" }\ndo = \"move(c, to)\"\n[functions.fullest]\nparams = { you = \"player\" }\nreturns = \"zone\"\ncode = \"discards if count(discards) > count(hand) else hand\"";
    // An `if else` of two zones is a zone; of a zone and a set, it is a set.
    let wrong = rules.replace("else hand", "else hand where marked");
    assert_eq!(Lab::base().rules(&wrong).errors(), ["CW0502"]);
    Lab::base().rules(rules).go("stow(hill, discards)\nstow(moss, fullest)\nstow(spark, you.hand)").check(&[
        ("go(players[2])", "done"),
        ("discards", "{hill, moss}"),
        ("players[2].hand", "{spark}"),
    ]);
}

#[test]
fn who_sees_what_is_not_the_rules_business() {
    // Rules see everything: only views hide.
    Lab::base()
        .rules("[zones.secret]\nseen_by = \"none\"")
        .go("move(hill, secret)")
        .check(&[("go(players[1])", "done"), ("secret", "{hill}")]);
}

#[test]
fn a_zone_that_does_not_say_what_it_holds_takes_all_there_is() {
    // All that there is, is of one kind below card.
    let lab = Lab::empty().rules("[kinds.unit]\nbase = \"card\"\n[zones.deck]\nstart = \"cards\"\n");
    lab.cards("[cards.ark]\nkind = \"unit\"\ncopies = 3").check(&[("count(deck)", "3")]);
}

#[test]
fn a_zone_without_order_is_not_shuffled_and_has_no_places() {
    let go = |code: &str| Lab::base().rules("[zones.row]\nper = \"player\"\nordered = true").go(code);
    for code in [
        "shuffle(hand)",
        "shuffle(players[1].hand)",
        "shuffle(discards)",
        "move(hill, hand, bottom)",
        "move(hill, hand, top)",
        "move(cards, discards, bottom)",
        "move(hill, hand if coins > 1 else discards, bottom)",
        "shuffle(hand if coins > 1 else discards)",
    ] {
        go(code).refuses("CW0535");
    }
    // It may be ordered if it is known only in play.
    let either = "shuffle(row if coins > 1 else discards)\nmove(hill, row if coins > 1 else hand, bottom)";
    assert_eq!(go(either).errors(), [""; 0]);
    assert_eq!(go("shuffle(row)\nmove(hill, row, bottom)\nmove(cards, row, top)").errors(), [""; 0]);
    let mixed =
        "[verbs.mix]\nparams = { z = \"zone\", c = \"card\" }\ndo = \"shuffle(z); move(c, z, bottom)\"";
    assert_eq!(go("mix(hand, hill)\nmix(deck, hill)").rules(mixed).errors(), [""; 0]);
}
