//! A value that a condition has shown to exist need not be opened.

use super::lab::Lab;

const RULES: &str = r#"
[state.player]
pet = "card?"
[state.table]
prize = "card?"
[functions.fond]
params = { p = "player" }
returns = "int"
code = "p.pet.strength if p.pet is not none else -1"
[functions.unfond]
params = { p = "player" }
returns = "int"
code = "-1 if p.pet is none else p.pet.strength"
"#;

fn lab() -> Lab {
    Lab::base().rules(RULES)
}

#[test]
fn to_the_right_of_a_condition() {
    lab().go("pet = hill\nprize = moss").check(&[
        ("go(players[1])", "done"),
        ("players where pet is not none and pet.strength > 3", "{player 1}"),
        ("count(players, pet is not none and pet.strength > 4)", "0"),
        ("players where pet is none or pet.strength > 4", "{player 2}"),
        ("players where not (pet is none or pet.strength > 4)", "{player 1}"),
        ("sum(players, pet.strength if pet is not none)", "4"),
        ("fond(players[1]) + fond(players[2])", "3"),
        ("unfond(players[1]) + unfond(players[2])", "3"),
        ("prize is not none and prize.strength == 2", "yes"),
        ("top(deck) is not none and top(deck).strength == 4", "yes"),
        ("count(cards where holder(it) is not none and holder(it).coins == 3)", "0"),
    ]);
}

#[test]
fn a_variable_in_the_block_of_its_condition() {
    let code = "let c = top(deck)\nif c is not none { move(c, hand) }\nlet d = first(discards)\nif d is none { log \"none\" } else { move(d, hand) }";
    let played = lab().go(code).asks(&["go(players[1])", "players[1].hand"]);
    assert_eq!((played.log.join(" "), &*played.values[1]), ("none".to_string(), "{hill}"));
}

#[test]
fn what_may_have_changed_is_not_known() {
    // A variable that the block writes to, state in a block, and reads after a verb was called.
    lab().go("let c = top(deck)\nif c is not none { c = top(deck); move(c, hand) }").refuses("CW0506");
    lab().go("if prize is not none { move(prize, hand) }").refuses("CW0506");
    lab().go("if you.pet is not none or coins == 3 { log \"x\" }\nmove(you.pet, hand)").refuses("CW0506");
    let rules = "[verbs.lose_pet]\nparams = { p = \"player\" }\nreturns = \"bool\"\ndo = \"p.pet = none\\nreturn true\"";
    lab()
        .rules(rules)
        .go("if you.pet is not none and lose_pet(you) and you.pet.strength > 3 { log \"x\" }")
        .refuses("CW0506");
    // Outside the condition, and where it is about another's.
    lab().go("coins = count(players where pet.strength > 3 and pet is not none)").refuses("CW0506");
    lab().go("coins = count(players where you.pet is not none and pet.strength > 3)").refuses("CW0506");
    // A value opened with `??` may still be none.
    lab()
        .go("if prize is not none and (prize ?? hill).strength > 3 { log \"x\" }")
        .check(&[("go(players[1])", "done")]);
}
