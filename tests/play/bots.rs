//! Bots: the information they may use, their strength, and that they are deterministic.

use std::num::NonZero;
use std::sync::atomic::AtomicBool;

use super::{BIDS, agreed, answer, bots, compiled, shipped};
use cardwright::ir::{ComponentId, Ir, PlayerId, SearchBudget, StartPoint};
use cardwright::lab::{Simulation, SimulationResults, simulate};
use cardwright::play::{Agreement, BotKind, Session, TableBot};
use cardwright::table::{Machine, Sampler, State, Stop, Table};

/// A game of few words: its declarations.
fn game(players: &str, rules: &str) -> Ir {
    let head = format!("[game]\nid = \"lab\"\nname = \"Lab\"\nplayers = {players}\n");
    compiled(&[("game.toml", &format!("{head}{rules}"))])
}

fn sit<'t>(table: &'t Table<'t>, kind: BotKind, seed: u64) -> Box<dyn TableBot + 't> {
    let mut bot = kind.make(table);
    bot.begin(seed);
    bot
}

/// Returns a bot's first choice, by the option's name.
fn first_choice(table: &Table, agreement: Agreement, kind: BotKind, seed: u64) -> String {
    let mut session = Session::new(table, agreement).expect("laid");
    assert_eq!(session.advance(), Stop::Choice);
    let seen = session.observation().expect("it waits");
    let index = sit(table, kind, seed).choose(&seen);
    session.choose(index).expect("an option");
    session.steps()[0].answer.clone()
}

/// A game in which rules remember hidden components: in state, in a variable, in a loop.
const SECRETS: &str = r#"
[kinds.card.state]
marked = "bool"
seen = "int 0..9"
[kinds.unit]
base = "card"
[state.table]
trap = "card?"
traps = "set of card"
[zones.deck]
ordered = true
seen_by = "none"
start = "cards"
[zones.camp]
seen_by = "none"
holds = "unit"
[zones.hand]
per = "player"
seen_by = "owner"
[zones.open]
[flow]
setup = """
shuffle(deck)
if let u = first(units) { move(u, camp) }
for each p in players { deal(deck, p.hand, 3) }
"""
play = """
trap = top(deck)
traps = players[2].hand
for each c in players[2].hand { c.marked = true; c.seen = 3 }
let bottom_card = bottom(deck)
repeat 3 {
  for each p in players {
    choose c from p.hand by p { move(c, open) }
    may "peek" { if let c = top(deck) { move(c, p.hand) } }
    for each other in players[1].hand {
      choose by players[2] {
        option "a" { }
        option "b" { }
      }
    }
  }
}
if let c = bottom_card { move(c, open) }
end
"""
"#;

const CARDS: &str = "[cards.a]\ncopies = 4\n[cards.b]\ncopies = 3\n[cards.c]\ncopies = 2\n[cards.u]\nkind = \"unit\"\ncopies = 3\n";

fn secrets() -> Ir {
    let head = "[game]\nid = \"secrets\"\nname = \"Secrets\"\nplayers = [2, 3]\n";
    let text = format!("{head}{SECRETS}").replace("may \"peek\"", "may by p \"peek\"");
    compiled(&[("game.toml", &text), ("cards/cards.toml", CARDS)])
}

/// Every state on the way of some random games.
fn on_the_way(
    table: &Table,
    players: u8,
    options: &[(&str, &str)],
    games: u64,
    mut each: impl FnMut(&State),
) {
    for seed in 0..games {
        let mut session = Session::new(table, agreed(table, players, options, seed)).expect("laid");
        let mut random = bots(&session, BotKind::Random);
        let mut stop = session.advance();
        while stop == Stop::Choice {
            each(session.state());
            stop = answer(&mut session, &mut random, 1);
        }
    }
}

#[test]
fn a_sample_looks_the_same_and_depends_on_nothing_that_is_hidden() {
    let games = [
        (shipped("fantasy-realms"), 3, &[][..]),
        (shipped("fantasy-realms"), 2, &[("variant", "two_player")][..]),
        (shipped("fantasy-realms"), 4, &[("variant", "chaos")][..]),
        (shipped("leduc-poker"), 2, &[][..]),
        (compiled(BIDS), 3, &[][..]),
        (secrets(), 3, &[][..]),
    ];
    for (ir, players, options) in &games {
        let table = Table::new(ir).expect("sound");
        let (mut sampler, mut machine) = (Sampler::default(), table.machine());
        let (mut one, mut two, mut three) = (State::default(), State::default(), State::default());
        let mut different = 0;
        on_the_way(&table, *players, options, 6, |state| {
            for viewer in PlayerId::all(*players) {
                let seen = table.view(state, Some(viewer));
                sampler.sample(&mut machine, state, viewer, 7, &mut one);
                assert_eq!(table.view(&one, Some(viewer)), seen, "{}", ir.game.id);
                sampler.sample(&mut machine, state, viewer, 8, &mut two);
                different += usize::from(one.words()[4..] != two.words()[4..]);
                // A sample looks like its original; so it must have the same samples, word for word.
                for other in [&one, &two] {
                    sampler.sample(&mut machine, other, viewer, 99, &mut three);
                    let mut again = State::default();
                    sampler.sample(&mut machine, state, viewer, 99, &mut again);
                    let differs = again.words().iter().zip(three.words()).position(|(a, b)| a != b);
                    assert_eq!(differs, None, "{} for {viewer}: {state:?}", ir.game.id);
                }
                plays_to_its_end(&mut machine, &mut two);
            }
        });
        assert!(different > 20, "{}: samples do not differ", ir.game.id);
    }
}

/// A sample is a table like any other: it can be played on.
fn plays_to_its_end(machine: &mut Machine, state: &mut State) {
    for ply in 0..500 {
        match machine.advance(state) {
            Stop::Choice => {
                let count = machine.options(state).expect("they are listed").len();
                machine.choose(state, ply * 7 % count).expect("an option");
            }
            Stop::Fault(fault) if fault.code().to_string() == "CW0701" => return,
            Stop::Over => return,
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn everything_hidden_can_be_anywhere_it_may_be() {
    let ir = secrets();
    let table = Table::new(&ir).expect("sound");
    let mut session = Session::new(&table, agreed(&table, 2, &[], 3)).expect("laid");
    assert_eq!(session.advance(), Stop::Choice);
    let zone = |name: &str, owner: Option<PlayerId>| {
        let named = |z: &&cardwright::table::ViewedZone| z.name == name && z.owner == owner;
        table.view(session.state(), None).zones.iter().find(named).expect("such a zone").zone
    };
    let (camp, theirs, own) =
        (zone("camp", None), zone("hand", Some(PlayerId(1))), zone("hand", Some(PlayerId(0))));
    let (mut sampler, mut machine, mut sample) = (Sampler::default(), table.machine(), State::default());
    let mut held = vec![0; ir.components.len()];
    let mut camped = vec![0; ir.components.len()];
    for seed in 0..600 {
        sampler.sample(&mut machine, session.state(), PlayerId(0), seed, &mut sample);
        table.contents(&sample, theirs).iter().for_each(|c| held[c.index()] += 1);
        table.contents(&sample, camp).iter().for_each(|c| camped[c.index()] += 1);
        assert_eq!(table.contents(&sample, own), table.contents(session.state(), own));
    }
    let mine = table.contents(session.state(), own);
    for (component, times) in held.iter().enumerate() {
        if mine.contains(&ComponentId::from_index(component)) {
            assert_eq!(*times, 0);
        } else {
            // 3 of 9 hidden cards, a little less for those that may be in the camp as well: between 60 and
            // 260 of 600.
            assert!((60..260).contains(times), "{component}: {times}");
        }
    }
    // Only units may camp.
    let units = &ir.kinds.iter().find(|k| k.id == "unit").expect("declared");
    let may = |c: usize| (units.first.index()..(units.first + units.count).index()).contains(&c);
    assert!(camped.iter().enumerate().all(|(c, n)| *n == 0 || may(c)), "{camped:?}");
    assert!(camped.iter().filter(|n| **n > 0).count() > 1, "{camped:?}");
}

#[test]
fn a_bot_chooses_alike_where_two_tables_look_alike() {
    let ir = shipped("kuhn-poker");
    let table = Table::new(&ir).expect("sound");
    // By the first player's card, one table for each card that the other may hold.
    let mut tables: Vec<(Vec<ComponentId>, Vec<ComponentId>, Agreement)> = Vec::new();
    for seed in 0..60 {
        let agreement = agreed(&table, 2, &[], seed);
        let mut session = Session::new(&table, agreement.clone()).expect("laid");
        session.advance();
        let hand = |player| {
            let view = table.view(session.state(), Some(player));
            view.zones
                .iter()
                .find(|z| z.name == "hand" && z.owner == Some(player))
                .and_then(|z| z.contents.clone())
        };
        let (own, other) = (hand(PlayerId(0)).expect("seen"), hand(PlayerId(1)).expect("seen"));
        if tables.iter().all(|(a, b, _)| (a, b) != (&own, &other)) {
            tables.push((own, other, agreement));
        }
    }
    assert_eq!(tables.len(), 6, "every deal has come");
    let mut choices = Vec::new();
    for kind in [BotKind::Greedy, BotKind::Mcts(SearchBudget::Iterations(60))] {
        for bot in 0..12 {
            for (own, _, agreement) in &tables {
                let alike = tables.iter().filter(|(o, ..)| o == own);
                let chosen: Vec<String> =
                    alike.map(|(.., a)| first_choice(&table, a.clone(), kind, bot)).collect();
                assert!(chosen.windows(2).all(|c| c[0] == c[1]), "{kind:?} {bot}: {chosen:?}");
                choices.push(first_choice(&table, agreement.clone(), kind, bot));
            }
        }
    }
    assert!(choices.iter().any(|c| c == "bet") && choices.iter().any(|c| c == "pass"));
}

const GAMBLE: &str = r#"
[state.player]
points = "int 0..99"
[bots.bold]
evaluate = "points"
[bots.meek]
evaluate = "-points"
text = "Wants nothing."
[flow]
play = """
choose by players[1] {
  option "safe" { players[1].points += 3 }
  option "dice" { players[1].points += roll(d6) + roll(d6) }
  option "nothing" { }
}
choose n from 1..3 by players[1]
players[1].points += n
end
"""
[scoring]
score = "p.points"
"#;

#[test]
fn the_games_own_bots_go_by_their_own_expression_and_foresee_no_chance() {
    let ir = game("[2, 2]", GAMBLE);
    let table = Table::new(&ir).expect("sound");
    let own = |name: &str| BotKind::of(&ir, name).expect("there is such a bot");
    assert_eq!(own("bold").name(&ir), "bold");
    assert_eq!(own("mcts"), BotKind::Mcts(SearchBudget::Iterations(1000)));
    assert_eq!(own("mcts:20ms").name(&ir), "mcts:20ms");
    for seed in 0..40 {
        let chosen = |kind| first_choice(&table, agreed(&table, 2, &[], seed), kind, 5);
        // Independent of the dice of this game: seven is more than three.
        assert_eq!(chosen(own("bold")), "dice");
        assert_eq!(chosen(own("meek")), "nothing");
        // Without a `greedy` of its own, the score.
        assert_eq!(chosen(BotKind::Greedy), "dice");
    }
    let wrong = |name: &str| BotKind::of(&ir, name).expect_err("there is none");
    assert_eq!(wrong("blod"), "there is no bot `blod`; did you mean `bold`?");
    assert_eq!(
        wrong("nobody"),
        "there is no bot `nobody`; there are: random, first, greedy, mcts, bold, meek"
    );
    assert_eq!(wrong("3"), "there is no bot `3`; is it the number of players, `--players 3`?");
    assert!(wrong("mcts:0").contains("write `mcts:1000` or `mcts:200ms`"));
    let many = "`mcts:999999999999` is more than `mcts` can do: the greatest number is 4294967295";
    assert_eq!(wrong("mcts:999999999999"), many);
    assert_eq!(wrong("random:3"), "only `mcts` takes something after a colon: `random` goes without");
}

const WEIGHED: &str = r#"
[state.player]
points = "int -9..99"
[bots.weighs]
mixed = true
evaluate = "points"
[bots.shrugs]
mixed = true
evaluate = "-1 - points"
[flow]
play = """
choose n from 1..3 by players[1]
players[1].points = n - 2
if n == 3 { choose more m from {0, 1} by players[1]; players[1].points += 1 + m * 3 }
win players[2]
"""
"#;

#[test]
fn a_mixed_bot_takes_whole_moves_as_often_as_they_are_worth() {
    let ir = game("[2, 2]", WEIGHED);
    let table = Table::new(&ir).expect("sound");
    let taken = |name: &str| {
        let kind = BotKind::of(&ir, name).expect("there is such a bot");
        let mut bot = kind.make(&table);
        let mut taken = std::collections::BTreeMap::<String, u32>::new();
        for seed in 0..4000 {
            let mut session = Session::new(&table, agreed(&table, 2, &[], 1)).expect("laid");
            bot.begin(seed);
            while session.advance() == Stop::Choice {
                let index = bot.choose(&session.observation().expect("it waits"));
                session.choose(index).expect("an option");
            }
            let answers: Vec<&str> = session.steps().iter().map(|s| s.answer.as_str()).collect();
            *taken.entry(answers.join(" ")).or_default() += 1;
        }
        taken
    };
    // Worth −1, 0, and 2 or 5: that the game is lost after each of them is all the same.
    let weighed = taken("weighs");
    assert_eq!(weighed.keys().collect::<Vec<_>>(), ["3 0", "3 1"]);
    // Four standard deviations around two in seven.
    assert!(weighed["3 0"].abs_diff(1143) < 115, "{weighed:?}");
    // Nothing is worth more than 0.
    let shrugged = taken("shrugs");
    for first in ["1", "2", "3"] {
        let times: u32 = shrugged.iter().filter(|(moves, _)| moves.starts_with(first)).map(|(_, n)| n).sum();
        assert!(times.abs_diff(1333) < 120, "{shrugged:?}");
    }
    assert_eq!(taken("weighs"), weighed, "by the seed alone");
}

#[test]
fn only_bots_with_a_name_of_their_own_mix_their_moves() {
    let text = "[game]\nid = \"lab\"\nname = \"Lab\"\nplayers = [2, 2]\n[bots.greedy]\nevaluate = \"1\"\nmixed = true\n";
    let files = cardwright::package::PackageFiles::from_texts([("game.toml", text)]);
    let opened = cardwright::compile::CompiledGame::from_files(files, Vec::new());
    assert!(opened.diagnostics.iter().any(|d| d.code.to_string() == "CW0310"), "{:?}", opened.diagnostics);
}

#[test]
fn greedy_looks_to_the_end_of_a_move_and_wins_where_it_can() {
    let moves = r#"
[state.player]
points = "int 0..99"
[bots.greedy]
evaluate = "points - 2 * next(you).points"
[flow]
play = """
choose a from 1..3 by players[1]
players[1].points = a
if a == 1 { choose more b from {0, 9} by players[1]; players[1].points += b }
if a == 2 { win players[2] }
choose c from 1..3 by players[2]
if c == 2 { win players[2] }
players[2].points = c * 9
end
"""
[scoring]
score = "p.points"
"#;
    // Three times nine points beat ten as well, and by more.
    for (each, last) in [("c * 3", "2"), ("c * 9", "3")] {
        let ir = game("[2, 2]", &moves.replace("c * 9", each));
        let table = Table::new(&ir).expect("sound");
        let mut session = Session::new(&table, agreed(&table, 2, &[], 1)).expect("laid");
        let mut greedy = bots(&session, BotKind::Greedy);
        assert_eq!(answer(&mut session, &mut greedy, 9), Stop::Over);
        let answers: Vec<&str> = session.steps().iter().map(|s| s.answer.as_str()).collect();
        assert_eq!(answers, ["1", "9", last]);
    }
}

#[test]
fn greedy_passes_in_the_windows_that_a_move_opens() {
    let rules = r#"
[state.player]
points = "int 0..99"
left   = { type = "int 0..3", start = "3" }
[actions.build]
when = "left > 0"
do   = """
you.left -= 1
you.points -= 1
may act turn_order(next(you)) from {answer}
choose n from {2, 9} by you
you.points += n
"""
[actions.answer]
when = "left > 1"
do   = """
you.left -= 1
you.points -= 2
may act turn_order(next(you)) from {answer}
"""
[bots.greedy]
evaluate = "points"
[flow]
play = """
players[1].points = 50
players[2].points = 50
let going = true
while going { may act players[1] from {build} else { going = false } }
choose last from {1, 2} by players[1]
end
"""
[scoring]
score = "p.points"
"#;
    let ir = game("[2, 2]", rules);
    let table = Table::new(&ir).expect("sound");
    let mut session = Session::new(&table, agreed(&table, 2, &[], 1)).expect("laid");
    let mut greedy = bots(&session, BotKind::Greedy);
    assert_eq!(answer(&mut session, &mut greedy, 40), Stop::Over);
    // A point is paid at once; its effect comes when nobody answers any more, and the best of it is taken.
    let answers: Vec<&str> =
        session.steps().iter().map(|s| s.answer.as_str()).filter(|a| *a != "pass").collect();
    assert_eq!(answers.first(), Some(&"build"), "{answers:?}");
    assert_eq!(answers.iter().filter(|a| **a == "build").count(), 3, "{answers:?}");
    assert_eq!(answers.iter().filter(|a| **a == "9").count(), 3, "{answers:?}");
}

#[test]
fn equals_are_drawn_among() {
    let ir = shipped("hex");
    let table = Table::new(&ir).expect("sound");
    let chosen: Vec<String> =
        (0..6).map(|bot| first_choice(&table, agreed(&table, 2, &[], 1), BotKind::Greedy, bot)).collect();
    assert!(chosen.iter().any(|c| *c != chosen[0]), "{chosen:?}");
}

fn sim(table: &Table, kinds: &[BotKind], games: u64, jobs: usize) -> SimulationResults {
    let agreement = agreed(table, kinds.len() as u8, &[], 5);
    let jobs = NonZero::new(jobs).expect("a thread");
    let simulation = Simulation {
        rotate: true,
        max_plies: 500,
        jobs,
        ..Simulation::new(agreement, kinds.to_vec(), games)
    };
    simulate(table, &simulation, &AtomicBool::new(false), |_| {}).expect("laid").results
}

#[test]
fn looking_ahead_beats_chance_and_is_the_same_on_any_number_of_threads() {
    let ir = shipped("tic-tac-toe");
    let table = Table::new(&ir).expect("sound");
    let kinds = [BotKind::Mcts(SearchBudget::Iterations(100)), BotKind::Random];
    let one = sim(&table, &kinds, 40, 1);
    let [mcts, random] = &one.counts.stats.seats[..] else { panic!("two bots") };
    assert!(mcts.wins >= 34 && random.wins == 0, "{:?}", one.counts.stats);
    assert!(one.work.playouts >= 40 * 3 * 100 && one.work.plies > one.work.playouts);
    assert_eq!(sim(&table, &kinds, 40, 3), one);
}

#[test]
fn looking_ahead_wins_at_cards_too() {
    let ir = shipped("leduc-poker");
    let table = Table::new(&ir).expect("sound");
    let results = sim(&table, &[BotKind::Mcts(SearchBudget::Iterations(150)), BotKind::Random], 60, 2);
    // A random player folds often; but the cards decide much.
    assert!(results.counts.stats.seats[0].wins > 40, "{:?}", results.counts.stats);
    assert_eq!(results.counts.stats.finished, 60);
}

#[test]
fn each_of_three_looks_after_itself() {
    // The first may give the game to the third, or pass, and has nothing of either; the second may win or
    // share.
    let rules = r#"
[flow]
play = """
choose by players[1] {
  option "give" { win players[3] }
  option "pass" { }
}
choose by players[2] {
  option "take" { win players[2] }
  option "share" { end in draw }
}
"""
"#;
    let ir = game("[3, 3]", rules);
    let table = Table::new(&ir).expect("sound");
    let mut gave = 0;
    for seed in 0..8 {
        let mut session = Session::new(&table, agreed(&table, 3, &[], seed)).expect("laid");
        let mut seated = bots(&session, BotKind::Mcts(SearchBudget::Iterations(80)));
        assert_eq!(answer(&mut session, &mut seated, 9), Stop::Over);
        let answers: Vec<&str> = session.steps().iter().map(|s| s.answer.as_str()).collect();
        assert!(matches!(answers[..], ["give"] | ["pass", "take"]), "{answers:?}");
        gave += usize::from(answers == ["give"]);
    }
    assert!(gave < 8, "to the first both are the same");
}

#[test]
fn a_game_without_an_end_is_led_by_whoever_is_better_off() {
    let rules = r#"
[state.player]
points = "int 0..9"
[bots.greedy]
evaluate = "points"
[flow]
play = """
choose n from {2, 5, 3} by players[1]
players[1].points = n
players[2].points = 4
while true { for each p in players { choose x from 1..2 by p } }
"""
"#;
    let ir = game("[2, 2]", rules);
    let table = Table::new(&ir).expect("sound");
    assert_eq!(
        first_choice(&table, agreed(&table, 2, &[], 1), BotKind::Mcts(SearchBudget::Iterations(6)), 1),
        "5"
    );
}

#[test]
fn a_search_judges_games_where_it_is_told_how() {
    // Nothing ever ends this game, and only the first choices make a difference; the better off one is, the
    // better.
    let rules = r#"
[state.player]
points = "int 0..99"
[bots.mcts]
evaluate = "points"
after = 0
[flow]
play = """
choose n from {20, 50, 30} by players[1]
players[1].points = n
choose m from {60, 10, 20} by players[2]
players[2].points = m
while true { for each p in players { choose x from 1..2 by p } }
"""
"#;
    let ir = game("[2, 2]", rules);
    let table = Table::new(&ir).expect("sound");
    let mut session = Session::new(&table, agreed(&table, 2, &[], 4)).expect("laid");
    let mut seated = bots(&session, BotKind::Mcts(SearchBudget::Iterations(120)));
    answer(&mut session, &mut seated, 2);
    let answers: Vec<&str> = session.steps().iter().map(|s| s.answer.as_str()).collect();
    assert_eq!(answers, ["50", "60"]);
    // Judged at once, so that hardly a choice is made outside the tree.
    let work = seated[0].work();
    assert!(work.plies < work.playouts * 12, "{work:?}");
}

#[test]
fn only_what_plays_out_is_told_when_to_judge() {
    let text = "[game]\nid = \"lab\"\nname = \"Lab\"\nplayers = [2, 2]\n[bots.greedy]\nevaluate = \"1\"\nafter = 3\n";
    let files = cardwright::package::PackageFiles::from_texts([("game.toml", text)]);
    let opened = cardwright::compile::CompiledGame::from_files(files, Vec::new());
    assert!(opened.diagnostics.iter().any(|d| d.code.to_string() == "CW0310"), "{:?}", opened.diagnostics);
}

#[test]
fn a_search_for_a_time_goes_on_with_its_tree() {
    let ir = shipped("tic-tac-toe");
    let table = Table::new(&ir).expect("sound");
    let mut session = Session::new(&table, agreed(&table, 2, &[], 1)).expect("laid");
    let mut seated = bots(&session, BotKind::Mcts(SearchBudget::Milliseconds(8)));
    assert_eq!(answer(&mut session, &mut seated, 9), Stop::Over);
    assert!(seated.iter().all(|bot| bot.work().playouts > 4));
}

#[test]
fn a_resumed_game_goes_on_as_it_would_have() {
    let ir = shipped("connect-four");
    let table = Table::new(&ir).expect("sound");
    let kind = BotKind::Mcts(SearchBudget::Iterations(30));
    let mut whole = Session::new(&table, agreed(&table, 2, &[], 9)).expect("laid");
    let mut seated = bots(&whole, kind);
    answer(&mut whole, &mut seated, 12);
    // The same beginning, answered by nobody who remembers; then new bots go on.
    let mut again = Session::new(&table, agreed(&table, 2, &[], 9)).expect("laid");
    for step in &whole.steps()[..6] {
        assert_eq!(again.advance(), Stop::Choice);
        let seen = again.observation().expect("it waits");
        let index = again_index(&table, seen.options(), &step.answer);
        again.choose(index).expect("an option");
    }
    let mut fresh = bots(&again, kind);
    answer(&mut again, &mut fresh, 6);
    assert_eq!(again.steps(), whole.steps());
}

fn again_index(table: &Table, options: &cardwright::table::TableOptions, answer: &str) -> usize {
    let names = cardwright::table::Names::new(table.ir());
    names.find(options, answer).expect("the same options")
}

#[test]
fn keys_tell_what_matters_and_nothing_else() {
    // Two orders of the same moves lead to one position.
    let ir = shipped("tic-tac-toe");
    let table = Table::new(&ir).expect("sound");
    let play = |answers: &[usize]| {
        let mut machine = table.machine();
        let mut state = agreed(&table, 2, &[], 1).lay(&mut machine).expect("laid");
        machine.start(&mut state, StartPoint::Setup);
        for answer in answers {
            assert_eq!(machine.advance(&mut state), Stop::Choice);
            machine.choose(&mut state, *answer).expect("an option");
        }
        assert_eq!(machine.advance(&mut state), Stop::Choice);
        state
    };
    // a1 b2 c3 against c3 b2 a1, as places among the rest.
    let (one, two, other) = (play(&[0, 3, 6]), play(&[8, 4, 0]), play(&[0, 3, 5]));
    assert_ne!(one.words(), two.words(), "what is left over in frames differs");
    assert_eq!(table.key(&one), table.key(&two));
    assert_ne!(table.key(&one), table.key(&other));
    let mut reseeded = one.clone();
    reseeded.reseed(99);
    assert_eq!(table.key(&one), table.key(&reseeded));
}

/// The benchmark of `greedy` in `docs/performance.md`: cards are bought into decks that nobody sees.
#[test]
fn greedy_wins_at_buying_cards_into_a_deck() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/deck_building");
    let opened = cardwright::compile::CompiledGame::open(folder);
    assert_eq!(opened.diagnostics.len(), 0, "{}", super::shown(&opened.diagnostics, &opened.sources));
    let ir = opened.game.expect("nothing is wrong").ir;
    let table = Table::new(&ir).expect("sound");
    let results = sim(&table, &[BotKind::Greedy, BotKind::Random], 20, 1);
    let [greedy, random] = &results.counts.stats.seats[..] else { panic!("two bots") };
    assert!(greedy.wins > random.wins, "{:?}", results.counts.stats);
}
