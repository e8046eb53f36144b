//! Simulations: the same for any number of threads, each game to be seen again, and figures that are right.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::{BIDS, agreed, answer, bots, compiled, shipped};
use cardwright::lab::{
    CountSelection, Length, Moments, Simulation, SimulationResults, Stats, simulate, wilson,
};
use cardwright::play::{Agreement, BotKind, Session, game_seed};
use cardwright::table::{Ending, PlayerResult, Stop, Table, TableOutcome};

fn run(
    table: &Table,
    agreement: &Agreement,
    bot: BotKind,
    games: u64,
    max_plies: u64,
    jobs: usize,
) -> SimulationResults {
    let simulation = Simulation {
        max_plies,
        jobs: NonZero::new(jobs).expect("a thread"),
        ..Simulation::new(agreement.clone(), vec![bot; agreement.players as usize], games)
    };
    let done = AtomicU64::new(0);
    let progress = |n| {
        done.fetch_add(n, Ordering::Relaxed);
    };
    let results = simulate(table, &simulation, &AtomicBool::new(false), progress).expect("laid").results;
    assert_eq!(done.into_inner(), games);
    results
}

#[test]
fn games_are_the_same_whether_or_not_choices_are_looked_at() {
    // Without counts of choices the machine answers them itself, where nothing is hidden or joined.
    for id in [
        "tic-tac-toe",
        "leduc-poker",
        "breakthrough",
        "draughts",
        "fantasy-realms",
        "minute-realms",
        "twelve-realms",
    ] {
        let ir = shipped(id);
        let table = Table::new(&ir).expect("sound");
        let agreement = Agreement::settle(&mut table.machine(), None, [], 5).expect("they agree");
        let played = |wants| {
            let simulation = Simulation {
                wants,
                max_plies: 300,
                ..Simulation::new(agreement.clone(), vec![BotKind::Random; agreement.players as usize], 30)
            };
            let results =
                simulate(&table, &simulation, &AtomicBool::new(false), |_| {}).expect("laid").results;
            (results.counts.stats, results.unfinished)
        };
        assert_eq!(
            played(CountSelection::default()),
            played(CountSelection { choices: true, ..CountSelection::default() }),
            "{id}"
        );
    }
}

#[test]
fn intervals_are_wilsons() {
    // Newcombe (1998), table I, method 3.
    let table =
        [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)];
    for (wins, games, low, high) in table {
        let interval = wilson(wins, games);
        assert!(
            (interval.low - low).abs() < 5e-5 && (interval.high - high).abs() < 5e-5,
            "{wins}/{games}: {interval:?}"
        );
        let mirrored = wilson(games - wins, games);
        assert!((mirrored.low - (1.0 - interval.high)).abs() < 1e-12);
        assert!((mirrored.high - (1.0 - interval.low)).abs() < 1e-12);
    }
    assert_eq!((wilson(0, 0).low, wilson(0, 0).high), (0.0, 1.0));
    assert_eq!((wilson(0, 7).low, wilson(7, 7).high), (0.0, 1.0));
}

#[test]
fn moments_are_exact_and_in_any_order() {
    let values = [3, -7, 12, 0, 3, 1_000_000_007, -1_000_000_009];
    let mut whole = Moments::default();
    values.iter().for_each(|v| whole.add(*v));
    for cut in 0..=values.len() {
        let (mut a, mut b) = (Moments::default(), Moments::default());
        values[..cut].iter().rev().for_each(|v| a.add(*v));
        values[cut..].iter().for_each(|v| b.add(*v));
        b.merge(&a);
        assert_eq!(b, whole);
    }
    assert_eq!(whole.range(), Some((-1_000_000_009, 1_000_000_007)));
    let mut small = Moments::default();
    [2, 4, 4, 4, 5, 5, 7, 9].iter().for_each(|v| small.add(*v));
    assert_eq!(small.mean(), 5.0);
    assert!((small.deviation() - (32.0f64 / 7.0).sqrt()).abs() < 1e-12);
    assert_eq!((Moments::default().mean(), Moments::default().deviation()), (0.0, 0.0));
    let mut most = Moments::default();
    [i64::MAX, i64::MIN, i64::MAX].iter().for_each(|v| most.add(*v));
    assert!(most.deviation().is_finite());
}

#[test]
fn lengths_and_wins_are_counted() {
    let mut stats = Stats::new(2);
    assert_eq!(stats.lengths.percentile(50), None);
    let standing = |won: bool, score| {
        move |side| PlayerResult {
            rank: if won { 1 } else { 2 },
            won,
            lost: false,
            side,
            score: Some(score),
            ties: Vec::new(),
        }
    };
    for plies in 1..=100 {
        let standings = vec![standing(plies > 10, 10)(0), standing(plies > 90 || plies <= 5, 20)(1)];
        stats.finish(
            &TableOutcome { ending: Ending::Scored, named: None, standings, sides: Vec::new() },
            Length { plies, turns: plies / 2, rounds: plies / 4 },
            &[0, 1],
            false,
        );
    }
    assert_eq!([0, 5, 50, 95, 100].map(|p| stats.lengths.percentile(p)), [1, 5, 50, 95, 100].map(Some));
    assert_eq!([0, 100].map(|p| stats.rounds.percentile(p)), [Some(0), Some(25)]);
    assert_eq!((stats.seats[0].wins, stats.seats[1].wins), (90, 15));
    assert_eq!((stats.shared, stats.seats[0].shared, stats.seats[1].shared, stats.drawn), (10, 10, 10, 5));
    assert_eq!(stats.seats[1].scores.mean(), 20.0);
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let ir = shipped("fantasy-realms");
    let table = Table::new(&ir).expect("sound");
    let agreement = agreed(&table, 4, &[], 99);
    let one = run(&table, &agreement, BotKind::Random, 300, 10_000, 1);
    assert_eq!(one.counts.stats.finished, 300);
    assert_eq!(one.counts.stats.seats.iter().map(|s| s.wins).sum::<u64>(), 300 + one.counts.stats.shared);
    for jobs in [2, 4, 7] {
        assert_eq!(run(&table, &agreement, BotKind::Random, 300, 10_000, jobs), one);
    }
    let other = agreed(&table, 4, &[], 100);
    assert_ne!(run(&table, &other, BotKind::Random, 300, 10_000, 1), one);
}

#[test]
fn a_game_of_a_simulation_can_be_seen_again() {
    let ir = shipped("fantasy-realms");
    let table = Table::new(&ir).expect("sound");
    let agreement = agreed(&table, 3, &[], 7);
    let mut stats = Stats::new(3);
    for index in 0..20 {
        let again = Agreement { seed: game_seed(7, index), ..agreement.clone() };
        let mut session = Session::new(&table, again).expect("laid");
        let mut players = bots(&session, BotKind::Random);
        let (mut turns, mut last) = ([0; 3], None);
        while answer(&mut session, &mut players, 0) == Stop::Choice {
            let chooser = session.state().chooser();
            turns[chooser.expect("somebody").index()] += u64::from(chooser != last);
            last = chooser;
            answer(&mut session, &mut players, 1);
        }
        stats.plies += session.state().plies();
        let outcome = session.outcome().expect("scored");
        let rounds = turns.into_iter().max().expect("three");
        stats.finish(
            &outcome,
            Length { plies: session.state().plies(), turns: turns.iter().sum(), rounds },
            &[0, 1, 2, 3],
            false,
        );
    }
    assert_eq!(run(&table, &agreement, BotKind::Random, 20, 10_000, 3).counts.stats, stats);
    assert!(game_seed(u64::MAX, u64::MAX) < 1 << 53);
}

#[test]
fn games_without_an_end_are_given_up_and_named() {
    let ir = compiled(BIDS);
    let table = Table::new(&ir).expect("sound");
    let agreement = agreed(&table, 2, &[("length", "endless")], 1);
    let results = run(&table, &agreement, BotKind::First, 40, 100, 2);
    assert_eq!(
        (results.counts.stats.finished, results.counts.stats.unfinished, results.counts.stats.faults),
        (0, 40, 0)
    );
    assert_eq!(results.counts.stats.plies, 4000);
    let first = results.unfinished.expect("named");
    assert_eq!((first.index, first.seed), (0, game_seed(1, 0)));
}

#[test]
fn the_first_fault_is_named_and_comes_again() {
    let ir = compiled(BIDS);
    let table = Table::new(&ir).expect("sound");
    let agreement = agreed(&table, 2, &[("length", "endless")], 1);
    let results = run(&table, &agreement, BotKind::Random, 40, 10_000, 3);
    assert_eq!((results.counts.stats.finished, results.counts.stats.faults), (0, 40));
    let first = results.fault.expect("named");
    let (game, fault) = (first.game, first.fault.expect("it was just played"));
    assert_eq!(game.index, 0);
    let diagnostic = fault.to_diagnostic(&table);
    assert_eq!(diagnostic.code.to_string(), "CW0701");
    let mut session = Session::new(&table, Agreement { seed: game.seed, ..agreement }).expect("laid");
    let mut players = bots(&session, BotKind::Random);
    assert_eq!(answer(&mut session, &mut players, usize::MAX), Stop::Fault(fault));
}

#[test]
fn the_random_bot_takes_each_option_as_often() {
    let ir = compiled(BIDS);
    let table = Table::new(&ir).expect("sound");
    let mut taken = [[0u32; 3]; 2];
    for seed in 0..3000 {
        let mut session = Session::new(&table, agreed(&table, 2, &[], seed)).expect("laid");
        let mut players = bots(&session, BotKind::Random);
        answer(&mut session, &mut players, 2);
        for counts in &mut taken {
            let Ok(seen) = session.observation() else { continue };
            let index = players[seen.player().index()].choose(&seen);
            counts[index] += 1;
            session.choose(index).expect("an option");
            session.advance();
        }
    }
    // Four standard deviations around a third.
    assert!(taken[0].iter().all(|n| n.abs_diff(1000) < 104), "{taken:?}");
    assert!(taken[1].iter().all(|n| n.abs_diff(667) < 90), "{taken:?}");
}
