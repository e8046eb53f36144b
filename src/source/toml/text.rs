//! The four forms of a TOML string: what they say, and which byte of the file says it.

use toml_parser::decoder::Encoding;

use crate::source::{FileId, Span, Text};

/// Decodes the string `raw`, which begins at byte `start` of the file.
///
/// Never fails: `toml_parser` has reported what is wrong in it, so a broken escape stands for itself here. Line ends
/// come out as `\n`, so that a game is the same wherever it was checked out. The second result is the place of the
/// first escape that only TOML 1.1 knows.
pub(super) fn decode(raw: &str, encoding: Option<Encoding>, file: FileId, start: usize) -> (Text, Option<Span>) {
    let span = Span::new(file, start, start + raw.len());
    let (quote, multi_line, escapes) = match encoding {
        None => ("", false, false),
        Some(Encoding::LiteralString) => ("'", false, false),
        Some(Encoding::BasicString) => ("\"", false, true),
        Some(Encoding::MlLiteralString) => ("'''", true, false),
        Some(Encoding::MlBasicString) => ("\"\"\"", true, true),
    };
    let mut from = if raw.starts_with(quote) { quote.len() } else { 0 };
    // An unclosed string has no quote at its end; a lone quote is no end of itself.
    let to = if raw.len() >= from + quote.len() && raw.ends_with(quote) { raw.len() - quote.len() } else { raw.len() };
    if multi_line {
        from += line_end(&raw.as_bytes()[from..to]);
    }
    let body = &raw[from..to];
    let mut out =
        Decoder { body, at: 0, base: (start + from) as u32, value: String::new(), map: Vec::new(), newer: None };
    let plain = !body.bytes().any(|b| (b == b'\\' && escapes) || (b == b'\r' && multi_line));
    if plain {
        let text = Text { value: body.to_owned(), map: vec![(0, out.base)], span };
        return (text, None);
    }
    out.value.reserve_exact(body.len());
    out.map.push((0, out.base));
    out.run(escapes, multi_line);
    let newer = out.newer.map(|(a, b)| Span::new(file, start + from + a, start + from + b));
    (Text { value: out.value, map: out.map, span }, newer)
}

/// The length of the line end that `bytes` begin with, 0 if they begin with none.
fn line_end(bytes: &[u8]) -> usize {
    match bytes {
        [b'\n', ..] => 1,
        [b'\r', b'\n', ..] => 2,
        _ => 0,
    }
}

struct Decoder<'t> {
    body: &'t str,
    /// Bytes of `body` that are done.
    at: usize,
    /// File offset of `body`.
    base: u32,
    value: String,
    map: Vec<(u32, u32)>,
    newer: Option<(usize, usize)>,
}

impl Decoder<'_> {
    fn run(&mut self, escapes: bool, multi_line: bool) {
        let bytes = self.body.as_bytes();
        while self.at < bytes.len() {
            let rest = &bytes[self.at..];
            match rest[0] {
                b'\\' if escapes => self.escape(multi_line),
                b'\r' if multi_line && line_end(rest) == 2 => self.put('\n', 2),
                _ => {
                    // Up to the next byte that may mean something; both are ASCII, so the cut is between characters.
                    let len = rest[1..].iter().position(|b| matches!(b, b'\\' | b'\r')).map_or(rest.len(), |i| i + 1);
                    self.value.push_str(&self.body[self.at..self.at + len]);
                    self.at += len;
                }
            }
        }
    }

    /// One decoded character that takes `len` bytes of the file.
    fn put(&mut self, c: char, len: usize) {
        self.mark();
        self.value.push(c);
        self.at += len;
        self.mark();
    }

    /// From here on, decoded bytes stand at `at`.
    fn mark(&mut self) {
        let entry = (self.value.len() as u32, self.base + self.at as u32);
        if self.map.last() != Some(&entry) {
            self.map.push(entry);
        }
    }

    fn escape(&mut self, multi_line: bool) {
        let bytes = self.body.as_bytes();
        let after = bytes.get(self.at + 1).copied();
        let simple = match after {
            Some(b'b') => Some('\u{8}'),
            Some(b'e') => Some('\u{1b}'),
            Some(b'f') => Some('\u{c}'),
            Some(b'n') => Some('\n'),
            Some(b'r') => Some('\r'),
            Some(b't') => Some('\t'),
            Some(b'"') => Some('"'),
            Some(b'\\') => Some('\\'),
            _ => None,
        };
        if let Some(c) = simple {
            self.note_newer(after, 2);
            return self.put(c, 2);
        }
        let digits = match after {
            Some(b'x') => 2,
            Some(b'u') => 4,
            Some(b'U') => 8,
            _ if multi_line => {
                if let Some(len) = continuation(&bytes[self.at..]) {
                    // Two marks at one decoded offset: what is before ends before the backslash, what follows
                    // begins after the gap.
                    self.mark();
                    self.at += len;
                    self.mark();
                    return;
                }
                return self.put('\\', 1);
            }
            _ => return self.put('\\', 1),
        };
        let code = self.body.get(self.at + 2..self.at + 2 + digits);
        let code = code.filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()));
        match code.and_then(|d| u32::from_str_radix(d, 16).ok()).and_then(char::from_u32) {
            Some(c) => {
                self.note_newer(after, 2 + digits);
                self.put(c, 2 + digits);
            }
            None => self.put('\\', 1),
        }
    }

    fn note_newer(&mut self, after: Option<u8>, len: usize) {
        if matches!(after, Some(b'e' | b'x')) && self.newer.is_none() {
            self.newer = Some((self.at, self.at + len));
        }
    }
}

/// The length of a backslash at the end of a line with all the white space after it, if that is what `bytes` begin with.
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
