//! Lays out the paragraphs of a text in columns on pages.

use std::ops::Range;

/// Paragraphs of up to this many lines are not broken.
const WHOLE: usize = 7;
/// Minimum number of lines of a paragraph on either side of a break (widows and orphans).
const FEWEST: usize = 3;
/// A header is not repeated if it takes more than this share of a column.
const HIGHEST_HEADER: f64 = 0.3;

/// A paragraph for layout. Lengths are millimetres.
#[derive(Clone, Debug)]
pub struct ParagraphBlock {
    /// The height, without the space above and below.
    pub height: f64,
    /// The upper and the lower edge of each of its lines, from its own upper edge.
    pub lines: Vec<(f64, f64)>,
    /// Space above it, unless it is at the top of a column.
    pub above: f64,
    /// Space below it.
    pub below: f64,
    /// True if it must be followed by the next paragraph in the same column, as a heading.
    pub keep: bool,
    /// The index of a block that stands above it again where it begins or continues in another column: the
    /// header of its table.
    pub header: Option<usize>,
}

impl ParagraphBlock {
    /// Returns the height from the top of the first to the bottom of the last of these lines.
    pub fn height_of(&self, lines: &Range<usize>) -> f64 {
        if lines.start == 0 && lines.end >= self.lines.len() {
            return self.height;
        }
        let edge = |i: usize| self.lines.get(i).copied().unwrap_or_default();
        edge(lines.end.saturating_sub(1)).1 - edge(lines.start).0
    }

    /// Returns the height of the smallest part of it that may end a column.
    fn least(&self) -> f64 {
        if self.lines.len() > WHOLE { self.height_of(&(0..FEWEST)) } else { self.height }
    }

    /// Returns how many lines from `from` on fit into a height.
    fn fitting(&self, from: usize, room: f64) -> usize {
        (from + 1..=self.lines.len()).take_while(|end| self.height_of(&(from..*end)) <= room).count()
    }
}

/// A part of a paragraph at its position.
#[derive(Clone, Debug, PartialEq)]
pub struct ParagraphPiece {
    /// The index of the paragraph.
    pub block: usize,
    /// The lines of the paragraph that stand here.
    pub lines: Range<usize>,
    /// The position of its upper edge.
    pub at: ColumnPosition,
    /// True if it is a header that stands above the rest of its table again.
    pub is_repeated: bool,
}

/// A place in a column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ColumnPosition {
    /// The number of the page, from 0.
    pub page: usize,
    /// The number of the column on the page, from 0.
    pub column: usize,
    /// Distance from the upper edge of the page.
    pub y: f64,
}

/// The columns of all pages. On the first page they begin below the title.
#[derive(Clone, Copy, Debug)]
pub struct Columns {
    /// Number of columns of a page.
    pub count: usize,
    /// Top of the columns on the first page.
    pub first: f64,
    /// Top of the columns on other pages.
    pub top: f64,
    /// Bottom of all columns.
    pub bottom: f64,
}

impl Columns {
    /// Returns the number of pages needed.
    pub fn pages(&self, blocks: &[ParagraphBlock]) -> usize {
        pages(&self.filled(blocks, usize::MAX, self.bottom))
    }

    /// Returns positions for all paragraphs on as few pages as possible. The columns of the last page are
    /// balanced; pages of one column are, if the last one would be nearly empty.
    pub fn places(&self, blocks: &[ParagraphBlock]) -> Vec<ParagraphPiece> {
        /// Step by which columns are lengthened until everything fits, in millimetres.
        const STEP: f64 = 2.0;
        /// A last page is nearly empty if less than this share of it is used.
        const SPARSE: f64 = 0.4;
        /// The share of a page before the last one that is used where all are shortened.
        const FILLED: f64 = 0.75;
        let plain = self.filled(blocks, usize::MAX, self.bottom);
        let wanted = pages(&plain);
        let lower = |piece: &ParagraphPiece| piece.at.y + blocks[piece.block].height_of(&piece.lines);
        let used = plain.last().map_or(self.bottom, lower) - self.top;
        if self.count == 1 && wanted > 1 && used < SPARSE * (self.bottom - self.top) {
            // A single column: the pages are shortened together, so that they are about equally full, unless
            // that moves so high a block, such as a figure, to the next page that its own is left empty.
            let is_full = |pieces: &[ParagraphPiece], end: f64, least: f64| {
                (0..wanted - 1).all(|page| {
                    let lowest =
                        pieces.iter().filter(|p| p.at.page == page).map(lower).fold(self.top, f64::max);
                    lowest - self.top >= least * (end - self.top)
                })
            };
            for least in [FILLED, 0.0] {
                let mut end = self.start(0).max(self.top);
                while end < self.bottom {
                    let even = Columns { bottom: end, ..*self }.filled(blocks, usize::MAX, end);
                    let fits = even.iter().all(|piece| lower(piece) <= end);
                    if pages(&even) == wanted && fits && is_full(&even, end, least) {
                        return even;
                    }
                    end += STEP;
                }
                if is_full(&plain, self.bottom, least) {
                    break;
                }
            }
            return plain;
        }
        // Otherwise, only the columns of the last page are balanced.
        let mut end = self.start(wanted.saturating_sub(1));
        while end < self.bottom {
            let even = self.filled(blocks, wanted.saturating_sub(1), end);
            // A line higher than its column overflows it.
            let over = even.iter().any(|piece| piece.at.page + 1 == wanted && lower(piece) > end);
            if pages(&even) == wanted && !over {
                return even;
            }
            end += STEP;
        }
        plain
    }

    /// Returns the block that the second page begins with, without those that are kept with it, and the room
    /// that is left for it on the first page: most in a column that is still empty.
    pub fn left_on_first(&self, blocks: &[ParagraphBlock]) -> Option<(usize, f64)> {
        let pieces = self.filled(blocks, usize::MAX, self.bottom);
        let next = pieces.iter().find(|piece| piece.at.page > 0 && !piece.is_repeated);
        let next = next.filter(|piece| piece.lines.start == 0)?;
        let last = pieces.iter().take_while(|piece| piece.at.page == 0).last();
        let mut room = match last {
            Some(last) if last.at.column + 1 == self.count => {
                let block = &blocks[last.block];
                let gap = block.below + blocks[next.block].above;
                self.bottom - (last.at.y + block.height_of(&last.lines) + gap)
            }
            _ => self.bottom - self.first,
        };
        let mut block = next.block;
        while let Some(after) = blocks.get(block + 1).filter(|_| blocks[block].keep) {
            room -= blocks[block].height + blocks[block].below + after.above;
            block += 1;
        }
        Some((block, room))
    }

    /// Returns the height of the shortest column.
    fn shortest(&self) -> f64 {
        self.bottom - self.first.max(self.top)
    }

    fn start(&self, page: usize) -> f64 {
        if page == 0 { self.first } else { self.top }
    }

    fn position_after(&self, at: ColumnPosition) -> ColumnPosition {
        let turn = at.column + 1 == self.count;
        let page = if turn { at.page + 1 } else { at.page };
        ColumnPosition { page, column: if turn { 0 } else { at.column + 1 }, y: self.start(page) }
    }

    /// Fills one column after the other. Columns of page `last` end at `last_end`.
    fn filled(&self, blocks: &[ParagraphBlock], last: usize, last_end: f64) -> Vec<ParagraphPiece> {
        let mut at = ColumnPosition { page: 0, column: 0, y: self.first };
        let mut pieces = Vec::with_capacity(blocks.len());
        for (i, block) in blocks.iter().enumerate() {
            let next = kept_below(blocks, i, self.bottom - self.first.min(self.top));
            let all = block.lines.len();
            let header = block.header.and_then(|at| Some((at, blocks.get(at)?)));
            let header = header.filter(|(_, header)| header.height < HIGHEST_HEADER * self.shortest());
            let mut from = 0;
            loop {
                let begins = at.y <= self.start(at.page);
                let end = if at.page == last { last_end } else { self.bottom };
                let repeated = header.filter(|_| begins);
                let above = match repeated {
                    Some((_, header)) => header.height + header.below,
                    None if begins => 0.0,
                    None => block.above,
                };
                let room = end - at.y - above;
                let rest = block.height_of(&(from..all));
                // Short paragraphs are not broken, unless no column has room for them.
                let may_break = all > WHOLE || begins && rest > self.bottom - at.y - above;
                let repeat = |pieces: &mut Vec<ParagraphPiece>| {
                    let piece = |(header, of): (usize, &ParagraphBlock)| ParagraphPiece {
                        block: header,
                        lines: 0..of.lines.len(),
                        at,
                        is_repeated: true,
                    };
                    pieces.extend(repeated.map(piece));
                };
                if rest + next <= room || begins && (rest <= room || !may_break) {
                    repeat(&mut pieces);
                    at.y += above;
                    pieces.push(ParagraphPiece { block: i, lines: from..all, at, is_repeated: false });
                    at.y += rest + block.below;
                    break;
                }
                let most = (all - from).saturating_sub(FEWEST);
                let mut some = if may_break { block.fitting(from, room).min(most) } else { 0 };
                if some < FEWEST && !begins {
                    some = 0;
                } else if some == 0 && begins && (at.page > 0 || self.first <= self.top) {
                    // If not even one line fits, or too few would be left, at least one line is placed, so
                    // that the loop terminates.
                    some = block.fitting(from, room).clamp(1, (all - from).max(1));
                }
                if some > 0 {
                    repeat(&mut pieces);
                    at.y += above;
                    let lines = from..from + some;
                    pieces.push(ParagraphPiece { block: i, lines, at, is_repeated: false });
                    from += some;
                    if from >= all {
                        at.y += room.max(0.0);
                        break;
                    }
                }
                at = self.position_after(at);
            }
        }
        pieces
    }
}

/// Returns the room that must be left below a block in its column: for the beginning of the next block if it
/// is kept with that, and so on, for a heading before a line that introduces a list. `column` is the height
/// of the highest column.
fn kept_below(blocks: &[ParagraphBlock], from: usize, column: f64) -> f64 {
    let mut room = 0.0;
    let mut next_alone = None;
    for two in blocks[from..].windows(2).take_while(|two| two[0].keep) {
        let [block, next] = two else { break };
        room += block.below + next.above + if next.keep { next.height } else { next.least() };
        let next_alone = *next_alone.get_or_insert(room);
        // No column has room for a long row of headings; if all were kept together, each would begin a
        // column of its own.
        if blocks[from].height + room > column {
            return next_alone;
        }
    }
    room
}

fn pages(pieces: &[ParagraphPiece]) -> usize {
    pieces.last().map_or(1, |piece| piece.at.page + 1)
}
