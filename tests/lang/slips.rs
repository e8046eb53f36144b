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

#[test]
fn dice_are_rolled() {
    slip("coins = roll(2d6)", ("CW0405", "`roll(2, d6)`"), "coins = roll(2, d6)");
    slip("coins = roll(1d6)", ("CW0405", "`roll(d6)`"), "coins = roll(d6)");
    let die = Lab::base().go("coins = d6");
    assert_eq!(die.help()[0], "a die is rolled: `roll(d6)`");
    assert_eq!(Lab::base().go("coins = roll(d6)").errors(), [""; 0]);
}

#[test]
fn a_rule_without_quotes_is_put_in_quotes() {
    let card = |rule: &str| {
        Lab::base()
            .rules(
                "[kinds.ship]\nbase = \"card\"\n[kinds.ship.slots]\n\
                 reached = { returns = \"bool\", default = \"false\" }\n\
                 worth = { returns = \"int\", default = \"0\" }",
            )
            .cards(&format!("[cards.goal]\nkind = \"ship\"\n{rule}"))
    };
    for (wrong, right) in [("reached = true", "reached = \"true\""), ("worth = 7", "worth = \"7\"")] {
        assert_eq!(card(wrong).errors(), ["CW0512"], "{wrong}");
        assert!(card(wrong).help()[0].contains(&format!("`{right}`")), "{:?}", card(wrong).help());
        assert_eq!(card(right).errors(), [""; 0], "{right}");
    }
    assert!(card("reached = 1").help()[0].contains("`reached = \"true\"`"));
    let start = |start: &str| {
        Lab::base()
            .rules(&format!("[state.player]\ntrack = {{ type = \"int 0..9 per suit\", start = {start} }}"))
    };
    let code = "{land = 9, army = 4} if seat(self) == 1 else {flood = 3}";
    let bare = start(code);
    assert_eq!(bare.errors(), ["CW0103"], "{:?}", bare.advice());
    assert_eq!(bare.wrong_places(), [code]);
    assert_eq!(start(&format!("'{code}'")).errors(), [""; 0]);
    let line = |value: &str| {
        Lab::base().rules(&format!("[state.player.track]\ntype = \"int 0..9 per suit\"\nstart = {value}"))
    };
    assert_eq!(line("{land = 9} if seat(self) == 1 else {}").errors(), ["CW0103"]);
    assert_eq!(line("'{land = 9} if seat(self) == 1 else {}'").errors(), [""; 0]);
    // A comma is missing, and no quotes.
    assert_eq!(start("{land = 9 flood = 3}").errors(), ["CW0112"]);
    slip(
        "track = {land: 9, flood: 2}",
        ("CW0409", "`=` stands between a value and its number"),
        "track = {land = 9, flood = 2}",
    );
}

#[test]
fn proposed_variables_have_names_that_are_free() {
    let lab = |code: &str| {
        lab().rules(&format!("[verbs.seek]\nparams = {{ c = \"card\" }}\ndo = '''\n{code}\n'''"))
    };
    let taken = lab("shuffle(deck)\nmove(first(deck), discards)").help().join("\n");
    assert!(taken.contains("`if let x = first(deck) { … }`, and use `x` inside"), "{taken}");
    let free = lab("let x = 3\nif x > 2 { move(first(deck), discards) }").help().join("\n");
    assert!(free.contains("`if let y ="), "{free}");
}

#[test]
fn an_amount_is_compared_with_a_number_by_its_sum_or_one_value() {
    for sign in ["<", ">", ">="] {
        let wrong = format!("if track {sign} 0 {{ coins = 0 }}");
        let right = format!("if sum(track) {sign} 1 {{ coins = 0 }}");
        slip(&wrong, ("CW0502", "all together are `sum(track)`, those of one value `track[land]`"), &right);
    }
    slip("if track > track { coins = 0 }", ("CW0502", "`track >= track`"), "coins = 0");
}

#[test]
fn a_cell_in_place_of_its_zone_leads_to_the_zone() {
    let lab = |code: &str| lab().rules("[zones.camp]\nper = \"moor\"").go(code);
    let wrong = lab("for each c in cells { move(hill, c) }");
    assert_eq!(wrong.errors(), ["CW0502"]);
    assert!(wrong.help()[0].contains("`c.camp`"), "{:?}", wrong.help());
    assert_eq!(lab("for each c in cells { move(hill, c.camp) }").errors(), [""; 0]);
}

#[test]
fn common_slips_have_a_way_out() {
    let unexpected = |words| ("CW0408", words);
    slip("when coins > 3 { coins = 0 }", unexpected("`if c { … }`"), "if coins > 3 { coins = 0 }");
    slip("you have coins", unexpected("behind a dot"), "coins = you.coins");
    slip("if coins is 3 { coins = 0 }", ("CW0410", "compared with `==`"), "if coins == 3 { coins = 0 }");
    slip("if coins is not 3 { coins = 0 }", ("CW0410", "compared with `!=`"), "if coins != 3 { coins = 0 }");
    slip("repeat { coins += 1 }", ("CW0407", "`repeat 3 { … }`"), "repeat 3 { coins += 1 }");
    slip(
        "choose by you Slip to town { option \"a\" { coins = 0 } }",
        unexpected("write `\"Slip to town\"`"),
        "choose by you \"Slip to town\" { option \"a\" { coins = 0 } }",
    );
    slip("coins = (coins += 2)", unexpected("`x + 1`"), "coins = coins + 2");
    let state = |ty: &str| lab().rules(&format!("[state.player]\nlevel = \"{ty}\""));
    assert_eq!(state("integer 0..15").errors(), ["CW0423"]);
    assert_eq!(state("integer 0..15").wrong_places(), ["integer"]);
    assert!(state("integer 0..15").help()[0].contains("`int 0..15`"));
    assert_eq!(state("int 0..15").errors(), [""; 0]);
    let action = |set: &str| {
        lab()
            .rules(&format!("[actions.bid]\nparams = {{ n = \"{set}\" }}\ndo = \"gain(you, n)\""))
            .flow("act players[1] from {bid}\nend")
    };
    for wrong in ["int 1..6", "1-6"] {
        assert!(action(wrong).help()[0].contains("`1..6`"), "{wrong}: {:?}", action(wrong).advice());
    }
    assert_eq!(action("1..6").errors(), [""; 0]);
    let zone = |seen_by: &str| Lab::base().rules(&format!("[zones.pile]\nseen_by = \"{seen_by}\""));
    assert!(zone("player 1").help()[0].contains("`players[1]`"), "{:?}", zone("player 1").advice());
    assert_eq!(zone("{players[1]}").errors(), [""; 0]);
}

#[test]
fn the_brace_that_is_not_closed_is_found_by_indentation() {
    let wrong = lab().go("repeat 3 {\n  coins += 1\n  if coins > 3 {\n    coins = 0\n}\ncoins = 1");
    assert_eq!(wrong.errors(), ["CW0402"]);
    assert_eq!(wrong.wrong_lines(), ["  if coins > 3 {"]);
    let none = lab().go("repeat 3 {\n  coins += 1\n  if coins > 3 {\n    coins = 0\n");
    assert_eq!(none.errors(), ["CW0402", "CW0402"]);
}

#[test]
fn lengths_are_numbers_of_millimetres() {
    let size = |size: &str| {
        Lab::base().file("print.toml", &format!("[sheets.cards]\ncomponents = \"card\"\nsize = {size}\n"))
    };
    for (wrong, words) in [
        ("60", "`size = [60, 60]`"),
        ("[\"6cm\", 88]", "quotes and unit: `60`"),
        ("[\"60mm\", 88]", "quotes and unit: `60`"),
        ("[\"60\", 88]", "without the quotes: `60`"),
    ] {
        assert_eq!(size(wrong).errors(), ["CW0202"], "{wrong}");
        assert!(size(wrong).help()[0].contains(words), "{wrong}: {:?}", size(wrong).help());
    }
    assert_eq!(size("[60, 88]").errors(), [""; 0]);
}

#[test]
fn a_table_of_cards_has_one_error_for_one_cause() {
    let table = |text: &str| Lab::base().file("cards/more.csv", text).go("move(oar, hand)");
    for (first, rows) in [(";", ","), (",", ";"), ("\t", ",")] {
        let names = ["id", "name", "strength"].join(first);
        let row = |id: &str| [id, "A thing", "3"].join(rows);
        let mixed = table(&format!("{names}\n{}\n{}\n", row("oar"), row("net")));
        assert_eq!(mixed.errors(), ["CW0132"], "{:?}", mixed.advice());
        assert!(mixed.advice()[0].contains("same separator in all rows"), "{:?}", mixed.advice());
    }
    assert_eq!(table("id,name,strength\noar,A thing,3\n").errors(), [""; 0]);
    let swapped = table("id,strength,kind\noar,unit,3\nnet,unit,4\n");
    assert_eq!(swapped.errors(), ["CW0509"], "{:?}", swapped.advice());
    assert!(swapped.advice()[0].contains("call the columns"), "{:?}", swapped.advice());
    assert_eq!(table("id,strength,kind\noar,3,unit\nnet,4,unit\n").errors(), [""; 0]);
    // Only some rows are wrong: each has its error, and no use of them another.
    assert_eq!(table("id,strength,kind\noar,3,unti\nnet,4,unit\n").errors(), ["CW0509"]);
}

#[test]
fn a_name_in_a_header_of_a_card_is_not_written_twice() {
    let card = |rest: &str| Lab::base().cards(&format!("[cards.RedLetter]\n{rest}"));
    assert!(card("strength = 3").help()[0].contains("`name = \"RedLetter\"` in it"));
    assert_eq!(card("name = \"Red Letter\"").help()[0], "write `[cards.redletter]`");
}

#[test]
fn nothing_follows_from_a_misspelt_declaration() {
    let scenario = "begin = \"nothing\"\n[state]\n\"tally[1][red]\" = 2\n";
    let game = |enums: &str| {
        Lab::base()
            .rules(&format!("{enums}\n[state.player]\ntally = \"int 0..9 per ink\""))
            .file("scenarios/laid.toml", scenario)
    };
    assert_eq!(game("[enums]\nink = [\"red\", \"blue\"]").errors(), [""; 0]);
    assert_eq!(game("[enum]\nink = [\"red\", \"blue\"]").errors(), ["CW0200"]);
    assert_eq!(game("[enums]\nink = \"red, blue\"").errors(), ["CW0202"]);
    let boards = |id: &str| {
        Lab::base().rules(&format!(
            "[boards.town.areas.pier]\nadjoins = [\"mint\"]\n[boards.{id}.areas.mint]\nadjoins = [\"gate\"]\n\
             [boards.town.areas.gate]\nadjoins = [\"mint\"]"
        ))
    };
    assert_eq!(boards("twon").errors(), ["CW0311"], "{:?}", boards("twon").advice());
    assert!(boards("twon").help()[0].contains("did you mean `town`?"), "{:?}", boards("twon").help());
    assert_eq!(boards("town").errors(), [""; 0]);
    // Boards whose ids have nothing in common each have their errors.
    assert_eq!(boards("hill").errors(), ["CW0311"; 3]);
}

#[test]
fn a_line_that_shows_one_of_an_amount_keeps_its_index() {
    let found = lab().go("let s = flame\nlog \"{{ you.track[s] }} of {{ s }}\"");
    assert!(found.help()[0].contains("`let x = you.track[s]`"), "{:?}", found.help());
    assert_eq!(lab().go("let x = you.track[flame]\nlog \"{{ x }}\"").errors(), [""; 0]);
}

#[test]
fn a_reaction_of_a_misspelt_card_is_asked_for_the_card() {
    let cards = "[cards.parsley]\ncost = 3\n\
        [[cards.parsely.reactions]]\nafter = \"go\"\ndo = \"players[1].coins = 0\"\n";
    let lab = Lab::base().rules("[kinds.card.attributes]\ncost = \"int 0..9\"").go("coins = 1").cards(cards);
    let help = lab.help();
    assert!(help.iter().any(|help| help.contains("did you mean `parsley`?")), "{help:?}");
    // A card that says more of itself is a new one.
    let named = cards.replace("[[cards.parsely", "[cards.parsely]\ntext = \"New.\"\n[[cards.parsely");
    let lab = Lab::base().rules("[kinds.card.attributes]\ncost = \"int 0..9\"").go("coins = 1").cards(&named);
    let help = lab.help();
    assert!(!help.iter().any(|help| help.contains("did you mean `parsley`?")), "{help:?}");
}

#[test]
fn a_verb_in_place_of_a_zone_proposes_the_zone() {
    let verb = "[verbs.discard]\nparams = { p = \"player\", c = \"card\" }\ndo = \"move(c, discards)\"\n";
    let lab = |code: &str| Lab::base().rules(verb).go(code);
    let wrong = lab("for each c in cards { move(c, discard) }\ndiscard(you, hill)");
    assert_eq!(wrong.errors(), ["CW0504"]);
    assert_eq!(wrong.help(), ["did you mean `discards`?"]);
    // On a line of its own it is a call.
    let help = lab("discard").help();
    assert!(!help.iter().any(|help| help.contains("discards")), "{help:?}");
}
