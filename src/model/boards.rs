//! Boards, and their cells by name.

use super::{Code, FieldDecl, Ident};
pub use crate::schema::MOST_COLUMNS;
use crate::source::Node;

/// Most cells of one board.
pub const MOST_CELLS: usize = 512;

/// `[boards.x]`
#[derive(Debug)]
pub struct BoardDecl {
    /// Its id.
    pub id: Ident,
    /// `name`: what people read for it.
    pub name: Option<String>,
    /// `base`: the sort of board that it is.
    pub base: Option<Ident>,
    /// Its cells and how they adjoin.
    pub form: BoardForm,
    /// `lines`: rows of cells that belong together.
    pub lines: Vec<Vec<Ident>>,
    /// `attributes`: given by areas and `each`, or worked out once for every cell.
    pub attributes: Vec<CellAttributeDecl>,
    /// `each`: attributes that each of its cells has alike.
    pub each: Vec<(Ident, Node)>,
    /// `state`: what each cell holds.
    pub state: Vec<FieldDecl>,
    /// `drawn.blocks`: which of its attributes parts cells by lines.
    pub blocks: Option<Ident>,
    /// `drawn.dots`: which of its attributes marks empty cells.
    pub dots: Option<Ident>,
    /// `only_if`
    pub only_if: Option<Code>,
}

/// An area of a board.
#[derive(Debug)]
pub struct AreaDecl {
    /// Its id.
    pub id: Ident,
    /// What it adjoins.
    pub adjoins: Vec<Ident>,
    /// `name`: what people read for it.
    pub name: Option<String>,
    /// `at`: where its middle lies, in hundredths of the board's width and height from the top left.
    pub at: Option<(f64, f64)>,
    /// Its attributes.
    pub fields: Vec<(Ident, Node)>,
}

/// The cells of a board.
#[derive(Debug)]
pub enum BoardForm {
    /// `grid = [columns, rows]`
    Grid(u16, u16),
    /// `hex = [columns, rows]`
    Hex(u16, u16),
    /// `areas = { … }`
    Areas(Vec<AreaDecl>),
    /// Only `lines`.
    Lines,
    /// None: it is a sort of board, the `base` of others.
    Sort,
}

/// An attribute of cells.
#[derive(Debug)]
pub struct CellAttributeDecl {
    /// Its id.
    pub id: Ident,
    /// Its type.
    pub ty: Code,
    /// `is`: an expression over the cell, which is `self`.
    pub is: Option<Code>,
    /// `default`: what a cell that does not say it has.
    pub default: Option<Node>,
}

impl BoardDecl {
    /// The ids of its cells in their order: of a grid row by row from the bottom left (`a1`, `b1` … `a2` …), else as they
    /// are first named.
    pub fn cells(&self) -> Vec<String> {
        match &self.form {
            BoardForm::Grid(columns, rows) | BoardForm::Hex(columns, rows) => {
                (0..*rows).flat_map(|row| (0..*columns).map(move |column| cell_id(column, row))).collect()
            }
            BoardForm::Areas(areas) => areas.iter().map(|area| area.id.text.clone()).collect(),
            BoardForm::Lines => {
                let mut cells: Vec<String> = Vec::new();
                for cell in self.lines.iter().flatten() {
                    if !cells.contains(&cell.text) {
                        cells.push(cell.text.clone());
                    }
                }
                cells
            }
            BoardForm::Sort => Vec::new(),
        }
    }

    /// The directions one can go in: those of its form, clockwise from the north; none on areas and lines.
    pub fn directions(&self) -> &'static [&'static str] {
        match &self.form {
            BoardForm::Grid(..) => &["n", "ne", "e", "se", "s", "sw", "w", "nw"],
            BoardForm::Hex(..) => &["ne", "e", "se", "sw", "w", "nw"],
            BoardForm::Areas(_) | BoardForm::Lines | BoardForm::Sort => &[],
        }
    }
}

/// The id of a cell of a grid: its column as a letter, its row as a number; both count from 0 here, from `a` and 1 there.
/// Columns beyond the last letter do not exist.
pub fn cell_id(column: u16, row: u16) -> String {
    let letter = char::from(b'a' + (column.min(MOST_COLUMNS - 1)) as u8);
    format!("{letter}{}", row + 1)
}
