//! Texts beside their rules, in their current state and as last read.
//!
//! A reading is compared by the meaning of its rules (`syntax::meaning_key`), so spaces, comments and names
//! of variables do not make it stale, and a stamp written by an earlier version of Cardwright stays valid.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::rule_lines::{RuleLine, line_of_action, line_of_modifier, line_of_reaction, with_params};
use super::slot_uses::uses_of_slot;
use crate::check::is_empty_rule;
use crate::model::stamps::{StampDecl, StampTable};
use crate::model::{CardDecl, CodeText, KeywordDecl, Package, SlotDecl};
use crate::source::{Span, TomlNode, TomlValue};
use crate::syntax::{in_one_line, meaning_key, names};
use crate::wording::comparison::text_words::{TextToken, tokens};

/// A text and its rules in their current state, beside the last reading.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The table of `stamps.toml` in which its stamp is kept.
    pub table: StampTable,
    /// The id of the card, keyword, function, verb or slot.
    pub id: String,
    /// Its text and rules in the package.
    pub now: StampDecl,
    /// Its stamp: text and rules as they were last read. None if it was never read.
    pub read: Option<StampDecl>,
    /// The id under which the same text and rules were stamped, if that id no longer exists and this one has
    /// no stamp: it was probably renamed.
    pub renamed: Option<String>,
    /// True if its lines are the printed values that its text says, since it has no rule.
    pub is_of_values: bool,
    /// Span of its text; of its id, if it has none.
    pub text_span: Span,
    /// Spans of its rules.
    pub rule_spans: Vec<Span>,
    /// The ids of the cards and keywords whose rules name it, if it is a function, verb or slot.
    pub used_by: BTreeSet<String>,
}

/// A change of a text or its rules since they were last read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadingState {
    /// Neither text nor rules have changed.
    Current,
    /// There is no stamp yet.
    Unread,
    /// The rules mean something else.
    RuleChanged,
    /// The text has another meaning, the rules have not.
    TextChanged,
    /// Both say something else.
    BothChanged,
}

impl Reading {
    /// Returns the change since the last reading.
    pub fn state(&self) -> ReadingState {
        let Some(read) = &self.read else { return ReadingState::Unread };
        let same_rule = meaning_of(&read.rule) == meaning_of(&self.now.rule);
        let words = |stamp: &StampDecl| {
            let text = stamp.text.as_deref().unwrap_or_default();
            text.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
        };
        match (same_rule, words(read) == words(&self.now)) {
            (true, true) => ReadingState::Current,
            (false, true) => ReadingState::RuleChanged,
            (true, false) => ReadingState::TextChanged,
            (false, false) => ReadingState::BothChanged,
        }
    }

    /// Returns the rules that were read and are no longer there, and the spans of those that are new.
    pub(super) fn rule_changes(&self) -> (Vec<&str>, Vec<Span>) {
        let before = self.read.as_ref().map_or(&[][..], |read| &read.rule);
        let keys = |rules: &[String]| rules.iter().map(|rule| meaning_key(rule)).collect::<HashSet<_>>();
        let (old, new) = (keys(before), keys(&self.now.rule));
        let gone =
            before.iter().filter(|rule| !new.contains(&meaning_key(rule))).map(String::as_str).collect();
        let come =
            self.now.rule.iter().zip(&self.rule_spans).filter(|(rule, _)| !old.contains(&meaning_key(rule)));
        (gone, come.map(|(_, span)| *span).collect())
    }
}

/// Returns the meaning of rules, regardless of their order.
fn meaning_of(rules: &[String]) -> Vec<String> {
    let mut keys: Vec<String> = rules.iter().map(|rule| meaning_key(rule)).collect();
    keys.sort_unstable();
    keys
}

/// Returns every text of a package, and the functions, verbs and slots that rules with texts name, sorted by
/// table and id.
pub fn readings(package: &Package) -> Vec<Reading> {
    let stamps = package.stamps.as_ref().map(|decl| &decl.stamps);
    let mut all: BTreeMap<(StampTable, String), Reading> = BTreeMap::new();
    let mut add = |table: StampTable,
                   id: &str,
                   text: Option<&CodeText>,
                   lines: Vec<RuleLine>,
                   is_of_values: bool,
                   id_span: Span| {
        let key = (table, id.to_owned());
        let read = stamps.and_then(|stamps| stamps.get(&key)).cloned();
        let (rule, rule_spans) = lines.into_iter().unzip();
        let now = StampDecl { rule, text: text.map(|text| text.value.clone()) };
        let text_span = text.map_or(id_span, |text| text.span);
        let id = key.1.clone();
        let reading = Reading {
            table,
            id,
            now,
            read,
            renamed: None,
            is_of_values,
            text_span,
            rule_spans,
            used_by: BTreeSet::new(),
        };
        all.entry(key).or_insert(reading);
    };
    let unchecked = slots_without_text(package);
    for card in package.cards.iter().filter(|card| card.card.is_none()) {
        if let Some(text) = &card.text {
            let mut lines = lines_of_card(package, card, &unchecked);
            let is_of_values = lines.iter().all(|(line, _)| line.starts_with("keyword "));
            if is_of_values {
                lines.extend(said_values(package, card, text));
            }
            add(StampTable::Cards, &card.id.text, Some(text), lines, is_of_values, card.id.span);
        }
    }
    for keyword in &package.keywords {
        if let Some(text) = &keyword.text {
            let lines = lines_of_keyword(keyword, &unchecked);
            add(StampTable::Keywords, &keyword.id.text, Some(text), lines, false, keyword.id.span);
        }
    }
    for verb in &package.verbs {
        let line =
            (format!("{}{}", with_params(&verb.params), in_one_line(&verb.code.value)), verb.code.span);
        add(StampTable::Verbs, &verb.id.text, verb.text.as_ref(), vec![line], false, verb.id.span);
    }
    for function in &package.functions {
        let line = (
            format!("{}{}", with_params(&function.params), in_one_line(&function.code.value)),
            function.code.span,
        );
        add(
            StampTable::Functions,
            &function.id.text,
            function.text.as_ref(),
            vec![line],
            false,
            function.id.span,
        );
    }
    let mut slots: BTreeMap<&str, Vec<RuleLine>> = BTreeMap::new();
    for (kind, slot) in package.kinds.iter().flat_map(|kind| kind.slots.iter().map(move |slot| (kind, slot)))
    {
        slots.entry(&slot.id.text).or_default().extend(lines_of_slot(&kind.id.text, slot));
    }
    for (id, mut lines) in slots {
        let Some(span) = lines.first().map(|(_, span)| *span) else { continue };
        lines.extend(uses_of_slot(package, id));
        add(StampTable::Slots, id, None, lines, false, span);
    }
    name_users(package, &mut all);
    find_renamed(stamps, &mut all);
    // Functions, verbs and slots may have no text. Without one, they matter to the rules that name them.
    let is_of_itself = |r: &Reading| matches!(r.table, StampTable::Cards | StampTable::Keywords);
    let kept = |r: &Reading| is_of_itself(r) || r.now.text.is_some() || !r.used_by.is_empty();
    all.into_values().filter(kept).collect()
}

/// Returns the rules of the card of an id, each in a line, whether it has a text or not; empty if there is no
/// such card.
pub fn rules_of_card(package: &Package, id: &str) -> Vec<String> {
    let card = package.cards.iter().find(|card| card.card.is_none() && card.id.text == id);
    let lines = card.map(|card| lines_of_card(package, card, &slots_without_text(package)));
    lines.into_iter().flatten().map(|(line, _)| line).collect()
}

/// Notes for each text that was never read the stamp of an id that is gone, if it is of the same text and
/// rules.
fn find_renamed(
    stamps: Option<&BTreeMap<(StampTable, String), StampDecl>>,
    all: &mut BTreeMap<(StampTable, String), Reading>,
) {
    let gone = stamps.into_iter().flatten().filter(|(key, _)| !all.contains_key(*key));
    let mut gone: Vec<(StampTable, String, &StampDecl)> =
        gone.map(|((table, id), stamp)| (*table, id.clone(), stamp)).collect();
    for reading in all.values_mut().filter(|reading| reading.read.is_none()) {
        let is_same = |(table, _, stamp): &(StampTable, String, &StampDecl)| {
            *table == reading.table
                && stamp.text == reading.now.text
                && meaning_of(&stamp.rule) == meaning_of(&reading.now.rule)
        };
        if let Some(i) = gone.iter().position(is_same) {
            reading.renamed = Some(gone.remove(i).1);
        }
    }
}

/// Notes for each function and verb the cards and keywords whose rules name it, or name one that does.
fn name_users(package: &Package, all: &mut BTreeMap<(StampTable, String), Reading>) {
    let functions = package.functions.iter().map(|f| (f.id.text.as_str(), (StampTable::Functions, &f.code)));
    let verbs = package.verbs.iter().map(|v| (v.id.text.as_str(), (StampTable::Verbs, &v.code)));
    let by_id: BTreeMap<&str, (StampTable, &CodeText)> = functions.chain(verbs).collect();
    let named = |code: &str| -> Vec<&str> {
        names(code).into_iter().filter_map(|n| Some(*by_id.get_key_value(n)?.0)).collect()
    };
    let mut users: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    let mut users_of_slots: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for reading in all.values().filter(|r| matches!(r.table, StampTable::Cards | StampTable::Keywords)) {
        for slot in reading.now.rule.iter().filter_map(|rule| Some(rule.split_once(": ")?.0)) {
            users_of_slots.entry(slot.to_owned()).or_default().insert(reading.id.clone());
        }
        let mut waiting: Vec<&str> =
            reading.now.rule.iter().flat_map(|rule| named(code_of_line(rule))).collect();
        while let Some(id) = waiting.pop() {
            if users.entry(id).or_default().insert(reading.id.clone()) {
                waiting.extend(named(&by_id[id].1.value));
            }
        }
    }
    for (id, used_by) in users_of_slots {
        if let Some(reading) = all.get_mut(&(StampTable::Slots, id)) {
            reading.used_by = used_by;
        }
    }
    for (id, used_by) in users {
        if let Some(reading) = all.get_mut(&(by_id[id].0, id.to_owned())) {
            reading.used_by = used_by;
        }
    }
}

/// Returns the code of a rule's line, without the id at its beginning: a reaction to a verb does not depend
/// on what the verb does, and a slot or an action may have the id of a verb.
fn code_of_line(line: &str) -> &str {
    let after_word = |code: &'_ str| code.find([' ', ':']).map_or(code.len(), |end| end + 1);
    let Some((first, rest)) = line.split_once(' ') else { return "" };
    if first.ends_with(':') {
        return rest;
    }
    let rest = &rest[after_word(rest)..];
    match rest.strip_prefix("mode ") {
        Some(mode) if first == "action" => &mode[after_word(mode)..],
        _ => rest,
    }
}

/// Returns the printed values that the text of a card says, each in a line: `value: 10`.
fn said_values(package: &Package, card: &CardDecl, text: &CodeText) -> Vec<RuleLine> {
    let slots = slot_ids(package);
    let words = tokens(&text.value, 0);
    let says = |label: &str| {
        let label = tokens(label, 0);
        let is_label = |part: &[TextToken]| part.iter().zip(&label).all(|(a, b)| a.word == b.word);
        !label.is_empty() && words.windows(label.len()).any(is_label)
    };
    let is_said = |value: &String| match value.parse::<i64>() {
        Ok(number) => words.iter().any(|word| word.number() == Some(number)),
        Err(_) => {
            let printed = package.words.iter().filter(|known| known.id.text == *value);
            says(value) || printed.into_iter().any(|known| says(&known.printed))
        }
    };
    let fields = card.fields.iter().filter(|(field, _)| !slots.contains(field.text.as_str()));
    let lines = fields.filter_map(|(field, node)| {
        let value = printed_words(node).into_iter().filter(is_said).collect::<Vec<_>>();
        (!value.is_empty()).then(|| (format!("{}: {}", field.text, value.join(", ")), node.span))
    });
    lines.collect()
}

/// Returns the numbers and words of a printed value.
fn printed_words(node: &TomlNode) -> Vec<String> {
    match &node.value {
        TomlValue::Int(n) => vec![n.unsigned_abs().to_string()],
        TomlValue::Text(text) => vec![text.value.clone()],
        TomlValue::Array(of) => of.iter().flat_map(printed_words).collect(),
        _ => Vec::new(),
    }
}

/// Returns what a slot of a kind is for, in lines.
fn lines_of_slot(kind: &str, slot: &SlotDecl) -> Vec<RuleLine> {
    let line = |key: &str, code: &CodeText| {
        (format!("{kind} {}{key} {}", with_params(&slot.params), in_one_line(&code.value)), code.span)
    };
    let parts =
        [("returns", &slot.returns), ("from", &slot.from), ("default", &slot.default), ("text", &slot.text)];
    let does = slot.returns.is_none() && slot.from.is_none();
    let does = does.then(|| (format!("{kind} {}do", with_params(&slot.params)), slot.id.span));
    let parts = parts.iter().filter_map(|(key, code)| Some(line(key, code.as_ref()?)));
    does.into_iter().chain(parts).collect()
}

/// Returns the ids of all slots.
fn slot_ids(package: &Package) -> HashSet<&str> {
    package.kinds.iter().flat_map(|kind| &kind.slots).map(|slot| slot.id.text.as_str()).collect()
}

/// Returns the slots whose rules texts need not mention.
fn slots_without_text(package: &Package) -> HashSet<&str> {
    let slots = package.kinds.iter().flat_map(|kind| &kind.slots).filter(|slot| slot.unchecked);
    slots.map(|slot| slot.id.text.as_str()).collect()
}

fn lines_of_card(package: &Package, card: &CardDecl, unchecked: &HashSet<&str>) -> Vec<RuleLine> {
    let slots = slot_ids(package);
    let mut lines = Vec::new();
    for (field, node) in &card.fields {
        let id = field.text.as_str();
        let Some(code) = node.as_text().filter(|code| !is_empty_rule(&code.value)) else { continue };
        if slots.contains(id) && !unchecked.contains(id) {
            lines.push((format!("{id}: {}", in_one_line(&code.value)), code.span));
        }
    }
    lines.extend(card.keywords.iter().map(|keyword| (format!("keyword {}", keyword.value), keyword.span)));
    lines.extend(card.reactions.iter().map(line_of_reaction));
    lines.extend(card.modifiers.iter().flat_map(line_of_modifier));
    lines.extend(card.actions.iter().map(line_of_action));
    lines
}

fn lines_of_keyword(keyword: &KeywordDecl, unchecked: &HashSet<&str>) -> Vec<RuleLine> {
    let slots = keyword
        .slots
        .iter()
        .filter(|(id, code)| !unchecked.contains(id.text.as_str()) && !is_empty_rule(&code.value));
    let mut lines: Vec<RuleLine> =
        slots.map(|(id, code)| (format!("{}: {}", id.text, in_one_line(&code.value)), code.span)).collect();
    lines.extend(keyword.reactions.iter().map(line_of_reaction));
    lines.extend(keyword.modifiers.iter().flat_map(line_of_modifier));
    lines.extend(keyword.actions.iter().map(line_of_action));
    lines
}
