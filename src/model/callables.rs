//! `[functions]`, `[verbs]`, `[[reactions]]`, `[[modifiers]]` and `[keywords]`.

use super::actions::ActionDecl;
use super::fields::ParamDecl;
use super::ident::{CodeText, Ident};

/// `[functions.x]`
#[derive(Debug)]
pub struct FunctionDecl {
    /// The `x` of its header.
    pub id: Ident,
    /// `params`: names and types, in the order of arguments
    pub params: Vec<ParamDecl>,
    /// `returns`: the type of the value
    pub returns: CodeText,
    /// `code`: an expression, or statements that end in `return`
    pub code: CodeText,
    /// `text`: its wording in generated card text.
    pub text: Option<CodeText>,
}

/// `[verbs.x]`
#[derive(Debug)]
pub struct VerbDecl {
    /// The `x` of its header.
    pub id: Ident,
    /// `params`: names and types, in the order of arguments
    pub params: Vec<ParamDecl>,
    /// `returns`: the type of the value; `None` if the verb returns none
    pub returns: Option<CodeText>,
    /// `do`: its statements
    pub code: CodeText,
    /// `text`: the template of its wording in generated card text
    pub text: Option<CodeText>,
    /// `log`: the template of the line in the game's record, over the parameters
    pub log: Option<CodeText>,
}

/// `[[reactions]]`, of the game, a card or a keyword.
#[derive(Clone, Debug)]
pub struct ReactionDecl {
    /// `before = "verb"` rather than `after`
    pub before: bool,
    /// `before` or `after`: the verb or action that triggers the reaction
    pub verb: Ident,
    /// `where`: a condition over the trigger's parameters
    pub condition: Option<CodeText>,
    /// `in`: the zone in which its bearer must be
    pub zone: Option<Ident>,
    /// `do`: the statements that run
    pub code: CodeText,
    /// `only_if`: a condition on options; while it is false, the reaction never runs
    pub only_if: Option<CodeText>,
}

/// `[[modifiers]]`, of the game, a card or a keyword.
#[derive(Clone, Debug)]
pub struct ModifierDecl {
    /// `attribute`: the attribute or state whose value changes when it is read
    pub attribute: Ident,
    /// `where`: a condition in which `it` is the component that is read, and `self` the bearer
    pub condition: Option<CodeText>,
    /// `add`: the number, or for a set the elements, to add
    pub add: Option<CodeText>,
    /// `set`: the value that replaces the printed one; additions come after it
    pub set: Option<CodeText>,
    /// `stage`, 1 to 9: modifiers of a later stage read the result of the earlier stages
    pub stage: u8,
    /// `only_if`: a condition on options; while it is false, the modifier never applies
    pub only_if: Option<CodeText>,
}

/// `[keywords.x]`
#[derive(Debug)]
pub struct KeywordDecl {
    /// The `x` of its header.
    pub id: Ident,
    /// `params`: the values that a card writes after the keyword, as in `blast 2`
    pub params: Vec<ParamDecl>,
    /// `text`: the template of the reminder text, over the parameters
    pub text: Option<CodeText>,
    /// `unchecked`: words in which its text and its rules need not agree
    pub unchecked: Vec<CodeText>,
    /// `slots`: its rules for slots of its bearer
    pub slots: Vec<(Ident, CodeText)>,
    /// `reactions`: those of each bearer, which is `self`
    pub reactions: Vec<ReactionDecl>,
    /// `modifiers`: those of each bearer, which is `self`
    pub modifiers: Vec<ModifierDecl>,
    /// `actions`; several with one id are modes
    pub actions: Vec<ActionDecl>,
}
