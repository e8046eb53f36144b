//! Trials, and how many of them were successes.

use serde::{Deserialize, Serialize};

/// A number of trials and of those won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trials {
    /// Number of trials; at least `wins`.
    pub times: u64,
    /// Number of wins among them.
    pub wins: u64,
}

impl Trials {
    pub(super) fn add(&mut self, wins: u64) {
        self.times += 1;
        self.wins += wins;
    }

    /// Returns the sum of both.
    pub fn with(self, other: Trials) -> Trials {
        Trials { times: self.times + other.times, wins: self.wins + other.wins }
    }

    /// Returns the trials that are not in `part`, a subset of these.
    pub fn without(self, part: Trials) -> Trials {
        Trials { times: self.times.saturating_sub(part.times), wins: self.wins.saturating_sub(part.wins) }
    }

    /// Returns whether these can be a subset of `all`: neither their wins nor their losses exceed those of
    /// `all`.
    pub(super) fn are_among(&self, all: &Trials) -> bool {
        let lost = |tries: &Trials| tries.times.checked_sub(tries.wins);
        self.wins <= all.wins && matches!((lost(self), lost(all)), (Some(some), Some(all)) if some <= all)
    }

    pub(super) fn merge(&mut self, other: Trials) {
        self.times += other.times;
        self.wins += other.wins;
    }
}
