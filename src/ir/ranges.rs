//! Ranges of values that are not stored: of arguments and results.

use super::elements::elements;
use super::ids::NONE;
use super::value_type::ValueType;
use serde::{Deserialize, Serialize};

/// A range that the argument of a parameter, or the result of a function, keeps to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RangeInfo {
    /// The name of the function or verb.
    pub function: String,
    /// The parameter; `None` for the result.
    pub param: Option<String>,
    /// The type: an int, a set of ints, an int that may be none, or an amount.
    pub ty: ValueType,
    /// The least and the greatest number.
    pub range: (i64, i64),
}

impl RangeInfo {
    /// Returns the first number in the words of a value that is outside the range, and the index of its word.
    pub fn outside(&self, words: &[u64]) -> Option<(usize, i64)> {
        let found = |(lane, word): (usize, &u64)| Some((lane, outside_range(&self.ty, self.range, *word)?));
        words.iter().enumerate().find_map(found)
    }
}

/// Returns the first number in a word of a value that is outside a range; none of an int that may be none is
/// in any range.
pub(super) fn outside_range(ty: &ValueType, (low, high): (i64, i64), word: u64) -> Option<i64> {
    let is_outside = |value: &i64| !(low..=high).contains(value);
    match ty {
        ValueType::Set(_) => elements(&[word]).map(|value| value as i64).find(is_outside),
        ValueType::Optional(_) if word == NONE => None,
        _ => Some(word as i64).filter(is_outside),
    }
}
