//! A name in a branch of `if else` and behind `??` has the same meaning as alone.

use super::lab::Lab;

const RULES: &str = r#"
[state.table]
favourite = { type = "card?" }
[functions.pick]
params = { yes = "bool" }
returns = "card"
code = "hill if yes else moss"
[functions.pick_of_three]
params = { n = "int" }
returns = "card"
code = "hill if n == 1 else moss if n == 2 else spark"
[functions.others]
params = { c = "card" }
returns = "set of card"
code = "cards - c"
[functions.liked]
returns = "card"
code = "favourite ?? (hill if any(deck) else moss)"
[functions.or_guard]
params = { c = "card", yes = "bool" }
returns = "card"
code = "c if yes else guard"
[functions.guard_or]
params = { c = "card", yes = "bool" }
returns = "card"
code = "guard if yes else c"
[functions.some_of]
params = { yes = "bool" }
returns = "set of card"
code = "{hill, moss} if yes else hand_of_first"
[functions.hand_of_first]
returns = "set of card"
code = "players[1].hand"
[functions.perhaps]
params = { yes = "bool" }
returns = "card?"
code = "hill if yes"
"#;

#[test]
fn names_are_components_in_branches() {
    Lab::base().rules(RULES).check(&[
        ("pick(true)", "hill"),
        ("pick(false)", "moss"),
        ("pick_of_three(3)", "spark"),
        ("count(others(hill if any(deck) else moss))", "9"),
        ("(hill if any(deck) else moss).strength", "4"),
        ("liked", "hill"),
        ("or_guard(hill, false)", "guard"),
        ("guard_or(hill, false)", "hill"),
        ("some_of(true)", "{hill, moss}"),
        ("some_of(false)", "{}"),
        ("count({hill} if none(deck) else cards)", "10"),
        ("perhaps(true)", "hill"),
        ("perhaps(false)", "none"),
        ("hill == (hill if any(deck) else moss)", "yes"),
        ("(hill if any(deck) else moss) in deck", "yes"),
    ]);
    let code = "favourite = hill if coins == 3 else moss\nmove(spark if coins == 3 else moss, hand)\nif let c = favourite { log \"{{ c }}\" }";
    let played = Lab::base().rules(RULES).go(code).asks(&["go(players[1])", "players[1].hand"]);
    assert_eq!((played.log.join(" "), &*played.values[1]), ("Hill".to_string(), "{spark}"));
}

#[test]
fn a_name_of_several_copies_is_refused_where_it_stands() {
    let lab = Lab::base().go("move(hill if coins == 3 else lake, hand)");
    assert_eq!((lab.errors(), lab.wrong_places()), (vec!["CW0502".to_string()], vec!["lake".to_string()]));
}

#[test]
fn two_zones_are_a_zone() {
    let code = "move(hill, discards if coins == 3 else deck)\nlet z = hand if coins == 3 else discards\nmove(moss, z)\nif zone_of(hill) == (discards if coins == 3 else deck) { log \"there\" }";
    let played = Lab::base().go(code).asks(&["go(players[1])", "discards", "players[1].hand"]);
    assert_eq!(
        (played.log.join(" "), &played.values[1..]),
        ("there".to_string(), &["{hill}".to_string(), "{moss}".to_string()][..])
    );
    // An ordered zone is gone through in its order, a heap in the order of the box.
    let code = "move(moss, discards)\nmove(hill, discards)\nmove(hill, deck, bottom)\nfor each c in (deck if coins == 3 else discards) where strength in {4, 5} { log \"{{ c }}\" }\nfor each c in deck if coins == 3 else discards { log \"{{ c }}\" }";
    let played = Lab::base().go(code).asks(&["go(players[1])"]);
    assert_eq!(played.log.last().map(String::as_str), Some("Hill"));
}

#[test]
fn cells_and_values_too() {
    let rules = "[boards.board]\ngrid = [3, 3]\n[functions.start]\nparams = { p = \"player\" }\nreturns = \"cell\"\ncode = \"a1 if p == players[1] else c3\"\n[functions.hue]\nparams = { yes = \"bool\" }\nreturns = \"suit\"\ncode = \"flood if yes else flame\"";
    Lab::base().rules(rules).check(&[("start(players[2])", "c3"), ("hue(false)", "flame")]);
}
