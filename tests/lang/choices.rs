//! Choice points: `choose` in all its forms, `may`, options with labels; choosers, order, declining.

use super::lab::Lab;

/// Runs `go` of player 1 with answers; returns the questions and the log.
#[track_caller]
fn choose(code: &str, answers: &[&str]) -> (Vec<String>, String) {
    let played = Lab::base().go(code).answers(answers).asks(&["go(players[1])"]);
    let mut log = played.log;
    if played.values != ["done"] {
        log.push(played.values.concat());
    }
    (played.asked, log.join(" "))
}

fn asked(asked: &[&str], log: &str) -> (Vec<String>, String) {
    (asked.iter().map(|a| a.to_string()).collect(), log.to_string())
}

#[test]
fn one_of_a_set() {
    let code = "choose c from units \"Which?\"\nlog \"{{ c }}\"";
    assert_eq!(choose(code, &["rider"]), asked(&["1: guard, rider"], "Rider"));
    assert_eq!(choose(code, &["Guard"]), asked(&["1: guard, rider"], "Guard"));
    assert_eq!(choose(code, &[]), asked(&["1: guard, rider"], "waits"));
    // It is asked even if there is but one.
    assert_eq!(
        choose("choose c from units - guard\nlog \"{{ c }}\"", &["rider"]),
        asked(&["1: rider"], "Rider")
    );
    assert_eq!(choose("choose c from discards\nlog \"{{ c }}\"", &[]), asked(&[], "CW0702"));
}

#[test]
fn of_everything_that_sets_hold() {
    assert_eq!(
        choose("choose s from suits - land\nlog \"{{ s }}\"", &["flame"]),
        asked(&["1: flood, flame, army"], "flame")
    );
    assert_eq!(choose("choose n from 2..4\nlog \"{{ n }}\"", &["3"]), asked(&["1: 2, 3, 4"], "3"));
    assert_eq!(
        choose("choose p from players\nlog \"{{ p }}\"", &["player 2"]),
        asked(&["1: player 1, player 2"], "player 2")
    );
    assert_eq!(
        choose("choose n from values(cards where strength > 6, name)\nlog \"{{ n }}\"", &["blaze"]),
        asked(&["1: blaze, guard, rider"], "Blaze")
    );
    assert_eq!(
        choose("choose c from cards where strength == 5\nlog \"{{ c }}\"", &["lake#2"]).0,
        ["1: lake, lake#2"]
    );
    assert_eq!(
        choose(
            "choose c from deck where suit == flood\nmove(c, hand)\nchoose d from hand\nlog \"{{ d }}\"",
            &["lake#2", "lake#2"]
        )
        .0[1],
        "1: lake#2"
    );
}

#[test]
fn with_a_block_an_empty_set_is_skipped() {
    let code = "choose c from discards { log \"{{ c }}\" } else { log \"none\" }\nlog \"on\"";
    assert_eq!(choose(code, &[]), asked(&[], "none on"));
    let code = "choose c from units { log \"{{ c }}\" } else { log \"none\" }\nlog \"on\"";
    assert_eq!(choose(code, &["guard"]), asked(&["1: guard, rider"], "Guard on"));
    let code = "choose c from discards { log \"{{ c }}\" }\nlog \"on\"";
    assert_eq!(choose(code, &[]), asked(&[], "on"));
}

#[test]
fn one_or_none() {
    let code = "may choose c from units { log \"{{ c }}\" } else { log \"no\" }\nlog \"on\"";
    assert_eq!(choose(code, &["rider"]), asked(&["1: guard, rider, none"], "Rider on"));
    assert_eq!(choose(code, &["none"]), asked(&["1: guard, rider, none"], "no on"));
    let code = "may choose c from discards { log \"{{ c }}\" } else { log \"no\" }\nlog \"on\"";
    assert_eq!(choose(code, &[]), asked(&[], "no on"));
    let code = "may choose c from units { log \"{{ c }}\" }\nlog \"on\"";
    assert_eq!(choose(code, &["none"]), asked(&["1: guard, rider, none"], "on"));
    Lab::base().go("may choose c from units").refuses("CW0419");
}

#[test]
fn several_are_chosen_one_after_the_other() {
    let code = "choose up to 2 cs from cards where strength > 6\nfor each c in cs { log \"{{ c }}\" }";
    assert_eq!(
        choose(code, &["guard", "rider"]),
        asked(&["1: blaze, guard, rider, done", "1: rider, done"], "Guard Rider")
    );
    assert_eq!(
        choose(code, &["blaze", "done"]),
        asked(&["1: blaze, guard, rider, done", "1: guard, rider, done"], "Blaze")
    );
    assert_eq!(choose(code, &["done"]), asked(&["1: blaze, guard, rider, done"], ""));
    // After the last, nothing is left to ask for.
    assert_eq!(choose(code, &["rider"]), asked(&["1: blaze, guard, rider, done"], "Rider"));
    let code = "choose any cs from units\nlog \"{{ you }}\"\nfor each c in cs { log \"{{ c }}\" }";
    assert_eq!(
        choose(code, &["guard", "rider"]),
        asked(&["1: guard, rider, done", "1: rider, done"], "player 1 Guard Rider")
    );
    assert_eq!(choose(code, &["done"]), asked(&["1: guard, rider, done"], "player 1"));
    assert_eq!(choose("choose any cs from discards\nlog \"on\"", &[]), asked(&[], "on"));
    assert_eq!(choose("choose up to 0 cs from units\nlog \"on\"", &[]), asked(&[], "on"));
}

#[test]
fn exactly_so_many() {
    let code = "choose exactly 2 cs from cards where strength > 6\nfor each c in cs { log \"{{ c }}\" }";
    // Only those are offered that leave enough for the rest.
    assert_eq!(
        choose(code, &["blaze", "rider"]),
        asked(&["1: blaze, guard", "1: guard, rider"], "Blaze Rider")
    );
    assert_eq!(choose(code, &["guard", "rider"]), asked(&["1: blaze, guard", "1: rider"], "Guard Rider"));
    let code = "choose exactly 3 cs from units\nlog \"{{ you }}\"";
    assert_eq!(choose(code, &[]), asked(&[], "CW0702"));
    let code = "choose exactly 3 cs from units { log \"enough\" } else { log \"few\" }";
    assert_eq!(choose(code, &[]), asked(&[], "few"));
    let code = "choose exactly 2 cs from units { log \"enough\" } else { log \"few\" }";
    assert_eq!(choose(code, &["guard", "rider"]), asked(&["1: guard", "1: rider"], "enough"));
    let code = "choose exactly 0 cs from units\nlog \"on\"";
    assert_eq!(choose(code, &[]), asked(&[], "on"));
}

#[test]
fn a_block_after_several() {
    let code = "choose up to 2 cs from units { for each c in cs { log \"{{ c }}\" }; log \"then\" } else { log \"no\" }";
    assert_eq!(
        choose(code, &["guard", "done"]),
        asked(&["1: guard, rider, done", "1: rider, done"], "Guard then")
    );
    // Choosing none is a choice: the empty set. `else` is for a set that has nothing to offer.
    assert_eq!(choose(code, &["done"]), asked(&["1: guard, rider, done"], "then"));
    let code = "choose up to 2 cs from discards { log \"then\" } else { log \"no\" }";
    assert_eq!(choose(code, &[]), asked(&[], "no"));
}

#[test]
fn many_of_a_large_set() {
    let cards = "[cards.ant]\ncopies = 150\nstrength = 40";
    let code = "choose exactly 2 cs from cards where strength == 40\ncoins = count(cs)\nchoose up to 99 ds from (cards where strength == 40) - cs\ncoins += count(ds)";
    let lab = Lab::base().cards(cards).go(code).answers(&["ant#149", "ant#150", "ant#2", "ant#148"]);
    let played = lab.asks(&["go(players[1])", "players[1].coins"]);
    assert_eq!(played.values, ["done", "4"]);
    assert_eq!(played.asked[1], "1: ant#150");
}

#[test]
fn who_chooses() {
    let code = "choose c from units by next(you) \"Which?\"\nlog \"{{ c }}\"\nmay by next(you) \"Well?\" { log \"yes\" }\nmay choose d from units by players[2] { log \"{{ d }}\" }";
    let (asked, log) = choose(code, &["guard", "yes", "rider"]);
    assert_eq!(asked, ["2: guard, rider", "2: yes, no", "2: guard, rider, none"]);
    assert_eq!(log, "Guard yes Rider");
    let flow = Lab::base().flow("choose c from units\nmove(c, discards)");
    flow.refuses("CW0525");
}

#[test]
fn yes_or_no() {
    let code = "may \"Draw a card?\" { log \"drawn\" } else { log \"not\" }";
    assert_eq!(choose(code, &["yes"]), asked(&["1: yes, no"], "drawn"));
    assert_eq!(choose(code, &["no"]), asked(&["1: yes, no"], "not"));
    assert_eq!(choose("may { log \"drawn\" }\nlog \"on\"", &["no"]), asked(&["1: yes, no"], "on"));
}

#[test]
fn one_of_some_labels() {
    let code = r#"
choose by you "Build how?" {
  option "as a building" when coins >= 2 { log "building" }
  option "as a bastion" { log "bastion" }
  option "not" when coins > 50 { log "never" }
}
log "on"
"#;
    assert_eq!(choose(code, &["as a bastion"]), asked(&["1: as a building, as a bastion"], "bastion on"));
    assert_eq!(choose(code, &["As a Building"]), asked(&["1: as a building, as a bastion"], "building on"));
    let code = code
        .replace("coins >= 2", "coins > 40")
        .replace("option \"as a bastion\"", "option \"as a bastion\" when coins == 4");
    assert_eq!(choose(&code, &[]), asked(&[], "CW0702"));
    Lab::base().go("choose { option \"a\" { log \"1\" }\noption \"a\" { log \"2\" } }").refuses("CW0533");
}

#[test]
fn choices_in_loops_and_blocks() {
    let code = "for each c in units {\n may \"this\" { log \"{{ c }}\"; continue }\n choose s from {flood, flame} { if s == flood { break }; log \"{{ s }}\" }\n}";
    assert_eq!(choose(code, &["yes", "no", "flame"]).1, "Guard flame");
    assert_eq!(choose(code, &["no", "flood"]).1, "");
    let code = "let n = 0\nwhile n < 3 { choose k from 1..3\n n += k; log \"{{ n }}\" }";
    assert_eq!(choose(code, &["1", "1", "3"]).1, "1 2 5");
    let code = "choose a from units\nchoose b from units - a\nlog \"{{ a }} {{ b }}\"";
    assert_eq!(choose(code, &["rider", "guard"]), asked(&["1: guard, rider", "1: guard"], "Rider Guard"));
}

#[test]
fn choices_deep_in_calls_keep_their_frames() {
    let rules = r#"
[verbs.inner]
params = { you = "player", n = "int", some = "set of card" }
returns = "int"
do = '''
choose c from some
if n == 0 { return c.strength }
let rest = inner(n - 1, some - c)
log "{{ c }} {{ rest }}"
return rest * 10 + c.strength
'''
"#;
    let lab = Lab::base().rules(rules).answers(&["guard", "rider", "blaze"]);
    let played = lab.asks(&["1000 + inner(players[2], 2, cards where strength > 6)"]);
    assert_eq!(played.values, ["1987"]);
    assert_eq!(played.log, ["Rider 9", "Guard 98"]);
    assert_eq!(played.asked, ["2: blaze, guard, rider", "2: blaze, rider", "2: blaze"]);
}

#[test]
fn nothing_is_chosen_in_calculations() {
    let rules =
        "[functions.f]\nreturns = \"int\"\ncode = '''\nchoose n from 1..3 by players[1]\nreturn n\n'''";
    Lab::base().rules(rules).refuses("CW0507");
    Lab::base().go("choose c from {}").refuses("CW0533");
}

#[test]
fn a_set_that_is_always_empty_is_no_choice() {
    for set in [
        "5..3",
        "{} + {}",
        "units & {}",
        "{1, 2} & {3}",
        "{1} - {1}",
        "1..3 where it in 1..3 and false",
        "units where not true",
        "units where 1 > 2",
        "{c in units where false}",
        "{} if coins > 3 else units & {}",
        "(1..3) - (0..4)",
    ] {
        println!("{set}");
        Lab::base().go(&format!("choose c from {set} {{ log \"{{{{ c }}}}\" }}")).refuses("CW0533");
    }
    // These may have an element in some game.
    for set in
        ["3..3", "units", "discards", "{1, 2} & {2}", "{} + units", "units where coins > 90", "units - {}"]
    {
        println!("{set}");
        Lab::base().go(&format!("choose c from {set} {{ log \"{{{{ c }}}}\" }}")).game();
    }
}
