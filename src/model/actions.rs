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
    /// `params`
    pub params: Vec<ParamDecl>,
    /// `when`
    pub when: Option<CodeText>,
    /// `do`
    pub code: CodeText,
    /// `text`
    pub text: Option<CodeText>,
    /// `log`
    pub log: Option<CodeText>,
    /// `only_if`
    pub only_if: Option<CodeText>,
}
