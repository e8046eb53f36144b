//! Lexer: text to tokens. It never fails: invalid input becomes [`Tok::Foreign`], [`Tok::BadNumber`] … for
//! the parser to report.

use super::token::{ALONE, Tok, Token};
use super::words::keyword;

/// Returns the tokens of a text of less than 4 GiB; the last is [`Tok::Eof`]. Brackets are not paired yet.
pub(super) fn lex(text: &str) -> Vec<Token> {
    let mut lexer = Lexer { text, bytes: text.as_bytes(), at: 0 };
    let mut tokens = Vec::with_capacity(text.len() / 4 + 2);
    loop {
        let newline = lexer.skip_space();
        let start = lexer.at;
        let kind = lexer.token();
        tokens.push(Token { kind, newline, start: start as u32, end: lexer.at as u32, mate: ALONE });
        if kind == Tok::Eof {
            return tokens;
        }
    }
}

/// Operators of other languages with more than one character, longest first.
const FOREIGN: &[&str] = &[
    "===", "!==", "&&", "||", "<>", "->", "=>", "=<", ":=", "++", "**", "*=", "/=", "%=", "&=", "|=", "::",
    "//", "/*", "*/",
];

struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
}

impl Lexer<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        // A zero byte in the text is not a valid token, so the end of the text can share its value.
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    /// Returns the current character; NUL at the end.
    fn peek_char(&self) -> char {
        self.text[self.at..].chars().next().unwrap_or('\0')
    }

    /// Skips white space and comments; returns whether there was a newline.
    fn skip_space(&mut self) -> bool {
        let mut newline = false;
        loop {
            match self.peek(0) {
                b' ' | b'\t' => self.at += 1,
                b'\n' | b'\r' => {
                    newline = true;
                    self.at += 1;
                }
                b'#' if !self.names_a_copy() => self.skip_line(),
                128.. => match self.peek_char() {
                    // Pasted text often contains invisible spaces.
                    c if c.is_whitespace() || c == '\u{200b}' || c == '\u{feff}' => self.at += c.len_utf8(),
                    _ => return newline,
                },
                _ => return newline,
            }
        }
    }

    /// Returns whether this `#` belongs to the name of a copy, `name#2`, as options show it, and not to a
    /// comment.
    fn names_a_copy(&self) -> bool {
        let before = self.at.checked_sub(1).map_or(b' ', |i| self.bytes[i]);
        (before.is_ascii_alphanumeric() || before == b'_') && self.peek(1).is_ascii_digit()
    }

    fn skip_line(&mut self) {
        let rest = &self.bytes[self.at..];
        self.at += rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len());
    }

    fn token(&mut self) -> Tok {
        if self.at == self.bytes.len() {
            return Tok::Eof;
        }
        match self.peek(0) {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.word(),
            b'0'..=b'9' => self.number(),
            b'"' => self.string(),
            b'\'' => self.quoted(&['\'']),
            128.. => self.beyond_ascii(),
            _ => self.sign(),
        }
    }

    fn word(&mut self) -> Tok {
        let start = self.at;
        while self.peek(0).is_ascii_alphanumeric() || self.peek(0) == b'_' {
            self.at += 1;
        }
        if self.peek(0) >= 128 && self.peek_char().is_alphanumeric() {
            return self.bad_word();
        }
        keyword(&self.text[start..self.at])
    }

    fn bad_word(&mut self) -> Tok {
        let rest = &self.text[self.at..];
        self.at += rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        Tok::BadWord
    }

    fn number(&mut self) -> Tok {
        let digits = |lexer: &mut Self| {
            while lexer.peek(0).is_ascii_digit() {
                lexer.at += 1;
            }
        };
        digits(self);
        let mut kind = Tok::Int;
        if self.peek(0) == b'.' && self.peek(1).is_ascii_digit() {
            self.at += 1;
            digits(self);
            kind = Tok::BadNumber;
        }
        if self.peek(0).is_ascii_alphabetic() || self.peek(0) == b'_' {
            while self.peek(0).is_ascii_alphanumeric() || self.peek(0) == b'_' {
                self.at += 1;
            }
            kind = Tok::BadNumber;
        }
        kind
    }

    fn string(&mut self) -> Tok {
        self.at += 1;
        loop {
            match self.peek(0) {
                b'"' => {
                    self.at += 1;
                    return Tok::Str;
                }
                b'\\' if matches!(self.peek(1), b'"' | b'\\') => self.at += 2,
                b'\n' | b'\r' => return Tok::OpenStr,
                0 if self.at == self.bytes.len() => return Tok::OpenStr,
                _ => self.at += 1,
            }
        }
    }

    /// Lexes a string in quotes other than `"`, if it ends on its line.
    fn quoted(&mut self, ends: &[char]) -> Tok {
        let first = self.peek_char().len_utf8();
        let rest = &self.text[self.at + first..];
        // Any closing quote ends any opening quote, so an unclosed quote is the last of its line: no text is
        // scanned twice.
        match rest.find(|c| ends.contains(&c) || c == '\n' || c == '\r') {
            Some(end) if !matches!(rest.as_bytes()[end], b'\n' | b'\r') => {
                self.at += first + end;
                self.at += self.peek_char().len_utf8();
                Tok::FancyStr
            }
            _ => {
                self.at += first;
                Tok::Foreign
            }
        }
    }

    fn beyond_ascii(&mut self) -> Tok {
        match self.peek_char() {
            '“' | '”' | '„' | '«' | '»' => self.quoted(&['“', '”', '„', '«', '»', '"']),
            '‘' | '’' => self.quoted(&['‘', '’', '\'']),
            c if c.is_alphabetic() => self.bad_word(),
            c => {
                self.at += c.len_utf8();
                Tok::Foreign
            }
        }
    }

    fn sign(&mut self) -> Tok {
        if self.peek(0) == b'#' {
            self.at += 1;
            while self.peek(0).is_ascii_digit() {
                self.at += 1;
            }
            return Tok::Foreign;
        }
        if matches!(self.peek(1), b'=' | b'&' | b'|' | b'<' | b'>' | b'+' | b'*' | b':' | b'/') {
            let rest = &self.text[self.at..];
            if let Some(sign) = FOREIGN.iter().find(|sign| rest.starts_with(**sign)) {
                self.at += sign.len();
                return Tok::Foreign;
            }
        }
        let (kind, length) = match (self.peek(0), self.peek(1)) {
            (b'=', b'=') => (Tok::Eq, 2),
            (b'!', b'=') => (Tok::Ne, 2),
            (b'<', b'=') => (Tok::Le, 2),
            (b'>', b'=') => (Tok::Ge, 2),
            (b'+', b'=') => (Tok::PlusAssign, 2),
            (b'-', b'=') => (Tok::MinusAssign, 2),
            (b'.', b'.') => (Tok::DotDot, 2),
            (b'?', b'?') => (Tok::Default, 2),
            (b'(', _) => (Tok::LParen, 1),
            (b')', _) => (Tok::RParen, 1),
            (b'[', _) => (Tok::LBracket, 1),
            (b']', _) => (Tok::RBracket, 1),
            (b'{', _) => (Tok::LBrace, 1),
            (b'}', _) => (Tok::RBrace, 1),
            (b',', _) => (Tok::Comma, 1),
            (b';', _) => (Tok::Semi, 1),
            (b'.', _) => (Tok::Dot, 1),
            (b'?', _) => (Tok::Question, 1),
            (b'+', _) => (Tok::Plus, 1),
            (b'-', _) => (Tok::Minus, 1),
            (b'*', _) => (Tok::Star, 1),
            (b'/', _) => (Tok::Slash, 1),
            (b'%', _) => (Tok::Percent, 1),
            (b'&', _) => (Tok::Both, 1),
            (b'<', _) => (Tok::Lt, 1),
            (b'>', _) => (Tok::Gt, 1),
            (b'=', _) => (Tok::Assign, 1),
            _ => (Tok::Foreign, 1),
        };
        self.at += length;
        kind
    }
}
