//! How names are looked up: from the inside out, and where a value is expected, that first.

use super::lab::Lab;

#[test]
fn the_nearest_goes_first() {
    let rules =
        "[state.table]\nmarked_count = \"int 0..9\"\n[kinds.card.slots]\nbonus = { returns = \"int\" }";
    // `strength` is the inner element's, then the outer's (by its variable), then `self`'s.
    let cards = "[cards.judge]\nstrength = 6\nbonus = \"count(c in cards where strength > 6, c.strength > self.strength and strength == 6)\"";
    Lab::base().rules(rules).cards(cards).check(&[("judge.bonus", "3")]);
    let code = "let coins = 50\nif coins == 50 { log \"variable\" }\nif you.coins == 3 { log \"state\" }\nfor each p in players { if any(players where coins == 3) { log \"element\" } }";
    let played = Lab::base().go(code).asks(&["go(players[1])"]);
    assert_eq!(played.log, ["variable", "state", "element", "element"]);
}

#[test]
fn variables_between_elements() {
    // A variable inside is nearer than an element outside, and the other way round.
    Lab::base().check(&[
        ("cards where any(strength in 7..8, strength == it.strength)", "{guard, rider}"),
        ("count(strength in 7..8, any(cards, it.strength == strength))", "2"),
        ("any(strength in {50}, any(cards where strength == 9))", "yes"),
        ("any(strength in {50}, any(cards where strength == 50))", "no"),
    ]);
}

#[test]
fn where_a_value_is_expected_it_comes_first() {
    let rules = "[functions.same]\nparams = { s = \"suit\", t = \"set of suit\" }\nreturns = \"bool\"\ncode = \"s in t\"";
    let code = "let flood = 3\nlet land = hill\ncoins = flood\nif hill.suit == land { log \"value\" }\nhill.suit = flood\nif hill.suit != land and hill.suit in {flood} { log \"set\" }\nif same(flood, {flood, flame}) { log \"argument\" }\nlet n = flood + 1\nlog \"{{ n }}\"";
    let played = Lab::base().rules(rules).go(code).asks(&["go(players[1])", "players[1].coins"]);
    assert_eq!((played.log.join(" "), &*played.values[1]), ("value set argument 4".to_string(), "3"));
}

#[test]
fn a_card_called_like_a_value_is_told_by_what_is_expected() {
    let cards = "[cards.flood]\nstrength = 3";
    Lab::base().cards(cards).check(&[
        ("hill.suit == flood", "no"),
        ("flood.strength", "3"),
        ("name_of(hill) == flood", "no"),
        ("cards where name == flood", "{flood}"),
        ("suit.flood", "flood"),
    ]);
}

#[test]
fn free_words_may_be_names() {
    let rules = "[zones.from]\n[state.table]\nby = \"int 0..9\"\n[functions.option]\nreturns = \"int\"\ncode = \"by + count(from)\"";
    Lab::base()
        .rules(rules)
        .go("by = 4\nmove(hill, from)\nlet any = option\nlet up = any + 1\ncoins = up")
        .check(&[("go(players[1])", "done"), ("players[1].coins", "6")]);
}

#[test]
fn reserved_words_may_not() {
    for word in ["act", "where", "it", "self", "you", "none", "end"] {
        Lab::base().go(&format!("let {word} = 3")).refuses("CW0414");
    }
}

#[test]
fn what_is_unknown_is_said_once_with_what_was_meant() {
    for (code, error) in [
        ("coins = cions", "CW0500"),
        ("coins = hill.strenght", "CW0503"),
        ("coins = self.strength", "CW0500"),
        ("coins = it.strength", "CW0500"),
        ("drow(you)", "CW0534"),
        ("coins = count(hnad)", "CW0500"),
        ("let s = flod", "CW0500"),
    ] {
        Lab::base().go(code).refuses(error);
    }
    Lab::base().flow("coins = 3").refuses("CW0500");
    Lab::base().flow("let n = strength").refuses("CW0500");
}

#[test]
fn several_errors_are_found_in_one_pass() {
    let code =
        "let a = bogus + 1\nlet b = a + nonsense\nmove(hill, nowhere)\nchoose c from strange\nlet d = c";
    assert_eq!(Lab::base().go(code).wrong_places(), ["bogus", "nonsense", "nowhere", "strange"]);
}

#[test]
fn a_verb_or_function_named_like_a_built_in_word_is_one_error() {
    let uses = "let c = top(deck)\nif let c = top(deck) { move(c, hand) }\nmove(hill, deck, bottom)\n\
                if count(hand) > 2 { move(hill) }\nlet n = count(deck, hill)\ncoins = n";
    let verb = "[verbs.move]\nparams = { c = \"card\" }\ndo = \"log \\\"x\\\"\"\n";
    let function = "[functions.count]\nparams = { c = \"card\" }\nreturns = \"int\"\ncode = \"1\"\n";
    for rules in [verb, function] {
        let uses = match rules == verb {
            true => uses.replace("let n = count(deck, hill)", "let n = 3"),
            false => uses.replace("{ move(hill) }", "{ coins = 1 }"),
        };
        let errors = Lab::base().rules(rules).go(&uses).errors();
        assert_eq!(errors, ["CW0302"], "{rules}");
    }
}
