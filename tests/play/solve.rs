//! Exact values of small games.

use std::collections::HashMap;

use super::{agreed, compiled, shipped};
use cardwright::ir::{Ir, StartPoint};
use cardwright::play::{GameValue, Moves, SOLVE_LIMIT as LIMIT, Solution, SolveError, solve};
use cardwright::table::{Names, State, Stop, Table};

fn start(table: &Table, options: &[(&str, &str)]) -> State {
    let mut machine = table.machine();
    let mut state = agreed(table, table.ir().game.players.0, options, 1).lay(&mut machine).expect("laid");
    machine.start(&mut state, StartPoint::Setup);
    assert_eq!(machine.advance(&mut state), Stop::Choice);
    state
}

fn solved(ir: &Ir, options: &[(&str, &str)], limit: u64) -> Result<Solution, SolveError> {
    let table = Table::new(ir).expect("sound");
    solve(&table, &start(&table, options), limit)
}

fn lab(play: &str) -> Ir {
    let rules = "[state.table]\nheap = \"int -9..99\"\n[flow]\n";
    let head = "[game]\nid = \"lab\"\nname = \"Lab\"\nplayers = [2, 2]\n";
    compiled(&[("game.toml", &format!("{head}{rules}play = \"\"\"\n{play}\n\"\"\"\n"))])
}

/// One to three are taken from a heap; who takes the last wins.
fn heap(n: u32) -> Ir {
    lab(&format!(
        "heap = {n}
let p = players[1]
while true {{
  choose t from 1..min(3, heap) by p
  heap -= t
  if heap == 0 {{ win p }}
  p = next(p)
}}"
    ))
}

#[test]
fn heaps_are_won_by_who_leaves_a_multiple_of_four() {
    for n in 1..=14 {
        let ir = heap(n);
        let table = Table::new(&ir).expect("sound");
        let state = start(&table, &[]);
        let solution = solve(&table, &state, 100_000).expect("small");
        let first = n % 4 != 0;
        assert_eq!(solution.value, if first { GameValue::First } else { GameValue::Second }, "{n}");
        // Two choices for each four of them, and one more before them.
        let rounds = n.div_euclid(4) * 2 + u32::from(first);
        assert_eq!((solution.choices, solution.line.len() as u32), (Some(rounds), rounds), "{n}");
        let names = Moves::new(&table).names_with_seats(&Names::new(&ir), &state, &solution.line);
        let taken: u32 = names.iter().map(|(_, t)| t.parse::<u32>().expect("a number")).sum();
        assert_eq!(taken, n);
        assert_eq!(names.last().map(|(seat, _)| seat.0), Some(if first { 1 } else { 2 }));
    }
}

#[test]
fn known_games_come_out_as_they_must() {
    let tic = solved(&shipped("tic-tac-toe"), &[], 100_000).expect("small");
    assert_eq!((tic.value, tic.choices, tic.line.len()), (GameValue::Draw, None, 9));
    let ir = shipped("connect-four");
    let four = solved(&ir, &[("columns", "4"), ("rows", "4")], 2_000_000).expect("small");
    assert_eq!((four.value, four.line.len()), (GameValue::Draw, 16));
}

/// Returns whether the player to move wins a race of pawns, computed without the language. Boards are bits,
/// row by row.
fn race(
    size: (i32, i32),
    own: u64,
    other: u64,
    up: bool,
    known: &mut HashMap<(u64, u64, bool), bool>,
) -> bool {
    if let Some(wins) = known.get(&(own, other, up)) {
        return *wins;
    }
    let (columns, rows) = size;
    let (on, goal) = if up { (1, rows - 1) } else { (-1, 0) };
    let mut wins = false;
    for from in (0..columns * rows).filter(|from| own >> from & 1 == 1) {
        for aside in -1..=1 {
            let (x, y) = (from % columns + aside, from / columns + on);
            let inside = (0..columns).contains(&x) && (0..rows).contains(&y);
            let to = if inside { 1 << (y * columns + x) } else { continue };
            // The first move that wins is enough.
            if wins || own & to != 0 || (aside == 0 && other & to != 0) {
                continue;
            }
            let (left, moved) = (other & !to, own & !(1 << from) | to);
            wins = y == goal || left == 0 || !race(size, left, moved, !up, known);
        }
    }
    known.insert((own, other, up), wins);
    wins
}

#[test]
fn races_of_pawns_come_out_as_plain_search_has_them() {
    let ir = shipped("breakthrough");
    for (columns, rows) in [(4, 4), (5, 4), (4, 5)] {
        let rank = |row: i32| ((1u64 << columns) - 1) << (columns * row);
        let wins = race((columns, rows), rank(0), rank(rows - 1), true, &mut HashMap::new());
        assert!(wins, "whoever begins on so small a board wins");
        let options = [("columns", columns.to_string()), ("rows", rows.to_string())];
        let solution =
            solved(&ir, &options.each_ref().map(|(id, value)| (*id, value.as_str())), LIMIT).expect("small");
        assert_eq!(
            solution.value,
            if wins { GameValue::First } else { GameValue::Second },
            "{columns} by {rows}"
        );
        assert_eq!(solution.choices, Some(solution.line.len() as u32));
    }
}

#[test]
fn who_chooses_twice_is_nobodys_opponent() {
    // The second makes two choices in a row and wants the greatest sum of all three, the first the least.
    let ir = lab("choose a from {1, 4} by players[1]
choose b from 1..3 by players[2]
choose c from 1..3 by players[2]
if a + b + c > 7 { win players[2] }
if a + b + c == 7 { end in draw }
win players[1]");
    assert_eq!(solved(&ir, &[], 1000).expect("small").value, GameValue::Draw);
}

#[test]
fn what_cannot_be_solved_is_refused() {
    assert!(matches!(solved(&shipped("kuhn-poker"), &[], 1000), Err(SolveError::Hidden(_))));
    let three = compiled(&[(
        "game.toml",
        "[game]\nid = \"three\"\nname = \"Three\"\nplayers = [3, 3]\n[flow]\nplay = \"choose a from 1..2 by players[1]; end in draw\"\n",
    )]);
    assert_eq!(solved(&three, &[], 1000), Err(SolveError::Players(3)));
    let dice = lab("choose a from 1..2 by players[1]\nif roll(d6) > a { win players[1] }\nwin players[2]");
    assert!(matches!(solved(&dice, &[], 1000), Err(SolveError::Chance(_))));
    let round =
        lab("while true { choose a from 1..2 by players[1]; choose b from 1..2 by players[2]; heap = a }");
    assert_eq!(solved(&round, &[], 1000), Err(SolveError::Circle(vec![0, 0, 0, 0])));
    let faulty = lab("choose a from 1..2 by players[1]\nheap = a * 99\nend in draw");
    assert!(matches!(solved(&faulty, &[], 1000), Err(SolveError::Fault(path, _)) if path == [1]));
    assert_eq!(solved(&shipped("connect-four"), &[], 5000), Err(SolveError::TooMany(5000)));
}
