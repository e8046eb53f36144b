//! Rules that cards, keywords and the game bring: reactions, modifiers and actions, as they are collected
//! before their code is checked.

use crate::check::symbols::items::ReadableValue;
use crate::ir::{ActionId, FunctionId, KeywordId, KindId, NameId, SlotId, ZoneId};
use crate::model::{ActionDecl, CodeText, Ident, ModifierDecl, ReactionDecl};
use crate::syntax::ast::{Block, Expr};
use std::collections::HashSet;

/// The ids of all actions: those of the game and those of components.
pub(in crate::check) struct ActionIds<'p>(pub HashSet<&'p str>);

/// The reactions and modifiers collected so far.
#[derive(Default)]
pub(in crate::check) struct Abilities<'p> {
    pub reactions: Vec<Reaction<'p>>,
    pub modifiers: Vec<Modifier<'p>>,
}

/// All actions, once those of components are declared.
#[derive(Default)]
pub(in crate::check) struct ActionDefinitions<'p> {
    pub all: Vec<Definition<'p>>,
    /// For each card that brings actions: the slot of their options, the card's name, and the function that
    /// lists them.
    pub options: Vec<(SlotId, NameId, FunctionId)>,
}

/// A parsed reaction and its bearer.
pub(in crate::check) struct Reaction<'p> {
    pub on: Trigger<'p>,
    pub decl: &'p ReactionDecl,
    pub borne: RuleBearer,
    pub condition: Option<(&'p CodeText, Expr)>,
    pub body: Block,
    pub zone: Option<ZoneId>,
    pub only_if: Option<FunctionId>,
}

/// The event that sets off a reaction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Trigger<'p> {
    /// The calls of a verb.
    Verb(FunctionId),
    /// All actions with this id.
    Action(&'p str),
}

impl Reaction<'_> {
    /// Returns whether the reaction runs before its trigger; otherwise it runs after.
    pub fn is_before(&self) -> bool {
        self.decl.before
    }

    /// Returns whether its trigger is the actions of an id.
    pub fn is_to_action(&self, id: &str) -> bool {
        matches!(self.on, Trigger::Action(of) if of == id)
    }
}

/// A modifier and its bearer.
pub(in crate::check) struct Modifier<'p> {
    pub readable: ReadableValue,
    pub decl: &'p ModifierDecl,
    pub borne: RuleBearer,
    pub only_if: Option<FunctionId>,
}

/// An action as it is offered: a declaration, or a card's declaration within its kind's.
pub(in crate::check) struct Definition<'p> {
    /// Its id in the IR.
    pub action: ActionId,
    /// Its bearers; none for an action of the game.
    pub bearer: Option<Bearer>,
    /// The kind's declaration.
    pub frame: Option<&'p ActionDecl>,
    /// The declaration of the game, card or keyword.
    pub part: Option<&'p ActionDecl>,
}

/// The kind and keyword of an action's bearers.
#[derive(Clone, Copy)]
pub(in crate::check) struct Bearer {
    /// The kind that all bearers belong to.
    pub kind: KindId,
    /// The keyword that declares the action; `None` if a card or kind does.
    pub keyword: Option<KeywordId>,
}

impl<'p> Definition<'p> {
    /// Returns the declarations it consists of, the kind's first.
    pub fn decls(&self) -> impl Iterator<Item = &'p ActionDecl> + use<'p> {
        self.frame.into_iter().chain(self.part)
    }

    /// Returns the zones in which its bearer must be: the card's, if it names any, else its kind's.
    pub fn zones(&self) -> &'p [Ident] {
        let said = [self.part, self.frame].into_iter().flatten().map(|d| d.zones.as_slice());
        said.into_iter().find(|zones| !zones.is_empty()).unwrap_or_default()
    }
}

/// The bearer of a reaction or modifier.
#[derive(Clone, Debug)]
pub(in crate::check) enum RuleBearer {
    /// A rule of the game itself.
    ByGame,
    /// A rule of components.
    By {
        /// The set of bearers.
        bearers: Vec<u64>,
        kind: KindId,
        /// The keyword that the rule comes from.
        keyword: Option<KeywordId>,
    },
}
