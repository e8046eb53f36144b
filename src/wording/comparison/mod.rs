//! Lints that compare the text of each card and keyword with its rules.

mod amounts;
mod asked_cards;
mod bounds;
mod branches;
mod card_facts;
mod claims;
mod clause_words;
mod clauses;
mod compare;
mod deed_amounts;
mod deed_order;
mod facts;
mod facts_of_code;
mod grouping;
mod joined_comparisons;
mod joins;
mod looked_up;
mod meanings;
mod messages;
mod named_states;
mod number_match;
mod number_phrases;
mod numbers_in_words;
mod other_comparisons;
mod outcome;
mod people;
mod people_conditions;
mod repetitions;
mod rule_facts;
mod sides;
mod subject;
mod subtracted_slots;
mod swapped;
mod text_claims;
mod text_deeds;
mod text_parser;
pub(super) mod text_words;

use self::card_facts::CardFacts;
use self::compare::compare;
use self::meanings::{Meaning, RuleMeanings};
use self::named_states::NamedStates;
use self::number_phrases::ChangedValue;
use self::outcome::ComparisonOutcome;
use self::rule_facts::RuleFacts;
use self::subject::{ChangedAmount, RuleContent, TextSubject, map_span};
use self::text_parser::{Lexicon, MentionedItem};
use crate::check::hir::types::Ty;
use crate::check::symbols::symbol_table::SymbolTable;
use crate::check::{CheckedRules, ComparedRules, is_empty_rule};
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::lint;
use crate::ir::{AttributeId, CellId, EnumId, FieldId, FunctionId, NameId, Owner, ToIndex, elements, texts};
use crate::model::texts::TextsDecl;
use crate::model::{ActionDecl, CardDecl, CodeText, KeywordDecl, ModifierDecl, Package, ReactionDecl};
use crate::source::Span;
use crate::threads::{self, in_parallel};
use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, OnceLock};

/// Compares every text with the rules beside it.
pub(super) fn compare_texts(rules: &mut CheckedRules) {
    let found = differences(rules.compared(), |text| !rules.has_error_in(text));
    rules.report_all(found);
}

/// Compares every text with the rules beside it. `is_sound` tells which texts have no error of their own: no
/// others are compared.
pub(super) fn differences(rules: ComparedRules, is_sound: impl Fn(&CodeText) -> bool) -> Vec<Diagnostic> {
    let package = rules.package();
    let others = texts_beside_code(package);
    let of_cards = package.cards.iter().any(|c| c.text.is_some());
    let texts = of_cards || package.keywords.iter().any(|k| k.text.is_some()) || !others.is_empty();
    if !texts {
        return Vec::new();
    }
    let mut comparer = TextComparer::new(rules, package.game.is_english(), true);
    let cards = rules.cards().filter_map(|(card, name)| {
        let (text, name) = (card.text.as_ref().filter(|text| is_sound(text))?, name?);
        let info = &rules.symbols().names[name];
        let filled = texts::has_holes(&text.value).then_some(info.text.as_str());
        Some(CardText { card, name, text, filled })
    });
    comparer.cards(&cards.collect::<Vec<_>>());
    for keyword in &package.keywords {
        if let Some(text) = keyword.text.as_ref().filter(|text| is_sound(text)) {
            comparer.keyword(keyword, text);
        }
    }
    for (id, text, code) in others {
        let rules = vec![(code, code)];
        comparer.subject(&TextSubject { partly: true, ..TextSubject::of(id, text, rules) });
    }
    comparer.settled()
}

/// Compares the numbers in translated texts with the rules. If the original differs from its rule, the rule
/// may be the one that is wrong, so the translation is left for later.
pub(super) fn compare_translation(rules: &mut CheckedRules, decl: &TextsDecl) {
    let sound = decl.entries.iter().filter(|(_, _, text)| !rules.has_error_in(text));
    let texts: HashMap<&str, &CodeText> = sound.map(|(path, _, text)| (path.as_str(), text)).collect();
    let english = decl.language == "en" || decl.language.starts_with("en-");
    let mut comparer = TextComparer::new(rules.compared(), english, english);
    let is_wrong =
        |original: &Option<CodeText>| original.as_ref().is_some_and(|text| rules.has_error_in(text));
    let cards = rules.cards().filter(|(card, _)| !is_wrong(&card.text)).filter_map(|(card, name)| {
        let text = *texts.get(format!("cards.{}.text", card.id.text).as_str())?;
        Some(CardText { card, name: name?, text, filled: None })
    });
    comparer.cards(&cards.collect::<Vec<_>>());
    for keyword in rules.package().keywords.iter().filter(|keyword| !is_wrong(&keyword.text)) {
        if let Some(text) = texts.get(format!("keywords.{}", keyword.id.text).as_str()) {
            comparer.keyword(keyword, text);
        }
    }
    let needed = std::mem::take(&mut comparer.comparison.needed);
    // Not folded, since each is in a text of its own.
    let found = comparer.comparison.settled(rules.package(), rules.symbols());
    let found = found.into_iter().map(|d| in_translation(d, decl));
    let found: Vec<Diagnostic> = found.collect();
    // Words that the original does not need are not needless if a translation needs them.
    rules.withdraw(|d| {
        let at = d.labels.first().map(|label| label.span);
        d.code == lint::NEEDLESS_UNCHECKED && at.is_some_and(|at| needed.contains(&at))
    });
    rules.report_all(found);
}

/// Makes a diagnostic one about a translation: its first place is in that text.
fn in_translation(mut d: Diagnostic, decl: &TextsDecl) -> Diagnostic {
    d.labels.sort_by_key(|label| label.span.file != decl.file);
    let why = format!("The text is the translation into `{}`.", decl.language);
    match d.cause {
        None => d.because(why),
        Some(_) => d,
    }
}

/// The text of a card.
struct CardText<'p> {
    card: &'p CardDecl,
    name: NameId,
    text: &'p CodeText,
    /// Its rendered text, if that differs.
    filled: Option<&'p str>,
}

/// Compares texts in one language with their rules, one subject after another.
struct TextComparer<'r, 'p> {
    rules: ComparedRules<'r, 'p>,
    lexicon: Lexicon,
    meanings: RuleMeanings,
    english: bool,
    /// The enums whose values cards print.
    on_cards: Arc<BTreeSet<EnumId>>,
    states: NamedStates,
    /// Found when a text first has a word that its rule may not make right.
    facts: OnceLock<RuleFacts>,
    comparison: ComparisonOutcome,
}

impl<'r, 'p> TextComparer<'r, 'p> {
    /// `with_words`: whether words are compared, and not only numbers.
    fn new(rules: ComparedRules<'r, 'p>, english: bool, with_words: bool) -> Self {
        let symbols = rules.symbols();
        let lexicon =
            if with_words { Lexicon::of(symbols, &rules.package().words) } else { Lexicon::default() };
        let meanings = RuleMeanings::of(symbols);
        let states = NamedStates::of(rules, &meanings);
        TextComparer {
            rules,
            lexicon,
            meanings,
            english,
            states,
            on_cards: Arc::new(on_cards(symbols)),
            facts: OnceLock::new(),
            comparison: ComparisonOutcome::default(),
        }
    }

    /// Compares the texts of cards, in parallel.
    fn cards(&mut self, cards: &[CardText]) {
        let outcomes = in_parallel(cards, threads::count(None).get(), || (), |(), card| self.card(card));
        outcomes.into_iter().for_each(|outcome| self.comparison.join(outcome));
    }

    fn card(&self, CardText { card, name, text, filled }: &CardText) -> ComparisonOutcome {
        let (id, unchecked) = (&card.id.text, card.unchecked.as_slice());
        let (rules, name) = (self.rules_of(card), Some(u64::from(name.0)));
        let (filled, card) = (*filled, Some(*card));
        self.outcome_of(&TextSubject { filled, name, card, unchecked, ..TextSubject::of(id, text, rules) })
    }

    fn keyword(&mut self, keyword: &KeywordDecl, text: &CodeText) {
        let rules: Vec<(&CodeText, &CodeText)> =
            rules_of_keyword(self.rules.symbols(), keyword).into_iter().map(|code| (code, code)).collect();
        // A rule that no card has from the keyword, since each that bears it has its own, is not read.
        let cards = &self.rules.package().cards;
        let bears = |card: &CardDecl| {
            card.keywords.iter().any(|own| own.value.split_whitespace().next() == Some(&keyword.id.text))
        };
        let is_read = |slot: &str| {
            cards.iter().any(|card| bears(card) && card.fields.iter().all(|(field, _)| field.text != slot))
        };
        if !keyword.slots.iter().all(|(slot, _)| is_read(&slot.text)) {
            return;
        }
        // Reactions and actions are read for each card that has them.
        let has_meaning =
            |(_, code): &(_, &CodeText)| self.meanings.meanings_within(code.span).next().is_some();
        if !cards.iter().any(bears) && !rules.iter().any(has_meaning) {
            return;
        }
        let (id, unchecked) = (&keyword.id.text, keyword.unchecked.as_slice());
        self.subject(&TextSubject { unchecked, ..TextSubject::of(id, text, rules) });
    }

    fn subject(&mut self, subject: &TextSubject) {
        let outcome = self.outcome_of(subject);
        self.comparison.join(outcome);
    }

    fn outcome_of(&self, subject: &TextSubject) -> ComparisonOutcome {
        if subject.rules.is_empty() {
            return ComparisonOutcome::default();
        }
        let content = self.content_of(subject);
        let (symbols, package) = (self.rules.symbols(), self.rules.package());
        let facts = CardFacts {
            symbols,
            subject,
            content: &content,
            states: &self.states,
            rules: || self.facts.get_or_init(|| RuleFacts::of(symbols, &self.places_of_rules())),
        };
        compare(symbols, package, subject, &content, &self.lexicon, self.english, &facts)
    }

    /// Returns the places of the cards' own rules, in order.
    fn places_of_rules(&self) -> Vec<Span> {
        let cards = self.rules.package().cards.iter();
        let mut places: Vec<Span> =
            cards.flat_map(|card| self.rules_of(card)).map(|(_, first)| first.span).collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    fn settled(self) -> Vec<Diagnostic> {
        let package = self.rules.package();
        grouping::fold_by_slot(
            self.rules.symbols(),
            package,
            self.comparison.settled(package, self.rules.symbols()),
        )
    }

    /// Returns the rules in a card's own declaration.
    fn rules_of<'c>(&self, card: &'c CardDecl) -> Vec<(&'c CodeText, &'c CodeText)>
    where
        'p: 'c,
    {
        let mut rules = Vec::new();
        for (field, node) in &card.fields {
            let Some(code) = node.as_text().filter(|code| !is_empty_rule(&code.value)) else { continue };
            if self.rules.symbols().slots.iter().any(|s| s.id == field.text && !s.unchecked) {
                rules.push((code, self.rules.first_occurrence(code)));
            }
        }
        let mut more = code_of_abilities(&card.reactions, &card.modifiers);
        more.extend(code_of_actions(&card.actions));
        rules.extend(more.into_iter().map(|code| (code, code)));
        rules
    }

    /// Collects the contents of a subject's rules.
    fn content_of(&self, subject: &TextSubject) -> RuleContent<'_> {
        let (package, symbols, meanings) = (self.rules.package(), self.rules.symbols(), &self.meanings);
        let mut content = RuleContent { on_cards: Arc::clone(&self.on_cards), ..RuleContent::default() };
        let mut calls: BTreeSet<FunctionId> = BTreeSet::new();
        let signs: Vec<(bool, Span)> = subject
            .rules
            .iter()
            .filter_map(|(here, first)| Some((meanings.sign_within(first.span)?, here.span)))
            .collect();
        content.sign = if let [one] = signs[..] { Some(one) } else { None };
        for (here, first) in &subject.rules {
            for (span, meaning) in meanings.meanings_within(first.span) {
                // The value of a keyword's parameter has no place in its code.
                if *span == first.span && subject.name.is_none() {
                    continue;
                }
                let place = map_span(*span, first, here);
                match meaning {
                    Meaning::Number(number) => {
                        let (ways, at) = (&number.ways, number.place);
                        content.scores.extend(ways.amount.then_some((ways, place)));
                        content.changes.extend(ways.change.map(|change| ChangedAmount {
                            ways,
                            span: place,
                            names: self.names_of(change),
                        }));
                        content.numbers.push((ways, place));
                        content.places.push(at.mapped(|span| map_span(span, first, here)));
                    }
                    Meaning::Value(e, v) if Some(*e) != symbols.direction => {
                        content.things.push((MentionedItem::Value(*e, *v), place));
                    }
                    Meaning::Name(n) => content.things.push((MentionedItem::Name(*n), place)),
                    Meaning::Area(cell) => content.things.push((MentionedItem::Area(*cell), place)),
                    Meaning::Call(f) => {
                        calls.insert(*f);
                    }
                    _ => {}
                }
                content.allow(meaning, true);
            }
        }
        self.note_states(subject, &calls, &mut content);
        let mut done: BTreeSet<FunctionId> = BTreeSet::new();
        while let Some(f) = calls.pop_first() {
            let f_index = f.index();
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
            for (_, meaning) in meanings.meanings_within(code.span) {
                content.allow(meaning, false);
                if let Meaning::Call(f) = meaning
                    && f_index < functions
                {
                    calls.insert(*f);
                }
            }
        }
        if let Some(n) = subject.name {
            content.may_things.push(MentionedItem::Name(n));
            self.printed_on(NameId::from_index(n.index()), &mut content);
        }
        content
    }

    /// Notes the states of players of which neither the rules nor anything that they call speaks.
    fn note_states<'s>(
        &'s self,
        subject: &TextSubject,
        calls: &BTreeSet<FunctionId>,
        content: &mut RuleContent<'s>,
    ) {
        if self.states.of_players.is_empty() {
            return;
        }
        let called = calls.iter().filter_map(|f| self.states.reached.get(f));
        content.states.extend(called.flatten());
        // "2 points for each Herb": what the game makes of the amount.
        for (slot, states) in &self.states.of_slots {
            let id = &self.rules.symbols().slots[*slot].id;
            if subject.card.is_some_and(|card| card.fields.iter().any(|(field, _)| *id == field.text)) {
                content.states.extend(states);
            }
        }
        // The verb to which a reaction is, and a state of the table such as a pot, may have the same words.
        let text = subject.text.value.to_lowercase();
        let symbols = self.rules.symbols();
        let is_other_sort = |f: &&FieldId| {
            symbols.fields[**f].owner != Owner::Player
                && self.states.names_of(**f).iter().any(|name| text.contains(name.as_str()))
        };
        if subject.card.is_some_and(|card| !card.reactions.is_empty())
            || content.states.iter().any(|f| is_other_sort(&f))
        {
            return;
        }
        let is_of_rules =
            |name: &String| content.states.iter().any(|f| self.states.names_of(*f).contains(name));
        let others = self.states.of_players.iter().filter(|f| !content.states.contains(f));
        let others = others.flat_map(|f| self.states.names_of(*f)).filter(|name| !is_of_rules(name));
        content.other_states = others.map(String::as_str).collect();
    }

    /// Returns the words for a changed state, in lowercase; none for the value of a modifier.
    fn names_of(&self, change: ChangedValue) -> &[String] {
        match change {
            ChangedValue::State(f) => self.states.names_of(f),
            ChangedValue::Modified(_) => &[],
        }
    }

    /// Allows the card's printed values in its text.
    fn printed_on(&self, name: NameId, content: &mut RuleContent) {
        let symbols = self.rules.symbols();
        let info = &symbols.names[name];
        if info.copies == 0 {
            return;
        }
        for (a, attribute) in
            symbols.attributes.iter().enumerate().filter(|(_, a)| symbols.prints(info.kind, a))
        {
            let words = usize::from(attribute.words);
            let first = info.first.index() * words;
            let Some(value) = symbols.printed[AttributeId::from_index(a)].get(first..first + words) else {
                continue;
            };
            add_printed_value(&symbols.attribute_types[AttributeId::from_index(a)], value, content);
        }
    }
}

/// Returns the enums whose values cards print.
fn on_cards(symbols: &SymbolTable) -> BTreeSet<EnumId> {
    let of_components = |a: &usize| symbols.attributes[AttributeId::from_index(*a)].owner == Owner::Component;
    let types = (0..symbols.attributes.len())
        .filter(of_components)
        .map(|a| &symbols.attribute_types[AttributeId::from_index(a)]);
    let enums = types.filter_map(|ty| match ty {
        Ty::Enum(e) => Some(*e),
        Ty::Set(of) | Ty::Optional(of) => match **of {
            Ty::Enum(e) => Some(e),
            _ => None,
        },
        _ => None,
    });
    enums.filter(|e| Some(*e) != symbols.direction).collect()
}

fn add_printed_value(ty: &Ty, value: &[u64], content: &mut RuleContent) {
    let Some(&word) = value.first() else { return };
    match ty {
        Ty::Int => {
            content.printed.push((word as i64).saturating_abs());
        }
        Ty::Enum(e) => {
            content.may_things.push(MentionedItem::Value(*e, word));
            content.printed_things.push(MentionedItem::Value(*e, word));
        }
        Ty::Name => {
            content.may_things.push(MentionedItem::Name(word));
        }
        Ty::Cell => {
            content.may_things.push(MentionedItem::Area(CellId::from_index(word.index())));
        }
        Ty::Optional(inner) if word != crate::ir::NONE => add_printed_value(inner, value, content),
        Ty::Set(inner) => {
            elements(value).for_each(|e| add_printed_value(inner, &[e], content));
        }
        _ => {}
    }
}

/// Returns functions, verbs and actions that have a text: it is checked only for numbers that are not in
/// their code.
fn texts_beside_code(package: &Package) -> Vec<(&str, &CodeText, &CodeText)> {
    let functions = package.functions.iter().map(|f| (&f.id, &f.text, &f.code));
    let verbs = package.verbs.iter().map(|v| (&v.id, &v.text, &v.code));
    let actions = package.actions.iter().map(|a| (&a.id, &a.text, &a.code));
    let all = functions.chain(verbs).chain(actions);
    all.filter_map(|(id, text, code)| Some((id.text.as_str(), text.as_ref()?, code))).collect()
}

fn code_of_abilities<'p>(reactions: &'p [ReactionDecl], modifiers: &'p [ModifierDecl]) -> Vec<&'p CodeText> {
    let reactions = reactions.iter().flat_map(|r| r.condition.iter().chain([&r.code]));
    let modifiers = modifiers.iter().flat_map(|m| m.condition.iter().chain(&m.add).chain(&m.set));
    reactions.chain(modifiers).collect()
}

fn code_of_actions(actions: &[ActionDecl]) -> impl Iterator<Item = &CodeText> {
    actions.iter().flat_map(|a| a.params.iter().map(|p| &p.ty).chain(&a.when).chain([&a.code]))
}

fn rules_of_keyword<'p>(symbols: &SymbolTable, keyword: &'p KeywordDecl) -> Vec<&'p CodeText> {
    let unchecked = |id: &str| symbols.slots.iter().any(|s| s.id == id && s.unchecked);
    let slots = keyword.slots.iter().filter(|(id, _)| !unchecked(&id.text)).map(|(_, code)| code);
    slots
        .chain(code_of_abilities(&keyword.reactions, &keyword.modifiers))
        .chain(code_of_actions(&keyword.actions))
        .collect()
}
