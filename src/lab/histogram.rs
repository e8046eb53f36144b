//! A histogram of whole numbers.

use crate::ir::ToIndex;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A histogram: the frequency of each number.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Histogram {
    /// Frequencies of numbers below [`SMALL`], by number. The last entry is not 0.
    small: Vec<u64>,
    large: BTreeMap<u64, u64>,
}

/// Bound of the numbers that are counted in a `Vec`.
const SMALL: u64 = 4096;

impl Histogram {
    /// Counts a number once more.
    #[inline]
    pub fn add(&mut self, number: u64) {
        // Most numbers were seen before.
        match self.small.get_mut(number.min(SMALL).index()) {
            Some(times) if *times > 0 => *times += 1,
            _ => self.add_many(number, 1),
        }
    }

    fn add_many(&mut self, number: u64, times: u64) {
        if times == 0 {
            return;
        }
        if number >= SMALL {
            *self.large.entry(number).or_default() += times;
            return;
        }
        let place = number.index();
        if self.small.len() <= place {
            self.small.resize(place + 1, 0);
        }
        self.small[place] += times;
    }

    /// Removes a number that was added.
    pub fn take_back(&mut self, number: u64) {
        if number < SMALL {
            self.small[number.index()] -= 1;
            let seen = self.small.iter().rposition(|times| *times > 0).map_or(0, |last| last + 1);
            self.small.truncate(seen);
        } else if let Some(times) = self.large.get_mut(&number) {
            *times -= 1;
            if *times == 0 {
                self.large.remove(&number);
            }
        }
    }

    /// Adds the other histogram.
    pub fn merge(&mut self, other: &Histogram) {
        other.iter().for_each(|(number, times)| self.add_many(number, times));
    }

    /// Returns each number with its frequency, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        let small = self.small.iter().enumerate().map(|(number, times)| (number as u64, *times));
        small
            .chain(self.large.iter().map(|(number, times)| (*number, *times)))
            .filter(|(_, times)| *times > 0)
    }

    /// Returns whether the histogram is well formed and has at most `most` entries. Data from files may not
    /// be.
    pub fn is_sound(&self, most: u64) -> bool {
        let mut times = self.small.iter().chain(self.large.values());
        self.small.len() as u64 <= SMALL
            && self.large.keys().all(|number| *number >= SMALL)
            && times.try_fold(0u64, |sum, times| sum.checked_add(*times)).is_some_and(|sum| sum <= most)
    }

    /// Returns the number of entries.
    pub fn count(&self) -> u64 {
        self.small.iter().chain(self.large.values()).sum()
    }

    /// Returns the sum of the entries.
    pub fn sum(&self) -> u128 {
        self.iter().map(|(number, times)| u128::from(number) * u128::from(times)).sum()
    }

    /// Returns the mean; 0 if empty.
    pub fn mean(&self) -> f64 {
        let count = self.count();
        if count == 0 { 0.0 } else { self.sum() as f64 / count as f64 }
    }

    /// Returns the sample standard deviation (divided by n − 1); 0 for fewer than two entries.
    pub fn deviation(&self) -> f64 {
        let count = self.count();
        if count < 2 {
            return 0.0;
        }
        let mean = self.mean();
        let squares: f64 =
            self.iter().map(|(number, times)| (number as f64 - mean).powi(2) * times as f64).sum();
        (squares / (count - 1) as f64).sqrt()
    }

    /// Returns the percentile by nearest rank (0: the least, 100: the greatest); `None` if empty.
    pub fn percentile(&self, percent: u8) -> Option<u64> {
        let rank = (u128::from(self.count()) * u128::from(percent)).div_ceil(100).max(1) as u64;
        let mut seen = 0;
        self.iter().find_map(|(number, times)| {
            seen += times;
            (seen >= rank).then_some(number)
        })
    }

    /// Divides the entries into at most `most` bins of equal width. Returns the width, which is a round
    /// number, and for each bin that is not empty its first number and its frequency, in ascending order.
    pub fn bins(&self, most: u64) -> (u64, Vec<(u64, u64)>) {
        let (Some(least), Some(greatest)) = (self.percentile(0), self.percentile(100)) else {
            return (1, Vec::new());
        };
        let fits = |width: u64| greatest / width - least / width < most.max(1);
        let tens = std::iter::successors(Some(1u64), |ten| ten.checked_mul(10));
        let mut widths = tens.flat_map(|ten| [1, 2, 5].into_iter().filter_map(move |n| ten.checked_mul(n)));
        let width = widths.find(|width| fits(*width)).unwrap_or(u64::MAX);
        let mut bins: Vec<(u64, u64)> = Vec::new();
        for (number, times) in self.iter() {
            let first = number / width * width;
            match bins.last_mut() {
                Some((last, sum)) if *last == first => *sum += times,
                _ => bins.push((first, times)),
            }
        }
        (width, bins)
    }
}
