//! Whole moves, and counting with them.

use std::num::NonZero;

use super::{agreed, bots, compiled};
use cardwright::ir::{Ir, PlayerId, StartPoint};
use cardwright::play::{BotKind, MoveList, Moves, Observation, Obstacle, Session, perft};
use cardwright::table::{Names, State, Stop, Table};

/// A game whose play is given.
fn game(play: &str) -> Ir {
    let head = "[game]\nid = \"steps\"\nname = \"Steps\"\nplayers = [2, 2]\n[flow]\n";
    compiled(&[("game.toml", &format!("{head}play = \"\"\"\n{play}\n\"\"\"\n"))])
}

/// Three moves: 1; 2 and 1 or 2; 3 and 1 or 2; 3, 3 and 4 or 5.
const STEPS: &str = "
let p = players[1]
repeat 3 {
  choose a from 1..3 by p
  if a > 1 {
    choose more b from 1..a by p
    if b == 3 { choose more c from {4, 5} by p }
  }
  p = next(p)
}
end";

fn weights(seen: &Observation) -> Vec<u64> {
    let mut weights = Vec::new();
    assert!(seen.weigh(&mut Moves::new(seen.table()), 1, &mut weights), "they can be counted");
    weights
}

fn start(table: &Table) -> State {
    let mut machine = table.machine();
    let mut state = agreed(table, 2, &[], 1).lay(&mut machine).expect("laid");
    machine.start(&mut state, StartPoint::Setup);
    assert_eq!(machine.advance(&mut state), Stop::Choice);
    state
}

fn listed(list: &MoveList) -> Vec<Vec<u32>> {
    list.iter().map(<[u32]>::to_vec).collect()
}

fn counts(table: &Table, depth: u32, jobs: usize) -> Vec<u64> {
    perft(table, &start(table), depth, NonZero::new(jobs).expect("a thread")).expect("counted").counts
}

#[test]
fn a_move_is_a_choice_with_all_that_is_more_of_it() {
    let ir = game(STEPS);
    let table = Table::new(&ir).expect("sound");
    let state = start(&table);
    let mut moves = Moves::new(&table);
    let list = moves.list(&state).expect("listed");
    let expected = [vec![0], vec![1, 0], vec![1, 1], vec![2, 0], vec![2, 1], vec![2, 2, 0], vec![2, 2, 1]];
    assert_eq!(listed(&list), expected);
    assert_eq!((list.len(), moves.count(&state)), (7, Ok(7)));
    let names = Names::new(&ir);
    assert_eq!(moves.names(&names, &state, &[2, 2, 1]), ["3", "3", "5"]);
    // The state that was asked about stands where it stood, and can be asked again.
    assert_eq!(listed(&moves.list(&state).expect("listed")), expected);
}

#[test]
fn a_game_that_is_over_does_not_count_deeper() {
    let ir = game(STEPS);
    let table = Table::new(&ir).expect("sound");
    for jobs in [1, 4] {
        assert_eq!(counts(&table, 1, jobs), [1; 7]);
        assert_eq!(counts(&table, 2, jobs), [7; 7]);
        assert_eq!(counts(&table, 3, jobs), [49; 7]);
        assert_eq!(counts(&table, 4, jobs), [0; 7]);
    }
    assert_eq!(Moves::new(&table).perft(&start(&table), 0), Ok(1));
}

#[test]
fn what_somebody_else_chooses_is_another_move() {
    let ir = game("choose a from 1..2 by players[1]\nchoose more b from 1..3 by players[2]\nend");
    let table = Table::new(&ir).expect("sound");
    assert_eq!(listed(&Moves::new(&table).list(&start(&table)).expect("listed")), [[0], [1]]);
    assert_eq!(counts(&table, 2, 1), [3, 3]);
}

#[test]
fn without_more_each_option_is_a_move() {
    let ir =
        game("let p = players[1]\nwhile true { choose a from 1..5 by p\n if a == 1 { end }\n p = next(p) }");
    let table = Table::new(&ir).expect("sound");
    assert!(!table.has_more());
    assert_eq!(Moves::new(&table).list(&start(&table)).expect("listed").len(), 5);
    // At depth 3: the game is over after 1, and after 2…5 and 1.
    assert_eq!(counts(&table, 3, 2), [0, 20, 20, 20, 20]);
    assert_eq!(counts(&table, 6, 3), counts(&table, 6, 1));
}

#[test]
fn what_stands_in_the_way_is_told_with_its_way() {
    let ir = game(
        "choose a from 1..3 by players[1]\nchoose more b from 1..3 by players[1]\nlet x = 6 / (a - b)\nend",
    );
    let table = Table::new(&ir).expect("sound");
    let state = start(&table);
    let stuck = Moves::new(&table).list(&state).expect_err("1 and 1");
    assert!(matches!(stuck.why, Obstacle::Fault(_)), "{stuck:?}");
    assert_eq!(stuck.path, [0, 0]);
    let stuck = perft(&table, &state, 1, NonZero::<usize>::MIN).expect_err("1 and 1");
    assert_eq!(stuck.path, [0, 0]);
    // A caller who picks among moves gets the error when choosing.
    let mut weights = Vec::new();
    assert_eq!(Moves::new(&table).weigh(&state, 1000, &mut weights), Ok(()));
    assert_eq!(weights, [3, 3, 3], "that 1 and 1 fail shows only when they are played");

    let endless =
        game("choose a from 1..2 by players[1]\nwhile true { choose more b from 1..1 by players[1] }");
    let table = Table::new(&endless).expect("sound");
    let stuck = Moves::new(&table).count(&start(&table)).expect_err("it does not end");
    assert_eq!(stuck.why, Obstacle::TooLong);
    let stuck = Moves::new(&table).weigh(&start(&table), 100, &mut weights).expect_err("too much");
    assert_eq!(stuck.why, Obstacle::TooMany);
}

#[test]
fn the_random_bot_takes_each_whole_move_as_often() {
    let ir = game(STEPS);
    let table = Table::new(&ir).expect("sound");
    let mut taken = std::collections::BTreeMap::new();
    let games = 3500;
    for seed in 0..games {
        let mut session = Session::new(&table, agreed(&table, 2, &[], seed)).expect("laid");
        let mut bots = bots(&session, BotKind::Random);
        let mut path = Vec::new();
        session.advance();
        while session.state().chooser() == Some(PlayerId(0)) {
            let seen = session.observation().expect("it waits");
            match path.as_slice() {
                [] => assert_eq!(weights(&seen), [1, 2, 4]),
                [2] => assert_eq!(weights(&seen), [1, 1, 2]),
                _ => {}
            }
            let index = bots[0].choose(&seen);
            path.push(index);
            session.choose(index).expect("an option");
            session.advance();
        }
        *taken.entry(path).or_insert(0) += 1;
    }
    assert_eq!(taken.len(), 7);
    // Four standard deviations are 83.
    assert!(taken.values().all(|n: &i32| (n - games as i32 / 7).abs() < 83), "{taken:?}");
}

/// Through calls and returns, loops and empty lists: choices that may be more of a move, and choices that
/// cannot.
#[test]
fn choices_that_nothing_more_follows_are_known() {
    let ir = compiled(&[(
        "game.toml",
        "[game]\nid = \"steps\"\nname = \"Steps\"\nplayers = [2, 2]\n[verbs.again]\nparams = { p = \"player\" }\n\
         do = \"choose more c from 3..4 by p\"\n[verbs.plain]\nparams = { p = \"player\" }\ndo = \"choose d from 5..6 by p\"\n\
         [state.table]\nfree = \"set of player\"\n[flow]\nplay = '''\nlet p = players[1]\nrepeat 2 {\n  choose a from 1..2 by p\n  \
         again(p)\n  plain(p)\n  choose e from free by p { } else { choose f from 7..8 by p }\n}\nchoose g from 9..10 by p\n'''\n",
    )]);
    let table = Table::new(&ir).expect("sound");
    let known: Vec<(&str, bool)> = (ir.choices.iter().enumerate())
        .map(|(i, c)| (c.variable.as_str(), table.continues(cardwright::ir::ChoiceId(i as u16))))
        .collect();
    let mut known = known;
    known.sort_unstable();
    assert_eq!(known, [("a", true), ("c", false), ("d", false), ("e", false), ("f", false), ("g", false)]);
    assert!(table.has_more());
}
