//! Options that name what their chooser surely sees, and those that only seem to.

use super::{agreed, compiled};
use cardwright::play::Session;
use cardwright::table::{Stop, Table};

const HEAD: &str = "[game]\nid = \"g\"\nname = \"G\"\nversion = \"1.0.0\"\nplayers = [2, 2]\n\
                    [zones.deck]\nstart = \"cards\"\nordered = true\nseen_by = \"none\"\n\
                    [zones.hand]\nper = \"player\"\nseen_by = \"owner\"\n[zones.pile]\n\
                    [actions.play]\nparams = { c = \"hand\" }\ndo = \"move(c, pile)\"\n\
                    [actions.steal]\nparams = { c = \"next(you).hand\" }\ndo = \"move(c, you.hand)\"\n\
                    [flow]\nsetup = \"shuffle(deck); for each p in players { deal(deck, p.hand, 3) }; deal(deck, pile, 2)\"\n\
                    play = '''\n";
const CARDS: &str = "[cards.ash]\n[cards.elm]\n[cards.fir]\n[cards.oak]\n[cards.yew]\n[cards.bay]\n[cards.fig]\n\
                     [cards.ivy]\n[cards.box]\n[cards.gum]\n";
const NAMES: [&str; 10] = ["ash", "elm", "fir", "oak", "yew", "bay", "fig", "ivy", "box", "gum"];

/// Plays these rules with the first option at each choice. Returns for each choice whether all its options
/// name cards (`true`), or none does.
fn named(play: &str) -> Vec<bool> {
    named_in(HEAD, play)
}

/// The same in a game with another beginning.
fn named_in(head: &str, play: &str) -> Vec<bool> {
    let ir = compiled(&[("game.toml", &format!("{head}{play}\nend\n'''\n")), ("cards/c.toml", CARDS)]);
    let table = Table::new(&ir).expect("sound");
    let mut session = Session::new(&table, agreed(&table, 2, &[], 1)).expect("laid");
    let mut all = Vec::new();
    while session.advance() == Stop::Choice {
        let lines = session.lines().expect("somebody is asked");
        let names_card =
            |label: &str| NAMES.iter().any(|name| label.to_lowercase().split(' ').any(|word| word == *name));
        let count = lines.iter().filter(|line| names_card(&line.label)).count();
        assert!(
            [0, lines.len()].contains(&count),
            "{play}: {:?}",
            lines.iter().map(|l| &l.label).collect::<Vec<_>>()
        );
        all.push(count > 0);
        session.choose(0).expect("it is one");
    }
    all
}

#[test]
fn own_and_open_cards_are_named() {
    for play in [
        "for each p in players { choose c from p.hand by p \"Which?\" }",
        "for each p in players { choose c from p.hand where name != ash by p \"Which?\" }",
        "for each p in players { let q = p; let s: set of card = q.hand; choose c from s by p \"Which?\" }",
        "for each p in players { choose c from pile by p \"Which?\" }",
        "for each p in players { act p from {play} }",
    ] {
        assert_eq!(named(play), [true, true], "{play}");
    }
}

#[test]
fn cards_of_others_are_not_named() {
    let by_first = "for each p in players { choose c from p.hand by players[1] \"Which?\" }";
    assert_eq!(named(by_first), [true, false]);
    assert_eq!(named("for each p in players { choose c from next(p).hand by p \"Which?\" }"), [false, false]);
    assert_eq!(named("act players[1] from {steal}"), [false]);
}

#[test]
fn a_set_is_not_what_it_was_when_its_cards_have_moved() {
    let mixed = "let s: set of card = pile\nfor each c in pile { move(c, deck) }\nshuffle(deck)\n\
                 choose d from s by players[1] \"Which?\"";
    assert_eq!(named(mixed), [false]);
    let later = "for each p in players { let s: set of card = pile; choose c from pile by p \"Which?\"\nmove(c, deck)\nshuffle(deck)\n\
                 if any(s) { choose d from s where it == c by p \"That?\" } }";
    assert_eq!(named(later), [true, false, true, false]);
}

#[test]
fn a_variable_may_change_between_the_set_and_the_question() {
    let chooser =
        "let p = players[1]\nlet s: set of card = p.hand\np = players[2]\nchoose c from s by p \"Which?\"";
    assert_eq!(named(chooser), [false]);
    let owner = |then: &str| {
        format!(
            "for each p in players {{ let q = p; if count(pile) {then} {{ q = next(p) }}; choose c from q.hand by p \"Which?\" }}"
        )
    };
    assert_eq!(named(&owner("> 2")), [true, true]);
    assert_eq!(named(&owner("> 1")), [false, false]);
    let set = "for each p in players { let s: set of card = p.hand; if count(pile) > 1 { s = next(p).hand }; choose c from s by p \"Which?\" }";
    assert_eq!(named(set), [false, false]);
    let turns = "let p = players[1]\nlet s: set of card = p.hand\nrepeat 2 { choose c from s by p \"Which?\"\np = next(p) }";
    assert_eq!(named(turns), [true, false]);
}

/// Zones of each player that everybody sees.
const OPEN: &str = "[zones.open]\nper = \"player\"\n[actions.draft]\nparams = { c = \"union(players, open) + pile\" }\n\
                    do = \"move(c, you.hand)\"\n";

fn named_with_open(play: &str) -> Vec<bool> {
    let deals = "for each p in players { deal(deck, p.open, 1) }\n";
    named_in(&HEAD.replace("[flow]", &format!("{OPEN}[flow]")), &format!("{deals}{play}"))
}

#[test]
fn open_cards_of_all_players_are_named_together() {
    for play in [
        "for each p in players { choose c from union(players, open) by p \"Which?\" }",
        "for each p in players { choose c from union(players, open) + pile by p \"Which?\" }",
        "for each p in players { choose c from pile + union(q in players, q.open where name != ash) by p \"Which?\" }",
        "for each p in players { choose c from union(players, open) - p.open by p \"Which?\" }",
        "for each p in players { let s: set of card = pile; for each q in players { s += q.open }; choose c from s by p \
         \"Which?\" }",
        "for each p in players { act p from {draft} }",
    ] {
        assert_eq!(named_with_open(play), [true, true], "{play}");
    }
}

#[test]
fn one_hidden_part_of_a_union_conceals() {
    let hands = "for each p in players { choose c from union(players, hand) - p.hand by p \"Which?\" }";
    assert_eq!(named_with_open(hands), [false, false]);
    // What a loop adds late is in the set when it has ended, and in its next turn.
    let late = "for each p in players { let s: set of card = {}; for each q in players { if any(s) { s = next(p).hand } else { s += \
                q.open } }; choose c from s by p \"Which?\" }";
    assert_eq!(named_with_open(late), [false, false]);
}

#[test]
fn an_open_set_is_not_what_it_was_when_a_part_has_moved() {
    let moved = "for each p in players { let s: set of card = union(players, open); for each c in p.open { move(c, deck) }\n\
                 s -= next(p).open; shuffle(deck); if any(s) { choose d from s by p \"Which?\" } }";
    // The first is alone in the deck, so it is known.
    assert_eq!(named_with_open(moved), [true, false]);
    let in_loop = "for each p in players { let s: set of card = {}; for each q in players { s += q.open; for each c in q.open { \
                   move(c, deck) } }; shuffle(deck); if any(s) { choose d from s by p \"Which?\" } }";
    assert_eq!(named_with_open(in_loop), [false]);
}
