//! Operations on sets of several words in a frame, for the dispatch loop: most sets of big games take two to
//! four words.
//!
//! For so few words, the counter and the bounds checks of a loop cost more than its body, so these lengths
//! are unrolled. Sets of one word, the most frequent in small games, are handled in the dispatch loop itself;
//! others take a call.

use super::frame_layout::{FrameWindow, WINDOW};
use crate::ir::{Reg, ToIndex};

#[inline(always)]
fn block<const N: usize>(words: &[u64], at: usize) -> [u64; N] {
    // The verifier has checked that registers lie in their frame.
    words.get(at..).and_then(<[u64]>::first_chunk).copied().unwrap_or([0; N])
}

#[inline(always)]
fn put<const N: usize>(frame: &mut FrameWindow, d: Reg, words: [u64; N]) {
    if let Some(to) = frame.get_mut(d.index()..).and_then(<[u64]>::first_chunk_mut) {
        *to = words;
    }
}

/// Runs the unrolled block for the number of words, or the loop if there is none.
macro_rules! by_length {
    ($n:expr, $N:ident => $block:expr, $loop:expr) => {
        match $n {
            2 => {
                const $N: usize = 2;
                $block
            }
            3 => {
                const $N: usize = 3;
                $block
            }
            4 => {
                const $N: usize = 4;
                $block
            }
            _ => $loop,
        }
    };
}

/// Combines two sets into a third.
#[inline(always)]
pub(super) fn combine(
    frame: &mut FrameWindow,
    n: u8,
    d: Reg,
    (a, b): (Reg, Reg),
    f: impl Fn(u64, u64) -> u64,
) {
    if n == 1 {
        frame[d.index() % WINDOW] = f(frame[a.index() % WINDOW], frame[b.index() % WINDOW]);
    } else {
        combine_words(frame, n, d, (a, b), f);
    }
}

#[inline(never)]
fn combine_words(frame: &mut FrameWindow, n: u8, d: Reg, (a, b): (Reg, Reg), f: impl Fn(u64, u64) -> u64) {
    // A loop over words would overwrite words of an operand that begins within the result before it reads
    // them.
    let begins_within = |set: Reg| d.0.wrapping_sub(set.0).wrapping_sub(1) < u16::from(n) - 1;
    let length = if begins_within(a) || begins_within(b) { 0 } else { n };
    by_length!(length, N => {
        let (x, y) = (block::<N>(frame, a.index()), block::<N>(frame, b.index()));
        put(frame, d, std::array::from_fn::<u64, N, _>(|i| f(x[i], y[i])));
    }, for i in 0..n.index() {
        frame[(d.index() + i) % WINDOW] = f(frame[(a.index() + i) % WINDOW], frame[(b.index() + i) % WINDOW]);
    });
}

/// Combines a set in place with a set outside the frame.
#[inline(always)]
pub(super) fn combine_with(
    frame: &mut FrameWindow,
    n: u8,
    d: Reg,
    from: &[u64],
    at: usize,
    f: impl Fn(u64, u64) -> u64,
) {
    if n == 1 {
        let x = &mut frame[d.index() % WINDOW];
        *x = f(*x, from[at]);
    } else {
        combine_words_with(frame, d, &from[at..at + n.index()], f);
    }
}

#[inline(never)]
fn combine_words_with(frame: &mut FrameWindow, d: Reg, with: &[u64], f: impl Fn(u64, u64) -> u64) {
    by_length!(with.len(), N => {
        let (x, y) = (block::<N>(frame, d.index()), block::<N>(with, 0));
        put(frame, d, std::array::from_fn::<u64, N, _>(|i| f(x[i], y[i])));
    }, for (i, y) in with.iter().enumerate() {
        let x = &mut frame[(d.index() + i) % WINDOW];
        *x = f(*x, *y);
    });
}

/// Clears a set.
#[inline(never)]
pub(super) fn zero(frame: &mut FrameWindow, n: u8, d: Reg) {
    by_length!(n, N => put(frame, d, [0; N]), {
        frame[d.index()..d.index() + n.index()].fill(0);
    });
}

/// Copies words into the frame.
#[inline(always)]
pub(super) fn load(frame: &mut FrameWindow, n: u8, d: Reg, from: &[u64], at: usize) {
    if n == 1 {
        frame[d.index() % WINDOW] = from[at];
    } else {
        load_words(frame, d, &from[at..at + n.index()]);
    }
}

#[inline(never)]
fn load_words(frame: &mut FrameWindow, d: Reg, from: &[u64]) {
    // An amount, such as a price in eight elements.
    if let Ok(words) = <[u64; 8]>::try_from(from) {
        return put(frame, d, words);
    }
    by_length!(from.len(), N => put(frame, d, block::<N>(from, 0)), {
        frame[d.index()..d.index() + from.len()].copy_from_slice(from);
    });
}

/// Copies the first `n` words of a buffer into the frame.
pub(super) fn store<const M: usize>(frame: &mut FrameWindow, n: u8, d: Reg, from: &[u64; M]) {
    match n {
        1 => frame[d.index() % WINDOW] = from[0],
        _ => by_length!(n, N => put(frame, d, block::<N>(from, 0)), {
            frame[d.index()..d.index() + n.index()].copy_from_slice(&from[..n.index()]);
        }),
    }
}

/// Copies a set; the ranges may overlap.
#[inline(never)]
pub(super) fn copy(frame: &mut FrameWindow, n: u8, d: Reg, a: Reg) {
    by_length!(n, N => put(frame, d, block::<N>(frame, a.index())), {
        frame.copy_within(a.index()..a.index() + n.index(), d.index());
    });
}

/// Returns the bitwise or of all words of a set: 0 only if it is empty.
#[inline(always)]
pub(super) fn union(frame: &FrameWindow, n: u8, a: Reg) -> u64 {
    if n == 1 { frame[a.index() % WINDOW] } else { union_of_words(frame, n, a) }
}

#[inline(never)]
fn union_of_words(frame: &FrameWindow, n: u8, a: Reg) -> u64 {
    by_length!(n, N => block::<N>(frame, a.index()).iter().fold(0, |all, word| all | word), {
        frame[a.index()..a.index() + n.index()].iter().fold(0, |all, word| all | word)
    })
}

/// Removes and returns the lowest element of a set.
#[inline]
pub(super) fn next(set: &mut [u64]) -> Option<u64> {
    let at = set.iter().position(|word| *word != 0)?;
    let word = set[at];
    set[at] = word & (word - 1);
    Some(at as u64 * 64 + u64::from(word.trailing_zeros()))
}
