//! The footer of a page: the game, its version, its state, and the contents of the page.

use crate::ir::GameInfo;
use crate::print::draw::scene::{Matrix, SceneItem};
use crate::print::draw::units::{Rect, Size};
use crate::print::sheets::paper::SheetSettings;
use crate::print::text::fonts::FontCollection;
use crate::print::text::quotes::curled;
use crate::print::text::rich;
use crate::print::text::shaper::Shaper;
use crate::print::text::style::{Hyphens, TextAlign, TextStyle, Valign};

/// Height of the footer's text, in millimetres.
const LETTERS: f64 = 2.4;

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
        /// Room for crop marks between components and the footer, in millimetres.
        const MARKS: f64 = 2.0;
        let room = paper.margin.max(3.0) + LETTERS;
        let beyond = |free: f64| {
            if page.height - cut.bottom() - free >= room {
                Some(FooterSide::Below(page.height - room))
            } else if cut.x - free >= room {
                Some(FooterSide::Left(room))
            } else {
                None
            }
        };
        beyond(paper.bleed.max(MARKS)).or_else(|| beyond(paper.bleed))
    }
}

/// A footer to be laid out.
pub struct PageFooter {
    text: String,
    /// Maximum width, in millimetres.
    width: f64,
    /// The transformation to the page.
    matrix: Matrix,
}

impl PageFooter {
    /// Creates the footer of a page with components inside `cut`.
    pub fn of(
        game: &GameInfo,
        state: &str,
        side: FooterSide,
        (page, cut): (Size, Rect),
        what: &str,
        language: &str,
    ) -> PageFooter {
        /// Makes a text go from left to right.
        const LTR: char = '\u{200e}';
        /// Begins a part with a direction of its own.
        const ISOLATED: char = '\u{2068}';
        /// Ends such a part.
        const END: char = '\u{2069}';
        /// Gap between the footer and the crop mark after which it begins, in millimetres.
        const AFTER: f64 = 1.5;
        let (x, y, up, width) = match side {
            FooterSide::Below(top) => {
                (cut.x.min(page.width / 2.0) + AFTER, top + LETTERS, false, cut.width.max(60.0))
            }
            FooterSide::Left(right) => (right, cut.bottom() - AFTER, true, cut.height),
        };
        let version = if game.version.is_empty() { String::new() } else { format!(" {}", game.version) };
        // The footer goes from left to right; a name of another direction is isolated from its surroundings
        // (UAX #9, 2.4).
        let text = format!("{LTR}{ISOLATED}{}{END}{version} · {state} · {ISOLATED}{what}{END}", game.name)
            .replace(['*', '{', '\\'], "");
        let text = curled(&text, language);
        let matrix = if up {
            Matrix([0.0, -1.0, 1.0, 0.0, x as f32 - 3.0, y as f32])
        } else {
            Matrix::shift(x, y - 3.0)
        };
        PageFooter { text, width, matrix }
    }

    /// Shapes the footer's text and returns it at its place on the page.
    pub fn lay(&self, shaper: &mut Shaper, fonts: &FontCollection) -> SceneItem {
        let style = TextStyle {
            families: fonts.fallback_families("text").unwrap_or_default(),
            bold: false,
            italic: false,
            size: 6.5,
            least: 4.0,
            leading: 1.2,
            gap: 0.0,
            spacing: 0.0,
            align: TextAlign::Start,
            valign: Valign::Bottom,
            colour: [0x55, 0x55, 0x55],
            lines: Some(1),
            hyphens: Hyphens::Off,
            break_words: false,
        };
        let laid = shaper.lay(&rich::parse(&self.text), &style, self.width, 3.0);
        SceneItem::Group { matrix: self.matrix, opacity: 1.0, clip: None, items: laid.items }
    }
}
