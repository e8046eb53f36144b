//! "Did you mean …?": suggests the known name nearest to an unknown one.

use std::cell::Cell;

/// Maximum length of names that are compared, in characters.
const LONGEST: usize = 64;
/// Maximum number of comparisons for all suggestions about one package: enough for hundreds of misspelt names
/// among thousands of names.
const MOST: u64 = 200_000;

thread_local! {
    /// The remaining number of comparisons; `None` if unlimited.
    static LEFT: Cell<Option<u64>> = const { Cell::new(None) };
}

/// Runs `work` with a limit on the total work of suggestions. Once it is spent, no more suggestions are made:
/// a package with ten thousand unknown names has other problems.
pub fn with_bounded_suggestions<T>(work: impl FnOnce() -> T) -> T {
    /// Restores the previous limit, even if the work panics.
    struct LimitGuard(Option<u64>);
    impl Drop for LimitGuard {
        fn drop(&mut self) {
            LEFT.with(|left| left.set(self.0));
        }
    }
    let before = LimitGuard(LEFT.with(Cell::get));
    if before.0.is_none() {
        LEFT.with(|left| left.set(Some(MOST)));
    }
    work()
}

/// Consumes one comparison; returns false if none is left.
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

/// Returns the name among `known` that is nearest to `written`, if one is near enough. The order of `known`
/// does not matter.
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
            // A difference in length is a lower bound of the edit distance, and excludes most names.
            if other > LONGEST || other.abs_diff(length) > most && k.is_ascii() {
                return None;
            }
            let name = k.to_lowercase();
            if letters.differing(&Letters::of(&name)) > 2 * most || !may_compare() {
                return None;
            }
            let distance = strsim::damerau_levenshtein(&wanted, &name);
            // Every other name is near one of a single character, which is no help.
            (distance <= most && distance < other.max(length)).then_some((distance, k))
        })
        .min_by_key(|(distance, k)| (*distance, strsim::damerau_levenshtein(written, k), k.len(), *k))
        .map(|(_, k)| k)
}

/// The frequency of each letter in a name. Letters may share a bucket.
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

    /// Returns the sum of the differences in frequency. An insertion or deletion changes it by one, a
    /// substitution by two, and a transposition by none, so the edit distance is at least half of it.
    fn differing(&self, other: &Letters) -> usize {
        self.0.iter().zip(other.0).map(|(a, b)| usize::from(a.abs_diff(b))).sum()
    }
}

/// Continues a message with the known name nearest to an unknown one; empty if none is near.
pub fn did_you_mean<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> String {
    nearest(name, known).map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}
