//! A string with a map from its bytes to the file.

use crate::place::{FileId, Span};

/// A decoded string value, with a map from its bytes to bytes of the file (they differ because of escapes and
/// line continuations).
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// The decoded string.
    pub value: String,
    /// Source map, in ascending order: from decoded offset `.0` on, file offset = `.1` + distance. Never
    /// empty; a plain string has one entry. An escape has one entry at its start and one at its end. At a
    /// gap, where the file has bytes that are not in the string (a line continuation), two entries have the
    /// same `.0`: the end of the text before the gap, and the start of the text after it.
    pub map: Vec<(u32, u32)>,
    /// Span of the whole value in the file, including quotes.
    pub span: Span,
}

impl Text {
    /// Returns the file span of bytes `start..end` of the decoded string. An empty range gives an empty span.
    pub fn span_of(&self, start: usize, end: usize) -> Span {
        let file_offset = |entry: usize, offset: usize| {
            let (decoded, file) = self.map[entry];
            (file + (offset as u32).saturating_sub(decoded)).min(self.span.end)
        };
        let from = file_offset(self.map.partition_point(|m| (m.0 as usize) <= start).max(1) - 1, start);
        // The end belongs to the text before it: an escape is included whole, a gap after it is not.
        let next = self.map.partition_point(|m| (m.0 as usize) < end);
        let to = match self.map.get(next) {
            _ if end <= start => from,
            Some(m) if m.0 as usize == end => m.1,
            _ => file_offset(next.max(1) - 1, end),
        };
        Span { file: self.span.file, start: from, end: to.max(from) }
    }

    /// Returns the decoded offset of a file offset.
    pub fn decoded(&self, file: u32) -> usize {
        let (from, at) = self.map[self.map.partition_point(|m| m.1 <= file).max(1) - 1];
        ((from + file.saturating_sub(at)) as usize).min(self.value.len())
    }

    /// Creates a text without escapes.
    pub(super) fn plain(value: &str, file: FileId, start: usize, span: Span) -> Text {
        debug_assert_eq!(file, span.file);
        Text { value: value.to_owned(), map: vec![(0, start as u32)], span }
    }
}

/// Builder of a [`Text`], piece by piece.
pub(super) struct TextBuilder {
    value: String,
    map: Vec<(u32, u32)>,
    /// File offset of the next piece.
    at: u32,
}

impl TextBuilder {
    /// Creates an empty builder; the first piece begins at file offset `start`.
    pub(super) fn new(start: usize, capacity: usize) -> Self {
        let at = start as u32;
        TextBuilder { value: String::with_capacity(capacity), map: vec![(0, at)], at }
    }

    /// Appends text without escapes.
    pub(super) fn push(&mut self, text: &str) {
        self.value.push_str(text);
        self.at += text.len() as u32;
    }

    /// Appends a character that has `len` bytes in the file, such as an escape.
    pub(super) fn push_as(&mut self, c: char, len: usize) {
        self.mark();
        self.value.push(c);
        self.at += len as u32;
        self.mark();
    }

    /// Skips `len` bytes of the file that are not part of the string.
    pub(super) fn skip(&mut self, len: usize) {
        // Two entries at one decoded offset: text before ends before the gap, text after begins after it.
        self.mark();
        self.at += len as u32;
        self.mark();
    }

    fn mark(&mut self) {
        let entry = (self.value.len() as u32, self.at);
        if self.map.last() != Some(&entry) {
            self.map.push(entry);
        }
    }

    /// Returns the text; `span` includes its quotes.
    pub(super) fn finish(self, span: Span) -> Text {
        Text { value: self.value, map: self.map, span }
    }
}
