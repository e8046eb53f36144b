//! Texts of components without markup.

use crate::ir::Ir;
use crate::print::text::rich;

/// Returns the text on a component: keywords, text and flavour, a paragraph each.
pub fn read(ir: &Ir, keywords: &[String], text: &str, flavour: &str) -> String {
    let keywords: Vec<String> = keywords.iter().map(|k| ir.print.keyword(k)).collect();
    let parts = [keywords.join(", "), plain(text), plain(flavour)];
    parts.into_iter().filter(|p| !p.is_empty()).collect::<Vec<_>>().join("\n")
}

/// Returns a text without markup; icons are replaced by their names.
pub fn plain(text: &str) -> String {
    let paragraphs = rich::parse(text);
    let lines = paragraphs.iter().map(|p| {
        let mut line = "   ".repeat(p.outer.len());
        match (p.bullet && !p.continues, p.number.as_str()) {
            (true, "") => line.push_str("• "),
            (true, number) => line.push_str(&format!("{number} ")),
            (false, _) => {}
        }
        let mut from = 0;
        for (i, (at, icon)) in p.icons.iter().enumerate() {
            line.push_str(p.text.get(from..*at).unwrap_or_default());
            // The names of icons without a space between them would become one word.
            if i > 0 && from == *at {
                line.push(' ');
            }
            line.push_str(icon);
            from = *at;
        }
        line.push_str(p.text.get(from..).unwrap_or_default());
        line.replace('\u{a0}', " ")
    });
    lines.collect::<Vec<_>>().join("\n")
}
