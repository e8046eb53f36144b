//! Components that a chooser cannot see: how options name them, and in which order they are offered.
//!
//! An option over such a component gives its place: in an ordered zone how far it lies from the top, in one without an order a
//! number that is drawn anew for each choice. (All cards of the game, or of a suit, are no such choice: everybody knows them.) So
//! neither a name nor the order of a list says which component it is. The numbers come from the generator's words without
//! advancing it: a state that is saved, or tried and taken back, gives the same.

use super::hints::{self, Told};
use super::machine::Machine;
use super::options::{Concealed, Options, Pick, PickKind};
use super::program::Table;
use super::state::State;
use super::{chance, knowledge, sets, zones};
use crate::ir::{Layout, SeenBy, ValueType};
use std::cmp::Ordering;

/// Where a component lies that its chooser cannot see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// Which of `Layout::zones`; [`Place::BOX`]: out of play.
    pub zone: u16,
    /// From 1: counted from the top where the zone keeps an order; else a number that says nothing.
    pub number: u32,
}

/// Marks a value of an option that is a place: no component, cell, player or int of a set is as great.
const MARK: u64 = 1 << 62;

impl Place {
    /// In place of a zone: out of play.
    pub const BOX: u16 = u16::MAX;

    /// The place that a value of an option is, if it is one.
    pub(super) fn of(value: u64) -> Option<Place> {
        (value >> 48 == MARK >> 48).then_some(Place { zone: (value >> 32) as u16, number: value as u32 })
    }

    fn value(self) -> u64 {
        MARK | u64::from(self.zone) << 32 | u64::from(self.number)
    }
}

/// For each of `Ir::choices` whether its options can name components that somebody does not see.
pub(super) fn concealing(table: &Table) -> Vec<bool> {
    let ir = table.ir;
    let hides = ir.zones.iter().any(|zone| zone.seen_by != SeenBy::All);
    let acts = |action: &u16| {
        let params = ir.actions.get(*action as usize).map_or(&[][..], |a| &a.params);
        params.iter().any(|(_, ty)| *ty == ValueType::Component)
    };
    let names = |choice: &crate::ir::ChoiceInfo| {
        choice.element == Some(ValueType::Component) || choice.actions.iter().any(acts)
    };
    ir.choices.iter().map(|choice| hides && names(choice)).collect()
}

impl Machine<'_> {
    /// Has the list at hand offered as its chooser knows it.
    #[inline]
    pub(super) fn conceal(&mut self, state: &State) {
        let choice = self.options.choice();
        if self.table.concealing.get(choice as usize) == Some(&true) && !self.table.secrets().offers_openly(choice) {
            let (concealed, told) = Concealing::of(self.table, state, &self.options);
            self.options.conceal(concealed, told);
        }
    }
}

/// A component of an option, by where it lies.
struct Numbered {
    kind: PickKind,
    component: u64,
    place: Place,
}

struct Concealing<'a, 't> {
    table: &'a Table<'t>,
    state: &'a State,
    options: &'a Options,
    /// The components that the chooser cannot see.
    unseen: Vec<u64>,
    /// Those of them that options name, by kind of option and component.
    numbered: Vec<Numbered>,
}

impl<'a, 't> Concealing<'a, 't> {
    /// All options in the order in which they are offered, and what the chooser was told of the places that they name; none where the
    /// chooser sees all that they name.
    fn of(table: &'a Table<'t>, state: &'a State, options: &'a Options) -> (Vec<Concealed>, Vec<(Place, Vec<Told>)>) {
        let mut unseen = vec![0; table.component_words()];
        table.add_hidden(state, options.chooser(), &mut unseen);
        let away = zones::boxed(table, &state.words, options.chooser());
        unseen.iter_mut().zip(away).for_each(|(all, word)| *all |= word);
        if table.known.is_some() {
            let known: Vec<u64> = sets::elements(&unseen)
                .filter(|component| knowledge::knows(table, &state.words, options.chooser(), *component))
                .collect();
            known.into_iter().for_each(|component| sets::remove(&mut unseen, component));
        }
        let mut concealing = Concealing { table, state, options, unseen, numbered: Vec::new() };
        if !concealing.any() {
            return (Vec::new(), Vec::new());
        }
        concealing.number();
        let mut list: Vec<Concealed> = options.truths().map(|truth| concealing.known(truth)).collect();
        // Kinds of options stay in their order; within a kind what is seen comes first, in the order of the box.
        let mut from = 0;
        while from < list.len() {
            let kind = list[from].known.kind;
            let count = list[from..].iter().take_while(|option| option.known.kind == kind).count();
            list[from..from + count].sort_by(|a, b| by_values(&a.known, &b.known));
            from += count;
        }
        let told = |n: &Numbered| (n.place, hints::told(table, &state.words, options.chooser(), n.component));
        let told = concealing.numbered.iter().map(told).filter(|(_, told)| !told.is_empty()).collect();
        (list, told)
    }

    /// Whether some option names what the chooser cannot see.
    fn any(&self) -> bool {
        self.options.groups().any(|(kind, fixed, set)| {
            fixed.iter().enumerate().any(|(i, value)| self.is_unseen(kind, i, *value))
                || self.is_component(kind, fixed.len()) && set.iter().zip(&self.unseen).any(|(a, b)| a & b != 0)
        })
    }

    /// Whether a value of options of a kind is a component.
    fn is_component(&self, kind: PickKind, place: usize) -> bool {
        let ir = self.table.ir;
        let ty = match kind {
            PickKind::Element => ir.choices.get(self.options.choice() as usize).and_then(|c| c.element.as_ref()),
            PickKind::Action(action) => {
                ir.actions.get(action as usize).and_then(|a| a.params.get(place)).map(|(_, ty)| ty)
            }
            PickKind::Arm(_) => None,
        };
        ty == Some(&ValueType::Component)
    }

    fn is_unseen(&self, kind: PickKind, place: usize, value: u64) -> bool {
        self.is_component(kind, place) && sets::has(&self.unseen, value)
    }

    /// Gives each unseen component that options of a kind name its number.
    fn number(&mut self) {
        let mut found: Vec<(PickKind, u64)> = Vec::new();
        for truth in self.options.truths() {
            let values = truth.values().iter().enumerate();
            found.extend(values.filter(|(i, v)| self.is_unseen(truth.kind, *i, **v)).map(|(_, v)| (truth.kind, *v)));
        }
        found.sort_unstable();
        found.dedup();
        let words = &self.state.words;
        for (kind, component) in found {
            let index = u16::try_from(zones::place(self.table, words, component)).unwrap_or(Place::BOX);
            // Out of play there is no order.
            let number = match self.table.zones.get(index as usize) {
                Some(zone) if zone.is_ordered() => {
                    let order = zones::in_order(self.table, words, zone);
                    order.iter().rev().position(|c| *c == component).map_or(0, |i| i as u32 + 1)
                }
                _ => 0,
            };
            self.numbered.push(Numbered { kind, component, place: Place { zone: index, number } });
        }
        let mut drawn = chance::beside(words, words[Layout::PLIES]);
        // Within a kind and a zone without an order each order of the components is equally likely.
        let heaps = |n: &Numbered| (n.place.number == 0).then_some((n.kind, n.place.zone));
        let mut groups: Vec<(PickKind, u16)> = self.numbered.iter().filter_map(heaps).collect();
        groups.sort_unstable();
        groups.dedup();
        for group in groups {
            let mut of: Vec<&mut Numbered> = self.numbered.iter_mut().filter(|n| heaps(n) == Some(group)).collect();
            for last in (1..of.len()).rev() {
                of.swap(last, chance::below(&mut drawn, last as u64 + 1) as usize);
            }
            of.into_iter().enumerate().for_each(|(i, n)| n.place.number = i as u32 + 1);
        }
    }

    fn known(&self, truth: Pick) -> Concealed {
        let mut known = truth;
        for (i, value) in known.values_mut().iter_mut().enumerate() {
            if self.is_unseen(truth.kind, i, *value) {
                let at = self.numbered.binary_search_by(|n| (n.kind, n.component).cmp(&(truth.kind, *value)));
                *value = at.ok().and_then(|at| self.numbered.get(at)).map_or(MARK, |n| n.place.value());
            }
        }
        Concealed { known, truth }
    }
}

/// The order of options of a kind: by their values from the first on; places come after all else, being greater.
fn by_values(a: &Pick, b: &Pick) -> Ordering {
    a.values().cmp(b.values())
}
