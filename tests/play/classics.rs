//! Games of which it is known how many sequences of moves there are. Deeper counts are in `.ci/run`, with the
//! optimised program.

use super::{agreed, shipped};
use cardwright::ir::{Ir, StartPoint};
use cardwright::play::{perft, scenario_start};
use cardwright::table::{Names, State, Stop, Table};
use std::num::NonZero;

fn from_setup(table: &Table, options: &[(&str, &str)]) -> State {
    let mut machine = table.machine();
    let mut state = agreed(table, 2, options, 1).lay(&mut machine).expect("laid");
    machine.start(&mut state, StartPoint::Setup);
    assert_eq!(machine.advance(&mut state), Stop::Choice);
    state
}

fn from_scenario(table: &Table, ir: &Ir, id: &str) -> State {
    let scenario = ir.scenarios.iter().find(|s| s.id == id).expect("the scenario is there");
    scenario_start(table, &Names::new(ir), scenario).expect("it begins").state
}

#[track_caller]
fn counts(table: &Table, state: &State, expected: &[u64]) {
    let depths = 1..=expected.len() as u32;
    let counted: Vec<u64> = depths
        .map(|depth| perft(table, state, depth, NonZero::<usize>::MIN).expect("counted").total())
        .collect();
    assert_eq!(counted, expected);
}

#[track_caller]
fn opening(game: &str, expected: &[u64]) {
    let ir = shipped(game);
    let table = Table::new(&ir).expect("sound");
    counts(&table, &from_setup(&table, &[]), expected);
}

#[test]
fn tic_tac_toe() {
    opening("tic-tac-toe", &[9, 72, 504, 3_024, 15_120, 54_720]);
}

#[test]
fn connect_four() {
    opening("connect-four", &[7, 49, 343, 2_401, 16_807, 117_649]);
}

#[test]
fn breakthrough() {
    opening("breakthrough", &[22, 484, 11_132]);
}

#[test]
fn reversi() {
    opening("reversi", &[4, 12, 56, 244, 1_396, 8_200]);
}

#[test]
fn hex() {
    opening("hex", &[121, 14_520]);
}

#[test]
fn draughts() {
    opening("draughts", &[7, 49, 302, 1_469, 7_361, 36_768]);
}

#[test]
fn nine_mens_morris() {
    opening("nine-mens-morris", &[24, 552, 12_144]);
    let ir = shipped("nine-mens-morris");
    let table = Table::new(&ir).expect("sound");
    counts(&table, &from_scenario(&table, &ir, "perft-by-hand"), &[9, 61]);
}

#[test]
fn chess() {
    opening("chess", &[20, 400, 8_902]);
    let ir = shipped("chess");
    let table = Table::new(&ir).expect("sound");
    let from = |id: &str, expected: &[u64]| counts(&table, &from_scenario(&table, &ir, id), expected);
    from("castling-and-pins", &[48, 2_039, 97_862]);
    from("rook-endgame", &[14, 191, 2_812, 43_238]);
    from("promotion-with-check", &[6, 264, 9_467]);
    from("knight-beside-the-king", &[44, 1_486, 62_379]);
}

/// Two players, three cards and one bet: every way through.
#[test]
fn poker() {
    opening("kuhn-poker", &[2, 4, 2]);
    opening("leduc-poker", &[2, 5]);
}
