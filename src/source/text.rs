//! A string of a file, and where each of its bytes stands there.

use super::{FileId, Span};

/// A string value, and where each of its bytes stands in the file (escapes and line continuations make the two differ).
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// The decoded string.
    pub value: String,
    /// File offsets of decoded offsets, ascending: from decoded offset `.0` on, file offset = `.1` + distance.
    /// Never empty; a plain string has one entry. An escape has an entry where it begins and one where it ends; where
    /// the file holds something that the string does not (a line continuation), two entries have the same `.0`:
    /// where the string stops, and where it goes on.
    pub map: Vec<(u32, u32)>,
    /// The whole value in the file, quotes included.
    pub span: Span,
}

impl Text {
    /// The file's bytes behind bytes `start..end` of the decoded string. An empty range gives an empty span.
    pub fn span_of(&self, start: usize, end: usize) -> Span {
        let file_offset = |entry: usize, offset: usize| {
            let (decoded, file) = self.map[entry];
            (file + (offset as u32).saturating_sub(decoded)).min(self.span.end)
        };
        let from = file_offset(self.map.partition_point(|m| m.0 as usize <= start).max(1) - 1, start);
        // The end belongs to what is covered, not to what follows: an escape whole, a gap after it not.
        let next = self.map.partition_point(|m| (m.0 as usize) < end);
        let to = match self.map.get(next) {
            _ if end <= start => from,
            Some(m) if m.0 as usize == end => m.1,
            _ => file_offset(next.max(1) - 1, end),
        };
        Span { file: self.span.file, start: from, end: to.max(from) }
    }

    /// The decoded offset of a byte of the file.
    pub fn decoded(&self, file: u32) -> usize {
        let (from, at) = self.map[self.map.partition_point(|m| m.1 <= file).max(1) - 1];
        ((from + file.saturating_sub(at)) as usize).min(self.value.len())
    }

    /// A string that stands in the file just as it is.
    pub(super) fn plain(value: &str, file: FileId, start: usize, span: Span) -> Text {
        debug_assert_eq!(file, span.file);
        Text { value: value.to_owned(), map: vec![(0, start as u32)], span }
    }
}

/// A [`Text`] that is put together from the file, piece by piece.
pub(super) struct TextBuilder {
    value: String,
    map: Vec<(u32, u32)>,
    /// File offset that comes next.
    at: u32,
}

impl TextBuilder {
    /// Nothing yet; the first piece stands at `start`.
    pub(super) fn new(start: usize, capacity: usize) -> Self {
        let at = start as u32;
        TextBuilder { value: String::with_capacity(capacity), map: vec![(0, at)], at }
    }

    /// Characters that stand for themselves.
    pub(super) fn push(&mut self, text: &str) {
        self.value.push_str(text);
        self.at += text.len() as u32;
    }

    /// One character that takes `len` bytes of the file.
    pub(super) fn push_as(&mut self, c: char, len: usize) {
        self.mark();
        self.value.push(c);
        self.at += len as u32;
        self.mark();
    }

    /// `len` bytes of the file that say nothing.
    pub(super) fn skip(&mut self, len: usize) {
        // Two marks at one decoded offset: what is before ends before the gap, what follows begins after it.
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

    /// The text, of which `span` is the whole.
    pub(super) fn finish(self, span: Span) -> Text {
        Text { value: self.value, map: self.map, span }
    }
}
