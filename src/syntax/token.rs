//! Tokens of code strings.

/// Kinds of token. The text of a token is looked up by its span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tok {
    /// `12`; the parser checks for overflow
    Int,
    /// `1.5`, `12abc`, `1_000`
    BadNumber,
    /// `"text"`
    Str,
    /// `“text”` or `'text'`
    FancyStr,
    /// A string without a closing quote; reaches to the end of its line.
    OpenStr,
    /// A name, or a contextual keyword.
    Word,
    /// A name with letters other than a–z, such as `größe`.
    BadWord,
    // Keywords.
    And,
    Or,
    Not,
    In,
    Is,
    Has,
    As,
    Where,
    If,
    Else,
    Let,
    For,
    Each,
    Repeat,
    While,
    Break,
    Continue,
    Return,
    Choose,
    May,
    Act,
    Cancel,
    Win,
    Lose,
    End,
    Log,
    True,
    False,
    // Punctuation.
    LParen,
    RParen,
    LBracket,
    RBracket,
    LBrace,
    RBrace,
    Comma,
    Semi,
    Dot,
    DotDot,
    Question,
    Default,
    Plus,
    Minus,
    Star,
    Slash,
    Percent,
    Both,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    Assign,
    PlusAssign,
    MinusAssign,
    /// An operator of another language, such as `&&` or `@`.
    Foreign,
    /// The end of the text.
    Eof,
}

impl Tok {
    /// Returns whether it is a reserved keyword, which cannot be a name.
    pub(super) fn is_keyword(self) -> bool {
        (Tok::And as u8..=Tok::False as u8).contains(&(self as u8)) && self != Tok::Has
    }

    /// Returns whether it can be the last token of a value.
    pub(super) fn ends_value(self) -> bool {
        use Tok::*;
        matches!(self, Int | BadNumber | Str | FancyStr | Word | BadWord | Has | True | False)
            || matches!(self, RParen | RBracket | RBrace)
    }

    /// Returns whether it is the first keyword of a statement.
    pub(super) fn starts_statement(self) -> bool {
        use Tok::*;
        matches!(self, If | Let | For | Repeat | While | Break | Continue | Return | Choose | May)
            || matches!(self, Act | Cancel | Win | Lose | End | Log)
    }
}

/// A token with its span.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) kind: Tok,
    /// True if there is a newline between it and the previous token.
    pub(super) newline: bool,
    /// Offset of the first byte.
    pub(super) start: u32,
    /// Offset after the last byte.
    pub(super) end: u32,
    /// Index of a bracket's partner, or [`ALONE`].
    pub(super) mate: u32,
}

/// `mate` of a bracket without a partner, and of all other tokens.
pub(super) const ALONE: u32 = u32::MAX;
