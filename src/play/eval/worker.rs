//! What one thread does with a line.

use std::io::Write;

use super::Engine;
use super::line::{Line, Words};
use super::made::{self, Made};
use crate::ir::{Ir, Parts, ValueType};
use crate::play::agreement::{Agreement, Disagreement, options};
use crate::play::answers::{Answers, Decision, Progress, Wrong, decline};
use crate::play::best::{Search, SearchError};
use crate::table::{Event, Fault, Listen, Machine, Names, Refused, State, Stop, Table, sets};

/// Evaluates lines one after the other; keeps its buffers.
pub(super) struct Worker<'a> {
    /// Lines out.
    pub(super) output: Vec<u8>,
    /// Expressions that must be compiled first.
    pub(super) missing: Vec<String>,
    /// Lines with something wrong.
    pub(super) errors: u64,
    machine: Machine<'a>,
    line: Line,
    bases: Vec<Base>,
    defaults: Result<Vec<i64>, String>,
    state: State,
    progress: Progress,
    search: Search,
    path: Vec<u32>,
    tallies: Tallies,
    /// How each component is called in `detail`, as JSON.
    keys: Vec<String>,
    scratch: Vec<u32>,
}

/// A table as it is laid, and for what.
struct Base {
    players: Option<u8>,
    seats: u8,
    options: Vec<i64>,
    laid: Result<State, String>,
}

/// The most tables that are kept laid.
const MOST_BASES: usize = 64;

impl<'a> Worker<'a> {
    pub(super) fn new(engine: &Engine<'a>) -> Self {
        let ir = engine.table.ir();
        let given = engine.settings.options.iter().map(|(id, value)| (id.as_str(), value.as_str()));
        let key = |c: usize| serde_json::Value::from(made::component(ir, c as u64)).to_string();
        let mut machine = engine.table.machine();
        machine.listen(Listen::Record);
        Worker {
            output: Vec::new(),
            missing: Vec::new(),
            errors: 0,
            machine,
            line: Line::default(),
            bases: Vec::new(),
            defaults: options(ir, given),
            state: State::default(),
            progress: Progress::default(),
            search: Search::default(),
            path: Vec::new(),
            tallies: Tallies::new(ir.components.len()),
            keys: (0..ir.components.len()).map(key).collect(),
            scratch: Vec::new(),
        }
    }

    /// Before a round.
    pub(super) fn begin(&mut self) {
        self.output.clear();
        self.missing.clear();
        self.errors = 0;
    }

    /// Evaluates a line and writes what comes of it.
    pub(super) fn line(&mut self, engine: &Engine<'a>, text: &[u8]) {
        let words = Words { ir: engine.table.ir(), names: engine.names, lookup: &engine.lookup };
        let read = self.line.read(&words, text);
        let (id, evaluated) = match read {
            Ok(id) => (id, self.evaluate(engine)),
            Err((id, message)) => return self.error(&id, &message),
        };
        match evaluated {
            Ok(Some(made)) => self.write(engine, id, &made),
            Ok(None) => {}
            Err(message) => self.error(id, &message),
        }
    }

    /// Evaluates the line that was read. None if its expression must be compiled first.
    fn evaluate(&mut self, engine: &Engine<'a>) -> Result<Option<Vec<Made>>, String> {
        let code = match (&self.line.eval, &engine.settings.eval) {
            (own, _) if !own.is_empty() => own,
            (_, Some(eval)) => eval,
            _ => return Err("it does not say what to evaluate: give `eval`".into()),
        };
        let function = match engine.compiled.get(code) {
            Some(function) => function.clone()?,
            None => {
                self.missing.push(code.clone());
                return Ok(None);
            }
        };
        self.lay(engine)?;
        let ir = engine.table.ir();
        let answers = Answers::new(engine.names, ir, &self.line.answers).map_err(|(_, message)| message)?;
        if engine.settings.best {
            self.machine.listen(Listen::Nothing);
            let limit = engine.settings.best_limit;
            let found = self.search.run(&mut self.machine, engine.names, &self.state, function, &answers, limit);
            let found = found.map(|(_, path)| self.path.clone_from(&path.to_vec()));
            self.machine.listen(Listen::Record);
            found.map_err(|error| search_words(engine.table, &error))?;
        }
        let made = self.call(engine, function, &answers, None)?;
        if let Some(answer) = answers.passed_over(&self.progress) {
            // Once more, to say what the options were.
            let mut passed = Vec::new();
            self.lay(engine)?;
            self.call(engine, function, &answers, Some(&mut passed))?;
            let wrong = passed.iter().find(|w: &&Wrong| w.answer == Some(answer));
            return Err(wrong.map_or_else(|| "an answer is no option".into(), wrong_words));
        }
        Ok(Some(made))
    }

    /// The table that the line lays out.
    fn lay(&mut self, engine: &Engine<'a>) -> Result<(), String> {
        let table = engine.table;
        let ir = table.ir();
        let places = &ir.layout.zones;
        let owner = |zone: u16| places.get(zone as usize).and_then(|p| p.owner).map_or(0, |o| o + 1);
        let seats = self.line.zones.iter().map(|(zone, ..)| owner(*zone)).max().unwrap_or(0);
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
        let known = |b: &Base| b.players == players && b.seats == seats && b.options == *agreed;
        let at = match self.bases.iter().position(known) {
            Some(at) => at,
            None => {
                let laid = laid(&mut self.machine, players, seats, agreed, engine.settings.seed);
                if self.bases.len() >= MOST_BASES {
                    self.bases.clear();
                }
                self.bases.push(Base { players, seats, options: agreed.clone(), laid });
                self.bases.len() - 1
            }
        };
        self.state.copy_from(self.bases[at].laid.as_ref().map_err(String::clone)?);
        if let Some(seed) = self.line.seed {
            self.state.reseed(seed);
        }
        for &(zone, from, to) in &self.line.zones {
            if table.zone_count(&self.state, zone) > 0 {
                self.scratch.clear();
                self.scratch.extend(table.contents(&self.state, zone));
                for &component in &self.scratch {
                    // Whatever is in a zone exists.
                    let _ = table.put_away(&mut self.state, component);
                }
            }
            // The first named is the top.
            for &component in self.line.cards[from..to].iter().rev() {
                if !table.is_in_game(&self.state, component) {
                    let what = engine.names.component(u64::from(component));
                    return Err(format!("{what} is not in the game with these options and players"));
                }
                if table.put(&mut self.state, component, zone, false).is_err() {
                    let (what, zone) = (engine.names.component(u64::from(component)), engine.names.zone(zone));
                    return Err(format!("{what} cannot be in `{zone}`"));
                }
            }
        }
        Ok(())
    }

    /// Calls the function on the table that is laid; choices are answered along the path that was found, or as the answers say.
    fn call(
        &mut self,
        engine: &Engine<'a>,
        function: u16,
        answers: &Answers,
        mut passed: Option<&mut Vec<Wrong>>,
    ) -> Result<Vec<Made>, String> {
        let ir = engine.table.ir();
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
            let options =
                self.machine.options(&mut self.state).map_err(|refused| refused_words(engine.table, refused))?;
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
                Decision::Open if engine.settings.best => self.path.get(asked).map_or(0, |i| *i as usize),
                Decision::Open => {
                    let choice = ir.choices.get(options.choice() as usize);
                    match choice.and_then(|c| decline(c, options)) {
                        Some(index) => index,
                        None => return Err(wrong_words(&Wrong::unanswered(names, engine.table, &self.state, options))),
                    }
                }
            };
            if engine.settings.best {
                made.extend(Made::new(names, engine.table, &self.state, options, index));
            }
            asked += 1;
            self.machine.choose(&mut self.state, index).map_err(|refused| refused_words(engine.table, refused))?;
            stop = self.machine.advance(&mut self.state);
        }
        Ok(made)
    }

    fn error(&mut self, id: &str, message: &str) {
        self.errors += 1;
        let message = serde_json::Value::from(message);
        // Writing to memory does not fail.
        let _ = writeln!(self.output, "{{\"id\": {id}, \"error\": {message}}}");
    }

    /// Writes the value that the machine has come to, and the tallies on the way there.
    fn write(&mut self, engine: &Engine, id: &str, made: &[Made]) {
        let ir = engine.table.ir();
        let code =
            if self.line.eval.is_empty() { engine.settings.eval.as_deref().unwrap_or("") } else { &self.line.eval };
        let function = engine.compiled.get(code).and_then(|f| f.as_ref().ok());
        let ty = function.and_then(|f| ir.functions.get(*f as usize)).and_then(|f| f.result.as_ref());
        let out = &mut self.output;
        // Writing to memory does not fail.
        let _ = write!(out, "{{\"id\": {id}, \"value\": ");
        match (ty, self.machine.result()) {
            (Some(ValueType::Int), [word, ..]) => {
                let _ = write!(out, "{}", *word as i64);
            }
            (Some(ty), words) => {
                let _ = write!(out, "{}", value(engine.names, ir, ty, words));
            }
            (None, _) => out.extend_from_slice(b"null"),
        }
        out.extend_from_slice(b", \"detail\": {");
        self.tallies.collect(self.machine.events());
        for (i, (component, points)) in self.tallies.list.iter().enumerate() {
            if i > 0 {
                out.extend_from_slice(b", ");
            }
            out.extend_from_slice(self.keys.get(*component as usize).map_or(b"\"\"", |k| k.as_bytes()));
            let _ = match points {
                Some(points) => write!(out, ": {points}"),
                None => write!(out, ": null"),
            };
        }
        out.push(b'}');
        if engine.settings.best {
            out.extend_from_slice(b", \"answers\": ");
            made::write(&made::given(made), out);
        }
        out.extend_from_slice(b"}\n");
    }
}

/// A table for so many; where it is not said, for the fewest that the game, its options and the seats named allow.
fn laid(machine: &mut Machine, players: Option<u8>, seats: u8, options: &[i64], seed: u64) -> Result<State, String> {
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

/// Tallies by component, those of one added up, in the order in which they first came.
struct Tallies {
    list: Vec<(u32, Option<i64>)>,
    /// For each component its place in the list, + 1.
    places: Vec<u32>,
}

impl Tallies {
    fn new(components: usize) -> Self {
        Tallies { list: Vec::new(), places: vec![0; components] }
    }

    fn collect(&mut self, events: &[Event]) {
        for (component, _) in self.list.drain(..) {
            self.places[component as usize] = 0;
        }
        for event in events {
            let Event::Tally { component, points } = event else { continue };
            let Some(place) = self.places.get_mut(*component as usize) else { continue };
            match place.checked_sub(1) {
                Some(at) => {
                    let before = &mut self.list[at as usize].1;
                    *before = match (*before, *points) {
                        (Some(a), Some(b)) => Some(a.saturating_add(b)),
                        (a, b) => a.or(b),
                    };
                }
                None => {
                    self.list.push((*component, *points));
                    *place = self.list.len() as u32;
                }
            }
        }
    }
}

/// A value that is no plain number, as JSON.
fn value(names: &Names, ir: &Ir, ty: &ValueType, words: &[u64]) -> serde_json::Value {
    let word = words.first().copied().unwrap_or(crate::ir::NONE);
    match ty {
        ValueType::Int => (word as i64).into(),
        ValueType::Bool => (word != 0).into(),
        ValueType::Optional(_) if word == crate::ir::NONE => serde_json::Value::Null,
        ValueType::Optional(of) => value(names, ir, of, words),
        ValueType::Set(of) => sets::elements(words).map(|e| value(names, ir, of, &[e])).collect(),
        ValueType::Amount(pers) => Parts::of(&ir.enums, &ir.names, pers, words).json(),
        ValueType::Component => made::component(ir, word).into(),
        _ => names.printed(ty, words).into(),
    }
}

fn wrong_words(wrong: &Wrong) -> String {
    format!("{}; {}", wrong.message(), wrong.options_text())
}

fn refused_words(table: &Table, refused: Refused) -> String {
    match refused {
        Refused::Fault(fault) => fault_words(table, &fault),
        Refused::NotAsked | Refused::NotPossible => "the answer was not taken".into(),
    }
}

/// A fault in one line: `game.toml:12: CW0701 …`
fn fault_words(table: &Table, fault: &Fault) -> String {
    let diagnostic = fault.to_diagnostic(table);
    let ir = table.ir();
    let place = diagnostic.labels.first().and_then(|label| {
        let file = ir.files.get(label.span.file.0 as usize)?;
        let before = file.text.get(..label.span.start as usize)?;
        Some(format!("{}:{}: ", file.name, before.matches('\n').count() + 1))
    });
    format!("{}{} {}", place.unwrap_or_default(), diagnostic.code, diagnostic.message)
}

fn search_words(table: &Table, error: &SearchError) -> String {
    match error {
        SearchError::Fault(fault) => fault_words(table, fault),
        SearchError::Answer(wrong) => wrong_words(wrong),
        SearchError::TooMany(limit) => {
            format!("there are more ways to answer than {limit} tries reach: give some answers, or raise the limit")
        }
        SearchError::Ended => "the game ended before there was a value".into(),
        SearchError::NoNumber => "the greatest value can be searched for numbers only".into(),
    }
}
