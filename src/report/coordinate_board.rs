//! Boards of named places whose names are coordinates, such as `a1` and `d7`. Each place is drawn at its
//! coordinates, with lines to adjacent places in its row and column.

use crate::ir::{BoardInfo, CellId, Ir, ToIndex};
use std::collections::{BTreeMap, BTreeSet};

/// Gap between adjacent columns, in characters, in addition to the cells' width.
const GAP: usize = 3;

/// The content of a point of the drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DrawingPoint {
    Cell(CellId),
    /// A line through the point: along the row, along the column, or both.
    Line(&'static str),
    Nothing,
}

/// The coordinates of a board's cells, and the lines between them.
pub(super) struct CellCoordinates {
    pub columns: usize,
    pub rows: usize,
    at: BTreeMap<(usize, usize), CellId>,
    /// Points (column, row) that a line passes through, or that a line leaves to the right.
    along_row: BTreeSet<(usize, usize)>,
    along_column: BTreeSet<(usize, usize)>,
    to_the_right: BTreeSet<(usize, usize)>,
}

impl CellCoordinates {
    /// Returns the layout of a board, or `None` unless all names are coordinates. Columns and rows count from
    /// 0.
    pub fn new(ir: &Ir, board: &BoardInfo) -> Option<CellCoordinates> {
        let cells = || board.cells();
        let mut places = BTreeMap::new();
        for cell in cells() {
            places.insert(cell, coordinates(&ir.cells.find(cell)?.id)?);
        }
        let mut placed = CellCoordinates {
            columns: places.values().map(|(column, _)| column + 1).max()?,
            rows: places.values().map(|(_, row)| row + 1).max()?,
            at: places.iter().map(|(cell, place)| (*place, *cell)).collect(),
            along_row: BTreeSet::new(),
            along_column: BTreeSet::new(),
            to_the_right: BTreeSet::new(),
        };
        for (a, (column, row)) in &places {
            for (_, (to_column, to_row)) in places.iter().filter(|(b, _)| adjoin(ir, *a, **b)) {
                if row == to_row && column < to_column {
                    placed.to_the_right.extend((*column..*to_column).map(|c| (c, *row)));
                    placed.along_row.extend((column + 1..*to_column).map(|c| (c, *row)));
                }
                if column == to_column && row < to_row {
                    placed.along_column.extend((row + 1..*to_row).map(|r| (*column, r)));
                }
            }
        }
        Some(placed)
    }

    /// Returns the content of a point.
    pub fn point(&self, column: usize, row: usize) -> DrawingPoint {
        let place = (column, row);
        match (self.at.get(&place), self.along_row.contains(&place), self.along_column.contains(&place)) {
            (Some(cell), ..) => DrawingPoint::Cell(*cell),
            (None, true, true) => DrawingPoint::Line("┼"),
            (None, true, false) => DrawingPoint::Line("─"),
            (None, false, true) => DrawingPoint::Line("│"),
            (None, false, false) => DrawingPoint::Nothing,
        }
    }

    /// Returns the characters from a point to the next column: a line or blanks. `room` is the number of
    /// characters that the point itself leaves free.
    pub fn way(&self, column: usize, row: usize, room: usize) -> String {
        let sign = if self.to_the_right.contains(&(column, row)) { "─" } else { " " };
        if column + 1 < self.columns { sign.repeat(room + GAP) } else { String::new() }
    }

    /// Returns the column letters, for cells of this width.
    pub fn letters(&self, width: usize) -> String {
        let letter = |column: usize| char::from(b'a' + column as u8);
        let pitch = width + GAP;
        (0..self.columns)
            .map(|column| format!("{:<pitch$}", letter(column)))
            .collect::<String>()
            .trim_end()
            .to_owned()
    }
}

/// Parses a letter and a number from 1 to 99 as column and row, from 0.
fn coordinates(id: &str) -> Option<(usize, usize)> {
    let letter = id.bytes().next().filter(u8::is_ascii_lowercase)?;
    let number = id.get(1..).filter(|digits| digits.len() <= 2 && !digits.starts_with('0'))?;
    Some((usize::from(letter - b'a'), number.parse::<usize>().ok()?.checked_sub(1)?))
}

/// Returns whether cell `b` is adjacent to cell `a`.
pub(super) fn adjoin(ir: &Ir, a: CellId, b: CellId) -> bool {
    let words = usize::from(ir.geometry.words);
    let row = ir.geometry.neighbours.index() + a.index() * words;
    ir.pool.get(row + b.index() / 64).is_some_and(|word| word >> (b.0 % 64) & 1 == 1)
}
