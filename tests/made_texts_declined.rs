//! Sentences that would say another rule than the one they are made of are not made, or are made otherwise.

use crate::support::{made_text, opened};

const GAME: &str = r#"
[game]
id = "declined"
name = "Declined"
players = [2, 3]
[enums]
suit = ["owl", "fox", "herb"]
[dice]
omen = ["owl", "fox", "herb"]
[kinds.card.attributes]
suit = { type = "suit", default = "owl" }
strength = { type = "int 0..40", default = 3 }
[kinds.card.state]
hurt = "int 0..99"
awake = { type = "bool", start = "true", until = "end_turn" }
zeal = { type = "int 0..9", start = "5", until = "end_turn" }
[kinds.card.slots]
bonus = { returns = "int", default = "0", text = "{{ value }}" }
clear = { do = true, text = "{{ value }}" }
[state.player]
coins = "int 0..99"
glory = "int 0..99"
ready = "bool"
embers = { type = "int 0..50", text = "{{ it }} gains {{ value }} embers" }
berries = { type = "int 0..50", text = "the pile of {{ it }} becomes {{ value }}" }
[zones.hand]
per = "player"
[zones.discards]
[zones.pile]
ordered = true
[functions.lit]
params = { you = "player" }
returns = "int"
text = "each lit lamp"
code = "you.glory"
[verbs.end_turn]
do = "log \"over\""
text = "the turn ends"
[verbs.gain]
params = { p = "player", n = "int" }
text = "{{ p }} gains {{ n }} coins"
do = "p.coins += n"
[flow]
play = """
for each p in players { for each c in p.hand { c.clear; p.coins = clamp(c.bonus, 0, 9) } }
gain(players[1], 1)
end_turn()
end"""
[scoring]
score = "p.coins + p.glory + p.embers + p.berries"
"#;

/// The text that is made of a card's rules, and whether a part of them has no words.
fn made(rules: &str) -> (String, bool) {
    let card = format!("[cards.x]\nsuit = \"owl\"\n{rules}");
    made_text(opened([("game.toml", GAME), ("cards/c.toml", card.as_str())]))
}

fn clear(rule: &str) -> String {
    format!("clear = '''\n{rule}\n'''")
}

fn bonus(rule: &str) -> String {
    format!("bonus = '{rule}'")
}

/// Compares the texts of rules.
fn are_made(rules: &[(String, &str)]) {
    for (rule, text) in rules {
        let (made, lost) = made(rule);
        assert_eq!((made.as_str(), lost), (*text, false), "{rule}");
    }
}

/// Requires that rules have no words, and that a warning says so.
fn have_no_words(rules: &[String]) {
    for rule in rules {
        assert_eq!(made(rule), (String::new(), true), "{rule}");
    }
}

#[test]
fn a_value_that_an_effect_has_changed_is_not_read_again() {
    have_no_words(&[
        clear("choose p from players - you\nlet n = p.coins\np.coins = 0\ncoins += n"),
        clear("choose p from players - you\nlet n = p.coins\np.coins = coins\ncoins = n"),
        "[[cards.x.reactions]]\nafter = \"gain\"\ndo = '''\nlet n = p.glory\np.glory = 0\np.coins += n\n'''"
            .to_owned(),
    ]);
}

#[test]
fn a_state_that_is_set_by_that_of_another_is_no_gain() {
    are_made(&[
        (clear("next(you).coins += 2"), "The player after you gains 2 coins."),
        (clear("coins = coins + 2"), "You gain 2 coins."),
        (
            clear("next(you).coins = you.coins + 2"),
            "The coins of the player after you become your coins plus 2.",
        ),
    ]);
}

#[test]
fn an_otherwise_belongs_to_the_last_condition() {
    are_made(&[(
        clear("if coins > 3 { if glory > 2 { coins -= 1 } else { glory += 2 } }"),
        "If your coins are more than 3, if your glory is more than 2, you lose 1 coin; otherwise you gain 2 \
         glory.",
    )]);
    have_no_words(&[
        clear("if coins > 3 { if glory > 2 { coins -= 1 } } else { glory += 2 }"),
        bonus("(4 if coins > 3) if glory > 2 else 1"),
        clear("if coins > 3 { repeat 2 { if glory > 2 { coins -= 1 } } } else { glory += 2 }"),
    ]);
}

#[test]
fn a_sum_that_is_compared_is_a_total() {
    are_made(&[
        (
            bonus("4 if sum(hand, strength) > 10"),
            "+4 if the total strength of cards in your hand is more than 10.",
        ),
        (bonus("sum(hand, strength)"), "Plus the strength of each card in your hand."),
    ]);
}

#[test]
fn numbers_are_reckoned_in_one_way_only() {
    are_made(&[
        (bonus("3 * coins / 2"), "Plus 3 times your coins divided by 2, rounded down."),
        (
            bonus("4 if 1 + min(coins, glory) > 3"),
            "+4 if 1 plus the lesser of your coins and your glory is more than 3.",
        ),
    ]);
    have_no_words(&[
        bonus("3 * (coins / 2)"),
        bonus("4 if min(coins, glory) + 1 > 3"),
        bonus("4 if min(coins, glory + 1) > 3"),
        bonus("4 if abs(coins - glory) > 3"),
    ]);
}

#[test]
fn a_draw_is_said() {
    are_made(&[(clear("end in draw"), "The game ends in a draw."), (clear("end"), "The game ends.")]);
}

#[test]
fn a_loop_names_its_variable_first() {
    are_made(&[
        (
            clear("for each p in players { p.coins += p.glory }"),
            "Each player gains X coins, where X is that player’s glory.",
        ),
        (
            clear("for each c in hand { coins += c.strength; c.hurt = 0 }"),
            "For each card in your hand: you gain X coins, where X is its strength, then its hurt becomes 0.",
        ),
        (
            clear("for each p in players { for each q in players - p { q.coins += 1 } }"),
            "For each player: each other player gains 1 coin.",
        ),
        (
            clear("for each p in players { choose c from p.hand { c.hurt = 0 } }"),
            "For each player: choose any card in the hand of that player: its hurt becomes 0.",
        ),
    ]);
}

#[test]
fn the_order_of_turns_is_said() {
    are_made(&[(
        clear("for each p in turn_order(next(you)) { p.coins += 1 }"),
        "For each player in turn order, beginning with the player after you: that player gains 1 coin.",
    )]);
}

#[test]
fn a_gain_is_not_said_of_a_new_value() {
    are_made(&[(clear("embers += 5"), "You gain 5 embers."), (clear("berries = 5"), "Your pile becomes 5.")]);
    have_no_words(&[clear("embers = 5"), clear("berries += 5")]);
}

#[test]
fn a_value_that_is_not_the_start_has_an_end() {
    are_made(&[
        (clear("self.awake = false"), "This card becomes not awake until the turn ends."),
        (clear("self.zeal = 0"), "The zeal of this card becomes 0 until the turn ends."),
        (clear("self.zeal = 5"), "The zeal of this card becomes 5."),
    ]);
}

#[test]
fn alternatives_in_conditions_are_grouped() {
    are_made(&[
        (
            clear("if not (any(hand) or any(discards)) { coins += 1 }"),
            "Unless there is any card in your hand or any card in the discards, you gain 1 coin.",
        ),
        (
            clear("if (coins > 1 or glory > 2) and embers > 3 { coins += 1 }"),
            "If your embers are more than 3 and either if your coins are more than 1 or if your glory is \
             more than 2, you gain 1 coin.",
        ),
    ]);
    have_no_words(&[clear("if (coins > 1 or glory > 2) and (embers > 3 or glory > 9) { coins += 1 }")]);
}

#[test]
fn a_zone_in_which_a_card_reacts_or_acts_is_not_left_out() {
    let reaction = "[[cards.x.reactions]]\nafter = \"end_turn\"\nin = \"discards\"\ndo = \"gain(you, 1)\"\n";
    let action = "[cards.x.actions.dig]\nin = \"discards\"\ndo = \"gain(you, 1)\"\n";
    have_no_words(&[reaction.to_owned(), action.to_owned()]);
}

#[test]
fn the_roll_of_a_die_of_values_is_called_so_where_it_is_compared() {
    are_made(&[(
        clear("if roll(omen) == fox { coins += 1 }"),
        "If the roll of the omen die is fox, you gain 1 coin.",
    )]);
}

#[test]
fn a_count_in_words_of_each_is_no_number() {
    are_made(&[(bonus("2 * lit"), "+2 for each lit lamp.")]);
    have_no_words(&[
        bonus("4 if lit > 2"),
        clear("gain(you, lit)"),
        clear("coins = lit"),
        clear("repeat lit { coins += 1 }"),
    ]);
}

#[test]
fn a_card_that_meets_two_conditions_is_counted_once_or_twice() {
    are_made(&[
        (
            bonus("2 * count(hand where suit == owl or strength > 3)"),
            "+2 for each owl card in your hand or card with strength more than 3 in your hand.",
        ),
        (
            bonus("2 * (count(hand where suit == owl) + count(hand where strength > 3))"),
            "+2 for each owl card in your hand and each card with strength more than 3 in your hand.",
        ),
        (bonus("2 * count(hand + discards)"), "+2 for each card in your hand and each card in the discards."),
        (
            bonus("4 if count(hand where suit == owl or strength > 3) < 2"),
            "+4 if the number of owl cards in your hand or cards with strength more than 3 in your hand is \
             less than 2.",
        ),
    ]);
}

#[test]
fn a_card_is_named_before_an_effect_can_put_another_in_its_place() {
    are_made(&[
        (
            clear("let c = top(pile)\ncoins += 1\nif let d = c { move(d, discards) }"),
            "You gain 1 coin, then move the top card of the pile to the discards.",
        ),
        (
            clear("if let c = top(pile) { if coins > 2 { move(c, discards)\nmove(self, pile) } }"),
            "If your coins are more than 2, move the top card of the pile to the discards, then move this \
             card to the pile.",
        ),
    ]);
    have_no_words(&[
        clear("let c = top(pile)\nmove(self, pile)\nif let d = c { move(d, discards) }"),
        clear("if let c = top(pile) { if coins > 2 { move(self, pile)\nmove(c, discards) } }"),
        clear("let c = top(pile)\nrepeat 2 { if let d = c { move(d, pile, bottom) } }"),
    ]);
}

#[test]
fn clauses_after_unless_are_joined_by_one_word() {
    are_made(&[
        (bonus("4 if coins != 3 and glory != 2"), "+4 unless your coins are 3 or your glory is 2."),
        (bonus("4 if coins != 3 or glory != 2"), "+4 unless your coins are 3 and your glory is 2."),
        (bonus("4 if not (coins != 3 and glory != 2)"), "+4 if your coins are 3 or if your glory is 2."),
    ]);
    have_no_words(&[
        bonus("4 if coins != 3 and (glory != 2 or embers != 1)"),
        bonus("4 if coins != 3 or (glory != 2 and embers != 1)"),
        bonus("4 if not (coins == 3 or glory == 2 and embers == 1)"),
    ]);
}

#[test]
fn a_choice_to_do_something_has_a_verb_after_may() {
    are_made(&[
        (clear("may { coins -= 1 }"), "You may lose 1 coin."),
        (clear("may { move(self, discards) }"), "You may move this card to the discards."),
        (clear("may { coins = 0 }"), "You may do this: your coins become 0."),
        (clear("may { next(you).coins += 1 }"), "You may do this: the player after you gains 1 coin."),
        (clear("may { out you }"), "You may do this: you are out."),
        (
            clear("may { if coins > 3 { coins -= 1 } }"),
            "You may do this: if your coins are more than 3, you lose 1 coin.",
        ),
        (clear("ready = true"), "You become ready."),
    ]);
}

#[test]
fn a_number_of_things_that_needs_words_stands_at_the_end() {
    are_made(&[
        (clear("coins += count(hand)"), "You gain 1 coin for each card in your hand."),
        (clear("coins += 2 * count(hand)"), "You gain 2 coins for each card in your hand."),
        (
            clear("coins += sum(hand, strength)"),
            "You gain X coins, where X is the total strength of cards in your hand.",
        ),
        (clear("gain(you, count(hand))"), "You gain X coins, where X is the number of cards in your hand."),
        (clear("glory += coins"), "You gain X glory, where X is the number of your coins."),
        (clear("coins += -2"), "You lose 2 coins."),
        (clear("coins += roll(d6)"), "You gain X coins, where X is the roll of a die with 6 sides."),
        (
            clear("repeat count(players) { coins += 1 }"),
            "X times, where X is the number of players: you gain 1 coin.",
        ),
        (clear("repeat 1 { coins += 1 }"), "1 time: you gain 1 coin."),
    ]);
    // One letter cannot stand for two numbers.
    have_no_words(&[
        clear("glory += coins\ncoins += sum(hand, strength)"),
        clear("repeat coins { glory += embers }"),
    ]);
}

#[test]
fn each_player_rolls_for_themselves() {
    are_made(&[(
        clear("for each p in players { p.coins -= roll(d6) }"),
        "For each player: that player loses X coins, where X is the roll of a die with 6 sides.",
    )]);
}

#[test]
fn there_are_several_things_and_there_is_one() {
    are_made(&[
        (
            clear("if count(hand) >= 2 { coins += 1 }"),
            "If there are at least 2 cards in your hand, you gain 1 coin.",
        ),
        (
            clear("if count(hand) > 1 { coins += 1 }"),
            "If there is more than 1 card in your hand, you gain 1 coin.",
        ),
        (
            clear("if count(hand) != 2 { coins += 1 }"),
            "Unless there are exactly 2 cards in your hand, you gain 1 coin.",
        ),
        (bonus("4 if not count(hand) > 3"), "+4 with at most 3 cards in your hand."),
        (bonus("0 if count(hand) > 3 else 4"), "+4 with at most 3 cards in your hand."),
        (bonus("4 if not coins > 3"), "+4 if your coins are at most 3."),
    ]);
}
