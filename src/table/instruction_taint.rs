//! Taint of single instructions: which of them read hidden information.

use super::taint::Taint;
use super::view::holds_components;
use crate::ir::layout::Owner;
use crate::ir::verify::{AccessedRegisters, touched};
use crate::ir::{CodeAddress, FieldId, Ir, Op, ToIndex, ZoneInfo, ZoneViewers};

/// The instructions of a function.
pub(super) struct FunctionBody<'a> {
    pub entry: CodeAddress,
    pub ops: &'a [Op],
}

/// Returns whether an instruction reads components that a player may not see, their places, or their fields.
pub(super) fn looks(ir: &Ir, code: &FunctionBody, i: usize) -> bool {
    let Some(op) = code.ops.get(i) else { return false };
    match op {
        Op::ZoneSet { .. } | Op::PlayerZone { .. } | Op::Top { .. } | Op::Bottom { .. } => {
            zone_read(ir, code, i) != Taint::Shown
        }
        Op::Place { .. }
        | Op::Holder { .. }
        | Op::ZoneOwner { .. }
        | Op::OutOfPlay { .. }
        | Op::CellOf { .. }
        | Op::CellsOf { .. }
        | Op::KeepOn { .. }
        | Op::KeepInPlay { .. }
        | Op::Bearer { .. }
        | Op::NextInZone { .. } => true,
        Op::OnCells { zone, .. } | Op::InPlaces { zone, .. } => {
            contents(ir.zones.find(*zone)) != Taint::Shown
        }
        Op::Get { f, .. }
        | Op::GetSet { f, .. }
        | Op::IndexOf { f, .. }
        | Op::KeepLess { f, .. }
        | Op::KeepUpTo { f, .. }
        | Op::KeepMore { f, .. }
        | Op::KeepFrom { f, .. }
        | Op::KeepIs { f, .. }
        | Op::KeepNot { f, .. }
        | Op::ValuesOf { f, .. } => field(ir, *f) != Taint::Open,
        Op::Load { addr, .. }
        | Op::LoadSet { addr, .. }
        | Op::AndState { addr, .. }
        | Op::MinusState { addr, .. }
        | Op::OrState { addr, .. } => word(ir, *addr) > Taint::Shown,
        // Printed values are as secret as the identity of the component.
        _ => false,
    }
}

/// Returns the taint of a zone's contents: they are public if everybody sees into the zone.
pub(super) fn contents(zone: Option<&ZoneInfo>) -> Taint {
    match zone.map(|zone| zone.seen_by) {
        Some(ZoneViewers::All) => Taint::Shown,
        _ => Taint::Content,
    }
}

/// Returns the taint of the contents of the zone that an instruction reads.
pub(super) fn zone_read(ir: &Ir, code: &FunctionBody, i: usize) -> Taint {
    let place = |place: u64| {
        let place = usize::try_from(place).ok().and_then(|place| ir.layout.zones.get(place));
        contents(place.and_then(|place| ir.zones.find(place.zone)))
    };
    let register = match code.ops.get(i) {
        Some(Op::PlayerZone { zone, .. }) => return place(u64::from(*zone)),
        Some(Op::ZoneSet { z, .. } | Op::Top { z, .. } | Op::Bottom { z, .. }) => *z,
        _ => return Taint::Content,
    };
    // Search backwards for the instruction that set the zone, through straight-line code only.
    for at in (0..i).rev() {
        match code.ops[at] {
            Op::Int { d, v } if d == register => return place(v as u64),
            Op::ZoneOf { d, zone, .. } if d == register => return place(u64::from(zone)),
            Op::ZoneAt { d, zone, .. } if d == register => return contents(ir.zones.find(zone)),
            _ => {}
        }
        let op = &code.ops[at];
        let writes = touched(ir, code.entry + at as u32, None, AccessedRegisters::default()).writes;
        let meets = writes.iter().any(|(d, n)| (d.index()..d.index() + n).contains(&register.index()));
        let straight = successors(code.ops, at, code.entry) == [at + 1]
            && !matches!(op, Op::Call { .. } | Op::CallSlot { .. } | Op::Choose { .. });
        if meets || !straight || targeted(code, at + 1) {
            return Taint::Content;
        }
    }
    Taint::Content
}

/// Returns whether an instruction jumps to instruction `to`.
fn targeted(code: &FunctionBody, to: usize) -> bool {
    let jumps = |j: usize| j + 1 != to && successors(code.ops, j, code.entry).contains(&to);
    (0..code.ops.len()).any(jumps)
}

pub(super) fn field(ir: &Ir, f: FieldId) -> Taint {
    let Some(info) = ir.layout.fields.find(f) else { return Taint::Secret };
    match info.owner {
        Owner::Component => Taint::Secret,
        // The components in the game are determined by the options.
        _ if !info.is_declared() => Taint::Open,
        _ if holds_components(&info.ty) => Taint::Content,
        _ => Taint::Open,
    }
}

/// Returns the taint of a word of the state, or of a set that begins there.
pub(super) fn word(ir: &Ir, addr: u32) -> Taint {
    for (f, info) in ir.layout.fields.iter().enumerate() {
        let of = |base: u32, words: u32| addr >= base && addr < base.saturating_add(words);
        if of(info.base, info.owners * u32::from(info.words)) {
            return field(ir, FieldId(f as u16));
        }
        if let Some(index) = info.index
            && of(index.base, (index.values + u32::from(index.none)) * u32::from(index.words))
        {
            return field(ir, FieldId(f as u16));
        }
    }
    let here =
        |z: &&crate::ir::ZonePlace| z.set != 0 && addr >= z.set && addr < z.set + ir.component_words() as u32;
    if let Some(zone) = ir.layout.zones.iter().find(here) {
        let seen_by = ir.zones.find(zone.zone).map(|zone| zone.seen_by);
        return if seen_by == Some(ZoneViewers::All) { Taint::Shown } else { Taint::Content };
    }
    // Options and the header are public; orders and places of components are not.
    if addr < ir.layout.place.min(ir.layout.fields.first().map_or(u32::MAX, |f| f.base)) {
        Taint::Open
    } else {
        Taint::Secret
    }
}

/// Returns the successors of an instruction within its function.
pub(super) fn successors(code: &[Op], i: usize, entry: CodeAddress) -> Vec<usize> {
    let to = |to: CodeAddress| to.after(entry).unwrap_or(0);
    match code[i] {
        Op::Jump { to: t } => vec![to(t)],
        Op::Ret { .. } | Op::Done | Op::Win { .. } | Op::End { .. } => Vec::new(),
        Op::Fail { .. } | Op::Outside { .. } => Vec::new(),
        Op::Switch { n, .. } => (1..=n.index()).map(|k| i + k).collect(),
        op => [i + 1].into_iter().chain(op.target(entry.offset(i)).map(to)).collect(),
    }
}
