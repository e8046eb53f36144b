//! Writes rich text, block by block, so that it is read with the looks that it was written with.

use crate::print::text::rich_marks::{BREAK, STRIKE};

/// A look of words within a paragraph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordStyle {
    Bold,
    Italic,
    Struck,
}

/// The marks that begin and end each look, in the order of [`WordStyle`].
const MARKS: [&str; 3] = ["**", "*", STRIKE];

/// Rich text that is being written.
#[derive(Debug, Default)]
pub struct RichWriter {
    text: String,
    /// The text of the block that is not ended yet.
    block: String,
    /// How often each look was begun and not ended.
    depths: [usize; 3],
    /// The looks that have been begun in the text of the block.
    begun: [bool; 3],
    /// True if more text of the block is on another line of the source.
    is_line_ended: bool,
}

impl RichWriter {
    /// Begins a look. The same look may be begun within it.
    pub fn begin(&mut self, style: WordStyle) {
        self.depths[style as usize] += 1;
    }

    /// Ends a look.
    pub fn end(&mut self, style: WordStyle) {
        let depth = &mut self.depths[style as usize];
        *depth = depth.saturating_sub(1);
    }

    /// Writes words that may contain icons and quotation marks, but no other markup.
    pub fn words(&mut self, words: &str) {
        let words = if self.block.ends_with(BREAK) { words.trim_start() } else { words };
        if words.is_empty() {
            return;
        }
        self.begin_text();
        words.chars().for_each(|c| push(c, matches!(c, '*' | '\\'), &mut self.block));
    }

    /// Writes characters as they are.
    pub fn literal(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        self.begin_text();
        escape(text, &mut self.block);
    }

    /// Ends a line of the source, which is a space in the paragraph.
    pub fn end_line(&mut self) {
        self.is_line_ended = !self.block.is_empty();
    }

    /// Begins a new line in the paragraph.
    pub fn break_line(&mut self) {
        // A cell is divided here, so no look goes on behind it.
        self.set_looks([false; 3]);
        if !self.block.is_empty() {
            self.block.push(BREAK);
        }
    }

    /// Ends the block, and returns its text in one line, instead of writing it.
    pub fn take_line(&mut self) -> String {
        self.take_block().replace('\n', " ")
    }

    /// Ends the block, and writes it as a paragraph that begins with a text such as `1. `, each line of it
    /// indented by this number of spaces. Returns false if it is empty.
    pub fn end_block(&mut self, indent: usize, opening: &str) -> bool {
        let block = self.take_block();
        if block.is_empty() {
            return false;
        }
        let indent = " ".repeat(indent);
        self.text.push_str(&format!("\n\n{indent}{opening}"));
        for (number, line) in block.lines().enumerate() {
            if number > 0 {
                self.text.push_str(&format!("\n{indent}"));
            }
            match block_mark(line).map(|at| line.split_at(at)) {
                Some((before, after)) => self.text.push_str(&format!("{before}\\{after}")),
                None => self.text.push_str(line),
            }
        }
        true
    }

    /// Writes a paragraph of marked text as it is.
    pub fn paragraph(&mut self, text: &str) {
        self.text.push_str("\n\n");
        self.text.push_str(text);
    }

    /// Returns the text.
    pub fn finish(self) -> String {
        self.text
    }

    fn take_block(&mut self) -> String {
        self.set_looks([false; 3]);
        self.is_line_ended = false;
        let block = std::mem::take(&mut self.block);
        block.trim_matches(|c: char| c.is_whitespace() || c == BREAK).to_owned()
    }

    /// Begins the line and the looks of the next text.
    fn begin_text(&mut self) {
        let looks = self.depths.map(|depth| depth > 0);
        if std::mem::take(&mut self.is_line_ended) && !self.block.ends_with(BREAK) {
            self.set_looks(std::array::from_fn(|look| looks[look] && self.begun[look]));
            self.block.push('\n');
        }
        self.set_looks(looks);
    }

    /// Begins and ends looks in the text. It is called before text of these looks, so between two marks of a
    /// look there always is a character: `*` and `*` would be one mark `**`.
    fn set_looks(&mut self, looks: [bool; 3]) {
        for (look, mark) in MARKS.iter().enumerate() {
            if self.begun[look] != looks[look] {
                self.block.push_str(mark);
            }
        }
        self.begun = looks;
    }
}

/// Writes a text so that none of its characters is markup.
pub fn escape(text: &str, out: &mut String) {
    text.chars().for_each(|c| push(c, matches!(c, '*' | '\\' | '{' | '\'' | '"'), out));
}

fn push(c: char, is_escaped: bool, out: &mut String) {
    if is_escaped {
        out.push('\\');
    }
    out.push(if matches!(c, '\t' | '\n' | '\r') { ' ' } else { c });
}

/// Returns the byte before which a backslash keeps a line from being read as an item or a heading; `None` if
/// it is not read so anyway.
fn block_mark(line: &str) -> Option<usize> {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let is_bullet = line.starts_with("- ") || line.starts_with('#');
    let is_number = (1..=2).contains(&digits) && line[digits..].starts_with(['.', ')']);
    match (is_bullet, is_number) {
        (true, _) => Some(0),
        (false, true) => Some(digits),
        (false, false) => None,
    }
}
