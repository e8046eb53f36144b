//! Instructions on amounts, each for all lanes at once.
//!
//! A rule that compares prices with purses spends most of its time on these: lane by lane they would take
//! seven instructions for seven talents.

use super::fault::FaultKind;
use super::frame_layout::FrameWindow;
use super::program::Table;
use crate::ir::{Op, Reg, ToIndex};

fn lanes(register: Reg, n: u8) -> std::ops::Range<usize> {
    register.index()..register.index() + n.index()
}

/// Executes an instruction on amounts.
pub(super) fn run(table: &Table, frame: &mut FrameWindow, op: Op) -> Result<(), FaultKind> {
    match op {
        Op::AddEach { n, d, a, b } => combine_lanes(frame, n, d, (a, b), i64::checked_add),
        Op::SubEach { n, d, a, b } => combine_lanes(frame, n, d, (a, b), i64::checked_sub),
        Op::MinEach { n, d, a, b } => combine_lanes(frame, n, d, (a, b), |a, b| Some(a.min(b))),
        Op::MaxEach { n, d, a, b } => combine_lanes(frame, n, d, (a, b), |a, b| Some(a.max(b))),
        Op::EachLe { n, d, a, b } => {
            let numbers = |register: Reg| frame[lanes(register, n)].iter().map(|word| *word as i64);
            let covered = numbers(a).zip(numbers(b)).fold(true, |covered, (a, b)| covered & (a <= b));
            frame[d.index()] = u64::from(covered);
            Ok(())
        }
        Op::Total { n, d, a } => {
            let mut numbers = frame[lanes(a, n)].iter();
            let total = numbers.try_fold(0i64, |sum, word| sum.checked_add(*word as i64));
            frame[d.index()] = total.ok_or(FaultKind::Overflow)? as u64;
            Ok(())
        }
        Op::AttrRow { n, d, f, at } => {
            let (owner, row) = (frame[at.index()], frame[at.index() + 1]);
            let attribute = &table.attributes[f.index()];
            if owner >= attribute.owners {
                return Err(FaultKind::NoSuchThing(owner as i64));
            }
            if row >= u64::from(attribute.words) / u64::from(n) {
                return Err(FaultKind::NoSuchLane);
            }
            let from =
                attribute.base.index() + owner.index() * attribute.words.index() + row.index() * n.index();
            frame[lanes(d, n)].copy_from_slice(&table.ir.pool[from..from + n.index()]);
            Ok(())
        }
        _ => Err(FaultKind::Damaged("not about amounts")),
    }
}

/// Combines two amounts lane by lane.
#[inline(always)]
fn combine_lanes(
    frame: &mut FrameWindow,
    n: u8,
    d: Reg,
    (a, b): (Reg, Reg),
    combine: impl Fn(i64, i64) -> Option<i64>,
) -> Result<(), FaultKind> {
    // A result that begins within an operand would overwrite lanes that are still to be read.
    let begins_within = |operand: Reg| d > operand && d < operand + u16::from(n);
    if begins_within(a) || begins_within(b) {
        let pairs = frame[lanes(a, n)].iter().zip(&frame[lanes(b, n)]);
        let combined = pairs.map(|(a, b)| combine(*a as i64, *b as i64).map(|word| word as u64));
        let words = combined.collect::<Option<Vec<u64>>>().ok_or(FaultKind::Overflow)?;
        frame[lanes(d, n)].copy_from_slice(&words);
        return Ok(());
    }
    for k in 0..n.index() {
        let (a, b) = (frame[a.index() + k] as i64, frame[b.index() + k] as i64);
        frame[d.index() + k] = combine(a, b).ok_or(FaultKind::Overflow)? as u64;
    }
    Ok(())
}
