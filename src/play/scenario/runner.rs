//! Runner of a scenario: its table, prepared answers, and record.
use super::chance::{self, FixedResultUse};
use super::messages;
use super::words::{self, span};
use super::written_names::WrittenNames;
use crate::diagnostics::Diagnostic;
use crate::ir::{ComponentId, FunctionId, Ir, PlayerId, ScenarioInfo, StartPoint, ZonePlaceId};
use crate::play::agreement::{Agreement, Disagreement};
use crate::play::answers::{AnswerError, AnswerProgress, Decision, ResolvedAnswers, decline_or_fail};
use crate::play::bot_registry::BotKind;
use crate::play::laying::{self, ZoneLayingErrorKind};
use crate::play::record::RecordEntry;
use crate::play::seat::TableBot;
use crate::source::Span;
use crate::table::{
    ChanceRequest, Event, Fault, Listen, Machine, Names, Rejection, State, Status, Stop, Table,
};
use std::collections::BTreeMap;

/// The reason why a step failed.
pub(super) enum StepFailure {
    /// A rule faulted during the step.
    Fault(Box<Fault>),
    /// An unmet expectation, or a step that cannot be run.
    Said(Box<Diagnostic>),
}

impl From<Diagnostic> for StepFailure {
    fn from(said: Diagnostic) -> Self {
        StepFailure::Said(Box::new(said))
    }
}

/// The condition at which the table came to rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RestCondition {
    /// A choice point without a prepared answer.
    Choice,
    /// The game is over.
    Over,
    /// A function called by a step has returned.
    Returned,
    /// No rule is running.
    Idle,
}

/// A scenario in progress.
pub(super) struct Runner<'t> {
    pub(super) table: &'t Table<'t>,
    pub(super) names: &'t Names<'t>,
    pub(super) written: WrittenNames<'t, 't>,
    pub(super) info: &'t ScenarioInfo,
    pub(super) machine: Machine<'t>,
    pub(super) state: State,
    pub(super) answers: ResolvedAnswers,
    /// Answers used by the flow.
    flow: AnswerProgress,
    /// Answers used by the current or last call.
    call: AnswerProgress,
    /// True if a call is in progress; between steps, that is a `do` that waits at a choice point.
    calling: bool,
    fixed: FixedResultUse,
    /// Answers passed over because they were not an option, reported if they never become one.
    passed: Vec<AnswerError>,
    used: Vec<bool>,
    pub(super) record: Vec<RecordEntry>,
    /// The zones that each component has left, in order.
    pub(super) left: BTreeMap<ComponentId, Vec<ZonePlaceId>>,
    /// Tallies of the last call.
    pub(super) tallies: Vec<(ComponentId, Option<i64>)>,
    pub(super) bots: Vec<(BotKind, PlayerId, Box<dyn TableBot + 't>)>,
    /// Fault of the flow that no step has handled yet.
    pub(super) fault: Option<Box<Fault>>,
}

/// Returns the error of a scenario whose players and options the game refuses; `unmet` is the index of the
/// requirement that they do not meet, if it is one.
pub(super) fn not_agreed(ir: &Ir, info: &ScenarioInfo, why: String, unmet: Option<usize>) -> Diagnostic {
    let at = words::agreement_span(ir, info.place);
    match unmet.and_then(|index| words::requirement_span(ir, index)) {
        Some(required) => messages::requirement_unmet(at, &info.name, why, required),
        None => messages::cannot_be_laid(at, &info.name, why),
    }
}

impl<'t> Runner<'t> {
    /// Lays out the table and starts the flow, up to the first open choice.
    pub(super) fn new(
        table: &'t Table<'t>,
        names: &'t Names<'t>,
        info: &'t ScenarioInfo,
    ) -> Result<Self, Box<Diagnostic>> {
        let ir = table.ir();
        let at = span(ir, info.place);
        let written = WrittenNames::of(ir, names);
        let answers =
            ResolvedAnswers::new(written.get(), ir, &info.answers).map_err(|(number, message)| {
                let asker = info.answers.get(number).map_or("", |a| &a.asker);
                let at = words::key_span(ir, info.place, "answers", asker);
                Box::new(messages::nobody_asks(at, message))
            })?;
        let options = ir.options_with(&info.options);
        let mut machine = table.machine();
        let agreement = Agreement { players: info.players, options, seed: info.seed };
        let state = agreement.lay(&mut machine).map_err(|why| match why {
            Disagreement::Words(words) => {
                let unmet = agreement.unmet_requirement(&mut machine);
                Box::new(not_agreed(ir, info, words, unmet))
            }
            Disagreement::Fault(fault) => Box::new(fault.to_diagnostic(table).at(at, "in this scenario")),
        })?;
        machine.listen(Listen::Everything);
        machine.ask_chance(true);
        machine.clear_events();
        let used = vec![false; answers.count()];
        let mut runner = Runner {
            table,
            names,
            written,
            info,
            machine,
            state,
            answers,
            flow: AnswerProgress::default(),
            call: AnswerProgress::default(),
            calling: false,
            fixed: FixedResultUse::default(),
            passed: Vec::new(),
            used,
            record: Vec::new(),
            left: BTreeMap::new(),
            tallies: Vec::new(),
            bots: Vec::new(),
            fault: None,
        };
        runner.answers.start(&mut runner.flow);
        runner.lay_out(at)?;
        match runner.begin(at) {
            Ok(()) => Ok(runner),
            Err(StepFailure::Said(said)) => Err(said),
            Err(StepFailure::Fault(fault)) => {
                runner.fault = Some(fault);
                Ok(runner)
            }
        }
    }

    /// Lays out the scenario's zones and state.
    fn lay_out(&mut self, at: Span) -> Result<(), Box<Diagnostic>> {
        laying::leave_out_others(self.table, &mut self.state, &self.info.zones);
        let zones = self.info.zones.iter().map(|(zone, components)| (*zone, components.as_slice()));
        if let Err(unlaid) = laying::lay_zones(self.table, &mut self.state, zones) {
            let at =
                words::key_span(self.table.ir(), self.info.place, "zones", &self.names.zone(unlaid.zone));
            let why = unlaid.message(self.names, &self.state);
            return Err(Box::new(match unlaid.why {
                ZoneLayingErrorKind::NoSeat => messages::zone_without_seat(at, why),
                ZoneLayingErrorKind::HoldsOthers(_) => messages::zone_of_others(at, why),
                ZoneLayingErrorKind::OutOfGame(_) => messages::out_of_game(at, why),
            }));
        }
        if let Err(why) = laying::lay_values(self.table, &mut self.state, &self.info.state) {
            return Err(Box::new(messages::value_not_laid(at, why)));
        }
        self.machine.clear_events();
        Ok(())
    }

    /// Returns the state as laid out: at the first choice that is left open, at the end, or before play if
    /// the scenario does not say where play begins.
    pub(super) fn laid(self) -> Result<State, Box<Diagnostic>> {
        match self.fault {
            Some(fault) => Err(Box::new(fault.to_diagnostic(self.table))),
            None => Ok(self.state),
        }
    }

    /// Returns the state, which waits at a choice, the remaining fixed chance, and the record.
    pub(super) fn waiting(self) -> Result<(State, FixedResultUse, Vec<RecordEntry>), Box<Diagnostic>> {
        if let Some(fault) = self.fault {
            return Err(Box::new(fault.to_diagnostic(self.table)));
        }
        if self.state.status() == Status::Choosing {
            return Ok((self.state, self.fixed, self.record));
        }
        let at = span(self.table.ir(), self.info.place);
        let is_played = self.info.begin != StartPoint::Nothing;
        Err(Box::new(messages::asks_nobody(at, &self.info.name, is_played)))
    }

    fn begin(&mut self, at: Span) -> Result<(), StepFailure> {
        if self.info.begin != StartPoint::Nothing {
            self.machine.start(&mut self.state, self.info.begin);
            let stop = self.machine.advance(&mut self.state);
            self.drive(stop, at)?;
        }
        for choice in &self.info.choices {
            self.choose(&choice.option, Some(choice.seat), span(self.table.ir(), choice.place))?;
        }
        Ok(())
    }

    /// Advances until the table rests, with prepared answers and fixed chance.
    pub(super) fn drive(&mut self, stop: Stop, at: Span) -> Result<RestCondition, StepFailure> {
        let mut stop = stop;
        loop {
            self.note();
            match stop {
                Stop::Choice => match self.decide(at)? {
                    Some(index) => self.take(index, at)?,
                    None => return Ok(RestCondition::Choice),
                },
                Stop::Chance(asked) => {
                    let asked = *asked;
                    let among = chance::among(self.table, &self.machine, &self.state, asked);
                    let written = self.written.get();
                    let given = self.fixed.give(&self.info.chance, self.table.ir(), written, asked, &among);
                    let given = match given {
                        Ok(given) => given,
                        Err((what, message)) => return Err(self.unfit(at, &what, message).into()),
                    };
                    if let Err(refused) = self.machine.give(&mut self.state, given) {
                        return Err(match refused {
                            Rejection::Fault(fault) => StepFailure::Fault(fault),
                            Rejection::NotAsked | Rejection::NotPossible => {
                                let zone = match asked {
                                    ChanceRequest::Shuffle { zone } => self.names.zone(zone),
                                    ChanceRequest::Roll { .. } | ChanceRequest::Random => String::new(),
                                };
                                let message = format!(
                                    "what is fixed as the top of `{zone}` is not in it when it is shuffled"
                                );
                                self.unfit(at, &zone, message).into()
                            }
                        });
                    }
                }
                Stop::Over => return Ok(RestCondition::Over),
                Stop::Returned => return Ok(RestCondition::Returned),
                Stop::Idle => return Ok(RestCondition::Idle),
                Stop::Fault(fault) => return Err(StepFailure::Fault(fault)),
            }
            stop = self.machine.advance(&mut self.state);
        }
    }

    /// Returns the prepared answer to the current choice point, if there is one.
    fn decide(&mut self, at: Span) -> Result<Option<usize>, StepFailure> {
        let options = self.machine.options(&mut self.state).map_err(refused)?;
        let progress = if self.calling { &mut self.call } else { &mut self.flow };
        match self.answers.decide(self.written.get(), self.table, &self.state, options, progress) {
            Decision::Option(index) => Ok(Some(index)),
            Decision::Pass(index, answer) => {
                self.passed.push(self.answers.passed(self.names, self.table, &self.state, options, answer));
                Ok(Some(index))
            }
            Decision::Open => Ok(None),
            Decision::Wrong(wrong) => Err(self.wrong(at, &wrong).into()),
        }
    }

    /// Answers the current choice point.
    fn take(&mut self, index: usize, at: Span) -> Result<(), StepFailure> {
        let meant = self.machine.meant_index(&mut self.state, index).map_err(refused)?;
        let options = self.machine.options(&mut self.state).map_err(refused)?;
        if let Some(pick) = options.nth(meant) {
            self.record.push(RecordEntry::choice(self.table, self.names, &self.state, options, &pick));
        }
        match self.machine.choose(&mut self.state, index) {
            Ok(()) => Ok(()),
            Err(Rejection::Fault(fault)) => Err(StepFailure::Fault(fault)),
            Err(Rejection::NotAsked | Rejection::NotPossible) => {
                Err(messages::nobody_is_asked(Some(at)).into())
            }
        }
    }

    /// Answers, and advances until the table rests again.
    pub(super) fn answer(&mut self, index: usize, at: Span) -> Result<(), StepFailure> {
        self.take(index, at)?;
        let stop = self.machine.advance(&mut self.state);
        let rest = self.drive(stop, at)?;
        if self.calling && rest != RestCondition::Choice {
            self.calling = false;
            self.finish_call(at)?;
        }
        Ok(())
    }

    /// Calls a function without parameters. Open choices are declined, unless the call `may_wait` for later
    /// steps to answer.
    pub(super) fn call(
        &mut self,
        function: FunctionId,
        at: Span,
        may_wait: bool,
    ) -> Result<RestCondition, StepFailure> {
        if self.calling {
            return Err(messages::still_waits(at).into());
        }
        self.calling = true;
        let rest = self.call_function(function, at, may_wait);
        self.calling = matches!(rest, Ok(RestCondition::Choice));
        let rest = rest?;
        if rest != RestCondition::Choice {
            self.finish_call(at)?;
        }
        Ok(rest)
    }

    fn call_function(
        &mut self,
        function: FunctionId,
        at: Span,
        may_wait: bool,
    ) -> Result<RestCondition, StepFailure> {
        self.answers.start(&mut self.call);
        self.tallies.clear();
        let mut stop = self.machine.call(&mut self.state, function, &[]);
        loop {
            let rest = self.drive(stop, at)?;
            if rest != RestCondition::Choice || may_wait {
                return Ok(rest);
            }
            let options = self.machine.options(&mut self.state).map_err(refused)?;
            let index = decline_or_fail(self.names, self.table, &self.state, options)
                .map_err(|wrong| self.wrong(at, &wrong))?;
            self.take(index, at)?;
            stop = self.machine.advance(&mut self.state);
        }
    }

    /// Leaves a call, which may have ended in a fault: records the answers that it used, and returns them.
    pub(super) fn leave_call(&mut self) -> AnswerProgress {
        let progress = std::mem::take(&mut self.call);
        self.uses(&progress);
        progress
    }

    /// Finishes a call: records the answers that it used, and reports answers that never were an option.
    fn finish_call(&mut self, at: Span) -> Result<(), StepFailure> {
        let progress = self.leave_call();
        self.all_taken(&progress, at)
    }

    /// Reports an answer that every choice of its asker passed over.
    fn all_taken(&mut self, progress: &AnswerProgress, at: Span) -> Result<(), StepFailure> {
        let passed = std::mem::take(&mut self.passed);
        let Some(answer) = self.answers.passed_over(progress) else { return Ok(()) };
        match passed.iter().find(|w| w.answer == Some(answer)) {
            Some(wrong) => Err(self.wrong(at, wrong).into()),
            None => Ok(()),
        }
    }

    fn uses(&mut self, progress: &AnswerProgress) {
        let unused = self.answers.unused(progress);
        for (i, used) in self.used.iter_mut().enumerate() {
            *used |= !unused.contains(&i);
        }
    }

    /// Finishes the flow, like `returned` for a call.
    pub(super) fn finish(&mut self, at: Span) -> Result<(), StepFailure> {
        let progress = std::mem::take(&mut self.flow);
        self.uses(&progress);
        self.all_taken(&progress, at)
    }

    /// Runs `work` without side effects: afterwards the state is restored.
    pub(super) fn aside<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let state = self.state.clone();
        let fixed = self.fixed.clone();
        let (record, used, left) = (self.record.len(), self.used.clone(), self.left.clone());
        let (tallies, passed) = (std::mem::take(&mut self.tallies), std::mem::take(&mut self.passed));
        let (call, calling) = (std::mem::take(&mut self.call), std::mem::take(&mut self.calling));
        let done = work(self);
        self.state = state;
        self.fixed = fixed;
        self.record.truncate(record);
        self.left = left;
        // An answer used by an expectation counts as used.
        self.used.iter_mut().zip(used).for_each(|(now, before)| *now |= before);
        (self.tallies, self.passed, self.call, self.calling) = (tallies, passed, call, calling);
        done
    }

    /// Appends the machine's events to the record and tallies.
    fn note(&mut self) {
        let events = self.machine.events();
        self.tallies.extend(events.iter().filter_map(Event::tally));
        for event in events {
            if let Event::Move { component, from: Some(zone), .. } = event {
                self.left.entry(*component).or_default().push(*zone);
            }
        }
        self.record.extend(RecordEntry::lines(self.table, self.names, &self.state, events));
        self.machine.clear_events();
    }

    /// Returns whether the table waits at a choice point.
    pub(super) fn waits(&self) -> bool {
        self.state.status() == Status::Choosing
    }

    /// Creates the error for a fixed result of chance that does not fit; `what` is its key under `[chance]`.
    fn unfit(&self, at: Span, what: &str, message: String) -> Diagnostic {
        let fixed = words::key_span(self.table.ir(), self.info.place, "chance", what);
        let asked = Some(at).filter(|at| *at != span(self.table.ir(), self.info.place));
        messages::chance_does_not_fit(fixed, asked, message)
    }

    fn wrong(&self, at: Span, wrong: &AnswerError) -> Diagnostic {
        let (why, options) = (wrong.message(), wrong.options_text());
        match wrong.answer.and_then(|i| self.info.answers.get(i)) {
            Some(answer) => {
                let given = words::key_span(self.table.ir(), self.info.place, "answers", &answer.asker);
                messages::wrong_answer(given, at, why, options)
            }
            None => messages::no_answer(at, why, options),
        }
    }

    /// Returns warnings for prepared answers and chance that were not used.
    pub(super) fn unused(&self) -> Vec<Diagnostic> {
        let ir = self.table.ir();
        let mut found = Vec::new();
        for (answer, used) in self.info.answers.iter().zip(&self.used) {
            if !used {
                let at = words::key_span(ir, self.info.place, "answers", &answer.asker);
                found.push(messages::unused_answer(at, &answer.asker));
            }
        }
        for (key, what) in self.fixed.unused(&self.info.chance, self.names) {
            let at = words::key_span(ir, self.info.place, "chance", &key);
            found.push(messages::unused_chance(at, &what));
        }
        found
    }
}

pub(super) fn refused(refused: Rejection) -> StepFailure {
    match refused {
        Rejection::Fault(fault) => StepFailure::Fault(fault),
        Rejection::NotAsked | Rejection::NotPossible => messages::nobody_is_asked(None).into(),
    }
}
