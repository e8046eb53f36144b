//! The fuel of the dispatch loop: it bounds the work between two stops, and is given in slices between which
//! the machine looks around.

use super::fault::FaultKind;
use super::machine::Machine;

/// The fuel between two checks of whether a sample of a profile is due.
const PROFILED_SLICE: u64 = 100;
/// The factor of the limit while a profile is taken. The rest of a small slice is lost, which may be two
/// thirds of all fuel.
const PROFILED_LIMIT: u64 = 4;

impl Machine<'_> {
    /// Sets the fuel between two stops.
    pub fn set_fuel(&mut self, instructions: u64) {
        self.limit = instructions.min(i64::MAX as u64);
    }

    /// Gives the loop its first slice of fuel.
    pub(super) fn fill(&mut self) {
        let (limit, slice) = match self.table.profiler {
            Some(_) => (self.limit.saturating_mul(PROFILED_LIMIT).min(i64::MAX as u64), PROFILED_SLICE),
            None => (self.limit, Self::SLICE),
        };
        self.fuel = limit.min(slice);
        self.reserve = limit - self.fuel;
        self.spent = 0;
    }

    /// Gives the loop its next slice of fuel after one is spent at the instruction `pc`.
    ///
    /// # Errors
    /// Fails if no fuel is left, the current list of options is too long, or the game is interrupted.
    #[cold]
    pub(super) fn refuel(&mut self, pc: u64) -> Result<(), FaultKind> {
        if self.table.is_stopped() {
            return Err(FaultKind::Interrupted);
        }
        if self.listed_at.1 != usize::MAX && self.options.is_too_long() {
            return Err(FaultKind::TooManyOptions);
        }
        let left = self.reserve.saturating_sub(std::mem::take(&mut self.spent));
        if left == 0 {
            return Err(FaultKind::FuelSpent);
        }
        self.fuel = left.min(self.slice(pc));
        self.reserve = left - self.fuel;
        Ok(())
    }

    /// Returns the fuel between two checks. While a profile is taken it is small, except where that was not
    /// enough for one instruction: a jump back costs as much as the code that it repeats.
    fn slice(&mut self, pc: u64) -> u64 {
        if self.table.profiler.is_none() {
            return Self::SLICE;
        }
        let stuck = self.refuelled_at == Some(pc);
        self.refuelled_at = (!stuck).then_some(pc);
        PROFILED_SLICE + if stuck { self.table.longest_body } else { 0 }
    }
}
