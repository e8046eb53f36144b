//! Deeds of texts: their amounts, whoever does them, what joins them, and what may be declined.

use crate::text_claims::{all_said_in, assert_texts_in};

const GAME: &str = r#"
[game]
id = "snails"
name = "Snails"
players = [2, 4]
[enums]
suit = ["oak", "ash", "elm"]
[kinds.card.attributes]
suit = { type = "suit", default = "elm" }
[kinds.card.slots]
bonus = { returns = "int", default = "0" }
now = { do = true }
[state.player]
dew = "int 0..12"
asleep = "bool"
stone = "int 0..20"
[zones.deck]
start = "cards"
ordered = true
[zones.discards]
[zones.hand]
per = "player"
[functions.awake]
params = { you = "player" }
returns = "set of player"
code = "players - you where not asleep"
[verbs.draw]
params = { p = "player", n = "int" }
do = "deal(deck, p.hand, n)"
text = "{{ p }} draws {{ n }} cards"
[verbs.discard]
params = { p = "player", c = "card" }
do = "move(c, discards)"
text = "{{ p }} discards {{ c }}"
[verbs.crawl]
params = { p = "player", n = "int" }
do = "p.stone += n"
text = "{{ p }} crawls {{ n }} stones"
[verbs.slip]
params = { p = "player", n = "int" }
do = "p.stone -= n"
text = "{{ p }} slips back {{ n }} stones"
[verbs.gain]
params = { p = "player", n = "int" }
do = "p.dew += n"
text = "{{ p }} gains {{ n }} dew"
[verbs.dry]
params = { p = "player", n = "int" }
do = "if p.dew >= n { p.dew -= n }"
text = "{{ p }} loses {{ n }} dew"
[verbs.play]
params = { you = "player" }
do = """
choose card from hand
card.now()
discard(you, card)
"""
[flow]
play = "for each p in players { draw(p, 2); play(p); gain(p, 1); dry(p, 1); crawl(p, 1); slip(p, 1) }; end"
[scoring]
score = "sum(p.hand, bonus) + p.dew + p.stone"
"#;

fn assert_texts(slot: &str, rule: &str, wrong: &[&str], right: &[&str]) {
    assert_texts_in(GAME, (slot, rule), wrong, right);
}

#[test]
fn each_verb_has_its_own_number() {
    assert_texts(
        "now",
        "if dew >= 4 { dew -= 2; crawl(you, 4) }",
        &[
            "If you have at least 4 dew, lose 2 dew and crawl 2 stones.",
            "If you have at least 4 dew, lose 4 dew and crawl 4 stones.",
        ],
        &[
            "If you have at least 4 dew, lose 2 dew and crawl 4 stones.",
            "If you have 4 or more dew, lose 2 dew. Then crawl 4 stones.",
            "Crawl 4 stones for 2 dew, if you have at least 4.",
        ],
    );
    assert_texts(
        "now",
        "if roll(d6) >= 4 { crawl(you, 4) } else { slip(you, 2) }",
        &[
            "Roll a die. On 4 or more, crawl 2 stones; otherwise, slip back 4 stones.",
            "Roll a die. On 4, crawl 4 stones; otherwise, slip back 2 stones.",
        ],
        &[
            "Roll a die. On 4 or more, crawl 4 stones; otherwise, slip back 2 stones.",
            "Roll a die: on 1, 2 or 3 you slip back 2 stones, on 4, 5 or 6 you crawl 4 stones.",
        ],
    );
    assert_texts(
        "now",
        "choose c from hand; discard(you, c); draw(you, 2)",
        &["Discard 2 cards, then draw 2 cards.", "Discard a card, then draw a card."],
        &[
            "Discard a card, then draw 2 cards.",
            "Discard any card. Draw two.",
            "Choose a card and discard it. Draw a card, then draw another.",
            "Discard a card of your choice, then draw a card twice.",
        ],
    );
}

#[test]
fn an_amount_that_nobody_chooses_is_no_limit() {
    let wrong = ["Draw up to 3 cards.", "You draw up to three cards."];
    assert_texts(
        "now",
        "draw(you, 3)",
        &wrong,
        &["Draw 3 cards.", "Draw three cards (or as many as there are)."],
    );
    assert_texts("now", "choose n from 1..3; draw(you, n)", &[], &["Draw up to 3 cards."]);
}

#[test]
fn deeds_without_a_choice_are_no_alternatives() {
    assert_texts(
        "now",
        "dew -= 2; crawl(you, 4)",
        &["Lose 2 dew or crawl 4 stones.", "You lose 2 dew, or you crawl 4 stones."],
        &["Lose 2 dew and crawl 4 stones.", "Crawl 4 stones, with or without a shell. Lose 2 dew."],
    );
    assert_texts(
        "now",
        "choose { option \"Drink\" { dew -= 2 } option \"Crawl\" { crawl(you, 4) } }",
        &[],
        &["Lose 2 dew or crawl 4 stones."],
    );
}

#[test]
fn what_may_be_declined_comes_first() {
    assert_texts(
        "now",
        "may choose c from hand { discard(you, c); draw(you, 2) }",
        &[
            "You may draw 2 cards. If you do, discard a card from your hand.",
            "You may discard a card from your hand. If you do not, draw 2 cards.",
        ],
        &[
            "You may discard a card from your hand. If you do, draw 2 cards.",
            "You may discard a card to draw 2 cards.",
            "Draw 2 cards if you discard one. You may decline.",
        ],
    );
    assert_texts(
        "now",
        "may choose c from hand { discard(you, c) } else { draw(you, 2) }",
        &[],
        &["You may discard a card from your hand. If you do not, draw 2 cards."],
    );
}

#[test]
fn players_are_picked_by_what_the_rule_asks() {
    assert_texts(
        "now",
        "for each p in players - you { crawl(p, 2) }",
        &[
            "Each opponent who is asleep crawls 2 stones.",
            "Each other player with dew crawls 2 stones.",
            "The player after you crawls 2 stones.",
        ],
        &[
            "Each opponent crawls 2 stones.",
            "All the others crawl 2 stones.",
            "Each player but you crawls 2 stones.",
        ],
    );
    assert_texts(
        "now",
        "for each p in players { crawl(p, 2) }",
        &["Each player but you crawls 2 stones.", "Everybody other than you crawls 2 stones."],
        &["Each player crawls 2 stones, you too.", "Everybody crawls 2 stones."],
    );
    assert_texts(
        "now",
        "choose p from players - you { p.asleep = true }",
        &["Choose a player, who falls asleep.", "Any player of your choice falls asleep."],
        &[
            "Choose an opponent, who falls asleep.",
            "Choose a player other than you: they fall asleep.",
            "Another player falls asleep: choose who.",
        ],
    );
    assert_texts(
        "now",
        "for each p in awake(you) { crawl(p, 2) }",
        &[],
        &["Each opponent who is awake crawls 2 stones."],
    );
    assert_texts(
        "now",
        "for each p in players { dry(p, 2) }",
        &[],
        &["Each player with at least 2 dew loses 2 dew."],
    );
    assert_texts("now", "crawl(next(you), 2)", &[], &["The player after you crawls 2 stones."]);
}

#[test]
fn comparisons_are_joined_as_in_the_rule() {
    assert_texts(
        "bonus",
        "7 if stone == 12 and dew >= 10",
        &["+7 if you are on stone 12 or have at least 10 dew.", "+7 on stone 12 or with 10 or more dew."],
        &["+7 if you are on stone 12 and have 10 or more dew.", "+7 if you have 10 dew or more on stone 12."],
    );
    assert_texts(
        "bonus",
        "7 if stone == 12 or dew >= 10",
        &["+7 if you are on stone 12 and have at least 10 dew."],
        &["+7 if you are on stone 12 or have at least 10 dew.", "+7 on stone 12, or with 10 or more dew."],
    );
}

#[test]
fn a_small_number_is_compared_as_in_the_rule() {
    assert_texts(
        "bonus",
        "6 if count(hand where suit == ash) >= 2",
        &[
            "+6 with two or fewer Ashes.",
            "+6 with exactly two Ashes.",
            "+6 with more than two Ashes.",
            "+6 with fewer than two Ashes.",
        ],
        &[
            "+6 with two Ashes.",
            "+6 with two or more Ashes.",
            "+6 with at least two Ashes.",
            "+6 with more than one Ash.",
            "+6 with several Ashes.",
        ],
    );
}

#[test]
fn whatever_a_rule_multiplies_is_counted_in_the_text() {
    assert_texts(
        "bonus",
        "2 * count(hand where suit == ash)",
        &["+2 if you have any Ash.", "+2 with any Ash.", "+2 if all of your cards are Ashes."],
        &[
            "+2 for any Ash.",
            "+2 for each Ash.",
            "+2 for all Ashes that you hold.",
            "Any Ash that you hold is worth 2.",
        ],
    );
}

#[test]
fn neighbours_are_those_of_the_rule() {
    assert_texts(
        "now",
        "crawl(next(you), 2)",
        &[
            "The player to your right crawls 2 stones.",
            "The player before you crawls 2 stones.",
            "Each other player crawls 2 stones.",
            "Another player crawls 2 stones: choose who.",
            "Crawl 2 stones.",
        ],
        &[
            "The player after you crawls 2 stones.",
            "The player to your left crawls 2 stones.",
            "Your left neighbour crawls 2 stones.",
        ],
    );
    assert_texts("now", "crawl(next(you, -1), 2)", &[], &["The player to your right crawls 2 stones."]);
}

#[test]
fn any_player_with_a_card_may_be_asked_for_one() {
    let rule = "for each p in players - you { choose c from p.hand by p { move(c, discards) } }";
    assert_texts(
        "now",
        rule,
        &[],
        &[
            "Each opponent with any cards in hand discards one of them.",
            "Each other player with at least one card in hand discards one.",
            "Each other player who has a card in hand discards one of those.",
        ],
    );
}

#[test]
fn the_two_sides_of_an_else_are_not_exchanged() {
    assert_texts(
        "now",
        "if dew < 5 { gain(you, 4) } else { crawl(you, 2) }",
        &[
            "If you have less than 5 dew, crawl 2 stones. Otherwise, gain 4 dew.",
            "If you have at least 5 dew, gain 4 dew. Otherwise, crawl 2 stones.",
        ],
        &[
            "If you have less than 5 dew, gain 4 dew. Otherwise, crawl 2 stones.",
            "If you have 5 dew or more, crawl 2 stones; otherwise, gain 4 dew.",
        ],
    );
    assert_texts(
        "bonus",
        "6 if count(hand where suit == ash) >= 2 else -2",
        &["−2 with two or more Ashes, otherwise +6."],
        &["+6 with two or more Ashes, otherwise −2.", "−2 with fewer than two Ashes, otherwise +6."],
    );
}

#[test]
fn faces_of_dice_stand_in_rows() {
    assert_texts(
        "now",
        "if roll(d6) >= 5 { crawl(you, 3) }",
        &[
            "Roll a die. On a 4, 5 or 6, crawl 3 stones.",
            "Roll a die. On a 5, crawl 3 stones.",
            "Roll a die. On a total of 4 or more, crawl 3 stones.",
        ],
        &[
            "Roll a die. On a 5 or a 6, crawl 3 stones.",
            "Roll a die. On a five or on a six, crawl 3 stones.",
            "Roll a die. On 5 or 6, crawl 3 stones.",
            "Roll a die. On a total of 5 or more, crawl 3 stones.",
        ],
    );
    assert_texts(
        "now",
        "if roll(d6) + roll(d6) >= 10 { crawl(you, 3) }",
        &["Roll two dice. On a total of 9 or more, crawl 3 stones."],
        &[
            "Roll two dice. On a 10, an 11 or a 12, crawl 3 stones.",
            "Roll two dice. On a total of 10 or more, crawl 3 stones.",
        ],
    );
}

#[test]
fn limits_of_hands_have_many_words() {
    assert_texts(
        "now",
        "while count(hand) > 4 { choose c from hand; discard(you, c) }",
        &["Discard down to a hand of 5.", "Keep five cards and discard the others."],
        &[
            "Discard down to a hand of 4.",
            "Keep four cards and discard the others.",
            "Choose four cards to keep, and discard the others.",
            "Discard all cards but 4.",
        ],
    );
    assert_texts(
        "now",
        "if stone < 20 { crawl(you, 6) } else { crawl(you, 4) }",
        &[],
        &[
            "Before stone 20, crawl 6 stones. From stone 20 on, crawl 4 stones.",
            "With fewer than 20, crawl 6. From 20 onwards, crawl 4.",
        ],
    );
}

#[test]
fn a_denial_ends_where_another_condition_begins() {
    assert_texts(
        "now",
        "if dew >= 3 and not asleep { crawl(you, 4) }",
        &[],
        &[
            "If you don't have to sleep and have at least 3 dew, crawl 4 stones.",
            "If you do not have eyes that are closed, and have at least 3 dew, crawl 4 stones.",
        ],
    );
}

#[test]
fn states_of_players_are_those_of_the_rule() {
    assert_texts(
        "now",
        "stone -= 2; asleep = true",
        &["Lose 2 dew. You fall asleep (asleep until your next turn)."],
        &["Go back 2 stones. You fall asleep (asleep until your next turn)."],
    );
    assert_texts(
        "now",
        "if dew >= 6 { asleep = true }",
        &["If you have 6 or more stone, sleep."],
        &["If you have 6 or more dew, sleep."],
    );
}

#[test]
fn a_verb_that_takes_off_what_is_there_has_a_sign() {
    let game = GAME.replace("if p.dew >= n { p.dew -= n }", "p.dew -= min(n, p.dew)");
    let cards = "[cards.owl]\nnow = \"dry(you, 2)\"\ntext = \"Gain 2 dew.\"\n[cards.fox]\nnow = \"dry(you, 2)\"\ntext = \"Lose 2 dew.\"\n";
    let said = all_said_in(&game, cards);
    assert!(said.contains("`owl`") && !said.contains("`fox`"), "{said}");
}

#[test]
fn words_in_is_have_their_plural() {
    let game = GAME.replace("\"ash\"", "\"oasis\"");
    let cards = "[cards.owl]\nbonus = \"2 * count(hand where suit == oasis)\"\ntext = \"+2 for all Oases in your hand.\"\n";
    assert_eq!(all_said_in(&game, cards), "");
}
