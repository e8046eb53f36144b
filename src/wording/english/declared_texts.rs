//! The `text` of every declaration that has one.

use crate::check::StateReset;
use crate::check::symbols::items::Member;
use crate::check::symbols::symbol_table::SymbolTable;
use crate::ir::{AttributeId, FieldId, FunctionId, SlotId, ZoneId};
use crate::model::{CodeText, FieldDecl, Package};
use crate::source::Span;
use std::collections::HashMap;

/// The texts of declarations, by number.
#[derive(Debug, Default)]
pub(super) struct DeclaredTexts<'p> {
    pub functions: HashMap<FunctionId, &'p CodeText>,
    pub fields: HashMap<FieldId, &'p CodeText>,
    pub attributes: HashMap<AttributeId, &'p CodeText>,
    pub zones: HashMap<ZoneId, &'p CodeText>,
    pub slots: HashMap<SlotId, &'p CodeText>,
    /// The `until` of state that has one.
    pub ends: HashMap<FieldId, &'p StateReset<'p>>,
    /// `[words]`.
    printed: HashMap<&'p str, &'p str>,
}

impl<'p> DeclaredTexts<'p> {
    pub fn of(symbols: &SymbolTable, package: &'p Package) -> DeclaredTexts<'p> {
        let words = package.words.iter().map(|word| (word.id.text.as_str(), word.printed.as_str()));
        let mut texts = DeclaredTexts { printed: words.collect(), ..DeclaredTexts::default() };
        let functions =
            package.functions.iter().map(|f| &f.text).chain(package.verbs.iter().map(|v| &v.text));
        for (f, text) in functions.enumerate() {
            texts.functions.extend(text.as_ref().map(|t| (FunctionId::from_index(f), t)));
        }
        let mut at: HashMap<Span, &'p CodeText> = HashMap::new();
        let mut keep = |decl: &'p FieldDecl| at.extend(decl.text.as_ref().map(|t| (decl.id.span, t)));
        package.table_state.iter().chain(&package.player_state).for_each(&mut keep);
        for kind in &package.kinds {
            kind.state.iter().chain(&kind.attributes).for_each(&mut keep);
        }
        at.extend(package.zones.iter().filter_map(|z| z.text.as_ref().map(|t| (z.id.span, t))));
        at.extend(
            package
                .kinds
                .iter()
                .flat_map(|k| &k.slots)
                .filter_map(|s| s.text.as_ref().map(|t| (s.id.span, t))),
        );
        for (f, field) in symbols.fields.iter().enumerate() {
            if let Some(text) = field.span.and_then(|span| at.get(&span)) {
                texts.fields.insert(FieldId::from_index(f), text);
                texts.attributes.extend(field.printed.map(|a| (a, *text)));
            }
        }
        texts.zones = symbols.zones.iter_ids().filter_map(|(i, z)| Some((i, *at.get(&z.span)?))).collect();
        texts.slots = symbols.slots.iter_ids().filter_map(|(i, s)| Some((i, *at.get(&s.span)?))).collect();
        for kind in &package.kinds {
            let Some(k) = symbols.kind_named(&kind.id.text) else { continue };
            for decl in &kind.attributes {
                if let (Some(Member::Attribute(a)), Some(text)) =
                    (symbols.kinds[k].members.get(&decl.id.text), &decl.text)
                {
                    texts.attributes.insert(*a, text);
                }
            }
        }
        texts
    }

    /// Returns whether no declaration has a text, so that the game does not print generated texts.
    pub fn is_empty(&self) -> bool {
        let of_fields = self.fields.is_empty() && self.attributes.is_empty();
        self.functions.is_empty() && of_fields && self.zones.is_empty() && self.slots.is_empty()
    }

    /// Returns the noun for a declaration: its entry in `[words]`, else its id.
    pub fn label(&self, id: &str) -> String {
        self.printed.get(id).map_or_else(|| id.replace('_', " "), |word| (*word).to_owned())
    }

    /// Returns the noun for a cell, if `[words]` has one.
    pub fn cell(&self) -> Option<&'p str> {
        self.printed.get("cell").copied()
    }
}
