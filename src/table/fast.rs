//! The fastest of the ways to run the rules: machine code where there is any, else the dispatch loop.

use super::machine::Machine;
#[cfg(feature = "native")]
use super::native::{EntryResult, compile};
use super::program::Table;
#[cfg(feature = "native")]
use super::run_modes::BESIDE;
use super::run_modes::PLAIN;
use super::state::State;
use super::stop::Exit;
use crate::ir::{FunctionId, ToIndex};

impl Table<'_> {
    /// Compiles the rules to machine code, which machines of this table then run: games are the same, and
    /// faster. It takes some tenths of a second for a large game, and nothing if it was done before. Without
    /// the feature `native` nothing is done.
    ///
    /// # Errors
    /// A sentence for people, if the compiler cannot make code for this processor. Play continues without.
    pub fn compile(&self) -> Result<(), String> {
        #[cfg(feature = "native")]
        if self.native.get().is_none() {
            // Two threads may both compile; the first to finish counts.
            let _ = self.native.set(compile(self)?);
        }
        Ok(())
    }
}

impl Machine<'_> {
    /// Runs to the next stop, in machine code where there is any.
    #[cfg(feature = "native")]
    #[inline]
    pub(super) fn run_fast(&mut self, state: &mut State) -> Exit {
        let table = self.table;
        let Some(native) = table.native.get().filter(|_| table.profiler.is_none()) else {
            return self.run::<PLAIN>(state);
        };
        loop {
            if let EntryResult::Exit(exit) = native.enter(self, state) {
                return exit;
            }
            match self.run::<BESIDE>(state) {
                Exit::Native => {}
                exit => return exit,
            }
        }
    }

    /// Runs to the next stop.
    #[cfg(not(feature = "native"))]
    #[inline]
    pub(super) fn run_fast(&mut self, state: &mut State) -> Exit {
        self.run::<PLAIN>(state)
    }

    /// Returns the result of a function that does nothing but read a field of its argument, such as most
    /// scores. `None` if it has to be run, because it does more, fails or is counted.
    #[inline]
    pub(super) fn read_directly(&self, state: &State, function: FunctionId, args: &[u64]) -> Option<u64> {
        let field = self.table.read_by.get(function.index()).copied().flatten()?;
        let [owner] = *args else { return None };
        let field = self.table.fields.get(field.index()).filter(|field| owner < u64::from(field.owners))?;
        let is_counted = !self.ran.is_empty() || self.table.is_profiled();
        let at = field.base.index() + owner.index() * field.words.index();
        state.words.get(at).copied().filter(|_| !is_counted)
    }
}
