//! Keywords of the language.

use super::token::Tok;

/// Reserved keywords, which cannot be names. (`self` and `you` may still be parameters, see the reference.)
/// Contextual keywords (`by`, `from`, `has`, `option`, `draw` …) are not reserved.
pub const RESERVED: &[&str] = &[
    "act", "and", "as", "break", "cancel", "choose", "continue", "each", "else", "end", "false", "for", "if",
    "in", "is", "it", "let", "log", "lose", "may", "none", "not", "null", "or", "repeat", "return", "self",
    "true", "where", "while", "win", "you",
];

/// The words that types are made of, besides the names of enums and kinds.
pub const TYPE_WORDS: &[&str] = &["int", "bool", "name", "player", "zone", "cell", "set"];

/// Returns whether a word is a reserved keyword, which cannot be an id or a variable.
pub fn is_reserved(word: &str) -> bool {
    RESERVED.binary_search(&word).is_ok()
}

/// Returns the token of a word; `it`, `self`, `you`, `none` and `null` are names to the lexer.
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

/// Keywords that start a statement, for suggestions.
pub(super) const STARTERS: &[&str] = &[
    "act", "break", "cancel", "choose", "continue", "else", "end", "for", "if", "let", "log", "lose", "may",
    "repeat", "return", "while", "win",
];

/// Keywords between values, for suggestions.
pub(super) const JOINERS: &[&str] =
    &["and", "as", "by", "else", "from", "has", "if", "in", "is", "or", "where"];
