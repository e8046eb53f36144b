//! Sides in the lab: their names, and rotations of seats that keep partners together.

use crate::ir::{Ir, NONE, SidesInfo, StartPoint, ToIndex, ValueType};
use crate::play::Agreement;
use crate::table::{Stop, Table};

/// Returns the name of a side in the names of figures, from the value that its players share.
pub(super) fn side_name(ir: &Ir, key: u64) -> String {
    let SidesInfo::By(function) = ir.sides else { return "table".into() };
    let ty = ir.functions.find(function).and_then(|f| f.result.as_ref());
    value_name(ir, ty, key)
}

fn value_name(ir: &Ir, ty: Option<&ValueType>, value: u64) -> String {
    let at = value.index();
    let known = match ty {
        Some(ValueType::Optional(_)) if value == NONE => Some("none".into()),
        Some(ValueType::Optional(inner)) => return value_name(ir, Some(inner), value),
        Some(ValueType::Enum(e)) => ir.enums.find(*e).and_then(|e| e.values.get(at)).cloned(),
        Some(ValueType::Bool) => Some(if value == 0 { "no" } else { "yes" }.into()),
        Some(ValueType::Player) => Some(format!("seat{}", value + 1)),
        Some(ValueType::Name) => ir.names.get(at).map(|n| n.id.clone()),
        Some(ValueType::Cell) => ir.cells.get(at).map(|c| c.id.clone()),
        _ => None,
    };
    known.unwrap_or_else(|| format!("side{}", value as i64))
}

/// Returns the side of each seat after setup, as the index of the side's first seat. If sides cannot be
/// determined, each seat is its own side.
pub fn sides_at(table: &Table, agreement: &Agreement) -> Vec<usize> {
    let seats = usize::from(agreement.players);
    if table.ir().sides == SidesInfo::Each {
        return (0..seats).collect();
    }
    let mut machine = table.machine();
    let mut values = Vec::new();
    if let Ok(mut state) = agreement.lay(&mut machine) {
        machine.start(&mut state, StartPoint::Setup);
        let stop = machine.advance(&mut state);
        if matches!(stop, Stop::Fault(_)) || machine.side_values(&mut state, &mut values).is_err() {
            values.clear();
        }
    }
    if values.len() != seats {
        return (0..seats).collect();
    }
    (0..seats).map(|seat| values.iter().position(|v| *v == values[seat]).unwrap_or(seat)).collect()
}

/// Returns the seat of each bot, game after game, so that each bot visits each seat equally often and
/// partners stay partners. `None` if sides have different sizes.
pub fn seatings(sides: &[usize]) -> Option<Vec<Vec<usize>>> {
    let seats = sides.len();
    let kept = |seating: &Vec<usize>| {
        let together =
            |a: usize, b: usize| (sides[a] == sides[b]) == (sides[seating[a]] == sides[seating[b]]);
        (0..seats).all(|a| (0..seats).all(|b| together(a, b)))
    };
    let round: Vec<Vec<usize>> =
        (0..seats).map(|by| (0..seats).map(|bot| (bot + by) % seats).collect()).collect();
    if round.iter().all(kept) {
        return Some(round);
    }
    let mut members: Vec<Vec<usize>> = Vec::new();
    for first in 0..seats {
        let of: Vec<usize> = (0..seats).filter(|seat| sides[*seat] == first).collect();
        if !of.is_empty() {
            members.push(of);
        }
    }
    let size = members.first().map_or(1, Vec::len);
    if members.iter().any(|of| of.len() != size) {
        return None;
    }
    // The members of a side move together to the next side's seats. After a full round they exchange seats
    // within the side.
    let seated = |by: usize| {
        let mut seating = vec![0; seats];
        for (side, of) in members.iter().enumerate() {
            for (place, bot) in of.iter().enumerate() {
                seating[*bot] = members[(side + by) % members.len()][(place + by / members.len()) % size];
            }
        }
        seating
    };
    Some((0..seats).map(seated).collect())
}
