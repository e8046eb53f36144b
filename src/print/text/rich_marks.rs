//! Characters that mark parts of the rules in rich text, beside the marks that authors write.

/// Begins a paragraph that is a figure: its subject follows, then its caption behind another of these.
pub const FIGURE: char = '\u{f8e2}';
/// Begins a paragraph that is a table: the alignment of each column follows as a letter, after `h` if there
/// is a header; then each row in a line.
pub const TABLE: char = '\u{f8e3}';
/// Stands between two cells of a row.
pub const CELL: char = '\u{f8e4}';
/// Begins a paragraph that is a quotation.
pub const QUOTE: char = '\u{f8e5}';
/// Begins a new line within a paragraph.
pub const BREAK: char = '\u{f8e6}';
/// Begins or ends text that is struck through.
pub const STRIKE: &str = "\u{f8e7}";
