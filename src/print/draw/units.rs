//! Lengths and sizes, in millimetres.

use crate::diagnostics::nearest;
pub use crate::ir::print::{PAPERS, SIZES};
use crate::ir::print::{SizeInfo, named_size};

/// A point, in millimetres.
pub const POINT: f64 = 25.4 / 72.0;

/// Width and height, in millimetres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size {
    /// Width, to the right.
    pub width: f64,
    /// Height, downwards.
    pub height: f64,
}

impl Size {
    /// Returns the size with width and height exchanged.
    pub fn turned(self) -> Size {
        Size { width: self.height, height: self.width }
    }
}

/// A rectangle: its upper left corner and its size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    /// The left edge, from the left.
    pub x: f64,
    /// The upper edge, from the top.
    pub y: f64,
    /// Width, to the right of `x`.
    pub width: f64,
    /// Height, below `y`.
    pub height: f64,
}

impl Rect {
    /// Returns the rectangle enlarged by `by` on every side.
    pub fn grown(self, by: f64) -> Rect {
        Rect { x: self.x - by, y: self.y - by, width: self.width + 2.0 * by, height: self.height + 2.0 * by }
    }

    /// Returns the right edge.
    pub fn right(self) -> f64 {
        self.x + self.width
    }

    /// Returns the lower edge.
    pub fn bottom(self) -> f64 {
        self.y + self.height
    }
}

/// Returns a size given by name or in millimetres. `named` are the known names.
///
/// # Errors
/// The unknown name, and the nearest known one.
pub fn size(
    given: &SizeInfo,
    named: &[(&'static str, f64, f64)],
) -> Result<Size, (String, Option<&'static str>)> {
    match given {
        SizeInfo::Given(width, height) => Ok(Size { width: *width, height: *height }),
        SizeInfo::Named(name) => match named_size(name, named) {
            Some((width, height)) => Ok(Size { width, height }),
            None => Err((name.clone(), nearest(name, named.iter().map(|(n, ..)| *n)))),
        },
    }
}
