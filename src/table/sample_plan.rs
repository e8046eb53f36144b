//! The part of samples that is the same for all samples of a state for a player.

use super::component_place::ComponentPlace;
use super::frames::{Frames, SuspendedFrame};
use super::program::Table;
use super::state::State;
use super::table_data::ZoneData;
use super::view::holds_components;
use super::{knowledge, sets, zones};
use crate::ir::layout::Owner;
use crate::ir::{Bringer, NONE, PlayerId, ToIndex, ZonePlaceId};

/// A player's knowledge of components whose faces they do not know: the owner of their deck list, which their
/// backs show, and their group. Samples exchange only components of the same batch.
pub(super) type BackGroup = (Option<Bringer>, u32);

/// The slot of a zone that is not hidden.
const NOWHERE: u16 = u16::MAX;

/// The hidden components of a state, and the places in the state that refer to them.
#[derive(Debug, Default)]
pub(super) struct SamplePlan {
    /// The player whose samples they are.
    pub player: PlayerId,
    /// The stamp of the state and the player that this was computed for.
    planned: Option<(u64, PlayerId)>,
    /// The state without the registers that no longer matter. The sampler resets the fields of unknown
    /// components in it.
    pub base: State,
    /// The table (by its hash), the player and the number of players that `unseen` was computed for.
    looked_for: Option<(u64, PlayerId, u64)>,
    /// The zones that the player does not see into, those with the fewest possible components first.
    unseen: Vec<ZonePlaceId>,
    /// Those of them with components that the player does not know; last [`ComponentPlace::BOX`], if there
    /// are components that they did not see go out of play.
    pub hidden: Vec<ZonePlaceId>,
    /// The unknown components of each zone of `hidden`, lowest first.
    pub lies: Vec<Vec<u64>>,
    /// The index of each zone in `hidden`, or in `unseen` during the scan.
    slots: Vec<u16>,
    /// The unknown components of all zones, in ascending order: it must not depend on their actual places.
    pub unknown: Vec<u64>,
    /// True if unknown components may be in different batches.
    pub batched: bool,
    /// True if all unknown components are in one batch.
    pub is_single: bool,
    /// The batch of each unknown component, by its number.
    pub batch_of: Vec<BackGroup>,
    /// True if no player tells unknown components apart: a deal leaves everybody's knowledge as it is.
    pub are_alike: bool,
    /// The batches of each zone of `hidden`, each with its number of components. Empty unless `batched`.
    pub batches: Vec<Vec<(BackGroup, usize)>>,
    /// The contents of each zone of `hidden`, in the order of their places, and whether each is unknown.
    /// Empty if neither batches nor hints distinguish places.
    pub places: Vec<Vec<(u64, bool)>>,
    /// The places in the state that name hidden components: the first word, the number of words, and whether
    /// they are a set.
    pub named: Vec<(usize, usize, bool)>,
    /// For each component, a hash of the places that refer to it.
    signs: Vec<u64>,
    /// The named components, sorted by zone, batch and hash of the places that name them.
    pub order: Vec<(usize, BackGroup, u64, u64)>,
}

impl SamplePlan {
    /// Returns whether anything may be hidden from the player.
    pub fn hides(&self) -> bool {
        !self.unseen.is_empty() || !self.hidden.is_empty()
    }

    /// Computes the plan of a state for a player, unless it is that already. Returns whether `base` is new.
    pub fn prepare(&mut self, table: &Table, state: &State, player: PlayerId) -> bool {
        // A stamp identifies the contents of a state for which options have been listed.
        let asked = Some((state.stamp, player)).filter(|_| state.stamp != 0);
        if asked.is_some() && asked == self.planned {
            return false;
        }
        (self.planned, self.player) = (asked, player);
        self.find_hidden(table, state);
        self.unknown.clear();
        self.named.clear();
        if !self.hides() {
            return false;
        }
        self.lies[..self.hidden.len()].iter().for_each(|lies| self.unknown.extend(lies));
        self.unknown.sort_unstable();
        self.find_batches(table, state);
        self.base.copy_from(state);
        table.tidy(&mut self.base);
        self.in_fields(table, state);
        self.in_frames(table, state);
        self.find_order(table, state);
        true
    }

    /// Finds the batches of the unknown components, and their places.
    fn find_batches(&mut self, table: &Table, state: &State) {
        let player = self.player;
        self.batched = table.lists_differ() || table.known.is_some();
        self.batch_of.clear();
        self.batch_of.resize(table.components.index(), (None, 0));
        for component in &self.unknown {
            self.batch_of[component.index()] = batch(table, state, player, *component);
        }
        let mut all = self.unknown.iter().map(|component| self.batch_of[component.index()]);
        let first = all.next();
        self.is_single = all.all(|batch| Some(batch) == first);
        self.are_alike =
            table.ir.hints.is_empty() && knowledge::are_alike(table, &state.words, &self.unknown);
        self.batches.clear();
        self.places.clear();
        for (zone, lies) in self.hidden.iter().zip(&self.lies) {
            if self.batched {
                let mut batches: Vec<(BackGroup, usize)> = Vec::new();
                for of in lies.iter().map(|component| self.batch_of[component.index()]) {
                    match batches.iter_mut().find(|(these, _)| *these == of) {
                        Some((_, count)) => *count += 1,
                        None => batches.push((of, 1)),
                    }
                }
                self.batches.push(batches);
            }
            if self.batched || !table.ir.hints.is_empty() {
                let is_unknown = |c: u64| (c, !knowledge::is_kept(table, &state.words, player, c));
                self.places.push(match table.zones.get(zone.index()) {
                    Some(zone) => {
                        knowledge::in_places(table, &state.words, zone).into_iter().map(is_unknown).collect()
                    }
                    None => lies.iter().map(|component| (*component, true)).collect(),
                });
            }
        }
    }

    /// Finds the hidden components and their zones, in one pass over the components.
    fn find_hidden(&mut self, table: &Table, state: &State) {
        let (player, players) = (self.player, u64::from(state.players()));
        let asked = (table.state_fingerprint(), player, players);
        if self.looked_for != Some(asked) || table.sight_varies {
            self.looked_for = Some(asked);
            let there = |zone: &ZoneData| zone.owner == NONE || zone.owner < players;
            let zones = table.ir.layout.zones.ids().filter(|z| there(&table.zones[z.index()]));
            self.unseen.clear();
            self.unseen.extend(zones.filter(|z| !table.sees(state, Some(player), *z)));
            // The most restricted zones are dealt to first, so that a component that fits is always left.
            self.unseen.sort_by_key(|z| (table.zones[z.index()].high - table.zones[z.index()].low, *z));
        }
        self.lies.resize_with(self.lies.len().max(self.unseen.len() + 1), Default::default);
        self.lies.iter_mut().for_each(Vec::clear);
        self.slots.clear();
        self.slots.resize(table.zones.len(), NOWHERE);
        let known = |component: u64| knowledge::is_kept(table, &state.words, player, component);
        let mut scattered = false;
        for (slot, zone) in (0u16..).zip(&self.unseen) {
            let info = &table.zones[zone.index()];
            // Zones without a set are scanned together below, in one pass over the components.
            if info.set == 0 {
                (self.slots[zone.index()], scattered) = (slot, true);
            } else {
                self.lies[slot.index()]
                    .extend(zones::members(table, &state.words, info).filter(|c| !known(*c)));
            }
        }
        for component in (0..table.components).filter(|_| scattered) {
            let place = zones::place(table, &state.words, component);
            let slot = self.slots.get(place.index()).copied().unwrap_or(NOWHERE);
            if let Some(lies) = self.lies.get_mut(slot.index()).filter(|_| !known(component)) {
                lies.push(component);
            }
        }
        self.hidden.clear();
        self.slots.fill(NOWHERE);
        // Keeps only the zones that hold unknown components.
        for (slot, zone) in self.unseen.iter().enumerate() {
            if self.lies[slot].is_empty() {
                continue;
            }
            self.slots[zone.index()] = self.hidden.len() as u16;
            self.lies.swap(self.hidden.len(), slot);
            self.hidden.push(*zone);
        }
        // Components that went out of play unseen are dealt like those of a zone.
        let boxed = zones::boxed(table, &state.words, player);
        if boxed.iter().any(|word| *word != 0) {
            let lies = &mut self.lies[self.hidden.len()];
            lies.extend(sets::elements(boxed).filter(|c| !known(*c)));
            self.hidden.push(ComponentPlace::BOX);
        }
    }

    /// Finds the fields that name components: public ones, and those of components that the player sees.
    fn in_fields(&mut self, table: &Table, state: &State) {
        for (i, info) in
            table.ir.layout.fields.iter().enumerate().filter(|(_, info)| holds_components(&info.ty))
        {
            // Knowledge is rebuilt with the deal.
            if info.is_of_knowledge() {
                continue;
            }
            let field = table.fields[i];
            let words = field.words.index();
            for owner in 0..field.owners.index() {
                if info.owner != Owner::Component || !self.is_hidden(table, state, owner as u64) {
                    self.named.push((field.base.index() + owner * words, words, is_set(&info.ty)));
                }
            }
        }
    }

    /// Finds the live registers of suspended frames that name components.
    fn in_frames(&mut self, table: &Table, state: &State) {
        for SuspendedFrame { pc, base, end } in Frames::new(table, state) {
            let first = self.named.len();
            let live = table.matters(pc);
            for held in table.suspended(pc).iter().flat_map(|f| &f.held) {
                let words = if held.set { table.component_words() } else { 1 };
                let matters = |register: usize| {
                    live.is_none_or(|live| {
                        live.get(register / 64).is_some_and(|set| set >> (register % 64) & 1 == 1)
                    })
                };
                // A cleared register holds no component, though it reads like component 0.
                let at = held.at.index();
                let matters = (at..at + words).any(matters);
                let open = table.secrets().holds_openly(pc, held.at);
                if matters && !open && (held.from..held.to).contains(&pc) && base + at + words <= end {
                    self.named.push((base + at, words, held.set));
                }
            }
            // The inputs of a recipe are needed once more, even if they are dead in the rule itself.
            let recipes = table.secrets().at(pc).iter().filter_map(|secret| secret.recipe.as_ref());
            recipes.for_each(|recipe| {
                recipe.leaves(&mut |leaf| {
                    let at = base + leaf.register.index();
                    let fits = at + leaf.words <= end;
                    if fits && !self.named[first..].iter().any(|(named, ..)| *named == at) {
                        let words = at..at + leaf.words;
                        self.base.words[words.clone()].copy_from_slice(&state.words[words]);
                        if let Some(set) = leaf.components {
                            self.named.push((at, leaf.words, set));
                        }
                    }
                });
            });
        }
    }

    /// Finds the hidden components that are named somewhere, and leaves out the places that name no such
    /// component.
    fn find_order(&mut self, table: &Table, state: &State) {
        self.signs.clear();
        self.signs.resize(table.components.index(), 0);
        for (place, (at, words, set)) in self.named.iter().enumerate() {
            let words = &state.words[*at..*at + *words];
            // The sign identifies a component by the places that refer to it: its id may be secret.
            let mut note = |component: u64| {
                if let Some(sign) = self.signs.get_mut(component.index()) {
                    *sign = (sign.rotate_left(7) ^ (place as u64 + 1)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                }
            };
            match set {
                true => sets::elements(words).for_each(note),
                false => words.iter().take(1).for_each(|component| note(*component)),
            }
        }
        self.order.clear();
        let mut ordered = vec![0; table.component_words()];
        for component in 0..table.components {
            let sign = self.signs[component.index()];
            if sign != 0
                && let Some(zone) = self.zone_of(table, state, component)
            {
                self.order.push((zone, self.batch_of[component.index()], sign, component));
                sets::insert(&mut ordered, component);
            }
        }
        self.order.sort_unstable();
        let base = &self.base;
        self.named.retain(|(at, words, set)| {
            let words = &base.words[*at..*at + *words];
            match set {
                true => sets::elements(words).any(|component| sets::has(&ordered, component)),
                false => words.first().is_some_and(|component| sets::has(&ordered, *component)),
            }
        });
    }

    fn is_hidden(&self, table: &Table, state: &State, component: u64) -> bool {
        component < table.components && self.zone_of(table, state, component).is_some()
    }

    /// Returns the index of the hidden zone that actually contains a component, unless the player knows the
    /// component.
    fn zone_of(&self, table: &Table, state: &State, component: u64) -> Option<usize> {
        if knowledge::is_kept(table, &state.words, self.player, component) {
            return None;
        }
        match zones::place(table, &state.words, component) {
            NONE if sets::has(zones::boxed(table, &state.words, self.player), component) => {
                self.hidden.len().checked_sub(1)
            }
            zone => {
                self.slots.get(zone.index()).filter(|slot| **slot != NOWHERE).map(|slot| usize::from(*slot))
            }
        }
    }
}

fn batch(table: &Table, state: &State, player: PlayerId, component: u64) -> BackGroup {
    (table.brought_by(component), knowledge::group(table, &state.words, player, component))
}

fn is_set(ty: &crate::ir::ValueType) -> bool {
    matches!(ty, crate::ir::ValueType::Set(_))
}
