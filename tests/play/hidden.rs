//! Nobody foresees: offers, records and choices depend on nothing that is hidden from the player.

use std::num::NonZero;
use std::sync::atomic::AtomicBool;

use super::{agreed, answer, bots, compiled, shipped};
use cardwright::ir::{ComponentId, FieldId, Ir, PlayerId, SearchBudget, StartPoint};
use cardwright::lab::{Simulation, simulate};
use cardwright::play::{
    BotKind, InformationSet, Moves, Opening, ReplaySpans, SavedGame, Session, Soak, soak,
};
use cardwright::source::Sources;
use cardwright::table::{Machine, Names, State, Stop, Table};

pub(super) fn game(rules: &str, cards: &str) -> Ir {
    let head = "[game]\nid = \"dark\"\nname = \"Dark\"\nversion = \"1.0.0\"\nplayers = [2, 2]\n";
    compiled(&[("game.toml", &format!("{head}{rules}")), ("cards/all.toml", cards)])
}

/// Ten cards, each of its own rank.
pub(super) fn ten() -> String {
    (0..10).map(|i| format!("[cards.c{i}]\nname = \"C{i}\"\nrank = {i}\n")).collect()
}

pub(super) const ZONES: &str = r#"
[kinds.card.attributes]
rank = "int 0..9"
[zones.deck]
ordered = true
seen_by = "none"
start = "cards"
[zones.hand]
per = "player"
seen_by = "owner"
[zones.open]
[state.player]
points = "int 0..90"
"#;

/// Cards are taken out of the other's hand, which has no order, and out of a deck, which has one.
fn thieves() -> Ir {
    let rules = r#"
[actions.steal]
params = { c = "next(you).hand" }
do = "you.points += c.rank"
text = "Steal {{ c }}"
[actions.dig]
params = { c = "deck" }
do = "you.points += c.rank"
[flow]
setup = "shuffle(deck); for each p in players { deal(deck, p.hand, 3) }"
play = '''
for each p in players {
  choose c from next(p).hand by p "Take which card, unseen?"
  p.points += c.rank
  choose d from p.hand + next(p).hand by p "Whose?"
  p.points += d.rank
}
for each p in players { act p from {steal, dig} }
end
'''
[scoring]
score = "p.points"
"#;
    game(&format!("{ZONES}{rules}"), &ten())
}

/// Somebody guesses a noted property of a hidden card; `noted` notes it, and `right` says whether the guess
/// is right.
fn guess(noted: &str, from: &str, right: &str) -> Ir {
    let play = format!(
        "[flow]\nsetup = \"shuffle(deck)\"\nplay = '''\nif let c = top(deck) {{\n  {noted}\n  \
         choose n from {from} by players[1]\n  if {right} {{ win players[1] }} else {{ win players[2] }}\n}}\n'''\n"
    );
    game(&format!("{ZONES}{play}"), &ten())
}

/// Games whose rules note down hidden information, and guess it.
fn guesses() -> Vec<(&'static str, Ir)> {
    let boxed = "move(c, box)";
    let sum = "let t = c.rank\n  let s = t * 2 + 1";
    let loops = "let k = 0\n  for each d in deck where rank > c.rank { k += 1 }";
    let nested = "let found = {x in 0..9 where any(deck where it == c and rank == x)}";
    let nested_in_any = "let k = count({x in 0..9 where any(deck where it == c and rank < x)})";
    let goes_on = "let k = 0\n  for each d in cards where rank > 0 {\n    if count(deck) == 0 or any(deck where it == c and rank < d.rank) { \
                   continue }\n    k += 1\n  }";
    let breaks = "let k = 0\n  while k < 9 {\n    if k == 10 or none(deck where it == c and rank > k) { break }\n    k += 1\n  }";
    vec![
        ("a name", guess("let s = name_of(c)", "values(cards, name)", "n == s")),
        ("a number", guess("let s = c.rank", "0..9", "n == s")),
        ("what was made of a number", guess(sum, "0..9", "n * 2 + 1 == s")),
        ("how many there are", guess("let s = count(deck where rank > c.rank)", "0..9", "n == s")),
        ("what was counted in a loop", guess(loops, "0..9", "n == k")),
        ("a set with a set in its condition", guess(nested, "0..9", "n in found")),
        ("what was counted with a set in its condition", guess(nested_in_any, "0..9", "9 - n == k")),
        ("which turns of a loop were cut short", guess(goes_on, "0..9", "n == k")),
        ("when a loop was left", guess(breaks, "0..9", "n == k")),
        ("a turn of a loop", found()),
        ("what was put away unseen", guess(boxed, "values(cards, name)", "any(box where name == n)")),
    ]
}

/// A loop over all cards that stops at the hidden one, which somebody guesses.
fn found() -> Ir {
    let play = "[flow]\nsetup = \"shuffle(deck)\"\nplay = '''\nfor each d in cards {\n  if top(deck) == d {\n    choose n from values(cards, \
                name) by players[1]\n    if n == name_of(d) { win players[1] } else { win players[2] }\n  }\n}\n'''\n";
    game(&format!("{ZONES}{play}"), &ten())
}

/// Somebody chooses from cards that everybody knows, wherever they lie, while the rule still needs them;
/// `noted` does more with them.
fn named(noted: &str) -> Ir {
    let play = format!(
        "[flow]\nsetup = \"shuffle(deck); for each p in players {{ deal(deck, p.hand, 3) }}\"\nplay = '''\nlet high = cards where \
         rank > 4\n{noted}\nchoose c from high by players[1]\nchoose d from high by players[1]\n'''\n"
    );
    game(&format!("{ZONES}{play}"), &ten())
}

/// A gamble that goes on for the lucky alone.
fn gamble() -> Ir {
    let rules = "[flow]\nplay = '''\nchoose by players[1] {\n option \"gamble\" {\n  let d = roll(d10)\n  if d == 10 {\n   \
                 choose more n from 0..40 by players[1]\n   win players[1]\n  } else { win players[2] }\n }\n \
                 option \"pass\" { win players[2] }\n}\n'''\n";
    game(rules, "[cards.a]\nname = \"A\"\n")
}

/// A table at the start, and at the choice after some answers.
pub(super) fn reach(machine: &mut Machine, seed: u64, answers: &[usize]) -> (State, State) {
    let laid = agreed(machine.table(), 2, &[], seed).lay(machine).expect("it can be laid");
    let mut state = laid.clone();
    machine.start(&mut state, StartPoint::Setup);
    for answer in answers {
        assert_eq!(machine.advance(&mut state), Stop::Choice);
        machine.choose(&mut state, *answer).expect("an option");
    }
    assert_eq!(machine.advance(&mut state), Stop::Choice);
    (laid, state)
}

pub(super) fn names(table: &Table, seed: u64, answers: &[usize]) -> (Vec<String>, Vec<String>) {
    let mut machine = table.machine();
    let (_, mut state) = reach(&mut machine, seed, answers);
    let (names, options) = (Names::new(table.ir()), machine.options(&mut state).expect("it waits"));
    (names.names(options), names.labels(options))
}

#[test]
fn options_name_places_where_the_chooser_sees_no_faces() {
    let ir = thieves();
    let table = Table::new(&ir).expect("sound");
    let theirs = ["hand[2] 1", "hand[2] 2", "hand[2] 3"];
    assert_eq!(names(&table, 1, &[]).0, theirs);
    let (mixed, _) = names(&table, 1, &[0]);
    assert!(
        mixed[..3].iter().all(|own| own.starts_with('c')),
        "their own cards are known to them: {mixed:?}"
    );
    assert_eq!(mixed[3..], theirs, "and come first");
    let (acts, labels) = names(&table, 1, &[0, 0, 0, 0]);
    assert_eq!(acts[0], "steal hand[2] 1");
    assert_eq!(acts[3..], ["dig deck 1", "dig deck 2", "dig deck 3", "dig deck 4"]);
    assert_eq!(labels[2..4], ["Steal hand[2] 3", "Dig deck 1"]);
}

#[test]
fn the_order_of_options_tells_nothing_and_an_ordered_zone_goes_from_the_top() {
    let ir = thieves();
    let table = Table::new(&ir).expect("sound");
    let mut machine = table.machine();
    let points = |state: &State| {
        let field = ir.layout.fields.iter().position(|f| f.id == "points").expect("declared") as u16;
        table.field(state, FieldId(field), 0).expect("of a player")[0]
    };
    let mut lowest = 0;
    for seed in 0..300 {
        let (_, mut state) = reach(&mut machine, seed, &[]);
        let hand: Vec<ComponentId> =
            table.contents(&state, Names::new(&ir).find_zone("hand[2]").expect("a zone"));
        machine.choose(&mut state, 0).expect("an option");
        machine.advance(&mut state);
        lowest += u32::from(points(&state) == u64::from(hand[0]));
        let (_, mut state) = reach(&mut machine, seed, &[0, 0, 0, 0]);
        let (before, top) =
            (points(&state), table.contents(&state, Names::new(&ir).find_zone("deck").expect("a zone"))[0]);
        machine.choose(&mut state, 3).expect("an option");
        machine.advance(&mut state);
        assert_eq!(points(&state) - before, u64::from(top), "`dig deck 1` takes what lies on top");
    }
    assert!((70..130).contains(&lowest), "the first option is the lowest card in {lowest} of 300 games");
}

#[test]
fn games_are_replayed_by_the_places_that_were_named() {
    let ir = thieves();
    let table = Table::new(&ir).expect("sound");
    for seed in 0..20 {
        let mut session = Session::new(&table, agreed(&table, 2, &[], seed)).expect("laid");
        let mut players = bots(&session, BotKind::Random);
        assert_eq!(answer(&mut session, &mut players, usize::MAX), Stop::Over);
        assert!(session.steps()[0].answer.starts_with("hand[2] "), "{:?}", session.steps()[0]);
        let seats = vec!["random".to_string(); 2];
        let text = SavedGame::of(&session, "dark", &seats).to_toml();
        let mut sources = Sources::default();
        let file = sources.add("game.toml", text.as_str());
        let (saved, places): (SavedGame, ReplaySpans) =
            SavedGame::parse(&sources, file).expect("it reads what it wrote");
        let mut again = Session::new(&table, agreed(&table, 2, &[], seed)).expect("laid");
        saved.replay(&places, &mut again, usize::MAX, |_| false).expect("it fits");
        assert_eq!(again.state(), session.state());
    }
}

/// In how many of some games the first player wins.
pub(super) fn wins(ir: &Ir, kind: BotKind, games: u64) -> u64 {
    let table = Table::new(ir).expect("sound");
    let agreement = agreed(&table, 2, &[], 1);
    let jobs = NonZero::new(2).expect("not 0");
    let simulation = Simulation { jobs, ..Simulation::new(agreement, vec![kind, BotKind::Random], games) };
    let results = simulate(&table, &simulation, &AtomicBool::new(false), |_| {}).expect("laid").results;
    results.counts.stats.seats[0].wins
}

#[test]
fn no_bot_knows_what_a_rule_has_noted_of_hidden_things() {
    for (what, ir) in guesses() {
        for kind in [BotKind::Greedy, BotKind::Mcts(SearchBudget::Iterations(60))] {
            let wins = wins(&ir, kind, 200);
            assert!(
                wins < 45,
                "{what}: {} is right in {wins} of 200 games, where 20 are expected",
                kind.name(&ir)
            );
        }
    }
}

#[test]
fn what_a_sample_holds_fits_what_was_noted() {
    let named = guess("let s = c.rank", "0..9", "n == s and c.rank == s");
    let table = Table::new(&named).expect("sound");
    let mut machine = table.machine();
    let (_, state) = reach(&mut machine, 3, &[]);
    let (mut sampler, mut sample) = (cardwright::table::Sampler::default(), State::default());
    let mut ranks = std::collections::BTreeSet::new();
    for seed in 0..50 {
        sampler.sample(&mut machine, &state, PlayerId(0), seed, &mut sample);
        let right = (0..10).find(|rank| {
            let mut tried = sample.clone();
            machine.choose(&mut tried, *rank).expect("an option");
            assert_eq!(machine.advance(&mut tried), Stop::Over);
            tried.winners() == 1
        });
        ranks.insert(right.expect("the number is that of the card that the rule holds in the sample"));
    }
    assert!(ranks.len() > 7, "{ranks:?}");
}

#[test]
fn a_sampler_that_is_used_again_does_not_grow() {
    let ir = guess("let s = c.rank", "0..9", "n == s and c.rank == s");
    let table = Table::new(&ir).expect("sound");
    let mut machine = table.machine();
    let (_, state) = reach(&mut machine, 3, &[]);
    let (mut sampler, mut sample) = (cardwright::table::Sampler::default(), State::default());
    // Its buffers, written out.
    let mut size_after = |samples: usize| {
        (0..samples).for_each(|_| sampler.sample(&mut machine, &state, PlayerId(0), 7, &mut sample));
        format!("{sampler:?}").len()
    };
    let first = size_after(2);
    assert_eq!(size_after(50), first);
}

#[test]
fn a_sample_offers_the_cards_that_everybody_knows() {
    let counted =
        "let k = count(deck - high)\nchoose n from 0..1 by players[1]\nif k == n { win players[1] }";
    for noted in ["", counted] {
        let ir = named(noted);
        let table = Table::new(&ir).expect("sound");
        let mut machine = table.machine();
        let (mut sampler, mut sample) = (cardwright::table::Sampler::default(), State::default());
        let before: &[usize] = if noted.is_empty() { &[] } else { &[0] };
        for at in 0..2 {
            let answers = [before, &vec![0; at]].concat();
            for seed in 0..20 {
                let (_, mut state) = reach(&mut machine, seed, &answers);
                sampler.sample(&mut machine, &state, PlayerId(0), seed, &mut sample);
                for state in [&mut state, &mut sample] {
                    let offered = Names::new(&ir).names(machine.options(state).expect("it waits"));
                    assert_eq!(offered, ["c5", "c6", "c7", "c8", "c9"], "{noted}");
                }
            }
        }
    }
}

#[test]
fn random_moves_foresee_no_roll() {
    let wins = wins(&gamble(), BotKind::Random, 4000);
    assert!((150..280).contains(&wins), "{wins} of 4,000, where about 220 are expected");
}

#[test]
fn greed_gains_nothing_from_faces_that_it_does_not_see() {
    let rules = "[flow]\nsetup = \"shuffle(deck); for each p in players { deal(deck, p.hand, 3) }\"\nplay = '''\nfor each p in \
                 players {\n  choose c from next(p).hand by p\n  p.points += c.rank\n}\nend\n'''\n[scoring]\nscore = \
                 \"p.points\"\n";
    let ir = game(&format!("{ZONES}{rules}"), &ten());
    let table = Table::new(&ir).expect("sound");
    let simulation = Simulation::new(agreed(&table, 2, &[], 1), vec![BotKind::Greedy; 2], 400);
    let results = simulate(&table, &simulation, &AtomicBool::new(false), |_| {}).expect("laid").results;
    let mean = results.counts.stats.seats[0].scores.mean();
    assert!((4.0..5.0).contains(&mean), "{mean} in the mean, where 4.5 is to be expected");
}

#[test]
fn what_goes_out_of_play_unseen_is_known_to_nobody_who_did_not_see_it() {
    let rules = r#"
[flow]
setup = "shuffle(deck); for each p in players { deal(deck, p.hand, 2) }"
play = '''
if let c = top(deck) { move(c, box) }
if let c = first(players[1].hand) { move(c, box) }
if let c = top(deck) { move(c, open); move(c, box) }
choose x from box by players[2]
end
'''
"#;
    let ir = game(&format!("{ZONES}{rules}"), &ten());
    let table = Table::new(&ir).expect("sound");
    let mut machine = table.machine();
    let (_, mut state) = reach(&mut machine, 1, &[]);
    let away = |viewer: Option<u8>| table.view(&state, viewer.map(PlayerId)).out_of_play.len();
    assert_eq!((away(Some(0)), away(Some(1)), away(None)), (2, 1, 1));
    let back = table.load(&table.save(&state)).expect("it is sound");
    assert_eq!(back, state);
    let options = machine.options(&mut state).expect("it waits");
    let offered = Names::new(&ir).names(options);
    assert!(offered[0].starts_with('c'), "{offered:?}");
    assert_eq!(offered[1..], ["box 1", "box 2"]);
    assert_eq!(table.view(&back, Some(PlayerId(1))).zones.iter().map(|z| z.count).sum::<usize>(), 7);
}

/// Takes the first option after which player 1 wins, on the table itself: the old mistake of bots that used
/// hidden information.
fn cheat(table: &Table, state: &State) -> usize {
    let mut machine = table.machine();
    let count = machine.options(&mut state.clone()).expect("it waits").len();
    let mut wins = |index: &usize| {
        let mut tried = state.clone();
        machine.choose(&mut tried, *index).is_ok()
            && machine.advance(&mut tried) == Stop::Over
            && tried.winners() == 1
    };
    (0..count).find(|index| wins(index)).unwrap_or(0)
}

#[test]
fn tables_that_look_alike_show_who_knows_too_much() {
    for (what, ir) in guesses() {
        let table = Table::new(&ir).expect("sound");
        let mut machine = table.machine();
        let mut caught = 0;
        for seed in 0..20 {
            let (laid, _) = reach(&mut machine, seed, &[]);
            let alike = InformationSet::new(&table, &Opening::before_setup(laid.clone()), &[], 0, seed)
                .expect("it comes there");
            assert_eq!(alike.first_visible_difference(&table), None, "{what}");
            caught += usize::from(
                alike.first_choice_difference(&table, "cheat", |state, _| cheat(&table, state)).is_some(),
            );
            for kind in [BotKind::Random, BotKind::Greedy, BotKind::Mcts(SearchBudget::Iterations(20))] {
                assert_eq!(alike.first_bot_difference(&table, kind, seed), None, "{what}");
            }
        }
        assert!(caught >= 10, "{what}: only {caught} of 20 show it");
    }
}

#[test]
fn tables_that_look_alike_show_who_looks_at_the_generator() {
    let ir = gamble();
    let table = Table::new(&ir).expect("sound");
    let mut machine = table.machine();
    let mut caught = 0;
    for seed in 0..100 {
        let (laid, _) = reach(&mut machine, seed, &[]);
        let alike = InformationSet::new(&table, &Opening::before_setup(laid.clone()), &[], 0, seed)
            .expect("it comes there");
        // As `random` once weighed its moves: on the table itself.
        let weigh = |state: &State| {
            let mut weights = Vec::new();
            Moves::new(&table).weigh(state, 1000, &mut weights).expect("counted");
            usize::from(weights[0] == 1)
        };
        caught +=
            u32::from(alike.first_choice_difference(&table, "weigh", |state, _| weigh(state)).is_some());
        assert_eq!(alike.first_bot_difference(&table, BotKind::Random, seed), None);
    }
    assert!(caught > 5, "{caught} of 100");
}

#[test]
fn soak_holds_tables_that_look_alike_against_each_other() {
    let plan = Soak { games: 60, seed: 1, max_plies: 500, jobs: NonZero::new(2).expect("not 0") };
    let all = guesses().into_iter().map(|(_, ir)| ir).chain([thieves(), gamble(), shipped("fantasy-realms")]);
    for ir in all {
        let table = Table::new(&ir).expect("sound");
        assert_eq!(soak(&table, &plan, |_| {}).expect("laid").broken, None);
    }
}

/// One card that all see, in a game in which some zone is hidden: as long as too few piles are empty, both
/// players are asked.
fn piles() -> Ir {
    let rules = r#"
[kinds.card.attributes]
rank = "int 0..9"
[zones.deck]
seen_by = "none"
start = "cards"
[zones.supply]
[actions.buy]
do = ""
[functions.empty_piles]
returns = "int"
code = "count(values(cards, name)) - count(values(supply, name))"
[flow]
setup = "move(deck, supply)"
play = """
let going_on = true
while going_on and empty_piles < 2 {
  going_on = false
  for each p in players {
    if any(supply where rank <= 5) { act p from {buy} }
  }
}
"""
"#;
    game(rules, "[cards.conch]\nname = \"Conch\"\nrank = 5\n")
}

#[test]
fn a_sample_asks_whoever_is_asked() {
    let ir = piles();
    let table = Table::new(&ir).expect("sound");
    let mut machine = table.machine();
    let (mut sampler, mut sample) = (cardwright::table::Sampler::default(), State::default());
    for answers in [&[][..], &[0]] {
        let (_, state) = reach(&mut machine, 1, answers);
        sampler.sample(&mut machine, &state, state.chooser().expect("it waits"), 1, &mut sample);
        assert_eq!(machine.options(&mut sample).expect("it waits").chooser(), PlayerId(answers.len() as u8));
    }
    let plan = Soak { games: 40, seed: 1, max_plies: 500, jobs: NonZero::new(2).expect("not 0") };
    assert_eq!(soak(&table, &plan, |_| {}).expect("laid").broken, None);
}

#[test]
fn what_differs_is_shown_as_it_reads_on_both_tables() {
    let ir = piles();
    let table = Table::new(&ir).expect("sound");
    let mut machine = table.machine();
    let (_, truth) = reach(&mut machine, 1, &[]);
    let (_, other) = reach(&mut machine, 1, &[0]);
    let alike = InformationSet { truth, others: vec![other], offers: None };
    let difference = alike.first_visible_difference(&table).expect("another player is asked");
    assert_eq!(difference.what, "player 1 would have an answer recorded otherwise");
    let (one, other) = difference.lines.expect("two lines");
    assert_eq!(one, "player 1: Buy (known to 1)");
    assert_eq!(other, "player 2: Buy (known to 1)");
}

/// A guess that only pays where the position was recorded before.
fn remembered(of: &str) -> Ir {
    let rules = format!(
        "[histories.h]\n{of}keep = 9\n[flow]\nsetup = \"shuffle(deck); record(h)\"\nplay = '''\nchoose n from 0..9 by players[1]\n\
         if let c = top(deck) {{ if times(h) >= 1 and c.rank == n {{ win players[1] }} }}\nwin players[2]\n'''\n"
    );
    game(&format!("{ZONES}{rules}"), &ten())
}

#[test]
fn no_bot_knows_what_a_history_has_noted_of_hidden_things() {
    for of in ["of = [\"deck\"]\n", ""] {
        let ir = remembered(of);
        for kind in [BotKind::Greedy, BotKind::Mcts(SearchBudget::Iterations(60))] {
            let wins = wins(&ir, kind, 200);
            assert!(
                wins < 45,
                "{of:?}: {} is right in {wins} of 200 games, where 20 are expected",
                kind.name(&ir)
            );
        }
    }
}

#[test]
fn a_history_still_says_what_everybody_saw() {
    // A player who returns to a position wins; nothing hidden has changed since.
    let rules = "[state.table]\nphase = \"int 0..3\"\n[histories.h]\nkeep = 9\n[flow]\nsetup = \"shuffle(deck); deal(deck, \
                 players[1].hand, 2); phase = 2; record(h)\"\nplay = '''\nchoose n from 0..3 by players[1]\nphase = n\nif times(h) >= 1 \
                 { win players[1] } else { win players[2] }\n'''\n";
    let ir = game(&format!("{ZONES}{rules}"), &ten());
    assert_eq!(wins(&ir, BotKind::Greedy, 20), 20, "phase 2 is what was recorded");
}

/// Builds a game in which a hidden card decides the same question four times, by the rules that `asks` adds
/// and `play` runs through.
fn branches(asks: &str, play: &str, cards: &str) -> Ir {
    let flow = format!("[flow]\nsetup = \"shuffle(deck)\"\nplay = '''\n{play}\nwin players[2]\n'''\n");
    game(&format!("{ZONES}{asks}{flow}"), cards)
}

/// Games in which the position in the rules reveals something that a player must not know.
fn telling() -> Vec<(&'static str, Ir)> {
    let four: String = (0..4).map(|i| format!("[cards.c{i}]\nname = \"C{i}\"\nrank = {i}\n")).collect();
    let ask =
        |n: u32| format!("choose n from 0..3 by players[1] \"Guess\"\nif n == {n} {{ win players[1] }}\n");
    let chain = |body: &dyn Fn(u32) -> String| {
        let arms: Vec<String> = (0..4).map(|n| format!("if c.rank == {n} {{\n{}}}", body(n))).collect();
        format!("if let c = top(deck) {{\n{}\n}}", arms.join(" else "))
    };
    let verb = "[verbs.ask]\nparams = { p = \"player\" }\nreturns = \"int\"\ndo = '''\nchoose n from 0..3 by p \"Guess\"\nreturn n\n'''\n";
    let slot = "[kinds.card.slots]\ntrap = { do = true }\n";
    let traps: String = (0..4)
        .map(|i| format!("[cards.c{i}]\nname = \"C{i}\"\nrank = {i}\ntrap = '''\n{}'''\n", ask(i)))
        .collect();
    vec![
        ("the branch", branches("", &chain(&ask), &four)),
        (
            "where the verb was called",
            branches(verb, &chain(&|n| format!("if ask(players[1]) == {n} {{ win players[1] }}\n")), &four),
        ),
        ("whose rule it is", branches(slot, "if let c = top(deck) { c.trap }", &traps)),
    ]
}

#[test]
fn no_bot_knows_what_is_hidden_by_the_place_in_the_rules() {
    for (what, ir) in telling() {
        for kind in [BotKind::Greedy, BotKind::Mcts(SearchBudget::Iterations(60))] {
            let wins = wins(&ir, kind, 200);
            assert!(
                wins < 75,
                "{what}: {} is right in {wins} of 200 games, where 50 are expected",
                kind.name(&ir)
            );
        }
        let table = Table::new(&ir).expect("sound");
        let plan = Soak { games: 60, seed: 1, max_plies: 500, jobs: NonZero::new(2).expect("not 0") };
        assert_eq!(soak(&table, &plan, |_| {}).expect("laid").broken, None, "{what}");
    }
}

#[test]
fn bots_look_ahead_where_the_question_tells_the_place_or_their_own_cards_decide_it() {
    // The other holds a nine, and the player who is asked knows it by the question, which is unique.
    let asked = "choose n from 0..3 by players[1] \"The top card is high. Take how many?\"\nif n == 3 { win players[1] }\n";
    let known = format!("if let c = top(deck) {{ if c.rank > 4 {{ {asked} win players[2] }} }}");
    // Their own hand decides which of two like questions is asked.
    let own = "for each p in players { deal(deck, p.hand, 3) }\nif any(players[1].hand where rank > 4) {\n choose n from 0..3 by \
               players[1] \"Guess\"\n if n == 2 { win players[1] }\n} else {\n choose n from 0..3 by players[1] \"Guess\"\n if n == 1 { \
               win players[1] }\n}";
    let own = branches("", own, &ten());
    assert_eq!(wins(&own, BotKind::Greedy, 40), 40);
    let asked_of = wins(&branches("", &known, &ten()), BotKind::Greedy, 200);
    assert!(
        (70..130).contains(&asked_of),
        "half of the cards are high, and then greed wins: {asked_of} of 200"
    );
}

/// Who has the higher hand decides, unseen, who is out; the same question is asked again and again.
fn duels(effect: &str) -> Ir {
    let rules = format!(
        "[kinds.card.attributes]\nrank = \"int 1..8\"\n[zones.deck]\nordered = true\nseen_by = \"none\"\nstart = \"cards\"\n[zones.hand]\n\
         per = \"player\"\nseen_by = \"owner\"\n[zones.discards]\nper = \"player\"\nordered = true\n[flow]\n\
         setup = \"shuffle(deck); for each p in players {{ deal(deck, p.hand, 2) }}\"\nplay = '''\nlet p = players[1]\nwhile any(deck) {{\n  \
         deal(deck, p.hand, 1)\n  choose c from p.hand by p {{\n    move(c, p.discards)\n    if c.rank == 3 {{\n      \
         choose q from playing - p by p {{\n        {effect}\n      }} else {{}}\n    }}\n  }} else {{}}\n  p = next(p)\n}}\nend\n'''\n\
         [scoring]\nscore = \"sum(p.hand, rank)\"\n"
    );
    let copies = [5, 2, 4, 2, 2, 1, 1, 1];
    let card = |(i, n): (usize, &u32)| format!("[cards.r{}]\nrank = {}\ncopies = {n}\n", i + 1, i + 1);
    let cards: String = copies.iter().enumerate().map(card).collect();
    let head = "[game]\nid = \"dark\"\nname = \"Dark\"\nversion = \"1.0.0\"\nplayers = [3, 4]\n";
    compiled(&[("game.toml", &format!("{head}{rules}")), ("cards/all.toml", &cards)])
}

#[test]
fn tables_at_which_others_are_out_do_not_look_alike() {
    let plan = Soak { games: 600, seed: 1, max_plies: 500, jobs: NonZero::new(2).expect("not 0") };
    for effect in [
        "if sum(p.hand, rank) > sum(q.hand, rank) { out q }",
        "if sum(p.hand, rank) > sum(q.hand, rank) { lose q }",
        "if any(q.hand where rank == 5) { out q } else { out p }",
    ] {
        let ir = duels(effect);
        let table = Table::new(&ir).expect("sound");
        assert_eq!(soak(&table, &plan, |_| {}).expect("laid").broken, None, "{effect}");
    }
}
