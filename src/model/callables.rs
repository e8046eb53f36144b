//! `[functions]`, `[verbs]`, `[[reactions]]`, `[[modifiers]]` and `[keywords]`.

use super::actions::ActionDecl;
use super::fields::ParamDecl;
use super::ident::{CodeText, Ident};

/// `[functions.x]`
#[derive(Debug)]
pub struct FunctionDecl {
    /// The `x` of its header.
    pub id: Ident,
    /// `params`
    pub params: Vec<ParamDecl>,
    /// `returns`
    pub returns: CodeText,
    /// `code`
    pub code: CodeText,
    /// `text`: its wording in generated card text.
    pub text: Option<CodeText>,
}

/// `[verbs.x]`
#[derive(Debug)]
pub struct VerbDecl {
    /// The `x` of its header.
    pub id: Ident,
    /// `params`
    pub params: Vec<ParamDecl>,
    /// `returns`
    pub returns: Option<CodeText>,
    /// `do`
    pub code: CodeText,
    /// `text`
    pub text: Option<CodeText>,
    /// `log`
    pub log: Option<CodeText>,
}

/// `[[reactions]]`, of the game, a card or a keyword.
#[derive(Clone, Debug)]
pub struct ReactionDecl {
    /// `before = "verb"` rather than `after`
    pub before: bool,
    /// The verb or action that it reacts to.
    pub verb: Ident,
    /// `where`
    pub condition: Option<CodeText>,
    /// `in`: the zone in which its bearer must be
    pub zone: Option<Ident>,
    /// `do`
    pub code: CodeText,
    /// `only_if`
    pub only_if: Option<CodeText>,
}

/// `[[modifiers]]`, of the game, a card or a keyword.
#[derive(Clone, Debug)]
pub struct ModifierDecl {
    /// `attribute`
    pub attribute: Ident,
    /// `where`, in which `it` is the component that is read
    pub condition: Option<CodeText>,
    /// `add`
    pub add: Option<CodeText>,
    /// `set`
    pub set: Option<CodeText>,
    /// `stage`, from 1
    pub stage: u8,
    /// `only_if`
    pub only_if: Option<CodeText>,
}

/// `[keywords.x]`
#[derive(Debug)]
pub struct KeywordDecl {
    /// The `x` of its header.
    pub id: Ident,
    /// `params`
    pub params: Vec<ParamDecl>,
    /// `text`
    pub text: Option<CodeText>,
    /// `unchecked`: words in which its text and its rules need not agree
    pub unchecked: Vec<CodeText>,
    /// `slots`: its rules for slots of its bearer
    pub slots: Vec<(Ident, CodeText)>,
    /// `reactions`
    pub reactions: Vec<ReactionDecl>,
    /// `modifiers`
    pub modifiers: Vec<ModifierDecl>,
    /// `actions`; several with one id are modes
    pub actions: Vec<ActionDecl>,
}
