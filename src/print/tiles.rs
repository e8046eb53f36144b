//! What is larger than a page, on several.

use super::paper::Paper;
use super::units::{Rect, Size};

/// How far parts lie over each other, in millimetres.
const OVERLAP: f64 = 10.0;
/// Room at the foot of a page for the small print.
const FOOT: f64 = 6.0;

/// A picture on several pages.
#[derive(Clone, Debug, PartialEq)]
pub struct Tiles {
    /// The page, upright or across.
    pub page: Size,
    /// How many pages from left to right.
    pub columns: usize,
    /// How many pages from above to below.
    pub rows: usize,
    /// How far parts lie over each other.
    pub overlap: f64,
    whole: Size,
    /// What a page has room for.
    room: Size,
    margin: f64,
}

/// Lays a picture onto as few pages as possible.
pub fn tiles(paper: &Paper, whole: Size) -> Tiles {
    let on = |page: Size| {
        let margin = paper.margin.max(4.0);
        let room = Size {
            width: (page.width - 2.0 * margin).max(20.0),
            height: (page.height - 2.0 * margin - FOOT).max(20.0),
        };
        // Each page after the first begins with what the one before ended with.
        let many = |length: f64, room: f64| (((length - OVERLAP - 0.01) / (room - OVERLAP)).ceil().max(1.0)) as usize;
        let (columns, rows) = (many(whole.width, room.width), many(whole.height, room.height));
        Tiles { page, columns, rows, overlap: OVERLAP, whole, room, margin }
    };
    let (upright, across) = (on(paper.size), on(paper.size.turned()));
    if across.count() < upright.count() { across } else { upright }
}

impl Tiles {
    /// How many pages.
    pub fn count(&self) -> usize {
        self.columns * self.rows
    }

    /// Which part of the picture a page shows: where it begins. Parts are alike in size.
    pub fn from(&self, row: usize, column: usize) -> (f64, f64) {
        let part = self.part();
        (column as f64 * (part.width - self.overlap), row as f64 * (part.height - self.overlap))
    }

    /// The size of a part.
    fn part(&self) -> Size {
        let one = |whole: f64, count: usize| (whole + (count as f64 - 1.0) * self.overlap) / count as f64;
        Size { width: one(self.whole.width, self.columns), height: one(self.whole.height, self.rows) }
    }

    /// Where on its page each part lies: in the middle of what can be printed.
    pub fn window(&self) -> Rect {
        let part = self.part();
        let x = self.margin + (self.room.width - part.width) / 2.0;
        let y = self.margin + (self.room.height - part.height) / 2.0;
        Rect { x, y, width: part.width, height: part.height }
    }
}
