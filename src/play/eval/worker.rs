//! Evaluation of a line, in one thread.

use std::io::Write;

use super::choice_answers::{self, ChoiceAnswer};
use super::engine::Engine;
use super::line::{EvalLine, LineContext};
use crate::ir::{AmountTree, ComponentId, FunctionId, Ir, StartPoint, ToIndex, ValueType};
use crate::play::agreement::{Agreement, Disagreement, options};
use crate::play::answer_search::{AnswerSearch, SearchError};
use crate::play::answers::{AnswerError, AnswerProgress, Decision, ResolvedAnswers, decline_or_fail};
use crate::play::laying::fault_words;
use crate::play::position::{choice_json, over_json};
use crate::play::seat::Observation;
use crate::table::{Event, Listen, Machine, Names, Rejection, State, Stop, Table, sets, sum_points};

/// Evaluates lines one after another; reuses its buffers.
pub(super) struct EvalWorker<'a> {
    /// Results of all lines so far, a JSON object a line.
    pub(super) output: Vec<u8>,
    /// Expressions that must be compiled first.
    pub(super) missing: Vec<String>,
    /// Number of lines with an error.
    pub(super) errors: u64,
    machine: Machine<'a>,
    line: EvalLine,
    bases: Vec<BaseTable>,
    defaults: Result<Vec<i64>, String>,
    state: State,
    progress: AnswerProgress,
    search: AnswerSearch,
    path: Vec<u32>,
    tallies: ComponentTallies,
    /// Name of each component in `detail`, as JSON.
    keys: Vec<String>,
    told: LineResults,
}

/// Results of a line, as JSON; those of several expressions are separated by commas.
#[derive(Default)]
struct LineResults {
    /// Position of the game that was begun.
    position: Option<serde_json::Value>,
    values: Vec<u8>,
    details: Vec<u8>,
    answers: Vec<u8>,
}

impl LineResults {
    fn clear(&mut self) {
        self.position = None;
        [&mut self.values, &mut self.details, &mut self.answers].into_iter().for_each(Vec::clear);
    }
}

/// A table that is laid out, with its settings.
struct BaseTable {
    players: Option<u8>,
    seats: u8,
    options: Vec<i64>,
    laid: Result<State, String>,
}

/// Maximum number of laid-out tables kept.
const MOST_BASES: usize = 64;

impl<'a> EvalWorker<'a> {
    pub(super) fn new(engine: &Engine<'a>) -> Self {
        let ir = engine.table.ir();
        let given = engine.settings.options.iter().map(|(id, value)| (id.as_str(), value.as_str()));
        let key = |c: usize| serde_json::Value::from(choice_answers::component(ir, c as u64)).to_string();
        let mut machine = engine.table.machine();
        machine.listen(Listen::Record);
        EvalWorker {
            output: Vec::new(),
            missing: Vec::new(),
            errors: 0,
            machine,
            line: EvalLine::default(),
            bases: Vec::new(),
            defaults: options(ir, given),
            state: State::default(),
            progress: AnswerProgress::default(),
            search: AnswerSearch::default(),
            path: Vec::new(),
            tallies: ComponentTallies::new(ir.components.len()),
            keys: (0..ir.components.len()).map(key).collect(),
            told: LineResults::default(),
        }
    }

    /// Resets the buffers before a round.
    pub(super) fn begin(&mut self) {
        self.output.clear();
        self.missing.clear();
        self.errors = 0;
    }

    /// Evaluates a line and writes its results.
    pub(super) fn line(&mut self, engine: &Engine<'a>, text: &[u8]) {
        let words = LineContext {
            game: engine.game,
            ir: engine.table.ir(),
            names: engine.names,
            lookup: &engine.lookup,
            list_files: engine.settings.list_files,
        };
        let read = self.line.read(&words, text);
        let (id, evaluated) = match read {
            Ok(id) => (id, self.evaluate(engine)),
            Err((id, message)) => return self.error(&id, &message),
        };
        match evaluated {
            Ok(true) => self.write(engine, id),
            Ok(false) => {}
            Err(message) => self.error(id, &message),
        }
    }

    /// Evaluates the parsed line and stores the results in `told`. Returns false if an expression must be
    /// compiled first.
    fn evaluate(&mut self, engine: &Engine<'a>) -> Result<bool, String> {
        let begins = self.line.begin != StartPoint::Nothing;
        let asked: Vec<&String> = match (&self.line.eval, self.line.evals.as_slice()) {
            (own, _) if !own.is_empty() => vec![own],
            (_, []) => engine.settings.eval.iter().collect(),
            (_, several) => several.iter().collect(),
        };
        if asked.is_empty() && !begins {
            return Err("it does not say what to evaluate: give `eval`".into());
        }
        let mut functions = Vec::with_capacity(asked.len());
        for code in asked {
            match engine.compiled.get(code) {
                Some(function) => functions.push(function.clone()?),
                None => self.missing.push(code.clone()),
            }
        }
        if !self.missing.is_empty() {
            return Ok(false);
        }
        self.told.clear();
        let answers = ResolvedAnswers::new(engine.names, engine.table.ir(), &self.line.answers)
            .map_err(|(_, message)| message)?;
        self.lay(engine)?;
        if begins {
            self.told.position = Some(self.begin_game(engine, &answers)?);
        }
        // Each expression is evaluated on the table as laid out.
        let again = (functions.len() > 1).then(|| self.state.clone());
        for (at, function) in functions.into_iter().enumerate() {
            if let Some(laid) = again.as_ref().filter(|_| at > 0) {
                self.state.copy_from(laid);
            }
            self.call_with_answers(engine, FunctionId(function), &answers)?;
        }
        Ok(true)
    }

    /// Begins the game. Returns its position, at the first choice without an answer or at the end of the
    /// game.
    fn begin_game(
        &mut self,
        engine: &Engine<'a>,
        answers: &ResolvedAnswers,
    ) -> Result<serde_json::Value, String> {
        let (table, names) = (engine.table, engine.names);
        answers.start(&mut self.progress);
        self.machine.start(&mut self.state, self.line.begin);
        loop {
            match self.machine.advance(&mut self.state) {
                Stop::Choice => {}
                Stop::Over => {
                    let outcome =
                        self.machine.outcome(&self.state).map_err(|fault| fault_words(table, &fault))?;
                    return Ok(over_json(table.ir(), &outcome).into());
                }
                Stop::Fault(fault) => return Err(fault_words(table, &fault)),
                Stop::Idle | Stop::Returned | Stop::Chance(_) => {
                    return Err("the game has no `play` to begin".into());
                }
            }
            let options =
                self.machine.options(&mut self.state).map_err(|refused| refused_words(table, refused))?;
            let index = match answers.decide(names, table, &self.state, options, &mut self.progress) {
                Decision::Option(index) | Decision::Pass(index, _) => index,
                Decision::Open => {
                    return Ok(choice_json(&Observation::new(table, &self.state, options), names).into());
                }
                Decision::Wrong(wrong) => return Err(wrong_words(&wrong)),
            };
            self.machine.choose(&mut self.state, index).map_err(|refused| refused_words(table, refused))?;
        }
    }

    /// Evaluates one expression on the laid-out table.
    fn call_with_answers(
        &mut self,
        engine: &Engine<'a>,
        function: FunctionId,
        answers: &ResolvedAnswers,
    ) -> Result<(), String> {
        if engine.settings.best {
            self.machine.listen(Listen::Nothing);
            let limit = engine.settings.best_limit;
            let found =
                self.search.run(&mut self.machine, engine.names, &self.state, function, answers, limit);
            let found = found.map(|(_, path)| self.path.clone_from(&path.to_vec()));
            self.machine.listen(Listen::Record);
            found.map_err(|error| search_words(engine.table, &error))?;
        }
        let made = self.call(engine, function, answers, None)?;
        if let Some(answer) = answers.passed_over(&self.progress) {
            // Calls it again, to collect the options for the error message.
            let mut passed = Vec::new();
            self.lay(engine)?;
            if self.line.begin != StartPoint::Nothing {
                self.begin_game(engine, answers)?;
            }
            self.call(engine, function, answers, Some(&mut passed))?;
            let wrong = passed.iter().find(|w: &&AnswerError| w.answer == Some(answer));
            return Err(wrong.map_or_else(|| "an answer is not an option".into(), wrong_words));
        }
        self.write_result(engine, function, &made);
        Ok(())
    }

    /// Lays out the line's table.
    fn lay(&mut self, engine: &Engine<'a>) -> Result<(), String> {
        let table = engine.table;
        let ir = table.ir();
        let seats = self.line.seats(table);
        let players = self.line.players.or(engine.settings.players);
        let own = if self.line.options.is_empty() {
            None
        } else {
            let all = engine.settings.options.iter().chain(&self.line.options);
            Some(options(ir, all.map(|(id, value)| (id.as_str(), value.as_str())))?)
        };
        let agreed = match (&own, &self.defaults) {
            (Some(own), _) => own,
            (None, Ok(defaults)) => defaults,
            (None, Err(message)) => return Err(message.clone()),
        };
        let known = |b: &BaseTable| b.players == players && b.seats == seats && b.options == *agreed;
        let at = match self.bases.iter().position(known) {
            Some(at) => at,
            None => {
                let laid = lay_table(&mut self.machine, players, seats, agreed, engine.settings.seed);
                if self.bases.len() >= MOST_BASES {
                    self.bases.clear();
                }
                self.bases.push(BaseTable { players, seats, options: agreed.clone(), laid });
                self.bases.len() - 1
            }
        };
        self.state.copy_from(self.bases[at].laid.as_ref().map_err(String::clone)?);
        if let Some(seed) = self.line.seed {
            self.state.reseed(seed);
        }
        self.line.lay_out(table, engine.names, &mut self.state)
    }

    /// Calls the function on the laid-out table. Choices are answered along the path that the search found,
    /// or by the answers.
    fn call(
        &mut self,
        engine: &Engine<'a>,
        function: FunctionId,
        answers: &ResolvedAnswers,
        mut passed: Option<&mut Vec<AnswerError>>,
    ) -> Result<Vec<ChoiceAnswer>, String> {
        let names = engine.names;
        let mut made = Vec::new();
        answers.start(&mut self.progress);
        self.machine.clear_events();
        let mut stop = self.machine.call(&mut self.state, function, &[]);
        let mut asked = 0;
        loop {
            match stop {
                Stop::Choice => {}
                Stop::Returned => break,
                Stop::Fault(fault) => return Err(fault_words(engine.table, &fault)),
                Stop::Over | Stop::Idle | Stop::Chance(_) => {
                    return Err("the game ended before there was a value".into());
                }
            }
            let options = self
                .machine
                .options(&mut self.state)
                .map_err(|refused| refused_words(engine.table, refused))?;
            let decision = answers.decide(names, engine.table, &self.state, options, &mut self.progress);
            let index = match decision {
                Decision::Option(index) => index,
                Decision::Pass(index, answer) => {
                    if let Some(passed) = &mut passed {
                        passed.push(answers.passed(names, engine.table, &self.state, options, answer));
                    }
                    index
                }
                Decision::Wrong(wrong) => return Err(wrong_words(&wrong)),
                Decision::Open if engine.settings.best => self.path.get(asked).map_or(0, |i| i.index()),
                Decision::Open => decline_or_fail(names, engine.table, &self.state, options)
                    .map_err(|error| wrong_words(&error))?,
            };
            if engine.settings.best {
                made.extend(ChoiceAnswer::new(names, engine.table, &self.state, options, index));
            }
            asked += 1;
            self.machine
                .choose(&mut self.state, index)
                .map_err(|refused| refused_words(engine.table, refused))?;
            stop = self.machine.advance(&mut self.state);
        }
        Ok(made)
    }

    fn error(&mut self, id: &str, message: &str) {
        self.errors += 1;
        self.output.extend_from_slice(error_line(id, message).as_bytes());
    }

    /// Writes the results of a line: as lists, if it has several expressions.
    fn write(&mut self, engine: &Engine, id: &str) {
        let several = !self.line.evals.is_empty();
        let out = &mut self.output;
        // Writing to memory cannot fail.
        let _ = write!(out, "{{\"id\": {id}");
        if let Some(position) = &self.told.position {
            let _ = write!(out, ", \"position\": {position}");
        }
        let told =
            [("value", &self.told.values), ("detail", &self.told.details), ("answers", &self.told.answers)];
        let shown = told.into_iter().filter(|(key, _)| *key != "answers" || engine.settings.best);
        for (key, text) in shown.filter(|(_, text)| !text.is_empty()) {
            let _ = write!(out, ", \"{key}\": {}", if several { "[" } else { "" });
            out.extend_from_slice(text);
            out.extend_from_slice(if several { b"]" } else { b"" });
        }
        out.extend_from_slice(b"}\n");
    }

    /// Records the machine's result, and the tallies of the call.
    fn write_result(&mut self, engine: &Engine, function: FunctionId, made: &[ChoiceAnswer]) {
        let ir = engine.table.ir();
        let ty = ir.functions.find(function).and_then(|f| f.result.as_ref());
        let LineResults { values, details: out, answers, .. } = &mut self.told;
        for text in [&mut *values, &mut *out, &mut *answers] {
            if !text.is_empty() {
                text.extend_from_slice(b", ");
            }
        }
        // Writing to memory cannot fail.
        match (ty, self.machine.result()) {
            (Some(ValueType::Int), [word, ..]) => {
                let _ = write!(values, "{}", *word as i64);
            }
            (Some(ty), words) => {
                let _ = write!(values, "{}", value(engine.names, ir, ty, words));
            }
            (None, _) => values.extend_from_slice(b"null"),
        }
        out.push(b'{');
        self.tallies.collect(self.machine.events());
        for (i, (component, points)) in self.tallies.list.iter().enumerate() {
            if i > 0 {
                out.extend_from_slice(b", ");
            }
            out.extend_from_slice(self.keys.get(component.index()).map_or(b"\"\"", |k| k.as_bytes()));
            let _ = match points {
                Some(points) => write!(out, ": {points}"),
                None => write!(out, ": null"),
            };
        }
        out.push(b'}');
        if engine.settings.best {
            choice_answers::write(&choice_answers::group_answers(made), answers);
        }
    }
}

/// Lays out a table. Without a number of players, takes the fewest that the game, its options and the named
/// seats allow.
fn lay_table(
    machine: &mut Machine,
    players: Option<u8>,
    seats: u8,
    options: &[i64],
    seed: u64,
) -> Result<State, String> {
    let (fewest, most) = machine.table().ir().game.players;
    if let Some(players) = players.filter(|p| *p < seats) {
        return Err(format!("there is no seat {seats} at a table of {players}"));
    }
    let mut why = None;
    for players in players.map_or(fewest.max(seats)..=most, |p| p..=p) {
        let agreement = Agreement { players, options: options.to_vec(), seed };
        match agreement.lay(machine) {
            Ok(state) => return Ok(state),
            Err(Disagreement::Fault(fault)) => return Err(fault_words(machine.table(), &fault)),
            Err(Disagreement::Words(words)) => why = why.or(Some(words)),
        }
    }
    Err(why.unwrap_or_else(|| "the game is for nobody".into()))
}

/// Tallies, summed up for each component, in the order of first occurrence.
struct ComponentTallies {
    list: Vec<(ComponentId, Option<i64>)>,
    /// For each component, its index in the list + 1, or 0.
    places: Vec<u32>,
}

impl ComponentTallies {
    fn new(components: usize) -> Self {
        ComponentTallies { list: Vec::new(), places: vec![0; components] }
    }

    fn collect(&mut self, events: &[Event]) {
        for (component, _) in self.list.drain(..) {
            self.places[component.index()] = 0;
        }
        for event in events {
            let Event::Tally { component, points } = event else { continue };
            let Some(place) = self.places.get_mut(component.index()) else { continue };
            match place.checked_sub(1) {
                Some(at) => {
                    let before = &mut self.list[at.index()].1;
                    *before = sum_points(*before, *points);
                }
                None => {
                    self.list.push((*component, *points));
                    *place = self.list.len() as u32;
                }
            }
        }
    }
}

/// Formats a value that is not a plain number as JSON.
fn value(names: &Names, ir: &Ir, ty: &ValueType, words: &[u64]) -> serde_json::Value {
    let word = words.first().copied().unwrap_or(crate::ir::NONE);
    match ty {
        ValueType::Int => (word as i64).into(),
        ValueType::Bool => (word != 0).into(),
        ValueType::Optional(_) if word == crate::ir::NONE => serde_json::Value::Null,
        ValueType::Optional(of) => value(names, ir, of, words),
        ValueType::Set(of) => sets::elements(words).map(|e| value(names, ir, of, &[e])).collect(),
        ValueType::Amount(pers) => AmountTree::of(&ir.enums, &ir.names, pers, words).json(),
        ValueType::Component => choice_answers::component(ir, word).into(),
        _ => names.format_value(ty, words).into(),
    }
}

fn wrong_words(wrong: &AnswerError) -> String {
    format!("{}; {}", wrong.message(), wrong.options_text())
}

fn refused_words(table: &Table, refused: Rejection) -> String {
    match refused {
        Rejection::Fault(fault) => fault_words(table, &fault),
        Rejection::NotAsked | Rejection::NotPossible => "the answer was not taken".into(),
    }
}

fn search_words(table: &Table, error: &SearchError) -> String {
    match error {
        SearchError::Fault(fault) => fault_words(table, fault),
        SearchError::Answer(wrong) => wrong_words(wrong),
        SearchError::TooMany(limit) => {
            format!(
                "there are more ways to answer than {limit} tries reach: give some answers, or raise the limit"
            )
        }
        SearchError::Ended => "the game ended before there was a value".into(),
        SearchError::NoNumber => "the greatest value can be searched for numbers only".into(),
    }
}

/// Formats the answer to a line with an error. `id` is JSON text.
pub(super) fn error_line(id: &str, message: &str) -> String {
    format!("{{\"id\": {id}, \"error\": {}}}\n", serde_json::Value::from(message))
}
