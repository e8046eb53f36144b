//! Games that show something: the first of many, and the shortest.

use cardwright::ir::FunctionId;
use std::num::NonZero;
use std::sync::atomic::AtomicBool;

use super::{agreed, answer, bots};
use crate::support;
use cardwright::compile::CompiledGame;
use cardwright::lab::{FoundGame, GameSearch, SearchGoal, ShrinkResult, Simulation, StopKind, find, shrink};
use cardwright::play::{Agreement, BotKind, Session, game_seed};
use cardwright::table::{Stop, Table};

/// A seed whose first games are long enough to be shortened.
const SEED: u64 = 2;

/// Pushing after left and right lets the heat leave its range; nothing else does.
pub const LEVERS: &str = r#"
[game]
id = "levers"
name = "Levers"
players = [2, 2]
[state.table]
stage = "int 0..2"
heat = "int 0..1"
[state.player]
points = "int 0..99"
[flow]
play = '''
repeat 30 {
  for each p in players {
    choose lever from 1..9 by p
    if lever == 9 { p.points += 1 }
    if lever == 8 and stage == 2 { heat += lever - 6 }
    if lever == 6 and stage == 1 { stage = 2 }
    else if lever == 4 { stage = 1 }
    else { stage = 0 }
  }
}
'''
[scoring]
score = "p.points"
"#;

fn game(text: &str) -> CompiledGame {
    support::playable(support::opened([("game.toml", text)]))
}

fn simulation(table: &Table, games: u64, jobs: usize) -> Simulation {
    let jobs = NonZero::new(jobs).expect("a thread");
    Simulation { jobs, ..Simulation::new(agreed(table, 2, &[], SEED), vec![BotKind::Random; 2], games) }
}

fn search(table: &Table, simulation: &Simulation, wanted: SearchGoal) -> GameSearch {
    find(table, simulation, wanted, &AtomicBool::new(false), |_| {}).expect("laid")
}

/// Returns the result of a search, which is the same with one thread and with two.
fn shrunk(table: &Table, games: u64, wanted: SearchGoal) -> (FoundGame, ShrinkResult) {
    let found: Vec<FoundGame> = [1, 2]
        .map(|jobs| search(table, &simulation(table, games, jobs), wanted).found.expect("there is one"))
        .into();
    assert_eq!(found[0], found[1]);
    let alike =
        [1, 2].map(|jobs| shrink(table, &simulation(table, games, jobs), wanted, &found[0]).expect("laid"));
    assert_eq!(alike[0], alike[1]);
    let [shrunk, _] = alike;
    (found[0].clone(), shrunk)
}

/// The stop that these answers lead to.
fn replayed(table: &Table, found: &FoundGame) -> Stop {
    let agreement = Agreement { seed: found.game.seed, ..agreed(table, 2, &[], SEED) };
    let mut session = Session::new(table, agreement).expect("laid");
    let mut stop = session.advance();
    for answer in &found.answers {
        session.choose(*answer as usize).expect("an option");
        stop = session.advance();
    }
    stop
}

#[test]
fn a_fault_is_shown_by_the_shortest_game_that_comes_to_it() {
    let game = game(LEVERS);
    let table = Table::new(&game.ir).expect("sound");
    let (found, shrunk) = shrunk(&table, 2000, SearchGoal::Fault);
    assert!(found.answers.len() > 3, "{found:?}");
    // 4, 6 and 8, as places among one to nine.
    assert_eq!(shrunk.found.answers, [3, 5, 7]);
    assert_eq!(shrunk.found.game, found.game);
    assert!(shrunk.settled && shrunk.tried > 5);
    let (StopKind::Fault(before), StopKind::Fault(after)) = (&found.point, &shrunk.found.point) else {
        panic!("{found:?}")
    };
    assert_eq!((before.code().to_string().as_str(), before.pc), ("CW0701", after.pc));
    assert_eq!(replayed(&table, &found), Stop::Fault(before.clone()));
    assert_eq!(replayed(&table, &shrunk.found), Stop::Fault(after.clone()));
    // It is the first that a simulation meets.
    let played =
        cardwright::lab::simulate(&table, &simulation(&table, 2000, 2), &AtomicBool::new(false), |_| {});
    assert_eq!(played.expect("laid").results.fault.expect("there is one").game, found.game);
}

#[test]
fn what_an_expression_says_is_found_and_shown_shortly() {
    let mut game = game(LEVERS);
    let wanted =
        SearchGoal::Holds(FunctionId(game.snippet("score(players[1]) == 3").expect("an expression")));
    let table = Table::new(&game.ir).expect("sound");
    let (found, shrunk) = shrunk(&table, 2000, wanted);
    assert!(found.answers.len() > 5);
    assert_eq!(shrunk.found.answers, [8, 0, 8, 0, 8]);
    assert_eq!((found.point, shrunk.found.point.clone()), (StopKind::Choice, StopKind::Choice));
    assert_eq!(replayed(&table, &shrunk.found), Stop::Choice);
}

#[test]
fn the_first_game_is_found_whatever_the_number_of_threads() {
    let mut game = support::shipped("tic-tac-toe");
    let full = "none(cells where mark is none) and not in_a_row(cells where mark == players[1], 3)";
    let wanted = SearchGoal::Holds(FunctionId(game.snippet(full).expect("an expression")));
    let table = Table::new(&game.ir).expect("sound");
    // Played one after the other until the first without a winner.
    let mut first = 0;
    let answers = loop {
        let agreement = Agreement { seed: game_seed(SEED, first), ..agreed(&table, 2, &[], SEED) };
        let mut session = Session::new(&table, agreement).expect("laid");
        let mut players = bots(&session, BotKind::Random);
        assert_eq!(answer(&mut session, &mut players, 9), Stop::Over);
        if session.outcome().expect("it ended").winners().count() == 0 {
            break session.steps().to_vec();
        }
        first += 1;
    };
    assert!(first > 2, "so that there is something to look through");
    for jobs in [1, 2, 5] {
        let found = search(&table, &simulation(&table, 1000, jobs), wanted).found.expect("there is one");
        assert_eq!(
            (found.game.index, found.game.seed, found.answers.len()),
            (first, game_seed(SEED, first), 9)
        );
        assert_eq!((found.point.clone(), replayed(&table, &found)), (StopKind::Over, Stop::Over));
    }
    assert_eq!(answers.len(), 9);
    // Only the part that is to be played is examined.
    let part = |part| Simulation { part, ..simulation(&table, 1000, 2) };
    assert_eq!(
        search(&table, &part(0..first), wanted),
        GameSearch { games: first, places: search_places(&table, first), ..GameSearch::default() }
    );
    assert_eq!(search(&table, &part(first..first + 1), wanted).found.expect("just this").game.index, first);
}

/// How many choices and ends there are in so many games.
fn search_places(table: &Table, games: u64) -> u64 {
    let played =
        cardwright::lab::simulate(table, &simulation(table, games, 1), &AtomicBool::new(false), |_| {});
    let stats = played.expect("laid").results.counts.stats;
    stats.plies + stats.finished
}

#[test]
fn an_expression_that_fails_does_not_hold_and_changes_nothing() {
    let mut game = game(LEVERS);
    let divides = SearchGoal::Holds(FunctionId(game.snippet("6 / stage == 3").expect("an expression")));
    let never = SearchGoal::Holds(FunctionId(game.snippet("6 / stage == 4").expect("an expression")));
    let table = Table::new(&game.ir).expect("sound");
    let (_, shrunk) = shrunk(&table, 200, divides);
    assert_eq!(shrunk.found.answers, [3, 5]);
    let nothing = [1, 3].map(|jobs| search(&table, &simulation(&table, 200, jobs), never));
    assert_eq!(nothing[0], nothing[1]);
    let [nothing, _] = nothing;
    assert_eq!((nothing.found, nothing.games), (None, 200));
    assert!(nothing.faults > 0 && nothing.failed > 0 && nothing.failed < nothing.places);
    assert_eq!(nothing.why.expect("the first").0.index, 0);
}

/// At each lever an expression can ask for another one; the last lever cannot be declined.
const ASKING: &str = r#"
[verbs.may_push]
params = { p = "player" }
returns = "int"
do = '''
let pushed = p.points
may choose lever from 1..9 by p { pushed += lever }
return pushed
'''
[verbs.must_push]
params = { p = "player" }
returns = "int"
do = '''
if stage == 0 { return p.points }
choose lever from 1..9 by p
return lever
'''
[verbs.stop]
returns = "int"
do = "end"
"#;

#[test]
fn an_expression_that_asks_declines_as_an_evaluation_does() {
    let mut game = game(&format!("{LEVERS}{ASKING}"));
    let mut goal = |code| SearchGoal::Holds(FunctionId(game.snippet(code).expect("an expression")));
    let (declines, plain) = (goal("may_push(players[1]) == 2"), goal("players[1].points == 2"));
    let (asks, never, ends) =
        (goal("must_push(players[1]) == 1"), goal("must_push(players[1]) == 77"), goal("stop() == 1"));
    let table = Table::new(&game.ir).expect("sound");
    let simulation = simulation(&table, 200, 2);
    let found = search(&table, &simulation, declines);
    assert!(found.found.is_some() && found.why.is_none(), "{found:?}");
    assert_eq!(found, search(&table, &simulation, plain));
    // It is found where nothing is asked, after places at which the choice could not be declined.
    let found = search(&table, &simulation, asks);
    assert_eq!(found, search(&table, &super::find::simulation(&table, 200, 1), asks));
    let (first, why) = found.why.expect("it failed before");
    assert!(first.index <= found.found.expect("a game").game.index);
    let words = why.message(&table);
    assert!(words.contains("the choice of `lever`") && words.contains("cannot be declined"), "{words}");
    let nothing = search(&table, &simulation, never);
    assert!(nothing.found.is_none() && nothing.failed > 0 && nothing.failed < nothing.places);
    let nothing = search(&table, &simulation, ends);
    assert!(nothing.found.is_none() && nothing.failed == nothing.places);
    assert!(nothing.why.expect("the first").1.message(&table).contains("the game ended before"));
}
