//! Zones and fields in the words of the state: locations of components, values, and updates of both with
//! their indices.
//!
//! Every function takes the words before the stack. The verifier has checked that each zone and field lies
//! within them. Values that a damaged save could still get wrong (a length, an element) are bounded here.

use super::fault::FaultKind;
use super::program::Table;
use super::sets;
use super::table_data::{FieldData, ZoneData};
use crate::ir::layout::FieldInfo;
use crate::ir::{FieldId, NONE, PlayerId, ToIndex};

/// Returns the components in a zone, lowest first.
pub(super) fn members<'a>(
    table: &Table,
    words: &'a [u64],
    zone: &ZoneData,
) -> impl Iterator<Item = u64> + use<'a> {
    let set = if zone.set != 0 { contents(table, words, zone) } else { &[] };
    let (low, high, index) = (u64::from(zone.low), u64::from(zone.high), u64::from(zone.index));
    let scanned = if zone.set != 0 { low..low } else { low..high };
    let place = table.place;
    sets::elements(set).chain(scanned.filter(move |c| words[place + c.index()] == index))
}

/// Computes the set of the components in a zone.
pub(super) fn scan(table: &Table, words: &[u64], zone: &ZoneData, into: &mut [u64]) {
    into.fill(0);
    if zone.set == 0 {
        gather(table, words, zone.low..zone.high, u64::from(zone.index), into);
        return;
    }
    for component in members(table, words, zone) {
        sets::insert(into, component);
    }
}

/// Inserts the components of a range that are in a place. The comparison yields a bit instead of a branch,
/// which would be unpredictable.
fn gather(table: &Table, words: &[u64], range: std::ops::Range<u32>, place: u64, into: &mut [u64]) {
    let (low, high) = (range.start.index(), range.end.index());
    let mut from = low;
    while from < high {
        let to = high.min((from / 64 + 1) * 64);
        let mut bits = 0;
        for (bit, at) in (from % 64..).zip(&words[table.place + from..table.place + to]) {
            bits |= u64::from(*at == place) << bit;
        }
        if let Some(word) = into.get_mut(from / 64) {
            *word |= bits;
        }
        from = to;
    }
}

/// Computes the set of the components out of play.
pub(super) fn out_of_play(table: &Table, words: &[u64], into: &mut [u64]) {
    into.fill(0);
    gather(table, words, 0..table.components as u32, NONE, into);
}

/// Returns the number of components in a zone.
#[inline]
pub(super) fn count(table: &Table, words: &[u64], zone: &ZoneData) -> usize {
    if zone.order != 0 {
        length(words, zone)
    } else if zone.set != 0 {
        sets::count(contents(table, words, zone))
    } else {
        members(table, words, zone).count()
    }
}

/// Returns the outermost zone that contains a component: that of a cell, a player or the table, found by
/// following bearers. Bearers cannot form a cycle, because no component can be moved into its own zone; a
/// damaged state could contain one, so the number of steps is bounded.
pub(super) fn root<'t>(table: &'t Table, words: &[u64], component: u64) -> Option<&'t ZoneData> {
    let mut at = component;
    for _ in 0..=table.components {
        let zone = table.zones.get(place(table, words, at).index())?;
        if zone.bearer == NONE {
            return Some(zone);
        }
        at = zone.bearer;
    }
    None
}

/// Returns the cell of a component: its own, or its bearer's; or `NONE`. See [`root`].
#[inline]
pub(super) fn cell(table: &Table, words: &[u64], component: u64) -> u64 {
    let mut at = component;
    for _ in 0..=table.components {
        let Some(spot) = table.spots.get(place(table, words, at).index()) else { return NONE };
        match spot.cell() {
            Ok(cell) => return cell,
            Err(bearer) => at = bearer,
        }
    }
    NONE
}

/// Returns the player who holds a component: the owner of its outermost zone, or `NONE`.
pub(super) fn holder(table: &Table, words: &[u64], component: u64) -> u64 {
    match table.zones.get(place(table, words, component).index()) {
        Some(zone) => owner(table, words, zone),
        None => NONE,
    }
}

/// Returns the player who owns a zone, or who holds the component that owns it; or `NONE`.
#[inline]
pub(super) fn owner(table: &Table, words: &[u64], zone: &ZoneData) -> u64 {
    if zone.bearer == NONE { zone.owner } else { root(table, words, zone.bearer).map_or(NONE, |z| z.owner) }
}

/// Returns the component with a rank in a ranked zone.
pub(super) fn ranked(table: &Table, words: &[u64], zone: &ZoneData, rank: u64) -> Option<u64> {
    members(table, words, zone).find(|c| words[table.rank + c.index()] == rank)
}

/// Returns the length of an ordered zone.
pub(super) fn length(words: &[u64], zone: &ZoneData) -> usize {
    words[zone.order.index()].min(u64::from(zone.room)).index()
}

/// Returns the components of a zone that keeps its order as a list, from bottom to top.
pub(super) fn order<'a>(words: &'a [u64], zone: &ZoneData) -> &'a [u64] {
    let start = zone.order.index() + 1;
    &words[start..start + length(words, zone)]
}

/// Returns the components of an ordered zone, from bottom to top.
pub(super) fn in_order(table: &Table, words: &[u64], zone: &ZoneData) -> Vec<u64> {
    if zone.order != 0 {
        return order(words, zone).to_vec();
    }
    let mut all: Vec<u64> = members(table, words, zone).collect();
    all.sort_by_key(|c| words[table.rank + c.index()]);
    all
}

pub(super) fn set<'a>(table: &Table, words: &'a mut [u64], zone: &ZoneData) -> &'a mut [u64] {
    let start = zone.set.index();
    &mut words[start..start + table.component_words()]
}

/// Returns the set of a zone that keeps one.
pub(super) fn contents<'a>(table: &Table, words: &'a [u64], zone: &ZoneData) -> &'a [u64] {
    let start = zone.set.index();
    &words[start..start + table.component_words()]
}

/// Returns the zone of a component, or `NONE`. The component must exist.
#[inline]
pub(super) fn place(table: &Table, words: &[u64], component: u64) -> u64 {
    words[table.place + component.index()]
}

/// Returns the top (or bottom) component of a zone; without an order, the lowest (or highest).
pub(super) fn end(table: &Table, words: &[u64], zone: &ZoneData, bottom: bool) -> Option<u64> {
    if zone.order != 0 {
        let order = order(words, zone);
        if bottom { order.first().copied() } else { order.last().copied() }
    } else if zone.ranked {
        let rank = if bottom { 0 } else { count(table, words, zone).checked_sub(1)? };
        ranked(table, words, zone, rank as u64)
    } else if zone.set == 0 {
        let mut all = members(table, words, zone);
        if bottom { all.last() } else { all.next() }
    } else {
        let set = contents(table, words, zone);
        if bottom { sets::last(set) } else { sets::first(set) }
    }
}

/// Returns the components that a player did not see go out of play; empty if the game does not store them.
pub(super) fn boxed<'a>(table: &Table, words: &'a [u64], player: PlayerId) -> &'a [u64] {
    let at = table.boxed.map(|start| start + player.index() * table.component_words());
    at.and_then(|at| words.get(at..at + table.component_words())).unwrap_or_default()
}

/// Like [`boxed`], mutable.
pub(super) fn boxed_mut<'a>(table: &Table, words: &'a mut [u64], player: PlayerId) -> &'a mut [u64] {
    let at = table.boxed.map(|start| start + player.index() * table.component_words());
    at.and_then(|at| words.get_mut(at..at + table.component_words())).unwrap_or_default()
}

/// Stores a one-word value of a field and updates its index.
#[inline]
pub(super) fn put_field(
    words: &mut [u64],
    field: FieldId,
    info: &FieldData,
    owner: u64,
    value: u64,
) -> Result<(), FaultKind> {
    if owner >= u64::from(info.owners) {
        return Err(FaultKind::NoSuchThing(owner as i64));
    }
    if (value as i64) < info.low || (value as i64) > info.high {
        return Err(FaultKind::OutOfRange { field, owner: owner as u32, lane: 0, value: value as i64 });
    }
    let at = info.base.index() + owner.index() * info.words.index();
    if info.index_values > 0 {
        let size = info.index_words.index();
        let (word, bit) = ((owner / 64).index(), 1u64 << (owner % 64));
        if word < size {
            if let Some(set) = info.index_set(words[at]) {
                words[info.index_base.index() + set * size + word] &= !bit;
            }
            if let Some(set) = info.index_set(value) {
                words[info.index_base.index() + set * size + word] |= bit;
            }
        }
    }
    words[at] = value;
    Ok(())
}

/// Stores a set of ints, or an int that may be none, and updates the field's index. Each number must be in
/// the field's range.
pub(super) fn put_ranged(
    words: &mut [u64],
    field: FieldId,
    (data, info): (&FieldData, &FieldInfo),
    owner: u64,
    value: u64,
) -> Result<(), FaultKind> {
    if owner >= u64::from(data.owners) {
        return Err(FaultKind::NoSuchThing(owner as i64));
    }
    if let Some(value) = info.outside_range(value) {
        return Err(FaultKind::OutOfRange { field, owner: owner as u32, lane: 0, value });
    }
    put_field(words, field, data, owner, value)
}

/// Stores an amount. Each number must be in the field's range.
pub(super) fn put_each(
    words: &mut [u64],
    field: FieldId,
    info: &FieldData,
    owner: u64,
    values: &[u64],
) -> Result<(), FaultKind> {
    if owner >= u64::from(info.owners) {
        return Err(FaultKind::NoSuchThing(owner as i64));
    }
    let outside = |value: &u64| (*value as i64) < info.low || (*value as i64) > info.high;
    if let Some(lane) = values.iter().position(outside) {
        let (owner, value) = (owner as u32, values[lane] as i64);
        return Err(FaultKind::OutOfRange { field, owner, lane: lane as u16, value });
    }
    let at = info.base.index() + owner.index() * info.words.index();
    words[at..at + values.len()].copy_from_slice(values);
    Ok(())
}

/// Returns a zone by its index.
#[inline]
pub(super) fn zone<'t>(table: &'t Table, zone: u64) -> Result<&'t ZoneData, FaultKind> {
    table.zones.get(zone.index()).ok_or(FaultKind::NoSuchThing(zone as i64))
}

#[inline]
pub(super) fn exists(table: &Table, component: u64) -> Result<(), FaultKind> {
    if component < table.components { Ok(()) } else { Err(FaultKind::NoSuchThing(component as i64)) }
}

/// Removes the first component of a zone from a set: the top one, if the zone is ordered. If no element of
/// the set is in the zone, returns `None` and clears the set.
pub(super) fn next_of(table: &Table<'_>, words: &[u64], zone: &ZoneData, set: &mut [u64]) -> Option<u64> {
    let next = if zone.order != 0 {
        order(words, zone).iter().rev().copied().find(|&c| sets::has(set, c))
    } else if zone.ranked {
        members(table, words, zone)
            .filter(|c| sets::has(set, *c))
            .max_by_key(|c| words[table.rank + c.index()])
    } else if zone.set == 0 {
        members(table, words, zone).find(|c| sets::has(set, *c))
    } else {
        set.iter_mut().zip(contents(table, words, zone)).for_each(|(w, t)| *w &= t);
        sets::first(set)
    };
    match next {
        Some(component) => sets::remove(set, component),
        None => set.fill(0),
    }
    next
}
