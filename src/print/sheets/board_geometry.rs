//! The layout of a board's cells: where each lies, and how large it is.

use crate::diagnostics::Diagnostic;
use crate::ir::print::SheetInfo;
use crate::ir::{BoardForm, BoardInfo, CellInfo, Ir, ToIndex};
use crate::print::draw::units::{SIZES, Size, size};
use crate::print::messages::sheets as messages;
use crate::print::sheets::paper::SheetSettings;

/// Width of the rim around the cells, for their names, in millimetres.
const RIM: f64 = 7.0;

/// Default width of a cell, in millimetres: that of a token with some room.
const CELL: f64 = 24.0;

/// Minimum width of a cell that is scaled to fit a page; only a sheet can set a smaller one.
const LEAST: f64 = 15.0;

/// Height of a row of hexagons, in widths of one: three quarters of 2/√3.
pub(in crate::print) const HEX_ROW: f64 = 0.866_025_403_784;

/// The layout of a board's cells, in widths of a cell.
pub(in crate::print) struct BoardGeometry {
    pub width: f64,
    pub height: f64,
    /// Centres of the cells, from the top left.
    pub middles: Vec<(f64, f64)>,
    /// Lines between centres of cells, as pairs of indices; on boards that do not consist of squares or
    /// hexagons.
    pub edges: Vec<(usize, usize)>,
    /// True if the centres are fractions of the whole board, from 0 to 1, because each area gives its own
    /// position.
    pub shares: bool,
}

impl BoardGeometry {
    pub fn of(ir: &Ir, board: &BoardInfo) -> BoardGeometry {
        let cells = &ir.cells[board.cells()];
        let (columns, rows) = (f64::from(board.size.0), f64::from(board.size.1));
        match board.form {
            BoardForm::Grid => {
                let middle = |c: &CellInfo| (f64::from(c.column) - 0.5, rows - f64::from(c.row) + 0.5);
                BoardGeometry {
                    width: columns,
                    height: rows,
                    middles: cells.iter().map(middle).collect(),
                    edges: Vec::new(),
                    shares: false,
                }
            }
            BoardForm::Hex => {
                // Each row is shifted half a cell to the right of the row below it.
                let middle = |c: &CellInfo| {
                    let x = f64::from(c.column) - 0.5 + (f64::from(c.row) - 1.0) / 2.0;
                    (x, (rows - f64::from(c.row)) * HEX_ROW + HEX_ROW * 2.0 / 3.0)
                };
                let height = (rows - 1.0) * HEX_ROW + HEX_ROW * 4.0 / 3.0;
                let middles = cells.iter().map(middle).collect();
                BoardGeometry {
                    width: columns + (rows - 1.0) / 2.0,
                    height,
                    middles,
                    edges: Vec::new(),
                    shares: false,
                }
            }
            BoardForm::Areas => BoardGeometry::free(ir, board),
        }
    }

    /// Places cells named by coordinates on a grid, and computes positions for the others.
    fn free(ir: &Ir, board: &BoardInfo) -> BoardGeometry {
        let cells = &ir.cells[board.cells()];
        let edges = edges(ir, board);
        let said = |c: &CellInfo| c.at.map(|[x, y]| (f64::from(x) / 10_000.0, f64::from(y) / 10_000.0));
        if let Some(middles) = cells.iter().map(said).collect::<Option<Vec<_>>>() {
            // The gaps between areas are as wide as the areas.
            let side = (cells.len() as f64).sqrt().ceil() * 2.0;
            return BoardGeometry { width: side, height: side, middles, edges, shares: true };
        }
        let named: Option<Vec<(f64, f64)>> = cells.iter().map(|c| place_of(&c.id)).collect();
        let middles = named.unwrap_or_else(|| apart(cells.len(), &edges));
        let (mut left, mut top, mut right, mut bottom) = (f64::MAX, f64::MAX, f64::MIN, f64::MIN);
        for (x, y) in &middles {
            (left, top, right, bottom) = (left.min(*x), top.min(*y), right.max(*x), bottom.max(*y));
        }
        if middles.is_empty() {
            (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0);
        }
        // Row numbers count from the bottom.
        let middles = middles.iter().map(|(x, y)| (x - left + 0.5, bottom - y + 0.5)).collect();
        BoardGeometry { width: right - left + 1.0, height: bottom - top + 1.0, middles, edges, shares: false }
    }

    /// Returns the width of a cell, and the size of the whole board.
    pub fn sized(&self, sheet: &SheetInfo, paper: &SheetSettings) -> Result<(f64, Size), Diagnostic> {
        let given = match &sheet.size {
            Some(given) => {
                let unknown = |(name, near): (String, _)| messages::unknown_size(&name, near, "[200, 200]");
                Some(size(given, &SIZES).map_err(unknown)?)
            }
            None => None,
        };
        let cell = match (given, sheet.cell) {
            (Some(size), _) => {
                ((size.width - 2.0 * RIM) / self.width).min((size.height - 2.0 * RIM) / self.height)
            }
            (None, Some(cell)) => cell,
            (None, None) => self.cell_for(paper),
        };
        let whole = Size { width: self.width * cell + 2.0 * RIM, height: self.height * cell + 2.0 * RIM };
        if !self.shares {
            return Ok((cell, whole));
        }
        // A given size sets the board, and a given cell size its cells: an area is as wide as fits.
        Ok((sheet.cell.unwrap_or(cell), given.unwrap_or(whole)))
    }

    /// Returns the place of a centre on the board, in millimetres from the top left.
    pub fn place(&self, (x, y): (f64, f64), cell: f64, whole: Size) -> (f64, f64) {
        let round = |x: f64| (x * 100.0).round() / 100.0;
        match self.shares {
            true => (round(x * whole.width), round(y * whole.height)),
            false => (round(RIM + x * cell), round(RIM + y * cell)),
        }
    }

    /// Returns the width of a cell that fits the whole board on one page; for large boards, the default
    /// width.
    fn cell_for(&self, paper: &SheetSettings) -> f64 {
        let fit = |page: Size| {
            let (w, h) = (
                page.width - 2.0 * paper.rim() - 2.0 * RIM,
                page.height - 2.0 * paper.rim() - 8.0 - 2.0 * RIM,
            );
            (w / self.width).min(h / self.height)
        };
        let on_one = fit(paper.size).max(fit(paper.size.turned()));
        // Rounded down to half millimetres.
        let on_one = (on_one * 2.0).floor() / 2.0;
        if on_one >= LEAST { on_one.min(30.0) } else { CELL }
    }
}

/// Parses coordinates: `c4` is the third column and the fourth row.
pub(in crate::print) fn place_of(id: &str) -> Option<(f64, f64)> {
    let (letter, digits) = id.split_at_checked(1)?;
    let column = letter.bytes().next().filter(u8::is_ascii_lowercase)?;
    let row: u16 = digits.parse().ok().filter(|_| digits.bytes().all(|b| b.is_ascii_digit()))?;
    Some((f64::from(column - b'a') + 1.0, f64::from(row)))
}

/// Returns the pairs of adjacent cells, each pair once.
fn edges(ir: &Ir, board: &BoardInfo) -> Vec<(usize, usize)> {
    let words = usize::from(ir.geometry.words);
    let first = board.first.index();
    let mut edges = Vec::new();
    for a in 0..board.count.index() {
        let from = ir.geometry.neighbours.index() + (first + a) * words;
        let set = ir.pool.get(from..from + words).unwrap_or_default();
        for b in a + 1..board.count.index() {
            if set.get((first + b) / 64).is_some_and(|word| word >> ((first + b) % 64) & 1 == 1) {
                edges.push((a, b));
            }
        }
    }
    edges
}

/// Computes positions for `count` cells by a force-directed layout: adjacent cells attract, all cells repel
/// each other. Uses only operations that give the same result on every machine.
fn apart(count: usize, edges: &[(usize, usize)]) -> Vec<(f64, f64)> {
    let side = (count as f64).sqrt().ceil().max(1.0);
    let mut at: Vec<(f64, f64)> = (0..count)
        .map(|i| ((i as f64 % side) * 1.7, (i as f64 / side).floor() * 1.7 + (i as f64 % side) * 0.21))
        .collect();
    for round in 0..400 {
        let step = 0.12 * (1.0 - f64::from(round) / 420.0);
        let mut force = vec![(0.0, 0.0); count];
        for a in 0..count {
            for b in a + 1..count {
                let (dx, dy) = (at[a].0 - at[b].0, at[a].1 - at[b].1);
                let square = (dx * dx + dy * dy).max(0.01);
                // Repulsion as between equal charges.
                let push = 2.2 / square;
                force[a].0 += dx * push;
                force[a].1 += dy * push;
                force[b].0 -= dx * push;
                force[b].1 -= dy * push;
            }
        }
        for (a, b) in edges {
            let (dx, dy) = (at[*b].0 - at[*a].0, at[*b].1 - at[*a].1);
            let length = (dx * dx + dy * dy).sqrt().max(0.01);
            let pull = (length - 1.6) / length;
            force[*a].0 += dx * pull;
            force[*a].1 += dy * pull;
            force[*b].0 -= dx * pull;
            force[*b].1 -= dy * pull;
        }
        for (place, (fx, fy)) in at.iter_mut().zip(force) {
            let length = (fx * fx + fy * fy).sqrt().max(1.0);
            place.0 += fx / length * step.min(1.0) * length.min(3.0);
            place.1 += fy / length * step.min(1.0) * length.min(3.0);
        }
    }
    at
}
