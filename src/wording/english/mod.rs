//! Generator of English card texts: a card without a text gets one from its rules, composed of the `text` of slots, verbs, functions,
//! zones, state and attributes, and of the words of the vocabulary.

mod amounts;
mod conditions;
mod declared_texts;
mod lanes;
mod rule_wording;
mod sets;
mod statement_spans;
mod statements;

use self::declared_texts::DeclaredTexts;
use self::rule_wording::{RuleWording, WordingProblem};
use self::statement_spans::span_of;
use crate::check::hir::tree::{HFunction, HKind, HStmt};
use crate::check::hir::types::Ty;
use crate::check::{CheckedRules, is_empty_rule};
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::lint as codes;
use crate::ir::{NameId, SlotId};
use crate::model::{CardDecl, CodeText};
use crate::source::Span;
use minijinja::Value;

/// Generates the texts of cards that have none; only slots with a `text` contribute.
pub(super) fn generate_texts(rules: &mut CheckedRules) {
    if rules.has_errors() || !rules.package().game.is_english() {
        return;
    }
    for generated in generated_texts(rules) {
        for trouble in generated.troubles {
            match trouble {
                WordingProblem::Template(d) => rules.report_once(*d),
                WordingProblem::NoWords(span) => rules.report(no_words(generated.card, span)),
            }
        }
        rules.world_mut().names[generated.name].text = generated.text;
    }
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
    if texts.slots.is_empty() {
        return Vec::new();
    }
    let mut all = Vec::new();
    for (card, name) in rules.cards() {
        let Some(name) = name else { continue };
        let info = &rules.world().names[name];
        if card.text.is_some() || card.card.is_some() || !info.text.is_empty() || info.copies == 0 {
            continue;
        }
        let (text, troubles) = card_in_words(rules, &texts, card, name);
        all.push(GeneratedText { card, name, text, troubles });
    }
    all
}

fn texts_of<'r>(rules: &'r CheckedRules) -> DeclaredTexts<'r> {
    let mut texts = DeclaredTexts::of(rules.world(), rules.package());
    texts.ends = rules.endings().iter().map(|ending| (ending.field, ending)).collect();
    texts
}

/// Words the rules of a card; none if a part of them has no words, or the package is not in English.
pub(super) fn rule_in_words(rules: &CheckedRules, id: &str) -> Option<String> {
    let texts = texts_of(rules);
    let (card, name) = rules.cards().find(|(card, _)| card.id.text == id)?;
    let (text, troubles) = card_in_words(rules, &texts, card, name?);
    (rules.package().game.is_english() && troubles.is_empty() && !text.is_empty()).then_some(text)
}

/// Words the rules of a card in all slots with a `text`; the second value says what has no words.
fn card_in_words(
    rules: &CheckedRules,
    texts: &DeclaredTexts,
    card: &CardDecl,
    name: NameId,
) -> (String, Vec<WordingProblem>) {
    let (mut sentences, mut troubles) = (Vec::new(), Vec::new());
    for (slot, text) in in_order(texts) {
        match slot_in_words(rules, texts, card, name, slot, text) {
            Ok(sentence) => sentences.extend(sentence),
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
    let world = rules.world();
    let declared = &world.slots[slot];
    let Some((_, node)) = card.fields.iter().find(|(id, _)| id.text == declared.id) else { return Ok(None) };
    let first = world.names[name].first.index();
    let f = declared.rules.get(first).copied().flatten();
    let body = f.and_then(|f| world.functions[f].body.as_ref());
    let (Some(body), Some(code)) = (body, node.as_text()) else { return Ok(None) };
    if is_empty_rule(&code.value) {
        return Ok(None);
    }
    // The spans of the rule's parts refer to its first occurrence.
    let first_written = rules.first_occurrence(code);
    let moved = |trouble| match trouble {
        WordingProblem::NoWords(span) if span.file == first_written.span.file => {
            let at = |byte| first_written.decoded(byte);
            WordingProblem::NoWords(code.span_of(at(span.start), at(span.end)))
        }
        WordingProblem::NoWords(_) => WordingProblem::NoWords(code.span),
        trouble => trouble,
    };
    let mut voice = RuleWording::new(world, texts, name, body);
    let value = words_of(&mut voice, body, &declared.result).map_err(moved)?;
    let sentence = voice.fill(text, [("value".to_owned(), Value::from(value))].into())?;
    Ok(Some(rule_wording::sentence(&sentence)))
}

fn no_words(card: &CardDecl, span: Span) -> Diagnostic {
    let d = Diagnostic::warning(codes::NO_WORDS, format!("a part of the rule of `{}` has no words", card.id.text));
    let d = d.at(span, "so the card does not say it").at(card.id.span, "has no `text` of its own");
    d.help("write the card's `text`, or give the function, verb or state a `text`")
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
        return voice.deeds(&statements);
    }
    let [HStmt::Return(Some(value))] = statements[..] else {
        return Err(WordingProblem::NoWords(statements.iter().find_map(|s| span_of(s)).unwrap_or(voice.anywhere)));
    };
    match result {
        Ty::Int => voice.worth(value, 1),
        Ty::Bool => Ok(voice.condition(value)?.to_phrase()),
        Ty::Set(_) => Ok(voice.noun(value)?.with("each")),
        _ => voice.thing(value),
    }
}

/// Whether a statement looks up the holder as `you`.
fn is_holder(s: &HStmt) -> bool {
    matches!(s, HStmt::Set(_, e) if matches!(&e.kind, HKind::Open(of, _) if matches!(of.kind, HKind::Holder(_))))
}
