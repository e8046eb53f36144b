//! Attributes, state and slots of components, the table, players and cells; and parameters.

use super::ident::{CodeText, Ident};
use crate::source::TomlNode;

/// An attribute or a state.
#[derive(Clone, Debug)]
pub struct FieldDecl {
    /// Its key in `attributes` or `state`.
    pub id: Ident,
    /// Its type as written, with the range of an int.
    pub ty: CodeText,
    /// `printed = true`: a state whose start value the card prints.
    pub printed: bool,
    /// `default`: the value of a card that gives none (for attributes and printed state).
    pub default: Option<TomlNode>,
    /// `start`: an expression.
    pub start: Option<CodeText>,
    /// True if there is a `start`, even one that is not code, which the schema has reported.
    pub has_start: bool,
    /// `text`: its wording in generated card text.
    pub text: Option<CodeText>,
    /// `unchecked = true`: texts need not mention it.
    pub unchecked: bool,
    /// `in`: zones and boards; the state is reset when the component leaves them.
    pub within: Vec<Ident>,
    /// `until`: a verb or action, optionally with arguments, after which the state is reset.
    pub until: Option<CodeText>,
}

/// A slot of a kind: a place for one rule on each of its cards.
#[derive(Clone, Debug)]
pub struct SlotDecl {
    /// Its key in `slots`.
    pub id: Ident,
    /// `returns`; `None` for statements (`do = true`).
    pub returns: Option<CodeText>,
    /// `from`: the card writes only a condition over this set.
    pub from: Option<CodeText>,
    /// `params`: names and types of the arguments, besides `self`
    pub params: Vec<ParamDecl>,
    /// `default`: the rule of components that have none in the slot
    pub default: Option<CodeText>,
    /// `text`: its wording in generated card text.
    pub text: Option<CodeText>,
    /// `unchecked = true`: its rules are not part of the text.
    pub unchecked: bool,
}

/// A parameter and its type (for actions: the set it is drawn from).
#[derive(Clone, Debug)]
pub struct ParamDecl {
    /// Its key in `params`.
    pub id: Ident,
    /// Its type or set.
    pub ty: CodeText,
}
