//! Warnings about cards whose print hides what the rules make of them: two cards that look the same, and a
//! card on which a keyword's reminder is wrong.

use rustc_hash::FxHashMap;

use crate::check::lints::{LintedRules, messages};
use crate::check::symbols::items::Member;
use crate::diagnostics::Diagnostic;
use crate::ir::{NameId, SlotId};
use crate::model::{CardDecl, Ident};
use crate::place::TextRange;
use crate::source::Span;

impl<'p> LintedRules<'_, 'p> {
    /// Warns of cards of one kind that nothing printed tells apart.
    pub(in crate::check) fn cards_that_look_the_same(&self) -> Vec<Diagnostic> {
        let package = self.package;
        let mut looks: FxHashMap<Vec<&str>, Vec<&CardDecl>> = FxHashMap::default();
        let mut order: Vec<Vec<&str>> = Vec::new();
        for (card, name) in package.cards.iter().zip(self.names) {
            let Some(name) = name.filter(|name| self.symbols.names[*name].copies > 0) else { continue };
            // A stand-in is printed as the card that it stands for.
            if card.card.is_some() || self.has_picture(card) || self.has_own_look(card) {
                continue;
            }
            let key = self.printed_parts(card, name);
            let alike = looks.entry(key.clone()).or_default();
            if alike.is_empty() {
                order.push(key);
            }
            alike.push(card);
        }
        let groups = order.iter().filter_map(|key| looks.get(key));
        let warning = |group: &Vec<&'p CardDecl>| {
            let [first, second, more @ ..] = &group[..] else { return None };
            let place = |card: &'p CardDecl| (card.id.text.as_str(), card.id.span);
            Some(messages::same_on_paper(place(first), place(second), more.len()))
        };
        groups.filter_map(warning).collect()
    }

    /// Returns whether a card has a picture of its own.
    fn has_picture(&self, card: &CardDecl) -> bool {
        let of = |path: &str| path.strip_prefix("art/")?.rsplit_once('.').map(|(id, _)| id == card.id.text);
        self.package.print.assets.iter().any(|(path, _)| of(path).unwrap_or(false))
    }

    /// Returns whether a card has a colour or an icon of its own, or a face of the package may print its id.
    fn has_own_look(&self, card: &CardDecl) -> bool {
        let print = &self.package.print;
        let is_named = |word: &Ident| word.text == card.id.text;
        print.colours.iter().any(|(word, _)| is_named(word))
            || print.icons.iter().any(|(word, _)| is_named(word))
            || print.assets.iter().any(|(path, _)| path.starts_with("faces/") && path.ends_with(".j2"))
    }

    /// Returns all that is printed on a card, as written. Without a text of its own, its rules may be printed
    /// as one.
    fn printed_parts(&self, card: &'p CardDecl, name: NameId) -> Vec<&'p str> {
        let kind = self.symbols.names[name].kind;
        let text = card.text.as_ref().map(|text| text.value.as_str());
        let flavour = card.flavour.as_ref().map(|text| text.value.as_str());
        let mut parts = vec![
            card.name.text.as_str(),
            card.kind.text.as_str(),
            text.unwrap_or_default(),
            flavour.unwrap_or_default(),
        ];
        parts.extend(card.keywords.iter().map(|keyword| keyword.value.as_str()));
        for (field, node) in &card.fields {
            let is_rule = matches!(self.symbols.member(kind, &field.text), Some(Member::Slot(_)));
            if !is_rule || text.is_none() {
                parts.extend([field.text.as_str(), self.written(node.span)]);
            }
        }
        if text.is_none() {
            let abilities = [card.reactions.len(), card.modifiers.len(), card.actions.len()];
            if abilities.iter().any(|count| *count > 0) {
                // Their code is part of no card's look, but without a text it is all that says what they do.
                parts.push(card.id.text.as_str());
            }
        }
        parts
    }

    /// Returns the source text of a span.
    fn written(&self, span: Span) -> &'p str {
        self.package.sources.file(span.file).text.get(span.bytes()).unwrap_or_default()
    }

    /// Warns of cards whose own rule replaces that of a keyword, while the keyword's reminder is printed on
    /// them and their text does not name it.
    pub(in crate::check) fn replaced_keyword_rules(&self) -> Vec<Diagnostic> {
        let package = self.package;
        let mut found = Vec::new();
        for (card, name) in package.cards.iter().zip(self.names) {
            let Some(kind) = name.map(|name| self.symbols.names[name].kind) else { continue };
            let slot_of = |id: &str| match self.symbols.member(kind, id) {
                Some(Member::Slot(slot)) => Some(slot),
                _ => None,
            };
            let borne = card.keywords.iter().filter_map(|written| {
                let id = written.value.split_whitespace().next()?;
                package.keywords.iter().find(|keyword| keyword.id.text == id)
            });
            let mut filled: Vec<SlotId> = Vec::new();
            let borne: Vec<_> = borne.collect();
            for keyword in &borne {
                filled.extend(keyword.slots.iter().filter_map(|(slot, _)| slot_of(&slot.text)));
            }
            for keyword in borne.iter().filter(|keyword| keyword.text.is_some()) {
                let said = self.keyword_words(&keyword.id.text);
                let text = card.text.as_ref().map(|text| text.value.to_lowercase()).unwrap_or_default();
                if said.iter().any(|said| text.contains(said)) {
                    continue;
                }
                for (id, code) in &keyword.slots {
                    let Some(slot) = slot_of(&id.text) else { continue };
                    let own = card.fields.iter().find(|(field, _)| field.text == id.text);
                    // A slot that several keywords fill has to have a rule of the card's own.
                    let is_only = filled.iter().filter(|other| **other == slot).count() == 1;
                    let Some((field, _)) = own.filter(|_| is_only) else { continue };
                    let of = (card.id.text.as_str(), id.text.as_str());
                    found.push(messages::keyword_replaced(field.span, code.span, &keyword.id.text, of));
                }
            }
        }
        found
    }

    /// Returns the words that a text may have for a keyword, in lowercase.
    fn keyword_words(&self, id: &str) -> Vec<String> {
        let own = self.package.words.iter().filter(|word| word.id.text == id);
        let own = own.map(|word| word.printed.to_lowercase());
        own.chain([id.replace('_', " ").to_lowercase()]).collect()
    }
}
