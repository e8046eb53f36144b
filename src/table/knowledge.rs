//! Who knows which face: what a player has seen since it was last mixed with what they have not.
//!
//! A player knows what lies where they look. A game in which that is not all there is to know ([`Layout::KNOWN`]) keeps, for each player
//! and component, a small number: its *group*. It counts for components that lie where the player does not look, and is one of
//! - [`Known::face`]: the player knows the face,
//! - any other number: the player knows which components are in the group, and which places it takes, but not which of them lies where.
//!   [`LOOSE`] is the group of what nobody has kept apart.
//!
//! What lies in several hidden zones when the table is laid is a group for each zone. Groups become one
//! - when a zone that keeps an order is shuffled: those of all that lies in it,
//! - when something leaves a zone without an order for a place where the player does not look either: nobody can tell which of
//!   them it was. In a zone that keeps an order, places are public, and so is what goes where.
//!
//! Faces that are mixed with no group become a group of their own. A group has all its places as a whole: what two groups that have
//! become one held in other zones is no longer kept apart, so this knows less than an attentive player would, never more. What
//! players were told of faces that they do not know is in [`hints`].

use super::program::{Table, Zone};
use super::state::State;
use super::{hints, sets, zones};
use crate::ir::{Layout, NONE, SeenBy};

/// The group of components that nobody has kept apart.
const LOOSE: u32 = 0;

/// Where a state keeps the groups of components: the bits of a group stand in as many sets, one after the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    /// Where the lowest bits stand of what player 0 knows; those of the other players follow.
    pub base: usize,
    /// Words from the bits of one rank to those of the next.
    pub stride: usize,
    /// How many bits a group has, at least one.
    pub bits: usize,
}

impl Known {
    /// The group of components whose faces the player knows.
    fn face(self) -> u32 {
        (1 << self.bits) - 1
    }

    /// Where the sets stand with the bits of a player's groups.
    fn sets(self, table: &Table, player: u8) -> impl Iterator<Item = std::ops::Range<usize>> + use<> {
        let words = table.component_words();
        self.bits_at(table, player, 0).map(move |first| first..first + words)
    }
}

/// The players of those at the table who see something of an owner's, as a set.
pub(super) fn seers(seen_by: SeenBy, owner: Option<u8>) -> u64 {
    let own = owner.map_or(0, |owner| 1u64 << (owner & 63));
    match seen_by {
        SeenBy::All => !0,
        SeenBy::Owner => own,
        SeenBy::Others => {
            if owner.is_some() {
                !own
            } else {
                0
            }
        }
        SeenBy::None => 0,
    }
}

impl Table<'_> {
    /// Whether a player (or, for `None`, a spectator) sees what is in a zone.
    pub fn sees(&self, viewer: Option<u8>, zone: u16) -> bool {
        let Some(zone) = self.zones.get(zone as usize) else { return false };
        match viewer {
            Some(player) => looks(zone, player),
            None => zone.seers == !0,
        }
    }

    /// Whether a component's face is hidden from a player (or, for `None`, a spectator): they do not see it where it lies, or did not
    /// see it go out of play, nor know it from before. Everything that must not tell what is hidden asks this.
    pub fn is_unseen(&self, state: &State, viewer: Option<u8>, component: u32) -> bool {
        let known = |player: u8| knows(self, &state.words, player, u64::from(component));
        match viewer {
            Some(player) => !known(player),
            None => match self.zone_of(state, component) {
                Some(zone) if self.sees(None, zone) => false,
                Some(_) if self.known.is_none() => true,
                // What every player knows, whoever looks on may know.
                _ => !(0..state.players()).all(known),
            },
        }
    }
}

/// Whether a player sees all that is in a zone.
fn looks(zone: &Zone, player: u8) -> bool {
    player < 64 && zone.seers >> player & 1 == 1
}

/// Whether a player knows a component's face. The component must exist.
pub(super) fn knows(table: &Table, words: &[u64], player: u8, component: u64) -> bool {
    match table.zones.get(zones::place(table, words, component) as usize) {
        None => !sets::has(zones::boxed(table, words, player), component),
        Some(zone) => {
            looks(zone, player)
                || table.known.is_some_and(|known| group(table, words, player, component) == known.face())
                || table.known.is_some()
                    && zone.top_seers >> (player & 63) & 1 == 1
                    && zones::end(table, words, zone, false) == Some(component)
        }
    }
}

/// Takes out of a set of components that lie where a player does not look those whose faces they know: for all at once what [`knows`] asks
/// of one.
pub(super) fn take_known(table: &Table, words: &[u64], player: u8, unseen: &mut [u64]) {
    let Some(known) = table.known else { return };
    for (at, word) in unseen.iter_mut().enumerate().filter(|(_, word)| **word != 0) {
        *word &= !known.in_group(table, words, player, at, known.face());
    }
    for zone in table.zones.iter().filter(|zone| zone.top_seers >> (player & 63) & 1 == 1) {
        if let Some(top) = zones::end(table, words, zone, false) {
            sets::remove(unseen, top);
        }
    }
}

/// The group of a component, for a player who does not look where it lies.
pub(super) fn group(table: &Table, words: &[u64], player: u8, component: u64) -> u32 {
    let Some(known) = table.known else { return LOOSE };
    let bit = |set| u32::from(words.get(set).is_some_and(|set| sets::has(set, component)));
    known.sets(table, player).zip(0..).fold(LOOSE, |group, (set, rank)| group | bit(set) << rank)
}

fn set_group(table: &Table, words: &mut [u64], player: u8, component: u64, group: u32) {
    let Some(known) = table.known else { return };
    for (range, rank) in known.sets(table, player).zip(0..) {
        let Some(set) = words.get_mut(range) else { return };
        if group >> rank & 1 == 1 {
            sets::insert(set, component);
        } else {
            sets::remove(set, component);
        }
    }
}

fn players(words: &[u64]) -> std::ops::Range<u8> {
    0..words[Layout::PLAYERS].min(64) as u8
}

/// Those of a set of players who are at the table.
fn each(set: u64, words: &[u64]) -> impl Iterator<Item = u8> + use<> {
    players(words).filter(move |player| set >> player & 1 == 1)
}

/// Puts a component that lies where a player does not look into a group; what they were told of it is then of no more use.
fn note(table: &Table, words: &mut [u64], player: u8, component: u64, group: u32) {
    hints::forget(table, words, player, component);
    set_group(table, words, player, component, group);
}

/// A table has been laid: what begins in which zone, the rules say, and what of it lies where, nobody.
pub(super) fn begin(table: &Table, words: &mut [u64]) {
    let Some(known) = table.known else { return };
    for player in players(words) {
        known.sets(table, player).for_each(|set| words.get_mut(set).into_iter().for_each(|set| set.fill(0)));
    }
    if known.bits < Layout::GROUP_BITS_AT_START {
        return;
    }
    let mut filled: Vec<u64> = (0..table.components).map(|c| zones::place(table, words, c)).collect();
    filled.sort_unstable();
    filled.dedup();
    let filled: Vec<&Zone> = filled.iter().filter_map(|zone| table.zones.get(*zone as usize)).collect();
    for player in players(words) {
        let hidden = || filled.iter().filter(|zone| !looks(zone, player));
        // What can lie nowhere else needs no group to be kept apart.
        let meets = |a: &Zone| hidden().any(|b| a.index != b.index && a.low < b.high && b.low < a.high);
        for (zone, group) in hidden().filter(|zone| meets(zone)).zip(LOOSE + 1..known.face()) {
            let members: Vec<u64> = zones::members(table, words, zone).collect();
            members.into_iter().for_each(|component| set_group(table, words, player, component, group));
        }
    }
}

/// Nobody has seen a component get to where it lies, as when somebody lays out a table from outside.
pub(super) fn forget(table: &Table, words: &mut [u64], component: u64) {
    players(words).for_each(|player| note(table, words, player, component, LOOSE));
}

/// Players see a component's face.
pub(super) fn show(table: &Table, words: &mut [u64], component: u64, to: u64) {
    let zone = table.zones.get(zones::place(table, words, component) as usize);
    for player in each(to, words) {
        match zone {
            Some(zone) if looks(zone, player) => {}
            Some(_) => know(table, words, player, component),
            None => sets::remove(zones::boxed_mut(table, words, player), component),
        }
    }
}

/// A player knows the face of a component that comes to lie, or lies, where they do not look.
fn know(table: &Table, words: &mut [u64], player: u8, component: u64) {
    if let Some(known) = table.known {
        note(table, words, player, component, known.face());
    }
}

/// A zone has been shuffled: whoever does not look into it can no longer tell what lies where. In a heap nothing has changed.
pub(super) fn mix(table: &Table, words: &mut [u64], zone: &Zone) {
    if table.known.is_none() || !zone.is_ordered() || zones::count(table, words, zone) < 2 {
        return;
    }
    let members = Members::of(table, words, zone);
    each(!zone.seers, words).for_each(|player| unite(table, words, player, &members));
}

/// Components that somebody can no longer tell apart: a set that stands in the state, or one that was put together.
enum Members {
    At(usize),
    Set(Vec<u64>),
}

impl Members {
    fn of(table: &Table, words: &[u64], zone: &Zone) -> Members {
        if zone.set != 0 {
            return Members::At(zone.set as usize);
        }
        let mut set = vec![0; table.component_words()];
        zones::scan(table, words, zone, &mut set);
        Members::Set(set)
    }

    fn word(&self, words: &[u64], at: usize) -> u64 {
        let word = match self {
            Members::At(start) => words.get(start + at),
            Members::Set(set) => set.get(at),
        };
        word.copied().unwrap_or_default()
    }
}

impl Known {
    /// Where the bits stand of a player's groups, for the 64 components of a word of a set.
    fn bits_at(self, table: &Table, player: u8, word: usize) -> impl Iterator<Item = usize> + use<> {
        let first = self.base + player as usize * table.component_words() + word;
        (0..self.bits).map(move |bit| first + bit * self.stride)
    }

    /// Those of the 64 components of a word of a set that are in a group.
    fn in_group(self, table: &Table, words: &[u64], player: u8, word: usize, group: u32) -> u64 {
        self.bits_at(table, player, word).zip(0..).fold(!0, |all, (at, rank)| {
            let bits = words.get(at).copied().unwrap_or_default();
            all & if group >> rank & 1 == 1 { bits } else { !bits }
        })
    }

    /// A group in which nothing is that lies where the player does not look; [`LOOSE`] if there is none left.
    fn free_group(self, table: &Table, words: &[u64], player: u8) -> u32 {
        let unseen = |component: u64| {
            let zone = table.zones.get(zones::place(table, words, component) as usize);
            zone.is_none_or(|zone| !looks(zone, player))
        };
        let used = (0..table.components).filter(|c| unseen(*c));
        let used = used.fold(0u64, |used, c| used | 1 << group(table, words, player, c));
        (LOOSE + 1..self.face()).find(|group| used >> group & 1 == 0).unwrap_or(LOOSE)
    }
}

/// A player can no longer tell components apart: their groups become one.
#[inline(never)]
fn unite(table: &Table, words: &mut [u64], player: u8, members: &Members) {
    let Some(known) = table.known else { return };
    let size = table.component_words();
    if !table.ir.hints.is_empty() {
        let set: Vec<u64> = (0..size).map(|at| members.word(words, at)).collect();
        sets::elements(&set).for_each(|component| hints::forget(table, words, player, component));
    }
    let meets = |group: &u32| {
        (0..size).any(|at| members.word(words, at) & known.in_group(table, words, player, at, *group) != 0)
    };
    // A bit for each group: there are at most 16.
    let met = (LOOSE..known.face()).filter(meets).fold(0u32, |met, group| met | 1 << group);
    let faces = meets(&known.face());
    if met.count_ones() == 1 && !faces {
        return;
    }
    let into = if met == 0 { known.free_group(table, words, player) } else { met.trailing_zeros() };
    for at in 0..size {
        let here = members.word(words, at);
        // All of a group, wherever it lies, for it has its places as a whole.
        let groups = (LOOSE..known.face()).filter(|group| met >> group & 1 == 1);
        let all = groups.fold(here, |all, group| all | known.in_group(table, words, player, at, group));
        for (bit, rank) in known.bits_at(table, player, at).zip(0..) {
            if let Some(bits) = words.get_mut(bit) {
                *bits = if into >> rank & 1 == 1 { *bits | all } else { *bits & !all };
            }
        }
    }
}

/// A component is about to go from where it is to a zone, on top or under the rest.
#[inline]
pub(super) fn travel(table: &Table, words: &mut [u64], component: u64, to: &Zone, bottom: bool) {
    if let Some(from) = table.zones.get(zones::place(table, words, component) as usize)
        && table.only_zones_tell
        && (from.is_ordered() || !(from.seers | to.seers) == 0)
    {
        // Most moves: nobody forgets anything, and only those who no longer see the component have something to note.
        let losing = from.seers & !to.seers;
        if losing != 0 {
            know_all(table, words, component, losing);
        }
        return;
    }
    let on_top = !bottom || zones::count(table, words, to) == 0;
    travel_told(table, words, component, Some(to), on_top);
}

/// Players know the face of a component that goes where they do not look. There are no hints.
#[inline(never)]
fn know_all(table: &Table, words: &mut [u64], component: u64, players: u64) {
    let Some(known) = table.known else { return };
    for player in each(players, words) {
        for at in known.bits_at(table, player, (component / 64) as usize) {
            words.get_mut(at).into_iter().for_each(|bits| *bits |= 1 << (component % 64));
        }
    }
}

/// As [`travel`], of what is seen or told besides what zones show; out of play (`None`), too. Returns the set of the players who know the
/// component then.
#[inline(never)]
pub(super) fn travel_told(table: &Table, words: &mut [u64], component: u64, to: Option<&Zone>, on_top: bool) -> u64 {
    let from = table.zones.get(zones::place(table, words, component) as usize);
    let stays = to.is_some() && from.map(|zone| zone.index) == to.map(|zone| zone.index);
    let covered = to.filter(|_| on_top).and_then(|zone| zones::end(table, words, zone, false));
    let mut knowing = 0;
    for player in players(words) {
        let looks = |zone: &Zone| looks(zone, player);
        let sees_top = on_top && to.is_some_and(|zone| zone.top_seers >> player & 1 == 1);
        let sees = sees_top || to.is_some_and(looks);
        // What was on top has been seen, and is remembered under what covers it.
        if let Some(covered) = covered.filter(|_| sees_top && !to.is_some_and(looks)) {
            know(table, words, player, covered);
        }
        // Who sees neither where it was nor where it is cannot tell which of a heap has gone.
        if let Some(heap) = from.filter(|zone| !zone.is_ordered() && !stays && !sees && !looks(zone))
            && zones::count(table, words, heap) > 1
        {
            let heap = Members::of(table, words, heap);
            unite(table, words, player, &heap);
        }
        let unseen = !knows(table, words, player, component);
        // What was put out of play unseen is a heap like others. Which of the rest has come back, nobody need have seen.
        if from.is_none() && !sees && unseen {
            unite(table, words, player, &Members::Set(zones::boxed(table, words, player).to_vec()));
        }
        let known = sees || !unseen && from.is_some();
        knowing |= u64::from(known) << player;
        if to.is_some_and(looks) {
            hints::forget(table, words, player, component);
        } else if known && to.is_some() {
            know(table, words, player, component);
        } else if known || from.is_none() && !unseen {
            note(table, words, player, component, LOOSE);
        } else if from.is_none_or(|zone| !zone.is_ordered()) || to.is_none_or(|zone| !zone.is_ordered()) {
            // In a zone that keeps an order they still know of which one they were told.
            hints::forget(table, words, player, component);
        }
    }
    knowing
}

/// What each player knows of a component that lies where they do not look, as one number: components of one heap that differ in it
/// are told apart by somebody.
fn groups(table: &Table, words: &[u64], component: u64) -> u128 {
    let bits = table.known.map_or(0, |known| known.bits as u32);
    players(words)
        .fold(0, |all: u128, player| all.rotate_left(bits) ^ u128::from(group(table, words, player, component)))
}

/// Whether a player knows a component that lies in a zone into which they do not see.
#[inline]
pub(super) fn is_kept(table: &Table, words: &[u64], player: u8, component: u64) -> bool {
    table.known.is_some() && zones::place(table, words, component) != NONE && knows(table, words, player, component)
}

/// What lies in a zone, in an order that tells no more than its places do.
pub(super) fn in_places(table: &Table, words: &[u64], zone: &Zone) -> Vec<u64> {
    if zone.is_ordered() {
        return zones::in_order(table, words, zone);
    }
    // In a heap only what somebody knows tells its components apart.
    let mut heap: Vec<u64> = zones::members(table, words, zone).collect();
    heap.sort_by_cached_key(|component| groups(table, words, *component));
    heap
}

/// Has players know of `other`, in a sample, what they truly know of `component`, in whose place it lies there.
pub(super) fn hand_on(table: &Table, words: &[u64], component: u64, into: &mut [u64], other: u64) {
    if table.known.is_some() {
        for player in players(words) {
            note(table, into, player, other, group(table, words, player, component));
        }
    }
}

/// What lies in a zone in a sample for a player who does not see into it: what they know where it lies, and the components that
/// are dealt to it in the other places. What others know of the zone, they know of what lies there now.
pub(super) fn dealt(
    table: &Table,
    words: &[u64],
    player: u8,
    zone: &Zone,
    holds: &[u64],
    into: &mut [u64],
) -> Vec<u64> {
    let mut truly = in_places(table, words, zone);
    let mut holds = holds.iter();
    for component in &mut truly {
        if knows(table, words, player, *component) {
            continue;
        }
        let Some(other) = holds.next() else { break };
        hand_on(table, words, *component, into, *other);
        *component = *other;
    }
    truly
}
