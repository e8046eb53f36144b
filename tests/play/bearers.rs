//! Actions of components whose faces the acting player does not see.

use super::compiled;
use super::hidden::{names, reach};
use cardwright::ir::Ir;
use cardwright::play::{Soak, soak};
use cardwright::table::{Names, Table};
use std::num::NonZero;

/// Four cards whose `zap` is as `action` says; `dealt` says where they lie.
fn game(action: &str, dealt: &str, cards: &str) -> Ir {
    let rules = format!(
        "[game]\nid = \"dark\"\nname = \"Dark\"\nversion = \"1.0.0\"\nplayers = [2, 2]\n[kinds.card.attributes]\nn = \"int 0..9\"\n\
         [kinds.card.actions.zap]\n{action}\ndo = \"move(self, open)\"\n[zones.open]\n[zones.deck]\nordered = true\nseen_by = \"none\"\n\
         start = \"cards\"\n[zones.row]\nper = \"player\"\nordered = true\nseen_by = \"others\"\n[zones.heap]\nper = \"player\"\n\
         seen_by = \"none\"\n[zones.hand]\nper = \"player\"\nseen_by = \"owner\"\n[flow]\nsetup = \"shuffle(deck); {dealt}\"\n\
         play = \"act players[1] from {{zap}}\\nact players[1] from {{zap}}\"\n"
    );
    compiled(&[("game.toml", &rules), ("cards/all.toml", cards)])
}

/// Cards that have nothing of their own, and cards with an action, a text and a parameter of their own each.
fn plain() -> String {
    (0..4).map(|i| format!("[cards.c{i}]\nname = \"C{i}\"\nn = {i}\n")).collect()
}

fn own() -> String {
    let own = |i| format!("[cards.c{i}.actions.zap]\ntext = \"Zap number {i}\"\ndo = \"move(self, box)\"\n");
    (0..4).map(|i| format!("[cards.c{i}]\nname = \"C{i}\"\nn = {i}\n{}", own(i))).collect()
}

/// Zones that cards may be in, and their names there.
fn places() -> [(&'static str, &'static str, Vec<&'static str>); 5] {
    [
        ("in = \"row\"", "deal(deck, players[1].row, 2)", vec!["zap row[1] 1", "zap row[1] 2"]),
        ("in = \"heap\"", "deal(deck, players[1].heap, 2)", vec!["zap heap[1] 1", "zap heap[1] 2"]),
        ("in = \"deck\"", "", vec!["zap deck 1", "zap deck 2", "zap deck 3", "zap deck 4"]),
        ("", "deal(deck, players[2].hand, 1)", vec!["zap deck 1", "zap deck 2", "zap deck 3"]),
        (
            "in = [\"row\", \"deck\"]",
            "deal(deck, players[1].row, 3)",
            vec!["zap row[1] 1", "zap row[1] 2", "zap row[1] 3", "zap deck 1"],
        ),
    ]
}

#[test]
fn an_action_of_a_component_that_nobody_sees_names_its_place() {
    for (action, dealt, mut wanted) in places() {
        wanted.sort_unstable();
        for cards in [plain(), own()] {
            let ir = game(action, dealt, &cards);
            let table = Table::new(&ir).expect("sound");
            let mut orders = Vec::new();
            for seed in 0..10 {
                let (named, labels) = names(&table, seed, &[]);
                orders.push(named.clone());
                let mut sorted = named;
                sorted.sort_unstable();
                assert_eq!(sorted, wanted, "{action}");
                assert!(
                    labels.iter().all(|label| !label.contains("number") && !label.contains('C')),
                    "{labels:?}"
                );
            }
            orders.dedup();
            assert_eq!(orders.len(), 1, "the order of options tells nothing: {orders:?}");
        }
    }
}

#[test]
fn an_action_of_a_component_that_is_seen_names_it() {
    let ir = game("in = \"hand\"", "deal(deck, players[1].hand, 4)", &own());
    let table = Table::new(&ir).expect("sound");
    assert_eq!(
        names(&table, 1, &[]),
        (
            vec!["zap c0".into(), "zap c1".into(), "zap c2".into(), "zap c3".into()],
            vec!["Zap number 0".into(), "Zap number 1".into(), "Zap number 2".into(), "Zap number 3".into()],
        )
    );
}

#[test]
fn what_is_named_by_its_place_is_what_lies_there() {
    let ir = game("in = \"deck\"", "", &own());
    let table = Table::new(&ir).expect("sound");
    let mut machine = table.machine();
    let deck = Names::new(&ir).find_zone("deck").expect("a zone");
    for seed in 0..10 {
        let (_, before) = reach(&mut machine, seed, &[]);
        let (_, after) = reach(&mut machine, seed, &[2]);
        let mut left = table.contents(&before, deck);
        left.remove(2);
        assert_eq!(table.contents(&after, deck), left, "`zap deck 3` is the third from the top");
    }
}

#[test]
fn soak_finds_nothing_in_actions_of_what_is_hidden() {
    let plan = Soak { games: 60, seed: 1, max_plies: 100, jobs: NonZero::<usize>::MIN };
    for (action, dealt, _) in places() {
        for cards in [plain(), own()] {
            let ir = game(action, dealt, &cards);
            let table = Table::new(&ir).expect("sound");
            assert_eq!(soak(&table, &plan, |_| {}).expect("laid").broken, None, "{action}");
        }
    }
}
