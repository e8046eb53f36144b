//! Actions and `act`: parameters, `when`, texts, and the case that none is legal.

use super::lab::Lab;

const ACTIONS: &str = r#"
[actions.pass]
do = "log \"{{ you }} passes\""

[actions.buy]
params = { c = "discards where strength <= coins" }
when = "coins > 0"
do = '''
coins -= c.strength
move(c, hand)
'''
text = "buy {{ c }} for {{ c }}"

[actions.give]
params = { c = "hand", p = "players - you" }
when = "p.coins < 10"
do = "move(c, p.hand)"

[actions.match]
params = { a = "hand", b = "hand - a where suit == a.suit", n = "1..min(a.strength, 2)" }
when = "b.strength + n > a.strength"
do = "log \"{{ a }} {{ b }} {{ n }}\""
"#;

fn lab(code: &str) -> Lab {
    Lab::base().rules(ACTIONS).go(code)
}

#[test]
fn an_action_without_parameters() {
    let played = lab("act you from {pass}").answers(&["pass"]).asks(&["go(players[2])"]);
    assert_eq!(
        (played.asked, played.log),
        (vec!["2: pass".to_string()], vec!["player 2 passes".to_string()])
    );
}

#[test]
fn parameters_are_drawn_from_sets() {
    let lab =
        lab("move(cards where strength < 5, discards)\nact you from {buy, pass}\nact you from {buy, pass}");
    let played = lab.answers(&["buy moss", "buy spark"]).asks(&[
        "go(players[1])",
        "players[1].hand",
        "players[1].coins",
    ]);
    assert_eq!(played.asked, ["1: buy spark, buy twin, buy moss, pass", "1: buy spark, buy twin, pass"]);
    assert_eq!(played.values, ["done", "{spark, moss}", "0"]);
}

#[test]
fn later_parameters_may_depend_on_earlier_ones() {
    let lab = lab("move(cards where strength in {4, 5, 7}, hand)\nact you from {match}");
    let played = lab.answers(&["match lake lake#2 2"]).asks(&["go(players[1])"]);
    assert_eq!(
        played.asked,
        ["1: match lake lake#2 1, match lake lake#2 2"],
        "the other order of the copies is the same"
    );
    assert_eq!(played.log, ["Lake Lake 2"]);
    let played = lab_for_give()
        .answers(&["give hill player 3"])
        .players(3)
        .asks(&["go(players[2])", "players[3].hand"]);
    assert_eq!(played.asked, ["2: give hill player 3, give moss player 3"]);
    assert_eq!(played.values, ["done", "{hill}"]);
}

fn lab_for_give() -> Lab {
    lab("move({hill, moss}, hand)\nplayers[1].coins = 10\nact you from {give}")
}

/// Parts of `when` that do not read a parameter are evaluated before the parameter's set: for excluded cases
/// the set is never computed, and cannot fail. Parts that can fail come last, for the remaining cases.
#[test]
fn what_does_not_look_at_a_parameter_is_asked_before_it() {
    let lab = |when: &str| {
        let share = format!(
            "[actions.share]\nparams = {{ p = \"players\", n = \"1..12 / p.coins\" }}\nwhen = \"{when}\"\ndo = \"coins = n\"\n"
        );
        Lab::base()
            .rules(&share)
            .rules("[actions.pass]\ndo = \"coins = 0\"\n")
            .go("players[2].coins = 0\nact you from {share, pass}")
    };
    let asked = |when: &str| lab(when).answers(&["pass"]).asks(&["go(players[1])"]).asked;
    assert_eq!(asked("n > 2 and p.coins > 0"), ["1: share player 1 3, share player 1 4, pass"]);
    assert_eq!(asked("p != players[2] and n > 3 and 12 / p.coins > 3"), ["1: share player 1 4, pass"]);
    assert_eq!(asked("n == 1 and you.coins == 0"), ["1: pass"]);
    assert_eq!(lab("n > 2").answers(&["pass"]).asks(&["go(players[1])"]).values, ["CW0704"]);
}

#[test]
fn act_alone_offers_every_action() {
    let lab = lab("move(hill, hand)\nact you");
    assert_eq!(lab.asks(&["go(players[1])"]).asked, ["1: pass, give hill player 2"]);
}

#[test]
fn what_happens_when_none_is_legal() {
    assert_eq!(lab("act you from {buy, give}").asks(&["go(players[1])"]).values, ["CW0703"]);
    let lab = lab("act you from {buy, give} else { log \"nothing\" }\nlog \"on\"");
    assert_eq!(lab.asks(&["go(players[1])"]).log, ["nothing", "on"]);
    let lab = self::lab("act you from {pass} else { log \"nothing\" }\nlog \"on\"").answers(&["pass"]);
    assert_eq!(lab.asks(&["go(players[1])"]).log, ["player 1 passes", "on"]);
}

#[test]
fn who_acts_may_be_anybody() {
    let lab = lab("for each p in players { move(hill, p.hand); act p from {give, pass} }")
        .answers(&["give hill player 2", "pass"]);
    assert_eq!(
        lab.asks(&["go(players[1])"]).asked,
        ["1: give hill player 2, pass", "2: give hill player 1, pass"]
    );
}

#[test]
fn an_action_may_choose_and_act_again() {
    let rules = r#"
[actions.deep]
when = "coins > 1"
do = '''
coins -= 1
choose s from suits
log "{{ s }}"
act next(you) from {deep, stop}
log "{{ you }}"
'''
[actions.stop]
do = "log \"stop\""
"#;
    let lab = Lab::base()
        .rules(rules)
        .go("act you from {deep}")
        .answers(&["deep", "flood", "deep", "army", "stop"]);
    let played = lab.asks(&["go(players[1])"]);
    assert_eq!(played.log, ["flood", "army", "stop", "player 2", "player 1"]);
    assert_eq!(played.asked[2], "2: deep, stop");
}

#[test]
fn actions_over_numbers_enums_and_players() {
    let rules = r#"
[actions.bid]
params = { n = "1..coins" }
do = "coins -= n"
[actions.name]
params = { s = "suits - flood" }
do = "log \"{{ s }}\""
[actions.praise]
params = { p = "players" }
when = "p != you"
do = "p.coins += 1"
"#;
    let lab = Lab::base().rules(rules).go("act you").answers(&["bid 2"]);
    let played = lab.asks(&["go(players[1])", "players[1].coins"]);
    assert_eq!(played.asked, ["1: bid 1, bid 2, bid 3, name land, name flame, name army, praise player 2"]);
    assert_eq!(played.values, ["done", "1"]);
}

#[test]
fn what_is_wrong_with_an_action_is_said() {
    Lab::base().go("act you from {fly}").refuses("CW0527");
    Lab::base().go("pass()").rules(ACTIONS).refuses("CW0534");
    let rules = "[actions.a]\nparams = { n = \"coins\" }\ndo = \"coins = n\"";
    Lab::base().rules(rules).refuses("CW0505");
    let rules = "[actions.a]\nwhen = \"roll(d6) > 3\"\ndo = \"coins = 1\"";
    Lab::base().rules(rules).refuses("CW0507");
}

#[test]
fn a_text_asks_what_components_print() {
    let buy = |text: &str| ACTIONS.replace("buy {{ c }} for {{ c }}", text);
    let lab = |text: &str| Lab::base().rules(&buy(text));
    let played = lab("buy {{ c }} for {{ c.strength }}")
        .go("move(cards where strength < 5, discards)\nact you from {buy, pass}")
        .answers(&["Buy Moss for 2"])
        .asks(&["go(players[1])", "players[1].hand"]);
    assert_eq!(played.values, ["done", "{moss}"]);
    lab("buy {{ c.strenght }}").refuses("CW0521");
    lab("buy {{ d.strength }}").refuses("CW0521");
}

#[test]
fn the_label_of_an_option_names_what_is_there() {
    let arms = "choose by you {\noption \"take {{ me }}\" { you.coins += 1 }\noption \"pass\" { }\n}";
    Lab::base().go(arms).refuses("CW0500");
}
