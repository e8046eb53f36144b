//! Generator of English card texts: a card without a text gets one from its rules, composed of the `text` of slots, verbs, functions,
//! zones, state and attributes, and of the words of the vocabulary.

mod amounts;
mod conditions;
mod deeds;
mod lanes;
mod sets;
mod voice;

use self::voice::{Trouble, Voice};
use super::hir::{HFunction, HKind, HStmt};
use super::rules::Rules;
use super::types::Ty;
use super::until::Ending;
use super::world::{Member, World};
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::lint as codes;
use crate::ir::SlotInfo;
use crate::model::{CardDecl, Code, FieldDecl, Package};
use crate::source::Span;
use minijinja::Value;
use std::collections::HashMap;

/// The `text` of every declaration that has one, by number.
#[derive(Debug, Default)]
pub(super) struct Texts<'p> {
    functions: HashMap<u16, &'p Code>,
    fields: HashMap<u16, &'p Code>,
    attributes: HashMap<u16, &'p Code>,
    zones: HashMap<u16, &'p Code>,
    slots: HashMap<u16, &'p Code>,
    /// The `until` of state that has one.
    ends: HashMap<u16, &'p Ending<'p>>,
}

impl<'p> Texts<'p> {
    fn of(world: &World, package: &'p Package) -> Texts<'p> {
        let mut texts = Texts::default();
        let functions = package.functions.iter().map(|f| &f.text).chain(package.verbs.iter().map(|v| &v.text));
        for (f, text) in functions.enumerate() {
            texts.functions.extend(text.as_ref().map(|t| (f as u16, t)));
        }
        let mut at: HashMap<Span, &'p Code> = HashMap::new();
        let mut keep = |decl: &'p FieldDecl| at.extend(decl.text.as_ref().map(|t| (decl.id.span, t)));
        package.table_state.iter().chain(&package.player_state).for_each(&mut keep);
        for kind in &package.kinds {
            kind.state.iter().chain(&kind.attributes).for_each(&mut keep);
        }
        at.extend(package.zones.iter().filter_map(|z| z.text.as_ref().map(|t| (z.id.span, t))));
        at.extend(package.kinds.iter().flat_map(|k| &k.slots).filter_map(|s| s.text.as_ref().map(|t| (s.id.span, t))));
        for (f, field) in world.fields.iter().enumerate() {
            if let Some(text) = field.span.and_then(|span| at.get(&span)) {
                texts.fields.insert(f as u16, text);
                texts.attributes.extend(field.printed.map(|a| (a, *text)));
            }
        }
        texts.zones = (0..).zip(&world.zones).filter_map(|(i, z)| Some((i, *at.get(&z.span)?))).collect();
        texts.slots = (0..).zip(&world.slots).filter_map(|(i, s)| Some((i, *at.get(&s.span)?))).collect();
        for kind in &package.kinds {
            let Some(k) = world.kind_named(&kind.id.text) else { continue };
            for decl in &kind.attributes {
                if let (Some(Member::Attribute(a)), Some(text)) =
                    (world.kinds[usize::from(k)].members.get(&decl.id.text), &decl.text)
                {
                    texts.attributes.insert(*a, text);
                }
            }
        }
        texts
    }
}

impl<'p> Rules<'p> {
    /// Generates the texts of cards that have none; only slots with a `text` contribute.
    pub(super) fn english(&mut self, package: &'p Package) {
        if self.errors() > 0 || !package.game.is_english() {
            return;
        }
        let endings = std::mem::take(&mut self.endings);
        self.texts_of_cards(package, &endings);
        self.endings = endings;
    }

    fn texts_of_cards(&mut self, package: &'p Package, endings: &[Ending]) {
        let mut texts = Texts::of(&self.world, package);
        if texts.slots.is_empty() {
            return;
        }
        texts.ends = endings.iter().map(|ending| (ending.field, ending)).collect();
        for (card, name) in package.cards.iter().zip(self.names.clone()) {
            let Some(name) = name else { continue };
            let info = &self.world.names[usize::from(name)];
            if card.text.is_some() || card.card.is_some() || !info.text.is_empty() || info.copies == 0 {
                continue;
            }
            let (text, troubles) = self.card_in_words(&texts, card, name);
            for trouble in troubles {
                match trouble {
                    Trouble::Template(d) => self.once(*d),
                    Trouble::NoWords(span) => self.no_words(card, span),
                }
            }
            self.world.names[usize::from(name)].text = text;
        }
    }

    /// Words the rules of a card; none if a part of them has no words, or the package is not in English.
    pub(super) fn rule_in_words(&self, package: &'p Package, id: &str) -> Option<String> {
        let mut texts = Texts::of(&self.world, package);
        texts.ends = self.endings.iter().map(|ending| (ending.field, ending)).collect();
        let (card, name) = package.cards.iter().zip(&self.names).find(|(card, _)| card.id.text == id)?;
        let (text, troubles) = self.card_in_words(&texts, card, (*name)?);
        (package.game.is_english() && troubles.is_empty() && !text.is_empty()).then_some(text)
    }

    /// Words the rules of a card in all slots with a `text`; the second value says what has no words.
    fn card_in_words(&self, texts: &Texts, card: &CardDecl, name: u16) -> (String, Vec<Trouble>) {
        let (mut sentences, mut troubles) = (Vec::new(), Vec::new());
        for (slot, text) in in_order(texts) {
            match self.slot_in_words(texts, card, name, slot, text) {
                Ok(sentence) => sentences.extend(sentence),
                Err(trouble) => troubles.push(trouble),
            }
        }
        (sentences.join(" "), troubles)
    }

    /// Words a card's rule in a slot; empty if it has none there.
    fn slot_in_words(
        &self,
        texts: &Texts,
        card: &CardDecl,
        name: u16,
        slot: u16,
        text: &Code,
    ) -> Result<Option<String>, Trouble> {
        let world = &self.world;
        let declared = &world.slots[usize::from(slot)];
        let Some((_, node)) = card.fields.iter().find(|(id, _)| id.text == declared.id) else { return Ok(None) };
        let first = world.names[usize::from(name)].first as usize;
        let f = declared.rules.get(first).copied().filter(|f| *f != SlotInfo::EMPTY);
        let body = f.and_then(|f| world.functions[usize::from(f)].body.as_ref());
        let (Some(body), Some(code)) = (body, node.as_text()) else { return Ok(None) };
        if super::cards::is_nothing(&code.value) {
            return Ok(None);
        }
        // The spans of the rule's parts refer to its first occurrence.
        let first_written = self.written.get(code.value.as_str()).copied().unwrap_or(code);
        let moved = |trouble| match trouble {
            Trouble::NoWords(span) if span.file == first_written.span.file => {
                let at = |byte| first_written.decoded(byte);
                Trouble::NoWords(code.span_of(at(span.start), at(span.end)))
            }
            Trouble::NoWords(_) => Trouble::NoWords(code.span),
            trouble => trouble,
        };
        let mut voice = Voice::new(world, texts, name, body);
        let value = said(&mut voice, body, &declared.result).map_err(moved)?;
        let sentence = voice.fill(text, [("value".to_owned(), Value::from(value))].into())?;
        Ok(Some(voice::sentence(&sentence)))
    }

    fn no_words(&mut self, card: &CardDecl, span: Span) {
        let d = Diagnostic::warning(codes::NO_WORDS, format!("a part of the rule of `{}` has no words", card.id.text));
        let d = d.at(span, "so the card does not say it").at(card.id.span, "has no `text` of its own");
        self.diagnostics.push(d.help("write the card's `text`, or give the function, verb or state a `text`"));
    }
}

/// Returns the slots that have a `text`, in the order declared.
fn in_order<'t>(texts: &Texts<'t>) -> Vec<(u16, &'t Code)> {
    let mut slots: Vec<_> = texts.slots.iter().map(|(s, t)| (*s, *t)).collect();
    slots.sort_by_key(|(s, _)| *s);
    slots
}

/// Words a rule: an amount, a condition, a set, or statements.
fn said(voice: &mut Voice, body: &HFunction, result: &Ty) -> Result<String, Trouble> {
    let statements: Vec<&HStmt> = body.body.iter().filter(|s| !is_holder(s)).collect();
    if *result == Ty::Unit {
        return voice.deeds(&statements);
    }
    let [HStmt::Return(Some(value))] = statements[..] else {
        return Err(Trouble::NoWords(statements.iter().find_map(|s| place(s)).unwrap_or(voice.anywhere)));
    };
    match result {
        Ty::Int => voice.worth(value, 1),
        Ty::Bool => Ok(voice.condition(value)?.shown()),
        Ty::Set(_) => Ok(voice.noun(value)?.with("each")),
        _ => voice.thing(value),
    }
}

/// Whether a statement looks up the holder as `you`.
fn is_holder(s: &HStmt) -> bool {
    matches!(s, HStmt::Set(_, e) if matches!(&e.kind, HKind::Open(of, _) if matches!(of.kind, HKind::Holder(_))))
}

/// Returns the span of a statement, if it has one.
pub(super) fn place(s: &HStmt) -> Option<Span> {
    match s {
        HStmt::Effect(_, span)
        | HStmt::Choose { span, .. }
        | HStmt::ChooseArm { span, .. }
        | HStmt::Act { span, .. }
        | HStmt::Window { span, .. }
        | HStmt::Fail(_, span) => Some(*span),
        HStmt::Set(_, e)
        | HStmt::PutTable(_, e)
        | HStmt::Put(_, _, e)
        | HStmt::If(e, ..)
        | HStmt::IfLet(_, e, ..)
        | HStmt::Repeat(e, _)
        | HStmt::While(e, _)
        | HStmt::Return(Some(e))
        | HStmt::Do(e) => Some(e.span),
        HStmt::ForEach(_, _, body) | HStmt::Scope(body) => body.iter().find_map(place),
        _ => None,
    }
}
