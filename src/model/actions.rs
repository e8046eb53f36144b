//! What a player may do.

use super::{Code, Ident, Param};

/// `[actions.x]`, and `[kinds.k.actions.x]`, `[cards.c.actions.x]`, `[keywords.w.actions.x]`
#[derive(Clone, Debug)]
pub struct ActionDecl {
    /// Its id.
    pub id: Ident,
    /// `in`: the zones in which its bearer has to lie
    pub zones: Vec<Ident>,
    /// `mode`: which of several of its id on one card it is
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
