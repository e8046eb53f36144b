//! Moves components between zones, and out of play.

use super::fault::FaultKind;
use super::program::Table;
use super::seats::players;
use super::table_data::ZoneData;
use super::zones::{boxed, count, end, exists, length, order, place, put_field, ranked, set, zone};
use super::{chance, knowledge, sets};
use crate::ir::{ComponentId, NONE, PlayerId, ToIndex, ZonePlaceId};

/// Removes a component from its zone; returns that zone, or `NONE`. The component must exist.
#[inline]
fn leave(table: &Table, words: &mut [u64], component: u64) -> u64 {
    let from = place(table, words, component);
    if let Some(zone) = table.zones.get(from.index()) {
        if zone.set != 0 {
            sets::remove(set(table, words, zone), component);
        }
        if zone.ranked {
            let rank = std::mem::take(&mut words[table.rank + component.index()]);
            close_ranks(table, words, zone, component, rank);
        }
        if zone.order != 0 {
            let len = length(words, zone);
            let start = zone.order.index() + 1;
            let order = &mut words[start..start + len];
            // The component that leaves is most often on top.
            if let Some(i) = order.iter().rposition(|&c| c == component) {
                if i + 1 < len {
                    order.copy_within(i + 1.., i);
                }
                // Clear the word: equal orders must have equal words.
                order[len - 1] = 0;
                words[zone.order.index()] = len as u64 - 1;
            }
        }
    }
    if from == NONE {
        remember(table, words, component, |_| false);
    }
    words[table.place + component.index()] = NONE;
    from
}

/// Records which players did not see a component go out of play.
fn remember(table: &Table, words: &mut [u64], component: u64, unseen: impl Fn(PlayerId) -> bool) {
    let Some(start) = table.boxed else { return };
    for player in players(words) {
        let at = start + player.index() * table.component_words();
        let Some(set) = words.get_mut(at..at + table.component_words()) else { return };
        if unseen(player) {
            sets::insert(set, component);
        } else {
            sets::remove(set, component);
        }
    }
}

/// Decrements the ranks above a rank in a ranked zone, after a component has left it.
#[inline(never)]
fn close_ranks(table: &Table, words: &mut [u64], zone: &ZoneData, left: u64, rank: u64) {
    for component in (u64::from(zone.low)..u64::from(zone.high)).filter(|c| *c != left) {
        let (place, at) = (table.place + component.index(), table.rank + component.index());
        if words[place] == u64::from(zone.index) && words[at] > rank {
            words[at] -= 1;
        }
    }
}

/// Puts a component that is in no zone into a zone that may hold it.
#[inline]
fn enter(table: &Table, words: &mut [u64], component: u64, to: u64, zone: &ZoneData, bottom: bool) {
    if zone.set != 0 {
        sets::insert(set(table, words, zone), component);
    }
    if zone.ranked {
        let rank = if bottom {
            for other in u64::from(zone.low)..u64::from(zone.high) {
                if words[table.place + other.index()] == to {
                    words[table.rank + other.index()] += 1;
                }
            }
            0
        } else {
            count(table, words, zone) as u64
        };
        words[table.rank + component.index()] = rank;
    }
    words[table.place + component.index()] = to;
    if zone.order != 0 {
        let len = length(words, zone);
        if len < zone.room.index() {
            let start = zone.order.index() + 1;
            if bottom {
                words.copy_within(start..start + len, start + 1);
                words[start] = component;
            } else {
                words[start + len] = component;
            }
            words[zone.order.index()] = len as u64 + 1;
        }
    }
}

/// Replaces the contents of a zone, from bottom to top if it is ordered. The components must exist and fit.
/// They are not removed from their former zones: the caller must refill those, too.
pub(super) fn fill(table: &Table, words: &mut [u64], index: u16, components: &[u64]) {
    let Some(zone) = table.zones.get(index.index()) else { return };
    if zone.set != 0 {
        match set(table, words, zone) {
            // Written once: a sample of a small game fills a zone in some nanoseconds.
            [word] => *word = components.iter().fold(0, |set, component| set | 1 << (component % 64)),
            contents => {
                contents.fill(0);
                for component in components {
                    sets::insert(contents, *component);
                }
            }
        }
    }
    for (rank, component) in (0u64..).zip(components) {
        words[table.place + component.index()] = u64::from(index);
        if table.rank != 0 {
            words[table.rank + component.index()] = if zone.ranked { rank } else { 0 };
        }
    }
    if zone.order != 0 {
        let length = components.len().min(zone.room.index());
        let start = zone.order.index() + 1;
        words[zone.order.index()] = length as u64;
        words[start..start + length].copy_from_slice(&components[..length]);
        words[start + length..start + zone.room.index()].fill(0);
    }
}

/// Moves a component to the top or bottom of a zone; returns the zone it left, or `NONE`.
#[inline]
pub(super) fn shift(
    table: &Table,
    words: &mut [u64],
    component: u64,
    to: u64,
    bottom: bool,
) -> Result<u64, FaultKind> {
    let zone = zone(table, to)?;
    exists(table, component)?;
    if component < u64::from(zone.low) || component >= u64::from(zone.high) {
        return Err(FaultKind::WrongKind {
            component: ComponentId(component as u32),
            zone: ZonePlaceId(to as u16),
        });
    }
    if zone.bearer != NONE {
        not_into_itself(table, words, component, zone)?;
    }
    if table.known.is_some() {
        knowledge::travel(table, words, component, zone, bottom);
    }
    let from = leave(table, words, component);
    enter(table, words, component, to, zone, bottom);
    begin_anew(table, words, component, from, zone.keeps);
    Ok(from)
}

/// Moves components one by one to the top or bottom of a zone, as by a hand from outside. The players'
/// knowledge of them must be reset afterwards: none has seen them.
#[inline]
pub(super) fn lay(
    table: &Table,
    words: &mut [u64],
    components: impl Iterator<Item = ComponentId>,
    to: u64,
    bottom: bool,
) -> Result<(), FaultKind> {
    let zone = zone(table, to)?;
    let is_special = zone.bearer != NONE || zone.top_seers_at.is_some() || zone.top_seers != 0;
    let are_watched = table.boxed.is_some()
        && players(words).any(|player| boxed(table, words, player).iter().any(|missed| *missed != 0));
    for component in components.map(u64::from) {
        // Nobody watches a component that comes out of the box, unless its arrival covers a component that is
        // seen, or players have not seen which one went there.
        let is_told = is_special
            || component < u64::from(zone.low)
            || component >= u64::from(zone.high)
            || place(table, words, component) != NONE
            || are_watched && players(words).any(|player| sets::has(boxed(table, words, player), component));
        if is_told {
            shift(table, words, component, to, bottom)?;
        } else {
            enter(table, words, component, to, zone, bottom);
        }
    }
    Ok(())
}

/// Puts all components in a zone out of play, as by a hand from outside.
pub(super) fn empty(table: &Table, words: &mut [u64], zone: &ZoneData) {
    let here = u64::from(zone.index);
    let take_out = |words: &mut [u64], component: u64| {
        words[table.place + component.index()] = NONE;
        if zone.ranked {
            words[table.rank + component.index()] = 0;
        }
        begin_anew(table, words, component, here, 0);
    };
    if zone.set == 0 {
        for component in u64::from(zone.low)..u64::from(zone.high) {
            if place(table, words, component) == here {
                take_out(words, component);
            }
        }
    } else {
        for at in 0..table.component_words() {
            let mut left = std::mem::take(&mut words[zone.set.index() + at]);
            while left != 0 {
                let component = at as u64 * 64 + u64::from(left.trailing_zeros());
                left &= left - 1;
                // The set of a damaged state may hold a component that lies elsewhere.
                if component < table.components && place(table, words, component) == here {
                    take_out(words, component);
                }
            }
        }
    }
    if zone.order != 0 {
        let length = zone.order.index();
        words[length..=length + zone.room.index()].fill(0);
    }
}

/// Resets the fields that the former zone of a component preserved and its new zone does not.
#[inline]
fn begin_anew(table: &Table, words: &mut [u64], component: u64, from: u64, keeps: u64) {
    if !table.anew.is_empty()
        && let Some(left) = table.zones.get(from.index())
        && left.keeps & !keeps != 0
    {
        start_again(table, words, component, left.keeps & !keeps);
    }
}

#[inline(never)]
fn start_again(table: &Table, words: &mut [u64], component: u64, lost: u64) {
    for (_, (field, base)) in (0..64).zip(&table.anew).filter(|(bit, _)| lost >> bit & 1 == 1) {
        let Some(info) = table.fields.get(field.index()) else { continue };
        let size = info.words.index();
        let start = base.index() + component.index() * size;
        let Some(starts) = table.ir.pool.get(start..start + size) else { continue };
        // An initial value is always within the field's range.
        let _ = match starts {
            [one] => put_field(words, *field, info, component, *one),
            _ => {
                let at = info.base.index() + component.index() * size;
                words[at..at + size].copy_from_slice(starts);
                Ok(())
            }
        };
    }
}

/// Fails if a component would enter its own zone, or the zone of a component inside its zones.
fn not_into_itself(table: &Table, words: &[u64], component: u64, zone: &ZoneData) -> Result<(), FaultKind> {
    let mut bearer = zone.bearer;
    for _ in 0..=table.components {
        if bearer == component {
            return Err(FaultKind::InsideItself { component: ComponentId(component as u32) });
        }
        bearer = match table.zones.get(place(table, words, bearer).index()) {
            Some(zone) if zone.bearer != NONE => zone.bearer,
            _ => return Ok(()),
        };
    }
    Err(FaultKind::Damaged("components that lie in each other"))
}

/// Puts a component out of play; returns the zone it left, or `NONE`.
pub(super) fn put_away(table: &Table, words: &mut [u64], component: u64) -> Result<u64, FaultKind> {
    exists(table, component)?;
    let from = leave(table, words, component);
    begin_anew(table, words, component, from, 0);
    Ok(from)
}

/// Puts a component out of play as part of the game: players who could not see it in its zone do not know
/// which one it is.
pub(super) fn discard(table: &Table, words: &mut [u64], component: u64) -> Result<u64, FaultKind> {
    exists(table, component)?;
    if place(table, words, component) == NONE {
        return Ok(NONE);
    }
    let knowing =
        if table.boxed.is_some() { knowledge::travel_told(table, words, component, None, false) } else { 0 };
    let from = leave(table, words, component);
    begin_anew(table, words, component, from, 0);
    remember(table, words, component, |player| knowing >> player.0 & 1 == 0);
    Ok(from)
}

/// Swaps the places of two components, their order included.
pub(super) fn swap(table: &Table, words: &mut [u64], a: u64, b: u64) -> Result<(), FaultKind> {
    exists(table, a)?;
    exists(table, b)?;
    let (from_a, from_b) = (place(table, words, a), place(table, words, b));
    // All checks come before the first change: a fault leaves the places as they were.
    for (component, to) in [(a, from_b), (b, from_a)] {
        if let Some(zone) = table.zones.get(to.index())
            && (component < u64::from(zone.low) || component >= u64::from(zone.high))
        {
            return Err(FaultKind::WrongKind {
                component: ComponentId(component as u32),
                zone: ZonePlaceId(to as u16),
            });
        }
    }
    for (component, to) in [(a, from_b), (b, from_a)] {
        if let Some(zone) = table.zones.get(to.index())
            && zone.bearer != NONE
        {
            not_into_itself(table, words, component, zone)?;
        }
    }
    let knowing = [(a, b, from_b), (b, a, from_a)].map(|(component, other, to)| {
        if table.boxed.is_none() && table.known.is_none() {
            return 0;
        }
        let to = table.zones.get(to.index());
        // Who knows a component matters only if it goes out of play.
        if to.is_some_and(|to| knowledge::travel_in_sight(table, words, component, to)) {
            return 0;
        }
        let on_top = to.is_some_and(|zone| end(table, words, zone, false) == Some(other));
        knowledge::travel_told(table, words, component, to, on_top)
    });
    // A rank belongs to a place, so the components exchange theirs.
    if table.rank != 0 {
        words.swap(table.rank + a.index(), table.rank + b.index());
    }
    // Positions in ordered zones are found before a component moves.
    let spot = |words: &[u64], component: u64, from: u64| {
        let zone = table.zones.get(from.index()).filter(|z| z.order != 0)?;
        let i = order(words, zone).iter().position(|&c| c == component)?;
        Some(zone.order.index() + 1 + i)
    };
    let (spot_a, spot_b) = (spot(words, a, from_a), spot(words, b, from_b));
    for (component, from) in [(a, from_a), (b, from_b)] {
        if let Some(zone) = table.zones.get(from.index()).filter(|zone| zone.set != 0) {
            sets::remove(set(table, words, zone), component);
        }
    }
    for (component, to, at) in [(a, from_b, spot_b), (b, from_a, spot_a)] {
        words[table.place + component.index()] = to;
        if let Some(zone) = table.zones.get(to.index()).filter(|zone| zone.set != 0) {
            sets::insert(set(table, words, zone), component);
        }
        if let Some(at) = at {
            words[at] = component;
        }
    }
    for ((component, from, to), knowing) in
        [(a, from_a, from_b), (b, from_b, from_a)].into_iter().zip(knowing)
    {
        begin_anew(table, words, component, from, table.zones.get(to.index()).map_or(0, |zone| zone.keeps));
        if from != to && to == NONE {
            remember(table, words, component, |player| knowing >> player.0 & 1 == 0);
        } else if from != to && from == NONE {
            remember(table, words, component, |_| false);
        }
    }
    Ok(())
}

/// Shuffles an ordered zone; has no effect on others.
pub(super) fn shuffle(table: &Table, words: &mut [u64], zone: &ZoneData) {
    if zone.order != 0 {
        let len = length(words, zone);
        chance::shuffle(words, zone.order.index() + 1, len);
    } else if zone.ranked {
        for top in (1..count(table, words, zone) as u64).rev() {
            let other = chance::below(words, top + 1);
            if let (Some(a), Some(b)) = (ranked(table, words, zone, top), ranked(table, words, zone, other)) {
                words.swap(table.rank + a.index(), table.rank + b.index());
            }
        }
    }
}
