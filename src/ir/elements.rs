//! Sets as bits.

/// Returns the elements of a set, lowest first: bit `b` of word `w` is element `64 w + b`.
#[inline]
pub fn elements(words: &[u64]) -> impl Iterator<Item = u64> + '_ {
    words.iter().enumerate().flat_map(|(i, &word)| {
        let mut left = word;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let bit = left.trailing_zeros();
            left &= left - 1;
            Some(i as u64 * 64 + u64::from(bit))
        })
    })
}
