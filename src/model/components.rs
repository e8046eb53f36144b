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
    /// `attributes`: printed values, which never change in play
    pub attributes: Vec<FieldDecl>,
    /// `state`: values that change in play
    pub state: Vec<FieldDecl>,
    /// `slots`: the rules that each of its cards may have
    pub slots: Vec<SlotDecl>,
    /// `actions` that each component gives to players; a card's action of the same id completes one
    pub actions: Vec<ActionDecl>,
    /// `text`: the template of cards without text of their own.
    pub text: Option<CodeText>,
    /// `only_if`: a condition on options; while it is false, no such component is in the game
    pub only_if: Option<CodeText>,
}

/// `[zones.x]`
#[derive(Debug)]
pub struct ZoneDecl {
    /// The `x` of its header.
    pub id: Ident,
    /// `per`: the things that it exists for, such as players; empty for a zone of the table
    pub per: Vec<Ident>,
    /// `holds`: the kind of its components; `None` for any
    pub holds: Option<Ident>,
    /// `ordered`: true if its components have an order, from top to bottom
    pub ordered: bool,
    /// `seen_by`: the players who see its components, if it is a fixed word
    pub seen_by: ZoneViewers,
    /// `seen_by`, if it is an expression that returns players
    pub viewers: Option<CodeText>,
    /// `top_seen_by`: the players who see the top component besides, if it is a fixed word; with its span
    pub top_seen_by: Option<(ZoneViewers, Span)>,
    /// `top_seen_by`, if it is an expression that returns players
    pub top_viewers: Option<CodeText>,
    /// `start`: the set of components that begin in it
    pub start: Option<CodeText>,
    /// `start = "list"`, `start = "list.hero"`: the part of a list that begins there
    pub list: Option<Ident>,
    /// `text`: the wording of its contents in generated card text.
    pub text: Option<CodeText>,
    /// `only_if`: a condition on options; while it is false, nothing begins in the zone
    pub only_if: Option<CodeText>,
}
