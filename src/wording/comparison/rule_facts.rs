//! The facts about the rules of a game: of each rule itself, and of what the game does because of a card.

use super::facts::FactSet;
use super::facts_of_code::{
    ends_early, facts_of_cards, facts_of_expression, facts_of_statement, is_variable, tested_set,
};
use crate::check::hir::parts::{for_each_part, statement_parts};
use crate::check::hir::tree::{Aggregate, HEffect, HExpr, HKind, HStmt, SetOp};
use crate::check::hir::types::Ty;
use crate::check::symbols::symbol_table::SymbolTable;
use crate::ir::code::FailureCode;
use crate::ir::{FieldId, FunctionId, FunctionName, KindId, Owner, SlotId, ToIndex, cyclic_groups, elements};
use crate::source::{FileId, Span};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// One fact about a card's own rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum OwnFact {
    /// Facts other than a change of state.
    Done(FactSet),
    /// A change of a state.
    Changed(FieldId),
    /// A call of a function or verb.
    Called(FunctionId),
    /// Two conditions joined by `or`, else by `and`; with the start of the second.
    Joined { is_or: bool, split: u32 },
}

/// The facts about the rules of a game.
pub(super) struct RuleFacts {
    /// The facts about the cards' own rules, in the order of their places.
    own: Vec<(Span, OwnFact)>,
    /// The facts about each function, with all that it calls.
    reached: Vec<FactSet>,
    /// The facts about all rules but the cards' own.
    of_game: FactSet,
    /// The facts about functions that read what cards of a kind print, or whether they are of it.
    of_kinds: BTreeMap<KindId, KindFacts>,
    /// The facts about functions that use the rules in a slot.
    of_slots: FxHashMap<SlotId, FactSet>,
    /// The facts about functions that name a card.
    of_names: FxHashMap<u64, FactSet>,
}

/// The facts about functions that read cards of a kind.
#[derive(Clone, Copy, Default)]
struct KindFacts {
    all: FactSet,
    /// Those of functions that do something, and not only return a value.
    deeds: FactSet,
}

/// The facts about one function, and what it reads of cards.
#[derive(Default)]
struct FunctionFacts {
    facts: FactSet,
    calls: Vec<FunctionId>,
    /// The kinds of which it reads what their cards print.
    kinds: BTreeSet<KindId>,
    slots: BTreeSet<SlotId>,
    names: BTreeSet<u64>,
}

impl RuleFacts {
    /// Finds the facts about all functions. `cards`: the places of the cards' own rules, in order.
    pub fn of(symbols: &SymbolTable, cards: &[Span]) -> RuleFacts {
        let mut own = Vec::new();
        let mut functions: Vec<FunctionFacts> = Vec::with_capacity(symbols.functions.len());
        for function in &symbols.functions {
            let last = Span::new(FileId(u32::MAX), 0, 0);
            let mut walk = FunctionWalk {
                symbols,
                cards,
                own: &mut own,
                last,
                changed: None,
                is_compared: false,
                found: FunctionFacts::default(),
            };
            function.body.iter().for_each(|body| walk.block(&body.body));
            functions.push(walk.found);
        }
        own.sort_unstable();
        own.dedup();
        let calls: Vec<Vec<FunctionId>> = functions.iter().map(|f| f.calls.clone()).collect();
        let mut reached: Vec<FactSet> = functions.iter().map(|f| f.facts).collect();
        // A function that reads a card for another, which acts on it.
        let is_pure = |f: usize| !symbols.functions[FunctionId::from_index(f)].effects;
        let mut reads: Vec<BTreeSet<KindId>> = functions.iter().map(|f| f.kinds.clone()).collect();
        for group in cyclic_groups(&calls) {
            let callees = || group.iter().flat_map(|f| &calls[f.index()]).map(|callee| callee.index());
            let callees = || callees().filter(|callee| *callee < functions.len());
            let known = group.iter().map(|f| f.index()).chain(callees());
            let facts = known.fold(FactSet::default(), |facts, f| facts.or(reached[f]));
            let mut read: BTreeSet<KindId> = BTreeSet::new();
            for callee in callees().filter(|callee| is_pure(*callee)) {
                let function = &functions[callee];
                let of_names = function
                    .names
                    .iter()
                    .filter_map(|name| symbols.names.get(*name as usize))
                    .map(|name| name.kind);
                let of_slots = function.slots.iter().map(|slot| symbols.slots[*slot].kind);
                read.extend(reads[callee].iter().copied().chain(of_names).chain(of_slots));
            }
            for f in &group {
                reached[f.index()] = facts;
                reads[f.index()].extend(&read);
            }
        }
        let mut found = RuleFacts {
            own,
            reached,
            of_game: functions.iter().fold(FactSet::default(), |facts, f| facts.or(f.facts)),
            of_kinds: BTreeMap::new(),
            of_slots: FxHashMap::default(),
            of_names: FxHashMap::default(),
        };
        // The first zones of components depend on what they are, but nothing is done because of one.
        let layout = symbols.functions.id_where(|f| f.span.is_none() && f.id == FunctionName::layout());
        if let Some(layout) = layout {
            reads[layout.index()].clear();
        }
        for (f, function) in functions.iter().enumerate() {
            let facts = found.reached[f];
            for kind in &reads[f] {
                let of = found.of_kinds.entry(*kind).or_default();
                of.all = of.all.or(facts);
                if !is_pure(f) {
                    of.deeds = of.deeds.or(facts);
                }
            }
            for slot in &function.slots {
                let of = found.of_slots.entry(*slot).or_default();
                *of = of.or(facts);
            }
            for name in &function.names {
                let of = found.of_names.entry(*name).or_default();
                *of = of.or(facts);
            }
        }
        found
    }

    /// Returns the facts about a card's own rule, without those of what it calls, each with its place.
    pub fn own(&self, rule: Span) -> impl Iterator<Item = (Span, OwnFact)> + '_ {
        let first = self.own.partition_point(|(span, _)| (span.file, span.start) < (rule.file, rule.start));
        let inside = move |(span, _): &&(Span, OwnFact)| span.file == rule.file && span.start < rule.end;
        self.own[first..].iter().take_while(inside).copied()
    }

    /// Returns the facts about all rules but the cards' own.
    pub fn of_game(&self) -> FactSet {
        self.of_game
    }

    /// Returns the facts about a function, with all that it calls.
    pub fn reached(&self, f: FunctionId) -> FactSet {
        self.reached.get(f.index()).copied().unwrap_or_default()
    }

    /// Returns the facts about what the game may do because of a card with this name and rules in these
    /// slots; `is_of` returns whether it is of a kind. Functions that only return a value, such as scores,
    /// change nothing of a card that `only_does` something.
    pub fn of_card(
        &self,
        name: u64,
        is_of: impl Fn(KindId) -> bool,
        slots: impl Iterator<Item = SlotId>,
        only_does: bool,
    ) -> FactSet {
        let of_kinds = self.of_kinds.iter().filter(|(kind, _)| is_of(**kind));
        let of_kinds = of_kinds.map(|(_, facts)| if only_does { facts.deeds } else { facts.all });
        let of_name = self.of_names.get(&name).copied();
        let of_slots = slots.filter_map(|slot| self.of_slots.get(&slot).copied());
        of_kinds.chain(of_name).chain(of_slots).fold(FactSet::default(), FactSet::or)
    }
}

/// Collects the facts about one function.
struct FunctionWalk<'s, 'o> {
    symbols: &'s SymbolTable,
    cards: &'s [Span],
    own: &'o mut Vec<(Span, OwnFact)>,
    /// The card's rule that was found last: most places are in the same one.
    last: Span,
    /// The state that the current statement sets.
    changed: Option<FieldId>,
    /// True within a comparison.
    is_compared: bool,
    found: FunctionFacts,
}

impl FunctionWalk<'_, '_> {
    /// Returns whether a place is in a card's own rule: those of reactions are compiled into verbs.
    fn is_of_card(&mut self, at: Span) -> bool {
        if self.last.encloses(at) {
            return true;
        }
        let after = self.cards.partition_point(|card| (card.file, card.start) <= (at.file, at.start));
        let card = after.checked_sub(1).map(|before| self.cards[before]);
        let Some(card) = card.filter(|card| card.file == at.file && at.end <= card.end) else { return false };
        self.last = card;
        true
    }

    fn note(&mut self, at: Span, facts: FactSet) {
        if facts.is_empty() {
            return;
        }
        match self.is_of_card(at) {
            true => self.own.push((at, OwnFact::Done(facts))),
            false => self.found.facts = self.found.facts.or(facts),
        }
    }

    fn block(&mut self, body: &[HStmt]) {
        for s in body {
            if let Some((at, facts)) = facts_of_statement(s) {
                self.note(at, facts);
            }
            if let HStmt::If(e, then, other) = s
                && (is_for_all_others(other) || ends_early(then))
                && !self.is_of_card(e.span)
            {
                self.others_of_kinds(e);
            }
            match s {
                HStmt::Effect(effect, at) => match effect {
                    HEffect::Shuffle(_) => self.note(*at, FactSet::SHUFFLES),
                    HEffect::Move(..)
                    | HEffect::MoveAll(..)
                    | HEffect::Box(_)
                    | HEffect::Deal(..)
                    | HEffect::Swap(..) => self.note(*at, FactSet::MOVES),
                    HEffect::Win(who, _) | HEffect::Lose(who, _) => {
                        let is_won = matches!(effect, HEffect::Win(..));
                        let of_you = if is_won { FactSet::YOU_WIN } else { FactSet::YOU_LOSE };
                        let facts = if is_variable(who) { of_you } else { FactSet::default() };
                        self.note(*at, FactSet::ENDS.or(facts));
                    }
                    HEffect::Out(_) | HEffect::End(..) => self.note(*at, FactSet::ENDS),
                    _ => {}
                },
                HStmt::Put(f, _, value) | HStmt::PutTable(f, value) => match self.is_of_card(value.span) {
                    true => self.own.push((value.span, OwnFact::Changed(*f))),
                    false => self.found.facts = self.found.facts.or(FactSet::CHANGES),
                },
                _ => {}
            }
            let (exprs, blocks) = statement_parts(s);
            self.changed = match s {
                HStmt::Put(f, ..) | HStmt::PutTable(f, _) => Some(*f),
                _ => None,
            };
            exprs.into_iter().for_each(|e| self.expr(e));
            self.changed = None;
            blocks.into_iter().for_each(|block| self.block(block));
        }
    }

    /// Returns the kind whose components are a set that is known at compile time.
    fn kind_of_set(&self, words: &[u64]) -> Option<KindId> {
        let symbols = self.symbols;
        let count: usize = words.iter().map(|word| word.count_ones() as usize).sum();
        symbols.kinds.id_where(|kind| {
            let of_kind = || symbols.span_set(kind.first, kind.count);
            kind.count.index() == count && of_kind() == words
        })
    }

    /// Notes that an expression is about the components that are not of a kind in it, too.
    fn others_of_kinds(&mut self, e: &HExpr) {
        if let HKind::ConstSet(words) = &e.kind
            && let Some(kind) = self.kind_of_set(words)
        {
            self.found.kinds.extend(self.symbols.kinds[kind].base);
        }
        for_each_part(e, |part| self.others_of_kinds(part));
    }

    /// Notes the cards of a set that is known at compile time.
    fn constant_set(&mut self, words: &[u64]) {
        let symbols = self.symbols;
        let count: usize = words.iter().map(|word| word.count_ones() as usize).sum();
        // The set of all components tells nothing of any of them.
        if count == symbols.components.len() {
            return;
        }
        if let Some(kind) = self.kind_of_set(words) {
            self.found.kinds.insert(kind);
            return;
        }
        // The bearers of a reaction are named by it, and no other card is.
        let members = elements(words).filter_map(|c| symbols.components.get(c.index()));
        self.found.names.extend(members.map(|component| u64::from(component.name)));
    }

    fn expr(&mut self, e: &HExpr) {
        let is_component = |ty: &Ty| match ty {
            Ty::Set(of) | Ty::Optional(of) => matches!(**of, Ty::Component(_)),
            ty => matches!(ty, Ty::Component(_)),
        };
        // The holder who is `you` in a card's rule
        if matches!(e.kind, HKind::Open(_, FailureCode::NobodyHolds)) {
            return;
        }
        let symbols = self.symbols;
        // A state to which something is added is no number that another is counted by.
        let is_changed =
            matches!(e.kind, HKind::Field(f, _) | HKind::TableField(f) if self.changed == Some(f));
        if !is_changed {
            self.note(e.span, facts_of_expression(e));
        }
        if self.is_of_card(e.span) {
            self.note(e.span, facts_of_cards(symbols, e, self.is_compared));
        }
        match &e.kind {
            HKind::Roll(..) | HKind::RollDie(..) => self.note(e.span, FactSet::CHANCE),
            HKind::Random(_) => self.note(e.span, FactSet::CHANCE.or(FactSet::RANDOM)),
            HKind::Call(f, args) => match self.is_of_card(e.span) {
                true => {
                    self.own.push((e.span, OwnFact::Called(*f)));
                    if let Some(of) = tested_set(symbols, *f).and_then(|param| args.get(param)) {
                        self.any_of(e.span, of);
                    }
                }
                false => self.found.calls.push(*f),
            },
            HKind::And(_, b) | HKind::Or(_, b) if self.is_of_card(e.span) => {
                let (is_or, split) = (matches!(e.kind, HKind::Or(..)), b.span.start);
                self.own.push((e.span, OwnFact::Joined { is_or, split }));
            }
            HKind::Aggregate { op: Aggregate::Any, set, .. } if self.is_of_card(e.span) => {
                if let HKind::Filter { cond, .. } = &set.kind
                    && let HKind::In(_, of) = &cond.kind
                {
                    self.any_of(e.span, of);
                }
            }
            // A card's own rule may read other cards without the game doing anything because of them.
            _ if self.is_of_card(e.span) => {}
            HKind::Attribute(a, _) => {
                let attribute = &symbols.attributes[*a];
                // Only cards with a keyword have what it is given.
                let is_printed = attribute.owner == Owner::Component && attribute.id.is_declared();
                self.found.kinds.extend(is_printed.then_some(attribute.kind));
            }
            HKind::Field(f, _) => {
                let field = &symbols.fields[*f];
                let is_printed = field.owner == Owner::Component && field.printed.is_some();
                self.found.kinds.extend(is_printed.then_some(field.kind));
            }
            HKind::Not(_) | HKind::SetOp(SetOp::Without, ..) | HKind::If(..) => self.others_of_kinds(e),
            HKind::ConstSet(words) if is_component(&e.ty) => self.constant_set(words),
            HKind::Slot { slot, .. } | HKind::Bearers(slot) => {
                self.found.slots.insert(*slot);
            }
            HKind::Value(v) if e.ty == Ty::Name => {
                self.found.names.insert(*v);
            }
            HKind::Value(v) if is_component(&e.ty) => {
                if let Some(c) = symbols.components.get(v.index()) {
                    self.found.names.insert(u64::from(c.name));
                }
            }
            _ => {}
        }
        let is_compared = self.is_compared;
        self.is_compared |= matches!(e.kind, HKind::Compare(..));
        for_each_part(e, |part| self.expr(part));
        self.is_compared = is_compared;
    }
}

impl FunctionWalk<'_, '_> {
    /// Notes that a card's own rule asks for any one of several elements.
    fn any_of(&mut self, at: Span, set: &HExpr) {
        if let HKind::SetOf(elements) = &set.kind
            && let [_, second, ..] = elements.as_slice()
        {
            self.own.push((at, OwnFact::Joined { is_or: true, split: second.span.start }));
        }
    }
}

/// Returns whether statements behind `else` are for all that the conditions before them are not true of:
/// another `if` without such an `else` is not.
fn is_for_all_others(other: &[HStmt]) -> bool {
    match other {
        [] => false,
        [HStmt::If(_, _, other) | HStmt::IfLet(_, _, _, other)] => is_for_all_others(other),
        _ => true,
    }
}
