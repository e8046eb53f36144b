//! Sets as words: element `e` is bit `e % 64` of word `e / 64`.

use crate::ir::ToIndex;
pub use crate::ir::elements;

/// Returns the number of elements.
pub fn count(words: &[u64]) -> usize {
    words.iter().map(|w| w.count_ones().index()).sum()
}

/// Returns whether `element` is in the set; false beyond its words.
pub fn has(words: &[u64], element: u64) -> bool {
    words.get((element / 64).index()).is_some_and(|w| w >> (element % 64) & 1 == 1)
}

/// Inserts an element; returns false if the words cannot hold it.
pub fn insert(words: &mut [u64], element: u64) -> bool {
    match words.get_mut((element / 64).index()) {
        Some(w) => {
            *w |= 1 << (element % 64);
            true
        }
        None => false,
    }
}

/// Removes an element; has no effect if it is not in the set.
pub fn remove(words: &mut [u64], element: u64) {
    if let Some(w) = words.get_mut((element / 64).index()) {
        *w &= !(1 << (element % 64));
    }
}

/// Returns the lowest element.
pub fn first(words: &[u64]) -> Option<u64> {
    words.iter().position(|&w| w != 0).map(|i| i as u64 * 64 + u64::from(words[i].trailing_zeros()))
}

/// Returns the element if there is exactly one.
pub fn only(words: &[u64]) -> Option<u64> {
    if count(words) == 1 { first(words) } else { None }
}

/// Returns the highest element.
pub fn last(words: &[u64]) -> Option<u64> {
    words.iter().rposition(|&w| w != 0).map(|i| i as u64 * 64 + 63 - u64::from(words[i].leading_zeros()))
}

/// Returns the element with `rank` elements below it.
#[inline]
pub fn nth(words: &[u64], rank: usize) -> Option<u64> {
    if let [word] = words {
        // Most sets are one word, which needs no count first.
        let bit = nth_bit(*word, rank.min(64) as u32);
        return (bit < 64).then_some(u64::from(bit));
    }
    nth_of_many(words, rank)
}

fn nth_of_many(words: &[u64], rank: usize) -> Option<u64> {
    let mut rank = rank;
    for (i, &w) in words.iter().enumerate() {
        let here = w.count_ones().index();
        if rank < here {
            return Some(i as u64 * 64 + u64::from(nth_bit(w, rank as u32)));
        }
        rank -= here;
    }
    None
}

/// Returns the index of the set bit of `word` with `rank` set bits below it; 64 or more if there is none.
fn nth_bit(word: u64, rank: u32) -> u32 {
    let (mut word, mut rank, mut base) = (word, rank, 0);
    // Halving keeps a high rank in a full word from costing as many steps as its rank.
    if rank >= 8 {
        let low = (word as u32).count_ones();
        if rank >= low {
            rank -= low;
            word >>= 32;
            base = 32;
        }
        let low = (word as u16).count_ones();
        if rank >= low {
            rank -= low;
            word >>= 16;
            base += 16;
        }
    }
    for _ in 0..rank {
        word &= word.wrapping_sub(1);
    }
    base + word.trailing_zeros()
}
