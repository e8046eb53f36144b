//! Declarations of boards, and the ids of their cells.

use super::fields::FieldDecl;
use super::ident::{CodeText, Ident};
pub use crate::schema::{MOST_CELLS, MOST_COLUMNS};
use crate::source::TomlNode;

/// `[boards.x]`
#[derive(Debug)]
pub struct BoardDecl {
    /// The `x` of its header.
    pub id: Ident,
    /// `name`: its printed name.
    pub name: Option<String>,
    /// `base`: the sort of boards that it belongs to.
    pub base: Option<Ident>,
    /// Its cells and their adjacency.
    pub form: BoardFormDecl,
    /// `lines`: named cells that form lines.
    pub lines: Vec<Vec<Ident>>,
    /// `attributes`: given by areas and `each`, or computed once for every cell.
    pub attributes: Vec<CellAttributeDecl>,
    /// `each`: attributes with the same value on each of its cells.
    pub each: Vec<(Ident, TomlNode)>,
    /// `state`: the state of each cell.
    pub state: Vec<FieldDecl>,
    /// `drawn.blocks`: the attribute by whose values the drawing separates cells with lines.
    pub blocks: Option<Ident>,
    /// `drawn.dots`: the attribute that the drawing marks on empty cells.
    pub dots: Option<Ident>,
    /// `only_if`: a condition on options; while it is false, the cells are not in the game
    pub only_if: Option<CodeText>,
}

/// A cell of a board that is declared by its neighbours.
#[derive(Debug)]
pub struct AreaDecl {
    /// Its key in `areas`, which becomes the id of a cell.
    pub id: Ident,
    /// True if it has a header of its own, and is no line below `[boards.map.areas]`.
    pub has_header: bool,
    /// `adjoins`: its neighbours; it is enough if one of two neighbours names the other.
    pub adjoins: Vec<Ident>,
    /// `name`: its printed name.
    pub name: Option<String>,
    /// `at`: the position of its centre, in hundredths of the board's width and height from the top left.
    pub at: Option<(f64, f64)>,
    /// Its attributes.
    pub fields: Vec<(Ident, TomlNode)>,
}

/// The cells of a board.
#[derive(Debug)]
pub enum BoardFormDecl {
    /// `grid = [columns, rows]`
    Grid(u16, u16),
    /// `hex = [columns, rows]`
    Hex(u16, u16),
    /// `areas = { … }`: named cells, each with its neighbours
    Areas(Vec<AreaDecl>),
    /// Only `lines`.
    Lines,
    /// No cells: a sort of boards, the `base` of others.
    Sort,
}

/// An attribute of a board's cells. Its value is printed: it never changes in play.
#[derive(Debug)]
pub struct CellAttributeDecl {
    /// Its key in `attributes`.
    pub id: Ident,
    /// Its type as written, with the range of an int.
    pub ty: CodeText,
    /// `is`: an expression over the cell, which is `self`.
    pub is: Option<CodeText>,
    /// `default`: the value of a cell that gives none.
    pub default: Option<TomlNode>,
}

impl BoardDecl {
    /// Returns the ids of its cells in their order: on a grid row by row from the bottom left (`a1`, `b1` …
    /// `a2` …), otherwise in the order in which they are first named.
    pub fn cells(&self) -> Vec<String> {
        match &self.form {
            BoardFormDecl::Grid(columns, rows) | BoardFormDecl::Hex(columns, rows) => {
                (0..*rows).flat_map(|row| (0..*columns).map(move |column| cell_id(column, row))).collect()
            }
            BoardFormDecl::Areas(areas) => areas.iter().map(|area| area.id.text.clone()).collect(),
            BoardFormDecl::Lines => {
                let mut cells: Vec<String> = Vec::new();
                for cell in self.lines.iter().flatten() {
                    if !cells.contains(&cell.text) {
                        cells.push(cell.text.clone());
                    }
                }
                cells
            }
            BoardFormDecl::Sort => Vec::new(),
        }
    }

    /// Returns its areas; none if it has another form.
    pub fn areas(&self) -> &[AreaDecl] {
        match &self.form {
            BoardFormDecl::Areas(areas) => areas,
            _ => &[],
        }
    }

    /// Returns the directions of its form, clockwise from the north; none on areas and lines.
    pub fn directions(&self) -> &'static [&'static str] {
        match &self.form {
            BoardFormDecl::Grid(..) => &["n", "ne", "e", "se", "s", "sw", "w", "nw"],
            BoardFormDecl::Hex(..) => &["ne", "e", "se", "sw", "w", "nw"],
            BoardFormDecl::Areas(_) | BoardFormDecl::Lines | BoardFormDecl::Sort => &[],
        }
    }
}

/// Returns the id of a cell of a grid: its column as a letter, its row as a number. Columns and rows count
/// from 0 here, from `a` and 1 in the id. Columns beyond the last letter are clamped to it.
pub fn cell_id(column: u16, row: u16) -> String {
    let letter = char::from(b'a' + (column.min(MOST_COLUMNS - 1)) as u8);
    format!("{letter}{}", row + 1)
}
