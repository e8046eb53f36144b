//! One match: its game, its seats, its clocks and its connections.

mod requests;

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::sync::mpsc::Sender;
use tokio::sync::mpsc::error::TrySendError;

use super::clocks::Clocks;
use super::journal::{Header, Journal, JournalEntry};
use super::pictures::FacePaths;
use super::position_view;
use super::role::Role;
use super::settings::{HUMAN, sitter};
use crate::ir::{PlayerId, SeatNumber};
use crate::play::BotKind;
use crate::protocol::{DrivenGame, merge, with_id};
use crate::table::Stop;

/// Maximum number of onlookers of a match, without the referee's.
const MOST_ONLOOKERS: usize = 48;
/// Maximum number of connections to a seat, and of the referee.
const MOST_OF_ONE: usize = 8;
/// The bot that plays for a person whose time is up, and for a bot that panicked.
pub const SUBSTITUTE: BotKind = BotKind::Random;
/// Number of lines of the record that are sent with each position.
const LINES: usize = 40;

/// Number of a connection, unique in the server.
pub type Connection = u64;

/// A message to a client.
pub type Outgoing = Arc<str>;

pub struct LiveMatch<'t> {
    header: Header,
    journal: Journal,
    driven: DrivenGame<'t>,
    paths: &'t FacePaths,
    /// The folder of the package, if positions may be written into it.
    package: Option<&'t Path>,
    /// The player of each seat; `None` is a person.
    sitters: Vec<Option<BotKind>>,
    clocks: Option<Clocks>,
    connections: HashMap<Connection, MatchClient>,
    /// True if a bot is thinking about the current position.
    thinking: bool,
    /// Counter of positions, so that a bot's choice for one is not played in another.
    turn: u64,
    /// Time of the last connection.
    seen: Instant,
    /// The error of the journal, after which the match cannot continue.
    broken: Option<String>,
}

struct MatchClient {
    role: Role,
    /// True if a bot thinks about its question.
    asks: bool,
    to: Sender<Outgoing>,
}

/// Work that is left after a line.
pub enum FollowUp {
    Nothing,
    /// A bot's advice is wanted by this connection, for a line with this `id`.
    Hint(BotKind, Option<Value>),
}

impl<'t> LiveMatch<'t> {
    /// Takes over a game that has just begun.
    ///
    /// # Errors
    /// The bot of a seat does not exist; a message.
    pub fn new(
        header: Header,
        journal: Journal,
        driven: DrivenGame<'t>,
        paths: &'t FacePaths,
        package: Option<&'t Path>,
    ) -> Result<Self, String> {
        let ir = driven.session().table().ir();
        let sitters = header.seats.iter().map(|seat| sitter(ir, &seat.kind)).collect::<Result<_, _>>()?;
        let clocks = header.clock.map(|clock| Clocks {
            left: vec![Duration::from_secs(clock.seconds.into()); header.seats.len()],
            increment: Duration::from_secs(clock.increment.into()),
            running: None,
        });
        let driven = if header.undo { driven } else { driven.without_undo() };
        let (connections, seen) = (HashMap::new(), Instant::now());
        Ok(LiveMatch {
            header,
            journal,
            driven,
            paths,
            package,
            sitters,
            clocks,
            connections,
            thinking: false,
            turn: 0,
            seen,
            broken: None,
        })
    }

    /// Repeats the entries of a journal.
    ///
    /// # Errors
    /// An answer is not possible; a message.
    pub fn repeat(&mut self, entries: &[JournalEntry]) -> Result<(), String> {
        let mut answers: Vec<&str> = Vec::new();
        for entry in entries {
            match entry {
                JournalEntry::Answer { seat, option, left } => {
                    answers.push(option);
                    self.set_time_left(*seat, *left);
                }
                JournalEntry::Undo { plies, seat, left } => {
                    answers.truncate(*plies);
                    if let Some(seat) = seat {
                        self.set_time_left(*seat, *left);
                    }
                }
                JournalEntry::Over {} => {}
                JournalEntry::Taken { seat, name } => self.take(*seat, name.clone()),
                JournalEntry::Late { seat } => {
                    if let Some(sitter) = self.sitters.get_mut(seat.index()) {
                        *sitter = Some(SUBSTITUTE);
                    }
                    if let Some(clocks) = &mut self.clocks
                        && let Some(left) = clocks.left.get_mut(seat.index())
                    {
                        *left = Duration::ZERO;
                    }
                }
            }
        }
        for (ply, answer) in answers.into_iter().enumerate() {
            // The message goes to everybody who joins, so it tells neither the answer nor the options.
            let wrong = |_| format!("answer {} of its journal is not possible", ply + 1);
            self.driven.choose(&answer.into()).map_err(wrong)?;
        }
        Ok(())
    }

    /// Sets the time of a seat to that noted in the journal, in milliseconds.
    fn set_time_left(&mut self, seat: SeatNumber, left: Option<u64>) {
        if let (Some(clocks), Some(left)) = (&mut self.clocks, left)
            && let Some(own) = clocks.left.get_mut(seat.index())
        {
            *own = Duration::from_millis(left);
        }
    }

    pub fn driven(&self) -> &DrivenGame<'t> {
        &self.driven
    }

    /// Returns the settings agreed on before play.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Returns whether there has been no connection since `since`.
    pub fn is_idle_since(&self, since: Instant) -> bool {
        self.connections.is_empty() && !self.thinking && self.seen < since && self.deadline().is_none()
    }

    /// Formats the match for the lobby.
    pub fn summary(&self) -> Value {
        let open = (1..).zip(&self.header.seats).filter(|(_, info)| info.open);
        json!({
            "match": self.header.id,
            "game": self.header.game,
            "name": self.driven.session().table().ir().game.name,
            "players": self.header.players,
            "ply": self.driven.plies(),
            "over": !matches!(self.driven.stop(), Stop::Choice),
            "listed": self.header.listed,
            "open_seats": open.map(|(seat, _)| SeatNumber(seat)).collect::<Vec<_>>(),
            "seats": self.seats(),
        })
    }

    /// Formats the seats.
    fn seats(&self) -> Vec<Value> {
        let now = Instant::now();
        let ir = self.driven.session().table().ir();
        let seat = |(seat, info): (PlayerId, &super::journal::SeatHeader)| {
            let connected = self.connections.values().any(|c| c.role == Role::Seat(seat));
            let left = self.clocks.as_ref().map(|clocks| clocks.time_left(seat, now).as_millis() as u64);
            let kind = match self.sitters.get(seat.index()) {
                Some(Some(bot)) => bot.name(ir),
                _ => HUMAN.to_owned(),
            };
            let running =
                self.clocks.as_ref().is_some_and(|clocks| clocks.running.is_some_and(|(s, _)| s == seat));
            json!({ "seat": seat.seat(), "kind": kind, "name": info.name, "connected": connected, "clock_ms": left, "running": running })
        };
        (0..).map(PlayerId).zip(&self.header.seats).map(seat).collect()
    }

    /// Connects a client.
    ///
    /// # Errors
    /// The secret is wrong, or there are too many connections; a message.
    pub fn join(
        &mut self,
        connection: Connection,
        secret: &str,
        id: Option<Value>,
        to: Sender<Outgoing>,
    ) -> Result<(), String> {
        let role = Role::of(&self.header, secret)
            .ok_or("this link does not belong to the match, or not any more")?;
        let count = |so: &dyn Fn(Role) -> bool| self.connections.values().filter(|c| so(c.role)).count();
        // The limit of spectators does not apply to players.
        let full = match role {
            Role::Seat(_) | Role::Referee => count(&|other| other == role) >= MOST_OF_ONE,
            Role::Public | Role::Shoulder(_) => count(&Role::looks_on) >= MOST_ONLOOKERS,
        };
        if full {
            return Err("too many have opened this link: close one of its pages".into());
        }
        let now = Instant::now();
        if let Role::Seat(seat) = role
            && self.header.seats.get(seat.index()).is_some_and(|info| info.open)
        {
            // A client with the link of a seat takes it: the lobby must not give it away.
            let entry = JournalEntry::Taken { seat: seat.seat(), name: None };
            self.keep(&entry)?;
            self.take(seat.seat(), None);
        }
        let mut joined = role.json();
        joined["match"] = self.header.id.clone().into();
        joined["undo"] = self.header.undo.into();
        joined["hint"] = self.header.undo.into();
        joined["scenario"] = self.writes_scenarios(role).into();
        joined["save"] = (role == Role::Referee).into();
        self.connections.insert(connection, MatchClient { role, asks: false, to });
        self.send(connection, with_id(json!({ "ok": true, "joined": joined }), id));
        self.run_clock(now);
        if role.looks_on() {
            // The others see no difference.
            let message = self.message(role);
            self.send(connection, message);
        } else {
            self.broadcast();
        }
        Ok(())
    }

    /// Disconnects a client.
    pub fn leave(&mut self, connection: Connection) {
        if self.remove(connection).is_some_and(|gone| !gone.role.looks_on()) {
            self.broadcast();
        }
    }

    /// Removes a client, and notes the time, from which the match counts as idle.
    fn remove(&mut self, connection: Connection) -> Option<MatchClient> {
        let gone = self.connections.remove(&connection)?;
        self.seen = Instant::now();
        Some(gone)
    }

    /// Gives an open seat to a client; returns its secret.
    ///
    /// # Errors
    /// It is not open; a message.
    pub fn take_seat(&mut self, seat: SeatNumber, name: Option<String>) -> Result<String, String> {
        match self.header.seats.get(seat.index()) {
            Some(info) if info.open && self.header.listed => {
                let secret = info.secret.reveal().to_owned();
                self.keep(&JournalEntry::Taken { seat, name: name.clone() })?;
                self.take(seat, name);
                self.run_clock(Instant::now());
                self.broadcast();
                Ok(secret)
            }
            Some(_) => Err(format!("seat {seat} is taken")),
            None => Err(format!("there is no seat {seat}")),
        }
    }

    fn take(&mut self, seat: SeatNumber, name: Option<String>) {
        if let Some(info) = self.header.seats.get_mut(seat.index()) {
            info.open = false;
            info.name = name.or(info.name.take());
        }
    }

    /// Answers the choice, writes the answer to the journal, and continues.
    fn choose(&mut self, option: &Value, now: Instant) -> Result<(), String> {
        if let Some(words) = &self.broken {
            return Err(words.clone());
        }
        let Some(seat) = self.driven.chooser() else { return Err("the game is over".into()) };
        self.driven.choose(option)?;
        let answer = self.driven.session().steps().last().map(|step| step.answer.clone()).unwrap_or_default();
        let left = self.clocks.as_ref().map(|clocks| clocks.left_after(seat, now).as_millis() as u64);
        let entry = JournalEntry::Answer { seat: seat.seat(), option: answer, left };
        if let Err(error) = self.journal.add(&entry) {
            // Answers that could be lost must not be sent to anybody.
            self.driven.undo()?;
            return Err(format!("the server cannot keep the answer: {error}"));
        }
        if let Some(clocks) = &mut self.clocks {
            clocks.stop(seat, now);
        }
        self.thinking = false;
        self.turn += 1;
        if matches!(self.driven.stop(), Stop::Over) {
            // So the lobby need not replay it to learn that it is over.
            let _ = self.journal.add(&JournalEntry::Over {});
        }
        self.run_clock(now);
        Ok(())
    }

    /// Takes back answers up to the last one of a person.
    fn undo(&mut self, now: Instant) -> Result<(), String> {
        if let Some(words) = &self.broken {
            return Err(words.clone());
        }
        let before: Vec<String> =
            self.driven.session().steps().iter().map(|step| step.answer.clone()).collect();
        self.driven.undo()?;
        let is_bots = |live: &Self| {
            let chooser = live.driven.chooser();
            chooser.is_some_and(|seat| live.sitters.get(seat.index()).is_some_and(Option::is_some))
        };
        while is_bots(self) && self.driven.undo().is_ok() {}
        let plies = self.driven.session().steps().len();
        // The time that has passed is not given back, not even after a restart.
        let ran = self.clocks.as_ref().and_then(|clocks| {
            let (seat, _) = clocks.running?;
            Some((seat.seat(), clocks.time_left(seat, now).as_millis() as u64))
        });
        let entry =
            JournalEntry::Undo { plies, seat: ran.map(|(seat, _)| seat), left: ran.map(|(_, left)| left) };
        if plies < before.len()
            && let Err(error) = self.journal.add(&entry)
        {
            // The match must stay as its journal has it.
            let words = format!("the server cannot keep that answers were taken back: {error}");
            for answer in before.into_iter().skip(plies) {
                if self.driven.choose(&answer.into()).is_err() {
                    self.broken = Some(words.clone());
                    break;
                }
            }
            return Err(words);
        }
        self.thinking = false;
        self.turn += 1;
        self.run_clock(now);
        Ok(())
    }

    /// Appends a line to the journal. If that fails, the match stops, because answers that could be lost must
    /// not be sent to anybody.
    fn keep(&mut self, entry: &JournalEntry) -> Result<(), String> {
        self.journal.add(entry).map_err(|error| {
            let words = format!("the server cannot keep the match: {error}");
            self.broken = Some(words.clone());
            words
        })
    }

    /// Starts the clock of the person who must choose.
    fn run_clock(&mut self, now: Instant) {
        let chooser = self.driven.chooser();
        let person = chooser.filter(|seat| self.sitters.get(seat.index()) == Some(&None));
        // No clock runs before all players are there.
        let all_there = self.header.seats.iter().all(|seat| !seat.open);
        if let Some(clocks) = &mut self.clocks
            && clocks.running.map(|(seat, _)| seat) != person
        {
            clocks.run(person.filter(|_| all_there), now);
        }
    }

    /// Returns when the time of the running clock is up.
    pub fn deadline(&self) -> Option<Instant> {
        let clocks = self.clocks.as_ref()?;
        let (seat, since) = clocks.running?;
        since.checked_add(*clocks.left.get(seat.index())?)
    }

    /// Lets a bot play for the player whose time is up.
    pub fn tick(&mut self, now: Instant) {
        if self.deadline().is_none_or(|deadline| now < deadline) {
            return;
        }
        if let Some(clocks) = &mut self.clocks
            && let Some((seat, _)) = clocks.running.take()
        {
            clocks.left[seat.index()] = Duration::ZERO;
            self.sitters[seat.index()] = Some(SUBSTITUTE);
            // If the journal fails, the match is broken, which its next response reports.
            let _ = self.keep(&JournalEntry::Late { seat: seat.seat() });
            self.broadcast();
        }
    }

    /// Returns the bot that should think about the position now. Bots pause while there are no connections.
    pub fn bot_to_think(&mut self) -> Option<BotKind> {
        let seat = self.driven.chooser()?;
        let bot = (*self.sitters.get(seat.index())?)?;
        if self.thinking || self.connections.is_empty() || self.broken.is_some() {
            return None;
        }
        self.thinking = true;
        Some(bot)
    }

    /// Plays the choice of a bot, unless the position has changed since.
    ///
    /// Returns whether it was played. If the journal could not be written, the bot is not asked again until
    /// the next line or join, because a full disk stays full for a while.
    pub fn thought_of(&mut self, turn: u64, option: usize) -> bool {
        if !self.thinking || turn != self.turn {
            return false;
        }
        self.thinking = false;
        let played = self.choose(&option.into(), Instant::now()).is_ok();
        if played {
            self.broadcast();
        }
        played
    }

    /// Returns the number of the position.
    pub fn turn(&self) -> u64 {
        self.turn
    }

    /// Sends the advice of a bot.
    pub fn advise(&mut self, connection: Connection, said: Value) {
        if let Some(client) = self.connections.get_mut(&connection) {
            client.asks = false;
        }
        self.send(connection, said);
    }

    /// Sends a message to a client. One that does not read fast enough is disconnected.
    pub fn send(&mut self, connection: Connection, said: Value) {
        self.send_text(connection, said.to_string().into());
    }

    fn send_text(&mut self, connection: Connection, text: Outgoing) {
        let Some(client) = self.connections.get(&connection) else { return };
        if let Err(TrySendError::Full(_) | TrySendError::Closed(_)) = client.to.try_send(text) {
            self.remove(connection);
        }
    }

    /// Sends each client the position, without what is hidden from its role.
    pub fn broadcast(&mut self) {
        let mut said: BTreeMap<Role, Outgoing> = BTreeMap::new();
        let connections: Vec<(Connection, Role)> =
            self.connections.iter().map(|(id, c)| (*id, c.role)).collect();
        for (connection, role) in connections {
            let text = match said.get(&role) {
                Some(text) => Arc::clone(text),
                None => {
                    let text: Outgoing = self.message(role).to_string().into();
                    said.insert(role, Arc::clone(&text));
                    text
                }
            };
            self.send_text(connection, text);
        }
    }

    fn position(&mut self, role: Role) -> Value {
        match self.driven.chooser() {
            Some(chooser) if !role.sees_options_of(chooser) => self.driven.position_of_others(),
            _ => self.driven.position(),
        }
    }

    /// Formats the match for a role.
    fn message(&mut self, role: Role) -> Value {
        let mut position = self.position(role);
        if let Some(keys) = position.as_object_mut() {
            keys.remove("ok");
        }
        let record = self.driven.last_lines(self.readers(role), LINES);
        let options = self.driven.chooser().is_some_and(|chooser| role.sees_options_of(chooser));
        let mut said = json!({
            "event": "position",
            "ply": self.driven.plies(),
            "position": position,
            "seats": self.seats(),
            "record": record,
        });
        if let Some(words) = &self.broken {
            said["broken"] = words.as_str().into();
        }
        merge(&mut said, position_view::view(&mut self.driven, role, options, (&self.header.id, self.paths)));
        said
    }
}
