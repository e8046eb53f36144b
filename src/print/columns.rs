//! Columns: where the paragraphs of a text come to stand on its pages.

/// A paragraph, as far as it takes up room. Lengths are millimetres.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// Its height.
    pub height: f64,
    /// Room above it, unless it begins a column.
    pub above: f64,
    /// Room below it.
    pub below: f64,
    /// It does not end a column: what it announces comes below it.
    pub keep: bool,
}

/// Where a paragraph stands.
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
    pub fn places(&self, blocks: &[Block]) -> Vec<Place> {
        /// By so much columns are made higher until all fits.
        const STEP: f64 = 2.0;
        let plain = self.filled(blocks, usize::MAX, self.bottom);
        let wanted = pages(&plain);
        let mut end = self.start(wanted.saturating_sub(1));
        while end < self.bottom {
            let even = self.filled(blocks, wanted.saturating_sub(1), end);
            // A paragraph higher than its column reaches over its end.
            let over = even.iter().zip(blocks).any(|(at, b)| at.page + 1 == wanted && at.y + b.height > end);
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

    /// One column after the other; those of one page end elsewhere.
    fn filled(&self, blocks: &[Block], last: usize, last_end: f64) -> Vec<Place> {
        let mut at = Place { page: 0, column: 0, y: self.first };
        let mut places = Vec::with_capacity(blocks.len());
        for (i, block) in blocks.iter().enumerate() {
            let begins = at.y <= self.start(at.page);
            let end = if at.page == last { last_end } else { self.bottom };
            let next = blocks.get(i + 1).filter(|_| block.keep).map_or(0.0, |n| block.below + n.above + n.height);
            let above = if begins { 0.0 } else { block.above };
            if !begins && at.y + above + block.height + next > end {
                let turn = at.column + 1 == self.count;
                let page = if turn { at.page + 1 } else { at.page };
                at = Place { page, column: if turn { 0 } else { at.column + 1 }, y: self.start(page) };
            } else {
                at.y += above;
            }
            places.push(at);
            at.y += block.height + block.below;
        }
        places
    }
}

fn pages(places: &[Place]) -> usize {
    places.last().map_or(1, |at| at.page + 1)
}
