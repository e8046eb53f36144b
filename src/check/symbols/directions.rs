//! The directions of boards.

use crate::check::hir::tree::BoardOp;
use crate::check::symbols::symbol_table::SymbolTable;
use crate::ir::BoardForm;
use std::collections::HashMap;

/// The directions of a grid with their column and row offsets: first the orthogonal ones, then the diagonal
/// ones, each clockwise.
pub(in crate::check) const DIRECTIONS: [(&str, i32, i32); 8] = [
    ("n", 0, 1),
    ("e", 1, 0),
    ("s", 0, -1),
    ("w", -1, 0),
    ("ne", 1, 1),
    ("se", 1, -1),
    ("sw", -1, -1),
    ("nw", -1, 1),
];

/// Returns the column and row offsets of a direction on hexagons: the row above is shifted half a cell to the
/// right, so `ne` keeps the column.
pub(in crate::check) fn on_hexagons(direction: usize) -> Option<(i32, i32)> {
    Some(match DIRECTIONS[direction].0 {
        "e" => (1, 0),
        "w" => (-1, 0),
        "ne" => (0, 1),
        "nw" => (-1, 1),
        "sw" => (0, -1),
        "se" => (1, -1),
        _ => return None,
    })
}

/// Returns the directions that exist on at least one board of the game.
pub(in crate::check) fn known_directions(symbols: &SymbolTable) -> Vec<usize> {
    let grid = symbols.boards.iter().any(|b| b.form == BoardForm::Grid);
    (0..DIRECTIONS.len()).filter(|d| grid || on_hexagons(*d).is_some()).collect()
}

/// Returns each direction's opposite, and the directions one turn to the left and to the right. On hexagons a
/// turn is 60°.
pub fn turned(symbols: &SymbolTable) -> HashMap<BoardOp, Vec<u64>> {
    let at = |id: &str| DIRECTIONS.iter().position(|(d, ..)| *d == id).unwrap_or(0) as u64;
    let grid = symbols.boards.iter().any(|b| b.form == BoardForm::Grid);
    let round: Vec<&str> = match grid {
        true => vec!["n", "ne", "e", "se", "s", "sw", "w", "nw"],
        false => vec!["ne", "e", "se", "sw", "w", "nw"],
    };
    let by = |steps: usize| -> Vec<u64> {
        let turn = |(id, ..): &(&str, i32, i32)| match round.iter().position(|r| r == id) {
            Some(i) => at(round[(i + steps) % round.len()]),
            None => at(id),
        };
        DIRECTIONS.iter().map(turn).collect()
    };
    let quarter = if grid { 2 } else { 1 };
    HashMap::from([
        (BoardOp::Opposite, by(round.len() / 2)),
        (BoardOp::Right, by(quarter)),
        (BoardOp::Left, by(round.len() - quarter)),
    ])
}
