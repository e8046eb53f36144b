//! Declarations of actions.

use super::fields::ParamDecl;
use super::ident::{CodeText, Ident};

/// `[actions.x]`, and `[kinds.k.actions.x]`, `[cards.c.actions.x]`, `[keywords.w.actions.x]`
#[derive(Clone, Debug)]
pub struct ActionDecl {
    /// The last key of its header.
    pub id: Ident,
    /// `in`: the zones in which its bearer must be
    pub zones: Vec<Ident>,
    /// `mode`: its name among the actions of the same id on one card
    pub mode: Option<Ident>,
    /// `params`: the player's choices, each with the set it is drawn from; a set may use earlier parameters
    pub params: Vec<ParamDecl>,
    /// `when`: the condition for the action, over its parameters; `None` for an action without one
    pub when: Option<CodeText>,
    /// `do`: the statements, in which `you` is the player who acts
    pub code: CodeText,
    /// `text`: the template of an option's text, over the parameters
    pub text: Option<CodeText>,
    /// `log`: the template of the line in the game's record
    pub log: Option<CodeText>,
    /// `only_if`: a condition on options; while it is false, the action is never legal
    pub only_if: Option<CodeText>,
}
