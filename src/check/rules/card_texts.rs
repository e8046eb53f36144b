//! Card texts: templates filled in with a component's printed data.

use crate::check::hir::types::Ty;
use crate::check::rules::checker::RuleChecker;
use crate::check::rules::messages;
use crate::check::symbols::editor_info::{COMPLETION_MARKER, Candidate, CandidateKind};
use crate::check::symbols::items::NAME_ATTRIBUTE;
use crate::check::symbols::symbol_table::SymbolTable;
use crate::check::symbols::templates::{TemplateError, place_of, render, variables};
use crate::diagnostics::{list, nearest};
use crate::ir::{AmountTree, AttributeId, KindId, NameId, ToIndex, texts};
use crate::model::{CardDecl, CodeText, Package};
use std::collections::BTreeMap;

impl<'p> RuleChecker<'p> {
    /// Renders the texts with each card's printed data.
    pub(in crate::check) fn texts(&mut self) {
        let package = self.package;
        for (i, card) in package.cards.iter().enumerate() {
            let Some(name) = self.names[i] else { continue };
            let mut templates: Vec<(&CodeText, bool)> = Vec::new();
            templates.extend(card.text.as_ref().map(|t| (t, false)));
            templates.extend(card.flavour.as_ref().map(|t| (t, true)));
            let kind_text = self.kind_text(KindId(self.symbols.names[name].kind.0));
            let kind_text = if card.text.is_none() { kind_text } else { None };
            for (template, flavour) in templates.into_iter().chain(kind_text.as_ref().map(|t| (t, false))) {
                let long = template.value.len() > texts::LONGEST;
                let text = if texts::has_holes(&template.value) || long {
                    if self.is_absent(name) {
                        continue;
                    }
                    let data = self.card_data(name);
                    match render(&template.value, &data) {
                        Ok(text) => text,
                        Err(e) => {
                            self.report_template(template, e, &data, &card.id.text);
                            continue;
                        }
                    }
                } else {
                    template.value.clone()
                };
                let info = &mut self.symbols.names[name];
                if flavour { info.flavour = text } else { info.text = text }
            }
            self.reminders(package, card, name);
        }
    }

    /// Copies a card's texts to its stand-in, unless the stand-in's kind has a text.
    pub(in crate::check) fn copy_texts_to_stand_ins(&mut self) {
        for name in 0..self.symbols.names.len() {
            let Some(card) = self.symbols.names[NameId::from_index(name)].card else { continue };
            let (text, flavour) = match self.symbols.names.find(card) {
                Some(card) => (card.text.clone(), card.flavour.clone()),
                None => continue,
            };
            let info = &mut self.symbols.names[NameId::from_index(name)];
            if info.text.is_empty() {
                info.text = text;
            }
            info.flavour = flavour;
        }
    }

    /// Renders the reminder texts of a card's keywords.
    fn reminders(&mut self, package: &'p Package, card: &'p CardDecl, name: NameId) {
        let mut out = Vec::new();
        for written in &card.keywords {
            let id = written.value.split_whitespace().next().unwrap_or_default();
            let text = package.keywords.iter().find(|k| k.id.text == id).and_then(|k| k.text.as_ref());
            out.push(text.map(|text| self.reminder(name, id, text)).unwrap_or_default());
        }
        self.symbols.names[name].reminders = out;
    }

    /// Renders a keyword's text with the card's printed data and the keyword's parameters on that card.
    pub(in crate::check) fn reminder(&mut self, name: NameId, id: &str, text: &CodeText) -> String {
        if !texts::has_holes(&text.value) && text.value.len() <= texts::LONGEST {
            return text.value.clone();
        }
        if self.is_absent(name) {
            return String::new();
        }
        let mut data = self.card_data(name);
        let (symbols, first) = (&self.symbols, self.symbols.names[name].first.index());
        for param in symbols.keywords.iter().filter(|k| k.id == id).flat_map(|k| &k.params) {
            let words = symbols.words(&param.ty);
            let column = &symbols.printed[param.attribute];
            if let Some(value) = column.get(first * words..(first + 1) * words) {
                data.insert(param.id.clone(), show(symbols, &param.ty, value));
            }
        }
        render(&text.value, &data).unwrap_or_else(|e| {
            let card = self.symbols.names[name].id.clone();
            self.report_template(text, e, &data, &card);
            String::new()
        })
    }

    /// Reports why a text cannot be rendered: each name that the card does not have, or the template's error.
    pub(in crate::check) fn report_template(
        &mut self,
        template: &CodeText,
        e: TemplateError,
        data: &BTreeMap<String, minijinja::Value>,
        card: &str,
    ) {
        let whole = template.value.as_str();
        let mut unknown = variables(whole).unwrap_or_default();
        unknown.retain(|v| !data.contains_key(v.split('.').next().unwrap_or(v)));
        if unknown.is_empty() {
            let range = e.range.clone().unwrap_or(0..whole.len());
            self.once(e.at_span(template.span_of(range.start, range.end)));
        }
        for name in unknown {
            if name == COMPLETION_MARKER {
                self.record_printed(data);
            }
            let range = place_of(whole, &name).unwrap_or(0..whole.len());
            let known: Vec<&str> = data.keys().map(String::as_str).collect();
            let span = template.span_of(range.start, range.end);
            let d = messages::not_in_text(span, &name, card);
            // A kind's text is rendered for each of its cards; its error is reported once.
            self.once(match nearest(&name, known.iter().copied()) {
                Some(near) => d.did_you_mean(&name, near),
                None => d.help(format!("a text may use {}", list(&known))),
            });
        }
    }

    fn kind_text(&self, kind: KindId) -> Option<CodeText> {
        let mut at = Some(kind);
        while let Some(k) = at {
            if let Some(text) = &self.symbols.kinds[k].text {
                return Some(text.clone());
            }
            at = self.symbols.kinds[k].base;
        }
        None
    }

    /// Returns whether a card has no copies, as a card that no list names: it has no row in any column, so
    /// its texts are not rendered. They are rendered when the whole box is compiled.
    pub(in crate::check) fn is_absent(&self, name: NameId) -> bool {
        self.symbols.names[name].copies == 0
    }

    /// Returns the data that a text may use: `id`, `name`, `kind`, and the card's printed values.
    pub(in crate::check) fn card_data(&self, name: NameId) -> BTreeMap<String, minijinja::Value> {
        let symbols = &self.symbols;
        let info = &symbols.names[name];
        let mut data = BTreeMap::new();
        data.insert("id".to_string(), info.id.clone().into());
        data.insert("name".to_string(), info.printed.clone().into());
        data.insert("kind".to_string(), symbols.kinds[info.kind].id.clone().into());
        data.insert("copies".to_string(), info.copies.into());
        for (a, attribute) in symbols.attributes.iter().enumerate() {
            if a == NAME_ATTRIBUTE.index()
                || !symbols.prints(info.kind, attribute)
                || !attribute.id.is_declared()
            {
                continue;
            }
            let ty = &symbols.attribute_types[AttributeId::from_index(a)];
            let words = symbols.words(ty);
            let column = &symbols.printed[AttributeId::from_index(a)];
            let first = info.first.index();
            if self.is_absent(name) {
                continue;
            }
            let shown = show(symbols, ty, &column[first * words..(first + 1) * words]);
            data.insert(attribute.id.to_string(), shown);
        }
        data
    }
}

/// Converts a printed value for use in texts.
fn show(symbols: &SymbolTable, ty: &Ty, words: &[u64]) -> minijinja::Value {
    let word = words.first().copied().unwrap_or(0);
    match ty {
        Ty::Int => (word as i64).into(),
        Ty::Bool => (word != 0).into(),
        Ty::Enum(e) => symbols.enums[*e].printed.get(word.index()).cloned().unwrap_or_default().into(),
        Ty::Name => symbols.names.get(word.index()).map(|n| n.printed.clone()).unwrap_or_default().into(),
        Ty::Component(_) => match symbols.components.get(word.index()) {
            Some(c) => symbols.names[c.name].printed.clone().into(),
            None => ().into(),
        },
        Ty::Cell => {
            symbols.cells.get(word.index()).map(|cell| cell.printed.clone()).unwrap_or_default().into()
        }
        Ty::Amount(pers) => AmountTree::of(&symbols.enums, &symbols.names, pers, words).template(true),
        Ty::Optional(_) if word == crate::ir::NONE => ().into(),
        Ty::Optional(inner) => show(symbols, inner, words),
        Ty::Set(inner) => {
            let elements =
                (0..symbols.domain(inner) as u64).filter(|e| words[(e / 64).index()] >> (e % 64) & 1 == 1);
            elements.map(|e| show(symbols, inner, &[e])).collect::<Vec<_>>().into()
        }
        _ => ().into(),
    }
}

impl RuleChecker<'_> {
    /// Records the data that the text of a card may show.
    pub(in crate::check) fn record_printed(&mut self, data: &BTreeMap<String, minijinja::Value>) {
        let Some(editor_info) = &mut self.uses.editor_info else { return };
        for (name, value) in data {
            let detail = value.to_string();
            let candidate = Candidate { kind: CandidateKind::Member, detail, fits: true };
            editor_info.candidates.entry(name.clone()).or_insert(candidate);
        }
    }
}
