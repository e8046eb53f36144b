//! Options, their requirements, declarations that depend on them; enums; state of table and players.

use super::lab::Lab;
use cardwright::ir::OptionId;
use cardwright::table::LayFault;

const OPTIONS: &str = r#"
[options.variant]
values = ["base", "duel"]
default = "duel"
[options.rounds]
range = [1, 9]
default = 4
[options.open]
"#;

#[test]
fn options_are_read_by_their_names() {
    let lab = Lab::empty().rules(OPTIONS);
    lab.check(&[("variant", "duel"), ("variant == base", "no"), ("rounds + 1", "5"), ("open", "no")]);
    let lab = lab.options(&[0, 9, 1]);
    lab.check(&[("variant == base", "yes"), ("rounds", "9"), ("open", "yes"), ("variant in {duel}", "no")]);
}

#[test]
fn an_option_is_an_enum_of_its_own() {
    let rules = "[functions.f]\nparams = { v = \"variant\" }\nreturns = \"bool\"\ncode = \"v == duel\"";
    let lab = Lab::empty().rules(OPTIONS).rules(rules);
    lab.check(&[
        ("f(variant)", "yes"),
        ("f(base)", "no"),
        ("variants", "{base, duel}"),
        ("count(variants)", "2"),
    ]);
}

#[test]
fn an_option_without_a_default_is_at_its_first() {
    let rules =
        "[options.a]\nvalues = [\"x\", \"y\"]\n[options.b]\nrange = [3, 5]\n[options.c]\ndefault = true";
    Lab::empty().rules(rules).check(&[("a", "x"), ("b", "3"), ("c", "yes")]);
}

#[test]
fn what_is_agreed_must_be_possible() {
    let lab = Lab::empty().rules(OPTIONS);
    assert_eq!(lab.clone().options(&[2]).not_laid(), LayFault::Option { option: OptionId(0), value: 2 });
    assert_eq!(lab.clone().options(&[0, 10]).not_laid(), LayFault::Option { option: OptionId(1), value: 10 });
    assert_eq!(
        lab.clone().options(&[0, 1, 2]).not_laid(),
        LayFault::Option { option: OptionId(2), value: 2 }
    );
    assert_eq!(lab.players(5).not_laid(), LayFault::Players { asked: 5, range: (2, 4) });
}

#[test]
fn what_must_hold_is_asked_when_the_table_is_laid() {
    let rules = r#"
[[require]]
that = "variant == duel or player_count >= 3"
text = "The base game needs three."
[[require]]
that = "rounds < 9 or open"
text = "Nine rounds only in the open."
"#;
    let lab = Lab::empty().rules(OPTIONS).rules(rules);
    lab.check(&[("player_count", "2")]);
    assert_eq!(lab.clone().options(&[0]).not_laid(), LayFault::Requires(0));
    lab.clone().options(&[0]).players(3).check(&[("player_count", "3")]);
    assert_eq!(lab.clone().options(&[1, 9]).not_laid(), LayFault::Requires(1));
    lab.options(&[1, 9, 1]).check(&[("rounds", "9")]);
}

#[test]
fn cards_and_kinds_bound_to_an_option_are_not_in_the_game() {
    let rules = r#"
[options.big]
[kinds.giant]
base = "card"
only_if = "big"
"#;
    let cards = r#"
[cards.crown]
only_if = "big"
copies = 2
[cards.ogre]
kind = "giant"
[cards.straw]
only_if = "not big"
"#;
    let lab = Lab::base().rules(rules).cards(cards);
    lab.check(&[
        ("count(cards)", "11"),
        ("any(cards where name == crown)", "no"),
        ("count(giants)", "0"),
        ("box", "{}"),
        ("count(deck)", "11"),
    ]);
    lab.options(&[1]).check(&[
        ("count(cards)", "13"),
        ("cards where name == crown", "{crown, crown#2}"),
        ("giants", "{ogre}"),
        ("box", "{}"),
    ]);
}

#[test]
fn an_action_bound_to_an_option_is_never_legal_without_it() {
    let rules = r#"
[options.big]
[actions.pass]
do = "log \"passed\""
[actions.pay]
only_if = "big"
when = "you.coins > 2"
do = "you.coins -= 1"
[actions.take]
only_if = "big"
params = { c = "deck where strength > 8" }
do = "move(c, hand)"
"#;
    let lab = Lab::base().rules(rules).go("act you");
    assert_eq!(lab.asks(&["go(players[1])"]).asked, ["1: pass"]);
    assert_eq!(lab.options(&[1]).asks(&["go(players[1])"]).asked, ["1: pass, pay, take blaze"]);
}

#[test]
fn reactions_and_modifiers_bound_to_an_option_never_apply_without_it() {
    let rules = r#"
[options.big]
[[reactions]]
after = "go"
only_if = "big"
do = "log \"big\""
[[modifiers]]
attribute = "strength"
only_if = "big"
add = "10"
"#;
    let cards = r#"
[cards.horn]
strength = 2
[[cards.horn.reactions]]
after = "go"
only_if = "big"
do = "log \"toot\""
[[cards.horn.modifiers]]
attribute = "strength"
only_if = "big"
where = "it == self"
set = "1"
"#;
    let lab = Lab::base().rules(rules).cards(cards).go("log \"gone\"");
    let questions = ["go(players[1])", "sum(deck where name == horn, strength)"];
    let small = lab.asks(&questions);
    assert_eq!((small.log.join(", "), &*small.values[1]), ("gone".to_string(), "2"));
    let big = lab.options(&[1]).asks(&questions);
    assert_eq!((big.log.join(", "), &*big.values[1]), ("gone, big, toot".to_string(), "11"));
}

#[test]
fn a_zone_bound_to_an_option_is_filled_only_with_it() {
    let rules = "[options.big]\n[zones.pile]\nonly_if = \"big\"\nstart = \"cards where strength > 7\"";
    let lab = Lab::base().rules(rules);
    lab.check(&[("count(pile)", "0"), ("count(deck)", "10")]);
    lab.options(&[1]).check(&[("pile", "{blaze, rider}"), ("count(deck)", "8")]);
}

#[test]
fn an_enum_gives_the_set_of_its_values() {
    let lab = Lab::base();
    lab.check(&[
        ("suits", "{land, flood, flame, army}"),
        ("count(suits - flood)", "3"),
        ("suit.flame", "flame"),
        ("flame in suits", "yes"),
    ]);
}

#[test]
fn a_word_is_what_people_read_for_a_value() {
    let words = "[words]\nflood = \"High Water\"";
    let flow = "choose s from suits where it != army by players[1]\nlog \"{{ s }}\"\nif s == flood { log \"the rules say flood\" }\nend";
    let card = "[cards.tide]\nsuit = \"flood\"\ntext = \"Of {{ suit }}.\"";
    let lab = Lab::base().rules(words).cards(card).flow(flow);
    // Either name is an answer, and the id remains the one that is kept.
    for answer in ["flood", "High Water"] {
        let played = lab.clone().answers(&[answer]).play(&[]);
        assert_eq!(played.log, ["High Water", "the rules say flood"]);
        assert!(played.asked[0].ends_with("land, flood, flame"), "{}", played.asked[0]);
    }
    let game = lab.game();
    let tide = game.ir.names.iter().find(|n| n.id == "tide").expect("the card");
    assert_eq!(tide.text, "Of High Water.");
    assert_eq!(Lab::base().rules("[words]\nfloods = \"High Water\"").errors(), ["CW0514"]);
    assert_eq!(Lab::base().rules(words).rules(words).errors(), ["CW0301"]);
    // Directions are values like others, where there are any.
    let north = Lab::empty().rules("[words]\nn = \"North\"");
    assert_eq!(north.errors(), ["CW0514"]);
    north.rules("[boards.board]\ngrid = [2, 2]").check(&[("n", "n")]);
}

#[test]
fn a_value_that_two_enums_have_is_told_apart() {
    let rules = r#"
[enums]
element = ["fire", "water"]
hazard = ["fire", "pit"]
[state.table]
danger = { type = "hazard", start = "pit" }
"#;
    let lab = Lab::empty().rules(rules).go("danger = fire");
    lab.check(&[
        ("element.fire", "fire"),
        ("danger == hazard.fire", "no"),
        ("danger == fire", "no"),
        ("go(players[1])", "done"),
        ("danger == fire", "yes"),
        ("fire == danger", "yes"),
        ("danger in {fire}", "yes"),
        ("danger != fire", "no"),
    ]);
    let told = Lab::empty().rules(rules).go("let x = fire");
    told.refuses("CW0544");
}

#[test]
fn state_starts_where_it_is_said_to() {
    let rules = r#"
[state.player]
bonus = { type = "int 0..99", start = "3 + seat(self) / 3" }
owed = "int 5..9"
debt = "int -9..-2"
rest = "int -5..5"
liked = "set of suit"
first = { type = "player", start = "self" }
[state.table]
round = "int 1..8"
leader = { type = "player", start = "players[2]" }
best_card = "card?"
side = "suit"
done = "bool"
"#;
    let lab = Lab::base().rules(rules).players(4);
    lab.check(&[
        ("players[1].bonus", "3"),
        ("players[4].bonus", "4"),
        ("players[1].owed", "5"),
        ("players[1].debt", "-2"),
        ("players[1].rest", "0"),
        ("players[1].liked", "{}"),
        ("round", "1"),
        ("leader", "player 2"),
        ("best_card", "none"),
        ("side", "land"),
        ("done", "no"),
        ("players[3].first", "player 3"),
    ]);
}

#[test]
fn state_that_holds_somebody_says_whom_at_first() {
    Lab::base().rules("[state.table]\nleader = \"player\"").refuses("CW0532");
    Lab::base().rules("[state.table]\nround = \"int\"").refuses("CW0531");
}

#[test]
fn state_is_changed_and_keeps_its_range() {
    let rules = r#"
[state.table]
round = "int 1..8"
seen = "set of suit"
[state.player]
active = "set of card"
"#;
    let lab = Lab::base().rules(rules);
    let go = lab.clone().go("round += 3\nround -= 1\nyou.coins = round * 2\ncoins += 1\nseen += flood\nseen += {flame, land}\nseen -= land\nyou.active = deck where strength > 7\nyou.active -= first(active) ?? you_card()");
    let go = go.rules("[functions.you_card]\nreturns = \"card\"\ncode = \"blaze\"");
    go.check(&[
        ("go(players[2])", "done"),
        ("round", "3"),
        ("players[2].coins", "7"),
        ("players[1].coins", "3"),
        ("seen", "{flood, flame}"),
        ("players[2].active", "{rider}"),
    ]);
    for (code, value) in [
        ("let k = 9; round = k", "CW0701"),
        ("round -= 1", "CW0701"),
        ("round = 8", "done"),
        ("coins -= 4", "CW0701"),
    ] {
        lab.clone().go(code).check(&[("go(players[1])", value)]);
    }
    // A value out of range has not been stored.
    lab.go("let k = 9; round = k").check(&[("go(players[1])", "CW0701"), ("round", "1")]);
}
