//! Components that a chooser cannot see: their names in options, and the order in which they are offered.
//!
//! An option with such a component gives its place: in an ordered zone its position from the top, in an
//! unordered zone a number that is drawn at random for each choice. (Choices among all cards of the game, or
//! of a suit, are exempt: their elements are public.) So neither a name nor the order of a list reveals the
//! component. The numbers are derived from the random generator without advancing it: a state that is saved,
//! or tried and undone, gives the same numbers.

use super::choice_data::RevealingParts;
use super::component_hint::ComponentHint;
use super::component_place::{ComponentPlace, MARK};
use super::hints;
use super::options::{ConcealedOption, Pick, PickKind, TableOptions};
use super::program::Table;
use super::seen_choices::seen_choices;
use super::state::State;
use super::{chance, knowledge, sets, zones};
use crate::ir::{
    ActionId, ChoiceId, ChoiceInfo, ComponentId, HoleInfo, Layout, ToIndex, ValueType, ZonePlaceId,
    ZoneViewers,
};
use crate::table::copy_groups::names_components;
use std::cmp::Ordering;
use std::collections::HashMap;

/// Returns the revealing parts of each choice of `Ir::choices`.
pub(super) fn revealing_parts(table: &Table) -> Vec<RevealingParts> {
    let ir = table.ir;
    let hides = ir.zones.iter().any(|zone| zone.seen_by != ZoneViewers::All);
    let seen = if hides { seen_choices(table) } else { Vec::new() };
    let shows = |(id, choice): (usize, &ChoiceInfo)| RevealingParts {
        components: hides && names_components(ir, choice) && seen.get(id) != Some(&true),
        holes: !choice.holes.is_empty(),
    };
    ir.choices.iter().enumerate().map(shows).collect()
}

impl Table<'_> {
    /// Returns the values of the holes in the texts of the choice point at which a state waits, in as many
    /// words as their types have.
    pub(crate) fn holes<'s>(&'s self, state: &'s State, choice: ChoiceId) -> impl Iterator<Item = &'s [u64]> {
        let holes = self.ir.choice(choice).map_or(&[][..], |c| &c.holes).iter();
        let value =
            |hole: &HoleInfo| self.registers(state, hole.register, self.ir.value_words(&hole.ty) as u16);
        holes.map_while(value)
    }

    /// Returns the components that the texts of the choice point name at which a state waits, each with the
    /// index of its hole.
    pub(crate) fn named_in_texts(
        &self,
        state: &State,
        choice: ChoiceId,
    ) -> impl Iterator<Item = (usize, ComponentId)> {
        let holes = self.ir.choice(choice).map_or(&[][..], |c| &c.holes).iter().enumerate();
        holes.filter_map(|(number, hole)| {
            let words = self.ir.value_words(&hole.ty) as u16;
            Some((number, self.named_by(&hole.ty, self.registers(state, hole.register, words)?)?))
        })
    }

    /// Returns the component that a value reveals: itself, or the owner of a zone.
    pub(crate) fn named_by(&self, ty: &ValueType, value: &[u64]) -> Option<ComponentId> {
        let word = *value.first()?;
        let component = match ty {
            ValueType::Component => u32::try_from(word).ok(),
            ValueType::Optional(of) => return self.named_by(of, value),
            ValueType::Zone => {
                (u16::try_from(word).ok().and_then(|zone| self.bearer(ZonePlaceId(zone)))).map(|id| id.0)
            }
            _ => None,
        };
        (component.filter(|c| c.index() < self.ir.components.len())).map(ComponentId)
    }
}

/// An unseen component of an option, with its place.
struct UnseenComponent {
    kind: PickKind,
    component: u64,
    place: ComponentPlace,
}

pub(super) struct OptionConcealer<'a, 't> {
    table: &'a Table<'t>,
    state: &'a State,
    options: &'a TableOptions,
    /// The components that the chooser cannot see.
    unseen: Vec<u64>,
    /// The ones that options name, sorted by kind of option and component.
    numbered: Vec<UnseenComponent>,
}

impl<'a, 't> OptionConcealer<'a, 't> {
    /// Returns all options in the order in which they are offered, and the hints about the places that they
    /// name.
    pub(super) fn of(
        table: &'a Table<'t>,
        state: &'a State,
        options: &'a TableOptions,
    ) -> (Vec<ConcealedOption>, Vec<(ComponentPlace, Vec<ComponentHint>)>) {
        let mut unseen = vec![0; table.component_words()];
        table.add_hidden(state, options.chooser(), &mut unseen);
        knowledge::take_known(table, &state.words, options.chooser(), &mut unseen);
        let away = zones::boxed(table, &state.words, options.chooser());
        unseen.iter_mut().zip(away).for_each(|(all, word)| *all |= word);
        let mut concealing = OptionConcealer { table, state, options, unseen, numbered: Vec::new() };
        concealing.number();
        let mut list: Vec<ConcealedOption> =
            options.truths().map(|truth| concealing.conceal_pick(truth)).collect();
        // The order of kinds is kept. Within a kind, seen components come first, in the order of the box.
        let mut from = 0;
        while from < list.len() {
            let group = concealing.group(list[from].known.kind);
            let count =
                list[from..].iter().take_while(|option| concealing.group(option.known.kind) == group).count();
            let together = &mut list[from..from + count];
            if group.1.is_some() {
                let met = BearerOrder::of(together);
                together.sort_by_cached_key(|option| met.key(&option.known));
            } else {
                together.sort_by(|a, b| by_values(&a.known, &b.known));
            }
            from += count;
        }
        let told = |n: &UnseenComponent| {
            (n.place, hints::hints_about(table, &state.words, options.chooser(), n.component))
        };
        let told = concealing.numbered.iter().map(told).filter(|(_, told)| !told.is_empty()).collect();
        (list, told)
    }

    fn is_unseen(&self, kind: PickKind, place: usize, value: u64) -> bool {
        self.table.is_component(self.options.choice(), kind, place) && sets::has(&self.unseen, value)
    }

    /// Returns the kind of option as it appears to a player who does not see the bearer: that of the first
    /// action that looks the same.
    fn look(&self, kind: PickKind) -> PickKind {
        match kind {
            PickKind::Action(action) => PickKind::Action(self.table.secrets().look_of(action)),
            _ => kind,
        }
    }

    /// Returns the group of options that are sorted together: a kind of option, or all actions of components
    /// with an id.
    fn group(&self, kind: PickKind) -> (PickKind, Option<&'t str>) {
        let ir: &'t crate::ir::Ir = self.table.ir;
        let borne = |action: ActionId| ir.action(action).filter(|info| info.of.is_some());
        match kind {
            PickKind::Action(action) => match borne(action) {
                Some(info) => (PickKind::Action(ActionId::default()), Some(info.id.as_str())),
                None => (kind, None),
            },
            _ => (kind, None),
        }
    }

    /// Gives each unseen component in an option of a kind its number.
    fn number(&mut self) {
        let mut found: Vec<(PickKind, u64)> = Vec::new();
        for truth in self.options.truths() {
            let values = truth.values().iter().enumerate();
            let look = self.look(truth.kind);
            found
                .extend(values.filter(|(i, v)| self.is_unseen(truth.kind, *i, **v)).map(|(_, v)| (look, *v)));
        }
        found.sort_unstable();
        found.dedup();
        let words = &self.state.words;
        for (kind, component) in found {
            let index =
                u16::try_from(zones::place(self.table, words, component)).unwrap_or(ComponentPlace::BOX.0);
            if self
                .table
                .unseen_bearer(self.state, Some(self.options.chooser()), ZonePlaceId(index))
                .is_some()
            {
                let place =
                    ComponentPlace::new(ZonePlaceId((self.table.first_like(ZonePlaceId(index))).0), 0)
                        .of_unseen();
                self.numbered.push(UnseenComponent { kind, component, place });
                continue;
            }
            // There is no order out of play.
            let number = match self.table.zones.get(index.index()) {
                Some(zone) if zone.is_ordered() => {
                    let order = zones::in_order(self.table, words, zone);
                    order.iter().rev().position(|c| *c == component).map_or(0, |i| i as u32 + 1)
                }
                _ => 0,
            };
            self.numbered.push(UnseenComponent {
                kind,
                component,
                place: ComponentPlace::new(ZonePlaceId(index), number),
            });
        }
        let mut drawn = chance::separate_generator(words, words[Layout::PLIES]);
        // Within a kind and an unordered zone, the order is uniformly random.
        let heaps = |n: &UnseenComponent| (n.place.number == 0).then_some((n.kind, n.place.zone));
        let mut groups: Vec<(PickKind, ZonePlaceId)> = self.numbered.iter().filter_map(heaps).collect();
        groups.sort_unstable();
        groups.dedup();
        for group in groups {
            let mut of: Vec<&mut UnseenComponent> =
                self.numbered.iter_mut().filter(|n| heaps(n) == Some(group)).collect();
            for last in (1..of.len()).rev() {
                of.swap(last, chance::below(&mut drawn, last as u64 + 1).index());
            }
            of.into_iter().enumerate().for_each(|(i, n)| n.place.number = i as u32 + 1);
        }
    }

    fn conceal_pick(&self, truth: Pick) -> ConcealedOption {
        let mut known = truth;
        let look = self.look(truth.kind);
        for (i, value) in known.values_mut().iter_mut().enumerate() {
            if self.is_unseen(truth.kind, i, *value) {
                let at = self.numbered.binary_search_by(|n| (n.kind, n.component).cmp(&(look, *value)));
                *value = at.ok().and_then(|at| self.numbered.get(at)).map_or(MARK, |n| n.place.value());
            }
        }
        // The action would reveal its bearer.
        if self.group(truth.kind).1.is_some()
            && known.values().first().is_some_and(|v| ComponentPlace::of(*v).is_some())
        {
            known.kind = look;
        }
        ConcealedOption { known, truth }
    }
}

/// Compares options of a kind by their values, from the first on. Places are greater than all other values,
/// and come last.
fn by_values(a: &Pick, b: &Pick) -> Ordering {
    a.values().cmp(b.values())
}

/// The order in which the actions of each seen bearer were listed.
struct BearerOrder(HashMap<(PickKind, u64), usize>);

impl BearerOrder {
    fn of(list: &[ConcealedOption]) -> BearerOrder {
        let mut met = HashMap::new();
        for (i, option) in list.iter().enumerate() {
            met.entry(BearerOrder::first(&option.known)).or_insert(i);
        }
        BearerOrder(met)
    }

    fn first(known: &Pick) -> (PickKind, u64) {
        (known.kind, known.values().first().copied().unwrap_or_default())
    }

    /// Returns the sort key of an option: its bearer, then the order in which the bearer's actions were
    /// listed, then the other values. For an unseen bearer, the order of the list is ignored: it would reveal
    /// the component.
    fn key(&self, known: &Pick) -> (u64, usize, PickKind, Pick) {
        let first = BearerOrder::first(known);
        let listed = if ComponentPlace::of(first.1).is_some() { None } else { self.0.get(&first).copied() };
        (first.1, listed.unwrap_or_default(), known.kind, *known)
    }
}
