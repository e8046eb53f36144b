//! `cardwright drive`: games driven by another program, one JSON object per line. docs/drive.md describes the lines.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};
use std::process::ExitCode;

use serde::Deserialize;
use serde_json::{Map, Number, Value, json};

use super::input;
use super::open::{self, Agreed};
use super::perft::from_scenario;
use super::ui::Ui;
use super::{Outcome, Stop};
use crate::compile::Game;
use crate::diagnostics::{json_syntax, json_text, nearest};
use crate::ir::{Begin, Ir, Owner};
use crate::play::{Agreement, LaidOut, NamedList, Saved, Session, choice_json, over_json, story};
use crate::table::{Fault, Names, Players, Refused, State, Stop as TableStop, Table, ToldPlace, ViewedZone};

/// Size limit of a line, in bytes.
const LONGEST: u64 = 1 << 20;

/// Drive games from another program: one JSON object per line, on standard input and output
#[derive(clap::Args)]
pub(super) struct Args {
    /// Game folder, or id of a shipped game
    #[arg(default_value = ".")]
    game: String,
}

/// The settings of a new game.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct NewGame {
    scenario: Option<String>,
    players: Option<u8>,
    setup: Option<String>,
    options: Map<String, Value>,
    decks: BTreeMap<String, String>,
    seed: Option<Number>,
    /// The initial contents of zones and the initial state, in the format of scenarios.
    zones: Map<String, Value>,
    state: Map<String, Value>,
    begin: Option<BeginAt>,
}

/// The point at which a game begins.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum BeginAt {
    Setup,
    Play,
}

/// A line of input.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase")]
enum Request {
    New(Box<NewGame>),
    Ask {},
    Choose { option: Value },
    Undo {},
    View { seat: Option<u8> },
    State {},
    Record { seat: Option<u8> },
    Save {},
}

/// Answers every line of standard input.
pub(super) fn run(args: &Args, ui: &Ui) -> Outcome {
    let game = open::game(&args.game)?;
    drive(&game, &args.game, &mut io::stdin().lock(), &mut ui.out())?;
    Ok(ExitCode::SUCCESS)
}

/// Answers every line of `lines` with a line. `package` is the game as named by the user.
///
/// # Errors
/// Reading or writing fails, or a line is longer than 1 MiB.
pub fn drive(game: &Game, package: &str, lines: &mut impl BufRead, out: &mut impl Write) -> io::Result<()> {
    let mut next: Option<NewGame> = None;
    loop {
        let agreed = match next.take() {
            Some(agreed) => agreed,
            None => match read(lines)? {
                None => return Ok(()),
                Some(Ok(Request::New(agreed))) => *agreed,
                Some(Ok(_)) => {
                    write(out, &wrong("there is no game yet: begin with {\"do\": \"new\"}"))?;
                    continue;
                }
                Some(Err(words)) => {
                    write(out, &wrong(&words))?;
                    continue;
                }
            },
        };
        match play(game, package, &agreed, lines, out) {
            Ok(None) => return Ok(()),
            Ok(again) => next = again,
            Err(Stop::Io(error)) => return Err(error),
            Err(Stop::Usage(words)) => write(out, &wrong(&words))?,
            Err(Stop::Found(found, _)) => {
                let first = found.first().map_or("the game cannot be laid", |d| d.message.as_str());
                write(out, &wrong(first))?;
            }
        }
    }
}

/// Reads the next request, and skips empty lines; `None` at the end of the input.
fn read(lines: &mut impl BufRead) -> io::Result<Option<Result<Request, String>>> {
    while let Some(line) = input::line(lines, LONGEST)? {
        if !line.is_empty() {
            return Ok(Some(request(&line)));
        }
    }
    Ok(None)
}

/// The requests, each with the keys that its line may have besides `do`.
const LINES: [(&str, &[&str]); 8] = [
    ("new", &["scenario", "players", "setup", "options", "decks", "seed", "zones", "state", "begin"]),
    ("ask", &[]),
    ("choose", &["option"]),
    ("undo", &[]),
    ("view", &["seat"]),
    ("state", &[]),
    ("record", &["seat"]),
    ("save", &[]),
];

/// Returns the type of a key's value: a description and a test.
fn wanted(key: &str) -> (&'static str, fn(&Value) -> bool) {
    match key {
        "scenario" | "setup" => ("a string", |value| value.is_string() || value.is_null()),
        "begin" => ("`setup` or `play`", |value| matches!(value.as_str(), Some("setup" | "play")) || value.is_null()),
        "players" | "seat" => {
            ("a whole number", |value| value.as_u64().is_some_and(|n| n <= u8::MAX.into()) || value.is_null())
        }
        "seed" => ("a whole number", |value| value.is_number() || value.is_null()),
        "decks" => {
            ("an object of strings", |value| value.as_object().is_some_and(|of| of.values().all(Value::is_string)))
        }
        "options" | "zones" | "state" => ("an object", Value::is_object),
        _ => ("a value", |_| true),
    }
}

/// Parses a line. Unknown keys are errors, since an ignored key would be taken for effective.
fn request(line: &str) -> Result<Request, String> {
    let value: Value = serde_json::from_str(line)
        .map_err(|error| format!("a line is a JSON object, such as {{\"do\": \"ask\"}}: {}", json_syntax(&error)))?;
    let Some(keys) = value.as_object() else {
        return Err("a line is an object, such as {\"do\": \"ask\"}".into());
    };
    let names: Vec<&str> = LINES.iter().map(|(name, _)| *name).collect();
    let Some(asked) = keys.get("do").and_then(Value::as_str) else {
        return Err(format!("a line says with `do` what is to be done: {}", names.join(", ")));
    };
    let Some((_, known)) = LINES.iter().find(|(name, _)| *name == asked) else {
        let help = nearest(asked, names.iter().copied())
            .map_or_else(|| format!("there are {}", names.join(", ")), |near| format!("did you mean `{near}`?"));
        return Err(format!("`{asked}` cannot be done; {help}"));
    };
    if let Some(strange) = keys.keys().find(|key| *key != "do" && !known.contains(&key.as_str())) {
        return Err(match (known.is_empty(), nearest(strange, known.iter().copied())) {
            (true, _) => format!("`{asked}` has no `{strange}`: its line has nothing but `do`"),
            (false, Some(near)) => format!("`{asked}` has no `{strange}`; did you mean `{near}`?"),
            (false, None) => format!("`{asked}` has no `{strange}`; beside `do` it may have: {}", known.join(", ")),
        });
    }
    if asked == "choose" && !keys.contains_key("option") {
        return Err("`choose` needs an `option`: its place in the list, from 0, or its name".into());
    }
    if let Some((key, value, expected)) = keys.iter().find_map(|(key, value)| {
        let (expected, fits) = wanted(key);
        (!fits(value)).then_some((key, value, expected))
    }) {
        let value = value.to_string();
        return Err(match value.len() {
            0..=80 => format!("`{key}` is {value}; expected {expected}"),
            _ => format!("`{key}` is something else than {expected}"),
        });
    }
    serde_json::from_str(line).map_err(|error| error.to_string())
}

fn write(out: &mut impl Write, answer: &Value) -> io::Result<()> {
    writeln!(out, "{answer}")?;
    out.flush()
}

fn wrong(words: &str) -> Value {
    json!({ "ok": false, "error": words })
}

/// Returns a successful answer.
fn fine(said: Map<String, Value>) -> Value {
    let mut answer = Map::from_iter([("ok".to_owned(), true.into())]);
    answer.extend(said);
    answer.into()
}

/// Plays one game until another is requested, which is returned, or the input ends.
fn play(
    game: &Game,
    package: &str,
    new: &NewGame,
    lines: &mut impl BufRead,
    out: &mut impl Write,
) -> Result<Option<NewGame>, Stop> {
    let agreed = new.agreed()?;
    let laid = agreed.sitting(1).laid(game)?;
    let ir = laid.as_ref().map_or(&game.ir, |laid| &laid.ir);
    let table = open::table(ir)?;
    let session = match &new.scenario {
        None if new.lays_out() => {
            let agreement = agreed.settle(&mut table.machine(), 1, Some(1))?;
            let state = new.laid_out(laid.as_ref().unwrap_or(game), &table, &agreement)?;
            Session::resume(&table, agreement, state)
        }
        None => {
            let agreement = agreed.settle(&mut table.machine(), 1, Some(1))?;
            Session::new(&table, agreement)
        }
        Some(_) if laid.is_some() => {
            let words =
                "a game whose players bring lists does not begin from a scenario here: give `decks` and options";
            return Err(Stop::Usage(words.into()));
        }
        Some(id) => {
            new.alone()?;
            let (start, _) = from_scenario(&table, &Names::new(ir), id)?;
            let agreement = start.agreement(&table);
            Session::of_scenario(&table, agreement, start)
        }
    };
    let session = session.map_err(|why| open::disagreement(ir, &table, why))?;
    let mut driven =
        Driven { stop: TableStop::Idle, session, ir, package, whole: new.scenario.is_none() && !new.lays_out() };
    driven.stop = driven.session.advance();
    write(out, &driven.position())?;
    while let Some(request) = read(lines)? {
        let answer = match request {
            Ok(Request::New(next)) => return Ok(Some(*next)),
            Ok(request) => driven.answer(&request).unwrap_or_else(|words| wrong(&words)),
            Err(words) => wrong(&words),
        };
        write(out, &answer)?;
    }
    Ok(None)
}

impl NewGame {
    /// Checks that no settings are given besides a scenario, which fixes them.
    fn alone(&self) -> Result<(), Stop> {
        let given = self.players.is_some() || self.setup.is_some() || self.seed.is_some();
        if given || !self.options.is_empty() || self.lays_out() {
            let words = "a scenario says all of it itself: leave `players`, `setup`, `options`, `seed`, `zones`, `state` and `begin` out";
            return Err(Stop::Usage(words.into()));
        }
        Ok(())
    }

    /// Whether the line lays out the table, instead of starting with setup.
    fn lays_out(&self) -> bool {
        !self.zones.is_empty() || !self.state.is_empty() || self.begin.is_some()
    }

    /// Lays out the table as the line says, and begins the game.
    fn laid_out(&self, game: &Game, table: &Table, agreement: &Agreement) -> Result<State, Stop> {
        let names = Names::new(&game.ir);
        let mut machine = table.machine();
        let mut state = agreement.lay(&mut machine).map_err(|why| open::disagreement(&game.ir, table, why))?;
        let laid = LaidOut::read(game, &names, &self.zones, &self.state);
        laid.and_then(|laid| laid.lay(table, &names, &mut state)).map_err(Stop::Usage)?;
        let begin = match self.begin {
            Some(BeginAt::Setup) => Begin::Setup,
            Some(BeginAt::Play) | None => Begin::Play,
        };
        machine.start(&mut state, begin);
        Ok(state)
    }

    fn agreed(&self) -> Result<Agreed, Stop> {
        let option = |(id, value): (&String, &Value)| (id.clone(), json_text(value));
        Ok(Agreed {
            players: self.players,
            setup: self.setup.clone(),
            options: self.options.iter().map(option).collect(),
            decks: self
                .decks
                .iter()
                .map(|(who, list)| NamedList::written(who, list))
                .collect::<Result<_, _>>()
                .map_err(Stop::Usage)?,
            seed: self.seed.as_ref().map(seed).transpose()?,
        })
    }
}

/// Parses a seed, limited to the range that saved games can store.
fn seed(written: &Number) -> Result<u64, Stop> {
    let seed = written.as_u64().filter(|seed| i64::try_from(*seed).is_ok());
    seed.ok_or_else(|| Stop::Usage(format!("`seed` is a whole number from 0 to {}, not {written}", i64::MAX)))
}

/// A game in progress.
struct Driven<'t> {
    session: Session<'t>,
    /// The current stop of the machine.
    stop: TableStop,
    ir: &'t Ir,
    package: &'t str,
    /// Whether it began with setup rather than from a scenario.
    whole: bool,
}

impl Driven<'_> {
    fn answer(&mut self, request: &Request) -> Result<Value, String> {
        match request {
            Request::New(_) | Request::Ask {} => Ok(self.position()),
            Request::Choose { option } => {
                self.choose(option)?;
                Ok(self.position())
            }
            Request::Undo {} => {
                if !self.session.undo() {
                    return Err("there is nothing to undo".into());
                }
                self.stop = TableStop::Choice;
                Ok(self.position())
            }
            Request::View { seat } => {
                let viewer = self.seat(*seat)?;
                let view = self.session.table().view(self.session.state(), viewer);
                let mut zones = Map::new();
                for (name, said) in view.zones.iter().map(|zone| self.viewed(zone)) {
                    // Zones of components with the same name and without an order get numbered names.
                    let mut names = std::iter::once(name.clone()).chain((2..).map(|n| format!("{name} ({n})")));
                    let free = names.find(|name| !zones.contains_key(name));
                    zones.insert(free.unwrap_or_default(), said);
                }
                let fields = view.fields.iter().map(|field| (field.field, field.owner, field.words.as_slice()));
                let out: Vec<u8> = (0..view.players).filter(|p| view.out >> p & 1 == 1).map(|p| p + 1).collect();
                Ok(json!({ "ok": true, "seat": seat, "zones": zones, "state": self.fields(fields), "out": out }))
            }
            Request::State {} => {
                let (ir, table, state) = (self.ir, self.session.table(), self.session.state());
                let zones = (0..self.ir.layout.zones.len() as u16).map(|zone| {
                    let contents = table.contents(state, zone);
                    (self.session.names().zone(zone), self.inside(contents.len(), Some(&contents)))
                });
                let fields = (0u16..).zip(&self.ir.layout.fields).flat_map(|(f, info)| {
                    let owners = match info.owner {
                        Owner::Player => u32::from(state.players()),
                        _ => info.owners,
                    };
                    // Fields that the compiler adds have no public name.
                    let borne = move |owner: &u32| info.is_declared() && ir.bears_field(*owner, info);
                    (0..owners).filter(borne).filter_map(move |owner| Some((f, owner, table.field(state, f, owner)?)))
                });
                let fields = self.fields(fields);
                Ok(json!({ "ok": true, "zones": zones.collect::<Map<String, Value>>(), "state": fields }))
            }
            Request::Record { seat } => {
                let all = || (0..self.session.agreement().players).collect();
                let readers = self.seat(*seat)?.map_or_else(all, Players::one);
                let turns = story(self.session.record(), readers);
                Ok(json!({ "ok": true, "record": turns.iter().map(crate::play::Turn::text).collect::<Vec<String>>() }))
            }
            Request::Save {} if !self.whole => Err(
                "a game that began from a scenario or a table laid out cannot be saved: a saved game begins with setup"
                    .into(),
            ),
            Request::Save {} => {
                let saved = Saved::of(&self.session, self.package, &[]).to_toml();
                Ok(json!({ "ok": true, "saved": saved }))
            }
        }
    }

    /// Converts a seat from the notation, from 1, to an index, from 0.
    fn seat(&self, seat: Option<u8>) -> Result<Option<u8>, String> {
        let players = self.session.agreement().players;
        match seat {
            None => Ok(None),
            Some(seat) if (1..=players).contains(&seat) => Ok(Some(seat - 1)),
            Some(seat) => Err(format!("there is no seat {seat}: seats are 1 to {players}")),
        }
    }

    fn choose(&mut self, option: &Value) -> Result<(), String> {
        if !matches!(self.stop, TableStop::Choice) {
            return Err("nobody is to choose: the game is over".into());
        }
        let index = {
            let count = match self.session.seen() {
                Ok(seen) => seen.options().len(),
                Err(refused) => return Err(refused_words(&self.session, &refused)),
            };
            match option {
                Value::String(name) => self.session.find(name).map_err(|unknown| match unknown.hint() {
                    Some(hint) => format!("`{name}` is none of the options; {hint}"),
                    None => format!("`{name}` is none of the options"),
                })?,
                number => number.as_u64().map(|n| n as usize).filter(|n| *n < count).ok_or_else(|| {
                    format!("`option` is a name, or a number from 0 to {}, not {number}", count.saturating_sub(1))
                })?,
            }
        };
        self.session.mark();
        self.session.choose(index).map_err(|refused| refused_words(&self.session, &refused))?;
        self.stop = self.session.advance();
        Ok(())
    }

    /// Returns the position: the choice with its options, or the result.
    fn position(&mut self) -> Value {
        match &self.stop {
            TableStop::Choice => match self.session.seen() {
                Ok(seen) => fine(choice_json(&seen, &Names::new(self.ir))),
                Err(refused) => wrong(&refused_words(&self.session, &refused)),
            },
            TableStop::Over => match self.session.outcome() {
                Ok(outcome) => fine(over_json(self.ir, &outcome)),
                Err(fault) => fault_json(&self.session, &fault),
            },
            TableStop::Fault(fault) => fault_json(&self.session, fault),
            _ => json!({ "ok": true, "status": "idle" }),
        }
    }

    /// Returns a zone as a viewer sees it. If its contents are hidden, includes what the viewer knows of single places.
    fn viewed(&self, zone: &ViewedZone) -> (String, Value) {
        let mut said = self.inside(zone.count, zone.contents.as_deref());
        let place = |place: usize| if place == 0 { "?".into() } else { place.to_string() };
        let mut known: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for face in &zone.known {
            known.entry(place(face.place)).or_default().push(self.component(face.component));
        }
        let names = self.session.names();
        let told = |told: &ToldPlace| (place(told.place), told.told.iter().map(|t| names.told(t)).collect());
        let told: BTreeMap<String, Vec<String>> = zone.told.iter().map(told).collect();
        if !known.is_empty() {
            said["known"] = json!(known);
        }
        if !told.is_empty() {
            said["told"] = json!(told);
        }
        (names.viewed_zone(zone), said)
    }

    fn inside(&self, count: usize, contents: Option<&[u32]>) -> Value {
        let contents: Option<Vec<&str>> = contents.map(|all| all.iter().map(|c| self.component(*c)).collect());
        json!({ "count": count, "contents": contents })
    }

    /// Returns the id of a component.
    fn component(&self, component: u32) -> &str {
        self.ir.components.get(component as usize).map_or("none", |c| c.id.as_str())
    }

    /// Returns state as scenarios write it: by name and, for players, components and cells, by owner.
    fn fields<'w>(&self, fields: impl Iterator<Item = (u16, u32, &'w [u64])>) -> Value {
        let mut all = Map::new();
        for (field, owner, words) in fields {
            let Some(info) = self.ir.layout.fields.get(usize::from(field)) else { continue };
            let whose = match info.owner {
                Owner::Table => None,
                Owner::Player => Some((owner + 1).to_string()),
                Owner::Component => Some(self.component(owner).to_owned()),
                Owner::Cell => self.ir.cells.get(owner as usize).map(|cell| cell.id.clone()),
            };
            let key = whose.map_or_else(|| info.id.clone(), |whose| format!("{}[{whose}]", info.id));
            all.insert(key, self.session.names().value(&info.ty, words).into());
        }
        Value::Object(all)
    }
}

/// Returns the message of a fault, with only what every player may know.
fn fault_words(session: &Session, fault: &Fault) -> String {
    let everybody = (0..session.state().players()).collect();
    fault.to_diagnostic_for(session.table(), session.state(), everybody).message
}

fn fault_json(session: &Session, fault: &Fault) -> Value {
    let message = fault_words(session, fault);
    json!({ "ok": true, "status": "fault", "code": fault.code().to_string(), "message": message })
}

fn refused_words(session: &Session, refused: &Refused) -> String {
    match refused {
        Refused::NotAsked => "nobody is to choose".into(),
        Refused::NotPossible => "this is none of the options".into(),
        Refused::Fault(fault) => fault_words(session, fault),
    }
}
