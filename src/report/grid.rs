//! Columns of text, and numbers formatted for people.

use crate::diagnostics::grouped;
use anstyle::Style;
use comfy_table::{CellAlignment, ContentArrangement, Table, presets};

/// The alignment of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnAlign {
    /// Left-aligned, for words.
    Left,
    /// Right-aligned, for numbers.
    Right,
}

/// A table of plain text without lines: columns separated by blanks, the header bold.
pub struct TextTable {
    table: Table,
    header: bool,
}

impl TextTable {
    /// Creates a grid with these columns (without header if all names are empty). Text too long for `width`
    /// is wrapped.
    pub fn new(columns: &[(&str, ColumnAlign)], width: usize) -> Self {
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        table.set_content_arrangement(ContentArrangement::Dynamic);
        table.set_width(u16::try_from(width).unwrap_or(u16::MAX));
        let header = columns.iter().any(|(name, _)| !name.is_empty());
        // The header defines the columns; an empty one is left out of the text.
        table.set_header(columns.iter().map(|(name, _)| *name));
        for (column, (_, align)) in table.column_iter_mut().zip(columns) {
            column.set_padding((0, 2));
            column.set_cell_alignment(match align {
                ColumnAlign::Left => CellAlignment::Left,
                ColumnAlign::Right => CellAlignment::Right,
            });
        }
        TextTable { table, header }
    }

    /// Adds a row.
    pub fn row<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        self.table.add_row(cells.into_iter().map(Into::into));
    }

    /// Returns the text, with a newline after every line.
    pub fn text(&self) -> String {
        let bold = Style::new().bold();
        let mut text = String::new();
        for (i, line) in self.table.lines().enumerate() {
            let line = line.trim_end();
            match (i, self.header) {
                (0, false) => {}
                (0, true) => text.push_str(&format!("{bold}{line}{bold:#}\n")),
                _ => text.push_str(&format!("{line}\n")),
            }
        }
        text
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
