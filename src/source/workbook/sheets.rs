//! Reads the sheets of a workbook, each as a text.

use super::cells::{MAX_TEXT, SheetText, WorkbookError};
use super::{ods, xlsx};
use crate::guard::guarded;

/// Reads the sheets of cards in a workbook, in the order of their tabs. Left out are empty sheets, and those
/// whose names begin with `#` or `_`.
///
/// # Errors
/// The file cannot be read.
pub fn sheets_of(name: &str, bytes: &[u8]) -> Result<Vec<SheetText>, WorkbookError> {
    let read = if name.ends_with(".ods") { ods::read } else { xlsx::read };
    let grids = guarded(|| read(bytes)).map_err(WorkbookError::Broken)??;
    let mut left = MAX_TEXT;
    let mut sheets = Vec::new();
    for grid in grids.into_iter().filter(|grid| !grid.cells.is_empty()) {
        let sheet = grid.into_text(left).ok_or(WorkbookError::TooLarge)?;
        left -= sheet.text.len();
        sheets.push(sheet);
    }
    Ok(sheets)
}
