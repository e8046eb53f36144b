//! A name with facts beside it, as the terminal answers about a card or a place.

use super::grid::wrap;
use crate::diagnostics::printable_line;
use anstyle::Style;

/// Names longer than this (in characters) have no facts beside them.
const LONGEST_NAME: usize = 24;

/// Formats a name with facts beside it, wrapped to `width`; below it if the name is long.
pub(super) fn name_with_facts(name: &str, facts: &[String], width: usize) -> String {
    let bold = Style::new().bold();
    let name = printable_line(name);
    let head = format!("  {bold}{name}{bold:#}");
    if facts.is_empty() {
        return format!("{head}\n");
    }
    let length = name.chars().count();
    let (gap, indent) =
        if length > LONGEST_NAME { (format!("\n{:4}", ""), 4) } else { ("  ".to_owned(), length + 4) };
    let lines = wrap(&facts.join(" · "), width.saturating_sub(indent));
    format!("{head}{gap}{}\n", lines.join(&format!("\n{:indent$}", "")))
}
