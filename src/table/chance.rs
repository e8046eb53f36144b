//! Chance: the random generator in the state, and draws that are equal on every platform and in every
//! version.
//!
//! The generator is xoshiro256++ (Blackman and Vigna); its four words are at `Layout::RNG`, seeded from one
//! word by SplitMix64, as in `rand_xoshiro`. A draw below a bound follows Lemire: the high half of a 128-bit
//! product, with rejection, so that the result is exactly uniform. A shuffle is Fisher and Yates', from the
//! bottom upwards. All three define the meaning of a random seed and do not change.

use crate::ir::{Layout, ToIndex};

/// Returns the `(index + 1)`-th output of SplitMix64 (Steele et al., 2014) started at `seed`.
#[inline]
pub fn split_mix(seed: u64, index: u64) -> u64 {
    let mut z = seed.wrapping_add(index.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Maps a draw of 64 bits to a number below `bound`: the high half of the product. Its bias is below `bound`
/// / 2⁶⁴, which is negligible.
#[inline]
pub fn scale(draw: u64, bound: usize) -> usize {
    ((u128::from(draw) * bound as u128) >> 64) as usize
}

/// Writes the generator's words for a random seed.
pub fn seed(words: &mut [u64], seed: u64) {
    for (index, word) in (0..).zip(&mut words[Layout::RNG..Layout::RNG + 4]) {
        *word = split_mix(seed, index);
    }
}

/// Returns a separate generator for draws that must not affect the game. It is seeded by the state's
/// generator and a number, and does not advance the state's generator.
pub fn separate_generator(words: &[u64], number: u64) -> [u64; Layout::RNG + 4] {
    let mixed = words[Layout::RNG..Layout::RNG + 4]
        .iter()
        .fold(number, |hash, word| (hash.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut own = [0; Layout::RNG + 4];
    seed(&mut own, mixed);
    own
}

/// Returns the next 64 bits.
#[inline]
pub fn next(words: &mut [u64]) -> u64 {
    let [s0, s1, s2, s3] = &mut words[Layout::RNG..Layout::RNG + 4] else { return 0 };
    let result = s0.wrapping_add(*s3).rotate_left(23).wrapping_add(*s0);
    let t = *s1 << 17;
    *s2 ^= *s0;
    *s3 ^= *s1;
    *s1 ^= *s2;
    *s0 ^= *s3;
    *s2 ^= t;
    *s3 = s3.rotate_left(45);
    result
}

/// Returns a uniformly random number in `0..bound`; 0 if `bound` is 0.
#[inline]
pub fn below(words: &mut [u64], bound: u64) -> u64 {
    let mut product = u128::from(next(words)) * u128::from(bound);
    if (product as u64) < bound {
        let least = bound.wrapping_neg() % bound;
        while (product as u64) < least {
            product = u128::from(next(words)) * u128::from(bound);
        }
    }
    (product >> 64) as u64
}

/// Shuffles `length` words from `start` on.
pub fn shuffle(words: &mut [u64], start: usize, length: usize) {
    for i in (1..length).rev() {
        let j = below(words, i as u64 + 1).index();
        words.swap(start + i, start + j);
    }
}
