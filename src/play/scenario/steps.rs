//! Steps of a scenario.

use super::messages;
use super::runner::{RestCondition, Runner, StepFailure, refused};
use super::words::{self, span};
use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{ComponentId, ExpectPart, FunctionId, PlayerId, StepInfoKind, ValueType};
use crate::play::answers::{describe_choice, options_text};
use crate::play::bot_registry::BotKind;
use crate::play::seat::Observation;
use crate::play::seeds::bot_seed;
use crate::source::Span;
use crate::table::{Status, TableOutcome};

/// Maximum number of choices that bots answer in one step.
const MOST_PLIES: u32 = 1_000_000;

impl Runner<'_> {
    /// Runs all steps and counts them. Returns the first error, with the trace that led to it.
    pub(super) fn run(&mut self, done: &mut usize) -> Option<Diagnostic> {
        let ir = self.table.ir();
        let mut expected: Option<(u16, Span)> = None;
        let mut at = span(ir, self.info.place);
        for (i, step) in self.info.steps.iter().enumerate() {
            at = span(ir, step.place);
            let result = match (self.fault.take(), &step.kind) {
                (Some(fault), StepInfoKind::Fault(code, None)) => {
                    self.faulted(*code, at, Err(StepFailure::Fault(fault)))
                }
                (Some(fault), _) => Err(StepFailure::Fault(fault)),
                (None, StepInfoKind::Fault(code, None)) if i + 1 < self.info.steps.len() => {
                    expected = Some((*code, at));
                    Ok(())
                }
                (None, kind) => {
                    let result = self.step(i, kind, at);
                    match expected.take() {
                        Some((code, at)) => self.faulted(code, at, result),
                        None => result,
                    }
                }
            };
            if let Err(broken) = result {
                return Some(self.failure(broken, at));
            }
            *done += 1;
        }
        if let Some(fault) = self.fault.take() {
            return Some(self.failure(StepFailure::Fault(fault), at));
        }
        self.finish(at).err().map(|broken| self.failure(broken, at))
    }

    /// Creates the diagnostic of a failed step.
    fn failure(&self, broken: StepFailure, at: Span) -> Diagnostic {
        let mut diagnostic = match broken {
            StepFailure::Said(said) => *said,
            StepFailure::Fault(fault) => {
                let label = format!("a step of “{}”", self.info.name);
                fault.to_diagnostic(self.table).at(at, label)
            }
        };
        if let Some(trace) = words::trace(self.names, &self.record, &self.tallies) {
            let cause = diagnostic.cause.take().map_or(String::new(), |c| format!("{c}\n"));
            diagnostic.cause = Some(format!("{cause}{trace}"));
        }
        diagnostic
    }

    fn step(&mut self, i: usize, kind: &StepInfoKind, at: Span) -> Result<(), StepFailure> {
        match kind {
            StepInfoKind::Do(function) => {
                let next = &self.info.steps[i + 1..];
                let waits = next.iter().find(|s| {
                    !matches!(
                        s.kind,
                        StepInfoKind::Expect { .. } | StepInfoKind::Hidden(..) | StepInfoKind::Visible(..)
                    )
                });
                let waits = waits.is_some_and(|s| {
                    matches!(
                        s.kind,
                        StepInfoKind::Options(..) | StepInfoKind::Choose(..) | StepInfoKind::Play(..)
                    )
                });
                self.call(*function, at, waits).map(|_| ())
            }
            StepInfoKind::Options(names, by) => self.options(names, *by, at),
            StepInfoKind::Choose(name, by) => self.choose(name, *by, at),
            StepInfoKind::Play(bot, plies) => self.play(bot, *plies, at),
            StepInfoKind::Expect { holds, parts } => self.expect(*holds, parts, at),
            StepInfoKind::Value { function, equals, detail } => self.value(*function, *equals, detail, at),
            StepInfoKind::Fault(code, Some(function)) => {
                let result = self.call(*function, at, false).map(|_| ());
                self.faulted(*code, at, result)
            }
            StepInfoKind::Fault(code, None) => self.faulted(*code, at, Ok(())),
            StepInfoKind::Hidden(what, from) => self.hidden(*what, *from, at),
            StepInfoKind::Visible(what, to) => self.visible(*what, *to, at),
            StepInfoKind::Winners(seats) => self.winners(seats, at),
            StepInfoKind::Ending(name) => self.ending(name, at),
        }
    }

    /// Checks that a step ended in the expected fault.
    fn faulted(&mut self, code: u16, at: Span, result: Result<(), StepFailure>) -> Result<(), StepFailure> {
        let expected = Code(code);
        match result {
            Err(StepFailure::Fault(fault)) if fault.code() == expected => {
                self.leave_call();
                Ok(())
            }
            Err(StepFailure::Fault(fault)) => {
                Err(messages::other_fault(at, expected, fault.to_diagnostic(self.table)).into())
            }
            Err(said) => Err(said),
            Ok(()) => Err(messages::no_fault(at, expected).into()),
        }
    }

    /// Checks that the table waits at a choice; otherwise reports its status.
    fn must_wait(&mut self, at: Span) -> Result<(), StepFailure> {
        if self.waits() {
            return Ok(());
        }
        let why = match self.state.status() {
            Status::Over => "the game is over",
            Status::Faulted => "the game has ended in a fault",
            _ => "nothing is under way",
        };
        let is_idle = self.state.status() == Status::Idle;
        Err(messages::no_choice(at, why, is_idle).into())
    }

    /// Checks that the table waits at a choice, and that `by`, if given, is its chooser.
    fn must_ask(&mut self, by: Option<PlayerId>, at: Span) -> Result<(), StepFailure> {
        self.must_wait(at)?;
        let options = self.machine.options(&mut self.state).map_err(refused)?;
        let chooser = options.chooser();
        match by.filter(|by| *by != chooser) {
            None => Ok(()),
            Some(by) => {
                let asks = describe_choice(self.names, self.table, &self.state, options);
                Err(messages::other_chooser(at, chooser.seat(), by.seat(), asks).into())
            }
        }
    }

    fn options(&mut self, wanted: &[String], by: Option<PlayerId>, at: Span) -> Result<(), StepFailure> {
        self.must_ask(by, at)?;
        let options = self.machine.options(&mut self.state).map_err(refused)?;
        let names = self.names.names(options);
        let mut found = vec![false; names.len()];
        let mut unknown = Vec::new();
        let mut first_unknown = None;
        for (nth, name) in wanted.iter().enumerate() {
            match self.written.get().find_openly(options, name) {
                Ok(index) => found[options.representative(index)] = true,
                Err(_) => {
                    first_unknown.get_or_insert(nth);
                    unknown.push(name.clone());
                }
            }
        }
        let more: Vec<String> =
            names.iter().zip(&found).filter(|(_, f)| !**f).map(|(n, _)| n.clone()).collect();
        if unknown.is_empty() && more.is_empty() {
            return Ok(());
        }
        let asks = describe_choice(self.names, self.table, &self.state, options);
        let at = words::options_span(self.table.ir(), at, first_unknown);
        Err(messages::other_options(at, &asks, &unknown, &more, options_text(&names)).into())
    }

    pub(super) fn choose(&mut self, name: &str, by: Option<PlayerId>, at: Span) -> Result<(), StepFailure> {
        self.must_ask(by, at)?;
        let options = self.machine.options(&mut self.state).map_err(refused)?;
        match self.written.get().find_openly(options, name) {
            Ok(index) => self.answer(index, at),
            Err(unknown) => {
                let asks = describe_choice(self.names, self.table, &self.state, options);
                let labels = self.names.names(options);
                let labels = options_text(&labels);
                Err(messages::not_an_option(at, name, &asks, labels, unknown.nearest).into())
            }
        }
    }

    fn play(&mut self, bot: &str, plies: Option<u32>, at: Span) -> Result<(), StepFailure> {
        let kind: BotKind =
            BotKind::of(self.table.ir(), bot).map_err(|message| messages::unknown_bot(at, message))?;
        let mut answered = 0;
        if plies.is_none() || !self.state.is_over() {
            self.must_wait_or_over(at)?;
        }
        while self.waits() && plies.is_none_or(|p| answered < p) {
            if answered >= MOST_PLIES {
                return Err(messages::does_not_end(at, MOST_PLIES).into());
            }
            let options = self.machine.options(&mut self.state).map_err(refused)?;
            let seat = options.chooser();
            let index = self.bots.iter().position(|b| b.0 == kind && b.1 == seat).unwrap_or_else(|| {
                let mut bot = kind.make(self.table);
                bot.begin(bot_seed(self.info.seed, seat));
                self.bots.push((kind, seat, bot));
                self.bots.len() - 1
            });
            let seen = Observation::new(self.table, &self.state, options);
            let choice = self.bots[index].2.choose(&seen).min(options.len().saturating_sub(1));
            self.answer(choice, at)?;
            answered += 1;
        }
        Ok(())
    }

    fn must_wait_or_over(&mut self, at: Span) -> Result<(), StepFailure> {
        if self.state.is_over() { Ok(()) } else { self.must_wait(at) }
    }

    fn expect(&mut self, holds: FunctionId, parts: &[ExpectPart], at: Span) -> Result<(), StepFailure> {
        if self.aside(|runner| runner.word(holds, at))? != 0 {
            return Ok(());
        }
        // Stops at the first part that fails, as `and` does: later parts may not make sense.
        let failed =
            parts.iter().find(|part| matches!(self.aside(|runner| runner.word(part.holds, at)), Ok(0)));
        let (place, sides) = match failed {
            Some(part) => {
                let sides = part.sides.and_then(|(left, right)| {
                    let mut side = |function: FunctionId| self.aside(|runner| runner.worth(function, at));
                    // If a side faults, the message that they differ stands alone.
                    side(left).ok().zip(side(right).ok())
                });
                (Span { start: part.bytes.0, end: part.bytes.1, ..at }, sides)
            }
            None => (at, None),
        };
        Err(self.with_what_waits(messages::does_not_hold(place, &self.info.name, sides))?.into())
    }

    /// Returns the single word that a function returns.
    fn word(&mut self, function: FunctionId, at: Span) -> Result<u64, StepFailure> {
        match self.call(function, at, false)? {
            RestCondition::Returned => Ok(self.machine.result().first().copied().unwrap_or(0)),
            RestCondition::Choice | RestCondition::Over | RestCondition::Idle => {
                Err(messages::ended_before_value(at).into())
            }
        }
    }

    /// Returns the result of a function, formatted as an id.
    fn worth(&mut self, function: FunctionId, at: Span) -> Result<String, StepFailure> {
        self.word(function, at)?;
        let ty = self.result_type(function);
        Ok(self.names.value(&ty, self.machine.result()))
    }

    fn result_type(&self, function: FunctionId) -> ValueType {
        let info = self.table.ir().functions.find(function);
        info.and_then(|f| f.result.clone()).unwrap_or(ValueType::Int)
    }

    fn value(
        &mut self,
        function: FunctionId,
        equals: i64,
        detail: &[(ComponentId, Option<i64>)],
        at: Span,
    ) -> Result<(), StepFailure> {
        let value = self.word(function, at)?;
        let ty = self.result_type(function);
        let is = self.names.value(&ty, &[value]);
        let wanted = self.names.value(&ty, &[equals as u64]);
        let counted = words::sum_tallies(&self.tallies);
        let mut differ = Vec::new();
        for (component, points) in detail {
            let found = counted.iter().find(|(c, _)| c == component).map(|(_, points)| *points);
            if found != Some(*points) {
                let name = self.names.component(u64::from(*component));
                let was = found.map_or_else(
                    || "does not count at all".into(),
                    |points| format!("counts {}", words::points(points)),
                );
                differ.push(format!("{name} {was}, not {}", words::points(*points)));
            }
        }
        if value == equals as u64 && differ.is_empty() {
            return Ok(());
        }
        Err(match value == equals as u64 {
            true => messages::other_detail(at, &is, &differ),
            false => messages::other_value(at, &is, &wanted, &differ),
        }
        .into())
    }

    /// Adds the current question and its chooser, if the table waits at a choice.
    fn with_what_waits(&mut self, diagnostic: Diagnostic) -> Result<Diagnostic, StepFailure> {
        if !self.waits() {
            return Ok(diagnostic);
        }
        let options = self.machine.options(&mut self.state).map_err(refused)?;
        let asks = describe_choice(self.names, self.table, &self.state, options);
        let who = match asks.strip_prefix("player ") {
            Some(_) => format!("it is {asks}"),
            None => format!("player {} is asked {asks}", options.chooser().seat()),
        };
        Ok(diagnostic.because(format!("{who}; {}", options_text(&self.names.names(options)))))
    }

    /// Returns the outcome of the game; fails if it is not over.
    fn outcome(&mut self, at: Span) -> Result<TableOutcome, StepFailure> {
        if !self.state.is_over() {
            return Err(self.with_what_waits(messages::not_over(at))?.into());
        }
        let outcome = self.machine.outcome(&self.state).map_err(StepFailure::Fault)?;
        self.machine.clear_events();
        Ok(outcome)
    }

    fn ending(&mut self, wanted: &str, at: Span) -> Result<(), StepFailure> {
        let outcome = self.outcome(at)?;
        let endings = &self.table.ir().endings;
        let named = outcome.named.and_then(|named| endings.get(usize::from(named)));
        if named.is_some_and(|named| named == wanted) {
            return Ok(());
        }
        let standings = words::standings(&outcome);
        Err(messages::other_ending(at, named.map(String::as_str), wanted, endings, standings).into())
    }

    fn winners(&mut self, seats: &[PlayerId], at: Span) -> Result<(), StepFailure> {
        let outcome = self.outcome(at)?;
        let mut wanted = seats.to_vec();
        wanted.sort_unstable();
        wanted.dedup();
        let won: Vec<PlayerId> = outcome.winners().collect();
        if won == wanted {
            return Ok(());
        }
        let (winners, standings) = (words::seats(&won), words::standings(&outcome));
        Err(messages::other_winners(at, (&winners, won.len()), &words::seats(&wanted), standings).into())
    }
}
