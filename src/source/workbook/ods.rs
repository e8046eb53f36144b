//! Workbooks of LibreOffice: `.ods`.
//!
//! Read here, not by calamine: a cell or row of this format can say how often it is repeated, and calamine
//! writes the repetitions out, up to a hundred million cells, before its caller sees the first.

use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use super::archive;
use super::cells::{CellBudget, CellGrid, CellValue, MAX_SHEETS, WorkbookError, is_left_out};

/// Elements below which there are no cells of a sheet and no text of a cell.
const SKIPPED: [&str; 8] = [
    "office:annotation",
    "table:content-validations",
    "table:dde-links",
    "table:named-expressions",
    "table:scenario",
    "table:shapes",
    "table:tracked-changes",
    "text:note",
];

pub(super) fn read(bytes: &[u8]) -> Result<Vec<CellGrid>, WorkbookError> {
    archive::check(bytes)?;
    let manifest = archive::text_of(bytes, "META-INF/manifest.xml")?.unwrap_or_default();
    if manifest.contains("encryption-data") {
        return Err(WorkbookError::Encrypted);
    }
    let content =
        archive::text_of(bytes, "content.xml")?.ok_or_else(|| broken("there is no `content.xml` in it"))?;
    let mut reader = Reader::from_str(&content);
    // `<a/>` is read as `<a></a>`, so that cells without content need no case of their own.
    reader.config_mut().expand_empty_elements = true;
    let mut spreadsheet = Spreadsheet {
        reader,
        budget: CellBudget::new(),
        grids: Vec::new(),
        sheets: 0,
        row: 0,
        column: 0,
        repeat: 1,
    };
    spreadsheet.read()?;
    Ok(spreadsheet.grids)
}

fn broken(why: impl ToString) -> WorkbookError {
    WorkbookError::Broken(why.to_string())
}

/// The state of reading.
struct Spreadsheet<'t> {
    reader: Reader<&'t [u8]>,
    budget: CellBudget,
    grids: Vec<CellGrid>,
    /// Number of sheets that have begun, those left out among them.
    sheets: usize,
    /// The next row and column, from 0.
    row: u32,
    column: u32,
    /// The number of times that the current row is repeated.
    repeat: u32,
}

impl Spreadsheet<'_> {
    fn read(&mut self) -> Result<(), WorkbookError> {
        loop {
            match self.reader.read_event().map_err(broken)? {
                Event::Start(tag) => match tag.name().as_ref() {
                    "table:table" => {
                        let name = attribute(&tag, "table:name")?.unwrap_or_default();
                        self.sheets += 1;
                        if self.sheets > MAX_SHEETS {
                            return Err(WorkbookError::TooLarge);
                        }
                        if is_left_out(&name) {
                            self.reader.read_to_end(tag.name()).map_err(broken)?;
                        } else {
                            self.grids.push(CellGrid::new(&name));
                            self.row = 0;
                        }
                    }
                    "table:table-row" => {
                        self.column = 0;
                        self.repeat = repeated(&tag, "table:number-rows-repeated")?;
                    }
                    "table:table-cell" | "table:covered-table-cell" => self.cell(&tag)?,
                    name if SKIPPED.contains(&name) => {
                        self.reader.read_to_end(tag.name()).map_err(broken)?;
                    }
                    _ => {}
                },
                Event::End(tag) if tag.name().as_ref() == "table:table-row" => {
                    self.row = self.row.saturating_add(self.repeat);
                }
                Event::Eof => return Ok(()),
                _ => {}
            }
        }
    }

    /// Reads a cell, and adds it as often as it and its row are repeated.
    fn cell(&mut self, tag: &BytesStart) -> Result<(), WorkbookError> {
        let columns = repeated(tag, "table:number-columns-repeated")?;
        let value = self.value(tag)?;
        let (row, column) = (self.row, self.column);
        self.column = column.saturating_add(columns);
        // Programs write the rest of a sheet as one empty cell, repeated.
        let Some(value) = value.filter(|value| !value.text.trim().is_empty()) else {
            return self.budget.take(1, 0);
        };
        let cells = (columns as usize).saturating_mul(self.repeat as usize);
        self.budget.take(cells, cells.saturating_mul(value.text.len()))?;
        let Some(grid) = self.grids.last_mut() else { return Ok(()) };
        for row in row..row.saturating_add(self.repeat) {
            for column in column..column.saturating_add(columns) {
                grid.add(row, column, &value)?;
            }
        }
        Ok(())
    }

    /// Returns the value of a cell, and reads up to its end.
    fn value(&mut self, tag: &BytesStart) -> Result<Option<CellValue>, WorkbookError> {
        let shown = self.text(tag)?;
        // LibreOffice gives a failed formula a value, 0 or an empty text, and shows the error.
        if attribute(tag, "calcext:value-type")?.as_deref() == Some("error") {
            return Ok(Some(CellValue::text(shown)));
        }
        let stated = |key| attribute(tag, key);
        let kind = stated("office:value-type")?.unwrap_or_default();
        Ok(match kind.as_str() {
            "float" | "percentage" | "currency" => {
                let number = stated("office:value")?.and_then(|number| number.parse().ok());
                Some(number.map_or(CellValue::text(shown), CellValue::number))
            }
            "boolean" => stated("office:boolean-value")?.map(|value| CellValue::boolean(value == "true")),
            "date" => {
                let date = stated("office:date-value")?.unwrap_or(shown);
                Some(CellValue::iso_date(&date))
            }
            "time" => Some(CellValue::date(shown)),
            "string" => {
                let text = stated("office:string-value")?.unwrap_or(shown);
                let is_written = stated("table:formula")?.is_none();
                Some(if is_written { CellValue::written(text) } else { CellValue::text(text) })
            }
            _ => (!shown.is_empty()).then(|| CellValue::text(shown)),
        })
    }

    /// Returns the text that a cell shows: its paragraphs are lines.
    fn text(&mut self, tag: &BytesStart) -> Result<String, WorkbookError> {
        let own = tag.name();
        let mut text = String::new();
        let (mut paragraphs, mut in_paragraph) = (0, false);
        loop {
            match self.reader.read_event().map_err(broken)? {
                Event::Start(tag) => match tag.name().as_ref() {
                    "text:p" => {
                        if paragraphs > 0 {
                            text.push('\n');
                        }
                        paragraphs += 1;
                        in_paragraph = true;
                    }
                    "text:s" => {
                        let count = attribute(&tag, "text:c")?
                            .and_then(|count| count.parse().ok())
                            .unwrap_or(1_usize);
                        self.budget.take(0, count)?;
                        text.extend(std::iter::repeat_n(' ', count));
                    }
                    "text:tab" => text.push('\t'),
                    "text:line-break" => text.push('\n'),
                    name if SKIPPED.contains(&name) || name.starts_with("draw:") => {
                        self.reader.read_to_end(tag.name()).map_err(broken)?;
                    }
                    _ => {}
                },
                Event::End(tag) if tag.name() == own => return Ok(text),
                Event::End(tag) if tag.name().as_ref() == "text:p" => in_paragraph = false,
                // Blanks between paragraphs are those of the file.
                Event::Text(part) if in_paragraph => text.push_str(&part.xml10_content()),
                Event::CData(part) if in_paragraph => text.push_str(&part.xml10_content()),
                Event::GeneralRef(entity) if in_paragraph => text.push(character(&entity)?),
                Event::Eof => return Err(broken("it ends inside a cell")),
                _ => {}
            }
        }
    }
}

/// Returns the character of an entity: `&amp;`, `&#65;`.
fn character(entity: &BytesRef) -> Result<char, WorkbookError> {
    let known = match entity.as_ref() {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => entity.resolve_char_ref().map_err(broken)?,
    };
    known.ok_or_else(|| broken("an entity in it is unknown"))
}

fn attribute(tag: &BytesStart, key: &str) -> Result<Option<String>, WorkbookError> {
    let Some(found) = tag.try_get_attribute(key).map_err(broken)? else { return Ok(None) };
    let value = found.normalized_value(XmlVersion::Implicit1_0).map_err(broken)?;
    Ok(Some(value.into_owned()))
}

fn repeated(tag: &BytesStart, key: &str) -> Result<u32, WorkbookError> {
    let count = attribute(tag, key)?;
    count.map_or(Ok(1), |count| count.parse().map_err(broken))
}
