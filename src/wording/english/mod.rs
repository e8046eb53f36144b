//! Generator of English card texts: a card without a text gets one from its rules, composed of the `text` of
//! slots, verbs, functions, zones, state and attributes, and of the words of the vocabulary.

mod abilities;
mod actions;
mod agreement;
mod amounts;
mod conditions;
mod declared_texts;
mod equations;
mod lanes;
mod loops;
mod narrowing;
mod noun;
mod rule_wording;
mod sets;
mod state_changes;
mod statement_spans;
mod statements;
mod variables;

use self::declared_texts::DeclaredTexts;
use self::rule_wording::{RuleWording, WordingProblem};
use self::statement_spans::span_of;
use crate::check::hir::tree::{HExpr, HFunction, HKind, HStmt, Local};
use crate::check::hir::types::Ty;
use crate::check::{CheckedRules, is_empty_rule};
use crate::diagnostics::Diagnostic;
use crate::ir::{NameId, SlotId};
use crate::model::{CardDecl, CodeText};
use crate::wording::messages;
use minijinja::Value;

/// Generates the texts of cards that have none; only slots with a `text` contribute. Returns whether all
/// these could be filled in.
pub(super) fn generate_texts(rules: &mut CheckedRules) -> bool {
    if !rules.package().game.is_english() {
        let found = not_in_english(rules);
        rules.report_all(found);
        return true;
    }
    let mut are_whole = true;
    for generated in generated_texts(rules) {
        for trouble in generated.troubles {
            match trouble {
                WordingProblem::Template(d) => {
                    are_whole = false;
                    rules.report_once(*d);
                }
                WordingProblem::NoWords(span) => {
                    let id = &generated.card.id;
                    rules.report(messages::no_words(span, &id.text, id.span));
                }
            }
        }
        rules.symbols_mut().names[generated.name].text = generated.text;
    }
    are_whole
}

/// A card's rules in words.
struct GeneratedText<'p> {
    card: &'p CardDecl,
    name: NameId,
    text: String,
    troubles: Vec<WordingProblem>,
}

fn generated_texts<'p>(rules: &CheckedRules<'p>) -> Vec<GeneratedText<'p>> {
    let texts = texts_of(rules);
    if texts.is_empty() {
        return Vec::new();
    }
    let mut all = Vec::new();
    for (card, name) in rules.cards() {
        let Some(name) = name else { continue };
        let info = &rules.symbols().names[name];
        if card.text.is_some() || card.card.is_some() || !info.text.is_empty() || info.copies == 0 {
            continue;
        }
        let (text, troubles) = card_in_words(rules, &texts, card, name);
        all.push(GeneratedText { card, name, text, troubles });
    }
    all
}

fn texts_of<'r>(rules: &'r CheckedRules) -> DeclaredTexts<'r> {
    let mut texts = DeclaredTexts::of(rules.symbols(), rules.package());
    texts.ends = rules.endings().iter().map(|ending| (ending.field, ending)).collect();
    texts
}

/// Reports cards for which a text would be generated if the game were in English.
fn not_in_english(rules: &CheckedRules) -> Option<Diagnostic> {
    let texts = texts_of(rules);
    let has_rule = |card: &CardDecl| {
        let is_rule = |id: &str| texts.slots.keys().any(|slot| rules.symbols().slots[*slot].id == id);
        let mut rules =
            card.fields.iter().filter(|(id, _)| is_rule(&id.text)).filter_map(|(_, node)| node.as_text());
        rules.any(|code| !is_empty_rule(&code.value))
    };
    let without = rules.cards().filter(|(card, name)| {
        let is_made =
            name.is_some_and(|name| rules.symbols().names[name].text.is_empty() && !rules.is_absent(name));
        card.text.is_none() && card.card.is_none() && is_made && has_rule(card)
    });
    let without: Vec<&CardDecl> = without.map(|(card, _)| card).collect();
    let first = without.first()?;
    let language = &rules.package().game.language;
    Some(messages::not_in_english(first.id.span, without.len(), language))
}

/// Words the rules of a card; none if a part of them has no words, or the package is not in English.
pub(super) fn rule_in_words(rules: &CheckedRules, id: &str) -> Option<String> {
    let texts = texts_of(rules);
    let (card, name) = rules.cards().find(|(card, _)| card.id.text == id)?;
    let (text, troubles) = card_in_words(rules, &texts, card, name?);
    (rules.package().game.is_english() && troubles.is_empty() && !text.is_empty()).then_some(text)
}

/// Words the rules of a card: its actions, slots with a `text`, modifiers and reactions; the second value
/// lists the parts that have no words.
fn card_in_words(
    rules: &CheckedRules,
    texts: &DeclaredTexts,
    card: &CardDecl,
    name: NameId,
) -> (String, Vec<WordingProblem>) {
    let (mut sentences, mut troubles) = (Vec::new(), Vec::new());
    let (mut parts, others) = abilities::abilities_in_words(rules, texts, card, name);
    for (slot, text) in in_order(texts) {
        parts.extend(slot_in_words(rules, texts, card, name, slot, text).transpose());
    }
    for part in parts.into_iter().chain(others) {
        match part {
            Ok(sentence) => sentences.push(sentence),
            Err(trouble) => troubles.push(trouble),
        }
    }
    (sentences.join(" "), troubles)
}

/// Words a card's rule in a slot; empty if it has none there.
fn slot_in_words(
    rules: &CheckedRules,
    texts: &DeclaredTexts,
    card: &CardDecl,
    name: NameId,
    slot: SlotId,
    text: &CodeText,
) -> Result<Option<String>, WordingProblem> {
    let symbols = rules.symbols();
    let declared = &symbols.slots[slot];
    let Some((_, node)) = card.fields.iter().find(|(id, _)| declared.id == id.text) else { return Ok(None) };
    let first = symbols.names[name].first.index();
    let f = declared.rules.get(first).copied().flatten();
    let body = f.and_then(|f| symbols.functions[f].body.as_ref());
    let (Some(body), Some(code)) = (body, node.as_text()) else { return Ok(None) };
    if is_empty_rule(&code.value) {
        return Ok(None);
    }
    // The spans of the rule's parts refer to its first occurrence.
    let first_written = rules.compared().first_occurrence(code);
    let moved = |trouble| match trouble {
        WordingProblem::NoWords(span) if span.file == first_written.span.file => {
            let at = |byte| first_written.decoded(byte);
            WordingProblem::NoWords(code.span_of(at(span.start), at(span.end)))
        }
        WordingProblem::NoWords(_) => WordingProblem::NoWords(code.span),
        trouble => trouble,
    };
    let mut voice = RuleWording::new(symbols, texts, name, body);
    // A slot's player is the one who has the card; its other parameters keep their declared names.
    let params = f.map_or(&[][..], |f| &symbols.functions[f].params);
    for (i, param) in
        params.iter().enumerate().filter(|(_, param)| declared.params.iter().any(|p| p.id == param.id))
    {
        let words = match param.ty {
            Ty::Player => agreement::YOU.to_owned(),
            _ => format!("the {}", param.id.replace('_', " ")),
        };
        voice.call(Local(i as u32), words.clone(), words);
    }
    let value = words_of(&mut voice, body, &declared.result).map_err(moved)?;
    if value.is_empty() {
        return Ok(None);
    }
    // Printed data of the card may be part of its text, too.
    let mut data = rules.card_data(name);
    data.insert("value".to_owned(), Value::from(value));
    let sentence = voice.fill(text, data)?;
    Ok(Some(rule_wording::sentence(&sentence)))
}

/// Returns the slots that have a `text`, in the order declared.
fn in_order<'t>(texts: &DeclaredTexts<'t>) -> Vec<(SlotId, &'t CodeText)> {
    let mut slots: Vec<_> = texts.slots.iter().map(|(s, t)| (*s, *t)).collect();
    slots.sort_by_key(|(s, _)| *s);
    slots
}

/// Words a rule: an amount, a condition, a set, or statements.
fn words_of(voice: &mut RuleWording, body: &HFunction, result: &Ty) -> Result<String, WordingProblem> {
    let statements: Vec<&HStmt> = body.body.iter().filter(|s| !is_holder(s)).collect();
    if *result == Ty::Unit {
        // Bookkeeping is not part of the text.
        return match statements.iter().all(|s| voice.is_bookkeeping_deed(s)) {
            true => Ok(String::new()),
            false => voice.deeds(&statements),
        };
    }
    let [HStmt::Return(Some(value))] = statements[..] else {
        return Err(WordingProblem::NoWords(
            statements.iter().find_map(|s| span_of(s)).unwrap_or(voice.anywhere),
        ));
    };
    match result {
        Ty::Int => voice.worth(value, 1),
        Ty::Bool => Ok(voice.condition(value)?.to_phrase()),
        Ty::Set(_) => Ok(voice.noun(value)?.with("each")),
        _ => voice.thing(value),
    }
}

/// Returns whether a statement looks up the holder as `you`.
fn is_holder(s: &HStmt) -> bool {
    let HStmt::Set(_, HExpr { kind: HKind::Open(of, _), .. }) = s else { return false };
    matches!(of.kind, HKind::Holder(_))
}
