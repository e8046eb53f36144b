//! "Did you mean …?": the name that one which does not exist was probably meant to be.

use std::cell::Cell;

/// Names of more letters are not compared: nobody mistypes them.
const LONGEST: usize = 64;
/// Most comparisons of two names for all suggestions about one package: hundreds of mistyped names among thousands of names.
const MOST: u64 = 200_000;

thread_local! {
    /// How many comparisons are left, where they are bounded.
    static LEFT: Cell<Option<u64>> = const { Cell::new(None) };
}

/// Does something in the course of which suggestions, however many are asked for, are a bounded amount of work. Once that is spent,
/// no more are made: a package in which ten thousand names are wrong has other troubles.
pub fn with_bounded_suggestions<T>(work: impl FnOnce() -> T) -> T {
    /// Puts back what was before, even if the work panics.
    struct Before(Option<u64>);
    impl Drop for Before {
        fn drop(&mut self) {
            LEFT.with(|left| left.set(self.0));
        }
    }
    let before = Before(LEFT.with(Cell::get));
    if before.0.is_none() {
        LEFT.with(|left| left.set(Some(MOST)));
    }
    work()
}

/// Takes a comparison from those that are left.
fn may_compare() -> bool {
    LEFT.with(|left| match left.get() {
        None => true,
        Some(0) => false,
        Some(some) => {
            left.set(Some(some - 1));
            true
        }
    })
}

/// The name among `known` that `written` was probably meant to be. The order of `known` does not matter.
pub fn nearest<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = written.to_lowercase();
    let length = wanted.chars().count();
    if length > LONGEST || LEFT.with(Cell::get) == Some(0) {
        return None;
    }
    let letters = Letters::of(&wanted);
    known
        .into_iter()
        .filter(|k| !k.is_empty() && *k != written && k.len() <= 4 * LONGEST)
        .filter_map(|k| {
            let other = k.chars().count();
            let most = 1 + other.min(length) / 4;
            // Each letter too many, and each that is missing, is a step of its own: most names are told apart by this.
            if other > LONGEST || other.abs_diff(length) > most && k.is_ascii() {
                return None;
            }
            let name = k.to_lowercase();
            if letters.differing(&Letters::of(&name)) > 2 * most || !may_compare() {
                return None;
            }
            let distance = strsim::damerau_levenshtein(&wanted, &name);
            // Of a name of one letter every other is near: that says nothing.
            (distance <= most && distance < other.max(length)).then_some((distance, k))
        })
        .min_by_key(|(distance, k)| (*distance, strsim::damerau_levenshtein(written, k), k.len(), *k))
        .map(|(_, k)| k)
}

/// How often each letter occurs in a name; letters that share a place are not told apart.
struct Letters([u8; 32]);

impl Letters {
    fn of(name: &str) -> Letters {
        let mut counts = [0_u8; 32];
        for c in name.chars() {
            let count = &mut counts[c as usize % 32];
            *count = count.saturating_add(1);
        }
        Letters(counts)
    }

    /// By how much the counts differ. A letter put in or left out changes one by one, a letter in the place of another changes two, and
    /// letters that change places change none: the distance is at least half of this.
    fn differing(&self, other: &Letters) -> usize {
        self.0.iter().zip(other.0).map(|(a, b)| usize::from(a.abs_diff(b))).sum()
    }
}
