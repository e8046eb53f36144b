//! Places as editors say them: files by URI, positions by line and code unit.

use crate::ir::ToIndex;
use crate::place::TextRange;
use std::path::{Path, PathBuf};

use lsp_types::{Position, PositionEncodingKind, Range, Uri};

use crate::place::{SourceFile, Span, is_plain_in_address, percent_encoded, shown_path};

/// The unit in which an editor counts columns, as agreed at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Bytes.
    Utf8,
    /// Code units of UTF-16, which every editor knows.
    Utf16,
}

impl Encoding {
    /// Chooses among the encodings that an editor offers.
    pub fn agreed(offered: Option<&[PositionEncodingKind]>) -> Encoding {
        let bytes = offered.is_some_and(|all| all.contains(&PositionEncodingKind::UTF8));
        if bytes { Encoding::Utf8 } else { Encoding::Utf16 }
    }

    /// Returns its name in the protocol.
    pub fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
        }
    }

    fn units(self, c: char) -> usize {
        match self {
            Encoding::Utf8 => c.len_utf8(),
            Encoding::Utf16 => c.len_utf16(),
        }
    }

    /// Returns the position of a byte; that of the end for bytes beyond it.
    pub fn position(self, file: &SourceFile, offset: usize) -> Position {
        let mut at = offset.min(file.text.len());
        while !file.text.is_char_boundary(at) {
            at -= 1;
        }
        let line = file.line_of(at);
        let from = file.line_range(line).start;
        let column: usize = file.text[from..at].chars().map(|c| self.units(c)).sum();
        Position::new(line as u32 - 1, column as u32)
    }

    /// Returns the byte at a position; the end of its line for columns beyond it, and of the file for lines
    /// beyond it.
    pub fn offset(self, file: &SourceFile, position: Position) -> usize {
        let line = position.line.index() + 1;
        if line > file.line_count() {
            return file.text.len();
        }
        let start = file.line_range(line).start;
        // A carriage return belongs to the line ending only directly before the newline.
        let next =
            if line < file.line_count() { file.line_range(line + 1).start - 1 } else { file.text.len() };
        let end = if file.text[..next].ends_with('\r') && next > start { next - 1 } else { next };
        let mut left = position.character.index();
        let mut at = start;
        for c in file.text[start..end].chars() {
            if left == 0 {
                break;
            }
            left = left.saturating_sub(self.units(c));
            at += c.len_utf8();
        }
        at
    }

    /// Returns the range of bytes `start..end`.
    pub fn range(self, file: &SourceFile, start: usize, end: usize) -> Range {
        Range::new(self.position(file, start), self.position(file, end))
    }

    pub fn range_of(self, file: &SourceFile, span: Span) -> Range {
        self.range(file, span.first_byte(), span.end_byte())
    }
}

/// Returns the path of a file URI; `None` for documents that are not files.
pub fn path_of(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.as_str().strip_prefix("file://")?;
    let rest = &rest[rest.find('/')?..];
    let mut bytes = Vec::with_capacity(rest.len());
    let mut at = rest.as_bytes().iter();
    while let Some(byte) = at.next() {
        if *byte != b'%' {
            bytes.push(*byte);
            continue;
        }
        let mut digit = || at.next().and_then(|b| char::from(*b).to_digit(16));
        bytes.push((digit()? * 16 + digit()?) as u8);
    }
    let path = String::from_utf8(bytes).ok()?;
    // A drive of Windows: `/C:/games`.
    let drive = path.as_bytes().get(2) == Some(&b':') && path.as_bytes()[1].is_ascii_alphabetic();
    Some(PathBuf::from(if drive { &path[1..] } else { &path }))
}

/// Returns the URI of a file by its absolute path; `None` if the path is not UTF-8.
pub fn uri_of(path: &Path) -> Option<Uri> {
    path.to_str()?;
    let path = shown_path(path);
    let scheme = if path.starts_with('/') { "file://" } else { "file:///" };
    format!("{scheme}{}", percent_encoded(&path, is_plain_in_address)).parse().ok()
}

/// Returns the path of a file with symbolic links resolved, so that each file has one path.
pub fn canonical_path(uri: &Uri) -> Option<PathBuf> {
    let path = path_of(uri)?;
    Some(resolve_links(&path).unwrap_or(path))
}

/// Resolves the symbolic links of a path; for a file that is not saved yet, those of its folder.
fn resolve_links(path: &Path) -> Option<PathBuf> {
    let of_folder = || Some(std::fs::canonicalize(path.parent()?).ok()?.join(path.file_name()?));
    std::fs::canonicalize(path).ok().or_else(of_folder)
}
