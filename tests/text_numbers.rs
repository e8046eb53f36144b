//! Numbers of texts in other words than those of the rule: before and past a place, several in a row, the end of
//! a range; signs without a number; and what verbs of the game add or take off.

use crate::text_claims::assert_texts_in;

const GAME: &str = r#"
[game]
id = "snails"
name = "Snails"
players = [2, 4]
[enums]
suit = ["oak", "ash", "elm"]
[boards.track]
grid = [12, 1]
[kinds.card.attributes]
suit = { type = "suit", default = "elm" }
[kinds.card.slots]
bonus = { returns = "int", default = "0" }
now = { do = true }
[state.player]
dew = "int 0..12"
debt = "int -9..9"
at = { type = "cell", start = "a1" }
[zones.deck]
start = "cards"
[zones.hand]
per = "player"
[verbs.gain]
params = { p = "player", n = "int" }
do = "p.dew = min(12, p.dew + n)"
text = "{{ p }} gains {{ n }} dew"
[verbs.dry]
params = { p = "player", n = "int" }
do = "p.dew = max(0, p.dew - n)"
text = "{{ p }} loses {{ n }} dew"
[verbs.trade]
params = { p = "player", n = "int", m = "int" }
do = "p.dew = max(0, p.dew - n); p.debt = min(9, p.debt + m)"
[verbs.steal]
params = { p = "player", q = "player", n = "int" }
do = "q.dew = max(0, q.dew - n); p.dew = min(12, p.dew + n)"
[verbs.crawl]
params = { p = "player", n = "int" }
do = "repeat n { if let c = step(p.at, e) { p.at = c } }"
text = "{{ p }} crawls {{ n }} stones"
[verbs.play]
params = { you = "player" }
do = """
choose card from hand
card.now()
move(card, deck)
"""
[flow]
play = "for each p in players { play(p); gain(p, 1); dry(p, 1); crawl(p, 1); trade(p, 1, 1); steal(p, next(p), 1) }; end"
[scoring]
score = "sum(p.hand, bonus) + p.dew + p.debt"
"#;

fn assert_texts(slot: &str, rule: &str, wrong: &[&str], right: &[&str]) {
    assert_texts_in(GAME, (slot, rule), wrong, right);
}

#[test]
fn places_are_before_and_past_a_number() {
    let before = ["−4 before stone 7.", "−4 while you are short of stone 7.", "−4 below stone 7."];
    let past = [
        "+4 if you are past stone 7.",
        "+4 if you have passed stone 7.",
        "+4 after stone 7.",
        "+4 beyond stone 7.",
        "+4 further than stone 7.",
        "+4 ahead of stone 7.",
    ];
    assert_texts("bonus", "-4 if at.column < 7", &["−4 past stone 7.", "−4 on stone 7 or beyond."], &before);
    assert_texts("bonus", "4 if at.column > 7", &["+4 before stone 7."], &past);
    assert_texts(
        "bonus",
        "4 if at.column >= 7",
        &["+4 past stone 7.", "+4 before stone 7."],
        &["+4 not before stone 7."],
    );
    assert_texts(
        "bonus",
        "4 if at.column <= 7",
        &["+4 after stone 7."],
        &["+4 if you are not past stone 7."],
    );
}

#[test]
fn a_row_of_numbers_is_a_comparison() {
    let right = ["Crawl 3 stones with 10, 11 or 12 dew.", "Crawl 3 stones with 10 or more dew."];
    let wrong = ["Crawl 3 stones with 9, 10 or 11 dew."];
    assert_texts(
        "bonus",
        "5 if dew >= 4 and dew <= 6",
        &["+5 with 4, 5, 6 or 7 dew."],
        &["+5 with 4, 5 or 6 dew."],
    );
    let three =
        "let r = roll(d6); if r <= 2 { gain(you, 2) } else if r <= 4 { gain(you, 3) } else { gain(you, 7) }";
    assert_texts("now", three, &[], &["Roll a die. Gain 2 dew on 1–2, 3 on 3–4, and 7 on 5–6."]);
    assert_texts("now", "if dew >= 10 { crawl(you, 3) }", &wrong, &right);
    let die = "if roll(d6) >= 4 { crawl(you, 4) } else { dry(you, 2) }";
    assert_texts("now", die, &[], &["Roll a die: on 4, 5 or 6 crawl 4 stones, on 1, 2 or 3 lose 2 dew."]);
}

#[test]
fn the_end_of_a_range_and_the_size_of_an_enum_have_words() {
    assert_texts(
        "now",
        "if dew == 12 { crawl(you, 3) }",
        &["Crawl 3 stones."],
        &["If your dew is full, crawl 3 stones."],
    );
    assert_texts("now", "if dew < 12 { gain(you, 1) }", &[], &["Gain a dew."]);
    assert_texts("bonus", "4 if at.column == 12", &["+4 on a stone."], &["+4 on the last stone."]);
    let suits = "count(values(hand, suit))";
    assert_texts(
        "bonus",
        &format!("4 if {suits} == 3"),
        &["+4 with several suits."],
        &["+4 with a card of each suit."],
    );
    assert_texts(
        "bonus",
        &format!("2 * {suits}"),
        &["+2 for each of the four suits."],
        &["+2 for each of the three suits."],
    );
    // The last of something else is no number.
    let wrong = ["For your last card, crawl 3 stones.", "When your hand is full, crawl 3 stones."];
    assert_texts("now", "if dew >= 5 { crawl(you, 3) }", &wrong, &["With 5 dew or more, crawl 3 stones."]);
}

#[test]
fn a_value_without_a_number_has_a_sign() {
    assert_texts("bonus", "dew", &["−1 for each dew."], &["+1 for each dew.", "1 point for each dew."]);
    assert_texts("bonus", "dew / 2", &["−1 for every 2 dew."], &["+1 for every 2 dew."]);
    assert_texts(
        "bonus",
        "count(hand)",
        &["−1 for each card in your hand."],
        &["+1 for each card in your hand."],
    );
    assert_texts("bonus", "-dew", &["+1 for each dew."], &["−1 for each dew."]);
    // What may be negative itself has no sign of its own.
    assert_texts("bonus", "debt", &[], &["−1 for each debt you have.", "+1 for each debt you have."]);
}

#[test]
fn verbs_of_the_game_add_and_take_off() {
    assert_texts("now", "gain(you, 3)", &["Lose 3 dew."], &["Gain 3 dew.", "Take 3 dew."]);
    assert_texts("now", "dry(you, 3)", &["Gain 3 dew."], &["Lose 3 dew.", "Pay 3 dew."]);
    let each = "for each p in players { gain(p, 2) }";
    assert_texts("now", each, &["Each player loses 2 dew."], &["Each player gains 2 dew."]);
    let both = "gain(you, 2); dry(next(you), 2)";
    assert_texts("now", both, &[], &["The player after you loses 2 dew, and you gain 2 dew."]);
    assert_texts(
        "now",
        "trade(you, 2, 3)",
        &["Gain 2 dew and lose 3 debt."],
        &["Lose 2 dew and gain 3 debt."],
    );
    // One gains what the other loses.
    let steal = "steal(you, next(you), 2)";
    assert_texts(
        "now",
        steal,
        &[],
        &["Gain 2 dew of the player after you.", "The player after you loses 2 dew to you."],
    );
}

#[test]
fn the_number_of_a_verb_is_none_of_a_comparison() {
    let wrong =
        ["If you have at most 4 dew, crawl 4 stones.", "If you have more than 4 dew, crawl 4 stones."];
    let right = ["If you have at least 4 dew, crawl 4 stones.", "Crawl 4 stones if you have 4 or more dew."];
    assert_texts("now", "if dew >= 4 { crawl(you, 4) }", &wrong, &right);
}

#[test]
fn to_win_is_not_to_lose() {
    assert_texts(
        "now",
        "win you",
        &["You lose the game."],
        &["You win the game.", "You win the game; all others lose the game."],
    );
    let wrong = ["If you have at least 10 dew, you lose the game."];
    assert_texts(
        "now",
        "if dew >= 10 { win you }",
        &wrong,
        &["If you have at least 10 dew, you win the game."],
    );
    assert_texts(
        "now",
        "lose players - you",
        &[],
        &["You win the game.", "All other players lose the game."],
    );
}
