//! Cards: their printed values, the rules in their slots, their texts.

use super::bearers::Borne;
use super::declare::NAME_ATTRIBUTE;
use super::editor_info::COMPLETION_MARKER;
use super::hir::{HExpr, HKind, HStmt};
use super::rules::Rules;
use super::scope::{Cx, Mode};
use super::types::Ty;
use super::values::{Wanted, value};
use super::world::Member;
use crate::diagnostics::codes::check as codes;
use crate::diagnostics::{Diagnostic, list, nearest};
use crate::ir::{Parts, SlotInfo, texts};
use crate::model::{CardDecl, Code, Package};
use crate::source::Value;
use std::collections::{BTreeMap, HashMap};

impl<'p> Rules<'p> {
    /// Checks the printed values, keywords, reactions, modifiers and texts of every card.
    pub(super) fn cards(&mut self, package: &'p Package) {
        // Defaults of attributes and printed state, by attribute.
        let mut defaults: HashMap<u16, &'p crate::source::Node> = HashMap::new();
        let mut needed: HashMap<u16, Vec<(u16, String)>> = HashMap::new();
        let mut ranges: HashMap<u16, Option<(i64, i64)>> = HashMap::new();
        let mut declared: HashMap<u16, crate::source::Span> = HashMap::new();
        for decl in &package.kinds {
            let Some(k) = self.world.kind_named(&decl.id.text) else { continue };
            for f in decl.attributes.iter().chain(decl.state.iter().filter(|s| s.printed)) {
                let attribute = match self.world.kinds[k as usize].members.get(&f.id.text) {
                    Some(Member::Attribute(a) | Member::Field(_, Some(a))) if *a != NAME_ATTRIBUTE => *a,
                    _ => continue,
                };
                if let Some(default) = &f.default {
                    defaults.insert(attribute, default);
                }
                ranges.insert(attribute, crate::syntax::parse_type(&f.ty.value).tree.kind.range());
                declared.insert(attribute, f.ty.span);
                needed.entry(k).or_default().push((attribute, f.id.text.clone()));
            }
        }
        for (i, card) in package.cards.iter().enumerate() {
            let Some(name) = self.names[i] else { continue };
            let kind = self.world.names[name as usize].kind;
            let csv = package.sources.file(card.span.file).has_rows();
            let mut given: Vec<u16> = Vec::new();
            // Attributes that this card probably gives under a misspelt key.
            let mut misspelt: Vec<String> = Vec::new();
            for (field, node) in &card.fields {
                match self.world.member(kind, &field.text) {
                    Some(Member::Attribute(a) | Member::Field(_, Some(a))) => {
                        given.push(a);
                        let ty = self.world.attribute_types[a as usize].clone();
                        let range = ranges.get(&a).copied().flatten();
                        let want = Wanted { ty: &ty, range, id: &field.text, csv, declared: declared.get(&a).copied() };
                        match value(&self.world, node, &want) {
                            Ok(words) => self.print(name, a, &words),
                            Err(d) => self.diagnostics.push(d),
                        }
                    }
                    Some(Member::Slot(_)) => {}
                    Some(Member::Zone(_)) => {
                        let d = Diagnostic::error(
                            codes::UNKNOWN_FIELD,
                            format!("`{}` is a zone, and nothing that a card prints", field.text),
                        );
                        self.diagnostics.push(d.at(field.span, "what lies there is said where the table is laid"));
                    }
                    Some(Member::Field(..)) => {
                        let d = Diagnostic::error(
                            codes::UNKNOWN_FIELD,
                            format!("`{}` is state, and is not printed", field.text),
                        )
                        .at(field.span, "changes in play")
                        .help("if cards say what it starts as, declare it with `printed = true`");
                        self.diagnostics.push(d);
                    }
                    None => misspelt.extend(self.unknown_field(kind, field, card, csv)),
                }
            }
            let mut at = Some(kind);
            let mut missing: Vec<String> = Vec::new();
            while let Some(k) = at {
                for (a, id) in needed.get(&k).map(Vec::as_slice).unwrap_or_default().iter().rev().cloned() {
                    if given.contains(&a) {
                        continue;
                    }
                    match defaults.get(&a) {
                        Some(default) => {
                            let ty = self.world.attribute_types[a as usize].clone();
                            let range = ranges.get(&a).copied().flatten();
                            let want =
                                Wanted { ty: &ty, range, id: &id, csv: false, declared: declared.get(&a).copied() };
                            match value(&self.world, default, &want) {
                                Ok(words) => self.print(name, a, &words),
                                Err(d) => self.diagnostics.push(d),
                            }
                        }
                        None => match &self.world.attribute_types[a as usize] {
                            Ty::Set(_) | Ty::Amount(_) => {}
                            Ty::Optional(_) => self.print(name, a, &[crate::ir::NONE]),
                            Ty::Error => {}
                            _ if misspelt.contains(&id) => {}
                            _ => missing.push(id),
                        },
                    }
                }
                at = self.world.kinds[k as usize].base;
            }
            missing.reverse();
            // Missing values of a stand-in are reported for the card that it stands for.
            if !missing.is_empty() && card.card.is_none() {
                let d = Diagnostic::error(
                    codes::MISSING_FIELD,
                    format!("`{}` does not say its {}", card.id.text, list(&missing)),
                )
                .at(card.id.span, if csv { "this row" } else { "this card" });
                let d = match csv {
                    true => d.help("fill in the cell, or give the attribute a `default` where the kind declares it"),
                    false => d.help(format!(
                        "add {}; or give the attribute a `default` where the kind declares it",
                        missing.iter().map(|m| format!("`{m} = …`")).collect::<Vec<_>>().join(" and ")
                    )),
                };
                self.diagnostics.push(d);
            }
            self.borne(card, name);
        }
        for (span, more) in std::mem::take(&mut self.unknown_keys).into_values().filter_map(|(_, more)| more) {
            let keys = if more == 1 { "key" } else { "keys" };
            let d = Diagnostic::error(codes::UNKNOWN_FIELD, format!("{more} more {keys} of this file are unknown"));
            self.diagnostics
                .push(d.at(span, "the first of them").help("mend those above first: they may have one cause"));
        }
        self.texts(package);
    }

    fn print(&mut self, name: u16, attribute: u16, words: &[u64]) {
        let info = &self.world.names[name as usize];
        let (first, copies) = (info.first as usize, info.copies as usize);
        let column = &mut self.world.printed[attribute as usize];
        for c in first..first + copies {
            column[c * words.len()..(c + 1) * words.len()].copy_from_slice(words);
        }
    }

    /// Reports an unknown key of a card. Returns the key that was probably meant.
    fn unknown_field(&mut self, kind: u16, field: &crate::model::Ident, card: &CardDecl, csv: bool) -> Option<String> {
        /// Number of a file's unknown keys that are reported one by one; more of them have one cause.
        const MOST: usize = 100;
        // The name of a column is a key of every row, and is reported once.
        if let Some(near) = self.known_unknown.get(&(field.span, kind)) {
            return near.clone();
        }
        let (told, more) = self.unknown_keys.entry(field.span.file).or_default();
        if *told >= MOST {
            more.get_or_insert((field.span, 0)).1 += 1;
            self.known_unknown.insert((field.span, kind), None);
            return None;
        }
        *told += 1;
        let mut known: Vec<&str> = Vec::new();
        let mut at = Some(kind);
        while let Some(k) = at {
            let members = self.world.kinds[k as usize].members.iter();
            let written =
                members.filter(|(id, m)| !matches!(m, Member::Field(_, None) | Member::Zone(_)) && !id.contains('.'));
            known.extend(written.map(|(id, _)| id.as_str()));
            at = self.world.kinds[k as usize].base;
        }
        known.extend(["name", "kind", "copies", "keywords", "text", "flavour", "unchecked", "only_if"]);
        known.extend(["reactions", "modifiers", "actions"]);
        known.sort_unstable();
        known.dedup();
        let kind_id = &self.world.kinds[kind as usize].id;
        let label = if csv { "no such key".into() } else { format!("not known of `{}`", card.id.text) };
        let d = Diagnostic::error(
            codes::UNKNOWN_FIELD,
            format!("{} has no `{}`", crate::diagnostics::with_article(kind_id), field.text),
        )
        .at(field.span, label);
        let near = nearest(&field.text, known.iter().copied()).map(str::to_string);
        let below = self.world.member_below(kind, &field.text).map(|k| &self.world.kinds[k as usize].id);
        let d = match (&near, below) {
            (_, Some(below)) => d.help(format!(
                "only {} has it: did you forget `kind = \"{below}\"`?",
                crate::diagnostics::with_article(below)
            )),
            (Some(near), _) => d.did_you_mean(&field.text, near),
            (None, _) => d.help(format!("it can have {}", list(&known))),
        };
        self.once(d);
        self.known_unknown.insert((field.span, kind), near.clone());
        near
    }

    /// Renders the texts with each card's printed data.
    fn texts(&mut self, package: &'p Package) {
        for (i, card) in package.cards.iter().enumerate() {
            let Some(name) = self.names[i] else { continue };
            let mut templates: Vec<(&Code, bool)> = Vec::new();
            templates.extend(card.text.as_ref().map(|t| (t, false)));
            templates.extend(card.flavour.as_ref().map(|t| (t, true)));
            let kind_text = self.kind_text(self.world.names[name as usize].kind);
            let kind_text = if card.text.is_none() { kind_text } else { None };
            for (template, flavour) in templates.into_iter().chain(kind_text.as_ref().map(|t| (t, false))) {
                let long = template.value.len() > texts::LONGEST;
                let text = if texts::has_holes(&template.value) || long {
                    if self.is_absent(name) {
                        continue;
                    }
                    let data = self.data_of(name);
                    match super::templates::render(&template.value, &data) {
                        Ok(text) => text,
                        Err(e) => {
                            self.wrong_text(template, e, &data, &card.id.text);
                            continue;
                        }
                    }
                } else {
                    template.value.clone()
                };
                let info = &mut self.world.names[name as usize];
                if flavour { info.flavour = text } else { info.text = text }
            }
            self.reminders(package, card, name);
        }
    }

    /// Copies a card's texts to its stand-in, unless the stand-in's kind has a text.
    pub(super) fn texts_of_stand_ins(&mut self) {
        for name in 0..self.world.names.len() {
            let Some(card) = self.world.names[name].card else { continue };
            let (text, flavour) = match self.world.names.get(card as usize) {
                Some(card) => (card.text.clone(), card.flavour.clone()),
                None => continue,
            };
            let info = &mut self.world.names[name];
            if info.text.is_empty() {
                info.text = text;
            }
            info.flavour = flavour;
        }
    }

    /// Renders the reminder texts of a card's keywords.
    fn reminders(&mut self, package: &'p Package, card: &'p CardDecl, name: u16) {
        let mut out = Vec::new();
        for written in &card.keywords {
            let id = written.value.split_whitespace().next().unwrap_or_default();
            let text = package.keywords.iter().find(|k| k.id.text == id).and_then(|k| k.text.as_ref());
            out.push(text.map(|text| self.reminder(name, id, text)).unwrap_or_default());
        }
        self.world.names[name as usize].reminders = out;
    }

    /// Renders a keyword's text with the card's printed data and the keyword's parameters on that card.
    pub(super) fn reminder(&mut self, name: u16, id: &str, text: &Code) -> String {
        if !texts::has_holes(&text.value) && text.value.len() <= texts::LONGEST {
            return text.value.clone();
        }
        if self.is_absent(name) {
            return String::new();
        }
        let mut data = self.data_of(name);
        let (world, first) = (&self.world, self.world.names[name as usize].first as usize);
        for param in world.keywords.iter().filter(|k| k.id == id).flat_map(|k| &k.params) {
            let words = world.words(&param.ty);
            let column = &world.printed[param.attribute as usize];
            if let Some(value) = column.get(first * words..(first + 1) * words) {
                data.insert(param.id.clone(), show(world, &param.ty, value));
            }
        }
        super::templates::render(&text.value, &data).unwrap_or_else(|e| {
            let card = self.world.names[name as usize].id.clone();
            self.wrong_text(text, e, &data, &card);
            String::new()
        })
    }

    /// Reports why a text cannot be rendered: each name that the card does not have, or the template's error.
    pub(super) fn wrong_text(
        &mut self,
        template: &Code,
        e: super::templates::TemplateError,
        data: &BTreeMap<String, minijinja::Value>,
        card: &str,
    ) {
        let whole = template.value.as_str();
        let mut unknown = super::templates::variables(whole).unwrap_or_default();
        unknown.retain(|v| !data.contains_key(v.split('.').next().unwrap_or(v)));
        if unknown.is_empty() {
            let range = e.range.clone().unwrap_or(0..whole.len());
            self.once(e.told(template.span_of(range.start, range.end)));
        }
        for name in unknown {
            if name == COMPLETION_MARKER {
                self.record_printed(data);
            }
            let range = super::templates::place_of(whole, &name).unwrap_or(0..whole.len());
            let known: Vec<&str> = data.keys().map(String::as_str).collect();
            let message = format!("this text asks for `{name}`, which `{card}` does not have");
            let d =
                Diagnostic::error(codes::TEMPLATE, message).at(template.span_of(range.start, range.end), "not known");
            // A kind's text is rendered for each of its cards; its error is reported once.
            self.once(match nearest(&name, known.iter().copied()) {
                Some(near) => d.did_you_mean(&name, near),
                None => d.help(format!("a text may use {}", list(&known))),
            });
        }
    }

    fn kind_text(&self, kind: u16) -> Option<Code> {
        let mut at = Some(kind);
        while let Some(k) = at {
            if let Some(text) = &self.world.kinds[k as usize].text {
                return Some(text.clone());
            }
            at = self.world.kinds[k as usize].base;
        }
        None
    }

    /// Whether a card has no copies, as a card that no list names: it has no row in any column, so its texts are not rendered. They are
    /// rendered when the whole box is compiled.
    pub(super) fn is_absent(&self, name: u16) -> bool {
        self.world.names[usize::from(name)].copies == 0
    }

    /// Returns the data that a text may use: `id`, `name`, `kind`, and the card's printed values.
    pub(super) fn data_of(&self, name: u16) -> BTreeMap<String, minijinja::Value> {
        let world = &self.world;
        let info = &world.names[name as usize];
        let mut data = BTreeMap::new();
        data.insert("id".to_string(), info.id.clone().into());
        data.insert("name".to_string(), info.printed.clone().into());
        data.insert("kind".to_string(), world.kinds[info.kind as usize].id.clone().into());
        data.insert("copies".to_string(), info.copies.into());
        for (a, attribute) in world.attributes.iter().enumerate() {
            if a == NAME_ATTRIBUTE as usize || !world.prints(info.kind, attribute) || attribute.id.contains('.') {
                continue;
            }
            let ty = &world.attribute_types[a];
            let words = world.words(ty);
            let column = &world.printed[a];
            let first = info.first as usize;
            if self.is_absent(name) {
                continue;
            }
            let shown = show(world, ty, &column[first * words..(first + 1) * words]);
            data.insert(attribute.id.clone(), shown);
        }
        data
    }

    /// Checks the rules that cards write into slots.
    pub(super) fn slots(&mut self, package: &'p Package) {
        // The rule of a kind's slot unless a card gives another.
        let mut default_rules: Vec<u16> = vec![SlotInfo::EMPTY; self.world.slots.len()];
        let mut from: Vec<Option<&'p Code>> = vec![None; self.world.slots.len()];
        for decl in &package.kinds {
            let Some(k) = self.world.kind_named(&decl.id.text) else { continue };
            for s in &decl.slots {
                let Some(Member::Slot(slot)) = self.world.kinds[k as usize].members.get(&s.id.text).copied() else {
                    continue;
                };
                from[slot as usize] = s.from.as_ref();
                if let Some(default) = &s.default
                    && !is_nothing(&default.value)
                {
                    let kind_id = decl.id.text.clone();
                    if let Some(f) = self.rule(slot, k, default, from[slot as usize], &kind_id, None) {
                        default_rules[slot as usize] = f;
                    }
                }
            }
        }
        for (slot, rule) in default_rules.iter().enumerate() {
            let kind = &self.world.kinds[self.world.slots[slot].kind as usize];
            let range = kind.first as usize..(kind.first + kind.count) as usize;
            self.world.slots[slot].rules[range].fill(*rule);
        }
        for (i, card) in package.cards.iter().enumerate() {
            let Some(name) = self.names[i] else { continue };
            let kind = self.world.names[name as usize].kind;
            let csv = package.sources.file(card.span.file).has_rows();
            let mut written: Vec<u16> = Vec::new();
            for (field, node) in &card.fields {
                let Some(Member::Slot(slot)) = self.world.member(kind, &field.text) else { continue };
                written.push(slot);
                let Value::Text(code) = &node.value else {
                    let d = Diagnostic::error(
                        codes::WRONG_VALUE,
                        format!("`{}` holds a rule, and this is {}", field.text, node.describe()),
                    )
                    .at(node.span, "write it as a string")
                    .help(format!("for example `{} = \"5\"`", field.text));
                    self.diagnostics.push(d);
                    continue;
                };
                if csv && is_nothing(&code.value) {
                    continue;
                }
                if let Some(f) = self.rule(slot, kind, code, from[slot as usize], &card.id.text, None) {
                    self.bear(slot, name, f);
                }
            }
            self.keyword_slots(package, card, name, &written, &from);
        }
    }

    /// Gives all copies of a card a rule in a slot.
    pub(super) fn bear(&mut self, slot: u16, name: u16, function: u16) {
        let info = &self.world.names[name as usize];
        let range = info.first as usize..(info.first + info.copies) as usize;
        self.world.slots[slot as usize].rules[range].fill(function);
    }

    /// Returns the function of a rule written into a slot; equal text on the same kind is checked once. `keyword` is the keyword that
    /// contains the rule, and the name of its bearers.
    pub(super) fn rule(
        &mut self,
        slot: u16,
        kind: u16,
        code: &'p Code,
        from: Option<&'p Code>,
        bearer: &str,
        keyword: Option<(u16, u16)>,
    ) -> Option<u16> {
        let key = (slot, kind, code.value.as_str());
        // An editor asks about every rule where it stands.
        let is_shared = keyword.is_none() && self.uses.editor_info.is_none();
        if is_shared && let Some(f) = self.seen_rules.get(&key) {
            return Some(*f);
        }
        let declared = &self.world.slots[slot as usize];
        let (id, result, slot_params) = (declared.id.clone(), declared.result.clone(), declared.params.clone());
        let mut params: Vec<(&str, Ty)> = vec![("self", Ty::Component(kind))];
        params.extend(slot_params.iter().map(|p| (p.id.as_str(), p.ty.clone())));
        let effects = result == Ty::Unit;
        let f = self.hidden(format!("{bearer}.{id}"), params, result.clone(), effects);
        let errors_before = self.errors();
        let from_tree = match from {
            Some(from) => Some((from, self.parse_expr(from)?)),
            None => None,
        };
        // A condition over a set must be one expression; every other rule may be statements.
        let mut condition = None;
        let mut block = None;
        if from.is_some() {
            condition = Some(self.parse_expr(code)?);
        } else if effects {
            block = Some(self.parse_block(code)?);
        } else {
            block = Some(self.parse_function(code)?);
        }
        let mode = if effects { Mode::Happening } else { Mode::Calculation };
        let mut cx = Cx::new(&self.world, &mut self.diagnostics, &mut self.uses, f, code, mode);
        cx.what = "a slot that returns a value";
        cx.parameter("self", Ty::Component(kind));
        for p in &slot_params {
            cx.parameter(&p.id, p.ty.clone());
        }
        let mut body: Vec<HStmt> = Vec::new();
        if let Some((k, name)) = keyword {
            body.extend(cx.keyword_values(k, name, code.span));
        }
        if let Some(block) = block {
            body.extend(cx.statements(&block, &result));
        } else if let (Some(tree), Some((from, from_tree))) = (condition, from_tree) {
            let own_code = std::mem::replace(&mut cx.code, from);
            let set = cx.typed(&from_tree, &result);
            cx.code = own_code;
            let Ty::Set(inner) = &result else { return None };
            let element = cx.local((**inner).clone());
            let mark = cx.enter();
            cx.element(element, (**inner).clone());
            cx.inside += 1;
            let cond = cx.typed(&tree, &Ty::Bool);
            cx.inside -= 1;
            cx.leave(mark);
            let kind = HKind::Filter { set: Box::new(set), element, cond: Box::new(cond) };
            let value = HExpr { ty: result.clone(), span: code.span, kind };
            body.push(HStmt::Return(Some(value)));
        }
        let body = cx.finish(body);
        if self.errors() > errors_before {
            return None;
        }
        self.world.functions[f as usize].body = Some(body);
        if keyword.is_none() {
            self.seen_rules.insert(key, f);
            self.written.entry(code.value.as_str()).or_insert(code);
        }
        Some(f)
    }

    /// Collects the keywords, reactions and modifiers that a card bears.
    fn borne(&mut self, card: &'p CardDecl, name: u16) {
        let info = &self.world.names[name as usize];
        let bearers = self.world.span_set(info.first, info.copies);
        self.bear_keywords(card, name);
        let by = Borne::By { bearers, kind: self.world.names[name as usize].kind, keyword: None };
        self.collect_reactions(&card.reactions, &by);
        self.collect_modifiers(&card.modifiers, &by);
    }
}

/// Whether a rule does nothing, like an empty slot.
pub(super) fn is_nothing(code: &str) -> bool {
    matches!(code.trim(), "" | "0" | "false" | "{}")
}

/// Converts a printed value for use in texts.
fn show(world: &super::world::World, ty: &Ty, words: &[u64]) -> minijinja::Value {
    let word = words.first().copied().unwrap_or(0);
    match ty {
        Ty::Int => (word as i64).into(),
        Ty::Bool => (word != 0).into(),
        Ty::Enum(e) => world.enums[*e as usize].printed.get(word as usize).cloned().unwrap_or_default().into(),
        Ty::Name => world.names.get(word as usize).map(|n| n.printed.clone()).unwrap_or_default().into(),
        Ty::Component(_) => match world.components.get(word as usize) {
            Some(c) => world.names[c.name as usize].printed.clone().into(),
            None => ().into(),
        },
        Ty::Cell => world.cells.get(word as usize).map(|cell| cell.printed.clone()).unwrap_or_default().into(),
        Ty::Amount(pers) => Parts::of(&world.enums, &world.names, pers, words).template(true),
        Ty::Optional(_) if word == crate::ir::NONE => ().into(),
        Ty::Optional(inner) => show(world, inner, words),
        Ty::Set(inner) => {
            let elements = (0..world.domain(inner) as u64).filter(|e| words[(e / 64) as usize] >> (e % 64) & 1 == 1);
            elements.map(|e| show(world, inner, &[e])).collect::<Vec<_>>().into()
        }
        _ => ().into(),
    }
}
