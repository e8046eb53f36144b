//! Takes the samples of a profile, between two slices of fuel.

use super::fault::Frame;
use super::machine::Machine;
use super::profile::Profiler;
use super::program::Table;
use super::state::State;
use super::stop::Exit;
use crate::ir::{CodeAddress, Layout};
use crate::threads::lock;
use std::sync::atomic::Ordering;

impl Table<'_> {
    /// Returns whether a profile is taken.
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
        let pc = CodeAddress((state.words[Layout::PC] as u32).saturating_sub(1));
        let (mut stack, _) = self.frames(state, pc, usize::MAX);
        // The code of an inlined function lies in its caller.
        if let Some(frame) = stack.first().copied()
            && let Some(function) = self.table.function_at(frame.pc)
            && function != frame.function
        {
            stack.insert(0, Frame { function, pc: frame.pc });
        }
        *lock(&profiler.stacks).entry(stack).or_default() += 1;
    }
}
