//! Reader of functions, verbs, actions, reactions, modifiers and keywords.

use super::fields::{self, Fields};
use super::reader::ModelReader;
use crate::model::actions::ActionDecl;
use crate::model::callables::{FunctionDecl, KeywordDecl, ModifierDecl, ReactionDecl, VerbDecl};
use crate::model::ident::Ident;
use crate::model::read::messages;
use crate::source::{TomlEntry, TomlNode, TomlValue};

impl ModelReader {
    pub(super) fn function(&mut self, id: Ident, mut function: Fields) -> Option<()> {
        self.package.functions.push(FunctionDecl {
            id,
            params: function.params()?,
            returns: function.code("returns")?,
            code: function.code("code")?,
            text: function.code("text"),
        });
        Some(())
    }

    pub(super) fn verb(&mut self, id: Ident, mut verb: Fields) -> Option<()> {
        self.package.verbs.push(VerbDecl {
            id,
            params: verb.params()?,
            returns: verb.code("returns"),
            code: verb.code("do")?,
            text: verb.code("text"),
            log: verb.code("log"),
        });
        Some(())
    }

    pub(super) fn action(&mut self, id: Ident, action: Fields) -> Option<()> {
        self.package.actions.push(action_of(id, action)?);
        Some(())
    }

    /// Reads the actions that a kind, card or keyword declares; a list under an id holds its modes.
    pub(super) fn actions(&mut self, entries: Vec<TomlEntry>) -> Vec<ActionDecl> {
        let mut actions = Vec::new();
        for (id, value) in super::ids::with_ids(entries) {
            let modes = match value.value {
                TomlValue::Array(modes) => modes,
                _ => vec![value],
            };
            actions.extend(
                modes.into_iter().filter_map(Fields::of).filter_map(|mode| action_of(id.clone(), mode)),
            );
        }
        actions
    }

    pub(super) fn keyword(&mut self, id: Ident, mut keyword: Fields) -> Option<()> {
        let slot = |entry: TomlEntry| {
            Some((Ident { text: entry.key, span: entry.key_span }, fields::text(entry.value)?))
        };
        let keyword = KeywordDecl {
            id,
            params: keyword.params()?,
            text: keyword.code("text"),
            unchecked: keyword.codes("unchecked"),
            slots: keyword.entries("slots").into_iter().filter_map(slot).collect(),
            reactions: self.reactions(keyword.list("reactions")),
            modifiers: self.modifiers(keyword.list("modifiers")),
            actions: self.actions(keyword.entries("actions")),
        };
        self.package.keywords.push(keyword);
        Some(())
    }

    pub(super) fn reactions(&mut self, list: Vec<TomlNode>) -> Vec<ReactionDecl> {
        list.into_iter().filter_map(Fields::of).filter_map(|reaction| self.reaction(reaction)).collect()
    }

    fn reaction(&mut self, mut reaction: Fields) -> Option<ReactionDecl> {
        let (before_at, after_at) = (reaction.key_span("before"), reaction.key_span("after"));
        match (before_at, after_at) {
            (Some(before), Some(after)) => {
                self.found.push(messages::before_and_after(before, after));
                return None;
            }
            (None, None) if !reaction.only(&["where", "in", "do", "only_if"]) => return None,
            (None, None) => {
                self.found.push(messages::neither_before_nor_after(reaction.span));
                return None;
            }
            _ => {}
        }
        Some(ReactionDecl {
            before: before_at.is_some(),
            verb: reaction.ident("before").or_else(|| reaction.ident("after"))?,
            condition: reaction.code("where"),
            zone: reaction.ident("in"),
            code: reaction.code("do")?,
            only_if: reaction.code("only_if"),
        })
    }

    pub(super) fn modifiers(&mut self, list: Vec<TomlNode>) -> Vec<ModifierDecl> {
        list.into_iter().filter_map(Fields::of).filter_map(|modifier| self.modifier(modifier)).collect()
    }

    fn modifier(&mut self, mut modifier: Fields) -> Option<ModifierDecl> {
        match (modifier.key_span("add"), modifier.key_span("set")) {
            (Some(add), Some(set)) => {
                self.found.push(messages::add_and_set(add, set));
                return None;
            }
            (None, None) if !modifier.only(&["attribute", "where", "stage", "only_if"]) => return None,
            (None, None) => {
                self.found.push(messages::neither_add_nor_set(modifier.span));
                return None;
            }
            _ => {}
        }
        let modifier = ModifierDecl {
            attribute: modifier.ident("attribute")?,
            condition: modifier.code("where"),
            add: modifier.code("add"),
            set: modifier.code("set"),
            stage: modifier.number("stage").unwrap_or(1),
            only_if: modifier.code("only_if"),
        };
        (modifier.add.is_some() || modifier.set.is_some()).then_some(modifier)
    }
}

fn action_of(id: Ident, mut action: Fields) -> Option<ActionDecl> {
    Some(ActionDecl {
        id,
        zones: action.one_or_more("in"),
        mode: action.ident("mode"),
        params: action.params()?,
        when: action.code("when"),
        code: action.code("do")?,
        text: action.code("text"),
        log: action.code("log"),
        only_if: action.code("only_if"),
    })
}
