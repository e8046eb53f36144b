//! The position of a page's footer.

use crate::print::draw::units::{Rect, Size};
use crate::print::sheets::paper::SheetSettings;

/// Height of the footer's text, in millimetres.
pub const LETTERS: f64 = 2.4;

/// The position of a page's footer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FooterSide {
    /// Below the components; the upper end of its letters, in millimetres from the top of the page.
    Below(f64),
    /// On the left, upwards; the right end of its letters, in millimetres from the left of the page.
    Left(f64),
}

impl FooterSide {
    /// Returns the side with room for a footer within the printable area, `None` if neither has.
    pub fn of(page: Size, cut: Rect, paper: &SheetSettings) -> Option<FooterSide> {
        let room = paper.margin.max(3.0) + LETTERS;
        if page.height - cut.bottom() - paper.bleed >= room {
            Some(FooterSide::Below(page.height - room))
        } else if cut.x - paper.bleed >= room {
            Some(FooterSide::Left(room))
        } else {
            None
        }
    }
}
