//! Texts made of rules say what the rules do, or nothing: what has no true words is a warning.

use crate::support::made_text;
use cardwright::compile::{CompiledGame, OpenResult};
use cardwright::diagnostics::{Format, render};
use cardwright::package::PackageFiles;

const PLAIN: Format = Format::Human { color: false, width: 110, unicode: true };

/// A game of units, with words for sets, verbs and state.
const GAME: &str = r#"
[game]
id = "made"
name = "Made"
players = [2, 2]
[enums]
element = ["ash", "tide"]
[words]
ash = "Ash"
tide = "Tide"
[kinds.unit]
base = "card"
[kinds.unit.attributes]
element = { type = "element", default = "ash" }
might = { type = "int 0..20", default = 1 }
[kinds.unit.state]
risen = "bool"
hurt = "int 0..9"
[kinds.unit.slots]
clear = { do = true, text = "{{ value }}" }
bonus = { returns = "int", default = "0", text = "{{ value }}" }
[kinds.spell]
base = "card"
[zones.field]
per = "player"
holds = "unit"
start = "units where seat(self) == 1"
[zones.sleeve]
per = "player"
holds = "spell"
start = "spells where seat(self) == 1"
[zones.hand]
per = "player"
holds = "unit"
text = "{{ what }} in your hand"
[zones.attic]
per = "player"
holds = "unit"
text = "{{ what }} in {{ of }}'s attic"
[zones.pile]
ordered = true
[zones.grave]
per = "player"
holds = "unit"
[state.player]
embers = "int 0..9"
berry = "int 0..9"
focus = "int 0..9"
[functions.mine]
params = { you = "player" }
returns = "set of unit"
text = "{{ what }} of yours"
code = "you.field"
[functions.foes]
params = { you = "player" }
returns = "set of unit"
text = "{{ other }}{{ what }} of your opponent"
code = "next(you).field"
[functions.theirs]
params = { you = "player" }
returns = "set of unit"
text = "unit of your opponent"
code = "next(you).field"
[functions.host]
params = { you = "player" }
returns = "set of unit"
text = "soldier of yours"
code = "you.field"
[verbs.wound]
params = { u = "unit", n = "int" }
text = "{{ u }} takes {{ n }} damage"
do = "u.hurt += n"
[verbs.gain]
params = { p = "player", n = "int" }
text = "{{ p }} gains {{ n }} coins"
do = "p.embers += n"
[verbs.cycle]
params = { p = "player", n = "int" }
text = "{{ p }} discards {{ n }} and draws {{ n }}"
do = "p.embers += n"
[verbs.pause]
params = { p = "player" }
text = "the turn of {{ p }} ends"
do = "p.embers = 0"
[verbs.rest]
params = { p = "player" }
text = "rest"
do = "p.embers = 0"
[verbs.perish]
params = { u = "unit" }
text = "a unit dies"
do = "u.hurt = 0"
[verbs.dusk]
params = { p = "player" }
text = "your turn ends"
do = "p.embers = 0"
[verbs.trade]
params = { p = "player", n = "int", m = "int" }
text = "{{ p }} pays {{n}} coins and gains {{ m }} coins"
do = "p.embers += m - n"
[verbs.feast]
params = { p = "player" }
text = "{{ p }} draws a card, and each rival passes and drops a card"
do = "p.embers += 1"
[verbs.sharpen]
params = { u = "unit", n = "int" }
text = "{{ u }} gets +{{ n }} might"
do = "u.hurt += n"
[verbs.award]
params = { p = "player" }
text = "the crown becomes {{ p }}'s"
do = "p.embers += 1"
[kinds.unit.actions.play]
in = "field"
do = """
wound(self, 1)
self.play
self.clear
embers = clamp(self.bonus, 0, 9)
"""
[kinds.spell.actions.cast]
in = "sleeve"
do = "self.cast; gain(you, 1)"
[flow]
play = "act players[1] from {play, cast}"
[scoring]
score = "sum(p.field, might)"
"#;

/// Compiles the game with these cards, beside one of each kind.
fn compiled(cards: &str) -> OpenResult {
    let plain = "[cards.plain]\nkind = \"unit\"\n[cards.charm]\nkind = \"spell\"\n";
    let files = [("game.toml", GAME), ("cards/plain.toml", plain), ("cards/c.toml", cards)];
    CompiledGame::from_files(PackageFiles::from_texts(files), Vec::new())
}

/// The text that is made of the rules of one card of a kind, and whether a part of them has no words.
fn made_for(kind: &str, rules: &str) -> (String, bool) {
    made_text(compiled(&format!("[cards.x]\nkind = \"{kind}\"\n{rules}")))
}

/// Compares the texts of units with these rules.
fn are_made(rules: &[(&str, &str)]) {
    for (rule, text) in rules {
        let (made, lost) = made_for("unit", rule);
        assert_eq!((made.as_str(), lost), (*text, false), "{rule}");
    }
}

/// Requires that rules have no words, and that a warning says so.
fn have_no_words(rules: &[&str]) {
    for rule in rules {
        assert_eq!(made_for("unit", rule), (String::new(), true), "{rule}");
    }
}

fn modifier(condition: &str) -> String {
    format!("[[cards.x.modifiers]]\nattribute = \"might\"\nwhere = \"{condition}\"\nadd = \"5\"\n")
}

fn reaction(verb: &str, condition: &str, rule: &str) -> String {
    format!("[[cards.x.reactions]]\nafter = \"{verb}\"\nwhere = \"{condition}\"\ndo = \"{rule}\"\n")
}

fn play(params: &str, rule: &str) -> String {
    format!("[cards.x.actions.play]\nparams = {{ {params} }}\ndo = \"{rule}\"\n")
}

#[test]
fn a_set_with_a_text_is_a_noun_in_conditions() {
    are_made(&[
        ("bonus = \"3 if self in mine\"", "+3 if this unit is a unit of yours."),
        (
            "clear = \"if self in mine { self.risen = true }\"",
            "If this unit is a unit of yours, this unit becomes risen.",
        ),
        (
            &reaction("wound", "u in mine and u.element == tide", "embers += 1"),
            "When a unit takes any amount of damage, if that unit is a unit of yours, if that unit’s \
             element is Tide, you gain 1 ember.",
        ),
        (
            &reaction("wound", "u in theirs", "embers += 1"),
            "When a unit takes any amount of damage, if that unit is a unit of your opponent, you gain 1 \
             ember.",
        ),
    ]);
    have_no_words(&[
        "clear = \"for each u in mine by might { wound(u, 1) }\"",
        "bonus = \"3 if self in foes\"",
    ]);
}

#[test]
fn a_modifier_of_the_card_itself_keeps_its_condition() {
    are_made(&[
        (&modifier("it == self"), "This unit has +5 might."),
        (&modifier("it == self and it.risen"), "This unit has +5 might if it is risen."),
        (&modifier("it == self and not it.risen"), "This unit has +5 might unless it is risen."),
        (&modifier("it == self and it.hurt >= 3"), "This unit has +5 might if its hurt is at least 3."),
        (&modifier("it == self and self.risen"), "This unit has +5 might if this unit is risen."),
        (&modifier("it in mine and it.risen"), "Each risen unit of yours has +5 might."),
    ]);
    have_no_words(&[&modifier("it == self and it.risen and it.hurt >= 3")]);
}

#[test]
fn modes_are_alternatives_with_their_own_parameters() {
    let mode = |id: &str, rest: &str| format!("[[cards.x.actions.play]]\nmode = \"{id}\"\n{rest}\n");
    let wake = mode("wake", "params = { u = \"hand\" }\ndo = \"u.risen = true\"");
    let dig = mode("dig", "params = { u = \"grave\" }\ndo = \"move(u, hand)\"");
    let all = mode("all", "params = { p = \"players\" }\ndo = \"for each u in p.hand { u.risen = true }\"");
    let lost =
        mode("lost", "params = { u = \"grave\" }\ndo = \"\"\"\nwhile none(hand) { move(u, hand) }\n\"\"\"");
    are_made(&[
        (
            &format!("{wake}{dig}"),
            "Choose one: a unit in your hand becomes risen; or move a unit in your grave to your hand.",
        ),
        (
            &format!("{all}{dig}{wake}"),
            "Choose one: each unit in the hand of a player becomes risen; or move a unit in your grave \
             to your hand; or a unit in your hand becomes risen.",
        ),
    ]);
    have_no_words(&[&format!("{wake}{lost}")]);
}

#[test]
fn a_zone_of_somebody_else_is_not_called_yours() {
    are_made(&[
        ("bonus = \"count(hand)\"", "+1 for each unit in your hand."),
        (
            "bonus = \"3 if count(hand) > count(next(you).hand)\"",
            "+3 if the number of units in the hand of the player after you is less than the number of \
             units in your hand.",
        ),
        (
            &play("u = \"next(you).hand\"", "move(u, hand)"),
            "Move a unit in the hand of the player after you to your hand.",
        ),
        ("bonus = \"count(attic)\"", "+1 for each unit in your attic."),
        (&play("u = \"attic\"", "u.risen = true"), "A unit in your attic becomes risen."),
        (
            "clear = \"for each p in players { for each u in p.attic { wound(u, 1) } }\"",
            "Each unit in each player's attic takes 1 damage.",
        ),
    ]);
    // The possessive of "the player after you", and sets and verbs whose words mean you.
    have_no_words(&[
        "bonus = \"count(next(you).attic)\"",
        "bonus = \"count(mine(next(you)))\"",
        "clear = \"rest(next(you))\"",
    ]);
}

#[test]
fn a_set_whose_text_has_no_hole_keeps_its_filters() {
    are_made(&[
        ("bonus = \"count(theirs where element == tide)\"", "+1 for each Tide unit of your opponent."),
        ("bonus = \"3 if count(theirs) > 2\"", "+3 with more than 2 units of your opponent."),
        ("bonus = \"count(host where element == tide)\"", "+1 for each Tide soldier of yours."),
        ("bonus = \"3 if count(host where risen) > 2\"", "+3 with more than 2 risen soldiers of yours."),
        (&modifier("it in theirs and it.element == tide"), "Each Tide unit of your opponent has +5 might."),
        (
            "clear = \"for each u in theirs where element == tide { wound(u, 1) }\"",
            "Each Tide unit of your opponent takes 1 damage.",
        ),
        (
            "clear = \"choose u from theirs where risen { wound(u, 1) }\"",
            "Choose any risen unit of your opponent: it takes 1 damage.",
        ),
    ]);
    have_no_words(&[&modifier("it in host and it.element == tide")]);
}

#[test]
fn a_choice_is_said_before_the_conditions_about_it() {
    are_made(&[
        (
            &play("u = \"hand\"", "u.risen = true; wound(u, 1)"),
            "A unit in your hand becomes risen, then it takes 1 damage.",
        ),
        (
            &play("u = \"hand\"", "for each v in hand where it != u { v.risen = true }"),
            "Choose a unit in your hand: each other unit in your hand becomes risen.",
        ),
        (
            &play("target = \"elements\"", "for each u in mine where element == target { wound(u, 1) }"),
            "Choose an element: each unit of yours whose element is that element takes 1 damage.",
        ),
        (
            &play("u = \"hand\"", "if u.risen { move(u, grave) }"),
            "Choose a unit in your hand: if it is risen, move it to your grave.",
        ),
        (
            &play("u = \"hand\"", "if any(grave) { move(u, grave) } else { wound(u, 1) }"),
            "Choose a unit in your hand: if there is any unit in your grave, move the chosen unit to \
             your grave; otherwise it takes 1 damage.",
        ),
        (
            &play("u = \"hand\"", "for each v in grave { wound(v, 1); wound(u, 1) }"),
            "Choose a unit in your hand: for each unit in your grave: it takes 1 damage, then the chosen \
             unit takes 1 damage.",
        ),
        (
            &play("u = \"hand\", v = \"grave\"", "swap(u, v)"),
            "Swap a unit in your hand and a unit in your grave.",
        ),
        (
            &play("u = \"hand\", v = \"grave\"", "swap(u, v); wound(v, 1)"),
            "Choose a unit in your hand and a unit in your grave: swap the first unit and the second \
             unit, then the second unit takes 1 damage.",
        ),
        (
            &play("p = \"players\"", "gain(p, 1); cycle(p, 2)"),
            "A player gains 1 coin, then that player discards 2 and draws 2.",
        ),
    ]);
}

#[test]
fn a_loop_says_what_is_done_each_time() {
    are_made(&[
        ("clear = \"for each u in mine { wound(u, 1) }\"", "Each unit of yours takes 1 damage."),
        ("clear = \"for each u in mine { gain(you, 2) }\"", "For each unit of yours: you gain 2 coins."),
        (
            "clear = \"for each u in mine { wound(u, 1); gain(you, 2) }\"",
            "For each unit of yours: it takes 1 damage, then you gain 2 coins.",
        ),
        (
            "clear = \"for each u in mine { if u.risen { wound(u, 1) } else { wound(u, 2) } }\"",
            "For each unit of yours: if it is risen, it takes 1 damage; otherwise it takes 2 damage.",
        ),
        (
            "clear = \"for each p in players { for each u in p.hand { move(u, p.grave) } }\"",
            "Move each unit in the hand of each player to the grave of that player.",
        ),
    ]);
}

#[test]
fn the_bottom_of_a_zone_is_said() {
    are_made(&[
        ("clear = \"move(self, pile)\"", "Move this unit to the pile."),
        ("clear = \"move(self, pile, bottom)\"", "Move this unit to the bottom of the pile."),
        ("clear = \"move(hand, pile, bottom)\"", "Move each unit in your hand to the bottom of the pile."),
    ]);
}

#[test]
fn a_condition_stands_before_what_it_could_be_a_part_of() {
    are_made(&[
        ("bonus = \"2 * count(hand) if self.risen\"", "+2 for each unit in your hand if this unit is risen."),
        (
            "bonus = \"min(2 * count(hand), 6) if self.risen\"",
            "If this unit is risen: +2 for each unit in your hand, but not more than 6.",
        ),
        (
            "bonus = \"min(2 * count(hand) if self.risen, 6)\"",
            "+2 for each unit in your hand if this unit is risen, but not more than 6.",
        ),
        (
            "bonus = \"min(2 * count(hand), 6) if self.risen else 1\"",
            "If this unit is risen: +2 for each unit in your hand, but not more than 6; otherwise +1.",
        ),
        (
            "bonus = \"min(1 + 2 * count(hand), 6)\"",
            "+1, and +2 for each unit in your hand, but not more than 6 in all.",
        ),
        (
            "bonus = \"3 + min(2 * count(hand), 6)\"",
            "+2 for each unit in your hand, but not more than 6; and +3.",
        ),
        (
            "bonus = \"2 * count(hand) if any(grave)\"",
            "With any unit in your grave: +2 for each unit in your hand.",
        ),
    ]);
}

#[test]
fn a_number_of_a_verb_is_said_as_far_as_it_is_known() {
    are_made(&[
        (
            &reaction("gain", "p == you", "cycle(you, n)"),
            "When you gain any number of coins, you discard that number and draw that number.",
        ),
        (
            &reaction("wound", "u == self", "gain(you, n)"),
            "When this unit takes any amount of damage, you gain that many coins.",
        ),
        (&reaction("gain", "p == you and n == 1", "embers += 2"), "When you gain 1 coin, you gain 2 embers."),
        (
            &reaction("gain", "p == you and n > 1", "wound(self, n)"),
            "When you gain 2 or more coins, this unit takes that much damage.",
        ),
        (
            &reaction("wound", "u == self and n < 3", "gain(you, 1)"),
            "When this unit takes any amount of damage, if that number is less than 3, you gain 1 coin.",
        ),
    ]);
}

#[test]
fn verbs_and_plurals_agree_with_their_subjects() {
    are_made(&[
        ("clear = \"cycle(you, 2)\"", "You discard 2 and draw 2."),
        ("clear = \"pause(you)\"", "Your turn ends."),
        ("clear = \"embers = 0\"", "Your embers become 0."),
        ("bonus = \"next(you).embers\"", "Plus the embers of the player after you."),
        ("clear = \"gain(you, 1)\"", "You gain 1 coin."),
    ]);
}

#[test]
fn other_is_said_only_on_a_card_that_could_be_meant() {
    let rule = |key: &str| {
        format!("[cards.x.actions.{key}]\nparams = {{ target = \"foes\" }}\ndo = \"wound(target, 2)\"\n")
    };
    assert_eq!(
        made_for("spell", &rule("cast")),
        ("A unit of your opponent takes 2 damage.".to_owned(), false)
    );
    assert_eq!(
        made_for("unit", &rule("play")),
        ("Another unit of your opponent takes 2 damage.".to_owned(), false)
    );
}

#[test]
fn signs_are_compared_in_modifiers_and_changes_of_state() {
    let found = |text: &str, rule: &str| {
        let opened = compiled(&format!("[cards.x]\nkind = \"unit\"\ntext = \"{text}\"\n{rule}"));
        render(&opened.diagnostics, &opened.sources, PLAIN)
    };
    let might = |add: &str| {
        format!("[[cards.x.modifiers]]\nattribute = \"might\"\nwhere = \"it is unit\"\nadd = \"{add}\"\n")
    };
    for (text, rule) in [
        ("+2 might to each unit.", might("-2")),
        ("−2 might to each unit.", might("2")),
        ("+2 might to each unit.", might("0 - min(2, it.hurt)")),
        ("−3 embers.", "clear = \"embers += 3\"\n".to_owned()),
        ("+3 embers.", "clear = \"embers -= 3\"\n".to_owned()),
        ("−3 berries.", "clear = \"berry += 3\"\n".to_owned()),
    ] {
        let said = found(text, &rule);
        assert!(said.contains("CW0601"), "{text}: {rule}\n{said}");
    }
    for (text, rule) in [
        ("+2 might to each unit.", might("2")),
        ("−2 might to each unit.", might("-2")),
        ("2 less might for each unit.", might("-2")),
        ("+3 embers.", "clear = \"embers += 3\"\n".to_owned()),
        ("Pay 3 embers.", "clear = \"embers -= 3\"\n".to_owned()),
        // The sign of a state that is called otherwise is not known.
        ("−3 health.", "clear = \"self.hurt += 3\"\n".to_owned()),
        // Another number of the rule has this sign.
        ("−2 might to each unit. +2 coins.", format!("clear = \"gain(you, 2)\"\n{}", might("-2"))),
    ] {
        let said = found(text, &rule);
        assert!(!said.contains("CW0601"), "{text}: {rule}\n{said}");
    }
}

#[test]
fn a_choice_inside_a_block_does_not_mix_up_what_it_is_about() {
    are_made(&[
        (
            "clear = \"for each w in grave { choose v from hand { wound(v, 2) } }\"",
            "For each unit in your grave: choose any unit in your hand: it takes 2 damage.",
        ),
        (
            &play("p = \"players\", v = \"p.hand\"", "wound(v, 1); gain(p, 1)"),
            "Choose a player and a unit in the hand of that player: that unit takes 1 damage, then that \
             player gains 1 coin.",
        ),
        (
            &play("p = \"players\", v = \"p.hand\"", "gain(p, 1); wound(v, 1)"),
            "A player gains 1 coin, then a unit in the hand of that player takes 1 damage.",
        ),
    ]);
    have_no_words(&[
        "clear = \"choose v from hand { choose w from grave { wound(v, 1); wound(w, 2) } }\"",
        "clear = \"for each w in grave { choose v from hand { wound(w, 1); wound(v, 2) } }\"",
        &play("u = \"hand\"", "choose v from grave { wound(u, 1); wound(v, 2) }"),
    ]);
}

#[test]
fn a_value_that_may_be_missing_is_named_once() {
    are_made(&[
        (
            "clear = \"if let u = random(hand) { wound(u, 1); move(u, grave) }\"",
            "A random unit in your hand takes 1 damage, then move that unit to your grave.",
        ),
        (
            "clear = \"choose v from hand { if let u = random(grave) { swap(u, v); swap(v, u) } }\"",
            "Choose any unit in your hand: swap a random unit in your grave and the chosen unit, then swap \
             the chosen unit and that unit.",
        ),
    ]);
    have_no_words(&[
        "clear = \"if let u = random(hand) { gain(you, 2) }\"",
        "clear = \"if let u = random(hand) { wound(u, 1); gain(you, 2) }\"",
    ]);
}

#[test]
fn a_variable_is_not_worded_as_a_value_that_has_changed() {
    are_made(&[
        ("clear = \"let n = 2; embers = 0; gain(you, n)\"", "Your embers become 0, then you gain 2 coins."),
        (
            "clear = \"let n = count(hand); wound(self, n)\"",
            "This unit takes X damage, where X is the number of units in your hand.",
        ),
    ]);
    have_no_words(&["clear = \"let n = embers; embers = 0; wound(self, n)\""]);
}

#[test]
fn a_verb_whose_text_names_nobody_means_anybody_or_you() {
    are_made(&[
        (&reaction("dusk", "p == you", "embers += 1"), "When your turn ends, you gain 1 ember."),
        (
            &reaction("perish", "self.risen", "embers += 1"),
            "When a unit dies, if this unit is risen, you gain 1 ember.",
        ),
    ]);
    have_no_words(&[
        &reaction("dusk", "self.risen", "embers += 1"),
        &reaction("perish", "u == self", "embers += 1"),
        &reaction("wound", "u == self", "sharpen(self, n)"),
        "clear = \"for each u in mine { perish(u) }\"",
        "clear = \"award(next(you))\"",
    ]);
}

#[test]
fn an_amount_behind_a_condition_comes_last() {
    are_made(&[
        (
            "bonus = \"3 + (2 * count(hand) if any(grave))\"",
            "+3; and with any unit in your grave: +2 for each unit in your hand.",
        ),
        (
            "bonus = \"(2 * count(hand) if any(grave)) + 3\"",
            "+3; and with any unit in your grave: +2 for each unit in your hand.",
        ),
        ("bonus = \"0 - embers\"", "−1 for each of your embers."),
    ]);
    have_no_words(&["bonus = \"(count(hand) if any(grave)) + (count(grave) if any(hand))\""]);
}

#[test]
fn words_of_others_keep_their_endings() {
    are_made(&[
        ("clear = \"feast(you)\"", "You draw a card, and each rival passes and drops a card."),
        ("clear = \"trade(you, 1, 21)\"", "You pay 1 coin and gain 21 coins."),
        ("clear = \"trade(you, 21, 1)\"", "You pay 21 coins and gain 1 coin."),
        ("clear = \"focus += 1\"", "You gain 1 focus."),
        ("clear = \"focus = 0\"", "Your focus becomes 0."),
    ]);
}

#[test]
fn a_modifier_with_unclear_words_has_none() {
    let by_count = "[[cards.x.modifiers]]\nattribute = \"might\"\nwhere = \"it == self and any(grave)\"\n\
                    add = \"count(hand)\"\n";
    have_no_words(&[&modifier("it == self or it.risen"), by_count]);
}
