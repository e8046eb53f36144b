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

/// The names that the error for an unknown one lists, and the words before them.
fn listed(lab: Lab) -> (String, Vec<String>) {
    let help = lab.help();
    let [help] = &help[..] else { panic!("{help:?}") };
    let names = help.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    (help.split(['`', ':']).next().unwrap_or_default().to_owned(), names)
}

#[test]
fn an_unknown_name_in_a_rule_of_a_card_lists_what_is_known_there() {
    let slots = "[kinds.card.slots]\nbonus = { returns = \"int\", default = \"0\" }\nis_good = { returns = \"bool\", default = \"false\" }\n\
                 clear = { do = true }\n[state.table]\nround = \"int 0..9\"\n[functions.total]\nparams = { p = \"player\" }\n\
                 returns = \"int\"\ncode = \"sum(cards, it.bonus) + count(cards where is_good) + p.coins + round\"\n\
                 [verbs.clear_all]\ndo = \"for each c in cards { c.clear }\"";
    let card = |rule: &str| listed(Lab::base().rules(slots).cards(&format!("[cards.mage]\n{rule}\n")));
    let said = |words: &str, names: &[&str]| {
        (words.to_owned(), names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>())
    };
    let ints = ["strength", "coins", "round", "total(…)"];
    assert_eq!(card("bonus = \"frobnicate\""), said("what gives a number here", &ints));
    assert_eq!(card("bonus = \"3 + frobnicate * 2\""), said("what gives a number here", &ints));
    assert_eq!(card("is_good = \"frobnicate\""), said("what gives true or false here", &["marked"]));
    assert_eq!(
        card("is_good = \"frobnicate and marked\""),
        said("what gives true or false here", &["marked"])
    );
    // If nothing here has the type, all names are listed, the nearest first.
    let all = ["marked", "strength", "suit", "coins", "hand", "you"];
    assert_eq!(card("clear = \"let x = frobnicate\""), said("known here", &all));
    // A name that resembles one is still that one, and variables come first.
    assert_eq!(card("bonus = \"strenth\""), said("did you mean ", &["strength"]));
    assert_eq!(
        card("clear = \"let x = 1\\nlog \\\"{{ x }}\\\"\\ncoins = frobnicate\""),
        said("the only variable here is ", &["x"])
    );
}

#[test]
fn an_unknown_name_where_nothing_is_declared_says_where_it_would_be() {
    let lab = Lab::empty().rules("[functions.f]\nreturns = \"int\"\ncode = \"frobnicate\"\n");
    let help = lab.help();
    assert!(help[0].contains("[state.table]") && help[0].contains("[functions.…]"), "{help:?}");
}

#[test]
fn state_without_a_start_is_given_one_that_compiles() {
    let board = "[boards.board]\ngrid = [3, 3]\n";
    for (section, ty) in [
        ("state.table", "cell"),
        ("state.player", "cell"),
        ("kinds.card.state", "cell"),
        ("boards.board.state", "cell"),
        ("boards.board.state", "player"),
        ("boards.board.state", "card"),
        ("state.player", "player"),
        ("kinds.card.state", "card"),
        ("kinds.card.state", "unit"),
    ] {
        let lab = |ty: &str| Lab::base().rules(&format!("{board}[{section}]\nx = {ty}\n"));
        let help = lab(&format!("\"{ty}\"")).help().join("\n");
        let proposed: Vec<&str> = help.split('`').skip(1).step_by(2).collect();
        assert!(!proposed.is_empty(), "{help}");
        for way_out in proposed {
            assert_eq!(lab(way_out).errors(), [""; 0], "{way_out} in [{section}]");
        }
    }
    // Without a board there is no cell.
    let help = Lab::base().rules("[state.table]\nx = \"cell\"").help().join("\n");
    assert!(help.contains("declare a board") && !help.contains("start ="), "{help}");
}

#[test]
fn usual_words_for_players_and_cards_are_translated() {
    for (written, meant) in [
        ("for each p in opponents { p.coins += 1 }", "players - you"),
        ("for each p in everyone { p.coins += 1 }", "players"),
        ("me.coins += 1", "you"),
        ("my.coins += 1", "you"),
        ("opponent.coins += 1", "next(you)"),
    ] {
        assert_eq!(Lab::base().go(written).help(), [format!("write `{meant}`")], "{written}");
    }
    let bonus = |code: &str| {
        let cards = format!("[cards.judge]\nstrength = 6\nbonus = \"{code}\"");
        let rules = "[kinds.card.slots]\nbonus = { returns = \"int\" }";
        Lab::base().rules(rules).cards(&cards)
    };
    assert_eq!(bonus("this.strength").help(), ["write `self`"]);
    assert_eq!(bonus("card.strength").help(), ["write `self`"]);
    assert_eq!(bonus("self.strength").errors(), [""; 0]);
}
