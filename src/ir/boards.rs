//! Boards, their cells, and which cells are next to each other.

use super::ids::{AttributeId, BoardId, CellId, EnumId, FieldId, IdRange, ToIndex};
use serde::{Deserialize, Serialize};

/// A board that has cells; a sort of boards is not in the IR.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BoardInfo {
    /// The name by which rules refer to the set of its cells.
    pub id: String,
    /// Its display name, if it has one.
    pub name: Option<String>,
    /// The shape of its cells.
    pub form: BoardForm,
    /// Its cells: `first..first + count` of `Ir::cells`.
    pub first: CellId,
    /// The number of its cells.
    pub count: u32,
    /// Columns and rows; 0 on boards of areas.
    pub size: (u16, u16),
    /// Index into `Ir::attributes` of the attribute whose values are separated by lines in drawings.
    pub blocks: Option<AttributeId>,
    /// Index into `Ir::attributes` of the attribute that marks empty cells in drawings.
    pub dots: Option<AttributeId>,
}

impl BoardInfo {
    /// Returns its cells, whose ids are consecutive.
    pub fn cells(&self) -> IdRange<CellId> {
        IdRange::new(self.first, self.count.index())
    }
}

/// The shape of a board's cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum BoardForm {
    /// Squares.
    Grid,
    /// Hexagons in a rhombus.
    Hex,
    /// Named areas.
    Areas,
}

/// A cell: a square, a hexagon or an area of one board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CellInfo {
    /// `e5`, `town`.
    pub id: String,
    /// Its display name; its id by default.
    pub printed: String,
    /// Index into `Ir::boards`.
    pub board: BoardId,
    /// Its column, from 1; 0 on boards of areas.
    pub column: u16,
    /// Its row, from 1; 0 on boards of areas.
    pub row: u16,
    /// Its centre on paper, in ten-thousandths of the board's width and height from the top left, if
    /// declared.
    pub at: Option<[u16; 2]>,
}

impl CellInfo {
    /// Creates a cell without column and row, whose display name is its id.
    pub fn new(id: String, board: BoardId) -> CellInfo {
        CellInfo { printed: id.clone(), id, board, column: 0, row: 0, at: None }
    }
}

/// Adjacency of cells, as tables in the pool. A set of cells takes `words` words.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Geometry {
    /// Words of a set of cells.
    pub words: u16,
    /// Index of the enum of directions, if there is one.
    pub directions: Option<EnumId>,
    /// The field of the table that holds the cells in the game, if options can leave boards out.
    pub in_game: Option<FieldId>,
    /// Pool index of the next cell for each direction and cell, or NONE.
    pub steps: u32,
    /// For each direction, the number of bits to shift a set up by, and the pool index of the set of cells
    /// that have a next one. Empty unless all boards together are one grid or hex board.
    pub shifts: Vec<(i32, u32)>,
    /// Pool index of the set of all cells in a direction, for each direction and cell.
    pub rays: u32,
    /// The set of directions (one bit each) in which cell indices increase along every ray. In the others
    /// they decrease.
    pub rising: u64,
    /// Pool index of the set of neighbours of each cell.
    pub neighbours: u32,
    /// Pool index of the set of neighbours by a side or corner, for each cell.
    pub around: u32,
    /// Pool index of the lines, a set each.
    pub lines: u32,
    /// The number of lines.
    pub line_count: u32,
    /// The directions in which rows are searched; none is the opposite of another.
    pub axes: Vec<u8>,
}
