//! Lints that compare the text of each card and keyword with its rules.

mod alike;
mod meant;
mod said;
mod told;

use self::meant::{Meaning, Meant, Ways};
use self::said::{Lexicon, Thing};
use super::rules::Rules;
use super::types::Ty;
use super::world::World;
use crate::diagnostics::Diagnostic;
use crate::ir::{Owner, texts};
use crate::model::texts::TextsDecl;
use crate::model::{ActionDecl, CardDecl, Code, KeywordDecl, ModifierDecl, Package, ReactionDecl};
use crate::source::Span;
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

/// An item with a text and rules.
struct Subject<'p> {
    /// Its id.
    id: &'p str,
    /// Its text as written.
    text: &'p Code,
    /// Its rendered text, if that differs.
    filled: Option<&'p str>,
    /// Its rules: the code as written here, and the equal code at the place where it was checked.
    rules: Vec<(&'p Code, &'p Code)>,
    /// The number of the card's name, if it is a card.
    name: Option<u64>,
    /// Words in which text and rules need not agree.
    unchecked: &'p [Code],
    /// Whether its text may omit parts of its rules; what the text mentions must still be right.
    partly: bool,
}

/// The contents of a subject's rules, with spans in its own code.
#[derive(Default)]
struct Asked {
    /// Numbers that must be mentioned.
    numbers: Vec<(Ways, Span)>,
    /// Those among them that are amounts of a slot: they have a sign, and 0 and 1 of them are said, too.
    scores: Vec<(Ways, Span)>,
    /// Numbers that may be mentioned.
    may: BTreeSet<i64>,
    /// Ranges of numbers that may be mentioned.
    ranges: Vec<(i64, i64)>,
    /// Values and names that must be mentioned.
    things: Vec<(Thing, Span)>,
    /// Values and names that may be mentioned.
    may_things: BTreeSet<Thing>,
    /// Numbers that only the printed values allow.
    printed: BTreeSet<i64>,
    /// Enums with a value that the rules test.
    enums: BTreeSet<u16>,
    /// Enums that cards print, such as suits: their words mean something in every text.
    on_cards: BTreeSet<u16>,
    /// Enums of which any value may be mentioned.
    any: BTreeSet<u16>,
}

/// The result of comparing texts with their rules.
#[derive(Default)]
struct Comparison {
    found: Vec<Diagnostic>,
    /// Amounts whose sign is another in the text.
    other_signs: Vec<Diagnostic>,
    /// Spans in the rules of amounts that have the same sign in the text.
    same_signs: Vec<Span>,
}

impl Comparison {
    fn join(&mut self, other: Comparison) {
        self.found.extend(other.found);
        self.other_signs.extend(other.other_signs);
        self.same_signs.extend(other.same_signs);
    }

    /// Returns all diagnostics. Of a slot whose amounts mostly have the other sign in their texts, signs are not compared: the game
    /// subtracts it.
    fn settled(mut self, package: &Package) -> Vec<Diagnostic> {
        let spans = |d: &Diagnostic| d.labels.first().map(|label| label.span);
        let others: Vec<Span> = self.other_signs.iter().filter_map(spans).collect();
        let (same, other) = (alike::slots_at(package, &self.same_signs), alike::slots_at(package, &others));
        let count = |all: &[Option<String>], slot: &Option<String>| all.iter().filter(|s| *s == slot).count();
        let kept =
            self.other_signs.into_iter().zip(&other).filter(|(_, slot)| count(&same, slot) > count(&other, slot));
        self.found.extend(kept.map(|(d, _)| d));
        self.found
    }
}

impl<'p> Rules<'p> {
    /// Compares every text with the rules beside it.
    pub(super) fn words(&mut self, package: &'p Package) {
        let others = happen(package);
        let of_cards = package.cards.iter().any(|c| c.text.is_some());
        let texts = of_cards || package.keywords.iter().any(|k| k.text.is_some()) || !others.is_empty();
        if self.errors() > 0 || !texts {
            return;
        }
        let english = package.game.is_english();
        let lexicon = Lexicon::of(&self.world);
        let meant = Meant::of(&self.world);
        let mut found = Comparison::default();
        let mut compare = |subject: &Subject| {
            if !subject.rules.is_empty() {
                let asked = self.asked(package, subject, &meant);
                found.join(told::compared(&self.world, subject, &asked, &lexicon, english));
            }
        };
        for (card, name) in package.cards.iter().zip(&self.names) {
            if let (Some(text), Some(name)) = (&card.text, name) {
                let info = &self.world.names[*name as usize];
                let filled = texts::has_holes(&text.value).then_some(info.text.as_str());
                let (id, name, unchecked) = (&card.id.text, Some(u64::from(*name)), card.unchecked.as_slice());
                compare(&Subject { id, text, filled, rules: self.rules_of(card), name, unchecked, partly: false });
            }
        }
        for keyword in &package.keywords {
            if let Some(text) = &keyword.text {
                let rules = rules_of_keyword(&self.world, keyword).into_iter().map(|code| (code, code)).collect();
                let (id, unchecked) = (&keyword.id.text, keyword.unchecked.as_slice());
                compare(&Subject { id, text, filled: None, rules, name: None, unchecked, partly: false });
            }
        }
        for (id, text, code) in others {
            let rules = vec![(code, code)];
            compare(&Subject { id, text, filled: None, rules, name: None, unchecked: &[], partly: true });
        }
        self.diagnostics.extend(alike::put_together(&self.world, package, found.settled(package)));
    }

    /// Compares the numbers in translated texts with the rules.
    pub(super) fn words_of(&mut self, package: &'p Package, decl: &'p TextsDecl) {
        let texts: HashMap<&str, &Code> = decl.entries.iter().map(|(path, _, text)| (path.as_str(), text)).collect();
        let english = decl.language == "en" || decl.language.starts_with("en-");
        let lexicon = if english { Lexicon::of(&self.world) } else { Lexicon::default() };
        let meant = Meant::of(&self.world);
        let mut found = Comparison::default();
        for (card, name) in package.cards.iter().zip(&self.names) {
            let (Some(text), Some(name)) = (texts.get(format!("cards.{}.text", card.id.text).as_str()), name) else {
                continue;
            };
            let (id, name, unchecked) = (&card.id.text, Some(u64::from(*name)), card.unchecked.as_slice());
            let subject =
                Subject { id, text, filled: None, rules: self.rules_of(card), name, unchecked, partly: false };
            if !subject.rules.is_empty() {
                let asked = self.asked(package, &subject, &meant);
                found.join(told::compared(&self.world, &subject, &asked, &lexicon, english));
            }
        }
        for keyword in &package.keywords {
            let id = &keyword.id.text;
            let Some(text) = texts.get(format!("keywords.{id}").as_str()) else { continue };
            let rules: Vec<(&Code, &Code)> =
                rules_of_keyword(&self.world, keyword).into_iter().map(|code| (code, code)).collect();
            let unchecked = keyword.unchecked.as_slice();
            let subject = Subject { id, text, filled: None, rules, name: None, unchecked, partly: false };
            if !subject.rules.is_empty() {
                let asked = self.asked(package, &subject, &meant);
                found.join(told::compared(&self.world, &subject, &asked, &lexicon, english));
            }
        }
        self.diagnostics.extend(alike::put_together(&self.world, package, found.settled(package)));
    }

    /// Returns the rules in a card's own declaration.
    fn rules_of(&self, card: &'p CardDecl) -> Vec<(&'p Code, &'p Code)> {
        let mut rules = Vec::new();
        for (field, node) in &card.fields {
            let Some(code) = node.as_text().filter(|code| !super::cards::is_nothing(&code.value)) else { continue };
            if self.world.slots.iter().any(|s| s.id == field.text && !s.unchecked) {
                rules.push((code, self.written.get(code.value.as_str()).copied().unwrap_or(code)));
            }
        }
        let mut more = happenings(&card.reactions, &card.modifiers);
        more.extend(acts(&card.actions));
        rules.extend(more.into_iter().map(|code| (code, code)));
        rules
    }

    /// Collects the contents of a subject's rules.
    fn asked(&self, package: &Package, subject: &Subject, meant: &Meant) -> Asked {
        let world = &self.world;
        let mut asked = Asked { on_cards: on_cards(world), ..Asked::default() };
        let mut calls: BTreeSet<u16> = BTreeSet::new();
        for (here, first) in &subject.rules {
            for (span, meaning) in meant.within(first.span) {
                // The value of a keyword's parameter has no place in its code.
                if *span == first.span && subject.name.is_none() {
                    continue;
                }
                let place = moved(*span, first, here);
                match meaning {
                    Meaning::Number(ways) => {
                        asked.scores.extend(ways.amount.then(|| (ways.clone(), place)));
                        asked.numbers.push((ways.clone(), place));
                    }
                    Meaning::Value(e, v) if Some(*e) != world.direction => {
                        asked.things.push((Thing::Value(*e, *v), place));
                    }
                    Meaning::Name(n) => asked.things.push((Thing::Name(*n), place)),
                    Meaning::Call(f) => {
                        calls.insert(*f);
                    }
                    _ => {}
                }
                asked.allow(meaning);
            }
        }
        let mut done: BTreeSet<u16> = BTreeSet::new();
        while let Some(f) = calls.pop_first() {
            let f_index = usize::from(f);
            let functions = package.functions.len();
            // Calculations include the functions they call; a verb's content is only its own.
            let code = match package.functions.get(f_index) {
                Some(function) => &function.code,
                None => match f_index.checked_sub(functions).and_then(|v| package.verbs.get(v)) {
                    Some(verb) => &verb.code,
                    None => continue,
                },
            };
            if !done.insert(f) {
                continue;
            }
            for (_, meaning) in meant.within(code.span) {
                asked.allow(meaning);
                if let Meaning::Call(f) = meaning
                    && f_index < functions
                {
                    calls.insert(*f);
                }
            }
        }
        if let Some(n) = subject.name {
            asked.may_things.insert(Thing::Name(n));
            self.printed_on(n as u16, &mut asked);
        }
        asked
    }

    /// Allows the card's printed values in its text.
    fn printed_on(&self, name: u16, asked: &mut Asked) {
        let world = &self.world;
        let info = &world.names[usize::from(name)];
        if info.copies == 0 {
            return;
        }
        for (a, attribute) in world.attributes.iter().enumerate().filter(|(_, a)| world.prints(info.kind, a)) {
            let words = usize::from(attribute.words);
            let first = info.first as usize * words;
            let Some(value) = world.printed[a].get(first..first + words) else { continue };
            printed(world, &world.attribute_types[a], value, asked);
        }
    }
}

/// Returns the enums whose values cards print.
fn on_cards(world: &World) -> BTreeSet<u16> {
    let of_components = |a: &usize| world.attributes[*a].owner == Owner::Component;
    let types = (0..world.attributes.len()).filter(of_components).map(|a| &world.attribute_types[a]);
    let enums = types.filter_map(|ty| match ty {
        Ty::Enum(e) => Some(*e),
        Ty::Set(of) | Ty::Optional(of) => match **of {
            Ty::Enum(e) => Some(e),
            _ => None,
        },
        _ => None,
    });
    enums.filter(|e| Some(*e) != world.direction).collect()
}

fn printed(world: &World, ty: &Ty, value: &[u64], asked: &mut Asked) {
    let Some(&word) = value.first() else { return };
    match ty {
        Ty::Int => {
            asked.printed.insert((word as i64).saturating_abs());
        }
        Ty::Enum(e) => {
            asked.may_things.insert(Thing::Value(*e, word));
        }
        Ty::Name => {
            asked.may_things.insert(Thing::Name(word));
        }
        Ty::Optional(inner) if word != crate::ir::NONE => printed(world, inner, value, asked),
        Ty::Set(inner) => {
            let held = |e: &u64| value.get((e / 64) as usize).is_some_and(|w| w >> (e % 64) & 1 == 1);
            for e in (0..world.domain(inner) as u64).filter(held) {
                printed(world, inner, &[e], asked);
            }
        }
        _ => {}
    }
}

impl Asked {
    /// Allows a meaning in the text.
    fn allow(&mut self, meaning: &Meaning) {
        match meaning {
            Meaning::Number(ways) => self.may.extend(ways.all()),
            Meaning::Count(n) => {
                self.may.insert(*n);
            }
            Meaning::Numbers(a, b) => self.ranges.push((*a, *b)),
            Meaning::Value(e, v) => {
                self.may_things.insert(Thing::Value(*e, *v));
                self.enums.insert(*e);
            }
            Meaning::AnyValue(e) => {
                self.any.insert(*e);
            }
            Meaning::Enum(e) => {
                self.enums.insert(*e);
            }
            Meaning::Name(n) | Meaning::MayName(n) => {
                self.may_things.insert(Thing::Name(*n));
            }
            Meaning::Call(_) => {}
        }
    }

    /// Whether a text may mention a number.
    fn may_say(&self, n: i64) -> bool {
        n <= 1
            || self.may.contains(&n)
            || self.printed.contains(&n)
            || self.ranges.iter().any(|(a, b)| (*a..=*b).contains(&n))
    }

    /// Whether the rules allow a text to mention a value or name. A value of an enum that the rules do not test counts only as a proper
    /// noun, with a capital letter: in lowercase it may be an ordinary word.
    fn may_name(&self, thing: &Thing, capital: bool) -> bool {
        let ordinary = |e: &u16| !(self.enums.contains(e) || capital && self.on_cards.contains(e));
        self.may_things.contains(thing) || matches!(thing, Thing::Value(e, _) if self.any.contains(e) || ordinary(e))
    }
}

/// Returns functions, verbs and actions that have a text: it is checked only for numbers that are not in their code.
fn happen(package: &Package) -> Vec<(&str, &Code, &Code)> {
    let functions = package.functions.iter().map(|f| (&f.id, &f.text, &f.code));
    let verbs = package.verbs.iter().map(|v| (&v.id, &v.text, &v.code));
    let actions = package.actions.iter().map(|a| (&a.id, &a.text, &a.code));
    let all = functions.chain(verbs).chain(actions);
    all.filter_map(|(id, text, code)| Some((id.text.as_str(), text.as_ref()?, code))).collect()
}

/// Returns the code of reactions and modifiers.
fn happenings<'p>(reactions: &'p [ReactionDecl], modifiers: &'p [ModifierDecl]) -> Vec<&'p Code> {
    let reactions = reactions.iter().flat_map(|r| r.condition.iter().chain([&r.code]));
    let modifiers = modifiers.iter().flat_map(|m| m.condition.iter().chain(&m.add).chain(&m.set));
    reactions.chain(modifiers).collect()
}

/// Returns the code of actions.
fn acts(actions: &[ActionDecl]) -> impl Iterator<Item = &Code> {
    actions.iter().flat_map(|a| a.params.iter().map(|p| &p.ty).chain(&a.when).chain([&a.code]))
}

fn rules_of_keyword<'p>(world: &World, keyword: &'p KeywordDecl) -> Vec<&'p Code> {
    let unchecked = |id: &str| world.slots.iter().any(|s| s.id == id && s.unchecked);
    let slots = keyword.slots.iter().filter(|(id, _)| !unchecked(&id.text)).map(|(_, code)| code);
    slots.chain(happenings(&keyword.reactions, &keyword.modifiers)).chain(acts(&keyword.actions)).collect()
}

/// Translates a span to the equal code at another place.
fn moved(span: Span, from: &Code, to: &Code) -> Span {
    if std::ptr::eq(from, to) {
        return span;
    }
    to.span_of(from.decoded(span.start), from.decoded(span.end))
}

/// Returns the parts of a text outside template expressions.
fn plain_parts(text: &str) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut from = 0;
    while let Some(open) = ["{{", "{%", "{#"].iter().filter_map(|b| text[from..].find(b)).min() {
        let open = from + open;
        parts.push(from..open);
        let close = ["}}", "%}", "#}"].iter().filter_map(|b| text[open..].find(b)).min();
        from = close.map_or(text.len(), |c| open + c + 2);
    }
    parts.push(from..text.len());
    parts
}

/// The rules in slots by their code, each at its first occurrence.
pub(super) type Written<'p> = HashMap<&'p str, &'p Code>;
