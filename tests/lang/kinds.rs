//! Kinds: inheritance, narrowing, attributes, state of components.

use super::lab::Lab;

#[test]
fn what_a_kind_declares_all_below_it_have() {
    Lab::base().check(&[
        ("guard.strength", "7"),
        ("rider.speed", "4"),
        ("guard.speed", "1"),
        ("units", "{guard, rider}"),
        ("count(cards)", "10"),
        ("units where speed > 1", "{rider}"),
        ("count(cards - units)", "8"),
        ("hill.strength", "4"),
    ]);
}

#[test]
fn a_kind_without_a_base_is_below_card() {
    let lab = Lab::empty()
        .rules("[kinds.ship]\n[kinds.meeple]\nbase = \"piece\"")
        .cards("[cards.ark]\nkind = \"ship\"\n[cards.jo]\nkind = \"meeple\"");
    lab.check(&[
        ("cards", "{ark}"),
        ("ships", "{ark}"),
        ("pieces", "{jo}"),
        ("components", "{ark, jo}"),
        ("tokens", "{}"),
    ]);
}

#[test]
fn is_asks_for_the_kind_and_those_below() {
    Lab::base().check(&[
        ("guard is unit", "yes"),
        ("guard is card", "yes"),
        ("guard is component", "yes"),
        ("hill is unit", "no"),
        ("hill is not unit", "yes"),
        ("cards where it is unit", "{guard, rider}"),
        ("count(cards where it is not unit)", "8"),
    ]);
}

#[test]
fn what_is_asked_narrows() {
    Lab::base().check(&[
        ("cards where it is unit and speed == 4", "{rider}"),
        ("cards where it is unit and it.speed < 4", "{guard}"),
        ("cards where strength > 7 and it is unit and speed > 0", "{rider}"),
        ("sum(c in cards, c.speed if c is unit)", "5"),
        ("sum(cards where it is unit, it.speed)", "5"),
        ("sum(cards where strength > 0 and it is unit, speed)", "5"),
        ("max(c in cards where c is unit, c.speed)", "4"),
        ("count((cards where it is unit) where speed == 4)", "1"),
        ("sum(cards, it.speed if it is unit else 10)", "85"),
        ("count(c in cards, c is unit and c.speed > 1)", "1"),
        ("any(c in cards, c is unit and (c.speed > 1 or c.strength == 7))", "yes"),
    ]);
    let code = "for each c in cards {\n if c is unit { you.coins += c.speed }\n if c is unit and c.speed > 1 { log \"{{ c }}\" }\n}";
    let played = Lab::base().go(code).asks(&["go(players[1])", "players[1].coins"]);
    assert_eq!(
        (played.log, played.values),
        (vec!["Rider".to_string()], vec!["done".to_string(), "8".to_string()])
    );
}

#[test]
fn what_is_drawn_from_those_of_a_kind_is_of_that_kind() {
    let chosen = "choose c from cards where it is unit and speed > 1 by you\nyou.coins += c.speed";
    let each = "for each c in cards where strength > 0 and it is unit { you.coins += c.speed }";
    for code in [chosen, each] {
        assert!(Lab::base().go(code).errors().is_empty(), "{code}");
    }
    let action = |set: &str| {
        format!(
            "[actions.drill]\nparams = {{ c = \"{set}\" }}\ndo = \"you.coins += c.speed\"\n[flow]\nplay = \"act players[1] from {{drill}}\"\n"
        )
    };
    assert!(Lab::base().rules(&action("(cards where it is unit) where strength > 0")).errors().is_empty());
    // Only if all of them are: one of two possible kinds is not enough, and neither is a negation.
    for set in [
        "cards where it is unit or strength > 0",
        "cards where it is not unit",
        "cards where not (it is unit)",
    ] {
        assert!(!Lab::base().rules(&action(set)).errors().is_empty(), "{set}");
    }
}

#[test]
fn without_asking_a_kind_below_is_not_there() {
    let errors = Lab::base().go("for each c in cards { you.coins += c.speed }").errors();
    assert_eq!(errors, ["CW0503"]);
    let errors =
        Lab::base().go("for each c in cards { if c is unit or c.marked { you.coins += c.speed } }").errors();
    assert_eq!(errors, ["CW0503"]);
    let errors = Lab::base().go("for each c in cards { if c is not unit { you.coins += c.speed } }").errors();
    assert_eq!(errors, ["CW0503"]);
}

#[test]
fn self_narrows_too() {
    let rules = "[functions.pace]\nparams = { self = \"card\" }\nreturns = \"int\"\ncode = \"self.speed if self is unit else -1\"";
    Lab::base().rules(rules).check(&[("rider.pace", "4"), ("hill.pace", "-1"), ("pace(guard)", "1")]);
}

#[test]
fn attributes_have_defaults_or_must_be_said() {
    let lab = Lab::base().rules("[kinds.card.attributes]\ncost = \"int 0..9\"");
    assert_eq!(lab.errors().len(), 8);
    assert_eq!(lab.errors()[0], "CW0515");
    let lab = Lab::base().rules("[kinds.card.attributes]\ncost = { type = \"int 0..9\", default = 2 }\ncolours = \"set of suit\"\nmate = \"name?\"\nlucky = { type = \"bool\", default = false }\nhome = { type = \"suit\", default = \"flame\" }");
    let lab = lab.cards(
        "[cards.boat]\ncost = 3\ncolours = [\"land\", \"army\"]\nmate = \"hill\"\nlucky = true\nhome = \"flood\"",
    );
    lab.check(&[
        ("boat.cost", "3"),
        ("hill.cost", "2"),
        ("boat.colours", "{land, army}"),
        ("hill.colours", "{}"),
        ("boat.mate", "hill"),
        ("hill.mate", "none"),
        ("boat.mate ?? lake", "hill"),
        ("cards where lucky", "{boat}"),
        ("boat.home", "flood"),
        ("hill.home", "flame"),
        ("cards where land in colours", "{boat}"),
    ]);
}

#[test]
fn printed_state_starts_as_printed_and_remembers() {
    let lab = Lab::base().go("blaze.suit = flood\nhill.marked = true");
    lab.check(&[
        ("blaze.suit", "flame"),
        ("hill.suit", "land"),
        ("hill.marked", "no"),
        ("go(players[1])", "done"),
        ("blaze.suit", "flood"),
        ("blaze.printed.suit", "flame"),
        ("cards where suit == flood", "{lake, lake#2, blaze}"),
        ("cards where printed.suit == flame", "{spark, blaze}"),
        ("cards where printed.suit != suit", "{blaze}"),
        ("cards where it.printed.suit == flame and suit == flood", "{blaze}"),
        ("cards where marked", "{hill}"),
        ("count(cards where not marked)", "9"),
    ]);
}

#[test]
fn names_may_be_state_too() {
    let rules = "[kinds.card.state]\nname = { type = \"name\", printed = true }";
    let lab = Lab::base().rules(rules).go("for each c in cards where name == lake { c.name = spark }");
    lab.check(&[
        ("count(cards where name == lake)", "2"),
        ("go(players[1])", "done"),
        ("cards where name == spark", "{lake, lake#2, spark}"),
        ("cards where name == lake", "{}"),
        ("cards where printed.name == lake", "{lake, lake#2}"),
        ("spark.name == name_of(spark)", "yes"),
        ("values(cards where strength == 5, name)", "{spark}"),
        ("values(cards where strength == 5, name_of(it))", "{lake}"),
    ]);
}

#[test]
fn state_of_components() {
    let rules = r#"
[kinds.card.state]
wounds = "int 0..9"
luck = { type = "int 1..9", start = "self.strength / 5 + 1" }
muted = "set of suit"
copy = { type = "card", start = "self" }
boots = "card?"
keeper = "player?"
[kinds.scout]
base = "unit"
[kinds.scout.state]
orders = "int 0..3"
"#;
    let code = r#"
rider.wounds += 2
rider.muted += flood
rider.muted += {land, flame}
rider.copy = hill
hill.boots = blaze
fox.orders = 3
spark.keeper = you
"#;
    let lab = Lab::base().rules(rules).cards("[cards.fox]\nkind = \"scout\"");
    lab.go(code).check(&[
        ("hill.luck", "1"),
        ("blaze.luck", "2"),
        ("hill.copy", "hill"),
        ("hill.boots", "none"),
        ("hill.keeper", "none"),
        ("go(players[2])", "done"),
        ("rider.wounds", "2"),
        ("guard.wounds", "0"),
        ("rider.muted", "{land, flood, flame}"),
        ("guard.muted", "{}"),
        ("rider.copy", "hill"),
        ("rider.copy.strength", "4"),
        ("hill.boots", "blaze"),
        ("cards where boots == blaze", "{hill}"),
        ("cards where keeper == players[2]", "{spark}"),
        ("cards where keeper == players[1]", "{}"),
        ("cards where copy == hill", "{hill, rider}"),
        ("cards where copy != it", "{rider}"),
        ("scouts where orders == 3", "{fox}"),
        ("units where it is scout and orders == 3", "{fox}"),
        ("cards where flame in muted", "{rider}"),
    ]);
}

#[test]
fn what_is_declared_above_is_not_declared_again() {
    Lab::base()
        .rules("[kinds.knight]\nbase = \"unit\"\n[kinds.knight.attributes]\nspeed = \"int\"")
        .refuses("CW0301");
    Lab::base().rules("[kinds.a]\nbase = \"b\"\n[kinds.b]\nbase = \"a\"").refuses("CW0523");
}

#[test]
fn the_box_is_in_the_order_of_kinds_then_of_files() {
    let rules = "[kinds.ant]\nbase = \"card\"\n[kinds.bee]\nbase = \"ant\"";
    let cards = "[cards.b1]\nkind = \"bee\"\n[cards.c1]\n[cards.a1]\nkind = \"ant\"\n[cards.t]\nkind = \"token\"\n[cards.c2]";
    Lab::empty()
        .rules(rules)
        .cards(cards)
        .check(&[("components", "{c1, c2, a1, b1, t}"), ("ants", "{a1, b1}")]);
}

#[test]
fn what_only_a_kind_has_is_asked_of_that_kind_alone() {
    let rules = r#"
[enums]
mood = ["calm", "wild"]
[kinds.guest]
base = "piece"
[kinds.guest.state]
fed = "bool"
mood = "mood"
"#;
    let lab = Lab::base().rules(rules).cards("[cards.ann]\nkind = \"guest\"\n[cards.bob]\nkind = \"guest\"");
    lab.check(&[
        ("guests where not fed", "{ann, bob}"),
        ("guests where mood == calm", "{ann, bob}"),
        ("guests where mood == (wild if count(guests) == 9 else calm)", "{ann, bob}"),
        ("guests where fed", "{}"),
        ("guests where mood == wild", "{}"),
    ]);
}

#[test]
fn a_name_changes_on_all_cards_or_none() {
    let lab = |of: &str| {
        let state = format!("[kinds.{of}.state]\nname = {{ type = \"name\", printed = true }}");
        Lab::empty().rules(&format!("[kinds.ship]\n{state}")).cards("[cards.ark]\nkind = \"ship\"")
    };
    assert_eq!(lab("ship").told_of("`name`"), ["CW0524"]);
    assert!(lab("card").told_of("`name`").is_empty());
}
