//! Zones and fields in the words of the state: moves components, stores values and updates their indices.
//!
//! Every function takes the words before the stack. The verifier has checked that each zone and field lies
//! within them. Values that a damaged save could still get wrong (a length, an element) are bounded here.

use super::fault::FaultKind;
use super::program::{FieldData, Table, ZoneData};
use super::{knowledge, sets};
use crate::ir::{ComponentId, FieldId, Layout, NONE, ToIndex, ZonePlaceId};

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
    if zone.set != 0 {
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

/// Returns the cell on which a component lies, itself or with what bears it; or `NONE`. See [`root`].
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
fn ranked(table: &Table, words: &[u64], zone: &ZoneData, rank: u64) -> Option<u64> {
    members(table, words, zone).find(|c| words[table.rank + c.index()] == rank)
}

/// Returns the length of an ordered zone.
fn length(words: &[u64], zone: &ZoneData) -> usize {
    words[zone.order.index()].min(u64::from(zone.room)).index()
}

/// Returns the components of a zone that keeps its order as a list, from bottom to top.
fn order<'a>(words: &'a [u64], zone: &ZoneData) -> &'a [u64] {
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

fn set<'a>(table: &Table, words: &'a mut [u64], zone: &ZoneData) -> &'a mut [u64] {
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
                order.copy_within(i + 1.., i);
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
fn remember(table: &Table, words: &mut [u64], component: u64, unseen: impl Fn(u8) -> bool) {
    let Some(start) = table.boxed else { return };
    for player in 0..words[Layout::PLAYERS].min(64).index() {
        let at = start + player * table.component_words();
        let Some(set) = words.get_mut(at..at + table.component_words()) else { return };
        if unseen(player as u8) {
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

/// Returns the components that a player did not see go out of play; empty if the game does not store them.
pub(super) fn boxed<'a>(table: &Table, words: &'a [u64], player: u8) -> &'a [u64] {
    let at = table.boxed.map(|start| start + player.index() * table.component_words());
    at.and_then(|at| words.get(at..at + table.component_words())).unwrap_or_default()
}

/// Like [`boxed`], mutable.
pub(super) fn boxed_mut<'a>(table: &Table, words: &'a mut [u64], player: u8) -> &'a mut [u64] {
    let at = table.boxed.map(|start| start + player.index() * table.component_words());
    at.and_then(|at| words.get_mut(at..at + table.component_words())).unwrap_or_default()
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
        let contents = set(table, words, zone);
        contents.fill(0);
        for component in components {
            sets::insert(contents, *component);
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
    let zone = *zone(table, to)?;
    exists(table, component)?;
    if component < u64::from(zone.low) || component >= u64::from(zone.high) {
        return Err(FaultKind::WrongKind {
            component: ComponentId(component as u32),
            zone: ZonePlaceId(to as u16),
        });
    }
    if zone.bearer != NONE {
        not_into_itself(table, words, component, &zone)?;
    }
    if table.known.is_some() {
        knowledge::travel(table, words, component, &zone, bottom);
    }
    let from = leave(table, words, component);
    enter(table, words, component, to, &zone, bottom);
    begin_anew(table, words, component, from, zone.keeps);
    Ok(from)
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
    remember(table, words, component, |player| knowing >> player & 1 == 0);
    Ok(from)
}

/// Swaps the places of two components, their order included.
pub(super) fn swap(table: &Table, words: &mut [u64], a: u64, b: u64) -> Result<(), FaultKind> {
    exists(table, a)?;
    exists(table, b)?;
    let (from_a, from_b) = (place(table, words, a), place(table, words, b));
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
        let on_top = to.is_some_and(|zone| end(table, words, zone, false) == Some(other));
        knowledge::travel_told(table, words, component, to, on_top)
    });
    if table.rank != 0 {
        words.swap(table.rank + a.index(), table.rank + b.index());
    }
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
            remember(table, words, component, |player| knowing >> player & 1 == 0);
        } else if from != to && from == NONE {
            remember(table, words, component, |_| false);
        }
    }
    Ok(())
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

/// Shuffles an ordered zone; has no effect on others.
pub(super) fn shuffle(table: &Table, words: &mut [u64], zone: &ZoneData) {
    if zone.order != 0 {
        let len = length(words, zone);
        super::chance::shuffle(words, zone.order.index() + 1, len);
    } else if zone.ranked {
        for top in (1..count(table, words, zone) as u64).rev() {
            let other = super::chance::below(words, top + 1);
            if let (Some(a), Some(b)) = (ranked(table, words, zone, top), ranked(table, words, zone, other)) {
                words.swap(table.rank + a.index(), table.rank + b.index());
            }
        }
    }
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
