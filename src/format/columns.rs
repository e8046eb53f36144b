//! Alignment: `=` and comments that the author has put into columns.
//!
//! Consecutive lines whose `=` are in one column, some of them after more than one space, are an aligned
//! block: they keep a common column, the narrowest possible. The same holds for the keys of inline tables in
//! neighbouring lines. Comments keep their common column, and are moved only by code that grew beyond it.

use std::collections::BTreeMap;

/// Gap before a comment from which its column is taken as intended.
const WIDE: usize = 3;

/// The position of an `=` or a comment in the author's text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct AuthorPosition {
    /// Number of characters before the text in its line.
    pub column: usize,
    /// Number of blanks directly before the text.
    pub gap: usize,
}

/// A line, formatted except for alignment. If its text contains newlines, the comment is in the last line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct FormattedLine {
    /// Indentation in spaces.
    pub indent: usize,
    /// The text before `=`; the whole line if there is no `=`.
    pub head: String,
    /// The text from `=` on, and its position in the author's file.
    pub signed: Option<(String, AuthorPosition)>,
    /// The rest from the second key of an inline table on: a piece for each key and the closing brace, with
    /// the author's positions.
    pub cells: Vec<(String, AuthorPosition)>,
    /// A comment at the end of the line, or alone in it.
    pub comment: Option<(String, AuthorPosition)>,
    /// True if it interrupts blocks: it is neither a line of `key = value` nor a comment between such lines,
    /// but, for example, a header.
    pub ends_run: bool,
}

impl FormattedLine {
    fn is_blank(&self) -> bool {
        self.head.is_empty() && self.signed.is_none() && self.comment.is_none()
    }

    fn is_comment(&self) -> bool {
        self.head.is_empty() && self.signed.is_none() && self.comment.is_some()
    }

    /// Returns the width of the head with its indentation.
    fn head_width(&self) -> usize {
        self.indent + self.head.chars().count()
    }

    /// Returns the text before the cells and the comment, with the indentation.
    fn code(&self, sign: usize) -> String {
        let mut code = " ".repeat(self.indent) + &self.head;
        if let Some((tail, _)) = &self.signed {
            code.extend(std::iter::repeat_n(' ', sign.saturating_sub(self.head_width())));
            code.push_str(tail);
        }
        code
    }
}

/// Joins lines with `\n`, and aligns their `=` and comments. Several blank lines become one; blank lines at
/// either end are removed.
pub(super) fn join(lines: &[FormattedLine]) -> String {
    let signs = sign_columns(lines);
    let mut codes: Vec<String> = lines.iter().zip(&signs).map(|(line, sign)| line.code(*sign)).collect();
    append_cells(lines, &mut codes);
    let comments = comment_columns(lines, &codes);
    let mut text = String::new();
    let mut blank = false;
    for ((line, code), column) in lines.iter().zip(&codes).zip(comments) {
        if line.is_blank() {
            blank = !text.is_empty();
            continue;
        }
        if !text.is_empty() {
            text.push_str(if blank { "\n\n" } else { "\n" });
        }
        blank = false;
        let code = if line.is_comment() { "" } else { code.as_str() };
        text.push_str(code);
        if let Some((comment, _)) = &line.comment {
            text.extend(std::iter::repeat_n(' ', column.saturating_sub(last_width(code))));
            text.push_str(comment);
        }
    }
    text
}

fn last_width(text: &str) -> usize {
    text.rsplit('\n').next().unwrap_or_default().chars().count()
}

/// Returns the column of each line's `=`.
fn sign_columns(lines: &[FormattedLine]) -> Vec<usize> {
    let mut columns: Vec<usize> = lines.iter().map(|line| line.head_width() + 1).collect();
    let mut start = 0;
    for end in 1..=lines.len() {
        if end < lines.len() && !lines[end].ends_run && !lines[end].is_blank() {
            continue;
        }
        let mut blocks: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
        for (i, line) in lines.iter().enumerate().take(end).skip(start) {
            if let Some((_, place)) = &line.signed {
                blocks.entry((line.indent, place.column)).or_default().push(i);
            }
        }
        for block in blocks.values().filter(|block| block.len() > 1) {
            let is_padded = |i: &usize| lines[*i].signed.as_ref().is_some_and(|(_, place)| place.gap > 1);
            let narrowest = block.iter().map(|i| columns[*i]).max().unwrap_or_default();
            if block.iter().any(is_padded) {
                block.iter().for_each(|i| columns[*i] = narrowest);
            }
        }
        start = end;
    }
    columns
}

/// Appends the cells of inline tables. Cells of neighbouring lines that are in one column, some of them after
/// more than one space, keep a common column, the narrowest possible.
fn append_cells(lines: &[FormattedLine], codes: &mut [String]) {
    let mut start = 0;
    while let Some(line) = lines.get(start) {
        if line.cells.is_empty() {
            start += 1;
            continue;
        }
        let neighbours =
            lines[start..].iter().take_while(|line| !line.cells.is_empty() || line.is_comment()).count();
        append_cells_of_run(&lines[start..start + neighbours], &mut codes[start..start + neighbours]);
        start += neighbours;
    }
}

/// Appends the cells of neighbouring lines. Widths are kept, since a line may have thousands of cells.
fn append_cells_of_run(lines: &[FormattedLine], codes: &mut [String]) {
    let most = lines.iter().map(|line| line.cells.len()).max().unwrap_or_default();
    let mut widths: Vec<usize> = codes.iter().map(|code| last_width(code)).collect();
    for cell in 0..most {
        let mut columns: Vec<usize> = widths.iter().map(|width| width + 1).collect();
        let mut blocks: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
        for (i, line) in lines.iter().enumerate() {
            if let Some((_, place)) = line.cells.get(cell) {
                blocks.entry((line.indent, place.column)).or_default().push(i);
            }
        }
        for block in blocks.values().filter(|block| block.len() > 1) {
            let narrowest = block.iter().map(|i| columns[*i]).max().unwrap_or_default();
            if block.iter().any(|i| lines[*i].cells.get(cell).is_some_and(|(_, place)| place.gap > 1)) {
                block.iter().for_each(|i| columns[*i] = narrowest);
            }
        }
        for (i, (line, code)) in lines.iter().zip(codes.iter_mut()).enumerate() {
            if let Some((text, _)) = line.cells.get(cell) {
                code.extend(std::iter::repeat_n(' ', columns[i].saturating_sub(widths[i])));
                code.push_str(text);
                let before = if text.contains('\n') { 0 } else { columns[i].max(widths[i]) };
                widths[i] = before + last_width(text);
            }
        }
    }
}

/// Returns the column of each line's comment.
fn comment_columns(lines: &[FormattedLine], codes: &[String]) -> Vec<usize> {
    let after = |i: usize| last_width(&codes[i]) + 1;
    let mut columns = vec![0; lines.len()];
    let mut start = 0;
    for end in 1..=lines.len() {
        if end < lines.len() && !lines[end].is_blank() {
            continue;
        }
        let mut blocks: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        // Column of the comment in the previous line.
        let mut before = None;
        for (i, line) in lines.iter().enumerate().take(end).skip(start) {
            let column = line.comment.as_ref().map(|(_, place)| place.column);
            // A comment alone in its line continues the one above if it is in the same column.
            let is_alone = line.is_comment() && column != before;
            columns[i] = line.indent;
            before = column.filter(|_| !is_alone);
            if let Some(column) = before {
                blocks.entry(column).or_default().push(i);
            }
        }
        for (column, block) in blocks {
            let least = block
                .iter()
                .filter(|i| !lines[**i].is_comment())
                .map(|i| after(*i))
                .max()
                .unwrap_or_default();
            let gap = |i: &usize| lines[*i].comment.as_ref().map_or(1, |(_, place)| place.gap);
            let is_column = block.len() > 1 && block.iter().any(|i| gap(i) > 1 || lines[*i].is_comment());
            for i in &block {
                let is_alone = !is_column && gap(i) < WIDE;
                columns[*i] = if is_alone { after(*i) + gap(i).max(1) - 1 } else { column.max(least) };
            }
        }
        start = end;
    }
    columns
}

/// Returns the position of a byte in its line; a tab reaches to the next multiple of eight.
pub(super) fn place_of(text: &str, at: usize) -> AuthorPosition {
    let before = text.get(..at).unwrap_or(text);
    let line = before.rsplit('\n').next().unwrap_or(before);
    let width =
        |text: &str| text.chars().fold(0, |width, c| if c == '\t' { (width / 8 + 1) * 8 } else { width + 1 });
    let column = width(line);
    AuthorPosition { column, gap: column - width(line.trim_end()) }
}
