//! Parses CSV into [`TomlNode`]s.
//!
//! Written by hand: a CSV library returns the cells, but neither the file offset of each character nor the
//! cause of a wrong quote.

use std::collections::HashMap;

use super::messages;
use super::text::{Text, TextBuilder};
use super::toml_node::{TomlEntry, TomlNode, TomlTable, TomlValue};
use crate::diagnostics::{Diagnostic, nearest};
use crate::place::{FileId, Sources, Span};

/// A newline in a cell of a sheet. In the text of a sheet each row is a line, so that the number of a line is
/// that of the row.
pub(super) const NEWLINE_IN_CELL: char = '\u{2028}';

/// The values that spreadsheets show for formulas that have failed.
const FORMULA_ERRORS: [&str; 11] = [
    "#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!", "#SPILL!", "#CALC!", "#ERROR!",
    "#DATA!",
];

/// Parses a file of `sources` as a table of cards: `cards.<id>` → the row's non-empty cells, all as strings.
///
/// The first row determines the separator: comma, semicolon or tab. Blanks around an unquoted cell are
/// trimmed. The span of a card is that of its id; the span of a key is that of its column name in the first
/// row.
pub fn parse_csv(sources: &Sources, file: FileId) -> (TomlTable, Vec<Diagnostic>) {
    parser(sources, file)(&sources.file(file).text, file)
}

/// Returns the function that parses a text in the same way; the spans are those of `file`.
pub(super) fn parser(sources: &Sources, file: FileId) -> fn(&str, FileId) -> (TomlTable, Vec<Diagnostic>) {
    match sources.file(file).sheet() {
        None => |text, file| parse(text, file, false),
        Some(_) => |text, file| parse(text, file, true),
    }
}

fn parse(text: &str, file: FileId, is_sheet: bool) -> (TomlTable, Vec<Diagnostic>) {
    let mut scanner = Scanner::new(text, file, is_sheet);
    let mut reader = CsvReader {
        diagnostics: Vec::new(),
        columns: Vec::new(),
        cards: TomlTable::default(),
        ids: HashMap::new(),
        is_sheet,
    };
    let mut header = Span::new(file, scanner.at, scanner.at);
    if let Some(row) = scanner.first_row() {
        header = row.span(file);
        reader.header(row);
        if let Some(separator) = scanner.separator_of_rows(reader.columns.len()) {
            let of_names = char::from(scanner.separator);
            reader.diagnostics.push(messages::two_separators(header, of_names, char::from(separator)));
            scanner.separator = separator;
        }
        if reader.columns.iter().any(CsvColumn::is_id) {
            while let Some(row) = scanner.row() {
                reader.row(row);
            }
        }
    } else if !scanner.unclosed {
        reader.diagnostics.push(messages::empty_table(header));
    }
    let mut diagnostics = reader.diagnostics;
    diagnostics.append(&mut scanner.diagnostics);
    diagnostics.sort_by_key(|d| d.labels.first().map(|l| l.span));
    let cards = TomlNode { span: header, value: TomlValue::Table(reader.cards) };
    (
        TomlTable { entries: vec![TomlEntry { key: "cards".into(), key_span: header, value: cards }] },
        diagnostics,
    )
}

/// A row of cells.
struct CsvRow {
    cells: Vec<Text>,
    /// True if the row has a quoting error, so that its cells may be wrong.
    broken: bool,
}

impl CsvRow {
    fn span(&self, file: FileId) -> Span {
        let start = self.cells.first().map_or(0, |c| c.span.start);
        let end = self.cells.last().map_or(start, |c| c.span.end);
        Span { file, start, end }
    }

    fn is_empty(&self) -> bool {
        self.cells.iter().all(|c| c.value.is_empty())
    }
}

/// Splits the text into rows and cells.
struct Scanner<'t> {
    text: &'t str,
    file: FileId,
    at: usize,
    separator: u8,
    /// True if the text is a sheet of a workbook: the separator is a comma, and a newline in a cell is
    /// [`NEWLINE_IN_CELL`].
    is_sheet: bool,
    /// True if an unclosed quote extends to the end of the file.
    unclosed: bool,
    diagnostics: Vec<Diagnostic>,
}

impl<'t> Scanner<'t> {
    fn new(text: &'t str, file: FileId, is_sheet: bool) -> Self {
        // Skips a byte order mark, which spreadsheets write.
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Scanner { text, file, at, separator: b',', is_sheet, unclosed: false, diagnostics: Vec::new() }
    }

    /// Returns the first row that is not empty, and detects the separator.
    fn first_row(&mut self) -> Option<CsvRow> {
        while let Some(line) = first_line(&self.text[self.at..]) {
            // Spreadsheets write and read `sep=;` as a first line.
            let named = line.strip_prefix("sep=").filter(|_| !self.is_sheet).map(str::as_bytes);
            let named = named.filter(|s| s.len() == 1 && b",;\t".contains(&s[0]));
            if named.is_none() && !line.trim().is_empty() {
                break;
            }
            self.at += line.len() + line_end(&self.text.as_bytes()[self.at + line.len()..]);
        }
        let line = first_line(&self.text[self.at..])?;
        if self.is_sheet {
            return self.row();
        }
        // Ties go to the comma, from which CSV has its name.
        let most = [b'\t', b';', b','].into_iter().max_by_key(|sep| count_outside_quotes(line, *sep));
        self.separator = most.unwrap_or(b',');
        self.row()
    }

    /// Returns the separator of the rows below the first, if all of them have as many cells as there are
    /// columns with it, and one cell with that of the first row.
    fn separator_of_rows(&self, columns: usize) -> Option<u8> {
        if self.is_sheet || columns < 2 {
            return None;
        }
        let rest = self.text[self.at..].split(['\n', '\r']).filter(|line| !line.trim().is_empty());
        let lines: Vec<&str> = rest.collect();
        let others = [b',', b';', b'\t'].into_iter().filter(|other| *other != self.separator);
        let mut fitting = others.filter(|other| {
            let fits = |line: &&str| {
                count_outside_quotes(line, self.separator) == 0
                    && count_outside_quotes(line, *other) == columns - 1
            };
            !lines.is_empty() && lines.iter().all(fits)
        });
        fitting.next()
    }

    fn row(&mut self) -> Option<CsvRow> {
        let bytes = self.text.as_bytes();
        if self.at >= bytes.len() {
            return None;
        }
        let mut cells = Vec::new();
        let told = self.diagnostics.len();
        loop {
            cells.push(self.cell());
            if self.unclosed {
                return None;
            }
            match bytes.get(self.at) {
                Some(b) if *b == self.separator => self.at += 1,
                _ => {
                    self.at += line_end(&bytes[self.at..]);
                    if self.is_sheet {
                        let plain = |cell: &&Text| bytes.get(cell.span.start as usize) != Some(&b'"');
                        self.diagnostics.extend(cells.iter().filter(plain).filter_map(failed_formula));
                    }
                    return Some(CsvRow { cells, broken: self.diagnostics.len() > told });
                }
            }
        }
    }

    /// Reads a cell, up to the next separator or newline.
    fn cell(&mut self) -> Text {
        let bytes = self.text.as_bytes();
        let start = self.at;
        if bytes.get(start) == Some(&b'"') {
            return self.quoted();
        }
        self.at = self.cell_end(start);
        let raw = &self.text[start..self.at];
        let cell = raw.trim();
        let from = start + (raw.len() - raw.trim_start().len());
        let begins = usize::from(is_marked(cell.as_bytes()));
        let span = Span::new(self.file, from, from + cell.len());
        if cell.starts_with('"') {
            self.diagnostics.push(messages::blank_before_quote(Span::new(self.file, from, from + 1)));
        }
        Text::plain(&cell[begins..], self.file, from + begins, span)
    }

    /// Returns the offset of the next separator or newline.
    fn cell_end(&self, from: usize) -> usize {
        let rest = &self.text.as_bytes()[from..];
        rest.iter()
            .position(|b| *b == self.separator || matches!(b, b'\n' | b'\r'))
            .map_or(self.text.len(), |i| from + i)
    }

    fn quoted(&mut self) -> Text {
        let bytes = self.text.as_bytes();
        let start = self.at;
        let begins = start + 1 + usize::from(is_marked(&bytes[start + 1..]));
        let mut builder = TextBuilder::new(begins, 0);
        let mut at = begins;
        loop {
            let plain = bytes[at..].iter().position(|b| matches!(b, b'"' | b'\r'));
            let Some(plain) = plain else {
                self.diagnostics.push(messages::unclosed_quote(Span::new(self.file, start, start + 1)));
                self.push(&mut builder, &self.text[at..]);
                self.at = bytes.len();
                self.unclosed = true;
                return builder.finish(Span::new(self.file, start, bytes.len()));
            };
            self.push(&mut builder, &self.text[at..at + plain]);
            at += plain;
            match &bytes[at..] {
                [b'"', b'"', ..] => {
                    builder.push_as('"', 2);
                    at += 2;
                }
                [b'\r', b'\n', ..] => {
                    builder.push_as('\n', 2);
                    at += 2;
                }
                [b'\r', ..] => {
                    builder.push_as('\n', 1);
                    at += 1;
                }
                _ => break,
            }
        }
        let end = at + 1;
        self.at = self.cell_end(end);
        let after = self.text[end..self.at].trim();
        if !after.is_empty() {
            let from = self.at - self.text[end..self.at].trim_start().len();
            let place = Span::new(self.file, from, from + after.len());
            self.diagnostics.push(messages::text_after_quote(place));
        }
        builder.finish(Span::new(self.file, start, end))
    }

    /// Appends a part of a quoted cell without quotes.
    fn push(&self, builder: &mut TextBuilder, part: &str) {
        for (i, line) in part.split(|c| self.is_sheet && c == NEWLINE_IN_CELL).enumerate() {
            if i > 0 {
                builder.push_as('\n', NEWLINE_IN_CELL.len_utf8());
            }
            builder.push(line);
        }
    }
}

/// Counts a separator in a line, outside of cells in quotes.
fn count_outside_quotes(line: &str, separator: u8) -> usize {
    let mut quoted = false;
    let is_separator = |b: &u8| {
        quoted ^= *b == b'"';
        !quoted && *b == separator
    };
    line.as_bytes().iter().copied().filter(is_separator).count()
}

/// Returns the error for a cell whose formula has failed.
fn failed_formula(cell: &Text) -> Option<Diagnostic> {
    let text = cell.value.as_str();
    is_formula_error(text).then(|| messages::failed_formula(cell.span, text))
}

/// Returns whether a cell whose formula has failed shows this text.
pub(super) fn is_formula_error(text: &str) -> bool {
    let of_number = text.strip_prefix("Err:").is_some_and(|number| number.parse::<u16>().is_ok());
    of_number || FORMULA_ERRORS.contains(&text)
}

/// Returns whether a cell begins with a `'` that tells spreadsheets that no formula follows; of several, the
/// first is the mark.
fn is_marked(cell: &[u8]) -> bool {
    let marks = cell.iter().take_while(|byte| **byte == b'\'').count();
    marks > 0 && matches!(cell.get(marks), Some(b'=' | b'+' | b'-' | b'@' | b'\t' | b'\r'))
}

/// Returns the first line without its newline (see [`line_end`]); `None` at the end of the file.
fn first_line(text: &str) -> Option<&str> {
    text.split(['\n', '\r']).next().filter(|_| !text.is_empty())
}

/// Returns the length of the newline at the start of `bytes`, 0 if there is none. Old spreadsheets write a
/// single carriage return.
fn line_end(bytes: &[u8]) -> usize {
    match bytes {
        [b'\r', b'\n', ..] => 2,
        [b'\n' | b'\r', ..] => 1,
        _ => 0,
    }
}

/// A column, with its name from the first row.
struct CsvColumn {
    name: Text,
    /// True if its name is missing or a duplicate, and that was reported.
    told: bool,
}

impl CsvColumn {
    fn is_id(&self) -> bool {
        self.name.value == "id"
    }
}

/// Converts rows to cards.
struct CsvReader {
    diagnostics: Vec<Diagnostic>,
    columns: Vec<CsvColumn>,
    cards: TomlTable,
    /// Span of the first occurrence of each id.
    ids: HashMap<String, Span>,
    /// True if the text is a sheet of a workbook.
    is_sheet: bool,
}

impl CsvReader {
    fn header(&mut self, row: CsvRow) {
        let mut first: HashMap<String, Span> = HashMap::with_capacity(row.cells.len());
        for name in row.cells {
            let before = first.get(&name.value).copied();
            let told = before.is_some();
            if !told && !name.value.is_empty() {
                first.insert(name.value.clone(), name.span);
            }
            if let Some(before) = before {
                self.diagnostics.push(messages::column_twice(&name.value, name.span, before));
            }
            self.columns.push(CsvColumn { name, told });
        }
        if !self.columns.iter().any(CsvColumn::is_id) {
            let near = self.columns.iter().find(|c| nearest(&c.name.value, ["id"]).is_some());
            self.diagnostics.push(match near {
                Some(near) => messages::misspelt_id(near.name.span, &near.name.value),
                None => messages::no_id_column(self.columns.first().map(|c| c.name.span), self.is_sheet),
            });
        }
    }

    fn row(&mut self, row: CsvRow) {
        if row.is_empty() {
            return;
        }
        if !row.broken {
            self.check_length(&row);
        }
        let id_column = self.columns.iter().position(CsvColumn::is_id);
        let Some(id) = id_column.and_then(|i| row.cells.get(i)).filter(|id| !id.value.is_empty()) else {
            let place = id_column.and_then(|i| row.cells.get(i)).or(row.cells.first()).map(|c| c.span);
            self.diagnostics.extend(place.map(messages::row_without_id));
            return;
        };
        if let Some(before) = self.ids.get(&id.value) {
            self.diagnostics.push(messages::id_twice(&id.value, id.span, *before));
            return;
        }
        self.ids.insert(id.value.clone(), id.span);
        let (key, span) = (id.value.clone(), id.span);
        let mut entries = Vec::with_capacity(self.columns.len());
        for (i, cell) in row.cells.into_iter().enumerate() {
            let Some(column) = self.columns.get_mut(i) else { break };
            if cell.value.is_empty() || Some(i) == id_column {
                continue;
            }
            if column.name.value.is_empty() && !column.told {
                column.told = true;
                self.diagnostics.push(messages::column_without_name(column.name.span, cell.span));
            }
            if column.told {
                continue;
            }
            let value = TomlNode { span: cell.span, value: TomlValue::Text(cell) };
            entries.push(TomlEntry { key: column.name.value.clone(), key_span: column.name.span, value });
        }
        let value = TomlNode { span, value: TomlValue::Table(TomlTable { entries }) };
        self.cards.entries.push(TomlEntry { key, key_span: span, value });
    }

    fn check_length(&mut self, row: &CsvRow) {
        let (wanted, found) = (self.columns.len(), row.cells.len());
        let excess = row.cells.get(wanted..).unwrap_or_default();
        if excess.iter().any(|c| !c.value.is_empty()) {
            let place = Span { end: excess[excess.len() - 1].span.end, ..excess[0].span };
            self.diagnostics.push(messages::row_too_long(place, found, wanted));
        } else if found < wanted
            && let Some(last) = row.cells.last()
        {
            let missing: Vec<&str> = self.columns[found..].iter().map(|c| c.name.value.as_str()).collect();
            self.diagnostics.push(messages::row_too_short(last.span, found, wanted, &missing));
        }
    }
}
