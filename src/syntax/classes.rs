//! Classes of tokens, for editors that colour code.

use std::ops::Range;

use super::lexer::lex;
use super::token::Tok;

/// The class of a token, by which editors colour it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenClass {
    /// A keyword of the language.
    Keyword,
    /// A number, such as `12`.
    Number,
    /// A string, as in `log "…"`.
    Str,
    /// A comment, up to the end of its line.
    Comment,
    /// An operator, such as `+` or `..`.
    Operator,
    /// A name: of a variable, a declaration or a built-in word.
    Name,
}

/// Returns the tokens and comments of a code string with their bytes, in order. Brackets and commas have no
/// class.
pub fn token_classes(text: &str) -> Vec<(Range<usize>, TokenClass)> {
    let mut found = Vec::new();
    let mut from = 0;
    for token in lex(text) {
        let (start, end) = (token.start as usize, token.end as usize);
        comments(text, from..start, &mut found);
        if let Some(class) = class(token.kind) {
            found.push((start..end, class));
        }
        from = end;
    }
    found
}

/// Adds the comments between two tokens: each begins with `#` and ends with its line.
fn comments(text: &str, between: Range<usize>, found: &mut Vec<(Range<usize>, TokenClass)>) {
    let mut at = between.start;
    for line in text[between].split_inclusive('\n') {
        if let Some(begins) = line.find('#') {
            found.push((at + begins..at + line.trim_end().len(), TokenClass::Comment));
        }
        at += line.len();
    }
}

fn class(kind: Tok) -> Option<TokenClass> {
    Some(match kind {
        Tok::Int | Tok::BadNumber => TokenClass::Number,
        Tok::Str | Tok::FancyStr | Tok::OpenStr => TokenClass::Str,
        Tok::Word | Tok::BadWord => TokenClass::Name,
        Tok::LParen | Tok::RParen | Tok::LBracket | Tok::RBracket | Tok::LBrace | Tok::RBrace => return None,
        Tok::Comma | Tok::Semi | Tok::Dot | Tok::Foreign | Tok::Eof => return None,
        kind if kind.is_keyword() || kind == Tok::Has => TokenClass::Keyword,
        _ => TokenClass::Operator,
    })
}
