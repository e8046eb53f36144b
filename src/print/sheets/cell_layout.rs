//! Positions of components on a cell of a figure, so that none hides another or a text of the board.

use crate::print::draw::units::{Rect, Size};

/// Smallest scale of components on a cell; smaller ones could not be told apart.
const LEAST: f64 = 0.3;

/// The parts of a cell that no text of its board covers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CellRoom {
    /// The largest part; the whole cell, if it has no text.
    pub largest: Rect,
    /// The part on the other side of the text, if it is at least half as high.
    other: Option<Rect>,
    /// True if it has a text.
    pub has_text: bool,
}

impl CellRoom {
    /// Returns the room that the texts of a board leave on a cell: above them, or below.
    pub fn of(cell: Rect, texts: &[Rect]) -> CellRoom {
        let is_on_cell = |text: &&Rect| {
            text.x < cell.right() && text.right() > cell.x && text.y < cell.bottom() && text.bottom() > cell.y
        };
        let edges = texts.iter().filter(is_on_cell).map(|text| (text.y, text.bottom()));
        let Some((top, bottom)) = edges.reduce(|(t, b), (top, bottom)| (t.min(top), b.max(bottom))) else {
            return CellRoom { largest: cell, other: None, has_text: false };
        };
        let above = Rect { height: (top - cell.y).max(0.0), ..cell };
        let below = Rect { y: bottom, height: (cell.bottom() - bottom).max(0.0), ..cell };
        let (largest, other) = if above.height > below.height { (above, below) } else { (below, above) };
        // A text as high as the cell is covered.
        let largest = if largest.height > 0.0 { largest } else { cell };
        let other = Some(other).filter(|other| other.height >= largest.height / 2.0);
        CellRoom { largest, other, has_text: true }
    }

    /// Returns the parts for a piece and for components on the same cell; the piece is above them, or on
    /// their left.
    pub fn parts(&self) -> [Rect; 2] {
        match self.other {
            Some(other) if other.y < self.largest.y => [other, self.largest],
            Some(other) => [self.largest, other],
            None => {
                let mut halves = split(self.largest, 2);
                [halves.next().unwrap_or(self.largest), halves.next().unwrap_or(self.largest)]
            }
        }
    }
}

/// Splits a rectangle across its longer side into equal parts: rows of a square, from the top.
pub fn split(whole: Rect, count: usize) -> impl Iterator<Item = Rect> {
    let parts = count as f64;
    (0..count).map(move |i| match whole.width > whole.height {
        true => {
            let width = whole.width / parts;
            Rect { x: whole.x + width * i as f64, width, ..whole }
        }
        false => {
            let height = whole.height / parts;
            Rect { y: whole.y + height * i as f64, height, ..whole }
        }
    })
}

/// The positions of the components on a cell.
#[derive(Clone, Debug, PartialEq)]
pub struct CellLayout {
    /// The scale of the components.
    pub scale: f64,
    /// The upper left corner of each, in the room that it was given.
    pub corners: Vec<(f64, f64)>,
}

impl CellLayout {
    /// Lays out `count` components of one size side by side, in rows, as large as there is room for, but at
    /// most in their own size. `low` is the share of the free height above them. Returns `None` if they would
    /// be too small.
    pub fn new(count: usize, one: Size, room: Size, low: f64) -> Option<CellLayout> {
        let scale_of = |columns: usize| {
            let (across, down) = (columns as f64, count.div_ceil(columns) as f64);
            (room.width / (across * one.width)).min(room.height / (down * one.height)).min(1.0)
        };
        // The fewest rows are kept of equal scales, and no row is longer than it has to be.
        let grids = (1..=count).map(|rows| count.div_ceil(rows)).map(|columns| (columns, scale_of(columns)));
        let (columns, scale) = grids.reduce(|best, next| if next.1 > best.1 { next } else { best })?;
        if scale < LEAST {
            return None;
        }
        let (width, height) = (one.width * scale, one.height * scale);
        let top = (room.height - height * count.div_ceil(columns) as f64) * low;
        let corner = |i: usize| {
            let (row, column) = (i / columns, i % columns);
            let in_row = columns.min(count - row * columns) as f64;
            ((room.width - width * in_row) / 2.0 + width * column as f64, top + height * row as f64)
        };
        Some(CellLayout { scale, corners: (0..count).map(corner).collect() })
    }
}
