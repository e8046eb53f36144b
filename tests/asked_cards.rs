//! Texts that ask for other cards than their rules: the wrong join, the card itself, cards that are not to be there.

use crate::text_claims::assert_claims;

#[test]
fn any_one_of_a_set_is_not_all_of_it() {
    let wrong = [
        ("+5 with an Oak and an Ash.", "says `or`, and its text says “and”"),
        ("+5 with both Oak and Ash. Others lose their voice.", "says `or`, and its text says “and”"),
    ];
    let right = [
        "+5 with an Oak or an Ash.",
        "+5 with any of Oak and Ash.",
        "+5 for an Oak or Ash, unless it rains.",
    ];
    assert_claims("bonus", "5 if any(hand where suit in {oak, ash})", &wrong, &right);
    assert_claims("bonus", "5 if with({oak, ash})", &wrong, &right);
}

#[test]
fn other_cards_are_not_the_card_itself() {
    let wrong = [
        ("+2 for each Oak.", "leaves the card itself out"),
        ("+2 for every Oak in your hand.", "leaves the card itself out"),
    ];
    let right = [
        "+2 for each other Oak.",
        "+2 for each Oak besides this one.",
        "+2 for each of the remaining Oaks.",
        "+2 for each Oak but itself.",
    ];
    assert_claims("bonus", "2 * count(others where suit == oak)", &wrong, &right);
    // The card is an Oak, so that no other suit leaves it out.
    assert_claims("bonus", "2 * count(others where suit == ash)", &[], &["+2 for each Ash."]);
    assert_claims("bonus", "2 * count(hand where suit == oak)", &[], &["+2 for each Oak."]);
}

#[test]
fn what_is_asked_for_is_not_to_be_missing() {
    let wrong = [
        ("+5 without an Ash.", "says “without"),
        ("+5 if you hold no Ash.", "says “no"),
        ("+5 unless you hold an Ash.", "says “unless"),
    ];
    let right = ["+5 with an Ash.", "+5 if this is not your only Ash.", "+5 for no more than an Ash."];
    assert_claims("bonus", "5 if with({ash})", &wrong, &right);
    assert_claims("bonus", "5 if with({ash}) else 2", &[], &["+2 without an Ash, else +5."]);
}

#[test]
fn the_strongest_is_neither_the_sum_nor_left_out() {
    let sum = "sum(hand where suit == oak, strength)";
    assert_claims(
        "bonus",
        sum,
        &[("Adds the strength of your strongest Oak.", "says the sum")],
        &["Adds the strength of each Oak."],
    );
    assert_claims("bonus", "5 if max(hand, strength) > 6", &[], &["+5 with a card above 6."]);
    let best = "max(hand where suit == oak, strength)";
    let wrong = [
        ("Adds the strength of all your Oaks.", "looks for the highest or lowest"),
        ("Adds the strength of your weakest Oak.", "says the highest"),
    ];
    let right = [
        "Adds the strength of your strongest Oak.",
        "Adds the strength of one Oak you hold.",
        "Adds the best Oak's strength.",
    ];
    assert_claims("bonus", best, &wrong, &right);
}
