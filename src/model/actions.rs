//! Declarations of actions.

use super::{Code, Ident, Param};

/// `[actions.x]`, and `[kinds.k.actions.x]`, `[cards.c.actions.x]`, `[keywords.w.actions.x]`
#[derive(Clone, Debug)]
pub struct ActionDecl {
    /// Its id.
    pub id: Ident,
    /// `in`: the zones in which its bearer must be
    pub zones: Vec<Ident>,
    /// `mode`: its name among the actions of the same id on one card
    pub mode: Option<Ident>,
    /// `params`
    pub params: Vec<Param>,
    /// `when`
    pub when: Option<Code>,
    /// `do`
    pub code: Code,
    /// `text`
    pub text: Option<Code>,
    /// `log`
    pub log: Option<Code>,
    /// `only_if`
    pub only_if: Option<Code>,
}
