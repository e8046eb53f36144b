//! Finder of names that are given twice.

use std::collections::HashSet;
use std::hash::Hash;

/// Returns the first of some items that has occurred before.
pub fn first_repeated<T: Copy + Eq + Hash>(all: impl IntoIterator<Item = T>) -> Option<T> {
    let mut seen = HashSet::new();
    all.into_iter().find(|one| !seen.insert(*one))
}
