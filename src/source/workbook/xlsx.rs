//! Workbooks of Excel: `.xlsx`.

use std::io::Cursor;

use calamine::{DataRef, ExcelDateTime, Reader, SheetType, Xlsx, XlsxError};

use super::archive;
use super::cells::{CellBudget, CellGrid, CellValue, MAX_SHEETS, WorkbookError, is_left_out};

pub(super) fn read(bytes: &[u8]) -> Result<Vec<CellGrid>, WorkbookError> {
    archive::check(bytes)?;
    let mut workbook: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).map_err(|error| of_reader(&error))?;
    let sheets = workbook.sheets_metadata().iter().filter(|sheet| sheet.typ == SheetType::WorkSheet);
    let names: Vec<String> = sheets.map(|sheet| sheet.name.clone()).collect();
    if names.len() > MAX_SHEETS {
        return Err(WorkbookError::TooLarge);
    }
    let mut budget = CellBudget::new();
    let mut grids = Vec::new();
    for name in names.into_iter().filter(|name| !is_left_out(name)) {
        // Cell by cell: the reader's whole ranges have room for every cell between the first and the last.
        let mut cells = workbook.worksheet_cells_reader(&name).map_err(|error| of_reader(&error))?;
        let mut grid = CellGrid::new(&name);
        let of_sheet = |error: XlsxError| WorkbookError::Broken(format!("sheet {name}: {error}"));
        while let Some(cell) = cells.next_cell().map_err(of_sheet)? {
            let (row, column) = cell.get_position();
            let value = value_of(cell.get_value());
            budget.take(1, value.as_ref().map_or(0, |value| value.text.len()))?;
            if let Some(value) = value {
                grid.add(row, column, &value)?;
            }
        }
        grids.push(grid);
    }
    Ok(grids)
}

/// Returns the value of a cell; of a formula, the last that the spreadsheet calculated.
fn value_of(data: &DataRef) -> Option<CellValue> {
    Some(match data {
        DataRef::Empty => return None,
        DataRef::Int(number) => CellValue::text(number.to_string()),
        DataRef::Float(number) => CellValue::number(*number),
        DataRef::String(text) => CellValue::text(text),
        // Texts that a formula calculates are not shared.
        DataRef::SharedString(text) => CellValue::written(*text),
        DataRef::Bool(value) => CellValue::boolean(*value),
        DataRef::DateTime(date) => CellValue::date(format_date(date)),
        DataRef::DateTimeIso(text) => CellValue::iso_date(text),
        DataRef::DurationIso(text) => CellValue::date(text),
        DataRef::Error(error) => CellValue::text(error.to_string()),
    })
}

/// Formats a date without a time, a date with a time, or a time: `2026-03-02`, `2026-03-02 18:30:00`,
/// `18:30:00`.
fn format_date(date: &ExcelDateTime) -> String {
    let (year, month, day, hour, minute, second, _) = date.to_ymd_hms_milli();
    let time = format!("{hour:02}:{minute:02}:{second:02}");
    if date.is_duration() || (0.0..1.0).contains(&date.as_f64()) {
        return time;
    }
    let day = format!("{year:04}-{month:02}-{day:02}");
    if date.as_f64().fract() == 0.0 { day } else { format!("{day} {time}") }
}

fn of_reader(error: &XlsxError) -> WorkbookError {
    match error {
        XlsxError::Password => WorkbookError::Encrypted,
        other => WorkbookError::Broken(other.to_string()),
    }
}
