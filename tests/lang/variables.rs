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

#[test]
fn a_comparison_that_the_range_decides_is_told() {
    let told = |code: &str, expected: &[&str]| {
        let lab = Lab::base()
            .rules(
                "[state.table]\nround = \"int 1..8\"\nhigh = \"int 0..9?\"\nstock = \"int 0..5 per suit\"\n",
            )
            .go(&format!("round = 2\nhigh = 3\nstock[flood] += 1\nif {code} {{ coins = 1 }}"));
        assert_eq!(lab.told_of(" holds: "), expected, "{code}");
    };
    let decided = [
        "coins == 100",
        "coins != -1",
        "coins < 0",
        "coins > 99",
        "coins >= 100",
        "coins <= 200",
        "100 == coins",
        "100 > coins",
        "round == 0",
        "round < 99",
        "high == 10",
        "stock[flood] > 5",
        "any(deck where strength > 40)",
        "any(cards where it is unit and it.speed == 10)",
        "first(deck) == hill and round > 8",
        "count(deck) >= 0",
        "count(c in deck, c.marked) < 0",
        "0 > count(deck where strength > 3)",
        "count(deck) == -1",
    ];
    decided.iter().for_each(|code| told(code, &["CW0619"]));
    let open = [
        "coins == 99",
        "coins >= 0",
        "coins <= 99",
        "coins > 0",
        "coins < 99",
        "round >= 1",
        "round != 8",
        "high == 9",
        "stock[flood] == 5",
        "sum(stock) > 5",
        "coins + 1 > 99",
        "coins > 90 + 10",
        "coins == player_count",
        "count(deck) > 100",
        "count(deck) > 0",
        "count(deck) <= 0",
        "any(deck where strength >= 40)",
    ];
    open.iter().for_each(|code| told(code, &[]));
    // What a modifier changes may leave its range, and so may a parameter and an option.
    let modified = "[[modifiers]]\nattribute = \"strength\"\nwhere = \"it.marked\"\nadd = \"50\"\n";
    let lab = |code: &str| Lab::base().rules(modified).go(code).told_of(" holds: ");
    assert_eq!(lab("if any(deck where strength > 40) { coins = 1 }"), [""; 0]);
    assert_eq!(lab("if any(deck where printed.strength > 40) { coins = 1 }"), ["CW0619"]);
    // Only the start of a zone, and a reaction's condition.
    let start = Lab::base().rules("[zones.wares]\nstart = \"cards where strength > 40\"\n");
    assert_eq!(start.told_of(" holds: "), ["CW0619"]);
    let where_it = "[[reactions]]\nafter = \"go\"\nwhere = \"n == 100\"\ndo = \"players[1].coins = 0\"\n";
    let where_it = where_it.replace("n ==", "players[1].coins ==");
    assert_eq!(Lab::base().go("coins = 3").rules(&where_it).told_of(" holds: "), ["CW0619"]);
}

#[test]
fn an_action_that_is_never_offered_is_told() {
    let told = |when: &str| {
        let action = format!("[actions.rest]\nwhen = \"{when}\"\ndo = \"you.coins += 1\"\n");
        let lab = Lab::base().rules(&action).go("act you from {rest}");
        [lab.told_of("never offered"), lab.told_of(" holds: ")].concat()
    };
    assert_eq!(told("false"), ["CW0619"]);
    assert_eq!(told("count(deck) >= 0"), ["CW0619"]);
    assert_eq!(told("true"), [""; 0]);
    assert_eq!(told("count(deck) > 0"), [""; 0]);
}

#[test]
fn code_for_several_kinds_is_right_if_it_is_for_one() {
    let kinds = "[kinds.spell]\nbase = \"card\"\n[kinds.spell.attributes]\ncost = \"int 0..9\"\n\
                 [kinds.unit.attributes]\ncost = { type = \"int 0..20\", default = 0 }\n";
    let kinds =
        kinds.replace("[kinds.unit.attributes]", "[kinds.hero]\nbase = \"card\"\n[kinds.hero.attributes]");
    let keyword = "[keywords.dear]\n[[keywords.dear.reactions]]\nafter = \"go\"\nwhere = \"self.cost > 9\"\ndo = \"move(self, box)\"\n";
    let cards = |kinds: &[&str]| {
        let card =
            |kind: &&str| format!("[cards.a_{kind}]\nkind = \"{kind}\"\ncost = 3\nkeywords = [\"dear\"]\n");
        kinds.iter().map(card).collect::<String>()
    };
    let told = |of: &[&str]| {
        Lab::base().go("coins = 3").rules(&kinds).rules(keyword).cards(&cards(of)).told_of(" holds: ")
    };
    assert_eq!(told(&["spell", "hero"]), [""; 0]);
    assert_eq!(told(&["spell"]), ["CW0619"]);
}

#[test]
fn state_that_nothing_sets_is_told() {
    let told = |state: &str, code: &str| Lab::base().rules(state).go(code).told_of(" the state `x`");
    let message = |state: &str, code: &str| {
        let lab = Lab::base().rules(state).cards("[cards.ship]\nkind = \"boat\"\n").go(code);
        let all = ["nothing sets the state `x`", "nothing uses the state `x`"];
        all.into_iter().filter(|words| !lab.told_of(words).is_empty()).collect::<Vec<_>>()
    };
    // Of kinds and boards as of the table and of players.
    let board = "[boards.map]\ngrid = [2, 2]\n[kinds.boat]\nbase = \"card\"\n";
    for state in ["[state.table]\n", "[state.player]\n", "[kinds.boat.state]\n", "[boards.map.state]\n"] {
        let state = format!("{board}{state}x = \"int 0..9\"\n");
        assert_eq!(message(&state, "coins = 1"), ["nothing uses the state `x`"], "{state}");
    }
    let read = |of: &str| format!("if any({of}, x > 3) {{ coins = 1 }}");
    for (state, of) in [("player", "players"), ("table", "players"), ("", "boats"), ("board", "map")] {
        let table = match state {
            "" => "[kinds.boat.state]\n".to_owned(),
            "board" => "[boards.map.state]\n".to_owned(),
            state => format!("[state.{state}]\n"),
        };
        let state = format!("{board}{table}x = \"int 0..9\"\n");
        assert_eq!(message(&state, &read(of)), ["nothing sets the state `x`"], "{state}");
    }
    let set = "[state.player]\nx = \"int 0..9\"\n";
    assert_eq!(told(set, "x += 1\nif x > 3 { coins = 1 }"), [""; 0]);
    let written_out =
        "[kinds.boat]\nbase = \"card\"\n[state.player]\nx = { type = \"int 0..9\", start = \"4\" }\n";
    assert_eq!(message(written_out, "if x > 3 { coins = 1 }"), ["nothing sets the state `x`"]);
    // It differs between players, or between cards, or a modifier changes it.
    let computed = "[state.player]\nx = { type = \"int 0..9\", start = \"seat(self)\" }\n";
    assert_eq!(told(computed, "if x > 3 { coins = 1 }"), [""; 0]);
    let printed = "[kinds.unit.state]\nx = { type = \"int 0..9\", printed = true, default = 3 }\n";
    assert_eq!(told(printed, "if any(units, x > 3) { coins = 1 }"), [""; 0]);
    let modified = "[kinds.unit.state]\nx = \"int 0..9\"\n[[modifiers]]\nattribute = \"x\"\nwhere = \"it.marked\"\nadd = \"1\"\n";
    assert_eq!(told(modified, "if any(units, x > 3) { coins = 1 }"), [""; 0]);
    // A scenario that sets it is no play.
    let scenario = "name = \"Late\"\n[state]\n\"x[1]\" = 5\n[[steps]]\nexpect = \"players[1].x == 5\"\n";
    let lab = Lab::base().rules(set).go("if x > 3 { coins = 1 }").file("scenarios/late.toml", scenario);
    assert_eq!(lab.told_of(" the state `x`"), ["CW0600"]);
}

#[test]
fn zones_that_nothing_comes_into_are_told() {
    let told = |code: &str| {
        let zone = "[zones.attic]\nholds = \"card\"\nordered = true\n";
        Lab::base().rules(zone).go(code).told_of(" the zone `attic`")
    };
    let reads = ["if any(attic) { coins = 1 }", "for each c in attic { coins = 1 }", "shuffle(attic)"];
    for code in reads {
        assert_eq!(told(&format!("{code}\nmove(cards, discards)")), ["CW0600"], "{code}");
        // Rules that move nothing anywhere are still to be written.
        assert_eq!(told(code), [""; 0], "{code}");
    }
    assert_eq!(told("if any(attic) { coins = 1 }\nmove(cards, attic)"), [""; 0]);
    // A scenario lays cards there, play does not.
    let zone = "[zones.attic]\nholds = \"card\"\nordered = true\n";
    let scenario = "name = \"Late\"\n[zones]\nattic = [\"hill\"]\n[[steps]]\nexpect = \"any(attic)\"\n";
    let lab = Lab::base().rules(zone).go("if any(attic) { coins = 1 }\nmove(cards, discards)");
    assert_eq!(lab.file("scenarios/late.toml", scenario).told_of(" the zone `attic`"), ["CW0600"]);
}
