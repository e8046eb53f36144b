//! Positions of components on a cell of a figure, so that none hides another.

use crate::print::draw::units::Size;

/// Smallest scale of components on a cell; smaller ones could not be told apart.
const LEAST: f64 = 0.4;
/// Share of a component's width that the next one in its row leaves uncovered.
const SEEN: f64 = 0.5;

/// The positions of the components on a cell.
#[derive(Clone, Debug, PartialEq)]
pub struct CellLayout {
    /// The scale of the components.
    pub scale: f64,
    /// The upper left corner of each, in the room that it was given.
    pub corners: Vec<(f64, f64)>,
}

impl CellLayout {
    /// Lays out `count` components of one size: side by side with an overlap of at most half, otherwise
    /// smaller, in rows. `low` is the share of the free height above them. Returns `None` if they would be
    /// too small.
    pub fn new(count: usize, one: Size, room: Size, low: f64) -> Option<CellLayout> {
        let last = count.saturating_sub(1) as f64;
        let free = room.width - one.width;
        let step = if count > 1 { (free / last).min(one.width) } else { 0.0 };
        let is_in_row = count == 1 || step >= one.width * SEEN;
        if is_in_row && free > -0.01 && one.height <= room.height + 0.01 {
            let (left, top) = ((free - step * last) / 2.0, (room.height - one.height) * low);
            let corners = (0..count).map(|i| (left + step * i as f64, top)).collect();
            return Some(CellLayout { scale: 1.0, corners });
        }
        let scale_of = |columns: usize| {
            let (across, down) = (columns as f64, count.div_ceil(columns) as f64);
            (room.width / (across * one.width)).min(room.height / (down * one.height)).min(1.0)
        };
        // The one with the fewest rows is kept of equal scales.
        let grids = (1..=count).rev().map(|columns| (columns, scale_of(columns)));
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
