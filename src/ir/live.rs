//! Which registers of a suspended frame still matter.
//!
//! A rule that waits at a choice, or for a rule that it called, has registers that will be read and others that were only needed on
//! the way there. Two states that differ in the latter alone will go the same way: whoever asks whether two states are the
//! same game, or what a state knows, passes them over.

use super::verify::{Touched, touched};
use super::{Ir, Op};

/// The registers that matter, for each place at which a frame can be suspended.
#[derive(Clone, Debug, Default)]
pub struct Live {
    /// Suspended there: the instruction, where its set stands in `words`, and of how many words it is.
    places: Vec<(u32, u32, u16)>,
    words: Vec<u64>,
}

impl Live {
    /// Of all functions of a verified game that can stop.
    pub fn of(ir: &Ir) -> Live {
        let mut live = Live::default();
        let mut entries: Vec<u32> = ir.functions.iter().map(|f| f.entry).collect();
        entries.sort_unstable();
        for f in ir.functions.iter().filter(|f| f.suspends) {
            let next = entries.partition_point(|e| *e <= f.entry);
            let end = entries.get(next).copied().unwrap_or(ir.code.len() as u32);
            live.function(ir, f.entry, end, f.frame_words);
        }
        live.places.sort_unstable();
        live
    }

    /// The set of the registers that matter in a frame that is suspended at an instruction: at an `OptBegin` or at a call, whose
    /// parameters and result are no longer, or not yet, the frame's own. `None` if no frame can be suspended there.
    pub fn at(&self, pc: u32) -> Option<&[u64]> {
        let place = self.places.binary_search_by_key(&pc, |(pc, ..)| *pc).ok()?;
        let (_, from, words) = *self.places.get(place)?;
        self.words.get(from as usize..from as usize + words as usize)
    }

    /// Works backwards from what is read until nothing changes.
    fn function(&mut self, ir: &Ir, entry: u32, end: u32, frame: u16) {
        let size = (frame as usize).div_ceil(64);
        let count = (end - entry) as usize;
        let code = &ir.code[entry as usize..end as usize];
        let mut choice = None;
        let mut reads = vec![0; count * size];
        let mut kills = vec![0; count * size];
        let mut told = Touched::default();
        for (i, op) in code.iter().enumerate() {
            if let Op::OptBegin { choice: begun } = op {
                choice = Some(*begun);
            }
            told.reads.clear();
            told.writes.clear();
            told = touched(ir, entry + i as u32, choice, told);
            let row = i * size..(i + 1) * size;
            for (a, n) in &told.reads {
                set(&mut reads[row.clone()], *a, *n);
            }
            for (d, n) in &told.writes {
                // The element of a loop is written unless the loop ends: see `after`.
                if matches!(op, Op::Next { d: element, .. } | Op::NextInZone { d: element, .. } if element == d) {
                    continue;
                }
                // What is changed in place is read too.
                set(if changes(op) { &mut reads[row.clone()] } else { &mut kills[row.clone()] }, *d, *n);
            }
            match op {
                // Which component asks is shown with the question, and the progress of a selection.
                Op::OptBegin { choice } => {
                    let choice = ir.choices.get(*choice as usize);
                    let mut shown = |a: u16, n: u16| set(&mut reads[row.clone()], a, n as usize);
                    choice.and_then(|c| c.asker).into_iter().for_each(|asker| shown(asker, 1));
                    if let Some(selection) = choice.and_then(|c| c.selection) {
                        shown(selection.set, selection.words);
                        shown(selection.rest, selection.words);
                        selection.most.into_iter().for_each(|most| shown(most, 1));
                    }
                }
                Op::NextInZone { a, .. } => set(&mut reads[row.clone()], a.saturating_sub(1), 1),
                // Which rule is called shows only in play: it may read all that its rules have as parameters.
                Op::CallSlot { s, at, .. } => {
                    kills[row.clone()].fill(0);
                    let slot = ir.slots.get(*s as usize);
                    let rules = slot.map_or(&[][..], |s| &s.rules);
                    let params = rules.iter().filter_map(|r| ir.functions.get(*r as usize)).map(|f| f.param_words);
                    set(&mut reads[row.clone()], at + 1, params.max().unwrap_or(0) as usize);
                    set(&mut kills[row.clone()], *at, slot.map_or(0, |s| s.result_words) as usize);
                }
                Op::Call { f, at } => {
                    let params = ir.functions.get(*f as usize).map_or(0, |f| f.param_words);
                    kills[row.clone()].fill(0);
                    set(&mut reads[row.clone()], at + 1, params as usize);
                    let results = ir.functions.get(*f as usize).map_or(0, |f| f.result_words);
                    set(&mut kills[row.clone()], *at, results as usize);
                }
                _ => {}
            }
        }
        let mut before = vec![0u64; count * size];
        let mut after = vec![0u64; size];
        let mut changed = true;
        while changed {
            changed = false;
            for i in (0..count).rev() {
                self::after(code, i, entry, &before, &mut after);
                for w in 0..size {
                    let live = reads[i * size + w] | after[w] & !kills[i * size + w];
                    changed |= live != before[i * size + w];
                    before[i * size + w] = live;
                }
            }
        }
        for (i, op) in code.iter().enumerate() {
            let kept = match op {
                Op::OptBegin { .. } => before[i * size..(i + 1) * size].to_vec(),
                Op::Call { at, .. } | Op::CallSlot { at, .. } => {
                    self::after(code, i, entry, &before, &mut after);
                    // From `at` on the words are the called rule's.
                    (0..size).map(|w| after[w] & below(*at, w)).collect()
                }
                _ => continue,
            };
            self.places.push((entry + i as u32, self.words.len() as u32, size as u16));
            self.words.extend(kept);
        }
    }
}

/// What is live after instruction `i`: before any that may follow it.
fn after(code: &[Op], i: usize, entry: u32, before: &[u64], after: &mut [u64]) {
    let size = after.len();
    after.fill(0);
    let mut add = |to: usize| {
        let row = before.get(to * size..(to + 1) * size).unwrap_or_default();
        after.iter_mut().zip(row).for_each(|(a, b)| *a |= b);
    };
    let by = |by: i16| (i as i64 + 1 + i64::from(by)).max(0) as usize;
    let to = |to: u32| to.saturating_sub(entry) as usize;
    match code[i] {
        Op::Jump { to: t } => return add(to(t)),
        Op::Ret { .. } | Op::Done | Op::Fail { .. } | Op::Win { .. } | Op::End { .. } => return,
        Op::JumpIf { to: t, .. }
        | Op::JumpUnless { to: t, .. }
        | Op::JumpNone { to: t, .. }
        | Op::JumpEmpty { to: t, .. } => add(to(t)),
        Op::Next { d, by: b, .. } | Op::NextInZone { d, by: b, .. } => {
            add(i + 1);
            // Where the loop goes on it has a new element; where it ends, d is what it was.
            after.get_mut(d as usize / 64).into_iter().for_each(|word| *word &= !(1 << (d % 64)));
            let row = before.get(by(b) * size..(by(b) + 1) * size).unwrap_or_default();
            after.iter_mut().zip(row).for_each(|(a, b)| *a |= b);
            return;
        }
        Op::Switch { n, .. } => (1..=n as usize).for_each(|k| add(i + k)),
        _ => {}
    }
    add(i + 1);
}

/// Whether an instruction reads what it writes.
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

fn set(row: &mut [u64], from: u16, n: usize) {
    for register in from as usize..from as usize + n {
        if let Some(word) = row.get_mut(register / 64) {
            *word |= 1 << (register % 64);
        }
    }
}

/// The registers below one, of word `w` of a set.
fn below(register: u16, w: usize) -> u64 {
    match (register as usize).saturating_sub(w * 64) {
        0 => 0,
        n if n >= 64 => u64::MAX,
        n => (1 << n) - 1,
    }
}
