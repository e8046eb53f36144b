//! Variables that nothing reads, and those that hide others.

use super::lab::Lab;

#[track_caller]
fn warns(code: &str, expected: &[&str]) {
    assert_eq!(Lab::base().go(code).told_of("variable"), expected, "{code}");
}

#[test]
fn unread_variables_are_told() {
    warns("let x = 3", &["CW0600"]);
    warns("let x = 3\nx = 4", &["CW0600"]);
    warns("if let c = top(deck) { coins = 1 }", &["CW0600"]);
    warns("let _x = roll(d6)", &[]);
    warns("let x = 3\ncoins = x", &[]);
    warns("let x = 3\nlog \"{{ x }}\"", &[]);
    warns("let x = 3\nrepeat 3 { x += 1 }\ncoins = x", &[]);
    warns("for each c in deck { coins += 1 }", &[]);
    warns("choose c from hand { coins = 1 }", &[]);
}

#[test]
fn hidden_variables_are_told() {
    warns("let x = 3\nif coins == 3 { let x = 4; coins = x }\ncoins = x", &["CW0609"]);
    warns("for each c in deck { for each c in hand { coins = c.strength } }", &["CW0609"]);
    warns("let c = top(deck)\nif let c = c { move(c, hand) }", &[]);
    warns("choose c from deck\nmove(c, hand)\nchoose c from deck\nmove(c, hand)", &[]);
    warns("if coins == 3 { let x = 4; coins = x } else { let x = 5; coins = x }", &[]);
}

#[test]
fn a_value_that_is_compared_with_itself_is_told() {
    let told = |code: &str, expected: &[&str]| {
        assert_eq!(Lab::base().go(code).told_of("both sides"), expected, "{code}");
    };
    told(
        "let strength = 3\nmove({c in deck where c.strength == strength}, hand)\ncoins = strength",
        &["CW0612"],
    );
    told("let strength = 3\nmove(deck where it.strength < strength, hand)\ncoins = strength", &["CW0612"]);
    told("if coins != coins { coins = 1 }", &["CW0612"]);
    told("if hand == hand { coins = 1 }", &["CW0612"]);
    told("let wanted = 3\nmove({c in deck where c.strength == wanted}, hand)", &[]);
    told("for each c in deck { if any(hand where strength == c.strength) { coins = 1 } }", &[]);
    told("if roll(d6) == roll(d6) { coins = 1 }", &[]);
}

#[test]
fn a_variable_may_have_a_type() {
    let go = "let found: set of card = {}\nlet last: card? = none\nlet n: int = 2\nlet u: card = first(units) ?? hill
for each c in {d in deck where d.strength > 6} { found += c; last = c }\nif let c = last { move(c, you.hand) }
last = none\nu = hill\nyou.coins = count(found) * n + (1 if last is none) + u.strength";
    Lab::base().go(go).check(&[
        ("go(players[1])", "done"),
        ("players[1].coins", "11"),
        ("players[1].hand", "{rider}"),
    ]);
    let wrong = |code: &str| Lab::base().go(code).errors();
    assert_eq!(wrong("let x: card = none\nmove(x, you.hand)"), ["CW0520"]);
    assert_eq!(wrong("let x: set of crad = {}\nyou.coins = count(x)"), ["CW0501"]);
    assert_eq!(wrong("let x: int = deck\nyou.coins = x"), ["CW0502"]);
    assert_eq!(wrong("let x: int 0..9 = 3\nyou.coins = x"), ["CW0502"]);
    assert_eq!(wrong("let x = {}\nyou.coins = count(x)"), ["CW0502"]);
}

#[test]
fn none_can_be_returned() {
    let rules = "[functions.strong]\nparams = { n = \"int\" }\nreturns = \"card?\"
code = \"for each c in deck { if c.strength > n { return c } }; return none\"
[verbs.weak]\nreturns = \"card?\"\ndo = \"log \\\"weak\\\"; return none\"\n";
    let go = "if let c = strong(8) { move(c, you.hand) }\nif let c = weak() { move(c, you.hand) }";
    let lab = Lab::base().rules(rules);
    lab.clone().go(go).check(&[
        ("strong(9)", "none"),
        ("go(players[1])", "done"),
        ("players[1].hand", "{blaze}"),
    ]);
    let wrong = |returns: &str| {
        Lab::base()
            .rules(&format!("[functions.f]\nreturns = \"{returns}\"\ncode = \"return none\"\n"))
            .errors()
    };
    assert_eq!(wrong("card"), ["CW0520"]);
    assert_eq!(wrong("set of card"), ["CW0520"]);
    lab.go("return none").refuses("CW0502");
}
