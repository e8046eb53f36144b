//! Arguments of what is no function: behind a dot as without one, they are an error that leads to code without
//! it; and calls that leave arguments out.

use super::lab::Lab;

/// The base with an amount for each suit, zones for each suit and for each cell, and slots with parameters.
fn lab() -> Lab {
    Lab::base().rules(
        "[boards.moor]\ngrid = [3, 3]\n[boards.moor.state]\ntide = \"int 0..9\"\n\
         [zones.camp]\nper = \"moor\"\nholds = \"unit\"\n\
         [zones.rows]\nper = [\"player\", \"suit\"]\n\
         [state.player]\ntrack = \"int 0..9 per suit\"\n\
         [kinds.ship]\nbase = \"card\"\n[kinds.ship.slots]\nbonus = { returns = \"int\", params = { p = \"player\" }, default = \"0\" }\n\
         [functions.doubled]\nparams = { p = \"player\" }\nreturns = \"int\"\ncode = \"2 * p.coins\"\n\
         [verbs.write]\nparams = { p = \"player\", s = \"suit\", n = \"int\" }\ndo = \"p.track[s] += n\"\n\
         [verbs.sniff]\nparams = { p = \"player\", n = \"int\" }\ndo = \"p.coins += n\"",
    )
    .cards("[cards.sloop]\nkind = \"ship\"")
}

/// The code has one error of this code, which proposes this; the code that it leads to has none.
#[track_caller]
fn leads(wrong: &str, code: &str, way_out: &str, right: &str) {
    let found = lab().go(wrong);
    let advice = found.advice().join("\n");
    assert_eq!(found.errors(), [code], "{wrong}: {advice}");
    assert!(advice.contains(way_out), "{wrong}: {advice}");
    assert_eq!(lab().go(right).errors(), [""; 0], "{right}");
}

#[test]
fn members_take_no_arguments_behind_a_dot() {
    for (wrong, way_out, right) in [
        ("coins = you.coins(3)", "`you.coins` without brackets", "coins = you.coins"),
        ("coins = you.coins(nonsense)", "`you.coins` without brackets", "coins = you.coins"),
        ("coins = you.coins(roll(d6))", "`you.coins` without brackets", "coins = you.coins"),
        ("coins = you.coins()", "`you.coins` without brackets", "coins = you.coins"),
        ("deal(deck, you.hand(you), 1)", "`you.hand` without brackets", "deal(deck, you.hand, 1)"),
        ("coins = hill.strength(1)", "`hill.strength` without brackets", "coins = hill.strength"),
        (
            "coins = count(deck where it.suit(flame) == land)",
            "`it.suit`",
            "coins = count(deck where it.suit == land)",
        ),
        ("coins = sum(cells, it.tide(1))", "`it.tide` without brackets", "coins = sum(cells, it.tide)"),
        ("coins = sum(cells, it.row(coins))", "`it.row` without brackets", "coins = sum(cells, it.row)"),
        ("coins = count(a1.camp(you))", "`a1.camp` without brackets", "coins = count(a1.camp)"),
    ] {
        leads(wrong, "CW0534", way_out, right);
    }
    // The mark is below the name that is called; a variable in the arguments is read.
    assert_eq!(lab().go("coins = you.coins(3)").wrong_places(), ["coins"]);
    assert_eq!(lab().go("let n = 3\ncoins = you.coins(n)").diagnostics(), ["CW0534"]);
    // Functions, verbs and slots are called so.
    for right in
        ["coins = you.doubled", "coins = you.doubled()", "you.sniff(2)", "coins = sum(ships, it.bonus(you))"]
    {
        assert_eq!(lab().go(right).errors(), [""; 0], "{right}");
    }
    assert_eq!(lab().go("coins = you.doubled(3)").errors(), ["CW0504"]);
}

#[test]
fn one_of_an_amount_stands_in_square_brackets() {
    for (wrong, way_out, right) in [
        (
            "if you.track(flame) == 6 { coins = 0 }",
            "`you.track[flame]`",
            "if you.track[flame] == 6 { coins = 0 }",
        ),
        ("let s = flame\ncoins = you.track(s)", "`you.track[s]`", "let s = flame\ncoins = you.track[s]"),
        ("coins = count(you.rows(flame))", "`you.rows[flame]`", "coins = count(you.rows[flame])"),
        ("coins = track(flame)", "`track[flame]`", "coins = track[flame]"),
        ("coins = track(you, flame)", "`you.track[flame]`", "coins = you.track[flame]"),
    ] {
        leads(wrong, "CW0534", way_out, right);
    }
    // The index remains, so its own errors are reported.
    assert_eq!(lab().go("coins = you.track(flam)").errors().len(), 2);
}

#[test]
fn what_is_called_without_a_dot_leads_to_its_owner() {
    leads(
        "for each b in ships { coins = bonus(you) }",
        "CW0534",
        "`b.bonus(you)`",
        "for each b in ships { coins = b.bonus(you) }",
    );
    leads("coins = bonus(you)", "CW0534", "`x.bonus(you)`, where `x` is a `ship`", "coins = 0");
    leads("coins = strength(hill)", "CW0534", "`hill.strength`", "coins = hill.strength");
    leads(
        "coins = sum(deck, strength(coins))",
        "CW0534",
        "`strength` without brackets",
        "coins = sum(deck, strength)",
    );
}

#[test]
fn the_argument_that_is_missing_is_found_by_its_type() {
    leads("write(flame, 2)", "CW0504", "`p`, a player, is missing", "write(you, flame, 2)");
    leads("sniff(2)", "CW0504", "`p`, a player, is missing", "sniff(you, 2)");
    leads("write(you, 2)", "CW0504", "`s`, a suit, is missing", "write(you, flame, 2)");
    leads("write(you, flame)", "CW0504", "`n`, a number, is missing", "write(you, flame, 2)");
    leads("you.write(2)", "CW0504", "`s`, a suit, is missing", "you.write(flame, 2)");
}

#[test]
fn a_call_that_does_not_say_of_whom_keeps_its_arguments() {
    let of = |code: &str| {
        lab().go("coins = 0").rules(&format!(
            "[functions.active]\nparams = {{ you = \"player\", s = \"suit\" }}\nreturns = \"int\"\n\
             code = \"count(you.hand where it.suit == s)\"\n\
             [functions.tenfold]\nparams = {{ p = \"player\" }}\nreturns = \"int\"\ncode = \"{code}\"",
        ))
    };
    for (wrong, way_out, right) in [
        ("10 * active(land)", "`x.active(land)`, where `x` is a player", "10 * p.active(land)"),
        ("sum(players, active(flame))", "`it.active(flame)`", "sum(players, it.active(flame))"),
    ] {
        let advice = of(wrong).advice().join("\n");
        assert_eq!(of(wrong).errors(), ["CW0504"], "{wrong}: {advice}");
        assert!(advice.contains(way_out), "{wrong}: {advice}");
        assert_eq!(of(right).errors(), [""; 0], "{right}");
    }
}
