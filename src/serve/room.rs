//! A room: the table of one game, and the matches that are played at it.
//!
//! One thread plays all matches of a room; it owns the table that they borrow. Messages of clients and bots
//! pass through one queue, so no locks are needed. Bots think in threads of their own.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use super::bot_threads::{BotJob, BotPurpose, think};
use super::journal::{Header, Journal, SeatHeader, StoredMatch};
use super::live_match::{FollowUp, LiveMatch};
use super::pictures::FacePaths;
use super::room_command::{FULL, MatchLinks, RoomCommand, UNKNOWN};
use super::settings::{HUMAN, NewMatch, person, sitter};
use super::stage;
use crate::compile::CompiledGame;
use crate::ir::Ir;
use crate::ir::state_hash;
use crate::package::PackageOrigin;
use crate::play::{Agreement, BotKind, Disagreement, Session, scenario_start};
use crate::protocol::DrivenGame;
use crate::table::{Names, Table};
use crate::threads::with_helpers;
use crate::web::{Secret, token};

/// Default time after which a match with a journal is unloaded if it has no connections.
pub const IDLE: Duration = Duration::from_secs(600);
/// The same for a match without a journal, which is then gone.
pub const IDLE_UNKEPT: Duration = Duration::from_secs(4 * 3600);
/// Interval at which idle matches are looked for.
const SWEEP: Duration = Duration::from_secs(30);
/// Maximum number of matches that a room holds in memory.
const MOST: usize = 2_000;
/// Length of the id of a match: 50 bits.
const ID_LENGTH: usize = 10;

/// Settings that all rooms of a server share.
#[derive(Clone)]
pub struct RoomSettings {
    /// The folder of the journals; `None`: nothing is kept.
    pub folder: Option<PathBuf>,
    /// Number of threads for bots in each room.
    pub bots: usize,
    /// Time after which a match leaves memory if nobody watches it.
    pub idle: Duration,
    /// Ends everything that runs.
    pub stop: &'static AtomicBool,
    /// Called with the id of each match without a journal that has left memory.
    pub lost: Arc<dyn Fn(&str) + Send + Sync>,
}

/// The time at which a room closes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoomClosing {
    /// When it has no match any more: it was opened for one.
    WhenEmpty,
    /// Never: further matches will come.
    Never,
}

/// Opens a room in a thread of its own.
pub fn open(game: Arc<CompiledGame>, house: RoomSettings, closing: RoomClosing) -> Sender<RoomCommand> {
    let (to, from) = mpsc::channel();
    let own = to.clone();
    thread::spawn(move || run(&game, &house, closing, &from, &own));
    to
}

fn run(
    game: &CompiledGame,
    house: &RoomSettings,
    closing: RoomClosing,
    commands: &Receiver<RoomCommand>,
    own: &Sender<RoomCommand>,
) {
    // Without a table, every reply is dropped, which the hub reports.
    let Ok(mut table) = Table::of_compiled(&game.ir) else { return };
    table.stop_when(house.stop);
    let (table, paths) = (&table, &FacePaths::of(&game.ir));
    let (jobs, todo) = mpsc::channel::<BotJob>();
    let todo = &Mutex::new(todo);
    // Each bot thread ends when the room drops its end of the jobs.
    with_helpers(
        house.bots.max(1),
        || think(table, todo, own),
        |bots| {
            // Without bots, a match would wait for their moves for ever. The hub reports the dropped replies.
            if bots > 0 {
                let room = Room { game, house, table, paths, jobs, matches: HashMap::new() };
                room.serve(commands, closing);
            }
        },
    );
}

struct Room<'t> {
    game: &'t CompiledGame,
    house: &'t RoomSettings,
    table: &'t Table<'t>,
    paths: &'t FacePaths,
    jobs: Sender<BotJob>,
    matches: HashMap<String, LiveMatch<'t>>,
}

impl<'t> Room<'t> {
    fn serve(mut self, commands: &Receiver<RoomCommand>, closing: RoomClosing) {
        let mut swept = Instant::now();
        let interval = SWEEP.min(self.house.idle);
        loop {
            let now = Instant::now();
            let clock = self.matches.values().filter_map(LiveMatch::deadline).min();
            let wait =
                clock.map_or(interval, |deadline| deadline.saturating_duration_since(now).min(interval));
            match commands.recv_timeout(wait) {
                // The flag interrupts the table, so its results are invalid from now on.
                Ok(_) if self.house.stop.load(Ordering::Relaxed) => return,
                Ok(command) => self.obey(command),
                Err(RecvTimeoutError::Timeout) => {}
                // It holds a sender itself, for its bots.
                Err(RecvTimeoutError::Disconnected) => return,
            }
            let now = Instant::now();
            let late = |live: &&mut LiveMatch| live.deadline().is_some_and(|deadline| deadline <= now);
            let late = self.matches.values_mut().filter(late).map(|live| {
                live.tick(now);
                live.header().id.clone()
            });
            for id in late.collect::<Vec<String>>() {
                self.wake(&id);
            }
            if now.saturating_duration_since(swept) >= interval {
                swept = now;
                self.sweep(now);
                if closing == RoomClosing::WhenEmpty && self.matches.is_empty() {
                    return;
                }
            }
        }
    }

    /// Unloads matches without connections. Matches with a journal can be resumed.
    fn sweep(&mut self, now: Instant) {
        let house = self.house;
        let Some(since) = now.checked_sub(house.idle) else { return };
        self.matches.retain(|id, live| {
            let is_idle = live.is_idle_since(since);
            if is_idle && house.folder.is_none() {
                (house.lost)(id);
            }
            !is_idle
        });
    }

    fn obey(&mut self, command: RoomCommand) {
        match command {
            RoomCommand::Create(new, reply) => {
                let _ = reply.send(self.create(&new));
            }
            RoomCommand::Restore(read, reply) => {
                let _ = reply.send(self.restore(*read));
            }
            RoomCommand::Join(id, connection, secret, line, to, reply) => {
                let joined = self.live_match(&id).and_then(|live| live.join(connection, &secret, line, to));
                let _ = reply.send(joined);
                self.wake(&id);
            }
            RoomCommand::Leave(id, connection) => {
                if let Some(live) = self.matches.get_mut(&id) {
                    live.leave(connection);
                }
            }
            RoomCommand::Line(id, connection, line) => {
                let Some(live) = self.matches.get_mut(&id) else { return };
                if let FollowUp::Hint(bot, line) = live.line(connection, &line) {
                    let purpose = BotPurpose::Advice(connection, line);
                    self.send_to_bots(&id, bot, purpose);
                }
                self.wake(&id);
            }
            RoomCommand::TakeSeat(id, seat, name, reply) => {
                let taken =
                    person(name.as_deref()).and_then(|name| self.live_match(&id)?.take_seat(seat, name));
                let _ = reply.send(taken);
            }
            RoomCommand::Summary(id, reply) => {
                let _ = reply.send(self.live_match(&id).map(|live| live.summary()));
            }
            RoomCommand::Stage(id, reply) => {
                let (ir, paths) = (&self.game.ir, self.paths);
                let _ = reply.send(self.live_match(&id).map(|live| stage::json(ir, paths, live.header())));
            }
            RoomCommand::Chosen(id, turn, option) => {
                let played = self.matches.get_mut(&id).is_some_and(|live| live.thought_of(turn, option));
                if played {
                    self.wake(&id);
                }
            }
            RoomCommand::Advised(id, connection, said) => {
                if let Some(live) = self.matches.get_mut(&id) {
                    live.advise(connection, said);
                }
            }
        }
    }

    fn live_match(&mut self, id: &str) -> Result<&mut LiveMatch<'t>, String> {
        self.matches.get_mut(id).ok_or_else(|| UNKNOWN.to_owned())
    }

    /// Lets a bot think, if one must choose.
    fn wake(&mut self, id: &str) {
        let Some(live) = self.matches.get_mut(id) else { return };
        if let Some(bot) = live.bot_to_think() {
            self.send_to_bots(id, bot, BotPurpose::Choice);
        }
    }

    fn send_to_bots(&mut self, id: &str, bot: BotKind, purpose: BotPurpose) {
        let Some(live) = self.matches.get(id) else { return };
        let Some(seat) = live.driven().chooser() else { return };
        let session = live.driven().session();
        let job = BotJob {
            id: id.to_owned(),
            bot,
            seat,
            seed: session.agreement().seed,
            turn: live.turn(),
            state: session.state().clone(),
            purpose,
        };
        // The threads of the bots end only with the room.
        let _ = self.jobs.send(job);
    }

    fn create(&mut self, new: &NewMatch) -> Result<MatchLinks, String> {
        if self.matches.len() >= MOST {
            return Err(FULL.into());
        }
        let ir = &self.game.ir;
        let seed = match new.seed {
            Some(seed) if i64::try_from(seed).is_err() => {
                return Err(format!("a seed is at most {}", i64::MAX));
            }
            Some(seed) => seed,
            None => random_seed()?,
        };
        let (driven, agreement) = self.begin(new, seed)?;
        let header = header(ir, new, &agreement)?;
        let journal = match &self.house.folder {
            Some(folder) => Journal::create(folder, &header)
                .map_err(|error| format!("the server cannot keep the match: {error}"))?,
            None => Journal::default(),
        };
        let link = |secret: &Secret| format!("/table/{}#s={}", header.id, secret.reveal());
        let created = MatchLinks {
            id: header.id.clone(),
            seats: header.seats.iter().map(|seat| (seat.kind == HUMAN).then(|| link(&seat.secret))).collect(),
            public: link(&header.public),
            shoulder: header.shoulder.iter().map(link).collect(),
            referee: link(&header.referee),
        };
        let live = LiveMatch::new(header, journal, driven, self.paths, self.package(new))?;
        self.matches.insert(created.id.clone(), live);
        Ok(created)
    }

    /// Begins a game as agreed.
    fn begin(&self, new: &NewMatch, seed: u64) -> Result<(DrivenGame<'t>, Agreement), String> {
        let (ir, table) = (self.table.ir(), self.table);
        let words = |why: Disagreement| why.into_message(table);
        let Some(id) = &new.scenario else {
            let agreement = new.sitting(ir)?.settle(&mut table.machine(), seed).map_err(words)?;
            let session = Session::new(table, agreement.clone()).map_err(words)?;
            return Ok((DrivenGame::new(session), agreement));
        };
        let scenario = ir.scenario(id);
        let missing = || format!("{} has no scenario `{id}`", ir.game.name);
        let scenario = scenario.ok_or_else(|| self.game.broken_scenario(id).unwrap_or_else(missing))?;
        let mut start = scenario_start(table, &Names::new(ir), scenario).map_err(|d| d.message.clone())?;
        let agreement = Agreement { seed, ..start.agreement(table) };
        start.state.reseed(seed);
        let session = Session::of_scenario(table, agreement.clone(), start).map_err(words)?;
        Ok((DrivenGame::new(session), agreement))
    }

    fn restore(&mut self, read: StoredMatch) -> Result<(), String> {
        let StoredMatch { header, entries, journal } = read;
        if self.matches.contains_key(&header.id) {
            return Ok(());
        }
        if self.matches.len() >= MOST {
            return Err(FULL.into());
        }
        if header.rules != rules(&self.game.ir) {
            return Err("the rules of the game have changed since this match began".into());
        }
        let new = header.settings();
        let (driven, _) = self.begin(&new, header.seed)?;
        let id = header.id.clone();
        let mut live = LiveMatch::new(header, journal, driven, self.paths, self.package(&new))?;
        live.repeat(&entries)?;
        self.matches.insert(id, live);
        Ok(())
    }

    /// Returns the folder of the package, if positions of a match may be written into it: in the workshop,
    /// unless the game was shipped.
    fn package(&self, new: &NewMatch) -> Option<&'t Path> {
        match &self.game.origin {
            PackageOrigin::Folder(folder) if new.undo => Some(folder.as_path()),
            PackageOrigin::Folder(_) | PackageOrigin::Memory | PackageOrigin::Shipped(_) => None,
        }
    }
}

/// Returns a random seed. It has 63 bits, so that no player can find it by trying which seeds deal what they
/// hold.
fn random_seed() -> Result<u64, String> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).map_err(|error| format!("the system has no random numbers: {error}"))?;
    Ok(u64::from_le_bytes(bytes) >> 1)
}

/// Returns the hash of the rules with which a match can be resumed.
fn rules(ir: &Ir) -> String {
    format!("{:016x}", state_hash(ir))
}

/// Settles the rest of a match, and makes its secrets.
fn header(ir: &Ir, new: &NewMatch, agreement: &Agreement) -> Result<Header, String> {
    let players = usize::from(agreement.players);
    // A scenario has its own number of players, which the request need not give.
    if new.seats.len() > players && new.scenario.is_none() {
        return Err(format!("{} seats were named for {players} players", new.seats.len()));
    }
    let secret = || Secret::random().map_err(|error| format!("the system has no random numbers: {error}"));
    let mut name = person(new.name.as_deref())?;
    let mut seats = Vec::new();
    for seat in 0..players {
        let kind = new.seats.get(seat).map_or(HUMAN, String::as_str);
        let bot = sitter(ir, kind)?;
        // A person who creates a match and gives their name takes the first seat of a person.
        let name = if bot.is_none() { name.take() } else { None };
        let kind = bot.map_or_else(|| HUMAN.to_owned(), |bot| bot.name(ir));
        seats.push(SeatHeader { open: bot.is_none() && name.is_none(), kind, name, secret: secret()? });
    }
    if let Some(clock) =
        new.clock.filter(|clock| clock.seconds == 0 || clock.seconds > 86_400 || clock.increment > 3_600)
    {
        return Err(format!(
            "a clock has 1 to 86400 seconds and an increment of at most 3600, not {} and {}",
            clock.seconds, clock.increment
        ));
    }
    Ok(Header {
        format: Header::format(),
        id: token(ID_LENGTH).map_err(|error| format!("the system has no random numbers: {error}"))?,
        game: ir.game.id.clone(),
        rules: rules(ir),
        players: agreement.players,
        options: agreement.option_texts(ir).map(|(id, value)| (id.to_owned(), value)).collect(),
        decks: new.decks.clone(),
        seed: agreement.seed,
        scenario: new.scenario.clone(),
        public: secret()?,
        shoulder: (0..players).map(|_| secret()).collect::<Result<_, _>>()?,
        referee: secret()?,
        seats,
        clock: new.clock,
        listed: new.listed,
        undo: new.undo,
    })
}
