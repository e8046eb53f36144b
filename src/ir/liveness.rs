//! Liveness: the registers of a suspended frame that will still be read.
//!
//! A function suspended at a choice or a call has live registers and dead ones. Two states that differ only
//! in dead registers play on identically. So a comparison of states, or of what a state reveals, ignores dead
//! registers.

use super::code::Op;
use super::ids::ToIndex;
use super::ids::{CodeAddress, Reg};
use super::root::Ir;
use super::verify::{AccessedRegisters, touched_by};

/// The live registers at each instruction where a frame can be suspended.
#[derive(Clone, Debug, Default)]
pub struct LiveRegisters {
    /// The instruction, the start of its set in `words`, and the number of words of the set.
    places: Vec<(CodeAddress, u32, u16)>,
    /// For each instruction, the number of its place, from 1; 0 for the others.
    numbers: Vec<u32>,
    words: Vec<u64>,
}

impl LiveRegisters {
    /// Computes the liveness of all functions of a verified game that can suspend.
    pub fn of(ir: &Ir) -> LiveRegisters {
        let mut live = LiveRegisters::default();
        let mut entries: Vec<CodeAddress> = ir.functions.iter().map(|f| f.entry).collect();
        entries.sort_unstable();
        for f in ir.functions.iter().filter(|f| f.suspends) {
            let next = entries.partition_point(|e| *e <= f.entry);
            let end = entries.get(next).copied().unwrap_or(CodeAddress::from_index(ir.code.len()));
            live.function(ir, f.entry, end, f.frame_words);
        }
        live.places.sort_unstable();
        live.numbers = vec![0; ir.code.len()];
        for (number, (pc, ..)) in (1..).zip(&live.places) {
            if let Some(at) = live.numbers.get_mut(pc.index()) {
                *at = number;
            }
        }
        live
    }

    /// Returns the set of live registers of a frame suspended at an `OptBegin`, before chance, or at a call.
    /// The parameters and the result of the call belong to the callee, and are not included. Returns `None`
    /// if no frame can be suspended there.
    pub fn at(&self, pc: CodeAddress) -> Option<&[u64]> {
        let place = self.numbers.get(pc.index())?.checked_sub(1)?;
        let (_, from, words) = *self.places.get(place.index())?;
        self.words.get(from.index()..from.index() + usize::from(words))
    }

    /// Notes the registers that are live where a function can be suspended.
    fn function(&mut self, ir: &Ir, entry: CodeAddress, end: CodeAddress, frame: u16) {
        let code = &ir.code[entry.index()..end.index()];
        let size = usize::from(frame).div_ceil(64);
        let before = live_before(ir, code, entry, size, |_, _| ());
        let mut after = vec![0u64; size];
        for (i, op) in code.iter().enumerate() {
            let kept = match op {
                op if op.is_chance() || matches!(op, Op::OptBegin { .. }) => {
                    before[i * size..(i + 1) * size].to_vec()
                }
                Op::Call { at, .. } | Op::CallSlot { at, .. } => {
                    live_after(code, i, entry, &before, &mut after);
                    // The words from `at` on belong to the callee's frame.
                    (0..size).map(|w| after[w] & bits_below(*at, w)).collect()
                }
                _ => continue,
            };
            self.places.push((entry.offset(i), self.words.len() as u32, size as u16));
            self.words.extend(kept);
        }
    }
}

/// Returns the number of registers that a function accesses: one more than the highest.
#[cfg(feature = "native")]
pub(crate) fn registers(ir: &Ir, code: &[Op], entry: CodeAddress) -> usize {
    let mut told = AccessedRegisters::default();
    let mut choice = None;
    for (i, op) in code.iter().enumerate() {
        if let Op::OptBegin { choice: begun } = op {
            choice = Some(*begun);
        }
        told = touched_by(ir, *op, entry.offset(i), choice, told);
    }
    told.reads.iter().chain(&told.writes).map(|(first, n)| first.index() + n).max().unwrap_or_default()
}

/// Computes the registers that are live before each instruction of a function, backwards to a fixed point:
/// `size` words for each. `code` is the function alone, and begins at `entry`. `also_read` is given the
/// number of each instruction in it, and adds registers that it reads.
pub(crate) fn live_before(
    ir: &Ir,
    code: &[Op],
    entry: CodeAddress,
    size: usize,
    also_read: impl Fn(usize, &mut [u64]),
) -> Vec<u64> {
    let count = code.len();
    let mut choice = None;
    let mut reads = vec![0; count * size];
    let mut kills = vec![0; count * size];
    let mut told = AccessedRegisters::default();
    for (i, op) in code.iter().enumerate() {
        if let Op::OptBegin { choice: begun } = op {
            choice = Some(*begun);
        }
        told.reads.clear();
        told.writes.clear();
        told = touched_by(ir, *op, entry.offset(i), choice, told);
        let row = i * size..(i + 1) * size;
        for (a, n) in &told.reads {
            set(&mut reads[row.clone()], *a, *n);
        }
        // A loop writes its variable only if it continues: see `after`.
        let is_loop = matches!(op, Op::Next { .. } | Op::NextInZone { .. });
        for (d, n) in told.writes.iter().filter(|_| !is_loop) {
            // Registers changed in place are read too.
            set(if changes(op) { &mut reads[row.clone()] } else { &mut kills[row.clone()] }, *d, *n);
        }
        match op {
            // The asking component and the progress of a selection are shown with the question.
            Op::OptBegin { choice } => {
                let choice = ir.choice(*choice);
                let mut shown = |a: Reg, n: u16| set(&mut reads[row.clone()], a, usize::from(n));
                choice.and_then(|c| c.asker).into_iter().for_each(|asker| shown(asker, 1));
                if let Some(selection) = choice.and_then(|c| c.selection) {
                    shown(selection.set, selection.words);
                    shown(selection.rest, selection.words);
                    selection.most.into_iter().for_each(|most| shown(most, 1));
                }
            }
            Op::Next { n, a, .. } => set(&mut reads[row.clone()], *a, usize::from(*n)),
            // The zone is in the register before the set.
            Op::NextInZone { n, a, .. } => {
                set(&mut reads[row.clone()], Reg(a.0.saturating_sub(1)), usize::from(*n) + 1)
            }
            // The callee is known only at run time: assume the longest parameter list of its rules.
            Op::CallSlot { s, at, .. } => {
                kills[row.clone()].fill(0);
                let slot = ir.slots.find(*s);
                let rules = slot.map_or(&[][..], |s| &s.rules);
                let params = rules.iter().filter_map(|r| ir.functions.find(*r)).map(|f| f.param_words);
                set(&mut reads[row.clone()], *at + 1, usize::from(params.max().unwrap_or(0)));
                set(&mut kills[row.clone()], *at, usize::from(slot.map_or(0, |s| s.result_words)));
            }
            Op::Call { f, at } => {
                let params = ir.functions.find(*f).map_or(0, |f| f.param_words);
                kills[row.clone()].fill(0);
                set(&mut reads[row.clone()], *at + 1, usize::from(params));
                let results = ir.functions.find(*f).map_or(0, |f| f.result_words);
                set(&mut kills[row.clone()], *at, usize::from(results));
            }
            _ => {}
        }
        also_read(i, &mut reads[row]);
    }
    let mut before = vec![0u64; count * size];
    let mut after = vec![0u64; size];
    let mut changed = true;
    while changed {
        changed = false;
        for i in (0..count).rev() {
            live_after(code, i, entry, &before, &mut after);
            for w in 0..size {
                let live = reads[i * size + w] | after[w] & !kills[i * size + w];
                changed |= live != before[i * size + w];
                before[i * size + w] = live;
            }
        }
    }
    before
}

/// Computes the registers live after instruction `i`: those live before any of its successors.
pub(crate) fn live_after(code: &[Op], i: usize, entry: CodeAddress, before: &[u64], after: &mut [u64]) {
    let size = after.len();
    after.fill(0);
    let mut add = |to: usize| {
        let row = before.get(to * size..(to + 1) * size).unwrap_or_default();
        after.iter_mut().zip(row).for_each(|(a, b)| *a |= b);
    };
    let by = |by: i16| ((i as i64 + 1 + i64::from(by)).max(0)) as usize;
    let to = |to: CodeAddress| to.after(entry).unwrap_or(0);
    match code[i] {
        Op::Jump { to: t } => return add(to(t)),
        Op::Ret { .. }
        | Op::Done
        | Op::Fail { .. }
        | Op::Outside { .. }
        | Op::Win { .. }
        | Op::End { .. } => return,
        Op::Next { d, by: b, .. } | Op::NextInZone { d, by: b, .. } => {
            add(i + 1);
            // `d` is written if the loop continues, and keeps its value if it ends.
            after.get_mut(d.index() / 64).into_iter().for_each(|word| *word &= !(1 << (d.0 % 64)));
            let row = before.get(by(b) * size..(by(b) + 1) * size).unwrap_or_default();
            after.iter_mut().zip(row).for_each(|(a, b)| *a |= b);
            return;
        }
        Op::Switch { n, .. } => (1..=usize::from(n)).for_each(|k| add(i + k)),
        op => op.target(entry.offset(i)).into_iter().for_each(|t| add(to(t))),
    }
    add(i + 1);
}

/// Returns whether an instruction reads a register that it writes.
pub(crate) fn changes(op: &Op) -> bool {
    matches!(
        op,
        Op::AndPool { .. }
            | Op::MinusPool { .. }
            | Op::AndState { .. }
            | Op::MinusState { .. }
            | Op::OrState { .. }
            | Op::Insert { .. }
            | Op::Remove { .. }
            | Op::Selected { .. }
            | Op::SetLane { .. }
            | Op::Next { .. }
            | Op::NextInZone { .. }
    )
}

fn set(row: &mut [u64], from: Reg, n: usize) {
    for register in from.index()..from.index() + n {
        if let Some(word) = row.get_mut(register / 64) {
            *word |= 1 << (register % 64);
        }
    }
}

/// Returns the bits of word `w` of the set of registers below `register`.
fn bits_below(register: Reg, w: usize) -> u64 {
    match register.index().saturating_sub(w * 64) {
        0 => 0,
        n if n >= 64 => u64::MAX,
        n => (1 << n) - 1,
    }
}
