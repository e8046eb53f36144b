//! Declarations of the game's own bots.

use super::ident::{CodeText, Ident};

/// `[bots.x]`
#[derive(Debug)]
pub struct BotDecl {
    /// The `x` of its header.
    pub id: Ident,
    /// `evaluate`: an int, the value of the position for `you`.
    pub evaluate: Option<CodeText>,
    /// `prefers`: ints, the values of moves by themselves.
    pub prefers: Vec<PreferenceDecl>,
    /// `mixed`: picks each move with probability proportional to its value.
    pub mixed: bool,
    /// `text`: a description of its play.
    pub text: String,
    /// `after`: the number of choices after which a playout is evaluated instead of finished.
    pub after: Option<u32>,
}

/// A line of `[bots.x.prefers]`
#[derive(Debug)]
pub struct PreferenceDecl {
    /// The id of an action, or the variable of a choice.
    pub of: Ident,
    /// The value of the move, an int.
    pub value: CodeText,
}
