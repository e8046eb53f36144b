//! The author's files, and places in them, so that every later step can point at lines.
//!
//! [`Sources`] owns every file of a package; a [`Span`] points into one of them.

use std::path::Path;
use std::sync::OnceLock;

/// A file of a [`Sources`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct FileId(pub u32);

/// Bytes `start..end` of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct Span {
    /// Index into [`Sources`], or into the files of an IR.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

/// A range of bytes of a text, whose offsets are stored in 32 bits: the one place that turns them into
/// indices of the text.
pub trait TextRange {
    /// Returns the offset of the first byte.
    fn first_byte(&self) -> usize;

    /// Returns the offset one past the last byte.
    fn end_byte(&self) -> usize;

    /// Returns the range as indices of the text.
    fn bytes(&self) -> std::ops::Range<usize> {
        self.first_byte()..self.end_byte()
    }
}

impl TextRange for std::ops::Range<u32> {
    fn first_byte(&self) -> usize {
        self.start as usize
    }

    fn end_byte(&self) -> usize {
        self.end as usize
    }
}

impl TextRange for Span {
    fn first_byte(&self) -> usize {
        self.start as usize
    }

    fn end_byte(&self) -> usize {
        self.end as usize
    }
}

impl Span {
    /// A span of `file`.
    pub fn new(file: FileId, start: usize, end: usize) -> Self {
        Span { file, start: start as u32, end: end as u32 }
    }

    /// Returns whether another span lies in this one.
    pub fn encloses(self, other: Span) -> bool {
        self.file == other.file && self.start <= other.start && other.end <= self.end
    }
}

/// The sheet of a workbook from which a file's text was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorkbookSheet<'f> {
    /// The path of the workbook, as diagnostics show it.
    pub workbook: &'f str,
    /// The name on the sheet's tab.
    pub name: &'f str,
}

/// One file, or one sheet of a workbook: the name that diagnostics show, and its text. A sheet is
/// `cards/more.xlsx/Cards`; its text is CSV, in which line 7 is row 7.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// The path that diagnostics show: relative to the working directory, with `/`.
    pub name: String,
    /// The path relative to the package's folder, with `/` as separator, so that it does not depend on the
    /// folder's own path. A file of an included package begins with `../`: `../house/game.toml`.
    pub package_path: String,
    /// The whole text, UTF-8.
    pub text: String,
    /// The offset of each line; computed on first use.
    line_starts: OnceLock<Vec<u32>>,
}

impl SourceFile {
    fn line_starts(&self) -> &[u32] {
        self.line_starts.get_or_init(|| {
            let ends = self.text.bytes().enumerate().filter(|(_, b)| *b == b'\n');
            std::iter::once(0).chain(ends.map(|(i, _)| i as u32 + 1)).collect()
        })
    }

    /// Returns the number of lines; a final newline begins another, empty line.
    pub fn line_count(&self) -> usize {
        self.line_starts().len()
    }

    /// Returns the line of a byte, from 1; the last line for offsets beyond the end.
    pub fn line_of(&self, offset: usize) -> usize {
        self.line_starts().partition_point(|s| (*s as usize) <= offset)
    }

    /// Returns the bytes of a line, from 1, without its newline.
    pub fn line_range(&self, line: usize) -> std::ops::Range<usize> {
        let starts = self.line_starts();
        let at = |i: usize| starts.get(i).map_or(self.text.len(), |s| *s as usize);
        let from = at(line.saturating_sub(1));
        let line = &self.text[from..at(line).max(from)];
        from..from + line.trim_end_matches(['\n', '\r']).len()
    }

    /// Returns line and column of a byte, both from 1; columns count characters.
    pub fn line_column(&self, offset: usize) -> (usize, usize) {
        let mut at = offset.min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        let line = self.line_of(at);
        let from = self.line_starts()[line - 1] as usize;
        (line, self.text[from..at].chars().count() + 1)
    }

    /// Returns the workbook and sheet from which the text was made; `None` for a real file.
    ///
    /// The path is enough to tell: folders inside `cards/` are not read, so no real file is below
    /// `cards/more.xlsx`.
    pub fn sheet(&self) -> Option<WorkbookSheet<'_>> {
        let inside = match self.package_path.strip_prefix("../") {
            Some(included) => included.split_once('/')?.1,
            None => self.package_path.as_str(),
        };
        let (file, name) = inside.strip_prefix("cards/")?.split_once('/')?;
        let workbook = self.name.strip_suffix(name)?.strip_suffix('/')?;
        is_workbook(file).then_some(WorkbookSheet { workbook, name })
    }

    /// Returns whether its rows are cards: a CSV file, or a sheet.
    pub fn has_rows(&self) -> bool {
        self.name.ends_with(".csv") || self.sheet().is_some()
    }

    /// Returns row and column, both from 1, of the cell of a sheet that a byte belongs to.
    pub fn row_column(&self, offset: usize) -> (usize, usize) {
        let row = self.line_of(offset);
        let line = self.line_range(row);
        let before = &self.text.as_bytes()[line.start..offset.clamp(line.start, line.end)];
        let mut quoted = false;
        let separators = before.iter().filter(|byte| {
            quoted ^= **byte == b'"';
            !quoted && **byte == b','
        });
        (row, separators.count() + 1)
    }

    /// Returns the name of the cell of a sheet that a byte belongs to: `D7`.
    pub fn cell(&self, offset: usize) -> String {
        let (row, column) = self.row_column(offset);
        cell_name(row, column)
    }

    /// Names the place of a byte: `cards/woods.toml:3:5`, or `cards/more.xlsx, sheet Cards, cell D7`.
    pub fn place_name(&self, offset: usize) -> String {
        match self.sheet() {
            Some(sheet) => format!("{}, sheet {}, cell {}", sheet.workbook, sheet.name, self.cell(offset)),
            None => {
                let (line, column) = self.line_column(offset);
                format!("{}:{line}:{column}", self.name)
            }
        }
    }
}

/// Returns whether a file is a workbook of sheets, by its name.
pub fn is_workbook(name: &str) -> bool {
    name.ends_with(".xlsx") || name.ends_with(".ods")
}

/// Returns the name of the cell in a row and a column, both from 1: `D7`.
pub fn cell_name(row: usize, column: usize) -> String {
    let mut letters = Vec::new();
    let mut rest = column;
    while rest > 0 {
        letters.push(char::from(b'A' + ((rest - 1) % 26) as u8));
        rest = (rest - 1) / 26;
    }
    letters.iter().rev().collect::<String>() + &row.to_string()
}

/// Formats a path as diagnostics show it: with `/` between its parts. Outside of Windows, `\` is a character
/// of a name.
pub fn shown_path(path: &Path) -> String {
    let text = path.to_string_lossy();
    if cfg!(windows) { text.replace('\\', "/") } else { text.into_owned() }
}

/// Percent-encodes the bytes of an address that are not plain.
pub fn percent_encoded(text: &str, is_plain: impl Fn(u8) -> bool) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if is_plain(byte) && byte.is_ascii() {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
}

/// Returns whether a byte stands for itself in the path of any address: the unreserved characters of RFC
/// 3986, and `/`.
pub fn is_plain_in_address(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-_.~/".contains(&byte)
}

/// All files that were read, for showing a [`Span`].
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<SourceFile>,
}

impl Sources {
    /// Adds a file outside of packages, or one whose path in the package is also the path to show.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        let name = name.into();
        self.add_of_package(name.clone(), name, text)
    }

    /// Adds a file of a package: the path to show, and the path from the package's folder.
    pub fn add_of_package(
        &mut self,
        name: impl Into<String>,
        package_path: impl Into<String>,
        text: impl Into<String>,
    ) -> FileId {
        let (name, package_path, text) = (name.into(), package_path.into(), text.into());
        self.files.push(SourceFile { name, package_path, text, line_starts: OnceLock::new() });
        FileId(self.files.len() as u32 - 1)
    }

    /// Replaces the text of a file; spans into it become invalid.
    pub fn replace(&mut self, id: FileId, text: impl Into<String>) {
        let file = &mut self.files[id.0 as usize];
        (file.text, file.line_starts) = (text.into(), OnceLock::new());
    }

    /// Returns the file of an id that [`Sources::add`] returned.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    /// Iterates over all files, in the order in which they were added.
    pub fn files(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files.iter().enumerate().map(|(i, f)| (FileId(i as u32), f))
    }

    /// Returns the text of a span; empty if it is outside the file.
    pub fn text(&self, span: Span) -> &str {
        self.file(span.file).text.get((span.first_byte())..span.end_byte()).unwrap_or("")
    }

    /// Returns line and column of a span's start, both from 1; columns count characters.
    pub fn line_column(&self, span: Span) -> (usize, usize) {
        self.file(span.file).line_column(span.first_byte())
    }
}
