//! Effects of each instruction besides writing its result, as data. This is the only source for passes.

use crate::ir::{FunctionId, Ir, Op, Reg, SlotInfo};

/// Effects of an instruction besides writing its result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Effects {
    /// True if it only computes a result from registers, constants and, if `reads`, the state. Deterministic.
    pub computes: bool,
    /// True if the result depends on the state.
    pub reads: bool,
    /// True if it may raise a fault: it is then kept even if its result is never read.
    pub faults: bool,
    /// True if it may change the state, draw from the random generator, inform a player or end the game.
    pub acts: bool,
}

impl Effects {
    const PURE: Effects = Effects { computes: true, reads: false, faults: false, acts: false };
    const CHECKED: Effects = Effects { faults: true, ..Effects::PURE };
    const READ: Effects = Effects { reads: true, ..Effects::PURE };
    const CHECKED_READ: Effects = Effects { faults: true, ..Effects::READ };
    /// Control flow and lists of options: without effect on the state, but never removed.
    const STAYS: Effects = Effects { computes: false, reads: false, faults: true, acts: false };
    const ACTS: Effects = Effects { computes: false, reads: true, faults: true, acts: true };

    /// Returns the effects of an instruction other than a call; for calls, see [`Callees`].
    pub fn of(op: &Op) -> Effects {
        match op {
            Op::Int { .. } | Op::Word { .. } | Op::Words { .. } | Op::Move { .. } | Op::Zero { .. } => {
                Effects::PURE
            }
            Op::Min { .. } | Op::Max { .. } | Op::Not { .. } | Op::Eq { .. } | Op::Ne { .. } => Effects::PURE,
            Op::Lt { .. } | Op::Le { .. } | Op::EqI { .. } | Op::IsSome { .. } => Effects::PURE,
            Op::And { .. } | Op::Or { .. } | Op::Minus { .. } | Op::AndPool { .. } | Op::MinusPool { .. } => {
                Effects::PURE
            }
            Op::Count { .. } | Op::Any { .. } | Op::SetEq { .. } | Op::Has { .. } | Op::Remove { .. } => {
                Effects::PURE
            }
            Op::First { .. } | Op::Only { .. } | Op::Players { .. } | Op::PlayerCount { .. } => Effects::PURE,
            Op::Add { .. } | Op::AddI { .. } | Op::Sub { .. } | Op::Mul { .. } | Op::MulI { .. } => {
                Effects::CHECKED
            }
            Op::Div { .. } | Op::Rem { .. } | Op::Neg { .. } | Op::Abs { .. } | Op::Lane { .. } => {
                Effects::CHECKED
            }
            Op::Insert { .. }
            | Op::Single { .. }
            | Op::Range { .. }
            | Op::Attr { .. }
            | Op::AttrSet { .. } => Effects::CHECKED,
            Op::EachLe { .. } | Op::MinEach { .. } | Op::MaxEach { .. } => Effects::PURE,
            Op::Total { .. } | Op::AddEach { .. } | Op::SubEach { .. } | Op::AttrRow { .. } => {
                Effects::CHECKED
            }
            Op::Row { .. } | Op::StepSet { .. } | Op::Steps { .. } | Op::Spread { .. } | Op::Reach { .. } => {
                Effects::CHECKED
            }
            Op::InARow { .. } | Op::Lined { .. } | Op::NextPlayer { .. } | Op::Seat { .. } => {
                Effects::CHECKED
            }
            Op::Load { .. }
            | Op::LoadSet { .. }
            | Op::IndexOf { .. }
            | Op::Playing { .. }
            | Op::NotLost { .. } => Effects::READ,
            Op::AndState { .. } | Op::MinusState { .. } | Op::OrState { .. } => Effects::READ,
            Op::Get { .. }
            | Op::GetSet { .. }
            | Op::ZoneOf { .. }
            | Op::ZoneSet { .. }
            | Op::PlayerZone { .. } => Effects::CHECKED_READ,
            Op::Place { .. }
            | Op::Holder { .. }
            | Op::CellOf { .. }
            | Op::Bearer { .. }
            | Op::ZoneOwner { .. } => Effects::CHECKED_READ,
            Op::Top { .. } | Op::Bottom { .. } | Op::SeatsOn { .. } => Effects::CHECKED_READ,
            Op::CellsOf { .. } | Op::ValuesOf { .. } | Op::OnCells { .. } | Op::InPlaces { .. } => {
                Effects::CHECKED_READ
            }
            Op::Jump { .. } | Op::JumpIf { .. } | Op::JumpUnless { .. } | Op::JumpNone { .. } => {
                Effects::STAYS
            }
            Op::JumpEmpty { .. } | Op::Switch { .. } | Op::Next { .. } | Op::NextInZone { .. } => {
                Effects::STAYS
            }
            Op::Ret { .. } | Op::Done | Op::Fail { .. } | Op::Outside { .. } => Effects::STAYS,
            Op::OptSet { .. }
            | Op::OptArm { .. }
            | Op::OptAct { .. }
            | Op::OptAct0 { .. }
            | Op::OptCount { .. } => Effects::STAYS,
            Op::SetLane { .. }
            | Op::ZoneAt { .. }
            | Op::OutOfPlay { .. }
            | Op::RayTo { .. }
            | Op::Rays { .. } => Effects::STAYS,
            Op::Times { .. } | Op::Selectable { .. } | Op::Selected { .. } => Effects::STAYS,
            Op::KeepOn { .. } | Op::KeepInPlay { .. } | Op::KeepLess { .. } | Op::KeepUpTo { .. } => {
                Effects::STAYS
            }
            Op::KeepMore { .. } | Op::KeepFrom { .. } | Op::KeepIs { .. } | Op::KeepNot { .. } => {
                Effects::STAYS
            }
            _ => Effects::ACTS,
        }
    }
}

/// Returns whether control never reaches the next instruction.
pub(super) fn leaves(op: &Op) -> bool {
    matches!(
        op,
        Op::Jump { .. } | Op::Ret { .. } | Op::Done | Op::Fail { .. } | Op::Outside { .. } | Op::End { .. }
    )
}

/// Effects of calls of each function.
pub(super) struct Callees {
    /// True for each function that may suspend the game for a choice or for chance, itself or in a function
    /// that it calls.
    pub stops: Vec<bool>,
    /// True for each function that acts, itself or in a function that it calls: see [`Effects::acts`].
    pub acts: Vec<bool>,
    /// True for each function that reads the list of options or adds to it, itself or in a function that it
    /// calls.
    pub lists: Vec<bool>,
    /// Number of registers that a call may use, counted from the start of its frame and including nested
    /// calls; `None` if the function is recursive.
    pub extent: Vec<Option<usize>>,
}

/// Returns the functions that an instruction may call.
pub(super) fn callees_of<'i>(ir: &'i Ir, op: &'i Op) -> impl Iterator<Item = usize> + use<'i> {
    let calls: &[FunctionId] = match op {
        Op::Call { f, .. } => std::slice::from_ref(f),
        Op::CallSlot { s, .. } => ir.slots.find(*s).map_or(&[], |slot| &slot.rules),
        _ => &[],
    };
    calls.iter().filter(|f| **f != SlotInfo::EMPTY).map(|f| f.index())
}

/// Returns the first register of the frame of a call.
pub(super) fn frame_of_call(op: &Op) -> Option<Reg> {
    match op {
        Op::Call { at, .. } | Op::CallSlot { at, .. } => Some(*at),
        _ => None,
    }
}

/// Returns whether an instruction, calls excepted, suspends the game or begins a list of options: a frame can
/// be suspended there.
pub(super) fn stops(op: &Op) -> bool {
    op.is_chance() || matches!(op, Op::OptBegin { .. } | Op::Choose { .. })
}

/// Returns whether an instruction reads the list of options or adds to it. A call that does so cannot be
/// removed or reused.
fn lists(op: &Op) -> bool {
    matches!(
        op,
        Op::OptSet { .. } | Op::OptArm { .. } | Op::OptAct { .. } | Op::OptAct0 { .. } | Op::OptCount { .. }
    )
}

impl Callees {
    /// Computes the effects of all functions of a verified game. Extents are computed later.
    pub fn of(ir: &Ir) -> Callees {
        let bodies = ir.bodies();
        let count = ir.functions.len();
        let no = || vec![false; count];
        let mut callees = Callees { stops: no(), acts: no(), lists: no(), extent: vec![None; count] };
        let mut callers: Vec<Vec<usize>> = vec![Vec::new(); count];
        let mut open = Vec::new();
        for (f, body) in bodies.iter().enumerate() {
            let mut last = usize::MAX;
            for op in &ir.code[body.indices()] {
                callees.stops[f] |= stops(op);
                callees.acts[f] |= frame_of_call(op).is_none() && Effects::of(op).acts;
                callees.lists[f] |= lists(op);
                for callee in callees_of(ir, op).filter(|callee| *callee < count) {
                    if callee != last {
                        callers[callee].push(f);
                        last = callee;
                    }
                }
            }
            if callees.stops[f] || callees.acts[f] || callees.lists[f] {
                open.push(f);
            }
        }
        while let Some(f) = open.pop() {
            for caller in std::mem::take(&mut callers[f]) {
                let of = |callees: &Callees, f: usize| (callees.stops[f], callees.acts[f], callees.lists[f]);
                let before = of(&callees, caller);
                callees.stops[caller] |= callees.stops[f];
                callees.acts[caller] |= callees.acts[f];
                callees.lists[caller] |= callees.lists[f];
                callers[f].push(caller);
                if before != of(&callees, caller) {
                    open.push(caller);
                }
            }
        }
        callees
    }

    /// Returns whether a frame can be suspended at an instruction.
    pub fn suspended_at(&self, ir: &Ir, op: &Op) -> bool {
        stops(op) || callees_of(ir, op).any(|f| self.stops.get(f).copied().unwrap_or(true))
    }

    /// Returns the effects of an instruction, calls included.
    pub fn effects(&self, ir: &Ir, op: &Op) -> Effects {
        if frame_of_call(op).is_none() {
            return Effects::of(op);
        }
        let any = |of: &[bool]| callees_of(ir, op).any(|f| of.get(f).copied().unwrap_or(true));
        let acts = any(&self.acts);
        // The list of options is not part of the state: values read before a call that adds to it still hold.
        Effects { computes: !acts && !any(&self.lists), reads: true, faults: true, acts }
    }

    /// Returns one past the last register that a call may use; `None` if that is unbounded.
    pub fn end_of_call(&self, ir: &Ir, op: &Op) -> Option<usize> {
        let at = (frame_of_call(op)?).index();
        callees_of(ir, op)
            .try_fold(at + 1, |end, f| Some(end.max(at + self.extent.get(f).copied().flatten()?)))
    }
}
