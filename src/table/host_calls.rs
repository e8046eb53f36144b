//! Calls of functions by the host, and evaluations that failed.

use super::fault::{FailedEvaluations, Fault, FaultKind};
use super::frame_layout::{HOST, KEPT, WINDOW, restore};
use super::machine::Machine;
use super::state::{State, Status};
use super::stop::Stop;
use crate::ir::{CodeAddress, FunctionId, Layout, ToIndex};

impl Machine<'_> {
    /// Calls a function of `Ir::functions` on a state of any status. A suspended flow is kept below the call,
    /// and restored after the call returns ([`Stop::Returned`]) or fails. The function may stop for a choice
    /// or for chance; answer and advance until it returns. A call that ends the game also ends the flow below
    /// it.
    pub fn call(&mut self, state: &mut State, function: FunctionId, args: &[u64]) -> Stop {
        self.result.clear();
        let Some(info) = self.table.functions.get(function.index()).copied() else {
            return Stop::Fault(Box::new(
                self.fault(CodeAddress(0), "a call of a function that does not exist"),
            ));
        };
        if args.len() != info.params.index() {
            return Stop::Fault(Box::new(
                self.fault(info.entry, "a call with the wrong number of arguments"),
            ));
        }
        let kept = state.top();
        if kept - self.table.stack.min(kept) > Layout::STACK_WORDS {
            return Stop::Fault(Box::new(Fault {
                kind: FaultKind::TooDeep,
                pc: info.entry,
                trace: Vec::new(),
            }));
        }
        if state.words.len() < kept + KEPT + WINDOW {
            state.words.resize(kept + KEPT + WINDOW, 0);
        }
        for (i, word) in [Layout::PC, Layout::BASE, Layout::STATUS, Layout::CHOOSER].into_iter().enumerate() {
            state.words[kept + i] = state.words[word];
        }
        state.words[Layout::STATUS] = Status::Running.word();
        self.enter(state, kept + KEPT, function, args, u64::from(HOST) << 32 | kept as u64);
        self.go(state)
    }

    /// Calls a function that neither chooses nor rolls, and returns its result. Fails if the function stops
    /// for a choice.
    pub fn evaluate(
        &mut self,
        state: &mut State,
        function: FunctionId,
        args: &[u64],
    ) -> Result<&[u64], Box<Fault>> {
        if let Some(value) = self.read_directly(state, function, args) {
            self.result.clear();
            self.result.push(value);
            return Ok(&self.result);
        }
        let asks = std::mem::take(&mut self.asks);
        let stop = self.call(state, function, args);
        self.asks = asks;
        match stop {
            Stop::Returned => Ok(&self.result),
            Stop::Fault(fault) => Err(fault),
            _ => {
                let pc = CodeAddress(state.words[Layout::PC] as u32);
                self.abandon(state);
                Err(Box::new(self.fault(pc, "a calculation that stops for a choice")))
            }
        }
    }

    /// Abandons the host's innermost call: drops its frames, but does not undo its effects. Returns whether
    /// there was one.
    pub fn abandon(&mut self, state: &mut State) -> bool {
        if state.status() == Status::Over {
            return false;
        }
        let (_, host) = self.frames(state, CodeAddress(state.words[Layout::PC] as u32), 0);
        if let Some(kept) = host {
            restore(state, kept);
            state.stamp = 0;
        }
        host.is_some()
    }

    /// Runs `work` on a copy of a state, in a buffer that is reused.
    pub fn on_copy<T>(&mut self, state: &State, work: impl FnOnce(&mut Self, &mut State) -> T) -> T {
        let mut copy = self.spare.take().unwrap_or_else(|| State::blank(self.table.stack));
        copy.copy_from(state);
        let result = work(self, &mut copy);
        self.spare = Some(copy);
        result
    }
}

impl Machine<'_> {
    /// Records an evaluation that ended in a fault. Interruptions are not faults of an evaluation.
    pub(crate) fn note_failed(&mut self, fault: Box<Fault>) {
        if fault.kind != FaultKind::Interrupted {
            self.failed.add(FailedEvaluations { count: 1, first: Some(fault) });
        }
    }

    /// Returns the evaluations that have failed since this was last called.
    pub(crate) fn take_failed(&mut self) -> FailedEvaluations {
        std::mem::take(&mut self.failed)
    }
}
