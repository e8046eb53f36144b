//! Lines of a TOML file.

use toml_parser::Source;
use toml_parser::lexer::{Token, TokenKind};

use super::columns::{AuthorPosition, FormattedLine, join, place_of};
use super::strings::{CodeString, with_newlines};
use crate::model::CodeStrings;

/// Formats a text that is TOML.
pub(super) fn format(text: &str, code: &CodeStrings) -> String {
    // A byte order mark is not a token.
    let (mark, body) = text.strip_prefix('\u{feff}').map_or(("", text), |body| ("\u{feff}", body));
    let mut layout =
        DocumentLayout { text: body, code, shift: mark.len(), open: Vec::new(), lines: Vec::new() };
    let tokens = Source::new(body).lex().into_vec();
    for line in tokens.split(|token| matches!(token.kind(), TokenKind::Newline | TokenKind::Eof)) {
        layout.line(line);
    }
    let mut formatted = join(&layout.lines);
    if !formatted.is_empty() {
        formatted.push('\n');
    }
    let newlines = text.matches('\n').count();
    if text.matches("\r\n").count() * 2 > newlines {
        formatted = formatted.replace('\n', "\r\n");
    }
    mark.to_owned() + &formatted
}

struct DocumentLayout<'t> {
    text: &'t str,
    code: &'t CodeStrings,
    /// Bytes of the file before the text.
    shift: usize,
    /// The indentation of the line of each open bracket.
    open: Vec<usize>,
    lines: Vec<FormattedLine>,
}

impl DocumentLayout<'_> {
    fn line(&mut self, tokens: &[Token]) {
        let tokens: Vec<&Token> =
            tokens.iter().filter(|token| token.kind() != TokenKind::Whitespace).collect();
        let Some(first) = tokens.first() else {
            self.lines.push(FormattedLine::default());
            return;
        };
        let is_header = self.open.is_empty() && first.kind() == TokenKind::LeftSquareBracket;
        let mut line = FormattedLine { indent: self.indent(&tokens), ..FormattedLine::default() };
        // Before the sign of a key, dots join words; behind it they may be part of a number.
        let mut in_key = self.open.is_empty();
        let mut signed: Option<(String, AuthorPosition)> = None;
        // The brackets that are open since this line.
        let mut opened: Vec<TokenKind> = Vec::new();
        for (i, token) in tokens.iter().enumerate() {
            let kind = token.kind();
            let before = i.checked_sub(1).and_then(|i| tokens.get(i)).map(|token| token.kind());
            if kind == TokenKind::Comment {
                line.comment = Some((self.raw(token).trim_end().to_owned(), self.place(token)));
                break;
            }
            if in_key && kind == TokenKind::Equals {
                in_key = false;
                signed = Some(("=".to_owned(), self.place(token)));
                continue;
            }
            let text = self.formatted(token, line.indent);
            let is_cell = opened == [TokenKind::LeftCurlyBracket]
                && match before {
                    Some(TokenKind::Comma) => true,
                    Some(TokenKind::LeftCurlyBracket) => false,
                    _ => kind == TokenKind::RightCurlyBracket,
                };
            if is_cell {
                line.cells.push((text, self.place(token)));
            } else {
                let of_value = signed.as_mut().map_or(&mut line.head, |(tail, _)| tail);
                let into = line.cells.last_mut().map_or(of_value, |(cell, _)| cell);
                if before.is_some_and(|before| !in_key && is_space_between(before, kind)) {
                    into.push(' ');
                }
                into.push_str(&text);
            }
            if is_header {
                continue;
            }
            match kind {
                TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket => {
                    self.open.push(line.indent);
                    opened.push(kind);
                }
                TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket => {
                    self.open.pop();
                    opened.pop();
                }
                _ => {}
            }
        }
        line.ends_run = signed.is_none() && !line.head.is_empty();
        line.signed = signed;
        self.lines.push(line);
    }

    fn raw(&self, token: &Token) -> &str {
        let span = token.span();
        self.text.get(span.start()..span.end()).unwrap_or_default()
    }

    fn place(&self, token: &Token) -> AuthorPosition {
        place_of(self.text, token.span().start())
    }

    /// Returns a token as it will be written: code strings formatted, everything else unchanged.
    fn formatted(&self, token: &Token, indent: usize) -> String {
        let raw = self.raw(token);
        let span = token.span();
        let form = self.code.form_at(&(span.start() + self.shift..span.end() + self.shift));
        let code = form.and_then(|form| CodeString::of(raw)?.formatted(form, indent));
        code.unwrap_or_else(|| with_newlines(raw).into_owned())
    }

    /// Returns the indentation of a line: none, or that of the line of the innermost bracket and two more.
    fn indent(&self, tokens: &[&Token]) -> usize {
        let is_close = |token: &&&Token| {
            matches!(token.kind(), TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket)
        };
        let closing = tokens.iter().take_while(is_close).count();
        match self.open.len().checked_sub(closing.max(1)).and_then(|i| self.open.get(i)) {
            Some(indent) => indent + if closing > 0 { 0 } else { 2 },
            None => 0,
        }
    }
}

/// Returns whether a space stands between two tokens of a value.
fn is_space_between(before: TokenKind, kind: TokenKind) -> bool {
    use TokenKind::{Comma, Dot, LeftCurlyBracket, LeftSquareBracket, RightCurlyBracket, RightSquareBracket};
    !matches!(
        (before, kind),
        (_, Comma | RightSquareBracket | Dot)
            | (LeftSquareBracket | Dot, _)
            | (LeftCurlyBracket, RightCurlyBracket)
    )
}
