//! Decodes the four forms of a TOML string, and maps each byte to the file.

use toml_parser::decoder::Encoding;

use crate::place::{FileId, Span};
use crate::source::text::{Text, TextBuilder};

/// Decodes the string `raw`, which begins at file offset `start`.
///
/// Never fails: `toml_parser` has reported the errors, so an invalid escape is copied literally. Newlines are
/// normalised to `\n`, so that a game is the same on every checkout. The second result is the span of the
/// first escape that is valid only in TOML 1.1.
pub(super) fn decode(
    raw: &str,
    encoding: Option<Encoding>,
    file: FileId,
    start: usize,
) -> (Text, Option<Span>) {
    let span = Span::new(file, start, start + raw.len());
    let (quote, multi_line, escapes) = match encoding {
        None => ("", false, false),
        Some(Encoding::LiteralString) => ("'", false, false),
        Some(Encoding::BasicString) => ("\"", false, true),
        Some(Encoding::MlLiteralString) => ("'''", true, false),
        Some(Encoding::MlBasicString) => ("\"\"\"", true, true),
    };
    let mut from = if raw.starts_with(quote) { quote.len() } else { 0 };
    // An unclosed string has no closing quote; a single quote is not its own closing quote.
    let to = if raw.len() >= from + quote.len() && raw.ends_with(quote) {
        raw.len() - quote.len()
    } else {
        raw.len()
    };
    if multi_line {
        from += line_end(&raw.as_bytes()[from..to]);
    }
    let body = &raw[from..to];
    let plain = !body.bytes().any(|b| (b == b'\\' && escapes) || (b == b'\r' && multi_line));
    if plain {
        return (Text::plain(body, file, start + from, span), None);
    }
    let text = TextBuilder::new(start + from, body.len());
    let mut decoder = Decoder { body, at: 0, escapes, multi_line, text, newer: None };
    decoder.run();
    let newer = decoder.newer.map(|(a, b)| Span::new(file, start + from + a, start + from + b));
    (decoder.text.finish(span), newer)
}

/// Returns the length of the newline at the start of `bytes`, 0 if there is none.
fn line_end(bytes: &[u8]) -> usize {
    match bytes {
        [b'\n', ..] => 1,
        [b'\r', b'\n', ..] => 2,
        _ => 0,
    }
}

struct Decoder<'t> {
    body: &'t str,
    /// Number of bytes of `body` already decoded.
    at: usize,
    escapes: bool,
    multi_line: bool,
    text: TextBuilder,
    newer: Option<(usize, usize)>,
}

impl Decoder<'_> {
    fn run(&mut self) {
        let bytes = self.body.as_bytes();
        while self.at < bytes.len() {
            let rest = &bytes[self.at..];
            match rest[0] {
                b'\\' if self.escapes => self.escape(),
                b'\r' if self.multi_line && line_end(rest) == 2 => self.push('\n', 2),
                _ => {
                    // Up to the next byte with a special meaning; both are ASCII, so the cut is between
                    // characters.
                    let len = rest[1..]
                        .iter()
                        .position(|b| matches!(b, b'\\' | b'\r'))
                        .map_or(rest.len(), |i| i + 1);
                    self.text.push(&self.body[self.at..self.at + len]);
                    self.at += len;
                }
            }
        }
    }

    fn push(&mut self, c: char, len: usize) {
        self.text.push_as(c, len);
        self.at += len;
    }

    fn escape(&mut self) {
        let rest = &self.body.as_bytes()[self.at..];
        let after = rest.get(1).copied();
        let (decoded, len) = match after {
            Some(b'b') => (Some('\u{8}'), 2),
            Some(b'e') => (Some('\u{1b}'), 2),
            Some(b'f') => (Some('\u{c}'), 2),
            Some(b'n') => (Some('\n'), 2),
            Some(b'r') => (Some('\r'), 2),
            Some(b't') => (Some('\t'), 2),
            Some(b'"') => (Some('"'), 2),
            Some(b'\\') => (Some('\\'), 2),
            Some(b'x') => (self.hexadecimal(2), 4),
            Some(b'u') => (self.hexadecimal(4), 6),
            Some(b'U') => (self.hexadecimal(8), 10),
            _ => (None, 1),
        };
        match decoded {
            Some(c) => {
                if matches!(after, Some(b'e' | b'x')) && self.newer.is_none() {
                    self.newer = Some((self.at, self.at + len));
                }
                self.push(c, len);
            }
            None => match continuation(rest) {
                Some(len) if self.multi_line => {
                    self.text.skip(len);
                    self.at += len;
                }
                _ => self.push('\\', 1),
            },
        }
    }

    /// Returns the character with the code of `digits` hexadecimal digits after the escape's letter.
    fn hexadecimal(&self, digits: usize) -> Option<char> {
        let code = self.body.get(self.at + 2..self.at + 2 + digits)?;
        let code = code.bytes().all(|b| b.is_ascii_hexdigit()).then_some(code)?;
        u32::from_str_radix(code, 16).ok().and_then(char::from_u32)
    }
}

/// Returns the length of a line continuation at the start of `bytes`: a backslash at the end of a line, with
/// all white space after it.
fn continuation(bytes: &[u8]) -> Option<usize> {
    let blank = |from: usize| from + bytes[from..].iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
    let mut at = blank(1);
    match line_end(&bytes[at..]) {
        0 => return None,
        len => at += len,
    }
    loop {
        let next = blank(at);
        let next = next + line_end(&bytes[next..]);
        if next == at {
            return Some(at);
        }
        at = next;
    }
}
