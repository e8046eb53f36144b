//! Columns of text, and numbers formatted for people.

use crate::diagnostics::grouped;
use anstyle::Style;
use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table, Width, presets};

/// The alignment of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnAlign {
    /// Left-aligned, for words.
    Left,
    /// Right-aligned, for numbers.
    Right,
}

/// Characters between two columns.
const GAP: u16 = 2;
/// The maximum length of a word that is never broken.
const LONGEST_WORD: usize = 24;

/// A table of plain text without lines: columns separated by blanks, the header bold.
pub struct TextTable {
    columns: Vec<(String, ColumnAlign)>,
    rows: Vec<Vec<String>>,
    width: usize,
}

impl TextTable {
    /// Creates a grid with these columns (without header if all names are empty). Text too long for `width`
    /// is wrapped at blanks. Numbers are not wrapped: if `width` has no room for them, the table is wider.
    pub fn new(columns: &[(&str, ColumnAlign)], width: usize) -> Self {
        let columns = columns.iter().map(|(name, align)| ((*name).to_owned(), *align)).collect();
        TextTable { columns, rows: Vec::new(), width }
    }

    /// Adds a row.
    pub fn row<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// Returns the text, with a newline after every line.
    pub fn text(&self) -> String {
        let bold = Style::new().bold();
        let has_header = self.columns.iter().any(|(name, _)| !name.is_empty());
        let mut text = String::new();
        for (i, line) in self.arranged().lines().enumerate() {
            let line = line.trim_end();
            match (i, has_header) {
                (0, false) => {}
                (0, true) => text.push_str(&format!("{bold}{line}{bold:#}\n")),
                _ => text.push_str(&format!("{line}\n")),
            }
        }
        text
    }

    fn arranged(&self) -> Table {
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        table.set_content_arrangement(ContentArrangement::Dynamic);
        // The header defines the columns; an empty one is left out of the text.
        table.set_header(self.columns.iter().map(|(name, _)| name));
        table.add_rows(&self.rows);
        let (mut least, mut padding) = (0, GAP);
        let last = self.columns.len().saturating_sub(1);
        for (i, (column, (_, align))) in table.column_iter_mut().zip(&self.columns).enumerate() {
            if i == last {
                padding = 0;
            }
            column.set_padding((0, padding));
            column.set_cell_alignment(match align {
                ColumnAlign::Left => CellAlignment::Left,
                ColumnAlign::Right => CellAlignment::Right,
            });
            let bound = self.least_width(i).saturating_add(padding);
            column.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(bound)));
            least += usize::from(bound);
        }
        table.set_width(u16::try_from(self.width.max(least)).unwrap_or(u16::MAX));
        table
    }

    /// Returns the least width of a column at which no number and no word is broken. Cells without a letter
    /// are numbers as a whole, such as `48.0 %`.
    fn least_width(&self, column: usize) -> u16 {
        let cells = self.rows.iter().filter_map(|row| row.get(column));
        let longest =
            |words: &str| words.split_whitespace().map(|word| word.chars().count()).max().unwrap_or(0);
        let of_cell = |cell: &String| match cell.chars().any(char::is_alphabetic) {
            true => longest(cell),
            false => cell.lines().map(|line| line.chars().count()).max().unwrap_or(0),
        };
        let header = self.columns.get(column).map_or(0, |(name, _)| longest(name));
        let widest = cells.map(of_cell).max().unwrap_or(0).max(header).min(LONGEST_WORD);
        u16::try_from(widest).unwrap_or(u16::MAX)
    }
}

/// Wraps a text to lines of at most `width` characters, at blanks where possible. Returns at least one line.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(' ') {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    lines
}

/// Keeps the first and last `each` lines, with a line between them that counts those left out. Returns all
/// lines if that is not longer.
pub fn ends(mut lines: Vec<String>, each: usize) -> Vec<String> {
    if lines.len() > 2 * each + 1 {
        let left_out = format!("  … {} more …", grouped((lines.len() - 2 * each) as u64));
        lines.splice(each..lines.len() - each, [left_out]);
    }
    lines
}
