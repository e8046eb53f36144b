//! Sets in registers that hold only components in zones that everybody sees.
//!
//! A forward dataflow analysis of one function, to the greatest fixed point: a set that is collected in a
//! loop is public if each part is. Components may have moved after an effect, a call or a stop, so nothing
//! is public then until it is read again.

use super::instruction_taint::successors;
use super::program::Table;
use crate::ir::verify::{AccessedRegisters, touched};
use crate::ir::{CodeAddress, Op, Reg, ToIndex, ZonePlaceId};
use crate::optimise::acts;

/// Public sets: the first register of each, and its words. In ascending order.
type Public = Vec<(Reg, u8)>;

/// Returns the public sets before each instruction of a function, whose first has the address `entry`. No
/// set is public before an instruction that is never reached.
pub(super) fn public_sets(table: &Table, entry: CodeAddress, code: &[Op]) -> Vec<Public> {
    let mut before: Vec<Option<Public>> = vec![None; code.len()];
    let mut open = Vec::new();
    if let Some(first) = before.first_mut() {
        *first = Some(Vec::new());
        open.push(0);
    }
    while let Some(at) = open.pop() {
        let Some(sets) = before[at].clone() else { continue };
        let after = after(table, entry.offset(at), code[at], sets);
        for to in successors(code, at, entry) {
            // The verifier admits no function that leaves its code.
            let Some(there) = before.get_mut(to) else { continue };
            let mut met = after.clone();
            if let Some(known) = there {
                met.retain(|set| known.contains(set));
            }
            if there.as_ref() != Some(&met) {
                *there = Some(met);
                open.push(to);
            }
        }
    }
    before.into_iter().map(Option::unwrap_or_default).collect()
}

/// Returns the public sets after an instruction.
fn after(table: &Table, pc: CodeAddress, op: Op, mut sets: Public) -> Public {
    if acts(&op) || matches!(op, Op::Call { .. } | Op::CallSlot { .. } | Op::Choose { .. }) {
        return Vec::new();
    }
    let is = |n: u8, a: Reg| sets.contains(&(a, n));
    let zone = |addr: u32| {
        let mut zones = table.zones.iter();
        zones.any(|zone| zone.set == addr && zone.set != 0 && zone.is_seen_by_all())
    };
    let made = match op {
        Op::Zero { n, d } => Some((d, n)),
        Op::Move { n, d, a } | Op::Minus { n, d, a, .. } => is(n, a).then_some((d, n)),
        Op::And { n, d, a, b } => (is(n, a) || is(n, b)).then_some((d, n)),
        Op::Or { n, d, a, b } => (is(n, a) && is(n, b)).then_some((d, n)),
        Op::PlayerZone { n, d, zone, .. } => is_seen_by_all(table, zone).then_some((d, n)),
        Op::LoadSet { n, d, addr } => zone(addr).then_some((d, n)),
        Op::OrState { n, d, addr } => (is(n, d) && zone(addr)).then_some((d, n)),
        Op::Next { n, a, .. } | Op::NextInZone { n, a, .. } => is(n, a).then_some((a, n)),
        op => shrinks(op).and_then(|(d, n)| is(n, d).then_some((d, n))),
    };
    let ir = table.ir;
    let written = touched(ir, pc, None, AccessedRegisters::default()).writes;
    let overlaps = |(a, n): (Reg, u8), (d, words): (Reg, usize)| {
        d.index() < a.index() + n.index() && a.index() < d.index() + words
    };
    sets.retain(|set| !written.iter().any(|written| overlaps(*set, *written)));
    // An element that is written over the set it was taken from would change it.
    let made = made.filter(|made| match op {
        Op::Next { d, .. } | Op::NextInZone { d, .. } => !overlaps(*made, (d, 1)),
        _ => true,
    });
    if let Some(made) = made
        && let Err(at) = sets.binary_search(&made)
    {
        sets.insert(at, made);
    }
    sets
}

/// Returns whether everybody sees the zone of every player, the first of which is given.
pub(super) fn is_seen_by_all(table: &Table, first: ZonePlaceId) -> bool {
    let players = usize::from(table.ir.game.players.1);
    let zones = table.zones.get(first.index()..first.index() + players);
    zones.is_some_and(|zones| zones.iter().all(|zone| zone.is_seen_by_all()))
}

/// Returns the set, its first register and its words, that an instruction makes smaller in its place.
pub(super) fn shrinks(op: Op) -> Option<(Reg, u8)> {
    match op {
        Op::Remove { n, d, .. }
        | Op::AndPool { n, d, .. }
        | Op::MinusPool { n, d, .. }
        | Op::AndState { n, d, .. }
        | Op::MinusState { n, d, .. }
        | Op::KeepLess { n, d, .. }
        | Op::KeepUpTo { n, d, .. }
        | Op::KeepMore { n, d, .. }
        | Op::KeepFrom { n, d, .. }
        | Op::KeepIs { n, d, .. }
        | Op::KeepNot { n, d, .. } => Some((d, n)),
        Op::And { n, d, a, b } if a == d || b == d => Some((d, n)),
        Op::Minus { n, d, a, .. } if a == d => Some((d, n)),
        _ => None,
    }
}
