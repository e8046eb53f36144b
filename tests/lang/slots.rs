//! Slots: places where each card puts its own rule.

use super::lab::Lab;

const SLOTS: &str = r#"
[kinds.card.slots]
bonus = { returns = "int", default = "0" }
base = { returns = "int", default = "strength + 1" }
price = { returns = "int" }
safe = { returns = "bool" }
likes = { returns = "set of suit" }
blanks = { returns = "set of card", from = "deck - self" }
clear = { do = true }
worth = { returns = "int", params = { p = "player", n = "int" } }
mate = { returns = "card?" }

[functions.others]
params = { self = "card" }
returns = "set of card"
code = "cards - self"
"#;

const CARDS: &str = r#"
[cards.king]
strength = 20
bonus = "5 if any(others where suit == flame)"
base = "2"
price = "strength / 3"
safe = "true"
likes = "{flood, flame}"
blanks = "suit == flood"
clear = "marked = true"
worth = "n * strength + p.coins"
mate = "hill"
[cards.jester]
strength = 2
price = '''
let n = 0
for each c in deck { n += c.strength }
return n
'''
blanks = "strength > 8 and self.strength == 2"
clear = '''
if let p = holder(self) { p.coins += 1 }
self.marked = true
'''
"#;

fn lab() -> Lab {
    Lab::base().rules(SLOTS).cards(CARDS)
}

#[test]
fn a_slot_runs_the_rule_that_the_card_bears() {
    lab().check(&[
        ("king.bonus", "5"),
        ("king.base", "2"),
        ("king.price", "6"),
        ("king.safe", "yes"),
        ("king.likes", "{flood, flame}"),
        ("king.blanks", "{lake, lake#2}"),
        ("king.worth(players[1], 2)", "43"),
        ("king.mate", "hill"),
        ("jester.price", "63"),
        ("jester.blanks", "{blaze, king}"),
    ]);
}

#[test]
fn an_empty_slot_gives_the_default_or_nothing() {
    lab().check(&[
        ("hill.bonus", "0"),
        ("hill.base", "5"),
        ("guard.base", "8"),
        ("hill.price", "0"),
        ("hill.safe", "no"),
        ("hill.likes", "{}"),
        ("hill.blanks", "{}"),
        ("hill.worth(players[1], 7)", "0"),
        ("hill.mate", "none"),
        ("sum(cards, price)", "69"),
        ("sum(cards where it is unit, base)", "17"),
        ("cards where safe", "{king}"),
        ("union(cards, likes)", "{flood, flame}"),
        ("union(c in cards, c.blanks)", "{lake, lake#2, blaze, king}"),
        ("sum(cards, worth(players[1], 1))", "23"),
        ("max(cards, price)", "63"),
    ]);
}

#[test]
fn statements_in_slots() {
    let lab = lab().go("for each c in deck { c.clear }\nhill.clear\nclear_it(king)");
    let lab = lab.rules("[verbs.clear_it]\nparams = { c = \"card\" }\ndo = \"c.clear\"");
    lab.check(&[
        ("go(players[1])", "done"),
        ("cards where marked", "{king, jester}"),
        ("players[1].coins", "3"),
    ]);
    let lab = Lab::base().rules(SLOTS).cards(CARDS).go("move(jester, hand)\njester.clear\njester.clear");
    lab.check(&[("go(players[2])", "done"), ("players[2].coins", "5"), ("players[1].coins", "3")]);
}

#[test]
fn a_rule_can_be_run_as_another_components() {
    lab().check(&[
        ("king.price as jester", "0"),
        ("king.price as hill", "1"),
        ("king.worth(players[1], 2) as hill", "11"),
        ("jester.blanks as king", "{}"),
        ("king.bonus as spark", "5"),
        ("hill.base as guard", "8"),
        ("hill.price as king", "0"),
        ("sum(c in units, king.price as c)", "4"),
        ("cards where king.price as it > 3", "{king}"),
    ]);
    lab().go("king.clear as hill").check(&[("go(players[1])", "done"), ("cards where marked", "{hill}")]);
}

#[test]
fn has_asks_whether_a_rule_is_written_there() {
    lab().check(&[
        ("king has bonus", "yes"),
        ("hill has bonus", "no"),
        ("cards where it has blanks", "{king, jester}"),
        ("cards where has clear", "{king, jester}"),
        ("hill has base", "yes"),
        ("any(cards where not it has price)", "yes"),
    ]);
}

#[test]
fn you_is_who_holds_the_component() {
    let cards = "[cards.miser]\nstrength = 1\nbonus = \"you.coins + count(hand)\"";
    let lab = Lab::base().rules(SLOTS).cards(cards).go("move(miser, hand)\nmove(hill, hand)\ncoins = 40");
    lab.check(&[("miser.bonus", "CW0706"), ("go(players[2])", "done"), ("miser.bonus", "42")]);
}

#[test]
fn copies_bear_the_same_rule() {
    let cards = "[cards.coin]\ncopies = 3\nprice = \"2 if marked else 1\"";
    let lab = Lab::base().rules(SLOTS).cards(cards).go(
        "for each c in cards where name == coin { if count(cards where marked) < 2 { c.marked = true } }",
    );
    lab.check(&[("go(players[1])", "done"), ("sum(cards, price)", "5")]);
}

#[test]
fn what_has_no_natural_nothing_needs_a_default() {
    let rules = "[kinds.card.slots]\nally = { returns = \"card\" }\nside = { returns = \"suit\" }";
    assert_eq!(Lab::base().rules(rules).errors(), ["CW0532", "CW0532"]);
    let lairs = "[boards.board]\ngrid = [3, 3]\n[kinds.card.slots]\nlair = { returns = \"cell\" }";
    assert_eq!(Lab::base().rules(lairs).errors(), ["CW0532"]);
    let rules = "[kinds.card.slots]\nally = { returns = \"card\", default = \"self\" }\nside = { returns = \"suit\", default = \"suit\" }";
    Lab::base().rules(rules).cards("[cards.imp]\nally = \"hill\"\nside = \"army\"").check(&[
        ("imp.ally", "hill"),
        ("spark.ally", "spark"),
        ("imp.side", "army"),
        ("spark.side", "flame"),
    ]);
}

#[test]
fn a_slot_that_is_a_calculation_changes_nothing() {
    let cards = "[cards.thief]\nbonus = \"roll(d6)\"";
    assert_eq!(Lab::base().rules(SLOTS).cards(cards).errors(), ["CW0507"]);
}

#[test]
fn a_wrong_rule_is_reported_on_each_card_that_bears_it() {
    let cards = "[cards.imp]\nbonus = \"1 + nothing\"\n[cards.elf]\nbonus = \"2\"\n[cards.orc]\nbonus = \"1 + nothing\"";
    let lab = Lab::base().rules(SLOTS).cards(cards);
    assert_eq!(lab.errors(), ["CW0418", "CW0418"]);
    assert_eq!(lab.wrong_places(), ["nothing", "nothing"]);
}

/// So many rules are checked in several threads.
#[test]
fn thousands_of_rules_are_checked_as_a_few_are() {
    let card = |i: u32| format!("[cards.imp_{i}]\nbonus = \"count(cards where strength < 0) + {i}\"\n");
    let cards: String = (0..2_500).map(card).collect();
    let lab = Lab::base().rules(SLOTS).cards(&cards);
    lab.check(&[("imp_7.bonus", "7"), ("imp_2499.bonus", "2499")]);
    let wrong = cards.replace("+ 11\"", "+ nothing\"").replace("+ 2400\"", "+ nothing\"");
    assert_eq!(Lab::base().rules(SLOTS).cards(&wrong).errors(), ["CW0418", "CW0418"]);
}
