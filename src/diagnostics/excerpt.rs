//! The lines of source that a diagnostic shows: few, short, and safe to print.
//!
//! Handing whole files to the renderer would cost a walk through the file for each label, could show but one
//! file, and would print whatever a file contains. So each diagnostic gets pieces cut for it: every piece has
//! its own range of made-up offsets, which lets one report show several files.

use crate::place::TextRange;
use std::ops::Range;

use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

use super::diagnostic::Label;
use super::printable::printable;
use crate::place::{FileId, SourceFile, Sources};

/// Lines shown before and after a label.
const CONTEXT: usize = 1;
/// A label over more lines than this is shown at its first line only.
const MOST_LINES: usize = 6;
/// Columns beside a line of source: its number, the frame and the signs that it is cut.
const FRAME: usize = 10;
/// Columns between a mark and the first letter of its label.
const BEFORE_LABEL: usize = 4;
/// Characters shown before a mark even if its label is then too long for the window.
const SOME: usize = 12;
/// Minimum number of characters of a line that are shown, however narrow the window.
const LEAST: usize = 24;

/// The pieces of source for one diagnostic.
#[derive(Debug)]
pub(super) struct Excerpts {
    pieces: Vec<ExcerptPiece>,
    /// Maximum number of characters shown of a line; a longer one is cut to the part around its labels.
    room: usize,
}

/// A label with its position in [`Excerpts`].
#[derive(Debug)]
pub(super) struct PlacedLabel {
    pub(super) range: Range<usize>,
    pub(super) text: String,
}

#[derive(Debug)]
struct ExcerptPiece {
    name: String,
    /// True if the name contains the cell of a sheet, so that line and column must not follow it.
    is_cell: bool,
    /// Its first made-up offset.
    base: usize,
    text: String,
    /// Line number, from 0, of its first line.
    first_line: usize,
    line_count: usize,
    /// For each label's made-up start offset, its line and column in the file, from 0.
    places: Vec<(usize, usize, usize)>,
}

/// A label's byte range in its file, and the lines shown for it.
struct LabelRange<'d> {
    label: &'d Label,
    index: usize,
    bytes: Range<usize>,
    lines: Range<usize>,
}

impl Excerpts {
    /// Cuts the pieces for some labels, for a window of so many columns. Also returns the position of each
    /// label in them, in the order given.
    pub(super) fn new(labels: &[Label], sources: &Sources, width: usize) -> (Excerpts, Vec<PlacedLabel>) {
        let mut files: Vec<FileId> = Vec::new();
        for label in labels {
            if !files.contains(&label.span.file) {
                files.push(label.span.file);
            }
        }
        let mut excerpts = Excerpts { pieces: Vec::new(), room: width.saturating_sub(FRAME).max(LEAST) };
        let mut placed: Vec<(usize, PlacedLabel)> = Vec::new();
        for id in files {
            let file = sources.file(id);
            let of_file = labels.iter().enumerate().filter(|(_, l)| l.span.file == id);
            let mut wanted: Vec<LabelRange<'_>> =
                of_file.map(|(index, label)| want(file, label, index)).collect();
            // The piece with the first label comes first; the others are in the order of the file.
            let first_of_all = wanted.iter().map(|w| w.index).min();
            wanted.sort_by_key(|w| (w.lines.start, w.index));
            let mut groups: Vec<Vec<LabelRange<'_>>> = Vec::new();
            for w in wanted {
                match groups.last_mut() {
                    Some(group) if group.iter().any(|g| w.lines.start <= g.lines.end) => group.push(w),
                    _ => groups.push(vec![w]),
                }
            }
            groups.sort_by_key(|g| !g.iter().any(|w| Some(w.index) == first_of_all));
            for group in groups {
                excerpts.add_piece(file, &group, &mut placed);
            }
        }
        placed.sort_by_key(|(index, _)| *index);
        (excerpts, placed.into_iter().map(|(_, p)| p).collect())
    }

    /// Removes the lines and columns that the renderer has written after the names of cells.
    pub(super) fn without_lines_of_cells(&self, drawn: &str) -> String {
        let mut drawn = drawn.to_owned();
        for piece in self.pieces.iter().filter(|piece| piece.is_cell) {
            for (_, line, column) in &piece.places {
                let written = format!("{}:{}:{}", piece.name, line + 1, column + 1);
                drawn = drawn.replacen(&written, &piece.name, 1);
            }
        }
        drawn
    }

    /// Cuts a piece of a file that contains the labels of a group, and places the labels in it.
    fn add_piece(
        &mut self,
        file: &SourceFile,
        group: &[LabelRange<'_>],
        placed: &mut Vec<(usize, PlacedLabel)>,
    ) {
        // A gap keeps labels from touching the piece before.
        let base = self.pieces.last().map_or(0, |p| p.base + p.text.len() + 16);
        let from = group.iter().map(|w| w.lines.start).min().unwrap_or(1);
        let to = group.iter().map(|w| w.lines.end).max().unwrap_or(from + 1);
        let mut text = String::new();
        // Start and end of each label: in the file, and in the piece once known.
        let mut marks: Vec<(usize, Option<usize>)> =
            group.iter().flat_map(|w| [(w.bytes.start, None), (w.bytes.end, None)]).collect();
        for line in from..to {
            let bytes = file.line_range(line);
            let next_line =
                if line < file.line_count() { file.line_range(line + 1).start } else { usize::MAX };
            let window = window(&file.text, &bytes, group, self.room);
            let mut mark = |up_to: usize, here: usize| {
                for (at, place) in &mut marks {
                    if place.is_none() && (bytes.start..next_line).contains(at) && *at <= up_to {
                        *place = Some(here);
                    }
                }
            };
            if window.start > bytes.start {
                text.push('…');
            }
            for (i, c) in file.text[window.clone()].char_indices() {
                mark(window.start + i, text.len());
                text.push(if c == '\u{2028}' { '↵' } else { printable(c) });
            }
            mark(next_line, text.len());
            if window.end < bytes.end {
                text.push('…');
            }
            text.push('\n');
        }
        let mut places = Vec::new();
        for (w, mark) in group.iter().zip(marks.chunks(2)) {
            let start = mark[0].1.unwrap_or(0);
            let end = mark[1].1.unwrap_or(start).max(start);
            let (line, column) = file.line_column(w.bytes.start);
            places.push((base + start, line - 1, column - 1));
            let text = w.label.text.chars().map(printable).collect();
            placed.push((w.index, PlacedLabel { range: base + start..base + end, text }));
        }
        let first = group.iter().min_by_key(|w| w.index);
        let (name, is_cell) = match first.filter(|_| file.sheet().is_some()) {
            Some(label) => (file.place_name(label.bytes.start), true),
            None => (file.name.clone(), false),
        };
        let piece = ExcerptPiece {
            name: name.chars().map(printable).collect(),
            is_cell,
            base,
            text,
            first_line: from - 1,
            line_count: to - from,
            places,
        };
        self.pieces.push(piece);
    }
}

/// Returns a label's range, clamped to the file and shortened if it spans too many lines.
fn want<'d>(file: &SourceFile, label: &'d Label, index: usize) -> LabelRange<'d> {
    let boundary = |mut at: usize| {
        while !file.text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = boundary((label.span.first_byte()).min(file.text.len()));
    let mut end = boundary((label.span.end_byte()).clamp(start, file.text.len()));
    let first = file.line_of(start);
    // A newline at the end of a label is not shown, since it would include the next line.
    let mut last = file.line_of(end.saturating_sub(1).max(start));
    if last - first >= MOST_LINES {
        last = first;
        end = file.line_range(first).end.max(start);
    }
    end = end.min(file.line_range(last).end).max(start);
    let lines = first.saturating_sub(CONTEXT).max(1)..(last + 1 + CONTEXT).min(file.line_count() + 1);
    // An empty last line is not shown as context.
    let lines = if lines.end - 1 > last && file.line_range(lines.end - 1).start == file.text.len() {
        lines.start..lines.end - 1
    } else {
        lines
    };
    LabelRange { label, index, bytes: start..end, lines }
}

/// Returns the byte range of a line that is shown, of at most `room` characters.
fn window(text: &str, line: &Range<usize>, group: &[LabelRange<'_>], room: usize) -> Range<usize> {
    let count = |range: Range<usize>| text[range].chars().count();
    if count(line.clone()) <= room {
        return line.clone();
    }
    let on_line = || group.iter().filter(|w| w.bytes.start <= line.end && w.bytes.end >= line.start);
    let first = on_line().map(|w| w.bytes.start.clamp(line.start, line.end)).min().unwrap_or(line.start);
    let last = on_line().map(|w| w.bytes.end.clamp(line.start, line.end)).max().unwrap_or(line.start);
    let marked = count(first..last).min(room);
    // A label is written to the right of its mark, and should end within the window, too.
    let label = on_line().map(|w| w.label.text.chars().count() + BEFORE_LABEL).max().unwrap_or(0);
    let (before, after) = (count(line.start..first), count(last..line.end));
    let free = room - marked;
    let for_label = room.saturating_sub(label + marked.div_ceil(2)).max(SOME);
    let beside = (free / 2).min(for_label);
    // Room that the other side does not need is used on this one.
    let before = before.min(beside.max(free.saturating_sub(after).min(for_label)));
    let start = text[line.start..first].char_indices().rev().take(before).last();
    let start = start.map_or(first, |(i, _)| line.start + i);
    let end = text[start..line.end].char_indices().nth(room).map_or(line.end, |(i, _)| start + i);
    start..end
}

impl SourceCode for Excerpts {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let at = span.offset();
        let piece = self.pieces.iter().find(|p| at >= p.base && at + span.len() <= p.base + p.text.len());
        let piece = piece.ok_or(MietteError::OutOfBounds)?;
        let whole: SourceSpan = (piece.base, piece.text.len()).into();
        // Without context, the renderer only asks for the line and column.
        let (line, column) = if before == 0 && after == 0 {
            let place = piece.places.iter().find(|p| p.0 == at);
            place.map_or((piece.first_line, 0), |p| (p.1, p.2))
        } else {
            (piece.first_line, 0)
        };
        let data = piece.text.as_bytes();
        let contents =
            MietteSpanContents::new_named(piece.name.clone(), data, whole, line, column, piece.line_count);
        Ok(Box::new(contents))
    }
}
