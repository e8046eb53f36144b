//! Words of a text that no number and no name shows to be wrong: for other players, denials, choices, counts,
//! zones, joined conditions, verbs.
//!
//! Each sort is tried with false sentences and with true ones, which are no errors.

use cardwright::compile::CompiledGame;
use cardwright::package::PackageFiles;

/// A game of cards with a rule that is a value, and one that does something.
pub const GAME: &str = r#"
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
[dice]
spark = [0, 1, 1, 2, 2, 3]
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
[functions.with]
params = { you = "player", suits = "set of suit" }
returns = "bool"
code = "any(hand where suit in suits)"
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
    all_said_in(GAME, cards)
}

pub fn all_said_in(game: &str, cards: &str) -> String {
    let files = [("game.toml", game.to_owned()), ("cards/all.toml", cards.to_owned())];
    let opened = CompiledGame::from_files(PackageFiles::from_texts(files), Vec::new());
    // That nothing uses a function is no difference of texts.
    let found = opened.diagnostics.iter().filter(|d| d.code.to_string() != "CW0600");
    found.map(|d| format!("{} {} {:?}\n", d.code, d.message, d.help)).collect()
}

/// Asserts that there is something to say of each of the wrong texts beside this rule in a game, and nothing of
/// the right ones.
pub fn assert_texts_in(game: &str, (slot, rule): (&str, &str), wrong: &[&str], right: &[&str]) {
    let all: Vec<&str> = wrong.iter().chain(right).copied().collect();
    let card = |(i, text)| format!("[cards.c{i}x]\n{slot} = '''{rule}'''\ntext = \"{text}\"\n");
    let cards: String = all.iter().enumerate().map(card).collect();
    let said = all_said_in(game, &cards);
    for (i, text) in all.iter().enumerate() {
        let is_told = said.lines().any(|line| line.contains(&format!("`c{i}x`")));
        assert_eq!(is_told, i < wrong.len(), "{rule}: {text}\n{said}");
    }
}

/// Asserts that the texts in the first list are warned of, each with these words, and those in the second are
/// not.
pub fn assert_claims(slot: &str, rule: &str, wrong: &[(&str, &str)], right: &[&str]) {
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
    let highest = "The highest strength in your hand.";
    let lowest = "The lowest strength in your hand.";
    let sum = "The total strength of your hand.";
    let wrong = [
        (lowest, "says the highest, and its text says the lowest"),
        (sum, "says the highest, and its text says a sum"),
    ];
    assert_claims("bonus", "max(hand, strength)", &wrong, &[highest]);
    assert_claims("bonus", "min(hand, strength)", &[(highest, "says the lowest")], &[lowest]);
    let wrong = [(lowest, "says the sum, and"), (highest, "says the sum, and its text says the highest")];
    assert_claims("bonus", "sum(hand, strength)", &wrong, &[sum]);
}

#[test]
fn the_player_with_the_most_is_not_the_one_with_the_fewest() {
    let gives = |key: &str| format!("if let p = best(players, {key}) {{ p.coins += 1 }}");
    let most = ["The richest player gains a coin.", "Whoever has the most coins gains one."];
    let fewest = ["The poorest player gains a coin.", "Whoever has the fewest coins gains one."];
    let wrong = fewest.map(|text| (text, "says the highest, and its text says the lowest"));
    assert_claims("now", &gives("coins"), &wrong, &most);
    let wrong = most.map(|text| (text, "says the lowest, and its text says the highest"));
    assert_claims("now", &gives("-coins"), &wrong, &fewest);
    // What the words ask for is there, or the number that they belong to is a limit.
    let limited = "Gain a coin, two at the most, for each Ash.";
    assert_claims("now", "coins += min(2, count(hand where suit == ash))", &[], &[limited]);
    let card = format!("[cards.x]\nsuit = \"oak\"\nnow = \"{}\"\ntext = \"{}\"\n", gives("coins"), fewest[0]);
    assert!(all_said(&card).contains("unchecked = [\\\"poorest\\\"]"), "{}", all_said(&card));
    assert_eq!(all_said(&format!("{card}unchecked = [\"poorest\"]\n")), "");
}

#[test]
fn another_repeats_what_was_done() {
    let right =
        ["Draw a card, then draw another.", "Draw a card. Then draw another one.", "Draw a card twice."];
    let cards: Vec<_> = right.iter().map(|text| ("now", "repeat 2 { draw(you, 1) }", *text)).collect();
    assert_eq!(said(&cards), ["", "", ""]);
    let three: Vec<_> = right.iter().map(|text| ("now", "repeat 3 { draw(you, 1) }", *text)).collect();
    assert!(said(&three).iter().all(|found| found.contains("CW0601")), "{:?}", said(&three));
    let of = "Draw a card of the deck of another player.";
    assert!(said(&[("now", "repeat 2 { draw(you, 1) }", of)])[0].contains("CW0601"));
}

#[test]
fn the_higher_of_two_is_not_the_lower() {
    let of =
        |extreme: &str| format!("{extreme}(count(hand where suit == ash), count(hand where suit == elm))");
    let (higher, lower) = (
        ["Ashes or Elms in your hand, whichever are more.", "The higher of your numbers of Ashes and Elms."],
        ["Ashes or Elms in your hand, whichever are fewer.", "The lower of your numbers of Ashes and Elms."],
    );
    let wrong = lower.map(|text| (text, "says the highest, and its text says the lowest"));
    assert_claims("bonus", &of("max"), &wrong, &higher);
    let wrong = higher.map(|text| (text, "says the lowest, and its text says the highest"));
    assert_claims("bonus", &of("min"), &wrong, &lower);
    let right = ["Count your Ashes and your Elms; add the higher of the two."];
    assert_claims("bonus", &of("max"), &[(&right[0].replace("higher", "lower"), "says the highest")], &right);
    let card = format!("[cards.x]\nsuit = \"oak\"\nbonus = \"{}\"\ntext = \"{}\"\n", of("max"), lower[0]);
    assert!(all_said(&card).contains("unchecked = [\\\"fewer\\\"]"), "{}", all_said(&card));
    assert_eq!(all_said(&format!("{card}unchecked = [\"fewer\"]\n")), "");
    // The card with the most of what is printed, or with the least.
    let toss = |key: &str| format!("let c = best(hand, {key})\nif let x = c {{ toss(you, x) }}");
    let (highest, lowest) = ("Toss the highest card of your hand.", "Toss the lowest card of your hand.");
    assert_claims("now", &toss("strength"), &[(lowest, "says the highest")], &[highest]);
    assert_claims("now", &toss("-strength"), &[(highest, "says the lowest")], &[lowest]);
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
fn the_other_side_of_a_comparison_is_another_rule() {
    let three = "8 if count(hand where suit == ash) >= 3";
    let wrong = [
        ("+8 with fewer than three Ashes.", "says at least 3 (`>= 3`), and its text says fewer than 3"),
        ("+8 with at most 2 Ashes.", "says at most 2"),
        ("+8 unless you have three or more Ashes.", "says unless it is at least 3"),
        ("+8 unless you have 3 Ashes.", "says unless it is at least 3"),
        ("+8 if you do not have at least three Ashes.", "says unless it is at least 3"),
    ];
    let right = [
        "+8 with at least three Ashes.",
        "+8 with more than 2 Ashes.",
        "+8 unless you have fewer than three Ashes.",
        "+8 if you have no fewer than three Ashes.",
        "+8, but with fewer than three Ashes nothing.",
    ];
    assert_claims("bonus", three, &wrong, &right);
    let strong = "2 * count(hand where strength >= 7)";
    let wrong = [("+2 for each card weaker than 7.", "and its text says fewer than 7")];
    assert_claims("bonus", strong, &wrong, &["+2 for each card of strength 7 or more."]);
    let rich = "if you.coins >= 4 { you.coins += 6 }";
    let wrong = [("If you have fewer than 4 coins, gain 6.", "says at least 4")];
    assert_claims("now", rich, &wrong, &["If you have at least 4 coins, gain 6 coins."]);
    // What is said may be the opposite of what is asked.
    for rule in [
        "if you.coins >= 4 { return }\nyou.coins += 6",
        "if not (you.coins >= 4) { you.coins += 6 }",
        "if you.coins >= 4 { you.coins += 0 } else { you.coins += 6 }",
        "while you.coins >= 4 { you.coins -= 6 }",
    ] {
        assert_eq!(said(&[("now", rule, "If you have fewer than 4 coins, take 6.")])[0], "", "{rule}");
    }
    let none = "6 if none(hand where strength < 4)";
    assert_claims("bonus", none, &[], &["+6 if all of your cards have a strength of 4 or more."]);
}

#[test]
fn the_least_is_not_the_most() {
    let wrong = [
        ("+2 for each Ash, at least 10.", "says at most 10, and its text says at least 10"),
        ("+2 for each Ash, to a minimum of 10.", "says at most 10, and its text says at least 10"),
    ];
    let right = [
        "+2 for each Ash, at most 10.",
        "+2 for each Ash, up to 10.",
        "+2 for each Ash, to a maximum of 10.",
    ];
    assert_claims("bonus", "min(10, 2 * count(hand where suit == ash))", &wrong, &right);
    let wrong = [("+2 for each Ash, up to 10.", "says at least 10, and its text says at most 10")];
    let right = ["+2 for each Ash, to a minimum of 10.", "+2 for each Ash, at least 10."];
    assert_claims("bonus", "max(10, 2 * count(hand where suit == ash))", &wrong, &right);
}

#[test]
fn a_change_by_a_number_is_no_limit() {
    let wrong = [
        ("Gain up to 3 coins.", "says a change by 3, and its text says up to 3"),
        ("Gain at least 3 coins.", "says a change by 3, and its text says at least 3"),
        ("Set your coins to 3.", "says a change by 3, and its text says that it becomes 3"),
    ];
    assert_claims("now", "you.coins += 3", &wrong, &["Gain 3 coins."]);
    let right = ["Lose up to 2 coins.", "Lose 2 coins."];
    assert_claims("now", "you.coins -= min(you.coins, 2)", &[], &right);
}

#[test]
fn one_coin_needs_a_rule_of_coins() {
    let wrong = [("Draw 2 cards and gain a coin.", "speaks of coins, and its rule does not")];
    let right = ["Draw 2 cards.", "Draw 2 cards whenever you gain a coin."];
    assert_claims("now", "draw(you, 2)", &wrong, &right);
    assert_claims("now", "you.coins += 1", &[], &["Gain a coin."]);
}

#[test]
fn to_win_and_to_take_turns_need_a_rule() {
    let oaks = "2 * count(hand where suit == oak)";
    let wrong = [
        ("+2 for each Oak. You win the game.", "says to win or lose the game, and its rule does not"),
        ("+2 for each Oak. Skip your next turn.", "says to add or skip a turn, and its rule does not"),
        ("+2 for each Oak. Take another turn.", "says to add or skip a turn, and its rule does not"),
    ];
    let right = [
        "+2 for each Oak. If you hold all, you win the game.",
        "+2 for each Oak when you take a turn.",
        "+2 for each Oak. Oaks win the day.",
    ];
    assert_claims("bonus", oaks, &wrong, &right);
    assert_claims("now", "win(you)", &[], &["You win the game."]);
}

#[test]
fn a_choice_between_options_needs_a_word_for_it() {
    let rule = "choose {\noption \"coins\" { you.coins += 2 }\noption \"cards\" { draw(you, 3) }\n}";
    let wrong = [("Gain 2 coins and draw 3 cards.", "lets a player choose, and its text does not say so")];
    let right = [
        "Gain 2 coins or draw 3 cards.",
        "Gain 2 coins. Alternatively, draw 3 cards.",
        "Pick one of these: gain 2 coins, draw 3 cards.",
    ];
    assert_claims("now", rule, &wrong, &right);
    let either = "6 if any(hand where suit in {ash, elm})";
    let wrong = [("+6 with an Ash and an Elm.", "says `or`, and its text says “and”")];
    let right = ["+6 with an Ash or an Elm.", "+6 with Ashes and Elms alike."];
    assert_claims("bonus", either, &wrong, &right);
}

#[test]
fn points_that_are_lost_are_a_minus() {
    let found = said(&[
        ("bonus", "5 if any(hand where suit == elm)", "Lose 5 with any Elm."),
        ("bonus", "5 if any(hand where suit == elm)", "Gain 5 points with any Elm."),
        ("bonus", "-5 if any(hand where suit == elm)", "Lose 5 points with any Elm."),
        ("bonus", "-5 if any(hand where suit == elm)", "Gain 5 if you hold an Elm."),
    ]);
    assert!(found[0].contains("CW0601 the rule of `c0x` says +5, and its text says −5"), "{found:?}");
    assert_eq!((found[1].as_str(), found[2].as_str()), ("", ""));
    assert!(found[3].contains("says −5, and its text says +5"), "{found:?}");
}

#[test]
fn a_payment_is_said_once() {
    let right = [
        "Pay 4 coins to draw 2 cards.",
        "Lose 4 coins. If you do, draw 2 cards.",
        "If you have at least 4 coins, pay 4 coins and draw 2 cards.",
    ];
    for rule in [
        "if you.coins >= 4 { you.coins -= 4; draw(you, 2) }",
        "if you.coins < 4 { return }\nyou.coins -= 4\ndraw(you, 2)",
    ] {
        assert_claims("now", rule, &[], &right);
        let other = "If you have at most 4 coins, pay 4 coins and draw 2 cards.";
        assert!(said(&[("now", rule, other)])[0].contains("CW0601"), "{rule}");
    }
    let other = "if you.coins >= 5 { you.coins -= 4; draw(you, 2) }";
    assert!(said(&[("now", other, right[0])])[0].contains("says 5, and its text does not"));
    let other = "if round >= 4 { you.coins -= 4; draw(you, 2) }";
    assert!(said(&[("now", other, right[0])])[0].contains("says 4, and its text does not"));
}

#[test]
fn two_dice_are_said_however_they_are_rolled() {
    let right = ["Roll two dice and gain as many coins as the higher one shows."];
    assert_claims("now", "you.coins += max(roll(d6), roll(d6))", &[], &right);
    let right = ["Roll two dice. If they show 9 or more together, gain 6 coins."];
    assert_claims("now", "let a = roll(d6)\nlet b = roll(d6)\nif a + b >= 9 { you.coins += 6 }", &[], &right);
    // The faces of a die of the game, too.
    let right = ["Roll a die: on a 2 or 3, gain 5 coins.", "Roll a die: on a 2 or more, gain 5 coins."];
    assert_claims("now", "if roll(spark) >= 2 { you.coins += 5 }", &[], &right);
    let four = "Roll a die: on a 2, 3 or 4, gain 5 coins.";
    assert!(said(&[("now", "if roll(spark) >= 2 { you.coins += 5 }", four)])[0].contains("says 4"));
}

#[test]
fn true_words_about_the_other_side_are_no_errors() {
    let rich = "if you.coins >= 4 { you.coins += 6 }";
    let right = [
        "If you have fewer than 4 coins, put this card back. If you have 4 or more, gain 6 coins.",
        "Gain 6 coins. This fails if you have fewer than 4 coins.",
        "Have 4 or more coins? Gain 6.",
        "Gain 6 coins unless you haven't 4 coins.",
    ];
    assert_claims("now", rich, &[], &right);
    let capped = "you.coins = min(you.coins + 4, 10)";
    let right = [
        "Gain 4 coins. Any beyond 10 are lost.",
        "Gain 4 coins. If you then have more than 10, return the rest.",
        "Gain 4 coins, 10 at most.",
    ];
    assert_claims("now", capped, &[], &right);
    let right = ["The number of your cards: 2 at least, 6 at most."];
    assert_claims("bonus", "min(max(count(hand), 2), 6)", &[], &right);
    let right =
        ["Gain 4 coins if it is later than round 4.", "Gain 4 coins unless it is earlier than round 5."];
    assert_claims("now", "if round >= 5 { you.coins += 4 }", &[], &right);
    let wrong = [("Gain 4 coins if it is earlier than round 5.", "says at least 5")];
    assert_claims("now", "if round >= 5 { you.coins += 4 }", &wrong, &[]);
    let right = ["Every card counts with its strength, not just the highest."];
    assert_claims("bonus", "sum(hand, strength)", &[], &right);
    let right = ["Discard all but 3 cards.", "Keep only 3 cards in hand; toss the rest."];
    let down = "while count(hand) > 3 { choose c from hand { move(c, discards) } }";
    assert_claims("now", down, &[], &right);
}

#[test]
fn one_coin_more_is_not_one_less() {
    let both = "you.coins += 3\nfor each p in players - you { p.coins += 1 }";
    let text = "Gain 3 coins. Each opponent loses a coin.";
    let taken = both.replace("p.coins += 1", "p.coins -= 1");
    let found = said(&[("now", both, text), ("now", &taken, text)]);
    assert!(found[0].contains("says +1, and its text says −1"), "{found:?}");
    assert_eq!(found[1], "");
    let found = said(&[("now", "you.coins += 1", "Lose a coin."), ("now", "you.coins -= 1", "Pay a coin.")]);
    assert!(found[0].contains("CW0601 the rule of `c0x` says +1, and its text says −1"), "{found:?}");
    assert_eq!(found[1], "");
}

/// A score reads what cards print, of whoever has them; that lets no card give anything to others.
#[test]
fn a_score_does_nothing_for_a_card() {
    let score = "sum(p.hand, bonus) + count(cards where holder(it) == p and suit == oak)";
    let game = GAME.replace("sum(p.hand, bonus) + p.coins", score);
    let card = "[cards.x]\nsuit = \"oak\"\nnow = \"you.coins += 3\"\n";
    let told = all_said_in(&game, &format!("{card}text = \"Each opponent gains 3 coins.\"\n"));
    assert!(told.contains(PLAYERS), "{told}");
    assert_eq!(all_said_in(&game, &format!("{card}text = \"Gain 3 coins.\"\n")), "");
}

#[test]
fn an_icon_is_the_name_of_what_changes() {
    let found = said(&[
        ("now", "you.coins += 3", "Lose 3 {coin}."),
        ("now", "you.coins += 1", "Lose a {coin}."),
        ("now", "you.coins += 3", "Gain 3 {coin}, or {3 coin}."),
    ]);
    assert!(found[0].contains("says +3, and its text says −3"), "{found:?}");
    assert!(found[1].contains("says +1, and its text says −1"), "{found:?}");
    assert_eq!(found[2], "");
}

#[test]
fn words_for_a_division_and_for_absence() {
    assert_claims("now", "you.coins = you.coins / 2", &[], &["Halve your coins, rounding down."]);
    let even = "let r = roll(spark)\nif r % 2 == 0 { you.coins += r }";
    assert_claims("now", even, &[], &["Roll a spark. If it is even, gain that many coins."]);
    let clear = "+3 if your hand is clear of Oaks.";
    assert_claims("bonus", "3 if count(hand where suit == oak) == 0", &[], &[clear]);
    let richer = "for each p in players - you { if p.coins > you.coins { p.coins += 2 } }";
    assert_claims("now", richer, &[], &["Each player who is richer than you gains 2 coins."]);
}

#[test]
fn a_printed_number_is_no_amount_of_a_change() {
    let card = |text: &str| {
        all_said(&format!(
            "[cards.x]\nsuit = \"oak\"\nstrength = 7\nnow = \"you.coins += 1\"\ntext = \"{text}\"\n"
        ))
    };
    assert!(card("Gain 7 coins.").contains("CW0601"), "{}", card("Gain 7 coins."));
    assert_eq!(card("Gain a coin."), "");
}

#[test]
fn a_word_for_options_may_be_left_unchecked() {
    let card = "[cards.x]\nsuit = \"oak\"\nnow = '''choose {\noption \"a\" { you.coins += 2 }\n\
                option \"b\" { draw(you, 3) }\n}'''\ntext = \"Gain 2 coins, draw 3 cards.\"\n";
    assert!(all_said(card).contains("unchecked = [\\\"or\\\"]"), "{}", all_said(card));
    assert_eq!(all_said(&format!("{card}unchecked = [\"or\"]\n")), "");
}

#[test]
fn a_verb_that_adds_the_slot_up_makes_its_state_right() {
    let game = GAME
        .replace("score = \"sum(p.hand, bonus) + p.coins\"", "score = \"p.coins\"")
        .replace("card.now()\n", "card.now()\npraise(you, card.bonus)\n")
        + "[verbs.praise]\nparams = { p = \"player\", n = \"int\" }\ndo = \"p.coins += n\"\n";
    let card = "[cards.x]\nsuit = \"oak\"\nbonus = \"2 * count(hand)\"\ntext = \"2 coins for each card.\"\n";
    let files = [("game.toml", game), ("cards/all.toml", card.to_owned())];
    let opened = CompiledGame::from_files(PackageFiles::from_texts(files), Vec::new());
    let of_texts = opened.diagnostics.iter().filter(|d| d.code.to_string() != "CW0600");
    assert_eq!(of_texts.count(), 0, "{:?}", opened.diagnostics);
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

#[test]
fn a_loop_in_an_order_is_about_all_players() {
    let all = ["All players gain 2 coins.", "Each player gains 2 coins."];
    for order in ["coins", "-coins", "p.coins"] {
        let rule = format!("for each p in players by {order} {{ p.coins += 2 }}");
        assert_claims("now", &rule, &[], &all);
    }
}

#[test]
fn a_limit_and_a_sum_are_no_denial_and_no_count() {
    let denial = "says “no”, and its rule has no";
    let wrong = [("If you hold no Ash, gain a coin.", denial)];
    let right = ["If you hold an Ash, gain a coin."];
    for gain in ["coins += 1", "coins = min(coins + 1, 999)"] {
        assert_claims("now", &format!("if any(hand where suit == ash) {{ {gain} }}"), &wrong, &right);
    }
    let wrong =
        [("Gain 2 coins for each Ash.", "counts nothing"), ("Gain 2 coins per Elm.", "counts nothing")];
    assert_claims("now", "coins += 2", &wrong, &["Gain 2 coins."]);
    let right = ["Gain 2 coins for each Ash in your hand.", "Double your coins."];
    assert_claims("now", "coins += 2 * count(hand where suit == ash)", &[], &right[..1]);
    assert_claims("now", "coins = 2 * coins", &[], &right[1..]);
}

#[test]
fn the_end_of_a_range_need_not_be_said() {
    let right = ["Gain 2 coins.", "Gain 2 coins, up to 999."];
    assert_claims("now", "coins = min(coins + 2, 999)", &[], &right);
    assert_claims("now", "coins = max(coins - 2, 0)", &[], &["Lose 2 coins."]);
    let said = said(&[("now", "coins = min(coins + 2, 90)", right[0])]);
    assert!(said[0].contains("CW0601") && said[0].contains("says 90"), "{said:?}");
}

#[test]
fn another_verb_is_told_behind_a_condition() {
    let rule = "if coins >= 4 { choose c from hand\n toss(you, c) }";
    let wrong = [("If you have 4 coins or more, draw a card.", "draw")];
    let right = [
        "If you have 4 coins or more, toss a card.",
        "When you have at least 4 coins, toss a card of your hand.",
    ];
    assert_claims("now", rule, &wrong, &right);
}

#[test]
fn rules_about_cards_of_another_kind_make_no_text_right() {
    let kinds = "[kinds.foe]\nbase = \"card\"\n[kinds.hero]\nbase = \"card\"\n[flow]";
    let reads = |condition: &str| {
        format!(
            "for each p in players {{ if let c = top(deck) {{ if {condition} {{ toss(p, c) }} }}; turn(p) }}; end"
        )
    };
    let game = |condition: &str| {
        GAME.replace("[flow]", kinds)
            .replace("for each p in players { draw(p, 1); turn(p) }; end", &reads(condition))
    };
    let card = "[cards.x]\nkind = \"hero\"\nsuit = \"oak\"\nnow = \"coins += 3\"\ntext = \"Each opponent gains 3 coins.\"\n\
                [cards.y]\nkind = \"foe\"\nsuit = \"ash\"\n[cards.z]\nsuit = \"elm\"\n";
    assert!(
        all_said_in(&game("c is foe"), card).contains(PLAYERS),
        "{}",
        all_said_in(&game("c is foe"), card)
    );
    // These are about heroes, too.
    for condition in ["c is hero", "not (c is foe)", "c.strength > 4"] {
        assert_eq!(all_said_in(&game(condition), card), "", "{condition}");
    }
}
