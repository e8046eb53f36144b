//! Texts in XML and HTML.

use std::fmt::{self, Write};

/// Returns whether a character may stand in a text of XML 1.0, where even a reference to another one is an
/// error. Control characters that may, such as a tab, have no picture either and count as the others.
pub fn is_xml_text(c: char) -> bool {
    !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}')
}

/// Returns a text for an element or an attribute of XML or HTML: characters that mean something there, and
/// newlines, are references, a tab is a space, and those that XML does not allow are left out.
pub fn escape_xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    // A string takes everything.
    let _ = write_escaped_xml(&mut out, text);
    out
}

/// Writes a text as [`escape_xml`] returns it.
///
/// # Errors
/// The output refuses it.
pub fn write_escaped_xml(out: &mut impl Write, text: &str) -> fmt::Result {
    let mut written = 0;
    for (at, c) in text.char_indices() {
        let reference = match c {
            '<' => "&lt;",
            '>' => "&gt;",
            '&' => "&amp;",
            '"' => "&quot;",
            '\'' => "&#39;",
            // A parser of XML turns a newline in an attribute into a space.
            '\n' => "&#10;",
            '\t' => " ",
            c if !is_xml_text(c) => "",
            _ => continue,
        };
        out.write_str(&text[written..at])?;
        out.write_str(reference)?;
        written = at + c.len_utf8();
    }
    out.write_str(&text[written..])
}
