//! Expressions: arithmetic, comparisons, conditions, `if else`, `??`, precedence, where line ends go.

use super::lab::Lab;

const STATE: &str =
    "[state.table]\nn = \"int -99..99\"\nmaybe = \"card?\"\nwho = \"player?\"\nnumber = \"int?\"";

#[test]
fn arithmetic() {
    Lab::empty().check(&[
        ("2 + 3 * 4 - 1", "13"),
        ("(2 + 3) * 4", "20"),
        ("-7 / 2", "-4"),
        ("7 / -2", "-4"),
        ("-7 / -2", "3"),
        ("7 / 2", "3"),
        ("-7 % 3", "2"),
        ("7 % -3", "-2"),
        ("-6 % 3", "0"),
        ("-(3 - 5)", "2"),
        ("- 3 - - 5", "2"),
        ("1000000 * 1000000 * 1000000", "1000000000000000000"),
        ("9223372036854775807 - 1", "9223372036854775806"),
        ("40000 + 40000", "80000"),
        ("5 - 40000", "-39995"),
        ("abs(-4) + abs(4)", "8"),
        ("min(3, -2)", "-2"),
        ("max(3, -2)", "3"),
        ("clamp(12, 0, 9)", "9"),
        ("clamp(-1, 0, 9)", "0"),
        ("clamp(5, 0, 9)", "5"),
    ]);
}

#[test]
fn comparisons() {
    Lab::base().check(&[
        ("1 < 2", "yes"),
        ("2 < 2", "no"),
        ("2 <= 2", "yes"),
        ("3 > 2", "yes"),
        ("2 >= 3", "no"),
        ("2 == 2 and 2 != 3", "yes"),
        ("-1 < 1", "yes"),
        ("hill == hill", "yes"),
        ("hill != spark", "yes"),
        ("players[1] == players[2]", "no"),
        ("flood == flood", "yes"),
        ("true == (1 < 2)", "yes"),
        ("(1 > 2) == false", "yes"),
        ("deck == cards", "yes"),
        ("cards == deck", "yes"),
        ("deck != discards", "yes"),
        ("{flood, flame} == {flame, flood}", "yes"),
        ("{1, 2} == 1..2", "yes"),
        ("{} == discards", "yes"),
        ("zone_of(hill) == deck", "yes"),
        ("zone_of(hill) == discards", "no"),
        ("zone_of(hill) != discards", "yes"),
        ("deck == zone_of(hill)", "yes"),
        ("top(deck) == hill", "yes"),
        ("hill == top(deck)", "yes"),
        ("bottom(deck) == rider", "yes"),
    ]);
}

#[test]
fn two_zones_are_compared_as_zones() {
    // Both are empty, but they are not one and the same.
    Lab::base().check(&[
        ("players[1].hand == players[2].hand", "no"),
        ("players[1].hand == players[1].hand", "yes"),
        ("players[1].hand + {} == players[2].hand", "yes"),
    ]);
}

#[test]
fn conditions_look_right_only_if_it_matters() {
    let lab = Lab::base().rules(STATE);
    lab.check(&[
        ("n != 0 and 10 / n > 1", "no"),
        ("n == 0 or 10 / n > 1", "yes"),
        ("n == 0 and 10 / n > 1", "CW0704"),
        ("not n == 0", "no"),
        ("not (n == 0 and true)", "no"),
        ("not false and true", "yes"),
        ("true or true and false", "yes"),
        ("(true or true) and false", "no"),
        ("1 if n == 0 else 10 / n", "1"),
        ("count(cards where n != 0 and 10 / n > 1)", "0"),
        ("count(cards where n == 0 or 10 / n > 1)", "10"),
        ("count(discards where 10 / n > 1)", "0"),
        ("count(cards where marked and 10 / n > 1)", "0"),
        ("count(cards where strength > 90 and 10 / n > 1)", "0"),
        ("count(cards where 10 / n > 1)", "CW0704"),
        // The condition that can be evaluated in bulk comes first: if nothing is marked, the other is not
        // evaluated.
        ("count(cards where strength / n > 1 and marked)", "0"),
        ("count(cards where it.strength + n > 90 and 10 / n > 1)", "0"),
        ("any(cards where suit == flood and players[n + 3] == players[1])", "CW0709"),
        ("any(discards where players[n + 3] == players[1])", "no"),
        ("any(cards where marked and holder(it) == players[n + 3])", "no"),
    ]);
}

#[test]
fn if_else() {
    Lab::base().rules(STATE).check(&[
        ("1 if 2 > 1 else 3", "1"),
        ("1 if 2 < 1 else 3", "3"),
        ("1 if 2 < 1", "0"),
        ("(2 > 1) if 2 < 1", "no"),
        ("units if 1 < 2", "{guard, rider}"),
        ("units if 1 > 2", "{}"),
        ("deck if 1 > 2", "{}"),
        ("count(deck if 1 < 2 else discards)", "10"),
        ("count(units if 1 > 2 else deck)", "10"),
        ("top(deck) if 1 > 2", "none"),
        ("{} if 1 > 2 else {flood}", "{flood}"),
        ("{flood} if 1 > 2 else {}", "{}"),
        ("guard if 1 > 2 else hill", "hill"),
        ("1 if 1 > 2 else 2 if 2 > 3 else 3", "3"),
        ("flood if 1 > 2 else flame", "flame"),
        ("2 * 3 if 1 < 2 else 4", "6"),
    ]);
    let errors = Lab::base().go("let x = flood if 1 > 2").errors();
    assert_eq!(errors, ["CW0502"]);
}

#[test]
fn optional_values_are_opened() {
    let lab = Lab::base().rules(STATE);
    lab.check(&[
        ("top(deck) ?? rider", "hill"),
        ("maybe ?? rider", "rider"),
        ("maybe ?? top(deck) ?? rider", "hill"),
        ("maybe ?? maybe", "none"),
        ("who ?? players[2]", "player 2"),
        ("number ?? 4", "4"),
        ("(number ?? 4) + 1", "5"),
        ("number ?? 4 + 1", "5"),
        ("maybe == hill", "no"),
        ("maybe in deck", "no"),
        ("maybe not in deck", "yes"),
        ("top(deck) in deck", "yes"),
        ("who in players", "no"),
    ]);
    let code = "if let c = maybe { log \"there\" } else { log \"none\" }\nmaybe = hill\nif let c = maybe { log \"{{ c }}\" }\nnumber = -3\nif let k = number { n = k - 1 }\nwho = you\nif let p = who { p.coins = 9 } else { n = 0 }";
    let played = lab.clone().go(code).asks(&["go(players[2])", "n", "players[2].coins", "maybe", "number"]);
    assert_eq!(played.log, ["none", "Hill"]);
    assert_eq!(played.values, ["done", "-4", "9", "hill", "-3"]);
    let code = "maybe = hill\nwho = you\nmaybe = none\nif who is not none and maybe is none { n = 7 }\nlet c = top(deck)\nc = none\nif c is none { n += 1 }";
    lab.clone().go(code).check(&[
        ("go(players[1])", "done"),
        ("maybe", "none"),
        ("who", "player 1"),
        ("n", "8"),
    ]);
    for (code, error) in [
        ("move(maybe, hand)", "CW0506"),
        ("n = number + 1", "CW0506"),
        ("maybe.marked = true", "CW0506"),
        ("if let x = hill { n = 1 }", "CW0520"),
        ("n = n ?? 3", "CW0520"),
        ("maybe = null", "CW0418"),
    ] {
        lab.clone().go(code).refuses(error);
    }
}

#[test]
fn lines_go_on_after_and_before_operators() {
    let code = "let a = 1 +\n  2\n  + 3\nlet b = (4\n  + 5\n)\nlet s = {flood,\n  flame\n}\nlet t = cards\n  where suit in s\n  and strength > 1\ncoins = a + b + count(s) +\n  count(t)";
    Lab::base().go(code).check(&[("go(players[1])", "done"), ("players[1].coins", "20")]);
}

#[test]
fn comments_and_semicolons() {
    let code = "# first\nlet a = 1; let b = 2 # then\ncoins = a + b; coins += 1 # done";
    Lab::base().go(code).check(&[("go(players[1])", "done"), ("players[1].coins", "4")]);
}

#[test]
fn where_binds_loosest() {
    Lab::base().check(&[
        ("count(cards - hill where strength > 4)", "5"),
        ("count(cards where strength > 4 or suit == flame)", "6"),
        ("(cards where strength > 7) + hill", "{hill, blaze, rider}"),
        ("count(units + cards where strength == 4 or suit == army)", "3"),
        ("any(cards where strength > 8) and none(cards where strength > 9)", "yes"),
        ("cards where strength > (6 if true else 3) and suit == army", "{guard, rider}"),
        ("cards where strength > 4 where suit == flame", "{blaze}"),
        ("cards where marked == false and strength in 7..9", "{blaze, guard, rider}"),
    ]);
}

#[test]
fn texts_are_no_values() {
    Lab::base().go("let x = \"hill\"").refuses("CW0502");
}

#[test]
fn operands_are_evaluated_from_left_to_right() {
    let ticks = "[state.table]\nticks = \"int 0..99\"\n[verbs.tick]\nparams = { n = \"int\" }\nreturns = \"int\"\ndo = '''\nticks += n\nreturn ticks\n'''\n";
    for (condition, told) in [
        ("tick(1) > tick(1)", "no"),
        ("tick(1) >= tick(1)", "no"),
        ("tick(1) < tick(1)", "yes"),
        ("tick(1) <= tick(1)", "yes"),
        ("ticks > tick(1)", "no"),
        ("ticks >= tick(1)", "no"),
        ("tick(1) > ticks", "no"),
        ("tick(1) >= ticks", "yes"),
    ] {
        let code = format!("if {condition} {{ log \"yes\" }} else {{ log \"no\" }}");
        assert_eq!(Lab::base().rules(ticks).go(&code).asks(&["go(players[1])"]).log, [told], "{condition}");
    }
}
