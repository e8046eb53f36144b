//! Deck lists, and what a game asks of them.

use super::{Code, Ident, Require};
use crate::source::Span;

/// `[deck]`
#[derive(Debug, Default)]
pub struct DeckRules {
    /// Exactly every card of the game.
    pub complete: bool,
    /// What holds of each part of a list; the first is what stands under `[cards]`.
    pub parts: Vec<DeckPartDecl>,
}

/// `[deck]` for `[cards]`, or one of `[deck.parts]`.
#[derive(Debug)]
pub struct DeckPartDecl {
    /// Its id.
    pub id: Ident,
    /// Fewest and most cards.
    pub size: Option<(u32, u32)>,
    /// How many of each.
    pub copies: Option<CopiesDecl>,
    /// Kinds allowed; empty: all.
    pub kinds: Vec<Ident>,
    /// What else must hold of `cards`.
    pub requires: Vec<Require>,
}

/// `copies` of `[deck]`
#[derive(Debug)]
pub enum CopiesDecl {
    /// Fewest and most of each.
    Range(u32, u32),
    /// The most of a card, an expression over it.
    Most(Code),
}

/// `decks/*.toml`
#[derive(Debug)]
pub struct DeckDecl {
    /// The file's name without `.toml`
    pub id: Ident,
    /// `name`
    pub name: String,
    /// Its parts: cards (ids or printed names) and how many. The first is `[cards]`, if it is there.
    pub parts: Vec<(Ident, Vec<(Ident, u32)>)>,
    /// The file's start.
    pub span: Span,
}
