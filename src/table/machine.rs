//! The machine, which runs a [`State`] from one stop to the next.

use super::copies::{self, JoinBuffers};
use super::events::{Event, Listen};
use super::fault::{FailedEvaluations, Fault, FaultKind, Frame};
use super::frame_layout::{FLOW, HOST, WINDOW, restore};
use super::options::{Pick, PickKind, TableOptions};
use super::playout::Playout;
use super::program::Table;
use super::run_modes::WATCHED;
use super::state::{State, Status};
use super::stop::{Exit, Rejection, Stop};
use crate::ir::{ChoiceId, CodeAddress, FunctionId, Layout, Op, StartPoint, ToIndex};
use std::sync::atomic::{AtomicU64, Ordering};

/// Runs states of one game. A machine keeps buffers between runs, so that play does not allocate once they
/// have grown. The game itself is in the [`State`] alone, and any machine of the same [`Table`] can continue
/// it.
#[derive(Debug)]
pub struct Machine<'t> {
    pub(super) table: &'t Table<'t>,
    pub(super) options: TableOptions,
    /// The instruction and the frame at which the list of options was begun.
    pub(super) listed_at: (usize, usize),
    /// The index of the `Choose` of the list.
    pub(super) choose_pc: usize,
    /// True if it stops at a choice as soon as the list has one option.
    pub(super) brief: bool,
    pub(super) listen: Listen,
    pub(super) events: Vec<Event>,
    pub(super) asks: bool,
    /// The execution count of each instruction; empty unless counting.
    pub(super) ran: Vec<u64>,
    /// The fuel between two stops.
    pub(super) limit: u64,
    /// The remaining fuel, besides the loop's own.
    pub(super) reserve: u64,
    /// The fuel given to the loop at once. The loop stops when it is spent, and may be given more.
    pub(super) fuel: u64,
    /// The instruction for which the last slice of fuel was given, while a profile is taken.
    pub(super) refuelled_at: Option<u64>,
    /// The fuel spent outside the loop and not yet subtracted.
    pub(super) spent: u64,
    pub(super) random_set: Vec<u64>,
    pub(super) result: Vec<u64>,
    /// The number of words that the outermost function returned.
    pub(super) returned: u8,
    /// The instruction at which the game resumes after machine code has stopped it.
    #[cfg(feature = "native")]
    pub(super) resumes_at: usize,
    pub(super) spare: Option<State>,
    stamp: u64,
    /// Evaluations of bots that ended in a fault.
    pub(super) failed: FailedEvaluations,
    pub(super) joining: JoinBuffers,
    /// The components that options of the current list name, if any of them may be hidden or a copy.
    pub(super) named: Vec<u64>,
    /// True if `named` was collected for the stop to come.
    pub(super) has_named: bool,
    /// The choices that the machine answers itself.
    pub(crate) playout: Option<Playout>,
}

impl<'t> Machine<'t> {
    /// The default fuel between two stops, approximately in instructions: see [`Machine::set_fuel`].
    pub const FUEL: u64 = 50_000_000;

    /// The fuel between two checks of [`Table::stop_when`]'s flag and of the length of lists.
    pub(super) const SLICE: u64 = 250_000;

    /// The fuel of a line of the record or of a tally, which bounds the memory that rules can fill with them.
    pub(super) const EVENT_FUEL: i64 = 50;

    /// The fuel of each component of a move of several.
    pub(super) const MOVE_FUEL: u64 = 4;

    /// Creates a machine for a game.
    pub fn new(table: &'t Table<'t>) -> Self {
        static MACHINES: AtomicU64 = AtomicU64::new(1);
        Machine {
            table,
            options: TableOptions::default(),
            listed_at: (0, usize::MAX),
            choose_pc: 0,
            brief: false,
            listen: Listen::Nothing,
            events: Vec::new(),
            asks: false,
            ran: Vec::new(),
            limit: Self::FUEL,
            reserve: 0,
            fuel: 0,
            refuelled_at: None,
            spent: 0,
            random_set: Vec::new(),
            result: Vec::new(),
            returned: 0,
            #[cfg(feature = "native")]
            resumes_at: 0,
            spare: None,
            // Stamps of different machines are disjoint: each machine has a range of 2⁴⁰.
            stamp: MACHINES.fetch_add(1, Ordering::Relaxed) << 40,
            failed: FailedEvaluations::default(),
            joining: JoinBuffers::default(),
            named: Vec::new(),
            has_named: false,
            playout: None,
        }
    }

    /// Returns the table whose rules the machine executes.
    pub fn table(&self) -> &'t Table<'t> {
        self.table
    }

    /// Sets whether it stops for chance (`true`), or draws from the state's random generator (`false`, the
    /// default).
    pub fn ask_chance(&mut self, asks: bool) {
        self.asks = asks;
    }

    /// Starts or ends counting the executions of each instruction, and returns the counts so far. Counting
    /// costs time, and has no other effect.
    pub fn count(&mut self, counts: bool) -> Vec<u64> {
        let code = &self.table.compiled;
        let mut ran = std::mem::replace(&mut self.ran, vec![0; if counts { code.len() } else { 0 }]);
        // The second half of a pair ran whenever the pair did, in addition to direct jumps to it.
        for pc in 0..ran.len() {
            let second = match code.get(pc) {
                Some(Op::JumpNext { to }) => to.index(),
                Some(op) if op.is_pair() => pc + 1,
                _ => continue,
            };
            let pairs = ran[pc];
            ran.get_mut(second).into_iter().for_each(|times| *times += pairs);
        }
        ran
    }

    /// Runs `work` without counting the instructions of rules that it executes.
    pub fn without_counting<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let ran = std::mem::take(&mut self.ran);
        let result = work(self);
        self.ran = ran;
        result
    }

    #[inline(always)]
    pub(super) fn tick<const MODE: u8>(&mut self, pc: usize, by: i64) {
        if MODE == WATCHED
            && let Some(ran) = self.ran.get_mut(pc)
        {
            *ran = ran.wrapping_add_signed(by);
        }
    }

    /// Sets which events are recorded in [`Machine::events`].
    pub fn listen(&mut self, listen: Listen) {
        self.listen = listen;
    }

    /// Returns the events since they were last cleared.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Discards the recorded events; the buffer keeps its capacity.
    pub fn clear_events(&mut self) {
        self.events.clear();
    }

    /// Returns the result of the host's last call; empty if the function returns nothing.
    pub fn result(&self) -> &[u64] {
        &self.result
    }

    /// Returns the set of the last request for a random element ([`ChanceRequest::Random`]).
    ///
    /// [`ChanceRequest::Random`]: super::ChanceRequest::Random
    pub fn random_set(&self) -> &[u64] {
        &self.random_set
    }

    /// Starts the flow: setup and then play, or play alone, or nothing. Drops the flow in progress.
    pub fn start(&mut self, state: &mut State, begin: StartPoint) {
        let ir = self.table.ir;
        let then = ir.play.map_or(0, |f| u64::from(f) + 1);
        let (first, then) = match begin {
            StartPoint::Nothing => (None, 0),
            StartPoint::Setup if ir.setup.is_some() => (ir.setup, then),
            StartPoint::Setup | StartPoint::Play => (ir.play, 0),
        };
        state.stamp = 0;
        state.words[Layout::TOP] = self.table.stack as u64;
        state.words[Layout::THEN] = then;
        match first {
            Some(function) => self.begin_flow(state, function),
            None => state.words[Layout::STATUS] = Status::Idle.word(),
        }
    }

    fn begin_flow(&mut self, state: &mut State, function: FunctionId) {
        let base = self.table.stack;
        self.enter(state, base, function, &[], u64::from(FLOW) << 32 | u64::from(function));
        state.words[Layout::STATUS] = Status::Running.word();
    }

    /// Creates the frame of `function` at `base` and points PC and BASE to it.
    pub(super) fn enter(
        &mut self,
        state: &mut State,
        base: usize,
        function: FunctionId,
        args: &[u64],
        header: u64,
    ) {
        let info = self.table.functions[function.index()];
        if state.words.len() < base + WINDOW {
            state.words.resize(base + WINDOW, 0);
        }
        let frame = &mut state.words[base..base + info.frame.index()];
        if info.zeroed {
            frame.fill(0);
        }
        frame[0] = header;
        frame[1..1 + args.len()].copy_from_slice(args);
        state.words[Layout::PC] = u64::from(info.entry);
        state.words[Layout::BASE] = base as u64;
    }

    /// Runs to the next stop. At a state that waits for a choice, it rebuilds the list of options.
    pub fn advance(&mut self, state: &mut State) -> Stop {
        match state.status() {
            Status::Running | Status::Choosing | Status::Chance => self.go(state),
            Status::Over => Stop::Over,
            Status::Idle => Stop::Idle,
            Status::Faulted => Stop::Fault(Box::new(
                self.fault(CodeAddress(state.words[Layout::PC] as u32), "it had already ended in a fault"),
            )),
        }
    }

    pub(super) fn go(&mut self, state: &mut State) -> Stop {
        // A `Choose` must not use a list that an earlier run has made.
        self.listed_at = (0, usize::MAX);
        self.begin_profile();
        self.fill();
        loop {
            state.stamp = 0;
            let exit = match self.ran.is_empty() && !self.brief {
                true => self.run_fast(state),
                false => self.run::<WATCHED>(state),
            };
            self.sample_profile(state, &exit);
            if let Some(stop) = self.settle(state, exit) {
                return stop;
            }
        }
    }

    /// Updates the header after the loop has stopped; returns `None` if there is more to run. Not inlined: in
    /// the loop it would occupy registers, at 3 % more instructions in every game.
    #[inline(never)]
    fn settle(&mut self, state: &mut State, exit: Exit) -> Option<Stop> {
        let base = state.words[Layout::BASE].index();
        match exit {
            Exit::Choice if self.brief => {
                state.words[Layout::STATUS] = Status::Choosing.word();
                state.words[Layout::CHOOSER] = u64::from(self.options.chooser());
                self.set_top(state);
                Some(Stop::Choice)
            }
            Exit::Choice if self.options.is_too_long() => {
                state.words[Layout::PC] = self.choose_pc as u64 + 1;
                self.faulted(state, FaultKind::TooManyOptions)
            }
            Exit::Choice => {
                state.words[Layout::STATUS] = Status::Choosing.word();
                state.words[Layout::CHOOSER] = u64::from(self.options.chooser());
                self.set_top(state);
                self.collect_named();
                self.conceal(state);
                self.join_copies(state);
                self.stamp += 1;
                state.stamp = self.stamp;
                Some(Stop::Choice)
            }
            Exit::Chance(asked) => {
                state.words[Layout::STATUS] = Status::Chance.word();
                self.set_top(state);
                Some(Stop::Chance(asked))
            }
            Exit::Over => {
                self.rest(state, Status::Over);
                Some(Stop::Over)
            }
            Exit::Return(header) if (header >> 32) as u32 == HOST => {
                self.result.clear();
                self.result.extend_from_slice(&state.words[base..base + self.returned.index()]);
                restore(state, (header as u32).index());
                Some(Stop::Returned)
            }
            Exit::Return(header) => {
                let then = std::mem::take(&mut state.words[Layout::THEN]);
                let next = then.checked_sub(1).filter(|f| *f < self.table.functions.len() as u64);
                if let Some(function) = next {
                    self.begin_flow(state, FunctionId(function as u16));
                    self.fill();
                    return None;
                }
                if self.table.ir.play == Some(FunctionId(header as u32 as u16)) {
                    // If play returns, the game ends as with `end`.
                    state.words[Layout::ENDING] = 1;
                    self.rest(state, Status::Over);
                    return Some(Stop::Over);
                }
                self.rest(state, Status::Idle);
                Some(Stop::Idle)
            }
            Exit::Fault(kind) => self.faulted(state, *kind),
            #[cfg(feature = "native")]
            Exit::Native => None,
        }
    }

    /// Handles a fault in the loop: refuels, or ends the run. Kept out of the path that stops for a choice.
    #[cold]
    #[inline(never)]
    fn faulted(&mut self, state: &mut State, kind: FaultKind) -> Option<Stop> {
        let kind = match kind {
            // The loop runs out of fuel before an instruction has any effect, so it can be repeated.
            FaultKind::FuelSpent => match self.refuel(state.words[Layout::PC].saturating_sub(1)) {
                Ok(()) => {
                    let pc = state.words[Layout::PC].saturating_sub(1);
                    state.words[Layout::PC] = pc;
                    if let Some(ran) = self.ran.get_mut(pc.index()) {
                        *ran = ran.wrapping_sub(1);
                    }
                    return None;
                }
                Err(kind) => kind,
            },
            kind => kind,
        };
        let pc = CodeAddress((state.words[Layout::PC] as u32).saturating_sub(1));
        let (trace, host) = self.frames(state, pc, Fault::TRACE);
        match host {
            Some(kept) => restore(state, kept),
            None => {
                state.words[Layout::STATUS] = Status::Faulted.word();
                state.words[Layout::PC] = u64::from(self.compiled(pc)) + 1;
                self.set_top(state);
            }
        }
        Some(Stop::Fault(Box::new(Fault { kind, pc: self.compiled(pc), trace })))
    }

    /// Returns the instruction of `Ir::code` whose work an instruction that has just run does.
    fn compiled(&self, pc: CodeAddress) -> CodeAddress {
        if self.ran.is_empty() { self.table.origin(pc) } else { pc }
    }

    /// Computes TOP from PC and BASE.
    fn set_top(&self, state: &mut State) {
        let pc = state.words[Layout::PC].index();
        let frame = self.table.frames.get(pc).copied().unwrap_or(1);
        let top = state.words[Layout::BASE].saturating_add(u64::from(frame));
        state.words[Layout::TOP] = top.min(state.words.len() as u64);
    }

    /// Resets the header when nothing is left to run.
    fn rest(&self, state: &mut State, status: Status) {
        let stack = self.table.stack as u64;
        state.words[Layout::STATUS] = status.word();
        state.words[Layout::PC] = 0;
        state.words[Layout::BASE] = stack;
        state.words[Layout::TOP] = stack;
        state.words[Layout::THEN] = 0;
    }

    /// Returns the call stack, of its innermost functions at most `most`, and where the host's innermost call
    /// saved the flow that it interrupted.
    pub(super) fn frames(&self, state: &State, pc: CodeAddress, most: usize) -> (Vec<Frame>, Option<usize>) {
        let mut trace = Vec::new();
        let mut pc = pc;
        let mut base = state.words[Layout::BASE].index();
        loop {
            if let Some(function) = self.table.function_at(pc)
                && trace.len() < most
            {
                trace.push(Frame { function, pc: self.compiled(pc) });
            }
            let Some(&header) = state.words.get(base) else { return (trace, None) };
            let back = (header >> 32) as u32;
            let outer = (header as u32).index();
            match back {
                FLOW => return (trace, None),
                HOST => return (trace, Some(outer)),
                _ if outer >= base || outer < self.table.stack => return (trace, None),
                _ => (pc, base) = (CodeAddress(back.saturating_sub(1)), outer),
            }
        }
    }

    pub(super) fn fault(&self, pc: CodeAddress, what: &'static str) -> Fault {
        Fault { kind: FaultKind::Damaged(what), pc, trace: Vec::new() }
    }

    /// Returns the options of a state that waits at a choice point. They are cached if this machine has just
    /// stopped there or at a copy of the state, and rebuilt if not.
    pub fn options(&mut self, state: &mut State) -> Result<&TableOptions, Rejection> {
        if state.status() != Status::Choosing {
            return Err(Rejection::NotAsked);
        }
        if state.stamp != self.stamp {
            match self.advance(state) {
                Stop::Choice => {}
                Stop::Fault(fault) => return Err(Rejection::Fault(fault)),
                _ => return Err(Rejection::NotAsked),
            }
        }
        Ok(&self.options)
    }

    /// Returns the option that the answer `index` means, with the actual components: of several copies, the
    /// one that is taken.
    pub(crate) fn meant(&mut self, state: &mut State, index: usize) -> Result<Pick, Rejection> {
        let meant = self.meant_index(state, index)?;
        self.options.truth(meant).ok_or(Rejection::NotPossible)
    }

    /// Returns the index of the option that the answer `index` means: `index` itself, unless it stands for
    /// several copies. A record that followed the copy offered, and not the one taken, would tell which of
    /// them was known.
    pub(crate) fn meant_index(&mut self, state: &mut State, index: usize) -> Result<usize, Rejection> {
        let table = self.table;
        let options = self.options(state)?;
        Ok(copies::drawn_copy(table, state, options, index))
    }

    /// Answers a choice point with option `index`. [`Machine::advance`] then continues.
    pub fn choose(&mut self, state: &mut State, index: usize) -> Result<(), Rejection> {
        let meant = self.meant_index(state, index)?;
        // An option as it was listed is not copied on its way to the registers.
        let applied = match self.options.is_rearranged() {
            true => self.options.truth(meant).and_then(|pick| self.apply(state, &pick)),
            false => self.apply_listed(state, meant),
        };
        applied.ok_or(Rejection::NotPossible)
    }

    /// Like [`Machine::choose`]; `note` gets the options and the option taken, including those hidden from
    /// the chooser.
    #[inline]
    pub(crate) fn choose_noting(
        &mut self,
        state: &mut State,
        index: usize,
        note: impl FnOnce(&TableOptions, &Pick),
    ) -> Result<(), Rejection> {
        let pick = self.meant(state, index)?;
        note(&self.options, &pick);
        self.apply(state, &pick).ok_or(Rejection::NotPossible)
    }

    /// Answers a choice point with one of its options.
    pub fn pick(&mut self, state: &mut State, pick: &Pick) -> Result<(), Rejection> {
        let index = self.options(state)?.position(pick).ok_or(Rejection::NotPossible)?;
        self.choose(state, index)
    }

    /// Writes an option of the current list to the registers of its `Choose`.
    #[inline]
    fn apply(&mut self, state: &mut State, pick: &Pick) -> Option<()> {
        self.answer(state, self.options.choice(), self.choose_pc, pick.kind, pick.values())
    }

    /// Writes the option at an index of the sets to the registers of its `Choose`.
    #[inline]
    fn apply_listed(&mut self, state: &mut State, index: usize) -> Option<()> {
        let Some(&Op::Choose { d, .. }) = self.table.code.get(self.choose_pc) else { return None };
        let index = u32::try_from(index).ok().filter(|index| index.index() < self.options.len())?;
        let at = (state.words[Layout::BASE].index()).checked_add(d.index())?;
        let (number, values) = state.words.get_mut(at..)?.split_first_mut()?;
        let kind = self.options.write_nth(index, values)?;
        *number = self.table.answer_number(self.options.choice(), kind)?;
        answered(state, self.choose_pc);
        Some(())
    }

    /// Writes an option of a choice to the registers of the `Choose` at `choose_pc`.
    #[inline]
    pub(super) fn answer(
        &self,
        state: &mut State,
        choice: ChoiceId,
        choose_pc: usize,
        kind: PickKind,
        values: &[u64],
    ) -> Option<()> {
        let Some(&Op::Choose { d, .. }) = self.table.code.get(choose_pc) else { return None };
        let number = self.table.answer_number(choice, kind)?;
        let at = (state.words[Layout::BASE].index()).checked_add(d.index())?;
        let room = state.words.get_mut(at..at + 1 + values.len())?;
        room[0] = number;
        room[1..].copy_from_slice(values);
        answered(state, choose_pc);
        Some(())
    }
}

/// Updates the header after the answer to the `Choose` at `choose_pc`.
#[inline]
fn answered(state: &mut State, choose_pc: usize) {
    state.words[Layout::PC] = choose_pc as u64 + 1;
    state.words[Layout::STATUS] = Status::Running.word();
    state.words[Layout::CHOOSER] = 0;
    // A loaded state may have any count.
    state.words[Layout::PLIES] = state.words[Layout::PLIES].wrapping_add(1);
    state.stamp = 0;
}

impl Table<'_> {
    /// Creates a machine for this table.
    pub fn machine(&self) -> Machine<'_> {
        Machine::new(self)
    }
}
