//! Deck lists, and the rules for them.

use super::game::RequireDecl;
use super::ident::{CodeText, Ident};
use crate::source::Span;

/// `[deck]`: the rules that a deck list must follow
#[derive(Debug, Default)]
pub struct DeckRules {
    /// `complete`: whether a list must contain exactly every card of the game.
    pub complete: bool,
    /// The rules for each part of a list; the first is for `[cards]`.
    pub parts: Vec<DeckPartDecl>,
}

/// `[deck]` for `[cards]`, or one of `[deck.parts]`.
#[derive(Debug)]
pub struct DeckPartDecl {
    /// Its key in `[deck.parts]`; `cards` for `[deck]` itself.
    pub id: Ident,
    /// Minimum and maximum number of cards.
    pub size: Option<(u32, u32)>,
    /// The number of copies of each card.
    pub copies: Option<CopiesDecl>,
    /// The allowed kinds; empty means all.
    pub kinds: Vec<Ident>,
    /// Further conditions on `cards`.
    pub requires: Vec<RequireDecl>,
}

/// `copies` of `[deck]`
#[derive(Debug)]
pub enum CopiesDecl {
    /// The minimum and maximum for each card.
    Range(u32, u32),
    /// The maximum for a card, as an expression over it.
    Most(CodeText),
}

/// `decks/*.toml`
#[derive(Debug)]
pub struct DeckDecl {
    /// The file's name without `.toml`
    pub id: Ident,
    /// `name` of the list, as people read it
    pub name: String,
    /// Its parts: cards (ids or printed names) and their numbers. The first is `[cards]`, if present.
    pub parts: Vec<(Ident, Vec<(Ident, u32)>)>,
    /// The start of the file.
    pub span: Span,
}
