//! Players' knowledge of faces: a known face stays known until its component is mixed with unseen ones.
//!
//! A player knows the contents of every zone that they see into. A game in which players can know more
//! ([`Layout::KNOWN`]) stores, for each player and component, a small number: its *group*. It applies to
//! components in zones that the player does not see into, and is one of
//! - [`GroupLocation::face`]: the player knows the face,
//! - any other number: the player knows which components are in the group, and which places the group takes,
//!   but not which component is at which place. [`LOOSE`] is the group of components that nobody has
//!   distinguished.
//!
//! When the table is laid, the contents of each of several hidden zones are a group. Groups are merged
//! - when an ordered zone is shuffled: the groups of all its components,
//! - when a component leaves an unordered zone for a place that the player does not see either: the player
//!   cannot tell which component it was. In an ordered zone, places are public, and so are moves between
//!   them.
//!
//! Known faces that are shuffled without any group become a new group. A group has its places as a whole:
//! after two groups are merged, their parts in other zones are no longer distinguished. So this model knows
//! less than an attentive player would, never more. Hints about faces that players do not know are in
//! [`hints`].

use super::hints::asked_at;
use super::program::Table;
use super::seats::players;
use super::state::State;
use super::table_data::{GroupLocation, ZoneData};
use super::{hints, sets, zones};
use crate::ir::{ComponentId, HintId, Layout, NONE, PlayerId, ToIndex, ZonePlaceId, ZoneViewers};

/// The group of components that nobody has distinguished.
const LOOSE: u32 = 0;

impl GroupLocation {
    /// Returns the group of components whose faces the player knows.
    fn face(self) -> u32 {
        (1 << self.bits) - 1
    }

    /// Returns the address ranges of the sets with the bits of a player's groups.
    fn sets(self, table: &Table, player: PlayerId) -> impl Iterator<Item = std::ops::Range<usize>> + use<> {
        let words = table.component_words();
        self.bits_at(table, player, 0).map(move |first| first..first + words)
    }
}

/// Returns the set of players who see a zone of an owner.
pub(super) fn seers(seen_by: ZoneViewers, owner: Option<PlayerId>) -> u64 {
    let own = owner.map_or(0, |owner| 1u64 << (owner.0 & 63));
    match seen_by {
        ZoneViewers::All => !0,
        ZoneViewers::Owner => own,
        ZoneViewers::Others => {
            if owner.is_some() {
                !own
            } else {
                0
            }
        }
        ZoneViewers::None | ZoneViewers::Expression => 0,
    }
}

impl Table<'_> {
    /// Returns whether a player (or, for `None`, a spectator) sees the contents of a zone.
    pub fn sees(&self, state: &State, viewer: Option<PlayerId>, zone: ZonePlaceId) -> bool {
        let Some(zone) = self.zones.get(zone.index()) else { return false };
        match viewer {
            Some(player) => looks(zone, &state.words, player),
            None => zone.seers(&state.words) == !0,
        }
    }

    /// Returns whether a component's face is hidden from a player (or, for `None`, a spectator): they neither
    /// see it in its zone, nor saw it go out of play, nor know it from before. All code that must not reveal
    /// hidden information calls this. A component that does not exist, as a value of a damaged state may name
    /// it, is unseen.
    pub fn is_unseen(&self, state: &State, viewer: Option<PlayerId>, component: ComponentId) -> bool {
        if u64::from(component) >= self.components {
            return true;
        }
        let known = |player: PlayerId| knows(self, &state.words, player, u64::from(component));
        match viewer {
            Some(player) => !known(player),
            None => match self.zone_of(state, component) {
                Some(zone) if self.sees(state, None, zone) => false,
                Some(_) if self.known.is_none() => true,
                // A spectator may know what every player knows.
                _ => !PlayerId::all(state.players()).all(known),
            },
        }
    }
}

/// Returns whether a player sees the contents of a zone.
fn looks(zone: &ZoneData, words: &[u64], player: PlayerId) -> bool {
    player.0 < 64 && zone.seers(words) >> player.0 & 1 == 1
}

/// Returns whether a player sees the top component of a zone without seeing into it.
fn looks_at_top(zone: &ZoneData, words: &[u64], player: PlayerId) -> bool {
    player.0 < 64 && zone.top_seers(words) >> player.0 & 1 == 1
}

/// Returns whether a player knows a component's face. The component must exist.
pub(super) fn knows(table: &Table, words: &[u64], player: PlayerId, component: u64) -> bool {
    match table.zones.get(zones::place(table, words, component).index()) {
        None => !sets::has(zones::boxed(table, words, player), component),
        Some(zone) => {
            looks(zone, words, player)
                || table.known.is_some_and(|known| group(table, words, player, component) == known.face())
                || table.known.is_some()
                    && looks_at_top(zone, words, player)
                    && zones::end(table, words, zone, false) == Some(component)
        }
    }
}

/// Removes the components whose faces a player knows from a set of components in zones that they do not see
/// into. The bulk version of [`knows`].
pub(super) fn take_known(table: &Table, words: &[u64], player: PlayerId, unseen: &mut [u64]) {
    let Some(known) = table.known else { return };
    for (at, word) in unseen.iter_mut().enumerate().filter(|(_, word)| **word != 0) {
        *word &= !known.in_group(table, words, player, at, known.face());
    }
    for zone in table.zones.iter().filter(|zone| looks_at_top(zone, words, player)) {
        if let Some(top) = zones::end(table, words, zone, false) {
            sets::remove(unseen, top);
        }
    }
}

/// Returns the group of a component, for a player who does not see into its zone.
pub(super) fn group(table: &Table, words: &[u64], player: PlayerId, component: u64) -> u32 {
    let Some(known) = table.known else { return LOOSE };
    let bit = |set| u32::from(words.get(set).is_some_and(|set| sets::has(set, component)));
    known.sets(table, player).zip(0..).fold(LOOSE, |group, (set, rank)| group | bit(set) << rank)
}

fn set_group(table: &Table, words: &mut [u64], player: PlayerId, component: u64, group: u32) {
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

/// Returns the players of a set who are at the table.
fn seated_players(set: u64, words: &[u64]) -> impl Iterator<Item = PlayerId> + use<> {
    let seats = words[Layout::PLAYERS].min(64) as u32;
    let mut left = set & u64::MAX.checked_shr(64 - seats).unwrap_or(0);
    // Bit by bit: most sets have one player or none.
    std::iter::from_fn(move || {
        let player = PlayerId(u8::try_from(left.trailing_zeros()).ok().filter(|player| *player < 64)?);
        left &= left - 1;
        Some(player)
    })
}

/// Puts a component in an unseen zone into a group; discards the hints about it, which no longer apply.
fn note(table: &Table, words: &mut [u64], player: PlayerId, component: u64, group: u32) {
    hints::forget(table, words, player, component);
    set_group(table, words, player, component, group);
}

/// Initialises the groups after the table is laid. Players know from the rules which components start in
/// which zone, but not their order.
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
    let filled: Vec<&ZoneData> = filled.iter().filter_map(|zone| table.zones.get(zone.index())).collect();
    for player in players(words) {
        let hidden: Vec<&ZoneData> =
            filled.iter().copied().filter(|zone| !looks(zone, words, player)).collect();
        // Components that cannot be in any other zone need no group of their own.
        let meets =
            |a: &ZoneData| hidden.iter().any(|b| a.index != b.index && a.low < b.high && b.low < a.high);
        for (zone, group) in hidden.iter().filter(|zone| meets(zone)).zip(LOOSE + 1..known.face()) {
            let members: Vec<u64> = zones::members(table, words, zone).collect();
            members.into_iter().for_each(|component| set_group(table, words, player, component, group));
        }
    }
}

/// Resets the knowledge of components whose arrival no player has seen, as in a table laid out from outside.
pub(super) fn forget(table: &Table, words: &mut [u64], components: &[ComponentId]) {
    if !table.ir.hints.is_empty() {
        for player in players(words) {
            components.iter().for_each(|c| hints::forget(table, words, player, u64::from(*c)));
        }
    }
    let Some(known) = table.known else { return };
    // Word by word: the components of a hand often lie in one.
    let word_of = |component: &ComponentId| component.index() / 64;
    for here in components.chunk_by(|a, b| word_of(a) == word_of(b)) {
        let Some(word) = here.first().map(word_of) else { return };
        let forgotten = here.iter().fold(0, |bits, c| bits | 1u64 << (c.0 % 64));
        for player in players(words) {
            for at in known.bits_at(table, player, word) {
                words.get_mut(at).into_iter().for_each(|bits| *bits &= !forgotten);
            }
        }
    }
}

/// Records that players see a component's face.
pub(super) fn show(table: &Table, words: &mut [u64], component: u64, to: u64) {
    let zone = table.zones.get(zones::place(table, words, component).index());
    for player in seated_players(to, words) {
        match zone {
            Some(zone) if looks(zone, words, player) => {}
            Some(_) => know(table, words, player, component),
            None => sets::remove(zones::boxed_mut(table, words, player), component),
        }
    }
}

/// Records that a player knows the face of a component in a zone that they do not see into.
fn know(table: &Table, words: &mut [u64], player: PlayerId, component: u64) {
    if let Some(known) = table.known {
        note(table, words, player, component, known.face());
    }
}

/// Updates knowledge after a shuffle: players who do not see into the zone no longer know its order. Nothing
/// changes in an unordered zone.
pub(super) fn mix(table: &Table, words: &mut [u64], zone: &ZoneData) {
    if table.known.is_none() || !zone.is_ordered() || zones::count(table, words, zone) < 2 {
        return;
    }
    let members = IndistinctSet::of(table, words, zone);
    seated_players(!zone.seers(words), words).for_each(|player| unite(table, words, player, &members));
}

/// Components that a player can no longer distinguish: a set stored in the state, or a computed one.
enum IndistinctSet {
    At(usize),
    Set(Vec<u64>),
}

impl IndistinctSet {
    fn of(table: &Table, words: &[u64], zone: &ZoneData) -> IndistinctSet {
        if zone.set != 0 {
            return IndistinctSet::At(zone.set.index());
        }
        let mut set = vec![0; table.component_words()];
        zones::scan(table, words, zone, &mut set);
        IndistinctSet::Set(set)
    }

    fn word(&self, words: &[u64], at: usize) -> u64 {
        let word = match self {
            IndistinctSet::At(start) => words.get(start + at),
            IndistinctSet::Set(set) => set.get(at),
        };
        word.copied().unwrap_or_default()
    }
}

impl GroupLocation {
    /// Returns the addresses of the bits of a player's groups, for the 64 components of a word of a set.
    fn bits_at(self, table: &Table, player: PlayerId, word: usize) -> impl Iterator<Item = usize> + use<> {
        let first = self.base + player.index() * table.component_words() + word;
        (0..self.bits).map(move |bit| first + bit * self.stride)
    }

    /// Returns which of the 64 components of a word of a set are in a group.
    fn in_group(self, table: &Table, words: &[u64], player: PlayerId, word: usize, group: u32) -> u64 {
        self.bits_at(table, player, word).zip(0..).fold(!0, |all, (at, rank)| {
            let bits = words.get(at).copied().unwrap_or_default();
            all & if group >> rank & 1 == 1 { bits } else { !bits }
        })
    }

    /// Returns a group without a component that the player does not see; [`LOOSE`] if there is none.
    fn free_group(self, table: &Table, words: &[u64], player: PlayerId) -> u32 {
        let unseen = |component: u64| {
            let zone = table.zones.get(zones::place(table, words, component).index());
            zone.is_none_or(|zone| !looks(zone, words, player))
        };
        let used = (0..table.components).filter(|c| unseen(*c));
        let used = used.fold(0u64, |used, c| used | 1 << group(table, words, player, c));
        (LOOSE + 1..self.face()).find(|group| used >> group & 1 == 0).unwrap_or(LOOSE)
    }
}

/// Merges the groups of components that a player can no longer distinguish.
#[inline(never)]
fn unite(table: &Table, words: &mut [u64], player: PlayerId, members: &IndistinctSet) {
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
        // Include the whole group, in all zones: its places are known only as a whole.
        let groups = (LOOSE..known.face()).filter(|group| met >> group & 1 == 1);
        let all = groups.fold(here, |all, group| all | known.in_group(table, words, player, at, group));
        for (bit, rank) in known.bits_at(table, player, at).zip(0..) {
            if let Some(bits) = words.get_mut(bit) {
                *bits = if into >> rank & 1 == 1 { *bits | all } else { *bits & !all };
            }
        }
    }
}

/// Updates knowledge before a component moves to a zone, if that is simple; returns false if not. It mostly
/// is: no group is merged, and only players who lose sight of the component need a record.
#[inline]
pub(super) fn travel_in_sight(table: &Table, words: &mut [u64], component: u64, to: &ZoneData) -> bool {
    let from = table.zones.get(zones::place(table, words, component).index());
    let Some(from) =
        from.filter(|from| table.only_zones_tell && (from.is_ordered() || !(from.seers | to.seers) == 0))
    else {
        return false;
    };
    let losing = from.seers & !to.seers;
    if losing != 0 {
        know_all(table, words, component, losing);
    }
    true
}

/// Updates knowledge before a component moves to a zone, on top or at the bottom.
#[inline]
pub(super) fn travel(table: &Table, words: &mut [u64], component: u64, to: &ZoneData, bottom: bool) {
    if travel_in_sight(table, words, component, to) {
        return;
    }
    let on_top = !bottom || zones::count(table, words, to) == 0;
    travel_told(table, words, component, Some(to), on_top);
}

/// Records that players know the face of a component that moves to a zone they do not see into. For games
/// without hints.
#[inline(never)]
fn know_all(table: &Table, words: &mut [u64], component: u64, players: u64) {
    let Some(known) = table.known else { return };
    for player in seated_players(players, words) {
        for at in known.bits_at(table, player, (component / 64).index()) {
            words.get_mut(at).into_iter().for_each(|bits| *bits |= 1 << (component % 64));
        }
    }
}

/// Updates knowledge like [`travel`], including visible tops of zones and hints. `to` is `None` for out of
/// play. Returns the set of the players who know the component afterwards.
#[inline(never)]
pub(super) fn travel_told(
    table: &Table,
    words: &mut [u64],
    component: u64,
    to: Option<&ZoneData>,
    on_top: bool,
) -> u64 {
    let from = table.zones.get(zones::place(table, words, component).index());
    let stays = to.is_some() && from.map(|zone| zone.index) == to.map(|zone| zone.index);
    let covered = to.filter(|_| on_top).and_then(|zone| zones::end(table, words, zone, false));
    let mut knowing = 0;
    for player in players(words) {
        let sees_to = to.is_some_and(|zone| looks(zone, words, player));
        let sees_top = on_top && to.is_some_and(|zone| looks_at_top(zone, words, player));
        let sees = sees_top || sees_to;
        // The former top has been seen, and stays known under the component that covers it.
        if let Some(covered) = covered.filter(|_| sees_top && !sees_to) {
            know(table, words, player, covered);
        }
        // A player who sees neither the old nor the new place cannot tell which component of an unordered
        // zone has left.
        if let Some(heap) =
            from.filter(|zone| !zone.is_ordered() && !stays && !sees && !looks(zone, words, player))
            && zones::count(table, words, heap) > 1
        {
            let heap = IndistinctSet::of(table, words, heap);
            unite(table, words, player, &heap);
        }
        let unseen = !knows(table, words, player, component);
        // Components put out of play unseen are an unordered zone like others: a player need not have seen
        // which one comes back.
        if from.is_none() && !sees && unseen {
            unite(table, words, player, &IndistinctSet::Set(zones::boxed(table, words, player).to_vec()));
        }
        let known = sees || !unseen && from.is_some();
        knowing |= u64::from(known) << player.0;
        if sees_to {
            hints::forget(table, words, player, component);
        } else if known && to.is_some() {
            know(table, words, player, component);
        } else if known || from.is_none() && !unseen {
            note(table, words, player, component, LOOSE);
        } else if from.is_none_or(|zone| !zone.is_ordered()) || to.is_none_or(|zone| !zone.is_ordered()) {
            // In an ordered zone players still know which component a hint was about.
            hints::forget(table, words, player, component);
        }
    }
    knowing
}

/// Returns the knowledge of all players about a component in an unseen zone, as one number. Two components of
/// an unordered zone with different numbers are distinguished by some player.
fn groups(table: &Table, words: &[u64], component: u64) -> u128 {
    let bits = table.known.map_or(0, |known| known.bits as u32);
    players(words).fold(0, |all: u128, player| {
        all.rotate_left(bits) ^ u128::from(group(table, words, player, component))
    })
}

/// Returns whether a player knows a component in a zone that they cannot see into.
#[inline]
pub(super) fn is_kept(table: &Table, words: &[u64], player: PlayerId, component: u64) -> bool {
    table.known.is_some()
        && zones::place(table, words, component) != NONE
        && knows(table, words, player, component)
}

/// Returns the contents of a zone, in an order that reveals no more than its places do.
pub(super) fn in_places(table: &Table, words: &[u64], zone: &ZoneData) -> Vec<u64> {
    if zone.is_ordered() {
        return zones::in_order(table, words, zone);
    }
    // In an unordered zone, only players' knowledge distinguishes components.
    let mut heap: Vec<u64> = zones::members(table, words, zone).collect();
    heap.sort_by_cached_key(|component| groups(table, words, *component));
    heap
}

/// Copies the players' knowledge of `component` to `other`, which takes its place in a sample.
pub(super) fn hand_on(table: &Table, words: &[u64], component: u64, into: &mut [u64], other: u64) {
    if table.known.is_some() {
        for player in players(words) {
            note(table, into, player, other, group(table, words, player, component));
        }
    }
}

/// Returns whether every player's knowledge of components in unseen zones is the same for all of them.
pub(super) fn are_alike(table: &Table, words: &[u64], components: &[u64]) -> bool {
    let Some((first, others)) = components.split_first() else { return true };
    players(words).all(|player| {
        let known = group(table, words, player, *first);
        others.iter().all(|component| group(table, words, player, *component) == known)
    })
}

/// Copies the players' knowledge of the components of a zone to those that take their places in a sample.
/// `places` lists the components that are actually there, and whether each is unknown to the player whose
/// sample it is; `holds` has the new ones of the unknown.
pub(super) fn dealt(table: &Table, words: &[u64], places: &[(u64, bool)], holds: &[u64], into: &mut [u64]) {
    let unknown = places.iter().filter(|(_, is_unknown)| *is_unknown);
    for ((truly, _), other) in unknown.zip(holds) {
        hand_on(table, words, *truly, into, *other);
    }
}

/// Collects the contents of a zone in a sample: the components that the player knows, at their places, and
/// the components of `holds` at the others.
pub(super) fn contents_of_deal(places: &[(u64, bool)], holds: &[u64], contents: &mut Vec<u64>) {
    let mut holds = holds.iter();
    let there = |(truly, is_unknown): &(u64, bool)| match is_unknown {
        true => *holds.next().unwrap_or(truly),
        false => *truly,
    };
    contents.clear();
    contents.extend(places.iter().map(there));
}

/// Returns whether one of the components that options name cannot be seen by their chooser. Runs at every
/// choice: those named are few, all that are hidden are many, and most of those named are in one zone that
/// the chooser sees.
pub(super) fn names_unseen(table: &Table, words: &[u64], chooser: PlayerId, named: &[u64]) -> bool {
    named.iter().enumerate().any(|(at, word)| {
        let mut left = *word;
        while left != 0 {
            let component = at as u64 * 64 + u64::from(left.trailing_zeros());
            if component >= table.components {
                break;
            }
            left &= left - 1;
            match table.zones.get(zones::place(table, words, component).index()) {
                Some(zone) if zone.set != 0 && looks(zone, words, chooser) => {
                    left &= !zones::contents(table, words, zone)[at];
                }
                _ if !knows(table, words, chooser, component) => return true,
                _ => {}
            }
        }
        false
    })
}

/// Tells players whether a component has a printed value. Has no effect for players who know the face, nor in
/// an unordered zone, where players cannot track the component.
pub(super) fn give_hint(table: &Table, words: &mut [u64], hint: HintId, component: u64, to: u64, value: u64) {
    let ordered =
        table.zones.get(zones::place(table, words, component).index()).is_some_and(ZoneData::is_ordered);
    let Some(hint) = table.ir.hints.find(hint).filter(|_| ordered) else { return };
    // Everybody knows that no component has a value that none has in print.
    let Ok(at) = hint.values.binary_search(&value) else { return };
    for player in seated_players(to, words) {
        if !knows(table, words, player, component)
            && let Some(set) = words.get_mut(asked_at(table, hint, at, player))
        {
            sets::insert(set, component);
        }
    }
}
