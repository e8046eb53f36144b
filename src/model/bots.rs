//! Bots of the game's own.

use super::{Code, Ident};

/// `[bots.x]`
#[derive(Debug)]
pub struct BotDecl {
    /// Its id.
    pub id: Ident,
    /// `evaluate`: an int, how good the table is for `you`.
    pub evaluate: Option<Code>,
    /// `prefers`: ints, what moves are worth by themselves.
    pub prefers: Vec<PreferenceDecl>,
    /// `mixed`: picks each move with probability proportional to its value.
    pub mixed: bool,
    /// `text`: how it plays.
    pub text: String,
    /// `after`: when a game that is played out is judged instead.
    pub after: Option<u32>,
}

/// A line of `[bots.x.prefers]`
#[derive(Debug)]
pub struct PreferenceDecl {
    /// The id of an action, or the variable of a choice.
    pub of: Ident,
    /// An int.
    pub value: Code,
}
