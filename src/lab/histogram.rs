//! How often each number was seen.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How often each number was seen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Histogram {
    /// Numbers below [`SMALL`], by place; the last was seen.
    small: Vec<u64>,
    large: BTreeMap<u64, u64>,
}

/// Numbers below this are counted by place.
const SMALL: u64 = 4096;

impl Histogram {
    /// A number was seen.
    #[inline]
    pub fn add(&mut self, number: u64) {
        self.add_many(number, 1);
    }

    fn add_many(&mut self, number: u64, times: u64) {
        if times == 0 {
            return;
        }
        if number >= SMALL {
            *self.large.entry(number).or_default() += times;
            return;
        }
        let place = number as usize;
        if self.small.len() <= place {
            self.small.resize(place + 1, 0);
        }
        self.small[place] += times;
    }

    /// A number was seen once less.
    pub fn take_back(&mut self, number: u64) {
        if number < SMALL {
            self.small[number as usize] -= 1;
            let seen = self.small.iter().rposition(|times| *times > 0).map_or(0, |last| last + 1);
            self.small.truncate(seen);
        } else if let Some(times) = self.large.get_mut(&number) {
            *times -= 1;
            if *times == 0 {
                self.large.remove(&number);
            }
        }
    }

    /// Adds all that the other has seen.
    pub fn merge(&mut self, other: &Histogram) {
        other.iter().for_each(|(number, times)| self.add_many(number, times));
    }

    /// Each number that was seen and how often, in rising order.
    pub fn iter(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        let small = self.small.iter().enumerate().map(|(number, times)| (number as u64, *times));
        small.chain(self.large.iter().map(|(number, times)| (*number, *times))).filter(|(_, times)| *times > 0)
    }

    /// Whether not more than `most` numbers were seen.
    pub fn is_sound(&self, most: u64) -> bool {
        let mut times = self.small.iter().chain(self.large.values());
        self.small.len() as u64 <= SMALL
            && self.large.keys().all(|number| *number >= SMALL)
            && times.try_fold(0u64, |sum, times| sum.checked_add(*times)).is_some_and(|sum| sum <= most)
    }

    /// How many numbers were seen.
    pub fn count(&self) -> u64 {
        self.small.iter().chain(self.large.values()).sum()
    }

    /// Their sum.
    pub fn sum(&self) -> u128 {
        self.iter().map(|(number, times)| u128::from(number) * u128::from(times)).sum()
    }

    /// Their mean; 0 if none was seen.
    pub fn mean(&self) -> f64 {
        let count = self.count();
        if count == 0 { 0.0 } else { self.sum() as f64 / count as f64 }
    }

    /// The standard deviation of a sample (divided by n − 1); 0 for fewer than two.
    pub fn deviation(&self) -> f64 {
        let count = self.count();
        if count < 2 {
            return 0.0;
        }
        let mean = self.mean();
        let squares: f64 = self.iter().map(|(number, times)| (number as f64 - mean).powi(2) * times as f64).sum();
        (squares / (count - 1) as f64).sqrt()
    }

    /// The number that `percent` of those seen do not exceed (nearest rank; 0: the least, 100: the greatest); `None` if none was seen.
    pub fn percentile(&self, percent: u8) -> Option<u64> {
        let rank = (u128::from(self.count()) * u128::from(percent)).div_ceil(100).max(1) as u64;
        let mut seen = 0;
        self.iter().find_map(|(number, times)| {
            seen += times;
            (seen >= rank).then_some(number)
        })
    }

    /// Its numbers in bins of equal width, not more than `most` from the least to the greatest: the width, which is a round number, and of each
    /// bin that is not empty its first number and how often it was hit, in rising order.
    pub fn bins(&self, most: u64) -> (u64, Vec<(u64, u64)>) {
        let (Some(least), Some(greatest)) = (self.percentile(0), self.percentile(100)) else { return (1, Vec::new()) };
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
