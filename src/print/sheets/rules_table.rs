//! The layout of tables in rules.

use std::ops::Range;

use crate::print::draw::scene::{SceneItem, Stroke, line};
use crate::print::draw::units::POINT;
use crate::print::sheets::rules_blocks::{RulesTable, TableRow};
use crate::print::text::columns::ParagraphBlock;
use crate::print::text::shaper::Shaper;
use crate::print::text::style::{Hyphens, INK, TextAlign, TextStyle};
use crate::print::text::table_columns::{ColumnContent, widths};
use crate::print::text::text_layout::TextLayout;

/// Space between two columns of a table, in millimetres.
const BETWEEN: f64 = 3.0;
/// Space above and below the text of a cell, in font sizes.
const PADDING: f64 = 0.38;
/// The smallest font size of a table, in points.
const LEAST: f64 = 7.5;
/// Least width of columns of longer texts, in font sizes, as long as letters need not be made smaller for it
/// than [`SMALLER`].
const READABLE: f64 = 6.0;
/// The share of their size to which letters are made smaller for columns of longer texts.
const SMALLER: f64 = 0.75;
/// Step in which the font size shrinks, in points.
const STEP: f64 = 0.5;
/// How much wider than its column a cell may be, in millimetres: italics lean out of it.
const OVERHANG: f64 = 0.5;
/// Width in which no line is broken, in millimetres.
const ENDLESS: f64 = 1e5;
/// The colour of the lines below rows.
const LINE: [u8; 3] = [0xbf, 0xb9, 0xae];
/// Width of the line below a header and below a row, in millimetres.
const LINES: (f32, f32) = (0.3, 0.12);

/// The columns of a table.
#[derive(Clone, Debug)]
pub struct TableLayout {
    /// The style of its cells.
    style: TextStyle,
    /// The left edge of each column, and its width.
    columns: Vec<(f64, f64)>,
    /// The right edge of the table.
    right: f64,
}

/// A row that is laid out.
#[derive(Clone, Debug)]
pub struct LaidRow {
    /// The left edge of each cell, and its text.
    pub cells: Vec<(f64, TextLayout)>,
    /// The right edge of the table.
    right: f64,
    /// The number of its lines.
    lines: usize,
    /// True if letters of a cell are wider than its column.
    pub overflows: bool,
    /// Space above the text of each of its parts.
    pub padding: f64,
    is_header: bool,
}

impl TableLayout {
    /// Lays out the columns of a table in a room, in the largest font size up to that of a style in which
    /// words are not broken.
    pub fn new(
        table: &RulesTable,
        rows: &[&TableRow],
        shaper: &mut Shaper,
        style: &TextStyle,
        room: f64,
    ) -> TableLayout {
        let between = (table.aligns.len().saturating_sub(1)) as f64 * BETWEEN;
        let contents: Vec<ColumnContent> =
            (0..table.aligns.len()).map(|column| content_of(column, rows, shaper, style)).collect();
        // Widths are proportional to the font size.
        let scaled = |size: f64| -> Vec<ColumnContent> {
            let of = |content: &ColumnContent| ColumnContent {
                word: content.word * size / style.size,
                line: content.line * size / style.size,
            };
            contents.iter().map(of).collect()
        };
        // Sentences in a column of single words are hard to read.
        let readable = |size: f64| -> Vec<ColumnContent> {
            let least = READABLE * size * POINT;
            let of = |c: ColumnContent| ColumnContent { word: c.word.max(c.line.min(least)), line: c.line };
            scaled(size).into_iter().map(of).collect()
        };
        let room_of_text = (room - between).max(1.0);
        let fits = |contents: &[ColumnContent]| {
            contents.iter().map(|content| content.word).sum::<f64>() <= room_of_text
        };
        let smallest = LEAST.min(style.size);
        let smaller = (SMALLER * style.size).max(smallest);
        let mut size = style.size;
        while size > smaller && !fits(&readable(size)) {
            size = (size - STEP).max(smaller);
        }
        while size > smallest && !fits(&scaled(size)) {
            size = (size - STEP).max(smallest);
        }
        let contents = if fits(&readable(size)) { readable(size) } else { scaled(size) };
        // Words that still do not fit are parted.
        let hyphens = if fits(&contents) { Hyphens::Off } else { Hyphens::On };
        let widths = widths(&contents, room_of_text);
        let mut columns = Vec::with_capacity(widths.len());
        let mut x = 0.0;
        for width in widths {
            columns.push((x, width));
            x += width + BETWEEN;
        }
        // The paragraphs of a cell are lines, one below the other.
        let style = TextStyle { size, least: size, hyphens, gap: 0.1, ..style.clone() };
        TableLayout { style, columns, right: (x - BETWEEN).clamp(0.0, room) }
    }

    /// Lays out a row. Returns its block, too, whose header is that of the table.
    pub fn lay(
        &self,
        row: &TableRow,
        aligns: &[TextAlign],
        header: Option<usize>,
        shaper: &mut Shaper,
    ) -> (LaidRow, ParagraphBlock) {
        /// A share of a millimetre that widths are rounded up by.
        const ROUNDING: f64 = 0.02;
        let padding = PADDING * self.style.size * POINT;
        let mut cells = Vec::with_capacity(row.cells.len());
        for ((text, (x, width)), align) in row.cells.iter().zip(&self.columns).zip(aligns) {
            let style = TextStyle { align: *align, bold: row.is_header, ..self.style.clone() };
            cells.push((*x, shaper.lay(text, &style, width + ROUNDING, f64::INFINITY)));
        }
        let is_wider = |((_, cell), (_, width)): (&(f64, TextLayout), &(f64, f64))| {
            cell.ink.is_some_and(|[.., right, _]| f64::from(right) > width + OVERHANG)
        };
        let overflows = cells.iter().zip(&self.columns).any(is_wider);
        let lines = cells.iter().map(|(_, cell)| cell.lines.len()).max().unwrap_or_default();
        let height = cells.iter().map(|(_, cell)| cell.height).fold(0.0, f64::max) + 2.0 * padding;
        let edges = |line: usize| {
            let of = cells.iter().filter_map(|(_, cell)| cell.lines.get(line));
            // A part that begins with a later line has the same space above it as the first.
            let edge = of.map(|line| (f64::from(line.top), f64::from(line.bottom) + padding));
            let (top, bottom) = edge
                .fold((f64::INFINITY, 0.0), |(t, b): (f64, f64), (top, bottom)| (t.min(top), b.max(bottom)));
            (if line == 0 { 0.0 } else { top }, if line + 1 == lines { height } else { bottom })
        };
        let block = ParagraphBlock {
            height,
            lines: (0..lines).map(edges).collect(),
            above: 0.0,
            below: 0.0,
            keep: row.is_header,
            header: header.filter(|_| !row.is_header),
        };
        let is_header = row.is_header;
        (LaidRow { cells, right: self.right, lines, overflows, padding, is_header }, block)
    }
}

impl LaidRow {
    /// Returns the lines of a cell that a part of the row has.
    pub fn lines_of(&self, cell: usize, lines: &Range<usize>) -> Range<usize> {
        let all = self.cells.get(cell).map_or(0, |(_, cell)| cell.lines.len());
        lines.start.min(all)..lines.end.min(all)
    }

    /// Returns the line below a part of the row that ends with the line before this one.
    pub fn line_below(&self, end: usize, left: f64, y: f64) -> SceneItem {
        let stroke = match self.is_header && end >= self.lines {
            true => Stroke::plain(INK, LINES.0),
            false => Stroke::plain(LINE, LINES.1),
        };
        line(left, y, left + self.right, y, stroke)
    }
}

/// Measures the cells of a column.
fn content_of(column: usize, rows: &[&TableRow], shaper: &mut Shaper, style: &TextStyle) -> ColumnContent {
    let mut content = ColumnContent::default();
    for row in rows {
        let Some(cell) = row.cells.get(column) else { continue };
        let style =
            TextStyle { bold: row.is_header, hyphens: Hyphens::Off, break_words: false, ..style.clone() };
        let right = |laid: TextLayout| laid.ink.map_or(0.0, |[.., right, _]| f64::from(right));
        content.line = content.line.max(right(shaper.lay(cell, &style, ENDLESS, f64::INFINITY)));
        content.word = content.word.max(right(shaper.lay(cell, &style, 0.0, f64::INFINITY)));
    }
    content
}
