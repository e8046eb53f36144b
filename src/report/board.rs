//! Draws boards in a terminal.

use super::areas::{AreaLine, area_lines, areas, in_lines};
use super::brief_value::value;
use super::cell_room::BOARD_WIDTH;
use super::cell_signs::{CellSigns, CellText, attribute};
use super::coordinate_board::{CellCoordinates, DrawingPoint};
use super::grid::wrap;
use super::grid_lines::GridLines;
use crate::diagnostics::{count_noun, printable_line, runs};
use crate::ir::{AttributeId, BoardForm, BoardInfo, CellId, ComponentId, FieldId, Ir};
use crate::table::{Names, TableView, ViewedZone};
use anstyle::Style;

/// The maximum number of boards without contents that are drawn beside boards with contents.
const MOST_EMPTY: usize = 2;

/// Draws the boards of a game as the viewer sees them, each cell with its state, and a legend below. Empty if
/// there is no board, or no state or zone of cells.
pub fn boards(names: &Names, ir: &Ir, view: &TableView, width: usize) -> String {
    let component = |c: &ComponentId| names.component(u64::from(*c));
    let drawn = draw_boards(names, ir, view, width, &|zone| match &zone.contents {
        Some(contents) => runs(&contents.iter().map(component).collect::<Vec<_>>()).join(", "),
        None => count_noun(zone.count as u64, "card"),
    });
    drawn.text
}

/// The boards as drawn.
pub(super) struct BoardDrawing {
    /// The drawings, with a legend below.
    pub text: String,
    /// The contents of cells for which a drawing has no room: cells, and what lies there.
    pub details: Vec<(String, String)>,
}

/// Draws the boards; `inside` formats the contents of a zone.
pub(super) fn draw_boards(
    names: &Names,
    ir: &Ir,
    view: &TableView,
    width: usize,
    inside: &dyn Fn(&ViewedZone) -> String,
) -> BoardDrawing {
    let artist = Artist { ir, signs: CellSigns::new(names, ir, view) };
    let there: Vec<&BoardInfo> = ir.boards.iter().filter(|b| !view.absent.contains(&b.first)).collect();
    if artist.signs.are_empty() && !there.iter().any(|b| in_lines(ir, b)) {
        return BoardDrawing { text: String::new(), details: Vec::new() };
    }
    let value =
        |id: &str, field: FieldId, words: &[u64]| value(names, id, &ir.layout.fields[field].ty, words);
    let lines = |board: &BoardInfo| area_lines(names, ir, view, board, inside, &value);
    let is_empty = |board: &BoardInfo| in_lines(ir, board) && lines(board).iter().all(AreaLine::is_empty);
    let empty: Vec<bool> = there.iter().map(|board| is_empty(board)).collect();
    let count = empty.iter().filter(|empty| **empty).count();
    let is_short = count > MOST_EMPTY && count < there.len();
    let name_of =
        |board: &BoardInfo| printable_line(&board.name.clone().unwrap_or_else(|| board.id.replace('_', " ")));
    let (mut text, mut unused) = (String::new(), Vec::new());
    for (board, is_empty) in there.into_iter().zip(empty) {
        if is_empty && is_short {
            unused.push(name_of(board));
            continue;
        }
        if ir.boards.len() > 1 {
            let bold = Style::new().bold();
            text.push_str(&format!("  {bold}{}{bold:#}\n", name_of(board)));
        }
        text.push_str(&match board.form {
            BoardForm::Grid => match board.blocks {
                Some(blocks) => artist.ruled(board, blocks.0),
                None => artist.rows(board, false),
            },
            BoardForm::Hex => artist.rows(board, true),
            BoardForm::Areas if in_lines(ir, board) => areas(&lines(board), width),
            BoardForm::Areas => match CellCoordinates::new(ir, board) {
                Some(placed) => artist.draw_coordinate_board(board, &placed),
                None => artist.areas(board, width),
            },
        });
    }
    if !unused.is_empty() {
        let dim = Style::new().dimmed();
        for line in wrap(&format!("nothing on {}", unused.join(" · ")), width.saturating_sub(2)) {
            text.push_str(&format!("  {dim}{line}{dim:#}\n"));
        }
    }
    text += &artist.signs.legend(width);
    BoardDrawing { text, details: artist.signs.details(names, ir, view, inside) }
}

struct Artist<'a> {
    ir: &'a Ir,
    signs: CellSigns,
}

impl Artist<'_> {
    fn cell(&self, cell: CellId) -> CellText {
        self.signs.cell(cell)
    }

    /// Returns the width of the widest cell of a board, in characters.
    fn width(&self, board: &BoardInfo) -> usize {
        let cells = board.cells();
        cells.map(|c| self.cell(c).text.chars().count()).max().unwrap_or(1)
    }

    /// Draws the rows from the top, with row numbers on the left and column letters below. On hexagons each
    /// row is shifted half a cell to the right of the row below it.
    fn rows(&self, board: &BoardInfo, slanted: bool) -> String {
        let dim = Style::new().dimmed();
        let (columns, rows) = (usize::from(board.size.0), usize::from(board.size.1));
        let width = self.width(board);
        // Half a cell must be a whole number of characters.
        let pitch = if slanted { (width + 1).next_multiple_of(2) } else { width + 1 };
        let half = if slanted { pitch / 2 } else { 0 };
        let mut text = String::new();
        for row in (1..=rows).rev() {
            let indent = (row - 1) * half;
            let first = board.first.index() + (row - 1) * columns;
            let cells: String =
                (first..first + columns).map(|c| self.cell(CellId(c as u32)).styled(pitch)).collect();
            text.push_str(&format!("  {:indent$}{dim}{row:>2}{dim:#}  {}\n", "", cells.trim_end()));
        }
        let letters: String =
            (0..columns).map(|c| format!("{:<pitch$}", char::from(b'a' + c.min(25) as u8))).collect();
        text + &format!("      {dim}{}{dim:#}\n", letters.trim_end())
    }

    /// Draws a grid with lines between cells whose attribute `blocks` differs.
    fn ruled(&self, board: &BoardInfo, blocks: u16) -> String {
        let dim = Style::new().dimmed();
        let (columns, rows) = (usize::from(board.size.0), usize::from(board.size.1));
        let width = self.width(board);
        // Columns and rows count from 0, rows from the top.
        let cell = |column: usize, row: usize| board.first + ((rows - 1 - row) * columns + column) as u32;
        let apart = |a: CellId, b: CellId| {
            attribute(self.ir, AttributeId(blocks), a) != attribute(self.ir, AttributeId(blocks), b)
        };
        let lines = GridLines::new(
            columns,
            rows,
            |column, row| apart(cell(column, row), cell(column + 1, row)),
            |column, row| apart(cell(column, row), cell(column, row + 1)),
        );
        let lines = if lines.total_width(width) > BOARD_WIDTH { lines.tight() } else { lines };
        let mut text = String::new();
        for row in 0..rows {
            let mut cells = String::new();
            for column in 0..columns {
                cells.push_str(&self.cell(cell(column, row)).styled(width));
                match lines.right_of(column, row) {
                    Some(line) => cells.push_str(&lines.with_gap(&format!("{dim}{line}{dim:#}"))),
                    None if column + 1 < columns => cells.push(' '),
                    None => {}
                }
            }
            text.push_str(&format!("  {dim}{:>2}{dim:#}  {}\n", rows - row, cells.trim_end()));
            if let Some(line) = lines.line_below(row, width) {
                text.push_str(&format!("      {dim}{line}{dim:#}\n"));
            }
        }
        text + &format!("      {dim}{}{dim:#}\n", lines.letters(width))
    }

    /// Draws places at the coordinates in their names, with lines between adjacent ones.
    fn draw_coordinate_board(&self, board: &BoardInfo, placed: &CellCoordinates) -> String {
        let dim = Style::new().dimmed();
        let width = self.width(board);
        let mut text = String::new();
        for row in (0..placed.rows).rev() {
            let mut line = String::new();
            for column in 0..placed.columns {
                let taken = match placed.point(column, row) {
                    DrawingPoint::Cell(cell) => {
                        let drawn = self.cell(cell);
                        line.push_str(&drawn.styled(0));
                        drawn.text.chars().count()
                    }
                    DrawingPoint::Line(sign) => {
                        line.push_str(&format!("{dim}{sign}{dim:#}"));
                        1
                    }
                    DrawingPoint::Nothing => {
                        line.push(' ');
                        1
                    }
                };
                line.push_str(&format!(
                    "{dim}{}{dim:#}",
                    placed.way(column, row, width.saturating_sub(taken))
                ));
            }
            text.push_str(&format!("  {dim}{:>2}{dim:#}  {}\n", row + 1, line.trim_end()));
        }
        text + &format!("      {dim}{}{dim:#}\n", placed.letters(width))
    }

    /// Lists each area with its contents.
    fn areas(&self, board: &BoardInfo, width: usize) -> String {
        let cells = board.cells();
        let area = |c: CellId| {
            let id = self.ir.cells.find(c).map_or("", |c| c.id.as_str());
            // A no-break space keeps an area and its contents on one line.
            format!("{id}\u{a0}{}", self.cell(c).text)
        };
        let all: Vec<String> = cells.clone().map(area).collect();
        let mut text = String::new();
        let mut next = cells;
        for line in wrap(&all.join("  "), width.saturating_sub(2)) {
            let words = line.split(' ').map(|word| match word.split_once('\u{a0}') {
                Some((id, _)) => {
                    format!("{id} {}", next.next().map_or(String::new(), |c| self.cell(c).styled(0)))
                }
                None => word.to_owned(),
            });
            text.push_str(&format!("  {}\n", words.collect::<Vec<_>>().join(" ")));
        }
        text
    }
}
