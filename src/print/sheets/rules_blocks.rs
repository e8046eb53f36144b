//! The blocks that the pages of rules are made of: paragraphs, and rows of tables.

use std::ops::Range;

use crate::print::text::quotes::curled;
use crate::print::text::rich::{self, Paragraph};
use crate::print::text::rich_marks::{BREAK, CELL, TABLE};
use crate::print::text::style::TextAlign;

/// A paragraph or a row, which stand below each other.
#[derive(Clone, Debug)]
pub enum RulesBlock {
    Paragraph(Box<Paragraph>),
    Row(TableRow),
}

impl RulesBlock {
    /// Returns its paragraphs: those of all cells of a row.
    pub fn paragraphs_mut(&mut self) -> Vec<&mut Paragraph> {
        match self {
            RulesBlock::Paragraph(paragraph) => vec![paragraph.as_mut()],
            RulesBlock::Row(row) => row.cells.iter_mut().flatten().collect(),
        }
    }

    /// Returns the paragraph, unless it is a row.
    pub fn paragraph(&self) -> Option<&Paragraph> {
        match self {
            RulesBlock::Paragraph(paragraph) => Some(paragraph.as_ref()),
            RulesBlock::Row(_) => None,
        }
    }

    /// Returns the row, unless it is a paragraph.
    pub fn row(&self) -> Option<&TableRow> {
        match self {
            RulesBlock::Paragraph(_) => None,
            RulesBlock::Row(row) => Some(row),
        }
    }
}

/// A row of a table in the rules.
#[derive(Clone, Debug)]
pub struct TableRow {
    /// The index of its table.
    pub table: usize,
    pub is_header: bool,
    /// The paragraphs of each cell.
    pub cells: Vec<Vec<Paragraph>>,
}

/// A table in the rules, with the layout of its columns.
#[derive(Clone, Debug)]
pub struct RulesTable {
    /// The alignment of each column.
    pub aligns: Vec<TextAlign>,
    /// The blocks that are its rows, from its header on.
    pub rows: Range<usize>,
    pub has_header: bool,
}

/// Reads the text of rules that is printed, whose title is already in `blocks`. Quotation marks become those
/// of the language. Returns the tables.
pub fn read(text: &str, language: &str, blocks: &mut Vec<RulesBlock>) -> Vec<RulesTable> {
    let mut tables = Vec::new();
    // Paragraphs up to the next table, which may be those of one list. Names of cards are looked for with the
    // apostrophes that are printed, and no quotation goes on in another paragraph.
    let mut words: Vec<String> = Vec::new();
    let flush = |words: &mut Vec<String>, blocks: &mut Vec<RulesBlock>| {
        blocks
            .extend(rich::parse(&words.join("\n\n")).into_iter().map(|p| RulesBlock::Paragraph(Box::new(p))));
        words.clear();
    };
    for part in text.split("\n\n") {
        let part = curled(part, language);
        match part.trim_start().strip_prefix(TABLE) {
            Some(table) => {
                flush(&mut words, blocks);
                tables.extend(read_table(table, tables.len(), blocks));
            }
            None => words.push(part),
        }
    }
    flush(&mut words, blocks);
    tables
}

/// Reads the rows of a table into blocks; `None` if there are none.
fn read_table(text: &str, table: usize, blocks: &mut Vec<RulesBlock>) -> Option<RulesTable> {
    let mut lines = text.lines();
    let format = lines.next().unwrap_or_default();
    let has_header = format.starts_with('h');
    let aligns: Vec<TextAlign> = format.trim_start_matches('h').chars().map(align_of).collect();
    let first = blocks.len();
    for (number, line) in lines.enumerate() {
        let mut cells: Vec<Vec<Paragraph>> = line.split(CELL).map(paragraphs_of).collect();
        cells.resize(aligns.len(), Vec::new());
        let is_header = has_header && number == 0;
        blocks.push(RulesBlock::Row(TableRow { table, is_header, cells }));
    }
    (first < blocks.len()).then_some(RulesTable { aligns, rows: first..blocks.len(), has_header })
}

fn align_of(letter: char) -> TextAlign {
    match letter {
        'c' => TextAlign::Center,
        'r' => TextAlign::Right,
        _ => TextAlign::Start,
    }
}

/// Returns the paragraphs of a cell, one for each line; none of an empty one.
fn paragraphs_of(cell: &str) -> Vec<Paragraph> {
    if cell.trim().is_empty() {
        return Vec::new();
    }
    cell.split(BREAK).map(rich::line).collect()
}
