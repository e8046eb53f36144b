//! The code that help texts propose compiles in the place of what they are about.

use super::lab::Lab;

/// Returns the statements in backticks of a help text.
fn proposed(help: &str) -> Vec<String> {
    let pieces = help.split('`').skip(1).step_by(2);
    let words = ["act ", "may act ", "for each ", "show("];
    pieces.filter(|piece| words.iter().any(|word| piece.starts_with(word))).map(str::to_owned).collect()
}

fn lab() -> Lab {
    Lab::base().rules("[actions.grab]\nparams = { c = \"deck\" }\ndo = \"move(c, hand)\"")
}

#[test]
fn code_that_is_proposed_in_the_flow_compiles_there() {
    let inside = "for each p in players { HERE }";
    for (place, wrong) in [
        ("HERE", "act players from {grab}"),
        ("HERE", "act playing from {grab}"),
        ("HERE", "act turn_order(players[2]) from {grab}"),
        ("HERE", "act players - players[1]"),
        (inside, "act players - p from {grab}"),
        ("HERE", "show(players[1].hand)"),
        ("HERE", "show(hill)"),
        (inside, "show(p.hand)"),
    ] {
        let flow = |statement: &str| lab().flow(&format!("{}\nend", place.replace("HERE", statement)));
        assert_eq!(flow(wrong).errors().len(), 1, "{wrong}");
        let help = flow(wrong).help().join("\n");
        let proposed = proposed(&help);
        assert_eq!(proposed.len(), 2, "{wrong}: {help}");
        for statement in proposed {
            assert_eq!(flow(&statement).errors(), [""; 0], "{wrong}: {statement}");
        }
    }
}

#[test]
fn no_you_is_proposed_where_there_is_none() {
    for wrong in [
        "let n = seat()\nlog \"{{ n }}\"",
        "let p = next()\nlog \"{{ p }}\"",
        "for each p in turn_order() { log \"{{ p }}\" }",
        "for each p in players - others() { log \"{{ p }}\" }",
        "choose c from deck",
        "grab()",
        "log \"{{ coins }}\"",
        "coins += 1",
        "you.coins += 1",
    ] {
        let help = lab().flow(&format!("{wrong}\nend")).help();
        let of_first = help.first().map(String::as_str).unwrap_or_default();
        assert!(of_first.contains("players[1]"), "{wrong}: {help:?}");
        assert!(!of_first.contains("you"), "{wrong}: {help:?}");
    }
    // In a verb of a player it is `you` as before.
    assert_eq!(lab().go("coins += seat()").help(), ["for example: `seat(you)`"]);
}

#[test]
fn who_acts_is_named_by_code_that_compiles() {
    for wrong in ["act from {grab}", "may act from {grab}"] {
        let [help] = &lab().flow(&format!("{wrong}\nend")).help()[..] else { panic!("one help") };
        let [of_action, of_flow] = &proposed(help)[..] else { panic!("{help}") };
        assert_eq!(lab().go(&format!("{of_action} from {{grab}}")).errors(), [""; 0]);
        assert_eq!(lab().flow(&format!("{of_flow} from {{grab}}\nend")).errors(), [""; 0]);
    }
}
