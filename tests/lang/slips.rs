//! Slips of newcomers: the error names the mistake and nothing that follows from it, and what it proposes
//! compiles.

use super::lab::Lab;

/// The base with a verb that takes a player and a number, an amount for each suit, and a board.
fn lab() -> Lab {
    Lab::base().rules(
        "[boards.moor]\ngrid = [3, 3]\n[boards.moor.state]\nflam = \"bool\"\n\
         [state.player]\npick = \"card?\"\ntrack = \"int 0..9 per suit\"\n\
         [verbs.gain]\nparams = { p = \"player\", n = \"int\" }\ndo = \"p.coins += n\"",
    )
}

/// The code has one error of this code, which says these words; the code that it proposes has none.
#[track_caller]
fn slip(wrong: &str, (code, words): (&str, &str), right: &str) {
    let found = lab().go(wrong);
    let advice = found.advice().join("\n");
    assert_eq!(found.errors(), [code], "{wrong}: {advice}");
    assert!(advice.contains(words), "{wrong}: {advice}");
    assert_eq!(lab().go(right).errors(), [""; 0], "{right}");
}

#[test]
fn comments_of_other_languages_are_marked_where_they_begin() {
    let slash = ("CW0409", "a comment begins with `#`");
    for (wrong, right) in [
        (
            "if coins > 3 {\n  coins = 0\n}\n// it's (odd\ncoins = 1",
            "if coins > 3 {\n  coins = 0\n}\n# it\ncoins = 1",
        ),
        ("coins += 1 // count\ncoins = 2", "coins += 1 # count\ncoins = 2"),
        ("coins = 1 // 2", "coins = 1 / 2"),
        ("gain(you, // whom\n  1)", "gain(you, # whom\n  1)"),
        ("coins = 2\n/* a note */\ncoins += 1", "coins = 2\n# a note\ncoins += 1"),
        ("coins = 2\n/* a note\n   of two lines */\ncoins += 1", "coins = 2\n# a note\n# of two\ncoins += 1"),
        ("coins = 2 /* a note\n   of (two lines */\ncoins += 1", "coins = 2 # a note\n# of two\ncoins += 1"),
    ] {
        slip(wrong, slash, right);
        let place = lab().go(wrong).wrong_places();
        assert!(place == ["//"] || place == ["/*"], "{wrong}: {place:?}");
    }
    // Nothing is missing at the end of the line before.
    slip("if coins > 3 { coins = 0 }\n* 3", ("CW0407", "a value is missing before `*`"), "coins = 3");
    slip("coins = 0\n[hill, lake]", ("CW0409", "a set is written `{a, b}`"), "coins = 0");
}

#[test]
fn a_header_inside_code_is_where_the_code_should_have_ended() {
    let rules = |end: &str, late: &str| {
        lab().rules(&format!(
            "[verbs.a]\ndo = '''\nshuffle(deck){end}\n[[reactions]]\nafter = \"b\"\ndo = \"shuffle(deck)\"\n\
             {late}\n\
             [verbs.b]\ndo = \"shuffle(deck)\""
        ))
    };
    let open = rules("", "'''");
    assert_eq!(open.errors(), ["CW0408"], "{:?}", open.advice());
    assert_eq!(open.wrong_places(), ["[[reactions]]"]);
    assert!(open.help()[0].contains("end the code before it with the quotes"), "{:?}", open.help());
    assert_eq!(rules("\n'''", "").errors(), [""; 0]);
}

#[test]
fn words_in_capitals_are_those_in_lowercase() {
    let written = |word: &str| format!("is written `{word}`");
    for (word, wrong, right) in [
        ("true", "let x = True\nif x { coins = 0 }", "let x = true\nif x { coins = 0 }"),
        ("false", "if FALSE { coins = 0 }", "if false { coins = 0 }"),
        ("if", "If none(deck) { coins = 0 }", "if none(deck) { coins = 0 }"),
        ("while", "While (false) { coins = 0 }", "while (false) { coins = 0 }"),
        ("if", "If (none(deck)) { coins = 0 }", "if (none(deck)) { coins = 0 }"),
        ("for", "For each p in players { p.coins = 0 }", "for each p in players { p.coins = 0 }"),
        (
            "else",
            "if none(deck) { coins = 0 } Else { coins = 1 }",
            "if none(deck) { coins = 0 } else { coins = 1 }",
        ),
    ] {
        slip(wrong, ("CW0409", &written(word)), right);
    }
    // A variable may have such a name.
    assert_eq!(lab().go("let End = 3\ncoins = End\nEnd = 4\ncoins = End").errors(), [""; 0]);
}

#[test]
fn none_is_assigned_not_compared() {
    let right = "pick = none";
    slip("pick = null", ("CW0418", "there is no `null`"), right);
    slip("pick = None", ("CW0409", "`None` is written `none`"), right);
    slip("pick == none", ("CW0412", "to change something write `= none`"), right);
    slip("you.pick == none", ("CW0412", "to change something write `= none`"), "you.pick = none");
    slip("if pick == none { coins = 0 }", ("CW0418", "not with `==`"), "if pick is none { coins = 0 }");
    assert_eq!(lab().go("pick = null").wrong_places(), ["null"]);
}

#[test]
fn a_misspelt_value_is_no_member_of_something_else() {
    let near = ("CW0514", "did you mean `flame`?");
    slip("coins = count(deck where suit == flam)", near, "coins = count(deck where suit == flame)");
    // A member that may have this value is meant as it is named.
    let of_cells = Lab::base()
        .rules("[boards.moor]\ngrid = [3, 3]\n[boards.moor.state]\nflamo = \"suit\"")
        .go("coins = count(deck where suit == flamo)");
    assert!(of_cells.advice()[0].contains("whose `flamo`?"), "{:?}", of_cells.advice());
}

#[test]
fn a_number_kept_for_a_value_is_compared_in_its_place() {
    slip("if flame >= 3 { coins = 0 }", ("CW0502", "`track[flame]`"), "if track[flame] >= 3 { coins = 0 }");
    let flow = lab().flow("if flame >= 3 { end }\nend");
    assert!(flow.help()[0].contains("`players[1].track[flame]`"), "{:?}", flow.help());
    assert_eq!(lab().flow("if players[1].track[flame] >= 3 { end }\nend").errors(), [""; 0]);
    // Between two values there is only their order.
    let order = lab().go("if flame >= flood { coins = 0 }");
    assert!(order.help()[0].contains("ordered = true"), "{:?}", order.help());
}

#[test]
fn arguments_that_stand_in_another_order_are_put_in_theirs() {
    slip("gain(4, you)", ("CW0502", "write `gain(you, 4)`"), "gain(you, 4)");
    let everywhere = "coins = count(ray(a1, directions, {a3}))";
    slip("coins = count(ray(a1, {a3}))", ("CW0502", "`ray(a1, directions, {a3})`"), everywhere);
    // No order of these fits.
    assert_eq!(lab().go("gain(4, hill)").errors(), ["CW0502", "CW0502"]);
    slip("gain 4", ("CW0408", "`gain(p, n)`"), "gain(you, 4)");
    slip("shuffle deck", ("CW0408", "`shuffle("), "shuffle(deck)");
}

#[test]
fn what_follows_from_an_unread_declaration_is_not_reported() {
    let only = |rules: &str, go: &str, codes: &[&str]| {
        let found = lab().rules(rules).go(go);
        assert_eq!(found.errors(), codes, "{rules}: {:?}", found.advice());
    };
    let action = "[actions.grab]\nparams = { c = \"shop\" }\n\
                  text = \"take {{ c }} for {{ c.strength }}\"\ndo = \"move(c, hand)\"";
    only(&format!("[zone.shop]\n{action}"), "coins = 1", &["CW0200"]);
    let tile =
        "[kinds.tile]\nbase = \"card\"\n[kinds.tile.attributes]\nprice = 9\n[zones.shop]\nholds = \"tile\"\n";
    only(&format!("{tile}{}", action.replace("strength", "price")), "coins = 1", &["CW0202"]);
    only("[die]\nodd = [\"low\", \"high\"]", "let face = roll(odd)\ncoins = 1", &["CW0200"]);
    only("[zones.pile]\nordered = \"true\"", "shuffle(pile)", &["CW0202"]);
    only("[zones.pile]\nordred = true", "shuffle(pile)", &["CW0200"]);
    // An error in another table excuses nothing.
    only("[zones.pile]\n[zones.other]\nordered = \"true\"", "shuffle(pile)", &["CW0202", "CW0535"]);
}

#[test]
fn names_in_single_braces_are_text_with_a_warning() {
    let line = |text: &str| lab().go(&format!("coins = 1\nlog \"{text}\""));
    assert!(line("{ you } takes one").advice().join("\n").contains("write `{{ you }}`"));
    assert_eq!(line("{{ you }} takes one").told_of("in single braces"), [""; 0]);
    assert_eq!(line("{ nobody } takes {one}").told_of("in single braces"), [""; 0]);
    let both = line("{{ you }} takes one of {you}");
    assert_eq!(both.told_of("in single braces"), ["CW0521"]);
    let action = |text: &str| {
        lab()
            .rules(&format!(
                "[actions.grab]\nparams = {{ c = \"deck\" }}\ndo = \"move(c, hand)\"\ntext = \"{text}\""
            ))
            .flow("act players[1] from {grab}\nend")
    };
    assert_eq!(action("take { c }").told_of("in single braces"), ["CW0521"]);
    assert_eq!(action("take { c }").errors(), [""; 0]);
    assert_eq!(action("take {{ c }}").told_of("in single braces"), [""; 0]);
}

#[test]
fn a_kind_is_told_from_its_components() {
    let action = |set: &str| {
        lab()
            .rules(&format!("[actions.grab]\nparams = {{ c = \"{set}\" }}\ndo = \"gain(you, c.speed)\""))
            .flow("act players[1] from {grab}\nend")
    };
    let wrong = action("unit");
    assert_eq!(wrong.errors(), ["CW0500"]);
    assert!(wrong.help()[0].contains("the set `units`"), "{:?}", wrong.help());
    assert_eq!(action("units").errors(), [""; 0]);
    let taken = lab().rules("[zones.units]");
    assert_eq!(taken.errors(), ["CW0302"]);
    assert!(taken.advice().join("\n").contains("give the zone another id, such as `units_pile`"));
    assert_eq!(lab().rules("[zones.units_pile]").errors(), [""; 0]);
    // A zone for each cell of a board goes by the board.
    let per = lab().rules("[zones.cover]\nper = \"board\"");
    assert!(per.advice().join("\n").contains("did you mean `moor`?"), "{:?}", per.advice());
    assert_eq!(lab().rules("[zones.cover]\nper = \"moor\"").errors(), [""; 0]);
}
