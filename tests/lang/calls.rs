//! Functions and verbs: parameters, parameters passed on by themselves, results.

use super::lab::Lab;

const FUNCTIONS: &str = r#"
[kinds.card.slots]
bonus = { returns = "int" }

[functions.others]
params = { self = "card" }
returns = "set of card"
code = "you.hand - self"

[functions.rich]
params = { you = "player", limit = "int" }
returns = "bool"
code = "coins >= limit and any(hand)"

[functions.size]
params = { you = "player" }
returns = "int"
code = "count(hand)"

[functions.double]
params = { n = "int" }
returns = "int"
code = "n * 2"

[functions.level]
returns = "int"
code = '''
let n = 0
for each p in players {
  if p.coins > n { n = p.coins }
}
return n
'''

[functions.sign]
params = { n = "int" }
returns = "int"
code = '''
if n < 0 { return -1 } else if n == 0 { return 0 }
return 1
'''

[functions.of_suit]
params = { s = "suit", among = "set of card" }
returns = "set of card"
code = "among where suit == s"
"#;

#[test]
fn functions_calculate() {
    Lab::base().rules(FUNCTIONS).check(&[
        ("double(4)", "8"),
        ("double(double(4)) + 1", "17"),
        ("level", "3"),
        ("level()", "3"),
        ("sign(-7)", "-1"),
        ("sign(0)", "0"),
        ("sign(7)", "1"),
        ("of_suit(flame, cards)", "{spark, blaze}"),
        ("of_suit(army, deck)", "{guard, rider}"),
        ("size(players[1])", "0"),
        ("players[1].size", "0"),
        ("players[1].rich(3)", "no"),
        ("count(of_suit(flood, cards) + of_suit(flame, cards))", "4"),
    ]);
}

#[test]
fn an_argument_that_is_missing_is_not_the_one_that_is_passed_on() {
    let verbs = "[verbs.pay]\nparams = { you = \"player\", n = \"int\", m = \"int\" }\ndo = \"coins += n + m\"\n\
                 [verbs.give]\nparams = { you = \"player\", c = \"card\", q = \"player\" }\ndo = \"move(c, q.hand)\"\n\
                 [functions.rest]\nparams = { self = \"card\", you = \"player\" }\nreturns = \"set of card\"\ncode = \"you.hand - self\"\n\
                 [kinds.card.slots]\nbonus = { returns = \"int\" }\n";
    let help = |code: &str| Lab::base().rules(verbs).go(code).help();
    let missing = |what: &str| [format!("{what} missing; `you` is passed on by itself")];
    assert_eq!(help("pay(3)"), missing("`m`, a number, is"));
    assert_eq!(help("pay()"), missing("`n`, a number, and `m`, a number, are"));
    assert_eq!(help("give(hill)"), missing("`q`, a player, is"));
    assert_eq!(help("give()"), missing("`c`, a card, and `q`, a player, are"));
    // Who gives the first parameter itself is told of the others.
    assert_eq!(help("pay(you)"), ["`n`, a number, and `m`, a number, are missing"]);
    assert_eq!(help("give(you)"), ["`c`, a card, and `q`, a player, are missing"]);
    assert_eq!(help("you.give(hill)"), ["`q`, a player, is missing"]);
    let card =
        |code: &str| Lab::base().rules(verbs).cards(&format!("[cards.miser]\nbonus = \"count({code})\""));
    assert_eq!(card("rest").help(), ["`you`, a player, is missing; `self` is passed on by itself"]);
    assert_eq!(card("rest(you)").errors(), [""; 0]);
    // There is no `you` in the flow.
    let flow = |code: &str| Lab::base().rules(verbs).flow(&format!("{code}\nend")).help();
    assert_eq!(flow("pay(3)"), ["`you`, a player, and `m`, a number, are missing"]);
    assert_eq!(flow("pay(players[1])"), ["`n`, a number, and `m`, a number, are missing"]);
}

#[test]
fn self_and_you_are_passed_on_by_themselves() {
    let cards = "[cards.miser]\nbonus = \"count(others) * 10 + (5 if rich(2) else 1) + size\"";
    let lab = Lab::base()
        .rules(FUNCTIONS)
        .cards(cards)
        .go("move(miser, hand)\nmove(hill, hand)\nmove(lake_one, hand)\ncoins = size");
    let lab = lab.rules(
        "[functions.lake_one]\nreturns = \"card\"\ncode = \"first(cards where name == lake) ?? hill\"",
    );
    lab.check(&[
        ("go(players[2])", "done"),
        ("players[2].coins", "3"),
        ("miser.others", "{hill, lake}"),
        ("others(hill)", "{lake, miser}"),
        ("miser.bonus", "28"),
    ]);
}

#[test]
fn in_a_where_the_callers_self_and_you_are_passed_on_not_it() {
    let cards = "[cards.miser]\nbonus = \"count(cards where it in others)\"\n[cards.friend]\nbonus = \"count(cards where self in it.others and holder(it) == you)\"";
    let lab = Lab::base()
        .rules(FUNCTIONS)
        .cards(cards)
        .go("move(miser, hand)\nmove(friend, hand)\nmove(hill, hand)");
    lab.check(&[
        ("go(players[1])", "done"),
        ("miser.bonus", "2"),
        ("players where it.size > 0", "{player 1}"),
    ]);
    let played = lab.asks(&["go(players[1])", "sum(players[1].hand where name == friend, bonus)"]);
    assert_eq!(played.values[1], "CW0706", "`it.others` of a card that nobody holds");
}

#[test]
fn nothing_is_passed_on_where_there_is_nobody() {
    let errors = Lab::base().rules(FUNCTIONS).rules("[flow]\nplay = \"let n = size\"").errors();
    assert_eq!(errors, ["CW0504"]);
    let errors = Lab::base().rules(FUNCTIONS).go("let n = double").errors();
    assert_eq!(errors, ["CW0504"]);
    let errors = Lab::base().rules(FUNCTIONS).go("let n = double(1, 2)").errors();
    assert_eq!(errors, ["CW0504"]);
}

#[test]
fn a_function_has_no_effect_and_does_not_call_itself() {
    let rules = "[functions.a]\nreturns = \"int\"\ncode = \"b + 1\"\n[functions.b]\nreturns = \"int\"\ncode = \"a + 1\"";
    Lab::base().rules(rules).refuses("CW0508");
    let rules = "[functions.a]\nreturns = \"int\"\ncode = '''\nmove(hill, discards)\nreturn 1\n'''";
    Lab::base().rules(rules).refuses("CW0507");
    let rules =
        "[functions.a]\nparams = { n = \"int\" }\nreturns = \"int\"\ncode = \"if n > 0 { return n }\"";
    Lab::base().rules(rules).refuses("CW0518");
}

#[test]
fn parameters_are_variables_of_their_own() {
    let rules = "[functions.down]\nparams = { n = \"int\", s = \"set of suit\" }\nreturns = \"int\"\ncode = '''\ns -= flood\nn += count(s)\nreturn n\n'''";
    Lab::base()
        .rules(rules)
        .go("let n = 5\nlet s = suits\ncoins = down(n, s)\ncoins += n + count(s)")
        .check(&[("go(players[1])", "done"), ("players[1].coins", "17")]);
}

const VERBS: &str = r#"
[verbs.draw]
params = { p = "player", n = "int" }
do = "deal(deck, p.hand, n)"
text = "draw {{ n }} cards"
log = "{{ p }} draws {{ n }}"

[verbs.earn]
params = { you = "player", n = "int" }
returns = "int"
do = '''
coins += n
if coins > 50 { return 50 }
return coins
'''

[verbs.mark]
params = { self = "card" }
do = '''
if marked { return }
marked = true
if suit == flood { you.coins += 7 }
'''
"#;

#[test]
fn verbs_happen() {
    let played = Lab::base().rules(VERBS).go("draw(you, 2)\ndraw(players[1], 1)").asks(&[
        "go(players[2])",
        "players[2].hand",
        "players[1].hand",
    ]);
    assert_eq!(played.values, ["done", "{hill, lake}", "{lake#2}"]);
    assert_eq!(played.log, ["player 2 draws 2", "player 1 draws 1"]);
}

#[test]
fn verbs_may_return_a_value() {
    let lab = Lab::base().rules(VERBS).go("let n = earn(4)\nearn(60)\ncoins = n + earn(players[1], 5)");
    lab.check(&[("go(players[2])", "done"), ("players[2].coins", "15"), ("players[1].coins", "8")]);
    Lab::base().rules(VERBS).check(&[
        ("earn(players[1], 60)", "50"),
        ("players[1].coins", "63"),
        ("earn(players[1], 1) + 1", "51"),
    ]);
}

#[test]
fn self_and_you_of_verbs() {
    let lab = Lab::base().rules(VERBS).go("move(hill, hand)\nfor each c in cards where suit == flood { move(c, hand) }\nhill.mark\nfor each c in hand { c.mark }\nmark(blaze)");
    lab.check(&[("go(players[2])", "CW0706")]);
    let rules = "[verbs.tag]\nparams = { self = \"card\", n = \"int\" }\ndo = \"if n > 0 and not marked { marked = true }\"";
    let lab = Lab::base().rules(rules).go("tag(hill, 1)\nspark.tag(0)\nblaze.tag(2)");
    lab.check(&[("go(players[2])", "done"), ("cards where marked", "{hill, blaze}")]);
}

#[test]
fn verbs_call_verbs_and_may_call_themselves() {
    let rules = r#"
[verbs.count_down]
params = { n = "int" }
returns = "int"
do = '''
log "{{ n }}"
if n == 0 { return 1 }
return n * count_down(n - 1)
'''
"#;
    let played = Lab::base().rules(rules).asks(&["count_down(5)", "count_down(-1)"]);
    assert_eq!(played.values, ["120", "CW0713"]);
    assert_eq!(played.log[..6], ["5", "4", "3", "2", "1", "0"]);
}

#[test]
fn arguments_are_worked_out_before_the_call() {
    let rules = r#"
[verbs.three]
params = { a = "int", b = "int", c = "int" }
returns = "int"
do = "return a * 100 + b * 10 + c"
[verbs.tick]
params = { you = "player" }
returns = "int"
do = '''
coins += 1
return coins
'''
"#;
    // Small calculations are inlined; their arguments are evaluated all the same, and in order.
    let small = r#"
[functions.less]
params = { a = "int", b = "int" }
returns = "int"
code = "b - a * 10"
[functions.second]
params = { a = "int", b = "int" }
returns = "int"
code = "b"
[functions.pick]
params = { c = "bool", a = "int", b = "int" }
returns = "int"
code = "a if c else b"
"#;
    Lab::base().rules(rules).rules(small).check(&[
        ("less(tick(players[1]), tick(players[1]))", "-35"),
        ("second(tick(players[1]), 8)", "8"),
        ("pick(true, 1, tick(players[1]))", "1"),
        ("pick(tick(players[1]) == 8, tick(players[1]), tick(players[1]))", "9"),
        ("players[1].coins", "10"),
        ("pick(false, 10 / (player_count - 2), 1)", "CW0704"),
        ("second(players[9].coins, 1)", "CW0709"),
    ]);
    Lab::base().rules(rules).check(&[
        ("three(tick(players[1]), tick(players[1]), tick(players[1]))", "456"),
        ("three(1, three(0, 0, 2), 3)", "123"),
        ("tick(players[1]) + 10 * tick(players[1])", "87"),
        ("tick(players[2]) - players[2].coins", "0"),
        ("players[2].coins - tick(players[2])", "-1"),
    ]);
}

#[test]
fn sets_are_passed_and_returned() {
    let rules = r#"
[functions.rest]
params = { a = "set of card", b = "set of suit", c = "int" }
returns = "set of card"
code = "a where suit in b and strength > c"
[verbs.take_all]
params = { you = "player", what = "set of card" }
returns = "set of card"
do = '''
let before = hand + {}
move(what, hand)
return hand - before
'''
"#;
    Lab::base().rules(rules).check(&[
        ("rest(cards, {flood, army}, 5)", "{guard, rider}"),
        ("rest(deck, suits - army, 4)", "{lake, lake#2, blaze}"),
        ("rest({hill, blaze}, {land, flame}, 3)", "{hill, blaze}"),
        ("take_all(players[1], rest(cards, {flame}, 0))", "{spark, blaze}"),
        ("take_all(players[1], cards where suit in {flame, army})", "{guard, rider}"),
    ]);
}

#[test]
fn a_result_may_have_more_words_than_the_arguments() {
    let board = r#"
[boards.plain]
grid = [15, 15]
[boards.plain.state]
wet = "bool"

[functions.dry]
params = { c = "cell" }
returns = "set of cell"
code = """
let found = cells where wet
for each x in around({c}) { if not x.wet { found += {x} } }
return found
"""
"#;
    Lab::base().rules(board).check(&[
        ("none(dry(h8) where row > 9)", "yes"),
        ("dry(h8) == around({h8})", "yes"),
        ("count(dry(a1) + dry(o15))", "6"),
    ]);
}
