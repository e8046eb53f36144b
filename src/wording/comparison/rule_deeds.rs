//! The deeds of the rules of a game: what each rule does itself, and what the game does because of a card.

use super::text_deeds::DeedSet;
use crate::check::hir::parts::{for_each_part, statement_parts};
use crate::check::hir::tree::{HEffect, HExpr, HKind, HStmt};
use crate::check::hir::types::Ty;
use crate::check::symbols::symbol_table::SymbolTable;
use crate::ir::{FieldId, FunctionId, Owner, SlotId, ToIndex, cyclic_groups, elements};
use crate::source::Span;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// One deed of a card's own rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum OwnDeed {
    /// A deed that changes no state.
    Done(DeedSet),
    /// A change of a state.
    Changed(FieldId),
    /// A call of a function or verb.
    Called(FunctionId),
}

/// The deeds of the rules of a game.
pub(super) struct RuleDeeds {
    /// The deeds of the cards' own rules, in the order of their places.
    own: Vec<(Span, OwnDeed)>,
    /// The deeds of each function, with all that it calls.
    reached: Vec<DeedSet>,
    /// The deeds of all rules but the cards' own.
    of_game: DeedSet,
    /// The deeds of functions that read what cards print, or of which kind they are.
    of_printed: DeedSet,
    /// The deeds of functions that use the rules in a slot.
    of_slots: FxHashMap<SlotId, DeedSet>,
    /// The deeds of functions that name a card.
    of_names: FxHashMap<u64, DeedSet>,
}

/// The deeds of one function, and what it reads of cards.
#[derive(Default)]
struct FunctionDeeds {
    deeds: DeedSet,
    calls: Vec<FunctionId>,
    reads_printed: bool,
    slots: BTreeSet<SlotId>,
    names: BTreeSet<u64>,
}

impl RuleDeeds {
    /// Finds the deeds of all functions. `cards`: the places of the cards' own rules, in order.
    pub fn of(symbols: &SymbolTable, cards: &[Span]) -> RuleDeeds {
        let mut own = Vec::new();
        let mut functions: Vec<FunctionDeeds> = Vec::with_capacity(symbols.functions.len());
        for function in &symbols.functions {
            let mut walk = FunctionWalk { symbols, cards, own: &mut own, found: FunctionDeeds::default() };
            function.body.iter().for_each(|body| walk.block(&body.body));
            functions.push(walk.found);
        }
        own.sort_unstable();
        own.dedup();
        let calls: Vec<Vec<FunctionId>> = functions.iter().map(|f| f.calls.clone()).collect();
        let mut reached: Vec<DeedSet> = functions.iter().map(|f| f.deeds).collect();
        // A function that reads a card for another, which acts on it.
        let is_pure = |f: usize| !symbols.functions[FunctionId::from_index(f)].effects;
        let mut reads: Vec<bool> = functions.iter().map(|f| f.reads_printed).collect();
        for group in cyclic_groups(&calls) {
            let callees = || group.iter().flat_map(|f| &calls[f.index()]).map(|callee| callee.index());
            let callees = || callees().filter(|callee| *callee < functions.len());
            let known = group.iter().map(|f| f.index()).chain(callees());
            let deeds = known.fold(DeedSet::default(), |deeds, f| deeds.or(reached[f]));
            let looks =
                |f: usize| reads[f] || !functions[f].slots.is_empty() || !functions[f].names.is_empty();
            let reads_card = callees().any(|callee| is_pure(callee) && looks(callee));
            for f in &group {
                reached[f.index()] = deeds;
                reads[f.index()] |= reads_card;
            }
        }
        let mut found = RuleDeeds {
            own,
            reached,
            of_game: functions.iter().fold(DeedSet::default(), |deeds, f| deeds.or(f.deeds)),
            of_printed: DeedSet::default(),
            of_slots: FxHashMap::default(),
            of_names: FxHashMap::default(),
        };
        for (f, function) in functions.iter().enumerate() {
            let deeds = found.reached[f];
            if reads[f] {
                found.of_printed = found.of_printed.or(deeds);
            }
            for slot in &function.slots {
                let of = found.of_slots.entry(*slot).or_default();
                *of = of.or(deeds);
            }
            for name in &function.names {
                let of = found.of_names.entry(*name).or_default();
                *of = of.or(deeds);
            }
        }
        found
    }

    /// Returns the deeds of a card's own rule, without those of what it calls.
    pub fn own(&self, rule: Span) -> impl Iterator<Item = OwnDeed> + '_ {
        let first = self.own.partition_point(|(span, _)| (span.file, span.start) < (rule.file, rule.start));
        let inside = move |(span, _): &&(Span, OwnDeed)| span.file == rule.file && span.start < rule.end;
        self.own[first..].iter().take_while(inside).map(|(_, deed)| *deed)
    }

    /// Returns the deeds of all rules but the cards' own.
    pub fn of_game(&self) -> DeedSet {
        self.of_game
    }

    /// Returns the deeds of a function, with all that it calls.
    pub fn reached(&self, f: FunctionId) -> DeedSet {
        self.reached.get(f.index()).copied().unwrap_or_default()
    }

    /// Returns the deeds that the game may do because of a card with this name and rules in these slots.
    pub fn of_card(&self, name: u64, slots: impl Iterator<Item = SlotId>) -> DeedSet {
        let of_name = self.of_names.get(&name).copied().unwrap_or_default();
        let of_slots = slots.filter_map(|slot| self.of_slots.get(&slot));
        of_slots.fold(self.of_printed.or(of_name), |deeds, of| deeds.or(*of))
    }
}

/// Collects the deeds of one function.
struct FunctionWalk<'s, 'o> {
    symbols: &'s SymbolTable,
    cards: &'s [Span],
    own: &'o mut Vec<(Span, OwnDeed)>,
    found: FunctionDeeds,
}

impl FunctionWalk<'_, '_> {
    /// Returns whether a place is in a card's own rule: those of reactions are compiled into verbs.
    fn is_of_card(&self, at: Span) -> bool {
        let after = self.cards.partition_point(|card| (card.file, card.start) <= (at.file, at.start));
        let card = after.checked_sub(1).map(|before| self.cards[before]);
        card.is_some_and(|card| card.file == at.file && at.end <= card.end)
    }

    fn note(&mut self, at: Span, deeds: DeedSet) {
        match self.is_of_card(at) {
            true => self.own.push((at, OwnDeed::Done(deeds))),
            false => self.found.deeds = self.found.deeds.or(deeds),
        }
    }

    fn block(&mut self, body: &[HStmt]) {
        for s in body {
            match s {
                HStmt::Effect(effect, at) => match effect {
                    HEffect::Shuffle(_) => self.note(*at, DeedSet::SHUFFLES),
                    HEffect::Move(..)
                    | HEffect::MoveAll(..)
                    | HEffect::Box(_)
                    | HEffect::Deal(..)
                    | HEffect::Swap(..) => self.note(*at, DeedSet::MOVES),
                    _ => {}
                },
                HStmt::Put(f, _, value) | HStmt::PutTable(f, value) => match self.is_of_card(value.span) {
                    true => self.own.push((value.span, OwnDeed::Changed(*f))),
                    false => self.found.deeds = self.found.deeds.or(DeedSet::CHANGES),
                },
                _ => {}
            }
            let (exprs, blocks) = statement_parts(s);
            exprs.into_iter().for_each(|e| self.expr(e));
            blocks.into_iter().for_each(|block| self.block(block));
        }
    }

    /// Notes the cards of a set that is known at compile time.
    fn constant_set(&mut self, words: &[u64]) {
        let symbols = self.symbols;
        let count: usize = words.iter().map(|word| word.count_ones() as usize).sum();
        // The set of all components tells nothing of any of them.
        if count == symbols.components.len() {
            return;
        }
        let is_kind = symbols.kinds.iter().any(|kind| {
            let of_kind = || symbols.span_set(kind.first, kind.count);
            kind.count.index() == count && of_kind() == words
        });
        if is_kind {
            self.found.reads_printed = true;
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
        let symbols = self.symbols;
        match &e.kind {
            HKind::Roll(..) | HKind::RollDie(..) | HKind::Random(_) => self.note(e.span, DeedSet::CHANCE),
            HKind::Call(f, _) => match self.is_of_card(e.span) {
                true => self.own.push((e.span, OwnDeed::Called(*f))),
                false => self.found.calls.push(*f),
            },
            // A card's own rule may read other cards without the game doing anything because of them.
            _ if self.is_of_card(e.span) => {}
            HKind::Attribute(a, _) => {
                self.found.reads_printed |= symbols.attributes[*a].owner == Owner::Component;
            }
            HKind::Field(f, _) => {
                let field = &symbols.fields[*f];
                self.found.reads_printed |= field.owner == Owner::Component && field.printed.is_some();
            }
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
        for_each_part(e, |part| self.expr(part));
    }
}
