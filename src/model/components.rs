//! `[kinds]` and `[zones]`.

use super::actions::ActionDecl;
use super::fields::{FieldDecl, SlotDecl};
use super::ident::{CodeText, Ident};
use crate::source::Span;
use crate::vocabulary::ZoneViewers;

/// `[kinds.x]`
#[derive(Debug)]
pub struct KindDecl {
    /// Its id. `card`, `piece` and `token` may be declared to extend them.
    pub id: Ident,
    /// `plural`: the name of the set of all its components.
    pub plural: Option<Ident>,
    /// The kind above.
    pub base: Option<Ident>,
    /// `stands_for`: it has one stand-in for each card of that kind, with the card's printed values.
    pub stands_for: Option<Ident>,
    /// `copies`: the number of stand-ins for each card; by default as many as the card has copies.
    pub copies: Option<CodeText>,
    /// `attributes`
    pub attributes: Vec<FieldDecl>,
    /// `state`
    pub state: Vec<FieldDecl>,
    /// `slots`
    pub slots: Vec<SlotDecl>,
    /// `actions`
    pub actions: Vec<ActionDecl>,
    /// `text`: the template of cards without text of their own.
    pub text: Option<CodeText>,
    /// `only_if`
    pub only_if: Option<CodeText>,
}

/// `[zones.x]`
#[derive(Debug)]
pub struct ZoneDecl {
    /// The `x` of its header.
    pub id: Ident,
    /// `per`: the things that it exists for, such as players; empty for a zone of the table
    pub per: Vec<Ident>,
    /// `holds`: a kind
    pub holds: Option<Ident>,
    /// `ordered`
    pub ordered: bool,
    /// `seen_by`
    pub seen_by: ZoneViewers,
    /// `seen_by`, if it is an expression
    pub viewers: Option<CodeText>,
    /// `top_seen_by`, with its span.
    pub top_seen_by: Option<(ZoneViewers, Span)>,
    /// `top_seen_by`, if it is an expression
    pub top_viewers: Option<CodeText>,
    /// `start`: the set of components that begin in it
    pub start: Option<CodeText>,
    /// `start = "list"`, `start = "list.hero"`: the part of a list that begins there
    pub list: Option<Ident>,
    /// `text`: the wording of its contents in generated card text.
    pub text: Option<CodeText>,
    /// `only_if`
    pub only_if: Option<CodeText>,
}
