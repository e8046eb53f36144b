//! `show`, `seen_by = "others"` and `top_seen_by`: refused uses, and effects on rules.

use super::lab::Lab;

#[test]
fn rules_show_one_and_many_to_one_and_many() {
    let go = "show(hill, you)\nshow(deck, players)\nshow(hand, next(you))\nshow(cards where suit == flood, players - you)\nlog \"shown\"";
    let played = Lab::base().go(go).asks(&["go(players[1])", "count(deck)"]);
    assert_eq!(
        (played.log, played.values),
        (vec!["shown".to_string()], vec!["done".to_string(), "10".into()])
    );
}

#[test]
fn what_cannot_be_shown() {
    Lab::base().go("show(hill)").refuses("CW0504");
    Lab::base().go("show(you, hill)").refuses("CW0504");
    Lab::base().go("show(deck, all)").refuses("CW0502");
    Lab::base().go("show(deck, others)").refuses("CW0502");
    Lab::base().go("show(top(deck), you)").refuses("CW0506");
    Lab::base().go("show(hill.strength, you)").refuses("CW0502");
}

#[test]
fn who_sees_a_zone_must_make_sense() {
    let zone = |text: &str| Lab::base().rules(&format!("[zones.spot]\n{text}\n"));
    zone("seen_by = \"others\"").refuses("CW0572");
    zone("ordered = true\nseen_by = \"none\"\ntop_seen_by = \"owner\"").refuses("CW0572");
    zone("seen_by = \"none\"\ntop_seen_by = \"all\"").refuses("CW0535");
    zone("ordered = true\ntop_seen_by = \"all\"").refuses("CW0575");
    zone("ordered = true\nseen_by = \"players - self\"").refuses("CW0500");
    zone("ordered = true\nseen_by = \"teammates\"").refuses("CW0205");
    zone("per = \"player\"\nseen_by = \"others\"\nordered = true\ntop_seen_by = \"owner\"")
        .check(&[("count(deck)", "10")]);
}

#[test]
fn what_is_no_hint() {
    let go = |code: &str| Lab::base().go(code);
    go("show(deck, you, printed.suit == flood)\nshow(deck, players, it.strength == 3)\nlog \"told\"")
        .check(&[("count(deck)", "10")]);
    go("show(deck, you, strength)").refuses("CW0502");
    go("show(deck, you, strength != 3)").refuses("CW0502");
    go("show(deck, you, strength > 3)").refuses("CW0502");
    go("show(deck, you, 3 == strength)").refuses("CW0503");
    go("show(deck, you, suit == flood)").refuses("CW0503");
    go("show(deck, you, weight == 3)").refuses("CW0503");
    go("show(deck, you, strength == flood)").refuses("CW0502");
    go("show(you.hand, players, strength == 3)").refuses("CW0535");
    go("show(deck, strength == 3)").refuses("CW0500");
}
