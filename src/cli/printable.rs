//! The one way to the terminal: no control character of a package, of a file's name or of a line that was typed gets through.

use std::io::{self, Write};

use crate::diagnostics::printable;

/// A stream for text. The colours and weights that this program writes pass; every other control character, and what would
/// turn text around, is shown as a sign. Each write is whole characters, as `write!` makes them.
pub(super) struct Printable<W>(W);

impl<W: Write> Printable<W> {
    pub(super) fn new(stream: W) -> Self {
        Printable(stream)
    }
}

impl<W: Write> Write for Printable<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        self.0.write_all(shown(&text).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// A text as it may be sent to a terminal.
fn shown(text: &str) -> String {
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

/// The length of the style that a text begins with: a weight or a colour that this program uses. One that hides what follows is none.
fn style(text: &str) -> Option<usize> {
    let numbers = text.strip_prefix("\x1b[")?;
    let end = numbers.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    let used = |number: &str| matches!(number.parse(), Ok(0..=4_u8 | 31..=37 | 39 | 91..=97)) || number.is_empty();
    let known = numbers[end..].starts_with('m') && numbers[..end].split(';').all(used);
    known.then_some("\x1b[".len() + end + 1)
}
