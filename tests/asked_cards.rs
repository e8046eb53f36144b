//! Texts that ask for other cards than their rules: the wrong join, the card itself, cards that are not to be
//! there, random ones, those that nobody need choose.

use crate::text_claims::{GAME, all_said_in, assert_claims};

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

#[test]
fn what_must_be_chosen_cannot_be_declined() {
    let rule = "choose c from discards { move(c, you.hand) }";
    let wrong = [("You may take a card from the discards.", "leaves no choice")];
    let right = ["Take a card from the discards.", "Take a card from the discards. You may choose which."];
    assert_claims("now", rule, &wrong, &right);
    let may = "may choose c from discards { move(c, you.hand) }";
    assert_claims("now", may, &[], &["You may take a card from the discards."]);
    let arms = "choose { option \"Coins\" { you.coins += 3 } option \"Cards\" { draw(you, 2) } }";
    assert_claims("now", arms, &[], &["You may gain 3 coins or draw 2 cards."]);
}

#[test]
fn what_is_chosen_is_not_random() {
    let chosen = "choose c from you.hand { move(c, discards) }";
    let wrong = [("Put a random card from your hand on the discards.", "leaves nothing to chance")];
    assert_claims("now", chosen, &wrong, &["Put a card from your hand on the discards."]);
    let random = "if let c = random(you.hand) { move(c, discards) }";
    let wrong = [("Put the card that you like least from your hand on the discards.", "takes a random one")];
    let right = [
        "Put a random card from your hand on the discards.",
        "Without looking, put a card from your hand on the discards.",
    ];
    assert_claims("now", random, &wrong, &right);
}

#[test]
fn a_value_goes_by_its_printed_word() {
    let game = GAME.replace("[words]\n", "[words]\noak = \"Lichen\"\nash = \"Ash Tree\"\n");
    let said = |rule: &str, text: &str| {
        all_said_in(&game, &format!("[cards.one]\nsuit = \"elm\"\nbonus = \"{rule}\"\ntext = \"{text}\"\n"))
    };
    let oaks = "2 * count(hand where suit == oak)";
    assert!(said(oaks, "+2 for each Oak in your hand.").contains("Lichen"));
    assert_eq!(said(oaks, "+2 for each Lichen in your hand."), "");
    // A word of the printed ones will do.
    assert_eq!(said("2 * count(hand where suit == ash)", "+2 for each Ash in your hand."), "");
}
