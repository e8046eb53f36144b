//! Lengths and sizes. Everything is in millimetres.

use crate::diagnostics::nearest;
use crate::ir::print::SizeInfo;

/// A point, in millimetres.
pub const POINT: f64 = 25.4 / 72.0;

/// Width and height, in millimetres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size {
    /// Across.
    pub width: f64,
    /// Down.
    pub height: f64,
}

impl Size {
    /// The other way round.
    pub fn turned(self) -> Size {
        Size { width: self.height, height: self.width }
    }
}

/// A rectangle: its upper left corner and its size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    /// From the left.
    pub x: f64,
    /// From above.
    pub y: f64,
    /// Across.
    pub width: f64,
    /// Down.
    pub height: f64,
}

impl Rect {
    /// As much larger on every side.
    pub fn grown(self, by: f64) -> Rect {
        Rect { x: self.x - by, y: self.y - by, width: self.width + 2.0 * by, height: self.height + 2.0 * by }
    }

    /// Its right edge.
    pub fn right(self) -> f64 {
        self.x + self.width
    }

    /// Its lower edge.
    pub fn bottom(self) -> f64 {
        self.y + self.height
    }
}

/// Papers by name.
pub const PAPERS: [(&str, f64, f64); 6] = [
    ("A4", 210.0, 297.0),
    ("A3", 297.0, 420.0),
    ("letter", 215.9, 279.4),
    ("legal", 215.9, 355.6),
    ("tabloid", 279.4, 431.8),
    ("A5", 148.0, 210.0),
];

/// Components by name.
pub const SIZES: [(&str, f64, f64); 14] = [
    ("poker", 63.0, 88.0),
    ("poker-us", 63.5, 88.9),
    ("bridge", 57.0, 89.0),
    ("tarot", 70.0, 120.0),
    ("mini-euro", 44.0, 68.0),
    ("mini-usa", 41.0, 63.0),
    ("euro", 59.0, 92.0),
    ("usa", 56.0, 87.0),
    ("square", 70.0, 70.0),
    ("jumbo", 89.0, 140.0),
    ("tile", 40.0, 40.0),
    ("token", 20.0, 20.0),
    ("counter", 15.0, 15.0),
    ("mat", 180.0, 120.0),
];

/// A size by name or in millimetres, among named ones.
///
/// # Errors
/// The name, and the one that was probably meant.
pub fn size(given: &SizeInfo, named: &[(&'static str, f64, f64)]) -> Result<Size, (String, Option<&'static str>)> {
    match given {
        SizeInfo::Given(width, height) => Ok(Size { width: *width, height: *height }),
        SizeInfo::Named(name) => match named.iter().find(|(n, ..)| n.eq_ignore_ascii_case(name)) {
            Some((_, width, height)) => Ok(Size { width: *width, height: *height }),
            None => Err((name.clone(), nearest(name, named.iter().map(|(n, ..)| *n)))),
        },
    }
}
