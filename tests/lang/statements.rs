//! Statements: variables, `if`, loops, and sets that change while a loop goes through them.

use super::lab::Lab;

/// Returns the log of a verb.
#[track_caller]
fn log_of(code: &str) -> String {
    let played = Lab::base().go(code).asks(&["go(players[1])"]);
    assert_eq!(played.values, ["done"], "{code}");
    played.log.join(" ")
}

#[test]
fn variables() {
    let code = "let a = 2\nlet b = a\na += 5\na -= 1\nlet s = cards where it is unit\ns += hill\ns -= guard\nlet t = s\ns = {}\nlet c = hill\nc = moss\nlog \"{{ a }} {{ b }} {{ c }}\"\nfor each x in t { log \"{{ x }}\" }\nif any(s) { log \"never\" }";
    assert_eq!(log_of(code), "6 2 Moss Hill Rider");
}

#[test]
fn a_variable_lives_in_its_block() {
    let code = "let a = 1\nif true { let b = 2; a += b; let a = 9; a += 1 }\nlog \"{{ a }}\"";
    assert_eq!(log_of(code), "3");
    Lab::base().go("if true { let b = 2 }\nlog \"{{ b }}\"").refuses("CW0500");
    Lab::base().go("a = 3").refuses("CW0500");
}

#[test]
fn state_is_changed_through_points() {
    let rules = "[state.player]\nliked = \"set of suit\"\nace = \"card?\"";
    let code = "you.coins = 1\nnext(you).coins += 5\ncoins += 1\nplayers[2].liked += flood\nliked = {land}\nliked += {flame}\nace = hill\nif let c = ace { c.marked = true; c.suit = army }\nfor each p in players { p.coins += seat(p) }\n(only(units - guard) ?? hill).marked = true";
    Lab::base().rules(rules).go(code).check(&[
        ("go(players[1])", "done"),
        ("players[1].coins", "3"),
        ("players[2].coins", "10"),
        ("players[1].liked", "{land, flame}"),
        ("players[2].liked", "{flood}"),
        ("cards where marked", "{hill, rider}"),
        ("cards where suit == army", "{hill, guard, rider}"),
    ]);
}

#[test]
fn what_is_changed_is_worked_out_once() {
    let rules = r#"
[verbs.turn]
params = { you = "player" }
returns = "player"
do = '''
coins += 10
return next(you)
'''
[verbs.draw_one]
returns = "card"
do = '''
let c = top(deck) ?? hill
move(c, discards)
return c
'''
[kinds.card.state]
wounds = "int 0..9"
seen = "set of suit"
"#;
    Lab::base()
        .rules(rules)
        .go("turn(you).coins += 1\ndraw_one().wounds += 3\ndraw_one().seen += flood")
        .check(&[
            ("go(players[1])", "done"),
            ("players[1].coins", "13"),
            ("players[2].coins", "4"),
            ("hill.wounds", "3"),
            ("discards", "{hill, lake}"),
            ("cards where flood in seen", "{lake}"),
        ]);
    let dice = Lab::base().rules(rules).go("(random(players) ?? you).coins += 1");
    for seed in 0..20 {
        let values = dice.clone().seed(seed).asks(&["go(players[1])", "sum(players, coins)"]).values;
        assert_eq!(values, ["done", "7"], "seed {seed}");
    }
}

#[test]
fn what_cannot_be_changed() {
    for (code, error) in [
        ("hill.strength = 3", "CW0517"),
        ("hill.printed.suit = land", "CW0517"),
        ("hand = deck", "CW0517"),
        ("deck = {}", "CW0517"),
        ("you = players[1]", "CW0517"),
        ("let n = 3; n = hill", "CW0502"),
        ("coins = flood", "CW0502"),
        ("hill.suit = 3", "CW0502"),
        ("hill.suit += flood", "CW0502"),
        ("count(deck)", "CW0519"),
        ("1 + 2", "CW0412"),
    ] {
        Lab::base().go(code).refuses(error);
    }
}

#[test]
fn if_and_else() {
    let code = "for each n in 1..4 {\nif n == 1 { log \"one\" } else if n < 4 and n % 2 == 1 { log \"odd\" } else if n == 4 { log \"four\" } else { log \"even\" }\n}";
    assert_eq!(log_of(code), "one even odd four");
}

#[test]
fn for_each_goes_in_order() {
    assert_eq!(log_of("for each c in units + hill { log \"{{ c }}\" }"), "Hill Guard Rider");
    assert_eq!(log_of("for each s in suits - land { log \"{{ s }}\" }"), "flood flame army");
    assert_eq!(log_of("for each n in 3..5 { log \"{{ n }}\" }"), "3 4 5");
    assert_eq!(log_of("for each n in -1..1 { log \"{{ n }}\" }"), "-1 0 1");
    assert_eq!(log_of("for each n in 98..101 { log \"{{ n }}\" }"), "98 99 100 101");
    assert_eq!(log_of("for each n in 3..2 { log \"{{ n }}\" }"), "");
    assert_eq!(log_of("for each n in {7, 2} { log \"{{ n }}\" }"), "2 7");
    assert_eq!(log_of("for each n in values(units, strength) { log \"{{ n }}\" }"), "7 8");
    assert_eq!(
        log_of("for each n in values(cards where strength > 7, name) { log \"{{ n }}\" }"),
        "Blaze Rider"
    );
    assert_eq!(log_of("for each p in players { log \"{{ p }}\" }"), "player 1 player 2");
    assert_eq!(log_of("for each c in hand { log \"{{ c }}\" }"), "");
    let played = Lab::base()
        .players(4)
        .go("for each p in turn_order(next(you)) { log \"{{ p }}\" }")
        .asks(&["go(players[2])"]);
    assert_eq!(played.log, ["player 3", "player 4", "player 1", "player 2"]);
}

#[test]
fn a_set_is_gone_through_as_it_was_when_the_loop_began() {
    // A heap and a set: also those that have left meanwhile; none that have come.
    let code = "deal(deck, hand, 3)\nfor each c in hand {\n move(hand, discards)\n move(rider, hand)\n log \"{{ c }}\"\n}";
    assert_eq!(log_of(code), "Hill Lake Lake");
    let code = "let s = cards where it is unit\nfor each c in s { s += hill; s -= rider; log \"{{ c }}\" }";
    assert_eq!(log_of(code), "Guard Rider");
    let code =
        "for each c in cards where suit == army { rider.suit = land; hill.suit = army; log \"{{ c }}\" }";
    assert_eq!(log_of(code), "Guard Rider");
    let code = "let n = 3\nfor each i in 1..n { n = 1; log \"{{ i }}\" }";
    assert_eq!(log_of(code), "1 2 3");
    let code = "for each i in 1..4 { i += 1; log \"{{ i }}\" }";
    assert_eq!(log_of(code), "2 3 4 5");
}

#[test]
fn an_ordered_zone_is_gone_through_in_its_order_of_the_moment() {
    // Those that have left are passed over; those that have come are not looked at.
    let code = "for each c in deck {\n log \"{{ c }}\"\n if c == hill { move(lake_two(), discards); move(moss, deck) }\n if c == lake_one() { move(hill, deck, bottom); move(units, discards) }\n}";
    let rules = "[functions.lake_one]\nreturns = \"card\"\ncode = \"first(cards where name == lake) ?? hill\"\n[functions.lake_two]\nreturns = \"card\"\ncode = \"only((cards where name == lake) - lake_one) ?? hill\"";
    let played = Lab::base().rules(rules).go(code).asks(&["go(players[1])"]);
    assert_eq!(played.log.join(" "), "Hill Moss Lake Spark Blaze Twin Twin");
    // As a set, it is gone through in the order of the box.
    let code = "move(hill, deck, bottom)\nfor each c in deck where strength > 3 { log \"{{ c }}\" }";
    assert_eq!(log_of(code), "Hill Lake Lake Blaze Guard Rider");
}

#[test]
fn break_and_continue() {
    let code = "for each n in 1..9 { if n == 2 { continue }; if n == 5 { break }; log \"{{ n }}\" }";
    assert_eq!(log_of(code), "1 3 4");
    let code =
        "for each c in deck { if c.suit == flood { continue }; if c == blaze { break }; log \"{{ c }}\" }";
    assert_eq!(log_of(code), "Hill Spark");
    let code = "for each c in units + hill { if c == guard { continue }; log \"{{ c }}\" }";
    assert_eq!(log_of(code), "Hill Rider");
    let code = "let n = 0\nrepeat 5 { n += 1; if n == 2 { continue }; if n == 4 { break }; log \"{{ n }}\" }";
    assert_eq!(log_of(code), "1 3");
    let code =
        "let n = 0\nwhile true { n += 1; if n == 2 { continue }; if n > 4 { break }; log \"{{ n }}\" }";
    assert_eq!(log_of(code), "1 3 4");
    let code = "for each a in 1..3 { for each b in 1..3 { if b == 2 { continue }; if a == 2 { break }; log \"{{ a }}{{ b }}\" } }";
    assert_eq!(log_of(code), "11 13 31 33");
    let code = "for each p in turn_order(you) { if p == you { continue }; log \"{{ p }}\"; break }";
    assert_eq!(log_of(code), "player 2");
    Lab::base().go("break").refuses("CW0522");
}

#[test]
fn repeat_and_while() {
    assert_eq!(log_of("repeat 3 { log \"x\" }"), "x x x");
    assert_eq!(log_of("let n = -2\nrepeat 0 { log \"x\" }\nrepeat n { log \"x\" }"), "");
    assert_eq!(log_of("let n = 3\nrepeat n { n = 9; log \"x\" }"), "x x x");
    assert_eq!(log_of("let n = 3\nwhile n > 0 { log \"{{ n }}\"; n -= 1 }"), "3 2 1");
    assert_eq!(
        log_of("while any(deck) and count(discards) < 3 { deal(deck, discards, 1); log \"x\" }"),
        "x x x"
    );
    assert_eq!(log_of("while false { log \"x\" }"), "");
}

#[test]
fn return_leaves_a_verb() {
    assert_eq!(
        log_of(
            "for each n in 1..5 { while true { if n == 3 { return }; log \"{{ n }}\"; break } }\nlog \"never\""
        ),
        "1 2"
    );
    let rules = "[functions.find]\nparams = { least = \"int\" }\nreturns = \"card?\"\ncode = '''\nfor each c in deck {\n  for each p in players { if c.strength >= least { return c } }\n}\nreturn top(discards_of)\n'''";
    let rules = rules.replace("return top(discards_of)", "return first(discards)");
    Lab::base().rules(&rules).check(&[
        ("find(6)", "blaze"),
        ("find(2)", "hill"),
        ("find(10)", "none"),
        ("find(8) ?? moss", "blaze"),
    ]);
}

#[test]
fn log_lines_show_what_is_in_scope() {
    let rules = "[state.table]\nround = { type = \"int 1..8\", start = \"2\" }\nlast = \"card?\"";
    let code = "let n = 3\nlet b = n > 2\nlet lake = first(deck)\nlog \"{{ you }} {{ n }} {{ b }} {{ round }} {{ coins }} {{ last }} {{ deck }} {{ lake }}\"\nif let c = lake { log \"{{ c }}!\" }\nlog \"{{ n + 1 }} {% if b %}yes{% endif %}\"";
    let played = Lab::base().rules(rules).go(code).asks(&["go(players[2])"]);
    assert_eq!(played.log, ["player 2 3 True 2 3 none deck Hill", "Hill!", "4 yes"]);
    Lab::base().go("log \"{{ nobody }}\"").refuses("CW0500");
    Lab::base().go("let s = units + hill\nlog \"{{ s }}\"").refuses("CW0521");
}

#[test]
fn tallies_are_noted() {
    let played = Lab::base().go("tally(hill, 3)\ntally(guard, 2 - 5)\ntally(moss)").asks(&["go(players[1])"]);
    assert_eq!(played.tallies, ["hill 3", "guard -3", "moss -"]);
}

#[test]
fn a_loop_may_go_up_to_the_greatest_number() {
    let last = "9223372036854775807";
    let one = format!(
        "for each i in 9223372036854775806..{last} {{ if i < {last} {{ continue }}; log \"{{{{ i }}}}\" }}\nlog \"on\""
    );
    assert_eq!(log_of(&one), format!("{last} on"));
    assert_eq!(log_of("for each i in 3..2 { log \"never\" }\nfor each i in 3..3 { log \"{{ i }}\" }"), "3");
    assert_eq!(
        log_of("for each i in 1..4 { if i == 2 { continue }; if i == 4 { break }; log \"{{ i }}\" }"),
        "1 3"
    );
}
