//! Tables of the rules in Markdown, as rich text.

use std::ops::Range;

use pulldown_cmark::Alignment;

use crate::print::text::rich::parse;
use crate::print::text::rich_marks::{BREAK, CELL, TABLE};

/// Stands for a bar inside a cell while a row is split at its bars.
const INNER_BAR: &str = "\u{0}";

/// A table that is being read. Its cells are rich text in one line each.
#[derive(Debug, Default)]
pub struct MarkdownTable {
    /// The alignment of each column: `l`, `c` or `r`.
    aligns: String,
    header: Vec<String>,
    rows: Vec<Vec<String>>,
    /// The cells of the row that is being read.
    row: Vec<String>,
    /// The end of the last cell in the source.
    end: usize,
}

impl MarkdownTable {
    /// Creates a table whose columns are aligned so.
    pub fn new(columns: &[Alignment]) -> MarkdownTable {
        let letter = |align: &Alignment| match align {
            Alignment::Center => 'c',
            Alignment::Right => 'r',
            Alignment::Left | Alignment::None => 'l',
        };
        MarkdownTable { aligns: columns.iter().map(letter).collect(), ..MarkdownTable::default() }
    }

    /// Adds a cell, which ends at an offset of the source.
    pub fn add_cell(&mut self, cell: String, end: usize) {
        self.row.push(cell);
        self.end = self.end.max(end);
    }

    /// Makes the cells that were added the header.
    pub fn end_header(&mut self) {
        self.header = std::mem::take(&mut self.row);
    }

    /// Makes the cells that were added a row. It may have more cells than the header.
    pub fn end_row(&mut self) {
        while self.aligns.len() < self.row.len() {
            self.aligns.push('l');
        }
        self.rows.push(std::mem::take(&mut self.row));
    }

    /// Returns the cells of a row beyond those of the header, as they are written. The parser leaves them
    /// out, but no word of a table may be lost.
    pub fn further_cells(&self, source: &str, row: &Range<usize>) -> Vec<String> {
        let rest = source.get(self.end.max(row.start)..row.end).unwrap_or_default().trim();
        // A bar behind a backslash is one inside a cell.
        let rest = rest.replace("\\|", INNER_BAR);
        match rest.trim_matches('|') {
            "" => Vec::new(),
            cells => cells.split('|').map(|cell| cell.trim().replace(INNER_BAR, "|")).collect(),
        }
    }

    /// Returns the header, unless it has no word: such a one is not printed.
    fn printed_header(&self) -> Option<&Vec<String>> {
        Some(&self.header).filter(|header| header.iter().any(|cell| !cell.is_empty()))
    }

    /// Returns whether nothing of it is printed.
    pub fn is_empty(&self) -> bool {
        self.printed_header().is_none() && self.rows.is_empty()
    }

    /// Returns it as a paragraph that [`TABLE`] begins.
    pub fn encode(&self) -> String {
        let header = self.printed_header();
        let flag = if header.is_some() { "h" } else { "" };
        let mut out = format!("{TABLE}{flag}{}", self.aligns);
        let between = CELL.to_string();
        for row in header.into_iter().chain(&self.rows) {
            let cells = row.join(&between);
            out.push('\n');
            // An empty line would end the table.
            out.push_str(if cells.is_empty() { &between } else { &cells });
        }
        out
    }

    /// Returns each row as an item of a list.
    pub fn list(&self) -> Vec<String> {
        self.rows.iter().map(|row| self.item(row).replace(BREAK, " ")).collect()
    }

    /// Returns a row as an item of a list: the first cell in bold, then the others. In tables of more than
    /// two columns each has its heading.
    fn item(&self, cells: &[String]) -> String {
        let named = self.header.len() > 2;
        let rest = cells.iter().enumerate().skip(1).filter(|(_, cell)| !cell.is_empty());
        let rest: Vec<String> = rest
            .map(|(i, cell)| match self.header.get(i).filter(|heading| named && !heading.is_empty()) {
                Some(heading) => format!("{heading}: {cell}"),
                None => cell.clone(),
            })
            .collect();
        let first = cells.first().cloned().unwrap_or_default();
        // A first cell that is bold already stays so.
        let is_plain = parse(&first).iter().all(|p| p.bold.is_empty()) && !first.is_empty();
        let first = if is_plain { format!("**{first}**") } else { first };
        let between = if first.is_empty() || rest.is_empty() { "" } else { ": " };
        format!("- {first}{between}{}", rest.join("; "))
    }
}
