//! Splits boards and pages larger than the paper over several pages.

use crate::print::draw::units::{Rect, Size};
use crate::print::sheets::paper::SheetSettings;

/// Overlap of neighbouring parts, in millimetres.
const OVERLAP: f64 = 10.0;
/// Room at the foot of a page for the small print.
const FOOT: f64 = 6.0;

/// A picture split over several pages.
#[derive(Clone, Debug, PartialEq)]
pub struct Tiles {
    /// The page, portrait or landscape.
    pub page: Size,
    /// Number of pages from left to right.
    pub columns: usize,
    /// Number of pages from top to bottom.
    pub rows: usize,
    /// Overlap of neighbouring parts, in millimetres.
    pub overlap: f64,
    whole: Size,
    /// The printable area of a page.
    room: Size,
    margin: f64,
}

/// Splits a picture over as few pages as possible. Each leaves room for crop marks, unless that takes more
/// pages.
pub fn tiles(paper: &SheetSettings, whole: Size) -> Tiles {
    let (roomy, tight) = (split(paper, whole, paper.rim()), split(paper, whole, paper.margin.max(4.0)));
    if tight.count() < roomy.count() { tight } else { roomy }
}

fn split(paper: &SheetSettings, whole: Size, margin: f64) -> Tiles {
    let on = |page: Size| {
        let room = Size {
            width: (page.width - 2.0 * margin).max(20.0),
            height: (page.height - 2.0 * margin - FOOT).max(20.0),
        };
        // Each page after the first repeats the overlap of the one before.
        let many = |length: f64, room: f64| {
            (((length - OVERLAP - 0.01) / (room - OVERLAP)).ceil().max(1.0)) as usize
        };
        let (columns, rows) = (many(whole.width, room.width), many(whole.height, room.height));
        Tiles { page, columns, rows, overlap: OVERLAP, whole, room, margin }
    };
    let (upright, across) = (on(paper.size), on(paper.size.turned()));
    if across.count() < upright.count() { across } else { upright }
}

impl Tiles {
    /// Returns the number of pages.
    pub fn count(&self) -> usize {
        self.columns * self.rows
    }

    /// Returns the upper left corner of the part of the picture that a page shows. All parts have the same
    /// size.
    pub fn from(&self, row: usize, column: usize) -> (f64, f64) {
        let part = self.part();
        (column as f64 * (part.width - self.overlap), row as f64 * (part.height - self.overlap))
    }

    /// Returns the size of a part, its overlap with the next part included.
    fn part(&self) -> Size {
        let one = |whole: f64, count: usize| (whole + (count as f64 - 1.0) * self.overlap) / count as f64;
        Size { width: one(self.whole.width, self.columns), height: one(self.whole.height, self.rows) }
    }

    /// Returns the rectangle of a part on its page: centred in the printable area.
    pub fn window(&self) -> Rect {
        let part = self.part();
        let x = self.margin + (self.room.width - part.width) / 2.0;
        let y = self.margin + (self.room.height - part.height) / 2.0;
        Rect { x, y, width: part.width, height: part.height }
    }
}
