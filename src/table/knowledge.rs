//! Who knows which face: what a player has seen since it was last mixed with what they have not.
//!
//! A player knows what lies where they look. A game that shows what lies hidden ([`Layout::KNOWN`]) keeps for each player, besides, the
//! components whose faces they know though they lie where the player does not look. They forget them
//! - when their zone is shuffled,
//! - when something leaves a zone without an order for a place where the player does not look either: nobody can tell which of
//!   them it was. In a zone that keeps an order, places are public, and so is what goes where.
//!
//! This knows less than an attentive player would, never more. What they were told of faces that they do not know is in [`hints`].

use super::program::{Table, Zone};
use super::state::State;
use super::{hints, sets, zones};
use crate::ir::{Layout, NONE, SeenBy, ZoneInfo};

/// Whether a player (or, for `None`, a spectator) is one of those who see something of an owner's.
fn is_of(seen_by: SeenBy, owner: Option<u8>, viewer: Option<u8>) -> bool {
    match seen_by {
        SeenBy::All => true,
        SeenBy::Owner => owner.is_some() && owner == viewer,
        SeenBy::Others => owner.is_some() && viewer.is_some() && owner != viewer,
        SeenBy::None => false,
    }
}

impl Table<'_> {
    /// Whether a player (or, for `None`, a spectator) sees what is in a zone.
    pub fn sees(&self, viewer: Option<u8>, zone: u16) -> bool {
        self.looks(viewer, zone, |info| info.seen_by)
    }

    /// Whether a player is one of those of whom a zone's declaration says so.
    fn looks(&self, viewer: Option<u8>, zone: u16, who: impl Fn(&ZoneInfo) -> SeenBy) -> bool {
        let Some(place) = self.ir.layout.zones.get(zone as usize) else { return false };
        self.ir.zones.get(place.zone as usize).is_some_and(|info| is_of(who(info), place.owner, viewer))
    }

    /// Whether a player sees what lies on top of a zone, if not all of it.
    fn sees_top(&self, player: u8, zone: u16) -> bool {
        self.looks(Some(player), zone, |info| info.top_seen_by)
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

/// Whether a player knows a component's face. The component must exist.
pub(super) fn knows(table: &Table, words: &[u64], player: u8, component: u64) -> bool {
    match table.zones.get(zones::place(table, words, component) as usize) {
        None => !sets::has(zones::boxed(table, words, player), component),
        Some(zone) => {
            table.sees(Some(player), zone.index as u16)
                || table.known.is_some()
                    && (sets::has(kept(table, words, player), component)
                        || table.sees_top(player, zone.index as u16)
                            && zones::end(table, words, zone, false) == Some(component))
        }
    }
}

/// The components that a player knows though they lie where the player does not look; no words where the game keeps none.
pub(super) fn kept<'a>(table: &Table, words: &'a [u64], player: u8) -> &'a [u64] {
    let at = table.known.map(|start| start + player as usize * table.component_words());
    at.and_then(|at| words.get(at..at + table.component_words())).unwrap_or_default()
}

/// As [`kept`], to be changed.
pub(super) fn kept_mut<'a>(table: &Table, words: &'a mut [u64], player: u8) -> &'a mut [u64] {
    let at = table.known.map(|start| start + player as usize * table.component_words());
    at.and_then(|at| words.get_mut(at..at + table.component_words())).unwrap_or_default()
}

fn players(words: &[u64]) -> std::ops::Range<u8> {
    0..words[Layout::PLAYERS].min(64) as u8
}

/// Notes whether a player knows a component that lies where they do not look; what they were told of it is then of no more use.
fn note(table: &Table, words: &mut [u64], player: u8, component: u64, known: bool) {
    hints::forget(table, words, player, component);
    let set = kept_mut(table, words, player);
    if known {
        sets::insert(set, component);
    } else {
        sets::remove(set, component);
    }
}

/// A table has been laid: nobody has seen anything but what lies open.
pub(super) fn begin(table: &Table, words: &mut [u64]) {
    players(words).for_each(|player| kept_mut(table, words, player).fill(0));
}

/// Nobody has seen a component get to where it lies, as when somebody lays out a table from outside.
pub(super) fn forget(table: &Table, words: &mut [u64], component: u64) {
    players(words).for_each(|player| note(table, words, player, component, false));
}

/// Players see a component's face.
pub(super) fn show(table: &Table, words: &mut [u64], component: u64, to: u64) {
    let zone = table.zones.get(zones::place(table, words, component) as usize);
    for player in players(words).filter(|p| to >> p & 1 == 1) {
        match zone {
            Some(zone) if table.sees(Some(player), zone.index as u16) => {}
            Some(_) => note(table, words, player, component, true),
            None => sets::remove(zones::boxed_mut(table, words, player), component),
        }
    }
}

/// A zone has been shuffled: whoever does not look into it forgets what lay where. In a heap nothing has changed.
pub(super) fn mix(table: &Table, words: &mut [u64], zone: &Zone) {
    if table.known.is_none() || !zone.is_ordered() || zones::count(table, words, zone) < 2 {
        return;
    }
    let members: Vec<u64> = zones::members(table, words, zone).collect();
    members.into_iter().for_each(|component| forget(table, words, component));
}

/// A component is about to go from where it is to a zone, or (`None`) out of play; it comes to lie there on top or not. Returns the
/// set of the players who know it then.
#[inline(never)]
pub(super) fn travel(table: &Table, words: &mut [u64], component: u64, to: Option<&Zone>, on_top: bool) -> u64 {
    let from = table.zones.get(zones::place(table, words, component) as usize);
    let stays = to.is_some() && from.map(|zone| zone.index) == to.map(|zone| zone.index);
    let covered = to.filter(|_| on_top).and_then(|zone| zones::end(table, words, zone, false));
    let mut knowing = 0;
    for player in players(words) {
        let looks = |zone: &Zone| table.sees(Some(player), zone.index as u16);
        let sees_top = on_top && to.is_some_and(|zone| table.sees_top(player, zone.index as u16));
        let sees = sees_top || to.is_some_and(looks);
        let mut known = knows(table, words, player, component);
        // What was on top has been seen, and is remembered under what covers it.
        if let Some(covered) = covered.filter(|_| sees_top && !to.is_some_and(looks)) {
            note(table, words, player, covered, true);
        }
        // Who sees neither where it was nor where it is cannot tell which of a heap has gone.
        if let Some(heap) = from.filter(|zone| !zone.is_ordered() && !stays && !sees && !looks(zone))
            && zones::count(table, words, heap) > 1
        {
            let left: Vec<u64> = zones::members(table, words, heap).collect();
            left.into_iter().for_each(|other| note(table, words, player, other, false));
            known = false;
        }
        known |= sees;
        // In a zone that keeps an order they still know of which one they were told.
        if known || from.is_none_or(|zone| !zone.is_ordered()) || to.is_none_or(|zone| !zone.is_ordered()) {
            note(table, words, player, component, known && to.is_some_and(|zone| !looks(zone)));
        }
        knowing |= u64::from(known) << player;
    }
    knowing
}

/// The players who know a component though they do not look where it lies, as a set.
pub(super) fn keepers(table: &Table, words: &[u64], component: u64) -> u64 {
    players(words).filter(|player| sets::has(kept(table, words, *player), component)).fold(0, |set, p| set | 1 << p)
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
    // In a heap only what others know tells its components apart.
    let mut heap: Vec<u64> = zones::members(table, words, zone).collect();
    heap.sort_by_key(|component| keepers(table, words, *component));
    heap
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
        let keepers = keepers(table, words, *component);
        players(words).for_each(|p| note(table, into, p, *other, keepers >> p & 1 == 1));
        *component = *other;
    }
    truly
}
