//! Bulk instructions, which evaluate a whole set at once: comparisons of fields, cells of components,
//! contents of many places.
//!
//! Each replaces a loop with one or two instructions per element.

use super::fault::FaultKind;
use super::frame_layout::FrameWindow;
use super::program::Table;
use super::table_data::ZoneFamily;
use super::{amounts, sets, wide, zones};
use crate::ir::{FieldId, NONE, Op, Reg, ToIndex, ZoneId};

fn set(register: Reg, words: usize) -> std::ops::Range<usize> {
    register.index()..register.index() + words
}

/// Executes a bulk instruction.
pub(super) fn run(table: &Table, fixed: &[u64], frame: &mut FrameWindow, op: Op) -> Result<(), FaultKind> {
    match op {
        Op::KeepLess { n, d, f, a } => {
            keep_numbers(table, fixed, frame, (n, d, f), a, |number, bound| number < bound)
        }
        Op::KeepUpTo { n, d, f, a } => {
            keep_numbers(table, fixed, frame, (n, d, f), a, |number, bound| number <= bound)
        }
        Op::KeepMore { n, d, f, a } => {
            keep_numbers(table, fixed, frame, (n, d, f), a, |number, bound| number > bound)
        }
        Op::KeepFrom { n, d, f, a } => {
            keep_numbers(table, fixed, frame, (n, d, f), a, |number, bound| number >= bound)
        }
        Op::KeepIs { n, d, f, a } => {
            keep_numbers(table, fixed, frame, (n, d, f), a, |number, bound| number == bound)
        }
        Op::KeepNot { n, d, f, a } => {
            keep_numbers(table, fixed, frame, (n, d, f), a, |number, bound| number != bound)
        }
        Op::ValuesOf { n, d, f, a } => {
            let mut values = 0;
            for owner in sets::elements(&frame[set(a, n.index())]) {
                let value = number(table, fixed, f, owner)?;
                if value >= 64 {
                    return Err(FaultKind::NotInSet(value as i64));
                }
                values |= 1 << value;
            }
            frame[d.index()] = values;
            Ok(())
        }
        Op::CellsOf { n, d, a } => {
            let mut cells = [0; MOST_WORDS];
            for (word, components) in (0u64..).zip(&frame[set(a, table.component_words())]) {
                // Visits only the elements of the set, by clearing the lowest bit each time.
                let mut rest = *components;
                while rest != 0 {
                    let cell = cell_of(table, fixed, word * 64 + u64::from(rest.trailing_zeros()))?;
                    rest &= rest - 1;
                    if cell != NONE {
                        cells[(cell / 64).index() % MOST_WORDS] |= 1 << (cell % 64);
                    }
                }
            }
            wide::store(frame, n, d, &cells);
            Ok(())
        }
        Op::KeepOn { n, d, a } => {
            let mut there = [0; MOST_WORDS];
            // The cells are copied, since `keep` writes to the frame.
            there[..n.index()].copy_from_slice(&frame[set(a, n.index())]);
            keep(frame, d, table.component_words(), |component| {
                let cell = cell_of(table, fixed, component)?;
                Ok(cell != NONE && there[(cell / 64).index() % MOST_WORDS] >> (cell % 64) & 1 == 1)
            })
        }
        Op::KeepInPlay { n, out, d } => keep(frame, d, n.index(), |component| {
            zones::exists(table, component)?;
            Ok((zones::place(table, fixed, component) == NONE) == (out != 0))
        }),
        Op::OnCells { n, d, zone, a } => {
            let family = *family(table, zone)?;
            let mut there = [0; MOST_WORDS];
            let words = usize::from(table.ir.geometry.words);
            there[..words].copy_from_slice(&frame[set(a, words)]);
            // A cell without such a place is a fault, as when it is read by itself.
            if family.values != 1 || sets::elements(&there).any(|cell| family.place(cell, 0).is_none()) {
                return Err(FaultKind::NoSuchPlace { zone });
            }
            let places = ZoneRange { first: family.first, count: family.things };
            let out = &mut frame[set(d, n.index())];
            gather(table, fixed, places, out, |place| sets::has(&there, place + family.thing));
            Ok(())
        }
        Op::InPlaces { n, d, zone, at } => {
            let (thing, values) = (frame[at.index()], frame[at.index() + 1]);
            let family = *family(table, zone)?;
            if sets::elements(&[values]).any(|value| family.place(thing, value).is_none()) {
                return Err(FaultKind::NoSuchPlace { zone });
            }
            let out = &mut frame[set(d, n.index())];
            let first =
                family.first.saturating_add(thing.saturating_sub(family.thing).saturating_mul(family.values));
            let places = ZoneRange { first, count: family.values };
            gather(table, fixed, places, out, |place| {
                values.checked_shr((place as i64 + family.value) as u32).unwrap_or(0) & 1 == 1
            });
            Ok(())
        }
        // Not in the dispatch loop: another arm there costs every game registers, some 2 % in board games.
        op => amounts::run(table, frame, op),
    }
}

/// The maximum number of words of a set of cells.
const MOST_WORDS: usize = super::boards::MOST_WORDS;

/// Consecutive places of a zone.
#[derive(Clone, Copy)]
struct ZoneRange {
    first: u64,
    count: u64,
}

fn family<'t>(table: &'t Table, zone: ZoneId) -> Result<&'t ZoneFamily, FaultKind> {
    table.families.get(zone.index()).ok_or(FaultKind::NoSuchThing(i64::from(zone.0)))
}

#[inline(always)]
fn cell_of(table: &Table, fixed: &[u64], component: u64) -> Result<u64, FaultKind> {
    zones::exists(table, component)?;
    let place = zones::place(table, fixed, component);
    // Most components lie on a cell themselves, or nowhere.
    match table.spots.get(place.index()).map(|spot| spot.cell()) {
        None => Ok(NONE),
        Some(Ok(cell)) => Ok(cell),
        Some(Err(bearer)) => Ok(zones::cell(table, fixed, bearer)),
    }
}

/// Returns the value of an owner's one-word field.
fn number(table: &Table, fixed: &[u64], field: FieldId, owner: u64) -> Result<u64, FaultKind> {
    let info = &table.fields[field.index()];
    if owner >= u64::from(info.owners) {
        return Err(FaultKind::NoSuchThing(owner as i64));
    }
    Ok(fixed[info.base.index() + owner.index()])
}

/// Removes from a set in a frame the elements for which `wanted` is false.
fn keep(
    frame: &mut FrameWindow,
    d: Reg,
    words: usize,
    wanted: impl Fn(u64) -> Result<bool, FaultKind>,
) -> Result<(), FaultKind> {
    for (word, kept) in (0u64..).zip(&mut frame[set(d, words)]) {
        let mut rest = *kept;
        while rest != 0 {
            let bit = rest & rest.wrapping_neg();
            rest ^= bit;
            if !wanted(word * 64 + u64::from(bit.trailing_zeros()))? {
                *kept &= !bit;
            }
        }
    }
    Ok(())
}

/// Keeps the owners in a set (its words, its register) whose field satisfies a comparison with a bound.
fn keep_numbers(
    table: &Table,
    fixed: &[u64],
    frame: &mut FrameWindow,
    (n, d, field): (u8, Reg, FieldId),
    bound: Reg,
    wanted: impl Fn(i64, i64) -> bool,
) -> Result<(), FaultKind> {
    let bound = frame[bound.index()] as i64;
    keep(frame, d, n.index(), |owner| Ok(wanted(number(table, fixed, field, owner)? as i64, bound)))
}

/// Computes the set of the components in consecutive places. `wanted` selects places by their index from the
/// first.
fn gather(table: &Table, fixed: &[u64], places: ZoneRange, into: &mut [u64], wanted: impl Fn(u64) -> bool) {
    into.fill(0);
    // All places of a zone hold the same kind, so the first one gives the range of components to scan.
    let Some(zone) = table.zones.get(places.first.index()) else { return };
    let (low, high) = (zone.low.index(), zone.high.index());
    for (component, place) in (low..).zip(&fixed[table.place + low..table.place + high]) {
        // Places before the first wrap around, and so exceed the count.
        let place = place.wrapping_sub(places.first);
        if place < places.count && wanted(place) {
            sets::insert(into, component as u64);
        }
    }
}
