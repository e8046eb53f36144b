//! Samples of the rules that run, taken at regular times.
//!
//! Machines run in small slices of fuel while they are profiled, and look between two slices whether a sample
//! is due. So the dispatch loop is the same with and without a profile, and the code is as optimised.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use super::fault::Frame;
use crate::threads::lock;

/// The time between two samples.
const PERIOD: Duration = Duration::from_millis(1);

/// Collects samples of the rules that all machines of a table run: see
/// [`Table::profile_with`](super::Table::profile_with).
#[derive(Debug, Default)]
pub struct Profiler {
    due: AtomicBool,
    pub(super) outside: AtomicU64,
    pub(super) stacks: Mutex<BTreeMap<Vec<Frame>, u64>>,
}

/// Sets a flag when dropped, so that the sampling thread stops even after a panic.
struct FlagOnDrop<'a>(&'a AtomicBool);

impl Drop for FlagOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The samples of a profile.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// Stacks of functions, innermost first, each with the number of its samples.
    pub stacks: BTreeMap<Vec<Frame>, u64>,
    /// The number of samples at which no rule ran.
    pub outside: u64,
}

impl Profiler {
    /// Runs `work` while another thread makes a sample due at regular times, and returns what `work`
    /// returned.
    pub fn during<T>(&self, work: impl FnOnce() -> T) -> T {
        let over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !over.load(Ordering::Relaxed) {
                    std::thread::sleep(PERIOD);
                    self.due.store(true, Ordering::Relaxed);
                }
            });
            // The scope waits for its thread even if `work` panics.
            let _over = FlagOnDrop(&over);
            work()
        })
    }

    /// Returns the samples so far, and resets them.
    pub fn take(&self) -> Profile {
        let stacks = std::mem::take(&mut *lock(&self.stacks));
        Profile { stacks, outside: self.outside.swap(0, Ordering::Relaxed) }
    }

    /// Returns true if a sample is due, and resets that.
    pub(super) fn is_due(&self) -> bool {
        self.due.load(Ordering::Relaxed) && self.due.swap(false, Ordering::Relaxed)
    }
}

impl Profile {
    /// Returns the number of samples.
    pub fn count(&self) -> u64 {
        self.outside + self.stacks.values().sum::<u64>()
    }
}
