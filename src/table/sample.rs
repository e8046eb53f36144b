//! Samples (determinizations): states that look the same to one player, with everything hidden from them
//! drawn at random.
//!
//! A sample depends only on the player's view and the random seed. Two states with equal views, in which the
//! components noted in hidden registers lie in the same zones, have the same samples.

use super::component_place::ComponentPlace;
use super::frames::{Frames, SuspendedFrame};
use super::machine::Machine;
use super::matching::HiddenSlot;
use super::program::Table;
use super::secrets::SecretRegister;
use super::state::State;
use super::table_data::ZoneData;
use super::view::holds_components;
use super::{chance, hints, knowledge, matching, moves, sets, zones};
use crate::ir::layout::Owner;
use crate::ir::{Bringer, ComponentId, FieldId, Layout, NONE, ToIndex, ZonePlaceId};

/// A player's knowledge of components whose faces they do not know: the owner of their deck list, which their
/// backs show, and their group. Samples exchange only components of the same batch.
type BackGroup = (Option<Bringer>, u32);

/// The number of samples that the guards of a position in the rules are compared with.
const HELD_AGAINST: u64 = 16;

/// The slot of a zone that is not hidden.
const NOWHERE: u16 = u16::MAX;

/// Draws samples; keeps its buffers between them.
#[derive(Debug, Default)]
pub struct Sampler {
    /// The player whose sample it is.
    player: u8,
    /// An initial state for the players and options of the states that were sampled last.
    laid: State,
    /// A random generator, used instead of the state's.
    rng: [u64; Layout::RNG + 4],
    /// The table (by its hash), the player and the number of players that `unseen` was computed for.
    looked_for: Option<(u64, u8, u64)>,
    /// The zones that the player does not see into, those with the fewest possible components first.
    unseen: Vec<ZonePlaceId>,
    /// Those of them with components that the player does not know; last [`ComponentPlace::BOX`], if there
    /// are components that they did not see go out of play.
    hidden: Vec<ZonePlaceId>,
    /// The unknown components of each zone of `hidden`, lowest first.
    lies: Vec<Vec<u64>>,
    /// The index of each zone in `hidden`, or in `unseen` during the scan.
    slots: Vec<u16>,
    /// The unknown components of all zones, and for each whether it has been dealt.
    pool: Vec<u64>,
    dealt: Vec<bool>,
    /// True if unknown components are in different batches.
    batched: bool,
    /// The places in the state that name components: the first word, the number of words, and whether they
    /// are a set.
    named: Vec<(usize, usize, bool)>,
    /// For each component, a hash of the places that name it, and the component that replaces it.
    known: Vec<(u64, u64)>,
    /// The named components, sorted by zone, batch and hash of the places that name them.
    order: Vec<(usize, BackGroup, u64, u64)>,
    /// The batches of the zone that is being dealt to, each with its number of components, and the components
    /// dealt from it.
    batches: Vec<(BackGroup, usize, Vec<u64>)>,
    /// The dealt contents of each hidden zone, in the order of `hidden`.
    holds: Vec<Vec<u64>>,
    set: Vec<u64>,
}

impl Sampler {
    /// Makes `into` a sample of a state for a player. `machine` is used to lay tables. A state without hidden
    /// information is copied, with a new random seed.
    pub fn sample(&mut self, machine: &mut Machine, state: &State, player: u8, seed: u64, into: &mut State) {
        let table = machine.table;
        into.copy_from(state);
        into.stamp = 0;
        self.player = player;
        self.find_hidden(table, state);
        chance::seed(&mut self.rng, seed);
        into.reseed(chance::next(&mut self.rng));
        if !self.unseen.is_empty() || !self.hidden.is_empty() {
            self.deal(table, state, into);
            self.named.clear();
            self.in_fields(table, state);
            table.tidy(into);
            self.in_frames(table, state, into);
            self.rename(table, state, into);
            self.lay_own(machine, state, into);
            work_out(machine, state, into, player, |_| true);
            table.histories.iter().for_each(|history| history.blur(table, &mut into.words, player));
            into.stamp = 0;
        } else if !table.is_open() && table.secrets().picks {
            work_out(machine, state, into, player, |secret| secret.picked);
            into.stamp = 0;
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
        for (slot, zone) in self.unseen.iter().enumerate() {
            if self.lies[slot].is_empty() {
                continue;
            }
            self.slots[zone.index()] = self.hidden.len() as u16;
            self.lies.swap(self.hidden.len(), slot);
            self.hidden.push(*zone);
        }
        let boxed = zones::boxed(table, &state.words, player);
        if boxed.iter().any(|word| *word != 0) {
            let lies = &mut self.lies[self.hidden.len()];
            lies.extend(sets::elements(boxed).filter(|c| !known(*c)));
            self.hidden.push(ComponentPlace::BOX);
        }
    }

    /// Returns whether a player may look ahead from a state by samples. They may not if the position in the
    /// rules reveals hidden information: in some samples of the seed, a branch that led there would have gone
    /// otherwise.
    pub fn may_look_ahead(&mut self, machine: &mut Machine, state: &State, player: u8, seed: u64) -> bool {
        let table = machine.table;
        if table.all_seen() {
            return true;
        }
        // A sample keeps the number of these components, which may be hidden.
        if table.holds_uncounted(state, player) {
            return false;
        }
        if !table.may_tell(state, player) {
            return true;
        }
        let mut sample = State::default();
        (0..HELD_AGAINST).all(|n| {
            self.sample(machine, state, player, seed ^ n.wrapping_mul(0x9e37_79b9_7f4a_7c15), &mut sample);
            table.fits(machine, state, player, &sample)
        })
    }

    /// Deals the hidden components at random among the hidden zones. Kinds are nested, so if the most
    /// restricted zones pick first, a component always fits; the deal is uniformly random.
    fn deal(&mut self, table: &Table, state: &State, into: &mut State) {
        self.batched = table.lists_differ() || table.known.is_some();
        self.pool.clear();
        self.holds.resize_with(self.hidden.len().max(self.holds.len()), Default::default);
        for lies in &self.lies[..self.hidden.len()] {
            self.pool.extend(lies);
        }
        // The order must not depend on their actual places.
        self.pool.sort_unstable();
        for i in (1..self.pool.len()).rev() {
            let j = chance::below(&mut self.rng, i as u64 + 1).index();
            self.pool.swap(i, j);
        }
        self.dealt.clear();
        self.dealt.resize(self.pool.len(), false);
        for ((zone, lies), holds) in self.hidden.iter().zip(&self.lies).zip(&mut self.holds) {
            let index = *zone;
            let zone = table.zones.get(index.index());
            holds.clear();
            let fits = |c: u64| zone.is_none_or(|zone| c >= u64::from(zone.low) && c < u64::from(zone.high));
            if !self.batched {
                for (component, dealt) in self.pool.iter().zip(&mut self.dealt) {
                    if holds.len() == lies.len() {
                        break;
                    }
                    if !*dealt && fits(*component) {
                        *dealt = true;
                        holds.push(*component);
                    }
                }
                continue;
            }
            self.batches.clear();
            let batch = |component: u64| batch(table, state, self.player, component);
            for member in lies {
                let of = batch(*member);
                match self.batches.iter_mut().find(|(of_these, ..)| *of_these == of) {
                    Some((_, count, _)) => *count += 1,
                    None => self.batches.push((of, 1, Vec::new())),
                }
            }
            for (component, dealt) in self.pool.iter().zip(&mut self.dealt) {
                if *dealt || !fits(*component) {
                    continue;
                }
                let of = batch(*component);
                if let Some((.., given)) = self
                    .batches
                    .iter_mut()
                    .find(|(of_these, count, given)| *of_these == of && given.len() < *count)
                {
                    *dealt = true;
                    given.push(*component);
                }
            }
            // Each place gets a component of the batch that is actually there.
            let places = match zone {
                Some(zone) => knowledge::in_places(table, &state.words, zone),
                None => lies.clone(),
            };
            for truly in
                places.into_iter().filter(|c| !knowledge::is_kept(table, &state.words, self.player, *c))
            {
                let of = batch(truly);
                let given = self.batches.iter_mut().find(|(of_these, ..)| *of_these == of);
                holds.extend(given.and_then(|(.., given)| given.pop()));
            }
        }
        let spots = self.agree(table, state);
        for (zone, holds) in self.hidden.iter().zip(&self.holds) {
            let index = *zone;
            match table.zones.get(index.index()) {
                Some(zone) if table.known.is_some() => {
                    let lies =
                        knowledge::dealt(table, &state.words, self.player, zone, holds, &mut into.words);
                    moves::fill(table, &mut into.words, index.0, &lies);
                }
                Some(_) => moves::fill(table, &mut into.words, index.0, holds),
                None => put_away(table, state, self.player, holds, into),
            }
        }
        for spot in &spots {
            hints::hand_on(table, &state.words, spot.truly, &mut into.words, self.holds[spot.zone][spot.nth]);
        }
    }

    /// Makes the deal consistent with the player's hints. Returns the places; none in games without hints.
    fn agree(&mut self, table: &Table, state: &State) -> Vec<HiddenSlot> {
        if table.ir.hints.is_empty() {
            return Vec::new();
        }
        let mut spots = Vec::new();
        for (zone, index) in self.hidden.iter().enumerate() {
            let lie = match table.zones.get(index.index()) {
                Some(zone) => knowledge::in_places(table, &state.words, zone),
                None => self.lies[zone].clone(),
            };
            let unknown =
                lie.into_iter().filter(|c| !knowledge::is_kept(table, &state.words, self.player, *c));
            spots.extend(unknown.enumerate().map(|(nth, truly)| {
                let told = hints::is_told_of(table, &state.words, self.player, truly);
                HiddenSlot { zone, nth, truly, told }
            }));
        }
        if spots.iter().any(|spot| spot.told) {
            let fits = |spot: &HiddenSlot, component: u64| {
                let zone = table.zones.get(self.hidden[spot.zone].index());
                zone.is_none_or(|zone| component >= u64::from(zone.low) && component < u64::from(zone.high))
                    && batch(table, state, self.player, component)
                        == batch(table, state, self.player, spot.truly)
                    && (!spot.told || hints::agrees(table, &state.words, self.player, spot.truly, component))
            };
            matching::arrange(&mut self.rng, &spots, &mut self.holds, fits);
        }
        spots
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
    fn in_frames(&mut self, table: &Table, state: &State, into: &mut State) {
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
                if matters
                    && !open
                    && (u64::from(held.from)..u64::from(held.to)).contains(&pc)
                    && base + at + words <= end
                {
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
                        into.words[at..at + leaf.words].copy_from_slice(&state.words[at..at + leaf.words]);
                        if let Some(set) = leaf.components {
                            self.named.push((at, leaf.words, set));
                        }
                    }
                });
            });
        }
    }

    /// Replaces each hidden component that is named somewhere by one in the same zone of the sample. The
    /// choice must depend only on where the component is named, not on its identity.
    fn rename(&mut self, table: &Table, state: &State, into: &mut State) {
        self.known.clear();
        self.known.resize(table.components.index(), (0, NONE));
        for (place, (at, words, set)) in self.named.iter().enumerate() {
            let words = &state.words[*at..*at + *words];
            let mut note = |component: u64| {
                if let Some((sign, _)) = self.known.get_mut(component.index()) {
                    *sign = (sign.rotate_left(7) ^ (place as u64 + 1)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                }
            };
            match set {
                true => sets::elements(words).for_each(note),
                false => words.iter().take(1).for_each(|component| note(*component)),
            }
        }
        self.order.clear();
        for component in 0..table.components {
            let (sign, _) = self.known[component.index()];
            if sign != 0
                && let Some(zone) = self.zone_of(table, state, component)
            {
                self.order.push((zone, batch(table, state, self.player, component), sign, component));
            }
        }
        self.order.sort_unstable();
        let batch = |component: &u64| batch(table, state, self.player, *component);
        if self.batched {
            self.holds.iter_mut().for_each(|holds| holds.sort_by_key(batch));
        }
        let (mut taken, mut end) = (0, 0);
        for (i, (zone, whose, _, component)) in self.order.iter().enumerate() {
            let holds = &mut self.holds[*zone];
            if i == 0 || (self.order[i - 1].0, self.order[i - 1].1) != (*zone, *whose) {
                (taken, end) = (0, holds.len());
                if self.batched {
                    taken = holds.partition_point(|c| batch(c) < *whose);
                    end = holds.partition_point(|c| batch(c) <= *whose);
                }
            }
            let left = end.saturating_sub(taken) as u64;
            let pick = taken + chance::below(&mut self.rng, left).index();
            if pick < end {
                holds.swap(taken, pick);
                self.known[component.index()].1 = holds[taken];
                taken += 1;
            }
        }
        let mut renamed = std::mem::take(&mut self.set);
        for (at, words, set) in &self.named {
            let words = &mut into.words[*at..*at + *words];
            let other = |component: u64| match self.known.get(component.index()) {
                Some((_, other)) if *other != NONE => *other,
                _ => component,
            };
            if *set {
                renamed.clear();
                renamed.resize(words.len(), 0);
                sets::elements(words).for_each(|component| {
                    sets::insert(&mut renamed, other(component));
                });
                words.copy_from_slice(&renamed);
            } else if let Some(word) = words.first_mut() {
                *word = other(*word);
            }
        }
        self.set = renamed;
    }

    /// Resets the fields of hidden components to their initial values.
    fn lay_own(&mut self, machine: &mut Machine, state: &State, into: &mut State) {
        let table = machine.table;
        let own = |info: &crate::ir::FieldInfo| info.owner == Owner::Component && info.is_declared();
        let fields = || table.ir.layout.fields.iter().enumerate().filter(|(_, info)| own(info));
        if fields().next().is_none() || !self.lay(machine, state) {
            return;
        }
        for (i, _) in fields() {
            let field = table.fields[i];
            let words = field.words.index();
            for component in &self.pool {
                let at = field.base.index() + component.index() * words;
                if words == 1 {
                    // It was stored when the table was laid, so it is in range.
                    let _ = zones::put_field(
                        &mut into.words,
                        FieldId(i as u16),
                        &field,
                        *component,
                        self.laid.words[at],
                    );
                } else {
                    into.words[at..at + words].copy_from_slice(&self.laid.words[at..at + words]);
                }
            }
        }
    }

    /// Lays a table for the same players and options, unless it is cached. Returns false if laying fails.
    fn lay(&mut self, machine: &mut Machine, state: &State) -> bool {
        let options = Layout::OPTIONS..Layout::OPTIONS + machine.table.ir.options.len();
        let agreed =
            |s: &State| (s.words[Layout::PLAYERS], s.words.get(options.clone()).map(<[u64]>::to_vec));
        if self.laid.words.len() >= machine.table.stack && agreed(&self.laid) == agreed(state) {
            return true;
        }
        let values: Vec<i64> = (0..machine.table.ir.options.len()).map(|i| state.option(i)).collect();
        // Not counted as work: whether the table is cached depends on the games before.
        let ran = std::mem::take(&mut machine.ran);
        let laid = machine.lay(state.players(), &values, 0);
        machine.ran = ran;
        match laid {
            Ok(laid) => {
                self.laid = laid;
                true
            }
            Err(_) => false,
        }
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

/// Puts components out of play, instead of those that the player did not see go there. The other players have
/// seen equally many of them.
fn put_away(table: &Table, state: &State, player: u8, components: &[u64], into: &mut State) {
    for other in 0..state.players() {
        let (before, own) =
            (zones::boxed(table, &state.words, other), zones::boxed(table, &state.words, player));
        let mut unseen = before.to_vec();
        unseen.iter_mut().zip(own).for_each(|(word, own)| *word &= !own);
        for (truly, component) in sets::elements(own).zip(components) {
            if sets::has(before, truly) {
                sets::insert(&mut unseen, *component);
            }
        }
        zones::boxed_mut(table, &mut into.words, other).copy_from_slice(&unseen);
    }
    for (truly, component) in sets::elements(zones::boxed(table, &state.words, player)).zip(components) {
        into.words[table.place + component.index()] = NONE;
        knowledge::hand_on(table, &state.words, truly, &mut into.words, *component);
    }
}

fn batch(table: &Table, state: &State, player: u8, component: u64) -> BackGroup {
    (table.brought_by(component), knowledge::group(table, &state.words, player, component))
}

/// Recomputes registers of the sample's suspended frames that depend on hidden information.
fn work_out(
    machine: &mut Machine,
    state: &State,
    into: &mut State,
    player: u8,
    which: impl Fn(&SecretRegister) -> bool,
) {
    let table = machine.table;
    let mut values = Vec::new();
    for SuspendedFrame { pc, base, end } in Frames::new(table, state) {
        for secret in table.secrets().at(pc).iter().filter(|secret| which(secret)) {
            let at = base + secret.register.index();
            if at >= end {
                continue;
            }
            let value = secret.recipe.as_ref().and_then(|recipe| recipe.work(machine, into, base));
            if !secret.component {
                values.push((at, value.unwrap_or(0)));
                continue;
            }
            // A hidden component has been replaced with its zone. A picked component that has left its source
            // was seen to leave.
            let truly = state.words[at];
            let seen =
                u32::try_from(truly).is_ok_and(|c| !table.is_unseen(state, Some(player), ComponentId(c)));
            let from =
                secret.recipe.as_ref().filter(|_| seen).and_then(|r| r.picked_from(machine, into, base));
            if let (Some(value), Some(from)) = (value, from)
                && sets::has(&from, truly)
            {
                values.push((at, value));
            }
        }
    }
    values.into_iter().for_each(|(at, value)| into.words[at] = value);
}

fn is_set(ty: &crate::ir::ValueType) -> bool {
    matches!(ty, crate::ir::ValueType::Set(_))
}
