//! Samples (determinizations): states that look the same to one player, with everything hidden from them
//! drawn at random.
//!
//! A sample depends only on the player's view and the random seed. Two states with equal views, in which the
//! components noted in hidden registers lie in the same zones, have the same samples.

use super::frames::{Frames, SuspendedFrame};
use super::machine::Machine;
use super::matching::HiddenSlot;
use super::program::Table;
use super::sample_plan::SamplePlan;
use super::secrets::SecretRegister;
use super::state::State;
use super::{chance, hints, knowledge, matching, moves, sets, zones};
use crate::ir::layout::Owner;
use crate::ir::{ComponentId, FieldId, Layout, NONE, PlayerId, ToIndex};

/// The number of samples that the guards of a position in the rules are compared with.
const HELD_AGAINST: u64 = 16;

/// Draws samples; keeps its buffers between them.
#[derive(Debug, Default)]
pub struct Sampler {
    /// Everything that depends on the state alone: a search draws thousands of samples of one.
    plan: SamplePlan,
    /// An initial state for the players and options of the states that were sampled last.
    laid: State,
    /// A random generator, used instead of the state's.
    rng: [u64; Layout::RNG + 4],
    /// The unknown components in the order in which they are dealt, and for each whether it has been dealt.
    pool: Vec<u64>,
    dealt: Vec<bool>,
    /// The components dealt from each batch of the zone that is being dealt to.
    of_batches: Vec<Vec<u64>>,
    /// The dealt contents of each hidden zone, in the order of `SamplePlan::hidden`.
    holds: Vec<Vec<u64>>,
    /// For each component, the one by which the sample replaces it in all references.
    replaced: Vec<u64>,
    /// The contents of a zone, with the components that the player knows.
    contents: Vec<u64>,
    set: Vec<u64>,
}

impl Sampler {
    /// Makes `into` a sample of a state for a player. `machine` is used to lay tables. A state without hidden
    /// information is copied, with a new random seed.
    pub fn sample(
        &mut self,
        machine: &mut Machine,
        state: &State,
        player: PlayerId,
        seed: u64,
        into: &mut State,
    ) {
        let table = machine.table;
        if self.plan.prepare(table, state, player) {
            self.lay_own(machine, state);
        }
        chance::seed(&mut self.rng, seed);
        if self.plan.hides() {
            // In the plan's state, dead registers are cleared, and unknown components have their initial
            // state.
            into.copy_from(&self.plan.base);
            into.reseed(chance::next(&mut self.rng));
            self.deal(table, state, into);
            self.rename(table, into);
            work_out(machine, state, into, player, |_| true);
            table.histories.iter().for_each(|history| history.blur(table, &mut into.words, player));
        } else {
            into.copy_from(state);
            into.reseed(chance::next(&mut self.rng));
            if !table.is_open() && table.secrets().picks {
                work_out(machine, state, into, player, |secret| secret.picked);
            }
        }
        into.stamp = 0;
    }

    /// Returns whether a player may look ahead from a state by samples. They may not if the position in the
    /// rules reveals hidden information: in some samples of the seed, a branch that led there would have gone
    /// otherwise.
    pub fn may_look_ahead(
        &mut self,
        machine: &mut Machine,
        state: &State,
        player: PlayerId,
        seed: u64,
    ) -> bool {
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
        let plan = &self.plan;
        self.holds.resize_with(plan.hidden.len().max(self.holds.len()), Default::default);
        self.pool.clone_from(&plan.unknown);
        // Fisher–Yates shuffle.
        for i in (1..self.pool.len()).rev() {
            let j = chance::below(&mut self.rng, i as u64 + 1).index();
            self.pool.swap(i, j);
        }
        self.dealt.clear();
        self.dealt.resize(self.pool.len(), false);
        for (nth, (zone, holds)) in plan.hidden.iter().zip(&mut self.holds).enumerate() {
            let zone = table.zones.get(zone.index());
            holds.clear();
            // The components of a kind have consecutive ids.
            let fits = |c: u64| zone.is_none_or(|zone| c >= u64::from(zone.low) && c < u64::from(zone.high));
            let rest = self.pool.iter().zip(&mut self.dealt);
            let rest = rest.filter(|(component, dealt)| !**dealt && fits(**component));
            // Without batches, any unknown component of a suitable kind may be in any place.
            if !plan.batched || plan.is_single {
                for (component, dealt) in rest.take(plan.lies[nth].len()) {
                    *dealt = true;
                    holds.push(*component);
                }
                // Places are filled from the last component of a batch on.
                if plan.batched {
                    holds.reverse();
                }
                continue;
            }
            let batches = &plan.batches[nth];
            self.of_batches.resize_with(batches.len().max(self.of_batches.len()), Default::default);
            self.of_batches.iter_mut().for_each(Vec::clear);
            for (component, dealt) in rest {
                let of = plan.batch_of[component.index()];
                let known = batches.iter().zip(&mut self.of_batches);
                if let Some((_, given)) =
                    known.into_iter().find(|((these, count), given)| *these == of && given.len() < *count)
                {
                    *dealt = true;
                    given.push(*component);
                }
            }
            // Each place gets a component of the batch that is actually there.
            for (truly, _) in plan.places[nth].iter().filter(|(_, is_unknown)| *is_unknown) {
                let of = plan.batch_of[truly.index()];
                let given = batches.iter().position(|(these, _)| *these == of);
                holds.extend(given.and_then(|batch| self.of_batches[batch].pop()));
            }
        }
        // Hints exclude some deals: components are exchanged until all hints hold.
        let spots = self.agree(table, state);
        for (nth, (zone, holds)) in self.plan.hidden.iter().zip(&self.holds).enumerate() {
            match table.zones.get(zone.index()) {
                Some(_) if table.known.is_some() => {
                    let places = &self.plan.places[nth];
                    if !self.plan.are_alike {
                        knowledge::dealt(table, &state.words, places, holds, &mut into.words);
                    }
                    knowledge::contents_of_deal(places, holds, &mut self.contents);
                    moves::fill(table, &mut into.words, zone.0, &self.contents);
                }
                Some(_) => moves::fill(table, &mut into.words, zone.0, holds),
                None => put_away(table, state, self.plan.player, holds, into),
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
        let plan = &self.plan;
        for (zone, places) in plan.places.iter().enumerate() {
            let unknown = places.iter().filter(|(_, is_unknown)| *is_unknown);
            spots.extend(unknown.enumerate().map(|(nth, (truly, _))| {
                let told = hints::is_told_of(table, &state.words, plan.player, *truly);
                HiddenSlot { zone, nth, truly: *truly, told }
            }));
        }
        if spots.iter().any(|spot| spot.told) {
            let fits = |spot: &HiddenSlot, component: u64| {
                let zone = table.zones.get(plan.hidden[spot.zone].index());
                zone.is_none_or(|zone| component >= u64::from(zone.low) && component < u64::from(zone.high))
                    && plan.batch_of[component.index()] == plan.batch_of[spot.truly.index()]
                    && (!spot.told || hints::agrees(table, &state.words, plan.player, spot.truly, component))
            };
            matching::arrange(&mut self.rng, &spots, &mut self.holds, fits);
        }
        spots
    }

    /// Replaces each hidden component that is named somewhere by one in the same zone of the sample. The
    /// choice must depend only on where the component is named, not on its identity.
    fn rename(&mut self, table: &Table, into: &mut State) {
        let plan = &self.plan;
        if plan.named.is_empty() {
            return;
        }
        let batch = |component: &u64| plan.batch_of[component.index()];
        let batched = plan.batched && !plan.is_single;
        if batched {
            self.holds.iter_mut().for_each(|holds| holds.sort_by_key(batch));
        }
        self.replaced.clear();
        self.replaced.resize(table.components.index(), NONE);
        let (mut taken, mut end) = (0, 0);
        for (i, (zone, whose, _, component)) in plan.order.iter().enumerate() {
            let holds = &mut self.holds[*zone];
            if i == 0 || (plan.order[i - 1].0, plan.order[i - 1].1) != (*zone, *whose) {
                (taken, end) = (0, holds.len());
                if batched {
                    taken = holds.partition_point(|c| batch(c) < *whose);
                    end = holds.partition_point(|c| batch(c) <= *whose);
                }
            }
            // Components taken before are at the front, so each is taken once.
            let left = end.saturating_sub(taken) as u64;
            let pick = taken + chance::below(&mut self.rng, left).index();
            if pick < end {
                holds.swap(taken, pick);
                self.replaced[component.index()] = holds[taken];
                taken += 1;
            }
        }
        let renamed = &mut self.set;
        for (at, words, set) in &plan.named {
            let words = &mut into.words[*at..*at + *words];
            let other = |component: u64| match self.replaced.get(component.index()) {
                Some(other) if *other != NONE => *other,
                _ => component,
            };
            if *set {
                renamed.clear();
                renamed.resize(words.len(), 0);
                sets::elements(words).for_each(|component| {
                    sets::insert(renamed, other(component));
                });
                words.copy_from_slice(renamed);
            } else if let Some(word) = words.first_mut() {
                *word = other(*word);
            }
        }
    }

    /// Resets the fields of the plan's hidden components to their initial values, for all samples.
    fn lay_own(&mut self, machine: &mut Machine, state: &State) {
        let table = machine.table;
        let own = |info: &crate::ir::FieldInfo| info.owner == Owner::Component && info.is_declared();
        let fields = || table.ir.layout.fields.iter().enumerate().filter(|(_, info)| own(info));
        if fields().next().is_none() || !self.lay(machine, state) {
            return;
        }
        let base = &mut self.plan.base;
        for (i, _) in fields() {
            let field = table.fields[i];
            let words = field.words.index();
            for component in &self.plan.unknown {
                let at = field.base.index() + component.index() * words;
                if words == 1 {
                    // It was stored when the table was laid, so it is in range.
                    let _ = zones::put_field(
                        &mut base.words,
                        FieldId(i as u16),
                        &field,
                        *component,
                        self.laid.words[at],
                    );
                } else {
                    base.words[at..at + words].copy_from_slice(&self.laid.words[at..at + words]);
                }
            }
        }
    }

    /// Lays a table for the same players and options, unless it is cached. Returns false if laying fails.
    fn lay(&mut self, machine: &mut Machine, state: &State) -> bool {
        let options = Layout::OPTIONS..Layout::OPTIONS + machine.table.ir.options.len();
        let is_laid = self.laid.words.len() >= machine.table.stack
            && self.laid.words[Layout::PLAYERS] == state.words[Layout::PLAYERS]
            && self.laid.words.get(options.clone()) == state.words.get(options);
        if is_laid {
            return true;
        }
        let values: Vec<i64> = (0..machine.table.ir.options.len()).map(|i| state.option(i)).collect();
        // Not counted as work: whether the table is cached depends on the games before.
        let laid = machine.without_counting(|machine| machine.lay(state.players(), &values, 0));
        match laid {
            Ok(laid) => {
                self.laid = laid;
                true
            }
            Err(_) => false,
        }
    }
}

/// Puts components out of play, instead of those that the player did not see go there. The other players have
/// seen equally many of them.
fn put_away(table: &Table, state: &State, player: PlayerId, components: &[u64], into: &mut State) {
    for other in PlayerId::all(state.players()) {
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

/// Recomputes registers of the sample's suspended frames that depend on hidden information.
fn work_out(
    machine: &mut Machine,
    state: &State,
    into: &mut State,
    player: PlayerId,
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
