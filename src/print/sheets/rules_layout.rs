//! The layout of the text of rules in the columns of pages.

use std::collections::BTreeMap;

use crate::print::draw::units::{POINT, Size};
use crate::print::pdf::tags::StructureRole;
use crate::print::sheets::figure_drawings::RuleFigure;
use crate::print::sheets::rules_blocks::{RulesBlock, RulesTable, TableRow};
use crate::print::sheets::rules_table::{LaidRow, TableLayout};
use crate::print::text::columns::{Columns, ParagraphBlock};
use crate::print::text::rich::Paragraph;
use crate::print::text::shaper::Shaper;
use crate::print::text::style::{TextAlign, TextStyle};
use crate::print::text::text_layout::TextLayout;

/// Space above a heading, in font sizes.
const ABOVE: f64 = 0.8;
/// Space between items of a list, in font sizes.
const BULLETS: f64 = 0.6;
/// Space below a heading, in font sizes.
const HEADED: f64 = 0.45;
/// Space below a paragraph, in font sizes.
const AFTER: f64 = 0.8;
/// How much smaller the letters of captions are, in points.
const CAPTION: f64 = 1.0;
/// Maximum number of rows of a table that stays in one column, and their height in millimetres.
const SHORT: (usize, f64) = (7, 60.0);
/// Space between a figure and its caption, in millimetres.
pub const UNDER: f64 = 1.6;

/// The paragraphs and tables of the rules, and how they are set.
pub struct RulesText {
    pub blocks: Vec<RulesBlock>,
    pub tables: Vec<RulesTable>,
    /// The figures by the paragraphs that are their captions.
    pub figures: BTreeMap<usize, RuleFigure>,
    pub style: TextStyle,
    /// The width of a column.
    pub width: f64,
}

/// A block that is laid out.
pub enum LaidBlock {
    Paragraph(TextLayout),
    Row(LaidRow),
}

impl LaidBlock {
    /// Returns its texts: those of all cells of a row.
    pub fn texts(&self) -> Vec<&TextLayout> {
        match self {
            LaidBlock::Paragraph(laid) => vec![laid],
            LaidBlock::Row(row) => row.cells.iter().map(|(_, cell)| cell).collect(),
        }
    }
}

impl RulesText {
    /// Shrinks a figure that would begin the second page, if it then fits on the first page and stays large
    /// enough: otherwise the first page, a booklet's cover, would be nearly empty. Returns whether a figure
    /// was shrunk.
    pub fn fit_first_page(&mut self, flow: &Columns, blocks: &[ParagraphBlock]) -> bool {
        /// The least share of its height that a figure keeps.
        const KEPT: f64 = 0.6;
        let Some((block, room)) = flow.left_on_first(blocks) else { return false };
        let Some(figure) = self.figures.get(&block) else { return false };
        // A hundredth of a millimetre less, so that rounding does not move it to the next page.
        let height = room - (blocks[block].height - figure.height) - 0.01;
        if height < KEPT * figure.height {
            return false;
        }
        let width = self.width;
        let smaller = self.figures.remove(&block).map(|figure| figure.within(Size { width, height }));
        self.figures.extend(smaller.map(|figure| (block, figure)));
        true
    }

    /// Lays out all blocks in a font size. Returns the blocks that make up the columns, too.
    pub fn lay(&self, shaper: &mut Shaper, size: f64) -> (Vec<LaidBlock>, Vec<ParagraphBlock>) {
        let style = TextStyle { size, least: size, ..self.style.clone() };
        let small = TextStyle {
            size: size - CAPTION,
            least: size - CAPTION,
            align: TextAlign::Center,
            ..style.clone()
        };
        let tables: Vec<TableLayout> = self
            .tables
            .iter()
            .map(|table| TableLayout::new(table, &self.rows(table), shaper, &style, self.width))
            .collect();
        let em = size * POINT;
        let mut laid = Vec::with_capacity(self.blocks.len());
        let mut blocks = Vec::with_capacity(self.blocks.len());
        for (i, block) in self.blocks.iter().enumerate() {
            match block {
                RulesBlock::Paragraph(paragraph) => {
                    let style = if self.figures.contains_key(&i) { &small } else { &style };
                    let text = shaper.lay(std::slice::from_ref(paragraph), style, self.width, f64::INFINITY);
                    blocks.push(self.paragraph_block(i, paragraph, &text, em));
                    laid.push(LaidBlock::Paragraph(text));
                }
                RulesBlock::Row(row) => {
                    let (Some(layout), Some(table)) = (tables.get(row.table), self.tables.get(row.table))
                    else {
                        continue;
                    };
                    let header = table.has_header.then_some(table.rows.start);
                    let (row, mut block) = layout.lay(row, &table.aligns, header, shaper);
                    if i + 1 == table.rows.end {
                        block.below = AFTER * em;
                    }
                    blocks.push(block);
                    laid.push(LaidBlock::Row(row));
                }
            }
        }
        for table in self.tables.iter().filter(|table| table.rows.len() <= SHORT.0) {
            // Short tables are not parted: each row but the last stays with the next.
            let Some([rows @ .., _]) = blocks.get_mut(table.rows.clone()) else { continue };
            if rows.iter().map(|row| row.height).sum::<f64>() <= SHORT.1 {
                rows.iter_mut().for_each(|row| row.keep = true);
            }
        }
        (laid, blocks)
    }

    /// Returns the rows of a table, its header first if it has one.
    fn rows(&self, table: &RulesTable) -> Vec<&TableRow> {
        self.blocks.get(table.rows.clone()).unwrap_or_default().iter().filter_map(RulesBlock::row).collect()
    }

    fn paragraph_block(&self, i: usize, paragraph: &Paragraph, laid: &TextLayout, em: f64) -> ParagraphBlock {
        let next = self.blocks.get(i + 1).and_then(RulesBlock::paragraph);
        let is_listed = paragraph.bullet && next.is_some_and(|next| next.bullet);
        let below = match paragraph.heading {
            0 if is_listed => BULLETS,
            0 => AFTER,
            _ => HEADED,
        };
        let above = if paragraph.heading > 0 { ABOVE } else { 0.0 };
        let figure = self.figures.get(&i);
        // A figure and its caption are not parted.
        let lines = laid.lines.iter().filter(|_| figure.is_none());
        ParagraphBlock {
            height: figure.map_or(0.0, |figure| figure.height + UNDER) + laid.height,
            lines: lines.map(|line| (f64::from(line.top), f64::from(line.bottom))).collect(),
            above: above * em,
            below: below * em,
            keep: self.is_kept_with_next(i, paragraph, laid.lines.len()),
            header: None,
        }
    }

    /// Returns whether a paragraph of this number of lines stays with the next block in one column: a
    /// heading, what introduces a list, and the first item of a list.
    fn is_kept_with_next(&self, i: usize, paragraph: &Paragraph, lines: usize) -> bool {
        /// The greatest number of lines of a lead-in or a first item.
        const SHORT: usize = 3;
        if paragraph.heading > 0 || paragraph.text.ends_with(':') {
            return true;
        }
        let at = |i: usize| self.blocks.get(i).and_then(RulesBlock::paragraph);
        let before = i.checked_sub(1).and_then(at);
        let is_before_others = !paragraph.bullet || before.is_none_or(|before| !before.bullet);
        is_before_others && lines <= SHORT && at(i + 1).is_some_and(|next| next.bullet)
    }

    /// Returns the role of a cell in the structure of the document.
    pub fn tag_of_cell(&self, block: usize, column: usize) -> StructureRole {
        let row = self.blocks.get(block).and_then(RulesBlock::row);
        let table = row.map_or(0, |row| row.table);
        StructureRole::Cell { table, row: block, column, is_header: row.is_some_and(|row| row.is_header) }
    }
}
