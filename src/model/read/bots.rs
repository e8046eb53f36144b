//! Reader of the game's own bots.

use super::fields::{self, Fields};
use super::reader::ModelReader;
use crate::model::bots::{BotDecl, PreferenceDecl};
use crate::model::ident::Ident;
use crate::model::read::messages;
use crate::source::{TomlEntry, TomlValue};

impl ModelReader {
    pub(super) fn bot(&mut self, id: Ident, mut bot: Fields) -> Option<()> {
        let text = bot.string("text").unwrap_or_default();
        let after_at = bot.key_span("after");
        let after = bot.node("after").and_then(|node| match node.value {
            TomlValue::Int(n) => u32::try_from(n).ok(),
            _ => None,
        });
        if let Some(span) = after_at.filter(|_| id.text != "mcts") {
            self.found.push(messages::after_of_bot(span, &id.text));
        }
        let mixed_at = bot.key_span("mixed");
        let mixed = bot.flag("mixed");
        if let Some(span) = mixed_at.filter(|_| matches!(id.text.as_str(), "greedy" | "mcts")) {
            self.found.push(messages::mixed_of_bot(span, &id.text));
        }
        let prefers_at = bot.key_span("prefers");
        let line = |TomlEntry { key, key_span, value }: TomlEntry| {
            Some(PreferenceDecl { of: Ident { text: key, span: key_span }, value: fields::text(value)? })
        };
        let mut prefers: Vec<PreferenceDecl> = bot.entries("prefers").into_iter().filter_map(line).collect();
        if let Some(span) = prefers_at.filter(|_| id.text == "mcts") {
            self.found.push(messages::prefers_of_tree_search(span));
            prefers.clear();
        }
        // An `evaluate` that is present but invalid has already been reported.
        let judges = bot.key_span("evaluate").or(prefers_at).is_some();
        let evaluate = bot.code("evaluate");
        if !judges {
            self.found.push(messages::neither_evaluate_nor_prefers(id.span, &id.text));
            return None;
        }
        self.package.bots.push(BotDecl { id, evaluate, prefers, mixed, text, after });
        Some(())
    }
}
