//! The cells of a board, by name.

use super::{BoardDecl, BoardForm};
pub use crate::schema::MOST_COLUMNS;

/// Most cells of one board.
pub const MOST_CELLS: usize = 512;

impl BoardDecl {
    /// The ids of its cells in their order: of a grid row by row from the bottom left (`a1`, `b1` … `a2` …), else as they
    /// are first named.
    pub fn cells(&self) -> Vec<String> {
        match &self.form {
            BoardForm::Grid(columns, rows) | BoardForm::Hex(columns, rows) => {
                (0..*rows).flat_map(|row| (0..*columns).map(move |column| cell_id(column, row))).collect()
            }
            BoardForm::Areas(areas) => areas.iter().map(|(area, _)| area.text.clone()).collect(),
            BoardForm::Lines => {
                let mut cells: Vec<String> = Vec::new();
                for cell in self.lines.iter().flatten() {
                    if !cells.contains(&cell.text) {
                        cells.push(cell.text.clone());
                    }
                }
                cells
            }
        }
    }

    /// The directions one can go in: those of its form, clockwise from the north; none on areas and lines.
    pub fn directions(&self) -> &'static [&'static str] {
        match &self.form {
            BoardForm::Grid(..) => &["n", "ne", "e", "se", "s", "sw", "w", "nw"],
            BoardForm::Hex(..) => &["ne", "e", "se", "sw", "w", "nw"],
            BoardForm::Areas(_) | BoardForm::Lines => &[],
        }
    }
}

/// The id of a cell of a grid: its column as a letter, its row as a number; both count from 0 here, from `a` and 1 there.
/// Columns beyond the last letter do not exist.
pub fn cell_id(column: u16, row: u16) -> String {
    let letter = char::from(b'a' + (column.min(MOST_COLUMNS - 1)) as u8);
    format!("{letter}{}", row + 1)
}
