//! Means and shares with their confidence intervals.

use super::trials::Trials;
use serde::{Deserialize, Serialize};

/// Sums over a sample of numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moments {
    /// Size of the sample.
    pub count: u64,
    sum: i128,
    squares: i128,
    range: Option<(i64, i64)>,
}

impl Moments {
    /// Adds a value. The sums saturate rather than overflow.
    pub fn add(&mut self, value: i64) {
        self.count += 1;
        self.sum = self.sum.saturating_add(i128::from(value));
        self.squares = self.squares.saturating_add(i128::from(value) * i128::from(value));
        self.range = Some(self.range.map_or((value, value), |(low, high)| (low.min(value), high.max(value))));
    }

    /// Adds the other sample.
    pub fn merge(&mut self, other: &Moments) {
        self.count += other.count;
        self.sum = self.sum.saturating_add(other.sum);
        self.squares = self.squares.saturating_add(other.squares);
        self.range = match (self.range, other.range) {
            (Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
            (a, b) => a.or(b),
        };
    }

    /// Returns the least and the greatest value; `None` if the sample is empty.
    pub fn range(&self) -> Option<(i64, i64)> {
        self.range
    }

    /// Returns the mean; 0 if the sample is empty.
    pub fn mean(&self) -> f64 {
        if self.count == 0 { 0.0 } else { self.sum as f64 / self.count as f64 }
    }

    /// Returns the sample standard deviation (divided by n − 1); 0 for fewer than two values.
    pub fn deviation(&self) -> f64 {
        if self.count < 2 {
            return 0.0;
        }
        let n = i128::from(self.count);
        // n·Σx² − (Σx)² is exact. Only numbers far beyond any score overflow 128 bits.
        let spread = match (self.squares.checked_mul(n), self.sum.checked_mul(self.sum)) {
            (Some(a), Some(b)) => (a - b).max(0) as f64,
            _ => self.squares as f64 * n as f64 - (self.sum as f64).powi(2),
        };
        (spread / (n as f64 * (n - 1) as f64)).max(0.0).sqrt()
    }
}

/// A 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Lower bound; for shares, at least 0.
    pub low: f64,
    /// Upper bound; for shares, at most 1.
    pub high: f64,
}

/// The 97.5th percentile of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// Returns the 95 % Wilson score interval of `successes` out of `trials`; 0 to 1 if there were no trials.
pub fn wilson(successes: u64, trials: u64) -> Interval {
    if trials == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let n = trials as f64;
    let p = successes.min(trials) as f64 / n;
    let scale = 1.0 + Z * Z / n;
    let centre = p + Z * Z / (2.0 * n);
    let reach = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    // At the extremes the interval includes 0 or 1, which rounding may miss slightly.
    let low = if successes == 0 { 0.0 } else { (centre - reach) / scale };
    let high = if successes >= trials { 1.0 } else { (centre + reach) / scale };
    Interval { low: low.max(0.0), high: high.min(1.0) }
}

/// Returns the 95 % confidence interval of the mean of `count` values, by the normal approximation.
pub fn normal(count: u64, mean: f64, deviation: f64) -> Interval {
    let reach = Z * deviation / (count.max(1) as f64).sqrt();
    Interval { low: mean - reach, high: mean + reach }
}

/// A difference between two shares or two means.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShareDifference {
    /// The difference; between −1 and 1 for shares.
    pub share: f64,
    /// Lower bound of the 95 % confidence interval.
    pub low: f64,
    /// Upper bound of the 95 % confidence interval.
    pub high: f64,
    /// The p-value: the probability of a difference at least as great under the null hypothesis.
    pub p: f64,
}

/// Returns the difference of two shares, each given as (successes, trials), with Newcombe's interval
/// (Statistics in Medicine 17, 1998, method 10) and the two-sided p-value of the pooled z-test. `None` if
/// either has no trials.
pub fn difference(one: (u64, u64), other: (u64, u64)) -> Option<ShareDifference> {
    if one.1 == 0 || other.1 == 0 {
        return None;
    }
    let share = |(successes, trials): (u64, u64)| successes as f64 / trials as f64;
    let (p, q) = (share(one), share(other));
    let (a, b) = (wilson(one.0, one.1), wilson(other.0, other.1));
    let below = ((p - a.low).powi(2) + (b.high - q).powi(2)).sqrt();
    let above = ((a.high - p).powi(2) + (q - b.low).powi(2)).sqrt();
    let pooled = (one.0 + other.0) as f64 / (one.1 + other.1) as f64;
    let spread = (pooled * (1.0 - pooled) * (1.0 / one.1 as f64 + 1.0 / other.1 as f64)).sqrt();
    let z = if spread > 0.0 { (p - q).abs() / spread } else { 0.0 };
    Some(ShareDifference { share: p - q, low: p - q - below, high: p - q + above, p: two_sided(z) })
}

/// Returns the difference of two means, each given as (count, mean, standard deviation), with the interval
/// and the two-sided p-value of the normal distribution (Welch's test for large samples). `None` if either
/// has fewer than two values.
pub fn difference_of_means(one: (u64, f64, f64), other: (u64, f64, f64)) -> Option<ShareDifference> {
    if one.0 < 2 || other.0 < 2 {
        return None;
    }
    let variance = |(count, _, deviation): (u64, f64, f64)| deviation * deviation / count as f64;
    let spread = (variance(one) + variance(other)).sqrt();
    let share = one.1 - other.1;
    // Without variance a difference is certain (p = 0), and equality gives p = 1.
    let p = match (spread > 0.0, share == 0.0) {
        (true, _) => two_sided(share.abs() / spread),
        (false, same) => f64::from(u8::from(same)),
    };
    Some(ShareDifference { share, low: share - Z * spread, high: share + Z * spread, p })
}

/// Returns the difference of two shares over several strata, each compared within itself: the Mantel–Haenszel
/// risk difference with Sato's variance (Biometrics 45, 1989). Each stratum gives the tries of the one and of
/// the other. `None` if no stratum has both.
pub fn stratified(strata: &[(Trials, Trials)]) -> Option<ShareDifference> {
    let (mut weights, mut differences, mut ps, mut qs) = (0.0, 0.0, 0.0, 0.0);
    for (one, other) in strata.iter().filter(|(one, other)| one.times > 0 && other.times > 0) {
        let (a, n1) = (one.wins as f64, one.times as f64);
        let (c, n0) = (other.wins as f64, other.times as f64);
        let n = n1 + n0;
        weights += n1 * n0 / n;
        differences += (a * n0 - c * n1) / n;
        ps += (n1 * n1 * c - n0 * n0 * a + n1 * n0 * (n0 - n1) / 2.0) / (n * n);
        qs += (a * (n0 - c) + c * (n1 - a)) / (2.0 * n);
    }
    if weights == 0.0 {
        return None;
    }
    let share = differences / weights;
    let spread = ((share * ps + qs).max(0.0)).sqrt() / weights;
    let p = match (spread > 0.0, share == 0.0) {
        (true, _) => two_sided(share.abs() / spread),
        (false, same) => f64::from(u8::from(same)),
    };
    Some(ShareDifference {
        share,
        low: (share - Z * spread).max(-1.0),
        high: (share + Z * spread).min(1.0),
        p,
    })
}

/// Returns the two-sided tail probability of the normal distribution (Abramowitz and Stegun, 7.1.26: error
/// below 1.5 · 10⁻⁷).
fn two_sided(z: f64) -> f64 {
    let x = z / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let polynomial = [1.061_405_429, -1.453_152_027, 1.421_413_741, -0.284_496_736, 0.254_829_592];
    let sum = polynomial.iter().fold(0.0, |sum, c| (sum + c) * t);
    (sum * libm::exp(-x * x)).clamp(0.0, 1.0)
}

/// The false discovery rate for differences that are marked significant.
pub(super) const FALSE_DISCOVERIES: f64 = 0.05;

/// Returns which differences are significant at a false discovery rate (Benjamini and Hochberg, 1995).
pub fn discoveries(p_values: &[f64], rate: f64) -> Vec<bool> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|a, b| p_values[*a].total_cmp(&p_values[*b]));
    let all = p_values.len() as f64;
    let passes = |rank: usize| p_values[order[rank]] <= rate * (rank + 1) as f64 / all;
    let last = (0..order.len()).rev().find(|rank| passes(*rank));
    let mut found = vec![false; p_values.len()];
    if let Some(last) = last {
        order[..=last].iter().for_each(|i| found[*i] = true);
    }
    found
}
