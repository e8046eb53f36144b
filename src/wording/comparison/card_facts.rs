//! The facts about one card: of its own rules, of what they call, and of what the game does because of it.

use super::facts::FactSet;
use super::joins::JoinedConditions;
use super::named_states::NamedStates;
use super::number_phrases::NumberPhrases;
use super::rule_facts::{OwnFact, RuleFacts};
use super::subject::{RuleContent, TextSubject, map_span};
use super::text_claims::ClaimKind;
use super::text_deeds::{DeedVerb, TextDeed};
use super::text_parser::TextContent;
use crate::check::hir::types::Ty;
use crate::check::is_empty_rule;
use crate::check::symbols::symbol_table::SymbolTable;
use crate::ir::{FieldId, FunctionId, NameId, SlotId, ToIndex, ZoneId};
use crate::model::CardDecl;
use crate::source::Span;

/// The facts about the rules of a subject themselves, with their places.
#[derive(Debug, Default)]
pub(super) struct OwnFacts {
    pub done: Vec<(Span, FactSet)>,
    /// The functions and verbs that they call.
    pub calls: Vec<(Span, FunctionId)>,
    /// The facts about these, with all that they call.
    pub called: FactSet,
    pub joined: Vec<JoinedConditions>,
    /// The state that each of their statements changes.
    pub changed: Vec<FieldId>,
}

impl OwnFacts {
    /// Returns the place of the first of some facts.
    pub fn place(&self, wanted: FactSet) -> Option<Span> {
        self.done.iter().find(|(_, facts)| facts.has_any(wanted)).map(|(at, _)| *at)
    }

    /// Returns whether the rules, without what they call, have one of some facts.
    pub fn has_any(&self, wanted: FactSet) -> bool {
        self.place(wanted).is_some()
    }
}

/// The facts about the subject of a text.
pub(super) struct CardFacts<'a, 'p, F> {
    pub symbols: &'a SymbolTable,
    pub subject: &'a TextSubject<'p>,
    pub content: &'a RuleContent<'a>,
    pub states: &'a NamedStates,
    /// Returns the facts about all rules, found when a text is first in need of them.
    pub rules: F,
}

impl<'a, 'p, F: Fn() -> &'a RuleFacts> CardFacts<'a, 'p, F> {
    /// Returns whether the rules may do what a verb in the text says.
    pub fn explain_deed(&self, deed: &TextDeed, said: &TextContent) -> bool {
        self.explained_deed(deed, said).unwrap_or(true)
    }

    /// `None` if that cannot be known: keywords, modifiers and values may have it done by rules elsewhere.
    fn explained_deed(&self, deed: &TextDeed, said: &TextContent) -> Option<bool> {
        let verb = deed.verb;
        let (card, name) = self.plain_card()?;
        // Most rules that do it call a verb of that name.
        if self.subject.rules.iter().any(|(code, _)| code.value.contains(verb.word())) {
            return Some(true);
        }
        let slots = self.slots(card, said)?;
        let facts = (self.rules)();
        let text = self.subject.text.value.to_lowercase();
        let wanted = verb.facts();
        let is_done = |(_, fact)| match fact {
            OwnFact::Done(done) => done.has_any(wanted),
            OwnFact::Called(f) => facts.reached(f).has_any(wanted.or(FactSet::CHANGES)),
            // A change that the text names is not what this verb is for.
            OwnFact::Changed(f) => {
                wanted.has_any(FactSet::CHANGES)
                    || !self.states.names_of(f).iter().any(|name| text.contains(name.as_str()))
            }
            OwnFact::Joined { .. } => false,
        };
        let mut own = self.subject.rules.iter().flat_map(|(_, first)| facts.own(first.span));
        // "Discard it": what becomes of a card may be a rule for all cards.
        let is_general = deed.is_of_card && facts.of_game().has_any(wanted);
        // A game that keeps a score changes its state for any card.
        let of_game = match verb {
            DeedVerb::Win | DeedVerb::Turn => FactSet::ENDS,
            _ => wanted,
        };
        Some(own.any(is_done) || is_general || self.of_card(name, slots).has_any(of_game))
    }

    /// Returns whether the rules may be such that a word of the text is right.
    pub fn explain_claim(&self, claim: ClaimKind, said: &TextContent) -> bool {
        self.explained_claim(claim, said).unwrap_or(true)
    }

    fn explained_claim(&self, claim: ClaimKind, said: &TextContent) -> Option<bool> {
        let (card, name) = self.plain_card()?;
        let zone = |zone: ZoneId| self.symbols.zones[zone].id.as_str();
        if self.subject.rules.iter().any(|(code, _)| claim.is_evident(&code.value, zone)) {
            return Some(true);
        }
        // An action is taken or not, and its parameters are chosen; a reaction may be to anybody's deed.
        if !card.actions.is_empty() || !card.reactions.is_empty() {
            return None;
        }
        let slots = self.slots(card, said)?;
        let is_player = |slot: &SlotId| self.symbols.slots[*slot].params.iter().any(|p| p.ty == Ty::Player);
        if claim == ClaimKind::Players && slots.iter().any(is_player) {
            return None;
        }
        // A slot with parameters may be asked for each of several.
        if claim == ClaimKind::Count && slots.iter().any(|slot| !self.symbols.slots[*slot].params.is_empty())
        {
            return None;
        }
        let facts = (self.rules)();
        let wanted = claim.facts();
        let is_so = |(_, fact)| match fact {
            OwnFact::Done(done) => done.has_any(wanted),
            OwnFact::Called(f) => facts.reached(f).has_any(wanted),
            OwnFact::Changed(_) | OwnFact::Joined { .. } => false,
        };
        let mut own = self.subject.rules.iter().flat_map(|(_, first)| facts.own(first.span));
        // "Choose a card to play" is the game's choice, but lets nobody decline what the card does.
        // Any game adds the values of its cards up, which makes no value one "for each".
        let of_game = match claim {
            ClaimKind::Option => FactSet::OPTION,
            // A deck that is shuffled once makes no choice from it random.
            ClaimKind::Chance => FactSet::CHANCE,
            ClaimKind::Count => FactSet::PRODUCT,
            _ => wanted,
        };
        // "From others": the set over which cards write a condition.
        let first = self.symbols.names[NameId::from_index(name.index())].first;
        let rule = |slot: &SlotId| *self.symbols.slots[*slot].rules.get(first.index())?;
        let mut whole = slots.iter().filter_map(rule).map(|f| facts.reached(f));
        let is_own = own.any(is_so) || whole.any(|facts| facts.has_any(wanted));
        let is_value = |slot: &SlotId| self.symbols.slots[*slot].result == Ty::Int;
        // Only its rule, and rules that read the slot, say what a value counts, and where.
        let is_of_value = matches!(claim, ClaimKind::Count | ClaimKind::Zone(_))
            && !slots.is_empty()
            && slots.iter().all(is_value);
        let elsewhere = match is_of_value {
            true => facts.of_card(name, |_| false, slots.into_iter(), false),
            false => self.of_card(name, slots),
        };
        Some(is_own || elsewhere.has_any(of_game))
    }

    /// Returns the facts about the rules themselves, with places in the subject.
    pub fn own(&self) -> OwnFacts {
        let facts = (self.rules)();
        let mut own = OwnFacts::default();
        for (here, first) in &self.subject.rules {
            let place = |span| map_span(span, first, here);
            for (span, fact) in facts.own(first.span) {
                match fact {
                    OwnFact::Done(done) => own.done.push((place(span), done)),
                    OwnFact::Called(f) => {
                        own.called = own.called.or(facts.reached(f));
                        own.calls.push((place(span), f));
                    }
                    OwnFact::Joined { is_or, split } => {
                        let split = place(Span { start: split, end: split, ..span }).start;
                        own.joined.push(JoinedConditions { span: place(span), is_or, split });
                    }
                    OwnFact::Changed(f) => own.changed.push(f),
                }
            }
        }
        own
    }

    /// Returns the facts about what the game may do because of the card with rules in these slots.
    fn of_card(&self, name: u64, slots: Vec<SlotId>) -> FactSet {
        let does = |slot: &SlotId| self.symbols.slots[*slot].result == Ty::Unit;
        let only_does = !slots.is_empty() && slots.iter().all(does);
        let kind = self.symbols.names.get(name.index()).map(|name| name.kind);
        let is_of = |of| kind.is_some_and(|kind| self.symbols.is_below(kind, of));
        (self.rules)().of_card(name, is_of, slots.into_iter(), only_does)
    }

    /// Returns the card and its name, if no keyword or modifier can bring it rules from elsewhere.
    fn plain_card(&self) -> Option<(&'a CardDecl, u64)>
    where
        'p: 'a,
    {
        let (card, name) = (self.subject.card?, self.subject.name?);
        (card.keywords.is_empty() && card.modifiers.is_empty()).then_some((card, name))
    }

    /// Returns the slots in which the card has rules; `None` if a value of one may mean anything.
    fn slots(&self, card: &CardDecl, said: &TextContent) -> Option<Vec<SlotId>> {
        let mut slots: Vec<SlotId> = Vec::new();
        for (field, node) in &card.fields {
            let Some(code) = node.as_text().filter(|code| !is_empty_rule(&code.value)) else { continue };
            // "+5 with a Herb": the number is what such a slot is for.
            let is_said = |(ways, span): &(&NumberPhrases, Span)| {
                code.span.encloses(*span)
                    && ways.written > 1
                    && said.numbers.iter().any(|n| n.value == ways.written)
            };
            for (id, slot) in self.symbols.slots.iter_ids().filter(|(_, slot)| slot.id == field.text) {
                let is_known = match slot.result {
                    Ty::Unit => true,
                    Ty::Int => self.content.scores.iter().any(is_said),
                    _ => false,
                };
                if slot.unchecked || !is_known {
                    return None;
                }
                slots.push(id);
            }
        }
        Some(slots)
    }
}
