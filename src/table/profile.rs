//! Samples of the rules that run, taken at regular times.
//!
//! Machines run in small slices of fuel while they are profiled, and look between two slices whether a sample
//! is due. So the dispatch loop is the same with and without a profile, and the code is as optimised.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::fault::Frame;
use super::machine::{Exit, Machine};
use super::program::Table;
use super::state::State;
use crate::ir::Layout;

/// The time between two samples.
const PERIOD: Duration = Duration::from_millis(1);

/// Collects samples of the rules that all machines of a table run: see
/// [`Table::profile_with`](super::Table::profile_with).
#[derive(Debug, Default)]
pub struct Profiler {
    due: AtomicBool,
    outside: AtomicU64,
    stacks: Mutex<BTreeMap<Vec<Frame>, u64>>,
}

/// Sets a flag when it is dropped.
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
        let stacks = std::mem::take(&mut *self.stacks.lock().unwrap_or_else(PoisonError::into_inner));
        Profile { stacks, outside: self.outside.swap(0, Ordering::Relaxed) }
    }

    /// Returns true if a sample is due, and resets that.
    fn is_due(&self) -> bool {
        self.due.load(Ordering::Relaxed) && self.due.swap(false, Ordering::Relaxed)
    }
}

impl Profile {
    /// Returns the number of samples.
    pub fn count(&self) -> u64 {
        self.outside + self.stacks.values().sum::<u64>()
    }
}

impl Table<'_> {
    /// Whether a profile is taken.
    pub(crate) fn is_profiled(&self) -> bool {
        self.profiler.is_some()
    }
}

impl Machine<'_> {
    /// Counts a sample that has become due since the last run as one outside the rules.
    pub(super) fn begin_profile(&self) {
        if let Some(profiler) = self.table.profiler
            && profiler.is_due()
        {
            profiler.outside.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Takes a sample if one is due.
    #[inline(always)]
    pub(super) fn sample_profile(&self, state: &State, exit: &Exit) {
        if let Some(profiler) = self.table.profiler
            // A result has taken the place of the frame that has returned.
            && !matches!(exit, Exit::Return(..))
            && profiler.is_due()
        {
            self.record(profiler, state);
        }
    }

    #[cold]
    fn record(&self, profiler: &Profiler, state: &State) {
        let pc = (state.words[Layout::PC] as u32).saturating_sub(1);
        let (mut stack, _) = self.frames(state, pc, usize::MAX);
        // The code of an inlined function lies in its caller.
        if let Some(frame) = stack.first().copied()
            && let Some(function) = self.table.function_at(frame.pc)
            && function != frame.function
        {
            stack.insert(0, Frame { function, pc: frame.pc });
        }
        *profiler.stacks.lock().unwrap_or_else(PoisonError::into_inner).entry(stack).or_default() += 1;
    }
}
