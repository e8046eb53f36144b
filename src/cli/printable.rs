//! Filters all text for the terminal: no control character of a package, a file's name or a typed line gets
//! through.

use std::io::{self, Write};

use crate::diagnostics::printable;

/// A stream for text. The colours and weights that this program uses pass; every other control character, and
/// every bidirectional control, is shown as a visible sign. Each write must consist of whole characters, as
/// those of `write!` do.
pub(super) struct Printable<W>(W);

impl<W: Write> Printable<W> {
    pub(super) fn new(stream: W) -> Self {
        Printable(stream)
    }
}

impl<W: Write> Write for Printable<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        self.0.write_all(terminal_safe(&text).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Returns a text in a form that is safe for a terminal.
fn terminal_safe(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        match style(rest) {
            Some(length) => {
                out.push_str(&rest[..length]);
                rest = &rest[length..];
            }
            None => {
                out.push(printable(c));
                rest = &rest[c.len_utf8()..];
            }
        }
    }
    out
}

/// Returns the length of the style sequence at the beginning of a text: a weight or a colour that this
/// program uses. Sequences that hide text do not count.
fn style(text: &str) -> Option<usize> {
    let numbers = text.strip_prefix("\x1b[")?;
    let end = numbers.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    let used =
        |number: &str| matches!(number.parse(), Ok(0..=4_u8 | 31..=37 | 39 | 91..=97)) || number.is_empty();
    let known = numbers[end..].starts_with('m') && numbers[..end].split(';').all(used);
    known.then_some("\x1b[".len() + end + 1)
}
