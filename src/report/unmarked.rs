//! Texts of cards without the marks of rich text.

use crate::ir::{Ir, Markup, MarkupPart};

/// Returns a text without marks: icons are replaced by their names.
pub(super) fn unmarked(ir: &Ir, text: &str) -> String {
    // A mark that a paragraph does not close is text.
    let paragraphs = text.split("\n\n").map(|paragraph| {
        let mut out = String::with_capacity(paragraph.len());
        let mut after_icon = false;
        for part in Markup::of(paragraph) {
            match part {
                MarkupPart::Text(text) => out.push_str(text),
                MarkupPart::Bold | MarkupPart::Italic => {}
                MarkupPart::Icon(number, icon) => {
                    let number = number.map_or_else(String::new, |number| format!("{number} "));
                    let gap = if after_icon { " " } else { "" };
                    out.push_str(&format!("{gap}{number}{}", ir.print.terminal_name(icon)));
                }
            }
            after_icon = matches!(part, MarkupPart::Icon(..));
        }
        out
    });
    paragraphs.collect::<Vec<_>>().join("\n\n")
}
