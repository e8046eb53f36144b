//! One game as a program plays it: its answers as JSON.

use serde_json::{Map, Value, json};

use super::line::ProtocolRequest;
use super::state_names::{component_id, named_fields};
use super::view::View;
use crate::diagnostics::Code;
use crate::ir::{ComponentId, Ir, Owner, PlayerId, SeatNumber, ToIndex, ValueType, ZonePlaceId};
use crate::play::{
    Observation, Options, Outcome, RecordTurn, SavedGame, Session, choice_json, last_turns, over_json,
    position_as_scenario, story,
};
use crate::table::{Fault, Names, Players, Rejection, Stop, Table, TableView};

/// A game in progress.
pub struct DrivenGame<'t> {
    session: Session<'t>,
    /// The current stop of the machine.
    stop: Stop,
    /// True if the state before each answer is kept, not only that before the last.
    undoable: bool,
}

impl<'t> DrivenGame<'t> {
    /// Advances a game to its first choice.
    pub fn new(mut session: Session<'t>) -> Self {
        let stop = session.advance();
        DrivenGame { session, stop, undoable: true }
    }

    /// The same, but keeps the state before the last answer only: each state takes memory.
    pub fn without_undo(self) -> Self {
        DrivenGame { undoable: false, ..self }
    }

    /// Copies the game to a table of the same game: see [`Session::copy_to`].
    pub fn copy_to<'u>(&self, table: &'u Table<'u>) -> Option<DrivenGame<'u>> {
        Some(DrivenGame {
            session: self.session.copy_to(table)?,
            stop: self.stop.clone(),
            undoable: self.undoable,
        })
    }

    /// Returns what the choosing player sees; `None` if the game waits for no choice.
    pub fn observation(&mut self) -> Option<Observation<'_>> {
        self.session.observation().ok()
    }

    /// Returns the session in which the game is played.
    pub fn session(&self) -> &Session<'t> {
        &self.session
    }

    /// Returns the reason for which the game stopped last.
    pub fn stop(&self) -> &Stop {
        &self.stop
    }

    /// Returns the player who must choose, from 0.
    pub fn chooser(&self) -> Option<PlayerId> {
        matches!(self.stop, Stop::Choice).then(|| self.session.state().chooser()).flatten()
    }

    /// Returns the number of answers so far.
    pub fn plies(&self) -> u64 {
        self.session.state().plies()
    }

    fn ir(&self) -> &'t Ir {
        self.session.table().ir()
    }

    /// Answers a request of a program that knows everything. `package` is the game as named by the user.
    ///
    /// # Errors
    /// The request cannot be fulfilled; the reason for people. The game is unchanged.
    pub fn answer(&mut self, request: &ProtocolRequest, package: &str) -> Result<Value, String> {
        match request {
            ProtocolRequest::New(_) | ProtocolRequest::Ask {} => Ok(self.position()),
            ProtocolRequest::Choose { option, ply } => {
                self.is_at(*ply)?;
                self.choose(option)?;
                Ok(self.position())
            }
            ProtocolRequest::Undo {} => {
                self.undo()?;
                Ok(self.position())
            }
            ProtocolRequest::View { seat } => {
                let viewer = self.seat(*seat)?;
                let mut said = json!({ "ok": true, "seat": seat });
                let view = self.view(viewer);
                merge(&mut said, self.view_json(&view));
                Ok(said)
            }
            ProtocolRequest::State {} => {
                let mut said = json!({ "ok": true });
                merge(&mut said, self.state());
                Ok(said)
            }
            ProtocolRequest::Record { seat } => {
                let readers = self.seat(*seat)?.map_or_else(|| self.everybody(), Players::one);
                Ok(json!({ "ok": true, "record": self.record(readers) }))
            }
            ProtocolRequest::Save {} => Ok(json!({ "ok": true, "saved": self.save(package)? })),
            ProtocolRequest::Scenario { name: None, .. } => {
                Ok(json!({ "ok": true, "scenario": position_as_scenario(&self.session)? }))
            }
            ProtocolRequest::Scenario { name: Some(_), .. } => {
                Err("only the studio writes into a package; without `name`, the answer has the text".into())
            }
            ProtocolRequest::Hint { .. } => Err("only the tables of the studio give hints".into()),
        }
    }

    /// Checks that an answer is for the current position.
    ///
    /// # Errors
    /// The answer is for another position.
    pub fn is_at(&self, ply: Option<u64>) -> Result<(), String> {
        match ply {
            Some(ply) if ply != self.plies() => Err("the game has moved on".into()),
            _ => Ok(()),
        }
    }

    /// Returns the set of all players.
    pub fn everybody(&self) -> Players {
        PlayerId::all(self.session.agreement().players).collect()
    }

    /// Takes back the last answer.
    ///
    /// # Errors
    /// There is none.
    pub fn undo(&mut self) -> Result<(), String> {
        if !self.session.undo() {
            return Err("there is nothing to undo".into());
        }
        self.stop = Stop::Choice;
        Ok(())
    }

    /// Returns a player's view, or for `None` a spectator's, with the changed state of components that have
    /// been in no zone since the start.
    pub fn view(&self, viewer: Option<PlayerId>) -> TableView {
        let (table, session) = (self.session.table(), &self.session);
        let mut view = table.view(session.state(), viewer);
        let aside = table.state_aside(&view, (session.state(), session.initial_state()));
        view.fields.extend(aside);
        view
    }

    /// Names everything in a view.
    pub fn named_view(&self, view: &TableView) -> View {
        View::of(&self.session, view)
    }

    /// Formats a view: `zones`, `state` and `out`.
    pub fn view_json(&self, view: &TableView) -> Value {
        json!(self.named_view(view))
    }

    /// Formats all zones and all state, hidden or not.
    pub fn state(&self) -> Value {
        let (ir, table, state) = (self.ir(), self.session.table(), self.session.state());
        // Zones of empty seats are not part of the game.
        let sits =
            |zone: &ZonePlaceId| ir.layout.zones[*zone].owner.is_none_or(|owner| owner.0 < state.players());
        let zones = ir.layout.zones.ids().filter(sits).map(|zone| {
            let contents = table.contents(state, zone);
            (self.session.names().zone(zone), self.zone_contents(contents.len(), Some(&contents)))
        });
        let fields = ir.layout.fields.iter_ids().flat_map(|(f, info)| {
            let owners = match info.owner {
                Owner::Player => u32::from(state.players()),
                _ => info.owners,
            };
            // Fields that the compiler adds have no public name.
            let borne = move |owner: &u32| info.is_declared() && ir.bears_field(*owner, info);
            (0..owners).filter(borne).filter_map(move |owner| Some((f, owner, table.field(state, f, owner)?)))
        });
        let fields =
            named_fields(&self.session, fields).into_iter().map(|(name, value)| (name, value.into()));
        json!({ "zones": zones.collect::<Map<String, Value>>(), "state": fields.collect::<Map<String, Value>>() })
    }

    /// Returns the record for these readers, a line for each turn.
    pub fn record(&self, readers: Players) -> Vec<String> {
        story(self.session.record(), readers).iter().map(RecordTurn::text).collect()
    }

    /// Returns the last `count` lines of [`DrivenGame::record`], without making those before them.
    pub fn last_lines(&self, readers: Players, count: usize) -> Vec<String> {
        last_turns(self.session.record(), readers, count).iter().map(RecordTurn::text).collect()
    }

    /// Returns the text of a saved game.
    ///
    /// # Errors
    /// The game did not begin with setup.
    pub fn save(&self, package: &str) -> Result<String, String> {
        if !self.session.is_whole() {
            let words = "a game that began from a scenario or a table laid out cannot be saved: a saved game begins with setup";
            return Err(words.into());
        }
        Ok(SavedGame::of(&self.session, package, &[]).to_toml())
    }

    /// Converts a seat from the notation, from 1, to an index, from 0.
    ///
    /// # Errors
    /// There is no such seat.
    pub fn seat(&self, seat: Option<SeatNumber>) -> Result<Option<PlayerId>, String> {
        let players = self.session.agreement().players;
        match seat {
            None => Ok(None),
            Some(seat) => match seat.player().filter(|player| player.0 < players) {
                None => Err(format!("there is no seat {seat}: seats are 1 to {players}")),
                player => Ok(player),
            },
        }
    }

    /// Answers the choice with an option, by its name or index, and plays on to the next choice.
    ///
    /// # Errors
    /// There is no such option.
    pub fn choose(&mut self, option: &Value) -> Result<(), String> {
        if !matches!(self.stop, Stop::Choice) {
            return Err("nobody is to choose: the game is over".into());
        }
        let index = {
            let count = match self.session.observation() {
                Ok(seen) => seen.options().len(),
                Err(refused) => return Err(refused_words(&self.session, &refused)),
            };
            match option {
                Value::String(name) => self.session.find(name).map_err(|unknown| match unknown.hint() {
                    Some(hint) => format!("`{name}` is none of the options; {hint}"),
                    None => format!("`{name}` is none of the options"),
                })?,
                number => number.as_u64().map(|n| n.index()).filter(|n| *n < count).ok_or_else(|| {
                    format!(
                        "`option` is a name, or a number from 0 to {}, not {number}",
                        count.saturating_sub(1)
                    )
                })?,
            }
        };
        if !self.undoable {
            self.session.forget_marks();
        }
        self.session.mark();
        self.session.choose(index).map_err(|refused| refused_words(&self.session, &refused))?;
        self.stop = self.session.advance();
        Ok(())
    }

    /// Returns the position: the choice with its options, or the result.
    pub fn position(&mut self) -> Value {
        let ir = self.ir();
        match &self.stop {
            Stop::Choice => match self.session.observation() {
                Ok(seen) => accept(choice_json(&seen, &Names::new(ir))),
                Err(refused) => refuse(&refused_words(&self.session, &refused)),
            },
            Stop::Over => match self.session.outcome() {
                Ok(outcome) => accept(over_json(ir, &outcome)),
                Err(fault) => fault_json(&self.session, &fault),
            },
            Stop::Fault(fault) => fault_json(&self.session, fault),
            _ => json!({ "ok": true, "status": "idle" }),
        }
    }

    /// Returns the options of the player who must choose; `None` if nobody must.
    ///
    /// # Errors
    /// Listing them raised a fault; the message for people.
    pub fn options(&mut self) -> Result<Option<Options>, String> {
        if self.stop != Stop::Choice {
            return Ok(None);
        }
        let names = Names::new(self.ir());
        match self.session.observation() {
            Ok(seen) => Ok(Some(Options::of(&seen, &names))),
            Err(refused) => Err(refused_words(&self.session, &refused)),
        }
    }

    /// Returns the outcome of a game that is over; `None` of another.
    ///
    /// # Errors
    /// Scoring raised a fault; the message for people.
    pub fn outcome(&mut self) -> Result<Option<Outcome>, String> {
        if self.stop != Stop::Over {
            return Ok(None);
        }
        let ir = self.ir();
        match self.session.outcome() {
            Ok(outcome) => Ok(Some(Outcome::of(ir, &outcome))),
            Err(fault) => Err(fault_words(&self.session, &fault)),
        }
    }

    /// Returns the code and the message of the fault in which the game has ended, with only the facts that
    /// every player may know.
    pub fn fault(&self) -> Option<(Code, String)> {
        let Stop::Fault(fault) = &self.stop else { return None };
        Some((fault.code(), fault_words(&self.session, fault)))
    }

    /// Returns the components that the options name, as far as the chooser knows them.
    pub fn offered_components(&mut self) -> Vec<ComponentId> {
        let components = self.ir().components.len() as u64;
        let names = Names::new(self.ir());
        let Ok(seen) = self.session.observation() else { return Vec::new() };
        let options = seen.options();
        let mut offered = Vec::new();
        for pick in options.iter() {
            for (ty, word) in names.types(options.choice(), &pick).zip(pick.values()) {
                let ty = if let ValueType::Optional(inner) = ty { inner } else { ty };
                // A component that the chooser does not see is named by its place, which is a larger number.
                if *ty == ValueType::Component && *word < components {
                    offered.extend(ComponentId::from_word(*word));
                }
            }
        }
        offered
    }

    /// Returns the position without its question and options, for those who do not choose.
    pub fn position_of_others(&mut self) -> Value {
        match self.chooser() {
            Some(chooser) => json!({ "ok": true, "status": "choice", "seat": chooser.seat() }),
            None => self.position(),
        }
    }

    fn zone_contents(&self, count: usize, contents: Option<&[ComponentId]>) -> Value {
        let contents: Option<Vec<&str>> =
            contents.map(|all| all.iter().map(|c| self.component(c.0)).collect());
        json!({ "count": count, "contents": contents })
    }

    /// Returns the id that programs use for a component: `badger#2`.
    pub fn component(&self, id: u32) -> &str {
        component_id(self.ir(), ComponentId(id))
    }
}

/// Returns a successful answer.
fn accept(said: Map<String, Value>) -> Value {
    let mut answer = Map::from_iter([("ok".to_owned(), true.into())]);
    answer.extend(said);
    answer.into()
}

/// Returns the answer to a request that cannot be fulfilled.
pub fn refuse(words: &str) -> Value {
    json!({ "ok": false, "error": words })
}

/// Adds a line's `id` to its answer.
pub fn with_id(mut answer: Value, id: Option<Value>) -> Value {
    if let (Some(id), Some(keys)) = (id, answer.as_object_mut()) {
        keys.insert("id".into(), id);
    }
    answer
}

/// Adds the keys of an object to another.
pub fn merge(into: &mut Value, more: Value) {
    if let (Value::Object(into), Value::Object(more)) = (into, more) {
        into.extend(more);
    }
}

/// Returns the message of a fault, with only the facts that every player may know.
fn fault_words(session: &Session, fault: &Fault) -> String {
    let everybody = PlayerId::all(session.state().players()).collect();
    fault.to_diagnostic_for(session.table(), session.state(), everybody).message
}

fn fault_json(session: &Session, fault: &Fault) -> Value {
    let message = fault_words(session, fault);
    json!({ "ok": true, "status": "fault", "code": fault.code().to_string(), "message": message })
}

fn refused_words(session: &Session, refused: &Rejection) -> String {
    match refused {
        Rejection::NotAsked => "nobody is to choose".into(),
        Rejection::NotPossible => "this is none of the options".into(),
        Rejection::Fault(fault) => fault_words(session, fault),
    }
}
