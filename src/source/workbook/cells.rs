//! The cells of a sheet, and the limits of a workbook.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::source::csv::{NEWLINE_IN_CELL, is_formula_error};

/// Maximum number of sheets.
pub(super) const MAX_SHEETS: usize = 256;
/// Maximum number of cells that are visited in all sheets, empty ones among them.
const MAX_CELLS: usize = 2_000_000;
/// Maximum length of the texts of all sheets, in bytes.
pub(super) const MAX_TEXT: usize = 16 << 20;
/// Maximum number of rows and columns, as in spreadsheet programs.
const MAX_ROWS: u32 = 1 << 20;
const MAX_COLUMNS: u32 = 1 << 14;

/// A sheet of a workbook, converted to CSV.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetText {
    /// The name on its tab.
    pub name: String,
    /// Its rows as CSV.
    pub text: String,
    /// The bytes of cells that hold dates.
    pub dates: Vec<Range<usize>>,
}

/// The reason why a workbook cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WorkbookError {
    /// The file is encrypted, or in a format from before 2007.
    #[error("the workbook is encrypted, or older than the format of 2007")]
    Encrypted,
    /// The file exceeds a limit on sheets, cells or text.
    #[error("the workbook has too many cells, or too long ones")]
    TooLarge,
    /// The file is damaged or not a workbook; with the message of the reader.
    #[error("this is not a whole workbook: {0}")]
    Broken(String),
}

/// Returns whether a sheet holds no cards, by its name.
pub(super) fn is_left_out(sheet: &str) -> bool {
    sheet.starts_with(['#', '_'])
}

/// The limits that the cells of a workbook count towards.
pub(super) struct CellBudget {
    cells: usize,
    bytes: usize,
}

impl CellBudget {
    pub(super) fn new() -> CellBudget {
        CellBudget { cells: MAX_CELLS, bytes: MAX_TEXT }
    }

    pub(super) fn take(&mut self, cells: usize, bytes: usize) -> Result<(), WorkbookError> {
        self.cells = self.cells.checked_sub(cells).ok_or(WorkbookError::TooLarge)?;
        self.bytes = self.bytes.checked_sub(bytes).ok_or(WorkbookError::TooLarge)?;
        Ok(())
    }
}

pub(super) struct CellValue {
    pub(super) text: String,
    is_date: bool,
    /// True if the cell has no formula: it may read like the error of one.
    is_written: bool,
}

impl CellValue {
    pub(super) fn text(text: impl Into<String>) -> CellValue {
        CellValue { text: text.into(), is_date: false, is_written: false }
    }

    /// Returns a text that somebody wrote, and no formula calculated.
    pub(super) fn written(text: impl Into<String>) -> CellValue {
        CellValue { is_written: true, ..CellValue::text(text) }
    }

    pub(super) fn date(text: impl Into<String>) -> CellValue {
        CellValue { is_date: true, ..CellValue::text(text) }
    }

    /// Formats a date as ISO 8601 has it, without a time at midnight.
    pub(super) fn iso_date(date: &str) -> CellValue {
        CellValue::date(date.trim_end_matches("T00:00:00").replace('T', " "))
    }

    /// Formats a number as a spreadsheet shows it: with at most 15 significant digits, and `1` for 1.0.
    pub(super) fn number(number: f64) -> CellValue {
        let rounded = format!("{number:.14e}").parse::<f64>().unwrap_or(number);
        // Negative zero is zero.
        CellValue::text((rounded + 0.0).to_string())
    }

    pub(super) fn boolean(value: bool) -> CellValue {
        CellValue::text(if value { "true" } else { "false" })
    }
}

/// The cells of a sheet that hold something, by row and column, both from 0.
pub(super) struct CellGrid {
    name: String,
    pub(super) cells: BTreeMap<(u32, u32), CellValue>,
}

impl CellGrid {
    pub(super) fn new(name: &str) -> CellGrid {
        // A line break in a name would break the line of a report that names it.
        CellGrid { name: name.replace(char::is_control, " "), cells: BTreeMap::new() }
    }

    /// Adds a cell, unless it is blank. Blanks around its text are cut off, as in CSV.
    pub(super) fn add(&mut self, row: u32, column: u32, value: &CellValue) -> Result<(), WorkbookError> {
        let text = value.text.trim();
        if text.is_empty() {
            return Ok(());
        }
        if row >= MAX_ROWS || column >= MAX_COLUMNS {
            return Err(WorkbookError::TooLarge);
        }
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        self.cells.insert((row, column), CellValue { text, ..*value });
        Ok(())
    }

    /// Writes the rows as CSV; `None` if that is longer than `most` bytes.
    pub(super) fn into_text(self, most: usize) -> Option<SheetText> {
        let mut text = String::new();
        let mut dates = Vec::new();
        // The first row holds the headings; every further row gets at least as many cells.
        let header_row = self.cells.keys().next().map_or(0, |at| at.0);
        let width =
            self.cells.range((header_row, 0)..=(header_row, u32::MAX)).map(|(at, _)| at.1).max().unwrap_or(0);
        // The row and column that are written next, and whether the row has a cell.
        let (mut row, mut column, mut is_begun) = (0, 0, false);
        let pad = |text: &mut String, from: u32, to: u32| text.extend((from..to).map(|_| ','));
        for ((to_row, to_column), value) in self.cells {
            if to_row > row {
                if is_begun {
                    pad(&mut text, column, width);
                }
                text.extend((row..to_row).map(|_| '\n'));
                (row, column) = (to_row, 0);
            }
            pad(&mut text, column, to_column);
            (column, is_begun) = (to_column, true);
            let start = text.len();
            push_cell(&mut text, &value);
            if value.is_date {
                dates.push(start..text.len());
            }
            if text.len() > most {
                return None;
            }
        }
        pad(&mut text, column, width);
        text.push('\n');
        (text.len() <= most).then_some(SheetText { name: self.name, text, dates })
    }
}

fn push_cell(text: &mut String, value: &CellValue) {
    let cell = value.text.as_str();
    // In quotes, an error of a formula is a text like any other.
    let needs_quotes = cell.contains([',', '"', '\n']) || value.is_written && is_formula_error(cell);
    if !needs_quotes {
        text.push_str(cell);
        return;
    }
    text.push('"');
    for c in cell.chars() {
        match c {
            '"' => text.push_str("\"\""),
            '\n' => text.push(NEWLINE_IN_CELL),
            c => text.push(c),
        }
    }
    text.push('"');
}
