//! Limits on how often something may be asked: token buckets.

use std::collections::HashMap;
use std::hash::Hash;
use std::time::Instant;

/// Maximum number of buckets that are kept at a time.
const MOST: usize = 10_000;

/// A token bucket: it fills at a rate up to its size, and each request takes one token out of it.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    /// Its size, in tokens.
    size: f64,
    /// Tokens added per second.
    rate: f64,
    tokens: f64,
    filled: Instant,
}

impl Bucket {
    /// Creates a full bucket.
    pub fn new(size: u32, per_second: f64, now: Instant) -> Bucket {
        Bucket { size: f64::from(size), rate: per_second, tokens: f64::from(size), filled: now }
    }

    /// Takes a token; false if there is none.
    pub fn take(&mut self, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.filled).as_secs_f64();
        self.tokens = (self.tokens + passed * self.rate).min(self.size);
        self.filled = now;
        let takes = self.tokens >= 1.0;
        if takes {
            self.tokens -= 1.0;
        }
        takes
    }

    /// Returns a token that was taken for nothing.
    fn give_back(&mut self) {
        self.tokens = (self.tokens + 1.0).min(self.size);
    }

    fn is_full(&self, now: Instant) -> bool {
        self.tokens + now.saturating_duration_since(self.filled).as_secs_f64() * self.rate >= self.size
    }
}

/// A bucket for each of many askers.
#[derive(Debug)]
pub struct Rates<K> {
    size: u32,
    per_second: f64,
    buckets: HashMap<K, Bucket>,
}

impl<K: Hash + Eq> Rates<K> {
    /// Creates the buckets, each full at first.
    pub fn new(size: u32, per_second: f64) -> Self {
        Rates { size, per_second, buckets: HashMap::new() }
    }

    /// Takes a token of an asker's bucket; false if there is none, or if too many others are being limited.
    pub fn take(&mut self, who: K, now: Instant) -> bool {
        if self.buckets.len() >= MOST {
            self.buckets.retain(|_, bucket| !bucket.is_full(now));
        }
        if self.buckets.len() >= MOST && !self.buckets.contains_key(&who) {
            return false;
        }
        let (size, rate) = (self.size, self.per_second);
        self.buckets.entry(who).or_insert_with(|| Bucket::new(size, rate, now)).take(now)
    }

    /// Returns a token to an asker's bucket.
    pub fn give_back(&mut self, who: &K) {
        if let Some(bucket) = self.buckets.get_mut(who) {
            bucket.give_back();
        }
    }
}
