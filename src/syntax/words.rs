//! The words of the language.

use super::lexer::Tok;

/// Words that cannot be the name of anything. (`self` and `you` may all the same be parameters, see the reference.)
/// Words that mean something in one place only (`by`, `from`, `has`, `option`, `draw` …) are not among them.
pub const RESERVED: &[&str] = &[
    "act", "and", "as", "break", "cancel", "choose", "continue", "each", "else", "end", "false", "for", "if", "in",
    "is", "it", "let", "log", "lose", "may", "none", "not", "null", "or", "repeat", "return", "self", "true", "where",
    "while", "win", "you",
];

/// Whether a word is the language's own, so that no id and no variable can be called so.
pub fn is_reserved(word: &str) -> bool {
    RESERVED.binary_search(&word).is_ok()
}

/// The token of a word; `it`, `self`, `you`, `none` and `null` are names to the lexer.
pub(super) fn keyword(word: &str) -> Tok {
    if !(2..=8).contains(&word.len()) {
        return Tok::Word;
    }
    match word {
        "and" => Tok::And,
        "or" => Tok::Or,
        "not" => Tok::Not,
        "in" => Tok::In,
        "is" => Tok::Is,
        "has" => Tok::Has,
        "as" => Tok::As,
        "where" => Tok::Where,
        "if" => Tok::If,
        "else" => Tok::Else,
        "let" => Tok::Let,
        "for" => Tok::For,
        "each" => Tok::Each,
        "repeat" => Tok::Repeat,
        "while" => Tok::While,
        "break" => Tok::Break,
        "continue" => Tok::Continue,
        "return" => Tok::Return,
        "choose" => Tok::Choose,
        "may" => Tok::May,
        "act" => Tok::Act,
        "cancel" => Tok::Cancel,
        "win" => Tok::Win,
        "lose" => Tok::Lose,
        "end" => Tok::End,
        "log" => Tok::Log,
        "true" => Tok::True,
        "false" => Tok::False,
        _ => Tok::Word,
    }
}

/// Words that start a statement, to guess what a misspelt one was meant to be.
pub(super) const STARTERS: &[&str] = &[
    "act", "break", "cancel", "choose", "continue", "else", "end", "for", "if", "let", "log", "lose", "may", "repeat",
    "return", "while", "win",
];

/// Words that stand between values.
pub(super) const JOINERS: &[&str] = &["and", "as", "by", "else", "from", "has", "if", "in", "is", "or", "where"];
