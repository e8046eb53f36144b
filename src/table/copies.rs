//! Interchangeable copies: options that differ only in which of them they name are joined into one.
//!
//! Two components are interchangeable if they are copies of one card from the same deck list, are in the same
//! unordered zone, have equal fields and empty zones of their own, and no field and no suspended rule names
//! only one of them. Secrets are ignored, or the options would reveal them: other players' knowledge of the
//! copies, fields of components that the chooser does not see, and what suspended rules keep from everybody.
//!
//! The representative of a group is the copy that most other players know; ties are broken by the order of
//! the list. An answer draws one of the copies that equally many players know (see [`drawn_copy`]), as if
//! they could not be distinguished. In a selection it takes the first, since elements before the one taken
//! are not offered again. The others remain valid answers after the offered options (see
//! [`TableOptions::copies`]), so that an answer that names one of them still means that one.

use super::copy_groups::{CopyGroups, names_components};
use super::frames::{Frames, SuspendedFrame};
use super::knowledge::knows;
use super::options::{Pick, PickKind, TableOptions};
use super::program::Table;
use super::seats::players;
use super::state::State;
use super::table_data::ZoneData;
use super::view::holds_components;
use super::{chance, sets, zones};
use crate::ir::verify::MAX_PARAMS;
use crate::ir::{ChoiceId, ComponentId, Ir, Layout, NONE, NameId, Owner, PlayerId, Reg, ToIndex, ValueType};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Marks the value of a copy in a look: no component has so great an index.
const MARK: u64 = 1 << 61;

impl CopyGroups {
    /// Finds the copies of a game.
    pub fn of(table: &Table) -> CopyGroups {
        let ir = table.ir;
        let mut printed: FxHashMap<NameId, Vec<ComponentId>> = FxHashMap::default();
        let mut first: Vec<ComponentId> = ir.components.ids().collect();
        for (component, info) in ir.components.iter_ids() {
            let met = printed.entry(info.name).or_default();
            match met.iter().find(|other| is_printed_like(ir, **other, component)) {
                Some(other) => first[component.index()] = *other,
                None => met.push(component),
            }
        }
        if ir.components.ids().zip(&first).all(|(component, first)| component == *first) {
            return CopyGroups::default();
        }
        let [mut bearers, mut later, mut several] = std::array::from_fn(|_| vec![0; table.component_words()]);
        for (component, first) in
            ir.components.ids().zip(&first).filter(|(component, first)| component != *first)
        {
            sets::insert(&mut later, u64::from(component));
            sets::insert(&mut several, u64::from(component));
            sets::insert(&mut several, u64::from(*first));
        }
        table.zones.iter().filter(|zone| zone.bearer != NONE).for_each(|zone| {
            sets::insert(&mut bearers, zone.bearer);
        });
        let fields = || ir.layout.fields.iter_ids().filter(|(_, field)| field.is_declared());
        CopyGroups {
            first,
            later,
            several,
            bearers,
            own: fields()
                .filter(|(_, field)| field.owner == Owner::Component)
                .map(|(_, field)| (field.base.index(), usize::from(field.words)))
                .collect(),
            naming: fields().filter(|(_, field)| holds_components(&field.ty)).map(|(f, _)| f).collect(),
            choices: ir.choices.iter().map(|choice| names_components(ir, choice)).collect(),
        }
    }
}

/// Returns whether two copies of a card have equal printed values, and came from the same deck list.
fn is_printed_like(ir: &Ir, a: ComponentId, b: ComponentId) -> bool {
    let of = |component: ComponentId| ir.components.find(component);
    let origin = |component: ComponentId| of(component).and_then(|info| info.origin.as_ref());
    let printed = |base: u32, words: u16, component: ComponentId| {
        let at = base.index() + component.index() * usize::from(words);
        ir.pool.get(at..at + usize::from(words))
    };
    let mut attributes = ir.attributes.iter().filter(|attribute| attribute.owner == Owner::Component);
    origin(a) == origin(b)
        && ir.kinds.iter().all(|kind| kind.holds(u64::from(a)) == kind.holds(u64::from(b)))
        && ir.slots.iter().all(|slot| slot.rules.get(a.index()) == slot.rules.get(b.index()))
        && attributes.all(|of| printed(of.base, of.words, a) == printed(of.base, of.words, b))
}

/// Buffers of [`join`], which runs at nearly every choice of a game with copies.
#[derive(Debug, Default)]
pub(super) struct JoinBuffers {
    /// The components that options name, of those that share their print with another.
    offered: Vec<u64>,
    /// The prints among them.
    met: Vec<u64>,
    /// For each print, by its first component, the last component found so far that represents others;
    /// [`NONE`] if there is none.
    last: Vec<u64>,
    /// For each of these components, the component of the same print found before it.
    before: Vec<u64>,
    /// The first interchangeable component for each component that has one; [`NONE`] for the others.
    groups: Vec<u64>,
    /// The components that have one, as a list and as a set.
    grouped: Vec<u64>,
    joined: Vec<u64>,
    /// The values that name components, and the components that own a zone with contents.
    named: ComponentReferences,
    bearing: Vec<u64>,
    looks: FxHashMap<(PickKind, [u64; MAX_PARAMS]), u32>,
    /// For each component that represents others, the number of the group of options that last offered it,
    /// and the index of that option.
    offers: Vec<(u64, u32)>,
    /// The number of groups whose options are in `offers`, in all lists.
    counted: u64,
    /// For each component that has an interchangeable one, the number of other players who do not know it.
    strangers: Vec<u32>,
    kept: Vec<u32>,
    /// For each option kept, the number of strangers of the copies that it names.
    kept_strangers: Vec<u32>,
    behind: Vec<(u32, u32)>,
}

/// Collects the components that options name. Most are named by many options.
pub(super) fn collect_named(table: &Table, options: &TableOptions, named: &mut Vec<u64>) {
    let choice = options.choice();
    named.clear();
    named.resize(table.component_words(), 0);
    for (kind, fixed, set) in options.groups() {
        for (_, value) in
            fixed.iter().enumerate().filter(|(place, _)| table.is_component(choice, kind, *place))
        {
            // Damaged rules may name components that do not exist.
            sets::insert(named, *value);
        }
        if table.is_component(choice, kind, fixed.len()) {
            named.iter_mut().zip(set).for_each(|(word, of)| *word |= of);
        }
    }
}

/// Joins the options that differ only in which interchangeable copies they name. `named` has the components
/// that they name.
pub(super) fn join(
    table: &Table,
    state: &State,
    options: &mut TableOptions,
    named: &[u64],
    joining: &mut JoinBuffers,
) {
    if !table.copies.are_offered(options.choice()) || !joining.find_offered(table, named) {
        return;
    }
    joining.group(table, state, options.chooser());
    if joining.grouped.is_empty() {
        return;
    }
    joining.rank(table, state, options);
    joining.looks.clear();
    joining.kept.clear();
    joining.kept_strangers.clear();
    joining.behind.clear();
    if options.is_rearranged() {
        options.for_each_offered(|index, pick| joining.add(table, options.choice(), index, &pick));
    } else {
        joining.add_groups(table, options);
    }
    options.join(&mut joining.kept, &joining.behind);
    for component in &joining.grouped {
        joining.groups[component.index()] = NONE;
    }
}

impl JoinBuffers {
    /// Creates the buffers for all elements of a selection. `offered` is the register of the set offered at
    /// its first step. It holds only some of several interchangeable copies if enough elements must remain,
    /// which does not distinguish them.
    pub(super) fn of_all(offered: Option<Reg>) -> JoinBuffers {
        let named = ComponentReferences { passed_over: offered, ..ComponentReferences::default() };
        JoinBuffers { named, ..JoinBuffers::default() }
    }

    /// Finds the components among those named that share their print with another. Returns false if no two of
    /// them have the same.
    fn find_offered(&mut self, table: &Table, named: &[u64]) -> bool {
        let copies = &table.copies;
        // Runs at every choice. Most lists end here: they name only components that are the first of their
        // print.
        if !named.iter().zip(&copies.later).any(|(named, later)| named & later != 0) {
            return false;
        }
        let JoinBuffers { offered, met, .. } = self;
        offered.clear();
        offered.extend(named.iter().zip(&copies.several).map(|(named, several)| named & several));
        met.clear();
        met.resize(table.component_words(), 0);
        sets::elements(offered).any(|component| {
            let first = u64::from(copies.first[component.index()]);
            let again = sets::has(met, first);
            sets::insert(met, first);
            again
        })
    }

    /// Counts the strangers of the components that have an interchangeable one.
    fn rank(&mut self, table: &Table, state: &State, options: &TableOptions) {
        self.strangers.clear();
        self.strangers.resize(table.components.index(), 0);
        if selects(table, options) || table.known.is_none() {
            return;
        }
        for component in &self.grouped {
            self.strangers[component.index()] = strangers(table, state, options.chooser(), *component);
        }
    }

    /// Offers an option that looks like no other so far, and returns its place among those offered.
    fn offer(&mut self, index: u32, strangers: u32) -> u32 {
        self.kept.push(index);
        self.kept_strangers.push(strangers);
        self.kept.len() as u32 - 1
    }

    /// Adds an option that looks like the one offered at a place, and offers it in its stead if fewer
    /// strangers do not know its copies.
    fn stand_behind(&mut self, place: u32, mut index: u32, strangers: u32) {
        if let (Some(kept), Some(least)) =
            (self.kept.get_mut(place.index()), self.kept_strangers.get_mut(place.index()))
            && strangers < *least
        {
            *least = strangers;
            std::mem::swap(kept, &mut index);
        }
        self.behind.push((index, place));
    }

    /// Adds an option: offers it, unless it looks like one that is offered.
    fn add(&mut self, table: &Table, choice: ChoiceId, index: u32, pick: &Pick) {
        let Some(look) = look(table, choice, pick, &self.groups) else {
            self.offer(index, 0);
            return;
        };
        let copies = pick.values().iter().enumerate();
        let copies = copies.filter(|(place, _)| table.is_component(choice, pick.kind, *place));
        let strangers = copies.filter_map(|(_, copy)| self.strangers.get(copy.index())).sum();
        match self.looks.get(&(pick.kind, look)) {
            Some(place) => self.stand_behind(*place, index, strangers),
            None => {
                let place = self.offer(index, strangers);
                self.looks.insert((pick.kind, look), place);
            }
        }
    }

    /// Adds all options of a list whose order is that of its sets. Most groups of options name no copy, and
    /// are offered as a whole.
    fn add_groups(&mut self, table: &Table, options: &TableOptions) {
        let choice = options.choice();
        let mut index = 0;
        self.offers.resize(table.components.index(), (0, 0));
        for (kind, fixed, set) in options.groups() {
            let count = if set.is_empty() { 1 } else { sets::count(set) as u32 };
            let is_copy = |(place, value): (usize, &u64)| {
                sets::has(&self.joined, *value) && table.is_component(choice, kind, place)
            };
            let fixed_copies = fixed.iter().enumerate().any(is_copy);
            let has_copies = set.iter().zip(&self.joined).any(|(a, b)| a & b != 0)
                && table.is_component(choice, kind, fixed.len());
            let is_same = |other: &(PickKind, &[u64], &[u64])| (other.0, other.1) == (kind, fixed);
            if !fixed_copies && !has_copies {
                self.kept.extend(index..index + count);
                self.kept_strangers.resize(self.kept.len(), 0);
            } else if !fixed_copies && options.groups().filter(is_same).nth(1).is_none() {
                // Only options of this group can look alike.
                self.counted += 1;
                (index..).zip(sets::elements(set)).for_each(|(index, copy)| self.add_copy(index, copy));
            } else {
                TableOptions::each_of(kind, fixed, set, |nth, pick| {
                    self.add(table, choice, index + nth, &pick)
                });
            }
            index += count;
        }
    }

    /// Adds an option of the group counted last, whose options differ in one component.
    fn add_copy(&mut self, index: u32, component: u64) {
        let first = self.groups.get(component.index()).copied().unwrap_or(NONE);
        let strangers = self.strangers.get(component.index()).copied().unwrap_or_default();
        match self.offers.get(first.index()).copied() {
            Some((group, place)) if group == self.counted => self.stand_behind(place, index, strangers),
            found => {
                let place = self.offer(index, strangers);
                if found.is_some() {
                    self.offers[first.index()] = (self.counted, place);
                }
            }
        }
    }

    /// Finds the first interchangeable component for each offered component that has one.
    fn group(&mut self, table: &Table, state: &State, chooser: PlayerId) {
        let JoinBuffers { offered, last, before, groups, grouped, joined, named, bearing, .. } = self;
        for of_components in [&mut *groups, last, before] {
            of_components.resize(table.components.index(), NONE);
        }
        grouped.clear();
        joined.clear();
        joined.resize(table.component_words(), 0);
        // Both take a look at the whole state, which most lists can do without.
        let (mut is_named, mut is_bearing) = (false, false);
        let mut alike = |first: u64, copy: u64| {
            lie_alike(table, state, first, copy)
                && [first, copy].into_iter().all(|component| {
                    !sets::has(&table.copies.bearers, component) || {
                        if !std::mem::replace(&mut is_bearing, true) {
                            bearers_of_some(table, state, bearing);
                        }
                        !sets::has(bearing, component)
                    }
                })
                && {
                    if !std::mem::replace(&mut is_named, true) {
                        named.collect(table, state, chooser, offered);
                    }
                    named.tells_alike(first, copy, table.component_words())
                }
        };
        for copy in sets::elements(offered) {
            let print = table.copies.first[copy.index()].index();
            let mut first = last[print];
            // To be interchangeable is transitive: at most one of them is alike.
            while first != NONE && !alike(first, copy) {
                first = before[first.index()];
            }
            if first == NONE {
                before[copy.index()] = std::mem::replace(&mut last[print], copy);
                continue;
            }
            for component in [first, copy] {
                groups[component.index()] = first;
                grouped.push(component);
                sets::insert(joined, component);
            }
        }
        sets::elements(offered).for_each(|copy| last[table.copies.first[copy.index()].index()] = NONE);
    }
}

/// Returns whether the options are elements of a selection.
fn selects(table: &Table, options: &TableOptions) -> bool {
    table.ir.choice(options.choice()).is_some_and(|choice| choice.selection.is_some())
}

/// Returns the number of players besides the chooser who do not know a component; 0 for one that does not
/// exist, as damaged rules may name it.
fn strangers(table: &Table, state: &State, chooser: PlayerId, component: u64) -> u32 {
    if component >= table.components {
        return 0;
    }
    let others = players(&state.words).filter(|player| *player != chooser);
    others.filter(|player| !knows(table, &state.words, *player, component)).count() as u32
}

/// Returns the index of the option that an answer means: if somebody else does not know the copies that it
/// represents, one of those that most others know. It is drawn at random, since the number of a copy that
/// went first would say that there was none of a lower one. The generator is not advanced, so that a repeated
/// answer means the same.
pub(super) fn drawn_copy(table: &Table, state: &State, options: &TableOptions, index: usize) -> usize {
    if options.copies(index).next().is_none() || selects(table, options) {
        return index;
    }
    let strangers_of = |index: usize| {
        let pick = options.truth(index)?;
        let is_component = |place: usize| table.is_component(options.choice(), pick.kind, place);
        let copies = pick.values().iter().enumerate().filter(|(place, _)| is_component(*place));
        Some(copies.map(|(_, copy)| strangers(table, state, options.chooser(), *copy)).sum::<u32>())
    };
    let least = strangers_of(index);
    if least.is_none_or(|least| least == 0) {
        return index;
    }
    let meant: Vec<usize> =
        options.copies(index).filter(|copy| strangers_of(*copy) == least).chain([index]).collect();
    let draw = chance::split_mix(state.words[Layout::RNG], state.words[Layout::PLIES]);
    meant[chance::scale(draw, meant.len())]
}

/// Returns whether two copies are in the same unordered zone, with equal fields.
fn lie_alike(table: &Table, state: &State, a: u64, b: u64) -> bool {
    let words = &state.words;
    let place = zones::place(table, words, a);
    let is_ordered = || table.zones.get(place.index()).is_some_and(ZoneData::is_ordered);
    place == zones::place(table, words, b)
        && !is_ordered()
        && table.copies.own.iter().all(|(base, size)| {
            let (a, b) = (base + a.index() * size, base + b.index() * size);
            // Most fields are one word, for which comparing slices would take a call.
            match size {
                1 => words.get(a) == words.get(b),
                size => words.get(a..a + size) == words.get(b..b + size),
            }
        })
}

/// Collects the components that own a zone with contents.
fn bearers_of_some(table: &Table, state: &State, bearing: &mut Vec<u64>) {
    bearing.clear();
    bearing.resize(table.component_words(), 0);
    for component in 0..table.components {
        if let Some(zone) = table.zones.get(zones::place(table, &state.words, component).index())
            && zone.bearer != NONE
        {
            sets::insert(bearing, zone.bearer);
        }
    }
}

/// The values of fields and suspended frames that name components, in buffers that are reused.
#[derive(Debug, Default)]
struct ComponentReferences {
    /// First register of a set of the waiting frame that does not count: see [`JoinBuffers::of_all`].
    passed_over: Option<Reg>,
    /// The components that a value names alone.
    alone: Vec<u64>,
    /// The sets, one after the other.
    sets: Vec<u64>,
}

impl ComponentReferences {
    /// Returns whether no value names only one of two different components.
    fn tells_alike(&self, a: u64, b: u64, words: usize) -> bool {
        !sets::has(&self.alone, a)
            && !sets::has(&self.alone, b)
            && self.sets.chunks_exact(words.max(1)).all(|set| sets::has(set, a) == sets::has(set, b))
    }

    /// Collects the values of a state that the chooser may know, of those that name a component `offered`.
    fn collect(&mut self, table: &Table, state: &State, chooser: PlayerId, offered: &[u64]) {
        self.alone.clear();
        self.alone.resize(table.component_words(), 0);
        self.sets.clear();
        for f in &table.copies.naming {
            let Some(info) = table.ir.layout.fields.find(*f) else { continue };
            let is_set = matches!(info.ty, ValueType::Set(_));
            let owners = if info.owner == Owner::Player { u32::from(state.players()) } else { info.owners };
            let (base, size) = (info.base.index(), usize::from(info.words).max(1));
            let words = state.words.get(base..base + owners.index() * size).unwrap_or_default();
            // Words of components of other kinds mean nothing.
            let kind = table.ir.kinds.find(info.kind);
            let is_secret = |owner: usize| {
                info.owner == Owner::Component
                    && (kind.is_some_and(|kind| !kind.holds(owner as u64))
                        || table.is_unseen(state, Some(chooser), ComponentId(owner as u32)))
            };
            self.add(table, is_set, words, size, is_secret);
        }
        let mut passed_over = self.passed_over;
        for SuspendedFrame { pc, base, .. } in Frames::new(table, state) {
            // It is a register of the innermost frame, which comes first.
            let passed_over = passed_over.take();
            let live = table.matters(pc);
            let matters = |at: usize| {
                live.is_none_or(|live| live.get(at / 64).is_some_and(|set| set >> (at % 64) & 1 != 0))
            };
            for held in table.suspended(pc).map_or(&[][..], |function| &function.held) {
                let words = if held.set { table.component_words() } else { 1 };
                let at: Range<usize> = held.at.index()..held.at.index() + words;
                let is_held = (held.from..held.to).contains(&pc)
                    && passed_over != Some(held.at)
                    && at.clone().any(matters);
                if let (true, Some(words)) = (is_held, state.words.get(base + at.start..base + at.end)) {
                    let names_offered = match (held.set, words) {
                        (false, [one]) => sets::has(offered, *one),
                        _ => words.iter().zip(offered).any(|(named, offered)| named & offered != 0),
                    };
                    // The secrets of the rules take long to compute.
                    let is_secret = || table.secrets().at(pc).iter().any(|secret| secret.register == held.at);
                    if names_offered && !is_secret() {
                        self.add(table, held.set, words, words.len(), |_| false);
                    }
                }
            }
        }
    }

    /// Adds values of `size` words each, except those whose position is of a secret.
    fn add(
        &mut self,
        table: &Table,
        is_set: bool,
        words: &[u64],
        size: usize,
        is_secret: impl Fn(usize) -> bool,
    ) {
        if is_set {
            for (at, set) in words.chunks_exact(size).enumerate() {
                if set.iter().any(|word| *word != 0) && !is_secret(at) {
                    self.sets.extend_from_slice(set);
                }
            }
        } else if size == 1 && words.iter().fold(NONE, |all, one| all & one) != NONE {
            // Most fields name nothing at all. In others most values are none: whole stretches of them are
            // passed over.
            for (stretch, some) in words.chunks(8).enumerate() {
                if some.iter().fold(NONE, |all, one| all & one) == NONE {
                    continue;
                }
                // Many name the same component as the one before.
                let mut last = NONE;
                for (at, one) in some.iter().enumerate().filter(|(_, one)| **one < table.components) {
                    if last != *one && !is_secret(stretch * 8 + at) {
                        sets::insert(&mut self.alone, *one);
                        last = *one;
                    }
                }
            }
        }
    }
}

/// Returns the values of an option with each interchangeable copy replaced by its group and the position
/// where the option first names it; `None` if it names no such copy.
fn look(table: &Table, choice: ChoiceId, pick: &Pick, groups: &[u64]) -> Option<[u64; MAX_PARAMS]> {
    let mut look = [NONE; MAX_PARAMS];
    let mut is_of_copies = false;
    for (place, value) in pick.values().iter().enumerate() {
        let group = groups
            .get(value.index())
            .filter(|group| **group != NONE && table.is_component(choice, pick.kind, place));
        look[place] = match group {
            Some(group) => {
                is_of_copies = true;
                // An option that names one copy twice differs from one that names two copies.
                let is_same =
                    |at: &usize| pick.values()[*at] == *value && table.is_component(choice, pick.kind, *at);
                let named_first = (0..place).find(is_same).unwrap_or(place) as u64;
                MARK | named_first << 32 | group
            }
            None => *value,
        };
    }
    is_of_copies.then_some(look)
}
