//! Cards: their printed values, the rules in their slots, their texts.

use crate::check::hir::types::Ty;
use crate::check::rules::abilities::{Abilities, ActionIds, RuleBearer};
use crate::check::rules::checker::RuleChecker;
use crate::check::rules::messages;
use crate::check::symbols::items::{Member, NAME_ATTRIBUTE};
use crate::check::symbols::type_names::int_range;
use crate::check::symbols::values::{Notation, ValueTarget, value};
use crate::diagnostics::{list, nearest};
use crate::ir::{AttributeId, KindId, NameId, ToIndex};
use crate::model::CardDecl;
use crate::source::{FileId, Span, TomlNode};
use crate::syntax::is_reserved;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, HashMap};

/// The attributes, and the states whose start values cards print.
#[derive(Default)]
struct PrintedAttributes<'p> {
    defaults: HashMap<AttributeId, &'p TomlNode>,
    /// Those of each kind, with their ids.
    needed: HashMap<KindId, Vec<(AttributeId, String)>>,
    ranges: HashMap<AttributeId, Option<(i64, i64)>>,
    /// The span of each attribute's declared type.
    declared: HashMap<AttributeId, Span>,
}

/// The attributes for which a card gives values.
#[derive(Default)]
struct GivenValues {
    attributes: Vec<AttributeId>,
    /// Attributes that the card probably gives under a misspelt key, and that are not reported as missing.
    misspelt: Vec<String>,
}

/// The unknown keys of cards that were found so far.
#[derive(Default)]
struct UnknownKeys {
    /// For each file: the number reported, and the first of those that are only counted, with their count.
    by_file: BTreeMap<FileId, (usize, Option<(Span, usize)>)>,
    /// For each reported key, by its span and the kind of the card: the key that was probably meant.
    seen: FxHashMap<(Span, KindId), Option<String>>,
}

impl<'p> RuleChecker<'p> {
    /// Checks the printed values, keywords, reactions, modifiers and texts of every card.
    pub(in crate::check) fn cards(&mut self, actions: &ActionIds<'p>, abilities: &mut Abilities<'p>) {
        let package = self.package;
        let mut unknown = UnknownKeys::default();
        let attributes = self.printed_attributes();
        for (i, card) in package.cards.iter().enumerate() {
            let Some(name) = self.names[i] else { continue };
            let kind = KindId(self.symbols.names[name].kind.0);
            let csv = package.sources.file(card.span.file).has_rows();
            let given = self.print_fields(card, (name, kind), csv, &attributes, &mut unknown);
            let missing = self.print_defaults((name, kind), &attributes, &given);
            // Missing values of a stand-in are reported for the card that it stands for.
            if !missing.is_empty() && card.card.is_none() {
                self.report_missing(card, csv, &missing);
            }
            self.collect_abilities(card, name, actions, abilities);
        }
        for (span, more) in unknown.by_file.into_values().filter_map(|(_, more)| more) {
            self.diagnostics.push(messages::more_unknown_keys(span, more));
        }
        self.texts();
    }

    /// Gathers the attributes, and the states whose start values cards print.
    fn printed_attributes(&self) -> PrintedAttributes<'p> {
        let mut attributes = PrintedAttributes::default();
        for decl in &self.package.kinds {
            let Some(k) = self.symbols.kind_named(&decl.id.text) else { continue };
            for f in decl.attributes.iter().chain(decl.state.iter().filter(|s| s.printed)) {
                let attribute = match self.symbols.kinds[k].members.get(&f.id.text) {
                    Some(Member::Attribute(a) | Member::Field(_, Some(a))) if *a != NAME_ATTRIBUTE => *a,
                    _ => continue,
                };
                if let Some(default) = &f.default {
                    attributes.defaults.insert(attribute, default);
                }
                attributes.ranges.insert(attribute, int_range(&f.ty));
                attributes.declared.insert(attribute, f.ty.span);
                attributes.needed.entry(k).or_default().push((attribute, f.id.text.clone()));
            }
        }
        attributes
    }

    /// Prints the values that a card gives, and reports its other keys.
    fn print_fields(
        &mut self,
        card: &CardDecl,
        (name, kind): (NameId, KindId),
        csv: bool,
        attributes: &PrintedAttributes,
        unknown: &mut UnknownKeys,
    ) -> GivenValues {
        let mut given = GivenValues::default();
        for (field, node) in &card.fields {
            match self.symbols.member(kind, &field.text) {
                Some(Member::Attribute(a) | Member::Field(_, Some(a))) => {
                    given.attributes.push(a);
                    let ty = self.symbols.attribute_types[a].clone();
                    let range = attributes.ranges.get(&a).copied().flatten();
                    let want = ValueTarget {
                        ty: &ty,
                        range,
                        id: &field.text,
                        key: Some(&field.text),
                        notation: if csv { Notation::Csv } else { Notation::Toml },
                        declared: attributes.declared.get(&a).copied(),
                    };
                    match value(&self.symbols, node, &want) {
                        Ok(words) => self.print(name, a, &words),
                        Err(d) => self.diagnostics.push(d),
                    }
                }
                Some(Member::Slot(_)) => {}
                Some(Member::Zone(_)) => {
                    self.diagnostics.push(messages::zone_printed(field.span, &field.text));
                }
                Some(Member::Field(..)) => {
                    self.diagnostics.push(messages::state_printed(field.span, &field.text));
                }
                None => given.misspelt.extend(self.unknown_field(unknown, kind, field, card, csv)),
            }
        }
        given
    }

    /// Prints the defaults of the attributes that a card does not give. Returns those without one.
    fn print_defaults(
        &mut self,
        (name, kind): (NameId, KindId),
        attributes: &PrintedAttributes,
        given: &GivenValues,
    ) -> Vec<String> {
        let mut at = Some(kind);
        let mut missing: Vec<String> = Vec::new();
        while let Some(k) = at {
            for (a, id) in
                attributes.needed.get(&k).map(Vec::as_slice).unwrap_or_default().iter().rev().cloned()
            {
                if given.attributes.contains(&a) {
                    continue;
                }
                match attributes.defaults.get(&a) {
                    Some(default) => {
                        let ty = self.symbols.attribute_types[a].clone();
                        let range = attributes.ranges.get(&a).copied().flatten();
                        let want = ValueTarget {
                            ty: &ty,
                            range,
                            id: &id,
                            key: Some("default"),
                            notation: Notation::Toml,
                            declared: attributes.declared.get(&a).copied(),
                        };
                        match value(&self.symbols, default, &want) {
                            Ok(words) => self.print(name, a, &words),
                            Err(d) => self.diagnostics.push(d),
                        }
                    }
                    None => match &self.symbols.attribute_types[a] {
                        Ty::Set(_) | Ty::Amount(_) => {}
                        Ty::Optional(_) => self.print(name, a, &[crate::ir::NONE]),
                        Ty::Error => {}
                        _ if given.misspelt.contains(&id) || is_reserved(&id) => {}
                        _ => missing.push(id),
                    },
                }
            }
            at = self.symbols.kinds[k].base;
        }
        missing.reverse();
        missing
    }

    fn report_missing(&mut self, card: &CardDecl, csv: bool, missing: &[String]) {
        let d = messages::missing_fields(card.id.span, &card.id.text, missing, csv);
        self.diagnostics.push(match self.card_meant_by(card) {
            Some(meant) => d.did_you_mean(&card.id.text, meant),
            None => d,
        });
    }

    /// Returns the id of the card whose id was probably misspelt in the header of a reaction, modifier or
    /// action, which then declares a card that has nothing else.
    fn card_meant_by(&self, card: &CardDecl) -> Option<&'p str> {
        let has_rules = !card.reactions.is_empty() || !card.modifiers.is_empty() || !card.actions.is_empty();
        let has_more = card.text.is_some() || !card.fields.is_empty() || !card.keywords.is_empty();
        if !has_rules || has_more {
            return None;
        }
        let others =
            self.package.cards.iter().filter(|other| other.card.is_none() && !other.fields.is_empty());
        nearest(&card.id.text, others.map(|other| other.id.text.as_str()))
    }

    fn print(&mut self, name: NameId, attribute: AttributeId, words: &[u64]) {
        let info = &self.symbols.names[name];
        let (first, copies) = (info.first.index(), info.copies.index());
        let column = &mut self.symbols.printed[attribute];
        for c in first..first + copies {
            column[c * words.len()..(c + 1) * words.len()].copy_from_slice(words);
        }
    }

    /// Reports an unknown key of a card. Returns the key that was probably meant.
    fn unknown_field(
        &mut self,
        unknown: &mut UnknownKeys,
        kind: KindId,
        field: &crate::model::Ident,
        card: &CardDecl,
        csv: bool,
    ) -> Option<String> {
        /// Number of a file's unknown keys that are reported one by one; more of them have one cause.
        const MOST: usize = 100;
        // The name of a column is a key of every row, and is reported once.
        if let Some(near) = unknown.seen.get(&(field.span, kind)) {
            return near.clone();
        }
        let (told, more) = unknown.by_file.entry(field.span.file).or_default();
        if *told >= MOST {
            more.get_or_insert((field.span, 0)).1 += 1;
            unknown.seen.insert((field.span, kind), None);
            return None;
        }
        *told += 1;
        let mut known: Vec<&str> = Vec::new();
        let mut at = Some(kind);
        while let Some(k) = at {
            let members = self.symbols.kinds[k].members.iter();
            let written = members.filter(|(_, m)| {
                !matches!(m, Member::Field(_, None) | Member::Zone(_)) && self.symbols.is_declared(m)
            });
            known.extend(written.map(|(id, _)| id.as_str()));
            at = self.symbols.kinds[k].base;
        }
        known.extend(["name", "kind", "copies", "keywords", "text", "flavour", "unchecked", "only_if"]);
        known.extend(["reactions", "modifiers", "actions"]);
        known.sort_unstable();
        known.dedup();
        let kind_id = &self.symbols.kinds[kind].id;
        let card_known = (!csv).then_some(card.id.text.as_str());
        let d = messages::unknown_field(field.span, kind_id, &field.text, card_known);
        let near = nearest(&field.text, known.iter().copied()).map(str::to_string);
        let below = self.symbols.member_below(kind, &field.text).map(|k| &self.symbols.kinds[k].id);
        let d = match (&near, below) {
            (_, Some(below)) => d.help(format!(
                "only {} has it: did you forget `kind = \"{below}\"`?",
                crate::diagnostics::with_article(below)
            )),
            (Some(near), _) => d.did_you_mean(&field.text, near),
            (None, _) => d.help(format!("it can have {}", list(&known))),
        };
        self.once(d);
        unknown.seen.insert((field.span, kind), near.clone());
        near
    }

    /// Collects the keywords, reactions and modifiers that a card bears.
    fn collect_abilities(
        &mut self,
        card: &'p CardDecl,
        name: NameId,
        actions: &ActionIds<'p>,
        abilities: &mut Abilities<'p>,
    ) {
        let info = &self.symbols.names[name];
        let bearers = self.symbols.span_set(info.first, info.copies);
        self.bear_keywords(card, name);
        let by = RuleBearer::By { bearers, kind: KindId(self.symbols.names[name].kind.0), keyword: None };
        self.collect_reactions(&card.reactions, &by, actions, abilities);
        self.collect_modifiers(&card.modifiers, &by, abilities);
    }
}

/// Returns whether a rule does nothing, like an empty slot.
pub fn is_empty_rule(code: &str) -> bool {
    matches!(code.trim(), "" | "0" | "false" | "{}")
}
