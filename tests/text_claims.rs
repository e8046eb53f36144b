//! Words of a text that no number and no name shows to be wrong: for other players, denials, choices, counts,
//! zones, joined conditions, verbs.
//!
//! Each sort is tried with false sentences and with true ones, which are no errors.

use cardwright::compile::CompiledGame;
use cardwright::package::PackageFiles;

/// A game of cards with a rule that is a value, and one that does something.
const GAME: &str = r#"
[game]
id = "claims"
name = "Claims"
players = [2, 4]
[enums]
suit = ["oak", "ash", "elm"]
[kinds.card.attributes]
suit = "suit"
strength = { type = "int 0..20", default = 0 }
[kinds.card.slots]
bonus = { returns = "int", default = "0" }
now = { do = true }
[state.player]
coins = "int 0..999"
[state.table]
round = "int 0..9"
[zones.deck]
holds = "card"
ordered = true
start = "cards"
[zones.discards]
holds = "card"
[zones.hand]
per = "player"
holds = "card"
[zones.market]
holds = "card"
[words]
market = "bazaar"
[functions.others]
params = { self = "card" }
returns = "set of card"
code = "hand - {self}"
[verbs.draw]
params = { p = "player", n = "int" }
do = "deal(deck, p.hand, n)"
text = "{{ p }} draws {{ n }} cards"
[verbs.toss]
params = { p = "player", c = "card" }
do = "move(c, discards)"
text = "{{ p }} tosses {{ c }}"
[verbs.turn]
params = { you = "player" }
do = '''
choose card from hand
card.now()
toss(you, card)
'''
[flow]
play = "for each p in players { draw(p, 1); turn(p) }; end"
[scoring]
score = "sum(p.hand, bonus) + p.coins"
"#;

/// Checks the game with one card for each rule in a slot, with its text. Returns what is said of each card.
fn said(cards: &[(&str, &str, &str)]) -> Vec<String> {
    let mut all = String::new();
    for (i, (slot, rule, text)) in cards.iter().enumerate() {
        all.push_str(&format!("[cards.c{i}x]\nsuit = \"oak\"\n{slot} = '''{rule}'''\ntext = \"{text}\"\n"));
    }
    let found = all_said(&all);
    (0..cards.len())
        .map(|i| {
            let of_card = |line: &&str| line.contains(&format!("`c{i}x`"));
            found.lines().filter(of_card).collect::<Vec<_>>().join("\n")
        })
        .collect()
}

fn all_said(cards: &str) -> String {
    let files = [("game.toml", GAME.to_owned()), ("cards/all.toml", cards.to_owned())];
    let opened = CompiledGame::from_files(PackageFiles::from_texts(files), Vec::new());
    // That nothing uses a function is no difference of texts.
    let found = opened.diagnostics.iter().filter(|d| d.code.to_string() != "CW0600");
    found.map(|d| format!("{} {} {:?}\n", d.code, d.message, d.help)).collect()
}

/// Asserts that the texts in the first list are warned of, each with these words, and those in the second are
/// not.
fn assert_claims(slot: &str, rule: &str, wrong: &[(&str, &str)], right: &[&str]) {
    let cards: Vec<_> = wrong.iter().map(|(text, _)| *text).chain(right.iter().copied()).collect();
    let cards: Vec<_> = cards.into_iter().map(|text| (slot, rule, text)).collect();
    let found = said(&cards);
    for ((text, words), found) in wrong.iter().zip(&found) {
        assert!(found.contains("CW0602") && found.contains(words), "{rule}: {text}\n{found}");
    }
    for (text, found) in right.iter().zip(&found[wrong.len()..]) {
        assert_eq!(found, "", "{rule}: {text}");
    }
}

const PLAYERS: &str = "speaks of other players, and its rule does not";

#[test]
fn a_text_of_other_players_needs_a_rule_of_them() {
    let oaks = "2 * count(hand where suit == oak)";
    let wrong = [
        ("+2 for each Oak in your opponents' hands.", PLAYERS),
        ("+2 for each Oak that any player has.", PLAYERS),
        ("+2 for each Oak of everybody.", PLAYERS),
    ];
    let right =
        ["+2 for each Oak you hold.", "+2 for each Oak in your hand. The player who holds this scores it."];
    assert_claims("bonus", oaks, &wrong, &right);
    let wrong = [("Each opponent gains 3 coins.", PLAYERS), ("Another player gains 3 coins.", PLAYERS)];
    assert_claims("now", "you.coins += 3", &wrong, &["Gain 3 coins.", "You gain 3 coins."]);
}

#[test]
fn a_rule_of_other_players_needs_a_text_of_them() {
    let wrong = [("Lose 2 coins.", "speaks of other players, and its text does not")];
    let right = [
        "The others lose 2 coins.",
        "Every hero at the table loses 2 coins.",
        "Everyone but you loses 2 coins.",
    ];
    assert_claims("now", "for each p in players - you { p.coins -= 2 }", &wrong, &right);
}

#[test]
fn all_players_and_the_others_are_told_apart() {
    let others = "for each p in players - you { p.coins -= 2 }";
    let wrong = [
        ("Each player loses 2 coins.", "is about the other players, and its text about all players"),
        ("An opponent loses 2 coins.", "is about each of several players, and its text about one"),
    ];
    let right = [
        "Each other player loses 2 coins.",
        "All opponents lose 2 coins.",
        "Each player but you loses 2 coins.",
        "Everyone else loses 2 coins.",
    ];
    assert_claims("now", others, &wrong, &right);
    let wrong = [("Each opponent loses 2 coins.", "is about all players, and its text about the others")];
    assert_claims("now", "for each p in players { p.coins -= 2 }", &wrong, &["Each player loses 2 coins."]);
    let chosen = "choose p from players - you\np.coins -= 2";
    let wrong =
        [("All opponents lose 2 coins.", "is about one chosen player, and its text about each of several")];
    let right = [
        "Choose an opponent, who loses 2 coins.",
        "An opponent of your choice loses 2 coins.",
        "One of your opponents loses 2 coins.",
    ];
    assert_claims("now", chosen, &wrong, &right);
    let right = ["The next player loses 3 coins.", "The player on your left loses 3 coins."];
    assert_claims("now", "next(you).coins -= 3", &[], &right);
}

#[test]
fn a_denial_needs_a_rule_that_excludes_something() {
    let wrong = [
        ("+5 without any Elm.", "says “without”, and its rule has no `none`, `not` or the like"),
        ("+5 unless you hold an Elm.", "says “unless”, and its rule has no `none`, `not` or the like"),
        ("+5 if you have no Elm.", "says “no”, and its rule has no `none`, `not` or the like"),
        ("+5 if you don’t have an Elm.", "says “don't”, and its rule has no `none`, `not` or the like"),
        ("+5 with any other Elm.", "says “other”, and its rule has no `none`, `not` or the like"),
    ];
    let right =
        ["+5 with any Elm.", "+5 with any Elm, played or not.", "+5 with any Elm (none without an Elm)."];
    assert_claims("bonus", "5 if any(hand where suit == elm)", &wrong, &right);
    let right = ["+5 with another Elm.", "+5 with any other Elm."];
    assert_claims("bonus", "5 if any(others where suit == elm)", &[], &right);
    let wrong = [("+5 with any Elm.", "asks for something not to be there, and its text does not")];
    let right = [
        "+5 without any Elm.",
        "+5 unless you hold an Elm.",
        "+5 if your hand is free of Elm.",
        "+5 with 0 Elm.",
    ];
    for rule in ["5 if none(hand where suit == elm)", "5 if count(hand where suit == elm) == 0"] {
        assert_claims("bonus", rule, &wrong, &right);
    }
    let otherwise = "if any(hand where suit == elm) { you.coins += 3 } else { you.coins += 2 }";
    assert_claims("now", otherwise, &[], &["Gain 3 coins with an Elm; if you have none, gain 2 coins."]);
}

#[test]
fn a_free_choice_is_said_on_both_sides() {
    let wrong = [("You may gain 3 coins.", "says “may”, and its rule leaves no choice")];
    assert_claims(
        "now",
        "you.coins += 3",
        &wrong,
        &[
            "Gain 3 coins.",
            "Gain 3 coins. You may not lend them.",
            "Gain 3 coins, which you may have for good.",
        ],
    );
    let wrong = [("Take a card from the discards.", "can be declined, and its text does not say so")];
    let right = ["You may take a card from the discards.", "Take up to one card from the discards."];
    assert_claims("now", "may choose c from discards { move(c, you.hand) }", &wrong, &right);
    // Whatever is chosen, something is taken.
    let right = ["Take a card from the discards.", "Take a card of your choice from the discards."];
    assert_claims("now", "choose c from discards { move(c, you.hand) }", &[], &right);
}

#[test]
fn a_count_is_said_on_both_sides() {
    let wrong =
        [("+5 for each Elm.", "says “each”, and its rule counts nothing"), ("+5 per Elm.", "says “per”")];
    assert_claims("bonus", "5 if any(hand where suit == elm)", &wrong, &["+5 with an Elm."]);
    let wrong = [("+2 with an Oak.", "multiplies by a count, and its text does not")];
    let right = ["+2 for each Oak.", "Twice the number of your Oaks.", "+2 for every Oak you hold."];
    assert_claims("bonus", "2 * count(hand where suit == oak)", &wrong, &right);
}

#[test]
fn the_highest_is_not_the_lowest() {
    let wrong = [("+2 and the lowest strength in your hand.", "says “lowest”, and its rule does not")];
    let right = ["+2 and the highest strength in your hand."];
    assert_claims("bonus", "2 + max(hand, strength)", &wrong, &right);
}

#[test]
fn a_zone_of_a_text_is_one_of_its_rule() {
    let rule = "2 * count(hand where suit == oak)";
    let wrong = [
        ("+2 for each Oak in the bazaar.", "speaks of bazaar, and its rule does not"),
        ("+2 for each Oak in the deck.", "speaks of deck, and its rule does not"),
        ("+2 for each Oak from the discards.", "speaks of discards, and its rule does not"),
    ];
    let right = [
        "+2 for each Oak in your hand.",
        "+2 for each Oak, a card of the hand.",
        "+2 for each Oak. Deck out!",
    ];
    assert_claims("bonus", rule, &wrong, &right);
    assert_claims(
        "now",
        "draw(you, 2)",
        &[("Draw 2 cards from the bazaar.", "bazaar")],
        &["Draw 2 cards from the deck."],
    );
}

#[test]
fn and_is_not_or() {
    let both = "6 if any(hand where suit == ash) and any(hand where suit == elm)";
    let either = "6 if any(hand where suit == ash) or any(hand where suit == elm)";
    let with_or = ["+6 with an Ash or an Elm.", "+6 with any Ash or any Elm."];
    let with_and = ["+6 with an Ash and an Elm.", "+6 if you have both Ash and Elm."];
    let said_or = "says `and`, and its text says “or”";
    let said_and = "says `or`, and its text says “and”";
    assert_claims("bonus", both, &with_or.map(|text| (text, said_or)), &with_and);
    assert_claims("bonus", either, &with_and.map(|text| (text, said_and)), &with_or);
    // A list may be of alternatives, whichever word joins it.
    let list = "2 * count(hand where suit == ash or suit == elm)";
    assert_claims("bonus", list, &[], &["+2 for each Ash and Elm.", "+2 for each Ash or Elm."]);
}

#[test]
fn one_verb_is_not_another() {
    let wrong = [("Toss 2 cards.", "says to draw, and its text says to toss")];
    assert_claims("now", "draw(you, 2)", &wrong, &["Draw 2 cards.", "Take 2 cards from the deck."]);
    // Said as often as it is done.
    assert_claims("now", "draw(you, 2)", &[], &["Draw a card, then draw another card."]);
}

#[test]
fn words_for_players_and_denials_may_be_left_unchecked() {
    let card = |text: &str, unchecked: &str| {
        all_said(&format!(
            "[cards.x]\nsuit = \"oak\"\nbonus = \"2 * count(hand where suit == oak)\"\n\
             text = \"{text}\"\nunchecked = [{unchecked}]"
        ))
    };
    let others = "+2 for each Oak. Opponents envy you.";
    assert!(card(others, "").contains("unchecked = [\\\"opponents\\\"]"), "{}", card(others, ""));
    assert_eq!(card(others, "\"opponents\""), "");
    assert_eq!(card("+2 for each Oak unless an Oak falls.", "\"unless\""), "");
    assert_eq!(card("+2 for each Oak of the deck.", "\"deck\""), "");
    let tossed = "[cards.x]\nsuit = \"oak\"\nnow = \"draw(you, 2)\"\ntext = \"Toss 2 cards.\"\n";
    assert!(all_said(tossed).contains("unchecked = [\\\"toss\\\"]"), "{}", all_said(tossed));
    assert_eq!(all_said(&format!("{tossed}unchecked = [\"toss\"]")), "");
    assert!(card("+2 for each Oak.", "\"not\"").contains("CW0603"));
}

#[test]
fn after_a_round_is_a_limit() {
    let right = ["After round 3, gain 2 coins.", "From round 4 on, gain 2 coins."];
    assert_claims("now", "if round > 3 { you.coins += 2 }", &[], &right);
    assert!(
        said(&[("now", "if round > 3 { you.coins += 2 }", "After round 4, gain 2 coins.")])[0]
            .contains("CW0601")
    );
}

#[test]
fn keywords_and_reactions_may_make_any_word_right() {
    let found = all_said(
        "[cards.x]\nsuit = \"oak\"\nbonus = \"2 * count(hand where suit == oak)\"\n\
         text = \"+2 for each Oak. Whenever an opponent draws, you may gain a coin unless you have no Oak.\"\n\
         [[cards.x.reactions]]\nafter = \"draw\"\ndo = \"p.coins += 1\"\n",
    );
    assert_eq!(found, "");
}
