//! Reader of the game's own bots.

use super::fields::{self, Fields};
use super::reader::ModelReader;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::model as codes;
use crate::diagnostics::codes::schema as shape;
use crate::model::bots::{BotDecl, PreferenceDecl};
use crate::model::ident::Ident;
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
            let pointless =
                Diagnostic::error(codes::POINTLESS_KEY, format!("the bot `{}` plays nothing out", id.text));
            self.found.push(
                pointless.at(span, "never looked at").help("leave `after` out: it is for `[bots.mcts]`"),
            );
        }
        let mixed_at = bot.key_span("mixed");
        let mixed = bot.flag("mixed");
        if let Some(span) = mixed_at.filter(|_| matches!(id.text.as_str(), "greedy" | "mcts")) {
            let pointless =
                Diagnostic::error(codes::POINTLESS_KEY, format!("the bot `{}` takes the best move", id.text));
            self.found.push(
                pointless
                    .at(span, "never looked at")
                    .help("give the bot that mixes its moves a name of its own"),
            );
        }
        let prefers_at = bot.key_span("prefers");
        let line = |TomlEntry { key, key_span, value }: TomlEntry| {
            Some(PreferenceDecl { of: Ident { text: key, span: key_span }, value: fields::text(value)? })
        };
        let mut prefers: Vec<PreferenceDecl> = bot.entries("prefers").into_iter().filter_map(line).collect();
        if let Some(span) = prefers_at.filter(|_| id.text == "mcts") {
            let pointless =
                Diagnostic::error(codes::POINTLESS_KEY, "the tree search looks at tables, not at moves");
            self.found.push(pointless.at(span, "never looked at").help(
                "say in `evaluate` what is good about the table after the move, or give a bot of another name its `prefers`",
            ));
            prefers.clear();
        }
        // An `evaluate` that is present but invalid has already been reported.
        let judges = bot.key_span("evaluate").or(prefers_at).is_some();
        let evaluate = bot.code("evaluate");
        if !judges {
            let missing = Diagnostic::error(
                shape::MISSING_KEY,
                format!("`bots.{}` says neither `evaluate` nor `prefers`", id.text),
            );
            self.found.push(missing.at(id.span, "by what does it choose?").help(
                "`evaluate = \"coins\"` judges the table after a move; `prefers = { take = \"2\" }` judges moves, by their actions",
            ));
            return None;
        }
        self.package.bots.push(BotDecl { id, evaluate, prefers, mixed, text, after });
        Some(())
    }
}
