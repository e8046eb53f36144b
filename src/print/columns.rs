//! Columns: where the paragraphs of a text come to stand on its pages.

use std::ops::Range;

/// Paragraphs of up to so many lines stay whole.
const WHOLE: usize = 7;
/// A paragraph that is broken leaves at least so many lines on either side.
const FEWEST: usize = 3;

/// A paragraph, as far as it takes up room. Lengths are millimetres.
#[derive(Clone, Debug)]
pub struct Block {
    /// Its height.
    pub height: f64,
    /// The upper and the lower edge of each of its lines, from its own upper edge.
    pub lines: Vec<(f64, f64)>,
    /// Room above it, unless it begins a column.
    pub above: f64,
    /// Room below it.
    pub below: f64,
    /// It does not end a column: what it announces comes below it.
    pub keep: bool,
}

impl Block {
    /// The height of some of its lines.
    pub fn height_of(&self, lines: &Range<usize>) -> f64 {
        if lines.start == 0 && lines.end >= self.lines.len() {
            return self.height;
        }
        let edge = |i: usize| self.lines.get(i).copied().unwrap_or_default();
        edge(lines.end.saturating_sub(1)).1 - edge(lines.start).0
    }

    /// The height of the least of it that may end a column.
    fn least(&self) -> f64 {
        if self.lines.len() > WHOLE { self.height_of(&(0..FEWEST)) } else { self.height }
    }

    /// How many lines from one on fit into a room.
    fn fitting(&self, from: usize, room: f64) -> usize {
        (from + 1..=self.lines.len()).take_while(|end| self.height_of(&(from..*end)) <= room).count()
    }
}

/// Where lines of a paragraph stand.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// Which paragraph.
    pub block: usize,
    /// Which of its lines.
    pub lines: Range<usize>,
    /// Where their upper edge comes to.
    pub at: Place,
}

/// A place in a column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// The page, from 0.
    pub page: usize,
    /// The column on it, from 0.
    pub column: usize,
    /// From the upper edge of the page.
    pub y: f64,
}

/// The columns of all pages: those of the first begin below the title.
#[derive(Clone, Copy, Debug)]
pub struct Columns {
    /// How many a page has.
    pub count: usize,
    /// Where those of the first page begin.
    pub first: f64,
    /// Where those of other pages begin.
    pub top: f64,
    /// Where all of them end.
    pub bottom: f64,
}

impl Columns {
    /// On how few pages there is room.
    pub fn pages(&self, blocks: &[Block]) -> usize {
        pages(&self.filled(blocks, usize::MAX, self.bottom))
    }

    /// Places for all paragraphs, on as few pages as there have to be; the columns of the last page are about as high as each other.
    pub fn places(&self, blocks: &[Block]) -> Vec<Piece> {
        /// By so much columns are made higher until all fits.
        const STEP: f64 = 2.0;
        let plain = self.filled(blocks, usize::MAX, self.bottom);
        let wanted = pages(&plain);
        let mut end = self.start(wanted.saturating_sub(1));
        while end < self.bottom {
            let even = self.filled(blocks, wanted.saturating_sub(1), end);
            // A line higher than its column reaches over its end.
            let over =
                even.iter().any(|p| p.at.page + 1 == wanted && p.at.y + blocks[p.block].height_of(&p.lines) > end);
            if pages(&even) == wanted && !over {
                return even;
            }
            end += STEP;
        }
        plain
    }

    fn start(&self, page: usize) -> f64 {
        if page == 0 { self.first } else { self.top }
    }

    fn after(&self, at: Place) -> Place {
        let turn = at.column + 1 == self.count;
        let page = if turn { at.page + 1 } else { at.page };
        Place { page, column: if turn { 0 } else { at.column + 1 }, y: self.start(page) }
    }

    /// One column after the other; those of one page end elsewhere.
    fn filled(&self, blocks: &[Block], last: usize, last_end: f64) -> Vec<Piece> {
        let mut at = Place { page: 0, column: 0, y: self.first };
        let mut pieces = Vec::with_capacity(blocks.len());
        for (i, block) in blocks.iter().enumerate() {
            let next = blocks.get(i + 1).filter(|_| block.keep).map_or(0.0, |n| block.below + n.above + n.least());
            let all = block.lines.len();
            let mut from = 0;
            loop {
                let begins = at.y <= self.start(at.page);
                let end = if at.page == last { last_end } else { self.bottom };
                let above = if begins { 0.0 } else { block.above };
                let room = end - at.y - above;
                let rest = block.height_of(&(from..all));
                // Few lines stay together, unless no column has room for them.
                let may_break = all > WHOLE || begins && rest > self.bottom - at.y;
                if rest + next <= room || begins && (rest <= room || !may_break) {
                    at.y += above;
                    pieces.push(Piece { block: i, lines: from..all, at });
                    at.y += rest + block.below;
                    break;
                }
                let most = (all - from).saturating_sub(FEWEST);
                let mut some = if may_break { block.fitting(from, room).min(most) } else { 0 };
                if some < FEWEST && !begins {
                    some = 0;
                } else if some == 0 && begins && (at.page > 0 || self.first <= self.top) {
                    // Not even a line has room, or too few would be left: as many as go in, so that this ends.
                    some = block.fitting(from, room).clamp(1, (all - from).max(1));
                }
                if some > 0 {
                    at.y += above;
                    pieces.push(Piece { block: i, lines: from..from + some, at });
                    from += some;
                    if from >= all {
                        at.y += room.max(0.0);
                        break;
                    }
                }
                at = self.after(at);
            }
        }
        pieces
    }
}

fn pages(pieces: &[Piece]) -> usize {
    pieces.last().map_or(1, |piece| piece.at.page + 1)
}
