//! Hints: facts that somebody was told about a card without seeing its face.

use super::hidden::{game, names, reach};
use cardwright::ir::{Ir, PlayerId};
use cardwright::play::{Soak, soak};
use cardwright::table::{Names, Sampler, State, Table};
use std::collections::BTreeMap;
use std::num::NonZero;

const RULES: &str = r#"
[enums]
colour = ["red", "blue", "green"]
[kinds.card.attributes]
colour = "colour"
rank = "int 1..3"
bright = { type = "bool", default = false }
[zones.deck]
ordered = true
seen_by = "none"
start = "cards"
[zones.row]
per = "player"
ordered = true
seen_by = "others"
[zones.heap]
seen_by = "none"
[zones.open]
"#;

/// Nine cards, of three colours and three ranks, of which both players see the three of the other. What
/// happens then.
fn after(play: &str) -> Ir {
    let card = |c: &str, r: i32| {
        format!("[cards.{c}_{r}]\nname = \"{c} {r}\"\ncolour = \"{c}\"\nrank = {r}\nbright = {}\n", r == 3)
    };
    let cards: String =
        ["red", "blue", "green"].iter().flat_map(|c| (1..=3).map(move |r| card(c, r))).collect();
    let flow = format!(
        "[flow]\nsetup = \"for each p in players {{ deal(deck, p.row, 3) }}\"\nplay = '''\n{play}\nend\n'''\n"
    );
    game(&format!("{RULES}{flow}"), &cards)
}

/// Returns the options of the first player's row, as people read them. From the top: red 3, red 2, red 1.
fn labels(play: &str) -> Vec<String> {
    let ir = after(&format!("{play}\nchoose c from players[1].row by players[1]"));
    names(&Table::new(&ir).expect("sound"), 1, &[]).1
}

const WITHOUT: [&str; 3] = ["row[1] 1", "row[1] 2", "row[1] 3"];

#[test]
fn who_was_told_something_reads_it_and_nothing_else() {
    let row = "players[1].row, players[1]";
    assert_eq!(
        labels(&format!("show({row}, rank == 2)")),
        ["row[1] 1 (not rank 2)", "row[1] 2 (rank 2)", "row[1] 3 (not rank 2)"]
    );
    assert_eq!(
        labels(&format!("show({row}, rank == 2)\nshow({row}, rank == 3)"))[..2],
        ["row[1] 1 (rank 3)", "row[1] 2 (rank 2)"]
    );
    let all = labels(&format!("show({row}, colour == red)\nshow({row}, bright == true)"));
    assert_eq!(all, ["row[1] 1 (red, bright)", "row[1] 2 (red, not bright)", "row[1] 3 (red, not bright)"]);
    assert_eq!(
        labels(&format!("show({row}, name == red_2)"))[1..],
        ["row[1] 2 (red 2)", "row[1] 3 (not red 2)"]
    );
    assert_eq!(
        labels("show(players[1].row, players[2], rank == 2)"),
        WITHOUT,
        "another was told, who sees it"
    );
    assert_eq!(
        labels(&format!("show({row}, rank == 9)")),
        WITHOUT,
        "of what no card prints there is nothing to tell"
    );
    let one = "if let c = top(players[1].row) { show(c, players[1], colour == blue) }";
    assert_eq!(labels(one), ["row[1] 1 (not blue)", "row[1] 2", "row[1] 3"]);
}

#[test]
fn names_stay_places_and_labels_are_found() {
    let ir = after("show(players[1].row, players[1], rank == 2)\nchoose c from players[1].row by players[1]");
    let table = Table::new(&ir).expect("sound");
    assert_eq!(names(&table, 1, &[]).0, WITHOUT);
    let mut machine = table.machine();
    let (_, mut state) = reach(&mut machine, 1, &[]);
    let options = machine.options(&mut state).expect("asked");
    assert_eq!(Names::new(&ir).find(options, "row[1] 2 (rank 2)"), Ok(1));
}

#[test]
fn a_hint_is_kept_where_places_tell_and_forgotten_where_not() {
    let told = "show(players[1].row, players[1], rank == 2)\n";
    let turned = "if let c = bottom(players[1].row) { move(c, players[1].row) }";
    assert_eq!(labels(&format!("{told}{turned}"))[2], "row[1] 3 (rank 2)", "it goes with its card");
    assert_eq!(labels(&format!("{told}shuffle(players[1].row)")), WITHOUT);
    let away = "for each c in players[1].row { move(c, deck) }\ndeal(deck, players[1].row, 3)";
    assert_eq!(
        labels(&format!("{told}{away}"))[1],
        "row[1] 2 (rank 2)",
        "from an ordered zone to another and back"
    );
    let heap =
        "for each c in players[1].row { move(c, heap) }\nfor each c in heap { move(c, players[1].row) }";
    assert_eq!(labels(&format!("{told}{heap}")), WITHOUT);
    let boxed = "if let c = top(players[1].row) { move(c, box); move(c, players[1].row) }";
    assert_eq!(labels(&format!("{told}{boxed}"))[0], "row[1] 1");
    let known = labels(&format!("show(players[1].row, players[1])\n{told}"));
    assert_eq!(known, ["red 1", "red 2", "red 3"], "who knows the face needs no hint");
}

/// How often each card lies at each place of a player's row, in samples for that player.
fn sampled(play: &str, samples: u64) -> Vec<BTreeMap<String, u64>> {
    let ir = after(&format!("{play}\nchoose c from players[1].row by players[1]"));
    let table = Table::new(&ir).expect("sound");
    let mut machine = table.machine();
    let (_, state) = reach(&mut machine, 1, &[]);
    let names = Names::new(&ir);
    let row = names.find_zone("row[1]").expect("there");
    let (mut sampler, mut sample) = (Sampler::default(), State::default());
    let mut found = vec![BTreeMap::new(); 3];
    for seed in 0..samples {
        sampler.sample(&mut machine, &state, PlayerId(0), seed, &mut sample);
        assert_eq!(
            table.view(&sample, Some(PlayerId(0))),
            table.view(&state, Some(PlayerId(0))),
            "a sample agrees with every hint"
        );
        assert_eq!(table.load(&table.save(&sample)).as_ref(), Ok(&sample), "a sample is sound");
        for (place, c) in table.contents(&sample, row).into_iter().enumerate() {
            *found[place].entry(names.component(c.into())).or_default() += 1;
        }
    }
    found
}

#[test]
fn samples_agree_with_every_hint_and_are_drawn_evenly() {
    let row = "players[1].row, players[1]";
    let found = sampled(&format!("show({row}, rank == 2)\nshow({row}, colour == red)"), 200);
    assert_eq!(found[1].keys().collect::<Vec<_>>(), ["red 2"]);
    assert_eq!(found[0].keys().collect::<Vec<_>>(), ["red 1", "red 3"]);
    assert!(found[0].values().all(|n| (60..=140).contains(n)), "{found:?}");
    // Among the six cards that they do not see, two are of rank 2 (the other player holds the blue cards).
    let found = sampled(&format!("show({row}, rank == 2)"), 400);
    assert_eq!(found[1].keys().collect::<Vec<_>>(), ["green 2", "red 2"]);
    assert!(found[1].values().all(|n| (150..=250).contains(n)), "{found:?}");
    assert_eq!(found[0].keys().collect::<Vec<_>>(), ["green 1", "green 3", "red 1", "red 3"]);
    assert!(found[0].values().all(|n| (60..=140).contains(n)), "{found:?}");
}

#[test]
fn a_sample_keeps_who_was_told_what() {
    // The second player draws samples of a table at which the first got a hint about a card of the deck.
    let play = "if let c = top(deck) { show(c, players[1], rank == 1) }\nchoose c from deck by players[2]";
    let ir = after(play);
    let table = Table::new(&ir).expect("sound");
    let mut machine = table.machine();
    let (_, state) = reach(&mut machine, 1, &[]);
    let deck = Names::new(&ir).find_zone("deck").expect("there");
    let (mut sampler, mut sample) = (Sampler::default(), State::default());
    let mut answers = BTreeMap::new();
    for seed in 0..60 {
        sampler.sample(&mut machine, &state, PlayerId(1), seed, &mut sample);
        let view = table.view(&sample, Some(PlayerId(0)));
        let zone = view.zones.into_iter().find(|z| z.zone == deck).expect("there");
        assert_eq!(zone.told.len(), 1);
        assert_eq!(zone.told[0].place, 1, "of the top card, whichever that is");
        *answers.entry(zone.told[0].told[0].is).or_insert(0) += 1;
    }
    assert_eq!(answers.len(), 2, "what the first player learned hangs on what lies there");
}

#[test]
fn nobody_foresees_in_a_game_of_hints() {
    let ir = super::shipped("fog-bell");
    let table = Table::new(&ir).expect("sound");
    let plan = Soak { games: 24, seed: 5, max_plies: 10_000, jobs: NonZero::new(2).expect("two") };
    let soaked = soak(&table, &plan, |_| ()).expect("laid");
    assert_eq!(soaked.broken, None);
}
